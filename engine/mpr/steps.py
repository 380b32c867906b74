"""MPR, Minkowski portal refinement: whether two convex shapes overlap, and the depth along one normal, as a trace.

Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008.

The shapes overlap if A − B = { a − b } contains the origin.  A ray from a point v0 inside A − B through the origin
leaves A − B either before or beyond the origin.  A *portal* is a triangle of three points of A − B that the ray passes
through; with v0 it forms a tetrahedron.

Finding a portal:
1. v0 is the difference of the two centres.  The first support point v1 is searched along the ray.
2. The second, v2, is searched perpendicular to the plane of the ray and v1.
3. The third, v3, is searched along the normal of v0, v1, v2, on the ray's side.  Three planes through v0 bound the cone
   of the three support points.  If the ray passes outside one of them, v3 replaces the vertex that is not on this
   plane, and the third support point is searched again.

Refining it:
4. Search along the portal's outward normal.  If the support point is no further than the portal, the portal lies on the
   surface of A − B, and this is where the ray leaves.
5. Otherwise the three planes through v0, the new support point and each vertex divide the portal into three parts.  The
   one that the ray passes through is the next portal.

A support point that does not reach the origin proves a gap.  Once the origin lies between v0 and the portal, the shapes
overlap; MPR's depth is the extent of A − B along the last portal's normal.  Moving A back by this distance separates
the shapes, so it is never less than the penetration depth.  But it is the depth where the *ray* leaves, not the least
one: another translation may be much shorter.

Departures from the paper, and why:
- Like the paper, and unlike GJK here, this uses the support points of the whole shapes, radii included (see
  support.py).
- Everything is relative to A's position, so that shapes far from the world's origin lose no precision.
- The plane tests use the ray's direction and differences from v0.  They equal the paper's up to a positive factor, and
  remain valid if v0 is the origin: the paper then moves v0 by an arbitrary small amount; here any ray works, and x is
  used.
- The paper counts contact as a gap and refines to an absolute tolerance.  Here a gap must exceed the tolerance for
  touching, and refinement continues down to rounding.
- The verdict follows from two proved bounds, not from the paper's yes or no.  Lower: no point of A − B lies beyond a
  support point.  Upper: A − B contains the tetrahedron, and a ball of radius `clearance` around v0; so if the origin,
  or the point nearest to it, has the weight λ for v0, A − B contains a ball of radius λ · clearance around it.

How it can fail:
- v0 must lie inside.  If A − B is flat, or v0 is on its surface, the exit is `NO_INTERIOR`, with the bounds so far.
- If the ray passes through the first support point, there is no plane for the second: `ORIGIN_ON_RAY`.  The depth is
  then the one along the ray.
- On curved shapes the portal converges slowly: `ITERATION_LIMIT`, or `NO_PROGRESS` once it has shrunk to a line.
- Two flat shapes have no clearance.  If they cross such that the origin lies on a side of every tetrahedron, the
  overlap is detected but not proved, and the verdict is undecided.
"""

from dataclasses import replace
from enum import IntEnum
from math import inf
from typing import NamedTuple

