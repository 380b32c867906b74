"""Parses expressions of source code: operators, calls, members, literals and brackets."""

from gjkscope.app.base.tokens import Kind, Token, quoted
from gjkscope.app.bring.notations.code.syntax import (
    DEPENDS,
    Argument,
    Binary,
    BracketNode,
    CallNode,
    Conditional,
    Expression,
    Member,
    Name,
    Number,
    String,
    Subscript,
    TooDeep,
    Unary,
)
from gjkscope.app.bring.notations.code.token_reader import DEEPEST, TokenReader

LONGEST_CHAIN = 150  # operators and method calls in one expression

CLOSING = {"(": ")", "[": "]", "{": "}"}
_SKIPPED_WORDS = {"sizeof", "new", "await", "move", "dyn", "typename", "template", "mut", "ref", "out", "stackalloc"}
_SCALARS = {
    "float",
    "double",
    "int",
    "S",
    "Scalar",
    "Real",
    "btScalar",
    "PxReal",
    "PxF32",
    "PxF64",
    "ccd_real_t",
    "real",
}
_SCALARS |= {"FCL_REAL", "CoalScalar", "Decimal", "decimal", "gkFloat", "real_t", "long", "float32", "float64", "T"}
_PRECEDENCE = {
    "||": 1, "or": 1, "&&": 2, "and": 2, "==": 4, "!=": 4, "<": 5, ">": 5, "<=": 5, ">=": 5, "<<": 6, ">>": 6,
    "|": 3, "^": 3, "&": 3, "+": 7, "-": 7, "−": 7, "*": 8, "/": 8, "%": 8, "@": 8, "//": 8,
}  # fmt: skip
_ENDS_ITEM = frozenset({",", ")", "]", "}"})


