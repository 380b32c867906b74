"""Actions of presenter mode: moving from stop to stop, the laser pointer, pen and eraser, and bookmarks.

They are neither recorded in takes nor undone with Ctrl+Z: ink and bookmarks belong to the presenter, not to the scene.
"""

from bisect import bisect_right
from math import hypot, isfinite
from pathlib import PurePath
from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.demos import PlayDemo, SeekDemo, uncover
from gjkscope.app.state.actions.stops import stop_after, stop_before, stops
from gjkscope.app.state.actions.views import without_previews
from gjkscope.app.state.model import InkColor, InkPoint, InkTool, LaserSpot, Place, Presenting, State, Stroke, View
from gjkscope.app.state.model.demo import format_time
from gjkscope.app.state.model.ownership import Of, with_parts
from gjkscope.app.state.model.presenting import BOOKMARKS, LASER_SECONDS

ERASER_RADIUS = 0.025  # heights of the view


class Present(Action, frozen=True):
    """Begins presenting what is open, or ends it; `program` are the files of demos that follow one another.

    With `from_start`, an open demo begins again.
    """

    on: bool
    program: tuple[str, ...] = ()
    from_start: bool = False
    recorded = False


class PresentBy(Action, frozen=True):
    """Goes to the next stop of the demo, or back to the previous one.

    Forward plays up to the stop, or jumps there if already playing.  Back jumps at once.
    """

    count: int
    recorded = False


class ShowBlack(Action, frozen=True):
    """Shows the audience a black screen, or the views again."""

    on: bool
    passing = True
    recorded = False


class ChooseInk(Action, frozen=True):
    """Chooses what the mouse does over the views; None: it turns cameras and moves bodies, as usual."""

    tool: InkTool | None
    passing = True
    recorded = False


class ChooseInkColor(Action, frozen=True):
    """Chooses the colour of the pen, and takes the pen."""

    color: InkColor
    passing = True
    recorded = False


class BeginStroke(Action, frozen=True):
    """Begins a stroke of the pen over a view."""

    view: View
    point: InkPoint
    passing = True
    recorded = False


class ExtendStroke(Action, frozen=True):
    """Extends the last stroke to a point."""

    point: InkPoint
    passing = True
    recorded = False


class EraseInk(Action, frozen=True):
    """Erases the strokes near a point of a view."""

    view: View
    point: InkPoint
    passing = True
    recorded = False


class UndoStroke(Action, frozen=True):
    """Removes the last stroke at this place."""

    passing = True
    recorded = False


class ClearInk(Action, frozen=True):
    """Removes all strokes at this place."""

    passing = True
    recorded = False


class PointLaser(Action, frozen=True):
    """Moves the laser pointer to a place in the window, given as fractions of its size; None: switches it off."""

    place: tuple[float, float] | None
    passing = True
    recorded = False


class StorePlace(Action, frozen=True):
    """Sets the bookmark with that digit to the current place."""

    number: int
    recorded = False


class GoToPlace(Action, frozen=True):
    """Returns to the bookmark with that digit."""

    number: int
    recorded = False


class ShowNotes(Action, frozen=True):
    """Opens or closes the window with the presenter's notes."""

    on: bool
    passing = True
    recorded = False


class ShowPresentingTime(Action, frozen=True):
    """Shows how many seconds the presentation has taken so far."""

    seconds: int
    passing = True
    recorded = False


class NoteKept(Action, frozen=True):
    """Notes how many scenes with unsaved changes have been set aside."""

    count: int
    passing = True
    recorded = False


@updates(Present)
def _present(state: State, action: Present) -> State:
    if action.on == state.presenting.on:
        return state
    known = state.presenting
    if not action.on:
        return replace(state, presenting=replace(known, on=False, black=False, tool=None, laser=(), notes=False))
    program = action.program or known.program
    begun = Presenting(on=True, color=known.color, places=known.places, kept=known.kept, program=program)
    bare = without_previews(uncover(state))
    presented = replace(bare, shell=replace(bare.shell, recovery=None, message=None), presenting=begun)
    is_begun = presented.show is not None and presented.show.tick > 0
    return update(_at_rest_at(presented, 0), PlayDemo(True)) if action.from_start and is_begun else presented


