"""Commands that add, change and delete bodies, and commands for the current pair."""

from collections.abc import Callable

from gjkscope.app.scenes.shapes.entry import Entry
from gjkscope.app.scenes.shapes.kinds import PLANAR_ENTRIES, SHAPE_ENTRIES
from gjkscope.app.state.actions import (
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
from gjkscope.app.state.actions.document import is_listed
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.requests import BrowseMeshes


def _add(entry: Entry) -> Command:
    """The command that adds a shape, offered in scenes of its dimension; some have the same name in both."""
    dimension = entry.dimension

    def is_offered(state: State) -> bool:
        return state.document.scene.dimension == dimension

    name = entry.name.title()
    title = name if dimension == 3 else f"{name} (2D)"  # unique, also where both have the kind
    return Command(title, AddBody(entry.name), "Add", help=entry.tip, says=lambda _: name, shown=is_offered)


def _for_selected(title: str, action: Callable[[str], Action], keys: tuple[str, ...], help_text: str = "") -> Command:
    """A command that acts on the selected body."""
    return Command(
        title,
        lambda state: action(state.document.selected or ""),
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
    _for_selected("Duplicate", DuplicateBody, ("Ctrl+D",)),
    _for_selected(
        "Delete", DeleteBody, ("Delete",), "Also deletes its pairs, their expected results and their reports"
    ),
    _for_selected("Rename", BeginRename, ("F2",)),
    Command(
        "Hide",
        _hide,
        "Edit",
        "body",
        ("H",),
        enabled=lambda state: state.document.selected_body is not None,
        checked=lambda state: state.document.selected in state.document.hidden,
        help="Hidden bodies are not drawn or picked, but still take part in every query",
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
        "Add pair to scene",
        AddPair(),
        "Edit",
        "pair",
        enabled=lambda state: not is_listed(state),
        help="A scene with a list of pairs tests only these; without a list, it tests all pairs of nearby bodies",
    ),
    _for_selected(
        "Randomise pose", RandomPose, ("Ctrl+R",), "Moves the body beside or into the other body of the pair"
    ),
    Command("Randomise shapes", RandomShapes(), "Edit", "pair", ("Ctrl+Shift+R",), help="Both bodies of the pair"),
    Command(
        "Mesh file…",
        BrowseMeshes(),
        "Add",
        "file",
        shown=lambda state: not state.document.scene.is_plane,
        help="Adds the bodies of a mesh file, and each node of a GLB as one; File > Open replaces the scene",
        also="add mesh file, obj, stl, ply, off, glb, gltf, model",
    ),
    *(_add(entry) for entries in (SHAPE_ENTRIES, PLANAR_ENTRIES) for entry in entries.values()),
    Command(
        "Frame selected body",
        _frame,
        "View",
        "camera",
        ("Shift+F",),
        enabled=lambda state: state.document.selected_body is not None,
    ),
)
