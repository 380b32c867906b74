"""Evaluates expressions: names, operators, literals, and calls together with their arguments."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from gjkscope.app.base.tokens import TextError, Token, number_token, quoted
from gjkscope.app.base.work import EXPRESSION, spend
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import frame_of
from gjkscope.app.bring.notations.code.calls import call_method, common_function, passed_shape
from gjkscope.app.bring.notations.code.classes import base_initializer, class_of, instance_of, method_of
from gjkscope.app.bring.notations.code.connections.members import set_field, set_parameter
from gjkscope.app.bring.notations.code.connections.rules import connect
from gjkscope.app.bring.notations.code.constructors import POSE_TYPE, build_value, described_shape, each_declared
from gjkscope.app.bring.notations.code.features import made_pair, made_triangle, with_triangle
from gjkscope.app.bring.notations.code.fields import member, subscript
from gjkscope.app.bring.notations.code.functions import MOST_EXECUTED, call_defined
from gjkscope.app.bring.notations.code.lexer import BITS_OF_FLOAT, CSHARP, PYTHON
from gjkscope.app.bring.notations.code.matching import Given, fatal, matches_form, require_value
from gjkscope.app.bring.notations.code.operations import condition_holds, operation_value
from gjkscope.app.bring.notations.code.plane_values import lifted_value
from gjkscope.app.bring.notations.code.program import Program, vocabulary_keys
from gjkscope.app.bring.notations.code.rules import Rule, first_value
from gjkscope.app.bring.notations.code.syntax import (
    DEPENDS,
    TARGET_TYPED,
    Argument,
    Binary,
    BracketNode,
    CallNode,
    Clause,
    Comprehension,
    Conditional,
    Expression,
    Function,
    Member,
    Name,
    Number,
    Slice,
    String,
    Subscript,
    Unary,
)
from gjkscope.app.bring.notations.code.templates import fill_literal
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    Array,
    Failed,
    FaultMark,
    OperandMismatch,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    all_tokens,
    flatten,
    negate_value,
    rotation_of_quaternion,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import ByWord, Form, Forms, Site

DEEPEST = 120  # of a tree of expressions
LONGEST_NEW_LIST = 10_000  # elements that a program makes without values
MOST_ITEMS = 10_000  # of a list comprehension

_LISTS = frozenset({"vector", "array", "initializer_list", "list", "Vec"})


def expression_value(program: Program, node: Expression) -> Value:
    """The value of an expression.  Raises `TextError` if it cannot be computed."""
    program.depth += 1
    spend(EXPRESSION, node.token.line)
    try:
        if program.depth > DEEPEST:
            raise node.token.fault("the expression is nested too deeply")
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
        if BITS_OF_FLOAT.fullmatch(node.token.text):
            number_token(node.token)  # raises `TextError`: ambiguous
        return fill_literal(program, node.token)
    if isinstance(node, Name):
        return _name(program, node)
    if isinstance(node, Unary) and node.operator in ("not", "!"):
        return Scalar(float(not condition_holds(expression_value(program, node.operand), node.token)))
    if isinstance(node, Unary) and node.operator == "~":
        raise node.token.fault("the operator ~ is not known here")
    if isinstance(node, Unary):
        return negate_value(expression_value(program, node.operand))
    if isinstance(node, Conditional):
        chosen, other = (node.yes, node.no) if _is_chosen(program, node) else (node.no, node.yes)
        program.context.account_span(other.token.start, other.end)
        return expression_value(program, chosen)
    if isinstance(node, Comprehension):
        return _comprehension(program, node)
    if isinstance(node, Binary):
        return _binary(program, node)
    if isinstance(node, BracketNode):
        return typed_literal(program, node, node.type) if node.type is not None else list_literal(program, node)
    if isinstance(node, CallNode):
        return _call_expression(program, node)
    if isinstance(node, Member):
        return _member_value(program, expression_value(program, node.base), node.name, node)
    if isinstance(node, Subscript):
        if (blank := _new_list(program, node)) is not None:
            return blank
        items = [index_value(program, item) for item in node.items]
        program.indices |= {token.start for item in items if isinstance(item, Scalar) for token in item.tokens}
        return require_value(subscript(expression_value(program, node.base), items, node.token))
    raise node.token.fault("is not a value")


def _is_chosen(program: Program, node: Conditional) -> bool:
    """Whether the condition holds.  Raises `TextError` if that is unknown, which ends the import if a shape depends on
    it.
    """
    try:
        return condition_holds(expression_value(program, node.condition), node.token)
    except TextError:
        if program.vocabulary.language is PYTHON:
            raise
    fault = node.token.fault(DEPENDS)
    text = program.context.text[node.token.end : node.end]
    raise fatal(fault) if program.constructs_shape(text) else fault


def _new_list(program: Program, node: Subscript) -> Array | None:
    """C#'s and Java's `new Vector3[n]`: a list without values; None for an element of a list."""
    base = node.base
    if not isinstance(base, Name) or program.variable(base.path[0]) is not None or len(node.items) != 1:
        return None
    is_type = base.last in names.SCALAR_TYPES or base.last in names.LISTS or bool(program.forms(base.path))
    length = expression_value(program, node.items[0]) if is_type and not isinstance(node.items[0], Slice) else None
    if not isinstance(length, Scalar) or not 0 < length.value <= LONGEST_NEW_LIST:
        return None
    program.indices |= {token.start for token in length.tokens}
    missing = Failed(node.token.fault("an element of this list has no value in the text"))
    return Array((missing,) * int(length.value))


