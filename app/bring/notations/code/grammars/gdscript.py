"""Lowers GDScript."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.bring.notations.code.grammars.indented import IndentedLowering
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    CallNode,
    Declaration,
    Expression,
    Member,
    Name,
    Statement,
    Subscript,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = re.compile(r"\w+")


class GdscriptLowering(IndentedLowering):
    """Lowers GDScript, in which `$Node` is the name of an object."""

    grammar = Grammar(
        "tree_sitter_gdscript",
        numbers=frozenset({"integer", "float"}),
        strings=frozenset({"string", "string_name", "node_path"}),
        comments=frozenset({"comment", "line_continuation"}),
    )

    # --- statements ---

    def _variable(self, node: "Node") -> Iterator[Statement]:
        """`var name: Type = value`."""
        name, kind, value = (
            self.field(node, "name"),
            node.child_by_field_name("type"),
            node.child_by_field_name("value"),
        )
        word = _WORD.search(self.of(kind)) if kind is not None else None
        type_name = None
        if kind is not None and word is not None:
            token = self.token_at(self.offset(kind) + word.start(), self.offset(kind) + word.end())
            type_name = Name(token, token.end, (token.text,))
        initial = self.expression(value) if value is not None else None
        yield Declaration(self.first_token(node), type_name, self.token(name), initial)

    def _expression_statement(self, node: "Node") -> Iterator[Statement]:
        [inner] = self.named(node)
        if inner.type == "assignment":
            value = self.expression(self.field(inner, "right"))
            yield Assignment(self.first_token(node), self.expression(self.field(inner, "left")), "=", (value,))
        elif inner.type == "augmented_assignment":
            yield from self.augmented_assignment(inner)
        else:
            yield BareExpression(self.first_token(node), self.expression(inner))

    # --- expressions ---

    def _node(self, node: "Node") -> Name:
        """`$Name`, `$"Name"` or `%Name`: an object of the scene."""
        text = self.of(node)[1:].strip("\"'")
        return Name(self.token_at(self.offset(node), self.end(node)), self.end(node), (text,))

    def _attribute(self, node: "Node") -> Expression:
        """`base.name.method(…).list[…]`."""
        base, *parts = self.named(node)
        whole = self.expression(base)
        for part in parts:
            word = part if part.type == "identifier" else self.named(part)[0]
            name, end = self.of(word), self.end(word)
            if isinstance(whole, Name):
                whole = whole._replace(end=end, path=(*whole.path, name))
            else:
                whole = Member(whole.token, end, whole, name)
            if part.type != "identifier":
                whole = self._apply(whole, part)
        return whole

    def _called_function(self, node: "Node") -> Expression:
        return self._apply(self.only(node), node)

    def _apply(self, base: Expression, node: "Node") -> Expression:
        """The lowering of `base(…)` or `base[…]`; the brackets are the last child of the node."""
        brackets = self.named(node)[-1]
        if brackets.type == "arguments":
            return CallNode(base.token, self.end(node), base, self.items(brackets))
        return Subscript(base.token, self.end(node), base, tuple(map(self.expression, self.named(brackets))))

    def item(self, node: "Node") -> Argument:
        if node.type == "pair":
            key, value = self.named(node)
            return Argument(self.key(key), self.expression(value))
        return super().item(node)

    def binary(self, node: "Node") -> Expression:
        return self.only(node) if self.operator(node) == "as" else super().binary(node)

    expressions: ClassVar = {
        **dict.fromkeys(("identifier", "true", "false", "null"), IndentedLowering.name),
        **dict.fromkeys(("array", "dictionary"), IndentedLowering.bracket),
        **dict.fromkeys(("parenthesized_expression", "await_expression"), IndentedLowering.only),
        **dict.fromkeys(("call", "subscript"), _called_function),
        "attribute": _attribute,
        "binary_operator": binary,
        "conditional_expression": IndentedLowering.conditional,
        "get_node": _node,
        "unary_operator": IndentedLowering.unary,
    }
    statements_of: ClassVar = {
        **dict.fromkeys(("variable_statement", "const_statement"), _variable),
        **dict.fromkeys(("onready_variable_statement", "export_variable_statement"), _variable),
        **dict.fromkeys(("class_definition", "constructor_definition"), IndentedLowering.header),
        "break_statement": IndentedLowering.jump,
        "continue_statement": IndentedLowering.jump,
        "expression_statement": _expression_statement,
        "for_statement": IndentedLowering.loop,
        "function_definition": IndentedLowering.function,
        "if_statement": IndentedLowering.branch,
        "return_statement": IndentedLowering.return_value,
        "while_statement": IndentedLowering.endless,
    }
