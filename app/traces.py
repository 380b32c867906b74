"""What the engine says about the selected pair, or all bodies: a pure function of the state.

It is cached on shapes, poses, algorithm and options; what is not about the pair alone stands in `runs`.
"""

from functools import cached_property, lru_cache
from typing import Any

import engine
from engine.dataclass import dataclass
from engine.options import DEFAULT, Options
from engine.pose import Pose
from engine.query import certified, completed
from engine.result import Result, Trace
from engine.shapes import Hull, Mesh, Shape

from .choices import AnyRun, Group, Run, asks, known_options
from .identity import Identity
from .runs import LATER, WORKING, broad_run, run_of, takes_long
from .state import State

PlacedPair = tuple[Shape, Pose, Shape, Pose]
# A drag makes a new entry for each pointer position; only those of the last few are ever asked for again.
CACHED = 64

# Shapes with so many vertices together have some 200 axes, which take 6 ms: with more a drag would stutter.
LIVE_VERTICES = 64

MANY_AXES = "These shapes have too many axes to test them at every turn: choose SAT to see them"


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
        return trace_of(self.pair, "sat", DEFAULT) if is_quick(self.pair) else (None, MANY_AXES)


def inspect(state: State) -> Inspection:
    """The engine's word on the selected pair under the selected algorithm."""
    return _of_state(Identity(state))


@lru_cache(maxsize=8)
def _of_state(known: Identity) -> Inspection:
    """A frame asks some forty times about the same state: what it holds is looked at once."""
    state: State = known.value
    if asks(state.algorithm) is Group.PAIR:
        return _inspect(pair_of(state), state.algorithm, known_options(state.algorithm, state.options))
    why_not = LATER if _moves(state) else WORKING if is_awaited(state) else None
    run, refusal = run_of(state.algorithm, state.scene, state.bodies, why_not)
    return _inspect_beside(pair_of(state), state.algorithm, Identity(run), refusal)


def is_awaited(state: State) -> bool:
    """Whether the run takes too long for a frame of the window, and is not ready."""
    is_ready = state.ready is not None and state.ready[0] == state.algorithm and state.ready[1] is state.scene
    return state.live and not is_ready and takes_long(state.algorithm, state.scene)


def awaited_run(state: State) -> tuple[Any, ...] | None:
    """As a question to `Later`: the run that is awaited, once nothing moves."""
    return (broad_run, state.algorithm, Identity(state.scene)) if is_awaited(state) and not _moves(state) else None


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
    return _vertices(pair[0]) + _vertices(pair[2]) <= LIVE_VERTICES


def _vertices(shape: Shape) -> int:
    return len(shape.vertices) if isinstance(shape, Hull | Mesh) else 0


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


@lru_cache(maxsize=CACHED)
def trace_of(pair: PlacedPair, algorithm: str, options: Options) -> tuple[Trace | None, str | None]:
    """The run of an algorithm on a pair; or None, and why it does not take the pair."""
    try:
        return engine.trace(*pair, algorithm, options), None
    except engine.NotApplicable as refusal:
        return None, str(refusal)
