"""The superellipsoid against closed forms: it is an octahedron, an ellipsoid and nearly a box for some exponents."""

from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest

from gjkscope.engine import Verdict, batch, check, query
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.shapes.bounds import aabb, bounding_sphere, inner_radius
from gjkscope.engine.shapes.kinds import Box, Ellipsoid, Hull, Point, Sphere, Superellipsoid
from gjkscope.engine.shapes.support import NO_INDEX, convex, support
from gjkscope.engine.vectors import Vec3, dot, norm, scale, unit

RADII = (0.9, 0.6, 0.4)
EXPONENTS = (1.0, 1.0 + 2.0**-52, 1.001, 1.2, 1.5, 2.0, 3.0, 7.5, 100.0, 1e6, 1e300)
TURNED = Pose(rotation_from_quaternion((0.3, -0.5, 0.2, 0.7)), (1.0, -2.0, 3.0))

# A power is rounded once, and a support point takes two of them: a few units in the last place.
ROUNDING = 1e-14


def directions(count: int) -> list[Vec3]:
    rng = np.random.default_rng(3)
    spread = [unit((x, y, z)) for x, y, z in rng.normal(size=(count, 3)).tolist()]
    return [*spread, (1, 0, 0), (0, -1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 1), (1e-200, 1, 0), (1, 1e-300, 1e-308)]


def tips(radii: Vec3) -> Hull:
    return Hull([scale(axis, sign) for axis in np.diag(radii).tolist() for sign in (1, -1)])


def height(shape: Superellipsoid, d: Vec3) -> float:
    """The support function, from its formula alone: the dual norm."""
    heights = [abs(r * x) for r, x in zip(shape.radii, d, strict=True)]
    highest, p = max(heights), shape.exponent
    if p == 1:
        return highest
    q = p / (p - 1)
    return highest * sum((h / highest) ** q for h in heights) ** (1 / q)


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_support_points_are_on_the_surface_and_as_high_as_the_dual_norm(exponent: float) -> None:
    shape = Superellipsoid(RADII, exponent)
    for d in directions(200):
        point, index = support(convex(shape, Pose()), d)
        assert index == NO_INDEX
        parts = [abs(x) / r for x, r in zip(point, RADII, strict=True)]
        gauge = max(parts) * sum((part / max(parts)) ** exponent for part in parts) ** (1 / exponent)
        assert gauge == pytest.approx(1, abs=ROUNDING)
        assert dot(point, d) == pytest.approx(height(shape, d), rel=ROUNDING)


@pytest.mark.parametrize("factor", [1e-150, 1e-300, 1e150, 1e300])
def test_the_length_of_the_direction_makes_no_difference(factor: float) -> None:
    core = convex(Superellipsoid(RADII, 3.3), Pose())
    for d in directions(20)[:20]:
        assert support(core, scale(d, factor))[0] == pytest.approx(support(core, d)[0], rel=1e-12, abs=1e-12)


def test_with_exponent_2_it_is_an_ellipsoid() -> None:
    a, b = Superellipsoid(RADII, 2), Ellipsoid(RADII)
    for d in directions(100):
        assert support(convex(a, TURNED), d)[0] == pytest.approx(support(convex(b, TURNED), d)[0], abs=ROUNDING)
    assert bounding_sphere(a, TURNED) == bounding_sphere(b, TURNED)
    assert inner_radius(a) == inner_radius(b)


def test_with_exponent_1_it_is_an_octahedron() -> None:
    a, b = Superellipsoid(RADII, 1), tips(RADII)
    for d in directions(100):
        on_a, on_b = support(convex(a, TURNED), d)[0], support(convex(b, TURNED), d)[0]
        assert dot(on_a, d) == pytest.approx(dot(on_b, d), abs=ROUNDING)
    assert inner_radius(a) == pytest.approx(inner_radius(b), rel=1e-12)