def index_value(program: Program, node: Expression) -> Value | slice | str:
    """An index of a list, or a slice."""
    if isinstance(node, Slice):
        return slice(_whole(program, node.first), _whole(program, node.last))
    value = expression_value(program, node)
    program.context.account(all_tokens(value))
    return value


def _whole(program: Program, node: Expression | None) -> int | None:
    if node is None:
        return None
    value = expression_value(program, node)
    if not isinstance(value, Scalar):
        raise node.token.fault("must be a number")
    program.context.account(value.tokens)
    return int(value.value)


def _name(program: Program, node: Name) -> Value:
    variable = program.variable(node.path[0])
    if variable is not None:
        variable.uses += 1
        value = require_value(variable.value)
        for part in node.path[1:]:
            value = _member_value(program, value, part, node)
        return value
    for key in vocabulary_keys(node.path):
        if key in program.vocabulary.constants:
            return program.vocabulary.constants[key]
    number = names.constant_of(node.path)
    if number is not None:
        return Scalar(number)
    if names.NOT_FINITE.fullmatch(node.last):
        raise node.token.fault(f"{quoted('.'.join(node.path))} is not finite: must be a finite number").marked(
            FaultMark.NOT_FINITE
        )
    raise node.token.fault(f"{quoted('.'.join(node.path))} has no value in the text")


def _member_value(program: Program, value: Value, name: str, node: Name | Member) -> Value:
    """A member of a value; for an instance of a class of the text, also the value of a property."""
    if (method := method_of(program, value, name)) is not None and isinstance(value, Thing):
        return call_defined(program, method, node.token, (), Given([], {}), value)
    return require_value(member(program.site(name, node.token, node.end), value, name))


def _binary(program: Program, node: Binary) -> Value:
    left, right = expression_value(program, node.left), expression_value(program, node.right)
    is_list = program.vocabulary.language is PYTHON and isinstance(node.left, BracketNode) and isinstance(left, Array)
    if is_list and node.operator == "*" and isinstance(right, Scalar) and _is_count(right.value):
        spend(len(cast(Array, left).items) * int(right.value), node.token.line)
        return Array(cast(Array, left).items * int(right.value))  # a list repeated: [0.5] * 3
    if is_list and node.operator == "+" and isinstance(node.right, BracketNode) and isinstance(right, Array):
        return Array((*cast(Array, left).items, *right.items))  # two lists joined
    return operation_value(program, node.operator, left, right, node.token)


def _is_count(value: float) -> bool:
    """Whether a list can be repeated this often."""
    return value.is_integer() and 1 <= value < MOST_ITEMS


