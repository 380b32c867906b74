"""MPR against closed forms: the verdict is right or undecided, the bounds hold, and the depth frees A."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from math import inf, isfinite
from random import Random

import pytest

from gjkscope.engine import Pose, Result, Trace, Verdict, query, trace
from gjkscope.engine.explain import explain
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk import trace as gjk_trace
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.mpr.steps import NONE_LOST, MprPhase, State
from gjkscope.engine.published.vertices import rounded_difference_support
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import Box, Cone, Ellipsoid, Hull, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import ZERO, add, along, cross, dot, neg, norm, scale, sub, unit
from tests.engine.moving import at
from tests.engine.museum import exhibit, exhibits
from tests.engine.samples import (
    FAMILIES,
    Pair,
    move,
    pairs,
    random_direction,
    random_hull,
    random_pair,
    random_pose,
    scale_pair,
    swap,
)
from tests.fuzz.zoo import draw

Arguments = tuple[Shape, Pose, Shape, Pose]
Runs = list[tuple[Arguments, Trace]]

COUNT = 15  # pairs of each family
FEWER = 5  # of each family under each change of viewpoint

# Error bound, relative to the extent, for a closed form, a bound and about fifty steps.  A portal as small as the root
# of the rounding error may tilt, but a bound is computed from points of the shapes, wherever they are.
ROUNDING = 1e-13


def answer(pair: Arguments) -> Result:
    return trace(*pair, "mpr").result


@pytest.mark.parametrize("family", FAMILIES)
class TestClosedForms:
    def test_the_verdict_is_right_and_the_bounds_hold(self, family: str) -> None:
        overlaps = 0
        for pair in pairs(family, COUNT):
            assert_right(pair, answer(pair.arguments))
            overlaps += pair.overlaps
        assert 0.2 * COUNT <= overlaps <= 0.8 * COUNT

    def test_pushing_a_back_by_the_depth_frees_it(self, family: str) -> None:
        pushed = 0
        for pair in pairs(family, FEWER):
            result = answer(pair.arguments)
            if result.push_out is None:
                continue
            pose = pair.pose_a._replace(position=add(pair.pose_a.position, result.push_out))
            left = gjk_trace(pair.shape_a, pose, pair.shape_b, pair.pose_b).result
            assert left.upper >= -2 * ROUNDING * pair.extent
            pushed += 1
        assert pushed >= 1

    @pytest.mark.parametrize("factor", [1e-12, 1e12])
    def test_the_unit_of_length_does_not_matter(self, family: str, factor: float) -> None:
        for pair in pairs(family, FEWER):
            other = scale_pair(pair, factor)
            assert_right(other, answer(other.arguments))

    def test_swapping_moving_and_distance_from_the_origin_change_no_verdict(self, family: str) -> None:
        random = Random(1)
        for pair in pairs(family, FEWER):
            for other in (swap(pair), move(pair, random_pose(random)), move(pair, at(1e6, -1e6, 1e6))):
                result = answer(other.arguments)
                assert result.verdict == (Verdict.PENETRATING if pair.overlaps else Verdict.SEPARATED)


def assert_right(pair: Pair, result: Result) -> None:
    tolerance = ROUNDING * pair.extent
    assert result.verdict == (Verdict.PENETRATING if pair.overlaps else Verdict.SEPARATED)
    if pair.signed_distance > -inf:
        assert result.lower - tolerance <= pair.signed_distance <= result.upper + tolerance
    if pair.overlaps:
        assert result.signed_distance is not None
        assert result.normal is not None
        assert result.signed_distance <= pair.signed_distance + tolerance or pair.signed_distance == -inf
    else:
        assert result.signed_distance is None


def test_any_two_kinds_agree_with_gjk_or_are_undecided() -> None:
    random, met = Random(2), Counter[Verdict]()
    for _ in range(80):
        pair = random_pair(random)
        result, truth = answer(pair), gjk_trace(*pair).result
        assert truth.verdict in (result.verdict, Verdict.UNDECIDED)
        assert max(result.lower, truth.lower) <= min(result.upper, truth.upper) + 4 * ROUNDING
        met[result.verdict] += 1
    assert min(met[Verdict.SEPARATED], met[Verdict.PENETRATING]) >= 24


def test_near_contact_is_resolved_down_to_the_tolerance() -> None:
    """Hulls that meet at a known plane, pushed together or apart by known amounts."""
    random, met = Random(3), Counter[tuple[Verdict, bool]]()
    for _ in range(70):
        a, b, pose_a, pose_b = random_hull(random), random_hull(random), random_pose(random), random_pose(random, 0.1)
        n = random_direction(random)
        meet = rounded_difference_support(convex(a, pose_a), convex(b, pose_b), n, 0).point
        gap = random.choice((-1e-6, -1e-11, 0.0, 1e-11, 1e-6))
        near = pose_b._replace(position=along(add(pose_b.position, meet), n, gap))
        result, tolerance = answer((a, pose_a, b, near)), TOUCHING * size(a, pose_a, b, near)
        truth = Verdict.SEPARATED if gap > tolerance else Verdict.TOUCHING
        if gap < -tolerance:  # a corner that goes straight in may slip past instead
            truth = query(a, pose_a, b, near).verdict
        assert result.verdict in (truth, Verdict.UNDECIDED)
        met[truth, result.verdict != Verdict.UNDECIDED] += 1
    assert met[Verdict.SEPARATED, True] >= 7
    assert met[Verdict.TOUCHING, True] >= 21
    assert met[Verdict.PENETRATING, True] >= 4
    assert sum(count for (_, decided), count in met.items() if not decided) <= 4


def test_the_depth_is_measured_along_the_ray_and_is_not_minimal() -> None:
    """A cube in a slab: the ray leaves it at the far end, where the depth is measured."""
    slab, cube = Box((5, 1, 5)), Box((1, 1, 1))
    result = answer((cube, at(0), slab, at(1.5, 0.25)))
    assert (result.verdict, result.signed_distance) == (Verdict.PENETRATING, pytest.approx(-4.5))
    assert query(cube, at(0), slab, at(1.5, 0.25)).signed_distance == pytest.approx(-1.75)
    assert result.normal == (1, 0, 0)
    random, more, overlapping = Random(4), 0, 0
    for _ in range(40):
        boxes = Box((1, 0.5, 0.25)), random_pose(random, 0.5), Box((0.3, 0.6, 0.9)), random_pose(random, 0.5)
        depth, least = answer(boxes), query(*boxes, algorithm="sat")
        if least.verdict == Verdict.PENETRATING:
            assert depth.signed_distance is not None
            assert least.signed_distance is not None
            assert depth.signed_distance <= least.signed_distance + ROUNDING
            more += depth.signed_distance < least.signed_distance - 1e-6
            overlapping += 1
    assert overlapping >= 20
    assert 0.05 * overlapping <= more <= 0.95 * overlapping


@pytest.mark.slow
def test_the_depth_lies_within_the_bounds_of_its_result() -> None:
    """For half of all overlapping curved pairs, some earlier direction shows a smaller depth than the last one."""
    random, better = Random(9), 0
    for _ in range(50):
        pair = random_pair(random, 0.3)
        run = trace(*pair, "mpr")
        for result in (run.result, query(*pair, algorithm="mpr"), query(*pair)):
            if result.signed_distance is not None:
                assert result.lower <= result.signed_distance <= result.upper
        better += run.result.signed_distance is not None and run.steps[-1].lower > run.result.signed_distance
    assert better >= 4


# --- special positions ---

SQUARE = Hull(((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)))
CUBE = Box((1, 1, 1))
SEGMENT = Segment((0, 0, 0), (1, 0, 0))

SPECIAL: dict[str, tuple[Arguments, Exit, Verdict]] = {
    "concentric spheres": ((Sphere(1), at(0), Sphere(0.25), at(0)), Exit.ORIGIN_ON_RAY, Verdict.PENETRATING),
    "concentric boxes": ((CUBE, at(0), Box((0.5, 2, 0.5)), at(0)), Exit.CONVERGED, Verdict.PENETRATING),
    "concentric cones": ((Cone(1, 1), at(0), Cone(2, 1), at(0)), Exit.ORIGIN_ON_RAY, Verdict.PENETRATING),
    "identical ellipsoids": ((Ellipsoid((1, 2, 3)), at(0)) * 2, Exit.ORIGIN_ON_RAY, Verdict.PENETRATING),
    "spheres": ((Sphere(1), at(0), Sphere(1), at(0, 1.5)), Exit.ORIGIN_ON_RAY, Verdict.PENETRATING),
    "spheres that touch": ((Sphere(1), at(0), Sphere(1), at(0, 2)), Exit.ORIGIN_ON_RAY, Verdict.TOUCHING),
    "a sphere in a box": ((Sphere(0.5), at(0), CUBE, at(0.25)), Exit.CONVERGED, Verdict.PENETRATING),
    "boxes that touch at a corner": ((CUBE, at(0), CUBE, at(2, 2, 2)), Exit.ORIGIN_ON_RAY, Verdict.TOUCHING),
    "boxes that touch at an edge": ((CUBE, at(0), CUBE, at(2, 2, 0.5)), Exit.TOUCHING, Verdict.TOUCHING),
    "boxes that touch at a face": ((CUBE, at(0), CUBE, at(2, 0.5, 0.25)), Exit.TOUCHING, Verdict.TOUCHING),
    "boxes along an axis": ((CUBE, at(0), CUBE, at(1)), Exit.ORIGIN_ON_RAY, Verdict.PENETRATING),
    "boxes across": ((CUBE, at(0), CUBE, at(1, 0.5)), Exit.CONVERGED, Verdict.PENETRATING),
    "a point in a box": ((Point(), at(0.5, 0.25), CUBE, at(0)), Exit.CONVERGED, Verdict.PENETRATING),
    "points that coincide": ((Point(), at(0), Point(), at(0)), Exit.NO_INTERIOR, Verdict.TOUCHING),
    "points apart": ((Point(), at(0), Point(), at(3)), Exit.SEPARATING_AXIS, Verdict.SEPARATED),
    "a triangle through a box": (
        (Triangle(((-3, 0, 0.5), (3, 0, 0.5), (0, 3, 0.5))), at(0), CUBE, at(0)),
        Exit.CONVERGED,
        Verdict.PENETRATING,
    ),
    "triangles that cross": (
        (
            Triangle(((-1, -1, 0), (1, -1, 0), (0, 2, 0))),
            at(0),
            Triangle(((0.2, 0, -1), (0.3, 0, 1), (0, 3, 0))),
            at(0),
        ),
        Exit.CONVERGED,
        Verdict.PENETRATING,
    ),
    "squares about one centre": ((SQUARE, at(0), SQUARE, at(0)), Exit.ORIGIN_ON_RAY, Verdict.UNDECIDED),
    "squares that overlap in a plane": ((SQUARE, at(0), SQUARE, at(0.5, 0.25)), Exit.NO_INTERIOR, Verdict.UNDECIDED),
    "squares apart in a plane": ((SQUARE, at(0), SQUARE, at(3, 0.5)), Exit.SEPARATING_AXIS, Verdict.SEPARATED),
    "segments that overlap": ((SEGMENT, at(0), SEGMENT, at(0.5)), Exit.ORIGIN_ON_RAY, Verdict.UNDECIDED),
    "segments that cross": (
        (Segment((-1, 0, 0), (1, 0, 0)), at(0), Segment((0, -1, 0), (0, 1, 0)), at(0)),
        Exit.NO_INTERIOR,
        Verdict.TOUCHING,
    ),
    "too large to multiply": (
        (Box((1e80, 1e80, 1e80)), at(0), CUBE, at(1e80)),
        Exit.DEGENERATE_INPUT,
        Verdict.UNDECIDED,
    ),
}


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("swap", [False, True], ids=["A B", "B A"])
def test_special_positions_have_a_named_exit_and_the_right_verdict(name: str, swap: bool) -> None:
    (shape_a, pose_a, shape_b, pose_b), reason, verdict = SPECIAL[name]
    pair = (shape_b, pose_b, shape_a, pose_a) if swap else (shape_a, pose_a, shape_b, pose_b)
    result = answer(pair)
    assert (result.exit, result.verdict) == (reason, verdict)
    assert isfinite(result.lower)
    assert isfinite(result.upper)


def test_spheres_are_as_deep_as_their_radii_overlap() -> None:
    result = answer((Sphere(1), at(0), Sphere(0.5), at(0, 0, 1.25)))
    assert result.signed_distance == result.lower == -0.25
    assert result.upper == pytest.approx(-0.25, abs=ROUNDING)  # both bounds meet
    assert result.normal == (0, 0, 1)
    assert answer((Sphere(1), at(0), Sphere(0.5), at(0))).signed_distance == -1.5


# --- every trace ---

# One pair in a thousand: the ray passes on the far side of the third support, and the first of the two is dropped.
FIRST_GOES: Arguments = (
    Hull(((-2, 0, -1), (2, 2, 1), (2, 1, 0), (0, 1, 0))),
    Pose(),
    Box((1, 1, 1)),
    Pose(position=(-2, 1, -1)),
)


@pytest.fixture(scope="module")
def runs() -> Runs:
    random = Random(6)
    arguments = [random_pair(random) for _ in range(40)] + [draw(6, number).pair for number in range(60)]
    arguments += [pair for pair, _, _ in SPECIAL.values()] + [FIRST_GOES]
    return [(pair, trace(*pair, "mpr")) for pair in arguments]


def all_steps(runs: Runs) -> Iterator[State]:
    return (step for _, run in runs for step in run.steps)


def test_the_runs_reach_the_exits(runs: Runs) -> None:
    met = Counter(run.result.exit for _, run in runs)
    expected = {Exit.SEPARATING_AXIS, Exit.CONVERGED, Exit.TOUCHING, Exit.ORIGIN_ON_RAY, Exit.NO_INTERIOR}
    assert set(met) >= expected | {Exit.DEGENERATE_INPUT}
    assert set(met) <= expected | {Exit.DEGENERATE_INPUT, Exit.NO_PROGRESS, Exit.ITERATION_LIMIT}
    assert met[Exit.NO_PROGRESS] + met[Exit.ITERATION_LIMIT] <= 0.02 * len(runs)


def test_only_the_last_step_has_an_exit_and_steps_are_consistent(runs: Runs) -> None:
    for _, run in runs:
        assert [step.exit == Exit.RUNNING for step in run.steps] == [True] * (len(run.steps) - 1) + [False]
        assert [step.iteration for step in run.steps] == list(range(len(run.steps)))
        assert (run.result.steps, run.result.exit) == (len(run.steps), run.steps[-1].exit)
        assert run.steps[0].phase == MprPhase.FIRST
        for before, after in pairwise(run.steps):
            assert after.before == before.portal
            assert after.phase == len(before.portal)
            assert after.lower >= before.lower
            assert after.upper <= before.upper
            assert after.hit >= before.hit
        assert run.result.lower <= run.result.upper + ROUNDING * run.steps[-1].reach


def test_the_ray_starts_between_the_centres_and_passes_through_the_origin(runs: Runs) -> None:
    for (shape_a, pose_a, shape_b, pose_b), run in runs:
        there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
        a, b = convex(shape_a, pose_a._replace(position=ZERO)), convex(shape_b, there)
        for step in run.steps:
            assert (step.interior.a, step.interior.b) == (a.center, b.center)
            assert step.interior.point == sub(a.center, b.center)
            assert step.ray == (unit(neg(step.interior.point)) if step.interior.point != ZERO else (1, 0, 0))


def test_each_support_is_of_the_whole_shapes_with_its_own_index(runs: Runs) -> None:
    for (shape_a, pose_a, shape_b, pose_b), run in runs:
        a, b = gjk.relative(convex(shape_a, pose_a), convex(shape_b, pose_b))
        for step in run.steps:
            assert norm(step.direction) == pytest.approx(1, abs=ROUNDING)
            assert step.support == rounded_difference_support(a, b, step.direction, step.support.birth)
            assert step.height == dot(step.direction, step.support.point)
            plane = step.before[0].point if step.phase == MprPhase.REFINE else step.interior.point
            if step.support.birth == step.iteration:
                assert step.gain == step.height - dot(step.direction, plane)
            reached = rounded_difference_support(a, b, step.normal, 0).point
            assert step.lower == pytest.approx(-dot(step.normal, reached), abs=ROUNDING * step.reach)


def test_each_direction_is_perpendicular_to_its_feature(runs: Runs) -> None:
    for step in all_steps(runs):
        if step.support.birth < step.iteration:
            continue
        if step.phase == MprPhase.FIRST:
            assert step.direction == step.ray
        elif step.phase == MprPhase.SECOND:
            assert abs(dot(step.direction, step.ray)) <= ROUNDING
        else:
            v0 = step.interior.point if step.phase == MprPhase.DISCOVER else step.before[2].point
            edges = [sub(vertex.point, v0) for vertex in step.before[:2]]
            assert all(isfinite(x) for x in step.direction)
            height = norm(cross(*edges)) / max(norm(edges[0]), norm(edges[1]))
            for edge in edges:
                assert abs(dot(step.direction, edge)) <= 1e-14 * step.reach * (1 + norm(edge) / height)
            assert dot(step.direction, step.ray) >= -1e-14 * step.reach / height


def test_the_ray_passes_through_every_portal(runs: Runs) -> None:
    """All three planes through v0 have the ray on the same side as the portal, up to rounding."""
    portals = 0
    for step in all_steps(runs):
        if step.exit == Exit.RUNNING and len(step.portal) == 3:
            e = [sub(vertex.point, step.interior.point) for vertex in step.portal]
            for i in range(3):
                p, q = e[i], e[(i + 1) % 3]
                assert dot(step.ray, cross(p, q)) >= -1e-13 * step.reach * max(norm(p), norm(q))
            portals += 1
    assert portals >= 500


def test_the_dropped_vertex_and_the_deciding_sides_are_shown(runs: Runs) -> None:
    lost = Counter[tuple[MprPhase, int]]()
    for step in all_steps(runs):
        if step.exit != Exit.RUNNING or step.phase < MprPhase.DISCOVER:
            assert step.lost == NONE_LOST
            continue
        new, old = step.support, step.before
        if step.phase == MprPhase.DISCOVER:
            cone = (*old, new)
            assert step.sides == tuple(side(step, cone[i], cone[(i + 1) % 3]) for i in range(3))
            assert (step.lost == NONE_LOST) == (step.sides[1] >= 0 and step.sides[2] >= 0)
        else:
            assert step.sides == tuple(side(step, new, vertex) for vertex in old)
        gone = set(old) - set(step.portal)
        assert gone == ({old[step.lost]} if step.lost != NONE_LOST else set())
        assert new in step.portal
        lost[step.phase, step.lost] += 1
    assert set(lost) == {*product([MprPhase.DISCOVER], [NONE_LOST, 0, 1]), *product([MprPhase.REFINE], [0, 1, 2])}


def side(step: State, p: gjk.Vertex, q: gjk.Vertex) -> float:
    return dot(step.ray, cross(sub(p.point, step.interior.point), sub(q.point, step.interior.point)))


def test_the_weights_are_those_of_the_point_that_proves_the_upper_bound(runs: Runs) -> None:
    for step in all_steps(runs):
        assert sum(step.weights) == pytest.approx(1, abs=1e-12)
        assert min(step.weights) >= 0
        point = scale(step.interior.point, step.weights[0])
        for vertex, weight in zip(step.portal, step.weights[1:], strict=False):
            point = along(point, vertex.point, weight)
        assert step.upper <= norm(point) - step.weights[0] * step.clearance + ROUNDING * step.reach
        assert step.upper >= -step.reach * 4


def test_a_hit_has_the_origin_in_front_of_a_portal(runs: Runs) -> None:
    for step in all_steps(runs):
        if step.phase == MprPhase.REFINE and step.support.birth == step.iteration and not step.hit:
            assert dot(step.direction, step.before[0].point) < 0
        if step.hit:
            assert step.upper <= step.tolerance + ROUNDING * step.reach


# --- limits ---


def test_the_limit_is_reported_and_never_taken_for_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mpr, "ITERATION_LIMIT", 3)
    random, met = Random(7), Counter[Verdict]()
    for _ in range(80):
        pair = random_pair(random)
        result, truth = answer(pair), gjk_trace(*pair).result
        assert result.steps <= 4
        if result.exit == Exit.ITERATION_LIMIT:
            met[result.verdict] += 1
            assert result.signed_distance is None
            assert result.verdict in (Verdict.UNDECIDED, truth.verdict)
    assert met[Verdict.UNDECIDED] >= 3
    assert met[Verdict.SEPARATED] == 0


def test_no_pair_of_random_kinds_needs_half_the_limit() -> None:
    random = Random(8)
    assert max(answer(random_pair(random)).steps for _ in range(60)) < 100


# --- the museum ---

FLAT_IN_ONE_PLANE = {"jolt-near-colinear-tri", "parry-76"}


@pytest.mark.parametrize("order", ["A B", "B A"])
def test_the_museum_is_answered_correctly_except_for_coplanar_pairs(order: str) -> None:
    for name in exhibits():
        shape_a, pose_a, shape_b, pose_b, expected = exhibit(name, order)
        result = answer((shape_a, pose_a, shape_b, pose_b))
        assert result.verdict == (Verdict.UNDECIDED if name in FLAT_IN_ONE_PLANE else expected["verdict"])
        truth, tolerance = expected["signed_distance"], expected["tolerance"]
        assert result.lower - tolerance <= truth <= result.upper + tolerance
        if result.signed_distance is not None:
            assert result.signed_distance <= truth + tolerance


# --- wording ---


def test_a_step_names_the_dropped_vertex_and_an_end_gives_its_reason(runs: Runs) -> None:
    ends = {
        Exit.SEPARATING_AXIS: "No point of A − B reaches the origin in this direction",
        Exit.CONVERGED: "The portal is on the surface, where the ray leaves A − B",
        Exit.TOUCHING: "The portal is on the surface, and its plane is",
        Exit.ORIGIN_ON_RAY: "The ray passes through w0 itself",
        Exit.NO_INTERIOR: "v0 is on the surface",
        Exit.DEGENERATE_INPUT: "products of four of them",
        Exit.ITERATION_LIMIT: "The limit of 200 steps is reached",
        Exit.NO_PROGRESS: "the portal is too thin",
    }
    for step in all_steps(runs):
        sentence = explain(step)
        if step.lost != NONE_LOST:
            assert f"so w{step.before[step.lost].birth} is dropped" in sentence
        for reason, words in ends.items():
            assert (words in sentence) == (step.exit == reason)
        if step.exit in (Exit.CONVERGED, Exit.ORIGIN_ON_RAY) and step.height > 0:
            assert "This is an upper bound of the depth: another way out may be shorter" in sentence


def test_coinciding_centres_are_mentioned() -> None:
    first = trace(CUBE, at(0), CUBE, at(0), "mpr").steps[0]
    assert "The centres of A and B coincide" in explain(first)
