"""Lessons in the window: opening, paging, tasks and questions with mouse and keyboard."""

import re

import pytest
from imgui_bundle import imgui

from tests.app.interface import TITLES, WIDTH, Bench, scene_path, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.scenes.scene import Planar, PositionOrientation
from gjkscope.app.state.actions import EndGesture, GoToStep, LeaveLesson, OpenLesson, PlaceBody, RaisePanel, update
from gjkscope.app.state.model import LessonTask, State, ThenQuit, View
from gjkscope.app.state.model.lesson import Question
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import parse_lesson
from gjkscope.app.view.panels.lessons.lesson_windows import TEXT, view_window
from gjkscope.app.view.panels.requests import Quit, ReadLesson, ReadScene
from gjkscope.app.view.panels.toolkit.panels import PANELS, open_tabs
from gjkscope.app.view.panels.toolkit.refresh import UNDOCKED

INSIDE_A = Planar((-1.5, 0.0))  # of B: what the first task of the course asks for

WITH_PANELS = """# A lesson with a panel

About a panel.

## The bounds

```show
panels: Bounds
algorithms: gjk, sat
controls: step, track
sliders: B.x from -2 to 2
```

Text.

## Nothing

Text.
"""


def open_first(bench: Bench) -> State:
    bench.perform(ReadLesson(contents()[0].name), frames=0)
    bench.person.run_frames(3)
    return bench.state


SETTLED = 10  # frames until the timeline has found its height


def test_a_lesson_shows_its_text_and_views_alone_and_restores_the_layout(bench: Bench) -> None:
    bench.choose("View", "Reset layout")
    bench.person.run_frames(SETTLED)
    before = {tab.title: bench.panel(tab.title) for tab in open_tabs(bench.state)}
    state = open_first(bench)
    assert state.lesson is not None
    assert state.document.scene == state.lesson.shown.first.document.scene
    assert state.lesson.shown.title in bench.words
    assert not any(imgui.internal.find_window_by_name(title).active for title in before)
    assert not bench.has("File")
    text, view = bench.panel(TEXT), bench.panel(view_window(state, View.WORLD))
    assert (text.left, text.right, view.right) == (0, view.left, WIDTH)
    bench.press("Exit lesson", frames=SETTLED)
    for title, rect in before.items():
        assert tuple(bench.panel(title)) == pytest.approx(tuple(rect), abs=1), title  # Dear ImGui rounds again


