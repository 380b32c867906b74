"""Makes the origin of the difference view readable: whether it is inside A − B, and how deep it lies in the picture.

A still picture shows no depth, so nothing here relies on it.  Each axis through the origin is solid outside A − B and
dashed inside, with a ring where it pierces the surface: projection keeps the order of points on a line, so the origin
is inside exactly if it lies between the two rings, from any viewpoint.  The vertical axis drops to a floor below
A − B, on which the footprint of A − B is drawn.  Tone and words repeat the answer, which is the default algorithm's.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import floor, inf, log2, pi

import numpy as np
from msgspec import Struct

from gjkscope.app.base.identity import WeakIdentity
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame
from gjkscope.app.view.drawing.drawlist import Color, Floats, Layer, PointStyle
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.shapes.hulls import ConvexHull
from gjkscope.engine.text import number
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, add, along, scale, sub

DIGITS = 3  # of a length beside the origin: the headline has them all
CROSSHAIR_SIZE = 26.0  # pixels
AXIS_WIDTH, CHORD_WIDTH, CHORD_DASH = 2.0, 2.8, 5.0  # pixels
# Fractions of the view's radius.
ARM = 0.16  # an axis reaches this far beyond the origin and beyond A − B
RING = 0.035  # radius of the rings where an axis pierces A − B
FOOT = 0.06  # radius of the disc at the nearest point
CLEARANCE = 0.05  # least distance of the floor below A − B and the origin
FLOOR_STEPS = 8  # the floor moves in steps of a fraction of the radius, not with every movement of A − B
ROUND = 24  # corners of a ring
OUTLINE = 96  # directions in which the corners of a footprint are searched
PARALLEL = 1e-12  # a direction this close to a face's plane never meets it; cosine
AXIS_COLORS = tuple(map(palette.hex_color, ("#F4A0A0", "#C4E89A", "#A3C4FF")))  # x, y, z, pale: they cross A − B


class OriginView(Struct, frozen=True):
    """What to draw at the origin; part of the key of the drawing's cache."""

    answer: Result
    shows_answer: bool  # the tone, the words and the nearest point
    shows_nearest: bool  # the nearest point, too: no step that searches it is shown
    axes: tuple[int, ...]  # those drawn
    floor: float | None  # its height; None draws no floor
    vertical: int  # the axis that points upwards
    flat: bool = False  # in 2D, where rings and discs lie in the plane


def origin_words(answer: Result) -> str:
    """Where the origin is, in the words of a label.

    >>> from gjkscope import Box, Pose, query
    >>> origin_words(query(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2.28, 0, 0))))
    'outside by 0.28 m'
    """
    length = "" if answer.signed_distance is None else f"{number(abs(answer.signed_distance), DIGITS)} m"
    match answer.verdict:
        case Verdict.SEPARATED:
            return f"outside by {length}" if length else "outside"
        case Verdict.PENETRATING:
            return f"inside, {length} deep" if length else "inside"
        case Verdict.TOUCHING:
            return "on the surface"
        case Verdict.UNDECIDED:
            return "inside or outside: undecided"


def difference_tone(answer: Result | None) -> Color:
    """The colour of A − B; without an answer, the neutral one."""
    return palette.DIFFERENCE if answer is None else palette.TONES[answer.verdict]


def floor_height(lowest: float, radius: float) -> float:
    """The height of the floor below a lowest point; it stays the same while that moves a little."""
    if radius == 0:
        return lowest
    cell = 2.0 ** floor(log2(radius)) / FLOOR_STEPS
    return floor((lowest - CLEARANCE * radius) / cell) * cell


