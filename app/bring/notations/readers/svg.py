"""SVG: polygons, polylines, rectangles, circles, lines, and paths of line segments, as 2D shapes.

    <polygon id="A" points="0,0 1,0 1,1"/>   |   points="0,0 1,0 1,1"

The numbers are kept; whether y points down, as in SVG, or up is a choice.  Transforms and curves are refused.  Each
closed part of a path is a separate polygon.
"""

import re
from collections.abc import Callable

from gjkscope.app.base.tokens import Kind, Token, number_token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.convexity import check_polygons
from gjkscope.app.bring.notations.mirroring import turn_up
from gjkscope.app.bring.notations.printed import DECIMAL
from gjkscope.app.bring.notations.reading import ImportFault, Reading, Span
from gjkscope.app.bring.notations.registry import Notation, register
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine.plane.shapes.kinds import Box2, Circle, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.kinds import Shape

_START = 50_000
_TAG = re.compile(r"<(polygon|polyline|rect|circle|line|path)\b([^<>]{0,200000})>")
_REFUSED = re.compile(r"<(ellipse|use|image|text)\b|\btransform\s*=")
_WORD = re.compile(rf"[A-Za-z]|{DECIMAL}|[^\s,]")
_CURVES = "CcSsQqTtAa"
_POINTS = re.compile(r"""\bpoints\s*=\s*["']([^"'<>]*)["']""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*["']([^"'<>]*)["']""")
_NUMBER = re.compile(r"[^\s,]+")
_SIGN = re.compile(r"""<(?:polygon|polyline|path|svg)\b|\bpoints\s*=\s*["'][-+.\d]""")

Placed = tuple[Shape, Planar]


def recognize(text: str) -> float:
    return 0.96 if _SIGN.search(text[:_START]) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    if refused := _REFUSED.search(context.text):
        if refused[1] is None:
            raise ImportFault("transform attributes of SVG are not read: apply them to the coordinates first")
        context.warn(f"not read: <{refused[1]}>")
    bodies: list[Body] = []
    for tag in _TAG.finditer(context.text):
        bodies += _bodies(context, tag, len(bodies))
    if not bodies:
        bodies = [
            Body("AB"[i] if i < 2 else f"polygon {i + 1}", Polygon(_points(context, match.start(1), match[1])))
            for i, match in enumerate(_POINTS.finditer(context.text))
        ]
    check_polygons(bodies, context)
    return Reading(turn_up(bodies, context, "; SVG draws y downwards"), dimension=2)


def _bodies(context: ReadContext, tag: re.Match[str], number: int) -> list[Body]:
    """The body of a tag, or a body for each part of a path."""
    given = {match[1]: (tag.start(2) + match.start(2), match[2]) for match in _ATTRIBUTE.finditer(tag[2])}
    name = given["id"][1] if "id" in given else chr(ord("A") + number) if number < 26 else f"shape {number + 1}"
    context.fact(name, "shape", tag[1], Span(tag.start(), tag.end()))
    if tag[1] == "path":
        return [Body(name, shape) for shape in _path(context, given, tag.start())]
    return [Body(name, *_READERS[tag[1]](context, given, tag.start()))]


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


def _path(context: ReadContext, given: Attributes, start: int) -> list[Shape]:
    """The polygons of a path, or segments, of the commands M, L, H, V and Z, absolute or relative."""
    if "d" not in given:
        raise context.fault_at(start, "d: missing")
    offset, text = given["d"]
    words = [(offset + word.start(), word[0]) for word in _WORD.finditer(text)]
    parts = _PathReader(context, words).parts()
    if not parts:
        raise context.fault_at(offset, "d: must have two points or more")
    return [Segment2(part[0], part[1]) if len(part) == 2 else Polygon(tuple(part)) for part in parts]


class _PathReader:
    """Follows the commands of a path."""

    def __init__(self, context: ReadContext, words: list[tuple[int, str]]) -> None:
        self._context, self._words, self._place = context, words, 0

    def parts(self) -> list[list[Vec2]]:
        """The points of each part that has two or more."""
        parts: list[list[Vec2]] = []
        at, command = (0.0, 0.0), ""
        while self._place < len(self._words):
            command = self._command(command)
            if command in "Zz":
                at = parts[-1][0]
                continue
            at = self._target(command, at)
            if command in "Mm":
                parts.append([])
                command = "L" if command == "M" else "l"  # further pairs are lines
            elif not parts:
                raise self._context.fault_at(self._words[0][0], "d: must begin with M")
            parts[-1].append(at)
        return [part for part in parts if len(set(part)) > 1]

    def _command(self, before: str) -> str:
        """The command at the current place, or the previous one if numbers follow."""
        start, word = self._words[self._place]
        if not word.isalpha():
            if before in ("", "Z", "z"):
                raise self._context.fault_at(start, f"d: must be a command, got {word!r}")
            return before
        if word in _CURVES:
            raise self._context.fault_at(start, "d: curves are not read: replace them by line segments first")
        if word not in "MmLlHhVvZz":
            raise self._context.fault_at(start, f"d: {word!r} is not a command of a path")
        self._place += 1
        return word

    def _target(self, command: str, at: Vec2) -> Vec2:
        x, y = at if command.islower() else (0.0, 0.0)
        match command.lower():
            case "h":
                return x + self._number(), at[1]
            case "v":
                return at[0], y + self._number()
            case _:
                return x + self._number(), y + self._number()

    def _number(self) -> float:
        start, word = self._words[self._place] if self._place < len(self._words) else (self._words[-1][0], "the end")
        self._place += 1
        return self._context.number(_token(self._context, start, word))


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
    """The numbers of an attribute.  Raises `TextError` at the first other word."""
    return [context.number(_token(context, start + word.start(), word[0])) for word in _NUMBER.finditer(text)]


def _token(context: ReadContext, start: int, text: str) -> Token:
    before = context.text[:start]
    line, column = before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1
    return number_token(Token(Kind.NUMBER, text, line, column, start, start + len(text)))


register(Notation("svg", "SVG", recognize, read, (".svg",)))
