"""The steps of manifold generation, the same for all policies: how contact points come about, and which are dropped."""

from enum import IntEnum
from typing import Any, NamedTuple

from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


class ContactPhase(IntEnum):
    """The purpose of a step."""

    AXIS = 0  # candidates for the normal are compared
    FACES = 1  # the features of both bodies that may touch
    CLIP = 2  # a polygon is cut by the plane of one side
    DEPTH = 3  # points are projected, and what is not in contact is discarded
    MATCH = 4  # points of an earlier tick are found again, moved or removed
    REDUCE = 5  # one of many points is chosen, or one is discarded
    POINTS = 6  # the points that are left


class ClipVertex(NamedTuple):
    """A corner of the polygon that is being clipped."""

    position: Vec3  # world
    id: str  # the features that meet here: "B v4", or "A e0-1 × B e4-6" where one side cuts another


class ClipPlane(NamedTuple):
    """The plane that a step clips by; what lies on the side of its normal is cut off."""

    point: Vec3  # world
    normal: Vec3  # unit
    name: str  # the side that it belongs to: "A e0-1"


class ContactCandidate(NamedTuple):
    """One of several axes, features or points that a step chooses between."""

    name: str  # "A face 3", "A e0-1 × B e4-6", "B v4"
    vector: Vec3  # the axis (unit, from A to B), or the position of the point
    value: float  # what the candidates are compared by: `State.measure`
    chosen: bool


class State(NamedTuple):
    """A step, with all quantities that determined it; positions are in world metres."""

    iteration: int
    phase: ContactPhase
    policy: str
    normal: Vec3  # unit, from A to B
    face_a: tuple[Vec3, ...]  # the supporting face, edge or vertex of A; empty before FACES
    face_b: tuple[Vec3, ...]
    plane: ClipPlane | None
    before: tuple[ClipVertex, ...]  # the polygon before the step
    after: tuple[ClipVertex, ...]
    candidates: tuple[
        ContactCandidate, ...
    ]  # in the order in which they are compared; empty if the step chooses nothing
    measure: str  # what `ContactCandidate.value` is: "separation, m"
    reason: str  # a clause, without numbers, why the winner won: "a face is preferred to edges by the bias"
    points: tuple[ContactPoint, ...]  # only in the last step
    work: Any  # what the next step is computed from
    exit: Exit
