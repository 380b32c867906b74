"""Shared by the lowerings of JavaScript, Java and Kotlin: functions in expressions, and statements that end with a
line.

A function is a `FunctionHeader` in front of its block.  One without a name, such as the body of a test, is read in
place, after the statement that contains it; its parameters have no values.  `this.x` is the variable x.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.bring.notations.code.grammars.braces import BracedLowering
from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.syntax import (
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    Declaration,
    Expression,
    FunctionHeader,
    LoopHeader,
    Member,
    Name,
    Parameter,
    Statement,
    String,
    Unknown,
)
from gjkscope.app.bring.notations.code.unpacking import items_of

if TYPE_CHECKING:
    from tree_sitter import Node

_END_OF_LINE = re.compile(r"(?<![-=+*/%&|<>,(\[{?\s])[^\S\n]*\n(?=\s*[\w$}])|(?<=;)[^\S\n]*\n")  # that ends a statement
_OPERATORS = {"===": "==", "!==": "!="}
_OTHER_OPERATORS = frozenset({"in", "instanceof"})  # that mean something else in Python, or ask about types


class ClosureLowering(BracedLowering):
    """A lowering of a language whose functions are values, given by the types of some nodes of its grammar."""

    blocks: ClassVar[frozenset[str]]
    functions: ClassVar[frozenset[str]]  # that are expressions
    literals: ClassVar[frozenset[str]]
    arguments: ClassVar[frozenset[str]]  # whose children are arguments
    farthest: ClassVar[int] = 20

    def __init__(self, text: str, language: SourceLanguage) -> None:
        super().__init__(text, language)
        self.inner: list[Node] = []  # functions inside the statement that is being lowered

    # --- faults ---

    def extent(self, fault: "Node") -> tuple[int, int]:
        """The offsets of the statement around a fault, up to the end of a line that ends a statement.

        An error may contain whole statements: it starts after the preceding ones.
        """
        first, last = super().extent(fault)
        fault_start = self.offset(fault)
        error: Node | None = fault
        while error is not None and not (error.type == "ERROR" and error.parent is not None):
            error = error.parent
        for child in error.children if error is not None else ():
            fault_start, after = self.offset(child), child.next_sibling
            is_whole = child.type in self.statements_of and not child.has_error
            if not is_whole or after is None or not self._separates(child, after):
                break
            first = max(first, self.end(child))
        depth, behind = 0, first
        for line_end in _END_OF_LINE.finditer(self.prepared, first, last):
            line, behind = self.prepared[behind : line_end.start()], line_end.start()
            depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
            if depth <= 0 and line_end.end() > fault_start:
                return first, line_end.start()
            if depth <= 0:
                first, depth = line_end.end(), 0
        return first, last

    def _separates(self, before: "Node", after: "Node") -> bool:
        between = slice(max(self.end(before) - 1, 0), self.offset(after) + 1)
        return super()._separates(before, after) or bool(_END_OF_LINE.search(self.prepared[between]))

    # --- statements ---

    def statement(self, node: "Node") -> Iterator[Statement]:
        outer, self.inner = self.inner, []
        lowered = list(super().statement(node))
        inner, self.inner = self.inner, outer
        yield from lowered
        for function in inner:
            yield from self.function(function, "")

    def not_understood(self, node: "Node", header: Statement | TextError) -> Iterator[Statement]:
        self.inner.clear()  # which are read with all other blocks of the statement
        yield from super().not_understood(node, header)

    def effect(self, node: "Node") -> Iterator[Statement]:
        if self._only_calls_back(node):
            self.inner += self.functions_in(node)
        else:
            yield from super().effect(node)

    def labeled_statement(self, node: "Node") -> Iterator[Statement]:
        """A labelled loop, or a declaration behind prose; the member of an object without its brackets is neither."""
        body = self.named(node)[-1]
        if body.type == "expression_statement":
            raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
        yield from self.statement(body)

    def block(self, node: "Node", first: Sequence[Statement] = ()) -> Iterator[Statement]:
        """A block, or a statement that stands for one, after other statements."""
        yield from self.enclose(node, first, node.named_children if node.type in self.blocks else [node])

    def enclose(self, node: "Node", first: Sequence[Statement], nodes: "Sequence[Node]" = ()) -> Iterator[Statement]:
        """Statements and those of nodes, between the brackets of a block or in place of a node."""
        is_block = node.type in self.blocks
        start, end = self.offset(node), self.end(node)
        yield BlockStart(self.token_at(start, start + is_block, Kind.MARK))
        yield from first
        for child in nodes:
            yield from self.statement(child)
        yield BlockEnd(self.token_at(end - is_block, end, Kind.MARK))

    def first_pass(self, node: "Node", name: Token, values: "Node") -> LoopHeader:
        """The header of a loop over values; its variable has the first one."""
        header = LoopHeader(self.first_token(node), (), self.end(values))
        if (listed := self.known(values)) is None:
            return header
        (first,) = items_of(listed, header.token, 1)
        return header._replace(declarations=(Declaration(name, None, name, first),), values=listed)

    # --- functions ---

    def body_of(self, function: "Node") -> "Node":
        """The block of a function, or the expression that it returns."""
        return self.field(function, "body")

    def parameters(self, function: "Node", has_defaults: bool) -> tuple[list[Parameter], list[Statement]]:
        """The parameters of a function, and the declarations of those that are taken apart.

        Raises `TextError` for a parameter without a name.
        """
        raise NotImplementedError

    def function(self, node: "Node", name: str, is_lambda: bool = False) -> Iterator[Statement]:
        """The header and the block of a function; that of one without a name has parameters without values."""
        token, body = self.first_token(node), self.body_of(node)
        parts: list[Statement] = []
        try:
            parameters, parts = self.parameters(node, has_defaults=bool(name))
        except TextError as fault:
            yield Unknown(token, self.offset(body), fault, is_header=True)
        else:
            yield FunctionHeader(token, name, tuple(parameters), is_lambda=is_lambda)
        if body.type in self.blocks:
            yield from self.block(body, parts)
            return
        value = self.expression(body)
        returned = BareExpression(value.token._replace(kind=Kind.NAME, text="return"), value)
        yield from self.enclose(body, [*parts, returned])

    def function_value(self, node: "Node") -> Expression:
        """A function as its text; its block is read after the statement."""
        if self.body_of(node).type not in self.blocks:
            raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
        self.inner.append(node)
        return String(self.token(node, Kind.STRING), self.end(node))

    def functions_in(self, node: "Node") -> "list[Node]":
        """The outermost functions with a block in a node."""
        if node.type in self.functions:
            return [node] if self.body_of(node).type in self.blocks else []
        return [function for child in node.named_children for function in self.functions_in(child)]

    def _arguments_in(self, node: "Node") -> "Iterator[Node]":
        """The arguments of the calls in a chain."""
        for child in node.named_children:
            if child.type in self.arguments:
                yield from self.named(child)
            elif child.type not in self.functions:
                yield from self._arguments_in(child)

    def _only_calls_back(self, node: "Node") -> bool:
        """Whether an expression calls functions with only blocks and literals as arguments: `test('…', () => { …
        })`.
        """
        return bool(self.functions_in(node)) and all(
            argument.type in self.literals or argument.type in self.functions or self._only_calls_back(argument)
            for argument in self._arguments_in(node)
        )

    # --- expressions ---

    def name(self, node: "Node") -> Expression:
        return name_of_node(self.token(node, Kind.NAME))

    def first_within(self, node: "Node") -> Expression:
        """The expression in front of a suffix that does not change its value."""
        return self.expression(self.named(node)[0])

    def member_of(self, base: Expression, name: Token) -> Expression:
        """A member of a value; names with dots between them are one qualified name."""
        if isinstance(base, Name):
            return Name(base.token, name.end, (*base.path, name.text))
        return Member(base.token, name.end, base, name.text)

    def operation(self, node: "Node") -> Expression:
        """`a + b`, and `a === b` as `a == b`."""
        operation = self.binary(node)
        assert isinstance(operation, Binary)
        if operation.operator in _OTHER_OPERATORS:
            raise self.fault(node, f"the operator {operation.operator} is not known here")
        return operation._replace(operator=_OPERATORS.get(operation.operator, operation.operator))


def name_of_node(token: Token) -> Name:
    return Name(token, token.end, (token.text,))
