"""What was done to a document that is not saved, as a file: a crash costs nobody their work.

A journal is JSON Lines, only ever added to: a head, the scene as it was last saved, then every action that changed
the document.  What was written is done again in step, so that a document which the actions alone would not bring back
(they also depend on the camera and on what is locked) is written down itself.

Reading stops at the first line that is broken.  If that is the last one, without its end, the process was killed while
it wrote it; anything else is damage, which is reported.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gjkscope.app.actions import Action, BringBack, DragTo, OpenScene, PlaceBody, PullTo, TurnTo, initial_state, update
from gjkscope.app.base.strict import number as number_in
from gjkscope.app.model import State
from gjkscope.app.persistence.action_json import from_json, to_json

VERSION = 1
MARKER = "gjkscope journal"

# Of those that follow each other frame by frame only the last one counts.
OF_A_MOTION = (DragTo, PullTo, TurnTo, PlaceBody)


class JournalFault(ValueError):
    """Why a text is no journal: the line, and what is wrong with it."""


@dataclass(frozen=True)
class Journal:
    """What a journal holds, as far as it can be read: `began` is when, in seconds since 1970."""

    began: float
    opened: OpenScene
    actions: tuple[Action, ...]
    damage: str | None = None  # what is wrong with the line after the last action


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
        if (self._shadow.document.scene, self._shadow.document.pair) != (state.authored_scene, state.document.pair):
            self._write(BringBack(state.authored_scene, state.document.pair))

    def _write(self, action: Action) -> None:
        self._shadow = update(self._shadow, action)
        self._lines.append(_line(action))


def touches_document(before: State, after: State) -> bool:
    """Whether what happened between the two belongs into a journal."""
    return any(one is not other for one, other in zip(_kept(before), _kept(after), strict=True))


def _kept(state: State) -> tuple[object, ...]:
    """What actions on the document change or depend on; the rest (cameras, step …) is not kept."""
    document, tools = state.document, state.tools
    return (
        *(state.authored_scene, document.pair, document.selected, document.hidden, state.gesture, state.history),
        *(tools.axis_lock, tools.on_ground, tools.snap),
    )


def read_journal(text: str) -> Journal:
    """What the text holds, as far as it can be read and done.  Raises `JournalFault` where its head is damaged."""
    *lines, unfinished = text.split("\n")
    if unfinished:
        lines.append(unfinished)
    if len(lines) < 2:
        raise JournalFault("line 2: missing: the scene as it was last saved")
    began, opened = _began(lines[0]), _read(1, lines[1])
    if not isinstance(opened, OpenScene):
        raise JournalFault("line 2: must be an OpenScene")
    state = initial_state(opened.scene, opened.path)
    actions: list[Action] = []
    for number, line in enumerate(lines[2:], start=2):
        try:
            action = _read(number, line)
            state = _performed(number, state, action)
        except JournalFault as fault:
            was_cut = number == len(lines) - 1 and bool(unfinished)
            return Journal(began, opened, tuple(actions), None if was_cut else str(fault))
        actions.append(action)
    return Journal(began, opened, tuple(actions))


def brought_back(journal: Journal) -> State:
    """The document as it was, with its past."""
    state = initial_state(journal.opened.scene, journal.opened.path)
    for action in journal.actions:
        state = update(state, action)
    return state


def _began(line: str) -> float:
    """When the journal of that first line began, as far as calendars reach."""
    head = _parsed(0, line)
    if not isinstance(head, dict) or head.get(MARKER) != VERSION:
        raise JournalFault(f'line 1: must be an object with "{MARKER}": {VERSION}')
    try:
        began = number_in(head.get("began"))
        datetime.fromtimestamp(began)
    except (ArithmeticError, OSError, ValueError):
        raise JournalFault("line 1: began: must be a time in seconds since 1970") from None
    return began


def _read(number: int, line: str) -> Action:
    try:
        action: Any = from_json(_parsed(number, line))
    except JournalFault:
        raise
    except ValueError as fault:
        raise JournalFault(f"line {number + 1}: {fault}") from None
    if not isinstance(action, Action):
        raise JournalFault(f"line {number + 1}: must be an action, got a {type(action).__name__}")
    return action


def _parsed(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as fault:
        raise JournalFault(f"line {number + 1}: not JSON: {fault}") from None
    except RecursionError:
        raise JournalFault(f"line {number + 1}: nested too deep") from None


def _performed(number: int, state: State, action: Action) -> State:
    try:
        return update(state, action)
    except Exception as fault:  # whatever a damaged journal makes an action run into must not end the program
        raise JournalFault(f"line {number + 1}: {type(action).__name__} cannot be performed: {fault}") from None


def _line(action: Action) -> str:
    return json.dumps(to_json(action), separators=(",", ":"))


def _replaces(action: Action, last: Action) -> bool:
    """Whether nothing of `last` is left after `action`: both move the same body."""
    same = type(action) is type(last) and isinstance(action, OF_A_MOTION)
    return same and getattr(action, "body", None) == getattr(last, "body", None)
