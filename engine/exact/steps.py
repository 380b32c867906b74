"""The exact signed distance of two polytopes, as a trace: GJK and EPA in integer arithmetic, without rounding.

Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in three-dimensional
space, IEEE Journal of Robotics and Automation 4(2), 1988; Cameron, Enhancing GJK: computing minimum and penetration
distances between convex polyhedra, ICRA 1997; van den Bergen, Proximity queries and penetration depth computation on
3D game objects, GDC 2001.

All numbers of the input are doubles, so they are multiples of a common power of two, the unit.  Measured in units,
every coordinate is an integer (integers.py), and so are all quantities that the two algorithms need: a direction may
have any length, a point is stored as integer weights of vertices, and lengths are compared by their squares.  Plan, in
three phases:

1. DISTANCE (GJK).  Search from the simplex's closest point towards the origin.  If the support point is no further in
   this direction than the closest point, no point of A − B is nearer, and its distance is the result.  Otherwise add
   the support point to the simplex and keep the feature that is now nearest to the origin.
2. SEED.  The simplex contains the origin, so the cores share a point.  Support points perpendicular to the simplex, in
   both directions, extend it to a tetrahedron.  If there are none, A − B is flat and the depth is 0: `NO_INTERIOR`.
3. DEPTH (EPA).  Search along the outward normal of the face nearest to the origin.  If the support point lies in this
   face's plane, the face lies on the surface of A − B and its distance is the depth: all other faces are further away.
   Otherwise the faces visible from the support point are replaced by a cone from it to their horizon.

Departures from the papers, and why:
- There are no tolerances and no iteration limit.  In GJK each simplex is nearer than the one before, and EPA's polytope
  grows, so no state recurs; and a polytope has finitely many simplices and sub-polytopes.
- Faces are never merged: with exact signs, coplanar faces may lie side by side (polytope.py).
- SEED may yield contact: if the origin lies on the surface of the polytope, the first face has distance 0.

How it can fail: cylinders, cones and ellipsoids are not supported (`NotApplicable`), and a mesh is replaced by its
convex hull.  The result is exact for the given doubles, which may have been rounded before: boxes placed face to face
with decimal coordinates can be separated, or overlap, by 1e-17.  `touching` means a distance of exactly 0.  The time
grows with the number of digits: for shapes of 1e-300 m at 1e+300 m, each product takes microseconds.
"""

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import (
    ZERO3,
    Int3,
    IntegerPair,
    Length,
    bracket,
    compare_length,
    int_dot,
    int_neg,
    int_sub,
    int_support,
    length_in_metres,
    less,
    metres,
    nearest,
    place_pair,
    vertex,
)
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.exact.expansion import Expansion
from gjkscope.engine.exact.polytope import ExactFace, ExactPolytope, nearest_triangle, tetrahedron
from gjkscope.engine.exact.simplex import (
    ExactVertex,
    Simplex,
    Weights,
    closest,
    nearest_feature,
    perpendicular_to,
    towards_origin,
    weighted_sum,
)
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, NotApplicable, Result, Trace, Verdict, all_steps
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.vectors import Vec3, along, unit


class ExactPhase(IntEnum):
    """The purpose of a step; see the module's docstring."""

    DISTANCE = 0
    SEED = 1
    DEPTH = 2


class Numbers(NamedTuple):
    """The exact quantities of a step; the lengths are bounds on the cores' signed distance."""

    direction: Int3
    normal: Int3
    lower: Length
    upper: Length
    radius: int  # sum of both radii, in units


class State(NamedTuple):
    """A step, with all quantities that determined it.

    Floats are in metres, rounded to the nearest double, for display only; `exact` holds the exact values.
    """

    iteration: int
    phase: ExactPhase
    direction: Vec3  # unit, the search direction
    support: ExactVertex
    before: Simplex  # the simplex before the step; empty in the first step
    simplex: Simplex  # in the last step of DEPTH: the triangle that contains the nearest point of the surface
    weights: Weights  # of the closest point: barycentric weights times their sum
    closest: Vec3  # the point of the simplex that is nearest to the origin
    polytope: ExactPolytope | None  # after the step; None before DEPTH
    face: ExactFace | None  # DEPTH: the face whose normal was searched
    visible: tuple[ExactFace, ...]  # DEPTH: faces visible from the support, now removed from the polytope
    horizon: tuple[tuple[int, int], ...]  # DEPTH: the edges around them, as pairs of vertices
    normal: Vec3  # unit, the direction that gave the best lower bound
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    radius: float  # sum of both radii: the cores' distance minus the shapes' distance
    exact: Numbers
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Runs on two placed polytopes, possibly with rounding, and returns all steps.

    Raises `NotApplicable` for other shapes.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    steps = run(pair)
    return Trace("exact", steps, result(pair, steps[-1]))


