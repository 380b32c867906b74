"""`DrawList`: the contents of a picture as plain arrays, produced by drawing code and consumed by the renderer.

It depends on neither a GPU nor a window, so tests can inspect it.  Positions are float64 world coordinates, shape
(n, 3); colours are sRGB (not linear) in 0…1 with alpha, shape (n, 4); widths and sizes are in pixels at 100 % scale.
`anchor` is a point near everything in the list: the renderer subtracts it before converting to float32, so that a
scene a million metres from the origin does not jitter.

Skins, edges and outlines are given in the shape's local frame, in arrays that stay the same objects while the shape
is unchanged: moving a body changes only a pose.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import ZERO, Vec3

Floats = npt.NDArray[np.float64]
Color = tuple[float, float, float, float]


class Layer(IntEnum):
    """When a batch is drawn, and whether surfaces can occlude it."""

    SOLID = 0  # depth-tested and writes depth
    TRANSLUCENT = 1  # depth-tested against SOLID, sorted back to front
    ON_TOP = 2  # never occluded by a surface


class PointStyle(IntEnum):
    DISC = 0
    RING = 1
    CROSSHAIR = 2  # a ring with four ticks and a halo: marks the origin
    BROKEN_CROSSHAIR = 3  # the same with a broken ring: the origin inside A − B


class Surface(Struct, frozen=True, eq=False, weakref=True):
    """A triangle mesh in one frame, possibly far from that frame's origin; its arrays are read-only."""

    positions: Floats  # (n, 3, 3): the corners of each triangle, counter-clockwise seen from outside
    normals: Floats  # (n, 3, 3): the unit normal at each corner
    edges: Floats  # (e, 2, 3): feature lines that convey the form
    soft: bool = False  # the surface is smooth across the edges: they are not creases


class Skin(Struct, frozen=True):
    """A surface in one colour, placed by `pose`."""

    surface: Surface
    pose: Pose
    color: Color
    layer: Layer = Layer.SOLID
    casts_shadow: bool = False  # on the ground, if it is drawn
    # A closed surface: where translucent, its far side is denser than its near side, which opens around the focus.
    shell: bool = False

    @property
    def positions(self) -> Floats:
        """The corners in world coordinates, (n, 3, 3)."""
        return at(self.surface.positions, self.pose)

    @property
    def normals(self) -> Floats:
        """The normals at the corners in world coordinates, (n, 3, 3)."""
        return rotate(self.surface.normals, self.pose)


class Edges(Struct, frozen=True):
    """Lines in one style, placed by `pose`."""

    ends: Floats  # (n, 2, 3) in the local frame
    pose: Pose
    color: Color
    width: float  # pixels
    dash: float = 0.0  # length of a dash, and of a gap, in pixels; 0 is a solid line
    layer: Layer = Layer.SOLID

    @property
    def lines(self) -> "Lines":
        """The same lines in world coordinates."""
        return Lines(in_style(at(self.ends, self.pose), self.color, self.width, self.dash), self.layer)


class Folds(Struct, frozen=True, eq=False):
    """The f edges shared by two of a surface's t triangles, in its local frame."""

    ends: Floats  # (f, 2, 3)
    facets: npt.NDArray[np.intp]  # (2, f): the two triangles at each edge
    normals: Floats  # (t, 3): outward normals of any length
    offsets: Floats  # (t,): the triangles' plane offsets, normal · point


class Outline(Struct, frozen=True):
    """The silhouette of a surface, which depends on the eye, so it is computed when drawn."""

    folds: Folds
    pose: Pose  # from the local frame to the world
    color: Color
    width: float  # pixels
    layer: Layer = Layer.SOLID


def _columns(first: int, last: int) -> property:
    """A property for columns of a batch's rows, (n, last − first)."""
    return property(lambda batch: batch.rows[:, first:last])


def _column(number: int) -> property:
    """A property for one column of a batch's rows, (n,)."""
    return property(lambda batch: batch.rows[:, number])


class Triangles(Struct, frozen=True, eq=False):
    """Flat triangles, visible from both sides.  One row (12) per corner: position, unit normal, colour, two zeros.

    A triangle without area has a zero normal.
    """

    rows: Floats  # (3 n, 12)
    layer: Layer = Layer.TRANSLUCENT

    positions = property(lambda batch: batch.rows[:, :3].reshape(-1, 3, 3))  # (n, 3, 3)
    normals = property(lambda batch: batch.rows[::3, 3:6])  # (n, 3)
    colors = property(lambda batch: batch.rows[::3, 6:10])  # (n, 4)


