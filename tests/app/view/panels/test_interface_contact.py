"""The First contact panel, with real events."""

from collections.abc import Iterator

import pytest
from imgui_bundle import implot

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, StepMotion, update
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.view.panels.timeline.contact_panel import EXAMPLE, NOT_MOVING, plot_of, row_words
from gjkscope.app.view.panels.timeline.time_axis import LEAST, LENGTHS, TickWindow, shown_ticks
from gjkscope.engine import Motion, Pose, Sphere, compare_searches
from tests.app.interface import Bench, start_state


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    """The bullet and the plate, with the panel in front."""
    shared.open(update(start_state("motion/bullet-and-thin-plate"), ChooseAlgorithm("toi")))
    shared.person.resize(1440, 900, frames=3)
    shared.front("First contact")
    shared.settle()
    yield shared
    shared.front("Steps")


@pytest.mark.thorough
def test_all_searches_are_compared_and_a_click_chooses_one(bench: Bench) -> None:
    for row in (
        "Time of impact##search toi",
        "GJK ray cast##search cast",
        "Conservative advancement##search advancement",
    ):
        assert bench.has(row)
    assert bench.words.count("0.03966667\n") == 3
    assert "By bisection: 0.0396666667 s" in bench.words
    bench.press("GJK ray cast##search cast")
    bench.settle()
    assert bench.state.run.algorithm == "cast"


def test_the_curve_follows_the_step(bench: Bench) -> None:
    for algorithm, value in (("toi", "1.19"), ("cast", "1.5833"), ("advancement", "1.19")):
        bench.perform(ChooseAlgorithm(algorithm), GoToStep(0))
        shown = plot_of(bench.state)
        assert shown is not None
        assert shown.here == 0
        assert f"m over s.  Here {value} m at 0 s" in bench.words
    bench.show(replace(bench.state, run=replace(bench.state.run, algorithm="gjk")))
    bench.settle()
    assert plot_of(bench.state) is None
    assert "Choose a search to see its curve." in bench.words


def test_the_plot_has_the_axis_and_the_playhead_of_the_ticks(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    plots: list[tuple[float, ...]] = []
    real = implot.end_plot

    def seen() -> None:
        left, width = implot.get_plot_pos().x, implot.get_plot_size().x
        plots.append((left, left + width, implot.plot_to_pixels(0, 0).x))
        real()

    monkeypatch.setattr(implot, "end_plot", seen)
    for ticks in (0, 1, 5):
        bench.perform(StepMotion(ticks - bench.state.motion.tick) if ticks else ChooseAlgorithm("toi"), GoToStep(0))
        bench.hover("ticks")  # the panels are drawn while the pointer is in them
        bench.hover("contact")
        rect, window = bench.widget("contact").rect, shown_ticks(bench.state)
        track = bench.widget("ticks").rect
        left, right, now = plots[-1]
        assert (rect.left, rect.right) == (track.left, track.right)
        assert right == pytest.approx(rect.right, abs=1)
        pitch = (right - left) / window.length
        assert now == pytest.approx(left + (ticks - window.first + 0.5) * pitch, abs=1)


def test_the_axis_reaches_as_far_as_the_contact(bench: Bench) -> None:
    assert shown_ticks(bench.state) == TickWindow(0, 0, LENGTHS[0]), "at 0.04 s, tick 2.4"
    far = update(bench.state, ChooseAlgorithm("gjk"))
    assert shown_ticks(far).length == LEAST
    slow = start_state("motion/bullet-and-thin-plate")
    bullet, plate = slow.document.scene.bodies
    bodies = (replace(bullet, velocity=(0.5, 0.0, 0.0)), plate)
    slow = replace(slow, document=replace(slow.document, scene=replace(slow.document.scene, bodies=bodies)))
    slow = update(slow, ChooseAlgorithm("advancement"))
    assert shown_ticks(slow).length == LENGTHS[-1], "at 2.4 s"


def test_the_search_is_stepped_where_it_is_shown(bench: Bench) -> None:
    bench.perform(ChooseAlgorithm("toi"), GoToStep(0))
    slider = bench.widget("##search step").rect
    bench.person.click(*slider.at(0.95, 0.5))
    assert current_step(bench.state) == last_step(bench.state) > 1
    assert bench.state.motion.tick == 0
    bench.person.click(*bench.widget("contact").rect.at(0.5, 0.5))
    assert bench.state.motion.tick == 0, "there are no other ticks"


def test_a_narrow_panel_has_fewer_columns(bench: Bench) -> None:
    assert "−2.7e−11" in bench.words, "its error"
    bench.person.resize(800, 900)
    bench.settle()
    assert "−2.7e−11" not in bench.words
    bench.press("GJK ray cast##search cast")
    bench.settle()
    assert bench.state.run.algorithm == "cast"


def test_bodies_at_rest_are_not_searched(bench: Bench) -> None:
    bench.open(start_state("museum/hb-article-cycle-1"))
    bench.front("First contact")
    bench.settle()
    assert NOT_MOVING in bench.words
    bench.press(EXAMPLE, frames=3)
    assert bench.state.document.scene.name == "motion: a bullet and a thin plate"
    assert NOT_MOVING not in bench.words


def test_a_search_that_does_not_apply_says_why() -> None:
    spinning = Motion((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    comparison = compare_searches(Sphere(1), Pose(), spinning, Sphere(1), Pose(position=(5, 0, 0)), Motion(), 10)
    refused = [result for result in comparison.results if result.refusal is not None]
    assert [refusal.name for refusal in refused] == ["cast"]
    assert row_words(refused[0]) == ("–",) * 5
