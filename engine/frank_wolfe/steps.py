"""Frank–Wolfe: the distance between two convex shapes as the least norm over A − B, with the duality gap, as a trace.

Frank, Wolfe, An algorithm for quadratic programming, Naval Research Logistics Quarterly 3, 1956 (plain); Guélat,
Marcotte, Some comments on Wolfe's 'away step', Mathematical Programming 35, 1986; Lacoste-Julien, Jaggi, On the global
linear convergence of Frank–Wolfe optimization variants, NeurIPS 2015 (away steps); Wolfe 1976 (the min-norm point:
corral.py).  All three minimise |v|² / 2 over the points v of A − B, whose gradient is v.  One step:

1. Support: the vertex w of A − B that lies furthest along −v, which minimises the linear model of the function.
2. Gap: g = v·(v − w) ≥ 0 bounds how far |v|² / 2 is above its least value.  Divided by |v|, it is the difference of the
   bounds that this step proves: |v| above, and v·w / |v| below.  If they meet, v is the closest point.
3. Move v, a weighted mean of some vertices, the active set:
   - plain: towards w, as far as the distance decreases, γ = min(g / |w − v|², 1).  No weight vanishes before γ = 1, so
     v zigzags towards a face that it cannot reach.
   - away: or away from the active vertex a that lies furthest along v, if v·(a − v) > g.  At the furthest,
     γ = α / (1 − α) for its weight α, a is dropped.
   - min-norm: w joins the active set, which minor cycles then reduce to a corral.  This is GJK, except for how the
     nearest feature is found.
4. If the four vertices of the largest weights enclose the origin, the shapes overlap.

Departures: the papers know no overlap, so 4. is ours.  The cores of the shapes are searched, relative to A's position,
as by GJK (gjk/steps.py).  The direction of `min-norm` is the normal of the corral, as GJK's, instead of −v.

How it can fail: if v ends inside a face, but a vertex off that face was found before, its weight vanishes so slowly
that plain steps need about 1/ε of them for a gap of ε, and end at the limit.  Near contact, −v consists of rounding
errors, and the lower bound stays behind.  If many vertices share the weight of an overlap, no four of them are heavy
enough to enclose the origin; the exit is then `TOUCHING` or `ITERATION_LIMIT`, and the verdict undecided.
"""

from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.frank_wolfe.corral import MinorCycle, find_corral, weighted_mean
from gjkscope.engine.gjk.simplex import Region, closest_on_tetrahedron
from gjkscope.engine.gjk.steps import (
    ROUNDINGS,
    Vertex,
    close_enough,
    difference_support,
    face_normal,
    overflows,
    reach_of,
    relative,
    wanted_gap,
)
from gjkscope.engine.options import AWAY_STEPS, DEFAULT, MIN_NORM, PLAIN, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import (
    TOUCHING,
    Exit,
    RawAnswer,
    Result,
    Trace,
    all_steps,
    bounds_only,
    result_of,
    verdict_number,
)
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import ZERO, Vec3, add, along, dot, neg, norm, square_to, sub, unit

# Away steps and the min-norm point take dozens; plain steps gain little beyond that.
ITERATION_LIMIT = 200


class FrankWolfeMove(IntEnum):
    """How a step moved the closest point."""

    NONE = 0  # the first step, or one that ended the search
    TOWARDS = 1  # the support point
    AWAY = 2  # from an active vertex
    CORRAL = 3  # by Wolfe's minor cycles


class ActiveSet(NamedTuple):
    """Vertices of A − B, and their positive weights, of sum 1, in the closest point."""

    vertices: tuple[Vertex, ...]
    weights: tuple[float, ...]


class State(NamedTuple):
    """A step, with all quantities that determined it.  Points of A − B are relative to A's position; metres."""

    iteration: int
    direction: Vec3  # unit, the search direction
    support: Vertex
    move: FrankWolfeMove
    gap_of_step: float  # v·(v − w), before the move, square metres
    away: int  # slot in `before` of the active vertex furthest along v; −1 if not looked for
    gap_of_away: float  # v·(a − v) for it, square metres
    length: float  # γ, the fraction of the way from v to `target`
    target: Vec3  # where v would be for γ = 1
    cycles: tuple[MinorCycle, ...]  # of the corral
    before: ActiveSet
    active: ActiveSet
    closest_before: Vec3  # v before the step
    closest: Vec3  # v
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    normal: Vec3  # the direction that gave the best lower bound
    reach: float  # largest coordinate so far; rounding errors are relative to it
    radius: float  # sum of both radii: the cores' distance minus the shapes' distance
    roundoff: float  # unit roundoff of the arithmetic
    gap: float  # difference of the bounds at which the search may end, metres
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes of any kind, by the variant `options.frank_wolfe`."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    near_a, near_b = relative(a, b)
    first = start(near_a, near_b, wanted_gap(options, shape_a, shape_b))
    steps = all_steps(first, lambda state: step(near_a, near_b, options.frank_wolfe, state))
    return Trace("frank-wolfe", steps, result(a, b, steps[-1], size_of(shape_a, pose_a, shape_b, pose_b)))


