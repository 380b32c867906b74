"""`gjkscope slide`, from outside."""

import json

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, UNUSABLE
from gjkscope.app.command_line.main import run_command
from gjkscope.engine.edges.registry import EDGE_POLICIES

MOTION = resource("assets", "scenes", "motion")
FLAT = str(MOTION / "slide-box-flat.json")


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run_command(["slide", *words]) == DONE
    return capsys.readouterr().out


@pytest.mark.thorough
def test_a_table_compares_all_policies(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, FLAT, "--seconds", "0.6")
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines()[2:]}
    assert list(rows) == list(EDGE_POLICIES)
    assert rows["none"][:3] == ["0", "100", "%"]
    assert all(rows[name][0] == "2.3" for name in rows if name != "none")


def test_one_policy_tells_what_each_ghost_did(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, FLAT, "--policy", "none", "--seconds", "0.5")
    assert "tick 21: All contacts are accepted. Ghost collision: triangle 7 takes 2.3 m/s from box along" in text


def test_json_has_every_contact_with_its_fate(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(output_of(capsys, FLAT, "--policy", "jolt-removal", "--seconds", "0.4", "--json"))
    done = document["policies"]["jolt-removal"]
    assert done["lost"] == 0
    assert len(done["ticks"]) == 25
    voided = [contact for tick in done["ticks"] for contact in tick["contacts"] if contact["fate"] == "voided"]
    assert voided
    assert all(contact["voided_by"] is not None for contact in voided)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((str(MOTION / "bullet-and-thin-plate.json"),), "no mesh with mass 0 is in the scene"),
        ((FLAT, "--body", "ball"), "no body that can move is named 'ball'; there are box"),
        ((FLAT, "--seconds", "100"), "must be > 0 and at most 20"),
        ((str(resource("assets", "scenes", "plane", "boxes-overlap-2d.json")),), "this one is 2D"),
    ],
)
def test_bad_arguments_are_one_line(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["slide", *words]) == UNUSABLE
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
