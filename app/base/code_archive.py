"""One file with the bytecode of all modules that the window needs to open.

Python looks for each module in its package's folder, compares the times of its source and its bytecode, and opens the
latter: 0.08 ms for each of a thousand modules.  From the archive it takes a quarter of that.

The archive lies in `__pycache__`, and is as safe as the bytecode there: an entry holds for one state of its source (its
size and the time of its last change).  A changed module is imported as usual, and the archive written again.  Only
modules inside packages are in it, as these can only be in their package's folder, whatever `sys.path` is.
"""

import marshal
import mmap
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source, spec_from_file_location
from itertools import accumulate
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from gjkscope.app.base.atomic_file import write_atomically

MARK = b"gjkscope modules 1 " + MAGIC_NUMBER  # of this version of Python
HEADER_BYTES = 16  # of a file in `__pycache__`
SIZE_BYTES = 8  # after the mark: the size of the table of entries, which comes next


class ArchivedModule(NamedTuple):
    """A module inside a package, and where its bytecode is: its place after the table of entries."""

    folder: str  # the package's
    source: str
    state: tuple[int, int] | None  # of the source, when the bytecode was made
    places: list[str] | None  # where its submodules are, if it is a package itself
    start: int
    end: int


class CodeArchive:
    """Finds modules in the archive at `path` while it is in `sys.meta_path`; none if there is no such file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries: dict[str, ArchivedModule] = {}
        self._code = memoryview(b"")
        with suppress(OSError, ValueError), path.open("rb") as file:  # ValueError: it is empty
            self._read(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))

    def _read(self, contents: memoryview) -> None:
        start = len(MARK) + SIZE_BYTES
        if contents[: len(MARK)] != MARK:
            return
        end = start + int.from_bytes(contents[len(MARK) : start], "little")
        self._entries = {name: ArchivedModule(*entry) for name, entry in marshal.loads(contents[start:end]).items()}
        self._code = contents[end:]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        entry = self._entries.get(fullname)
        if entry is None or not path or entry.folder != path[0] or entry.state != _state(entry.source):
            return None
        loader = ArchiveLoader(fullname, entry.source, self._code[entry.start : entry.end])
        return spec_from_file_location(
            fullname, entry.source, loader=loader, submodule_search_locations=entry.places and [*entry.places]
        )

    def add(self, names: Iterable[str]) -> None:
        """Writes the archive again if one of these modules is loaded, and not in it in its present state.

        Like Python, which keeps no bytecode where it may not write, it does nothing if the folder is not writable.
        """
        kept = {name: entry for name, entry in self._entries.items() if entry.state == _state(entry.source)}
        new = {name: made for name in names if name not in kept and (made := _made_entry(name)) is not None}
        if not new or sys.dont_write_bytecode:
            return
        old = {name: (entry, bytes(self._code[entry.start : entry.end])) for name, entry in kept.items()}
        with suppress(OSError):
            write_atomically(self._path, _archive(old | new))


class ArchiveLoader(SourceFileLoader):
    """Loads a module from its source file, but its bytecode from the archive."""

    def __init__(self, fullname: str, source: str, code: memoryview) -> None:
        super().__init__(fullname, source)
        self._code = code

    def get_code(self, _fullname: str) -> CodeType:
        code: CodeType = marshal.loads(self._code)
        return code


def archive_path(source: str) -> Path:
    """The archive for this version of Python, beside the bytecode of the module with that source."""
    return Path(cache_from_source(source)).with_suffix(".modules")


def _state(source: str) -> tuple[int, int] | None:
    """The time of the last change in nanoseconds, and the size in bytes; None if the file is gone."""
    try:
        found = os.stat(source)  # noqa: PTH116  # `Path.stat` takes twice as long
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _made_entry(name: str) -> tuple[ArchivedModule, bytes] | None:
    """The entry and the bytecode of a loaded module; None if it has no source file, or is in no package."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    folders: Sequence[str] = getattr(sys.modules.get(name.rpartition(".")[0]), "__path__", ())
    if spec is None or len(folders) != 1 or not isinstance(spec.loader, SourceFileLoader):
        return None
    state = _state(spec.origin)  # before the bytecode is read: if it changes meanwhile, the entry is out of date
    return ArchivedModule(folders[0], spec.origin, state, spec.submodule_search_locations, 0, 0), _bytecode(spec)


def _bytecode(spec: ModuleSpec) -> bytes:
    """As it is in `__pycache__`, unless it was moved there: what `marshal` writes now is slower to read."""
    source = str(spec.origin)
    code = SourceFileLoader(spec.name, source).get_code(spec.name)
    with suppress(OSError):
        cached = Path(cache_from_source(source)).read_bytes()[HEADER_BYTES:]
        found = marshal.loads(cached)
        if code is not None and (found, found.co_filename) == (code, code.co_filename):
            return cached
    return marshal.dumps(code)


def _archive(modules: dict[str, tuple[ArchivedModule, bytes]]) -> bytes:
    ends = [*accumulate(len(code) for _, code in modules.values())]
    entries = {
        name: tuple(entry._replace(start=end - len(code), end=end))
        for (name, (entry, code)), end in zip(modules.items(), ends, strict=True)
    }
    table = marshal.dumps(entries)
    head = (MARK, len(table).to_bytes(SIZE_BYTES, "little"), table)
    return b"".join((*head, *(code for _, code in modules.values())))
