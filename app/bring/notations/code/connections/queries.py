"""Calls about several objects, such as `distance(&a, pose_a, &b, pose_b)`."""

import re
from collections.abc import Sequence

from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import rotation_of
from gjkscope.app.bring.notations.code.connections.call import (
    ConnectingCall,
    has_shape,
    is_pose,
    may_place,
    not_in_text,
    quoted_words,
)
from gjkscope.app.bring.notations.code.program import AskedState
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    Failed,
    FaultMark,
    PlacedFrame,
    Rotation,
    SolidValue,
    Thing,
    Value,
    scalars,
    vector_in,
)

# Words in the names of a query's arguments besides shapes and poses.
_OPTION_WORDS = frozenset(
    "req request res result results opt option options settings config cfg data info manager cache filter out "
    "contact contacts callback cb output collector".split()
)
_NUMBERS = re.compile(r"(?<!\w)\.?\d")
_BOTH, _SECOND, _FIRST = "both shapes", "second shape", "first shape"
_MOVED = {_BOTH: (0, 1), _SECOND: (1,), _FIRST: (0,)}


def place_by_query(call: ConnectingCall) -> Value | None:
    """A query that receives the poses of its shapes, independent of the bodies' own poses."""
    values, vocabulary = call.given.all, call.program.vocabulary
    roles = vocabulary.queries[call.name]
    if vocabulary.is_plane and values and isinstance(values[0], PlacedFrame):
        roles = ("pose a", "_", "a")  # of a world: the pose and the way of the shape
    if len(values) < len(roles):
        return None
    by_role = dict(zip(roles, values, strict=False))
    for letter in "ab":
        _place_target(call, by_role.get(letter), by_role.get(f"pose {letter}"))
    return call.result()


def _place_target(call: ConnectingCall, target: Value | None, pose: Value | None) -> None:
    if isinstance(pose, Failed) and isinstance(target, (SolidValue, Thing)):
        call.program.faults.append(pose.fault)
    point = vector_in(pose) if pose is not None else None
    frame = PlacedFrame(IDENTITY_PLACEMENT.rotation, point) if point else pose
    if not isinstance(frame, PlacedFrame):
        return
    if isinstance(target, SolidValue):
        thing = call.program.thing(call.name, call.token, call.end)
        thing.solids.append(target)
        thing.fields["placement"] = frame
    elif isinstance(target, Thing):
        target.owners = []
        target.fields = {key: value for key, value in target.fields.items() if names.role_of(key) is None}
        target.fields["placement"] = frame


def is_query(call: ConnectingCall) -> bool:
    """Whether a call is about several objects that have shapes, or whose shapes are added later."""
    arguments = call.arguments
    bearing = [thing for thing in arguments.things if thing.bears_shape and not thing.solids]
    objects = len(arguments.holders)
    return len(arguments.solids) + objects >= 2 or (not arguments.solids and objects + len(bearing) >= 2)


def note_query(call: ConnectingCall) -> Value:
    """Notes the shapes that a call is about, with the poses that it gives them."""
    program, solids = call.program, call.arguments.solids
    poses = _poses_of_solids(call)
    is_missing = len(poses) < len(solids) and _ask_about_missing(call, bool(poses))
    for value in call.arguments.values:
        if isinstance(value, Failed) and FaultMark.OF_POSE in value.fault.marks:
            program.faults.append(value.fault)
    placed = _placed_solids(call, poses, is_missing)
    program.queries.append((*call.arguments.holders, *placed))
    program.asked.append(AskedState(call.token.line, tuple(solids), tuple(dict(solid.arguments) for solid in solids)))
    return call.result()


def _poses_of_solids(call: ConnectingCall) -> list[PlacedFrame]:
    """The poses of the shapes in a call; those of objects with shapes, such as compounds, are set."""
    arguments, poses = call.arguments, call.arguments.poses
    shaped = [value for value in arguments.values if has_shape(value)]
    if arguments.holders and len(poses) == len(shaped) > 1:
        for pose, value in zip(poses, shaped, strict=True):
            if isinstance(value, Thing) and not value.fields and not value.owners:
                value.fields["placement"] = pose
        poses = [pose for pose, value in zip(poses, shaped, strict=True) if isinstance(value, SolidValue)]
    return poses or _poses_of_parts(call, len(shaped))


