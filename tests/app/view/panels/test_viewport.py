"""Mouse actions in the two 3D views: moving the camera, selecting, dragging bodies, and using handles."""

import numpy as np
import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import Bench, Rect, background_like, start_state  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imguizmo
from pyglet.window import key, mouse

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Gizmo, State, View
from gjkscope.engine import Box, Sphere, Verdict
from gjkscope.engine.vectors import Vec3, cross, dot, norm, sub

guizmo = imguizmo.im_guizmo
OPERATIONS = (guizmo.OPERATION.translate_x, guizmo.OPERATION.translate_y, guizmo.OPERATION.translate_z)
VIEWS = [View.WORLD, View.DIFFERENCE]
WORLD = View.WORLD
# A mouse moves in whole pixels; a projection rounds to the same or an adjacent one.
PIXEL = 1.0

# Digits beyond single precision, to check that unchanged coordinates keep them.
EXACT = (0.1 + 0.2, -1 / 3, 0.7000000000000001)


def two_spheres(gizmo: Gizmo | None = None) -> State:
    """Far enough apart for empty space between, above and below them."""
    bodies = (
        Body("A", Sphere(0.5), PositionOrientation((-1.0, 0.0, 0.0))),
        Body("B", Sphere(0.5), PositionOrientation((1.0, 0.0, 0.0))),
    )
    return replace(
        initial_state(Scene("two spheres", bodies)),
        display=replace(initial_state(Scene("two spheres", bodies)).display, gizmo=gizmo),
    )


def from_the_front(state: State) -> State:
    """Looks along −z, so that dragging keeps z."""
    camera = OrbitCamera(yaw=0.0, pitch=0.0, distance=12.0)
    return replace(state, view=replace(state.view, cameras=replace(state.view.cameras, world=camera)))


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(two_spheres())
    return shared


def empty(bench: Bench, view: View = WORLD) -> tuple[float, float]:
    """A position in the view that shows only background."""
    return bench.picture(view).at(0.2, 0.9)


def by(pixel: tuple[float, float], dx: float, dy: float) -> tuple[float, float]:
    return pixel[0] + dx, pixel[1] + dy


def pixel_error(bench: Bench, point: Vec3, pixel: tuple[float, float], view: View = WORLD) -> float:
    x, y = bench.pixel_of(point, view)
    return float(np.hypot(x - pixel[0], y - pixel[1]))


def angles(camera: OrbitCamera) -> tuple[float, float]:
    return camera.yaw, camera.pitch


def send(bench: Bench, event: str, pixel: tuple[float, float], *details: int) -> None:
    """A mouse event not followed by a frame yet, as on a busy machine."""
    bench.window.dispatch_event(event, pixel[0], bench.window.height - 1 - pixel[1], *details)


