"""Inputs of Box2D's queries: shapes as proxies, their transforms, and sweeps, which move them.

    input.proxyA.Set(&shapeA, 0);                             # 2.4
    input.sweepA.c0.Set(1, 2);  input.sweepA.a0 = 0.5f;       # the start: centre and angle; c and a are the end
    input.proxyB = b2MakeProxy(points, 3, 0.1f);              # 3: points with a radius around them
    input.sweepB = (b2Sweep){center, c1, c2, q1, q2};         # the centre in the frame of the shape, and both ends
    input.translationB = (b2Vec2){-2, 0};                     # of a shape cast

A sweep takes one second: the shape is where it begins, with a velocity.  The centre of a sweep moves in a straight line
while the shape turns about it.  A body does the same with its origin, so the shape is moved until this is the centre.
"""

from collections.abc import Iterator
from math import cos, remainder, sin, tau
from typing import NamedTuple, Protocol

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.plane.makers import positive_length
from gjkscope.app.bring.notations.plane.parsing import (
    ItemsValue,
    NumberValue,
    ParsedStatement,
    UnknownValue,
    Value,
    variable_of,
)
from gjkscope.app.bring.notations.plane.placements import ShapeDraft
from gjkscope.app.bring.notations.plane.points import first_points, item_at, point_in
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, add2, sub2
from gjkscope.engine.shapes.kinds import Shape

_SETTERS = frozenset(
    {
        "Set",
        "set",
        "SetZero",
        "setZero",
        "SetIdentity",
        "setIdentity",
        "setNum",
        "setVec2",
        "SetTransform",
        "setTransform",
    }
)
_HINT = "write localCenter, c1, c2, q1 and q2, or localCenter, c0, a0, c and a, with their numbers"
_SWEEP = "b2Sweep"
_PARTS = ("localCenter", "c1", "c2", "q1", "q2")  # of version 3, in order
_PART_OF_2 = {"c0": "c1", "c": "c2", "a0": "q1", "a": "q2", "a1": "q1", "a2": "q2"}  # their names in version 2
_POINTS = frozenset({"localCenter", "c1", "c2"})
_STARTS = {"c2": "c1", "q2": "q1"}  # what a part is if the text does not state it
_ZERO: Vec2 = (0.0, 0.0)


class RestOfText(Protocol):
    """What the rest of the text says."""

    def points_of(self, value: Value | None) -> tuple[Vec2, ...] | None: ...
    def angle(self, value: Value | None) -> float | None: ...
    def set_aside(self, value: Value | None) -> None: ...
    def draft_named(self, name: str) -> ShapeDraft | None: ...
    def shape_names(self) -> list[str]: ...
    def made(self, value: ItemsValue) -> ShapeDraft | None: ...


class SweptMotion(NamedTuple):
    """Where a shape is when it begins to move, and how it does; the centre is in the frame of the shape."""

    center: Vec2
    start: Planar  # of the centre
    velocity: Vec2
    turning: float


