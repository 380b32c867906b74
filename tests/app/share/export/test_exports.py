"""Exports: pictures, traces, pytest tests, and command lines for the same query."""

import json
import shlex
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from PIL import Image

from tests.app.interface import Bench, scene, scene_path, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope import engine
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.share.export.figure import with_opacity
from gjkscope.app.share.export.snippet import chosen_command, pytest_snippet, query_command
from gjkscope.app.state.actions import ChooseAlgorithm, PlaceBody, SetPicture, initial_state, update
from gjkscope.app.state.model import Picture, Purpose
from gjkscope.app.view.panels.requests import BrowseExport, CancelTask, CopyQuery, CopySnippet, Export
from gjkscope.engine import NotApplicable, Options
from tests.engine.museum import MUSEUM

RENDERED = (Purpose.FILM, Purpose.SITE)  # by a command: tests/app/window/test_films.py
WRITTEN_AT_ONCE = [purpose for purpose in Purpose if purpose.is_export and purpose not in RENDERED]
FEW = sorted(MUSEUM.glob("*.json"))[::6]


class TestSnippet:
    @pytest.mark.parametrize("case", FEW, ids=[case.stem for case in FEW])
    def test_it_passes_unchanged_with_every_algorithm_that_supports_the_pair(self, case: Path) -> None:
        shown = open_files([case])
        pair = initial_state(shown).document.pair
        ran = 0
        for algorithm in engine.ALGORITHMS:
            try:
                text = pytest_snippet(shown, pair, algorithm, Options())
            except NotApplicable:
                continue
            run(text)
            ran += 1
        assert ran >= 3

    def test_options_are_part_of_the_query(self) -> None:
        state = start_state("museum/opengjk-52")
        text = pytest_snippet(state.document.scene, state.document.pair, "gjk", Options(float32=True))
        assert "Options(float32=True)" in text
        run(text)

    def test_it_says_if_the_answer_is_wrong(self) -> None:
        state = start_state("museum/hb-article-cycle-1")
        wrong = pytest_snippet(state.document.scene, state.document.pair, "headbutt", Options())
        right = pytest_snippet(state.document.scene, state.document.pair, "epa", Options())
        assert "# Known truth: penetrating, -0.20710678118654746 m." in wrong
        assert "The truth" not in right

    def test_a_false_claim_fails(self) -> None:
        state = start_state("museum/hb-article-cycle-1")
        text = pytest_snippet(state.document.scene, state.document.pair, "epa", Options())
        with pytest.raises(AssertionError):
            run(text.replace('"penetrating"', '"separated"'))

    def test_pytest_runs_it(self, tmp_path: Path) -> None:
        state = start_state("museum/hb-article-cycle-1")
        (tmp_path / "test_it.py").write_text(
            pytest_snippet(state.document.scene, state.document.pair, "epa", Options())
        )
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
            capture_output=True,
            text=True,
        )
        assert "1 passed" in done.stdout


def test_the_command_runs_the_same_query(capsys: pytest.CaptureFixture[str]) -> None:
    path = scene_path("museum/opengjk-52")
    pair = initial_state(open_files([path])).document.pair
    program, *words = shlex.split(query_command(path, pair, "gjk", Options(float32=True)))
    assert program == "gjkscope"
    run_command(words)
    assert "gjk" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("algorithm", "options", "words"),
    [
        ("gjk", Options(subdistance="signed-volumes"), ["--subdistance", "signed-volumes"]),
        ("jolt", Options(corrected=("seed face", "weights")), ["--corrected", "seed face", "--corrected", "weights"]),
        ("gjk", Options(tolerance=0.5), []),  # the command has no tolerance
    ],
)
def test_options_with_values_are_named_with_them(algorithm: str, options: Options, words: list[str]) -> None:
    *_, trace = plain = shlex.split(query_command("a.json", ("A", "B"), algorithm, Options()))
    assert trace == "--trace"
    assert shlex.split(query_command("a.json", ("A", "B"), algorithm, options)) == [*plain, *words]


