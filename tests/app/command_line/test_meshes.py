"""What every command says about a mesh that is not convex: "of its hull", beside the verdict, and never "certified"."""

import json
from pathlib import Path
from typing import Any

import pytest

from gjkscope import Box, Mesh, Pose, Sphere, trace
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.app.share.web.content import scene_content
from gjkscope.app.share.web.notebook import notebook_text
from gjkscope.app.state.actions import ChooseAlgorithm, GoToLast, GoToStep, initial_state, update
from gjkscope.app.state.inspection.beats import words_of_beats
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.inspection.traces import current_step, inspect, names_in_steps
from gjkscope.app.view.panels.step.steps_panel import steps_text
from tests.app.share.web.payloads import read_payload
from tests.engine.known_meshes import angle, cube, ring

EVERY_ENGINE = 10


def save(folder: Path, *bodies: Body) -> str:
    path = folder / "pair.json"
    path.write_text(format_scene(Scene("pair", bodies)))
    return str(path)


def ring_and_ball(folder: Path, **more: Any) -> str:
    return save(folder, Body("ring", ring(), **more), Body("ball", Sphere(0.5)))


def output_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run_command(words) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("asked", ["gjk", "epa", "mpr", "exact", "aabb", "sphere", "compare"])
def test_query_says_so_in_the_line_of_each_verdict(
    asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ring_and_ball(tmp_path)
    for line in output_of(["query", path, "--algorithm", asked], capsys).splitlines():
        if "not answered" not in line and "mesh-distance" not in line:  # which takes the triangles
            assert "(of its hull)" in line.partition("steps")[0]
            assert "not certified (of its hull)" in line
            assert "certified" not in line.replace("not certified", "")


def test_query_says_so_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ring_and_ball(tmp_path)
    document = json.loads(output_of(["query", path, "--json", "--contacts"], capsys))
    (result,) = document["results"]
    assert (result["verdict"], result["of_hulls"], result["uncertified"]) == ("penetrating", True, "of its hull")
    assert result["certificate"]["of_hulls"]
    assert result["contacts"]["of_hulls"]
    document = json.loads(output_of(["query", path, "--json", "--algorithm", "compare,resolve"], capsys))
    rows = document["comparisons"][0]["rows"]
    assert rows
    assert {row["algorithm"] for row in rows if row["certified"] or row["proves"] is not None} == {"mesh-distance"}
    assert {row["algorithm"] for row in rows if not row.get("of_hulls")} == {"mesh-distance"}
    assert document["push_outs"][0]["of_hulls"]


def test_contacts_push_outs_and_times_of_contact_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ring_and_ball(tmp_path, velocity=(1.0, 0.0, 0.0))
    assert "contacts exact  1 point (of its hull)" in output_of(["query", path, "--contacts"], capsys)
    lines = output_of(["query", path, "--policy", "all"], capsys).splitlines()[1:]
    assert all(line.endswith("of its hull") for line in lines)
    assert "(of its hull)" in output_of(["query", path, "--algorithm", "resolve"], capsys)
    assert "of its hull" in output_of(["query", path, "--algorithm", "advancement"], capsys)
    assert "ring is not convex: all its contacts are of its hull" in output_of(
        ["simulate", path, "--seconds", "0.05"], capsys
    )


@pytest.mark.thorough
def test_reports_of_pairs_say_so_and_have_every_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, Body("ring", ring()), Body("angle", angle(), PositionOrientation((0.5, 0.2, 0.1))))
    output_of(["report", path, "-o", str(tmp_path / "found")], capsys)
    text = (tmp_path / "found" / "report.md").read_text()
    assert "| verdict | penetrating (of their hulls) |" in text
    assert "not certified (of their hulls)" in text
    assert "certified" not in text.replace("not certified", "")
    assert "no such shape" not in text
    assert "ring: the mesh is not convex, and written as its convex hull, which the answer is about" in text
    assert not (tmp_path / "found" / "certificate.json").exists()
    assert len([*(tmp_path / "found" / "engines").iterdir()]) == EVERY_ENGINE


def test_pages_and_notebooks_say_so() -> None:
    scene = Scene("pair", (Body("ring", ring()), Body("ball", Sphere(0.5))))
    runs = read_payload(scene_content(scene).payload).header["runs"]
    assert runs
    for run in runs:
        assert run["answer"]["words"] == "penetrating (of its hull)"
        assert run["answer"]["proof"] == "not certified (of its hull)"
        assert not run["answer"]["proved"]
        assert run["bounds"]["truth"] is None  # the plot calls it certified
    pair = ring(), Pose(), Sphere(0.5), Pose()
    assert str(notebook_text(trace(*pair, "gjk"))).startswith("gjk: penetrating (of its hull), ")