# Rows of lines, arrows and points have the same width, so that all batches can be converted for the GPU together.


class Lines(Struct, frozen=True, eq=False):
    """Rows (n, 13): start, end, colour, width, length of a dash and of a gap (0: solid), 0; lengths in pixels."""

    rows: Floats
    layer: Layer = Layer.SOLID

    starts, ends, colors = _columns(0, 3), _columns(3, 6), _columns(6, 10)
    widths, dashes = _column(10), _column(11)


class Arrows(Struct, frozen=True, eq=False):
    """Rows (n, 13): tail, tip, colour, shaft width in pixels, two zeros; the head is three times as wide."""

    rows: Floats
    layer: Layer = Layer.ON_TOP

    tails, heads, colors = _columns(0, 3), _columns(3, 6), _columns(6, 10)
    widths = _column(10)


class Points(Struct, frozen=True, eq=False):
    """Rows (n, 13): position, three zeros, colour, diameter in pixels, `PointStyle`, 0."""

    rows: Floats
    layer: Layer = Layer.ON_TOP

    positions, colors = _columns(0, 3), _columns(6, 10)
    sizes, styles = _column(10), _column(11)


ChangingBatch = Triangles | Lines | Arrows | Points


class Extent(Struct, frozen=True, eq=False):
    """Sample points (n, 3) of a surface in its local frame, placed by `pose`."""

    places: Floats
    pose: Pose


class Label(Struct, frozen=True):
    """Text beside a point of the picture; the window chooses its place so that labels do not overlap."""

    text: str
    position: Vec3
    color: Color
    priority: int = 0  # labels with a higher priority are placed first
    away_from: Vec3 | None = None  # prefer the side facing away from this point, such as an arrow's other end
    extent: Extent | None = None  # the body that the label names: the label is placed above it
    asked: bool = False  # of a question: shown whatever labels the page of a lesson declares


class DrawList(Struct, frozen=True):
    """Everything in one view; see the module's docstring for units and frames."""

    skins: tuple[Skin, ...] = ()
    edges: tuple[Edges, ...] = ()
    outlines: tuple[Outline, ...] = ()
    triangles: tuple[Triangles, ...] = ()
    lines: tuple[Lines, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    points: tuple[Points, ...] = ()
    labels: tuple[Label, ...] = ()
    anchor: Vec3 = ZERO
    focus: Vec3 | None = None  # the point that shells in front of it must not hide


def same_below_marks(first: DrawList, second: DrawList) -> bool:
    """Whether two lists in one anchor and focus look the same but for flat surfaces and marks on top.

    Edges compare by the identity of their arrays, as these stay the same objects while a shape is unchanged.
    """
    if (first.anchor, first.focus, first.skins) != (second.anchor, second.focus, second.skins):
        return False
    if first.outlines != second.outlines or len(first.edges) != len(second.edges):
        return False
    if not all(map(_same_edges, first.edges, second.edges)):
        return False
    before, after = _batches_below(first), _batches_below(second)
    return len(before) == len(after) and all(map(_same_rows, before, after))


def _same_edges(first: Edges, second: Edges) -> bool:
    return first.ends is second.ends and _style(first) == _style(second)


def _style(edges: Edges) -> tuple[object, ...]:
    return edges.pose, edges.color, edges.width, edges.dash, edges.layer


def _batches_below(draw_list: DrawList) -> tuple[ChangingBatch, ...]:
    batches: tuple[ChangingBatch, ...] = (*draw_list.triangles, *draw_list.lines, *draw_list.arrows, *draw_list.points)
    return tuple(batch for batch in batches if batch.layer != Layer.ON_TOP)


def _same_rows(first: ChangingBatch, second: ChangingBatch) -> bool:
    return type(first) is type(second) and first.layer == second.layer and np.array_equal(first.rows, second.rows)


def at(places: Floats, pose: Pose) -> Floats:
    """Transforms points (..., 3) from the pose's local frame to the world."""
    world: Floats = rotate(places, pose) + np.array(pose.position)
    return world


def rotate(directions: Floats, pose: Pose) -> Floats:
    """Rotates directions (..., 3) from the pose's local frame to the world."""
    world: Floats = directions @ np.array(pose.rotation).T
    return world


def in_style(ends: Floats, color: Color, width: float, dash: float = 0.0) -> Floats:
    """The rows (n, 13) of `Lines` for end points (n, 2, 3) in one style."""
    rows = np.empty((len(ends), 13))
    rows[:, :6] = ends.reshape(-1, 6)
    rows[:, 6:] = (*color, width, dash, 0.0)
    return rows
