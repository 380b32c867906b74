"""Connects objects: parts of an object, and calls of unknown functions with shapes and poses as arguments."""

import re
from collections.abc import Sequence

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import rotation_of
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.matrix_poses import as_matrix_pose, pose_of_matrix
from gjkscope.app.bring.notations.code.motions import note_motions
from gjkscope.app.bring.notations.code.plane_values import lifted_value, with_poses
from gjkscope.app.bring.notations.code.program import AskedState, Program
from gjkscope.app.bring.notations.code.shape_arguments import parameter_of
from gjkscope.app.bring.notations.code.syntax import CallNode, Member, Name
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    Array,
    Failed,
    PlacedFrame,
    Rotation,
    SolidValue,
    Text,
    Thing,
    Value,
    as_placement,
    floats,
    matrix_rows,
    scalars,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site

# Words in the names of variables that hold poses.
_POSE_WORDS = frozenset(
    "pose transform tf iso isometry pos position x xform xf tm place placement quat rotation translation trans".split()
)

# Words in the names of functions that place an object.
_PLACING_WORDS = (_POSE_WORDS - {"x"}) | {"orientation", "quaternion", "rot", "world", "motion"}

# Words in the names of functions and types that make an object of a shape and a pose.
_MAKING_WORDS = _PLACING_WORDS | frozenset(
    "set add create make new attach place put insert spawn move child body object collider shape collision "
    "actor entity instance from with build register init mesh geometry primitive model link visual".split()
)

# Words in the names of functions that move an object later, show it, or ask for a property.
_LATER_WORDS = frozenset(
    "kinematic impulse force torque velocity draw log print support supporting inertia mass".split()
)

# Words in the names of what a query is given besides shapes and poses.
_OPTION_WORDS = frozenset(
    "req request res result results opt option options settings config cfg data info manager cache filter out "
    "contact contacts callback cb output collector".split()
)

# Words in the names of functions that make what has a pose.
_BODY_WORDS = frozenset({"body", "object", "actor", "collider", "entity"})

# Types of objects that say what a shape is made of; they never place it.
_MATERIALS = ("ShapeConfig", "ShapeCfg", "Friction", "ProximityProperties")

_WELDS = frozenset({"WeldFrames", "WeldJoint"})

# Checks of tests: macros such as CHECK_APPROX_EQUAL and EXPECT_NEAR, functions that compare, such as assert_eq and
# Assert.AreEqual, and those that compute what is expected, such as PredictPosition.
_CHECK = re.compile(
    r"(?:[A-Z0-9]+_)*(?:CHECK|EXPECT|ASSERT|REQUIRE|ENSURE|VERIFY)(?:_[A-Z0-9_]+)?"
    r"|(?:debug_)?assert\w*?_?(?i:eq|ne|equals?|almostequal|close|allclose|near|approx)"
    r"|Assert\.\w+|[Pp]redict\w*|[Ee]xpected\w*"
)

_NUMBERS = re.compile(r"(?<!\w)\.?\d")
_BODY_TYPE = re.compile(r"(?i)body(?:id|create)?$")  # a body may be placed after its shape was added

# Types of objects that describe others, and of which several objects can be made.
_SETTINGS = ("Def", "Desc", "Settings", "Info", "Builder", "Options", "def", "desc", "info", "settings")