@updates(PresentBy)
def _present_by(state: State, action: PresentBy) -> State:
    if state.presenting.black:
        return _with(state, black=False)
    for _ in range(abs(action.count)):
        state = _forward(state) if action.count > 0 else _back(state)
    return state


def program_neighbour(state: State, count: int) -> str | None:
    """The file of the next demo (-1: previous), if the open one of the program is at its end (-1: start)."""
    show = state.show
    if show is None or show.taken_over or state.presenting.black:
        return None
    is_at_end = show.tick == (show.demo.length if count > 0 else 0)
    return _in_program(state, count) if is_at_end else None


def program_follower(state: State) -> str:
    """What follows the open demo in the program, in words; empty at its end."""
    path = _in_program(state, 1)
    return f"The next demo, {PurePath(path).name}" if path is not None else ""


def _in_program(state: State, count: int) -> str | None:
    show, program = state.show, state.presenting.program
    if show is None or show.path not in program:
        return None
    index = program.index(show.path) + count
    return program[index] if 0 <= index < len(program) else None


def _forward(state: State) -> State:
    show = state.show
    if show is None:
        return state
    if show.playing:
        return _at_rest_at(state, stop_after(show.demo, show.position))
    return state if show.is_over and not show.taken_over else update(state, PlayDemo(True))


def _back(state: State) -> State:
    show = state.show
    return state if show is None else _at_rest_at(state, stop_before(show.demo, show.position))


def _at_rest_at(state: State, tick: int) -> State:
    """The demo, paused at that tick."""
    return update(update(state, PlayDemo(False)), SeekDemo(tick))


@updates(ShowBlack)
def _show_black(state: State, action: ShowBlack) -> State:
    return _with(state, black=action.on) if state.presenting.on else state


@updates(ChooseInk)
def _choose_ink(state: State, action: ChooseInk) -> State:
    return _with(state, tool=action.tool, laser=()) if state.presenting.on else state


@updates(ChooseInkColor)
def _choose_ink_color(state: State, action: ChooseInkColor) -> State:
    return _with(state, color=action.color, tool=InkTool.PEN, laser=()) if state.presenting.on else state


@updates(BeginStroke)
def _begin_stroke(state: State, action: BeginStroke) -> State:
    if not state.presenting.on or not _is_place(action.point):
        return state
    stroke = Stroke(ink_place(state), action.view, state.presenting.color, (action.point,))
    return _with(state, strokes=(*state.presenting.strokes, stroke))


@updates(ExtendStroke)
def _extend_stroke(state: State, action: ExtendStroke) -> State:
    strokes = state.presenting.strokes
    if not strokes or not _is_place(action.point) or strokes[-1].points[-1] == action.point:
        return state
    last = strokes[-1]
    return _with(state, strokes=(*strokes[:-1], replace(last, points=(*last.points, action.point))))


@updates(EraseInk)
def _erase_ink(state: State, action: EraseInk) -> State:
    if not _is_place(action.point):
        return state
    kept = tuple(
        stroke
        for stroke in state.presenting.strokes
        if stroke.view is not action.view or not _is_over(state, stroke) or not _is_near(stroke, action.point)
    )
    return _with(state, strokes=kept) if len(kept) < len(state.presenting.strokes) else state


@updates(UndoStroke)
def _undo_stroke(state: State, _: UndoStroke) -> State:
    strokes = state.presenting.strokes
    last = max((i for i, stroke in enumerate(strokes) if _is_over(state, stroke)), default=None)
    return state if last is None else _with(state, strokes=(*strokes[:last], *strokes[last + 1 :]))


@updates(ClearInk)
def _clear_ink(state: State, _: ClearInk) -> State:
    return _with(state, strokes=tuple(stroke for stroke in state.presenting.strokes if not _is_over(state, stroke)))


def strokes_over(state: State, view: View) -> tuple[Stroke, ...]:
    """The strokes to draw over a view at this place."""
    return tuple(stroke for stroke in state.presenting.strokes if stroke.view is view and _is_over(state, stroke))


def _is_over(state: State, stroke: Stroke) -> bool:
    return stroke.place == ink_place(state)


