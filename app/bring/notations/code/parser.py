"""Parses source code into statements.

    statements_of_tokens(code_tokens("Box<S> a(1, 2, 3);", CPP), CPP)

A statement that does not fit the grammar becomes `Unknown`, and parsing continues behind it: reports contain parts of
programs, of which only the shapes and poses matter.  Headers of functions, loops and classes are skipped; their bodies
are read as statements.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.bring.notations.code.expression_parser import CLOSING, ExpressionParser
from gjkscope.app.bring.notations.code.lexer import CPP, SourceLanguage
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    FunctionHeader,
    LoopHeader,
    Member,
    Name,
    Number,
    Parameter,
    Statement,
    Subscript,
    TooDeep,
    Unary,
    Unknown,
)
from gjkscope.app.bring.notations.code.token_reader import MODIFIERS
from gjkscope.app.bring.notations.code.unpacking import assigned, unpacked_names

_INFERRED = {"auto", "var", "let", "const", "static", "val"}
_NO_TYPE = frozenset({"new", "delete", "throw", "await", "co_return", "emit"})  # start an expression
_WITHOUT_BLOCK = {"use", "using", "typedef"}  # whose braces enclose no statements

_AFTER_PARAMETERS = {"const", "noexcept", "override", "final"}  # of a function
_ACCESS = frozenset({"public", "private", "protected"})  # labels of the members of a C++ class
_BY_REFERENCE = {"*", "&", "[", "out", "ref"}
_ASSIGNING = {"=", "+=", "-=", "*=", "/=", ":="}


def statements_of_tokens(tokens: list[Token], language: SourceLanguage) -> Iterator[Statement]:
    """The statements of a text.  Raises `TextError` for nesting that is too deep."""
    return _Parser(tokens, language).statements()


class _Parser(ExpressionParser):
    _is_in_loop_header = False

    def statements(self) -> Iterator[Statement]:
        while (token := self._peek()).kind is not Kind.END:
            if token.is_mark(";"):
                self._place += 1
            elif token.text in _ACCESS and self._peek(1).is_mark(":"):
                self._place += 2
            elif token.is_mark("{", "}"):
                self._place += 1
                yield BlockStart(token) if token.text == "{" else BlockEnd(token)
            else:
                yield from self._recovering(token)

    def _recovering(self, token: Token) -> Iterator[Statement]:
        start = self._place
        try:
            found = self._statement(token)
            is_block = isinstance(found[-1] if found else None, (FunctionHeader, LoopHeader)) or token.text == "if"
            if not is_block and not _is_directive(token):
                self._end_of_statement()
        except TooDeep:
            raise
        except TextError as fault:
            self._depth = 0
            self._is_in_loop_header = False
            self._place = start
            self._skip_statement()
            before = self._previous()
            yield Unknown(token, before.end, fault, self._peek().is_mark("{") or before.is_mark(":"))
            return
        yield from found

    def _end_of_statement(self) -> None:
        token = self._peek()
        if token.kind is Kind.END or token.is_mark(";", "}"):  # "}": the last expression of a Rust block
            return
        if self._previous().is_mark("}"):
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
            if not has_block and not token.is_mark(";"):
                self._place += 1
                continue
            if depth <= 0 and self._place > first and token.is_mark(";"):
                self._place += 1
                return
            if depth <= 0 and token.is_mark("{", "}"):
                return
            if self._place > first and token.line > self._previous().line + 1:
                return  # a blank line: prose in front of code
            depth += token.is_mark("(", "[") - token.is_mark(")", "]")
            self._place += 1

    def _statement(self, token: Token) -> list[Statement]:
        if _is_directive(token):
            return self._definition(token)
        if token.kind is Kind.NAME:
            if token.text == "return":
                self._place += 1
                return [BareExpression(token, self._expression())]
            if self._variable_word(token).text in self._language.declaring:
                return self._let(token)
            if token.text == "template" and self._peek(1).is_mark("<"):
                self._place = self._template_end(self._place + 1) or self._place
                token = self._peek()
            word = self._first_word(token)
            if word.text in ("for", "while", "foreach") and self._peek(1).is_mark("("):
                return [self._loop_header(word)]
            if word.text == "if" and (asked := self._asking_condition(word)) is not None:
                return [asked]
            if word.text in self._language.keywords and not self._is_type_word(token):
                raise token.fault(f"{quoted(word.text)}: skipped")
            if token.text not in _NO_TYPE and (found := self._declarations(token)):
                return found
        return self._expression_statement(token)

    def _asking_condition(self, token: Token) -> BareExpression | None:
        """The call of `if (Physics.SphereCast(…))`, whose block follows; None, at the same place, for anything else."""
        start = self._place
        self._place += 1
        try:
            condition = self._expression()
        except TooDeep:
            raise
        except TextError:
            self._place = start
            return None
        call = condition.operand if isinstance(condition, Unary) else condition
        is_cast = isinstance(call, CallNode) and isinstance(call.function, (Name, Member)) and "Cast" in _last(call)
        if is_cast and self._peek().is_mark("{"):
            return BareExpression(token, call)
        self._place = start
        return None

    def _first_word(self, token: Token) -> Token:
        """The first word that is not a modifier: `class` in `public class Pair`."""
        ahead = 0
        while token.text in MODIFIERS - {"struct", "class"} and token.text not in self._language.keywords:
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
        return [Declaration(token, None, name, value)]

    def _variable_word(self, token: Token) -> Token:
        """The word that declares a variable: `val` in `private val name`."""
        ahead = 0
        while token.text in MODIFIERS and token.text not in self._language.declaring:
            ahead += 1
            token = self._peek(ahead)
        return token

    def _let(self, token: Token) -> list[Statement]:
        """`let mut name: Type = value;`, `let (a, b) = (x, y);` and, in JavaScript, `let a = x, b = y`."""
        found = self._let_one(token, self._place + 1)
        while self._peek().is_mark(","):
            found += self._let_one(token, self._place + 1)
        return found

    def _let_one(self, token: Token, place: int) -> list[Statement]:
        self._place = place
        while self._peek().text in MODIFIERS | {"mut"} | self._language.declaring:
            self._place += 1
        names = [self._take_name()] if self._peek().kind is Kind.NAME else self._pattern()
        type_name = None
        if self._peek().is_mark(":"):
            self._place += 1
            type_name = self._skip_type()
        if not self._peek().is_mark("=", ":="):
            return [Declaration(token, type_name, names[0], None)]
        self._place += 1
        return unpacked_names(token, names, self._expression(), type_name)

    def _pattern(self) -> list[Token]:
        opening = self._take("(", "[")
        names = []
        while not self._peek().is_mark(CLOSING[opening.text]):
            if self._peek().text in ("mut", "ref") or self._peek().is_mark(",", "&"):
                self._place += 1
            else:
                names.append(self._take_name())
        self._place += 1
        if not names:
            raise opening.fault("expected a name in these brackets")
        return names

    def _skip_type(self) -> Name | None:
        """Skips a type up to `=`, `;` or the end of the line; its name, if it has one."""
        first, depth = self._place, 0
        while True:
            token = self._peek()
            if token.kind is Kind.END or (not depth and token.is_mark("=", ";")):
                break
            depth += token.is_mark("(", "[", "<", "{") - token.is_mark(")", "]", ">", "}")
            self._place += 1
        names = [one for one in self._tokens[first : self._place] if one.kind is Kind.NAME]
        return Name(names[0], names[0].end, (names[0].text,)) if names else None

    def _declarations(self, token: Token) -> list[Statement]:
        """The declarations of `Type a(1), b = 2;`, or none, leaving the place as it was."""
        start = self._place
        while self._peek().text in MODIFIERS:
            self._place += 1
        if self._peek().kind is not Kind.NAME:
            self._place = start
            return []
        type_name: Name | None = self._type_name()
        if type_name is not None and type_name.path == ("auto",) and (unpacked := self._structured_binding(token)):
            return unpacked
        while self._peek().is_mark("[") and self._peek(1).is_mark("]", ","):  # float[] v, Vector3[,] v
            while not self._peek().is_mark("]"):
                self._place += 1
            self._place += 1
        while self._peek().is_mark("*", "&", "&&", "?") or self._peek().text in MODIFIERS:
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

    def _structured_binding(self, token: Token) -> list[Statement]:
        """`auto& [a, b] = value;` behind `auto`; none for anything else."""
        start = self._place
        while self._peek().is_mark("&", "&&"):
            self._place += 1
        if not self._peek().is_mark("[") or self._peek(1).kind is not Kind.NAME:
            self._place = start
            return []
        names = self._pattern()
        opening = self._peek()
        if opening.is_mark("="):
            self._place += 1
            return unpacked_names(token, names, self._expression(), None)
        if not opening.is_mark("(", "{"):
            raise opening.fault("must be the value of these variables")
        self._place += 1
        return unpacked_names(token, names, self._items(opening)[0].value, None)

    def _type_name(self) -> Name:
        """The name of a type; in Java and C#, dots may separate its parts."""
        name = self._qualified_name()
        while self._language.dots_qualify and self._peek().is_mark(".") and self._peek(1).kind is Kind.NAME:
            self._place += 1
            inner = self._qualified_name()
            name = inner._replace(token=name.token, path=(*name.path, *inner.path))
        return name

    def _declares(self, ahead: int) -> bool:
        """Whether the token after a name can follow the name of a variable."""
        token = self._peek(ahead)
        is_of_range = self._is_in_loop_header and (token.is_mark(":") or token.text in ("in", "of"))
        return token.kind is Kind.END or is_of_range or token.is_mark("=", "(", "{", ";", ",", "[")

    def _declarator(self, token: Token, type_name: Name | None) -> Declaration | FunctionHeader:
        name = self._take_name()
        lengths: list[Expression] = []
        while self._peek().is_mark("["):
            bracket = self._take("[")
            unstated = Name(bracket, bracket.end, ("",))
            lengths.append(unstated if self._peek().is_mark("]") else self._expression())
            self._take("]")
        following = self._peek()
        if following.is_mark("("):
            if (header := self._function_header(token, name)) is not None:
                return header
            self._place += 1
            arguments = self._items(following)
            if self._peek().is_mark("{", "->"):  # the header of a function
                raise following.fault("the header of a function: skipped")
            return Declaration(token, type_name, name, None, arguments)
        if following.is_mark("{"):
            return Declaration(token, type_name, name, self._group(type_name), None, tuple(lengths))
        if following.is_mark("="):
            self._place += 1
            if (header := self._lambda_header(token, name)) is not None:
                return header
            value = self._expression()
            return Declaration(token, type_name, name, value, None, tuple(lengths))
        return Declaration(token, type_name, name, None, None, tuple(lengths))

    def _lambda_header(self, token: Token, name: Token) -> FunctionHeader | None:
        """The header of a C++ lambda, `[&](double r) -> Type`, in front of its block; None for anything else."""
        start = self._place
        if self._language is not CPP or not self._peek().is_mark("["):
            return None
        while not self._peek().is_mark("]", ";", "{") and self._peek().kind is not Kind.END:
            self._place += 1
        self._place += 1
        header = self._function_header(token, name) if self._peek().is_mark("(") else None
        if header is None:
            self._place = start
            return None
        return header._replace(is_lambda=True)

    def _initialized_members(self) -> tuple[Declaration, ...]:
        """What a constructor initialises, from ":" up to its block: `: box_(1, 2, 3), pose_{p, q} {`."""
        found: list[Declaration] = []
        while self._peek().is_mark(":", ","):
            self._place += 1
            name = self._type_name()
            opening = self._peek()
            if not opening.is_mark("(", "{"):
                raise opening.fault("expected the value of a member")
            self._place += 1
            found.append(Declaration(name.token, None, name.token, None, self._items(opening)))
        return tuple(found)

    def _loop_header(self, token: Token) -> LoopHeader:
        """`for (int i = 0; i < 3; ++i)`, `for (float d : distances)`, `foreach (var v in list)`, `while (…)`."""
        self._place += 2
        inside = self._place
        self._is_in_loop_header = True
        found = self._let(self._peek()) if self._peek().text in self._language.declaring else []
        found = found or (self._declarations(self._peek()) if token.text != "while" else [])
        self._is_in_loop_header = False
        declared = [one for one in found if isinstance(one, Declaration)]
        values: Expression | None = None
        condition, update = None, tuple[Assignment, ...]()
        is_unset = len(declared) == 1 and declared[0].value is None
        if is_unset and (self._peek().is_mark(":") or self._peek().text in ("of", "in")):
            self._place += 1
            values = self._expression()
            zero = token._replace(kind=Kind.NUMBER, text="0", value=0.0)
            first = Subscript(values.token, values.end, values, (Number(zero, zero.end),))
            declared = [declared[0]._replace(value=first)]
        elif not self._peek().is_mark(";"):
            declared, self._place = [], inside
        elif declared and all(one.value is not None for one in declared):
            condition, update = self._continuation()
        depth = 1
        while depth:
            one = self._peek()
            if one.kind is Kind.END:
                raise one.fault("the header of the loop is not closed")
            depth += one.is_mark("(") - one.is_mark(")")
            self._place += 1
        end = self._tokens[self._place - 1].end
        return LoopHeader(token, tuple(declared), end, condition, update, values)

    def _continuation(self) -> tuple[Expression | None, tuple[Assignment, ...]]:
        """`; i < n; i++` in the header of a loop; no condition if that is not understood, leaving the place."""
        start = self._place
        try:
            self._place += 1
            condition = self._expression()
            self._take(";")
            update = [self._step()]
            while self._peek().is_mark(","):
                self._place += 1
                update.append(self._step())
            if self._peek().is_mark(")"):
                return condition, tuple(update)
        except TooDeep:
            raise
        except TextError:
            pass
        self._place = start
        return None, ()

    def _step(self) -> Assignment:
        """`i++`, `--i`, `i += 2`, `i = i + 2`."""
        token = self._peek()
        sign = self._sign_of_step()
        name = self._take_name()
        target = Name(name, name.end, (name.text,))
        sign = sign or self._sign_of_step()
        if sign:
            one = name._replace(kind=Kind.NUMBER, text="1", value=1.0)
            return Assignment(token, target, f"{sign}=", (Number(one, one.end),))
        operator = self._peek()
        if not operator.is_mark(*_ASSIGNING):
            raise operator.fault("is not a step of a loop")
        self._place += 1
        return Assignment(token, target, operator.text, (self._expression(),))

    def _sign_of_step(self) -> str:
        """The sign of `++` or `--` at the current place; empty if there is none."""
        sign = self._peek().text
        if sign not in ("+", "-") or self._peek(1).text != sign:
            return ""
        self._place += 2
        return sign

    def _function_header(self, token: Token, name: Token) -> FunctionHeader | None:
        """The header of a function with a body, of which "(" is next; None, at the same place, for anything else."""
        start, depth = self._place, 0
        parts: list[list[Token]] = [[]]
        while True:
            one = self._peek()
            if one.kind is Kind.END or one.is_mark(";", "{"):
                self._place = start
                return None
            depth += one.is_mark("(", "[", "<") - one.is_mark(")", "]", ">")
            self._place += 1
            if not depth:
                break
            if depth == 1 and one.is_mark(","):
                parts.append([])
            elif not (depth == 1 and one.is_mark("(")):
                parts[-1].append(one)
        while self._peek().text in _AFTER_PARAMETERS:
            self._place += 1
        if self._language is CPP and self._peek().is_mark("->"):  # the type of the result
            while not self._peek().is_mark("{", ";") and self._peek().kind is not Kind.END:
                self._place += 1
        members = self._initialized_members() if self._language is CPP and self._peek().is_mark(":") else ()
        if not self._peek().is_mark("{") or not all(map(_is_parameter, parts if len(parts) > 1 or parts[0] else [])):
            self._place = start
            return None
        return FunctionHeader(
            token, name.text, tuple(self._parameter(part) for part in parts if len(part) > 1), members
        )

    def _parameter(self, tokens: Sequence[Token]) -> Parameter:
        """A parameter such as `const Transform& pose = Transform::Identity()`."""
        declared = list(takewhile(lambda one: one.text != "=", tokens))
        words = [one for one in declared if one.text.isidentifier()]
        is_reference = any(one.text in _BY_REFERENCE for one in declared)
        rest = tokens[len(declared) + 1 :]
        default: Expression | None = None
        if rest:
            end = rest[-1]._replace(kind=Kind.END, text="", start=rest[-1].end)
            try:
                default = _Parser([*rest, end], self._language)._expression()
            except TextError:  # the parameter has no value that is known
                default = None
        return Parameter(words[-1], default, is_reference)

    def _constructor(self, token: Token) -> FunctionHeader | None:
        """The header of a C++ constructor that initialises members, `Pair() : box_(1, 2, 3) {`; None otherwise."""
        start = self._place
        name = self._qualified_name()
        if self._peek().is_mark("("):
            try:
                header = self._function_header(token, name.token._replace(text=name.last))
            except TextError:
                header = None
            if header is not None and header.members:
                return header
        self._place = start
        return None

    def _expression_statement(self, token: Token) -> list[Statement]:
        if self._language is CPP and token.kind is Kind.NAME and (header := self._constructor(token)) is not None:
            return [header]
        first = self._expression()
        if self._peek().is_mark(*_ASSIGNING):
            return self._assignments(token, first)
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
            targets.append(self._expression())
        value = targets.pop()
        found: list[Statement] = []
        for one in reversed(targets):
            if isinstance(one, BracketNode) and one.type is None:
                found += assigned(token, [item.value for item in one.items], value)
            else:
                found.append(Assignment(token, one, operator, (value,)))
        return found


def _is_directive(token: Token) -> bool:
    """Whether a statement is `#define NAME value`, which the end of its line ends."""
    return token.kind is Kind.MARK and token.text.startswith("#")


def _is_parameter(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a type and maybe a name, and no expression."""
    is_written = all(one.kind is Kind.NAME or one.is_mark("*", "&", "&&", "::", "<", ">", "[", "]") for one in tokens)
    return bool(tokens) and tokens[0].kind is Kind.NAME and (is_written or any(one.is_mark("=") for one in tokens))


def _streamed(first: Binary, rest: list[Expression]) -> tuple[Expression, str, tuple[Expression, ...]]:
    """The target and values of `target << a << b` or `target << a, b`."""
    values: list[Expression] = [first.right, *rest]
    target = first.left
    while isinstance(target, Binary) and target.operator == "<<":
        values.insert(0, target.right)
        target = target.left
    return target, "<<", tuple(values)


def _last(call: CallNode) -> str:
    """The name of what is called, without its path."""
    function = call.function
    return function.last if isinstance(function, Name) else function.name if isinstance(function, Member) else ""
