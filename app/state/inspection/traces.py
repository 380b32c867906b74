"""The engine's traces and results for the selected pair or for all bodies: pure functions of the state.

They are cached by shapes, poses, algorithm and options.  Runs that are not about the pair alone are in `runs`.
"""

from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct

from gjkscope.app.ask.runs.choices import IMPULSES, REPORT, AnyRun, Run, is_of_pair, supported_options
from gjkscope.app.ask.runs.iterations import reported_run
from gjkscope.app.ask.runs.pair_traces import CACHED, is_quick, trace_of
from gjkscope.app.ask.runs.parts import deciding_bodies, deciding_pair
from gjkscope.app.ask.runs.record_text import step_text
from gjkscope.app.ask.runs.runs import (
    CANCELLED,
    LATER,
    WORKING,
    question_of,
    run_of,
    takes_long,
)
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.jobs import Job
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import solver_run
from gjkscope.engine import sat
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.compound.query import MADE_OF_PARTS
from gjkscope.engine.evidence.search import of_surfaces
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.query import certify_run, with_epa
from gjkscope.engine.result import Exit, Result, Trace, Verdict
from gjkscope.engine.shapes.kinds import PlacedPair

NO_ITERATIONS = "no report about this pair has iterations"
INSPECTIONS_KEPT = 8  # each keeps its run, which may be long: those of the last frames, and of runs beside each other
ANSWER_FIRST = "answer the question first"
MANY_AXES = "these shapes have too many axes to test on every change: choose SAT to see them"


class Inspection(Struct, frozen=True, dict=True):
    """Everything the engine computes about one pair, evaluated lazily."""

    pair: PlacedPair
    algorithm: str
    trace: AnyRun | None  # the chosen algorithm's trace; None if there is none
    refusal: str | None  # the reason, if there is no trace
    hidden: bool = False  # the answer and the rest of the trace, as a prediction asks about them
    of_parts: bool = False  # the pair are the parts that decide about bodies made of parts

    @cached_property
    def answer(self) -> Result:
        """The default algorithm's result in double precision, without a certificate; shown in the views."""
        return _no_answer("gjk", 0) if self.hidden else _default_run(self.pair).result

    @cached_property
    def answer_in_world(self) -> Result:
        """The same, or that of the chosen run if it searches the triangles of a mesh and the other takes its hull.

        Hulls that overlap have a push-out, which the meshes may not need.
        """
        run = self._run_by_triangles
        return self.answer if run is None else run.result

    @cached_property
    def certified(self) -> Result:
        """The same result with a certificate, if one is found; shown in the headline.

        If a mesh is not convex, it is about the hull, and the chosen run may prove the distance of the mesh: that is
        then shown instead.  Bodies made of parts have none: it would prove the distance of the deciding pair only.
        """
        if self.of_parts and not self.hidden:
            return replace(self.answer, uncertified=MADE_OF_PARTS)
        if self.hidden:
            return self.answer
        return self._of_triangles or default_answer(self.pair)

    @cached_property
    def _of_triangles(self) -> Result | None:
        """The answer of the chosen run with its certificate, if that proves the distance of meshes of another hull."""
        run = self._run_by_triangles
        if run is None:
            return None
        result = _certify(Identity(run), self.pair)
        return result if result.proved is Proof.DISTANCE else None

    @property
    def _run_by_triangles(self) -> Trace | None:
        """The chosen run, if it searches the triangles of a mesh that the default algorithm replaces by its hull."""
        run = self.trace
        if self.hidden or not isinstance(run, Trace) or not of_surfaces(run.algorithm):
            return None
        return run if self.answer.of_hulls else None

    @property
    def axes(self) -> Trace | None:
        """SAT's trace, if SAT applies and is either selected or fast enough."""
        return self._axes[0]

    @property
    def axes_refusal(self) -> str | None:
        """The reason why there are no axes."""
        return self._axes[1]

    @cached_property
    def _axes(self) -> tuple[Trace | None, str | None]:
        if self.hidden:
            return None, ANSWER_FIRST
        if self.algorithm == "sat":
            return self.trace, self.refusal  # type: ignore[return-value]  # a run of SAT is a trace
        if not is_quick(self.pair):
            return None, sat.refusal(self.pair[0], self.pair[2]) or MANY_AXES
        return trace_of(self.pair, "sat", DEFAULT)


