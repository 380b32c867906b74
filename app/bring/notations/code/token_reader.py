"""The tokens that a parser of source code reads, and the qualified names among them."""

from gjkscope.app.base.tokens import Kind, Token, quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.syntax import Name, TooDeep

DEEPEST = 40  # levels of brackets
_OFTEN = 0xFF  # looks at tokens that are spent at once, as a mask

MODIFIERS = {
    "const",
    "constexpr",
    "static",
    "inline",
    "extern",
    "volatile",
    "mutable",
    "final",
    "readonly",
    "ref",
    "out",
}
MODIFIERS |= {
    "public",
    "private",
    "protected",
    "internal",
    "register",
    "typename",
    "struct",
    "class",
    "unsigned",
    "signed",
}
MODIFIERS |= {"thread_local", "unsafe", "virtual", "override", "explicit", "friend", "stackalloc", "in", "fixed"}


class TokenReader:
    """Tokens with the place that was reached, and how deep it is in brackets."""

    def __init__(self, tokens: list[Token], language: SourceLanguage) -> None:
        self._tokens, self._language = tokens, language
        self._place = self._depth = 0
        self._looked = 0  # at tokens

    def _peek(self, ahead: int = 0) -> Token:
        self._looked += 1
        if not self._looked & _OFTEN:
            spend(_OFTEN + 1, self._previous().line)
        try:
            return self._tokens[self._place + ahead]
        except IndexError:
            return self._tokens[-1]

    def _previous(self) -> Token:
        """The token in front of the place that was reached."""
        return self._tokens[min(self._place, len(self._tokens)) - 1]

    def _take(self, *marks: str) -> Token:
        token = self._peek()
        if not token.is_mark(*marks):
            got = quoted(token.text) if token.text else "the end of the text"
            raise token.fault(f"expected {' or '.join(marks)}, got {got}")
        self._place += 1
        return token

    def _take_name(self) -> Token:
        token = self._peek()
        if token.kind is not Kind.NAME:
            raise token.fault(f"expected a name, got {quoted(token.text)}")
        self._place += 1
        return token

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            token = self._peek()
            raise TooDeep(token.line, token.column, f"brackets are nested too deeply: at most {DEEPEST} levels")

    def _qualified_name(self) -> Name:
        """`a::b<c>::d`; a dot is left to `_postfix`."""
        first = token = self._take_name()
        path, end = [token.text], token.end
        of: tuple[str, ...] = ()
        while True:
            if self._peek().is_mark("<") and (after := self._template_end(self._place)):
                of = self._first_argument(self._place + 1)
                end = self._tokens[after - 1].end
                self._place = after
            if self._peek().is_mark("::") and self._peek(1).is_mark("<"):  # Rust: Vec::<f32>::new
                self._place += 1
                if not (after := self._template_end(self._place)):
                    raise self._peek().fault("'<' is not expected here")
                self._place = after
            if not (self._peek().is_mark("::") and self._peek(1).kind is Kind.NAME):
                return Name(first, end, tuple(path), of)
            self._place += 1
            token = self._take_name()
            path.append(token.text)
            end = token.end

    def _first_argument(self, place: int) -> tuple[str, ...]:
        """The path of the first template argument."""
        path = []
        while self._tokens[place].kind is Kind.NAME:
            if self._tokens[place].text not in MODIFIERS:
                path.append(self._tokens[place].text)
            place += 1
            if self._tokens[place].is_mark("::"):
                place += 1
        return tuple(path)

    def _template_end(self, place: int) -> int | None:
        """The place after template arguments that begin at `place`; None if "<" is an operator."""
        depth, start = 0, place
        while place - start < 60:
            token = self._tokens[min(place, len(self._tokens) - 1)]
            if token.is_mark(">>"):
                depth -= 2
            elif token.is_mark("<", "["):
                depth += 1
            elif token.is_mark(">", "]"):
                depth -= 1
            elif not (
                token.kind in (Kind.NAME, Kind.NUMBER) or token.is_mark(",", "::", "*", "&", ";", "(", ")", "-")
            ) or (token.is_mark(";") and depth < 2):
                return None
            place += 1
            if depth <= 0:
                after = self._tokens[min(place, len(self._tokens) - 1)]
                follows = after.kind in (Kind.NAME, Kind.END) or after.is_mark(
                    "(", "{", "::", "*", "&", ">", ")", ",", ";"
                )
                return place if depth == 0 and (follows or after.is_mark("=", ".", "[", "&&", ">>", "}")) else None
        return None
