"""Calls known functions and methods whose arguments have been evaluated."""

import re
from collections.abc import Sequence
from typing import cast

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import about, scaled_shape
from gjkscope.app.bring.notations.code.connections.call import without_tuples
from gjkscope.app.bring.notations.code.connections.members import set_field
from gjkscope.app.bring.notations.code.connections.rules import connect
from gjkscope.app.bring.notations.code.constructors import build_value, each_declared
from gjkscope.app.bring.notations.code.features import with_triangle
from gjkscope.app.bring.notations.code.fields import PARTS_OF_MATRICES, member, replace_member, subscript
from gjkscope.app.bring.notations.code.matching import Given, require_value
from gjkscope.app.bring.notations.code.measures import measure_of
from gjkscope.app.bring.notations.code.mutation import move_by_method
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import MethodCall, Rule, first_value, is_method
from gjkscope.app.bring.notations.code.syntax import CallNode, Name
from gjkscope.app.bring.notations.code.templates import fill_by_method
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    FaultMark,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    combine,
    flatten,
    inner,
    invert_motion,
    length_of,
    multiply,
    multiply_each,
    normalize_value,
    scalars,
    subtract,
    transpose_matrix,
    vector_product,
)
from gjkscope.app.bring.notations.code.vocabulary import ByWord, Site

# Closures that only convert a point: |a| Vector::new(a[0], a[1], a[2]), |&[x, y, z]| Point3::new(x, y, z).
_KEEPS_ORDER = re.compile(
    r"\|&?\[?\(?(?:(?P<p>\w+)|(?P<x>\w+),(?P<y>\w+),(?P<z>\w+))\)?\]?(?::[^|]*)?\|(?:\w+::)*(?:<\w+>::)?"
    r"(?:new\((?:(?P=p)\[0\],(?P=p)\[1\],(?P=p)\[2\]|(?P=p)\.x,(?P=p)\.y,(?P=p)\.z|(?P=p)\.0,(?P=p)\.1,(?P=p)\.2"
    r"|(?P=x),(?P=y),(?P=z))\)|from(?:_array|_slice)?\(\*?&?(?P=p)\)|(?P=p)(?:\.into\(\))?)"
)


# Methods that give a scaled copy of a shape: Jolt's, parry's.
_SCALING = "ScaleShape scaled scale_dyn"

_INVERSE = "inverse inversed Inversed getInverse conjugate Conjugated inv"
_TRANSPOSE = "transpose Transposed Transposed3x3 getTranspose"
_NORMALIZED = "normalized Normalized normalize getNormalized normalize_or_zero"

# Methods of poses and rotations that multiply them with another one, or move a point.
_PRODUCTS = "mul transform append dot apply act"


def passed_shape(program: Program, name: str, given: Given) -> SolidValue | None:
    """The shape that a function makes from its description: PxCreateConvexMesh(params, desc)."""
    if name not in program.vocabulary.passing:
        return None
    solid = next((value for value in given.all if isinstance(value, SolidValue)), None)
    if solid is not None:
        solid.has_name_of_description = True
    return solid


def common_function(program: Program, name: Name, given: Given, site: Site) -> Value | None:
    """A mathematical function, or a conversion of a number or of a list."""
    if name.last in names.LISTS and all(isinstance(value, Array) for value in given.values[:1]):
        return each_declared(program, name, given.values[0] if given.values else Array(()))
    if name.last in ("make_pair", "make_tuple", "pair", "tuple") and len(given.values) > 1:
        return Array(tuple(given.values))
    if name.last in names.SCALAR_TYPES and len(given.values) == 1:
        return require_value(given.values[0])
    plain = names.plain_function(name)
    if plain in names.FUNCTIONS and given.values:
        values = [require_value(value) for value in given.values]
        if len(values) == 1 and isinstance(values[0], Array):
            items = [common_function(program, name, Given([item], {}), site) for item in values[0].items]
            return Array(tuple(item for item in items if item is not None))
        if all(isinstance(value, Scalar) for value in values):
            return combine(names.FUNCTIONS[plain], *cast(list[Scalar], values))
    if not given.values and (number := names.constant_of(name.path)) is not None:
        return Scalar(number)
    if names.NOT_FINITE.fullmatch(name.last):
        raise site.token.fault(f"{quoted(name.last)} is not finite: must be a finite number").marked(
            FaultMark.NOT_FINITE
        )
    return None


