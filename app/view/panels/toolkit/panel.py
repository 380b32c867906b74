"""The record of a panel.  `panels` lists all of them."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from gjkscope.app.state.actions import Action
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.ui import Ui


class DockSlot(Enum):
    """Where a panel is docked.  Panels in the same slot are tabs; the first is selected.

    The compact layout merges LEFT into RIGHT, and TABLES and MAIN into TIMELINE.
    """

    LEFT = auto()
    MAIN = auto()  # beside the views, and wider than they are
    RIGHT = auto()
    TABLES = auto()  # below the views
    TIMELINE = auto()  # at the bottom


def always(_: State) -> bool:
    return True


class Panel(NamedTuple):
    """What is drawn in a window that is docked around the views, alone or as a part of a tab."""

    title: str  # lessons refer to the panel by it
    slot: DockSlot  # in the default layout
    workspaces: frozenset[Workspace]  # that have it
    drawn_by: str  # the function that draws the contents, below `gjkscope.app.view.panels`
    tab: str = ""  # the title of the tab that it shares in workspaces that have all panels of the tab
    part: str = ""  # its name there, if not its title
    has_contents: Callable[[State], bool] = always  # False: there is nothing to show, and its tab is left out
    opened_by: tuple[type[Action], ...] = ()  # actions that bring it to the front
    in_predictions: bool = False  # is drawn while a prediction is asked, as it cannot show the answer

    def draw(self, state: State, ui: Ui) -> Sequence[Outcome]:
        """Draws the contents, and returns the user's actions and requests there."""
        outcomes: Sequence[Outcome] = getattr(self.load(), self.drawn_by.rpartition(".")[2])(state, ui)
        return outcomes

    def load(self) -> ModuleType:
        """Imports what draws the contents; otherwise this happens when they are first drawn."""
        return import_module(f"{PACKAGE}.{self.drawn_by.rpartition('.')[0]}")


PACKAGE = "gjkscope.app.view.panels"
