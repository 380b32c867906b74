"""GJK against closed forms, and every trace against the contract of its steps."""

from collections.abc import Iterator
from itertools import pairwise
from math import inf, isfinite, sqrt
from random import Random
from typing import TypeVar

import pytest

from gjkscope.engine import Pose, Result, Trace, Verdict, trace
from gjkscope.engine.explain import explain
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk import trace as gjk_trace
from gjkscope.engine.gjk.explain import BEATS
from gjkscope.engine.gjk.simplex import EDGES, SLOTS, Region
from gjkscope.engine.gjk.steps import Simplex, State, Vertex
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, add, along, cross, dot, neg, norm, row_times, scale, sub, unit
from tests.engine import samples
from tests.engine.moving import at
from tests.engine.museum import FUZZ, exhibit

COUNT = 250  # pairs of each family
FEWER = 60  # of each family under each change of viewpoint

# The normal is the direction of the best lower bound.  If the bounds agree to 64·2⁻⁵³, it may be off by the square root
# of twice that, because the cosine of a small angle is quadratic in the angle.
NORMAL = 1e-6

FAR = 1e6
# At FAR, a coordinate is a multiple of 2⁻³³ ≈ 1.2e-10, and each of the few in a distance is off by half of that.
FAR_ROUNDING = 4 * 2.0**-33


Something = TypeVar("Something")


def ask(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose) -> Result:
    return gjk_trace(shape_a, pose_a, shape_b, pose_b).result


@pytest.mark.parametrize("family", samples.FAMILIES)
class TestClosedForms:
    def test_the_family_overlaps_often_and_not_always(self, family: str) -> None:
        """An oracle that only ever sees one verdict proves nothing about the other."""
        share = sum(pair.overlaps for pair in samples.pairs(family, COUNT)) / COUNT
        assert 0.3 <= share <= 0.7

    def test_the_distance_matches_the_formula(self, family: str) -> None:
        for pair in samples.pairs(family, COUNT):
            assert_agrees(pair, ask(*pair.arguments), samples.ROUNDING * pair.extent)

    def test_witnesses_and_normal_certify_the_distance(self, family: str) -> None:
        """Independent of the formula: the witnesses are points of the shapes, and the normal's plane separates them."""
        for pair in samples.pairs(family, FEWER):
            result = ask(*pair.arguments)
            if result.signed_distance is not None:
                assert_certified(*pair.arguments, result, samples.ROUNDING * pair.extent)

    def test_swapping_a_and_b_negates_the_answer(self, family: str) -> None:
        for pair in samples.pairs(family, FEWER):
            here, there = ask(*pair.arguments), ask(*samples.swap(pair).arguments)
            assert_agrees(samples.swap(pair), there, samples.ROUNDING * pair.extent)
            assert there.verdict == here.verdict
            if not pair.overlaps and family != "box_box_aligned":  # parallel faces have many nearest pairs
                assert there.normal == pytest.approx(neg(require(here.normal)), abs=NORMAL)
                assert there.witness_a == pytest.approx(require(here.witness_b), abs=NORMAL * pair.extent)
                assert there.witness_b == pytest.approx(require(here.witness_a), abs=NORMAL * pair.extent)

    @pytest.mark.parametrize("factor", [1e-60, 1e-6, 1e6, 1e60])
    def test_the_unit_of_length_does_not_matter(self, family: str, factor: float) -> None:
        for pair in samples.pairs(family, FEWER):
            other = samples.scale_pair(pair, factor)
            assert_agrees(other, ask(*other.arguments), samples.ROUNDING * other.extent)

    def test_a_rigid_motion_only_moves_the_answer(self, family: str) -> None:
        random = Random(1)
        for pair in samples.pairs(family, FEWER):
            elsewhere = samples.move(pair, samples.random_pose(random))
            assert_agrees(elsewhere, ask(*elsewhere.arguments), samples.ROUNDING * pair.extent)

    def test_far_from_the_origin_only_coordinate_resolution_is_lost(self, family: str) -> None:
        for pair in samples.pairs(family, FEWER):
            result = ask(*samples.move(pair, Pose(position=(FAR, -FAR, FAR))).arguments)
            assert_agrees(pair, result, FAR_ROUNDING)


