"""GJK, EPA, SAT and exact arithmetic in the plane, against exact arithmetic, an oracle, prisms and invariance.

`make test-plane` checks thousands of pairs in the same way.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import pi
from typing import Any

import pytest

from gjkscope import (
    Box2,
    Circle,
    Exit,
    Iteration,
    IterationVertex,
    NotApplicable,
    Options,
    Point2,
    Polygon,
    Pose,
    Reported,
    Segment2,
    Sphere,
    check,
    check_iterations,
    compare,
    explain,
    headline,
    judge_report,
    plane_pose,
    query,
    trace,
)
from gjkscope.app.base.records import replace as replaced
from gjkscope.engine import (
    PLANAR_ALGORITHMS,
    algorithm_for,
    batch,
    broad_phase,
    first_contact,
    resolve_pair,
    resolve_terrain,
)
from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.analysis.compare import first_difference
from gjkscope.engine.analysis.replay import replay
from gjkscope.engine.analysis.stability import spread
from gjkscope.engine.plane.cores import plane_cores
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.epa.explain import BEATS
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import PlaneRegion, closest_on_triangle2, simplex_in_plane, vertices_in_plane
from gjkscope.engine.proof.certificate import objection
from gjkscope.engine.query import with_epa
from gjkscope.engine.registry.algorithms import algorithm_of
from tests.engine.plane.agreement import disagreement, prism_error
from tests.engine.plane.pairs import FAMILIES, PlanePair, draw, quarter_pose

SEEDS = range(7)
PAIRS = [draw(family, seed) for family in FAMILIES for seed in SEEDS]
APART = (Box2((1, 1)), plane_pose(), Polygon([(0, 0), (2, 0), (0, 1)]), plane_pose((2, 1), 0.3))
DEEP = (Box2((1, 1)), plane_pose(), Polygon([(0, 0), (2, 0), (0, 1)]), plane_pose((0.5, 0.1), 0.3))


# --- against exact arithmetic ---


def test_all_algorithms_agree_with_exact_arithmetic() -> None:
    worst, reached = 0.0, Counter[str]()
    for pair in PAIRS:
        error, counts = disagreement(pair)
        worst, reached = max(worst, error), reached + counts
    assert worst < 1e-15
    # Both branches of each algorithm are reached, and neither is rare.
    assert min(reached["default separated"], reached["default penetrating"]) > len(PAIRS) / 4
    assert reached["default touching"] >= 8
    for exits in (
        ("gjk CONVERGED", "gjk ORIGIN_ENCLOSED", "gjk TOUCHING"),
        ("epa CONVERGED", "epa DISTANCE_KNOWN"),
        ("sat SEPARATING_AXIS", "sat ALL_AXES_OVERLAP"),
    ):
        assert min(reached[name] for name in exits) >= 5, reached


def difference_points(pair: PlanePair) -> list[tuple[Fraction, Fraction]]:
    """All differences of a vertex of A and one of B, as fractions."""

    def corners(shape: Any, pose: Pose) -> list[tuple[Fraction, Fraction]]:
        (a, b, _), (c, d, _), _ = pose.rotation
        x, y, _ = map(Fraction, pose.position)
        points = [(Fraction(u), Fraction(v)) for u, v in shape.points()]
        return [(Fraction(a) * u + Fraction(b) * v + x, Fraction(c) * u + Fraction(d) * v + y) for u, v in points]

    return [(u - x, v - y) for u, v in corners(pair.a, pair.pose_a) for x, y in corners(pair.b, pair.pose_b)]


def oracle(pair: PlanePair) -> tuple[int, Fraction]:
    """The sign of the cores' signed distance and its square, by trying every line through two of the differences."""
    points = list(dict.fromkeys(difference_points(pair)))
    inner: list[Fraction] = []
    outside = len(points) < 3
    for (px, py), (qx, qy) in combinations(points, 2):
        sides = {((qx - px) * (y - py) - (qy - py) * (x - px)) for x, y in points}
        if min(sides) < 0 < max(sides):
            continue
        origin = (qx - px) * -py - (qy - py) * -px
        if not any(sides) or origin == 0 or (origin > 0) != (max(sides) > 0):
            outside = True
        inner.append(origin * origin / ((qx - px) ** 2 + (qy - py) ** 2))
    if not outside:
        return -1, min(inner)
    squares = [x * x + y * y for x, y in points]
    for (px, py), (qx, qy) in combinations(points, 2):
        length = (qx - px) ** 2 + (qy - py) ** 2
        share = min(max(-(px * (qx - px) + py * (qy - py)) / length, Fraction(0)), Fraction(1))
        x, y = px + share * (qx - px), py + share * (qy - py)
        squares.append(x * x + y * y)
    return 1, min(squares)


