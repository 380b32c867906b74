"""The first page of the website: GJK on two boxes, playing, and links to all sections."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.demo_examples import DemoExample
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.web.content import page_state
from gjkscope.app.share.web.course.figures import PageFigure
from gjkscope.app.share.web.course.films import poster_address
from gjkscope.app.share.web.course.html import Html, element
from gjkscope.app.share.web.course.index import picture_address
from gjkscope.app.share.web.course.layout import (
    DOCUMENTATION,
    DOWNLOADS,
    FILMS,
    HOME,
    LESSONS,
    MUSEUM,
    PLAYGROUND,
    TEACHERS,
    TITLE,
    SitePage,
    lines,
    link,
    playing_figure,
)
from gjkscope.app.share.web.course.museum import Exhibit, thumbnail_address
from gjkscope.app.share.web.film import film_track
from gjkscope.app.share.web.recording import PageRecording
from gjkscope.app.state.actions import GoToStep, Orbit, initial_state, update
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.lessons.contents import LessonEntry
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.engine.explain import headline
from gjkscope.engine.options import DEFAULT

SCENE = ("assets", "scenes", "boxes-overlap.json")
Thing = TypeVar("Thing")

FIGURE = "landing"  # the address of the payload, without its suffix
STEP_TICKS = 2 * TICKS  # how long the film shows a step
FRAME_TICKS = TICKS // 10  # the page moves everything between two frames along straight lines
ORBIT = 0.7  # pixels by which the camera of A − B is dragged from frame to frame: a slow turn
PARTS = ("controls",)

INTRODUCTION = (
    "gjkscope shows GJK, EPA, separating axes and their relatives one step at a time, beside the shapes and their "
    "Minkowski difference, and says where an algorithm goes wrong."
)
BELOW = (
    "GJK on two boxes that overlap: each support point brings the simplex closer to the origin, until a tetrahedron "
    "encloses it."
)


# What stands for a section, if the website has it.
SHOWN_LESSON, SHOWN_FILM, SHOWN_PAIR = 6, "gjk-in-60-seconds", "hb-article-cycle-1"
PICTURE_SIZE = (288, 180)  # of sections, pixels


class Poster(NamedTuple):
    """A picture of the film's beginning, for a theme and a width of the window."""

    name: str
    theme: Theme
    size: tuple[int, int]  # pixels
    media: str


NARROW = "(max-width: 640px)"  # windows in which the views are one below the other, as in the style sheet
POSTERS = tuple(
    Poster(f"landing-{theme}{suffix}.webp", theme, size, f"{width}(prefers-color-scheme: {theme})")
    for suffix, size, width in (("-narrow", (440, 506), f"{NARROW} and "), ("", (760, 360), ""))
    for theme in (Theme.LIGHT, Theme.DARK)
)
"""Of those that fit a window, the first one is shown; the last one also without a preference."""


class SiteSection(NamedTuple):
    """A link to a section, with a picture if it has one."""

    address: str
    title: str
    words: str
    picture: str | None = None


def landing_state() -> State:
    """GJK on two boxes, at its first step, as the film begins."""
    last = page_state(initial_state(read_scene(resource(*SCENE))), "gjk", DEFAULT)
    return update(last, GoToStep(0))


def landing_figure() -> PageFigure:
    """A film of GJK on two boxes, step by step, while the camera turns around A − B."""
    state = landing_state()
    recording, seconds = PageRecording(), STEP_TICKS * (last_step(state) + 1) / TICKS
    chapters = [[step * STEP_TICKS / TICKS, _caption(state, step)] for step in range(last_step(state) + 1)]
    film = film_track(recording, "GJK", _turning(state), seconds, [])
    for frame in film["frames"]:
        frame["caption"] = [words for time, words in chapters if time <= frame["time"]][-1]
    content = recording.content("GJK on two boxes", BELOW, "", (), {"films": [film]}, ((BELOW,),))
    return PageFigure(content, {"parts": PARTS, "main": 0, "sliders": [], "tasks": {}, "predictions": {}})


def poster_files() -> dict[str, bytes]:
    """The first picture of the film, which is shown until the player is; `make pictures` renders it."""
    return {f"pictures/{poster.name}": resource("assets", "pictures", poster.name).read_bytes() for poster in POSTERS}


