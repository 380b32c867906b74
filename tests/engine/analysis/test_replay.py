"""A replayed step equals the recorded one, and its line-by-line account matches what happened."""

import sys
from types import FrameType
from typing import Any

import pytest

from gjkscope import engine
from gjkscope.engine import Box, Ellipsoid, NotApplicable, Options, Pose, Sphere
from gjkscope.engine.analysis.replay import MOST_LINES, RETURN, Replay, locals_at, replay, replay_call
from gjkscope.engine.gjk.simplex import closest_on_triangle
from gjkscope.engine.vectors import IDENTITY
from tests.engine.museum import exhibit, exhibits
from tests.thorough import cases

PAIR = (Box((1.0, 1.0, 1.0)), Pose(IDENTITY, (0.0, 0.0, 0.0)), Box((1.0, 1.0, 1.0)), Pose(IDENTITY, (1.5, 0.3, 0.2)))
ROUND = (
    Ellipsoid((1.0, 0.7, 0.5)),
    Pose(IDENTITY, (0.0, 0.0, 0.0)),
    Ellipsoid((0.6, 0.9, 0.4)),
    Pose(IDENTITY, (0.3, 0.2, 0.1)),
)
BALLS = [(Sphere(0.5), PAIR[1], Box((0.3, 0.4, 0.5)), Pose(PAIR[3].rotation, (x, 0.1, 0.2))) for x in (0.1, 0.6, 2.0)]
OPTIONS = [
    *((name, Options()) for name in engine.ALGORITHMS),
    *((name, Options(float32=True)) for name in ("gjk", "epa", "sat")),
    ("brute", Options(crossings=True)),
    ("tetrahedron", Options(direction=(0.3, -0.2, 0.1))),
]


PARTS = cases(14, 7)  # of the museum: each algorithm replays one part, because all of it would take minutes


