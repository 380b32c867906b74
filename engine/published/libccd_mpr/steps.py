"""libccd's MPR (`ccdMPRPenetration`), Minkowski portal refinement.

Written from libccd 2.1 (`src/mpr.c`, functions `discoverPortal`, `refinePortal`, `findPenetr`, `findPenetrTouch`,
`findPenetrSegment`, `portalReachTolerance`, `expandPortal`; commit 36345e40), BSD licence, in its order of operations:

1. v0 is the difference of the centers: FCL's are the mean of the vertices of a hull or a triangle, and the position of
   other shapes.  If it is the origin to within ε, it is moved by 10 ε along x.
2. `discoverPortal` searches v1 from v0 towards the origin, v2 perpendicular to v0 and v1, and v3 along the normal of
   v0, v1, v2.  A support that is not above ε along its direction ends it: no intersection.  If |v0 × v1|² < ε, the
   origin is taken to lie on the segment v0 v1, and |v1| is the depth.  While the origin lies outside the plane
   v1 v0 v3 or v3 v0 v2, v3 replaces v2 or v1, and the next v3 is searched.
3. `refinePortal` ends with an intersection once the origin is not beyond the portal v1 v2 v3.  Otherwise it searches
   along the portal's normal; a support v4 that does not reach the origin, or that is no further than the portal by
   `mpr_tolerance`, 1e-6, ends it: no intersection.  `expandPortal` replaces one vertex by v4, by the planes through
   v0, v4 and each vertex.
4. `findPenetr` expands the portal in the same way until v4 is no further by the tolerance, or for 500 iterations.  The
   depth is the distance of the origin from the portal, and the direction its nearest point, normalised.

Ties: a plane through the origin counts as "not outside" in `discoverPortal`, and as "not above" in `expandPortal`.

How it fails:
- ε = 2.2e-16 is absolute.  If the centers coincide or nearly do, |v0 × v1|² is below it, whatever v1 is: the distance
  of the first support, mostly a corner, is the depth.  The same holds for pairs below 0.1 mm, even if they are apart,
  and for a first support that is 1e-8 m beside the ray.
- `mpr_tolerance` is absolute too: of a pair of 1e-5 m, overlaps of some percent are taken for no intersection.
- The nearest point of the portal may lie on an edge of it.  Then the direction is not the portal's normal, and moving
  by the depth does not separate the shapes (https://github.com/danfis/libccd/issues/71).
- The depth is where the ray from v0 leaves A − B, not the least one.
- A portal of no area has no normal; before version 2.1, a depth of 0 had no direction, 0/0
  (https://github.com/danfis/libccd/issues/49).
- `discoverPortal` and `refinePortal` have no limit.  A portal that comes back is an endless loop, as in Genesis, which
  repeats this code (https://github.com/Genesis-Embodied-AI/genesis-world/issues/1123).

The supports are those of `published/ccd_supports.py`: libccd leaves them to its user.  The contact position
(`findPos`) is not computed.
"""

from enum import StrEnum
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import ccd, engine_step, vertices
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.published.libccd.steps import CcdPair, prepare
from gjkscope.engine.published.libccd_mpr.decisions import DECISIONS
from gjkscope.engine.published.vertices import CycleMark, Vertices
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub

__all__ = ["State", "prepare", "start", "step", "trace"]

PENETRATION_LIMIT = 500
"""`max_iterations` as FCL sets it; only `findPenetr` has a limit."""

MPR_TOLERANCE = 1e-6
"""`mpr_tolerance` as FCL sets it."""

MOVED_CENTER: Vec3 = (10.0 * ccd.EPSILON, 0.0, 0.0)
NO_INTERSECTION = ClaimedResult(Verdict.SEPARATED)


class CcdMprPhase(StrEnum):
    """The parts of the algorithm, by their functions."""

    DISCOVER = "find portal"
    REFINE = "refine portal"
    PENETRATION = "depth"


class State(EngineStep):
    """A step of libccd's MPR; its simplex is v0, v1, v2, v3."""

    __slots__ = ()


class CcdMprMemory(NamedTuple):
    """What the next step needs, and the portal that is watched for."""

    next_direction: Vec3  # of `discoverPortal`
    expansions: int = 0  # of `findPenetr`
    mark: CycleMark = CycleMark((), 0, 1)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of libccd's MPR on two placed shapes.  Raises `NotApplicable` for shapes without FCL's supports."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("libccd-mpr", start(pair), lambda state: step(pair, state))


def start(pair: CcdPair) -> State:
    """v0, the difference of the centers."""
    a, b = pair.a.center, pair.b.center
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    center = Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, 0)
    is_moved = decisions.holds("same center", _largest(center.point), ccd.EPSILON, (center,))
    if is_moved:
        center = center._replace(point=add(center.point, MOVED_CENTER))
    first: State = engine_step.before_first_step(
        State, CcdMprPhase.DISCOVER, CcdMprMemory(_normalized(neg(center.point)))
    )
    return first._replace(
        simplex=(center,),
        action="moved center" if is_moved else "center",
        decisions=tuple(decisions.asked),
        searches=1,
        reach=max(map(abs, (*a, *b))),
    )


