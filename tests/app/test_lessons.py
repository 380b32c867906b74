"""Lessons: read strictly, tried from end to end; what somebody does on their pages, and what is kept of it."""

import json
import re
from dataclasses import replace

import pytest

from app.actions import (
    Answer,
    LeaveDemo,
    LeaveLesson,
    NoteDone,
    OpenDemo,
    OpenLesson,
    OpenScene,
    PlaceBody,
    SeekDemo,
    Show,
    initial_state,
    update,
)
from app.actions.files import NEW_SCENE
from app.breakpoints import BUILT_IN
from app.demos.file import heads
from app.demos.recorder import Recorder
from app.lesson import Lesson, Question, Task, Words, key_of
from app.lessons.contents import Entry, after, before, contents, to_go_on
from app.lessons.file import LessonError, parse_lesson, read_lesson
from app.scene import PositionOrientation
from app.settings import read_settings, settings_text, with_settings
from app.situation import Algorithm, fulfils, situation
from app.state import Playback, State, Visibility

MOST_WORDS = 150  # on a page, beside what there is to do
WIDEST_CODE = 36  # letters that fit into the column, at 150 % in the smallest window, too

TEXT = """# A trial

What it is about.

## The first page
<!-- panel: Bounds -->

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
- [x] Two
There are two.
```

## The third page

```gjkscope
[{"do": "algorithm", "name": "epa"}]
```

The end.
"""


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return parse_lesson(TEXT, "01-trial")


def start_state() -> State:
    return initial_state(NEW_SCENE)


@pytest.mark.parametrize("entry", contents(), ids=lambda entry: entry.name)
def test_a_shipped_lesson_runs_from_start_to_end(entry: Entry) -> None:
    """Reading tries the scenes, and that tasks are open at first and done by their solutions; demos are timed too."""
    lesson = read_lesson(entry.path)
    assert [len(keys) for keys in entry.keys] == [1 + len(list(page.live)) for page in lesson.pages]
    for page in lesson.pages:
        assert page.first.message is None
        for part in page.parts:
            if isinstance(part, Task):
                last = list(heads(part.solution))[-1].state
                assert last.message is None
                assert fulfils(part.when, situation(last), situation(page.first)), page.title
            elif isinstance(part, Question):
                assert 0 <= part.right < len(part.choices)
                assert len(set(part.choices)) == len(part.choices)


