"""The menu bar: every action with its key, and at the right the scene's name."""

from functools import cache
from itertools import groupby
from pathlib import Path
from textwrap import fill

from imgui_bundle import imgui

import engine
from app.actions import ChooseAlgorithm, ChooseGizmo, Frame, GoToLast, GoToStep, Redo, Show, StepBy, TogglePlay, Undo
from app.resources import resource
from app.scene_file import read_scene
from app.state import Gizmo, State

from .requests import BrowseFiles, Outcome, Quit, ReadScene, WriteScene
from .ui import Ui

VISIBLE = {
    "aabbs": "Bounding boxes",
    "witnesses": "Witness points",
    "supports": "Support points",
    "push_out": "Push-out",
    "difference": "Difference A − B",
    "labels": "Labels",
    "grid": "Ground grid",
}


MOUSE = {
    "turn the views": "drag on empty space",
    "shift a view": "Shift-drag, middle or right drag",
    "zoom to the pointer": "wheel",
    "move a shape": "drag it, or W and its handles",
    "turn a shape": "E and its rings",
    "show a separating axis": "hover its row in the table",
    "step back, forward": ",  .",
    "play or pause": "space",
    "first, last step": "Home  End",
    "show everything": "F",
}


def draw_menu(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    if not imgui.begin_main_menu_bar():
        return outcomes
    for title, entries in (
        ("File", _file),
        ("Edit", _edit),
        ("View", _view),
        ("Algorithm", _algorithm),
        ("Help", _help),
    ):
        if imgui.begin_menu(title):
            outcomes += entries(state)
            imgui.end_menu()
    _title(state, ui)
    imgui.end_main_menu_bar()
    return outcomes


def _file(state: State) -> list[Outcome]:
    outcomes = _item("Open …", "Ctrl+O", BrowseFiles())
    if imgui.begin_menu("Open example"):
        outcomes += _examples()
        imgui.end_menu()
    imgui.separator()
    outcomes += _item("Save", "Ctrl+S", WriteScene(), enabled=state.modified or state.path is None)
    outcomes += _item("Save as …", "Ctrl+Shift+S", BrowseFiles(save=True))
    imgui.separator()
    return outcomes + _item("Quit", "Ctrl+Q", Quit())


def _examples() -> list[Outcome]:
    """The scenes that come with the program: the teaching ones, then the museum of real bugs."""
    outcomes: list[Outcome] = []
    folder = resource("assets", "scenes")
    for path in sorted(folder.glob("*.json")):
        outcomes += _item(path.stem, "", ReadScene(str(path), is_example=True))
    if imgui.begin_menu("museum of real bugs"):
        for engine_name, paths in groupby(sorted((folder / "museum").glob("*.json")), _engine_of):
            if imgui.begin_menu(engine_name):
                for path in paths:
                    outcomes += _item(path.stem, "", ReadScene(str(path), is_example=True))
                    if imgui.is_item_hovered():
                        imgui.set_tooltip(fill(_about(path), 70))
                imgui.end_menu()
        imgui.end_menu()
    return outcomes


def _engine_of(path: Path) -> str:
    """The names begin with the engine that got the pair wrong: "fcl-293"."""
    return path.stem.partition("-")[0]


@cache
def _about(path: Path) -> str:
    return read_scene(path).about or ""


def _edit(state: State) -> list[Outcome]:
    past, future = state.history.past, state.history.future
    undo = f"Undo {past[-1].label}" if past else "Undo"
    redo = f"Redo {future[0].label}" if future else "Redo"
    outcomes = _item(undo, "Ctrl+Z", Undo(), enabled=bool(past))
    outcomes += _item(redo, "Ctrl+Shift+Z", Redo(), enabled=bool(future))
    imgui.separator()
    outcomes += _item("Move handles", "W", ChooseGizmo(Gizmo.MOVE), state.gizmo is Gizmo.MOVE)
    outcomes += _item("Rotate handles", "E", ChooseGizmo(Gizmo.ROTATE), state.gizmo is Gizmo.ROTATE)
    return outcomes + _item("No handles", "", ChooseGizmo(None), state.gizmo is None)


def _view(state: State) -> list[Outcome]:
    outcomes = _item("Frame everything", "F", Frame())
    imgui.separator()
    for name, words in VISIBLE.items():
        shown = getattr(state.visible, name)
        outcomes += _item(words, "", Show(name, not shown), shown)
    return outcomes


def _algorithm(state: State) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for name, algorithm in engine.ALGORITHMS.items():
        outcomes += _item(algorithm.title, "", ChooseAlgorithm(name), name == state.algorithm)
    imgui.separator()
    outcomes += _item("Play or pause", "Space", TogglePlay())
    outcomes += _item("Step back", ",", StepBy(-1))
    outcomes += _item("Step forward", ".", StepBy(1))
    outcomes += _item("First step", "Home", GoToStep(0))
    return outcomes + _item("Last step", "End", GoToLast())


def _help(_state: State) -> list[Outcome]:
    """The mouse and the keys, to be read; what has a menu entry shows its key there."""
    for deed, means in MOUSE.items():
        imgui.text_disabled(means)
        imgui.same_line(imgui.get_font_size() * 15)
        imgui.text(deed)
    return []


def _item(words: str, key: str, outcome: Outcome, chosen: bool = False, enabled: bool = True) -> list[Outcome]:
    clicked, _ = imgui.menu_item(words, key, chosen, enabled)
    return [outcome] if clicked else []


def _title(state: State, ui: Ui) -> None:
    name = Path(state.path).stem if state.path else state.scene.name
    text = f"{name}{' *' if state.modified else ''}"
    width = imgui.calc_text_size(text).x
    imgui.same_line(imgui.get_window_width() - width - 16 * ui.scale)
    imgui.text_disabled(text)
    if state.modified and imgui.is_item_hovered():
        imgui.set_tooltip("changed since it was opened or saved")
