"""How the engine's functions are compiled: numba's options, and its cache on disk."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

from gjkscope.engine.runtime.compilation.libraries import InnerCompiler, OuterCompiler

OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "pipeline_class": OuterCompiler}

INNER = {"forceinline": False, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}
"""Options of `overload` and `register_jitable` for functions that only compiled code calls."""

INLINE = {**INNER, "forceinline": True}

F = TypeVar("F", bound=Callable[..., Any])


def kept_on_disk(function: F) -> F:
    """Compiles with numba's disk cache; without it if no cache folder is writable."""
    try:
        compiled: F = njit(cache=True, **OPTIONS)(function)
    except RuntimeError:
        compiled = njit(**OPTIONS)(function)
    return compiled
