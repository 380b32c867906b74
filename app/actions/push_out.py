"""The action that applies the push-out shown."""

from gjkscope.app.actions.action import Action, updates
from gjkscope.app.actions.history import edited_at_once
from gjkscope.app.base.records import replace
from gjkscope.app.inspection.traces import inspect
from gjkscope.app.model import State
from gjkscope.app.runs.choices import Run
from gjkscope.app.runs.runs import pushed


class PushOut(Action, frozen=True):
    """Moves the bodies to the final positions of the chosen push-out."""


@updates(PushOut)
def _push_out(state: State, _: PushOut) -> State:
    run = inspect(state).trace
    after = pushed(run) if isinstance(run, Run) else {}
    if not after:
        return state
    scene = state.document.scene
    for name, position in after.items():
        body = scene.body(name)
        scene = scene.with_body(replace(body, placement=body.placement.moved(position)))
    return edited_at_once(state, f"push out {' and '.join(after)}", replace(state.document, scene=scene))
