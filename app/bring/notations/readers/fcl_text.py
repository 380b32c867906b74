"""FCL and Drake error text: two shapes, two matrices X_FS1 and X_FS2, and the solver's settings.

    report := prose ("Shape" n ":" spec | "X_FS" n matrix)* prose
    spec   := "Box0.5 0.5 0.5"                       FCL ≤ 0.6: no space, full sizes
            | "Capsule(r: 0.1, lz: 0.2)"             FCL ≤ 0.6
            | "Cylinder<double>(0.1, 0.2);"          FCL 0.7 and Drake
            | "Convex<double>(… Vector3<double>(x, y, z), … faces)"
    matrix := 16 numbers by rows, with or without "," and a final ";"

Sizes are full; capsules, cylinders and cones have their axis along z, and a capsule's length is between the centres of
its spheres.  A log may contain several reports; identical ones are read once.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.scanning import (
    Cursor,
    end_of_word,
    is_numberlike,
    numeric,
    scan,
    span_of_tokens,
)
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, matrix_placement
from gjkscope.app.bring.notations.reading import ImportFault, Reading, Span
from gjkscope.app.bring.notations.registry import Notation, register
from gjkscope.app.scenes.scene import Body, Pair, Reported
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Vec3

# the most different pairs that may be imported together; a log repeats one failing pair thousands of times
MOST_REPORTS = 50

NEAR = 4000  # characters before and after a pair in which its message and the solver's settings may stand
_FAILURE = re.compile(r"error|exception|terminate|validate\w+\(\)", re.IGNORECASE)
_SOLVER = re.compile(r"Solver:")


class Heading(NamedTuple):
    """A line that starts a shape or a matrix."""

    is_shape: bool
    number: int  # 1 or 2
    start: int
    end: int
    section_end: int = 0


class ReportSection(NamedTuple):
    """The part of a report below a heading."""

    heading: Heading
    tokens: list[Token]  # up to the next heading


def recognize(text: str) -> float:
    if "X_FS1" in text or "X_FS2" in text:
        return 0.97
    if _SHAPE_LINE.search(text):
        return 0.9  # a report that was cut: its points look like code
    return 0.8 if _OLD_SHAPE.search(text) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` for incomplete reports, and `ImportFault` for too many."""
    bodies: list[Body] = []
    pairs: list[Pair] = []
    reported: list[Reported] = []
    seen: set[tuple[object, ...]] = set()
    for headings in _reports(context):
        index = len(seen)
        report = _sections(headings, context)
        numbers = sorted({section.heading.number for section in report})
        pair = [_body(number, report, index, context) for number in numbers]
        key = tuple((body.shape, body.placement) for body in pair)
        if key in seen:
            context.warn("the log repeats the same pair: it was read once")
            continue
        seen.add(key)
        if len(seen) > MOST_REPORTS:
            raise ImportFault(f"more than {MOST_REPORTS} different pairs: select the reports to import")
        bodies += pair
        if len(pair) == 2:
            pairs.append((pair[0].name, pair[1].name))
            reported += _failure(report, pairs[-1], context)
    _mention_prose(context)
    return Reading(tuple(bodies), tuple(reported), tuple(pairs) or None)


# --- reports ---

_HEADING = re.compile(r"(?<!\w)(?:Shape\s+(\d+)\s*:|X_FS(\d+)(?!\w))")
# Prefixes that programs print on each line: "[load_test] ", "[INFO] [1700000000.5] [node]: ", "[...] ",
# "2024-01-31 10:00:00,123 "
_LOG_PREFIX = re.compile(
    r"^[^\S\r\n]*(?:\[[\d.]+\]:?[^\S\r\n]*)?(?:\[(?:[^\]\r\n]*[A-Za-z:][^\]\r\n]*|\.{2,3}|…)\]:?[^\S\r\n]*(?:\[[\d.]+\]:?[^\S\r\n]*)?)+"
    r"|^\d{4}-\d\d-\d\d[ T][\d:.,]+Z?",
    re.MULTILINE,
)
_SHAPES = "Box|Sphere|Capsule|Cylinder|Cone|Ellipsoid|Convex|Halfspace|Plane|TriangleP"
_OLD_SHAPE = re.compile(rf"(?<!\w)Shape\s+\d\s*:\s*(fcl::)?({_SHAPES})\b(?=[\d<(.])")
_SHAPE_LINE = re.compile(rf"^[^\S\r\n]*Shape\s+\d\s*:\s*(fcl::)?({_SHAPES})<", re.MULTILINE)
_SPEC_NAME = re.compile(_SHAPES)