class QueryInputs:
    """Collects the inputs, and makes the shapes of their proxies, in their places."""

    def __init__(self, measures: RestOfText, context: ReadContext) -> None:
        self._measures, self._context = measures, context
        self._sweeps: dict[str, dict[str, Value]] = {}  # by variable, or by the member of an input: input.sweepA
        self._members: dict[str, dict[str, Value]] = {}  # by input: proxyA, transformA, …

    def take(self, one: ParsedStatement) -> bool:
        """Takes a statement about an input or a sweep.  Raises `TextError`."""
        path, value = one.path, one.value
        if not path and isinstance(value, ItemsValue) and value.last in _SETTERS:
            path = value.name[:-1]
        if isinstance(value, ItemsValue) and len(path) == 1 and value.last == _SWEEP:
            return self._take_sweep(path[0], value)
        if len(path) < 2:
            return False
        if self._is_sweep(path) and isinstance(value, ItemsValue) and not one.path:
            return self._take_transform(".".join(path), value)
        part = _PART_OF_2.get(path[-1], path[-1])
        owner = ".".join(path[:-1])
        if part in (*_PARTS, "alpha0") and (owner in self._sweeps or path[-2][:-1] == "sweep"):
            self._sweeps.setdefault(owner, {})[part] = value
            self._measures.set_aside(value)
            return True
        if path[-1][-1:] not in ("A", "B") and path[-1] != "transform":
            return False
        if path[-1][:-1] == "sweep":
            return self._take_sweep(".".join(path), value)
        if path[-1][:-1] in ("proxy", "transform", "translation") or path[-1] == "transform":
            self._members.setdefault(owner, {})[path[-1]] = value
            self._measures.set_aside(value)
            return True
        return False

    def _is_sweep(self, path: tuple[str, ...]) -> bool:
        return ".".join(path) in self._sweeps or path[-1] in ("sweepA", "sweepB")

    def _take_transform(self, name: str, value: ItemsValue) -> bool:
        """`sweep.setTransform(pose)`: it rests there.  Raises `TextError` for another way to set a sweep."""
        pose = item_at(value, 0)
        if value.last.lower() != "settransform" or not isinstance(pose, ItemsValue):
            raise value.token.fault(f"{value.last}: how this sets the sweep is not read: {_HINT}")
        place, turn = parts_of_pose(pose)
        if pose.last.lower() == "identity":
            place = ItemsValue(("setZero",), (), {}, pose.token, pose.end)
        self._sweeps[name] = {key: part for key, part in (("c1", place), ("q1", turn)) if part is not None}
        self._measures.set_aside(value)
        return True

    def _take_sweep(self, name: str, value: Value) -> bool:
        variable = variable_of(value)
        if variable in self._sweeps:
            self._sweeps[name] = self._sweeps[variable]
        elif isinstance(value, ItemsValue):
            named = {_PART_OF_2.get(key, key): part for key, part in value.fields.items()}
            self._sweeps[name] = named or dict(zip(_PARTS, value.items, strict=False))
            self._measures.set_aside(value)
        return True

    def drafts(self) -> Iterator[ShapeDraft]:
        """The shapes of all proxies, in their places.  Raises `TextError` and `ImportFault`."""
        used = set()
        for owner, members in self._members.items():
            for letter in "AB":
                proxy = members.get(f"proxy{letter}")
                draft = self._of_proxy(proxy, letter) if proxy is not None else None
                if draft is not None:
                    used |= {f"{owner}.sweep{letter}"}
                    yield self._placed(draft, owner, letter)
        if not used:
            yield from self._by_letter()

    def _by_letter(self) -> Iterator[ShapeDraft]:
        """The shapes that end in the letter of a sweep, if no input says whose it is.  Raises `ImportFault`."""
        for name in (name for name, parts in self._sweeps.items() if parts):
            named = [one for one in self._measures.shape_names() if one[-1:] == name[-1:]]
            draft = self._measures.draft_named(named[0]) if len(named) == 1 else None
            if draft is None:
                said = "the text does not say whose it is: write input.proxyA = …, input.sweepA = …, and the shapes"
                raise ImportFault(f"the sweep {name}: {said}")
            yield moved_draft(draft, self._motion(self._sweeps[name], draft))

    def _of_proxy(self, value: Value, letter: str) -> ShapeDraft | None:
        """The shape of `b2MakeProxy(points, count, radius)`, or of `proxy.Set(&shape, 0)`."""
        if not isinstance(value, ItemsValue):
            return self._measures.draft_named(variable_of(value))
        first, radius = item_at(value, 0), item_at(value, 2)
        if value.last in _SETTERS:
            known = self._measures.draft_named(variable_of(first))
            if known is None and isinstance(first, ItemsValue):
                known = self._measures.made(first)
            if known is None:
                raise value.token.fault(f"proxy{letter}: the shape is not in the text: write it, too")
            return known
        if isinstance(first, UnknownValue) and (known := self._measures.draft_named(variable_of(first))) is not None:
            return known  # b2MakeProxy(&circle.center, 1, circle.radius)
        points = self._measures.points_of(first) or ((at,) if (at := point_in(first)) is not None else None)
        points = first_points(points, item_at(value, 1)) if points is not None else None
        if points is None:
            raise value.token.fault(f"proxy{letter}: the points are not in the text: write them, too")
        rounding = positive_length(radius) if isinstance(radius, NumberValue) and radius.value else 0.0
        if len(points) == 1:
            if not rounding:
                raise value.token.fault(f"proxy{letter}: a single point with the radius 0: give it a radius")
            return ShapeDraft(f"proxy{letter}", Circle(rounding), Planar(points[0]), value.token, value.end)
        shape = Segment2(points[0], points[1], rounding) if len(points) == 2 else Polygon(points, rounding)
        name = variable_of(first) or f"proxy{letter}"
        return ShapeDraft(name, shape, Planar(), value.token, value.end)

    def _placed(self, draft: ShapeDraft, owner: str, letter: str) -> ShapeDraft:
        members = self._members[owner]
        if (sweep := self._sweeps.get(f"{owner}.sweep{letter}")) is not None:
            return moved_draft(draft, self._motion(sweep, draft))
        pose = self._pose(members, letter, draft)
        move = members.get(f"translation{letter}")
        if move is None:
            return draft._replace(pose=pose)
        way = point_in(move)
        if way is None:
            raise draft.token.fault(f"translation{letter}: must be two numbers")
        if self._is_moved() and way != _ZERO:
            return draft._replace(pose=pose, velocity=way)
        return draft._replace(pose=pose)

    def _is_moved(self) -> bool:
        why = "the input moves a shape: here in one second; distances are those at the start"
        return self._context.assume("motion", "read", why, "left out") == "read"

    def _pose(self, members: dict[str, Value], letter: str, draft: ShapeDraft) -> Planar:
        """The transform of one shape; `transform` alone is that of the second in the frame of the first."""
        value = members.get(f"transform{letter}")
        if value is None and "transform" in members and letter == "B":
            value = members["transform"]
        if value is None:
            return Planar()
        if not isinstance(value, ItemsValue):
            raise draft.token.fault(f"transform{letter}: {variable_of(value) or 'it'} has no value in the text")
        if value.last.lower() == "setidentity":
            return Planar()
        place, turn = parts_of_pose(value)
        position = point_in(place)
        if position is None:
            raise value.token.fault(f"transform{letter}: must be a position and an angle")
        return Planar(position, self._measures.angle(turn) or 0.0)

    def _motion(self, sweep: dict[str, Value], draft: ShapeDraft) -> SweptMotion:
        """The motion that a sweep states.  Raises `TextError` for a part that is missing."""
        alpha = sweep.get("alpha0")
        if isinstance(alpha, NumberValue) and alpha.value != 0.0:
            raise alpha.tokens[0].fault("alpha0: the sweep begins later: write its centre and angle at that time")
        center = self._point(sweep, "localCenter", draft) if "localCenter" in sweep else _ZERO
        start, end = self._point(sweep, "c1", draft), self._point(sweep, "c2", draft)
        first, last = self._angle(sweep, "q1"), self._angle(sweep, "q2")
        turning = last - first
        if isinstance(sweep.get("q2", sweep.get("q1")), ItemsValue):
            turning = remainder(turning, tau)
            if turning:
                self._context.ask(
                    "turning",
                    "evenly",
                    "Box2D 3 interpolates cosine and sine: between its ends, the angle is another one",
                )
        velocity = sub2(end, start)
        if (velocity != _ZERO or turning) and not self._is_moved():
            velocity, turning = _ZERO, 0.0
        return SweptMotion(center, Planar(start, first), velocity, turning)

    def _part(self, sweep: dict[str, Value], name: str) -> Value | None:
        """A part of a sweep, also if it is that of another place: `sweep.c = sweep.c0`."""
        value = sweep.get(name, sweep.get(_STARTS.get(name, name)))
        if isinstance(value, UnknownValue) and len(value.path) > 1:
            other = self._sweeps.get(".".join(value.path[:-1]), {})
            return other.get(_PART_OF_2.get(value.path[-1], value.path[-1]))
        return value

    def _point(self, sweep: dict[str, Value], name: str, draft: ShapeDraft) -> Vec2:
        value = self._part(sweep, name)
        if isinstance(value, ItemsValue) and value.last.lower() == "setzero":
            return _ZERO
        point = point_in(value)
        if point is None:
            raise draft.token.fault(f"the sweep of this shape has no {name}: {_HINT}")
        return point

    def _angle(self, sweep: dict[str, Value], name: str) -> float:
        return self._measures.angle(self._part(sweep, name)) or 0.0


