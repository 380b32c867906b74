"""Lowers the syntax trees of C#.

    var crate = new Box(1, 2, 3) { Pose = new(Vector3.Zero) };
    if (Physics.SphereCast(origin, 0.5f, direction, out RaycastHit hit, 3)) { … }

A cast, `await`, `ref` and `out` stand for the value itself.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.code.grammars.braces import BracedLowering
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.syntax import (
    DEPENDS,
    TARGET_TYPED,
    Argument,
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

_BY_REFERENCE = frozenset({"ref", "out"})
_WORDS = frozenset("identifier predefined_type this base null_literal boolean_literal".split())
_QUALIFIED = frozenset({"qualified_name", "alias_qualified_name", "member_access_expression"})
_TYPES = _WORDS | _QUALIFIED | {"generic_name"}
_ATTRIBUTE = re.compile(r"^([^\S\n]*)\[[A-Z]\w*(?:\([^)\]\n]*\))?\](?=\s*[\w\[])", re.MULTILINE)  # [SerializeField]


class CsharpLowering(BracedLowering):
    """The statements and expressions of a text of C#."""

    grammar = Grammar(
        "tree_sitter_c_sharp",
        closing="\n;",  # the end of the text ends a statement
        numbers=frozenset({"integer_literal", "real_literal"}),
        strings=frozenset(
            "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression"
            " character_literal".split()
        ),
    )
    casts = "cast_expression"
    containers = frozenset("compilation_unit global_statement block declaration_list switch_body".split())

    def prepare(self, text: str) -> str:
        return _ATTRIBUTE.sub(lambda match: " " * len(match[0]), super().prepare(text))

    # --- statements ---

    def _declarations(self, node: "Node") -> Iterator[Statement]:
        """`const float a = 1, b = 2;`, `public Vector3[] corners;`, `var (x, y) = pair;`."""
        declaration = next(child for child in node.children if child.type == "variable_declaration")
        return iter(self._declare(declaration, self.first_token(node)))

    def _declare(self, node: "Node", token: Token) -> list[Statement]:
        type_name, declared = self._type(self.field(node, "type")), list[Statement]()
        for declarator in self.named(node)[1:]:
            name, is_set = declarator.children[0], any(child.type == "=" for child in declarator.children)
            value = _add_type(self.expression(declarator.children[-1]), type_name) if is_set else None
            if name.type == "tuple_pattern" and value is not None:
                declared += unpacked_names(token, self._names(name), value, None)
            else:
                declared.append(Declaration(token, type_name, self.token(name, Kind.NAME), value))
        return declared

    def _section(self, node: "Node") -> Iterator[Statement]:
        """What follows `case 1:` in a `switch`."""
        colon = max(i for i, child in enumerate(node.children) if child.type == ":")
        for child in node.children[colon + 1 :]:
            yield from self.statement(child)

    def _names(self, pattern: "Node") -> list[Token]:
        """The names in `(x, y)`."""
        if any(child.type != "identifier" for child in self.named(pattern)):
            raise self.fault(pattern, "expected names in these brackets")
        return [self.token(child) for child in self.named(pattern)]

    def _type(self, node: "Node") -> Name | None:
        """The name of a type, without `[]` and `?`; None if it is inferred."""
        if node.type == "implicit_type":
            return None
        return self._name(node) if node.type in _TYPES else self._type(self.named(node)[0])

    def _property(self, node: "Node") -> Iterator[Statement]:
        """`public float Radius { get; set; } = 0.5f;`."""
        name, value = self.field(node, "name"), node.child_by_field_name("value")
        if value is None or value.type == "arrow_expression_clause":
            yield from self.skip(node)
        else:
            type_name = self._type(self.field(node, "type"))
            initial = _add_type(self.expression(value), type_name)
            yield Declaration(self.first_token(node), type_name, self.token(name), initial)

    def _function(self, node: "Node") -> Iterator[Statement]:
        """`public static float Sum(float a, ref float b) { … }`."""
        body = self.field(node, "body")
        if body.type != "block":
            raise self.fault(body, "a function that is an expression is not understood")
        name = self.of(self.field(node, "name"))
        yield FunctionHeader(self.first_token(node), name, tuple(self._parameters(self.field(node, "parameters"))))
        yield from self.statement(body)

    def _parameters(self, node: "Node") -> Iterator[Parameter]:
        for parameter in self.named(node):
            if parameter.type != "parameter":  # of params Type[] values
                continue
            is_reference = any(
                child.type == "modifier" and self.of(child) in _BY_REFERENCE for child in parameter.children
            )
            default = parameter.children[-1] if any(child.type == "=" for child in parameter.children) else None
            yield Parameter(self.token(self.field(parameter, "name")), self.known(default), is_reference)

    def _using(self, node: "Node") -> Iterator[Statement]:
        """`using (var stream = value) { … }`."""
        if any(child.type == "variable_declaration" for child in node.children):
            yield from self._declarations(node)
        yield from self.statement(self.field(node, "body"))

    def _for(self, node: "Node") -> Iterator[Statement]:
        """`for (int i = 0; i < 3; i++) …`."""
        initializer, declared = node.child_by_field_name("initializer"), list[Statement]()
        if initializer is not None and initializer.type == "variable_declaration":
            declared = self._declare(initializer, self.first_token(initializer))
        steps = [child for child in node.children_by_field_name("update") if child.is_named]
        return self.counting_loop(node, declared, steps)

    def _foreach(self, node: "Node") -> Iterator[Statement]:
        """`foreach (var corner in corners) …`."""
        stated, name = node.child_by_field_name("type"), self.field(node, "left")
        type_name = self._type(stated) if stated is not None else None
        return self.listing_loop(node, self.first_token(stated or name), type_name, name, self.field(node, "right"))

    # --- names ---

    def _name(self, node: "Node") -> Name:
        path, of = self._path(node)
        return Name(self.first_token(node), self.end(node), path, of)

    def _path(self, node: "Node") -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of a qualified name, and those of its first type argument."""
        if node.type in _WORDS:
            return (self.of(node),), ()
        parts = self.named(node)
        if node.type == "generic_name":
            of = self.named(parts[1])
            return (self.of(parts[0]),), self._path(of[0])[0] if of and of[0].type in _TYPES else ()
        if node.type not in _QUALIFIED:
            raise self.fault(node, "expected a name")
        (outer, _), (inner, of_inner) = map(self._path, (parts[0], parts[-1]))
        return (*outer, *inner), of_inner

    def _member(self, node: "Node") -> Expression:
        """`body.Pose`; of a name, a longer name."""
        base, name = self.expression(self.field(node, "expression")), self._name(self.field(node, "name"))
        if isinstance(base, Name):
            return Name(base.token, name.end, (*base.path, *name.path), name.of)
        return Member(base.token, name.end, base, name.last, name.of)

    # --- calls and lists ---

    def _call(self, node: "Node") -> Expression:
        function = self.expression(self.field(node, "function"))
        return CallNode(function.token, self.end(node), function, self._arguments(self.field(node, "arguments")))

    def _arguments(self, node: "Node") -> tuple[Argument, ...]:
        return tuple(map(self._argument, self.named(node)))

    def _argument(self, node: "Node") -> Argument:
        """`value`, `name: value`, `out Type name`."""
        name = node.child_by_field_name("name")
        return Argument(self.of(name) if name is not None else None, self.expression(node.children[-1]))

    def _items(self, node: "Node") -> tuple[Argument, ...]:
        return tuple(map(self._item, self.named(node)))

    def _item(self, node: "Node") -> Argument:
        """`value`, `Field = value`, `[0] = value` of an initialiser; an element of `[…]`."""
        if node.type == "collection_element":
            return self._item(self.named(node)[0])
        if node.type == "expression_element":
            return Argument(None, self.expression(node.children[0]))
        if node.type != "assignment_expression":
            return Argument(None, self.expression(node))
        left, value = self.field(node, "left"), self.expression(self.field(node, "right"))
        return Argument(self.of(left) if left.type == "identifier" else None, value)

    def _list(self, node: "Node") -> Expression:
        """`{ a, b }` and `[a, b]`."""
        return BracketNode(self.token(node.children[0]), self.end(node), self._items(node))

    def _tuple(self, node: "Node") -> Expression:
        return BracketNode(self.token(node.children[0]), self.end(node), self._arguments(node))

    def _creation(self, node: "Node") -> Expression:
        """`new Type(value) { Field = value }`, `new float[3, 9] { … }`, `new Type[2 * n]`."""
        stated, initializer = self.field(node, "type"), self._initializer(node)
        name = self._type(stated)
        if name is None:
            raise self.fault(stated, "expected a name")
        if stated.type == "array_type" and initializer is None:
            sizes = tuple(map(self.expression, self.named(self.field(stated, "rank"))))
            return Subscript(name.token, self.end(node), name, sizes)
        arguments, items = node.child_by_field_name("arguments"), self._items(initializer) if initializer else ()
        if arguments is None:
            return BracketNode(name.token, self.end(node), items, name)
        return CallNode(name.token, self.end(node), name, self._arguments(arguments), items)

    def _initializer(self, node: "Node") -> "Node | None":
        return next((child for child in node.children if child.type == "initializer_expression"), None)

    def _implicit_creation(self, node: "Node") -> Expression:
        """`new(value) { Field = value }`."""
        word, arguments = self.first_token(node), self.named(node)[0]
        function = Name(word, word.end, (TARGET_TYPED,))
        initializer = self._initializer(node)
        items = self._items(initializer) if initializer is not None else ()
        return CallNode(word, self.end(node), function, self._arguments(arguments), items)

    def _implicit_array(self, node: "Node") -> Expression:
        """`new[] { a, b }`."""
        return self.expression(node.children[-1])

    def _worded_call(self, node: "Node") -> Expression:
        """`typeof(Type)` and `default`, as a call or a name."""
        word = self.first_token(node)
        name, stated = Name(word, word.end, (word.text,)), node.child_by_field_name("type")
        if stated is None:
            return name
        return CallNode(word, self.end(node), name, (Argument(None, self._name(stated)),))

    def _subscript(self, node: "Node") -> Expression:
        base = self.expression(self.field(node, "expression"))
        indices = tuple(argument.value for argument in self._arguments(self.field(node, "subscript")))
        return Subscript(base.token, self.end(node), base, indices)

    # --- operators ---

    def _cast(self, node: "Node") -> Expression:
        """`x as Type`."""
        return self.expression(self.field(node, "left"))

    def _output(self, node: "Node") -> Expression:
        """`out Type name`; the product `a * b` as an argument, which the grammar takes for a pointer."""
        stated, name = self.field(node, "type"), self.expression(self.field(node, "name"))
        if stated.type != "pointer_type":
            return name
        factor = self._name(self.named(stated)[0])
        return Binary(factor.token, name.end, "*", factor, name)

    def _postfix(self, node: "Node") -> Expression:
        """`x!`."""
        if node.children[-1].type != "!":
            raise self.fault(node.children[-1], f"'{node.children[-1].type}' is not expected here")
        return self.expression(node.children[0])

    def _binary(self, node: "Node") -> Expression:
        operator = self.field(node, "operator")
        if operator.type == "??":
            raise self.fault(operator, DEPENDS)
        return self.binary(node)

    def _maybe(self, node: "Node") -> Expression:
        """`x?.y`: x may be null."""
        raise self.fault(node.children[1], DEPENDS)

    expressions: ClassVar = {
        **dict.fromkeys((*_WORDS, "generic_name", "alias_qualified_name"), _name),
        "member_access_expression": _member,
        "invocation_expression": _call,
        **dict.fromkeys(("initializer_expression", "collection_expression"), _list),
        "tuple_expression": _tuple,
        **dict.fromkeys(("object_creation_expression", "array_creation_expression"), _creation),
        "stackalloc_expression": _creation,
        "implicit_object_creation_expression": _implicit_creation,
        **dict.fromkeys(("implicit_array_creation_expression", "implicit_stackalloc_expression"), _implicit_array),
        **dict.fromkeys(("typeof_expression", "default_expression"), _worded_call),
        "element_access_expression": _subscript,
        **dict.fromkeys(
            "parenthesized_expression cast_expression await_expression ref_expression checked_expression".split(),
            BracedLowering.same,
        ),
        "declaration_expression": _output,
        "as_expression": _cast,
        "prefix_unary_expression": BracedLowering.prefix,
        "postfix_unary_expression": _postfix,
        "binary_expression": _binary,
        "conditional_expression": BracedLowering.choice,
        "conditional_access_expression": _maybe,
    }
    statements_of: ClassVar = {
        **dict.fromkeys(("local_declaration_statement", "field_declaration"), _declarations),
        "property_declaration": _property,
        "expression_statement": BracedLowering.expression_statement,
        "return_statement": BracedLowering.return_value,
        **dict.fromkeys(("method_declaration", "local_function_statement"), _function),
        "using_statement": _using,
        "if_statement": BracedLowering.condition,
        "for_statement": _for,
        "foreach_statement": _foreach,
        "while_statement": BracedLowering.while_loop,
        "switch_section": _section,
        **dict.fromkeys(
            "class_declaration struct_declaration interface_declaration record_declaration enum_declaration"
            " namespace_declaration constructor_declaration destructor_declaration operator_declaration"
            " indexer_declaration event_declaration delegate_declaration do_statement switch_statement try_statement"
            " lock_statement fixed_statement unsafe_statement checked_statement".split(),
            BracedLowering.skip,
        ),
        **dict.fromkeys(
            "using_directive file_scoped_namespace_declaration extern_alias_directive empty_statement break_statement"
            " continue_statement goto_statement throw_statement yield_statement event_field_declaration".split(),
            BracedLowering.nothing,
        ),
    }


def _add_type(value: Expression, type_name: Name | None) -> Expression:
    """`new(…)` as a call of the constructor of the type that is declared."""
    if not isinstance(value, CallNode) or not isinstance(value.function, Name) or type_name is None:
        return value
    is_untyped = value.function.path == (TARGET_TYPED,)
    return value._replace(function=type_name._replace(token=value.token)) if is_untyped else value
