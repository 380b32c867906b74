"""Speeds up startup and the loading of large files."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread
from types import ModuleType
from typing import Any

from gjkscope.app.base.interrupts import exit_on_interrupt

# imgui_bundle imports its notebook support, and thus asyncio with ssl, which takes as long as the whole engine.
NOTEBOOKS = ("asyncio", "imgui_bundle.hello_imgui_nb", "imgui_bundle.immapp.nb")
# msgspec prefers it to `typing` where it is installed.  It takes as long to load as NumPy's arrays, and slows `typing`.
BACKPORTS = "typing_extensions"


@contextmanager
def fast_imports() -> Iterator[None]:
    """Speeds up the imports inside the block.

    Disables garbage collection, which takes a tenth of the startup time and finds nothing in modules.  Keeps NumPy from
    starting one thread per core, as matrices are small here.  Ctrl+C ends the process inside the block.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for module in NOTEBOOKS:
        sys.modules.setdefault(module, LazyModule(module))
    with _hidden(BACKPORTS):
        import_module("msgspec")
    with _interrupts_ending_at_once(), disable_gc():
        yield
        gc.freeze()


@contextmanager
def _hidden(module: str) -> Iterator[None]:
    """Within the block, the module seems not to be installed, unless it is loaded already."""
    if module in sys.modules:
        yield
        return
    hidden: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]  # documented, but not typed
    hidden[module] = None
    try:
        yield
    finally:
        del hidden[module]


class LazyModule(ModuleType):
    """A module that is imported when one of its attributes is first used.

    (`importlib.util.LazyLoader` imports it as soon as a second `import` statement mentions it.)
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def _interrupts_ending_at_once() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    exit_on_interrupt()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def disable_gc() -> Iterator[None]:
    """Disables garbage collection inside the block: for a hundred thousand vertices it would double the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def importing(module: str) -> Iterator[None]:
    """Imports a module in a thread while the block waits for something else (a window, a driver).

    Import it normally afterwards, which also raises any import error.
    """
    thread = Thread(target=_import, args=(module,), name="importing")
    thread.start()
    try:
        yield
    finally:
        thread.join()


def _import(module: str) -> None:
    with suppress(ImportError):
        import_module(module)