def call_method(program: Program, base: Value, name: str, given: Given, node: CallNode) -> Value:
    """The value of a call of a method of a value.  Raises `TextError` if the method is not known."""
    if (passed := passed_shape(program, name, given)) is not None:
        return passed
    site = program.site(name, node.token, node.end)
    forms = program.vocabulary.methods.get(name, ())
    if not forms and any(isinstance(form, (ShapeForm, ByWord)) for form in program.vocabulary.functions.get(name, ())):
        forms = program.vocabulary.functions[name]
    if forms and not isinstance(base, (PlacedFrame, Rotation, Array)):
        made = build_value(program, forms, given, site)
        if isinstance(made, (Rotation, PlacedFrame)) and isinstance(base, Thing) and _is_setter(name):
            set_field(program, base, name, made)
            return base
        return _attach(program, made, base, given, node) if isinstance(made, SolidValue) else made
    value = first_value(METHODS, MethodCall(program, base, name, given, site))
    if value is not None:
        return value
    if isinstance(base, (SolidValue, Thing)):
        if name[:1].islower() and program.is_unsupported((name,)):  # capitalised: a type, which has no instance here
            raise program.unsupported_fault(site)
        return _object_method(program, base, name, given, node)
    plain = name.lower().replace("_", "")  # a fluent one: Matrix4().translate(…).rotate(…)
    if (changed := move_by_method(program, plain, base, given, node)) is not None:
        return changed
    is_part = name.startswith("with_") and names.role_of(name) is not None
    if is_part and len(given.values) == 1:  # bevy: Transform::from_xyz(…).with_rotation(…)
        return require_value(replace_member(site, base, name.removeprefix("with_"), require_value(given.values[0])))
    raise node.token.fault(f"the method {quoted(name)} is not known")


def _attach(program: Program, solid: SolidValue, base: Value, given: Given, node: CallNode) -> Value:
    """A shape that a method of an object made: `scene.add_shape_box(body=right, hx=h, …)`."""
    others = [value for value in given.all if isinstance(value, Thing)]
    if any(solid in thing.solids for thing in program.things):
        return solid
    if not others:
        solid.name, solid.has_name_of_description = solid.form.kind.removesuffix("2"), True
    if isinstance(base, Thing) and base.fields.get("second placement"):
        solid.arguments["placement"] = base.fields["second placement"]
        return solid
    if isinstance(base, Thing) and "placement" in base.fields and any(owner.solids for owner in base.owners):
        solid.arguments["placement"] = base.fields["placement"]  # the other shape is placed by its own object
        return solid
    if others or (isinstance(base, Thing) and _has_place(base)):
        connect(program, solid.constructor, node, Given([solid, *others], {}), base)
    return solid


def _has_place(thing: Thing) -> bool:
    return any(names.role_of(name) in ("position", "rotation", "placement") for name in thing.fields)


def _template(call: MethodCall) -> Value | None:
    return fill_by_method(call.program, cast(Text, call.base), call.name, call.given)


def _copy(call: MethodCall) -> Value | None:
    return call.program.copy_solid(call.solid) if call.program.vocabulary.copies_shapes else None


def _scale(call: MethodCall) -> Value | None:
    if not call.values:
        return None
    scaled = cast(SolidValue, scaled_shape(call.site, [call.base, call.operand]))
    call.program.replace_solid(scaled)
    return scaled


def _itself(call: MethodCall) -> Value | None:
    is_field = isinstance(call.base, Thing) and call.name in call.base.fields
    return None if is_field else call.base


def _argument(call: MethodCall) -> Value | None:
    parameter = dict(call.solid.form.names).get(call.name, call.name)
    return require_value(call.solid.arguments[parameter]) if parameter in call.solid.arguments else None


def _measure(call: MethodCall) -> Value | None:
    measure = measure_of(call.solid, call.name)
    if measure is None:
        return None
    measure = require_value(measure)
    if isinstance(measure, Array) and len(call.values) == 1 and isinstance(call.values[0], Scalar):  # box.side(2)
        return require_value(subscript(measure, [call.values[0]], call.site.token))
    return None if call.values else measure


def _inner_product(call: MethodCall) -> Value:
    a, b = scalars(call.base), scalars(call.operand)
    return inner(a, b) if a and b and len(a) == len(b) else multiply(call.base, call.operand)


def _map_points(call: MethodCall) -> Value | None:
    """The points that a closure only converts.  Raises `TextError` for any other closure."""
    closure = call.values[0]
    if not isinstance(closure, Text) or _KEEPS_ORDER.fullmatch(closure.text):
        return call.base if isinstance(closure, Text) else None
    raise call.site.token.fault(f"{quoted(closure.text)}: what map does to the points is not understood")


