"""Compiled code as Python functions: loaded from disk without numba, or else compiled and stored.

1. Machine code has the parameters of every function that numba compiles: where to write the result and an exception,
   and then its own.  It returns a status, 0 unless there is an exception.
2. It is called through ctypes, which releases Python's lock meanwhile.
"""

import zlib
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, POINTER, byref, c_double, c_int32, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

from gjkscope.engine.batch.arrays import Grouper, Solver
from gjkscope.engine.runtime.compilation.stored import (
    ObjectCode,
    digest_of_files,
    load_code,
    read_stored_code,
    store,
)
from gjkscope.engine.shapes.support import SUPPORTS, UNKNOWN_CORE

if TYPE_CHECKING:  # imports numba
    from gjkscope.engine.runtime.compilation.options import Native

PAIRS = "pairs"
INSTRUCTIONS = f"{PAIRS}-instructions"  # of the same function, to translate for web pages
WEB = "web"  # the WebAssembly module
SOLVE, RECORD_STEPS = "solve", "record_steps"  # what pages call


def solver() -> Solver:
    """`compiled.solve`, compiled."""
    return _function(_address(PAIRS, _known_shapes(), _compile_solve), c_int64, c_int64, c_int64, c_double)


def grouper() -> Grouper:
    """`grouping.group`, compiled."""
    return _function(_address("groups", [], _compile_group), c_int64, c_int64, c_int64)


def mesh_searcher() -> Callable[..., int]:
    """`compiled_meshes.search_meshes`, compiled."""
    return _function(_address("meshes", _known_shapes(), _compile_mesh_search), c_int64, c_int64, c_int64, c_int64)


def web_engine() -> ObjectCode:
    """The WebAssembly module for pages, which exports `compiled.solve` and `compiled_steps.record_steps`.

    Translated from what was compiled for this machine, and stored.  `needs` are the functions that the page must
    provide.
    """
    parts = _known_shapes()
    stored = read_stored_code(WEB, parts)
    if stored is not None:
        return stored
    solve = read_stored_code(INSTRUCTIONS, parts) or _instructions_of(_compile_solve())
    module = _translate({SOLVE: solve, RECORD_STEPS: _instructions_of(_compile_steps())})
    store(WEB, parts, module)
    return module


def _known_shapes() -> list[str]:
    """Compiled code depends on the registered shapes, even if no source file has changed."""
    return [f"{number} {function.__module__}.{function.__qualname__}" for number, function in SUPPORTS.items()]


def _function(address: int, *arguments: Any) -> Callable[..., int]:
    native = CFUNCTYPE(c_int32, POINTER(c_int64), POINTER(c_void_p), *arguments)(address)

    def function(*values: float) -> int:
        result, exception = c_int64(), c_void_p()
        if native(byref(result), byref(exception), *values) != 0:
            raise ValueError(UNKNOWN_CORE)  # the only exception that compiled code raises
        return result.value

    return function


def _address(name: str, parts: Sequence[str], compiled: Callable[[], "Native"]) -> int:
    code = read_stored_code(name, parts)
    address = None if code is None else load_code(code)
    if address is not None:
        return address
    native = compiled()
    store(name, parts, native.code)
    return native.address


def _compile_solve() -> "Native":
    from gjkscope.engine.batch.compiled import compile_solve

    native = compile_solve()
    store(INSTRUCTIONS, _known_shapes(), _instructions_of(native))
    return native


def _compile_steps() -> "Native":
    from gjkscope.engine.batch.compiled_steps import compile_steps

    return compile_steps()


def _instructions_of(native: "Native") -> ObjectCode:
    return native.code._replace(code=native.instructions)


def _translate(functions: dict[str, ObjectCode]) -> ObjectCode:
    """The module that exports the functions of these instructions, by their names there."""
    from gjkscope.engine.runtime.compilation import webassembly

    module = webassembly.webassembly_of(
        *(
            webassembly.ExportedFunction(zlib.decompress(code.code), code.symbol, name)
            for name, code in functions.items()
        )
    )
    sources = sorted({webassembly.__file__}.union(*(code.sources for code in functions.values())))
    return ObjectCode(SOLVE, list(module.needs), sources, digest_of_files(sources), module.code)


def _compile_group() -> "Native":
    from gjkscope.engine.batch.grouping import compile_group

    return compile_group()


def _compile_mesh_search() -> "Native":
    from gjkscope.engine.batch.compiled_meshes import compile_search_of_meshes

    return compile_search_of_meshes()
