"""Box2D's chain segments with ghost vertices: the neighbours of a segment determine its valid normals.

1. A contact along the normal of its triangle is accepted.
2. At an edge that is convex by 0.01 or more, a normal between those of both faces is accepted; one beyond the
   neighbour's by more than 0.01 is voided, as that triangle has the contact too.
3. At all other edges with a neighbour, the normal becomes that of the triangle.
4. A sphere has simpler rules: at any edge, a normal beyond the neighbour's is voided, and all others are accepted.
5. At an edge without a neighbour, every normal is accepted.  A corner must satisfy both of its edges.

Source: Catto, Ghost Collisions, 2020 (https://box2d.org/posts/2020/06/ghost-collisions/), and Box2D 3.1.1 (commit
8c66146, https://github.com/erincatto/box2d), src/manifold.c: `b2ClassifyNormal`, `b2CollideChainSegmentAndPolygon` and
`b2CollideChainSegmentAndCircle`; the rules are the same at commit 617d32a of August 2026.

Departures: triangles instead of segments, so an edge takes the place of a ghost vertex, and each edge has two sides
beyond which a neighbour may be; the depth along a corrected normal is measured again.  Where polygons overlap a
segment, Box2D looks for the best of its own normals that is accepted; here the shortest way out is judged.
"""

from enum import IntEnum
from math import sin

from gjkscope.engine.edges.decisions import (
    Decision,
    EdgePolicy,
    EdgeTask,
    accept,
    angle_over,
    beside_faces,
    contact_of,
    mesh_edge_name,
    touched_edges,
    void,
    with_measured_normal,
)
from gjkscope.engine.edges.mesh_edges import EdgeKind, MeshEdge, edge_words
from gjkscope.engine.shapes.kinds import Sphere

TOLERANCE = 0.01  # the sine of an angle: Box2D's sinTol and convexTol


class NormalClass(IntEnum):
    """An edge's decision about a normal; for a corner, the greatest of its edges' decisions holds."""

    ADMIT = 0
    SNAP = 1
    SKIP = 2


def _decide(task: EdgeTask, contact: int) -> Decision:
    touch = task.contacts[contact]
    edges = touched_edges(task, contact)
    classes = [_class(task, contact, edge) for edge in edges]
    worst = max(classes)
    edge = edges[classes.index(worst)]
    if worst is NormalClass.SKIP:
        by = contact_of(task, task.mesh.beyond(edge, touch.triangle))
        return void(task, contact, by, f"the normal is beyond that of the next triangle at {mesh_edge_name(edge)}")
    if worst is NormalClass.SNAP:
        reason = f"{mesh_edge_name(edge)} is {edge_words(edge)}"
        return with_measured_normal(task, contact, task.mesh.normals[touch.triangle], reason)
    return accept(task, contact, f"{mesh_edge_name(edge)} is {edge_words(edge)} and allows the normal")


def _class(task: EdgeTask, contact: int, edge: MeshEdge) -> NormalClass:
    if edge.kind not in (EdgeKind.FLAT, EdgeKind.CONCAVE, EdgeKind.CONVEX):
        return NormalClass.ADMIT
    beyond = angle_over(task, contact, edge) - edge.angle
    if isinstance(task.shape, Sphere):
        return NormalClass.SKIP if beyond > 0 else NormalClass.ADMIT
    if sin(edge.angle) < TOLERANCE:
        return NormalClass.SNAP
    return NormalClass.SKIP if sin(beyond) > TOLERANCE else NormalClass.ADMIT


POLICY = EdgePolicy("box2d", "Box2D, ghost vertices", 10, lambda task: beside_faces(task, _decide))
