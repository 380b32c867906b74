"""Contact hunts: planted faults of contact points are found, named, minimised, written and replayed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gjkscope
from gjkscope.app.ask.solvers.pair_block import block_of
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.chunks import complexity
from gjkscope.app.judge.hunting.contact_families import CONTACT_FAMILIES, SUNK
from gjkscope.app.judge.hunting.families import least_radii
from gjkscope.app.judge.hunting.hunt import HuntReport
from gjkscope.app.judge.hunting.minimising import MOST_TOUCHING, rests
from gjkscope.app.judge.hunting.random_parts import CONTACT_KINDS
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.scene_file import load
from gjkscope.engine import Box, Pose
from tests.app.judge.hunting import planted, planted_contacts

CHUNK = 2  # small, to be fast
ALL_FAMILIES = CHUNK * len(CONTACT_FAMILIES)


def address(solver: Callable[..., Any]) -> str:
    return f"{solver.__code__.co_filename}:{solver.__name__}"


def hunt(solver: Callable[..., Any], count: int = ALL_FAMILIES, **options: Any) -> HuntReport:
    options = {"kinds": ("box",), "count": count, "chunk": CHUNK, "timeout": 10.0, "contacts": True} | options
    return gjkscope.hunt(address(solver), **options)


@pytest.fixture(autouse=True)
def not_minimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for simpler pairs takes most of the time; the hunt of `phantoms`, made before, has it."""
    monkeypatch.setattr("gjkscope.app.judge.hunting.minimising.MOST_TOUCHING", 0)


def symptoms(report: HuntReport) -> set[Symptom]:
    return {group.key[0] for group in report.found}


def test_a_right_solver_is_never_blamed() -> None:
    assert_right_is_never_blamed(ALL_FAMILIES)


def assert_right_is_never_blamed(count: int) -> None:
    report = hunt(planted_contacts.has_exact_contacts, count, kinds=CONTACT_KINDS)
    assert [(group.key, group.group.simplest.pair) for group in report.found] == []
    assert report.tried == count


@pytest.mark.parametrize(
    ("solver", "symptom"),
    [
        (planted_contacts.flips_normals_of_tilted_stacks, Symptom.FLIPPED_NORMAL),
        (planted_contacts.turns_normals_by_a_degree, Symptom.TILTED_NORMAL),
        (planted_contacts.doubles_depths, Symptom.POINT_DEPTH),
        (planted_contacts.keeps_two_points, Symptom.LOST_AREA),
        (planted_contacts.misses_shallow_contacts, Symptom.NO_CONTACT),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_planted_fault_is_found_and_named(solver: Callable[..., Any], symptom: Symptom) -> None:
    assert_found(hunt(solver), symptom)


def assert_found(report: HuntReport, symptom: Symptom) -> None:
    assert symptoms(report) == {symptom}
    assert 0 < report.failures < report.tried
    for group in report.found:
        assert group.group.worst.error > 0
        assert group.group.simplest.family in CONTACT_FAMILIES


@pytest.fixture(scope="module")
def phantoms(tmp_path_factory: pytest.TempPathFactory) -> tuple[HuntReport, Path]:
    """A hunt for points off the surface, and the folder that it wrote."""
    folder = tmp_path_factory.mktemp("phantoms")
    return hunt(planted_contacts.moves_a_point_of_stacks, 2 * ALL_FAMILIES, chunk=2 * CHUNK, output=folder), folder


@pytest.mark.thorough
def test_a_phantom_is_found_and_named(phantoms: tuple[HuntReport, Path]) -> None:
    assert_found(phantoms[0], Symptom.PHANTOM)


@pytest.mark.thorough
def test_a_phantom_is_minimised_to_boxes_in_line_that_still_rest_on_each_other(
    phantoms: tuple[HuntReport, Path],
) -> None:
    [group] = (entry.group for entry in phantoms[0].found)
    simplest = group.simplest
    assert simplest.bodies is not None
    assert complexity(simplest.pair) < 0.7 * complexity(group.worst.pair)
    a, pose_a, _, pose_b = simplest.pair
    assert pose_a == Pose()
    assert rests(simplest.pair)
    assert sum(x == 0 for x in pose_b.position) == 2
    away = [
        gjkscope.query(a, pose_a, gjkscope.Point(), Pose(position=point.position)) for point in simplest.answer.points
    ]
    assert sum(point.lower > 0.1 for point in away) == 1


def test_only_bodies_that_overlap_slightly_rest_on_each_other() -> None:
    def stack(depth: float) -> tuple[Box, Pose, Box, Pose]:
        return Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 2 - depth, 0))

    [most] = SUNK[1] * least_radii(block_of([stack(0.0)]))
    assert rests(stack(-1.0))
    assert rests(stack(most))
    assert not rests(stack(1.2 * most))


