"""JavaScript and TypeScript, both with the grammar of TypeScript.

Destructuring patterns become one declaration or assignment for each name.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, Token, quoted
from gjkscope.app.bring.notations.code.grammars.closures import ClosureLowering, name_of_node
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    BracketNode,
    CallNode,
    Clause,
    Comprehension,
    Declaration,
    Expression,
    LoopHeader,
    Member,
    Name,
    Parameter,
    Statement,
    Subscript,
)
from gjkscope.app.bring.notations.code.unpacking import index

if TYPE_CHECKING:
    from tree_sitter import Node

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_PATTERNS = frozenset({"array_pattern", "object_pattern"})
_IMPORTING = re.compile(r"(?:await\s+)?(?:require|import)\s*\(")


class JavascriptLowering(ClosureLowering):
    """Lowers trees of TypeScript."""

    grammar = Grammar(
        "tree_sitter_typescript",
        "language_typescript",
        numbers=frozenset({"number"}),
        strings=frozenset({"string", "template_string"}),
    )
    containers = frozenset({"program", "statement_block", "class_body", "switch_body"})
    blocks = frozenset({"statement_block"})
    functions = frozenset({"arrow_function", "function_expression", "generator_function", "method_definition"})
    literals = frozenset({"string", "template_string", "number", "true", "false", "null", "undefined", "regex"})
    arguments = frozenset({"arguments"})

    # --- statements ---

    def _export(self, node: "Node") -> Iterator[Statement]:
        if (declared := node.child_by_field_name("declaration")) is not None:
            yield from self.statement(declared)
        else:
            yield from self.effect(self.field(node, "value"))

    def _switch_case(self, node: "Node") -> Iterator[Statement]:
        for child in node.children_by_field_name("body"):
            yield from self.statement(child)

    def _static(self, node: "Node") -> Iterator[Statement]:
        yield from self.block(self.field(node, "body"))

    def _for(self, node: "Node") -> Iterator[Statement]:
        initial, step = self.field(node, "initializer"), node.child_by_field_name("increment")
        declared = list(self.statement(initial)) if initial.type in _DECLARATIONS else []
        steps = [] if step is None else self.named(step) if step.type == "sequence_expression" else [step]
        yield from self.counting_loop(node, declared, steps)

    def _for_each(self, node: "Node") -> Iterator[Statement]:
        """`for (const p of points)`; `for (const key in …)` iterates over names, which are unknown."""
        body, target = self.field(node, "body"), self.field(node, "left")
        if self.of(self.field(node, "operator")) != "of" or target.type not in ("identifier", *_PATTERNS):
            yield LoopHeader(self.first_token(node), (), self.offset(body))
            yield from self.block(body)
            return
        name, parts = self._whole(target)
        yield self.first_pass(node, name, self.field(node, "right"))
        yield from self.block(body, parts)

    # --- declarations ---

    def _declarations(self, node: "Node") -> Iterator[Statement]:
        token = self.first_token(node)
        for declarator in self.named(node):
            target, value = self.field(declarator, "name"), declarator.child_by_field_name("value")
            if value is None:
                yield Declaration(token, None, self.token(target), None)
            elif target.type in _PATTERNS:
                yield from self._unpack(token, target, value, declares=True)
            elif value.type in self.functions:
                yield from self.function(value, self.of(target), is_lambda=True)
            else:
                declared = self._type(declarator.child_by_field_name("type"))
                yield Declaration(token, declared, self.token(target), self.expression(value))

    def _type(self, node: "Node | None") -> Name | None:
        """The name of a type, if it is one."""
        inner = self.named(node)[0] if node is not None else None
        if inner is None or inner.type not in ("type_identifier", "nested_type_identifier"):
            return None
        return Name(self.first_token(inner), self.end(inner), tuple(self.of(inner).split(".")))

    def _field_of_class(self, node: "Node") -> Iterator[Statement]:
        value = node.child_by_field_name("value")
        if value is not None and value.type in self.functions:
            yield from self.function(value, "")
        else:
            name = self._property(self.field(node, "name"))
            yield Declaration(name, None, name, self.expression(value) if value is not None else None)

    # --- patterns ---

    def _unpack(self, token: Token, pattern: "Node", value: "Node", declares: bool) -> Iterator[Statement]:
        """The declarations or assignments of `[x, y] = value`; none for imported classes."""
        if _IMPORTING.match(self.of(value)):
            return
        targets, items = self.named(pattern), self.named(value)
        is_list = pattern.type == "array_pattern" and value.type == "array" and ",," not in self.of(pattern)
        if is_list and len(targets) == len(items):
            for target, item in zip(targets, items, strict=True):
                yield from self._set(target, self.expression(item), declares)
            return
        whole = self.token_at(self.offset(pattern), self.end(pattern))
        yield Declaration(token, None, whole, self.expression(value))
        yield from self._parts(pattern, name_of_node(whole), declares)

    def _whole(self, target: "Node") -> tuple[Token, list[Statement]]:
        """The variable of a target, and the declarations that take it apart, if any."""
        name = self.token(target, Kind.NAME)
        return name, list(self._parts(target, name_of_node(name))) if target.type in _PATTERNS else []

    def _parts(self, pattern: "Node", whole: Expression, declares: bool = True) -> Iterator[Statement]:
        """A statement for each name in a pattern.  Raises `TextError` for defaults and the rest of a list."""
        position = 0
        for child in pattern.children:
            position += child.type == ","
            if not child.is_named or child.type in self.grammar.comments:
                continue
            if child.type == "shorthand_property_identifier_pattern":
                yield from self._set(child, self.member_of(whole, self.token(child)), declares)
            elif child.type == "pair_pattern":
                part = self.member_of(whole, self._property(self.field(child, "key")))
                yield from self._set(self.field(child, "value"), part, declares)
            else:
                part = Subscript(whole.token, whole.end, whole, (index(self.token(child), position),))
                yield from self._set(child, part, declares)

    def _set(self, target: "Node", value: Expression, declares: bool) -> Iterator[Statement]:
        """The statements that set a target in a pattern; none for the name of a library's class."""
        if target.type in _PATTERNS:
            yield from self._parts(target, value, declares)
        elif not self.of(target)[0].isupper():
            if target.type not in ("identifier", "shorthand_property_identifier_pattern"):
                name: Expression = self.expression(target)
                yield Assignment(name.token, name, "=", (value,))
            elif declares:
                yield Declaration(self.token(target), None, self.token(target), value)
            else:
                yield Assignment(self.token(target), self.name(target), "=", (value,))

    # --- functions ---

    def _function_declaration(self, node: "Node") -> Iterator[Statement]:
        yield from self.function(node, self.of(self.field(node, "name")))

    def _method(self, node: "Node") -> Iterator[Statement]:
        yield from self.function(node, "")

    def parameters(self, function: "Node", has_defaults: bool) -> tuple[list[Parameter], list[Statement]]:
        if (only := function.child_by_field_name("parameter")) is not None:
            return [Parameter(self.token(only), None, True)], []
        parameters, parts = list[Parameter](), list[Statement]()
        for parameter in self.named(self.field(function, "parameters")):
            target, default = self.field(parameter, "pattern"), parameter.child_by_field_name("value")
            if target.type not in ("identifier", *_PATTERNS):
                raise self.fault(target, f"{quoted(self.of(target))} is not expected here")
            name, declared = self._whole(target)
            value = self.expression(default) if default is not None and has_defaults else None
            parameters.append(Parameter(name, value, True))
            parts += declared
        return parameters, parts

    # --- expressions that are statements ---

    def effect(self, node: "Node") -> Iterator[Statement]:
        if node.type in ("parenthesized_expression", "await_expression", "sequence_expression"):
            for inner in self.named(node):
                yield from self.effect(inner)
        elif node.type == "internal_module":
            yield from self.skip(node)
        elif node.type == "augmented_assignment_expression":
            yield from self.assignments(node)
        elif node.type == "assignment_expression" and self.field(node, "left").type in _PATTERNS:
            target, value = self.field(node, "left"), self.field(node, "right")
            yield from self._unpack(self.first_token(node), target, value, declares=False)
        else:
            yield from super().effect(node)

    def step(self, node: "Node") -> Assignment:
        if node.type != "augmented_assignment_expression":
            return super().step(node)
        (assignment,) = self.assignments(node)
        assert isinstance(assignment, Assignment)
        return assignment

    # --- expressions ---

    def _member(self, node: "Node") -> Expression:
        owner, name = self.field(node, "object"), self._property(self.field(node, "property"))
        return name_of_node(name) if owner.type == "this" else self.member_of(self.expression(owner), name)

    def _property(self, node: "Node") -> Token:
        """The name of a property, possibly in quotes; a private one starts with "#"."""
        if node.type not in ("property_identifier", "private_property_identifier", "string"):
            raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
        token = self.token(node, Kind.NAME)
        return token._replace(text=token.text.strip("\"'"))

    def _subscript(self, node: "Node") -> Expression:
        base = self.expression(self.field(node, "object"))
        return Subscript(base.token, self.end(node), base, (self.expression(self.field(node, "index")),))

    def _call(self, node: "Node") -> Expression:
        function = self.field(node, "function" if node.type == "call_expression" else "constructor")
        arguments, types = node.child_by_field_name("arguments"), node.child_by_field_name("type_arguments")
        if arguments is not None and arguments.type != "arguments":
            raise self.fault(arguments, f"{quoted(self.of(arguments))} is not expected here")
        if (mapped := self._map_points(node, function, arguments)) is not None:
            return mapped
        called = self.expression(function)
        if types is not None and isinstance(called, (Name, Member)):
            called = called._replace(of=tuple(self.of(self.named(types)[0]).split(".")))
        given = tuple(map(self._item, self.named(arguments))) if arguments is not None else ()
        return CallNode(called.token, self.end(node), called, given)

    def _map_points(self, node: "Node", function: "Node", arguments: "Node | None") -> Expression | None:
        """`points.map(p => value)` and `points.map(([x, y]) => value)`; None for anything else."""
        if function.type != "member_expression" or self.of(self.field(function, "property")) != "map":
            return None
        given = self.named(arguments) if arguments is not None else []
        if len(given) != 1 or given[0].type != "arrow_function" or self.functions_in(given[0]):
            return None
        targets = self._targets(given[0])
        if not targets:
            return None
        values, value = self.expression(self.field(function, "object")), self.expression(self.body_of(given[0]))
        item = Comprehension(value.token, self.end(node), value, (Clause(targets, values, ()),))
        return BracketNode(values.token, self.end(node), (Argument("*", item),))

    def _targets(self, function: "Node") -> tuple[Expression, ...]:
        """The names in the only parameter of a function, possibly destructured; none if there are others."""
        target = function.child_by_field_name("parameter")
        if target is None:
            parameters = self.named(self.field(function, "parameters"))
            target = self.field(parameters[0], "pattern") if len(parameters) == 1 else None
        names = [target] if target is None or target.type != "array_pattern" else target.named_children
        if not all(name is not None and name.type == "identifier" for name in names):
            return ()
        return tuple(self.name(name) for name in names if name is not None)

    def _list(self, node: "Node") -> Expression:
        """A list or an object."""
        return BracketNode(self.token(node.children[0]), self.end(node), tuple(map(self._item, self.named(node))))

    def _item(self, node: "Node") -> Argument:
        """An argument, an item of a list, or a member of an object."""
        if node.type == "spread_element":
            return Argument("..", self.first_within(node))
        if node.type == "pair":
            return Argument(self._property(self.field(node, "key")).text, self.expression(self.field(node, "value")))
        if node.type == "shorthand_property_identifier":
            return Argument(self.of(node), self.name(node))
        if node.type == "method_definition":
            return Argument(self._property(self.field(node, "name")).text, self.function_value(node))
        return Argument(None, self.expression(node))

    statements_of: ClassVar = {
        **dict.fromkeys(_DECLARATIONS, _declarations),
        **dict.fromkeys(("function_declaration", "generator_function_declaration"), _function_declaration),
        **dict.fromkeys(("switch_case", "switch_default"), _switch_case),
        **dict.fromkeys(("decorator", "empty_statement", "debugger_statement"), ClosureLowering.nothing),
        "class_static_block": _static,
        "export_statement": _export,
        "expression_statement": ClosureLowering.expression_statement,
        "for_in_statement": _for_each,
        "for_statement": _for,
        "if_statement": ClosureLowering.condition,
        "labeled_statement": ClosureLowering.labeled_statement,
        "method_definition": _method,
        "public_field_definition": _field_of_class,
        "return_statement": ClosureLowering.return_value,
        "while_statement": ClosureLowering.while_loop,
    }
    expressions: ClassVar = {
        **dict.fromkeys(
            ("identifier", "this", "super", "import", "true", "false", "null", "undefined"), ClosureLowering.name
        ),
        **dict.fromkeys(
            ("parenthesized_expression", "await_expression", "non_null_expression", "type_assertion"),
            ClosureLowering.same,
        ),
        **dict.fromkeys(
            ("as_expression", "satisfies_expression", "instantiation_expression"), ClosureLowering.first_within
        ),
        **dict.fromkeys(("call_expression", "new_expression"), _call),
        **dict.fromkeys(("array", "object"), _list),
        **dict.fromkeys(
            ("arrow_function", "function_expression", "generator_function"), ClosureLowering.function_value
        ),
        "binary_expression": ClosureLowering.operation,
        "member_expression": _member,
        "subscript_expression": _subscript,
        "ternary_expression": ClosureLowering.choice,
        "unary_expression": ClosureLowering.prefix,
    }
