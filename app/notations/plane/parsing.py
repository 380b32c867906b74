"""Parses literals of source code, whatever the language: numbers, lists, calls, objects, and assignments of them.

    b2Vec2 vs[] = {{0, 0}, {1, 0}};      # ParsedStatement(("vs",), List((List((0, 0)), List((1, 0)))))
    box.SetAsBox(0.5f, 2 * h);           # Call(("box", "SetAsBox"), (0.5, 2 * h))
    new Vector2(1, 0)                    # Call(("Vector2",), (1, 0))
    vs[1].Set(1, 0)                      # Call(("vs", "1", "Set"), (1, 0))
    A: (0, 0), (1, 0), (1, 1)            # ParsedStatement(("A",), List((0, 0), (1, 0), (1, 1)))

Arithmetic of literals and of variables with a number is computed.  What is not a literal becomes `UnknownValue`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, nan, pi, radians
from operator import add
from operator import mul as multiply
from operator import sub as subtract
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, Token, number_token
from gjkscope.app.notations.context import ReadContext
from gjkscope.engine.cancellation import checkpoint

DEEPEST = 40  # levels of brackets and signs
MOST_REPEATED = 100_000  # values that variables stand for: lists of lists of lists of … would take forever

_LEXEME = re.compile(
    r"""(?P<newline>\r\n|\r|\n)
    | (?P<space>[^\S\r\n]+)
    | (?P<comment>\#(?=[ \t!a-zA-Z])[^\r\n]* | //[^\r\n]* | (?<!\S)--(?=[ \t])[^\r\n]* | /\*(?s:.*?)\*/)
    | (?P<string>"[^"\r\n]*"|'[^'\r\n]*'|`[^`]*`)
    | (?P<number>0[xX][0-9a-fA-F.]+[pP][-+]?\d+
        | (?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:_?f32|_?f64|[fFdDlL](?!\w))?)
    | (?P<name>[^\W\d]\w*)
    | (?P<mark>::|->|=>|[-+*/=]=|&&|\|\||.)
    """,
    re.VERBOSE,
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_CONSTANTS: Mapping[str, float] = {"pi": pi, "b2_pi": pi, "M_PI": pi, "PI": pi, "FLT_PI": pi, "true": 1.0}
_DEGREES = frozenset({"DEGTORAD", "Deg2Rad", "b2_degToRad", "DEG2RAD"})
_WORDS = frozenset(
    {"new", "const", "let", "var", "auto", "static", "constexpr", "final", "mut", "return", "await", "inline"}
)


class NumberValue(NamedTuple):
    value: float
    tokens: tuple[Token, ...]


class ItemsValue(NamedTuple):
    """A list, or the arguments of a call by `name`: what it calls, or the type that it constructs, with its path."""

    name: tuple[str, ...]
    items: "tuple[Value, ...]"
    fields: "Mapping[str, Value]"
    token: Token
    end: int
    variable: str = ""  # that the text names instead of the value
    size: int = 1  # values in it, itself included

    @property
    def last(self) -> str:
        """What is called or constructed, without its path; of `Ball::new`, the type."""
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
    type: str = ""  # of a declaration: the word before the name


def lexemes(context: ReadContext, text: str) -> list[Token]:
    """The tokens of a text, without comments, ending with END; text in quotes is a `STRING`."""
    tokens, line, line_start = [], 1, 0
    for found in _LEXEME.finditer(text):
        checkpoint()
        group, start = found.lastgroup or "", found.start()
        token = Token(Kind.MARK, found[0], line, start - line_start + 1, start, found.end())
        match group:
            case "newline":
                tokens.append(token._replace(kind=Kind.NEWLINE))
            case "number":
                tokens.append(number_token(token))
            case "name":
                tokens.append(token._replace(kind=Kind.NAME))
            case "string":
                tokens.append(token._replace(kind=Kind.STRING, text=found[0][1:-1]))
            case "mark":
                tokens.append(token)
        if breaks := found[0].count("\n"):
            line, line_start = line + breaks, start + found[0].rfind("\n") + 1
    tokens.append(Token(Kind.END, "", line, len(text) - line_start + 1, len(text), len(text)))
    return tokens


def parsed_statements(context: ReadContext, text: str) -> Iterator[ParsedStatement]:
    """The assignments and calls of a text, in order.  Raises `TextError` for numbers that are not finite."""
    return _Parser(context, lexemes(context, text)).statements()


def _items(
    name: tuple[str, ...], items: Sequence[Value], fields: Mapping[str, Value], token: Token, end: int
) -> ItemsValue:
    sizes = (value.size if isinstance(value, ItemsValue) else 1 for value in (*items, *fields.values()))
    return ItemsValue(name, tuple(items), fields, token, end, size=1 + sum(sizes))


def _is_empty(value: Value) -> bool:
    """Whether it is a declaration without values, such as `b2Vec2 vs[3];`, which later statements fill."""
    return isinstance(value, ItemsValue) and not value.items and not value.fields


def _quotient(a: float, b: float) -> float:
    """a / b; a division by zero gives NaN, which is rejected where it happens."""
    return a / b if b else nan


class _Parser:
    def __init__(self, context: ReadContext, tokens: Sequence[Token]) -> None:
        self._context, self._tokens, self._place, self._depth = context, tokens, 0, 0
        self._variables: dict[str, Value] = {}
        self._repeated = 0  # values that variables stood for so far

    def statements(self) -> Iterator[ParsedStatement]:
        while self._peek().kind is not Kind.END:
            before = self._place
            found = self._statement()
            if found is not None:
                if len(found.path) == 1 and not _is_empty(found.value):
                    self._variables[found.path[0]] = found.value
                yield found
            if self._place == before:
                self._place += 1

    def _statement(self) -> ParsedStatement | None:
        self._skip_separators()
        token = self._peek()
        if token.kind is Kind.END:
            return None
        if (token.kind in (Kind.NAME, Kind.STRING)) and (path := self._declared()) is not None:
            return path
        value = self._sum()
        if isinstance(value, UnknownValue) and self._peek().is_mark("="):
            self._place += 1
            return ParsedStatement(value.path, self._sum(), token)
        return ParsedStatement((), value, token)

    def _declared(self) -> ParsedStatement | None:
        """`Type name = value`, `Type name(…)`, `Type name[] = {…}`, `name: value`; None if it is something else."""
        start, token = self._place, self._peek()
        words: list[str] = []
        while self._peek().kind in (Kind.NAME, Kind.STRING) or self._peek().is_mark("::", "<", "&", "*"):
            if self._peek().is_mark("<"):
                if (end := self._template_end()) is None:
                    break
                self._place = end
                continue
            if self._peek().kind in (Kind.NAME, Kind.STRING):
                words.append(self._peek().text)
            self._place += 1
        while self._peek().is_mark("[") and (
            self._peek(1).is_mark("]") or (len(words) > 1 and self._peek(2).is_mark("]"))
        ):
            self._place += 2 if self._peek(1).is_mark("]") else 3
            if self._peek().kind is Kind.NAME:  # Vector2[] name
                words.append(self._peek().text)
                self._place += 1
        words = [word for word in words if word not in _WORDS]
        kind = words[-2] if len(words) > 1 else ""
        if words and self._peek().is_mark("=", ":") and not self._peek(1).is_mark("="):
            self._place += 1
            if self._peek().kind is Kind.NAME and self._peek(1).is_mark("="):  # name: Type = value
                self._place += 2
            return self._typed((words[-1],), self._sums(), token, kind)
        if kind and self._peek().is_mark("(", "{"):
            group = self._group((kind,))
            return self._typed((words[-1],), group, token, kind)
        if kind and self._peek().is_mark(";"):
            return ParsedStatement((words[-1],), ItemsValue((kind,), (), {}, token, token.end), token, kind)
        self._place = start
        return None

    def _typed(self, path: tuple[str, ...], value: Value, token: Token, kind: str) -> ParsedStatement:
        """A declaration; a list without a name of its own has that of the type."""
        if isinstance(value, ItemsValue) and not value.name and kind:
            value = value._replace(name=(kind,))
        return ParsedStatement(path, value, token, kind)

    # --- expressions ---

    def _sums(self) -> Value:
        """A value, or a list without brackets around it: `(0, 0), (1, 0), (1, 1)`."""
        first = self._sum()
        items = [first]
        while self._peek().is_mark(",") and self._peek(1).is_mark("(", "["):
            self._place += 1
            items.append(self._sum())
        if len(items) == 1 or not isinstance(first, ItemsValue):
            return first
        return _items((), items, {}, first.token, self._tokens[self._place - 1].end)

    def _sum(self) -> Value:
        value = self._product()
        while self._peek().is_mark("+", "-"):
            operation = add if self._next().text == "+" else subtract
            value = self._combined(value, self._product(), operation)
        return value

    def _product(self) -> Value:
        value = self._unary()
        while self._peek().is_mark("*", "/"):
            operation = multiply if self._next().text == "*" else _quotient
            value = self._combined(value, self._unary(), operation)
        return value

    def _combined(self, one: Value, other: Value, operation: Callable[[float, float], float]) -> Value:
        if not (isinstance(one, NumberValue) and isinstance(other, NumberValue)):
            return UnknownValue((), one.token if not isinstance(one, NumberValue) else one.tokens[0])
        value = operation(one.value, other.value)
        tokens = (*one.tokens, *other.tokens)
        if not isfinite(value):
            raise tokens[0].fault("must be a finite number")
        return NumberValue(value, tokens)

    def _unary(self) -> Value:
        token = self._peek()
        if token.is_mark("-", "+", "&", "*"):
            self._place += 1
            self._enter(token)
            value = self._unary()
            self._depth -= 1
            return (
                NumberValue(-value.value, value.tokens)
                if token.text == "-" and isinstance(value, NumberValue)
                else value
            )
        return self._primary()

    def _primary(self) -> Value:
        token = self._next()
        if token.kind is Kind.NUMBER:
            if self._peek().kind is Kind.NAME and self._peek().start == token.end:
                raise token.fault(f"{token.text + self._peek().text!r} is not a number")
            return NumberValue(self._context.number(token), (token,))
        if token.kind is Kind.NAME and token.text in _WORDS:
            return self._unary()
        if token.kind is Kind.NAME:
            return self._named(token)
        if token.is_mark("(") and self._is_cast():
            self._place += 2
            return self._after(self._group((self._tokens[self._place - 2].text,)))
        if token.is_mark("(", "[", "{"):
            self._place -= 1
            return self._after(self._group(()))
        return UnknownValue((), token)

    def _is_cast(self) -> bool:
        """Whether a bracket opens a cast: (b2Vec2){1, 2}."""
        return self._peek().kind is Kind.NAME and self._peek(1).is_mark(")") and self._peek(2).is_mark("{")

    def _named(self, token: Token) -> Value:
        path = [token.text]
        while True:
            if self._peek().is_mark(".", "->", "::") and self._peek(1).kind is Kind.NAME:
                path.append(self._peek(1).text)
                self._place += 2
            elif self._peek().is_mark("<"):
                if (end := self._template_end()) is None:
                    break
                self._place = end
            elif self._peek().is_mark("[") and self._peek(1).is_mark("]"):
                self._place += 2  # new Vector2[] {…}
            elif self._peek().is_mark("[") and self._peek(1).kind is Kind.NUMBER and self._peek(2).is_mark("]"):
                path.append(self._peek(1).text)
                self._place += 3
            else:
                break
        if self._peek().is_mark("!") and self._peek(1).is_mark("[", "(", "{"):  # vec![…]
            self._place += 1
            return self._after(self._group(tuple(path)))
        name = self._unaliased(path)
        if path[-1].lower() in ("nan", "inf", "infinity"):
            raise token.fault(f"{token.text!r} is not finite: must be a finite number")
        if self._peek().is_mark("(", "{"):
            return self._after(self._group(name))
        if path[-1] in _CONSTANTS:
            return NumberValue(_CONSTANTS[path[-1]], (token,))
        if path[-1] in _DEGREES:
            return NumberValue(radians(1.0), (token,))
        known = self._variables.get(path[0]) if len(path) == 1 else None
        if isinstance(known, ItemsValue):
            self._repeated += known.size
            if self._repeated > MOST_REPEATED:
                raise token.fault(f"the variables of the text stand for more than {MOST_REPEATED:,} values")
            return known._replace(variable=path[0])
        return known if isinstance(known, NumberValue) else UnknownValue(name, token)

    def _unaliased(self, path: list[str]) -> tuple[str, ...]:
        """A path whose first word may stand for another one: `var P = SAT.Polygon`."""
        known = self._variables.get(path[0])
        is_alias = isinstance(known, UnknownValue) and known.path and known.path[0] != path[0]
        return (*known.path, *path[1:]) if is_alias and isinstance(known, UnknownValue) else tuple(path)

    def _after(self, group: Value) -> Value:
        """A value after methods that give the same numbers: `.reshape(-1, 2)`, `.astype(float)`, `.tolist()`."""
        while self._peek().is_mark(".") and self._peek(1).kind is Kind.NAME and self._peek(2).is_mark("("):
            self._place += 2
            self._group(())
        return group

    def _group(self, name: tuple[str, ...]) -> ItemsValue:
        """The items and fields in the brackets at the current place."""
        opening = self._next()
        self._enter(opening)
        items: list[Value] = []
        fields: dict[str, Value] = {}
        while True:
            self._skip_separators()
            token = self._peek()
            if token.kind is Kind.END:
                raise opening.fault(f"{opening.text!r} is not closed")
            if token.is_mark(")", "]", "}"):
                if token.text != _CLOSING[opening.text]:
                    raise token.fault(f"{token.text!r} does not match {opening.text!r} in line {opening.line}")
                self._place += 1
                break
            before = self._place
            key = self._key()
            value = self._sum()
            if key:
                fields[key] = value
            else:
                items.append(value)
            if self._place == before:
                self._place += 1
        self._depth -= 1
        return _items(name, items, fields, opening, self._tokens[self._place - 1].end)

    def _key(self) -> str:
        """The key before a value: `x: 1`, `"x": 1`, `x = 1`, `.x = 1`; empty if there is none."""
        skip = 1 if self._peek().is_mark(".") else 0
        token = self._peek(skip)
        is_key = token.kind in (Kind.NAME, Kind.STRING) and self._peek(skip + 1).is_mark(":", "=")
        if not is_key:
            return ""
        self._place += skip + 2
        return token.text

    def _template_end(self) -> int | None:
        """The place after `<float, 2>`; None if it is a comparison."""
        for ahead in range(1, 8):
            if self._peek(ahead).is_mark(">"):
                return self._place + ahead + 1
            if self._peek(ahead).kind not in (Kind.NAME, Kind.NUMBER) and not self._peek(ahead).is_mark(",", "::"):
                return None
        return None

    def _enter(self, token: Token) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise token.fault("brackets are nested too deeply")

    def _skip_separators(self) -> None:
        while self._peek().kind is Kind.NEWLINE or self._peek().is_mark(",", ";"):
            self._place += 1

    def _peek(self, ahead: int = 0) -> Token:
        place = self._place + ahead
        return self._tokens[min(place, len(self._tokens) - 1)]

    def _next(self) -> Token:
        while self._peek().kind is Kind.NEWLINE:
            self._place += 1
        token = self._peek()
        self._place += 1
        return token
