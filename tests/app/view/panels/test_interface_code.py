"""The Code panel with mouse and keyboard: walking through a step line by line."""

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from imgui_bundle import imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, update
from gjkscope.app.state.inspection.replays import current_line, replay_of
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.code.code_page import CodePage, page_of
from gjkscope.engine import Sphere


def article(step: int = 6) -> State:
    state = start_state("museum/hb-article-cycle-1")
    return update(update(state, ChooseAlgorithm("headbutt")), GoToStep(step))


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(article())
    shared.front("Code")
    shared.person.run_frames(2)
    return shared


def page(bench: Bench) -> CodePage:
    return page_of(Identity(replay_of(bench.state)), current_line(bench.state))


def test_keys_walk_through_the_lines_and_into_the_next_step(bench: Bench) -> None:
    for key, modifiers, expected in [
        ("PERIOD", "shift", 0),
        ("F10", "", 1),
        ("COMMA", "shift", 0),
        ("F10", "", 1),
        ("F10", "shift", 0),
        ("F11", "", 1),
    ]:
        bench.person.key(key, modifiers)
        assert (bench.state.run.line, bench.state.run.step) == (expected, 6), key
    bench.person.key("F10", "shift")
    bench.person.key("COMMA", "shift")
    assert bench.state.run.step == 5
    bench.person.key("PERIOD", "shift")
    assert (bench.state.run.line, bench.state.run.step) == (0, 6)


def test_a_key_brings_the_panel_to_the_front(bench: Bench) -> None:
    bench.front("SAT axes")
    bench.person.run_frames(2)
    assert "lines ran" not in bench.words
    bench.person.key("F10", frames=2)
    assert "line 1 of" in bench.words


def test_a_click_selects_a_line_and_the_call_stack_leads_back(bench: Bench) -> None:
    for _ in range(4):
        bench.person.key("F10")
    bench.person.key("F11")
    assert page(bench).call.function == "_at_tetrahedron"
    row = page(bench).row
    rect = bench.reveal(f"##line {row + 1}")
    bench.person.click(rect.left + 40, rect.middle[1])  # it continues below the table of values
    assert page(bench).row == row + 1
    assert "3 × FaceTest" in bench.words
    bench.press("step##depth 0")
    assert page(bench).call.function == "step"
    bench.press("step##depth 0")
    assert "State ●" in bench.words
    bench.press("##code 2")
    assert page(bench).call.function == "_at_tetrahedron"
    bench.press("##code 3")
    assert page(bench).call.function == "step"
    bench.press("##code 0")
    bench.press("##code 1")
    assert page(bench).row == bench_row(bench, "return _at_tetrahedron")


def test_the_line_is_scrolled_into_view_when_returning_from_a_distant_function(bench: Bench) -> None:
    while page(bench).call.function != "_face_test":
        bench.person.key("F11", frames=2)
    for expected in ["_face_tests", "_at_tetrahedron", "step"]:
        bench.person.key("F11", "shift")
        bench.person.run_frames(4)  # an item is scrolled to in the following frame
        rect, window = bench.widget(f"##line {page(bench).row}")
        assert page(bench).call.function == expected
        assert window is not None
        assert window.top <= rect.middle[1] <= window.bottom


def bench_row(bench: Bench, text: str) -> int:
    return next(n for n, line in enumerate(page(bench).source.lines, 1) if text in line)


def test_hovering_a_name_shows_its_value(bench: Bench) -> None:
    for _ in range(3):
        bench.person.key("F10")
    row = page(bench).row
    tooltips: list[str] = []
    real, imgui.set_tooltip = imgui.set_tooltip, tooltips.append
    try:
        rect = bench.reveal(f"##line {row}")
        for pixels in range(60, 260, 12):
            bench.person.move(rect.left + pixels, rect.middle[1])
    finally:
        imgui.set_tooltip = real
    assert any(text.startswith("state.before = w₀") for text in tooltips)


def test_the_derivation_unfolds_and_the_panel_grows(bench: Bench) -> None:
    bench.press("engine/headbutt/steps.py", frames=2)
    assert "GJK as in the Headbutt article" in bench.words
    bench.person.key("ESCAPE")
    small = bench.panel("Code")
    bench.press("##enlarge Code and breakpoints", frames=3)
    assert bench.panel("Code").size[1] > 1.4 * small.size[1]
    bench.press("##enlarge Code and breakpoints", frames=3)
    assert bench.panel("Code").size[1] == pytest.approx(small.size[1], abs=8)


def test_an_algorithm_that_does_not_support_the_pair_has_no_code_to_show(bench: Bench) -> None:
    state = article()
    ball = replace(state.document.pair_bodies[0], shape=Sphere(1.0))
    bench.show(
        replace(
            state,
            document=replace(state.document, scene=state.document.scene.with_body(ball)),
            run=replace(state.run, algorithm="sat"),
        )
    )
    assert "No code to show: SAT takes polytopes" in bench.words


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["gjk", "epa", "mpr", "sat", "brute", "exact", "sphere"])
def test_each_algorithm_shows_its_code(bench: Bench, algorithm: str) -> None:
    bench.show(update(bench.state, ChooseAlgorithm(algorithm)))
    bench.person.key("F10")
    assert f"engine/{algorithm}/steps.py" in "\n".join(bench.ear.widgets)
    assert "line 1 of" in bench.words
