"""Bullet's adjustment of internal edge contacts: normals are turned into the wedge of the edge.

1. A contact along the normal of its triangle is left alone.
2. At an edge that is flat, within 0.6°, the normal becomes that of the triangle.  So it does at a concave edge, unless
   it leads away from the neighbour, too.
3. At a convex edge of less than 90°, a normal beyond that of the neighbour is turned back about the edge, until it is
   no further than the neighbour's.  All others stay.
4. An edge without a neighbour is left alone.

Source: Bullet 3.27 (commit 6c888f4, https://github.com/bulletphysics/bullet3),
src/BulletCollision/CollisionDispatch/btInternalEdgeUtility.cpp: `btAdjustInternalEdgeContacts`, `btClampNormal` and
`btGenerateInternalEdgeInfo`, with the thresholds of btTriangleInfoMap.h.  A mesh needs this information and a callback
for added contacts; without them nothing is adjusted.

Departures: the edge is the one that touches; Bullet takes the nearest edge with a neighbour, if the contact point is
within 10 cm of it.  A corner is left to the first of its edges that turns the normal.  At a concave edge beyond 90°,
Bullet turns some normals to the back of the neighbour; here they stay.

What goes wrong: the depth stays that of the raw normal.  No contact is ever removed, so a body may be pushed twice.
Where a floor meets a wall, a normal along the floor leads away from the wall's, and stays.
"""

from math import asin

from gjkscope.engine.edges.decisions import (
    Decision,
    EdgePolicy,
    EdgeTask,
    accept,
    angle_over,
    beside_faces,
    mesh_edge_name,
    touched_edges,
    with_other_normal,
)
from gjkscope.engine.edges.mesh_edges import EdgeKind, MeshEdge, edge_words
from gjkscope.engine.vectors import Vec3, add, dot, norm, scale, sub, unit

FLAT = asin(0.01)  # radians: 0.0001, the square of the sine, is Bullet's m_planarEpsilon


def _decide(task: EdgeTask, contact: int) -> Decision:
    for edge in touched_edges(task, contact):
        if (normal := _turn_normal(task, contact, edge)) is not None:
            return with_other_normal(task, contact, normal, f"{mesh_edge_name(edge)} is {edge_words(edge)}")
    return accept(task, contact, "its edge allows the normal")


def _turn_normal(task: EdgeTask, contact: int, edge: MeshEdge) -> Vec3 | None:
    """The normal that an edge gives to a contact; None if it stays."""
    touch, mesh = task.contacts[contact], task.mesh
    if edge.kind not in (EdgeKind.FLAT, EdgeKind.CONCAVE, EdgeKind.CONVEX):
        return None
    front, other = mesh.normals[touch.triangle], mesh.normals[mesh.beyond(edge, touch.triangle)]
    if abs(edge.angle) < FLAT:
        return front
    if edge.angle < 0:
        return front if dot(touch.normal, other) > 0 else None
    if angle_over(task, contact, edge) > edge.angle and dot(front, other) > 0:
        start, end = (mesh.vertices[vertex] for vertex in edge.ends)
        part = scale(unit(sub(end, start)), dot(touch.normal, unit(sub(end, start))))
        return unit(add(part, scale(other, norm(sub(touch.normal, part)))))
    return None


POLICY = EdgePolicy("bullet", "Bullet, adjusted normals", 40, lambda task: beside_faces(task, _decide))
