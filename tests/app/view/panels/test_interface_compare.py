"""The comparison table of all algorithms, and two runs side by side, in the window."""

from collections.abc import Iterator

import pytest

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope import engine
from gjkscope.app.state.actions import ChooseAlgorithm, ChooseGizmo, CompareWith, GoToStep, SetOptions, update
from gjkscope.app.state.inspection.comparison import end, other_state, position
from gjkscope.app.state.inspection.traces import current_step, pair_of
from gjkscope.app.state.model import ComparedRun, Layout, Sides, State, View
from gjkscope.app.view.panels.compare import compare_rows
from gjkscope.engine import ALGORITHMS, NotApplicable, Options

CYCLE = "museum/hb-article-cycle-1"


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    open_comparison(shared, start_state(CYCLE))
    yield shared
    shared.front("SAT axes")


def open_comparison(bench: Bench, state: State) -> None:
    """The state with the Compare tab in front, once all results are known."""
    bench.open(state)
    bench.front("Compare")
    bench.settle()


def test_every_algorithm_has_a_row_with_its_answer(bench: Bench) -> None:
    for name, algorithm in ALGORITHMS.items():
        assert bench.has(f"##compare {name} {algorithm.title}")
    assert "measuring …" not in bench.words
    for said in ("penetrating", "−0.207106781", "origin enclosed", "certified", "undecided", "identical decisions"):
        assert said in bench.words, said


def test_in_a_narrow_panel_names_wrap_and_nothing_scrolls_sideways(bench: Bench) -> None:
    """In the column of a lesson."""
    bench.person.resize(640, 600)
    bench.settle()
    assert any("\n" in name for name in bench.ear.widgets if "##compare headbutt" in name)
    texts, panel = bench.ear.places, bench.panel("Compare")
    chosen = bench.widget("##compare gjk GJK distance").rect
    assert chosen.size[1] > 2 * texts["−0.207106781"].size[1], "the highlight also covers the line of the distance"
    assert texts["−0.207106781"].left < texts[next(words for words in texts if words.endswith("certified"))].left
    assert all(texts[words].right <= panel.right for words in texts if words.endswith(("certified", "undecided")))


def test_a_click_on_a_row_selects_the_algorithm(bench: Bench) -> None:
    bench.press("EPA penetration depth##compare")
    assert bench.state.run.algorithm == "epa"
    bench.settle()
    assert "steps cannot be compared" in bench.words, "EPA's B–A stands below EPA now"


def test_an_algorithm_that_does_not_apply_says_why(bench: Bench) -> None:
    open_comparison(bench, start_state("sphere-box"))
    assert "not applicable" in bench.words
    assert "SAT takes polytopes" in bench.words


def test_single_precision_rounding_is_not_called_wrong(bench: Bench) -> None:
    open_comparison(bench, start_state("museum/mjwarp-1527"))
    assert "wrong by" not in bench.words
    bench.perform(SetOptions(Options(float32=True)))
    assert any("m off, within the rounding of its arithmetic" in words for words in bench.ear.words)
    assert "wrong by" not in bench.words


def test_nothing_runs_during_a_drag_and_everything_after_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = compare_rows.row_of

    def count_calls(*arguments: object) -> object:
        asked.append(str(arguments[4]))
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(compare_rows, "row_of", count_calls)
    bench.show(update(bench.state, ChooseGizmo(None)))
    before = bench.words
    x, y = bench.pixel_of((0.0, 0.0, 0.0))
    bench.person.grab(x, y)
    for distance in (20, 40, 60):
        bench.person.move(x - distance, y)
    bench.main.jobs.wait()
    assert bench.state.gesture.drag is not None
    assert asked == []
    assert "−0.207106781" in before
    assert "−0.207106781" in bench.words, "the rows of the pose before stay"
    bench.person.release()
    bench.settle()
    assert set(asked) == set(ALGORITHMS)
    assert "−0.207106781" not in bench.words


def test_a_click_on_a_column_header_sorts(bench: Bench) -> None:
    bench.person.resize(1280, 1200, frames=3)  # all rows are in view

    def order() -> list[str]:
        rows = [name for name in bench.ear.widgets if "##compare" in name and not name.startswith(" ")]
        return sorted(rows, key=lambda name: bench.ear.widgets[name].rect.top)

    as_registered = order()
    table = bench.panel("Compare")
    bench.person.click(table.left + 30, bench.reveal(as_registered[0]).top - 12)
    bench.person.run_frames()
    others = [name for name in as_registered if not answers(bench, name)]  # these come last
    assert order() == [*sorted(set(as_registered) - set(others)), *others] != as_registered
    for _ in range(2):  # reversed, then in the original order
        bench.person.click(table.left + 30, bench.reveal(order()[0]).top - 12)
        bench.person.run_frames()
    assert order() == as_registered


