"""Lessons opened."""

from typing import TYPE_CHECKING

from app.actions import OpenLesson
from app.lessons.contents import entry_of
from app.lessons.file import LessonError, read_lesson
from app.model import ThenLesson
from app.panels.requests import ReadLesson

from .errand import asks, carries_out, complain

if TYPE_CHECKING:
    from ..session import Session


@carries_out(ReadLesson)
def _read_lesson(session: "Session", request: ReadLesson) -> None:
    if asks(session, request.discard, ThenLesson(request.name, request.page)):
        return
    try:
        lesson = read_lesson(entry_of(request.name).path)
    except LessonError as fault:
        complain(session, str(fault))
        return
    session.act(OpenLesson(lesson, request.page))
