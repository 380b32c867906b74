"""CSV: a header with the names of the fields, and a line for each body or for each vertex."""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.drafts import POSE_FIELDS, SIZE_FIELDS, BodyDraft, Gathered
from gjkscope.app.bring.notations.keyed.fields import COMPONENTS, Quantity, ShapeKind, meaning_of, shape_kind_of
from gjkscope.app.bring.notations.keyed.prose import in_metres
from gjkscope.app.bring.notations.keyed.scaling import UNITS, unit_of
from gjkscope.app.bring.notations.keyed.scanning import is_comment, numeric
from gjkscope.app.bring.notations.keyed.values import ValueTokens, joined_components
from gjkscope.app.bring.notations.reading import Span

LEAST_COLUMNS = 3

Cell = tuple[Token, ...]


def csv_drafts(tokens: Sequence[Token], context: ReadContext) -> Gathered | None:
    """The bodies of a table with a header; None if the first line is not a header.

    Raises `TextError` for a line that does not fit the header.
    """
    lines = _lines(tokens)
    if len(lines) < 2:
        return None
    separator = next((mark for mark in (",", ";", "|") if any(token.is_mark(mark) for token in lines[0])), "")
    titles = _cells(lines[0], separator)
    units = [_unit_in(cell) for cell in titles]
    header = [
        " ".join(_words(tuple(token for token in cell if token is not unit)))
        for cell, unit in zip(titles, units, strict=True)
    ]
    if len(header) < LEAST_COLUMNS or not _is_header(lines[0]):
        return None
    known = [meaning_of(name).field for name in header]
    if sum(field in SIZE_FIELDS | POSE_FIELDS for field in known) < 2:
        return None
    if [name.strip().lower() for name in header] == ["x", "y", "z"]:
        return _vertices(lines, separator, context)
    gathered = Gathered()
    known_units = [unit for unit in units if unit is not None]
    gathered.units = known_units[0]._replace(text="m") if known_units else None
    for line in lines[1:]:
        if separator:
            line = _convert(line, separator, units)
        gathered.drafts.append(_draft(line, header, separator, gathered, context))
    return gathered


def _unit_in(cell: Cell) -> Token | None:
    """The unit in a heading: "radius (cm)", "x [mm]", "size_mm"."""
    return next((token for token in cell[1:] if unit_of(token)), None)


def _convert(line: Sequence[Token], separator: str, units: Sequence[Token | None]) -> list[Token]:
    """A line with the numbers of each column in metres, if its heading has a unit."""
    converted: list[Token] = []
    column = -1 if line[0].is_mark("|") and separator == "|" else 0
    for token in line:
        column += token.is_mark(separator)
        unit = units[column] if 0 <= column < len(units) else None
        converted.append(in_metres(token, UNITS[unit_of(unit)]) if unit is not None else token)
    return converted


def _lines(tokens: Sequence[Token]) -> list[list[Token]]:
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind in (Kind.NEWLINE, Kind.END):
            lines.append([])
        elif not is_comment(token):
            lines[-1].append(token)
    return [line for line in lines if any(token.kind in (Kind.NAME, Kind.NUMBER) for token in line)]


def _is_header(line: Sequence[Token]) -> bool:
    return all(token.kind is Kind.NAME or token.is_mark(",", ";", "|", "(", ")", "[", "]") for token in line)


def _words(cell: Cell) -> list[str]:
    """The words of a heading; components in brackets as one word: quaternion (x y z w)."""
    words = [token.text for token in cell if token.kind is Kind.NAME]
    count = next((i for i, word in enumerate(reversed(words)) if word not in COMPONENTS), len(words))
    return [*words[: len(words) - count], "".join(words[len(words) - count :])] if 1 < count < len(words) else words


def _cells(line: Sequence[Token], separator: str) -> list[Cell]:
    if not separator:
        return [(token,) for token in line]
    cells: list[list[Token]] = [[]]
    for token in line:
        if token.is_mark(separator):
            cells.append([])
        else:
            cells[-1].append(token)
    if not cells[0] and separator == "|":
        cells = cells[1:-1]
    return [tuple(cell) for cell in cells]


