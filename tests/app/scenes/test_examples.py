"""The example browser: groups by engine and by cause, thumbnails of all scenes, and the window with real events."""

import json
import re
from pathlib import Path

import pytest
from imgui_bundle import imgui, imgui_ctx
from PIL import Image

from tests.app.interface import Bench, scene, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.demo_examples import SUFFIX, demo_examples, demos_with
from gjkscope.app.scenes.examples import MOTION, PLANE, TEACHING, causes, example_scene, examples, group_examples
from gjkscope.app.scenes.file_models import validate_document
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state.actions import PlaceBody
from gjkscope.app.state.model import ExampleBrowser
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.models import DemoFile
from gjkscope.app.teach.demos.steps.step import time_steps
from gjkscope.app.view.panels.requests import OpenLink
from gjkscope.app.view.panels.shell.command_palette import matching_rows
from gjkscope.app.view.panels.shell.example_browser import MARGIN, TILE, TITLE_LINES, grid_lines, move_selection
from gjkscope.app.view.panels.toolkit.widgets import text_lines
from tests.app.label_layout import fonts_only

LARGEST, LARGEST_OF_ALL = 6_000, 600_000  # bytes


def test_every_scene_is_listed_once() -> None:
    assert len({example.path for example in examples()}) == len(examples())
    assert {example.path for example in examples()} == set(resource("assets", "scenes").rglob("*.json"))


def test_every_scene_has_a_thumbnail_and_no_thumbnail_is_left_over() -> None:
    scenes, demos = ({example.thumbnail for example in shipped} for shipped in (examples(), demo_examples()))
    assert len(scenes) == len(examples())  # no two scenes share a name
    wanted = scenes | demos
    assert set((resource("assets") / "thumbnails").iterdir()) == wanted
    sizes = [path.stat().st_size for path in wanted]
    assert max(sizes) <= LARGEST
    assert sum(sizes) <= LARGEST_OF_ALL
    for path in wanted:
        with Image.open(path) as image:
            assert abs(image.width / image.height - TILE[0] / TILE[1]) < 1e-6


def test_every_case_has_a_cause_and_no_cause_refers_to_a_missing_scene() -> None:
    cases = {example.name for example in examples() if example.engine not in (TEACHING, MOTION, PLANE)}
    cases |= {example.name for example in examples() if example.engine == PLANE and example_scene(example.path).source}
    assert set(causes()) == cases
    assert all(causes()[name] for name in cases)


def test_groups_are_by_engine_or_by_cause() -> None:
    by_engine, by_cause = group_examples(False, ""), group_examples(True, "")
    assert next(iter(by_engine)) == next(iter(by_cause)) == TEACHING
    assert len(by_engine["FCL"]) == 24
    assert "hb-article-cycle-1" in [example.name for example in by_cause["cycles"]]
    assert sum(map(len, by_engine.values())) == len(examples())


@pytest.mark.parametrize(("query", "name"), [("dolfinx", "dolfinx-3653"), ("ellipsoid SLOW", "EllipsoidSlow")])
def test_all_search_words_must_match(query: str, name: str) -> None:
    names = [example.name for group in group_examples(False, query).values() for example in group]
    assert any(name in title for title in names)
    assert len(names) < 10
    assert group_examples(False, "no such word") == {}


def test_arrow_keys_move_between_tiles_and_stop_at_the_ends() -> None:
    lines = grid_lines(False, "", 4)
    first = move_selection(lines, "", -1, 0)
    assert first == f"{TEACHING}/{examples()[0].name}"
    assert move_selection(lines, "", 1, 0) == f"{TEACHING}/{examples()[1].name}"  # the first is selected at first
    assert move_selection(lines, first, -1, 0) == first
    assert move_selection(lines, first, 0, 1) == f"{TEACHING}/{examples()[4].name}"
    key, seen = first, {first}
    while (after := move_selection(lines, key, 1, 0)) != key:
        key = after
        seen.add(key)
    assert len(seen) == len(examples()) + len(demo_examples())


def test_all_demos_have_a_place_in_the_learning_order_a_duration_and_a_picture() -> None:
    files = {path.name.removesuffix(SUFFIX) for path in resource("assets", "demos").glob(f"*{SUFFIX}")}
    assert {demo.name for demo in demo_examples()} == files
    for demo in demo_examples():
        document = json.loads(demo.path.read_text(encoding="utf-8"))
        _, ticks = time_steps(validate_document(document, DemoFile, "gjkdemo").steps)
        assert demo.seconds == round(ticks / TICKS, 1), "make thumbnails"
        assert demo.thumbnail.is_file()
    assert [demo.name for demo in demos_with("headbutt")] == ["the-pair-that-broke-headbutt"]


