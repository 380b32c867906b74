"""Polygons by lists of points in any language (points.py), and rectangles and circles of screens.

The shapes of 2D engines are read by their vocabularies.  Numbers that became no part of a shape or pose are named in a
warning.
"""

import re
from collections.abc import Iterator
from math import isfinite, nan, radians, tau

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.fields import words_of_name
from gjkscope.app.bring.notations.plane.parsing import (
    ItemsValue,
    NumberValue,
    ParsedStatement,
    UnknownValue,
    Value,
)
from gjkscope.app.bring.notations.plane.placements import ShapeDraft, TextPoses
from gjkscope.app.bring.notations.plane.points import (
    LEAST_POINTS,
    fault_of_ragged,
    first_points,
    flat_points,
    item_at,
    list_in,
    point_in,
    points_in,
)
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine.plane.shapes.kinds import Box2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, add2

FAR = 200  # characters: what stands further from a list is not beside it
_BESIDE = re.compile(r"[\s()\[\]{},;|:*•−–-]{0,200}")  # between two numbers without words between them

# Whole words of names: a vertex is not a texture, and a list of the points in the world is not a world.
_NOT_POINTS = re.compile(
    r"(?:normal|norm|uv|tex|texture|index|indice|idx|edge|face|tri|triangle|rot|rotation|mat|matrix)s?"
)
_NOT_GEOMETRY = re.compile(
    r"(?:colou?r|gravity|force|vel|velocity|density|friction|restitution|mass|damping|step|timestep|iteration|count)s?"
    r"|velocities"
)
_SETTINGS = re.compile(r"(?i)^(b2|cp)?(world|space)(def)?$")  # types of the surroundings of shapes
_OF_OWNER = frozenset({"vertices", "points", "verts", "SetPath", "setVertices", "SetVertices"})
_COUNTS = frozenset({"count", "m_count", "numVertices", "vertexCount", "n"})
_COORDINATES = {"x": 0, "y": 1, "0": 0, "1": 1}
_WKT = frozenset({"POLYGON", "MULTIPOLYGON"})
_NAMES = ("name", "label", "id")


