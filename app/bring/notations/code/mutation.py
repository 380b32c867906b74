"""The value of a pose, rotation or list after a method that changes it."""

from gjkscope.app.bring.notations.code.builders import frame_of, posed, position_of, rotation_of
from gjkscope.app.bring.notations.code.constructors import build_value
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.matching import Given, fatal, require_value
from gjkscope.app.bring.notations.code.program import Program
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
    composed,
    normalized,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site


def moved_by_method(program: Program, method: str, old: Value, given: Given, call: CallNode) -> Value | None:
    """A pose, rotation or vector after a method that changes it; None if it is not such a method."""
    values = [require_value(value) for value in given.values]
    site = program.site(method, call.token, call.end)
    whole = Array(tuple(values)) if len(values) > 1 else values[0] if values else Array(())
    if method == "setidentity":
        if isinstance(old, Array):
            size = size_of(old) or (3, 3)
            return _identity_matrix(size[0])
        return IDENTITY_ROTATION if isinstance(old, Rotation) else IDENTITY_PLACEMENT
    if method in ("setzero", "setones") and isinstance(old, Array):
        number = Scalar(1.0 if method == "setones" else 0.0)
        return Array((number,) * len(old.items))
    if method in ("pushback", "append", "emplaceback", "add", "push", "addpoint") and isinstance(old, Array):
        item = Array(tuple(values)) if method == "emplaceback" and len(values) == 3 else whole
        return Array((*old.items, item))
    if method in ("set", "setvalue", "fill") and isinstance(old, (Array, Failed)) and vector_in(whole):
        return Array(vector_in(whole) or ())
    if method in ("setx", "sety", "setz") and isinstance(old, Array) and len(values) == 1 and len(old.items) in (3, 4):
        place = "xyz".index(method[-1])
        return Array((*old.items[:place], values[0], *old.items[place + 1 :]))
    if method in ("set", "setvalue") and isinstance(old, Rotation) and len(values) == 4:
        return rotation_of(site, whole)
    if method in ("copy", "set") and len(values) == 1 and isinstance(values[0], type(old)):
        return values[0]
    if method == "appendtranslationmut" and isinstance(old, PlacedFrame):
        return composed(frame_of(site, whole), old)
    if method == "appendrotationmut" and isinstance(old, PlacedFrame):
        return composed(as_placement(rotation_of(site, whole)), old)
    if method in ("settransform", "setpose") and isinstance(old, (PlacedFrame, Failed)) and len(values) == 2:
        return posed(site, values)
    if method in ("normalize", "safenormalize"):
        return normalized(old)
    may_turn = isinstance(old, (PlacedFrame, Rotation)) or size_of(old) == (3, 3)
    if may_turn and (turned := _turned(program, method, old, values, site)) is not None:
        return turned
    if method in ("translate", "pretranslate", "rotate", "prerotate") and isinstance(old, PlacedFrame):
        change = frame_of(site, whole) if "translate" in method else as_placement(rotation_of(site, whole))
        if "translate" in method and vector_in(whole):
            change = PlacedFrame(IDENTITY_ROTATION, position_of(whole))
        return composed(change, old) if method.startswith("pre") else composed(old, change)
    return None


def moves_shape(program: Program, method: str, solid: SolidValue, given: Given, call: CallNode) -> bool:
    """Moves a shape by a method such as trimesh's `apply_translation`; False if it is not such a method.

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
    solid.local = change if solid.local is None else composed(change, solid.local)
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
        solid.local = composed(local._replace(rotation=IDENTITY_ROTATION), turn)
        solid.local = composed(solid.local, local._replace(position=IDENTITY_PLACEMENT.position))
        return
    x, y, z = (Scalar(-one.value, one.tokens) for one in center)
    back, there = PlacedFrame(IDENTITY_ROTATION, (x, y, z)), PlacedFrame(IDENTITY_ROTATION, center)
    solid.local = composed(there, composed(turn, composed(back, local)))


_MESH_MOVES = frozenset({"rotate", "scale"})  # of Open3D

# Methods that move the shape that they are called on, in the frame of the world.
_MOVES = frozenset({"applytranslation", "applytransform", "applyscale", "translate", "transform"})


def _turned(program: Program, method: str, old: Value, values: list[Value], site: Site) -> Value | None:
    """A rotation or pose after a method of the library such as setEulerZYX; None if it is not one."""
    is_matrix = isinstance(old, Array) or "Basis" in program.context.text[site.token.start : site.end]
    kind = "matrix." if is_matrix else ""
    named = {name.replace("_", "").lower(): forms for name, forms in program.vocabulary.methods.items()}
    forms = named.get(kind + method, named.get(method))
    if not forms:
        return None
    built = build_value(program, forms, Given(values, {}), site)
    if method.startswith("rotate") and isinstance(old, PlacedFrame):
        return composed(old, frame_of(site, built))
    if isinstance(old, PlacedFrame) and isinstance(built, Rotation):
        return old._replace(rotation=built)
    return built


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


def _identity_matrix(size: int) -> Array:
    rows = (Array(tuple(Scalar(float(i == j)) for j in range(size))) for i in range(size))
    return Array(tuple(rows))
