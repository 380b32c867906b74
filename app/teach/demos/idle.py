"""Finds the steps of a demo that have no effect, while the demo is rehearsed.

A step has no effect if it performs actions and none of them changes what a demo controls, or if it declares the change
invisible (`Unseen`).  Exempt are steps that perform no action, such as a pause, and steps before any time has passed,
which may state a default.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from gjkscope.app.base.json_document import Keys
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, update
from gjkscope.app.state.model import Cue, Demo, Motion, State
from gjkscope.app.state.model.ownership import Of, fields_of, value_at

NO_CHANGE = "nothing changes"
StepKeys = tuple[str | int, ...]


class Unseen(Struct, frozen=True):
    """A motion whose effect cannot be seen in its context, and why."""

    motion: Motion
    reason: str

    def __call__(self, state: State, part: float) -> Iterable[Action]:
        return self.motion(state, part)


class IdleSteps:
    """Watches a demo being performed.  Cues from the same place count as one step."""

    def __init__(self) -> None:
        self._acting: dict[StepKeys, None] = {}  # steps that have performed an action, in their order
        self._effective: set[StepKeys] = set()
        self._reasons: dict[StepKeys, str] = {}

    def watching(self, demo: Demo) -> Demo:
        """The demo with cues that are watched."""
        return replace(demo, cues=tuple(map(self._watch, demo.cues)))

    def idle_steps(self) -> Iterator[tuple[Keys, str]]:
        """The steps without effect, each with the reason."""
        for keys in self._acting:
            if keys not in self._effective:
                yield keys, self._reasons[keys]

    def _watch(self, cue: Cue) -> Cue:
        if "actions" in cue.place:  # live recordings are kept as they are
            return cue
        states_defaults = cue.start == 0 and cue.length == 0

        def begin(state: State) -> Motion:
            motion = cue.begin(state)
            if isinstance(motion, Unseen):
                self._acting[cue.place] = None
                self._reasons[cue.place] = f"has no effect: {motion.reason}"
            if states_defaults or isinstance(motion, Unseen):
                return motion
            return lambda state, part: self._note(state, tuple(motion(state, part)), cue.place)

        return cue._replace(begin=begin)

    def _note(self, state: State, actions: tuple[Action, ...], keys: StepKeys) -> tuple[Action, ...]:
        """The actions, after noting whether they change anything; not checked again once they have."""
        if keys in self._effective or not actions:
            return actions
        self._acting[keys] = None
        if (reason := why_idle(state, actions)) is None:
            self._effective.add(keys)
        else:
            self._reasons[keys] = f"has no effect: {reason}"
        return actions


def why_idle(state: State, actions: Iterable[Action]) -> str | None:
    """Why the actions have no effect; None if they have one."""
    after = state
    for action in actions:
        after = update(after, action)
    if _differ(state, after):
        return None
    message = after.shell.message
    return NO_CHANGE if message is None or message is state.shell.message else message.text


def _differ(first: State, second: State) -> bool:
    """Whether anything that a demo controls or stores differs."""
    parts = (*fields_of(State, Of.SHOW), *fields_of(State, Of.DEMO))
    values = ((value_at(first, part.path), value_at(second, part.path)) for part in parts if part.path[0] != "gesture")
    return any(before is not after and before != after for before, after in values)
