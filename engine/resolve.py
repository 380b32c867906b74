"""Push-out: overlapping bodies are moved apart until they touch.  One pair, or one body and the triangles of a terrain.

A pair.  The narrow phase gives the axis of least depth; A is pushed back along it and B ahead, each by its share of
the depth.  Inverse masses share: the lighter body moves more, a fixed one (mass 0) not at all (Millington, Game
Physics Engine Development, 2010, chapter 7).

A terrain.
1. Find all contacts: triangles that the body overlaps, each with the way out of that triangle alone.
2. Choose one: `greatest` takes the contact of the greatest overlap.
3. Push the body out of it, and begin again, as this may have ended other contacts, or made some.
4. No contacts: done.

The naive way, `in order`, pushes out of one triangle after the other, as they come.  Both are here for the difference
to be seen.  A box that stands on a floor of triangles, a little sunk, reaches a hair's breadth across an edge between
two of them.  The least way out of the far one is sideways, by that hair, and who takes it stumbles over an edge that
is not there: a ghost collision (Catto, Ghost Collisions, 2020, box2d.org).  The greatest overlap is that with the
triangle below; once the box is lifted out of it, the other contact is gone too.

A triangle has no thickness, so either side of it is a way out, and the least one of a body that has sunk by more than
half leads down.  But a terrain is the skin of something solid.  So triangles are one-sided here: the side from which
the vertices run anticlockwise is the front, and no push leads behind it; where the least way would, the body is
pushed to the front, along the normal, until it touches (`Way.FRONT`).  For sheets with two sides `two_sided` takes the
least way always.

How it can fail: between walls too close for the body every way out leads into the other wall.  Then positions come
again (`CYCLE`), or the limit is reached.  Where the narrow phase cannot say how deep, nor the front help out, the exit
is `DEPTH_UNKNOWN`.  Where the push is lost in the rounding of large coordinates, it is `NO_PROGRESS`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Any, NamedTuple

from .arguments import choice, flag, length, listed, shown
from .broadphase.boxes import around
from .options import DEFAULT
from .pose import Pose, apply, as_pose
from .query import check_options, trace
from .result import Exit, Result, Verdict
from .shapes import Mesh, Shape, Triangle, as_shape
from .support import convex, support
from .vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub, unit
from .volumes import MEET, Aabb, apart_on

# What the default query comes to: GJK, and EPA where the cores overlap.  Nobody asks for certificates on the way.
DEPTH = "epa"

# One push parts two convex bodies.  A second is for depths that are known less well than what counts as touching.
PAIR_LIMIT = 8

# In an open terrain a few pushes do; in a narrow cleft each takes back a part of the one before, and the rest shrinks.
TERRAIN_LIMIT = 200

# A push that leads behind a triangle by less than this part of it is square to the normal: the rest is the rounding
# of a normal, of which curved shapes' are no better than this.
SIDEWAYS = 1e-6

# Polytopes touch after a few; smooth shapes come as near as it matters, and stop too early rather than too late.
APPROACHES = 32

NONE = -1  # no contact


class PairState(NamedTuple):
    """One measurement of a pair, and the push that follows from it."""

    iteration: int
    result: Result  # of the poses before
    before_a: Pose
    before_b: Pose
    share_a: float  # of the push: 0 … 1, both together 1; both 0 where nothing can move
    share_b: float
    push_a: Vec3
    push_b: Vec3
    pose_a: Pose  # after the push
    pose_b: Pose
    exit: Exit


@dataclass(frozen=True)
class PairResolution:
    """A push-out of a pair, step by step, and where the bodies are after it."""

    steps: tuple[PairState, ...]
    pose_a: Pose
    pose_b: Pose
    exit: Exit


class Way(IntEnum):
    """Which way out of a triangle is taken."""

    LEAST = 0
    FRONT = 1  # along the triangle's normal, as the least one leads behind it or is not known


class Contact(NamedTuple):
    """A triangle that the body overlaps, and the way out of it."""

    triangle: int
    depth: float  # of the way taken, metres
    direction: Vec3  # unit; where the body is pushed
    way: Way
    least: float  # the least depth, whichever way it leads; inf where it is not known


class TerrainState(NamedTuple):
    """All contacts of the body at one place, and the push out of one of them."""

    iteration: int
    before: Pose
    near: tuple[int, ...]  # triangles whose boxes meet the body's
    contacts: tuple[Contact, ...]  # by the number of the triangle
    unknown: tuple[int, ...]  # triangles of which nothing certain is known
    chosen: int  # which of the contacts; `NONE`
    push: Vec3
    pose: Pose  # after the push
    path: tuple[Vec3, ...]  # all positions up to this one
    exit: Exit


@dataclass(frozen=True)
class TerrainResolution:
    """A push-out of a terrain, step by step, and where the body is after it."""

    order: str
    triangles: tuple[Triangle, ...]
    steps: tuple[TerrainState, ...]
    pose: Pose
    exit: Exit

    @property
    def moved(self) -> Vec3:
        """From where the body was to where it is, metres."""
        return sub(self.pose.position, self.steps[0].before.position)


class Terrain(NamedTuple):
    """What stays the same from step to step."""

    shape: Shape  # the body
    triangles: tuple[Triangle, ...]  # in world coordinates
    boxes: tuple[Aabb, ...]
    choose: "Choose"
    two_sided: bool
    algorithm: str


Choose = Callable[[tuple[Contact, ...], int], int]
"""From the contacts, of which there is one at least, and the last triangle pushed out of: the next contact."""


def resolve_pair(
    shape_a: Shape,
    pose_a: Any,
    shape_b: Shape,
    pose_b: Any,
    mass_a: float = 1.0,
    mass_b: float = 1.0,
    algorithm: str = DEPTH,
) -> PairResolution:
    """Pushes two bodies apart; of two that do not overlap none is moved.

    Masses are in kilograms; 0 means fixed.  `algorithm` measures the depth.
    Raises `ValueError` that names the argument and the value.
    """
    shares = _shares(length("mass_a", mass_a, zero=True), length("mass_b", mass_b, zero=True))
    pose_a, pose_b = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    steps = [_pushed_apart(shape_a, pose_a, shape_b, pose_b, shares, algorithm, 0)]
    while steps[-1].exit == Exit.RUNNING:
        last = steps[-1]
        steps.append(_pushed_apart(shape_a, last.pose_a, shape_b, last.pose_b, shares, algorithm, len(steps)))
    return PairResolution(tuple(steps), steps[-1].pose_a, steps[-1].pose_b, steps[-1].exit)


def resolve_terrain(
    shape: Shape,
    pose: Any,
    triangles: Sequence[Triangle],
    order: str = "greatest",
    two_sided: bool = False,
    algorithm: str = DEPTH,
) -> TerrainResolution:
    """Pushes one body out of fixed triangles, which are given in world coordinates (`triangles_of` a mesh).

    The body is never turned; a mesh stands for its convex hull.
    `order` is `greatest` or `in order`.  `algorithm` measures the depths.
    Raises `ValueError` that names the argument and the value.
    """
    choose = ORDERS[choice("order", order, ORDERS)]
    check_options(algorithm, DEFAULT)
    terrain = Terrain(as_shape(shape), *_checked(triangles), choose, flag("two_sided", two_sided), algorithm)
    steps = [start(terrain, as_pose(pose, "pose"))]
    while steps[-1].exit == Exit.RUNNING:
        steps.append(step(terrain, steps[-1]))
    return TerrainResolution(order, terrain.triangles, tuple(steps), steps[-1].pose, steps[-1].exit)


def triangles_of(mesh: Mesh, pose: Any) -> tuple[Triangle, ...]:
    """The faces of a placed mesh, in world coordinates.  Raises `ValueError` for what is no mesh and no pose."""
    if not isinstance(mesh, Mesh):
        raise ValueError(f"mesh: must be a Mesh, got {shown(mesh)}")
    placed = as_pose(pose, "pose")
    p = [apply(placed, vertex) for vertex in mesh.vertices]
    return tuple(Triangle((p[i], p[j], p[k]), mesh.rounding) for i, j, k in mesh.faces)


def start(terrain: Terrain, pose: Pose) -> TerrainState:
    """The contacts where the body is, and the first push."""
    return _pushed_out(terrain, TerrainState(-1, pose, (), (), (), NONE, ZERO, pose, (pose.position,), Exit.RUNNING))


def step(terrain: Terrain, state: TerrainState) -> TerrainState:
    """The contacts after the last push, and the next push; a state that has an exit is returned as it is."""
    return state if state.exit != Exit.RUNNING else _pushed_out(terrain, state)


def _greatest(contacts: tuple[Contact, ...], _last: int) -> int:
    """Of equally great ones the first, so that the same scene has the same trace."""
    depths = [contact.depth for contact in contacts]
    return depths.index(max(depths))


def _in_order(contacts: tuple[Contact, ...], last: int) -> int:
    """The first after the last triangle; after the end of the list the first of all."""
    later = [i for i, contact in enumerate(contacts) if contact.triangle > last]
    return later[0] if later else 0


ORDERS: dict[str, Choose] = {"greatest": _greatest, "in order": _in_order}


# --- a pair ---


def _pushed_apart(
    shape_a: Shape,
    pose_a: Pose,
    shape_b: Shape,
    pose_b: Pose,
    shares: tuple[float, float],
    algorithm: str,
    iteration: int,
) -> PairState:
    found = trace(shape_a, pose_a, shape_b, pose_b, algorithm).result
    still = PairState(
        iteration, found, pose_a, pose_b, shares[0], shares[1], ZERO, ZERO, pose_a, pose_b, _without_push(found, shares)
    )
    push = found.push_out
    if still.exit != Exit.RUNNING or push is None:
        return still
    push_a, push_b = scale(push, shares[0]), scale(push, -shares[1])
    after_a, after_b = _moved(pose_a, push_a), _moved(pose_b, push_b)
    reason = Exit.RUNNING
    if (after_a, after_b) == (pose_a, pose_b):
        reason = Exit.NO_PROGRESS
    elif iteration + 1 >= PAIR_LIMIT:
        reason = Exit.ITERATION_LIMIT
    return still._replace(push_a=push_a, push_b=push_b, pose_a=after_a, pose_b=after_b, exit=reason)


def _without_push(found: Result, shares: tuple[float, float]) -> Exit:
    """Why there is nothing to push; `RUNNING` where there is."""
    if found.verdict in (Verdict.SEPARATED, Verdict.TOUCHING):
        return Exit.CLEAR
    if shares == (0.0, 0.0):
        return Exit.BOTH_FIXED
    return Exit.DEPTH_UNKNOWN if found.push_out is None else Exit.RUNNING


def _shares(mass_a: float, mass_b: float) -> tuple[float, float]:
    """Which part of the push each takes: its inverse mass over the sum of both."""
    if mass_a == 0 or mass_b == 0:
        return (0.0 if mass_a == 0 else 1.0, 0.0 if mass_b == 0 else 1.0)
    # Quotients, as the sum of two large masses may be infinite and the inverse of a small one too.
    return 1 / (1 + mass_a / mass_b), 1 / (1 + mass_b / mass_a)


def _moved(pose: Pose, push: Vec3) -> Pose:
    return pose._replace(position=add(pose.position, push))


# --- a terrain ---


def _pushed_out(terrain: Terrain, state: TerrainState) -> TerrainState:
    """The state after the next measurement and push."""
    pose, iteration = state.pose, state.iteration + 1
    near, contacts, unknown = _contacts(terrain, pose)
    found = TerrainState(iteration, pose, near, contacts, unknown, NONE, ZERO, pose, state.path, Exit.CLEAR)
    if not contacts:
        return found._replace(exit=Exit.DEPTH_UNKNOWN) if unknown else found
    last = state.contacts[state.chosen].triangle if state.chosen != NONE else NONE
    chosen = terrain.choose(contacts, last)
    push = scale(contacts[chosen].direction, contacts[chosen].depth)
    after = _moved(pose, push)
    return found._replace(
        chosen=chosen,
        push=push,
        pose=after,
        path=(*state.path, after.position),
        exit=_after_push(iteration, after.position, state.path),
    )


def _after_push(iteration: int, position: Vec3, path: tuple[Vec3, ...]) -> Exit:
    if position == path[-1]:
        return Exit.NO_PROGRESS
    if position in path:
        return Exit.CYCLE
    return Exit.ITERATION_LIMIT if iteration + 1 >= TERRAIN_LIMIT else Exit.RUNNING


def _contacts(terrain: Terrain, pose: Pose) -> tuple[tuple[int, ...], tuple[Contact, ...], tuple[int, ...]]:
    """The triangles near the body, the contacts among them, and those of which nothing certain is known."""
    box = around(terrain.shape, pose)
    near = tuple(number for number, other in enumerate(terrain.boxes) if apart_on(box, other) == MEET)
    contacts, unknown = [], []
    for number in near:
        found = trace(terrain.shape, pose, terrain.triangles[number], Pose(), terrain.algorithm).result
        if found.verdict in (Verdict.SEPARATED, Verdict.TOUCHING):
            continue
        contact = _way_out(terrain, pose, number, found) if found.verdict == Verdict.PENETRATING else None
        if contact:
            contacts.append(contact)
        else:
            unknown.append(number)
    return near, tuple(contacts), tuple(unknown)


def _way_out(terrain: Terrain, pose: Pose, number: int, found: Result) -> Contact | None:
    """The least way, unless it leads behind a one-sided triangle; `None` where none is known."""
    front = ZERO if terrain.two_sided else _normal(terrain.triangles[number])
    if found.signed_distance is not None and found.normal is not None:
        least, direction = -found.signed_distance, neg(found.normal)
        if dot(direction, front) >= -SIDEWAYS:
            return Contact(number, least, direction, Way.LEAST, least)
        return Contact(number, _depth_along(terrain, pose, number, front), front, Way.FRONT, least)
    if front == ZERO:
        return None
    return Contact(number, _depth_along(terrain, pose, number, front), front, Way.FRONT, inf)


def _normal(triangle: Triangle) -> Vec3:
    """The unit vector to the front; zero for a needle or a point, which has none."""
    p, q, r = triangle.vertices
    return unit(cross(sub(q, p), sub(r, p)))


def _depth_along(terrain: Terrain, pose: Pose, number: int, front: Vec3) -> float:
    """How far the body must move along the triangle's normal until it only touches.

    From in front of the triangle's whole plane it comes back, each time by as much as the plane between the two allows
    (van den Bergen, Ray casting against general convex objects, 2004): it never goes too far, and soon touches.
    """
    depth = _depth_of_plane(terrain.shape, pose, terrain.triangles[number], front)
    for _ in range(APPROACHES):
        there = _moved(pose, scale(front, depth))
        found = trace(terrain.shape, there, terrain.triangles[number], Pose(), "gjk").result
        if found.verdict != Verdict.SEPARATED or found.signed_distance is None or found.normal is None:
            break
        towards = -dot(found.normal, front)
        if towards <= SIDEWAYS:
            break
        depth -= found.signed_distance / towards
    return depth


def _depth_of_plane(shape: Shape, pose: Pose, triangle: Triangle, front: Vec3) -> float:
    """How far it must move along the normal to be in front of the plane."""
    core = convex(shape, pose)
    lowest, _ = support(core, neg(front))
    height = max(dot(front, sub(vertex, lowest)) for vertex in triangle.vertices)
    return height + core.radius + triangle.rounding


def _checked(triangles: Any) -> tuple[tuple[Triangle, ...], tuple[Aabb, ...]]:
    checked = listed("triangles", triangles, "triangles")
    for number, triangle in enumerate(checked):
        if not isinstance(triangle, Triangle):
            raise ValueError(f"triangles[{number}]: must be a Triangle, got {shown(triangle)}")
    return checked, tuple(around(triangle, Pose(), f"triangles[{i}]") for i, triangle in enumerate(checked))
