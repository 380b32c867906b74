"""What is wrong in the answer of an engine's algorithm, besides its verdict and its distance."""

from functools import lru_cache

from gjkscope.app.ask.runs.claims import claimed_report
from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Pair
from gjkscope.app.state.inspection.traces import Inspection, inspect
from gjkscope.app.state.model import State
from gjkscope.engine.analysis.explain_report import faults_of_report
from gjkscope.engine.analysis.reports import judge_report
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Trace

KEPT = 8  # the run, one beside it, and those of the last frames of a drag


def claim_faults(state: State) -> tuple[str, ...]:
    """A phrase for each fault of the normal and the witness points; none of other algorithms, or while it is hidden."""
    return _faults(Identity(inspect(state)), state.document.pair)


@lru_cache(maxsize=KEPT)
def _faults(known: Identity, names: Pair) -> tuple[str, ...]:
    inspection: Inspection = known.value
    trace = inspection.trace
    if inspection.hidden or inspection.algorithm not in ENGINE_ALGORITHMS or not isinstance(trace, Trace):
        return ()
    from gjkscope.app.ask.solvers.adapter import accuracy_of  # the window opens without engines

    said = claimed_report(trace.steps[-1], trace.result, names)
    tolerance = accuracy_of(inspection.algorithm)
    found = judge_report(said, inspection.answer, *inspection.pair, tolerance, support=False, asked_hulls=True)
    return faults_of_report(found._replace(verdict=None, signed_distance=None, crashed=None), *names)