def landing_page(
    lessons: Sequence[LessonEntry],
    museum: Sequence[Exhibit],
    films: Sequence[DemoExample],
    sections: Mapping[str, str],
) -> SitePage:
    """The page; it links those of the `sections` that the website has."""
    shown = [section for section in _sections(lessons, museum, films) if section.address in sections]
    pictured = [section for section in shown if section.picture]
    start = link(f"{LESSONS}/{lessons[0].name}.html", "Start with lesson 1", class_="button") if lessons else None
    contents = lines(
        element(
            "div",
            element(
                "div",
                element("h1", "See how collision detection works, and why it goes wrong"),
                element("p", INTRODUCTION, class_="about"),
                element("p", *filter(None, (start, link(f"{DOWNLOADS}/index.html", "Install it", class_="button")))),
                class_="lead",
            ),
            element("div", playing_figure(FIGURE, BELOW, _poster()), element("p", BELOW, class_="small")),
            class_="welcome landing",
        ),
        element("h2", "What is here", class_="chapter"),
        element("ul", *map(_card, pictured), class_="cards sections"),
        element("ul", *(_card(section) for section in shown if section not in pictured), class_="cards sections"),
    )
    return SitePage(HOME, TITLE, contents)


def _turning(state: State) -> Iterator[tuple[int, State]]:
    """The ticks and states of the film's frames."""
    last = last_step(state)
    for tick in range(0, STEP_TICKS * (last + 1) + 1, FRAME_TICKS):
        yield tick, update(state, GoToStep(min(tick // STEP_TICKS, last)))
        state = update(state, Orbit(ORBIT, 0.0, View.DIFFERENCE))


def _caption(state: State, step: int) -> str:
    trace = inspect(state).trace
    assert trace is not None, "GJK supports boxes"
    return with_subscripts(f"Step {step} of {last_step(state)}: {headline(trace.steps[step], *state.document.pair)}")


def _poster() -> Html:
    *others, last = POSTERS
    width, height = last.size
    return element(
        "picture",
        *(element("source", srcset=f"pictures/{poster.name}", media=poster.media) for poster in others),
        element("img", src=f"pictures/{last.name}", alt="", width=width, height=height, fetchpriority="high"),
        class_="poster",
    )


def _sections(
    lessons: Sequence[LessonEntry], museum: Sequence[Exhibit], films: Sequence[DemoExample]
) -> Iterator[SiteSection]:
    """All sections; the playground and the documentation have no pictures."""
    words = f"{len(lessons)} lessons with figures to drag and step through, predictions and questions."
    lesson = _chosen(lessons, lambda entry: entry.number == SHOWN_LESSON)
    yield SiteSection(f"{LESSONS}/index.html", "Lessons", words, picture_address(lesson) if lesson else None)
    words = f"{len(films)} films of about a minute, which you can pause and look around in."
    film = _chosen(films, lambda demo: demo.name == SHOWN_FILM)
    yield SiteSection(f"{FILMS}/index.html", "Films", words, poster_address(film) if film else None)
    words = f"{len(museum)} pairs that broke real engines, and the engines' own algorithms at the test that failed."
    pair = _chosen(museum, lambda exhibit: exhibit.name == SHOWN_PAIR)
    yield SiteSection(f"{MUSEUM}/index.html", "Museum", words, thumbnail_address(pair) if pair else None)
    words = "Two shapes of your own, to type, drag and share by a link."
    yield SiteSection(f"{PLAYGROUND}/index.html", "Playground", words)
    words = "How to debug an engine with it, the command line, the Python library, and file formats."
    yield SiteSection(f"{DOCUMENTATION}/index.html", "Documentation", words)
    yield SiteSection(f"{DOWNLOADS}/index.html", "Downloads", "Install the application and the Python library.")
    words = "Exercise sheets, and which films and pages belong together."
    yield SiteSection(TEACHERS, "For teachers", words)


def _chosen(things: Sequence[Thing], is_wanted: Callable[[Thing], bool]) -> Thing | None:
    """The first thing that is wanted, or else the first one."""
    return next(filter(is_wanted, things), next(iter(things), None))


def _card(section: SiteSection) -> Html:
    width, height = PICTURE_SIZE
    size = {"width": width, "height": height}
    picture = element("img", src=section.picture, alt="", loading="lazy", **size) if section.picture else None
    return element(
        "li",
        picture,
        element("h3", link(section.address, section.title), class_="title"),
        element("p", section.words),
        class_="card",
    )
