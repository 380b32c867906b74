"""User settings that persist between runs, including the panel layout, as strict, versioned JSON."""

import json
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from engine.dataclass import replace

from .actions import RECENT_FILES, UI_SCALES
from .state import Layout, State, Theme, Visibility
from .strict import Check, flag, read_object, usable_entries, within

VERSION = 1
MARKER = "gjkscope settings"
SMALLEST, LARGEST = 64, 16384  # side of a window, in pixels
AS_THEY_STAND = ("theme", "ui_scale", "lecture", "layout", "recent", "learned")  # fields of the state
SWITCHES = tuple(field.name for field in fields(Visibility))

Settings = Mapping[str, Any]


def one_of(kind: type[StrEnum]) -> Check:
    def check(value: Any) -> StrEnum:
        if value not in tuple(kind):
            raise ValueError(f"must be one of {', '.join(kind)}")
        return kind(value)

    return check


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string")
    if any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in value):
        raise ValueError("must be valid Unicode text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("must be a list of strings")
    return tuple(text(part) for part in value)


def switches(value: Any) -> tuple[str, ...]:
    if not set(texts(value)) <= set(SWITCHES):
        raise ValueError(f"must be among {', '.join(SWITCHES)}")
    return texts(value)


def window_size(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(side, int) for side in value):
        raise ValueError("must be two whole numbers")
    if not all(SMALLEST <= side <= LARGEST for side in value):
        raise ValueError(f"must be from {SMALLEST} to {LARGEST}")
    return (value[0], value[1])


CHECKS: dict[str, Check] = {
    "theme": one_of(Theme),
    "ui_scale": within(UI_SCALES[0], UI_SCALES[-1]),
    "lecture": flag,
    "layout": one_of(Layout),
    "hidden": switches,
    "rate": within(0.01, 1000.0),
    "linked": flag,
    "recent": texts,
    "recent_files": texts,
    "learned": texts,
    "window": window_size,
    "docking": text,  # in Dear ImGui's .ini format
    "docking_checksum": text,  # Dear ImGui fails an assertion if `docking` was altered
}


def read_settings(contents: str) -> Settings:
    """Parses a settings file; missing entries have their defaults.  Raises `ValueError`."""
    found = read_object(contents, CHECKS, MARKER, VERSION)
    if not _is_docking_intact(found):
        raise ValueError("docking: does not match docking_checksum")
    return found


def usable_settings(contents: str) -> Settings:
    """The valid settings in a damaged file."""
    found = usable_entries(contents, CHECKS, MARKER, VERSION)
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
        "theme": state.theme,
        "ui_scale": state.ui_scale,
        "lecture": state.lecture,
        "layout": mine.layout,
        "hidden": [name for name in SWITCHES if not getattr(mine.visible, name)],
        "rate": mine.playback.rate,
        "linked": mine.cameras.linked,
        "recent": state.recent,
        "recent_files": state.recent_files,
        "learned": state.learned,
        "window": window,
        "docking": docking,
        "docking_checksum": _checksum(docking),
    }
    return json.dumps({MARKER: VERSION} | kept, indent=1) + "\n"


def with_settings(state: State, settings: Settings) -> State:
    """Applies the settings to the state."""
    files = dict.fromkeys((*state.recent_files, *settings.get("recent_files", ())))
    plain = {name: settings[name] for name in AS_THEY_STAND if name in settings}
    hidden = settings.get("hidden", ())
    return replace(
        state,
        visible=replace(state.visible, **dict.fromkeys(hidden, False)),
        playback=replace(state.playback, rate=settings.get("rate", state.playback.rate)),
        cameras=replace(state.cameras, linked=settings.get("linked", state.cameras.linked)),
        recent_files=tuple(files)[:RECENT_FILES],
        **plain,
    )
