"""`gjkscope query` with the continuous tests of triangles."""

import json
from pathlib import Path

import pytest

from gjkscope.app.command_line.main import run_command

Output = pytest.CaptureFixture[str]

FLOOR = {"type": "triangle", "vertices": [[-1, 0, -1], [1, 0, -1], [0, 0, 1]], "mass": 0}
LEAF = {
    "type": "triangle",
    "vertices": [[0, -0.5, 0.25], [0.125, 0.5, 0.125], [-0.25, 0.5, -0.25]],
    "position": [0, 1.5, 0],
    "velocity": [0.125, -1, 0],
}


def test_both_searches_find_the_contact_and_trace_it(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "leaf.json"
    shapes = [{"name": "A", **FLOOR}, {"name": "B", **LEAF}]
    path.write_text(json.dumps({"gjkscope": 1, "name": "leaf", "shapes": shapes}), encoding="utf-8")
    assert (
        run_command(["query", str(path), "--json", "--trace", "--algorithm", "triangles-cubic,triangles-inclusion"])
        == 0
    )
    cubic, inclusion = json.loads(capsys.readouterr().out)["first_contacts"]
    assert (cubic["time"], cubic["free_until"]) == (1.0, 0.0)
    assert 0.99999 < inclusion["time"] == inclusion["free_until"] <= 1.0
    assert inclusion["trace"][0]["element"]["kind"] == "vertex_face"
    assert len(cubic["trace"]) == 16
