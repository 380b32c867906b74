"""Mass properties: closed forms against sums over the simplices of a fine hull, and what has no inertia."""

from math import pi, sqrt

import numpy as np
import pytest

from gjkscope.engine.geometry.mass import mass_properties
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import convex, core, support
from gjkscope.engine.vectors import along
from tests.engine.kinds import SHAPES, shape_name

CURVED = [
    kinds.Sphere(0.7),
    kinds.Capsule(0.4, 0.9, "x"),
    kinds.Cylinder(0.5, 0.8, "z"),
    kinds.Cone(0.6, 1.1, "x"),
    kinds.Cone(0.6, 1.1),
    kinds.Ellipsoid((0.4, 0.7, 1.2)),
    kinds.Superellipsoid((0.4, 0.7, 1.2), 4.0),
    kinds.Sphere(0.3, rounding=0.2),
    kinds.Segment((1.0, 0.0, 0.0), (1.0, 2.0, 1.0), rounding=0.3),
    kinds.Point(rounding=0.4),
]


def directions(count: int) -> list[tuple[float, float, float]]:
    """A spiral over the sphere."""
    heights = [1 - (2 * i + 1) / count for i in range(count)]
    turns = [i * pi * (3 - sqrt(5)) for i in range(count)]
    across = np.sqrt(1 - np.square(heights))
    return [tuple(v) for v in np.stack([across * np.cos(turns), heights, across * np.sin(turns)], axis=1).tolist()]


def fine_hull(shape: kinds.Shape) -> kinds.Hull:
    placed = convex(shape, Pose())
    return kinds.Hull(tuple(along(support(placed, d)[0], d, core(shape).radius) for d in directions(2000)))


@pytest.mark.thorough
@pytest.mark.parametrize("shape", CURVED, ids=shape_name)
def test_closed_forms_agree_with_a_fine_hull(shape: kinds.Shape) -> None:
    closed, summed = mass_properties(shape, 2.0), mass_properties(fine_hull(shape), 2.0)
    assert closed.center == pytest.approx(summed.center, abs=5e-3)
    largest = np.abs(closed.inertia).max()
    assert np.abs(np.subtract(closed.inertia, summed.inertia)).max() < 8e-3 * largest


def test_a_box_equals_the_hull_and_the_mesh_of_its_corners_moved_and_turned() -> None:
    box, pose = kinds.Box((0.5, 1.0, 2.0)), Pose(rotation_from_quaternion((0.1, 0.5, -0.3, 0.8)), (3.0, -2.0, 1.0))
    corners = np.array(box.corners()) @ np.array(pose.rotation).T + pose.position
    turned = mass_properties(kinds.Hull(tuple(map(tuple, corners.tolist()))), 6.0)
    expected = np.array(pose.rotation) @ np.array(mass_properties(box, 6.0).inertia) @ np.array(pose.rotation).T
    assert turned.center == pytest.approx(pose.position, abs=1e-13)
    assert np.abs(np.subtract(turned.inertia, expected)).max() < 1e-12
    assert np.abs(np.array(turned.inertia) @ np.array(turned.inverse_inertia) - np.eye(3)).max() < 1e-12


@pytest.mark.parametrize("size", [1e-30, 1e-3, 1.0, 1e3, 1e30])
def test_inertia_grows_with_the_square_of_the_size(size: float) -> None:
    hull = kinds.Hull(((0, 0, 0), (size, 0, 0), (0, size, 0), (0, 0, size)))
    tetrahedron = kinds.Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert np.array(mass_properties(hull, 1.0).inertia) / size**2 == pytest.approx(
        np.array(mass_properties(tetrahedron, 1.0).inertia), abs=1e-12
    )


def test_flat_and_thin_bodies_are_laminae_rods_and_points() -> None:
    lamina = mass_properties(kinds.Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), 36.0)
    assert lamina.center == pytest.approx((1 / 3, 1 / 3, 0.0))
    assert lamina.inertia[2][2] == pytest.approx(lamina.inertia[0][0] + lamina.inertia[1][1]) == pytest.approx(4.0)
    rod = mass_properties(kinds.Segment((0, -1, 0), (0, 1, 0)), 3.0)
    assert rod.inertia[0][0] == pytest.approx(1.0)
    assert rod.inverse_inertia[1] == (0.0, 0.0, 0.0)
    straight = mass_properties(kinds.Hull(((0, 0, 0), (1, 1, 1), (2, 2, 2))), 1.0)
    assert np.abs(np.array(straight.inverse_inertia) @ np.ones(3)).max() < 1e-12
    assert mass_properties(kinds.Point(), 1.0).inverse_inertia == ((0.0, 0.0, 0.0),) * 3


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_every_shape_has_mass_properties(shape: kinds.Shape) -> None:
    if shape.dimension != 3:
        with pytest.raises(ValueError, match="3D"):
            mass_properties(shape, 1.0)
        return
    properties = mass_properties(shape, 2.0)
    assert np.linalg.eigvalsh(np.array(properties.inertia)).min() >= -1e-12 * np.abs(properties.inertia).max()


def test_a_body_without_mass_is_refused() -> None:
    with pytest.raises(ValueError, match="mass: must"):
        mass_properties(kinds.Box((1, 1, 1)), 0.0)
    assert mass_properties(kinds.Mesh(kinds.Box((1, 1, 1)).corners(), ((0, 1, 2), (2, 1, 3))), 3.0).inertia[0][0] > 0
