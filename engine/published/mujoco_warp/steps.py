"""MuJoCo Warp's convex collision, as it makes contacts: in single precision.

Written from mujoco_warp 3.10.0.2 (module `collision_gjk`, as of commit 3108df4d, Apache licence): functions
`gjk_phase`, `epa_phase`, `gjk`, `_gjk_support`, `_polytope2`, `_polytope3`, `_polytope4`, `_epa`, `_add_edge` and
`support`; margin and gap 0.  It follows MuJoCo's code, described in `mujoco/steps.py`, with these differences:

1. All numbers are float32.
2. GJK ends when |x| changes by less than `ccd_tolerance`, 1e-6, for boxes and meshes, too.  There is no check at the
   end, and no `gjkIntersect`: a support with x · w > 0 ends the search without a contact.
3. Below |x| = 1e-4, the direction of boxes and meshes is made perpendicular to the edge, or is the triangle's normal.
4. The origin lies on a face of a tetrahedron if its squared distance is below 1e-17, but on a face of the two
   tetrahedra on a triangle below 1e-10: 10 µm.
5. The triangle's normal is not normalised before its supports are searched.
6. EPA keeps no neighbours: the horizon is the list of edges that only one visible face has, at most 24.  A face is
   visible if v · w − v² > 1e-10.  It ends after 16 iterations for two boxes, else after 35.

How it fails:
- A tetrahedron that has the origin on a face is neither flat enough for one test nor contains the origin by the other:
  `_polytope4` gives status 12, and the contact is dropped (https://github.com/google-deepmind/mujoco_warp/issues/1526;
  commit 63d25e44 falls back to the nearest face).
- Two slow steps of GJK end it outside A − B although the shapes overlap: a positive distance
  (https://github.com/google-deepmind/mujoco_warp/issues/1527; commit 3db7a702 compares with 1e-15).
- A sphere or a capsule gets its radius back before the second search, and the other shape 0 as its first size: a box,
  a cylinder or an ellipsoid is searched without its extent along x or its radius.  Later versions keep the sizes.
- Contacts whose polytope has a face nearer than 10 µm are dropped (statuses 6 to 11).

Where it departs: as in `mujoco/steps.py`.  On a GPU, products and sums are fused, which rounds once instead of twice.
"""

from enum import StrEnum
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import MINVAL, euclidean_length, linear_combination, square_root
from gjkscope.engine.published.mujoco.geoms import DISCRETE, MujocoGeom, mujoco_geom
from gjkscope.engine.published.mujoco.growing import face_witnesses
from gjkscope.engine.published.mujoco.subdistance import nearest_weights
from gjkscope.engine.published.mujoco_warp.decisions import SingleDecisions, plain_vector, plain_vertex
from gjkscope.engine.published.mujoco_warp.growing import FAILURES, warp_polytope
from gjkscope.engine.published.mujoco_warp.polytope import HORIZON_LIMIT, WarpBuilder, WarpPolytope
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.text import number
from gjkscope.engine.vectors import SINGLE, ZERO, Vec3, along, cross, dot, neg, scale, sub


def _rounded(value: float) -> Any:
    """In single precision."""
    return np.float32(value)


TOLERANCE = _rounded(1e-6)
"""`ccd_tolerance`"""

X_AXIS: Vec3 = (_rounded(1), _rounded(0), _rounded(0))

ITERATIONS, BOX_ITERATIONS = 35, 16
"""`ccd_iterations`, and the limit of EPA for two boxes."""

NOISY = _rounded(1e-4)
"""|x| below which the direction of boxes and meshes is corrected."""

LEAST_GAIN = _rounded(1e-7)
"""`MIN_EPATOL`, the tolerance of EPA for boxes and meshes."""

UNKNOWN = (NO_INDEX, NO_INDEX)

FARTHEST = _rounded(1e30)
"""`FLOAT_MAX`"""


class WarpPhase(StrEnum):
    """The parts of the algorithm."""

    CORES = "GJK of the cores"
    GJK = "GJK"
    SEED = "polytope"
    EPA = "EPA"


class State(EngineStep):
    """A step of MuJoCo Warp; `memory` holds what the next step needs, in single precision."""

    __slots__ = ()


