"""Lowers the syntax trees of C++, whose grammar reads C, too.

    const auto& [a, b] = pair;
    fcl::Transform3d X_WB(Eigen::Translation3d(0, 0, 2));
    X_WB.linear() << 1, 0, 0, 0, 0, 1, 0, -1, 0;

Without knowing which names are types, the language is ambiguous.  Here, a declaration with names in its brackets, such
as `Box a(b);`, never declares a function, and `(a) - b` is a difference unless `a` is a type of numbers.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, TextError, Token
from gjkscope.app.bring.notations.code.grammars.braces import NUMERIC_TYPES, BracedLowering
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    Binary,
    BracketNode,
    CallNode,
    Declaration,
    Expression,
    FunctionHeader,
    Member,
    Name,
    Parameter,
    Statement,
    Subscript,
)
from gjkscope.app.bring.notations.code.unpacking import unpacked_names

if TYPE_CHECKING:
    from tree_sitter import Node

_INFERRED = "placeholder_type_specifier"  # auto
_DECLARATORS = frozenset({"pointer_declarator", "reference_declarator", "array_declarator", "parenthesized_declarator"})
_VARIABLES = frozenset({"identifier", "field_identifier"})
_NAMES = (
    *("identifier", "type_identifier", "field_identifier", "namespace_identifier", "qualified_identifier"),
    *("template_type", "template_function", "template_method", "dependent_name", "type_descriptor"),
    *("primitive_type", "sized_type_specifier", _INFERRED, "this", "true", "false", "null"),
)
_TEMPLATE_ARGUMENTS = frozenset({*_NAMES, "number_literal", "unary_expression", "type_qualifier"})
# A cast to a type of numbers, which leaves the value.
_CAST = re.compile(rf"(?<![\w)\]>])\(\s*(?:const\s+)?(?:{'|'.join(sorted(NUMERIC_TYPES))})\s*\)(?=\s*[-+*&(\w.])")


class CppLowering(BracedLowering):
    """The statements and expressions of a text of C++ or C."""

    grammar = Grammar(
        "tree_sitter_cpp",
        opening="{",  # some statements are read only inside a function
        closing=";}",
        numbers=frozenset({"number_literal", "user_defined_literal"}),
        strings=frozenset({"string_literal", "raw_string_literal", "char_literal", "concatenated_string"}),
    )
    casts = "cast_expression"
    containers = frozenset({"translation_unit", "compound_statement", "field_declaration_list", "declaration_list"})

    def prepare(self, text: str) -> str:
        return _CAST.sub(lambda cast: " " * len(cast[0]), super().prepare(text))

    # --- statements ---

    def effect(self, node: "Node") -> Iterator[Statement]:
        """Besides others, `target << a << b` and Eigen's `target << a, b`."""
        values = self._comma_separated(node)
        if values[0].type != "binary_expression":
            yield from super().effect(node)
            return
        target, given = self.expression(values[0]), list[Expression]()
        while isinstance(target, Binary) and target.operator == "<<":
            given.insert(0, target.right)
            target = target.left
        given += map(self.expression, values[1:])
        if not given:
            yield from super().effect(node)
        else:
            yield Assignment(self.first_token(node), target, "<<", tuple(given))

    def _comma_separated(self, node: "Node") -> "list[Node]":
        waiting = [node]
        values: list[Node] = []
        while waiting:
            value = waiting.pop()
            if value.type == "comma_expression":
                waiting += self.named(value)[::-1]
            else:
                values.append(value)
        return values

    def _definition(self, node: "Node") -> Iterator[Statement]:
        """`#define NAME value`."""
        value, token = self.field(node, "value"), self.first_token(node)
        expression = self._reparse(self.offset(value), self.end(value))
        yield Declaration(token._replace(kind=Kind.MARK), None, self.token(self.field(node, "name")), expression)

    def _reparse(self, start: int, end: int, function: str = "") -> Expression:
        """The expression that a part of the text is, which may be the arguments of a function."""
        base = self._base
        try:
            root = self.parse_code(self.prepared[start:end], start, f"return {function}", ";")
            values = [] if root.has_error else self.named(root.named_children[0].named_children[0])
            if len(values) != 1:
                raise TextError(*self.position(start), "an expression is expected here")
            return self.expression(values[0])
        finally:
            self._base = base

    # --- declarations ---

    def _declaration(self, node: "Node") -> Iterator[Statement]:
        """`const Type a(1), *b = value;`; that of a member has its value behind the declarator."""
        token, type_name = self.first_token(node), self._type(node)
        for declarator in node.children_by_field_name("declarator"):
            value = declarator.child_by_field_name("value")
            if value is None and node.type == "field_declaration":
                value = declarator.next_sibling
                value = value.next_sibling if value is not None and value.type == "=" else value
                value = value if value is not None and value.is_named else None
            yield from self._declare(token, type_name, declarator, value)

    def _type(self, node: "Node") -> Name | None:
        """The type that a declaration states; None if it is inferred."""
        stated = self.field(node, "type")
        if stated.child_by_field_name("body") is not None:
            raise self.fault(stated, "a type that is defined here: skipped")
        return None if stated.type == _INFERRED else self._name(stated)

    def _declare(self, token: Token, type_name: Name | None, node: "Node", value: "Node | None") -> Iterator[Statement]:
        declarator, lengths = self._declarator(node)
        if declarator.type == "structured_binding_declarator":
            yield from self._unpack(token, declarator, value)
            return
        if declarator.type == "function_declarator":
            given = self.field(declarator, "parameters")
            call = self._reparse(self.offset(given), self.end(given), "f")
            name = self._variable(self.field(declarator, "declarator"))
            yield Declaration(token, type_name, name, None, call.arguments if isinstance(call, CallNode) else ())
            return
        name = self._variable(declarator)
        if value is None:
            yield Declaration(token, type_name, name, None, None, lengths)
        elif value.type == "argument_list":
            yield Declaration(token, type_name, name, None, self._arguments(value))
        elif value.type == "lambda_expression":
            header = FunctionHeader(token, name.text, self._parameters(value), is_lambda=True)
            yield from self.not_understood(value, header)
        else:
            is_typed = value.type == "initializer_list" and not self._follows_sign(value)
            expression = self._group(value, type_name) if is_typed else self.expression(value)
            yield Declaration(token, type_name, name, expression, None, lengths)

    def _follows_sign(self, value: "Node") -> bool:
        return value.prev_sibling is not None and value.prev_sibling.type == "="

    def _declarator(self, node: "Node") -> "tuple[Node, tuple[Expression, ...]]":
        """The declared name, without `*`, `&` and brackets, and the lengths in these."""
        lengths = list[Expression]()
        while node.type in _DECLARATORS or node.type == "init_declarator":
            if node.type == "array_declarator":
                lengths.insert(0, self._length(node))
            node = node.child_by_field_name("declarator") or self.named(node)[0]
        return node, tuple(lengths)

    def _length(self, node: "Node") -> Expression:
        size = node.child_by_field_name("size")
        if size is not None:
            return self.expression(size)
        bracket = self.token(node.children[1])
        return Name(bracket, bracket.end, ("",))

    def _variable(self, node: "Node") -> Token:
        if node.type not in _VARIABLES:
            raise self.fault(node, "expected a name")
        return self.token(node)

    def _unpack(self, token: Token, names: "Node", value: "Node | None") -> Iterator[Statement]:
        """`auto& [a, b] = value;`, `auto [a, b]{value};`."""
        if value is None:
            raise self.fault(names, "must have a value")
        if value.type in ("argument_list", "initializer_list"):
            value = self.named(value)[0]
        yield from unpacked_names(token, [self.token(name) for name in self.named(names)], self.expression(value), None)

    # --- functions and loops ---

    def _function(self, node: "Node") -> Iterator[Statement]:
        try:
            header: Statement | TextError = self._function_header(node)
        except TextError as fault:
            header = fault
        return self.not_understood(node, header)

    def _function_header(self, node: "Node") -> FunctionHeader:
        """`Type name(parameters)`, and the header of a constructor that initialises members."""
        declarator, _ = self._declarator(self.field(node, "declarator"))
        name = self.field(declarator, "declarator")
        members = tuple(self._initialized_members(node))
        has_type = node.child_by_field_name("type") is not None  # otherwise a macro, such as TEST(…)
        if not members and not (has_type and name.type in _VARIABLES):
            raise self.fault(name, "the header of a function: skipped")
        return FunctionHeader(self.first_token(node), self._name(name).last, self._parameters(declarator), members)

    def _initialized_members(self, node: "Node") -> Iterator[Declaration]:
        """`: box_(1, 2, 3), pose_{p, q}`."""
        for members in node.children:
            for initializer in self.named(members) if members.type == "field_initializer_list" else ():
                member, value = self.named(initializer)[:2]
                name = self._name(member).token
                yield Declaration(name, None, name, None, self._arguments(value))

    def _parameters(self, node: "Node") -> tuple[Parameter, ...]:
        """The parameters of a function or lambda; those that have a name."""
        declarator = node.child_by_field_name("declarator") if node.type == "lambda_expression" else node
        parameters = list[Parameter]()
        for parameter in self.named(self.field(declarator, "parameters")) if declarator is not None else ():
            stated = parameter.child_by_field_name("declarator")
            name = self._declarator(stated)[0] if stated is not None else None
            if stated is not None and name is not None and name.type in _VARIABLES:
                default = self.known(parameter.child_by_field_name("default_value"))
                parameters.append(Parameter(self.token(name), default, stated.type in _DECLARATORS))
        return tuple(parameters)

    def _for(self, node: "Node") -> Iterator[Statement]:
        initializer, update = node.child_by_field_name("initializer"), node.child_by_field_name("update")
        is_declared = initializer is not None and initializer.type == "declaration"
        declared = list(self._declaration(initializer)) if initializer is not None and is_declared else []
        return self.counting_loop(node, declared, self._comma_separated(update) if update is not None else [])

    def _range_for(self, node: "Node") -> Iterator[Statement]:
        declarator, _ = self._declarator(self.field(node, "declarator"))
        start = self.first_token(node.children[2])
        return self.listing_loop(node, start, self._type(node), declarator, self.field(node, "right"))

    def _inside_template(self, node: "Node") -> Iterator[Statement]:
        return self.statement(self.named(node)[-1])

    # --- names ---

    def _name(self, node: "Node") -> Name:
        """A qualified name: `a::b<c>::d`."""
        path, of = self._path(node)
        if not path:
            raise self.fault(node, "expected a name")
        first = node
        while first.named_child_count:
            first = self.named(first)[0]
        return Name(self.token(first), self.end(node), path, of)

    def _path(self, node: "Node") -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of a qualified name, and those of its last template arguments' first one."""
        path, of = list[str](), tuple[str, ...]()
        for child in self.named(node) or [node]:
            if child.type == "template_argument_list":
                given = self.named(child)
                if any(argument.type not in _TEMPLATE_ARGUMENTS for argument in given):  # probably a comparison
                    raise self.fault(child, "'<' is not expected here")
                of = self._path(given[0])[0] if given and given[0].type in _NAMES else ()
            elif child is node or not child.named_child_count:
                path += [self.of(child)] if child.type != "type_qualifier" else []
            else:
                inner, inner_of = self._path(child)
                path += inner
                of = inner_of or of
        return tuple(path), of

    # --- expressions ---

    def _call(self, node: "Node") -> Expression:
        function = self.expression(self.field(node, "function"))
        return CallNode(function.token, self.end(node), function, self._arguments(self.field(node, "arguments")))

    def _arguments(self, node: "Node") -> tuple[Argument, ...]:
        return tuple(map(self._argument, self.named(node)))

    def _argument(self, node: "Node") -> Argument:
        """`value`, `name = value`, `.name = value`, `[0] = value`."""
        if node.type == "initializer_pair":
            designator, value = self.field(node, "designator"), self.expression(self.field(node, "value"))
            is_named = designator.type == "field_designator"
            return Argument(self.of(self.named(designator)[0]) if is_named else None, value)
        if node.type == "assignment_expression" and self.field(node, "left").type == "identifier":
            return Argument(self.of(self.field(node, "left")), self.expression(self.field(node, "right")))
        return Argument(None, self.expression(node))

    def _list(self, node: "Node") -> Expression:
        return self._group(node, None)

    def _group(self, node: "Node", type_name: Name | None) -> BracketNode:
        token = type_name.token if type_name is not None else self.first_token(node)
        return BracketNode(token, self.end(node), self._arguments(node), type_name)

    def _literal(self, node: "Node") -> Expression:
        """`Vec3{1, 2, 3}` and `(Vec3){1, 2, 3}`."""
        return self._group(self.field(node, "value"), self._name(self.field(node, "type")))

    def _new(self, node: "Node") -> Expression:
        """`new Type(value)`, `new Type{value}`, `new Type`."""
        name, arguments = self._name(self.field(node, "type")), node.child_by_field_name("arguments")
        if arguments is None:
            return name
        if arguments.type == "initializer_list":
            return self._group(arguments, name)
        return CallNode(name.token, self.end(node), name, self._arguments(arguments))

    def _subscript(self, node: "Node") -> Expression:
        base = self.expression(self.field(node, "argument"))
        indices = tuple(map(self.expression, self.named(self.field(node, "indices"))))
        return Subscript(base.token, self.end(node), base, indices)

    def _member(self, node: "Node") -> Expression:
        operator = self.field(node, "operator")
        if operator.type not in (".", "->"):
            raise self.fault(operator, f"'{operator.type}' is not read")
        base, name = self.expression(self.field(node, "argument")), self._name(self.field(node, "field"))
        return Member(base.token, self.end(node), base, name.last, name.of)

    def _parenthesized_value(self, node: "Node") -> Expression:
        """`(value)`, and `(a << 1, 2)` of Eigen."""
        (inside,) = self.named(node)
        if inside.type != "comma_expression":
            return self.expression(inside)
        items = tuple(Argument(None, self.expression(value)) for value in self._comma_separated(inside))
        return BracketNode(self.first_token(node), self.end(node), items)

    expressions: ClassVar = {
        **dict.fromkeys(_NAMES, _name),
        "call_expression": _call,
        "initializer_list": _list,
        "compound_literal_expression": _literal,
        "new_expression": _new,
        "subscript_expression": _subscript,
        "field_expression": _member,
        "parenthesized_expression": _parenthesized_value,
        "unary_expression": BracedLowering.prefix,
        **dict.fromkeys(
            ("pointer_expression", "cast_expression", "condition_clause", "sizeof_expression"), BracedLowering.same
        ),
        "binary_expression": BracedLowering.binary,
        "conditional_expression": BracedLowering.choice,
    }
    statements_of: ClassVar = {
        "expression_statement": BracedLowering.expression_statement,
        "return_statement": BracedLowering.return_value,
        "preproc_def": _definition,
        **dict.fromkeys(("declaration", "field_declaration"), _declaration),
        "function_definition": _function,
        "for_statement": _for,
        "for_range_loop": _range_for,
        "while_statement": BracedLowering.while_loop,
        "if_statement": BracedLowering.condition,
        "template_declaration": _inside_template,
        "access_specifier": BracedLowering.nothing,
    }
