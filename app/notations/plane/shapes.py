"""What parsed code says about shapes of the plane: polygons by lists of points, and the shapes of 2D engines.

Understood are Box2D 2 and 3, planck.js, p2.js and matter.js, and lists of points in any language.  A pair of numbers is
a point: (0, 1), {x: 0, y: 1}, Vec2(0, 1), new Vector2(0, 1), glm::vec2(0, 1).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import atan2, radians
from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.plane.parsing import ItemsValue, NumberValue, ParsedStatement, UnknownValue, Value
from gjkscope.app.notations.reading import ImportFault, Span
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, add2, norm2, scale2, sub2
from gjkscope.engine.shapes.kinds import Shape

LEAST_POINTS = 3  # in a list that nothing but its form makes a polygon; two may be a matrix

_LISTS = re.compile(
    r"(?i)set|setvertices|polygon|convex|array|list|hull|computehull|fromvertices|vec|vector|makepolygon"
)
_POSE = re.compile(r"(?i)^(b2)?transform$")
_NOT_POINTS = re.compile(r"(?i)normal|uv|tex|colou?r|gravity|force|velocity|index|indices|edge|face|rot|mat")


class ShapeDraft(NamedTuple):
    """A shape of the text, with its placement in the frame of its body, and its own pose if it states one."""

    name: str
    shape: Shape
    local: Planar
    token: Token
    end: int
    pose: Planar | None = None


class PlaneShapes:
    """Collects the shapes and poses of the statements of a text."""

    def __init__(self, context: ReadContext) -> None:
        self._context = context
        self.shapes: list[ShapeDraft] = []
        self.poses: dict[str, Planar] = {}  # by the object that has them, in order
        self._lists: dict[int, ShapeDraft] = {}  # polygons that only their form suggests, by the token of the list
        self._fields: dict[str, dict[str, Value]] = {}  # that are assigned to a shape one by one
        self._row: list[ItemsValue] = []  # points that follow each other, without brackets around them
        self._taken: set[int] = set()  # the tokens of the lists that shapes are made of

    def take(self, one: ParsedStatement) -> None:
        """Takes a statement.  Raises `TextError`."""
        name = one.path[0] if one.path else ""
        if not name and isinstance(one.value, ItemsValue) and _pair(one.value) is not None and not one.value.name:
            self._row.append(one.value)
            return
        self._end_row()
        if len(one.path) > 1:
            self._assign_field(one)
        elif isinstance(one.value, ItemsValue):
            self._take_value(one.value, name)

    def _end_row(self) -> None:
        """Takes the pairs since the last other statement, which are a list without brackets of its own."""
        row, self._row = self._row, []
        if row:
            self._take_list(ItemsValue((), tuple(row), {}, row[0].token, row[-1].end), "")

    def _take_value(self, value: ItemsValue, name: str) -> None:
        if self._take_shape(value, name) or self._take_pose(value, name) or self._take_method(value):
            return
        if not _NOT_POINTS.search(name):
            self._take_list(value, name)

    # --- shapes ---

    def _take_shape(self, value: ItemsValue, name: str) -> bool:
        make = _MAKERS.get(value.last)
        if make is None:
            return False
        if not value.items and not value.fields:  # b2PolygonShape box;
            self._fields[name] = {}
            return True
        draft = make(self, _with_options(value))
        if draft is None:
            return False
        self.shapes.append(draft._replace(name=name or draft.name))
        return True

    def _take_method(self, value: ItemsValue) -> bool:
        """`box.SetAsBox(1, 2)`, `polygon.Set(points, 4)`, and calls with shapes or poses among their arguments."""
        owner, method = value.name[0] if len(value.name) > 1 else "", value.last
        if owner in self._fields and (make := _METHODS.get(method)) is not None:
            draft = make(self, value)
            if draft is not None:
                self._add(draft._replace(name=owner))
                return True
        if len(value.name) > 1 and method in ("Set", "set") and "position" in value.name and _pair(value) is not None:
            self._set_pose(owner, position=_pair(value))
            return True
        if method in ("Set", "SetTransform", "setTransform", "b2Body_SetTransform") and len(value.items) >= 2:
            pair, angle = _pair(value.items[-2]), self._angle(value.items[-1])
            if pair is not None and angle is not None:
                self._set_pose(owner or method, pair, angle)
                return True
        if "m_p" in value.name and method == "Set" and owner in self._fields:
            self._fields[owner]["m_p"] = value
            self._complete(owner, value)
            return True
        inner = [item for item in (*value.items, *value.fields.values()) if isinstance(item, ItemsValue)]
        found = [self._take_shape(item, "") or self._take_pose(item, "") for item in inner if item.name or item.fields]
        return any(found)

    def _assign_field(self, one: ParsedStatement) -> None:
        """`circle.m_radius = 0.5`, `bodyDef.position = {1, 2}`, `bodyDef.angle = 0.5`."""
        owner, field = one.path[0], one.path[-1]
        if owner in self._fields:
            self._fields[owner][field] = one.value
            self._complete(owner, one.value)
        elif field in ("position", "p", "translation") and (pair := _pair(one.value)) is not None:
            self._set_pose(owner, position=pair)
        elif field in ("angle", "rotation", "q") and (angle := self._angle(one.value)) is not None:
            self._set_pose(owner, angle=angle)
        elif isinstance(one.value, ItemsValue):
            self._take_value(one.value, field if not _NOT_POINTS.search(field) else "normal")

    def _complete(self, owner: str, value: Value) -> None:
        """Adds or replaces a circle that is made by its fields."""
        radius, center = self._fields[owner].get("m_radius"), _pair(self._fields[owner].get("m_p"))
        if isinstance(radius, NumberValue) and all(
            one.name != owner or isinstance(one.shape, Circle) for one in self.shapes
        ):
            self.shapes = [one for one in self.shapes if one.name != owner]
            token = radius.tokens[0]
            self._add(ShapeDraft(owner, Circle(_length(radius)), Planar(center or (0.0, 0.0)), token, token.end))

    def _add(self, draft: ShapeDraft) -> None:
        self.shapes.append(draft)

    # --- lists of points ---

    def _take_list(self, value: ItemsValue, name: str) -> None:
        """Adds the polygons in a list of points, in a list of such lists, or in an object of them."""
        points = points_in(value)
        if points is not None and len(points) >= LEAST_POINTS:
            draft = ShapeDraft(name, Polygon(points), Planar(), value.token, value.end)
            self._lists.setdefault(value.token.start, draft)
            return
        for item in value.items:
            if isinstance(item, ItemsValue):
                self._take_value(item, name if len(value.items) == 1 else "")
        for key, item in value.fields.items():
            if isinstance(item, ItemsValue):
                self._take_value(item, name if key in ("vertices", "points", "verts") and name else key)

    def points_of(self, value: Value | None) -> tuple[Vec2, ...] | None:
        """The points of an argument; the list is no polygon of its own then."""
        if isinstance(value, UnknownValue) or value is None:
            return None
        points = points_in(value)
        if points is not None and isinstance(value, ItemsValue):
            self._taken.add(value.token.start)
            inner = value.items[0] if len(value.items) == 1 else None
            if isinstance(inner, ItemsValue):
                self._taken.add(inner.token.start)
        return points

    def drafts(self) -> list[ShapeDraft]:
        """All shapes, in the order of the text."""
        self._end_row()
        lists = [one for start, one in self._lists.items() if start not in self._taken]
        return sorted([*self.shapes, *lists], key=lambda one: one.token.start)

    # --- poses ---

    def _take_pose(self, value: ItemsValue, name: str) -> bool:
        """`b2Transform xf(b2Vec2(1, 2), b2Rot(0.5))`, and objects with a position and perhaps an angle."""
        fields = value.fields
        if _POSE.match(value.last) or {"p", "q"} <= fields.keys():
            place, turn = fields.get("p", _at(value, 0)), fields.get("q", _at(value, 1))
            if place is None:
                return bool(_POSE.match(value.last))
            pair = _pair(place)
            if pair is not None:
                self._set_pose(name or f"pose {len(self.poses)}", pair, self._angle(turn) or 0.0)
                return True
        if "position" in fields and (pair := _pair(fields["position"])) is not None:
            self._set_pose(name or f"pose {len(self.poses)}", pair, self._angle(fields.get("angle")) or 0.0)
            for item in fields.values():
                if isinstance(item, ItemsValue):
                    self._take_shape(item, name)
            return True
        return False

    def _set_pose(self, owner: str, position: Vec2 | None = None, angle: float | None = None) -> None:
        before = self.poses.get(owner, Planar())
        self.poses[owner] = Planar(
            before.position if position is None else position, before.angle if angle is None else angle
        )

    def _angle(self, value: Value | None) -> float | None:
        """An angle in radians: a number, `b2Rot(angle)`, `b2MakeRot(angle)`, or a cosine and a sine."""
        if isinstance(value, NumberValue):
            return self._in_radians(value.value)
        if not isinstance(value, ItemsValue):
            return None
        cosine, sine = value.fields.get("c", _at(value, 0)), value.fields.get("s", _at(value, 1))
        if isinstance(cosine, NumberValue) and isinstance(sine, NumberValue):
            return atan2(sine.value, cosine.value)
        return self._in_radians(cosine.value) if isinstance(cosine, NumberValue) else None

    def _in_radians(self, angle: float) -> float:
        unit = self._context.assume("angles", "radians", "2D engines take radians", "degrees") if angle else "radians"
        return angle if unit == "radians" else radians(angle)


def bodies_in_plane(found: PlaneShapes, context: ReadContext) -> tuple[Body, ...]:
    """The bodies of the shapes and poses.  Raises `ImportFault` if their numbers differ."""
    drafts, poses = found.drafts(), list(found.poses.values())
    own = [draft for draft in drafts if draft.pose is not None]
    if poses and len(poses) != len(drafts) - len(own):
        raise ImportFault(f"the text has {len(drafts)} shapes and {len(poses)} poses: which belongs to which?")
    if poses:
        context.assume("poses", "in order", "the poses are those of the shapes in the order of the text")
    rest = iter(poses)
    bodies = []
    for i, draft in enumerate(drafts):
        pose = draft.pose or (next(rest) if poses else Planar())
        name = draft.name or "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 26]
        span = Span(draft.token.start, draft.end)
        context.fact(name, "shape", draft.shape.kind, span)
        bodies.append(Body(name, draft.shape, _composed(pose, draft.local)))
    return tuple(bodies)


def points_in(value: Value) -> tuple[Vec2, ...] | None:
    """The points of a list of pairs, also inside of calls such as np.array; None if it has anything else."""
    if not isinstance(value, ItemsValue) or value.fields:
        return None
    if len(value.items) >= 1 and isinstance(value.items[0], ItemsValue) and points_in(value.items[0]):
        rest = value.items[1:]
        if not any(isinstance(item, ItemsValue) for item in rest) and _pair(value.items[0]) is None:
            return points_in(value.items[0])  # np.array([[0, 0], [1, 0]], dtype=float)
    pairs = [_pair(item) for item in value.items]
    points = tuple(pair for pair in pairs if pair is not None)
    return points if points and len(points) == len(pairs) else None


def _pair(value: Value | None) -> Vec2 | None:
    """A value as a point of the plane."""
    if not isinstance(value, ItemsValue):
        return None
    if value.fields:
        x, y = value.fields.get("x"), value.fields.get("y")
        is_pair = {*value.fields} == {"x", "y"} and not value.items
        return (x.value, y.value) if is_pair and isinstance(x, NumberValue) and isinstance(y, NumberValue) else None
    if len(value.items) == 1:
        return _pair(value.items[0]) if value.name else None
    if len(value.items) != 2:
        return None
    x, y = value.items
    return (x.value, y.value) if isinstance(x, NumberValue) and isinstance(y, NumberValue) else None


def _with_options(value: ItemsValue) -> ItemsValue:
    """A call with the fields of its only argument, if that is an object: p2.Box({width: 2, height: 1})."""
    options = value.items[0] if len(value.items) == 1 else None
    if isinstance(options, ItemsValue) and options.fields and _pair(options) is None:
        return value._replace(items=(), fields=options.fields)
    return value


def _at(value: ItemsValue, place: int) -> Value | None:
    return value.items[place] if place < len(value.items) else None


def _composed(outer: Planar, inner: Planar) -> Planar:
    """The placement of something at `inner` in a frame at `outer`; numbers of the text are kept where possible."""
    if inner == Planar():
        return outer
    if outer.angle == 0.0:
        return Planar(add2(outer.position, inner.position), inner.angle)
    x, y = inner.position
    (a, b, _), (c, d, _), _ = outer.pose.rotation
    return Planar(add2(outer.position, (a * x + b * y, c * x + d * y)), outer.angle + inner.angle)


def _length(value: NumberValue) -> float:
    if not value.value > 0.0:
        raise value.tokens[0].fault(f"must be a length > 0, got {value.value:g}")
    return value.value


def _numbers(values: Iterable[Value]) -> Iterator[NumberValue]:
    return (value for value in values if isinstance(value, NumberValue))


def _lengths(value: ItemsValue, count: int) -> list[float] | None:
    """The lengths that the call begins with; None if it does not."""
    found = value.items[:count]
    return [_length(one) for one in _numbers(found)] if len([*_numbers(found)]) == count else None


# --- constructors ---


ORIGIN = Planar()


def _draft(value: ItemsValue, shape: Shape, local: Planar = ORIGIN, pose: Planar | None = None) -> ShapeDraft:
    return ShapeDraft("", shape, local, value.token, value.end, pose)


def _box(found: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """SetAsBox(hx, hy[, centre, angle]), b2MakeBox, planck.Box: half extents."""
    halves = _lengths(value, 2)
    if halves is None:
        return None
    return _draft(value, Box2((halves[0], halves[1])), _local(found, value, 2))


def _local(found: PlaneShapes, value: ItemsValue, first: int) -> Planar:
    """The optional centre and angle among the arguments."""
    center, turn = _pair(_at(value, first)), _at(value, first + 1)
    angle = found._angle(turn) if center is not None else None
    return Planar(center or (0.0, 0.0), angle or 0.0)


def _square(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    half = _lengths(value, 1)
    return _draft(value, Box2((half[0], half[0]))) if half else None


def _rounded_box(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    sizes = _lengths(value, 3)
    return _draft(value, Box2((sizes[0], sizes[1]), sizes[2])) if sizes else None


def _polygon(found: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """Set(points, n), planck.Polygon(points), b2MakePolygon(&hull, radius), p2.Convex({vertices})."""
    points = found.points_of(value.fields.get("vertices", _at(value, 0)))
    if points is None:
        return None
    radius = _at(value, 1) if value.last == "b2MakePolygon" else None
    return _draft(value, Polygon(points, radius.value if isinstance(radius, NumberValue) else 0.0))


def _circle(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """b2Circle{centre, radius}, planck.Circle([centre, ]radius), p2.Circle({radius})."""
    radius = value.fields.get("radius") or next(_numbers(value.items), None)
    center = _pair(value.fields.get("center", _at(value, 0)))
    if not isinstance(radius, NumberValue):
        return None
    return _draft(value, Circle(_length(radius)), Planar(center or (0.0, 0.0)))


def _capsule(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """b2Capsule{c1, c2, radius}."""
    ends = [_pair(value.fields.get(f"center{i + 1}", _at(value, i))) for i in range(2)]
    radius = value.fields.get("radius", _at(value, 2))
    if ends[0] is None or ends[1] is None or not isinstance(radius, NumberValue):
        return None
    way = sub2(ends[1], ends[0])
    if norm2(way) == 0.0:
        return _draft(value, Circle(_length(radius)), Planar(ends[0]))
    middle = scale2(add2(ends[0], ends[1]), 0.5)
    size = _length(radius), norm2(way) / 2
    if way[0] == 0.0:
        return _draft(value, Capsule2(*size), Planar(middle))
    return _draft(value, Capsule2(*size, "x"), Planar(middle, atan2(way[1], way[0])))


def _segment(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """b2Segment{p1, p2}, planck.Edge(p1, p2), SetTwoSided(p1, p2)."""
    ends = [_pair(value.fields.get(f"point{i + 1}", _at(value, i))) for i in range(2)]
    return _draft(value, Segment2(ends[0], ends[1])) if ends[0] is not None and ends[1] is not None else None


def _full_box(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """p2.Box({width, height}): full sizes."""
    width, height = value.fields.get("width"), value.fields.get("height")
    if not (isinstance(width, NumberValue) and isinstance(height, NumberValue)):
        return None
    return _draft(value, Box2((_length(width) / 2, _length(height) / 2)))


def _rectangle(found: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """matter.js: Bodies.rectangle(x, y, width, height[, {angle}])."""
    numbers = [*_numbers(value.items[:4])]
    if len(numbers) != 4:
        return None
    x, y, width, height = numbers
    options = _at(value, 4)
    angle = found._angle(options.fields.get("angle")) if isinstance(options, ItemsValue) else None
    half = (_length(width) / 2, _length(height) / 2)
    return _draft(value, Box2(half), pose=Planar((x.value, y.value), angle or 0.0))


def _disc(_: PlaneShapes, value: ItemsValue) -> ShapeDraft | None:
    """matter.js: Bodies.circle(x, y, radius)."""
    numbers = [*_numbers(value.items[:3])]
    if len(numbers) != 3:
        return None
    x, y, radius = numbers
    return _draft(value, Circle(_length(radius)), pose=Planar((x.value, y.value)))


_METHODS = {
    "SetAsBox": _box,
    "Set": lambda found, value: _segment(found, value) or _polygon(found, value),
    "SetTwoSided": _segment,
}
_MAKERS = {
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
    "Box": lambda found, value: _full_box(found, value) or _box(found, value),
    "BoxShape": _box,
    "Polygon": _polygon,
    "PolygonShape": _polygon,
    "Convex": _polygon,
    "Circle": _circle,
    "CircleShape": _circle,
    "Edge": _segment,
    "EdgeShape": _segment,
    "rectangle": _rectangle,
    "circle": _disc,
}


def fault_of_ragged(values: Sequence[ItemsValue]) -> TextError | None:
    """The fault of the first item that is not a pair in a list of pairs."""
    for value in values:
        pairs = [_pair(item) is not None for item in value.items]
        if sum(pairs) >= LEAST_POINTS and not all(pairs):
            item = value.items[pairs.index(False)]
            token = item.tokens[0] if isinstance(item, NumberValue) else item.token
            return token.fault("must be a pair of numbers, like the others")
    return None
