"""Compiles a function, together with all functions of the engine that it reaches, and reports how far that is.

The result is machine code if Python calls the function, and LLVM's instructions if only pages do, for which they are
translated: to emit machine code that nobody calls would take a sixth of the time.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from types import FunctionType, ModuleType
from typing import Any

from numba.extending import register_jitable

from gjkscope.engine.runtime.compilation.functions import source_files
from gjkscope.engine.runtime.compilation.object_code import ObjectCode
from gjkscope.engine.runtime.compilation.options import Native, instructions_of, native_code
from gjkscope.engine.runtime.compilation.progress import report_progress


def make_known(functions: Iterable[Callable[..., Any]], replaced: Container[object], options: dict[str, Any]) -> None:
    """Makes numba know these functions, but for those that extensions replace or that it knows already."""
    for function in functions:
        if function not in replaced:
            register_jitable(**options)(function)


def compile_native(
    function: Callable[..., int], arguments: tuple[Any, ...], reached: Sequence[FunctionType], *modules: ModuleType
) -> Native:
    """Compiles a function of plain numbers for Python.

    `arguments` are numba's types.  The result depends on the sources of all functions that are `reached`, the function
    itself among them, and on those of the modules.
    """
    with report_progress(reached):
        return native_code(function, arguments, source_files(reached, *_files(modules)))


def compile_instructions(
    function: Callable[..., int], arguments: tuple[Any, ...], reached: Sequence[FunctionType], *modules: ModuleType
) -> ObjectCode:
    """Compiles a function for pages; all else is as in `compile_native`."""
    with report_progress(reached):
        return instructions_of(function, arguments, source_files(reached, *_files(modules)))


def _files(modules: Sequence[ModuleType]) -> list[str]:
    return [module.__file__ or "" for module in modules]
