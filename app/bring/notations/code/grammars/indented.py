"""Shared by the lowering of languages with indented blocks, Python and GDScript.

Reports show parts of programs: bodies without their headers, prompts with output between them, prose.  So each logical
line is parsed alone, including the header of a block; its body consists of the lines that are indented deeper.  A line
that does not fit the grammar becomes `Unknown` and affects no other line.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code.grammars.trees import BYTES_PER_UNIT, DEEPEST, STRING, Lowering
from gjkscope.app.bring.notations.code.lexer import FENCE, SourceLanguage
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    Binary,
    BracketNode,
    Branch,
    Conditional,
    Expression,
    Function,
    Jump,
    Loop,
    Name,
    Number,
    Parameter,
    Return,
    Statement,
    TooDeep,
    Unary,
    Unknown,
)

if TYPE_CHECKING:
    from tree_sitter import Node

DEEPEST_BLOCK = 20

# Tokens that end a logical line, or hide its end.
_PART = re.compile(
    rf"""(?P<fence>{FENCE})
    | (?P<newline>\n)
    | (?P<comment>\#[^\n]*)
    | (?P<continued>\\[^\S\n]*\n)
    | (?P<string>{STRING})
    | (?P<opening>[(\[{{])
    | (?P<closing>[)\]}}])
    """,
    re.VERBOSE | re.MULTILINE,
)
_NO_CODE = re.compile(r"(?:\s|#[^\n]*)*")
# Headers that continue the block above, which no grammar accepts alone.
_CLAUSE = re.compile(
    r"(?P<flat>(?:else|finally)\s*:)|(?:elif|except)\b[^:\n]*:|(?P<match>match\b(?!\s*[=.,])[^=\n]*:\s*(?:\#[^\n]*)?$)"
)
_CASE = re.compile(r"[^\n]*?:(?=\s|$)")
_ELSE = re.compile(r"else\s*:")
_ELIF = re.compile(r"elif\b")
_ASSIGNING = frozenset({"+=", "-=", "*=", "/="})

Case = tuple[Expression | None, tuple[Statement, ...]]  # a condition and its block


class LogicalLine(NamedTuple):
    """A line of a program: one or several statements, or a header with the text after its colon."""

    start: int
    end: int
    indent: int  # characters in front of it
    is_closed: bool = True  # whether all its brackets are


class IndentedLowering(Lowering):
    """Lowers the logical lines of a text one by one."""

    separators: ClassVar[frozenset[str]] = frozenset()  # types of nodes between parameters
    consequence: ClassVar[str] = "body"  # the field of the block of a condition

    def __init__(self, text: str, language: SourceLanguage) -> None:
        super().__init__(text, language)
        self._rest = list[LogicalLine]()  # that are not lowered yet, from the last to the next one
        self._current = LogicalLine(0, 0, 0)
        self._blocks = 0  # that enclose the current line

    # --- lines ---

    def statements(self) -> Iterator[Statement]:
        self._rest = list(self.lines())[::-1]
        while self._rest:
            yield from self.line(self._rest.pop())

    def lines(self) -> Iterator[LogicalLine]:
        """The logical lines of the text.  Raises `TooDeep`."""
        start = depth = 0
        for part in _PART.finditer(self.prepared):
            kind = part.lastgroup
            if kind == "opening":
                depth += 1
                if depth > DEEPEST:
                    raise self._too_deep(part.start(), f"brackets are nested too deeply: at most {DEEPEST} levels")
            elif kind == "closing":
                depth = max(0, depth - 1)
            elif kind == "fence" or (kind == "newline" and not depth):
                yield from self._line(start, part.start(), depth)
                start, depth = part.end(), 0
        yield from self._line(start, len(self.prepared), depth)

    def _line(self, start: int, end: int, depth: int) -> Iterator[LogicalLine]:
        space = _NO_CODE.match(self.prepared, start, end)
        first = space.end() if space is not None else start
        if first < end:
            yield LogicalLine(first, end, self.position(first)[1] - 1, not depth)

    def line(self, line: LogicalLine) -> Iterator[Statement]:
        """The statements of a line, and of those that belong to its block."""
        self._current = line
        clause = _CLAUSE.match(self.prepared, line.start, line.end)
        if clause is None:
            yield from self.chunk(line.start, line.end)
        elif clause["flat"]:  # including that of a loop or a `try`: nothing known prevents its execution
            yield self._skip(self.token_at(line.start, self._end_of_word(line.start)), clause.end())
            yield from self.chunk(clause.end(), line.end)
        else:
            word = self.token_at(line.start, self._end_of_word(line.start))
            cases = list(self._cases(line.indent)) if clause["match"] else [self._uncertain(line, clause.end())]
            yield Branch(word, tuple(cases))

    def _cases(self, indent: int) -> Iterator[Case]:
        """The cases in the lines that are indented deeper than `match value:`."""
        while self._rest and self._rest[-1].indent > indent:
            line = self._rest.pop()
            header = _CASE.match(self.prepared, line.start, line.end)
            yield self._uncertain(line, header.end() if header is not None else line.start)

    def _uncertain(self, line: LogicalLine, start: int) -> Case:
        """The block of a header that ends at an offset; whether it is executed is not known."""
        self._current = line
        token = self.token_at(line.start, start)
        return Name(token, token.end, (token.text,)), self._block(self.chunk(start, line.end), line.indent)

    def chunk(self, start: int, end: int) -> Iterator[Statement]:
        root = self._tree(start, end)
        if root.has_error:
            yield self.unknown(start, end, self.offset(next(self.faults(root))[0]) if self._current.is_closed else end)
        else:
            yield from self.lower(root)

    def _tree(self, start: int, end: int) -> "Node":
        spend((end - start) // BYTES_PER_UNIT, self.line_of(start))
        self._start, self._end = start, end
        return self.parse_code(self.prepared[start:end], start)

    def is_header(self, end: int) -> bool:
        word = self.prepared[self._start : self._end_of_word(self._start)]
        return word in self.language.keywords and self.prepared[self._start : end].rstrip().endswith(":")

    def _skip(self, word: Token, end: int) -> Unknown:
        return Unknown(word, end, word.fault(f"{quoted(word.text)}: skipped"), is_header=True)

    # --- blocks ---

    def header(self, node: "Node") -> Iterator[Statement]:
        """A statement whose block is read as if it had no header, such as `with` and `try`."""
        yield self._skip(self.first_token(node), self.end(node))
        if (body := node.child_by_field_name("body")) is not None:
            yield from self.children_of(body)

    def block(self, header: "Node", field: str = "body") -> tuple[Statement, ...]:
        """The statements of the block of a header."""
        return self._block(self.children_of(self.field(header, field)), self._current.indent)

    def _block(self, beside: Iterable[Statement], indent: int) -> tuple[Statement, ...]:
        """The statements beside a header, and those in the lines that are indented deeper."""
        if self._blocks >= DEEPEST_BLOCK:
            raise self._too_deep(self._start, f"blocks are nested too deep: at most {DEEPEST_BLOCK} levels")
        self._blocks += 1
        lowered = list(beside)
        while self._rest and self._rest[-1].indent > indent:
            lowered += self.line(self._rest.pop())
        self._blocks -= 1
        return tuple(lowered)

    def function(self, node: "Node", decorators: tuple[Expression, ...] = ()) -> Iterator[Statement]:
        """A function with its block."""
        token, name = self.first_token(node), self.of(self.field(node, "name"))
        nodes = self.named(self.field(node, "parameters"))
        parameters = tuple(self._parameter(parameter) for parameter in nodes if parameter.type not in self.separators)
        yield Function(token, name, parameters, self.block(node), decorators)

    def _parameter(self, node: "Node") -> Parameter:
        default = node.child_by_field_name("value")
        while node.type != "identifier":  # *name: type = default
            node = self.named(node)[0]
        return Parameter(self.token(node), self.expression(default) if default is not None else None)

    def loop(self, node: "Node") -> Iterator[Statement]:
        """`for targets in values:` with its block."""
        token, values = self.first_token(node), self.expression(self.field(node, "right"))
        yield Loop(token, self.targets(self.field(node, "left")), values, self.block(node))

    def endless(self, node: "Node") -> Iterator[Statement]:
        """`while condition:` with its block: a loop with an unknown number of unknown values."""
        token = self.first_token(node)
        yield Loop(token, (), Name(token, token.end, (token.text,)), self.block(node))

    def targets(self, node: "Node") -> tuple[Expression, ...]:
        """The target of a loop or an assignment."""
        return (self.expression(node),)

    def branch(self, node: "Node") -> Iterator[Statement]:
        """`if condition:` with its block, and what follows it."""
        token, indent = self.first_token(node), self._current.indent
        cases = [self._case(node)]
        while (following := self._next_case(indent)) is not None:
            cases.append(following)
        yield Branch(token, tuple(cases))

    def _case(self, node: "Node") -> Case:
        return self._condition(self.field(node, "condition")), self.block(node, self.consequence)

    def _condition(self, node: "Node") -> Expression:
        """A condition; one that is not understood has no value, like an unknown variable."""
        try:
            return self.expression(node)
        except TooDeep:
            raise
        except TextError:
            return self.name(node)

    def _next_case(self, indent: int) -> Case | None:
        """The next line's addition to a branch: `elif condition: …` or `else: …`; None if there is none."""
        if not self._rest or self._rest[-1].indent != indent:
            return None
        line = self._rest[-1]
        self._current = line
        if otherwise := _ELSE.match(self.prepared, line.start, line.end):
            self._rest.pop()
            return None, self._block(self.chunk(otherwise.end(), line.end), indent)
        if not _ELIF.match(self.prepared, line.start, line.end):
            return None
        root = self._tree(line.start + len("el"), line.end)  # if condition: …
        if root.has_error:
            return None
        self._rest.pop()
        return self._case(self.named(root)[0])

    # --- other statements ---

    def return_value(self, node: "Node") -> Iterator[Statement]:
        """`return value`."""
        values = self.named(node)
        yield Return(self.first_token(node), self.expression(values[0]) if values else None)

    def jump(self, node: "Node") -> Iterator[Statement]:
        """`break` or `continue`."""
        yield Jump(self.first_token(node))

    def augmented_assignment(self, node: "Node") -> Iterator[Statement]:
        """`target += value`."""
        operator, value = self.operator(node), self.expression(self.field(node, "right"))
        if operator not in _ASSIGNING:
            raise self.fault(node, f"{quoted(operator)} is not read")
        yield Assignment(self.first_token(node), self.expression(self.field(node, "left")), operator, (value,))

    # --- expressions ---

    def name(self, node: "Node") -> Name:
        """A name, or a word or literal that names a value."""
        token = self.token(node, Kind.NAME)
        return Name(token, token.end, (token.text,))

    def only(self, node: "Node") -> Expression:
        """The expression in brackets or after a word."""
        return self.expression(self.named(node)[0])

    def unary(self, node: "Node") -> Expression:
        """An operand with a sign; a number directly behind a minus has it."""
        sign, operand = self.token(node.children[0]), self.expression(self.named(node)[-1])
        if sign.text == "+":
            return operand
        if sign.text == "-" and isinstance(operand, Number) and sign.end == operand.token.start:
            number = operand.token
            text = f"-{number.text}"
            return Number(sign._replace(kind=Kind.NUMBER, text=text, end=number.end, value=-number.value), number.end)
        return Unary(sign, operand.end, sign.text, operand)

    def binary(self, node: "Node") -> Expression:
        """Two operands with an operator between them."""
        left, right = map(self.expression, self.named(node))
        return Binary(left.token, right.end, self.operator(node), left, right)

    def operator(self, node: "Node") -> str:
        """The operator of a node, of one or two words."""
        return " ".join(child.type for child in node.children if not child.is_named)

    def conditional(self, node: "Node") -> Conditional:
        """`value if condition else value`."""
        yes, condition, no = map(self.expression, self.named(node))
        return Conditional(yes.token, no.end, condition, yes, no)

    def bracket(self, node: "Node") -> BracketNode:
        """A list in brackets."""
        return BracketNode(self.first_token(node), self.end(node), self.items(node))

    def items(self, node: "Node") -> tuple[Argument, ...]:
        """The items or arguments in brackets."""
        return tuple(map(self.item, self.named(node)))

    def item(self, node: "Node") -> Argument:
        """An item of a list or an argument."""
        return Argument(None, self.expression(node))

    def key(self, node: "Node") -> str:
        """The name of an item of a dictionary.  Raises `TextError` for any other key."""
        if node.type not in {"identifier", *self.grammar.strings}:
            raise self.fault(node, f"{quoted(self.of(node))} is not the name of an item")
        return self.of(node).strip("\"'")