class TestAtTheWindow:
    @pytest.fixture
    def bench(self, shared: Bench) -> Bench:
        shared.open(start_state())
        shared.person.key("E", "ctrl", frames=2)
        return shared

    def test_a_double_click_opens_a_scene(self, bench: Bench) -> None:
        bench.press(f"##tile {TEACHING}/boxes-overlap", double=True)
        assert bench.state.shell.overlay is None
        assert bench.state.document.scene == scene("boxes-overlap")
        assert bench.state.file.path is None

    def test_search_arrow_keys_and_enter(self, bench: Bench) -> None:
        bench.type("bepu")
        bench.person.key("DOWN")
        bench.person.key("UP")
        assert bench.state.shell.overlay == ExampleBrowser("bepu", chosen="bepuphysics2/bepu-101")
        bench.main.jobs.wait()
        bench.person.run_frames(2)
        assert "bepu-101.json" in bench.words
        assert "-0.1" in bench.words.replace("−", "-")
        bench.person.key("RETURN")
        assert bench.state.document.scene == scene("museum/bepu-101")

    def test_the_first_match_is_selected_and_enter_opens_it(self, bench: Bench) -> None:
        bench.type("fcl-508")
        bench.person.run_frames(2)
        assert "fcl-508.json" in bench.words
        bench.person.key("RETURN")
        assert bench.state.document.scene == scene("museum/fcl-508")

    def test_a_button_opens_the_selected_scene(self, bench: Bench) -> None:
        bench.press(f"##tile {TEACHING}/sphere-box")
        bench.press("Open##example")
        assert bench.state.document.scene == scene("sphere-box")

    def test_a_demo_opens_from_the_browser(self, bench: Bench) -> None:
        bench.type("headbutt film")
        bench.person.run_frames(2)
        assert re.search(r"a demo of \d:\d\d min", bench.words)
        bench.person.key("RETURN")
        assert bench.state.show is not None

    def test_grouping_by_cause(self, bench: Bench) -> None:
        bench.press("By cause")
        bench.type("headbutt")
        bench.person.run_frames(2)
        assert bench.has("##tile cycles/hb-article-cycle-1")

    def test_visible_thumbnails_are_shown_and_hidden_ones_are_not_loaded(self, bench: Bench) -> None:
        known = bench.main._renderer.pictures._textures
        shown = bench.screenshot(bench.ear.widgets[f"##tile {TEACHING}/boxes-edge-edge"].rect)
        assert (shown.max(axis=2).astype(int) - shown.min(axis=2) > 80).mean() > 0.05
        assert resource("assets", "thumbnails", "boxes-edge-edge.webp") in known
        assert resource("assets", "thumbnails", "parry-76.webp") not in known

    def test_unsaved_changes_are_asked_about(self, bench: Bench) -> None:
        bench.main.session.perform([PlaceBody("A", PositionOrientation((9.0, 0.0, 0.0)))])
        bench.press(f"##tile {TEACHING}/boxes-overlap", double=True)
        assert bench.state.shell.unsaved is not None

    @pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)"])
    def test_an_address_that_is_not_a_web_page_is_not_opened(self, bench: Bench, address: str) -> None:
        bench.main.session.perform([OpenLink(address)])
        assert bench.window.clipboard == address


class TestTitles:
    def test_every_example_has_one_and_no_title_is_left_over(self) -> None:
        known = json.loads(resource("assets", "titles.json").read_text(encoding="utf-8"))
        assert set(known["scenes"]) == {example.name for example in examples()}
        museum = {path.stem for path in (resource("assets", "scenes") / "museum").glob("*.json")}
        assert set(known["engines"]) == {name.partition("-")[0] for name in museum}

    def test_they_are_unique_in_their_group(self) -> None:
        for group in group_examples(False, "").values():
            assert len({example.title.title for example in group}) == len(group)

    def test_they_are_words_and_not_identifiers(self) -> None:
        for title, origin in (example.title for example in examples()):
            assert 3 <= len(title.split()) <= 7, title
            assert re.fullmatch(r"[A-Z0-9][^_#]*[\w°]", title), title
            assert not re.search(r"\w-\w+-\w|[a-z][A-Z]", title), title
            assert not origin or re.fullmatch(r".+ #\d+( · \d)?|.+ · .+|broad phase|terrain|Box2D", origin)

    def test_they_fit_below_their_thumbnails(self) -> None:
        with fonts_only() as fonts, imgui_ctx.push_font(*fonts.small):
            for title, origin in (example.title for example in examples()):
                lines = text_lines(title, TILE[0] - 2 * MARGIN)
                assert len(lines) + bool(origin) <= TITLE_LINES, title
                assert max(imgui.calc_text_size(line).x for line in (*lines, origin)) <= TILE[0], title

    @pytest.mark.parametrize("query", ["kiss", "fcl #493", "tilted 1 cm"])
    def test_the_search_finds_titles_origins_and_files(self, query: str) -> None:
        names = [example.name for group in group_examples(False, query).values() for example in group]
        assert "fcl-493-kiss-0.01-0.0" in names
        titles = [row.command.title for row in matching_rows(start_state(), query)]
        assert "Tilted 1 cm cubes, touching" in titles


def test_the_causes_file_is_brief() -> None:
    assert Path(resource("assets", "causes.json")).stat().st_size < 12_000
