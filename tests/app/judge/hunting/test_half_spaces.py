"""Half-spaces in hunts are infinite: the closed form is never blamed, the slab that gjkscope cuts them to always is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope.app.ask.solvers.half_spaces import any_half_space, both_half_spaces, with_wide_half_space
from gjkscope.app.ask.solvers.pair_block import block_of, pose_array
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.chunks import HuntPlan, drawn_chunk
from gjkscope.app.judge.hunting.contact_families import CONTACT_FAMILIES, Feature, features_of
from gjkscope.app.judge.hunting.families import FAMILIES, truth_of
from gjkscope.app.judge.hunting.hunt import HuntReport
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import format_scene, load
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import query, result_only
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import Box, HalfSpace, Hull, Sphere
from tests.app.judge.hunting import planted, planted_contacts

KINDS = tuple("halfspace box sphere capsule cylinder cone ellipsoid hull triangle segment point".split())
MANY_HALF_SPACES = (*KINDS, *KINDS[:1] * 5)  # four pairs of ten have one
CHUNK = 40  # pairs of each family, of which a fifth have a half-space
PATIENT = 10.0  # seconds for an answer
BESIDE = Pose(position=(40.0, 0.25, -7.0))


def hunt(solver: Callable[..., Any], **options: Any) -> HuntReport:
    address = f"{solver.__code__.co_filename}:{solver.__name__}"
    return gjkscope.hunt(address, **{"kinds": KINDS, "chunk": CHUNK, "timeout": PATIENT} | options)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options", [{"sizes": (1e-3, 1e4)}, {"gaps": (-1e5, 1e5)}], ids=["of all sizes", "very deep or very far"]
)
def test_the_closed_form_is_never_blamed(options: dict[str, Any]) -> None:
    assert_never_blamed(planted.knows_half_spaces, **options)


@pytest.mark.thorough
def test_verdicts_of_the_closed_form_are_never_blamed() -> None:
    assert_never_blamed(planted.knows_half_spaces_by_verdict)


def assert_never_blamed(solver: Callable[..., Any], chunk: int = CHUNK // 4, **options: Any) -> None:
    count = chunk * len(FAMILIES)
    report = hunt(solver, kinds=MANY_HALF_SPACES, count=count, chunk=chunk, **options)
    assert report.tried > 0.3 * count
    assert report.found == ()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "solver", [planted.takes_half_spaces_for_slabs, planted.takes_half_spaces_for_slabs_by_verdict]
)
def test_answers_for_the_slab_are_wrong(solver: Callable[..., Any], tmp_path: Path) -> None:
    report = hunt(solver, kinds=("halfspace", "sphere"), count=CHUNK, output=tmp_path)
    [entry] = report.found
    assert entry.key == (Symptom.NOT_INVARIANT, ("halfspace", "sphere"))
    assert entry.group.simplest.law == "the half-space, which is infinite, drawn a thousand times smaller"
    [outcome] = gjkscope.replay_pairs(f"{planted.__file__}:{solver.__name__}", tmp_path, timeout=PATIENT)
    assert outcome.fault == "not invariant"
    assert gjkscope.replay_pairs(planted.knows_half_spaces, tmp_path, timeout=PATIENT)[0].fault is None


@pytest.mark.thorough
def test_a_wrong_depth_is_found_and_its_scene_shows_the_infinite_half_space(tmp_path: Path) -> None:
    report = hunt(planted.sinks_half_spaces, kinds=("halfspace", "box"), count=3 * CHUNK, output=tmp_path)
    assert {group.key[0] for group in report.found} >= {Symptom.WRONG_DEPTH, Symptom.WRONG_DISTANCE}
    for path in tmp_path.glob("wrong-*.json"):
        scene = load(path)
        a, b = scene.bodies
        right = planted.knows_half_spaces(a.shape, pose_array(a.pose), b.shape, pose_array(b.pose))
        assert right is not None
        assert result_only(a.shape, a.pose, b.shape, b.pose).signed_distance == pytest.approx(right["signed_distance"])
        assert run_command(["query", str(path)]) in (0, 1)


@pytest.mark.parametrize("number", range(len(FAMILIES)))
def test_the_half_spaces_that_are_drawn_answer_as_infinite_ones(number: int) -> None:
    family, block = drawn_chunk(HuntPlan("none", ("halfspace", "ellipsoid", "hull"), chunk=60), number)
    assert not both_half_spaces(block).any(), family
    block = block.only(np.flatnonzero(any_half_space(block)))
    assert block.size or family == "coincident"
    truth = truth_of(block).signed_distance
    for i in range(block.size):
        a, pose_a, b, pose_b = (*block.pair(i)[:1], block.poses_a[i], block.side_b[i], block.poses_b[i])
        right = planted.knows_half_spaces(a, pose_a, b, pose_b)
        assert right is not None
        size = max(
            np.abs(block.poses_a[i, :3, 3]).max(), np.abs(block.poses_b[i, :3, 3]).max(), 2 * _reach(a), 2 * _reach(b)
        )
        assert truth[i] == pytest.approx(right["signed_distance"], abs=1e-6 * size), family


def _reach(shape: gjkscope.Shape) -> float:
    return bounding_sphere(shape, Pose())[1]


def test_a_hull_away_from_its_origin_is_covered() -> None:
    hull = Hull(tuple((x, y - 3, z) for x in (30, 31) for y in (0, 1) for z in (0, 1)))
    wide = with_wide_half_space((HalfSpace(), Pose(), hull, Pose()))
    assert query(*wide).signed_distance == pytest.approx(-3)


def test_a_half_space_that_reaches_far_enough_stays() -> None:
    pair = (Sphere(0.5), Pose(position=(2, 0.25, 0)), HalfSpace(), Pose())
    assert with_wide_half_space(pair) == pair


def test_a_pair_beside_the_slab_is_replayed_as_infinite(tmp_path: Path) -> None:
    path = tmp_path / "beside.json"
    bodies = (Body("A", HalfSpace(2)), Body("B", Sphere(0.5), PositionOrientation(BESIDE.position)))
    path.write_text(format_scene(Scene("beside", bodies)))
    [right] = gjkscope.replay_pairs(planted.knows_half_spaces, path, timeout=PATIENT)
    [wrong] = gjkscope.replay_pairs(lambda a, pose_a, b, pose_b: 37.5, path, timeout=PATIENT)
    assert (right.fault, wrong.fault) == (None, "wrong verdict")
    near = hunt(planted.knows_half_spaces, near=path, count=CHUNK)
    assert (near.tried, near.found) == (CHUNK, ())


def test_two_half_spaces_are_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(format_scene(Scene("two", (Body("A", HalfSpace()), Body("B", HalfSpace())))))
    [outcome] = gjkscope.replay_pairs(lambda a, pose_a, b, pose_b: 1.0, path)
    assert (outcome.is_skipped, outcome.words) == (True, "not judged: both shapes are half-spaces")
    with pytest.raises(ValueError, match="near: both shapes are half-spaces"):
        gjkscope.hunt(planted.is_right, near=path)
    with pytest.raises(ValueError, match=r"kinds: two half-spaces have no least depth; .* halfspace,box"):
        gjkscope.hunt(planted.is_right, kinds=["halfspace"])


@pytest.mark.thorough
def test_bodies_rest_on_the_plane_of_a_half_space_in_contact_hunts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gjkscope.app.judge.hunting.minimising.MOST_TOUCHING", 0)  # simpler pairs are those of others
    for feature in Feature:
        assert features_of(HalfSpace(), feature).directions.tolist() == [[0, 1, 0]]
    assert_exact_contacts_are_right(1)
    turned = hunt(
        planted_contacts.turns_normals_by_a_degree, kinds=("halfspace", "box"), count=8, chunk=8, contacts=True
    )
    assert (Symptom.TILTED_NORMAL, ("box", "halfspace")) in {group.key for group in turned.found}


def assert_exact_contacts_are_right(chunk: int) -> None:
    kinds, count = ("halfspace", "box", "hull"), chunk * len(CONTACT_FAMILIES)
    report = hunt(planted_contacts.has_exact_contacts, kinds=kinds, count=count, chunk=chunk, contacts=True)
    assert report.tried > count / 2
    assert report.found == ()


def test_an_engine_is_not_blamed_for_the_slab_that_its_adapter_gives_it() -> None:
    report = gjkscope.hunt("fcl", kinds=("halfspace", "box"), count=CHUNK, timeout=PATIENT)
    assert not any(group.group.simplest.law and "half-space" in group.group.simplest.law for group in report.found)


def test_the_wide_half_space_is_a_box_that_keeps_its_plane() -> None:
    wide = with_wide_half_space((HalfSpace(1, rounding=0.1), Pose(), Box((1, 1, 1)), Pose(position=(100, 1, 0))))
    assert wide[0] == HalfSpace(112, rounding=0.1)
    assert block_of([wide]).size == 1
