"""Functions that set the pose of an object."""

import re

from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.connections.call import (
    POSE_WORDS,
    ConnectingCall,
    has_shape,
    is_pose,
    may_place,
    not_in_text,
)
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.matrix_poses import pose_of_matrix
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.syntax import CallNode, Member, Name
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    Array,
    Failed,
    PlacedFrame,
    Rotation,
    Thing,
    Value,
    scalars,
    vector_in,
)

# Words in the names of functions that place an object.
PLACING_WORDS = (POSE_WORDS - {"x"}) | {"orientation", "quaternion", "rot", "world", "motion"}


def is_placing(name: str) -> bool:
    """Whether a function that sets something sets a pose, by its name: `SetFreeBodyPose`."""
    return bool(set(names.words_of(name)) & PLACING_WORDS)


def ask_about_setter(program: Program, call: CallNode) -> None:
    """Asks where a shape is if a call that sets its pose could not be executed: `dBodySetRotation(body, R)`."""
    function = call.function
    name = function.last if isinstance(function, Name) else function.name if isinstance(function, Member) else ""
    if "set" not in names.words_of(name) or not is_placing(name):
        return
    words = set(re.findall(r"\w+", program.context.text[call.token.start : call.end]))
    values = (variable.value for variable in program.variables if variable.name in words)
    if any(has_shape(value) or (isinstance(value, Thing) and value.bears_shape) for value in values):
        why = f"line {call.token.line}: {name} may place a shape, and is not understood"
        program.context.ask("poses", "as read", why)


def target_of_setter(given: Given) -> Thing | None:
    """The object that a function changes: its first argument, or the body that follows a context, as in Drake's
    `SetFreeBodyPose(context, body, pose)`.
    """
    things = [value for value in given.values if isinstance(value, Thing)]
    if not things or not isinstance(given.values[0], (Thing, Failed)):
        return None
    bodies = [thing for thing in things if thing.bears_shape or thing.solids]
    if bodies:
        return bodies[0]
    return things[0] if things[0] is given.values[0] else None


def set_parts(thing: Thing, given: Given) -> set[str]:
    """Sets the parts of a pose that a call such as `setTransform(position, rotation)` gives; returns their names."""
    parts: dict[str, Value] = {}
    for value in given.values:
        if isinstance(value, PlacedFrame):
            parts["placement"] = value
        elif isinstance(value, Rotation) or len(scalars(value) or ()) == 4:
            parts["rotation"] = value
        elif vector_in(value) is not None:
            parts["position"] = value
    thing.fields |= parts
    return set(parts)


def place_by_call(program: Program, name: str, given: Given, target: Thing) -> None:
    """Sets the pose of an object, and asks where a body is if the pose could not be computed."""
    for old in target.fields.values():
        program.replace_value(old)
    parts = set_parts(target, given)
    is_whole = "placement" in parts or parts >= {"position", "rotation"}
    if is_whole or not (target.bears_shape or target.solids):
        return
    for value in (*given.values[given.values.index(target) + 1 :], *given.named.values()):
        if isinstance(value, Failed) and may_place(value):
            program.context.ask("pose", "origin", f"{name} may place the shape, but {value.fault}")
        elif isinstance(value, Thing) and value.is_computed:
            program.context.ask("pose", "origin", f"{not_in_text(value)}, and {name} may place the shape with it")


def set_target(call: ConnectingCall) -> Value | None:
    """`reset…(object, pose)` and `set…(object, pose)`: the object."""
    target = target_of_setter(call.given)
    if target is not None and is_placing(call.name):
        place_by_call(call.program, call.name, call.given, target)
    return target


def weld(call: ConnectingCall) -> Value:
    """Drake's `WeldFrames(frame_of_parent, frame_of_child, pose)`: the child is at the pose, seen from the parent."""
    frames = [value for value in call.given.all if isinstance(value, (Thing, Failed))][:2]
    parent = frames[0] if frames else None
    child = _body_of(frames[1]) if len(frames) == 2 else None
    is_world = isinstance(parent, Thing) and parent.type.startswith("world")
    outer = _body_of(parent) if parent is not None else None
    if child is None or not (is_world or outer):
        if any(thing.bears_shape for thing in call.program.things):
            call.ask_about_pose(f"line {call.token.line}: {call.name} places a body that the text does not name")
        return call.result()
    poses = [value for value in call.given.all if isinstance(value, Failed) or is_pose(value)]
    pose = next((value for value in poses if value not in frames), IDENTITY_PLACEMENT)
    child.owners = [outer] if outer is not None and not is_world else []
    is_matrix = isinstance(pose, Array)
    child.fields = {"placement": (pose_of_matrix(call.program, pose, "") if is_matrix else pose) or IDENTITY_PLACEMENT}
    return call.result()


def _body_of(frame: Value) -> Thing | None:
    """The body with a shape that an object is, or is a frame of: `box.body_frame()`."""
    if not isinstance(frame, Thing) or frame.bears_shape:
        return frame if isinstance(frame, Thing) else None
    bearing = next((owner for owner in frame.owners if owner.bears_shape), None)
    if bearing is not None or frame.type != "body_frame":
        return bearing
    return frame.owners[-1] if frame.owners else None  # its shape may be added later
