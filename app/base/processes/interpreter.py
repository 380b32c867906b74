"""Commands that run a module of gjkscope in a new process; every child process of our own starts with one of them.

An installed gjkscope runs them with its Python.  The self-contained application has no Python: its executable runs a
module when it is started with `RUN_MODULE` (`gjkscope/bundle/entry.py`).
"""

import sys

from gjkscope.engine.runtime.extras import is_self_contained

RUN_MODULE = "--run-module"  # an argument of the executable of the self-contained application, for itself only


def module_command(module: str, *words: str) -> tuple[str, ...]:
    """The command that runs a module as `python -m` does; it shows no warnings.

    >>> module_command("gjkscope", "--version")[-3:]
    ('-m', 'gjkscope', '--version')
    """
    if is_self_contained():
        return (sys.executable, RUN_MODULE, module, *words)
    # -u: what a child prints before it crashes is not lost in a buffer.
    return (sys.executable, "-u", "-W", "ignore", "-m", module, *words)


def script_command(module: str, file: str, *words: str) -> tuple[str, ...]:
    """The command that runs a module that imports the standard library only, given its file, as quickly as possible."""
    if is_self_contained():
        return module_command(module, *words)
    return (sys.executable, "-I", "-S", file, *words)