class TestLookingAround:
    def test_pointer_motion_before_a_press_is_no_drag(self, bench: Bench) -> None:
        cameras, pixel = bench.state.view.cameras, empty(bench)
        bench.person.move(*by(pixel, 60, -40))
        bench.window.dispatch_event("on_key_press", key.ESCAPE, 0)  # Dear ImGui leaves the motion for the next frame
        send(bench, "on_mouse_motion", pixel, -60, -40)
        bench.person.run_frames()
        send(bench, "on_mouse_press", pixel, mouse.LEFT, 0)
        bench.person.run_frames(3)
        send(bench, "on_mouse_release", pixel, mouse.LEFT, 0)
        bench.window.dispatch_event("on_key_release", key.ESCAPE, 0)
        bench.person.run_frames(2)
        assert bench.state.view.cameras == cameras

    @pytest.mark.parametrize("view", VIEWS)
    def test_a_drag_on_empty_space_orbits_both_cameras_equally(self, bench: Bench, view: View) -> None:
        before, pixels = bench.state, bench.screenshot()
        bench.person.drag(empty(bench, view), by(empty(bench, view), 40, -25), steps=3)
        after = bench.state
        assert after.view.cameras.world.yaw < before.view.cameras.world.yaw
        assert after.view.cameras.world.pitch < before.view.cameras.world.pitch
        assert angles(after.view.cameras.world) == angles(after.view.cameras.difference)
        for each_view in VIEWS:
            assert after.view.cameras.of(each_view).target == before.view.cameras.of(each_view).target
            assert after.view.cameras.of(each_view).distance == before.view.cameras.of(each_view).distance
            assert (bench.screenshot(bench.picture(each_view)) != cut(pixels, bench.picture(each_view))).any(
                axis=2
            ).mean() > 0.02
        assert after.document.scene is before.document.scene
        assert after.document.selected == before.document.selected

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize(("button", "modifiers"), [("left", "shift"), ("middle", ""), ("right", "")])
    def test_shift_and_the_other_buttons_pan_only_that_view(
        self, bench: Bench, view: View, button: str, modifiers: str
    ) -> None:
        other = VIEWS[1 - VIEWS.index(view)]
        target = bench.state.view.cameras.of(view).target
        before, pixel = bench.state, bench.pixel_of(target, view)
        bench.person.drag(empty(bench, view), by(empty(bench, view), 30, -20), 3, button, modifiers)
        after = bench.state.view.cameras
        assert after.of(other) == before.view.cameras.of(other)
        assert angles(after.of(view)) == angles(before.view.cameras.of(view))
        assert pixel_error(bench, target, by(pixel, 30, -20), view) < PIXEL
        assert bench.state.document.scene is before.document.scene

    def test_shift_pans_over_a_body_too(self, bench: Bench) -> None:
        target = bench.state.view.cameras.world.target
        before, pixel = bench.state, bench.pixel_of(target)
        body = bench.pixel_of((-1.0, 0.0, 0.0))
        bench.person.drag(body, by(body, 25, 10), 3, modifiers="shift")
        assert bench.state.document.scene is before.document.scene
        assert pixel_error(bench, target, by(pixel, 25, 10)) < PIXEL

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("notches", [2.0, -2.0])
    def test_the_wheel_zooms_both_views_and_this_one_towards_the_pointer(
        self, bench: Bench, view: View, notches: float
    ) -> None:
        other = VIEWS[1 - VIEWS.index(view)]
        before, pixel = bench.state.view.cameras, bench.picture(view).at(0.3, 0.35)
        under = point_under(bench, view, pixel)
        bench.person.scroll(*pixel, up=notches)
        after = bench.state.view.cameras
        for each_view in VIEWS:
            assert (after.of(each_view).distance < before.of(each_view).distance) is (notches > 0)
        assert after.of(other).target == before.of(other).target
        assert pixel_error(bench, under, pixel, view) < PIXEL

    def test_the_wheel_over_a_panel_does_not_zoom(self, bench: Bench) -> None:
        before = bench.state.view.cameras
        bench.person.scroll(*bench.panel("Step").middle, up=2)
        assert bench.state.view.cameras == before

    def test_f_frames_everything(self, bench: Bench) -> None:
        bench.person.scroll(*bench.picture().middle, up=-25)
        bench.person.drag(empty(bench), by(empty(bench), 60, 30), 2, "middle")
        small = count_colored(bench)
        bench.person.key("F")
        assert count_colored(bench) > 4 * small
        for x in (-1.5, 1.5):
            bench.pixel_of((x, 0.0, 0.0))  # asserts that it is inside
        for view in VIEWS:
            rect = bench.picture(view)
            edge = np.ones((round(rect.bottom) - round(rect.top), round(rect.right) - round(rect.left)), bool)
            edge[4:-4, 4:-4] = False
            assert background_like(bench.screenshot(rect))[edge].mean() > 0.9

    def test_a_drag_that_leaves_the_view_continues(self, bench: Bench) -> None:
        bench.person.drag(empty(bench), bench.panel("Timeline").middle, steps=3)
        steep = bench.state.view.cameras.world.pitch
        assert steep != start_state().view.cameras.world.pitch
        assert not bench.state.run.playback.playing
        bench.person.move(*by(empty(bench), 9, 9))
        assert bench.state.view.cameras.world.pitch == steep


