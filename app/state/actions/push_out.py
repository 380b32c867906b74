"""Actions that move several bodies in one edit: the push-out shown, at once or gradually."""

from collections.abc import Iterable

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.ask.runs.runs import pushed_positions
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.history import edit, edit_at_once
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.engine.vectors import Vec3

BodyPlace = tuple[str, Vec3]
"""The name of a body, and a position."""


class PushOut(Action, frozen=True):
    """Moves the bodies to the final positions of the chosen push-out."""


class MoveBodies(Action, frozen=True):
    """Moves bodies to positions on their way; all moves with the same label share a history entry."""

    label: str
    places: tuple[BodyPlace, ...]


@updates(PushOut)
def _push_out(state: State, _: PushOut) -> State:
    after = pushed_places(state)
    if not after:
        return state
    return edit_at_once(state, push_label(after), replace(state.document, scene=_move(state.document.scene, after)))


@updates(MoveBodies)
def _move_bodies(state: State, action: MoveBodies) -> State:
    scene = state.document.scene
    if not action.places or not {name for name, _ in action.places} <= set(scene.names):
        return state
    return edit(state, action.label, replace(state.document, scene=_move(scene, action.places)))


def pushed_places(state: State) -> tuple[BodyPlace, ...]:
    """The positions to which the chosen push-out moves bodies; empty if it moves none, or if no push-out is chosen."""
    run = inspect(state).trace
    return tuple(pushed_positions(run).items()) if isinstance(run, Run) else ()


def push_label(places: Iterable[BodyPlace]) -> str:
    """The history's label for the push-out of these bodies."""
    return f"push out {' and '.join(name for name, _ in places)}"


def _move(scene: Scene, places: Iterable[BodyPlace]) -> Scene:
    for name, position in places:
        body = scene.body(name)
        scene = scene.with_body(replace(body, placement=body.placement.moved(position)))
    return scene
