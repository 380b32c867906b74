"""The steps of MuJoCo's `mjc_ccd`: GJK, `gjkIntersect`, the polytope and EPA, for a geom distance or for contacts."""

from enum import StrEnum
from math import isfinite
from typing import Any, NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import (
    FURTHEST,
    MINVAL,
    euclidean_length,
    linear_combination,
    square_root,
)
from gjkscope.engine.published.mujoco.decisions import DECISIONS
from gjkscope.engine.published.mujoco.geoms import DISCRETE, MujocoGeom
from gjkscope.engine.published.mujoco.growing import expand_from, face_witnesses, seeded_polytope
from gjkscope.engine.published.mujoco.polytope import MujocoBuilder, MujocoPolytope
from gjkscope.engine.published.mujoco.subdistance import nearest_weights
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot, neg, scale, sub

FORMULAS = {  # collision functions of pairs, in alphabetical order
    ("sphere", "sphere"): "mjc_SphereSphere",
    ("capsule", "sphere"): "mjc_SphereCapsule",
    ("cylinder", "sphere"): "mjc_SphereCylinder",
    ("box", "sphere"): "mjc_SphereBox",
    ("capsule", "capsule"): "mjc_CapsuleCapsule",
    ("box", "capsule"): "mjc_CapsuleBox",
}
FIRST_AXIS: Vec3 = (1.0, 0.0, 0.0)


class MujocoPhase(StrEnum):
    """The parts of the algorithm."""

    CORES = "GJK of the cores"
    GJK = "GJK"
    CHECK = "separation check"
    INTERSECT = "gjkIntersect"
    SEED = "polytope"
    EPA = "EPA"


class MujocoPair(NamedTuple):
    """The two geoms, the kinds of test that are corrected, and what MuJoCo is asked."""

    a: MujocoGeom
    b: MujocoGeom
    corrected: tuple[str, ...] = ()
    wants_distance: bool = True  # False: contacts only
    tolerance: float = 1e-6  # `ccd_tolerance`
    iterations: int = 35  # `ccd_iterations`

    @property
    def is_discrete(self) -> bool:
        return self.a.kind in DISCRETE and self.b.kind in DISCRETE

    @property
    def margins(self) -> tuple[float, float]:
        """The radii of the shapes that are shrunk first."""
        margin_a, margin_b = (geom.size[0] if geom.is_round else 0.0 for geom in (self.a, self.b))
        return margin_a, margin_b

    @property
    def reservation(self) -> str:
        """What a reader must know about the answer, for the end of its sentence."""
        kinds = min(self.a.kind, self.b.kind), max(self.a.kind, self.b.kind)
        is_of_boxes = kinds == ("box", "box") and not self.wants_distance
        formula = "mjc_BoxBox" if is_of_boxes else FORMULAS.get(kinds)
        if formula is not None:
            return f"; MuJoCo itself does not ask this code about {kinds[0]} and {kinds[1]}, but {formula}"
        return "; vertices of meshes are rounded to single precision" if "hull" in kinds else ""


class MujocoMemory(NamedTuple):
    """What the next step needs."""

    known: tuple[int, int] = (NO_INDEX, NO_INDEX)  # the vertices that were found last
    is_shrunk: bool = False
    rounds: int = 0  # of GJK or EPA
    norm: float = 0.0  # of the closest point
    norm_before: float = 0.0
    weights: tuple[float, ...] = ()
    may_intersect: bool = False  # `backup_gjk`
    tetrahedron: Vertices = ()  # that `gjkIntersect` began with
    distance: float = 0.0  # found by GJK
    witnesses: tuple[Vec3, Vec3] = (ZERO, ZERO)
    polytope: MujocoPolytope = MujocoPolytope()
    upper: float = FURTHEST  # bound of the depth
    face: int | None = None  # nearest


def starting_step(kind: type[Any], pair: MujocoPair) -> Any:
    """The difference of the positions, from which GJK starts."""
    return _restart(pair, engine_step.before_first_step(kind, MujocoPhase.GJK, MujocoMemory()), any(pair.margins))


def next_step(pair: MujocoPair, state: Any) -> Any:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    state = _STEPS[MujocoPhase(state.phase)](pair, state, decisions)
    asked = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
    return state._replace(decisions=asked)


def _restart(pair: MujocoPair, state: Any, is_shrunk: bool) -> Any:
    """GJK at its beginning, with the cores or the whole shapes."""
    x = sub(pair.a.position, pair.b.position)
    memory = MujocoMemory(
        known=state.memory.known,
        is_shrunk=is_shrunk,
        norm=euclidean_length(x),
        may_intersect=not pair.wants_distance and not is_shrunk,
        witnesses=(pair.a.position, pair.b.position),
    )
    phase = MujocoPhase.CORES if is_shrunk else MujocoPhase.GJK
    return state._replace(phase=phase, simplex=(), closest=x, memory=memory, action="first")


def _found(pair: MujocoPair, state: Any, direction: Vec3, opposite: Vec3) -> tuple[Any, Vertex]:
    """The state with the support along a direction, and the support.  A direction of NaN is not shown."""
    memory = state.memory
    a, b = (pair.a.shrunk, pair.b.shrunk) if memory.is_shrunk else (pair.a, pair.b)
    point_a, known_a = a.support(direction, memory.known[0])
    point_b, known_b = b.support(opposite, memory.known[1])
    vertex = Vertex(sub(point_a, point_b), point_a, point_b, known_a, known_b, state.searches)
    lower = state.lower
    slack = (sum(pair.margins) if memory.is_shrunk else 0.0) + pair.a.vertex_error + pair.b.vertex_error
    state = state._replace(memory=memory._replace(known=(known_a, known_b)))
    state = engine_step.with_support(state, direction, vertex, slack)
    if not all(map(isfinite, (*direction, *vertex.point))):
        state = state._replace(direction=None, height=None, lower=lower)
    return state, vertex


def _search(pair: MujocoPair, state: Any, decisions: EngineDecisions) -> Any:
    """An iteration of `gjk`."""
    memory, x, simplex = state.memory, state.closest, state.simplex
    least = MINVAL if pair.is_discrete else pair.tolerance
    if decisions.holds("at origin", memory.norm, least, simplex):
        return _leave_gjk(pair, state, decisions, "origin reached")
    if decisions.holds("stagnates", abs(memory.norm_before - memory.norm), MINVAL, ()):
        return _leave_gjk(pair, state, decisions, "stagnated")
    opposite = scale(x, divide(1.0, memory.norm))
    state, vertex = _found(pair, state, scale(opposite, -1.0), opposite)
    enough = 0.0 if pair.is_discrete else 0.5 * (pair.tolerance * pair.tolerance)
    if decisions.holds("gap", dot(x, sub(x, vertex.point)), enough, (vertex, *simplex)):
        return state._replace(phase=MujocoPhase.CHECK, action="converged")
    if not pair.wants_distance and _is_apart(pair, state, vertex, decisions):
        return _separated(state._replace(action="separated"), "a support does not reach the origin")
    if len(simplex) == 3 and memory.may_intersect:
        simplex = (*simplex, vertex)
        memory = state.memory._replace(tetrahedron=simplex)
        return state._replace(phase=MujocoPhase.INTERSECT, simplex=simplex, memory=memory, action="first tetrahedron")
    return _reduced(pair, state, (*simplex, vertex), decisions)


def _is_apart(pair: MujocoPair, state: Any, vertex: Vertex, decisions: EngineDecisions) -> bool:
    """Whether a support proves that there is no contact; with cores, their distance must be that of the radii."""
    height = dot(state.closest, vertex.point)
    if not decisions.holds("separates", height, 0.0, (vertex,)) or not state.memory.is_shrunk:
        return height > 0
    cutoff, norm = sum(pair.margins), state.memory.norm
    return decisions.holds("beyond radii", height * height, cutoff * cutoff * (norm * norm), (vertex,))


def _reduced(pair: MujocoPair, state: Any, candidate: Vertices, decisions: EngineDecisions) -> Any:
    """Keeps the vertices that the nearest point of the simplex needs."""
    weights = nearest_weights([vertex.point for vertex in candidate])
    kept = [(vertex, weight) for vertex, weight in zip(candidate, weights, strict=True) if weight]
    if not kept:
        return _separated(state._replace(simplex=(), action="no weights"), "no vertex has a weight (SHOULD NOT OCCUR)")
    simplex = tuple(vertex for vertex, _ in kept)
    x = linear_combination([weight for _, weight in kept], [vertex.point for vertex in simplex])
    memory = state.memory._replace(
        rounds=state.memory.rounds + 1,
        norm_before=state.memory.norm,
        norm=euclidean_length(x),
        weights=tuple(weight for _, weight in kept),
    )
    state = state._replace(simplex=simplex, closest=x, memory=memory, action=f"keep {len(simplex)}")
    if len(simplex) == 4:
        return state._replace(phase=MujocoPhase.CHECK, action="tetrahedron kept")
    if memory.rounds >= pair.iterations and not decisions.holds("rounds", memory.rounds, pair.iterations, ()):
        return state._replace(phase=MujocoPhase.CHECK, action="limit of GJK")
    return state


def _leave_gjk(pair: MujocoPair, state: Any, decisions: EngineDecisions, action: str) -> Any:
    """To the separation check; a corrected search without a simplex begins with a support along x."""
    if not state.simplex and "has simplex" in pair.corrected:
        state, vertex = _found(pair, state, FIRST_AXIS, neg(FIRST_AXIS))
        return _reduced(pair, state, (vertex,), decisions)
    return state._replace(phase=MujocoPhase.CHECK, action=action)


def _check(pair: MujocoPair, state: Any, decisions: EngineDecisions) -> Any:
    """The end of `gjk`: the witness points, and a last support that may separate the shapes."""
    memory, x = state.memory, state.closest
    if state.simplex:
        on_a, on_b = (
            linear_combination(memory.weights, [getattr(vertex, side) for vertex in state.simplex])
            for side in ("a", "b")
        )
        memory = memory._replace(witnesses=(on_a, on_b))
    opposite = scale(x, divide(1.0, memory.norm))
    state, vertex = _found(pair, state._replace(memory=memory), scale(opposite, -1.0), opposite)
    separates = decisions.holds("separates", dot(x, vertex.point), 0.0, (vertex,))
    distance = 0.0 if len(state.simplex) == 4 and not separates else memory.norm
    state = state._replace(memory=state.memory._replace(distance=distance), action="checked")
    if memory.is_shrunk:
        if decisions.holds("beyond cores", distance, pair.tolerance, state.simplex):
            return _inflated(pair, state)
        return _restart(pair, state, False)._replace(action="whole shapes")
    if not decisions.holds("overlap", distance, pair.tolerance, state.simplex) or separates:
        return _answered(pair, state, distance, "GJK's distance")
    if not decisions.holds("has simplex", len(state.simplex), 1, state.simplex):
        return _answered(pair, state, distance, "no simplex for EPA: GJK's distance is returned")
    return state._replace(phase=MujocoPhase.SEED)


def _inflated(pair: MujocoPair, state: Any) -> Any:
    """The answer for cores that are apart: `inflate`."""
    (on_a, on_b), (margin_a, margin_b) = state.memory.witnesses, pair.margins
    normal = _unit(sub(on_b, on_a))
    if margin_a:
        on_a = along(on_a, normal, margin_a)
    if margin_b:
        on_b = sub(on_b, scale(normal, margin_b))
    state = state._replace(memory=state.memory._replace(witnesses=(on_a, on_b)))
    return _answered(pair, state, state.memory.distance - (margin_a + margin_b), "the distance of the cores less radii")


def _intersect(pair: MujocoPair, state: Any, decisions: EngineDecisions) -> Any:
    """An iteration of `gjkIntersect`."""
    simplex, memory = state.simplex, state.memory
    heights = [_height(simplex, slots) for slots in ((2, 1, 3), (0, 2, 3), (1, 0, 3), (0, 1, 2))]
    if any(height == 0 for height, _ in heights):
        return _give_up(pair, state, decisions, "origin on a plane")
    low, high = (0 if heights[0][0] < heights[1][0] else 1), (2 if heights[2][0] < heights[3][0] else 3)
    worst = low if heights[low][0] < heights[high][0] else high
    height, normal = heights[worst]
    if decisions.holds("all inside", height, 0.0, (*simplex[:worst], *simplex[worst + 1 :], simplex[worst])):
        return state._replace(phase=MujocoPhase.SEED, action="origin inside")
    state, vertex = _found(pair, state, normal, neg(normal))
    if decisions.holds("does not reach", dot(normal, vertex.point), 0.0, (vertex,)):
        return _separated(state._replace(simplex=(), action="separated"), "a support does not reach the origin")
    vertices = [*simplex]
    vertices[worst] = vertex
    i, j = (worst + 1) & 3, (worst + 2) & 3
    vertices[i], vertices[j] = vertices[j], vertices[i]
    rounds = memory.rounds + 1
    state = state._replace(
        simplex=tuple(vertices), memory=state.memory._replace(rounds=rounds), action="replace a vertex"
    )
    if rounds >= pair.iterations and not decisions.holds("rounds", rounds, pair.iterations, ()):
        return _give_up(pair, state, decisions, "limit of gjkIntersect")
    return state


def _height(simplex: Vertices, slots: tuple[int, int, int]) -> tuple[float, Vec3]:
    """The signed distance of a face from the origin, and its normal; a huge one if it has no normal."""
    a, b, c = (simplex[slot].point for slot in slots)
    normal = cross(sub(c, a), sub(b, a))
    square = dot(normal, normal)
    if MINVAL * MINVAL < square < 1e20:
        normal = scale(normal, divide(1.0, square_root(square)))
        return dot(normal, a), normal
    return FURTHEST, normal


def _give_up(pair: MujocoPair, state: Any, decisions: EngineDecisions, action: str) -> Any:
    """Back to GJK, with the tetrahedron that `gjkIntersect` began with."""
    state = state._replace(phase=MujocoPhase.GJK, memory=state.memory._replace(may_intersect=False))
    return _reduced(pair, state, state.memory.tetrahedron, decisions)._replace(action=action)


def _seed(pair: MujocoPair, state: Any, decisions: EngineDecisions) -> Any:
    """`polytope2`, `polytope3` or `polytope4`."""
    builder, states = MujocoBuilder(MujocoPolytope()), [state]

    def search(vector: Vec3, length: float) -> Vertex:
        state, vertex = _along(pair, states[-1], vector, length)
        states.append(state)
        return vertex

    seed = seeded_polytope(state.simplex, builder, decisions, search)
    # There may have been several searches: none of them is the step's own.
    state = states[-1]._replace(action=seed.action, direction=None, support=None, height=None)
    if seed.status:
        return _answered(pair, state, 0.0, f"{seed.status}: no polytope, taken for touching")
    memory = state.memory._replace(polytope=builder.done(), rounds=0)
    return state._replace(phase=MujocoPhase.EPA, simplex=(), polytope=builder.drawn(None), memory=memory, closest=None)


def _along(pair: MujocoPair, state: Any, vector: Vec3, length: float) -> tuple[Any, Vertex]:
    """`epaSupport`: along the first axis if the vector is too short."""
    direction = FIRST_AXIS
    if length > MINVAL:
        direction = (vector[0] / length, vector[1] / length, vector[2] / length)
    return _found(pair, state, direction, scale(direction, -1.0))


def _expand(pair: MujocoPair, state: Any, decisions: EngineDecisions) -> Any:
    """An iteration of `epa`."""
    memory = state.memory
    builder = MujocoBuilder(memory.polytope)
    nearest = builder.nearest_face()
    face = memory.face if nearest is None else nearest
    squared = FURTHEST if nearest is None else builder.faces[nearest].squared
    upper = memory.upper
    upper_squared = FURTHEST if upper == FURTHEST else upper * upper
    if face is None or (upper != FURTHEST and decisions.holds("crossed", squared, upper_squared, ())):
        state = state._replace(polytope=builder.drawn(memory.face), action="face before")
        return _measured(pair, state, builder, memory.face, "no face is nearer than the upper bound", decisions)
    corners = builder.corners_of(face)
    state = state._replace(polytope=builder.drawn(face), closest=builder.faces[face].projection, action="nearest face")
    if decisions.holds("no depth", squared, 0.0, corners):
        return _measured(pair, state, builder, face, "the origin lies on the nearest face", decisions)
    lower = square_root(squared)
    state, vertex = _along(pair, state, builder.faces[face].projection, lower)
    bound = divide(dot(builder.faces[face].projection, vertex.point), lower)
    if bound < upper:
        upper, upper_squared = bound, bound * bound
    enough = MINVAL if pair.is_discrete else pair.tolerance
    if decisions.holds("bounds met", upper - lower, enough, (vertex, *corners)):
        if memory.rounds == 0 and decisions.holds("crossed at first", upper, lower - 1e-10, (vertex, *corners)):
            return _measured(pair, state, builder, None, "the bounds of the depth cross at once: no contact", decisions)
        return _measured(
            pair, state, builder, face, f"the bounds of the depth differ by less than {number(enough)} m", decisions
        )
    if pair.is_discrete and any(
        (vertex.index_a, vertex.index_b) == (other.index_a, other.index_b) for other in builder.vertices
    ):
        return _measured(pair, state, builder, face, "the support is a vertex already", decisions)
    builder.vertices.append(vertex)
    free = 6 * pair.iterations - len(builder.faces) if "rounds" not in pair.corrected else FURTHEST
    fault = expand_from(builder, face, len(builder.vertices) - 1, upper_squared, decisions, free)
    state = state._replace(polytope=builder.drawn(face), action="expand face")
    if fault:
        ending, is_lost = _FAULTS[fault]
        return _measured(pair, state, builder, None if is_lost else face, ending, decisions)
    rounds = memory.rounds + 1
    state = state._replace(memory=state.memory._replace(polytope=builder.done(), upper=upper, face=face, rounds=rounds))
    if rounds >= pair.iterations and not decisions.holds("rounds", rounds, pair.iterations, ()):
        return _measured(
            pair,
            state,
            builder,
            face,
            f"{pair.iterations} iterations, before the bounds of the depth have met",
            decisions,
        )
    return state


def _measured(
    pair: MujocoPair, state: Any, builder: MujocoBuilder, face: int | None, ending: str, decisions: EngineDecisions
) -> Any:
    """The answer of `epa`: the depth of a face, or 0 without one."""
    if face is None:
        return _answered(pair, state, 0.0, ending, has_witnesses=False)
    corners = builder.corners_of(face)
    on_a, on_b, weights = face_witnesses(corners, builder.faces[face].projection)
    if not min(weights) >= 0 and decisions.holds("projection in face", min(weights), 0.0, corners):
        inner = nearest_weights([vertex.point for vertex in corners])
        on_a, on_b = (linear_combination(inner, [getattr(vertex, side) for vertex in corners]) for side in ("a", "b"))
    state = state._replace(memory=state.memory._replace(witnesses=(on_a, on_b)))
    return _answered(pair, state, -square_root(builder.faces[face].squared), ending)


def _separated(state: Any, ending: str) -> Any:
    why = Exit.SEPARATING_AXIS if state.action == "separated" else Exit.ENGINE_STOPS
    return engine_step.ended(state, why, ending, ClaimedResult(Verdict.SEPARATED))


def _answered(pair: MujocoPair, state: Any, distance: float, ending: str, has_witnesses: bool = True) -> Any:
    """What `mj_geomDistance` returns; a contact needs a negative distance."""
    ending += pair.reservation
    if not pair.wants_distance and not distance < 0:
        return engine_step.ended(state, Exit.ENGINE_STOPS, ending, ClaimedResult(Verdict.SEPARATED))
    on_a, on_b = state.memory.witnesses if has_witnesses else (None, None)
    normal = None
    if on_a is not None and on_b is not None and distance != 0:
        normal = _unit(sub(on_a, on_b) if distance < 0 else sub(on_b, on_a))
    verdict = Verdict.TOUCHING if distance == 0 else Verdict.PENETRATING if distance < 0 else Verdict.SEPARATED
    if not isfinite(distance):
        return engine_step.ended(state, Exit.NOT_A_NUMBER, ending, ClaimedResult(Verdict.UNDECIDED))
    return engine_step.ended(state, Exit.ENGINE_STOPS, ending, ClaimedResult(verdict, distance, normal, on_a, on_b))


def _unit(v: Vec3) -> Vec3:
    """`mju_normalize3`: the first axis for a vector that is too short."""
    length = euclidean_length(v)
    return FIRST_AXIS if length < MINVAL else scale(v, divide(1.0, length))


_STEPS = {
    MujocoPhase.CORES: _search,
    MujocoPhase.GJK: _search,
    MujocoPhase.CHECK: _check,
    MujocoPhase.INTERSECT: _intersect,
    MujocoPhase.SEED: _seed,
    MujocoPhase.EPA: _expand,
}
_FAULTS = {  # the ending, and whether the face is lost
    "horizon": ("the horizon has fewer than 3 edges: no contact", True),
    "memory": ("no memory for more faces", False),
    "flat": ("a new face is flat or contains the origin: no contact", True),
    "no candidates": ("no face is left between the bounds", False),
}