def test_exact_arithmetic_agrees_with_an_independent_oracle() -> None:
    signs = Counter[int]()
    for pair in PAIRS:
        if len(difference_points(pair)) > 12:
            continue
        sign, square = oracle(pair)
        run = trace(*pair.setting, "exact")
        last = run.steps[-1]
        length = last.highest.line if last.inside else last.nearest.near
        assert Fraction(length.square, length.divisor) * Fraction(4) ** length.unit == square, pair
        assert square == 0 or length.sign == sign, pair
        signs[sign if square else 0] += 1
    assert min(signs[sign] for sign in (-1, 0, 1)) >= 5, signs


@pytest.mark.parametrize("algorithm", ["exact", None])
def test_a_long_prism_has_the_signed_distance_of_its_polygon(algorithm: str | None) -> None:
    pairs = [pair for pair in PAIRS if pair.family in ("ordinary", "grid", "touching", "nested")][::2]
    assert max(prism_error(pair, algorithm) for pair in pairs) < 1e-12


def test_sat_on_a_long_prism_has_the_depth_of_its_polygon() -> None:
    sharp = [pair for pair in PAIRS if pair.a.core().radius == pair.b.core().radius == 0]
    deep = [pair for pair in sharp if trace(*pair.setting, "exact").result.signed_distance < -0.01][:4]  # type: ignore[operator]
    assert len(deep) == 4
    assert max(prism_error(pair, "sat") for pair in deep) < 1e-12


def test_crossing_segments_have_a_depth_in_the_plane_but_not_in_space() -> None:
    cross = (Segment2((-2, 0), (2, 0)), plane_pose(), Segment2((0, -1), (0, 3)), plane_pose())
    assert query(*cross).signed_distance == -1.0
    assert query(*cross).certified


# --- invariance ---


def move(pose: Pose, quarters: int, scale: float, shift: tuple[float, float]) -> Pose:
    """The pose after a quarter turn, a scaling by a power of two and a translation: all without rounding."""
    turn = quarter_pose(0, 0, quarters).rotation
    rotation = tuple(tuple(sum(turn[i][k] * pose.rotation[k][j] for k in range(3)) for j in range(3)) for i in range(3))
    x, y = (sum(turn[i][k] * pose.position[k] for k in range(2)) * scale for i in range(2))
    return Pose(rotation, (x + shift[0], y + shift[1], 0.0))  # type: ignore[arg-type]


