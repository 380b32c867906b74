"""The construction of A − B as a registered procedure."""

from collections.abc import Iterable

from gjkscope.engine.construction.explain import BEATS, explain, headline
from gjkscope.engine.construction.steps import ConstructionPhase, State, construct
from gjkscope.engine.registry.records import Change, DifferenceConstruction


def _changes(before: State, step: State) -> Iterable[Change]:
    if step.phase is not before.phase:
        return (Change.PHASE_CHANGED,)
    if step.returning:
        return (Change.NOTHING_NEW,)
    return (Change.VERTEX_ADDED,) if step.phase is ConstructionPhase.VERTEX else ()


CONSTRUCT = DifferenceConstruction(
    name="construct",
    title="Construct A − B",
    order=610,
    state=State,
    explain=explain,
    headline=headline,
    changes=_changes,
    beats=BEATS,
    run=construct,
)

PROCEDURES = (CONSTRUCT,)
