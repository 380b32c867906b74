"""SVG: polygons, polylines, rectangles, circles and lines, as 2D shapes.

    <polygon id="A" points="0,0 1,0 1,1"/>   |   points="0,0 1,0 1,1"

The numbers are kept; whether y points down, as in SVG, or up is a choice.  Transforms and paths are not read.
"""

import re
from collections.abc import Callable

from gjkscope.app.base.tokens import Kind, Token, number_token
from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.reading import ImportFault, Reading, Span
from gjkscope.app.notations.registry import Notation, register
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine.plane.shapes.kinds import Box2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.kinds import Shape

_START = 50_000
_TAG = re.compile(r"<(polygon|polyline|rect|circle|line)\b([^<>]{0,200000})>")
_POINTS = re.compile(r"""\bpoints\s*=\s*["']([^"'<>]*)["']""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*["']([^"'<>]*)["']""")
_NUMBER = re.compile(r"[^\s,]+")
_SIGN = re.compile(r"""<(?:polygon|polyline|svg)\b|\bpoints\s*=\s*["'][-+.\d]""")

Placed = tuple[Shape, Planar]


def recognize(text: str) -> float:
    return 0.96 if _SIGN.search(text[:_START]) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    if re.search(r"\btransform\s*=", context.text):
        raise ImportFault("transform attributes of SVG are not read: apply them to the coordinates first")
    bodies = [_body(context, found, i) for i, found in enumerate(_TAG.finditer(context.text))]
    if not bodies:
        bodies = [
            Body("AB"[i] if i < 2 else f"polygon {i + 1}", Polygon(_points(context, found.start(1), found[1])))
            for i, found in enumerate(_POINTS.finditer(context.text))
        ]
    way = context.assume("y axis", "up", "the numbers are kept as they are; SVG draws y downwards", "down")
    if any(isinstance(body.shape, Polygon) for body in bodies):
        context.assume("polygon", "convex hull", "a polygon is the convex hull of its points")
    return Reading(tuple(map(_mirrored, bodies)) if way == "down" else tuple(bodies), dimension=2)


def _body(context: ReadContext, found: re.Match[str], number: int) -> Body:
    given = {one[1]: (found.start(2) + one.start(2), one[2]) for one in _ATTRIBUTE.finditer(found[2])}
    name = given["id"][1] if "id" in given else chr(ord("A") + number) if number < 26 else f"shape {number + 1}"
    shape, placement = _READERS[found[1]](context, given, found.start())
    context.fact(name, "shape", found[1], Span(found.start(), found.end()))
    return Body(name, shape, placement)


Attributes = dict[str, tuple[int, str]]
"""The offset and the text of each attribute's value."""


def _polygon(context: ReadContext, given: Attributes, start: int) -> Placed:
    if "points" not in given:
        raise context.fault_at(start, "points: missing")
    return Polygon(_points(context, *given["points"])), Planar()


def _rect(context: ReadContext, given: Attributes, start: int) -> Placed:
    x, y, width, height, rounding = (
        _number(context, given, name, start) for name in ("x", "y", "width", "height", "rx")
    )
    if not (width > 2 * rounding and height > 2 * rounding and rounding >= 0):
        raise context.fault_at(start, "width, height: must be > 0, and > 2 rx")
    half = (width / 2 - rounding, height / 2 - rounding)
    return Box2(half, rounding), Planar((x + width / 2, y + height / 2))


def _circle(context: ReadContext, given: Attributes, start: int) -> Placed:
    x, y, radius = (_number(context, given, name, start) for name in ("cx", "cy", "r"))
    if not radius > 0:
        raise context.fault_at(start, "r: must be > 0")
    return Circle(radius), Planar((x, y))


def _line(context: ReadContext, given: Attributes, start: int) -> Placed:
    x1, y1, x2, y2 = (_number(context, given, name, start) for name in ("x1", "y1", "x2", "y2"))
    return Segment2((x1, y1), (x2, y2)), Planar()


_READERS: dict[str, Callable[[ReadContext, Attributes, int], Placed]] = {
    "polygon": _polygon,
    "polyline": _polygon,
    "rect": _rect,
    "circle": _circle,
    "line": _line,
}


def _number(context: ReadContext, given: Attributes, name: str, start: int) -> float:
    """A number of an attribute; 0 if it is absent, as in SVG."""
    if name not in given:
        return 0.0
    values = _numbers(context, *given[name])
    if len(values) != 1:
        raise context.fault_at(given[name][0], f"{name}: must be one number")
    return values[0]


def _points(context: ReadContext, start: int, text: str) -> tuple[Vec2, ...]:
    numbers = _numbers(context, start, text)
    if not numbers or len(numbers) % 2:
        raise context.fault_at(start, f"points: must be pairs of numbers, got {len(numbers)} numbers")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _numbers(context: ReadContext, start: int, text: str) -> list[float]:
    """The numbers of an attribute.  Raises `TextError` at the first word that is none."""
    return [context.number(_token(context, start + word.start(), word[0])) for word in _NUMBER.finditer(text)]


def _token(context: ReadContext, start: int, text: str) -> Token:
    before = context.text[:start]
    line, column = before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1
    return number_token(Token(Kind.NUMBER, text, line, column, start, start + len(text)))


def _mirrored(body: Body) -> Body:
    """The body with y pointing the other way: boxes and circles of SVG are symmetric."""
    x, y, _ = body.pose.position
    shape = body.shape
    if isinstance(shape, Polygon):
        shape = Polygon(tuple((px, -py) for px, py in shape.vertices), shape.rounding)
    elif isinstance(shape, Segment2):
        shape = Segment2((shape.a[0], -shape.a[1]), (shape.b[0], -shape.b[1]), shape.rounding)
    return Body(body.name, shape, Planar((x, -y)))


register(Notation("svg", "SVG", recognize, read, (".svg",)))