def draw_origin(builder: Builder, view: OriginView, hull: ConvexHull | None, shift: Vec3, radius: float) -> None:
    """Draws the origin over A − B, which is `hull` moved by `shift`; without a hull, only the cross-hair and its label.

    `radius` is that of the view's contents, metres.
    """
    if hull is not None and view.floor is not None:
        _draw_footprint(builder, hull, shift, view)
    for axis in view.axes:
        _draw_axis(builder, axis, view, hull, shift, radius)
    if view.shows_answer and view.shows_nearest:
        _draw_nearest(builder, view.answer, radius, view.flat)
    inside = view.shows_answer and view.answer.verdict is Verdict.PENETRATING
    style = PointStyle.BROKEN_CROSSHAIR if inside else PointStyle.CROSSHAIR
    builder.point(ZERO, palette.ORIGIN, CROSSHAIR_SIZE, style)
    words = f"origin\n{origin_words(view.answer)}" if view.shows_answer else "origin"
    nearest = _nearest_point(view.answer) if view.shows_answer else None
    # On the other side, so as not to cover the way to the surface.
    builder.label(words, ZERO, palette.ORIGIN, 9, away_from=nearest if nearest != ZERO else None)


def hull_chord(hull: ConvexHull, shift: Vec3, way: Vec3) -> tuple[float, float] | None:
    """The interval of the line through the origin along a unit vector that lies within the hull moved by `shift`.

    None if the line misses the hull, and for a hull without faces.

    >>> from gjkscope.engine.shapes.hulls import convex_hull
    >>> cube = convex_hull([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    >>> hull_chord(cube, (3.0, 0.0, 0.0), (1.0, 0.0, 0.0)), hull_chord(cube, (3.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    ((2.0, 4.0), None)
    """
    normals, offsets = _half_spaces(WeakIdentity(hull))
    if not len(normals):
        return None
    slopes, rooms = normals @ np.array(way), offsets + normals @ np.array(shift)
    aside = np.abs(slopes) <= PARALLEL
    if (rooms[aside] < -_noise(hull, shift)).any():
        return None
    rising, falling = slopes > PARALLEL, slopes < -PARALLEL
    last = float((rooms[rising] / slopes[rising]).min(initial=inf))
    first = float((rooms[falling] / slopes[falling]).max(initial=-inf))
    return (first, last) if first <= last else None


def _noise(hull: ConvexHull, shift: Vec3) -> float:
    """The rounding of a plane's offset: a flat hull lies within both of its own planes only up to it."""
    return PARALLEL * (float(np.abs(hull.vertices).max()) + max(map(abs, shift)))


@lru_cache(maxsize=64)
def _half_spaces(known: WeakIdentity) -> tuple[Floats, Floats]:
    """The outward unit normals (k, 3) and plane offsets (k,) that bound a hull; for a flat one, also at its edges."""
    hull: ConvexHull = known.value
    corners = np.array([hull.vertices[face[0]] for face in hull.faces]).reshape(-1, 3)
    normals = np.asarray(hull.normals).reshape(-1, 3)
    if hull.dimension == 2:
        loop = hull.vertices[list(hull.faces[0])]
        sides = np.cross(np.roll(loop, -1, axis=0) - loop, normals[0])
        corners, normals = np.concatenate([corners, loop]), np.concatenate([normals, sides])
    return normals, np.einsum("ij,ij->i", normals, corners)


def _draw_axis(
    builder: Builder, axis: int, view: OriginView, hull: ConvexHull | None, shift: Vec3, radius: float
) -> None:
    within = hull_chord(hull, shift, IDENTITY[axis]) if hull is not None else None
    color, arm = AXIS_COLORS[axis], ARM * radius
    first, last = (-arm, arm) if within is None else (min(-arm, within[0] - arm), max(arm, within[1] + arm))
    if view.floor is not None and axis == view.vertical:
        first = view.floor

    def draw(start: float, end: float, width: float, dash: float) -> None:
        if start < end:
            ends = scale(IDENTITY[axis], start), scale(IDENTITY[axis], end)
            builder.line(*ends, color, width, dash, Layer.TRANSLUCENT)

    if within is None:
        draw(first, last, AXIS_WIDTH, 0.0)
        return
    assert hull is not None, "only a hull has a chord"
    for end in within:  # below the axis: a ring close to the origin would hide whether that is solid there
        end_point = scale(IDENTITY[axis], end)
        ring = _ring(end_point, IDENTITY[2] if view.flat else _normal_at(hull, shift, end_point), RING * radius)
        builder.polygon(ring, palette.faded(color, 0.35))
        builder.path(ring, color, AXIS_WIDTH, layer=Layer.TRANSLUCENT, closed=True)
    draw(first, within[0], AXIS_WIDTH, 0.0)
    draw(*within, CHORD_WIDTH, CHORD_DASH)
    draw(within[1], last, AXIS_WIDTH, 0.0)