def _comprehension(program: Program, node: Comprehension) -> Value:
    program.scopes.append({})
    try:
        items: list[Value] = []
        _add_items(program, node, node.clauses, items)
        return Array(tuple(items))
    finally:
        program.scopes.pop()


def _add_items(program: Program, node: Comprehension, clauses: Sequence[Clause], items: list[Value]) -> None:
    if not clauses:
        program.executed += 1
        if len(items) >= MOST_ITEMS or program.executed > MOST_EXECUTED:
            raise node.token.fault(f"a list of more than {MOST_ITEMS:,} items, or too many lists")
        items.append(value_or_failed(program, node.item))
        return
    for item in looped_values(program, clauses[0].values):
        bind_targets(program, clauses[0].targets, item, node.token)
        if all(condition_holds(expression_value(program, test), test.token) for test in clauses[0].conditions):
            _add_items(program, node, clauses[1:], items)


def looped_values(program: Program, node: Expression) -> tuple[Value, ...]:
    """The values of a loop.  Raises `TextError` if they are not known."""
    value = expression_value(program, node)
    if isinstance(value, Thing) and value.type == "" and value.fields:
        return tuple(Text(name) for name in value.fields)
    if not isinstance(value, Array):
        raise node.token.fault("the values of this loop are not in the text")
    return value.items


def bind_targets(program: Program, targets: Sequence[Expression], value: Value, token: Token) -> None:
    """Gives the variables of a loop their values, in the innermost block."""
    if len(targets) == 1 and isinstance(targets[0], Name):
        program.bind(targets[0].last, targets[0].token, value)
        return
    if not isinstance(value, Array) or len(value.items) != len(targets):
        raise token.fault(f"the values of this loop are not {len(targets)} each")
    for target, item in zip(targets, value.items, strict=True):
        inner = [element.value for element in target.items] if isinstance(target, BracketNode) else [target]
        bind_targets(program, inner, item, token)


def list_literal(program: Program, node: BracketNode) -> Value:
    """A literal without a type: a list, or an object if its items have names."""
    named = {item.name: item.value for item in node.items}
    if named.keys() in ({"x", "y", "z"}, {"x", "y", "z", "w"}):  # JavaScript: {x: 0, y: 1, z: 0}
        return Array(tuple(value_or_failed(program, named[name]) for name in "xyzw" if name in named))
    if program.vocabulary.is_plane and named.keys() == {"x", "y"}:
        return Array((*(value_or_failed(program, named[name]) for name in "xy"), Scalar(0.0)))
    if node.items and all(item.name and item.name not in ("*", "..") for item in node.items):
        thing = _members(program, node)
        return (_recorded_shape(program, thing) if isinstance(thing, Thing) else None) or thing
    if node.token.text == "{" and not node.items and program.vocabulary.language is PYTHON:
        return program.thing("", node.token, node.end)
    return Array(tuple(_items_of(program, node)))


def _items_of(program: Program, node: BracketNode) -> list[Value]:
    """The items of a list; Rust's [0.0; 3] repeats one expression."""
    values: list[Value] = []
    before: Expression | None = None
    for item in node.items:
        is_left_out = item.name == ".." and isinstance(item.value, BracketNode)
        if is_left_out and program.vocabulary.language is PYTHON:
            raise fatal(item.value.token.fault("'...' leaves out items: print the whole array"))
        value = values[-1] if item.value is before else value_or_failed(program, item.value)
        values += value.items if item.name == "*" and isinstance(value, Array) else (value,)
        before = item.value
    return values


def _recorded_shape(program: Program, thing: Thing) -> Value | None:
    """The shape that an object with named fields describes, or None."""
    for record in program.vocabulary.records:
        kind = thing.fields.get(record.keyword)
        if isinstance(kind, Text) and kind.text in record.forms:
            program.things.remove(thing)
            site = program.site(kind.text, thing.token, thing.end)
            return build_value(program, (record,), Given([], thing.fields), site)
    return None


