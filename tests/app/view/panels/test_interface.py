"""Panels, menus and keys: user input reaches the state and becomes visible."""

from random import Random

import numpy as np
import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import LISTS, Bench, Rect, background_like, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope import engine
from gjkscope.app.scenes.cameras.maths import euler_from_rotation
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene, UnreadText
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, initial_state, update
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import Gizmo, State, View
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList, Lines
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.toolkit.fields import exact_format
from gjkscope.app.view.panels.toolkit.panels import open_tabs
from gjkscope.app.view.words.markup import NO_BREAK
from gjkscope.engine import Box, Capsule, Hull, Options, Sphere, Trace
from gjkscope.engine.sat.explain import count_skipped_pairs, provenance
from tests.engine.known_meshes import ring
from tests.engine.samples import random_direction

TAB, FILTER, HEADS = 32.0, 32.0, 18.0  # pixels above the SAT table: its tab, filter and column headers
MARGIN = 12.0  # pixels beside the track of the timeline
AXIS_LINE = 310.0  # the width right of the table, including its scroll bar

# A sum that needs 17 decimal digits for an exact round trip.
DIGITS = "0.30000000000000004"


def step(bench: Bench) -> int:
    return current_step(bench.state)


def last(bench: Bench) -> int:
    return last_step(bench.state)


def trace_of_pair(bench: Bench, algorithm: str, options: Options) -> Trace:
    a, b = bench.state.document.pair_bodies
    return engine.trace(a.shape, a.pose, b.shape, b.pose, algorithm, options)


