"""All files of the website: its first page, lessons, films, museum, documentation, downloads and search."""

import json
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from gjkscope.app.scenes.demo_examples import DemoExample, demo_examples
from gjkscope.app.share.web.bundle import player_script, player_style
from gjkscope.app.share.web.course.documentation import documentation_files, documentation_search_entries
from gjkscope.app.share.web.course.downloads import download_address, downloads_page, downloads_search_entry
from gjkscope.app.share.web.course.figures import PageFigure, page_figure
from gjkscope.app.share.web.course.films import (
    film_address,
    film_figure,
    film_page,
    film_search_entry,
    films_page,
    poster_address,
)
from gjkscope.app.share.web.course.folder import SiteFiles
from gjkscope.app.share.web.course.index import index_page, picture_address
from gjkscope.app.share.web.course.landing import FIGURE, landing_figure, landing_page, poster_files
from gjkscope.app.share.web.course.layout import (
    ENGINES,
    NOTEBOOKS,
    SECTIONS,
    SearchEntry,
    SitePage,
    document,
    figure_name,
)
from gjkscope.app.share.web.course.lesson import LessonWriter
from gjkscope.app.share.web.course.museum import (
    Exhibit,
    exhibit_figures,
    exhibit_page,
    exhibit_search_entry,
    failure_address,
    figure_address,
    museum_exhibits,
    museum_page,
    thumbnail_address,
)
from gjkscope.app.share.web.course.playground import playground_files, playground_page, playground_search_entry
from gjkscope.app.share.web.course.sheets import sheet_page, teachers_page
from gjkscope.app.share.web.live import engine_text
from gjkscope.app.teach.lessons.contents import LessonEntry, contents, entry_of
from gjkscope.app.teach.lessons.file import read_lesson
from gjkscope.engine.batch.processors import processors

LEAST_EACH = 20  # lessons and pairs for each process, which takes about two seconds to start
MOST_PROCESSES = 8
OWN_STYLES, OWN_SCRIPTS = ("course.css", "noscript.css"), ("course.js", "search.js", "museum.js", "sheet.js")

Thing = TypeVar("Thing")

Figures = list[PageFigure]
Task = tuple[Callable[[str], Figures], str]
"""The function that records the figures of a lesson or a pair, and its name."""

CourseProgress = Callable[[str, float, float], None]
"""Receives what is being recorded, the completed amount and the total."""


def ignore_progress(_title: str, _done: float, _whole: float) -> None:
    """Reports no progress."""


def course_files(
    lessons: Sequence[LessonEntry] | None = None,
    museum: Sequence[Exhibit] | None = None,
    films: Sequence[DemoExample] | None = None,
    progress: CourseProgress = ignore_progress,
    documentation: Path | None = None,
    downloads: Sequence[Path] = (),
) -> SiteFiles:
    """The website with these lessons, pairs of the museum and films, by default all; the same ones give the same bytes.

    `documentation` is the folder into which Sphinx built it, and `downloads` are files that the website offers; without
    them it has no documentation, and says how to install gjkscope from its source.

    Raises `LessonError` for a lesson that cannot be read, `DocumentationError` and `OSError`.
    """
    entries = contents() if lessons is None else tuple(lessons)
    pairs = museum_exhibits() if museum is None else tuple(museum)
    site = _Site()
    demos = demo_examples() if films is None else tuple(films)
    tasks = [
        *((_record_lesson, entry.name) for entry in entries),
        *((_record_exhibit, pair.name) for pair in pairs),
        *((_record_film, demo.name) for demo in demos),
        (_record_landing, FIGURE),
    ]
    # Before anything is recorded, which takes minutes: files that cannot be read are refused at once.
    site.add_downloads(downloads)
    if documentation is not None:
        site.add_documentation(documentation)
    with _record_all(tasks) as recorded:
        told = _telling(recorded, tasks, progress)
        site.add_lessons(entries, told)
        site.add_museum(pairs, entries, told)
        site.add_films(demos, told)
        site.add_sheets(entries, demos)
        site.add_playground()
        site.add_landing(entries, pairs, demos, told)
    return site.files()


