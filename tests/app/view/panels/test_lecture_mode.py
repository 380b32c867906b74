"""Lecture mode: large views, one sentence and the timeline."""

from imgui_bundle import imgui

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.state.actions import Lecture
from gjkscope.app.state.model import View


def test_lecture_mode_shows_the_views_a_sentence_and_the_timeline(shared: Bench) -> None:
    shared.open(start_state())
    assert "Step" in open_windows()
    shared.perform(Lecture(True), frames=6)
    assert {"World", "Timeline", "##caption"} <= open_windows()
    assert not {"Step", "Scene", "Steps and bounds"} & open_windows()
    assert shared.picture().top < shared.picture().bottom <= imgui.internal.find_window_by_name("##caption").pos.y
    shared.press("Lecture mode")
    shared.person.run_frames(4)
    assert "Step" in open_windows()
    assert "##caption" not in open_windows()


def test_views_take_three_quarters_of_a_projector() -> None:
    bench = Bench(1920, 1080)
    try:
        bench.open(start_state())
        bench.perform(Lecture(True), frames=6)
        width, height = bench.picture(View.WORLD).size
        assert 2 * width * height >= 0.75 * 1920 * 1080 - 8 * height, "but for the line between the views"
    finally:
        bench.close()


def open_windows() -> set[str]:
    return {window.name for window in imgui.get_current_context().windows if window.active}
