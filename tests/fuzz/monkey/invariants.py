"""What must hold of any state that a person can reach."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from gjkscope.app.scenes.scene_file import format_scene, parse_scene
from gjkscope.app.state.actions import Redo, Undo, initial_state, update
from gjkscope.app.state.model import State
from gjkscope.app.state.persistence.journal import read_journal
from gjkscope.app.state.persistence.settings import apply_settings, read_settings, settings_text


def check(state: State, journal: Path | None) -> None:
    """Raises `AssertionError` if something that must hold of the state does not.

    `journal` is the file of the crash recovery that is complete, if there are unsaved changes.
    """
    check_scene(state)
    check_history(state)
    check_settings(state)
    if journal is not None:
        check_journal(state, journal.read_text(encoding="utf-8"))


def check_scene(state: State) -> None:
    """The scene is saved as text, and the text is read as the same scene; the pair is in the scene."""
    document = state.document
    assert set(document.pair) <= set(document.scene.names), document.pair
    assert document.selected is None or document.selected in document.scene.names, document.selected
    scene = state.authored_scene
    with TemporaryDirectory() as folder:
        again = parse_scene(format_scene(scene), "saved", Path(folder))
    assert again.bodies == scene.bodies, "the saved scene has other bodies"
    assert again == scene, "the saved scene is another"
    initial_state(again)


def check_history(state: State) -> None:
    """What is undone can be redone, and leads to the same document."""
    undone = update(state, Undo())
    if undone.document.scene is state.document.scene:  # nothing to undo
        return
    redone = update(undone, Redo())
    assert redone.document.scene == state.document.scene, "redo does not lead back"


def check_settings(state: State) -> None:
    """The settings are written as they are read, and can be applied."""
    text = settings_text(state, (640, 480), {})
    known = read_settings(text)
    fresh = initial_state(state.authored_scene)
    again = json.loads(settings_text(apply_settings(fresh, known), (640, 480), {}))
    assert again == json.loads(text), "settings do not survive a restart"


def check_journal(state: State, text: str) -> None:
    """A crash now would lose nothing: the journal leads to the same scene and pair."""
    journal = read_journal(text)
    assert journal.damage is None, journal.damage
    replayed = initial_state(journal.opened.scene, journal.opened.path)
    for action in journal.actions:
        replayed = update(replayed, action)
    mine = state.mine
    assert replayed.document.scene == mine.authored_scene, "the journal leads to another scene"
    assert replayed.document.pair == mine.document.pair, "the journal leads to another pair"
