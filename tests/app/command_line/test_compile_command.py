"""`gjkscope compile`, from outside."""

import re

import pytest

from gjkscope.app.command_line.main import run_command
from gjkscope.engine.broadphase.compiled import SEARCHES, compile_search


def test_everything_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["compile"]) == 0
    output = capsys.readouterr()
    assert re.fullmatch(r"Compiled code is ready \(\d+\.\d s\)\.\n", output.out)
    assert output.err == ""
    before = compile_search.cache_info()
    assert before.currsize == len(SEARCHES)
