"""FCL's signed distance of convex shapes, as `fcl::distance` with `enable_signed_distance` computes it.

Written from FCL 0.7.0 (commit df2702ca, `include/fcl/narrowphase/detail/convexity_based_algorithm/gjk_libccd-inl.h`,
functions `ccdGJKSignedDist`, `__ccdGJK`, `doSimplex2`, `3`, `4`, `_ccdDist`, `__ccdEPA`, `nextSupport`,
`expandPolytope`), BSD-3 licence, in its order of operations and without its debug checks, as it is distributed:

1. GJK (`__ccdGJK`) is libccd's, with other tests: ε² instead of ε for squared distances.
2. If GJK separates the shapes, `_ccdDist` goes on from its simplex: closest point of the simplex, support towards the
   origin.  Of a tetrahedron, one of the three faces at its newest vertex is kept.  It ends when the distance falls by
   less than `distance_tolerance`, 1e-6 m, or when the new support point is as far from the origin as the closest
   point, to within 1e-6 m; after 1,000 iterations it answers −1.
3. If GJK finds the origin, `__ccdEPA` makes a polytope of the simplex, and expands it: the faces that a support sees
   are replaced.  It ends when the support is no further than the nearest element, to within 1e-6 m.

All pairs of boxes, spheres, capsules, cylinders, cones, ellipsoids and convex hulls go this way.  Without
`enable_signed_distance`, step 2 is the same, overlapping shapes get −1, and FCL answers spheres with spheres, capsules,
boxes and cylinders, and capsules with capsules, by formulas of their own.  `fcl::collide` uses libccd's MPR instead.

How it fails:
- A support point that is as far as the closest point need not be a point of the simplex: two corners at the same
  distance end the search (https://github.com/flexible-collision-library/fcl/issues/508).
- A fall below the tolerance is no bound: the distance of smooth shapes may be too large by more than 1e-6 m.
- `ccdSign` and ε are absolute: for small shapes products of three lengths are taken for 0.
- An edge that is nearest to the origin, by a rounding error outside, is an exception: "The origin is outside of the
  polytope" (https://github.com/flexible-collision-library/fcl/issues/319); so are an edge that is both inside and on
  the border of the visible patch, and a support that no face at the nearest edge sees
  (https://github.com/flexible-collision-library/fcl/issues/493).
- A face on the boundary of A − B, by |squared distance| < ε, is a touching contact of depth 0.

The border of a patch is kept in a hash table of addresses, so that the order of new faces, and which of several equally
near elements is nearest, differs between runs; we take the order without collisions.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import count
from math import isfinite, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import ccd, engine_step
from gjkscope.engine.published.decisions import DecisionKind, EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.fcl.decisions import DECISIONS, DISTANCE_TOLERANCE
from gjkscope.engine.published.fcl.polytope import (
    FclBuilder,
    FclFailureError,
    check_edge,
    fcl_seed,
    grow,
    search_direction,
)
from gjkscope.engine.published.fcl.rules import FCL_0_7, FclRules
from gjkscope.engine.published.fcl.shapes import QuaternionShape, quaternion_shape
from gjkscope.engine.published.fcl.simplices import reduce_simplex
from gjkscope.engine.published.fcl.witnesses import closest_points, normalised
from gjkscope.engine.published.ieee import root
from gjkscope.engine.published.last_builder import LastBuilder
from gjkscope.engine.published.libccd.polytope import FURTHEST, NOT_DRAWN, CcdElement, CcdKind, CcdPolytope
from gjkscope.engine.published.sentences import vertex_names_in
from gjkscope.engine.published.vertices import HUGE, Vertices
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import ZERO, Vec3, dot, neg, sub

ITERATIONS = 1000
"""`max_distance_iterations`, for GJK and for the distance."""

EPA_LIMIT = 500
"""Ours: FCL's EPA has none, and may run for minutes on smooth shapes."""

FIRST_DIRECTION: Vec3 = (1.0, 0.0, 0.0)


