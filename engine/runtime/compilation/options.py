"""How the engine's functions are compiled: numba's options, and where the code is kept."""

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from numba import njit

from gjkscope.engine.runtime.compilation.libraries import InnerCompiler, OuterCompiler, PageCompiler
from gjkscope.engine.runtime.compilation.object_code import ObjectCode, digest_of_files
from gjkscope.engine.runtime.compilation.stored import define_symbols

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "pipeline_class": OuterCompiler}

NATIVE = {**OPTIONS, "no_cpython_wrapper": True, "_nrt": False}
"""The same for functions of plain numbers, which neither take nor make objects."""

ALLOCATING = {"forceinline": False, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}
"""Options of `overload` and `register_jitable` for functions that only compiled code calls."""

INNER = {**ALLOCATING, "_nrt": False}
"""The same for functions that make no objects of numba's, such as lists.

numba then counts no references, for which it would take every value apart in a seventh of the compile time.
"""

INLINE = {**INNER, "forceinline": True}

F = TypeVar("F", bound=Callable[..., Any])


class Native(NamedTuple):
    """A function that has been compiled in this process."""

    code: ObjectCode
    address: int
    instructions: bytes  # what the machine code was made from: LLVM's bitcode, compressed by zlib


def native_code(function: Callable[..., Any], arguments: tuple[Any, ...], sources: list[str]) -> Native:
    """Compiles a function of plain numbers, callable without Python.  `sources` are the files that it depends on."""
    digest = digest_of_files(sources)
    library, symbol = _compiled(function, arguments, NATIVE)
    code = ObjectCode(symbol, library.needed_symbols(), sources, digest, library.machine_code())
    return Native(code, library.get_pointer_to_function(symbol), zlib.compress(library.instructions()))


def instructions_of(function: Callable[..., Any], arguments: tuple[Any, ...], sources: list[str]) -> ObjectCode:
    """Compiles such a function for pages, as `Native.instructions`."""
    digest = digest_of_files(sources)
    library, symbol = _compiled(function, arguments, {**NATIVE, "pipeline_class": PageCompiler})
    return ObjectCode(symbol, library.needed_symbols(), sources, digest, zlib.compress(library.instructions()))


def _compiled(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, str]:
    """The library of a function (`libraries.py`), and the function's name there."""
    define_symbols()
    compiled = njit(**options)(function)
    compiled.compile(arguments)
    [result] = compiled.overloads.values()
    return result.library, result.fndesc.llvm_func_name


def kept_on_disk(function: F) -> F:
    """Compiles with numba's disk cache; without it if no cache folder is writable."""
    try:
        compiled: F = njit(cache=True, **OPTIONS)(function)
    except RuntimeError:
        compiled = njit(**OPTIONS)(function)
    return compiled
