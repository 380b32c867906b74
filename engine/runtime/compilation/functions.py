"""Which functions a compiled part of the engine reaches, and their source files."""

from collections.abc import Iterable, Iterator
from inspect import getsourcefile
from types import CodeType, FunctionType, ModuleType
from typing import Any

from gjkscope.engine.runtime.compilation import libraries, options, stored
from gjkscope.engine.runtime.compilation.object_code import digest_of_files


def functions_reached_from(*functions: Any) -> Iterator[FunctionType]:
    """The functions, and all plain functions of the engine that they call, directly or through others."""
    waiting, seen = [*functions], {*functions}
    while waiting:
        caller = waiting.pop()
        yield caller
        for callee in _globals_of(caller):
            if (
                isinstance(callee, FunctionType)
                and callee.__module__.startswith("gjkscope.engine.")
                and callee not in seen
            ):
                seen.add(callee)
                waiting.append(callee)


def source_files(functions: Iterable[FunctionType], *files: str | None) -> list[str]:
    """The source files of these functions, `files`, and those that say how they are compiled."""
    files = (*files, options.__file__, libraries.__file__, stored.__file__)
    return sorted({getsourcefile(function) or "" for function in functions} | {file or "" for file in files})


def digest_of(functions: Iterable[FunctionType], *files: str | None) -> str:
    """A hash of the contents of all these files."""
    return digest_of_files(source_files(functions, *files))


def _globals_of(function: FunctionType) -> Iterator[Any]:
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
