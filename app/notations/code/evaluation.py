"""Evaluates expressions: names, operators, literals, and calls together with their arguments."""

import re
from collections.abc import Iterable, Sequence
from typing import cast

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.notations.code import names
from gjkscope.app.notations.code.builders import frame_of
from gjkscope.app.notations.code.calls import call_method, common_function, passed_shape
from gjkscope.app.notations.code.connections import connect, set_field, set_parameter
from gjkscope.app.notations.code.constructors import build_value, each_declared
from gjkscope.app.notations.code.fields import member, subscript
from gjkscope.app.notations.code.lexer import JAVASCRIPT, PYTHON
from gjkscope.app.notations.code.matching import Given, fatal, matches_form, require_value
from gjkscope.app.notations.code.program import Program, vocabulary_keys
from gjkscope.app.notations.code.syntax import (
    Argument,
    Binary,
    BracketNode,
    CallNode,
    Expression,
    Member,
    Name,
    Number,
    Slice,
    String,
    Subscript,
    Unary,
)
from gjkscope.app.notations.code.values import (
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    added,
    combined,
    divided,
    matrix_rows,
    multiplied,
    multiplied_each,
    negated,
    scalars,
    subtracted,
)
from gjkscope.app.notations.code.vocabulary import Site

DEEPEST = 120  # of a tree of expressions

_LISTS = frozenset({"vector", "array", "initializer_list", "list", "Vec"})


def expression_value(program: Program, node: Expression) -> Value:
    """The value of an expression.  Raises `TextError` if it cannot be computed."""
    program.depth += 1
    try:
        if program.depth > DEEPEST:
            raise node.token.fault("the expression is nested too deep")
        return _evaluate(program, node)
    except OperandMismatch as fault:
        raise node.token.fault(str(fault)) from None
    finally:
        program.depth -= 1


def value_or_failed(program: Program, node: Expression) -> Value:
    """The value of an expression, or `Failed` if it cannot be computed."""
    if isinstance(node, Number):
        return Scalar(program.context.number(node.token), (node.token,))
    try:
        return expression_value(program, node)
    except TextError as fault:
        program.note(fault)
        return Failed(fault)


def _evaluate(program: Program, node: Expression) -> Value:
    if isinstance(node, Number):
        return Scalar(program.context.number(node.token), (node.token,))
    if isinstance(node, String):
        return Text(node.token.text.strip("bBfFrRuU@$").strip("\"'"))
    if isinstance(node, Name):
        return _name(program, node)
    if isinstance(node, Unary):
        return negated(expression_value(program, node.operand))
    if isinstance(node, Binary):
        return _binary(program, node)
    if isinstance(node, BracketNode):
        return typed_literal(program, node, node.type) if node.type is not None else list_literal(program, node)
    if isinstance(node, CallNode):
        return _call_expression(program, node)
    if isinstance(node, Member):
        site = program.site(node.name, node.token, node.end)
        return require_value(member(site, expression_value(program, node.base), node.name))
    if isinstance(node, Subscript):
        items = [index_value(program, item) for item in node.items]
        return require_value(subscript(expression_value(program, node.base), items, node.token))
    raise node.token.fault("is not a value")


def index_value(program: Program, node: Expression) -> Value | slice | str:
    """An index of a list, or a slice."""
    if isinstance(node, Slice):
        return slice(_whole(program, node.first), _whole(program, node.last))
    return expression_value(program, node)


def _whole(program: Program, node: Expression | None) -> int | None:
    if node is None:
        return None
    value = expression_value(program, node)
    if not isinstance(value, Scalar):
        raise node.token.fault("must be a number")
    return int(value.value)


def _name(program: Program, node: Name) -> Value:
    variable = program.variable(node.path[0])
    if variable is not None:
        variable.uses += 1
        value = require_value(variable.value)
        for part in node.path[1:]:
            value = require_value(member(program.site(part, node.token, node.end), value, part))
        return value
    for key in vocabulary_keys(node.path):
        if key in program.vocabulary.constants:
            return program.vocabulary.constants[key]
    number = names.constant_of(node.path)
    if number is not None:
        return Scalar(number)
    if names.NOT_FINITE.fullmatch(node.last):
        raise node.token.fault(f"{quoted('.'.join(node.path))} is not finite: must be a finite number")
    raise node.token.fault(f"{quoted('.'.join(node.path))} has no value in the text")


def _binary(program: Program, node: Binary) -> Value:
    left, right = expression_value(program, node.left), expression_value(program, node.right)
    is_list = program.vocabulary.language is PYTHON and isinstance(node.left, BracketNode) and isinstance(left, Array)
    if is_list and node.operator == "*" and isinstance(right, Scalar) and right.value in range(1, 10_000):
        return Array(cast(Array, left).items * int(right.value))  # a list repeated: [0.5] * 3
    return operation_value(program, node.operator, left, right, node.token)


