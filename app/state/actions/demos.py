"""Actions for a demo: play, pause, seek, take over and leave.

The demo determines the contents of the views, while the appearance (theme, text size) and dialogs stay the user's;
large type and hidden panels that the demo asks for apply until it is left.  A user who changes the contents takes over:
the demo pauses, and the user continues from that state.
"""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.cameras import advance_turn, cameras_between, part_of_way
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.actions.direction import clear_direction
from gjkscope.app.state.actions.files import note_used_file
from gjkscope.app.state.actions.fitting import fitting_workspace
from gjkscope.app.state.actions.history import EndGesture, end_gesture
from gjkscope.app.state.actions.setups import with_workspace
from gjkscope.app.state.actions.stops import stop_after
from gjkscope.app.state.actions.tools import restore_tools, set_aside, store_tools
from gjkscope.app.state.model import Demo, DemoPlayback, Recording, SceneFile, State, TakeEdits
from gjkscope.app.state.model.demo import RATES, TICKS, CameraReturn
from gjkscope.app.state.model.ownership import Of, differ, with_parts

HIGHLIGHTS = ("hovered", "hovered_axis", "hovered_region", "hovered_face")
"""The fields set by the pointer, or by a demo that points at something."""


class OpenDemo(Action, frozen=True):
    """Opens a demo and plays it from the start."""

    demo: Demo
    path: str | None = None
    recorded = False


class ReloadDemo(Action, frozen=True):
    """Continues with another version of the open demo, at the current time."""

    demo: Demo
    recorded = False


class PlayDemo(Action, frozen=True):
    """Plays or pauses the demo; playing restarts it if it has ended."""

    playing: bool
    recorded = False


class SeekDemo(Action, frozen=True):
    """Seeks to a tick of the demo."""

    tick: int
    recorded = False


class SetDemoRate(Action, frozen=True):
    """Sets the playback rate to one of `RATES`."""

    rate: float
    recorded = False


class TakeOver(Action, frozen=True):
    """Pauses the demo and lets the user continue from its state."""

    recorded = False


class LeaveDemo(Action, frozen=True):
    """Closes the demo; the scene stays, except that leaving a take returns to the user's scene.

    The user's tools are restored.
    """

    recorded = False


class ShowRecording(Action, frozen=True):
    """Shows how many seconds have been recorded; None if nothing is being recorded."""

    seconds: int | None
    passing = True
    recorded = False


@updates(OpenDemo)
def _open_demo(state: State, action: OpenDemo) -> State:
    if action.path is not None:
        state = set_aside(state)  # a demo from a file, not a solution of the lesson, which has no path
    opened = uncover(note_used_file(store_tools(state), action.path))
    if action.path is not None:
        opened = with_workspace(opened, fitting_workspace(action.demo.first.document.scene)[0])
    before = state.show.before if state.show is not None else None
    edits = TakeEdits(saved=action.demo)
    shown = showing(opened, DemoPlayback(action.demo, action.path, edits=edits, before=before))
    is_for_author = action.demo.warnings and not state.presenting.on  # of no use to an audience
    return shown.with_message(_warning(action.demo.warnings)) if is_for_author else shown


def _warning(warnings: tuple[str, ...]) -> str:
    more = len(warnings) - 1
    return warnings[0] + (f" (and {more} more such step{'s' if more > 1 else ''})" if more else "")


@updates(ReloadDemo)
def _reload_demo(state: State, action: ReloadDemo) -> State:
    if state.show is None:
        return state
    position = min(state.show.position, float(action.demo.length))
    edits = replace(state.show.edits, saved=action.demo, past=(), future=(), span=None, draft=None)
    show = replace(state.show, demo=action.demo, position=position, diverged=(), edits=edits)
    return replace(state, show=show) if show.taken_over else showing(state, show)


@updates(PlayDemo)
def _play_demo(state: State, action: PlayDemo) -> State:
    show = state.show
    if show is None or show.playing == action.playing:
        return state
    if not action.playing:
        return end_gesture(replace(state, show=replace(show, playing=False)))
    position = 0.0 if show.is_over else show.position
    return showing(state, replace(_returning(state, show), playing=True, position=position))


@updates(SeekDemo)
def _seek_demo(state: State, action: SeekDemo) -> State:
    if state.show is None:
        return state
    position = float(min(max(action.tick, 0), state.show.demo.length))
    return showing(state, replace(_returning(state, state.show), position=position))


def _returning(state: State, show: DemoPlayback) -> DemoPlayback:
    """Starts the camera's return to the demo if the user had taken over."""
    return replace(show, taken_over=False, way_back=CameraReturn(state.view.cameras)) if show.taken_over else show


