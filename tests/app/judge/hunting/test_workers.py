"""The processes and threads of hunts end at once when their results are no longer wanted."""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from types import SimpleNamespace

import pytest

from gjkscope.app.judge.hunting import workers
from gjkscope.app.judge.hunting.chunks import HuntPlan, close_solvers, run_chunk
from gjkscope.app.judge.hunting.workers import background_executor, executor_for
from gjkscope.engine import batch
from gjkscope.engine.cancellation import Cancelled
from tests.app.judge.hunting import planted

HANGING = HuntPlan(f"{planted.__file__}:hangs_deep_inside", ("box", "sphere"), seconds=300.0)
DEEP = 3  # the chunk of the family with deep overlaps


def test_abandoned_processes_end_at_once() -> None:
    with background_executor(1) as pool:
        executor, abandon = pool.executor, pool.abandon
        assert executor.submit(abs, -1).result(timeout=60) == 1  # it has started
        busy = executor.submit(time.sleep, 600)
        assert not wait([busy], 0.2).done
        abandon()
        with pytest.raises(BrokenProcessPool):
            busy.result(timeout=60)


@pytest.mark.parametrize("is_killed", [False, True])
def test_abandoning_processes_that_have_ended_does_not_block(is_killed: bool) -> None:
    with background_executor(1) as pool:
        pid = pool.executor.submit(os.getpid).result(timeout=60)
        if is_killed:
            os.kill(pid, signal.SIGKILL)
            abandoning = Thread(target=pool.abandon, daemon=True)
            abandoning.start()
            abandoning.join(30)
            assert not abandoning.is_alive()
    again = Thread(target=pool.abandon, daemon=True)
    again.start()
    again.join(30)
    assert not again.is_alive()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_chunk_whose_solver_hangs_does_not_delay_the_end(jobs: int) -> None:
    with executor_for(HANGING, jobs) as executor:
        hanging = executor.submit(run_chunk, HANGING, DEEP)
        assert not wait([hanging], 0.5).done
        began = time.monotonic()
    assert time.monotonic() - began < 30  # seconds, of 300
    assert isinstance(hanging.exception(), Cancelled | BrokenProcessPool)
    close_solvers()


def test_judging_is_prepared_before_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each of them would compile the same."""
    done: list[str] = []
    start = workers._processes
    monkeypatch.setattr(batch, "prepare", lambda: done.append("prepared"))
    monkeypatch.setattr(workers, "_processes", lambda jobs: done.append("started") or start(jobs))
    with executor_for(HuntPlan("gjkscope"), 2):
        assert done == ["prepared", "started"]


def test_one_process_prepares_once_and_says_what_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    doing, said = SimpleNamespace(value=b""), list[str]()

    def prepare(report: Callable[[str, float], None]) -> None:
        for words in ("compiling 1 of 2 functions", ""):
            report(words, 0.5)
            said.append(pool.compiling)

    monkeypatch.setattr(batch, "prepare", prepare)
    monkeypatch.setattr(workers, "_doing", doing)
    with ThreadPoolExecutor(1) as threads:
        pool = workers.BackgroundWorkers(threads, lambda: None, doing)
        assert pool.prepare() is pool.prepare()
        pool.prepare().result()
    assert said == ["compiling 1 of 2 functions", ""]


@pytest.mark.thorough
def test_processes_share_what_they_say() -> None:
    with background_executor(1) as pool:
        pool.executor.submit(say, b"compiling 1 of 2 functions").result(timeout=60)
        assert pool.compiling == "compiling 1 of 2 functions"
        pool.prepare().result(timeout=600)
        assert pool.compiling == "compiling 1 of 2 functions"  # loading says nothing


def say(words: bytes) -> None:
    workers._doing.value = words
