"""The polytope that the exact algorithm lets grow: a part of A − B that holds the origin, in whole numbers.

A face sees a point only when the point is truly beyond its plane.  A point in the plane of a face leaves it alone and
makes new triangles beside it: exact signs make this right, and no two faces ever need to be merged.  Two faces' planes
are compared by the squares of their distances from the origin.
"""

from itertools import pairwise
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import NOWHERE, Int3, cross, dot, sub
from gjkscope.engine.exact.simplex import Simplex, Vertex, Weights, foot_in_plane


class Face(NamedTuple):
    """A triangle of the polytope."""

    corners: tuple[int, int, int]  # numbers of its vertices, counter-clockwise seen from outside
    normal: Int3  # outward, of any length
    offset: int  # of its plane from the origin, in units times the normal's length; never negative


class Polytope(NamedTuple):
    """A part of A − B that holds the origin; closed and convex."""

    vertices: tuple[Vertex, ...]
    faces: tuple[Face, ...]
    nearest: int  # the number of a face whose plane is nearest to the origin


class Growth(NamedTuple):
    """What a new vertex made of a polytope."""

    polytope: Polytope
    visible: tuple[Face, ...]  # those that see it, and so are no longer part of the polytope
    horizon: tuple[tuple[int, int], ...]  # the sides at which they end, by vertices


def tetrahedron(simplex: Simplex) -> Polytope:
    """The polytope of four vertices that are not in one plane."""
    faces = []
    for i, j, k, apex in ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 3, 1), (1, 2, 3, 0)):
        face = _face(simplex, i, j, k)
        inside = dot(face.normal, simplex[apex].exact) < face.offset
        faces.append(face if inside else _face(simplex, i, k, j))
    return _polytope(simplex, tuple(faces))


def grown(polytope: Polytope, vertex: Vertex) -> Growth:
    """With the vertex, which at least one face sees: those that do make room for a cone from it to their horizon."""
    point = vertex.exact
    visible = tuple([face for face in polytope.faces if dot(face.normal, point) > face.offset])
    kept = [face for face in polytope.faces if dot(face.normal, point) <= face.offset]
    horizon, vertices = _horizon(visible), (*polytope.vertices, vertex)
    cone = [_face(vertices, i, j, len(polytope.vertices)) for i, j in horizon]
    return Growth(_polytope(vertices, (*kept, *cone)), visible, horizon)


def nearest_triangle(polytope: Polytope, face: Face) -> tuple[Simplex, Weights]:
    """The triangle in the face's plane that holds the foot of the perpendicular from the origin, and its weights.

    There is one: the polytope holds the ball that touches this plane, and so the point at which it does.
    """
    for other in polytope.faces:
        i, j, k = other.corners
        triangle = (polytope.vertices[i], polytope.vertices[j], polytope.vertices[k])
        if cross(other.normal, face.normal) == NOWHERE and dot(other.normal, face.normal) > 0:
            weights = foot_in_plane(other.normal, triangle[0].exact, triangle[1].exact, triangle[2].exact)
            if min(weights) >= 0:
                return triangle, weights
    raise AssertionError("a face of the polytope lies beyond its surface")


def _face(vertices: tuple[Vertex, ...], i: int, j: int, k: int) -> Face:
    p = vertices[i].exact
    normal = cross(sub(vertices[j].exact, p), sub(vertices[k].exact, p))
    return Face((i, j, k), normal, dot(normal, p))


def _polytope(vertices: tuple[Vertex, ...], faces: tuple[Face, ...]) -> Polytope:
    best, best_offset, best_square = 0, faces[0].offset, dot(faces[0].normal, faces[0].normal)
    for number, face in enumerate(faces):
        square = dot(face.normal, face.normal)
        if face.offset * face.offset * best_square < best_offset * best_offset * square:
            best, best_offset, best_square = number, face.offset, square
    return Polytope(vertices, faces, best)


def _horizon(visible: tuple[Face, ...]) -> tuple[tuple[int, int], ...]:
    """The sides of the faces that none of them runs back along."""
    sides = [side for face in visible for side in pairwise((*face.corners, face.corners[0]))]
    both = set(sides)
    return tuple([(i, j) for i, j in sides if (j, i) not in both])
