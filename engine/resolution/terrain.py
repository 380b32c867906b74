"""Push-out of a terrain: moves one body out of many fixed triangles, until it overlaps none of them.

1. Find all contacts: the triangles that the body overlaps, each with the shortest way out of that triangle alone.
2. Choose one: `greatest` takes the contact of greatest overlap.
3. Push the body out of it and start over, as the push may have removed other contacts or created some.
4. Stop when there are no contacts.

The naive order, `in order`, pushes the body out of one triangle after the other as listed.  Both are here so that they
can be compared.  A box standing on a floor of triangles, slightly sunk in, reaches slightly across an edge between two
of them.  The shortest way out of the far triangle is sideways, and a body that takes it stumbles over an internal edge:
a ghost collision (Catto, Ghost Collisions, 2020, box2d.org).  The greatest overlap is with the triangle below; once the
box is lifted out of it, the other contact is gone.  This is a heuristic: robust remedies use the connectivity of the
mesh (active edges, ghost vertices).

A triangle has no thickness, so a body can leave it on either side, and if more than half of the body has sunk in, the
shortest way leads down.  But a terrain is the surface of a solid.  So triangles are one-sided here: the front is the
side from which the vertices run counterclockwise, and no push leads behind it.  If the shortest way does, the body is
pushed to the front along the normal until it touches (`ExitDirection.FRONT`).  For two-sided sheets, `two_sided` always
takes the shortest way.

How it can fail: between walls too close for the body, every way out leads into the other wall; then positions recur
(`CYCLE`) or the limit is reached.  If neither the depth is known nor a front side exists, the exit is `DEPTH_UNKNOWN`;
if the push is lost in the rounding of large coordinates, `NO_PROGRESS`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_flag, as_items, choice, short_repr
from gjkscope.engine.broadphase.boxes import expand_box
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.volumes import MEET, Aabb, apart_on
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose, apply, as_pose
from gjkscope.engine.query import check_options, result_at, trace_pair
from gjkscope.engine.resolution.pair import DEPTH, is_somewhere, translate
from gjkscope.engine.result import Exit, Result, Verdict, all_steps
from gjkscope.engine.shapes.kinds import Shape, Triangle, TriangleSurface, as_solid
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, scale, sub, unit

# On open terrain a few pushes are enough; in a narrow cleft each one undoes part of the one before, ever less.
ITERATION_LIMIT = 200

# A push whose component against a triangle's normal is below this fraction counts as perpendicular: normals of curved
# shapes are no more precise.
SIDEWAYS = 1e-6

# Polytopes touch after a few approaches; smooth shapes get close enough, and stop early rather than late.
APPROACHES = 32

NONE = -1  # no contact


class ExitDirection(IntEnum):
    """How the body leaves a triangle."""

    LEAST = 0
    FRONT = 1  # along the triangle's normal, because the shortest way leads behind it or is unknown


class TriangleOverlap(NamedTuple):
    """A triangle that the body overlaps, and the way out of it."""

    triangle: int
    depth: float  # of the way taken, metres
    direction: Vec3  # unit; where the body is pushed
    way: ExitDirection
    least: float  # the minimum depth in any direction; inf if unknown


class State(NamedTuple):
    """All contacts of the body at one place, and the push out of one of them."""

    iteration: int
    before: Pose
    near: tuple[int, ...]  # triangles whose boxes meet the body's
    contacts: tuple[TriangleOverlap, ...]  # by the number of the triangle
    unknown: tuple[int, ...]  # triangles for which no way out is known
    chosen: int  # which of the contacts; `NONE`
    push: Vec3
    pose: Pose  # after the push
    path: tuple[Vec3, ...]  # all positions up to this one
    exit: Exit


@dataclass(frozen=True)
class TerrainResolution:
    """A push-out of a terrain, step by step, and where the body is after it.

    >>> from gjkscope import Box, Pose, Triangle, resolve_terrain
    >>> floor = Triangle([(-5, 0, -5), (0, 0, 5), (5, 0, -5)])
    >>> done = resolve_terrain(Box((1, 1, 1)), Pose(position=(0, 0.9, 0)), [floor])
    >>> done.order, round(done.pose.position[1], 6), done.exit.words
    ('greatest', 1.0, 'no overlap')
    """

    order: str  #: of the push-outs
    triangles: tuple[Triangle, ...]  #: in world coordinates, metres
    steps: tuple[State, ...]  #: one for each push-out, and the start
    pose: Pose  #: of the body after it
    exit: Exit  #: why it ended

    @property
    def moved(self) -> Vec3:
        """The displacement from the initial to the final position, metres."""
        return sub(self.pose.position, self.steps[0].before.position)


class Terrain(NamedTuple):
    """The constants of a run."""

    shape: Shape  # the body
    triangles: tuple[Triangle, ...]  # in world coordinates
    boxes: tuple[Aabb, ...]
    choose: "Choose"
    two_sided: bool
    algorithm: str


Choose = Callable[[tuple[TriangleOverlap, ...], int], int]
"""Chooses the next contact, given the contacts (at least one) and the last triangle pushed out of."""


def resolve_terrain(
    shape: Shape,
    pose: Any,
    triangles: Sequence[Triangle],
    order: str = "greatest",
    two_sided: bool = False,
    algorithm: str = DEPTH,
) -> TerrainResolution:
    """Pushes a body, `shape` at `pose`, out of fixed triangles, without rotating it.

    `pose` is a `Pose` or a rigid 4×4 matrix.  `triangles` are in world coordinates (metres), counter-clockwise seen
    from the front; `place_triangles` converts a mesh.  Pushes lead to the front only, unless `two_sided`.  `order`
    chooses the triangle to push out of next: `greatest` (depth) or `in order`.  `algorithm` is the narrow phase that
    measures the depths.  A body that is a mesh is replaced by its convex hull.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid, and `NotApplicable` (a
    `ValueError`) for a 2D shape.

    Source: Catto, Ghost Collisions, 2020 (box2d.org).

    >>> from gjkscope import Box, Pose, Triangle, resolve_terrain
    >>> floor = Triangle([(-5, 0, -5), (0, 0, 5), (5, 0, -5)])
    >>> done = resolve_terrain(Box((1, 1, 1)), Pose(position=(0, 0.9, 0)), [floor])
    >>> round(done.pose.position[1], 6)
    1.0
    """
    choose = ORDERS[choice("order", order, ORDERS)]
    check_options(algorithm, DEFAULT)
    terrain = Terrain(as_solid(shape), *_check_triangles(triangles), choose, as_flag("two_sided", two_sided), algorithm)
    steps = run(terrain, as_pose(pose, "pose"))
    return TerrainResolution(order, terrain.triangles, steps, steps[-1].pose, steps[-1].exit)


def run(terrain: Terrain, pose: Pose) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(terrain, pose), lambda state: step(terrain, state))


def place_triangles(mesh: TriangleSurface, pose: Any) -> tuple[Triangle, ...]:
    """The faces of a placed mesh in world coordinates.

    Raises `ValueError` if the arguments are not a mesh and a pose, or a vertex overflows.
    """
    if not isinstance(mesh, TriangleSurface):
        raise ValueError(f"mesh: must be a surface of triangles, such as a Mesh, got {short_repr(mesh)}")
    placed = as_pose(pose, "pose")
    p = [apply(placed, vertex) for vertex in mesh.vertices]
    for number, point in enumerate(p):
        if not is_somewhere(Pose(position=point)):
            raise ValueError(f"pose: vertex {number} of the mesh must stay within double precision, got {point}")
    return tuple(Triangle((p[i], p[j], p[k]), mesh.rounding) for i, j, k in mesh.faces)


def start(terrain: Terrain, pose: Pose) -> State:
    """The contacts at the initial position, and the first push."""
    return _push_out(terrain, State(-1, pose, (), (), (), NONE, ZERO, pose, (pose.position,), Exit.RUNNING))


def step(terrain: Terrain, state: State) -> State:
    """The contacts after the last push, and the next push; a state that has an exit is returned unchanged."""
    return state if state.exit != Exit.RUNNING else _push_out(terrain, state)


def overlaps_at(terrain: Terrain, pose: Pose) -> tuple[tuple[int, ...], tuple[TriangleOverlap, ...], tuple[int, ...]]:
    """The triangles near the body, the contacts among them, and those that are undecided."""
    box = expand_box(terrain.shape, pose)
    near = tuple(number for number, other in enumerate(terrain.boxes) if apart_on(box, other) == MEET)
    contacts, unknown = [], []
    for number in near:
        checkpoint()
        result = result_at(terrain.shape, pose, terrain.triangles[number], Pose(), terrain.algorithm)
        if result.verdict in (Verdict.SEPARATED, Verdict.TOUCHING):
            continue
        contact = _way_out(terrain, pose, number, result) if result.verdict == Verdict.PENETRATING else None
        if contact and is_somewhere(translate(pose, scale(contact.direction, contact.depth))):
            contacts.append(contact)
        else:
            unknown.append(number)
    return near, tuple(contacts), tuple(unknown)


def depth_along(terrain: Terrain, pose: Pose, number: int, front: Vec3) -> float:
    """How far the body must move along the triangle's normal until it only touches, metres.

    It starts in front of the triangle's plane and returns each time as far as the separating plane allows (van den
    Bergen, Ray casting against general convex objects, 2004), so it never overshoots.
    """
    depth = _depth_of_plane(terrain.shape, pose, terrain.triangles[number], front)
    for _ in range(APPROACHES):
        there = translate(pose, scale(front, depth))
        if not is_somewhere(there):
            break
        result = trace_pair(terrain.shape, there, terrain.triangles[number], Pose(), "gjk", DEFAULT).result
        if result.verdict != Verdict.SEPARATED or result.signed_distance is None or result.normal is None:
            break
        towards = -dot(result.normal, front)
        if towards <= SIDEWAYS:
            break
        depth -= result.signed_distance / towards
    return depth


def _greatest(contacts: tuple[TriangleOverlap, ...], _last: int) -> int:
    """The contact of greatest depth; the first if several are equal, so the trace is reproducible."""
    depths = [contact.depth for contact in contacts]
    return depths.index(max(depths))


def _in_order(contacts: tuple[TriangleOverlap, ...], last: int) -> int:
    """The first contact after the last triangle; at the end of the list, the first one."""
    later = [i for i, contact in enumerate(contacts) if contact.triangle > last]
    return later[0] if later else 0


ORDERS: dict[str, Choose] = {"greatest": _greatest, "in order": _in_order}


def _push_out(terrain: Terrain, state: State) -> State:
    """The state after the next measurement and push."""
    pose, iteration = state.pose, state.iteration + 1
    near, contacts, unknown = overlaps_at(terrain, pose)
    next_state = State(iteration, pose, near, contacts, unknown, NONE, ZERO, pose, state.path, Exit.CLEAR)
    if not contacts:
        return next_state._replace(exit=Exit.DEPTH_UNKNOWN) if unknown else next_state
    last = state.contacts[state.chosen].triangle if state.chosen != NONE else NONE
    chosen = terrain.choose(contacts, last)
    push = scale(contacts[chosen].direction, contacts[chosen].depth)
    after = translate(pose, push)
    return next_state._replace(
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
    return Exit.ITERATION_LIMIT if iteration + 1 >= ITERATION_LIMIT else Exit.RUNNING


def _way_out(terrain: Terrain, pose: Pose, number: int, result: Result) -> TriangleOverlap | None:
    """The shortest way out, unless it leads behind a one-sided triangle; `None` if none is known."""
    front = ZERO if terrain.two_sided else front_of(terrain.triangles[number])
    if result.signed_distance is not None and result.normal is not None:
        least, direction = -result.signed_distance, neg(result.normal)
        if dot(direction, front) >= -SIDEWAYS:
            return TriangleOverlap(number, least, direction, ExitDirection.LEAST, least)
        return TriangleOverlap(number, depth_along(terrain, pose, number, front), front, ExitDirection.FRONT, least)
    if front == ZERO:
        return None
    return TriangleOverlap(number, depth_along(terrain, pose, number, front), front, ExitDirection.FRONT, inf)


def front_of(triangle: Triangle) -> Vec3:
    """The unit normal on the front side; zero for a degenerate triangle."""
    p, q, r = triangle.vertices
    return unit(cross(unit(sub(q, p)), unit(sub(r, p))))


def _depth_of_plane(shape: Shape, pose: Pose, triangle: Triangle, front: Vec3) -> float:
    """How far the body must move along the normal to be in front of the plane, metres."""
    core = convex(shape, pose)
    lowest, _ = support(core, neg(front))
    height = max(dot(front, sub(vertex, lowest)) for vertex in triangle.vertices)
    return height + core.radius + triangle.rounding


def _check_triangles(triangles: Any) -> tuple[tuple[Triangle, ...], tuple[Aabb, ...]]:
    checked, boxes = as_items("triangles", triangles, "triangles"), []
    for number, triangle in enumerate(checked):
        checkpoint()
        if not isinstance(triangle, Triangle):
            raise ValueError(f"triangles[{number}]: must be a Triangle, got {short_repr(triangle)}")
        boxes.append(expand_box(triangle, Pose(), f"triangles[{number}]"))
    return checked, tuple(boxes)
