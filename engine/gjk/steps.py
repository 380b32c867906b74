"""GJK: the distance between two convex shapes, as a trace.

Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in
three-dimensional space, IEEE Journal of Robotics and Automation 4(2), 1988; van den Bergen, Collision Detection
in Interactive 3D Environments, 2003, chapter 4.

The distance between A and B is the distance from the origin to A − B = { a − b }.  The algorithm never builds this set:
it keeps a simplex of up to four of its points and moves it towards the origin.  One step:

1. Search direction: from the simplex towards the origin, perpendicular to the feature nearest to the origin.
2. Support: the point w of A − B that lies furthest in that direction, s(d) = s_A(d) − s_B(−d).
3. Bounds: no point of A − B lies beyond the plane through w perpendicular to d, so −d·w (d a unit vector) is a lower
   bound of the signed distance; the distance of the closest point so far is an upper bound.  If the bounds meet, this
   is the result.
4. Otherwise add w to the simplex, find the Voronoi region that contains the origin, and drop the vertices that do not
   belong to its feature.
5. If the origin is inside a tetrahedron, the shapes overlap.

Departures from the papers, and why:
- The algorithm runs on the cores of the shapes (see support.py); radii are subtracted at the end.
- Everything is relative to A's position, so that shapes far from the world's origin lose no precision.
- The direction is not −v, where v is the closest point: if v is short, it consists of rounding errors.  The direction
  is the normal of the nearest face, or −v made perpendicular to the nearest edge; both keep full precision.
- A new vertex is kept even if the distance does not decrease, as long as it does not increase by more than rounding.
  It lies beyond the simplex and so contributes to the closest point; but a vertex a metre away that turns the direction
  by 1e-8 shortens the distance by only 1e-16, which is lost in rounding.  It does improve the lower bound.
- If the nearest feature is a sliver of a face, rounding errors of its weights may move the closest point away again, so
  that no progress is seen.  If the verdict is open, the weights are refined, and the search goes on.

With a tolerance (`Options.tolerance`), the search ends once the bounds are that close, unless the shapes are so near to
contact that the bounds do not settle the verdict yet.

How it can fail: in very flat simplices, rounding hides which vertices belong to the nearest feature, so no new vertex
is accepted.  The exit is then `NO_PROGRESS`, and the bounds show what is certain.  If the origin lies on a vertex or an
edge of the simplex, there is no direction left to search: the exit is `TOUCHING`, which proves contact but not the
depth.  Coordinates above 1e75, or all below 1e-77, end in `DEGENERATE_INPUT`.
"""

from math import inf
from typing import NamedTuple

from gjkscope.engine.gjk.acceleration import Momentum
from gjkscope.engine.gjk.simplex import (
    Closest,
    Region,
    Tests,
    Weights,
    closest_on_point,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
    refine_on_face,
)
from gjkscope.engine.gjk.subdistance.records import SubdistanceSolution
from gjkscope.engine.options import Options
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.result import (
    TOUCHING,
    Exit,
    RawAnswer,
    Result,
    Verdict,
    all_steps,
    bounds_only,
    result_of,
    verdict_number,
)
from gjkscope.engine.shapes.bounds import least_size
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, support
from gjkscope.engine.vectors import ZERO, Vec3, add, along, area, dot, neg, norm, square_to, sub, unit

# The bounds have met if they differ by at most this many roundoffs of the largest coordinate: a difference of two
# supports has an error of a few roundoffs, and a distance of a few more.
ROUNDINGS = 64

# Polytopes take a handful of steps, smooth shapes a few dozen.  The limit only guards against bugs.
ITERATION_LIMIT = 200

UNDECIDED = VERDICTS.index(Verdict.UNDECIDED)


class Vertex(NamedTuple):
    """A point of A − B, and the points of A and B whose difference it is.

    Coordinates are relative to A's position.  `birth` is the number of the step that found the vertex, and its name in
    the views (w0, w1 …).
    """

    point: Vec3
    a: Vec3
    b: Vec3
    index_a: int
    index_b: int
    birth: int


