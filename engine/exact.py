"""The exact signed distance of two polytopes, as a trace: GJK and EPA in whole numbers, nothing rounded.

Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in three-dimensional
space, IEEE Journal of Robotics and Automation 4(2), 1988; Cameron, Enhancing GJK: computing minimum and penetration
distances between convex polyhedra, ICRA 1997; van den Bergen, Proximity queries and penetration depth computation on
3D game objects, GDC 2001.

All numbers of the input are doubles: multiples of one power of two, the unit.  Counted in units, every coordinate is
a whole number (integers.py), and so is all that the two algorithms need: a direction may have any length, a point is
kept as whole weights of vertices, and two lengths are compared by their squares.  Plan, in three phases:

1. DISTANCE (GJK).  Search from the point of the simplex that is nearest to the origin towards the origin.  A support
   no further that way than this point proves that there is none nearer: its distance is the distance.  Otherwise the
   support joins the simplex, and the feature that is nearest to the origin now stays.
2. SEED.  The simplex holds the origin: the cores share a point.  Supports square to the simplex, either way, make it
   a tetrahedron.  Where there is none, A − B is flat, has no inside, and its depth is 0: `NO_INTERIOR`.
3. DEPTH (EPA).  Search outwards along the normal of the face that is nearest to the origin.  A support on that face
   proves that it lies on the surface of A − B: its distance is the depth, the least over all facets, as the others
   are further out already.  Otherwise the faces that see the support make room for a cone from it to their horizon.

Departures from the papers, and why:
- There is no tolerance anywhere, and no limit of steps.  In GJK each simplex is nearer than the one before, and
  EPA's polytope grows, so that neither returns to where it was; a polytope has finitely many of both.
- No two faces are ever merged: where signs are exact, faces in one plane may lie side by side (exact_polytope.py).
- SEED tells contact from depth: the origin may lie on the surface of the polytope; the first face is then at 0.

How it can fail: it does not take cylinders, cones and ellipsoids (`NotApplicable`), and a mesh stands for its convex
hull.  What it says is the truth about the doubles that it was given, which may have been rounded before: boxes face
to face in decimal numbers are apart, or overlap, by 1e-17.  `touching` is said only of a distance of exactly 0.
The time grows with the digits: for shapes of 1e-300 m at 1e+300 m each product takes microseconds.
"""

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from .calling_off import checkpoint
from .exact_polytope import Face, Polytope, grown, nearest_triangle, tetrahedron
from .exact_simplex import Simplex, Vertex, Weights, closest, nearest_feature, square_to, towards_origin, weighted
from .integers import (
    NOWHERE,
    Int3,
    Length,
    Pair,
    PolytopeShape,
    bracket,
    compare,
    dot,
    less,
    metres,
    nearest,
    neg,
    placed,
    sub,
    support,
    vertex,
)
from .options import DEFAULT, Options
from .pose import Pose
from .result import Exit, NotApplicable, Result, Trace, Verdict
from .shapes import Shape
from .vectors import Vec3, along, unit


class Phase(IntEnum):
    """What a step is for; see above."""

    DISTANCE = 0
    SEED = 1
    DEPTH = 2


class Numbers(NamedTuple):
    """What a step knows in whole numbers; the lengths are those of the cores' signed distance."""

    direction: Int3
    normal: Int3
    lower: Length
    upper: Length
    radius: int  # of both shapes together, units


class State(NamedTuple):
    """A step, with everything that decided it.  Floats are in metres, rounded to the nearest; `exact` is the truth."""

    iteration: int
    phase: Phase  # that the step is part of
    direction: Vec3  # unit, the way that was searched
    support: Vertex
    before: Simplex  # that the search set out from; none at first
    simplex: Simplex  # in the last step of DEPTH: the triangle in which the surface is nearest
    weights: Weights  # convex, of the closest point of the simplex, times their sum
    closest: Vec3  # that point
    polytope: Polytope | None  # after the step; None before there is one
    face: Face | None  # DEPTH: along whose normal was searched
    visible: tuple[Face, ...]  # DEPTH: those that see the support, and so are no longer part of the polytope
    horizon: tuple[tuple[int, int], ...]  # DEPTH: the sides at which they end, by vertices
    normal: Vec3  # unit, the direction that gave the best lower bound
    lower: float  # best bounds so far of the cores' signed distance
    upper: float
    radius: float  # of both shapes together: what the cores' distance is more than the shapes'
    exact: Numbers
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed polytopes, perhaps rounded.  Raises `NotApplicable` for other shapes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    steps = run(pair)
    return Trace("exact", steps, result(pair, steps[-1]))


