"""Learn commands, which open a lesson and turn its pages, and Help commands: start page, help and command palette."""

from gjkscope.app.actions import ExploreLesson, LeaveLesson, ResumeLesson, ShowHelp, ShowPalette, ShowStart
from gjkscope.app.lessons.contents import LessonEntry, before, contents, page_after, resume_at
from gjkscope.app.model import State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.panels.requests import Outcome, ReadLesson


def _lesson(entry: LessonEntry) -> Command:
    return Command(
        entry.heading,
        ReadLesson(entry.name),
        "Learn",
        "lessons",
        checked=lambda state: entry.is_done(state.preferences.learned),
        help=entry.about,
        also=f"lesson {entry.number}",
    )


def _go_on(state: State) -> Outcome:
    return ReadLesson(*resume_at(state.preferences.learned))


def _go_on_words(state: State) -> str:
    return "Continue course" if state.preferences.learned else "Start course"


def _other_page(state: State, way: int) -> tuple[str, int] | None:
    known = state.lesson
    if known is None:
        return None
    return (page_after if way > 0 else before)(known.lesson.name, known.page)


def _turn(title: str, way: int, key: str) -> Command:
    return Command(
        title,
        lambda state: ReadLesson(*(_other_page(state, way) or ("", 0))),
        "Learn",
        "pages",
        (key,),
        enabled=lambda state: _other_page(state, way) is not None,
    )


def _again(state: State) -> Outcome:
    assert state.lesson is not None
    return ReadLesson(state.lesson.lesson.name, state.lesson.page)


def _is_open(state: State) -> bool:
    return state.lesson is not None


COMMANDS = (
    Command("Start course", _go_on, "Learn", "start", says=_go_on_words, help="Opens the next unfinished page"),
    *(_lesson(entry) for entry in contents()),
    _turn("Next page", 1, "Page down"),
    _turn("Previous page", -1, "Page up"),
    Command(
        "Explore freely",
        lambda state: ExploreLesson() if state.page is not None else ResumeLesson(),
        "Learn",
        "pages",
        ("F6",),
        enabled=_is_open,
        says=lambda state: "Explore freely" if state.page is not None else "Back to the lesson",
        help="Shows the page's scene with the whole application, and returns to the page as it was",
    ),
    Command("Restart page", _again, "Learn", "pages", enabled=_is_open, help="Resets the page's scene"),
    Command(
        "Exit lesson",
        LeaveLesson(),
        "Learn",
        "leave",
        enabled=_is_open,
        help="Returns to your own scene, breakpoints and view settings",
    ),
    Command("Start here", ShowStart(), "Help", "start", help="First steps, examples and recent files"),
    Command("Shortcuts, mouse, colours", ShowHelp(), "Help", "help", ("F1",)),
    Command("Find command…", ShowPalette(), "Help", "help", ("Ctrl+P", "Ctrl+Shift+P")),
)
