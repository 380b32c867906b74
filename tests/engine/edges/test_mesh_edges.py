"""The kinds of edges, their angles and their wedges."""

from collections import Counter
from math import atan, radians
from random import Random

import pytest

from gjkscope.engine import Pose, Triangle
from gjkscope.engine.edges.mesh_edges import EdgedMesh, EdgeKind, MeshEdge, edge_words, edged_mesh, outwards, wedge_of
from gjkscope.engine.resolution.terrain import placed_triangles
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import dot
from tests.engine.edges.terrains import grid, t_junctions
from tests.engine.samples import random_rotation, random_vector

HERE = Pose()


def edges_of(mesh: Mesh, pose: Pose = HERE) -> EdgedMesh:
    return edged_mesh(placed_triangles(mesh, pose))


def kinds(mesh: EdgedMesh) -> Counter[EdgeKind]:
    return Counter(edge.kind for edge in mesh.edges)


def roof(slope: float) -> Mesh:
    """Two rectangles that meet at x = 0, falling away from there by the slope, or rising if it is negative."""
    return grid(lambda x, z: -slope * abs(x), (2, 1), -1.0)


def ridge(mesh: EdgedMesh) -> MeshEdge:
    return next(edge for edge in mesh.edges if all(mesh.vertices[end][0] == 0 for end in edge.ends))


def test_a_flat_grid_has_flat_edges_inside_and_boundaries_around() -> None:
    found = kinds(edges_of(grid()))
    assert found == {EdgeKind.FLAT: 32 + 4 * 7 + 8 * 3, EdgeKind.BOUNDARY: 24}


@pytest.mark.parametrize("slope", [0.01, 0.5, 3.0])
def test_the_angle_and_the_wedge_of_a_roof_and_a_valley(slope: float) -> None:
    mesh = edges_of(roof(slope))
    edge = ridge(mesh)
    assert edge.kind is EdgeKind.CONVEX
    assert edge.angle == pytest.approx(2 * atan(slope))
    first, second = wedge_of(mesh, edge)  # type: ignore[misc]
    assert {first, second} == {mesh.normals[face] for face in edge.faces}
    valley = edges_of(roof(-slope))
    edge = ridge(valley)
    assert edge.kind is EdgeKind.CONCAVE
    assert edge.angle == pytest.approx(-2 * atan(slope))
    assert wedge_of(valley, edge) is None
    assert edge_words(ridge(edges_of(roof(1.0)))) == "convex by 90°"


def test_the_wedge_of_a_boundary_ends_outwards() -> None:
    mesh = edges_of(grid(cells=(1, 1), corner=0.0))
    for edge in mesh.edges:
        if edge.kind is EdgeKind.BOUNDARY:
            front, out = wedge_of(mesh, edge)  # type: ignore[misc]
            assert front == (0.0, 1.0, 0.0)
            middle = [(mesh.vertices[edge.ends[0]][i] + mesh.vertices[edge.ends[1]][i]) / 2 - 0.5 for i in range(3)]
            assert dot(out, (middle[0], 0.0, middle[2])) == pytest.approx(0.5)
            assert out == outwards(mesh, edge, edge.faces[0])


def test_t_junctions_are_found_with_the_vertex_that_lies_on_the_edge() -> None:
    mesh = edges_of(t_junctions())
    junctions = [edge for edge in mesh.edges if edge.kind is EdgeKind.T_JUNCTION]
    assert len(junctions) == 4
    for edge in junctions:
        (x0, _, z), (x1, _, _) = (mesh.vertices[end] for end in edge.ends)
        assert z == 0
        assert mesh.vertices[edge.touching] == ((x0 + x1) / 2, 0.0, 0.0)


def test_edges_of_opposite_or_of_three_triangles_are_tangled() -> None:
    a, b, c, d, e = (0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 0)
    assert kinds(edged_mesh((Triangle([a, c, b]), Triangle([b, d, c]))))[EdgeKind.TANGLED] == 1  # fronts disagree
    assert kinds(edged_mesh((Triangle([a, c, b]), Triangle([b, c, d]), Triangle([b, c, e]))))[EdgeKind.TANGLED] == 1


def test_kinds_survive_rigid_motion_and_scale() -> None:
    random = Random(4)
    bumpy = grid(lambda x, z: 0.3 * ((x * 7 + z * 3) % 3))
    expected = kinds(edges_of(bumpy))
    assert min(expected[kind] for kind in (EdgeKind.CONVEX, EdgeKind.CONCAVE)) > 5
    assert expected[EdgeKind.FLAT] > 0
    for scale in (1e-3, 1.0, 1e3):
        mesh = Mesh([tuple(scale * x for x in vertex) for vertex in bumpy.vertices], bumpy.faces)  # type: ignore[misc]
        pose = Pose(random_rotation(random), random_vector(random, 5 * scale))
        moved = edges_of(mesh, pose)
        assert kinds(moved) == expected
        for before, after in zip(edges_of(bumpy).edges, moved.edges, strict=True):
            assert after.angle == pytest.approx(before.angle, abs=radians(1e-6))
