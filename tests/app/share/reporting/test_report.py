"""Bug reports, from outside: `gjkscope report` and its files."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from PIL import Image

import gjkscope
from gjkscope import Body, Box, Hull, PositionOrientation, Scene, Sphere
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UNUSABLE
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene_file import load, write_scene
from gjkscope.app.share.reporting.bundle import report
from gjkscope.app.share.reporting.files import Views, archive_of, report_files, write_report_files
from gjkscope.app.share.reporting.findings import examine
from tests.app.state.inspection.test_reported_runs import A, B
from tests.app.state.inspection.test_reported_runs import report as reported_run

SCENES = resource("assets", "scenes")
CYCLE = str(SCENES / "museum" / "hb-article-cycle-1.json")
FCL = str(SCENES / "museum" / "fcl-508.json")
PLANAR = str(SCENES / "plane" / "libgdx-1635.json")
HOSTILE = "../../|`<b>*@me* #1 |\"'\\$x$&amp;</details>"
NO_VIEWS = Views(None, None)


def text_about(scene: Scene, *algorithms: str) -> str:
    assert scene.pairs
    return report_files(examine(scene, scene.pairs[0], algorithms), NO_VIEWS)["report.md"].decode()


def files_about(scene: Scene, *algorithms: str) -> dict[str, bytes]:
    assert scene.pairs
    return report_files(examine(scene, scene.pairs[0], algorithms), NO_VIEWS)


def cells(text: str, first: str) -> list[str]:
    """The cells of the row that begins so."""
    (line,) = re.findall(rf"^\| {re.escape(first)} \|.*$", text, re.MULTILINE)
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def pytest_in(folder: Path) -> tuple[list[str], list[str]]:
    """The tests that pass, and those that fail."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rA", "-q", "-p", "no:cacheprovider", str(folder)],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return re.findall(r"^PASSED \S*::(\S+)", done.stdout, re.M), re.findall(r"^FAILED \S*::(\S+)", done.stdout, re.M)


