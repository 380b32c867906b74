"""Lessons: strict parsing, a run of each from start to end, user actions on pages, and saved progress."""

import json
import re
from functools import cache
from itertools import product

import pytest

from gjkscope.app.ask.breakpoints import BUILT_IN
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state import actions as do
from gjkscope.app.state.actions.files import NEW_SCENE
from gjkscope.app.state.inspection.situation import fulfils, situation
from gjkscope.app.state.model import Lesson, LessonTask, Playback, State, Visibility
from gjkscope.app.state.model.lesson import AnswerChoice, MarkdownText, Question, progress_key
from gjkscope.app.state.model.ownership import captured_fields, value_at
from gjkscope.app.state.model.situation import Algorithm
from gjkscope.app.state.persistence.settings import apply_settings, read_settings, settings_text
from gjkscope.app.teach.demos.file import playheads
from gjkscope.app.teach.demos.takes.recorder import DemoRecorder
from gjkscope.app.teach.lessons.contents import CHAPTERS, LessonEntry, before, contents, page_after, resume_at
from gjkscope.app.teach.lessons.file import LessonError, parse_lesson
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.shapes.bounds import aabb
from tests.app.teach.lessons.shipped import shipped_lesson

MOST_WORDS = 150  # on a page, not counting tasks and questions
WIDEST_CODE = 36  # characters that fit into the column, even at 150 % in the smallest window

TEXT = """# A trial

What it is about.

## The first page
```show
panels: Bounds
```

Some **words**.

```python
## no page
```

```gjkscope
[
 {"do": "algorithm", "name": "sat"},
 {"do": "go", "step": 0}
]
```

```task
do: Push them together.
when: verdict == PENETRATING
hint: Drag B,
 to the left.
praise: Well done.
solution: [
  {"do": "move", "body": "B", "to": [0.5, 0, 0], "seconds": 0.5}
 ]
```

## The second page

```question
How many?
- [ ] One
  There is
  another.
- [x] Two
There are two.
```

## The third page

```gjkscope
[{"do": "algorithm", "name": "epa"}]
```

The end.
"""

SEEN = captured_fields(State)


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return parse_lesson(TEXT, "01-trial")


@cache
def solved(task: LessonTask) -> State:
    """The state after its solution, which may take seconds: bodies move."""
    return list(playheads(task.solution))[-1].state


def start_state() -> State:
    return do.initial_state(NEW_SCENE)


@pytest.mark.parametrize("entry", contents(), ids=lambda entry: entry.name)
def test_a_shipped_lesson_runs_from_start_to_end(entry: LessonEntry) -> None:
    """Parsing checks the scenes, and that tasks are initially open and done by their solutions; demos are timed too."""
    lesson = shipped_lesson(entry.path)
    assert [len(keys) for keys in entry.keys] == [1 + len(list(page.live)) for page in lesson.pages]
    for page in lesson.pages:
        assert page.first.shell.message is None
        for part in page.parts:
            if isinstance(part, LessonTask):
                last = solved(part)
                assert last.shell.message is None
                assert fulfils(part.when, situation(last), situation(page.first)), page.title
            elif isinstance(part, Question):
                assert 0 <= part.right < len(part.choices)
                assert len({choice.text for choice in part.choices}) == len(part.choices)


