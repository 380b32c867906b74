"""The course as a website: what it holds, and that it can be written without losing anything."""

import json
import re
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

import pytest

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.demo_examples import DemoExample, demo_examples
from gjkscope.app.scenes.museum_table import shipped_table
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.web.course import folder
from gjkscope.app.share.web.course.explained import ABOUT, lessons_about
from gjkscope.app.share.web.course.failures import failure_figure
from gjkscope.app.share.web.course.figures import _fitting, page_figure
from gjkscope.app.share.web.course.folder import LIST, FolderError, SiteFiles, check_folder, write_site
from gjkscope.app.share.web.course.html import element, markdown
from gjkscope.app.share.web.course.layout import document
from gjkscope.app.share.web.course.lesson import LessonWriter
from gjkscope.app.share.web.course.museum import exhibit_page, museum_exhibits
from gjkscope.app.share.web.course.sheets import FILMS_OF
from gjkscope.app.share.web.course.site import course_files
from gjkscope.app.state.model import LessonTask, PredictionTask
from gjkscope.app.state.model.lesson import Question
from gjkscope.app.teach.lessons.contents import LessonEntry, contents
from gjkscope.app.teach.lessons.file import parse_lesson
from gjkscope.engine import Verdict
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from tests.app.share.web.payloads import read_payload
from tests.app.teach.lessons.shipped import shipped_lesson

NUMBERS = (4, 17)  # lessons with predictions, and with sliders
PAIRS = ("coal-hunt-sphere-in-cylinder", "fcl-293", "mujoco-hunt-same-box")  # round shapes, a gap, boxes that overlap
HOSTILE = "</script><img src=x onerror=alert(1)>\"'&é\U0001f600"


def chosen_lessons() -> list[LessonEntry]:
    return [entry for entry in contents() if entry.number in NUMBERS]


def chosen_films() -> list[DemoExample]:
    return [demo for demo in demo_examples() if demo.name == "gjk-in-2d"]


@pytest.fixture(scope="module")
def site() -> SiteFiles:
    return course_files(chosen_lessons(), museum_exhibits(PAIRS), chosen_films())


