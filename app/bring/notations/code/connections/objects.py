"""Objects that a call makes of its arguments: bodies of shapes and poses, settings, or poses that will place a
shape.
"""

import re
from collections.abc import Sequence

from gjkscope.app.bring.notations.code.connections.call import (
    POSE_WORDS,
    ConnectingCall,
    is_pose,
    may_place,
    not_in_text,
    quoted_words,
)
from gjkscope.app.bring.notations.code.connections.members import parts_of_pair, set_field
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    FaultMark,
    Rotation,
    SolidValue,
    Text,
    Thing,
    Value,
    matrix_rows,
    scalars,
    vector_in,
)

# Words in the names of functions that make objects with a pose.
_BODY_WORDS = frozenset({"body", "object", "actor", "collider", "entity"})

# Types of objects that describe the material of a shape; they never place it.
_MATERIALS = ("ShapeConfig", "ShapeCfg", "Friction", "ProximityProperties")

_BODY_TYPE = re.compile(r"(?i)body(?:id|create)?$")  # a body may be placed after its shape was added

# Types of objects that describe others, and of which several objects can be made.
_SETTINGS = ("Def", "Desc", "Settings", "Info", "Builder", "Options", "def", "desc", "info", "settings")


def make_object(call: ConnectingCall) -> Value:
    """The object that a call makes; the result of a query about a pair is not one."""
    arguments = call.arguments
    _ask_about_poses(call)
    if not arguments.solids and len(arguments.holders) == 1 and parts_of_pair(arguments.holders[0]):
        return call.result()
    result = call.program.thing(call.name, call.token, call.end)
    _take_over(result, [thing for thing in arguments.things if not thing.type])  # Body({ mass: 0, position: … })
    if call.name in call.program.vocabulary.titled:
        result.title = next((value.text for value in arguments.values if isinstance(value, Text)), None)
    holders = [thing for thing in arguments.holders if thing.type]
    result.solids += [*arguments.solids, *([arguments.base] if isinstance(arguments.base, SolidValue) else [])]
    for thing in holders:
        result.solids += thing.solids
        thing.is_absorbed = True
    for key, value in call.given.named.items():
        if not isinstance(value, SolidValue) and value not in holders:
            set_field(call.program, result, key, value)
    things = [thing for thing in arguments.things if thing.type]
    if isinstance(arguments.base, Thing):
        things.insert(0, arguments.base)
    _place(call, result, bool(things))
    result.owners += _owners(things, holders)
    if result.solids:
        for owner in result.owners:
            owner.bears_shape = True
    return result


def _ask_about_poses(call: ConnectingCall) -> None:
    """Asks where a shape or a body is if an argument that may be its pose is unknown."""
    arguments, poses, name = call.arguments, call.arguments.poses, call.name
    if arguments.solids or arguments.holders:
        _check_arguments(call)
        if len(poses) > 1:
            _ask_about_shape(call)
        unknown = next((thing for thing in arguments.things if thing.is_computed), None)
        if not poses and unknown is not None:
            call.ask_about_pose(f"{not_in_text(unknown)}, and {name} may place the shape with it")
    elif len(poses) > 1:
        call.program.helpers.append((name, tuple(poses)))
    elif not poses and _BODY_WORDS & call.words:
        for value in call.given.all:
            if isinstance(value, Failed) and may_place(value):  # createRigidBody(place)
                call.ask_about_pose(f"{name} may place a body, but {value.fault}")


def _check_arguments(call: ConnectingCall) -> None:
    """Reports arguments that may be the pose of a shape and could not be computed."""
    context, is_placed = call.program.context, bool(call.arguments.poses)
    for value in call.given.all:
        if not isinstance(value, Failed):
            continue
        why = f"{call.name} may place the shape, but {value.fault}"
        if FaultMark.NOT_FINITE in value.fault.marks:
            call.program.faults.append(value.fault)
        elif not is_placed and FaultMark.OF_LIBRARY in value.fault.marks:
            call.ask_about_pose(why)
        elif POSE_WORDS & quoted_words(value.fault) and is_placed:  # by another argument, such as the identity
            context.ask("poses", "as read", why)
        elif POSE_WORDS & quoted_words(value.fault):
            context.warn(f"{value.fault}: {call.name} may place the shape with it")


