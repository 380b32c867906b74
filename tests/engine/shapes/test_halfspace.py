"""Half-spaces against the closed form: the lowest point of the other body above the plane."""

import numpy as np
import pytest

from gjkscope.engine import Verdict, query
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes.bounds import convex
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Shape, Sphere
from gjkscope.engine.shapes.support import support
from gjkscope.engine.vectors import Vec3, column, dot, neg

SHAPES: tuple[Shape, ...] = (
    Sphere(0.5),
    Box((0.5, 1, 0.25), 0.1),
    Capsule(0.3, 0.5, "z"),
    Cylinder(0.4, 0.6),
    Cone(0.5, 0.5, "x"),
    Ellipsoid((0.2, 0.5, 1)),
    Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))),
)


def random_pose(rng: np.random.Generator, reach: float) -> Pose:
    x, y, z, w = (float(part) for part in rng.normal(size=4))
    a, b, c = (float(part) for part in rng.uniform(-reach, reach, 3))
    return Pose(rotation_from_quaternion((x, y, z, w)), (a, b, c))


def height(shape: Shape, pose: Pose, plane: Pose) -> float:
    """The height of the shape's lowest point above the plane."""
    normal = column(plane.rotation, 1)
    core = convex(shape, pose)
    lowest: Vec3 = support(core, neg(normal))[0]
    return dot(lowest, normal) - core.radius - dot(plane.position, normal)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_the_signed_distance_is_the_height_above_the_plane(shape: Shape) -> None:
    rng = np.random.default_rng(3)
    plane_shape, verdicts = HalfSpace(20.0), set()
    for _ in range(20):
        plane, pose = random_pose(rng, 0.5), random_pose(rng, 1.5)
        result = query(shape, pose, plane_shape, plane)
        assert result.signed_distance == pytest.approx(height(shape, pose, plane), abs=4e-8)
        assert result.normal == pytest.approx(neg(column(plane.rotation, 1)), abs=1e-6)
        verdicts.add(result.verdict)
    assert verdicts >= {Verdict.SEPARATED, Verdict.PENETRATING}


@pytest.mark.parametrize("algorithm", ["gjk", "mpr", "sat", "exact", "tetrahedron"])
def test_algorithms_answer_about_a_box_on_the_ground(algorithm: str) -> None:
    for y, verdict in ((1.25, Verdict.SEPARATED), (0.75, Verdict.PENETRATING)):
        pose = Pose(position=(3, y, -2))
        assert query(Box((1, 1, 1)), pose, HalfSpace(), Pose(), algorithm).verdict is verdict


def test_touching() -> None:
    assert query(Sphere(1), Pose(position=(0, 1, 0)), HalfSpace(), Pose(), "exact").verdict is Verdict.TOUCHING


def test_it_needs_an_extent() -> None:
    with pytest.raises(ValueError, match="half_extent: must be > 0"):
        HalfSpace(0.0)
