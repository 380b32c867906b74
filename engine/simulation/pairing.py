"""Interactions of two simulated bodies within one tick: contact, push-out and first contact.

A fixed mesh is a terrain: the other body collides with its triangles one by one, each from its front only (see
terrain.py).  All other bodies are convex; a mesh that can move is replaced by its convex hull.

In these functions, `places` is the list of the current states of all bodies; moving or stopping a body modifies it.
"""

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from functools import reduce
from math import isnan
from typing import NamedTuple

from gjkscope.engine.advancement.motion import STILL, Motion, move_pose
from gjkscope.engine.advancement.steps import (
    Advancement,
    MovingBody,
    flight,
    most_turning,
    reach,
    run,
    turning_bounds,
    turning_speed,
)
from gjkscope.engine.broadphase.boxes import Pair, expand_box, expand_placed, union
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.volumes import MEET, Aabb, apart_on
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_at
from gjkscope.engine.resolution import terrain as terrains
from gjkscope.engine.resolution.pair import DEPTH, resolve_pair, shares_of
from gjkscope.engine.resolution.terrain import ORDERS, SIDEWAYS, Terrain, front_of, place_triangles
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.bounds import inner_radius
from gjkscope.engine.shapes.kinds import Shape, Triangle, TriangleSurface
from gjkscope.engine.shapes.support import core
from gjkscope.engine.vectors import ZERO, Vec3, add, along, dot, neg, norm, scale, sub, unit

# Steps of conservative advancement: if each step halves the gap, it shrinks to less than a billionth.  Each step is a
# narrow phase query, which delays the display.
FLIGHT_LIMIT = 32

# A part that is more than all rounding in a sum of speeds.
ROUNDED = 1 + 1e-12


class Solid(NamedTuple):
    """The constant properties of a body."""

    shape: Shape
    mass: float  # kg; 0 is fixed
    triangles: tuple[Triangle, ...]  # of a terrain, in world coordinates; none for other bodies
    boxes: tuple[Aabb, ...]  # of the triangles
    friction: float  # coefficient
    restitution: float  # 0: plastic, 1: elastic


class Placement(NamedTuple):
    """The pose and motion of a body."""

    pose: Pose
    motion: Motion


class PairContact(NamedTuple):
    """The narrow phase's result for a pair; for a terrain, that of the triangle that is nearest or overlaps most."""

    pair: Pair
    verdict: Verdict
    signed_distance: float | None
    normal: Vec3 | None  # from the first body to the second
    normals: tuple[Vec3, ...] = ()  # of all touching or overlapping parts: a terrain's triangles, by their fronts

    @property
    def depth(self) -> float:
        """The penetration depth, metres; 0 if they do not overlap or the depth is unknown."""
        return max(-self.signed_distance, 0.0) if self.signed_distance is not None else 0.0


class PushApart(NamedTuple):
    """The push-out of a body from another."""

    body: int
    other: int
    by: Vec3  # metres


class Touch(NamedTuple):
    """The first contact of two moving bodies."""

    time: float  # seconds from now; nothing touches before
    normal: Vec3  # from the first body to the second; zero if nothing is known beyond that time

    @property
    def is_known(self) -> bool:
        return self.normal != ZERO


class BodyPart(NamedTuple):
    """A body, or one triangle of a terrain."""

    shape: Shape
    place: Placement
    front: Vec3  # the normal of the triangle's front; zero if neither side is the front
    number: int = 0  # of the triangle or convex part
    is_whole: bool = True  # the body has no parts


def make_solid(shape: Shape, pose: Pose, mass: float, friction: float, restitution: float) -> Solid:
    """The solid of a body; the pose is used only for a terrain, which is stored in world coordinates."""
    triangles = place_triangles(shape, pose) if isinstance(shape, TriangleSurface) and mass == 0 else ()
    boxes = tuple(expand_box(triangle, Pose()) for triangle in triangles)
    return Solid(shape, mass, triangles, boxes, friction, restitution)


def swept_box(solid: Solid, placement: Placement, dt: float) -> Aabb:
    """A box around everything that the body covers within `dt` seconds."""
    return swept_box_to(solid, placement, move_pose(placement.pose, placement.motion, dt))


def swept_box_to(solid: Solid, placement: Placement, end: Pose) -> Aabb:
    """A box around everything that the body covers until it reaches the pose `end`."""
    ends = placement.pose, end
    boxes = [expand_placed(solid.shape, pose) for pose in ends]
    if placement.motion.angular_velocity != ZERO:
        boxes += [_around_ball(pose.position, reach(solid.shape) + core(solid.shape).radius) for pose in ends]
    return union(boxes)


def in_contact(contact: PairContact) -> bool:
    return contact.verdict in (Verdict.TOUCHING, Verdict.PENETRATING)


