"""`gjkscope gradient`: derivatives, smoothed ones, growth distances and tables as text and JSON."""

import json
from pathlib import Path

import pytest

from gjkscope.app.command_line.main import run_command

Output = pytest.CaptureFixture[str]


def test_a_derivative_a_smoothed_one_and_the_growth_distance(capsys: Output) -> None:
    words = ["gradient", "--json", "--growth", "--smooth", "0.05", "--samples", "20", "--seed", "3", "sphere-box"]
    assert run_command(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["exists"] is True
    assert found["translation"] == pytest.approx([-0.6, -0.8, 0])
    assert found["rotation"] == pytest.approx([0.24, -0.18, -0.44])
    assert (found["smoothed"]["sigma"], found["smoothed"]["count"]) == (0.05, 20)
    assert found["smoothed"]["signed_distance"] != found["signed_distance"]
    assert found["growth"]["alpha"] == pytest.approx(1.24266963623)


def test_at_a_kink_there_is_no_derivative_but_a_set(capsys: Output) -> None:
    assert run_command(["gradient", "--json", "boxes-overlap"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["exists"], found["translation"], found["rotation"]) == (False, None, None)
    (normal,) = found["by_normal"]
    assert len(normal["witnesses_b"]) == len(normal["rotations"]) == 2
    assert run_command(["gradient", "boxes-overlap"]) == 0
    text = capsys.readouterr().out
    assert "Several points of B are as near" in text
    assert "with 2 extreme witness points on B" in text


def test_a_table_of_a_motion(capsys: Output) -> None:
    words = ["gradient", "--json", "--sweep", "move-y", "-0.5", "0.5", "3", "boxes-overlap"]
    assert run_command(words) == 0
    rows = json.loads(capsys.readouterr().out)["sweep"]
    assert [row["amount"] for row in rows] == [-0.5, 0.0, 0.5]
    assert [row["after"] for row in rows] == pytest.approx([1, 1, 1])
    assert [row["signed_distance"] - rows[1]["signed_distance"] for row in rows] == pytest.approx([-0.5, 0, 0.5])
    assert [row["smoothed"] for row in rows] == [None] * 3
    assert run_command(["gradient", "--sweep", "turn-x", "-0.1", "0.1", "3", "boxes-overlap"]) == 0
    middle = capsys.readouterr().out.splitlines()[3].split()
    assert middle[2:4] == ["0.5", "-0.5"]  # the derivatives to both sides of a kink


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--sweep", "fly-x", "0", "1", "3"], "--sweep: must be one of move-x, move-y"),
        (["--sweep", "move-x", "0", "one", "3"], "--sweep: must be two numbers and a count after move-x"),
        (["--sweep", "move-x", "0", "1", "1"], "--sweep: the count must be ≥ 2, got 1"),
        (["--smooth", "2"], "--smooth: must be above 0 and below 1, got '2'"),
    ],
)
def test_nonsense_is_refused_in_one_line(words: list[str], message: str, capsys: Output) -> None:
    assert run_command(["gradient", "sphere-box", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_pair_without_a_gradient_is_refused_and_the_others_are_answered(tmp_path: Path, capsys: Output) -> None:
    shapes = [
        {"name": "A", "type": "cylinder", "radius": 1, "half_height": 1},
        {"name": "B", "type": "sphere", "radius": 0.1, "position": [1, 0, 0]},
        {"name": "C", "type": "sphere", "radius": 0.1, "position": [4, 0, 0]},
    ]
    scene = tmp_path / "scene.json"
    scene.write_text(json.dumps({"gjkscope": 1, "name": "s", "shapes": shapes, "pairs": [["A", "B"], ["B", "C"]]}))
    assert run_command(["gradient", "--json", str(scene)]) == 0
    refused, answered = map(json.loads, capsys.readouterr().out.splitlines())
    assert refused["refused"].startswith("the cores touch")
    assert answered["translation"] == [1, 0, 0]
