"""An engine's algorithm in the window: what is wrong, and a run with tests corrected."""

import pytest
from imgui_bundle import imgui

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.state.actions import ExplainFailure, GoToLast, SetOptions, update
from gjkscope.engine.options import Options


@pytest.fixture
def bench(shared: Bench) -> Bench:
    open_failure(shared, "libccd-25")
    return shared


def open_failure(bench: Bench, name: str) -> None:
    """The scene of the museum at the first mistake of its engine."""
    bench.open(update(start_state(f"museum/{name}"), ExplainFailure()))
    imgui.set_window_focus("Step")
    bench.settle()


def words(bench: Bench) -> str:
    return bench.words.replace("\u00a0", " ")


def test_the_step_panel_corrects_a_test_and_takes_it_back(bench: Bench) -> None:
    assert "Rounding is to blame: in exact arithmetic the left side is 0." in words(bench)
    assert "without an answer" not in words(bench)
    bench.press("Run with 'origin on face' corrected")
    assert bench.state.run.options == Options(corrected="origin on face")
    assert "libccd 2.1: GJK and EPA, 'origin on face' corrected" in words(bench)
    assert "fails by the engine's numbers. Corrected: exact arithmetic decides that it holds:" in words(bench)
    assert "→ holds" in words(bench)
    bench.press("Undo 'origin on face'")
    assert bench.state.run.options == Options()


def test_tests_are_corrected_one_after_the_other(bench: Bench) -> None:
    open_failure(bench, "fcl-399")
    bench.press("Run with 'origin on face' corrected")
    bench.perform(SetOptions(Options(corrected=("origin on face", "progress"))))
    assert "'origin on face' and 'progress' corrected" in words(bench)
    bench.press("Undo 'progress'")
    assert bench.state.run.options == Options(corrected="origin on face")


def test_a_list_beside_the_algorithm_chooses_several_tests(bench: Bench) -> None:
    bench.press("##options")
    bench.press("seed face")
    bench.press("gain")
    assert bench.state.run.options == Options(corrected=("gain", "seed face"))
    bench.press("gain")
    bench.press("seed face")
    assert bench.state.run.options == Options()


def test_an_engine_without_an_answer_is_marked(bench: Bench) -> None:
    open_failure(bench, "fcl-445")
    bench.perform(GoToLast())
    assert "No answer" in words(bench)
    assert "gives no answer; assertion failed" in words(bench)


def test_a_wrong_distance_is_marked_though_the_verdict_is_right(bench: Bench) -> None:
    open_failure(bench, "jolt-2103")
    assert "contradicts the truth" in words(bench)


def test_a_wrong_normal_is_named_below_a_right_distance(bench: Bench) -> None:
    open_failure(bench, "coal-hunt-box-on-box")
    assert "not all of its answer" in words(bench)
    assert "moving along its normal separates A after 0.49829 m, 0.498 m more than needed" in words(bench)
    bench.press("Run with 'between witnesses' corrected")
    assert "not all of its answer" not in words(bench)