class TestKeys:
    def test_steps(self, bench: Bench) -> None:
        assert step(bench) == last(bench) > 2
        for key, expected in [
            ("COMMA", last(bench) - 1),
            ("COMMA", last(bench) - 2),
            ("PERIOD", last(bench) - 1),
            ("HOME", 0),
            ("COMMA", 0),
            ("PERIOD", 1),
            ("END", last(bench)),
            ("PERIOD", last(bench)),
            ("R", 0),
        ]:
            bench.person.key(key)
            assert step(bench) == expected, key

    def test_a_step_is_shown_in_both_views_the_text_and_the_timeline(self, bench: Bench) -> None:
        shown = [
            bench.picture(View.WORLD),
            bench.picture(View.DIFFERENCE),
            bench.panel("Step"),
            bench.panel("Timeline"),
        ]
        before = [bench.screenshot(rect) for rect in shown]
        bench.person.key("HOME", frames=1)
        for rect, pixels in zip(shown, before, strict=True):
            assert (bench.screenshot(rect) != pixels).any()

    def test_space_plays_in_real_time_and_stops_at_the_end(self, bench: Bench) -> None:
        bench.person.key("SPACE")
        assert bench.state.run.playback.playing
        assert step(bench) == 0
        assert bench.main.loop.animating
        seen = []
        for _ in range(2 * last(bench) + 2):
            bench.person.run_frames(1, dt=0.5)
            seen.append(step(bench))
        assert seen[: 2 * last(bench)] == [n // 2 for n in range(1, 2 * last(bench) + 1)]
        assert step(bench) == last(bench)
        assert not bench.state.run.playback.playing
        bench.person.run_frames()
        assert not bench.main.loop.animating

    def test_space_again_pauses(self, bench: Bench) -> None:
        bench.person.key("SPACE")
        bench.person.run_frames(1, dt=1.1)
        bench.person.key("SPACE")
        bench.person.run_frames(3, dt=1.0)
        assert step(bench) == 1
        assert not bench.main.loop.animating

    def test_a_manual_step_ends_playback(self, bench: Bench) -> None:
        bench.person.keys("SPACE", "PERIOD")
        assert not bench.state.run.playback.playing
        assert step(bench) == 1

    def test_undo_and_redo(self, bench: Bench) -> None:
        before = bench.state.document.scene
        bench.enter("x##position, m", "3")
        after = bench.state.document.scene
        for key, modifiers, expected in [
            ("Z", "ctrl", before),
            ("Z", "ctrl", before),
            ("Z", "ctrl+shift", after),
            ("Z", "ctrl", before),
            ("Y", "ctrl", after),
            ("Y", "ctrl", after),
        ]:
            bench.person.key(key, modifiers)
            assert bench.state.document.scene == expected

    @pytest.mark.parametrize("name", ["COMMA", "SPACE", "W", "F"])
    def test_a_key_with_ctrl_or_alt_is_a_different_key(self, bench: Bench, name: str) -> None:
        before = bench.state
        for modifier in ("ctrl", "alt"):
            bench.person.key(name, modifier)
        assert bench.state == before


class TestTimeline:
    def test_the_player_buttons(self, bench: Bench) -> None:
        first, back, play, forward, end = (f"##transport {n}" for n in range(5))
        for button, expected in [(first, 0), (forward, 1), (forward, 2), (back, 1), (end, last(bench))]:
            bench.press(button)
            assert step(bench) == expected
        bench.press(play)
        assert bench.state.run.playback.playing
        bench.press(play)
        assert not bench.state.run.playback.playing

    def test_the_scrubber_can_be_clicked_and_dragged(self, bench: Bench) -> None:
        rect = bench.reveal("scrubber")
        bench.person.click(*rect.at(0.01, 0.5))
        assert step(bench) == 0
        bench.person.grab(*rect.at(0.01, 0.5))
        seen = []
        for x in np.linspace(0.01, 1.3, 14):
            bench.person.move(*rect.at(float(x), 0.5))
            seen.append(step(bench))
        bench.person.release()
        assert seen == sorted(seen)
        assert set(seen) == set(range(last(bench) + 1))
        bench.person.move(*rect.at(0.5, 0.5))
        assert step(bench) == last(bench)

    def test_the_list_of_algorithms(self, bench: Bench) -> None:
        bench.choose("##algorithm", "SAT, separating axes")
        assert bench.state.run.algorithm == "sat"
        assert step(bench) == last(bench) == 14
        assert (bench.state.history.past, bench.state.modified) == ((), False)
        bench.choose("##algorithm", "GJK distance")
        assert bench.state.run.algorithm == "gjk"
        assert step(bench) == last(bench) < 14

    def test_only_the_algorithm_s_options_are_shown_and_a_click_sets_them(self, bench: Bench) -> None:
        bench.press("##options")
        assert not bench.has("crossings")
        bench.press("float32")
        assert bench.state.run.options == Options(float32=True)
        bench.person.key("ESCAPE")
        assert "GJK distance, float32" in bench.words
        bench.choose("##algorithm", "Brute force, ray parity", "##options")
        assert not bench.has("float32")
        bench.press("crossings")
        assert inspect(bench.state).trace == trace_of_pair(bench, "brute", Options(crossings=True))

    def test_the_sub_distance_method_is_chosen_and_all_are_compared(self, bench: Bench) -> None:
        bench.choose("##options", "Johnson's subalgorithm")
        bench.person.key("ESCAPE")
        assert bench.state.run.options == Options(subdistance="johnson")
        assert inspect(bench.state).trace == trace_of_pair(bench, "gjk", bench.state.run.options)
        assert "GJK distance, johnson" in bench.words
        bench.person.key("COMMA")
        assert "Johnson's subalgorithm tried" in bench.words
        bench.front("Step")
        title = "Sub-distance methods compared"
        header, button = bench.widget(f"###{title}").rect, bench.widget("Copy step").rect
        assert header.left == pytest.approx(button.left, abs=1), "within the margin"
        bench.press(title)
        assert "Signed volumes" in bench.words
        bench.press("Signs that the method used")
        assert "Δ w" in bench.words

    def test_the_first_direction_can_be_typed(self, bench: Bench) -> None:
        bench.choose("##algorithm", "GJK by tetrahedra", "##options")
        bench.enter("y##first direction", "2.5")
        assert bench.state.run.options.direction == (1.0, 2.5, 0.0)
        assert inspect(bench.state).trace == trace_of_pair(bench, "tetrahedron", bench.state.run.options)
        bench.press("as published")
        assert bench.state.run.options == Options()
        bench.enter("x##first direction", "0")
        assert "direction: must not be zero" in bench.words

    def test_the_list_of_speeds(self, bench: Bench) -> None:
        bench.choose("##rate", "4×")
        assert bench.state.run.playback.rate == 4.0
        bench.person.key("SPACE")
        bench.person.run_frames(1, dt=0.26)
        assert step(bench) == 1

    def test_a_click_in_the_list_of_steps(self, bench: Bench) -> None:
        for n in (2, 0, 1):
            bench.press(f"##step {n}")
            assert step(bench) == n

    def test_an_algorithm_that_does_not_support_the_pair_says_so(self, bench: Bench) -> None:
        bench.open(start_state("sphere-box"))
        bench.choose("##algorithm", "SAT, separating axes")
        refusal = inspect(bench.state).refusal
        assert refusal is not None
        assert refusal in bench.words
        bench.person.keys("PERIOD", "SPACE")
        bench.person.run_frames(2, dt=1.0)
        assert not bench.state.run.playback.playing


class TestNumbers:
    @pytest.mark.parametrize(("axis", "name"), [(0, "x"), (1, "y"), (2, "z")])
    def test_a_position_is_set_to_the_last_digit_without_changing_others(
        self, bench: Bench, axis: int, name: str
    ) -> None:
        before = bench.state.document.scene
        bench.press("B##row")
        bench.enter(f"{name}##position, m", DIGITS)
        expected = [*before.body("B").pose.position]
        expected[axis] = 0.1 + 0.2
        assert [*bench.state.document.scene.body("B").pose.position] == expected
        assert bench.state.document.scene.body("B").pose.rotation == before.body("B").pose.rotation
        assert bench.state.document.scene.body("A") is before.body("A")

    @pytest.mark.parametrize("text", ["-1e-300", "123456789.12345679", "1e6", "0.1"])
    def test_every_typed_number_is_shown_unchanged(self, bench: Bench, text: str) -> None:
        bench.enter("y##position, m", text)
        assert bench.state.document.scene.body("A").pose.position[1] == float(text)
        bench.person.key("Z", "ctrl")
        bench.person.key("Z", "ctrl+shift")
        bench.press("y##position, m")
        bench.person.key("A", "ctrl")
        bench.person.key("C", "ctrl")
        assert float(bench.window.clipboard) == float(text)
        bench.person.key("ESCAPE")

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            (0.0, "0"),
            (-0.0, "-0"),
            (30.0, "30"),
            (-1234500.0, "-1234500"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-05, "1e-05"),
            (90000.5, "90000.5"),
            (1e22, "1e+22"),
            (-5e-324, "-5e-324"),
        ],
    )
    def test_a_number_is_shown_in_full_and_as_short_as_possible(self, value: float, shown: str) -> None:
        assert float(exact_format(value) % value) == value
        assert exact_format(value) % value == shown

    def test_a_rotation_is_entered_in_degrees(self, bench: Bench) -> None:
        bench.enter("z##rotation 2", "30")
        angles = np.degrees(euler_from_rotation(bench.state.document.scene.body("A").pose.rotation))
        assert angles == pytest.approx((0.0, 0.0, 30.0), abs=1e-12)
        assert bench.state.document.scene.body("A").pose.position == (0.0, 0.0, 0.0)

    def test_half_extents_are_set_and_redrawn(self, bench: Bench) -> None:
        before = bench.screenshot(bench.picture())
        bench.enter("y##half extents, m", DIGITS)
        assert bench.state.document.scene.body("A").shape == Box((1.0, 0.1 + 0.2, 0.8))
        assert (bench.screenshot(bench.picture()) != before).any(axis=2).mean() > 0.01

    def test_a_radius_and_a_half_height_are_set(self, bench: Bench) -> None:
        capsule = Body("A", Capsule(0.5, 1.0))
        bench.open(initial_state(Scene("round", (capsule, Body("B", Sphere(0.5), PositionOrientation((3.0, 0, 0)))))))
        bench.enter("##radius", DIGITS)
        bench.enter("##half_height", "0.7")
        assert bench.state.document.scene.body("A").shape == Capsule(0.1 + 0.2, 0.7)

    @pytest.mark.parametrize("text", ["0", "-1", "abc", "", "1e400", "-", "."])
    def test_an_invalid_radius_keeps_the_shape(self, bench: Bench, text: str) -> None:
        bench.open(start_state("sphere-box"))
        round_one = next(body for body in bench.state.document.scene.bodies if isinstance(body.shape, Sphere))
        bench.press(f"{round_one.name}##row")
        before = bench.state.document.scene
        bench.enter("##radius", text)
        assert bench.state.document.scene == before
        assert not bench.state.history.past

    @pytest.mark.parametrize("text", ["abc", "", "1e400", "-"])
    def test_an_invalid_number_keeps_the_position(self, bench: Bench, text: str) -> None:
        before = bench.state.document.scene
        bench.enter("x##position, m", text)
        assert bench.state.document.scene == before

    def test_editing_a_field_is_one_history_entry(self, bench: Bench) -> None:
        before = bench.state.document.scene
        bench.enter("x##position, m", "", leave="")
        bench.person.type_text("12.5")
        bench.person.key("TAB")
        assert bench.state.document.scene.body("A").pose.position == (12.5, 0.0, 0.0)
        bench.enter("y##position, m", "2")
        assert [edit.label for edit in bench.state.history.past] == ["move A", "move A"]
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene.body("A").pose.position == (12.5, 0.0, 0.0)
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene == before

    @pytest.mark.thorough
    @pytest.mark.parametrize("gizmo", [None, Gizmo.MOVE])
    def test_fields_of_one_body_are_undone_one_by_one_also_without_handles(
        self, bench: Bench, gizmo: Gizmo | None
    ) -> None:
        bench.open(replace(start_state(), display=replace(start_state().display, gizmo=gizmo)))
        for name in "xyz":
            bench.enter(f"{name}##half extents, m", "2")
        assert [edit.label for edit in bench.state.history.past] == ["set half extents of A"] * 3

    def test_escape_restores_the_number(self, bench: Bench) -> None:
        before = bench.state.document.scene
        bench.enter("x##position, m", "7", leave="ESCAPE")
        assert bench.state.document.scene is before

    def test_a_click_elsewhere_commits_the_text_and_acts_there(self, bench: Bench) -> None:
        bench.open(replace(start_state(), display=replace(start_state().display, gizmo=None)))
        bench.enter("x##position, m", "-1.5", leave="")
        pixel = bench.pixel_of(bench.state.document.scene.body("B").pose.position)
        bench.person.grab(*pixel)
        assert bench.state.document.scene.body("A").pose.position[0] == -1.5
        bench.person.move(pixel[0] + 9, pixel[1])
        assert bench.state.gesture.drag is not None
        bench.person.release()
        assert [edit.label for edit in bench.state.history.past] == ["move A", "move B"]
        assert bench.state.document.selected == "B"

    def test_keys_typed_into_a_field_have_no_other_effect(self, bench: Bench) -> None:
        bench.person.key("COMMA")
        before = bench.state
        bench.press("x##position, m")
        bench.person.type_text(",.fewr ")
        for name in ("HOME", "END", "LEFT"):
            bench.person.key(name)
        bench.person.key("ESCAPE")
        assert bench.state.view.cameras == before.view.cameras
        assert (step(bench), bench.state.display.gizmo) == (step_of(before), before.display.gizmo)
        assert bench.state.run.playback == before.run.playback

    def test_a_click_on_a_name_selects_the_body_and_shows_its_numbers(self, bench: Bench) -> None:
        bench.reveal("+ Add")  # the test before has scrolled the list of bodies out of the panel
        bench.press("B##row")
        assert bench.state.document.selected == "B"
        assert bench.has("half extents")