class PlaneShapes:
    """Collects the shapes and poses of the statements of a text."""

    def __init__(self, context: ReadContext) -> None:
        self._context = context
        self.placements = TextPoses()
        self.used: set[int] = set()  # the offsets of the numbers whose value was taken
        self._shapes: list[ShapeDraft] = []
        self._lists: dict[int, ShapeDraft] = {}  # polygons that only their form suggests, by the token of the list
        self._pairs: dict[int, ShapeDraft] = {}  # lists of two points, likewise
        self._elements: dict[
            tuple[str, ...], dict[int, tuple[Vec2, ItemsValue | NumberValue]]
        ] = {}  # points of a list, assigned one by one
        self._axes: dict[str, ItemsValue] = {}  # lists of numbers, by their names
        self._counts: dict[str, NumberValue] = {}  # of the points of an object
        self._taken: set[int] = set()  # the tokens of the lists that shapes are made from
        self._spans: list[Span] = []  # of what is read, or not about shapes, besides the shapes themselves

    def take(self, statement: ParsedStatement) -> None:
        """Takes a statement.  Raises `TextError`."""
        value, name = statement.value, statement.path[0] if statement.path else ""
        self._note_variables(value, statement.token.start)
        if not name and isinstance(value, ItemsValue) and point_in(value) is not None and not value.name:
            raise value.token.fault("a point that belongs to no list: write the points of a polygon after its name")
        if self._take_element(statement):
            return
        if len(statement.path) > 1:
            self._assign_field(statement)
        elif isinstance(value, ItemsValue):
            self._take_value(value, name)

    def bodies(self) -> tuple[Body, ...]:
        """All bodies, in the order of the text.  Raises `ImportFault` if shapes and poses do not match."""
        drafts = self._drafts()
        bodies = []
        for i, (draft, pose) in enumerate(zip(drafts, self.placements.of(drafts, self._context), strict=True)):
            name = draft.name or "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 26]
            self._context.fact(name, "shape", draft.shape.kind, draft.span)
            bodies.append(Body(name, draft.shape, pose))
        spans = [*self._spans, *(draft.span for draft in drafts)]
        self._refuse_beside(drafts, spans)
        self._forget_unread(spans)
        return tuple(bodies)

    def _take_value(self, value: ItemsValue, name: str) -> None:
        if self._take_screen_shape(value, name) or self._take_method(value):
            return
        if _has_word(_NOT_GEOMETRY, name, value.last) or _SETTINGS.match(value.last):
            self.set_aside(value)
        elif value.last in _WKT and len(value.items) > 1:
            raise value.token.fault(f"{value.last} with holes or parts: write one polygon for each convex part")
        elif not _has_word(_NOT_POINTS, name):
            self._take_list(value, name)

    # --- shapes ---

    def _take_screen_shape(self, value: ItemsValue, name: str) -> bool:
        """Objects with x, y and a size: {x: 10, y: 20, width: 30, height: 40}, {x: 10, y: 20, radius: 5}."""
        if not {"x", "y"} <= value.fields.keys():
            return False
        draft = self._screen_circle(value) or self._screen_rectangle(value)
        if draft is not None:
            self._add(draft._replace(name=_own_name(value) or name))
        return draft is not None

    def _screen_circle(self, value: ItemsValue) -> ShapeDraft | None:
        fields = value.fields
        x, y, radius = fields["x"], fields["y"], fields.get("radius", fields.get("r"))
        if isinstance(x, NumberValue) and isinstance(y, NumberValue) and isinstance(radius, NumberValue):
            shape = Circle(_length(radius))
            return ShapeDraft("", shape, value.token, value.end, Planar((x.value, y.value)))
        return None

    def _screen_rectangle(self, value: ItemsValue) -> ShapeDraft | None:
        """{x, y, width, height[, angle about the centre]}."""
        fields = value.fields
        given = (fields["x"], fields["y"], fields.get("width", fields.get("w")), fields.get("height", fields.get("h")))
        numbers = [number for number in given if isinstance(number, NumberValue)]
        if len(numbers) != len(given):
            return None
        at, half = (numbers[0].value, numbers[1].value), (_length(numbers[2]) / 2, _length(numbers[3]) / 2)
        angle = self.angle(fields.get("rotation", fields.get("angle"))) or 0.0
        center = add2(at, half) if self._is_cornered() else at
        return ShapeDraft("", Box2(half), value.token, value.end, Planar(center, angle))

    def _add(self, draft: ShapeDraft) -> None:
        """Adds a shape; a variable with a shape that is used again is the same shape."""
        if not any(known.token.start == draft.token.start for known in self._shapes):
            self._shapes.append(draft)

    def _take_method(self, value: ItemsValue) -> bool:
        """`a.setPosition(1, 2)`, `a.SetPath(0, points)`, and calls with objects of screens among their arguments."""
        owner, method = value.name[0] if len(value.name) > 1 else "", value.last
        if self._take_move(value, owner, method):
            return True
        if method in _OF_OWNER and owner:
            lists = [item for item in value.items if isinstance(item, ItemsValue)]
            self._take_list(lists[-1] if lists else value, owner)
            self.set_aside(value)
            return True
        inner = [*(("", item) for item in value.items), *value.fields.items()]
        are_shapes = [
            self._take_screen_shape(item, item.variable or key)
            for key, item in inner
            if isinstance(item, ItemsValue) and (item.name or item.fields)
        ]
        return any(are_shapes)

    def _assign_field(self, statement: ParsedStatement) -> None:
        """`a.points = {…}`, `a.position = {1, 2}`, `a.rotation = 0.5`."""
        owner, field = statement.path[0], statement.path[-1]
        if field in ("position", "p", "translation") and (pair := point_in(statement.value)) is not None:
            self._place(owner, statement.value, position=pair)
        elif field in ("angle", "rotation") and (angle := self.angle(statement.value)) is not None:
            self._place(owner, statement.value, angle=angle)
        elif field in _COUNTS and isinstance(statement.value, NumberValue):
            self._counts[owner] = statement.value
            self.set_aside(statement.value)
        elif _has_word(_NOT_GEOMETRY, field):
            self.set_aside(statement.value)
        elif isinstance(statement.value, ItemsValue):
            self._take_value(statement.value, owner if field in _OF_OWNER else field)

    # --- lists of points ---

    def _take_list(self, value: ItemsValue, name: str) -> None:
        """Adds the polygons in a list of points, in a list of such lists, or in an object of them."""
        if name and value.items and all(isinstance(item, NumberValue) for item in list_in(value).items):
            self._axes[name] = list_in(value)
        points = points_in(value) or (flat_points(value.items) if not value.fields else None)
        if points is not None:
            shape = Polygon(points) if len(points) >= LEAST_POINTS else Segment2(points[0], points[-1])
            lists = self._lists if len(points) >= LEAST_POINTS else self._pairs
            if len(points) > 1:
                draft = ShapeDraft(name, shape, value.token, value.end)
                lists.setdefault(list_in(value).token.start, draft)
            return
        if (fault := fault_of_ragged(value)) is not None:
            raise fault
        for item in value.items:
            if isinstance(item, ItemsValue):
                self._take_value(item, name if len(value.items) == 1 else "")
        own = _own_name(value) or name
        for key, item in value.fields.items():
            if isinstance(item, ItemsValue):
                self._take_value(item, own if key in _OF_OWNER and own else key)

    def _take_element(self, statement: ParsedStatement) -> bool:
        """A point of a list, or a coordinate: `v[0].Set(1, 2)`, `a.verts[0] = c2V(1, 2)`, `v[0].x = 1`,
        `shape.setPoint(0, sf::Vector2f(1, 2))`.
        """
        value = statement.value
        if isinstance(value, ItemsValue) and value.last == "setPoint":
            first, point = item_at(value, 0), point_in(item_at(value, 1))
            if isinstance(first, NumberValue) and point is not None:
                return self._set_element(value.name[:1], int(first.value), point, value)
            return False
        setter = value.name[:-1] if isinstance(value, ItemsValue) and value.last.lower() == "set" else ()
        path = statement.path or setter
        i = next((i for i, word in enumerate(path) if i and word.isdecimal()), None)
        if i is None or _has_word(_NOT_POINTS, path[i - 1]):
            return False
        owner, number, members = path[:i], int(path[i]), path[i + 1 :]
        if not members and isinstance(value, ItemsValue) and (point := point_in(value)) is not None:
            return self._set_element(owner, number, point, value)
        if isinstance(value, NumberValue) and len(members) == 1 and members[0] in _COORDINATES:
            known = self._elements.get(owner, {}).get(number)
            x, y = known[0] if known else (nan, nan)
            point = (value.value, y) if _COORDINATES[members[0]] == 0 else (x, value.value)
            return self._set_element(owner, number, point, value)
        return False

    def _set_element(self, owner: tuple[str, ...], number: int, point: Vec2, value: ItemsValue | NumberValue) -> bool:
        self._elements.setdefault(owner, {})[number] = point, value
        self.set_aside(value)
        return True

    def _points_by_element(self, owner: tuple[str, ...]) -> tuple[Vec2, ...] | None:
        """The points that are assigned one by one.  Raises `TextError` if one is missing or has one coordinate."""
        elements = self._elements.get(owner, {})
        numbers = sorted(elements)
        for expected, number in enumerate(numbers, numbers[0] if numbers else 0):
            point, value = elements[number]
            if number != expected or numbers[0] > 1 or not all(map(isfinite, point)):
                missing = f"point {expected}" if number != expected else "a coordinate"
                raise _token_of(value).fault(f"{'.'.join(owner)}: {missing} is missing")
        points = tuple(elements[number][0] for number in numbers)
        return first_points(points, self._counts.get(owner[0])) if points else None

    def _lists_by_element(self) -> Iterator[ShapeDraft]:
        """The polygons of points that are assigned one by one and not used by a shape."""
        for owner, elements in self._elements.items():
            points = self._points_by_element(owner)
            if points is not None and len(points) >= LEAST_POINTS:
                token = _token_of(elements[min(elements)][1])
                yield ShapeDraft(owner[0], Polygon(points), token, token.end)

    def _lists_by_axis(self) -> Iterator[ShapeDraft]:
        """The polygons whose x and y are separate lists.  Raises `TextError` for lists of different lengths."""
        for name, xs in self._axes.items():
            other = next((other for other in axis_partners(name, "y") if other in self._axes), None)
            if other is None:
                continue
            ys = self._axes[other]
            for values in (xs, ys):
                self._taken.add(values.token.start)
                self.set_aside(values)
            if len(xs.items) != len(ys.items):
                raise ys.token.fault(f"{other} has {len(ys.items)} numbers, {name} has {len(xs.items)}")
            points = _pairs_of(xs, ys)
            if len(points) >= LEAST_POINTS:
                axis = next(i for i, (p, q) in enumerate(zip(name, other, strict=True)) if p != q)
                title = (name[:axis] + name[axis + 1 :]).strip("_")
                yield ShapeDraft(title, Polygon(points), xs.token, xs.end)

    def _drafts(self) -> list[ShapeDraft]:
        """All shapes, in the order of the text; lists of two points are segments if there are few other shapes."""
        by_axis = [*self._lists_by_axis()]
        lists = [draft for start, draft in self._lists.items() if start not in self._taken]
        drafts = [*self._shapes, *lists, *by_axis, *self._lists_by_element()]
        if len(drafts) < 2:
            drafts += [draft for start, draft in self._pairs.items() if start not in self._taken]
        return sorted(drafts, key=lambda draft: draft.token.start)

    def _is_cornered(self) -> bool:
        """Whether x and y of a rectangle are those of its least corner."""
        why = "x and y are those of the corner, as on a canvas"
        return self._context.assume("rectangle", "corner", why, "centre") == "corner"

    # --- poses ---

    def _take_move(self, value: ItemsValue, owner: str, method: str) -> bool:
        """`a.setPosition(1, 2)`, `a.setRotation(90)`."""
        if method in ("setPosition", "SetPosition", "set_position") and owner:
            pair = point_in(value) or point_in(item_at(value, 0))
            return pair is not None and self._place(owner, value, position=pair)
        if method in ("setRotation", "setAngle", "SetAngle") and owner and len(value.items) == 1:
            angle = self.angle(value.items[0], "degrees" if method == "setRotation" else "radians")
            return angle is not None and self._place(owner, value, angle=angle)
        return False

    def _place(self, owner: str, value: Value, position: Vec2 | None = None, angle: float | None = None) -> bool:
        self.placements.place(owner, position, angle)
        self.set_aside(value)
        return True

    def angle(self, value: Value | None, usual: str = "radians") -> float | None:
        """A number as an angle in radians."""
        return self._in_radians(value, usual) if isinstance(value, NumberValue) else None

    def _in_radians(self, number: NumberValue, usual: str) -> float:
        angle = number.value
        if angle == 0.0:
            return angle
        why = "2D engines take radians" if usual == "radians" else "setRotation takes degrees"
        other = "degrees" if usual == "radians" else "radians"
        if self._context.assume("angles", usual, why, other) == "degrees":
            return radians(angle)
        if abs(angle) > tau:
            token = number.tokens[0]
            self._context.warn(f"line {token.line}: an angle of {angle:g} rad is more than a turn: is it in degrees?")
        return angle

    # --- unread numbers ---

    def _note_variables(self, value: Value, start: int) -> None:
        """The numbers of variables that a statement at `start` uses are read."""
        if isinstance(value, NumberValue):
            self._spans += [Span(token.start, token.end) for token in value.tokens if token.start < start]
        elif isinstance(value, ItemsValue):
            for item in (*value.items, *value.fields.values()):
                self._note_variables(item, start)

    def set_aside(self, value: Value | None) -> None:
        """The numbers of a value are read, or are known to be something else, such as a density."""
        if isinstance(value, ItemsValue):
            self._spans.append(Span(value.token.start, value.end))
        elif isinstance(value, NumberValue):
            self._spans += [Span(token.start, token.end) for token in value.tokens]

    def _refuse_beside(self, drafts: list[ShapeDraft], spans: list[Span]) -> None:
        """Rejects a number directly beside the points of a polygon that is not part of it: a point may be lost."""
        text = self._context.text
        lists = [draft for draft in drafts if isinstance(draft.shape, (Polygon, Segment2))]
        starts, ends = ({draft.token.start: draft for draft in lists}, {draft.end: draft for draft in lists})
        for token in _outside(sorted(self._context.numbers.values(), key=lambda token: token.start), spans):
            after = _BESIDE.match(text, token.end)
            before = _BESIDE.match(text[max(0, token.start - FAR) : token.start][::-1])
            following = range(token.end, (after.end() if after else token.end) + 1)
            preceding = range(token.start - (before.end() if before else 0), token.start + 1)
            neighbours = [*(starts.get(offset) for offset in following), *(ends.get(offset) for offset in preceding)]
            beside = next((draft for draft in neighbours if draft is not None), None)
            if beside is None or (token.is_integer and token.value == _size_of(beside)):  # {3, {{0, 0}, …}}
                continue
            raise token.fault(
                f"{token.text} stands beside the points of a polygon, but is none of them: is one missing?"
            )

    def _forget_unread(self, spans: list[Span]) -> None:
        """Excludes from the record numbers that are not part of a shape or pose, or whose value was not taken."""
        numbers = sorted(self._context.numbers.values(), key=lambda token: token.start)
        self._context.lexed = numbers
        unread = {token.start for token in _outside(numbers, spans)} | self._context.numbers.keys() - self.used
        for start in unread:
            del self._context.numbers[start]


