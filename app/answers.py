"""Answers about the pairs of a scene, compared with what the scene expects, as JSON and as text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import isfinite
from pathlib import Path
from typing import Any

import engine
from engine.bounds import size
from engine.broadphase import BroadTrace, broad_phase
from engine.certificate import as_plain
from engine.explain import explain
from engine.options import DEFAULT, Options
from engine.pose import Pose
from engine.result import TOUCHING, Result, Verdict
from engine.shapes import Shape

from .scene import Expected, Pair, Scene


@dataclass(frozen=True)
class Answer:
    """What one algorithm says about one pair."""

    pair: Pair
    algorithm: str
    result: Result | None  # None where the algorithm does not take the pair
    refusal: str | None  # then: why
    steps: tuple[Any, ...] | None  # where asked for: of all algorithms that had a part in it, one after the other
    expected: Expected | None

    @property
    def matches_expected(self) -> bool | None:
        """None where nothing is expected, or nothing was decided."""
        return agrees(self.result, self.expected) if self.result and self.expected else None


def agrees(result: Result, expected: Expected) -> bool | None:
    """Whether the answer is the expected one; None where nothing was decided.  `expected` as `expectation` gives it.

    Of an algorithm that knows bounds only (SAT's gap, MPR's depth along its portal), these are held to the truth.
    Exact arithmetic calls touching what is 0, to the last digit; a scene, what is within its tolerance.
    """
    tolerance = expected.tolerance or 0.0
    touching = result.algorithm == "exact" and -tolerance <= result.lower and result.upper <= tolerance
    if result.verdict.value != expected.verdict and not (touching and expected.verdict == Verdict.TOUCHING.value):
        return None if result.verdict is Verdict.UNDECIDED else False
    if expected.signed_distance is None:
        return True
    if result.signed_distance is not None and result.upper - result.lower <= tolerance:
        return abs(result.signed_distance - expected.signed_distance) <= tolerance
    return result.lower - tolerance <= expected.signed_distance <= result.upper + tolerance


def expectation(scene: Scene, pair: Pair) -> Expected | None:
    """What the scene expects of the pair, either way round; a tolerance that it does not give is that of touching."""
    expected = next((one for one in scene.expected if set(one.pair) == set(pair)), None)
    if expected is None or expected.tolerance is not None:
        return expected
    a, b = scene.body(pair[0]), scene.body(pair[1])
    return replace(expected, tolerance=TOUCHING * size(a.shape, a.pose, b.shape, b.pose))


def pairs_of(scene: Scene) -> tuple[Pair, ...]:
    """The scene's own pairs; without any, those whose bounding boxes meet, and a lone pair whether they do or not."""
    if scene.pairs is not None:
        return scene.pairs
    if len(scene.bodies) == 2:
        return ((scene.bodies[0].name, scene.bodies[1].name),)
    return _named(scene, broad_phase("sweep", placed(scene)).pairs)


def placed(scene: Scene) -> list[tuple[Shape, Pose]]:
    """The bodies as the engine's broad phases take them."""
    return [(body.shape, body.pose) for body in scene.bodies]


def broad_answers(scene: Scene, names: Sequence[str]) -> list[BroadTrace]:
    """What each of the broad phases does with all bodies of the scene."""
    return [broad_phase(name, placed(scene)) for name in names]


def answers(
    scene: Scene,
    pairs: Sequence[Pair],
    algorithms: Sequence[str | None],
    with_steps: bool = False,
    options: Options = DEFAULT,
) -> list[Answer]:
    """Each algorithm (None is the default one) on each pair.  Names of bodies and algorithms must be known ones.

    Raises `ValueError` for an option that one of the algorithms does not have.
    """
    return [_answer(scene, pair, algorithm, with_steps, options) for pair in pairs for algorithm in algorithms]


@dataclass(frozen=True)
class Report:
    """All that was asked about a scene."""

    scene: Scene
    path: Path
    answers: tuple[Answer, ...]
    broad: tuple[BroadTrace, ...] = ()
    with_steps: bool = False


def as_json(report: Report) -> str:
    """One line, in ASCII so that every pipe can carry it: the object that the command line's contract describes.

    Where broad phases were asked for, it has them under `broad_phases`.
    """
    results = [_json_result(answer) for answer in report.answers]
    fields: dict[str, Any] = {"scene": report.scene.name, "file": str(report.path), "results": results}
    if report.broad:
        fields["broad_phases"] = [_json_broad(report, run) for run in report.broad]
    return json.dumps(fields, allow_nan=False)


