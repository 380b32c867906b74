"""The museum as a gallery: pairs that broke an engine, each with its story, a player, and what engines answer now."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from gjkscope.app.ask.runs.answers import expectation
from gjkscope.app.scenes.examples import Example, example_scene, examples
from gjkscope.app.scenes.museum_table import OUTCOMES, RIGHT, EngineOutcome, MuseumTable, shipped_table
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.web.content import page_state, states_content
from gjkscope.app.share.web.course.explained import lessons_about
from gjkscope.app.share.web.course.failures import failure_figure, failure_section
from gjkscope.app.share.web.course.figures import PageFigure
from gjkscope.app.share.web.course.html import Html, element, markdown, markup, words_of_markdown
from gjkscope.app.share.web.course.layout import LESSONS, MUSEUM, SearchEntry, SitePage, lines, link, neighbours
from gjkscope.app.share.web.recording import Content
from gjkscope.app.state.actions import first_pair, initial_state
from gjkscope.app.state.inspection.traces import default_answer
from gjkscope.app.teach.lessons.contents import LessonEntry
from gjkscope.app.view.words.verdict import distance_text
from gjkscope.engine import NotApplicable, Result, Verdict
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.text import number

INDEX = f"{MUSEUM}/index.html"
PICTURE_SIZE = (288, 180)  # of thumbnails, pixels
ALL_PARTS = ("answer", "controls", "sentence", "live", "axes", "regions", "bounds", "numbers", "steps")
INTRODUCTION = (
    "Each of these pairs made a collision engine give a wrong answer, loop or crash, and was published as an issue or "
    "a test. The answer beside a pair is certified by exact arithmetic. The marks say what engines answer now."
)
MOST_NAMED = 3  # engines that fail, on a pair's card; its page names all
# What the filters offer besides the engines, and the words for it.
RESULTS = {"failed": "wrong or crashed", **{outcome: outcome for outcome in OUTCOMES}}
ANY = "any"
# How an engine did on a pair.
VERBS = dict(zip(OUTCOMES, ("right", "is wrong", "fails", "not supported", "undecided"), strict=True))


class Exhibit(NamedTuple):
    """A pair of the museum, with its certified answer and what engines answered."""

    example: Example
    scene: Scene
    answer: Result
    outcomes: tuple[EngineOutcome, ...]

    @property
    def name(self) -> str:
        return self.example.name

    @property
    def origin(self) -> str:
        return self.example.title.origin or self.example.engine


def museum_exhibits(names: Collection[str] | None = None) -> tuple[Exhibit, ...]:
    """The pairs of the museum with these names, by default all, in the order of their names."""
    museum = (example for example in examples() if example.path.parent.name == MUSEUM)
    return tuple(_exhibit(example) for example in museum if names is None or example.name in names)


def _exhibit(example: Example) -> Exhibit:
    scene = example_scene(example.path)
    a, b = (scene.body(name) for name in first_pair(scene))
    answer = default_answer((a.shape, a.pose, b.shape, b.pose))
    return Exhibit(example, scene, answer, shipped_table().scenes.get(example.name, ()))


def exhibit_figures(exhibit: Exhibit) -> list[PageFigure]:
    """The figure of the right answer, and that of the failure if an engine's own algorithm shows it."""
    failed = failure_figure(exhibit.name, exhibit.scene, exhibit.answer.verdict)
    return [exhibit_figure(exhibit), *((failed,) if failed is not None else ())]


def exhibit_figure(exhibit: Exhibit) -> PageFigure:
    """GJK on the pair; EPA if the shapes overlap, and the separating axis test if it supports them."""
    state = initial_state(exhibit.scene)
    names = ["gjk", *(["epa"] if exhibit.answer.verdict is Verdict.PENETRATING else []), "sat"]
    try:
        content = states_content([page_state(state, name, DEFAULT) for name in names], live=True)
    except NotApplicable:
        content = states_content([page_state(state, name, DEFAULT) for name in names[:-1]], live=True)
    return PageFigure(content, {"parts": ALL_PARTS, "main": 0, "sliders": [], "tasks": {}, "predictions": {}})


def museum_page(shown: Sequence[Exhibit], failed: Collection[str] = ()) -> SitePage:
    """The gallery, with filters; `failed` are the names of the pairs whose failure is shown."""
    table = shipped_table()
    contents = lines(
        element("h1", "The museum of broken pairs"),
        element("p", INTRODUCTION, class_="about"),
        _tally(table),
        _filters(shown, table),
        element("ul", *(_card(exhibit, table, exhibit.name in failed) for exhibit in shown), class_="cards exhibits"),
    )
    return SitePage(INDEX, "Museum", contents, scripts=("museum.js",))


