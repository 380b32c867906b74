"""Grammars of tree-sitter: when they are imported."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "program",
    [
        "import sys; sys.argv = ['gjkscope', '--version']; from gjkscope.app.__main__ import main; main()",
        "from gjkscope.app.bring.notations.registry import notations; notations()",
    ],
    ids=["version", "notations"],
)
def test_no_grammar_is_imported_before_a_text_needs_it(program: str) -> None:
    report = "atexit.register(lambda: print(*(name for name in sys.modules if name.startswith('tree_sitter'))))"
    script = f"import atexit, sys\n{report}\n{program}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == ""