def start(a: Convex, b: Convex, gap: float = 0.0) -> State:
    """The first step: the support point in the direction from A's centre to B's is v."""
    direction = unit(sub(b.center, a.center))
    if direction == ZERO:
        direction = (1.0, 0.0, 0.0)
    vertex = difference_support(a, b, direction, 0)
    state = State(
        iteration=0,
        direction=direction,
        support=vertex,
        move=FrankWolfeMove.NONE,
        gap_of_step=0.0,
        away=-1,
        gap_of_away=0.0,
        length=0.0,
        target=vertex.point,
        cycles=(),
        before=ActiveSet((), ()),
        active=ActiveSet((vertex,), (1.0,)),
        closest_before=vertex.point,
        closest=vertex.point,
        lower=-dot(direction, vertex.point),
        upper=norm(vertex.point),
        normal=direction,
        reach=reach_of(vertex),
        radius=a.radius + b.radius,
        roundoff=a.roundoff,
        gap=gap,
        exit=Exit.RUNNING,
    )
    return state._replace(exit=Exit.TOUCHING) if state.upper <= norm_rounding(state) else state


def step(a: Convex, b: Convex, variant: str, state: State) -> State:
    """The next step of the variant; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    searched = _searched(a, b, variant, state)
    if searched.exit != Exit.RUNNING:
        return searched
    return _settled(MOVES[variant](searched))


def norm_rounding(state: State) -> float:
    """The rounding error of a distance, in metres; smaller distances count as contact."""
    return ROUNDINGS * state.roundoff * state.reach


def witnesses_of(state: State) -> tuple[Vec3, Vec3]:
    """The points of both cores whose difference is the closest point, relative to A's position."""
    vertices, weights = state.active
    return weighted_mean([w.a for w in vertices], weights), weighted_mean([w.b for w in vertices], weights)


def result(a: Convex, b: Convex, last: State, size: float) -> Result:
    """The result for the shapes themselves, including their radii; `size` is `bounds.size`."""
    return result_of("frank-wolfe", last.exit, last.iteration + 1, _answer(a, b, last, size))


def _answer(a: Convex, b: Convex, last: State, size: float) -> RawAnswer:
    lower, upper = last.lower - last.radius, last.upper - last.radius
    narrow = upper - lower <= TOUCHING * size and last.exit != Exit.DEGENERATE_INPUT
    verdict = verdict_number(upper if narrow else lower, upper, size)
    if last.exit == Exit.ORIGIN_ENCLOSED or not (narrow or last.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE)):
        return bounds_only(verdict, lower, upper)
    on_a, on_b = witnesses_of(last)
    witness_a = along(add(on_a, a.position), last.normal, a.radius)
    witness_b = along(add(on_b, a.position), last.normal, -b.radius)
    proved = min(lower, upper)  # bounds that have met may cross by a rounding error
    return RawAnswer(verdict, proved, upper, upper, last.normal, witness_a, witness_b)


def _searched(a: Convex, b: Convex, variant: str, state: State) -> State:
    """The state with the next support point, its gap and the bound that it proves; or its end."""
    direction = _corral_normal(state) if variant == MIN_NORM else unit(neg(state.closest))
    vertex = difference_support(a, b, direction, state.iteration + 1)
    bound = -dot(direction, vertex.point)
    searched = state._replace(
        iteration=state.iteration + 1,
        direction=direction,
        support=vertex,
        move=FrankWolfeMove.NONE,
        gap_of_step=dot(state.closest, sub(state.closest, vertex.point)),
        away=-1,
        gap_of_away=0.0,
        length=0.0,
        target=state.closest,
        cycles=(),
        before=state.active,
        closest_before=state.closest,
        lower=max(state.lower, bound),
        normal=direction if bound > state.lower else state.normal,
        reach=max(state.reach, reach_of(vertex)),
    )
    return searched._replace(exit=_reason_to_stop(searched))


def _corral_normal(state: State) -> Vec3:
    """The unit vector from the corral towards the origin, perpendicular to it, as GJK computes it."""
    points = [vertex.point for vertex in state.active.vertices]
    if len(points) == 1:
        direction = neg(state.closest)
    elif len(points) == 2:
        direction = square_to(neg(state.closest), sub(points[1], points[0]))
    else:
        direction = face_normal(points[0], points[1], points[2])
    return state.direction if direction == ZERO else unit(direction)


