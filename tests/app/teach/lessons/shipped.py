"""The lessons of the course, each read once in a process: reading one runs its solutions, and some simulate bodies."""

from functools import cache
from pathlib import Path

from gjkscope.app.state.model import Lesson
from gjkscope.app.teach.lessons.file import read_lesson


@cache
def shipped_lesson(path: Path) -> Lesson:
    """The lesson in a file of the course."""
    return read_lesson(path)
