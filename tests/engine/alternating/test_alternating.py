"""Alternating projections, against GJK, EPA and closed forms; nearest points, against their definition."""

from collections import Counter
from math import inf
from random import Random

import pytest

from gjkscope.engine import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Exit,
    Hull,
    NotApplicable,
    Options,
    Point,
    Pose,
    Result,
    Shape,
    Sphere,
    Verdict,
    query,
    trace,
)
from gjkscope.engine.alternating.nearest import extent, margin_of, point_in_core
from gjkscope.engine.alternating.steps import ITERATION_LIMIT
from gjkscope.engine.pose import is_square
from gjkscope.engine.shapes.bounds import least_size, size
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import DOUBLE, Vec3, add, cross, dot, norm, scale, sub, unit
from tests.engine.samples import random_direction, random_pose, random_sizes, random_vector

CLOSE = 1e-9  # of the size


def a_shape(random: Random, unit: float) -> Shape:
    x, y, z = (unit * length for length in random_sizes(random))
    rounding = random.choice((0.0, 0.0, 0.1 * unit))
    kinds = (
        Box((x, y, z), rounding),
        Capsule(x, y, random.choice("xyz")),
        Cylinder(x, y, random.choice("xyz"), rounding),
        Cone(x, y, random.choice("xyz"), rounding),
        Ellipsoid((x, y, z), rounding),
        Sphere(x),
        Point(),
    )
    return random.choice(kinds)


def square_pose(random: Random, spread: float) -> Pose:
    """A random pose whose axes are perpendicular up to rounding."""
    return next(pose for pose in iter(lambda: random_pose(random, spread), None) if is_square(pose.rotation, DOUBLE))


def pairs(seed: int, count: int) -> list[tuple[Shape, Pose, Shape, Pose]]:
    random, pairs = Random(seed), []
    for _ in range(count):
        unit = random.choice((1e-6, 1.0, 1e6))
        pairs.append(
            (a_shape(random, unit), square_pose(random, unit), a_shape(random, unit), square_pose(random, unit))
        )
    return pairs


def is_measured(result: Result) -> bool:
    return result.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE)


@pytest.mark.slow
def test_distances_agree_with_the_other_algorithms() -> None:
    exits, verdicts = Counter[Exit](), Counter[Verdict]()
    for pair in pairs(3, 300):
        result, known = trace(*pair, "alternating").result, query(*pair)
        exits[result.exit] += 1
        assert known.signed_distance is not None
        slack = CLOSE * max(size(*pair), abs(known.signed_distance))
        assert result.lower <= known.signed_distance + slack
        assert result.upper >= known.signed_distance - slack
        if not is_measured(result):
            assert result.signed_distance is None
            continue
        assert result.signed_distance is not None
        assert result.normal is not None
        assert result.witness_a is not None
        assert result.witness_b is not None
        verdicts[result.verdict] += 1
        assert result.signed_distance == pytest.approx(known.signed_distance, abs=slack)
        way = scale(result.normal, result.signed_distance)
        assert norm(sub(sub(result.witness_b, result.witness_a), way)) <= 1000 * slack
    assert min(exits[exit_] for exit_ in (Exit.CONVERGED, Exit.DEPTH_UNKNOWN, Exit.ITERATION_LIMIT)) >= 3, exits
    assert min(verdicts[verdict] for verdict in (Verdict.SEPARATED, Verdict.PENETRATING)) >= 7, verdicts


def test_within_a_tolerance_the_bounds_are_that_close() -> None:
    exits = Counter[Exit]()
    for pair in pairs(5, 300):
        result = trace(*pair, "alternating", Options(tolerance=1e-4)).result
        exits[result.exit] += 1
        if result.exit == Exit.WITHIN_TOLERANCE:
            known = query(*pair).signed_distance
            assert known is not None
            assert result.upper - result.lower <= 1e-4 * least_size(pair[0], pair[2])
            assert result.lower - CLOSE * size(*pair) <= known <= result.upper + CLOSE * size(*pair)
    assert min(exits[Exit.WITHIN_TOLERANCE], exits[Exit.DEPTH_UNKNOWN]) >= 50, exits


def test_an_ellipsoid_sinks_into_a_box_as_deep_as_its_extent_says() -> None:
    random, exits = Random(9), Counter[tuple[bool, Exit]]()
    floor = Box((50.0, 50.0, 50.0))
    for _ in range(200):
        ellipsoid, pose = Ellipsoid(random_sizes(random)), square_pose(random, 1)
        core = convex(ellipsoid, Pose(pose.rotation))
        height, depth = support(core, (0.0, -1.0, 0.0))[0][1], random.uniform(0, 0.3)
        there = Pose(pose.rotation, (0.0, 50.0 - height - depth, 0.0))
        result = trace(floor, Pose(), ellipsoid, there, "alternating").result
        exits[depth < margin_of(core), result.exit] += 1
        if is_measured(result):
            assert result.signed_distance == pytest.approx(-depth, abs=1e-12)
            assert result.normal == pytest.approx((0, 1, 0), abs=1e-6)
    assert exits[True, Exit.CONVERGED] >= 80, exits
    assert exits[False, Exit.DEPTH_UNKNOWN] >= 40, exits
    assert exits[False, Exit.CONVERGED] == exits[True, Exit.DEPTH_UNKNOWN] == 0, exits