def set_field(program: Program, thing: Thing, name: str, value: Value) -> None:
    """Sets a member of an object: a shape becomes one of its shapes, a frame becomes its owner."""
    role = program.vocabulary.fields.get(name) or names.role_of(name)
    value = lifted_value(program.site(name, thing.token, thing.end), value, role)
    if isinstance(value, SolidValue):
        thing.solids.append(value)
        if value.name is None and role != "shape" and (role is None or thing.type == ""):  # input.proxyA = …, an entry
            value.name = name or None
    elif isinstance(value, Array) and any(_has_shape(item) for item in value.items):  # ColliderShapes = { … }
        thing.solids += [item for item in value.items if isinstance(item, SolidValue)]
        for part in value.items:
            if isinstance(part, Thing) and part.solids:
                part.owners.append(thing)
    elif isinstance(value, Thing) and value.solids and name == "":  # an item: new Entity { new Collider { … } }
        value.owners.append(thing)
    elif isinstance(value, Thing) and value.solids and role == "shape":
        thing.solids += value.solids
        value.is_absorbed = True
    elif isinstance(value, Thing):
        thing.owners = [value] if role == "placement" else thing.owners
    program.replace_value(thing.fields.get(name))
    thing.fields[name] = value


def set_parameter(solid: SolidValue, name: str, value: Value) -> None:
    """Sets a size, the pose, the scale or the rounding of a shape by the name of the member."""
    if solid.kinds is not None and name == solid.kinds[0] and isinstance(value, Text) and value.text in solid.kinds[1]:
        known_as, solid.form = solid.form.kind, solid.kinds[1][value.text]
        solid.name = solid.form.kind if solid.name == known_as else solid.name
        return
    parameter = parameter_of(solid.form, name)
    if parameter is None and (role := names.role_of(name)) in ("position", "rotation", "placement"):
        parameter = role
    if parameter == "placement":
        for part in ("position", "rotation"):
            solid.arguments.pop(part, None)
    if parameter is not None:
        solid.arguments[parameter] = value
    elif name.lower().replace("_", "") in ("localscale", "scale", "localscaling"):
        solid.scales.append((solid.token, value))
    elif parameter is None and name.lstrip("m_").lower() in ("margin", "convexradius", "sweptsphereradius"):
        solid.arguments["convex_radius" if "convex" in name.lower() else "rounding"] = value


def parts_of_pair(thing: Thing) -> dict[SolidValue, str]:
    """The shapes of an object that describes a pair, by the ends of their names: `input.proxyA`, `input.proxyB`."""
    found = {
        value: name[-1]
        for name, value in thing.fields.items()
        if isinstance(value, SolidValue) and name[-1:] in ("A", "B", "1", "2") and value in thing.solids
    }
    return found if len(set(found.values())) == 2 == len(set(thing.solids)) else {}


def set_parts(thing: Thing, given: Given) -> set[str]:
    """Sets the parts of a pose that a call such as `setTransform(position, rotation)` gives; returns their names."""
    parts: dict[str, Value] = {}
    for value in given.values:
        if isinstance(value, PlacedFrame):
            parts["placement"] = value
        elif isinstance(value, Rotation):
            parts["rotation"] = value
        elif vector_in(value) is not None:
            parts["position"] = value
        elif isinstance(value, Array) and len(scalars(value) or ()) == 4:
            parts["rotation"] = value
    thing.fields |= parts
    return set(parts)


def is_placing(name: str) -> bool:
    """Whether a function that sets something sets a pose, by its name: `SetFreeBodyPose`."""
    return bool(set(names.words_of(name)) & _PLACING_WORDS)


def ask_about_setter(program: Program, call: CallNode) -> None:
    """Asks where a shape is if a call that sets its pose could not be executed: `dBodySetRotation(body, R)`."""
    function = call.function
    name = function.last if isinstance(function, Name) else function.name if isinstance(function, Member) else ""
    if "set" not in names.words_of(name) or not is_placing(name):
        return
    words = set(re.findall(r"\w+", program.context.text[call.token.start : call.end]))
    values = (one.value for one in program.variables if one.name in words)
    if any(_has_shape(one) or (isinstance(one, Thing) and one.bears_shape) for one in values):
        why = f"line {call.token.line}: {name} may place a shape, and is not understood"
        program.context.ask("poses", "as read", why)


