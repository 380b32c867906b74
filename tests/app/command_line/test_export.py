"""`gjkscope export`, from outside: the pages that it writes."""

import json
import re
from pathlib import Path

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UNUSABLE
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene_file import load, write_scene
from tests.app.share.web.payloads import Page, read_payload

SCENE = str(resource("assets", "scenes", "museum", "fcl-293.json"))
BOXES = str(resource("assets", "scenes", "boxes-edge-edge.json"))
BULLET = str(resource("assets", "scenes", "motion", "bullet-and-thin-plate.json"))
DEMO = str(resource("assets", "demos", "ghost-collision.gjkdemo.json"))
HOSTILE = "</script><script>alert(1)</script>\"'&é\U0001f600"


def export(folder: Path, *words: str) -> str:
    page = folder / "page.html"
    assert run_command(["export", *words, "-o", str(page)]) == DONE
    return page.read_text(encoding="utf-8")


def test_the_website_goes_into_a_folder_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.tex").write_text("work")
    assert run_command(["export", "--site", str(tmp_path)]) == UNUSABLE
    assert "is not empty and holds no earlier export; name another folder" in capsys.readouterr().err
    assert run_command(["export", "--site", str(tmp_path / "thesis.tex")]) == UNUSABLE
    assert "is a file; name a folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("words", [[SCENE], ["-o", "page.html"], ["--embed"], ["--algorithm", "sat"]])
def test_the_website_has_no_other_arguments(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", *words, "--site", str(tmp_path / "site")]) == UNUSABLE
    assert "argument --site: writes the whole website" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--download", "no.whl", "--site", "{folder}/site"], "no.whl: cannot be copied: No such file"),
        (["--documentation", "{folder}", "--site", "{folder}/site"], "holds no index.html; build the documentation"),
        (["--documentation", "{folder}", SCENE, "-o", "page.html"], "argument --documentation: only with --site"),
    ],
)
def test_parts_of_the_website_must_exist(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", *(word.format(folder=tmp_path) for word in words)]) == UNUSABLE
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("words", "missing"), [([], "FILE"), ([SCENE], "-o/--output")])
def test_a_page_needs_a_file_and_a_name(words: list[str], missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["export", *words]) == UNUSABLE
    assert f"the following arguments are required: {missing}" in capsys.readouterr().err


@pytest.mark.parametrize("page", ["0", "26", "4.0", "4.99", "4.x", "four"])
def test_a_lesson_that_does_not_exist_is_refused(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["--lesson", page]) == UNUSABLE
    assert "must be a lesson from 1 to 25, or a page of it, such as 4.3" in capsys.readouterr().err


def content(page: str) -> Page:
    (payload,) = re.findall(r'<script type="text/plain" id="payload">(.*?)</script>', page)
    return read_payload(payload)


def test_a_page_has_a_run_for_each_algorithm(tmp_path: Path) -> None:
    runs = content(export(tmp_path, SCENE, "--algorithm", "gjk,sat,mpr")).header["runs"]
    assert [run["algorithm"] for run in runs] == ["gjk", "sat", "mpr"]
    assert [len(run["steps"]) for run in runs] == [7, 15, 6]
    assert runs[0]["answer"]["verdict"] == "separated"
    assert runs[1]["axes"]["isRun"]


def test_a_page_loads_nothing(tmp_path: Path) -> None:
    page = export(tmp_path, SCENE)
    assert "default-src 'none'" in page
    assert not re.findall(r"<link|<iframe|@import|url\(", page)
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", load(SCENE).source}


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    scene = load(SCENE)
    a, b = scene.bodies
    named = replace(
        scene,
        name=HOSTILE,
        about=f"<img src=x onerror=alert(1)> {HOSTILE}",
        source="javascript:alert(1)",
        bodies=(replace(a, name=HOSTILE), b),
        pairs=(),
        expected=(),
        reported=(),
    )
    write_scene(named, tmp_path / "hostile.json")
    page = export(tmp_path, str(tmp_path / "hostile.json"))
    assert page.count("<script") == page.count("</script>") == 4
    assert "<img" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert 'href="javascript' not in page
    assert content(page).header["pair"][0] == HOSTILE


