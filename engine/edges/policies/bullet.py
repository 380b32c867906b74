"""Bullet's adjustment of internal edge contacts: normals are turned into the wedge of the edge.

1. A contact along the normal of its triangle is left alone.
2. At a flat or concave edge, the normal becomes that of the triangle.
3. At a convex edge, a normal beyond that of the neighbour becomes the neighbour's; one between both stays.
4. An edge without a neighbour is left alone.

Source: Bullet, src/BulletCollision/CollisionDispatch/btInternalEdgeUtility.cpp, btAdjustInternalEdgeContacts and
btGenerateInternalEdgeInfo (https://github.com/bulletphysics/bullet3).

Departures: the edge is the one that touches; Bullet takes the nearest edge within a threshold of the contact point.  A
corner is left to the first of its edges that turns the normal.

What goes wrong: the depth stays that of the raw normal.  No contact is ever removed, so a body may be pushed twice.
"""

from gjkscope.engine.edges.decisions import (
    Decision,
    EdgePolicy,
    EdgeTask,
    accepted,
    angle_over,
    beside_faces,
    named_edge,
    touched_edges,
    with_other_normal,
)
from gjkscope.engine.edges.mesh_edges import EdgeKind, edge_words


def _decide(task: EdgeTask, contact: int) -> Decision:
    found, mesh = task.contacts[contact], task.mesh
    for edge in touched_edges(task, contact):
        words = f"{named_edge(edge)} is {edge_words(edge)}"
        if edge.kind in (EdgeKind.FLAT, EdgeKind.CONCAVE):
            return with_other_normal(task, contact, mesh.normals[found.triangle], words)
        if edge.kind is EdgeKind.CONVEX and angle_over(task, contact, edge) > edge.angle:
            return with_other_normal(task, contact, mesh.normals[mesh.beyond(edge, found.triangle)], words)
    return accepted(task, contact, "its edge allows the normal")


POLICY = EdgePolicy("bullet", "Bullet, adjusted normals", 40, lambda task: beside_faces(task, _decide))