class TestSelecting:
    def test_a_click_on_a_body_selects_it_and_is_no_edit(self, bench: Bench) -> None:
        before = bench.state
        assert before.document.selected == "A"
        bench.person.click(*bench.pixel_of((1.0, 0.0, 0.0)))
        assert bench.state.document.selected == "B"
        assert bench.state.document.scene is before.document.scene
        assert bench.state.history == before.history
        assert "B: sphere" in bench.words

    def test_a_click_on_empty_space_deselects_without_orbiting(self, bench: Bench) -> None:
        before = bench.state
        bench.person.click(*empty(bench))
        assert bench.state.document.selected is None
        assert bench.state.view.cameras == before.view.cameras
        assert not bench.has("position")

    def test_a_drag_on_empty_space_keeps_the_selection(self, bench: Bench) -> None:
        bench.person.drag(empty(bench), by(empty(bench), 30, 0), 2)
        assert bench.state.document.selected == "A"

    def test_the_nearer_of_two_bodies_is_selected(self, bench: Bench) -> None:
        near = (0.0, 0.0, 2.0)
        bodies = (Body("A", Sphere(0.5)), Body("B", Sphere(0.5), PositionOrientation(near)))
        bench.open(
            from_the_front(
                replace(
                    initial_state(Scene("one behind the other", bodies)),
                    display=replace(initial_state(Scene("one behind the other", bodies)).display, gizmo=None),
                )
            )
        )
        bench.person.click(*bench.pixel_of((0.0, 0.0, 0.0)))
        assert bench.state.document.selected == "B"

    def test_a_click_in_the_difference_view_keeps_the_selection(self, bench: Bench) -> None:
        bench.person.click(*bench.picture(View.DIFFERENCE).middle)
        assert bench.state.document.selected == "A"

    @pytest.mark.parametrize("button", ["right", "middle"])
    def test_other_buttons_select_nothing(self, bench: Bench, button: str) -> None:
        bench.person.click(*bench.pixel_of((1.0, 0.0, 0.0)), button)
        assert bench.state.document.selected == "A"


class TestDraggingABody:
    def test_the_grabbed_point_stays_under_the_pointer_in_the_view_plane(self, bench: Bench) -> None:
        before = bench.state
        x, y = by(bench.pixel_of((1.0, 0.0, 0.0)), 6, -9)
        pointer = round(x), round(y)  # the pointer is on whole pixels
        bench.person.grab(*pointer)
        for dx, dy in ((-10, 5), (-35, 20), (-18, -12)):
            bench.person.move(*by(pointer, dx, dy))
            assert bench.state.gesture.drag is not None
            assert bench.state.gesture.drag.body == "B"
            assert pixel_error(bench, bench.state.gesture.drag.grabbed, by(pointer, dx, dy)) < PIXEL
        bench.person.release()
        moved = sub(bench.state.document.scene.body("B").pose.position, before.document.scene.body("B").pose.position)
        camera = before.view.cameras.world
        pixel = camera.pixel_size(bench.picture().bottom - bench.picture().top)
        assert abs(dot(moved, camera.basis[2])) < 0.1 * pixel  # the position is only as precise as the pointer
        assert all(
            len(repr(part).partition(".")[2]) <= 5 for part in bench.state.document.scene.body("B").pose.position
        )
        assert bench.state.view.cameras == before.view.cameras
        assert bench.state.document.scene.body("A") is before.document.scene.body("A")
        assert bench.state.gesture.drag is None

    def test_a_body_ends_where_it_is_released_however_slow_the_frames(self, bench: Bench) -> None:
        bench.open(from_the_front(two_spheres()))
        pixel = bench.pixel_of((1.0, 0.0, 0.0))
        bench.person.grab(*pixel)
        send(bench, "on_mouse_drag", by(pixel, 30, 0), 30, 0, mouse.LEFT, 0)
        send(bench, "on_mouse_release", by(pixel, 30, 0), mouse.LEFT, 0)
        bench.person.run_frames(3)
        bench.person.release()
        assert bench.state.gesture.drag is None
        assert pixel_error(bench, bench.state.document.scene.body("B").pose.position, by(pixel, 30, 0)) < 2 * PIXEL

    def test_answer_and_picture_follow_during_the_drag(self, bench: Bench) -> None:
        bench.open(from_the_front(two_spheres()))
        a, b = (bench.pixel_of((x, 0.0, 0.0)) for x in (-1.0, 1.0))
        assert inspect(bench.state).answer.verdict is Verdict.SEPARATED
        before = bench.screenshot(bench.panel("Step"))
        bench.person.grab(*b)
        bench.person.move(*a)
        bench.person.run_frames(2)  # the panels follow once the pointer rests
        assert inspect(bench.state).answer.verdict is Verdict.PENETRATING
        assert "Penetrating" in bench.words
        assert (bench.screenshot(bench.panel("Step")) != before).any()
        bench.person.move(*b, frames=3)
        assert "Separated" in bench.words
        bench.person.release()

    def test_a_drag_is_one_history_entry_and_is_undone_exactly(self, bench: Bench) -> None:
        before = bench.state.document.scene
        pixel = bench.pixel_of((1.0, 0.0, 0.0))
        for _ in range(2):
            bench.person.drag(pixel, by(pixel, 15, 15), steps=5)
            pixel = by(pixel, 15, 15)
        assert [edit.label for edit in bench.state.history.past] == ["move B", "move B"]
        bench.person.key("Z", "ctrl")
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene == before

    def test_a_press_without_a_move_is_no_edit(self, bench: Bench) -> None:
        bench.person.grab(*bench.pixel_of((1.0, 0.0, 0.0)))
        bench.person.run_frames(3)
        bench.person.release()
        assert not bench.state.history.past
        assert not bench.state.modified