@pytest.mark.parametrize(("algorithm", "options"), OPTIONS, ids=[f"{name}-{o.chosen()}" for name, o in OPTIONS])
def test_each_replayed_step_equals_the_recorded_one(algorithm: str, options: Options) -> None:
    taken, part = 0, OPTIONS.index((algorithm, options)) % PARTS
    museum = (exhibit(name, "A B")[:4] for name in list(exhibits())[part::PARTS])
    for pair in (PAIR, ROUND, *museum, *BALLS):
        try:
            run = engine.trace(*pair, algorithm, options)
        except NotApplicable:
            continue
        taken += 1
        for index in {0, 1, len(run.steps) // 2, len(run.steps) - 1} & set(range(len(run.steps))):
            again = replay(*pair, run, index, options)
            assert repr(again.result) == repr(run.steps[index])  # to the bit, including the sign of zero
            assert again.is_complete
    assert taken > 2


def gjk_step(index: int = 2) -> tuple[Any, Replay]:
    run = engine.trace(*PAIR, "gjk")
    return run.steps[index], replay(*PAIR, run, index)


def test_the_first_call_is_the_step_and_every_other_one_comes_from_a_line_of_its_caller() -> None:
    _, replayed = gjk_step()
    first, *others = replayed.calls
    assert (first.function, first.module, first.caller, first.depth) == ("step", "gjkscope.engine.gjk.steps", -1, 0)
    for call in others:
        assert replayed.calls[replayed.lines[call.caller].call].depth == call.depth - 1
    names = [call.function for call in others]
    assert [call.function for call in others if call.depth == 1][:2] == ["next_direction", "difference_support"]
    assert names.count("support") == 2


def test_formulas_and_other_algorithms_steps_are_not_entered() -> None:
    run = engine.trace(*ROUND, "epa")
    entered = set()
    for index in range(len(run.steps)):
        for call in replay(*ROUND, run, index).calls[1:]:
            entered.add((call.module, call.function))
    modules = {module for module, _ in entered}
    assert {f"gjkscope.engine.{name}" for name in ("epa.steps", "gjk.steps", "shapes.support")} <= modules
    assert "gjkscope.engine.vectors" not in modules
    assert not {"start", "step", "run"} & {function for _, function in entered}


def test_a_line_shows_what_it_set_and_the_return_value() -> None:
    step, replayed = gjk_step()
    set_there = {name: value for line in replayed.lines if line.call == 0 for name, value in line.changed}
    assert set_there["direction"] == step.direction
    assert set_there["vertex"] == step.support
    assert set_there[RETURN] == step


def test_the_lines_end_at_the_winning_region() -> None:
    replayed = replay_call(closest_on_triangle, (-1.0, -1.0, 1.0), (1.0, -1.0, 1.0), (0.0, 1.0, 1.0))
    last = [line for line in replayed.lines if line.call == 0][-1]
    assert dict(last.changed)[RETURN] == replayed.result
    variables = locals_at(replayed, replayed.lines.index(last))
    assert list(variables)[:3] == ["a", "b", "c"]
    assert variables["ab"] == (2.0, 2.0)
    assert variables["tests"] == replayed.result.tests


def _count(limit: int) -> list[int]:
    """A function to be traced."""
    numbers: list[int] = []
    for number in range(
        limit,
    ):
        if number % 2:
            numbers.append(
                number,
            )
        else:
            numbers[:0] = [number]
    return numbers


START = _count.__code__.co_firstlineno


def test_locals_at_each_line_of_a_small_function() -> None:
    replayed = replay_call(_count, 3)
    lines = [(line.number - START, line.last - START, dict(line.changed)) for line in replayed.lines]
    assert lines == [
        (2, 2, {"numbers": []}),
        (3, 5, {"number": 0}),
        (6, 6, {}),
        (11, 11, {"numbers": [0]}),
        (3, 5, {"number": 1}),
        (6, 6, {}),
        (7, 9, {"numbers": [0, 1]}),
        (3, 5, {"number": 2}),
        (6, 6, {}),
        (11, 11, {"numbers": [2, 0, 1]}),
        (3, 5, {}),
        (12, 12, {RETURN: [2, 0, 1]}),
    ]
    assert locals_at(replayed, 6) == {"limit": 3, "numbers": [0, 1], "number": 1}
    assert replayed.result == [2, 0, 1]


def _endless(count: int) -> int:
    for _ in range(count):
        pass
    return count


def test_only_the_first_of_very_many_lines_are_kept() -> None:
    replayed = replay_call(_endless, MOST_LINES)
    assert not replayed.is_complete
    assert len(replayed.lines) == MOST_LINES
    assert replayed.result == MOST_LINES


def _faulty() -> float:
    return 1 / len(())


def _watch(frame: FrameType, event: str, argument: object) -> None:
    """A foreign trace function, such as a debugger's or a coverage tool's."""


@pytest.mark.parametrize("before", [None, _watch])
def test_an_existing_trace_function_is_restored(before: Any) -> None:
    own = sys.gettrace()
    sys.settrace(before)
    try:
        replay_call(_count, 3)
        assert sys.gettrace() is before
        with pytest.raises(ZeroDivisionError):
            replay_call(_faulty)
        assert sys.gettrace() is before
    finally:
        sys.settrace(own)


def test_a_rejected_shape_leaves_no_trace_function_installed() -> None:
    run = engine.trace(*PAIR, "sat")
    before = sys.gettrace()
    with pytest.raises(ValueError, match="must be a polytope, got Ellipsoid"):
        replay(*ROUND, run, 1)
    assert sys.gettrace() is before


def _swap(first: int, second: int) -> int:
    third, second, first = first, 7, second
    return third


def test_assignments_are_listed_in_source_order() -> None:
    replayed = replay_call(_swap, 1, 2)
    assert replayed.lines[0].changed == (("third", 1), ("second", 7), ("first", 2))
