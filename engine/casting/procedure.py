"""The GJK ray cast as a registered procedure."""

from gjkscope.engine.casting.explain import BEATS, explain, headline
from gjkscope.engine.casting.steps import State, cast
from gjkscope.engine.registry.records import Change, ContactSearch, vertex_changes


def _changes(before: State, after: State) -> set[Change]:
    moved = {Change.BODIES_MOVED} if after.time > before.time else set()
    return moved | vertex_changes(before.simplex, after.simplex)


CAST = ContactSearch(
    name="cast",
    title="GJK ray cast",
    order=420,
    state=State,
    explain=explain,
    headline=headline,
    changes=_changes,
    run=cast,
    beats=BEATS,
)

PROCEDURES = (CAST,)