class TestAxes:
    """The SAT table of two boxes, while GJK runs."""

    @pytest.mark.parametrize("row", [1, 4])
    def test_hovering_a_row_shows_both_projections(self, bench: Bench, row: int) -> None:
        before = bench.screenshot(bench.picture())
        bench.hover(f"##axis {row}")
        assert bench.state.pointer.hovered_axis == row
        axes = inspect(bench.state).axes
        assert axes is not None
        axis = axes.steps[row].axis
        center = np.array(bench.state.document.pair_bodies[0].pose.position)
        for color, interval in ((palette.A, axis.interval_a), (palette.B, axis.interval_b)):
            start, end = bar(world_drawing(bench.state), color)
            along = [float(np.dot(point - center, axis.direction)) for point in (start, end)]
            assert along == pytest.approx(interval, abs=1e-12)
            assert np.allclose(np.cross(end - start, axis.direction), 0, atol=1e-12)
        assert (bench.screenshot(bench.picture()) != before).any(axis=2).mean() > 0.01

    def test_leaving_the_table_hides_the_axis(self, bench: Bench) -> None:
        before = world_drawing(bench.state)
        bench.hover("##axis 1")
        assert world_drawing(bench.state) is not before
        bench.person.move(*bench.picture().at(0.1, 0.9), frames=3)
        assert bench.state.pointer.hovered_axis is None
        assert world_drawing(bench.state) is before

    @pytest.mark.parametrize("algorithm", ["gjk", "sat"])
    def test_a_step_ends_the_preview_of_a_row_until_the_pointer_moves(self, bench: Bench, algorithm: str) -> None:
        bench.show(update(update(bench.state, ChooseAlgorithm(algorithm)), GoToStep(0)))
        bench.person.move(*bench.picture().at(0.1, 0.9))  # an earlier test may have left the pointer on the row
        bench.person.run_frames(2)
        bench.hover("##axis 1")
        assert bench.state.pointer.hovered_axis == 1
        bench.person.key("PERIOD", frames=3)
        assert bench.state.run.step == 1
        assert bench.state.pointer.hovered_axis is None
        x, y = bench.widget("##axis 1").rect.middle
        bench.person.move(x + 1, y, frames=3)
        assert bench.state.pointer.hovered_axis == 1

    def test_a_step_ends_the_preview_of_a_row_whose_panel_is_covered(self, bench: Bench) -> None:
        bench.show(update(bench.state, GoToStep(0)))
        bench.hover("##axis 1")
        bench.front("Steps")
        bench.person.key("PERIOD", frames=3)
        assert bench.state.pointer.hovered_axis is None

    def test_the_last_of_the_fifteen_rows_can_be_reached(self, bench: Bench) -> None:
        bench.hover("##axis 14")
        assert bench.state.pointer.hovered_axis == 14

    def test_selecting_a_row_is_not_an_edit(self, bench: Bench) -> None:
        bench.press("##axis 1")
        assert not bench.state.modified
        assert not bench.state.history.past

    def test_an_unsupported_pair_has_no_tab_of_axes(self, bench: Bench) -> None:
        bench.front("SAT axes")
        assert bench.has("##axis")
        bench.open(start_state("sphere-box"))
        assert not bench.has("##axis")
        assert "Axes (SAT)" not in {tab.title for tab in open_tabs(bench.state)}

    def test_hulls_show_their_axes_and_the_number_of_skipped_edge_pairs(self, bench: Bench) -> None:
        bench.open(start_state("museum/mujoco-MeshMesh"))
        axes = inspect(bench.state).axes
        assert axes is not None
        for row, step in enumerate(axes.steps):
            if not step.axis.skipped and not count_skipped_pairs(step.axis):
                continue
            bench.reveal(f"##axis {row}")
            assert provenance(step.axis) in bench.words
            assert not step.axis.skipped or f"same axis as step {step.axis.same_as}" in bench.words
            if left_out := count_skipped_pairs(step.axis):
                assert f"then {left_out} passed over" in bench.words
                return
        raise AssertionError("nothing was passed over")

    def test_while_sat_runs_the_axis_of_the_step_is_shown(self, bench: Bench) -> None:
        bench.open(update(update(bench.state, ChooseAlgorithm("sat")), GoToStep(2)))
        axes = inspect(bench.state).axes
        assert axes is not None
        start, end = bar(world_drawing(bench.state), palette.A)
        interval = axes.steps[2].axis.interval_a
        assert np.linalg.norm(end - start) == pytest.approx(interval[1] - interval[0])


