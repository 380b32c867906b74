"""Vertices, edges and faces of a placed polytope, and the planes between their Voronoi regions.

The Voronoi region of a feature consists of the points outside the polytope that are nearer to it than to the others.
Planes separate it from those of the adjacent features, the *neighbours*:

- between a vertex and an edge: through the vertex, perpendicular to the edge;
- between an edge and a face: through the edge, perpendicular to the face.

The two regions beside a plane share its numbers and differ in sign only, so a point is never outside both, nor inside
both, because of rounding.  Faces are those of the hull, whose coplanar triangles are merged (hulls.py).  A flat
polytope has two faces, one for each side; a segment has one edge, a point one vertex.
"""

from collections import defaultdict
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import PolytopeShape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Mat3, Vec3, add, along, cross, dot, neg, row_times, sub, unit

Floats = npt.NDArray[np.float64]
Numbers = tuple[int, ...]


class FeatureKind(IntEnum):
    VERTEX = 0
    EDGE = 1
    FACE = 2


class BoundaryFeature(NamedTuple):
    """A vertex, an edge or a face of a `FeaturePolytope`, by its index there."""

    kind: FeatureKind
    number: int


class VoronoiPlane(NamedTuple):
    """A plane that bounds the Voronoi region of a feature."""

    neighbour: BoundaryFeature  # whose region lies behind it
    point: Vec3  # on the plane, metres
    normal: Vec3  # unit, into the region


class FeaturePolytope(NamedTuple):
    """A placed polytope with its adjacencies.  Edges and faces index `vertices`; lengths in metres, world axes."""

    vertices: tuple[Vec3, ...]
    points: Floats  # (n, 3) the same
    names: Numbers  # the numbers that the shape itself gives its vertices
    edges: tuple[tuple[int, int], ...]
    directions: tuple[Vec3, ...]  # of each edge, unit, from its first end to its second
    faces: tuple[Numbers, ...]  # counter-clockwise seen from outside
    normals: tuple[Vec3, ...]  # of each face, unit, outward
    edge_faces: tuple[Numbers, ...]  # of each edge: its two faces, or none
    wings: tuple[tuple[Vec3, ...], ...]  # of each edge: unit vectors within these faces, perpendicular to it
    vertex_edges: tuple[Numbers, ...]
    face_edges: tuple[Numbers, ...]


def place_features(shape: PolytopeShape, rotation: Mat3, position: Vec3) -> FeaturePolytope:
    """The core of `shape` at a rotation and a position; for a mesh, its convex hull."""
    body = _body(shape)
    vertices = tuple(add(row_times(rotation, corner), position) for corner in body.corners)
    directions = tuple(unit(sub(vertices[head], vertices[tail])) for tail, head in body.edges)
    # The cofactors of the rotation: they take normals to normals even if it is not quite orthogonal.
    x, y, z = rotation
    cofactors = (cross(y, z), cross(z, x), cross(x, y))
    normals = tuple(unit(row_times(cofactors, normal)) for normal in body.normals)
    wings = tuple(
        tuple(_wing(normals[face], direction, is_forward) for face, is_forward in sides)
        for direction, sides in zip(directions, body.sides, strict=True)
    )
    return FeaturePolytope(
        vertices=vertices,
        points=np.array(vertices),
        names=body.names,
        edges=body.edges,
        directions=directions,
        faces=body.faces,
        normals=normals,
        edge_faces=tuple(tuple(face for face, _ in sides) for sides in body.sides),
        wings=wings,
        vertex_edges=body.vertex_edges,
        face_edges=body.face_edges,
    )


def feature_vertices(polytope: FeaturePolytope, feature: BoundaryFeature) -> Numbers:
    """The indices of the feature's vertices: one, two, or those around a face."""
    if feature.kind == FeatureKind.VERTEX:
        return (feature.number,)
    return polytope.edges[feature.number] if feature.kind == FeatureKind.EDGE else polytope.faces[feature.number]


def adjacent_edges(polytope: FeaturePolytope, feature: BoundaryFeature) -> Numbers:
    """The edges at a vertex, the edge itself, or those of a face."""
    if feature.kind == FeatureKind.VERTEX:
        return polytope.vertex_edges[feature.number]
    return (feature.number,) if feature.kind == FeatureKind.EDGE else polytope.face_edges[feature.number]


def adjacent_faces(polytope: FeaturePolytope, feature: BoundaryFeature) -> Numbers:
    """The faces at a vertex or an edge, or the face itself."""
    if feature.kind == FeatureKind.FACE:
        return (feature.number,)
    edges = adjacent_edges(polytope, feature)
    return tuple(dict.fromkeys(face for edge in edges for face in polytope.edge_faces[edge]))


def planes_between(polytope: FeaturePolytope, feature: BoundaryFeature) -> tuple[VoronoiPlane, ...]:
    """The planes around the Voronoi region of the feature; of an edge those at its ends first."""
    if feature.kind == FeatureKind.VERTEX:
        return tuple(_beyond(polytope, feature.number, edge) for edge in polytope.vertex_edges[feature.number])
    if feature.kind == FeatureKind.EDGE:
        return (*end_planes(polytope, feature.number), *side_planes(polytope, feature.number))
    return tuple(_inside(polytope, feature.number, edge) for edge in polytope.face_edges[feature.number])


