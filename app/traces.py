"""What the engine says about the selected pair, or all bodies: a pure function of the state.

It is cached on shapes, poses, algorithm and options; what is not about the pair alone stands in `runs`.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from engine import sat
from engine.options import DEFAULT, Options
from engine.pose import Pose
from engine.query import certified, completed, traced
from engine.result import NotApplicable, Result, Trace
from engine.shapes import Shape

from .choices import AnyRun, Group, Run, asks, known_options
from .identity import Identity
from .later import Question
from .runs import CALLED_OFF, LATER, OVER_VERTICES, WORKING, has_few_vertices, question_of, run_of, takes_long
from .state import State

PlacedPair = tuple[Shape, Pose, Shape, Pose]
# A drag makes a new entry for each pointer position; only those of the last few are ever asked for again.
CACHED = 64
# Of runs that are waited for; more than `ShowRun` notes, so that what is ready is still there.
CACHED_LONG = 4

MANY_AXES = "these shapes have too many axes to test them at every turn: choose SAT to see them"


@dataclass(frozen=True)
class Inspection:
    """Everything the engine says about one pair; nothing is looked for before it is asked for."""

    pair: PlacedPair
    algorithm: str
    trace: AnyRun | None  # the chosen algorithm's; None where it does not take this pair
    refusal: str | None  # then: why

    @cached_property
    def answer(self) -> Result:
        """The default algorithm's in double precision, without a certificate: what the views show."""
        return _default_run(self.pair).result

    @cached_property
    def certified(self) -> Result:
        """The same with its certificate, where one is found: what the headline shows."""
        return default_answer(self.pair)

    @property
    def axes(self) -> Trace | None:
        """SAT's, where it applies, and is chosen or quick."""
        return self._axes[0]

    @property
    def axes_refusal(self) -> str | None:
        """Why there are none."""
        return self._axes[1]

    @cached_property
    def _axes(self) -> tuple[Trace | None, str | None]:
        if self.algorithm == "sat":
            return self.trace, self.refusal  # type: ignore[return-value]  # a run of SAT is a trace
        if not is_quick(self.pair):
            return None, sat.refusal(self.pair[0], self.pair[2]) or MANY_AXES
        return trace_of(self.pair, "sat", DEFAULT)


def inspect(state: State) -> Inspection:
    """The engine's word on the selected pair under the selected algorithm."""
    return _of_state(Identity(state))


@lru_cache(maxsize=8)
def _of_state(known: Identity) -> Inspection:
    """A frame asks some forty times about the same state: what it holds is looked at once."""
    state: State = known.value
    why_not = _why_not(state)
    if why_not is not None:
        return _inspect_beside(pair_of(state), state.algorithm, Identity(None), why_not)
    if asks(state.algorithm) is Group.PAIR:
        return _inspect(pair_of(state), state.algorithm, known_options(state.algorithm, state.options))
    run, refusal = run_of(state.algorithm, state.scene, state.bodies)
    return _inspect_beside(pair_of(state), state.algorithm, Identity(run), refusal)


def is_awaited(state: State) -> bool:
    """Whether the run takes too long for a frame of the window, or for now, and is not ready."""
    return _why_not(state) is not None


def awaited_run(state: State) -> Question | None:
    """The run that is to be looked for, once nothing moves."""
    return _question(state) if _why_not(state) == WORKING else None


def _why_not(state: State) -> str | None:
    """Why the run is not shown now, though there is one."""
    if not takes_long(state.algorithm, state.scene, state.bodies) or _question(state) in state.ready:
        return None
    if _moves(state):
        return LATER
    if not state.live:
        return None
    return CALLED_OFF if _question(state) in state.called_off else WORKING


def _question(state: State) -> Question:
    if asks(state.algorithm) is Group.PAIR:
        return trace_of, pair_of(state), state.algorithm, known_options(state.algorithm, state.options)
    return question_of(state.algorithm, state.scene, state.bodies)


def _moves(state: State) -> bool:
    plays = state.simulation is not None and state.simulation.playing
    return plays or state.drag is not None or state.history.gesture is not None


def names_in_steps(state: State) -> tuple[str, ...]:
    """The bodies that the steps speak of: the two of the pair, or all."""
    trace = inspect(state).trace
    return trace.names if isinstance(trace, Run) else state.pair


def pair_of(state: State) -> PlacedPair:
    """The shapes of the selected pair and where they are."""
    a, b = state.bodies
    return a.shape, a.pose, b.shape, b.pose


def current_step(state: State) -> int:
    """The number of the step that is shown: the chosen one, or the last where the trace ends before it."""
    return min(state.step, last_step(state))


def last_step(state: State) -> int:
    trace = inspect(state).trace
    return len(trace.steps) - 1 if trace else 0


def step_record(state: State) -> Any:
    """The record of the step that is shown; None where there is no trace."""
    trace = inspect(state).trace
    return trace.steps[current_step(state)] if trace else None


@lru_cache(maxsize=CACHED)
def _inspect(pair: PlacedPair, algorithm: str, options: Options) -> Inspection:
    return Inspection(pair, algorithm, *trace_of(pair, algorithm, options))


@lru_cache(maxsize=CACHED)
def _inspect_beside(pair: PlacedPair, algorithm: str, run: Identity, refusal: str | None) -> Inspection:
    """What is known of the pair, beside a run that is not about its verdict."""
    return Inspection(pair, algorithm, run.value, refusal)


def is_quick(pair: PlacedPair) -> bool:
    """Whether an algorithm that looks at every vertex, edge and face is done while nobody notices."""
    return has_few_vertices(pair[0], pair[2])


@lru_cache(maxsize=CACHED)
def default_answer(pair: PlacedPair) -> Result:
    """The default algorithm's, with its certificate."""
    return certified(_default_run(pair), *pair)


@lru_cache(maxsize=CACHED)
def _default_run(pair: PlacedPair) -> Trace:
    """GJK is run once, whether it is also shown or not."""
    found, _ = trace_of(pair, "gjk", DEFAULT)
    assert found is not None, "GJK takes every pair"
    return completed(found, *pair)


def trace_of(pair: PlacedPair, algorithm: str, options: Options) -> tuple[Trace | None, str | None]:
    """The run of an algorithm on a pair; or None, and why it does not take the pair."""
    is_long = algorithm in OVER_VERTICES and not is_quick(pair)
    return (_long_trace if is_long else _quick_trace)(pair, algorithm, options)


def _trace(pair: PlacedPair, algorithm: str, options: Options) -> tuple[Trace | None, str | None]:
    try:
        return traced(*pair, algorithm, options), None
    except NotApplicable as refusal:
        return None, str(refusal)


_quick_trace = lru_cache(maxsize=CACHED)(_trace)
_long_trace = lru_cache(maxsize=CACHED_LONG)(_trace)
