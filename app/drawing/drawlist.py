"""What is to be drawn, as plain arrays: the one thing that drawing code makes and the renderer takes.

A `DrawList` knows no GPU and no window, so tests can look at it.  Positions are float64 world coordinates, shape
(n, 3); colours are linear-free sRGB in 0…1 with alpha, shape (n, 4); widths and sizes are in pixels at 100 %
scale.  `anchor` is a point near everything in the list: the renderer subtracts it before it goes to float32, so
that a scene a million metres from the origin does not shake.

What a shape looks like (skins, edges, outlines) stands in the shape's own frame, in arrays that are the same objects
for as long as the shape is the same: a body that is moved changes nothing but a pose.
"""

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from engine.pose import Pose
from engine.vectors import ZERO, Vec3

Floats = npt.NDArray[np.float64]
Color = tuple[float, float, float, float]


class Layer(IntEnum):
    """When a batch is drawn, and whether surfaces can hide it."""

    SOLID = 0  # depth-tested and writes depth
    TRANSLUCENT = 1  # depth-tested against SOLID, sorted back to front
    ON_TOP = 2  # never hidden by a surface


class PointStyle(IntEnum):
    DISC = 0
    RING = 1
    CROSSHAIR = 2  # a ring with four ticks, on a halo: the origin


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface in one frame, which may be far from that frame's origin; its arrays are read-only."""

    positions: Floats  # (n, 3, 3): three corners each, counter-clockwise seen from outside
    normals: Floats  # (n, 3, 3): a unit normal at each corner
    edges: Floats  # (e, 2, 3): lines that tell the form
    soft: bool = False  # the edges are no creases: the surface is smooth across them


@dataclass(frozen=True)
class Skin:
    """A surface in one colour, where `pose` puts it."""

    surface: Surface
    pose: Pose
    color: Color
    layer: Layer = Layer.SOLID
    casts_shadow: bool = False  # on the ground, where there is one

    @property
    def positions(self) -> Floats:
        """Of its corners in the world, (n, 3, 3)."""
        return at(self.surface.positions, self.pose)

    @property
    def normals(self) -> Floats:
        """At its corners in the world, (n, 3, 3)."""
        return turned(self.surface.normals, self.pose)


@dataclass(frozen=True)
class Edges:
    """Lines in one style, where `pose` puts them."""

    ends: Floats  # (n, 2, 3) in their own frame
    pose: Pose
    color: Color
    width: float  # pixels
    dash: float = 0.0  # the length of one dash and one gap in pixels; 0 is a full line
    layer: Layer = Layer.SOLID

    @property
    def lines(self) -> "Lines":
        """The same in the world."""
        return Lines(in_style(at(self.ends, self.pose), self.color, self.width, self.dash), self.layer)


@dataclass(frozen=True, eq=False)
class Folds:
    """The f sides that two of a surface's t triangles share, in the surface's own frame."""

    ends: Floats  # (f, 2, 3)
    facets: npt.NDArray[np.intp]  # (2, f): the two triangles
    normals: Floats  # (t, 3): of any length, outwards
    offsets: Floats  # (t,): of the triangles' planes, normal · place


@dataclass(frozen=True)
class Outline:
    """The line around a surface, which depends on the eye: found when it is drawn, see `outline.turning`."""

    folds: Folds
    pose: Pose  # from the surface's own frame to the world
    color: Color
    width: float  # pixels


def _columns(first: int, last: int) -> property:
    """Of the rows of a batch, (n, last − first)."""
    return property(lambda batch: batch.rows[:, first:last])


def _column(number: int) -> property:
    """Of the rows of a batch, (n,)."""
    return property(lambda batch: batch.rows[:, number])


@dataclass(frozen=True, eq=False)
class Triangles:
    """Flat ones, seen from both sides.  A row (12) for each of three corners: place, unit normal, colour, two zeros.

    The normal is zero where there is no area.
    """

    rows: Floats  # (3 n, 12)
    layer: Layer = Layer.TRANSLUCENT

    positions = property(lambda batch: batch.rows[:, :3].reshape(-1, 3, 3))  # (n, 3, 3)
    normals = property(lambda batch: batch.rows[::3, 3:6])  # (n, 3)
    colors = property(lambda batch: batch.rows[::3, 6:10])  # (n, 4)


# Lines, arrows and points have rows of one width, so that those of all batches can be made ready for the GPU at once.


@dataclass(frozen=True, eq=False)
class Lines:
    """Rows (n, 13): start, end, colour, width, the length of one dash and one gap (0: a full line), 0; pixels."""

    rows: Floats
    layer: Layer = Layer.SOLID

    starts, ends, colors = _columns(0, 3), _columns(3, 6), _columns(6, 10)
    widths, dashes = _column(10), _column(11)


@dataclass(frozen=True, eq=False)
class Arrows:
    """Rows (n, 13): tail, tip, colour, the shaft's width in pixels, two zeros; the head is three times as wide."""

    rows: Floats
    layer: Layer = Layer.ON_TOP

    tails, heads, colors = _columns(0, 3), _columns(3, 6), _columns(6, 10)
    widths = _column(10)


@dataclass(frozen=True, eq=False)
class Points:
    """Rows (n, 13): position, three zeros, colour, diameter in pixels, `PointStyle`, 0."""

    rows: Floats
    layer: Layer = Layer.ON_TOP

    positions, colors = _columns(0, 3), _columns(6, 10)
    sizes, styles = _column(10), _column(11)


@dataclass(frozen=True, eq=False)
class Extent:
    """Places (n, 3) of a surface, in its own frame, and where `pose` puts it."""

    places: Floats
    pose: Pose


@dataclass(frozen=True)
class Label:
    text: str
    position: Vec3
    color: Color
    priority: int = 0  # higher ones get the better place
    away_from: Vec3 | None = None  # the better places are on the other side of this point: an arrow's other end
    extent: Extent | None = None  # what it names: it stands above that


@dataclass(frozen=True)
class DrawList:
    skins: tuple[Skin, ...] = ()
    edges: tuple[Edges, ...] = ()
    outlines: tuple[Outline, ...] = ()
    triangles: tuple[Triangles, ...] = ()
    lines: tuple[Lines, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    points: tuple[Points, ...] = ()
    labels: tuple[Label, ...] = ()
    anchor: Vec3 = field(default=ZERO)


def at(places: Floats, pose: Pose) -> Floats:
    """Places (..., 3) of the pose's own frame, in the world."""
    world: Floats = turned(places, pose) + np.array(pose.position)
    return world


def turned(directions: Floats, pose: Pose) -> Floats:
    """Directions (..., 3) of the pose's own frame, in the world."""
    world: Floats = directions @ np.array(pose.rotation).T
    return world


def in_style(ends: Floats, color: Color, width: float, dash: float = 0.0) -> Floats:
    """The rows of `Lines` (n, 2, 3) in one style."""
    rows = np.empty((len(ends), 13))
    rows[:, :6] = ends.reshape(-1, 6)
    rows[:, 6:] = (*color, width, dash, 0.0)
    return rows
