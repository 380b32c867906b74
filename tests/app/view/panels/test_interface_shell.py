"""The command palette, the help, and hiding the panels, using the keyboard."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import TITLES, Bench, background_like, scene_path, start_state  # isort: skip  first of all that loads pyglet.window

from imgui_bundle import imgui

from gjkscope.app.ask.runs.progress import StepEvent, events
from gjkscope.app.scenes.cameras.camera import ViewSide
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import ExampleBrowser, HelpPage, Layout, Palette, View
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.view.panels.commands import COMMANDS, Command
from gjkscope.app.view.panels.requests import Outcome, ReadLesson
from gjkscope.app.view.panels.shell import start_page
from gjkscope.app.view.panels.shell.command_palette import matching_rows
from gjkscope.app.view.panels.shell.help_window import topics
from gjkscope.app.view.panels.shell.menu import MORE
from gjkscope.app.view.panels.toolkit.fuzzy import fuzzy_score
from gjkscope.app.view.panels.toolkit.overlay import TRIAD_LENGTH
from gjkscope.app.view.panels.toolkit.panel import Panel
from gjkscope.app.view.panels.toolkit.panels import PANELS
from gjkscope.app.view.words.markup import without_marks
from tests.thorough import THOROUGH

EXAMPLES = [command for command in COMMANDS if command.menu.startswith("File/Open example")]
SHOWN = [command for command in COMMANDS if command.shown(start_state())]
# Others are found in the same way, which is tested without a window.
FEW = [command for command in SHOWN if command not in EXAMPLES][:: 4 if THOROUGH else 12] + EXAMPLES[-1:]


@pytest.fixture
def asked(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> list[Outcome]:
    """The requests to the session, whether or not they can be carried out here."""
    heard: list[Outcome] = []
    perform = bench.main.session.perform

    def listen(outcomes: Iterable[Outcome]) -> None:
        actions = list(outcomes)
        heard.extend(actions)
        perform(outcome for outcome in actions if isinstance(outcome, do.SearchFor | do.ShowPalette | do.CloseDialog))

    monkeypatch.setattr(bench.main.session, "perform", listen)
    return heard


class TestPalette:
    @pytest.mark.thorough
    @pytest.mark.parametrize("command", FEW, ids=lambda command: command.path)
    def test_every_command_is_found_by_its_title_and_run_by_enter(
        self, bench: Bench, asked: list[Outcome], command: Command
    ) -> None:
        open_palette(bench)
        bench.type(f"{command.title} {command.menu}")
        bench.person.key("RETURN")
        if command.enabled(bench.state):
            closed, remembered, outcome, *raised = asked[asked.index(do.CloseDialog()) :]
            assert (closed, remembered) == (do.CloseDialog(), do.RememberCommand(command.path))
            assert type(outcome) is type(command.outcome(bench.state))
            assert all(isinstance(action, do.RaisePanel) for action in raised), "its panel comes to the front"
        else:
            assert isinstance(bench.state.shell.overlay, Palette)
            bench.person.key("ESCAPE")
        assert bench.state.shell.overlay is None or isinstance(asked[-1], do.ShowPalette)

    @pytest.mark.thorough
    @pytest.mark.parametrize("drawn", [None, 1, 3], ids=["no frame", "after Escape", "after P"])
    @pytest.mark.parametrize("first", [None, "ESCAPE"])
    def test_text_typed_before_it_appears_is_not_lost(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch, first: str | None, drawn: int | None
    ) -> None:
        """All is typed within one slow frame, or two: the first one is drawn at the given pause of the typist."""
        person, pauses = bench.person, count(1 if first else 3)
        draw = person.run_frames
        with monkeypatch.context() as slow:
            slow.setattr(person, "run_frames", lambda frames=1, dt=0.0: draw() if next(pauses) == drawn else None)
            slow.setattr(person, "_process_input", lambda: None)
            if first:
                person.key(first)
            person.key("P", "ctrl")
            person.type_text("rsat")  # R on its own would restart the run
        step = bench.state.run.step
        person.run_frames(12)
        assert bench.state.shell.overlay == Palette("rsat")
        assert bench.state.run.step == step
        person.key("ESCAPE")

    @pytest.mark.thorough
    def test_every_other_entry_is_also_found_first_by_its_title(self) -> None:
        state = start_state()
        for command in (*EXAMPLES[::4], *SHOWN[2::4]):
            assert matching_rows(state, f"{command.title} {command.menu}")[0].command is command

    def test_a_few_letters_the_arrows_and_escape(self, bench: Bench) -> None:
        open_palette(bench)
        bench.type("sat")
        assert isinstance(bench.state.shell.overlay, Palette)
        first, second = (row.command for row in matching_rows(bench.state, "sat")[:2])
        assert first.title == "SAT, separating axes"
        bench.person.key("DOWN")
        assert bench.state.shell.overlay == Palette("sat", 1)
        bench.person.keys("UP", "UP")
        assert bench.state.shell.overlay == Palette("sat", len(matching_rows(bench.state, "sat")) - 1)
        bench.person.keys("DOWN", "RETURN")
        assert bench.state.run.algorithm == "sat"
        assert bench.state.preferences.recent == (first.path,)
        open_palette(bench)
        assert matching_rows(bench.state, "")[0].command is first
        bench.person.key("ESCAPE")
        assert bench.state.shell.overlay is None
        assert bench.state.run.algorithm == "sat"
        assert second is not first

    def test_a_row_can_be_clicked(self, bench: Bench) -> None:
        open_palette(bench)
        bench.type("ground")
        bench.press("##command View/Ground grid")
        assert not bench.state.display.visible.grid
        assert bench.state.shell.overlay is None

    def test_a_click_outside_only_closes_it(self, bench: Bench) -> None:
        before = bench.state
        open_palette(bench)
        bench.person.click(*bench.panel("Scene").at(0.1, 0.9))
        assert bench.state == before

    @pytest.mark.parametrize(("typed", "expected"), [("1", 1), ("0", 0), ("999", None)])
    def test_a_number_goes_to_that_step_or_the_last(self, bench: Bench, typed: str, expected: int | None) -> None:
        bench.person.key("HOME")
        open_palette(bench)
        bench.type(typed)
        bench.person.key("RETURN")
        assert current_step(bench.state) == (last_step(bench.state) if expected is None else expected)

    def test_no_matches_is_shown(self, bench: Bench) -> None:
        open_palette(bench)
        bench.type("zzzz")
        assert "No matches" in bench.words
        bench.person.key("RETURN")
        assert isinstance(bench.state.shell.overlay, Palette)
        bench.person.key("ESCAPE")


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("gjk", "GJK distance", "big jerk"),
        ("sf", "Step forward", "Save file of"[::-1]),
        ("ground", "Ground grid", "go round"),
        ("grid ground", "Ground grid", "Labels"),
        ("lesson 1", "Lesson 1: Distance and overlap", "Lesson 11: When floats"),
        ("epa", "EPA penetration depth Algorithm", "6  From GJK to EPA Learn"),
    ],
)
def test_better_matches_come_first(query: str, better: str, worse: str) -> None:
    assert fuzzy_score(query, better) > fuzzy_score(query, worse)


def test_a_prefix_match_comes_before_recent_commands() -> None:
    beside = "Algorithm/Compare with/Compare with: GJK as in the Headbutt article"
    state = replace(start_state(), preferences=replace(start_state().preferences, recent=(beside, "View/Frame all")))
    assert matching_rows(state, "as in the headb")[0].command.path == beside
    assert matching_rows(state, "gjk as in the h")[0].command.title == "GJK as in the Headbutt article"


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_a_panel_is_found_by_its_name(panel: Panel) -> None:
    assert matching_rows(start_state(), panel.title)[0].command.does == do.RaisePanel(panel.title)


@pytest.mark.parametrize("name", ["gjk", "epa", "sat", "mpr"])
def test_an_algorithm_comes_before_demos_and_scenes_with_its_name(name: str) -> None:
    assert matching_rows(start_state(), name)[0].command.does == do.ChooseAlgorithm(name)


def test_of_similar_matches_those_that_cannot_be_run_come_last() -> None:
    rows = [row for row in matching_rows(start_state(), "pair") if "pair" in row.command.title.casefold()]
    assert {row.enabled for row in rows} == {True, False}
    assert [row.enabled for row in rows] == sorted((row.enabled for row in rows), reverse=True)


def test_lessons_are_found_by_their_topic() -> None:
    rows = matching_rows(start_state(), "lesson")[1:13]  # after the panel
    assert {row.command.menu for row in rows} == {"Learn"}
    enabled = [row.enabled for row in matching_rows(start_state(), "lesson")[: len(contents()) + 2]]
    assert enabled == [True] * (len(contents()) + 1) + [False], "Exit lesson comes last"
    assert matching_rows(start_state(), "lesson 4")[0].command.does == ReadLesson(contents()[3].name)
    assert any("*" in entry.about for entry in contents())
    assert not any("*" in row.command.help_words() for row in rows), "tool tips are not Markdown"


def test_menus_without_room_move_into_an_overflow_menu(bench: Bench) -> None:
    bench.person.resize(400, 700)
    assert bench.has("File")
    assert not bench.has("Help")
    bench.choose(MORE, "Help", "Shortcuts, mouse, colours")
    assert isinstance(bench.state.shell.overlay, HelpPage)


@pytest.mark.parametrize("query", ["example", "open example", "browse"])
def test_the_browser_comes_before_single_examples(query: str) -> None:
    assert matching_rows(start_state(), query)[0].command.does == do.BrowseExamples()


def test_the_pairs_of_the_museum_come_before_its_single_pairs() -> None:
    first, second = (row.command.does for row in matching_rows(start_state(), "museum")[:2])
    assert (first, second) == (do.RaisePanel("Museum pairs"), do.BrowseExamples())


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("perspective", "Orthographic"),
        ("split", "Three views"),
        ("screenshot", "Picture…"),
        ("pytest", "Test…"),
        ("zoom", "Frame all"),
    ],
)
def test_a_command_is_found_by_the_word_that_other_programs_use(query: str, title: str) -> None:
    assert matching_rows(start_state(), query)[0].command.title == title


class TestStartPage:
    def test_the_first_row_leads_to_the_first_mistake(self, bench: Bench) -> None:
        bench.choose("Help", "Start here")
        bench.person.resize(1280, 800, frames=3)
        for row in start_page.rows(bench.state):
            widget = bench.widget(f"##start {row.title}")
            assert widget.window is None or widget.window.holds(widget.rect), f"{row.title} must be scrolled to"
        bench.press("##start See a published algorithm fail", frames=2)
        state = bench.state
        assert (state.shell.overlay, state.run.algorithm, state.document.scene.name) == (
            None,
            "headbutt",
            "hb-article-cycle-1",
        )
        trace = inspect(state).trace
        assert trace is not None
        mistaken = [i for i, step_events in enumerate(events(trace)) if StepEvent.MISTAKEN in step_events]
        assert current_step(state) == mistaken[0]

    def test_the_other_rows_open_their_targets_including_a_recent_file(self, bench: Bench, tmp_path: Path) -> None:
        path = tmp_path / "mine.json"
        path.write_text(Path(scene_path("boxes-overlap")).read_text())
        recent = (str(tmp_path / "gone.json"), str(path))
        bench.show(
            do.update(
                replace(bench.state, preferences=replace(bench.state.preferences, recent_files=recent)), do.ShowStart()
            )
        )
        assert not bench.has("##start gone.json")
        bench.press("##start mine.json", frames=2)
        assert (bench.state.shell.overlay, bench.state.file.path) == (None, str(path))
        bench.choose("Help", "Start here")
        bench.press("##start Browse the examples")
        assert isinstance(bench.state.shell.overlay, ExampleBrowser)


class TestHelp:
    def test_it_can_be_opened_searched_and_closed(self, bench: Bench) -> None:
        bench.person.key("F1", frames=2)
        assert {"Mouse", "Conventions"} <= {title for title, _ in topics("")}
        assert "Ctrl+Shift+Z or Ctrl+Y" in bench.words
        bench.type("push-out")
        bench.person.run_frames(2)
        assert bench.state.shell.overlay == HelpPage("push-out")
        assert "Ctrl+Z" not in bench.words
        bench.person.key("ESCAPE")
        assert bench.state.shell.overlay is None

    def test_every_key_is_listed(self) -> None:
        lines = {line.left for _, lines in topics("") for line in lines}
        for command in COMMANDS:
            assert not command.keys or " or ".join(command.keys) in lines

    def test_colours_are_shown_with_their_meaning(self) -> None:
        lines = dict(topics("colours"))["Colours"]
        assert len(lines) >= 8
        assert all(line.swatch for line in lines)


class TestPanels:
    def test_tab_leaves_only_the_views_and_the_verdict(self, bench: Bench) -> None:
        before = bench.picture().size[0]
        bench.person.key("TAB", frames=2)
        assert bench.picture().size[0] > 1.3 * before
        assert not bench.has("##transport 0")
        assert inspect_verdict(bench) in bench.words
        bench.person.key("TAB", frames=2)
        assert bench.picture().size[0] == before
        assert bench.has("##transport 0")

    def test_tab_in_a_field_goes_to_the_next_one(self, bench: Bench) -> None:
        bench.front("Scene")
        bench.press("x##position, m")
        bench.person.key("TAB")
        assert bench.state.appearance.panels
        bench.person.key("ESCAPE")

    @pytest.mark.parametrize("key", ["HOME", "END", "SPACE"])
    def test_these_keys_do_not_move_the_widget_focus(self, bench: Bench, key: str) -> None:
        bench.press("##step 1")
        bench.person.key(key)
        bench.person.key(key)
        assert not imgui.get_io().nav_visible


class TestViews:
    @pytest.mark.parametrize(
        ("key", "layout"), [("_2", "world"), ("_3", "difference"), ("_4", "three"), ("_1", "both")]
    )
    def test_each_layout_shows_only_its_own_views(self, bench: Bench, key: str, layout: str) -> None:
        bench.person.key(key, "ctrl", frames=2)
        assert bench.state.display.layout is Layout(layout)
        assert set(bench.ear.pictures) == {TITLES[view] for view in bench.state.display.layout.views}
        for view in bench.state.display.layout.views:
            picture = bench.screenshot(bench.picture(view))
            assert (~background_like(picture)).mean() > 0.01, view
        assert sum(w * h for w, h in (bench.picture(v).size for v in bench.state.display.layout.views)) > 0.85 * room(
            bench
        )

    def test_the_number_pad_turns_the_view_under_the_pointer(self, bench: Bench) -> None:
        bench.person.key("_4", "ctrl", frames=2)
        before = bench.state.view.cameras
        bench.person.move(*bench.picture(View.SECOND).at(0.3, 0.1))
        bench.person.key("NUM_3")
        assert bench.main.loop.animating
        bench.person.run_frames(20)
        assert not bench.main.loop.animating
        assert bench.state.view.cameras.second.basis[2] == pytest.approx((1.0, 0.0, 0.0), abs=1e-12)
        bench.person.key("NUM_5")
        assert not bench.state.view.cameras.second.orthographic
        assert bench.state.view.cameras.world == before.world

    def test_a_dragged_body_follows_the_pointer_in_an_orthographic_view(self, bench: Bench) -> None:
        state = do.update(bench.state, do.ChooseGizmo(None))
        for action in (do.SetOrthographic(View.WORLD, True), do.LookFrom(View.WORLD, ViewSide.FRONT), do.Tick(1.0)):
            state = do.update(state, action)
        bench.show(state)
        x, y = bench.pixel_of((0.0, 0.0, 0.0))
        bench.person.drag((x, y), (x + 40, y - 20))
        metre = bench.state.view.cameras.world.pixel_size(bench.picture().size[1])
        moved = bench.state.document.scene.body("A").pose.position
        assert moved == pytest.approx((40 * metre, 20 * metre, 0.0), abs=1.1 * metre)

    def test_a_click_on_an_axis_letter_looks_from_there_and_then_from_behind(self, bench: Bench) -> None:
        rect = bench.picture(View.DIFFERENCE)
        for expected in ((0.0, 1.0, 0.0), (0.0, -1.0, 0.0)):
            camera = bench.state.view.cameras.difference
            right, up, _ = camera.basis
            reach = 1.35 * TRIAD_LENGTH
            corner = rect.right - 1.6 * TRIAD_LENGTH, rect.bottom - 1.6 * TRIAD_LENGTH
            bench.person.click(corner[0] + right[1] * reach, corner[1] - up[1] * reach)
            bench.person.run_frames(30)
            assert bench.state.view.cameras.difference.basis[2] == pytest.approx(expected, abs=1e-12)

    def test_a_camera_can_be_copied_and_pasted(self, bench: Bench) -> None:
        copied = bench.state.view.cameras.world
        bench.person.key("C", "ctrl+shift")
        bench.person.key("NUM_4", frames=20)
        assert bench.state.view.cameras.world != copied
        bench.person.key("V", "ctrl+shift")
        assert bench.state.view.cameras.world == copied
        bench.window.clipboard = "no camera"
        bench.person.key("V", "ctrl+shift")
        assert "Cannot paste a camera" in (bench.state.shell.message.text if bench.state.shell.message else "")
        assert bench.state.view.cameras.world == copied


def room(bench: Bench) -> float:
    """The area of the views in the side-by-side layout."""
    bench.person.key("_1", "ctrl", frames=2)
    return sum(w * h for w, h in (bench.picture(view).size for view in bench.state.display.layout.views))


def test_undo_during_a_drag_releases_the_body_and_the_button_does_nothing_more(bench: Bench) -> None:
    before = bench.show(do.update(bench.state, do.ChooseGizmo(None)))
    bench.person.grab(*bench.pixel_of((0.0, 0.0, 0.0)))
    x, y = bench.pixel_of((0.0, 0.0, 0.0))
    bench.person.move(x + 30, y + 10)
    assert bench.state.document.scene != before.document.scene
    bench.person.key("Z", "ctrl")
    assert bench.state.document.scene == before.document.scene
    bench.person.move(x + 90, y + 40)
    assert bench.state.document.scene == before.document.scene
    assert bench.state.view.cameras == before.view.cameras
    bench.person.release()
    assert bench.state.gesture.drag is None


def open_palette(bench: Bench) -> None:
    bench.person.key("P", "ctrl", frames=2)


def inspect_verdict(bench: Bench) -> str:
    from gjkscope.app.state.inspection.traces import inspect

    return inspect(bench.state).answer.verdict.value.capitalize()


def test_close_closes_whatever_is_open() -> None:
    state = start_state()
    assert do.update(do.update(state, do.ShowPalette()), do.CloseDialog()) == state
    assert do.update(state, do.BeginDrag("nobody", (0.0, 0.0, 0.0))) is state


def test_escape_closes_a_menu_and_its_submenus(bench: Bench) -> None:
    before = bench.state
    bench.choose("File", "Export")
    assert bench.has("Trace…")
    bench.person.key("ESCAPE", frames=2)
    assert not bench.has("Quit")
    assert bench.state == before


def test_marks_of_markdown_are_removed_from_without_marks() -> None:
    assert without_marks("With `rounding` a **b c**, 2*3*4 and *e* * f") == "With rounding a b c, 2*3*4 and e * f"