def scale_shape(shape: Any, scale: float) -> Any:
    """The shape with all lengths multiplied."""

    def times(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(times(item) for item in value)
        return value if isinstance(value, str) else value * scale

    return type(shape)(*(times(getattr(shape, name)) for name in shape.__dataclass_fields__))


@pytest.mark.parametrize("algorithm", [None, "sat", "exact"])
def test_the_distance_is_invariant_under_quarter_turns_scales_and_swaps(algorithm: str | None) -> None:
    for number, pair in enumerate(pair for pair in PAIRS if pair.family in ("ordinary", "rounded", "grid", "nested")):
        scale = (2.0**-20, 1.0, 2.0**20)[number % 3]
        quarters = number % 4
        plain = query(*pair.setting, algorithm=algorithm).signed_distance
        shapes = scale_shape(pair.a, scale), scale_shape(pair.b, scale)
        poses = (move(pose, quarters, scale, (0.0, 0.0)) for pose in (pair.pose_a, pair.pose_b))
        pose_a, pose_b = poses
        turned = query(shapes[0], pose_a, shapes[1], pose_b, algorithm=algorithm).signed_distance
        swapped = query(pair.b, pair.pose_b, pair.a, pair.pose_a, algorithm=algorithm)
        assert plain is not None
        assert turned is not None
        assert turned / scale == pytest.approx(plain, abs=1e-14)
        assert swapped.signed_distance == pytest.approx(plain, abs=1e-14)


def test_swapped_traces_can_be_compared() -> None:
    a, pose_a, b, pose_b = APART
    forward, backward = trace(*APART, "gjk"), trace(b, pose_b, a, pose_a, "gjk")
    assert first_difference(forward, backward, 1e-12, swapped=True) is None
    assert first_difference(forward, forward) is None


# --- steps ---


@pytest.mark.parametrize("name", PLANAR_ALGORITHMS)
def test_every_step_explains_itself_and_can_be_replayed(name: str) -> None:
    texts = set()
    for pair in [*(pair.setting for pair in PAIRS[::7]), APART, DEEP]:
        run = trace(*pair, name)
        for number, step in enumerate(run.steps):
            assert algorithm_of(step) is algorithm_for(name, pair[0]) is PLANAR_ALGORITHMS[name]
            text = explain(step, "left", "right")
            assert text.endswith(".")
            assert headline(step, "left", "right")
            texts.add(text)
            lower, upper = PLANAR_ALGORITHMS[name].bounds(step)
            assert lower <= upper + 1e-9 * max(1.0, abs(lower))
            if pair in (APART, DEEP):
                replayed = replay(*pair, run, number)
                assert replayed.result == step
                assert replayed.lines
    assert len(texts) > 10


@pytest.mark.parametrize("name", ["gjk", "epa", "sat"])
def test_single_precision_is_close_and_replayed(name: str) -> None:
    options = Options(float32=True)
    for pair in (APART, DEEP):
        run = trace(*pair, name, options)
        truth = trace(*pair, "exact").result.signed_distance
        if run.result.signed_distance is not None:
            assert run.result.signed_distance == pytest.approx(truth, abs=1e-6)
        assert run.steps != trace(*pair, name).steps
        assert replay(*pair, run, len(run.steps) - 1, options).result == run.steps[-1]
    default = query(*DEEP, options=options)
    assert default.algorithm == "gjk+epa"
    assert default.signed_distance == pytest.approx(truth, abs=1e-6)


def test_gjk_records_a_certain_region_and_why_each_other_one_lost() -> None:
    regions = Counter[PlaneRegion]()
    for pair in (draw(family, seed) for family in ("ordinary", "grid") for seed in range(300)):
        for step in trace(*pair.setting, "gjk").steps:
            regions[step.region] += 1
            if step.region in (PlaneRegion.VERTEX_A, PlaneRegion.EDGE_AB) and regions[step.region] > 50:
                continue
            rows = region_tests_in_plane(step)
            assert [row.won for row in rows] == [True] + [False] * (len(rows) - 1)
            assert all(row.reason for row in rows)
            assert sum(step.weights) == pytest.approx(1)
            assert [weight > 0 for weight in step.weights] == [i < step.simplex.size for i in range(3)]
    assert set(regions) == set(PlaneRegion)


def test_the_regions_of_a_triangle() -> None:
    triangle = [(1.0, 1.0), (3.0, 1.0), (1.0, 3.0)]
    middle = {
        PlaneRegion.VERTEX_A: (0.0, 0.0),
        PlaneRegion.VERTEX_B: (5.0, 0.5),
        PlaneRegion.VERTEX_C: (0.5, 5.0),
        PlaneRegion.EDGE_AB: (2.0, 0.0),
        PlaneRegion.EDGE_AC: (0.0, 2.0),
        PlaneRegion.EDGE_BC: (3.0, 3.0),
        PlaneRegion.INTERIOR: (1.5, 1.5),
    }
    for region, (x, y) in middle.items():
        for order in ((0, 1, 2), (0, 2, 1)):
            points = [(triangle[i][0] - x, triangle[i][1] - y) for i in order]
            nearest = closest_on_triangle2(points[0], points[1], points[2])
            swap = {PlaneRegion.VERTEX_B: PlaneRegion.VERTEX_C, PlaneRegion.EDGE_AB: PlaneRegion.EDGE_AC}
            swap |= {value: key for key, value in swap.items()}
            assert nearest.region == (region if order == (0, 1, 2) else swap.get(region, region))
            weighted = [sum(w * p[k] for w, p in zip(nearest.weights, points, strict=True)) for k in range(2)]
            assert weighted == pytest.approx(nearest.point, abs=1e-15)


# --- exits ---


def test_shapes_in_contact_touch_and_are_not_0_m_apart() -> None:
    box = Box2((1, 1))
    for shapes, words in (
        (box, "A and B touch."),
        (Circle(1), "after subtracting the radii, 2 m in total, A and B touch."),
    ):
        for name in ("gjk", "epa"):
            last = trace(shapes, plane_pose(), shapes, plane_pose((2, 0)), name).steps[-1]
            assert explain(last, "A", "B").endswith(words if name == "gjk" else "A and B touch.")


def test_the_edges_of_a_box_are_numbered_around_it() -> None:
    steps = trace(Box2((2, 1)), plane_pose(), Circle(1), plane_pose((0, 0)), "sat").steps
    names = [headline(step, "A", "B") for step in steps[:4]]
    assert names == [f"normal of edge {i} {(i + 1) % 4} of A" for i in range(4)]


def test_epa_bounds_the_depth_by_its_nearest_edge_only_if_the_origin_is_inside() -> None:
    a, b = plane_cores(*DEEP)
    steps = epa.run(a, b, gjk.run(a, b)[-1])
    assert BEATS[0].explain(steps[1], "A", "B").endswith("so the depth is at least that.")
    outside = steps[1].edges_before[0]._replace(distance=-0.5)
    wrong = steps[1]._replace(edges_before=(outside, *steps[1].edges_before[1:]), chosen=0)
    assert "The origin lies 0.5 m outside" in (words := BEATS[0].explain(wrong, "A", "B"))
    assert "the depth" not in words


def test_concentric_boxes_touch_for_gjk_and_epa_measures_the_depth() -> None:
    pair = (Box2((1, 1)), plane_pose(), Box2((1, 1)), plane_pose())
    result = trace(*pair, "gjk").result
    assert (result.exit, result.verdict, result.certificate) == (Exit.TOUCHING, "undecided", None)
    assert query(*pair).signed_distance == -2.0


@pytest.mark.parametrize("name", ["gjk", "epa", "sat"])
@pytest.mark.parametrize("size", [1e160, 1e-170])
def test_coordinates_out_of_range_are_degenerate_and_never_separated(name: str, size: float) -> None:
    result = query(Box2((size, size)), plane_pose(), Box2((size, size)), plane_pose((size, 0)), name)
    assert result.verdict in ("undecided", "penetrating")
    if name == "gjk":
        assert result.exit == Exit.DEGENERATE_INPUT
        last = trace(Box2((size, size)), plane_pose(), Box2((size, size)), plane_pose((size, 0)), name).steps[-1]
        assert "multiply two of them" in explain(last, "A", "B")


def seed_of(pair: tuple[Any, Any, Any, Any], simplex: int) -> tuple[Any, Any, Any]:
    """The cores of a pair, and a state of GJK that has not found the distance, with its simplex cut short."""
    a, b = plane_cores(*pair)
    seed = gjk.run(a, b)[-1]
    first = simplex_in_plane(vertices_in_plane(seed.simplex)[:simplex])
    seed = seed._replace(simplex=first, weights=(1.0, 0.0, 0.0), lower=-1e9, upper=1e9, exit=Exit.TOUCHING)
    return a, b, seed


@pytest.mark.parametrize("count", [1, 2])
def test_epa_grows_a_seed_without_area(count: int) -> None:
    a, b, seed = seed_of(DEEP, count)
    steps = epa.run(a, b, seed)
    assert [step.aim for step in steps[:2]] == [epa.PlaneSearchReason.SEED, epa.PlaneSearchReason.GROWTH]
    assert steps[-1].exit == Exit.CONVERGED
    assert -steps[-1].lower == pytest.approx(-trace(*DEEP, "exact").result.signed_distance)  # type: ignore[operator]
    assert "must grow" in explain(steps[0], "A", "B")


@pytest.mark.parametrize(
    ("b", "words"),
    [(Point2(), "flat"), (Segment2((-1, 0), (1, 0)), "flat"), (Segment2((0, -1), (0, 1)), "overlap by 1")],
)
def test_epa_of_a_flat_difference_has_no_interior(b: Any, words: str) -> None:
    pair = (Segment2((-1, 0), (1, 0)), plane_pose(), b, plane_pose())
    last = epa.run(*seed_of(pair, 1))[-1]
    assert last.exit == (Exit.NO_INTERIOR if words == "flat" else Exit.CONVERGED)
    assert words in explain(last, "A", "B")


def test_epa_says_so_if_the_shapes_are_apart() -> None:
    last = epa.run(*seed_of(APART, 1))[-1]
    assert last.exit == Exit.SEPARATING_AXIS
    assert "does not reach the origin" in explain(last, "A", "B")


def test_epa_sets_an_edge_aside_whose_support_is_already_a_vertex() -> None:
    a, b = plane_cores(*DEEP)
    last = epa.run(a, b, gjk.run(a, b)[-1])[-1]
    at = last.nearest
    wrong = last.edges[at]._replace(distance=-10.0)  # as a meaningless normal would give it
    state = last._replace(exit=Exit.RUNNING, edges=[*last.edges[:at], wrong, *last.edges[at + 1 :]])
    after = epa.step(a, b, state)
    assert after.edges[at].set_aside
    assert after.nearest != at
    assert "set aside" in explain(after, "A", "B")
    rest = [edge._replace(set_aside=True) for edge in last.edges]
    ended = epa.step(a, b, state._replace(edges=[*rest[:at], wrong, *rest[at + 1 :]]))
    assert ended.exit == Exit.NO_PROGRESS
    assert "All remaining edges are degenerate" in explain(ended, "A", "B")


# --- certificates ---


def test_a_certificate_in_the_plane_is_checked_in_the_plane() -> None:
    certificate = query(*DEEP).certificate
    assert certificate is not None
    assert certificate.evidence.edges
    assert check(certificate, *DEEP)
    a, pose_a, b, pose_b = DEEP
    further = pose_b._replace(position=(0.51, 0.1, 0.0))
    assert not check(certificate, a, pose_a, b, further)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"axis": (0.0, 0.0, 1.0)}, "axis: must lie in the plane z = 0 for 2D shapes"),
        ({"axis": (0.9, 0.3, 1e-9)}, "axis: must lie in the plane z = 0 for 2D shapes"),
        ({"faces": ((0, 1, 2), (0, 2, 1))}, "faces: they prove nothing about 2D shapes, whose evidence is edges"),
        ({"edges": ((0, 1), (1, 2))}, "edges: they do not close up"),
        ({"edges": ((0, 1, 2),)}, "edges: one of them does not have two ends"),
        ({"edges": ((0, 9), (9, 0))}, "edges: there is no such vertex"),
        ({"edges": ((1, 0), (0, 1))}, "edges: the origin is not strictly on the left of one of them"),
    ],
)
def test_wrong_evidence_is_rejected(changes: dict[str, Any], message: str) -> None:
    certificate = query(*DEEP).certificate
    assert certificate is not None
    changed = replace(certificate, evidence=replace(certificate.evidence, **changes))
    assert objection(changed, *DEEP) == message


