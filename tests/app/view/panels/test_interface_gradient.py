"""The Gradient panel in the window."""

import pytest

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.state.actions import ChooseAlgorithm, SetGradientPlot, update
from gjkscope.app.state.inspection.traces import pair_of
from gjkscope.app.state.model import GradientPlot
from gjkscope.app.view.panels.compare import gradient_panel
from gjkscope.app.view.panels.compare.gradient_panel import described, gradient_curves
from gjkscope.engine import distance_gradient


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(gradient_panel, "PLACES", 5)
    monkeypatch.setattr(gradient_panel, "WORDS_SAMPLES", 4)
    shared.open(update(start_state("boxes-overlap"), SetGradientPlot(GradientPlot(axis=1, count=2))))
    shared.front("Gradient")
    shared.settle()
    return shared


def test_the_words_are_those_of_the_pair(bench: Bench) -> None:
    assert "Several points of B are as near" in bench.words
    assert "growth distance" in bench.words
    assert "measuring" not in bench.words


def test_the_slider_moves_b_along_the_axis_in_one_edit(bench: Bench) -> None:
    before, edits = bench.state.document.pair_bodies[1].pose.position, len(bench.state.history.past)
    rect = bench.reveal("##gradient place")
    bench.person.grab(*rect.at(0.5, 0.5))
    bench.person.move(*rect.at(0.8, 0.5))
    bench.person.release()
    bench.settle()
    after = bench.state.document.pair_bodies[1].pose.position
    assert after[1] != before[1]
    assert (after[0], after[2]) == (before[0], before[2])
    assert len(bench.state.history.past) == edits + 1


def test_the_axis_and_the_drawing_are_chosen(bench: Bench) -> None:
    bench.press("z##gradient axis")
    assert bench.state.run.gradient_plot.axis == 2
    bench.press("Draw it on the body")
    assert bench.state.display.visible.gradient


def test_a_broad_phase_has_no_gradient(bench: Bench) -> None:
    bench.show(update(bench.state, ChooseAlgorithm("sweep")))
    assert not bench.has("Gradient##part")


def test_the_curves_are_the_derivatives_while_b_moves(bench: Bench) -> None:
    pair = pair_of(bench.state)
    curves = gradient_curves(pair, 1, -0.2, 0.2, 0.05, 2)
    assert curves.places == pytest.approx((-0.2, -0.1, 0.0, 0.1, 0.2))
    own = distance_gradient(*pair)
    assert curves.distance[2] == own.result.signed_distance
    assert curves.before == curves.after == pytest.approx([own.gradient.translation[1]] * 5)
    assert curves.smoothed != curves.distance
    assert len(described(pair, ("A", "B"), 0.05)) >= 6