from gjkscope.engine.gjk.simplex import (
    Closest,
    Region,
    Weights,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from gjkscope.engine.gjk.steps import Vertex, reach_of, relative
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import vertices as published
from gjkscope.engine.published.vertices import ITERATION_LIMIT, Vertices, rounded_difference_support
from gjkscope.engine.result import TOUCHING, Exit, Result, Trace, Verdict, all_steps, verdict_of
from gjkscope.engine.shapes.bounds import inner_radius
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, convex
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, along, cross, dot, neg, norm, scale, sub, unit

# A height below this fraction of the coordinates is rounding error: a difference of two supports has a few errors of
# 2⁻⁵³ each, and its projection on a normal a few more.
ROUNDING = 64 * DOUBLE

ANY_RAY: Vec3 = (1.0, 0.0, 0.0)

NONE_LOST = -1


class MprPhase(IntEnum):
    """The purpose of a step."""

    FIRST = 0  # the support point along the ray
    SECOND = 1  # the support point perpendicular to the plane of the ray and the first
    DISCOVER = 2  # a third support point, so that the ray passes through the portal
    REFINE = 3  # a support point beyond the portal


PHASES = tuple(MprPhase)  # by the number of vertices that the portal has


class State(NamedTuple):
    """A step of MPR.  Coordinates are relative to A's position; e1, e2 … are the vertices relative to v0.

    If rounding leaves no direction (`NO_PROGRESS`), the direction and support are those of the step before.
    """

    iteration: int
    phase: MprPhase
    interior: Vertex  # v0, and the two centres whose difference it is
    ray: Vec3  # unit, from v0 towards the origin
    before: Vertices  # the portal before the step, possibly incomplete: v1, v2, v3
    direction: Vec3  # unit, the search direction
    support: Vertex
    height: float  # direction · support, metres: the extent of A − B beyond the origin in this direction
    gain: float  # metres: how far the support lies beyond v0 or, in REFINE, beyond the portal's plane
    # DISCOVER: ray · (e1 × e2), (e2 × e3), (e3 × e1), where e3 is the support: negative if the ray passes outside.
    # REFINE: ray · (e4 × e1), (e4 × e2), (e4 × e3), where e4 is the support: the ray's side of each plane.
    sides: tuple[float, float, float]  # m²; zero in other phases
    lost: int  # the slot of `before` whose vertex is removed, or NONE_LOST
    portal: Vertices
    hit: bool  # whether the origin was found to lie before a portal: the paper's result so far
    nearest: Vec3  # the point of the simplex of v0 and the portal that is nearest to the origin
    region: Region  # the feature that contains `nearest`; A is v0
    weights: Weights  # barycentric, of `nearest`
    lower: float  # proved bounds of the signed distance, metres
    upper: float
    normal: Vec3  # the direction that gave the lower bound
    clearance: float  # radius of a ball around v0 that is contained in A − B, metres
    tolerance: float  # a gap up to this is contact, metres
    reach: float  # largest coordinate so far; rounding errors are relative to it
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Runs MPR on two placed shapes of any kind and returns all steps."""
    steps = run(*prepare(shape_a, pose_a, shape_b, pose_b))
    return Trace("mpr", steps, result(steps[-1], size_of(shape_a, pose_a, shape_b, pose_b)))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[Convex, Convex, float, float]:
    """The arguments of `run`: both shapes relative to A's position, the clearance around v0, and the tolerance."""
    clearance = inner_radius(shape_a) + inner_radius(shape_b)
    # Subtract A's position first, before anything is rounded: v0 must be a point of A − B in full precision.
    there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
    a, b = convex(shape_a, pose_a._replace(position=ZERO)), convex(shape_b, there)
    return a, b, clearance, TOUCHING * size_of(shape_a, pose_a, shape_b, pose_b)


def start(a: Convex, b: Convex, clearance: float = 0.0, tolerance: float = 0.0) -> State:
    """The first step: the interior point v0, and the support point along the ray from it through the origin.

    The shapes are relative to A's position, as `gjk.relative` returns them.
    """
    center = sub(a.center, b.center)
    interior = Vertex(center, a.center, b.center, NO_INDEX, NO_INDEX, -1)
    ray = unit(neg(center)) if center != ZERO else ANY_RAY
    state = State(
        iteration=0,
        phase=MprPhase.FIRST,
        interior=interior,
        ray=ray,
        before=no_vertices(),
        direction=ZERO,
        support=interior,
        height=0.0,
        gain=0.0,
        sides=(0.0, 0.0, 0.0),
        lost=NONE_LOST,
        portal=no_vertices(),
        hit=False,
        nearest=center,
        region=Region.VERTEX_A,
        weights=(1.0, 0.0, 0.0, 0.0),
        lower=-inf,
        upper=norm(center) - clearance,
        normal=ZERO,
        clearance=clearance,
        tolerance=tolerance,
        reach=reach_of(interior),
        exit=Exit.RUNNING,
    )
    state = _search(a, b, state, state.ray, center)
    state = _through(state, _one(state.support))
    reason = _exit(state, Exit.NO_INTERIOR)
    if reason == Exit.RUNNING and norm(cross(state.ray, _edge(state, state.support))) <= ROUNDING * state.reach:
        return state._replace(hit=state.height >= 0, exit=Exit.ORIGIN_ON_RAY)
    return state._replace(exit=reason)


def step(a: Convex, b: Convex, state: State) -> State:
    """The next step: complete or refine the portal.  A state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = state._replace(
        iteration=state.iteration + 1,
        phase=PHASES[len(state.portal)],
        before=state.portal,
        sides=(0.0, 0.0, 0.0),
        lost=NONE_LOST,
    )
    if state.phase == MprPhase.SECOND:
        return _second(a, b, state)
    if state.phase == MprPhase.DISCOVER:
        return _discover(a, b, state)
    return _refine(a, b, state)


def run(a: Convex, b: Convex, clearance: float = 0.0, tolerance: float = 0.0) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    near_a, near_b = relative(a, b)
    return all_steps(start(near_a, near_b, clearance, tolerance), lambda state: step(near_a, near_b, state))


def result(last: State, size: float) -> Result:
    """The verdict that the bounds prove, and the depth along the last direction if the ray's exit point was found.

    The depth is an upper bound on the least depth.  Another direction searched may have given a smaller depth: the
    verdict takes this into account, but the result's `lower` does not, as the distance must lie within the result's
    bounds.  `size` is `bounds.size`.
    """
    verdict = verdict_of(last.lower, last.upper, size)
    proved = Result("mpr", verdict, last.exit, last.iteration + 1, lower=last.lower, upper=last.upper)
    if verdict is Verdict.SEPARATED:
        return replace(proved, normal=last.normal)
    if verdict is Verdict.UNDECIDED or last.exit not in WAY_OUT:
        return proved
    named = -last.height
    lower, upper = min(last.lower, named), max(last.upper, named)
    return replace(proved, signed_distance=named, normal=last.direction, lower=lower, upper=upper)


WAY_OUT = (Exit.CONVERGED, Exit.TOUCHING, Exit.ORIGIN_ON_RAY)
"""The exits with which the point where the ray leaves A − B is known."""


def _second(a: Convex, b: Convex, state: State) -> State:
    """Searches perpendicular to the plane of the ray and the first support point."""
    sideways = cross(state.ray, _edge(state, state.before[0]))
    # Make it perpendicular to the ray again: if the ray passes close to the first support, the product is inaccurate.
    direction = unit(along(sideways, state.ray, -dot(sideways, state.ray)))
    if direction == ZERO:
        return state._replace(exit=Exit.NO_PROGRESS)
    state = _search(a, b, state, direction, state.interior.point)
    first, second = state.before[0], state.support
    mirrored = _side(state, first, second) < 0  # the ray must lie on the left of the plane from v1 to v2
    portal = _two(second, first) if mirrored else _two(first, second)
    return _through(state, portal)._replace(exit=_exit(state, Exit.NO_INTERIOR))


def _discover(a: Convex, b: Convex, state: State) -> State:
    """Searches for a third support point on the ray's side of v0, v1, v2; replaces v1 or v2 if the ray misses."""
    v1, v2 = state.before[0], state.before[1]
    direction = unit(cross(_edge(state, v1), _edge(state, v2)))
    if direction == ZERO:
        return state._replace(exit=Exit.NO_PROGRESS)
    state = _search(a, b, state, direction, state.interior.point)
    v3 = state.support
    sides = (_side(state, v1, v2), _side(state, v2, v3), _side(state, v3, v1))
    state = state._replace(sides=sides, exit=_exit(state, Exit.NO_INTERIOR))
    if state.exit != Exit.RUNNING or min(sides[1], sides[2]) >= 0:
        return _through(state, _three(v1, v2, v3))
    if sides[2] < 0:
        return _through(state._replace(lost=1), _two(v1, v3))
    return _through(state._replace(lost=0), _two(v3, v2))


def _refine(a: Convex, b: Convex, state: State) -> State:
    """Searches beyond the portal, and keeps the part of the portal that the ray passes through."""
    v1, v2, v3 = state.before[0], state.before[1], state.before[2]
    direction = unit(cross(sub(v2.point, v1.point), sub(v3.point, v1.point)))
    if dot(direction, _edge(state, v1)) <= 0:  # because of rounding, the portal has no outside
        return state._replace(exit=Exit.NO_PROGRESS)
    state = _search(a, b, state, direction, v1.point)
    state = state._replace(hit=state.hit or state.height >= state.gain)
    v4 = state.support
    sides = (_side(state, v4, v1), _side(state, v4, v2), _side(state, v4, v3))
    reason = _exit(state, Exit.TOUCHING if state.height <= state.tolerance else Exit.CONVERGED)
    if reason != Exit.RUNNING:
        return state._replace(sides=sides, exit=reason)
    lost = _lost_slot(sides)
    portal = _three(v4 if lost == 0 else v1, v4 if lost == 1 else v2, v4 if lost == 2 else v3)
    return _through(state._replace(sides=sides, lost=lost), portal)


def _lost_slot(sides: tuple[float, float, float]) -> int:
    """The slot of the vertex that is not a corner of the part that the ray passes through."""
    if sides[0] >= 0:
        return 2 if sides[1] <= 0 else 0
    return 1 if sides[2] >= 0 else 0


def _search(a: Convex, b: Convex, state: State, direction: Vec3, plane: Vec3) -> State:
    """The support point in this direction, its height above the plane through a point, and the bound it proves."""
    vertex = rounded_difference_support(a, b, direction, state.iteration)
    height = dot(direction, vertex.point)
    return state._replace(
        direction=direction,
        support=vertex,
        height=height,
        gain=height - dot(direction, plane),
        lower=max(state.lower, -height),
        normal=direction if -height > state.lower else state.normal,
        reach=max(state.reach, reach_of(vertex)),
    )


def _exit(state: State, without_gain: Exit) -> Exit:
    """Why the search ends with this support point; `RUNNING` if it does not."""
    if published.is_degenerate(state.reach):
        return Exit.DEGENERATE_INPUT
    if -state.height > max(state.tolerance, ROUNDING * state.reach):
        return Exit.SEPARATING_AXIS
    if state.gain <= ROUNDING * state.reach:
        return without_gain
    return Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING


def _through(state: State, portal: Vertices) -> State:
    """The state with this portal, and with the upper bound that its simplex with v0 proves."""
    nearest = _closest(state.interior.point, portal)
    # The weights of a thin tetrahedron are inaccurate, but any weighted sum of its vertices is a point of A − B.
    proof = scale(state.interior.point, nearest.weights[0])
    for slot in range(len(portal)):
        proof = along(proof, portal[slot].point, nearest.weights[slot + 1])
    bound = norm(proof) - nearest.weights[0] * state.clearance
    if nearest.region == Region.INTERIOR:
        bound = min(bound, max(nearest.tests.sides))
    return state._replace(
        portal=portal,
        nearest=nearest.point,
        region=nearest.region,
        weights=nearest.weights,
        upper=min(state.upper, bound),
    )


def _closest(v0: Vec3, vertices: Vertices) -> Closest:
    if len(vertices) == 1:
        return closest_on_segment(v0, vertices[0].point)
    if len(vertices) == 2:
        return closest_on_triangle(v0, vertices[0].point, vertices[1].point)
    return closest_on_tetrahedron(v0, vertices[0].point, vertices[1].point, vertices[2].point)


def no_vertices() -> Vertices:
    return ()


def with_vertex(vertices: Vertices, vertex: Vertex) -> Vertices:
    return (*vertices, vertex)


def _one(vertex: Vertex) -> Vertices:
    return with_vertex(no_vertices(), vertex)


def _two(p: Vertex, q: Vertex) -> Vertices:
    return with_vertex(_one(p), q)


def _three(p: Vertex, q: Vertex, r: Vertex) -> Vertices:
    return with_vertex(_two(p, q), r)


def _edge(state: State, vertex: Vertex) -> Vec3:
    """The vertex relative to v0."""
    return sub(vertex.point, state.interior.point)


def _side(state: State, p: Vertex, q: Vertex) -> float:
    """ray · (p × q) in m², with p and q relative to v0: positive if the ray is left of the plane from p to q."""
    return dot(state.ray, cross(_edge(state, p), _edge(state, q)))
