"""`gjkscope compile`: compiles the numba functions ahead of their first use.

Meanwhile no process collects garbage, which would take a tenth of the time or more: most of what numba makes is kept.
"""

import gc
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

from gjkscope.app.base.loading import disable_gc
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, print_line
from gjkscope.app.command_line.preparing import show_compiling
from gjkscope.engine import batch
from gjkscope.engine.runtime.compilation.reports import report_to
from gjkscope.engine.runtime.extras import require_compiler

SUMMARY = "Compile the code that answers many pairs at once, also in web pages, ahead of its first use on this machine."


def run_compile(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    Parser("gjkscope compile", description=SUMMARY).parse_args(words)
    require_compiler()
    from gjkscope.engine.batch.loading import COMPILERS, PAGE_COMPILERS, WEB, is_compiled, web_engine

    begin = perf_counter()
    with disable_gc(), show_compiling() as report, report_to(report):
        _compile([name for name in (*PAGE_COMPILERS, *COMPILERS) if not is_compiled(name)])
        batch.prepare(broad_phases=True, report=report, meshes=True)
        for dimension in WEB:
            web_engine(dimension)
    print_line(f"Compiled code is ready ({perf_counter() - begin:.1f} s).")
    return DONE


def _compile(names: Sequence[str]) -> None:
    """Compiles these functions, on two cores."""
    from gjkscope.engine.batch.broad_phases import prepare_broad_phases
    from gjkscope.engine.batch.loading import CONTACTS, MESHES, PAGE_COMPILERS, compile_here

    beside = [name for name in names if name in (*PAGE_COMPILERS, MESHES, CONTACTS)]  # about half of the work
    with ProcessPoolExecutor(1, get_context("spawn"), gc.disable) as another:  # which starts with its first work
        compiled = [another.submit(compile_here, [name]) for name in beside]
        compile_here(name for name in names if name not in beside)
        prepare_broad_phases()
        for each in compiled:
            each.result()


COMMAND = CliCommand("compile", "", SUMMARY, run_compile)
