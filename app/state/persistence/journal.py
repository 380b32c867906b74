"""Crash recovery journals: the actions that led from the saved document to the current one.

A journal is an append-only JSON Lines file: a header, the scene as last saved, then every action that changed the
document.  `JournalWriter` replays the actions as it writes them.  If the replay differs from the document, because
actions also depend on the camera and on locks, it writes the document itself.

Reading stops at the first bad line.  If that is an incomplete last line, the process was killed while writing it;
anything else is damage, which is reported.
"""

import json
from datetime import datetime
from typing import Any

from msgspec import Struct

from gjkscope.app.base.decoding import parsed, read_record
from gjkscope.app.base.mismatch import Mismatch
from gjkscope.app.base.short_line import short_line
from gjkscope.app.state.actions import (
    Action,
    DragOrigin,
    DragTo,
    OpenScene,
    PlaceBody,
    PullTo,
    RestoreJournal,
    TurnTo,
    initial_state,
    update,
)
from gjkscope.app.state.model import State
from gjkscope.app.state.persistence.action_json import from_json, to_json

VERSION = 1
MARKER = "gjkscope journal"

# Of consecutive actions of these types, one per frame, only the last one matters.
MOTION_ACTIONS = (DragTo, DragOrigin, PullTo, TurnTo, PlaceBody)


class JournalError(ValueError):
    """An invalid journal; the message gives the line and what is wrong with it."""

    def __init__(self, message: str) -> None:
        super().__init__(short_line(message))


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a journal; `began` is its creation time in seconds since 1970."""

    began: float

    def __post_init__(self) -> None:
        """Raises `Mismatch` if there is no such date."""
        try:
            datetime.fromtimestamp(self.began)
        except (ArithmeticError, OSError, ValueError):
            raise Mismatch(["began"], "must be a time in seconds since 1970") from None


class Journal(Struct, frozen=True):
    """The readable contents of a journal."""

    began: float  # creation time in seconds since 1970
    opened: OpenScene
    actions: tuple[Action, ...]
    damage: str | None = None  # the error in the line after the last action, if any


class JournalWriter:
    """Builds a journal incrementally: collects the lines of the actions since the last call of `lines`."""

    def __init__(self, saved: OpenScene, before: State, began: float) -> None:
        """`saved` opens the document as last saved; `before` is the current state."""
        self._shadow = initial_state(saved.scene, saved.path)
        self._lines = [json.dumps({MARKER: VERSION, "began": began}), _line(saved)]
        self._last: Action | None = None
        self._match(before)

    def note(self, action: Action) -> None:
        """Records an action that was performed."""
        if self._last is not None and not _replaces(action, self._last):
            self._write(self._last)
        self._last = action

    def lines(self, state: State) -> str:
        """The lines to append to the file, given the current state."""
        if self._last is not None:
            self._write(self._last)
            self._last = None
        self._match(state)
        text = "".join(f"{line}\n" for line in self._lines)
        self._lines = []
        return text

    def _match(self, state: State) -> None:
        if (self._shadow.document.scene, self._shadow.document.pair) != (state.authored_scene, state.document.pair):
            self._write(RestoreJournal(state.authored_scene, state.document.pair))

    def _write(self, action: Action) -> None:
        self._shadow = update(self._shadow, action)
        self._lines.append(_line(action))


def touches_document(before: State, after: State) -> bool:
    """Whether the change from `before` to `after` belongs in a journal."""
    return any(old is not new for old, new in zip(_kept_parts(before), _kept_parts(after), strict=True))


def _kept_parts(state: State) -> tuple[object, ...]:
    """The parts of the state that document actions change or depend on; the rest (cameras, step …) is not recorded."""
    document, tools = state.document, state.tools
    return (
        *(state.authored_scene, document.pair, document.selected, document.hidden, state.gesture, state.history),
        *(tools.axis_lock, tools.on_ground, tools.snap),
    )


def read_journal(text: str) -> Journal:
    """Parses a journal up to the first action that cannot be read or performed.

    Raises `JournalError` if one of its first two lines is damaged.
    """
    *lines, unfinished = text.split("\n")
    if unfinished:
        lines.append(unfinished)
    if len(lines) < 2:
        raise JournalError("line 2: missing: the scene as last saved")
    try:
        began = read_record(lines[0], Head, MARKER, VERSION).began
    except ValueError as fault:
        raise JournalError(f"line 1: {fault}") from None
    opened = _read(1, lines[1])
    if not isinstance(opened, OpenScene):
        raise JournalError("line 2: must be an OpenScene")
    state = initial_state(opened.scene, opened.path)
    actions: list[Action] = []
    for number, line in enumerate(lines[2:], start=2):
        try:
            action = _read(number, line)
            state = _perform(number, state, action)
        except JournalError as fault:
            was_cut = number == len(lines) - 1 and bool(unfinished)
            return Journal(began, opened, tuple(actions), None if was_cut else str(fault))
        actions.append(action)
    return Journal(began, opened, tuple(actions))


def restore(journal: Journal) -> State:
    """Replays the journal: the document with its undo history."""
    state = initial_state(journal.opened.scene, journal.opened.path)
    for action in journal.actions:
        state = update(state, action)
    return state


def _read(number: int, line: str) -> Action:
    try:
        action: Any = from_json(parsed(line))
    except ValueError as fault:
        raise JournalError(f"line {number + 1}: {fault}") from None
    if not isinstance(action, Action):
        raise JournalError(f"line {number + 1}: must be an action, got a {type(action).__name__}")
    return action


def _perform(number: int, state: State, action: Action) -> State:
    try:
        return update(state, action)
    except Exception as fault:  # a journal must not crash the program, whatever exception its actions raise
        raise JournalError(f"line {number + 1}: {type(action).__name__} cannot be performed: {fault}") from None


def _line(action: Action) -> str:
    return json.dumps(to_json(action), separators=(",", ":"))


def _replaces(action: Action, last: Action) -> bool:
    """Whether `action` makes `last` redundant: both move the same body."""
    same = type(action) is type(last) and isinstance(action, MOTION_ACTIONS)
    return same and getattr(action, "body", None) == getattr(last, "body", None)
