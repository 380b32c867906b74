"""GJK ray cast: the time at which a shape that moves along a line first touches another.

van den Bergen, Ray casting against general convex objects with application to continuous collision detection, 2004;
Jolt Physics casts shapes in this way (Jolt/Geometry/GJKClosestPoint.h, CastShape).

A moves relative to B by r per second.  A and B touch at time t if the point x = −r t is on A − B, placed as at the
start: the moving pair is a ray against a shape that stands still.

1. Start at t = 0 with x at the origin, and v from A − B towards it.
2. Find the support point p of A − B along v.  The plane through p perpendicular to v separates x from A − B if
   h = (x − p) · v / |v| is positive.
3. If so, nothing touches before x reaches the plane: advance to there, and keep v as the normal.  If the ray does not
   approach the plane, it never hits.
4. Add p to the simplex, keep the feature nearest to x, and let v point from it to x.  If |v| is within the tolerance,
   this is the first contact.  Repeat from 2.

The radii of both cores are added to A − B: planes lie that much further out, and contact is at that distance.

Departures: the tolerance is that for touching, 1e-9 of the pair's size.  The search ends with `NO_PROGRESS` when a step
neither advances time by more than its rounding nor finds a new support point; nothing touches before that time.

How it can fail: on a grazing ray the planes are nearly parallel to it, so an advance is inaccurate by the rounding of h
divided by the sine of the angle.
"""

from typing import Any, NamedTuple

