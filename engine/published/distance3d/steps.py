"""distance3d's GJK, `gjk_distance_jolt`, of hulls and boxes (`ConvexHullVertices`), in double precision.

Written from distance3d 0.7.1 (module `distance3d.gjk._gjk_jolt`, itself after Jolt, MIT licence), in its order of
operations; OpenBLAS's kernels for later processors fuse products and sums in dot products.  A search along v, first
(1, 0, 0), then against the nearest point of the simplex.  It ends inside a tetrahedron; when ‖v‖² is at most the
squared tolerance, 1e-10, or ε max ‖w‖²; or when ‖v‖² falls by at most ε.  There is no EPA: shapes that overlap have a
distance of 0.

How it fails: before it returns, it asserts that ‖v‖² and the squared distance differ by less than ε = 2.2e-16.  If
‖v‖² ≤ ε max ‖w‖² has ended the search, the distance has been set to 0, but v has not; for shapes of some tens of
metres ‖v‖² may exceed ε (https://github.com/AlexanderFabisch/distance3d/issues/72; 0.8.0 asks for 1e-12).
"""

from enum import StrEnum
from itertools import product
from math import isfinite, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.distance3d.closest import EPSILON, closest_to_origin, weights_of
from gjkscope.engine.published.distance3d.explain import DECISIONS
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Hull, Shape
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, scale, sub

TOLERANCE = 1e-10
"""`tolerance`, metres."""

FAR = 100_000.0
"""`max_distance_squared`"""

FARTHEST = 1.7976931348623157e308
"""`MAX_FLOAT`, the first squared distance."""


class Distance3dPhase(StrEnum):
    """The only part of the algorithm."""

    GJK = "GJK"


class State(EngineStep):
    """A step of distance3d; `memory` holds what the next step needs."""

    __slots__ = ()


class Distance3dMemory(NamedTuple):
    """The direction, ‖v‖² and the last one that a step kept."""

    direction: Vec3 = (1.0, 0.0, 0.0)
    square: float = 1.0
    last_square: float = FARTHEST