@pytest.mark.parametrize("entry", contents(), ids=lambda entry: entry.name)
def test_a_shipped_lesson_is_short_asks_questions_and_cites_its_sources(entry: LessonEntry) -> None:
    lesson = shipped_lesson(entry.path)
    assert 5 <= len(lesson.pages) <= 9
    for page in lesson.pages:
        words = [word for part in page.parts if isinstance(part, MarkdownText) for word in part.text.split()]
        assert len(words) <= MOST_WORDS, page.title
    parts = [part for page in lesson.pages for part in page.parts]
    assert sum(isinstance(part, LessonTask) for part in parts) >= 2
    assert sum(isinstance(part, Question) for part in parts) >= 2
    assert lesson.pages[-1].title == "Sources"
    code = re.findall(r"^```python\n(.*?)^```", entry.path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert [line for block in code for line in block.splitlines() if len(line) > WIDEST_CODE] == []


def test_the_course_is_numbered_and_can_be_paged_in_both_directions() -> None:
    assert [entry.number for entry in contents()] == list(range(1, len(contents()) + 1))
    way, page = [], (contents()[0].name, 0)
    while page is not None:
        way.append(page)
        page = page_after(*page)
    assert len(way) == sum(len(entry.keys) for entry in contents())
    back, page = [], way[-1]
    while page is not None:
        back.append(page)
        page = before(*page)
    assert back == way[::-1]


def test_a_lesson_file_consists_of_text_and_live_parts(lesson: Lesson) -> None:
    assert (lesson.title, lesson.about) == ("A trial", "What it is about.")
    first, second, third = lesson.pages
    words, task = first.parts
    assert words == MarkdownText("Some **words**.\n\n```python\n## no page\n```")
    assert (task.text, task.hint, task.praise) == ("Push them together.", "Drag B,\n to the left.", "Well done.")
    assert (first.first.run.algorithm, first.first.run.step, first.sets) == ("sat", 0, True)
    assert second.parts == (
        Question("How many?", (AnswerChoice("One", "There is\nanother."), AnswerChoice("Two")), 1, "There are two."),
    )
    assert (second.sets, second.first) == (False, first.first)
    assert third.first.run.algorithm == "epa"


FAULTS = [
    ("# A trial", "A trial", "line 1: must be the title of the lesson"),
    ("What it is about.", "", "line 2: missing: a summary"),
    ("name", "nane", "line 18: steps[0].nane: unknown key, did you mean name?"),
    ('"sat"}', '"sat"', "line 19: "),
    ('"step": 0', '"step": 99', "line 19: steps[1].step: must be at most 14, the last step of this run, got 99"),
    ("do: Push", "to: Push", "line 24: to: unknown key"),
    ("praise: Well done.\n", "", "line 24: missing: praise"),
    ("== PENETRATING", "== SEPARATED", "line 25: when: already true at the start of the task"),
    ("== PENETRATING", "== TOUCHING", "line 25: when: not true after the solution"),
    ("== PENETRATING", "== OVERLAP", "line 25: when: unknown name OVERLAP; choose one of"),
    ("verdict ==", "verdikt ==", "line 25: when: no value verdikt; available: "),
    ('"body": "B"', '"body": "C"', "line 30: solution: steps[0].body: no body is named 'C'; the bodies are A, B"),
    (
        "```question",
        "```quetion",
        "line 36: unknown block 'quetion'; must be one of gjkscope, task, question, predict, notes, show",
    ),
    ("- [ ] One", "- [x] One", "line 37: a question needs 2 to 8 choices"),
    ("  There is\n  another.\n", "", "line 38: a wrong choice needs a line below it"),
    ("- [x] Two\n", "- [x] Two\n  It is not.\n", "line 41: a wrong choice needs a line below it"),
    ("  There is\n", "There is\n", "line 38: a wrong choice needs a line below it"),
    ("There are two.\n", "", "line 37: must begin with the question and end with"),
    ('"epa"}]\n```', '"epa"}]', "line 47: this block is not closed"),
    ("The end.\n", '```gjkscope\n[{"do": "wait"}]\n```', "line 52: a page can have only one scene"),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS)
def test_a_fault_is_reported_with_its_line(old: str, new: str, fault: str) -> None:
    assert old in TEXT
    with pytest.raises(LessonError) as caught:
        parse_lesson(TEXT.replace(old, new, 1), "01-trial", "trial.md")
    assert str(caught.value).startswith(f"trial.md: {fault}")
    assert "\n" not in str(caught.value)


def test_a_page_sets_its_scene_and_keeps_the_user_s_appearance_settings(lesson: Lesson) -> None:
    mine = do.update(
        replace(
            start_state(),
            appearance=replace(start_state().appearance, lecture=True),
            preferences=replace(start_state().preferences, learned=("x/0",)),
        ),
        do.SetVisible("grid", False),
    )
    state = do.update(mine, do.OpenLesson(lesson))
    assert (state.run.algorithm, state.run.step, state.appearance.lecture) == ("sat", 0, True)
    assert state.preferences.learned == ("x/0", "01-trial/0")
    assert do.update(state, do.OpenLesson(lesson, 99)).lesson.page == 2  # type: ignore[union-attr]


def test_closing_a_lesson_restores_the_user_s_tools(lesson: Lesson) -> None:
    mine = replace(
        start_state(),
        display=replace(start_state().display, visible=Visibility(grid=False)),
        tools=replace(start_state().tools, breakpoints=()),
        run=replace(start_state().run, playback=Playback(rate=4.0)),
    )
    reads = do.update(do.update(mine, do.OpenLesson(lesson)), do.OpenLesson(lesson, 1))
    assert (reads.display.visible.grid, reads.tools.breakpoints) == (True, BUILT_IN)
    assert json.loads(settings_text(reads, (800, 600), ""))["hidden"] == ["grid"]
    shown = do.update(do.update(reads, do.OpenDemo(lesson.pages[0].parts[1].solution)), do.LeaveDemo())
    assert shown.display.visible.grid  # it is still the lesson's
    elsewhere = do.update(reads, do.OpenScene(mine.document.scene))
    for state in (do.update(reads, do.LeaveLesson()), elsewhere):
        assert (state.display.visible.grid, state.tools.breakpoints, state.own) == (False, (), None)
        assert state.run.playback.rate == 4
    back = do.update(
        replace(elsewhere, tools=replace(elsewhere.tools, breakpoints=BUILT_IN[:1])), do.OpenLesson(lesson, 1)
    )
    assert do.update(back, do.LeaveLesson()).tools.breakpoints == BUILT_IN[:1]


def test_a_page_without_a_scene_continues_from_the_previous_page(lesson: Lesson) -> None:
    far = PositionOrientation((4.0, 0.0, 0.0))
    state = do.update(do.update(start_state(), do.OpenLesson(lesson)), do.PlaceBody("B", far))
    assert do.update(state, do.OpenLesson(lesson, 1)).document.scene.body("B").placement == far
    assert do.update(start_state(), do.OpenLesson(lesson, 1)).document.scene == lesson.pages[0].first.document.scene
    assert do.update(state, do.OpenLesson(lesson, 2)).document.scene == lesson.pages[2].first.document.scene


def test_beats_that_were_switched_off_stay_off_on_later_pages(lesson: Lesson) -> None:
    mine = do.update(start_state(), do.ToggleBeats())
    state = do.update(do.update(mine, do.OpenLesson(lesson)), do.ToggleBeats())
    for page in (1, 2, 2):
        state = do.update(state, do.OpenLesson(lesson, page))
        assert not state.run.beats.on
    explores = do.update(state, do.ExploreLesson())
    assert explores.run.beats.on, "outside the page, the user's own setting applies"
    assert not do.update(explores, do.OpenLesson(lesson, 1)).run.beats.on
    assert do.update(state, do.LeaveLesson()).run.beats.on
    assert do.update(do.update(state, do.LeaveLesson()), do.OpenLesson(lesson)).run.beats.on


def test_edits_on_a_page_are_not_document_changes(lesson: Lesson) -> None:
    moved = do.update(
        do.update(start_state(), do.OpenLesson(lesson)), do.PlaceBody("B", PositionOrientation((4.0, 0.0, 0.0)))
    )
    assert not moved.modified
    left = do.update(moved, do.LeaveLesson())
    assert (left.modified, left.document, left.file) == (False, start_state().document, start_state().file)
    away = do.update(moved, do.OpenScene(NEW_SCENE))
    assert away.lesson.away  # type: ignore[union-attr]
    assert do.update(away, do.PlaceBody("B", PositionOrientation((4.0, 0.0, 0.0)))).modified


def test_a_task_is_recorded_only_when_it_is_done(lesson: Lesson) -> None:
    state = do.update(start_state(), do.OpenLesson(lesson))
    assert do.update(state, do.NoteDone(1)) is state
    assert do.update(state, do.NoteDone(0)) is state
    done = do.update(do.update(state, do.PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0)))), do.NoteDone(1))
    assert progress_key("01-trial", 0, 1) in done.preferences.learned
    assert do.update(start_state(), do.NoteDone(1)) == start_state()


