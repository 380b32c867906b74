"""Reads lesson files, which are Markdown, into a `Lesson`.

Every error is a `LessonError`, a single line with the file and line number.  Reading also validates the lesson: the
steps of each page must fit its scene, what it shows must exist, no task may be solved from the start, and each solution
must solve its task.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

from gjkscope.app.ask.breakpoints import ExpressionError
from gjkscope.app.base.json_document import FileError
from gjkscope.app.state.actions import NEW_SCENE, SetBeatSeconds, ToggleBeats, initial_state, update
from gjkscope.app.state.inspection.situation import fulfils, situation
from gjkscope.app.state.model import Lesson, LessonPage, LessonTask, Part, State
from gjkscope.app.state.model.lesson import AnswerChoice, MarkdownText, Question
from gjkscope.app.teach.demos.file import StepsError, parse_steps
from gjkscope.app.teach.lessons.display import read_display, show_page
from gjkscope.app.teach.lessons.entries import read_entries
from gjkscope.app.teach.lessons.outline import NOTES, SCENE, WORDS, Block, LessonOutline, LessonSyntaxError, outline
from gjkscope.app.teach.lessons.predictions import check_order, read_prediction
from gjkscope.app.teach.lessons.values import compute_text

NEEDED_KEYS = ("do", "when", "hint", "praise", "solution")
TASK_KEYS = (*NEEDED_KEYS, "watch")
MOST_CHOICES = 8
BEAT_SECONDS = 2.0  # of each beat where a page is about them: time to read its name
SOLUTION = "Solution"  # the title of the demo that plays a task's solution
CHOICE = re.compile(r"^- \[(?P<mark>[ x])\] (?P<text>.+)\n?(?P<mistake>(?:^ +.+\n?)*)", re.MULTILINE)
MISTAKES = "a wrong choice needs a line below it, indented, that says why it is wrong; the right one needs none"


class LessonError(FileError):
    """A lesson that cannot be read; the message includes the line number."""


@cache
def read_lesson(path: Path) -> Lesson:
    """Reads a lesson file.  Raises `LessonError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise LessonError(path, f"cannot be read: {fault}") from None
    return parse_lesson(text, path.stem, str(path))


def parse_lesson(text: str, name: str, source: str = "lesson") -> Lesson:
    """Parses a lesson; its progress is stored under `name`.  Raises `LessonError`."""
    try:
        parts = outline(text)
        return Lesson(name, parts.title, parts.about, tuple(_pages(parts)))
    except LessonSyntaxError as fault:
        raise LessonError(source, f"line {fault.line}", fault.message) from None


def _pages(lesson: LessonOutline) -> Iterator[LessonPage]:
    state = update(initial_state(NEW_SCENE), ToggleBeats())  # learners see each step in its parts
    for section in lesson.sections:
        scenes = [block for block in section.blocks if block.kind == SCENE]
        if len(scenes) > 1:
            raise LessonSyntaxError(scenes[1].line, "a page can have only one scene")
        for scene in scenes:
            state = _state_after(scene, section.title, state)
        display = read_display(lesson.shows, section.shows, state)
        # The lesson's camera applies to each new scene; without a new scene, the camera stays as it was.
        entries = {entry.key: entry for entry in (*(lesson.shows if scenes else ()), *section.shows)}
        state = show_page(state, entries, display)
        if "beats" in display.controls:
            state = update(state, SetBeatSeconds(BEAT_SECONDS))
        blocks = [block for block in section.blocks if block.kind in PARTS]
        parts = [PARTS[block.kind](block, state) for block in blocks]
        check_order(blocks, parts)
        if not section.title or not parts:
            raise LessonSyntaxError(section.line, "a page needs a title and text")
        notes = "\n\n".join(block.text.strip() for block in section.blocks if block.kind == NOTES)
        yield LessonPage(section.title, tuple(parts), state, display, bool(scenes), notes)


def _state_after(scene: Block, title: str, state: State) -> State:
    try:
        return parse_steps(scene.text, title, state)[1]
    except StepsError as fault:
        raise LessonSyntaxError(scene.line + fault.line - 1, fault.message) from None


def _words(block: Block, state: State) -> MarkdownText:
    return MarkdownText(compute_text(block.text, block.line, state, situation(state)))


def _task(block: Block, state: State) -> LessonTask:
    entries = read_entries(block, TASK_KEYS, "a task")
    for key in NEEDED_KEYS:
        if key not in entries:
            raise LessonSyntaxError(block.line, f"missing: {key}; a task has {', '.join(NEEDED_KEYS)}")
    when, line = entries["when"]
    start = situation(state)
    try:
        if fulfils(when, start, start):
            raise LessonSyntaxError(line, "when: already true at the start of the task")
        demo, after = parse_steps(entries["solution"][0], SOLUTION, state)
        if not fulfils(when, situation(after), start):
            raise LessonSyntaxError(line, "when: not true after the solution")
    except ExpressionError as fault:
        raise LessonSyntaxError(line, f"when: {fault}") from None
    except StepsError as fault:
        raise LessonSyntaxError(entries["solution"][1] + fault.line - 1, f"solution: {fault.message}") from None
    texts = (
        compute_text(*entries[key], shown, start) for key, shown in (("do", state), ("hint", state), ("praise", after))
    )
    ask, hint, praise = texts
    watch = compute_text(*entries["watch"], state, start) if "watch" in entries else ""
    return LessonTask(ask, when, hint, praise, demo, watch)


def _question(block: Block, state: State) -> Question:
    text = compute_text(block.text, block.line, state, situation(state))
    choice_matches = list(CHOICE.finditer(text))
    right = [i for i, choice in enumerate(choice_matches) if choice["mark"] == "x"]
    if len(right) != 1 or not 2 <= len(choice_matches) <= MOST_CHOICES:
        raise LessonSyntaxError(
            block.line, f"a question needs 2 to {MOST_CHOICES} choices, - [ ] or - [x], exactly one of them [x]"
        )
    asked, why = text[: choice_matches[0].start()].strip(), text[choice_matches[-1].end() :].strip()
    if not asked or not why:
        raise LessonSyntaxError(block.line, "must begin with the question and end with an explanation of the answer")
    for number, choice in enumerate(choice_matches):
        is_last = number == len(choice_matches) - 1
        stray = not is_last and choice.end() != choice_matches[number + 1].start()
        if stray or bool(choice["mistake"]) == (number == right[0]):
            raise LessonSyntaxError(block.line + text.count("\n", 0, choice.start()), MISTAKES)
    choices = tuple(AnswerChoice(choice["text"], dedent(choice["mistake"]).strip()) for choice in choice_matches)
    return Question(asked, choices, right[0], why)


PARTS: dict[str, Callable[[Block, State], Part]] = {
    WORDS: _words,
    "task": _task,
    "question": _question,
    "predict": read_prediction,
}
