"""Exercise sheets: for each lesson, a page with all that it asks, to be filled in and printed by students.

Answers are kept in the browser alone.  A page for teachers links lessons, films, sheets and notebooks.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gjkscope.app.scenes.demo_examples import DemoExample, duration_words
from gjkscope.app.share.web.course.html import Html, element, inline_markdown, markdown
from gjkscope.app.share.web.course.layout import (
    FILMS,
    LESSONS,
    NOTEBOOKS,
    SHEETS,
    TEACHERS,
    SitePage,
    lines,
    link,
    neighbours,
)
from gjkscope.app.state.model import Lesson, LessonTask, Part, PredictionTask
from gjkscope.app.state.model.lesson import Question
from gjkscope.app.teach.lessons.contents import LessonEntry
from gjkscope.app.teach.lessons.file import read_lesson

FILMS_OF = {
    2: ("constructing-a-minus-b",),
    4: ("gjk-in-2d",),
    5: ("voronoi-regions",),
    6: ("gjk-in-60-seconds",),
    7: ("the-pair-that-broke-headbutt",),
    8: ("epa-in-60-seconds",),
    9: ("fifteen-axes", "why-edge-cross-edge-axes"),
    10: ("epa-versus-mpr",),
    11: ("a-terrain-walk", "a-box-dropped-on-terrain"),
    12: ("broad-phase-race",),
    17: ("from-distance-to-contact",),
    18: ("why-does-my-stack-jitter",),
    19: ("ghost-collision",),
    20: ("the-bullet-that-went-through-the-wall", "when-do-they-meet"),
    21: ("how-libccd-loses-the-origin",),
    22: ("remember-the-last-frame",),
    23: ("three-ways-to-the-closest-point",),
    24: ("a-tree-of-triangles",),
    25: ("when-do-two-triangles-meet",),
}
"""The names of the films about the subject of a lesson, by its number."""

HOW = (
    "Work through the lesson, and write down each answer before the page tells you whether it is right. What you write "
    "is kept in this browser alone; print the sheet, or save it as a PDF, to hand it in."
)
FOR_TEACHERS = (
    "Each row is one lesson: pages to show or to work through, films to begin with, and a sheet for students to fill "
    "in. Notebooks let students write the algorithm; they need JupyterLab, and gjkscope in its Python. Everything "
    "else works offline and without an account: the whole website is a folder that can be copied."
)
COLUMNS = ("lesson", "pages", "films", "exercises", "notebook")
LINES = 3  # of a field for a written answer


class SheetItem(NamedTuple):
    """Something that a page of the lesson asks: the number of the page, from 0, its title, and the part."""

    page: int
    title: str
    part: LessonTask | Question | PredictionTask


def sheet_items(lesson: Lesson) -> tuple[SheetItem, ...]:
    """All that the lesson asks, in order."""
    return tuple(
        SheetItem(number, page.title, part)
        for number, page in enumerate(lesson.pages)
        for part in page.parts
        if isinstance(part, LessonTask | Question | PredictionTask)
    )


def sheet_page(entry: LessonEntry, before: LessonEntry | None, after: LessonEntry | None) -> SitePage:
    """The sheet of a lesson."""
    title = f"Exercises: {entry.title}"
    items = sheet_items(read_lesson(entry.path))
    contents = lines(
        element("h1", title),
        element("p", HOW, class_="about"),
        element("p", link(f"../{LESSONS}/{entry.name}.html", f"Lesson {entry.heading}")),
        element("form", _heading(), *_exercises(entry, items), _buttons(), class_="sheet", data_sheet=entry.name),
        neighbours(_neighbour(before), (f"../{TEACHERS}", "All sheets"), _neighbour(after)),
    )
    return SitePage(f"{SHEETS}/{entry.name}.html", title, contents, scripts=("sheet.js",))


def teachers_page(entries: Sequence[LessonEntry], films: Sequence[DemoExample]) -> SitePage:
    """The page for teachers: a table of lessons with their films and sheets."""
    known = {film.name: film for film in films}
    heads = element("tr", *(element("th", words, scope="col") for words in COLUMNS))
    rows = (_row(entry, [known[name] for name in FILMS_OF.get(entry.number, ()) if name in known]) for entry in entries)
    contents = lines(
        element("h1", "For teachers"),
        element("p", FOR_TEACHERS, class_="about"),
        element(
            "div", element("table", element("thead", heads), element("tbody", *rows), class_="overview"), class_="wide"
        ),
    )
    return SitePage(TEACHERS, "For teachers", contents)


def _row(entry: LessonEntry, films: Sequence[DemoExample]) -> Html:
    count = len(sheet_items(read_lesson(entry.path)))
    shown = [element("div", link(f"{FILMS}/{film.name}.html", _film_words(film))) for film in films]
    return element(
        "tr",
        element("th", link(f"{LESSONS}/{entry.name}.html", entry.heading), scope="row"),
        element("td", str(len(entry.keys))),
        element("td", *shown),
        element("td", link(f"{SHEETS}/{entry.name}.html", f"{count} exercises")),
        element("td", _notebook(entry)),
    )


def _notebook(entry: LessonEntry) -> Html | None:
    return None if entry.notebook is None else link(f"{NOTEBOOKS}/{entry.notebook.name}", "JupyterLab")


def _film_words(film: DemoExample) -> str:
    return f"{film.words} ({duration_words(film.seconds)})"


# --- the sheet ---


def _heading() -> Html:
    fields = (("Name", "name"), ("Date", "date"))
    return element("p", *(_line(words, name) for words, name in fields), class_="row")


def _line(words: str, name: str) -> Html:
    return element("label", f"{words} ", element("input", name=name, type="text", autocomplete="off"))


def _exercises(entry: LessonEntry, items: Sequence[SheetItem]) -> Iterator[Html]:
    for number, item in enumerate(items, 1):
        place = link(f"../{LESSONS}/{entry.name}.html#page-{item.page + 1}", f"Page {item.page + 1}: {item.title}")
        title = element("h2", f"{number}  ", place)
        yield element("section", title, *_exercise(number, item.part), class_="exercise")


def _exercise(number: int, part: Part) -> Iterator[Html]:
    if isinstance(part, LessonTask):
        yield markdown(part.text)
        yield _answer(number, "What I saw")
    elif isinstance(part, Question):
        yield markdown(part.text)
        choices = enumerate(part.choices)
        yield element("ul", *(_choice(number, i, inline_markdown(choice.text)) for i, choice in choices))
        yield _answer(number, "Why")
    elif isinstance(part, PredictionTask):
        yield markdown(part.prediction.text)
        yield _answer(number, "My prediction, and why")


def _choice(number: int, choice: int, words: Html) -> Html:
    field = element("input", type="radio", name=f"choice-{number}", value=choice)
    return element("li", element("label", field, " ", words))


def _answer(number: int, label: str) -> Html:
    return element("label", label, element("textarea", name=f"answer-{number}", rows=LINES), class_="answer")


def _buttons() -> Html:
    return element(
        "p",
        element("button", "Print", type="button", class_="print-sheet", hidden=True),
        element("button", "Clear all answers", type="reset", hidden=True),
        class_="row actions",
    )


def _neighbour(entry: LessonEntry | None) -> tuple[str, str] | None:
    return None if entry is None else (f"{entry.name}.html", entry.heading)
