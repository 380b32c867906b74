"""Effect that opens a lesson."""

from app.actions import OpenLesson
from app.lessons.contents import entry_of
from app.lessons.file import LessonError, read_lesson
from app.panels.requests import ReadLesson
from app.state import Then, Unsaved

from .errand import Host, asks, carries_out, complain


@carries_out(ReadLesson)
def _read_lesson(session: Host, request: ReadLesson) -> None:
    if asks(session, request.discard, Unsaved(Then.LESSON, (request.name, str(request.page)))):
        return
    try:
        lesson = read_lesson(entry_of(request.name).path)
    except LessonError as fault:
        complain(session, str(fault))
        return
    session.act(OpenLesson(lesson, request.page))
