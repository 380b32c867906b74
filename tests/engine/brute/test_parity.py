"""Ray parity: point-in-surface tests on known surfaces, including rays through edges and corners."""

from itertools import product
from random import Random

import numpy as np
import pytest

from gjkscope.engine import Hull, Pose, Shape
from gjkscope.engine.brute.parity import Location, locate, parity_ray
from gjkscope.engine.brute.surface import PlacedSurface, place_surface, surface_of
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.vectors import Vec3, add, dot, sub
from tests.engine import voxels
from tests.engine.meshes import torus
from tests.engine.samples import random_pose, random_vector

# Error bound, relative to the shapes' size, for a few dozen operations.
ROUNDING = 1e-13


def surface(shape: Shape, pose: Pose | None = None) -> PlacedSurface:
    boundary = surface_of(shape)
    assert boundary is not None
    return place_surface(boundary, pose or Pose())


@pytest.mark.parametrize("name", ["U", "RING", "HOLLOW", "TWO", "DIAGONAL", *"123"])
def test_parity_is_right_for_rays_through_edges_and_corners(name: str) -> None:
    """All points of the half-integer lattice, whose rays run through edges and corners, and along faces."""
    cells = getattr(voxels, name, None) or voxels.random_cells(Random(name), 10)
    mesh = surface(voxels.of(cells))
    shared = 0
    for x, y, z in product(range(-1, 7), repeat=3):
        point = (x / 2, y / 2, z / 2)
        location, ray = locate(mesh, point)
        assert location == Location[{"surface": "ON_SURFACE"}.get(where := voxels.where(cells, point), where.upper())]
        if ray is not None:
            assert (len(ray.crossings) % 2 == 1) == (location == Location.INSIDE)
            shared += sum(crossing.shared for crossing in ray.crossings)
    assert shared >= 20


def test_parity_agrees_with_the_winding_number() -> None:
    """Random points against a torus in any orientation; the solid angles of its triangles sum to 0 or ±4π."""
    random, inside = Random(2), 0
    for _ in range(6):
        pose = random_pose(random)
        ring = surface(torus(12, 8), pose)
        for _ in range(40):
            point = add(pose.position, random_vector(random, 1.2))
            location, _ = locate(ring, point)
            assert (location == Location.INSIDE) == (abs(winding(ring, point)) > 0.5)
            inside += location == Location.INSIDE
    assert 0.1 <= inside / 240 <= 0.5


def test_degenerate_faces_change_nothing() -> None:
    """A needle between two triangles of a square, a face with repeated corners, and a duplicated face."""
    triangles = voxels.surface(voxels.U)
    a, b, c = triangles[0]
    more = [*triangles, (a, a, b), (c, c, c), (a, b, c), (c, b, a)]
    plain, degenerate = surface(voxels.mesh(triangles)), surface(voxels.mesh(more))
    assert degenerate.surface.kind == SurfaceKind.SOLID
    for x, y, z in product(range(-1, 8), repeat=3):
        assert locate(degenerate, (x / 2, y / 2, z / 4))[0] == locate(plain, (x / 2, y / 2, z / 4))[0]


def test_a_ray_through_the_tips_of_an_octahedron_crosses_once_at_each() -> None:
    tips = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
    octahedron = surface(Hull(tips))
    for start, distances in ((-2.0, (1.0, 3.0)), (0.0, (1.0,)), (2.0, ())):
        ray = parity_ray(octahedron, (start, 0.0, 0.0))
        assert tuple(crossing.distance for crossing in ray.crossings) == distances
        assert all(crossing.shared for crossing in ray.crossings)
        assert len({crossing.face for crossing in ray.crossings} | set(ray.grazed)) == 4 * len(distances)
    grazing = parity_ray(octahedron, (-2.0, 1.0, 0.0))  # touches a tip from outside
    assert len(grazing.crossings) % 2 == 0
    assert len(grazing.grazed) + len(grazing.crossings) == 4


def test_crossings_are_points_on_the_faces_in_order() -> None:
    random, count = Random(4), 0
    ring = surface(torus(12, 8), random_pose(random))
    for _ in range(100):
        point = random_vector(random, 1.5)
        _, ray = locate(ring, point)
        assert ray is not None
        distances = [crossing.distance for crossing in ray.crossings]
        assert distances == sorted(distances)
        for crossing in ray.crossings:
            assert crossing.point == (point[0] + crossing.distance, point[1], point[2])
            corner, normal = ring.corners[crossing.face, 0].tolist(), ring.normals[crossing.face].tolist()
            assert dot(tuple(normal), sub(crossing.point, tuple(corner))) == pytest.approx(0, abs=ROUNDING)
            count += 1
    assert count >= 30


def winding(mesh: PlacedSurface, point: Vec3) -> float:
    """The winding number: van Oosterom and Strackee's solid angles, IEEE TBME 30(2), 1983."""
    a, b, c = (mesh.corners[:, k] - point for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c))
    rest = la * lb * lc + sum(
        np.einsum("ij,ij->i", p, q) * length for p, q, length in ((a, b, lc), (b, c, la), (c, a, lb))
    )
    return float(2 * np.arctan2(volumes, rest).sum() / (4 * np.pi))
