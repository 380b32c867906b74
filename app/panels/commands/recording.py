"""Commands for demos: recorded, played, and made films of."""

import json
from pathlib import Path

from gjkscope.app.actions import LeaveDemo, PlayDemo, TakeOver
from gjkscope.app.base.resources import resource
from gjkscope.app.demos.file import SUFFIX, is_demo_file
from gjkscope.app.model import State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.panels.requests import BrowseDemo, CopyFilmCommand, FollowDemo, Outcome, ReadScene, Record

MENU = "Record"
DEMOS = f"{MENU}/Play a demo"


def _is_shown(state: State) -> bool:
    return state.show is not None


def _latest(state: State) -> str:
    """The demo among the recent files that was recorded or opened last."""
    return next((path for path in state.preferences.recent_files if is_demo_file(path) and Path(path).is_file()), "")


def _play(state: State) -> Outcome:
    return PlayDemo(False) if state.show is not None and state.show.playing else FollowDemo()


def _demos() -> tuple[Command, ...]:
    """Those that come with the program."""
    paths = resource("assets", "demos").glob(f"*{SUFFIX}")
    named = sorted((json.loads(path.read_text(encoding="utf-8"))["name"], str(path)) for path in paths)
    return tuple(Command(name, ReadScene((path,), is_example=True), DEMOS, "play") for name, path in named)


COMMANDS = (
    Command(
        "Record",
        lambda state: Record(on=state.shell.recording is None),
        MENU,
        "record",
        keys=("F9",),
        says=lambda state: "Record" if state.shell.recording is None else "Stop recording",
        help="all that is done from here on, with its time, into a file that plays the same everywhere",
    ),
    Command("Save the demo as …", BrowseDemo(), MENU, "record", help="the one that is shown, or was recorded last"),
    *_demos(),
    Command(
        "Play the latest recording",
        lambda state: ReadScene((_latest(state),)),
        MENU,
        "play",
        enabled=lambda state: bool(_latest(state)),
        help="or the demo that was opened last",
    ),
    Command(
        "Play or halt the demo",
        _play,
        MENU,
        "play",
        keys=("Ctrl+Space",),
        enabled=_is_shown,
        says=lambda state: "Halt the demo" if state.show is not None and state.show.playing else "Play the demo",
    ),
    Command("From its beginning", FollowDemo(0), MENU, "play", enabled=_is_shown),
    Command("Take over", TakeOver(), MENU, "play", enabled=_is_shown, help="halt the demo, and go on by hand"),
    Command("Leave the demo", LeaveDemo(), MENU, "play", enabled=_is_shown, help="its scene stays"),
    Command(
        "Copy the command for a film",
        CopyFilmCommand(),
        MENU,
        "film",
        enabled=_is_shown,
        help="gjkscope record, which makes an MP4, a WebM, a GIF or pictures of the demo",
    ),
)