class Distance3dPair(NamedTuple):
    """The vertices in world coordinates, and the kinds of test that are corrected."""

    a: tuple[Vec3, ...]
    b: tuple[Vec3, ...]
    corrected: tuple[str, ...] = ()

    def support(self, direction: Vec3, birth: int) -> Vertex:
        """The first of the furthest vertices of each."""
        i = max(range(len(self.a)), key=lambda k: dot(self.a[k], direction))
        j = max(range(len(self.b)), key=lambda k: dot(self.b[k], neg(direction)))
        return Vertex(sub(self.a[i], self.b[j]), self.a[i], self.b[j], i, j, birth)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed hulls or boxes.  Raises `NotApplicable` for other shapes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("distance3d", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Distance3dPair:
    sides = []
    for shape, pose in ((shape_a, pose_a), (shape_b, pose_b)):
        if not isinstance(shape, Hull | Box) or shape.rounding:
            raise NotApplicable(f"distance3d's GJK is traced of boxes and hulls, got {shape.kind}")
        sides.append(tuple(apply(pose, vertex) for vertex in _corners(shape)))
    return Distance3dPair(sides[0], sides[1], options.corrected)


def _corners(shape: Hull | Box) -> tuple[Vec3, ...]:
    """Of a box as `convert_box_to_vertices` lists them: z changes first, from the negative corner."""
    if isinstance(shape, Hull):
        return shape.vertices
    return tuple((x, y, z) for x, y, z in product(*((-half, half) for half in shape.half_extents)))


def start(pair: Distance3dPair) -> State:
    """The first iteration."""
    state: State = engine_step.before_first_step(State, Distance3dPhase.GJK, Distance3dMemory())
    return _iterate(pair, state)


def step(pair: Distance3dPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _iterate(pair, state._replace(iteration=state.iteration + 1, before=state.simplex))


def _iterate(pair: Distance3dPair, state: State) -> State:
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    state = _search(pair, state, decisions)
    asked = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
    return state._replace(decisions=asked)


def _search(pair: Distance3dPair, state: State, decisions: EngineDecisions) -> State:
    """`_distance_loop`"""
    memory: Distance3dMemory = state.memory
    vertex = pair.support(memory.direction, state.searches)
    state = engine_step.with_support(state, memory.direction, vertex)
    height = dot(memory.direction, vertex.point)
    if height < 0 and decisions.holds("too far", height * height, memory.square * FAR, (vertex,)):
        return _ended(state._replace(action="clipped"), "the distance is infinite", ClaimedResult(Verdict.SEPARATED))
    candidate = (*state.simplex, vertex)
    point, chosen = closest_to_origin(tuple(one.point for one in candidate))
    square, v = dot(point, point), memory.direction
    if not isfinite(square):
        nothing = ClaimedResult(Verdict.UNDECIDED)
        return _ended(state._replace(action="no number"), "the distance is not a number", nothing, Exit.NOT_A_NUMBER)
    if decisions.holds("closer", square, memory.last_square, candidate):
        kept = tuple(one for i, one in enumerate(candidate) if chosen >> i & 1)
        state = state._replace(simplex=kept, closest=point, action=f"keep {len(kept)}")
        v = point
    else:
        state, square = state._replace(action="not closer"), memory.square
    return _judge(pair, state, v, square, decisions)


def _judge(pair: Distance3dPair, state: State, v: Vec3, square: float, decisions: EngineDecisions) -> State:
    """Whether the search has ended."""
    last = state.memory.last_square
    if len(state.simplex) == 4:
        return _assert_same(state, ZERO, 0.0, decisions, "the origin is in the tetrahedron")
    about = state.simplex
    if decisions.holds("within tolerance", square, TOLERANCE * TOLERANCE, about):
        return _assert_same(state, v, 0.0, decisions, "the distance is within the tolerance")
    largest = max(dot(vertex.point, vertex.point) for vertex in about)
    if decisions.holds("within precision", square, EPSILON * largest, about):
        return _assert_same(state, v, 0.0, decisions, "the distance is rounding")
    direction = neg(v)
    if decisions.holds("stalls", last - square, EPSILON * last, about):
        return _assert_same(state, direction, square, decisions, "the distance falls no longer")
    return state._replace(memory=Distance3dMemory(direction, square, square))


def _assert_same(state: State, v: Vec3, square: float, decisions: EngineDecisions, ending: str) -> State:
    """The assertion, and the answer."""
    if not decisions.holds("consistent", dot(v, v) - square, EPSILON, ()):
        nothing = ClaimedResult(Verdict.UNDECIDED)
        failure = f"AssertionError: |v·v − v_len_sq| = {number(dot(v, v) - square)} is not below {number(EPSILON)}"
        return _ended(state, failure, nothing, Exit.ASSERTION_FAILED)
    on_a, on_b = _witnesses(state.simplex)
    if square == 0:
        middle = scale(add(on_a, on_b), 0.5)
        return _ended(state, ending, ClaimedResult(Verdict.PENETRATING, None, None, middle, middle))
    return _ended(state, ending, ClaimedResult(Verdict.SEPARATED, sqrt(square), None, on_a, on_b))


def _witnesses(simplex: Vertices) -> tuple[Vec3, Vec3]:
    """`calculate_closest_points`"""
    on_a = on_b = ZERO
    for vertex, weight in zip(simplex, weights_of(tuple(one.point for one in simplex)), strict=True):
        on_a, on_b = add(on_a, scale(vertex.a, weight)), add(on_b, scale(vertex.b, weight))
    return on_a, on_b


def _ended(state: State, ending: str, answer: ClaimedResult, why: Exit = Exit.ENGINE_STOPS) -> State:
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended
