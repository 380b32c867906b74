"""The value of a pose, rotation or list after a method that changes it."""

from typing import cast

from gjkscope.app.bring.notations.code.builders import frame_of, pose, position_of, rotation_of
from gjkscope.app.bring.notations.code.constructors import build_value
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.matching import Given, fatal, require_value
from gjkscope.app.bring.notations.code.plane_values import lifted_value
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import MethodCall, Rule, first_value, is_method
from gjkscope.app.bring.notations.code.syntax import CallNode
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Value,
    as_placement,
    compose_frames,
    normalize_value,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site


def move_by_method(program: Program, method: str, old: Value, given: Given, call: CallNode) -> Value | None:
    """A pose, rotation or vector after a method that changes it; None if it is not such a method.

    `method` is in lower case, without underscores.
    """
    values = [require_value(value) for value in given.values]
    site = program.site(method, call.token, call.end)
    return first_value(CHANGES, MethodCall(program, old, method, Given(values, {}), site))


def _whole(call: MethodCall) -> Value:
    """The arguments as one value: `set(1, 2, 3)` and `set(v)` give a vector."""
    return lifted_value(call.site, call.values[0] if len(call.values) == 1 else Array(tuple(call.values)), None)


def _identity_matrix(call: MethodCall) -> Array:
    size, _ = size_of(call.base) or (3, 3)
    rows = (Array(tuple(Scalar(float(i == j)) for j in range(size))) for i in range(size))
    return Array(tuple(rows))


def _fill(call: MethodCall, number: float) -> Array:
    return Array((Scalar(number),) * len(call.array.items))


def _new_vector(call: MethodCall) -> Value | None:
    vector = vector_in(_whole(call))
    return Array(vector) if vector is not None else None


def _with_component(call: MethodCall) -> Value | None:
    items, i = call.array.items, "xyz".index(call.name[-1])
    return Array((*items[:i], call.operand, *items[i + 1 :])) if len(items) in (3, 4) else None


def _same_type(call: MethodCall) -> Value | None:
    return call.operand if isinstance(call.operand, type(call.base)) else None


def _translation(call: MethodCall) -> PlacedFrame:
    whole = _whole(call)
    return PlacedFrame(IDENTITY_ROTATION, position_of(whole)) if vector_in(whole) else frame_of(call.site, whole)


def _turn(call: MethodCall) -> PlacedFrame:
    return as_placement(rotation_of(call.site, _whole(call)))


def _turn_by_vocabulary(call: MethodCall) -> Value | None:
    """A rotation or pose after a method of the library such as setEulerZYX; None if it is not one."""
    old, name = call.base, call.name
    if isinstance(old, Array) and size_of(old) != (3, 3):
        return None
    is_matrix = isinstance(old, Array) or "Basis" in call.program.context.text[call.site.token.start : call.site.end]
    named = {key.replace("_", "").lower(): forms for key, forms in call.program.vocabulary.methods.items()}
    forms = named.get(f"matrix.{name}" if is_matrix else name, named.get(name))
    if not forms:
        return None
    built = build_value(call.program, forms, call.given, call.site)
    if name.startswith("rotate") and isinstance(old, PlacedFrame):
        return compose_frames(old, frame_of(call.site, built))
    if isinstance(old, PlacedFrame) and isinstance(built, Rotation):
        return old._replace(rotation=built)
    return built


def _frame(call: MethodCall) -> PlacedFrame:
    return cast(PlacedFrame, call.base)


