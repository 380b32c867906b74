"""Poses that a program writes into an array with a row for each body: `body_q[body, :3] = …` (Newton, Warp)."""

from collections.abc import Sequence

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.evaluation import index_value
from gjkscope.app.bring.notations.code.fields import Index
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.python_builders import seven_numbers
from gjkscope.app.bring.notations.code.syntax import CallNode, Expression, Member, Name, Subscript
from gjkscope.app.bring.notations.code.values import Array, Failed, PlacedFrame, Rotation, Scalar, Thing, Value, scalars
from gjkscope.app.bring.notations.placing import XYZW

_ARRAYS = frozenset(["pose", "poses", "transform", "transforms", "xform", "xforms"])
_ROW = 7  # position and quaternion
_BODY_MAKERS = ("add_body", "add_link")  # each makes the next body


def is_placed_in_array(program: Program, target: Subscript, value: Value) -> bool:
    """Places a body by an assignment to its row, or to a part of it; False for other assignments.

    Asks where the shapes are if the body or the part is unknown.
    """
    if program.vocabulary.language is not PYTHON or not program.solids or not _is_pose_array(program, target.base):
        return False
    fields: dict[str, Value] = {}
    body: Thing | None = None
    try:
        indices = [index_value(program, item) for item in target.items]
        body = _body_at(program, indices[0])
        fields = _parts(program, body, indices[1:], value, target) if body is not None else {}
    except TextError as fault:
        if body is not None:
            fields = {"placement": Failed(fault)}
    if body is None or not fields:
        line = f"line {target.token.line}: this may place a shape, but it is not known which or where"
        program.context.ask("pose", "origin", line)
        return True
    for field, part in fields.items():
        body.fields.pop(field, None)  # the last assignment counts
        body.fields[field] = part
    return True


def _is_pose_array(program: Program, base: Expression) -> bool:
    """Whether an expression is an array of poses that the text does not list: `state.body_q`, `poses`."""
    path = _path(base)
    variable = program.variable(path[0]) if path else None
    if variable is None or isinstance(variable.value, (Array, PlacedFrame, Rotation)):
        return False
    if isinstance(variable.value, Thing) and not variable.value.type:  # a dictionary of the text
        return False
    made = variable.maker.path if variable.maker is not None else ()
    return any(part.endswith("_q") or part == "q" or _ARRAYS & set(names.words_of(part)) for part in (*path, *made))


def _path(node: Expression) -> tuple[str, ...]:
    """The names of an expression such as `state.body_q.numpy()`."""
    if isinstance(node, Name):
        return node.path
    if isinstance(node, Member):
        base = _path(node.base)
        return (*base, node.name) if base else ()
    return _path(node.function) if isinstance(node, CallNode) else ()


def _body_at(program: Program, index: Index) -> Thing | None:
    """The body at an index: one that the text made, or its number in the order of the text."""
    if isinstance(index, Thing):
        return index
    bodies = [thing for thing in program.things if thing.type in _BODY_MAKERS]
    number = int(index.value) if isinstance(index, Scalar) else len(bodies)
    return bodies[number] if -len(bodies) <= number < len(bodies) else None


def _parts(program: Program, body: Thing, part: Sequence[Index], value: Value, target: Subscript) -> dict[str, Value]:
    """The fields of a body that an assignment to its row sets; none if they are unknown."""
    if isinstance(value, Failed):
        raise value.fault
    first, last = 0, _ROW
    if part and isinstance(part[0], slice):
        first, last = part[0].start or 0, part[0].stop or _ROW
    elif part and isinstance(part[0], Scalar):
        return _component(body, int(part[0].value), value)
    if (first, last) == (0, 3):
        return {"position": value}
    if (first, last) == (3, _ROW):
        return {"rotation": value}
    if (first, last) != (0, _ROW):
        return {}
    if isinstance(value, PlacedFrame):
        return {"placement": value}
    if len(scalars(value) or ()) != _ROW:
        return {}
    site = program.site("pose", target.token, target.end)
    return {"placement": seven_numbers(XYZW)(site, [value])}


def _component(body: Thing, index: int, value: Value) -> dict[str, Value]:
    """The position of a body with one coordinate replaced."""
    known: Sequence[Scalar] | None = (Scalar(0.0),) * 3
    for field, known_value in body.fields.items():
        if names.role_of(field) in ("position", "placement"):
            known = known_value.position if isinstance(known_value, PlacedFrame) else scalars(known_value)
    if known is None or len(known) != 3 or not 0 <= index < 3 or not isinstance(value, Scalar):
        return {}
    return {"position": Array((*known[:index], value, *known[index + 1 :]))}
