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


CHAIN = str(resource("assets", "scenes", "plane") / "chain-ghost.json")


def test_ghost_vertices_avoid_what_the_naive_policy_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["contacts", CHAIN, "--edges", "none"]) == DONE
    assert "Ghost collision: segment 2 pushes crate along (1, 0)" in capsys.readouterr().out
    assert run_command(["contacts", CHAIN, "--trace"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "crate on ground, vertices by box2d"
    assert sum(line.startswith("  point (") for line in lines) == 4
    assert lines[-1] == "No ghost collision at a vertex of ground; without ghost vertices, one with segment 2."
    assert run_command(["contacts", CHAIN, "--json"]) == DONE
    document = json.loads(capsys.readouterr().out)
    assert [(each["fate"], each["rule"], each["raw_ghost"]) for each in document["segments"]] == [
        ("accepted", "segment", False),
        ("corrected", "snapped", True),
    ]
    assert all(f"step {number}: {words}" in "\n".join(lines) for number, words in enumerate(document["steps"]))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([CHAIN, "--edges", "bullet"], "--edges: a chain has none or box2d, not bullet"),
        ([CHAIN, "--policy", "exact"], "--policy: the points on a chain are those of its policy"),
        ([CHAIN, "--mesh", "crate"], "--mesh: no chain with mass 0 is named 'crate'; there are ground"),
        ([CHAIN, "--margin", "-1"], "--margin: must be at least 0"),
        ([FLOOR, "--margin", "1"], "--margin: only the contacts of a 2D chain have a margin"),
    ],
)
def test_options_that_do_not_fit_the_scene_are_refused(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["contacts", *words]) == UNUSABLE
    assert fault in capsys.readouterr().err
