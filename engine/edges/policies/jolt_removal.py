"""Jolt's enhanced internal edge removal: accepted contacts void the corners of their triangles.

1. Contacts along the normal of their triangle are accepted at once, and void its three corners.
2. The others wait, and are looked at by depth, the deepest first.  A contact at a corner or an edge is voided if all
   corners of that feature are; otherwise it is accepted, and voids the corners of its triangle.

Source: Jolt, Jolt/Physics/Collision/InternalEdgeRemovingCollector.h (https://github.com/jrouwe/JoltPhysics), after
Terdiman, Contact generation for meshes (https://www.codercorner.com/MeshContacts.pdf).

Departures: the feature is the part of the triangle that is furthest along the normal; Jolt takes the one nearest to the
contact point.

What goes wrong: it sees only contacts of this tick.  If the floor below has none, an internal edge collides.  Corners
are compared by place, so at a T-junction nothing voids the corner that lies on an edge.
"""

from math import cos, radians

from gjkscope.engine.edges.decisions import Decision, EdgePolicy, EdgeTask, accepted, voided
from gjkscope.engine.vectors import dot

ALONG_FACE = cos(radians(1.0))  # Jolt's limit for "along the normal of the triangle"


def _decide(task: EdgeTask) -> tuple[Decision, ...]:
    faces = [i for i in range(len(task.contacts)) if _is_along_face(task, i)]
    waiting = [i for i in range(len(task.contacts)) if i not in faces]
    decisions: list[Decision] = []
    voids: dict[int, int] = {}  # the contact that voided a vertex
    for contact in faces:
        decisions.append(accepted(task, contact, "the normal is that of the triangle"))
        _void(task, contact, voids)
    waiting.sort(key=lambda contact: -task.contacts[contact].depth)
    return (*decisions, *[_waited(task, contact, voids) for contact in waiting])


def _is_along_face(task: EdgeTask, contact: int) -> bool:
    found = task.contacts[contact]
    return found.is_face or dot(found.normal, task.mesh.normals[found.triangle]) > ALONG_FACE


def _waited(task: EdgeTask, contact: int, voids: dict[int, int]) -> Decision:
    found = task.contacts[contact]
    feature = [task.mesh.faces[found.triangle][corner] for corner in found.corners]
    if all(vertex in voids for vertex in feature):
        words = f"vertex {feature[0]} is" if len(feature) == 1 else f"vertices {feature[0]} and {feature[1]} are"
        return voided(task, contact, voids[feature[0]], f"{words} voided")
    _void(task, contact, voids)
    free = next(vertex for vertex in feature if vertex not in voids or voids[vertex] == contact)
    return accepted(task, contact, f"vertex {free} is not voided")


def _void(task: EdgeTask, contact: int, voids: dict[int, int]) -> None:
    for vertex in task.mesh.faces[task.contacts[contact].triangle]:
        voids.setdefault(vertex, contact)


POLICY = EdgePolicy("jolt-removal", "Jolt, internal edge removal", 30, _decide)