class TestHandles:
    @pytest.fixture
    def bench(self, shared: Bench) -> Bench:
        bodies = (
            Body("A", Box((0.3, 0.3, 0.3)), PositionOrientation(EXACT)),
            Body("B", Sphere(0.3), PositionOrientation((1.9, 0.3, -0.4))),
        )
        shared.open(
            replace(
                initial_state(Scene("handles", bodies)),
                display=replace(initial_state(Scene("handles", bodies)).display, gizmo=Gizmo.MOVE),
            )
        )
        return shared

    def test_w_and_e_switch_between_translation_and_rotation(self, bench: Bench) -> None:
        bench.person.key("E")
        assert bench.state.display.gizmo is Gizmo.ROTATE
        turning = bench.screenshot(bench.picture())
        bench.person.key("W")
        assert bench.state.display.gizmo is Gizmo.MOVE
        assert (bench.screenshot(bench.picture()) != turning).any()

    @pytest.mark.parametrize("axis", [0, 1, 2])
    def test_an_arrow_moves_along_its_axis_and_keeps_the_other_coordinates_exactly(
        self, bench: Bench, axis: int
    ) -> None:
        before = bench.state
        pixel, along = arrow(bench, axis)
        bench.person.drag(pixel, by(pixel, 30 * along[0], 30 * along[1]), steps=3)
        position = bench.state.document.scene.body("A").pose.position
        assert position[axis] > EXACT[axis] + 0.1
        assert [position[i] for i in range(3) if i != axis] == [EXACT[i] for i in range(3) if i != axis]
        assert bench.state.document.scene.body("A").pose.rotation == before.document.scene.body("A").pose.rotation
        assert bench.state.view.cameras.world == before.view.cameras.world
        assert [edit.label for edit in bench.state.history.past] == ["move A"]
        moved = (EXACT[0] + (axis == 0), EXACT[1] + (axis == 1), EXACT[2] + (axis == 2))
        assert norm(cross(sub(moved, EXACT), sub(position, EXACT))) == 0

    def test_an_arrow_can_be_pressed_in_the_frame_in_which_the_pointer_reaches_it(self, bench: Bench) -> None:
        pixel, along = arrow(bench, 0)
        bench.person.move(*empty(bench))
        bench.person.move(*pixel, frames=0)
        bench.person.press()
        bench.person.move(*by(pixel, 30 * along[0], 30 * along[1]))
        bench.person.release()
        assert bench.state.document.scene.body("A").pose.position[0] > EXACT[0] + 0.1

    @pytest.mark.parametrize("yaw", [0.7, 2.3, -2.3, -0.7])
    def test_the_arrows_point_along_the_axes_from_any_viewpoint(self, bench: Bench, yaw: float) -> None:
        state = bench.state
        world = replace(state.view.cameras.world, yaw=yaw)
        bench.open(replace(state, view=replace(state.view, cameras=replace(state.view.cameras, world=world))))
        for axis in range(3):
            pixel, along = arrow(bench, axis)
            center = bench.pixel_of(EXACT)
            reach = np.hypot(pixel[0] - center[0], pixel[1] - center[1])
            bench.person.move(*by(center, -reach * along[0], -reach * along[1]))
            assert not guizmo.is_over(OPERATIONS[axis])

    def test_two_handle_drags_are_two_history_entries(self, bench: Bench) -> None:
        for _ in range(2):
            pixel, along = arrow(bench, 0)
            bench.person.drag(pixel, by(pixel, 12 * along[0], 12 * along[1]), steps=2)
        assert len(bench.state.history.past) == 2
        bench.person.key("Z", "ctrl")
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene.body("A").pose.position == EXACT

    def test_a_ring_rotates_the_body_in_place(self, bench: Bench) -> None:
        bench.person.key("E")
        before = bench.state
        pixel, tangent = ring(bench)
        bench.person.drag(pixel, by(pixel, 25 * tangent[0], 25 * tangent[1]), steps=3)
        body = bench.state.document.scene.body("A")
        assert body.pose.position == EXACT
        assert not np.allclose(body.pose.rotation, before.document.scene.body("A").pose.rotation, atol=0.05)
        rotation = np.array(body.pose.rotation)
        assert np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-12)
        assert bench.state.view.cameras == before.view.cameras
        assert [edit.label for edit in bench.state.history.past] == ["turn A"]

    def test_a_ring_that_is_dragged_out_of_its_view_turns_on(self, bench: Bench) -> None:
        bench.person.key("E")
        pixel, tangent = ring(bench)
        bench.person.grab(*pixel)
        bench.person.move(*by(pixel, 25 * tangent[0], 25 * tangent[1]))
        bench.person.move(*bench.picture(View.DIFFERENCE).middle, frames=2)
        inside = bench.state.document.scene.body("A").pose.rotation
        bench.person.move(*bench.picture(View.DIFFERENCE).at(0.5, 0.9), frames=2)
        outside = bench.state.document.scene.body("A").pose.rotation
        bench.person.release()
        assert not np.allclose(inside, outside, atol=0.01)
        assert [edit.label for edit in bench.state.history.past] == ["turn A"]

    def test_a_press_on_a_handle_affects_neither_the_body_behind_nor_the_camera(self, bench: Bench) -> None:
        before = bench.state
        pixel, _ = arrow(bench, 1)
        bench.person.grab(*pixel)
        assert bench.state.gesture.drag is None
        bench.person.release()
        assert bench.state.document.scene is before.document.scene
        assert bench.state.view.cameras == before.view.cameras
        assert bench.state.document.selected == "A"

    @pytest.mark.parametrize("button", ["left", "right"])
    def test_a_drag_that_passes_over_the_handles_continues(self, bench: Bench, button: str) -> None:
        handle, _ = arrow(bench, 1)
        bench.person.move(*empty(bench))
        bench.person.press(button)
        bench.person.move(*handle)
        bench.person.run_frames(2)  # the handles notice the pointer
        before = bench.state
        bench.person.move(*by(handle, 3, 2))
        bench.person.move(*by(handle, 40, 30))
        bench.person.release(button)
        moved = bench.state.view.cameras.world
        assert (moved.yaw != before.view.cameras.world.yaw) is (button == "left")
        assert (moved.target != before.view.cameras.world.target) is (button == "right")
        assert bench.state.document.scene is before.document.scene

    def test_the_wheel_zooms_over_a_handle_too(self, bench: Bench) -> None:
        pixel, _ = arrow(bench, 1)
        before = bench.state.view.cameras.world.distance
        bench.person.scroll(*pixel, up=1)
        assert bench.state.view.cameras.world.distance < before

    def test_a_handle_drag_is_as_precise_a_million_metres_away(self, bench: Bench) -> None:
        far = 1e6
        bodies = tuple(
            replace(body, placement=body.placement.moved((p[0] + far, p[1], p[2])))
            for body in bench.state.document.scene.bodies
            for p in [body.pose.position]
        )
        bench.open(
            replace(
                initial_state(Scene("far away", bodies)),
                display=replace(initial_state(Scene("far away", bodies)).display, gizmo=Gizmo.MOVE),
            )
        )
        start = bench.state.document.scene.body("A").pose.position
        pixel, along = arrow(bench, 0)
        travelled = []
        bench.person.grab(*pixel)
        for step in range(1, 6):
            bench.person.move(*by(pixel, 4 * step * along[0], 4 * step * along[1]))
            travelled.append(bench.state.document.scene.body("A").pose.position[0] - start[0])
        bench.person.release()
        assert bench.state.document.scene.body("A").pose.position[1:] == start[1:]
        steps = np.diff([0.0, *travelled])
        assert steps.min() > 0.5 * steps.max() > 0

    @pytest.mark.parametrize("size", [1e-12, 1e12])
    def test_a_tiny_body_and_a_huge_one_have_handles_too(self, bench: Bench, size: float) -> None:
        bodies = (Body("A", Sphere(size)), Body("B", Sphere(size), PositionOrientation((3 * size, 0.0, 0.0))))
        bench.open(
            replace(
                initial_state(Scene("extreme", bodies)),
                display=replace(initial_state(Scene("extreme", bodies)).display, gizmo=Gizmo.MOVE),
            )
        )
        pixel, along = arrow(bench, 1, 0.1 * size)
        bench.person.drag(pixel, by(pixel, 30 * along[0], 30 * along[1]), steps=3)
        x, y, z = bench.state.document.scene.body("A").pose.position
        assert (x, z) == (0.0, 0.0)
        assert 0.2 * size < y < 5 * size


