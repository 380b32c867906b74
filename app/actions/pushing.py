"""The push-out that is shown, carried out."""

from dataclasses import dataclass, replace

from ..choices import Run
from ..runs import pushed
from ..state import State
from ..traces import inspect
from .action import Action, updates
from .history import edited_at_once


@dataclass(frozen=True)
class PushOut(Action):
    """Moves the bodies to where the push-out that is chosen leaves them."""


@updates(PushOut)
def _push_out(state: State, _: PushOut) -> State:
    run = inspect(state).trace
    after = pushed(run) if isinstance(run, Run) else {}
    if not after:
        return state
    scene = state.scene
    for name, position in after.items():
        body = scene.body(name)
        scene = scene.with_body(replace(body, placement=body.placement.moved(position)))
    return edited_at_once(state, f"push out {' and '.join(after)}", scene=scene)
