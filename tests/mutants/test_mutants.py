"""The mutation tests themselves: a change is noticed, an unchanged source is not, and a sample is in proportion."""

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.mutants import forks
from tests.mutants import reach as reach_of_tests
from tests.mutants.reach import Reach
from tests.mutants.sampling import interval, sample

CLAMP = "engine/clamp/steps.py"
TEST = "tests/engine/clamp/test_clamp.py::test_other_pairs_are_refused"
RUN = """
import sys
from pathlib import Path
from tests.mutants import forks
from tests.mutants import reach as reach_of_tests
from tests.mutants.reach import Reach
forks.GRACE = 1.0
source = Path({path!r}).read_text()
assert {before!r} in source
print(forks.killer({path!r}, source.replace({before!r}, {after!r}, 1), {{{test!r}: 0.01}}))
"""


class Place(NamedTuple):
    path: str
    line: int


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("before", "after", "killer"),
    [
        ("raise NotApplicable", "raise NotApplicable", "None"),
        ("raise NotApplicable", "raise ArithmeticError", TEST),
        ("raise NotApplicable", "while True: continue\n        raise NotApplicable", "SIGPROF"),
    ],
    ids=["unchanged", "another error", "no end"],
)
def test_a_change_of_a_module_is_noticed(before: str, after: str, killer: str) -> None:
    """In a process of its own: the parent of the forks must not have imported gjkscope."""
    program = RUN.format(path=CLAMP, before=before, after=after, test=TEST)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.stderr) == (killer, "")


@pytest.mark.thorough
def test_the_source_on_disk_stays_as_it_is() -> None:
    before = Path(CLAMP).read_bytes()
    test_a_change_of_a_module_is_noticed("raise NotApplicable", "raise ArithmeticError", TEST)
    assert Path(CLAMP).read_bytes() == before


def test_a_test_may_wait_on_a_busy_machine_but_not_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of the clock grows with that of the processor: a test of minutes is not taken for one that hangs."""
    timers: dict[int, float] = {}
    monkeypatch.setattr(signal, "setitimer", timers.__setitem__)
    for seconds in (0.01, 600.0):
        forks.limit_time(seconds)
        assert timers[signal.ITIMER_PROF] == seconds
        assert timers[signal.ITIMER_REAL] >= forks.MOST_WAITING + 10 * seconds


def test_an_ending_is_named() -> None:
    assert [forks.ending(status) for status in (14, 5 << 8)] == ["SIGALRM", "exit status 5"]


def test_a_constant_meets_the_tests_that_use_its_file_and_a_line_those_that_reach_it(tmp_path: Path) -> None:
    """A test during which the file is imported has reached its constants, but need not read them."""
    file = tmp_path / "module.py"
    table = "\n\ndef built():\n    return 3\n\n\nTABLE = [built() for _ in range(2)]\n"
    file.write_text("ONE = 1\n\n\ndef one():\n    return ONE\n\n\ndef two():\n    return 2\n" + table)
    lines = {1: {"importing"}, 4: {"importing"}, 8: {"importing"}, 5: {"first", "both"}, 9: {"both"}}
    reach = Reach({}, {str(file): lines})
    assert reach.tests(str(file), 1) == {"importing", "first", "both"}
    assert reach.tests(str(file), 5) == {"first", "both"}
    assert reach.tests(str(file), 9) == {"both"}
    assert reach.tests(str(file), 13) == {"importing", "first", "both"}  # in a function that builds a constant


SHARING = """
import pytest

@pytest.fixture(scope="module")
def shared():
    return 1

@pytest.fixture
def own():
    return 2

def test_first(shared, own): ...

def test_second(shared): ...

def test_neither(): ...
"""


class Contexts:
    """What coverage would be told."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def switch_context(self, name: str) -> None:
        self.seen.append(name)


@pytest.mark.thorough
def test_what_a_shared_fixture_reaches_counts_for_all_its_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach_of_tests, "limit_time", lambda _: None)  # of the process that runs this test
    contexts, file = Contexts(), tmp_path / "test_sharing.py"
    file.write_text(SHARING)
    plugin = reach_of_tests._Measured(contexts)  # type: ignore[arg-type]
    assert pytest.main([*forks.PYTEST, "-c", os.devnull, "--rootdir", str(tmp_path), str(file)], plugins=[plugin]) == 0
    first, second, neither = plugin.seconds
    assert contexts.seen == [first, "fixture shared", first, second, neither]
    assert plugin.users["fixture shared"] == [first, second]


def test_a_sample_has_its_share_of_each_file_and_depends_on_the_seed() -> None:
    places = [Place(path, line) for path, count in (("a", 600), ("b", 300), ("c", 100)) for line in range(count)]
    found = sample(places, 50, 1)
    assert Counter(place.path for place in found) == {"a": 30, "b": 15, "c": 5}
    assert len({*found}) == 50
    assert found == sample(places, 50, 1) != sample(places, 50, 2)
    assert sorted(sample(places, 5000, 1)) == places


def test_the_interval_is_wilsons() -> None:
    assert interval(90, 100) == pytest.approx((0.8256, 0.9448), abs=1e-4)
    assert interval(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