@pytest.mark.parametrize("entry", contents(), ids=lambda entry: entry.name)
def test_a_shipped_lesson_is_short_asks_and_names_its_sources(entry: Entry) -> None:
    lesson = read_lesson(entry.path)
    assert 5 <= len(lesson.pages) <= 9
    for page in lesson.pages:
        words = [word for part in page.parts if isinstance(part, Words) for word in part.text.split()]
        assert len(words) <= MOST_WORDS, page.title
    parts = [part for page in lesson.pages for part in page.parts]
    assert sum(isinstance(part, Task) for part in parts) >= 2
    assert sum(isinstance(part, Question) for part in parts) >= 2
    assert lesson.pages[-1].title == "Sources"
    code = re.findall(r"^```python\n(.*?)^```", entry.path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert [line for block in code for line in block.splitlines() if len(line) > WIDEST_CODE] == []


def test_the_course_is_numbered_and_can_be_read_through_both_ways() -> None:
    assert [entry.number for entry in contents()] == list(range(1, len(contents()) + 1))
    way, place = [], (contents()[0].name, 0)
    while place is not None:
        way.append(place)
        place = after(*place)
    assert len(way) == sum(len(entry.keys) for entry in contents())
    back, place = [], way[-1]
    while place is not None:
        back.append(place)
        place = before(*place)
    assert back == way[::-1]


def test_a_lesson_file_is_words_and_live_parts(lesson: Lesson) -> None:
    assert (lesson.title, lesson.about) == ("A trial", "What it is about.")
    first, second, third = lesson.pages
    words, task = first.parts
    assert words == Words("Some **words**.\n\n```python\n## no page\n```")
    assert (task.text, task.hint, task.praise) == ("Push them together.", "Drag B,\n to the left.", "Well done.")
    assert (first.first.algorithm, first.first.step, first.sets) == ("sat", 0, True)
    assert second.parts == (Question("How many?", ("One", "Two"), 1, "There are two."),)
    assert (second.sets, second.first) == (False, first.first)
    assert third.first.algorithm == "epa"


FAULTS = [
    ("# A trial", "A trial", "line 1: must be the title of the lesson"),
    ("What it is about.", "", "line 2: missing: a summary"),
    ("name", "nane", "line 16: steps[0].nane: unknown key, did you mean name?"),
    ('"sat"}', '"sat"', "line 17: "),
    ('"step": 0', '"step": 99', "line 17: steps[1].step: must be at most 14, the last step of this run, got 99"),
    ("do: Push", "to: Push", "line 22: to: unknown key"),
    ("praise: Well done.\n", "", "line 22: missing: praise"),
    ("== PENETRATING", "== SEPARATED", "line 23: when: already true at the start of the task"),
    ("== PENETRATING", "== TOUCHING", "line 23: when: not true after the solution"),
    ("== PENETRATING", "== OVERLAP", "line 23: when: no OVERLAP there; it is one of"),
    ("verdict ==", "verdikt ==", "line 23: when: no value verdikt in this step"),
    ('"body": "B"', '"body": "C"', "line 28: solution: steps[0].body: no body is named 'C'; the bodies are A, B"),
    ("```question", "```quetion", "line 34: unknown block 'quetion'; must be one of gjkscope, task, question"),
    ("- [ ] One", "- [x] One", "line 35: a question needs 2 to 8 choices"),
    ("There are two.\n", "", "line 35: must begin with the question and end with"),
    ('"epa"}]\n```', '"epa"}]', "line 43: this block is not closed"),
    ("The end.\n", '```gjkscope\n[{"do": "wait"}]\n```', "line 48: a page can have only one scene"),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, fault: str) -> None:
    assert old in TEXT
    with pytest.raises(LessonError) as told:
        parse_lesson(TEXT.replace(old, new, 1), "01-trial", "trial.md")
    assert str(told.value).startswith(f"trial.md: {fault}")
    assert "\n" not in str(told.value)


def test_a_page_sets_its_scene_and_leaves_the_user_their_looks(lesson: Lesson) -> None:
    mine = update(replace(start_state(), lecture=True, learned=("x/0",)), Show("grid", False))
    state = update(mine, OpenLesson(lesson))
    assert (state.algorithm, state.step, state.lecture) == ("sat", 0, True)
    assert state.learned == ("x/0", "01-trial/0")
    assert update(state, OpenLesson(lesson, 99)).lesson.page == 2  # type: ignore[union-attr]


def test_who_leaves_a_lesson_has_their_own_tools_again(lesson: Lesson) -> None:
    mine = replace(start_state(), visible=Visibility(grid=False), breakpoints=(), playback=Playback(rate=4.0))
    reads = update(update(mine, OpenLesson(lesson)), OpenLesson(lesson, 1))
    assert (reads.visible.grid, reads.breakpoints) == (True, BUILT_IN)
    assert json.loads(settings_text(reads, (800, 600), ""))["hidden"] == ["grid"]
    shown = update(update(reads, OpenDemo(lesson.pages[0].parts[1].solution)), LeaveDemo())
    assert shown.visible.grid  # it is still the lesson's
    elsewhere = update(reads, OpenScene(mine.scene))
    for state in (update(reads, LeaveLesson()), elsewhere):
        assert (state.visible.grid, state.breakpoints, state.own) == (False, (), None)
        assert state.playback.rate == 4
    back = update(replace(elsewhere, breakpoints=BUILT_IN[:1]), OpenLesson(lesson, 1))
    assert update(back, LeaveLesson()).breakpoints == BUILT_IN[:1]


def test_a_page_without_a_scene_goes_on_where_the_one_before_ended(lesson: Lesson) -> None:
    far = PositionOrientation((4.0, 0.0, 0.0))
    state = update(update(start_state(), OpenLesson(lesson)), PlaceBody("B", far))
    assert update(state, OpenLesson(lesson, 1)).scene.body("B").placement == far
    assert update(start_state(), OpenLesson(lesson, 1)).scene == lesson.pages[0].first.scene
    assert update(state, OpenLesson(lesson, 2)).scene == lesson.pages[2].first.scene


def test_what_is_done_on_a_page_is_no_document(lesson: Lesson) -> None:
    moved = update(update(start_state(), OpenLesson(lesson)), PlaceBody("B", PositionOrientation((4.0, 0.0, 0.0))))
    assert not moved.modified
    assert update(moved, LeaveLesson()).modified
    away = update(moved, OpenScene(NEW_SCENE))
    assert away.lesson.away  # type: ignore[union-attr]
    assert update(away, PlaceBody("B", PositionOrientation((4.0, 0.0, 0.0)))).modified


def test_a_task_is_noted_when_it_is_done_and_not_before(lesson: Lesson) -> None:
    state = update(start_state(), OpenLesson(lesson))
    assert update(state, NoteDone(1)) is state
    assert update(state, NoteDone(0)) is state
    done = update(update(state, PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0)))), NoteDone(1))
    assert key_of("01-trial", 0, 1) in done.learned
    assert update(start_state(), NoteDone(1)) == start_state()