def _members(program: Program, node: BracketNode) -> Value:
    """A literal with named members: an object, or a vector or quaternion such as `{ .v = {…} }`."""
    values = {cast(str, item.name): value_or_failed(program, item.value) for item in node.items}
    only = next(iter(values.values())) if len(values) == 1 else None
    if isinstance(only, Array) and set(values) <= {"v", "q"}:
        return only
    vector, scalar = values.get("v"), values.get("s")
    if len(values) == 2 and isinstance(scalar, Scalar) and vector is not None and (parts := vector_in(vector)):
        return rotation_of_quaternion((*parts, scalar))
    thing = program.thing("", node.token, node.end)
    for name, value in values.items():
        set_field(program, thing, name, value)
    return thing


def typed_literal(program: Program, node: BracketNode, type_name: Name) -> Value:
    """A literal with a type: `Vec3 { x: 1.0, … }`, `new Vector3[] { … }`, `float[3, 9] { … }`."""
    path = type_name.path
    forms = program.forms(path)
    site = program.site(type_name.last, node.token, node.end)
    if forms:
        given = given_arguments(program, node.items)
        if any(matches_form(form, given) for form in forms):
            return build_value(program, forms, given, site)
        if (filled := _fill_in(forms, given)) is not None:
            return build_value(program, forms, filled, site)
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
    if forms:
        return each_declared(program, type_name, listed)
    return described_shape(program, type_name, listed, site) or listed


def _fill_in(forms: Forms, given: Given) -> Given | None:
    """The members of a structure of numbers; those that a literal leaves out are 0: `new Vector3 { Y = 2 }`."""
    plain = {name.lower(): value for name, value in given.named.items()}
    for form in forms:
        if isinstance(form, Form) and plain.keys() <= set(form.names) and set(form.kinds) == {"s"} and not given.values:
            return Given([plain.get(name, Scalar(0.0)) for name in form.names], {}) if plain else None
    return None


def given_arguments(program: Program, arguments: Iterable[Argument]) -> Given:
    """The arguments of a call with their values; those that cannot be computed are `Failed`."""
    values: list[Value] = []
    named: dict[str, Value] = {}
    for argument in arguments:
        if argument.name == ".." and _is_default(argument.value):  # Rust: ..Default::default()
            continue
        value = value_or_failed(program, argument.value)
        if program.vocabulary.is_plane:
            value = lifted_value(program.site("", argument.value.token, argument.value.end), value, None)
        if isinstance(value, Failed) and (marks := _marks_of(program, argument.value)):
            value = value._replace(fault=value.fault.marked(*marks))
        if argument.name in ("*", "..") and isinstance(value, Array):
            values += value.items
        elif argument.name and argument.name != "..":
            named[argument.name] = value
        else:
            values.append(value)
    return Given(values, named)


def _marks_of(program: Program, node: Expression) -> list[FaultMark]:
    """The known part of an argument that cannot be computed, directly or in a variable."""
    variable = program.variable(node.last) if isinstance(node, Name) and len(node.path) == 1 else None
    made = variable.maker if variable is not None else maker_of(node)
    marks = [FaultMark.OF_LIBRARY] if made is not None and program.forms(made.path) else []
    if variable is not None and variable.type is not None and POSE_TYPE.search(variable.type.last):
        marks.append(FaultMark.OF_POSE)
    return marks


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
        program.context.account_span(node.token.start, node.end)
        return program.thing("", node.token, node.end)
    if base_initializer(program, node):
        return program.thing("", node.token, node.end)
    if (called := _called_method(program, node)) is not None:
        return called
    if isinstance(function, Name):
        is_python = not program.vocabulary.language.blocks  # where a variable of another function may have its name
        if is_python and (defined := program.function_named(function.path)) is not None:
            return call_defined(program, defined, node.token, node.arguments, given_arguments(program, node.arguments))
        if len(function.path) > 1 and program.variable(function.path[0]) is not None:
            return _method_call(program, node, _object_of(program, function), function)
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
            return _method_of_unknown(program, function.name, node)
        return _method_call(program, node, base, Name(node.token, node.end, (function.name,), function.of))
    value = expression_value(program, function)
    return require_value(subscript(value, [index_value(program, item.value) for item in node.arguments], node.token))


