"""`gjkscope contacts`, from outside."""

import json

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UNUSABLE
from gjkscope.app.command_line.main import run_command

FLOOR = str(resource("assets", "scenes", "motion") / "slide-box-flat.json")


def test_points_decisions_and_what_is_said_of_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["contacts", FLOOR, "--edges", "jolt-removal"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "box on ground, points by box3d, internal edges by jolt-removal"
    assert sum(line.startswith("  triangle ") for line in lines) == 7
    assert sum(line.startswith("  point (") for line in lines) == 4
    assert "penetration depth" in lines[-1]


def test_each_step_is_printed_and_json_has_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["contacts", FLOOR, "--trace"]) == DONE
    text = capsys.readouterr().out
    assert run_command(["contacts", FLOOR, "--json"]) == DONE
    document = json.loads(capsys.readouterr().out)
    assert len(document["points"]) == 4
    assert all(f"step {number}: {words}" in text for number, words in enumerate(document["steps"]))


def test_a_scene_without_a_mesh_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    scene = str(resource("assets", "scenes", "motion") / "stack-of-ten-boxes.json")
    assert run_command(["contacts", scene]) == UNUSABLE
    assert "--mesh: no mesh with mass 0 is in the scene" in capsys.readouterr().err