def _reports(context: ReadContext) -> list[list[Heading]]:
    """The headings of each report, in the order of the text; a report that repeats another one is left out."""
    headings = [
        Heading(match[1] is not None, int(match[1] or match[2]), match.start(), match.end())
        for match in _HEADING.finditer(context.text)
    ]
    ends = [*(heading.start for heading in headings), len(context.text)][1:]
    reports: list[list[Heading]] = []
    for heading, end in zip(headings, ends, strict=True):
        known = reports and {(known_heading.is_shape, known_heading.number) for known_heading in reports[-1]}
        if not known or (heading.is_shape, heading.number) in known:
            reports.append([])
        reports[-1].append(heading._replace(section_end=_section_end(context.text, heading, end)))
    different = {context.text[report[0].start : report[-1].section_end]: report for report in reversed(reports)}
    if len(different) < len(reports):
        context.warn("the log repeats the same pair: it was read once")
    return sorted(different.values(), key=lambda report: report[0].start)


def _sections(headings: list[Heading], context: ReadContext) -> list[ReportSection]:
    """The tokens of each section."""
    text = _LOG_PREFIX.sub(lambda match: " " * len(match[0]), context.text)  # offsets stay the same
    text = text.replace("\\n", "  ")  # escaped line breaks, of a string in a log
    parts = [scan(text, heading.end, heading.section_end) for heading in headings]
    wrapped = _wrapped_lines(headings, context.text)
    parts = [_unwrap(tokens, wrapped) if wrapped else tokens for tokens in parts]
    return [ReportSection(heading, tokens) for heading, tokens in zip(headings, parts, strict=True)]


def _wrapped_lines(headings: list[Heading], text: str) -> set[int]:
    """The starts of lines that a terminal wrapped: those without the prefix of all headings of a log."""
    starts = [text.rfind("\n", 0, heading.start) + 1 for heading in headings]
    if not all(_LOG_PREFIX.match(text, start) for start in starts):
        return set()
    lines = [newline.end() for newline in re.finditer("\n", text[headings[0].start : headings[-1].section_end])]
    lines = [headings[0].start + line for line in lines]
    return {line for line in lines if not _LOG_PREFIX.match(text, line)}


def _unwrap(tokens: list[Token], wrapped: set[int]) -> list[Token]:
    """The tokens, with those joined that a wrapped line splits."""
    joined: list[Token] = []
    for token in tokens:
        line_break = joined[-1] if joined and joined[-1].kind is Kind.NEWLINE else None
        before = joined[-2] if line_break is not None and len(joined) > 1 else None
        if line_break is not None and before is not None and token.start in wrapped and before.end == line_break.start:
            whole = before._replace(text=before.text + token.text, end=token.end)
            joined[-2:] = [end_of_word(whole, 0) if before.kind is Kind.NUMBER else whole]
        else:
            joined.append(token)
    return joined


def _section_end(text: str, heading: Heading, end: int) -> int:
    """The end of the section, before the solver's settings and the next message of the log."""
    for word in ("Solver:", "Error with configuration", "Original error message"):
        start_of_word = text.find(word, heading.end, end)
        end = end if start_of_word < 0 else start_of_word
    return end


def _body(number: int, report: list[ReportSection], index: int, context: ReadContext) -> Body:
    shapes = [section for section in report if section.heading.is_shape and section.heading.number == number]
    poses = [section for section in report if not section.heading.is_shape and section.heading.number == number]
    if not shapes:
        raise context.fault_at(poses[0].heading.start, f"X_FS{number} has no shape: expected 'Shape {number}: …'")
    if not poses:
        raise context.fault_at(
            shapes[0].heading.start, f"Shape {number} has no pose: expected X_FS{number}; was the log cut?"
        )
    name = f"Shape {number}" if index == 0 else f"Shape {number} ({index + 1})"
    return replace(_matrix(poses[0], name, context), shape=_shape(shapes[0], name, context))


def _failure(report: list[ReportSection], pair: Pair, context: ReadContext) -> list[Reported]:
    """FCL prints the pair when a query fails: it gives no answer, only a message.

    Nothing is reported if neither a message nor the solver is in the text: it may be a pair written by hand.
    """
    start, end = report[0].heading.start, report[-1].heading.end
    if not _FAILURE.search(context.text, max(0, start - NEAR), start) and not _SOLVER.search(
        context.text, end, end + NEAR
    ):
        return []
    mark = "Original error message:"
    before = context.text.rfind(mark, max(0, start - NEAR), start)
    note = context.text[before + len(mark) : start].split("\n")[0].strip() if before >= 0 else None
    solver = context.text.find("Solver:", end, end + NEAR)
    words = context.text[solver + 7 : solver + 100].split() if solver >= 0 else []
    return [Reported(pair, f"FCL, {words[0]}" if words else "FCL", crashed="exception", note=note or None)]


