"""Threads of batches are kept, serve several callers, and never outlast a call."""

import subprocess
import sys
from collections.abc import Iterator
from threading import Barrier, Event, get_ident, main_thread
from time import sleep

import pytest

from gjkscope.engine.batch import workers
from gjkscope.engine.batch.workers import in_threads

FORKS = """
import os
import numpy as np
from gjkscope import Box, batch
poses = np.tile(np.eye(4), (4000, 1, 1))
def solve():
    return batch.signed_distance(Box((1, 1, 1)), poses, Box((1, 1, 1)), poses, threads=2).signed_distance.tolist()
found = solve()
child = os.fork()
if child == 0:
    os._exit(solve() != found)
print(os.waitpid(child, 0)[1])
"""


@pytest.fixture
def one_kept_thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Otherwise there may be others, which a pool starts if one has not yet reported that it is idle."""
    monkeypatch.setattr(workers, "processors", lambda: 2)
    workers._kept_threads.cache_clear()
    yield
    workers._kept_threads.cache_clear()


@pytest.mark.usefixtures("one_kept_thread")
def test_the_same_threads_work_again() -> None:
    def meet() -> int:
        barrier, seen = Barrier(2, timeout=60), set[int]()

        def work() -> bool:
            barrier.wait()
            seen.add(get_ident())
            return True

        assert in_threads(work, 2) == [True, True]
        assert get_ident() in seen
        [other] = seen - {get_ident()}
        return other

    assert meet() == meet()


def test_one_thread_is_the_caller() -> None:
    assert in_threads(lambda: get_ident() == main_thread().ident, 1) == [True]


@pytest.mark.usefixtures("one_kept_thread")
def test_busy_threads_are_not_waited_for() -> None:
    busy, done, begun = Barrier(2, timeout=60), Event(), Event()

    def outer() -> bool:
        if busy.wait() == 0:  # one of both threads holds the kept one ...
            begun.set()
            return done.wait(60)
        begun.wait(60)
        assert in_threads(lambda: True, 2) == [True]  # ... while the other needs none
        done.set()
        return True

    assert in_threads(outer, 2) == [True, True]


def test_an_error_waits_for_the_other_thread() -> None:
    both, ended = Barrier(2, timeout=60), Event()
    caller = get_ident()

    def work() -> bool:
        both.wait()
        if get_ident() == caller:
            raise ValueError("broken")
        sleep(0.05)
        ended.set()
        return True

    with pytest.raises(ValueError, match="broken"):
        in_threads(work, 2)
    assert ended.is_set()


def test_a_forked_process_starts_its_own_threads() -> None:
    run = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout == "0\n"