def parts_of_pose(value: ItemsValue) -> tuple[Value | None, Value | None]:
    """The position and the rotation of a transform."""
    return value.fields.get("p", item_at(value, 0)), value.fields.get("q", item_at(value, 1))


def moved_draft(draft: ShapeDraft, motion: SweptMotion) -> ShapeDraft:
    """The shape where the motion begins.  Raises `TextError` for a shape that cannot turn about that centre."""
    velocity, turning = motion.velocity, motion.turning
    if not turning:
        origin = sub2(motion.start.position, _turned(motion.center, motion.start.angle))
        return draft._replace(pose=Planar(origin, motion.start.angle), velocity=velocity)
    local = Planar(sub2(draft.local.position, motion.center), draft.local.angle)
    if local.position != _ZERO:
        draft, local = draft._replace(shape=_relocated(draft, local)), Planar()
    return draft._replace(local=local, pose=motion.start, velocity=velocity, turning=turning)


def _relocated(draft: ShapeDraft, local: Planar) -> Shape:
    """The shape with its points in the frame of its body."""
    shape = draft.shape
    if isinstance(shape, Box2):
        a, b = shape.half_extents
        return Polygon(_placed_points(((-a, -b), (a, -b), (a, b), (-a, b)), local), shape.rounding)
    if isinstance(shape, Polygon):
        return Polygon(_placed_points(shape.vertices, local), shape.rounding)
    if isinstance(shape, Segment2):
        return _placed_segment(shape.a, shape.b, shape.rounding, local)
    if isinstance(shape, Capsule2):
        half = shape.half_height
        end: Vec2 = (half, 0.0) if shape.axis == "x" else (0.0, half)
        return _placed_segment((-end[0], -end[1]), end, shape.radius + shape.rounding, local)
    raise draft.token.fault(
        f"a {shape.kind} that turns about a point beside its own centre is not read: leave a and q out"
    )


def _placed_segment(a: Vec2, b: Vec2, rounding: float, place: Planar) -> Segment2:
    first, last = _placed_points((a, b), place)
    return Segment2(first, last, rounding)


def _placed_points(points: tuple[Vec2, ...], place: Planar) -> tuple[Vec2, ...]:
    return tuple(add2(place.position, _turned(point, place.angle)) for point in points)


def _turned(point: Vec2, angle: float) -> Vec2:
    if angle == 0.0:
        return point
    c, s = cos(angle), sin(angle)
    return (c * point[0] - s * point[1], s * point[0] + c * point[1])
