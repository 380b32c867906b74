"""Surfaces of polyhedral shapes: closed, counter-clockwise, with holes reported."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from gjkscope.engine.brute.surface import place_surface, surface_of
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.shapes.surfaces import BoundarySurface, SurfaceKind
from tests.engine import voxels
from tests.engine.samples import random_box, random_hull, random_pose


def boundary(shape: Shape) -> BoundarySurface:
    surface = surface_of(shape)
    assert surface is not None
    return surface


def sides(surface: BoundarySurface) -> Counter[tuple[int, int]]:
    return Counter(side for a, b, c in surface.triangles for side in ((a, b), (b, c), (c, a)))


def volume(surface: BoundarySurface) -> float:
    a, b, c = surface.vertices[np.array(surface.triangles)].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def test_the_surface_of_a_solid_is_closed_and_faces_outward() -> None:
    random = Random(1)
    for _ in range(30):
        box, hull = random_box(random), random_hull(random)
        assert volume(boundary(box)) == pytest.approx(8 * np.prod(box.half_extents))
        assert volume(boundary(hull)) > 0.1
        for surface in (boundary(box), boundary(hull)):
            assert surface.kind == SurfaceKind.SOLID
            run = sides(surface)
            assert all(run[side] == run[side[1], side[0]] == 1 for side in run)
            assert {tuple(sorted(edge)) for edge in surface.edges} <= {tuple(sorted(side)) for side in run}


def test_a_box_has_twelve_edges_six_faces_and_the_support_mapping_s_indices() -> None:
    surface = boundary(Box((1, 2, 3)))
    assert (len(surface.vertices), len(surface.edges), len(surface.triangles)) == (8, 12, 12)
    assert surface.faces.tolist() == [face for face in range(6) for _ in range(2)]
    for number, vertex in enumerate(surface.vertices.tolist()):
        assert [x > 0 for x in vertex] == [bool(number & bit) for bit in (1, 2, 4)]
    for i, j in surface.edges:
        assert np.count_nonzero(surface.vertices[i] - surface.vertices[j]) == 1


def test_a_hull_s_vertices_keep_the_shape_s_indices() -> None:
    inner = (0.0, 0.0, 0.0)
    hull = Hull((inner, *((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)), inner))
    surface = boundary(hull)
    assert sorted(surface.names) == list(range(1, 9))
    for name, vertex in zip(surface.names, surface.vertices.tolist(), strict=True):
        assert tuple(vertex) == hull.vertices[name]
    assert sorted(Counter(surface.faces.tolist()).values()) == [2] * 6


@pytest.mark.parametrize(
    ("shape", "vertices", "edges"),
    [
        (Point(), 1, 0),
        (Segment((0, 0, 0), (1, 2, 3)), 2, 1),
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), 3, 3),
        (Hull(((0, 0, 0),)), 1, 0),
        (Hull(((0, 0, 0), (1, 1, 1), (3, 3, 3))), 2, 1),
        (Hull(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 0))), 4, 4),
    ],
    ids=["point", "segment", "triangle", "hull of a point", "hull of a line", "hull of a square"],
)
def test_flat_shapes_are_all_surface(shape: Shape, vertices: int, edges: int) -> None:
    surface = boundary(shape)
    assert (surface.kind, len(surface.vertices), len(surface.edges)) == (SurfaceKind.THIN, vertices, edges)
    normals = place_surface(surface, Pose()).normals
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1)
    corners = place_surface(surface, Pose()).corners
    for k in range(3):
        assert np.einsum("ij,ij->i", corners[:, k] - corners[:, k - 1], normals) == pytest.approx(0, abs=1e-15)


def test_a_mesh_is_closed_when_every_edge_has_an_even_number_of_faces() -> None:
    for cells in (voxels.U, voxels.RING, voxels.HOLLOW, voxels.TWO, voxels.DIAGONAL):
        triangles = voxels.surface(cells)
        surface = boundary(voxels.mesh(triangles))
        assert (surface.kind, surface.gap) == (SurfaceKind.SOLID, None)
        assert volume(surface) == pytest.approx(len(cells))
        torn = boundary(voxels.mesh(triangles[1:]))
        assert torn.kind == SurfaceKind.OPEN
        assert torn.gap is not None
        assert torn.gap.faces % 2 == 1
        ends = {torn.vertices[torn.names.index(name)].astype(int).tobytes() for name in torn.gap.ends}
        assert ends <= {np.array(corner).tobytes() for corner in triangles[0]}


def test_coincident_corners_are_merged() -> None:
    """As in files that store separate corners for each triangle."""
    triangles = voxels.surface(voxels.U)
    vertices = tuple((float(x), float(y), float(z)) for triangle in triangles for x, y, z in triangle)
    soup = Mesh(vertices, tuple((i, i + 1, i + 2) for i in range(0, len(vertices), 3)))
    surface, shared = boundary(soup), boundary(voxels.mesh(triangles))
    assert surface.kind == SurfaceKind.SOLID
    assert len(surface.vertices) == len(shared.vertices) < len(vertices)
    assert len(surface.edges) == len(shared.edges)
    assert all(
        soup.vertices[name] == tuple(v) for name, v in zip(surface.names, surface.vertices.tolist(), strict=True)
    )


def test_vertices_without_a_face_are_not_part_of_a_mesh() -> None:
    mesh = voxels.of(voxels.TWO)
    more = Mesh(((9.0, 9.0, 9.0), *mesh.vertices), tuple((a + 1, b + 1, c + 1) for a, b, c in mesh.faces))
    surface = boundary(more)
    assert 0 not in surface.names
    assert surface.vertices.max() == 3


@pytest.mark.parametrize("shape", [Sphere(1), Capsule(1, 1), Box((1, 1, 1), 0.1), Mesh(((0, 0, 0),), ())], ids=str)
def test_shapes_that_are_round_or_have_no_faces_have_no_triangle_surface(shape: Shape) -> None:
    assert surface_of(shape) is None


def test_a_placed_surface_is_where_its_vertices_are() -> None:
    random = Random(2)
    for _ in range(20):
        pose, surface = random_pose(random, 3), boundary(random_hull(random))
        there = place_surface(surface, pose)
        truth = surface.vertices @ np.array(pose.rotation).T + pose.position
        assert np.array(there.vertices) == pytest.approx(truth, abs=1e-14)
        assert there.low == pytest.approx(truth.min(axis=0), abs=1e-14)
        assert there.high == pytest.approx(truth.max(axis=0), abs=1e-14)
        assert (there.lo <= there.corners.min(axis=1)).all()
        middle = truth.mean(axis=0)
        assert (np.einsum("ij,ij->i", there.corners[:, 0] - middle, there.normals) > 0).all()


def test_a_face_normal_is_not_degraded_by_slivers() -> None:
    """A square with a vertex almost on a side: the fan includes a triangle with almost no area."""
    hull = Hull(((0, 0, 0), (1, 0, 0), (2, -1e-13, 0), (2, 2, 0), (0, 2, 0), (1, 1, 1)))
    normals = place_surface(boundary(hull), Pose()).normals
    below = [normal for normal in normals.tolist() if normal[2] < -0.9]
    assert len(below) >= 2
    assert all(normal == pytest.approx((0, 0, -1), abs=1e-12) for normal in below)
