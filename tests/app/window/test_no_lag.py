"""A frame shows the state after its own input: dragged objects do not lag behind the pointer."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from pyglet.window import key

from gjkscope.app.base.records import replace

from tests.app.interface import TITLES, Bench  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import CompareWith, initial_state, update
from gjkscope.app.state.model import ComparedRun, Gizmo, State, View, Visibility
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.viewport.gizmo import gizmo_has_pointer
from gjkscope.app.view.renderer.renderer import Renderer
from gjkscope.engine.shapes.kinds import Box, Sphere

PLACE = (1.0, 0.125, 0.0)
BARE = Visibility(labels=False)  # labels are placed at intervals of their own while something moves
ROUNDING = 3  # of 255: the handles are computed in single precision, and a pixel at their edge may differ
MOVES = [(12.0, 0.0), (18.0, -9.0), (21.0, 4.0)]  # pixels from the press


def two(gizmo: Gizmo | None = None) -> State:
    """A box and a ball, seen from the front."""
    bodies = (
        Body("A", Box((0.5, 0.5, 0.5)), PositionOrientation((-1.0, 0, 0))),
        Body("B", Sphere(0.5), PositionOrientation(PLACE)),
    )
    state = initial_state(Scene("two", bodies))
    camera = OrbitCamera(yaw=0.0, pitch=0.3, distance=12.0)
    return replace(
        state,
        view=replace(state.view, cameras=replace(state.view.cameras, world=camera)),
        display=replace(state.display, gizmo=gizmo),
    )


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(two())
    return shared


class Shown(NamedTuple):
    """The state that a view's picture shows."""

    drawing: DrawList
    camera: OrbitCamera


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> dict[str, Shown]:
    """For each view, the state shown by the last frame that drew it."""
    known: dict[str, Shown] = {}
    real = Renderer.order

    def order(renderer: Renderer, drawing: DrawList, camera: OrbitCamera, *rest: Any, **options: Any) -> Any:
        known[options["view"].strip()] = Shown(drawing, camera)
        return real(renderer, drawing, camera, *rest, **options)

    monkeypatch.setattr(Renderer, "order", order)
    return known


def assert_current(state: State, shown: dict[str, Shown]) -> None:
    """Check that every view of the last frame was drawn from `state`."""
    for view in state.display.layout.views:
        assert shown[view.value] == Shown(drawing_of(state, view), state.view.cameras.of(view)), view


def drag(bench: Bench, start: tuple[float, float], check: Callable[[], None], button: str = "left") -> None:
    """Drag from that point and check the frame of each move; each one changes the state."""
    bench.person.move(*start)
    bench.person.press(button)
    for x, y in MOVES:
        before = bench.state
        bench.person.move(start[0] + x, start[1] + y)
        assert (bench.state.document.scene, bench.state.view.cameras) != (before.document.scene, before.view.cameras)
        check()
    bench.person.release(button)
    check()


def test_a_dragged_body_is_drawn_at_the_pointer(bench: Bench, shown: dict[str, Shown]) -> None:
    drag(bench, bench.pixel_of(PLACE), lambda: assert_current(bench.state, shown))
    assert bench.state.document.scene.body("B").pose.position != PLACE


@pytest.mark.parametrize("view", [View.WORLD, View.DIFFERENCE])
@pytest.mark.parametrize("button", ["left", "right"])
def test_a_view_is_drawn_with_the_camera_moved_by_the_pointer(
    bench: Bench, shown: dict[str, Shown], button: str, view: View
) -> None:
    before = bench.state.view.cameras.of(view)
    drag(bench, bench.picture(view).at(0.1, 0.3), lambda: assert_current(bench.state, shown), button)
    assert bench.state.view.cameras.of(view) != before


