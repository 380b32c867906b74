"""What was done to a document that is not saved, as a file: a crash costs nobody their work.

A journal is JSON Lines, only ever added to: a head, the scene as it was last saved, then every action that changed
the document.  What was written is done again in step, so that a document which the actions alone would not bring back
(they also depend on the camera and on what is locked) is written down itself.

Reading stops at the first line that is broken, such as the last one of a process that was killed while writing.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .action_json import from_json, to_json
from .actions import Action, BringBack, DragTo, OpenScene, PlaceBody, PullTo, TurnTo, initial_state, update
from .state import State

VERSION = 1
MARKER = "gjkscope journal"

# What actions on the document change, or depend on; all else (the cameras, the step …) is not kept.
OF_A_DOCUMENT = ("document", "pair", "selected", "hidden", "drag", "pull", "history", "axis_lock", "on_ground", "snap")
# Of those that follow each other frame by frame only the last one counts.
OF_A_MOTION = (DragTo, PullTo, TurnTo, PlaceBody)


@dataclass(frozen=True)
class Journal:
    """What a journal holds: `began` is when, in seconds since 1970."""

    began: float
    opened: OpenScene
    actions: tuple[Action, ...]


class Record:
    """The lines of a journal as they come to be: those of the actions performed since `lines` was last called."""

    def __init__(self, saved: OpenScene, before: State, began: float) -> None:
        """`saved` opens the document as its file holds it; `before` is how it is now."""
        self._shadow = initial_state(saved.scene, saved.path)
        self._lines = [json.dumps({MARKER: VERSION, "began": began}), _line(saved)]
        self._last: Action | None = None
        self._match(before)

    def note(self, action: Action) -> None:
        """The action was performed."""
        if self._last is not None and not _replaces(action, self._last):
            self._write(self._last)
        self._last = action

    def lines(self, state: State) -> str:
        """What is to be added to the file, now that the document is as in `state`."""
        if self._last is not None:
            self._write(self._last)
            self._last = None
        self._match(state)
        text = "".join(f"{line}\n" for line in self._lines)
        self._lines = []
        return text

    def _match(self, state: State) -> None:
        if (self._shadow.scene, self._shadow.pair) != (state.document, state.pair):
            self._write(BringBack(state.document, state.pair))

    def _write(self, action: Action) -> None:
        self._shadow = update(self._shadow, action)
        self._lines.append(_line(action))


def touches_document(before: State, after: State) -> bool:
    """Whether what happened between the two belongs into a journal."""
    return any(getattr(before, name) is not getattr(after, name) for name in OF_A_DOCUMENT)


def read_journal(text: str) -> Journal | None:
    """What the text holds, as far as it can be read; None where it holds no change, or is no journal."""
    lines = text.split("\n")
    try:
        head = json.loads(lines[0])
        opened = from_json(json.loads(lines[1]))
        began = float(head["began"]) if head[MARKER] == VERSION else 0.0
    except (ValueError, LookupError, TypeError):
        return None
    if not isinstance(opened, OpenScene):
        return None
    actions = tuple(_actions(lines[2:]))
    return Journal(began, opened, actions) if actions else None


def brought_back(journal: Journal) -> State:
    """The document as it was, with its past."""
    state = initial_state(journal.opened.scene, journal.opened.path)
    for action in journal.actions:
        state = update(state, action)
    return state


def _actions(lines: Iterable[str]) -> Iterable[Action]:
    for line in lines:
        try:
            action: Any = from_json(json.loads(line))
        except (ValueError, RecursionError):
            return
        if not isinstance(action, Action):
            return
        yield action


def _line(action: Action) -> str:
    return json.dumps(to_json(action), separators=(",", ":"))


def _replaces(action: Action, last: Action) -> bool:
    """Whether nothing of `last` is left after `action`: both move the same body."""
    same = type(action) is type(last) and isinstance(action, OF_A_MOTION)
    return same and getattr(action, "body", None) == getattr(last, "body", None)