def test_with_a_huge_exponent_it_is_a_box() -> None:
    a, b = Superellipsoid(RADII, 1e300), Box(RADII)
    for d in directions(100):
        assert dot(support(convex(a, Pose()), d)[0], d) == pytest.approx(dot(support(convex(b, Pose()), d)[0], d))
    assert bounding_sphere(a, Pose())[1] == pytest.approx(norm(RADII))


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_bounds(exponent: float) -> None:
    shape = Superellipsoid(RADII, exponent)
    assert aabb(shape, Pose())[1] == pytest.approx(RADII, abs=ROUNDING)
    points = [
        support(convex(shape, Pose()), d)[0] for d in [*directions(500), *map(tuple, np.diag(1 / np.array(RADII)))]
    ]
    radius = bounding_sphere(shape, Pose())[1]
    assert max(norm(point) for point in points) <= radius * (1 + ROUNDING)
    inner = inner_radius(shape)
    assert min(height(shape, d) / norm(d) for d in directions(500)) >= inner * (1 - ROUNDING)


def test_the_corner_ball_and_the_face_ball_are_tight() -> None:
    """Of a superball: the furthest and the nearest points are where all coordinates are equal."""
    for exponent in (3.0, 8.0):
        corner = sqrt(3) * 3 ** (-1 / exponent)
        assert Superellipsoid((1, 1, 1), exponent).arm() == pytest.approx(corner)
    for exponent in (1.0, 1.5):
        face = sqrt(3) * 3 ** (-1 / exponent)
        assert Superellipsoid((1, 1, 1), exponent).core_inner_radius() == pytest.approx(face)


@pytest.mark.parametrize("exponent", EXPONENTS)
@pytest.mark.parametrize(("axis", "gap"), [(0, 0.3), (1, 0.3), (2, 1e-6), (0, -0.2), (2, -0.1)])
def test_distance_and_depth_along_an_axis(exponent: float, axis: int, gap: float) -> None:
    """Against a flat box face across the axis, the nearest point, or the way out, is the tip."""
    position = [0.0, 0.0, 0.0]
    position[axis] = RADII[axis] + 2.0 + gap
    result = query(Superellipsoid(RADII, exponent), Pose(), Box((2, 2, 2)), Pose(position=tuple(position)))
    assert result.signed_distance == pytest.approx(gap, abs=1e-9)
    assert result.verdict == (Verdict.SEPARATED if gap > 0 else Verdict.PENETRATING)


@pytest.mark.parametrize("exponent", [1.5, 2.5, 4.0, 12.0])
def test_distance_along_the_diagonal_of_a_superball(exponent: float) -> None:
    tip = sqrt(3) * 3 ** (-1 / exponent)
    away = (1 / sqrt(3)) * 3.0
    result = query(Superellipsoid((1, 1, 1), exponent), Pose(), Sphere(0.25), Pose(position=(away, away, away)))
    # Along the diagonal the curvature's centre is on the line, so the foot of the point is the diagonal point.
    assert result.signed_distance == pytest.approx(3.0 - tip - 0.25, abs=1e-9)


def test_distance_of_a_point_in_a_plane_of_symmetry() -> None:
    """|x|⁴ + |y|⁴ = 1: at x = y = t the normal is the diagonal; the foot of (x, y) solves the condition of Lagrange."""
    shape = Superellipsoid((1, 1, 1), 4)
    foot = (0.5, (1 - 0.5**4) ** 0.25, 0.0)
    normal = unit((foot[0] ** 3, foot[1] ** 3, 0.0))
    point = tuple(x + 0.7 * n for x, n in zip(foot, normal, strict=True))
    result = query(shape, Pose(), Point(), Pose(position=point))
    assert result.signed_distance == pytest.approx(0.7, abs=1e-9)
    assert result.witness_a == pytest.approx(foot, abs=1e-6)


@pytest.mark.parametrize("exponent", [1.0, 1.2, 2.0, 3.7, 9.0, 1e6])
def test_answers_are_certified(exponent: float) -> None:
    a, b, pose = Superellipsoid(RADII, exponent), Superellipsoid((0.5, 0.7, 0.3), 3), TURNED
    for distance in (2.0, 1.2):
        pose = Pose(TURNED.rotation, scale((0.6, 0.7, 0.4), distance))
        result = query(a, Pose(), b, pose)
        assert result.certificate is not None
        assert result.certificate.proves is Proof.DISTANCE
        assert result.certificate.verdict is result.verdict
        assert result.certificate.bounded
        assert check(result.certificate, a, Pose(), b, pose)


