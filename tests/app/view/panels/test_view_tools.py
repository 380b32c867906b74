"""The toolbar and the context menu of a view, and the menus that are left to each workspace."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from imgui_bundle import imgui

from gjkscope.app.ask.runs.choices import Group, by_engine, names_in
from gjkscope.app.base.records import field_names, replace
from gjkscope.app.state.actions import ChooseAlgorithm, LinkCameras, Select, SetVisible, ShowOnly, update
from gjkscope.app.state.actions.pivots import pivot_of, selected_vertex
from gjkscope.app.state.model import Gizmo, Layout, Pivot, View, Visibility, Workspace
from gjkscope.app.view.drawing.clicked import corner_near, facet_normal
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.commands import COMMANDS
from gjkscope.app.view.panels.commands.looking import PARTS_OF, PRESETS
from gjkscope.app.view.panels.commands.offered import groups_in, is_in_menu
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.kinds import Box
from tests.app.interface import Bench, start_state


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(start_state())
    shared.person.resize(1440, 900, frames=3)
    shared.choose("View", "Reset layout")
    shared.person.run_frames(4)
    yield shared
    shared.open(start_state())


def tool(bench: Bench, words: str, view: View = View.WORLD) -> None:
    label = next(label for label in bench.ear.widgets if f"###{words}" in label and label.endswith(f" {view}"))
    bench.press(label, frames=3)


def test_the_toolbar_chooses_handles_and_snapping_and_shows_their_state(bench: Bench) -> None:
    tool(bench, "Rotate handles")
    assert bench.state.display.gizmo is Gizmo.ROTATE
    tool(bench, "Select and drag")
    assert bench.state.display.gizmo is None
    tool(bench, "snap")
    assert bench.state.tools.snap.on
    bench.person.key("X", frames=2)
    tool(bench, "Unlock the axis")
    assert bench.state.tools.axis_lock is None


def test_the_toolbar_maximises_a_view_and_restores_both(bench: Bench) -> None:
    before = bench.picture().size
    tool(bench, "maximise")
    assert bench.state.display.layout is Layout.WORLD
    assert bench.picture().size[0] > 1.9 * before[0]
    tool(bench, "maximise")
    assert bench.state.display.layout is Layout.BOTH
    assert bench.picture().size == before


def test_a_list_of_the_toolbar_switches_what_is_drawn_and_stays_open(bench: Bench) -> None:
    tool(bench, "What is drawn")
    bench.press("Bounding boxes")
    bench.press("Witness points")
    visible = bench.state.display.visible
    assert not visible.aabbs
    assert not visible.witnesses
    bench.press("Show: usual")
    assert bench.state.display.visible == Visibility()
    bench.person.key("ESCAPE")


def test_the_toolbar_s_camera_is_that_of_its_view(bench: Bench) -> None:
    bench.person.leave()
    bench.perform(LinkCameras(False), frames=1)
    tool(bench, "Camera", View.DIFFERENCE)
    world = bench.state.view.cameras.world
    bench.press("Orthographic")
    assert bench.state.view.cameras.difference.orthographic
    assert bench.state.view.cameras.world == world


def test_there_are_no_tools_without_panels(bench: Bench) -> None:
    assert bench.has("##Frame all")
    bench.person.key("TAB", frames=6)
    assert not bench.has("##Frame all")
    bench.person.click(*bench.picture().middle, button="right")
    assert not imgui.is_popup_open("", imgui.PopupFlags_.any_popup)
    bench.person.key("TAB", frames=6)


def test_tools_that_do_not_fit_are_left_out(bench: Bench) -> None:
    bench.person.resize(700, 600, frames=8)
    for label in (label for label in bench.ear.widgets if label.endswith(f" {View.WORLD}") and "##" in label):
        assert bench.widget(label).rect.right <= bench.picture().right + 1


def test_a_right_click_on_a_body_offers_what_can_be_done_with_it(bench: Bench) -> None:
    bench.person.click(*bench.pixel_of(bench.state.document.pair_bodies[1].pose.position), button="right")
    bench.person.run_frames(3)
    assert bench.state.pointer.menu is not None
    assert bench.state.pointer.menu.body == "B"
    assert bench.has("Copy normal of the face")
    bench.press("Hide##body", frames=2)
    assert "B" in bench.state.document.hidden


def test_a_right_click_on_the_handles_is_about_the_body_behind_them(bench: Bench) -> None:
    bench.person.click(*bench.pixel_of(bench.state.document.pair_bodies[0].pose.position), button="right")
    bench.person.run_frames(3)
    assert bench.state.pointer.menu is not None
    assert bench.state.pointer.menu.body == "A"
    assert bench.has("Rename##body")
    bench.person.key("ESCAPE", frames=2)


def test_a_vertex_is_selected_as_pivot_by_a_right_click_or_in_the_scene_panel(bench: Bench) -> None:
    body = bench.state.document.pair_bodies[1]
    assert isinstance(body.shape, Box)
    corners = [bench.pixel_of(apply(body.pose, place)) for place in body.shape.corners()]
    number = min(range(len(corners)), key=lambda i: corners[i][1])  # the highest, which nothing hides
    x, y = corners[number]
    bench.person.click(x, y + 3, button="right")  # inside of the outline
    bench.person.run_frames(3)
    bench.press(f"Rotate about vertex v{number}", frames=3)
    assert bench.state.tools.pivot is Pivot.VERTEX
    assert selected_vertex(bench.state, body) == number
    bench.perform(Select("B"), frames=3)
    bench.press("Locks and snapping", frames=3)
    bench.press("##pivot vertex", frames=2)
    bench.press("v0##pivot vertex", frames=2)
    assert selected_vertex(bench.state, body) == 0
    assert pivot_of(bench.state, body) == body.shape.corners()[0]


def test_a_right_click_on_nothing_offers_what_belongs_to_the_view(bench: Bench) -> None:
    for view in (View.WORLD, View.DIFFERENCE):
        bench.person.click(*bench.picture(view).at(0.04, 0.1), button="right")
        bench.person.run_frames(3)
        assert bench.state.pointer.menu is not None
        assert (bench.state.pointer.menu.view, bench.state.pointer.menu.body) == (view, None)
        assert bench.has("Frame all")
        assert not bench.has("##body")
        bench.person.key("ESCAPE", frames=2)


def test_a_right_drag_pans_and_opens_no_menu(bench: Bench) -> None:
    target = bench.state.view.cameras.world.target
    x, y = bench.picture().at(0.1, 0.2)
    bench.person.drag((x, y), (x + 60, y + 20), 3, "right")
    assert bench.state.view.cameras.world.target != target
    assert not imgui.is_popup_open("", imgui.PopupFlags_.any_popup)


def test_the_clicked_corner_and_facet_are_those_at_the_point() -> None:
    body = start_state().document.scene.bodies[0]
    for number, place in enumerate(body.shape.corners()):
        corner = corner_near(body, tuple(np.add(body.pose.position, place)), 0.01)
        assert corner is not None
        assert corner.number == number
    assert corner_near(body, body.pose.position, 0.01) is None
    for axis, sign in product(range(3), (-1.0, 1.0)):
        normal = np.eye(3)[axis] * sign
        point = tuple(np.add(body.pose.position, normal * body.shape.half_extents))
        assert facet_normal(body, point) == pytest.approx(tuple(normal))


@pytest.mark.parametrize("workspace", Workspace)
def test_menus_offer_what_means_something_in_the_workspace(workspace: Workspace) -> None:
    state = start_state()
    state = replace(state, shell=replace(state.shell, workspace=workspace))
    menus = Counter(command.menu.partition("/")[0] for command in COMMANDS if is_in_menu(command, state))
    assert 100 < menus.total() <= 200, "there are more than 500"
    assert ("Motion" in menus) == (workspace is Workspace.MOTION)
    hidden = [command for command in COMMANDS if command.shown(state) and not is_in_menu(command, state)]
    assert {command.section for command in hidden} >= {"show", "moves", "handles"}
    algorithms = {
        command.does.name
        for command in COMMANDS
        if isinstance(command.does, ChooseAlgorithm) and is_in_menu(command, state)
    }
    offered = {name for group in groups_in(workspace) for name in names_in(group, 3)}
    assert algorithms - offered <= {state.run.algorithm}
    assert algorithms >= offered - {*names_in(Group.LESSON), *names_in(Group.REPORT), *names_in(Group.DIFFERENCE)}


def test_versions_of_an_engine_are_together() -> None:
    engines = by_engine(names_in(Group.ENGINE))
    assert len(engines["FCL"]) > 4
    assert "fcl-2019-04" in engines["FCL"]
    assert engines["MuJoCo Warp"] == ["mujoco-warp"]
    assert not any(":" in engine or " 0" in engine for engine in engines)


def test_an_engine_s_version_is_chosen_in_its_submenu(bench: Bench) -> None:
    bench.choose("##algorithm", "Engines' own", "FCL##engine", "FCL 0.6.0: signed distance")
    assert bench.state.run.algorithm == "fcl-0.6.0"


@pytest.mark.parametrize("title", PRESETS)
def test_a_preset_shows_its_parts_and_no_others(title: str) -> None:
    parts, _ = PRESETS[title]
    shown = update(start_state(), ShowOnly(parts)).display.visible
    assert {name for name in field_names(Visibility) if getattr(shown, name)} == set(parts)


@pytest.mark.parametrize(
    ("name", "algorithm"), [("boxes-edge-edge", "gjk"), ("boxes-overlap", "epa"), ("boxes-overlap", "sat")]
)
@pytest.mark.parametrize("view", [View.WORLD, View.DIFFERENCE])
def test_a_view_offers_every_part_that_it_draws(name: str, algorithm: str, view: View) -> None:
    state = update(start_state(name), ChooseAlgorithm(algorithm))
    drawn = drawing_of(state, view)
    for part in set(field_names(Visibility)) - PARTS_OF[view]:
        toggled = update(state, SetVisible(part, not getattr(state.display.visible, part)))
        assert len(drawing_of(toggled, view).labels) == len(drawn.labels), part