def _mention_prose(context: ReadContext) -> None:
    text, settings = context.text, []
    solver = text.find("Solver:")
    first = _HEADING.search(text)
    context.account_span(0, first.start() if first else 0)
    if solver >= 0:
        line_end = text.find("Shape 1", solver)
        for line in text[solver : line_end if line_end >= 0 else solver + 1000].splitlines()[1:8]:
            name, colon, value = _LOG_PREFIX.sub("", line).partition(":")
            if colon and value.strip()[:1].isdigit():
                settings.append(name.strip())
        context.account_span(solver, line_end if line_end >= 0 else solver + 1000)
    if first and any(character.isdigit() for character in text[: first.start()]):
        context.skip("the message before the first shape (file name and line number)")
    if settings:
        context.skip(f"the solver's settings ({', '.join(settings)})")


# --- matrices ---


def _matrix(section: ReportSection, name: str, context: ReadContext) -> Body:
    """A body, still without its shape, at the matrix."""
    what = f"X_FS{section.heading.number}"
    cursor = Cursor(section.tokens)
    tokens = _rows(cursor, what, section, context)
    layout = context.assume("matrix", ROWS, "FCL prints matrices row by row", COLUMNS)
    entries = [context.number(token) for token in tokens]
    placement = matrix_placement(entries, tokens, layout, context, what)
    context.fact(name, "pose", "4×4 matrix", span_of_tokens(tokens))
    return Body(name, kinds.Sphere(1.0), placement)


def _rows(cursor: Cursor, what: str, section: ReportSection, context: ReadContext) -> list[Token]:
    """The 16 numbers of the matrix, on any number of lines."""
    numbers: list[Token] = []
    while True:
        _skip_quoting(cursor)
        row = _row(cursor, context)
        if not row:
            break
        numbers += row
    if len(numbers) > 16:
        raise numbers[16].fault(f"{what}: a number follows the 16 of the matrix")
    if len(numbers) < 16:
        token = cursor.peek() if numbers else section.tokens[0]
        raise context.fault_at(
            section.heading.start if token.kind is Kind.END else token.start,
            f"{what}: the matrix ends after {len(numbers)} of 16 numbers; was the log cut?",
        )
    return numbers


def _skip_quoting(cursor: Cursor) -> None:
    """Skips line breaks, and the marks in front of quoted lines."""
    while cursor.peek().kind is Kind.NEWLINE or cursor.peek().is_mark(">", "|", ":", "="):
        cursor.take()


def _row(cursor: Cursor, context: ReadContext) -> list[Token]:
    """The numbers up to the end of the line, with or without commas."""
    row: list[Token] = []
    while cursor.peek().kind is Kind.NUMBER or is_numberlike(cursor.peek()):
        row.append(numeric(cursor.take(), context))
        cursor.accept(",", ";")
    return row


# --- shapes ---


class Arguments(NamedTuple):
    """The numbers of a shape."""

    name: Token
    numbers: list[Token]
    points: list[list[Token]]  # those inside Vector3<…>(…)

    def take(self, count: int, meaning: str) -> list[Token]:
        if len(self.numbers) != count:
            token = self.numbers[count] if len(self.numbers) > count else self.name
            raise token.fault(f"{self.name.text} must have {meaning}, got {len(self.numbers)} numbers")
        return self.numbers


def _shape(section: ReportSection, name: str, context: ReadContext) -> kinds.Shape:
    arguments = _arguments(Cursor(section.tokens), section, context)
    shape = _BUILDERS[arguments.name.text](arguments, name, context)
    last = (arguments.points[-1] if arguments.points else arguments.numbers)[-1]
    context.fact(name, "shape", arguments.name.text, Span(arguments.name.start, last.end))
    return shape