def target_of_setter(given: Given) -> Thing | None:
    """The object that a function changes: its first argument, but the body behind a context.

    Drake's `SetFreeBodyPose(context, body, pose)` has another object in front of the body.
    """
    things = [value for value in given.values if isinstance(value, Thing)]
    if not things or not isinstance(given.values[0], (Thing, Failed)):
        return None
    bodies = [thing for thing in things if thing.bears_shape or thing.solids]
    if bodies:
        return bodies[0]
    return things[0] if things[0] is given.values[0] else None


def place_by_call(program: Program, name: str, given: Given, target: Thing) -> None:
    """Sets the pose of an object, and asks where a body is if the pose could not be computed."""
    for old in target.fields.values():
        program.replace_value(old)
    parts = set_parts(target, given)
    is_whole = "placement" in parts or parts >= {"position", "rotation"}
    if is_whole or not (target.bears_shape or target.solids):
        return
    for value in (*given.values[given.values.index(target) + 1 :], *given.named.values()):
        if isinstance(value, Failed) and _may_place(value):
            program.context.ask("pose", "origin", f"{name} may place the shape, but {value.fault}")
        elif isinstance(value, Thing) and value.is_computed:
            what = f"line {value.token.line}: what {value.type} returns is not in the text"
            program.context.ask("pose", "origin", f"{what}, and {name} may place the shape with it")


def connect(
    program: Program, name: str, node: CallNode | Token, given: Given, base: Value | None, end: int | None = None
) -> Value:
    """A call of a function that is not in the vocabulary: it connects the objects that are its arguments."""
    token = node.token if isinstance(node, CallNode) else node
    end = node.end if isinstance(node, CallNode) else end or token.end
    given = Given(without_tuples(given.values), given.named)
    if program.vocabulary.is_plane and name in program.vocabulary.queries:
        own = [base] if isinstance(base, SolidValue) else []
        given, base = Given([*own, *with_poses(program.site(name, token, end), given.values)], {}), None
    values = given.all
    note_motions(program, name, given, base, token)
    if _CHECK.fullmatch(name) and sum(_has_shape(value) for value in values) < 2:
        program.context.account_span(token.start, end)
        result = Thing(name, token, end)  # what a test expects places nothing
        result.is_absorbed = True
        return result
    if _leaves_in_place(name, values, base):
        program.context.warn(f"line {token.line}: {name} is not known: the shape stays where it is")
        result = Thing(name, token, end)
        result.is_absorbed = True
        return result
    roles = program.vocabulary.queries.get(name)
    if roles and program.vocabulary.is_plane and isinstance(values[0], PlacedFrame):
        roles = ("pose a", "_", "a")  # of a world: the pose and the way of the shape
    if roles and len(values) >= len(roles):
        return _known_query(program, name, token, end, dict(zip(roles, values, strict=False)))
    if name in _WELDS:
        return _weld(program, name, token, end, given)
    if sum(_has_shape(value) for value in values) >= 2 and any(_is_pose(value) for value in values):
        values = [_only_shape(value) for value in values]
    if name.lower().startswith(("reset", "set")) and (target := target_of_setter(given)) is not None:
        if is_placing(name):
            place_by_call(program, name, given, target)
        return target
    if isinstance(base, SolidValue) and any(isinstance(value, SolidValue) for value in values):  # a.distance(b, …)
        values, base = [base, *values], None
    if name in program.vocabulary.centered:
        _scale_by_query(values, token)
    solids = [_centered(program, name, value) for value in values if isinstance(value, SolidValue)]
    places = [as_placement(motion) for value in values if (motion := _pose_in(program, value)) is not None]
    things = [value for value in values if isinstance(value, Thing)]
    with_shape = [thing for thing in things if thing.solids]
    motions = [turn for value in values if (turn := _motion_in(program, value)) is not None]
    if any(vector_in(value) for value in values):  # a rotation next to a position is not the whole pose
        motions = []
    if len(places) != len(motions) == len(solids) > 1:
        places = [as_placement(motion) for motion in motions]
    bearing = [thing for thing in things if thing.bears_shape and not thing.solids]
    if len(solids) + len(with_shape) >= 2 or (not solids and len(with_shape) + len(bearing) >= 2):
        return _query(program, name, token, end, solids, places, with_shape, values)
    if solids or with_shape:
        _check_arguments(program, name, given, bool(places))
        if len(places) > 1:
            _ask_about_shape(program, name, values, token)
        if not places and (unknown := next((one for one in things if one.is_computed), None)) is not None:
            what = f"line {unknown.token.line}: what {unknown.type} returns is not in the text"
            why = f"{what}, and {name} may place the shape with it"
            program.context.ask("pose", "origin", why)
    elif len(places) > 1:
        program.helpers.append((name, tuple(places)))
    elif not places and _BODY_WORDS & set(names.words_of(name)):
        _ask_about_body(program, name, given)
    if not solids and len(with_shape) == 1 and parts_of_pair(with_shape[0]):
        result = Thing(name, token, end)  # what a query says about the pair
        result.is_absorbed = True
        return result
    result = program.thing(name, token, end)
    if options := [thing for thing in things if not thing.type]:  # Body({ mass: 0, position: … })
        _take_over(result, options)
        with_shape = [thing for thing in with_shape if thing.type]
        things = [thing for thing in things if thing.type]
    if name in program.vocabulary.titled:
        result.title = next((value.text for value in values if isinstance(value, Text)), None)
    if isinstance(base, Thing):
        things.insert(0, base)
    elif isinstance(base, SolidValue):
        solids.append(base)
    result.solids += [*solids, *(one for thing in with_shape for one in thing.solids)]
    for thing in with_shape:
        thing.is_absorbed = True
    for key, value in given.named.items():
        if not isinstance(value, SolidValue) and value not in with_shape:
            set_field(program, result, key, value)
    if places:
        result.fields["placement"] = places[0]
        if len(places) > 1:
            result.fields["second placement"] = places[1]
    elif solids or with_shape or result.solids or not things:
        has_shape = bool(solids or with_shape or result.solids)
        _set_loose_parts(result, given.values, has_shape)
        _choose_position(program, result, given.values, has_shape and not result.owners)
    if (broken := _broken_pose(given)) is not None:
        result.fields["placement"] = broken
    result.owners += _owners(things, with_shape)
    if result.solids:
        for owner in result.owners:
            owner.bears_shape = True
    return result


