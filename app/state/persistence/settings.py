"""User settings that persist between runs, including the panel layout, as strict, versioned JSON."""

import json
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from gjkscope.app.base.decoding import one_of, read_record, usable_fields
from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.cameras.rotations import EULER_ORDERS, RotationFormat
from gjkscope.app.state.actions import RECENT_FILES, UI_SCALES
from gjkscope.app.state.actions.beats import LONGEST, SHORTEST
from gjkscope.app.state.model import Beats, Layout, State, Theme, Visibility, Workspace

VERSION = 1
MARKER = "gjkscope settings"
SMALLEST, LARGEST = 64, 16384  # side of a window, in pixels
SWITCHES = field_names(Visibility)
SHOWN, HIDDEN = (tuple(name for name in SWITCHES if getattr(Visibility(), name) is on) for on in (True, False))
"""What the views show by default, and on request.  The settings store what differs."""


# A path, or text that is passed to C.
Text = Annotated[str, Meta(pattern=r"\A[^\0]*\Z")]
Side = Annotated[int, Meta(ge=SMALLEST, le=LARGEST)]
if TYPE_CHECKING:
    Switch = str
    EulerOrder = str
else:
    Switch, EulerOrder = one_of(SWITCHES), one_of(EULER_ORDERS)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The stored settings; None if the file does not have one."""

    theme: Theme | None = None
    ui_scale: Annotated[float, Meta(ge=UI_SCALES[0], le=UI_SCALES[-1])] | None = None
    lecture: bool | None = None
    layout: Layout | None = None
    hidden: tuple[Switch, ...] | None = None
    shown: tuple[Switch, ...] | None = None
    rate: Annotated[float, Meta(ge=0.01, le=1000.0)] | None = None
    animates_beats: bool | None = None
    beat_seconds: Annotated[float, Meta(ge=SHORTEST, le=LONGEST)] | None = None
    linked: bool | None = None
    z_up: bool | None = None
    rotation_format: RotationFormat | None = None
    euler_order: EulerOrder | None = None
    asks_engines: bool | None = None
    pauses_to_type: bool | None = None
    raw_takes: bool | None = None
    recent: tuple[Text, ...] | None = None
    recent_files: tuple[Text, ...] | None = None
    learned: tuple[Text, ...] | None = None
    window: tuple[Side, Side] | None = None
    # By workspace, in Dear ImGui's .ini format.  A string is that of versions before workspaces, which is not used.
    docking: dict[Workspace, Text] | Text | None = None
    docking_checksum: Text | None = None  # Dear ImGui fails an assertion if `docking` was altered

    @property
    def dockings(self) -> Mapping[Workspace, str]:
        """The layouts of the panels, in Dear ImGui's .ini format."""
        return self.docking if isinstance(self.docking, dict) else {}


def read_settings(contents: str) -> Settings:
    """Parses a settings file; missing entries have their defaults.  Raises `ValueError`."""
    settings = read_record(contents, Settings, MARKER, VERSION)
    if not _is_docking_intact(settings):
        raise ValueError("docking: does not match docking_checksum")
    return settings


def usable_settings(contents: str) -> Settings:
    """The valid settings in a damaged file."""
    settings = usable_fields(contents, Settings, MARKER, VERSION)
    return settings if _is_docking_intact(settings) else replace(settings, docking=None, docking_checksum=None)


def _is_docking_intact(settings: Settings) -> bool:
    return settings.docking is None or settings.docking_checksum == _checksum(settings.docking)


def _checksum(docking: Mapping[Workspace, str] | str) -> str:
    from _blake2 import blake2b  # that of hashlib, which would load OpenSSL for it

    text = docking if isinstance(docking, str) else "".join(chain.from_iterable(sorted(docking.items())))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def settings_text(state: State, window: tuple[int, int], dockings: Mapping[Workspace, str]) -> str:
    mine = state.mine.own or state.mine  # a demo or lesson changes the tools temporarily; the user's own are stored
    kept = {
        "theme": state.appearance.theme,
        "ui_scale": state.preferences.ui_scale,
        "lecture": state.appearance.lecture,
        "layout": mine.display.layout,
        "hidden": [name for name in SHOWN if not getattr(mine.display.visible, name)],
        "shown": [name for name in HIDDEN if getattr(mine.display.visible, name)],
        "rate": mine.run.playback.rate,
        "animates_beats": mine.run.beats.on,
        "beat_seconds": mine.run.beats.seconds,
        "linked": mine.view.cameras.linked,
        "z_up": mine.view.cameras.z_up,
        "rotation_format": state.preferences.rotation_format,
        "euler_order": state.preferences.euler_order,
        "asks_engines": state.preferences.asks_engines,
        "pauses_to_type": state.preferences.pauses_to_type,
        "raw_takes": state.preferences.raw_takes,
        "recent": state.preferences.recent,
        "recent_files": state.preferences.recent_files,
        "learned": state.preferences.learned,
        "window": window,
        "docking": dockings,
        "docking_checksum": _checksum(dockings),
    }
    return json.dumps({MARKER: VERSION} | kept, indent=1) + "\n"


def apply_settings(state: State, settings: Settings) -> State:
    """Applies the settings to the state."""
    files = dict.fromkeys((*state.preferences.recent_files, *(settings.recent_files or ())))
    changed = dict.fromkeys(settings.hidden or (), False) | dict.fromkeys(settings.shown or (), True)
    visible = replace(state.display.visible, **changed)
    return replace(
        state,
        display=replace(state.display, visible=visible, **_stored_values(settings, "layout")),
        run=replace(
            state.run,
            playback=replace(state.run.playback, **_stored_values(settings, "rate")),
            beats=_stored_beats(state.run.beats, settings),
        ),
        view=replace(state.view, cameras=replace(state.view.cameras, **_stored_values(settings, "linked", "z_up"))),
        appearance=replace(state.appearance, **_stored_values(settings, "theme", "lecture")),
        preferences=replace(
            state.preferences,
            **_stored_values(
                settings, "ui_scale", "rotation_format", "euler_order", "asks_engines", "recent", "learned"
            ),
            **_stored_values(settings, "pauses_to_type", "raw_takes"),
            recent_files=tuple(files)[:RECENT_FILES],
        ),
    )


def _stored_beats(beats: Beats, settings: Settings) -> Beats:
    return Beats(
        beats.on if settings.animates_beats is None else settings.animates_beats,
        beats.seconds if settings.beat_seconds is None else settings.beat_seconds,
    )


def _stored_values(settings: Settings, *names: str) -> dict[str, Any]:
    """The named settings that the file contains."""
    return {name: value for name in names if (value := getattr(settings, name)) is not None}
