"""Workspaces in the window: the bar and its keys, the panels of each, and what Space and the step keys mean there."""

import re
from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, OpenSides, update
from gjkscope.app.state.model import Sides, View, Workspace
from gjkscope.app.view.panels.toolkit.panel import DockSlot
from gjkscope.app.view.panels.toolkit.panels import PANELS, open_tabs, tabs_in
from gjkscope.app.view.panels.toolkit.refresh import is_behind
from gjkscope.app.view.words.titles import WORKSPACES
from tests.app.interface import Bench, start_state

SIZE = 1440, 900
CLOSED = Sides(scene=False, tables=False)


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state())
    shared.person.resize(*SIZE)
    shared.choose("View", "Reset layout")
    shared.perform(OpenSides(CLOSED), frames=8)
    yield shared
    shared.open(start_state())
    shared.choose("View", "Reset layout")


def share_of_views(bench: Bench) -> float:
    areas = (bench.picture(view).size for view in (View.WORLD, View.DIFFERENCE))
    width, height = bench.window.get_size()
    return sum(across * down for across, down in areas) / (width * height)


def tabs_below(bench: Bench) -> list[str]:
    """The titles of the tabs below the views, from left to right."""
    first = next(tab for tab in open_tabs(bench.state) if tab.slot is DockSlot.TABLES)
    bar = imgui.internal.find_window_by_name(first.title).dock_node.tab_bar
    tabs = sorted((tab for tab in bar.tabs if tab.window is not None), key=lambda tab: tab.offset)
    return [tab.window.name for tab in tabs]


def expected_tabs(bench: Bench) -> list[str]:
    return [tab.title for tab in open_tabs(bench.state) if tab.slot is DockSlot.TABLES]


def is_drawn(title: str) -> bool:
    window = imgui.internal.find_window_by_name(title)
    return bool(window is not None and window.active)


def test_the_views_of_a_pair_take_most_of_the_window(bench: Bench) -> None:
    assert share_of_views(bench) >= 0.6
    assert not is_drawn("Scene")
    assert not is_drawn("Steps")


def test_in_a_small_window_too_and_the_timeline_stays_complete(bench: Bench) -> None:
    bench.person.resize(1024, 700, frames=4)
    bench.choose("View", "Reset layout")
    bench.person.run_frames(8)
    assert share_of_views(bench) >= 0.6
    timeline = bench.panel("Timeline")
    for label in ("##algorithm", "##options", *(f"##transport {number}" for number in range(5)), "##rate", "##beats"):
        assert timeline.holds(bench.widget(label).rect), label
    track = bench.widget("scrubber").rect
    assert timeline.holds(track)
    assert track.left > bench.widget("##rate").rect.right, "beside the rate"
    words = next(rect for text, rect in bench.ear.places.items() if re.fullmatch(r"step \d+ of \d+", text))
    assert timeline.holds(words)


@pytest.mark.thorough
def test_opening_the_panels_to_the_left_takes_from_the_views_only(bench: Bench) -> None:
    width = bench.panel("Step").size[0]
    bench.perform(OpenSides(Sides()), frames=6)
    assert bench.panel("Step").size[0] == pytest.approx(width, abs=1)
    x, y = bench.panel("Step").left - 1, bench.panel("Step").middle[1]
    bench.person.drag((x, y), (x - 60, y), steps=6)
    bench.person.run_frames(3)
    assert bench.panel("Step").size[0] == pytest.approx(width + 60, abs=3), "until the user chooses another width"
    bench.perform(OpenSides(CLOSED), frames=6)
    assert bench.panel("Step").size[0] == pytest.approx(width + 60, abs=3)


@pytest.mark.parametrize("workspace", Workspace)
def test_the_bar_and_its_keys_choose_a_workspace(bench: Bench, workspace: Workspace) -> None:
    bench.press(f"{WORKSPACES[workspace]}##workspace", frames=3)
    assert bench.state.workspace is workspace
    bench.person.key("_2", "alt", frames=3)
    assert bench.state.workspace is Workspace.PAIR


def test_each_workspace_has_its_own_panels(bench: Bench) -> None:
    bench.person.key("_4", "alt", frames=3)
    assert is_drawn("Motion")
    assert not is_drawn("Bounds")
    bench.person.key("_2", "alt", frames=3)
    assert not is_drawn("Motion")


def test_panels_return_to_their_places(bench: Bench) -> None:
    bench.front("SAT axes")
    imgui.internal.dock_builder_dock_window("Compare", imgui.internal.find_window_by_name("Step").dock_id)
    bench.person.run_frames(3)
    before = [bench.panel(title) for title in ("Step", "Compare", "SAT axes", "World")]
    for number in "462":
        bench.person.key(f"_{number}", "alt", frames=3)
    assert [bench.panel(title) for title in ("Step", "Compare", "SAT axes", "World")] == before


