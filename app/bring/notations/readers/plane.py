"""2D: lists of points in any language, and rectangles and circles of screens.

    0 0        |  [[0, 0], [1, 0], [1, 1]]            |  b2Vec2 a[] = {{0, 0}, {1, 0}, {1, 1}};
    1 0        |  [[2, 0], [3, 0], [3, 1]]            |  b2Vec2 b[] = {{2, 0}, {3, 0}, {3, 1}};
    1 1        |                                      |  {x: 10, y: 20, width: 30, height: 40}

Rows of two numbers are points of the plane.  A text with rows of three numbers is 3D, and left to other readers.
Whether y points up or, as on screens, down is a choice; the distance is the same.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.convexity import check_polygons
from gjkscope.app.bring.notations.mirroring import turn_up
from gjkscope.app.bring.notations.plane.parsing import (
    ItemsValue,
    NumberValue,
    ParsedStatement,
    lexemes,
    parsed_statements,
)
from gjkscope.app.bring.notations.plane.rows import LINE, SEMICOLON, row_length, strongest_separator
from gjkscope.app.bring.notations.plane.shapes import PlaneShapes, axis_partners
from gjkscope.app.bring.notations.printed import UNSIGNED
from gjkscope.app.bring.notations.reading import ImportFault, Reading, Span
from gjkscope.app.bring.notations.registry import Notation, register
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.plane.shapes.kinds import Polygon
from gjkscope.engine.plane.vectors import in_space
from gjkscope.engine.shapes.hull import Hull

_START = 50_000  # characters that decide
MOST_LINES = 250_000  # some seconds; polygons with 100,000 points each have fewer
_ENGINE = re.compile(
    r"\bb2(?:Vec2|Hull)\b|\bc2(?:Poly|V|v)\b|\bcp(?:v|Vect)\b|\bsf::ConvexShape\b|\bPolygonCollider2D\b"
    r"|\b(?:MULTI)?POLYGON\s*\(\(|\b(?:Packed|Pool)Vector2Array\b"
)
_SIZED = re.compile(r"""\{(?=[^{}]{0,200}\b(?:w|width|r|radius)["']?\s?:)(?=[^{}]{0,200}\bx["']?\s?:)[^{}]{0,300}\}""")
_DEPTH = re.compile(r"""\b(?:z|depth)["']?\s?:""")
_GROUP = re.compile(r"[(\[{]([^()\[\]{}]{1,200})[)\]}](?!\s*=[^=])")  # [0, 1] = 2 is an index
_NUMBER = re.compile(rf"(?<![\w.])[-+−]?{UNSIGNED}(?:_?f32|_?f64|[fFdD])?(?![\w.])|(?i:\bnan\b|\binf\b)")
_RESHAPE = re.compile(r"\.reshape\(\s*\(?\s*-?\d+\s*,\s*(\d+)\s*\)?\s*\)")
_AXES = re.compile(r"\b(\w*[xyzXYZ]\w*)\s*(?:\[\w{0,9}\]\s*)?=\s*(?:\w[\w.]*\(|new\s+\w+\[\w*\])?\s*[\[{]")
_LABEL = re.compile(r"^\s*(?:[-*•]\s)?[^:=]{0,100}[:=]")
_ROW = re.compile(r"\s*[-+\w.]+[,;\s]+[-+\w.]+[,;]?\s*")
_VARIABLE = re.compile(r"\s*[-+]?[A-Za-z_][\w.]{0,60}\s*")
_COMMENT = re.compile(r"(?m)//[^\r\n]*|^[^\S\r\n]*#[^\r\n]*|/\*[^*]{0,2000}\*/")
LEAST_ROWS = 3
MATRIX = 16  # numbers of a pose in space
FLAT = 0.2  # ambiguous lists of coordinates: read if no other notation finds shapes in them


def recognize(text: str) -> float:
    start = _COMMENT.sub(" ", text[:_START])
    if _ENGINE.search(start):
        return 0.995
    if _SIZED.search(start) and not _DEPTH.search(start):
        return 0.98
    if start.lstrip()[:1] == "<":
        return 0.0
    if _AXES.search(start) and _has_axes(start):
        return 0.98
    reshaped = {match[1] for match in _RESHAPE.finditer(start)}
    if "3" in reshaped:
        return 0.0
    groups = _GROUP.findall(_RESHAPE.sub(" ", start))
    if "2" in reshaped and all(len(_NUMBER.findall(group)) % 2 == 0 for group in groups):
        return 0.98
    rows = [count for group in groups for count in _counts(group) if count > 1]
    if rows:
        is_plane = len(rows) >= LEAST_ROWS and set(rows) == {2}
        return 0.98 if is_plane else _sureness_of_flat(rows, groups)
    lines = [line for line in start.splitlines() if line.strip()]
    pairs = [line for line in lines if _is_pair(line)]
    listed = [line for line in lines if _counts(_LABEL.sub("", line)).count(2) >= LEAST_ROWS]
    others = [line for line in lines if not _is_pair(line) and _NUMBER.search(line) and len(line.split()) > 1]
    if listed and not [line for line in others if line not in listed]:
        return 0.95
    return 0.9 if len(pairs) >= LEAST_ROWS and not others and len(pairs) * 2 > len(lines) else 0.0


def _sureness_of_flat(counts: Sequence[int], groups: Sequence[str]) -> float:
    """For lists of alternating x and y; certain if a length fits nothing in space and the numbers are not indices."""
    if not _are_flat(counts):
        return 0.0
    lists = [group for group in groups if _NUMBER.search(group)]
    is_sure = any(count % 3 and count != MATRIX for count in counts) and all("." in group for group in lists)
    return 0.98 if is_sure and len(counts) > 1 else FLAT


def _has_axes(text: str) -> bool:
    """Whether the text has lists of x and of y, but none of z: `ax = {…}; ay = {…};`."""
    names = {match[1].lower() for match in _AXES.finditer(text)}
    pairs = [name for name in names if any(other in names for other in axis_partners(name, "y"))]
    return bool(pairs) and not any(other in names for name in pairs for other in axis_partners(name, "z"))


def _are_flat(counts: Sequence[int]) -> bool:
    """Whether lists of numbers may alternate x and y, and not all of them x, y and z."""
    return all(count % 2 == 0 and count >= 2 * LEAST_ROWS for count in counts) and any(count % 3 for count in counts)


def _counts(group: str) -> list[int]:
    """The number of numbers in each row in brackets or on a line: with commas, a number may be a quotient."""
    numbers = list(_NUMBER.finditer(group))
    between = [group[number.end() : following.start()] for number, following in pairwise(numbers)]
    if all(not text.strip(" \t\r\n,;|") for text in between):
        length = row_length([_separator(text) for text in between])
        if length and length > 1:
            return [length] * (len(numbers) // length)
    if not numbers or (";" in group and re.search(r"[<>]=?|\+\+|--", group)):  # for (int i = 0; i < 3; ++i)
        return [0]
    parts = [part for part in group.split(",") if _NUMBER.search(part) or _VARIABLE.fullmatch(part)]
    return [len(parts) if len(parts) > 1 else len(numbers)]


def _separator(text: str) -> str:
    return strongest_separator({*text.replace("|", SEMICOLON).replace("\r", LINE)})


def _is_pair(line: str) -> bool:
    return len(line) < 200 and bool(_ROW.fullmatch(line)) and len(_NUMBER.findall(line)) == 2


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    shapes = PlaneShapes(context)
    if context.text.count("\n") > MOST_LINES:
        raise ImportFault(f"too long: more than {MOST_LINES:,} lines; select the part with the shapes")
    is_table = not (_ENGINE.search(context.text) or any(character in context.text for character in "([{"))
    is_table = is_table and not any(_counts(_LABEL.sub("", line)).count(2) > 1 for line in context.text.splitlines())
    rows = _rows(context, shapes.used) if is_table else parsed_statements(context, context.text, shapes.used)
    for statement in rows:
        shapes.take(statement)
    bodies = shapes.bodies()
    polygons = [body.shape for body in bodies if isinstance(body.shape, Polygon)]
    if bodies and len(polygons) == len(bodies) and not _ENGINE.search(context.text):
        why = "the points have two numbers"
        if context.assume("dimension", "2", why, "3", span=Span(0, len(context.text))) == "3":
            return Reading(tuple(map(_flat_hull, bodies)))
    check_polygons(bodies, context)
    return Reading(turn_up(bodies, context), dimension=2)


def _flat_hull(body: Body) -> Body:
    """The polygon as a flat 3D hull in the plane z = 0."""
    assert isinstance(body.shape, Polygon)
    return Body(body.name, Hull(tuple(in_space(vertex) for vertex in body.shape.vertices)))


def _rows(context: ReadContext, used: set[int]) -> Iterator[ParsedStatement]:
    """The blocks of a table of points; a line of words is the name of the next block."""
    name, rows = "", list[ItemsValue]()
    for line in _lines(lexemes(context, context.text)):
        numbers = [*_line_numbers(line, context, used)]
        words = [token for token in line if token.kind in (Kind.NAME, Kind.STRING)]
        if numbers and (words or len(numbers) > 2):
            raise line[0].fault("must be a row of two numbers, x and y")
        if len(numbers) == 2:
            rows.append(ItemsValue((), tuple(numbers), {}, line[0], line[-1].end))
            continue
        yield from _block(name, rows)
        is_header = [word.text.lower() for word in words] == ["x", "y"]
        name, rows = words[-1].text if words and not is_header else "", []
    yield from _block(name, rows)


def _block(name: str, rows: list[ItemsValue]) -> Iterator[ParsedStatement]:
    if rows:
        whole = ItemsValue((), tuple(rows), {}, rows[0].token, rows[-1].end)
        yield ParsedStatement((name,) if name else (), whole, rows[0].token)


def _lines(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    line: list[Token] = []
    for token in tokens:
        if token.kind in (Kind.NEWLINE, Kind.END):
            yield line
            line = []
        else:
            line.append(token)


def _line_numbers(line: Sequence[Token], context: ReadContext, used: set[int]) -> Iterator[NumberValue]:
    """The numbers of a line, with their signs."""
    sign = 1.0
    for token in line:
        if token.kind is Kind.NUMBER:
            yield NumberValue(sign * context.number(token), (token,), used)
        sign = -1.0 if token.is_mark("-", "−") else 1.0


register(Notation("plane", "2D shapes and points", recognize, read))