def step(pair: CcdPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    if state.phase == CcdMprPhase.DISCOVER:
        search = {1: _first, 2: _second}.get(len(state.simplex), _third)
    else:
        search = _refine if state.phase == CcdMprPhase.REFINE else _penetrate
    state = search(pair, state, decisions)
    return _watched(state._replace(decisions=tuple(decisions.asked)))


def _first(pair: CcdPair, state: State, decisions: EngineDecisions) -> State:
    """v1, from v0 towards the origin."""
    state, v1, height = _searched(pair, state, state.memory.next_direction)
    (v0,) = state.simplex
    state = state._replace(simplex=(v0, v1), action="v1")
    if decisions.holds("v1 short", height, ccd.EPSILON, (v0, v1)):
        return _separate(state, "v1 does not reach the origin")
    normal = cross(v0.point, v1.point)
    if decisions.holds("on ray", dot(normal, normal), ccd.EPSILON, (v0, v1)):
        if decisions.holds("v1 at origin", _largest(v1.point), ccd.EPSILON, (v1,)):
            return _touch(state, "v1 is the origin, a touching contact")
        return _answer(state, v1.point, root(dot(v1.point, v1.point)), "the origin is taken to lie on v0 v1")
    return state._replace(memory=state.memory._replace(next_direction=_normalized(normal)))


def _second(pair: CcdPair, state: State, decisions: EngineDecisions) -> State:
    """v2, perpendicular to v0 and v1; then v1 and v2 are swapped if their normal points away from the origin."""
    state, v2, height = _searched(pair, state, state.memory.next_direction)
    v0, v1 = state.simplex
    state = state._replace(simplex=(v0, v1, v2), action="v2")
    if decisions.holds("v2 short", height, ccd.EPSILON, (v0, v1, v2)):
        return _separate(state, "v2 does not reach the origin")
    normal = _third_direction((v0, v1, v2))
    if decisions.holds("turned away", dot(normal, v0.point), 0.0, (v0, v1, v2)):
        state = state._replace(simplex=(v0, v2, v1), action="v2, swapped")
        normal = neg(normal)
    return state._replace(memory=state.memory._replace(next_direction=normal))


def _third(pair: CcdPair, state: State, decisions: EngineDecisions) -> State:
    """v3: completes the portal, or replaces the vertex that is not on the plane beyond which the origin lies."""
    state, v3, height = _searched(pair, state, state.memory.next_direction)
    v0, v1, v2 = state.simplex
    state = state._replace(action="v3")
    if decisions.holds("v3 short", height, ccd.EPSILON, (v0, v1, v2, v3)):
        return _separate(state._replace(simplex=(v0, v1, v2, v3)), "v3 does not reach the origin")
    if decisions.holds("outside", _triple(v1, v3, v0), -ccd.EPSILON, (v1, v3, v0)):
        kept, action = (v0, v1, v3), "v3 replaces v2"
    elif decisions.holds("outside", _triple(v3, v2, v0), -ccd.EPSILON, (v3, v2, v0)):
        kept, action = (v0, v3, v2), "v3 replaces v1"
    else:
        return state._replace(simplex=(v0, v1, v2, v3), phase=CcdMprPhase.REFINE, action="portal")
    memory = state.memory._replace(next_direction=_third_direction(kept))
    return state._replace(simplex=kept, action=action, memory=memory)


def _refine(pair: CcdPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `refinePortal`."""
    portal = state.simplex[1:]
    direction = _portal_direction(portal)
    if decisions.holds("contains", dot(direction, portal[0].point), -ccd.EPSILON, portal):
        return state._replace(phase=CcdMprPhase.PENETRATION, action="contains the origin")
    state, v4, height = _searched(pair, state, direction)
    state = state._replace(action="v4")
    if not decisions.holds("reaches", height, -ccd.EPSILON, (*portal, v4)):
        return _separate(state, "v4 does not reach the origin")
    gain = _gain(portal, v4, direction)
    if decisions.holds("no way out", gain, MPR_TOLERANCE + ccd.EPSILON, (*portal, v4)):
        return _separate(state, "v4 is no further than the portal, taken for no intersection", Exit.ENGINE_STOPS)
    return _expanded(state, v4, decisions)


def _penetrate(pair: CcdPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `findPenetr`."""
    portal = state.simplex[1:]
    direction = _portal_direction(portal)
    state, v4, _ = _searched(pair, state, direction)
    state = state._replace(action="last portal")
    expansions, gain = state.memory.expansions, _gain(portal, v4, direction)
    if decisions.holds("surface", gain, MPR_TOLERANCE + ccd.EPSILON, (*portal, v4)):
        return _depth(state, decisions, "v4 is no further than the portal by the tolerance")
    if expansions > PENETRATION_LIMIT:
        return _depth(state, decisions, f"{PENETRATION_LIMIT} iterations")
    state = state._replace(memory=state.memory._replace(expansions=expansions + 1))
    return _expanded(state, v4, decisions)


def _expanded(state: State, v4: Vertex, decisions: EngineDecisions) -> State:
    """`expandPortal`: v4 replaces the vertex that is not on the part of the portal that the ray passes through."""
    v0, v1, v2, v3 = state.simplex
    plane = cross(v4.point, v0.point)

    def is_above(vertex: Vertex) -> bool:
        return decisions.holds("above", dot(vertex.point, plane), 0.0, (vertex, v4, v0))

    decisive, above, below = (v2, 1, 3) if is_above(v1) else (v3, 2, 1)
    replaced = above if is_above(decisive) else below
    portal = [v0, v1, v2, v3]
    portal[replaced] = v4
    return state._replace(simplex=tuple(portal), action=f"v4 replaces v{replaced}")


def _depth(state: State, decisions: EngineDecisions, ending: str) -> State:
    """The distance and the nearest point of the portal."""
    portal = state.simplex[1:]
    nearest = ccd.point_to_triangle(ZERO, *(vertex.point for vertex in portal))
    depth = root(nearest.squared)
    state = state._replace(closest=nearest.witness)
    if decisions.holds("touches", depth, ccd.EPSILON, portal):
        return _touch(state, f"{ending}, which is a touching contact", depth)
    return _answer(state, nearest.witness, depth, ending)


def _searched(pair: CcdPair, state: State, direction: Vec3) -> tuple[State, Vertex, float]:
    """The support, and the number that libccd tests."""
    vertex = pair.support(direction, state.searches)
    state = engine_step.with_support(state, direction, vertex)
    return state, vertex, dot(vertex.point, direction)


def _watched(state: State) -> State:
    """Ends an endless loop: its next step depends on the portal alone, so a portal that recurs does so for ever."""
    if state.exit != Exit.RUNNING or state.phase == CcdMprPhase.PENETRATION:
        return state
    if vertices.comes_back(state.memory.mark, state.simplex):
        ending = "the portal recurs: libccd would run for ever"
        endless: State = engine_step.ended(state, Exit.CYCLE, ending, ClaimedResult(Verdict.UNDECIDED))
        return endless
    mark = vertices.next_mark(state.memory.mark, state.simplex, state.iteration)
    return state._replace(memory=state.memory._replace(mark=mark))


def _separate(state: State, ending: str, why: Exit = Exit.SEPARATING_AXIS) -> State:
    ended: State = engine_step.ended(state, why, ending, NO_INTERSECTION)
    return ended


def _touch(state: State, ending: str, depth: float = 0.0) -> State:
    """No direction: libccd gives a zero vector."""
    touching = ClaimedResult(Verdict.TOUCHING, -depth, ZERO)
    ended: State = engine_step.ended(state, Exit.ENGINE_STOPS, ending, touching)
    return ended


def _answer(state: State, witness: Vec3, depth: float, ending: str) -> State:
    normal = _normalized(witness)
    is_number = all(map(isfinite, (*normal, depth)))
    why = Exit.ENGINE_STOPS if is_number else Exit.NOT_A_NUMBER
    answer = ClaimedResult(Verdict.PENETRATING, -depth, normal)
    ended: State = engine_step.ended(state._replace(closest=witness), why, ending, answer)
    return ended


def _gain(portal: Vertices, v4: Vertex, direction: Vec3) -> float:
    """How much further v4 is than the furthest vertex of the portal."""
    height = dot(v4.point, direction)
    gains = [height - dot(vertex.point, direction) for vertex in portal]
    return min(gains)


def _portal_direction(portal: Vertices) -> Vec3:
    v1, v2, v3 = (vertex.point for vertex in portal)
    return _normalized(cross(sub(v2, v1), sub(v3, v1)))


def _third_direction(triangle: Vertices) -> Vec3:
    v0, v1, v2 = (vertex.point for vertex in triangle)
    return _normalized(cross(sub(v1, v0), sub(v2, v0)))


def _triple(a: Vertex, b: Vertex, c: Vertex) -> float:
    return dot(cross(a.point, b.point), c.point)


def _largest(point: Vec3) -> float:
    """Below ε if `ccdVec3Eq` finds that the point is the origin."""
    return max(map(abs, point))


def _normalized(v: Vec3) -> Vec3:
    """As `ccdVec3Normalize` does it: 0/0 for a vector without length."""
    return scale(v, divide(1.0, root(dot(v, v))))