@updates(SetDemoRate)
def _set_demo_rate(state: State, action: SetDemoRate) -> State:
    if state.show is None or action.rate not in RATES:
        return state
    return replace(state, show=replace(state.show, rate=action.rate))


@updates(TakeOver)
def _take_over(state: State, _: TakeOver) -> State:
    return _taken_over(end_gesture(state))


@updates(LeaveDemo)
def _leave_demo(state: State, _: LeaveDemo) -> State:
    if state.show is None:
        return state
    if state.show.before is not None:
        return restore_tools(replace(with_parts(state.show.before, state, Of.USER), show=None))
    left = replace(clear_direction(state), show=None, display=replace(state.display, caption=None))
    return restore_tools(end_gesture(left))


@updates(ShowRecording)
def _show_recording(state: State, action: ShowRecording) -> State:
    moving = state.motion.simulation
    if moving is not None and action.seconds == 0:  # the first recorded tick must be a whole one
        moving = replace(moving, elapsed=0.0)
    caption = state.display.caption if action.seconds is not None else None  # could not be removed afterwards
    known = state.shell.recording or Recording()
    recording = replace(known, seconds=action.seconds) if action.seconds is not None else None
    return restore_tools(
        replace(
            state,
            shell=replace(state.shell, recording=recording),
            motion=replace(state.motion, simulation=moving),
            display=replace(state.display, caption=caption),
        )
    )


def is_manual(state: State, action: Action) -> State:
    """The state after a user's action, which takes over the demo if it changes the contents."""
    show = state.show
    if show is None or show.taken_over or not action.recorded or isinstance(action, EndGesture):
        return update(state, action)  # panels send `EndGesture` even without a gesture
    before = end_gesture(state)  # the user does not continue the demo's gesture
    after = update(before, action)
    changed = differ(before, after, Of.SHOW)
    return _taken_over(after) if changed else _restore_highlights(state, after)


def _restore_highlights(before: State, after: State) -> State:
    """Restores the demo's highlights where the user points at nothing."""
    if after.show is None:
        return after
    shown = playhead_at(after.show.demo, after.show.tick).state
    marks = {name: getattr(shown.pointer, name) for name in HIGHLIGHTS if getattr(after.pointer, name) is None}
    marked = replace(after, pointer=replace(after.pointer, **marks))
    return before if marked == before else marked


def _taken_over(state: State) -> State:
    if state.show is None:
        return state
    taken = replace(clear_direction(state), show=replace(state.show, playing=False, taken_over=True, way_back=None))
    if not state.presenting.on:
        return taken
    # An audience may still be asked for it.
    return replace(taken, direction=replace(taken.direction, verdict=state.direction.verdict))


def shown_on(state: State, seconds: float) -> State:
    """The state after the demo has advanced by `seconds`."""
    show = state.show
    if show is None:
        return state
    if show.way_back is not None:
        show = replace(show, way_back=advance_turn(show.way_back, seconds))
    if not show.playing:
        return showing(state, show)
    end = show.demo.length if not state.presenting.on else stop_after(show.demo, show.position)
    position = min(show.position + seconds * TICKS * show.rate, float(end))
    return showing(state, replace(show, position=position, playing=position < end))


def showing(state: State, show: DemoPlayback) -> State:
    """The state that shows the demo at its current position."""
    head = playhead_at(show.demo, show.tick)
    diverged = tuple(sorted({*show.diverged, *head.diverged}))
    seen = head.state if show.playing else end_gesture(head.state)
    # A gesture of the demo is not one of the user's.
    seen = replace(seen, gesture=replace(seen.gesture, drag=None, pull=None, origin=None))
    if show.way_back is not None:
        part = part_of_way(show.way_back.elapsed)
        cameras = cameras_between(show.way_back.cameras, seen.view.cameras, part)
        seen = replace(seen, view=replace(seen.view, cameras=cameras))
    looks = seen.appearance
    show = replace(show, diverged=diverged, lecture=looks.lecture, panels=looks.panels)
    return replace(before_takeover(state, seen), show=show)


def before_takeover(state: State, shown: State) -> State:
    """`shown` with the user's preferences from `state`; it belongs to no file and counts as saved."""
    seen = with_parts(shown, state, Of.USER)
    return replace(seen, file=SceneFile(saved=shown.authored_scene))


def uncover(state: State) -> State:
    """The state without overlays and messages."""
    shell = replace(state.shell, message=None, fault=None, dialog=None, unsaved=None, overlay=None)
    return replace(state, shell=shell)
