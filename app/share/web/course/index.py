"""The table of contents of the course: the lessons with their pictures and the reader's progress, as in the window."""

from collections.abc import Sequence
from itertools import groupby

from gjkscope.app.share.web.course.html import Html, element, markdown, markup
from gjkscope.app.share.web.course.layout import LESSONS, SitePage, figure_box, figure_name, lines, link
from gjkscope.app.teach.lessons.contents import LessonEntry

PICTURE_SIZE = (560, 352)  # of the pictures of lessons, pixels
INTRODUCTION = (
    "GJK, EPA, separating axes and their relatives, step by step. Each figure is a recording of the real algorithm: "
    "drag its shapes, step through it, and answer the questions beside it. Your progress is kept in this browser alone."
)

TOUCH = "Drag A or B until they touch:"


def index_page(entries: Sequence[LessonEntry]) -> SitePage:
    """The table of contents."""
    start = link(f"{entries[0].name}.html", "Start with lesson 1", class_="button resume")
    contents = lines(
        element("h1", "How collision detection works"),
        element(
            "div",
            element("div", element("p", INTRODUCTION, class_="about"), element("p", start)),
            element(
                "div",
                element("p", TOUCH, class_="small"),
                figure_box(figure_name(entries[0].name, 0), "Two shapes to drag"),
            ),
            class_="welcome",
        ),
        *(
            markup(element("h2", title, class_="chapter"), element("ol", *map(_card, lessons), class_="cards lessons"))
            for title, lessons in groupby(entries, key=lambda entry: entry.chapter)
        ),
    )
    return SitePage(f"{LESSONS}/index.html", "Lessons", contents)


def _card(entry: LessonEntry) -> Html:
    width, height = PICTURE_SIZE
    picture = element(
        "img", src=f"../{picture_address(entry)}", alt="", width=width, height=height, loading="lazy", decoding="async"
    )
    pages = len(entry.keys)
    return element(
        "li",
        picture,
        element("h3", link(f"{entry.name}.html", entry.heading), class_="title"),
        element("div", markdown(entry.about), class_="about"),
        element("p", f"{pages} pages", class_="progress small"),
        class_="card",
        data_number=entry.number,
        data_pages="|".join(" ".join(keys) for keys in entry.keys),
    )


def picture_address(entry: LessonEntry) -> str:
    """The address of the lesson's picture, from the root of the website."""
    return f"pictures/{entry.picture.name}"
