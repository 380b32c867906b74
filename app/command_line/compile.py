"""`gjkscope compile`: compiles the numba functions ahead of their first use."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

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
    from gjkscope.engine.batch.loading import PAGE_COMPILERS, WEB, compile_here, instructions, web_engine

    begin = perf_counter()
    with ProcessPoolExecutor(1, get_context("spawn")) as another, show_compiling() as report, report_to(report):
        for_pages = [another.submit(instructions, name) for name in PAGE_COMPILERS]  # on another core
        compile_here()
        batch.prepare(broad_phases=True, report=report, meshes=True)
        for compiled in for_pages:
            compiled.result()
        for dimension in WEB:
            web_engine(dimension)
    print_line(f"Compiled code is ready ({perf_counter() - begin:.1f} s).")
    return DONE


COMMAND = CliCommand("compile", "", SUMMARY, run_compile)
