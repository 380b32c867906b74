"""MPR: whether two convex shapes overlap, and how far along one normal, as a trace.

Snethen, XenoCollide: Complex Collision Made Simple, Game Programming Gems 7, 2008: Minkowski portal refinement.

The shapes overlap when A − B = { a − b } contains the origin.  From a point v0 inside A − B a ray is sent through the
origin: does it leave A − B before the origin, or beyond it?  A *portal* is a triangle of three points of A − B that
the ray passes through; with v0 it makes a tetrahedron.

Finding a portal:
1. v0 is the difference of the two centres.  The first support is sought along the ray.
2. The second is sought square to the plane of the ray and the first.
3. The third is sought along the normal of v0, v1, v2, on the side that the ray is on.  Three planes through v0 bound
   the cone of the three supports.  Where the ray passes outside one of them, the third support takes the place of the
   vertex that the plane leaves out, and the third is sought anew.

Refining it:
4. Seek the support along the portal's normal, outwards.  When it stands out of the portal no further, the portal lies
   on the surface of A − B, and that is where the ray leaves.
5. Otherwise the three planes through v0, the ray and the new support part the portal in three: the ray passes through
   one of the parts, and that is the next portal.

A support that does not reach the origin, at any time, shows a gap.  Once the origin lies before the portal, the shapes
overlap; the depth that MPR tells is how far A − B reaches along the last portal's normal.  Moving A back so far does
separate the shapes, so it is never less than the penetration depth.  But it is the depth where the *ray* leaves, not
the least one: another way out may be much shorter.

Departures from the paper, and why:
- The paper's supports are those of the whole shapes, and so are these: radii are not taken off (see support.py).
- Everything is relative to A's position, so that two shapes far from the world's origin lose no digits.
- The plane tests are made with the ray's direction and with differences from v0.  They are the paper's, but for a
  positive factor, and hold where v0 is the origin as well: the paper then moves v0 by an arbitrary little, while here
  any ray does, and x is taken.
- The paper counts contact as a gap, and refines until an absolute tolerance.  Here a gap must be more than the
  tolerance of touching, and the refinement goes on to rounding.
- The verdict follows from two bounds that are proved, not from the paper's yes or no.  Lower: no point of A − B lies
  beyond a support.  Upper: the tetrahedron belongs to A − B, and so does a ball of radius `clearance` around v0; where
  the origin, or the point nearest to it, has v0's weight λ, a ball of radius λ · clearance around it does.

How it can fail:
- v0 must lie inside.  Where A − B is flat, or v0 is on its surface: `NO_INTERIOR`, which leaves the bounds so far.
- When the ray passes through the first support, there is no plane to seek the second in: `ORIGIN_ON_RAY`.  The depth
  is then that along the ray.
- On curved shapes the portal closes in slowly: `ITERATION_LIMIT`, or `NO_PROGRESS` once it has shrunk to a line.
- Two flat shapes have no clearance.  Where they cross so that the origin lies on a side of every tetrahedron, the
  overlap is seen but not proved, and the verdict is undecided.
"""

from dataclasses import replace
from enum import IntEnum
from math import inf
from typing import NamedTuple