def end_planes(polytope: FeaturePolytope, edge: int) -> tuple[VoronoiPlane, VoronoiPlane]:
    """The planes between an edge and its two vertices."""
    (tail, head), direction = polytope.edges[edge], polytope.directions[edge]
    return (
        VoronoiPlane(BoundaryFeature(FeatureKind.VERTEX, tail), polytope.vertices[tail], direction),
        VoronoiPlane(BoundaryFeature(FeatureKind.VERTEX, head), polytope.vertices[head], neg(direction)),
    )


def side_planes(polytope: FeaturePolytope, edge: int) -> tuple[VoronoiPlane, ...]:
    """The planes between an edge and its faces."""
    through = polytope.vertices[polytope.edges[edge][0]]
    return tuple(
        VoronoiPlane(BoundaryFeature(FeatureKind.FACE, face), through, neg(wing))
        for face, wing in zip(polytope.edge_faces[edge], polytope.wings[edge], strict=True)
    )


def height_above(plane: VoronoiPlane, point: Vec3) -> float:
    """How far the point lies on the region's side of the plane, metres; < 0 behind it."""
    return dot(plane.normal, sub(point, plane.point))


def height_over(polytope: FeaturePolytope, face: int, point: Vec3) -> float:
    """How far the point lies above the plane of a face, metres; < 0 below it."""
    return dot(polytope.normals[face], sub(point, polytope.vertices[polytope.faces[face][0]]))


def ends_of(polytope: FeaturePolytope, edge: int) -> tuple[Vec3, Vec3]:
    tail, head = polytope.edges[edge]
    return polytope.vertices[tail], polytope.vertices[head]


def point_on(tail: Vec3, head: Vec3, at: float) -> Vec3:
    """The point at 0 … 1 along a segment; at 0 and 1 exactly its ends."""
    return head if at == 1.0 else along(tail, sub(head, tail), at)


def extent_along(polytope: FeaturePolytope, direction: Vec3) -> float:
    """How far the polytope reaches in a direction, from the zero point."""
    x, y, z = polytope.points.T
    return float((x * direction[0] + y * direction[1] + z * direction[2]).max())


def _beyond(polytope: FeaturePolytope, vertex: int, edge: int) -> VoronoiPlane:
    """The plane between a vertex and an edge: on the vertex's side, points are beyond this end of the edge."""
    direction = polytope.directions[edge]
    outwards = neg(direction) if polytope.edges[edge][0] == vertex else direction
    return VoronoiPlane(BoundaryFeature(FeatureKind.EDGE, edge), polytope.vertices[vertex], outwards)


def _inside(polytope: FeaturePolytope, face: int, edge: int) -> VoronoiPlane:
    """The plane between a face and an edge: on the face's side, points are above the face."""
    wing = polytope.wings[edge][polytope.edge_faces[edge].index(face)]
    through = polytope.vertices[polytope.edges[edge][0]]
    return VoronoiPlane(BoundaryFeature(FeatureKind.EDGE, edge), through, wing)


class _Body(NamedTuple):
    """What does not depend on the pose, in the shape's own frame."""

    corners: tuple[Vec3, ...]
    names: Numbers
    edges: tuple[tuple[int, int], ...]
    sides: tuple[tuple[tuple[int, bool], ...], ...]  # of each edge: its faces, and whether they go round along it
    faces: tuple[Numbers, ...]
    normals: tuple[Vec3, ...]
    vertex_edges: tuple[Numbers, ...]
    face_edges: tuple[Numbers, ...]


@lru_cache(maxsize=SHAPES_KEPT)
def _body(shape: PolytopeShape) -> _Body:
    hull = convex_hull(np.array(shape.corners()))
    edges = tuple((tail, head) for tail, head in hull.edges.tolist())
    numbers = {ends: edge for edge, ends in enumerate(edges)}
    sides: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    face_edges = tuple(_around(face, loop, numbers, sides) for face, loop in enumerate(hull.faces))
    vertex_edges: dict[int, list[int]] = defaultdict(list)
    for edge, ends in enumerate(edges):
        for vertex in ends:
            vertex_edges[vertex].append(edge)
    return _Body(
        corners=_tuples(hull.vertices),
        names=tuple(hull.indices.tolist()),
        edges=edges,
        sides=tuple(tuple(sides[edge]) for edge in range(len(edges))),
        faces=hull.faces,
        normals=_tuples(hull.normals),
        vertex_edges=tuple(tuple(vertex_edges[vertex]) for vertex in range(len(hull.vertices))),
        face_edges=face_edges,
    )


def _around(
    face: int, loop: Numbers, numbers: dict[tuple[int, int], int], sides: dict[int, list[tuple[int, bool]]]
) -> Numbers:
    """The edges around a face, of which it becomes a side."""
    edges = []
    for tail, head in pairwise((*loop, loop[0])):
        is_forward = (tail, head) in numbers
        edge = numbers[(tail, head) if is_forward else (head, tail)]
        sides[edge].append((face, is_forward))
        edges.append(edge)
    return tuple(edges)


def _wing(normal: Vec3, direction: Vec3, is_forward: bool) -> Vec3:
    """The unit vector from an edge into a face that goes round it in, or against, its direction."""
    across = unit(cross(normal, direction))
    return across if is_forward else neg(across)


def _tuples(vectors: Floats) -> tuple[Vec3, ...]:
    return tuple((x, y, z) for x, y, z in vectors.tolist())