def _method_call(program: Program, node: CallNode, base: Value | None, method: Name) -> Value:
    """The value of a call of a method of a value; None for an object that the text does not make."""
    if base is None:
        return _method_of_unknown(program, method.last, node)
    if method.of and isinstance(base, Thing) and program.vocabulary.language is CSHARP:
        return _component(program, base, method, node)  # new GameObject().AddComponent<BoxCollider>()
    return call_method(program, base, method.last, given_arguments(program, node.arguments), node)


def _called_method(program: Program, node: CallNode) -> Value | None:
    """The result of a method of an instance of a class of the text; None if it is not such a call."""
    if not program.classes:
        return None
    function = node.function
    if isinstance(function, Name) and len(function.path) > 1:
        if program.variable(function.path[0]) is None:
            return None
        name, base = function.last, cast(Expression, function._replace(path=function.path[:-1], of=()))
    elif isinstance(function, Member):
        name, base = function.name, function.base
    else:
        return None
    if not any(
        isinstance(statement, Function) and statement.name == name
        for kind in program.classes.values()
        for statement in kind.body
    ):
        return None
    try:
        value = expression_value(program, base)
    except TextError:
        return None
    method = method_of(program, value, name)
    if method is None or not isinstance(value, Thing):
        return None
    return call_defined(program, method, node.token, node.arguments, given_arguments(program, node.arguments), value)


def _method_of_unknown(program: Program, name: str, node: CallNode) -> Value:
    """The value of a call of a method of an object that the text does not define."""
    given = given_arguments(program, node.arguments)
    forms = program.vocabulary.functions.get(name, ())
    if any(isinstance(form, (ShapeForm, ByWord)) for form in forms):
        return build_value(program, forms, given, program.site(name, node.token, node.end))
    site = program.site(name, node.token, node.end)
    given = Given(with_triangle(program, name, given.values, site), given.named)
    if _ATTACHED & set(names.words_of(name)):
        program.of_unknown.update(value.name for value in given.all if isinstance(value, SolidValue))
    return passed_shape(program, name, given) or connect(program, name, node, given, None)


def _implied_body(program: Program, method: Name, given: Given) -> Thing | None:
    """The body to which a 2D engine adds a shape, if the text does not make it: `b.createFixture(shape)`."""
    solids = [value for value in given.all if isinstance(value, SolidValue)]
    is_attached = len(method.path) == 2 and bool(_ATTACHED & set(names.words_of(method.last)))
    if not (program.vocabulary.is_plane and is_attached and solids):
        return None
    program.of_unknown.update(solid.name for solid in solids)
    body = program.thing("body", method.token, method.end)  # another place of a shape that bodies may share
    body.fields["placement"] = IDENTITY_PLACEMENT
    program.define(method.path[0], method.token, body, None)
    return body


# Words in the names of methods that add a shape to a body: addCollider, CreateFixture, setCollisionShape.
_ATTACHED = frozenset({"collider", "fixture", "shape"})


def _object_of(program: Program, function: Name) -> Value | None:
    """The object that a method is called on; the whole one for a part that is not in the text, in Python None."""
    try:
        return expression_value(program, function._replace(path=function.path[:-1], of=()))
    except TextError:
        variable = program.variable(function.path[0])
        if variable is not None and isinstance(variable.value, Failed):
            return None
        if variable is None or not isinstance(variable.value, Thing):
            raise
        return None if program.vocabulary.language is PYTHON else variable.value


def _path_of(function: Expression) -> str:
    """The qualified name of a function or of a method of a variable: meshes.add."""
    if isinstance(function, Member) and isinstance(function.base, Name):
        return f"{function.base.last}.{function.name}"
    return ".".join(function.path[-2:]) if isinstance(function, Name) else ""


