"""The continuous tests of triangles as registered procedures."""

from typing import Any

from gjkscope.engine.registry.records import Change, ContactSearch
from gjkscope.engine.triangle_impact.explain import (
    explain_cubic,
    explain_inclusion,
    headline_cubic,
    headline_inclusion,
)
from gjkscope.engine.triangle_impact.searches import (
    CubicState,
    InclusionState,
    impact_by_cubic,
    impact_by_inclusion,
)


def _changes(before: Any, after: Any) -> set[Change]:
    moved = {Change.BODIES_MOVED} if after.time != before.time else set()
    return moved | ({Change.PHASE_CHANGED} if after.element != before.element else set())


TRIANGLES_BY_CUBIC = ContactSearch(
    name="triangles-cubic",
    title="Triangles, by the cubic",
    order=432,
    state=CubicState,
    explain=explain_cubic,
    headline=headline_cubic,
    changes=_changes,
    run=impact_by_cubic,
)

TRIANGLES_BY_INCLUSION = ContactSearch(
    name="triangles-inclusion",
    title="Triangles, by inclusion",
    order=434,
    state=InclusionState,
    explain=explain_inclusion,
    headline=headline_inclusion,
    changes=_changes,
    run=impact_by_inclusion,
)

PROCEDURES = (TRIANGLES_BY_CUBIC, TRIANGLES_BY_INCLUSION)