class _Site:
    """Collects the pages and files of the website."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = dict(_shared_files())
        self._pages: list[SitePage] = []
        self._found: list[SearchEntry] = []
        self._found_last: list[SearchEntry] = []  # of several matches that are equally good, these come last

    def add_lessons(self, entries: Sequence[LessonEntry], recorded: Iterator[Figures]) -> None:
        """The table of contents, and a page for each lesson; `recorded` are their figures."""
        self._pages.append(index_page(entries))
        for number, entry in enumerate(entries):
            lesson, figures = read_lesson(entry.path), next(recorded)
            for page, figure in enumerate(figures):
                self._add_figure(figure_name(lesson.name, page), figure)
            self._files[picture_address(entry)] = entry.picture.read_bytes()
            if entry.notebook is not None:
                self._files[f"{NOTEBOOKS}/{entry.notebook.name}"] = entry.notebook.read_bytes()
            writer = LessonWriter(entry, lesson, [figure.guide for figure in figures])
            self._pages.append(writer.page(*_beside(entries, number)))
            self._found += writer.search_entries()

    def add_museum(self, pairs: Sequence[Exhibit], lessons: Sequence[LessonEntry], recorded: Iterator[Figures]) -> None:
        """The gallery, and a page for each pair, with links to lessons; `recorded` are the figures of the pairs."""
        shown = set()
        for number, pair in enumerate(pairs):
            figure, *failures = next(recorded)
            self._add_figure(figure_address(pair), figure)
            for failure in failures:
                self._add_figure(failure_address(pair), failure)
                shown.add(pair.name)
            self._files[thumbnail_address(pair)] = pair.example.thumbnail.read_bytes()
            self._files[f"{figure_address(pair)}.json"] = pair.example.path.read_bytes()
            failed = failures[0].content if failures else None
            self._pages.append(exhibit_page(pair, *_beside(pairs, number), lessons, failed))
            self._found.append(exhibit_search_entry(pair))
        self._pages.append(museum_page(pairs, shown))

    def add_films(self, films: Sequence[DemoExample], recorded: Iterator[Figures]) -> None:
        """The gallery, and a page for each film; `recorded` are their figures."""
        self._pages.append(films_page(films))
        for number, film in enumerate(films):
            (figure,) = next(recorded)
            self._add_figure(film_address(film), figure)
            self._files[poster_address(film)] = film.thumbnail.read_bytes()
            self._pages.append(film_page(film, *_beside(films, number)))
            self._found.append(film_search_entry(film))

    def add_sheets(self, lessons: Sequence[LessonEntry], films: Sequence[DemoExample]) -> None:
        """A sheet of exercises for each lesson, and the page for teachers."""
        self._pages.append(teachers_page(lessons, films))
        self._pages += (sheet_page(entry, *_beside(lessons, number)) for number, entry in enumerate(lessons))

    def add_playground(self) -> None:
        """The page with two shapes of the visitor's own."""
        self._files |= playground_files()
        self._pages.append(playground_page())
        self._found.append(playground_search_entry())

    def add_downloads(self, downloads: Sequence[Path]) -> None:
        """The page of downloads, and the files that it offers."""
        self._files |= {download_address(file): file.read_bytes() for file in downloads}
        self._pages.append(downloads_page(downloads))
        self._found_last.append(downloads_search_entry())

    def add_documentation(self, folder: Path) -> None:
        """The pages that Sphinx built."""
        self._files |= documentation_files(folder)
        self._found_last += documentation_search_entries(folder)

    def add_landing(
        self,
        lessons: Sequence[LessonEntry],
        museum: Sequence[Exhibit],
        films: Sequence[DemoExample],
        recorded: Iterator[Figures],
    ) -> None:
        """The first page, which links all sections that were added before; `recorded` has its figure."""
        (figure,) = next(recorded)
        self._add_figure(FIGURE, figure)
        self._files |= poster_files()
        self._pages.append(landing_page(lessons, museum, films, self._sections))

    @property
    def _sections(self) -> dict[str, str]:
        """Those of `SECTIONS` that the website has."""
        known = {page.address for page in self._pages} | self._files.keys()
        return {address: title for address, title in SECTIONS.items() if address in known}

    def files(self) -> SiteFiles:
        """All files, by their addresses."""
        pages = {page.address: document(page, self._sections).encode() for page in self._pages}
        search = {"search-index.js": f"gjkscopeSearch({_json([*self._found, *self._found_last])});\n".encode()}
        return dict(sorted((self._files | pages | search).items()))

    def _add_figure(self, address: str, figure: PageFigure) -> None:
        self._files[f"{address}.js"] = _figure_script(address, figure)


# --- recording ---


@contextmanager
def _record_all(tasks: Sequence[Task]) -> Iterator[Iterator[Figures]]:
    """The figures of each task, in their order; many are recorded by several processes."""
    jobs = min(processors(), len(tasks) // LEAST_EACH, MOST_PROCESSES)
    if jobs < 2:
        yield map(_record, tasks)
        return
    # Ctrl+C ends this process, which then ends the others.
    with ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as crew:
        try:
            yield crew.map(_record, tasks)
        finally:
            crew.shutdown(cancel_futures=True)


def _telling(recorded: Iterator[Figures], tasks: Sequence[Task], progress: CourseProgress) -> Iterator[Figures]:
    for number, (figures, (_, name)) in enumerate(zip(recorded, tasks, strict=True)):
        progress(name, number + 1, len(tasks))
        yield figures


def _record(task: Task) -> Figures:
    record, name = task
    return record(name)


def _record_lesson(name: str) -> Figures:
    lesson = read_lesson(entry_of(name).path)
    return [page_figure(lesson, page) for page in range(len(lesson.pages))]


def _record_exhibit(name: str) -> Figures:
    return [figure for pair in museum_exhibits((name,)) for figure in exhibit_figures(pair)]


def _record_film(name: str) -> Figures:
    return [film_figure(name)]


def _record_landing(_name: str) -> Figures:
    return [landing_figure()]


# --- files ---


def _beside(things: Sequence[Thing], number: int) -> tuple[Thing | None, Thing | None]:
    """The things before and after one of them."""
    return things[number - 1] if number else None, things[number + 1] if number + 1 < len(things) else None


def _figure_script(name: str, figure: PageFigure) -> bytes:
    """A script, because pages opened from disk may not fetch data."""
    shown = {"payload": figure.content.payload, "engine": ENGINES.get(figure.content.live, ""), **figure.guide}
    return f"gjkscopeCourse.add({_json(name)}, {_json(shown)});\n".encode()


def _shared_files() -> Iterator[tuple[str, bytes]]:
    from rjsmin import jsmin

    yield "player.js", player_script().encode()
    for dimension, name in ENGINES.items():
        yield f"{name}.js", f"gjkscopeCourse.add({_json(name)}, {_json(engine_text(dimension))});\n".encode()
    yield "player.css", player_style().encode()
    for name in OWN_STYLES:
        yield name, _read(name).encode()
    for name in OWN_SCRIPTS:
        yield name, f"{jsmin(_read(name))}\n".encode()


def _read(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
