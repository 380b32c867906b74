"""Lowers the syntax trees of Rust.

    for (x, z) in [(1.4, 2.8)] { let c = contact(&p, &a, &q, &b, 0.0)?; }

The arguments of macros, which the grammar leaves as tokens, are parsed as expressions: `vector![1.0, 2.0]` is a call of
`vector!`.  A borrow, a cast, `?` and `.await` stand for the value itself.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.code.grammars.braces import BracedLowering
from gjkscope.app.bring.notations.code.grammars.trees import Grammar
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    BareExpression,
    Binary,
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
    Slice,
    Statement,
    String,
    Subscript,
    Unknown,
)
from gjkscope.app.bring.notations.code.unpacking import assignments_of, index, items_of, unpacked_names

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_REPEATED = 1_000  # items of [item; length]

_ASSIGNING = frozenset({"=", "+=", "-=", "*=", "/="})
_DECLARING = frozenset({"let", "const", "static"})
_NAMES = frozenset({"identifier", "_"})  # in patterns
_LISTS = frozenset({"tuple_pattern", "slice_pattern"})
_PATTERNS = _LISTS | {"mut_pattern", "ref_pattern", "reference_pattern"}
_WORDS = frozenset({"identifier", "type_identifier", "primitive_type", "boolean_literal", "self", "super", "crate"})
_QUALIFIED = frozenset({"scoped_identifier", "scoped_type_identifier"})
_GENERIC = frozenset({"generic_type", "generic_type_with_turbofish", "generic_function"})
_TYPES = _WORDS | _QUALIFIED | _GENERIC

_FOREIGN = re.compile(r"\b0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?[pP][-+]?\d+|(?<![\w.)\]])\.\d+")  # 0x1.8p-1 and .5
_OWN_CRATE = re.compile(r"(?<!\()\bcrate\b(?!\s*::)")  # a variable that is named after a box, and not a module


class RustLowering(BracedLowering):
    """The statements and expressions of a text of Rust."""

    grammar = Grammar(
        "tree_sitter_rust",
        opening="{",  # a block may end in an expression without a semicolon
        closing="\n}",
        numbers=frozenset({"integer_literal", "float_literal"}),
        strings=frozenset({"string_literal", "raw_string_literal", "char_literal"}),
    )
    containers = frozenset({"source_file", "block", "declaration_list", "match_block"})

    def prepare(self, text: str) -> str:
        return _FOREIGN.sub(lambda match: "0" * len(match[0]), _OWN_CRATE.sub("cratE", super().prepare(text)))

    # --- statements ---

    def _inner(self, node: "Node") -> Iterator[Statement]:
        """The statement inside a node, such as an expression in front of a semicolon."""
        for child in self.named(node):
            yield from self.statement(child)

    def _body(self, node: "Node") -> Iterator[Statement]:
        body = node.child_by_field_name("body")
        return self.statement(body) if body is not None else iter(())

    def _bare(self, node: "Node") -> Iterator[Statement]:
        value = self.expression(node)
        yield BareExpression(value.token, value)

    def _assignment(self, node: "Node") -> Iterator[Statement]:
        """`a = value`, `a += value` and `(a, b) = value`."""
        left, right = self.field(node, "left"), self.field(node, "right")
        operator = next(child for child in node.children if child.type.endswith("="))
        if operator.type not in _ASSIGNING:
            raise self.fault(operator, f"'{operator.type}' is not read")
        token, target, value = self.first_token(left), self.expression(left), self.expression(right)
        if isinstance(target, BracketNode):
            yield from assignments_of(token, [item.value for item in target.items], value)
        else:
            yield Assignment(token, target, operator.type, (value,))

    def _let(self, node: "Node") -> Iterator[Statement]:
        """`let (a, b): Type = value;`, `const NAME: Type = value;`."""
        word = self._word(node, _DECLARING)
        if (alternative := node.child_by_field_name("alternative")) is not None:
            raise self.fault(alternative, "a pattern that may not match is not understood")
        names = self._pattern(node.child_by_field_name("pattern") or self.field(node, "name"))
        value = node.child_by_field_name("value")
        if value is None:
            yield Declaration(word, self._type_of(node), names[0], None)
        else:
            yield from unpacked_names(word, names, self.expression(value), self._type_of(node))

    def _word(self, node: "Node", words: frozenset[str]) -> Token:
        return next(self.token(child) for child in node.children if child.type in words)

    def _pattern(self, node: "Node") -> list[Token]:
        """The names in `mut a`, `(a, ref b)`, `&[x, y]`."""
        if node.type in _NAMES:
            return [self.token(node, Kind.NAME)]
        inner = [child for child in node.children if child.type in _NAMES | _PATTERNS]
        is_nested = node.type in _LISTS and any(child.type in _LISTS for child in inner)
        if node.type not in _PATTERNS or not inner or is_nested:
            raise self.fault(node, "expected a name, or names in brackets")
        return list(chain.from_iterable(map(self._pattern, inner)))

    def _type_of(self, node: "Node") -> Name | None:
        """The type that a declaration states; of a reference or an array, that of its items."""
        stated = node.child_by_field_name("type")
        while stated is not None and stated.type not in _TYPES:
            stated = next((child for child in self.named(stated) if child.type != "mutable_specifier"), None)
        return self._name(stated) if stated is not None else None

    def _function(self, node: "Node") -> Iterator[Statement]:
        """`fn name<T>(&self, half: f32) -> Type where … { … }`."""
        parameters: list[Parameter] = []
        for parameter in self.named(self.field(node, "parameters")):
            if parameter.type == "self_parameter":
                parameters.append(Parameter(self.token(parameter.children[-1])))
            elif parameter.type == "parameter":
                is_reference = self.of(self.field(parameter, "type")).startswith("&mut")
                names = self._pattern(self.field(parameter, "pattern"))
                parameters += [Parameter(name, None, is_reference) for name in names]
        word = self._word(node, frozenset({"fn"}))
        yield FunctionHeader(word, self.of(self.field(node, "name")), tuple(parameters))
        yield from self._body(node)

    def _conditional(self, node: "Node") -> Iterator[Statement]:
        """`if`, `match`, `loop` and others, with their blocks: conditions are not evaluated."""
        word = next(self.token(child) for child in node.children if child.type.isalpha() and not child.is_named)
        header = Unknown(word, word.end, word.fault(f"'{word.text}': skipped"), is_header=True)
        return self.not_understood(node, header)

    def _arm(self, node: "Node") -> Iterator[Statement]:
        """`pattern => value,` of a `match`."""
        return self.statement(self.field(node, "value"))

    # --- loops ---

    def _loop(self, node: "Node") -> Iterator[Statement]:
        """`for (x, z) in [(1.4, 2.8), …] { … }`, `for i in 0..200 { … }`; its variables have their first values."""
        word, values = self._word(node, frozenset({"for"})), self.field(node, "value")
        names = self._pattern(self.field(node, "pattern"))
        end = self.offset(self.field(node, "body")) + 1
        is_range = values.type == "range_expression"
        yield self._counting(word, names, values, end) if is_range else self._listing(word, names, values, end)
        yield from self._body(node)

    def _counting(self, word: Token, names: list[Token], values: "Node", end: int) -> LoopHeader:
        """The header of a loop over `0..n` or `0..=n`."""
        start, last, is_inclusive = self._ends(values)
        first, limit = self.known(start), self.known(last)
        if len(names) != 1 or first is None:
            return LoopHeader(word, ())
        header = LoopHeader(word, (Declaration(word, None, names[0], first),), end)
        if limit is None:
            return header
        target = Name(names[0], names[0].end, (names[0].text,))
        condition = Binary(names[0], limit.end, "<=" if is_inclusive else "<", target, limit)
        step = Assignment(names[0], target, "+=", (index(names[0], 1),))
        return header._replace(condition=condition, update=(step,))

    def _listing(self, word: Token, names: list[Token], values: "Node", end: int) -> LoopHeader:
        """The header of a loop over a list; without variables if the list is not understood."""
        listed = self.known(values)
        if listed is None:
            return LoopHeader(word, ())
        (first,) = items_of(listed, word, 1)
        if len(names) == 1:
            return LoopHeader(word, (Declaration(word, None, names[0], first),), end, values=listed)
        parts = zip(names, items_of(first, word, len(names)), strict=True)
        return LoopHeader(word, tuple(Declaration(word, None, name, part) for name, part in parts))

    def _ends(self, node: "Node") -> "tuple[Node | None, Node | None, bool]":
        """The ends of `first..last`, either of which may be missing, and whether the last one is included."""
        dots = next(child for child in node.children if child.type in ("..", "..="))
        first = next((end for end in self.named(node) if end.end_byte <= dots.start_byte), None)
        last = next((end for end in self.named(node) if end.start_byte >= dots.end_byte), None)
        return first, last, dots.type == "..="

    # --- expressions ---

    def _name(self, node: "Node") -> Name:
        path, of = self._path(node)
        return Name(self.token_at(*self._first_word(node)), self.end(node), path, of)

    def _first_word(self, node: "Node") -> tuple[int, int]:
        while node.child_count:
            node = next(child for child in node.children if child.type != "::")
        return self.offset(node), self.end(node)

    def _path(self, node: "Node") -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of a qualified name, and those of its first type argument."""
        if node.type in _WORDS:
            return (self.of(node),), ()
        if node.type in _QUALIFIED:
            outer = node.child_by_field_name("path")
            path, of = self._path(outer) if outer is not None else ((), ())
            return (*path, self.of(self.field(node, "name"))), of
        if node.type in _GENERIC:
            path, _ = self._path(node.child_by_field_name("type") or self.field(node, "function"))
            return path, self._type_argument(node)
        raise self.fault(node, "expected a name")

    def _type_argument(self, node: "Node") -> tuple[str, ...]:
        arguments = self.named(self.field(node, "type_arguments"))
        return self._path(arguments[0])[0] if arguments and arguments[0].type in _TYPES else ()

    def _generic(self, node: "Node") -> Expression:
        """`iter.collect::<Vec<_>>`, `size_of::<T>`."""
        function = self.field(node, "function")
        if function.type != "field_expression":
            return self._name(node)
        method = self._member(function)
        return (
            method._replace(end=self.end(node), of=self._type_argument(node)) if isinstance(method, Member) else method
        )

    def _member(self, node: "Node") -> Expression:
        """`pair.half` and `pair.0`."""
        base, field = self.expression(self.field(node, "value")), self.field(node, "field")
        if field.type in self.grammar.numbers:
            return Subscript(base.token, self.end(node), base, (self.expression(field),))
        return Member(base.token, self.end(node), base, self.of(field))

    def _call(self, node: "Node") -> Expression:
        function = self.expression(self.field(node, "function"))
        arguments = self._items(self.field(node, "arguments"))
        return CallNode(function.token, self.end(node), function, arguments)

    def _items(self, node: "Node") -> tuple[Argument, ...]:
        return tuple(self._item(child) for child in self.named(node) if child.type != "attribute_item")

    def _item(self, node: "Node") -> Argument:
        """A value; in arguments of macros, also `name = value`."""
        if node.type == "assignment_expression" and self.field(node, "left").type == "identifier":
            return Argument(self.of(self.field(node, "left")), self.expression(self.field(node, "right")))
        return Argument(None, self.expression(node))

    def _bracketed_list(self, node: "Node") -> BracketNode:
        """`(a, b)`, `[a, b]`, `[item; length]`."""
        length = node.child_by_field_name("length")
        if length is None:
            return BracketNode(self.token(node.children[0]), self.end(node), self._items(node))
        count = self.expression(length)
        is_counted = isinstance(count, Number) and count.token.value.is_integer()
        if not is_counted or count.token.value > LONGEST_REPEATED:
            raise self.fault(length, "must be the length of a list")
        item = self._item(self.named(node)[0])
        return BracketNode(self.token(node.children[0]), self.end(node), (item,) * int(count.token.value))

    def _structure(self, node: "Node") -> Expression:
        """`Type { field: value, short, ..base }`."""
        name = self._name(self.field(node, "name"))
        fields = tuple(map(self._initializer, self.named(self.field(node, "body"))))
        return BracketNode(name.token, self.end(node), fields, name)

    def _initializer(self, node: "Node") -> Argument:
        value = self.expression(node.child_by_field_name("value") or self.named(node)[0])
        if node.type == "base_field_initializer":
            return Argument("..", value)
        return Argument(self.of(node.child_by_field_name("field") or node), value)

    def _subscript(self, node: "Node") -> Expression:
        """`list[i]` and `list[1..3]`."""
        base, item = self.named(node)
        listed = self.expression(base)
        if item.type != "range_expression":
            return Subscript(listed.token, self.end(node), listed, (self.expression(item),))
        first, last, is_inclusive = self._ends(item)
        if is_inclusive:
            raise self.fault(item, "a range with its end is not understood here")
        ends = (self.expression(end) if end is not None else None for end in (first, last))
        part = Slice(self.first_token(item), self.end(item), *ends)
        return Subscript(listed.token, self.end(node), listed, (part,))

    def _choice(self, node: "Node") -> Expression:
        """`if condition { yes } else { no }`."""
        otherwise = node.child_by_field_name("alternative")
        if otherwise is None:
            raise self.fault(node, "an if without else is not a value")
        condition, yes = (
            self.expression(self.field(node, "condition")),
            self.expression(self.field(node, "consequence")),
        )
        no = self.expression(self.named(otherwise)[0])
        return Conditional(self.token(node.children[0]), no.end, condition, yes, no)

    def _block_value(self, node: "Node") -> Expression:
        """`{ value }`."""
        inside = self.named(node)
        if len(inside) != 1:
            raise self.fault(node, "a block of several statements is not a value")
        return self.expression(inside[0])

    def _closure(self, node: "Node") -> Expression:
        """A closure as its text, without spaces."""
        text = "".join(map(self.of, _leaves(node)))
        return String(self.token(node, Kind.STRING)._replace(text=text), self.end(node))

    def _macro(self, node: "Node") -> Expression:
        """`vector![1.0, 2.0]` as a call of `vector!`."""
        macro, tree = self.field(node, "macro"), node.children[-1]
        (*path, last), _ = self._path(macro)
        first, end = self._first_word(macro), self.end(node.children[1])
        token = self.token_at(first[0], end if not path else first[1])
        function = Name(token, end, (*path, f"{last}!"))
        arguments = self._arguments_of_macro(tree)
        return CallNode(token, self.end(node), function, arguments)

    def _arguments_of_macro(self, tokens: "Node") -> tuple[Argument, ...]:
        """The items of the brackets behind the name of a macro, which are parsed as an expression."""
        start, end, base = self.offset(tokens), self.end(tokens), self._base
        root = self.parse_code(self.prepared[start:end], start)
        try:
            if root.has_error:
                raise self.fault(root, "arguments of a macro that are not understood")
            brackets = self.named(self.named(self.named(root)[0])[0])[0]
            if brackets.type in ("tuple_expression", "array_expression"):
                return self._bracketed_list(brackets).items
            if brackets.type not in ("unit_expression", "parenthesized_expression"):
                raise self.fault(brackets, "arguments of a macro that are not understood")
            return self._items(brackets)
        finally:
            self._base = base

    expressions: ClassVar = {
        **dict.fromkeys(("identifier", "scoped_identifier", "self", "super", "crate", "boolean_literal"), _name),
        **dict.fromkeys(
            ("reference_expression", "parenthesized_expression", "type_cast_expression"), BracedLowering.same
        ),
        **dict.fromkeys(("try_expression", "await_expression"), BracedLowering.same),
        **dict.fromkeys(("tuple_expression", "array_expression", "unit_expression"), _bracketed_list),
        "generic_function": _generic,
        "field_expression": _member,
        "call_expression": _call,
        "struct_expression": _structure,
        "index_expression": _subscript,
        "unary_expression": BracedLowering.prefix,
        "binary_expression": BracedLowering.binary,
        "if_expression": _choice,
        "block": _block_value,
        "closure_expression": _closure,
        "macro_invocation": _macro,
    }
    statements_of: ClassVar = {
        **dict.fromkeys((*expressions, *grammar.numbers, *grammar.strings), _bare),
        "expression_statement": _inner,
        "return_expression": BracedLowering.return_value,
        **dict.fromkeys(("assignment_expression", "compound_assignment_expr"), _assignment),
        **dict.fromkeys(("let_declaration", "const_item", "static_item"), _let),
        "function_item": _function,
        "for_expression": _loop,
        **dict.fromkeys(("impl_item", "mod_item", "trait_item"), _body),
        **dict.fromkeys(("if_expression", "match_expression", "loop_expression", "while_expression"), _conditional),
        **dict.fromkeys(("unsafe_block", "async_block", "const_block"), _conditional),
        "match_arm": _arm,
        **dict.fromkeys(
            "use_declaration extern_crate_declaration attribute_item inner_attribute_item label empty_statement"
            " struct_item enum_item union_item type_item associated_type function_signature_item macro_definition"
            " break_expression continue_expression".split(),
            BracedLowering.nothing,
        ),
    }


def _leaves(node: "Node") -> "Iterator[Node]":
    if not node.child_count:
        yield node
    for child in node.children:
        if child.type not in RustLowering.grammar.comments:
            yield from _leaves(child)
