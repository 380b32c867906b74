"""Newton's MPR (`solve_mpr_core`), Minkowski portal refinement of a triangle of a mesh and a convex shape, or of two.

Written from Newton at commit ee84505a of August 2026 (Apache-2.0; its MPR is that of Jitter Physics 2, MIT, after
XenoCollide, zlib): modules `mpr` and `support_function` of `newton._src.geometry`.  Single precision, in the frame of
shape A; a triangle is shape A.  Margins are 0, and GJK, which Newton asks about shapes that are apart, is not part of
it.

1. v0 is the difference of the centers: of a hull the middle of its bounding box; of a triangle the point nearest to the
   center of B, shifted towards the centroid by 1 % of the way, so that triangles with a common edge differ.
2. v1 is searched from v0 towards the origin, v2 along v1 × v0, v3 along the normal of v0, v1, v2.  A support that is
   not above 0 along its direction ends it: no intersection.  While the origin lies outside the plane v1 v0 v3 or
   v3 v0 v2, v3 replaces v2 or v1, at most 31 times.
3. The portal v1 v2 v3 is refined by supports along its normal until their gain is at most 1e-5, or 31 times.  The
   shapes intersect if a portal had the origin on its inner side, and the height of the last support is the depth.

How it fails:
- The shift of the center does not depend on its height.  Above a large triangle the ray from v0 then runs along the
  triangle and leaves it at a far edge: metres of depth for millimetres (https://github.com/newton-physics/newton/
  issues/3773; pull request 3766 bounds the shift by the height).
- The depth is where the ray leaves A − B, not the least one.
- Directions are not normalised.  Of a hull at some 10^5 m, all heights along one may be below `LEAST_HEIGHT`.
"""

from enum import StrEnum
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single, with_python_floats
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.newton_mpr.explain import DECISIONS
from gjkscope.engine.published.newton_mpr.supports import (
    NewtonShape,
    nearest_on_triangle,
    newton_shape,
    quat_rotate,
    relative_placement,
    support_of_moved,
)
from gjkscope.engine.published.parry.releases import Quaternion, root_length
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape, Triangle
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import SINGLE, ZERO, Vec3, add, cross, dot, neg, row_times, scale, sub, unit

ITERATIONS = 30
"""`MAX_ITER`: the loops end after one more."""

SMALL = 1e-16
"""`NUMERIC_EPSILON`"""

TOLERANCE = 1e-5
"""`COLLIDE_EPSILON`: of the gain, metres."""

SLANT = 1e-6
"""Of a unit direction that counts as the axis of a cylinder or a cone."""

SHIFT = 0.01
"""Of a triangle's center towards the centroid, as a part of the way."""


class NewtonPhase(StrEnum):
    """The parts of the algorithm."""

    PORTAL = "find portal"
    REFINE = "refine portal"


class State(EngineStep):
    """A step of Newton's MPR; its simplex is v0, v1, v2, v3."""

    __slots__ = ()


class NewtonMemory(NamedTuple):
    """v0 to v3 and the next direction, in the frame of A and in single precision."""

    points: Vertices
    direction: Vec3
    rounds: int = 0
    is_hit: bool = False


class NewtonPair(NamedTuple):
    """The shapes, B as seen from A, and the kinds of test that are corrected."""

    a: NewtonShape
    b: NewtonShape
    rotation: Quaternion
    position: Vec3
    is_swapped: bool  # whether Newton's A is our B
    corrected: tuple[str, ...] = ()

    def support(self, direction: Vec3, birth: int) -> Vertex:
        a = self.a.local(direction)
        b = support_of_moved(self.b, self.rotation, self.position, direction)
        return Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, birth)

    def turned(self, v: Vec3) -> Vec3:
        """A vector of A − B in world coordinates, in double precision."""
        x, y, z = map(float, v)
        turned = row_times(self.a.pose.rotation, (x, y, z))
        return neg(turned) if self.is_swapped else turned

    def placed(self, point: Vec3) -> Vec3:
        x, y, z = map(float, point)
        return add(row_times(self.a.pose.rotation, (x, y, z)), self.a.pose.position)

    def drawn(self, vertex: Vertex) -> Vertex:
        """A vertex in world coordinates."""
        a, b = self.placed(vertex.a), self.placed(vertex.b)
        a, b = (b, a) if self.is_swapped else (a, b)
        return vertex._replace(point=self.turned(vertex.point), a=a, b=b)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes.  Raises `NotApplicable` for shapes that Newton asks other functions about."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("newton-mpr", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> NewtonPair:
    is_swapped = isinstance(shape_b, Triangle)
    if is_swapped and isinstance(shape_a, Triangle):
        raise NotApplicable("Newton's MPR takes one triangle, got two")
    with np.errstate(all="ignore"):
        a, b = newton_shape(shape_a, pose_a), newton_shape(shape_b, pose_b)
        a, b = (b, a) if is_swapped else (a, b)
        return NewtonPair(a, b, *relative_placement(a, b), is_swapped, options.corrected)