def call_function(program: Program, name: Name, token: Token, end: int, arguments: Sequence[Argument]) -> Value:
    """The value of a call of a function or constructor, or of an element: m(0, 3)."""
    variable = program.variable(name.path[0]) if len(name.path) == 1 else None
    if variable is not None:
        variable.uses += 1
        indices = [index_value(program, argument.value) for argument in arguments]
        return require_value(subscript(require_value(variable.value), indices, token))
    if (function := program.function_named(name.path)) is not None:
        return call_defined(program, function, token, arguments, given_arguments(program, arguments))
    if (definition := class_of(program, name.path)) is not None:
        return instance_of(program, definition, token, end, arguments, given_arguments(program, arguments))
    given = given_arguments(program, arguments)
    if name.path == (TARGET_TYPED,) and flatten(listed := Array(tuple(given.values))):
        return listed  # C#'s new(1, 2, 3) where no type is declared: a vector, maybe
    name_of_site = name.last if name.last != "new" else "::".join(name.path[-2:])
    if names.WRAPPERS.fullmatch("::".join(name.path[-2:])):
        if (wrapped := _wrapped_value(name, given)) is not None:
            return require_value(wrapped)
        if name.of:  # make_shared<Sphere>(1)
            name, name_of_site = name._replace(path=name.of, of=()), name.of[-1]
    site = program.site(name_of_site, token, end)
    known = first_value(FUNCTIONS, FunctionCall(program, name, given, site))
    return known if known is not None else _unknown_function(program, name, given, site, arguments)


def _wrapped_value(name: Name, given: Given) -> Value | None:
    """The value from which a pointer or a list is made; None if a constructor is called with the arguments."""
    if len(given.values) != 1:
        return None
    value = given.values[0]
    is_list = isinstance(value, Array) and not _LISTS.isdisjoint(name.of[-1:])
    return value if not name.of or is_list or isinstance(value, (SolidValue, Thing)) else None


class FunctionCall(NamedTuple):
    """A call of a function that the text does not define."""

    program: Program
    name: Name
    given: Given
    site: Site


def _is_compound(call: FunctionCall) -> bool:
    return ".".join(call.name.path[-2:]) in call.program.vocabulary.compounds


def _build(call: FunctionCall) -> Value:
    return build_value(call.program, call.program.forms(call.name.path), call.given, call.site)


def _refuse(call: FunctionCall) -> Value:
    raise call.program.unsupported_fault(call.site)


def _pair(call: FunctionCall) -> Value | None:
    is_pair = made_pair(call.program, call.name.last, call.given, call.site)
    return call.program.thing("", call.site.token, call.site.end) if is_pair else None


def _always(_: FunctionCall) -> bool:
    return True


# The vocabulary comes first, then what all libraries share, then what the names of functions suggest.
FUNCTIONS: tuple[Rule[FunctionCall], ...] = (
    Rule("the shape of a description", _always, lambda call: passed_shape(call.program, call.name.last, call.given)),
    Rule("several shapes in one object", _is_compound, lambda call: _compound(call.program, call.given, call.site)),
    Rule("what the vocabulary says", lambda call: bool(call.program.forms(call.name.path)), _build),
    Rule("a number or a list", _always, lambda call: common_function(call.program, call.name, call.given, call.site)),
    Rule("a shape that is not supported", lambda call: call.program.is_unsupported(call.name.path), _refuse),
    Rule("a triangle", _always, lambda call: made_triangle(call.program, call.name.last, call.given, call.site)),
    Rule("two shapes", _always, _pair),
)


def _unknown_function(program: Program, name: Name, given: Given, site: Site, arguments: Sequence[Argument]) -> Value:
    """The value of an unknown function, which may have changed the variables among its arguments."""
    given = Given(with_triangle(program, name.last, given.values, site), given.named)
    for argument in arguments:
        passed = argument.value if isinstance(argument.value, Name) else None
        if passed is not None and (variable := program.variable(passed.path[0])) is not None:
            variable.passed += 1
    called = ".".join(name.path) if name.path[0] == "Assert" else name.last
    base = _implied_body(program, name, given)
    result = connect(program, called, site.token, given, base, site.end)
    if isinstance(result, Thing) and program.vocabulary.language is PYTHON and name.last[:1].islower():
        result.is_computed = not result.solids
    return result


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
    for solid in base.solids:
        if function.last.startswith("Get") and solid.constructor == function.of[-1]:
            return solid
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
