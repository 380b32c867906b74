"""Hunts for solvers that only say whether shapes overlap: judged by the truth and by laws, without a distance."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope import Shape, Sphere
from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, VERDICTS
from gjkscope.app.judge.hunting.laws import LAWS
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.engine.query import result_only

Answer = dict[str, Any] | None
COUNT = 120  # pairs of the first six families


@pytest.fixture(autouse=True)
def not_minimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for simpler pairs, which takes most of the time, is that of other hunts."""
    monkeypatch.setattr("gjkscope.app.judge.hunting.minimising.MOST_VARIANTS", 0)


def says_whether(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    return None if distance is None else {"verdict": "separated" if distance > 0 else "penetrating"}


def misses_small_gaps(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    distance = result_only(a, pose_a, b, pose_b).signed_distance
    return None if distance is None else {"verdict": "separated" if distance > 0.01 else "penetrating"}


def always_touches(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    return {"verdict": "touching"}


def gives_up(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    return {"verdict": "undecided"}


def turns_with_the_world(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    """Right unless the rotation of a body is nothing special."""
    if np.count_nonzero(np.abs(pose_a[:3, :3]) > 1e-9) > 3:
        return {"verdict": "separated"}
    return says_whether(a, pose_a, b, pose_b)


def swaps(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    """Right if the first body is the one on the left."""
    if pose_a[0, 3] > pose_b[0, 3]:
        return {"verdict": "penetrating"}
    return says_whether(a, pose_a, b, pose_b)


def is_wrong_for_large_bodies(a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> Answer:
    if isinstance(a, Sphere) and a.radius > 3:
        return {"verdict": "separated"}
    return says_whether(a, pose_a, b, pose_b)


def hunt_with(solver: Any, output: Path | None = None, **options: Any) -> gjkscope.HuntReport:
    options = {"kinds": ["sphere", "box"], "count": COUNT, "chunk": COUNT // 6, "seed": 3} | options
    return gjkscope.hunt(solver, output, **options)


def test_right_verdicts_are_right() -> None:
    report = hunt_with(says_whether)
    assert (report.failures, report.tried + report.skipped) == (0, COUNT)


def test_an_undecided_verdict_is_not_judged() -> None:
    assert hunt_with(gives_up).failures == 0


@pytest.mark.thorough
def test_wrong_verdicts_are_found_with_the_true_distance_as_their_error(tmp_path: Path) -> None:
    report = hunt_with(misses_small_gaps, tmp_path)
    wrong = [group for group in report.found if group.key[0] is Symptom.WRONG_VERDICT]
    assert wrong
    assert all(0 < entry.group.worst.error < 0.1 for entry in wrong)
    for path in tmp_path.glob("wrong-verdict-*.json"):
        [said] = gjkscope.load(path).reported
        assert (said.verdict, said.signed_distance) == ("penetrating", None)
        [outcome] = gjkscope.replay_pairs(misses_small_gaps, path)
        assert outcome.fault == "wrong verdict"


def test_touching_is_wrong_unless_they_touch() -> None:
    report = hunt_with(always_touches)
    assert sum(group.group.total for group in report.found if group.key[0] is Symptom.WRONG_VERDICT) > COUNT / 2


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("solver", "law"),
    [
        (swaps, "A and B swapped"),
        (turns_with_the_world, "both turned and moved together"),
        (is_wrong_for_large_bodies, "everything four times as large"),
    ],
)
def test_verdicts_that_break_a_law_are_found(solver: Any, law: str, tmp_path: Path) -> None:
    """On pairs about which the solver is right, so that only a law shows the fault."""
    report = hunt_with(solver, tmp_path, kinds=["sphere"], sizes=(1.5, 2.0))
    broken = [group for group in report.found if group.key[0] in (Symptom.ASYMMETRIC, Symptom.NOT_INVARIANT)]
    assert law in {entry.group.simplest.law for entry in broken} | {entry.group.worst.law for entry in broken}
    for entry in broken:
        assert entry.group.simplest.answer.signed_distance is None
        assert entry.group.worst.error > 0


def test_what_follows_from_a_verdict() -> None:
    places = {name: i for i, name in enumerate(VERDICTS)}
    said = np.array([*places.values(), NO_VERDICT], np.int8)
    for law in LAWS:
        follows = dict(zip([*places, None], law.verdicts(said).tolist(), strict=True))
        assert (follows["undecided"], follows[None]) == (NO_VERDICT, NO_VERDICT)
        if law.moved:
            apart = places["separated"]
            assert (follows["separated"], follows["touching"], follows["penetrating"]) == (apart, apart, NO_VERDICT)
        else:
            assert all(follows[name] == places[name] for name in ("separated", "touching", "penetrating"))
