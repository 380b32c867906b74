"""The panel that perturbs the pair, in the window."""

import pytest
from imgui_bundle import imgui

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.state.actions import ChooseAlgorithm, SetNudges, update
from gjkscope.app.state.inspection.traces import pair_of
from gjkscope.app.state.model import Nudges, State
from gjkscope.app.view.panels.compare import stability_panel
from gjkscope.engine.analysis.stability import spread
from gjkscope.engine.result import Verdict


@pytest.fixture
def bench(shared: Bench) -> Bench:
    open_stability(shared, update(start_state("museum/fcl-495"), SetNudges(Nudges(count=10))))
    return shared


def open_stability(bench: Bench, state: State) -> None:
    """The state with the tab in front, once all results are known."""
    bench.open(state)
    bench.front("Stability")
    bench.settle()


def test_verdicts_are_counted_for_the_default_and_the_shown_algorithm(bench: Bench) -> None:
    stability = spread(*pair_of(bench.state), 1e-6, count=10)
    assert 0 < stability.share(Verdict.PENETRATING) < 1, "a contact is not stable, or this shows nothing"
    for verdict, count in stability.counts.items():
        assert (f"{count} {verdict.value}" in bench.words) == (count > 0)
    assert "GJK and EPA" in bench.words
    assert "GJK distance" in bench.words
    assert "measuring" not in bench.words


def test_the_slider_sets_the_size_and_the_counts_update_on_release(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    monkeypatch.setattr(stability_panel, "_draw_bar", lambda _found, _ui: drawn.append(imgui.get_style().alpha))
    rect = bench.reveal("##nudge ε")
    before = bench.words
    bench.person.run_frames()
    bench.person.grab(*rect.at(0.5, 0.5))
    bench.person.move(*rect.at(0.1, 0.5))
    assert bench.state.run.nudges.epsilon < 1e-12
    bench.main.jobs.wait()
    bench.person.run_frames()
    assert max(drawn[-2:]) < drawn[0] == 1.0, "those of the old size are dimmed"
    assert "10 touching" not in bench.words, "while the slider is held nothing is run"
    bench.person.release()
    bench.settle()
    assert "10 touching" in bench.words
    assert bench.words != before


def test_in_a_narrow_panel_nothing_has_to_be_scrolled_sideways(bench: Bench) -> None:
    controls = ("##nudges", "New samples")
    widths = [bench.widget(label).rect.size[0] for label in controls]
    bench.person.resize(480, 600)
    bench.settle()
    seen = [bench.widget(label).rect for label in controls]
    assert [rect.size[0] for rect in seen] == pytest.approx(widths)
    assert max(rect.right for rect in seen) <= bench.panel("Stability").right


def test_another_seed_and_another_count(bench: Bench) -> None:
    bench.press("New samples")
    assert bench.state.run.nudges.seed == 2
    bench.choose("##nudges", "30 samples")
    assert bench.state.run.nudges == Nudges(count=30, seed=2)


def test_perturbations_that_were_not_evaluated_in_time_are_reported(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stability_panel, "BUDGET", 0.0)
    bench.show(update(bench.state, SetNudges(Nudges(epsilon=1e-3, count=10))))
    bench.settle()
    assert "(1 of 10 in time)" in bench.words


def test_an_algorithm_that_does_not_support_the_pair_says_so(bench: Bench) -> None:
    open_stability(bench, update(start_state("sphere-box"), ChooseAlgorithm("sat")))
    assert bench.words.count("SAT takes polytopes") == 2, "in the step panel and here"