def test_content_for_the_element_comes_with_its_script(tmp_path: Path) -> None:
    assert run_command(["export", BOXES, "-o", str(tmp_path / "scene.json"), "--drag", "B"]) == DONE
    written = json.loads((tmp_path / "scene.json").read_text(encoding="utf-8"))
    assert (written["gjkscope"], written["title"]) == (1, "two boxes, edge across edge")
    places = read_payload(written["payload"]).header["drag"]["places"]
    assert all(len(place["position"]) == 3 for place in places)
    assert "gjkscope-player" in (tmp_path / "gjkscope-player.js").read_text(encoding="utf-8")


def test_an_embedded_page_is_only_the_player(tmp_path: Path) -> None:
    page = export(tmp_path, SCENE, "--embed")
    assert "<header>" not in page
    assert "<footer>" not in page
    assert 'class="embedded"' in page


def test_a_range_of_steps(tmp_path: Path) -> None:
    (run,) = content(export(tmp_path, SCENE, "--steps", "2:4")).header["runs"]
    assert [run["first"], len(run["steps"])] == [2, 3]


def test_a_body_to_drag(tmp_path: Path) -> None:
    page = export(tmp_path, BOXES, "--drag", "B", "--to=-1,3/2,0")
    drag = content(page).header["drag"]
    assert drag["body"] == "B"
    assert drag["places"][-1]["words"] == "B at (−1, 1.5, 0) m"
    assert [len(stop["runs"]) for stop in drag["places"][1:]] == [1] * 24
    assert len(page) < 400_000


def test_a_scene_that_moves_has_a_film(tmp_path: Path) -> None:
    header = content(export(tmp_path, BULLET)).header
    (film,) = header["films"]
    assert film["seconds"] == 3.0
    times = [frame["time"] for frame in film["frames"]]
    assert times == sorted(times)
    looks = {frame["panes"][0]["look"] for frame in film["frames"]}
    assert len(looks) > 10


def test_a_demo_is_a_film_with_its_captions(tmp_path: Path) -> None:
    page = export(tmp_path, DEMO)
    (film,) = content(page).header["films"]
    listed = json.loads(resource("assets", "demos.json").read_text(encoding="utf-8"))["ghost-collision"]
    assert film["seconds"] == pytest.approx(listed, abs=1)
    assert len({frame.get("caption") for frame in film["frames"]}) > 4
    assert len({frame["panes"][0]["camera"] for frame in film["frames"]}) > 10
    assert len(page) < 700_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((SCENE, "-o", "page.pdf"), "page.pdf: the name must end with .html for a page, with .json"),
        ((SCENE, "-o", "page.html", "--algorithm", "gjk,foo"), "'foo' is not one of gjk, "),
        ((SCENE, "-o", "page.html", "--steps", "5:2"), "must be FIRST:LAST, such as 0:5, got '5:2'"),
        ((SCENE, "-o", "page.html", "--steps", "9:12"), "--steps: must be a range within 0:6, got 9:12"),
        ((SCENE, "-o", "page.html", "--to", "1,2,3"), "--to: needs --drag"),
        ((SCENE, "-o", "page.html", "--drag", "C"), "--drag: must be A or B"),
        ((SCENE, "-o", "page.html", "--drag", "A", "--to", "1,x"), "argument --to: must be a number"),
        ((SCENE, "-o", "page.html", "--drag", "A", "--steps", "0:1"), "--drag: cannot be combined with --steps"),
        ((DEMO, "-o", "page.html", "--drag", "A"), "--drag: needs a scene"),
        ((SCENE, "-o", "no/page.html"), "no/page.html: cannot be written: No such file or directory"),
        (("no.json", "-o", "page.html"), "no.json: cannot be read"),
        (("no.gjkdemo.json", "-o", "page.html"), "no.gjkdemo.json: cannot be read"),
        ((str(resource("assets", "scenes", "sphere-box.json")), "-o", "p.html", "--algorithm", "sat"), "--algorithm: "),
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
    assert run_command(["export", *words]) == UNUSABLE
    said = capsys.readouterr().err.replace("\n  ", " ")  # a long one is wrapped
    assert message in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
