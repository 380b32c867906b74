"""Jolt's collision test of two convex shapes, as `NarrowPhaseQuery::CollideShape` makes it.

Written from Jolt Physics 5.6 (commit 3b47ec39, MIT licence; `Jolt/Geometry/GJKClosestPoint.h`,
`EPAPenetrationDepth.h`, `EPAConvexHullBuilder.h`, `ClosestPoint.h`, and `ConvexShape::sCollideConvexVsConvex`,
`CollideConvexVsTriangles::Collide`), in single precision and in its order of operations:

1. Everything is in the frame of shape 1.  GJK (`GetClosestPoints`) takes the shapes without their convex radii r₁, r₂,
   and begins along the vector between the centres of mass, or against the normal of a triangle.  A support w with
   −d·w > ‖d‖ (r₁ + r₂) ends it: no collision.
2. `GetClosest` finds the point v of the simplex that is nearest to the origin, and the corners that it depends on; the
   newest corner is assumed to be one of them.  The search ends if the origin is inside a tetrahedron, or ‖v‖ ≤ 1e-4, or
   ‖v‖² ≤ ε max ‖w‖² (then EPA decides); or if ‖v‖² did not fall, or by at most ε ‖v‖² (then v is the distance).
3. If 0 < ‖v‖ ≤ r₁ + r₂, the depth is r₁ + r₂ − ‖v‖, and EPA is not needed.
4. EPA takes the shapes with their radii.  A simplex of fewer than three points gets more supports.  The hull of the
   simplex grows above the face that the origin is furthest above, until no face is below the origin's; with 32 points
   it gives up: no collision.
5. Then the nearest face is searched along its normal, until the squared distance of the support exceeds that of the
   face by less than 1e-4 of it, or the face does not see the support, or the border is not closed, or a new face does
   not see the origin on its inner side, or the hull has 128 points or 256 faces.  The depth is the distance of the
   plane of the last face that was searched; below 1e-6 m there is no collision.

The query has the default settings (no separation distance), but triangles are hit from both sides.

How it fails:
- Its tolerances are lengths, areas and volumes, whatever the size of the shapes: of millimetres, no triangle has an
  area (1e-10) and no tetrahedron an inside (ε).
- In single precision the side of a face is rounding for flat hulls: EPA gives up, which means no collision, or ends
  with a face that is not the nearest (https://github.com/jrouwe/JoltPhysics/issues/940).
- GJK ends on a small fall of the distance, not on a bound, so its distance may be too large.

Departures: Jolt first compares bounding boxes, which is left out.  A sphere and a triangle, which it tests by a
formula, are refused.  Triangles were compared with meshes only, whose corners Jolt quantises.  All other pairs have
Jolt's answers to the last digit.
"""

from enum import StrEnum
from math import isfinite
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
    jolt_rotation,
    perpendicular,
    plain,
    quiet,
    single_length,
    single_root,
)
from gjkscope.engine.published.jolt.closest import ALL, JoltPoint, Points, closest_of_simplex, jolt_witnesses, kept
from gjkscope.engine.published.jolt.decisions import (
    COLLISION_TOLERANCE,
    CONTACT_TOLERANCE,
    DECISIONS,
    MOST_POINTS,
    PENETRATION_TOLERANCE,
)
from gjkscope.engine.published.jolt.hull import HullMemory, JoltFace, JoltHull
from gjkscope.engine.published.jolt.shapes import JoltShape, LocalSupport, jolt_shape, triangle_support
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import SINGLE, Vec3, add, cross, dot, neg, row_times, scale, sub

ENCLOSING_POINTS = 32
"""`cMaxPointsToIncludeOriginInHull`."""

NEAR_ZERO = float(float32(1e-12))
"""The default of `Vec3::IsNearZero`, a squared length."""

TURN = (float32(0.86602545), float32(0.49999997))
"""Sine and cosine of 60°, as `Vec4::SinCos` gives them."""

FOUR_DIRECTIONS: tuple[Vec3, ...] = ((0, 1, 0), (-1, -1, -1), (1, -1, -1), (0, -1, 1))
"""Where EPA searches if GJK ends with one point."""


