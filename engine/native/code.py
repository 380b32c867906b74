"""Loads machine code, and makes functions of it.

Preferred is what was compiled on this machine, for its processor; then what came with the installation.

1. Machine code has the parameters of every function that numba compiles: where to write the result and an exception,
   and then its own.  It returns a status, 0 unless there is an exception.
2. It is called through ctypes, which releases Python's lock meanwhile.
"""

from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, POINTER, byref, c_int32, c_int64, c_void_p
from typing import Any

from gjkscope.engine.runtime.compilation.object_code import ObjectCode
from gjkscope.engine.runtime.compilation.shipped import shipped_address
from gjkscope.engine.runtime.extras import COMPILER, is_installed
from gjkscope.engine.shapes.support import SUPPORTS, UNKNOWN_CORE


def known_address(name: str) -> int | None:
    """The address of a function; `None` if it must be compiled."""
    address = stored_address(name)
    return shipped_address(name, known_shapes()) if address is None else address


def stored_address(name: str) -> int | None:
    """The address of what was compiled on this machine, if there is any."""
    code = stored_code(name, known_shapes())
    if code is None:
        return None
    from gjkscope.engine.runtime.compilation.stored import load_code

    return load_code(code)


def stored_code(name: str, parts: Sequence[str]) -> ObjectCode | None:
    """What an earlier process has stored; it takes the compiler's versions to know whether it is still valid."""
    if not is_installed(COMPILER):
        return None
    from gjkscope.engine.runtime.compilation.stored import read_stored_code

    return read_stored_code(name, parts)


def known_shapes() -> list[str]:
    """Compiled code depends on the registered shapes, even if no source file has changed."""
    return [f"{number} {function.__module__}.{function.__qualname__}" for number, function in SUPPORTS.items()]


def native_function(address: int, *arguments: Any) -> Callable[..., int]:
    """The function at an address, which takes these ctypes."""
    native = CFUNCTYPE(c_int32, POINTER(c_int64), POINTER(c_void_p), *arguments)(address)

    def function(*values: float) -> int:
        result, exception = c_int64(), c_void_p()
        if native(byref(result), byref(exception), *values) != 0:
            raise ValueError(UNKNOWN_CORE)  # the only exception that compiled code raises
        return result.value

    return function