def ink_place(state: State) -> str:
    """What strokes belong to: the last stop of a demo, a page of a lesson, or the scene."""
    show, lesson = state.show, state.lesson
    if show is not None:
        passed = bisect_right(stops(show.demo), show.position)
        return f"{show.demo.name}, stop {passed}"
    if lesson is not None and state.page is not None:
        return f"{lesson.lesson.name}, page {lesson.page}"
    return state.document.scene.name


def _is_near(stroke: Stroke, point: InkPoint) -> bool:
    """Whether any segment of the stroke passes the point closely."""
    ends = stroke.points[1:] or stroke.points
    return any(
        _distance_to_segment(point, start, end) <= ERASER_RADIUS
        for start, end in zip(stroke.points, ends, strict=False)
    )


def _distance_to_segment(point: InkPoint, start: InkPoint, end: InkPoint) -> float:
    across, along = (point[0] - start[0], point[1] - start[1]), (end[0] - start[0], end[1] - start[1])
    squared = along[0] ** 2 + along[1] ** 2
    part = min(max((across[0] * along[0] + across[1] * along[1]) / squared, 0.0), 1.0) if squared > 0 else 0.0
    return hypot(across[0] - part * along[0], across[1] - part * along[1])


@updates(PointLaser)
def _point_laser(state: State, action: PointLaser) -> State:
    laser = state.presenting.laser
    if action.place is None:
        return _with(state, laser=()) if laser else state
    if not state.presenting.on or not _is_place(action.place):
        return state
    return _with(state, laser=(*laser, LaserSpot(*action.place)))


def fade_laser(state: State, seconds: float) -> State:
    """The state after the tail of the laser has faded for `seconds`; its newest spot stays until it is switched off."""
    laser = state.presenting.laser
    if len(laser) <= 1:
        return state
    older = (spot._replace(age=spot.age + seconds) for spot in laser[:-1])
    tail = tuple(spot for spot in older if spot.age < LASER_SECONDS)
    return _with(state, laser=(*tail, laser[-1]._replace(age=0.0)))


@updates(StorePlace)
def _store_place(state: State, action: StorePlace) -> State:
    if not state.presenting.on or action.number not in BOOKMARKS:
        return state
    kept = replace(state, presenting=Presenting())
    others = [bookmark for bookmark in state.presenting.places if bookmark.number != action.number]
    places = sorted([*others, Place(action.number, place_name(state), kept)], key=lambda bookmark: bookmark.number)
    stored = _with(state, places=tuple(places))
    return stored.with_message(f"Bookmark {action.number}: {place_name(state)}")


def place_name(state: State) -> str:
    """The name of what is being presented, for bookmarks and notes."""
    show, lesson = state.show, state.lesson
    if show is not None:
        return f"{show.demo.name}, {format_time(show.tick)}"
    if lesson is not None and state.page is not None:
        return f"{lesson.lesson.title}: {lesson.shown.title}"
    return state.title


@updates(GoToPlace)
def _go_to_place(state: State, action: GoToPlace) -> State:
    bookmark = state.presenting.place(action.number)
    if not state.presenting.on or bookmark is None:
        return state
    kept = with_parts(bookmark.kept, uncover(state), Of.USER)
    show = replace(bookmark.kept.show, playing=False) if bookmark.kept.show is not None else None
    here = replace(kept, show=show, lesson=bookmark.kept.lesson, own=bookmark.kept.own, pointer=state.pointer)
    return _with(here, black=False)


@updates(ShowNotes)
def _show_notes(state: State, action: ShowNotes) -> State:
    return _with(state, notes=action.on) if state.presenting.on else state


@updates(ShowPresentingTime)
def _show_presenting_time(state: State, action: ShowPresentingTime) -> State:
    return _with(state, seconds=action.seconds) if state.presenting.on else state


@updates(NoteKept)
def _note_kept(state: State, action: NoteKept) -> State:
    return _with(state, kept=action.count)


def _with(state: State, **changes: Any) -> State:
    return replace(state, presenting=replace(state.presenting, **changes))


def _is_place(point: tuple[float, float]) -> bool:
    return all(map(isfinite, point))