def test_a_direction_is_part_of_the_command() -> None:
    words = shlex.split(query_command("a b.json", ("A", "B c"), "tetrahedron", Options(direction=(0.1, 0.0, -1.0))))
    assert words[2:] == [
        *("a b.json", "--pair", "A", "B c", "--algorithm", "tetrahedron", "--trace"),
        *("--direction", "0.1", "0.0", "-1.0"),
    ]


def test_colour_and_opacity_are_recovered_from_two_backgrounds() -> None:
    color = np.array([[[250.0, 128.0, 0.0]]])
    for opacity in (0.0, 0.25, 1.0):
        back = with_opacity(color * opacity, color * opacity + 255 * (1 - opacity))
        assert abs(int(back[0, 0, 3]) - 255 * opacity) <= 1
        assert opacity == 0 or np.abs(back[0, 0, :3] - color[0, 0]).max() <= 1


def test_render_makes_a_larger_picture_with_a_transparent_background(tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    words = ["render", scene_path("sphere-box"), "-o", str(out), "--size", "160x100", "--scale", "2", "--transparent"]
    assert run_command(words) == 0
    with Image.open(out) as image:
        assert (image.size, image.mode) == ((320, 200), "RGBA")
        opacity = np.asarray(image)[:, :, 3]
    assert (opacity < 20).mean() > 0.3
    assert (opacity > 200).mean() > 0.02


class TestAtTheWindow:
    @pytest.fixture
    def bench(self, shared: Bench) -> Bench:
        path = scene_path("museum/hb-article-cycle-1")
        shared.open(initial_state(scene("museum/hb-article-cycle-1"), path))
        return shared

    def test_a_picture_is_exported_through_the_dialog(self, bench: Bench, tmp_path: Path) -> None:
        bench.choose("File", "Export", "Picture…")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.name == "hb-article-cycle-1.png"
        bench.main.session.perform([SetPicture(Picture(1))])
        bench.press("Transparent")
        assert bench.state.preferences.picture == Picture(1, transparent=True)
        bench.enter("##name", str(tmp_path / "out"))
        assert message_of(bench) == "Exported out.png"
        with Image.open(tmp_path / "out.png") as image:
            assert (image.size, image.mode) == ((1280, 800), "RGBA")
        bench.person.run_frames(2)  # the window keeps running
        assert bench.has("##track") or bench.ear.widgets

    def test_quitting_during_an_export_asks_and_can_be_cancelled(
        self, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bench.main.session, "timeout", 0.0)
        monkeypatch.setattr("gjkscope.app.window.session.RENDER_SLICE", 0.0)  # one tile per frame: no time passes here
        bench.main.session.perform([SetPicture(Picture(4)), Export(Purpose.PICTURE, str(tmp_path / "out.png"))])
        bench.person.key("Q", "ctrl")
        assert any(words.startswith("Exporting out.png") for words in bench.ear.words)
        assert bench.state.shell.task is not None
        assert bench.state.shell.task.percent is not None
        bench.press("Keep open")
        assert (bench.state.shell.leaving, bench.main.session.finished) == (False, False)
        bench.perform(CancelTask(), frames=2)
        assert not bench.main.session.exports
        assert list(tmp_path.iterdir()) == []

    def test_the_trace_is_that_of_the_command_line(
        self, bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        bench.main.session.perform([ChooseAlgorithm("epa"), Export(Purpose.TRACE, str(tmp_path / "trace.json"))])
        a, b = bench.state.document.pair
        run_command(["query", str(bench.state.file.path), "--pair", a, b, "--algorithm", "epa", "--trace", "--json"])
        assert json.loads((tmp_path / "trace.json").read_text()) == json.loads(capsys.readouterr().out)

    def test_the_displayed_run_is_written_without_running_again(
        self, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bench.show(update(bench.state, ChooseAlgorithm("epa")))
        for name in ("trace", "query"):
            monkeypatch.setattr(engine, name, None)
        bench.main.session.perform([Export(Purpose.TRACE, str(tmp_path / "trace.json"))])
        (result,) = json.loads((tmp_path / "trace.json").read_text())["results"]
        assert len(result["trace"]) == result["steps"] > 1

    def test_scene_and_test_are_written_and_the_scene_keeps_its_file(self, bench: Bench, tmp_path: Path) -> None:
        for purpose, name in ((Purpose.SCENE, "copy.json"), (Purpose.TEST, "test_it.py")):
            bench.main.session.perform([BrowseExport(purpose), Export(purpose, str(tmp_path / name))])
        assert open_files([tmp_path / "copy.json"]) == bench.state.document.scene
        assert bench.state.file.path == scene_path("museum/hb-article-cycle-1")
        run((tmp_path / "test_it.py").read_text())

    def test_a_bug_report_is_about_the_displayed_run(self, bench: Bench, tmp_path: Path) -> None:
        bench.main.session.perform([ChooseAlgorithm("headbutt"), PlaceBody("A", PositionOrientation((0.1, 0.0, 0.0)))])
        bench.choose("File", "Export", "Bug report…")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.name == "hb-article-cycle-1-report.zip"
        bench.enter("##name", str(tmp_path / "report"))
        assert message_of(bench) == "Exported report.zip"
        with ZipFile(tmp_path / "report.zip") as archive:
            names = [name.removeprefix("gjkscope-report/") for name in archive.namelist()]
            text = archive.read("gjkscope-report/report.md").decode()
            with Image.open(BytesIO(archive.read("gjkscope-report/picture.png"))) as picture:
                assert picture.size == (1280, 800)
        assert names[:4] == ["report.md", "scene.json", "picture.png", "page.html"]
        assert "the steps of headbutt" in text
        assert "| position | 0.1 0 0 |" in text

    @pytest.mark.parametrize("purpose", WRITTEN_AT_ONCE)
    def test_a_write_failure_is_reported(self, bench: Bench, tmp_path: Path, purpose: Purpose) -> None:
        bench.main.session.perform([SetPicture(Picture(1)), Export(purpose, str(tmp_path / "no" / "place"))])
        assert message_of(bench).startswith("Not exported. ")
        assert message_of(bench).endswith("No such file or directory")

    def test_the_test_and_the_command_can_be_copied(self, bench: Bench) -> None:
        bench.main.session.perform([CopySnippet()])
        run(bench.window.clipboard)
        bench.main.session.perform([CopyQuery()])
        assert bench.window.clipboard.startswith("gjkscope query ")
        bench.main.session.perform([PlaceBody("A", PositionOrientation((9.0, 0.0, 0.0))), CopyQuery()])
        assert "save the scene first" in message_of(bench)


def test_an_invalid_scale_is_rejected() -> None:
    state = start_state()
    assert update(state, SetPicture(Picture(5))) is state


def run(text: str) -> None:
    """Run the tests in that file."""
    names: dict[str, Any] = {}
    exec(text, names)
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert len(tests) == 1
    tests[0]()


def message_of(bench: Bench) -> str:
    return bench.state.shell.message.text if bench.state.shell.message else ""


def test_the_command_of_a_slide_and_of_a_contact_policy_is_their_own() -> None:
    path = str(scene_path("motion/slide-box-flat"))
    for algorithm, words in (
        ("slide-bullet", ["slide", path, "--body", "box", "--mesh", "ground", "--policy", "bullet"]),
        ("contacts-jolt", ["query", path, "--pair", "box", "ground", "--policy", "jolt", "--trace"]),
        ("terrain", ["query", path, "--pair", "box", "ground", "--algorithm", "resolve", "--trace"]),
    ):
        program, *arguments = shlex.split(chosen_command(path, ("box", "ground"), algorithm, Options()))
        assert (program, arguments) == ("gjkscope", words)
        assert run_command(words) == 0
