"""The record of a panel, which each panel's module declares as `PANEL`."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from gjkscope.app.actions import Action
from gjkscope.app.model import State
from gjkscope.app.panels.requests import Outcome
from gjkscope.app.panels.toolkit.ui import Ui


class DockSlot(Enum):
    """Where a panel is docked.  Panels in the same slot are tabs; the first is selected.

    The compact layout merges LEFT into RIGHT, and TABLES into TIMELINE.
    """

    LEFT = auto()
    RIGHT = auto()
    TABLES = auto()  # below the views
    TIMELINE = auto()  # at the bottom


class Panel(NamedTuple):
    """A window that is docked around the views."""

    title: str  # on its tab; lessons and saved layouts refer to the panel by it
    slot: DockSlot  # in the default layout
    draw: Callable[[State, Ui], Sequence[Outcome]]  # draws the contents; returns what the user asked for there
    opened_by: tuple[type[Action], ...] = ()  # actions that bring it to the front
    in_predictions: bool = False  # is drawn while a prediction is asked, as it cannot show the answer
