"""Panels are redrawn exactly when they would look different; at rest, nothing shown is stale."""

from typing import Any

import pytest
from msgspec import structs

from gjkscope.app.base.records import replace

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imgui

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State, View
from gjkscope.app.view.panels.toolkit.panels import PANELS
from gjkscope.app.view.panels.toolkit.refresh import OF_VIEWS
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.titles import TITLES
from gjkscope.app.view.words.verdict import distance_text
from gjkscope.engine import Sphere

OWN = {
    "SAT axes": ("hovered_axis",),
    "Step": ("hovered_region", "hovered_face"),
}  # fields that name the hovered part of a panel


class Blind:
    """A record that does not show its fields to a panel, but for those that are `seen`."""

    def __init__(self, record: Any, seen: tuple[str, ...]) -> None:
        self._record, self._seen = record, seen

    def __getattr__(self, name: str) -> Any:
        if name not in self._seen:
            raise AssertionError(f"a panel reads {name}, and is not redrawn when that changes")
        return getattr(self._record, name)


def two_spheres() -> State:
    bodies = (
        Body("A", Sphere(0.5), PositionOrientation((-1.0, 0.0, 0.0))),
        Body("B", Sphere(0.5), PositionOrientation((1.0, 0.0, 0.0))),
    )
    state = initial_state(Scene("two spheres", bodies))
    return replace(
        state,
        display=replace(state.display, gizmo=None),
        view=replace(
            state.view, cameras=replace(state.view.cameras, world=replace(state.view.cameras.world, yaw=0, pitch=0))
        ),
    )


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(two_spheres())
    shared.person.run_frames(5)
    return shared


def says(bench: Bench) -> bool:
    """Whether the Step panel shows the current distance."""
    return distance_text(inspect(bench.state).answer) in bench.words


def test_nothing_is_redrawn_while_nothing_changes(bench: Bench) -> None:
    drawn = set(bench.ear.drawn)
    assert not drawn & {"Step", "Scene", "Timeline", TITLES[View.WORLD]}
    before = bench.screenshot()
    bench.person.run_frames(5)
    assert set(bench.ear.drawn) == drawn
    assert (bench.screenshot() == before).all()


def test_a_panel_that_is_not_redrawn_keeps_its_scroll_bar(bench: Bench) -> None:
    window = imgui.internal.find_window_by_name("Step")
    assert window.scrollbar_y
    assert "Step" not in bench.ear.drawn
    left, top = round(window.pos.x + window.size.x - window.scrollbar_sizes.x), round(window.inner_rect.min.y)
    bar = bench.screenshot()[top : round(window.inner_rect.max.y), left : round(window.pos.x + window.size.x)]
    assert len({tuple(pixel) for pixel in bar.reshape(-1, 3).tolist()}) > 1


def test_a_step_redraws_everything_that_shows_it_and_a_camera_move_only_the_views(bench: Bench) -> None:
    bench.person.key("HOME", frames=5)
    bench.person.key("PERIOD")
    assert {"Step", "Scene", "Timeline", TITLES[View.WORLD]} <= bench.ear.drawn
    bench.person.run_frames(5)
    pixel = bench.picture().at(0.5, 0.1)
    bench.person.grab(*pixel)
    yaw = bench.state.view.cameras.world.yaw
    bench.person.move(pixel[0] + 30, pixel[1], frames=2)
    assert bench.state.view.cameras.world.yaw != yaw
    assert {TITLES[View.WORLD], TITLES[View.DIFFERENCE]} <= bench.ear.drawn
    assert not bench.ear.drawn & {"Step", "Scene", "Timeline"}
    bench.person.release()


def test_panels_update_ten_times_a_second_during_a_drag_and_at_once_on_release(bench: Bench) -> None:
    x, y = bench.pixel_of((1.0, 0.0, 0.0))
    bench.person.grab(x, y)
    said = []
    for i in range(60):
        bench.person.move(x + i, y)
        assert TITLES[View.WORLD] in bench.ear.drawn
        said.append(bench.words)
    assert 8 <= len(set(said)) <= 12, "a second has passed"
    bench.person.release()
    bench.person.run_frames()  # the first frame with the state after the release
    assert says(bench)


def test_everything_is_up_to_date_once_the_pointer_rests_during_a_drag(bench: Bench) -> None:
    x, y = bench.pixel_of((1.0, 0.0, 0.0))
    bench.person.grab(x, y)
    for i in range(10):
        bench.person.move(x + 2 * i, y + i)
    bench.person.run_frames(2)
    assert bench.state.gesture.drag is not None
    assert says(bench)
    bench.person.release()


def test_a_list_stays_open_while_the_pointer_is_elsewhere(bench: Bench) -> None:
    bench.press("##algorithm")
    assert bench.has("SAT, separating axes")
    bench.person.move(*bench.picture().middle, frames=6)
    assert bench.has("SAT, separating axes")
    bench.person.key("ESCAPE", frames=2)
    assert not bench.has("SAT, separating axes")


def test_panels_follow_the_window_and_text_size(bench: Bench) -> None:
    before = bench.widget("scrubber").rect
    bench.person.resize(1000, 640, frames=2)
    assert bench.widget("scrubber").rect.right > before.right + 50
    bench.set_scale(1.5)
    bench.person.run_frames(5)
    assert bench.widget("scrubber").rect.size[1] == pytest.approx(1.5 * before.size[1])


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_no_panel_reads_state_that_does_not_trigger_its_redraw(bench: Bench, panel: Any) -> None:
    state = two_spheres()
    views = {name: Blind(getattr(state, name), OWN.get(panel.title, ())) for name in OF_VIEWS}
    blind = replace(state)
    for name, view in views.items():
        structs.force_setattr(blind, name, view)  # `replace` would look at the cameras
    bench.main._layer.new_frame(1 / 60)
    before = imgui.internal.ErrorRecoveryState()
    imgui.internal.error_recovery_store_state(before)
    try:
        imgui.begin("of its own")
        panel.draw(blind, Ui(bench.main._layer.fonts, bench.main._renderer))
        imgui.end()
    finally:
        _close_what_a_failed_panel_left_open(before)
        imgui.end_frame()


def _close_what_a_failed_panel_left_open(before: imgui.internal.ErrorRecoveryState) -> None:
    """Otherwise `end_frame` raises an error about a missing `end`, which hides the panel's own."""
    io = imgui.get_io()
    asserts, io.config_error_recovery_enable_assert = io.config_error_recovery_enable_assert, False
    imgui.internal.error_recovery_try_to_recover_state(before)
    io.config_error_recovery_enable_assert = asserts
