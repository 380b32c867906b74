"""Commands on captures: open one, play its ticks, and go to its wrong pairs."""

from gjkscope.app.state.actions import PlayCapture, ShowCapture, ShowTickBodies, StepCaptureTick
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.requests import BrowseCapture, CloseCapture, OpenWrongPair, StartListening, StopListening

MENU = "File/Capture"


def _is_open(state: State) -> bool:
    return state.capture.run is not None


def _has_ticks(state: State) -> bool:
    return state.capture.table is not None and state.capture.table.timeline.size > 0


COMMANDS = (
    Command(
        "Open capture…",
        BrowseCapture(),
        MENU,
        "open",
        help="The pairs that an engine was asked about while it ran, with its answers, from a .gjkcap file",
        also="gjkcap, record, scan, ticks",
    ),
    Command(
        "Connect…",
        StartListening(),
        "File",
        "open",
        help="The pairs that a running engine is asked about, with its answers, as they arrive",
        also="live, listen, stream, socket, engine",
        enabled=lambda state: state.live.link is None,
    ),
    Command("Disconnect", StopListening(), MENU, "capture", enabled=lambda state: state.live.link is not None),
    Command("Show capture", ShowCapture(), MENU, "capture", enabled=_is_open),
    Command("Close capture", CloseCapture(), MENU, "capture", enabled=_is_open),
    Command("Next wrong pair", OpenWrongPair(), MENU, "wrong", keys=("F7",), enabled=_has_ticks),
    Command("Previous wrong pair", OpenWrongPair(back=True), MENU, "wrong", keys=("Shift+F7",), enabled=_has_ticks),
    Command(
        "Play or pause capture",
        lambda state: PlayCapture(not state.capture.player.playing),
        MENU,
        "ticks",
        keys=("Shift+Space",),
        enabled=_has_ticks,
    ),
    Command("Previous captured tick", StepCaptureTick(-1), MENU, "ticks", keys=("Ctrl+,",), enabled=_has_ticks),
    Command("Next captured tick", StepCaptureTick(1), MENU, "ticks", keys=("Ctrl+.",), enabled=_has_ticks),
    Command(
        "Show bodies of the tick",
        lambda state: ShowTickBodies(not state.capture.shows_tick),
        MENU,
        "ticks",
        enabled=_has_ticks,
        checked=lambda state: state.capture.shows_tick,
        help="In the World view, instead of the scene",
    ),
)