class ExpressionParser(TokenReader):
    """The expressions among tokens; each method reads one kind of them from the current place."""

    def _expression(self, lowest: int = 0) -> Expression:
        self._deeper()
        left = self._unary()
        chain = 0
        while True:
            token = self._peek()
            operator = token.text
            rank = _PRECEDENCE.get(operator, 0) if token.kind in (Kind.MARK, Kind.NAME) else 0
            is_shift = token.is_mark(">") and self._peek(1).is_mark(">") and self._peek(1).start == token.end
            if is_shift:  # two tokens, because both may end template arguments
                operator, rank = ">>", _PRECEDENCE[">>"]
            if token.kind is Kind.NAME and operator == "as":  # Kotlin: x as Float
                self._place += 1
                self._qualified_name()
                continue
            if token.is_mark("?") and lowest == 0:
                left = self._choice(left)
                continue
            if token.is_mark("**"):
                rank = 9
            if rank <= lowest:
                break
            chain += 1
            if chain > LONGEST_CHAIN:
                raise TooDeep(
                    token.line, token.column, f"the expression is too long: at most {LONGEST_CHAIN} operators"
                )
            self._place += 1 + is_shift
            right = self._expression(rank if operator != "**" else rank - 1)
            left = Binary(left.token, right.end, {"−": "-"}.get(operator, operator), left, right)
        self._depth -= 1
        return left

    def _choice(self, condition: Expression) -> Expression:
        """`condition ? yes : no`."""
        mark = self._peek()
        self._place += 1
        if self._peek().is_mark(".", "?", "[", ",", ")", ";", "="):  # C#: an object that may be null
            raise mark.fault(DEPENDS)
        yes = self._expression()
        if not self._peek().is_mark(":"):
            raise mark.fault(DEPENDS)
        self._place += 1
        no = self._expression()
        return Conditional(mark, no.end, condition, yes, no)

    def _unary(self) -> Expression:
        token = self._peek()
        signs: list[Token] = []
        while token.is_mark("-", "+", "−", "&", "*", "!", "~", "&&") or token.text in _SKIPPED_WORDS:
            if len(signs) > DEEPEST:
                raise TooDeep(token.line, token.column, "too many signs in a row")
            if (
                token.kind is Kind.NAME
                and self._peek(1).kind is not Kind.NAME
                and not self._peek(1).is_mark("[", "(", "&")
            ):
                break  # a variable named `ref`
            signs.append(token)
            self._place += 1
            if token.text == "&" and self._peek().text == "mut":
                self._place += 1
            token = self._peek()
        if token.is_mark("(") and self._is_cast():
            self._take("(")
            while not self._peek().is_mark(")"):
                self._place += 1
            self._place += 1
            value = self._cast_value(token)
        else:
            value = self._postfix(self._primary(), is_new=any(sign.text == "new" for sign in signs))
        for sign in reversed(signs):
            if sign.text in ("-", "−") and isinstance(value, Number) and sign.end == value.token.start:
                value = _negative(sign, value.token)
            elif sign.text in ("-", "−", "!", "~"):
                value = Unary(sign, value.end, "-" if sign.text == "−" else sign.text, value)
        return value

    def _cast_value(self, cast: Token) -> Expression:
        """The operand of a cast; `(Vec3){1, 2, 3}` is a literal with a type."""
        if self._peek().is_mark("{"):
            place, self._place = self._place, self._tokens.index(cast, max(0, self._place - 12)) + 1
            type_name = self._qualified_name()
            self._place = place
            return self._postfix(self._group(type_name))
        self._deeper()
        value = self._unary()
        self._depth -= 1
        return value

    def _is_cast(self) -> bool:
        """Whether `(Type)` before an operand is at the current place."""
        if self._peek(1).kind is not Kind.NAME:
            return False
        ahead = 1
        while self._peek(ahead).kind is Kind.NAME or self._peek(ahead).is_mark("::", "*", "<", ">", "[", "]"):
            ahead += 1
        if not self._peek(ahead).is_mark(")"):
            return False
        after = self._peek(ahead + 1)
        if after.is_mark("{"):
            return True
        if not (after.kind in (Kind.NAME, Kind.NUMBER) or after.is_mark("(", "-", "&")):
            return False
        return after.kind is not Kind.MARK or self._peek(1).text in _SCALARS or self._peek(ahead - 1).is_mark("*")

    def _primary(self) -> Expression:
        token = self._peek()
        if token.kind is Kind.NUMBER:
            self._place += 1
            return Number(token, token.end)
        if token.kind is Kind.STRING:
            self._place += 1
            return String(token, token.end)
        if token.is_mark("(", "[", "{"):
            return self._bracketed(token)
        if token.kind is Kind.NAME:
            return self._named(token)
        raise token.fault(f"{quoted(token.text)} is not expected here" if token.text else "the text ends here")

    def _named(self, token: Token) -> Expression:
        keywords = self._language.keywords - {"struct", "default"}
        if token.text in keywords:
            raise token.fault(f"{quoted(token.text)} is not a value")
        name = self._qualified_name()
        following = self._peek()
        if following.is_mark("[") and self._is_array_type():
            return self._array(name)
        if following.is_mark("{"):
            return self._group(name)
        return name

    def _is_array_type(self) -> bool:
        """Whether `[…]` gives sizes of an array with initialiser: `float[3, 9] {`, `Vector3[] {`, `vec![…]` is not."""
        ahead, depth = 0, 0
        while ahead < 60:
            token = self._peek(ahead)
            depth += token.is_mark("[") - token.is_mark("]")
            ahead += 1
            if depth == 0:
                after = self._peek(ahead)
                if after.is_mark("["):
                    continue
                return after.is_mark("{")
            if not (token.kind in (Kind.NUMBER, Kind.NAME) or token.is_mark("[", "]", ",", "*", "+")):
                return False
        return False

    def _array(self, name: Name) -> Expression:
        while not self._peek().is_mark("{"):
            self._place += 1
        return self._group(name)

    def _postfix(self, base: Expression, is_new: bool = False) -> Expression:
        chain = 0
        while True:
            token = self._peek()
            chain += 1
            if chain > LONGEST_CHAIN:
                raise TooDeep(token.line, token.column, f"too long a chain of calls: at most {LONGEST_CHAIN}")
            if token.is_mark("("):
                self._place += 1
                arguments = self._items(token)
                base = CallNode(base.token, self._previous().end, base, arguments)
                if is_new and self._peek().is_mark("{"):
                    fields = self._group(None)
                    base = base._replace(end=fields.end, fields=fields.items)
            elif token.is_mark(".", "->"):
                self._place += 1
                base = self._member(base)
            elif token.is_mark("["):
                base = self._subscript(base)
            else:
                return base

    def _member(self, base: Expression) -> Expression:
        token = self._peek()
        name = self._take_name() if token.text != "template" else self._after_template()
        if self._peek().is_mark("::") and self._peek(1).is_mark("<"):
            self._place += 1
        of: tuple[str, ...] = ()
        if self._peek().is_mark("<") and (after := self._template_end(self._place)):
            of = self._first_argument(self._place + 1)
            self._place = after
        if isinstance(base, Name) and self._language.dots_qualify:  # np.array: a qualified name
            return Name(base.token, name.end, (*base.path, name.text), of)
        return Member(base.token, name.end, base, name.text, of)

    def _after_template(self) -> Token:
        self._place += 1
        return self._take_name()

    def _subscript(self, base: Expression) -> Expression:
        self._take("[")
        indices = []
        while not self._peek().is_mark("]"):
            indices.append(self._expression())
            if not self._peek().is_mark("]"):
                self._take(",")
        end = self._take("]").end
        return Subscript(base.token, end, base, tuple(indices))

    def _bracketed(self, opening: Token) -> Expression:
        self._place += 1
        self._deeper()
        items = self._items(opening)
        self._depth -= 1
        end = self._previous()
        is_tuple = len(items) != 1 or self._tokens[self._place - 2].is_mark(",")
        if opening.text == "(" and not is_tuple and items[0].name is None:
            return items[0].value
        return BracketNode(opening, end.end, items)

    def _group(self, type_name: Name | None) -> BracketNode:
        opening = self._take("{")
        self._deeper()
        items = self._items(opening)
        self._depth -= 1
        return BracketNode(type_name.token if type_name else opening, self._previous().end, items, type_name)

    def _items(self, opening: Token) -> tuple[Argument, ...]:
        """The items up to the bracket that closes `opening`, which was read."""
        closing = CLOSING[opening.text]
        items: list[Argument] = []
        while True:
            token = self._peek()
            if token.kind is Kind.END:
                raise opening.fault(f"{quoted(opening.text)} is not closed")
            if token.is_mark(closing):
                self._place += 1
                return tuple(items)
            if token.is_mark(","):
                self._place += 1
                continue
            items.append(self._item())
            if self._peek().kind is not Kind.END and not self._peek().is_mark(",", closing):
                wrong = self._peek()
                raise wrong.fault(f"{quoted(wrong.text)} is not expected here")

    def _item(self) -> Argument:
        """`value`, `name = value`, `.name = value`, `name: value`, `[0] = value`."""
        token, after = self._peek(), self._peek(1)
        if token.kind is Kind.NUMBER and after.text in _ENDS_ITEM:  # most items of long lists
            self._place += 1
            return Argument(None, Number(token, token.end))
        is_signed = token.text == "-" and after.kind is Kind.NUMBER and token.end == after.start
        if is_signed and self._peek(2).text in _ENDS_ITEM:
            self._place += 2
            return Argument(None, _negative(token, after))
        if token.is_mark(".") and after.kind is Kind.NAME and self._peek(2).is_mark("=", "{"):
            self._place += 2
            if self._peek().is_mark("="):
                self._place += 1
            return Argument(after.text, self._expression())
        if token.kind is Kind.NAME and after.is_mark("=", ":"):
            self._place += 2
            return Argument(token.text, self._expression())
        if token.kind is Kind.STRING and after.is_mark(":"):  # a Python dictionary
            self._place += 2
            return Argument(token.text.strip("\"'"), self._expression())
        if token.is_mark("*", "**", "..", "...") and self._language.spreads:
            if token.text in ("..", "...", "**"):
                self._place += 1
                if self._peek().is_mark(",", ")", "}", "]"):
                    return Argument("..", BracketNode(token, token.end, ()))
                return Argument("..", self._expression())
            self._place += 1
            return Argument("*", self._expression())
        is_index = token.is_mark("[") and after.kind is Kind.NUMBER and self._peek(2).is_mark("]")
        if is_index and self._peek(3).is_mark("="):  # C: [0] = value
            self._place += 4
            return Argument(None, self._expression())
        return Argument(None, self._expression())


def _negative(sign: Token, number: Token) -> Number:
    """A number with its sign, as one token."""
    text = f"-{number.text}"
    token = Token(Kind.NUMBER, text, sign.line, sign.column, sign.start, number.end, -number.value)
    return Number(token, token.end)