def test_a_turned_around_polygon_and_edges_of_3d_shapes_are_rejected() -> None:
    certificate = query(*DEEP).certificate
    assert certificate is not None
    backward = tuple((j, i) for i, j in certificate.evidence.edges)
    assert not check(replace(certificate, evidence=replace(certificate.evidence, edges=backward)), *DEEP)
    solid = (Sphere(1), Pose(), Sphere(1), Pose(position=(1, 0, 0)))
    proof = query(*solid).certificate
    assert proof is not None
    with_edges = replace(proof, evidence=replace(proof.evidence, edges=((0, 0),)))
    assert objection(with_edges, *solid) == "edges: they prove nothing about 3D shapes, whose evidence is faces"
    with pytest.raises(ValueError, match="both must be 2D, or both 3D"):
        check(proof, Sphere(1), Pose(), Circle(1), Pose())


# --- the rest of the engine ---


def test_comparison_lists_the_algorithms_of_the_plane() -> None:
    for pair in (APART, DEEP, (Circle(1), plane_pose(), Circle(1), plane_pose((2, 0)))):
        comparison = compare(*pair)
        assert {row.algorithm for row in comparison.rows} | {
            refusal.algorithm for refusal in comparison.refusals
        } == set(PLANAR_ALGORITHMS)
        assert comparison.disagreements == ()
    asked = compare(*APART, ["gjk", "mpr"])
    assert [refusal.reason for refusal in asked.refusals] == [
        f"mpr: has no version for 2D shapes; these have {', '.join(PLANAR_ALGORITHMS)}"
    ]


