"""Views with the z axis upwards: numbers stay, and everything vertical follows."""

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import STANDARD_ANGLES, OrbitCamera, ViewSide
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.actions.handles import free_axes
from gjkscope.app.state.model import State, View
from gjkscope.engine import Box, Sphere

SCENE = Scene("two", (Body("A", Box((1, 2, 3))), Body("B", Sphere(1))))


def z_up_state() -> State:
    return actions.update(actions.initial_state(SCENE), actions.ShowUpwards(True))


@pytest.mark.parametrize(
    ("side", "right", "up"),
    [
        (ViewSide.FRONT, (1, 0, 0), (0, 0, 1)),
        (ViewSide.RIGHT, (0, 1, 0), (0, 0, 1)),
        (ViewSide.TOP, (1, 0, 0), (0, 1, 0)),
    ],
)
def test_standard_views_have_z_upwards(side: ViewSide, right: object, up: object) -> None:
    yaw, pitch = STANDARD_ANGLES[side]
    camera = OrbitCamera(yaw=yaw, pitch=pitch, z_up=True)
    assert camera.basis[0] == pytest.approx(right, abs=1e-15)
    assert camera.basis[1] == pytest.approx(up, abs=1e-15)


def test_all_cameras_follow_and_the_scene_stays() -> None:
    state = z_up_state()
    assert all(camera.z_up for camera in state.view.cameras.all)
    assert state.document.scene == SCENE
    assert not any(camera.z_up for camera in actions.update(state, actions.ShowUpwards(False)).view.cameras.all)


def test_a_placed_camera_takes_the_vertical_axis_of_the_views() -> None:
    state = actions.update(z_up_state(), actions.PlaceCamera(View.WORLD, OrbitCamera(distance=9.0)))
    assert state.view.cameras.world.z_up
    assert state.view.cameras.world.distance == 9.0


def test_a_standard_view_keeps_z_up() -> None:
    state = actions.update(z_up_state(), actions.LookFrom(View.WORLD, ViewSide.TOP))
    assert state.view.cameras.world.z_up


def test_the_ground_is_level_with_x_and_y() -> None:
    state = actions.update(z_up_state(), actions.DragOnGround(True))
    assert free_axes(state) == (0, 1)
    assert free_axes(actions.update(state, actions.ShowUpwards(False))) == (0, 2)


def test_the_camera_turns_about_the_vertical_axis() -> None:
    camera = replace(OrbitCamera(z_up=True), pitch=0.0)
    for dx in (10.0, 100.0, -70.0):
        assert camera.orbited(dx, 0.0).basis[1] == (0.0, 0.0, 1.0)
        assert camera.orbited(dx, 0.0).eye[2] == camera.target[2]


def test_an_imported_scene_has_its_own_axis_until_another_is_opened_or_undone() -> None:
    state = actions.update(actions.initial_state(SCENE), actions.ImportScene(SCENE, z_up=True))
    assert all(camera.z_up for camera in state.view.cameras.all)
    assert not state.view.cameras.z_up
    lying = actions.update(state, actions.ShowUpwards(False))
    assert not lying.view.cameras.world.z_up
    assert not actions.update(lying, actions.OpenScene(SCENE)).view.cameras.world.z_up
    undone = actions.update(state, actions.Undo())
    assert not undone.view.cameras.world.z_up
    assert actions.update(undone, actions.Redo()).view.cameras.world.z_up


def test_the_users_axis_returns_after_an_imported_scene_with_another() -> None:
    state = actions.update(z_up_state(), actions.ImportScene(SCENE, z_up=False))
    assert not state.view.cameras.world.z_up
    assert actions.update(state, actions.OpenScene(SCENE)).view.cameras.world.z_up
    assert actions.update(z_up_state(), actions.ImportScene(SCENE)).view.cameras.world.z_up
