"""The kinds of edges, their angles and their wedges."""

from collections import Counter
from math import atan, radians
from random import Random

import pytest

from gjkscope.engine import Mesh, Pose, Triangle
from gjkscope.engine.edges.mesh_edges import (
    EdgedMesh,
    EdgeKind,
    MeshEdge,
    edge_words,
    edged_mesh,
    outwards,
    vertex_wedge,
    wedge_of,
)
from gjkscope.engine.pose import apply
from gjkscope.engine.resolution.terrain import place_triangles
from gjkscope.engine.vectors import Vec3, cross, dot, sub, unit
from tests.engine.edges.terrains import grid, t_junctions
from tests.engine.samples import random_rotation, random_vector

HERE = Pose()


def edges_of(mesh: Mesh, pose: Pose = HERE) -> EdgedMesh:
    return edged_mesh(place_triangles(mesh, pose))


def kinds(mesh: EdgedMesh) -> Counter[EdgeKind]:
    return Counter(edge.kind for edge in mesh.edges)


def roof(slope: float) -> Mesh:
    """Two rectangles that meet at x = 0, falling away from there by the slope, or rising if it is negative."""
    return grid(lambda x, z: -slope * abs(x), (2, 1), -1.0)


def ridge(mesh: EdgedMesh) -> MeshEdge:
    return next(edge for edge in mesh.edges if all(mesh.vertices[end][0] == 0 for end in edge.ends))


def test_a_flat_grid_has_flat_edges_inside_and_boundaries_around() -> None:
    counts = kinds(edges_of(grid()))
    assert counts == {EdgeKind.FLAT: 32 + 4 * 7 + 8 * 3, EdgeKind.BOUNDARY: 24}


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


def tip(height: float) -> Mesh:
    """Four triangles around the origin, at a height above their square, or below it if negative."""
    rim = [(-1.0, -height, -1.0), (-1.0, -height, 1.0), (1.0, -height, 1.0), (1.0, -height, -1.0)]
    return Mesh([(0.0, 0.0, 0.0), *rim], [(0, i + 1, (i + 1) % 4 + 1) for i in range(4)])


def vertex_at(mesh: EdgedMesh, position: Vec3) -> int:
    return mesh.vertices.index(position)


def same_cone(cone: tuple[Vec3, ...], expected: tuple[Vec3, ...]) -> bool:
    """Whether both have the same corners in the same turn, from any of them."""
    if len(cone) != len(expected):
        return False
    turns = [(*expected[i:], *expected[:i]) for i in range(len(expected))]
    return any(all(a == pytest.approx(b, abs=1e-12) for a, b in zip(cone, turn, strict=True)) for turn in turns)


@pytest.mark.parametrize("height", [1e-3, 0.5, 4.0])
def test_the_wedge_of_the_tip_of_a_pyramid_has_the_normals_of_its_faces(height: float) -> None:
    mesh = edges_of(tip(height))
    assert same_cone(vertex_wedge(mesh, vertex_at(mesh, (0.0, 0.0, 0.0))), mesh.normals)
    hollow = edges_of(tip(-height))
    assert vertex_wedge(hollow, vertex_at(hollow, (0.0, 0.0, 0.0))) == ()


def test_the_wedges_of_the_vertices_of_a_flat_floor() -> None:
    """Inside it is the normal, at the rim the arc of the boundary, at a corner of the rim an eighth of a sphere."""
    mesh, up = edges_of(grid()), (0.0, 1.0, 0.0)
    assert vertex_wedge(mesh, vertex_at(mesh, (1.0, 0.0, 1.0))) == (up,)
    assert set(vertex_wedge(mesh, vertex_at(mesh, (1.0, 0.0, -2.0)))) == {up, (0.0, 0.0, -1.0)}
    corner = vertex_wedge(mesh, vertex_at(mesh, (6.0, 0.0, 2.0)))
    assert same_cone(corner, (up, (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)))


def test_a_vertex_on_a_ridge_has_the_wedge_of_the_ridge_and_on_a_saddle_none() -> None:
    roof_of_two = grid(lambda x, z: -0.5 * abs(x), (2, 2), -1.0)
    mesh = edges_of(roof_of_two)
    edge = ridge(mesh)
    assert same_cone(vertex_wedge(mesh, vertex_at(mesh, (0.0, 0.0, 0.0))), wedge_of(mesh, edge))  # type: ignore[arg-type]
    saddle = edges_of(grid(lambda x, z: 0.5 * (abs(x) - abs(z)), (2, 2), -1.0))
    assert vertex_wedge(saddle, vertex_at(saddle, (0.0, 0.0, 0.0))) == ()


def test_a_vertex_at_a_t_junction_knows_the_triangle_on_whose_edge_it_lies() -> None:
    mesh = edges_of(t_junctions())
    assert vertex_wedge(mesh, vertex_at(mesh, (1.0, 0.0, 0.0))) == ((0.0, 1.0, 0.0),)


def test_no_wedge_at_a_tangled_edge() -> None:
    a, b, c, d = (0, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1)
    mesh = edged_mesh((Triangle([a, c, b]), Triangle([b, d, c])))
    assert vertex_wedge(mesh, vertex_at(mesh, (1.0, 0.0, 0.0))) == ()


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_wedges_of_vertices_turn_with_the_mesh_and_hold_the_valid_normals_alone(scale: float) -> None:
    random = Random(5)
    bumpy = grid(lambda x, z: 0.3 * ((x * 7 + z * 3) % 3))
    plain = edges_of(bumpy)
    pose = Pose(random_rotation(random), random_vector(random, 5 * scale))
    moved = edges_of(Mesh([tuple(scale * x for x in corner) for corner in bumpy.vertices], bumpy.faces), pose)  # type: ignore[misc]
    sizes = Counter[int]()
    for vertex in range(len(plain.vertices)):
        rays = vertex_wedge(plain, vertex)
        turned = tuple(apply(Pose(pose.rotation), ray) for ray in rays)
        wedge = vertex_wedge(moved, vertex)
        assert len(wedge) == len(rays)
        assert all(min(max(map(abs, sub(a, b))) for b in turned) < 1e-9 for a in wedge)
        sizes[len(rays)] += 1
        around = [face for face in plain.faces if vertex in face]
        rim = [edge.faces[0] for edge in plain.edges if vertex in edge.ends and len(edge.faces) == 1]
        for _ in range(20):
            normal = unit(random_vector(random, 1.0))
            is_front = all(dot(normal, plain.normals[face]) >= 0 for face in rim) if rim else normal[1] > 0
            lies_below = all(
                dot(normal, sub(plain.vertices[corner], plain.vertices[vertex])) <= 0
                for face in around
                for corner in face
            )
            if len(rays) >= 3:
                in_cone = all(dot(cross(a, b), normal) >= 0 for a, b in zip(rays, (*rays[1:], rays[0]), strict=True))
                assert in_cone == (is_front and lies_below)
            else:
                assert not (is_front and lies_below)
    assert sizes[0] > 3
    assert sum(count for size, count in sizes.items() if size >= 3) > 3


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
