"""The search for the time of impact as a registered procedure."""

from gjkscope.engine.registry.records import Change, ContactSearch
from gjkscope.engine.time_of_impact.explain import BEATS, explain, headline
from gjkscope.engine.time_of_impact.steps import State, toi


def _changes(before: State, after: State) -> set[Change]:
    moved = {Change.BODIES_MOVED} if after.time != before.time else set()
    return moved | ({Change.PHASE_CHANGED} if after.phase is not before.phase else set())


TIME_OF_IMPACT = ContactSearch(
    name="toi",
    title="Time of impact",
    order=430,
    state=State,
    explain=explain,
    headline=headline,
    changes=_changes,
    run=toi,
    beats=BEATS,
)

PROCEDURES = (TIME_OF_IMPACT,)