def assert_agrees(pair: samples.Pair, result: Result, tolerance: float) -> None:
    """Check the verdict, the distance if the algorithm reports one, and the bounds in any case."""
    assert result.verdict == (Verdict.PENETRATING if pair.overlaps else Verdict.SEPARATED)
    assert result.upper >= pair.signed_distance - tolerance
    if pair.signed_distance > -inf:
        assert result.lower <= pair.signed_distance + tolerance
    if result.signed_distance is None:
        assert pair.overlaps, "a gap that GJK does not name"
        return
    assert result.signed_distance == pytest.approx(pair.signed_distance, abs=tolerance)
    assert norm(require(result.normal)) == pytest.approx(1, abs=4 * 2.0**-53)


def assert_certified(
    shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, result: Result, tolerance: float
) -> None:
    """The two halves of a proof: no points are nearer than the plane allows, and two points are as near as claimed."""
    distance, normal = require(result.signed_distance), require(result.normal)
    witness_a, witness_b = require(result.witness_a), require(result.witness_b)
    assert -height(shape_a, pose_a, normal) - height(shape_b, pose_b, neg(normal)) >= distance - tolerance
    # If the bounds of the cores differ this much, the normal is off by an angle whose cosine accounts for the
    # difference.
    core = max(distance + convex(shape_a, pose_a).radius + convex(shape_b, pose_b).radius, 0)
    aside = NORMAL * core + sqrt(2 * core * max(result.upper - result.lower, 0))
    assert sub(witness_b, witness_a) == pytest.approx(scale(normal, distance), abs=aside + tolerance)
    random = Random(2)
    for direction in (normal, neg(normal), *(samples.random_direction(random) for _ in range(10))):
        assert dot(direction, witness_a) <= height(shape_a, pose_a, direction) + tolerance
        assert dot(direction, witness_b) <= height(shape_b, pose_b, direction) + tolerance


def height(shape: kinds.Shape, pose: Pose, direction: Vec3) -> float:
    """The support distance of the shape along a unit direction."""
    core = convex(shape, pose)
    return dot(direction, support(core, direction)[0]) + core.radius


def require(value: Something | None) -> Something:
    assert value is not None
    return value


# --- any pair of kinds: no formula, but a proof with each answer ---


def test_any_two_kinds_are_certified_or_bounded() -> None:
    """Every kind against every kind, rounded or not: a distance comes with its proof, and a bound is never violated."""
    random, separated, types = Random(3), 0, set()
    for _ in range(700):
        shape_a, pose_a, shape_b, pose_b = pair = samples.random_pair(random)
        result = ask(*pair)
        extent = norm(sub(pose_b.position, pose_a.position)) + 4
        assert result.lower <= result.upper + samples.ROUNDING * extent
        if result.signed_distance is not None:
            # Curved shapes may stop once the bounds are within the tolerance of a verdict.
            assert_certified(*pair, result, samples.ROUNDING * extent + max(result.upper - result.lower, 0))
        for direction in (samples.random_direction(random) for _ in range(5)):
            apart = -height(shape_a, pose_a, direction) - height(shape_b, pose_b, neg(direction))
            assert apart <= result.upper + samples.ROUNDING * extent, "a plane shows a wider gap than the upper bound"
        separated += result.verdict == Verdict.SEPARATED
        types.add((type(shape_a), type(shape_b)))
    assert 0.3 <= separated / 700 <= 0.7
    assert len(types) == 121


# --- special positions ---


HERE = Pose()
CUBE = kinds.Box((1, 1, 1))
SQUARE = kinds.Hull(((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)))
SEGMENT = kinds.Segment((0, 0, 0), (1, 0, 0))
SMALL_TETRAHEDRON = kinds.Hull(((0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)))
HAIR = kinds.Hull(((0.7, 0, 2e-12), (0.5, 1e-12, 0), (0.8, -1e-12, -2e-12)))
SEPARATED, TOUCH, PENETRATING = Verdict.SEPARATED, Verdict.TOUCHING, Verdict.PENETRATING

