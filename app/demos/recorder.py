"""Records what is done: a first state, the actions with their ticks, and the hashes of the traces as they change."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from ..action_json import to_json
from ..actions import (
    Action,
    BringBack,
    ChooseAlgorithm,
    ChooseLayout,
    ChoosePair,
    CompareWith,
    GoToStep,
    GoToTick,
    HideBody,
    InspectRun,
    OpenLesson,
    OpenScene,
    PlaceCamera,
    PlayMotion,
    Redo,
    ResetMotion,
    Select,
    SetOptions,
    Show,
    StepMotion,
    TogglePlay,
    Undo,
    update,
)
from ..actions.history import gesture_ended
from ..demo import TICKS, Demo
from ..state import History, State, View
from ..trace_hash import trace_hash
from ..traces import is_awaited
from .file import demo_of, scene_entries, start_entries

OF_A_DOCUMENT = ("scene", "pair", "selected", "hidden")
"""What undo brings back."""


class Recorder:
    """Follows a session from a state on, at which nothing is held by the pointer."""

    def __init__(self, first: State) -> None:
        moving = first.simulation
        self._first = replace(gesture_ended(first), simulation=None, live=False)  # it begins as it is shown
        self._reaching_back = (GoToTick, ResetMotion, StepMotion) if moving is not None else ()
        self._actions: list[dict[str, Any]] = []
        if moving is not None and moving.playing:
            self._actions.append({"tick": 0, "action": to_json(PlayMotion(True))})
        self._hashes = [(0, trace_hash(self._first))]
        self._history = History()  # for undo and redo, as it is when the recording is played

    def note(self, tick: int, action: Action, before: State, after: State) -> None:
        """The action was performed at that tick, and led from one state to the other."""
        if action.recorded or isinstance(action, OpenLesson):
            alone = self._alone(action, before, after)
            self._actions += [{"tick": tick, "action": to_json(part)} for part in alone]

    def _alone(self, action: Action, before: State, after: State) -> list[Action]:
        """The action as a demo can do it: one that reaches back to before the beginning as what came of it."""
        if isinstance(action, OpenLesson):
            self._history = after.history
            return list(_set_anew(after))
        if isinstance(action, Undo | Redo) and after.simulation is not None:  # it did not touch what moves
            return [ChoosePair(after.pair), Select(after.selected), GoToStep(after.step)]
        again = update(replace(before, history=self._history), action)
        self._history = again.history
        same = all(getattr(again, name) == getattr(after, name) for name in OF_A_DOCUMENT)
        if same and not isinstance(action, self._reaching_back):
            return [replace(action, path=None) if isinstance(action, OpenScene) else action]
        back: list[Action] = [BringBack(after.scene, after.pair)]
        back += [HideBody(name, name in after.hidden) for name in after.scene.names]
        back += [Select(after.selected), GoToStep(after.step)]
        if after.playback.playing:
            back.append(TogglePlay())
        return back

    def look(self, tick: int, state: State) -> None:
        """The state is as seen at the end of that tick."""
        if is_awaited(state):
            return
        found = trace_hash(state)
        if found != self._hashes[-1][1]:
            if self._hashes[-1][0] == tick:
                self._hashes.pop()
            self._hashes.append((tick, found))

    def demo(self, name: str, tick: int) -> Demo:
        """What was recorded until that tick."""
        from .models import VERSION

        step = {"do": "recorded", "seconds": tick / TICKS, "actions": self._actions}
        document = {
            "gjkdemo": VERSION,
            "name": name,
            "scene": scene_entries(self._first.scene),
            "start": start_entries(self._first),
            "steps": [step],
            "hashes": [{"tick": tick, "trace": found} for tick, found in self._hashes],
        }
        return demo_of(document)


def _set_anew(state: State) -> Iterator[Action]:
    """What leads to the page of a lesson from any other state: whoever plays the recording may not have the lesson."""
    yield OpenScene(state.scene)
    yield from (ChoosePair(state.pair), SetOptions(state.options), ChooseAlgorithm(state.algorithm))
    yield from (CompareWith(state.versus), InspectRun(state.second_inspected))
    yield from (ChooseLayout(state.layout), Select(state.selected))
    yield from (Show(field.name, getattr(state.visible, field.name)) for field in fields(state.visible))
    yield from (PlaceCamera(view, state.cameras.of(view)) for view in View)
    yield GoToStep(state.step)
