"""What all pages of the website have in common: head, navigation, search and footer."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gjkscope.app.share.web.course.html import Html, element, markup
from gjkscope.app.share.web.recording import PROGRAM

# Everything is a file beside the page; the page may load nothing else.  A file's origin is opaque, so that "self" means
# all files there.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
TITLE = "gjkscope: how collision detection works"
HOME = "index.html"
LESSONS, FILMS, MUSEUM, DOWNLOADS = "lessons", "films", "museum", "downloads"  # folders
SHEETS, NOTEBOOKS = "sheets", "notebooks"  # folders of what belongs to lessons
DOCUMENTATION, PLAYGROUND = "documentation", "playground"  # folders of parts that a website may lack
# The scripts with the engine, by the dimension of the shapes, of which figures load one that answer pairs.
ENGINES = {2: "engine-plane", 3: "engine"}
TEACHERS = "teachers.html"
SECTIONS = {
    f"{LESSONS}/index.html": "Lessons",
    f"{FILMS}/index.html": "Films",
    f"{MUSEUM}/index.html": "Museum",
    f"{PLAYGROUND}/index.html": "Playground",
    f"{DOCUMENTATION}/index.html": "Documentation",
    f"{DOWNLOADS}/index.html": "Downloads",
    TEACHERS: "For teachers",
}
"""The first pages of all sections, and their titles; the navigation has those that exist."""
SCRIPTS = ("course.js", "search.js")
STYLES = ("player.css", "course.css")
FIGURE = "data-figure="  # in pages with figures


class SearchEntry(NamedTuple):
    """A part of the website that search finds."""

    address: str  # from the root
    title: str
    heading: str
    text: str


class SitePage(NamedTuple):
    """A page of the website."""

    address: str  # from the root, such as "lessons/04-gjk-in-2d.html"
    title: str
    contents: Html
    scripts: Sequence[str] = ()  # besides those of all pages


def document(page: SitePage, sections: Mapping[str, str] = SECTIONS) -> str:
    """The page as an HTML document; `sections` are those of its website, a part of `SECTIONS`."""
    root = "../" * page.address.count("/")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="dark light"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("title", page.title if page.title == TITLE else f"{page.title} · gjkscope"),
        *(element("link", rel="stylesheet", href=f"{root}{style}") for style in STYLES),
        element("noscript", element("link", rel="stylesheet", href=f"{root}noscript.css")),
        # None keeps the browser from showing the page; `course.js` runs the player once a figure comes near.
        *(element("script", src=f"{root}{script}", defer=True) for script in (*SCRIPTS, *page.scripts)),
        element("link", rel="preload", as_="script", href=f"{root}player.js") if FIGURE in page.contents else None,
    )
    body = element(
        "body",
        element("a", "Skip to the contents", class_="skip", href="#contents"),
        _header(page, root, sections),
        element("main", page.contents, id="contents", tabindex=-1),
        element(
            "footer",
            f"Written by {PROGRAM}. Figures are recordings of its algorithms, except answers and steps marked “live”.",
        ),
        class_="page course",
        data_root=root,
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _header(page: SitePage, root: str, sections: Mapping[str, str]) -> Html:
    links = (element("a", sections[to], href=f"{root}{to}", aria_current=_current(page.address, to)) for to in sections)
    return element(
        "header",
        element("a", "gjkscope", class_="brand", href=f"{root}{HOME}"),
        element("nav", *links, aria_label="Sections"),
        element(
            "search",
            element("label", "Search", for_="search", class_="hidden"),
            element("input", id="search", type="search", placeholder="Search", autocomplete="off", disabled=True),
            element("div", element("p", role="status", class_="small"), element("ul"), class_="results", hidden=True),
        ),
    )


def _current(address: str, section: str) -> str | None:
    """The page's relation to a section: its first page, or one of the others."""
    if address == section:
        return "page"
    return "true" if _section(address) == section else None


def _section(address: str) -> str:
    """The first page of the section that the page belongs to."""
    folder = address.partition("/")[0]
    if folder in (SHEETS, TEACHERS):
        return TEACHERS
    return f"{folder}/index.html"


def link(address: str, *children: str, class_: str | None = None, rel: str | None = None) -> Html:
    """A link to a page beside or below the current one."""
    return element("a", *children, href=address, class_=class_, rel=rel)


def figure_name(lesson: str, number: int) -> str:
    """The address of the payload of a lesson's figure, without its suffix."""
    return f"{LESSONS}/{lesson}/{number + 1}"


def figure_box(address: str, name: str, *below: Html, kind: str = "") -> Html:
    """A figure, which `course.js` loads from its address when it comes near, and what is below it.

    `kind`: "whole" is across the page, with its panels, rather than beside words; "film" is one.  The style sheet keeps
    room for each.
    """
    return element(
        "div",
        element("div", element("p", "The figure is being loaded.", class_="waiting"), class_="player"),
        element("noscript", element("p", "Figures need JavaScript.")),
        *below,
        class_=f"figure {kind}".strip(),
        role="group",
        aria_label=name,
        data_figure=address,
    )


def playing_figure(address: str, name: str, poster: Html) -> Html:
    """A figure that plays at once, unless the reader prefers less motion; the poster is shown until it is loaded."""
    return element(
        "div",
        element("div", class_="player"),
        poster,
        element("noscript", element("p", "Figures need JavaScript.")),
        class_="figure",
        role="group",
        aria_label=name,
        data_figure=address,
        data_plays=True,
    )


def neighbours(before: tuple[str, str] | None, gallery: tuple[str, str], after: tuple[str, str] | None) -> Html:
    """Links to the page before, the gallery, and the page after, each with its address and title."""
    earlier = link(before[0], f"← {before[1]}", rel="prev") if before else element("span")
    later = link(after[0], f"{after[1]} →", rel="next") if after else element("span")
    return element("nav", earlier, link(*gallery), later, class_="neighbours", aria_label="Previous and next")


def lines(*parts: Html) -> Html:
    """Parts of a page, each on a line of its own."""
    return markup(*(markup(part, Html("\n")) for part in parts))
