"""The values that the conditions of a lesson's tasks can use, as names of the expression language.

The language is that of breakpoints.  `prev` is the situation at the start of the page, `current` the record of the
shown step: `step == last`, `distance > 0.5`, `b != prev.b`, `algorithm == EPA`, `current.region == EDGE_AB`.
"""

from enum import Enum
from typing import Any, NamedTuple

from gjkscope.app.breakpoints import check_names, evaluate, parse
from gjkscope.app.expressions.evaluator import ExpressionError
from gjkscope.app.inspection.traces import current_step, inspect, last_step, step_record
from gjkscope.app.model import Layout, State
from gjkscope.app.runs.choices import CHOICES
from gjkscope.engine.result import Verdict
from gjkscope.engine.vectors import Vec3

Algorithm = Enum("Algorithm", {name.upper().replace("-", "_"): name for name in CHOICES})  # type: ignore[misc]


class Situation(NamedTuple):
    verdict: Verdict  # on the pair, by the default algorithm
    distance: float | None  # signed, metres
    found: Verdict | None  # by the chosen algorithm, if it gives one
    algorithm: Algorithm
    beside: Algorithm | None  # the algorithm compared with it
    float32: bool
    step: int
    last: int
    line: int | None  # index among the lines that the step ran
    current: Any  # the record of the shown step
    a: Vec3  # position of A
    b: Vec3
    bodies: int  # number of bodies
    scene: str  # its name
    axis: int | None  # the row of the SAT table under the pointer
    layout: Layout


def situation(state: State) -> Situation:
    """The situation of a state."""
    inspection = inspect(state)
    result = inspection.trace.result if inspection.trace is not None else None
    a, b = state.document.pair_bodies
    return Situation(
        inspection.answer.verdict,
        inspection.answer.signed_distance,
        result.verdict if result is not None else None,
        Algorithm(state.run.algorithm),
        Algorithm(state.run.comparison.algorithm) if state.run.comparison is not None else None,
        state.run.options.float32,
        current_step(state),
        last_step(state),
        state.run.line,
        step_record(state),
        a.pose.position,
        b.pose.position,
        len(state.document.scene.bodies),
        state.document.scene.name,
        state.pointer.hovered_axis,
        state.display.layout,
    )


def is_fulfilled(condition: str, state: State, start: Situation) -> bool:
    """Whether the condition holds in a state; `start` is the situation at the start of the page.

    Also False if the state lacks a value that it uses, such as a field of another algorithm's steps.
    """
    try:
        return fulfils(condition, situation(state), start)
    except ExpressionError:
        return False


def fulfils(condition: str, now: Situation, start: Situation) -> bool:
    """Whether the condition holds.  Raises `ExpressionError` if it cannot be evaluated."""
    expression = parse(condition)
    check_names(expression, now, ())
    return evaluate(expression, now, start, ())
