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

from math import atan2

from gjkscope.engine.edges.decisions import (
    Decision,
    EdgePolicy,
    EdgeTask,
    accepted,
    named_edge,
    one_by_one,
    touched_edges,
    with_other_normal,
)
from gjkscope.engine.edges.mesh_edges import EdgeKind, edge_words, outwards
from gjkscope.engine.vectors import dot


def _decide(task: EdgeTask, contact: int) -> Decision:
    found, mesh = task.contacts[contact], task.mesh
    if found.is_face:
        return accepted(task, contact, "the normal is that of the triangle")
    for edge in touched_edges(task, contact):
        words = f"{named_edge(edge)} is {edge_words(edge)}"
        if edge.kind in (EdgeKind.FLAT, EdgeKind.CONCAVE):
            return with_other_normal(task, contact, mesh.normals[found.triangle], words)
        if edge.kind is EdgeKind.CONVEX:
            beside = outwards(mesh, edge, found.triangle)
            angle = atan2(dot(found.normal, beside), dot(found.normal, mesh.normals[found.triangle]))
            if angle > edge.angle:
                return with_other_normal(task, contact, mesh.normals[mesh.beyond(edge, found.triangle)], words)
    return accepted(task, contact, "its edge allows the normal")


POLICY = EdgePolicy("bullet", "Bullet, adjusted normals", 40, lambda task: one_by_one(task, _decide))
