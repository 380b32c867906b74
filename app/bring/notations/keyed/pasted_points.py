"""Reads points from pasted text: tables, JSON, source code, debugger output.

parse_vertices("[[0, 0, 0], [1, 0, 1/3]]")
parse_vertices("Vec3(0.0f, 0.0f, 0.0f),  Vec3(1.0f, 0x1p-3, 0.0f)")
parse_vertices("vertices[0] = {x = 0, y = 0.5, z = -1}")
parse_vertices("x: 0 1 2 3\ny: 0 0 1 1\nz: 5 5 5 5")

Each token is either used or rejected with its position; nothing is guessed.

    text   := row*               rows end at a line break, or at ";" if each part has several numbers
    row    := label? numbers     numbers are separated by spaces, "," or ";", without mixing them
            | label? name? group
    group  := "(" text ")" | "[" text "]" | "{" text "}"; a point inside may span several lines
    label  := name or index, then ":" or "="; a bare name only if it denotes a vertex (`v 1 2 3`)

A row has three numbers.  Rows of four are read as homogeneous points only if nothing else is possible: all have w = 1,
and either their type says so (Vec4) or they can be neither a quaternion, nor the three rows x, y and z, nor rows with
an index.  Components are labelled x, y and z, with one number each or a list each.

Points of the plane have two numbers, x and y; `0,0 1,0 1,1`, as in SVG, is a list of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeGuard

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.bring.notations.keyed.fields import COMPONENTS
from gjkscope.app.bring.notations.keyed.strict import strict_tree
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed, all_numbers
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.vectors import Vec3

_VERTEX = re.compile(r"(v|p|vert|vertex|point|pt)_?\d*", re.IGNORECASE)
_NOT_POINTS = re.compile(
    r"normal|(?<!sur)face|index|indices|colou?r|(?<!ver)tex|tangent|quat|orient|rotat|scale|matrix|half_?extent"
    r"|^v[nt]$|^[nf]$|^uvs?$",
    re.IGNORECASE,
)
_VEC4 = re.compile(r"(vec|vector|float|double|point|simd_float|f32x|f64x|__m128).*4|homogeneous", re.IGNORECASE)
_ARGUMENTS = re.compile(r"(?<=\w)<[\w\s,:*&]*>")  # of a template
_SUBSCRIPTS = re.compile(r"(?<=[^\W\d])(\w*)((?:\[(?:\w*|'\w*'|\"\w*\")\])+)(?=\s*[=:])")  # of a label: points[0] = …

_INDICES = re.compile(r"\]?(?:\[[\w'\"]*\])*")  # behind a label
_BEFORE_HEADER = r"(?:\s|#[^\r\n]*[\r\n]|//[^\r\n]*[\r\n])*"
_BETWEEN_NAMES = r"(?:[^\S\r\n]*[,;][^\S\r\n]*|[^\S\r\n]+)"
_COMMA = ": use a decimal point, not a comma"


def parse_vertices(text: str, any_number: bool = False) -> tuple[Vec3, ...]:
    """The points in a text; with `any_number`, nan and inf are numbers.

    Raises `ValueError`, or `TextError` for an error at a token.
    """
    rows = _Rows(text, SPACE, any_number).all()
    four = len(rows[0].numbers) == 4
    _check_counts(rows, 4 if four else 3, SPACE)
    if four:
        _check_homogeneous(rows)
    return tuple((row.values[0], row.values[1], row.values[2]) for row in rows)


def parse_plane_vertices(text: str, any_number: bool = False) -> tuple[Vec2, ...]:
    """Like `parse_vertices`, for points of the plane."""
    rows = _Rows(text, PLANE, any_number).all()
    _check_counts(rows, 2, PLANE)
    return tuple((row.values[0], row.values[1]) for row in rows)


class PointForm(NamedTuple):
    """The number of components of a point, and its wording."""

    width: int
    words: str  # "three numbers"
    names: str  # of the components, in words

    @property
    def components(self) -> tuple[str, ...]:
        return COMPONENTS[: self.width]


SPACE, PLANE = PointForm(3, "three numbers", "x, y, z"), PointForm(2, "two numbers", "x, y")


class Row(NamedTuple):
    token: Token  # where it begins
    numbers: tuple[Token, ...]
    type: str = ""
    has_tight_comma: bool = False  # "0,5" without space may be a decimal comma

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(number.value for number in self.numbers)


class _Rows:
    """Collects the rows of a tree."""

    def __init__(self, text: str, form: PointForm, any_number: bool) -> None:
        self._text, self._form, self._any_number = text, form, any_number

    def all(self) -> list[Row]:
        root = strict_tree(_without_types(_without_header(self._text, self._form)), self._any_number)
        if next(all_numbers(root), None) is None:
            raise ValueError(f"must be points of {self._form.words} each, got no numbers")
        return self._of_block(root.items, "")

    def _of_block(self, items: Sequence[Item], name: str, is_inside: bool = False) -> list[Row]:
        """The rows of the whole text, or of brackets, whose type has a name."""
        self._check_entries(items)
        if any(isinstance(item, Keyed) and _component(item) for item in items):
            return self._of_components(items, name)
        runs = list(_runs(items))
        if any(isinstance(item, Bracket) for _, run in runs for item in run):
            return [row for entry, run in runs for row in self._of_groups(entry, run, name)]
        numbers = [item for _, run in runs for item in run if _is_number(item)]
        is_point = len(numbers) in (self._form.width, *((4,) if self._form is SPACE else ()))
        if is_inside and is_point and len(runs) == 1 and not any(_is_mark(item, ";") for item in runs[0][1]):
            return [self._row(runs[0][1], name)]
        lines = (line for _, run in runs for line in _split(run, _is_newline))
        return [self._row(piece, name) for line in lines for piece in self._pieces(line)]

    # --- checks ---

    def _check_entries(self, items: Sequence[Item]) -> None:
        """Raises `TextError` for a word that is no label, and for a label without a value or inside a row."""
        for item, following in pairwise((*items, None)):
            if isinstance(item, Bracket):
                self._check_name(item.label, item)
            elif isinstance(item, Token) and not (_is_punctuation(item) or _is_number(item)):
                if item.kind is not Kind.NAME or not (isinstance(following, Bracket) or _is_name(following)):
                    raise self._not_a_number(item)
                self._check_name(item, None)  # a: new glm::vec3(1, 2, 3)
            elif isinstance(item, Keyed):
                self._check_entry(item, following)
        for before, item in pairwise(items):
            last = before.items[-1] if isinstance(before, Keyed) and before.items else before
            if isinstance(item, Keyed) and _is_number(last) and not _component(item):
                raise item.key[0].fault(f"{quoted(self._label(item))} labels a part of a row: start a new line")

    def _check_entry(self, entry: Keyed, following: Item | None) -> None:
        value = next((item for item in entry.items if isinstance(item, Bracket) or _is_number(item)), None)
        self._check_name(entry.key[0], entry)
        if entry.name == "dtype":  # NumPy's; its value is a name
            if not entry.words:
                raise entry.key[0].fault("'dtype' must be followed by a NumPy type such as float64")
        elif entry.has_mark:
            is_heading = isinstance(following, Keyed) and bool(_component(following)) and not _component(entry)
            if value is None and not is_heading:
                label = quoted(self._label(entry))
                raise entry.key[0].fault(f"{label} has no value: must be followed by {self._form.words}")
            if entry.key[-1].is_integer and _is_number(value) and self._text[value.start - 1] in ":=":
                raise value.fault(f"{quoted(value.text)} touches the index before it: put a space between them")
        elif not isinstance(value, Bracket):
            is_vertex = len(entry.key) == 1 and bool(_VERTEX.fullmatch(entry.name))
            if not (is_vertex and value is not None and entry.items[0] is value):
                raise self._not_a_number(entry.key[0])
        self._check_entries([item for item in entry.items if not (entry.name == "dtype" and item in entry.words)])

    def _not_a_number(self, word: Token) -> TextError:
        return word.fault(f"{quoted(word.text)} is not a number; a label must be followed by ':' or '='")

    def _check_name(self, first: Token | None, item: Item | None) -> None:
        """Raises `TextError` for a name, with its type, that is not about vertices."""
        if first is None:
            return
        words = item.key if isinstance(item, Keyed) else [first]
        if _NOT_POINTS.search(first.text) or _NOT_POINTS.search(self._text[first.start : words[-1].end]):
            name = self._label(item) if isinstance(item, Keyed) else first.text
            raise first.fault(f"{quoted(name)} does not denote vertices: leave out everything else")

    def _label(self, entry: Keyed) -> str:
        """The key as it is written, with its subscripts."""
        start, end = entry.key[0].start, entry.key[-1].end
        bracket = "[" if self._text[start - 1 : start] == "[" else ""
        indices = _INDICES.match(self._text, end)
        return bracket + entry.name + (indices[0] if indices else "")

    # --- rows ---

    def _of_groups(self, entry: Keyed | None, items: Sequence[Item], name: str) -> Iterator[Row]:
        """The rows of groups, outside of which there must be no numbers."""
        outer = entry.name if entry is not None and not entry.has_mark else ""
        for item in items:
            if isinstance(item, Bracket):
                own = " ".join(word for word in (outer, item.label.text if item.label else "") if word)
                rows = self._of_block(item.items, own or name, is_inside=True)
                if not rows and item.opening is not None:
                    raise item.opening.fault(f"empty brackets: must contain points of {self._form.words}")
                yield from rows
            elif _is_number(item):
                raise item.fault(f"{quoted(item.text)} is outside the brackets of a point")

    def _of_components(self, items: Sequence[Item], name: str) -> list[Row]:
        """The rows of a block with components x, y and z, which are combined into rows."""
        rows: list[Row] = []
        components: list[tuple[str, Row]] = []
        for entry, run in _runs(items):
            component = _component(entry) if entry is not None else ""
            for line in _split(_open(run), _is_newline):
                if entry is None or not component:
                    self._check_complete(components, line[0])
                    rows += [self._row(line, name)] if any(map(_is_number, line)) else []
                    continue
                position = len(components) if len(components) < self._form.width or component == "w" else 0
                if position == 0:
                    rows, components = rows + _transpose(components, name), []
                if position > 3 or component != COMPONENTS[position] or (self._form is PLANE and position > 1):
                    expected = COMPONENTS[min(position, 3)]
                    raise entry.key[0].fault(f"{quoted(self._label(entry))} is out of order: expected {expected}")
                components.append((self._label(entry), self._row(line, name)._replace(token=entry.key[0])))
                component = ""
        self._check_complete(components, None)
        return rows + _transpose(components, name)

    def _check_complete(self, components: list[tuple[str, Row]], following: Item | None) -> None:
        if 0 < len(components) < self._form.width:
            label, row = components[-1]
            raise row.token.fault(f"{quoted(label)} is not followed by {COMPONENTS[len(components)]}")

    def _pieces(self, line: list[Item]) -> list[list[Item]]:
        """The rows of a line: its parts at ";", or at ", " if that gives the numbers of a point each."""
        pieces = _split(line, lambda item: _is_mark(item, ";"))
        if len(pieces) > 1 and all(sum(map(_is_number, piece)) == 1 for piece in pieces):
            pieces = [line]  # 1; 2; 3 is one row
        if len(pieces) > 1:
            return pieces
        points = _split(line, lambda item: _is_mark(item, ","))
        if len(points) > 1 and all(sum(map(_is_number, point)) == self._form.width for point in points):
            return [line] if _has_tight(line) else points  # 0 0 0, 1 0 0
        return _comma_pairs(line) if self._form is PLANE else pieces

    def _row(self, items: Sequence[Item], name: str) -> Row:
        """A row of numbers, which must all have the same separator."""
        separators: set[str] = set()
        numbers: list[Token] = []
        between = ""  # separators since the last number
        for item in items:
            if not isinstance(item, Token):
                token = item.key[0] if isinstance(item, Keyed) else item.opening or numbers[-1]
                raise token.fault("a component must be one number or one list of numbers")
            if not (_is_number(item) or _is_punctuation(item)):
                raise self._not_a_number(item)
            if _is_newline(item):
                continue
            if not _is_number(item):
                if between or not numbers:
                    raise item.fault(f"{quoted(item.text)} has no number before it")
                between = item.text
                continue
            if numbers:
                separators.add(between)
                if len(separators) > 1:
                    raise item.fault(f"{quoted(item.text)} follows a different separator than before{_COMMA}")
            between = ""
            numbers.append(item)
            if re.match(r"[-+]?0\d", item.text):
                raise item.fault(f"{quoted(item.text)} has a leading zero{_COMMA}")
        return Row(numbers[0], tuple(numbers), name, _has_tight(items))


def _without_header(text: str, form: PointForm) -> str:
    """The text with spaces for a first line such as `x y z`, with or without commas."""
    header = rf"\A({_BEFORE_HEADER})({_BETWEEN_NAMES.join(form.components)}[^\S\r\n]*[,;]?[^\S\r\n]*)(?=[\r\n])"
    return re.sub(header, lambda match: match[1] + " " * len(match[2]), text, flags=re.IGNORECASE)


def _without_types(text: str) -> str:
    """The text with spaces for arguments of templates, and for the subscripts in labels."""
    before = ""
    while before != text:  # std::vector<std::array<float, 3>>: from the inside out
        before, text = text, _ARGUMENTS.sub(lambda match: " " * len(match[0]), text)
    return _SUBSCRIPTS.sub(lambda match: match[1] + " " * len(match[2]), text)


def _component(entry: Keyed) -> str:
    """x, y, z or w if the key is one of them, possibly as a member (`.x`)."""
    last = "".join(token.text for token in entry.key).rsplit(".", 1)[-1].lower()
    return last if entry.has_mark and last in COMPONENTS else ""


def _runs(items: Sequence[Item]) -> Iterator[tuple[Keyed | None, list[Item]]]:
    """Each entry with the items after its key, and the items between entries."""
    run: list[Item] = []
    for item in items:
        if isinstance(item, Keyed):
            yield from [(None, run)] if run else []
            yield item, list(item.items)
            run = []
        else:
            run.append(item)
    yield from [(None, run)] if run else []


def _open(items: Sequence[Item]) -> list[Item]:
    """The items inside a single group, as in `x = [0, 1, 2]`; other items unchanged."""
    values = [item for item in items if not _is_punctuation(item)]
    if len(values) == 1 and isinstance(values[0], Bracket):
        return [item for item in _open(values[0].items) if not _is_newline(item)]
    return list(items)


def _comma_pairs(items: list[Item]) -> list[list[Item]]:
    """The pairs of `0,0 1,0 1,1`; otherwise all items as one row."""
    marks = [_is_mark(item, ",") for item in items]
    pairs = [items[i : i + 3] for i in range(0, len(items), 3)]
    is_list = len(items) % 3 == 0 and marks == [i % 3 == 1 for i in range(len(items))]
    return pairs if is_list and all(map(_is_number, (pair[k] for pair in pairs for k in (0, 2)))) else [items]


def _transpose(components: list[tuple[str, Row]], name: str) -> list[Row]:
    if not components:
        return []
    first = components[0][1]
    for label, row in components:
        if len(row.numbers) != len(first.numbers):
            raise row.token.fault(f"{quoted(label)} has {len(row.numbers)} numbers, x has {len(first.numbers)}")
    columns = zip(*(row.numbers for _, row in components), strict=True)
    return [Row(column[0], column, "Vec4" if len(column) == 4 else name) for column in columns]


def _has_tight(items: Sequence[Item]) -> bool:
    """Whether a comma has numbers on both sides without spaces."""
    tokens = [item for item in items if isinstance(item, Token)]
    return any(
        comma.is_mark(",") and before.end == comma.start and comma.end == after.start
        for before, comma, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def _split(items: Sequence[Item], is_separator: Callable[[Item], bool]) -> list[list[Item]]:
    pieces: list[list[Item]] = [[]]
    for item in items:
        if is_separator(item):
            pieces.append([])
        else:
            pieces[-1].append(item)
    return [piece for piece in pieces if piece]


def _is_number(item: Item | None) -> TypeGuard[Token]:
    return isinstance(item, Token) and item.kind is Kind.NUMBER


def _is_name(item: Item | None) -> bool:
    return isinstance(item, Token) and item.kind is Kind.NAME


def _is_newline(item: Item) -> bool:
    return isinstance(item, Token) and item.kind is Kind.NEWLINE


def _is_punctuation(item: Item) -> bool:
    return _is_newline(item) or _is_mark(item, ",", ";")


def _is_mark(item: Item, *texts: str) -> bool:
    return isinstance(item, Token) and item.is_mark(*texts)


# --- points of the rows ---


def _check_counts(rows: list[Row], width: int, form: PointForm) -> None:
    for i, row in enumerate(rows):
        if len(row.numbers) != width:
            raise _fault_of_count(rows, i, form)


def _fault_of_count(rows: list[Row], i: int, form: PointForm) -> TextError:
    row, count = rows[i], len(rows[i].numbers)
    hint = ""
    if row.has_tight_comma:
        hint = "; use a decimal point, not a comma"
    elif form is SPACE and len(rows) == 3 and {len(other.numbers) for other in rows} == {count} and count > 3:
        hint = "; if the rows are x, y and z, label them 'x:', 'y:' and 'z:'"
    elif count > form.width and count % form.width == 0:
        hint = "; put each point on a line or in brackets"
    counted = f"{count} number" if count == 1 else f"{count} numbers"
    return row.token.fault(f"row {i + 1} must be {form.words} ({form.names}), got {counted}{hint}")


def _check_homogeneous(rows: list[Row]) -> None:
    """Raises `TextError` unless rows of four numbers can only be x, y, z and w = 1."""
    is_typed = all(_VEC4.search(row.type) for row in rows)
    if len(rows) == 3 and not is_typed:
        reason = "if the rows are x, y and z, label them 'x:', 'y:' and 'z:'"
        raise _four_numbers(rows[0].token, 1, reason)
    for i, row in enumerate(rows):
        if row.values[3] != 1.0:
            w = row.numbers[3]
            reason = "w = 0 is a direction" if w.value == 0.0 else "a fourth number is read as w, which must be 1"
            raise _four_numbers(w, i + 1, reason)
    if is_typed:
        return
    if len({row.values for row in rows}) < 2:
        raise _four_numbers(rows[0].token, 1, "one row of four may be a quaternion")
    if [row.values[0] for row in rows] in ([*range(len(rows))], [*range(1, len(rows) + 1)]):
        raise _four_numbers(rows[0].token, 1, "the first may be an index, or the last may be w")


def _four_numbers(token: Token, row: int, reason: str) -> TextError:
    return token.fault(f"row {row} must be three numbers (x, y, z), got 4 numbers; {reason}")
