"""Panel layout: panels surround the views, in a compact form in small windows; panels docked by the user stay there."""

from collections.abc import Iterator

import numpy as np
import pytest
from imgui_bundle import imgui

from gjkscope.app.state.model import View
from gjkscope.app.view.panels.docking.dockspace import COLUMN_WIDTH, ROW_HEIGHT, SCENE_WIDTH
from gjkscope.app.view.panels.toolkit.refresh import is_behind
from tests.app.interface import Bench, start_state

SIZE = 1280, 800
APART = ("Scene", "Step", "Timeline", "Steps")


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state())
    shared.person.resize(*SIZE)
    shared.choose("View", "Reset layout")
    shared.person.run_frames(5)
    yield shared
    shared.open(start_state())
    shared.choose("View", "Reset layout")


def test_reset_restores_the_background_of_unchanged_panels(bench: Bench) -> None:
    """Dear ImGui assumes a white background for a new dock location until the panel there is redrawn."""
    bench.choose("View", "Reset layout")
    bench.person.move(*bench.picture().middle, frames=6)
    for title in APART:
        assert np.median(bench.screenshot(bench.panel(title))) < 60, title


def at_scale(bench: Bench, scale: float) -> None:
    bench.set_scale(scale)
    bench.person.run_frames(8)


def test_large_text_leaves_room_for_the_views_and_normal_text_restores_the_layout(bench: Bench) -> None:
    before = [bench.panel(title) for title in APART]
    at_scale(bench, 2.0)
    width, height = bench.picture(View.WORLD).size
    assert width * height > 0.13 * SIZE[0] * SIZE[1]
    assert bench.panel("Scene") == bench.panel("Step")
    assert bench.panel("Timeline") == bench.panel("Steps")
    at_scale(bench, 1.0)
    for title, rect in zip(APART, before, strict=True):
        assert bench.panel(title) == pytest.approx(rect, abs=3), title


def test_the_scene_panel_grows_with_the_text_to_fit_its_titles(bench: Bench) -> None:
    bench.person.resize(1600, 1100)
    at_scale(bench, 1.0)
    at_scale(bench, 1.9)
    assert bench.panel("Scene") != bench.panel("Step")
    assert bench.panel("Scene").size[0] == pytest.approx(SCENE_WIDTH * 1.9, abs=3)


def test_a_narrower_window_keeps_the_scene_titles_complete(bench: Bench) -> None:
    before = bench.panel("Scene")
    bench.person.resize(900, 700, frames=3)
    assert bench.panel("Scene") != bench.panel("Step")
    assert bench.panel("Scene").size[0] == pytest.approx(SCENE_WIDTH, abs=3)
    assert bench.has("Describe the scene##")
    bench.person.resize(*SIZE, frames=3)
    assert bench.panel("Scene").size == pytest.approx(before.size, abs=3)


def test_compact_panels_grow_with_the_text_and_long_titles_are_truncated(bench: Bench) -> None:
    at_scale(bench, 1.5)
    at_scale(bench, 2.0)
    assert bench.panel("Timeline") == bench.panel("Steps")
    assert bench.panel("Timeline").size[1] > 0.85 * ROW_HEIGHT * 2.0  # minus the row of tabs
    assert bench.panel("Scene").size[0] == pytest.approx(COLUMN_WIDTH * 2.0, abs=3)
    bench.front("Scene")
    assert bench.has("Describe the scene##")
    bench.person.resize(640, 480, frames=3)
    assert not bench.has("Describe the scene##")
    assert bench.has("…###Describe the scene")


def test_tabs_without_room_are_reached_through_a_list(bench: Bench) -> None:
    bench.person.resize(3840, 900)  # wide enough for more panels than there are
    bench.person.run_frames(3)
    assert not bench.has("##tabs")
    bench.person.resize(*SIZE)
    at_scale(bench, 2.0)
    bench.press("##tabs")
    bench.press("Compare", frames=3)
    assert not is_behind("Compare")
    assert imgui.internal.find_window_by_name("Compare").dock_node.tab_bar.scrolling_target > 0  # its tab is visible


def test_a_panel_docked_elsewhere_stays_there(bench: Bench) -> None:
    beside = imgui.internal.find_window_by_name("Step").dock_id
    imgui.internal.dock_builder_dock_window("Compare", beside)
    bench.person.run_frames(3)
    at_scale(bench, 2.0)
    assert bench.panel("Compare") == bench.panel("Step") != bench.panel("Scene")


@pytest.mark.thorough
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_front_tab_is_restored_after_the_panels_were_hidden(bench: Bench, scale: float) -> None:
    at_scale(bench, scale)
    bench.front("Code")
    bench.person.key("TAB", frames=5)
    assert not bench.state.appearance.panels
    bench.person.key("TAB", frames=5)
    tab = bench.window_of("Code")
    assert imgui.internal.find_window_by_name(tab).dock_node.visible_window.name == tab


def test_the_front_tab_is_restored_after_the_window_was_small(bench: Bench) -> None:
    bench.front("SAT axes")
    bench.front("World")
    bench.person.resize(700, 500, frames=8)
    assert is_behind("Axes (SAT)")
    bench.person.resize(*SIZE, frames=8)
    assert not is_behind("Axes (SAT)")
    assert is_behind("Steps and bounds")


def test_the_splitter_above_the_timeline_moves_the_edge_of_the_timeline(bench: Bench) -> None:
    """Its height follows from its contents until the user chooses one, which stays until the layout is reset."""
    steps, timeline = bench.panel("Steps"), bench.panel("Timeline")
    x, y = (timeline.left + timeline.right) / 2, (steps.bottom + timeline.top) / 2
    bench.person.drag((x, y), (x, y - 50), steps=10)
    bench.person.run_frames(5)
    assert bench.panel("Timeline").top == pytest.approx(timeline.top - 50, abs=3)
    assert bench.panel("Steps").bottom == pytest.approx(steps.bottom - 50, abs=3)
    assert bench.panel("Steps").top == pytest.approx(steps.top, abs=1)
    bench.choose("View", "Reset layout")
    bench.person.run_frames(5)
    assert bench.panel("Timeline") == pytest.approx(timeline, abs=1)
