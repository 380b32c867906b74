"""A 2D scene in the window: what is offered, the mouse in the views, and the fields of bodies."""

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.scene import Planar
from gjkscope.app.state.actions import NEW_PLANE_SCENE, initial_state
from gjkscope.app.state.model import Gizmo, View
from gjkscope.app.view.panels.commands import COMMANDS
from gjkscope.app.view.panels.viewport.gizmo import HANDLE_LENGTH, LARGEST_HANDLE
from gjkscope.engine import Circle, Polygon


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(initial_state(NEW_PLANE_SCENE))
    return shared


def placement(bench: Bench, name: str) -> Planar:
    planar = bench.state.document.scene.body(name).placement
    assert isinstance(planar, Planar)
    return planar


def test_a_drag_of_empty_space_pans_and_the_wheel_zooms_without_turning(bench: Bench) -> None:
    before = bench.state.view.cameras.world
    x, y = bench.pixel_of((0.9, -1.0, 0.0))
    bench.person.drag((x, y), (x + 40, y + 20))
    panned = bench.state.view.cameras.world
    assert panned.target[0] < before.target[0]
    assert panned.basis == before.basis
    bench.person.key("NUM_7")
    bench.sleep_until_idle()
    assert bench.state.view.cameras.world == panned


def test_a_drag_of_a_body_moves_it_in_the_plane(bench: Bench) -> None:
    bench.show(replace(bench.state, display=replace(bench.state.display, gizmo=None)))
    bench.person.drag(bench.pixel_of((1.7, 0.1, 0.0)), bench.pixel_of((2.0, 0.4, 0.0)))
    assert placement(bench, "B").position == pytest.approx((2.0, 0.3), abs=0.02)
    assert bench.state.document.selected == "B"


def test_a_small_body_inside_a_large_one_can_be_picked(bench: Bench) -> None:
    scene = NEW_PLANE_SCENE
    inner = replace(scene.body("B"), shape=Circle(0.1), placement=Planar((0.0, -0.2)))
    bench.open(initial_state(scene.with_body(inner)))
    bench.show(replace(bench.state, display=replace(bench.state.display, gizmo=None)))
    bench.person.click(*bench.pixel_of((0.02, -0.2, 0.0)))
    assert bench.state.document.selected == "B"


def test_the_ring_turns_the_selected_body(bench: Bench) -> None:
    bench.show(replace(bench.state, display=replace(bench.state.display, gizmo=Gizmo.ROTATE)))
    x, y = bench.pixel_of((0.0, 0.05, 0.0))
    radius = 1.2 * min(HANDLE_LENGTH, LARGEST_HANDLE * min(bench.picture().size))  # ImGuizmo's ring
    bench.person.drag((x + radius, y), (x, y + radius))
    assert abs(placement(bench, "A").angle) > 0.5


def test_fields_have_two_coordinates_and_an_angle_in_degrees(bench: Bench) -> None:
    bench.enter("x##position, m", "1/3")
    bench.enter("##angle", "30")
    assert placement(bench, "A").position == (1 / 3, 0.0)
    assert placement(bench, "A").angle == pytest.approx(0.5235987755982988)
    assert not bench.has("z##position, m")
    bench.enter("##y of vertex 2", "0.75")
    bench.press("Vertex")
    shape = bench.state.document.scene.body("A").shape
    assert shape == Polygon(((-0.6, -0.5), (0.6, -0.5), (0.0, 0.75), (-0.3, 0.125)))
    bench.press("##without vertex 0")
    assert len(bench.state.document.scene.body("A").shape.vertices) == 3  # type: ignore[attr-defined]


def test_vertices_of_two_numbers_are_pasted(bench: Bench) -> None:
    bench.person.window.set_clipboard_text("[[0, 0], [2, 0], [1, 1.5]]")
    bench.press("Paste")
    assert bench.state.document.scene.body("A").shape == Polygon(((0, 0), (2, 0), (1, 1.5)))


def test_only_2d_kinds_can_be_added(bench: Bench) -> None:
    bench.press("+ Add")
    assert not bench.has("Sphere##add")
    bench.press("Circle##add")
    assert isinstance(bench.state.document.scene.body("C").shape, Circle)


def test_commands_that_make_no_sense_in_2d_are_hidden(bench: Bench) -> None:
    shown = {command.title for command in COMMANDS if command.shown(bench.state)}
    hidden = {
        "Z up",
        "Orthographic",
        "View from top",
        "Orbit left",
        "Lock to z axis",
        "Drag on ground",
        "MPR",
        "Sphere",
        "Floor below A − B",
        "Opening in front of the origin",
        "Test edges against faces (crossings)",
    }
    assert not shown & hidden
    assert {"Polygon (2D)", "Lock to x axis", "Frame all", "GJK distance"} <= shown
    words = {command.words(bench.state) for command in COMMANDS if command.shown(bench.state)}
    assert {"Grid", "Support lines", "Separating line"} <= words


def test_a_new_2d_scene_is_a_command(bench: Bench) -> None:
    bench.person.key("N", "ctrl")
    assert bench.state.document.scene.dimension == 3
    bench.person.key("N", "ctrl+shift")
    assert bench.state.document.scene == NEW_PLANE_SCENE
    assert bench.state.view.cameras.of(View.DIFFERENCE).flat


def test_a_text_of_pairs_is_imported_from_the_clipboard(bench: Bench) -> None:
    bench.person.window.set_clipboard_text("0 0\n1 0\n1 1\n\n2 0\n3 0\n3 1\n")
    bench.person.key("V", "ctrl")
    bench.sleep_until_idle()
    bench.press("Import")
    assert bench.state.document.scene.dimension == 2
    assert bench.state.document.scene.names == ("A", "B")
