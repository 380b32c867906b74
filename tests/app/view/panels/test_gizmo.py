"""The handles do not cover what is being explained, and labels stay clear of them."""

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import (
    ChooseGizmo,
    ChooseLayout,
    CompareWith,
    EndGesture,
    GoToStep,
    HoverView,
    PullTo,
    Select,
    TogglePlay,
    initial_state,
    update,
)
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import ComparedRun, Gizmo, Layout, State, View
from gjkscope.app.view.panels.toolkit.previews import Previews
from gjkscope.app.view.panels.viewport import viewport
from gjkscope.app.view.panels.viewport.gizmo import FAINT, gizmo_boxes, gizmo_has_pointer, gizmo_opacity
from gjkscope.engine.shapes.kinds import Box
from tests.app.interface import Bench, start_state

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


def test_a_step_hides_them_until_the_pointer_clicks_in_a_view_or_another_body_is_selected(
    shared: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[State] = []
    monkeypatch.setattr(viewport, "draw_gizmo", lambda state, rect, scale: drawn.append(state))

    def is_drawn() -> bool:
        drawn.clear()
        shared.person.run_frames(2)
        return bool(drawn)

    shared.open(update(update(start_state("boxes-overlap"), Select("A")), GoToStep(0)))
    shared.person.move(*shared.picture().middle, frames=3)
    assert is_drawn()
    shared.person.key("PERIOD", frames=3)
    assert current_step(shared.state) == 1
    assert not is_drawn()
    shared.person.move(*shared.picture().at(0.1, 0.9), frames=3)
    assert not is_drawn(), "the pointer only moved"
    shared.person.click(*shared.picture().at(0.1, 0.9))
    assert is_drawn()
    shared.press("##transport 3")
    assert not is_drawn(), "the click was not in a view"
    shared.perform(Select("B"))
    assert is_drawn()


def test_a_drag_that_changes_the_run_keeps_them() -> None:
    previews, state = Previews(), update(select_body(), GoToStep(1))
    previews.follow(state, (0.0, 0.0), clicked=False)
    moved = update(state, PullTo("A", (0.0, 0.7, 0.0), 3, False))
    previews.follow(moved, (1.0, 0.0), clicked=False)
    assert previews.handles
    previews.follow(update(moved, EndGesture()), (1.0, 0.0), clicked=False)
    assert previews.handles


@pytest.mark.thorough
def test_the_pointer_may_be_over_them_beside_another_run(shared: Bench) -> None:
    """The pane of a run then has no canvas, but Dear ImGui wants something below its title."""
    shared.open(update(select_body(), CompareWith(ComparedRun("mpr"))))
    shared.perform(ChooseLayout(Layout.WORLD), frames=4)
    (pane,) = [rect for title, rect in shared.ear.pictures.items() if title.startswith("World/pane world _")]
    reached = set()
    for x in range(1, 20):
        for y in range(1, 20):
            shared.person.move(*pane.at(x / 20, y / 20))
            reached.add(gizmo_has_pointer())
    assert reached == {True, False}