def signed_distance(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    """The truth alone: what `trace` results in.

    `lower` and `upper` are the doubles on either side of it, and the same where it is a double; `signed_distance` is
    the nearer one.  Raises `NotApplicable` as `trace` does.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    state = start(pair)
    while state.exit == Exit.RUNNING:
        state = step(pair, state)
    return result(pair, state)


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Pair:
    """Two placed polytopes in whole numbers.  Raises `NotApplicable` as `trace`."""
    for shape in (shape_a, shape_b):
        if not isinstance(shape, PolytopeShape):
            kind = type(shape).__name__.lower()
            raise NotApplicable(f"exact arithmetic takes polytopes, rounded or not; {kind}s are curved in themselves")
    return placed(shape_a, pose_a, shape_b, pose_b)


def start(pair: Pair) -> State:
    """The first vertex, found in the direction from A's position to B's."""
    direction = sub(pair.b.position, pair.a.position)
    if direction == NOWHERE:
        direction = (1, 0, 0)
    found = _difference_support(pair, direction, 0)
    lower = _bound(pair, direction, found)
    upper = Length(1, dot(found.exact, found.exact), 1, 0, pair.unit)
    towards, radius = _unit(direction), pair.a.radius + pair.b.radius
    return State(
        iteration=0,
        phase=Phase.DISTANCE,
        direction=towards,
        support=found,
        before=(),
        simplex=(found,),
        weights=(1,),
        closest=found.point,
        polytope=None,
        face=None,
        visible=(),
        horizon=(),
        normal=towards,
        lower=nearest(lower),
        upper=nearest(upper),
        radius=metres((radius, 0, 0), 1, pair.unit)[0],
        exact=Numbers(direction, direction, lower, upper, radius),
        exit=Exit.RUNNING,
    )


def step(pair: Pair, state: State) -> State:
    """The next step; a state that has an exit is returned as it is."""
    if state.exit != Exit.RUNNING:
        return state
    if state.polytope is not None:
        return _expand(pair, state, state.polytope)
    if state.exact.upper.square == 0:
        return _seed(pair, state)
    return _approach(pair, state)


def run(pair: Pair) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    steps = [start(pair)]
    while steps[-1].exit == Exit.RUNNING:
        checkpoint()
        steps.append(step(pair, steps[-1]))
    return tuple(steps)


def result(pair: Pair, last: State) -> Result:
    """What the last step says about the shapes themselves."""
    truth = of_shapes(last)
    lower, upper = bracket(truth)
    side = compare(truth, 0.0)
    verdict = (Verdict.PENETRATING, Verdict.TOUCHING, Verdict.SEPARATED)[side + 1]
    answer = Result("exact", verdict, last.exit, last.iteration + 1, normal=last.normal, lower=lower, upper=upper)
    witness_a, witness_b = witnesses(pair, last)
    if not all(isfinite(number) for number in (lower, upper, *witness_a, *witness_b)):
        return answer  # there is no double for them
    return replace(answer, signed_distance=nearest(truth), witness_a=witness_a, witness_b=witness_b)


def of_shapes(last: State) -> Length:
    """The exact signed distance of the shapes, of a last step."""
    return last.exact.upper._replace(radius=last.exact.radius)


def squared_distance(last: State) -> Fraction:
    """The exact square of the cores' signed distance, m², of a last step."""
    length = last.exact.upper
    return Fraction(length.square, length.divisor) * Fraction(4) ** length.unit


def witnesses(pair: Pair, last: State) -> tuple[Vec3, Vec3]:
    """The points of the two shapes whose difference is the closest point of A − B's surface; world, metres."""
    total = sum(last.weights)
    on_a = weighted([vertex(pair.a, w.index_a) for w in last.simplex], last.weights)
    on_b = weighted([vertex(pair.b, w.index_b) for w in last.simplex], last.weights)
    radius_a, radius_b, _ = metres((pair.a.radius, pair.b.radius, 0), 1, pair.unit)
    return (
        along(metres(on_a, total, pair.unit), last.normal, radius_a),
        along(metres(on_b, total, pair.unit), last.normal, -radius_b),
    )


def _difference_support(pair: Pair, direction: Int3, birth: int) -> Vertex:
    _, index_a = support(pair.a, direction)
    _, index_b = support(pair.b, neg(direction))
    a, b = vertex(pair.a, index_a), vertex(pair.b, index_b)
    point, unit = sub(a, b), pair.unit
    return Vertex(point, index_a, index_b, birth, metres(point, 1, unit), metres(a, 1, unit), metres(b, 1, unit))


def _bound(pair: Pair, direction: Int3, found: Vertex) -> Length:
    """No point of A − B lies beyond the support: minus its height is a lower bound of the signed distance."""
    height = dot(direction, found.exact)
    return Length(-1 if height > 0 else 1, height * height, dot(direction, direction), 0, pair.unit)


def _searched(pair: Pair, state: State, phase: Phase, direction: Int3) -> State:
    """The state with the support along `direction`, and the bound that it proves."""
    found = _difference_support(pair, direction, state.iteration + 1)
    bound, towards, exact = _bound(pair, direction, found), _unit(direction), state.exact._replace(direction=direction)
    state = state._replace(
        iteration=state.iteration + 1,
        phase=phase,
        direction=towards,
        support=found,
        before=state.simplex,
        exact=exact,
    )
    if not less(exact.lower, bound):
        return state
    return state._replace(normal=towards, lower=nearest(bound), exact=exact._replace(normal=direction, lower=bound))


def _ended(state: State, reason: Exit) -> State:
    """The direction of this step is the one that proves the upper bound to be the lower bound."""
    exact = state.exact._replace(normal=state.exact.direction, lower=state.exact.upper)
    return state._replace(normal=state.direction, lower=state.upper, exact=exact, exit=reason)


# --- DISTANCE ---


def _approach(pair: Pair, state: State) -> State:
    direction = towards_origin(state.simplex, state.weights)
    state = _searched(pair, state, Phase.DISTANCE, direction)
    found = state.support
    if dot(direction, found.exact) <= dot(direction, state.simplex[0].exact):
        return _ended(state, Exit.CONVERGED)
    simplex, weights = nearest_feature((*state.simplex, found))
    point, total = closest(simplex, weights), sum(weights)
    upper = Length(1, dot(point, point), total * total, 0, pair.unit)
    return state._replace(
        simplex=simplex,
        weights=weights,
        closest=metres(point, total, pair.unit),
        polytope=tetrahedron(simplex) if len(simplex) == 4 else None,
        upper=nearest(upper),
        exact=state.exact._replace(upper=upper),
    )


# --- SEED ---


def _seed(pair: Pair, state: State) -> State:
    direction = square_to(state.simplex)
    there = _searched(pair, state, Phase.SEED, direction)
    if dot(direction, there.support.exact) == 0:
        there = _searched(pair, state, Phase.SEED, neg(direction))
    if dot(direction, there.support.exact) == 0:
        return _ended(there, Exit.NO_INTERIOR)
    simplex, weights = (*state.simplex, there.support), (*state.weights, 0)
    return there._replace(
        simplex=simplex, weights=weights, polytope=tetrahedron(simplex) if len(simplex) == 4 else None
    )


# --- DEPTH ---


def _expand(pair: Pair, state: State, polytope: Polytope) -> State:
    face = polytope.faces[polytope.nearest]
    state = _searched(pair, state, Phase.DEPTH, face.normal)._replace(face=face, visible=(), horizon=())
    if dot(face.normal, state.support.exact) == face.offset:
        return _surfaced(pair, state, polytope, face)
    growth = grown(polytope, state.support)
    upper = _depth(pair, growth.polytope.faces[growth.polytope.nearest])
    exact = state.exact._replace(upper=upper)
    return state._replace(
        polytope=growth.polytope,
        visible=growth.visible,
        horizon=growth.horizon,
        upper=nearest(upper),
        exact=exact,
    )


def _depth(pair: Pair, face: Face) -> Length:
    return Length(-1, face.offset * face.offset, dot(face.normal, face.normal), 0, pair.unit)


def _surfaced(pair: Pair, state: State, polytope: Polytope, face: Face) -> State:
    """The face lies on the surface of A − B, which is nowhere nearer."""
    upper = _depth(pair, face)
    simplex, weights = nearest_triangle(polytope, face)
    return _ended(
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
