"""Parses source code into statements.

    statements(code_tokens("Box<S> a(1, 2, 3);", CPP), CPP)

A statement that does not fit the grammar becomes `Unknown`, and parsing continues behind it: reports contain parts of
programs, of which only the shapes and poses matter.  Headers of functions, loops and classes are skipped; their bodies
are read as statements.
"""

from collections.abc import Iterator

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.notations.code.lexer import PYTHON, RUST, SourceLanguage
from gjkscope.app.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    Member,
    Name,
    Number,
    Slice,
    Statement,
    String,
    Subscript,
    Unary,
    Unknown,
)

DEEPEST = 40  # levels of brackets
LONGEST_CHAIN = 150  # operators and method calls in one expression

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_MODIFIERS = {
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
_MODIFIERS |= {
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
_MODIFIERS |= {"thread_local", "unsafe", "virtual", "override", "explicit", "friend", "stackalloc", "in", "fixed"}
_INFERRED = {"auto", "var", "let", "const", "static", "val"}
_SKIPPED_WORDS = {"new", "await", "move", "dyn", "typename", "template", "mut", "ref", "out", "stackalloc"}
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
_NO_TYPE = frozenset({"new", "delete", "throw", "await", "co_return", "emit"})  # start an expression
_WITHOUT_BLOCK = {"use", "using", "typedef"}  # whose braces enclose no statements
_ASSIGNING = {"=", "+=", "-=", "*=", "/=", ":="}


def statements(tokens: list[Token], language: SourceLanguage) -> Iterator[Statement]:
    """The statements of a text.  Raises `TextError` for nesting that is too deep."""
    return _Parser(tokens, language).statements()


class TooDeep(TextError):
    """Nesting beyond what the parser follows; unlike other faults, it ends parsing."""


class _Parser:
    def __init__(self, tokens: list[Token], language: SourceLanguage) -> None:
        self._tokens, self._language = tokens, language
        self._place = self._depth = 0

    # --- statements ---

    def statements(self) -> Iterator[Statement]:
        while (token := self._peek()).kind is not Kind.END:
            if token.kind is Kind.NEWLINE or token.is_mark(";"):
                self._place += 1
            elif self._language.blocks and token.is_mark("{", "}"):
                self._place += 1
                yield BlockStart(token) if token.text == "{" else BlockEnd(token)
            else:
                yield from self._recovering(token)

    def _recovering(self, token: Token) -> Iterator[Statement]:
        start = self._place
        try:
            found = self._statement(token)
            self._end_of_statement()
        except TooDeep:
            raise
        except TextError as fault:
            self._depth = 0
            self._place = start
            self._skip_statement()
            before = self._tokens[self._place - 1]
            yield Unknown(token, before.end, fault, self._peek().is_mark("{") or before.is_mark(":"))
            return
        yield from found

    def _end_of_statement(self) -> None:
        token = self._peek()
        if token.kind in (Kind.NEWLINE, Kind.END) or token.is_mark(";"):
            return
        if self._language.blocks and token.is_mark("}"):  # the last expression of a Rust block, or an enclosing one
            return
        before = self._tokens[self._place - 1]
        if self._language.blocks and before.is_mark("}"):
            return
        raise token.fault(f"{quoted(token.text)} is not expected here")

    def _skip_statement(self) -> None:
        """Skips a statement that is not understood, or the header of a block."""
        depth = 0
        first = self._place
        has_block = self._tokens[first].text not in _WITHOUT_BLOCK
        while True:
            token = self._peek()
            if token.kind is Kind.END:
                return
            if not has_block and not token.is_mark(";") and token.kind is not Kind.NEWLINE:
                self._place += 1
                continue
            if depth <= 0 and self._place > first and (token.kind is Kind.NEWLINE or token.is_mark(";")):
                self._place += 1
                return
            if depth <= 0 and self._language.blocks and token.is_mark("{", "}"):
                return
            if self._language.blocks and self._place > first and token.line > self._tokens[self._place - 1].line + 1:
                return  # a blank line: prose in front of code
            depth += token.is_mark("(", "[") - token.is_mark(")", "]")
            if self._language is PYTHON:
                depth += token.is_mark("{") - token.is_mark("}")
                if depth <= 0 and token.is_mark(":") and self._is_block_header(first):
                    self._place += 1
                    return
            self._place += 1

    def _is_block_header(self, first: int) -> bool:
        return self._tokens[first].text in self._language.keywords

    def _statement(self, token: Token) -> list[Statement]:
        if token.is_mark("#define"):
            return self._definition(token)
        if token.kind is Kind.MARK and token.text.startswith("#"):
            return self._definition(token)
        if token.kind is Kind.NAME:
            if token.text == "return":
                self._place += 1
                return [BareExpression(token, self._expression())]
            if token.text in ("let", "const", "static") and self._language is RUST:
                return self._let(token)
            word = self._first_word(token)
            if word.text in self._language.keywords and not self._is_type_word(token):
                raise token.fault(f"{quoted(word.text)}: skipped")
            if self._language is not PYTHON and token.text not in _NO_TYPE and (found := self._declarations(token)):
                return found
        return self._expression_statement(token)

    def _first_word(self, token: Token) -> Token:
        """The first word that is not a modifier: `class` in `public class Pair`."""
        ahead = 0
        while token.text in _MODIFIERS - {"struct", "class"} and token.text not in self._language.keywords:
            ahead += 1
            token = self._peek(ahead)
        return token

    def _is_type_word(self, token: Token) -> bool:
        """Whether `struct` or `class` only precedes a type: `struct ccd_box_t box;`."""
        if token.text not in ("struct", "class", "enum"):
            return False
        after = self._peek(2)
        return after.kind is Kind.NAME

    def _definition(self, token: Token) -> list[Statement]:
        """`#define NAME value` up to the end of its line."""
        self._place += 1
        name = self._take_name()
        end = self._place
        while self._tokens[end].line == token.line and self._tokens[end].kind is not Kind.END:
            end += 1
        rest = [*self._tokens[self._place : end], self._tokens[end]._replace(kind=Kind.END)]
        self._place = end
        value = _Parser(rest, self._language)._expression()
        self._tokens.insert(end, self._tokens[end]._replace(kind=Kind.MARK, text=";"))
        return [Declaration(token, None, name, value)]

    def _let(self, token: Token) -> list[Statement]:
        """Rust's `let mut name: Type = value;` and `let (a, b) = (x, y);`."""
        self._place += 1
        while self._peek().text in ("mut", "ref"):
            self._place += 1
        names = [self._take_name()] if self._peek().kind is Kind.NAME else self._pattern()
        type_name = None
        if self._peek().is_mark(":"):
            self._place += 1
            type_name = self._skip_type()
        if not self._peek().is_mark("="):
            return [Declaration(token, type_name, names[0], None)]
        self._place += 1
        return _unpacked(token, names, self._expression(), type_name)

    def _pattern(self) -> list[Token]:
        opening = self._take("(", "[")
        names = []
        while not self._peek().is_mark(_CLOSING[opening.text]):
            if self._peek().text in ("mut", "ref") or self._peek().is_mark(",", "&"):
                self._place += 1
            else:
                names.append(self._take_name())
        self._place += 1
        return names

    def _skip_type(self) -> Name | None:
        """Skips a type up to `=`, `;` or the end of the line; its name, if it has one."""
        first, depth = self._place, 0
        while True:
            token = self._peek()
            if token.kind in (Kind.END, Kind.NEWLINE) or (not depth and token.is_mark("=", ";")):
                break
            depth += token.is_mark("(", "[", "<", "{") - token.is_mark(")", "]", ">", "}")
            self._place += 1
        names = [one for one in self._tokens[first : self._place] if one.kind is Kind.NAME]
        return Name(names[0], names[0].end, (names[0].text,)) if names else None

    def _declarations(self, token: Token) -> list[Statement]:
        """The declarations of `Type a(1), b = 2;`, or none, leaving the place as it was."""
        start = self._place
        while self._peek().text in _MODIFIERS:
            self._place += 1
        if self._peek().kind is not Kind.NAME:
            self._place = start
            return []
        type_name: Name | None = self._qualified_name()
        while self._peek().is_mark("[") and self._peek(1).is_mark("]", ","):  # float[] v, Vector3[,] v
            while not self._peek().is_mark("]"):
                self._place += 1
            self._place += 1
        while self._peek().is_mark("*", "&", "&&", "?") or self._peek().text in _MODIFIERS:
            self._place += 1
        if self._peek().kind is not Kind.NAME or not self._declares(1):
            self._place = start
            return []
        assert type_name is not None
        if type_name.last in _INFERRED and len(type_name.path) == 1:
            type_name = None
        found: list[Statement] = [self._declarator(token, type_name)]
        while self._peek().is_mark(","):
            self._place += 1
            while self._peek().is_mark("*", "&"):
                self._place += 1
            found.append(self._declarator(token, type_name))
        return found

    def _declares(self, ahead: int) -> bool:
        """Whether the token after a name can follow the name of a variable."""
        token = self._peek(ahead)
        return token.kind is Kind.END or token.is_mark("=", "(", "{", ";", ",", "[")

    def _declarator(self, token: Token, type_name: Name | None) -> Declaration:
        name = self._take_name()
        lengths: list[Expression] = []
        while self._peek().is_mark("["):
            self._place += 1
            if not self._peek().is_mark("]"):
                lengths.append(self._expression())
            self._take("]")
        following = self._peek()
        if following.is_mark("("):
            self._place += 1
            arguments = self._arguments(following)
            if self._peek().is_mark("{", "->"):  # the header of a function
                raise following.fault("the header of a function: skipped")
            return Declaration(token, type_name, name, None, arguments)
        if following.is_mark("{"):
            return Declaration(token, type_name, name, self._group(type_name), None, tuple(lengths))
        if following.is_mark("="):
            self._place += 1
            return Declaration(token, type_name, name, self._expression(), None, tuple(lengths))
        return Declaration(token, type_name, name, None, None, tuple(lengths))

    def _expression_statement(self, token: Token) -> list[Statement]:
        first = self._expression()
        if self._peek().is_mark(":") and self._language is PYTHON and isinstance(first, Name):  # x: float = 1
            self._place += 1
            self._skip_type()
            if not self._peek().is_mark("="):
                return []
        if self._peek().is_mark(*_ASSIGNING):
            return self._assignments(token, first)
        if self._peek().is_mark(",") and self._language is PYTHON:
            return self._assigned_tuple(token, first)
        if isinstance(first, Binary) and first.operator == "<<":
            return [Assignment(token, *_streamed(first, self._more_values()))]
        return [BareExpression(token, first)]

    def _more_values(self) -> list[Expression]:
        """The values after the first one of an Eigen comma initialiser."""
        values = []
        while self._peek().is_mark(","):
            self._place += 1
            values.append(self._expression())
        return values

    def _assignments(self, token: Token, target: Expression) -> list[Statement]:
        """`a = b = value` and `a += value`."""
        targets, operator = [target], ""
        while self._peek().is_mark(*_ASSIGNING):
            operator = self._peek().text.lstrip(":")
            self._place += 1
            value = self._expression()
            if self._peek().is_mark(",") and self._language is PYTHON:
                value = self._rest_of_tuple(value)
            targets.append(value)
        value = targets.pop()
        found: list[Statement] = []
        for one in reversed(targets):
            if isinstance(one, BracketNode) and one.type is None:
                found += _assigned(token, [item.value for item in one.items], value)
            else:
                found.append(Assignment(token, one, operator, (value,)))
        return found

    def _assigned_tuple(self, token: Token, first: Expression) -> list[Statement]:
        """Python's `a, b = 1, 2`."""
        target = self._rest_of_tuple(first)
        if not self._peek().is_mark("="):
            return [BareExpression(token, target)]
        return self._assignments(token, target)

    def _rest_of_tuple(self, first: Expression) -> Expression:
        items = [Argument(None, first)]
        while self._peek().is_mark(","):
            self._place += 1
            if self._peek().kind in (Kind.NEWLINE, Kind.END) or self._peek().is_mark("="):
                break
            items.append(Argument(None, self._expression()))
        return BracketNode(first.token, items[-1].value.end, tuple(items))

    # --- expressions ---

    def _expression(self, lowest: int = 0) -> Expression:
        self._deeper()
        left = self._unary()
        chain = 0
        while True:
            token = self._peek()
            operator = token.text
            rank = _PRECEDENCE.get(operator, 0) if token.kind in (Kind.MARK, Kind.NAME) else 0
            if token.kind is Kind.NAME and operator == "as":  # Rust: x as f32
                self._place += 1
                self._qualified_name()
                continue
            if token.is_mark("?") and self._language is not RUST:
                raise token.fault("a conditional expression: its value depends on the program")
            if token.is_mark("**"):
                rank = 9
            if rank <= lowest:
                break
            chain += 1
            if chain > LONGEST_CHAIN:
                raise TooDeep(token.line, token.column, f"too long an expression: at most {LONGEST_CHAIN} operators")
            self._place += 1
            right = self._expression(rank if operator != "**" else rank - 1)
            left = Binary(left.token, right.end, {"−": "-"}.get(operator, operator), left, right)
        self._depth -= 1
        return left

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            token = self._peek()
            raise TooDeep(token.line, token.column, f"brackets are nested too deep: at most {DEEPEST} levels")

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
        if signs and signs[-1].text == "new" and token.is_mark("["):  # C#: new[] { … }
            while not self._peek().is_mark("{", ";") and self._peek().kind is not Kind.END:
                self._place += 1
            value: Expression = self._group(None)
        elif token.is_mark("(") and self._is_cast():
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
        if self._language in (PYTHON, RUST) or self._peek(1).kind is not Kind.NAME:
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
        if token.is_mark("[") and self._peek(1).is_mark("]") and self._peek(2).is_mark("{"):  # C#: new[] { … }
            self._place += 2
            return self._group(None)
        if token.is_mark("(", "[", "{"):
            return self._bracketed(token)
        if token.is_mark("|", "||") and self._language is RUST:
            return self._closure(token)
        if token.kind is Kind.NAME:
            return self._named(token)
        raise token.fault(f"{quoted(token.text)} is not expected here" if token.text else "the text ends here")

    def _closure(self, first: Token) -> Expression:
        """A closure as its text, up to the comma or bracket behind it."""
        depth, bars, text = 0, 0, ""
        while True:
            token = self._peek()
            bars += 2 if token.text == "||" else token.text == "|"
            if token.kind is Kind.END or (depth == 0 and bars >= 2 and token.is_mark(",", ")", ";", "]", "}")):
                break
            depth += token.is_mark("(", "[", "{") - token.is_mark(")", "]", "}")
            text += token.text
            self._place += 1
        end = self._tokens[self._place - 1].end
        return String(first._replace(kind=Kind.STRING, text=text), end)

    def _named(self, token: Token) -> Expression:
        if token.text in ("lambda", "move") or token.text in self._language.keywords - {"struct", "default"}:
            raise token.fault(f"{quoted(token.text)} is not a value")
        name = self._qualified_name()
        following = self._peek()
        if following.is_mark("[") and self._is_array_type():
            return self._array(name)
        if following.is_mark("{") and self._language is not PYTHON:
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
            if self._tokens[place].text not in _MODIFIERS:
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

    def _postfix(self, base: Expression, is_new: bool = False) -> Expression:
        chain = 0
        while True:
            token = self._peek()
            chain += 1
            if chain > LONGEST_CHAIN:
                raise TooDeep(token.line, token.column, f"too long a chain of calls: at most {LONGEST_CHAIN}")
            if token.is_mark("("):
                self._place += 1
                arguments = self._arguments(token)
                base = CallNode(base.token, self._tokens[self._place - 1].end, base, arguments)
                if is_new and self._peek().is_mark("{"):
                    fields = self._group(None)
                    base = base._replace(end=fields.end, fields=fields.items)
            elif token.is_mark(".", "->"):
                self._place += 1
                base = self._member(base)
            elif token.is_mark("["):
                base = self._subscript(base)
            elif token.is_mark("?") and self._language is RUST:
                self._place += 1
            else:
                return base

    def _member(self, base: Expression) -> Expression:
        token = self._peek()
        if token.kind is Kind.NUMBER and token.is_integer:  # Rust: pair.0
            self._place += 1
            return Subscript(base.token, token.end, base, (Number(token, token.end),))
        name = self._take_name() if token.text != "template" else self._after_template()
        if self._peek().is_mark("::") and self._peek(1).is_mark("<"):
            self._place += 1
        of: tuple[str, ...] = ()
        if self._peek().is_mark("<") and (after := self._template_end(self._place)):
            of = self._first_argument(self._place + 1)
            self._place = after
        if isinstance(base, Name) and self._language.name in ("Python", "C#"):  # np.array: a qualified name
            return Name(base.token, name.end, (*base.path, name.text), of)
        return Member(base.token, name.end, base, name.text)

    def _after_template(self) -> Token:
        self._place += 1
        return self._take_name()

    def _subscript(self, base: Expression) -> Expression:
        opening = self._take("[")
        if isinstance(base, Name) and base.last.endswith("!"):  # Rust: vector![1.0, 2.0]
            items = self._items(opening)
            return CallNode(base.token, self._tokens[self._place - 1].end, base, items)
        indices = []
        while not self._peek().is_mark("]"):
            indices.append(self._index())
            if not self._peek().is_mark("]"):
                self._take(",")
        end = self._take("]").end
        return Subscript(base.token, end, base, tuple(indices))

    def _index(self) -> Expression:
        token = self._peek()
        first = None if token.is_mark(":") else self._expression()
        if not self._peek().is_mark(":"):
            assert first is not None
            return first
        self._place += 1
        last = None if self._peek().is_mark(",", "]") else self._expression()
        return Slice(token, self._tokens[self._place - 1].end, first, last)

    def _arguments(self, opening: Token) -> tuple[Argument, ...]:
        return self._items(opening)

    def _bracketed(self, opening: Token) -> Expression:
        self._place += 1
        self._deeper()
        items = self._items(opening)
        self._depth -= 1
        end = self._tokens[self._place - 1]
        is_tuple = len(items) != 1 or self._tokens[self._place - 2].is_mark(",")
        if opening.text == "(" and not is_tuple and items[0].name is None:
            return items[0].value
        return BracketNode(opening, end.end, items)

    def _group(self, type_name: Name | None) -> BracketNode:
        opening = self._take("{")
        self._deeper()
        items = self._items(opening)
        self._depth -= 1
        return BracketNode(
            type_name.token if type_name else opening, self._tokens[self._place - 1].end, items, type_name
        )

    def _items(self, opening: Token) -> tuple[Argument, ...]:
        """The items up to the bracket that closes `opening`, which was read."""
        closing = _CLOSING[opening.text]
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
            if self._peek().is_mark(";") and opening.text == "[":  # Rust: [0.0; 3]
                self._place += 1
                items += self._repeated(items[-1])
            elif self._peek().kind is not Kind.END and not self._peek().is_mark(",", closing):
                wrong = self._peek()
                raise wrong.fault(f"{quoted(wrong.text)} is not expected here")

    def _repeated(self, item: Argument) -> list[Argument]:
        count = self._peek()
        self._place += 1
        if not count.is_integer or count.value > 1000:
            raise count.fault("must be the length of a list")
        return [item] * (int(count.value) - 1)

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
        if token.is_mark("*", "**", "..", "...") and self._language in (PYTHON, RUST):
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

    # --- tokens ---

    def _peek(self, ahead: int = 0) -> Token:
        try:
            return self._tokens[self._place + ahead]
        except IndexError:
            return self._tokens[-1]

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


def _negative(sign: Token, number: Token) -> Number:
    """A number with its sign, as one token."""
    text = f"-{number.text}"
    token = Token(Kind.NUMBER, text, sign.line, sign.column, sign.start, number.end, -number.value)
    return Number(token, token.end)


def _streamed(first: Binary, rest: list[Expression]) -> tuple[Expression, str, tuple[Expression, ...]]:
    """The target and values of `target << a << b` or `target << a, b`."""
    values: list[Expression] = [first.right, *rest]
    target = first.left
    while isinstance(target, Binary) and target.operator == "<<":
        values.insert(0, target.right)
        target = target.left
    return target, "<<", tuple(values)


def _assigned(token: Token, targets: list[Expression], value: Expression) -> list[Statement]:
    """The assignments of `a, b = value`."""
    if isinstance(value, BracketNode) and len(value.items) == len(targets):
        pairs = zip(targets, value.items, strict=True)
        return [Assignment(token, target, "=", (item.value,)) for target, item in pairs]
    numbers = [token._replace(kind=Kind.NUMBER, text=str(i), value=float(i)) for i in range(len(targets))]
    parts = [Subscript(value.token, value.end, value, (Number(one, one.end),)) for one in numbers]
    return [Assignment(token, target, "=", (part,)) for target, part in zip(targets, parts, strict=True)]


def _unpacked(token: Token, names: list[Token], value: Expression, type_name: Name | None) -> list[Statement]:
    if len(names) == 1:
        return [Declaration(token, type_name, names[0], value)]
    targets: list[Expression] = [Name(name, name.end, (name.text,)) for name in names]
    return _assigned(token, targets, value)
