"""Checks the iterations of an engine's GJK against the shapes, and finds where they first differ from ours.

For each iteration, with S the simplex before it, S′ the simplex after it, and d the direction that it searched:

1. Each vertex must be a point of A − B: B moved by the vertex must meet A.  If it has witnesses, they must lie in A and
   in B, and differ by the vertex.
2. The origin must not lie behind S in the direction d: such a search cannot come nearer.
3. A new vertex must be as far along d as any point of A − B, which is its support function.
4. The vertices that it drops must not matter: either S′ is as near to the origin as S with the new vertex, or the kept
   vertices of S are as near as S (engines that drop vertices before they search).  So the distance never increases.
5. The recorded closest point must lie on S′ and be as near to the origin as S′ is.
6. A simplex must not recur with the same search.
7. The last iteration must justify the answer: for an overlap, the simplex contains the origin; for a distance, the
   simplex is that near; for a verdict alone, a direction separates the shapes.

Whatever passes is a legitimate decision, even if ours differs: a start in another direction, a choice between equally
far points, a vertex that is kept for longer.  To see what ours does instead, one step of our GJK is run from S.

All checks compare lengths, so rounding in the engine costs no more than the tolerance: it is relative to the pair's
size or its largest coordinate, as for reports.  Engines may run GJK on the cores of rounded shapes, as we do; the
iterations are checked for both, and the interpretation with fewer faults counts.

These checks describe GJK.  Iterations of EPA, MPR and SAT have checks 1, 3 and 7 in common with it, and their own
(`polytopes.py`, `portals.py`, `axes.py`); a trace may go from one to the other.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import inf
from typing import Any, NamedTuple, Protocol

from gjkscope.engine.analysis.reports import TOLERANCE, tolerance_unit
from gjkscope.engine.arguments import as_items, length
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.iterations.axes import axis_findings, overlap_finding
from gjkscope.engine.iterations.difference import CheckedDifference, closest_of, distance_of, least_distance
from gjkscope.engine.iterations.polytopes import depth_finding, nearest_face, polytope_findings, polytope_vertices
from gjkscope.engine.iterations.portals import beyond_portal, portal_findings
from gjkscope.engine.iterations.records import (
    MOST_ITERATIONS,
    MOST_VERTICES,
    FaceCorners,
    Iteration,
    finite_iteration,
)
from gjkscope.engine.iterations.steps import (
    CheckedIterations,
    FirstDifference,
    IterationFault,
    IterationFinding,
    LegitimateChoice,
    OwnStep,
    ReportedFace,
    ReportedVertex,
    State,
)
from gjkscope.engine.pose import as_pose
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.shapes.kinds import Shape, as_solid
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, norm, scale, sub, unit

# Relative to the pair's extent: a vertex further away is not a point of A − B, and products of its coordinates may
# overflow.
FAR = 1e6

Vertices = tuple[ReportedVertex, ...]


class ClaimedAnswer(Protocol):
    """The answer that the iterations led to, in the conventions of `Result`; `None` means not reported."""

    @property
    def verdict(self) -> str | None: ...
    @property
    def signed_distance(self) -> float | None: ...
    @property
    def crashed(self) -> str | None: ...


class UnclaimedAnswer(NamedTuple):
    """No answer."""

    verdict: str | None = None
    signed_distance: float | None = None
    crashed: str | None = None


NO_CLAIM = UnclaimedAnswer()


def check_iterations(
    iterations: Sequence[Iteration],
    shape_a: Shape,
    pose_a: Any,
    shape_b: Shape,
    pose_b: Any,
    claim: ClaimedAnswer = NO_CLAIM,
    tolerance: float = TOLERANCE,
) -> CheckedIterations:
    """Checks the `iterations` of an engine on a pair, and compares them with our GJK.

    Shapes and poses are as for `query`; a mesh is replaced by its convex hull.  `claim` is the answer that the engine
    gave: a `Reported`, or any object with its fields.  `tolerance` is relative to the pair's size, or to its largest
    coordinate if that is larger.

    Raises `ValueError` for invalid arguments, and for no or too many iterations; `NotApplicable` (a `ValueError`) for
    2D shapes.

    >>> from gjkscope import Box, Iteration, IterationVertex, Pose, check_iterations
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(4, 0, 0))
    >>> first = Iteration((IterationVertex((-2.5, 0, 0)),), direction=(1, 0, 0))
    >>> found = check_iterations([first], *pair)
    >>> found.first.cause.value, round(found.steps[0].shortfall, 6)
    ('not a support point', 0.5)
    """
    iterations = as_items("iterations", iterations, "iterations")
    if not 0 < len(iterations) <= MOST_ITERATIONS:
        raise ValueError(f"iterations: must be 1 to {MOST_ITERATIONS}, got {len(iterations)}")
    iterations = [finite_iteration(iteration) for iteration in iterations]
    tolerance = max(length("tolerance", tolerance, zero=True), TOUCHING)
    a, b = as_solid(shape_a, "shape_a"), as_solid(shape_b, "shape_b")
    at_a, at_b = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    extent = tolerance_unit(a, at_a, b, at_b)
    near = gjk.relative(convex(a, at_a), convex(b, at_b))
    whole = CheckedDifference(*near, at_a.position, extent, tolerance * extent)
    whole_check = _check_all(whole, iterations, claim, of_cores=False)
    if whole.radius == 0 or not _faults(whole_check):
        return whole_check
    cores = _check_all(whole.cores(), iterations, claim, of_cores=True)
    return cores if _faults(cores) < _faults(whole_check) else whole_check


# --- simplices ---


def _points(vertices: Vertices) -> list[Vec3]:
    return [vertex.point for vertex in vertices]


def _nearest_feature(vertices: Vertices) -> Vertices:
    """The vertices of the feature that is nearest to the origin, of any number of vertices."""
    least, best = inf, vertices
    for some in combinations(vertices, min(len(vertices), MOST_VERTICES)):
        nearest = closest_of(_points(some))
        if norm(nearest.point) < least:
            least = norm(nearest.point)
            best = tuple(vertex for vertex, weight in zip(some, nearest.weights, strict=False) if weight > 0)
    return best


def _resume(pair: CheckedDifference, vertices: Vertices) -> gjk.State:
    """The state of our GJK with this simplex."""
    kept = _nearest_feature(vertices)
    first = gjk.start(pair.a, pair.b)
    nearest = closest_of(_points(kept))
    # Only the points matter; a vertex is compared with a new one by its witnesses, which the engine may not give.
    own = [gjk.Vertex(vertex.point, vertex.point, ZERO, -1, -1, vertex.birth) for vertex in kept]
    a, b, c, d = (*own, *([own[-1]] * (MOST_VERTICES - len(own))))
    return first._replace(
        simplex=gjk.Simplex((a, b, c, d), len(own)),
        weights=nearest.weights,
        closest=nearest.point,
        closest_before=nearest.point,
        lower=-inf,
        upper=norm(nearest.point),
        reach=max(first.reach, *map(gjk.reach_of, own)),
        exit=Exit.ORIGIN_ENCLOSED if nearest.region == Region.INTERIOR else Exit.RUNNING,
    )


def _own_step(pair: CheckedDifference, before: Vertices) -> OwnStep | None:
    """The step that our GJK makes from a simplex, or its first step; None if it has ended."""
    a, b = pair.a, pair.b
    state = _resume(pair, before) if before else gjk.start(a, b)
    if before and (state.exit != Exit.RUNNING or state.upper <= pair.slack):
        return None
    stepped = gjk.step(a, b, state) if before else state
    support = add(stepped.support.point, scale(stepped.direction, pair.radius))
    points = tuple(vertex.point for vertex in stepped.simplex.vertices[: stepped.simplex.size])
    return OwnStep(stepped.direction, support, points, stepped.closest, stepped.exit)


# --- iterations ---


def _check_all(
    pair: CheckedDifference, iterations: Sequence[Iteration], claim: ClaimedAnswer, of_cores: bool
) -> CheckedIterations:
    numbers: dict[Vec3, int] = {}
    steps: list[State] = []
    seen: set[Any] = set()
    last: Any = None
    cycles = False
    known: dict[Any, State] = {}
    for number, entry in enumerate(iterations):
        checkpoint()  # hundreds of polytopes of hundreds of faces take seconds
        simplex = tuple(
            ReportedVertex(vertex.point, numbers.setdefault(vertex.point, len(numbers)), vertex.a, vertex.b)
            for vertex in entry.simplex
        )
        named = [face for face in (*entry.faces, entry.face) if face is not None]
        faces = {face: _named(face, numbers) for face in named}
        before = steps[-1] if steps else None
        again = (
            known.get((entry, before.simplex)) if before and before.is_gjk else None
        )  # engines in a cycle may record hundreds
        step = (
            _step(pair, entry, simplex, faces, before, of_cores)
            if again is None or before is None
            else again._replace(iteration=number, lower=before.lower, upper=before.upper)
        )
        if before is not None:
            known[entry, before.simplex] = step
        key = (step.direction, frozenset(_points(simplex)))
        # An engine that stops because a search found nothing new records the same simplex once more.
        is_end = number == len(iterations) - 1 and key == last
        if not cycles and entry.direction is not None and simplex and key in seen and not is_end:
            cycles = True
            step = step._replace(findings=(*step.findings, IterationFinding(IterationFault.CYCLE, 0.0)))
        seen.add(key)
        last = key
        steps.append(step)
    steps[-1] = _end(pair, steps, claim)
    first, earlier = _first_differences(steps)
    return CheckedIterations(tuple(steps), first, earlier, _hint(pair, steps))


def _named(face: FaceCorners, numbers: dict[Vec3, int]) -> ReportedFace:
    a, b, c = (ReportedVertex(point, numbers.setdefault(point, len(numbers)), None, None) for point in face)
    return a, b, c


def _step(
    pair: CheckedDifference,
    entry: Iteration,
    simplex: Vertices,
    faces: dict[FaceCorners, ReportedFace],
    last: State | None,
    of_cores: bool,
) -> State:
    before = last.simplex if last else ()
    polytope = tuple(faces[face] for face in entry.faces)
    corners_before = polytope_vertices(last.faces) if last else ()
    known, kept = {vertex.point for vertex in (*before, *corners_before)}, {vertex.point for vertex in simplex}
    added = tuple(vertex for vertex in (*simplex, *polytope_vertices(polytope)) if vertex.point not in known)
    dropped = tuple(vertex for vertex in before if vertex.point not in kept and not polytope)
    direction = unit(entry.direction) if entry.direction is not None else ZERO
    usable = not _is_far(pair, (*simplex, *polytope_vertices(polytope)))
    nearest = closest_of(_points(simplex)).point if simplex and usable else None
    nearest = nearest_face(polytope).point if polytope and usable else nearest
    support = pair.support(direction) if direction != ZERO else None
    shortfall = None
    if support is not None and len(added) == 1 and usable:
        shortfall = dot(direction, sub(support, added[0].point))
    step = State(
        iteration=last.iteration + 1 if last else 0,
        direction=entry.direction,
        before=before,
        simplex=simplex,
        added=added,
        dropped=dropped,
        closest=entry.closest,
        nearest=nearest,
        distance=norm(nearest) if nearest is not None else None,
        distance_before=last.distance if last else None,
        support=support,
        shortfall=shortfall,
        findings=(),
        choice=None,
        ours=None,
        of_cores=of_cores,
        lower=max(last.lower if last else -inf, _proved_bound(pair, direction, support)),
        upper=last.upper if last else inf,
        note=entry.note,
        exit=Exit.RUNNING,
        faces_before=last.faces if last else (),
        faces=polytope,
        face=faces[entry.face] if entry.face is not None else None,
        interior=entry.interior,
        separation=entry.separation,
    )
    if not step.is_gjk:
        return step._replace(findings=tuple(_other_findings(pair, step, entry)))
    step = step._replace(ours=_own_step(pair, before) if not _is_far(pair, before) else None)
    findings = tuple(_findings(pair, step, entry))
    if nearest is not None and not any(finding.fault is IterationFault.OUTSIDE for finding in findings):
        step = step._replace(upper=min(step.upper, norm(nearest) - pair.subtracted))
    return step._replace(findings=findings, choice=None if findings else _choice(pair, step))


def _is_far(pair: CheckedDifference, vertices: Vertices) -> bool:
    return any(abs(number) > FAR * pair.extent for vertex in vertices for number in vertex.point)


def _proved_bound(pair: CheckedDifference, direction: Vec3, support: Vec3 | None) -> float:
    """The lower bound of the signed distance that a search proves."""
    return -inf if support is None else -dot(direction, support) - pair.subtracted


def _findings(pair: CheckedDifference, step: State, entry: Iteration) -> Iterator[IterationFinding]:
    if entry.not_finite is not None:
        yield IterationFinding(IterationFault.NOT_FINITE, inf, part=entry.not_finite)
    for vertex in step.added:
        yield from _vertex_findings(pair, vertex)
    drops = tuple(_drop_findings(pair, step)) if step.nearest is not None and not _is_far(pair, step.before) else ()
    drops_first = len(step.before) == MOST_VERTICES  # otherwise there is no room for a new vertex
    yield from drops if drops_first else ()
    yield from _search_findings(pair, step)
    yield from () if drops_first else drops
    yield from _closest_findings(pair, step)


def _other_findings(pair: CheckedDifference, step: State, entry: Iteration) -> Iterator[IterationFinding]:
    """The faults of an iteration of EPA, MPR or SAT."""
    if entry.not_finite is not None:
        yield IterationFinding(IterationFault.NOT_FINITE, inf, part=entry.not_finite)
    for vertex in step.added:
        yield from _vertex_findings(pair, vertex)
    if step.shortfall is not None and step.shortfall > pair.slack:
        yield IterationFinding(IterationFault.SHORT_SUPPORT, step.shortfall, step.added[0].birth)
    if step.faces and not _is_far(pair, polytope_vertices(step.faces)):
        yield from polytope_findings(pair, step)
    if not _is_far(pair, step.simplex):
        yield from portal_findings(pair, step)
    yield from axis_findings(pair, step)


def _vertex_findings(pair: CheckedDifference, vertex: ReportedVertex) -> Iterator[IterationFinding]:
    if (off := pair.outside(vertex.point)) > pair.slack:
        yield IterationFinding(IterationFault.OUTSIDE, off, vertex.birth)
    for part, witness, shape in (("a", vertex.a, pair.a), ("b", vertex.b, pair.b)):
        if witness is not None and (off := pair.off_shape(witness, shape)) > pair.slack:
            yield IterationFinding(IterationFault.WITNESS, off, vertex.birth, part)
    if vertex.a is not None and vertex.b is not None:
        off = norm(sub(sub(vertex.a, vertex.b), vertex.point))
        if off > pair.slack:
            yield IterationFinding(IterationFault.WITNESS, off, vertex.birth, "difference")


def _search_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    if step.direction is None:
        return
    before = closest_of(_points(step.before)).point if step.before and not _is_far(pair, step.before) else ZERO
    if (away := dot(unit(step.direction), before)) > pair.slack:
        yield IterationFinding(IterationFault.AWAY, away)
    if step.shortfall is not None and step.shortfall > pair.slack:
        yield IterationFinding(IterationFault.SHORT_SUPPORT, step.shortfall, step.added[0].birth)


def _drop_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    if not step.dropped or step.distance is None:
        return
    everything = (*step.before, *step.added)
    best, best_before = distance_of(_points(everything)), distance_of(_points(step.before))
    kept = [vertex.point for vertex in step.before if vertex not in step.dropped]
    if step.distance <= best + pair.slack or (kept and distance_of(kept) <= best_before + pair.slack):
        return
    distance = step.distance
    if kept and len(step.before) == MOST_VERTICES:  # it dropped vertices before it searched
        everything, best, distance = step.before, best_before, distance_of(kept)
    feature = _nearest_feature(everything)
    lost = next((vertex for vertex in feature if vertex in step.dropped), step.dropped[0])
    births = tuple(sorted(vertex.birth for vertex in feature))
    yield IterationFinding(IterationFault.WRONG_DROP, distance - best, lost.birth, kept=births, least=best)


def _closest_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    if step.closest is None or step.nearest is None:
        return
    closest = step.closest
    off_simplex = distance_of([sub(vertex.point, closest) for vertex in step.simplex])
    unseen = pair.unseen
    if off_simplex > unseen or norm(closest) > norm(step.nearest) + unseen:
        yield IterationFinding(IterationFault.WRONG_CLOSEST, norm(sub(closest, step.nearest)))


def _choice(pair: CheckedDifference, step: State) -> LegitimateChoice | None:
    """The legitimate decision that differs from ours."""
    ours = step.ours
    if not step.before:
        if ours is None or all(_same(vertex.point, ours, pair) for vertex in step.simplex):
            return None
        return LegitimateChoice.TIE if _ties(pair, step, ours) else LegitimateChoice.START
    if ours is None:
        return LegitimateChoice.CONTINUED if step.added else None
    if ours.exit in (Exit.CONVERGED, Exit.NO_PROGRESS):
        return None  # engines may search on within rounding
    if step.added and not any(_same(vertex.point, ours, pair) for vertex in step.added):
        return LegitimateChoice.TIE if _ties(pair, step, ours) else LegitimateChoice.DIRECTION
    if step.added and ours.exit == Exit.RUNNING and len(step.simplex) != len(ours.simplex):
        return LegitimateChoice.KEPT
    return None


def _ties(pair: CheckedDifference, step: State, ours: OwnStep) -> bool:
    """Whether a new vertex is as far along our direction as our support point."""
    height = dot(ours.direction, ours.support)
    return any(dot(ours.direction, vertex.point) >= height - pair.slack for vertex in step.added)


def _same(point: Vec3, ours: OwnStep, pair: CheckedDifference) -> bool:
    return norm(sub(point, ours.support)) <= pair.slack


# --- the end ---


def _end(pair: CheckedDifference, steps: list[State], claim: ClaimedAnswer) -> State:
    """The last step, with whether the answer follows from it."""
    last = steps[-1]._replace(exit=Exit.COMPLETE)
    if not last.is_gjk:
        finding = None if claim.crashed is not None or last.findings else _other_end(pair, last, steps, claim)
        return last if finding is None else last._replace(findings=(finding,))
    if claim.crashed is not None or last.distance is None or last.findings:
        return last
    true = least_distance(pair.a, pair.b)
    missing = _missing(pair, steps, claim, max(true, 0.0))
    if missing is None:
        return last
    # Our next step shows that the search was not over.
    last = last._replace(ours=_own_step(pair, last.simplex))
    return last._replace(
        findings=(IterationFinding(IterationFault.STOPPED_EARLY, missing, least=max(true, 0.0)),), choice=None
    )


def _other_end(
    pair: CheckedDifference, last: State, steps: list[State], claim: ClaimedAnswer
) -> IterationFinding | None:
    """The fault of an answer that claims to follow from the last iteration of EPA, MPR or SAT."""
    said = claim.signed_distance
    overlaps = claim.verdict == "penetrating" or (claim.verdict is None and said is not None and said < 0)
    depth = -said if overlaps and said is not None else None
    if last.faces:
        return depth_finding(pair, last, depth) if depth is not None and last.nearest is not None else None
    if last.separation is not None:
        return overlap_finding(pair, steps, depth) if overlaps else None
    if overlaps and (beyond := beyond_portal(last)) > pair.unseen:
        return IterationFinding(IterationFault.STOPPED_EARLY, beyond, part="portal")
    return None


def _missing(pair: CheckedDifference, steps: list[State], claim: ClaimedAnswer, true: float) -> float | None:
    """How far the last simplex is from where it should be; None if it justifies the answer."""
    distance, slack = steps[-1].distance or 0.0, pair.slack
    said = claim.signed_distance
    overlaps = claim.verdict == "penetrating" or (claim.verdict is None and said is not None and said < 0)
    if distance <= slack:
        return None
    if overlaps and pair.subtracted == 0:
        return distance
    separated = _best_bound(pair, steps) > -slack
    if said is None and separated:
        return None
    return distance - true if distance - true > pair.unseen else None


def _best_bound(pair: CheckedDifference, steps: list[State]) -> float:
    """The best lower bound from any direction searched, and from that of the closest point."""
    towards = neg(unit(steps[-1].nearest or ZERO))
    last = -inf if towards == ZERO else _proved_bound(pair, towards, pair.support(towards))
    return max(steps[-1].lower, last)


# --- differences ---


def _faults(checked: CheckedIterations) -> int:
    return sum(len(step.findings) for step in checked.steps)


def _first_differences(steps: Sequence[State]) -> tuple[FirstDifference | None, FirstDifference | None]:
    """The first wrong step, or else the first different one; and a different one before the wrong one."""
    wrong = next((FirstDifference(s.iteration, True, s.findings[0].fault) for s in steps if s.findings), None)
    differs = next((FirstDifference(s.iteration, False, s.choice) for s in steps if s.choice is not None), None)
    if wrong is None:
        return differs, None
    return wrong, differs if differs is not None and differs.step < wrong.step else None


def _hint(pair: CheckedDifference, steps: Sequence[State]) -> str | None:
    """The convention that explains most faults: that of B − A, or directions of the next search."""
    outside = [finding for step in steps for finding in step.findings if finding.fault is IterationFault.OUTSIDE]
    vertices = [vertex for step in steps for vertex in step.added]
    if outside and not any(pair.outside(neg(vertex.point)) > pair.slack for vertex in vertices):
        return "All vertices are points of B − A: negate them, the directions and the closest points."
    checked = [step for step in steps if step.shortfall is not None]
    if not any((step.shortfall or 0.0) > pair.slack for step in checked):
        return None
    if all(_short(pair, neg(unit(step.direction or ZERO)), step.added[0]) <= pair.slack for step in checked):
        return "All directions point the opposite way: negate them."
    late = [(step, following) for step, following in pairwise(steps) if step.direction and len(following.added) == 1]
    if late and all(
        _short(pair, unit(step.direction or ZERO), following.added[0]) <= pair.slack for step, following in late
    ):
        return "Each direction belongs to the next iteration: record an iteration after its support point is added."
    return None


def _short(pair: CheckedDifference, direction: Vec3, vertex: ReportedVertex) -> float:
    """How far a vertex falls short along a unit vector."""
    return dot(direction, sub(pair.support(direction), vertex.point)) if direction != ZERO else 0.0