def _leaves_in_place(name: str, values: Sequence[Value], base: Value | None) -> bool:
    """Whether a function of one shape does not place it, by its name: a shape with a place keeps it."""
    shapes = [value for value in (*values, base) if value is not None and _has_shape(value)]
    if len(shapes) != 1 or not any(vector_in(value) is not None or _is_pose(value) for value in values):
        return False
    words = set(names.words_of(name))
    return bool(words & _LATER_WORDS) or (bool(name) and not words & _MAKING_WORDS and _is_placed(shapes[0]))


def _is_placed(value: Value) -> bool:
    parts = value.arguments if isinstance(value, SolidValue) else value.fields if isinstance(value, Thing) else {}
    if any(names.role_of(part) in ("position", "placement") for part in parts):
        return True
    return isinstance(value, Thing) and any(_is_placed(owner) for owner in value.owners)


def _weld(program: Program, name: str, token: Token, end: int, given: Given) -> Value:
    """Drake's `WeldFrames(frame_of_parent, frame_of_child, pose)`: the child is at the pose, seen from the parent."""
    result = Thing(name, token, end)
    result.is_absorbed = True
    frames = [value for value in given.all if isinstance(value, (Thing, Failed))][:2]
    child = _body_of(frames[1]) if len(frames) == 2 else None
    poses = [value for value in given.all if isinstance(value, Failed) or _is_pose(value)]
    poses = [value for value in poses if value not in frames]
    parent = frames[0] if frames else None
    is_world = isinstance(parent, Thing) and parent.type.startswith("world")
    outer = _body_of(parent) if parent is not None else None
    if child is None or not (is_world or outer):
        if any(thing.bears_shape for thing in program.things):
            program.context.ask(
                "pose", "origin", f"line {token.line}: {name} places a body that the text does not name"
            )
        return result
    child.owners = [outer] if outer is not None and not is_world else []
    pose = poses[0] if poses else IDENTITY_PLACEMENT
    child.fields = {
        "placement": pose if isinstance(pose, Failed) else as_placement(_pose_in(program, pose) or IDENTITY_PLACEMENT)
    }
    return result