@pytest.mark.thorough
def test_tabs_keep_their_order_when_workspaces_are_switched_back_and_forth(bench: Bench) -> None:
    for number in 5 * "34":  # they share two panels
        bench.person.key(f"_{number}", "alt", frames=2)
        bench.perform(OpenSides(Sides()), frames=4)
        assert tabs_below(bench) == expected_tabs(bench)
    assert len(expected_tabs(bench)) == 4


def test_tabs_keep_their_order_after_a_reset_a_restart_and_when_one_comes_back(bench: Bench) -> None:
    bench.perform(OpenSides(Sides()), frames=4)
    kept = bench.main._layer.docking
    bench.show(update(start_state("sphere-box"), ChooseAlgorithm("sphere")))
    assert "Axes (SAT)" not in tabs_below(bench)
    bench.show(start_state())
    assert tabs_below(bench) == expected_tabs(bench)
    bench.choose("View", "Reset layout")
    bench.person.run_frames(3)
    assert tabs_below(bench) == expected_tabs(bench)
    for docking in ("", kept):
        bench.main._layer.dock(docking)
        bench.person.run_frames(4)
    assert tabs_below(bench) == expected_tabs(bench)
    assert "Axes (SAT)" in tabs_below(bench)


def test_a_tab_dragged_along_its_bar_stays_in_its_place(bench: Bench) -> None:
    bench.perform(OpenSides(Sides()), frames=4)
    bar = imgui.internal.find_window_by_name("Compare").dock_node.tab_bar
    tab = next(tab for tab in bar.tabs if tab.window is not None and tab.window.name == "Compare")
    left, y = bar.bar_rect.min.x, (bar.bar_rect.min.y + bar.bar_rect.max.y) / 2
    bench.person.drag((left + tab.offset + tab.width / 2, y), (left + 20, y))
    bench.person.run_frames(3)
    assert tabs_below(bench) == expected_tabs(bench)


def test_closed_tables_are_named_at_the_bottom_and_opened_there(bench: Bench) -> None:
    bench.press("Compare##drawer", frames=5)
    assert bench.state.shell.sides.tables
    assert not is_behind("Compare")
    bench.person.key("T", frames=3)
    assert bench.has("Compare##drawer")


@pytest.mark.parametrize("workspace", Workspace)
def test_a_workspace_has_at_most_four_tabs_below_its_views_and_loses_no_panel(workspace: Workspace) -> None:
    tabs = [tab for tab in tabs_in(workspace) if tab.slot is DockSlot.TABLES]
    assert len(tabs) <= 4
    shown = {panel.title for tab in tabs_in(workspace) for panel in tab.panels}
    assert shown == {panel.title for panel in PANELS if workspace in panel.workspaces}


def test_panels_that_share_a_tab_are_side_by_side_or_chosen_by_a_switch(bench: Bench) -> None:
    bench.front("Steps")
    assert bench.has("##step 0")
    assert "upper − lower, logarithmic" in bench.ear.widgets, "the bounds, beside the steps"
    bench.front("Compare")
    bench.press("Stability##part", frames=3)
    assert bench.has("New samples")
    bench.front("Steps")
    bench.front("Stability")
    assert bench.has("New samples")
    bench.press("Runs and reports##part", frames=3)
    assert not bench.has("New samples")


def test_tabs_without_contents_are_left_out(bench: Bench) -> None:
    assert not bench.has("Own trace##part"), "no engine has reported its steps"
    bench.show(update(start_state("sphere-box"), ChooseAlgorithm("sphere")))
    titles = [tab.title for tab in open_tabs(bench.state)]
    assert "Axes (SAT)" not in titles
    assert "Steps and bounds" in titles


def test_a_panel_of_another_workspace_is_found_by_its_name(bench: Bench) -> None:
    bench.person.key("P", "ctrl", frames=2)
    bench.type("Contact policies")
    bench.person.key("RETURN", frames=6)
    assert bench.state.workspace is Workspace.CONTACTS
    assert not is_behind("Contact policies")


def test_the_same_keys_play_and_step_what_the_workspace_is_about(bench: Bench) -> None:
    fast = replace(bench.state.document.scene.bodies[1], velocity=(1.0, 0.0, 0.0))
    scene = replace(bench.state.document.scene, bodies=(bench.state.document.scene.bodies[0], fast))
    bench.show(replace(bench.state, document=replace(bench.state.document, scene=scene)))
    step = bench.state.run.step
    bench.person.key("_4", "alt", frames=3)
    bench.main.session.state = replace(bench.state, run=replace(bench.state.run, algorithm="gjk"))
    bench.person.key("PERIOD", frames=3)
    assert bench.state.motion.tick == 1
    bench.person.key("COMMA", frames=3)
    assert (bench.state.motion.tick, bench.state.run.step) == (0, step)
    bench.person.key("SPACE", frames=3)
    assert bench.state.motion.simulation is not None
    assert bench.state.motion.simulation.playing
    bench.person.key("SPACE", frames=3)
    assert not bench.state.motion.simulation.playing