@pytest.fixture(scope="module")
def hulls() -> State:
    random = Random(5)
    a, b = (Hull(tuple(random_direction(random) for _ in range(25))) for _ in range(2))
    bodies = Body("A", a), Body("B", b, PositionOrientation((1.7, 0.2, 0.1)))
    return update(initial_state(Scene("hulls", bodies)), ChooseAlgorithm("sat"))


class TestLongRuns:
    """The separating axis test of two large hulls has hundreds of steps."""

    @pytest.fixture
    def bench(self, bench: Bench) -> Bench:
        bench.person.resize(1300, 900)
        return bench

    def test_only_visible_rows_are_created(self, bench: Bench, hulls: State) -> None:
        bench.show(hulls)
        assert last(bench) > 100
        for panel, label in LISTS.items():
            bench.front(panel)
            assert 0 < sum(label in widget for widget in bench.ear.widgets) < 25

    def test_the_list_and_the_table_follow_the_step(self, bench: Bench, hulls: State) -> None:
        bench.show(hulls)
        for row in (60, 3, 90):
            bench.show(update(hulls, GoToStep(row)))
            for panel, label in LISTS.items():
                bench.front(panel)
                around, row_rect = bench.panel(panel), bench.widget(f"{label} {row}").rect
                assert around.holds(row_rect._replace(right=around.right)), "a wide row goes on to the right"

    def test_the_axis_of_the_hovered_row_is_shown(self, bench: Bench, hulls: State) -> None:
        bench.show(update(hulls, GoToStep(60)))
        bench.front("SAT axes")
        bench.person.run_frames(6)  # until the table has scrolled to the step
        for row in (60, 61):
            bench.person.move(*bench.widget(f"##axis {row}").rect.middle, frames=4)
            assert bench.state.pointer.hovered_axis == row

    def test_column_widths_are_constant_while_scrolling(self, bench: Bench, hulls: State) -> None:
        heads = []
        bench.front("SAT axes")
        for row in (0, 60, 100):
            bench.show(update(hulls, GoToStep(row)))
            bench.person.run_frames(3)
            left, top, right, _ = bench.panel("SAT axes")
            heads.append(
                bench.screenshot(Rect(left, top + TAB + FILTER, right - AXIS_LINE, top + TAB + FILTER + HEADS))
            )
        assert heads[0].std() > 5, "there is something to be seen"
        assert all((head == heads[0]).all() for head in heads)

    def test_every_step_can_be_reached_on_the_timeline(self, bench: Bench, hulls: State) -> None:
        bench.show(hulls)
        rect = bench.reveal("scrubber")
        bench.person.grab(*rect.at(0.01, 0.5))
        for wanted in (1, last(bench) // 2, last(bench) // 2 + 1, last(bench) - 1, last(bench), 0):
            track = rect.size[0] - 2 * MARGIN
            bench.person.move(rect.left + MARGIN + track * wanted / last(bench), rect.middle[1])
            assert step(bench) == wanted
        bench.person.release()


def toggle_part(bench: Bench, words: str) -> None:
    """Press a switch in the first list of what is drawn that has it."""
    for view in (View.WORLD, View.DIFFERENCE):
        bench.press(f"##What is drawn {view}", frames=2)
        if bench.has(words):
            bench.press(words)
            bench.person.key("ESCAPE")
            bench.person.leave()
            return
        bench.person.key("ESCAPE", frames=2)
    raise AssertionError(f"no view offers {words!r}")


class TestViewMenu:
    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("words", "field"),
        [
            ("Bounding boxes", "aabbs"),
            ("Witness points", "witnesses"),
            ("Support points", "supports"),
            ("Push-out", "push_out"),
            ("Difference A − B", "difference"),
            ("Labels", "labels"),
            ("Ground grid", "grid"),
        ],
    )
    def test_each_entry_hides_and_shows_its_part_of_the_picture(self, bench: Bench, words: str, field: str) -> None:
        bench.open(
            replace(start_state("boxes-overlap"), display=replace(start_state("boxes-overlap").display, gizmo=None))
        )
        bench.person.resize(1280, 800, frames=8)
        drawn = [size(drawing) for drawing in drawings(bench.state)]
        before = bench.screenshot(bench.picture()), bench.screenshot(bench.picture(View.DIFFERENCE))
        toggle_part(bench, words)
        assert getattr(bench.state.display.visible, field) is False
        after = bench.screenshot(bench.picture()), bench.screenshot(bench.picture(View.DIFFERENCE))
        assert any((old != new).any() for old, new in zip(before, after, strict=True))
        if field != "grid":  # the grid belongs to the renderer
            assert sum(size(drawing) for drawing in drawings(bench.state)) < sum(drawn)
        toggle_part(bench, words)
        assert getattr(bench.state.display.visible, field) is True
        assert [size(drawing) for drawing in drawings(bench.state)] == drawn
        bench.person.leave()
        again = bench.screenshot(bench.picture()), bench.screenshot(bench.picture(View.DIFFERENCE))
        assert all((old == new).all() for old, new in zip(before, again, strict=True))

    def test_hidden_bounding_boxes_have_no_lines(self, bench: Bench) -> None:
        shown = count_dashes(world_drawing(bench.state))
        toggle_part(bench, "Bounding boxes")
        assert shown - count_dashes(world_drawing(bench.state)) == 2 * 12

    def test_frame_everything(self, bench: Bench) -> None:
        bench.person.scroll(*bench.picture().middle, up=-20)
        small = (~background_like(bench.screenshot(bench.picture()))).sum()
        bench.choose("View", "Frame all")
        assert (~background_like(bench.screenshot(bench.picture()))).sum() > 4 * small


