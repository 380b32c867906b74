"""The table of contents of the course, and the user's progress.  Imports nothing slow."""

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.resources import resource
from gjkscope.app.state.model.lesson import progress_key
from gjkscope.app.teach.lessons.outline import OF_PAGE, WORDS, outline, taught_in

# The first lesson of each chapter, and its title.
CHAPTERS = {
    1: "Shapes and their difference",
    4: "GJK: how far apart?",
    8: "How deep, and which way out?",
    11: "Many triangles, many bodies",
    13: "When numbers fail",
    17: "Contacts, stacks and motion",
    21: "Inside engines",
}


class LessonEntry(NamedTuple):
    """A lesson in the table of contents; `keys` are the progress keys of each page, `teaches` the terms."""

    path: Path
    title: str
    about: str
    keys: tuple[tuple[str, ...], ...]
    teaches: tuple[tuple[str, ...], ...]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def picture(self) -> Path:
        """The path of its picture, which `make thumbnails` renders."""
        return self.path.parent / "pictures" / f"{self.name}.webp"

    @property
    def notebook(self) -> Path | None:
        """The path of the notebook that goes with it, for JupyterLab; None without one."""
        path = self.path.parent / "notebooks" / f"{self.name}.ipynb"
        return path if path.exists() else None

    @property
    def number(self) -> int:
        return int(self.name.partition("-")[0])

    @property
    def heading(self) -> str:
        return f"{self.number}  {self.title}"

    @property
    def chapter(self) -> str:
        """The title of the chapter that it is in."""
        return CHAPTERS[max(first for first in CHAPTERS if first <= self.number)]

    def pages_done(self, learned: Collection[str]) -> int:
        return sum(all(key in learned for key in keys) for keys in self.keys)

    def first_open(self, learned: Collection[str]) -> int:
        """The first page that is not completed."""
        return next(i for i, keys in enumerate(self.keys) if not all(key in learned for key in keys))

    def is_done(self, learned: Collection[str]) -> bool:
        return self.pages_done(learned) == len(self.keys)


def lesson_folder() -> Path:
    return resource("assets", "lessons")


@cache
def contents() -> tuple[LessonEntry, ...]:
    """All lessons, in order.  Raises `LessonSyntaxError`."""
    return tuple(_entry(path) for path in sorted(lesson_folder().glob("*.md")))


def entry_of(name: str) -> LessonEntry:
    """The lesson called `name`.  Raises `KeyError`."""
    return {entry.name: entry for entry in contents()}[name]


def _entry(path: Path) -> LessonEntry:
    parts = outline(path.read_text(encoding="utf-8"))
    keys = []
    for page, section in enumerate(parts.sections):
        kinds = [block.kind for block in section.blocks if block.kind not in OF_PAGE]
        live = [progress_key(path.stem, page, i) for i, kind in enumerate(kinds) if kind != WORDS]
        keys.append((progress_key(path.stem, page), *live))
    taught = tuple(taught_in(section.shows) for section in parts.sections)
    return LessonEntry(path, parts.title, parts.about, tuple(keys), taught)


def page_after(name: str, page: int) -> tuple[str, int] | None:
    """The next page, which may be in the next lesson; None at the end of the course."""
    if page + 1 < len(entry_of(name).keys):
        return name, page + 1
    later = [entry.name for entry in contents() if entry.name > name]
    return (later[0], 0) if later else None


def before(name: str, page: int) -> tuple[str, int] | None:
    """The previous page, which may be in the previous lesson; None at the beginning of the course."""
    if page > 0:
        return name, page - 1
    earlier = [entry for entry in contents() if entry.name < name]
    return (earlier[-1].name, len(earlier[-1].keys) - 1) if earlier else None


def resume_at(learned: Sequence[str]) -> tuple[str, int]:
    """The page to go on with: of those that are not completed, the first one from where something was learned last.

    `learned` are progress keys, the last one at the end.  If all pages are completed, it is the first of the course.
    """
    pages = [(entry.name, page, keys) for entry in contents() for page, keys in enumerate(entry.keys)]
    known, last = set(learned), learned[-1] if learned else ""
    at = next((i for i, (_, _, keys) in enumerate(pages) if last in keys), 0)
    later = (place for place in (*pages[at:], *pages[:at]) if not known.issuperset(place[2]))
    name, page, _ = next(later, pages[0])
    return name, page