def _length(number: NumberValue) -> float:
    if not number.value > 0.0:
        raise number.tokens[0].fault(f"must be a length > 0, got {number.value:g}")
    return number.value


def _has_word(pattern: re.Pattern[str], *names: str) -> bool:
    return any(pattern.fullmatch(word) for name in names for word in words_of_name(name))


def axis_partners(name: str, axis: str) -> Iterator[str]:
    """The names with another axis in place of an x: `ax` and `xs` belong to `ay` and `ys`."""
    for i, letter in enumerate(name):
        if letter in "xX":
            yield name[:i] + (axis if letter == "x" else axis.upper()) + name[i + 1 :]


def _outside(tokens: list[Token], spans: list[Span]) -> Iterator[Token]:
    """The tokens, in order, that are in none of the spans."""
    ordered, i, end = sorted(spans), 0, -1
    for token in tokens:
        while i < len(ordered) and ordered[i].start <= token.start:
            end, i = max(end, ordered[i].end), i + 1
        if token.start >= end:
            yield token


def _size_of(draft: ShapeDraft) -> int:
    """The number of points in a list."""
    return len(draft.shape.vertices) if isinstance(draft.shape, Polygon) else 2


def _token_of(value: Value) -> Token:
    return value.tokens[0] if isinstance(value, NumberValue) else value.token


def _pairs_of(xs: ItemsValue, ys: ItemsValue) -> tuple[Vec2, ...]:
    """The points whose x and y are in two lists of numbers."""
    pairs = zip(xs.items, ys.items, strict=True)
    return tuple((x.value, y.value) for x, y in pairs if isinstance(x, NumberValue) and isinstance(y, NumberValue))


def _own_name(value: ItemsValue) -> str:
    """The name that an object states: {"name": "player", "points": […]}."""
    texts = (value.fields.get(key) for key in _NAMES)
    return next((text.token.text for text in texts if isinstance(text, UnknownValue) and not text.path), "")