def inspect(state: State) -> Inspection:
    """The inspection of the selected pair with the selected algorithm."""
    return _of_state(Identity(state))


@lru_cache(maxsize=8)
def _of_state(known: Identity) -> Inspection:
    """Cached by identity: a frame asks about the same state about forty times."""
    state: State = known.value
    whole, count = _whole(state), state.visible_steps
    return whole if count is None else _cut_short(whole, count)


def _cut_short(whole: Inspection, count: int) -> Inspection:
    """The inspection as if the run had stopped after its first `count` steps, without its answer."""
    trace = None
    if isinstance(whole.trace, Trace) and count > 0:
        trace = Trace(whole.trace.algorithm, whole.trace.steps[:count], _no_answer(whole.trace.algorithm, count))
    return Inspection(whole.pair, whole.algorithm, trace, ANSWER_FIRST if trace is None else None, True, whole.of_parts)


def _no_answer(algorithm: str, steps: int) -> Result:
    return Result(algorithm, Verdict.UNDECIDED, Exit.RUNNING, steps)


def _whole(state: State) -> Inspection:
    """The complete inspection, even while a prediction is being asked."""
    why_not, of_parts = _why_not(state), is_of_parts(state)
    if why_not is not None:
        return _inspect_beside(pair_of(state), state.run.algorithm, Identity(None), why_not, of_parts)
    if state.run.algorithm == REPORT:
        return _inspect_reported(state)
    if state.run.algorithm == IMPULSES:
        return _inspect_impulses(state)
    if is_of_pair(state.run.algorithm):
        return _inspect(pair_of(state), state.run.algorithm, run_options(state), of_parts)
    run, refusal = run_of(state.run.algorithm, state.document.scene, state.document.pair_bodies)
    return _inspect_beside(pair_of(state), state.run.algorithm, Identity(run), refusal, of_parts)


def _inspect_impulses(state: State) -> Inspection:
    """The solver's steps in the displayed tick of the simulation."""
    run = None if state.motion.simulation is None else solver_run(state.motion.simulation)
    refusal = NO_IMPULSES if run is None else None
    return _inspect_beside(pair_of(state), IMPULSES, Identity(run), refusal, is_of_parts(state))


def _inspect_reported(state: State) -> Inspection:
    report = iterated_report(state)
    if report is None:
        return _inspect_beside(pair_of(state), REPORT, Identity(None), NO_ITERATIONS, is_of_parts(state))
    run = reported_run(report, *state.document.pair_bodies)
    return _inspect_beside(pair_of(state), REPORT, Identity(run), None, is_of_parts(state))


def is_awaited(state: State) -> bool:
    """Whether the run is pending because it takes longer than a frame."""
    return _why_not(state) is not None


def awaited_run(state: State) -> Job | None:
    """The pending run to compute in the background; None while bodies move."""
    return _job(state) if _why_not(state) == WORKING else None


def _why_not(state: State) -> str | None:
    """Why the run is not shown yet; None if it is available."""
    if (
        not takes_long(state.run.algorithm, state.document.scene, state.document.pair_bodies)
        or _job(state) in state.waiting.ready
    ):
        return None
    if _moves(state):
        return LATER
    if not state.waiting.live:
        return None
    return CANCELLED if _job(state) in state.waiting.cancelled else WORKING


def _job(state: State) -> Job:
    if is_of_pair(state.run.algorithm):
        return _trace_with_proof, pair_of(state), state.run.algorithm, run_options(state)
    return question_of(state.run.algorithm, state.document.scene, state.document.pair_bodies)


def _moves(state: State) -> bool:
    plays = state.motion.simulation is not None and state.motion.simulation.playing
    return plays or state.gesture.drags or state.gesture.label is not None


def names_in_steps(state: State) -> tuple[str, ...]:
    """The names of the bodies that the steps refer to: the pair, or all bodies."""
    trace = inspect(state).trace
    return trace.names if isinstance(trace, Run) else state.document.pair


