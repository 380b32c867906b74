"""What every output says about a pair that was imported with numbers unread: how many, beside the verdict."""

import json
from pathlib import Path
from typing import Any

import pytest

from gjkscope import Pose, Reported, Sphere, hunt, query, replay_pairs, trace
from gjkscope.app.ask.solvers.museum import as_markdown
from gjkscope.app.base.records import replace
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.museum_table import RIGHT, EngineOutcome, EngineVersion, MuseumTable, format_table, read_table
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene, UnreadText
from gjkscope.app.scenes.scene_file import format_scene, load
from gjkscope.app.share.export.snippet import pytest_snippet
from gjkscope.app.share.web.content import scene_content
from gjkscope.app.share.web.notebook import notebook_html, notebook_text
from gjkscope.app.view.panels.step.steps_panel import steps_text
from gjkscope.engine import Box, Mesh
from gjkscope.engine.options import DEFAULT
from tests.app.share.web.payloads import read_payload
from tests.engine.known_meshes import cube

Output = pytest.CaptureFixture[str]
NOTE = "imported with 3 tokens unread"
UNREAD = [{"text": "line 4: Vec3 0, -1.5f, 0.5f", "tokens": 3}]
PARTS = (UnreadText(UNREAD[0]["text"], 3),)  # type: ignore[arg-type]


def pair(**more: Any) -> Scene:
    ball = Body("ball", Sphere(0.75), PositionOrientation((0.0, 2.5, 0.0)), **more)
    return Scene("cast", (Body("base", Box((0.5, 0.25, 1.0))), ball), unread=PARTS)


def save(folder: Path, scene: Scene) -> str:
    path = folder / "cast.json"
    path.write_text(format_scene(scene))
    return str(path)


def output_of(words: list[str], capsys: Output) -> str:
    assert run_command(words) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "options", [["--algorithm", "gjk,compare,resolve,advancement"], ["--contacts"], ["--policy", "all"]]
)
def test_each_line_of_a_query_about_the_pair(options: list[str], tmp_path: Path, capsys: Output) -> None:
    reported = (Reported(("base", "ball"), "FCL 0.7", "separated", 1.5),)
    path = save(tmp_path, replace(pair(velocity=(0.0, -1.0, 0.0)), reported=reported))
    *lines, last = output_of(["query", path, *options], capsys).splitlines()
    assert last == "cast  unread: line 4: Vec3 0, -1.5f, 0.5f"
    answers = [line for line in lines if not line.startswith("cast  base–ball    ")]  # but for the contact points
    assert answers
    assert all(line.endswith(NOTE) for line in answers)


def test_simulations(tmp_path: Path, capsys: Output) -> None:
    path = save(tmp_path, pair(velocity=(0.0, -1.0, 0.0)))
    assert output_of(["simulate", path, "--seconds", "0.05"], capsys).splitlines()[0] == NOTE
    assert json.loads(output_of(["simulate", path, "--seconds", "0.05", "--json"], capsys))["unread"] == UNREAD


def test_slides(tmp_path: Path, capsys: Output) -> None:
    ground = Body("ground", Mesh(cube().vertices, cube().faces), mass=0.0)
    ball = Body("ball", Sphere(0.5), PositionOrientation((0.0, 1.5, 0.0)), velocity=(0.1, 0.0, 0.0))
    path = save(tmp_path, Scene("slide", (ground, ball), unread=PARTS))
    words = ["slide", path, "--seconds", "0.05", "--policy", "none"]
    assert output_of(words, capsys).splitlines()[0].endswith(NOTE)
    assert json.loads(output_of([*words, "--json"], capsys))["unread"] == UNREAD


@pytest.mark.thorough
def test_reports_of_pairs(tmp_path: Path, capsys: Output) -> None:
    output_of(["report", save(tmp_path, pair()), "-o", str(tmp_path / "found")], capsys)
    text = (tmp_path / "found" / "report.md").read_text()
    assert text.splitlines()[0].endswith(f"({NOTE})")
    assert f"| note | **{NOTE}**: line 4: Vec3 0, -1.5f, 0.5f |" in text
    assert f"certified by gjkscope, {NOTE}" in (tmp_path / "found" / "test_pair.py").read_text()
    assert load(tmp_path / "found" / "scene.json").unread == PARTS


def test_pages_and_notebooks() -> None:
    scene = pair()
    runs = read_payload(scene_content(scene, ["gjk", "epa"]).payload).header["runs"]
    assert len(runs) == 2
    for answer in (run["answer"] for run in runs):
        assert (answer["proof"], answer["unread"]) == ("certified", NOTE)
        assert answer["unreadParts"] == [UNREAD[0]["text"]]
    assert NOTE in str(notebook_text(scene))
    assert NOTE in str(notebook_html(scene))
    read = read_payload(scene_content(replace(scene, unread=())).payload).header["runs"][0]["answer"]
    assert "unread" not in read


@pytest.mark.thorough
def test_pictures(tmp_path: Path, capsys: Output) -> None:
    output_of(["render", save(tmp_path, pair()), "-o", str(tmp_path / "cast.svg")], capsys)
    assert f">{NOTE}<" in (tmp_path / "cast.svg").read_text()


def test_copied_tests() -> None:
    assert f"    # The pair was {NOTE}.\n" in pytest_snippet(pair(), ("base", "ball"), "gjk", DEFAULT)


def test_copied_lists_of_steps() -> None:
    run = trace(Box((1.0, 1.0, 1.0)), Pose(), Sphere(0.5), Pose(position=(3.0, 0.0, 0.0)), "gjk")
    assert steps_text(run, ("A", "B"), unread=NOTE).splitlines()[-1] == f"gjk: separated (converged), {NOTE}"


@pytest.mark.thorough
def test_hunts_near_the_pair_and_their_replays(tmp_path: Path) -> None:
    report = hunt(lambda *_: 9.0, near=pair(), count=20, chunk=20, jobs=1, output=tmp_path / "found")
    assert report.found
    assert json.loads((tmp_path / "found" / "summary.json").read_text())["near_unread"] == UNREAD
    scenes = [load(path) for path in (tmp_path / "found").glob("*.json") if path.name != "summary.json"]
    assert scenes
    assert all(scene.unread == PARTS for scene in scenes)
    outcomes = replay_pairs(lambda *both: query(*both).signed_distance, save(tmp_path, pair()))
    assert [outcome.words for outcome in outcomes] == [f"right ({NOTE})"]


def test_tables_of_engines(tmp_path: Path) -> None:
    versions = {"fcl": EngineVersion("python-fcl", "0.7", 1e-5)}
    rows = {"cast": (EngineOutcome("fcl", "wrong", "5 % too far"),), "other": (EngineOutcome("fcl", RIGHT),)}
    table = MuseumTable("2026-01-02", "1.0", "Linux", versions, rows, (("cast", NOTE),))
    lines = as_markdown(table, "scenes").splitlines()
    assert f"| [cast](scenes/cast.json) ({NOTE}) | ✗ |" in lines
    assert f"- **cast** ({NOTE})" in lines
    assert "| [other](scenes/other.json) | ✓ |" in lines
    (tmp_path / "table.json").write_text(format_table(table), encoding="utf-8")
    assert read_table(tmp_path / "table.json") == table
