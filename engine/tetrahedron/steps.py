"""GJK by tetrahedra: builds a tetrahedron first and then walks it towards the origin.

A simplified GJK of the kind found in game programming tutorials: no distances and no Voronoi regions, only the side of
each face that the origin is on.  This version follows no particular article.  The distance algorithm that it simplifies
is Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in three-dimensional
space, IEEE Journal of Robotics and Automation 4(2), 1988.  It answers yes or no: do two convex shapes intersect?

1. Four supports of A − B form the first tetrahedron: along a given direction, along its opposite, perpendicular to the
   line through these two, and along the normal of the triangle.  The last two point towards the origin.
2. If the origin is outside one of the four faces, keep the first such face, drop the fourth vertex, and replace it by
   the support along the face's outward normal.
3. If the origin is outside none, the shapes intersect.  If the support does not reach the origin, they do not.

Departure: the plain loop may run forever.  Here a support that adds nothing (`NO_PROGRESS`), a repeated tetrahedron
(`CYCLE`) and `ITERATION_LIMIT` end it, and leave the verdict undecided unless some support has proved a gap.

How it fails:
- A flat A − B has no tetrahedron: its supports coincide or lie on a line or in a plane, and the exit says so.  The same
  happens with a solid where the given direction and its opposite find the same vertex, or where all of A − B lies on
  the far side of a line or a triangle from the origin.
- Rounding tilts the faces of thin tetrahedra, and may move the origin to the other side.
- It has no notion of contact: with the origin on a face it reports an intersection, and a rounding error later none.

It takes the first face that the origin is outside of, not the nearest feature.  This costs steps, but no pair is known
on which it cycles.
"""

from math import inf
from typing import NamedTuple

from gjkscope.engine.gjk.simplex import FACES
from gjkscope.engine.gjk.steps import Vertex, reach_of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import vertices as published
from gjkscope.engine.published.vertices import ITERATION_LIMIT, CycleMark, Vertices, rounded_difference_support
from gjkscope.engine.result import Exit, Result, Trace, Verdict, all_steps, verdict_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import DOUBLE, IDENTITY, ZERO, Vec3, cross, dot, neg, norm, sub, unit

# A support that adds no more than this part of the coordinates adds only rounding.  For a thin triangle the limit grows
# with its length over its height: each difference of supports carries a few errors of 2⁻⁵³, and they tilt the triangle
# about its longest side.
ROUNDING = 64 * DOUBLE

FIRST_DIRECTION: Vec3 = (1.0, 0.0, 0.0)

NO_FACE = -1


class TetrahedronFace(NamedTuple):
    """A face of the tetrahedron before the step; its corners are slots of that tetrahedron."""

    face: tuple[int, int, int]
    opposite: int  # the fourth vertex
    normal: Vec3  # unit, away from the fourth vertex
    distance: float  # of the origin from the face's plane, metres: > 0 outside