def faults_in(folder: Path) -> list[str]:
    """The cases of the folder's test that fail, without starting pytest."""
    source, faults = (folder / "test_pair.py").read_text("utf-8"), []
    names: dict[str, Any] = {"__file__": str(folder / "test_pair.py")}
    exec(source, names)
    names.get("test_certificate", lambda: None)()
    for case in names["CASES"]:
        try:
            names["test_algorithm"](*case)
        except AssertionError:
            faults.append(case[0])
    assert names["CASES"]
    return faults


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report about a published GJK that cycles, from the command line."""
    folder = tmp_path_factory.mktemp("reports") / "cycle"
    words = ["--algorithm", "headbutt,gjk,epa,sat,exact,aabb"]
    assert run_command(["report", CYCLE, "-o", str(folder), *words]) == DONE
    return folder


def test_a_report_has_everything(written: Path) -> None:
    names = {path.relative_to(written).as_posix() for path in written.rglob("*") if path.is_file()}
    assert {"report.md", "scene.json", "picture.png", "page.html", "test_pair.py", "certificate.json"} < names
    assert {"engines/fcl.cpp", "engines/mujoco.xml", "engines/parry.rs", "engines/box3d.c"} < names
    scene = load(written / "scene.json")
    assert scene.bodies == load(CYCLE).bodies
    with Image.open(written / "picture.png") as picture:
        assert picture.size == (1280, 800)
    assert (written / "page.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    listed = re.findall(r"^- `([^`]+)`", (written / "report.md").read_text("utf-8"), re.MULTILINE)
    assert {*listed, "report.md"} == names


def test_the_text_has_the_numbers_of_the_query(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (written / "report.md").read_text("utf-8")
    run_command(["query", CYCLE, "--algorithm", "compare", "--json"])
    (compared,) = json.loads(capsys.readouterr().out)["comparisons"]
    rows = [row for row in compared["rows"] if re.search(rf"^\| {row['algorithm']} ", text, re.MULTILINE)]
    assert len(rows) == 6
    for row in rows:
        _, verdict, distance, steps, ended, *_ = cells(text, row["algorithm"])
        assert (verdict, int(steps), ended) == (row["verdict"], row["steps"], row["exit"])
        if row["signed_distance"] is not None:
            assert float(distance.split()[0]) == pytest.approx(row["signed_distance"], rel=1e-11)
    run_command(["query", CYCLE, "--json"])
    (answer,) = json.loads(capsys.readouterr().out)["results"]
    assert cells(text, "signed distance") == ["signed distance", f"{answer['signed_distance']!r} m"]
    assert [float(part) for part in cells(text, "witness a")[1].split()] == answer["witness_a"]
    assert json.loads((written / "certificate.json").read_text("utf-8")) == answer["certificate"]
    assert text.startswith(
        "# `hb-article-cycle-1`: headbutt gives up (cycle detected), but `A` and `B` overlap by 0.20711 m"
    )


def test_the_test_fails_for_what_is_wrong_and_passes_otherwise(written: Path) -> None:
    passed, failed = pytest_in(written)
    assert failed == ["test_algorithm[headbutt-penetrating-2e-09]"]
    assert len(passed) == 5
    assert "test_certificate" in passed


def test_published_algorithms_with_known_faults_fail_only_if_they_are_asked_for() -> None:
    files = files_about(load(CYCLE))
    assert "| headbutt | undecided |" in files["report.md"].decode()
    assert files["report.md"].startswith(b"# `hb-article-cycle-1`: `A` and `B` overlap by 0.20711 m\n")
    assert b"'headbutt'" not in files["test_pair.py"]


def test_a_mesh_without_parts_is_described() -> None:
    text = text_about(load(SCENES / "motion" / "slide-box-flat.json"), "gjk")
    assert cells(text, "shape") == ["shape", "box", "mesh"]


def test_an_archive_opens_in_one_folder_and_is_reproducible(tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    assert run_command(["report", PLANAR, "-o", str(target), "--algorithm", "sat,gjk"]) == DONE
    with ZipFile(target) as archive:
        assert archive.testzip() is None
        assert {name.split("/")[0] for name in archive.namelist()} == {"gjkscope-report"}
        archive.extractall(tmp_path)
    text = (tmp_path / "gjkscope-report" / "report.md").read_text("utf-8")
    assert cells(text, "position") == ["position", "0 0", "0 0"]
    assert "code for engines: their notations are written for 3D shapes" in text
    assert "the steps of sat, gjk" in text
    assert faults_in(tmp_path / "gjkscope-report") == []
    files = {"report.md": b"text"}
    assert archive_of(files) == archive_of(files)


def test_reports_of_engines_are_judged() -> None:
    scene = load(FCL)
    text = text_about(scene, "gjk")
    assert cells(text, "`FCL, GST_LIBCCD`")[1:] == ["**wrong**", "FCL, GST_LIBCCD reports 3.1623 m: 5.41 % too far"]
    assert text.startswith("# `fcl-508`: FCL, GST_LIBCCD reports 3.1623 m: 5.41 % too far\n")


def test_the_first_difference_of_an_engine_s_own_trace_is_named() -> None:
    scene = Scene("own trace", (A, B), pairs=(("A", "B"),), reported=(reported_run(),))
    text = text_about(scene, "gjk")
    assert "`Mine 1.0`: Step 2 of Mine 1.0: w1 is dropped, although the origin is nearest to edge w0 w1" in text


def test_engines_are_asked(tmp_path: Path) -> None:
    assert run_command(["report", FCL, "-o", str(tmp_path / "r"), "--algorithm", "gjk", "--engines", "fcl"]) == DONE
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    assert cells(text, "`python-fcl 0.7.0.11`")[1] == "**wrong**"
    assert len(load(tmp_path / "r" / "scene.json").reported) == 2
    assert "replay_pairs(engine, " in (tmp_path / "r" / "test_pair.py").read_text("utf-8")


def test_hostile_names_stay_text_and_name_no_files(tmp_path: Path) -> None:
    a, b = Body(HOSTILE, Box((1, 1, 1))), Body("-x", Sphere(0.5), PositionOrientation((0, 3, 0)))
    scene = Scene(
        HOSTILE, (a, b), about=f"{HOSTILE}\n{HOSTILE}\n\n1. x", source="javascript:alert(1)", pairs=((HOSTILE, "-x"),)
    )
    write_scene(scene, tmp_path / "hostile.json")
    assert run_command(["report", str(tmp_path / "hostile.json"), "-o", str(tmp_path / "r")]) == DONE
    names = [path.relative_to(tmp_path / "r").as_posix() for path in (tmp_path / "r").rglob("*")]
    assert all(re.fullmatch(r"[a-z0-9_.]+(/[a-z0-9_.]+)?", name) for name in names)
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    outside = re.sub(r"^(`{3,}).*?^\1$|(`+) ?.*?(?<!`)\2(?!`)", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"(?<!\\)<(?!/?(details|summary)>|!-- -->)", outside)
    assert not re.search(r"[@#]\w", outside)
    assert outside.count("</details>") == 1
    assert "\n1\\. x\n" in text
    assert len({len(re.split(r"(?<!\\)\|", line)) for line in text.splitlines() if line.startswith("| gjk |")}) == 1
    assert faults_in(tmp_path / "r") == []


def test_the_pair_can_be_chosen_and_comes_first(tmp_path: Path) -> None:
    bodies = [Body(name, Sphere(0.5), PositionOrientation((3.0 * i, 0, 0))) for i, name in enumerate("ABC")]
    scene = Scene("three", tuple(bodies), pairs=(("A", "B"), ("B", "C")))
    assert report(scene, tmp_path / "r", ("C", "A"), ["gjk"])[0] == "report.md"
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    assert "`C` and `A` are 5 m apart" in text
    assert "1 other body" in text
    assert "gjkscope query scene.json --algorithm gjk --pair C A" in text
    assert load(tmp_path / "r" / "scene.json").pairs == (("C", "A"), ("A", "B"), ("B", "C"))


def test_options_reach_the_test_and_the_command() -> None:
    scene = load(SCENES / "museum" / "opengjk-52.json")
    assert scene.pairs
    examination = examine(scene, scene.pairs[0], ["gjk"], gjkscope.Options(float32=True))
    files = report_files(examination, NO_VIEWS)
    assert "query scene.json --algorithm compare --float32" in files["report.md"].decode()
    assert "OPTIONS = {'gjk': Options(float32=True)}" in files["test_pair.py"].decode()


def test_a_large_hull_is_counted_in_the_text_and_complete_in_the_files(tmp_path: Path) -> None:
    points = [(float(x), float(y), x * x + y * y / 2) for x in range(-6, 7) for y in range(-6, 7)]
    scene = Scene("hulls", (Body("A", Hull(points)), Body("B", Box((1, 1, 1)))), pairs=(("A", "B"),))
    files = files_about(scene, "gjk")
    assert "169 vertices" in files["report.md"].decode()
    assert len(files["report.md"]) < 20_000
    write_report_files(files, tmp_path)
    assert load(tmp_path / "scene.json").bodies == scene.bodies


def test_existing_files_are_kept_unless_told_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "report.zip").write_bytes(b"mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine").write_text("mine")
    for target, why in (("report.zip", "already exists"), ("folder", "is not empty")):
        assert run_command(["report", CYCLE, "-o", str(tmp_path / target)]) == UNUSABLE
        assert f"{target}: {why}; choose another name, or add --overwrite" in capsys.readouterr().err
    assert (tmp_path / "report.zip").read_bytes() == b"mine"
    words = ["report", CYCLE, "--algorithm", "gjk", "-o", str(tmp_path / "folder"), "--overwrite"]
    assert run_command(words) == DONE
    assert (tmp_path / "folder" / "mine").read_text() == "mine"
    assert (tmp_path / "folder" / "report.md").exists()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((CYCLE, "-o", "r", "--algorithm", "gjk,contacts-jolt"), "'contacts-jolt' is not one of gjk, "),
        ((PLANAR, "-o", "r", "--algorithm", "mpr"), "--algorithm: mpr has no 2D version; must be one of gjk, "),
        ((CYCLE, "-o", "r", "--pair", "A", "C"), "--pair: no body is named 'C'"),
        ((CYCLE, "-o", "file"), "file: is a file; the name of an archive must end with .zip"),
        ((CYCLE, "-o", "file/r"), "file/r: cannot be written: Not a directory"),
        (("one.json", "-o", "r"), "one.json: shapes: at least 2 are needed for a pair, got 1"),
        (("no.json", "-o", "r"), "no.json: cannot be read"),
    ],
)
def test_bad_arguments_are_one_line(
    words: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    write_scene(Scene("one", (Body("A", Sphere(1)),)), tmp_path / "one.json")
    assert run_command(["report", *words]) == UNUSABLE
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pair": ("A", "C")}, "pair: "),
        ({"pair": ("A", "A")}, "pair: must name two different bodies, got 'A' twice"),
        ({"algorithms": ["foo"]}, "algorithms: "),
        ({"overwrite": 1}, "overwrite: must be True or False, got 1"),
    ],
)
def test_bad_arguments_from_python_are_named(arguments: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        report(CYCLE, tmp_path / "r", **arguments)  # type: ignore[arg-type]


def test_without_opengl_the_text_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gjkscope.app.view.renderer.context import NoGraphics

    def no_picture(*_: object, **__: object) -> None:
        raise NoGraphics("no OpenGL 3.3")

    monkeypatch.setattr("gjkscope.app.share.reporting.bundle.draw", no_picture)
    names = report(CYCLE, tmp_path / "r", algorithms=["gjk"])
    assert "picture.png" not in names
    assert "picture: there is no OpenGL: no OpenGL 3.3" in (tmp_path / "r" / "report.md").read_text("utf-8")


def test_a_mesh_with_parts_is_tested_by_the_parts_that_decide(tmp_path: Path) -> None:
    paths = [path for path in sorted(SCENES.rglob("*.json")) if '"parts"' in path.read_text("utf-8")]
    scene = replace(load(paths[0]), reported=())
    pair = gjkscope.app.state.actions.files.first_pair(scene)
    files = report_files(examine(scene, pair, ["gjk"]), NO_VIEWS)
    write_report_files(files, tmp_path)
    assert faults_in(tmp_path) == []
