"""The same commands for lldb; `make test-clients` installs lldb and runs this."""

import subprocess
from pathlib import Path

from gjkscope.app.base.resources import resource
from tests.app.bring.capture.clients.debugged import ERRORS, build, check, commands

COMMANDS = resource("assets", "clients", "gjkscope_lldb.py")


def test_pairs_and_captures_of_a_stopped_program(tmp_path: Path) -> None:
    asked = [*commands(tmp_path), *(f"gjkscope-pair {words}" for words in ERRORS)]
    lines = [f"command script import {COMMANDS}", "breakpoint set -n stop", "run", "up"]
    lines += [f"script lldb.debugger.HandleCommand({words!r})" for words in asked]  # goes on after an error
    script = tmp_path / "commands.lldb"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = ["lldb-14", "--no-lldbinit", "--batch", "--source", script, build(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    check(tmp_path)
    said = [line.removeprefix("error: ") for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(said) == len(ERRORS)
    for line, wanted in zip(said, ERRORS.values(), strict=True):
        assert line.startswith(wanted)
