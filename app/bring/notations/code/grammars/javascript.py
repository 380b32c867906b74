"""JavaScript and TypeScript, both with the grammar of TypeScript.

A function is a `FunctionHeader` in front of its block.  One without a name, such as the body of a test or a method of a
class, is read where it is, behind the statement that it is a part of; its parameters have no values.  Patterns that
take a value apart become one declaration for each name.  `this.x` is the variable x.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.bring.notations.code.grammars.trees import Grammar, Lowering
from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    Binary,
    BlockEnd,
    BlockStart,
    BracketNode,
    CallNode,
    Clause,
    Comprehension,
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
    String,
    Subscript,
    Unary,
    Unknown,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = frozenset("arrow_function function_expression generator_function method_definition".split())
_LITERALS = frozenset("string template_string number true false null undefined regex".split())
_PATTERNS = frozenset({"array_pattern", "object_pattern"})
_OPERATORS = {"===": "==", "!==": "!="}
_UNREAD_OPERATORS = frozenset({"in", "instanceof"})  # of other meanings than in Python, and of types
_ASSIGNING = frozenset({"+=", "-=", "*=", "/="})
_END_OF_LINE = re.compile(r"(?<![-=+*/%&|<>,(\[{?\s])[^\S\n]*\n(?=\s*[\w$}])|(?<=;)[^\S\n]*\n")  # that ends a statement
_IMPORTING = re.compile(r"(?:await\s+)?(?:require|import)\s*\(")


class JavascriptLowering(Lowering):
    grammar = Grammar(
        "tree_sitter_typescript",
        "language_typescript",
        numbers=frozenset({"number"}),
        strings=frozenset({"string", "template_string"}),
    )
    containers = frozenset({"program", "statement_block", "class_body", "switch_body"})

    def __init__(self, text: str, language: SourceLanguage) -> None:
        super().__init__(text, language)
        self._inner: list[Node] = []  # functions inside the statement that is being lowered

    # --- faults ---

    def extent(self, fault: "Node") -> tuple[int, int]:
        """The offsets of the statement around a fault, up to the end of a line that ends a statement.

        An error may contain whole statements: it starts behind those in front of it.
        """
        first, last = super().extent(fault)
        place = self.offset(fault)
        error: Node | None = fault
        while error is not None and not (error.type == "ERROR" and error.parent is not None):
            error = error.parent
        for child in error.children if error is not None else ():
            place = self.offset(child)
            if child.type not in self.statements_of or child.has_error:
                break
            first = max(first, self.end(child))
        for found in _END_OF_LINE.finditer(self.prepared, first, last):
            inside = self.prepared[first : found.start()]
            if sum(map(inside.count, "([{")) > sum(map(inside.count, ")]}")):
                continue
            if found.end() > place:
                return first, found.start()
            first = found.end()
        return first, last

    def _separates(self, before: "Node", after: "Node") -> bool:
        between = slice(max(self.end(before) - 1, 0), self.offset(after) + 1)
        return super()._separates(before, after) or bool(_END_OF_LINE.search(self.prepared[between]))

    # --- statements ---

    def statement(self, node: "Node") -> Iterator[Statement]:
        outer, self._inner = self._inner, []
        lowered = list(super().statement(node))
        inner, self._inner = self._inner, outer
        yield from lowered
        for function in inner:
            yield from self._function(function, "")

    def not_understood(self, node: "Node", header: Statement | TextError) -> Iterator[Statement]:
        self._inner.clear()  # which are read with all other blocks of the statement
        yield from super().not_understood(node, header)

    def _functions_in(self, node: "Node") -> "list[Node]":
        """The outermost functions with a block in a node."""
        if node.type in _FUNCTIONS:
            return [node] if self.field(node, "body").type == "statement_block" else []
        return [function for child in node.named_children for function in self._functions_in(child)]

    def _block(self, node: "Node", first: Sequence[Statement] = ()) -> Iterator[Statement]:
        """A block, or a statement that stands for one, behind other statements."""
        is_block = node.type == "statement_block"
        start, end = self.offset(node), self.end(node)
        yield BlockStart(self.token_at(start, start + is_block, Kind.MARK))
        yield from first
        for child in node.named_children if is_block else [node]:
            yield from self.statement(child)
        yield BlockEnd(self.token_at(end - is_block, end, Kind.MARK))

    def _header(self, node: "Node", end: int) -> Unknown:
        """The header of a block that is read whatever it says, up to an offset."""
        token = self.first_token(node)
        return Unknown(token, end, token.fault(f"{quoted(token.text)}: skipped"), is_header=True)

    def _skipped(self, node: "Node") -> Iterator[Statement]:
        return iter(())

    def _exported(self, node: "Node") -> Iterator[Statement]:
        if (declared := node.child_by_field_name("declaration")) is not None:
            yield from self.statement(declared)
        elif (value := node.child_by_field_name("value")) is not None:
            yield from self._effect(value)

    def _labeled(self, node: "Node") -> Iterator[Statement]:
        """A labelled loop, or a declaration behind prose; the member of an object without its brackets is neither."""
        body = self.field(node, "body")
        if body.type == "expression_statement":
            raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
        yield from self.statement(body)

    def _headed(self, node: "Node") -> Iterator[Statement]:
        """A class, `switch`, `try`, `do` and such: a block behind a header, both read."""
        body = self.field(node, "body")
        yield self._header(node, self.offset(body))
        yield from self._block(body) if body.type == "statement_block" else self.children_of(body)
        for name in ("handler", "finalizer"):
            if (clause := node.child_by_field_name(name)) is not None:
                yield from self._headed(clause)

    def _case(self, node: "Node") -> Iterator[Statement]:
        for child in node.children_by_field_name("body"):
            yield from self.statement(child)

    def _static(self, node: "Node") -> Iterator[Statement]:
        yield from self._block(self.field(node, "body"))

    def _if(self, node: "Node") -> Iterator[Statement]:
        condition, otherwise = self.field(node, "condition"), node.child_by_field_name("alternative")
        header = self._header(node, self.end(condition))
        asked = self._asked(condition)
        yield from self._conditional(
            header if asked is None else BareExpression(header.token, asked), self.field(node, "consequence")
        )
        if otherwise is not None:
            start = self.offset(otherwise)
            yield from self._conditional(self._header(otherwise, start + len("else")), self.named(otherwise)[0])

    def _conditional(self, header: Unknown | BareExpression, body: "Node") -> Iterator[Statement]:
        """A block behind its header; a statement without brackets is not read."""
        if isinstance(header, Unknown) and body.type not in ("statement_block", "if_statement"):
            yield header._replace(end=self.end(body), is_header=False)
        else:
            yield header
            yield from self._block(body)

    def _asked(self, condition: "Node") -> Expression | None:
        """The call in `if (world.castShape(…))`, or in its opposite; None for any other condition."""
        inner = condition
        while inner.type in ("parenthesized_expression", "unary_expression"):
            inner = self.named(inner)[0]
        if inner.type != "call_expression" or "Cast" not in self.of(self.field(inner, "function")).rpartition(".")[2]:
            return None
        try:
            return self.expression(inner)
        except TextError:
            return None

    # --- loops ---

    def _while(self, node: "Node") -> Iterator[Statement]:
        yield LoopHeader(self.first_token(node), (), self.end(self.field(node, "condition")))
        yield from self._block(self.field(node, "body"))

    def _for(self, node: "Node") -> Iterator[Statement]:
        """`for (let i = 0; i < 3; i++)`: its variables have their first values."""
        body, initial = self.field(node, "body"), self.field(node, "initializer")
        header = LoopHeader(self.first_token(node), (), self.offset(body))
        if initial.type in ("lexical_declaration", "variable_declaration"):
            declared = [one for one in self.statement(initial) if isinstance(one, Declaration)]
            header = header._replace(declarations=tuple(declared))
            if all(one.value is not None for one in declared):
                condition, update = self._continuation(node)
                header = header._replace(condition=condition, update=update)
        yield header
        yield from self._block(body)

    def _continuation(self, node: "Node") -> tuple[Expression | None, tuple[Assignment, ...]]:
        """The condition and the steps of a loop; no condition if they are not understood."""
        try:
            steps = list(self._effect(self.field(node, "increment")))
            condition = self.expression(self.field(node, "condition"))
        except TextError:
            return None, ()
        update = tuple(one for one in steps if isinstance(one, Assignment))
        return (condition, update) if len(update) == len(steps) else (None, ())

    def _for_each(self, node: "Node") -> Iterator[Statement]:
        """`for (const p of points)`; `for (const key in …)` goes over names, which are not known."""
        body, target = self.field(node, "body"), self.field(node, "left")
        token, end = self.first_token(node), self.offset(body)
        if self.of(self.field(node, "operator")) != "of" or target.type not in ("identifier", *_PATTERNS):
            yield LoopHeader(token, (), end)
            yield from self._block(body)
            return
        values = self.expression(self.field(node, "right"))
        first = Subscript(values.token, values.end, values, (_integer(token, 0),))
        name, parts = self._whole(target)
        yield LoopHeader(token, (Declaration(self.token(target), None, name, first),), end, values=values)
        yield from self._block(body, parts)

    # --- declarations ---

    def _declarations(self, node: "Node") -> Iterator[Statement]:
        token = self.first_token(node)
        for declarator in self.named(node):
            target, value = self.field(declarator, "name"), declarator.child_by_field_name("value")
            if target.type in _PATTERNS and value is not None:
                yield from self._unpacked(token, target, value, declares=True)
            elif value is not None and value.type in _FUNCTIONS:
                yield from self._function(value, self.of(target), is_lambda=True)
            elif value is None:
                yield Declaration(token, None, self.token(target), None)
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
        if value is not None and value.type in _FUNCTIONS:
            yield from self._function(value, "")
        else:
            name = self._property(self.field(node, "name"))
            yield Declaration(name, None, name, self.expression(value) if value is not None else None)

    # --- patterns ---

    def _unpacked(self, token: Token, pattern: "Node", value: "Node", declares: bool) -> Iterator[Statement]:
        """The declarations or assignments of `[x, y] = value`; of classes that are imported, none."""
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
        yield from self._parts(pattern, _named(whole), declares)

    def _whole(self, target: "Node") -> tuple[Token, list[Statement]]:
        """The variable that is a target, or that is taken apart by the declarations that are the second result."""
        name = self.token(target, Kind.NAME)
        return name, list(self._parts(target, _named(name))) if target.type in _PATTERNS else []

    def _parts(self, pattern: "Node", whole: Expression, declares: bool = True) -> Iterator[Statement]:
        """A statement for each name in a pattern.  Raises `TextError` for defaults and the rest of a list."""
        place = 0
        for child in pattern.children:
            place += child.type == ","
            if not child.is_named or child.type in self.grammar.comments:
                continue
            if child.type == "shorthand_property_identifier_pattern":
                yield from self._set(child, self._member_of(whole, self.token(child)), declares)
            elif child.type == "pair_pattern":
                part = self._member_of(whole, self._property(self.field(child, "key")))
                yield from self._set(self.field(child, "value"), part, declares)
            else:
                part = Subscript(whole.token, whole.end, whole, (_integer(self.token(child), place),))
                yield from self._set(child, part, declares)

    def _set(self, target: "Node", value: Expression, declares: bool) -> Iterator[Statement]:
        """What sets a target in a pattern; nothing for the name of a class, which a library has."""
        if target.type in _PATTERNS:
            yield from self._parts(target, value, declares)
        elif not self.of(target)[0].isupper():
            if target.type not in ("identifier", "shorthand_property_identifier_pattern"):
                name: Expression = self.expression(target)
                yield Assignment(name.token, name, "=", (value,))
            elif declares:
                yield Declaration(self.token(target), None, self.token(target), value)
            else:
                yield Assignment(self.token(target), self._plain_name(target), "=", (value,))

    # --- functions ---

    def _function_declaration(self, node: "Node") -> Iterator[Statement]:
        yield from self._function(node, self.of(self.field(node, "name")), self.first_token(node))

    def _method(self, node: "Node") -> Iterator[Statement]:
        yield from self._function(node, "")

    def _function(
        self, node: "Node", name: str, token: Token | None = None, is_lambda: bool = False
    ) -> Iterator[Statement]:
        """The header and the block of a function; that of one without a name has parameters without values."""
        body = self.field(node, "body")
        try:
            parameters, parts = self._parameters(node, has_defaults=bool(name))
        except TextError:
            yield self._header(node, self.offset(body))
            parts = []
        else:
            yield FunctionHeader(token or self.first_token(node), name, tuple(parameters), is_lambda=is_lambda)
        if body.type == "statement_block":
            yield from self._block(body, parts)
            return
        value, end = self.expression(body), self.end(body)
        returned = value.token._replace(kind=Kind.NAME, text="return")
        yield BlockStart(self.token_at(self.offset(body), self.offset(body), Kind.MARK))
        yield from parts
        yield BareExpression(returned, value)
        yield BlockEnd(self.token_at(end, end, Kind.MARK))

    def _parameters(self, node: "Node", has_defaults: bool) -> tuple[list[Parameter], list[Statement]]:
        """The parameters of a function, and the declarations of those that are taken apart.

        Raises `TextError` for the rest of the arguments.
        """
        if (only := node.child_by_field_name("parameter")) is not None:
            return [Parameter(self.token(only), None, True)], []
        parameters, parts = list[Parameter](), list[Statement]()
        for parameter in self.named(self.field(node, "parameters")):
            target, default = self.field(parameter, "pattern"), parameter.child_by_field_name("value")
            if target.type not in ("identifier", *_PATTERNS):
                raise self.fault(target, f"{quoted(self.of(target))} is not expected here")
            name, declared = self._whole(target)
            value = self.expression(default) if default is not None and has_defaults else None
            parameters.append(Parameter(name, value, True))
            parts += declared
        return parameters, parts

    def _function_value(self, node: "Node") -> Expression:
        """A function as its text; its block is read behind the statement."""
        if self.field(node, "body").type != "statement_block":
            raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
        self._inner.append(node)
        return String(self.token(node, Kind.STRING), self.end(node))

    # --- expressions that are statements ---

    def _expression_statement(self, node: "Node") -> Iterator[Statement]:
        yield from self._effect(self.named(node)[0])

    def _effect(self, node: "Node") -> Iterator[Statement]:
        """The statements of an expression on its own."""
        if node.type in ("parenthesized_expression", "await_expression", "sequence_expression"):
            for inner in self.named(node):
                yield from self._effect(inner)
        elif node.type == "internal_module":
            yield from self._headed(node)
        elif node.type == "assignment_expression":
            yield from self._assigned(node)
        elif node.type == "augmented_assignment_expression":
            target, operator = self.expression(self.field(node, "left")), self.of(self.field(node, "operator"))
            if operator not in _ASSIGNING:
                raise self.fault(self.field(node, "operator"), f"the operator {operator} is not known here")
            yield Assignment(target.token, target, operator, (self.expression(self.field(node, "right")),))
        elif node.type == "update_expression":
            target = self.expression(self.field(node, "argument"))
            operator = self.of(self.field(node, "operator"))[0] + "="
            yield Assignment(target.token, target, operator, (_integer(target.token, 1),))
        elif self._only_calls_back(node):
            self._inner += self._functions_in(node)
        else:
            value = self.expression(node)
            yield BareExpression(value.token, value)

    def _assigned(self, node: "Node") -> Iterator[Statement]:
        """`a = value`, `a = b = value` and `[a, b] = value`."""
        target, value = self.field(node, "left"), self.field(node, "right")
        if target.type in _PATTERNS:
            yield from self._unpacked(self.first_token(node), target, value, declares=False)
        elif value.type in _FUNCTIONS:
            yield from self._function(value, "")
        else:
            if value.type == "assignment_expression":
                yield from self._assigned(value)
            while value.type == "assignment_expression":
                value = self.field(value, "right")
            lowered = self.expression(target)
            yield Assignment(lowered.token, lowered, "=", (self.expression(value),))

    def _only_calls_back(self, node: "Node") -> bool:
        """Whether an expression calls functions that are given blocks and literals only: `test('…', () => { … })`."""
        if node.type in _FUNCTIONS:
            return self.field(node, "body").type == "statement_block"
        if node.type == "member_expression":
            return self._only_calls_back(self.field(node, "object"))
        if node.type in ("parenthesized_expression", "await_expression"):
            return self._only_calls_back(self.named(node)[0])
        if node.type != "call_expression":
            return False
        function, arguments = self.field(node, "function"), self.named(self.field(node, "arguments"))
        if not all(one.type in _LITERALS or self._only_calls_back(one) for one in arguments):
            return False
        return any(one.type in _FUNCTIONS for one in arguments) or self._only_calls_back(function)

    def _returned(self, node: "Node") -> Iterator[Statement]:
        if not (values := self.named(node)):
            raise self.fault(node, f"{quoted(self.of(node))}: skipped")
        yield BareExpression(self.first_token(node), self.expression(values[0]))

    # --- expressions ---

    def _plain_name(self, node: "Node") -> Expression:
        return _named(self.token(node, Kind.NAME))

    def _within(self, node: "Node") -> Expression:
        """The expression in brackets, or behind or in front of what does not change its value."""
        *_, inner = self.named(node) if node.type != "as_expression" else self.named(node)[:1]
        return self.expression(inner)

    def _first_within(self, node: "Node") -> Expression:
        return self.expression(self.named(node)[0])

    def _member(self, node: "Node") -> Expression:
        owner, name = self.field(node, "object"), self._property(self.field(node, "property"))
        return _named(name) if owner.type == "this" else self._member_of(self.expression(owner), name)

    def _member_of(self, base: Expression, name: Token) -> Expression:
        if isinstance(base, Name):
            return Name(base.token, name.end, (*base.path, name.text))
        return Member(base.token, name.end, base, name.text)

    def _property(self, node: "Node") -> Token:
        """The name of a property, maybe in quotes; a private one starts with "#"."""
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
        if (mapped := self._mapped(node, function, arguments)) is not None:
            return mapped
        called = self.expression(function)
        if types is not None and isinstance(called, (Name, Member)):
            called = called._replace(of=tuple(self.of(self.named(types)[0]).split(".")))
        given = tuple(map(self._item, self.named(arguments))) if arguments is not None else ()
        return CallNode(called.token, self.end(node), called, given)

    def _mapped(self, node: "Node", function: "Node", arguments: "Node | None") -> Expression | None:
        """`points.map(p => value)` and `points.map(([x, y]) => value)`; None for anything else."""
        if function.type != "member_expression" or self.of(self.field(function, "property")) != "map":
            return None
        given = self.named(arguments) if arguments is not None else []
        if (
            len(given) != 1
            or given[0].type != "arrow_function"
            or self.field(given[0], "body").type == "statement_block"
        ):
            return None
        targets = self._targets(given[0])
        if not targets:
            return None
        values, value = self.expression(self.field(function, "object")), self.expression(self.field(given[0], "body"))
        item = Comprehension(value.token, self.end(node), value, (Clause(targets, values, ()),))
        return BracketNode(values.token, self.end(node), (Argument("*", item),))

    def _targets(self, function: "Node") -> tuple[Expression, ...]:
        """The names of the only parameter of a function, maybe taken apart; none if there are others."""
        target = function.child_by_field_name("parameter")
        if target is None:
            parameters = self.named(self.field(function, "parameters"))
            target = self.field(parameters[0], "pattern") if len(parameters) == 1 else None
        names = [target] if target is None or target.type != "array_pattern" else target.named_children
        if not all(name is not None and name.type == "identifier" for name in names):
            return ()
        return tuple(self._plain_name(name) for name in names if name is not None)

    def _list(self, node: "Node") -> Expression:
        """A list or an object."""
        return BracketNode(self.token(node.children[0]), self.end(node), tuple(map(self._item, self.named(node))))

    def _item(self, node: "Node") -> Argument:
        """An argument, an item of a list, or a member of an object."""
        if node.type == "spread_element":
            return Argument("..", self._first_within(node))
        if node.type == "pair":
            return Argument(self._property(self.field(node, "key")).text, self.expression(self.field(node, "value")))
        if node.type == "shorthand_property_identifier":
            return Argument(self.of(node), self._plain_name(node))
        if node.type == "method_definition":
            return Argument(self._property(self.field(node, "name")).text, self._function_value(node))
        return Argument(None, self.expression(node))

    def _signed(self, node: "Node") -> Expression:
        sign, inner = self.token(self.field(node, "operator")), self.expression(self.field(node, "argument"))
        if sign.text == "-" and isinstance(inner, Number) and inner.token.start == sign.end:
            number = self.token_at(sign.start, inner.end, Kind.NUMBER)._replace(value=-inner.token.value)
            return Number(number, inner.end)
        if sign.text not in "-+!":
            raise sign.fault(f"{quoted(sign.text)} is not expected here")
        return inner if sign.text == "+" else Unary(sign, inner.end, sign.text, inner)

    def _binary(self, node: "Node") -> Expression:
        operator = self.of(self.field(node, "operator"))
        if operator in _UNREAD_OPERATORS:
            raise self.fault(self.field(node, "operator"), f"the operator {operator} is not known here")
        left, right = self.expression(self.field(node, "left")), self.expression(self.field(node, "right"))
        return Binary(left.token, right.end, _OPERATORS.get(operator, operator), left, right)

    def _choice(self, node: "Node") -> Expression:
        mark = next(self.token(child) for child in node.children if child.type == "?")
        parts = (self.expression(self.field(node, name)) for name in ("condition", "consequence", "alternative"))
        return Conditional(mark, self.end(node), *parts)

    statements_of: ClassVar = {
        **dict.fromkeys(("lexical_declaration", "variable_declaration"), _declarations),
        **dict.fromkeys(("function_declaration", "generator_function_declaration"), _function_declaration),
        **dict.fromkeys(
            ("class_declaration", "abstract_class_declaration", "switch_statement", "try_statement", "do_statement"),
            _headed,
        ),
        **dict.fromkeys(("switch_case", "switch_default"), _case),
        **dict.fromkeys(("decorator", "empty_statement", "debugger_statement"), _skipped),
        "class_static_block": _static,
        "export_statement": _exported,
        "expression_statement": _expression_statement,
        "for_in_statement": _for_each,
        "for_statement": _for,
        "if_statement": _if,
        "labeled_statement": _labeled,
        "method_definition": _method,
        "public_field_definition": _field_of_class,
        "return_statement": _returned,
        "while_statement": _while,
    }
    expressions: ClassVar = {
        **dict.fromkeys(("identifier", "this", "super", "import", "true", "false", "null", "undefined"), _plain_name),
        **dict.fromkeys(
            ("parenthesized_expression", "await_expression", "non_null_expression", "type_assertion"), _within
        ),
        **dict.fromkeys(("as_expression", "satisfies_expression", "instantiation_expression"), _first_within),
        **dict.fromkeys(("call_expression", "new_expression"), _call),
        **dict.fromkeys(("array", "object"), _list),
        **dict.fromkeys(("arrow_function", "function_expression", "generator_function"), _function_value),
        "binary_expression": _binary,
        "member_expression": _member,
        "subscript_expression": _subscript,
        "ternary_expression": _choice,
        "unary_expression": _signed,
    }


def _named(token: Token) -> Name:
    return Name(token, token.end, (token.text,))


def _integer(near: Token, value: int) -> Number:
    """A number that the text implies."""
    token = near._replace(kind=Kind.NUMBER, text=str(value), value=float(value))
    return Number(token, token.end)