Arguments = tuple[kinds.Shape, Pose, kinds.Shape, Pose]

SPECIAL: dict[str, tuple[Arguments, Verdict]] = {
    "coincident points": ((kinds.Point(), HERE, kinds.Point(), HERE), TOUCH),
    "coincident segments": ((SEGMENT, HERE, SEGMENT, HERE), TOUCH),
    "crossing segments": (
        (kinds.Segment((-1, 0, 0), (1, 0, 0)), HERE, kinds.Segment((0, -1, 0), (0, 1, 0)), HERE),
        TOUCH,
    ),
    "collinear segments apart": ((SEGMENT, HERE, SEGMENT, at(3)), SEPARATED),
    "collinear segments overlapping": ((SEGMENT, HERE, SEGMENT, at(0.5)), TOUCH),
    "concentric spheres": ((kinds.Sphere(1), HERE, kinds.Sphere(0.25), HERE), PENETRATING),
    "concentric boxes": ((CUBE, HERE, kinds.Box((0.5, 0.5, 0.5)), HERE), PENETRATING),
    "identical boxes": ((CUBE, HERE, CUBE, HERE), PENETRATING),
    "identical capsules": ((kinds.Capsule(1, 1), HERE, kinds.Capsule(1, 1), HERE), PENETRATING),
    "identical cylinders": ((kinds.Cylinder(1, 1), HERE, kinds.Cylinder(1, 1), HERE), PENETRATING),
    "identical cones": ((kinds.Cone(1, 1), HERE, kinds.Cone(1, 1), HERE), PENETRATING),
    "identical ellipsoids": ((kinds.Ellipsoid((1, 2, 3)), HERE, kinds.Ellipsoid((1, 2, 3)), HERE), PENETRATING),
    "one inside the other": ((CUBE, HERE, SMALL_TETRAHEDRON, at(0.3, 0.2, 0.1)), PENETRATING),
    "boxes touching at a vertex": ((CUBE, HERE, CUBE, at(2, 2, 2)), TOUCH),
    "boxes touching at an edge": ((CUBE, HERE, CUBE, at(2, 2, 0.5)), TOUCH),
    "boxes touching at a face": ((CUBE, HERE, CUBE, at(2, 0.5, 0.25)), TOUCH),
    "coplanar squares apart": ((SQUARE, HERE, SQUARE, at(3, 0.5)), SEPARATED),
    "coplanar squares overlapping": ((SQUARE, HERE, SQUARE, at(0.5, 0.25)), TOUCH),
    "parallel squares": ((SQUARE, HERE, SQUARE, at(0.5, 0.25, 1)), SEPARATED),
    "all vertices the same": ((kinds.Hull(((1, 2, 3),) * 5), HERE, kinds.Hull(((1, 2, 3),) * 3), HERE), TOUCH),
    "a triangle without area": (
        (kinds.Triangle(((0, 0, 0), (1, 0, 0), (2, 0, 0))), HERE, SQUARE, at(5, 0.25)),
        SEPARATED,
    ),
    "a triangle that is a point": ((kinds.Triangle(((1, 1, 1),) * 3), HERE, CUBE, at(3)), SEPARATED),
    "tiny": ((kinds.Box((1e-60, 1e-60, 1e-60)), HERE, kinds.Cone(1e-60, 1e-60), at(3e-60, 1e-61)), SEPARATED),
    "huge": ((kinds.Box((1e60, 1e60, 1e60)), HERE, kinds.Cone(1e60, 1e60), at(3e60, 1e59)), SEPARATED),
    "a grain on a floor": ((kinds.Box((1e-3, 1e-3, 1e-3)), at(0, 1.001), kinds.Box((1e6, 1, 1e6)), HERE), TOUCH),
    "a hair along a cone": ((HAIR, HERE, kinds.Cone(1, 1), at(0.1, 0, 0.3)), TOUCH),
    "a cone just above a box": ((CUBE, HERE, kinds.Cone(1, 1), at(0.3, 2 + 1e-8, 0.4)), SEPARATED),
    "beyond what can be multiplied": ((kinds.Box((1e80, 1e80, 1e80)), HERE, CUBE, at(3e80, 1e80)), SEPARATED),
}

