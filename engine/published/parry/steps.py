"""parry's GJK and EPA, as Rapier asks them for the contact of two support-mapped shapes.

Written from parry3d 0.31.1 in single precision (Apache-2.0), which the npm package `@dimforge/rapier3d-compat` 0.21.0
contains: `src/query/contact/contact_support_map_support_map.rs`, `src/query/gjk/gjk.rs`, `voronoi_simplex3.rs`,
`src/query/epa/epa3.rs`, `src/query/point/`, read at commits 0e730c98 and 04d2444e of
https://github.com/dimforge/parry (0.26), and the order of operations and what changed since (nudged directions, seeds
of EPA, degenerate triangles) from the compiled package.  Everything is computed in the frame of A:

1. GJK (`gjk::closest_points`) begins with the support along the vector between the positions.  Each iteration searches
   from the nearest point v of the simplex towards the origin.  It ends with an intersection if |v| ≤ 10 ε (ε = 2⁻²³) or
   if a tetrahedron is in no Voronoi region of its features; with a distance if the gap between |v| and the bound −d · w
   is at most √(10 ε) = 0.0011 of |v|.  After 100 iterations it says `NoIntersection`: no contact.
2. It is stuck if |v| falls no longer, or if w is too near to the simplex.  If the greatest bound so far is positive, or
   less than 0.0011 of the longest vertex below 0, the distance is the answer.  Otherwise 0.01 is added to a component
   of d, six times at most; then the shapes are taken to intersect.
3. EPA (`EPA::closest_points`) makes a polytope of the simplex, and expands the nearest of the faces onto which the
   origin projects.  It ends if a support is no further than the face, to within 100 ε; if a new face is nearer than the
   expanded one ("issues due to numerical errors"); if no face is left; or after 101 iterations.  It gives up, which
   means no contact, if the origin is outside of a face by more than 10 ε, or projects onto no face of the first
   tetrahedron, or if there is no border to join the new vertex to.

The contact's distance is (p₂ − p₁) · n for the two witnesses and the normal.  Boxes, capsules, cylinders, cones, hulls,
triangles and segments go this way; of a ball, Rapier projects the centre.

How it fails:
- `add_point` compares a squared distance, a squared area and a height with the same absolute 10 ε: a vertex nearer than
  1.1 mm, or a triangle of less than 5.5 cm², is no progress.  Pairs of millimetres are stuck in their first iterations.
- EPA removes a face that is not seen if the new vertex and the edge before the face are a triangle of less than 0.06
  cm² (`is_affinely_dependent`): of pairs of millimetres no border is left, and there is no contact.
  Two cubes of 2 mm that overlap by 0.5 mm have none.
- A gap of 0.1 % of the distance is enough, and a stuck search that overlaps by 0.1 % of the size is answered by a gap.
- A new face in the plane of the expanded one is "nearer" by a rounding error, which ends EPA although A − B reaches
  further: of touching shapes the normal is then that of the first face, such as a side of a cylinder that stands on
  another.  A two-sided triangle, with the origin in it, is such a case from the start.
- The sign tests of the Voronoi regions are rounded.  A tetrahedron that is in none of them is taken to contain the
  origin, also if it is flat.
- What is remembered of the simplex before a reduction refers to slots that the reduction overwrites, so that a distance
  "with the simplex before" mixes the weights of one vertex with the position of another.
- After 101 iterations, and if a support is near, EPA answers the face of the least height of a support, at its own
  distance: of a capsule in a cylinder, both around one axis, that is the first face, at 0
  (https://github.com/dimforge/parry/issues/396 is about the intersection test on this pair).
- 100 iterations, and each of EPA's ways to give up, are answered by no contact, as if the shapes were far apart.
- EPA of 0.25 and 0.26 has a rule for a search that is stuck, which asks for `candidate < max_dist` after `max_dist` has
  been lowered to the candidate; so it never holds, and the compiled code does not contain it.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import count
from math import inf, isfinite
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single, with_python_floats
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.last_builder import LastBuilder
from gjkscope.engine.published.parry.decisions import DECISIONS, OLD_DECISIONS
from gjkscope.engine.published.parry.polytope import (
    EPA_TOLERANCE,
    BehindOriginError,
    ParryBuilder,
    ParryCone,
    ParryPolytope,
)
from gjkscope.engine.published.parry.regions import ParryPanicError
from gjkscope.engine.published.parry.releases import EPSILON, PARRY, ParryPose, ParryRelease, root_length
from gjkscope.engine.published.parry.shapes import UP, ParryShape, about_y, parry_shape, support_seen_from
from gjkscope.engine.published.parry.simplices import (
    FURTHEST,
    TOLERANCE,
    ParrySimplex,
    extended,
    is_rejected,
    nearest_witnesses,
    one_point,
    reduce_voronoi,
)
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import SINGLE, ZERO, Vec3, add, dot, neg, row_times, scale, sub

ITERATIONS = 100
"""Of GJK, and of EPA."""

RELATIVE_TOLERANCE = float(np.sqrt(np.float32(TOLERANCE)))
"""`_eps_rel`: of the gap, as a part of the distance."""

NUDGE = float(np.float32(0.01))
"""What is added to a component of the direction of a search that is stuck."""

NUDGES = 6
"""The most of them."""

_NEAR_BOUND = "the distance is within its tolerance of the bound"
_STUCK = "the search is stuck, which is taken for a distance"
_APART = "the search is stuck, and a bound says that they are apart"

FIRST_DIRECTION: Vec3 = (1.0, 0.0, 0.0)


class ParryPhase(StrEnum):
    """The parts of the algorithm."""

    GJK = "GJK"
    SEED = "polytope"
    EPA = "EPA"


class State(EngineStep):
    """A step of parry; `memory` holds what the next step needs."""

    __slots__ = ()


class ParryMemory(NamedTuple):
    """The simplex or the polytope in the frame of A, and what the step before left."""

    simplex: ParrySimplex
    nearest: Vec3  # point of the simplex
    last_direction: Vec3
    last_distance: float = FURTHEST
    best_bound: float = -FURTHEST  # −d · w, the greatest so far
    greatest: float = 0.0  # length of a vertex so far
    nudges: int = 0
    rounds: int = 0
    unreduced: Vertices = ()  # the simplex before its reduction, in world coordinates
    polytope: ParryPolytope = ParryPolytope()


class ParryPair(NamedTuple):
    """The two shapes, the pose of B in the frame of A, the pose of A, and the kinds of test that are corrected."""

    a: ParryShape
    b: ParryShape
    seen: ParryPose
    pose_a: Pose
    last: LastBuilder[ParryBuilder]
    corrected: tuple[str, ...] = ()
    release: ParryRelease = PARRY

    def support(self, direction: Vec3, birth: int) -> Vertex:
        """In the frame of A."""
        a, b = self.a.local(direction), support_seen_from(self.b, self.seen, neg(direction), self.release)
        return Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, birth)

    def drawn(self, vertex: Vertex) -> Vertex:
        """A vertex in world coordinates."""
        a, b = (add(self.turned(part), self.pose_a.position) for part in (vertex.a, vertex.b))
        return vertex._replace(point=self.turned(vertex.point), a=a, b=b)

    def turned(self, vector: Vec3) -> Vec3:
        """A vector in world coordinates, in double precision."""
        x, y, z = map(float, vector)
        return row_times(self.pose_a.rotation, (x, y, z))


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of parry on two placed shapes.  Raises `NotApplicable` for shapes that its GJK is not asked about."""
    return trace_parry(prepare(shape_a, pose_a, shape_b, pose_b, options), State)