def operation_value(program: Program, operator: str, left: Value, right: Value, token: Token) -> Value:
    """The value of two operands with an operator between them.  Raises `TextError` if it is not known."""
    if program.vocabulary.language is PYTHON and operator in "+-*/" and (rows := _rows_and_vector(left, right)):
        return Array(tuple(operation_value(program, operator, row, right, token) for row in rows))
    if operator == "+":
        return added(left, right)
    if operator == "-":
        return subtracted(left, right)
    if operator == "/":
        return divided(left, right)
    if operator == "@" or (operator == "*" and program.vocabulary.language is not PYTHON):
        return multiplied(left, right)
    if operator == "*":
        if isinstance(left, (PlacedFrame, Rotation)) or isinstance(right, (PlacedFrame, Rotation)):
            return multiplied(left, right)
        return multiplied_each(left, right)
    if operator == "**" and isinstance(left, Scalar) and isinstance(right, Scalar):
        return combined(lambda x, y: float(x**y), left, right)
    if operator == "%" and isinstance(left, Rotation) and isinstance(right, Rotation):
        return multiplied(left, right)
    raise token.fault(f"the operator {operator} is not known here")


def _rows_and_vector(left: Value, right: Value) -> tuple[Value, ...] | None:
    """The rows of a matrix that NumPy combines with a vector one by one."""
    rows, row = matrix_rows(left), scalars(right)
    if not isinstance(left, Array) or rows is None or row is None or len(row) != len(rows[0]):
        return None
    return left.items


def list_literal(program: Program, node: BracketNode) -> Value:
    """A literal without a type: a list, or an object if its items have names."""
    if program.vocabulary.language is JAVASCRIPT and node.token.text == "{":
        node = node._replace(items=tuple(_full_item(item) for item in node.items))
    named = {item.name: item.value for item in node.items}
    if named.keys() in ({"x", "y", "z"}, {"x", "y", "z", "w"}):  # JavaScript: {x: 0, y: 1, z: 0}
        return Array(tuple(value_or_failed(program, named[name]) for name in "xyzw" if name in named))
    if node.items and all(item.name and item.name not in ("*", "..") for item in node.items):
        thing = program.thing("", node.token, node.end)
        for item in node.items:
            set_field(program, thing, cast(str, item.name), value_or_failed(program, item.value))
        return thing
    values: list[Value] = []
    before: Expression | None = None
    for item in node.items:  # Rust's [0.0; 3] repeats one expression
        values.append(values[-1] if item.value is before else value_or_failed(program, item.value))
        before = item.value
    return Array(tuple(values))


def _full_item(item: Argument) -> Argument:
    """JavaScript's `{ shape }` stands for `{ shape: shape }`."""
    is_short = item.name is None and isinstance(item.value, Name) and len(item.value.path) == 1
    return item._replace(name=cast(Name, item.value).last) if is_short else item


def typed_literal(program: Program, node: BracketNode, type_name: Name) -> Value:
    """A literal with a type: `Vec3 { x: 1.0, … }`, `new Vector3[] { … }`, `float[3, 9] { … }`."""
    path = type_name.path
    forms = program.forms(path)
    site = program.site(type_name.last, node.token, node.end)
    if forms:
        given = given_arguments(program, node.items)
        if any(matches_form(form, given) for form in forms):
            return build_value(program, forms, given, site)
        if given.named or not given.values:
            return build_value(program, forms, given, site)
    if any(item.name for item in node.items) or not node.items:
        if program.is_unsupported(path):
            raise program.unsupported_fault(site)
        thing = program.thing(type_name.last, node.token, node.end)
        for item in node.items:
            set_field(program, thing, item.name or "", value_or_failed(program, item.value))
        return thing
    listed = list_literal(program, node)
    return each_declared(program, type_name, listed) if forms else listed


def given_arguments(program: Program, arguments: Iterable[Argument]) -> Given:
    """The arguments of a call with their values; those that cannot be computed are `Failed`."""
    values: list[Value] = []
    named: dict[str, Value] = {}
    for argument in arguments:
        if argument.name == ".." and _is_default(argument.value):  # Rust: ..Default::default()
            continue
        value = value_or_failed(program, argument.value)
        made = maker_of(argument.value) if isinstance(value, Failed) else None
        if isinstance(value, Failed) and made is not None and program.forms(made.path):
            value.fault.is_of_library = True  # type: ignore[attr-defined]
        if argument.name in ("*", "..") and isinstance(value, Array):
            values += value.items
        elif argument.name and argument.name != "..":
            named[argument.name] = value
        else:
            values.append(value)
    return Given(values, named)


def _is_default(node: Expression) -> bool:
    """Whether a Rust expression is the default value of its type."""
    return (
        isinstance(node, CallNode) and isinstance(node.function, Name) and node.function.last in ("default", "identity")
    )


def maker_of(node: Expression | None) -> Name | None:
    """The function that an expression calls first."""
    while isinstance(node, (Member, CallNode)):
        node = node.base if isinstance(node, Member) else node.function
    return node if isinstance(node, Name) else None


