"""Lays out the labels of all pages of all lessons, at each step that they show, at two sizes.

make label-sweep    # a line for each label that covers another one or is not shown
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.app.harness import DISPLAY  # isort: skip  # noqa: F401  first of all that loads pyglet.window

from gjkscope.app.state.actions import NEW_SCENE, GoToStep, OpenLesson, initial_state, update
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import Lesson, State
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from tests.app.label_layout import LabelFault, fonts_only, lesson_label_faults

SIZES = ((1280, 800), (1920, 1080))


def pages_of(lesson: Lesson) -> Iterator[State]:
    """The states in which the pages of a lesson open."""
    state = initial_state(NEW_SCENE)
    for number in range(len(lesson.pages)):
        state = update(state, OpenLesson(lesson, number))
        yield state


def steps_of(page: State) -> Iterator[State]:
    """The page at each of its steps, if it shows steps."""
    for step in range(last_step(page) + 1 if _shows_steps(page) else 1):
        yield at_step(page, step)


def at_step(page: State, step: int) -> State:
    """The page at that step, counted from the last one if negative; the page itself if it shows no steps."""
    return update(page, GoToStep(step % (last_step(page) + 1))) if _shows_steps(page) else page


def _shows_steps(page: State) -> bool:
    return page.display.visible.steps and inspect(page).trace is not None


def main() -> int:
    """Prints all faults; returns 1 if a label covers another one."""
    count, covering = 0, 0
    with fonts_only() as fonts:
        for entry in contents():
            for number, page in enumerate(pages_of(read_lesson(entry.path))):
                for state in steps_of(page):
                    for size in SIZES:
                        count += 1
                        for fault in lesson_label_faults(state, size, fonts):
                            covering += bool(fault.covers)
                            print(_words(entry.path, number, state, size, fault))
    print(f"{count} layouts, {covering} labels that cover another")
    return int(covering > 0)


def _words(path: Path, page: int, state: State, size: tuple[int, int], fault: LabelFault) -> str:
    what = f"covers {fault.covers!r}" if fault.covers else "is not shown"
    position = f"{path.stem} page {page + 1} step {state.run.step}, {size[0]} × {size[1]}, {fault.view.value}"
    return f"{position}: {fault.text!r} {what}"


if __name__ == "__main__":
    sys.exit(main())
