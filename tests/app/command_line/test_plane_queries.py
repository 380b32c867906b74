"""The command line on 2D scenes: two numbers for points, expectations and reports judged, and clear refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.command_line.main import run_command

Output = pytest.CaptureFixture[str]
TRIANGLE = {"name": "A", "type": "polygon", "vertices": [[0, 0], [2, 0], [0, 1]]}
DISC = {"name": "B", "type": "circle", "radius": 0.5, "position": [1.5, 1]}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return write(tmp_path)


def write(folder: Path, **more: Any) -> str:
    file = folder / "plane.json"
    document = {"gjkscope": 1, "dimension": 2, "name": "plane", "shapes": [TRIANGLE, DISC], **more}
    file.write_text(json.dumps(document), encoding="utf-8")
    return str(file)


def answers(words: list[str], capsys: Output) -> dict[str, Any]:
    assert run_command(["query", *words, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_points_and_normals_have_two_numbers(path: str, capsys: Output) -> None:
    results = answers([path, "--algorithm", "gjk,epa,exact,sat"], capsys)["results"]
    assert [result["algorithm"] for result in results] == ["gjk", "epa", "exact", "sat"]
    for result in results:
        assert result["verdict"] == "separated"
        assert len(result["normal"]) == 2
    assert results[0]["signed_distance"] == pytest.approx(1.5 / 5**0.5 - 0.5)
    assert results[0]["witness_b"] == pytest.approx([1.5 - 0.5 / 5**0.5, 1 - 1 / 5**0.5])
    assert results[0]["certificate"]["proves"] == "distance"


def test_steps_are_printed_on_request(path: str, capsys: Output) -> None:
    (result,) = answers([path, "--algorithm", "gjk", "--trace"], capsys)["results"]
    assert len(result["trace"]) == result["steps"]
    assert len(result["trace"][0]["direction"]) == 2
    assert run_command(["query", path, "--trace"]) == 0
    assert "The search starts" in capsys.readouterr().out


def test_expectations_and_reports_are_judged(tmp_path: Path, capsys: Output) -> None:
    truth = 1.5 / 5**0.5 - 0.5
    expected = {"pair": ["A", "B"], "verdict": "separated", "signed_distance": truth, "tolerance": 1e-9}
    report = {"pair": ["A", "B"], "by": "Box2D", "normal": [0, 1], "signed_distance": truth, "witness_a": [0.8, 0.6]}
    path = write(tmp_path, expected=[expected], reported=[report])
    document = answers([path], capsys)
    assert document["results"][0]["matches_expected"] is True
    (judged,) = document["reported"]
    assert judged["signed_distance"]["right"] is True
    assert judged["normal"]["said"] == [0, 1]
    assert judged["normal"]["right"] is False
    assert judged["witness_a"]["right"] is True
    wrong = write(tmp_path, expected=[{**expected, "signed_distance": 1.0}])
    assert run_command(["query", wrong]) == 1


def test_engines_are_asked_if_they_are_for_2d(tmp_path: Path, path: str, capsys: Output) -> None:
    own = tmp_path / "own.py"
    own.write_text("def touching(a, pose_a, b, pose_b):\n    return {'signed_distance': 0, 'normal': [0, 1]}\n")
    assert run_command(["query", path, "--engines", f"fcl,{own}:touching"]) == 0
    _, mine, fcl = capsys.readouterr().out.splitlines()
    assert "own.py:touching reports 0 m: A and B are 0.17082 m apart" in mine
    assert fcl.endswith(": a 3D engine; this is a 2D scene")


def test_a_push_out_and_broad_phases_have_two_numbers(tmp_path: Path, capsys: Output) -> None:
    path = write(tmp_path, shapes=[TRIANGLE, {**DISC, "position": [1, 0.5]}])
    document = answers([path, "--algorithm", "resolve,sweep"], capsys)
    assert [len(document["push_outs"][0][key]) for key in ("moved_a", "moved_b")] == [2, 2]
    assert document["broad_phases"][0]["pairs"] == [["A", "B"]]
    assert run_command(["query", path, "--algorithm", "resolve"]) == 0
    assert ", 0) m" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["query", "--algorithm", "mpr"],
            "--algorithm: mpr has no 2D version; must be one of gjk, epa, sat, mesh-distance, exact, compare, ",
        ),
        (["query", "--algorithm", "gjk,advancement"], "--algorithm: advancement has no 2D version"),
        (["render", "-o", "x.png", "--algorithm", "headbutt"], "headbutt: has no version for 2D shapes"),
    ],
)
def test_what_makes_no_sense_in_2d_is_refused_in_one_line(
    words: list[str], said: str, path: str, capsys: Output
) -> None:
    assert run_command([words[0], path, *words[1:]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err
    assert path in err
