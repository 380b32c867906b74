"""Which tests reach which lines of the engine, and how long each takes, measured by coverage and kept in `out/mutants`.

Each file of tests is measured in a process of its own, so what it reaches does not depend on the others, and measured
again only if it or the engine has changed.  What a fixture reaches that several tests share, each of these reaches.
"""

import ast
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.mutants.forks import PYTEST, ending, in_child, is_shared, limit_time

if TYPE_CHECKING:
    from coverage import Coverage

KEPT = Path("out/mutants/reach")
MOST_MEASURED = 600.0  # seconds of processor time for one test


@dataclass(frozen=True)
class Reach:
    """What was measured about all tests."""

    seconds: dict[str, float]  # of processor time, by the name of the test
    lines: dict[str, dict[int, set[str]]]  # the tests that reach a line, by file and line

    def tests(self, path: str, line: int) -> set[str]:
        """The tests that reach the statement at this line; of one that runs on import, those that use the file.

        (Of these, the one that was measured while the file was imported has nothing to do with it.)
        """
        lines = self.lines.get(path, {})
        if _runs_on_import(path, line):
            return set().union(*lines.values())
        return set().union(*(lines.get(each, ()) for each in _statement(path, line)))


def measure(files: Sequence[str], engine: Sequence[str], progress: Callable[[str], None]) -> Reach:
    """What the tests in `files` reach of the files of the `engine`.  Raises `ValueError` if a test fails."""
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, set[str]]] = {}
    digest = hashlib.sha256(b"".join(Path(path).read_bytes() for path in engine)).hexdigest()
    for file in files:
        progress(file)
        measured = _kept(file, engine, digest)
        seconds |= measured["seconds"]
        names = list(measured["seconds"])
        for path, numbers in measured["lines"].items():
            for line, tests in numbers.items():
                lines.setdefault(path, {}).setdefault(int(line), set()).update(names[test] for test in tests)
    return Reach(seconds, lines)


def _kept(file: str, engine: Sequence[str], digest: str) -> Any:
    name = hashlib.sha256(file.encode() + Path(file).read_bytes() + digest.encode()).hexdigest()
    kept = KEPT / f"{name}.json"
    if not kept.exists():
        status, text = in_child(lambda report: _measure(file, engine, report))
        if status:
            raise ValueError(f"{file}: must pass before it can kill mutants, got {ending(status)}")
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(text)
    return json.loads(kept.read_text())


class _Measured:
    """A plugin that notes for each test which lines it reaches and its own processor time."""

    def __init__(self, coverage: "Coverage") -> None:
        self._coverage = coverage
        self._current, self._shared = "", 0.0  # the test, and the seconds that it has spent on shared fixtures
        self.seconds: dict[str, float] = {}
        self.users: dict[str, list[str]] = {}  # the tests by the context of a fixture that they may share

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        limit_time(MOST_MEASURED)
        self._current, self._shared = item.nodeid, 0.0
        for name in getattr(item, "fixturenames", ()):
            self.users.setdefault(_context(name), []).append(item.nodeid)
        self._coverage.switch_context(item.nodeid)
        start = time.process_time()
        result = yield
        self.seconds[item.nodeid] = round(time.process_time() - start - self._shared, 4)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        if not is_shared(fixturedef):
            return (yield)
        self._coverage.switch_context(_context(fixturedef.argname))
        start = time.process_time()
        try:
            return (yield)
        finally:
            self._shared += time.process_time() - start
            self._coverage.switch_context(self._current)


def _context(fixture: str) -> str:
    """The name under which coverage notes the lines that a shared fixture reaches."""
    return f"fixture {fixture}"


def _measure(file: str, engine: Sequence[str], report: Callable[[str], None]) -> int:
    from coverage import Coverage

    coverage = Coverage(data_file=None, config_file=False, include=[str(Path(path).absolute()) for path in engine])
    plugin = _Measured(coverage)
    limit_time(MOST_MEASURED)
    coverage.start()
    status = pytest.main([*PYTEST, file], plugins=[plugin])
    coverage.stop()
    if not status:
        report(
            json.dumps({"seconds": plugin.seconds, "lines": dict(_lines(coverage, list(plugin.seconds), plugin.users))})
        )
    return int(status)


def _lines(
    coverage: "Coverage", names: Sequence[str], users: dict[str, list[str]]
) -> Iterator[tuple[str, dict[int, list[int]]]]:
    data = coverage.get_data()
    numbers = {name: [number] for number, name in enumerate(names)}
    for context, tests_of in users.items():
        numbers[context] = [number for name in tests_of for number in numbers[name]]
    for file in data.measured_files():
        contexts = data.contexts_by_lineno(file)
        tests = {
            line: sorted({number for name in found for number in numbers.get(name, ())})
            for line, found in contexts.items()
        }
        yield str(Path(file).relative_to(Path.cwd())), {line: found for line, found in tests.items() if found}


def _statement(path: str, line: int) -> range:
    """The lines of the smallest statement at this line; of a compound one, those before its body."""
    spans = [span for span in _spans(path) if line in span]
    return min(spans, key=len, default=range(line, line + 1))


@cache
def _spans(path: str) -> list[range]:
    statements = (node for node in ast.walk(ast.parse(Path(path).read_text())) if isinstance(node, ast.stmt))
    return [range(each.lineno, _end(each) + 1) for each in statements]


def _end(statement: ast.stmt) -> int:
    body = getattr(statement, "body", None)
    end = statement.end_lineno or statement.lineno
    return max(statement.lineno, body[0].lineno - 1) if body else end


@cache
def _bodies(path: str) -> list[range]:
    """The lines of the bodies of functions, but for those that are called when the file is imported."""
    tree = ast.parse(Path(path).read_text())
    on_import = _called_on_import(tree)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name not in on_import)
    return [range(each.body[0].lineno, (each.end_lineno or each.lineno) + 1) for each in functions]


def _called_on_import(tree: ast.Module) -> set[str]:
    """The names that statements outside functions and classes call, as for a table that is built once."""
    outside = (node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef))
    calls = (node for statement in outside for node in ast.walk(statement) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def _runs_on_import(path: str, line: int) -> bool:
    return not any(line in body for body in _bodies(path))
