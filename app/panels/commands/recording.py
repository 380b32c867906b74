"""Commands that record, play and export demos."""

import json
from pathlib import Path

from gjkscope.app.actions import LeaveDemo, PlayDemo, TakeOver
from gjkscope.app.base.resources import resource
from gjkscope.app.demos.file import SUFFIX, is_demo_file
from gjkscope.app.model import State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.panels.requests import BrowseDemo, CopyFilmCommand, Outcome, ReadScene, ResumeDemo, ToggleRecording

MENU = "Record"
DEMOS = f"{MENU}/Demos"


def _is_shown(state: State) -> bool:
    return state.show is not None


def _latest(state: State) -> str:
    """The path of the most recently recorded or opened demo that still exists, or an empty string."""
    return next((path for path in state.preferences.recent_files if is_demo_file(path) and Path(path).is_file()), "")


def _play(state: State) -> Outcome:
    return PlayDemo(False) if state.show is not None and state.show.playing else ResumeDemo()


def _demos() -> tuple[Command, ...]:
    """One command per bundled demo, sorted by name."""
    paths = resource("assets", "demos").glob(f"*{SUFFIX}")
    named = sorted((json.loads(path.read_text(encoding="utf-8"))["name"], str(path)) for path in paths)
    return tuple(Command(name, ReadScene((path,), is_example=True), DEMOS, "play") for name, path in named)


COMMANDS = (
    Command(
        "Record",
        lambda state: ToggleRecording(on=state.shell.recording is None),
        MENU,
        "record",
        keys=("F9",),
        says=lambda state: "Record" if state.shell.recording is None else "Stop recording",
        help="Records everything you do, with timing, to a file that replays identically on any machine",
    ),
    Command("Save demo as…", BrowseDemo(), MENU, "record", help="Saves the open demo or the latest recording"),
    *_demos(),
    Command(
        "Play latest recording",
        lambda state: ReadScene((_latest(state),)),
        MENU,
        "play",
        enabled=lambda state: bool(_latest(state)),
        help="Plays the most recently recorded or opened demo",
    ),
    Command(
        "Play or pause demo",
        _play,
        MENU,
        "play",
        keys=("Ctrl+Space",),
        enabled=_is_shown,
        says=lambda state: "Pause demo" if state.show is not None and state.show.playing else "Play demo",
    ),
    Command("Restart demo", ResumeDemo(0), MENU, "play", enabled=_is_shown),
    Command(
        "Take over", TakeOver(), MENU, "play", enabled=_is_shown, help="Pauses the demo so that you can take control"
    ),
    Command("Exit demo", LeaveDemo(), MENU, "play", enabled=_is_shown, help="Keeps the demo's scene open"),
    Command(
        "Copy video command",
        CopyFilmCommand(),
        MENU,
        "film",
        enabled=_is_shown,
        help="The gjkscope record command line that exports the demo as MP4, WebM, GIF or images",
    ),
)