def test_a_question_accepts_any_answer_and_records_the_right_one(lesson: Lesson) -> None:
    state = do.update(start_state(), do.OpenLesson(lesson, 1))
    wrong = do.update(state, do.AnswerQuestion(0, 0))
    assert wrong.lesson.answer_to(0) == 0  # type: ignore[union-attr]
    assert wrong.preferences.learned == state.preferences.learned
    right = do.update(wrong, do.AnswerQuestion(0, 1))
    assert right.lesson.answer_to(0) == 1  # type: ignore[union-attr]
    assert right.preferences.learned == (*state.preferences.learned, "01-trial/1/0")
    assert do.update(right, do.AnswerQuestion(0, 7)) is right


def test_showing_a_solution_does_the_task_and_keeps_the_lesson_open(lesson: Lesson) -> None:
    task = lesson.pages[0].parts[1]
    state = do.update(do.update(start_state(), do.OpenLesson(lesson)), do.OpenDemo(task.solution))
    shown = do.update(state, do.SeekDemo(task.solution.length))
    assert shown.lesson == state.lesson
    assert progress_key("01-trial", 0, 1) in do.update(shown, do.NoteDone(1)).preferences.learned
    assert do.update(shown, do.OpenLesson(lesson)).show is None


def test_progress_is_kept_between_runs() -> None:
    entry = contents()[0]
    assert resume_at(()) == (entry.name, 0)
    state = replace(start_state(), preferences=replace(start_state().preferences, learned=entry.keys[0]))
    again = apply_settings(start_state(), read_settings(settings_text(state, (800, 600), "")))
    assert again.preferences.learned == entry.keys[0]
    assert resume_at(again.preferences.learned) == (entry.name, 1)
    assert entry.pages_done(again.preferences.learned) == 1
    assert not entry.is_done(again.preferences.learned)
    assert entry.is_done([key for keys in entry.keys for key in keys])