def start(pair: NewtonPair) -> State:
    """v0, the difference of the centers."""
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    with np.errstate(all="ignore"):
        b = add(pair.position, quat_rotate(pair.rotation, pair.b.center))
        a, point = _center(pair, b, decisions)
        square = dot(point, point)
        if decisions.holds("same center", float(square), SMALL, ()):
            axes: list[Vec3] = [single(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
            best = max(axes, key=lambda axis: dot(pair.support(axis, 0).point, axis))
            point = scale(best, np.float32(1e-5))  # type: ignore[arg-type]
        v0 = Vertex(point, a, b, NO_INDEX, NO_INDEX, 0)
        state: State = engine_step.before_first_step(State, NewtonPhase.PORTAL, NewtonMemory((v0,), neg(point)))
        state = state._replace(
            simplex=(pair.drawn(v0),),
            action="center",
            searches=1,
            decisions=_finite(decisions),
            reach=float(max(map(abs, (*a, *b)))),
        )
    return with_python_floats(state)


def _center(pair: NewtonPair, b: Vec3, decisions: EngineDecisions) -> tuple[Vec3, Vec3]:
    """`geometric_center`: that of A, and its difference from that of B."""
    corners = pair.a.corners
    if not corners:
        return pair.a.center, sub(pair.a.center, b)
    nearest = nearest_on_triangle(b, corners)
    x, y, z = add(add(corners[0], corners[1]), corners[2])
    centroid = (x / 3.0, y / 3.0, z / 3.0)
    shift = scale(sub(centroid, nearest), np.float32(SHIFT))  # type: ignore[arg-type]
    gap = sub(nearest, b)
    height, size = root_length(gap), root_length(shift)
    if not decisions.holds("shifted along", float(size), float(SHIFT * height), ()) and size > SHIFT * height:
        shift = scale(shift, type(size)(SHIFT) * height / size)
    center = add(nearest, shift)
    return center, add(gap, shift) if decisions.corrects("shifted along") else sub(center, b)


def step(pair: NewtonPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    with np.errstate(all="ignore"):
        memory: NewtonMemory = single(state.memory)
        if state.phase == NewtonPhase.PORTAL:
            state = _discover(pair, state, memory, decisions)
        else:
            state = _refine(pair, state, memory, decisions)
        if not all(isfinite(x) for vertex in state.memory.points for x in vertex.point):
            nothing = ClaimedResult(Verdict.UNDECIDED)
            state = _ended(state, "a support is not a number", nothing, Exit.NOT_A_NUMBER)._replace(memory=None)
    return with_python_floats(state._replace(decisions=_finite(decisions)))


def _discover(pair: NewtonPair, state: State, memory: NewtonMemory, decisions: EngineDecisions) -> State:
    """v1, v2 or a v3."""
    number = min(len(memory.points), 3)
    state, vertex, height = _searched(pair, state, memory.direction)
    points = (*memory.points, vertex)
    state = state._replace(action=f"v{number}", simplex=tuple(map(pair.drawn, points)))
    if decisions.holds(f"v{number} short", float(height), 0.0, state.simplex):
        return _ended(state, f"v{number} does not reach the origin", ClaimedResult(Verdict.SEPARATED))
    return (_first, _second, _third)[number - 1](pair, state, points, decisions, memory.rounds)


def _first(pair: NewtonPair, state: State, points: Vertices, decisions: EngineDecisions, _: int) -> State:
    v0, v1 = points
    normal = cross(v1.point, v0.point)
    if decisions.holds("on ray", float(dot(normal, normal)), SMALL * SMALL, state.simplex):
        way = sub(v1.point, v0.point)
        size = root_length(way)
        onward = (way[0] / size, way[1] / size, way[2] / size)
        return _hit(pair, state, onward, dot(v1.point, onward), (v1.a, v1.b), "the origin is taken to lie on v0 v1")
    return state._replace(memory=NewtonMemory(points, normal))


def _second(pair: NewtonPair, state: State, points: Vertices, decisions: EngineDecisions, _: int) -> State:
    v0, v1, v2 = points
    normal = _across(v0, v1, v2)
    if decisions.holds("turned away", float(dot(normal, v0.point)), 0.0, state.simplex):
        points, normal = (v0, v2, v1), neg(normal)
        state = state._replace(action="v2, swapped", simplex=tuple(map(pair.drawn, points)))
    return state._replace(memory=NewtonMemory(points, normal))


def _third(pair: NewtonPair, state: State, points: Vertices, decisions: EngineDecisions, rounds: int) -> State:
    v0, v1, v2, v3 = points
    if _is_outside(pair, v1, v3, v0, decisions):
        kept, action = (v0, v1, v3), "v3 replaces v2"
    elif _is_outside(pair, v3, v2, v0, decisions):
        kept, action = (v0, v3, v2), "v3 replaces v1"
    else:
        return state._replace(phase=NewtonPhase.REFINE, action="portal", memory=NewtonMemory(points, ZERO))
    state = state._replace(simplex=tuple(map(pair.drawn, kept)), action=action)
    state = state._replace(memory=NewtonMemory(kept, _across(*kept), rounds + 1))
    if rounds < ITERATIONS:
        return state
    ending = f"{rounds + 1} vertices without a portal, taken for no intersection"
    return _ended(state, ending, ClaimedResult(Verdict.SEPARATED), Exit.ITERATION_LIMIT)


def _refine(pair: NewtonPair, state: State, memory: NewtonMemory, decisions: EngineDecisions) -> State:
    """An iteration of "phase two"."""
    v0, v1, v2, v3 = memory.points
    portal = tuple(map(pair.drawn, (v1, v2, v3)))
    normal, rounds = _across(v1, v2, v3), memory.rounds + 1
    square = dot(normal, normal)
    if decisions.holds("no area", float(square), SMALL * SMALL, portal):
        return _ended(
            state._replace(action="last portal"), "the portal has no normal", ClaimedResult(Verdict.SEPARATED)
        )
    is_hit = memory.is_hit or decisions.holds("contains", float(dot(normal, v1.point)), 0.0, portal)
    state, v4, height = _searched(pair, state, normal)
    gain = dot(sub(v4.point, v3.point), normal)
    state = state._replace(action="last portal", memory=memory._replace(rounds=rounds, is_hit=is_hit))
    least = np.float32(TOLERANCE) * np.float32(TOLERANCE) * square
    is_surface = decisions.holds("surface", float(gain * gain), float(least), (*portal, pair.drawn(v4)))
    ending = "v4 is no further than the portal by the tolerance"
    if not is_surface and decisions.holds("v4 short", float(height), 0.0, (*portal, pair.drawn(v4))):
        is_surface, ending = True, "v4 does not reach the origin"
    if is_surface or rounds > ITERATIONS:
        if not is_hit:
            return _ended(state, f"{ending}: no intersection", ClaimedResult(Verdict.SEPARATED))
        return _depth(pair, state, (v1, v2, v3), normal, height, ending if is_surface else f"{rounds} iterations")
    return _expanded(pair, state, (v0, v1, v2, v3, v4), decisions)


def _expanded(pair: NewtonPair, state: State, points: Vertices, decisions: EngineDecisions) -> State:
    """v4 replaces the vertex that is not on the part of the portal that the ray passes through."""
    v0, v1, v2, v3, v4 = points
    plane = cross(v4.point, v0.point)

    def is_above(vertex: Vertex) -> bool:
        about = tuple(map(pair.drawn, (v4, v0, vertex)))
        return decisions.holds("above", float(dot(plane, vertex.point)), 0.0, about)

    decisive, above, below = (v2, 1, 3) if is_above(v1) else (v3, 2, 1)
    replaced = above if is_above(decisive) else below
    kept = list(points[:4])
    kept[replaced] = v4
    return state._replace(
        action=f"v4 replaces v{replaced}",
        simplex=tuple(map(pair.drawn, kept)),
        memory=state.memory._replace(points=tuple(kept)),
    )


def _depth(pair: NewtonPair, state: State, portal: Vertices, normal: Vec3, height: float, ending: str) -> State:
    """The height of v4, and the points by the weights of the origin's projection."""
    v1, v2, v3 = portal
    inverse = 1.0 / root_length(normal)
    outward = scale(normal, inverse)
    gamma = dot(cross(v1.point, sub(v2.point, v1.point)), outward) * inverse
    beta = dot(cross(sub(v3.point, v1.point), v1.point), outward) * inverse
    weights = (1.0 - gamma - beta, beta, gamma)
    on_a, on_b = (
        add(add(scale(p, weights[0]), scale(q, weights[1])), scale(r, weights[2]))
        for p, q, r in ((v1.a, v2.a, v3.a), (v1.b, v2.b, v3.b))
    )
    return _hit(pair, state, outward, height * inverse, (on_a, on_b), ending)


def _hit(pair: NewtonPair, state: State, normal: Vec3, depth: float, points: tuple[Vec3, Vec3], ending: str) -> State:
    """An intersection, in world coordinates, from our A to our B."""
    a, b = map(pair.placed, points)
    a, b = (b, a) if pair.is_swapped else (a, b)
    if not isfinite(depth):
        return _ended(state, ending, ClaimedResult(Verdict.UNDECIDED), Exit.NOT_A_NUMBER)
    verdict = Verdict.TOUCHING if depth == 0 else Verdict.PENETRATING
    return _ended(state, ending, ClaimedResult(verdict, -float(depth), pair.turned(normal), a, b))


def _ended(state: State, ending: str, answer: ClaimedResult, why: Exit | None = None) -> State:
    usual = Exit.SEPARATING_AXIS if answer.verdict is Verdict.SEPARATED else Exit.ENGINE_STOPS
    ended: State = engine_step.ended(state, why or usual, ending, answer)
    return ended


def _searched(pair: NewtonPair, state: State, direction: Vec3) -> tuple[State, Vertex, float]:
    """The support, and the number that Newton tests.

    Along a direction below 1e-6 its supports need not be the furthest: the bound is that of the unit direction.
    """
    vertex = pair.support(direction, state.searches)
    drawn, lower = pair.drawn(vertex), state.lower
    state = engine_step.with_support(state, pair.turned(direction), drawn)
    size = root_length(direction)
    along = (direction[0] / size, direction[1] / size, direction[2] / size)
    if all(map(isfinite, along)):
        furthest = pair.drawn(pair.support(along, 0))
        slack = (ROUNDINGS * SINGLE + SLANT) * max(map(abs, (*furthest.a, *furthest.b)))
        lower = max(lower, -dot(unit(pair.turned(along)), furthest.point) - slack)
    return state._replace(lower=lower), vertex, dot(vertex.point, direction)


def _is_outside(pair: NewtonPair, a: Vertex, b: Vertex, v0: Vertex, decisions: EngineDecisions) -> bool:
    volume = dot(cross(a.point, b.point), v0.point)
    return decisions.holds("outside", float(volume), 0.0, tuple(map(pair.drawn, (a, b, v0))))


def _across(a: Vertex, b: Vertex, c: Vertex) -> Vec3:
    return cross(sub(b.point, a.point), sub(c.point, a.point))


def _finite(decisions: EngineDecisions) -> tuple[Any, ...]:
    return tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
