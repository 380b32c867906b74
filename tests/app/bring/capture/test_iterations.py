"""Iterations in captures: recorded by the header and the recorder, read back, and shown in scenes."""

import subprocess
from pathlib import Path
from struct import pack_into
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope import Iteration, IterationVertex, Pose, Sphere
from gjkscope.app.ask.runs.iterations import check_reported_run
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.layout import RECORD_HEADER, RecordType
from gjkscope.app.bring.capture.reader import capture_pairs, index_capture, parse_capture, read_capture
from gjkscope.app.bring.capture.records import CaptureError, record_runs
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.scene_file import read_scene

CLIENTS = resource("assets", "clients", "gjkscope_capture.h").parent
HERE = Path(__file__).parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-Wconversion"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
ITERATIONS = [
    Iteration((IterationVertex((-2.0, 0.5, 0.1), (1.0, 0.5, 0.1), (3.0, 0.0, 0.0)),), (1.0, 0.0, 0.0)),
    Iteration((IterationVertex((-2.0, 0.5, 0.1)), IterationVertex((-4.0, 0.0, 0.25))), None, (-2.0, 0.5, 0.1)),
]
APART = (Sphere(1), Pose(), Sphere(1), Pose(position=(4, 0, 0)))


def build(folder: Path, source: Path, *options: str, compiler: tuple[str, ...] = ("gcc", "-std=c99")) -> Path:
    program = folder / source.stem
    words = [*compiler, *WARNINGS, *options, f"-I{CLIENTS}", source, "-o", program, "-lm"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return program


def record(path: Path, precision: str = "double", iterations: Any = ITERATIONS) -> bytes:
    with gjkscope.Recorder(path, by="mine", precision=precision) as recorder:
        recorder.add(*APART, signed_distance=2.0)
        recorder.add(*APART, signed_distance=2.5, iterations=iterations)
    return path.read_bytes()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("compiler", "real"),
    [(("gcc", "-std=c99"), "-DGJKCAP_DOUBLE"), (("g++", "-std=c++11", "-x", "c++"), "-DGJKCAP_SINGLE")],
    ids=["C", "C++"],
)
def test_the_header_records_iterations(tmp_path: Path, compiler: tuple[str, ...], real: str) -> None:
    options = (*SANITIZERS, "-DGJKSCOPE_CAPTURE", "-DGJKCAP_ITERATIONS=64", real)
    program = build(tmp_path, HERE / "iterating.c", *options, compiler=compiler)
    done = subprocess.run([program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    few = read_capture(tmp_path / "few.gjkcap")
    assert (few.ticks.tolist(), few.lost) == ([0, 1, 3], 1)
    first, none, last = (few.answers.answer(i).iterations for i in range(3))
    assert [len(entry.simplex) for entry in first] == [1, 2, 3]
    assert first[1].simplex[0] == IterationVertex((0, 1, 0), (0, 1, 0), (0, 1, 0))
    assert (first[0].simplex[0].a, first[0].direction, first[0].closest) == (None, (1, 0, 0), None)
    assert first[1].closest == (1, 0, 0)
    assert none == ()
    assert [entry.simplex[0].point for entry in last] == [(3, 0, 0)]  # not those of the refused pair
    many = read_capture(tmp_path / "many.gjkcap")
    counts = [len(many.answers.answer(i).iterations) for i in range(many.pairs.size)]
    assert counts[-12:] == [5] * 12  # the last 63 are kept
    assert set(counts[:-12]) == {0}  # an incomplete run is left out
    assert read_capture(tmp_path / "searches.gjkcap").answers.answer(0).iterations == SEARCHES


FACE = ((1.0, 1.0, 1.0), (-1.0, -1.0, 1.0), (-1.0, 1.0, -1.0))
UP, INNER = (0.0, 1.0, 0.0), (0.5, -0.5, -0.5)
SEARCHES = (
    Iteration(faces=(FACE, FACE)),
    Iteration((), UP, faces=(FACE,), face=FACE),
    Iteration(tuple(map(IterationVertex, FACE)), UP, interior=INNER),
    Iteration((), UP, separation=0.5),
)


def test_the_recorder_writes_other_searches(tmp_path: Path) -> None:
    mixed = [ITERATIONS[0], *SEARCHES, ITERATIONS[1]]
    for precision in ("double", "single"):
        wanted = [entry if precision == "double" else entry._replace(simplex=()) for entry in mixed]
        found = parse_capture(record(tmp_path / "run.gjkcap", precision, wanted)).answers.answer(1).iterations
        assert found == tuple(wanted) or precision == "single"
        assert found[1:5] == tuple(wanted[1:5])
    for fields, words in (
        ({"faces": (FACE,), "interior": INNER}, "must be of one search"),
        ({"simplex": (IterationVertex(UP),) * 4, "interior": INNER}, "simplex: must have at most 3 vertices"),
    ):
        with pytest.raises(ValueError, match=rf"iterations\[0\]: {words}"):
            record(tmp_path / "run.gjkcap", iterations=[Iteration(**fields)])


def test_kinds_that_are_not_known_are_skipped(tmp_path: Path) -> None:
    data = bytearray(record(tmp_path / "run.gjkcap"))
    pack_into("<B", data, iteration_at(bytes(data)) + RECORD_HEADER.size + 3, 9)
    assert parse_capture(bytes(data)).answers.answer(1).iterations == (ITERATIONS[1],)


def test_it_is_no_code_unless_it_is_enabled(tmp_path: Path) -> None:
    program = build(tmp_path, HERE / "iterating.c", "-O1", "-DGJKSCOPE_CAPTURE")
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    assert "gjkcap_rings" in symbols
    assert "iterat" not in symbols.replace("iterating", "").replace("iterate\n", "\n")


def test_the_example_is_found_by_a_scan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("-DGJKSCOPE_CAPTURE", "-DGJKCAP_DOUBLE", "-DGJKCAP_ITERATIONS=4096")
    program = build(tmp_path, CLIENTS / "examples" / "gjk_capture.c", *options)
    subprocess.run([program], cwd=tmp_path, capture_output=True, check=True)
    assert run_command(["scan", str(tmp_path / "boards.gjkcap"), "--top", "1", "-o", str(tmp_path / "found")]) == 1
    assert "14 wrong of 240 answers" in "".join(capsys.readouterr())
    scene = read_scene(next((tmp_path / "found").glob("0001-*.json")))
    check = check_reported_run(scene.reported[0], *scene.bodies)
    assert check.difference.startswith("Step 3 of capture: w2 is dropped")
    assert check.ours.startswith("Our GJK searches along d = (0.58194, −0.81323, 0) and keeps w2 and ")


def test_the_recorder_writes_iterations(tmp_path: Path) -> None:
    capture = parse_capture(record(tmp_path / "run.gjkcap"))
    assert capture.answers.answer(0).iterations == ()
    assert capture.answers.answer(1).iterations == tuple(ITERATIONS)
    as_entries = [{"simplex": [[-2.0, 0.5, float("inf")], [0, 0, 0]], "direction": [1, 0, 0], "note": "left out"}]
    [entry] = parse_capture(record(tmp_path / "run.gjkcap", "single", as_entries)).answers.answer(1).iterations
    assert entry == Iteration((IterationVertex((0, 0, 0)),), (1, 0, 0), not_finite="w0 -2.0 0.5 inf")
    with (
        gjkscope.Recorder(tmp_path / "run.gjkcap") as recorder,
        pytest.raises(ValueError, match=r"iterations\[0\].simplex: must be a list of at most 4"),
    ):
        recorder.add(*APART, iterations=[{"simplex": [[0, 0, 0]] * 5}])


def iteration_at(data: bytes) -> int:
    """The byte of the first record of an iteration."""
    return next(run.begin for run in record_runs(data)[0] if run.type == RecordType.ITERATION)


@pytest.mark.parametrize(
    ("offset", "value", "words"),
    [(0, 5, "a simplex has at most 4 vertices, got 5"), (2, 2, "the size of a real must be 4 or 8, got 2")],
)
def test_a_malformed_iteration_is_rejected(tmp_path: Path, offset: int, value: int, words: str) -> None:
    data = bytearray(record(tmp_path / "run.gjkcap"))
    at = iteration_at(bytes(data))
    pack_into("<B", data, at + RECORD_HEADER.size + offset, value)
    with pytest.raises(CaptureError, match=f"byte {at}: {words}"):
        parse_capture(bytes(data))


def test_a_file_may_end_among_the_iterations(tmp_path: Path) -> None:
    data = record(tmp_path / "run.gjkcap")
    at = iteration_at(data)
    for end in range(at, len(data), 40):
        capture = parse_capture(data[:end])
        assert capture.total == 1
        assert capture.answers.answer(0).iterations == ()


def test_iterations_without_their_first_one_are_left_out(tmp_path: Path) -> None:
    data = record(tmp_path / "run.gjkcap")
    at = iteration_at(data)
    size = RECORD_HEADER.size + RECORD_HEADER.unpack_from(data, at)[1]
    assert parse_capture(data[:at] + data[at + size :]).answers.answer(1).iterations == ()


def test_parts_of_a_capture_keep_the_iterations(tmp_path: Path) -> None:
    data = record(tmp_path / "run.gjkcap")
    pairs, answers = capture_pairs(data, index_capture(data), np.array([1]))
    assert pairs.size == 1
    assert answers.answer(0).iterations == tuple(ITERATIONS)
    both = answers.joined(answers.only(np.array([0])))
    assert both.answer(1).iterations == tuple(ITERATIONS)
