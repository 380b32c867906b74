"""Demo steps that perform user actions: one by hand, or those of a live recording."""

from collections.abc import Iterator
from typing import Annotated

from gjkscope.app.base.decoding import meaning
from gjkscope.app.scenes.file_models import Index, Strict
from gjkscope.app.state.actions import Action, HoverAxis, HoverFace, LineBy, PointAt, Say
from gjkscope.app.state.inspection.pointing import refusal_to_point
from gjkscope.app.state.model import Cue, Motion, State
from gjkscope.app.state.model.demo import DemoMark
from gjkscope.app.state.persistence.action_json import from_json
from gjkscope.app.teach.demos.idle import Unseen, why_idle
from gjkscope.app.teach.demos.steps.run import check_highlight
from gjkscope.app.teach.demos.steps.step import Names, Step, StepKeys, body_of, instant

MOST_LINES = 10_000
"""Limit for `LineBy` in a demo: each line takes up to a millisecond."""


class ActStep(Step, tag="act"):
    """Performs any user action, as written by a recording."""

    action: Annotated[Names, meaning('an action, with the name of its class under "is"')]

    def begin(self, state: State) -> Motion:
        action = decode_action(self.action)
        if isinstance(name := getattr(action, "body", None), str):
            body_of(state, name, "action")
        _check_numbers(state, action)
        reason = why_idle(state, [action])
        return instant(action) if reason is None else Unseen(instant(action), reason)


def _check_numbers(state: State, action: Action) -> None:
    """Raises `ValueError` if the action names an axis, a face or a vertex that cannot exist."""
    if isinstance(action, HoverAxis):
        check_highlight(state, action.axis, None)
    elif isinstance(action, HoverFace):
        check_highlight(state, None, action.face)
    elif isinstance(action, PointAt) and action.target is not None:
        refusal = refusal_to_point(state, action.target, action.view)
        if refusal is not None:
            raise ValueError(f"action: {refusal}")


class TimedAction(Strict):
    """An action and its time."""

    tick: Annotated[Index, meaning("time since the start of the step, in sixtieths of a second")]
    action: Annotated[Names, meaning('an action, with the name of its class under "is"')]

    def begin(self, state: State) -> Motion:
        """The action as a motion.  Raises `ValueError`."""
        return instant(decode_action(self.action))


class RecordedStep(Step, tag="recorded"):
    """Actions recorded live."""

    actions: Annotated[tuple[TimedAction, ...], meaning("the actions, in order")]

    def cues(self, start: int, keys: StepKeys) -> Iterator[Cue]:
        for i, timed in enumerate(self.actions):
            yield Cue(start + timed.tick, 0, timed.begin, (*keys, "actions", i))

    def marks(self, start: int) -> Iterator[DemoMark]:
        for timed in self.actions:
            if timed.action.get("is") == Say.__name__ and timed.action.get("text"):
                yield DemoMark(start + timed.tick, str(timed.action["text"]))

    def begin(self, state: State) -> Motion:
        return instant()


def decode_action(document: Names) -> Action:
    """Decodes an action of a demo file.  Raises `ValueError`."""
    try:
        action = from_json(document)
    except ValueError as fault:
        raise ValueError(f"action: {fault}") from None
    if not isinstance(action, Action) or not action.recorded:
        raise ValueError(f"action: {document['is']!r} is not allowed in a demo")
    if isinstance(action, LineBy) and abs(action.count) > MOST_LINES:
        raise ValueError(f"action: LineBy.count: must be from -{MOST_LINES} to {MOST_LINES}, got {action.count}")
    return action