def pair_contact(solids: Sequence[Solid], places: Sequence[Placement], pair: Pair) -> PairContact:
    """The narrow phase's result for the pair at its current poses."""
    checkpoint()
    results = list(_results(solids, places, pair))
    known = [result for _, _, result in results if result.signed_distance is not None]
    if len(known) < len(results):
        return PairContact(pair, Verdict.UNDECIDED, None, None)
    if not known:  # no triangle of the terrain is near
        return PairContact(pair, Verdict.SEPARATED, None, None)
    nearest = min(known, key=_signed_distance)
    normals = tuple(
        _in_the_way(a, b, result.normal)
        for a, b, result in results
        if result.normal is not None and result.verdict in (Verdict.TOUCHING, Verdict.PENETRATING)
    )
    return PairContact(pair, nearest.verdict, nearest.signed_distance, nearest.normal, normals)


def push_pair_apart(
    solids: Sequence[Solid], places: MutableSequence[Placement], contact: PairContact, order: str, stops: bool
) -> list[PushApart]:
    """Pushes the pair apart from its current poses, and optionally removes the closing velocity along the normal."""
    i, j = contact.pair
    if solids[i].triangles or solids[j].triangles:
        terrain, body = (i, j) if solids[i].triangles else (j, i)
        return _off_terrain(solids, places, body, terrain, order, stops)
    a, b = places[i], places[j]
    done = resolve_pair(solids[i].shape, a.pose, solids[j].shape, b.pose, solids[i].mass, solids[j].mass)
    places[i], places[j] = a._replace(pose=done.pose_a), b._replace(pose=done.pose_b)
    if stops and contact.normal is not None:
        _stop(solids, places, contact.pair, contact.normal)
    moves = (i, j, sub(done.pose_a.position, a.pose.position)), (j, i, sub(done.pose_b.position, b.pose.position))
    return [PushApart(*move) for move in moves if move[2] != ZERO]


def stop_closing(solids: Sequence[Solid], places: MutableSequence[Placement], contact: PairContact) -> None:
    """Removes the closing velocities along the normals of the contact."""
    for normal in contact.normals:
        _stop(solids, places, contact.pair, normal)


def is_fast(solids: Sequence[Solid], places: Sequence[Placement], pair: Pair, dt: float) -> bool:
    """Whether one body could pass through the middle of the other between two tests `dt` seconds apart.

    It cannot if they move no further than the sum of their inscribed radii: then the balls overlap at one of the tests.
    Without this check, bodies that rotate next to each other would take many steps without progress.
    """
    i, j = pair
    travel = norm(sub(places[i].motion.velocity, places[j].motion.velocity))
    turns = sum(turning_bounds(_moving(solids[number].shape, places[number])).most for number in pair)
    return (travel + turns) * dt > inside(solids, pair)


def swift_bodies(solids: Sequence[Solid], places: Sequence[Placement], dt: float) -> tuple[int, ...]:
    """All bodies of pairs that are fast (`is_fast`), and perhaps others: in most ticks there are none.

    The velocity of one relative to the other is at most the sum of both relative to any third one, here their mean.
    """
    mean = scale(reduce(add, (place.motion.velocity for place in places), ZERO), 1 / max(len(places), 1))
    beyond = [_beyond_inside(*body, mean, dt) for body in zip(solids, places, strict=True)]
    if any(map(isnan, beyond)):  # speeds that overflow
        return tuple(range(len(beyond)))
    fastest = sorted(range(len(beyond)), key=beyond.__getitem__)[-2:]
    return tuple(
        number
        for number, way in enumerate(beyond)
        if any(other != number and not way + beyond[other] <= 0 for other in fastest)
    )


def inside(solids: Sequence[Solid], pair: Pair) -> float:
    """The sum of the radii of the inscribed balls, metres; a terrain has no inside."""
    return sum(_inside(solids[number]) for number in pair)


def turning_along(solid: Solid, placement: Placement, normal: Vec3) -> float:
    """How fast the body's rotation can move any of its points along the normal, m/s."""
    return turning_speed(placement.motion, turning_bounds(_moving(solid.shape, placement)), normal)


def near_triangles(terrain: Solid, other: Solid, placement: Placement) -> Iterator[BodyPart]:
    """The triangles of a terrain whose boxes meet that of the other body."""
    return _parts_of(terrain, Placement(Pose(), STILL), lambda: expand_placed(other.shape, placement.pose))


def touches(solids: Sequence[Solid], places: Sequence[Placement], pair: Pair, dt: float) -> list[Touch]:
    """The first contacts of the two, or of their parts, within `dt` seconds, as far as they are known.

    The earliest comes first.  Bodies that already touch with an unknown normal are left to the push-out.
    """
    contacts = []
    for a, b in _parts(solids, places, pair, dt):
        if _runs_into(a, b):
            done = run(flight(_moving(*a[:2]), _moving(*b[:2]), dt, FLIGHT_LIMIT))
            if done.exit not in (Exit.NO_CONTACT, Exit.MOVING_APART):
                normal = _last_normal(done) if done.time is not None else ZERO
                contacts.append(Touch(done.free_until, _in_the_way(a, b, normal) if normal != ZERO else ZERO))
    return sorted(touch for touch in contacts if touch.time > 0 or touch.is_known)


