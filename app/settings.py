"""What is kept between runs: how the user likes things to look, and where the panels stand; strict, versioned JSON."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from .actions import RECENT_FILES, UI_SCALES
from .state import Layout, State, Theme, Visibility
from .strict import Check, flag, read_object, within

VERSION = 1
MARKER = "gjkscope settings"
SMALLEST, LARGEST = 64, 16384  # sides of a window, pixels
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
        raise ValueError("must be a text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("must be a list of texts")
    return tuple(text(part) for part in value)


def switches(value: Any) -> tuple[str, ...]:
    if not set(texts(value)) <= set(SWITCHES):
        raise ValueError(f"must be some of {', '.join(SWITCHES)}")
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
    "docking": text,  # Dear ImGui's own words
}


def read_settings(contents: str) -> Settings:
    """The settings in a file's text; what is left out is as usual.  Raises `ValueError`."""
    return read_object(contents, CHECKS, MARKER, VERSION)


def settings_text(state: State, window: tuple[int, int], docking: str) -> str:
    mine = state.own or state  # a demo or a lesson has tools of its own, which are not to be kept
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
    }
    return json.dumps({MARKER: VERSION} | kept, indent=1) + "\n"


def with_settings(state: State, settings: Settings) -> State:
    """The state as the user likes it."""
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
