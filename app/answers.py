"""Answers about the pairs of a scene, compared with what the scene expects, as JSON and as text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Any

import engine
from engine.bounds import aabb, size
from engine.explain import explain
from engine.options import DEFAULT, Options
from engine.result import TOUCHING, Result, Verdict

from .scene import Body, Expected, Pair, Scene


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
    """
    if result.verdict.value != expected.verdict:
        return None if result.verdict is Verdict.UNDECIDED else False
    if expected.signed_distance is None:
        return True
    tolerance = expected.tolerance or 0.0
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
    pairs = tuple(combinations(scene.bodies, 2))
    return tuple((a.name, b.name) for a, b in pairs if len(pairs) == 1 or _boxes_meet(a, b))


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


def as_json(scene: Scene, path: Path, found: Sequence[Answer]) -> str:
    """One line, in ASCII so that every pipe can carry it: the object that the command line's contract describes."""
    results = [_json_result(answer) for answer in found]
    return json.dumps({"scene": scene.name, "file": str(path), "results": results}, allow_nan=False)


def as_text(path: Path, found: Sequence[Answer]) -> str:
    """A line an answer, and a numbered line a step where the answer has them."""
    lines = []
    for answer in found:
        lines.append(f"{path.stem}  {answer.pair[0]}–{answer.pair[1]}  {_words(answer)}")
        lines += [f"  {i:>3}  {explain(step, *answer.pair)}" for i, step in enumerate(answer.steps or ())]
    return "\n".join(lines) if lines else f"{path.stem}  no pair is close enough to ask about"


def _boxes_meet(a: Body, b: Body) -> bool:
    (low_a, high_a), (low_b, high_b) = aabb(a.shape, a.pose), aabb(b.shape, b.pose)
    return all(low_a[i] <= high_b[i] and low_b[i] <= high_a[i] for i in range(3))


def _answer(scene: Scene, pair: Pair, algorithm: str | None, with_steps: bool, options: Options) -> Answer:
    a, b = scene.body(pair[0]), scene.body(pair[1])
    placed, expected = (a.shape, a.pose, b.shape, b.pose), expectation(scene, pair)
    try:
        result = engine.query(*placed, algorithm, options)
    except engine.NotApplicable as refusal:
        return Answer(pair, str(algorithm), None, str(refusal), () if with_steps else None, expected)
    names = result.algorithm.split("+")
    steps = tuple(step for name in names for step in engine.trace(*placed, name, options).steps) if with_steps else None
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
        "certificate": None,
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