class Links(HTMLParser):
    """The addresses that a page refers to, and the ids that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.addresses.append(value)
            if name == "id" and value:
                self.ids.append(value)


def pages(site: SiteFiles) -> Iterator[tuple[str, str]]:
    return ((address, data.decode()) for address, data in site.items() if address.endswith(".html"))


def test_every_link_leads_to_a_file_of_the_site(site: SiteFiles) -> None:
    links_of = {address: Links(text) for address, text in pages(site)}
    for address, links in links_of.items():
        assert len(links.ids) == len(set(links.ids)), address
        for target in links.addresses:
            if target.startswith(("https://", "http://")):
                continue
            path, _, fragment = target.partition("#")
            assert not PurePosixPath(path).is_absolute()
            at = normpath(f"{address}/../{path}") if path else address
            assert at in site, (address, target)
            assert not fragment or fragment in links_of[at].ids, (address, target)


def test_every_figure_has_a_payload_that_the_page_and_the_player_agree_about(site: SiteFiles) -> None:
    count = 0
    for address, text in pages(site):
        for name in re.findall(r'data-figure="([^"]+)"', text):
            script = site[f"{name}.js"].decode()
            figure = figure_in(script, name)
            header = read_payload(figure["payload"]).header
            tracks = len(header.get("runs", ())) + len(header["films"])
            used = [figure["main"], *(track for slider in figure["sliders"] for track in slider["tracks"])]
            used += [track for task in figure["tasks"].values() for track, _ in task["done"]]
            used += [
                entry["film"] for kind in ("tasks", "predictions") for entry in figure[kind].values() if "film" in entry
            ]
            assert all(0 <= track < tracks for track in used), address
            count += 1
    in_lessons, on_first_pages = sum(len(entry.keys) for entry in chosen_lessons()), 2  # of the website and the course
    assert count == in_lessons + 2 * len(PAIRS) + len(chosen_films()) + on_first_pages


def figure_in(script: str, name: str) -> dict[str, Any]:
    match = re.fullmatch(r"gjkscopeCourse\.add\((\"[^\"]+\"),(.*)\);\n", script)
    assert match is not None
    assert json.loads(match[1]) == name
    figure: dict[str, Any] = json.loads(match[2])
    return figure


def test_every_part_is_on_its_page(site: SiteFiles) -> None:
    for entry in chosen_lessons():
        text = site[f"lessons/{entry.name}.html"].decode()
        lesson = shipped_lesson(entry.path)
        for page, keys in enumerate(entry.keys):
            assert all(f'data-key="{key}"' in text for key in keys), page
        questions = [part for page in lesson.pages for part in page.parts if isinstance(part, Question)]
        asked = [part for page in lesson.pages for part in page.parts if isinstance(part, PredictionTask)]
        assert text.count('class="part question"') == len(questions)
        assert text.count('class="part predict"') == len(asked)
        assert text.count("data-right") >= len(questions) + len(asked)


def test_search_knows_every_page(site: SiteFiles) -> None:
    script = site["search-index.js"].decode()
    entries = json.loads(script.removeprefix("gjkscopeSearch(").removesuffix(");\n"))
    assert len(entries) == sum(len(entry.keys) for entry in chosen_lessons()) + len(PAIRS) + len(chosen_films()) + 2
    (text,) = (text for address, _, _, text in entries if address == "lessons/04-gjk-in-2d.html#page-3")
    assert "nearest feature" in text
    assert not any("**" in text or "<dfn>" in text for _, _, _, text in entries)


def test_pages_may_load_only_their_own_files(site: SiteFiles) -> None:
    for _, text in pages(site):
        assert escape("script-src 'self' 'wasm-unsafe-eval'; style-src 'self'") in text
        assert text.count("unsafe") == 1, "WebAssembly may be compiled, but no script evaluated"
        assert not re.search(r"<script(?! src=)|<style| style=| on\w+=", text)


def test_lessons_follow_each_other(site: SiteFiles) -> None:
    first, second = (site[f"lessons/{entry.name}.html"].decode() for entry in chosen_lessons())
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev"' in second
    assert 'rel="next"' not in second


@pytest.mark.thorough
def test_the_same_lessons_give_the_same_bytes(site: SiteFiles) -> None:
    again = course_files(chosen_lessons()[:1], museum_exhibits(PAIRS[1:2]), ())
    for address in ("lessons/04-gjk-in-2d/3.js", "museum/fcl-293.js", "museum/fcl-293.json"):
        assert again[address] == site[address]
    assert list(site) == sorted(site)


# --- the museum ---


def test_a_pair_has_runs_that_fit_it(site: SiteFiles) -> None:
    for name, algorithms in zip(PAIRS, (["gjk", "epa"], ["gjk", "sat"], ["gjk", "epa", "sat"]), strict=True):
        figure = figure_in(site[f"museum/{name}.js"].decode(), f"museum/{name}")
        runs = read_payload(figure["payload"]).header["runs"]
        assert [run["algorithm"] for run in runs] == algorithms


def test_a_pair_shows_how_an_engine_failed(site: SiteFiles) -> None:
    shown = [name for name in PAIRS if f"museum/{name}-failed.js" in site]
    assert tuple(shown) == PAIRS
    page = site["museum/mujoco-hunt-same-box.html"].decode()
    assert "How it failed: MuJoCo" in page
    assert "The truth: penetrating, " in page
    (run,) = read_payload(
        figure_in(site["museum/mujoco-hunt-same-box-failed.js"].decode(), "museum/mujoco-hunt-same-box-failed")[
            "payload"
        ]
    ).header["runs"]
    assert run["algorithm"] in ENGINE_ALGORITHMS
    assert run["own"]["verdict"] != run["answer"]["verdict"] or run["own"]["distance"] != run["answer"]["distance"]
    assert all(len(step["panes"]) == 2 for step in run["steps"]), "the engine's run and ours"
    assert ("The player starts at the first wrong test" in page) is ("start" in run)


def test_an_article_fails_without_a_report() -> None:
    (pair,) = museum_exhibits(("hb-article-cycle-1",))
    figure = failure_figure(pair.name, pair.scene, pair.answer.verdict)
    assert figure is not None
    assert figure.content.about.startswith("GJK as in the Headbutt article answers: undecided, cycle detected.")
    (run,) = read_payload(figure.content.payload).header["runs"]
    assert run["steps"][run["start"]]["mistaken"]


def test_a_pair_that_no_published_algorithm_gets_wrong_shows_no_failure() -> None:
    scene = read_scene(resource("assets", "scenes", "boxes-overlap.json"))
    assert failure_figure("boxes-overlap", scene, Verdict.PENETRATING) is None


def test_the_gallery_can_be_filtered_by_what_engines_answer(site: SiteFiles) -> None:
    gallery = site["museum/index.html"].decode()
    cards = dict(zip(PAIRS, re.findall(r'data-results="([^"]*)" data-verdict="(\w+)"', gallery), strict=True))
    for name, (results, verdict) in cards.items():
        known = {entry.partition(":")[0]: entry.partition(":")[2] for entry in results.split()}
        assert known == {cell.engine: cell.outcome for cell in shipped_table().scenes[name]}
        assert verdict in ("separated", "touching", "penetrating")
    for value in ("coal", "failed", "penetrating", "FCL"):
        assert f'<option value="{value}">' in gallery


def test_a_pair_tells_its_story(site: SiteFiles) -> None:
    page = site["museum/coal-hunt-sphere-in-cylinder.html"].decode()
    assert "coal 3.0.3 is wrong</strong>: 44 % too deep" in page
    assert f"Engines asked on {shipped_table().date}" in page
    assert "Certified answer" in page
    assert b'"gjkscope": 1' in site["museum/coal-hunt-sphere-in-cylinder.json"]


def test_a_pair_leads_to_the_lessons_that_explain_it() -> None:
    def numbers(name: str, *causes: str) -> list[int]:
        return [entry.number for entry in lessons_about(name, causes, contents())]

    assert numbers("libccd-25") == [16, 21], "they show it"
    assert numbers("unknown", "near contact", "cycles", "tolerance") == [7, 13]
    assert numbers("unknown", "crash or exception") == []
    assert lessons_about("libccd-25", (), contents()[:3]) == ()
    known = {cause for exhibit in museum_exhibits() for cause in exhibit.example.causes}
    assert known >= ABOUT.keys()


def test_a_hostile_source_is_no_link() -> None:
    (pair,) = museum_exhibits(("fcl-293",))
    scene = replace(pair.scene, about=HOSTILE, source=f"javascript:{HOSTILE}")
    page = document(exhibit_page(pair._replace(scene=scene), None, None))
    assert "<img" not in page
    assert "javascript:" not in "".join(Links(page).addresses)


# --- figures ---


def test_steps_solve_a_task_where_its_condition_holds() -> None:
    lesson = shipped_lesson(chosen_lessons()[0].path)
    guide = page_figure(lesson, 5).guide
    assert [part for part in lesson.pages[5].parts if isinstance(part, LessonTask)]
    assert guide["tasks"] == {1: {"done": [[0, 4]]}}
    assert guide["parts"] == ["drag", "controls", "bounds"]


@pytest.mark.parametrize(
    ("shown", "last", "steps"), [(0, 6, (0, 6)), (3, 399, (0, 399)), (0, 444, (0, 399)), (440, 444, (45, 444))]
)
def test_a_long_run_is_shown_as_far_as_a_page_holds_it(shown: int, last: int, steps: tuple[int, int]) -> None:
    assert _fitting(shown, last) == steps


def test_other_solutions_are_films_with_the_answers_of_the_page() -> None:
    figure = page_figure(shipped_lesson(contents()[1].path), 0)
    (film,) = read_payload(figure.content.payload).header["films"]
    assert film["hidden"]
    assert figure.guide["tasks"] == {1: {"done": [], "film": 1}}
    assert "answer" not in film["frames"][0]


def test_a_page_about_beats_is_a_film_with_a_chapter_for_each() -> None:
    figure = page_figure(shipped_lesson(chosen_lessons()[0].path), 3)
    header = read_payload(figure.content.payload).header
    (film,) = header["films"]
    assert [title for _, title in film["chapters"]] == ["Search direction", "Support", "Nearest feature", "Drop"]
    assert film["beats"]
    assert figure.guide["main"] == len(header["runs"])


def test_a_task_that_can_only_be_watched_says_so() -> None:
    entry = contents()[1]
    lesson = shipped_lesson(entry.path)
    guides = [page_figure(lesson, page).guide for page in range(2)]
    words = document(LessonWriter(entry, replace(lesson, pages=lesson.pages[:2]), guides).page(None, None))
    assert "Press <em>Show me</em>" in words
    assert "Scatter" not in words
    assert "in the window" not in words


def test_a_table_of_axes_does_not_mark_the_one_that_is_looked_for() -> None:
    header = read_payload(page_figure(shipped_lesson(contents()[8].path), 5).content.payload).header
    (run,) = header["runs"]
    assert {row["mark"] for row in run["axes"]["rows"]} == {""}


def test_the_first_page_of_the_course_has_a_figure(site: SiteFiles) -> None:
    entry = chosen_lessons()[0]
    assert f'data-figure="lessons/{entry.name}/1"' in site["lessons/index.html"].decode()


def test_an_answer_is_what_the_lesson_shows_of_it() -> None:
    (run,) = read_payload(page_figure(shipped_lesson(contents()[0].path), 2).content.payload).header["runs"]
    assert (run["answer"]["verdict"], run["answer"]["distance"]) == ("penetrating", "−0.6\N{NO-BREAK SPACE}m")
    assert (run["answer"]["about"], run["answer"]["proof"]) == ("", "")
    assert "own" not in run


def test_a_prediction_shows_nothing_of_its_answer() -> None:
    figure = page_figure(shipped_lesson(chosen_lessons()[0].path), 1)
    asked = read_payload(figure.content.payload).header["runs"][figure.guide["predictions"][1]["track"]]
    assert len(asked["steps"]) == 1
    assert asked["steps"][0]["sentence"] == ""
    choices = figure.guide["predictions"][1]["choices"]
    assert sum("why" not in choice for choice in choices) == 1
    assert all("wrong" in choice for choice in choices if "why" in choice)


def test_regions_are_explained_where_the_page_asks_about_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gjkscope.app.share.web.course.dragging.MOST_PLACES", 20)  # of the origin, which take seconds
    header = read_payload(page_figure(shipped_lesson(contents()[4].path), 4).content.payload).header
    (step,) = header["runs"][0]["steps"]
    assert [region["won"] for region in step["regions"]] == [True, *[False] * 6]


def test_a_motion_begins_tick_by_tick() -> None:
    header = read_payload(page_figure(shipped_lesson(contents()[14].path), 0).content.payload).header
    times = [frame["time"] for frame in header["films"][0]["frames"][:8]]
    assert times == pytest.approx([tick / 60 for tick in (0, 1, 2, 3, 4, 5, 6, 12)])


def test_a_slider_solves_its_task_at_some_of_its_places() -> None:
    figure = page_figure(shipped_lesson(chosen_lessons()[1].path), 0)
    (slider,) = figure.guide["sliders"]
    done = {track for track, _ in figure.guide["tasks"][1]["done"]}
    assert 0 < len(done) < len(slider["tracks"]) / 2
    assert done <= set(slider["tracks"])
    assert slider["words"][slider["at"]].endswith("°")


def test_labels_and_numbers_are_those_of_the_page() -> None:
    lesson = shipped_lesson(chosen_lessons()[0].path)
    header = read_payload(page_figure(lesson, 5).content.payload).header
    labels = {label[0] for look in header["looks"] for label in look.get("labels", ())}
    assert {"A", "B", "origin", "closest 2.06 m"} <= labels
    assert not any("depth" in label or "s_A" in label for label in labels)


# --- hostile text ---


def test_hostile_text_is_escaped() -> None:
    text = (
        f"# {HOSTILE}\n\nAbout {HOSTILE}\n\n## {HOSTILE}\n\n{HOSTILE} [link](javascript:alert(1))\n\n"
        f"<dfn>{HOSTILE}</dfn>\n\n"
        f"```question\n{HOSTILE}?\n- [x] {HOSTILE}\n- [ ] no\n  {HOSTILE}\n{HOSTILE}\n```\n"
    )
    entry = chosen_lessons()[0]
    lesson = parse_lesson(text, entry.name)
    figures = [page_figure(lesson, 0)]
    guides = [figure.guide for figure in figures]
    page = LessonWriter(entry._replace(title=lesson.title), lesson, guides).page(None, None)
    shown = document(page)
    assert "<img" not in shown
    assert "javascript:" not in "".join(Links(shown).addresses)
    assert shown.count("</script>") == shown.count("<script src=")
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown


def test_markup_is_only_what_was_built() -> None:
    assert element("a", "<b>", href='"><x>') == '<a href="&quot;&gt;&lt;x&gt;">&lt;b&gt;</a>'
    assert "<b>" not in markdown("<b>bold</b> and <dfn>term</dfn>", [("term", "<i>note</i>")])


# --- folders ---


FILES = {"index.html": b"page", "lessons/1.js": b"script"}


def test_an_export_can_be_repeated_and_leaves_other_files(tmp_path: Path) -> None:
    write_site(tmp_path / "site", FILES)
    (tmp_path / "site" / "CNAME").write_text("example.org")
    write_site(tmp_path / "site", {"index.html": b"new"})
    left = sorted(path.name for path in (tmp_path / "site").rglob("*") if path.is_file())
    assert left == ["CNAME", LIST, "index.html"]
    assert (tmp_path / "site" / "index.html").read_bytes() == b"new"


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("work")
    with pytest.raises(FolderError, match="is not empty and holds no earlier export"):
        write_site(tmp_path, FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_files_that_were_changed_or_added_are_not_overwritten(tmp_path: Path) -> None:
    write_site(tmp_path, FILES)
    (tmp_path / "notes.html").write_text("mine")
    with pytest.raises(FolderError, match=r"notes\.html: is in the way"):
        write_site(tmp_path, {**FILES, "notes.html": b"ours"})
    (tmp_path / "index.html").write_text("edited")
    with pytest.raises(FolderError, match=r"index\.html: was changed after the export"):
        check_folder(tmp_path)
    assert (tmp_path / "index.html").read_text() == "edited"


def test_an_interrupted_export_can_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_site(tmp_path, FILES)
    new = {**FILES, "index.html": b"new", "lessons/1.js": b"new"}

    def failing(path: Path, data: bytes) -> None:
        if path.name == "1.js":
            raise OSError("no space left")
        write_atomically(path, data)

    monkeypatch.setattr(folder, "write_atomically", failing)
    with pytest.raises(OSError, match="no space"):
        write_site(tmp_path, new)
    monkeypatch.undo()
    assert (tmp_path / "index.html").read_bytes() == b"new"
    write_site(tmp_path, new)
    assert (tmp_path / "lessons" / "1.js").read_bytes() == b"new"


@pytest.mark.parametrize("address", ["../outside.html", "/etc/hosts", "a/../../b"])
def test_a_list_cannot_name_files_elsewhere(tmp_path: Path, address: str) -> None:
    write_site(tmp_path, FILES)
    (tmp_path / LIST).write_text(json.dumps({"files": {address: ["0"]}}))
    with pytest.raises(FolderError, match="outside of the folder"):
        write_site(tmp_path, FILES)


@pytest.mark.parametrize("text", ["", "[]", '{"files": 1}'])
def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / LIST).write_text(text)
    with pytest.raises(FolderError, match="is not the list of an export"):
        write_site(tmp_path, FILES)


def test_lines_of_code_are_named_after_their_beats() -> None:
    shown = markdown("```python\nx = 1\n# Support\ny < 2\n```\n")
    assert '<span data-beat="Support">y &lt; 2\n</span>' in shown
    assert "data-beat" not in markdown("```python\nx = 1\n```\n")


def test_a_sheet_asks_what_its_lesson_asks(site: SiteFiles) -> None:
    for entry in chosen_lessons():
        text = site[f"sheets/{entry.name}.html"].decode()
        asked = sum(len(keys) - 1 for keys in entry.keys)  # besides the key of the page itself
        assert text.count('<section class="exercise">') == asked > 0
        assert f'href="../lessons/{entry.name}.html#page-1"' in text or asked
        assert "data-right" not in text, "no answers"


def test_the_page_for_teachers_has_every_lesson_and_film(site: SiteFiles) -> None:
    text = site["teachers.html"].decode()
    for entry in chosen_lessons():
        assert f'href="lessons/{entry.name}.html"' in text
        assert f'href="sheets/{entry.name}.html"' in text
        if entry.notebook is not None:
            address = f"notebooks/{entry.notebook.name}"
            assert f'href="{address}"' in text
            assert f'href="../{address}"' in site[f"lessons/{entry.name}.html"].decode()
            assert site[address] == entry.notebook.read_bytes()
    assert any(address.startswith("notebooks/") for address in site)
    assert 'href="films/gjk-in-2d.html"' in text
    linked = sorted(name for names in FILMS_OF.values() for name in names)
    assert linked == sorted(demo.name for demo in demo_examples()), "each film belongs to a lesson"
    assert set(FILMS_OF) <= {entry.number for entry in contents()}
