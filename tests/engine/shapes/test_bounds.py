"""Bounding boxes and spheres, against sampled surfaces and formulas."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.bounds import aabb, bounding_sphere, inner_radius, loose_aabb, size, thickness_of
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import along, dot, sub
from tests.engine.kinds import POSES, SHAPES, shape_name
from tests.engine.samples import random_pose

everything = pytest.mark.parametrize("shape", SHAPES, ids=shape_name)


def surface_points(shape: kinds.Shape, pose: Pose) -> np.ndarray:
    core = convex(shape, pose)
    directions = [(x, y, z) for x, y, z in even_directions(400).tolist()]
    return np.array([along(support(core, d)[0], d, core.radius) for d in directions])


@everything
def test_the_box_contains_the_surface_and_touches_every_side(shape: kinds.Shape) -> None:
    for pose in POSES.values():
        lo, hi = aabb(shape, pose)
        points = surface_points(shape, pose)
        length = max(np.subtract(hi, lo))
        rounding = 4 * np.spacing(np.abs(points).max())
        assert (points >= np.array(lo) - rounding).all()
        assert (points <= np.array(hi) + rounding).all()
        # The 400 directions come within 6° of each axis; the support point there is at most this much further in.
        assert np.abs(points.min(axis=0) - lo).max() <= 0.05 * length + rounding
        assert np.abs(points.max(axis=0) - hi).max() <= 0.05 * length + rounding


@everything
def test_the_sphere_contains_the_surface(shape: kinds.Shape) -> None:
    for pose in POSES.values():
        center, radius = bounding_sphere(shape, pose)
        points = surface_points(shape, pose)
        distances = np.linalg.norm(points - center, axis=1)
        assert distances.max() <= radius + 4 * np.spacing(np.abs(points).max())
        # Ritter's centre is approximate; no shape here needs more than twice the radius.
        assert radius <= 2 * distances.max()


@pytest.mark.parametrize(
    ("shape", "center", "radius"),
    [
        (kinds.Point(), (0, 0, 0), 0),
        (kinds.Sphere(0.7, 0.1), (0, 0, 0), 0.8),
        (kinds.Box((1, 2, 2)), (0, 0, 0), 3),
        (kinds.Segment((0, 0, 0), (2, 4, 4)), (1, 2, 2), 3),
        (kinds.Capsule(0.4, 0.9), (0, 0, 0), 1.3),
        (kinds.Cylinder(3, 4), (0, 0, 0), 5),
        (kinds.Ellipsoid((1, 3, 2)), (0, 0, 0), 3),
        (kinds.Cone(2, 0.5), (0, -0.5, 0), 2),
        (kinds.Cone(3, 4.5, "z"), (0, 0, -0.5), 5),
    ],
    ids=str,
)
def test_the_sphere_is_minimal_where_a_formula_is_known(
    shape: kinds.Shape, center: tuple[float, float, float], radius: float
) -> None:
    sphere = bounding_sphere(shape, Pose())
    assert sphere[0] == pytest.approx(center)
    assert sphere[1] == pytest.approx(radius, rel=1e-15)


def test_the_box_of_a_rotated_box_is_as_tight_as_its_corners() -> None:
    half = sqrt(0.5)
    quarter = rotation_from_quaternion((0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8)))
    lo, hi = aabb(kinds.Box((1, 1, 1), 0.25), Pose(quarter, (10, 20, 30)))
    assert lo == pytest.approx((10 - 2 * half - 0.25, 20 - 2 * half - 0.25, 28.75), rel=1e-15)
    assert hi == pytest.approx((10 + 2 * half + 0.25, 20 + 2 * half + 0.25, 31.25), rel=1e-15)


@everything
def test_the_box_is_tight_at_every_rotation(shape: kinds.Shape) -> None:
    """The box is as wide as the shape along each axis: no side can move in and no point lies outside."""
    random, core_width = Random(1), 0.0
    for _ in range(12):
        pose = random_pose(random, 3.0)
        lo, hi = aabb(shape, pose)
        core = convex(shape, pose)
        for i in range(3):
            for side, sign in ((lo[i], -1.0), (hi[i], 1.0)):
                axis = tuple(sign if j == i else 0.0 for j in range(3))
                # Slightly off the axis, so that the query is not the same one again.
                nearly = tuple(sign if j == i else 1e-9 for j in range(3))
                for direction in (axis, nearly):
                    point = along(support(core, direction)[0], axis, core.radius)
                    assert point[i] == pytest.approx(side, abs=1e-7)
                    assert (side - point[i]) * sign >= -1e-14
            core_width = max(core_width, hi[i] - lo[i])
    _, radius = bounding_sphere(shape, Pose())
    assert core_width <= 2 * radius * (1 + 1e-14) + 1e-14


@everything
def test_a_loose_box_contains_the_tight_one_at_every_rotation(shape: kinds.Shape) -> None:
    random, slack = Random(2), []
    for _ in range(12):
        pose = random_pose(random, 3.0)
        (lo, hi), (low, high) = aabb(shape, pose), loose_aabb(shape, pose)
        assert all(low[i] <= lo[i] + 1e-14 and high[i] >= hi[i] - 1e-14 for i in range(3))
        slack.append(sum(high[i] - low[i] - hi[i] + lo[i] for i in range(3)))
    fills_its_box = isinstance(shape, kinds.Point | kinds.Box | kinds.HalfSpace) and shape.rounding == 0
    assert max(slack) <= 1e-13 if fills_its_box else max(slack) > 0.05


def test_the_loose_box_of_a_ball_rotated_by_45_degrees_is_too_wide_by_sqrt_2() -> None:
    eighth = rotation_from_quaternion((0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8)))
    pose = Pose(eighth, (10.0, 20.0, 30.0))
    assert aabb(kinds.Sphere(1), pose) == ((9, 19, 29), (11, 21, 31))
    lo, hi = loose_aabb(kinds.Sphere(1), pose)
    assert lo == pytest.approx((10 - sqrt(2), 20 - sqrt(2), 29), rel=1e-15)
    assert hi == pytest.approx((10 + sqrt(2), 20 + sqrt(2), 31), rel=1e-15)


def test_size_is_the_longest_side_of_the_larger_shape() -> None:
    small, large = kinds.Sphere(0.1), kinds.Box((1, 4, 2))
    assert size(small, Pose(), large, Pose(position=(100, 0, 0))) == 8
    assert size(large, Pose(), small, Pose()) == 8
    assert size(kinds.Point(), Pose(), kinds.Point(), Pose()) == 0


@everything
def test_the_inscribed_ball_lies_inside_and_is_not_too_small(shape: kinds.Shape) -> None:
    inside, core = inner_radius(shape), convex(shape, Pose())
    depths = [
        dot((x, y, z), sub(support(core, (x, y, z))[0], core.center)) + core.radius
        for x, y, z in even_directions(400).tolist()
    ]
    assert min(depths) >= inside - 1e-13
    assert min(depths) <= 1.15 * inside + 0.1  # 0.1: the directions only come near the face of a flat shape


@pytest.mark.parametrize(
    ("shape", "thickness"),
    [
        (kinds.Box((1, 2, 3)), 2.0),
        (kinds.Sphere(0.5), 1.0),
        (kinds.Segment((0, 0, 0), (3, 1, -5)), 5.0),  # no inside: its extent
        (kinds.Point(0.25), 0.5),
        (kinds.Point(), 0.0),
    ],
)
def test_a_thickness_is_that_of_the_largest_ball_inside(shape: kinds.Shape, thickness: float) -> None:
    assert thickness_of(shape) == pytest.approx(thickness, rel=1e-4)  # less what a rotation may be off


def test_the_ball_of_vertices_is_about_the_middle_of_their_longest_extent() -> None:
    beside = ((1, 5, 0), (-1, 5, 0), (0, 5, 1), (0, 5, -1))
    assert bounding_sphere(kinds.Hull((*beside, (0, 10, 0), (0, -10, 0))), Pose()) == ((0.0, 0.0, 0.0), 10.0)
