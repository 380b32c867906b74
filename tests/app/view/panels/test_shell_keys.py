"""Keys and switches of the window that follow from the workspace, and the keyboard focus."""

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, OpenSides, update
from gjkscope.app.state.model import Sides, Workspace
from gjkscope.app.view.panels.commands.workspaces import left_title
from gjkscope.app.view.panels.shell.help_window import keys_of_workspace, topics
from tests.app.interface import Bench, start_state

SIZE = 1440, 900


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(update(start_state("boxes-overlap"), GoToStep(1)))
    shared.person.resize(*SIZE)
    shared.choose("View", "Reset layout")
    shared.perform(OpenSides(Sides(scene=False, tables=False)), frames=8)
    yield shared
    shared.open(start_state())


def focused() -> str:
    window = imgui.get_current_context().nav_window
    return "" if window is None else str(window.root_window.name)


def test_the_focus_moves_through_all_visible_panels_and_back(bench: Bench) -> None:
    seen = []
    for _ in range(4):
        bench.person.key("TAB", "ctrl", frames=3)
        seen.append(focused())
    assert set(seen) == {"World", "Minkowski difference A − B", "Step", "Timeline"}
    bench.person.key("TAB", "ctrl+shift", frames=3)
    assert focused() == seen[-2]


def test_arrow_keys_and_enter_work_in_the_focused_panel(bench: Bench) -> None:
    for _ in range(4):
        if focused() != "Timeline":
            bench.person.key("TAB", "ctrl", frames=3)
    bench.person.key("DOWN", frames=3)
    bench.person.key("RETURN", frames=3)
    assert imgui.is_popup_open("", imgui.PopupFlags_.any_popup), "the list of algorithms, its first widget"
    bench.person.key("ESCAPE", frames=2)


@pytest.mark.thorough
def test_beats_have_buttons(bench: Bench) -> None:
    bench.press("##beat 1", frames=3)
    assert bench.state.run.beat is not None
    first = bench.state.run.beat.number
    bench.press("##beat 1", frames=3)
    assert bench.state.run.beat is not None
    assert bench.state.run.beat.number == first + 1
    bench.press("##beat -1", frames=3)
    assert bench.state.run.beat is not None
    assert bench.state.run.beat.number == first


@pytest.mark.parametrize("workspace", Workspace)
def test_the_help_begins_with_the_keys_of_the_workspace(workspace: Workspace) -> None:
    state = start_state()
    state = replace(state, shell=replace(state.shell, workspace=workspace))
    title, lines = keys_of_workspace(state)
    assert topics("", (title, lines))[0] == (title, list(lines))
    assert len(lines) > 5
    unit = {Workspace.MOTION: "tick"}.get(workspace, "step")
    assert lines[0].right == f"play or pause: {unit}s"


def test_the_switch_on_the_left_is_named_for_what_it_opens(bench: Bench) -> None:
    assert bench.has("Scene and bodies##side")
    assert bench.has("Tables##side")
    bench.person.key("_1", "alt", frames=3)
    assert left_title(bench.state) == "Lessons"
    assert bench.has("Lessons##side")
    assert not bench.has("Tables##side"), "there are none"
    bench.person.key("_2", "alt", frames=3)


def test_headers_of_sections_stay_within_the_margins(bench: Bench) -> None:
    bench.perform(OpenSides(Sides(scene=True, tables=False)), frames=6)
    header, field = bench.widget("Describe the scene###Describe the scene").rect, bench.widget("##kind").rect
    assert header.left == pytest.approx(field.left, abs=1)
    assert header.right == pytest.approx(field.right, abs=1)


def test_with_large_text_the_track_of_the_timeline_is_on_screen(bench: Bench) -> None:
    bench.set_scale(2.0)
    bench.person.run_frames(12)
    track, timeline = bench.widget("scrubber").rect, bench.panel("Timeline")
    assert track.bottom <= timeline.bottom
    bench.set_scale(1.0)
    bench.person.run_frames(8)


@pytest.mark.thorough
def test_the_help_of_a_command_is_below_the_results_not_over_them(bench: Bench) -> None:
    shown: list[str] = []
    real, imgui.set_tooltip = imgui.set_tooltip, shown.append
    try:
        bench.person.key("P", "ctrl", frames=2)
        bench.type("single precision")
        bench.person.run_frames(2)
        assert "every operation to 24 bits" in bench.words
        bench.hover("Algorithm/Single precision (float32)")
        bench.person.run_frames(60)
        assert shown == []
    finally:
        imgui.set_tooltip = real
        bench.person.key("ESCAPE", frames=2)


@pytest.mark.thorough
def test_a_step_hides_the_preview_of_a_resting_pointer(bench: Bench) -> None:
    bench.show(update(bench.state, ChooseAlgorithm("gjk")))
    bench.perform(GoToStep(0), frames=2)
    bench.front("SAT axes")
    bench.hover("##axis 1")
    assert bench.state.pointer.hovered_axis == 1
    bench.person.key("PERIOD", frames=3)
    assert bench.state.pointer.hovered_axis is None
    bench.hover("##axis 2")
    assert bench.state.pointer.hovered_axis == 2
