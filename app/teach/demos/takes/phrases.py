"""Turns recorded actions into phrases of a few steps, as a person would have written them."""

from collections.abc import Callable, Sequence
from math import dist
from typing import NamedTuple

from gjkscope.app.base.records import field_names
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import (
    Action,
    BeginDrag,
    ChooseAlgorithm,
    ChooseLayout,
    ChooseTheme,
    DragTo,
    EndGesture,
    FrameAll,
    FrameBody,
    GoToLast,
    GoToStep,
    HoverAxis,
    HoverBody,
    HoverFace,
    HoverOrigin,
    HoverRegion,
    HoverTarget,
    HoverView,
    Lecture,
    LookFrom,
    LookOpposite,
    OpenScene,
    Orbit,
    Pan,
    PlaceBody,
    PlaceCamera,
    PullTo,
    PushOut,
    Restore,
    Say,
    Select,
    SetOrthographic,
    SetProperty,
    SetShapeField,
    SetVisible,
    ShowOnly,
    ShowVerdict,
    StepBy,
    Tick,
    TurnBody,
    TurnBy,
    TurnTo,
    Zoom,
)
from gjkscope.app.state.inspection.comparison import end, position
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import LAST_STEP, Gesture, Pointer, State, Visibility
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.file import inline_scene
from gjkscope.app.teach.demos.takes.events import TakeEvent
from gjkscope.app.teach.demos.takes.polyline import kept_corners, significant
from gjkscope.app.teach.demos.takes.seam import coordinates, turn_between
from gjkscope.app.teach.demos.takes.timeline import Words, in_seconds

APART = 20  # ticks between two actions that do not belong together
OFF = 0.01  # how far a simplified path may be off, relative to its extent

POINTING = (HoverAxis, HoverBody, HoverFace, HoverOrigin, HoverRegion, HoverTarget, HoverView)
FILMING = (Orbit, Pan, Zoom, PlaceCamera, FrameAll, FrameBody, LookFrom, LookOpposite, SetOrthographic, TurnBy)
"""Actions that only move a camera: their effect is taken from the cameras themselves."""
MOVING = (BeginDrag, DragTo, PullTo, TurnTo, PlaceBody, TurnBody)
STEPPING = (GoToStep, StepBy, GoToLast)
SETTING = (SetProperty, SetShapeField)


class Phrase(NamedTuple):
    """Steps for the events from `first` to `last`, the ticks that they take; `number` is that of the first event.

    `recorded` is the same as one step, exactly as recorded.
    """

    first: int
    last: int
    number: int
    after: State
    steps: list[Words]
    recorded: Words

    def as_recorded(self) -> "Phrase":
        return self._replace(steps=[self.recorded], last=self.first + round(self.recorded["seconds"] * TICKS))


def phrases(events: Sequence[TakeEvent]) -> list[Phrase]:
    """The events as phrases, in order of time."""
    grouped: list[Phrase] = []
    waiting = [event for event in events if not _is_silent(event)]
    while waiting:
        group = _group(waiting)
        waiting = waiting[len(group) :]
        steps = _steps_of(group)
        if steps:
            first, last = group[0].tick, group[-1].tick
            ticks = first, last if _takes_time(steps) else first
            grouped.append(Phrase(*ticks, group[0].number, group[-1].after, steps, _as_recorded(group)))
    return grouped


def _takes_time(steps: Sequence[Words]) -> bool:
    return any("seconds" in step or _takes_time(step.get("steps", ())) for step in steps)


def _is_silent(event: TakeEvent) -> bool:
    """Whether the event only points, moves a camera, ends a gesture, or does nothing."""
    if event.after is event.before or isinstance(event.action, (*POINTING, *FILMING, EndGesture, Tick)):
        return True
    if isinstance(event.action, Restore):
        return all(isinstance(record, Pointer | Gesture) for record in event.action.records)
    return event.is_refused and event.after.run is event.before.run and event.after.document is event.before.document


def _group(events: Sequence[TakeEvent]) -> Sequence[TakeEvent]:
    """The first events that belong together."""
    subject = _subject(events[0])
    count = 1
    while (
        subject is not None
        and count < len(events)
        and _subject(events[count]) == subject
        and events[count].tick - events[count - 1].tick <= APART
        and not isinstance(events[count].action, BeginDrag)
    ):
        count += 1
    return events[:count]


def _subject(event: TakeEvent) -> object:
    """What the action is about, if actions on it in quick succession count as one; None for others."""
    action = event.action
    if isinstance(action, DragTo):
        drag = event.before.gesture.drag
        return ("body", drag.body) if drag is not None else None
    if isinstance(action, (BeginDrag, PullTo, TurnTo, PlaceBody, TurnBody)):
        return ("body", action.body)
    if isinstance(action, STEPPING):
        forward = position(event.after) >= position(event.before)
        return ("step", forward) if event.after.run.beat is None else None
    if isinstance(action, SETTING):
        return (type(action), action.body, getattr(action, "name", None) or getattr(action, "field", None))
    return None


def _steps_of(group: Sequence[TakeEvent]) -> list[Words]:
    action = group[0].action
    if any(event.is_refused for event in group):
        return [_as_recorded(group)]
    for kinds, words in WORDS.items():
        if isinstance(action, kinds) and (steps := words(group)) is not None:
            return steps
    return [_act(action)] if len(group) == 1 else [_as_recorded(group)]


