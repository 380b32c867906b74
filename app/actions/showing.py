"""A demo is shown: played, halted, sought in, taken over and left.

What is seen is the demo's; how it looks (the theme, the size of the text), and what is asked beside it, is the
user's.  Whoever does anything to what is seen takes over: the demo halts, and the state is theirs from there on.
"""

from dataclasses import dataclass, replace

from ..demo import RATES, TICKS, Demo, Show, WayBack
from ..ownership import Of, parts_of
from ..state import State
from .action import Action, update, updates
from .files import used
from .history import EndGesture, gesture_ended
from .performing import playhead_at
from .tools import own_again, set_aside
from .viewing import cameras_between, gone_on, part_of_way

HIGHLIGHTS = ("hovered", "hovered_axis", "hovered_region", "hovered_face")
"""What is under the pointer, and what a demo points at."""


@dataclass(frozen=True)
class OpenDemo(Action):
    """Shows a demo from its beginning."""

    demo: Demo
    path: str | None = None
    recorded = False


@dataclass(frozen=True)
class PlayDemo(Action):
    """Goes on with the demo where it is, from the beginning when it is over; or halts it."""

    playing: bool
    recorded = False


@dataclass(frozen=True)
class SeekDemo(Action):
    """Goes to a tick of the demo."""

    tick: int
    recorded = False


@dataclass(frozen=True)
class SetDemoRate(Action):
    """One of `RATES`."""

    rate: float
    recorded = False


@dataclass(frozen=True)
class TakeOver(Action):
    """The demo halts: what follows is done by the user."""

    recorded = False


@dataclass(frozen=True)
class LeaveDemo(Action):
    """The scene stays, and is no longer a demo's; the user's tools are back."""

    recorded = False


@dataclass(frozen=True)
class ShowRecording(Action):
    """What is done has been recorded for so many seconds; None: it is not."""

    seconds: int | None
    passing = True
    recorded = False


@updates(OpenDemo)
def _open_demo(state: State, action: OpenDemo) -> State:
    lesson = state.lesson
    if lesson is not None and action.path is not None:
        lesson = replace(lesson, away=True)  # a solution that a lesson shows is in no file
    opened = replace(
        used(set_aside(state), action.path),
        message=None,
        fault=None,
        dialog=None,
        unsaved=None,
        overlay=None,
        lesson=lesson,
    )
    return _showing(opened, Show(action.demo, action.path))


@updates(PlayDemo)
def _play_demo(state: State, action: PlayDemo) -> State:
    show = state.show
    if show is None or show.playing == action.playing:
        return state
    if not action.playing:
        return gesture_ended(replace(state, show=replace(show, playing=False)))
    position = 0.0 if show.is_over else show.position
    return _showing(state, replace(_returning(state, show), playing=True, position=position))


@updates(SeekDemo)
def _seek_demo(state: State, action: SeekDemo) -> State:
    if state.show is None:
        return state
    position = float(min(max(action.tick, 0), state.show.demo.length))
    return _showing(state, replace(_returning(state, state.show), position=position))


def _returning(state: State, show: Show) -> Show:
    """On its way back to what the demo shows, where somebody had taken over."""
    return replace(show, taken_over=False, way_back=WayBack(state.cameras)) if show.taken_over else show


@updates(SetDemoRate)
def _set_demo_rate(state: State, action: SetDemoRate) -> State:
    if state.show is None or action.rate not in RATES:
        return state
    return replace(state, show=replace(state.show, rate=action.rate))


@updates(TakeOver)
def _take_over(state: State, _: TakeOver) -> State:
    return _taken_over(gesture_ended(state))


@updates(LeaveDemo)
def _leave_demo(state: State, _: LeaveDemo) -> State:
    return state if state.show is None else own_again(gesture_ended(replace(state, show=None, caption=None)))


@updates(ShowRecording)
def _show_recording(state: State, action: ShowRecording) -> State:
    moving = state.simulation
    if moving is not None and action.seconds == 0:  # the first tick that is recorded is a whole one
        moving = replace(moving, elapsed=0.0)
    caption = state.caption if action.seconds is not None else None  # nobody could take it away any more
    return own_again(replace(state, recording=action.seconds, simulation=moving, caption=caption))


def done_by_hand(state: State, action: Action) -> State:
    """The state after somebody has done that; who changes what a demo shows takes it over."""
    show = state.show
    if show is None or show.taken_over or not action.recorded or isinstance(action, EndGesture):
        return update(state, action)  # panels send the last to be sure
    before = gesture_ended(state)  # what the demo holds is not in their hand
    after = update(before, action)
    seen = parts_of(State, Of.SHOW)
    changed = any(getattr(before, name) is not getattr(after, name) for name in seen)
    return _taken_over(after) if changed else _highlighted(state, after)


def _highlighted(before: State, after: State) -> State:
    """Where nothing is pointed at, what the demo points at at this moment."""
    if after.show is None:
        return after
    shown = playhead_at(after.show.demo, after.show.tick).state
    marks = {name: getattr(shown, name) for name in HIGHLIGHTS if getattr(after, name) is None}
    marked = replace(after, **marks)
    return before if marked == before else marked


def _taken_over(state: State) -> State:
    if state.show is None:
        return state
    return replace(state, show=replace(state.show, playing=False, taken_over=True, way_back=None))


def shown_on(state: State, seconds: float) -> State:
    """The state after the demo that is shown has gone on for so long."""
    show = state.show
    if show is None:
        return state
    if show.way_back is not None:
        show = replace(show, way_back=gone_on(show.way_back, seconds))
    if not show.playing:
        return _showing(state, show)
    position = min(show.position + seconds * TICKS * show.rate, float(show.demo.length))
    moved = replace(show, position=position)
    return _showing(state, replace(moved, playing=not moved.is_over))


def _showing(state: State, show: Show) -> State:
    """What the demo shows, before the user's eyes."""
    head = playhead_at(show.demo, show.tick)
    diverged = tuple(sorted({*show.diverged, *head.diverged}))
    seen = head.state if show.playing else gesture_ended(head.state)
    seen = replace(seen, drag=None, pull=None)  # what the demo holds, the pointer does not
    if show.way_back is not None:
        part = part_of_way(show.way_back.elapsed)
        seen = replace(seen, cameras=cameras_between(show.way_back.cameras, seen.cameras, part))
    return replace(before_the_user(state, seen), show=replace(show, diverged=diverged))


def before_the_user(state: State, shown: State) -> State:
    """What is to be shown, as the user of `state` likes to see it; it is nobody's file."""
    own = {name: getattr(state, name) for name in parts_of(State, Of.USER)}
    return replace(shown, path=None, saved=shown.document, **own)