def _ask_about_shape(call: ConnectingCall) -> None:
    """Asks which pose a shape has if another shape in front of the poses could not be computed."""
    values = call.arguments.values
    first = next((i for i, value in enumerate(values) if is_pose(value)), 0)
    lost = next((value for value in values[:first] if isinstance(value, Failed)), None)
    if lost is not None:
        why = f"line {call.token.line}: which of its poses {call.name} gives to the shape is not clear: {lost.fault}"
        call.program.context.ask("poses", "as read", why)


def _take_over(result: Thing, options: Sequence[Thing]) -> None:
    """Gives an object the fields and shapes of the literals that describe it."""
    for option in options:
        result.fields |= option.fields
        result.solids += option.solids
        result.owners += option.owners
        option.is_absorbed = True


def _place(call: ConnectingCall, result: Thing, has_things: bool) -> None:
    """Gives an object the pose among the arguments; without one, a position and a rotation."""
    poses = call.arguments.poses
    if poses:
        result.fields["placement"] = poses[0]
        if len(poses) > 1:
            result.fields["second placement"] = poses[1]
    elif result.solids or not has_things:
        _set_loose_parts(result, call.given.values)
        if result.solids and not result.owners:
            _choose_position(call, result)
    if (broken := _broken_pose(call.given)) is not None:
        result.fields["placement"] = broken


def _set_loose_parts(result: Thing, values: Sequence[Value]) -> None:
    """The position and rotation among the arguments, if there are any: `Settings(shape, position, rotation)`."""
    positions = [value for value in values if isinstance(value, Array) and vector_in(value)]
    rotations = [value for value in values if isinstance(value, Rotation)]
    fours = [value for value in values if len(scalars(value) or ()) == 4]
    matrices = [value for value in values if len(matrix_rows(value) or ()) in (3, 4)]
    if len(positions) == 1 and (result.solids or rotations or fours):
        result.fields["position"] = positions[0]
    if len(rotations) == 1:
        result.fields["rotation"] = rotations[0]
    elif positions and len(fours) == 1:
        result.fields["rotation"] = fours[0]
    elif result.solids and len(matrices) == 1:
        rows = matrix_rows(matrices[0]) or ((),)
        result.fields["placement" if len(rows[0]) == 4 else "rotation"] = matrices[0]


def _choose_position(call: ConnectingCall, result: Thing) -> None:
    """Asks which of several vectors next to a shape places it: `CreateDynamic(position, velocity, shape)`."""
    values = call.given.values
    vectors = [value for value in values if isinstance(value, Array) and vector_in(value)]
    if len(vectors) < 2 or "position" in result.fields or not call.words:
        return
    words = {str(i + 1): vector for i, vector in enumerate(vectors[:9])}
    why = f"{result.type}: the number of the vector that is the position; others may be velocities or sizes"
    first, *others = words
    decide = call.program.context.assume if vectors[0] is values[0] else call.program.context.ask
    result.fields["position"] = words[decide("position", first, why, *others)]


def _broken_pose(given: Given) -> Failed | None:
    """The part of a pose in braces that could not be computed: `createRigidBody({{0, 1, 0}, turn(angle)})`."""
    pairs = [value.items for value in given.values if isinstance(value, Array) and len(value.items) == 2]
    return next((turn for position, turn in pairs if isinstance(turn, Failed) and vector_in(position)), None)


def _owners(things: Sequence[Thing], holders: Sequence[Thing]) -> list[Thing]:
    """The objects whose poses the result takes; settings are copied, because they may be used again."""
    frames = [
        thing
        for thing in things
        if thing not in holders
        and not thing.type.endswith(_MATERIALS)
        and (thing.fields or thing.owners or _BODY_TYPE.search(thing.type))
    ]
    return [thing.snapshot() if thing.type.endswith(_SETTINGS) else thing for thing in (*frames, *holders)]
