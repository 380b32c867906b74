"""The polytope that the exact algorithm expands: a part of A − B that contains the origin, in integers.

A face is visible from a point only if the point is strictly beyond its plane.  A point in the plane of a face leaves it
unchanged and creates new triangles beside it; since signs are exact, this is correct, and faces never need to be
merged.  The distances of planes from the origin are compared by their squares.
"""

from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import ZERO3, Int3, int_cross, int_dot, int_sub
from gjkscope.engine.exact.simplex import ExactVertex, Simplex, Weights, foot_in_plane


class ExactFace(NamedTuple):
    """A triangle of the polytope."""

    corners: tuple[int, int, int]  # vertex indices, counter-clockwise seen from outside
    normal: Int3  # outward, of any length
    offset: int  # of its plane from the origin, in units times the normal's length; never negative


class ExactPolytope(NamedTuple):
    """A closed, convex part of A − B that contains the origin."""

    vertices: tuple[ExactVertex, ...]
    faces: tuple[ExactFace, ...]
    nearest: int  # index of a face whose plane is nearest to the origin


def tetrahedron(simplex: Simplex) -> ExactPolytope:
    """The polytope of four vertices that are not coplanar."""
    faces = []
    for i, j, k, apex in ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 3, 1), (1, 2, 3, 0)):
        face = exact_triangle(simplex, i, j, k)
        inside = int_dot(face.normal, simplex[apex].exact) < face.offset
        faces.append(face if inside else exact_triangle(simplex, i, k, j))
    return ExactPolytope(simplex, tuple(faces), _nearest(tuple(faces)))


def exact_triangle(vertices: tuple[ExactVertex, ...], i: int, j: int, k: int) -> ExactFace:
    """The face with these corners."""
    p = vertices[i].exact
    normal = int_cross(int_sub(vertices[j].exact, p), int_sub(vertices[k].exact, p))
    return ExactFace((i, j, k), normal, int_dot(normal, p))


def nearest_triangle(polytope: ExactPolytope, face: ExactFace) -> tuple[Simplex, Weights]:
    """The triangle in the face's plane that contains the foot of the perpendicular from the origin, and its weights.

    It exists, because the polytope contains the ball that touches this plane, and thus the point of contact.
    """
    for other in polytope.faces:
        i, j, k = other.corners
        triangle = (polytope.vertices[i], polytope.vertices[j], polytope.vertices[k])
        if int_cross(other.normal, face.normal) == ZERO3 and int_dot(other.normal, face.normal) > 0:
            weights = foot_in_plane(other.normal, triangle[0].exact, triangle[1].exact, triangle[2].exact)
            if min(weights) >= 0:
                return triangle, weights
    raise AssertionError("a face of the polytope lies beyond its surface")


def _nearest(faces: tuple[ExactFace, ...]) -> int:
    best, best_offset, best_square = 0, faces[0].offset, int_dot(faces[0].normal, faces[0].normal)
    for number, face in enumerate(faces):
        square = int_dot(face.normal, face.normal)
        if face.offset * face.offset * best_square < best_offset * best_offset * square:
            best, best_offset, best_square = number, face.offset, square
    return best