class JoltPhase(StrEnum):
    """The parts of the algorithm."""

    GJK = "GJK"
    SEED = "EPA: first hull"
    ENCLOSE = "EPA: enclose the origin"
    EPA = "EPA"


class State(EngineStep):
    """A step of Jolt; `memory` holds what the next step needs."""

    __slots__ = ()


class JoltMemory(NamedTuple):
    """What Jolt keeps, in single precision and in the frame of shape 1."""

    direction: Vec3
    square: Any  # ‖v‖²
    last_square: Any = float32(FLT_MAX)
    simplex: Points = ()
    hull: HullMemory = HullMemory()
    last_face: JoltFace | None = None
    hit: "JoltHit | None" = None  # at the end, unless there is no collision
    least_square: Any = float32(FLT_MAX)  # of the heights of the supports so far


class JoltSide(NamedTuple):
    """A shape in the frame of shape 1."""

    core: LocalSupport
    whole: LocalSupport
    radius: Any


class JoltPair(NamedTuple):
    """The two shapes, and the kinds of test that are corrected."""

    one: JoltSide
    two: JoltSide
    to_world: SingleTransform
    direction: Vec3  # the first one
    is_swapped: bool  # whether shape 1 is our B
    corrected: tuple[str, ...] = ()
    separation: Any = float32(0)  # `mMaxSeparationDistance`, metres

    @property
    def padding(self) -> Any:
        """What is added to shape 1 in EPA: the separation, but at most 1 m."""
        return min(self.separation, float32(1))

    def core_point(self, direction: Vec3, birth: int) -> JoltPoint:
        return self._point(self.one.core(direction), self.two.core(neg(direction)), birth)

    def whole_point(self, direction: Vec3, birth: int) -> JoltPoint:
        return self._point(self.whole_one(direction), self.two.whole(neg(direction)), birth)

    def whole_one(self, direction: Vec3) -> Vec3:
        """The support of shape 1 with its radius and the padding (`AddConvexRadius`)."""
        point, size = self.one.whole(direction), single_length(direction)
        return add(point, scale(direction, self.padding / size)) if size > 0 else point

    def world_direction(self, direction: Vec3) -> Vec3:
        """Of A − B, not of shape 1 − shape 2."""
        turned = self._turned(plain(direction))
        return neg(turned) if self.is_swapped else turned

    def _point(self, p: Vec3, q: Vec3, birth: int) -> JoltPoint:
        y = sub(p, q)
        local = Vertex(plain(y), plain(p), plain(q), NO_INDEX, NO_INDEX, birth)
        a, b = (add(self._turned(point), plain(self.to_world.position)) for point in (local.a, local.b))
        if self.is_swapped:
            a, b = b, a
        return JoltPoint(y, p, q, local, Vertex(self.world_direction(y), a, b, NO_INDEX, NO_INDEX, birth))

    def _turned(self, v: Vec3) -> Vec3:
        x, y, z = map(plain, self.to_world.rotation)
        return row_times((x, y, z), v)


class JoltHit(NamedTuple):
    """What GJK or EPA answers, in the frame of shape 1."""

    axis: Vec3  # of any length
    first: Vec3  # the contact point of shape 1, padded; in an answer, on the shape
    second: Vec3
    depth: Any  # by ‖v‖ or the plane of the face, of padded shapes; in an answer, of the shapes
    padding: Any