def _function(call: MethodCall) -> Value:
    numbers = [value for value in (call.base, *call.values) if isinstance(value, Scalar)]
    return combine(names.FUNCTIONS[call.name], *numbers)


def _half_extents(call: MethodCall) -> Value | None:
    if len(call.array.items) != 2:
        return None
    low, high = call.array.items
    return multiply_each(subtract(high, low), Scalar(0.5))


def _finish(call: MethodCall) -> Value | None:
    flat = flatten(call.base)
    if not flat:
        return None
    width = {9: 3, 12: 4, 16: 4}.get(len(flat), len(flat))
    rows = tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width))
    return Array(rows) if len(rows) > 1 else Array(flat)


def _part_of_matrix(call: MethodCall) -> Value:
    return require_value(subscript(call.base, [call.name, *call.values], call.site.token))


def _part(call: MethodCall) -> Value | None:
    if isinstance(call.base, SolidValue):
        return None
    if isinstance(call.base, Thing) and (not names.role_of(call.name) or _is_setter(call.name)):
        return None
    return require_value(member(call.site, call.base, call.name))


def _entries(call: MethodCall) -> Value | None:
    """The entries of a Python dictionary."""
    if call.thing.type:
        return None
    keys = tuple(Text(key) for key in call.thing.fields)
    values = tuple(call.thing.fields.values())
    pairs = tuple(Array(pair) for pair in zip(keys, values, strict=True))
    return Array({"keys": keys, "values": values, "items": pairs}[call.name])


def _flat(call: MethodCall) -> Value | None:
    _require_order_by_rows(call)
    flat = flatten(call.base)
    return Array(flat) if flat is not None else None


def _require_order_by_rows(call: MethodCall) -> None:
    """Raises `OperandMismatch` for NumPy's orders by columns."""
    order = call.given.named.get("order", Text("C"))
    if not isinstance(order, Text) or order.text != "C":
        raise OperandMismatch(f"{call.name}: the order must be by rows")


def _reshape(call: MethodCall) -> Value:
    _require_order_by_rows(call)
    flat = flatten(call.base)
    sizes = flatten(Array(tuple(call.values)))
    if flat is None or sizes is None or not 0 < len(sizes) <= 2:
        raise OperandMismatch("reshape: must be one or two sizes")
    if len(sizes) == 1:
        if int(sizes[0].value) not in (-1, len(flat)):
            raise OperandMismatch(f"{len(flat)} numbers cannot be a list of {sizes[0].value:g}")
        return Array(flat)
    rows, width = (int(size.value) for size in sizes)
    width = width if width > 0 else len(flat) // max(rows, 1)
    if width < 1 or len(flat) % width:
        raise OperandMismatch(f"{len(flat)} numbers cannot be rows of {width}")
    return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))


def _is_setter(name: str) -> bool:
    return name.lower().startswith(("set", "with"))


_NONE, _ONE = (0,), (1,)  # arguments

# Methods without side effects.  Of several rules for a name, the one for the most specific type comes first.  The names
# of parts come after all functions, because every value without its own name has parts.
METHODS: tuple[Rule[MethodCall], ...] = (
    Rule("a string that is filled in", is_method("", Text), _template),
    Rule("a copy of a shape that can be moved", is_method("copy clone", SolidValue), _copy),
    Rule("a scaled shape", is_method(_SCALING, SolidValue), _scale),
    Rule("the value that is passed on", is_method(" ".join(names.PASSING)), _itself),
    Rule("the entries of a dictionary", is_method("keys values items", Thing, counts=_NONE), _entries),
    Rule("an argument of the constructor", is_method("", SolidValue, counts=_NONE), _argument),
    Rule("a size of a shape", is_method("", SolidValue), _measure),
    Rule("the inverse", is_method(_INVERSE, counts=_NONE), lambda call: invert_motion(call.base)),
    Rule("the transpose", is_method(_TRANSPOSE), lambda call: transpose_matrix(call.base)),
    Rule("length 1", is_method(_NORMALIZED), lambda call: normalize_value(call.base)),
    Rule("the inner product", is_method("dot Dot", Array, counts=_ONE), _inner_product),
    Rule(
        "the cross product",
        is_method("cross Cross", Array, counts=_ONE),
        lambda call: vector_product(call.base, call.operand),
    ),
    Rule(
        "the length",
        is_method("norm Length length magnitude getLength", Array, counts=_NONE),
        lambda call: length_of(call.base),
    ),
    Rule("converted points", is_method("map", Array, counts=_ONE), _map_points),
    Rule("the rows of another shape", is_method("reshape", Array), _reshape),
    Rule("a function of a number", is_method("to_radians sqrt sin cos abs tan powi powf recip", Scalar), _function),
    Rule("half the extents of two corners", is_method("half_extents", Array), _half_extents),
    Rule("a matrix of numbers by rows", is_method("finished", Array), _finish),
    Rule("a part of a matrix", is_method(" ".join(PARTS_OF_MATRICES), Array, PlacedFrame, Rotation), _part_of_matrix),
    Rule("a flat list", is_method("flatten ravel", Array, counts=_NONE), _flat),
    Rule("a part", is_method(counts=_NONE), _part),
    Rule(
        "a product",
        is_method(_PRODUCTS, PlacedFrame, Rotation, counts=_ONE),
        lambda call: multiply(call.base, call.operand),
    ),
)


