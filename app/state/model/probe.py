"""The probe: a point a of A and a point b of B that can be dragged, and the trail of their difference a − b."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from gjkscope.app.state.model.ownership import Of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3


class ProbeSide(StrEnum):
    """One of the two points."""

    A = "a"
    B = "b"


class PointProbe(Struct, frozen=True):
    """The two points, each in the frame of its body, so that they move with it.

    They belong to the shapes `probed`: if the pair has other shapes, there are no points and no trail yet.
    """

    probing: Annotated[bool, Of.DEMO | Of.SHOW | Of.TOOLS] = False  # whether the points are shown
    probed: tuple[Shape, Shape] | None = None
    point_a: Vec3 | None = None  # None: at its initial position
    point_b: Vec3 | None = None
    held_point: ProbeSide | None = None  # the point that is being dragged
    trail: tuple[tuple[Vec3, Vec3], ...] = ()  # the pairs so far, oldest first
