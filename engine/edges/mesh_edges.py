"""The edges of a triangle mesh: which triangles meet there, how they meet, and which normals a contact may have.

1. Corners at the same place are one vertex, even if the mesh lists them separately.
2. An edge between two triangles is flat, convex or concave, by the side of one's plane on which the other lies.
3. An edge of one triangle is a boundary.  If a vertex of another triangle lies on it, it is a T-junction: the triangles
   there touch, but share no edge, so neither is the other's neighbour.

A contact at a convex edge may have any normal between those of the two faces: its wedge.  At a flat or concave edge a
body touches the faces, never the edge alone: the wedge of a flat edge is the common normal, and that of a concave one
is empty.  A boundary has a quarter of a circle, from the front outwards (Catto, Ghost Collisions, 2020, box2d.org).

At a vertex, a normal is valid if no triangle there rises above the plane perpendicular to it, and if it leads to the
front, at a boundary as above.  These normals are a convex cone, the Voronoi region of the vertex (Mirtich, V-Clip,
1998): at the tip of a pyramid its corners are the normals of the faces, inside a flat floor it is the common normal
alone, and at a saddle or in a hollow it is empty.

How it can fail: triangles that meet at an edge with opposite orientation, and edges of three or more triangles, have no
outside.  They are `TANGLED`, and no normal is ruled out there.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import combinations
from math import acos, atan2, degrees, tau
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import expand_box
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.pose import Pose
from gjkscope.engine.resolution.terrain import front_of
from gjkscope.engine.shapes.kinds import Triangle
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, norm, square_to, sub, unit

# The sine of the angle between two faces below which they count as one plane: coordinates of a tilted plane that are
# rounded to double precision are off by 1e-16 of their size, and faces may be thin.
FLAT_SINE = 1e-9
# How far a vertex may be from an edge on which it lies, relative to the edge: rounding, as above.
ON_EDGE = 1e-9


class EdgeKind(StrEnum):
    """How the triangles meet at an edge."""

    FLAT = "flat"
    CONVEX = "convex"
    CONCAVE = "concave"
    BOUNDARY = "boundary"
    T_JUNCTION = "T-junction"
    TANGLED = "tangled"


class MeshEdge(NamedTuple):
    """An edge, by the numbers of vertices and triangles."""

    ends: tuple[int, int]  #: the lesser first
    faces: tuple[int, ...]  #: usually one or two, in order
    kind: EdgeKind
    angle: float  #: radians between the normals: > 0 convex, < 0 concave, 0 otherwise
    touching: int  #: at a T-junction, the vertex that lies on the edge; else -1


class EdgedMesh(NamedTuple):
    """Triangles in world coordinates with their vertices and edges."""

    triangles: tuple[Triangle, ...]
    normals: tuple[Vec3, ...]  #: of the fronts; zero for a degenerate triangle
    vertices: tuple[Vec3, ...]
    faces: tuple[tuple[int, int, int], ...]  #: vertices of each triangle, counter-clockwise from the front
    edges: tuple[MeshEdge, ...]
    sides: tuple[tuple[int, int, int], ...]  #: of each triangle, the edges from corner 0 to 1, 1 to 2 and 2 to 0
    boxes: tuple[Aabb, ...]  #: of the triangles
    reach: float  #: the greatest distance from the first vertex, metres: the scale of rounding

    def edge_between(self, triangle: int, corners: Sequence[int]) -> MeshEdge:
        """The edge of a triangle between two of its corners, by their places 0, 1, 2."""
        first, second = sorted(corners)
        return self.edges[self.sides[triangle][2 if (first, second) == (0, 2) else first]]

    def beyond(self, edge: MeshEdge, triangle: int) -> int:
        """The triangle on the other side of an edge; -1 if there is none, or more than one."""
        others = [face for face in edge.faces if face != triangle]
        return others[0] if len(others) == 1 else -1


@lru_cache(maxsize=8)
def edged_mesh(triangles: tuple[Triangle, ...]) -> EdgedMesh:
    """The edges of these triangles.

    >>> floor = Triangle([(0, 0, 0), (0, 0, 1), (1, 0, 0)]), Triangle([(1, 0, 0), (0, 0, 1), (1, 0, 1)])
    >>> [edge.kind.value for edge in edged_mesh(floor).edges]
    ['boundary', 'flat', 'boundary', 'boundary', 'boundary']
    """
    numbers: dict[Vec3, int] = {}
    faces = []
    for triangle in triangles:
        i, j, k = (numbers.setdefault(_plain(corner), len(numbers)) for corner in triangle.vertices)
        faces.append((i, j, k))
    vertices, normals = tuple(numbers), tuple(front_of(triangle) for triangle in triangles)
    triangles_of: dict[tuple[int, int], list[int]] = {}
    for number, face in enumerate(faces):
        for pair in _pairs(face):
            triangles_of.setdefault(pair, []).append(number)
    edges = tuple(_edge(pair, users, faces, vertices, normals) for pair, users in triangles_of.items())
    index = {edge.ends: number for number, edge in enumerate(edges)}
    sides = tuple((index[a], index[b], index[c]) for a, b, c in map(_pairs, faces))
    boxes = tuple(expand_box(triangle, Pose()) for triangle in triangles)
    reach = max((norm(sub(vertex, vertices[0])) for vertex in vertices), default=0.0)
    return EdgedMesh(triangles, normals, vertices, tuple(faces), edges, sides, boxes, reach)


def wedge_of(mesh: EdgedMesh, edge: MeshEdge) -> tuple[Vec3, Vec3] | None:
    """The two ends of the arc of valid normals at an edge; both the same at a flat one, none at a concave one.

    The arc of a boundary ends outwards, in the plane of its triangle.
    """
    first = mesh.normals[edge.faces[0]]
    if edge.kind is EdgeKind.CONCAVE or edge.kind is EdgeKind.TANGLED or first == ZERO:
        return None
    if len(edge.faces) == 1:
        return first, outwards(mesh, edge, edge.faces[0])
    return first, mesh.normals[edge.faces[1]]


def vertex_wedge(mesh: EdgedMesh, vertex: int) -> tuple[Vec3, ...]:
    """The corners of the cone of valid normals at a vertex, unit vectors, counterclockwise seen from outside.

    None if the surface has no valid normal there, or no outside because an edge there is tangled.

    >>> floor = Triangle([(0, 0, 0), (0, 0, 1), (1, 0, 0)]), Triangle([(1, 0, 0), (0, 0, 1), (1, 0, 1)])
    >>> vertex_wedge(edged_mesh(floor), 0)
    ((0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0))
    """
    edges, position = _edges_at(mesh, vertex), mesh.vertices[vertex]
    if any(edge.kind is EdgeKind.TANGLED for edge in edges):
        return ()
    corners = {corner for edge in edges for face in edge.faces for corner in mesh.faces[face]} - {vertex}
    limits = [unit(sub(position, mesh.vertices[corner])) for corner in sorted(corners)]  # no normal leads against one
    limits += [mesh.normals[edge.faces[0]] for edge in edges if len(edge.faces) == 1]
    rays: list[Vec3] = []
    for first, second in combinations([limit for limit in limits if limit != ZERO], 2):
        across = cross(first, second)
        if norm(across) <= FLAT_SINE:
            continue
        for ray in (_plain(unit(across)), _plain(neg(unit(across)))):
            is_valid = all(dot(ray, limit) >= -FLAT_SINE for limit in limits) and _is_front(mesh, position, edges, ray)
            if is_valid and all(norm(sub(ray, other)) > ON_EDGE for other in rays):
                rays.append(ray)
    return _in_turn(rays)


def _edges_at(mesh: EdgedMesh, vertex: int) -> tuple[MeshEdge, ...]:
    """The edges of a vertex, and those that it lies on at a T-junction."""

    def is_on(edge: MeshEdge) -> bool:
        a, b = (mesh.vertices[end] for end in edge.ends)
        return vertex in edge.ends or (edge.kind is EdgeKind.T_JUNCTION and _is_inside(mesh.vertices[vertex], a, b))

    return tuple(edge for edge in mesh.edges if is_on(edge))


def _is_front(mesh: EdgedMesh, position: Vec3, edges: Sequence[MeshEdge], ray: Vec3) -> bool:
    """Whether a normal leads to the front at the edges that its plane touches.

    At a convex edge, it is between the normals of both faces, and so never against their sum.
    """
    for edge in edges:
        touches = all(abs(dot(ray, unit(sub(mesh.vertices[end], position)))) <= FLAT_SINE for end in edge.ends)
        if touches and dot(ray, reduce(add, (mesh.normals[face] for face in edge.faces))) < -FLAT_SINE:
            return False
    return True


def _in_turn(rays: list[Vec3]) -> tuple[Vec3, ...]:
    """The corners of a convex cone, counterclockwise, from the first."""
    if len(rays) < 3:
        return tuple(rays)
    axis = unit(reduce(add, rays))
    side = unit(square_to(rays[0], axis))
    third = cross(axis, side)
    first, *others = rays
    return (first, *sorted(others, key=lambda ray: atan2(dot(ray, third), dot(ray, side)) % tau))


def outwards(mesh: EdgedMesh, edge: MeshEdge, triangle: int) -> Vec3:
    """The unit direction in the plane of a triangle that leads across its edge, out of it."""
    a, b = (mesh.vertices[end] for end in edge.ends)
    across = unit(cross(sub(b, a), mesh.normals[triangle]))
    third = next(corner for corner in mesh.faces[triangle] if corner not in edge.ends)
    return across if dot(across, sub(mesh.vertices[third], a)) < 0 else unit(sub(ZERO, across))


def edge_words(edge: MeshEdge) -> str:
    """ "convex by 30°", "flat"."""
    if edge.kind in (EdgeKind.CONVEX, EdgeKind.CONCAVE):
        return f"{edge.kind.value} by {degrees(abs(edge.angle)):.3g}°"
    return edge.kind.value


def _plain(point: Vec3) -> Vec3:
    """The point without negative zeros."""
    x, y, z = point
    return x + 0.0, y + 0.0, z + 0.0


def _pairs(face: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    i, j, k = face
    return (min(i, j), max(i, j)), (min(j, k), max(j, k)), (min(i, k), max(i, k))


def _edge(
    ends: tuple[int, int],
    users: list[int],
    faces: Sequence[tuple[int, int, int]],
    vertices: Sequence[Vec3],
    normals: Sequence[Vec3],
) -> MeshEdge:
    a, b = vertices[ends[0]], vertices[ends[1]]
    if len(users) == 1:
        on = next((n for n, vertex in enumerate(vertices) if n not in ends and _is_inside(vertex, a, b)), -1)
        return MeshEdge(ends, tuple(users), EdgeKind.BOUNDARY if on < 0 else EdgeKind.T_JUNCTION, 0.0, on)
    if len(users) > 2 or not _run_opposite(faces[users[0]], faces[users[1]], ends):
        return MeshEdge(ends, tuple(users), EdgeKind.TANGLED, 0.0, -1)
    first, second = (normals[user] for user in users)
    turn = cross(first, second)
    third = next(corner for corner in faces[users[1]] if corner not in ends)
    if norm(turn) <= FLAT_SINE and dot(first, second) > 0:
        return MeshEdge(ends, tuple(users), EdgeKind.FLAT, 0.0, -1)
    angle = acos(max(-1.0, min(dot(first, second), 1.0)))
    above = dot(first, sub(vertices[third], a))  # of the second triangle over the plane of the first
    kind, sign = (EdgeKind.CONCAVE, -1.0) if above > 0 else (EdgeKind.CONVEX, 1.0)
    return MeshEdge(ends, tuple(users), kind, sign * angle, -1)


def _run_opposite(first: Sequence[int], second: Sequence[int], ends: tuple[int, int]) -> bool:
    """Whether two triangles go along their common edge in opposite directions, so that their fronts agree."""

    def is_forward(face: Sequence[int]) -> bool:
        return face[(face.index(ends[0]) + 1) % 3] == ends[1]

    return is_forward(first) != is_forward(second)


def _is_inside(point: Vec3, a: Vec3, b: Vec3) -> bool:
    """Whether a point lies on a segment between its ends."""
    along, there = sub(b, a), sub(point, a)
    length = norm(along)
    part = dot(there, along) / (length * length) if length > 0 else 0.0
    return ON_EDGE < part < 1 - ON_EDGE and norm(cross(there, along)) <= ON_EDGE * length * length