def test_the_search_for_a_simpler_pair_is_limited() -> None:
    assert MOST_TOUCHING > 100
    report = hunt(planted_contacts.doubles_depths, CHUNK)
    assert all(group.group.simplest.bodies is None for group in report.found)
    assert report.found


def test_a_crash_is_found_in_a_contact_hunt() -> None:
    report = hunt(planted_contacts.aborts_with_many_contacts)
    assert symptoms(report) == {Symptom.CRASH}
    assert report.tried == ALL_FAMILIES
    assert report.found[0].group.simplest.answer.crashed == "SIGABRT"


def test_a_solver_without_contact_points_misses_them_all() -> None:
    report = hunt(planted.is_right, CHUNK)
    assert symptoms(report) == {Symptom.NO_CONTACT}
    assert report.failures == CHUNK


def test_an_engine_without_contact_points_is_refused() -> None:
    with pytest.raises(ValueError, match="contacts: python-fcl reports no contact points; the engines that do are"):
        gjkscope.hunt("fcl", contacts=True)


@pytest.mark.thorough
def test_what_rapier_reports_is_judged() -> None:
    """Its manifolds are right for most stacks of boxes, so few of its answers may be blamed, and none for crashing."""
    report = gjkscope.hunt("rapier", kinds=("box",), count=30, chunk=3, contacts=True, timeout=10.0)
    assert report.tried == 30
    assert report.failures < 10
    assert Symptom.NO_CONTACT not in symptoms(report)


def test_what_is_found_is_written_and_can_be_replayed(phantoms: tuple[HuntReport, Path]) -> None:
    report, folder = phantoms
    [entry] = json.loads((folder / "summary.json").read_text())["failures"]
    assert entry["symptom"] == "phantom point"
    assert entry["count"] == report.failures
    scene = load(folder / entry["scene"])
    assert len(scene.reported[0].points) >= 4
    assert scene.source == f"gjkscope hunt --contacts, family {entry['families'][0]!r}"
    for solver, fault in (
        (planted_contacts.moves_a_point_of_stacks, "phantom point"),
        (planted_contacts.has_exact_contacts, None),
    ):
        [outcome] = gjkscope.replay_pairs(address(solver), folder, contacts=True)
        assert outcome.fault == fault
    [judged] = gjkscope.replay_pairs(address(planted_contacts.moves_a_point_of_stacks), folder)
    assert judged.fault != "phantom point"  # a distance hunt judges points as witnesses
    assert "gjkscope.replay_pairs(SOLVER, scene, contacts=True)" in (folder / "test_found_pairs.py").read_text()


def test_a_lost_area_is_relative_to_the_exact_one(tmp_path: Path) -> None:
    hunt(planted_contacts.keeps_two_points, CHUNK, output=tmp_path)
    [outcome] = gjkscope.replay_pairs(address(planted_contacts.keeps_two_points), tmp_path, contacts=True)
    assert outcome.words == "lost support area, by 1 of the exact support area"
    [path] = tmp_path.glob("lost*.json")
    assert "The error is 100 % of the exact support area." in load(path).about


# --- the command ---


def test_the_command_hunts_contacts_and_replays_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gjkscope.app.judge.hunting.api.CONTACT_CHUNK", CHUNK)
    wrong, right = address(planted_contacts.doubles_depths), address(planted_contacts.has_exact_contacts)
    words = ("--contacts", "--kinds", "box", "--count", "10", "--jobs", "1", "-o", str(tmp_path))
    assert run_command(["hunt", wrong, *words]) == 1
    assert "wrong point depth  box, box" in capsys.readouterr().out
    assert run_command(["hunt", right, "--contacts", "--replay", str(tmp_path)]) == 0
    assert "all 1 right" in capsys.readouterr().out


def test_the_command_refuses_an_engine_without_contact_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["hunt", "fcl", "--contacts", "-o", "x"]) == 2
    said = capsys.readouterr().err
    assert "contacts: python-fcl reports no contact points" in said
    assert said.count("\n") == 1