def _poses_of_parts(call: ConnectingCall, shapes: int) -> list[PlacedFrame]:
    """The poses of a call with as many rotations as positions: distance(a, b, turn_a, turn_b, at_a, at_b).

    Other vectors may follow the positions of the shapes: points of contact, the normal.
    """
    values = call.arguments.values
    turns = [
        rotation_of(call.site, value)
        for value in values
        if isinstance(value, Rotation) or len(scalars(value) or ()) == 4
    ]
    positions = [vector for value in values if (vector := vector_in(value))]
    if len(turns) == shapes:
        positions = positions[:shapes]
    if len(turns) == len(positions):
        return [PlacedFrame(turn, position) for turn, position in zip(turns, positions, strict=True)]
    return []


def _ask_about_missing(call: ConnectingCall, has_poses: bool) -> bool:
    """Asks where the shapes are if a pose could not be computed; returns whether there is such a pose."""
    values, name = call.arguments.values, call.name
    if not has_poses and len(call.arguments.solids) > 1 and any(isinstance(value, Rotation) for value in values):
        call.ask_about_pose(f"line {call.token.line}: which of the numbers of {name} place which shape?")
    missing = [
        value
        for before, value in zip([None, *values], values, strict=False)
        if isinstance(value, Failed)
        and (may_place(value) or (has_poses and has_shape(before) and _is_no_option(value)))
    ]
    if missing:
        call.ask_about_pose(f"{name} may place a shape, but {missing[0].fault}")
    unknown = next((value for value in values if isinstance(value, Thing) and _may_be_pose(call, value)), None)
    if unknown is not None:
        call.ask_about_pose(f"{not_in_text(unknown)}, and {name} may place a shape with it")
    return bool(missing) or unknown is not None


def _is_no_option(value: Failed) -> bool:
    """Whether a value that could not be computed may be a pose, as its name is not that of a request or a result."""
    return not _OPTION_WORDS & quoted_words(value.fault)


def _may_be_pose(call: ConnectingCall, thing: Thing) -> bool:
    """Whether an argument of a query may return a pose: a function, called there with numbers."""
    if thing.solids or thing.fields or _OPTION_WORDS & set(names.words_of(thing.type)):
        return False
    is_there = call.token.start < thing.token.start
    text = call.program.context.text
    return thing.is_computed or (is_there and bool(_NUMBERS.search(text, thing.token.end, thing.end)))


def _placed_solids(call: ConnectingCall, poses: Sequence[PlacedFrame], is_missing: bool) -> list[Thing]:
    """The shapes in a call as objects, each with its pose if the call gives it one."""
    solids = call.arguments.solids
    is_relative = len(poses) == 1 and len(solids) == 2 and not is_missing
    moved = _moved_shapes(call) if is_relative else ()
    placed: list[Thing] = []
    for i, solid in enumerate(solids):
        thing = call.program.thing(call.name, call.token, call.end)
        thing.solids.append(solid)
        if len(poses) == len(solids):
            thing.fields["placement"] = poses[i]
        elif i in moved:
            thing.fields["placement"] = poses[0]
        elif is_relative and solids[0] is solids[1]:
            thing.fields["placement"] = IDENTITY_PLACEMENT  # the same shape twice
        elif not poses:
            thing.type = "?"  # says nothing about the pose
        placed.append(thing)
    return placed


def _moved_shapes(call: ConnectingCall) -> tuple[int, ...]:
    """Which of two shapes are at the only pose: the second, or both if the pose is in front of them."""
    values = call.arguments.values
    order = [isinstance(value, SolidValue) for value in values if isinstance(value, SolidValue) or is_pose(value)]
    default = _SECOND if order[0] else _BOTH
    if order == [True, False, True] and call.words & {"triangle", "tri"}:
        default = _FIRST  # shapeTriangleIntersect(shape, pose, a, b, c): the points are those of the world
    if (named := re.search(r"(?:12|21)$", _name_of_pose(call))) is not None:
        default = _SECOND if named[0] == "12" else _FIRST  # parry: pos12 is the pose of 2, seen from 1
    others = [option for option in _MOVED if option != default]
    return _MOVED[call.program.context.assume("pose of", default, f"{call.name}: one pose for two shapes", *others)]


def _name_of_pose(call: ConnectingCall) -> str:
    """The name of the first variable with a pose among the arguments of a call."""
    poses = [value for value in call.arguments.values if isinstance(value, PlacedFrame)]
    known = (variable.name for variable in call.program.variables if any(variable.value is pose for pose in poses))
    return next(known, "")