def test_nearest_points_lie_below_the_foot_of_the_perpendicular() -> None:
    random, places = Random(11), Counter[str]()
    for _ in range(500):
        lengths = random_sizes(random)
        if random.random() < 0.3:
            lengths = (lengths[0], lengths[1] * 10 ** random.uniform(-6, 0), lengths[2])
        core = convex(Ellipsoid(lengths), Pose())
        p, margin = random_vector(random, random.choice((0.2, 1.2))), margin_of(core)
        q, outside = point_in_core(core, margin, p), _height(lengths, p)
        if q == p:
            places["inside"] += 1
            assert outside < 1
            continue
        places["outside" if outside > 1 else "between"] += 1
        normal = unit(sub(p, q))
        foot = add(q, scale(normal, margin))
        assert _height(lengths, foot) == pytest.approx(1, abs=1e-12 + 1e-15 / min(lengths))
        steepest = unit((foot[0] / lengths[0] ** 2, foot[1] / lengths[1] ** 2, foot[2] / lengths[2] ** 2))
        assert (
            norm(cross(normal, steepest)) <= 1e-9 + 1e-15 / min(lengths) ** 2
        )  # what rounding of the foot turns it by
    assert min(places[name] for name in ("inside", "between", "outside")) >= 20, places


def test_a_ball_of_the_margin_rolls_inside_the_ellipsoid() -> None:
    random = Random(13)
    for _ in range(300):
        lengths = random_sizes(random)
        core = convex(Ellipsoid(lengths), Pose())
        point = support(core, random_direction(random))[0]
        out = unit((point[0] / lengths[0] ** 2, point[1] / lengths[1] ** 2, point[2] / lengths[2] ** 2))
        center = sub(point, scale(out, margin_of(core)))
        for _ in range(20):
            reached = add(center, scale(random_direction(random), margin_of(core)))
            assert _height(lengths, reached) <= 1 + 1e-12


@pytest.mark.parametrize(
    "shape", [Box((1, 2, 3)), Cylinder(0.5, 2), Cone(2, 0.5), Ellipsoid((0.5, 1, 2)), Capsule(1, 2), Point()]
)
def test_extents_are_those_of_support_points(shape: Shape) -> None:
    random, core = Random(17), convex(shape, Pose())
    for _ in range(50):
        n = random_direction(random)
        assert extent(core, n) == pytest.approx(dot(support(core, n)[0], n), abs=1e-14)


def test_parallel_surfaces_that_nearly_touch_reach_the_limit() -> None:
    turned = Pose(((0.8, 0.0, 0.6), (0.0, 1.0, 0.0), (-0.6, 0.0, 0.8)), (0.3, 2.0001, 0.2))
    result = trace(Cylinder(1, 1), Pose(), Ellipsoid((1, 1, 2)), turned, "alternating").result
    known = query(Cylinder(1, 1), Pose(), Ellipsoid((1, 1, 2)), turned).signed_distance
    assert known is not None
    assert result.steps <= ITERATION_LIMIT
    assert result.lower <= known <= result.upper


def test_other_shapes_are_refused() -> None:
    corner = Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    with pytest.raises(NotApplicable, match="not hull and box"):
        trace(corner, Pose(), Box((1, 1, 1)), Pose(), "alternating")


def test_axes_that_are_not_perpendicular_are_refused() -> None:
    pose = Pose(((1.0, 4e-6, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    with pytest.raises(NotApplicable, match="perpendicular"):
        trace(Cylinder(1, 1), Pose(), Box((1, 1, 1)), pose, "alternating")


@pytest.mark.parametrize("shape", [Ellipsoid((1, 1, 1e-160)), Cylinder(1e-100, 1e-100), Ellipsoid((1e100, 1, 1))])
def test_lengths_whose_products_overflow_or_underflow_prove_nothing(shape: Shape) -> None:
    there = Pose(position=scale((1.0, 0.0, 0.5), 3 * size(shape, Pose(), shape, Pose())))
    result = trace(shape, Pose(), shape, there, "alternating").result
    assert (result.exit, result.lower, result.upper) == (Exit.DEGENERATE_INPUT, -inf, inf)


def test_two_points_at_one_place_have_no_nearest_points() -> None:
    assert trace(Point(), Pose(), Point(), Pose(), "alternating").result.exit == Exit.DEPTH_UNKNOWN


def _height(lengths: Vec3, p: Vec3) -> float:
    """1 on the surface of the ellipsoid, less inside."""
    return norm((p[0] / lengths[0], p[1] / lengths[1], p[2] / lengths[2]))
