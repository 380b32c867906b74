"""The start of a shape cast in Jolt, as `NarrowPhaseQuery::CastShape` makes it.

Written from Jolt Physics 5.6 (commit 3b47ec39, MIT licence; `GJKClosestPoint::CastShape` in
`Jolt/Geometry/GJKClosestPoint.h`, and `ConvexShape::sCastConvexVsConvex`), in single precision and in its order of
operations; van den Bergen, Ray Casting against General Convex Objects, 2004:

1. A moves from where it is by the vector between the centres, and everything is in the frame of B.  GJK takes both
   shapes without their convex radii: those of spheres and capsules, and 0.05 m for boxes and cylinders
   (`mUseShrunkenShapeAndConvexRadius`).  v is the point of A − B, moved by x, that is nearest to the origin.
2. The support along −v proves that the shapes are apart if v · w exceeds ‖v‖ (r₁ + r₂): then x advances along the cast
   to where this bound is 0.  If v does not point against the cast, there is no hit.
3. The search ends if the simplex contains the origin, ‖v‖ is at most 1e-4 (and r₁ + r₂ after x has moved), or the new
   vertex brings it no nearer.  In the last case the search begins once more with the newest vertex, if x has moved.
4. The contact points are those of the simplex that belong to v, moved by the radii along v.  If x has not moved, the
   distance between them is the depth.

How it fails: if the new vertex brings the simplex no nearer and x has not moved, the vertex stays in the simplex from
which the contact points are computed.  The triangle may be a sliver, and the weights of its corners then have no digit
that is right (https://github.com/jrouwe/JoltPhysics/issues/2103, fixed after 5.6 by pull request 2108).

A hit before the cast has moved is an overlap with the depth that Jolt reports; a later hit, or none, is a gap.
Departures: Jolt first compares bounding boxes.  Triangles, whose casts have functions of their own, are refused, and
hulls, too: the search begins at their first corner, which depends on the order of the faces that Jolt's builder makes.
"""

from math import isfinite, sqrt
from typing import Any, NamedTuple

from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex, reach_of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.jolt.arithmetic import (
    FLT_EPSILON,
    FLT_MAX,
    SingleTransform,
    divided_by,
    float32,
    plain,
    quiet,
    single_length,
    to_single_vector,
)
from gjkscope.engine.published.jolt.closest import (
    ALL,
    JoltPoint,
    Points,
    closest_of_simplex,
    combined_point,
    jolt_weights,
    kept,
)
from gjkscope.engine.published.jolt.decisions import COLLISION_TOLERANCE
from gjkscope.engine.published.jolt.shapes import DEFAULT_CONVEX_RADIUS, LocalSupport, jolt_shape
from gjkscope.engine.published.jolt_cast.decisions import DECISIONS, LARGEST_WEIGHT
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import SINGLE, Vec3, add, dot, neg, row_times, scale, sub

END = 1.0 + FLT_EPSILON
"""The fraction of the cast from which a collector takes no hit (`CastShapeCollector::InitialEarlyOutFraction`)."""

NOT_APPROACHING = -1.0e-18

FLT_MIN = 2.0**-126

REFUSED = (kinds.Triangle, kinds.Hull)

KEPT = "rejected vertex kept"

CORNER = sqrt(3)
"""A core of a box or a cylinder with a sphere rolled around it lacks corners: these reach up to √3 radii beyond it."""


class State(EngineStep):
    """A step of Jolt's shape cast; `memory` holds what the next step needs."""

    __slots__ = ()


class CastMemory(NamedTuple):
    """What Jolt keeps, in single precision and in the frame of B."""

    v: Vec3
    position: Vec3  # x: how far A has moved
    tolerance: Any  # a length
    square: Any = float32(FLT_MAX)  # ‖v‖²
    fraction: Any = float32(0)
    last_v: Vec3 = (float32(0), float32(0), float32(0))
    simplex: Points = ()
    may_restart: bool = False


class JoltCast(NamedTuple):
    """The two shapes, and the cast."""

    a: LocalSupport
    b: LocalSupport
    radius_a: Any
    radius_b: Any
    cast: Vec3
    to_world: SingleTransform
    corrected: tuple[str, ...] = ()

    @property
    def radii(self) -> Any:
        return self.radius_a + self.radius_b

    def point(self, direction: Vec3, birth: int) -> JoltPoint:
        """The support point of A − B, where A has not moved."""
        p, q = self.a(direction), self.b(neg(direction))
        y = neg(sub(q, p))
        a, b = (add(self.turned(plain(point)), plain(self.to_world.position)) for point in (p, q))
        local = Vertex(plain(y), plain(p), plain(q), NO_INDEX, NO_INDEX, birth)
        return JoltPoint(y, p, q, local, local._replace(point=self.turned(plain(y)), a=a, b=b))

    def turned(self, v: Vec3) -> Vec3:
        """A vector in world coordinates."""
        x, y, z = map(plain, self.to_world.rotation)
        return row_times((x, y, z), v)