@pytest.mark.parametrize("name", ["mpr", "brute", "aabb", "sphere", "headbutt", "tetrahedron"])
def test_algorithms_without_a_2d_version_refuse_2d_shapes(name: str) -> None:
    for asked in (query, trace):
        with pytest.raises(NotApplicable, match=f"{name}: has no version for 2D shapes"):
            asked(*APART, algorithm=name)  # type: ignore[operator]


def test_epa_continues_from_a_given_run_of_gjk() -> None:
    for pair in (APART, DEEP):
        whole = with_epa(trace(*pair, "gjk"), *pair)
        assert whole.result == query(*pair)
        assert {algorithm_of(step).name for step in whole.steps} == set(whole.result.algorithm.split("+"))


def test_perturbations_stay_in_the_plane() -> None:
    touching = (Box2((1, 1)), plane_pose(), Box2((1, 1)), plane_pose((2, 0)))
    stability = spread(*touching, epsilon=1e-3, count=40)
    assert stability.counts["separated"] > 5  # type: ignore[index]
    assert stability.counts["penetrating"] > 5  # type: ignore[index]


def test_a_pair_is_pushed_apart_in_the_plane() -> None:
    done = resolve_pair(*DEEP)
    assert done.pose_a.position[2] == done.pose_b.position[2] == 0
    after = query(DEEP[0], done.pose_a, DEEP[2], done.pose_b)
    assert after.signed_distance == pytest.approx(0, abs=1e-9)
    assert broad_phase("sweep", [(APART[0], APART[1]), (APART[2], APART[3])]).pairs == ()


