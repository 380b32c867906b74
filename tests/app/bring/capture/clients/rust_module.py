"""`gjkscope_capture.rs` records and streams from two threads; `make test-clients` installs rustc and runs this."""

import socket
import subprocess
from pathlib import Path
from struct import pack

import pytest

from gjkscope import Iteration, IterationVertex
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.layout import LOOPBACK, RecordType, file_header, record
from gjkscope.app.bring.capture.listening.listener import Listener
from gjkscope.app.bring.capture.reader import parse_capture, read_capture
from gjkscope.app.judge.captures.scanning import scan_capture
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Mesh
from tests.app.bring.capture.test_live import changes, check_traces, follow

PROGRAM = Path(__file__).parent / "rust" / "main.rs"
MODULE = resource("assets", "clients", "gjkscope_capture.rs")
PAIRS, SLOTS = 20_000, 16_384  # per thread, as in the program and the module
ENABLED = ["--cfg", 'feature="gjkscope"']


def run(folder: Path, *options: str) -> Path:
    """Compiles the program and runs it in an empty folder."""
    program, out = build(folder, *options), folder / "out"
    out.mkdir()
    subprocess.run([program], cwd=out, capture_output=True, check=True, timeout=60)
    return out


def build(folder: Path, *options: str) -> Path:
    """The program, compiled with warnings as errors."""
    for source in (PROGRAM, MODULE):
        (folder / source.name).write_bytes(source.read_bytes())
    program = folder / "program"
    words = ["rustc", "--edition", "2021", "-O", "-D", "warnings", *options, folder / PROGRAM.name, "-o", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return program


def test_it_records_pairs_that_can_be_scanned(tmp_path: Path) -> None:
    out = run(tmp_path, *ENABLED)
    whole = read_capture(out / "all.gjkcap")
    assert (whole.total, whole.lost, whole.skipped) == (2 * SLOTS + 4, 2 * (PAIRS - SLOTS), ())
    scan = scan_capture(whole, Tolerance(1e-6), 0)
    assert [(answer.ids, answer.fault.symptom) for answer in scan.wrong] == [((1, PAIRS - 3), "wrong distance")]
    during, panicked = (read_capture(out / f"{name}.gjkcap") for name in ("during", "panic"))
    assert scan_capture(during, Tolerance(1e-6), 0).found <= 1  # depends on how far the threads are
    assert (panicked.skipped, panicked.total > SLOTS) == ((), True)


def test_shapes_and_matrices(tmp_path: Path) -> None:
    last = read_capture(run(tmp_path, *ENABLED) / "last.gjkcap")
    hull, _, capsule, turned = last.pairs.pair(0)
    assert hull == Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), 0.5)
    assert (capsule, turned) == (Capsule(0.5, 2, "x"), (((0, -1, 0), (1, 0, 0), (0, 0, 1)), (5, 6, 7)))
    assert last.pairs.pair(1)[::2] == (Cylinder(1, 2, "z"), Cone(1, 2))
    assert last.pairs.pair(2)[::2] == (Ellipsoid((1, 2, 3)), Box((1, 1, 1), 0.5))
    assert last.pairs.pair(3)[0] == Mesh(hull.vertices, ((0, 1, 2), (0, 3, 1), (1, 3, 2)))


def test_it_records_nothing_unless_the_feature_is_enabled(tmp_path: Path) -> None:
    assert not [*run(tmp_path).iterdir()]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("enabled"), *ENABLED)


def test_it_streams_iterations_to_a_listener(program: Path) -> None:
    listener = Listener(port=0)
    running = subprocess.Popen([program, str(listener.port), "100"], stderr=subprocess.PIPE, text=True)
    captures, events = follow(listener)
    _, err = running.communicate()
    listener.close()
    assert (running.returncode, err, changes(events)) == (0, "", ["connected", "ended"])
    assert all(capture.skipped == () for capture in captures)
    *_, last = (capture for capture in captures if capture.total)
    [trace] = [last.answers.answer(i).iterations for i in range(last.pairs.size) if last.ticks[i] == 1000][:1]
    a = (1.0, 0.0, 0.0)
    ends = (IterationVertex((-3, 0, 0), a, (4, 0, 0)), IterationVertex((-4, 0, 0), a, (5, 0, 0)))
    p, q, corner = (-3, 0, 0), (-4, 0, 0), (0, 1, 0)
    assert trace == (
        Iteration(ends, None, p),
        Iteration((), (0, 1, 0), faces=((p, q, corner),), face=(corner, p, q)),
        Iteration((IterationVertex(p), IterationVertex(q)), interior=corner),
        Iteration((), (0, 1, 0), separation=-0.5),
    )
    pairs = sum(capture.total + capture.lost for capture in captures)
    assert 5000 < pairs <= 2 * 100 * 50 + 3  # those from before the connection are not sent
    traced = [capture for capture in captures if not (capture.ticks == 1000).any()]
    assert sum(map(check_traces, traced)) == sum(int((capture.ids[:, 1] % 5 > 0).sum()) for capture in traced)


def test_a_slow_listener_gets_whole_records(program: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        running = subprocess.Popen([program, str(server.getsockname()[1]), "800"])
        connection, _ = server.accept()
        with connection:
            connection.sendall(file_header())
            assert running.wait(60) == 0  # nothing is read meanwhile
            received = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    capture = parse_capture(received)
    assert (capture.skipped, 0 < capture.total < 2 * 800 * 50) == ((), True)
    assert check_traces(capture) > 0


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"\x89GJKCAP\n" + pack("<HHI16x", 2, 5, 32), "this one writes version 1 of .gjkcap, it reads version 2"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n<html>", "is not a gjkscope that listens"),
        (file_header() + record(RecordType.REFUSAL, b"byte 40: no\x1b[2J"), "byte 40: no?[2J"),
    ],
    ids=["version", "another server", "refusal"],
)
def test_it_says_in_one_line_why_it_is_refused(program: Path, reply: bytes, words: str) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        running = subprocess.Popen([program, str(server.getsockname()[1]), "50"], stderr=subprocess.PIPE, text=True)
        connection, _ = server.accept()
        with connection:
            connection.sendall(reply)
            _, err = running.communicate(timeout=60)
    assert running.returncode == 0
    assert err.startswith(f"gjkscope: {LOOPBACK}:")
    assert err.endswith(f"{words}\n")
    assert err.count("\n") == 1