def answers(bench: Bench, row: str) -> bool:
    """Whether the algorithm of that row of the table takes the pair."""
    _, _, words = row.partition("##compare ")
    try:
        engine.trace(*pair_of(bench.state), words.split()[0])
    except NotApplicable:
        return False
    return True


@pytest.mark.thorough
def test_the_button_in_a_row_shows_its_run_side_by_side(bench: Bench) -> None:
    bench.press("##beside headbutt GJK as in the Headbutt article")
    assert bench.state.run.comparison == ComparedRun("headbutt")
    bench.show(update(bench.state, GoToStep(2)))
    assert "GJK distance: step 2 of 3" in bench.words
    assert "GJK as in the Headbutt article: step 2 of 27" in bench.words
    bench.person.key("END")
    assert (current_step(bench.state), position(bench.state), end(bench.state)) == (3, 27, 27)
    assert any(words.endswith(": step 27 of 27, undecided") for words in bench.ear.words), (
        "its name leaves that its room"
    )
    bench.front("Compare")
    bench.press("Swap runs")
    assert (bench.state.run.algorithm, bench.state.run.comparison) == ("headbutt", ComparedRun("gjk"))
    track = bench.reveal("scrubber")
    for height, goes_on in ((0.2, True), (0.9, False)):  # GJK, in the row below, ended long before
        bench.person.move(*track.at(0.99, height), frames=3)
        assert ("end without an answer" in bench.words) == goes_on
    bench.person.click(*track.at(0.6, 0.9))
    assert 3 < position(bench.state) < 27
    bench.press("End comparison##step", frames=3)
    assert bench.state.run.comparison is None
    assert "step 2 of 27" not in bench.words


def test_a_comparison_gives_each_run_one_large_view_and_its_end_restores_the_window(bench: Bench) -> None:
    bench.person.resize(1440, 900, frames=4)
    before = bench.state.shell.sides, bench.state.display.layout
    assert before == (Sides(), Layout.BOTH)
    bench.press("##beside headbutt GJK as in the Headbutt article", frames=4)
    assert bench.state.display.layout is Layout.DIFFERENCE
    assert not bench.state.shell.sides.tables
    areas = [width * height for width, height in (rect.size for rect in bench.ear.pictures.values())]
    assert len(areas) == 2
    assert min(areas) > 0.18 * 1440 * 900, "with the bodies open; before, a quarter of the views each"
    bench.press("End comparison##step", frames=4)
    assert (bench.state.shell.sides, bench.state.display.layout) == before


@pytest.mark.thorough
def test_the_two_pictures_differ_and_turn_together(bench: Bench) -> None:
    bench.press("##beside headbutt GJK as in the Headbutt article")
    bench.show(update(bench.state, GoToStep(2)))
    first, second = (rect for name, rect in sorted(bench.ear.pictures.items()) if "difference" in name)
    pictures = [bench.screenshot(first), bench.screenshot(second)]
    assert (pictures[0] != pictures[1]).any()
    yaw = bench.state.view.cameras.difference.yaw
    bench.person.drag(second.at(0.2, 0.8), second.at(0.5, 0.8))
    assert bench.state.view.cameras.difference.yaw != yaw
    assert "Step 2 of 27" in bench.words, "the panels are about the run that was clicked in last"
    bench.person.key("I")
    assert "Step 2 of 3" in bench.words
    for rect, picture in zip((first, second), pictures, strict=True):
        assert (bench.screenshot(rect) != picture).any()
    for rect in (first, second):
        bench.person.move(*rect.middle)
        bench.sleep_until_idle()
        assert bench.state.pointer.hovered_view is View.DIFFERENCE
    bench.person.move(*bench.panel("Timeline").middle)
    bench.sleep_until_idle()
    assert bench.state.pointer.hovered_view is None
    other = other_state(bench.state)
    assert other is not None
    assert other.view.cameras.of(View.DIFFERENCE) == bench.state.view.cameras.of(View.DIFFERENCE)


def test_a_click_on_a_variant_goes_to_the_first_difference(bench: Bench) -> None:
    open_comparison(bench, update(start_state("museum/mjwarp-1527"), ChooseAlgorithm("gjk")))
    assert "differs in step 1: exit is touching and running" in bench.words.replace(
        "exit is running and touching", "exit is touching and running"
    )
    bench.press("float32##compare gjk float32")
    assert bench.state.run.comparison == ComparedRun("gjk", Options(float32=True))
    assert position(bench.state) == 1
    bench.person.key("END")
    bench.press("First difference: step 1")
    assert position(bench.state) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1280, 640), (700, 1000)], ids=["beside", "below"])
def test_two_runs_fit_into_windows_of_any_shape(bench: Bench, size: tuple[int, int]) -> None:
    """Dear ImGui raises if a cursor leaves its window; side by side, the second picture's once did."""
    open_comparison(bench, update(start_state(CYCLE), CompareWith(ComparedRun("mpr"))))
    bench.person.resize(*size, frames=3)
    assert other_state(bench.state) is not None
