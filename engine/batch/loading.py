"""The compiled loop over pairs as a Python function: loaded from disk without numba, or else compiled and stored.

1. `compiled.solve`, as machine code, has the parameters of every function that numba compiles: where to write the
   result and an exception, and then its own.  It returns a status, 0 unless there is an exception.
2. It is called through ctypes, which releases Python's lock meanwhile.
"""

from ctypes import CFUNCTYPE, POINTER, byref, c_double, c_int32, c_int64, c_void_p

from gjkscope.engine.batch.arrays import Solver
from gjkscope.engine.runtime.compilation.stored import loaded, store, stored_code
from gjkscope.engine.shapes.support import SUPPORTS, UNKNOWN_CORE

NAME = "pairs"

NATIVE = CFUNCTYPE(c_int32, POINTER(c_int64), POINTER(c_void_p), c_int64, c_int64, c_int64, c_double)


def solver() -> Solver:
    """`compiled.solve`, compiled."""
    native = NATIVE(_address())

    def solve(rows: int, first: int, last: int, tolerance: float) -> int:
        result, exception = c_int64(), c_void_p()
        if native(byref(result), byref(exception), rows, first, last, tolerance) != 0:
            raise ValueError(UNKNOWN_CORE)  # the only exception that compiled code raises
        return result.value

    return solve


def _address() -> int:
    # What is compiled depends on the shapes that are registered, even if no source file has changed.
    parts = [f"{number} {function.__module__}.{function.__qualname__}" for number, function in SUPPORTS.items()]
    code = stored_code(NAME, parts)
    address = None if code is None else loaded(code)
    if address is not None:
        return address
    from gjkscope.engine.batch.compiled import compiled_solve

    code, address = compiled_solve()
    store(NAME, parts, code)
    return address
