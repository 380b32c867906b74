"""Motions of shape casts and sweeps: their shapes move, from where the text has them, by the direction of the cast.

    RShapeCast cast(ball, Vec3::sOne(), start, Vec3(0, -10, 0));               // the whole way
    cast_shapes(&pos1, &vel1, &ball, &pos2, &vel2, &cube, options)              // velocities
    world->convexSweepTest(&ball, from, to, callback)                           // both ends
    PxGeometryQuery::sweep(direction, distance, ball, pose, wall, at, hit)      // a unit vector and how far

A body gets the displacement as its velocity, so that the motion takes one second.
"""

from collections.abc import Mapping

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.names import role_of
from gjkscope.app.bring.notations.code.program import CastMotion, Program
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Thing,
    Value,
    all_tokens,
    as_placement,
    as_vec3,
    motion_of,
    multiply_each,
    normalize_value,
    scalars,
    subtract,
    vector_in,
)
from gjkscope.engine.vectors import Vec3

# The arguments of functions that move shapes, in order; a and b are the shapes, "_" is anything.
_WITH_VELOCITIES = ("pose a", "velocity a", "a", "pose b", "velocity b", "b")
CASTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    **dict.fromkeys(
        ("RShapeCast", "ShapeCast", "sFromWorldTransform"), (("a", "_", "pose a", "velocity a"),)
    ),  # Jolt: the second is the scale
    **dict.fromkeys(("cast_shapes", "time_of_impact"), (_WITH_VELOCITIES,)),  # parry, ncollide
    "cast_shape": (
        ("_", "_", "pose a", "velocity a", "a"),  # rapier: behind the bodies and colliders
        ("pose a", "velocity a", "a"),
        ("a", "position a", "rotation a", "velocity a"),  # Avian
    ),
    "castShape": (
        ("position a", "rotation a", "velocity a", "a"),  # rapier.js: of a world
        ("velocity base", "b", "position b", "rotation b", "velocity b"),  # of a collider or shape
        ("pose a", "velocity a", "a"),  # of the 2D world, with its angle in the pose
        ("a", "pose a", "velocity a", "b", "pose b", "velocity b"),  # of a 2D shape
    ),
    "convexSweepTest": (("a", "pose a", "end a"),),  # Bullet
    "sweep": (
        ("direction a", "distance", "a", "pose a", "b", "pose b"),  # PxGeometryQuery
        ("a", "pose a", "direction a", "distance"),  # PxScene
    ),
}
DEEPEST = 30  # objects that belong to each other
_TURNING = frozenset({"cast_shapes_nonlinear", "nonlinear_time_of_impact", "NonlinearRigidMotion"})


def note_motions(program: Program, name: str, given: Given, base: Value | None, token: Token) -> None:
    """Notes how a call moves its shapes; warns if the motion is not understood."""
    if name in _TURNING:
        program.context.warn(f"line {token.line}: {name}: motions that turn are not read: give the bodies velocities")
        return
    forms = CASTS.get(name, ())
    values = given.values
    form = next((roles for roles in forms if len(values) >= len(roles) and all(map(_fits, roles, values))), None)
    if form is None:
        if forms and any(_solid_in(value) is not None for value in given.all):
            program.context.warn(
                f"line {token.line}: {name}: how its shapes move is not read: give the bodies velocities, for `cast`"
            )
        return
    by_role = dict(zip(form, values, strict=False))
    limits = [value for value in values[len(form) :] if isinstance(value, Scalar)]  # the largest time, a distance
    program.context.account(token for value in limits for token in all_tokens(value))
    for letter in ("a", "b", "base"):
        shape = base if letter == "base" else by_role.get(letter)
        solid, way = _solid_in(shape), _way(by_role, letter)
        if solid is not None and way is not None:
            program.motions.append(CastMotion(solid, _start(by_role, letter), way, name, by_role.get(f"end {letter}")))


