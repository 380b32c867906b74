"""Loading quickly: the program, and large files."""

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

from gjkscope.app.base.interrupts import end_interrupted

# imgui_bundle imports its support of notebooks, and for that asyncio with ssl: as long as all of the engine.
NOTEBOOKS = ("asyncio", "imgui_bundle.hello_imgui_nb", "imgui_bundle.immapp.nb")


@contextmanager
def loading() -> Iterator[None]:
    """What is imported stays: to look through it for garbage, again and again, takes a tenth of the time to start.

    NumPy's matrices are small here, so it needs none of the threads that it starts for large ones, one a core.
    Ctrl+C ends the process meanwhile.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for module in NOTEBOOKS:
        sys.modules.setdefault(module, Postponed(module))
    with _interrupts_ending_at_once(), without_collecting():
        yield
        gc.freeze()


class Postponed(ModuleType):
    """A module that is loaded when something of it is first used.

    (`importlib.util.LazyLoader` loads a module as soon as a second `import` names it.)
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def _interrupts_ending_at_once() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    end_interrupted()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Of a hundred thousand vertices none is garbage: to look for it while they are made takes as long again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def importing(module: str) -> Iterator[None]:
    """Imports a module by a thread, while the block waits for something else (a window, a driver).

    Import it afterwards in the usual way: what was wrong with it is raised there.
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
