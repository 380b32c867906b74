"""The steps of manifold generation, the same for all policies: how contact points come about, and which are dropped."""

from enum import IntEnum
from typing import Any, NamedTuple

from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


class ContactPhase(IntEnum):
    """The purpose of a step."""

    AXIS = 0  # the normal is chosen
    FACES = 1  # the features of both bodies that may touch
    CLIP = 2  # a polygon is cut by the plane of one side
    DEPTH = 3  # what is not in contact is discarded
    POINTS = 4  # the points that are left


class ClipVertex(NamedTuple):
    """A corner of the polygon that is being clipped."""

    position: Vec3  # world
    id: str  # the features that meet here: "B v4", or "A e0-1 × B e4-6" where one side cuts another


class ClipPlane(NamedTuple):
    """The plane that a step clips by; what lies on the side of its normal is cut off."""

    point: Vec3  # world
    normal: Vec3  # unit
    name: str  # the side that it belongs to: "A e0-1"


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
    points: tuple[ContactPoint, ...]  # only in the last step
    exact: Any  # what the next step is computed from, without rounding
    exit: Exit
