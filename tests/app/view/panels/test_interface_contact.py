"""The First contact panel, with real events."""

from collections.abc import Iterator

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, update
from gjkscope.app.view.panels.timeline.contact_panel import NOT_MOVING, plot_of, row_words
from gjkscope.engine import Motion, Pose, Sphere, compare_searches
from tests.app.interface import Bench, Rect, start_state


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    """The bullet and the plate, with the panel in front."""
    shared.open(update(start_state("motion/bullet-and-thin-plate"), ChooseAlgorithm("toi")))
    shared.person.resize(1440, 900, frames=3)
    shared.front("First contact")
    shared.settle()
    yield shared
    shared.front("Steps")


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


def test_in_a_narrow_panel_the_plot_is_below_a_shorter_table(bench: Bench) -> None:
    last_row = "Time of impact##search toi"
    assert plot_caption(bench).top < bench.widget(last_row).rect.top
    bench.person.resize(800, 900)
    bench.settle()
    assert "By bisection" not in bench.words
    assert plot_caption(bench).top >= bench.widget(last_row).rect.bottom
    bench.press("GJK ray cast##search cast")
    bench.settle()
    assert bench.state.run.algorithm == "cast"


def plot_caption(bench: Bench) -> Rect:
    (rect,) = (rect for words, rect in bench.ear.places.items() if words.startswith("m over s."))
    return rect


def test_bodies_at_rest_are_not_searched(bench: Bench) -> None:
    bench.open(start_state("museum/hb-article-cycle-1"))
    bench.front("First contact")
    bench.settle()
    assert NOT_MOVING in bench.words


def test_a_search_that_does_not_apply_says_why() -> None:
    spinning = Motion((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    comparison = compare_searches(Sphere(1), Pose(), spinning, Sphere(1), Pose(position=(5, 0, 0)), Motion(), 10)
    refused = [result for result in comparison.results if result.refusal is not None]
    assert [refusal.name for refusal in refused] == ["cast"]
    assert row_words(refused[0]) == ("–",) * 5
