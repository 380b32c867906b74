"""The films of the website: the demos in learning order, each with a player."""

from collections.abc import Sequence

from gjkscope.app.scenes.demo_examples import DemoExample, demo_examples, duration_words
from gjkscope.app.share.web.course.figures import PageFigure
from gjkscope.app.share.web.course.html import Html, element, markdown
from gjkscope.app.share.web.course.layout import FILMS, SearchEntry, SitePage, figure_box, lines, link, neighbours
from gjkscope.app.share.web.film import demo_content
from gjkscope.app.teach.demos.file import read_demo

PICTURE_SIZE = (288, 180)  # of posters, pixels
PARTS = ("controls",)
INTRODUCTION = (
    "Films of about a minute, in learning order. They are played by the program's own views: pause, and turn the "
    "camera."
)


def film_figure(name: str) -> PageFigure:
    """Records the demo with that name."""
    (demo,) = (demo for demo in demo_examples() if demo.name == name)
    guide = {"parts": PARTS, "main": 0, "sliders": [], "tasks": {}, "predictions": {}}
    return PageFigure(demo_content(read_demo(demo.path)), guide)


def films_page(films: Sequence[DemoExample]) -> SitePage:
    """The gallery."""
    contents = lines(
        element("h1", "Films"),
        element("p", INTRODUCTION, class_="about"),
        element("ol", *map(_card, films), class_="cards exhibits"),
    )
    return SitePage(f"{FILMS}/index.html", "Films", contents)


def film_page(film: DemoExample, before: DemoExample | None, after: DemoExample | None) -> SitePage:
    """The page of a film, with links to those before and after it."""
    contents = lines(
        element("h1", film.words),
        element("p", duration_words(film.seconds), class_="small"),
        element("div", markdown(film.about), class_="about"),
        figure_box(film_address(film), f"Film: {film.words}", kind="film"),
        neighbours(_neighbour(before), ("index.html", "All films"), _neighbour(after)),
    )
    return SitePage(f"{FILMS}/{film.name}.html", film.words, contents)


def film_search_entry(film: DemoExample) -> SearchEntry:
    """The text of a film for the search index."""
    return SearchEntry(f"{FILMS}/{film.name}.html", "Film", film.words, film.about)


def film_address(film: DemoExample) -> str:
    """The address of the payload, without its suffix."""
    return f"{FILMS}/{film.name}"


def poster_address(film: DemoExample) -> str:
    """The address of the film's picture, from the root of the website."""
    return f"pictures/{film.thumbnail.name}"


def _neighbour(film: DemoExample | None) -> tuple[str, str] | None:
    return None if film is None else (f"{film.name}.html", film.words)


def _card(film: DemoExample) -> Html:
    width, height = PICTURE_SIZE
    source, size = f"../{poster_address(film)}", {"width": width, "height": height}
    return element(
        "li",
        element("img", src=source, alt="", loading="lazy", decoding="async", **size),
        element("h2", link(f"{film.name}.html", film.words), class_="title"),
        element("p", duration_words(film.seconds), class_="small"),
        class_="card",
    )