class TestOtherMenus:
    def test_the_algorithm_menu_steps_and_selects(self, bench: Bench) -> None:
        bench.choose("Algorithm", "Step back")
        assert step(bench) == last(bench) - 1
        bench.choose("Algorithm", "SAT, separating axes")
        assert bench.state.run.algorithm == "sat"

    def test_the_edit_menu_names_the_action_to_undo(self, bench: Bench) -> None:
        before = bench.state.document.scene
        bench.enter("x##position, m", "3")
        bench.choose("Edit", "Undo move A")
        assert bench.state.document.scene == before
        bench.choose("Edit", "Redo move A")
        assert bench.state.document.scene != before

    def test_the_title_shows_the_file_and_whether_it_was_modified(self, bench: Bench) -> None:
        assert bench.state.document.scene.name in bench.title
        assert "*" not in bench.title
        bench.enter("x##position, m", "3")
        assert "*" in bench.title
        bench.person.key("Z", "ctrl")
        assert "*" not in bench.title


def step_of(state: State) -> int:
    return current_step(state)


def drawings(state: State) -> tuple[DrawList, DrawList]:
    return world_drawing(state), difference_drawing(state)


def size(drawing: DrawList) -> int:
    """The amount drawn: the total of triangles, lines, arrows, points and labels."""
    batches = (
        *(skin.surface.positions for skin in drawing.skins),
        *(edges.ends for edges in drawing.edges),
        *(batch.positions for batch in drawing.triangles),
        *(batch.starts for batch in drawing.lines),
        *(batch.tails for batch in drawing.arrows),
        *(batch.positions for batch in drawing.points),
    )
    return sum(len(batch) for batch in batches) + len(drawing.labels)


