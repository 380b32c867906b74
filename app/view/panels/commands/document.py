"""Undo, redo, paste, copying the pair as code, and the choice of gizmo."""

from gjkscope.app.state.actions import ChooseGizmo, Redo, Undo
from gjkscope.app.state.model import Gizmo, State
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.commands.recording import edits_demo
from gjkscope.app.view.panels.requests import CopyAs, PasteText, StepTakeEdits

COPY_AS = "Edit/Copy as"
# The writers of app/bring/notations/writers, which are not imported before one is used; a test compares the two.
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


def _past(state: State) -> str:
    """The label of the edit that undo reverts, of the demo while it is edited; empty if there is none."""
    if state.show is not None and edits_demo(state):
        return state.show.edits.past[-1].edit.lower() if state.show.edits.past else ""
    return state.history.past[-1].label if state.history.past else ""


def _future(state: State) -> str:
    """The label of the edit that redo repeats; empty if there is none."""
    if state.show is not None and edits_demo(state):
        return state.show.edits.future[0].edit.lower() if state.show.edits.future else ""
    return state.history.future[0].label if state.history.future else ""


def _handles(title: str, gizmo: Gizmo | None, *keys: str) -> Command:
    return Command(
        title, ChooseGizmo(gizmo), "Edit", "handles", keys, checked=lambda state: state.display.gizmo is gizmo
    )


COMMANDS = (
    Command(
        "Undo",
        lambda state: StepTakeEdits(-1) if edits_demo(state) else Undo(),
        "Edit",
        "undo",
        ("Ctrl+Z",),
        lambda state: bool(_past(state)),
        says=lambda state: f"Undo {_past(state)}".strip(),
    ),
    Command(
        "Redo",
        lambda state: StepTakeEdits(1) if edits_demo(state) else Redo(),
        "Edit",
        "undo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        lambda state: bool(_future(state)),
        says=lambda state: f"Redo {_future(state)}".strip(),
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