def test_what_has_no_2d_version_refuses_2d_shapes_by_name() -> None:
    a, pose_a, b, pose_b = APART
    poses = [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]]
    with pytest.raises(NotApplicable, match=r"^shape_a\[0\]: must be a 3D shape, got a 2D box$"):
        batch.signed_distance(a, poses, b, poses)
    with pytest.raises(NotApplicable, match=r"^shape_a: must be a 3D shape, got a 2D box$"):
        first_contact(a, pose_a, Motion(), b, pose_b, Motion(), 1.0)
    with pytest.raises(NotApplicable, match=r"^shape: must be a 3D shape, got a 2D box$"):
        resolve_terrain(a, pose_a, [])
    with pytest.raises(NotApplicable, match=r"^shape_a: must be a 3D shape, got a 2D box$"):
        check_iterations([Iteration((IterationVertex((0, 0, 0)),))], a, pose_a, b, pose_b)
    with pytest.raises(ValueError, match=r"^shapes: both must be 2D, or both 3D"):
        compare(a, pose_a, Sphere(1), Pose())
    with pytest.raises(ValueError, match=r"^shapes: both must be 2D, or both 3D"):
        resolve_pair(a, pose_a, Sphere(1), Pose())


def test_a_report_about_2d_shapes_is_judged_in_the_plane() -> None:
    pair = (Box2((1, 1)), plane_pose(), Box2((1, 1)), plane_pose((1.5, 0.25)))
    truth = query(*pair)
    said = Reported(
        ("A", "B"), "a 2D engine", "penetrating", -0.5, (1, 0, 0), witness_a=(1, 0, 0), witness_b=(0.5, 0, 0)
    )
    judgement = judge_report(said, truth, *pair)
    assert judgement.right
    assert judgement.normal is not None
    assert (judgement.normal.cost, judgement.normal.unique) == (0.0, True)
    across = judge_report(replaced(said, normal=(0, 1, 0)), truth, *pair)
    assert across.normal is not None
    assert (across.normal.right, across.normal.cost) == (False, pytest.approx(1.25))
    off = judge_report(replaced(said, witness_a=(2, 0, 0)), truth, *pair)
    assert off.witness_a is not None
    assert (off.witness_a.right, off.witness_a.off_surface) == (False, 1.0)
    with pytest.raises(ValueError, match=r"^normal: must lie in the plane z = 0 for 2D shapes, got \(0, 0, 1\)$"):
        judge_report(replaced(said, normal=(0, 0, 1)), truth, *pair)
    square = (Box2((1, 1)), plane_pose(), Box2((1, 1)), plane_pose())
    several = judge_report(Reported(("A", "B"), "x", normal=(0, 1, 0)), query(*square), *square)
    assert several.normal is not None
    assert (several.normal.right, several.normal.unique) == (True, False)


def test_exactness_of_a_rotated_contact_is_decided_by_the_stored_numbers() -> None:
    box = Box2((1, 1))
    turned = (box, plane_pose((0, 0), pi / 6), box, plane_pose((2 * 3**0.5 / 2, 1.0), pi / 6))
    result = query(*turned, algorithm="exact")
    assert abs(result.signed_distance or 0.0) < 1e-15
    assert query(*turned).verdict == "touching"
