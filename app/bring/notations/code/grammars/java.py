"""Java as statements."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.code.grammars.closures import ClosureLowering, name_of_node
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    Name,
    Parameter,
    Statement,
    Subscript,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPES = ("type_identifier", "scoped_type_identifier", "generic_type", "integral_type", "floating_point_type")


class JavaLowering(ClosureLowering):
    """Lowers trees of Java."""

    grammar = Grammar(
        "tree_sitter_java",
        closing=";",  # of a statement cut off by the end of the text
        numbers=frozenset(
            {"decimal_integer_literal", "decimal_floating_point_literal", "hex_integer_literal"}
            | {"hex_floating_point_literal", "octal_integer_literal", "binary_integer_literal"}
        ),
        strings=frozenset({"string_literal", "character_literal"}),
    )
    containers = frozenset({"program", "block", "class_body", "interface_body", "constructor_body", "switch_block"})
    casts = "cast_expression"
    blocks = frozenset({"block", "constructor_body", "class_body"})
    functions = frozenset({"lambda_expression", "class_body"})
    literals = frozenset({*grammar.numbers, *grammar.strings, "true", "false", "null_literal"})
    arguments = frozenset({"argument_list"})

    # --- statements ---

    def _switch_case(self, node: "Node") -> Iterator[Statement]:
        for child in self.named(node):
            if child.type != "switch_label":
                yield from self.statement(child)

    def _for(self, node: "Node") -> Iterator[Statement]:
        initial = node.child_by_field_name("init")
        declared = list(self.statement(initial)) if initial is not None else []
        yield from self.counting_loop(node, declared, node.children_by_field_name("update"))

    def _for_each(self, node: "Node") -> Iterator[Statement]:
        name, values = self.field(node, "name"), self.field(node, "value")
        yield from self.listing_loop(node, self.token(name), self._type(self.field(node, "type")), name, values)

    def _declarations(self, node: "Node") -> Iterator[Statement]:
        """Variables and fields; without an initialiser they have no value, whatever their type."""
        declared = self._type(self.field(node, "type"))
        for declarator in node.children_by_field_name("declarator"):
            name, value = self.token(self.field(declarator, "name")), declarator.child_by_field_name("value")
            if value is None:
                yield Declaration(self.first_token(node), None, name, None)
                continue
            dimensions = declarator.child_by_field_name("dimensions")
            lengths = (
                () if dimensions is None else (name_of_node(self.token(dimensions.children[0])._replace(text="")),)
            )
            lowered = self.expression(value)
            yield Declaration(self.first_token(node), declared, name, lowered, None, lengths)

    def _type(self, node: "Node") -> Name | None:
        """The name of a type; of a list, that of its items."""
        if node.type == "array_type":
            node = self.field(node, "element")
        if node.type not in _TYPES or self.of(node) == "var":
            return None
        name = self._type_name(node)
        assert isinstance(name, Name)
        return name

    def _type_name(self, node: "Node") -> Expression:
        """The name of a type, optionally with that of its first argument."""
        if node.type == "generic_type":
            inner, arguments = self.named(node)
            of = tuple(self.of(self.named(arguments)[0]).split(".")) if self.named(arguments) else ()
            return Name(self.first_token(inner), self.end(inner), tuple(self.of(inner).split(".")), of)
        return Name(self.first_token(node), self.end(node), tuple(self.of(node).split(".")))

    # --- functions ---

    def _method(self, node: "Node") -> Iterator[Statement]:
        """A method; a constructor has no name, because the text uses no value that it returns."""
        if node.child_by_field_name("body") is not None:
            is_constructor = node.type == "constructor_declaration"
            yield from self.function(node, "" if is_constructor else self.of(self.field(node, "name")))

    def _initializer(self, node: "Node") -> Iterator[Statement]:
        yield from self.block(self.named(node)[-1])

    def body_of(self, function: "Node") -> "Node":
        return function if function.type == "class_body" else super().body_of(function)

    def function(self, node: "Node", name: str, is_lambda: bool = False) -> Iterator[Statement]:
        return self.block(node) if node.type == "class_body" else super().function(node, name, is_lambda)

    def parameters(self, function: "Node", has_defaults: bool) -> tuple[list[Parameter], list[Statement]]:
        given = self.field(function, "parameters")
        parameters = []
        for parameter in self.named(given) if given.child_count else [given]:
            if parameter.type not in ("formal_parameter", "identifier"):
                raise self.fault(parameter, f"{quoted(self.of(parameter))} is not expected here")
            name = parameter if parameter.type == "identifier" else self.field(parameter, "name")
            parameters.append(Parameter(self.token(name), None, "[" in self.of(parameter)))
        return parameters, []

    # --- expressions ---

    def _member(self, node: "Node") -> Expression:
        owner, name = self.field(node, "object"), self.token(self.field(node, "field"))
        return name_of_node(name) if owner.type == "this" else self.member_of(self.expression(owner), name)

    def _class(self, node: "Node") -> Expression:
        return self.member_of(self._type_name(self.named(node)[0]), self.token(node.children[-1]))

    def _subscript(self, node: "Node") -> Expression:
        base = self.expression(self.field(node, "array"))
        return Subscript(base.token, self.end(node), base, (self.expression(self.field(node, "index")),))

    def _call(self, node: "Node") -> Expression:
        owner, name = node.child_by_field_name("object"), self.token(self.field(node, "name"))
        is_own = owner is None or owner.type == "this"
        called = name_of_node(name) if is_own or owner is None else self.member_of(self.expression(owner), name)
        return CallNode(called.token, self.end(node), called, self._arguments(node))

    def _arguments(self, node: "Node") -> tuple[Argument, ...]:
        return tuple(Argument(None, self.expression(child)) for child in self.named(self.field(node, "arguments")))

    def _new(self, node: "Node") -> Expression:
        called = self.expression(self.field(node, "type"))
        self.inner += [child for child in node.named_children if child.type == "class_body"]
        return CallNode(called.token, self.end(node), called, self._arguments(node))

    def _new_list(self, node: "Node") -> Expression:
        """`new float[] { 1, 2 }` and `new Vector3f[3]`."""
        made = self._type_name(self.field(node, "type"))
        assert isinstance(made, Name)
        if (value := node.child_by_field_name("value")) is not None:
            return self._list(value)._replace(token=made.token, type=made)
        lowered: Expression = made
        for length in node.children_by_field_name("dimensions"):
            lowered = Subscript(made.token, self.end(length), lowered, (self.same(length),))
        return lowered

    def _list(self, node: "Node") -> BracketNode:
        items = tuple(Argument(None, self.expression(item)) for item in self.named(node))
        return BracketNode(self.token(node.children[0]), self.end(node), items)

    statements_of: ClassVar = {
        **dict.fromkeys(("local_variable_declaration", "field_declaration", "constant_declaration"), _declarations),
        **dict.fromkeys(("method_declaration", "constructor_declaration"), _method),
        **dict.fromkeys(("switch_block_statement_group", "switch_rule"), _switch_case),
        "enhanced_for_statement": _for_each,
        "expression_statement": ClosureLowering.expression_statement,
        "for_statement": _for,
        "if_statement": ClosureLowering.condition,
        "labeled_statement": ClosureLowering.labeled_statement,
        "return_statement": ClosureLowering.return_value,
        "static_initializer": _initializer,
        "switch_expression": ClosureLowering.skip,
        "while_statement": ClosureLowering.while_loop,
    }
    expressions: ClassVar = {
        **dict.fromkeys(("identifier", "this", "super", "true", "false", "null_literal"), ClosureLowering.name),
        **dict.fromkeys(_TYPES, _type_name),
        "array_access": _subscript,
        "array_creation_expression": _new_list,
        "array_initializer": _list,
        "binary_expression": ClosureLowering.operation,
        "cast_expression": ClosureLowering.same,
        "class_literal": _class,
        "field_access": _member,
        "lambda_expression": ClosureLowering.function_value,
        "method_invocation": _call,
        "object_creation_expression": _new,
        "parenthesized_expression": ClosureLowering.same,
        "ternary_expression": ClosureLowering.choice,
        "unary_expression": ClosureLowering.prefix,
    }
