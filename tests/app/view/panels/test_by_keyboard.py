"""Bodies are selected, moved and turned, and panels are reached, with the keyboard alone."""

from collections.abc import Iterator
from math import radians

import numpy as np
import pytest
from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.cameras.maths import quaternion_about
from gjkscope.app.state.actions import LockAxis, Select, SetSnap, Undo
from gjkscope.app.state.model import Snap
from gjkscope.app.view.panels.commands.nudging import ANGLE, BACK, RIGHT, UP, axis_along
from gjkscope.engine.pose import rotation_from_quaternion
from tests.app.interface import Bench, start_state


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state())
    shared.person.resize(1440, 900, frames=3)
    shared.perform(Select(None), frames=1)
    yield shared
    shared.open(start_state())


def place(bench: Bench) -> tuple[float, float, float]:
    body = bench.state.document.selected_body
    assert body is not None
    return body.pose.position


def test_q_selects_one_body_after_the_other(bench: Bench) -> None:
    seen = []
    for _ in range(3):
        bench.person.key("Q")
        seen.append(bench.state.document.selected)
    bench.person.key("Q", "shift")
    assert seen == ["A", "B", "A"]
    assert bench.state.document.selected == "B"


def test_ctrl_and_arrows_move_the_selected_body_as_the_view_shows_it(bench: Bench) -> None:
    bench.person.key("RIGHT", "ctrl")
    assert bench.state.document.scene is start_state().document.scene, "nothing is selected"
    bench.person.key("Q")
    begin = place(bench)
    for key, direction, sign in (("RIGHT", RIGHT, 1), ("UP", UP, 1), ("PAGEDOWN", BACK, 1), ("LEFT", RIGHT, -1)):
        old = place(bench)
        bench.person.key(key, "ctrl")
        moved = [new - before for new, before in zip(place(bench), old, strict=True)]
        towards = bench.state.view.cameras.world.basis[direction]
        assert sum(a * b for a, b in zip(moved, towards, strict=True)) * sign > 0
        assert [bool(part) for part in moved].count(True) == 1, "along one axis of the world"
    assert place(bench)[1] == round(place(bench)[1], 6), "no rounding noise"
    for _ in range(4):
        bench.perform(Undo(), frames=1)
    assert place(bench) == begin


def test_alt_and_arrows_turn_it_and_open_no_menu(bench: Bench) -> None:
    bench.person.key("Q")
    begin = start_state().document.scene.bodies[0].pose
    bench.person.key("RIGHT", "alt", frames=3)
    body = bench.state.document.selected_body
    assert body is not None
    turned = np.array(body.pose.rotation) @ np.array(begin.rotation).T
    assert np.allclose(turned, rotation_from_quaternion(quaternion_about((0, 1, 0), radians(ANGLE))))
    assert place(bench) == pytest.approx(begin.position)
    assert imgui.get_current_context().nav_layer == imgui.internal.NavLayer.main
    bench.perform(SetSnap(Snap(True, 0.25, 15.0)), frames=1)
    bench.person.key("PAGEUP", "alt")
    bench.person.key("UP", "ctrl")
    assert place(bench)[1] / 0.25 == pytest.approx(round(place(bench)[1] / 0.25))


def test_a_lock_restricts_keys_as_it_restricts_drags(bench: Bench) -> None:
    bench.person.key("Q")
    begin = place(bench)
    bench.perform(LockAxis(1), frames=1)
    for key in ("RIGHT", "UP", "PAGEUP"):
        bench.person.key(key, "ctrl")
    assert (place(bench)[0], place(bench)[2]) == (begin[0], begin[2])
    assert place(bench)[1] != begin[1]


def test_a_direction_of_the_screen_has_an_axis_of_its_own_even_in_between() -> None:
    for yaw in (0.0, 0.785398, 1.6, 3.0, -2.356194):
        camera = replace(OrbitCamera(), yaw=yaw)
        assert {axis_along(camera, towards, range(3))[0] for towards in (RIGHT, UP, BACK)} == {0, 1, 2}
        assert axis_along(camera, UP, range(3)) == (1, 1.0)
        assert axis_along(camera, RIGHT, (2,))[0] == 2


def test_in_2d_bodies_stay_in_the_plane(bench: Bench) -> None:
    bench.show(start_state("plane/boxes-overlap-2d"))
    begin = bench.state.document.pair_bodies[0].pose
    bench.perform(Select("A"), frames=1)
    for key in ("RIGHT", "UP", "PAGEUP"):
        bench.person.key(key, "ctrl")
        bench.person.key(key, "alt")
    body = bench.state.document.selected_body
    assert body is not None
    assert body.pose.position[2] == 0.0
    turned = np.array(body.pose.rotation) @ np.array(begin.rotation).T
    assert np.allclose(turned, rotation_from_quaternion(quaternion_about((0, 0, 1), radians(ANGLE)))), "once"


def test_the_focus_moves_through_the_panels_and_keys_work_there(bench: Bench) -> None:
    focused = []
    for _ in range(9):
        bench.person.key("TAB", "ctrl", frames=2)
        window = imgui.get_current_context().nav_window
        focused.append(window.root_window.name)
    assert {"World", "Step", "Scene", "Timeline"} <= {*focused}
    bench.person.key("TAB", "ctrl", frames=2)
    assert bench.state.appearance.panels, "Ctrl+Tab does not hide them"
    bench.front("Scene")
    bench.person.key("TAB", "ctrl", frames=2)
    bench.person.key("Q", frames=2)
    assert bench.state.document.selected == "A", "also while a panel has the focus"