class WarpPair(NamedTuple):
    """The two geoms in single precision, and the kinds of test that are corrected."""

    a: MujocoGeom
    b: MujocoGeom
    corrected: tuple[str, ...] = ()

    @property
    def is_discrete(self) -> bool:
        return self.a.kind in DISCRETE and self.b.kind in DISCRETE

    @property
    def radii(self) -> tuple[float, float]:
        """The radii of the shapes that are shrunk first."""
        radius_a, radius_b = (geom.size[0] if geom.is_round else _rounded(0) for geom in (self.a, self.b))
        return radius_a, radius_b

    @property
    def spoiled(self) -> tuple[MujocoGeom, ...]:
        """The geoms whose first size becomes 0 when the other one gets its radius back."""
        return tuple(geom for geom in (self.a, self.b) if not geom.is_round and geom.vertices == () and any(self.radii))

    def searched(self, is_shrunk: bool) -> tuple[MujocoGeom, MujocoGeom]:
        """The geoms as they are searched."""
        if is_shrunk:
            return self.a.shrunk, self.b.shrunk
        a, b = (
            geom._replace(size=(_rounded(0), geom.size[1], geom.size[2])) if geom in self.spoiled else geom
            for geom in (self.a, self.b)
        )
        return a, b


class WarpMemory(NamedTuple):
    """What the next step needs, in single precision."""

    x: Vec3
    norm: Any
    norm_before: Any
    known: tuple[int, int] = UNKNOWN  # the vertices that were found last; each part resets them
    is_shrunk: bool = False
    rounds: int = 0
    simplex: Vertices = ()
    weights: tuple[Any, ...] = ()
    distance: Any = 0.0  # found by GJK
    polytope: WarpPolytope = WarpPolytope()
    upper: Any = FARTHEST
    face: int | None = None


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of MuJoCo Warp on two placed shapes.  Raises `NotApplicable` for shapes that it does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("mujoco-warp", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> WarpPair:
    a, b = (_warp_geom(shape, pose) for shape, pose in ((shape_a, pose_a), (shape_b, pose_b)))
    return WarpPair(a, b, options.corrected)


def start(pair: WarpPair) -> State:
    """The difference of the positions, from which GJK starts."""
    with np.errstate(all="ignore"):
        state: State = engine_step.before_first_step(State, WarpPhase.GJK)
        return _published(_restart(pair, state, any(pair.radii)))


def step(pair: WarpPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = SingleDecisions(pair.corrected)
    with np.errstate(all="ignore"):  # overflow and division by zero, as in C
        state = _STEPS[WarpPhase(state.phase)](pair, state, decisions)
        asked = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
        state = _published(state._replace(decisions=asked))
    return state if state.exit == Exit.RUNNING else state._replace(ending=state.ending + _reservation(pair, state))


def _reservation(pair: WarpPair, state: State) -> str:
    """What a reader must know about the answer, for the end of its sentence."""
    if pair.spoiled and not state.memory.is_shrunk:
        kinds = " and ".join(geom.kind.removeprefix("normalized ") for geom in pair.spoiled)
        return f"; the first size of the {kinds} was 0, since gjk_phase resets it"
    return "; on a GPU, fused products may decide otherwise"


def _warp_geom(shape: Shape, pose: Pose) -> MujocoGeom:
    with np.errstate(over="ignore"):
        geom: MujocoGeom = single(mujoco_geom(shape, pose))
    return geom._replace(kind="normalized ellipsoid") if geom.kind == "ellipsoid" else geom


def _published(state: State) -> State:
    """The state with its simplex and closest point as Python's floats."""
    closest = None if state.closest is None else plain_vector(state.closest)
    return state._replace(simplex=tuple(map(plain_vertex, state.memory.simplex)), closest=closest)


def _restart(pair: WarpPair, state: State, is_shrunk: bool) -> State:
    x = sub(pair.a.position, pair.b.position)
    memory = WarpMemory(x, euclidean_length(x), _rounded(0), is_shrunk=is_shrunk)
    phase = WarpPhase.CORES if is_shrunk else WarpPhase.GJK
    return state._replace(phase=phase, closest=x, memory=memory, action="first")


def _supported(pair: WarpPair, state: State, direction: Vec3, opposite: Vec3) -> tuple[State, Vertex]:
    """The state with the support along a direction, and the support.  A direction of NaN is not shown.

    What a support proves holds for shapes whose coordinates are rounded, so the lower bound is less by their rounding.
    Supports of a shape that lost its size prove nothing.
    """
    memory = state.memory
    a, b = pair.searched(memory.is_shrunk)
    point_a, known_a = a.support(direction, memory.known[0])
    point_b, known_b = b.support(opposite, memory.known[1])
    vertex = Vertex(sub(point_a, point_b), point_a, point_b, known_a, known_b, state.searches)
    lower, way, shown = state.lower, plain_vector(direction), plain_vertex(vertex)
    state = state._replace(memory=memory._replace(known=(known_a, known_b)))
    if not all(map(isfinite, (*way, *shown.point))):
        return state._replace(support=shown, searches=vertex.birth + 1), vertex
    state = engine_step.with_support(state._replace(lower=-np.inf), way, shown)
    proved = state.lower - (float(sum(pair.radii)) if memory.is_shrunk else 0.0) - ROUNDINGS * SINGLE * state.reach
    is_proof = memory.is_shrunk or not pair.spoiled
    return state._replace(lower=max(lower, float(proved)) if is_proof else lower), vertex


def _search(pair: WarpPair, state: State, decisions: SingleDecisions) -> State:
    """An iteration of `gjk`."""
    memory = state.memory
    x, simplex = memory.x, memory.simplex
    least = _rounded(MINVAL) if pair.is_discrete else TOLERANCE
    if decisions.holds("at origin", memory.norm, least, simplex):
        return _after_gjk(pair, state, decisions, "origin reached")
    change = abs(memory.norm_before - memory.norm)
    # The support that GJK would find next is asked for the belief only.
    beyond = _supported(pair, state, *_opposites(_direction(pair, memory)))[1] if change < TOLERANCE else None
    if decisions.holds("stagnates", change, TOLERANCE, () if beyond is None else (beyond, *simplex)):
        return _after_gjk(pair, state, decisions, "stagnated")
    state, vertex = _supported(pair, state, *_opposites(_direction(pair, memory)))
    enough = _rounded(0) if pair.is_discrete else _rounded(0.5) * TOLERANCE * TOLERANCE
    if decisions.holds("gap", dot(x, sub(x, vertex.point)), enough, (vertex, *simplex)):
        return _after_gjk(pair, state, decisions, "converged")
    height = dot(x, vertex.point)
    if decisions.holds("separates", height, 0.0, (vertex,)) and not memory.is_shrunk:
        return _no_contact(state._replace(action="separated"), "a support does not reach the origin")
    if memory.is_shrunk and height > 0:
        cutoff = sum(pair.radii)
        if decisions.holds("beyond radii", divide(height * height, dot(x, x)), cutoff * cutoff, (vertex,)):
            return _no_contact(state._replace(action="separated"), "the cores are further apart than their radii")
    return _reduced(pair, state, (*simplex, vertex), decisions)


def _opposites(away: Vec3) -> tuple[Vec3, Vec3]:
    return neg(away), away


def _direction(pair: WarpPair, memory: WarpMemory) -> Vec3:
    """The direction away from the origin: `_gjk_support`."""
    x, norm, points = memory.x, memory.norm, [vertex.point for vertex in memory.simplex]
    away = (divide(x[0], norm), divide(x[1], norm), divide(x[2], norm))
    if not (pair.is_discrete and norm < NOISY):
        return away
    if len(points) == 2:
        edge = sub(points[1], points[0])
        square = dot(edge, edge)
        if square > MINVAL * MINVAL:
            away = sub(away, scale(edge, dot(away, edge) / square))
            length = euclidean_length(away)
            away = (away[0] / length, away[1] / length, away[2] / length) if length > MINVAL else away
    elif len(points) == 3:
        normal = cross(sub(points[1], points[0]), sub(points[2], points[0]))
        length = euclidean_length(normal)
        if length > MINVAL:
            sign = _rounded(-1 if dot(away, normal) < 0 else 1)
            away = (sign * normal[0] / length, sign * normal[1] / length, sign * normal[2] / length)
    return away


def _reduced(pair: WarpPair, state: State, candidate: Vertices, decisions: SingleDecisions) -> State:
    """Keeps the vertices that the nearest point of the simplex needs."""
    weights = nearest_weights([vertex.point for vertex in candidate])
    kept = [(vertex, weight) for vertex, weight in zip(candidate, weights, strict=True) if weight != 0]
    if not kept:
        return _no_contact(state._replace(action="no weights"), "no vertex has a weight (SHOULD NOT OCCUR)")
    simplex = tuple(vertex for vertex, _ in kept)
    memory = state.memory._replace(simplex=simplex, weights=tuple(weight for _, weight in kept))
    if len(simplex) == 4:
        state = state._replace(memory=memory._replace(norm=_rounded(0)))
        return _after_gjk(pair, state, decisions, "tetrahedron kept")
    x = linear_combination(memory.weights, [vertex.point for vertex in simplex])
    rounds = memory.rounds + 1
    memory = memory._replace(x=x, norm_before=memory.norm, norm=euclidean_length(x), rounds=rounds)
    state = state._replace(closest=x, memory=memory, action=f"keep {len(simplex)}")
    if rounds >= ITERATIONS and not decisions.holds("rounds", rounds, ITERATIONS, ()):
        return _after_gjk(pair, state, decisions, "limit of GJK")
    return state


def _after_gjk(pair: WarpPair, state: State, decisions: SingleDecisions, action: str) -> State:
    """`gjk_phase` after `gjk`."""
    memory, state = state.memory, state._replace(action=action)
    distance = memory.norm
    if memory.is_shrunk:
        if decisions.holds("beyond cores", distance, TOLERANCE, memory.simplex):
            return _inflated(pair, state)
        return _restart(pair, state, False)._replace(action="whole shapes")
    if not decisions.holds("overlap", distance, TOLERANCE, memory.simplex):
        return _no_contact(state, f"GJK's distance of {number(float(distance))} m is above the tolerance")
    if not decisions.holds("has simplex", len(memory.simplex), 1, memory.simplex):
        return _no_contact(state, "no simplex for EPA")
    if not memory.simplex:  # corrected: the search begins with a support along x
        state, vertex = _supported(pair, state, *_opposites(X_AXIS))
        return _reduced(pair, state, (vertex,), decisions)
    return state._replace(phase=WarpPhase.SEED, memory=memory._replace(distance=distance, known=UNKNOWN))


def _inflated(pair: WarpPair, state: State) -> State:
    """The answer for cores that are apart: `_inflate`."""
    memory, radii = state.memory, pair.radii
    on_a, on_b = pair.a.position, pair.b.position
    if memory.simplex:
        on_a, on_b = (
            linear_combination(memory.weights, [getattr(vertex, side) for vertex in memory.simplex])
            for side in ("a", "b")
        )
    normal = _unit(sub(on_b, on_a))
    if radii[0] > 0:
        on_a = along(on_a, normal, radii[0])
    if radii[1] > 0:
        on_b = sub(on_b, scale(normal, radii[1]))
    return _contact(state, memory.norm - (radii[0] + radii[1]), on_a, on_b, "the distance of the cores less radii")


def _seed(pair: WarpPair, state: State, decisions: SingleDecisions) -> State:
    """`_polytope2`, `_polytope3` or `_polytope4`."""
    builder, states = WarpBuilder(WarpPolytope()), [state]

    def search(direction: Vec3) -> Vertex:
        """`_epa_support`, which forgets the vertices that it finds."""
        following, vertex = _supported(pair, states[-1], direction, neg(direction))
        states.append(following._replace(memory=state.memory))
        return vertex

    seed = warp_polytope(state.memory.simplex, state.memory.distance, builder, decisions, search)
    # There may have been several searches: none of them is the step's own.
    state = states[-1]._replace(action=seed.action, direction=None, support=None, height=None)
    if seed.status:
        return _no_contact(state, f"status {seed.status}: {FAILURES[seed.status]}, so the contact is dropped")
    memory = state.memory._replace(polytope=builder.done(), rounds=0, simplex=())
    return state._replace(phase=WarpPhase.EPA, polytope=builder.drawn(None), memory=memory, closest=None)


def _expand(pair: WarpPair, state: State, decisions: SingleDecisions) -> State:
    """An iteration of `_epa`."""
    memory = state.memory
    builder = WarpBuilder(memory.polytope)
    face, upper = builder.nearest_face(), memory.upper
    if face is None or (
        upper < FARTHEST and decisions.holds("crossed", builder.faces[face].squared, upper * upper, ())
    ):
        state = state._replace(polytope=builder.drawn(memory.face), action="face before")
        return _measured(state, builder, memory.face, "no face is nearer than the upper bound", decisions)
    squared, projection, corners = builder.faces[face].squared, builder.faces[face].projection, builder.corners_of(face)
    state = state._replace(polytope=builder.drawn(face), closest=projection, action="nearest face")
    if decisions.holds("no depth", squared, 0.0, corners):
        return _measured(state, builder, face, "the origin lies on the nearest face", decisions)
    lower = square_root(squared)
    direction = (projection[0] / lower, projection[1] / lower, projection[2] / lower)
    state, vertex = _supported(pair, state, direction, neg(direction))
    bound = dot(projection, vertex.point) / lower
    upper = bound if bound < upper else upper
    enough = LEAST_GAIN if pair.is_discrete else TOLERANCE
    if decisions.holds("bounds met", upper - lower, enough, (vertex, *corners)):
        ending = f"the bounds of the depth differ by less than {number(float(enough))} m"
        return _measured(state, builder, face, ending, decisions)
    if pair.is_discrete and any(
        (vertex.index_a, vertex.index_b) == (other.index_a, other.index_b) for other in builder.vertices
    ):
        return _measured(state, builder, face, "the support is a vertex already", decisions)
    builder.vertices.append(vertex)
    limit = BOX_ITERATIONS if pair.a.kind == pair.b.kind == "box" else ITERATIONS
    fault = builder.expand_face(face, upper * upper if upper < FARTHEST else FARTHEST, 6 + 5 * limit, decisions)
    state = state._replace(polytope=builder.drawn(face), action="expand face")
    if fault:
        ending, is_lost = _FAULTS[fault]
        return _measured(state, builder, None if is_lost else face, ending, decisions)
    rounds = memory.rounds + 1
    memory = state.memory._replace(polytope=builder.done(), upper=upper, face=face, rounds=rounds)
    state = state._replace(memory=memory)
    if rounds >= limit and not decisions.holds("rounds", rounds, limit, ()):
        return _measured(
            state, builder, face, f"{limit} iterations, before the bounds of the depth have met", decisions
        )
    return state


def _measured(state: State, builder: WarpBuilder, face: int | None, ending: str, decisions: SingleDecisions) -> State:
    """The answer of `_epa`: the depth of a face, or no contact without one."""
    if face is None:
        return _no_contact(state, ending)
    corners = builder.corners_of(face)
    on_a, on_b, weights = face_witnesses(corners, builder.faces[face].projection)
    if not min(weights) >= 0 and decisions.holds("projection in face", min(weights), 0.0, corners):
        inner = nearest_weights([vertex.point for vertex in corners])
        on_a, on_b = (linear_combination(inner, [getattr(vertex, side) for vertex in corners]) for side in ("a", "b"))
    return _contact(state, -square_root(builder.faces[face].squared), on_a, on_b, ending)


def _no_contact(state: State, ending: str) -> State:
    why = Exit.SEPARATING_AXIS if state.action == "separated" else Exit.ENGINE_STOPS
    ended: State = engine_step.ended(state, why, ending, ClaimedResult(Verdict.SEPARATED))
    return ended


def _contact(state: State, distance: float, on_a: Vec3, on_b: Vec3, ending: str) -> State:
    """The answer; a contact needs a negative distance."""
    if not isfinite(distance):
        ended: State = engine_step.ended(state, Exit.NOT_A_NUMBER, ending, ClaimedResult(Verdict.UNDECIDED))
        return ended
    if not distance < 0:
        return _no_contact(state, ending)
    ends = plain_vector(on_a), plain_vector(on_b)
    answer = ClaimedResult(Verdict.PENETRATING, float(distance), plain_vector(_unit(sub(on_a, on_b))), *ends)
    touching: State = engine_step.ended(state, Exit.ENGINE_STOPS, ending, answer)
    return touching


def _unit(v: Vec3) -> Vec3:
    """`wp.normalize`: zero for zero."""
    length = euclidean_length(v)
    return (v[0] / length, v[1] / length, v[2] / length) if length > 0 else ZERO


_STEPS = {
    WarpPhase.CORES: _search,
    WarpPhase.GJK: _search,
    WarpPhase.SEED: _seed,
    WarpPhase.EPA: _expand,
}
_FAULTS = {  # the ending, and whether the face is lost
    "horizon": (f"the horizon has more than {HORIZON_LIMIT} edges: no contact", True),
    "flat": ("a new face is flat or contains the origin: no contact", True),
    "no candidates": ("no face is left between the bounds", False),
}