from gjkscope.engine.advancement.motion import Motion, as_motion, move_pose
from gjkscope.engine.advancement.steps import Advancement
from gjkscope.engine.arguments import length, short_repr
from gjkscope.engine.gjk.simplex import (
    Closest,
    closest_on_point,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from gjkscope.engine.gjk.steps import Vertex, difference_support, relative
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.resolution.pair import is_somewhere
from gjkscope.engine.result import TOUCHING, Exit, all_steps
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape, as_solid
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import ZERO, Vec3, add, along, area, dot, neg, norm, scale, square_to, sub, unit

ITERATION_LIMIT = 200  # as for GJK; each step finds a new support point or advances


class State(NamedTuple):
    """The ray at one time, and the plane that it is clipped by.  Points of A − B are relative to A's start."""

    iteration: int
    time: float  # seconds since the start, after the step
    pose_a: Pose  # at that time
    pose_b: Pose
    place: Vec3  # x: where the ray is
    direction: Vec3  # v before the step: unit, from A − B towards x; zero in the first step
    support: Vertex | None  # of A − B along it; None in the first step
    height: float  # of x beyond the plane through the support point and the radii, metres, before the advance
    approach: float  # how fast the ray approaches the plane, m/s
    advance: float  # seconds, by which this step advances
    simplex: tuple[Vertex, ...]
    weights: tuple[float, ...]  # of its vertices in the closest point
    closest: Vec3  # the point of the simplex nearest to x
    distance: float  # of x from it, less the radii, metres
    normal: Vec3  # of the last plane that was advanced to: unit, from A to B; zero if there is none yet
    exit: Exit


class CastRay(NamedTuple):
    """The constants of all steps."""

    a: Convex  # relative to A's position at the start
    b: Convex
    start: tuple[Pose, Pose]
    motions: tuple[Motion, Motion]
    velocity: Vec3  # of x, m/s
    duration: float
    tolerance: float  # metres


def cast(
    shape_a: Shape, pose_a: Any, motion_a: Motion, shape_b: Shape, pose_b: Any, motion_b: Motion, duration: float
) -> Advancement:
    """Finds the time at which two bodies that move without turning first touch within `duration` seconds (> 0).

    Arguments, the result and errors are those of `first_contact`, and a body that turns is an error: use
    `first_contact`.

    Source: van den Bergen, Ray casting against general convex objects with application to continuous collision
    detection, 2004.

    >>> from gjkscope import Motion, Pose, Sphere, cast
    >>> flying = Motion(velocity=(2, 0, 0))
    >>> found = cast(Sphere(1), Pose(), flying, Sphere(1), Pose(position=(5, 0, 0)), Motion(), duration=2)
    >>> round(found.time, 9), len(found.steps)
    (1.5, 2)
    """
    ray = _ray(shape_a, pose_a, motion_a, shape_b, pose_b, motion_b, length("duration", duration))
    steps = all_steps(start(ray), lambda state: step(ray, state))
    last = steps[-1]
    time = last.time if last.exit == Exit.FIRST_CONTACT else None
    free = ray.duration if last.exit in (Exit.NO_CONTACT, Exit.MOVING_APART) else last.time
    return Advancement(ray.duration, steps, time, free, last.exit)


def start(ray: CastRay) -> State:
    """The ray at the origin, and one point of A − B."""
    first = difference_support(ray.a, ray.b, neg(sub(ray.a.center, ray.b.center)), 0)
    here = State(
        iteration=0,
        time=0.0,
        pose_a=ray.start[0],
        pose_b=ray.start[1],
        place=ZERO,
        direction=ZERO,
        support=None,
        height=0.0,
        approach=0.0,
        advance=0.0,
        simplex=(),
        weights=(),
        closest=ZERO,
        distance=0.0,
        normal=ZERO,
        exit=Exit.RUNNING,
    )
    return _end(ray, _reduce(ray, here, (first,)))


def step(ray: CastRay, state: State) -> State:
    """The next plane; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    direction = _towards(state)
    support = difference_support(ray.a, ray.b, direction, state.iteration + 1)
    radius = ray.a.radius + ray.b.radius
    height = dot(direction, sub(state.place, support.point)) - radius
    approach = -dot(direction, ray.velocity)
    ahead = state._replace(
        iteration=state.iteration + 1,
        direction=direction,
        support=support,
        height=height,
        approach=approach,
        advance=0.0,
    )
    if height > 0:
        if approach <= 0:
            return ahead._replace(exit=Exit.MOVING_APART)
        if state.time + height / approach > ray.duration:
            return ahead._replace(advance=height / approach, exit=Exit.NO_CONTACT)
        ahead = _advance(ray, ahead, height / approach)
    known = any(vertex.point == support.point for vertex in state.simplex)
    if known and not ahead.time > state.time:
        return ahead._replace(exit=Exit.NO_PROGRESS)
    after = _end(ray, _reduce(ray, ahead, state.simplex if known else (*state.simplex, support)))
    if after.exit == Exit.RUNNING and after.time == state.time and after.simplex == state.simplex:
        return after._replace(exit=Exit.NO_PROGRESS)
    return after


def _ray(
    shape_a: Any, pose_a: Any, motion_a: Any, shape_b: Any, pose_b: Any, motion_b: Any, duration: float
) -> CastRay:
    a, b = as_solid(shape_a, "shape_a"), as_solid(shape_b, "shape_b")
    poses = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    motions = as_motion(motion_a, "motion_a"), as_motion(motion_b, "motion_b")
    for side, pose, motion in zip("ab", poses, motions, strict=True):
        if motion.angular_velocity != ZERO:
            raise ValueError(
                f"motion_{side}: must not turn, got the angular velocity {short_repr(motion.angular_velocity)}: a cast "
                "moves along a line; conservative advancement takes bodies that turn"
            )
        if not is_somewhere(move_pose(pose, motion, duration)):
            raise ValueError(f"motion_{side}: must keep the body within double precision, got {short_repr(motion)}")
    core_a, core_b = relative(convex(a, poses[0]), convex(b, poses[1]))
    velocity = sub(motions[1].velocity, motions[0].velocity)
    tolerance = TOUCHING * size_of(a, poses[0], b, poses[1])
    return CastRay(core_a, core_b, poses, motions, velocity, duration, tolerance)


def _towards(state: State) -> Vec3:
    """The unit vector from the simplex towards x: its own normal, which is accurate where x is almost on it."""
    away = sub(state.place, state.closest)
    points = [vertex.point for vertex in state.simplex]
    if len(points) == 2:
        away = square_to(away, sub(points[1], points[0]))
    elif len(points) == 3:
        normal = area(sub(points[1], points[0]), sub(points[2], points[0]))
        away = normal if dot(normal, away) >= 0 else neg(normal)
    return unit(away)


def _advance(ray: CastRay, ahead: State, advance: float) -> State:
    """Moves to the plane, which is the best normal so far."""
    time = ahead.time + advance
    (pose_a, motion_a), (pose_b, motion_b) = zip(ray.start, ray.motions, strict=True)
    return ahead._replace(
        time=time,
        pose_a=move_pose(pose_a, motion_a, time),
        pose_b=move_pose(pose_b, motion_b, time),
        place=scale(ray.velocity, time),
        advance=advance,
        normal=ahead.direction,
    )


def _reduce(ray: CastRay, here: State, vertices: tuple[Vertex, ...]) -> State:
    """Keeps the feature of the simplex that is nearest to x."""
    nearest = _closest([sub(vertex.point, here.place) for vertex in vertices])
    kept = [k for k in range(len(vertices)) if nearest.weights[k] > 0]
    return here._replace(
        simplex=tuple(vertices[k] for k in kept),
        weights=tuple(nearest.weights[k] for k in kept),
        closest=add(here.place, nearest.point),
        distance=norm(nearest.point) - ray.a.radius - ray.b.radius,
    )


def _closest(points: list[Vec3]) -> Closest:
    """The point of a simplex nearest to the origin."""
    match points:
        case [a]:
            return closest_on_point(a)
        case [a, b]:
            return closest_on_segment(a, b)
        case [a, b, c]:
            return closest_on_triangle(a, b, c)
        case [a, b, c, d]:
            return closest_on_tetrahedron(a, b, c, d)
    raise ValueError(f"points: must be one to four, got {len(points)}")


def _end(ray: CastRay, here: State) -> State:
    if here.distance <= ray.tolerance:
        return here._replace(exit=Exit.FIRST_CONTACT)
    return here._replace(exit=Exit.ITERATION_LIMIT) if here.iteration + 1 >= ITERATION_LIMIT else here


def witness_points(state: State) -> tuple[Vec3, Vec3]:
    """The points of both cores whose difference is the closest point, at the start and relative to A's position."""
    a, b = ZERO, ZERO
    for vertex, weight in zip(state.simplex, state.weights, strict=True):
        a, b = along(a, vertex.a, weight), along(b, vertex.b, weight)
    return a, b
