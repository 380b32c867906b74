"""Commands for bodies that come and go, and for the pair."""

from collections.abc import Callable

from gjkscope.app.actions import (
    Action,
    AddBody,
    AddPair,
    BeginRename,
    DeleteBody,
    DuplicateBody,
    FrameBody,
    HideBody,
    RandomPose,
    RandomShapes,
    ShowAllBodies,
    SwapPair,
)
from gjkscope.app.actions.document import is_listed
from gjkscope.app.model import State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.shapes.kinds import SHAPE_ENTRIES


def _add(kind: str) -> Command:
    return Command(kind.title(), AddBody(kind), "Add", help=SHAPE_ENTRIES[kind].tip)


def _selected(title: str, deed: Callable[[str], Action], keys: tuple[str, ...], help_text: str = "") -> Command:
    """Something done to the selected body."""
    return Command(
        title,
        lambda state: deed(state.document.selected or ""),
        "Edit",
        "body",
        keys,
        enabled=lambda state: state.document.selected_body is not None,
        help=help_text,
    )


def _hide(state: State) -> Action:
    name = state.document.selected or ""
    return HideBody(name, name not in state.document.hidden)


def _frame(state: State) -> Action:
    view = state.acting_view if state.acting_view.shows_world else state.display.layout.views[0]
    return FrameBody(view, state.document.selected or "")


COMMANDS = (
    _selected("Duplicate", DuplicateBody, ("Ctrl+D",)),
    _selected("Delete", DeleteBody, ("Delete",), "with the pairs and the truths that name it"),
    _selected("Rename", BeginRename, ("F2",)),
    Command(
        "Hide",
        _hide,
        "Edit",
        "body",
        ("H",),
        enabled=lambda state: state.document.selected_body is not None,
        checked=lambda state: state.document.selected in state.document.hidden,
        help="It is neither drawn nor picked, but counts in every answer.",
    ),
    Command(
        "Show all bodies",
        ShowAllBodies(),
        "Edit",
        "body",
        ("Alt+H",),
        enabled=lambda state: bool(state.document.hidden),
    ),
    Command("Swap A and B", SwapPair(), "Edit", "pair", ("Shift+S",)),
    Command(
        "Add this pair to the scene",
        AddPair(),
        "Edit",
        "pair",
        enabled=lambda state: not is_listed(state),
        help="Of a scene that lists pairs only these are asked about; of one without a list, all that are near.",
    ),
    _selected("Place at random", RandomPose, ("Ctrl+R",), "beside the other body of the pair, or into it"),
    Command("Random shapes", RandomShapes(), "Edit", "pair", ("Ctrl+Shift+R",), help="for both bodies of the pair"),
    *(_add(kind) for kind in SHAPE_ENTRIES),
    Command(
        "Frame the selected body",
        _frame,
        "View",
        "camera",
        ("Shift+F",),
        enabled=lambda state: state.document.selected_body is not None,
    ),
)