def test_going_on_returns_to_where_one_was() -> None:
    first, second = contents()[0], contents()[3]
    assert resume_at((*first.keys[0], *second.keys[2])) == (second.name, 3)
    assert resume_at((*first.keys[0], second.keys[2][0])) == (second.name, 2), "its questions are left"
    everything_after = [key for entry in contents()[3:] for keys in entry.keys for key in keys]
    assert resume_at(everything_after) == (first.name, 0), "what was passed over is left"
    assert resume_at(("an-old-lesson/3",)) == (first.name, 0)


def test_each_lesson_is_in_a_chapter() -> None:
    chapters = list(dict.fromkeys(entry.chapter for entry in contents()))
    assert chapters == list(CHAPTERS.values())


def test_a_situation_provides_the_names_that_tasks_use() -> None:
    now = situation(start_state())
    assert (now.verdict.value, now.distance, now.bodies) == ("separated", 0.5, 2)
    assert now.algorithm is Algorithm.GJK
    assert now.step == now.last


def test_a_task_that_waits_for_rest_is_not_done_while_an_arrow_is_left() -> None:
    """The heavy box passes the height at which it comes to rest while the stack still sways."""
    entry = next(entry for entry in contents() if entry.name == "18-why-does-my-stack-jitter")
    pages = [(page, part) for page in shipped_lesson(entry.path).pages for part in page.parts]
    tasks = [(page, part) for page, part in pages if isinstance(part, LessonTask) and "moving" in part.when]
    assert len(tasks) == 2
    for page, task in tasks:
        start = situation(page.first)
        swaying = situation(do.update(page.first, do.StepMotion(15)))
        assert (start.moving, swaying.moving) == (0, 3)
        assert start.a[1] > 2.47 > swaying.a[1]
        assert not fulfils(task.when, swaying, start)
        done = solved(task)
        assert situation(done).moving == 0
        assert "m/s" not in " ".join(label.text for label in world_drawing(done).labels)


def test_the_contact_points_of_the_crate_are_the_corners_of_the_common_area() -> None:
    entry = next(entry for entry in contents() if entry.name == "15-after-the-distance")
    page = next(page for page in shipped_lesson(entry.path).pages if "contact manifold" in page.display.teaches)
    crate, table = page.first.document.scene.bodies
    lows, highs = zip(*(aabb(body.shape, body.placement.pose) for body in (crate, table)), strict=True)
    low, high = tuple(map(max, *lows)), tuple(map(min, *highs))
    corners = product((low[0], high[0]), ((low[1] + high[1]) / 2,), (low[2], high[2]))
    (task,) = (part for part in page.parts if isinstance(part, LessonTask))
    (*_, done) = playheads(task.solution)
    points = situation(done.state).current.points  # type: ignore[attr-defined]
    assert sorted(point.position for point in points) == [pytest.approx(corner) for corner in sorted(corners)]


def test_every_lesson_has_a_small_picture_in_its_file() -> None:
    pictures = [entry.picture for entry in contents()]
    assert all(path.is_file() for path in pictures), "make thumbnails"
    assert sum(path.stat().st_size for path in pictures) < 400_000
    for entry in contents():
        assert f"![{entry.title}](pictures/{entry.picture.name})" in entry.path.read_text(encoding="utf-8")
        assert "![" not in entry.about


def test_a_page_opened_while_recording_is_part_of_the_recording(lesson: Lesson) -> None:
    """Recorded as its contents, because the viewer may not have the lesson."""
    first = do.initial_state(NEW_SCENE)
    recorder = DemoRecorder(first)
    opened = do.update(first, do.OpenLesson(lesson))
    moved = do.update(opened, do.PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0))))
    recorder.note(3, do.OpenLesson(lesson), first, opened)
    recorder.note(9, do.PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0))), opened, moved)
    played = [head.state for head in playheads(recorder.demo("live", 12))]
    for live, again in ((opened, played[5]), (moved, played[12])):
        for name in ("scene", "pair", "algorithm", "options", "step", "layout", "visible", "cameras", "selected"):
            assert value_at(live, SEEN[name].path) == value_at(again, SEEN[name].path), name
