"""`gjkscope_capture.hpp`: vectors, quaternions and matrices of all kinds give the same pose; no code if not enabled."""

import socket
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gjkscope import Iteration, IterationVertex
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.layout import LOOPBACK, file_header
from gjkscope.app.bring.capture.reader import Capture, parse_capture, read_capture
from gjkscope.app.judge.captures.scanning import scan_capture
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Point, Sphere

SOURCE = Path(__file__).parent / "wrapper.cpp"
HEADERS = resource("assets", "clients", "gjkscope_capture.hpp").parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-Wconversion"]
TURNED = [[0, -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
NOTATIONS = 15
SINGLE = 2.0**-22  # the rounding of a matrix from a quaternion in single precision


def build(folder: Path, *options: str) -> Path:
    program = folder / "program"
    words = ["g++", *WARNINGS, *options, f"-I{HEADERS}", SOURCE, "-o", program, "-pthread"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return program


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options", [["-std=c++11", "-DGJKCAP_DOUBLE", "-DGJKCAP_ITERATIONS=64"], ["-std=c++17"]], ids=["C++11", "C++17"]
)
def test_every_notation_gives_the_same_pair(tmp_path: Path, options: list[str]) -> None:
    program = build(tmp_path, "-DGJKSCOPE_CAPTURE", *options)
    assert subprocess.run([program], cwd=tmp_path, check=False).returncode == 0
    capture = read_capture(tmp_path / "run.gjkcap")
    assert (capture.total, capture.lost, capture.skipped) == (NOTATIONS + 6, 0, ())
    in_order = np.argsort(capture.ids[:, 1], kind="stable")
    turned = in_order[capture.ids[in_order, 0] == 7]
    assert len(turned) == NOTATIONS
    assert np.abs(capture.pairs.poses_b[turned] - TURNED).max() <= SINGLE
    assert scan_capture(capture, Tolerance(1e-6), 0).found == 0
    check_shapes(capture)
    check_stream(program, has_iterations="-DGJKCAP_ITERATIONS=64" in options)


def check_stream(program: Path, has_iterations: bool) -> None:
    """The pair that the program streams."""
    with socket.create_server((LOOPBACK, 0)) as server:
        running = subprocess.Popen([program, str(server.getsockname()[1])])
        connection, _ = server.accept()
        with connection:
            connection.sendall(file_header())
            received = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        assert running.wait() == 0
    assert received.endswith(bytes(8))  # it ended as it should
    [trace] = [parse_capture(received).answers.answer(0).iterations]
    first, second = (
        IterationVertex((-3.5, 0, 0), (1, 0, 0), (4.5, 0, 0)),
        IterationVertex((-4.5, 0, 0), (0, 1, 0), (4.5, 1, 0)),
    )
    plain = (IterationVertex((-3.5, 0, 0)), IterationVertex((-4.5, 0, 0)))
    wanted = (
        Iteration(plain[:1], (1, 0, 0)),
        Iteration((first, second), None, (-3.5, 0, 0)),
        *2 * (Iteration((first, second)),),
        Iteration(plain),
        Iteration(
            (), (1, 0, 0), faces=(((-3.5, 0, 0), (-4.5, 0, 0), (0, 1, 0)),), face=((1, 0, 0), (0, 1, 0), (-3.5, 0, 0))
        ),
        Iteration(plain, (0, 1, 0), interior=(1, 0, 0)),
        Iteration((), (0, 1, 0), separation=2),
    )
    assert trace == (wanted if has_iterations else ())


def check_shapes(capture: Capture) -> None:
    """The shapes of the last pairs of the program."""
    corners = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    shapes = [*capture.pairs.shapes]
    wanted = [
        *(Hull(corners), Hull(corners, rounding=0.5), Cylinder(1, 1, rounding=0.25), Point(0.5), Ellipsoid((1, 2, 3))),
        *(Cone(1, 1), Box((1, 1, 1), 0.5), Box((1, 1, 1)), Sphere(1), Capsule(0.5, 2, "x")),
    ]
    assert all(shape in shapes for shape in wanted)
    assert len(shapes) == len(wanted)


@pytest.mark.thorough
def test_it_is_no_code_unless_it_is_enabled(tmp_path: Path) -> None:
    assert subprocess.run([build(tmp_path, "-O1", "-std=c++11")], cwd=tmp_path, check=False).returncode == 0
    assert not [*tmp_path.glob("*.gjkcap")]
    text = '#include "gjkscope_capture.hpp"\nvoid ask(const float *p, float r);\nvoid ask(const float *p, float r) {\n'
    text += "    gjkscope::pair(1, p, 2, gjkscope::sphere(double(r)), gjkscope::frame(p), gjkscope::box(p),"
    text += "\n                   gjkscope::rows(p),          gjkscope::distance(double(r)).normal(p));\n}\n"
    (tmp_path / "one.cpp").write_text(text, encoding="utf-8")
    command = ["g++", "-O2", "-std=c++11", f"-I{HEADERS}", "-S", tmp_path / "one.cpp", "-o", "-"]
    code = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.strip() for line in code[code.index("_Z3askPKff:") :].splitlines()]
    instructions = [line for line in lines if line and not line.startswith(".") and not line.endswith(":")]
    assert [word for word in instructions if word not in ("ret", "endbr64", "nop")] == []