def _check_cells(line: Sequence[Token], header: Sequence[str], separator: str) -> list[Cell]:
    cells = _cells(line, separator)
    if len(cells) != len(header):
        raise line[0].fault(f"the header has {len(header)} columns, this line {len(cells)}")
    return cells


def _draft(
    line: Sequence[Token], header: Sequence[str], separator: str, gathered: Gathered, context: ReadContext
) -> BodyDraft:
    draft = BodyDraft(gathered.root, line[0].start)
    parts: dict[Quantity, list[tuple[str, ValueTokens]]] = {}
    for name, cell in zip(header, _check_cells(line, header, separator), strict=True):
        meaning = meaning_of(name)
        if not cell:
            continue
        kind = shape_kind_of(" ".join(token.text for token in cell))
        if meaning.field is Quantity.NAME:
            draft.name = " ".join(token.text for token in cell)
        elif meaning.field in (Quantity.KIND, Quantity.FRAME) and kind:
            draft.set_kind(cell[0], kind)
        elif meaning.field in SIZE_FIELDS | POSE_FIELDS | {Quantity.AXIS} and meaning.field is not None:
            if cell[0].kind is Kind.NAME and meaning.field is Quantity.AXIS:
                draft.words[Quantity.AXIS] = cell[0]
                continue
            if _put_named(draft, cell, context):
                continue
            value = _cell_value(cell, name, context)
            if meaning.component:
                parts.setdefault(meaning.field, []).append((meaning.component, value))
            else:
                draft.values[meaning.field] = value
        else:
            gathered.settings.append(name)
    for field, components in parts.items():
        draft.values[field] = joined_components(components, field.name.lower())
    return draft


def _put_named(draft: BodyDraft, cell: Cell, context: ReadContext) -> bool:
    """Sets the fields of a cell that names them: radius 0.18, length 0.5."""
    fields = [meaning_of(token.text).field if token.kind is Kind.NAME else None for token in cell]
    places = [i for i, field in enumerate(fields) if field in SIZE_FIELDS]
    if not places or places[0] != 0:
        return False
    for start, end in zip(places, [*places[1:], len(cell)], strict=True):
        numbers = tuple(token for token in cell[start + 1 : end] if not token.is_mark("=", ":"))
        if not numbers:
            raise cell[start].fault("the number is missing")
        if (field := fields[start]) is not None:
            draft.values[field] = _cell_value(numbers, cell[start].text, context)
    return True


def _cell_value(cell: Cell, name: str, context: ReadContext) -> ValueTokens:
    """The numbers of a cell, and its unit."""
    words = tuple(token for token in cell if token.kind is Kind.NAME)
    brackets = ("(", ")", "[", "]", "{", "}", ",", ";")
    numbers = (token for token in cell if token.kind is not Kind.NAME and not token.is_mark(*brackets))
    tokens = tuple(numeric(token, context) for token in numbers)
    return ValueTokens(tokens, Span(cell[0].start, cell[-1].end), words=words, key=name)


def _vertices(lines: Sequence[Sequence[Token]], separator: str, context: ReadContext) -> Gathered:
    """The vertices of one hull; a repeated header starts the next one."""
    gathered = Gathered()
    draft: BodyDraft | None = None
    tokens: list[Token] = []
    for line in [*lines, lines[0]]:
        if _is_header(line):
            if draft is not None and tokens:
                draft.kind = ShapeKind.HULL
                span = Span(tokens[0].start, tokens[-1].end)
                rows = (3,) * (len(tokens) // 3)
                draft.values[Quantity.VERTICES] = ValueTokens(tuple(tokens), span, rows=rows, key="vertices")
                gathered.drafts.append(draft)
            draft, tokens = BodyDraft(gathered.root, line[0].start), []
            continue
        for cell in _check_cells(line, ("x", "y", "z"), separator):
            if len(cell) != 1:
                raise line[0].fault("each cell must be one number")
            tokens.append(numeric(cell[0], context))
    return gathered