def exhibit_page(
    exhibit: Exhibit,
    before: Exhibit | None,
    after: Exhibit | None,
    lessons: Sequence[LessonEntry] = (),
    failed: Content | None = None,
) -> SitePage:
    """The page of a pair, with links to the pairs before and after it, and to those of the lessons that explain it.

    `failed` is what `failure_figure` recorded.
    """
    title = exhibit.example.title.title
    facts = markup(_facts(exhibit), _judgements(exhibit, shipped_table()))
    contents = lines(
        element("h1", title),
        element("p", " · ".join(dict.fromkeys((exhibit.origin, *exhibit.example.causes))), class_="small"),
        element(
            "div",
            element("div", _story(exhibit), _explained(exhibit, lessons), class_="about"),
            element("div", facts),
            class_="exhibit",
        ),
        *(
            (failure_section(failure_address(exhibit), failed), element("h2", "The answer, step by step"))
            if failed
            else ()
        ),
        _figure(exhibit, title),
        neighbours(_neighbour(before), ("index.html", "All pairs"), _neighbour(after)),
    )
    return SitePage(f"{MUSEUM}/{exhibit.name}.html", title, contents)


def exhibit_search_entry(exhibit: Exhibit) -> SearchEntry:
    """The text of a pair for the search index."""
    about = words_of_markdown(exhibit.scene.about or "")
    words = " ".join((exhibit.name, *exhibit.example.causes, about))
    return SearchEntry(f"{MUSEUM}/{exhibit.name}.html", exhibit.origin, exhibit.example.title.title, words)


def figure_address(exhibit: Exhibit) -> str:
    """The address of the payload, without its suffix."""
    return f"{MUSEUM}/{exhibit.name}"


def failure_address(exhibit: Exhibit) -> str:
    """The address of the payload that shows how an engine failed, without its suffix."""
    return f"{MUSEUM}/{exhibit.name}-failed"


def thumbnail_address(exhibit: Exhibit) -> str:
    """The address of the pair's picture, from the root of the website."""
    return f"pictures/{exhibit.example.thumbnail.name}"


# --- the gallery ---


def _tally(table: MuseumTable) -> Html:
    heads = [element("th", words, scope="col") for words in ("engine", *OUTCOMES)]
    rows = []
    for name, version in table.engines.items():
        counts = (element("td", str(table.tally(name, outcome))) for outcome in OUTCOMES)
        rows.append(element("tr", element("th", version.words, scope="row"), *counts))
    shown = element("table", element("thead", element("tr", *heads)), element("tbody", *rows))
    summary = element("summary", f"{len(table.engines)} engines, asked on {table.date}")
    return element("details", summary, element("div", shown, class_="wide"), class_="tally")


def _filters(shown: Sequence[Exhibit], table: MuseumTable) -> Html:
    verdicts = sorted({exhibit.answer.verdict.value for exhibit in shown})
    sources = sorted({exhibit.example.engine for exhibit in shown}, key=str.casefold)
    causes = sorted({cause for exhibit in shown for cause in exhibit.example.causes}, key=str.casefold)
    return element(
        "div",
        _filter("engine", "Engine", {name: version.title for name, version in table.engines.items()}),
        _filter("result", "Answer", RESULTS),
        _filter("verdict", "Shapes are", {verdict: verdict for verdict in verdicts}),
        _filter("source", "Reported for", {source: source for source in sources}),
        _filter("cause", "Cause", {cause: cause for cause in causes}),
        element("p", f"{len(shown)} pairs", role="status", class_="small"),
        class_="filters",
        role="group",
        aria_label="Filters",
    )


def _filter(name: str, label: str, choices: dict[str, str]) -> Html:
    options = (element("option", words, value=value) for value, words in {ANY: ANY, **choices}.items())
    return element("label", element("span", label), element("select", *options, data_filter=name, disabled=True))


def _card(exhibit: Exhibit, table: MuseumTable, is_shown: bool) -> Html:
    width, height = PICTURE_SIZE
    picture = element(
        "img",
        src=f"../{thumbnail_address(exhibit)}",
        alt="",
        width=width,
        height=height,
        loading="lazy",
        decoding="async",
    )
    return element(
        "li",
        picture,
        element("h2", link(f"{exhibit.name}.html", exhibit.example.title.title)),
        element("p", exhibit.origin, class_="small"),
        _badges(exhibit, table, is_shown),
        class_="card",
        data_results=" ".join(f"{outcome.engine}:{outcome.outcome}" for outcome in exhibit.outcomes),
        data_verdict=exhibit.answer.verdict.value,
        data_source=exhibit.example.engine,
        data_cause="|".join(exhibit.example.causes),
    )


