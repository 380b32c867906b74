"""`gjkscope query --contacts`: contact points as text and JSON, by each policy."""

import json
from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.engine.contacts.registry import POLICIES

SCENE = {
    "gjkscope": 1,
    "name": "a box on a floor",
    "shapes": [
        {"name": "floor", "type": "box", "half_extents": [1, 1, 1], "mass": 0},
        {"name": "box", "type": "box", "half_extents": [1, 1, 1], "position": [0.5, 1.9, 0.25]},
    ],
}


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "floor.json"
    path.write_text(json.dumps(SCENE))
    return path


def test_text_has_a_line_per_point(scene: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", str(scene), "--contacts"]) == 0
    _, head, *points = capsys.readouterr().out.splitlines()
    assert "contacts exact  4 points" in head
    assert "as exact contacts" in head
    places, origins = points[::2], points[1::2]
    assert len(places) == 4
    assert all("0.1 m deep" in line for line in places)
    assert all(line.split("  ")[-1].strip().startswith("step ") and line.endswith(": kept") for line in origins)


@pytest.mark.parametrize("policy", POLICIES)
def test_json_has_contacts_in_each_result(policy: str, scene: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", str(scene), "--policy", policy, "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    contacts = result["contacts"]
    assert contacts["policy"] == policy
    assert len(contacts["points"]) == 4
    assert set(contacts["points"][0]) >= {"position", "position_a", "position_b", "depth", "id"}
    assert contacts["judged"]["phantoms"] == 0
    assert contacts["judged"]["exact_area"] == pytest.approx(1.5 * 1.75)


def test_all_policies_have_a_line_each(scene: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", str(scene), "--policy", "all"]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split()[3] for line in lines] == [*POLICIES]
    for line in lines:
        assert "no phantom    depth: right" in line
        assert line.endswith("area: complete")


def test_json_has_all_policies_in_each_result(scene: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", str(scene), "--policy", "all", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert "contacts" not in result
    alone = []
    for policy in POLICIES:
        assert run_command(["query", str(scene), "--policy", policy, "--json"]) == 0
        alone.append(json.loads(capsys.readouterr().out)["results"][0]["contacts"])
    assert result["contact_policies"] == alone
    assert [len(contact["points"]) for contact in alone] == [4, 4, 4, 4]


def test_all_policies_of_bodies_with_parts_tell_of_seams(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", str(resource("assets", "scenes", "seam.json")), "--policy", "all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[3] for line in lines if "  contacts " in line] == [*POLICIES]
    assert sum("Ghost contact" in line for line in lines) == len(POLICIES)


def test_all_policies_include_those_that_refuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ball = {"name": "ball", "type": "ellipsoid", "radii": [1, 2, 1], "position": [0, 2.9, 0]}
    path = tmp_path / "ball.json"
    path.write_text(json.dumps(SCENE | {"shapes": [SCENE["shapes"][0], ball]}))  # type: ignore[index]
    assert run_command(["query", str(path), "--policy", "all"]) == 0
    text = capsys.readouterr().out
    assert text.count("not box and ellipsoid") == 3
    assert "contacts bullet  1 point" in text


def test_a_refusal_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ball = {"name": "ball", "type": "ellipsoid", "radii": [1, 2, 1], "position": [0, 2.5, 0]}
    path = tmp_path / "ball.json"
    path.write_text(json.dumps(SCENE | {"shapes": [SCENE["shapes"][0], ball]}))  # type: ignore[index]
    assert run_command(["query", str(path), "--policy", "jolt"]) == 0
    refusal = capsys.readouterr().out
    assert "contacts jolt  it supports boxes" in refusal
    assert "not box and ellipsoid" in refusal


def test_an_unknown_policy_is_an_error(scene: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["query", str(scene), "--policy", "ode"]) == 2
    assert "box3d" in capsys.readouterr().err


def test_the_phantom_of_mujoco_3476_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(resource("assets", "scenes", "museum", "mujoco-3476.json"))
    assert run_command(["query", path, "--contacts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    [report] = [line for line in lines if "MuJoCo 3.10.0" in line]
    assert "1 of 5, is a phantom, 0.0179 m outside" in report
    [origin] = [line for line in lines if line.startswith("  point ")]
    assert origin.startswith("  point 4: ")
    assert "no clip is missing" in origin
    assert run_command(["query", path, "--contacts", "--json"]) == 0
    [judged] = json.loads(capsys.readouterr().out)["reported"]
    assert [point["is_phantom"] for point in judged["points"]] == [False, False, False, True, False]
    nearest = [point["origin"]["near"][0] for point in judged["points"]]
    assert [near["same"] for near in nearest] == [True, True, True, False, True]
    assert nearest[3]["away"] == pytest.approx(0.0179, abs=1e-4)
