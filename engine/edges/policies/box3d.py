"""Box3D's triangle sort: contacts of faces first; the others only where no face has been met.

1. A contact of a triangle's face is accepted, and so is one of a face of the body that is within 60° of the triangle's
   normal, or deeper than twice the slop.  Their edges and vertices are found.
2. All others are tentative.  For a sphere they are taken by depth, the deepest first, and accepted if their feature was
   not found yet.
3. For other bodies, a tentative contact is voided if all edges of its triangle are flat, within 5°, or if one of them
   is flat and was found.

Source: Box3D 0.1.0 (commit 8441b4a, https://github.com/erincatto/box3d): `b3ComputeMeshManifolds` in
src/mesh_contact.c, the same at commit 30c67b5 of August 2026; edges are flat by `b3IdentifyEdges` in src/mesh.c, which
a mesh has with `b3MeshDef::identifyEdges`.

Departures: double precision; one contact per triangle instead of a manifold; no clusters of manifolds.

What goes wrong: the slop is absolute, 5 mm, so deep bodies collide with internal edges.  A triangle that touches with a
corner only, and whose flat edges lead to triangles that do not lie below the body, is accepted too.
"""

from math import radians

from gjkscope.engine.contacts.box3d.limits import LINEAR_SLOP
from gjkscope.engine.edges.contacts import LEVEL
from gjkscope.engine.edges.decisions import Decision, EdgePolicy, EdgeTask, accept, contact_of, mesh_edge_name, void
from gjkscope.engine.edges.mesh_edges import EdgeKind, MeshEdge
from gjkscope.engine.shapes.kinds import PolytopeShape, Sphere
from gjkscope.engine.vectors import dot, neg, norm, sub, transposed_times

FACE_COSINE = 0.5
DEEP = 2 * LINEAR_SLOP  # metres
FLAT = radians(5.0)  # an edge between faces whose normals differ by less


def _decide(task: EdgeTask) -> tuple[Decision, ...]:
    sure = {contact: reason for contact in range(len(task.contacts)) if (reason := _surely(task, contact))}
    decisions = [accept(task, contact, reason) for contact, reason in sure.items()]
    tentative = [contact for contact in range(len(task.contacts)) if contact not in sure]
    if isinstance(task.shape, Sphere):
        return (*decisions, *_of_sphere(task, tentative, tuple(sure)))
    return (*decisions, *(_of_hull(task, contact, tuple(sure)) for contact in tentative))


def _surely(task: EdgeTask, contact: int) -> str:
    """Why a contact is accepted at once; empty if it is tentative."""
    touch = task.contacts[contact]
    if touch.is_face:
        return "the triangle's face touches"
    if not _is_hull_face(task, contact):
        return ""
    if dot(touch.normal, task.mesh.normals[touch.triangle]) > FACE_COSINE:
        return "a face of the body touches, within 60° of the triangle's normal"
    return f"a face of the body touches, deeper than {DEEP:g} m" if touch.depth > DEEP else ""


def _is_hull_face(task: EdgeTask, contact: int) -> bool:
    """Whether the body touches with three or more of its corners."""
    if not isinstance(task.shape, PolytopeShape):
        return False
    inwards = transposed_times(task.pose.rotation, neg(task.contacts[contact].normal))
    corners = task.shape.corners()
    size = max(norm(sub(corner, corners[0])) for corner in corners)
    heights = [dot(inwards, corner) for corner in corners]
    return sum(height >= max(heights) - LEVEL * size for height in heights) > 2


def _of_sphere(task: EdgeTask, tentative: list[int], sure: tuple[int, ...]) -> list[Decision]:
    decisions, features = [], {feature: contact for contact in sure for feature in _features(task, contact)}
    for contact in sorted(tentative, key=lambda contact: -task.contacts[contact].depth):
        touch = task.contacts[contact]
        feature = tuple(sorted(task.mesh.faces[touch.triangle][corner] for corner in touch.corners))
        words = f"vertex {feature[0]}" if len(feature) == 1 else f"edge {feature[0]}–{feature[1]}"
        if feature in features:
            decisions.append(void(task, contact, features[feature], f"{words} was found before"))
        else:
            decisions.append(accept(task, contact, f"{words} was not found before"))
        for other in _features(task, contact):
            features.setdefault(other, contact)
    return decisions


def _features(task: EdgeTask, contact: int) -> list[tuple[int, ...]]:
    """The vertices and edges of the contact's triangle."""
    face = task.mesh.faces[task.contacts[contact].triangle]
    return [*((vertex,) for vertex in face), *(edge.ends for edge in _edges(task, contact))]


def _of_hull(task: EdgeTask, contact: int, sure: tuple[int, ...]) -> Decision:
    flat = [edge for edge in _edges(task, contact) if _is_flat(edge)]
    if len(flat) == len(task.mesh.faces[0]):
        by = next((other for edge in flat for other in _users(task, edge, sure)), -1)
        return void(task, contact, by, "all edges of its triangle are flat")
    for edge in flat:
        users = _users(task, edge, sure)
        if users:
            return void(task, contact, users[0], f"{mesh_edge_name(edge)} is flat and was found before")
    return accept(task, contact, "no flat edge of its triangle was found before")


def _is_flat(edge: MeshEdge) -> bool:
    return edge.kind in (EdgeKind.FLAT, EdgeKind.CONVEX, EdgeKind.CONCAVE) and abs(edge.angle) < FLAT


def _users(task: EdgeTask, edge: MeshEdge, sure: tuple[int, ...]) -> list[int]:
    """The accepted contacts with the triangles at an edge."""
    return [contact for face in edge.faces if (contact := contact_of(task, face)) in sure]


def _edges(task: EdgeTask, contact: int) -> tuple[MeshEdge, ...]:
    a, b, c = task.mesh.sides[task.contacts[contact].triangle]
    return task.mesh.edges[a], task.mesh.edges[b], task.mesh.edges[c]


POLICY = EdgePolicy("box3d", "Box3D, triangle sort", 50, _decide)
