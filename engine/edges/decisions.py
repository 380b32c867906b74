"""The decisions of a policy on the contacts of a body with the triangles of a mesh."""

from collections.abc import Callable
from enum import StrEnum
from math import atan2
from typing import NamedTuple

from gjkscope.engine.edges.contacts import TriangleContact, with_normal
from gjkscope.engine.edges.mesh_edges import EdgedMesh, MeshEdge, outwards
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, dot

NO_CONTACT = -1


class ContactFate(StrEnum):
    """The decision about a contact."""

    ACCEPTED = "accepted"
    CORRECTED = "corrected"  # accepted with another normal
    VOIDED = "voided"
    LATER = "later"  # measured again after the push-out of another contact


class Decision(NamedTuple):
    """A contact, and the policy's decision about it."""

    contact: int  # its place in the list of contacts
    fate: ContactFate
    normal: Vec3  # unit; the raw one, unless it was corrected
    depth: float  # metres along it
    by: int  # the contact that voided it; `NO_CONTACT`
    reason: str  # a clause: "edge 3–7 is flat"


class EdgeTask(NamedTuple):
    """The contacts of a body at one place."""

    shape: Shape
    pose: Pose
    velocity: Vec3  # m/s
    mesh: EdgedMesh
    contacts: tuple[TriangleContact, ...]  # by the number of the triangle


class EdgePolicy(NamedTuple):
    """One way to avoid ghost collisions."""

    name: str
    title: str  # for a menu
    order: int  # in menus and lists
    decide: Callable[[EdgeTask], tuple[Decision, ...]]  # in the order in which the policy looks at the contacts
    repeats: bool = False  # whether contacts are found again after each push-out, until none waits
    leaves_slop: bool = True  # whether a push-out leaves a little overlap, so that contacts persist


def accept(task: EdgeTask, contact: int, reason: str) -> Decision:
    touch = task.contacts[contact]
    return Decision(contact, ContactFate.ACCEPTED, touch.normal, touch.depth, NO_CONTACT, reason)


def void(task: EdgeTask, contact: int, by: int, reason: str) -> Decision:
    touch = task.contacts[contact]
    return Decision(contact, ContactFate.VOIDED, touch.normal, touch.depth, by, reason)


def with_measured_normal(task: EdgeTask, contact: int, normal: Vec3, reason: str) -> Decision:
    """Corrected, with the depth along the new normal."""
    touch = with_normal(task.shape, task.pose, task.mesh, task.contacts[contact], normal)
    return Decision(contact, ContactFate.CORRECTED, normal, touch.depth, NO_CONTACT, reason)


def with_other_normal(task: EdgeTask, contact: int, normal: Vec3, reason: str) -> Decision:
    """Corrected, with the depth along the raw normal, as engines do that only replace the normal."""
    return Decision(contact, ContactFate.CORRECTED, normal, task.contacts[contact].depth, NO_CONTACT, reason)


def touched_edges(task: EdgeTask, contact: int) -> tuple[MeshEdge, ...]:
    """The edges of the triangle that contain the feature that touches: one for an edge, two for a corner."""
    touch = task.contacts[contact]
    sides = (0, 1), (1, 2), (0, 2)
    return tuple(task.mesh.edge_between(touch.triangle, side) for side in sides if {*touch.corners} <= {*side})


def mesh_edge_name(edge: MeshEdge) -> str:
    """ "edge 3–7"."""
    return f"edge {edge.ends[0]}–{edge.ends[1]}"


def contact_of(task: EdgeTask, triangle: int) -> int:
    """The contact with that triangle; `NO_CONTACT` if there is none."""
    return next((i for i, candidate in enumerate(task.contacts) if candidate.triangle == triangle), NO_CONTACT)


def beside_faces(task: EdgeTask, decide: Callable[[EdgeTask, int], Decision]) -> tuple[Decision, ...]:
    """Like `one_by_one`, but accepts contacts along the normal of their triangle."""

    def decide_all(task: EdgeTask, contact: int) -> Decision:
        if task.contacts[contact].is_face:
            return accept(task, contact, "the normal is that of the triangle")
        return decide(task, contact)

    return one_by_one(task, decide_all)


def angle_over(task: EdgeTask, contact: int, edge: MeshEdge) -> float:
    """The angle of a contact's normal from that of its triangle, towards the other side of an edge, radians."""
    touch, mesh = task.contacts[contact], task.mesh
    beside = outwards(mesh, edge, touch.triangle)
    return atan2(dot(touch.normal, beside), dot(touch.normal, mesh.normals[touch.triangle]))


def one_by_one(task: EdgeTask, decide: Callable[[EdgeTask, int], Decision]) -> tuple[Decision, ...]:
    """One decision for each contact, in the order of the triangles."""
    return tuple(decide(task, contact) for contact in range(len(task.contacts)))
