"""Numbers in code, and in what a debugger or Python prints, around an MJCF text: literals, expressions, and lists.

`1. / mju_sqrt(2.)` is one number; `{0, 0, 1}`, `[[0.6 -0.8 0.]]` and gdb's `{0 <repeats 8 times>, 1}` are lists.
"""

import re
from collections.abc import Callable, Iterator
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted, tokenize
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.xml.document import XmlDocument

DEEPEST = 50  # levels of brackets in an expression
MOST_REPEATS = 100_000

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": sqrt,
    "sin": sin,
    "cos": cos,
    "radians": lambda x: x * pi / 180,
}
CONSTANTS = {"pi": pi, "PI": pi, "M_PI": pi, "mjPI": pi, "M_SQRT2": sqrt(2.0), "M_SQRT1_2": sqrt(0.5)}
PREFIXES = ("mju_", "std::", "np.", "numpy.", "math.", "mujoco.")  # of functions and constants
ARRAY_CALLS = ("array", "asarray", "vec3", "quat", "mat33", "tuple", "list")  # with a list, or numbers


class Lexeme(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Term(NamedTuple):
    """A number of the text, or an expression of numbers: `value` computes it from the numbers of the text."""

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    value: Callable[[ReadContext], float]


class TermReader:
    """Reads terms and lists among lexemes.  `lists` are the local arrays of the code that were read so far."""

    def __init__(self, document: XmlDocument, lexemes: list[Lexeme]) -> None:
        self.document = document
        end = lexemes[-1].end
        self.lexemes = [*lexemes, *[Lexeme("end", "", end, end)] * 4]
        self.lists: dict[str, list[Term]] = {}
        self._depth = 0

    def _is(self, at: int, *texts: str) -> bool:
        return self.lexemes[at].text in texts and self.lexemes[at].kind == "mark"

    def _fault(self, at: int, message: str) -> ValueError:
        return self.document.fault(self.lexemes[at].start, message)

    def _is_on_new_line(self, at: int) -> bool:
        return "\n" in self.document.text[self.lexemes[at - 1].end : self.lexemes[at].start]

    def _is_spaced(self, at: int) -> bool:
        """Whether there is white space before a lexeme."""
        return self.lexemes[at - 1].end < self.lexemes[at].start

    # --- numbers ---

    def _starts_number(self, at: int) -> bool:
        signed = self._is(at, "-", "+")
        return self.lexemes[at + signed].kind == "number" or self.lexemes[at].text.lower() in ("nan", "inf")

    def _starts_term(self, at: int) -> bool:
        while self._is(at, "-", "+", "("):
            at += 1
        if self._starts_number(at):
            return True
        name, end = self._known_name(at)
        return name in CONSTANTS or (name in FUNCTIONS and self._is(end, "("))

    def _deeper(self, at: int) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._fault(at, f"the expression is nested too deep: at most {DEEPEST} levels")

    def _term(self, at: int, in_list: bool = False) -> tuple[Term, int]:
        """A number or an expression.  In a list without commas, `1 -2` are two numbers."""
        tokens: list[Token] = []
        self._depth = 0
        value, end = self._sum_of_terms(at, tokens, in_list)
        start, stop = self.lexemes[at].start, self.lexemes[end - 1].end
        return Term(self.document.text[start:stop], start, stop, tuple(tokens), value), end

    def _sum_of_terms(self, at: int, tokens: list[Token], in_list: bool) -> tuple[Callable[[ReadContext], float], int]:
        value, at = self._product_of_terms(at, tokens)
        while self._is(at, "+", "-") and not self._is(at + 1, "="):
            if in_list and self._is_spaced(at) and not self._is_spaced(at + 1):
                return value, at
            other, end = self._product_of_terms(at + 1, tokens)
            value, at = _join(self.lexemes[at].text, value, other), end
        return value, at

    def _product_of_terms(self, at: int, tokens: list[Token]) -> tuple[Callable[[ReadContext], float], int]:
        value, at = self._factor(at, tokens)
        while self._is(at, "*", "/") and not self._is(at + 1, "*", "="):
            fault = self._fault(at, "division by zero")
            other, end = self._factor(at + 1, tokens)
            value, at = _join(self.lexemes[at].text, value, other, fault), end
        return value, at

    def _factor(self, at: int, tokens: list[Token]) -> tuple[Callable[[ReadContext], float], int]:
        if self._starts_number(at):
            token, end = self._number(at)
            tokens.append(token)
            return lambda context: context.number(token), end
        if self._is(at, "-", "+"):
            self._deeper(at)
            value, end = self._factor(at + 1, tokens)
            self._depth -= 1
            return (_negate(value) if self._is(at, "-") else value), end
        if self._is(at, "("):
            return self._bracketed_term(at, tokens)
        name, end = self._known_name(at)
        if name in CONSTANTS:
            constant = CONSTANTS[name]
            return lambda context: constant, end
        if name in FUNCTIONS and self._is(end, "("):
            fault = self._fault(at, f"{name} has no value here")
            value, stop = self._bracketed_term(end, tokens)
            return _apply(FUNCTIONS[name], value, fault), stop
        raise self._fault(at, f"must be a number, not an expression with {quoted(self.lexemes[at].text)}")

    def _bracketed_term(self, at: int, tokens: list[Token]) -> tuple[Callable[[ReadContext], float], int]:
        self._deeper(at)
        value, end = self._sum_of_terms(at + 1, tokens, False)
        self._depth -= 1
        if not self._is(end, ")"):
            raise self._fault(end, f"must be a number, not an expression with {quoted(self.lexemes[end].text)}")
        return value, end + 1

    def _known_name(self, at: int) -> tuple[str, int]:
        """A name such as `np.pi` or `mju_sqrt` without its prefix."""
        if self.lexemes[at].kind != "name":
            return "", at
        end = at + 1
        while self._is(end, ".", ":") and (self.lexemes[end + 1].kind == "name" or self._is(end + 1, ":")):
            end += 2 if self.lexemes[end + 1].kind == "name" else 1
        text = "".join(lexeme.text for lexeme in self.lexemes[at:end])
        for prefix in PREFIXES:
            text = text.removeprefix(prefix)
        return text, end

    def _number(self, at: int) -> tuple[Token, int]:
        sign = self.lexemes[at] if self._is(at, "-", "+") else None
        digits = self.lexemes[at + 1] if sign else self.lexemes[at]
        start = (sign or digits).start
        text = (sign.text if sign else "") + digits.text
        try:
            token = tokenize(text)[0]
        except TextError as fault:
            raise self.document.fault(start, fault.message) from None
        if token.kind is not Kind.NUMBER:
            raise self.document.fault(start, f"{quoted(text)} is not a number")
        line, column = self.document.position(start)
        return token._replace(line=line, column=column, start=start, end=digits.end), at + (2 if sign else 1)

    # --- lists ---

    def _is_array_call(self, at: int) -> bool:
        name, end = self._known_name(at)
        return name.rpartition(".")[2] in ARRAY_CALLS and self._is(end, "(")

    def _starts_list(self, at: int) -> bool:
        """Whether a list of numbers starts here."""
        if self._is_array_call(at) or self._is_tuple(at):
            return True
        if not self._is(at, "[", "{"):
            return False
        while self._is(at, "[", "{", "("):
            at = self._after_cast(at) if self._is(at, "(") and self.lexemes[at + 1].kind == "name" else at + 1
        return self._starts_term(at)

    def _is_tuple(self, at: int) -> bool:
        """Whether brackets that open here contain a comma, such as `(1, 2, 3)`."""
        depth = 0
        while self._is(at, "(") or depth:
            depth += self._is(at, "(") - self._is(at, ")")
            at += 1
            if self._is(at, ",") and depth == 1:
                return True
            if self.lexemes[at].kind == "end" or self._is(at, ";", "="):
                return False
        return False

    def _list(self, at: int, most: int | None = None) -> tuple[list[Term], int]:
        """Numbers in brackets, in a call such as `np.array`, or those of a local array.

        Without brackets, at most `most` numbers are read.
        """
        if self.lexemes[at].text in self.lists:
            return self.lists[self.lexemes[at].text], at + 1
        if self._is_array_call(at):
            _, at = self._known_name(at)
        if not self._is(at, "[", "{", "("):
            return self._bare_list(at, most)
        terms: list[Term] = []
        depth = 0
        while True:
            if self._is(at, "[") and self.lexemes[at + 1].kind == "number" and self._is(at + 3, "="):
                at += 4  # lldb writes [0] = before each number
            elif self._is(at, "[", "{") or (self._is(at, "(") and not depth):
                depth, at = depth + 1, at + 1
            elif self._is(at, "]", "}", ")"):
                depth, at = depth - 1, at + 1
                if depth == 0:
                    return terms, at
            elif self._is(at, ","):
                at = self._after_keyword(at + 1)
            elif self._is(at, "<") and self.lexemes[at + 1].text == "repeats" and terms:
                at = self._repeat(terms, at)
            elif self._starts_term(at):
                term, at = self._term(at, in_list=True)
                terms.append(term)
            elif self._is(at, "(") and self.lexemes[at + 1].kind == "name":
                at = self._after_cast(at)  # lldb writes (double) before each number
            else:
                raise self._fault(at, f"must be a list of numbers, got {quoted(self.lexemes[at].text)}")

    def _bare_list(self, at: int, most: int | None) -> tuple[list[Term], int]:
        """Numbers without brackets, as in a log: `geom_xpos: 0.1 0.2 0.3`."""
        terms: list[Term] = []
        while self._starts_number(at) and (most is None or len(terms) < most):
            term, at = self._term(at, in_list=True)
            terms.append(term)
            at += self._is(at, ",") and self._starts_number(at + 1)
        if not terms:
            raise self._fault(at, f"must be a number or a list of numbers, got {quoted(self.lexemes[at].text)}")
        return terms, at

    def _after_keyword(self, at: int) -> int:
        """After `dtype=np.float64`, which has no numbers of the list."""
        if self.lexemes[at].kind == "name" and self._is(at + 1, "="):
            while not self._is(at, ")", ",") and self.lexemes[at].kind != "end":
                at += 1
        return at

    def _after_cast(self, at: int) -> int:
        """After a cast such as in `(const mjtNum[3]){…}`."""
        if not self._is(at, "(") or self._starts_number(at + 1):
            return at
        while not self._is(at, ")") and self.lexemes[at].kind != "end":
            at += 1
        return at + 1

    def _repeat(self, terms: list[Term], at: int) -> int:
        """gdb's `0 <repeats 11 times>`: the number before it counts eleven times."""
        count = self.lexemes[at + 2].text
        if not count.isdecimal() or not 0 < int(count[:9]) <= MOST_REPEATS:
            raise self._fault(at, f"must be repeated 1 to {MOST_REPEATS:,} times, got {quoted(count)}")
        terms += terms[-1:] * (int(count) - 1)
        while not self._is(at, ">") and self.lexemes[at].kind != "end":
            at += 1
        return at + 1


def _join(
    operator: str,
    left: Callable[[ReadContext], float],
    right: Callable[[ReadContext], float],
    by_zero: ValueError | None = None,
) -> Callable[[ReadContext], float]:
    def value(context: ReadContext) -> float:
        a, b = left(context), right(context)
        if operator == "/" and b == 0.0 and by_zero is not None:
            raise by_zero
        return {"+": a + b, "-": a - b, "*": a * b}[operator] if operator != "/" else a / b

    return value


def _negate(of: Callable[[ReadContext], float]) -> Callable[[ReadContext], float]:
    return lambda context: -of(context)


def _apply(
    function: Callable[[float], float], of: Callable[[ReadContext], float], fault: ValueError
) -> Callable[[ReadContext], float]:
    def value(context: ReadContext) -> float:
        try:
            return function(of(context))
        except ValueError as error:
            if isinstance(error, TextError):
                raise
            raise fault from None

    return value


_LEXEME = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>//[^\n]*|/\*.*?\*/|\#[^\n]*)
    | (?P<string>"[^"\n]*"|'[^'\n]*')
    | (?P<number>(?:\d|\.\d)(?:[eEpP][-+]\d|[\w.])*)
    | (?P<name>[^\W\d]\w*)
    | (?P<mark>->|.)
    """,
    re.VERBOSE | re.DOTALL,
)


def lexemes_of(text: str, start: int, end: int) -> Iterator[Lexeme]:
    """The words, numbers, strings and marks of a part of the text, without comments."""
    for match in _LEXEME.finditer(text, start, end):
        spend()
        kind = match.lastgroup or ""
        if kind not in ("space", "comment"):
            yield Lexeme(kind, match[0], *match.span())