class Simplex(NamedTuple):
    """One to four vertices; slots from `size` on repeat the last vertex."""

    vertices: tuple[Vertex, Vertex, Vertex, Vertex]
    size: int


class State(NamedTuple):
    """A step of GJK, with all quantities that determined it.  `candidate` is the simplex with the new support added."""

    iteration: int
    direction: Vec3  # unit, the search direction
    support: Vertex
    before: Simplex
    candidate: Simplex
    region: Region  # of the candidate
    tests: Tests  # of the candidate
    weights: Weights  # barycentric, of the simplex; 0 for the newest vertex if its weight is below rounding
    refined: bool  # whether the weights were refined, because their rounding errors hid the progress
    simplex: Simplex
    closest_before: Vec3  # the closest point before the step
    closest: Vec3  # the point of the simplex that is nearest to the origin
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    normal: Vec3  # the direction that gave the best lower bound; zero if there is none yet
    reach: float  # largest coordinate so far; rounding errors are relative to it
    radius: float  # sum of both radii: the cores' distance minus the shapes' distance
    roundoff: float  # unit roundoff of the arithmetic
    gap: float  # difference of the bounds at which the search may end, metres; see `wanted_gap`
    solution: SubdistanceSolution | None  # of the candidate, by another method (`Options.subdistance`); None: the tests
    momentum: Momentum | None  # of the direction (`Options.acceleration`)
    exit: Exit


def wanted_gap(options: Options, shape_a: Shape, shape_b: Shape) -> float:
    """The difference of the bounds at which the search may end, metres, from `Options.tolerance`."""
    return options.tolerance * least_size(shape_a, shape_b)


def relative(a: Convex, b: Convex) -> tuple[Convex, Convex]:
    """Both cores, translated so that A's position is the origin."""
    origin = a.position
    return (
        a._replace(position=ZERO, center=sub(a.center, origin)),
        b._replace(position=sub(b.position, origin), center=sub(b.center, origin)),
    )


def start(a: Convex, b: Convex, gap: float = 0.0) -> State:
    """The first step: the support point in the direction from A's centre to B's.

    The cores are relative to A's position, as `relative` returns them; `gap` is as in `State`.
    """
    direction = unit(sub(b.center, a.center))
    if direction == ZERO:
        direction = (1.0, 0.0, 0.0)
    vertex = difference_support(a, b, direction, 0)
    simplex = Simplex((vertex, vertex, vertex, vertex), 1)
    nearest, reach = closest_on_point(vertex.point), reach_of(vertex)
    at_origin = norm(nearest.point) <= ROUNDINGS * a.roundoff * reach
    reason = Exit.TOUCHING if at_origin else Exit.RUNNING
    return State(
        iteration=0,
        direction=direction,
        support=vertex,
        before=simplex._replace(size=0),
        candidate=simplex,
        region=nearest.region,
        tests=nearest.tests,
        weights=nearest.weights,
        refined=False,
        simplex=simplex,
        closest_before=nearest.point,
        closest=nearest.point,
        lower=-dot(direction, vertex.point),
        upper=norm(nearest.point),
        normal=direction,
        reach=reach,
        radius=a.radius + b.radius,
        roundoff=a.roundoff,
        gap=gap,
        solution=None,
        momentum=None,
        exit=reason,
    )


def step(a: Convex, b: Convex, state: State, refining: bool = True) -> State:
    """The next step: search towards the origin, update the bounds, then reduce the simplex.

    A state that has an exit is returned unchanged.  Without `refining`, for the sake of speed, it is the same step
    unless `is_open_end` holds for the state that it returns.
    """
    if state.exit != Exit.RUNNING:
        return state
    direction = next_direction(state)
    vertex = difference_support(a, b, direction, state.iteration + 1)
    searched = with_bound(state, direction, vertex)
    if searched.exit != Exit.RUNNING:
        return searched
    reduced = reduce(searched, closest_in(searched.candidate, searched.roundoff))
    return refine(reduced) if refining else reduced