def test_the_dock_waits_however_long_a_lesson_takes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dear ImGui frees the memory of windows that are not drawn, by default after a minute."""
    bench.pause()
    before = {tab.title: bench.panel(tab.title) for tab in open_tabs(bench.state)}
    io = imgui.get_io()
    open_first(bench)
    monkeypatch.setattr(io, "config_memory_compact_timer", 0.0)
    bench.person.run_frames(3)
    monkeypatch.undo()
    bench.perform(LeaveLesson(), frames=SETTLED)
    assert {title: bench.panel(title) for title in before} == before


def test_the_menus_are_behind_a_button(bench: Bench) -> None:
    open_first(bench)
    bench.press("##menus", frames=2)
    bench.hover("View")
    assert bench.has("Reset layout") or bench.has("Show")


def test_pages_are_turned_by_buttons_and_keys(bench: Bench) -> None:
    open_first(bench)
    bench.press("Next")
    bench.person.keys("PAGEDOWN", "PAGEDOWN")
    assert bench.state.lesson.page == 3  # type: ignore[union-attr]
    bench.person.key("PAGEUP")
    bench.press("Back")
    assert bench.state.lesson.page == 1  # type: ignore[union-attr]
    bench.press("page 5")
    assert bench.state.lesson.page == 4  # type: ignore[union-attr]


def test_a_page_has_its_final_layout_in_its_first_frame(bench: Bench) -> None:
    open_first(bench)
    bench.person.key("PAGEDOWN")
    first = bench.ear.places
    bench.person.run_frames(8)
    assert bench.ear.places == first


def test_the_tool_tip_of_a_pressed_button_does_not_cover_the_answer(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    lesson = parse_lesson(WITH_PANELS, contents()[0].name)
    bench.show(update(start_state(), OpenLesson(lesson)))
    monkeypatch.setattr(imgui, "set_tooltip", shown.append)
    forward = "##lesson step 2"
    bench.hover(forward)
    bench.person.run_frames(4, dt=0.5)
    assert any("Step forward" in text for text in shown)
    bench.person.press()
    bench.person.release()
    shown.clear()
    x, y = bench.widget(forward).rect.middle
    bench.person.move(x + 1, y)  # no hand is still
    bench.person.run_frames(4, dt=0.5)
    assert not shown
    bench.person.leave()
    bench.hover(forward)
    bench.person.run_frames(4, dt=0.5)
    assert shown


def test_a_task_is_ticked_as_soon_as_it_is_done(bench: Bench) -> None:
    state = open_first(bench)
    (number,) = (i for i in state.lesson.shown.live if isinstance(state.lesson.shown.parts[i], LessonTask))  # type: ignore[union-attr]
    assert "Try it" in bench.words
    bench.show(update(update(state, PlaceBody("B", INSIDE_A)), EndGesture()))
    assert f"{state.lesson.lesson.name}/0/{number}" in bench.state.preferences.learned  # type: ignore[union-attr]
    assert "Done" in bench.words


def test_no_frame_shows_a_page_next_to_what_was_there_before(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[tuple[bool, frozenset[str]]] = []  # whether a lesson was open when the frame began, and what it drew
    begin, end = bench.ear.begin_frame, bench.ear.end_frame

    def begin_frame() -> None:
        frames.append((bench.state.page is not None, frozenset()))
        begin()

    def end_frame() -> None:
        frames[-1] = (frames[-1][0], frozenset(bench.ear.drawn))
        end()

    monkeypatch.setattr(bench.ear, "begin_frame", begin_frame)
    monkeypatch.setattr(bench.ear, "end_frame", end_frame)
    open_first(bench)
    bench.press("Exit lesson")
    views = {TITLES[View.WORLD], f"{TITLES[View.WORLD]}{UNDOCKED}"}
    shown = [(is_page, drawn & views) for is_page, drawn in frames if drawn & views]
    assert {is_page for is_page, _ in shown} == {False, True}
    assert [
        drawn for is_page, drawn in shown if drawn != {view_window(bench.state, View.WORLD) + is_page * UNDOCKED}
    ] == []


def test_a_question_is_answered_by_a_click(bench: Bench) -> None:
    open_first(bench)
    bench.press("Next")
    page = bench.state.lesson.shown  # type: ignore[union-attr]
    question = next(part for part in page.parts if isinstance(part, Question))
    wrong = (question.right + 1) % len(question.choices)
    bench.press(f"##{question.choices[wrong].text}")
    assert "Incorrect" in bench.words
    assert question.choices[wrong].mistake in bench.words
    assert question.why not in bench.words
    bench.press(f"##{question.choices[question.right].text}")
    assert "Correct" in bench.words


def test_a_page_shows_the_panels_that_it_declares(bench: Bench) -> None:
    lesson = parse_lesson(WITH_PANELS, contents()[0].name)
    bench.show(update(start_state(), OpenLesson(lesson)))
    bench.person.run_frames(3)
    titles = {panel.title for panel in PANELS}
    assert titles & set(bench.ear.words) == {"Bounds"}  # in the column: the window is small
    bench.press("lesson step 0")
    assert bench.state.run.step == 0
    bench.press("lesson step 3")
    bench.press(CHOICES["sat"].title)
    assert (bench.state.run.algorithm, bench.state.run.step) == ("sat", 0)
    bench.person.resize(1920, 1080, frames=3)
    assert [title for title in titles if is_shown(f"{title}{UNDOCKED}")] == ["Bounds"]
    bench.show(update(bench.state, OpenLesson(lesson, 1)))
    bench.person.run_frames(3)
    assert not is_shown(f"Bounds{UNDOCKED}")


def test_a_beat_can_be_looked_at_again(bench: Bench) -> None:
    text = WITH_PANELS.replace("controls: step, track", "controls: step, beats").replace(
        "Text.", '```gjkscope\n[{"do": "open", "scene": "triangles-apart"}, {"do": "go", "step": 2}]\n```\n\nText.', 1
    )
    bench.show(update(start_state(), OpenLesson(parse_lesson(text, contents()[0].name))))
    bench.person.run_frames(3)
    bench.press("Support")
    at = bench.state.run.beat
    assert at is not None
    assert (bench.state.run.step, at.number) == (2, 1)


def test_a_slider_moves_a_body(bench: Bench) -> None:
    bench.show(update(start_state(), OpenLesson(parse_lesson(WITH_PANELS, contents()[0].name))))
    bench.person.run_frames(3)
    bench.person.click(*bench.reveal("##slider B x").at(0.75, 0.5))
    assert bench.state.document.scene.body("B").pose.position[0] == pytest.approx(
        1.0, abs=0.1
    )  # of a handle with a width
    assert bench.state.gesture.label is None
    assert not bench.state.modified


def test_numbers_have_the_decimals_of_the_page(bench: Bench) -> None:
    text = WITH_PANELS.replace("panels: Bounds", "panels: Steps\nprecision: 1").replace(
        "Text.", '```gjkscope\n[{"do": "open", "scene": "boxes-vertex-face"}]\n```\n\nText.', 1
    )
    bench.show(update(start_state(), OpenLesson(parse_lesson(text, contents()[0].name))))
    bench.person.run_frames(3)
    assert "0.3" in [words.strip() for words in bench.ear.words]
    assert not [words for words in bench.ear.words if re.search(r"\d\.\d\d", words)]


def is_shown(name: str) -> bool:
    window = imgui.internal.find_window_by_name(name)
    return window is not None and window.active


def test_exploring_shows_everything_and_returns_to_the_same_place(bench: Bench) -> None:
    long = WITH_PANELS.replace("Text.", "\n\n".join(["A paragraph of text."] * 40), 1)
    bench.show(update(start_state(), OpenLesson(parse_lesson(long, contents()[0].name))))
    bench.person.run_frames(3)
    bench.person.scroll(*bench.panel(TEXT).middle, up=-2.0)
    bench.person.run_frames(4)
    page = scrolled_child()
    before, scroll = bench.state, page.scroll.y
    assert scroll > 0, "otherwise the test proves nothing"
    bench.person.key("F6", frames=4)
    assert bench.state.page is None
    assert is_shown("Step")
    assert bench.has("Back to the lesson (F6)")
    bench.main.session.perform([PlaceBody("B", PositionOrientation((4.0, 0.0, 0.0))), EndGesture(), GoToStep(0)])
    assert not bench.state.modified
    bench.press("Back to the lesson (F6)", frames=4)
    after = bench.state
    assert (after.document, after.run, after.view, after.display) == (
        *(before.document, before.run, before.view, before.display),
    )
    assert after.lesson == before.lesson
    assert scrolled_child().scroll.y == scroll


def scrolled_child() -> imgui.internal.Window:
    """The child window with the text of the page."""
    (page,) = (
        window
        for window in imgui.get_current_context().windows
        if window.name.startswith(f"{TEXT}/page") and window.name.count("/") == 1 and window.active
    )
    return page


def test_the_user_s_unsaved_scene_waits_for_the_end_of_the_lesson(bench: Bench) -> None:
    changed = update(start_state(), PlaceBody("A", PositionOrientation((0.0, 1.0, 0.0))))
    bench.open(changed)
    open_first(bench)
    assert bench.state.shell.unsaved is None
    assert bench.state.page is not None
    bench.perform(PlaceBody("B", INSIDE_A), EndGesture(), Quit(), frames=2)
    assert isinstance(bench.state.shell.unsaved, ThenQuit)
    assert bench.state.document.scene == changed.document.scene, "the prompt is about the user's scene"
    bench.press("Cancel")
    bench.press("Back to the lesson (F6)")
    assert bench.state.document.scene.body("B").placement == INSIDE_A
    bench.press("Exit lesson")
    assert (bench.state.document.scene, bench.state.modified) == (changed.document.scene, True)
    assert bench.state.history == changed.history


def test_exercises_alone_never_prompt(bench: Bench) -> None:
    state = open_first(bench)
    bench.show(update(update(state, PlaceBody("B", INSIDE_A)), EndGesture()))
    assert "Done" in bench.words
    bench.perform(ReadScene((scene_path("museum/fcl-495"),), is_example=True), frames=3)
    assert (bench.state.shell.unsaved, bench.state.document.scene.name) == (None, "fcl-495")
    bench.press("Back to the lesson (F6)")
    bench.main.session.perform([Quit()])
    assert bench.main.session.finished
    bench.main.session.finished = False


def test_a_long_title_wraps_in_the_table_of_contents(bench: Bench) -> None:
    bench.choose("View", "Reset layout")
    bench.front("Lessons")
    titles = sorted((entry.title for entry in contents()), key=len)
    short, long = (bench.widget(f"##lesson {title}").rect.size[1] for title in (titles[0], titles[-1]))
    assert long > short + 0.5 * imgui.get_font_size(), "else it covers how far somebody is"


def test_the_last_task_of_the_hunt_is_done_with_the_user_s_own_scene(bench: Bench) -> None:
    course = "16-hunting-a-real-bug"
    bench.perform(ReadLesson(course, 6), frames=3)
    assert bench.has("Show me")
    bench.perform(ReadScene((scene_path("museum/fcl-495"),), is_example=True), frames=3)
    assert bench.state.lesson.away  # type: ignore[union-attr]
    assert any(key.startswith(f"{course}/6/") for key in bench.state.preferences.learned)


def test_a_panel_that_is_asked_for_by_name_is_shown_by_exploring(bench: Bench) -> None:
    open_first(bench)
    bench.perform(RaisePanel("Bounds"), frames=4)
    assert bench.state.lesson.exploring  # type: ignore[union-attr]
    assert bench.state.shell.raised is None
    assert is_shown("Steps and bounds")
    assert not imgui.internal.find_window_by_name("Steps and bounds").hidden


def test_the_table_of_axes_marks_none_while_a_task_looks_for_one(bench: Bench) -> None:
    bench.perform(ReadLesson("09-separating-axes", 5), frames=4)
    assert "face normal 0 of A" in bench.words
    assert "runner-up" not in bench.words
    bench.perform(GoToStep(14), frames=4)
    assert "chosen" in bench.words
