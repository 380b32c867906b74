"""Effect that opens a lesson."""

from gjkscope.app.actions import OpenLesson
from gjkscope.app.lessons.contents import entry_of
from gjkscope.app.lessons.file import LessonError, read_lesson
from gjkscope.app.model import ThenLesson
from gjkscope.app.panels.requests import ReadLesson
from gjkscope.app.window.effects.effect import Host, asks, carries_out, complain


@carries_out(ReadLesson)
def _read_lesson(session: Host, request: ReadLesson) -> None:
    if asks(session, request.discard, ThenLesson(request.name, request.page)):
        return
    try:
        lesson = read_lesson(entry_of(request.name).path)
    except LessonError as fault:
        complain(session, str(fault))
        return
    session.act(OpenLesson(lesson, request.page))
