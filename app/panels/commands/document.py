"""Undo, redo, paste, copying the pair as code, and the choice of gizmo."""

from gjkscope.app.actions import ChooseGizmo, Redo, Undo
from gjkscope.app.model import Gizmo, State
from gjkscope.app.panels.commands.command import Command, is_spatial
from gjkscope.app.panels.requests import CopyAs, PasteText

COPY_AS = "Edit/Copy as"
# The writers of app/notations/writers, which are not imported before one is used; a test compares the two.
ENGINES = {
    "box3d": "Box3D (C)",
    "bullet": "Bullet (C++)",
    "coal": "coal (C++)",
    "fcl": "FCL (C++)",
    "godot": "Godot (.tscn)",
    "jolt": "Jolt (C++)",
    "mujoco": "MuJoCo (MJCF)",
    "parry": "parry (Rust)",
    "physx": "PhysX (C++)",
    "unity": "Unity (C#)",
}


def _undo_words(state: State) -> str:
    past = state.history.past
    return f"Undo {past[-1].label}" if past else "Undo"


def _redo_words(state: State) -> str:
    future = state.history.future
    return f"Redo {future[0].label}" if future else "Redo"


def _handles(title: str, gizmo: Gizmo | None, *keys: str) -> Command:
    return Command(
        title, ChooseGizmo(gizmo), "Edit", "handles", keys, checked=lambda state: state.display.gizmo is gizmo
    )


COMMANDS = (
    Command("Undo", Undo(), "Edit", "undo", ("Ctrl+Z",), lambda state: bool(state.history.past), says=_undo_words),
    Command(
        "Redo",
        Redo(),
        "Edit",
        "undo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        lambda state: bool(state.history.future),
        says=_redo_words,
    ),
    Command(
        "Paste pair",
        PasteText(),
        "Edit",
        "paste",
        ("Ctrl+V",),
        help="Imports a pair of shapes from the text in the clipboard",
        also="clipboard, text",
    ),
    *(
        Command(
            title,
            CopyAs(name),
            COPY_AS,
            "paste",
            help=f"The pair as code that reproduces it in {title}",
            also="copy as",
            shown=is_spatial,
        )
        for name, title in ENGINES.items()
    ),
    _handles("Move handles", Gizmo.MOVE, "W"),
    _handles("Rotate handles", Gizmo.ROTATE, "E"),
    _handles("No handles", None),
)
