"""Contacts of a convex body with the triangles of a mesh, each triangle on its own: the input of a policy.

The narrow phase gives the least depth out of each triangle and its direction, the raw normal.  The feature that touches
is the part of the triangle that lies furthest along this normal: all of it, an edge or a corner.

A triangle is one-sided, as in `resolution/terrain.py`: where the shortest way out leads behind its front, the way along
the normal is taken.
"""

from typing import NamedTuple

from gjkscope.engine.edges.mesh_edges import EdgedMesh
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import trace_pair
from gjkscope.engine.resolution.pair import DEPTH, translate
from gjkscope.engine.resolution.terrain import ORDERS, Terrain, TriangleOverlap, depth_along, overlaps_at
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, dot, norm, scale, sub

# A corner lies as far along a normal as another if the difference is below this part of the triangle's size: normals of
# curved shapes are accurate sideways to 1e-7.
LEVEL = 1e-6


class TriangleContact(NamedTuple):
    """A triangle that the body overlaps."""

    triangle: int
    corners: tuple[int, ...]  # of the feature that touches, 0, 1, 2 within the triangle: one, two or all
    point: Vec3  # on the feature
    depth: float  # metres along the normal
    normal: Vec3  # unit, in which the body leaves the triangle

    @property
    def is_face(self) -> bool:
        return len(self.corners) == 3


def triangle_contacts(shape: Shape, pose: Pose, mesh: EdgedMesh) -> tuple[TriangleContact, ...]:
    """The contacts of a body with all triangles, by their numbers."""
    terrain = _terrain(shape, mesh)
    _, overlaps, _ = overlaps_at(terrain, pose)
    return tuple(_contact(terrain, pose, mesh, overlap) for overlap in overlaps)


def with_normal(shape: Shape, pose: Pose, mesh: EdgedMesh, contact: TriangleContact, normal: Vec3) -> TriangleContact:
    """The contact along another normal, with the depth along that."""
    depth = depth_along(_terrain(shape, mesh), pose, contact.triangle, normal)
    return contact._replace(normal=normal, depth=depth, corners=touching_corners(mesh, contact.triangle, normal))


def touching_corners(mesh: EdgedMesh, triangle: int, normal: Vec3) -> tuple[int, ...]:
    """The corners of a triangle that lie furthest along the normal, 0, 1, 2 within it."""
    places = [mesh.vertices[number] for number in mesh.faces[triangle]]
    heights = [dot(normal, sub(vertex, places[0])) for vertex in places]
    size = max(norm(sub(a, b)) for a in places for b in places)
    return tuple(i for i, height in enumerate(heights) if height >= max(heights) - LEVEL * size)


def _terrain(shape: Shape, mesh: EdgedMesh) -> Terrain:
    return Terrain(shape, mesh.triangles, mesh.boxes, ORDERS["in order"], False, DEPTH)


def _contact(terrain: Terrain, pose: Pose, mesh: EdgedMesh, overlap: TriangleOverlap) -> TriangleContact:
    triangle, normal = overlap.triangle, overlap.direction
    there = translate(pose, scale(normal, overlap.depth))
    touching = trace_pair(terrain.shape, there, terrain.triangles[triangle], Pose(), "gjk", DEFAULT).result
    corners = touching_corners(mesh, triangle, normal)
    point = touching.witness_b or mesh.vertices[mesh.faces[triangle][corners[0]]]
    return TriangleContact(triangle, corners, point, overlap.depth, normal)
