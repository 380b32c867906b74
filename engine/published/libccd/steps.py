"""libccd's GJK and EPA, as FCL's and Drake's collision queries use them.

Written from libccd 2.1 (`src/ccd.c`, functions `__ccdGJK`, `doSimplex2`, `3`, `4`, `simplexToPolytope2`, `3`, `4`,
`nextSupport`, `expandPolytope`), BSD licence, in its order of operations:

1. GJK (`__ccdGJK`) begins with the support along (1, 0, 0).  Each iteration searches a direction d; a support w with
   w·d < 0 ends it: no intersection.  `doSimplex` then looks at the simplex, whose newest vertex is A.
2. `doSimplex2`, `3`, `4` first test whether the origin lies on the segment, the triangle or a face of the tetrahedron,
   by |squared distance| < ε: that is an intersection.  Otherwise the region of the origin decides which vertices stay
   and the next d.  Degenerate simplices end the search: no intersection.
3. `simplexToPolytope` makes a polytope of the simplex.  If the origin lies on its boundary, it needs further supports.
4. EPA takes the element (vertex, edge or face) nearest to the origin and searches along its witness, until the nearest
   element is a vertex, is at distance 0 (called a touching contact), or the support is no further by `epa_tolerance`,
   1e-4.  The depth is the distance of that element, and the direction its witness, normalised.

How it fails:
- ε = 2.2e-16 is absolute.  Pairs of millimetres, whose squared distances are below it, touch; for pairs of metres the
  rounding of a squared distance is larger.
- `simplexToPolytope4` asks whether the origin lies on a face by the formula without witness, whose value there is some
  −8 ε, so the answer is no; EPA asks by the other formula, which gives exactly 0: a touching contact, depth 0, and the
  direction 0/0 (https://github.com/danfis/libccd/issues/25).
- `epa_tolerance` compares a difference of a dot product with the unnormalised witness, an area, with 1e-4: a shallow
  face ends the search early.
- No bound is computed, so that nothing shows that an answer is wrong.
- EPA has no limit, and its search for the nearest element takes longer with each round: two spheres may need minutes.

The supports are those of `published/ccd_supports.py`: libccd leaves them to its user.
"""

from enum import StrEnum
from itertools import count
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import ccd, engine_step
from gjkscope.engine.published.ccd_supports import CcdShape, ccd_shape
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.published.last_builder import LastBuilder
from gjkscope.engine.published.libccd import simplices
from gjkscope.engine.published.libccd.decisions import DECISIONS
from gjkscope.engine.published.libccd.growing import expand_polytope, first_polytope
from gjkscope.engine.published.libccd.polytope import NOT_DRAWN, CcdBuilder, CcdElement, CcdKind, CcdPolytope
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import Vec3, dot, neg, scale, sub

GJK_LIMIT = 500
"""`max_iterations` as FCL sets it."""

EPA_LIMIT = 500
"""Rounds of EPA, which libccd does not limit; the searches for the nearest element take seconds from here on."""

EPA_TOLERANCE = 1e-4
"""`epa_tolerance`, the default of `CCD_INIT`, which FCL does not change."""

FIRST_DIRECTION: Vec3 = (1.0, 0.0, 0.0)


class CcdPhase(StrEnum):
    """The parts of the algorithm, by their functions."""

    GJK = "GJK"
    SEED = "polytope"
    EPA = "EPA"


class State(EngineStep):
    """A step of libccd; `memory` holds what the next step needs."""

    __slots__ = ()


class CcdMemory(NamedTuple):
    """The direction that is searched next, and the polytope."""

    next_direction: Vec3
    rounds: int = 0  # of GJK, then of EPA
    polytope: CcdPolytope = CcdPolytope()


class CcdPair(NamedTuple):
    """The two shapes, and the kinds of test that are corrected."""

    a: CcdShape
    b: CcdShape
    last: LastBuilder[CcdBuilder]
    corrected: tuple[str, ...] = ()

    def support(self, direction: Vec3, birth: int) -> Vertex:
        a, b = self.a.support(direction), self.b.support(neg(direction))
        return Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, birth)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of libccd on two placed shapes.  Raises `NotApplicable` for shapes that FCL has no support for."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("libccd", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> CcdPair:
    return CcdPair(ccd_shape(shape_a, pose_a), ccd_shape(shape_b, pose_b), LastBuilder(), options.corrected)


def start(pair: CcdPair) -> State:
    """The first support point, along (1, 0, 0)."""
    vertex = pair.support(FIRST_DIRECTION, 0)
    state: State = engine_step.with_support(
        engine_step.before_first_step(State, CcdPhase.GJK, CcdMemory(neg(vertex.point))), FIRST_DIRECTION, vertex
    )
    return state._replace(simplex=(vertex,), action="first")


