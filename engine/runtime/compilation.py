"""What all compiled parts of the engine share: which functions they reach, their digest, and the cache on disk.

numba compiles the engine's own plain functions, unmodified.  Each compiled part is cached on disk, keyed by the sources
of everything that it reaches, as numba's cache tracks only the file of the cached function itself.  numba is imported
at the first call of `kept_on_disk`.
"""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from inspect import getsourcefile
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

OPTIONS = {"nogil": True, "error_model": "numpy"}

F = TypeVar("F", bound=Callable[..., Any])


def reached_from(*functions: Any) -> Iterator[FunctionType]:
    """The functions, and all plain functions of the engine that they call, directly or through others."""
    waiting, seen = [*functions], {*functions}
    while waiting:
        caller = waiting.pop()
        yield caller
        for callee in _named_in(caller):
            if (
                isinstance(callee, FunctionType)
                and callee.__module__.startswith("gjkscope.engine.")
                and callee not in seen
            ):
                seen.add(callee)
                waiting.append(callee)


def digest_of(functions: Iterable[FunctionType], *files: str | None) -> str:
    """A hash of the source files of these functions, and of `files`."""
    sources = {getsourcefile(function) or "" for function in functions} | {file or "" for file in files}
    return sha256(b"".join(Path(file).read_bytes() for file in sorted(sources))).hexdigest()


def kept_on_disk(function: F) -> F:
    """Compiles with numba's disk cache; without it if no cache folder is writable."""
    from numba import njit

    try:
        compiled: F = njit(cache=True, **OPTIONS)(function)
    except RuntimeError:
        compiled = njit(**OPTIONS)(function)
    return compiled


def _named_in(function: FunctionType) -> Iterator[Any]:
    """The values of the globals, and of the module attributes, that a function's code refers to."""
    names = list(_names(function.__code__))
    scopes = [function.__globals__]
    scopes += [
        vars(function.__globals__[name]) for name in names if isinstance(function.__globals__.get(name), ModuleType)
    ]
    for scope in scopes:
        yield from (scope[name] for name in names if name in scope)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