def trace(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of Jolt's cast of A.  Raises `NotApplicable` for shapes that `prepare` refuses."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("jolt-cast", start(pair), lambda state: step(pair, state))


def prepare(
    shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT
) -> JoltCast:
    """Raises `NotApplicable` for triangles, hulls and shapes that Jolt does not have."""
    if isinstance(shape_a, REFUSED) or isinstance(shape_b, REFUSED):
        raise NotApplicable("Jolt casts triangles by other functions, and hulls by the order of their faces")
    with quiet():
        one, two = (
            jolt_shape(shape, pose, DEFAULT_CONVEX_RADIUS) for shape, pose in ((shape_a, pose_a), (shape_b, pose_b))
        )
        to_local = two.transform.inverse()
        start_of_a = to_local.times(one.transform)
        return JoltCast(
            lambda d: start_of_a.point(one.mappings.core(start_of_a.local_direction(d))),
            two.mappings.core,
            one.mappings.radius,
            two.mappings.radius,
            to_local.direction(cast_vector(pose_a, pose_b)),
            two.transform,
            options.corrected,
        )


def cast_vector(pose_a: Pose, pose_b: Pose) -> Vec3:
    """From the centre of A to that of B, or along x if they coincide."""
    between = to_single_vector(sub(pose_b.position, pose_a.position))
    return between if dot(between, between) > 0 else to_single_vector((1.0, 0.0, 0.0))


def start(pair: JoltCast) -> State:
    """The first iteration; v is the difference of some points of the shapes."""
    with quiet():
        zero = to_single_vector((0.0, 0.0, 0.0))
        memory = CastMemory(add(neg(pair.b(zero)), pair.a(zero)), zero, float32(COLLISION_TOLERANCE))
        return _search(pair, engine_step.before_first_step(State, "GJK", memory))


def step(pair: JoltCast, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    with quiet():
        return _search(pair, state)


def _search(pair: JoltCast, state: State) -> State:
    """An iteration of `CastShape`."""
    decisions, memory = EngineDecisions(DECISIONS, pair.corrected), state.memory
    point = pair.point(neg(memory.v), state.searches)
    state = _with_support(pair, state, neg(memory.v), point)
    height = dot(memory.v, sub(memory.position, sub(point.q, point.p))) - pair.radii * single_length(memory.v)
    action = "stays"
    if decisions.holds("advances", float(height), 0.0, (point.local,)):
        state = _advance(pair, state, height, decisions)
        if state.exit != Exit.RUNNING:
            return state
        if state.memory.fraction == memory.fraction:
            return _hit(pair, _decided(state, decisions), memory.simplex, decisions, "the fraction no longer changes")
        action = "advances"
    memory = state.memory
    candidate = tuple(_at(memory.position, corner) for corner in (*memory.simplex, point))
    closest = closest_of_simplex(candidate, decisions, newest_counts=False)
    square, local = dot(closest.point, closest.point), [corner.local for corner in candidate]
    if not decisions.holds("closer", float(square), float(memory.square), local):
        return _not_closer(pair, _decided(state, decisions), candidate, decisions)
    state = state._replace(memory=memory._replace(v=closest.point, square=square), action=action)
    if closest.corners == ALL:
        return _hit(pair, _with_simplex(pair, state, candidate), candidate, decisions, "the origin is inside")
    simplex = kept(candidate, closest.corners)
    state = _with_simplex(pair, state, simplex)
    tolerance, corners = memory.tolerance * memory.tolerance, [corner.local for corner in simplex]
    if decisions.holds("within tolerance", float(square), float(tolerance), corners):
        return _hit(pair, state, simplex, decisions, "the shapes touch to within the tolerance")
    return _decided(state, decisions)._replace(memory=state.memory._replace(last_v=closest.point))


def _advance(pair: JoltCast, state: State, height: Any, decisions: EngineDecisions) -> State:
    """Moves x to where the bound is 0."""
    memory = state.memory
    approach = dot(memory.v, pair.cast)
    if decisions.holds("moves away", float(approach), NOT_APPROACHING, ()):
        return _miss(_decided(state, decisions), "the cast does not approach the other shape")
    fraction = memory.fraction - height / approach
    if fraction != memory.fraction and decisions.holds("past the end", float(fraction), END, ()):
        return _miss(_decided(state, decisions), "the cast ends before the contact")
    moved: State = state._replace(
        memory=memory._replace(
            fraction=fraction,
            position=scale(pair.cast, fraction),
            square=float32(FLT_MAX),
            tolerance=float32(COLLISION_TOLERANCE) + pair.radii,
            may_restart=True,
        )
    )
    return moved if fraction != memory.fraction else state


def _not_closer(pair: JoltCast, state: State, candidate: Points, decisions: EngineDecisions) -> State:
    """Begins once more with the newest vertex if x has moved; else it is a hit, and the newest vertex stays."""
    memory, newest = state.memory, candidate[-1]
    if not memory.may_restart:
        state = _with_simplex(pair, state, candidate)._replace(action=KEPT)
        return _hit(pair, state, candidate, decisions, "the new vertex brings the simplex no nearer")
    v = sub(memory.position, newest.q)
    restarted = memory._replace(v=v, square=float32(FLT_MAX), may_restart=False)
    return _with_simplex(pair, state._replace(memory=restarted), (newest,))._replace(action="restart")


def _hit(pair: JoltCast, state: State, simplex: Points, decisions: EngineDecisions, ending: str) -> State:
    """The contact points and the normal."""
    memory = state.memory
    points = tuple(_at(memory.position, corner) for corner in simplex)[:3]
    if not points:
        return _ended(_decided(state, decisions), Exit.NOT_A_NUMBER, ending, ClaimedResult(Verdict.UNDECIDED))
    weights = jolt_weights(points)
    largest = max(abs(float(weight)) for weight in weights)
    is_inside = decisions.holds("weights", largest, LARGEST_WEIGHT, [point.local for point in points])
    if is_inside and largest > LARGEST_WEIGHT and state.action == KEPT:  # corrected
        points = points[:-1]
        weights = jolt_weights(points)
    unit = to_single_vector((0.0, 0.0, 0.0))
    if dot(memory.v, memory.v) > FLT_MIN:
        unit = divided_by(memory.v, single_length(memory.v))
    b = add(combined_point(weights, [point.q for point in points]), scale(unit, pair.radius_b))
    a = sub(combined_point(weights, [point.p for point in points]), scale(unit, pair.radius_a))
    normal = neg(memory.v if pair.radii > 0 else memory.last_v)
    if dot(normal, normal) <= float32(COLLISION_TOLERANCE) ** 2:
        normal = pair.cast
    if decisions.holds("back", float(dot(normal, pair.cast)), 0.0, ()):
        return _miss(_decided(state, decisions), "the cast leaves the other shape")
    return _answer(pair, _decided(state, decisions), normal, a, b, ending)


def _answer(pair: JoltCast, state: State, normal: Vec3, a: Vec3, b: Vec3, ending: str) -> State:
    world = pair.to_world.direction(normal)
    direction = plain(divided_by(world, single_length(world)))
    if state.memory.fraction > 0:
        ending = f"{ending}, at {float(state.memory.fraction):.6g} of the cast"
        return _ended(state, Exit.ENGINE_STOPS, ending, ClaimedResult(Verdict.SEPARATED, None, direction))
    first, second = pair.to_world.point(a), pair.to_world.point(b)
    depth = float(single_length(sub(second, first)))
    if not all(map(isfinite, (depth, *direction, *plain(first), *plain(second)))):
        return _ended(state, Exit.NOT_A_NUMBER, ending, ClaimedResult(Verdict.UNDECIDED))
    verdict = Verdict.PENETRATING if depth > 0 else Verdict.TOUCHING
    return _ended(
        state, Exit.ENGINE_STOPS, ending, ClaimedResult(verdict, 0.0 - depth, direction, plain(first), plain(second))
    )


def _at(position: Vec3, point: JoltPoint) -> JoltPoint:
    """A point of A − B where A has moved."""
    y = sub(position, sub(point.q, point.p))
    return point._replace(y=y, local=point.local._replace(point=plain(y)))


def _with_support(pair: JoltCast, state: State, direction: Vec3, point: JoltPoint) -> State:
    slack = CORNER * float(pair.radii) + ROUNDINGS * SINGLE * reach_of(point.world)
    searched: State = engine_step.with_support(state, pair.turned(plain(direction)), point.world, slack)
    is_finite = all(map(isfinite, (*direction, *point.world.point)))
    return searched if is_finite else searched._replace(direction=None, height=None, lower=state.lower)


def _with_simplex(pair: JoltCast, state: State, simplex: Points) -> State:
    """The nearest point is shown where A has not moved."""
    return state._replace(
        simplex=tuple(corner.world for corner in simplex),
        closest=pair.turned(plain(sub(state.memory.v, state.memory.position))),
        memory=state.memory._replace(simplex=simplex),
    )


def _decided(state: State, decisions: EngineDecisions) -> State:
    return state._replace(decisions=tuple(decisions.asked))


def _miss(state: State, ending: str) -> State:
    return _ended(state._replace(action="no hit"), Exit.SEPARATING_AXIS, ending, ClaimedResult(Verdict.SEPARATED))


def _ended(state: State, why: Exit, ending: str, answer: ClaimedResult) -> State:
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended
