"""Bullet's closest points of two convex shapes, as `btGjkPairDetector` computes them for pybullet's `getClosestPoints`.

Written from Bullet 3.27 (commit 6c888f4, which pybullet 3.2.7 contains), zlib licence, in its double precision:
`btGjkPairDetector.cpp` (`getClosestPointsNonVirtual`), `btVoronoiSimplexSolver.cpp`,
`btGjkEpaPenetrationDepthSolver.cpp` (`calcPenDepth`), `btGjkEpa2.cpp` and `btConvexShape.cpp`.  The shapes are cores
with margins (`shapes.py`).  With these it answers as pybullet does, to the last digit.

1. Overlap: libccd's GJK on the cores, as in libccd 2.0, says only whether they intersect.
2. Distance: GJK on the cores, always, from the direction (0, 1, 0).  It ends, with a code in `m_degenerateSimplex`,
   when a support repeats a vertex (1), when the distance cannot fall by more than 1e-12 of its square (2, 11), when
   the simplex is flat or its weights are negative (3), when the square is below 1e-12 (6), when the square fell by no
   more than ε (12), or when the simplex is full (13).  The margins are subtracted.  There is no code 10 here: it needs
   a greatest distance.
3. Depth, if step 1 found an intersection, step 2 found no direction, or its cores are closer than 1e-12: another GJK
   and EPA with margins, in A's coordinates, from nine first directions in turn until one works.  If GJK ends outside,
   the distance of the cores by yet another GJK is taken.  A depth replaces the distance only if it is less.
4. Check: if the normal points away from the deeper side, it is reversed; if the distance along the normal of step 2 is
   greater than the answer, it is taken instead.

How it fails:
- Squared distances are compared with ε and 1e-12, and a volume with 1e-8, whatever the size of the shapes: in single
  precision the numbers are 1e-6 to 1e-4 (https://github.com/bulletphysics/bullet3/issues/889).
- Step 2 alone may end with a positive distance of shapes that overlap, hence step 1
  (https://github.com/bulletphysics/bullet3/issues/1703).
- A shape that is smaller than its margin has a core that is turned inside out: half extents below 0
  (https://github.com/jsk-ros-pkg/jsk_roseus/issues/616).
- The offset of a face of EPA is not that of its plane if the origin projects outside of the triangle.  A vertex that
  sees such a face may be taken not to, and the polytope is closed in the wrong place.
- The border of a visible patch is found by a walk that fails if the patch encloses a vertex, or if a new face is
  smaller than 1e-12: "invalid hull".  The last nearest face is then the answer.
- A GJK of step 3 that ends inside on a vertex, or a first tetrahedron that has no volume, falls back to a depth of 0
  along the first direction.
- The normals of step 3 are in A's coordinates, and are used as if in world coordinates where both points coincide.

The dispatcher answers two spheres, two capsules, and spheres with capsules by formulas (`formulas.py`): one step.
"""

from collections.abc import Callable
from enum import StrEnum
from math import isfinite, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import ccd, engine_step
from gjkscope.engine.published.bullet.decisions import DECISIONS
from gjkscope.engine.published.bullet.formulas import FormulaAnswer, by_formula
from gjkscope.engine.published.bullet.polytope import MOST_VERTICES, BulletPolytope, HullBuilder
from gjkscope.engine.published.bullet.search import (
    ACCURACY,
    SEARCH_LIMIT,
    BulletSearch,
    BulletSupport,
    begin_search,
    determinant,
    plain_length,
    project,
    reduced,
    remember_support,
)
from gjkscope.engine.published.bullet.shapes import BulletShape, bullet_shape
from gjkscope.engine.published.bullet.voronoi import EQUAL_VERTICES, LARGE, CorePoint, VoronoiSimplex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.published.libccd.simplices import do_simplex
from gjkscope.engine.published.vertices import HUGE
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import (
    ZERO,
    Mat3,
    Vec3,
    add,
    along,
    cross,
    dot,
    neg,
    norm,
    row_times,
    scale,
    sub,
    transposed_times,
)

RELATIVE_ERROR = 1e-12
"""`REL_ERROR2`, of squared distances, and as a squared distance."""

EPA_TOLERANCE = 1e-12
"""`gGjkEpaPenetrationTolerance`, metres."""

ITERATIONS = 1000
"""`gGjkMaxIter`."""

NO_LENGTH = ccd.EPSILON * ccd.EPSILON

_AXES: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_GUESSES: tuple[Vec3, ...] = (
    *reversed(_AXES),
    (1.0, 1.0, 0.0),
    (1.0, 1.0, 1.0),
    (0.0, 1.0, 1.0),
    (1.0, 0.0, 1.0),
)


class BulletPhase(StrEnum):
    """The parts of the algorithm."""

    FORMULA = "formula"
    OVERLAP = "overlap"
    DISTANCE = "distance"
    DEPTH = "depth: GJK"
    EPA = "depth: EPA"
    CORES = "distance of the cores"
    CHECK = "check"


class State(EngineStep):
    """A step of Bullet; `memory` holds what the next step needs."""

    __slots__ = ()


class BulletContact(NamedTuple):
    """An answer in the making; points are in the coordinates in which Bullet computes, see `BulletPair.offset`."""

    distance: float = 0.0
    normal: Vec3 = ZERO  # on B, towards A
    on_b: Vec3 = ZERO
    is_valid: bool = False
    first_normal: Vec3 = ZERO  # of step 2


class BulletMemory(NamedTuple):
    """What the next step needs."""

    next_direction: Vec3 = (0.0, 1.0, 0.0)
    rounds: int = 0
    intersects: bool = False
    simplex: VoronoiSimplex = VoronoiSimplex()
    axis: Vec3 = (0.0, 1.0, 0.0)  # the closest point
    squared: float = LARGE
    code: int = 0  # `m_degenerateSimplex`
    ending: str = ""  # of the search that the answer is from
    contact: BulletContact = BulletContact()
    guess: int = 0
    search: BulletSearch | None = None
    polytope: BulletPolytope = BulletPolytope()


class BulletPair(NamedTuple):
    """The two shapes around the middle of their positions, and the kinds of test that are corrected."""

    a: BulletShape
    b: BulletShape
    offset: Vec3
    rotation: Mat3  # of B in A's coordinates
    turn: Mat3  # from A's coordinates to B's
    position: Vec3  # of B in A's coordinates
    setting: tuple[tuple[float, float], ...]  # the margins of shapes that are shrunk, and their least half extents
    formula: FormulaAnswer | None
    corrected: tuple[str, ...] = ()

    def corner(self, direction: Vec3, birth: int) -> CorePoint:
        """The support of the cores."""
        p, q = self.a.world_core(direction), self.b.world_core(neg(direction))
        w = sub(p, q)
        return CorePoint(w, p, q, Vertex(w, add(p, self.offset), add(q, self.offset), NO_INDEX, NO_INDEX, birth))

    def sample(self, direction: Vec3, has_margins: bool, birth: int) -> BulletSupport:
        """The support along a direction in A's coordinates."""
        d = scale(direction, divide(1.0, plain_length(direction)))
        a, b = self.on_a(d, has_margins), self.on_b(neg(d), has_margins)
        w = sub(a, b)
        on_a, on_b = (add(self.a.place(point), self.offset) for point in (a, b))
        return BulletSupport(d, w, Vertex(self.to_world(w), on_a, on_b, NO_INDEX, NO_INDEX, birth))

    def on_a(self, d: Vec3, has_margins: bool) -> Vec3:
        return self.a.grown(d) if has_margins else self.a.core(d)

    def on_b(self, d: Vec3, has_margins: bool) -> Vec3:
        turned = row_times(self.turn, d)
        point = self.b.grown(turned) if has_margins else self.b.core(turned)
        return add(row_times(self.rotation, point), self.position)

    def to_world(self, direction: Vec3) -> Vec3:
        return row_times(self.a.rotation, direction)

    @property
    def margin(self) -> float:
        return self.a.margin + self.b.margin

    def guess(self, number: int) -> Vec3:
        """The first direction of a try of step 3, which Bullet computes in world coordinates, and uses in A's."""
        if number > 1:
            return _GUESSES[number - 2]
        way = sub(self.b.position, self.a.position)
        way = way if number == 0 else sub(self.a.position, self.b.position)
        square = dot(way, way)
        return scale(way, 1.0 / sqrt(square)) if square >= NO_LENGTH else _AXES[0]


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of Bullet on two placed shapes.  Raises `NotApplicable` for shapes that Bullet does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("bullet", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> BulletPair:
    is_safe = "margin" in options.corrected
    offset = scale(add(pose_a.position, pose_b.position), 0.5)
    a, b = (
        bullet_shape(shape, pose, is_safe)._replace(position=sub(pose.position, offset))
        for shape, pose in ((shape_a, pose_a), (shape_b, pose_b))
    )
    return BulletPair(
        a,
        b,
        offset,
        _transpose_times(a.rotation, b.rotation),
        _transpose_times(b.rotation, a.rotation),
        transposed_times(a.rotation, sub(b.position, a.position)),
        tuple((shape.margin, shape.least) for shape in (a, b) if isfinite(shape.least)),
        by_formula(shape_a, pose_a, shape_b, pose_b),
        options.corrected,
    )


def _transpose_times(m: Mat3, n: Mat3) -> Mat3:
    columns = tuple(tuple(row[i] for row in n) for i in range(3))
    rows = tuple(tuple(row[i] for row in m) for i in range(3))
    return tuple(tuple(dot(row, column) for column in columns) for row in rows)  # type: ignore[arg-type, return-value]


def start(pair: BulletPair) -> State:
    """The first support point, along (1, 0, 0), after a look at the margins; nothing yet if there is a formula."""
    if pair.formula is not None:
        state: State = engine_step.before_first_step(State, BulletPhase.FORMULA, BulletMemory())
        return state._replace(action="formula")
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    for margin, least in pair.setting:
        decisions.holds("margin", margin, least, ())
    corner = pair.corner(_AXES[0], 0)
    first = engine_step.before_first_step(State, BulletPhase.OVERLAP, BulletMemory(neg(corner.w)))
    state = _supported(pair, first, _AXES[0], corner.vertex, False)
    return state._replace(simplex=(corner.vertex,), action="first", decisions=tuple(decisions.asked))


def step(pair: BulletPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = engine_step.next_iteration(state)
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    state = _STEPS[BulletPhase(state.phase)](pair, state, decisions)
    asked = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
    state = state._replace(decisions=asked)
    if state.reach <= HUGE or state.exit != Exit.RUNNING:
        return state
    state = state._replace(decisions=())
    return _ended(state, Exit.NOT_A_NUMBER, "products of the coordinates overflow", ClaimedResult(Verdict.UNDECIDED))


def _supported(pair: BulletPair, state: State, direction: Vec3, vertex: Vertex, has_margins: bool) -> State:
    """The state with a support point in world coordinates; the bound is that of the shapes, not of their cores."""
    before = state.lower
    state = engine_step.with_support(state, direction, vertex)
    overhang = sum(max(0.0, shape.overhang - shape.margin * has_margins) for shape in (pair.a, pair.b))
    if not all(map(isfinite, (*direction, *vertex.point))):
        return state._replace(direction=None, height=None, lower=before)
    if not norm(direction):
        return state._replace(lower=before)
    proved = -dot(direction, vertex.point) / norm(direction) - overhang
    return state._replace(lower=max(before, proved))


def _apply_formula(pair: BulletPair, state: State, _: EngineDecisions) -> State:
    assert pair.formula is not None
    contact = BulletContact(pair.formula.distance, pair.formula.normal, pair.formula.on_b, True)
    ending = "spheres and capsules have a formula"
    state = state._replace(memory=state.memory._replace(ending=ending))
    return _answer(pair._replace(offset=ZERO), state, contact)


# --- 1. overlap ---


def _overlap(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of the copy of `__ccdGJK`."""
    direction = state.memory.next_direction
    corner = pair.corner(direction, state.searches)
    state = _supported(pair, state, direction, corner.vertex, False)
    if decisions.holds("separates", dot(corner.w, direction), 0.0, (corner.vertex,)):
        return _begin_distance(state._replace(action="separated"), False)
    choice = do_simplex((*state.simplex, corner.vertex), decisions, _squared_to_triangle)
    state = state._replace(simplex=choice.kept, action=choice.action)
    if choice.contains:
        return _begin_distance(state, True)
    if choice.is_degenerate:
        return _begin_distance(state, False)
    if decisions.holds("no direction", dot(choice.direction, choice.direction), ccd.EPSILON, ()):
        return _begin_distance(state, False)
    rounds = state.memory.rounds + 1
    if rounds >= ITERATIONS:
        return _begin_distance(state, False)
    return state._replace(memory=state.memory._replace(next_direction=choice.direction, rounds=rounds))


def _squared_to_triangle(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> float:
    return ccd.squared_to_triangle(point, a, b, c, any_area=True)


def _begin_distance(state: State, intersects: bool) -> State:
    return state._replace(phase=BulletPhase.DISTANCE, memory=BulletMemory(intersects=intersects))


# --- 2. distance ---


def _approach(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of the loop of `getClosestPointsNonVirtual`."""
    memory = state.memory
    simplex, squared = memory.simplex, memory.squared
    kept = tuple(corner.vertex for corner in simplex.corners)
    state = state if kept else state._replace(before=())
    direction = neg(memory.axis)
    corner = pair.corner(direction, state.searches)
    state = _supported(pair, state, direction, corner.vertex, False)._replace(simplex=kept, closest=memory.axis)
    delta = dot(memory.axis, corner.w)
    about = (corner.vertex, *kept)
    if decisions.holds("same vertex", simplex.squared_to(corner.w), EQUAL_VERTICES, about):
        return _end_distance(pair, state, decisions, 1)
    gain = squared - delta
    if decisions.holds("no gain", gain, squared * RELATIVE_ERROR, about):
        return _end_distance(pair, state, decisions, 2 if gain <= 0 else 11)
    simplex = simplex.with_corner(corner, decisions)
    state = state._replace(
        simplex=tuple(one.vertex for one in simplex.corners), memory=memory._replace(simplex=simplex)
    )
    if not simplex.is_valid:
        return _end_distance(pair, state, decisions, 3)
    nearest = dot(simplex.closest, simplex.closest)
    vertices = tuple(one.vertex for one in simplex.corners)
    if decisions.holds("at origin", nearest, RELATIVE_ERROR, vertices):
        state = state._replace(memory=state.memory._replace(axis=simplex.closest))
        return _end_distance(pair, state, decisions, 6)
    state = state._replace(memory=state.memory._replace(squared=nearest))
    if decisions.holds("no progress", squared - nearest, ccd.EPSILON * squared, about):
        return _end_distance(pair, state, decisions, 12)
    rounds = memory.rounds + 1
    state = state._replace(
        action=f"kept {len(vertices)}",
        closest=simplex.closest,
        memory=state.memory._replace(axis=simplex.closest, rounds=rounds),
    )
    if rounds > ITERATIONS + 1:
        return _end_distance(pair, state, decisions, 0)
    return state if len(vertices) < 4 else _end_distance(pair, state, decisions, 13)


def _end_distance(pair: BulletPair, state: State, decisions: EngineDecisions, code: int) -> State:
    """The distance of step 2, if it has a direction; and whether step 3 is needed."""
    memory = state.memory._replace(code=code)
    contact = BulletContact()
    if code not in (0, 13):
        contact = _distance_contact(pair, memory)
        square = dot(memory.axis, memory.axis)
        memory = memory._replace(code=5 if square < RELATIVE_ERROR else code)
    memory = memory._replace(contact=contact, ending=_CODES[code])
    state = state._replace(action=f"code {code}", memory=memory)
    needs_depth = memory.intersects or not contact.is_valid
    if not needs_depth and memory.code:
        needs_depth = decisions.holds("cores touch", contact.distance + pair.margin, EPA_TOLERANCE, ())
    if needs_depth:
        return state._replace(phase=BulletPhase.DEPTH, memory=state.memory._replace(search=None))
    return state._replace(phase=BulletPhase.CHECK)


def _distance_contact(pair: BulletPair, memory: BulletMemory) -> BulletContact:
    square = dot(memory.axis, memory.axis)
    if not square > NO_LENGTH:
        return BulletContact(normal=memory.axis, on_b=memory.simplex.closest_b)
    inverse = 1.0 / sqrt(square)
    normal = scale(memory.axis, inverse)
    on_b = add(memory.simplex.closest_b, scale(memory.axis, divide(pair.b.margin, root(memory.squared))))
    return BulletContact((1.0 / inverse) - pair.margin, normal, on_b, True, normal)


# --- 3. depth ---


def _search_depth(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `GJK::Evaluate` with margins."""
    guess = pair.guess(state.memory.guess)
    state, ending = _search(pair, state, decisions, neg(guess), True)
    if ending == "inside":
        return state._replace(phase=BulletPhase.EPA, memory=state.memory._replace(polytope=BulletPolytope()))
    if ending:
        return state._replace(phase=BulletPhase.CORES, memory=state.memory._replace(search=None))
    return state


def _search_cores(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    """An iteration of `GJK::Evaluate` without margins; if it fails, the next first direction is tried."""
    state, ending = _search(pair, state, decisions, pair.guess(state.memory.guess), False)
    memory = state.memory
    if ending == "outside":
        return _use_cores(pair, state)
    if ending and memory.guess + 1 < 2 + len(_GUESSES):
        return state._replace(phase=BulletPhase.DEPTH, memory=memory._replace(guess=memory.guess + 1, search=None))
    return state._replace(phase=BulletPhase.CHECK) if ending else state


def _search(
    pair: BulletPair, state: State, decisions: EngineDecisions, guess: Vec3, has_margins: bool
) -> tuple[State, str]:
    """One iteration, and how the search ended: "inside", "outside", "failed", or "" if it has not."""
    search = state.memory.search
    if search is None:
        direction = neg(guess) if dot(guess, guess) > 0 else _AXES[0]
        first = pair.sample(direction, has_margins, state.searches)
        state = _supported(pair, state, pair.to_world(direction), first.vertex, has_margins)
        state = state._replace(before=(), polytope=None)
        return _searched(pair, state, begin_search(first), "first of depth"), ""
    distance = plain_length(search.ray)
    kept = tuple(sample.vertex for sample in search.samples)
    if decisions.holds("touches", distance, ACCURACY, kept):
        return state._replace(action="origin on simplex"), "inside"
    sample = pair.sample(neg(search.ray), has_margins, state.searches)
    state = _supported(pair, state, pair.to_world(neg(search.ray)), sample.vertex, has_margins)
    about = (sample.vertex, *kept)
    repeated = min(dot(way, way) for way in (sub(sample.w, recent) for recent in search.recent))
    if decisions.holds("repeated", repeated, ACCURACY, about):
        return state._replace(action="repeated support"), "outside"
    search = remember_support(search, sample.w)
    search = search._replace(bound=max(dot(search.ray, sample.w) / distance, search.bound))
    if decisions.holds("converged", (distance - search.bound) - ACCURACY * distance, 0.0, about):
        return _searched(pair, state, search, "bound met"), "outside"
    samples = (*search.samples, sample)
    projection = project(tuple(one.w for one in samples))
    if not decisions.holds("projects", projection.squared, 0.0, tuple(one.vertex for one in samples)):
        return _searched(pair, state, search, "flat simplex"), "outside"
    search = reduced(search, samples, projection)
    state = _searched(pair, state, search, f"kept {len(search.samples)}")
    ending = "inside" if len(search.samples) == 4 else ""
    return state, "failed" if search.rounds >= SEARCH_LIMIT else ending


def _searched(pair: BulletPair, state: State, search: BulletSearch, action: str) -> State:
    return state._replace(
        simplex=tuple(sample.vertex for sample in search.samples),
        closest=pair.to_world(search.ray),
        action=action,
        memory=state.memory._replace(search=search),
    )


def _expand(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    """The first tetrahedron, or an iteration of `EPA::Evaluate`."""
    memory = state.memory
    if not memory.polytope.faces:
        return _seed(pair, state, decisions)
    builder, best = HullBuilder(memory.polytope, decisions, pair.to_world), memory.polytope.nearest
    face = builder.faces[best]
    if len(memory.polytope.samples) - 4 >= MOST_VERTICES:
        return _use_depth(pair, state._replace(action="out of vertices"), "EPA has no room for another vertex")
    sample = pair.sample(face.normal, True, state.searches)
    state = _supported(pair, state, pair.to_world(face.normal), sample.vertex, True)
    closest = pair.to_world(scale(face.normal, face.offset))
    state = state._replace(closest=closest)
    gain = dot(face.normal, sample.w) - face.offset
    about = (sample.vertex, *builder.vertices_of(face))
    if not decisions.holds("gain", gain, ACCURACY, about):
        state = state._replace(polytope=builder.draw(face), action="accuracy reached")
        return _use_depth(pair, state, "EPA's nearest face is on the boundary of A − B")
    is_closed = builder.expand(best, sample)
    state = state._replace(polytope=builder.draw(face))
    if not is_closed:
        ending = f"EPA's hull is invalid: {_INVALID[decisions.asked[-1].kind]}"
        return _use_depth(pair, state._replace(action="invalid hull"), ending)
    return state._replace(action="expand", memory=memory._replace(polytope=builder.done()))


def _seed(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    """The simplex completed to a tetrahedron, if it can be."""
    search = state.memory.search
    births = [state.searches]

    def sample(direction: Vec3) -> BulletSupport:
        births[0] += 1
        return pair.sample(direction, True, births[0] - 1)

    samples = _enclose(search.samples, sample, decisions) if len(search.samples) > 1 else None
    state = state._replace(simplex=(), searches=births[0])
    if samples is None:
        return _use_fallback(pair, state._replace(action="fallback"), search.samples[0])
    builder = HullBuilder(BulletPolytope(samples), decisions, pair.to_world)
    if not builder.add_tetrahedron():
        return _use_fallback(pair, state._replace(action="fallback"), builder.samples[0])
    polytope = builder.done()
    return state._replace(
        polytope=builder.draw(builder.faces[polytope.nearest]),
        action="tetrahedron",
        memory=state.memory._replace(polytope=polytope),
    )


def _enclose(
    samples: tuple[BulletSupport, ...], sample: Callable[[Vec3], BulletSupport], decisions: EngineDecisions
) -> tuple[BulletSupport, ...] | None:
    """`EncloseOrigin`: the first tetrahedron with a volume that further supports make; it need not hold the origin."""
    w = [one.w for one in samples]
    if len(samples) == 4:
        volume = abs(determinant(sub(w[0], w[3]), sub(w[1], w[3]), sub(w[2], w[3])))
        return samples if decisions.holds("volume", volume, 0.0, tuple(one.vertex for one in samples)) else None
    if len(samples) == 3:
        directions = [cross(sub(w[1], w[0]), sub(w[2], w[0]))]
    elif len(samples) == 2:
        directions = [cross(sub(w[1], w[0]), axis) for axis in _AXES]
    else:
        directions = list(_AXES)
    for direction in directions:
        if not dot(direction, direction) > 0:
            continue
        for way in (direction, neg(direction)):
            enclosed = _enclose((*samples, sample(way)), sample, decisions)
            if enclosed is not None:
                return enclosed
    return None


def _use_depth(pair: BulletPair, state: State, ending: str) -> State:
    """The answer of EPA: the projection of the origin on the last nearest face."""
    polytope = state.memory.polytope
    outer = polytope.outer
    projection = scale(outer.normal, outer.offset)
    samples = [polytope.samples[corner] for corner in outer.corners]
    away = [sub(sample.w, projection) for sample in samples]
    areas = [plain_length(cross(away[i], away[j])) for i, j in ((1, 2), (2, 0), (0, 1))]
    total = areas[0] + areas[1] + areas[2]
    on_a = ZERO
    for one, part in zip(samples, areas, strict=True):
        on_a = add(on_a, scale(pair.on_a(one.d, True), divide(part, total)))
    return _use_penetration(pair, state, on_a, outer.normal, outer.offset, ending)


def _use_fallback(pair: BulletPair, state: State, first: BulletSupport) -> State:
    """Without a polytope, the depth is 0 along the first direction."""
    normal = pair.guess(state.memory.guess)
    size = plain_length(normal)
    normal = scale(normal, 1.0 / size) if size > 0 else _AXES[0]
    ending = "there is no tetrahedron for EPA, and the depth is 0"
    return _use_penetration(pair, state, pair.on_a(first.d, True), normal, 0.0, ending)


def _use_penetration(pair: BulletPair, state: State, on_a: Vec3, normal: Vec3, depth: float, ending: str) -> State:
    """Step 3's points are taken if the depth is less than the distance of step 2."""
    memory = state.memory
    contact = memory.contact
    point_a, point_b = pair.a.place(on_a), pair.a.place(sub(on_a, scale(normal, depth)))
    axis, way = neg(normal), sub(point_b, point_a)
    if not dot(axis, axis):
        return state._replace(phase=BulletPhase.CHECK)
    if dot(way, way) <= NO_LENGTH:
        way = axis
    if dot(way, way) > NO_LENGTH:
        distance = -plain_length(sub(point_a, point_b))
        if not contact.is_valid or distance < contact.distance:
            unit = scale(way, 1.0 / sqrt(dot(way, way)))
            contact = BulletContact(distance, unit, point_b, True, contact.first_normal)
            memory = memory._replace(contact=contact, ending=ending)
    return state._replace(phase=BulletPhase.CHECK, memory=memory)


def _use_cores(pair: BulletPair, state: State) -> State:
    """The distance of the cores, less the margins, is taken if it is less than the distance of step 2."""
    memory = state.memory
    contact, search = memory.contact, memory.search
    on_a = on_b = ZERO
    for sample, weight in zip(search.samples, search.weights, strict=True):
        on_a = add(on_a, scale(pair.on_a(sample.d, False), weight))
        on_b = add(on_b, scale(pair.on_b(neg(sample.d), False), weight))
    axis = sub(on_a, on_b)
    size = plain_length(axis)
    axis = scale(axis, 1.0 / size if size > ACCURACY else 1.0)
    point_a, point_b = pair.a.place(on_a), pair.a.place(on_b)
    state = state._replace(phase=BulletPhase.CHECK)
    distance = plain_length(sub(point_a, point_b)) - pair.margin
    if not dot(axis, axis) > 0 or (contact.is_valid and not distance < contact.distance):
        return state
    point_b = add(point_b, scale(axis, pair.b.margin))
    unit = scale(axis, 1.0 / plain_length(axis))
    contact = BulletContact(distance, unit, point_b, True, contact.first_normal)
    ending = "the second search ends outside, and the distance of the cores is the answer"
    return state._replace(memory=memory._replace(contact=contact, ending=ending))


# --- 4. check ---


def _check(pair: BulletPair, state: State, decisions: EngineDecisions) -> State:
    contact = state.memory.contact
    state = state._replace(action="check", polytope=state.polytope)
    if not (contact.is_valid and (contact.distance < 0 or contact.distance * contact.distance < LARGE)):
        ending = "there is no direction: Bullet returns no points"
        return _ended(state, Exit.ASSERTION_FAILED, ending, ClaimedResult(Verdict.UNDECIDED))
    reverse, along_first = _reach(pair, neg(contact.normal)), _reach(pair, contact.first_normal)
    ahead = _reach(pair, contact.normal)
    normal, distance = contact.normal, contact.distance
    if decisions.holds("reversed", reverse - ahead, 0.0, ()):
        normal = scale(normal, -1.0)
    is_ahead = dot(contact.first_normal, contact.first_normal) and along_first > max(ahead, reverse)
    if is_ahead and decisions.holds("first normal", along_first, distance, ()):
        normal, distance = contact.first_normal, along_first
    return _answer(pair, state, contact._replace(normal=normal, distance=distance))


def _reach(pair: BulletPair, normal: Vec3) -> float:
    """The signed distance along a normal on B."""
    return dot(normal, pair.corner(neg(normal), 0).w) - pair.margin


def _answer(pair: BulletPair, state: State, contact: BulletContact) -> State:
    on_b = add(contact.on_b, pair.offset)
    on_a = along(on_b, contact.normal, contact.distance)
    distance = contact.distance
    is_number = all(isfinite(number) for number in (distance, *contact.normal, *on_a))
    verdict = Verdict.TOUCHING if distance == 0 else Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING
    answer = ClaimedResult(verdict, distance, neg(contact.normal), *((on_a, on_b) if is_number else (None, None)))
    return _ended(state, Exit.ENGINE_STOPS if is_number else Exit.NOT_A_NUMBER, state.memory.ending, answer)


def _ended(state: State, why: Exit, ending: str, answer: ClaimedResult) -> State:
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended


_CODES = {
    0: f"{ITERATIONS} iterations of the distance search",
    1: "the support is a vertex of the simplex",
    2: "the support is no nearer than the closest point",
    3: "the simplex is degenerate",
    6: "the cores touch",
    11: "the distance cannot fall by more than the tolerance",
    12: "the distance fell by no more than a rounding error",
    13: "the simplex is full",
}

_INVALID = {
    "unseen": "the walk around the visible patch met a face twice",
    "room": "there is no room for another face",
    "area": "a new face is too small",
    "convex": "a new face is beyond the origin",
    "hidden": "the border of the visible patch has fewer than 3 edges",
}
"""By the test that failed last."""

_STEPS = {
    BulletPhase.FORMULA: _apply_formula,
    BulletPhase.OVERLAP: _overlap,
    BulletPhase.DISTANCE: _approach,
    BulletPhase.DEPTH: _search_depth,
    BulletPhase.EPA: _expand,
    BulletPhase.CORES: _search_cores,
    BulletPhase.CHECK: _check,
}