# The origin lies on a vertex or an edge of the simplex in at least one order, where GJK cannot determine the depth.
SPECIAL_UNDECIDED = {
    "boxes touching at a face",
    "boxes touching at an edge",
    "coincident segments",
    "collinear segments overlapping",
    "concentric boxes",
    "crossing segments",
    "identical boxes",
    "identical cones",
    "identical cylinders",
    "identical ellipsoids",
}


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("swap", [False, True], ids=["A B", "B A"])
def test_special_positions_give_finite_numbers_and_the_right_verdict(name: str, swap: bool) -> None:
    (shape_a, pose_a, shape_b, pose_b), verdict = SPECIAL[name]
    result = ask(shape_b, pose_b, shape_a, pose_a) if swap else ask(shape_a, pose_a, shape_b, pose_b)
    assert isfinite(result.lower)
    assert isfinite(result.upper)
    for vector in (result.normal, result.witness_a, result.witness_b):
        assert vector is None or all(isfinite(x) for x in vector)
    if name in SPECIAL_UNDECIDED and result.verdict == Verdict.UNDECIDED:
        assert result.exit == Exit.TOUCHING
    else:
        assert result.verdict == verdict


def test_concentric_spheres_are_as_deep_as_their_radii() -> None:
    result = ask(kinds.Sphere(1), HERE, kinds.Sphere(0.25), HERE)
    assert result.signed_distance == -1.25
    assert norm(require(result.push_out)) == 1.25


# --- step records ---

Run = tuple[Arguments, Trace]


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    """Random shapes of all kinds plus the special positions: together they reach every exit except the limit."""
    random = Random(4)
    arguments = [samples.random_pair(random) for _ in range(400)] + [pair for pair, _ in SPECIAL.values()]
    return [(pair, trace(*pair, "gjk")) for pair in arguments]


def all_steps(runs: list[Run]) -> Iterator[State]:
    return (step for _, run in runs for step in run.steps)


def alive(simplex: Simplex) -> tuple[Vertex, ...]:
    return simplex.vertices[: simplex.size]


@pytest.mark.parametrize(
    ("name", "order", "refined"), [("crossed-cylinders-in-contact", "A B", [6]), ("cones-in-contact", "B A", [6])]
)
def test_weights_are_refined_where_their_errors_hide_the_progress(name: str, order: str, refined: list[int]) -> None:
    """The closest point of the unrefined weights is further from the origin than the last one."""
    *pair, _ = exhibit(name, order, FUZZ)
    run = trace(*pair, "gjk")
    assert [step.iteration for step in run.steps if step.refined] == refined
    assert run.result.exit is Exit.CONVERGED
    step = run.steps[refined[0]]
    plain = gjk.closest_in(step.candidate, step.roundoff)
    assert norm(plain.point) > norm(step.closest_before) + gjk.rounding(step)
    assert step.upper < run.steps[refined[0] - 1].upper
    assert "hid the progress, so the weights are refined" in explain(step)
    assert "hid the progress" not in "".join(explain(other) for other in run.steps if not other.refined)
    assert any("are refined" in beat.explain(step, "A", "B") for beat in BEATS)


def test_weights_are_not_refined_once_the_bounds_settle_the_verdict(runs: list[Run]) -> None:
    """Nor are those of a vertex that is known already, or of a search that has ended otherwise."""
    ends = [run.steps[-1] for _, run in runs if run.result.exit == Exit.NO_PROGRESS]
    assert ends
    for step in ends:
        assert not gjk.is_open_end(step)
        assert gjk.refine(step) is step
    *pair, _ = exhibit("crossed-cylinders-in-contact", "A B", FUZZ)
    a, b = gjk.relative(convex(pair[0], pair[1]), convex(pair[2], pair[3]))
    state = gjk.start(a, b)
    while state.exit == Exit.RUNNING:
        state = gjk.step(a, b, state, refining=False)
    assert gjk.is_open_end(state)
    assert gjk.refine(state._replace(candidate=state.simplex)).exit == Exit.NO_PROGRESS
    assert gjk.refine(state).exit == Exit.RUNNING
    assert gjk.step(a, b, state) is state