def test_the_wheel_zooms_in_the_same_frame(bench: Bench, shown: dict[str, Shown]) -> None:
    x, y = bench.picture().middle
    bench.person.move(x, y)
    before = bench.state.view.cameras.world
    bench.window.dispatch_event("on_mouse_scroll", x, bench.window.height - 1 - y, 0.0, 1.0)
    bench.person.run_frames()
    assert bench.state.view.cameras.world != before
    assert_current(bench.state, shown)


def test_a_scrubbed_step_is_drawn_at_once(bench: Bench, shown: dict[str, Shown]) -> None:
    track = bench.reveal("scrubber")
    bench.person.grab(*track.at(0.02, 0.5))
    steps = set()
    for position in (0.3, 0.6, 0.9):
        bench.person.move(*track.at(position, 0.5))
        assert_current(bench.state, shown)
        steps.add(bench.state.run.step)
    bench.person.release()
    assert len(steps) > 1


def test_a_key_takes_effect_in_its_own_frame(bench: Bench, shown: dict[str, Shown]) -> None:
    before = bench.state.view.cameras.world
    bench.window.dispatch_event("on_key_press", key.F, 0)
    bench.person.run_frames()
    assert bench.state.view.cameras.world != before
    assert_current(bench.state, shown)
    bench.window.dispatch_event("on_key_release", key.F, 0)


def test_side_by_side_runs_both_follow_the_pointer_at_once(bench: Bench) -> None:
    """Dragged in either pane; the two pictures are the same once movement ends."""
    bench.show(
        replace(
            update(bench.state, CompareWith(ComparedRun("sat"))),
            display=replace(update(bench.state, CompareWith(ComparedRun("sat"))).display, visible=BARE),
        )
    )
    for view in (View.WORLD, View.DIFFERENCE):
        assert_settles_after(bench, bench.panel(TITLES[view]).at(0.2, 0.3))


@pytest.mark.parametrize("gizmo", [None, Gizmo.MOVE, Gizmo.ROTATE])
def test_the_pixels_of_a_drag_frame_match_the_next_frame(bench: Bench, gizmo: Gizmo | None) -> None:
    """Including the handles, which stay on the body that they move."""
    bench.show(
        replace(
            two(gizmo),
            document=replace(two(gizmo).document, selected="B"),
            display=replace(two(gizmo).display, visible=BARE),
        )
    )
    start = bench.pixel_of(PLACE) if gizmo is None else handle(bench)
    before = bench.state.document.scene.body("B").pose
    assert_settles_after(bench, start)
    assert bench.state.document.scene.body("B").pose != before


def handle(bench: Bench) -> tuple[float, float]:
    """The outermost handle to the right of B and slightly above, where an arrow and a ring can be dragged."""
    x, y = bench.pixel_of(PLACE)
    for reach in range(150, 10, -2):
        bench.person.move(x + reach, y - 0.1 * reach, frames=2)
        if gizmo_has_pointer():
            return x + reach, y - 0.1 * reach
    raise AssertionError("there is no handle to be found")


def assert_settles_after(bench: Bench, start: tuple[float, float]) -> None:
    """Drag from that point: the pictures after a move equal those of a frame without input."""
    bench.person.grab(*start)
    with bench.unseen.interrupted():
        for x, y in MOVES:
            before = bench.state
            bench.person.move(start[0] + x, start[1] + y)
            assert (bench.state.document.scene, bench.state.view.cameras) != (
                before.document.scene,
                before.view.cameras,
            )
            moved = pictures(bench)
            bench.person.run_frames()
            for now, then in zip(moved, pictures(bench), strict=True):
                np.testing.assert_allclose(now.astype(int), then.astype(int), atol=ROUNDING)
    bench.person.release()


def pictures(bench: Bench) -> list[npt.NDArray[np.uint8]]:
    """The pixels of the views."""
    pixels = bench.person.pixels()
    places = [bench.panel(TITLES[view]) for view in bench.state.display.layout.views]
    return [pixels[int(at.top) + 1 : int(at.bottom), int(at.left) + 1 : int(at.right)] for at in places]