def _body_of(frame: Value) -> Thing | None:
    """The body with a shape that an object is, or is a frame of: `box.body_frame()`."""
    if not isinstance(frame, Thing) or frame.bears_shape:
        return frame if isinstance(frame, Thing) else None
    bearing = next((owner for owner in frame.owners if owner.bears_shape), None)
    if bearing is not None or frame.type != "body_frame":
        return bearing
    return frame.owners[-1] if frame.owners else None  # its shape may be added later


def _broken_pose(given: Given) -> Failed | None:
    """The part that could not be computed of a pose in braces: `createRigidBody({{0, 1, 0}, turn(angle)})`."""
    pairs = [value.items for value in given.values if isinstance(value, Array) and len(value.items) == 2]
    return next((turn for place, turn in pairs if isinstance(turn, Failed) and vector_in(place)), None)


def _known_query(program: Program, name: str, token: Token, end: int, by_role: dict[str, Value]) -> Value:
    """A query that is given the poses of its shapes, whatever the bodies' own poses are."""
    for letter in "ab":
        target, pose = by_role.get(letter), by_role.get(f"pose {letter}")
        if isinstance(pose, Failed) and isinstance(target, (SolidValue, Thing)):
            program.faults.append(pose.fault)
        point = vector_in(pose) if pose is not None else None
        frame = PlacedFrame(IDENTITY_PLACEMENT.rotation, point) if point else pose
        if isinstance(frame, PlacedFrame) and isinstance(target, SolidValue):
            thing = program.thing(name, token, end)
            thing.solids.append(target)
            thing.fields["placement"] = frame
        elif isinstance(frame, PlacedFrame) and isinstance(target, Thing):
            target.owners = []
            target.fields = {key: value for key, value in target.fields.items() if names.role_of(key) is None}
            target.fields["placement"] = frame
    result = Thing(name, token, end)
    result.is_absorbed = True
    return result


def _centered(program: Program, name: str, solid: SolidValue) -> SolidValue:
    """The shape that a function places: with its centre of mass at the pose, if the library says so.

    Jolt's queries take the poses of centres of mass, so the translation of a RotatedTranslatedShape does not count.
    """
    if name not in program.vocabulary.centered or solid.local is None or not any(floats(solid.local.position)):
        return solid
    why = f"{name} takes the poses of the centres of mass"
    if program.context.assume("frame", "centre of mass", why, "body") == "body":
        return solid
    program.replace_value(solid.local)
    centered = solid.moved(IDENTITY_PLACEMENT)
    centered.local = solid.local._replace(position=IDENTITY_PLACEMENT.position)
    program.replace_solid(centered)
    return centered


def _scale_by_query(values: Sequence[Value], token: Token) -> None:
    """Applies the scales that follow the shapes in a call: `RShapeCast(shape, scale, …)`."""
    solids = [value for value in values if isinstance(value, SolidValue)]
    if not solids:
        return
    after = max(i for i, value in enumerate(values) if isinstance(value, SolidValue)) + 1
    for solid, scale in zip(solids, values[after:], strict=False):
        if (factors := vector_in(scale)) is None:
            return
        is_known = any(known == scale for _, known in solid.scales)  # of a call in front of this one
        if floats(factors) != (1.0, 1.0, 1.0) and not is_known:
            solid.scales.append((token, scale))