def test_the_runs_reach_every_exit_except_the_limit(runs: list[Run]) -> None:
    met = {run.result.exit for _, run in runs}
    expected = {Exit.CONVERGED, Exit.ORIGIN_ENCLOSED, Exit.TOUCHING, Exit.NO_PROGRESS, Exit.DEGENERATE_INPUT}
    assert met == expected


def test_the_runs_reach_every_region(runs: list[Run]) -> None:
    """Every path through the step is tested: each region wins in a simplex of each size, except the oldest vertex.

    The newest vertex lies beyond all others towards the origin, so the region of only the older vertices can win only
    through rounding.
    """
    met = {(step.candidate.size, step.region) for step in all_steps(runs) if step.exit == Exit.RUNNING}
    newest = {(size, region) for size in range(1, 5) for region in Region if max(SLOTS[region]) == size - 1}
    assert met | {(4, Region.INTERIOR)} >= newest


def test_the_first_direction_is_centre_to_centre() -> None:
    first = trace(CUBE, HERE, kinds.Sphere(1), at(0, 0, 5), "gjk").steps[0]
    assert first.direction == (0, 0, 1)
    assert first.before.size == 0
    assert (first.support.a, first.support.b) == ((1, 1, 1), (0, 0, 5))
    assert first.support.point == (1, 1, -4)


def test_the_bounds_only_tighten(runs: list[Run]) -> None:
    for _, run in runs:
        for before, after in pairwise(run.steps):
            assert after.lower >= before.lower
            assert after.upper <= before.upper
        last = run.steps[-1]
        assert last.lower <= last.upper + gjk.rounding(last)


def test_each_support_is_extreme_in_the_search_direction(runs: list[Run]) -> None:
    for (shape_a, pose_a, shape_b, pose_b), run in runs:
        a, b = gjk.relative(convex(shape_a, pose_a), convex(shape_b, pose_b))
        for step in run.steps:
            assert norm(step.direction) == pytest.approx(1, abs=4 * 2.0**-53)
            if step.support.birth == step.iteration:
                assert (step.support.a, step.support.index_a) == support(a, step.direction)
                assert (step.support.b, step.support.index_b) == support(b, neg(step.direction))
            for vertex in alive(step.before):
                ahead = dot(step.direction, sub(step.support.point, vertex.point))
                assert ahead >= -gjk.rounding(step), "an old vertex lies further along than the support"


def test_each_vertex_is_the_difference_of_its_witnesses_and_has_its_own_name(runs: list[Run]) -> None:
    for _, run in runs:
        born = {step.support.birth: step.support for step in run.steps}
        assert [step.support.birth for step in run.steps] == [step.iteration for step in run.steps]
        for step in run.steps:
            for simplex in (step.before, step.candidate, step.simplex):
                births = [vertex.birth for vertex in alive(simplex)]
                assert births == sorted(set(births))
                assert all(vertex == born[vertex.birth] for vertex in alive(simplex))
                assert all(vertex.point == sub(vertex.a, vertex.b) for vertex in alive(simplex))


def test_a_candidate_is_the_previous_simplex_plus_the_support_or_at_the_end_without_it(runs: list[Run]) -> None:
    for _, run in runs:
        for before, after in pairwise(run.steps):
            assert (after.before, after.closest_before) == (before.simplex, before.closest)
            with_bound = (*alive(before.simplex), after.support)
            if after.exit == Exit.RUNNING or after.exit == Exit.ORIGIN_ENCLOSED:
                assert alive(after.candidate) == with_bound
            else:
                assert alive(after.candidate) in (with_bound, alive(before.simplex))


