"""Runs tests in forked processes, with one module of the engine replaced by a mutated source.

The parent has imported pytest and NumPy, but nothing of gjkscope: so a child starts in milliseconds, and imports the
mutated module as every other, with its constants, defaults and records.  Tests run interpreted.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

import numpy.linalg  # noqa: F401  every child needs it
import pytest

MOST_MEMORY = 8 << 30  # bytes of addresses; a mutant that builds endless lists gets a MemoryError
SLOWER, GRACE = 10, 2.0  # limit of a test: this multiple of its usual processor time, plus these seconds
MOST_WAITING, LEAST_SHARE = 120, 0.05  # seconds that a test may wait, besides getting this share of a core or more
COLLECTING = 60.0  # seconds of processor time for imports, or for a fixture that tests share
PYTEST = ("-x", "-q", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist")


class _MutatedLoader(SourceFileLoader):
    """Loads a module from a source in memory, and neither reads nor writes bytecode."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source.encode()

    def path_stats(self, path: Any) -> Any:
        raise OSError("no bytecode")

    def get_data(self, path: Any) -> bytes:
        return self._source


class _MutatedFinder(MetaPathFinder):
    """Finds the one module that is mutated."""

    def __init__(self, path: str, source: str) -> None:
        self._name = ".".join(Path("gjkscope", path).with_suffix("").parts)
        self._path = str(Path("gjkscope", path).absolute())
        self._source = source

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return spec_from_file_location(fullname, self._path, loader=_MutatedLoader(fullname, self._path, self._source))


class _Chosen:
    """A plugin that runs the chosen tests in the order given, limits their time and reports the first that fails."""

    def __init__(self, seconds: dict[str, float], report: Callable[[str], None]) -> None:
        self._seconds = seconds
        self._report = report
        self._limit = COLLECTING

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self._seconds if name in found]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._limit = SLOWER * self._seconds[item.nodeid] + GRACE
        limit_time(self._limit)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """What tests share counts for none of them."""
        if not is_shared(fixturedef):
            return (yield)
        limit_time(COLLECTING)
        try:
            return (yield)
        finally:
            limit_time(self._limit)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._report(report.nodeid)


def is_shared(fixturedef: Any) -> bool:
    """Whether several tests may share what a fixture returns."""
    return bool(fixturedef.scope != "function")


def killer(path: str, source: str, seconds: dict[str, float]) -> str | None:
    """The first of the tests that fails with this source of a file, or why none could run; `None` if all pass.

    `seconds` has the names of the tests, in the order in which they run, with the processor time that each takes.
    """

    def run(report: Callable[[str], None]) -> int:
        sys.meta_path.insert(0, _MutatedFinder(path, source))
        files = dict.fromkeys(name.partition("::")[0] for name in seconds)
        return int(pytest.main([*PYTEST, *files], plugins=[_Chosen(seconds, report)]))

    status, reported = in_child(run)
    if os.WIFSIGNALED(status):
        return ending(status)
    return reported or (ending(status) if status else None)


def ending(status: int) -> str:
    """How a child process ended: the name of the signal, or its exit status."""
    return signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit status {status >> 8}"


def in_child(work: Callable[[Callable[[str], None]], int]) -> tuple[int, str]:
    """The status of a child process that ends with what `work` returns, and the text that it reported."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _work_and_exit(work, write)
    os.close(write)
    with open(read, encoding="utf-8") as pipe:  # noqa: PTH123  a descriptor
        reported = pipe.read()
    return os.waitpid(child, 0)[1], reported


def _work_and_exit(work: Callable[[Callable[[str], None]], int], write: int) -> NoReturn:
    status = 70  # whatever goes wrong before the tests run
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        limit_time(COLLECTING)
        status = work(lambda text: _write(write, text))
    finally:
        os._exit(status)


def _write(descriptor: int, text: str) -> None:
    remaining = text.encode()
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]


def limit_time(seconds: float) -> None:
    """Ends this process once it has used these seconds of processor time, or got less than its share of a core."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds / LEAST_SHARE + MOST_WAITING)


def test_files(folders: Sequence[str]) -> list[str]:
    """The files of tests below these folders, or directly in `tests/engine`."""
    below = [file for folder in folders for file in sorted(Path("tests/engine", folder).rglob("test_*.py"))]
    return [str(file) for file in (*sorted(Path("tests/engine").glob("test_*.py")), *below)]