def _has_shape(value: Value) -> bool:
    return isinstance(value, SolidValue) or (isinstance(value, Thing) and bool(value.solids))


def _only_shape(value: Value) -> Value:
    """The shape of an object that has nothing else, such as a pointer of a type with another name."""
    if not isinstance(value, Thing) or len(value.solids) != 1 or value.fields or value.owners:
        return value
    value.is_absorbed = True
    value.solids[0].name = value.solids[0].name or value.name
    return value.solids[0]


def _take_over(result: Thing, options: Sequence[Thing]) -> None:
    """Gives an object the fields and shapes of the literals that describe it."""
    for one in options:
        result.fields |= one.fields
        result.solids += one.solids
        result.owners += one.owners
        one.is_absorbed = True


def _check_arguments(program: Program, name: str, given: Given, is_placed: bool) -> None:
    """Reports arguments that may be the pose of a shape and could not be computed."""
    for value in given.all:
        if not isinstance(value, Failed):
            continue
        if "not finite" in value.fault.message:
            program.faults.append(value.fault)
        elif not is_placed and getattr(value.fault, "is_of_library", False):
            program.context.ask("pose", "origin", f"{name} may place the shape, but {value.fault}")
        elif _POSE_WORDS & set(names.words_of(_quoted_name(value.fault))):
            if is_placed:  # by another argument, such as the identity
                program.context.ask("poses", "as read", f"{name} may place the shape, but {value.fault}")
            else:
                program.context.warn(f"{value.fault}: {name} may place the shape with it")


def _ask_about_body(program: Program, name: str, given: Given) -> None:
    """Asks where a body is that is made with a pose that could not be computed: `createRigidBody(place)`."""
    for value in given.all:
        if isinstance(value, Failed) and _may_place(value):
            program.context.ask("pose", "origin", f"{name} may place a body, but {value.fault}")


def _may_place(value: Failed) -> bool:
    """Whether a value that could not be computed may be a pose."""
    is_of_library = bool(getattr(value.fault, "is_of_library", False))
    return is_of_library or bool(_POSE_WORDS & set(names.words_of(_quoted_name(value.fault))))


def _is_no_option(value: Failed) -> bool:
    """Whether a value that could not be computed has no name of a request or a result: it may be a pose."""
    return not _OPTION_WORDS & set(names.words_of(_quoted_name(value.fault)))


def _ask_about_shape(program: Program, name: str, values: Sequence[Value], token: Token) -> None:
    """Asks which pose a shape has if another shape, in front of the poses, could not be computed."""
    first = next((place for place, value in enumerate(values) if _is_pose(value)), 0)
    lost = next((value for value in values[:first] if isinstance(value, Failed)), None)
    if lost is not None:
        why = f"line {token.line}: which of its poses {name} gives to the shape is not clear: {lost.fault}"
        program.context.ask("poses", "as read", why)


def _quoted_name(fault: TextError) -> str:
    """The name in quotes at the start of a message."""
    return fault.message.split("'")[1] if "'" in fault.message else ""


def _owners(things: list[Thing], with_shape: list[Thing]) -> list[Thing]:
    """The objects whose poses the result has; settings are copied, because they may be used again."""
    frames = [
        thing
        for thing in things
        if thing not in with_shape
        and not thing.type.endswith(_MATERIALS)
        and (thing.fields or thing.owners or _BODY_TYPE.search(thing.type))
    ]
    return [thing.snapshot() if thing.type.endswith(_SETTINGS) else thing for thing in (*frames, *with_shape)]


