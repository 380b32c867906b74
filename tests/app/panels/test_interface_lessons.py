"""Lessons in the window: opening, paging, tasks and questions with mouse and keyboard."""

import pytest
from imgui_bundle import imgui

from tests.app.interface import Bench, scene_path, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.actions import EndGesture, PlaceBody, update
from gjkscope.app.lessons.contents import contents
from gjkscope.app.model import LessonTask, State
from gjkscope.app.model.lesson import Question
from gjkscope.app.panels.lessons.lesson_panel import PANEL
from gjkscope.app.panels.lessons.lesson_room import READING_WIDTH
from gjkscope.app.panels.requests import ReadLesson, ReadScene
from gjkscope.app.panels.shell.panels import PANELS
from gjkscope.app.scenes.scene import PositionOrientation


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(start_state())
    return shared


def open_first(bench: Bench) -> State:
    bench.choose("Learn", f"1  {contents()[0].title}")
    bench.person.run_frames(3)
    return bench.state


def test_a_lesson_opens_from_the_menu_wide_enough_to_read_and_restores_the_layout(bench: Bench) -> None:
    bench.choose("View", "Reset layout")
    bench.person.run_frames(3)
    before = bench.panel(PANEL.title)
    state = open_first(bench)
    assert state.lesson is not None
    assert state.document.scene == state.lesson.shown.first.document.scene
    assert state.lesson.shown.title in bench.words
    left, _, right, _ = bench.panel(PANEL.title)
    assert right - left == pytest.approx(READING_WIDTH, abs=2)
    bench.press("##contents")
    bench.person.run_frames(3)
    assert bench.panel(PANEL.title).size[0] == pytest.approx(before.size[0], abs=2)


def test_pages_are_turned_by_buttons_and_keys(bench: Bench) -> None:
    open_first(bench)
    bench.press("Next")
    bench.person.key("PAGEDOWN")
    bench.person.key("PAGEDOWN")
    assert bench.state.lesson.page == 3  # type: ignore[union-attr]
    bench.person.key("PAGEUP")
    bench.press("Back")
    assert bench.state.lesson.page == 1  # type: ignore[union-attr]
    bench.press("page 5")
    assert bench.state.lesson.page == 4  # type: ignore[union-attr]


def test_a_task_is_ticked_as_soon_as_it_is_done(bench: Bench) -> None:
    state = open_first(bench)
    (number,) = (i for i in state.lesson.shown.live if isinstance(state.lesson.shown.parts[i], LessonTask))  # type: ignore[union-attr]
    assert "Try it" in bench.words
    bench.show(update(update(state, PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0)))), EndGesture()))
    assert f"{state.lesson.lesson.name}/0/{number}" in bench.state.preferences.learned  # type: ignore[union-attr]
    assert "Done" in bench.words


def test_a_question_is_answered_by_a_click(bench: Bench) -> None:
    open_first(bench)
    bench.press("Next")
    page = bench.state.lesson.shown  # type: ignore[union-attr]
    question = next(part for part in page.parts if isinstance(part, Question))
    wrong = (question.right + 1) % len(question.choices)
    bench.press(f"##{question.choices[wrong]}")
    assert "Incorrect" in bench.words
    bench.press(f"##{question.choices[question.right]}")
    assert "Correct" in bench.words


def test_a_page_shows_the_panel_that_it_refers_to(bench: Bench) -> None:
    named = {panel for entry in contents() for panel in entry.panels if panel}
    assert named <= {panel.title for panel in PANELS}
    entry = contents()[3]
    bench.choose("Learn", f"4  {entry.title}")
    for _ in range(entry.panels.index("Bounds")):
        bench.person.key("PAGEDOWN")
    bench.person.run_frames(3)
    assert not imgui.internal.find_window_by_name("Bounds").hidden
    assert imgui.internal.find_window_by_name("Steps").hidden


def test_unsaved_changes_are_asked_about_before_a_lesson_opens(bench: Bench) -> None:
    changed = update(start_state(), PlaceBody("A", PositionOrientation((0.0, 1.0, 0.0))))
    bench.open(changed)
    bench.choose("Learn", f"1  {contents()[0].title}")
    assert bench.state.shell.unsaved is not None
    assert bench.state.lesson is None
    bench.press("Discard")
    assert bench.state.lesson is not None
    bench.press("##contents")
    assert bench.state.lesson is None
    assert bench.has(contents()[-1].title)


def test_a_long_title_wraps_in_the_table_of_contents(bench: Bench) -> None:
    bench.choose("View", "Reset layout")
    bench.front(PANEL.title)
    titles = sorted((entry.title for entry in contents()), key=len)
    short, long = (bench.widget(f"##lesson {title}").rect.size[1] for title in (titles[0], titles[-1]))
    assert long > short + 0.5 * imgui.get_font_size(), "else it covers how far somebody is"


def test_the_last_task_is_done_with_the_user_s_own_scene(bench: Bench) -> None:
    course = contents()[-1].name
    bench.main.session.perform([ReadLesson(course, 6)])
    bench.front(PANEL.title)  # whether its tab is in front depends on the previous test
    assert bench.has("Show me")
    bench.main.session.perform([ReadScene((scene_path("museum/fcl-495"),), is_example=True)])
    bench.person.run_frames(3)
    assert bench.state.lesson.away  # type: ignore[union-attr]
    assert any(key.startswith(f"{course}/6/") for key in bench.state.preferences.learned)
    bench.press("Show me")
    assert bench.state.show is None  # it would start with a scene other than the open one