def is_open_end(state: State) -> bool:
    """Whether the search made no progress, and its bounds allow several verdicts.

    The verdicts are those of shapes as large as the coordinates, as GJK does not know the size.
    """
    if state.exit != Exit.NO_PROGRESS:
        return False
    lower, upper = state.lower - state.radius, state.upper - state.radius
    return verdict_number(lower, upper, state.reach) == UNDECIDED


def refine(stepped: State) -> State:
    """The state after a step, with refined weights if it `is_open_end` because their errors hide the progress."""
    is_vertex_known = stepped.candidate.size == stepped.simplex.size
    if is_vertex_known or not is_open_end(stepped):
        return stepped
    v = stepped.candidate.vertices
    nearest = closest_in(stepped.candidate, stepped.roundoff)
    refined = refine_on_face(nearest, v[0].point, v[1].point, v[2].point, v[3].point)
    return reduce(stepped._replace(refined=True, exit=Exit.RUNNING), refined)


def with_bound(state: State, direction: Vec3, vertex: Vertex) -> State:
    """The state with the next support point, the bound that it proves and the candidate; or its end."""
    bound = -dot(direction, vertex.point)
    searched = state._replace(
        iteration=state.iteration + 1,
        direction=direction,
        support=vertex,
        before=state.simplex,
        refined=False,
        closest_before=state.closest,
        lower=max(state.lower, bound),
        normal=direction if bound > state.lower else state.normal,
        reach=max(state.reach, reach_of(vertex)),
    )
    reason = _reason_to_stop(searched)
    if reason != Exit.RUNNING:
        return _stop(searched, reason)
    return searched._replace(candidate=_with(searched.simplex, searched.support))


def reduce(state: State, nearest: Closest) -> State:
    """Keeps the vertices of the candidate's feature that is nearest to the origin."""
    candidate = state.candidate
    state = state._replace(region=nearest.region, tests=nearest.tests)
    if nearest.region == Region.INTERIOR:
        return _end_enclosed(state, nearest)
    newest = candidate.size - 1
    distance = norm(nearest.point)
    if nearest.weights[newest] > 0 and distance <= state.upper + rounding(state):
        simplex, weights = keep_weighted(candidate, nearest.weights)
        # If the origin lies on the simplex, only a face defines a direction in which to continue.
        touching = simplex.size < 3 and distance <= rounding(state)
        return state._replace(
            weights=weights,
            simplex=simplex,
            closest=nearest.point,
            upper=min(state.upper, distance),
            exit=Exit.TOUCHING if touching else Exit.RUNNING,
        )
    if nearest.weights[newest] == 0 and newest < 3:
        # The vertex lies beyond the simplex, so it has a weight, but one below rounding.  The closest point does not
        # move, but an edge becomes a face, which defines a direction.
        return state._replace(region=WHOLE[newest], simplex=candidate)
    return state._replace(region=WHOLE[newest - 1], exit=stuck(state))


def run(a: Convex, b: Convex, gap: float = 0.0) -> tuple[State, ...]:
    """All steps from the first to the one with an exit; `gap` is as in `State`."""
    near_a, near_b = relative(a, b)
    return all_steps(start(near_a, near_b, gap), lambda state: step(near_a, near_b, state))


def result(a: Convex, b: Convex, last: State, size: float) -> Result:
    """The result for the shapes themselves, including their radii, from the last step; `size` is `bounds.size`."""
    return result_of("gjk", last.exit, last.iteration + 1, distance_answer(a, b, last, size))


