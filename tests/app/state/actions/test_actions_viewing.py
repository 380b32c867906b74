"""Layouts, standard views, projection and linked cameras, without a window."""

from math import nan, pi

import pytest

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.cameras.camera import MAX_PITCH, STANDARD_ANGLES, OrbitCamera, ViewSide
from gjkscope.app.state import actions as do
from gjkscope.app.state.actions.cameras import TURN_SECONDS
from gjkscope.app.state.model import Layout, State, View
from tests.app.state.acting import act


def angles(state: State, view: View = View.WORLD) -> tuple[float, float]:
    camera = state.view.cameras.of(view)
    return camera.yaw, camera.pitch


ARRIVED = do.Tick(TURN_SECONDS)


@pytest.mark.parametrize(
    ("side", "eye"),
    [
        (ViewSide.FRONT, (0, 0, 1)),
        (ViewSide.BACK, (0, 0, -1)),
        (ViewSide.RIGHT, (1, 0, 0)),
        (ViewSide.LEFT, (-1, 0, 0)),
        (ViewSide.TOP, (0, 1, 0)),
        (ViewSide.BOTTOM, (0, -1, 0)),
    ],
)
def test_a_standard_view_looks_from_its_side_after_its_transition(side: ViewSide, eye: tuple[float, ...]) -> None:
    under_way = act(start_state(), do.LookFrom(View.WORLD, side), do.Tick(TURN_SECONDS / 3))
    assert under_way.animating
    assert angles(under_way) not in (angles(start_state()), (0.0, 0.0))
    there = act(under_way, ARRIVED)
    assert there.view.cameras.world.basis[2] == pytest.approx(eye, abs=1e-12)
    assert angles(there, View.DIFFERENCE) == angles(there)
    assert not there.animating
    assert do.update(there, do.LookFrom(View.WORLD, side)) is there


def test_the_corner_view_is_the_initial_view() -> None:
    away = act(start_state(), do.Orbit(200, -300))
    assert angles(act(away, do.LookFrom(View.WORLD, ViewSide.CORNER), ARRIVED)) == angles(start_state()) != angles(away)


def test_a_transition_takes_the_shorter_way_round() -> None:
    state = act(start_state(), do.PlaceCamera(View.WORLD, OrbitCamera(yaw=3.0)), do.TurnBy(View.WORLD, 0.5, 0.0))
    assert state.view.turn is not None
    assert state.view.turn.end[0] - state.view.turn.start[0] == pytest.approx(0.5)
    assert state.view.turn.end[0] == pytest.approx(3.5 - 2 * pi)
    assert angles(act(state, ARRIVED))[0] == pytest.approx(3.5 - 2 * pi)


def test_a_key_pressed_twice_turns_twice_as_far() -> None:
    twice = act(start_state(), do.TurnBy(View.WORLD, 0.2, 0.0), do.Tick(0.01), do.TurnBy(View.WORLD, 0.2, 0.0), ARRIVED)
    assert angles(twice)[0] == pytest.approx(angles(start_state())[0] + 0.4)


def test_the_opposite_side_looks_back() -> None:
    state = start_state()
    there = act(state, do.LookOpposite(View.WORLD), ARRIVED)
    assert there.view.cameras.world.basis[2] == pytest.approx([-part for part in state.view.cameras.world.basis[2]])
    assert angles(act(there, do.LookOpposite(View.WORLD), ARRIVED)) == pytest.approx(angles(state))


def test_moving_the_camera_by_mouse_ends_a_transition() -> None:
    state = act(start_state(), do.LookFrom(View.WORLD, ViewSide.TOP), do.Tick(0.1), do.Orbit(5, 0))
    assert state.view.turn is None
    assert do.update(state, ARRIVED) is state


@pytest.mark.parametrize(
    "action",
    [do.SetOrthographic(View.WORLD, True), do.Zoom(View.WORLD, 1.0), do.FrameAll(), do.Orbit(5, 0, View.SECOND)],
    ids=lambda action: type(action).__name__,
)
def test_a_transition_completes_despite_other_camera_actions(action: do.Action) -> None:
    top = angles(act(start_state(), do.LookFrom(View.WORLD, ViewSide.TOP), ARRIVED))
    assert angles(act(start_state(), do.LookFrom(View.WORLD, ViewSide.TOP), do.Tick(0.1), action, ARRIVED)) == top


def test_a_transition_of_another_view_completes_the_first() -> None:
    turns = (do.LookFrom(View.WORLD, ViewSide.TOP), do.Tick(0.1), do.LookFrom(View.DIFFERENCE, ViewSide.FRONT), ARRIVED)
    free = act(start_state(), do.LinkCameras(False), *turns)
    assert (angles(free)[1], angles(free, View.DIFFERENCE)) == (MAX_PITCH, STANDARD_ANGLES[ViewSide.FRONT])
    linked = act(start_state(), *turns)
    assert angles(linked) == angles(linked, View.DIFFERENCE) == STANDARD_ANGLES[ViewSide.FRONT]


@pytest.mark.parametrize("linked", [True, False])
def test_linked_cameras_turn_together_and_unlinked_ones_separately(linked: bool) -> None:
    state = act(start_state(), do.LinkCameras(linked), do.Orbit(40, 10, View.DIFFERENCE))
    assert (angles(state) == angles(state, View.DIFFERENCE)) is linked
    flat = act(state, do.SetOrthographic(View.WORLD, True))
    assert flat.view.cameras.world.orthographic
    assert flat.view.cameras.difference.orthographic is linked
    again = act(state, do.LinkCameras(True))
    assert angles(again, View.DIFFERENCE) == angles(again)


def test_the_second_camera_is_independent_and_initially_looks_down() -> None:
    state = start_state()
    assert state.view.cameras.second.pitch == MAX_PITCH
    turned = act(state, do.Orbit(40, -100, View.SECOND))
    assert turned.view.cameras.second != state.view.cameras.second
    assert (turned.view.cameras.world, turned.view.cameras.difference) == (
        state.view.cameras.world,
        state.view.cameras.difference,
    )


def test_keys_apply_to_the_view_under_the_pointer() -> None:
    state = start_state()
    assert state.acting_view is View.WORLD
    assert act(state, do.HoverView(View.DIFFERENCE)).acting_view is View.DIFFERENCE
    assert act(state, do.HoverView(View.SECOND)).acting_view is View.WORLD, "it is not seen"
    assert act(state, do.ChooseLayout(Layout.DIFFERENCE)).acting_view is View.DIFFERENCE


def test_layout_and_link_are_kept_when_another_scene_opens() -> None:
    state = act(
        start_state(), do.ChooseLayout(Layout.THREE), do.LinkCameras(False), do.LookFrom(View.WORLD, ViewSide.TOP)
    )
    opened = do.update(state, do.OpenScene(start_state("sphere-box").document.scene))
    assert (opened.display.layout, opened.view.cameras.linked, opened.view.turn) == (Layout.THREE, False, None)


def test_invalid_angles_are_ignored() -> None:
    state = start_state()
    assert do.update(state, do.TurnBy(View.WORLD, nan, 0.0)) is state
    assert do.update(state, do.PlaceCamera(View.WORLD, OrbitCamera(distance=nan))) is state