def trace(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of Jolt on two placed shapes.  Raises `NotApplicable` for shapes that Jolt does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("jolt", start(pair), lambda state: step(pair, state))


def prepare(
    shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT
) -> JoltPair:
    """A triangle is shape 2, unless both are triangles.  Raises `NotApplicable` for shapes that Jolt does not have."""
    is_swapped = isinstance(shape_a, kinds.Triangle) and not isinstance(shape_b, kinds.Triangle)
    if is_swapped:
        shape_a, pose_a, shape_b, pose_b = shape_b, pose_b, shape_a, pose_a
    if isinstance(shape_a, kinds.Sphere) and isinstance(shape_b, kinds.Triangle):
        raise NotApplicable("Jolt tests a sphere and a triangle by a formula, not by GJK")
    with quiet():
        return jolt_pair(
            jolt_shape(shape_a, pose_a), jolt_shape(shape_b, pose_b), shape_b, is_swapped, options.corrected
        )


def jolt_pair(
    one: JoltShape, two: JoltShape, shape_b: kinds.Shape, is_swapped: bool, corrected: tuple[str, ...] = ()
) -> JoltPair:
    """The pair of two placed shapes, of which the second is `shape_b`."""
    relative = one.transform.inverse().times(two.transform)
    first = JoltSide(one.mappings.core, one.mappings.whole, one.mappings.radius)
    if isinstance(shape_b, kinds.Triangle):
        second, direction = _triangle(shape_b, relative)
    else:
        core, whole = (_moved(relative, support) for support in (two.mappings.core, two.mappings.whole))
        second, direction = JoltSide(core, whole, two.mappings.radius), relative.position
        if dot(direction, direction) <= NEAR_ZERO:
            direction = (float32(1), float32(0), float32(0))
    return JoltPair(first, second, one.transform, direction, is_swapped, corrected)


def collide(pair: JoltPair) -> "JoltHit | None":
    """The hit alone; None if the shapes are further apart than the separation."""
    state = start(pair)
    while state.exit == Exit.RUNNING:
        state = step(pair, state)
    hit: JoltHit | None = state.memory.hit
    return hit


def start(pair: JoltPair, kind: type[EngineStep] = State) -> Any:
    """The first iteration of GJK, as a step of a kind."""
    with quiet():
        memory = JoltMemory(pair.direction, dot(pair.direction, pair.direction))
        return _search(pair, engine_step.before_first_step(kind, JoltPhase.GJK, memory))


def step(pair: JoltPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    with quiet():
        return _STEPS[JoltPhase(state.phase)](pair, state)


def _moved(transform: SingleTransform, support: LocalSupport) -> LocalSupport:
    """`TransformedConvexObject`."""
    return lambda d: transform.point(support(transform.local_direction(d)))


def _triangle(shape: kinds.Triangle, relative: SingleTransform) -> tuple[JoltSide, Vec3]:
    """A triangle in the frame of shape 1, and the direction against its normal."""
    vertices = tuple(relative.point(tuple(map(float32, vertex))) for vertex in shape.vertices)
    a, b, c = vertices
    support = triangle_support(vertices)
    return JoltSide(support, support, float32(0)), neg(cross(sub(b, a), sub(c, a)))


# --- GJK ---


def _search(pair: JoltPair, state: State) -> State:
    """An iteration of `GetClosestPoints`."""
    decisions, memory = EngineDecisions(DECISIONS, pair.corrected), state.memory
    direction, reach = memory.direction, pair.one.radius + pair.separation + pair.two.radius
    point = pair.core_point(direction, state.searches)
    state = _with_support(pair, state, direction, point, float(pair.one.radius + pair.two.radius))
    height = dot(direction, point.y)
    below = height * height if height < 0 else -height * height
    if decisions.holds("too far", float(below), float(memory.square * (reach * reach)), (point.local,)):
        return _apart(_decided(state, decisions), "too far", Exit.SEPARATING_AXIS, "a direction separates the shapes")
    candidate = (*memory.simplex, point)
    closest = closest_of_simplex(candidate, decisions)
    square = dot(closest.point, closest.point)
    local = [corner.local for corner in candidate]
    if not decisions.holds("closer", float(square), float(memory.last_square), local):
        return _answer_distance(pair, _decided(state, decisions)._replace(action="not closer"), "nothing is nearer")
    simplex = kept(candidate, closest.corners)
    state = _decided(state, decisions)._replace(
        simplex=tuple(corner.world for corner in simplex),
        closest=pair.world_direction(closest.point),
        action=f"keep {len(simplex)}",
        memory=memory._replace(simplex=simplex, square=square),
    )
    if closest.corners == ALL:
        return state._replace(phase=JoltPhase.SEED, action="inside")
    if _is_zero(square, simplex, decisions):
        return _decided(state, decisions)._replace(phase=JoltPhase.SEED, action="near zero")
    next_direction = neg(closest.point)
    state = state._replace(memory=state.memory._replace(direction=next_direction, last_square=square))
    fall = memory.last_square - square
    least = float(float32(FLT_EPSILON) * memory.last_square)
    has_stalled = bool(memory.simplex) and decisions.holds("stalls", float(fall), least, local)
    state = _decided(state, decisions)
    return _answer_distance(pair, state, "the distance falls no longer") if has_stalled else state


def _is_zero(square: Any, simplex: Points, decisions: EngineDecisions) -> bool:
    """Whether the distance is within the tolerance, or within rounding."""
    local = [corner.local for corner in simplex]
    tolerance = float32(COLLISION_TOLERANCE)
    if decisions.holds("within tolerance", float(square), float(tolerance * tolerance), local):
        return True
    largest = max(dot(corner.y, corner.y) for corner in simplex)
    return decisions.holds("within precision", float(square), float(float32(FLT_EPSILON) * largest), local)


def _answer_distance(pair: JoltPair, state: State, ending: str) -> State:
    """The end of `GetPenetrationDepthStepGJK`."""
    memory, one, two = state.memory, pair.one.radius + pair.separation, pair.two.radius
    points = jolt_witnesses(memory.simplex)
    if points is None:
        return _ended(state, Exit.NOT_A_NUMBER, "no point is near enough", ClaimedResult(Verdict.UNDECIDED))
    if memory.square > (one + two) * (one + two):
        return _apart(state, state.action, Exit.ENGINE_STOPS, f"{ending}, and it exceeds the radii")
    size = single_root(memory.square)
    first = add(points[0], scale(memory.direction, one / size))
    second = sub(points[1], scale(memory.direction, two / size))
    hit = JoltHit(memory.direction, first, second, one + two - size, pair.separation)
    return _answer(pair, state, hit, ending)


# --- EPA ---


def _seed(pair: JoltPair, state: State) -> State:
    """The first hull, of the simplex and of more supports if it has one or two points."""
    decisions, simplex, births = EngineDecisions(DECISIONS, pair.corrected), state.memory.simplex, state.searches
    points = simplex[1:] if len(simplex) == 1 else simplex
    more = [pair.whole_point(d, births + i) for i, d in enumerate(_more_directions(simplex))]
    hull = JoltHull(HullMemory(), decisions)
    for point in (*points, *more):
        hull.add_support(point)
    hull.begin()
    is_whole = True
    for i in range(3, len(hull.points)):
        face = hull.find_facing(hull.points[i])
        if is_whole and face is not None:
            is_whole = hull.add_point(face, i, float32(FLT_MAX)) is not None
    state = _decided(state, decisions)._replace(
        phase=JoltPhase.ENCLOSE,
        simplex=(),
        closest=None,
        searches=births + len(more),
        polytope=hull.draw(None),
        action=f"hull of {len(hull.points)}",
        memory=state.memory._replace(hull=hull.memory()),
    )
    return state if is_whole else _apart(state, state.action, Exit.ENGINE_STOPS, "the first hull is flat")


def _more_directions(simplex: Points) -> list[Vec3]:
    if len(simplex) == 1:
        return [(float32(x), float32(y), float32(z)) for x, y, z in FOUR_DIRECTIONS]
    if len(simplex) > 2:
        return []
    along = sub(simplex[1].y, simplex[0].y)
    axis = divided_by(along, single_length(along))
    x, y, z = scale(axis, TURN[0])
    rotation, first = jolt_rotation((x, y, z, TURN[1])), perpendicular(axis)
    second = row_times(rotation, first)
    return [first, second, row_times(rotation, second)]


def _enclose(pair: JoltPair, state: State) -> State:
    """An iteration of the loop that ensures that the origin is inside."""
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    hull = JoltHull(state.memory.hull, decisions)
    while hull.is_removed(face := hull.nearest()):
        hull.free(hull.pop())
        if not hull.queue:
            return _apart(_with_hull(state, hull, None), "no face", Exit.ENGINE_STOPS, "no face is left to search")
    corners = [hull.points[i].local for i in face.corners]
    if decisions.holds("encloses", float(face.closest), 0.0, corners):
        return _with_hull(_decided(state, decisions), hull, face)._replace(phase=JoltPhase.EPA, action="enclosed")
    hull.pop()
    point = pair.whole_point(face.normal, state.searches)
    state = _with_support(pair, state, face.normal, point, -float(pair.padding))
    index = hull.add_support(point)
    grows = hull.is_facing(face, point) and hull.add_point(face, index, float32(FLT_MAX)) is not None
    if grows:
        hull.free(face)
    state = _with_hull(_decided(state, decisions), hull, None)._replace(action="grow to the origin")
    if not grows:
        return _apart(state, state.action, Exit.ENGINE_STOPS, "the hull cannot grow to the origin")
    if not hull.queue or len(hull.points) >= ENCLOSING_POINTS:
        ending = f"{len(hull.points)} points do not enclose the origin"
        return _apart(state, state.action, Exit.ENGINE_STOPS, ending)
    return state


def _expand(pair: JoltPair, state: State) -> State:
    """An iteration of the main loop."""
    decisions, memory = EngineDecisions(DECISIONS, pair.corrected), state.memory
    hull = JoltHull(memory.hull, decisions)
    while hull.is_removed(face := hull.pop()):
        hull.free(face)
        if not hull.queue:
            return _answer_depth(pair, _with_hull(state, hull, None)._replace(action="no face"), "no face is left")
    corners = [hull.points[i].local for i in face.corners]
    if decisions.holds("no nearer", float(face.closest), float(memory.least_square), corners):
        state = _with_hull(_decided(state, decisions), hull, memory.last_face)._replace(action="no nearer")
        return _answer_depth(pair, state, "no other face can be nearer")
    if memory.last_face is not None:
        hull.free(memory.last_face)
    point = pair.whole_point(face.normal, state.searches)
    state = _with_support(pair, state, face.normal, point, -float(pair.padding))
    index, height = hull.add_support(point), dot(face.normal, point.y)
    state = state._replace(memory=memory._replace(last_face=face), action="search a face")
    if decisions.holds("apart", float(height), 0.0, (point.local,)):
        state = _with_hull(_decided(state, decisions), hull, face)
        return _apart(state, "separated", Exit.SEPARATING_AXIS, "the search separates the shapes")
    square = height * height / dot(face.normal, face.normal)
    gain, tolerance = square - face.closest, face.closest * float32(PENETRATION_TOLERANCE)
    if decisions.holds("converged", float(gain), float(tolerance), (point.local,)):
        return _answer_depth(pair, _with_hull(_decided(state, decisions), hull, face), "A − B reaches no further")
    state = state._replace(memory=state.memory._replace(least_square=min(memory.least_square, square)))
    return _grow(pair, state, hull, face, index, decisions)


def _grow(
    pair: JoltPair, state: State, hull: JoltHull, face: JoltFace, index: int, decisions: EngineDecisions
) -> State:
    """Adds the support point to the hull, unless rounding forbids it."""
    point, ending, flips = hull.points[index], "", False
    if not hull.is_facing(face, point):
        ending = "the face does not see the support"
    elif (new := hull.add_point(face, index, state.memory.least_square)) is None:
        ending = "the support cannot be added to the hull"
    elif any(_is_defect(hull, one, decisions) for one in new):
        ending, flips = "a new face is on the wrong side of the origin", _is_less_deep_behind(pair, face, point)
    if not ending and hull.queue:
        count = len(hull.points)
        if count < MOST_POINTS or decisions.holds("full", count, MOST_POINTS, ()):
            return _with_hull(_decided(state, decisions), hull, face)._replace(action="expand")
        ending = f"the hull has {count} points"
    state = _with_hull(_decided(state, decisions), hull, face)._replace(action="flip" if flips else state.action)
    return _answer_depth(pair, state, ending or "no face is left", flips)


def _is_defect(hull: JoltHull, face: JoltFace, decisions: EngineDecisions) -> bool:
    corners = [hull.points[i].local for i in face.corners]
    return decisions.holds("defect", float(dot(face.normal, face.center)), 0.0, corners)


def _is_less_deep_behind(pair: JoltPair, face: JoltFace, point: JoltPoint) -> bool:
    """Whether A − B reaches less far against the normal of a face than along it."""
    behind = neg(face.normal)
    opposite = sub(pair.whole_one(behind), pair.two.whole(face.normal))
    return bool(dot(behind, opposite) < dot(face.normal, point.y))


def _answer_depth(pair: JoltPair, state: State, ending: str, flips: bool = False) -> State:
    """The end of `GetPenetrationDepthStepEPA`, from the last face that was searched."""
    face, hull = state.memory.last_face, state.memory.hull
    if face is None:
        return _apart(state, state.action, Exit.ENGINE_STOPS, "no face was searched")
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    axis = scale(face.normal, dot(face.center, face.normal) / dot(face.normal, face.normal))
    corners = [hull.points[i] for i in face.corners]
    is_zero = decisions.holds("no depth", float(dot(axis, axis)), NEAR_ZERO, [point.local for point in corners])
    state = state._replace(decisions=(*state.decisions, *decisions.asked), closest=pair.world_direction(axis))
    if is_zero:
        return _apart(state, state.action, Exit.ENGINE_STOPS, f"{ending}, and the depth is below 1e-6 m")
    first, second = (_weighted(face, [point[side] for point in corners]) for side in (1, 2))
    hit = JoltHit(neg(axis) if flips else axis, first, second, single_length(axis), pair.padding)
    return _answer(pair, state, hit, ending)


def _weighted(face: JoltFace, points: list[Any]) -> Vec3:
    """The point of a shape that belongs to the nearest point of a face."""
    zeroth, first, second = points
    origin, other = (zeroth, first) if face.from_first else (first, zeroth)
    along, across = scale(sub(other, origin), face.weights[0]), scale(sub(second, origin), face.weights[1])
    return add(add(origin, along), across)


# --- answers ---


def _answer(pair: JoltPair, state: State, hit: JoltHit, ending: str) -> State:
    """What the collector receives, in world coordinates; the depth is the distance of the contact points."""
    depth = single_length(sub(hit.second, hit.first))
    slack = max(CONTACT_TOLERANCE * float(hit.depth), ROUNDINGS * SINGLE * state.reach)
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    agrees = decisions.holds("contact", float(hit.depth - depth), slack, ())
    if agrees and abs(hit.depth - depth) >= slack:  # corrected
        depth = hit.depth
    depth, size = depth - hit.padding, single_length(hit.axis)
    first = sub(hit.first, scale(hit.axis, hit.padding / size)) if size > 0 else hit.first
    state = state._replace(decisions=(*state.decisions, *decisions.asked))
    world = pair.to_world.direction(hit.axis)
    normal = plain(divided_by(world, single_length(world)))
    a, b = (plain(pair.to_world.point(point)) for point in (first, hit.second))
    if pair.is_swapped:
        normal, a, b = neg(normal), b, a
    if not all(map(isfinite, (float(depth), *normal, *a, *b))):
        return _ended(state, Exit.NOT_A_NUMBER, ending, ClaimedResult(Verdict.UNDECIDED))
    state = state._replace(memory=state.memory._replace(hit=hit._replace(first=first, depth=depth)))
    verdict = Verdict.PENETRATING if depth > 0 else Verdict.SEPARATED if depth < 0 else Verdict.TOUCHING
    return _ended(state, Exit.ENGINE_STOPS, ending, ClaimedResult(verdict, 0.0 - float(depth), normal, a, b))


def _apart(state: State, action: str, why: Exit, ending: str) -> State:
    return _ended(state._replace(action=action), why, ending, ClaimedResult(Verdict.SEPARATED))


def _ended(state: State, why: Exit, ending: str, answer: ClaimedResult) -> State:
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended


def _with_support(pair: JoltPair, state: State, direction: Vec3, point: JoltPoint, radii: float = 0.0) -> State:
    slack = radii + ROUNDINGS * SINGLE * reach_of(point.world)
    searched: State = engine_step.with_support(state, pair.world_direction(direction), point.world, slack)
    is_finite = all(map(isfinite, (*direction, *point.world.point)))
    return searched if is_finite else searched._replace(direction=None, height=None, lower=state.lower)


def _decided(state: State, decisions: EngineDecisions) -> State:
    return state._replace(decisions=tuple(decisions.asked))


def _with_hull(state: State, hull: JoltHull, nearest: JoltFace | None) -> State:
    return state._replace(polytope=hull.draw(nearest), memory=state.memory._replace(hull=hull.memory()))


_STEPS = {JoltPhase.GJK: _search, JoltPhase.SEED: _seed, JoltPhase.ENCLOSE: _enclose, JoltPhase.EPA: _expand}