def test_the_simplex_is_the_winning_feature_of_the_candidate(runs: list[Run]) -> None:
    for step in all_steps(runs):
        assert alive(step.simplex) == tuple(step.candidate.vertices[slot] for slot in SLOTS[step.region])


def test_the_region_follows_from_the_tests_shown(runs: list[Run]) -> None:
    """The numbers beside the region belong to the candidate shown, not to the simplex of an earlier step."""
    for step in all_steps(runs):
        for (p, q), (from_p, from_q) in zip(EDGES, step.tests.edges, strict=True):
            if q < step.candidate.size:
                a, b = step.candidate.vertices[p].point, step.candidate.vertices[q].point
                assert (from_p, from_q) == (-dot(a, sub(b, a)), dot(b, sub(b, a)))
            else:
                assert (from_p, from_q) == (0, 0)


def test_the_weights_are_those_of_the_closest_point(runs: list[Run]) -> None:
    for step in all_steps(runs):
        size = step.simplex.size
        assert all(weight > 0 for weight in step.weights[: size - 1])
        assert step.weights[size - 1] >= 0, "the newest may have a part too small for rounding to show"
        assert all(weight == 0 for weight in step.weights[size:])
        assert sum(step.weights) == pytest.approx(1, abs=8 * 2.0**-53)
        total = ZERO
        for vertex, weight in zip(alive(step.simplex), step.weights, strict=False):
            total = along(total, vertex.point, weight)
        # The weights of a thin tetrahedron are less accurate than those of a triangle.
        tolerance = 1e-12 if step.region == Region.INTERIOR else gjk.ROUNDINGS * DOUBLE
        assert total == pytest.approx(step.closest, abs=tolerance * step.reach)


def test_witnesses_differ_by_the_closest_point(runs: list[Run]) -> None:
    for step in all_steps(runs):
        a, b = gjk.witnesses(step)
        tolerance = 1e-12 if step.region == Region.INTERIOR else gjk.ROUNDINGS * DOUBLE
        assert sub(a, b) == pytest.approx(step.closest, abs=tolerance * step.reach)


def test_the_lower_bound_is_that_of_its_normal(runs: list[Run]) -> None:
    for (shape_a, pose_a, shape_b, pose_b), run in runs:
        a, b = gjk.relative(convex(shape_a, pose_a), convex(shape_b, pose_b))
        for step in run.steps:
            reach_a, reach_b = support(a, step.normal)[0], support(b, neg(step.normal))[0]
            assert step.lower == -dot(step.normal, sub(reach_a, reach_b))


def test_an_enclosed_origin_is_inside_all_four_faces(runs: list[Run]) -> None:
    enclosed = [run.steps[-1] for _, run in runs if run.result.exit == Exit.ORIGIN_ENCLOSED]
    assert len(enclosed) >= 40
    for step in enclosed:
        assert max(step.tests.sides) < 0
        assert step.upper == max(step.tests.sides)
        assert step.region == Region.INTERIOR


# --- limits ---