def test_convex_meshes_and_parts_need_no_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, Body("die", cube()), Body("ball", Sphere(0.5), PositionOrientation((2, 0, 0))))
    line = output_of(["query", path], capsys)
    assert "hull" not in line
    assert line.rstrip().endswith("certified")
    parts = [[(x, y, z) for x in (0, u) for y in (0, v) for z in (0, 1)] for u, v in ((2, 1), (1, 2))]
    whole = Mesh(angle().vertices, angle().faces, parts=parts)
    path = save(tmp_path, Body("angle", whole), Body("box", Box((0.1, 0.1, 0.1)), PositionOrientation((1.5, 1.5, 0.5))))
    line = output_of(["query", path, "--contacts"], capsys)
    assert "hull" not in line
    assert line.startswith("pair  angle–box  separated  signed distance 0.4 m")


HOLDS = "This is true of its hull, but not necessarily of the mesh."


@pytest.mark.parametrize("asked", ["gjk", "epa", "mpr", "exact", "resolve", "advancement"])
def test_the_last_step_says_so(asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ring_and_ball(tmp_path, velocity=(1.0, 0.0, 0.0))
    _, *steps = output_of(["query", path, "--algorithm", asked, "--trace"], capsys).splitlines()
    assert [step.endswith(HOLDS) for step in steps] == [*[False] * (len(steps) - 1), True]


def test_the_last_step_of_each_algorithm_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """GJK's is not the last one of all, but says that the two overlap."""
    path = ring_and_ball(tmp_path)
    said_so = [line.endswith(HOLDS) for line in output_of(["query", path, "--trace"], capsys).splitlines()]
    assert (said_so.count(True), said_so[-1]) == (2, True)
    (result,) = json.loads(output_of(["query", path, "--trace", "--json"], capsys))["results"]
    assert result["trace"][-1]["words"].endswith(HOLDS)
    lines = output_of(["query", path, "--contacts", "--algorithm", "gjk", "--trace"], capsys).splitlines()
    assert lines[-1].endswith(HOLDS)


def test_two_meshes_are_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, Body("ring", ring()), Body("angle", angle(), PositionOrientation((9.0, 0.0, 0.0))))
    last = output_of(["query", path, "--trace"], capsys).splitlines()[-1]
    assert last.endswith("This is true of their hulls, but not necessarily of the meshes.")


def test_convex_meshes_and_terrains_have_no_such_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, Body("die", cube()), Body("ball", Sphere(0.5), PositionOrientation((2, 0, 0))))
    assert "hull" not in output_of(["query", path, "--trace"], capsys)
    path = ring_and_ball(tmp_path, mass=0.0)
    assert "hull" not in output_of(["query", path, "--algorithm", "resolve", "--trace"], capsys)


def test_pages_films_and_notebooks_say_so_at_the_last_step() -> None:
    scene = Scene("pair", (Body("ring", ring(), velocity=(1.0, 0.0, 0.0)), Body("ball", Sphere(0.5))))
    header = read_payload(scene_content(scene, ["gjk", "epa"]).payload).header
    for run in header["runs"]:
        assert [step["sentence"].endswith(HOLDS) for step in run["steps"]][-2:] == [False, True]
    assert all(frame["sentence"].endswith(HOLDS) for film in header["films"] for frame in film["frames"])
    lines = str(notebook_text(trace(ring(), Pose(), Sphere(0.5), Pose(), "gjk"))).splitlines()
    assert [line.endswith(HOLDS) for line in lines] == [False] * (len(lines) - 1) + [True]


@pytest.mark.parametrize("algorithm", ["gjk", "resolve", "contacts-exact", "advancement"])
def test_the_window_and_its_copies_say_so_at_the_last_step(algorithm: str) -> None:
    bodies = Body("ring", ring(), velocity=(1.0, 0.0, 0.0)), Body("ball", Sphere(0.5))
    state = update(initial_state(Scene("pair", bodies)), ChooseAlgorithm(algorithm))
    first, last = update(state, GoToStep(0)), update(state, GoToLast())
    assert step_sentence(first).endswith(HOLDS) is (current_step(last) == 0)
    assert step_sentence(last).endswith(HOLDS)
    run = inspect(last).trace
    assert run is not None
    assert HOLDS in steps_text(run, names_in_steps(last), whole=True).splitlines()[-2]


def test_the_last_beat_of_the_last_step_says_so() -> None:
    state = update(initial_state(Scene("pair", (Body("ring", ring()), Body("ball", Sphere(0.5))))), GoToLast())
    *earlier, last = [sentence for _, _, sentence in words_of_beats(state)]
    assert last.endswith(HOLDS)
    assert not any(HOLDS in sentence for sentence in earlier)
    before = update(state, GoToStep(0))
    assert not any(HOLDS in sentence for _, _, sentence in words_of_beats(before))
