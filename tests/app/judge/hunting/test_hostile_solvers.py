"""Solvers that resist being ended: each hang is reported in time, and no process is left afterwards."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.judge.hunting.hunt import MOST_GIVEN_UP

SOLVERS = """
import os, signal, sys, time

def sleeping(*pair): time.sleep(3600)

def busy(*pair):
    while True: pass

def ignoring(*pair):
    for number in range(1, signal.NSIG):
        if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33): signal.signal(number, signal.SIG_IGN)
    while True:
        try: time.sleep(3600)
        except BaseException: pass

def blocking(*pair):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
    time.sleep(3600)

def printing(*pair):
    while True: print("x" * 1000)

def closing(*pair):
    os.closerange(0, 64)
    time.sleep(3600)

def forking(*pair):
    os.fork()
    time.sleep(3600)

def daemonising(*pair):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: time.sleep(3600)
        os._exit(0)
    os.wait()
    time.sleep(3600)
"""

# The same as a program, which starts quickly, as that counts as part of its answer.
PROGRAM = """\
#!{python} -IS
import sys
sys.path.insert(0, {folder!r})
import solvers
for line in sys.stdin: solvers.{name}()
"""

NAMES = ("sleeping", "busy", "ignoring", "blocking", "printing", "closing", "forking", "daemonising")

HUNT = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
import gjkscope
from gjkscope.app.ask.solvers import process_solver
from gjkscope.app.judge.hunting import minimising

minimising.MOST_HANGING = minimising.MOST_VARIANTS = 1  # minimising is not what takes its time here
process_solver.MOST_TIMEOUTS = 2

def hunted(solver):
    report = gjkscope.hunt(solver, kinds=["sphere"], count=COUNT, chunk=20, timeout=LIMIT)
    return report.gave_up, report.tried, report.skipped, [[one.key[0], one.group.total] for one in report.found]

solvers = SOLVERS
print(json.dumps(list(ThreadPoolExecutor(len(solvers)).map(hunted, solvers))))
"""
QUICK, PATIENT = 0.1, 0.5  # seconds for an answer; a program must resist before they are over
IN_TIME = 60.0  # seconds: the waiting takes 1, and starting some 80 processes several times that on a busy machine


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """In the environment of all processes of a test; those that are left after it are ended."""
    (tmp_path / "solvers.py").write_text(SOLVERS)
    name = f"GJKSCOPE_TEST={uuid.uuid4()}"
    yield name
    for pid in _marked_processes(name):
        os.kill(pid, signal.SIGKILL)


HUNG = [False, 2, 18, [["hang", 2]]]  # after two timeouts, the rest of the pairs is not asked about
ONCE = [False, 2, 18, [["hang", 1]]]


def test_functions_that_resist_are_reported_and_ended(mark: str, tmp_path: Path) -> None:
    for result in _hunt(mark, *(f"{tmp_path}/solvers.py:{name}" for name in NAMES)):
        # A hang counts once it was seen again; on a busy machine, one of the two may end otherwise the second time.
        assert result in (HUNG, ONCE)
    _assert_none_left(mark)


@pytest.mark.thorough
def test_programs_that_resist_are_reported_and_ended(mark: str, tmp_path: Path) -> None:
    """They have no process of ours that forks between us and them."""
    programs = [tmp_path / name for name in NAMES]
    for program in programs:
        program.write_text(PROGRAM.format(python=sys.executable, folder=str(tmp_path), name=program.name))
        program.chmod(0o755)
    outcomes = dict(zip(NAMES, _hunt(mark, *map(str, programs), timeout=PATIENT), strict=True))
    # Where an answer belongs it is a crash, or a hang on a busy machine:
    _, tried, skipped, symptoms = outcomes.pop("printing")
    assert tried + skipped == 20
    assert {symptom for symptom, _ in symptoms} <= {"crash", "hang"}
    assert list(outcomes.values()) == [HUNG] * len(outcomes)
    _assert_none_left(mark)


@pytest.mark.thorough
def test_a_local_function_that_resists_is_ended(mark: str, tmp_path: Path) -> None:
    script = hunt_script("[resisting.blocking]")
    (tmp_path / "solvers.py").rename(tmp_path / "resisting.py")
    importing = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport resisting\n"
    assert _run(mark, "-c", importing + script) == [HUNG]
    _assert_none_left(mark)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "jobs"), [("blocking", "1"), ("daemonising", "2")])
def test_when_we_are_killed_nothing_is_left(mark: str, tmp_path: Path, name: str, jobs: str) -> None:
    started = tmp_path / "started"
    (tmp_path / "more.py").write_text(
        f"import solvers\ndef solve(*pair):\n    open({str(started)!r}, 'w').close()\n    solvers.{name}()\n"
    )
    words = ("hunt", f"{tmp_path}/more.py:solve", "-o", str(tmp_path / "out"), "--jobs", jobs, "--timeout", "600")
    ours = subprocess.Popen(
        (sys.executable, "-m", "gjkscope", *words), env=_environment(mark), stdout=subprocess.DEVNULL
    )
    try:
        _wait_until(started.exists, 60.0)
    finally:
        ours.kill()
        ours.wait()
    _assert_none_left(mark)


@pytest.mark.thorough
def test_a_solver_that_always_hangs_is_given_up(mark: str, tmp_path: Path) -> None:
    [outcome] = _hunt(mark, f"{tmp_path}/solvers.py:sleeping", count=2000)
    assert outcome == [True, 2 * MOST_GIVEN_UP, 18 * MOST_GIVEN_UP, [["hang", 2 * MOST_GIVEN_UP]]]


def _hunt(mark: str, *solvers: str, count: int = 20, timeout: float = QUICK) -> list[Any]:
    return _run(mark, "-c", hunt_script(repr(solvers), count, timeout))


def hunt_script(solvers: str, count: int = 20, timeout: float = QUICK) -> str:
    return HUNT.replace("SOLVERS", solvers).replace("COUNT", str(count)).replace("LIMIT", str(timeout))


def _run(mark: str, *words: str) -> list[Any]:
    done = subprocess.run(
        (sys.executable, *words), env=_environment(mark), capture_output=True, text=True, timeout=IN_TIME, check=False
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert isinstance(answer, list)
    return answer


def _environment(mark: str) -> dict[str, str]:
    name, _, value = mark.partition("=")
    return os.environ | {name: value}


def _assert_none_left(mark: str) -> None:
    _wait_until(lambda: not _marked_processes(mark), 10.0)


def _wait_until(is_so: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "too late"
        time.sleep(0.05)


def _marked_processes(mark: str) -> list[int]:
    """The running processes that have the mark."""
    numbers = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                numbers.append(int(folder.name))
        except (OSError, ValueError):  # it has ended
            continue
    return numbers
