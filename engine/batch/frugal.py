"""Compiling for one loop, and leaving out what it does not ask for.

numba makes each function ready to be called: it goes through all of the optimiser twice, and machine code is made of
it.  But the functions here are only ever taken in by others, up to the loop, where all of that is done once more.  For
them the first time through the optimiser is enough: that leaves out a third of the compiler's time.

How it can fail: numba has no option for this, so that methods of its code generator stand aside, which may go by
another name one day.  `test_batch.py` will tell.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import FunctionType
from typing import Any

from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock


@contextmanager
def inlined_only(functions: Iterable[FunctionType]) -> Iterator[None]:
    """While it is open, these functions are compiled for others to take in, and cannot be called from outside."""
    names = {function.__qualname__ for function in functions}
    optimize, add, set_env = CPUCodeLibrary._optimize_final_module, JITCPUCodegen._add_module, JITCPUCodegen.set_env

    def optimize_once(library: Any) -> None:
        if library.name in names:
            passes, builder = library._codegen._module_pass_manager(cost="cheap")
            passes.run(library._final_module, builder)
        else:
            optimize(library)

    def add_others(generator: Any, module: Any) -> None:
        if module.name not in names:
            add(generator, module)

    def set_env_of_others(generator: Any, name: str, env: Any) -> None:
        if generator._engine.is_symbol_defined(name):
            set_env(generator, name, env)

    with global_compiler_lock, ExitStack() as back:
        for owner, name, instead in (
            (CPUCodeLibrary, "_optimize_final_module", optimize_once),
            (JITCPUCodegen, "_add_module", add_others),
            (JITCPUCodegen, "set_env", set_env_of_others),
        ):
            back.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, instead)
        yield