def _arguments(cursor: Cursor, section: ReportSection, context: ReadContext) -> Arguments:
    _skip_quoting(cursor)
    while cursor.peek(1).is_mark("::"):  # fcl::Box
        cursor.take()
        cursor.take()
    word = cursor.peek()
    match = _SPEC_NAME.match(word.text)
    if match is None or word.kind not in (Kind.NAME, Kind.OTHER):
        start = section.heading.start if word.kind is Kind.END else word.start
        raise context.fault_at(start, f"Shape {section.heading.number}: expected one of {_SHAPES.replace('|', ', ')}")
    cursor.take()
    name = word._replace(text=match[0], end=word.start + match.end())
    numbers = [end_of_word(word, match.end())] if len(word.text) > match.end() else []
    if cursor.accept("<"):
        while not cursor.ends_line and not cursor.accept(">"):
            cursor.take()
    opening = cursor.accept("(")
    return _inside(cursor, name, opening, context) if opening else Arguments(name, numbers + _row(cursor, context), [])


def _inside(cursor: Cursor, name: Token, opening: Token, context: ReadContext) -> Arguments:
    """The arguments in brackets: labelled numbers, and points such as Vector3<double>(1, 2, 3)."""
    numbers: list[Token] = []
    points: list[list[Token]] = []
    point: list[Token] | None = None
    depth, previous = 1, opening
    while depth:
        token = cursor.take()
        if token.kind is Kind.END:
            raise opening.fault(f"{name.text}: the bracket is not closed; was the log cut?")
        if token.is_mark("(", "{"):
            depth += 1
            if token.text == "(" and previous.is_mark(">") and cursor.peek().kind in (Kind.NUMBER, Kind.OTHER):
                point = []
        elif token.is_mark(")", "}"):
            depth -= 1
            if point is not None:
                points.append(point)
                point = None
        elif token.kind is Kind.NUMBER or is_numberlike(token):
            (numbers if point is None else point).append(numeric(token, context))
        previous = token
    return Arguments(name, numbers, points)


def _box(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
    x, y, z = (context.length(token) for token in arguments.take(3, "three sizes"))
    half = context.assume("sizes", "full", "FCL and Drake print full sizes", "half") == "full"
    scale = 0.5 if half else 1.0
    return kinds.Box((scale * x, scale * y, scale * z))


def _sphere(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
    return kinds.Sphere(context.length(arguments.take(1, "a radius")[0]))


def _axial(kind: Callable[..., kinds.Shape]) -> Callable[[Arguments, str, ReadContext], kinds.Shape]:
    def build(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
        radius, length = (context.length(token) for token in arguments.take(2, "a radius and a length"))
        scale = 0.5 if context.assume("sizes", "full", "FCL and Drake print full sizes", "half") == "full" else 1.0
        axis: kinds.Axis = context.assume("axis", "z", "FCL's axis", "x", "y")  # type: ignore[assignment]
        return kind(radius, scale * length, axis)

    return build


def _ellipsoid(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
    x, y, z = (context.length(token) for token in arguments.take(3, "three radii"))
    return kinds.Ellipsoid((x, y, z))


def _convex(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
    """A convex mesh: its vertices are followed by faces, which the hull of the vertices determines."""
    if not arguments.points:
        raise arguments.name.fault(
            "Convex: the report contains only the counts of its vertices and faces, not the vertices"
        )
    return kinds.Hull(_points(arguments, context))


def _triangle(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
    if arguments.points:
        points = _points(arguments, context)
    else:
        numbers = [context.number(token) for token in arguments.take(9, "three vertices")]
        points = tuple((numbers[i], numbers[i + 1], numbers[i + 2]) for i in (0, 3, 6))
    if len(points) != 3:
        raise arguments.name.fault(f"TriangleP must have three vertices, got {len(points)}")
    return kinds.Triangle(points)


def _points(arguments: Arguments, context: ReadContext) -> tuple[Vec3, ...]:
    points = []
    for point in arguments.points:
        if len(point) != 3:
            raise (point or [arguments.name])[0].fault(f"a vertex must be three numbers, got {len(point)}")
        x, y, z = (context.number(token) for token in point)
        points.append((x, y, z))
    return tuple(points)


def _refuse(arguments: Arguments, name: str, context: ReadContext) -> kinds.Shape:
    raise arguments.name.fault(f"{arguments.name.text} is not supported: replace it with a large box")


_BUILDERS: dict[str, Callable[[Arguments, str, ReadContext], kinds.Shape]] = {
    "Box": _box,
    "Sphere": _sphere,
    "Capsule": _axial(kinds.Capsule),
    "Cylinder": _axial(kinds.Cylinder),
    "Cone": _axial(kinds.Cone),
    "Ellipsoid": _ellipsoid,
    "Convex": _convex,
    "TriangleP": _triangle,
    "Halfspace": _refuse,
    "Plane": _refuse,
}

register(Notation("fcl-text", "FCL or Drake error text", recognize, read, (".log",)))