def step(pair: CcdPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    return {CcdPhase.GJK: _search, CcdPhase.SEED: _seed, CcdPhase.EPA: _expand}[CcdPhase(state.phase)](pair, state)


def _search(pair: CcdPair, state: State) -> State:
    """An iteration of `__ccdGJK`."""
    decisions, direction = EngineDecisions(DECISIONS, pair.corrected), state.memory.next_direction
    vertex = pair.support(direction, state.searches)
    state = engine_step.with_support(state, direction, vertex)
    height = dot(vertex.point, direction)
    if decisions.holds("separates", height, 0.0, (vertex,)):
        return _separate(state, decisions, "separated", "the support does not reach the origin")
    choice = simplices.do_simplex((*state.simplex, vertex), decisions)
    state = state._replace(simplex=choice.kept, action=choice.action, decisions=tuple(decisions.asked))
    if choice.contains:
        return state._replace(phase=CcdPhase.SEED)
    if choice.is_degenerate:
        return _separate(state, decisions, choice.action, "the simplex is degenerate, taken for no intersection")
    if decisions.holds("no direction", dot(choice.direction, choice.direction), ccd.EPSILON, ()):
        return _separate(state, decisions, choice.action, "the next direction is zero, taken for no intersection")
    rounds = state.memory.rounds + 1
    if rounds >= GJK_LIMIT:
        return _separate(state, decisions, choice.action, f"{GJK_LIMIT} iterations, taken for no intersection")
    return state._replace(
        decisions=tuple(decisions.asked), memory=state.memory._replace(next_direction=choice.direction, rounds=rounds)
    )


def _seed(pair: CcdPair, state: State) -> State:
    """`simplexToPolytope2`, `3` or `4`."""
    decisions, builder = EngineDecisions(DECISIONS, pair.corrected), CcdBuilder(CcdPolytope())
    births = count(state.searches)
    seed = first_polytope(state.simplex, builder, decisions, lambda d: pair.support(d, next(births)))
    nearest, polytope = seed.touching, builder.done()
    pair.last.keep(polytope, builder)
    state = state._replace(
        phase=CcdPhase.EPA,
        simplex=(),
        searches=next(births),
        polytope=builder.drawn(nearest),
        action=seed.action,
        decisions=tuple(decisions.asked),
        memory=state.memory._replace(polytope=polytope, rounds=0),
    )
    return state if nearest is None else _answer(state, nearest, "touching contact")


def _expand(pair: CcdPair, state: State) -> State:
    """An iteration of EPA: `ccdPtNearest`, `nextSupport`, `expandPolytope`."""
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    polytope: CcdPolytope = state.memory.polytope
    builder = pair.last.take(polytope) or CcdBuilder(polytope, state.polytope or NOT_DRAWN)
    builder.removed = []
    nearest = builder.find_nearest()
    if nearest is None:
        crash = "no element has a distance that is a number: libccd reads through a null pointer"
        crashed: State = engine_step.ended(state, Exit.ASSERTION_FAILED, crash, ClaimedResult(Verdict.UNDECIDED))
        return crashed._replace(action="nothing nearest")
    corners = builder.corners_of(nearest)
    if nearest.kind is CcdKind.VERTEX:
        return _stop(state, builder, nearest, decisions, "the nearest element is a vertex")
    if decisions.holds("touches", nearest.squared, ccd.EPSILON, corners):
        return _stop(state, builder, nearest, decisions, "the nearest element is at 0, a touching contact")
    vertex = pair.support(nearest.witness, state.searches)
    state = engine_step.with_support(state, nearest.witness, vertex)
    gain = dot(vertex.point, nearest.witness) - nearest.squared
    if decisions.holds("gain", gain, EPA_TOLERANCE, (vertex, *corners)):
        return _stop(state, builder, nearest, decisions, "the support is no further by the tolerance")
    points = [corner.point for corner in corners]
    beyond = (
        ccd.squared_to_segment(vertex.point, points[0], points[1])
        if nearest.kind is CcdKind.EDGE
        else ccd.squared_to_triangle(vertex.point, points[0], points[1], points[2])
    )
    if decisions.holds("support on element", beyond, EPA_TOLERANCE, (vertex, *corners)):
        return _stop(state, builder, nearest, decisions, "the support lies on the nearest element")
    expand_polytope(builder, nearest, vertex)
    polytope, rounds = builder.done(), state.memory.rounds + 1
    pair.last.keep(polytope, builder)
    state = state._replace(
        polytope=builder.drawn(nearest),
        closest=nearest.witness,
        decisions=tuple(decisions.asked),
        action=_EXPAND[nearest.kind],
        memory=CcdMemory(state.memory.next_direction, rounds, polytope),
    )
    if rounds < EPA_LIMIT:
        return state
    ending = f"gjkscope ends after {EPA_LIMIT} rounds of EPA, which libccd does not limit"
    ended: State = engine_step.ended(state, Exit.ITERATION_LIMIT, ending, ClaimedResult(Verdict.UNDECIDED))
    return ended


_EXPAND = {kind: f"expand {kind.name.lower()}" for kind in CcdKind}


def _stop(state: State, builder: CcdBuilder, nearest: CcdElement, decisions: EngineDecisions, ending: str) -> State:
    """The end of EPA, with the polytope as it is."""
    action = f"nearest {nearest.kind.name.lower()}"
    state = _with(state, decisions)._replace(polytope=builder.drawn(nearest), closest=nearest.witness, action=action)
    return _answer(state, nearest, ending)


def _with(state: State, decisions: EngineDecisions) -> State:
    return state._replace(decisions=tuple(decisions.asked))


def _separate(state: State, decisions: EngineDecisions, action: str, ending: str) -> State:
    why = Exit.SEPARATING_AXIS if action == "separated" else Exit.ENGINE_STOPS
    ended: State = engine_step.ended(
        _with(state, decisions)._replace(action=action), why, ending, ClaimedResult(Verdict.SEPARATED)
    )
    return ended


def _answer(state: State, nearest: CcdElement, ending: str) -> State:
    """The depth is the distance of the nearest element, the direction its normalised witness: 0/0 if that is zero."""
    depth, length = root(nearest.squared), root(dot(nearest.witness, nearest.witness))
    normal = scale(nearest.witness, divide(1.0, length))
    is_number = all(map(isfinite, (*normal, depth)))
    verdict = Verdict.TOUCHING if depth == 0 else Verdict.PENETRATING
    answer = ClaimedResult(verdict, -depth, normal)
    ended: State = engine_step.ended(state, Exit.ENGINE_STOPS if is_number else Exit.NOT_A_NUMBER, ending, answer)
    return ended
