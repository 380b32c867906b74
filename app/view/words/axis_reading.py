"""`AxisReading`: what the panels show of a SAT axis, in space or in the plane."""

from typing import Any, NamedTuple

from gjkscope.app.state.model import AxisOrigin
from gjkscope.engine import sat
from gjkscope.engine.plane.sat import steps as plane_sat
from gjkscope.engine.plane.sat.explain import axis_origin, axis_overlap
from gjkscope.engine.sat.explain import count_skipped_pairs, overlap, provenance, reason

Interval = tuple[float, float]

CONTACT, GAP = "contact", "gap"

ORIGINS = {
    sat.AxisKind.FACE_A: AxisOrigin.FACE_A,
    sat.AxisKind.IN_PLANE_A: AxisOrigin.FACE_A,
    sat.AxisKind.FACE_B: AxisOrigin.FACE_B,
    sat.AxisKind.IN_PLANE_B: AxisOrigin.FACE_B,
    sat.AxisKind.EDGES: AxisOrigin.EDGES,
}
PLANE_ORIGINS = {
    plane_sat.PlaneAxisKind.EDGE_A: AxisOrigin.FACE_A,
    plane_sat.PlaneAxisKind.ALONG_A: AxisOrigin.FACE_A,
    plane_sat.PlaneAxisKind.EDGE_B: AxisOrigin.FACE_B,
    plane_sat.PlaneAxisKind.ALONG_B: AxisOrigin.FACE_B,
}
PLANE_WORDS = {AxisOrigin.FACE_A: "edge of A", AxisOrigin.FACE_B: "edge of B"}


class AxisReading(NamedTuple):
    """A candidate axis; if it was skipped, the numbers are zero."""

    name: str  # where it comes from: "face normal 2 of A"
    origin: AxisOrigin | None  # for the filter; None for an axis through closest points
    reason: str  # why it was skipped; empty if it was tested
    left_out: int  # edge pairs skipped between this axis and the next
    relation: str  # "overlap", "contact" or "gap"
    overlap: float  # > 0: how far A must move back along the axis; < 0: minus the gap
    words: str  # "overlap 0.3 m"
    interval_a: Interval
    interval_b: Interval


def are_tied(last: Any) -> bool:
    """Whether the axis with the second least overlap has the same as the chosen one, after that step of SAT."""
    return plane_sat.plane_axes_tie(last) if isinstance(last, plane_sat.State) else sat.axes_tie(last)


def axis_reading(axis: Any, a: str = "A", b: str = "B") -> AxisReading:
    """Reads an axis of SAT; `a` and `b` are the names of the bodies.  Raises `TypeError` for anything else."""
    if isinstance(axis, sat.Axis):
        return AxisReading(
            name=provenance(axis, a, b),
            origin=ORIGINS.get(axis.kind),
            reason=reason(axis),
            left_out=count_skipped_pairs(axis),
            relation=axis.relation.name.lower(),
            overlap=axis.overlap,
            words=" ".join(overlap(axis)),
            interval_a=axis.interval_a,
            interval_b=axis.interval_b,
        )
    if isinstance(axis, plane_sat.PlaneAxis):
        return AxisReading(
            name=axis_origin(axis, a, b),
            origin=PLANE_ORIGINS.get(axis.kind),
            reason=f"parallel to step {axis.same_as}" if axis.same_as >= 0 else "",
            left_out=0,
            relation=axis.relation.name.lower(),
            overlap=axis.overlap,
            words=" ".join(axis_overlap(axis)),
            interval_a=axis.interval_a,
            interval_b=axis.interval_b,
        )
    raise TypeError(f"axis: must be an axis of SAT, got {type(axis).__name__}")


def offered_origins(is_plane: bool) -> dict[AxisOrigin, str]:
    """The origins that the table can be filtered by, and their names: in the plane, axes come from edges only."""
    if not is_plane:
        return {origin: str(origin) for origin in AxisOrigin}
    return {origin: PLANE_WORDS.get(origin, str(origin)) for origin in AxisOrigin if origin is not AxisOrigin.EDGES}
