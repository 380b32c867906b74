"""coal's signed distance of convex shapes, as `coal::distance` computes it: GJK, and EPA if they overlap.

Written from coal 3.0.3 (commit cf759661; `src/narrowphase/gjk.cpp`: `GJK::evaluate`, `checkConvergence`,
`projectLineOrigin`, `projectTriangleOrigin`, `projectTetrahedraOrigin`, `encloseOrigin`, `EPA::evaluate`, `newFace`,
`findClosestFace`, `expand`; `support_functions.cpp`, `minkowski_difference.cpp`, `narrowphase.h`: `runGJKAndEPA`),
BSD-3 licence, in doubles, in its order of operations and without its debug assertions, as the wheel is compiled:

1. Everything is computed in the frame of the first shape, without the radii of spheres, capsules and rounded shapes
   (swept-sphere radii), which are subtracted from the distance in the end.
2. GJK (`GJK::evaluate`): the support against `ray`, the closest point of the simplex, first (1, 0, 0).  It ends if
   ‖ray‖ − α ≤ 1e-6 (1 + ‖ray‖), where α is the best lower bound so far; if ‖ray‖ < 1e-6 m, or if the simplex contains
   the origin, EPA begins.  After 128 iterations the answer is a distance of 0.
3. With Nesterov's acceleration (the option `nesterov`, `GJKVariant::NesterovAcceleration`), the direction is a mean of
   the ray, the last support point and the last direction, until 2 ray · (ray − w) ≤ 1e-6 m², or until GJK would end
   (Montaut et al., Collision Detection Accelerated, RSS 2022).
4. `encloseOrigin` adds supports along fixed axes until the simplex is a tetrahedron with a volume.
5. EPA expands the closest face, of those that the origin lies above, with a support along its normal.  It ends if the
   support is at most 1e-6 (1 + ‖w‖) above it, or that near to one of its corners, after 64 iterations, or if the
   polytope becomes invalid.  Its answer is the face that was expanded last, and no depth below 0.

Pairs of spheres, of capsules, and of a sphere with a box, a capsule or a cylinder are answered by formulas
(`formulas.py`).  For collisions, `coal::collide` does the same with an upper bound of the distance.

How it fails:
- A difference without volume, such as that of a triangle and a sphere's centre, cannot be enclosed: "EPA went into
  fallback mode. It should never do that", the distance is the most negative double, the normal is NaN.
- 64 iterations, and room for 132 faces, are not enough for deep smooth shapes: depths are wrong by some tenths of a
  millimetre (`Failed`, `OutOfFaces`).
- A vertex counts as below a face, which is kept, if it is less than 4.5e-8 m above it, whatever the size of the shapes.
- A face whose edges exclude the origin by more than 1e-6 m² is never expanded; if all are, the newest face of all, with
  the largest double as its distance, is the answer.
- Supports are made 1e-10 longer for exact directions (`shapes.py`), and so are depths: touching boxes overlap by 1e-10
  of their size.
- The normal of an overlap is the direction between the witness points if they are more than 1e-12 m apart.  At a
  contact, where the origin may be beside the closest face, that is any direction, and not that of the face.
- An origin outside of the polytope, as after a GJK that ends within 1e-6 m of it, has a depth below 0, which becomes 0:
  with a `gjk_tolerance` of 5e-6, boxes that are 3.6e-6 m apart touch
  (https://github.com/coal-library/coal/issues/604, reported of an earlier version; pull request 53 of such triangles).
"""

from enum import StrEnum
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.coal.decisions import DECISIONS, EPA_TOLERANCE, GJK_TOLERANCE
from gjkscope.engine.published.coal.eigen import are_finite, eigen_norm, quotient, times
from gjkscope.engine.published.coal.enclosing import enclose_origin
from gjkscope.engine.published.coal.formulas import formula_for
from gjkscope.engine.published.coal.hull import (
    EPA_ITERATIONS,
    CoalBuilder,
    CoalFace,
    CoalHull,
    CoalStopError,
    drawn_polytope,
)
from gjkscope.engine.published.coal.regions import CoalVertex, CoalVertices, project_origin, shown_vertices
from gjkscope.engine.published.coal.shapes import CoalDifference, CoalHint, coal_difference
from gjkscope.engine.published.coal.witnesses import (
    epa_witnesses,
    flat_witnesses,
    gjk_witnesses,
    placed_answer,
    verdict_at,
)
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.vertices import HUGE, bound, rounded_difference_support
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, convex
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, add, dot, neg, row_times, scale, sub

ITERATIONS = 128  # of GJK

GUESS: Vec3 = (1.0, 0.0, 0.0)
"""The first ray."""

