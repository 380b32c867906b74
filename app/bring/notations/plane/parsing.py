"""Parses literals of source code in any language: numbers, lists, calls, objects, and assignments of them.

    b2Vec2 vs[] = {{0, 0}, {1, 0}};      # ParsedStatement(("vs",), List((List((0, 0)), List((1, 0)))))
    box.SetAsBox(0.5f, 2 * h);           # Call(("box", "SetAsBox"), (0.5, 2 * h))
    new Vector2(1, 0)                    # Call(("Vector2",), (1, 0))
    vs[1].Set(1, 0)                      # Call(("vs", "1", "Set"), (1, 0))
    A: (0, 0), (1, 0), (1, 1)            # ParsedStatement(("A",), List((0, 0), (1, 0), (1, 1)))

    A: 0 0, 1 0, 1 1                     # likewise: separators divide numbers into rows (rows.py)

Arithmetic of literals and of variables with a number is computed.  What is not a literal becomes `UnknownValue`.
In lists, `1 -2` are two numbers; in the arguments of a call, it is a difference.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, nan, pi
from operator import add
from operator import mul as multiply
from operator import sub as subtract
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, Token, number_token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.plane.rows import (
    COMMA,
    COMMA_LINE,
    LINE,
    SEMICOLON,
    SPACE,
    row_length,
    strongest_separator,
)
from gjkscope.app.bring.notations.reading import ImportFault

DEEPEST = 40  # levels of brackets and signs
LEAST_ROW = 3  # points in a line that are a polygon of their own
LONGEST_LABEL = 6  # words and numbers in front of a list
MOST_LEXEMES = 600_000  # some seconds; polygons with 100,000 points each have fewer
MOST_REPEATED = 100_000  # values that variables stand for: lists of lists of lists of … would take forever

_LEXEME = re.compile(
    r"""(?P<newline>\r\n|\r|\n)
    | (?P<space>[^\S\r\n]+)
    | (?P<comment>\#(?=[ \t!a-zA-Z])[^\r\n]* | //[^\r\n]* | (?<!\S)--(?=[ \t])[^\r\n]* | /\*(?s:.*?)\*/)
    | (?P<string>"[^"\r\n]*"|'[^'\r\n]*'|`[^`]*`)
    | (?P<number>0[xX][0-9a-fA-F.]+[pP][-+]?\d+
        | (?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?:_?f32|_?f64|[fFdDlL](?!\w))?)
    | (?P<name>[^\W\d]\w*)
    | (?P<mark>::|->|=>|[-+*/=]=|&&|\|\||.)
    """,
    re.VERBOSE,
)
_BULLET = "'- ' may be a bullet or a sign: remove it, or the space after it"
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_MINUS = "−–‐‑﹣－"  # that word processors write for "-"
_SEPARATORS = {",": COMMA, ";": SEMICOLON, "|": SEMICOLON}
_CONSTANTS: Mapping[str, float] = {"pi": pi, "b2_pi": pi, "B2_PI": pi, "M_PI": pi, "PI": pi, "FLT_PI": pi, "true": 1.0}
_ZERO_VECTORS = frozenset({"b2Vec2_zero", "cpvzero", "Vec2.zero", "Vector2.zero", "Vector2.Zero", "Vector2.ZERO"})
_WORDS = frozenset(
    {"new", "const", "let", "var", "auto", "static", "constexpr", "final", "mut", "return", "await", "inline"}
)


class NumberValue(NamedTuple):
    amount: float
    tokens: tuple[Token, ...]
    used: set[int]  # the offsets of the numbers of the text whose value was taken

    @property
    def value(self) -> float:
        """The amount, for a shape or a pose; marks the numbers that it comes from as used."""
        self.used.update(token.start for token in self.tokens)
        return self.amount


class ItemsValue(NamedTuple):
    """A list, or the arguments of a call by `name`: the called function or constructed type, with its path."""

    name: tuple[str, ...]
    items: "tuple[Value, ...]"
    fields: "Mapping[str, Value]"
    token: Token
    end: int
    variable: str = ""  # that the text names instead of the value
    size: int = 1  # values in it, itself included

    @property
    def last(self) -> str:
        """The called function or constructed type, without its path; of `Ball::new`, the type."""
        name = self.name[:-1] if len(self.name) > 1 and self.name[-1] == "new" else self.name
        return name[-1] if name else ""


class UnknownValue(NamedTuple):
    """A variable, by its path, or an expression that is not understood."""

    path: tuple[str, ...]
    token: Token


Value = NumberValue | ItemsValue | UnknownValue


class ParsedStatement(NamedTuple):
    """`path = value`, a declaration, or a bare expression, whose path is empty."""

    path: tuple[str, ...]
    value: Value
    token: Token


def lexemes(context: ReadContext, text: str) -> list[Token]:
    """The tokens of a text, without comments, ending with END; text in quotes is a `STRING`."""
    tokens: list[Token] = []
    line, line_start = 1, 0
    for lexeme in _LEXEME.finditer(text):
        spend(1, line)
        if len(tokens) > MOST_LEXEMES:
            raise ImportFault(
                f"too long: more than {MOST_LEXEMES:,} words and numbers; select the part with the shapes"
            )
        group, start = lexeme.lastgroup or "", lexeme.start()
        token = Token(Kind.MARK, lexeme[0], line, start - line_start + 1, start, lexeme.end())
        match group:
            case "newline":
                tokens.append(token._replace(kind=Kind.NEWLINE))
            case "number":
                tokens.append(number_token(token))
            case "name":
                tokens.append(token._replace(kind=Kind.NAME))
            case "string":
                tokens.append(token._replace(kind=Kind.STRING, text=lexeme[0][1:-1]))
            case "mark":
                tokens.append(token._replace(text="-") if lexeme[0] in _MINUS else token)
        if breaks := lexeme[0].count("\n"):
            line, line_start = line + breaks, start + lexeme[0].rfind("\n") + 1
    tokens.append(Token(Kind.END, "", line, len(text) - line_start + 1, len(text), len(text)))
    return tokens


def parsed_statements(context: ReadContext, text: str, used: set[int]) -> Iterator[ParsedStatement]:
    """The assignments and calls of a text, in order; adds to `used` the offsets of the numbers whose value is taken.

    Raises `TextError` for numbers that are not finite.
    """
    return _Parser(context, lexemes(context, text), used).statements()


def _items(
    name: tuple[str, ...], items: Sequence[Value], fields: Mapping[str, Value], token: Token, end: int
) -> ItemsValue:
    sizes = (value.size if isinstance(value, ItemsValue) else 1 for value in (*items, *fields.values()))
    return ItemsValue(name, tuple(items), fields, token, end, size=1 + sum(sizes))


def _is_empty(value: Value) -> bool:
    """Whether it is a declaration without values, such as `b2Vec2 vs[3];`, which later statements fill."""
    return isinstance(value, ItemsValue) and not value.items and not value.fields


def _is_pair(value: ItemsValue) -> bool:
    """Whether it has the form of a point: two numbers, or x and y."""
    parts = value.items or tuple(value.fields.values())
    is_whole = not (value.items and value.fields) and {*value.fields} <= {"x", "y"}
    return is_whole and len(parts) == 2 and all(isinstance(part, NumberValue) for part in parts)


def _negate(value: Value, sign: Token, is_apart: bool = False) -> Value:
    """A number or point with the other sign; anything else is not understood.

    Raises `TextError` for a sign with a space between it and a point: it may be a bullet.
    """
    if isinstance(value, NumberValue):
        return value._replace(amount=-value.amount)
    if not (isinstance(value, ItemsValue) and _is_pair(value)):
        return UnknownValue((), value.token)
    if is_apart:
        raise sign.fault(_BULLET)
    items = tuple(_negate(item, sign) for item in value.items)
    fields = {key: _negate(field, sign) for key, field in value.fields.items()}
    return value._replace(items=items, fields=fields, variable="")


def _quotient(a: float, b: float) -> float:
    """a / b; a division by zero gives NaN, which is rejected where it happens."""
    return a / b if b else nan


class _Parser:
    def __init__(self, context: ReadContext, tokens: Sequence[Token], used: set[int]) -> None:
        self._context, self._tokens, self._used = context, tokens, used
        self._index, self._depth = 0, 0
        self._is_call = False  # whether the brackets around are the arguments of a call
        self._variables: dict[str, Value] = {}
        self._repeated = 0  # values that variables stood for so far

    def statements(self) -> Iterator[ParsedStatement]:
        while self._peek().kind is not Kind.END:
            before = self._index
            statement = self._statement()
            if statement is not None:
                if len(statement.path) == 1 and not _is_empty(statement.value):
                    self._variables[statement.path[0]] = statement.value
                yield statement
            if self._index == before:
                self._index += 1

    def _statement(self) -> ParsedStatement | None:
        self._skip_separators()
        self._skip_bullet()
        while self._peek().is_mark("*") and self._peek(1).kind in (Kind.NAME, Kind.MARK):  # **A**: …
            self._index += 1
        token = self._peek()
        if token.kind is Kind.END:
            return None
        if token.kind in (Kind.NAME, Kind.STRING):
            if (declared := self._declaration()) is not None:
                return declared
            if (end := self._label_end()) is not None:
                name, self._index = self._label(end), end
                return ParsedStatement((name,), self._list_value(is_labelled=True), token)
        value = self._list_value(is_labelled=False)
        if isinstance(value, UnknownValue) and self._peek().is_mark("="):
            self._index += 1
            return ParsedStatement(value.path, self._list_value(is_labelled=True), token)
        return ParsedStatement((), value, token)

    def _label_end(self) -> int | None:
        """The place after the words in front of a list: `a 1:`, `A (4):`, `wall (0, 0) (1, 0)`; None if not."""
        end = self._index
        while end - self._index < LONGEST_LABEL and (
            self._at(end).kind in (Kind.NAME, Kind.STRING) or self._at(end).is_integer
        ):
            end += 1
        if not self._at(end).is_mark(*_CLOSING):
            return self._after_colon(end)
        close = self._closing(end)
        if close is None:
            return None
        inside = self._tokens[end + 1 : close]
        numbers = sum(token.kind is Kind.NUMBER for token in inside)
        if numbers < 2 and len(inside) <= LONGEST_LABEL and self._at(end).is_mark("("):
            return self._after_colon(close + 1)
        following = close + 1
        while self._at(following).is_mark(*_SEPARATORS) or self._at(following).kind is Kind.NEWLINE:
            following += 1
        if self._at(following - 1).kind is Kind.NEWLINE and self._at(following).is_mark("-", "*", "•"):
            following += 1
        is_pair = numbers == 2 and not any(inner.kind is Kind.NAME and inner.text not in ("x", "y") for inner in inside)
        return end if is_pair and self._at(following).is_mark(*_CLOSING) else None

    def _after_colon(self, index: int) -> int | None:
        token = self._at(index)
        is_arrow = token.is_mark("->", "=>") and self._at(index - 1).end < token.start  # not a->b
        is_assigned = token.is_mark(":", "=") and not self._at(index + 1).is_mark("=")
        return index + 1 if is_arrow or is_assigned else None

    def _closing(self, opening: int) -> int | None:
        """The place of the bracket that closes the one at a place, which has no brackets inside; None if it has."""
        close = opening + 1
        while self._at(close).kind is not Kind.END and not self._at(close).is_mark(*"()[]{}"):
            close += 1
        return close if self._at(close).is_mark(_CLOSING[self._at(opening).text]) else None

    def _label(self, end: int) -> str:
        words = [token.text for token in self._tokens[self._index : end] if token.kind in (Kind.NAME, Kind.STRING)]
        last = self._at(end - 2)
        return f"{words[-1]} {last.text}" if last.is_integer else words[-1]

    def _skip_bullet(self) -> None:
        """Skips "- " or "* " in front of an item of a list."""
        token, before = self._peek(), self._at(max(self._index - 1, 0))
        is_first = self._index == 0 or before.kind is Kind.NEWLINE or before.is_mark(":", "=")
        if is_first and token.is_mark("-", "*", "•") and self._peek(1).start > token.end:
            self._index += 1

    def _declaration(self) -> ParsedStatement | None:
        """`Type name = value`, `Type name(…)`, `Type name[] = {…}`, `name: value`; None if it is something else."""
        start, token = self._index, self._peek()
        words, first_of_path = list[str](), self._index
        while self._peek().kind in (Kind.NAME, Kind.STRING) or self._peek().is_mark("::", "<", "&", "*"):
            if self._peek().is_mark("<"):
                if (end := self._template_end()) is None:
                    break
                self._index = end
                continue
            if self._peek().kind in (Kind.NAME, Kind.STRING):
                words.append(self._peek().text)
                if not self._at(self._index - 1).is_mark("::"):
                    first_of_path = self._index
            self._index += 1
        while self._peek().is_mark("[") and (
            self._peek(1).is_mark("]")
            or ((len(words) > 1 or self._at(start - 1).is_mark(",")) and self._peek(2).is_mark("]"))
        ):
            self._index += 2 if self._peek(1).is_mark("]") else 3
            if self._peek().kind is Kind.NAME:  # Vector2[] name
                words.append(self._peek().text)
                self._index += 1
        words = [word for word in words if word not in _WORDS]
        kind = words[-2] if len(words) > 1 else ""
        if (words and self._peek().is_mark("=", ":") and not self._peek(1).is_mark("=")) or self._is_go(words):
            self._index += 2 if self._is_go(words) else 1
            if self._peek().kind is Kind.NAME and self._peek(1).is_mark("="):  # name: Type = value
                self._index += 2
            return self._add_type((words[-1],), self._list_value(is_labelled=True), token, kind)
        if kind and self._peek().is_mark("(", "{"):
            start_of_list = self._index
            path = self._tokens[first_of_path:start_of_list]
            group = self._group(tuple(part.text for part in path if part.kind is Kind.NAME))
            if _is_pair(group) and (listed := self._pairs_after(group, is_labelled=True)) is not group:
                words = [part.text for part in self._tokens[start:first_of_path] if part.kind is Kind.NAME]
                return ParsedStatement(
                    (words[-1] if words else kind,), listed, token
                )  # A Vec2(0, 0), Vec2(1, 0), Vec2(1, 1)
            self._index = start_of_list
            group = self._group((kind,))
            return self._add_type((words[-1],), group, token, kind)
        if kind and self._peek().is_mark(";"):
            return ParsedStatement((words[-1],), ItemsValue((kind,), (), {}, token, token.end), token)
        self._index = start
        return None

    def _is_go(self, words: Sequence[str]) -> bool:
        """Whether words are followed by `:=`."""
        return bool(words) and self._peek().is_mark(":") and self._peek(1).is_mark("=")

    def _add_type(self, path: tuple[str, ...], value: Value, token: Token, kind: str) -> ParsedStatement:
        """A declaration; a list without a name has that of the type."""
        if isinstance(value, ItemsValue) and not value.name and kind:
            value = value._replace(name=(kind,))
        return ParsedStatement(path, value, token)

    # --- expressions ---

    def _list_value(self, is_labelled: bool) -> Value:
        """A value, or a list without brackets around it: `(0, 0) (1, 0) (1, 1)`, `0 0, 1 0, 1 1`."""
        if is_labelled and not self._begins_list():
            return UnknownValue((), self._at(self._index - 1))
        first = self._sum()
        if isinstance(first, NumberValue):
            return self._numbers_after(first)
        return self._pairs_after(first, is_labelled) if isinstance(first, ItemsValue) and _is_pair(first) else first

    def _begins_list(self) -> bool:
        """Whether a value follows a label, possibly on the next line; moves there."""
        start = self._index
        while self._peek().kind is Kind.NEWLINE:
            self._index += 1
        has_next_line = self._index > start
        self._skip_bullet()
        token = self._peek()
        is_value = token.kind is Kind.NUMBER or token.is_mark("-", "+", *_CLOSING)
        if has_next_line and not is_value:
            self._index = start
        return is_value or not has_next_line

    def _pairs_after(self, first: ItemsValue, is_labelled: bool) -> Value:
        """The pairs from the first one on, if several follow each other."""
        items, row = [first], 1  # in the line
        while True:
            start = self._index
            separator, breaks = self._separation(start)
            if breaks > 1 or (breaks and row >= LEAST_ROW and separator != COMMA_LINE):
                break
            if first.name and not is_labelled and separator not in (SPACE, COMMA, COMMA_LINE):
                break
            self._index += self._separators_ahead(start)
            self._skip_bullet()
            value = self._next_pair(first)
            if value is None:
                self._index = start
                break
            items.append(value)
            row = 1 if breaks else row + 1
        if len(items) == 1:
            return first
        return _items((), items, {}, first.token, self._at(self._index - 1).end)

    def _next_pair(self, first: ItemsValue) -> ItemsValue | None:
        """The pair at the current place, constructed like the first one; None if there is none."""
        is_call = bool(first.name) and self._peek().kind is Kind.NAME and self._peek().text in ("new", first.name[0])
        if not (is_call or self._peek().is_mark(*_CLOSING)):
            return None
        value = self._sum()
        is_like = isinstance(value, ItemsValue) and _is_pair(value) and (not value.name or value.name == first.name)
        return value if is_like and isinstance(value, ItemsValue) else None

    def _numbers_after(self, first: NumberValue) -> Value:
        """The numbers from the first one on, in rows, if several follow each other."""
        items, separators, row = [first], list[str](), 1  # in the line
        while True:
            start = self._index
            separator, breaks = self._separation(start)
            is_end = row < 2 or (row >= 2 * LEAST_ROW and separator != COMMA_LINE)
            self._index += self._separators_ahead(start)
            if breaks > 1 or (breaks and is_end) or not self._is_number():
                self._index = start
                break
            items.append(self._signed_number())
            separators.append(separator)
            row = 1 if breaks else row + 1
        if len(items) == 1:
            return first
        end = self._at(self._index - 1).end
        return _items((), self._rows(items, separators), {}, first.tokens[0], end)

    def _is_number(self) -> bool:
        sign = self._peek().is_mark("-", "+")
        return self._peek(sign).kind is Kind.NUMBER and (not sign or self._peek().end == self._peek(1).start)

    def _signed_number(self) -> NumberValue:
        value = self._sum()
        if not isinstance(value, NumberValue):
            raise value.token.fault("must be a number")
        return value

    def _rows(self, items: Sequence[NumberValue], separators: Sequence[str]) -> "Sequence[Value]":
        """The numbers as rows, if their separators say so.  Raises `TextError` if they are contradictory."""
        length = row_length(separators)
        computed = next((item for item in items if len(item.tokens) > 1), None)
        if computed is not None and not {COMMA, COMMA_LINE, SEMICOLON} & {*separators} and separators:
            raise computed.tokens[-1].fault(f"a sign without a space before it: is {computed.amount:g} a difference?")
        if length is None:
            raise (
                items[0]
                .tokens[0]
                .fault("the numbers are separated in different ways: write pairs such as 0 0, 1 0, 1 1")
            )
        if length == 1:
            return items
        starts = range(0, len(items), length)
        rows = [items[start : start + length] for start in starts]
        return [_items((), row, {}, row[0].tokens[0], row[-1].tokens[-1].end) for row in rows]

    def _separators_ahead(self, start: int) -> int:
        """The number of tokens from a place on that separate items."""
        end = start
        while self._at(end).kind is Kind.NEWLINE or self._at(end).is_mark(*_SEPARATORS):
            end += 1
        return end - start

    def _separation(self, start: int) -> tuple[str, int]:
        """The strongest separator from a place on, and the number of line breaks."""
        tokens = self._tokens[start : start + self._separators_ahead(start)]
        kinds = {LINE if token.kind is Kind.NEWLINE else _SEPARATORS[token.text] for token in tokens}
        breaks = sum(token.kind is Kind.NEWLINE for token in tokens)
        return strongest_separator(kinds), breaks

    def _sum(self) -> Value:
        value = self._product()
        while self._peek().is_mark("+", "-") and not self._starts_number():
            operation = add if self._next().text == "+" else subtract
            value = self._combine(value, self._product(), operation)
        return value

    def _starts_number(self) -> bool:
        """Whether a sign belongs to another number of a list, as in `1 -2`."""
        before, sign, after = self._at(self._index - 1), self._peek(), self._peek(1)
        are_numbers = before.kind is Kind.NUMBER and after.kind is Kind.NUMBER
        return not self._is_call and are_numbers and before.end < sign.start and sign.end == after.start

    def _product(self) -> Value:
        value = self._unary()
        while self._peek().is_mark("*", "/"):
            operation = multiply if self._next().text == "*" else _quotient
            value = self._combine(value, self._unary(), operation)
        return value

    def _combine(self, first: Value, second: Value, operation: Callable[[float, float], float]) -> Value:
        if not (isinstance(first, NumberValue) and isinstance(second, NumberValue)):
            return UnknownValue((), first.token if not isinstance(first, NumberValue) else first.tokens[0])
        value = operation(first.amount, second.amount)
        tokens = (*first.tokens, *second.tokens)
        if not isfinite(value):
            raise tokens[0].fault("must be a finite number")
        return NumberValue(value, tokens, self._used)

    def _unary(self) -> Value:
        token, before = self._peek(), self._at(self._index - 1)
        if token.is_mark("-", "+", "&", "*"):
            self._index += 1
            self._enter(token)
            is_apart = self._peek().start > token.end
            if is_apart and token.text == "-" and self._depth > 1 and self._begins_line(before):
                raise token.fault(_BULLET)
            value = self._unary()
            self._depth -= 1
            return _negate(value, token, is_apart) if token.text == "-" else value
        return self._primary()

    def _begins_line(self, before: Token) -> bool:
        """Whether a token is the first one of its line or of its brackets, by the token before it."""
        return before.kind is Kind.NEWLINE or before.is_mark(*_CLOSING)

    def _primary(self) -> Value:
        token = self._next()
        if token.kind is Kind.NUMBER:
            if self._peek().kind in (Kind.NAME, Kind.NUMBER) and self._peek().start == token.end:
                raise token.fault(f"{token.text + self._peek().text!r} is not a number")
            return NumberValue(self._context.number(token), (token,), self._used)
        if token.kind is Kind.NAME and token.text in _WORDS:
            return self._unary()
        if token.kind is Kind.NAME:
            return self._named_value(token)
        if token.is_mark("(") and self._is_cast():
            self._index += 2
            return self._after(self._group((self._at(self._index - 2).text,)))
        if token.is_mark("(", "[", "{"):
            self._index -= 1
            group = self._group(())
            is_number = token.is_mark("(") and len(group.items) == 1 and not group.fields
            if is_number and isinstance(number := group.items[0], NumberValue):
                return number
            return self._after(group)
        return UnknownValue((), token)

    def _is_cast(self) -> bool:
        """Whether a bracket opens a cast: (b2Vec2){1, 2}."""
        return self._peek().kind is Kind.NAME and self._peek(1).is_mark(")") and self._peek(2).is_mark("{")

    def _named_value(self, token: Token) -> Value:
        path = [token.text]
        while True:
            if self._peek().is_mark(".", "->", "::") and self._peek(1).kind is Kind.NAME:
                path.append(self._peek(1).text)
                self._index += 2
            elif self._peek().is_mark("<"):
                if (end := self._template_end()) is None:
                    break
                self._index = end
            elif self._peek().is_mark("[") and self._peek(1).is_mark("]"):
                self._index += 2  # new Vector2[] {…}
            elif self._peek().is_mark("[") and self._peek(1).kind is Kind.NUMBER and self._peek(2).is_mark("]"):
                path.append(self._peek(1).text)
                self._index += 3
            else:
                break
        if self._peek().is_mark("!") and self._peek(1).is_mark("[", "(", "{"):  # vec![…]
            self._index += 1
            return self._after(self._group(tuple(path)))
        if path[-1].lower() in ("nan", "inf", "infinity"):
            raise token.fault(f"{token.text!r} is not finite: must be a finite number")
        if self._peek().is_mark("(", "{"):
            return self._after(self._group(tuple(path)))
        if path[-1] in _CONSTANTS:
            return NumberValue(_CONSTANTS[path[-1]], (token,), self._used)
        if path[-1] in _ZERO_VECTORS or ".".join(path[-2:]) in _ZERO_VECTORS:
            zero = NumberValue(0.0, (token,), self._used)
            return _items((), (zero, zero), {}, token, token.end)
        known = self._variables.get(path[0]) if len(path) == 1 else None
        if isinstance(known, ItemsValue):
            self._repeated += known.size
            if self._repeated > MOST_REPEATED:
                raise token.fault(f"the variables of the text stand for more than {MOST_REPEATED:,} values")
            return known._replace(variable=path[0])
        return known if isinstance(known, NumberValue) else UnknownValue(tuple(path), token)

    def _after(self, group: Value) -> Value:
        """A value after methods that give the same numbers: `.reshape(-1, 2)`, `.astype(float)`, `.tolist()`."""
        while self._peek().is_mark(".") and self._peek(1).kind is Kind.NAME and self._peek(2).is_mark("("):
            self._index += 2
            self._group(())
        return group

    def _group(self, name: tuple[str, ...]) -> ItemsValue:
        """The items and fields in the brackets at the current place."""
        opening = self._next()
        self._enter(opening)
        outside, self._is_call = self._is_call, bool(name)
        items: list[Value] = []
        fields: dict[str, Value] = {}
        separators: list[str] = []
        while True:
            separator, _ = self._separation(self._index)
            self._skip_separators()
            token = self._peek()
            if token.kind is Kind.END:
                raise opening.fault(f"{opening.text!r} is not closed")
            if token.is_mark(")", "]", "}"):
                if token.text != _CLOSING[opening.text]:
                    raise token.fault(f"{token.text!r} does not match {opening.text!r} in line {opening.line}")
                self._index += 1
                break
            before = self._index
            key = self._key()
            value = self._sum()
            if key:
                fields[key] = value
            else:
                separators += [separator] if items else []
                items.append(value)
            if self._index == before:
                self._index += 1
        self._depth -= 1
        self._is_call = outside
        numbers = [item for item in items if isinstance(item, NumberValue)]
        rows = self._rows(numbers, separators) if len(numbers) == len(items) and not fields else items
        return _items(name, rows, fields, opening, self._at(self._index - 1).end)

    def _key(self) -> str:
        """The key before a value: `x: 1`, `"x": 1`, `x = 1`, `.x = 1`; empty if there is none."""
        skip = 1 if self._peek().is_mark(".") else 0
        token = self._peek(skip)
        is_key = token.kind in (Kind.NAME, Kind.STRING) and self._peek(skip + 1).is_mark(":", "=")
        if not is_key:
            return ""
        self._index += skip + 2
        return token.text

    def _template_end(self) -> int | None:
        """The place after `<float, 2>`; None if it is a comparison."""
        for ahead in range(1, 8):
            if self._peek(ahead).is_mark(">"):
                return self._index + ahead + 1
            if self._peek(ahead).kind not in (Kind.NAME, Kind.NUMBER) and not self._peek(ahead).is_mark(",", "::"):
                return None
        return None

    def _enter(self, token: Token) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise token.fault("brackets are nested too deeply")

    def _skip_separators(self) -> None:
        while self._peek().kind is Kind.NEWLINE or self._peek().is_mark(",", ";"):
            self._index += 1

    def _peek(self, ahead: int = 0) -> Token:
        return self._at(self._index + ahead)

    def _at(self, index: int) -> Token:
        """The token at a place; past the end, the last one."""
        return self._tokens[min(index, len(self._tokens) - 1)]

    def _next(self) -> Token:
        while self._peek().kind is Kind.NEWLINE:
            self._index += 1
        token = self._peek()
        self._index += 1
        return token
