"""The page of downloads: how to install gjkscope, and the files that the website offers."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from gjkscope.app.share.web.course.html import Html, element, markup
from gjkscope.app.share.web.course.layout import DOWNLOADS, SearchEntry, SitePage, lines
from gjkscope.version import __version__

PAGE = f"{DOWNLOADS}/index.html"
MEGABYTE = 1e6
INTRODUCTION = (
    "gjkscope is tested on Debian; macOS and Windows have not been tried. It needs OpenGL 3.3. The package for Python, "
    "3.11 or newer, is the application, the command line and a library; the other downloads need no Python. It sends "
    "nothing anywhere."
)
# What each kind of file is, and the command that installs it, by the ends of names; what most people want is first.
KINDS = {
    ".deb": ("for Debian and Ubuntu, without Python: open it, or", "sudo apt install ./{name}"),
    ".tar.xz": ("for any 64-bit Linux, without Python: unpack it, and double-click gjkscope in the folder", ""),
    ".dmg": ("for macOS, without Python", ""),
    ".exe": ("for Windows, without Python", ""),
    ".whl": ("the package for Python", "pip install {name}"),
    ".tar.gz": ("the source", "pip install {name}"),
}
# How to install it without a file from here: titles and commands.
FROM_SOURCE = (
    ("From the source, with its own environment (Linux and macOS; needs git and make)", "make run"),
    ("From the source, into the current environment", "pip install ."),
)
CAPTION = "The SHA-256 digest of a file is the one here if the file is complete: sha256sum FILE prints it."


def downloads_page(files: Sequence[Path]) -> SitePage:
    """The page, with these files if there are any.  Raises `OSError` if one cannot be read."""
    offered = (
        markup(
            element("h2", f"Version {__version__}"),
            element("ul", *map(_item, sorted(files, key=_rank)), class_="downloads"),
            element("p", CAPTION, class_="small"),
        )
        if files
        else None
    )
    contents = lines(
        element("h1", "Downloads"),
        element("p", INTRODUCTION, class_="about"),
        *((offered,) if offered else ()),
        element("h2", "From the source" if files else "Install it"),
        *(markup(element("p", title), element("pre", element("code", command))) for title, command in FROM_SOURCE),
    )
    return SitePage(PAGE, "Downloads", contents)


def download_address(file: Path) -> str:
    """The address of a file on the website."""
    return f"{DOWNLOADS}/{file.name}"


def downloads_search_entry() -> SearchEntry:
    """The text of the page for the search index."""
    return SearchEntry(PAGE, "Downloads", "Install gjkscope", INTRODUCTION)


def _rank(file: Path) -> int:
    """The place of a file's kind in `KINDS`; the length for another one."""
    return next((i for i, end in enumerate(KINDS) if file.name.endswith(end)), len(KINDS))


def _item(file: Path) -> Html:
    data = file.read_bytes()
    words, command = [*KINDS.values(), ("", "")][_rank(file)]
    about = f" {len(data) / MEGABYTE:.1f} MB{', ' if words else ''}{words}"
    shown = element("pre", element("code", command.format(name=file.name))) if command else None
    digest = element("p", "SHA-256 ", element("code", sha256(data).hexdigest()), class_="small")
    return element("li", element("a", file.name, href=file.name, download=True), about, shown, digest)