def _as_recorded(group: Sequence[TakeEvent]) -> Words:
    """The events as they were recorded: a recording may contain actions that were refused."""
    first = group[0].tick
    actions = [{"tick": event.tick - first, "action": event.words} for event in group]
    return {"do": "recorded", "seconds": in_seconds(group[-1].tick - first), "actions": actions}


def _act(action: Action) -> Words:
    return {"do": "act", "action": to_json(action)}


def _lasting(group: Sequence[TakeEvent]) -> Words:
    """The time that the events took, if any."""
    ticks = group[-1].tick - group[0].tick
    return {"seconds": in_seconds(ticks)} if ticks else {}


def _moves(group: Sequence[TakeEvent]) -> list[Words] | None:
    subject = _subject(group[0])
    assert isinstance(subject, tuple)
    name, before, after = str(subject[1]), group[0].before, group[-1].after
    if name not in before.document.scene.names or name not in after.document.scene.names:
        return None
    chosen = [_act(Select(name))] if before.document.selected != after.document.selected == name else []
    if before.document.scene is after.document.scene:
        return chosen
    start, goal = before.document.scene.body(name), after.document.scene.body(name)
    moves = [*_move(group, name, start), *_turn(group, start, goal)]
    if len(moves) > 1:
        return [*chosen, {"do": "together", "steps": moves}]
    return [*chosen, *moves]


def _move(group: Sequence[TakeEvent], name: str, start: Body) -> list[Words]:
    points = [start.pose.position, *(event.after.document.scene.body(name).pose.position for event in group)]
    if all(point == points[0] for point in points):
        return []
    corners = [points[i] for i in kept_corners(points, OFF * max(dist(points[0], point) for point in points))][1:]
    written = [coordinates(point, start) for point in corners]
    passed = [[*map(significant, point)] for point in written[:-1]]
    way = {"path": [*passed, written[-1]]} if passed else {"to": written[-1]}
    return [{"do": "move", "body": name} | way | _lasting(group)]


def _turn(group: Sequence[TakeEvent], start: Body, goal: Body) -> list[Words]:
    turn = turn_between(start, goal)
    return [] if turn is None else [turn | _lasting(group)]


def _goes(group: Sequence[TakeEvent]) -> list[Words] | None:
    after = group[-1].after
    if after.run.beat is not None or after.run.line is not None or after.run.playback.playing:
        return None
    step = after.run.step
    if step != LAST_STEP and step > end(group[0].before):
        return None
    return [{"do": "go", "step": "last" if step == LAST_STEP else step} | _lasting(group)]


def _sets(group: Sequence[TakeEvent]) -> list[Words] | None:
    action = group[-1].action
    assert isinstance(action, SETTING)
    name = action.name if isinstance(action, SetProperty) else action.field
    if isinstance(action.value, int | float) and not isinstance(action.value, bool):
        return [{"do": "set", "body": action.body, "name": name, "to": action.value} | _lasting(group)]
    return None


def _chooses(group: Sequence[TakeEvent]) -> list[Words] | None:
    action, after = group[0].action, group[0].after
    assert isinstance(action, ChooseAlgorithm)
    if after.run.algorithm != action.name or inspect(after).refusal is not None:
        return None
    names = ("float32", "crossings", "corrected")
    options = {name: value for name in names if (value := getattr(after.run.options, name))}
    return [{"do": "algorithm", "name": action.name} | options]


def _views(group: Sequence[TakeEvent]) -> list[Words] | None:
    action = group[0].action
    if isinstance(action, ChooseLayout):
        return [{"do": "views", "layout": action.layout.value}]
    if isinstance(action, ChooseTheme):
        return [{"do": "views", "theme": action.theme.value}]
    if isinstance(action, Lecture):
        return [{"do": "views", "lecture": action.on}]
    if isinstance(action, ShowVerdict):
        return [{"do": "views", "verdict": "shown" if action.shown else "hidden"}]
    if isinstance(action, ShowOnly):
        hidden = [name for name in field_names(Visibility) if name not in action.parts]
        return [{"do": "views", "visible": list(action.parts), "hidden": hidden}]
    assert isinstance(action, SetVisible)
    return [{"do": "views", "visible" if action.shown else "hidden": [action.what]}]


def _says(group: Sequence[TakeEvent]) -> list[Words] | None:
    action = group[0].action
    assert isinstance(action, Say)
    return [{"do": "caption", "text": action.text}]


def _opens(group: Sequence[TakeEvent]) -> list[Words] | None:
    action = group[0].action
    assert isinstance(action, OpenScene)
    return [{"do": "open", "scene": inline_scene(action.scene)}]


WORDS: dict[tuple[type[Action], ...], Callable[[Sequence[TakeEvent]], list[Words] | None]] = {
    MOVING: _moves,
    STEPPING: _goes,
    SETTING: _sets,
    (ChooseAlgorithm,): _chooses,
    (ChooseLayout, ChooseTheme, Lecture, SetVisible, ShowOnly, ShowVerdict): _views,
    (Say,): _says,
    (OpenScene,): _opens,
    (PushOut,): lambda _: [{"do": "push out"}],
}
"""The words for events, by the kinds of the first action; None: the actions themselves."""