def as_text(report: Report) -> str:
    """A line an answer, and a numbered line a step where the answer has them."""
    stem, lines = report.path.stem, []
    for run in report.broad:
        lines.append(f"{stem}  {_broad_words(report.scene, run)}")
        lines += _numbered(run.steps if report.with_steps else ())
    for answer in report.answers:
        lines.append(f"{stem}  {answer.pair[0]}–{answer.pair[1]}  {_words(answer)}")
        lines += _numbered(answer.steps or (), *answer.pair)
    return "\n".join(lines) if lines else f"{stem}  no pair is close enough to ask about"


def _numbered(steps: Sequence[Any], *names: str) -> list[str]:
    return [f"  {i:>3}  {explain(step, *names)}" for i, step in enumerate(steps)]


def _json_broad(report: Report, run: BroadTrace) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "algorithm": run.algorithm,
        "pairs": _named(report.scene, run.pairs),
        "comparisons": run.comparisons,
        "all_pairs": run.all_pairs,
        "steps": len(run.steps),
    }
    if report.with_steps:
        fields["trace"] = [_plain(step) for step in run.steps]
    return fields


def _broad_words(scene: Scene, run: BroadTrace) -> str:
    pairs = ", ".join(f"{a}–{b}" for a, b in _named(scene, run.pairs)) or "no pair"
    return f"{run.algorithm}  {pairs}  {run.comparisons} comparisons, {run.all_pairs} without a broad phase"


def _named(scene: Scene, pairs: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    return tuple((scene.bodies[i].name, scene.bodies[j].name) for i, j in pairs)


def _answer(scene: Scene, pair: Pair, algorithm: str | None, with_steps: bool, options: Options) -> Answer:
    a, b = scene.body(pair[0]), scene.body(pair[1])
    both, expected = (a.shape, a.pose, b.shape, b.pose), expectation(scene, pair)
    try:
        result = engine.query(*both, algorithm, options)
    except engine.NotApplicable as refusal:
        return Answer(pair, str(algorithm), None, str(refusal), () if with_steps else None, expected)
    names = result.algorithm.split("+")
    steps = tuple(step for name in names for step in engine.trace(*both, name, options).steps) if with_steps else None
    return Answer(pair, result.algorithm, result, None, steps, expected)


def _json_result(answer: Answer) -> dict[str, Any]:
    result = answer.result
    fields: dict[str, Any] = {
        "pair": answer.pair,
        "algorithm": answer.algorithm,
        "verdict": result.verdict.value if result else Verdict.UNDECIDED.value,
        "signed_distance": result.signed_distance if result else None,
        "normal": result.normal if result else None,
        "witness_a": result.witness_a if result else None,
        "witness_b": result.witness_b if result else None,
        "steps": result.steps if result else 0,
        "exit": result.exit.words if result else answer.refusal,
        "certificate": as_plain(result.certificate) if result and result.certificate else None,
        "matches_expected": answer.matches_expected,
    }
    if answer.steps is not None:
        fields["trace"] = [_plain(step) for step in answer.steps]
    return fields


def _plain(value: Any) -> Any:
    """A step record as JSON can hold it: records as objects, enums by name, no number where there is none yet."""
    if isinstance(value, Enum):
        return value.name.lower()
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


def _words(answer: Answer) -> str:
    result = answer.result
    if result is None:
        return f"not answered: {answer.refusal}"
    against = {True: "as expected", False: f"NOT as expected: {_expectation(answer)}", None: ""}[
        answer.matches_expected
    ]
    parts = (
        result.verdict.value,
        _distance(result),
        f"{result.algorithm}, {result.steps} steps, {result.exit.words}",
        against,
    )
    return "  ".join(part for part in parts if part)


def _distance(result: Result) -> str:
    if result.signed_distance is None:
        return "distance unknown"
    return f"signed distance {result.signed_distance + 0.0:.12g} m"  # + 0.0: no −0


def _expectation(answer: Answer) -> str:
    expected = answer.expected
    if expected is None:
        return "nothing"
    if expected.signed_distance is None:
        return expected.verdict
    return f"{expected.verdict}, {expected.signed_distance:.12g} m"
