"""Box3D's GJK, as `b3ShapeDistance` computes it, in single precision.

Written from Box3D 0.1.0 (commit 8441b4a; `src/distance.c`, functions `b3ShapeDistance`, `b3SolveSimplex2`, `3`, `4`,
`b3GetProxySupport`, `b3ComputeWitnessPoints`, `b3WriteCache`, the same as of August 2026), MIT licence, in its order of
operations; `b3OverlapHull`, `b3ShapeCast` and `b3TimeOfImpact` call it:

1. The first simplex is that of the cache: the indices of the simplex that an earlier query ended with, if its length,
   area or volume is still within a factor of two; else the first point of each shape.
2. The simplex is reduced to the part that is nearest to the origin (see `simplices.py`).  A tetrahedron is an overlap;
   a part without extent, or one that is no nearer than the one before, ends the search with the one before.
3. The direction is −w from a vertex, (AB × AO) × AB from an edge, and the normal of a face.  A direction whose square
   is below 1000 FLT_MIN is an overlap.
4. A support with the indices of a vertex that is kept ends the search; otherwise it joins the simplex.  After 32 rounds
   the search ends whatever was found.
5. The distance is that of the two witness points, less the radii.  If the last direction cannot be normalised, the
   answer is an overlap.

An overlap has no depth and no normal: Box3D's contacts come from clipping and separating axes.

How it fails:
- The tests of a simplex are independent, and inside is what remains: if rounding made them contradict each other, the
  answer would be an overlap.  No pair is known on which it does.
- The lengths of the directions are products of up to three lengths, compared with an absolute 1.2e-35.  Cubes of a
  micrometre overlap although they are as far apart; Box2D's GJK, with a larger bound, overlapped at millimetres
  (https://github.com/erincatto/box2d/blob/3d910d2a39416c3208b08aea64e00a5835c584b3/test/test_distance.c).
- Squares of the same products overflow beyond some 1e6 m: the normal becomes 0, which is taken for an overlap.
- The distance is that of two witness points, each a weighted sum of coordinates in A's frame, whose rounding grows with
  the size of A and the distance of B.  For a shape of 5,000 units it is off by some thousandths of one, and in
  `b3ShapeCast` a distance that is too large moves the shapes into each other: a hit without a normal, formerly an
  assertion (`ShapeCastDebug` in samples/sample_collision.cpp).
- On which side of a face the origin lies is decided by a rounded product.  If the origin is on the face to within
  rounding, the search may go to the wrong side and end there: overlapping shapes are some 1e-8 apart, and the normal
  points the wrong way.
- No bound is computed.  "No nearer than the one before" compares rounded squares.
- After 32 rounds, the last vertex has been added without a weight: it gets the one that its slot held before.
- The metric of a tetrahedron is signed, so that its cache is discarded if it is negative.

The shapes are those of `shapes.py`.  Vertices are shown in world coordinates as points of A − B, where Box3D computes
B − A in A's frame.
"""

from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import ROUNDINGS, reach_of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import with_python_floats
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.box3d.asking import (
    Box3dDecisions,
    point_in_world,
    vector_in_world,
    vertex_in_world,
)
from gjkscope.engine.published.box3d.decisions import SUM_ROUNDINGS, exact_distance, roundoff_of
from gjkscope.engine.published.box3d.shapes import Box3dPair, box3d_pair
from gjkscope.engine.published.box3d.simplices import solve_simplex, triple_product
from gjkscope.engine.published.box3d.vertices import Box3dSimplex, Box3dVertex, float32
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import number
from gjkscope.engine.vectors import SINGLE, ZERO, Vec3, along, cross, dot, neg, scale, sub, unit

FLT_MAX, FLT_MIN, FLT_EPSILON = (float(x) for x in (np.finfo(np.float32).max, np.finfo(np.float32).tiny, 2.0**-23))

ITERATIONS = 32
"""`B3_MAX_GJK_ITERATIONS`."""

SHORTEST = float(float32(1000.0) * float32(FLT_MIN))
"""The square of the shortest direction, whatever the size of the shapes."""

UNIT_TOLERANCE = 100 * FLT_EPSILON