from . import published
from .bounds import inner_radius
from .bounds import size as size_of
from .gjk import Vertex, reach_of, relative
from .options import DEFAULT, Options
from .pose import Pose
from .published import ITERATION_LIMIT, Vertices, difference_support
from .result import TOUCHING, Exit, Result, Trace, Verdict, verdict_of
from .shapes import Shape
from .simplex import (
    Closest,
    Region,
    Weights,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from .support import NO_INDEX, Convex, convex
from .vectors import DOUBLE, ZERO, Vec3, along, cross, dot, neg, norm, scale, sub, unit

# What stands out by no more than this part of the coordinates stands out by rounding: a difference of two supports
# carries a few errors of 2⁻⁵³ each, and its projection on a normal a few more.
ROUNDING = 64 * DOUBLE

ANY_RAY: Vec3 = (1.0, 0.0, 0.0)

NONE_LOST = -1


class Phase(IntEnum):
    """What a step is for."""

    FIRST = 0  # the support along the ray
    SECOND = 1  # the support square to the plane of ray and first
    DISCOVER = 2  # a third support, so that the ray passes through the portal
    REFINE = 3  # a support beyond the portal


class State(NamedTuple):
    """A step of MPR.  Coordinates are relative to A's position; e1, e2 … are the vertices as seen from v0.

    In a step that rounding leaves no direction (`NO_PROGRESS`), what was searched and found is that of the step before.
    """

    iteration: int
    phase: Phase
    interior: Vertex  # v0, and the two centres that it is the difference of
    ray: Vec3  # unit, from v0 towards the origin and on
    before: Vertices  # the portal, or what there is of it: v1, v2, v3
    direction: Vec3  # unit, the way that was searched
    support: Vertex
    height: float  # direction · support, metres: how far A − B reaches beyond the origin that way
    gain: float  # metres that the support stands out: of v0 along the direction, or of the portal's plane
    # DISCOVER: ray · (e1 × e2), (e2 × e3), (e3 × e1), e3 the support: negative where the ray passes outside.
    # REFINE: ray · (e4 × e1), (e4 × e2), (e4 × e3), e4 the support: on which side of each plane the ray's part lies.
    sides: tuple[float, float, float]  # m²; else zero
    lost: int  # the slot of `before` whose vertex goes, or NONE_LOST
    portal: Vertices
    hit: bool  # whether the origin has been seen to lie before a portal: the paper's answer so far
    nearest: Vec3  # the point nearest to the origin of the simplex of v0 and the portal …
    region: Region  # … the feature that it is on, A being v0 …
    weights: Weights  # … and its weights
    lower: float  # proved bounds of the signed distance, metres
    upper: float
    normal: Vec3  # the direction that gave the lower bound
    clearance: float  # the radius of a ball around v0 that belongs to A − B, metres
    tolerance: float  # a gap of no more is contact, metres
    reach: float  # the largest coordinate met: what rounding is measured against
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes of any kind."""
    steps = run(*prepare(shape_a, pose_a, shape_b, pose_b))
    return Trace("mpr", steps, result(steps[-1], size_of(shape_a, pose_a, shape_b, pose_b)))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[Convex, Convex, float, float]:
    """What `run` takes: both shapes as `gjk.relative` gives them, the clearance around v0, and the tolerance."""
    clearance = inner_radius(shape_a) + inner_radius(shape_b)
    # From A's position, before there is anything to lose: v0 must be a point of A − B to the last digit.
    there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
    a, b = convex(shape_a, pose_a._replace(position=ZERO)), convex(shape_b, there)
    return a, b, clearance, TOUCHING * size_of(shape_a, pose_a, shape_b, pose_b)


def start(a: Convex, b: Convex, clearance: float = 0.0, tolerance: float = 0.0) -> State:
    """The interior point and the support along the ray.  Takes shapes as `gjk.relative` gives them."""
    center = sub(a.center, b.center)
    interior = Vertex(center, a.center, b.center, NO_INDEX, NO_INDEX, -1)
    state = State(
        iteration=0,
        phase=Phase.FIRST,
        interior=interior,
        ray=unit(neg(center)) if center != ZERO else ANY_RAY,
        before=(),
        direction=ZERO,
        support=interior,
        height=0.0,
        gain=0.0,
        sides=(0.0, 0.0, 0.0),
        lost=NONE_LOST,
        portal=(),
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
    state = _searched(a, b, state, state.ray, center)
    state = _through(state, (state.support,))
    reason = _exit(state, Exit.NO_INTERIOR)
    if reason == Exit.RUNNING and norm(cross(state.ray, _edge(state, state.support))) <= ROUNDING * state.reach:
        return state._replace(hit=state.height >= 0, exit=Exit.ORIGIN_ON_RAY)
    return state._replace(exit=reason)


def step(a: Convex, b: Convex, state: State) -> State:
    """The next step; a state that has an exit is returned as it is."""
    if state.exit != Exit.RUNNING:
        return state
    state = state._replace(
        iteration=state.iteration + 1,
        phase=Phase(len(state.portal)),
        before=state.portal,
        sides=(0.0, 0.0, 0.0),
        lost=NONE_LOST,
    )
    if state.phase == Phase.SECOND:
        return _second(a, b, state)
    if state.phase == Phase.DISCOVER:
        return _discover(a, b, state)
    return _refine(a, b, state)


def run(a: Convex, b: Convex, clearance: float = 0.0, tolerance: float = 0.0) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    near_a, near_b = relative(a, b)
    steps = [start(near_a, near_b, clearance, tolerance)]
    while steps[-1].exit == Exit.RUNNING:
        steps.append(step(near_a, near_b, steps[-1]))
    return tuple(steps)


def result(last: State, size: float) -> Result:
    """What the bounds prove, and the depth along the last direction where the ray's way out was found.

    The depth is an upper bound of the least one.  `size` as in `bounds.size`.
    """
    verdict = verdict_of(last.lower, last.upper, size)
    proved = Result("mpr", verdict, last.exit, last.iteration + 1, lower=last.lower, upper=last.upper)
    if verdict is Verdict.SEPARATED:
        return replace(proved, normal=last.normal)
    if verdict is Verdict.UNDECIDED or last.exit not in WAY_OUT:
        return proved
    return replace(proved, signed_distance=-last.height, normal=last.direction)


WAY_OUT = (Exit.CONVERGED, Exit.TOUCHING, Exit.ORIGIN_ON_RAY)
"""The exits at which the ray's way out of A − B is known."""


def _second(a: Convex, b: Convex, state: State) -> State:
    """Square to the plane of the ray and the first support."""
    sideways = cross(state.ray, _edge(state, state.before[0]))
    # Once more square to the ray: where that passes close by the first support, the product is mostly rounding.
    direction = unit(along(sideways, state.ray, -dot(sideways, state.ray)))
    if direction == ZERO:
        return state._replace(exit=Exit.NO_PROGRESS)
    state = _searched(a, b, state, direction, state.interior.point)
    first, second = state.before[0], state.support
    mirrored = _side(state, first, second) < 0  # the ray must lie on the left of the plane from v1 to v2
    portal = (second, first) if mirrored else (first, second)
    return _through(state, portal)._replace(exit=_exit(state, Exit.NO_INTERIOR))


def _discover(a: Convex, b: Convex, state: State) -> State:
    """A third support on the ray's side of v0, v1, v2: either the ray passes between the three, or one of them goes."""
    v1, v2 = state.before
    direction = unit(cross(_edge(state, v1), _edge(state, v2)))
    if direction == ZERO:
        return state._replace(exit=Exit.NO_PROGRESS)
    state = _searched(a, b, state, direction, state.interior.point)
    v3 = state.support
    sides = (_side(state, v1, v2), _side(state, v2, v3), _side(state, v3, v1))
    state = state._replace(sides=sides, exit=_exit(state, Exit.NO_INTERIOR))
    if state.exit != Exit.RUNNING or min(sides[1], sides[2]) >= 0:
        return _through(state, (v1, v2, v3))
    if sides[2] < 0:
        return _through(state._replace(lost=1), (v1, v3))
    return _through(state._replace(lost=0), (v3, v2))


def _refine(a: Convex, b: Convex, state: State) -> State:
    """A support beyond the portal, and the part of the portal that the ray passes through."""
    v1, v2, v3 = state.before
    direction = unit(cross(sub(v2.point, v1.point), sub(v3.point, v1.point)))
    if dot(direction, _edge(state, v1)) <= 0:  # rounding has left the portal no outside
        return state._replace(exit=Exit.NO_PROGRESS)
    state = _searched(a, b, state, direction, v1.point)
    state = state._replace(hit=state.hit or state.height >= state.gain)
    v4 = state.support
    sides = (_side(state, v4, v1), _side(state, v4, v2), _side(state, v4, v3))
    reason = _exit(state, Exit.TOUCHING if state.height <= state.tolerance else Exit.CONVERGED)
    if reason != Exit.RUNNING:
        return state._replace(sides=sides, exit=reason)
    lost = _lost(sides)
    portal = (v4 if lost == 0 else v1, v4 if lost == 1 else v2, v4 if lost == 2 else v3)
    return _through(state._replace(sides=sides, lost=lost), portal)


def _lost(sides: tuple[float, float, float]) -> int:
    """The vertex that is not a corner of the part that the ray passes through."""
    if sides[0] >= 0:
        return 2 if sides[1] <= 0 else 0
    return 1 if sides[2] >= 0 else 0


def _searched(a: Convex, b: Convex, state: State, direction: Vec3, plane: Vec3) -> State:
    """The support in that direction, how far it stands out of the plane through a point, and the bound it proves."""
    vertex = difference_support(a, b, direction, state.iteration)
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
    """Why the search ends with this support, if it does."""
    if published.is_degenerate(state.reach):
        return Exit.DEGENERATE_INPUT
    if -state.height > max(state.tolerance, ROUNDING * state.reach):
        return Exit.SEPARATING_AXIS
    if state.gain <= ROUNDING * state.reach:
        return without_gain
    return Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING


def _through(state: State, portal: Vertices) -> State:
    """The state with that portal, and with the upper bound that its simplex with v0 proves."""
    found = _closest(state.interior.point, portal)
    # The weights of a thin tetrahedron are mostly rounding.  Whatever they are, their sum is a point of A − B.
    proof = scale(state.interior.point, found.weights[0])
    for slot, vertex in enumerate(portal):
        proof = along(proof, vertex.point, found.weights[slot + 1])
    bound = norm(proof) - found.weights[0] * state.clearance
    if found.region == Region.INTERIOR:
        bound = min(bound, max(found.tests.sides))
    return state._replace(
        portal=portal,
        nearest=found.point,
        region=found.region,
        weights=found.weights,
        upper=min(state.upper, bound),
    )


def _closest(v0: Vec3, vertices: Vertices) -> Closest:
    points = [vertex.point for vertex in vertices]
    if len(points) == 1:
        return closest_on_segment(v0, points[0])
    if len(points) == 2:
        return closest_on_triangle(v0, points[0], points[1])
    return closest_on_tetrahedron(v0, points[0], points[1], points[2])


def _edge(state: State, vertex: Vertex) -> Vec3:
    """The vertex as seen from v0."""
    return sub(vertex.point, state.interior.point)


def _side(state: State, p: Vertex, q: Vertex) -> float:
    """ray · (p × q), both as seen from v0: positive where the ray is on the left of the plane from p to q, m²."""
    return dot(state.ray, cross(_edge(state, p), _edge(state, q)))
