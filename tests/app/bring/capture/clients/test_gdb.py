"""The commands for gdb, on a program that is stopped at a breakpoint, and on its core dump."""

import subprocess
from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource
from tests.app.bring.capture.clients.debugged import ERRORS, build, check, commands

COMMANDS = resource("assets", "clients", "gjkscope_gdb.py")
BEGIN = ["set pagination off", "set confirm off", f"source {COMMANDS}"]
CORE = "from the core"


def gdb(folder: Path, lines: list[str], *files: Path) -> list[str]:
    """What gdb prints when it runs the commands in one go."""
    script = folder / "commands.gdb"
    script.write_text("\n".join([*BEGIN, *lines]) + "\n", encoding="utf-8")
    words = ["gdb", "-nx", "-batch", "-x", script, *files]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def reporting(command: str) -> str:
    """The command; if it fails, its error is printed, and the next one runs."""
    return f"python\ntry:\n    gdb.execute({command!r})\nexcept gdb.error as fault:\n    print('error:', fault)\nend"


@pytest.mark.thorough
def test_pairs_and_captures_of_a_stopped_program_and_its_core(tmp_path: Path) -> None:
    program, core = build(tmp_path), tmp_path / "core"
    dead = tmp_path / "dead"
    dead.mkdir()
    wrong = [reporting(f"gjkscope-pair {words}") for words in ERRORS]
    stop = ["break stop", "run", "up", f"generate-core-file {core}"]
    printed = gdb(tmp_path, [*stop, *commands(tmp_path), *wrong, "gjkscope-pair corners columns ball turned"], program)
    check(tmp_path)
    said = [line.removeprefix("error: ") for line in printed if line.startswith("error: ")]
    assert len(said) == len(ERRORS)
    for line, wanted in zip(said, ERRORS.values(), strict=True):
        assert line.startswith(wanted)
    assert printed[-9:-7] == ["{", ' "gjkscope": 1,']  # without -o, the scene is printed
    assert "assumed: quaternions are x, y, z, w (--quaternion wxyz otherwise)" in printed
    gdb(tmp_path, ["up", *commands(dead)], program, core)
    check(dead)


def test_a_program_without_a_capture_is_one_line(tmp_path: Path) -> None:
    printed = gdb(tmp_path, [reporting("gjkscope-dump x.gjkcap"), reporting("gjkscope-dump")], Path("/bin/true"))
    assert printed == [
        "error: gjkcap_pool_used: not found: compile with -g, -DGJKSCOPE_CAPTURE and gjkscope_capture.h",
        "error: usage: gjkscope-dump FILE.gjkcap [TICKS]",
    ]