class FclPhase(StrEnum):
    """The parts of the algorithm."""

    GJK = "GJK"
    DISTANCE = "distance"
    SEED = "polytope"
    EPA = "EPA"


class State(EngineStep):
    """A step of FCL; `memory` holds what the next step needs."""

    __slots__ = ()


class FclMemory(NamedTuple):
    """The direction that is searched next, the last distance, and the polytope."""

    next_direction: Vec3
    rounds: int = 0
    last_distance: float = FURTHEST
    closest: Vec3 = ZERO
    searched_from: Vertices = ()  # the last support of the distance search, and the simplex that it was searched from
    polytope: CcdPolytope = CcdPolytope()


class FclPair(NamedTuple):
    """The two shapes, and the kinds of test that are corrected."""

    a: QuaternionShape
    b: QuaternionShape
    last: LastBuilder[FclBuilder]
    corrected: tuple[str, ...] = ()
    state: type[State] = State
    rules: FclRules = FCL_0_7
    kinds: Mapping[str, DecisionKind] = DECISIONS

    def support(self, direction: Vec3, birth: int) -> Vertex:
        a, b = self.a.support(direction), self.b.support(neg(direction))
        return Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, birth)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of FCL on two placed shapes.  Raises `NotApplicable` for shapes that FCL does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("fcl", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> FclPair:
    a, b = quaternion_shape(shape_a, pose_a), quaternion_shape(shape_b, pose_b)
    return FclPair(a, b, LastBuilder(), options.corrected)


def start(pair: FclPair) -> State:
    """The first support point, along (1, 0, 0)."""
    vertex = pair.support(FIRST_DIRECTION, 0)
    state: State = engine_step.with_support(
        engine_step.before_first_step(pair.state, FclPhase.GJK, FclMemory(neg(vertex.point))), FIRST_DIRECTION, vertex
    )
    return state._replace(simplex=(vertex,), action="first")


def step(pair: FclPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = EngineDecisions(pair.kinds, pair.corrected)
    try:
        state = _STEPS[FclPhase(state.phase)](pair, state, decisions)
    except FclFailureError as failure:
        state = state._replace(action="failed")
        state = _ended(state, Exit.ASSERTION_FAILED, str(failure), ClaimedResult(Verdict.UNDECIDED))
    asked = tuple([one for one in decisions.asked if isfinite(one.left) and isfinite(one.right)])
    state = state._replace(decisions=asked)
    if state.reach <= HUGE or state.exit != Exit.RUNNING:
        return state
    state = state._replace(decisions=())
    return _ended(state, Exit.NOT_A_NUMBER, "products of the coordinates overflow", ClaimedResult(Verdict.UNDECIDED))


def _supported(state: State, direction: Vec3, vertex: Vertex) -> State:
    """The state with a new support point; from a closest point at 0 the direction is 0/0, and is not shown."""
    state = engine_step.with_support(state, direction, vertex)
    if all(map(isfinite, (*direction, *vertex.point))):
        return state
    return state._replace(direction=None, height=None)


def _search(pair: FclPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `__ccdGJK`."""
    direction = state.memory.next_direction
    vertex = pair.support(direction, state.searches)
    state = _supported(state, direction, vertex)
    if decisions.holds("separates", dot(vertex.point, direction), 0.0, (vertex,)):
        return _begin_distance(state._replace(action="separated"))
    choice = reduce_simplex((*state.simplex, vertex), decisions, pair.rules)
    state = state._replace(simplex=choice.kept, action=choice.action)
    if choice.contains:
        return state._replace(phase=FclPhase.SEED) if pair.rules.is_signed else _answer_overlap(state)
    if choice.is_degenerate:
        return _begin_distance(state)
    if decisions.holds("no direction", dot(choice.direction, choice.direction), ccd.EPSILON, ()):
        return _begin_distance(state)
    rounds = state.memory.rounds + 1
    if rounds >= ITERATIONS:
        return _begin_distance(state)
    return state._replace(memory=state.memory._replace(next_direction=choice.direction, rounds=rounds))


def _begin_distance(state: State) -> State:
    return state._replace(phase=FclPhase.DISTANCE, memory=FclMemory(ZERO))


def _approach(pair: FclPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `_ccdDist`."""
    memory = state.memory
    distance, closest, simplex, action = _nearest_of(state.simplex, memory)
    state = state._replace(simplex=simplex, closest=closest, action=action)
    if decisions.holds("progress", memory.last_distance - distance, DISTANCE_TOLERANCE, memory.searched_from):
        return _answer_distance(pair, state, distance, "the distance fell by less than the tolerance")
    direction = normalised(neg(closest))
    vertex = pair.support(direction, state.searches)
    state = _supported(state, direction, vertex)
    difference = abs(distance - root(dot(vertex.point, vertex.point)))
    if decisions.holds("as far", difference, DISTANCE_TOLERANCE, (vertex, *simplex)):
        return _answer_distance(pair, state, distance, "the support is as far from the origin as the closest point")
    rounds = memory.rounds + 1
    memory = FclMemory(ZERO, rounds, distance, closest, (vertex, *simplex))
    state = state._replace(simplex=(*simplex, vertex), memory=memory)
    if rounds < ITERATIONS:
        return state
    ending = f"{ITERATIONS} iterations, for which FCL answers −1"
    return _ended(state, Exit.ITERATION_LIMIT, ending, ClaimedResult(Verdict.PENETRATING, -1.0))


def _nearest_of(simplex: Vertices, memory: FclMemory) -> tuple[float, Vec3, Vertices, str]:
    """The distance of a simplex, the point where it is reached, the simplex that is kept, and what was done."""
    points = [vertex.point for vertex in simplex]
    if len(points) == 1:
        return sqrt(dot(points[0], points[0])), points[0], simplex, "closest on vertex"
    if len(points) == 2:
        nearest = ccd.point_to_segment(ZERO, points[0], points[1])
        return root(nearest.squared), nearest.witness, simplex, "closest on edge"
    if len(points) == 3:
        nearest = ccd.point_to_triangle(ZERO, *points)
        return root(nearest.squared), nearest.witness, simplex, "closest on triangle"
    best, distance, closest = None, memory.last_distance, memory.closest
    for slot in range(3):
        corners = [points[3 if slot == place else place] for place in range(3)]
        nearest = ccd.point_to_triangle(ZERO, *corners)
        if root(nearest.squared) < distance:
            best, distance, closest = slot, root(nearest.squared), nearest.witness
    kept = tuple(simplex[3 if slot == best else slot] for slot in range(3))
    return distance, closest, kept, "reduced to triangle"


def _seed(pair: FclPair, state: State, decisions: EngineDecisions) -> State:
    """`simplexToPolytope2`, `convert2SimplexToTetrahedron` or `simplexToPolytope4`."""
    builder, births = FclBuilder(CcdPolytope(), NOT_DRAWN, pair.rules), count(state.searches)
    builder.begin_step(decisions)
    seed = fcl_seed(state.simplex, builder, decisions, lambda d: pair.support(d, next(births)))
    polytope = builder.done()
    pair.last.keep(polytope, builder)
    state = state._replace(
        phase=FclPhase.EPA,
        simplex=(),
        searches=next(births),
        polytope=builder.drawn(seed.touching),
        action=seed.action,
        memory=FclMemory(ZERO, polytope=polytope),
    )
    return state if seed.touching is None else _answer_depth(state, builder, seed.touching, "touching contact")


def _expand(pair: FclPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `__ccdEPA`."""
    polytope = state.memory.polytope
    builder = pair.last.take(polytope) or FclBuilder(polytope, state.polytope or NOT_DRAWN, pair.rules)
    builder.begin_step(decisions)
    nearest = builder.find_nearest()
    if nearest is not None and nearest.kind is CcdKind.EDGE:
        check_edge(builder, nearest, decisions)
        nearest = builder.find_nearest()
    if nearest is None:
        state = state._replace(action="nothing nearest")
        ending = "no element has a distance that is a number: FCL reads through a null pointer"
        return _ended(state, Exit.ASSERTION_FAILED, ending, ClaimedResult(Verdict.UNDECIDED))
    lit = builder.places_of(nearest)
    if nearest.kind is CcdKind.VERTEX:
        return _stop(state, builder, nearest, "the nearest element is a vertex")
    direction = search_direction(builder, nearest, decisions)
    vertex = pair.support(direction, state.searches)
    state = _supported(state, direction, vertex)
    if decisions.holds("gain", dot(vertex.point, direction) - root(nearest.squared), DISTANCE_TOLERANCE, ()):
        return _stop(state, builder, nearest, "the support is no further by the tolerance")
    corners = [corner.point for corner in builder.corners_of(nearest)]
    beyond = (
        ccd.squared_to_segment(vertex.point, *corners)
        if nearest.kind is CcdKind.EDGE
        else pair.rules.squared(vertex.point, *corners)
    )
    if decisions.holds("support on element", root(beyond), DISTANCE_TOLERANCE, ()):
        return _stop(state, builder, nearest, "the support lies on the nearest element")
    grow(builder, nearest, vertex, decisions)
    polytope, rounds = builder.done(), state.memory.rounds + 1
    pair.last.keep(polytope, builder)
    state = state._replace(
        polytope=builder.drawn_with(lit),
        closest=nearest.witness,
        action="expand",
        memory=FclMemory(ZERO, rounds, polytope=polytope),
    )
    if rounds < EPA_LIMIT:
        return state
    ending = f"gjkscope ends after {EPA_LIMIT} rounds of EPA, which FCL does not limit"
    return _ended(state, Exit.ITERATION_LIMIT, ending, ClaimedResult(Verdict.UNDECIDED))


def _stop(state: State, builder: FclBuilder, nearest: CcdElement, ending: str) -> State:
    """The end of EPA, with the polytope as it is."""
    unchanged = builder.drawn_with(builder.places_of(nearest))
    action = f"nearest {nearest.kind.name.lower()}"
    state = state._replace(polytope=unchanged, closest=nearest.witness, action=action)
    return _answer_depth(state, builder, nearest, ending)


def _answer_overlap(state: State) -> State:
    """Of a distance that is not signed."""
    ending = "the origin is in the simplex, for which FCL answers −1"
    return _ended(state, Exit.ENGINE_STOPS, ending, ClaimedResult(Verdict.PENETRATING, -1.0))


def _answer_distance(pair: FclPair, state: State, distance: float, ending: str) -> State:
    verdict = Verdict.TOUCHING if distance == 0 else Verdict.SEPARATED
    witnesses = closest_points(state.simplex, state.closest or ZERO, pair.rules.guards_witnesses)
    if not all(map(isfinite, (*witnesses[0], *witnesses[1]))):
        ending += ", and the closest points are 0/0, because the triangle {} has no area"
        ending = ending.format(vertex_names_in(state.simplex))
    return _answer(state, verdict, distance, witnesses, ending)


def _answer_depth(state: State, builder: FclBuilder, nearest: CcdElement, ending: str) -> State:
    depth = root(nearest.squared)
    verdict = Verdict.TOUCHING if depth == 0 else Verdict.PENETRATING
    return _answer(state, verdict, -depth, closest_points(builder.corners_of(nearest), nearest.witness), ending)


def _answer(state: State, verdict: Verdict, distance: float, witnesses: tuple[Vec3, Vec3], ending: str) -> State:
    is_number = all(isfinite(number) for number in (distance, *witnesses[0], *witnesses[1]))
    answer = ClaimedResult(verdict, distance, None, *(witnesses if is_number else (None, None)))
    return _ended(state, Exit.ENGINE_STOPS if is_number else Exit.NOT_A_NUMBER, ending, answer)


def _ended(state: State, why: Exit, ending: str, answer: ClaimedResult) -> State:
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended


_STEPS = {
    FclPhase.GJK: _search,
    FclPhase.DISTANCE: _approach,
    FclPhase.SEED: _seed,
    FclPhase.EPA: _expand,
}
