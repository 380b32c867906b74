"""2D shapes: corners, support mapping, bounds, A − B, registry; they stay in the plane and mix with no 3D shape."""

import pickle
import random
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.pose import as_plane_pose, plane_angle, rotation_from_quaternion
from gjkscope.engine.shapes import bounds
from gjkscope.engine.shapes.support import convex, support

KITE = gjkscope.Polygon([(0, -2), (1, 0), (0, 1), (-1, 0), (0, 0)])
SAMPLES: list[Any] = [
    gjkscope.Point2(),
    gjkscope.Point2(rounding=0.5),
    gjkscope.Segment2((-1, 0), (2, 1)),
    gjkscope.Segment2((1, 1), (1, 1), rounding=0.25),
    gjkscope.Circle(0.75),
    gjkscope.Circle(0.5, rounding=0.25),
    gjkscope.Box2((1, 2)),
    gjkscope.Box2((3, 1), rounding=0.5),
    KITE,
    gjkscope.Polygon([(0, 0), (1, 0), (2, 0)], rounding=0.125),
    gjkscope.Polygon([(3, 4)]),
    gjkscope.Capsule2(0.5, 1),
    gjkscope.Capsule2(0.5, 1, "x", 0.5),
    gjkscope.Chain([(0, 0), (2, 0), (2, 1), (3, 1)]),
    gjkscope.Chain([(0, 0), (2, 0), (1, 1)], loop=True, rounding=0.25),
]
POSE = gjkscope.plane_pose((3, -1), 0.7)


def height(shape: Any, pose: gjkscope.Pose, direction: tuple[float, float]) -> float:
    """The extent of the shape along a unit direction, from its fields."""
    x, y = direction
    c, s = pose.rotation[0][0], pose.rotation[1][0]
    points = [(c * u - s * v + pose.position[0], s * u + c * v + pose.position[1]) for u, v in shape.points()]
    return max(x * u + y * v for u, v in points) + shape.core().radius


def test_every_planar_shape_is_sampled_and_named() -> None:
    assert {type(shape) for shape in SAMPLES} == set(gjkscope.PLANAR_TYPES.values())
    assert list(gjkscope.PLANAR_TYPES) == ["point", "segment", "circle", "box", "polygon", "capsule", "chain"]
    assert all(kind.kind == name and kind.dimension == 2 for name, kind in gjkscope.PLANAR_TYPES.items())
    assert all(kind.kind == name and kind.dimension == 3 for name, kind in gjkscope.SHAPE_TYPES.items())


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
    triangle = gjkscope.Polygon([(0, 0), (6, 0), (0, 6)])  # its mean, (2, 2), is 2 from the axes
    assert bounds.inner_radius(triangle) == pytest.approx(hypot(1, 1), abs=1e-4)  # the slack for rotations


@pytest.mark.parametrize("a", SAMPLES, ids=repr)
def test_the_difference_is_a_polygon_with_the_extents_of_both(a: Any) -> None:
    turned = gjkscope.plane_pose((0, 0), 2.0)
    for b in SAMPLES:
        difference = minkowski_difference(a, POSE.rotation, b, turned.rotation)
        assert np.all(difference.hull.vertices[:, 2] == 0)
        assert difference.exact == (difference.radius == 0)
        for step in range(16):
            direction = (cos(step * pi / 8 + 0.1), sin(step * pi / 8 + 0.1))
            expected = height(a, POSE._replace(position=(0, 0, 0)), direction)
            expected += height(b, turned, (-direction[0], -direction[1]))
            reached = (difference.hull.vertices @ (*direction, 0.0)).max()
            assert expected - 1e-3 * difference.radius - 1e-12 <= reached <= expected + 1e-12


def test_the_difference_of_large_polygons_has_all_edges_of_both() -> None:
    rng = random.Random(5)
    circle = [rng.uniform(0, 2 * pi) for _ in range(550)]
    a = gjkscope.Polygon([(cos(angle), sin(angle)) for angle in circle[:300]])
    b = gjkscope.Polygon([(2 * cos(angle), sin(angle)) for angle in circle[300:]])
    difference = minkowski_difference(a, POSE.rotation, b, gjkscope.Pose().rotation)
    assert len(difference.core.vertices) == 550
    for angle in circle[::10]:
        direction = (cos(angle), sin(angle))
        expected = height(a, POSE._replace(position=(0, 0, 0)), direction)
        expected += height(b, gjkscope.Pose(), (-direction[0], -direction[1]))
        assert (difference.hull.vertices @ (*direction, 0.0)).max() == pytest.approx(expected, abs=1e-12)


def test_parallel_edges_of_both_become_one() -> None:
    difference = minkowski_difference(gjkscope.Box2((1, 2)), POSE.rotation, gjkscope.Box2((3, 1)), POSE.rotation)
    assert len(difference.hull.vertices) == 4


# --- poses ---


def test_a_plane_pose_is_a_position_and_an_angle() -> None:
    pose = gjkscope.plane_pose((1, 2), -2.5)
    assert pose.position == (1.0, 2.0, 0.0)
    assert plane_angle(pose) == pytest.approx(-2.5)
    assert as_plane_pose(pose) == pose
    turned = gjkscope.Pose(rotation_from_quaternion((0, 0, sin(0.3), cos(0.3))))
    assert plane_angle(as_plane_pose(turned)) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("pose", "message"),
    [
        (gjkscope.Pose(position=(0, 0, 1)), r"pose_b: a 2D shape must stay in the plane z = 0, got z = 1\.0"),
        (gjkscope.Pose(rotation_from_quaternion((1, 0, 0, 1))), r"pose_b: a 2D shape may only rotate about z: .*"),
        (gjkscope.Pose(rotation_from_quaternion((0, 1, 0, 0))), r"pose_b: a 2D shape may only rotate about z: .*"),
    ],
)
def test_a_pose_out_of_the_plane_is_refused(pose: gjkscope.Pose, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^{message}$"):
        gjkscope.query(gjkscope.Circle(1), gjkscope.Pose(), gjkscope.Circle(1), pose)


def test_2d_and_3d_shapes_do_not_mix() -> None:
    with pytest.raises(ValueError, match=r"^shapes: both must be 2D, or both 3D; got a 2D circle and a 3D sphere$"):
        gjkscope.query(gjkscope.Circle(1), gjkscope.Pose(), gjkscope.Sphere(1), gjkscope.Pose())
    with pytest.raises(ValueError, match=r"^shapes: .* got a 3D box and a 2D box$"):
        gjkscope.query(
            gjkscope.Box((1, 1, 1)), gjkscope.Pose(), gjkscope.Box2((1, 1)), gjkscope.Pose(), algorithm="gjk"
        )
    with pytest.raises(ValueError, match=r"^shapes: .*"):
        minkowski_difference(gjkscope.Circle(1), gjkscope.Pose().rotation, gjkscope.Sphere(1), gjkscope.Pose().rotation)
