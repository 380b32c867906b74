"""Presenter mode: the state of a lecture that the audience of a projector sees, and what the presenter draws on it.

All of it belongs to the presenter: scenes, demos and lessons never change it, takes do not contain it, and Undo does
not touch it.  Bookmarks, to which a presentation returns, contain states and are defined in `state`.
"""

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from gjkscope.app.state.model.view import View

BOOKMARKS = range(1, 10)  # their numbers, as the digit keys
LASER_SECONDS = 0.35  # after which the laser's tail has faded


class InkTool(StrEnum):
    """What the mouse does over the views of a presentation instead of turning cameras and moving bodies."""

    LASER = "laser"
    PEN = "pen"
    ERASER = "eraser"


class InkColor(StrEnum):
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


InkPoint = tuple[float, float]
"""A point of a view: from its middle, in heights of the view, x to the right and y down.

So a stroke stays over the same part of the scene when the view is resized.
"""


class Stroke(Struct, frozen=True):
    """A line drawn with the pen over a view, and shown at that place only: see `ink_place`."""

    place: str
    view: View
    color: InkColor
    points: tuple[InkPoint, ...]


class LaserSpot(NamedTuple):
    """A place in the window that the laser pointed at, as fractions of its size, and how many seconds ago."""

    x: float
    y: float
    age: float = 0.0
