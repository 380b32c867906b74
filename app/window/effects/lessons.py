"""Effect that opens a lesson."""

from gjkscope.app.actions import OpenLesson
from gjkscope.app.lessons.contents import entry_of
from gjkscope.app.lessons.file import LessonError, read_lesson
from gjkscope.app.model import ThenLesson
from gjkscope.app.panels.requests import ReadLesson
from gjkscope.app.window.effects.effect import Host, handles, needs_prompt, report_error


@handles(ReadLesson)
def _read_lesson(session: Host, request: ReadLesson) -> None:
    if needs_prompt(session, request.discard, ThenLesson(request.name, request.page)):
        return
    try:
        lesson = read_lesson(entry_of(request.name).path)
    except LessonError as fault:
        report_error(session, str(fault))
        return
    session.act(OpenLesson(lesson, request.page))
