"""Polytopes for the separating axis test: feature counts, transforms, and the directions in which an edge is
extreme."""

from itertools import product
from random import Random

import numpy as np
import pytest

from gjkscope.engine.geometry.polytope import edge_of, face_of, polytope
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.sat.gauss_map import arcs, crossing, miss, rises
from gjkscope.engine.shapes.kinds import Box, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, add, cross, dot, neg, norm, scale, sub
from tests.engine.kinds import POSES
from tests.engine.samples import random_box, random_direction, random_hull, random_pose

CUBE = Hull(tuple(product((-1.0, 1.0), repeat=3)))
SQUARE = Hull(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 0)))

ROUNDING = 1e-14


@pytest.mark.parametrize(
    ("shape", "dimension", "corners", "faces", "edges"),
    [
        (Box((1, 2, 3)), 3, 0, 3, 3),  # one for each set of parallel features
        (CUBE, 3, 8, 6, 12),
        (Mesh(CUBE.vertices, ((0, 1, 2),)), 3, 8, 6, 12),
        (SQUARE, 2, 4, 1, 4),
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), 2, 3, 1, 3),
        (Triangle(((0, 0, 0), (1, 0, 0), (3, 0, 0))), 1, 2, 0, 1),
        (Triangle(((1, 1, 1),) * 3), 0, 1, 0, 0),
        (Segment((0, 0, 0), (0, 0, 2)), 1, 2, 0, 1),
        (Segment((0, 0, 2), (0, 0, 2)), 0, 1, 0, 0),
        (Point(), 0, 1, 0, 0),
    ],
)
def test_a_shape_has_the_expected_number_of_features(
    shape: Shape, dimension: int, corners: int, faces: int, edges: int
) -> None:
    placed = polytope(shape, Pose())
    assert placed.dimension == dimension
    assert len(placed.corners) == corners
    assert len(placed.normals) == faces
    assert len(placed.edges) == len(placed.wings) == edges


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_features_lie_at_the_corners_they_name(pose: Pose) -> None:
    """Also for a rotation that is not quite orthogonal: normals are then exact, and remain unit vectors."""
    random = Random(1)
    for shape in (random_hull(random), SQUARE, CUBE, Segment((1, 2, 3), (3, 2, 1))):
        placed = polytope(shape, pose)
        vertices = [apply(pose, vertex) for vertex in vertices_of(shape)]
        center = add(placed.position, placed.offset)
        reach = max(norm(vertex) for vertex in vertices)
        assert center == pytest.approx(np.mean(vertices, axis=0), abs=ROUNDING * reach)
        for normal, face in zip(placed.normals, placed.face_corners, strict=True):
            assert norm(normal) == pytest.approx(1, abs=ROUNDING)
            heights = [dot(normal, vertex) for vertex in vertices]
            assert [heights[number] for number in face] == pytest.approx([max(heights)] * len(face), abs=1e-13 * reach)
        for edge, (start, end) in zip(placed.edges, placed.edge_corners, strict=True):
            along = sub(vertices[end], vertices[start])
            assert norm(edge) == pytest.approx(1, abs=ROUNDING)
            assert edge == pytest.approx(scale(along, 1 / norm(along)), abs=1e-13 * reach)


def vertices_of(shape: Shape) -> tuple[Vec3, ...]:
    return (shape.a, shape.b) if isinstance(shape, Segment) else shape.vertices  # type: ignore[union-attr]


def test_an_edge_is_extreme_in_the_directions_in_which_neither_wing_rises() -> None:
    """Checked against all corners, in random directions perpendicular to the edge."""
    random, out, count = Random(2), 0, 0
    for shape in (random_hull(random), SQUARE, CUBE, Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0.5)))):
        pose = random_pose(random)
        placed = polytope(shape, pose)
        for edge, wings, numbers in zip(placed.edges, placed.wings, placed.edge_corners, strict=True):
            for _ in range(10):
                square = cross(edge, random_direction(random))
                sticks_out = max(dot(wing, square) for wing in wings) <= ROUNDING
                assert sticks_out == outermost(shape, pose, numbers, square)
                out, count = out + sticks_out, count + 1
    assert 0.1 <= out / count <= 0.6


def outermost(shape: Hull | Triangle, pose: Pose, edge: tuple[int, int], direction: Vec3) -> bool:
    """Whether no corner lies further along the direction than the edge."""
    heights = [dot(direction, apply(pose, vertex)) for vertex in shape.vertices]
    return max(heights) <= heights[edge[0]] + 1e-13


def test_a_box_s_support_face_and_edge_lie_furthest_along_the_direction() -> None:
    random = Random(3)
    for _ in range(20):
        shape, pose, direction = random_box(random), random_pose(random), random_direction(random)
        placed = polytope(shape, pose)
        _, furthest = support(convex(shape, pose), direction)
        for index in range(3):
            face, edge = face_of(placed, index, direction), edge_of(placed, index, direction)
            assert furthest in face
            assert furthest in edge
            assert {corner >> index & 1 for corner in face} == {furthest >> index & 1}
            assert len(face) == 4
            assert edge[0] ^ edge[1] == 1 << index


def test_arcs_cross_where_two_edges_make_a_face() -> None:
    """Two cubes, one rotated by 45° about y."""
    half = 0.5**0.5
    pose = Pose(((half, 0.0, half), (0.0, 1.0, 0.0), (-half, 0.0, half)))
    straight, turned = polytope(CUBE, Pose()), polytope(CUBE, pose)
    table = arcs(straight, turned)
    crossings = set(crossing(table))
    for (i, p), (j, q) in product(enumerate(straight.edges), enumerate(turned.edges)):
        here, there = straight.edge_corners[i], turned.edge_corners[j]
        face = any(
            outermost(CUBE, Pose(), here, direction) and outermost(CUBE, pose, there, neg(direction))
            for direction in (cross(p, q), cross(q, p))
        )
        assert ((i, j) in crossings) == face
        assert (miss(rises(table, i, j)) <= ROUNDING) == face
    assert 0 < len(crossings) < 144


def test_shapes_without_edges_have_no_pairs_of_them() -> None:
    table = arcs(polytope(CUBE, Pose()), polytope(Point(), Pose()))
    assert table.misses.shape == (0,)
    assert crossing(table) == []


def test_a_box_has_no_arcs_of_its_own() -> None:
    """Its parallel edges together cover a whole circle, so only the other shape's arc decides."""
    box = polytope(Box((1, 1, 1)), Pose(IDENTITY))
    assert all(wings == (ZERO, ZERO) for wings in box.wings)
    assert len(crossing(arcs(box, box))) == 9


def test_a_curved_shape_is_no_polytope() -> None:
    with pytest.raises(ValueError, match=r"^shape: must be a polytope, got Sphere\(radius=1.0"):
        polytope(Sphere(1), Pose())