class State(NamedTuple):
    """One step: the faces tested, the face chosen, and the support beyond it.

    Vertices are in world coordinates, metres.  `direction`, `support` and `height` are None in the step that ends with
    an intersection, as it searches nothing.
    """

    iteration: int
    before: Vertices  # none to four, in order of arrival
    faces: tuple[TetrahedronFace, ...]  # all four once there is a tetrahedron, before that none
    chosen: int  # the first face that the origin is outside of, or NO_FACE
    direction: Vec3 | None  # unit
    support: Vertex | None
    height: float | None  # direction · support, metres: negative proves a gap
    gain: float  # how far the support is from the point, line, triangle or face before it, metres …
    slack: float  # … and how much of that may be rounding
    simplex: Vertices
    lower: float  # the best lower bound so far of the signed distance
    normal: Vec3  # the direction that proves it
    reach: float  # the largest coordinate met: what rounding is measured against
    mark: CycleMark  # the tetrahedron remembered to detect a cycle
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes of any kind; `options.direction` is the first search direction."""
    steps = run(convex(shape_a, pose_a), convex(shape_b, pose_b), options.direction or FIRST_DIRECTION)
    return Trace("tetrahedron", steps, result(steps[-1], size_of(shape_a, pose_a, shape_b, pose_b)))


def start(a: Convex, b: Convex, direction: Vec3 = FIRST_DIRECTION) -> State:
    """The first support, along `direction` (of any length).  Raises `ValueError` for the zero vector."""
    if direction == ZERO:
        raise ValueError(f"direction: must not be zero, got {direction}")
    nothing = CycleMark((), 0, 1)
    blank = State(0, (), (), NO_FACE, None, None, None, 0.0, 0.0, (), -inf, ZERO, 0.0, nothing, Exit.RUNNING)
    return _search(a, b, blank, (), unit(direction))


def step(a: Convex, b: Convex, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = state._replace(iteration=state.iteration + 1, before=state.simplex)
    points = [vertex.point for vertex in state.before]
    if len(points) == 1:
        return _search(a, b, state, state.before, neg(state.direction or ZERO))
    if len(points) == 2:
        return _search(a, b, state, state.before, _square_to_line(points[0], points[1]))
    if len(points) == 3:
        return _search(a, b, state, state.before, _normal_towards_origin(points[0], points[1], points[2]))
    return _at_tetrahedron(a, b, state)


def run(a: Convex, b: Convex, direction: Vec3 = FIRST_DIRECTION) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(a, b, direction), lambda state: step(a, b, state))


def result(last: State, size: float) -> Result:
    """The yes or no of the search; without an answer, what its supports prove.  `size` as in `bounds.size`."""
    verdict = verdict_of(last.lower, inf, size)
    if last.exit == Exit.SEPARATING_AXIS:
        verdict = Verdict.SEPARATED
    elif last.exit == Exit.ORIGIN_ENCLOSED:
        verdict = Verdict.PENETRATING
    normal = last.normal if verdict is Verdict.SEPARATED else None
    return Result("tetrahedron", verdict, last.exit, last.iteration + 1, normal=normal, lower=last.lower)


def _at_tetrahedron(a: Convex, b: Convex, state: State) -> State:
    """Keeps the first face that the origin is outside of, and searches beyond it."""
    points = [vertex.point for vertex in state.before]
    faces = tuple(_face(points, face, 3 - slot) for slot, face in enumerate(FACES))
    state = state._replace(faces=faces)
    for slot in range(4):
        if faces[slot].distance > 0:
            kept = tuple(state.before[i] for i in faces[slot].face)
            return _search(a, b, state._replace(chosen=slot), kept, faces[slot].normal)
    nothing = state._replace(chosen=NO_FACE, direction=None, support=None, height=None, gain=0.0, slack=0.0)
    return nothing._replace(exit=Exit.ORIGIN_ENCLOSED)


def _search(a: Convex, b: Convex, state: State, kept: Vertices, direction: Vec3) -> State:
    """Adds the support along `direction` to the kept vertices, and decides whether to continue."""
    vertex = rounded_difference_support(a, b, direction, state.iteration)
    bound = published.bound(direction, vertex)
    reach = max(state.reach, reach_of(vertex))
    next_state = state._replace(
        direction=direction,
        support=vertex,
        height=-bound,
        gain=_gain(kept, direction, vertex.point),
        slack=ROUNDING * reach * _thinness(kept),
        simplex=(*kept, vertex),
        lower=max(state.lower, bound),
        normal=direction if bound > state.lower else state.normal,
        reach=reach,
    )
    reason = _exit(next_state, -bound)
    if reason != Exit.RUNNING:
        return next_state._replace(exit=reason)
    return next_state._replace(mark=published.next_mark(state.mark, next_state.simplex, next_state.iteration))


def _exit(state: State, height: float) -> Exit:
    if published.is_degenerate(state.reach):
        return Exit.DEGENERATE_INPUT
    if len(state.before) == 4 and height < 0:
        return Exit.SEPARATING_AXIS
    if state.before and state.gain <= state.slack:
        return WITHOUT_GAIN[len(state.before) - 1]
    if published.comes_back(state.mark, state.simplex):
        return Exit.CYCLE
    return Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING


WITHOUT_GAIN = (Exit.SUPPORTS_COINCIDE, Exit.SUPPORTS_ON_A_LINE, Exit.SUPPORTS_ON_A_PLANE, Exit.NO_PROGRESS)
"""The exit if a support adds nothing, by the number of vertices before it."""


def _gain(kept: Vertices, direction: Vec3, point: Vec3) -> float:
    """How far a point is from the kept vertex, line or plane, metres."""
    if not kept:
        return 0.0
    from_first = sub(point, kept[0].point)
    if len(kept) == 1:
        return norm(from_first)
    if len(kept) == 2:
        return norm(cross(from_first, unit(sub(kept[1].point, kept[0].point))))
    return dot(direction, from_first)


def _thinness(kept: Vertices) -> float:
    """The triangle's longest side over its height; 1 for fewer than three vertices."""
    if len(kept) < 3:
        return 1.0
    p, q, r = (vertex.point for vertex in kept)
    longest = max(norm(sub(q, p)), norm(sub(r, p)), norm(sub(r, q)))
    area = norm(cross(sub(q, p), sub(r, p)))
    return longest * (longest / area) if area > 0 else inf


def _square_to_line(p: Vec3, q: Vec3) -> Vec3:
    """The unit vector from line pq towards the origin; any perpendicular if the origin is on the line."""
    line = unit(sub(q, p))
    moment = cross(line, neg(p))
    if norm(moment) <= ROUNDING * norm(p):
        least = min(range(3), key=lambda i: abs(line[i]))
        return unit(cross(line, IDENTITY[least]))
    return unit(cross(moment, line))


def _normal_towards_origin(p: Vec3, q: Vec3, r: Vec3) -> Vec3:
    normal = unit(cross(sub(q, p), sub(r, p)))
    return neg(normal) if dot(normal, p) > 0 else normal


def _face(points: list[Vec3], face: tuple[int, int, int], opposite: int) -> TetrahedronFace:
    p, q, r = (points[slot] for slot in face)
    normal = unit(cross(sub(q, p), sub(r, p)))
    if dot(normal, sub(points[opposite], p)) > 0:
        normal = neg(normal)
    return TetrahedronFace(face, opposite, normal, -dot(normal, p))
