"""The numbers of a field: a scalar, a vector with or without named components, or a matrix with its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, TextError, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.inference import ask_dimension
from gjkscope.app.bring.notations.keyed.fields import COMPONENTS, Quantity, meaning_of, words_of_name
from gjkscope.app.bring.notations.keyed.scanning import is_numberlike, numeric
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed, span_of_entry
from gjkscope.app.bring.notations.reading import Span
from gjkscope.engine.vectors import Vec3

# Members beside x, y and z that repeat or derive values: colours, texture coordinates, lengths.
_DERIVED = frozenset(
    "r g b a s t p q l magnitude normalized squared norm euler order fast is on sqr length dtype type class "
    "metadata".split()
)
_COLUMNS = {"col", "cols", "column", "columns", "c0", "c1", "c2", "c3"}
_ROW_NAMES = {"r0", "r1", "r2", "r3", "row", "rows", "m0", "m1", "m2", "m3", "i", "j", "k"}
_WRAPPERS = (
    _COLUMNS
    | _ROW_NAMES
    | frozenset("coords components comps xyz xyzw vec vector quaternion quat mem m el matrix".split())
)


@dataclass(frozen=True)
class ValueTokens:
    """The numbers of a field, in the order of the text."""

    tokens: tuple[Token, ...]
    span: Span
    labels: str = ""  # the names of the components, in the order of the tokens: "xyz", "wxyz"
    rows: tuple[int, ...] = ()  # the lengths of the innermost brackets or lines
    words: tuple[Token, ...] = ()  # units and types
    has_columns: bool = False  # members are called columns
    key: str = ""

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def start(self) -> int:
        return self.tokens[0].start if self.tokens else self.span.start

    def fault(self, message: str, context: ReadContext) -> TextError:
        return context.fault_at(self.start, f"{self.key}: {message}" if self.key else message)

    @property
    def is_table(self) -> bool:
        """Whether it is two or more rows of three, in brackets or on lines."""
        return len(self.rows) > 1 and set(self.rows) == {3}

    def is_zero(self) -> bool:
        return all(token.value == 0.0 and token.kind is Kind.NUMBER for token in self.tokens)

    def part(self, start: int, end: int) -> "ValueTokens":
        return replace(self, tokens=self.tokens[start:end], rows=(), labels=self.labels[start:end])

    def named(self, key: str) -> "ValueTokens":
        return replace(self, key=key)


def value_of_entry(entry: Keyed) -> ValueTokens | None:
    """The numbers of an entry; None if it contains a record."""
    return _value(entry.items, span_of_entry(entry), entry.name)


def value_of_group(group: Bracket) -> ValueTokens | None:
    """The numbers in brackets; None if they contain a record."""
    start = group.label or group.opening
    end = group.closing
    last = end.end if end else start.end if start else 0
    return _value(group.items, Span(start.start if start else 0, last), "")


def joined_components(parts: Sequence[tuple[str, ValueTokens]], key: str) -> ValueTokens:
    """One value from components in separate fields: qx, qy, qz, qw."""
    tokens = tuple(token for _, value in parts for token in value.tokens)
    span = Span(min(value.span.start for _, value in parts), max(value.span.end for _, value in parts))
    words = tuple(word for _, value in parts for word in value.words)
    return ValueTokens(tokens, span, "".join(label for label, _ in parts), (len(tokens),), words, key=key)


def numbers_of(value: ValueTokens, context: ReadContext, any_number: bool = False) -> list[float]:
    """Its numbers; with `any_number`, also nan and inf.  Raises `TextError` at the first other word."""
    return [context.number(numeric(token, context, any_number)) for token in value.tokens]


def scalar(value: ValueTokens, context: ReadContext, any_number: bool = False) -> float:
    """Its only number.  Raises `TextError`."""
    if len(value) != 1:
        raise value.fault(f"must be one number, got {len(value)}{_comma(value)}", context)
    return numbers_of(value, context, any_number)[0]


def in_order(value: ValueTokens, order: str) -> ValueTokens:
    """The value with its named components in an order; unchanged if they have no names."""
    if not value.labels or set(value.labels) != set(order) or len(value.labels) != len(value.tokens):
        return value
    tokens = tuple(value.tokens[value.labels.index(label)] for label in order)
    return replace(value, tokens=tokens, labels=order)


def vector_of(value: ValueTokens, context: ReadContext, any_number: bool = False) -> Vec3:
    """Its three numbers; a fourth one that pads a vector is ignored: 0, 1, or a copy of the third.

    Raises `TextError`.
    """
    value = in_order(value, "xyz")
    if len(value) == 4 and value.labels in ("", "xyzw"):
        x, y, z, w = numbers_of(value, context, any_number)
        if w not in (0.0, 1.0, z):
            raise value.fault("must be three numbers, got 4", context)
        context.numbers.pop(value.tokens[3].start, None)
        return (x, y, z)
    if len(value) != 3:
        raise value.fault(f"must be three numbers, got {len(value)}{_comma(value)}", context)
    x, y, z = numbers_of(value, context, any_number)
    return (x, y, z)


def points_of(value: ValueTokens, context: ReadContext) -> tuple[Vec3, ...]:
    """Its rows as points.  Raises `TextError`."""
    numbers = numbers_of(value, context)
    width = value.rows[0] if value.rows and len(set(value.rows)) == 1 else 3
    if width == 4 and all(w in (0.0, 1.0) for w in numbers[3::4]):
        rows = [numbers[i : i + 3] for i in range(0, len(numbers), 4)]
    elif len(numbers) % 3 or (width != 3 and width != len(numbers) and width != 1 and width % 3):
        raise value.fault(f"points must have three numbers each, got {len(numbers)} numbers", context)
    else:
        if width == len(numbers) > 3:
            ask_dimension(context, len(numbers))
        rows = [numbers[i : i + 3] for i in range(0, len(numbers), 3)]
    return tuple((x, y, z) for x, y, z in rows)


def _comma(value: ValueTokens) -> str:
    """A hint where a decimal comma may have split a number."""
    tokens = value.tokens
    tight = any(after.start - before.end == 1 for before, after in pairwise(tokens))
    return ": use a decimal point, not a comma" if tight and all(token.is_integer for token in tokens[1:]) else ""


# --- reading the items ---


class _Collected:
    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.labels: list[str] = []
        self.rows: list[int] = []
        self.words: list[Token] = []
        self.indices: list[tuple[int, ...]] = []
        self.has_columns = False
        self.row = 0  # numbers in the open row

    def number(self, token: Token) -> None:
        self.tokens.append(token)
        self.row += 1

    def end_row(self) -> None:
        if self.row:
            self.rows.append(self.row)
            self.row = 0


_END_ROW = object()


def _value(items: Sequence[Item], span: Span, key: str) -> ValueTokens | None:
    """The numbers among items.  Groups are entered; entries only if they are components, indices or wrappers."""
    collected = _Collected()
    stack: list[object] = list(reversed(items))
    while stack:
        item = stack.pop()
        if item is _END_ROW:
            collected.end_row()
        elif isinstance(item, Token):
            _add_token(collected, item)
        elif isinstance(item, Bracket):
            if not _enter_group(collected, item, stack):
                return None
        elif isinstance(item, Keyed) and not _enter_entry(collected, item, stack):
            return None
    collected.end_row()
    if not collected.tokens:
        return None
    labels = "".join(collected.labels) if len(collected.labels) == len(collected.tokens) else ""
    if len(collected.indices) == len(collected.tokens) and len(set(collected.indices)) == len(collected.indices):
        pairs = sorted(zip(collected.indices, collected.tokens, strict=True), key=lambda pair: pair[0])
        collected.tokens = [token for _, token in pairs]  # [0,0] = 1, [1,0] = 0, …: by rows
    return ValueTokens(
        tuple(collected.tokens), span, labels, tuple(collected.rows), tuple(collected.words), collected.has_columns, key
    )


def _add_token(collected: _Collected, token: Token) -> None:
    if token.kind is Kind.NUMBER or is_numberlike(token):
        collected.number(token)
    elif token.kind is Kind.NAME:
        collected.words.append(token)
    elif token.kind is Kind.NEWLINE or token.is_mark("|", ";"):
        collected.end_row()


def _enter_group(collected: _Collected, group: Bracket, stack: list[object]) -> bool:
    """Prepares to read the items of a group; False if it is a record."""
    entries = group.entries
    components = [entry for entry in entries if _component(entry)]
    if {_component(entry) for entry in components} >= {"x", "y"}:
        inner: list[Item] = list(components)
        if any(entry.groups for entry in components):  # the columns of a basis, and the origin
            inner += [entry for entry in entries if words_of_name(entry.name) in (("o",), ("origin",))]
            collected.has_columns = True
    elif group.label is not None and meaning_of(group.label.text).field in _OWN_FIELDS:
        return False  # radius(36)
    else:
        inner = list(group.items)
    if group.label is not None:
        collected.words.append(group.label)
    is_inline = sum(isinstance(item, Token) and item.kind is Kind.NUMBER for item in inner) <= _LONGEST_ROW
    if is_inline:
        inner = [item for item in inner if not (isinstance(item, Token) and item.kind is Kind.NEWLINE)]
    collected.end_row()
    stack += [_END_ROW, *reversed(inner)]
    return True


_LONGEST_ROW = 4  # a bracket with more numbers may have rows on lines
_OWN_FIELDS = {Quantity.RADIUS, Quantity.HEIGHT, Quantity.LENGTH, Quantity.HALF_HEIGHT}


def _enter_entry(collected: _Collected, entry: Keyed, stack: list[object]) -> bool:
    words = words_of_name(entry.name)
    if component := _component(entry):
        if entry.groups:
            stack += reversed(entry.items)
            return True
        count = sum(isinstance(item, Token) and item.kind is Kind.NUMBER for item in entry.items)
        collected.labels += [component] * count
    elif words in (("o",), ("origin",)) and collected.has_columns:
        stack += reversed(entry.items)
        return True
    elif indices := _indices(entry):
        if len(indices) > 1:
            collected.indices.append(indices)
    elif words and words[0] in _DERIVED and not entry.groups:
        return True
    elif not (entry.is_base or set(words) & _WRAPPERS or _is_frame(entry.name)):
        return False
    collected.has_columns |= bool(set(words) & _COLUMNS)
    inner = [item for item in entry.items if not (isinstance(item, Token) and item.kind is Kind.NEWLINE)]
    stack += reversed(inner)
    return True


def _component(entry: Keyed) -> str:
    """x, y, z or w if that is the key, as in "x", ".x", "_x", "m_x"; i, j, k of a quaternion."""
    words = words_of_name(entry.name)
    name = words[-1] if words and len(words) <= 2 else ""
    return name if name in COMPONENTS and (len(words) == 1 or len(words[0]) == 1) else ""


def _indices(entry: Keyed) -> tuple[int, ...]:
    """The indices of [0] = … or [1,2] = …"""
    return tuple(int(token.text) for token in entry.key) if all(token.is_integer for token in entry.key) else ()


def _is_frame(name: str) -> bool:
    meaning = meaning_of(name)
    return meaning.field is Quantity.FRAME and meaning.kind is None