def _set_loose_parts(result: Thing, values: Sequence[Value], has_shape: bool) -> None:
    """The position and rotation among the arguments, if there are any: `Settings(shape, position, rotation)`."""
    positions = [value for value in values if isinstance(value, Array) and vector_in(value)]
    turns = [value for value in values if isinstance(value, Rotation)]
    fours = [value for value in values if isinstance(value, Array) and len(scalars(value) or ()) == 4]
    matrices = [value for value in values if isinstance(value, Array) and len(matrix_rows(value) or ()) in (3, 4)]
    if (has_shape and len(positions) == 1) or (not has_shape and len(positions) == 1 and (turns or fours)):
        result.fields["position"] = positions[0]
    if len(turns) == 1:
        result.fields["rotation"] = turns[0]
    elif positions and len(fours) == 1:
        result.fields["rotation"] = fours[0]
    elif has_shape and len(matrices) == 1 and matrix_rows(matrices[0]):
        rows = matrix_rows(matrices[0]) or ()
        result.fields["placement" if len(rows[0]) == 4 else "rotation"] = matrices[0]


def _choose_position(program: Program, result: Thing, values: Sequence[Value], is_unplaced: bool) -> None:
    """Asks which of several vectors next to a shape places it: `CreateDynamic(position, velocity, shape)`."""
    vectors = [value for value in values if isinstance(value, Array) and vector_in(value)]
    if not is_unplaced or len(vectors) < 2 or "position" in result.fields or not names.words_of(result.type):
        return
    words = {str(i + 1): vector for i, vector in enumerate(vectors[:9])}
    why = f"{result.type}: the number of the vector that is the position; others may be velocities or sizes"
    first, *others = words
    decide = program.context.assume if vectors[0] is values[0] else program.context.ask
    result.fields["position"] = words[decide("position", first, why, *others)]


def _query(
    program: Program,
    name: str,
    token: Token,
    end: int,
    solids: list[SolidValue],
    places: list[PlacedFrame],
    things: list[Thing],
    values: list[Value],
) -> Value:
    """A call about several objects, such as distance(&a, pose_a, &b, pose_b)."""
    found: list[Thing] = list(things)
    holders = [
        value for value in values if isinstance(value, SolidValue) or (isinstance(value, Thing) and value.solids)
    ]
    if things and len(places) == len(holders) > 1:  # an object with its own pose: a compound
        for place, holder in zip(places, holders, strict=True):
            if isinstance(holder, Thing) and not holder.fields and not holder.owners:
                holder.fields["placement"] = place
        places = [place for place, holder in zip(places, holders, strict=True) if isinstance(holder, SolidValue)]
    site = program.site(name, token, end)
    places = places or _places_of_parts(values, site, len(holders))
    if not places and len(solids) > 1 and any(isinstance(value, Rotation) for value in values):
        program.context.ask("pose", "origin", f"line {token.line}: which of the numbers of {name} place which shape?")
    missing = [
        value
        for before, value in zip([None, *values], values, strict=False)
        if isinstance(value, Failed) and (_may_place(value) or (places and before in holders and _is_no_option(value)))
    ]
    if missing and len(places) < len(solids):
        program.context.ask("pose", "origin", f"{name} may place a shape, but {missing[0].fault}")
    unknown = next((one for one in values if isinstance(one, Thing) and _may_be_pose(program, one, token)), None)
    if unknown is not None and len(places) < len(solids):
        what = f"line {unknown.token.line}: what {unknown.type} returns is not in the text"
        program.context.ask("pose", "origin", f"{what}, and {name} may place a shape with it")
    for value in values:
        if isinstance(value, Failed) and getattr(value.fault, "is_of_pose", False):
            program.faults.append(value.fault)
    is_relative = len(places) == 1 and len(solids) == 2 and not missing and unknown is None
    moved: tuple[int, ...] = ()
    if is_relative:
        moved = _moved_shapes(program, name, values)
    for i, solid in enumerate(solids):
        thing = program.thing(name, token, end)
        thing.solids.append(solid)
        if len(places) == len(solids):
            thing.fields["placement"] = places[i]
        elif i in moved:
            thing.fields["placement"] = places[0]
        elif is_relative and solids[0] is solids[1]:
            thing.fields["placement"] = IDENTITY_PLACEMENT  # the same shape twice
        elif not places:
            thing.type = "?"  # says nothing about the pose
        found.append(thing)
    program.queries.append(tuple(found))
    program.asked.append(AskedState(token.line, tuple(solids), tuple(dict(one.arguments) for one in solids)))
    result = Thing(name, token, end)
    result.is_absorbed = True
    return result