def run_options(state: State) -> Options:
    """The options of the chosen algorithm, without those that it does not support."""
    return supported_options(state.run.algorithm, state.run.options, state.document.scene.dimension)


def pair_of(state: State) -> PlacedPair:
    """The shapes and poses of the selected pair; of bodies made of parts, the two parts that decide."""
    a, b = state.document.pair_bodies
    return deciding_pair(a.shape, a.pose, b.shape, b.pose)


def asked_bodies(state: State) -> tuple[Body, Body]:
    """The bodies of the selected pair with the shapes of `pair_of`."""
    return deciding_bodies(*state.document.pair_bodies)


def is_of_parts(state: State) -> bool:
    """Whether one of the selected pair is made of parts."""
    return is_compound(*(body.shape for body in state.document.pair_bodies))


def current_step(state: State) -> int:
    """The number of the step shown: the chosen one, limited to the last step of the trace."""
    return min(state.run.step, last_step(state))


def last_step(state: State) -> int:
    trace = inspect(state).trace
    return len(trace.steps) - 1 if trace else 0


def step_record(state: State) -> Any:
    """The record of the step shown; None without a trace."""
    trace = inspect(state).trace
    return trace.steps[current_step(state)] if trace else None


@lru_cache(maxsize=INSPECTIONS_KEPT)
def _inspect(pair: PlacedPair, algorithm: str, options: Options, of_parts: bool) -> Inspection:
    return Inspection(pair, algorithm, *trace_of(pair, algorithm, options), of_parts=of_parts)


@lru_cache(maxsize=INSPECTIONS_KEPT)
def _inspect_beside(pair: PlacedPair, algorithm: str, run: Identity, refusal: str | None, of_parts: bool) -> Inspection:
    """The inspection of the pair together with a run that does not concern its verdict."""
    return Inspection(pair, algorithm, run.value, refusal, of_parts=of_parts)


@lru_cache(maxsize=CACHED)
def default_answer(pair: PlacedPair) -> Result:
    """The default algorithm's result, with its certificate."""
    return certify_run(_default_run(pair), *pair)


def _trace_with_proof(pair: PlacedPair, algorithm: str, options: Options) -> tuple[Trace | None, str | None]:
    """`trace_of`, and the certificate of a run through triangles, so that no frame waits for it."""
    run, refusal = trace_of(pair, algorithm, options)
    if run is not None and of_surfaces(algorithm):
        _certify(Identity(run), pair)
    return run, refusal


@lru_cache(maxsize=CACHED)
def _certify(run: Identity, pair: PlacedPair) -> Result:
    return certify_run(run.value, *pair)


@lru_cache(maxsize=CACHED)
def _default_run(pair: PlacedPair) -> Trace:
    """GJK's completed trace; shares the cache with `trace_of`, so that GJK runs only once."""
    gjk_trace, _ = trace_of(pair, "gjk", DEFAULT)
    assert gjk_trace is not None, "GJK accepts every pair"
    return with_epa(gjk_trace, *pair)


NO_IMPULSES = "it needs a tick with impulses: choose these for the contacts in the Motion panel, and advance"

BYTES = 8  # among a million runs, the probability that any two have the same hash is then 1 in 10 million


def trace_hash(state: State) -> str:
    """The hash, in hexadecimal, of the trace of the selected algorithm in this state; "" if there is no trace."""
    run = _whole(state).trace
    return _hash(Identity(run)) if run is not None else ""


@lru_cache(maxsize=CACHED)
def _hash(known: Identity) -> str:
    from hashlib import blake2b  # loads OpenSSL

    run: AnyRun = known.value
    digest = blake2b(run.algorithm.encode(), digest_size=BYTES)
    for step in run.steps:
        digest.update(step_text(step).encode())
    return digest.hexdigest()


def asks_for_axis(state: State) -> bool:
    """Whether a page of a lesson lets its reader look for the axis that SAT chooses: its run has not ended."""
    return state.page is not None and state.run.algorithm == "sat" and current_step(state) < last_step(state)