def _call_expression(program: Program, node: CallNode) -> Value:
    function = node.function
    if re.fullmatch(program.vocabulary.ignored, _path_of(function)):
        return program.thing("", node.token, node.end)
    if isinstance(function, Name):
        if len(function.path) > 1 and program.variable(function.path[0]) is not None:
            base = _object_of(program, function)
            if function.of and isinstance(base, Thing):
                return _component(program, base, function, node)
            return call_method(program, base, function.last, given_arguments(program, node.arguments), node)
        value = call_function(program, function, node.token, node.end, node.arguments)
        for item in node.fields:
            if isinstance(value, Thing):
                set_field(program, value, item.name or "", value_or_failed(program, item.value))
            elif isinstance(value, SolidValue):
                set_parameter(value, item.name or "", value_or_failed(program, item.value))
        return value
    if isinstance(function, Member):
        try:
            base = expression_value(program, function.base)
        except TextError:
            forms = program.vocabulary.functions.get(function.name, ())
            if any(isinstance(form, ShapeForm) for form in forms):
                site = program.site(function.name, node.token, node.end)
                return build_value(program, forms, given_arguments(program, node.arguments), site)
            given = given_arguments(program, node.arguments)
            made = passed_shape(program, function.name, given)
            return made or connect(program, function.name, node, given, None)
        if function.of and isinstance(base, Thing):  # new GameObject().AddComponent<BoxCollider>()
            return _component(program, base, Name(node.token, node.end, (function.name,), function.of), node)
        return call_method(program, base, function.name, given_arguments(program, node.arguments), node)
    value = expression_value(program, function)
    return require_value(subscript(value, [index_value(program, one.value) for one in node.arguments], node.token))


def _object_of(program: Program, function: Name) -> Value:
    """The object that a method is called on; that of a part which is not in the text is the whole one."""
    try:
        return expression_value(program, function._replace(path=function.path[:-1], of=()))
    except TextError:
        variable = program.variable(function.path[0])
        if variable is None or not isinstance(variable.value, Thing):
            raise
        return variable.value


def _path_of(function: Expression) -> str:
    """The qualified name of a function or of a method of a variable: meshes.add."""
    if isinstance(function, Member) and isinstance(function.base, Name):
        return f"{function.base.last}.{function.name}"
    return ".".join(function.path[-2:]) if isinstance(function, Name) else ""


def call_function(program: Program, name: Name, token: Token, end: int, arguments: Sequence[Argument]) -> Value:
    """The value of a call of a function or constructor, or of an element: m(0, 3)."""
    variable = program.variable(name.path[0]) if len(name.path) == 1 else None
    if variable is not None:  # an element: m(0, 3)
        variable.uses += 1
        return require_value(
            subscript(require_value(variable.value), [index_value(program, one.value) for one in arguments], token)
        )
    site = program.site(name.last if name.last != "new" else "::".join(name.path[-2:]), token, end)
    given = given_arguments(program, arguments)
    if name.of and names.WRAPPERS.fullmatch("::".join(name.path[-2:])):
        is_list = bool(given.values) and isinstance(given.values[0], Array) and name.of[-1] in _LISTS
        if len(given.values) == 1 and (is_list or isinstance(given.values[0], (SolidValue, Thing))):
            return given.values[0]
        name, site = name._replace(path=name.of, of=()), site._replace(name=name.of[-1])
    elif names.WRAPPERS.fullmatch("::".join(name.path[-2:])) and len(given.values) == 1:
        return require_value(given.values[0])
    if (made := passed_shape(program, name.last, given)) is not None:
        return made
    if ".".join(name.path[-2:]) in program.vocabulary.compounds:
        return _compound(program, given, site)
    forms = program.forms(name.path)
    if forms:
        return build_value(program, forms, given, site)
    found = common_function(program, name, given, site)
    if found is not None:
        return found
    if program.is_unsupported(name.path):
        raise program.unsupported_fault(site)
    return connect(program, name.last, token, given, None, end)


def _compound(program: Program, given: Given, site: Site) -> Thing:
    """An object with several shapes, each placed in it."""
    parts = given.values[0] if given.values else None
    result = program.thing(site.name, site.token, site.end)
    for part in parts.items if isinstance(parts, Array) else ():
        items = part.items if isinstance(part, Array) else ()
        solid = next((item for item in items if isinstance(item, SolidValue)), None)
        if solid is None or len(items) != 2:
            raise fatal(site.fault("must be a list of pairs of a pose and a shape"))
        pose = next(item for item in items if item is not solid)
        moved = solid.moved(frame_of(site, require_value(pose)))
        program.replace_solid(moved)
        result.solids.append(moved)
    if not result.solids:
        raise fatal(site.fault("the shapes are not in the text"))
    return result


def _component(program: Program, base: Thing, function: Name, node: CallNode) -> Value:
    """A component of an object: `go.AddComponent<BoxCollider>()`, or the one that it has: GetComponent<…>."""
    for one in base.solids:
        if function.last.startswith("Get") and one.constructor == function.of[-1]:
            return one
    site = program.site(function.of[-1], node.token, node.end)
    if forms := program.forms(function.of):
        made = build_value(program, forms, given_arguments(program, node.arguments), site)
        if isinstance(made, SolidValue):
            made.is_component = True
            base.solids.append(made)
        return made
    if program.is_unsupported(function.of):
        raise program.unsupported_fault(site)
    part = program.thing(function.of[-1], node.token, node.end)
    part.owners = [base]
    return part
