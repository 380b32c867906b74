"""Evaluates breakpoints on the shown run: the steps at which playback stops and that the timeline marks."""

from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.ask.breakpoints import CONDITIONS, Breakpoint, Expression, Truth, check_names, evaluate, parse
from gjkscope.app.ask.expressions.evaluator import ExpressionError
from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.ask.runs.pair_traces import is_quick, trace_of
from gjkscope.app.base.identity import Identity
from gjkscope.app.state.inspection.traces import default_answer, inspect, pair_of
from gjkscope.app.state.model import State
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import PlacedPair

PAIRS_ONLY = "breakpoints apply only to algorithms on the pair"
LATER = "evaluated when the shapes stop moving"


class Hits(NamedTuple):
    """The steps at which a breakpoint hits, in order; if it cannot be evaluated, the reason."""

    steps: tuple[int, ...] = ()
    why: str = ""
    column: int | None = None  # of the error in the expression


def hits(state: State, wanted: Breakpoint) -> Hits:
    """The steps at which a breakpoint hits, even if it is disabled."""
    trace = inspect(state).trace
    if trace is None:
        return Hits(why="this algorithm does not apply to the pair")
    if isinstance(trace, Run):
        return Hits(why=PAIRS_ONLY)
    if state.gesture.drags or state.gesture.label is not None:
        return Hits(why=LATER)
    if not _needs_truth(wanted.expression):
        return _hits(Identity(trace), wanted.expression, Truth())
    return _hits(Identity(trace), wanted.expression, truth_about(pair_of(state)))


def hit_steps(state: State) -> frozenset[int]:
    """The steps at which any enabled breakpoint hits."""
    return frozenset(step for point in state.tools.breakpoints if point.enabled for step in hits(state, point).steps)


def next_hit(state: State, after: int, until: int) -> int | None:
    """The first hit after a step, up to and including `until`; None if there is none."""
    return min((step for step in hit_steps(state) if after < step <= until), default=None)


def previous_hit(state: State, step: int) -> int | None:
    return max((stop for stop in hit_steps(state) if stop < step), default=None)


@lru_cache(maxsize=4)
def truth_about(pair: PlacedPair) -> Truth:
    """The exact algorithm's bounds on the signed distance; if it does not apply, the certified bounds."""
    exact = trace_of(pair, "exact", DEFAULT)[0] if is_quick(pair) else None
    proof = exact.result if exact else default_answer(pair).certificate
    return Truth(proof.lower, proof.upper, TOUCHING * size(*pair)) if proof else Truth()


def _needs_truth(expression: str) -> bool:
    return any(CONDITIONS[name].needs_truth for name in _parse(expression).names & CONDITIONS.keys())


@lru_cache(maxsize=256)
def _hits(trace: Identity, text: str, truth: Truth) -> Hits:
    steps, expression = trace.value.steps, _parse(text)
    hit_numbers: list[int] = []
    try:
        check_names(expression, steps[0], CONDITIONS)
        conditions = {name: _condition(trace, name, truth) for name in expression.names & CONDITIONS.keys()}
        for i, step in enumerate(steps):
            held = {name for name, where in conditions.items() if i in where}
            if evaluate(expression, step, steps[i - 1] if i else None, held):
                hit_numbers.append(i)
    except ExpressionError as fault:
        return Hits(tuple(hit_numbers), str(fault), fault.column)
    return Hits(tuple(hit_numbers))


def _condition(trace: Identity, name: str, truth: Truth) -> frozenset[int]:
    """The steps at which a built-in condition holds.  Raises `ExpressionError` if it does not apply."""
    condition = CONDITIONS[name]
    if not condition.applies_to(trace.value):
        raise ExpressionError(f"{name} does not apply to this algorithm")
    return frozenset(condition.find(trace.value, truth))


@lru_cache(maxsize=64)
def _parse(text: str) -> Expression:
    return parse(text)
