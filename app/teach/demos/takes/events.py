"""What happened in a recording: its actions with the states around them, and the cameras at each tick."""

from typing import NamedTuple

from gjkscope.app.state.actions import Action, update
from gjkscope.app.state.actions.demo_playback import pass_time
from gjkscope.app.state.model import Cameras, Demo, State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.takes.timeline import Moment, Words, before_step, spans


class TakeEvent(NamedTuple):
    """A recorded action: its tick, its number among the actions, and the states around it."""

    tick: int
    number: int
    words: Words
    action: Action
    before: State
    after: State

    @property
    def is_refused(self) -> bool:
        note = self.after.shell.message
        return note is not None and note.is_error and note is not self.before.shell.message


class Happening(NamedTuple):
    """The events of one recorded step; ticks count from its beginning."""

    start: Moment
    events: list[TakeEvent]
    cameras: list[Cameras]  # at the end of each tick
    length: int

    def cameras_between(self, first: int, last: int, after: State, before: State | None) -> list[Cameras]:
        """The cameras from tick `first`, after an action that led to `after`, to tick `last`, before another."""
        if first >= last:
            return []
        goal = self.cameras[last] if before is None else before.view.cameras
        return [after.view.cameras, *self.cameras[first + 1 : last], goal]

    def moment(self, tick: int, number: int) -> Moment:
        """The moment before action number `number`, at that tick."""
        return Moment(self.start.demo, self.start.tick + tick, self.start.begun + number)


def happening_in(demo: Demo, index: int) -> Happening:
    """What happens in step number `index`, which is recorded."""
    from gjkscope.app.teach.demos.steps.acts import decode_action

    span, start = spans(demo)[index], before_step(demo, index)
    state, events, cameras, number = start.state, [], [], 0
    actions = sorted(span.step["actions"], key=lambda timed: timed["tick"])
    for tick in range(span.length + 1):
        if tick > 0:
            state = pass_time(state, 1 / TICKS)
        while number < len(actions) and actions[number]["tick"] == tick:
            words = actions[number]["action"]
            action, before = decode_action(words), state
            state = update(state, action)
            events.append(TakeEvent(tick, number, words, action, before, state))
            number += 1
        cameras.append(state.view.cameras)
    return Happening(start, events, cameras, span.length)
