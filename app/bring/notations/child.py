"""The child process that reads texts: `python -m gjkscope.app.bring.notations.child`.

Prints "ready".  Then each line on standard input is an `ImportRequest`, a pickle in Base64, and so is each answer.  The
child limits its own memory and processor time, and the files that it may open; the parent kills it after the time
limit.  It ends when its input is closed, and with its parent (`app/base/processes/supervision.py`).
"""

import gc
import os
import pickle
import signal
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple

from gjkscope.app.ask.solvers.process_solver import READY
from gjkscope.app.base.processes.pipes import private_pipes
from gjkscope.app.bring.notations.reading import ImportFault, ReaderFault
from gjkscope.app.bring.notations.registry import notations

MEMORY = 1 << 30  # bytes of data beyond those of the start; a text of the greatest length takes half of it


class ImportRequest(NamedTuple):
    """A function of a module, and what it is called with; all can be pickled."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    folder: Path | None  # of the text: other files cannot be opened
    seconds: float  # of processor time


class Answer(NamedTuple):
    """What the function returned, or the exception that it raised."""

    value: Any = None
    fault: BaseException | None = None


def serve_imports(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answers requests until the input ends."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process even in the middle of a regular expression
    if sys.platform == "linux":  # elsewhere the system knows no such limit, or does not keep to it
        _limit_memory()
    notations()  # preloaded
    allowed = _AllowedFiles()
    sys.addaudithook(allowed.check)
    gc.freeze()  # excludes loaded objects, so that a collection after each request takes no time
    gc.disable()  # the collector would take half of the time of a long text, and finds little
    answers.write(READY + b"\n")
    answers.flush()
    for line in iter(requests.readline, b""):
        request: ImportRequest = pickle.loads(b64decode(line))  # from our own parent process
        allowed.folder = os.path.realpath(request.folder) if request.folder is not None else None
        signal.setitimer(signal.ITIMER_PROF, request.seconds)
        answer = pack_message(_answer(request))
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        answers.write(answer + b"\n")
        answers.flush()
        del request, answer
        gc.collect()


def serve_standard_files() -> None:
    """Answers requests on standard input; what libraries print goes to standard error."""
    serve_imports(*private_pipes())


def pack_message(message: ImportRequest | Answer) -> bytes:
    """A message as a line, without a line break."""
    return b64encode(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def _limit_memory() -> None:
    import resource  # not on Windows

    _, most = resource.getrlimit(resource.RLIMIT_DATA)  # by the supervisor; it cannot be exceeded
    limit = MEMORY + _data_in_use()  # a fork starts with our process's memory
    limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _data_in_use() -> int:
    """Bytes that count towards the limit of data of this process (proc(5), `VmData`)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmData:"))


def _answer(request: ImportRequest) -> Answer:
    try:
        return Answer(request.function(*request.arguments))
    except TimeoutError as fault:
        return Answer(fault=TimeoutError(str(fault)))
    except MemoryError:
        return Answer(fault=MemoryError())
    except ValueError as fault:
        return Answer(fault=_portable(fault))
    except Exception as fault:  # such as that a file must not be opened
        return Answer(fault=ReaderFault("", f"{type(fault).__name__}: {fault}"))


def _portable(fault: ValueError) -> ValueError:
    """The exception if it can be pickled, or one with its message."""
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:  # of a class whose constructor takes other arguments
        return ImportFault(str(fault))
    return fault


class _AllowedFiles:
    """The files that the process may open: in the folder of the text, in Python, and in its own temporary folders."""

    def __init__(self) -> None:
        self.folder: str | None = None
        paths = {os.path.realpath(path) for path in sys.path} - {str(Path.cwd())}  # where `-m` looks first
        package = Path(__file__).parents[3]  # in a checkout, of links
        self._own = paths | {
            os.path.realpath(path)
            # The executable of the self-contained application contains modules.
            for path in (sys.prefix, sys.base_prefix, sys.executable, *map(str, package.iterdir()))
        }

    def check(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit hook (PEP 578).  Raises `PermissionError`."""
        if event == "tempfile.mkdtemp":
            self._own.add(os.path.realpath(arguments[0]))
        if event != "open" or not isinstance(arguments[0], (str, bytes, os.PathLike)):
            return
        path = os.path.realpath(os.fsdecode(arguments[0]))
        allowed = self._own if self.folder is None else {*self._own, self.folder}
        if path != os.devnull and not any(os.path.commonpath((path, folder)) == folder for folder in allowed):
            raise PermissionError(f"outside of the folder of the text: {path}")


if __name__ == "__main__":
    from gjkscope.app.bring.notations import (
        child,  # whose classes the parent knows; those of this module are of `__main__`
    )

    child.serve_standard_files()