def _normal_at(hull: ConvexHull, shift: Vec3, point: Vec3) -> Vec3:
    """The normal of the face that contains a point of the surface."""
    normals, offsets = _half_spaces(WeakIdentity(hull))
    nearest = int(
        np.argmin(np.abs(normals[: len(hull.faces)] @ np.array(sub(point, shift)) - offsets[: len(hull.faces)]))
    )
    x, y, z = normals[nearest].tolist()
    return (x, y, z)


def _draw_nearest(builder: Builder, answer: Result, radius: float, flat: bool) -> None:
    """Draws the line from the origin to the nearest point of the surface of A − B, and a disc that lies on it there.

    In 2D the disc lies in the plane, around that point.
    """
    nearest = _nearest_point(answer)
    if nearest is None or answer.normal is None:
        return
    disc = _ring(nearest, *((IDENTITY[2], RING * radius) if flat else (answer.normal, FOOT * radius)))
    builder.polygon(disc, palette.faded(palette.ORIGIN, 0.4))
    builder.path(disc, palette.ORIGIN, 1.6, layer=Layer.TRANSLUCENT, closed=True)
    if answer.verdict is Verdict.SEPARATED:
        builder.line(ZERO, nearest, palette.ORIGIN, 2.2)
        builder.point(nearest, palette.ORIGIN, 7)


def _nearest_point(answer: Result) -> Vec3 | None:
    """The point of the surface of A − B nearest to the origin; None if the answer has none."""
    if answer.signed_distance is None or answer.normal is None:
        return None
    return scale(answer.normal, -answer.signed_distance)


def _draw_footprint(builder: Builder, hull: ConvexHull, shift: Vec3, view: OriginView) -> None:
    """Draws what lies straight below A − B on the floor, and the point below the origin."""
    vertical, height = view.vertical, view.floor
    assert height is not None, "drawn with a floor only"

    def below(point: Vec3) -> Vec3:
        x, y, z = (height if i == vertical else part for i, part in enumerate(point))
        return x, y, z

    corners = [below(add((x, y, z), shift)) for x, y, z in _footprint(WeakIdentity(hull), vertical)]
    tone = difference_tone(view.answer if view.shows_answer else None)
    if len(corners) > 2:
        builder.polygon(corners, palette.faded(palette.BLACK, 0.2))
        builder.path(corners, palette.faded(tone, 0.9), 1.6, 0.0, Layer.TRANSLUCENT, closed=True)
    builder.point(below(ZERO), palette.ORIGIN, 10, PointStyle.RING, Layer.TRANSLUCENT)


@lru_cache(maxsize=64)
def _footprint(known: WeakIdentity, vertical: int) -> Sequence[Vec3]:
    """The corners of a hull's outline seen from above, in order."""
    hull: ConvexHull = known.value
    across, aside = ((1, 2), (2, 0), (0, 1))[vertical]
    angles = np.arange(OUTLINE) * (2 * pi / OUTLINE)
    reach = np.outer(hull.vertices[:, across], np.cos(angles)) + np.outer(hull.vertices[:, aside], np.sin(angles))
    corners = list(dict.fromkeys(reach.argmax(axis=0).tolist()))
    return [(x, y, z) for x, y, z in hull.vertices[corners].tolist()]


def _ring(center: Vec3, normal: Vec3, radius: float) -> list[Vec3]:
    """The corners of a disc."""
    return list(_around(center, normal, radius))


def _around(center: Vec3, normal: Vec3, radius: float) -> Iterator[Vec3]:
    _, u, v = frame(normal)
    for i in range(ROUND):
        angle = 2 * pi * i / ROUND
        yield along(along(center, u, radius * float(np.cos(angle))), v, radius * float(np.sin(angle)))
