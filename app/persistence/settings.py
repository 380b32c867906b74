"""User settings that persist between runs, including the panel layout, as strict, versioned JSON."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from hashlib import blake2b
from typing import Any, TypeVar

from gjkscope.app.actions import RECENT_FILES, UI_SCALES
from gjkscope.app.base.strict import Check, check_flag, check_within, read_object, valid_entries
from gjkscope.app.model import Appearance, Layout, Preferences, State, Theme, Visibility

VERSION = 1
MARKER = "gjkscope settings"
SMALLEST, LARGEST = 64, 16384  # side of a window, in pixels
SWITCHES = tuple(field.name for field in fields(Visibility))

Settings = Mapping[str, Any]
Record = TypeVar("Record", Appearance, Preferences)


def check_choice(kind: type[StrEnum]) -> Check:
    def check(value: Any) -> StrEnum:
        if value not in tuple(kind):
            raise ValueError(f"must be one of {', '.join(kind)}")
        return kind(value)

    return check


def check_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string")
    if any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in value):
        raise ValueError("must be valid Unicode text")
    return value


def check_texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("must be a list of strings")
    return tuple(check_text(part) for part in value)


def check_switches(value: Any) -> tuple[str, ...]:
    if not set(check_texts(value)) <= set(SWITCHES):
        raise ValueError(f"must be among {', '.join(SWITCHES)}")
    return check_texts(value)


def window_size(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(side, int) for side in value):
        raise ValueError("must be two whole numbers")
    if not all(SMALLEST <= side <= LARGEST for side in value):
        raise ValueError(f"must be from {SMALLEST} to {LARGEST}")
    return (value[0], value[1])


CHECKS: dict[str, Check] = {
    "theme": check_choice(Theme),
    "ui_scale": check_within(UI_SCALES[0], UI_SCALES[-1]),
    "lecture": check_flag,
    "layout": check_choice(Layout),
    "hidden": check_switches,
    "rate": check_within(0.01, 1000.0),
    "linked": check_flag,
    "recent": check_texts,
    "recent_files": check_texts,
    "learned": check_texts,
    "window": window_size,
    "docking": check_text,  # in Dear ImGui's .ini format
    "docking_checksum": check_text,  # Dear ImGui fails an assertion if `docking` was altered
}


def read_settings(contents: str) -> Settings:
    """Parses a settings file; missing entries have their defaults.  Raises `ValueError`."""
    found = read_object(contents, CHECKS, MARKER, VERSION)
    if not _is_docking_intact(found):
        raise ValueError("docking: does not match docking_checksum")
    return found


def usable_settings(contents: str) -> Settings:
    """The valid settings in a damaged file."""
    found = valid_entries(contents, CHECKS, MARKER, VERSION)
    intact = _is_docking_intact(found)
    return {name: value for name, value in found.items() if intact or not name.startswith("docking")}


def _is_docking_intact(settings: Settings) -> bool:
    docking = settings.get("docking")
    return docking is None or settings.get("docking_checksum") == _checksum(docking)


def _checksum(docking: str) -> str:
    return blake2b(docking.encode(), digest_size=8).hexdigest()


def settings_text(state: State, window: tuple[int, int], docking: str) -> str:
    mine = state.own or state  # a demo or lesson changes the tools temporarily; the user's own are stored
    kept = {
        "theme": state.appearance.theme,
        "ui_scale": state.preferences.ui_scale,
        "lecture": state.appearance.lecture,
        "layout": mine.display.layout,
        "hidden": [name for name in SWITCHES if not getattr(mine.display.visible, name)],
        "rate": mine.run.playback.rate,
        "linked": mine.view.cameras.linked,
        "recent": state.preferences.recent,
        "recent_files": state.preferences.recent_files,
        "learned": state.preferences.learned,
        "window": window,
        "docking": docking,
        "docking_checksum": _checksum(docking),
    }
    return json.dumps({MARKER: VERSION} | kept, indent=1) + "\n"


def apply_settings(state: State, settings: Settings) -> State:
    """Applies the settings to the state."""
    files = dict.fromkeys((*state.preferences.recent_files, *settings.get("recent_files", ())))
    hidden = settings.get("hidden", ())
    playback = replace(state.run.playback, rate=settings.get("rate", state.run.playback.rate))
    cameras = replace(state.view.cameras, linked=settings.get("linked", state.view.cameras.linked))
    return replace(
        state,
        display=replace(
            state.display,
            visible=replace(state.display.visible, **dict.fromkeys(hidden, False)),
            layout=settings.get("layout", state.display.layout),
        ),
        run=replace(state.run, playback=playback),
        view=replace(state.view, cameras=cameras),
        appearance=_with_known(state.appearance, settings),
        preferences=replace(_with_known(state.preferences, settings), recent_files=tuple(files)[:RECENT_FILES]),
    )


def _with_known(record: Record, settings: Settings) -> Record:
    """The record with those of its fields that the settings hold."""
    known = {field.name: settings[field.name] for field in fields(record) if field.name in settings}
    return replace(record, **known)