@pytest.mark.parametrize("exponent", [Fraction(1), Fraction(2), Fraction(3, 2), Fraction(5, 4)])
def test_the_exact_reach_is_above_the_dual_norm_and_next_to_it(exponent: Fraction) -> None:
    """For exponents whose dual is a whole number."""
    shape, sizes, scale_up = Superellipsoid(RADII, float(exponent)), (9, 6, 4), 10**30
    for d in [(3, -5, 7), (1, 0, 0), (0, 2, 2), (10**40, 1, 1)]:
        reach = shape.exact_reach(sizes, tuple(scale_up * x for x in d), 0)
        heights = sorted(abs(r * x) * scale_up for r, x in zip(sizes, d, strict=True))
        if exponent == 1:
            assert reach == heights[-1]
            continue
        q = exponent / (exponent - 1)
        total = sum(h**q.numerator for h in heights)
        assert reach**q.numerator >= total > (reach - 2 - reach // 10**50) ** q.numerator


def test_exact_containment_agrees_with_integers() -> None:
    shape, sizes = Superellipsoid(RADII, 3), (900, 600, 400)
    rng = np.random.default_rng(8)
    verdicts = set()
    for x, y, z in rng.integers(-900, 900, size=(300, 3)).tolist():
        inside = abs(x * 600 * 400) ** 3 + abs(y * 900 * 400) ** 3 + abs(z * 900 * 600) ** 3 <= (900 * 600 * 400) ** 3
        assert shape.exactly_contains(sizes, (x, y, z)) == inside
        verdicts.add(inside)
    assert verdicts == {True, False}
    assert shape.exactly_contains(sizes, (0, 600, 0))
    assert not shape.exactly_contains(sizes, (1, 600, 0))


def test_points_outside_by_a_rounding_are_moved_inside() -> None:
    for exponent in EXPONENTS:
        shape = Superellipsoid(RADII, exponent)
        for d in directions(50):
            x, y, z = shape.move_inside(support(convex(shape, Pose()), d)[0])
            ratios = [Fraction(number) for number in (x, y, z, *RADII)]
            unit_of = max(ratio.denominator for ratio in ratios)
            whole = [int(ratio * unit_of) for ratio in ratios]
            assert shape.exactly_contains((whole[3], whole[4], whole[5]), (whole[0], whole[1], whole[2]))


@pytest.mark.parametrize("exponent", [1.0, 1.3, 2.0, 5.0, 1e6])
def test_a_batch_answers_as_queries_do_to_the_bit(exponent: float) -> None:
    rng = np.random.default_rng(4)
    a, b, count = Superellipsoid(RADII, exponent), Superellipsoid((0.5, 0.7, 0.3), 3, 0.05), 10
    poses, matrices = [], np.tile(np.eye(4), (count, 1, 1))
    for i in range(count):
        rotation = rotation_from_quaternion(tuple(rng.normal(size=4).tolist()))
        pose = Pose(rotation, tuple((0.6 * rng.normal(size=3)).tolist()))
        matrices[i, :3, :3], matrices[i, :3, 3] = pose.rotation, pose.position
        poses.append(pose)
    results = batch.signed_distance(a, np.tile(np.eye(4), (count, 1, 1)), b, matrices)
    for i, pose in enumerate(poses):
        result = query(a, Pose(), b, pose)
        expected = result.signed_distance if result.signed_distance is not None else np.nan
        np.testing.assert_array_equal(results.signed_distance[i], expected)


@pytest.mark.parametrize("exponent", [0.999, 0.0, -1.0, inf, np.nan, "2", True])
def test_a_bad_exponent_is_refused_by_name(exponent: object) -> None:
    with pytest.raises(ValueError, match=r"^exponent: must be"):
        Superellipsoid(RADII, exponent)  # type: ignore[arg-type]