def velocity_of(
    program: Program, solid: SolidValue, placement: PlacedFrame | None, owner: Thing | None
) -> CastMotion | None:
    """The motion of a shape at a place, or the one in its description; None if it rests."""
    for motion in reversed(program.motions):
        is_same = motion.solid is solid or motion.solid.arguments is solid.arguments
        here = motion.place
        is_here = here is None or placement is None or as_vec3(here.position) == as_vec3(placement.position)
        if is_same and is_here:
            return motion
    if "velocity" in solid.arguments:
        return CastMotion(solid, None, _cast_way(solid), solid.constructor)
    for thing in (owner, *owner.owners) if owner is not None else ():
        way = next((thing.fields[name] for name in _FIELDS if name in thing.fields), None)
        if way is not None and vector_in(way) is not None:
            return CastMotion(solid, None, way, thing.name or thing.type)
    return None


def stated_motion(owner: Thing | None, role: str, depth: int = 0) -> Value | None:
    """The velocity or angular velocity of an object or of one of its owners."""
    if owner is None or depth > DEEPEST:
        return None
    value = next((value for name, value in owner.fields.items() if role_of(name) == role), None)
    if value is not None and vector_in(value) is not None:
        return value
    outer = (stated_motion(outer_owner, role, depth + 1) for outer_owner in owner.owners)
    return next((motion for motion in outer if motion is not None), None)


def _cast_way(solid: SolidValue) -> Value:
    """The displacement of a shape in a cast: its direction, up to the distance if the cast has one."""
    direction, distance = solid.arguments["velocity"], solid.arguments.get("distance")
    if distance is None or isinstance(direction, Failed):
        return direction
    return distance if isinstance(distance, Failed) else multiply_each(normalize_value(direction), distance)


_FIELDS = ("motion", "mDirection")  # of Godot's PhysicsShapeQueryParameters3D, of Jolt's RShapeCast


def way_of(motion: CastMotion) -> Vec3:
    """The displacement of a motion.  Raises `OperandMismatch`."""
    if isinstance(motion.way, Failed):
        raise motion.way.fault
    way = vector_in(motion.way)
    if way is None:
        raise OperandMismatch(f"{motion.cause}: the direction must be three numbers")
    return as_vec3(way)


def _fits(role: str, value: Value) -> bool:
    kind = role.split()[0]
    if isinstance(value, Failed):
        return kind not in ("a", "b")
    if kind in ("a", "b"):
        return _solid_in(value) is not None
    if kind in ("pose", "end"):
        return isinstance(value, PlacedFrame) or (not isinstance(value, Array) and motion_of(value) is not None)
    if kind in ("velocity", "direction", "position"):
        return vector_in(value) is not None
    if kind == "rotation":
        return isinstance(value, Rotation) or len(scalars(value) or ()) == 4 or isinstance(value, Thing)
    return kind != "distance" or isinstance(value, Scalar)


def _solid_in(value: Value | None) -> SolidValue | None:
    if isinstance(value, SolidValue):
        return value
    return value.solids[0] if isinstance(value, Thing) and len(value.solids) == 1 else None


def _start(by_role: Mapping[str, Value], letter: str) -> PlacedFrame | None:
    pose = by_role.get(f"pose {letter}")
    motion = motion_of(pose) if pose is not None and not isinstance(pose, Failed) else None
    return as_placement(motion) if motion is not None else None


def _way(by_role: Mapping[str, Value], letter: str) -> Value | None:
    """The displacement of a shape: its velocity, the direction times the distance, or the difference of its two
    poses.
    """
    if (velocity := by_role.get(f"velocity {letter}")) is not None:
        return velocity
    direction, distance = by_role.get(f"direction {letter}"), by_role.get("distance")
    if direction is not None and isinstance(distance, Scalar):
        return direction if isinstance(direction, Failed) else multiply_each(direction, distance)
    start, end = by_role.get(f"pose {letter}"), by_role.get(f"end {letter}")
    if isinstance(start, PlacedFrame) and isinstance(end, PlacedFrame):
        return subtract(Array(end.position), Array(start.position))
    return end if isinstance(end, Failed) else None