def test_a_question_takes_any_answer_and_learns_from_the_right_one(lesson: Lesson) -> None:
    state = update(start_state(), OpenLesson(lesson, 1))
    wrong = update(state, Answer(0, 0))
    assert wrong.lesson.answer_to(0) == 0  # type: ignore[union-attr]
    assert wrong.learned == state.learned
    right = update(wrong, Answer(0, 1))
    assert right.lesson.answer_to(0) == 1  # type: ignore[union-attr]
    assert right.learned == (*state.learned, "01-trial/1/0")
    assert update(right, Answer(0, 7)) is right


def test_a_shown_solution_does_the_task_and_the_lesson_stays(lesson: Lesson) -> None:
    task = lesson.pages[0].parts[1]
    state = update(update(start_state(), OpenLesson(lesson)), OpenDemo(task.solution))
    shown = update(state, SeekDemo(task.solution.length))
    assert shown.lesson == state.lesson
    assert key_of("01-trial", 0, 1) in update(shown, NoteDone(1)).learned
    assert update(shown, OpenLesson(lesson)).show is None


def test_what_was_learned_is_kept_between_runs() -> None:
    entry = contents()[0]
    assert to_go_on(()) == (entry.name, 0)
    state = replace(start_state(), learned=entry.keys[0])
    again = with_settings(start_state(), read_settings(settings_text(state, (800, 600), "")))
    assert again.learned == entry.keys[0]
    assert to_go_on(again.learned) == (entry.name, 1)
    assert entry.pages_done(again.learned) == 1
    assert not entry.is_done(again.learned)
    assert entry.is_done([key for keys in entry.keys for key in keys])


def test_a_situation_names_what_tasks_ask_for() -> None:
    now = situation(start_state())
    assert (now.verdict.value, now.distance, now.bodies) == ("separated", 0.5, 2)
    assert now.algorithm is Algorithm.GJK
    assert now.step == now.last


def test_every_lesson_has_a_picture_which_is_small_and_stands_in_its_file() -> None:
    pictures = [entry.picture for entry in contents()]
    assert all(path.is_file() for path in pictures), "make thumbnails"
    assert sum(path.stat().st_size for path in pictures) < 400_000
    for entry in contents():
        assert f"![{entry.title}](pictures/{entry.picture.name})" in entry.path.read_text(encoding="utf-8")
        assert "![" not in entry.about


def test_a_page_that_is_opened_while_one_records_is_in_the_recording(lesson: Lesson) -> None:
    """As what it shows, for whoever plays it may not have the lesson."""
    first = initial_state(NEW_SCENE)
    recorder = Recorder(first)
    opened = update(first, OpenLesson(lesson))
    moved = update(opened, PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0))))
    recorder.note(3, OpenLesson(lesson), first, opened)
    recorder.note(9, PlaceBody("B", PositionOrientation((0.5, 0.0, 0.0))), opened, moved)
    played = [head.state for head in heads(recorder.demo("live", 12))]
    for live, again in ((opened, played[5]), (moved, played[12])):
        for name in ("scene", "pair", "algorithm", "options", "step", "layout", "visible", "cameras", "selected"):
            assert getattr(live, name) == getattr(again, name), name
