"""Lowers Python."""

from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, quoted
from gjkscope.app.bring.notations.code.grammars.indented import IndentedLowering, LogicalLine
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    Binary,
    BracketNode,
    CallNode,
    Class,
    Clause,
    Comprehension,
    Expression,
    FieldNode,
    Member,
    Name,
    Slice,
    Statement,
    Subscript,
)
from gjkscope.app.bring.notations.code.unpacking import assignments_of

if TYPE_CHECKING:
    from tree_sitter import Node

_PATTERNS = ("pattern_list", "tuple_pattern", "list_pattern")
_SPREAD = {"list_splat": "*", "dictionary_splat": ".."}


class PythonLowering(IndentedLowering):
    """Lowers Python."""

    grammar = Grammar(
        "tree_sitter_python",
        numbers=frozenset({"integer", "float"}),
        strings=frozenset({"string"}),
        comments=frozenset({"comment", "line_continuation"}),
    )
    separators = frozenset({"keyword_separator", "positional_separator"})
    consequence = "consequence"

    def __init__(self, text: str, language: SourceLanguage) -> None:
        super().__init__(text, language)
        self._is_in_class = False  # directly in the body of a class, rather than in a method

    # --- statements ---

    def line(self, line: LogicalLine) -> Iterator[Statement]:
        while self.prepared.startswith("@", line.start) and self._rest and self._rest[-1].indent == line.indent:
            line = self._rest.pop()._replace(start=line.start)  # a decorator belongs to what follows
        yield from super().line(line)

    def block(self, header: "Node", field: str = "body") -> tuple[Statement, ...]:
        is_in_class, self._is_in_class = self._is_in_class, header.type == "class_definition"
        body = super().block(header, field)
        self._is_in_class = is_in_class
        return body

    def _class(self, node: "Node") -> Iterator[Statement]:
        token, name = self.first_token(node), self.of(self.field(node, "name"))
        superclasses = node.child_by_field_name("superclasses")
        bases = self.items(superclasses) if superclasses is not None else ()
        names = tuple(base.value.last for base in bases if isinstance(base.value, Name) and base.name is None)
        yield Class(token, name, names, self.block(node))

    def _decorated_definition(self, node: "Node") -> Iterator[Statement]:
        *decorators, definition = self.named(node)
        if definition.type == "class_definition":
            yield from self._class(definition)
        else:
            yield from self.function(definition, tuple(map(self.only, decorators)))

    def _assertion(self, node: "Node") -> Iterator[Statement]:
        yield BareExpression(self.first_token(node), self.only(node))

    def _expression_statement(self, node: "Node") -> Iterator[Statement]:
        first, *others = self.named(node)
        if first.type == "assignment":
            yield from self._assignment(first)
        elif first.type == "augmented_assignment":
            yield from self.augmented_assignment(first)
        elif first.type == "yield":
            raise self.fault(first, "'yield': skipped")
        else:
            is_tuple = bool(others) or node.children[-1].type == ","
            yield BareExpression(self.first_token(node), self._tuple(node) if is_tuple else self.expression(first))

    def _assignment(self, node: "Node") -> Iterator[Statement]:
        """`a = b = value`, `a, b = values`, `name: type = value`."""
        token, left, right = self.first_token(node), self.field(node, "left"), node.child_by_field_name("right")
        if self._is_in_class and node.child_by_field_name("type") is not None:
            yield FieldNode(token, self.token(left), self.expression(right) if right is not None else None)
            return
        targets = [left]
        while right is not None and right.type == "assignment":
            targets.append(self.field(right, "left"))
            right = right.child_by_field_name("right")
        if right is None:  # only a type
            return
        value = self.expression(right)
        for target in reversed(targets):
            if target.type in _PATTERNS:
                yield from assignments_of(token, self.targets(target), value)
            else:
                yield Assignment(token, self.expression(target), "=", (value,))

    def targets(self, node: "Node") -> tuple[Expression, ...]:
        return tuple(map(self.expression, self.named(node) if node.type in _PATTERNS else [node]))

    def _not_read(self, node: "Node") -> Iterator[Statement]:
        raise self.fault(node, f"{quoted(self.first_token(node).text)} is not expected here")

    # --- expressions ---

    def _attribute(self, node: "Node") -> Expression:
        base, name = self.expression(self.field(node, "object")), self.of(self.field(node, "attribute"))
        if isinstance(base, Name):  # np.array
            return base._replace(end=self.end(node), path=(*base.path, name))
        return Member(base.token, self.end(node), base, name)

    def _call(self, node: "Node") -> CallNode:
        function, arguments = self.expression(self.field(node, "function")), self.field(node, "arguments")
        if arguments.type == "generator_expression":  # list(x for x in values)
            values = self._comprehension(arguments)
            listed = BracketNode(values.token, values.end, (Argument("*", values),))
            return CallNode(function.token, self.end(node), function, (Argument(None, listed),))
        return CallNode(function.token, self.end(node), function, self.items(arguments))

    def item(self, node: "Node") -> Argument:
        """`value`, `name=value`, `"name": value`, `*values`, `**values`, `...`."""
        if node.type == "keyword_argument":
            return Argument(self.of(self.field(node, "name")), self.expression(self.field(node, "value")))
        if node.type == "pair":
            return Argument(self.key(self.field(node, "key")), self.expression(self.field(node, "value")))
        if node.type in _SPREAD:
            return Argument(_SPREAD[node.type], self.only(node))
        if node.type == "ellipsis":
            return Argument("..", BracketNode(self.token(node, Kind.MARK), self.end(node), ()))
        return super().item(node)

    def _tuple(self, node: "Node") -> BracketNode:
        """Values without brackets around them: `a, b`."""
        items = self.items(node)
        return BracketNode(items[0].value.token, items[-1].value.end, items)

    def _list_comprehension(self, node: "Node") -> BracketNode:
        """`[item for targets in values]`."""
        return BracketNode(self.first_token(node), self.end(node), (Argument("*", self._comprehension(node)),))

    def _comprehension(self, node: "Node") -> Comprehension:
        body, *parts = self.named(node)
        item, clauses = self.expression(body), list[Clause]()
        for part in parts:
            if part.type == "for_in_clause":
                values = self.expression(self.field(part, "right"))
                clauses.append(Clause(self.targets(self.field(part, "left")), values, ()))
            else:
                clauses[-1] = clauses[-1]._replace(conditions=(*clauses[-1].conditions, self.only(part)))
        return Comprehension(item.token, self.end(parts[-1]), item, tuple(clauses))

    def _subscript(self, node: "Node") -> Subscript:
        base = self.expression(self.field(node, "value"))
        return Subscript(
            base.token, self.end(node), base, tuple(map(self.expression, node.children_by_field_name("subscript")))
        )

    def _slice(self, node: "Node") -> Slice:
        ends: list[Expression | None] = [None]
        for child in node.children:
            if child.type == ":":
                ends.append(None)
            else:
                ends[-1] = self.expression(child)
        if len(ends) > 2:
            raise self.fault(node, f"{quoted(self.of(node))} has a step, which is not read")
        return Slice(self.first_token(node), self.end(node), ends[0], ends[1])

    def _comparison(self, node: "Node") -> Expression:
        """`a < b`, and `a < b < c` as `a < b and b < c`."""
        operands = list(map(self.expression, self.named(node)))
        operators = [operator.type for operator in node.children_by_field_name("operators")]
        pairs = zip(operands[:-1], operators, operands[1:], strict=True)
        return reduce(_both, (Binary(left.token, right.end, operator, left, right) for left, operator, right in pairs))

    expressions: ClassVar = {
        **dict.fromkeys(("identifier", "true", "false", "none"), IndentedLowering.name),
        **dict.fromkeys(("list", "tuple", "set", "dictionary", *_PATTERNS), IndentedLowering.bracket),
        **dict.fromkeys(("list_comprehension", "set_comprehension", "generator_expression"), _list_comprehension),
        **dict.fromkeys(("parenthesized_expression", "await"), IndentedLowering.only),
        **dict.fromkeys(("unary_operator", "not_operator"), IndentedLowering.unary),
        **dict.fromkeys(("binary_operator", "boolean_operator"), IndentedLowering.binary),
        "attribute": _attribute,
        "call": _call,
        "comparison_operator": _comparison,
        "conditional_expression": IndentedLowering.conditional,
        "expression_list": _tuple,
        "slice": _slice,
        "subscript": _subscript,
    }
    statements_of: ClassVar = {
        **dict.fromkeys(("print_statement", "exec_statement"), _not_read),
        **dict.fromkeys(("with_statement", "try_statement"), IndentedLowering.header),
        "assert_statement": _assertion,
        "class_definition": _class,
        "decorated_definition": _decorated_definition,
        "break_statement": IndentedLowering.jump,
        "continue_statement": IndentedLowering.jump,
        "expression_statement": _expression_statement,
        "for_statement": IndentedLowering.loop,
        "function_definition": IndentedLowering.function,
        "if_statement": IndentedLowering.branch,
        "return_statement": IndentedLowering.return_value,
        "while_statement": IndentedLowering.endless,
    }


def _both(left: Expression, right: Expression) -> Binary:
    return Binary(left.token, right.end, "and", left, right)
