"""Imports in a warm child process with limits, so that no text can hang or end the application.

    importer().import_text(text, folder)       # as `import_text`, whose exceptions it raises

The child is started once and kept.  A text may take 2 s of processor time, up to 10 s if it is long, 10 s in all, and
1 GB of memory; the child opens no files outside the folder of the text.  When it exceeds a limit it is killed, and the
next request starts another one.  The window and the command line share this module; all other code that reads foreign
texts should use it, too.
"""

import atexit
import pickle
import sys
from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any

from gjkscope.app.base.processes.fork import fork
from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.base.processes.line_process import TIMED_OUT, ChildFailure
from gjkscope.app.base.processes.warm import ChildCommand, WarmProcess
from gjkscope.app.bring.notations.child import Answer, ImportRequest, pack_message, serve_standard_files
from gjkscope.app.bring.notations.digits import Extremes, verdict_extremes
from gjkscope.app.bring.notations.importing import Imported, import_text, recognize_notation
from gjkscope.app.bring.notations.reading import ImportFault, ReaderFault
from gjkscope.app.bring.notations.registry import notations
from gjkscope.engine.cancellation import holding, time_limit

LEAST_SECONDS, MOST_SECONDS = 2.0, 10.0  # of processor time, for an ordinary text and for a long one
CHARACTERS_A_SECOND = 50_000  # of a long text, besides
WALL_SECONDS = 10.0  # more than the processor time takes on a busy machine
START_SECONDS = 30.0  # to import Python's modules
LONGEST_ANSWER = 256 << 20  # bytes: of an import, its scene and what was read where

COMMAND = module_command("gjkscope.app.bring.notations.child")


def one_importer() -> "Importer":
    """An importer for a process without threads that imports one text.

    On Linux, the child is a fork of this process, so that modules are imported only once.
    """
    if sys.platform != "linux":
        return Importer()
    notations()
    return Importer(partial(fork, serve_standard_files))


class Importer:
    """The child process, and the requests to it."""

    def __init__(self, start: ChildCommand = COMMAND) -> None:
        self._lock = Lock()  # one request at a time
        self._process = WarmProcess(start, longest=LONGEST_ANSWER)

    def import_text(
        self,
        text: str,
        folder: Path | None = None,
        notation: str | None = None,
        choices: Mapping[str, str] | None = None,
        suffix: str = "",
    ) -> Imported:
        """Like `import_text`.  Also raises `ImportFault` for a text that exceeds a limit, and `Cancelled`."""
        read = partial(import_text, suffix=suffix)
        imported: Imported = self.call(read, text, folder, notation, choices, folder=folder, seconds=seconds_for(text))
        return imported

    def recognize(self, text: str, suffix: str = "") -> str:
        """The name of the notation that the text is most probably in, "" for none.  Raises as `import_text`."""
        name: str = self.call(recognized_name, text, suffix, seconds=seconds_for(text))
        return name

    def extremes(self, imported: Imported, seconds: float) -> Extremes | None:
        """Like `verdict_extremes`; None if that takes longer than `seconds`.  Raises `ReaderFault` and `Cancelled`."""
        folder = imported.context.folder
        try:
            extremes: Extremes = self.call(extremes_within, imported, seconds, folder=folder, seconds=seconds)
        except ReaderFault:
            raise
        except (ImportFault, TimeoutError):
            return None
        return extremes

    def call(
        self, function: Callable[..., Any], *arguments: Any, folder: Path | None = None, seconds: float = LEAST_SECONDS
    ) -> Any:
        """The result of a function of a module in the child process, within a time limit.

        Raises its `ValueError` or `TimeoutError`, `ImportFault`, and `Cancelled`.
        """
        with holding(self._lock):
            answer = self._answer(ImportRequest(function, arguments, folder, seconds))
        if isinstance(answer.fault, MemoryError):
            raise ImportFault("needs too much memory: select the part of the text with the pair")
        if answer.fault is not None:
            raise answer.fault
        return answer.value

    def start(self) -> None:
        """Starts the child without waiting for it, so that the first request finds it warm."""
        if self._lock.acquire(blocking=False):
            try:
                self._process.launch()
            except OSError:
                return  # the first request tries again, and says why it cannot be started
            finally:
                self._lock.release()

    def close(self) -> None:
        """Ends the child; a later request starts another one."""
        with self._lock:
            self._process.end()

    def _answer(self, request: ImportRequest) -> Answer:
        try:
            self._process.prepare()
            self._process.announcement(START_SECONDS)  # that it has imported everything
            line = self._process.ask(pack_message(request) + b"\n", max(request.seconds, WALL_SECONDS))
        except OSError as fault:
            raise ImportFault(f"the process that reads texts cannot be started: {fault.strerror or fault}") from None
        except ChildFailure as fault:
            words = self._process.last_words
            self._process.end()
            raise _fault_of(str(fault), words, request) from None
        answer: Answer = pickle.loads(b64decode(line))  # from our own child process
        if isinstance(answer.fault, MemoryError):
            self._process.end()
        return answer


def seconds_for(text: str) -> float:
    """The processor time that a text may take."""
    return min(LEAST_SECONDS + len(text) / CHARACTERS_A_SECOND, MOST_SECONDS)


@cache
def importer() -> Importer:
    """The importer of this process with a separate child process: for a process with threads, such as the window."""
    made = Importer()
    atexit.register(made.close)
    return made


def recognized_name(text: str, suffix: str) -> str:
    """The name of the notation that the text is most probably in, "" for none."""
    notation = recognize_notation(text, suffix)
    return notation.name if notation is not None else ""


def extremes_within(imported: Imported, seconds: float) -> Extremes | None:
    """Like `verdict_extremes`.  Raises `TimeoutError` after `seconds`."""
    with time_limit(seconds):
        return verdict_extremes(imported)


def _fault_of(ending: str, words: str, request: ImportRequest) -> ImportFault:
    """Why the child ended, for people."""
    if ending.startswith(TIMED_OUT) or ending == "SIGPROF":
        seconds = request.seconds if ending == "SIGPROF" else max(request.seconds, WALL_SECONDS)
        return ImportFault(f"takes longer than {seconds:.3g} s to read: select the part of the text with the pair")
    return ReaderFault("", f"{ending}: {words}" if words else ending)
