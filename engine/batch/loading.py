"""Compiled code as Python functions: loaded from disk without numba, or else compiled and stored.

1. Machine code has the parameters of every function that numba compiles: where to write the result and an exception,
   and then its own.  It returns a status, 0 unless there is an exception.
2. It is called through ctypes, which releases Python's lock meanwhile.
"""

from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, POINTER, byref, c_double, c_int32, c_int64, c_void_p
from typing import Any

from gjkscope.engine.batch.arrays import Grouper, Solver
from gjkscope.engine.runtime.compilation.stored import ObjectCode, load_code, read_stored_code, store
from gjkscope.engine.shapes.support import SUPPORTS, UNKNOWN_CORE


def solver() -> Solver:
    """`compiled.solve`, compiled."""
    return _function(_address("pairs", _known_shapes(), _compile_solve), c_int64, c_int64, c_int64, c_double)


def grouper() -> Grouper:
    """`grouping.group`, compiled."""
    return _function(_address("groups", [], _compile_group), c_int64, c_int64, c_int64)


def mesh_searcher() -> Callable[..., int]:
    """`compiled_meshes.search_meshes`, compiled."""
    return _function(_address("meshes", _known_shapes(), _compile_mesh_search), c_int64, c_int64, c_int64, c_int64)


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


def _address(name: str, parts: Sequence[str], compiled: Callable[[], tuple[ObjectCode, int]]) -> int:
    code = read_stored_code(name, parts)
    address = None if code is None else load_code(code)
    if address is not None:
        return address
    code, address = compiled()
    store(name, parts, code)
    return address


def _compile_solve() -> tuple[ObjectCode, int]:
    from gjkscope.engine.batch.compiled import compile_solve

    return compile_solve()


def _compile_group() -> tuple[ObjectCode, int]:
    from gjkscope.engine.batch.grouping import compile_group

    return compile_group()


def _compile_mesh_search() -> tuple[ObjectCode, int]:
    from gjkscope.engine.batch.compiled_meshes import compile_search_of_meshes

    return compile_search_of_meshes()