def prepare(
    shape_a: Shape,
    pose_a: Pose,
    shape_b: Shape,
    pose_b: Pose,
    options: Options = DEFAULT,
    release: ParryRelease = PARRY,
) -> ParryPair:
    with np.errstate(all="ignore"):
        a, b = parry_shape(shape_a, pose_a, release), parry_shape(shape_b, pose_b, release)
        seen = release.relative_pose(a.pose, b.pose)
    return ParryPair(a, b, seen, about_y(shape_a, pose_a), LastBuilder(), options.corrected, release)


def trace_parry(pair: ParryPair, kind: type[EngineStep]) -> Trace:
    """All steps, which are of that type."""
    with np.errstate(all="ignore"):
        first = _first(pair, kind)
        run = engine_step.engine_trace(pair.release.algorithm, first, lambda state: _step(pair, state))
    return _in_python_floats(run)


def _in_python_floats(run: Trace) -> Trace:
    """Only the memory and the answers have numbers in single precision: views and tests get Python's floats."""
    result, kept = with_python_floats((run.result, tuple((step.memory, step.answer) for step in run.steps)))
    steps = (
        step._replace(memory=memory, answer=answer) for step, (memory, answer) in zip(run.steps, kept, strict=True)
    )
    return Trace(run.algorithm, tuple(steps), result)


