"""Shared by the lowering of languages with braces: assignments, conditions, loops and operators.

Conditions are not evaluated, so the blocks of all cases are read; a loop is a header in front of its body.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code.grammars.trees import Lowering
from gjkscope.app.bring.notations.code.names import SCALAR_TYPES
from gjkscope.app.bring.notations.code.syntax import (
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Conditional,
    Declaration,
    Expression,
    LoopHeader,
    Member,
    Name,
    Number,
    Statement,
    TooDeep,
    Unary,
    Unknown,
)
from gjkscope.app.bring.notations.code.unpacking import assignments_of, index, items_of

if TYPE_CHECKING:
    from tree_sitter import Node

_ASSIGNING = frozenset({"=", "+=", "-=", "*=", "/="})
_STEPS = frozenset({"++", "--"})
# Types of numbers, except those whose names a variable may have: (N) - 1 is a difference.
NUMERIC_TYPES = (SCALAR_TYPES | set("ulong ushort byte sbyte char bool boolean".split())) - set(
    "S T N real half single auto var Number".split()
)
_LOOPS = (LoopHeader, BlockStart)


class BracedLowering(Lowering):
    """The methods for nodes that differ at most in their names."""

    casts: ClassVar[str] = ""  # the type of nodes such as `(Type)value`

    def parse_code(self, code: str, start: int, opening: str = "", closing: str = "") -> "Node":
        """The tree of prepared text; a value in brackets that the grammar takes for a cast loses its brackets."""
        root = super().parse_code(code, start, opening, closing)
        casts = self.all_of(root, self.casts) if self.casts else []
        brackets = [bracket for cast in casts for bracket in self._brackets_of_value(cast)]
        if not brackets:
            return root
        characters = list(code)
        for bracket in brackets:
            characters[bracket.start_byte + self._base - start] = " "
        return self.parse_code("".join(characters), start, opening, closing)

    def _brackets_of_value(self, cast: "Node") -> "list[Node]":
        """The brackets of a value in front of an operator: not those of `(float)-x`, `(Box*)&x` and `(Box)x`."""
        kind, value = self.of(self.field(cast, "type")), self.field(cast, "value")
        is_type = next(reversed(kind.split()), "") in NUMERIC_TYPES or kind.endswith(("*", "&")) or "*)" in kind
        is_cast = is_type or self.prepared[self.offset(value)] not in "-+*&("
        return [] if is_cast else [child for child in cast.children if child.type in ("(", ")")]

    # --- statements ---

    def nothing(self, node: "Node") -> Iterator[Statement]:
        """A statement that neither has nor changes a value."""
        return iter(())

    def skip(self, node: "Node") -> Iterator[Statement]:
        """The statements in the blocks of a class, `try`, or another header that is not evaluated."""
        word = self.first_token(node)
        return self.not_understood(node, word.fault(f"'{word.text}': skipped"))

    def expression_statement(self, node: "Node") -> Iterator[Statement]:
        """An assignment, a step such as `i++`, or an expression on its own."""
        for inside in self.named(node):
            yield from self.effect(inside)

    def effect(self, node: "Node") -> Iterator[Statement]:
        """The statements of an expression that stands on its own."""
        if node.type == "assignment_expression":
            yield from self.assignments(node)
        elif self._sign_of_step(node):
            yield self.step(node)
        else:
            token = self.first_token(node)
            yield BareExpression(token, self.expression(node))

    def assignments(self, node: "Node") -> list[Statement]:
        """`a = b = value`, the last one first; `a += value`; `(a, b) = pair`."""
        left, operator, right = self.field(node, "left"), self._operator(node), self.field(node, "right")
        if operator.type not in _ASSIGNING:
            raise self.fault(operator, f"'{operator.type}' is not read")
        before = list[Statement]()
        if right.type == "assignment_expression":
            before = self.assignments(right)
            right = self.field(right, "right" if self._operator(right).type == "=" else "left")
        while right.type == "assignment_expression":
            right = self.field(right, "right")
        token, target, value = self.first_token(left), self.expression(left), self.expression(right)
        if isinstance(target, BracketNode):
            return [*before, *assignments_of(token, [item.value for item in target.items], value)]
        return [*before, Assignment(token, target, operator.type, (value,))]

    def _operator(self, node: "Node") -> "Node":
        """The operator of an assignment, for which some grammars have no name."""
        return node.child_by_field_name("operator") or node.children[1]

    def step(self, node: "Node") -> Assignment:
        """`i++`, `--i`, `i += 2`, `i = i + 2`."""
        if node.type == "assignment_expression":
            assignment, *others = self.assignments(node)
            if isinstance(assignment, Assignment) and not others:
                return assignment
        sign = self._sign_of_step(node)
        if not sign:
            raise self.fault(node, "is not a step of a loop")
        target = self.expression(self.named(node)[0])
        return Assignment(self.first_token(node), target, f"{sign}=", (index(target.token, 1),))

    def _sign_of_step(self, node: "Node") -> str:
        """The sign of `++` or `--`; empty if a node is neither."""
        return next((child.type[0] for child in node.children if child.type in _STEPS), "")

    def return_value(self, node: "Node") -> Iterator[Statement]:
        """The value of `return value;`."""
        for value in self.named(node):
            yield BareExpression(self.first_token(node), self.expression(value))

    # --- conditions and loops ---

    def condition(self, node: "Node") -> Iterator[Statement]:
        """The cases of `if` and `else`; the condition of `if (world.castShape(…)) {` is a call like any other."""
        word, asked = self.first_token(node), self.cast_in_condition(self.field(node, "condition"))
        while True:
            yield from self.case(word, self.field(node, "consequence"), asked)
            alternative = node.child_by_field_name("alternative")
            if alternative is None:
                return
            word = next(self.token(child) for child in (*node.children, *alternative.children) if child.type == "else")
            body = self.named(alternative)[-1] if alternative.type == "else_clause" else alternative
            if body.type != node.type:
                yield from self.case(word, body)
                return
            node, asked = body, None

    def case(self, word: Token, body: "Node", asked: CallNode | None = None) -> Iterator[Statement]:
        """A header that is not understood, except for a call in its condition, with its contents as a block."""
        is_block = body.type in self.containers
        if asked is not None and is_block:
            yield BareExpression(word, asked)
        else:
            end = max(word.end, self.end(body.prev_sibling or body))
            yield Unknown(word, end, word.fault(f"'{word.text}': skipped"), is_header=True)
        statements = self.statement(body)
        yield from statements if is_block else self._enclose(body, statements)

    def _enclose(self, node: "Node", statements: Iterable[Statement]) -> Iterator[Statement]:
        """Statements as a block, which a node represents."""
        token = self.first_token(node)
        yield from (BlockStart(token), *statements, BlockEnd(token))

    def cast_in_condition(self, node: "Node") -> CallNode | None:
        """The call of a cast in a condition, possibly negated."""
        condition = self.known(node)
        call = condition.operand if isinstance(condition, Unary) else condition
        if not isinstance(call, CallNode) or not isinstance(call.function, (Name, Member)):
            return None
        name = call.function.last if isinstance(call.function, Name) else call.function.name
        return call if "Cast" in name else None

    def while_loop(self, node: "Node") -> Iterator[Statement]:
        """A loop of which one pass is read."""
        yield LoopHeader(self.first_token(node), (), self.end_of_header(node))
        yield from self.body(node)

    def counting_loop(
        self, node: "Node", declared: Sequence[Statement], steps: "Sequence[Node]"
    ) -> Iterator[Statement]:
        """`for (int i = 0; i < 3; i++)`; without its condition if that or a step is not understood."""
        variables = tuple(statement for statement in declared if isinstance(statement, Declaration))
        header = LoopHeader(self.first_token(node), variables, self.end_of_header(node))
        condition = self.known(node.child_by_field_name("condition"))
        if variables and condition is not None and steps and all(variable.value is not None for variable in variables):
            with suppress(TextError):  # of such a loop, one pass is read
                header = header._replace(condition=condition, update=tuple(map(self.step, steps)))
        yield header
        yield from self.body(node)

    def listing_loop(
        self, node: "Node", start: Token, type_name: Name | None, name: "Node", values: "Node"
    ) -> Iterator[Statement]:
        """`for (auto point : points)`: the variable is the first item; none if it is taken apart."""
        word, listed = self.first_token(node), self.known(values)
        header = LoopHeader(word, (), self.end_of_header(node))
        if listed is not None and not name.child_count:
            (first,) = items_of(listed, word, 1)
            declared = Declaration(start, type_name, self.token(name), first)
            header = header._replace(declarations=(declared,), values=listed)
        yield header
        yield from self.body(node)

    def end_of_header(self, node: "Node") -> int:
        """The offset behind the header of a loop."""
        before = self.field(node, "body").prev_sibling
        return self.end(before if before is not None else node)

    def body(self, node: "Node") -> Iterator[Statement]:
        """The body of a loop as one block, or as one statement, which may be a loop."""
        body = self.field(node, "body")
        statements = list(self.statement(body))
        if len(statements) == 1 or (statements and isinstance(statements[0], _LOOPS)):
            yield from statements
        else:
            yield from self._enclose(body, statements)

    # --- expressions ---

    def known(self, node: "Node | None") -> Expression | None:
        """An expression; None if there is none or it is not understood."""
        depth = self._depth
        try:
            return self.expression(node) if node is not None else None
        except TooDeep:
            raise
        except TextError:
            self._depth = depth
            return None

    def same(self, node: "Node") -> Expression:
        """Expressions that stand for the inner value: `(x)`, `(float)x`, `&x`."""
        inside = node.child_by_field_name("value") or node.child_by_field_name("argument")
        return self.expression(inside or self.named(node)[-1])

    def prefix(self, node: "Node") -> Expression:
        """`-x`, `!x`, `~x` and `+x`; a number with its sign is one token."""
        sign, operand = self.token(node.children[0]), self.expression(node.children[-1])
        operator = "-" if sign.text == "−" else sign.text
        is_signed = isinstance(operand, Number) and operand.token.text.startswith(("-", "+"))
        if operator == "-" and isinstance(operand, Number) and sign.end == operand.token.start and not is_signed:
            number = operand.token
            signed = sign._replace(kind=number.kind, text=f"-{number.text}", end=number.end, value=-number.value)
            return Number(signed, number.end)
        if operator in ("-", "!", "~"):
            return Unary(sign, operand.end, operator, operand)
        if operator in ("+", "&", "*"):
            return operand
        raise sign.fault(f"'{operator}' is not expected here")

    def binary(self, node: "Node") -> Expression:
        """`a + b`."""
        left, right = self.expression(self.field(node, "left")), self.expression(self.field(node, "right"))
        return Binary(left.token, right.end, self.field(node, "operator").type, left, right)

    def choice(self, node: "Node") -> Expression:
        """`condition ? yes : no`."""
        names = ("condition", "consequence", "alternative")
        condition, yes, no = (self.expression(self.field(node, name)) for name in names)
        mark = next(child for child in node.children if child.type == "?")
        return Conditional(self.token(mark), no.end, condition, yes, no)
