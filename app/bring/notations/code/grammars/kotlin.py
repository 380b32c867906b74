"""Kotlin as statements."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.bring.notations.code.grammars.closures import ClosureLowering, name_of_node
from gjkscope.app.bring.notations.code.grammars.java import JavaLowering
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.lexer import SourceLanguage
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    Binary,
    CallNode,
    Conditional,
    Declaration,
    Expression,
    LoopHeader,
    Name,
    Parameter,
    Statement,
    Subscript,
    Unary,
    Unknown,
)
from gjkscope.app.bring.notations.code.unpacking import index

if TYPE_CHECKING:
    from tree_sitter import Node

_SIGN = re.compile(r"\bval\s+\w+\s*[:=]|\bvar\s+\w+\s*:|\bval\s*\(|\bfun\s+(?:[\w.<>]+\.)?[`\w]+\s*\(")
_SIGN_OF_JAVA = re.compile(r";|\bnew\s")
_SCOPED = frozenset({"apply", "also", "let", "run", "with"})  # functions whose block is about their object
_RANGES = {"until": ("<", "+="), "..": ("<=", "+="), "..<": ("<", "+="), "downTo": (">=", "-=")}
_BEFORE_BRACE = re.compile(r"(?<=[^\s{;])[ \t](?=[ \t]*\})")
_POSTFIX = frozenset({"call_expression", "index_expression", "navigation_expression"})
_PREFIXES = frozenset({"-", "+", "!"})
_BLOCKS = frozenset({"block", "lambda_literal"})


def java_or_kotlin(text: str, language: SourceLanguage) -> ClosureLowering:
    """The lowering of a text in Java or Kotlin; only Java has `new`, and ends statements with semicolons."""
    is_kotlin = _SIGN.search(text) is not None or _SIGN_OF_JAVA.search(text) is None
    return (KotlinLowering if is_kotlin else JavaLowering)(text, language)


class KotlinLowering(ClosureLowering):
    """Lowers trees of Kotlin."""

    grammar = Grammar(
        "tree_sitter_kotlin",
        numbers=frozenset({"number_literal", "float_literal"}),
        strings=frozenset({"string_literal", "multiline_string_literal", "character_literal"}),
    )
    containers = frozenset({"source_file", "block", "class_body", "lambda_literal"})
    blocks = _BLOCKS
    functions = frozenset({"lambda_literal", "anonymous_function"})
    literals = frozenset({*grammar.numbers, *grammar.strings})
    arguments = frozenset({"value_argument"})

    def __init__(self, text: str, language: SourceLanguage) -> None:
        super().__init__(text, language)
        self._apply: set[int] = set()  # signs in front of the expression that is being lowered

    def prepare(self, text: str) -> str:
        """The text with semicolons in front of braces on the same line, which the grammar requires in a class."""
        return _BEFORE_BRACE.sub(";", super().prepare(text))

    # --- statements ---

    def _if(self, node: "Node") -> Iterator[Statement]:
        condition, *bodies = self.named(node)
        words = [self.token(child) for child in node.children if child.type in ("if", "else")]
        for word, body in zip(words, bodies, strict=False):
            yield from self.case(word, body, self.cast_in_condition(condition) if word is words[0] else None)

    def _while(self, node: "Node") -> Iterator[Statement]:
        condition, body = self.named(node)
        yield LoopHeader(self.first_token(node), (), self.end(condition))
        yield from self.block(body)

    def _cases(self, node: "Node") -> Iterator[Statement]:
        """`when`: values that depend on it are unknown."""
        entries = [child for child in self.named(node) if child.type == "when_entry"]
        word = self.first_token(node)
        yield Unknown(word, self.offset(entries[0] if entries else node), word.fault("'when': skipped"), is_header=True)
        yield from self.enclose(node, [], entries)

    def _entry(self, node: "Node") -> Iterator[Statement]:
        yield from self.statement(self.named(node)[-1])

    def _for(self, node: "Node") -> Iterator[Statement]:
        target, values, *bodies = [child for child in self.named(node) if child.type != "label"]
        header = LoopHeader(self.first_token(node), (), self.end(values))
        if target.type == "variable_declaration":
            name = self.token(self.named(target)[0])
            header = self._range(header, name, values) or self.first_pass(node, name, values)
        yield header
        for body in bodies:
            yield from self.block(body)

    def _range(self, header: LoopHeader, name: Token, node: "Node") -> LoopHeader | None:
        """The header of a loop over `0 until n`, `0..n step 2` and such; None for other values."""
        step: Expression | None = index(name, 1)
        if node.child_count == 3 and self.of(node.children[1]) == "step":
            step, node = self.known(node.children[2]), node.children[0]
        if node.child_count != 3 or (operator := self.of(node.children[1])) not in _RANGES:
            return None
        first, last = self.known(node.children[0]), self.known(node.children[2])
        if first is None or last is None or step is None:
            return header
        comparison, sign = _RANGES[operator]
        counter = name_of_node(name)
        return header._replace(
            declarations=(Declaration(name, None, name, first),),
            condition=Binary(name, last.end, comparison, counter, last),
            update=(Assignment(name, counter, sign, (step,)),),
        )

    # --- declarations ---

    def _property(self, node: "Node") -> Iterator[Statement]:
        """A variable or a property of a class; a computed property has no value."""
        token = self.first_token(node)
        target, *others = (child for child in self.named(node) if child.type != "modifiers")
        is_set = any(child.type == "=" for child in node.children)
        value = next((other for other in others if is_set and other.type != "type_constraints"), None)
        if target.type == "multi_variable_declaration":
            yield from self._unpack(token, target, value)
        elif target.type == "variable_declaration":
            name, *types = self.named(target)
            declared = self._type(types[0]) if types and value is not None else None
            lowered = self.expression(value) if value is not None else None
            yield Declaration(token, declared, self.token(name), lowered)

    def _unpack(self, token: Token, pattern: "Node", value: "Node | None") -> Iterator[Statement]:
        """The declarations of `val (x, y) = value`."""
        whole = self.token_at(self.offset(pattern), self.end(pattern))
        yield Declaration(token, None, whole, self.expression(value) if value is not None else None)
        for position, target in enumerate(self.named(pattern)):
            name = self.token(self.named(target)[0])
            part = Subscript(whole, whole.end, name_of_node(whole), (index(name, position),))
            yield Declaration(name, None, name, part)

    def _type(self, node: "Node") -> Name | None:
        """The name of a type, optionally with that of its first argument."""
        while node.type == "nullable_type":
            node = self.named(node)[0]
        if node.type != "user_type":
            return None
        names, arguments = self.named(node), tuple[str, ...]()
        if names[-1].type == "type_arguments":
            *names, given = names
            arguments = tuple(self.of(self.named(given)[0]).split("."))
        return Name(self.token(names[0]), self.end(names[-1]), tuple(map(self.of, names)), arguments)

    # --- functions ---

    def _function(self, node: "Node") -> Iterator[Statement]:
        """A function; a method is read in place."""
        if any(child.type == "function_body" for child in node.children):
            is_method = node.parent is not None and node.parent.type == "class_body"
            yield from self.function(node, "" if is_method else self.of(self.field(node, "name")).strip("`"))

    def _constructor(self, node: "Node") -> Iterator[Statement]:
        if self.named(node)[-1].type == "block":
            yield from self.function(node, "")

    def _initializer(self, node: "Node") -> Iterator[Statement]:
        yield from self.block(self.named(node)[-1])

    def body_of(self, function: "Node") -> "Node":
        if function.type == "lambda_literal":
            return function
        body = self.named(function)[-1]
        return self.named(body)[-1] if body.type == "function_body" else body

    def parameters(self, function: "Node", has_defaults: bool) -> tuple[list[Parameter], list[Statement]]:
        lists = ("lambda_parameters", "function_value_parameters")
        parameters = list[Parameter]()
        for node in (node for given in self.named(function) if given.type in lists for node in self.named(given)):
            if node.type in ("parameter", "variable_declaration"):
                parameters.append(Parameter(self.token(self.named(node)[0])))
            elif node.prev_sibling is None or node.prev_sibling.type != "=":  # a list of arguments, or taken apart
                raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
            elif has_defaults:
                parameters[-1] = parameters[-1]._replace(default=self.expression(node))
        return parameters, []

    # --- expressions ---

    def effect(self, node: "Node") -> Iterator[Statement]:
        yield from self.assignments(node) if node.type == "assignment" else super().effect(node)

    def expression(self, node: "Node") -> Expression:
        """The value of an expression; `-x.pow(2)` is that of `-(x.pow(2))`, against the grammar."""
        first = node
        while first.type in _POSTFIX:
            first = first.children[0]
        sign = first.children[0] if first.type == "unary_expression" else None
        if sign is None or first is node or sign.type not in _PREFIXES or first.id in self._apply:
            return super().expression(node)
        self._apply.add(first.id)
        try:
            value = super().expression(node)
        finally:
            self._apply.discard(first.id)
        return value if sign.type == "+" else Unary(self.token(sign), value.end, sign.type, value)

    def _signed_value(self, node: "Node") -> Expression:
        if node.id in self._apply:
            return self.expression(node.children[-1])
        is_assured = node.children[-1].type == "!!"
        return self.expression(node.children[0]) if is_assured else self.prefix(node)

    def _member(self, node: "Node") -> Expression:
        owner, name = self.named(node)[0], self.token(self.named(node)[-1])
        return name_of_node(name) if owner.type == "this_expression" else self.member_of(self.expression(owner), name)

    def _subscript(self, node: "Node") -> Expression:
        base, *indices = self.named(node)
        lowered = self.expression(base)
        return Subscript(lowered.token, self.end(node), lowered, tuple(map(self.expression, indices)))

    def _call(self, node: "Node") -> Expression:
        called, *others = self.named(node)
        if others[-1].type == "annotated_lambda" and self.of(called).rpartition(".")[2] in _SCOPED:
            raise self.fault(others[-1], "a block about its object is not read")
        function = self.expression(called)
        arguments: list[Argument] = []
        for child in others:
            if child.type == "value_arguments":
                arguments += map(self._argument, self.named(child))
            elif child.type == "annotated_lambda":
                arguments.append(Argument(None, self.function_value(self.named(child)[-1])))
        return CallNode(function.token, self.end(node), function, tuple(arguments))

    def _argument(self, node: "Node") -> Argument:
        *names, value = self.named(node)
        if value.type == "spread_expression":
            return Argument("*", self.same(value))
        return Argument(self.of(names[0]) if names else None, self.expression(value))

    def _choice(self, node: "Node") -> Expression:
        """`if (condition) yes else no` as a value."""
        parts = self.named(node)
        if len(parts) != 3 or any(part.type in _BLOCKS for part in parts):
            raise self.fault(node, "a conditional expression: its value depends on the program")
        condition, yes, no = map(self.expression, parts)
        return Conditional(self.first_token(node), self.end(node), condition, yes, no)

    expressions: ClassVar = {
        **dict.fromkeys(("identifier", "this_expression", "super_expression"), ClosureLowering.name),
        **dict.fromkeys(("lambda_literal", "anonymous_function"), ClosureLowering.function_value),
        "as_expression": ClosureLowering.first_within,
        "binary_expression": ClosureLowering.operation,
        "call_expression": _call,
        "if_expression": _choice,
        "index_expression": _subscript,
        "navigation_expression": _member,
        "parenthesized_expression": ClosureLowering.same,
        "unary_expression": _signed_value,
    }
    statements_of: ClassVar = {
        **dict.fromkeys(("assignment", *expressions), effect),
        **dict.fromkeys((*grammar.numbers, *grammar.strings), effect),
        **dict.fromkeys(("label", "lambda_parameters"), ClosureLowering.nothing),
        "anonymous_initializer": _initializer,
        "for_statement": _for,
        "function_declaration": _function,
        "if_expression": _if,
        "property_declaration": _property,
        "return_expression": ClosureLowering.return_value,
        "secondary_constructor": _constructor,
        "when_expression": _cases,
        "when_entry": _entry,
        "while_statement": _while,
    }
