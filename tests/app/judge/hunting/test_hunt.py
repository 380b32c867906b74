"""Hunts: planted faults are found, named, minimised, written and replayed; a right solver is never blamed."""

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from math import isfinite
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.chunks import ChunkResult, FoundFailure, HuntPlan, complexity, in_groups, run_chunk
from gjkscope.app.judge.hunting.families import FAMILIES
from gjkscope.app.judge.hunting.hunt import FoundGroup, HuntReport, rank_groups
from gjkscope.app.judge.hunting.laws import LAWS
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import format_scene, load
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Shape, Sphere
from gjkscope.engine.vectors import Vec3
from tests.app.judge.hunting import planted
from tests.engine.known_meshes import cube, ring

KINDS = ("box", "capsule", "cone", "sphere")
CHUNK = 24  # small, to be fast
PATIENT = 10.0  # seconds for an answer, so that no answer is late on a busy machine


def address(solver: Callable[..., Any]) -> str:
    """Of a planted solver: its child process is smaller than a fork of this one, and so its forks are quicker."""
    return f"{planted.__file__}:{solver.__name__}"


@pytest.fixture
def not_minimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that do not look at simpler pairs: the search for them takes most of the time."""
    monkeypatch.setattr("gjkscope.app.judge.hunting.minimising.MOST_VARIANTS", 0)


def hunt(solver: Callable[..., Any], count: int, **options: Any) -> HuntReport:
    """Of a planted solver by its address; others are local functions."""
    asked = address(solver) if solver.__module__ == planted.__name__ else solver
    return gjkscope.hunt(asked, **{"kinds": KINDS, "count": count, "chunk": CHUNK, "timeout": PATIENT} | options)


def group_of(report: HuntReport, symptom: Symptom, *kinds: str) -> FoundGroup:
    [group] = [group for group in report.found if group.key == (symptom, tuple(sorted(kinds)))]
    return group


def test_the_most_severe_failures_come_first() -> None:
    pair, answer = (Sphere(1), Pose(), Sphere(1), Pose()), SolverAnswer()
    errors = {
        Symptom.WRONG_DISTANCE: 1e-5,
        Symptom.WRONG_NORMAL: 0.01,
        Symptom.WRONG_DEPTH: 0.4,
        Symptom.WRONG_VERDICT: 0.001,
        Symptom.CRASH: 0.0,
    }
    failures = [FoundFailure(symptom, error, pair, answer, "any") for symptom, error in errors.items()]
    order = [group.key[0] for group in rank_groups(in_groups([*failures[:1] * 9, *failures]))]
    assert order == [
        Symptom.CRASH,
        Symptom.WRONG_VERDICT,
        Symptom.WRONG_DEPTH,
        Symptom.WRONG_NORMAL,
        Symptom.WRONG_DISTANCE,
    ]


@pytest.mark.thorough
def test_a_fault_of_aligned_shapes_is_found_and_minimised() -> None:
    report = hunt(planted.is_wrong_when_aligned, 12 * CHUNK, kinds=("box", "capsule"))
    assert {group.key[1] for group in report.found} == {("box", "capsule")}
    group = group_of(report, Symptom.WRONG_DISTANCE, "box", "capsule").group
    assert 0.001 < group.worst.error < 0.1
    simplest = group.simplest
    assert simplest.bodies is not None
    assert complexity(simplest.pair) < complexity(group.worst.pair)
    a, pose_a, b, pose_b = simplest.pair
    assert {type(a), type(b)} == {Box, Capsule}
    assert pose_a.position == (0.0, 0.0, 0.0)
    assert 0.3 < size(a, pose_a, b, pose_b) < 4
    assert sum(x == 0 for x in pose_b.position) >= 2


@pytest.fixture(scope="module")
def flipped(tmp_path_factory: pytest.TempPathFactory) -> tuple[HuntReport, Path]:
    """A hunt for flipped normals, and the folder that it wrote."""
    folder = tmp_path_factory.mktemp("flipped")
    return hunt(planted.flips_normals_of_cones, CHUNK, kinds=("box", "cone"), output=folder), folder


def test_flipped_normals_are_found(flipped: tuple[HuntReport, Path]) -> None:
    report, _ = flipped
    assert {group.key[0] for group in report.found} == {Symptom.WRONG_NORMAL}
    assert all("cone" in group.key[1] for group in report.found)
    assert all(Cone in map(type, group.group.simplest.pair) for group in report.found)


@pytest.mark.thorough
def test_answers_that_are_no_numbers_are_found() -> None:
    report = hunt(planted.has_no_number_for_one_centre, 12 * CHUNK, kinds=("box", "sphere"))
    assert {group.key[0] for group in report.found} == {Symptom.NOT_FINITE}
    assert all(group.group.simplest.pair[3].position == (0.0, 0.0, 0.0) for group in report.found)


@pytest.mark.thorough
@pytest.mark.usefixtures("not_minimised")
@pytest.mark.parametrize(
    ("solver", "symptom", "words"),
    [
        (planted.has_no_normal_where_shapes_touch, Symptom.WRONG_NORMAL, "its normal is zero, no direction"),
        (
            planted.has_no_number_for_touching_bodies,
            Symptom.NOT_FINITE,
            "its signed distance is not finite; its normal",
        ),
    ],
)
def test_scenes_with_zero_and_endless_numbers_are_opened_judged_and_replayed(
    solver: Any, symptom: Symptom, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hunt(solver, 10 * CHUNK, kinds=("box",), output=tmp_path)
    scenes = sorted(tmp_path.glob(f"{symptom.file_name}-*.json"))
    assert scenes
    for path in (*tmp_path.glob("*.json"), *tmp_path.glob("worst/*.json")):
        json.loads(path.read_text(), parse_constant=pytest.fail)
    for path in scenes:
        assert run_command(["query", str(path)]) in (0, 1)
        assert words in capsys.readouterr().out
    assert {outcome.fault for path in scenes for outcome in gjkscope.replay_pairs(address(solver), path)} == {symptom}


@pytest.mark.usefixtures("not_minimised")
def test_crashes_are_found_and_named_and_the_hunt_goes_on() -> None:
    report = hunt(planted.aborts_deep_inside, 2 * CHUNK, kinds=("box", "sphere"))
    assert {group.key[0] for group in report.found} == {Symptom.CRASH}
    assert report.tried == 2 * CHUNK
    simplest = report.found[0].group.simplest
    assert simplest.answer.crashed == "SIGABRT"
    assert {type(simplest.pair[0]), type(simplest.pair[2])} <= {Box, Sphere}


@pytest.mark.usefixtures("not_minimised")
def test_an_exception_is_a_crash_with_its_name() -> None:
    report = hunt(planted.raises_for_capsules, CHUNK)
    assert {group.group.simplest.answer.crashed for group in report.found} == {"ZeroDivisionError: no axis"}


@pytest.mark.usefixtures("not_minimised")
def test_an_answer_that_depends_on_the_order_is_asymmetric() -> None:
    report = hunt(planted.depends_on_the_order, 2 * CHUNK, kinds=("box", "sphere"))
    assert {group.key[0] for group in report.found} >= {Symptom.WRONG_DISTANCE, Symptom.WRONG_DEPTH, Symptom.ASYMMETRIC}
    group = next(group for group in report.found if group.key[0] is Symptom.ASYMMETRIC).group
    assert group.simplest.law == "A and B swapped"


@pytest.mark.usefixtures("not_minimised")
def test_laws_are_broken_by_answers_that_depend_on_the_place() -> None:
    def rounds(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float:
        return float(np.float16(result_only(a, pose_a, b, pose_b).signed_distance))

    report = hunt(rounds, CHUNK, tolerance=1e-9, kinds=("box",))
    assert Symptom.NOT_INVARIANT in {group.key[0] for group in report.found}


def test_a_law_allows_the_error_of_both_pairs() -> None:
    plan = HuntPlan(address(planted.is_rounded), ("box", "sphere"), tolerance=Tolerance(least=1e-3), chunk=CHUNK)
    assert run_chunk(plan, 1).groups == {}
    strict = plan._replace(tolerance=Tolerance(least=1e-4))
    assert {symptom for symptom, _ in run_chunk(strict, 1).groups} >= {Symptom.WRONG_DISTANCE, Symptom.NOT_INVARIANT}


@pytest.mark.parametrize("least", [0.0, 1e-3])
def test_points_which_have_no_size_are_judged(least: float) -> None:
    plan = HuntPlan(address(planted.is_rounded), ("point",), tolerance=Tolerance(least=least), chunk=4)
    for number in (0, [*FAMILIES].index("concentric")):
        groups = run_chunk(plan, number).groups
        assert all(isfinite(group.worst.error) for group in groups.values())
        assert bool(groups) == (not least)


def test_an_ordinary_example_is_preferred_to_a_short_one() -> None:
    long = (Sphere(0.123456), Pose(), Sphere(0.654321), Pose(position=(0.111111, 0.222222, 0.333333)))
    short = (Sphere(1.0), Pose(), Sphere(1.0), Pose())
    answer = SolverAnswer(signed_distance=0.0)
    failures = [
        FoundFailure(Symptom.WRONG_DEPTH, 0.1, long, answer, "any pose"),
        FoundFailure(Symptom.WRONG_DEPTH, 0.9, short, answer, "concentric"),
    ]
    for order in (failures, failures[::-1]):
        [group] = in_groups(order).values()
        assert (group.simplest.family, group.worst.family) == ("any pose", "concentric")


def test_a_pair_that_is_not_taken_is_skipped() -> None:
    def spheres_only(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
        both = isinstance(a, Sphere) and isinstance(b, Sphere)
        return result_only(a, pose_a, b, pose_b).signed_distance if both else None

    report = hunt(spheres_only, CHUNK)
    assert report.tried + report.skipped == CHUNK
    assert 0 < report.tried < CHUNK / 8
    assert report.found == ()


@pytest.mark.usefixtures("not_minimised")
def test_gaps_and_sizes_are_kept() -> None:
    seen: list[float] = []
    report = gjkscope.hunt(
        planted.is_wrong_when_aligned, kinds=("box", "capsule"), sizes=(1.0, 1.5), gaps=(0.1, 0.2), count=500
    )
    for group in report.found:
        distance = gjkscope.query(*group.group.worst.pair).signed_distance
        assert distance is not None
        seen.append(distance)
    assert all(0.1 - 1e-9 <= distance <= 0.2 + 1e-9 for distance in seen)


@pytest.mark.thorough
def test_a_chunk_is_a_pure_function_of_its_plan_and_number() -> None:
    plan = HuntPlan(f"{planted.__file__}:flips_normals_of_cones", ("cone",), seed=7, chunk=CHUNK)
    here = run_chunk(plan, 3)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        there = pool.submit(run_chunk, plan, 3).result()
    assert here == there
    assert here != run_chunk(plan._replace(seed=8), 3)
    assert here.groups


@pytest.mark.usefixtures("not_minimised")
def test_stopping_keeps_what_was_found() -> None:
    done: list[int] = []
    report = hunt(
        planted.flips_normals_of_cones,
        20 * CHUNK,
        on_progress=lambda progress: done.append(progress.done),
        stopped=lambda: bool(done),
    )
    assert report.interrupted
    assert 0 < report.tried < 20 * CHUNK
    assert report.found


def test_what_is_found_is_written_and_can_be_replayed(flipped: tuple[HuntReport, Path]) -> None:
    _, folder = flipped
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["tried"] == CHUNK
    for entry in summary["failures"]:
        assert entry["symptom"] == "wrong normal"
        scene = load(folder / entry["scene"])
        assert scene.reported[0].by == "planted.py:flips_normals_of_cones"
        assert all(
            expectation.verdict == gjkscope.query(*planted_pair(scene)).verdict for expectation in scene.expected
        )
        assert (folder / entry["worst_scene"]).is_file()
    outcomes = gjkscope.replay_pairs(address(planted.flips_normals_of_cones), folder)
    assert len(outcomes) == len(summary["failures"])
    assert any(load(path).expected for path in folder.glob("wrong*.json"))
    assert {outcome.fault for outcome in outcomes} == {"wrong normal"}
    assert {outcome.fault for outcome in gjkscope.replay_pairs(address(planted.is_right), folder)} == {None}


def test_a_replay_asks_once_about_a_pair_and_once_for_each_law(tmp_path: Path) -> None:
    asked = tmp_path / "asked.txt"

    def counts(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> dict[str, Any]:
        with asked.open("a") as file:  # it runs in a child process
            file.write("one\n")
        return planted.is_right(a, pose_a, b, pose_b)

    scene = resource("assets", "scenes", "museum", "fcl-508.json")
    assert [outcome.words for outcome in gjkscope.replay_pairs(counts, scene)] == ["right"]
    assert asked.read_text().count("one") == 1 + sum(not law.is_about_half_spaces for law in LAWS)


def planted_pair(scene: gjkscope.Scene) -> tuple[Any, ...]:
    a, b = scene.bodies
    return a.shape, a.pose, b.shape, b.pose


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"kinds": ("bx",)}, "unknown kind 'bx'"),
        ({"kinds": ()}, "at least one"),
        ({"sizes": (2.0, 1.0)}, "sizes: must be"),
        ({"gaps": (1.0, 0.0)}, "gaps: must be"),
        ({"tolerance": 0.0}, "tolerance: must be > 0"),
        ({"timeout": -1.0}, "timeout: must be > 0"),
    ],
)
def test_unusable_arguments_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gjkscope.hunt(planted.is_right, **options)


def test_a_solver_that_cannot_be_called_and_a_missing_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="solver: must be a function or the address of a solver, got 1"):
        gjkscope.hunt(1, count=1)
    with pytest.raises(gjkscope.SceneError, match="missing: no such file or folder"):
        gjkscope.replay_pairs(planted.is_right, tmp_path / "missing")


# --- near a scene ---


def save(path: Path, a: Shape, b: Shape, position: Vec3) -> Path:
    path.write_text(format_scene(Scene("near", (Body("A", a), Body("B", b, PositionOrientation(position))))))
    return path


@pytest.mark.usefixtures("not_minimised")
def test_a_fault_of_the_given_pair_alone_is_found(tmp_path: Path) -> None:
    path = save(tmp_path / "near.json", Box((1, 2, 3)), Box((1, 1, 1)), (2.5, 0.1, 0.7))

    def solver(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
        distance = planted.is_right(a, pose_a, b, pose_b)["signed_distance"]
        is_given = (a, b) == (Box((1, 2, 3)), Box((1, 1, 1))) and tuple(pose_b[:3, 3]) == (2.5, 0.1, 0.7)
        return distance + 0.1 if is_given else distance

    for chunk in (1, 20):
        groups = hunt(solver, chunk, chunk=chunk, near=path).found
        assert [entry.group.total for entry in groups if entry.key[0] is Symptom.WRONG_DISTANCE] == [1]


@pytest.mark.usefixtures("not_minimised")
def test_a_fault_that_needs_equal_coordinates_is_found_near_a_pair_that_has_them(tmp_path: Path) -> None:
    path = save(tmp_path / "near.json", Box((1, 1, 1)), Sphere(0.5), (1.75, 0.0, 0.0))

    def solver(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> float | None:
        distance = planted.is_right(a, pose_a, b, pose_b)["signed_distance"]
        is_aligned = pose_b[1, 3] == pose_a[1, 3] and pose_b[2, 3] == pose_a[2, 3] and pose_b[0, 3] != 1.75
        return distance - 1 if is_aligned else distance

    report = hunt(solver, CHUNK, near=path)
    assert report.failures > report.tried / 10


def test_a_concave_mesh_is_not_hunted_near(tmp_path: Path) -> None:
    path = save(tmp_path / "near.json", ring(), Sphere(0.5), (0, 0, 0))
    with pytest.raises(ValueError, match="near: A of near is a mesh that is not convex"):
        hunt(planted.is_right, CHUNK, near=path)
    path = save(tmp_path / "cube.json", cube(), Sphere(0.5), (2, 0, 0))
    assert hunt(planted.is_right, CHUNK, near=path).failures == 0


# --- the command ---


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("nothing", "-o", "x"), "must be an engine"),
        (("missing.py:f", "-o", "x"), "missing.py: no such file"),
        ((f"{planted.__file__}", "-o", "x"), "add the name of the function"),
        ((f"{planted.__file__}:nothing", "-o", "x"), "has no function 'nothing'"),
        ((f"{planted.__file__}:is_right",), "-o DIR: required"),
        ((f"{planted.__file__}:is_right", "-o", "x", "--size", "2"), "must be LO:HI"),
        ((f"{planted.__file__}:is_right", "-o", "x", "--near", "nothing.json"), "nothing.json"),
    ],
)
def test_unusable_input_is_one_line(words: tuple[str, ...], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["hunt", *words]) == 2
    said = capsys.readouterr().err
    assert error in said
    assert said.count("\n") == 1


def test_chunk_results_are_small() -> None:
    import pickle

    plan = HuntPlan(f"{planted.__file__}:raises_for_capsules", KINDS, chunk=256)
    result: ChunkResult = run_chunk(plan, 0)
    assert sum(group.total for group in result.groups.values()) > 100
    assert len(pickle.dumps(result)) < 50_000