class State(EngineStep):
    """A step of Box3D: a search, the vertex that it adds, and what is kept; `memory` holds what the next step needs."""

    __slots__ = ()


class SimplexCache(NamedTuple):
    """`b3SimplexCache`: what a later query of the same shapes may start from."""

    metric: float = 0.0
    indices: tuple[tuple[int, int], ...] = ()  # of the points of A and B


NO_CACHE = SimplexCache()


class Box3dMemory(NamedTuple):
    """The solved simplex in A's frame, and the square of its distance; at the end, the cache."""

    simplex: Box3dSimplex
    squared_distance: float
    cache: SimplexCache = NO_CACHE


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of Box3D on two placed shapes.

    Raises `NotApplicable` for shapes that are no proxies, and for numbers that single precision does not have.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("box3d", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Box3dPair:
    with np.errstate(all="ignore"):  # numbers that are too large are refused, small ones become 0
        return box3d_pair(shape_a, pose_a, shape_b, pose_b, options.corrected)


def start(pair: Box3dPair, cache: SimplexCache = NO_CACHE) -> State:
    """The simplex of the cache or of the first points, reduced."""
    with np.errstate(all="ignore"):
        return with_python_floats(_begin(pair, cache))


def step(pair: Box3dPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    with np.errstate(all="ignore"):
        return with_python_floats(_advance(pair, state))


def shape_distance(pair: Box3dPair) -> ClaimedResult:
    """The answer alone, without a cache, in less time than with all steps."""
    pair = pair._replace(is_shown=bool(pair.corrected))
    with np.errstate(all="ignore"):
        state = _begin(pair, NO_CACHE)
        while state.exit == Exit.RUNNING:
            state = _advance(pair, state)
    assert state.answer is not None
    return with_python_floats(state.answer)


def _begin(pair: Box3dPair, cache: SimplexCache) -> State:
    simplex = _cached(pair, cache) or _simplex(pair, ((0, 0),))
    state = engine_step.before_first_step(State, "GJK", Box3dMemory(simplex, FLT_MAX))
    if pair.is_shown:
        state = state._replace(reach=max(reach_of(vertex_in_world(pair.pose_a, vertex)) for vertex in simplex.kept))
    state = _reduce(pair, state._replace(searches=simplex.size), simplex, ZERO, Box3dDecisions(pair))
    return state._replace(action="first") if simplex.size == 1 else state


def _advance(pair: Box3dPair, state: State) -> State:
    return _search(
        pair,
        state._replace(iteration=state.iteration + 1, before=state.simplex, direction=None, support=None, height=None),
    )


def _cached(pair: Box3dPair, cache: SimplexCache) -> Box3dSimplex | None:
    """The simplex of the cache, unless its metric has changed."""
    if not cache.indices:
        return None
    simplex = _simplex(pair, cache.indices)
    old, new = float32(cache.metric), _metric(simplex)
    return None if 2 * old < new or new < float32(0.5) * old or new < FLT_EPSILON else simplex


def _simplex(pair: Box3dPair, indices: tuple[tuple[int, int], ...]) -> Box3dSimplex:
    """Vertices without weights; the other slots are empty."""
    nothing = float32(0.0)
    kept = tuple(pair.vertex(*both, birth, nothing) for birth, both in enumerate(indices))
    zero = (nothing, nothing, nothing)
    empty = Box3dVertex(zero, zero, zero, 0, 0, 0, nothing)
    return Box3dSimplex((*kept, *[empty] * (4 - len(kept))), len(kept))


def _metric(simplex: Box3dSimplex) -> Any:
    """`b3GetMetric`: the length, the area or the signed volume."""
    a, *edges = (vertex.point for vertex in simplex.kept)
    edges = [sub(point, a) for point in edges]
    if len(edges) == 1:
        return np.sqrt(dot(edges[0], edges[0]))
    if len(edges) == 2:
        normal = cross(edges[0], edges[1])
        return np.sqrt(dot(normal, normal)) / float32(2.0)
    return triple_product(*edges) / float32(6.0) if edges else float32(0.0)


def _search(pair: Box3dPair, state: State) -> State:
    """The search from the last simplex, and what becomes of its support."""
    decisions, simplex = Box3dDecisions(pair), _last_simplex(pair, state)
    direction = _direction(simplex, decisions)
    square = dot(direction, direction)
    if decisions.holds("no direction", square, SHORTEST, simplex.kept):
        return _overlap(pair, state._replace(action="no direction"), decisions, simplex, "there is no direction left")
    if square < SHORTEST:  # which is only so if the test is corrected
        direction = scale(direction, float32(1.0) / max(map(abs, direction)))
    indices = pair.search(direction)
    vertex = pair.vertex(*indices, state.searches, simplex.slots[simplex.size].weight)
    state = _supported(pair, state, direction, vertex)
    repeats = sum(indices == (kept.index_a, kept.index_b) for kept in simplex.kept)
    if decisions.holds("repeated", repeats, 1.0, (vertex, *simplex.kept)):
        state = state._replace(action="repeated")
        return _finish(pair, state, decisions, simplex, direction, "the support is a vertex of the simplex")
    candidate = simplex.with_kept((*simplex.kept, vertex))
    if state.iteration < ITERATIONS:
        return _reduce(pair, state, candidate, direction, decisions)
    state = state._replace(action="limit")
    return _finish(pair, state, decisions, candidate, direction, f"{ITERATIONS} iterations")


def _last_simplex(pair: Box3dPair, state: State) -> Box3dSimplex:
    """The simplex that was kept; steps that are shown have it with Python's floats."""
    simplex: Box3dSimplex = state.memory.simplex
    return simplex.in_single() if pair.is_shown else simplex


def _direction(simplex: Box3dSimplex, decisions: Box3dDecisions) -> Vec3:
    """From the part that was kept towards the origin, of any length."""
    a, *others = (vertex.point for vertex in simplex.kept)
    edges = [sub(point, a) for point in others]
    if not edges:
        return neg(a)
    if len(edges) == 1:
        return cross(cross(edges[0], neg(a)), edges[0])
    normal = cross(edges[0], edges[1])
    return normal if decisions.holds("side", dot(normal, a), 0.0, simplex.kept) else neg(normal)


def _reduce(
    pair: Box3dPair, state: State, candidate: Box3dSimplex, direction: Vec3, decisions: Box3dDecisions
) -> State:
    """The nearest part of the simplex, or the end of the search with the simplex before."""
    memory, last = state.memory, _last_simplex(pair, state) if state.iteration else Box3dSimplex()
    choice = solve_simplex(candidate, decisions)
    state = state._replace(action=choice.action)
    if not choice.is_solved:
        ending = "the simplex has no extent, and the one before is restored"
        return _finish(pair, state, decisions, last, direction, ending)
    if choice.simplex.size == 4:
        return _overlap(pair, state, decisions, choice.simplex, "the origin is in no other region of the tetrahedron")
    closest = choice.simplex.closest()
    square = dot(closest, closest)
    support = candidate.kept[-1:] if last.size else ()
    is_asked = state.iteration > 0 or square >= FLT_MAX  # nothing else can be said of the first simplex
    if is_asked and decisions.holds("no progress", square, memory.squared_distance, (*support, *last.kept)):
        ending = "the distance does not fall, and the simplex before is restored"
        return _finish(pair, state._replace(action="no progress"), decisions, last, direction, ending)
    state = _kept(pair, state, choice.simplex, decisions)._replace(memory=Box3dMemory(choice.simplex, square))
    return state._replace(closest=vector_in_world(pair.pose_a, neg(closest))) if pair.is_shown else state


def _finish(
    pair: Box3dPair, state: State, decisions: Box3dDecisions, simplex: Box3dSimplex, direction: Vec3, ending: str
) -> State:
    """The distance of the witness points, unless the direction has no normal."""
    state = _kept(pair, state, simplex, decisions)
    normal = _normalized(neg(direction))
    if not decisions.holds("unit", abs(1 - dot(normal, normal)), UNIT_TOLERANCE, simplex.kept):
        overlap = ClaimedResult(Verdict.PENETRATING)
        return _ended(state, decisions, f"{ending}; the direction has no length, taken for an overlap", overlap)
    a, b = simplex.witnesses()
    between = sub(b, a)
    if normal == ZERO:  # which is only so if the test is corrected
        normal = unit(between)
    distance = np.sqrt(dot(between, between))
    radii = float(pair.a.radius) + float(pair.b.radius)
    is_apart = decisions.holds("apart", distance, radii, simplex.kept)
    gap = distance - pair.a.radius - pair.b.radius
    if is_apart == (float(distance) > radii):  # which is not so only if the test is corrected
        is_apart = not gap <= 0
    on_a, on_b = along(a, normal, pair.a.radius), along(b, normal, -pair.b.radius)
    answer = ClaimedResult(
        Verdict.SEPARATED if is_apart else Verdict.PENETRATING,
        None if gap <= 0 or not is_apart else gap,
        vector_in_world(pair.pose_a, normal),
        *(point_in_world(pair.pose_a, point) for point in (on_a, on_b)),
    )
    cache = SimplexCache(_metric(simplex), tuple((vertex.index_a, vertex.index_b) for vertex in simplex.kept))
    ending += _error_of(float(distance), state) if pair.is_shown else ""
    return _ended(state._replace(memory=state.memory._replace(cache=cache)), decisions, ending, answer)


def _error_of(distance: float, state: State) -> str:
    """How far the witness points are off, if it is more than rounding the coordinates explains."""
    exact = exact_distance([vertex.point for vertex in state.simplex]) if isfinite(distance) else None
    if exact is None:
        return ""
    error, roundoff = Fraction(distance) - exact, roundoff_of(state.simplex)
    if abs(error) <= SUM_ROUNDINGS * roundoff:
        return ""
    where = "too far apart" if error > 0 else "too close"
    roundings = f"{round(abs(error) / roundoff)} roundoffs of the coordinates"
    return f"; the witness points, sums of rounded coordinates, are {number(abs(float(error)))} m {where}, {roundings}"


def _overlap(pair: Box3dPair, state: State, decisions: Box3dDecisions, simplex: Box3dSimplex, ending: str) -> State:
    """An overlap: witness points, but no normal and no depth."""
    points = (point_in_world(pair.pose_a, point) for point in simplex.witnesses())
    answer = ClaimedResult(Verdict.PENETRATING, None, None, *points)
    return _ended(_kept(pair, state, simplex, decisions), decisions, ending, answer)


def _ended(state: State, decisions: Box3dDecisions, ending: str, answer: ClaimedResult) -> State:
    numbers = (answer.signed_distance or 0.0, *(answer.witness_a or ()), *(answer.witness_b or ()))
    why = Exit.ITERATION_LIMIT if state.action == "limit" else Exit.ENGINE_STOPS
    if not all(map(isfinite, numbers)):
        why, answer = Exit.NOT_A_NUMBER, answer._replace(witness_a=None, witness_b=None)
    ended: State = engine_step.ended(state._replace(decisions=decisions.asked), why, ending, answer)
    return ended


def _kept(pair: Box3dPair, state: State, simplex: Box3dSimplex, decisions: Box3dDecisions) -> State:
    if not pair.is_shown:
        return state
    simplex_in_world = tuple(vertex_in_world(pair.pose_a, vertex) for vertex in simplex.kept)
    return state._replace(simplex=simplex_in_world, decisions=decisions.asked)


def _supported(pair: Box3dPair, state: State, direction: Vec3, vertex: Box3dVertex) -> State:
    """The step with its support; a direction that overflowed is not shown."""
    if not pair.is_shown:
        return state._replace(searches=vertex.birth + 1)
    shown = vertex_in_world(pair.pose_a, vertex)
    radii = float(pair.a.radius) + float(pair.b.radius)
    slack = radii + ROUNDINGS * SINGLE * (reach_of(shown) + radii)
    state = engine_step.with_support(state, vector_in_world(pair.pose_a, neg(direction)), shown, slack)
    return state if all(map(isfinite, direction)) else state._replace(direction=None, height=None)


def _normalized(v: Vec3) -> Vec3:
    """`b3Normalize`: zero for a short vector, and for one whose square overflows."""
    square = dot(v, v)
    return scale(v, float32(1.0) / np.sqrt(square)) if square > SHORTEST else (float32(0.0),) * 3
