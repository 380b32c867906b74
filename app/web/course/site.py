"""All files of the website, and writing them to a folder without harming what is there.

A folder that holds an export has a list of its files with their digests.  Writing again replaces these files, and
removes those that are not needed any more; it refuses if one was changed since, or if a file that is not in the list is
in the way.  Other files, such as those of git, stay.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.lessons.contents import LessonEntry, contents
from gjkscope.app.lessons.file import read_lesson
from gjkscope.app.web.bundle import player_script, player_style
from gjkscope.app.web.course.figures import PageFigure, page_figure
from gjkscope.app.web.course.index import index_page, picture_address
from gjkscope.app.web.course.layout import SearchEntry, SitePage, document
from gjkscope.app.web.course.lesson import LessonWriter, figure_name
from gjkscope.app.web.recording import PROGRAM

LIST = "gjkscope-course.json"
OWN_STYLES, OWN_SCRIPTS = ("course.css", "noscript.css"), ("course.js", "search.js")

SiteFiles = Mapping[str, bytes]
"""The contents of files by their addresses, relative to the folder."""


class FolderError(ValueError):
    """A folder that cannot be written to without losing something; the message says what to do."""


CourseProgress = Callable[[str, float, float], None]
"""Is told what is being recorded, how much is done, and of how much."""


def untold(_title: str, _done: float, _whole: float) -> None:
    """Reports no progress."""


def course_files(entries: Sequence[LessonEntry] | None = None, progress: CourseProgress = untold) -> SiteFiles:
    """The website with these lessons, by default all of them; the same lessons give the same bytes.

    Raises `LessonError` for a lesson that cannot be read.
    """
    chosen = contents() if entries is None else tuple(entries)
    written: dict[str, bytes] = dict(_shared_files())
    pages: list[SitePage] = [index_page(chosen)]
    found: list[SearchEntry] = []
    for number, entry in enumerate(chosen):
        progress(entry.heading, number, len(chosen))
        lesson = read_lesson(entry.path)
        figures = [page_figure(lesson, page) for page in range(len(lesson.pages))]
        for page, figure in enumerate(figures):
            name = figure_name(lesson.name, page)
            written[f"{name}.js"] = _figure_script(name, figure)
        written[picture_address(entry)] = entry.picture.read_bytes()
        writer = LessonWriter(entry, lesson, [figure.guide for figure in figures])
        before = chosen[number - 1] if number else None
        pages.append(writer.page(before, chosen[number + 1] if number + 1 < len(chosen) else None))
        found += writer.search_entries()
    sections = [page.address for page in pages if page.address.endswith("index.html")]
    written |= {page.address: document(page, sections).encode() for page in pages}
    written["search-index.js"] = f"gjkscopeSearch({_json(found)});\n".encode()
    return dict(sorted(written.items()))


def write_site(folder: Path, written: SiteFiles) -> None:
    """Writes the files into a folder, which is created, is empty or holds an earlier export.

    Raises `FolderError`, before anything is written, if something would be lost; and `OSError`.
    """
    earlier = check_folder(folder, written)
    for address, data in written.items():
        path = folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    for address in sorted(set(earlier) - set(written)):
        (folder / address).unlink(missing_ok=True)
    digests = {address: sha256(data).hexdigest() for address, data in written.items()}
    listed = {"program": PROGRAM, "files": digests}
    write_atomically(folder / LIST, f"{json.dumps(listed, indent=1)}\n".encode())


def check_folder(folder: Path, written: Sequence[str] | SiteFiles = ()) -> Mapping[str, str]:
    """The files of an earlier export, with their digests.  Raises `FolderError` as `write_site` does."""
    if not folder.exists():
        return {}
    if not folder.is_dir():
        raise FolderError(f"{folder}: is a file; name a folder")
    if not any(folder.iterdir()):
        return {}
    earlier = _listed(folder)
    for address, digest in earlier.items():
        path = folder / address
        if path.is_file() and sha256(path.read_bytes()).hexdigest() != digest:
            raise FolderError(f"{path}: was changed after the export; move it away, or name another folder")
    for address in written:
        if address not in earlier and (folder / address).exists():
            raise FolderError(f"{folder / address}: is in the way; move it away, or name another folder")
    return earlier


def _listed(folder: Path) -> Mapping[str, str]:
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
        listed = {str(address): str(digest) for address, digest in found.items()}
    except FileNotFoundError:
        raise FolderError(f"{folder}: is not empty and holds no earlier export; name another folder") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{folder / LIST}: is not the list of an export; name another folder") from None
    for address in listed:
        if not _is_below(address):
            raise FolderError(f"{folder / LIST}: lists {address!r}, which is outside of the folder")
    return listed


def _is_below(address: str) -> bool:
    """Whether the address cannot lead out of its folder."""
    path = PurePosixPath(address)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in address and ":" not in address


def _figure_script(name: str, figure: PageFigure) -> bytes:
    """A script, because pages opened from disk may not fetch data."""
    shown = {"payload": figure.content.payload, **figure.guide}
    return f"gjkscopeCourse.add({_json(name)}, {_json(shown)});\n".encode()


def _shared_files() -> Iterator[tuple[str, bytes]]:
    from rjsmin import jsmin

    yield "player.js", player_script().encode()
    yield "player.css", player_style().encode()
    for name in OWN_STYLES:
        yield name, _read(name).encode()
    for name in OWN_SCRIPTS:
        yield name, f"{jsmin(_read(name))}\n".encode()


def _read(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
