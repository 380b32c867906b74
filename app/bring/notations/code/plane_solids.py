"""Makes shapes of the plane from the arguments of constructors."""

from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin

from gjkscope.app.bring.notations.code.builders import position_of
from gjkscope.app.bring.notations.code.plane_values import plane_centroid, plane_points, turn_in_plane
from gjkscope.app.bring.notations.code.solid_maker import Made, Maker, points_of_solid
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    Array,
    PlacedFrame,
    Scalar,
    Value,
    tokens_of,
)
from gjkscope.app.bring.notations.describing import exact_numbers
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, sub2

MOST_SIDES = 1_000  # of a regular polygon
LEAST_CORNERS = 3  # of a polygon
_CORNER = "x and y are those of the corner, as on a canvas"


def _box2(maker: Maker) -> Made:
    local = IDENTITY_PLACEMENT
    if maker.has("half_sizes"):
        half = maker.pair_of_lengths("half_sizes")
    elif maker.has("full_sizes"):
        width, depth = maker.pair_of_lengths("full_sizes")
        half = width / 2, depth / 2
    elif maker.has("min"):
        half, local = _between_corners(maker)
    elif maker.has("half"):
        side = maker.length("half")
        half = side, side
    elif maker.has("width"):
        half = maker.length("width") / 2, maker.length("depth") / 2
    else:
        half = maker.length("half_width"), maker.length("half_depth")
    if maker.has("least"):
        local = _above(maker.value("least"), half)
    elif maker.has("corner"):
        is_corner = maker.context.assume("rectangle", "corner", _CORNER, "centre") == "corner"
        local = _above(maker.value("corner"), half if is_corner else (0.0, 0.0))
    return Box2(half, maker.outer_rounding()), local


def _above(corner: Value, half: Vec2) -> PlacedFrame:
    """The placement of a box by its least corner."""
    x, y, z = position_of(corner)
    x, y = (Scalar(number.value + size, number.tokens) for number, size in zip((x, y), half, strict=True))
    return PlacedFrame(IDENTITY_ROTATION, (x, y, z))


def _between_corners(maker: Maker) -> tuple[Vec2, PlacedFrame]:
    """Half the sizes of a box between two corners, and its placement at their centre."""
    low, high = (position_of(maker.value(name))[:2] for name in ("min", "max"))
    half = tuple((b.value - a.value) / 2 for a, b in zip(low, high, strict=True))
    if not min(half) > 0.0:
        raise maker.fault(maker.value("min"), "must be the left, bottom, right and top of a box, in this order")
    maker.fact("half sizes", exact_numbers(half), Array((maker.value("min"), maker.value("max"))))
    x, y = (Scalar((a.value + b.value) / 2, tokens_of((a, b))) for a, b in zip(low, high, strict=True))
    return (half[0], half[1]), PlacedFrame(IDENTITY_ROTATION, (x, y, Scalar(0.0)))


def _circle(maker: Maker) -> Made:
    maker.check_single_point()
    return Circle(maker.length("radius"), maker.outer_rounding()), IDENTITY_PLACEMENT


def _capsule2(maker: Maker) -> Made:
    if not maker.has("a"):
        half = maker.length("between") / 2 if maker.has("between") else maker.length("half_height")
        return Capsule2(maker.length("radius"), half, "x" if maker.solid.form.axis == "x" else "y"), IDENTITY_PLACEMENT
    ends = position_of(maker.value("a")), position_of(maker.value("b"))
    maker.fact("ends", exact_numbers(number.value for end in ends for number in end[:2]), Array((*ends[0], *ends[1])))
    x, y, z = (Scalar((p.value + q.value) / 2, tokens_of((p, q))) for p, q in zip(*ends, strict=True))
    middle = PlacedFrame(IDENTITY_ROTATION, (x, y, z))
    along = [q.value - p.value for p, q in zip(*ends, strict=True)]
    radius, half = maker.length("radius"), hypot(*along) / 2
    if half == 0.0:
        return Circle(radius), middle
    if along[0] == 0.0:
        return Capsule2(radius, half), middle
    turn = turn_in_plane(atan2(along[1], along[0]), tokens_of((*ends[0], *ends[1])))
    return Capsule2(radius, half, "x"), middle._replace(rotation=turn)


def _counted_points(maker: Maker) -> tuple[Vec2, ...]:
    """The points, or only as many as a count states."""
    value = points_of_solid(maker.value("points"))
    maker.raise_failed(value)
    points = plane_points(value)
    if points is None:
        raise maker.fault(value, "must be points of two numbers each")
    maker.fact("vertices", f"{len(points)} points", value)
    if not maker.has("count"):
        return points
    count = maker.number("count")
    if not 0 < count.value <= len(points) or count.value != int(count.value):
        raise maker.fault(count, f"must be a number of points, at most {len(points)}, got {count.value:g}")
    return points[: int(count.value)]


def _polygon(maker: Maker) -> Made:
    points = _counted_points(maker)
    if len(points) < LEAST_CORNERS:
        raise maker.fault(maker.value("points"), "must be at least three points of two numbers each")
    if maker.solid.form.is_centered:
        center = plane_centroid(points)
        points = tuple(sub2(point, center) for point in points)
    return Polygon(points, maker.outer_rounding()), IDENTITY_PLACEMENT


def _cloud2(maker: Maker) -> Made:
    """The hull of points with a radius around it, which a circle or a segment may be."""
    points = _counted_points(maker)
    if len(points) == 1:
        x, y = (Scalar(number) for number in points[0])
        return Circle(maker.length("rounding")), PlacedFrame(IDENTITY_ROTATION, (x, y, Scalar(0.0)))
    if len(points) == 2:
        return Segment2(points[0], points[1], maker.outer_rounding()), IDENTITY_PLACEMENT
    return _polygon(maker)


def _regular(maker: Maker) -> Made:
    """A regular polygon, whose first side is perpendicular to x."""
    sides, radius = maker.number("sides"), maker.length("radius")
    if not 3 <= sides.value <= MOST_SIDES or sides.value != int(sides.value):
        raise maker.fault(sides, f"must be a number of sides, 3 to {MOST_SIDES:,}, got {sides.value:g}")
    turns = [(2 * i + 1) * pi / sides.value for i in range(int(sides.value))]
    maker.fact("sides", f"{sides.value:g}", sides)
    return Polygon(tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)), IDENTITY_PLACEMENT


def _corners(maker: Maker) -> Made:
    """A segment or a triangle."""
    (ax, ay, _), (bx, by, _) = maker.vector("a"), maker.vector("b")
    if not maker.has("c"):
        return Segment2((ax, ay), (bx, by), maker.outer_rounding()), IDENTITY_PLACEMENT
    cx, cy, _ = maker.vector("c")
    return Polygon(((ax, ay), (bx, by), (cx, cy))), IDENTITY_PLACEMENT


PLANE_KINDS: dict[str, Callable[[Maker], Made]] = {
    "box2": _box2,
    "circle": _circle,
    "capsule2": _capsule2,
    "polygon": _polygon,
    "cloud2": _cloud2,
    "regular": _regular,
    "corners2": _corners,
}
