"""The constructors of 2D shapes in code: what their arguments mean."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import Protocol

from gjkscope.app.bring.notations.plane.parsing import ItemsValue, NumberValue, UnknownValue, Value
from gjkscope.app.bring.notations.plane.placements import ShapeDraft
from gjkscope.app.bring.notations.plane.points import first_points, item_at, point_in
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine.arithmetic.integers import as_integers
from gjkscope.engine.plane.outline import monotone_chain
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, add2, cross2, norm2, scale2, sub2
from gjkscope.engine.shapes.kinds import Shape

ORIGIN = Planar()


class Measures(Protocol):
    """What a constructor needs to know about the rest of the text."""

    def points_of(self, value: Value | None) -> tuple[Vec2, ...] | None: ...
    def angle(self, value: Value | None) -> float | None: ...
    def is_cornered(self) -> bool: ...


Maker = Callable[[Measures, ItemsValue], ShapeDraft | None]


def positive_length(value: NumberValue) -> float:
    if not value.value > 0.0:
        raise value.tokens[0].fault(f"must be a length > 0, got {value.value:g}")
    return value.value


def _numbers(values: Iterable[Value]) -> Iterator[NumberValue]:
    return (value for value in values if isinstance(value, NumberValue))


def _pairs(values: Iterable[Value]) -> list[Vec2]:
    return [pair for value in values if (pair := point_in(value)) is not None]


def _lengths(value: ItemsValue, count: int) -> list[float] | None:
    """The lengths that the call begins with; None if it does not."""
    found = value.items[:count]
    return [positive_length(one) for one in _numbers(found)] if len([*_numbers(found)]) == count else None


def _draft(value: ItemsValue, shape: Shape, local: Planar = ORIGIN, pose: Planar | None = None) -> ShapeDraft:
    return ShapeDraft("", shape, local, value.token, value.end, pose)


def _first(*makers: Maker) -> Maker:
    """The first of several meanings of a constructor that its arguments fit."""
    return lambda found, value: next((draft for make in makers if (draft := make(found, value)) is not None), None)


def _box(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """SetAsBox(hx, hy[, centre, angle]), b2MakeBox, planck.Box: half extents."""
    halves = _lengths(value, 2)
    if halves is None:
        return None
    center, turn = point_in(item_at(value, 2)), item_at(value, 3)
    angle = found.angle(turn) if center is not None else None
    return _draft(value, Box2((halves[0], halves[1])), Planar(center or (0.0, 0.0), angle or 0.0))


def _square(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    half = _lengths(value, 1)
    return _draft(value, Box2((half[0], half[0]))) if half else None


def _rounded_box(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    sizes = _lengths(value, 3)
    return _draft(value, Box2((sizes[0], sizes[1]), sizes[2])) if sizes else None


def _cuboid(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """parry2d's Cuboid::new(half extents)."""
    halves = item_at(value, 0)
    sizes = _lengths(halves, 2) if isinstance(halves, ItemsValue) and point_in(halves) is not None else None
    return _draft(value, Box2((sizes[0], sizes[1]))) if sizes else None


_COUNTED = frozenset({"Set"})  # (points, count)