def exact_signed_distance(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    """The result of `trace` without its steps.

    `lower` and `upper` are the doubles on either side of the exact distance, or equal if it is a double;
    `signed_distance` is the nearer one.  Raises `NotApplicable` as `trace` does.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    state, expansion = start(pair), Expansion()
    while state.exit == Exit.RUNNING:
        checkpoint()
        state = step(pair, state, expansion)
    return result(pair, state)


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> IntegerPair:
    """Two placed polytopes in integers.  Raises `NotApplicable` as `trace` does."""
    for shape in (shape_a, shape_b):
        if not isinstance(shape, PolytopeShape):
            kind = shape.kind
            raise NotApplicable(f"exact arithmetic supports polytopes, with or without rounding; not a curved {kind}")
    return place_pair(shape_a, pose_a, shape_b, pose_b)


def start(pair: IntegerPair) -> State:
    """The first step: the support point in the direction from A's position to B's."""
    direction = int_sub(pair.b.position, pair.a.position)
    if direction == ZERO3:
        direction = (1, 0, 0)
    support = _difference_support(pair, direction, 0)
    lower = _bound(pair, direction, support)
    upper = Length(1, int_dot(support.exact, support.exact), 1, 0, pair.unit)
    towards, radius = _unit(direction), pair.a.radius + pair.b.radius
    return State(
        iteration=0,
        phase=ExactPhase.DISTANCE,
        direction=towards,
        support=support,
        before=(),
        simplex=(support,),
        weights=(1,),
        closest=support.point,
        polytope=None,
        face=None,
        visible=(),
        horizon=(),
        normal=towards,
        lower=nearest(lower),
        upper=nearest(upper),
        radius=length_in_metres(radius, 1, pair.unit),
        exact=Numbers(direction, direction, lower, upper, radius),
        exit=Exit.RUNNING,
    )


def step(pair: IntegerPair, state: State, expansion: Expansion | None = None) -> State:
    """The next step of the current phase.  A state that has an exit is returned unchanged.

    A run passes the same `expansion` to all its steps, which saves time and does not affect them.
    """
    if state.exit != Exit.RUNNING:
        return state
    if state.polytope is not None:
        return _expand(pair, state, state.polytope, expansion or Expansion())
    if state.exact.upper.square == 0:
        return _seed(pair, state)
    return _approach(pair, state)


def run(pair: IntegerPair) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    expansion = Expansion()
    return all_steps(start(pair), lambda state: step(pair, state, expansion))


def result(pair: IntegerPair, last: State) -> Result:
    """The result for the shapes themselves, including their radii, from the last step."""
    truth = of_shapes(last)
    lower, upper = bracket(truth)
    side = compare_length(truth, 0.0)
    verdict = (Verdict.PENETRATING, Verdict.TOUCHING, Verdict.SEPARATED)[side + 1]
    answer = Result("exact", verdict, last.exit, last.iteration + 1, normal=last.normal, lower=lower, upper=upper)
    witness_a, witness_b = exact_witnesses(pair, last)
    if not all(isfinite(number) for number in (lower, upper, *witness_a, *witness_b)):
        return answer  # beyond the range of doubles
    return replace(answer, signed_distance=nearest(truth), witness_a=witness_a, witness_b=witness_b)


def of_shapes(last: State) -> Length:
    """The exact signed distance of the shapes, from the last step."""
    return last.exact.upper._replace(radius=last.exact.radius)


def exact_squared_distance(last: State) -> Fraction:
    """The exact square of the cores' signed distance in m², from the last step."""
    length = last.exact.upper
    return Fraction(length.square, length.divisor) * Fraction(4) ** length.unit


def exact_witnesses(pair: IntegerPair, last: State) -> tuple[Vec3, Vec3]:
    """The points of both shapes whose difference is the closest point of A − B's surface; world, metres."""
    total = sum(last.weights)
    on_a = weighted_sum([vertex(pair.a, w.index_a) for w in last.simplex], last.weights)
    on_b = weighted_sum([vertex(pair.b, w.index_b) for w in last.simplex], last.weights)
    return (
        along(metres(on_a, total, pair.unit), last.normal, length_in_metres(pair.a.radius, 1, pair.unit)),
        along(metres(on_b, total, pair.unit), last.normal, -length_in_metres(pair.b.radius, 1, pair.unit)),
    )


def _difference_support(pair: IntegerPair, direction: Int3, birth: int) -> ExactVertex:
    _, index_a = int_support(pair.a, direction)
    _, index_b = int_support(pair.b, int_neg(direction))
    a, b = vertex(pair.a, index_a), vertex(pair.b, index_b)
    point, unit = int_sub(a, b), pair.unit
    return ExactVertex(point, index_a, index_b, birth, metres(point, 1, unit), metres(a, 1, unit), metres(b, 1, unit))


def _bound(pair: IntegerPair, direction: Int3, support: ExactVertex) -> Length:
    """The lower bound of the signed distance: minus the support's height, as no point of A − B lies beyond it."""
    height = int_dot(direction, support.exact)
    return Length(-1 if height > 0 else 1, height * height, int_dot(direction, direction), 0, pair.unit)


def _search(pair: IntegerPair, state: State, phase: ExactPhase, direction: Int3) -> State:
    """The state with the support point along `direction` and the bound that it proves."""
    support = _difference_support(pair, direction, state.iteration + 1)
    bound, towards, exact = (
        _bound(pair, direction, support),
        _unit(direction),
        state.exact._replace(direction=direction),
    )
    state = state._replace(
        iteration=state.iteration + 1,
        phase=phase,
        direction=towards,
        support=support,
        before=state.simplex,
        exact=exact,
    )
    if not less(exact.lower, bound):
        return state
    return state._replace(normal=towards, lower=nearest(bound), exact=exact._replace(normal=direction, lower=bound))


def _end(state: State, reason: Exit) -> State:
    """Ends the run: the direction of this step proves that the upper bound is also the lower bound."""
    exact = state.exact._replace(normal=state.exact.direction, lower=state.exact.upper)
    return state._replace(normal=state.direction, lower=state.upper, exact=exact, exit=reason)


# --- DISTANCE ---


def _approach(pair: IntegerPair, state: State) -> State:
    direction = towards_origin(state.simplex, state.weights)
    state = _search(pair, state, ExactPhase.DISTANCE, direction)
    support = state.support
    if int_dot(direction, support.exact) <= int_dot(direction, state.simplex[0].exact):
        return _end(state, Exit.CONVERGED)
    simplex, weights = nearest_feature((*state.simplex, support))
    point, total = closest(simplex, weights), sum(weights)
    upper = Length(1, int_dot(point, point), total * total, 0, pair.unit)
    return state._replace(
        simplex=simplex,
        weights=weights,
        closest=metres(point, total, pair.unit),
        polytope=tetrahedron(simplex) if len(simplex) == 4 else None,
        upper=nearest(upper),
        exact=state.exact._replace(upper=upper),
    )


# --- SEED ---


def _seed(pair: IntegerPair, state: State) -> State:
    direction = perpendicular_to(state.simplex)
    there = _search(pair, state, ExactPhase.SEED, direction)
    if int_dot(direction, there.support.exact) == 0:
        there = _search(pair, state, ExactPhase.SEED, int_neg(direction))
    if int_dot(direction, there.support.exact) == 0:
        return _end(there, Exit.NO_INTERIOR)
    simplex, weights = (*state.simplex, there.support), (*state.weights, 0)
    return there._replace(
        simplex=simplex, weights=weights, polytope=tetrahedron(simplex) if len(simplex) == 4 else None
    )


# --- DEPTH ---


def _expand(pair: IntegerPair, state: State, polytope: ExactPolytope, expansion: Expansion) -> State:
    face = polytope.faces[polytope.nearest]
    state = _search(pair, state, ExactPhase.DEPTH, face.normal)._replace(face=face, visible=(), horizon=())
    if int_dot(face.normal, state.support.exact) == face.offset:
        return _end_on_surface(pair, state, polytope, face)
    growth = expansion.grow(polytope, state.support)
    upper = _depth(pair, growth.polytope.faces[growth.polytope.nearest])
    exact = state.exact._replace(upper=upper)
    return state._replace(
        polytope=growth.polytope,
        visible=growth.visible,
        horizon=growth.horizon,
        upper=nearest(upper),
        exact=exact,
    )


def _depth(pair: IntegerPair, face: ExactFace) -> Length:
    return Length(-1, face.offset * face.offset, int_dot(face.normal, face.normal), 0, pair.unit)


def _end_on_surface(pair: IntegerPair, state: State, polytope: ExactPolytope, face: ExactFace) -> State:
    """Ends the run: the face lies on the surface of A − B, and no other face is nearer."""
    upper = _depth(pair, face)
    simplex, weights = nearest_triangle(polytope, face)
    return _end(
        state._replace(
            simplex=simplex,
            weights=weights,
            closest=metres(closest(simplex, weights), sum(weights), pair.unit),
            upper=nearest(upper),
            exact=state.exact._replace(upper=upper),
        ),
        Exit.CONVERGED if face.offset else Exit.TOUCHING,
    )


def _unit(direction: Int3) -> Vec3:
    largest = max(abs(direction[0]), abs(direction[1]), abs(direction[2]))
    return unit(metres(direction, largest, 0))