def distance_answer(a: Convex, b: Convex, last: State, size: float) -> RawAnswer:
    """The numbers of `result`."""
    radius = a.radius + b.radius
    lower, upper = last.lower - radius, last.upper - radius
    narrow = upper - lower <= TOUCHING * size
    verdict = verdict_number(upper if narrow else lower, upper, size)
    named = last.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE) or (narrow and last.exit != Exit.DEGENERATE_INPUT)
    if last.exit == Exit.ORIGIN_ENCLOSED or not named:
        return bounds_only(verdict, lower, upper)
    witness_a, witness_b = witnesses(last)
    witness_a = along(add(witness_a, a.position), last.normal, a.radius)
    witness_b = along(add(witness_b, a.position), last.normal, -b.radius)
    proved = upper if upper < lower else lower  # bounds that have met may cross by a rounding error
    return RawAnswer(verdict, proved, upper, upper, last.normal, witness_a, witness_b)


def rounding(state: State) -> float:
    """The rounding error of a distance, in metres; smaller distances count as contact."""
    return ROUNDINGS * state.roundoff * state.reach


def overflows(reach: float, roundoff: float) -> bool:
    """Whether products of four coordinates, the largest of which is `reach`, may overflow or underflow in a sum."""
    small, large = reach, ROUNDINGS * reach
    return small * small * small * small * roundoff == 0 or large * large * large * large == inf


def close_enough(lower: float, upper: float, radius: float, gap: float) -> bool:
    """Whether the bounds on the cores' distance are within `gap`, and further than that from contact.

    Pairs nearer to contact are searched with full precision, so that the verdict does not depend on the tolerance.
    """
    return upper - lower <= gap and (lower - radius > gap or upper - radius < -gap)


def witnesses(state: State) -> tuple[Vec3, Vec3]:
    """The points of both cores whose difference is the closest point, relative to A's position."""
    a, b = ZERO, ZERO
    for i in range(state.simplex.size):
        a = along(a, state.simplex.vertices[i].a, state.weights[i])
        b = along(b, state.simplex.vertices[i].b, state.weights[i])
    return a, b


def relocate(state: State, shift: Vec3) -> State:
    """The state with its candidate translated by `shift`, and the region of that; the rest is unchanged."""
    v = state.candidate.vertices
    vertices = (_shift(v[0], shift), _shift(v[1], shift), _shift(v[2], shift), _shift(v[3], shift))
    candidate = state.candidate._replace(vertices=vertices)
    nearest = closest_in(candidate, state.roundoff)
    return state._replace(candidate=candidate, region=nearest.region, tests=nearest.tests, solution=None)


def _shift(vertex: Vertex, shift: Vec3) -> Vertex:
    return vertex._replace(point=add(vertex.point, shift), a=add(vertex.a, shift))


WHOLE = (Region.VERTEX_A, Region.EDGE_AB, Region.FACE_ABC, Region.INTERIOR)
"""The region of the full simplex with 1, 2, 3, 4 vertices."""


def difference_support(a: Convex, b: Convex, direction: Vec3, birth: int) -> Vertex:
    """The point of A − B that lies furthest along `direction`."""
    point_a, index_a = support(a, direction)
    point_b, index_b = support(b, neg(direction))
    return Vertex(sub(point_a, point_b), point_a, point_b, index_a, index_b, birth)


def next_direction(state: State) -> Vec3:
    """The unit vector from the simplex towards the origin; the origin lies on the simplex only if that is a face."""
    vertices, size = state.simplex.vertices, state.simplex.size
    # A single call of `unit`, as compiled code would compute those of other branches in advance.
    if size == 1:
        direction = neg(state.closest)
    elif size == 2:
        direction = square_to(neg(state.closest), sub(vertices[1].point, vertices[0].point))
    else:
        direction = face_normal(vertices[0].point, vertices[1].point, vertices[2].point)
    # A very thin face may have no normal because of rounding.  The previous direction then finds nothing nearer.
    return state.direction if direction == ZERO else unit(direction)


def face_normal(p: Vec3, q: Vec3, r: Vec3) -> Vec3:
    """The normal of the face that points to the origin's side."""
    normal = area(sub(q, p), sub(r, p))
    nearest = p
    if dot(q, q) < dot(nearest, nearest):
        nearest = q
    if dot(r, r) < dot(nearest, nearest):
        nearest = r
    return neg(normal) if dot(normal, nearest) > 0 else normal