def _polygon(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """Set(points, n), planck.Polygon(points), b2MakePolygon(&hull, radius), p2.Convex({vertices}),
    SAT.Polygon(position, points), pymunk.Poly(body, points), new Polygon(new float[]{x, y, …}), …(x, y, …).
    """
    at = point_in(item_at(value, 0))
    candidates = (value.fields.get("vertices"), item_at(value, 0 if at is None else 1), item_at(value, 1))
    points = next((points for one in candidates if (points := found.points_of(one)) is not None), None)
    if points is None and any(isinstance(item, NumberValue) for item in value.items):
        points = found.points_of(value)
    if points is None:
        return None
    if value.last in _COUNTED:
        points = first_points(points, item_at(value, 1))
    radius = item_at(value, 1) if value.last == "b2MakePolygon" else None
    shape = Polygon(points, radius.value if isinstance(radius, NumberValue) else 0.0)
    return _draft(value, shape, Planar(at) if at is not None else ORIGIN)


def _circle(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """b2Circle{centre, radius}, planck.Circle([centre, ]radius), p2.Circle({radius}), pymunk.Circle(body, radius)."""
    radius = value.fields.get("radius") or next(_numbers(value.items), None)
    centers = [*_pairs(one for key in ("center", "pos") if (one := value.fields.get(key))), *_pairs(value.items)]
    if not isinstance(radius, NumberValue):
        return None
    return _draft(value, Circle(positive_length(radius)), Planar(centers[0] if centers else (0.0, 0.0)))


def _capsule(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """b2Capsule{c1, c2, radius}."""
    ends = [point_in(value.fields.get(f"center{i + 1}", item_at(value, i))) for i in range(2)]
    radius = value.fields.get("radius", item_at(value, 2))
    if ends[0] is None or ends[1] is None or not isinstance(radius, NumberValue):
        return None
    way = sub2(ends[1], ends[0])
    if norm2(way) == 0.0:
        return _draft(value, Circle(positive_length(radius)), Planar(ends[0]))
    middle = scale2(add2(ends[0], ends[1]), 0.5)
    size = positive_length(radius), norm2(way) / 2
    if way[0] == 0.0:
        return _draft(value, Capsule2(*size), Planar(middle))
    return _draft(value, Capsule2(*size, "x"), Planar(middle, atan2(way[1], way[0])))


def _segment(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """b2Segment{p1, p2}, planck.Edge(p1, p2), SetTwoSided(p1, p2), pymunk.Segment(body, p1, p2, radius)."""
    fields = [value.fields[key] for key in ("point1", "point2") if key in value.fields]
    ends = _pairs([*fields, *value.items])
    if len(ends) != 2:
        return None
    last = value.items[-1] if value.items and "pymunk" in value.name else None
    return _draft(value, Segment2(ends[0], ends[1], last.value if isinstance(last, NumberValue) else 0.0))


def _triangle(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    corners = _pairs(value.items)
    return _draft(value, Polygon(tuple(corners))) if len(corners) == 3 else None


def _full_box(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """p2.Box({width, height}): full sizes."""
    width, height = value.fields.get("width"), value.fields.get("height")
    if not (isinstance(width, NumberValue) and isinstance(height, NumberValue)):
        return None
    return _draft(value, Box2((positive_length(width) / 2, positive_length(height) / 2)))


def _placed_box(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """SAT.Box(least corner, width, height)."""
    corner, sizes = point_in(item_at(value, 0)), _lengths(value._replace(items=value.items[1:]), 2)
    if corner is None or sizes is None:
        return None
    half = (sizes[0] / 2, sizes[1] / 2)
    return _draft(value, Box2(half), Planar(add2(corner, half)))


def screen_rectangle(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """pygame.Rect(x, y, width, height), SDL_Rect, and objects {x, y, width, height[, angle about the centre]}."""
    fields = value.fields
    width, height = fields.get("width", fields.get("w")), fields.get("height", fields.get("h"))
    given = (fields.get("x"), fields.get("y"), width, height) if fields else value.items
    numbers = [*_numbers(one for one in given if one is not None)]
    if len(numbers) != 4 or len(given) != 4:
        return None
    x, y = numbers[0].value, numbers[1].value
    half = (positive_length(numbers[2]) / 2, positive_length(numbers[3]) / 2)
    angle = found.angle(fields.get("rotation", fields.get("angle"))) or 0.0
    return _draft(value, Box2(half), pose=Planar(add2((x, y), half) if found.is_cornered() else (x, y), angle))


def screen_circle(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """Objects {x, y, radius}."""
    fields = value.fields
    x, y, radius = fields.get("x"), fields.get("y"), fields.get("radius", fields.get("r"))
    if isinstance(x, NumberValue) and isinstance(y, NumberValue) and isinstance(radius, NumberValue):
        return _draft(value, Circle(positive_length(radius)), pose=Planar((x.value, y.value)))
    return None


def _rectangle(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """matter.js: Bodies.rectangle(x, y, width, height[, {angle}])."""
    numbers = [*_numbers(value.items[:4])]
    if len(numbers) != 4:
        return None
    x, y, width, height = numbers
    half = (positive_length(width) / 2, positive_length(height) / 2)
    return _draft(value, Box2(half), pose=Planar((x.value, y.value), _angle_in_options(found, value, 4)))


def _disc(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """matter.js: Bodies.circle(x, y, radius)."""
    numbers = [*_numbers(value.items[:3])]
    if len(numbers) != 3:
        return None
    x, y, radius = numbers
    return _draft(value, Circle(positive_length(radius)), pose=Planar((x.value, y.value)))


def _regular_polygon(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """matter.js: Bodies.polygon(x, y, sides, radius[, {angle}]); half a side is turned towards x."""
    numbers = [*_numbers(value.items[:4])]
    if len(numbers) != 4:
        return None
    x, y, sides, radius = numbers
    count, size = int(sides.value), positive_length(radius)
    if not 3 <= count <= 1000 or count != sides.value:
        raise sides.tokens[0].fault(f"must be a number of sides, 3 to 1000, got {sides.value:g}")
    turns = [(2 * i + 1) * pi / count for i in range(count)]
    shape = Polygon(tuple((size * cos(turn), size * sin(turn)) for turn in turns))
    return _draft(value, shape, pose=Planar((x.value, y.value), _angle_in_options(found, value, 4)))


def _from_vertices(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """matter.js: Bodies.fromVertices(x, y, points): the centroid of the points is moved to (x, y)."""
    numbers, points = [*_numbers(value.items[:2])], found.points_of(item_at(value, 2))
    if len(numbers) != 2 or points is None:
        return None
    center = _centroid(points)
    shape = Polygon(tuple(sub2(point, center) for point in points))
    return _draft(value, shape, pose=Planar((numbers[0].value, numbers[1].value)))


def _angle_in_options(found: Measures, value: ItemsValue, place: int) -> float:
    options = item_at(value, place)
    return (found.angle(options.fields.get("angle")) or 0.0) if isinstance(options, ItemsValue) else 0.0


def _centroid(points: tuple[Vec2, ...]) -> Vec2:
    """The centroid of the area of the convex hull; of the first point if it has no area."""
    numbers, _ = as_integers(coordinate for point in points for coordinate in point)
    corners = [points[i] for i in monotone_chain(list(zip(numbers[::2], numbers[1::2], strict=True)))]
    start, area, moment = corners[0], 0.0, (0.0, 0.0)
    for p, q in pairwise(corners[1:]):
        u, v = sub2(p, start), sub2(q, start)
        area, moment = area + cross2(u, v), add2(moment, scale2(add2(u, v), cross2(u, v) / 3))
    return add2(start, scale2(moment, 1 / area)) if area else start


def _love_rectangle(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """LÖVE: newRectangleShape([x, y, ]width, height[, angle]): full sizes about a centre."""
    numbers = [*_numbers(value.items)]
    if len(numbers) < 2:
        return None
    x, y = (numbers[0].value, numbers[1].value) if len(numbers) > 3 else (0.0, 0.0)
    width, height = numbers[2:4] if len(numbers) > 3 else numbers[:2]
    turn = numbers[4] if len(numbers) > 4 else None
    half = (positive_length(width) / 2, positive_length(height) / 2)
    return _draft(value, Box2(half), Planar((x, y), found.angle(turn) or 0.0))


def _love_circle(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """LÖVE: newCircleShape([x, y, ]radius)."""
    numbers = [*_numbers(value.items)]
    if len(numbers) not in (1, 3):
        return None
    center = (numbers[0].value, numbers[1].value) if len(numbers) == 3 else (0.0, 0.0)
    return _draft(value, Circle(positive_length(numbers[-1])), Planar(center))


def _radius_around(value: ItemsValue, place: int) -> float:
    """The radius that Chipmunk and pymunk add around a shape, which may be left out."""
    radius = value.fields.get("radius", item_at(value, place))
    if radius is None:
        return 0.0
    if not isinstance(radius, NumberValue) or radius.value < 0.0:
        raise value.token.fault(f"{value.last}: the radius must be a number that is not negative")
    return radius.value


def _sized_box(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """Chipmunk: cpBoxShapeNew(body, width, height, radius): full sizes."""
    sizes = _lengths(value, 2)
    return _draft(value, Box2((sizes[0] / 2, sizes[1] / 2), _radius_around(value, 2))) if sizes else None


def _created_box(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """pymunk: Poly.create_box(body, (width, height), radius): full sizes, (10, 10) if they are left out."""
    given = value.fields.get("size", item_at(value, 0))
    sizes = _lengths(given, 2) if isinstance(given, ItemsValue) else None
    return _draft(value, Box2((sizes[0] / 2, sizes[1] / 2), _radius_around(value, 1))) if sizes else None


def _bounded_box(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """cpBoxShapeNew2(body, cpBBNew(left, bottom, right, top), radius), Poly.create_box_bb(body, BB(…), radius)."""
    bounds = value.fields.get("bb", item_at(value, 0))
    numbers = [*_numbers(bounds.items)] if isinstance(bounds, ItemsValue) else []
    if len(numbers) != 4:
        return None
    left, bottom, right, top = (number.value for number in numbers)
    if not (left < right and bottom < top):
        raise numbers[0].tokens[0].fault("must be the left, bottom, right and top of a box, in this order")
    half, center = ((right - left) / 2, (top - bottom) / 2), ((left + right) / 2, (bottom + top) / 2)
    return _draft(value, Box2(half, _radius_around(value, 1)), Planar(center))


def _chipmunk_polygon(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """cpPolyShapeNew(body, count, points, transform, radius), cpPolyShapeNewRaw(body, count, points, radius)."""
    points, place = found.points_of(item_at(value, 1)), 2
    if points is None:
        return None
    if value.last == "cpPolyShapeNew":
        _refuse_moved(value, item_at(value, 2))
        place = 3
    return _draft(value, Polygon(first_points(points, item_at(value, 0)), _radius_around(value, place)))


def _pymunk_polygon(found: Measures, value: ItemsValue) -> ShapeDraft | None:
    """pymunk.Poly(body, points, transform, radius)."""
    draft = _polygon(found, value) if "pymunk" in value.name else None
    if draft is None or not isinstance(draft.shape, Polygon):
        return None
    _refuse_moved(value, value.fields.get("transform", item_at(value, 1)))
    return draft._replace(shape=Polygon(draft.shape.vertices, _radius_around(value, 2)))


def _refuse_moved(value: ItemsValue, transform: Value | None) -> None:
    """Raises `TextError` for the transform of a polygon's points, unless it is none."""
    is_kept = isinstance(transform, UnknownValue) and transform.path in _UNMOVED
    if transform is not None and not is_kept:
        raise value.token.fault(f"{value.last}: a transform of the points is not read: write the points where they are")


def _chipmunk_segment(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """cpSegmentShapeNew(body, a, b, radius)."""
    ends = _pairs(value.items[:2])
    return _draft(value, Segment2(ends[0], ends[1], _radius_around(value, 2))) if len(ends) == 2 else None


def _chipmunk_circle(_: Measures, value: ItemsValue) -> ShapeDraft | None:
    """cpCircleShapeNew(body, radius, offset)."""
    radius, offset = _lengths(value, 1), item_at(value, 1)
    is_centered = isinstance(offset, UnknownValue) and offset.path == ("cpvzero",)
    center = (0.0, 0.0) if is_centered else point_in(offset)
    return _draft(value, Circle(radius[0]), Planar(center)) if radius and center is not None else None


_UNMOVED = frozenset({("None",), ("cpTransformIdentity",)})
METHODS: Mapping[str, Maker] = {
    "SetAsBox": _box,
    "Set": _first(_segment, _polygon),
    "SetTwoSided": _segment,
}
MAKERS: Mapping[str, Maker] = {
    "b2PolygonShape": _polygon,
    "b2CircleShape": _circle,
    "b2EdgeShape": _segment,
    "b2MakeBox": _box,
    "b2MakeOffsetBox": _box,
    "b2MakeSquare": _square,
    "b2MakeRoundedBox": _rounded_box,
    "b2MakePolygon": _polygon,
    "b2Polygon": lambda found, value: None,
    "b2Circle": _circle,
    "b2Capsule": _capsule,
    "b2Segment": _segment,
    "Box": _first(_full_box, _box, _placed_box),
    "BoxShape": _box,
    "Polygon": _polygon,
    "PolygonShape": _polygon,
    "ConvexPolygon": _polygon,
    "from_convex_hull": _polygon,
    "Poly": _first(_pymunk_polygon, _polygon),
    "create_box": _created_box,
    "create_box_bb": _bounded_box,
    "cpBoxShapeNew": _sized_box,
    "cpBoxShapeNew2": _bounded_box,
    "cpCircleShapeNew": _chipmunk_circle,
    "cpPolyShapeNew": _chipmunk_polygon,
    "cpPolyShapeNewRaw": _chipmunk_polygon,
    "cpSegmentShapeNew": _chipmunk_segment,
    "Convex": _polygon,
    "Circle": _circle,
    "CircleShape": _circle,
    "Ball": _circle,
    "Edge": _segment,
    "EdgeShape": _segment,
    "Segment": _segment,
    "Capsule": _capsule,
    "Triangle": _triangle,
    "Cuboid": _cuboid,
    "Rect": screen_rectangle,
    "Rect2": screen_rectangle,
    "Rectangle": screen_rectangle,
    "FloatRect": screen_rectangle,
    "SDL_Rect": screen_rectangle,
    "SDL_FRect": screen_rectangle,
    "rectangle": _rectangle,
    "circle": _disc,
    "polygon": _regular_polygon,
    "fromVertices": _from_vertices,
    "newPolygonShape": _polygon,
    "newRectangleShape": _love_rectangle,
    "newCircleShape": _love_circle,
}