def arrow(bench: Bench, axis: int, step: float = 0.1) -> tuple[tuple[float, float], tuple[float, float]]:
    """A pixel on the selected body's arrow along `axis`, and its direction on screen."""
    assert bench.state.document.selected is not None
    center = bench.state.document.scene.body(bench.state.document.selected).pose.position
    tip = (center[0] + (axis == 0) * step, center[1] + (axis == 1) * step, center[2] + (axis == 2) * step)
    start, end = np.array(bench.pixel_of(center)), np.array(bench.pixel_of(tip))
    along = (end - start) / np.linalg.norm(end - start)
    for reach in range(60, 20, -5):  # the planar handles are further in
        grip = start + reach * along
        bench.person.move(*grip)
        if guizmo.is_over(OPERATIONS[axis]):
            bench.person.run_frames()  # no user presses in the very frame in which the pointer arrives
            return (float(grip[0]), float(grip[1])), (float(along[0]), float(along[1]))
    raise AssertionError("there is no arrow to be found")


def ring(bench: Bench) -> tuple[tuple[float, float], tuple[float, float]]:
    """A pixel on a ring around the selected body, and a direction along the ring there."""
    assert bench.state.document.selected is not None
    start = np.array(bench.pixel_of(bench.state.document.scene.body(bench.state.document.selected).pose.position))
    for direction in (np.array((0.6, 0.8)), np.array((-0.8, 0.6))):
        for reach in range(8, 90, 4):
            grip = start + reach * direction
            bench.person.move(*grip)
            if guizmo.is_over(guizmo.OPERATION.rotate):
                bench.person.run_frames()
                return (float(grip[0]), float(grip[1])), (float(direction[1]), float(-direction[0]))
    raise AssertionError("there is no ring to be found")


def point_under(bench: Bench, view: View, position: tuple[float, float]) -> Vec3:
    """The point at the depth of the camera's target that is seen at `place`."""
    rect, camera = bench.picture(view), bench.state.view.cameras.of(view)
    width, height = rect.size
    pixel = camera.pixel_size(height)
    right, up, _ = camera.basis
    dx, dy = (position[0] - rect.left - width / 2) * pixel, (rect.top + height / 2 - position[1]) * pixel
    x, y, z = (np.array(camera.target) + dx * np.array(right) + dy * np.array(up)).tolist()
    return (x, y, z)


def cut(picture: np.ndarray, rect: Rect) -> np.ndarray:
    return picture[round(rect.top) : round(rect.bottom), round(rect.left) : round(rect.right)]


def count_colored(bench: Bench) -> int:
    """The number of non-background pixels in the world view."""
    return int((~background_like(bench.screenshot(bench.picture()))).sum())
