"""Settings of the editing tools."""

from enum import StrEnum

from msgspec import Struct

from gjkscope.app.ask.breakpoints import BUILT_IN, Breakpoint


class Snap(Struct, frozen=True):
    """Snapping increments: metres for moves, degrees for rotations."""

    on: bool = False
    position: float = 0.1
    angle: float = 15.0


class Pivot(StrEnum):
    """The point that stays where it is while a body is rotated by its handles."""

    CENTER = "center"  # of its bounding box
    ORIGIN = "origin"  # of the body: its position stays the same
    CONTACT = "contact"  # the pair's closest or deepest point on it
    VERTEX = "vertex"  # the selected one; of other bodies the centre


class PivotVertex(Struct, frozen=True):
    """The vertex that was selected as a pivot."""

    body: str
    vertex: int  # as support points count them


class Tools(Struct, frozen=True):
    """How the user drags, snaps and inspects."""

    breakpoints: tuple[Breakpoint, ...] = BUILT_IN
    axis_lock: int | None = None  # constrains moves and rotations to that axis: 0, 1, 2
    on_ground: bool = False  # a drag moves a body parallel to the ground, not in the plane of the view
    snap: Snap = Snap()
    pivot: Pivot = Pivot.CENTER
    pivot_vertex: PivotVertex | None = None
    seed: int = 0  # for the next random scene or pose
    motion_rate: float = 1.0  # simulated seconds per second
    cache: str = "last-simplex"  # that follows the pair of a simulation, a key of `CACHES`
