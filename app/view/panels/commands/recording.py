"""Commands that record, play and export demos."""

from pathlib import Path

from gjkscope.app.scenes.demo_examples import demo_examples
from gjkscope.app.state import actions
from gjkscope.app.state.model import State
from gjkscope.app.teach.demos.file import is_demo_file
from gjkscope.app.view.panels import requests
from gjkscope.app.view.panels.commands.command import Command, Listed
from gjkscope.engine.sequences.deferred import Deferred

MENU = "Record"
DEMOS = f"{MENU}/Demos"
EDITING = f"{MENU}/Edit"
NUDGE = 6  # ticks by which the keys extend the span


def _is_shown(state: State) -> bool:
    return state.show is not None


def _is_recorded(state: State) -> bool:
    return state.shell.recording is not None


def _is_editable(state: State) -> bool:
    return state.show is not None and state.page is None


def edits_demo(state: State) -> bool:
    """Whether the track of the editor is shown."""
    return _is_editable(state) and state.show is not None and state.show.edits.open


def _has_span(state: State) -> bool:
    return edits_demo(state) and state.show is not None and state.show.edits.span is not None


def _can_have_caption(state: State) -> bool:
    return _is_recorded(state) or _is_editable(state)


def _pause(state: State) -> requests.Outcome:
    return actions.PauseRecording(state.shell.recording is not None and not state.shell.recording.paused)


def _record_over(state: State) -> requests.Outcome:
    span = state.show.edits.span if state.show is not None else None
    return requests.RecordOver(*span) if span is not None else requests.ToggleRecording(on=True)


def _editing(title: str, does: requests.Outcome, keys: str) -> Command:
    """A command of the editor, available while its track is shown."""
    return Command(title, does, EDITING, "span", (keys,), edits_demo)


def _latest(state: State) -> str:
    """The path of the most recently recorded or opened demo that still exists, or an empty string."""
    return next((path for path in state.preferences.recent_files if is_demo_file(path) and Path(path).is_file()), "")


def _play(state: State) -> requests.Outcome:
    return actions.PlayDemo(False) if state.show is not None and state.show.playing else requests.ResumeDemo()


def _demos() -> tuple[Command, ...]:
    """One command per bundled demo, in learning order, with its duration."""
    return tuple(
        Command(
            demo.words,
            requests.ReadScene((str(demo.path),), is_example=True),
            DEMOS,
            "play",
            help=demo.about,
            note=demo.title.origin,
        )
        for demo in demo_examples()
    )


COMMANDS: tuple[Listed, ...] = (
    Command(
        "Record",
        lambda state: requests.ToggleRecording(on=state.shell.recording is None),
        MENU,
        "record",
        keys=("F9",),
        says=lambda state: "Record" if state.shell.recording is None else "Stop recording",
        help="Records everything you do, with timing, to a file that replays identically on any machine",
        while_typing=True,
    ),
    Command(
        "Pause recording",
        _pause,
        MENU,
        "record",
        keys=("Shift+F9",),
        enabled=_is_recorded,
        checked=lambda state: state.shell.recording is not None and state.shell.recording.paused,
        help="Time stands still until you resume",
        while_typing=True,
    ),
    Command(
        "Write caption",
        lambda state: actions.WantCaption(on=True) if _is_recorded(state) else actions.DraftCaption(),
        MENU,
        "record",
        keys=("F4",),
        enabled=_can_have_caption,
        help="While recording, the keyboard types a caption; in a demo, adds one at the playhead",
        also="subtitle, text",
        while_typing=True,
    ),
    Command(
        "Show the verdict",
        lambda state: actions.ShowVerdict(not state.direction.verdict),
        MENU,
        "record",
        enabled=_is_recorded,
        checked=lambda state: _is_recorded(state) and state.direction.verdict,
        help="A recording hides the verdict until you show it",
        also="answer, result",
    ),
    Command(
        "Pause while typing captions",
        lambda state: actions.PauseToType(not state.preferences.pauses_to_type),
        MENU,
        "how",
        checked=lambda state: state.preferences.pauses_to_type,
        help="A recording is paused while you type a caption",
    ),
    Command(
        "Keep raw input",
        lambda state: actions.KeepRawInput(not state.preferences.raw_takes),
        MENU,
        "how",
        checked=lambda state: state.preferences.raw_takes,
        help="Saves a recording as every single input rather than as readable steps",
    ),
    Command(
        "Edit demo",
        lambda state: actions.ShowEditing(not edits_demo(state)),
        MENU,
        "edit",
        keys=("Ctrl+F9",),
        enabled=_is_editable,
        checked=edits_demo,
        help="Cut, change captions and timing, record over a part, on the playback bar",
        also="edit take, cut, trim, captions",
    ),
    Command(
        "Write notes",
        actions.DraftNotes(),
        MENU,
        "edit",
        keys=("Shift+F4",),
        enabled=_is_editable,
        help="Writes notes that only the presenter sees, at the playhead",
        also="presenter, speaker notes",
    ),
    _editing("Start span here", actions.BoundSpan(end=False), "Shift+I"),
    _editing("End span here", actions.BoundSpan(end=True), "Shift+O"),
    _editing("Extend span back", actions.ExtendSpan(-NUDGE), "Shift+Left"),
    _editing("Extend span forward", actions.ExtendSpan(NUDGE), "Shift+Right"),
    Command("Cut span", requests.CutSpan(), EDITING, "cut", ("Ctrl+X",), _has_span, help="Removes the selected time"),
    Command(
        "Close pauses",
        requests.ClosePauses(),
        EDITING,
        "cut",
        enabled=edits_demo,
        help="Shortens the parts in which nothing changes",
    ),
    Command(
        "Record over span",
        _record_over,
        EDITING,
        "cut",
        enabled=edits_demo,
        help="Records the selected time again, or from the playhead on; what comes before and after is kept",
        also="punch in",
    ),
    Command("Save demo as…", requests.BrowseDemo(), MENU, "edit", help="Saves the open demo or the latest recording"),
    Deferred(_demos),
    Command(
        "Play latest recording",
        lambda state: requests.ReadScene((_latest(state),)),
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
    Command("Restart demo", requests.ResumeDemo(0), MENU, "play", enabled=_is_shown),
    Command(
        "Take over",
        actions.TakeOver(),
        MENU,
        "play",
        enabled=_is_shown,
        help="Pauses the demo so that you can take control",
    ),
    Command("Exit demo", actions.LeaveDemo(), MENU, "play", enabled=_is_shown, help="Keeps the demo's scene open"),
)
