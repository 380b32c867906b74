"""What the faces of A − B come from: all are faces of A or B, or swept by two edges."""

from random import Random

import numpy as np
import pytest

from gjkscope.engine import Box, Pose, Sphere
from gjkscope.engine.geometry.face_kinds import FaceKind, face_kinds
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.geometry.polytope import polytope
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import IDENTITY, Mat3
from tests.engine.samples import random_hull

TURNED = rotation_from_quaternion((0.2, -0.4, 0.1, 0.8))
PAIRS: list[tuple[Shape, Shape]] = [
    (Box((1, 2, 3)), Box((0.5, 0.4, 0.3))),
    (random_hull(Random(1)), Box((1, 1, 1))),
    (random_hull(Random(2)), random_hull(Random(3))),
]


def directions(shape: Shape, rotation: Mat3) -> np.ndarray:
    return np.array(polytope(shape, Pose(rotation)).normals)


def is_among(normal: np.ndarray, ways: np.ndarray) -> bool:
    return bool((np.abs(ways @ normal) > 1 - 1e-9).any())


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_each_normal_is_that_of_a_face_or_perpendicular_to_two_edges(a: Shape, b: Shape) -> None:
    kinds = face_kinds(a, IDENTITY, b, TURNED)
    normals = minkowski_difference(a, IDENTITY, b, TURNED).hull.normals
    edges = [np.array(polytope(shape, Pose(turn)).edges) for shape, turn in ((a, IDENTITY), (b, TURNED))]
    assert {*kinds} == {FaceKind.OF_A, FaceKind.OF_B, FaceKind.OF_EDGES}
    for kind, normal in zip(kinds, normals, strict=True):
        of_faces = is_among(normal, directions(a, IDENTITY)), is_among(normal, directions(b, TURNED))
        assert of_faces == (kind is FaceKind.OF_A, kind is FaceKind.OF_B)
        assert all(np.abs(ways @ normal).min() < 1e-9 for ways in edges) or kind is not FaceKind.OF_EDGES


def test_parallel_faces_add_up_and_curved_shapes_have_no_kinds() -> None:
    assert face_kinds(Box((1, 1, 1)), IDENTITY, Box((1, 2, 1)), IDENTITY) == (FaceKind.OF_BOTH,) * 6
    assert face_kinds(Sphere(1), IDENTITY, Box((1, 1, 1)), IDENTITY) == ()
    assert face_kinds(Box((1, 1, 1), rounding=0.1), IDENTITY, Box((1, 1, 1)), IDENTITY) == ()