def _reason_to_stop(state: State) -> Exit:
    if overflows(state.reach, state.roundoff):
        return Exit.DEGENERATE_INPUT
    if state.upper - state.lower <= norm_rounding(state):
        return Exit.CONVERGED
    if close_enough(state.lower, state.upper, state.radius, state.gap):
        return Exit.WITHIN_TOLERANCE
    if state.gap_of_step <= 0:
        return Exit.NO_PROGRESS
    return Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING


def _move_towards(state: State) -> State:
    """The plain step: as far towards the support point as the distance decreases."""
    way = sub(state.support.point, state.closest)
    length = min(state.gap_of_step / dot(way, way), 1.0)
    vertices, weights = state.active
    weights = tuple(weight * (1 - length) for weight in weights)
    slot = _slot_of(state.support, vertices)
    if slot < 0:
        active = ActiveSet((*vertices, state.support), (*weights, length))
    else:
        active = ActiveSet(vertices, (*weights[:slot], weights[slot] + length, *weights[slot + 1 :]))
    return state._replace(
        move=FrankWolfeMove.TOWARDS, length=length, target=state.support.point, active=_without_weightless(active)
    )


def _move_with_away_steps(state: State) -> State:
    """The step towards the support point, or away from the active vertex that is furthest along v."""
    vertices, weights = state.active
    heights = [dot(state.closest, vertex.point) for vertex in vertices]
    slot = heights.index(max(heights))
    back = sub(state.closest, vertices[slot].point)
    seen = state._replace(away=slot, gap_of_away=-dot(state.closest, back))
    if seen.gap_of_away <= seen.gap_of_step or weights[slot] >= 1:
        return _move_towards(seen)
    furthest = weights[slot] / (1 - weights[slot])
    length = min(seen.gap_of_away / dot(back, back), furthest)
    moved = [weight * (1 + length) for weight in weights]
    moved[slot] = 0.0 if length == furthest else moved[slot] - length
    active = _without_weightless(ActiveSet(vertices, tuple(moved)))
    return seen._replace(move=FrankWolfeMove.AWAY, length=length, target=add(state.closest, back), active=active)


def _move_to_corral(state: State) -> State:
    """The support point joins the corral, which is then reduced to a corral again."""
    if _slot_of(state.support, state.active.vertices) >= 0:
        return state._replace(exit=Exit.NO_PROGRESS)
    corral = find_corral(*state.active, state.support, state.roundoff)
    moved = state._replace(move=FrankWolfeMove.CORRAL, length=1.0, target=state.support.point, cycles=corral.cycles)
    if not corral.is_found:
        return moved._replace(exit=Exit.NO_PROGRESS)
    return moved._replace(active=ActiveSet(corral.vertices, corral.weights))


MOVES = {PLAIN: _move_towards, AWAY_STEPS: _move_with_away_steps, MIN_NORM: _move_to_corral}
"""How each variant moves the closest point, by its name in `Options.frank_wolfe`."""


def _settled(state: State) -> State:
    """The state with its closest point, unless the move failed; the search ends in contact or in an overlap."""
    if state.exit != Exit.RUNNING:
        return state
    closest = weighted_mean([vertex.point for vertex in state.active.vertices], state.active.weights)
    moved = state._replace(closest=closest, upper=min(state.upper, norm(closest)))
    enclosed = _enclosed(moved)
    if enclosed is not None:
        return enclosed
    return moved._replace(exit=Exit.TOUCHING) if moved.upper <= norm_rounding(moved) else moved


def _enclosed(state: State) -> State | None:
    """The end of the search if the four heaviest vertices enclose the origin; their weights then give the origin."""
    vertices, weights = state.active
    if len(vertices) < 4 or state.lower > 0:
        return None
    heaviest = sorted(sorted(range(len(vertices)), key=lambda slot: -weights[slot])[:4])
    four = tuple(vertices[slot] for slot in heaviest)
    nearest = closest_on_tetrahedron(four[0].point, four[1].point, four[2].point, four[3].point, state.roundoff)
    if nearest.region != Region.INTERIOR:
        return None
    depth = max(nearest.tests.sides)
    active = ActiveSet(four, nearest.weights)
    return state._replace(active=active, closest=ZERO, upper=depth, exit=Exit.ORIGIN_ENCLOSED)


def _slot_of(vertex: Vertex, vertices: tuple[Vertex, ...]) -> int:
    """The slot of a vertex with the same points of A and B; −1 if there is none."""
    return next((i for i, other in enumerate(vertices) if other.a == vertex.a and other.b == vertex.b), -1)


def _without_weightless(active: ActiveSet) -> ActiveSet:
    """The vertices with positive weights, which are made to add up to 1 again."""
    kept = [(vertex, weight) for vertex, weight in zip(*active, strict=True) if weight > 0]
    total = sum(weight for _, weight in kept)
    return ActiveSet(tuple(vertex for vertex, _ in kept), tuple(weight / total for _, weight in kept))
