"""Jolt's enhanced internal edge removal: contacts void the corners of their triangles, whether they count or not.

1. Contacts along the normal of their triangle, within 1°, are accepted at once, and void its three corners; so do those
   with a triangle of less than 0.5 mm².
2. The others wait, and are processed by depth, the deepest first.  A contact at a corner or an edge is voided if all
   corners of that feature are; otherwise it is accepted.  In both cases, the corners of its triangle are voided next.

Source: Jolt Physics 5.5.0 (commit 23dadd0e; the same at 3b47ec39 of June 2026, where the tolerance became a setting,
https://github.com/jrouwe/JoltPhysics), Jolt/Physics/Collision/InternalEdgeRemovingCollector.h: `AddHit`, `Flush` and
`VoidFeatures`; after Terdiman, Contact generation for meshes (https://www.codercorner.com/MeshContacts.pdf).  A body
has it with `BodyCreationSettings::mEnhancedInternalEdgeRemoval`; it is off by default.

Departures: the feature is the part of the triangle that is furthest along the normal; Jolt takes the corner or edge
nearest to the contact point.  Vertices are the same at the same place; in Jolt, within 0.1 mm.

What goes wrong: it sees only contacts of this tick.  If the floor below has none, an internal edge collides.  A voided
contact voids corners at which no contact was accepted, so a true edge there may be lost.  Corners are compared by
place, so at a T-junction nothing voids the corner that lies on an edge.  In a mesh of triangles of a millimetre nothing
is removed.
"""

from math import cos, radians

from gjkscope.engine.edges.decisions import NO_CONTACT, Decision, EdgePolicy, EdgeTask, accept, void
from gjkscope.engine.vectors import cross, dot, norm, sub

ALONG_FACE = cos(radians(1.0))  # Jolt's limit for "along the normal of the triangle"
TINY = 1e-6  # m², twice the area of a triangle whose contacts Jolt does not remove


def _decide(task: EdgeTask) -> tuple[Decision, ...]:
    faces = [i for i in range(len(task.contacts)) if _is_tiny(task, i) or _is_along_face(task, i)]
    waiting = [i for i in range(len(task.contacts)) if i not in faces]
    decisions: list[Decision] = []
    voids: dict[int, int] = {}  # the contact that voided a vertex
    for contact in faces:
        reason = "its triangle is tiny" if _is_tiny(task, contact) else "the normal is that of the triangle"
        decisions.append(accept(task, contact, reason))
        _void(task, contact, voids)
    waiting.sort(key=lambda contact: -task.contacts[contact].depth)
    return (*decisions, *[_decide_later(task, contact, voids) for contact in waiting])


def _is_tiny(task: EdgeTask, contact: int) -> bool:
    a, b, c = (task.mesh.vertices[vertex] for vertex in task.mesh.faces[task.contacts[contact].triangle])
    return norm(cross(sub(b, a), sub(c, a))) < TINY


def _is_along_face(task: EdgeTask, contact: int) -> bool:
    touch = task.contacts[contact]
    return touch.is_face or dot(touch.normal, task.mesh.normals[touch.triangle]) > ALONG_FACE


def _decide_later(task: EdgeTask, contact: int, voids: dict[int, int]) -> Decision:
    """The fate of a contact at an edge or a corner; the corners of its triangle are voided after that."""
    touch = task.contacts[contact]
    feature = [task.mesh.faces[touch.triangle][corner] for corner in touch.corners]
    free = next((vertex for vertex in feature if vertex not in voids), None)
    by = voids.get(feature[0], NO_CONTACT)
    _void(task, contact, voids)
    if free is not None:
        return accept(task, contact, f"vertex {free} is not voided")
    words = f"vertex {feature[0]} is" if len(feature) == 1 else f"vertices {feature[0]} and {feature[1]} are"
    return void(task, contact, by, f"{words} voided")


def _void(task: EdgeTask, contact: int, voids: dict[int, int]) -> None:
    for vertex in task.mesh.faces[task.contacts[contact].triangle]:
        voids.setdefault(vertex, contact)


POLICY = EdgePolicy("jolt-removal", "Jolt, internal edge removal", 30, _decide)
