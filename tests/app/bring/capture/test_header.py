"""`gjkscope_capture.h`: compiled with warnings as errors, run under sanitizers from two threads, and read back."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture.reader import Capture, read_capture
from gjkscope.app.command_line.main import run_command
from gjkscope.engine.shapes.kinds import Box, Capsule, Ellipsoid, Hull

SOURCES = [Path(__file__).parent / name for name in ("threads.c", "other_file.c")]
HEADERS = resource("assets", "clients", "gjkscope_capture.h").parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-Wconversion"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
C, CXX = ["gcc", "-std=c99"], ["g++", "-std=c++11", "-x", "c++"]
PAIRS = 6000  # per thread, as in threads.c


def compile_program(folder: Path, compiler: list[str], *options: str) -> Path:
    program = folder / "program"
    words = [*compiler, *WARNINGS, *options, f"-I{HEADERS}", *SOURCES, "-o", program, "-pthread", "-lm"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return program


def answers_of(capture: Capture, thread: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """The numbers of a thread's pairs, in order, and their distances."""
    mine = np.flatnonzero((capture.ids[:, 0] == thread) & (capture.ticks < 1000))
    mine = mine[np.argsort(capture.ids[mine, 1], kind="stable")]
    return capture.ids[mine, 1].astype(int), capture.answers.signed_distance[mine]


@pytest.mark.thorough
@pytest.mark.parametrize(("compiler", "real"), [(C, "double"), (CXX, "float")], ids=["C", "C++"])
def test_two_threads_under_sanitizers(tmp_path: Path, compiler: list[str], real: str) -> None:
    double = ["-DGJKCAP_DOUBLE"] if real == "double" else []
    program = compile_program(tmp_path, compiler, "-g", *SANITIZERS, "-DGJKSCOPE_CAPTURE", *double)
    done = subprocess.run([program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    capture = read_capture(tmp_path / "all.gjkcap")
    assert (capture.total, capture.lost, capture.cut, capture.skipped) == (2 * PAIRS + 3, 0, 0, ())
    for thread in (0, 1):
        numbers, distances = answers_of(capture, thread)
        assert numbers.tolist() == sorted([*range(PAIRS), *([77] if thread == 0 else [])])
        wrong = (numbers == 5003) & (thread == 1)
        assert (distances == numbers % 16 * 0.0625 - 0.25 + wrong).all()
    during = read_capture(tmp_path / "during.gjkcap")  # written while the threads were: no torn pair in it
    assert during.total <= 2 * PAIRS
    assert during.skipped == ()
    for thread in (0, 1):
        numbers, distances = answers_of(during, thread)
        assert numbers.tolist() == [*range(len(numbers))]
        assert (distances == numbers % 16 * 0.0625 - 0.25 + (numbers == 5003) * thread).all()
    check_last(read_capture(tmp_path / "last.gjkcap"))


def check_last(capture: Capture) -> None:
    """The last ticks: the two pairs of other_file.c."""
    assert capture.ticks.tolist() == [1000, 1000]
    hull, pose, box, _ = capture.pairs.pair(0)
    assert hull == Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert pose == (((0, -1, 0), (1, 0, 0), (0, 0, 1)), (5, 6, 7))
    assert (box, capture.answers.answer(0).verdict) == (Box((1, 2, 3)), "separated")
    assert capture.pairs.pair(1)[::2] == (Capsule(1, 2, "z"), Ellipsoid((1, 2, 3)))
    assert capture.pairs.pair(1)[1] == pose
    assert capture.answers.answer(1).signed_distance is None


def test_a_full_ring_keeps_the_latest_pairs_and_a_crash_is_recorded(tmp_path: Path) -> None:
    sizes = ["-DGJKCAP_SLOTS=256", "-DGJKCAP_THREADS=1", "-DGJKCAP_SHAPES=16"]
    program = compile_program(tmp_path, C, "-O2", "-DGJKSCOPE_CAPTURE", *sizes)
    done = subprocess.run([program, "crash"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == -6
    capture = read_capture(tmp_path / "all.gjkcap")
    assert capture.total == 255 + 3
    assert capture.total + capture.lost == 2 * PAIRS + 3
    assert read_capture(tmp_path / "crash.gjkcap").ticks.tolist() == [1000, 1000]
    whole = (tmp_path / "all.gjkcap").read_bytes()
    (tmp_path / "cut.gjkcap").write_bytes(whole[: len(whole) // 2])
    cut = read_capture(tmp_path / "cut.gjkcap")  # a full disk, or a crash while it was written
    assert cut.total > 100
    assert cut.skipped == ()


@pytest.mark.thorough
@pytest.mark.parametrize("compiler", [C, CXX], ids=lambda part: part[0])
def test_it_is_no_code_unless_it_is_enabled(tmp_path: Path, compiler: list[str]) -> None:
    assert subprocess.run([compile_program(tmp_path, compiler, "-O1")], cwd=tmp_path, check=False).returncode == 3
    objects = tmp_path / "other_file.o"
    subprocess.run([*compiler, "-O1", f"-I{HEADERS}", "-c", SOURCES[1], "-o", objects], check=True)
    symbols = subprocess.run(["nm", objects], capture_output=True, text=True, check=True).stdout
    assert "record_from_another_file" in symbols
    assert "gjk" not in symbols


def test_precisions_cannot_be_mixed(tmp_path: Path) -> None:
    parts = []
    for source, real in zip(SOURCES, ([], ["-DGJKCAP_DOUBLE"]), strict=True):
        parts.append(tmp_path / f"{source.stem}.o")
        subprocess.run([*C, "-DGJKSCOPE_CAPTURE", *real, f"-I{HEADERS}", "-c", source, "-o", parts[-1]], check=True)
    done = subprocess.run(
        ["gcc", *parts, "-pthread", "-o", tmp_path / "mixed"], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "gjkcap_record_f64" in done.stderr


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["header"]) == 0
    assert capsys.readouterr().out == (HEADERS / "gjkscope_capture.h").read_text(encoding="utf-8")
