"""C and C++ as statements: the grammar of C++ reads both."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, TextError, Token
from gjkscope.app.bring.notations.code.grammars.trees import Grammar, Lowering
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
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
)

if TYPE_CHECKING:
    from tree_sitter import Node

_ASSIGNING = frozenset({"=", "+=", "-=", "*=", "/="})
_DECLARATORS = frozenset({"pointer_declarator", "reference_declarator", "array_declarator", "parenthesized_declarator"})
_NAMES = (
    "identifier",
    "type_identifier",
    "field_identifier",
    "namespace_identifier",
    "qualified_identifier",
    "template_type",
    "template_function",
    "primitive_type",
    "sized_type_specifier",
    "this",
    "true",
    "false",
    "null",
    "placeholder_type_specifier",
    "dependent_name",
    "type_descriptor",
)
_MODIFIERS = frozenset({"type_qualifier"})


class CppLowering(Lowering):
    """Lowers trees of C++."""

    grammar = Grammar(
        "tree_sitter_cpp",
        opening="{",  # some statements are read only inside a function
        closing=";}",
        numbers=frozenset({"number_literal", "user_defined_literal"}),
        strings=frozenset({"string_literal", "raw_string_literal", "char_literal", "concatenated_string"}),
    )
    containers = frozenset({"translation_unit", "compound_statement", "field_declaration_list", "declaration_list"})

    # --- statements ---

    def _expression_statement(self, node: "Node") -> Iterator[Statement]:
        token = self.first_token(node)
        inside = self.named(node)
        if not inside:
            return
        yield from self._of_expression(token, inside[0])

    def _of_expression(self, token: Token, node: "Node") -> Iterator[Statement]:
        if node.type == "assignment_expression":
            yield from self._assignments(token, node)
        elif node.type == "update_expression":
            yield self._step(node)
        else:
            values = self._comma_separated(node)
            first = self.expression(values[0])
            if isinstance(first, Binary) and first.operator == "<<":
                yield self._streamed(token, first, [self.expression(value) for value in values[1:]])
            elif len(values) > 1:
                raise self.fault(values[1], "',' is not expected here")
            else:
                yield BareExpression(token, first)

    def _comma_separated(self, node: "Node") -> "list[Node]":
        if node.type != "comma_expression":
            return [node]
        return [value for side in self.named(node) for value in self._comma_separated(side)]

    def _streamed(self, token: Token, first: Binary, rest: list[Expression]) -> Assignment:
        """`target << a << b` and Eigen's `target << a, b`."""
        values, target = [first.right, *rest], first.left
        while isinstance(target, Binary) and target.operator == "<<":
            values.insert(0, target.right)
            target = target.left
        return Assignment(token, target, "<<", tuple(values))

    def _assignments(self, token: Token, node: "Node") -> Iterator[Statement]:
        """`a = b = value` and `a += value`: the last one first."""
        targets, operators = [], []
        while node.type == "assignment_expression":
            left, operator, right = (self.field(node, name) for name in ("left", "operator", "right"))
            if operator.type not in _ASSIGNING:
                raise self.fault(operator, f"{operator.type} is not read")
            targets.append(self.expression(left))
            operators.append(operator.type)
            node = right
        value = self.expression(node)
        for target, operator_text in zip(reversed(targets), reversed(operators), strict=True):
            yield Assignment(token, target, operator_text, (value,))

    def _step(self, node: "Node") -> Assignment:
        """`i++`, `--i`, `i += 2`, `i = i + 2`."""
        token = self.first_token(node)
        if node.type == "assignment_expression":
            (step,) = self._assignments(token, node)
            assert isinstance(step, Assignment)
            return step
        if node.type != "update_expression":
            raise self.fault(node, "is not a step of a loop")
        target = self.expression(self.field(node, "argument"))
        one = target.token._replace(kind=Kind.NUMBER, text="1", value=1.0)
        return Assignment(token, target, f"{self.field(node, 'operator').type[0]}=", (Number(one, one.end),))

    def _return(self, node: "Node") -> Iterator[Statement]:
        values = self.named(node)
        if not values:
            raise self.fault(node, "nothing is returned")
        yield BareExpression(self.first_token(node), self.expression(values[0]))

    def _definition(self, node: "Node") -> Iterator[Statement]:
        """`#define NAME value`."""
        value, token = self.field(node, "value"), self.first_token(node)
        expression = self._text_as_expression(self.offset(value), self.end(value))
        yield Declaration(token._replace(kind=Kind.MARK), None, self.token(self.field(node, "name")), expression)

    def _text_as_expression(self, start: int, end: int, called: str = "") -> Expression:
        """The expression that a part of the text is; with `called`, the arguments of a call."""
        base = self._base
        try:
            root = self.parsed(self.prepared[start:end], start, f"return {called}", ";")
            value = root.named_children[0].named_children[0].named_children[0]
            if root.has_error:
                raise self.fault(value, "is not an expression")
            return self.expression(value)
        finally:
            self._base = base

    # --- declarations ---

    def _declaration(self, node: "Node") -> Iterator[Statement]:
        token, type_node = self.first_token(node), self.field(node, "type")
        if type_node.child_by_field_name("body") is not None:
            raise self.fault(type_node, "a type that is defined here: skipped")
        type_name = self._name(type_node)
        inferred = None if type_node.type == "placeholder_type_specifier" else type_name
        default: Node | None = None
        for declarator in node.children_by_field_name("declarator"):
            if node.type == "field_declaration":
                default = self._default_of(declarator)
            yield from self._declared(token, inferred, declarator, default)

    def _default_of(self, declarator: "Node") -> "Node | None":
        """The value of a member behind its name."""
        following = declarator.next_sibling
        if following is not None and following.type == "=":
            following = following.next_sibling
        return following if following is not None and following.is_named else None

    def _declared(
        self, token: Token, type_name: Name | None, node: "Node", default: "Node | None" = None
    ) -> Iterator[Statement]:
        value, arguments, lengths = default, None, list[Expression]()
        if node.type == "init_declarator":
            value = self.field(node, "value")
            node = self.field(node, "declarator")
        if node.type == "function_declarator":
            name = self.field(node, "declarator")
            given = self.field(node, "parameters")
            call = self._text_as_expression(self.offset(given), self.end(given), "f")
            assert isinstance(call, CallNode)
            yield Declaration(token, type_name, self._declared_name(name), None, call.arguments)
            return
        while node.type in _DECLARATORS or node.type == "structured_binding_declarator":
            if node.type == "structured_binding_declarator":
                yield from self._unpacked(token, self.named(node), value)
                return
            if node.type == "array_declarator":
                lengths.insert(0, self._length(node))
            node = self.named(node)[0] if node.type != "array_declarator" else self.field(node, "declarator")
        name_token = self._declared_name(node)
        if value is not None and value.type == "argument_list":
            arguments = self._arguments(value)
            yield Declaration(token, type_name, name_token, None, arguments)
        elif value is not None and value.type == "lambda_expression":
            yield from self._lambda(token, name_token, value)
        elif value is not None:
            is_typed = value.type == "initializer_list" and (
                value.prev_sibling is None or value.prev_sibling.type != "="
            )
            expression = self._group(value, type_name) if is_typed else self.expression(value)
            yield Declaration(token, type_name, name_token, expression, None, tuple(lengths))
        else:
            yield Declaration(token, type_name, name_token, None, None, tuple(lengths))

    def _declared_name(self, node: "Node") -> Token:
        if node.type not in ("identifier", "field_identifier"):
            raise self.fault(node, "expected a name")
        return self.token(node)

    def _length(self, node: "Node") -> Expression:
        size = node.child_by_field_name("size")
        if size is not None:
            return self.expression(size)
        bracket = self.token(next(child for child in node.children if child.type == "["))
        return Name(bracket, bracket.end, ("",))

    def _unpacked(self, token: Token, names: "list[Node]", value: "Node | None") -> Iterator[Statement]:
        """`auto& [a, b] = value;`."""
        if value is None:
            raise self.fault(names[0], "must have a value")
        if value.type in ("argument_list", "initializer_list"):
            value = self.named(value)[0]
        tokens = [self.token(name) for name in names]
        whole = self.expression(value)
        if len(tokens) == 1:
            yield Declaration(token, None, tokens[0], whole)
            return
        if isinstance(whole, CallNode):  # evaluated once
            all_of = tokens[0]._replace(text=f"[{', '.join(one.text for one in tokens)}]")
            yield Declaration(token, None, all_of, whole)
            whole = Name(all_of, all_of.end, (all_of.text,))
        for place, name in enumerate(tokens):
            target = Name(name, name.end, (name.text,))
            if isinstance(whole, BracketNode) and len(whole.items) == len(tokens):
                part = whole.items[place].value
            else:
                part = self._element(token, whole, place)
            yield Assignment(token, target, "=", (part,))

    def _element(self, token: Token, whole: Expression, place: int) -> Expression:
        index = token._replace(kind=Kind.NUMBER, text=str(place), value=float(place))
        return Subscript(whole.token, whole.end, whole, (Number(index, index.end),))

    def _lambda(self, token: Token, name: Token, node: "Node") -> Iterator[Statement]:
        """A lambda that a variable holds is a function."""
        declarator = node.child_by_field_name("declarator")
        parameters = self._parameters(declarator) if declarator is not None else ()
        header = FunctionHeader(token, name.text, parameters, is_lambda=True)
        yield from self.not_understood(node, header)

    # --- functions, loops and blocks ---

    def _function(self, node: "Node") -> Iterator[Statement]:
        body = node.child_by_field_name("body")
        if body is None:  # = default
            raise self.fault(node, "a function without a body: skipped")
        try:
            header: Statement | TextError = self._function_header(node)
        except TextError as fault:
            header = fault
        yield from self.not_understood(node, header)

    def _function_header(self, node: "Node") -> FunctionHeader:
        declarator = self.field(node, "declarator")
        while declarator.type in _DECLARATORS:
            declarator = self.named(declarator)[0]
        initializers = next((child for child in node.children if child.type == "field_initializer_list"), None)
        members = self._initialized_members(initializers) if initializers is not None else ()
        name = self.field(declarator, "declarator")
        if node.child_by_field_name("type") is None and not members:  # a macro, such as TEST(…), or a constructor
            raise self.fault(name, "the header of a function: skipped")
        if not members and name.type not in ("identifier", "field_identifier"):
            raise self.fault(name, "the header of a function: skipped")
        text = self._name(name).last
        return FunctionHeader(self.first_token(node), text, self._parameters(declarator), members)

    def _initialized_members(self, node: "Node") -> tuple[Declaration, ...]:
        """What a constructor initialises: `: box_(1, 2, 3), pose_{p, q}`."""
        members = []
        for initializer in self.named(node):
            name_node, value = self.named(initializer)[:2]
            name = self._name(name_node).token
            arguments = self._arguments(value) if value.type == "argument_list" else self._items(value)
            members.append(Declaration(name, None, name, None, arguments))
        return tuple(members)

    def _parameters(self, declarator: "Node") -> tuple[Parameter, ...]:
        parameters = []
        for node in self.named(self.field(declarator, "parameters")):
            name = node.child_by_field_name("declarator")
            is_reference = False
            while name is not None and name.type in _DECLARATORS:
                is_reference = True
                name = next(iter(self.named(name)), None)
            if name is None or name.type not in ("identifier", "field_identifier"):
                continue
            default = node.child_by_field_name("default_value")
            try:
                value = self.expression(default) if default is not None else None
            except TextError:  # the parameter has no value that is known
                value = None
            parameters.append(Parameter(self.token(name), value, is_reference))
        return tuple(parameters)

    def _for(self, node: "Node") -> Iterator[Statement]:
        token = self.first_token(node)
        initializer, condition, update = (node.child_by_field_name(n) for n in ("initializer", "condition", "update"))
        declared = self._declared_variables(initializer) if initializer is not None else ()
        header = LoopHeader(token, declared, self._end_of_header(node))
        if declared and condition is not None and update is not None and all(one.value is not None for one in declared):
            try:
                steps = tuple(self._step(one) for one in self._comma_separated(update))
                header = header._replace(condition=self.expression(condition), update=steps)
            except TextError:  # the loop is read once
                pass
        yield header
        yield from self._body(node)

    def _declared_variables(self, node: "Node") -> tuple[Declaration, ...]:
        if node.type != "declaration":
            return ()
        return tuple(one for one in self._declaration(node) if isinstance(one, Declaration))

    def _range_for(self, node: "Node") -> Iterator[Statement]:
        token, declarator = self.first_token(node), self.field(node, "declarator")
        while declarator.type in _DECLARATORS:
            declarator = self.named(declarator)[0]
        end = self._end_of_header(node)
        if declarator.type == "structured_binding_declarator":
            yield LoopHeader(token, (), end)
        else:
            values = self.expression(self.field(node, "right"))
            first = self._element(token, values, 0)
            type_node = self.field(node, "type")
            type_name = None if type_node.type == "placeholder_type_specifier" else self._name(type_node)
            opening = next(child for child in node.children if child.type == "(")
            start = opening.next_sibling
            assert start is not None
            declared = Declaration(self.first_token(start), type_name, self._declared_name(declarator), first)
            yield LoopHeader(token, (declared,), end, values=values)
        yield from self._body(node)

    def _while(self, node: "Node") -> Iterator[Statement]:
        yield LoopHeader(self.first_token(node), (), self._end_of_header(node))
        yield from self._body(node)

    def _end_of_header(self, node: "Node") -> int:
        body = self.field(node, "body")
        before = body.prev_sibling
        assert before is not None
        return self.end(before)

    def _body(self, node: "Node") -> Iterator[Statement]:
        """The body of a loop: a block, or one statement; an empty one is an empty block."""
        body = self.field(node, "body")
        statements = list(self.statement(body))
        if statements:
            yield from statements
        else:
            token = self.first_token(body)
            yield BlockStart(token)
            yield BlockEnd(token)

    def _if(self, node: "Node") -> Iterator[Statement]:
        """The call of `if (world.castShape(…))`, whose block follows; other conditions are not understood."""
        header: Statement | TextError = self.fault(node, "'if': skipped")
        if self.field(node, "consequence").type == "compound_statement":
            header = self._asking_condition(node) or header
        yield from self.not_understood(node, header)

    def _asking_condition(self, node: "Node") -> BareExpression | None:
        try:
            condition = self.expression(self.field(self.field(node, "condition"), "value"))
        except TooDeep:
            raise
        except TextError:
            return None
        call = condition.operand if isinstance(condition, Unary) else condition
        if not isinstance(call, CallNode) or not isinstance(call.function, (Name, Member)):
            return None
        name = call.function.last if isinstance(call.function, Name) else call.function.name
        return BareExpression(self.first_token(node), call) if "Cast" in name else None

    def _inside_template(self, node: "Node") -> Iterator[Statement]:
        yield from self.statement(self.named(node)[-1])

    def _nothing(self, node: "Node") -> Iterator[Statement]:
        yield from ()

    # --- expressions ---

    def _name(self, node: "Node") -> Name:
        """A qualified name: `a::b<c>::d`."""
        path, of = self._path(node)
        if not path:
            raise self.fault(node, "expected a name")
        return Name(self._token_of_name(node), self.end(node), path, of)

    def _token_of_name(self, node: "Node") -> Token:
        """The first word of a name."""
        while node.named_child_count and node.type != "user_defined_literal":
            node = self.named(node)[0]
        return self.token(node)

    def _path(self, node: "Node") -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of a qualified name, and those of its first template argument."""
        path: list[str] = []
        of: tuple[str, ...] = ()
        for child in self.named(node) or [node]:
            if child.type == "template_argument_list":
                first = next(iter(self.named(child)), None)
                of = self._path(first)[0] if first is not None and first.type in _NAMES else ()
            elif child is node or not child.named_child_count:
                if child.type not in _MODIFIERS:
                    path.append(self.of(child))
            else:
                inner, inner_of = self._path(child)
                path += inner
                of = inner_of or of
        return tuple(path), of

    def _number(self, node: "Node") -> Expression:
        return self.number(node)

    def _call(self, node: "Node") -> Expression:
        function = self.expression(self.field(node, "function"))
        arguments = self.field(node, "arguments")
        given = self._arguments(arguments) if arguments.type == "argument_list" else self._items(arguments)
        return CallNode(function.token, self.end(node), function, given)

    def _arguments(self, node: "Node") -> tuple[Argument, ...]:
        return tuple(self._item(child) for child in self.named(node))

    _items = _arguments

    def _item(self, node: "Node") -> Argument:
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
        return BracketNode(token, self.end(node), self._items(node), type_name)

    def _literal(self, node: "Node") -> Expression:
        """`Vec3{1, 2, 3}` and `(Vec3){1, 2, 3}`."""
        type_node, value = self.field(node, "type"), self.field(node, "value")
        if value.type != "initializer_list":
            raise self.fault(value, "expected a list")
        return self._group(value, self._name(type_node))

    def _new(self, node: "Node") -> Expression:
        name, arguments = self._name(self.field(node, "type")), node.child_by_field_name("arguments")
        if arguments is None:
            return name
        if arguments.type == "initializer_list":
            return self._group(arguments, name)
        return CallNode(name.token, self.end(node), name, self._arguments(arguments))

    def _subscript(self, node: "Node") -> Expression:
        base = self.expression(self.field(node, "argument"))
        indices = tuple(self.expression(index) for index in self.named(self.field(node, "indices")))
        return Subscript(base.token, self.end(node), base, indices)

    def _member(self, node: "Node") -> Expression:
        operator = self.field(node, "operator")
        if operator.type not in (".", "->"):
            raise self.fault(operator, f"{operator.type} is not read")
        base, name = self.expression(self.field(node, "argument")), self._name(self.field(node, "field"))
        return Member(base.token, self.end(node), base, name.last, name.of)

    def _unary(self, node: "Node") -> Expression:
        operator, operand = self.token(node.children[0]), self.expression(node.named_children[-1])
        if operator.text == "+":
            return operand
        if operator.text in ("-", "−") and isinstance(operand, Number) and operator.end == operand.token.start:
            return _negative(operator, operand.token)
        text = "-" if operator.text == "−" else operator.text
        return Unary(operator, operand.end, text, operand)

    def _reference(self, node: "Node") -> Expression:
        """`*pointer` and `&object`."""
        return self.expression(self.field(node, "argument"))

    def _value(self, node: "Node") -> Expression:
        """`(Type)value`."""
        return self.expression(self.field(node, "value"))

    def _parenthesized(self, node: "Node") -> Expression:
        (inside,) = self.named(node)
        if inside.type != "comma_expression":
            return self.expression(inside)
        items = tuple(Argument(None, self.expression(value)) for value in self._comma_separated(inside))
        return BracketNode(self.first_token(node), self.end(node), items)

    def _binary(self, node: "Node") -> Expression:
        left, right = self.expression(self.field(node, "left")), self.expression(self.field(node, "right"))
        return Binary(left.token, right.end, self.field(node, "operator").type, left, right)

    def _conditional(self, node: "Node") -> Expression:
        condition, yes, no = (
            self.expression(self.field(node, name)) for name in ("condition", "consequence", "alternative")
        )
        mark = next(child for child in node.children if child.type == "?")
        return Conditional(self.token(mark), no.end, condition, yes, no)

    def _size(self, node: "Node") -> Expression:
        """`sizeof(Type)` and `sizeof value`."""
        value = self.named(node)[0]
        return self._name(value) if value.type == "type_descriptor" else self.expression(value)

    expressions: ClassVar = {
        **dict.fromkeys(_NAMES, _name),
        "call_expression": _call,
        "initializer_list": _list,
        "compound_literal_expression": _literal,
        "new_expression": _new,
        "subscript_expression": _subscript,
        "field_expression": _member,
        "unary_expression": _unary,
        "pointer_expression": _reference,
        "cast_expression": _value,
        "parenthesized_expression": _parenthesized,
        "binary_expression": _binary,
        "conditional_expression": _conditional,
        "sizeof_expression": _size,
    }
    statements_of: ClassVar = {
        "access_specifier": _nothing,
        "expression_statement": _expression_statement,
        "return_statement": _return,
        "preproc_def": _definition,
        "declaration": _declaration,
        "field_declaration": _declaration,
        "function_definition": _function,
        "for_statement": _for,
        "for_range_loop": _range_for,
        "while_statement": _while,
        "if_statement": _if,
        "template_declaration": _inside_template,
    }


def _negative(sign: Token, number: Token) -> Number:
    """A number with its sign, as one token."""
    text = f"-{number.text}"
    token = Token(Kind.NUMBER, text, sign.line, sign.column, sign.start, number.end, -number.value)
    return Number(token, token.end)
