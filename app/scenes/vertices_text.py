"""Parses points from pasted text: tables, JSON, source code, debugger output.

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
from typing import NamedTuple, TypeGuard

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted, tokenize
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.vectors import Vec3

DEEPEST = 50  # levels of brackets

COMPONENTS = ("x", "y", "z", "w")
_VERTEX = re.compile(r"(v|p|vert|vertex|point|pt)_?\d*", re.IGNORECASE)
_NOT_POINTS = re.compile(
    r"normal|(?<!sur)face|index|indices|colou?r|(?<!ver)tex|tangent|quat|orient|rotat|scale|matrix|half_?extent"
    r"|^v[nt]$|^[nf]$|^uvs?$",
    re.IGNORECASE,
)
_VEC4 = re.compile(r"(vec|vector|float|double|point|simd_float|f32x|f64x|__m128).*4|homogeneous", re.IGNORECASE)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def parse_vertices(text: str, any_number: bool = False) -> tuple[Vec3, ...]:
    """The points in a text; with `any_number`, nan and inf are numbers.

    Raises `ValueError`, or `TextError` for an error at a token.
    """
    rows = _read_rows(text, SPACE, any_number)
    four = len(rows[0].numbers) == 4
    _check_counts(rows, 4 if four else 3, SPACE)
    if four:
        _check_homogeneous(rows)
    return tuple((row.values[0], row.values[1], row.values[2]) for row in rows)


def parse_plane_vertices(text: str, any_number: bool = False) -> tuple[Vec2, ...]:
    """As `parse_vertices`, for points of the plane."""
    rows = _read_rows(text, PLANE, any_number)
    _check_counts(rows, 2, PLANE)
    return tuple((row.values[0], row.values[1]) for row in rows)


class PointForm(NamedTuple):
    """How many numbers a point has, and how to say it."""

    width: int
    words: str  # "three numbers"
    names: str  # of the components, in words

    @property
    def components(self) -> tuple[str, ...]:
        return COMPONENTS[: self.width]


SPACE, PLANE = PointForm(3, "three numbers", "x, y, z"), PointForm(2, "two numbers", "x, y")


def _read_rows(text: str, form: PointForm, any_number: bool) -> "list[Row]":
    tokens = tokenize(text, any_number)
    if all(token.kind is not Kind.NUMBER for token in tokens):
        raise ValueError(f"must be points of {form.words} each, got no numbers")
    block = _Reader(tokens, form).block(None)
    return [row for row in _rows(block, form, is_inside=False) if row.numbers]


# --- the text as a tree ---


class ComponentLabel(NamedTuple):
    token: Token
    text: str

    @property
    def component(self) -> str | None:
        """x, y, z or w if the label is one of them, possibly as a member (`.x`); otherwise None."""
        last = self.text.rsplit(".", 1)[-1].lower()
        return last if last in COMPONENTS else None


class BracketGroup(NamedTuple):
    token: Token  # the opening bracket
    name: str  # of a type or function
    items: "list[Item]"


Item = Token | ComponentLabel | BracketGroup
"""An item of a block: a number, separator, label or group."""


class _Reader:
    """Turns tokens into a tree."""

    def __init__(self, tokens: Sequence[Token], form: PointForm) -> None:
        self._tokens, self._place, self._depth, self._form = tokens, 0, 0, form

    def block(self, opening: Token | None) -> list[Item]:
        """The items up to the bracket that closes `opening`, or up to the end of the text for None."""
        items: list[Item] = []
        while True:
            token = self._peek()
            if token.kind is Kind.END:
                if opening is not None:
                    raise opening.fault(f"{quoted(opening.text)} is not closed")
                return _with_values(items, self._form)
            if token.is_mark(*_CLOSING.values()):
                if opening is None or token.text != _CLOSING[opening.text]:
                    expected = f": expected {quoted(_CLOSING[opening.text])}" if opening else ""
                    raise token.fault(f"{quoted(token.text)} has no matching bracket{expected}")
                self._place += 1
                return _with_values(items, self._form)
            items += self._item(token, items)

    def _item(self, token: Token, before: list[Item]) -> list[Item]:
        if token.kind is Kind.NAME:
            return self._named(token, before)
        if token.is_mark("[") and (end := self._subscripts_end(self._place)) and self._is_assigned(end):
            return self._label(token, end)
        if token.is_mark("(", "[", "{"):
            return [self._group("")]
        if token.is_integer and self._is_assigned(self._place + 1) and not self._is_touched(self._place + 1):
            return self._label(token, self._place + 1)
        if token.kind in (Kind.NUMBER, Kind.NEWLINE) or token.is_mark(",", ";"):
            self._place += 1
            return [token]
        raise token.fault(f"{quoted(token.text)} is not expected here")

    def _named(self, token: Token, before: list[Item]) -> list[Item]:
        end = self._name_end(self._place)
        name = "".join(one.text for one in self._tokens[self._place : end])
        if self._is_assigned(end):
            return self._label(token, end)
        if (subscripts := self._subscripts_end(end)) and self._is_assigned(subscripts):
            return self._label(token, subscripts)
        following = self._peek(end)
        if following.is_integer and self._is_assigned(end + 1) and not self._is_touched(end + 1):  # Vertex 3: …
            return self._label(token, end + 1)
        if following.is_mark("(", "[", "{"):
            _check_name(token, name)
            self._place = end
            return [self._group(name)]
        is_first = not before or (isinstance(before[-1], Token) and before[-1].kind is not Kind.NUMBER)
        if is_first and following.kind is Kind.NUMBER and _VERTEX.fullmatch(token.text):
            self._place = end
            return [ComponentLabel(token, token.text)]
        if not before and self._is_header(self._place):
            self._place = next(i for i in range(end, len(self._tokens)) if self._ends_line(i))
            return []
        _check_name(token, name)
        raise token.fault(f"{quoted(token.text)} is not a number; a label must be followed by ':' or '='")

    def _label(self, token: Token, end: int) -> list[Item]:
        """Reads the label from the current token up to its ':' or '=', which is at `end`."""
        text = "".join(one.text for one in self._tokens[self._place : end])
        _check_name(token, text)
        self._place = end + 1
        if text == "dtype":  # NumPy's; its value is a name
            value = self._peek()
            self._place = self._name_end(self._place)
            if value is self._peek():
                raise value.fault(f"{quoted(value.text)} is not a NumPy type such as float64")
            return []
        return [ComponentLabel(token, text)]

    def _group(self, name: str) -> BracketGroup:
        opening = self._peek()
        self._place += 1
        self._depth += 1
        if self._depth > DEEPEST:
            raise opening.fault(f"brackets are nested too deeply: at most {DEEPEST} levels")
        items = self.block(opening)
        self._depth -= 1
        return BracketGroup(opening, name, items)

    def _peek(self, place: int | None = None) -> Token:
        return self._tokens[min(self._place if place is None else place, len(self._tokens) - 1)]

    def _is_assigned(self, place: int) -> bool:
        return self._peek(place).is_mark(":", "=")

    def _is_touched(self, place: int) -> bool:
        """Whether a number follows without a space: "13:.5" is unlikely to be an index and a number."""
        following = self._peek(place + 1)
        return following.kind is Kind.NUMBER and following.start == self._peek(place).end

    def _ends_line(self, place: int) -> bool:
        return self._peek(place).kind in (Kind.NEWLINE, Kind.END)

    def _name_end(self, place: int) -> int:
        """The place after a name, such as `const std::vector<Vec3> & points`."""
        while True:
            token = self._peek(place)
            if token.kind is Kind.NAME or token.is_mark("::", "*", "&"):
                place += 1
            elif token.is_mark("<") and (end := self._arguments_end(place)):
                place = end
            else:
                return place

    def _arguments_end(self, place: int) -> int | None:
        """The place after the template arguments that begin at `place`."""
        depth = 0
        while True:
            token = self._peek(place)
            if (
                token.kind is not Kind.NAME
                and not token.is_integer
                and not token.is_mark(",", "::", "*", "&", "<", ">")
            ):
                return None
            depth += token.is_mark("<") - token.is_mark(">")
            place += 1
            if not depth:
                return place

    def _subscripts_end(self, place: int) -> int | None:
        """The place after one or more subscripts, `[3]` or `[]`; None if there are none."""
        end = None
        while self._peek(place).is_mark("["):
            place += 1 + (self._peek(place + 1).is_integer or self._peek(place + 1).kind is Kind.NAME)
            if not self._peek(place).is_mark("]"):
                return None
            place = end = place + 1
        return end

    def _is_header(self, place: int) -> bool:
        """Whether the line is `x y z` (in the plane `x y`), with or without commas."""
        names = []
        while not self._ends_line(place):
            if not self._peek(place).is_mark(",", ";"):
                names.append(self._peek(place).text.lower())
            place += 1
        return tuple(names) == self._form.components


def _with_values(items: list[Item], form: PointForm) -> list[Item]:
    """The items, after checking that each label is followed by a value or, as a heading, by components."""
    rest = [item for item in items if not _is_newline(item)]
    for item, following in zip(rest, (*rest, None)[1:], strict=True):
        if isinstance(item, ComponentLabel) and not (
            isinstance(following, BracketGroup)
            or (isinstance(following, ComponentLabel) and following.component and not item.component)
            or (following is not None and _is_number(following))
        ):
            raise item.token.fault(f"{quoted(item.text)} has no value: must be followed by {form.words}")
    return items


def _check_name(token: Token, name: str) -> None:
    if _NOT_POINTS.search(name):
        raise token.fault(f"{quoted(name)} does not denote vertices: leave out everything else")


# --- rows of the tree ---


class Row(NamedTuple):
    token: Token  # where it begins
    numbers: tuple[Token, ...]
    type: str = ""
    has_tight_comma: bool = False  # "0,5" without space may be a decimal comma

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(number.value for number in self.numbers)


class LinePart(NamedTuple):
    """The items between two row separators, with the label before them."""

    label: ComponentLabel | None
    items: list[Item]


def _rows(items: list[Item], form: PointForm, is_inside: bool, name: str = "") -> list[Row]:
    """The rows of a block."""
    if any(isinstance(item, BracketGroup) for item in items):
        return _rows_of_groups(items, form, name)
    if is_inside and not any(isinstance(item, ComponentLabel) for item in items):
        numbers = [item for item in items if _is_number(item)]
        if len(numbers) in (form.width, *((4,) if form is SPACE else ())) and not any(
            _is_mark(item, ";") for item in items
        ):
            return [_row([item for item in items if not _is_newline(item)], name)]
    return _assembled([part for line in _split(items, _is_newline) for part in _parts(line, form)], form, name)


def _rows_of_groups(items: list[Item], form: PointForm, name: str) -> list[Row]:
    """The rows of a block that contains groups: a number outside them must belong to a component."""
    if any(isinstance(item, ComponentLabel) and item.component for item in items):
        parts = [LinePart(label, _opened(rest)) for label, rest in _labelled(items)]
        return _assembled(parts, form, name)
    rows: list[Row] = []
    for item in items:
        if isinstance(item, BracketGroup):
            found = _rows(item.items, form, is_inside=True, name=item.name or name)
            if not found:
                raise item.token.fault(f"empty brackets: must contain points of {form.words}")
            rows += found
        elif _is_number(item):
            raise item.fault(f"{quoted(item.text)} is outside the brackets of a point")
    return rows


def _opened(items: list[Item]) -> list[Item]:
    """The items inside a single group, as in `x = [0, 1, 2]`; other items unchanged."""
    rest = [item for item in items if isinstance(item, BracketGroup) or _is_number(item)]
    if len(rest) == 1 and isinstance(rest[0], BracketGroup):
        return [item for item in _opened(rest[0].items) if not _is_newline(item)]
    for item in rest:
        if isinstance(item, BracketGroup):
            raise item.token.fault("a component must be one number or one list of numbers")
    return [item for item in items if not _is_newline(item)]


def _parts(line: list[Item], form: PointForm) -> Iterator[LinePart]:
    """The rows of a line: its labelled parts, split at ";", or at ", " if that gives the numbers of a point each."""
    for label, items in _labelled(line):
        pieces = _split(items, lambda item: _is_mark(item, ";"))
        if len(pieces) > 1 and all(sum(map(_is_number, piece)) == 1 for piece in pieces):
            pieces = [items]  # 1; 2; 3 is one row
        if len(pieces) == 1:
            triples = _split(items, lambda item: _is_mark(item, ","))
            are_points = len(triples) > 1 and all(sum(map(_is_number, one)) == form.width for one in triples)
            if are_points and not _has_tight(items):
                pieces = triples  # 0 0 0, 1 0 0
            elif form is PLANE:
                pieces = _comma_pairs(items)
        for i, piece in enumerate(pieces):
            yield LinePart(label if i == 0 else None, piece)


def _comma_pairs(items: list[Item]) -> list[list[Item]]:
    """The pairs of `0,0 1,0 1,1`; otherwise all items as one row."""
    marks = [_is_mark(item, ",") for item in items]
    pairs = [items[i : i + 3] for i in range(0, len(items), 3)]
    is_list = len(items) % 3 == 0 and marks == [i % 3 == 1 for i in range(len(items))]
    return pairs if is_list and all(map(_is_number, (pair[k] for pair in pairs for k in (0, 2)))) else [items]


def _labelled(items: list[Item]) -> Iterator[tuple[ComponentLabel | None, list[Item]]]:
    """The items after each label, and those before the first one."""
    label: ComponentLabel | None = None
    rest: list[Item] = []
    for item in items:
        if not isinstance(item, ComponentLabel):
            rest.append(item)
            continue
        if label is not None or any(not _is_newline(one) for one in rest):
            if rest and _is_number(rest[-1]) and not item.component:
                raise item.token.fault(f"{quoted(item.text)} labels a part of a row: start a new line")
            yield label, rest
        label, rest = item, []
    yield label, rest


def _assembled(parts: list[LinePart], form: PointForm, name: str) -> list[Row]:
    """The rows of the parts; components x, y and z are combined into rows."""
    rows: list[Row] = []
    components: list[tuple[ComponentLabel, Row]] = []
    for part in parts:
        numbers = [item for item in part.items if not isinstance(item, ComponentLabel)]
        if part.label is None or part.label.component is None:
            if any(_is_number(item) for item in numbers):
                _check_complete(components, form)
                rows.append(_row(numbers, name))
            continue
        if not any(_is_number(item) for item in numbers):
            raise part.label.token.fault(f"{quoted(part.label.text)} has no number")
        position = len(components) if len(components) < form.width or part.label.component == "w" else 0
        if position == 0:
            rows += _transposed(components, name)
            components = []
        if position > 3 or part.label.component != COMPONENTS[position] or (form is PLANE and position > 1):
            expected = COMPONENTS[min(position, 3)]
            raise part.label.token.fault(f"{quoted(part.label.text)} is out of order: expected {expected}")
        components.append((part.label, _row(numbers, name)))
    _check_complete(components, form)
    return rows + _transposed(components, name)


def _check_complete(components: list[tuple[ComponentLabel, Row]], form: PointForm) -> None:
    if 0 < len(components) < form.width:
        label = components[-1][0]
        raise label.token.fault(f"{quoted(label.text)} is not followed by {COMPONENTS[len(components)]}")


def _transposed(components: list[tuple[ComponentLabel, Row]], name: str) -> list[Row]:
    if not components:
        return []
    first = components[0][1]
    for label, row in components:
        if len(row.numbers) != len(first.numbers):
            raise label.token.fault(f"{quoted(label.text)} has {len(row.numbers)} numbers, x has {len(first.numbers)}")
    columns = zip(*(row.numbers for _, row in components), strict=True)
    return [Row(column[0], column, "Vec4" if len(column) == 4 else name) for column in columns]


def _row(items: Sequence[Item], name: str) -> Row:
    """A row of numbers, which must all have the same separator."""
    separators: set[str] = set()
    numbers: list[Token] = []
    between = ""  # separators since the last number
    for item in items:
        if not isinstance(item, Token):
            raise item.token.fault(f"{quoted(item.token.text)} is not expected in a row")
        if item.kind is not Kind.NUMBER:
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
    for number in numbers:
        if re.match(r"[-+]?0\d", number.text):
            raise number.fault(f"{quoted(number.text)} has a leading zero{_COMMA}")
    return Row(numbers[0], tuple(numbers), name, _has_tight(items))


_COMMA = ": use a decimal point, not a comma"


def _has_tight(items: Sequence[Item]) -> bool:
    """Whether a comma has numbers on both sides without spaces."""
    tokens = [item for item in items if isinstance(item, Token)]
    return any(
        comma.is_mark(",") and before.end == comma.start and comma.end == after.start
        for before, comma, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def _split(items: list[Item], is_separator: Callable[[Item], bool]) -> list[list[Item]]:
    pieces: list[list[Item]] = [[]]
    for item in items:
        if is_separator(item):
            pieces.append([])
        else:
            pieces[-1].append(item)
    return [piece for piece in pieces if piece]


def _is_number(item: Item) -> TypeGuard[Token]:
    return isinstance(item, Token) and item.kind is Kind.NUMBER


def _is_newline(item: Item) -> bool:
    return isinstance(item, Token) and item.kind is Kind.NEWLINE


def _is_mark(item: Item, text: str) -> bool:
    return isinstance(item, Token) and item.is_mark(text)


# --- points of the rows ---


def _check_counts(rows: list[Row], width: int, form: PointForm) -> None:
    for i, row in enumerate(rows):
        if len(row.numbers) != width:
            raise _miscounted(rows, i, form)


def _miscounted(rows: list[Row], i: int, form: PointForm) -> TextError:
    row, count = rows[i], len(rows[i].numbers)
    hint = ""
    if row.has_tight_comma:
        hint = "; use a decimal point, not a comma"
    elif form is SPACE and len(rows) == 3 and {len(one.numbers) for one in rows} == {count} and count > 3:
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