def _results(
    solids: Sequence[Solid], places: Sequence[Placement], pair: Pair
) -> Iterator[tuple[BodyPart, BodyPart, Result]]:
    for a, b in _parts(solids, places, pair, 0.0):
        yield a, b, result_at(a.shape, a.place.pose, b.shape, b.place.pose, DEPTH)


def _inside(solid: Solid) -> float:
    return 0.0 if solid.triangles else inner_radius(solid.shape)


def _beyond_inside(solid: Solid, placement: Placement, mean: Vec3, dt: float) -> float:
    """How much further than its inscribed radius any point of a body moves relative to this velocity, or less."""
    travel = norm(sub(placement.motion.velocity, mean))
    return (travel + most_turning(solid.shape, placement.motion)) * dt * ROUNDED - _inside(solid)


def _moving(shape: Shape, placement: Placement) -> MovingBody:
    return MovingBody(shape, placement.pose, placement.motion)


def _last_normal(done: Advancement) -> Vec3:
    """The normal of the contact; if bodies only just touch, only the previous step may have one."""
    return next((step.normal for step in reversed(done.steps) if step.normal != ZERO), ZERO)


def _in_the_way(a: BodyPart, b: BodyPart, normal: Vec3) -> Vec3:
    """The normal of a contact: for a triangle of a terrain, that of its front, not of an edge to the next triangle."""
    return next((front for front in (a.front, neg(b.front)) if front != ZERO), normal)


def _runs_into(a: BodyPart, b: BodyPart) -> bool:
    """Whether the body hits the triangle from its front; a rotating body may do so whatever its velocity."""
    for triangle, other in ((a, b), (b, a)):
        velocity, turning = other.place.motion
        if triangle.front != ZERO and turning == ZERO:
            return dot(velocity, triangle.front) < -SIDEWAYS * norm(velocity)
    return True


def _parts(
    solids: Sequence[Solid], places: Sequence[Placement], pair: Pair, dt: float
) -> Iterator[tuple[BodyPart, BodyPart]]:
    """The parts of the two bodies that may meet within `dt` seconds."""
    i, j = pair
    for a in _parts_of(solids[i], places[i], lambda: swept_box(solids[j], places[j], dt)):
        for b in _parts_of(solids[j], places[j], lambda: swept_box(solids[i], places[i], dt)):
            yield a, b


def _parts_of(solid: Solid, placement: Placement, near: Callable[[], Aabb]) -> Iterator[BodyPart]:
    """The body, or the triangles of a terrain whose boxes meet the box `near`, which is computed for them alone."""
    if not solid.triangles:
        yield BodyPart(solid.shape, placement, ZERO)
        return
    around = near()
    for number, (triangle, box) in enumerate(zip(solid.triangles, solid.boxes, strict=True)):
        if apart_on(box, around) == MEET:
            yield BodyPart(triangle, Placement(Pose(), STILL), front_of(triangle), number, is_whole=False)


def _off_terrain(
    solids: Sequence[Solid], places: MutableSequence[Placement], body: int, terrain: int, order: str, stops: bool
) -> list[PushApart]:
    placement, ground = places[body], solids[terrain]
    steps = terrains.run(
        Terrain(solids[body].shape, ground.triangles, ground.boxes, ORDERS[order], False, DEPTH), placement.pose
    )
    motion = placement.motion
    for step in steps if stops else ():
        motion = motion._replace(velocity=_without(motion.velocity, neg(unit(step.push))))
    places[body] = Placement(steps[-1].pose, motion)
    by = sub(steps[-1].pose.position, placement.pose.position)
    return [PushApart(body, terrain, by)] if by != ZERO else []


def _stop(solids: Sequence[Solid], places: MutableSequence[Placement], pair: Pair, normal: Vec3) -> None:
    """Removes the closing velocity along the normal, shared by inverse mass, which preserves the total momentum."""
    i, j = pair
    a, b = places[i].motion, places[j].motion
    closing = dot(sub(a.velocity, b.velocity), normal)
    if closing <= 0:
        return
    share_a, share_b = shares_of(solids[i].mass, solids[j].mass)
    places[i] = places[i]._replace(motion=a._replace(velocity=along(a.velocity, normal, -closing * share_a)))
    places[j] = places[j]._replace(motion=b._replace(velocity=along(b.velocity, normal, closing * share_b)))


def _without(velocity: Vec3, direction: Vec3) -> Vec3:
    """The velocity without its component along the direction, if that is positive."""
    return along(velocity, direction, -max(dot(velocity, direction), 0.0))


def _around_ball(center: Vec3, radius: float) -> Aabb:
    (x, y, z) = center
    return Aabb((x - radius, y - radius, z - radius), (x + radius, y + radius, z + radius))


def _signed_distance(result: Result) -> float:
    return result.signed_distance if result.signed_distance is not None else 0.0