def _reason_to_stop(state: State) -> Exit:
    """Why the new support point ends the search; `RUNNING` if it does not."""
    if overflows(state.reach, state.roundoff):
        return Exit.DEGENERATE_INPUT
    if state.upper - state.lower <= rounding(state):
        return Exit.CONVERGED
    if close_enough(state.lower, state.upper, state.radius, state.gap):
        return Exit.WITHIN_TOLERANCE
    if contains_vertex(state.simplex, state.support):
        return stuck(state)
    return Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING


def _end_enclosed(state: State, nearest: Closest) -> State:
    sides = nearest.tests.sides
    depth = max(max(sides[0], sides[1]), max(sides[2], sides[3]))
    return state._replace(
        weights=nearest.weights, simplex=state.candidate, closest=ZERO, upper=depth, exit=Exit.ORIGIN_ENCLOSED
    )


def _stop(state: State, reason: Exit) -> State:
    """Ends the search with the previous simplex; the state holds that simplex's own tests."""
    simplex = state.simplex
    tests = closest_in(simplex, state.roundoff).tests
    return state._replace(candidate=simplex, region=WHOLE[simplex.size - 1], tests=tests, exit=reason)


def stuck(state: State) -> Exit:
    """The exit if no nearer point is found: contact if the origin lies on the simplex."""
    return Exit.TOUCHING if state.upper <= rounding(state) else Exit.NO_PROGRESS


def closest_in(simplex: Simplex, roundoff: float) -> Closest:
    """The point of the simplex that is nearest to the origin, by Voronoi regions."""
    a, b, c, d = simplex.vertices
    if simplex.size == 1:
        return closest_on_point(a.point)
    if simplex.size == 2:
        return closest_on_segment(a.point, b.point)
    if simplex.size == 3:
        return closest_on_triangle(a.point, b.point, c.point)
    return closest_on_tetrahedron(a.point, b.point, c.point, d.point, roundoff)


def _with(simplex: Simplex, vertex: Vertex) -> Simplex:
    a, b, c, _ = simplex.vertices
    if simplex.size == 1:
        return Simplex((a, vertex, vertex, vertex), 2)
    if simplex.size == 2:
        return Simplex((a, b, vertex, vertex), 3)
    return Simplex((a, b, c, vertex), 4)


def keep_weighted(simplex: Simplex, weights: Weights) -> tuple[Simplex, Weights]:
    """The vertices with positive weight, moved to the first slots in the order in which they were found."""
    slots = (0, 0, 0, 0)
    count = 0
    for slot in range(simplex.size):
        if weights[slot] > 0:
            slots = _fill(slots, count, slot)
            count += 1
    v = simplex.vertices
    i, j, k, m = slots
    kept = (
        weights[i],
        weights[j] if count > 1 else 0.0,
        weights[k] if count > 2 else 0.0,
        weights[m] if count > 3 else 0.0,
    )
    return Simplex((v[i], v[j], v[k], v[m]), count), kept


def _fill(slots: tuple[int, int, int, int], start: int, value: int) -> tuple[int, int, int, int]:
    """`slots` with `value` from the slot `start` on."""
    return (
        value if start <= 0 else slots[0],
        value if start <= 1 else slots[1],
        value if start <= 2 else slots[2],
        value,
    )


def contains_vertex(simplex: Simplex, vertex: Vertex) -> bool:
    for i in range(simplex.size):
        if simplex.vertices[i].a == vertex.a and simplex.vertices[i].b == vertex.b:
            return True
    return False


def reach_of(vertex: Vertex) -> float:
    """The largest absolute coordinate of a vertex's two points."""
    return max(
        max(abs(vertex.a[0]), abs(vertex.a[1]), abs(vertex.a[2])),
        max(abs(vertex.b[0]), abs(vertex.b[1]), abs(vertex.b[2])),
    )