def test_the_limit_is_reported_and_never_taken_for_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped early, a pair is separated only if a separating plane has already been found."""
    monkeypatch.setattr(gjk, "ITERATION_LIMIT", 2)
    random, verdicts = Random(5), set()
    for _ in range(300):
        pair = samples.random_pair(random, 0.9)
        result, truth = ask(*pair), None
        assert result.steps <= 3
        if result.exit == Exit.ITERATION_LIMIT:
            monkeypatch.setattr(gjk, "ITERATION_LIMIT", 200)
            truth = ask(*pair).verdict
            monkeypatch.setattr(gjk, "ITERATION_LIMIT", 2)
            verdicts.add(result.verdict)
            assert result.verdict in (truth, Verdict.UNDECIDED)
            assert result.verdict != Verdict.SEPARATED or result.lower > 0
            assert result.verdict == Verdict.SEPARATED or result.signed_distance is None
    assert {Verdict.UNDECIDED, Verdict.SEPARATED} <= verdicts


def test_no_pair_reaches_the_limit() -> None:
    """The slowest pairs are round, flat shapes nearly in contact."""
    random = Random(6)
    for _ in range(80):
        flat = kinds.Ellipsoid((1, random.uniform(0.01, 1), random.uniform(0.5, 1)))
        gap = 10.0 ** random.uniform(-12, 0)
        pose_b = samples.random_pose(random, 0.1)
        core_a, core_b = convex(flat, HERE), convex(flat, pose_b)
        n = samples.random_direction(random)
        meet = sub(support(core_a, n)[0], support(core_b, neg(n))[0])
        placed = pose_b._replace(position=along(add(pose_b.position, meet), n, gap))
        result = ask(flat, HERE, flat, placed)
        assert result.exit in (Exit.CONVERGED, Exit.NO_PROGRESS)
        assert result.steps < gjk.ITERATION_LIMIT / 2
        assert result.signed_distance == pytest.approx(gap, abs=TOUCHING)


def test_rounding_never_proves_overlap_of_needles_and_collinear_hulls() -> None:
    """Both orders bound the same distance, so the bounds of one must not exclude those of the other."""
    random = Random(7)
    for _ in range(600):
        a, b = needle(random), needle(random)
        meet = sub(scale(add(a[0], a[1]), 0.5), scale(add(b[0], b[1]), 0.5))
        gap = random.choice((0, 1e-17, 1e-14, 1e-12, 1e-8, 1e-5, 0.1))
        pose = Pose(position=along(meet, samples.random_direction(random), gap))
        result = ask(kinds.Hull(tuple(a)), HERE, kinds.Hull(tuple(b)), pose)
        other = ask(kinds.Hull(tuple(b)), pose, kinds.Hull(tuple(a)), HERE)
        assert max(result.lower, other.lower) <= min(result.upper, other.upper) + 2 * samples.ROUNDING
        # They share a point, or miss each other by at most the gap.
        assert result.lower <= gap + samples.ROUNDING


def test_a_needle_across_a_segment_is_no_deeper_than_their_separating_plane_allows() -> None:
    """Found among 60,000 random pairs: a face 1e-12 wide, tilted by rounding, had the origin 4e-12 inside it."""
    segment = kinds.Segment(
        (0.4947591385533586, 0.3437398606918898, -0.6659250345268677),
        (0.06796867147708135, 0.047222051806961894, -0.09148297904828218),
    )
    thin = kinds.Hull(
        (
            (-0.4183091880885939, -0.07821019375597241, 0.7524128357805734),
            (-0.0024258190193266597, -0.0004537689831817939, 0.004363568196667382),
            (0.16520820173043493, 0.03088858218985994, -0.29715987544304406),
            (0.2820624255209591, 0.05273660482964185, -0.5073455965849077),
            (-0.12783428966933935, -0.023901032003981738, 0.22993526723457777),
        )
    )
    pose = at(0.7051266421074127, 0.38307184206125416, -1.0443132365145156)
    normal = unit(cross(sub(segment.b, segment.a), sub(thin.vertices[1], thin.vertices[0])))
    depth = min(
        height(segment, HERE, direction) + height(thin, pose, neg(direction)) for direction in (normal, neg(normal))
    )
    assert -ask(segment, HERE, thin, pose).upper <= depth + samples.ROUNDING


def needle(random: Random) -> list[Vec3]:
    """Two to six points along a line, off it by up to a hundredth."""
    turn, thickness = samples.random_rotation(random), random.choice((0, 10.0 ** random.uniform(-17, -2)))
    off = [
        (random.uniform(-1, 1), thickness * random.uniform(-1, 1), thickness * random.uniform(-1, 1)) for _ in "123456"
    ]
    return [row_times(turn, point) for point in off[: random.randint(2, 6)]]


@pytest.mark.parametrize("place", range(6))
def test_the_reach_of_a_vertex_is_the_largest_coordinate_of_its_witnesses(place: int) -> None:
    numbers = [0.5] * 6
    numbers[place] = -3.0
    a, b = (numbers[0], numbers[1], numbers[2]), (numbers[3], numbers[4], numbers[5])
    assert gjk.reach_of(gjk.Vertex(sub(a, b), a, b, 0, 0, 0)) == 3.0