NO_HINTS = (CoalHint(), CoalHint())


class CoalPhase(StrEnum):
    """The parts of the algorithm."""

    FORMULA = "formula"
    GJK = "GJK"
    SEED = "polytope"
    EPA = "EPA"


class State(EngineStep):
    """A step of coal; `memory` holds what the next step needs, in the frame of the first shape."""

    __slots__ = ()


class CoalMemory(NamedTuple):
    """The variables of `GJK::evaluate` and `EPA::evaluate`."""

    ray: Vec3 = GUESS
    distance: float = 1.0  # of the origin from the simplex, `rl`
    support: Vec3 = GUESS  # the last one, `w`
    direction: Vec3 = GUESS  # `dir`
    bound: float = 0.0  # `alpha`
    is_accelerated: bool = False
    rounds: int = 0
    simplex: CoalVertices = ()
    hints: tuple[CoalHint, CoalHint] = NO_HINTS
    hull: CoalHull | None = None


class CoalPair(NamedTuple):
    """The two shapes, as coal has them and as they are, and the options."""

    difference: CoalDifference
    exact: tuple[Convex, Convex]
    is_accelerated: bool = False
    corrected: tuple[str, ...] = ()

    def support(
        self, direction: Vec3, birth: int, hints: tuple[CoalHint, CoalHint]
    ) -> tuple[CoalVertex, tuple[CoalHint, CoalHint]]:
        first, second = self.difference.supports(direction, hints)
        frame = self.difference.a
        a, b, w = frame.to_world(first.point), frame.to_world(second.point), sub(first.point, second.point)
        vertex = Vertex(times(frame.rotation, w), a, b, first.vertex, second.vertex, birth)
        return CoalVertex(w, first.point, second.point, vertex), (first.hint, second.hint)

    def to_world(self, direction: Vec3) -> Vec3:
        return row_times(self.difference.a.rotation, direction)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of coal on two placed shapes.  Raises `NotApplicable` for shapes that coal does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("coal", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> CoalPair:
    difference = coal_difference(shape_a, pose_a, shape_b, pose_b)
    exact = convex(shape_a, pose_a), convex(shape_b, pose_b)
    return CoalPair(difference, exact, options.nesterov, options.corrected)


def start(pair: CoalPair) -> State:
    """The formula of the pair, or the first support point, against the guess (1, 0, 0)."""
    phase = CoalPhase.GJK if formula_for(pair.difference.a, pair.difference.b) is None else CoalPhase.FORMULA
    memory = CoalMemory(is_accelerated=pair.is_accelerated)
    return _iterate(pair, engine_step.before_first_step(State, phase, memory))


def step(pair: CoalPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _iterate(pair, state._replace(iteration=state.iteration + 1))


def _iterate(pair: CoalPair, state: State) -> State:
    state = state._replace(before=state.simplex, direction=None, support=None, height=None, decisions=())
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    state = _STEPS[CoalPhase(state.phase)](pair, state, decisions)
    asked = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
    state = state._replace(decisions=asked)
    if state.reach <= HUGE and are_finite(state.memory.ray):
        return state
    state = state._replace(decisions=(), closest=None)
    ending = "products of the coordinates overflow" if state.reach > HUGE else "the closest point is 0/0"
    return _ended(state, Exit.NOT_A_NUMBER, ending, ClaimedResult(Verdict.UNDECIDED))


def _solve(pair: CoalPair, state: State, decisions: EngineDecisions) -> State:
    """The answer of a formula."""
    a, b = pair.difference.a, pair.difference.b
    solve = formula_for(a, b)
    assert solve is not None, "the phase is begun only for pairs with a formula"
    found = solve(a, b, decisions)
    answer = ClaimedResult(verdict_at(found.distance), *found)
    if not are_finite(found.normal, found.witness_a, found.witness_b):
        return _ended(state._replace(action="formula"), Exit.NOT_A_NUMBER, "the formula divides 0 by 0", answer)
    reach = max(abs(x) for point in (found.witness_a, found.witness_b) for x in point)
    return _ended(
        state._replace(action="formula", reach=reach), Exit.ENGINE_STOPS, "the formula gives the answer", answer
    )


def _search(pair: CoalPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `GJK::evaluate`."""
    memory = state.memory
    if decisions.holds("origin reached", memory.distance, GJK_TOLERANCE, shown_vertices(*memory.simplex)):
        return state._replace(phase=CoalPhase.SEED, action="origin reached")
    direction = _accelerated(pair, memory) if memory.is_accelerated else memory.ray
    vertex, hints = pair.support(neg(direction), state.searches, memory.hints)
    w = vertex.w
    memory = memory._replace(support=w, direction=direction, hints=hints)
    state = _supported(pair, state, neg(direction), vertex)._replace(memory=memory)
    omega = divide(dot(direction, w), eigen_norm(direction))
    gap = 2 * dot(memory.ray, sub(memory.ray, w))
    if memory.is_accelerated and decisions.holds("momentum", gap, GJK_TOLERANCE, ()):
        return state._replace(action="acceleration ends", memory=memory._replace(is_accelerated=False))
    memory = memory._replace(bound=max(memory.bound, omega))
    allowed = GJK_TOLERANCE + GJK_TOLERANCE * memory.distance
    has_converged = decisions.holds("converged", memory.distance - memory.bound, allowed, ())
    if memory.rounds > 0 and has_converged:
        if memory.is_accelerated:
            return state._replace(action="acceleration ends", memory=memory._replace(is_accelerated=False))
        return _answer_distance(pair, state, memory)
    return _projected(pair, state, memory, (*memory.simplex, vertex), decisions)


def _accelerated(pair: CoalPair, memory: CoalMemory) -> Vec3:
    """The direction by Nesterov's acceleration, normalised if both shapes are hulls."""
    rounds = float(memory.rounds)
    if pair.difference.a.is_hull and pair.difference.b.is_hull:
        momentum = (rounds + 2) / (rounds + 3)
        y = add(scale(memory.ray, momentum), scale(memory.support, 1 - momentum))
        return add(
            quotient(scale(memory.direction, momentum), eigen_norm(memory.direction)),
            quotient(scale(y, 1 - momentum), eigen_norm(y)),
        )
    momentum = (rounds + 1) / (rounds + 3)
    y = add(scale(memory.ray, momentum), scale(memory.support, 1 - momentum))
    return add(scale(memory.direction, momentum), scale(y, 1 - momentum))


def _projected(
    pair: CoalPair, state: State, memory: CoalMemory, simplex: CoalVertices, decisions: EngineDecisions
) -> State:
    """The end of an iteration: the feature of the simplex that is nearest to the origin."""
    region = project_origin(simplex, decisions)
    memory = memory._replace(ray=region.ray, distance=eigen_norm(region.ray), simplex=region.simplex)
    state = state._replace(
        simplex=shown_vertices(*region.simplex), closest=pair.to_world(region.ray), action=region.action
    )
    if region.contains or memory.distance == 0:
        return state._replace(phase=CoalPhase.SEED, memory=memory)
    memory = memory._replace(rounds=memory.rounds + 1)
    if memory.rounds < ITERATIONS:
        return state._replace(memory=memory)
    answer = placed_answer(pair.difference, 0.0, gjk_witnesses(memory.simplex, memory.ray))
    ending = f"Failed: GJK ran out of iterations, {ITERATIONS}, for which coal answers a distance of 0"
    return _ended(state._replace(memory=memory), Exit.ITERATION_LIMIT, ending, answer)


def _answer_distance(pair: CoalPair, state: State, memory: CoalMemory) -> State:
    distance = memory.distance - pair.difference.radius
    answer = placed_answer(pair.difference, distance, gjk_witnesses(memory.simplex, memory.ray))
    status = "CollisionWithPenetrationInformation" if distance < GJK_TOLERANCE else "NoCollision"
    state = state._replace(memory=memory, action="converged")
    return _ended(state, Exit.ENGINE_STOPS, f"{status}: the bounds have met", answer)


def _seed(pair: CoalPair, state: State, decisions: EngineDecisions) -> State:
    """`encloseOrigin`, and the first polytope."""
    enclosed = enclose_origin(pair.support, state.memory.simplex, state.memory.hints, state.searches, decisions)
    state = state._replace(searches=enclosed.searches)
    builder = CoalBuilder(CoalHull(pair.difference.a.rotation), decisions)
    if not enclosed.has_volume:
        return _answer_flat(pair, state, enclosed.simplex, decisions)
    try:
        builder.enclose(enclosed.simplex)
    except CoalStopError as failure:
        return _fall_back(state, f"the first polytope is {failure}")
    hull = builder.done()
    return state._replace(
        phase=CoalPhase.EPA,
        simplex=(),
        action="tetrahedron",
        polytope=drawn_polytope(hull, []),
        closest=_foot(pair, hull.closest_face),
        memory=state.memory._replace(hints=enclosed.hints, hull=hull, rounds=0),
    )


def _answer_flat(pair: CoalPair, state: State, simplex: CoalVertices, decisions: EngineDecisions) -> State:
    """The fallback of EPA; if that is corrected, the depth of the radii along the normal of the plane."""
    if not decisions.holds("enclosed", 0.0, 0.0, shown_vertices(*simplex)):
        return _fall_back(state, "no tetrahedron has a volume")
    found = flat_witnesses(simplex)
    answer = placed_answer(pair.difference, -pair.difference.radius, found)
    return _ended(state._replace(action="flat"), Exit.ENGINE_STOPS, "the difference is flat", answer)


def _fall_back(state: State, reason: str) -> State:
    ending = f"FallBack, since {reason}: the distance is the most negative double, the normal is not a number"
    answer = ClaimedResult(Verdict.UNDECIDED)
    return _ended(state._replace(action="fallback"), Exit.ASSERTION_FAILED, ending, answer)


def _expand(pair: CoalPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `EPA::evaluate`."""
    memory: CoalMemory = state.memory
    hull = memory.hull
    assert hull is not None, "the phase before makes the polytope"
    face = hull.closest_face
    corners = hull.corners_of(face)
    vertex, hints = pair.support(face.normal, state.searches, memory.hints)
    state = _supported(pair, state, face.normal, vertex)
    allowed = EPA_TOLERANCE + EPA_TOLERANCE * eigen_norm(vertex.w)
    gain = dot(face.normal, sub(vertex.w, corners[0].w))
    if decisions.holds("no gain", gain, allowed, shown_vertices(vertex, *corners)):
        return _answer_depth(pair, state, hull, decisions, "AccuracyReached: the support is not above the closest face")
    nearest = min(eigen_norm(sub(vertex.w, corner.w)) for corner in corners)
    if decisions.holds("at corner", nearest, allowed, shown_vertices(vertex, *corners)):
        return _answer_depth(
            pair, state, hull, decisions, "AccuracyReached: the support is a corner of the closest face"
        )
    builder = CoalBuilder(hull, decisions)
    try:
        builder.grow(hull.closest, vertex)
    except CoalStopError as failure:
        return _answer_depth(pair, state, hull, decisions, f"{failure}")
    grown = builder.done()
    memory = memory._replace(hull=grown, hints=hints, rounds=memory.rounds + 1)
    state = state._replace(
        action="expand",
        polytope=drawn_polytope(grown, builder.removed),
        closest=_foot(pair, grown.closest_face),
        memory=memory,
    )
    if memory.rounds < EPA_ITERATIONS:
        return state
    return _answer_depth(
        pair, state, grown, decisions, f"Failed: EPA ran out of iterations, {EPA_ITERATIONS}", "expand"
    )


def _answer_depth(
    pair: CoalPair, state: State, hull: CoalHull, decisions: EngineDecisions, ending: str, action: str = "answer"
) -> State:
    """The answer of EPA, from its closest face; the depth is not below 0."""
    face, state = hull.closest_face, state._replace(action=action)
    if face.is_ignored:
        ending = f"{ending}; no face has the origin above it, and the distance is the most negative double"
        return _ended(state, Exit.ASSERTION_FAILED, ending, ClaimedResult(Verdict.UNDECIDED))
    depth = face.distance + pair.difference.radius
    if depth < 0:
        ending = f"{ending}; the origin is outside of the polytope, and its depth of {number(depth)} m becomes 0"
    found = epa_witnesses(hull.corners_of(face), face.normal, depth, decisions)
    why = Exit.ITERATION_LIMIT if ending.startswith(("Failed", "OutOfFaces")) else Exit.ENGINE_STOPS
    return _ended(state, why, ending, placed_answer(pair.difference, min(0.0, -depth), found))


def _foot(pair: CoalPair, face: CoalFace) -> Vec3 | None:
    """The point of the face's plane that is nearest to the origin, in world coordinates."""
    return None if face.is_ignored else pair.to_world(scale(face.normal, face.distance))


def _supported(pair: CoalPair, state: State, direction: Vec3, vertex: CoalVertex) -> State:
    """The state with a new support point, and the bound that the shapes themselves prove: coal's may be 1e-10 longer.

    A direction of 0/0 is not shown.
    """
    lower, direction = state.lower, pair.to_world(direction)
    state = engine_step.with_support(state, direction, vertex.shown)
    if not are_finite(direction, vertex.shown.point):
        return state._replace(direction=None, height=None, lower=lower)
    proved = bound(direction, rounded_difference_support(*pair.exact, direction, NO_INDEX))
    return state._replace(lower=max(lower, proved))


def _ended(state: State, why: Exit, ending: str, answer: ClaimedResult) -> State:
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended


_STEPS = {CoalPhase.FORMULA: _solve, CoalPhase.GJK: _search, CoalPhase.SEED: _seed, CoalPhase.EPA: _expand}
