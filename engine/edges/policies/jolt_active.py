"""Jolt's active edges: at an inactive edge, a contact gets the normal of its triangle.

1. An edge is active if it has no neighbour or several, if it is convex by at least 5°, or if its triangles are back to
   back, within 1°.  All others are inactive.
2. A contact at an active edge keeps its normal, and so does one whose triangle would hinder the movement more than the
   raw normal does: a body that grazes a wall over a flat floor.
3. All others get the normal of the triangle, with the depth of the raw one.  A corner is inactive if both of its edges
   are.

Source: Jolt Physics 5.5.0 (commit 23dadd0e; the same at 3b47ec39 of June 2026, https://github.com/jrouwe/JoltPhysics):
`IsEdgeActive` and `FixNormal` in Jolt/Physics/Collision/ActiveEdges.h, `sFindActiveEdges` in
Jolt/Physics/Collision/Shape/MeshShape.cpp, and `mActiveEdgeCosThresholdAngle` in MeshShape.h.  This is what a mesh has
by default.

Departures: the feature is the part of the triangle that is furthest along the normal; Jolt takes it from barycentric
coordinates of the contact point.  Jolt compares the vertices of an edge by their numbers after merging those at the
same place.

What goes wrong: the depth is that of the other direction, so the body may stay a little too deep.  At a T-junction both
edges are boundaries, and therefore active.
"""

from math import degrees, radians

from gjkscope.engine.edges.decisions import (
    Decision,
    EdgePolicy,
    EdgeTask,
    accept,
    beside_faces,
    mesh_edge_name,
    touched_edges,
    with_other_normal,
)
from gjkscope.engine.edges.mesh_edges import EdgeKind, MeshEdge, edge_words
from gjkscope.engine.vectors import dot

ACTIVE = radians(5.0)  # Jolt's default threshold
BACK_TO_BACK = radians(179.0)


def is_active(edge: MeshEdge) -> bool:
    """Whether a body may collide with the edge itself."""
    if edge.kind is EdgeKind.CONVEX:
        return edge.angle >= ACTIVE
    return edge.kind not in (EdgeKind.FLAT, EdgeKind.CONCAVE) or edge.angle < -BACK_TO_BACK


def _decide(task: EdgeTask, contact: int) -> Decision:
    touch = task.contacts[contact]
    edges = touched_edges(task, contact)
    for edge in edges:
        if is_active(edge):
            return accept(task, contact, f"{mesh_edge_name(edge)} is active: it is {edge_words(edge)}")
    front = task.mesh.normals[touch.triangle]
    if dot(front, task.velocity) < dot(touch.normal, task.velocity):
        return accept(task, contact, "the triangle's normal would hinder the movement more")
    reason = f"{mesh_edge_name(edges[0])} is inactive: it is {edge_words(edges[0])}"
    if edges[0].kind is EdgeKind.CONVEX:
        reason += f", less than {degrees(ACTIVE):g}°"
    return with_other_normal(task, contact, front, reason)


POLICY = EdgePolicy("jolt-active", "Jolt, active edges", 20, lambda task: beside_faces(task, _decide))