def _may_be_pose(program: Program, thing: Thing, call: Token) -> bool:
    """Whether what an argument of a query returns may be a pose: a function, called there with numbers."""
    if thing.solids or thing.fields or _OPTION_WORDS & set(names.words_of(thing.type)):
        return False
    is_there = call.start < thing.token.start
    return thing.is_computed or (is_there and bool(_NUMBERS.search(program.context.text, thing.token.end, thing.end)))


def _moved_shapes(program: Program, name: str, values: list[Value]) -> tuple[int, ...]:
    """Which of two shapes are at the only pose: the second, or both if the pose is in front of them."""
    order = [isinstance(value, SolidValue) for value in values if isinstance(value, SolidValue) or _is_pose(value)]
    options = ["both shapes", "second shape", "first shape"]
    default = options[0] if not order[0] else options[1]
    if order == [True, False, True] and set(names.words_of(name)) & {"triangle", "tri"}:
        default = options[2]  # shapeTriangleIntersect(shape, pose, a, b, c): the points are those of the world
    if (named := re.search(r"(?:12|21)$", next((value for value in _pose_names(program, values)), ""))) is not None:
        default = options[1] if named[0] == "12" else options[2]  # parry: pos12 is the pose of 2, seen from 1
    others = [one for one in options if one != default]
    chosen = program.context.assume("pose of", default, f"{name}: one pose for two shapes", *others)
    return {"both shapes": (0, 1), "second shape": (1,), "first shape": (0,)}[chosen]


def _pose_names(program: Program, values: Sequence[Value]) -> list[str]:
    """The names of the variables with the poses among the arguments of a call."""
    poses = [value for value in values if isinstance(value, PlacedFrame)]
    return [one.name for one in program.variables if any(one.value is pose for pose in poses)]


def _places_of_parts(values: Sequence[Value], site: Site, shapes: int) -> list[PlacedFrame]:
    """The poses of which a call has as many rotations as positions: distance(a, b, turn_a, turn_b, at_a, at_b).

    Behind the positions of the shapes may be others: points of contact, the normal.
    """
    fours = [value for value in values if isinstance(value, Rotation) or len(scalars(value) or ()) == 4]
    turns = [rotation_of(site, value) for value in fours]
    positions = [vector for value in values if (vector := vector_in(value))]
    if len(turns) == shapes:
        positions = positions[:shapes]
    if len(turns) != len(positions):
        return []
    return [PlacedFrame(turn, position) for turn, position in zip(turns, positions, strict=True)]


def without_tuples(values: Sequence[Value]) -> list[Value]:
    """The values with those of tuples that contain objects: `spawn((collider, transform))`."""
    found: list[Value] = []
    for value in values:
        is_tuple = isinstance(value, Array) and any(
            isinstance(one, (SolidValue, PlacedFrame, Rotation, Thing)) for one in value.items
        )
        found += value.items if is_tuple and isinstance(value, Array) else [value]
    return found


def _motion_in(program: Program, value: Value) -> PlacedFrame | Rotation | None:
    """A value that is a pose or a rotation."""
    return value if isinstance(value, Rotation) else _pose_in(program, value)


def _is_pose(value: Value) -> bool:
    return isinstance(value, PlacedFrame) or as_matrix_pose(value)


def _pose_in(program: Program, value: Value) -> PlacedFrame | None:
    """A value that is a pose, maybe as a matrix."""
    if isinstance(value, PlacedFrame):
        return value
    return pose_of_matrix(program, value, "") if as_matrix_pose(value) else None