def _badges(exhibit: Exhibit, table: MuseumTable, is_shown: bool) -> Html:
    """The engines that fail, how many are right, and whether a failure is shown step by step."""
    failed = [
        f"{table.engines[outcome.engine].title} {outcome.outcome}" for outcome in exhibit.outcomes if outcome.failed
    ]
    badges = [element("span", words, class_="badge bad") for words in failed[:MOST_NAMED]]
    if more := failed[MOST_NAMED:]:
        badges.append(element("span", f"and {len(more)} more", class_="badge bad", title=", ".join(more)))
    if right := sum(outcome.outcome == RIGHT for outcome in exhibit.outcomes):
        badges.append(element("span", f"{right} right", class_="badge good"))
    if is_shown:
        badges.append(element("span", "how it failed, step by step", class_="badge"))
    return element("p", *badges, class_="badges")


# --- a pair ---


def _story(exhibit: Exhibit) -> Html:
    source = exhibit.scene.source
    address = element("p", "Source: ", _address(source)) if source else None
    scene = f"{exhibit.name}.json"
    opened = element(
        "p",
        element("a", "The scene", href=scene, download=True),
        " opens in the window with ",
        element("code", f"gjkscope {scene}"),
        ".",
    )
    return markup(markdown(exhibit.scene.about or ""), address, opened)


def _explained(exhibit: Exhibit, lessons: Sequence[LessonEntry]) -> Html | None:
    """Links to the lessons that explain what goes wrong with the pair."""
    found = lessons_about(exhibit.name, exhibit.example.causes, lessons)
    if not found:
        return None
    links = [element("li", link(f"../{LESSONS}/{entry.name}.html", f"Lesson {entry.heading}")) for entry in found]
    return markup(element("p", "Explained in:"), element("ul", *links))


def _address(source: str) -> Html:
    """The source as a link, or as text if it is not an address that a browser should follow."""
    if not source.startswith(("https://", "http://")):
        return markup(source)
    return link(source, source, rel="noopener noreferrer")


def _facts(exhibit: Exhibit) -> Html:
    expected = expectation(exhibit.scene, first_pair(exhibit.scene))
    title = "Certified answer" if exhibit.answer.certified else "Answer"
    rows = [(title, f"{verdict_words(exhibit.answer)}, {distance_text(exhibit.answer)}")]
    if expected is not None:
        known = "" if expected.signed_distance is None else f", {number(expected.signed_distance)} m"
        rows.append(("Published answer", f"{expected.verdict}{known}"))
    return element("dl", *(markup(element("dt", name), element("dd", words)) for name, words in rows), class_="facts")


def _judgements(exhibit: Exhibit, table: MuseumTable) -> Html:
    """What each engine answered when it was asked last: a line for each that fails, and one for the others."""
    rows = [
        element("li", element("strong", f"{table.engines[case.engine].words} {VERBS[case.outcome]}"), f": {case.words}")
        for case in exhibit.outcomes
        if case.failed
    ]
    for outcome in OUTCOMES:
        same = [case for case in exhibit.outcomes if case.outcome == outcome and not case.failed]
        if same:
            names = ", ".join(_with_reason(case, table) for case in same)
            rows.append(element("li", element("strong", VERBS[outcome].capitalize()), f": {names}", class_=outcome))
    asked = element("p", f"Engines asked on {table.date}", class_="small")
    return markup(asked, element("ul", *rows, class_="engines"))


def _with_reason(case: EngineOutcome, table: MuseumTable) -> str:
    words = table.engines[case.engine].words
    return f"{words} ({case.words})" if case.words else words


def _figure(exhibit: Exhibit, title: str) -> Html:
    waiting = element("p", "The player is being loaded.", class_="waiting")
    return element(
        "div",
        element("div", waiting, class_="player"),
        element("noscript", element("p", "The player needs JavaScript.")),
        class_="figure whole",
        role="group",
        aria_label=f"Player: {title}",
        data_figure=figure_address(exhibit),
    )


def _neighbour(exhibit: Exhibit | None) -> tuple[str, str] | None:
    return None if exhibit is None else (f"{exhibit.name}.html", exhibit.example.title.title)
