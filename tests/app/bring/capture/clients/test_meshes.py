"""Meshes that programs record: the triangles arrive, and answers are judged by them."""

import subprocess
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.reader import read_capture
from gjkscope.app.judge.captures.scanning import scan_capture
from gjkscope.engine.shapes.kinds import Hull, Mesh, Sphere
from tests.app.bring.capture.test_header import HEADERS, SANITIZERS, WARNINGS

SOURCE = Path(__file__).parent / "meshes.cpp"
FACES = ((0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7))


@pytest.mark.thorough
@pytest.mark.parametrize("options", [[], ["-DGJKSCOPE_CAPTURE", *SANITIZERS]], ids=["off", "on"])
def test_programs_record_triangles(tmp_path: Path, options: list[str]) -> None:
    words = ["g++", "-std=c++11", *WARNINGS, *options, f"-I{HEADERS}", SOURCE, "-o", tmp_path / "run"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run([tmp_path / "run"], cwd=tmp_path, check=False).returncode == 0
    if not options:
        return
    capture = read_capture(tmp_path / "meshes.gjkcap")
    assert (capture.total, capture.skipped) == (5, ())
    assert len(capture.pairs.shapes) == 5  # the first two are the same; a ball
    frame, _, ball, _ = capture.pairs.pair(0)
    assert isinstance(frame, Mesh)
    assert (frame.faces, ball) == (FACES, Sphere(0.25))
    assert capture.pairs.pair(1)[0] == frame
    assert [len(capture.pairs.pair(i)[0].faces) for i in (2, 3)] == [2, 3]  # type: ignore[attr-defined]
    assert capture.pairs.pair(4)[0] == Hull(frame.vertices)
    scan = scan_capture(capture, Tolerance(), 0)
    assert [wrong.number for wrong in scan.wrong] == [4]  # the hull, which the ball is in