def start_parry(pair: ParryPair, kind: type[EngineStep]) -> Any:
    with np.errstate(all="ignore"):
        return with_python_floats(_first(pair, kind))


def start(pair: ParryPair) -> State:
    """The first support point, along the vector between the positions."""
    state: State = start_parry(pair, State)
    return state


def step(pair: ParryPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    with np.errstate(all="ignore"):
        return with_python_floats(_step(pair, state._replace(memory=single(state.memory))))


def _first(pair: ParryPair, kind: type[EngineStep]) -> Any:
    direction = pair.release.unit(pair.seen.translation, EPSILON) or single(FIRST_DIRECTION)
    vertex = pair.support(direction, 0)
    simplex, nearest = reduce_voronoi(one_point(vertex), EngineDecisions(DECISIONS), (), pair.release)
    away = pair.release.unit(nearest)
    memory = ParryMemory(simplex, nearest, ZERO if away is None else neg(away), unreduced=(pair.drawn(vertex),))
    state = engine_step.before_first_step(kind, ParryPhase.GJK, memory)
    state = _supported(pair, state, direction, vertex)
    state = state._replace(simplex=(pair.drawn(vertex),), closest=pair.turned(nearest), action="first")
    return state if away is not None else state._replace(phase=ParryPhase.SEED, action="first at the origin")


def _step(pair: ParryPair, state: State) -> State:
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = EngineDecisions(OLD_DECISIONS if pair.release.is_old else DECISIONS, pair.corrected)
    try:
        state = _STEPS[ParryPhase(state.phase)](pair, state, decisions)
    except ParryPanicError as failure:
        state = _ended(state, "panic", Exit.ASSERTION_FAILED, str(failure), ClaimedResult(Verdict.UNDECIDED))
    except BehindOriginError:
        state = _no_contact(state, "outside", "the origin is outside of a face")
    return state._replace(decisions=tuple(one for one in decisions.asked if isfinite(one.left)))


def _search(pair: ParryPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `gjk::closest_points`; a vertex that is rejected repeats it with another direction."""
    memory: ParryMemory = state.memory
    simplex, kept = memory.simplex, state.simplex
    direction = pair.release.unit(neg(memory.nearest), TOLERANCE)
    distance = 0.0 if direction is None else root_length(memory.nearest)
    if not decisions.holds("off origin", float(distance), TOLERANCE, kept) or direction is None:
        return state._replace(phase=ParryPhase.SEED, action="on the origin")
    if decisions.holds("no fall", float(distance), float(memory.last_distance), memory.unreduced):
        if pair.release.is_old or _is_apart(memory, decisions):
            return _answer_gjk(pair, state, simplex, memory.last_direction, last=True)
        if decisions.holds("nudges", float(memory.nudges), float(NUDGES), ()):
            return state._replace(phase=ParryPhase.SEED, action="stuck")
        direction = _nudged(pair.release, direction, memory.nudges)
        memory = memory._replace(nudges=memory.nudges + 1)
    vertex = pair.support(direction, state.searches)
    state = _supported(pair, state, direction, vertex)
    bound, about = -dot(direction, vertex.point), (pair.drawn(vertex), *kept)
    if not isfinite(bound):
        raise ParryPanicError("the bound is not finite")
    if decisions.holds("gap", float(distance - bound), float(RELATIVE_TOLERANCE * distance), about):
        return _answer_gjk(pair, state, simplex, direction, last=False, ending=_NEAR_BOUND)
    memory = memory._replace(
        last_distance=distance,
        greatest=max(memory.greatest, root_length(vertex.point)),
        best_bound=max(memory.best_bound, bound),
    )
    if is_rejected(simplex, vertex, decisions, about, pair.release):
        if pair.release.is_old or _is_apart(memory, decisions):
            return _answer_gjk(pair, state, simplex, direction, last=False)
        return state._replace(memory=memory, action="rejected")
    return _reduce(pair, state, memory, direction, vertex, decisions)


def _reduce(
    pair: ParryPair, state: State, memory: ParryMemory, direction: Vec3, vertex: Vertex, decisions: EngineDecisions
) -> State:
    """Adds a vertex to the simplex, and keeps the feature nearest to the origin."""
    unreduced = (*state.simplex, pair.drawn(vertex))
    simplex, nearest = reduce_voronoi(extended(memory.simplex, vertex), decisions, unreduced, pair.release)
    rounds = memory.rounds + 1
    state = state._replace(
        simplex=tuple(map(pair.drawn, simplex.vertices)),
        closest=pair.turned(nearest),
        action=_KEPT[simplex.dimension],
        memory=memory._replace(
            simplex=simplex, nearest=nearest, last_direction=direction, rounds=rounds, unreduced=unreduced
        ),
    )
    if simplex.dimension == 3:
        bound = -dot(direction, vertex.point)
        if decisions.holds("bound", float(bound), TOLERANCE, (pair.drawn(vertex), *unreduced[:-1])):
            return _answer_gjk(pair, state, simplex, direction, last=True)
        return state._replace(phase=ParryPhase.SEED)
    if rounds < ITERATIONS:
        return state
    answer = ClaimedResult(Verdict.SEPARATED)
    return _ended(state, state.action, Exit.ITERATION_LIMIT, f"{ITERATIONS} iterations, taken for no contact", answer)


def _is_apart(memory: ParryMemory, decisions: EngineDecisions) -> bool:
    """Whether a search that is stuck has shown, or nearly shown, that the shapes are apart."""
    least = float(memory.greatest * -RELATIVE_TOLERANCE)
    return decisions.holds("apart", float(memory.best_bound), 0.0, ()) or decisions.holds(
        "nearly apart", float(memory.best_bound), least, ()
    )


def _nudged(release: ParryRelease, direction: Vec3, nudges: int) -> Vec3:
    """The direction with 0.01 added to a component, x, y, z, then subtracted from it."""
    parts = list(direction)
    parts[nudges % 3] += NUDGE if nudges < 3 else -NUDGE
    return release.unit((parts[0], parts[1], parts[2])) or direction


def _seed(pair: ParryPair, state: State, decisions: EngineDecisions) -> State:
    """The initialization of `EPA::closest_points`."""
    vertices = list(state.memory.simplex.vertices)
    dimension = len(vertices) - 1
    births = count(state.searches)
    if dimension == 0 and pair.release.is_old:
        return _answer(pair, state, (ZERO, ZERO), single(UP), "the origin is on the first vertex: depth 0 along y")
    if dimension == 0:
        other = next((vertex for vertex in _along_axes(pair, births) if _is_other(vertex, vertices[0])), None)
        if other is None:
            point = vertices[0]
            state = state._replace(action="a single point")
            return _answer(pair, state, (point.a, point.b), single(UP), "A − B is a single point")
        vertices.append(other)
    size = 1.0 if pair.release.is_old else max(1.0, *(root_length(vertex.point) for vertex in vertices))
    if len(vertices) == 2:
        direction = pair.release.basis_vector_of(sub(vertices[1].point, vertices[0].point))
        if direction is None:
            raise ParryPanicError("index out of bounds: the segment has no length")
        vertices.append(pair.support(direction, next(births)))
    drawn = tuple(map(pair.drawn, vertices))
    polytope = ParryPolytope(tuple(vertices), tolerance=TOLERANCE * size)
    builder = ParryBuilder(drawn, pair.turned, pair.release)
    builder.begin_step(polytope, decisions)
    is_begun = builder.begin_with_tetrahedron() if dimension == 3 else builder.begin_with_triangle()
    state = state._replace(searches=next(births), simplex=(), polytope=builder.to_draw(None), closest=None)
    if not is_begun:
        return _no_contact(state, "not projected", "the origin projects onto no face")
    polytope = builder.done(best=builder.heap[0])
    pair.last.keep(polytope, builder)
    return state._replace(
        phase=ParryPhase.EPA,
        action="tetrahedron" if dimension == 3 else "triangle, two-sided",
        memory=state.memory._replace(polytope=polytope, rounds=0),
    )


def _along_axes(pair: ParryPair, births: Iterator[int]) -> Iterator[Vertex]:
    """Supports along x, y, z, −x, −y, −z."""
    for sign in (1.0, -1.0):
        for axis in range(3):
            direction = single(tuple(sign if axis == component else 0.0 * sign for component in range(3)))
            yield pair.support(direction, next(births))


def _is_other(vertex: Vertex, first: Vertex) -> bool:
    way = sub(vertex.point, first.point)
    return dot(way, way) > TOLERANCE * TOLERANCE


def _expand(pair: ParryPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `EPA::closest_points`."""
    polytope: ParryPolytope = state.memory.polytope
    builder = _builder_of(pair, state, polytope, decisions)
    entry = builder.pop_face()
    if entry is None:
        return _answer_face(pair, state._replace(action="no face"), builder, polytope.best.face, "no face is left")
    face, current = builder.faces[entry.face], -entry.negative
    vertex = pair.support(face.normal, state.searches)
    state = _supported(pair, state, face.normal, vertex)
    new = builder.add_vertex(vertex, pair.drawn(vertex))
    height = dot(vertex.point, face.normal)
    if height < polytope.least_height:
        polytope = polytope._replace(best=entry, best_support=new, least_height=height)
    least, best = polytope.least_height, polytope.best.face
    state = state._replace(
        closest=pair.turned(scale(face.normal, current)), polytope=builder.to_draw(entry.face), action="nearest face"
    )
    about = (builder.drawn[polytope.best_support], *builder.seen(builder.faces[best].corners))
    if decisions.holds("converged", float(least - current), EPA_TOLERANCE, about):
        return _answer_face(pair, state, builder, best, "the support is no further by the tolerance")
    border = builder.silhouette(entry.face, new)
    if not border:
        return _no_contact(state, "no border", "there is no border to join the new vertex to")
    cone = builder.cone(border, new, current)
    state = state._replace(polytope=builder.to_draw(entry.face), action="expand")
    if cone is ParryCone.NEARER:
        ending = "a new face is nearer than the one that is expanded"
        return _answer_face(pair, state._replace(action="nearer"), builder, entry.face, ending)
    if cone is ParryCone.EMPTY:
        return _no_contact(state, "no border", "all faces at the border are removed")
    rounds = state.memory.rounds + 1
    kept = builder.done(best=polytope.best, best_support=polytope.best_support, least_height=least)
    pair.last.keep(kept, builder)
    state = state._replace(memory=state.memory._replace(polytope=kept, rounds=rounds))
    if rounds <= ITERATIONS:
        return state
    answered = best if decisions.holds("limit", float(rounds), float(ITERATIONS), about) else entry.face
    return _answer_face(pair, state, builder, answered, f"{rounds} iterations", Exit.ITERATION_LIMIT)


def _builder_of(pair: ParryPair, state: State, polytope: ParryPolytope, decisions: EngineDecisions) -> ParryBuilder:
    builder = pair.last.take(polytope)
    if builder is not None:
        builder.begin_step(polytope, decisions)
        return builder
    builder = ParryBuilder(state.polytope.vertices if state.polytope else (), pair.turned, pair.release)
    builder.begin_step(polytope, decisions)
    builder.draw_faces()
    return builder


def _supported(pair: ParryPair, state: State, direction: Vec3, vertex: Vertex) -> State:
    """The state with a new support point; its bound allows for the rounding of the point."""
    drawn, way = pair.drawn(vertex), pair.turned(direction)
    searched: State = engine_step.with_support(state._replace(lower=-inf), way, drawn)
    lower = searched.lower - ROUNDINGS * SINGLE * searched.reach
    searched = searched._replace(lower=max(state.lower, lower) if isfinite(lower) else state.lower)
    if all(map(isfinite, (*way, *drawn.point))):
        return searched
    return searched._replace(direction=None, height=None)


def _answer_gjk(
    pair: ParryPair, state: State, simplex: ParrySimplex, normal: Vec3, *, last: bool, ending: str = ""
) -> State:
    ending = ending or (_STUCK if pair.release.is_old else _APART)
    state = state._replace(action="with the simplex before" if last else "distance")
    return _answer(pair, state, nearest_witnesses(simplex, last=last), normal, ending)


def _answer_face(
    pair: ParryPair, state: State, builder: ParryBuilder, face: int, ending: str, why: Exit = Exit.ENGINE_STOPS
) -> State:
    state = state._replace(polytope=builder.to_draw(face))
    return _answer(pair, state, builder.witnesses(face), builder.faces[face].normal, ending, why)


def _answer(
    pair: ParryPair,
    state: State,
    witnesses: tuple[Vec3, Vec3],
    normal: Vec3,
    ending: str,
    why: Exit = Exit.ENGINE_STOPS,
) -> State:
    """The contact, in world coordinates."""
    on_a, on_b = witnesses
    distance = dot(sub(on_b, on_a), normal)
    release = pair.release
    points = release.move(pair.a.pose, on_a), release.move(pair.b.pose, release.move_back(pair.seen, on_b))
    along = release.turn(pair.a.pose.rotation, normal)
    if not all(map(isfinite, (distance, *along, *points[0], *points[1]))):
        nothing = ClaimedResult(Verdict.UNDECIDED, distance, along)
        return _ended(state, state.action, Exit.NOT_A_NUMBER, ending, nothing)
    verdict = Verdict.TOUCHING if distance == 0 else Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING
    return _ended(state, state.action, why, ending, ClaimedResult(verdict, distance, along, *points))


def _no_contact(state: State, action: str, ending: str) -> State:
    """What a contact query answers if EPA gives up."""
    return _ended(state, action, Exit.ENGINE_STOPS, f"{ending}: no contact", ClaimedResult(Verdict.SEPARATED))


def _ended(state: State, action: str, why: Exit, ending: str, answer: ClaimedResult) -> State:
    ended: State = engine_step.ended(state._replace(action=action), why, ending, answer)
    return ended


_KEPT = ("vertex", "edge", "face", "inside")
"""The action that keeps a simplex, by its dimension."""

_STEPS = {
    ParryPhase.GJK: _search,
    ParryPhase.SEED: _seed,
    ParryPhase.EPA: _expand,
}
