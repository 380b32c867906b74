"""The handles do not cover what is being explained, and labels stay clear of them."""

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import ChooseGizmo, GoToStep, HoverView, Select, TogglePlay, initial_state, update
from gjkscope.app.state.model import Gizmo, State, View
from gjkscope.app.view.panels.viewport.gizmo import FAINT, gizmo_boxes, gizmo_opacity
from gjkscope.engine.shapes.kinds import Box

RECT = (0.0, 0.0, 510.0, 600.0)


def select_body() -> State:
    bodies = (Body("A", Box((1, 1, 1))), Body("B", Box((1, 1, 1)), PositionOrientation((1.5, 0.2, 0.1))))
    return update(initial_state(Scene("pair", bodies)), Select("A"))


def test_they_are_faint_while_the_pointer_is_elsewhere() -> None:
    state = select_body()
    assert gizmo_opacity(state, is_near=False) == FAINT
    assert gizmo_opacity(state, is_near=True) == 1


def test_they_are_hidden_at_an_earlier_step_until_the_pointer_comes() -> None:
    state = update(select_body(), GoToStep(0))
    assert gizmo_opacity(state, is_near=False) == 0
    assert gizmo_boxes(state, RECT, 1.0) == ()
    assert gizmo_boxes(update(state, HoverView(View.DIFFERENCE)), RECT, 1.0) == ()
    assert gizmo_opacity(state, is_near=True) == 1


def test_they_are_hidden_while_the_steps_play() -> None:
    state = update(select_body(), TogglePlay())
    assert gizmo_opacity(state, is_near=True) == 0
    assert gizmo_boxes(state, RECT, 1.0) == ()


@pytest.mark.parametrize("gizmo", [Gizmo.MOVE, Gizmo.ROTATE])
def test_labels_know_where_they_are(gizmo: Gizmo) -> None:
    boxes = gizmo_boxes(update(select_body(), ChooseGizmo(gizmo)), RECT, 1.0)
    assert len(boxes) > 10
    assert all(box.left < box.right and box.top < box.bottom for box in boxes)
    assert gizmo_boxes(update(select_body(), ChooseGizmo(None)), RECT, 1.0) == ()