def _object_method(program: Program, base: SolidValue | Thing, name: str, given: Given, node: CallNode) -> Value:
    """A method of an object: of a builder, or one that connects it with other objects."""
    site = program.site(name, node.token, node.end)
    given = Given(with_triangle(program, name, given.values, site), given.named)
    if isinstance(base, Thing) and _is_moved(base, name, given, node, program):
        return base
    if isinstance(base, Thing) and name in _PARENTING and given.values and _are_things(given.values):
        for child in given.values:
            cast(Thing, child).owners = [base]
        return base
    role = program.vocabulary.fields.get(name) or names.role_of(name)
    if role in _SET_BY_METHODS and given.values:
        return _set_by_method(program, base, name, given, node)
    is_connecting = any(isinstance(value, (SolidValue, Thing, PlacedFrame)) for value in without_tuples(given.all))
    if isinstance(base, Thing):
        is_connecting = is_connecting or bool(given.named) or any(isinstance(value, Failed) for value in given.all)
    if is_connecting:
        return connect(program, name, node, given, base)
    if isinstance(base, SolidValue):
        is_property = name.lower().startswith(("compute", "calculate"))  # its inertia, its bounds
        return program.thing(name, node.token, node.end) if is_property else base
    return base if given.values else _field_of_object(program, base, name, node)


def _set_by_method(program: Program, base: SolidValue | Thing, name: str, given: Given, node: CallNode) -> Thing:
    """The object whose pose or velocity a method sets; a new one if it is called on a shape."""
    thing = base if isinstance(base, Thing) else program.thing(name, node.token, node.end)
    if isinstance(base, SolidValue):
        thing.solids.append(base)
    set_field(program, thing, name, given.values[0] if len(given.values) == 1 else Array(tuple(given.values)))
    return thing


_SET_BY_METHODS = frozenset({"position", "rotation", "placement", "euler", "velocity", "angular velocity"})
_PARENTING = frozenset({"add_child", "addChild", "attachChild", "add"})  # of a node or group of a scene
_TURNS = {f"rotate{axis}": axis for axis in "xyz"}  # without underscores
_MOVES = frozenset({"lookat", "rotate", "translate", "rotateobjectlocal", "rotateonaxis", "translateobjectlocal"})


def _are_things(values: Sequence[Value]) -> bool:
    return all(isinstance(value, Thing) for value in values)


def _is_moved(thing: Thing, name: str, given: Given, node: CallNode, program: Program) -> bool:
    """Turns or moves an object; an unknown method makes its pose unknown."""
    plain = name.lower().replace("_", "")
    if plain not in _TURNS and plain not in _MOVES:
        return False
    has_turn = any(names.role_of(field) in ("rotation", "placement") for field in thing.fields)
    if plain in _TURNS and not has_turn and len(given.values) == 1 and isinstance(given.values[0], Scalar):
        site = program.site(name, node.token, node.end)
        thing.fields["rotation"] = about(_TURNS[plain])(site, given.values)
    else:
        thing.fields["rotation"] = Failed(
            node.token.fault(f"{name}: the pose after it is not known here: write the pose")
        )
    return True


def _field_of_object(program: Program, base: Thing, name: str, node: CallNode) -> Value:
    if name in base.fields:
        return require_value(base.fields[name])
    result = program.thing(name, node.token, node.end)
    result.owners = [base]
    return result
