"""2D shapes: corners, support mapping, bounds, A − B, registry; they stay in the plane and mix with no 3D shape."""

import pickle
import random
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np
import pytest

from gjkscope import (
    PLANAR_TYPES,
    SHAPE_TYPES,
    Box,
    Box2,
    Capsule2,
    Circle,
    Point2,
    Polygon,
    Pose,
    Segment2,
    Sphere,
    plane_pose,
    query,
)
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.pose import as_plane_pose, plane_angle, rotation_from_quaternion
from gjkscope.engine.shapes import bounds
from gjkscope.engine.shapes.support import convex, support

KITE = Polygon([(0, -2), (1, 0), (0, 1), (-1, 0), (0, 0)])
SAMPLES: list[Any] = [
    Point2(),
    Point2(rounding=0.5),
    Segment2((-1, 0), (2, 1)),
    Segment2((1, 1), (1, 1), rounding=0.25),
    Circle(0.75),
    Circle(0.5, rounding=0.25),
    Box2((1, 2)),
    Box2((3, 1), rounding=0.5),
    KITE,
    Polygon([(0, 0), (1, 0), (2, 0)], rounding=0.125),
    Polygon([(3, 4)]),
    Capsule2(0.5, 1),
    Capsule2(0.5, 1, "x", 0.5),
]
POSE = plane_pose((3, -1), 0.7)


def height(shape: Any, pose: Pose, direction: tuple[float, float]) -> float:
    """The extent of the shape along a unit direction, from its fields."""
    x, y = direction
    c, s = pose.rotation[0][0], pose.rotation[1][0]
    points = [(c * u - s * v + pose.position[0], s * u + c * v + pose.position[1]) for u, v in shape.points()]
    return max(x * u + y * v for u, v in points) + shape.core().radius


def test_every_planar_shape_is_sampled_and_named() -> None:
    assert {type(shape) for shape in SAMPLES} == set(PLANAR_TYPES.values())
    assert list(PLANAR_TYPES) == ["point", "segment", "circle", "box", "polygon", "capsule"]
    assert all(kind.kind == name and kind.dimension == 2 for name, kind in PLANAR_TYPES.items())
    assert all(kind.kind == name and kind.dimension == 3 for name, kind in SHAPE_TYPES.items())


@pytest.mark.parametrize("shape", SAMPLES, ids=repr)
def test_a_copy_is_equal(shape: Any) -> None:
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert hash(pickle.loads(pickle.dumps(shape))) == hash(shape)


@pytest.mark.parametrize("shape", SAMPLES, ids=repr)
def test_support_and_bounds_agree_with_the_fields(shape: Any) -> None:
    core = convex(shape, POSE)
    center, radius = bounds.bounding_sphere(shape, POSE)
    low, high = bounds.aabb(shape, POSE)
    assert low[2] == high[2] == center[2] == 0
    inner = bounds.inner_radius(shape)
    for step in range(48):
        direction = (cos(step * pi / 24), sin(step * pi / 24))
        extent = height(shape, POSE, direction)
        point, index = support(core, (*direction, 0.0))
        reached = point[0] * direction[0] + point[1] * direction[1] + core.radius
        assert point[2] == 0
        assert reached == pytest.approx(extent, abs=1e-12)
        assert 0 <= index < len(shape.points())
        assert direction[0] * center[0] + direction[1] * center[1] + radius >= extent - 1e-12
        assert direction[0] * core.center[0] + direction[1] * core.center[1] + inner <= extent + 1e-12
    assert high[0] == pytest.approx(height(shape, POSE, (1, 0)), abs=1e-12)
    assert low[1] == pytest.approx(-height(shape, POSE, (0, -1)), abs=1e-12)


def test_the_inner_radius_of_a_polygon_reaches_its_nearest_edge() -> None:
    triangle = Polygon([(0, 0), (6, 0), (0, 6)])  # its mean, (2, 2), is 2 from the axes
    assert bounds.inner_radius(triangle) == pytest.approx(hypot(1, 1), abs=1e-4)  # the slack for rotations


@pytest.mark.parametrize("a", SAMPLES, ids=repr)
def test_the_difference_is_a_polygon_with_the_extents_of_both(a: Any) -> None:
    turned = plane_pose((0, 0), 2.0)
    for b in SAMPLES:
        found = minkowski_difference(a, POSE.rotation, b, turned.rotation)
        assert np.all(found.hull.vertices[:, 2] == 0)
        assert found.exact == (found.radius == 0)
        for step in range(16):
            direction = (cos(step * pi / 8 + 0.1), sin(step * pi / 8 + 0.1))
            expected = height(a, POSE._replace(position=(0, 0, 0)), direction)
            expected += height(b, turned, (-direction[0], -direction[1]))
            reached = (found.hull.vertices @ (*direction, 0.0)).max()
            assert expected - 1e-3 * found.radius - 1e-12 <= reached <= expected + 1e-12


def test_the_difference_of_large_polygons_has_all_edges_of_both() -> None:
    rng = random.Random(5)
    circle = [rng.uniform(0, 2 * pi) for _ in range(550)]
    a = Polygon([(cos(angle), sin(angle)) for angle in circle[:300]])
    b = Polygon([(2 * cos(angle), sin(angle)) for angle in circle[300:]])
    found = minkowski_difference(a, POSE.rotation, b, Pose().rotation)
    assert len(found.core.vertices) == 550
    for angle in circle[::10]:
        direction = (cos(angle), sin(angle))
        expected = height(a, POSE._replace(position=(0, 0, 0)), direction)
        expected += height(b, Pose(), (-direction[0], -direction[1]))
        assert (found.hull.vertices @ (*direction, 0.0)).max() == pytest.approx(expected, abs=1e-12)


def test_parallel_edges_of_both_become_one() -> None:
    found = minkowski_difference(Box2((1, 2)), POSE.rotation, Box2((3, 1)), POSE.rotation)
    assert len(found.hull.vertices) == 4


# --- poses ---


def test_a_plane_pose_is_a_position_and_an_angle() -> None:
    pose = plane_pose((1, 2), -2.5)
    assert pose.position == (1.0, 2.0, 0.0)
    assert plane_angle(pose) == pytest.approx(-2.5)
    assert as_plane_pose(pose) == pose
    turned = Pose(rotation_from_quaternion((0, 0, sin(0.3), cos(0.3))))
    assert plane_angle(as_plane_pose(turned)) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("pose", "message"),
    [
        (Pose(position=(0, 0, 1)), r"pose_b: a 2D shape must stay in the plane z = 0, got z = 1\.0"),
        (Pose(rotation_from_quaternion((1, 0, 0, 1))), r"pose_b: a 2D shape may only rotate about z: .*"),
        (Pose(rotation_from_quaternion((0, 1, 0, 0))), r"pose_b: a 2D shape may only rotate about z: .*"),
    ],
)
def test_a_pose_out_of_the_plane_is_refused(pose: Pose, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^{message}$"):
        query(Circle(1), Pose(), Circle(1), pose)


def test_2d_and_3d_shapes_do_not_mix() -> None:
    with pytest.raises(ValueError, match=r"^shapes: both must be 2D, or both 3D; got a 2D circle and a 3D sphere$"):
        query(Circle(1), Pose(), Sphere(1), Pose())
    with pytest.raises(ValueError, match=r"^shapes: .* got a 3D box and a 2D box$"):
        query(Box((1, 1, 1)), Pose(), Box2((1, 1)), Pose(), algorithm="gjk")
    with pytest.raises(ValueError, match=r"^shapes: .*"):
        minkowski_difference(Circle(1), Pose().rotation, Sphere(1), Pose().rotation)
