"""Timeline, breakpoints, bounds plot, step inspector and log, with real events."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from imgui_bundle import imgui

from gjkscope.app.ask.breakpoints import BUILT_IN
from gjkscope.app.ask.runs.record_text import step_text
from gjkscope.app.state.actions import ChooseAlgorithm, CompareWith, GoToStep, Notify, update
from gjkscope.app.state.inspection.breakpoint_hits import hit_steps
from gjkscope.app.state.inspection.traces import current_step, last_step, step_record
from gjkscope.app.state.model import BeatPosition, ComparedRun, Message
from gjkscope.app.view.panels.timeline.bounds_panel import (
    DIFFERENCES,
    limits,
    no_bounds_reason,
    plots_of,
    vertical_ticks,
)
from gjkscope.engine.explain import headline
from gjkscope.engine.text import number, short
from tests.app.interface import Bench, start_state


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    """The article's search that cycles, at its first step."""
    shared.open(update(update(start_state("museum/hb-article-cycle-1"), ChooseAlgorithm("headbutt")), GoToStep(0)))
    shared.person.resize(1280, 800, frames=3)
    yield shared
    shared.front("Steps")


class TestTimeline:
    def test_a_loop_is_toggled_by_its_key_and_its_button(self, bench: Bench) -> None:
        bench.person.key("L")
        assert bench.state.run.playback.loop
        bench.press("##loop")
        assert not bench.state.run.playback.loop

    def test_a_step_forward_from_the_last_one_says_that_none_follows(self, bench: Bench) -> None:
        bench.person.key("END")
        assert "last step" not in bench.words
        bench.person.key("PERIOD", frames=2)
        words = "This is the last step. GJK as in the Headbutt article ended with “cycle detected”: undecided."
        assert words in bench.words

    def test_what_the_run_says_is_as_large_as_the_truth(self, bench: Bench) -> None:
        """An answer must not be taken for that of the run below it."""
        bench.front("Step")
        bench.person.key("END", frames=3)
        verdict, failure = (
            next(bench.ear.places[key] for key in bench.ear.places if key.endswith(words))
            for words in ("Penetrating", " Undecided")
        )
        assert failure.top > verdict.bottom
        assert failure.size[1] == verdict.size[1]
        assert failure.right <= bench.panel("Step").right
        assert "gives no answer; cycle detected" in bench.words
        bench.person.key("HOME", frames=3)
        assert "Searching" in bench.words
        assert "Undecided" not in bench.words
        bench.show(update(update(bench.state, ChooseAlgorithm("gjk")), GoToStep(1000)))
        bench.person.run_frames(3)
        assert "agrees with the truth; origin enclosed" in bench.words

    def test_scrubbing_in_slow_frames_is_drawn_more_coarsely_until_it_rests(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def pixels() -> int:
            return sum(view.size[0] * view.size[1] for view in bench.main._renderer._views.values())

        track = bench.reveal("scrubber")
        bench.person.move(*track.at(0.02, 0.5))
        full = pixels()
        monkeypatch.setattr(bench.person, "run_frames", partial(bench.person.run_frames, dt=0.1))
        bench.person.press()
        for tenth in range(1, 10):
            bench.person.move(*track.at(tenth / 10, 0.5))
        assert pixels() < 0.6 * full
        bench.person.run_frames(3)
        assert pixels() == full
        bench.person.release()

    def test_hovering_shows_what_the_step_did(self, bench: Bench) -> None:
        bench.person.move(*bench.reveal("scrubber").at(0.999, 0.5), frames=4)
        assert {"Step 27", "end without an answer", "vertex dropped"} <= set(bench.ear.words)


class TestBeats:
    @pytest.fixture
    def gjk(self, bench: Bench) -> Bench:
        """A search whose second step has three beats."""
        bench.open(update(start_state("boxes-overlap"), GoToStep(1)))
        bench.person.run_frames(3)
        return bench

    def test_keys_go_from_beat_to_beat_and_the_panel_says_what_each_shows(self, gjk: Bench) -> None:
        gjk.person.key("B")
        assert gjk.state.run.beat == BeatPosition(0, 1.0)
        gjk.person.run_frames(2)
        assert "so d points from it to the origin" in gjk.words
        assert "weight" not in gjk.ear.words  # the table of the simplex shows what later beats find
        gjk.person.key("B")
        assert gjk.state.run.beat == BeatPosition(1, 1.0)
        gjk.person.key("B", "shift")
        assert gjk.state.run.beat == BeatPosition(0, 1.0)

    def test_a_click_on_a_segment_goes_to_its_beat(self, gjk: Bench) -> None:
        gjk.person.key("B", "ctrl")
        gjk.person.run_frames(10)  # the strip appears, and the panel grows
        gjk.press("beat 1")
        assert (current_step(gjk.state), gjk.state.run.beat) == (1, BeatPosition(1, 1.0))
        gjk.person.run_frames(2)
        assert "Support" in gjk.ear.words

    def test_the_toggle_animates_the_next_step(self, gjk: Bench) -> None:
        gjk.press("##beats")
        assert gjk.state.run.beats.on
        gjk.person.key("PERIOD")
        assert (current_step(gjk.state), gjk.state.run.beat is not None) == (2, True)
        gjk.person.run_frames(4, dt=0.1)
        assert gjk.state.run.beat is not None
        gjk.person.run_frames(16, dt=0.1)
        assert gjk.state.run.beat is None
        assert current_step(gjk.state) == 2

    def test_clicking_the_track_completes_the_step(self, gjk: Bench) -> None:
        gjk.person.key("B", "ctrl")
        gjk.person.run_frames(5)  # the strip appears, and the panel grows
        gjk.press("beat 0")
        assert gjk.state.run.beat is not None
        gjk.person.click(*gjk.reveal("scrubber").at(0.35, 0.5))
        assert (current_step(gjk.state), gjk.state.run.beat) == (1, None)


class TestBreakpoints:
    def test_the_key_runs_to_the_hits_of_enabled_breakpoints(self, bench: Bench) -> None:
        bench.front("Breakpoints")
        bench.press("cycle##breakpoint 5")
        bench.press("first disagreement with exact##breakpoint 7")
        assert sum(entry.enabled for entry in bench.state.tools.breakpoints) == 2
        for modifiers, expected in (("", 4), ("", 17), ("", 18), ("shift", 17), ("shift", 4), ("shift", 4)):
            bench.person.key("F8", modifiers)
            assert current_step(bench.state) == expected
        bench.press("##Next hit (F8)")
        assert current_step(bench.state) == 17

    def test_an_expression_can_be_typed_added_and_run_to(self, bench: Bench) -> None:
        bench.front("Breakpoints")
        bench.enter("##expression", "iteration == 7 or iteration == 9")
        assert [entry.expression for entry in bench.state.tools.breakpoints[len(BUILT_IN) :]] == [
            "iteration == 7 or iteration == 9"
        ]
        assert bench.state.shell.draft.text == ""
        bench.person.run_frames(4)
        rect, table = bench.widget(f"9##hit {len(BUILT_IN)}")
        assert table is not None
        assert table.holds(rect)
        bench.press(f"9##hit {len(BUILT_IN)}")
        assert current_step(bench.state) == 9
        bench.press(f"##edit {len(BUILT_IN)}")
        bench.enter("##expression", "iteration == 2", leave="")
        bench.press("Change##breakpoint")
        assert hit_steps(bench.state) == {2}
        bench.press(f"##delete {len(BUILT_IN)}")
        assert bench.state.tools.breakpoints == BUILT_IN

    def test_a_syntax_error_is_shown_while_typing_and_is_not_added(self, bench: Bench) -> None:
        bench.front("Breakpoints")
        bench.enter("##expression", "height > depth", leave="")
        assert "no value depth; available: iteration" in bench.words
        bench.person.key("RETURN")
        assert bench.state.tools.breakpoints == BUILT_IN
        bench.person.run_frames(2)
        assert imgui.get_io().want_text_input  # the field keeps the keyboard: further typing triggers no shortcut
        bench.enter("##expression", "height > 0", leave="")
        assert "would hit" in bench.words
        bench.press("Add##breakpoint")
        assert len(bench.state.tools.breakpoints) == len(BUILT_IN) + 1

    def test_playback_stops(self, bench: Bench) -> None:
        bench.front("Breakpoints")
        bench.press("cycle##breakpoint 5")
        bench.person.key("SPACE")
        bench.person.run_frames(1, dt=100.0)
        assert (current_step(bench.state), bench.state.run.playback.playing) == (17, False)
        assert last_step(bench.state) == 27


class TestInspector:
    def test_the_step_is_copied_with_full_precision(self, bench: Bench) -> None:
        bench.person.key("PERIOD")
        step = step_record(bench.state)
        bench.press("Copy step")
        assert bench.window.clipboard == step_text(step)
        assert f"lower = {step.lower!r}" in bench.window.clipboard.splitlines()
        bench.press("as hex floats")
        assert f"lower = {step.lower.hex()}" in bench.window.clipboard.splitlines()

    def test_a_value_shows_its_previous_value_and_is_copied_from_its_menu(self, bench: Bench) -> None:
        bench.person.key("PERIOD")
        before = step_record(bench.state)
        bench.person.key("PERIOD", frames=2)
        step = step_record(bench.state)
        assert step.height != before.height
        pixel = bench.ear.places[number(step.height)].middle
        bench.person.move(*pixel, frames=3)
        bench.person.click(*pixel, button="right")
        bench.press("Copy value as hex")
        assert bench.window.clipboard == step.height.hex()
        bench.person.click(*pixel, button="right")
        bench.press("Copy name for breakpoints")
        assert bench.window.clipboard == "height"

    def test_the_first_wrong_belief_is_one_click_away_and_shown_beside_the_truth(self, bench: Bench) -> None:
        assert "wrong about where the origin is" not in bench.words
        bench.press("first mistake in step 4")
        assert current_step(bench.state) == 4
        assert "wrong about where the origin is" in bench.words
        assert {"× outside", "inside", "not tested"} <= set(bench.ear.words)

    def test_epa_lists_its_faces_nearest_first_and_the_removed_ones(self, bench: Bench) -> None:
        bench.person.resize(1280, 1200, frames=3)
        bench.show(update(update(bench.state, ChooseAlgorithm("epa")), GoToStep(1)))
        bench.person.run_frames(3)
        step = step_record(bench.state)
        alive = sorted((face for face in step.faces if face.death < 0), key=lambda face: face.distance)
        said = bench.ear.words
        distances = [said.index(short(face.distance, 5, 9)) for face in (*alive, *step.visible)]
        assert distances == sorted(distances)
        assert said[distances[0] + 1] == "nearest"
        assert f"{len(alive)} faces of the polytope" in said
        assert {"searched, removed", "visible, removed"} <= set(said)

    def test_mpr_shows_which_planes_the_ray_passes(self, bench: Bench) -> None:
        bench.show(update(update(bench.state, ChooseAlgorithm("mpr")), GoToStep(2)))
        sides = step_record(bench.state).sides
        assert min(sides) < 0 < max(sides)
        for side in sides:
            at = bench.ear.words.index(short(side, 4))
            assert bench.ear.words[at + 1] == ("outside" if side < 0 else "inside")
        assert {"removed", "kept", "new"} <= set(bench.ear.words)


class TestSteps:
    def test_a_line_goes_to_its_step_and_all_lines_can_be_copied(self, bench: Bench) -> None:
        bench.front("Steps")
        bench.press("##step 2")
        assert current_step(bench.state) == 2
        bench.press("Copy list")
        lines = bench.window.clipboard.splitlines()
        assert len(lines) == last_step(bench.state) + 2
        assert lines[4].split() == ["4", *headline(step_record(update(bench.state, GoToStep(4))), "A", "B").split()]
        assert lines[-1] == "headbutt: undecided (cycle detected)"
        bench.press("Copy with details")
        assert len(bench.window.clipboard) > 2 * len("\n".join(lines))

    def test_the_selected_line_stays_visible_when_the_list_shrinks(self, bench: Bench) -> None:
        bench.front("Steps")
        labels = [f"{step:>3}##step {step}" for step in range(last_step(bench.state))]
        lowest = max(step for step, label in enumerate(labels) if bench.has(label) and is_whole(bench, label))
        bench.show(update(bench.state, GoToStep(lowest)))
        bench.show(update(bench.state, CompareWith(ComparedRun("gjk"))))
        bench.front("Steps")
        bench.person.run_frames(5)
        assert is_whole(bench, labels[lowest])


class TestLog:
    def test_messages_are_kept_with_their_time(self, bench: Bench) -> None:
        notifications = bench.main.session.notifications
        notifications.entries.clear()
        bench.perform(Notify("Saved pair.json"), GoToStep(1), Notify("no such file", is_error=True), frames=2)
        assert bench.state.shell.message == Message("no such file", is_error=True)
        bench.front("Log")
        assert "Saved pair.json" in bench.words
        bench.press("Copy log")
        first, second = bench.window.clipboard.splitlines()
        assert first.endswith("  Saved pair.json")
        assert second.endswith("  no such file")

    def test_an_info_message_times_out_but_not_while_hovered(self, bench: Bench) -> None:
        bench.perform(Notify("Saved pair.json"), frames=2)
        bench.person.move(*bench.panel("##message").middle)
        bench.person.run_frames(1, dt=10.0)
        assert bench.state.shell.message is not None
        bench.person.leave()
        assert bench.state.shell.message is None
        bench.perform(Notify("Copied"), frames=1)
        began, frames = bench.now, bench.main.loop.frames
        bench.sleep_until_idle()
        assert bench.state.shell.message is None
        assert 4.0 <= bench.now - began < 6.0
        assert bench.main.loop.frames - frames < 30  # the window sleeps in the meantime


class TestBounds:
    def test_a_click_in_the_plot_goes_to_the_step_under_the_pointer(self, bench: Bench) -> None:
        bench.show(update(bench.state, ChooseAlgorithm("gjk")))
        bench.front("Bounds")
        last = last_step(bench.state)
        plot = bench.panel("Bounds")
        assert bench.has("##step 0"), "the plot is beside the steps"
        seen = []
        for tenth in range(6, 9):
            for x in (tenth / 10, tenth / 10 + 0.05):
                bench.person.click(*plot.at(x, 0.6))
                seen.append(current_step(bench.state))
        assert seen == sorted(seen)
        assert {0, last} < set(seen)

    def test_the_plot_follows_its_width_and_the_step(self, bench: Bench) -> None:
        bench.show(update(bench.state, ChooseAlgorithm("gjk")))
        bench.front("Bounds")
        plots = [bench.screenshot(bench.panel("Bounds"))]
        bench.person.key("HOME", frames=1)
        plots.append(bench.screenshot(bench.panel("Bounds")))
        bench.press("upper − lower, logarithmic")
        assert bench.state.display.plots_width
        plots.append(bench.screenshot(bench.panel("Bounds")))
        assert all((plot != other).any() for i, plot in enumerate(plots) for other in plots[:i])


@pytest.mark.parametrize(
    ("algorithm", "why"), [("gjk", None), ("sweep", "its steps prove no bounds"), ("sat", "SAT takes polytopes")]
)
def test_a_run_that_cannot_be_plotted_says_why(algorithm: str, why: str | None) -> None:
    reason = no_bounds_reason(update(start_state("sphere-box"), ChooseAlgorithm(algorithm)))
    assert reason is None if why is None else reason is not None and reason.startswith(why)


def test_both_of_two_runs_are_plotted_as_far_as_they_prove_bounds() -> None:
    alone = start_state("museum/hb-article-cycle-1")
    both = update(alone, CompareWith(ComparedRun("mpr")))
    plots = [(plot.words, plot.hollow, len(plot.trace.steps)) for plot in plots_of(both)]
    assert plots == [("GJK distance", False, 4), ("MPR (XenoCollide)", True, 7)]
    assert [plot.words for plot in plots_of(alone)] == [""]
    refused = update(start_state("sphere-box"), CompareWith(ComparedRun("sat")))
    assert [plot.hollow for plot in plots_of(refused)] == [False]


def test_the_bounds_of_epa_are_plotted_as_a_depth_if_the_shapes_overlap() -> None:
    scene = "museum/hb-article-cycle-1"
    (plot,) = plots_of(update(start_state(scene), ChooseAlgorithm("epa")))
    assert plot.of_depth
    assert DIFFERENCES[plot.quantity] == "at most − at least", "in the legend as beside the switch"
    assert (plot.curves.lower >= 0).all()
    assert (plot.curves.lower <= plot.curves.upper + 1e-15).all()  # bounds that meet may cross by a rounding error
    assert plot.curves.upper[-1] == pytest.approx(0.5**0.5 - 0.5)
    beside = update(update(start_state(scene), ChooseAlgorithm("epa")), CompareWith(ComparedRun("gjk")))
    assert [plot.of_depth for plot in plots_of(beside)] == [False, False], "one axis for both: the signed distance"
    apart = update(start_state("boxes-vertex-face"), ChooseAlgorithm("epa"))
    assert [plot.of_depth for plot in plots_of(apart)] == [False]


def test_the_plot_shows_all_known_bounds_at_any_magnitude() -> None:
    nan, inf = np.nan, np.inf
    low, high = limits([np.array([-1.0, nan]), np.array([nan, 2.0])], 3.0, logarithmic=False)
    assert low < -1
    assert high > 3
    for value in (0.0, 1e-300, 1e300, -1e12):
        low, high = limits([np.array([value])], None, logarithmic=False)
        assert -inf < low < value < high < inf
    assert limits([np.array([1e-9, 1.0])], None, logarithmic=True) == (1e-9 / 3, 3.0)


def test_axis_labels_are_round_and_distinct() -> None:
    assert vertical_ticks(-1.1, 0.6, 3, logarithmic=False) == ([-1.0, 0.0], ["−1", "0"])
    assert vertical_ticks(0.2, 2e3, 4, logarithmic=True) == ([1.0, 10.0, 100.0, 1e3], ["1", "10", "100", "1000"])
    for low, high in ((1e6, 1e6 + 1e-2), (-1e-12, 1e-12), (-3e300, 1e300), (0.07, 0.08)):
        heights, labels = vertical_ticks(low, high, 5, logarithmic=False)
        assert 2 <= len(heights) <= 6
        assert all(low <= height <= high for height in heights)
        assert len(set(labels)) == len(labels)


def is_whole(bench: Bench, label: str) -> bool:
    """Whether the entire widget is visible in its list."""
    rect, window = bench.widget(label)
    return window is not None and window.top <= rect.top and rect.bottom <= window.bottom