def count_dashes(drawing: DrawList) -> int:
    return sum(int((lines.dashes > 0).sum()) for lines in drawing.lines)


def bar(drawing: DrawList, color: palette.Color) -> tuple[np.ndarray, np.ndarray]:
    """Both ends of the thickest line of that colour: the projection of a shape on an axis."""

    def thickest(lines: Lines) -> list[tuple[float, np.ndarray, np.ndarray]]:
        mine = (lines.colors == np.array(color)).all(axis=1)
        rows = zip(lines.widths[mine], lines.starts[mine], lines.ends[mine], strict=True)
        return [(float(width), start, end) for width, start, end in rows]

    rows = sorted((row for lines in drawing.lines for row in thickest(lines)), key=lambda row: -row[0])
    assert rows[0][0] > 4, "there is no bar of that colour"
    assert len(rows) == 1 or rows[1][0] < rows[0][0], "there are two"
    return rows[0][1], rows[0][2]


class TestVerdict:
    """The verdict, its certification and the distance are readable in a panel of any width."""

    @pytest.mark.parametrize("size", [(1280, 800), (1000, 700)])
    def test_beside_the_verdict_stands_that_it_is_about_a_hull(self, bench: Bench, size: tuple[int, int]) -> None:
        bench.open(initial_state(Scene("ring", (Body("ring", ring()), Body("ball", Sphere(0.5))))))
        bench.person.resize(*size)
        bench.front("Step")
        bench.settle()
        verdict, note = bench.ear.first_places["Penetrating"], bench.ear.places["of its hull"]
        assert verdict.right < note.left < note.right <= bench.panel("Step").right
        assert verdict.top < (note.top + note.bottom) / 2 < verdict.bottom, "in the same line"
        assert "not certified (of its hull)" in bench.words
        assert not any(words.endswith(" certified") and "not" not in words for words in bench.words)

    @pytest.mark.thorough
    @pytest.mark.parametrize("size", [(1280, 800), (1000, 700)])
    def test_below_the_verdict_stands_what_an_import_did_not_read(self, bench: Bench, size: tuple[int, int]) -> None:
        bodies = Body("box", Box((1, 1, 1))), Body("ball", Sphere(0.5), PositionOrientation((3, 0, 0)))
        state = initial_state(Scene("cast", bodies, unread=(UnreadText("line 4: Vec3 0, 1", 2),)))
        bench.open(state)
        bench.person.resize(*size)
        bench.front("Step")
        bench.settle()
        (note,) = [rect for words, rect in bench.ear.places.items() if words.endswith("imported with 2 tokens unread")]
        verdict, distance = (bench.ear.first_places[words] for words in ("Separated", f"1.5{NO_BREAK}m"))
        assert verdict.bottom <= note.top < note.bottom <= distance.top
        assert note.right <= bench.panel("Step").right
        bench.front("Compare")
        bench.settle()
        assert bench.words.count("imported with 2 tokens unread") == 2, "in Step and in Compare"
        bench.front("Steps")
        bench.press("It does not matter")
        bench.settle()
        assert "unread" not in bench.words
        bench.person.key("Z", "ctrl")
        bench.settle()
        assert "unread" in bench.words

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("size", "scale"), [((1280, 800), 1.0), ((1000, 700), 1.0), ((1280, 800), 2.0), ((1000, 700), 1.25)]
    )
    def test_nothing_is_truncated(self, bench: Bench, size: tuple[int, int], scale: float) -> None:
        bench.open(start_state("boxes-overlap"))
        bench.person.resize(*size)
        bench.set_scale(scale)
        bench.person.run_frames(3)
        bench.front("Step")
        for words in ("Penetrating", " certified", f"−0.30711{NO_BREAK}m"):
            (rect,) = (rect for text, rect in bench.ear.places.items() if text.endswith(words) and len(text) < 12)
            assert rect.right <= bench.panel("Step").right - MARGIN * scale