# The vocabulary comes before the names that all libraries share: it knows the units and the order of the arguments.
CHANGES: tuple[Rule[MethodCall], ...] = (
    Rule("the identity matrix of the same size", is_method("setidentity", Array), _identity_matrix),
    Rule("no rotation", is_method("setidentity", Rotation), lambda _: IDENTITY_ROTATION),
    Rule("the pose at the origin", is_method("setidentity"), lambda _: IDENTITY_PLACEMENT),
    Rule("zeros", is_method("setzero", Array), lambda call: _fill(call, 0.0)),
    Rule("ones", is_method("setones", Array), lambda call: _fill(call, 1.0)),
    Rule(
        "a list with one more vector",
        is_method("emplaceback", Array, counts=(3,)),
        lambda call: Array((*call.array.items, Array(tuple(call.values)))),
    ),
    Rule(
        "a list with one more item",
        is_method("pushback append emplaceback add push addpoint", Array),
        lambda call: Array((*call.array.items, _whole(call))),
    ),
    Rule("another vector", is_method("set setvalue fill", Array, Failed), _new_vector),
    Rule("a vector with another component", is_method("setx sety setz", Array, counts=(1,)), _with_component),
    Rule(
        "the rotation of a quaternion",
        is_method("set setvalue", Rotation, counts=(4,)),
        lambda call: rotation_of(call.site, _whole(call)),
    ),
    Rule("another value of the same type", is_method("copy set", counts=(1,)), _same_type),
    Rule(
        "a pose moved in the outer frame",
        is_method("appendtranslationmut", PlacedFrame),
        lambda call: compose_frames(frame_of(call.site, _whole(call)), _frame(call)),
    ),
    Rule(
        "a pose turned about the outer origin",
        is_method("appendrotationmut prerotate", PlacedFrame),
        lambda call: compose_frames(_turn(call), _frame(call)),
    ),
    Rule(
        "a pose of a rotation and a position",
        is_method("settransform setpose", PlacedFrame, Failed, counts=(2,)),
        lambda call: pose(call.site, call.values),
    ),
    Rule("a value of length 1", is_method("normalize safenormalize"), lambda call: normalize_value(call.base)),
    Rule("turned as the library says", is_method("", PlacedFrame, Rotation, Array, Failed), _turn_by_vocabulary),
    Rule(
        "a pose moved along its own axes",
        is_method("translate", PlacedFrame),
        lambda call: compose_frames(_frame(call), _translation(call)),
    ),
    Rule(
        "a pose moved along the outer axes",
        is_method("pretranslate", PlacedFrame),
        lambda call: compose_frames(_translation(call), _frame(call)),
    ),
    Rule(
        "a pose turned about its own axes",
        is_method("rotate", PlacedFrame),
        lambda call: compose_frames(_frame(call), _turn(call)),
    ),
)


def moves_shape(program: Program, method: str, solid: SolidValue, given: Given, call: CallNode) -> bool:
    """Moves a shape by a method such as trimesh's `apply_translation`; False for other methods.

    Raises `TextError` if the move is not understood: the shape would be in the wrong place.
    """
    if method not in _MOVES and not (method in _MESH_MOVES and program.vocabulary.language is PYTHON):
        return False
    site = program.site(method, call.token, call.end)
    values = [require_value(value) for value in given.all]
    if not values:
        raise fatal(site.fault("must be a translation or a transform"))
    if method in ("applyscale", "scale"):
        if method == "scale" and (solid.local is not None or solid.form.base_at_origin):
            raise fatal(site.fault("scaling a shape about a point is not supported: apply it to the sizes"))
        solid.scales.append((site.token, values[0]))
        return True
    if method == "rotate":
        _rotate_about(solid, given, site)
        return True
    try:
        change = PlacedFrame(IDENTITY_ROTATION, position_of(values[0])) if "transl" in method else None
        change = change or frame_of(site, values[0])
    except OperandMismatch as fault:
        raise fatal(site.fault(str(fault))) from None
    solid.local = change if solid.local is None else compose_frames(change, solid.local)
    return True


def _rotate_about(solid: SolidValue, given: Given, site: Site) -> None:
    """Open3D's `mesh.rotate(R, center=…)`; without a centre, about that of the shape."""
    values = [require_value(value) for value in (*given.values, *given.named.values())]
    try:
        turn = as_placement(rotation_of(site, values[0]))
        center = position_of(values[1]) if len(values) > 1 else None
    except OperandMismatch as fault:
        raise fatal(site.fault(str(fault))) from None
    if center is None and (solid.form.base_at_origin or set(solid.arguments) & {"placement", "position", "points"}):
        raise fatal(site.fault("state the centre of the rotation: that of this shape is not known here"))
    local = solid.local or IDENTITY_PLACEMENT
    if center is None:
        solid.local = compose_frames(local._replace(rotation=IDENTITY_ROTATION), turn)
        solid.local = compose_frames(solid.local, local._replace(position=IDENTITY_PLACEMENT.position))
        return
    x, y, z = (Scalar(-coordinate.value, coordinate.tokens) for coordinate in center)
    back, there = PlacedFrame(IDENTITY_ROTATION, (x, y, z)), PlacedFrame(IDENTITY_ROTATION, center)
    solid.local = compose_frames(there, compose_frames(turn, compose_frames(back, local)))


_MESH_MOVES = frozenset({"rotate", "scale"})  # of Open3D

# Methods that move the shape that they are called on, in the frame of the world.
_MOVES = frozenset({"applytranslation", "applytransform", "applyscale", "translate", "transform"})


def size_of(value: Value) -> tuple[int, int] | None:
    """Rows and columns of a vector or matrix, whether its elements have values or not."""
    if isinstance(value, PlacedFrame):
        return (4, 4)
    if isinstance(value, Rotation):
        return (4, 1) if value.parts else (3, 3)
    if not isinstance(value, Array) or not value.items:
        return None
    first = value.items[0]
    return (len(value.items), len(first.items)) if isinstance(first, Array) else (len(value.items), 1)
