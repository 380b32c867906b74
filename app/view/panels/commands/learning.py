"""Learn commands, which open a lesson and turn its pages, and Help commands: start page, help and command palette."""

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.state import actions
from gjkscope.app.state.model import State
from gjkscope.app.teach.lessons.contents import LessonEntry, before, contents, page_after, resume_at
from gjkscope.app.view.panels.commands.command import Command, Listed
from gjkscope.app.view.panels.requests import Outcome, ReadLesson
from gjkscope.engine.sequences.deferred import Deferred


def _lessons() -> tuple[Command, ...]:
    """One command per lesson."""
    return tuple(map(_lesson, contents()))


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


def _probes(state: State) -> bool:
    return state.probe.probing


SCATTER_HELP = "Adds random pairs of a point of A and a point of B to the trail of the probe"

COMMANDS: tuple[Listed, ...] = (
    Command("Start course", _go_on, "Learn", "start", says=_go_on_words, help="Opens the next unfinished page"),
    Deferred(_lessons),
    Command(
        "Construct A − B",
        actions.BuildDifference(),
        "Learn",
        "construct",
        checked=lambda state: group_of(state.run.algorithm) is Group.DIFFERENCE,
        help="Builds the Minkowski difference of the pair, one step after another",
        also="minkowski difference sum configuration space obstacle cso sweep build",
    ),
    Command(
        "Probe a − b",
        lambda state: actions.ShowProbe(not state.probe.probing),
        "Learn",
        "construct",
        checked=lambda state: state.probe.probing,
        help="Drag a point a of A and a point b of B; their difference leaves a trail",
        also="minkowski difference points trail scatter",
    ),
    Command("Scatter points", actions.ScatterProbe(300), "Learn", "construct", enabled=_probes, help=SCATTER_HELP),
    Command("Clear trail", actions.ClearTrail(), "Learn", "construct", enabled=lambda state: bool(state.probe.trail)),
    _turn("Next page", 1, "Page down"),
    _turn("Previous page", -1, "Page up"),
    Command(
        "Explore freely",
        lambda state: actions.ExploreLesson() if state.page is not None else actions.ResumeLesson(),
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
        actions.LeaveLesson(),
        "Learn",
        "leave",
        enabled=_is_open,
        help="Returns to your own scene, breakpoints and view settings",
    ),
    Command("Start here", actions.ShowStart(), "Help", "start", help="First steps, examples and recent files"),
    Command("Shortcuts, mouse, colours", actions.ShowHelp(), "Help", "help", ("F1",)),
    Command("Find command…", actions.ShowPalette(), "Help", "help", ("Ctrl+P", "Ctrl+Shift+P")),
)
