"""The executors that chunks run on: processes of this machine, threads for a local function, or a Dask cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from gjkscope.app.hunting.chunks import HuntPlan

CONNECT_SECONDS = 10


class SchedulerError(ValueError):
    """A scheduler that cannot be used; the message says why."""


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor_for(plan: HuntPlan, jobs: int) -> Iterator[Executor]:
    """Processes, which are started afresh, so that they inherit neither threads nor windows; ended on exit.

    A local function can be called only in this process and its forks.
    """
    if jobs == 1 or not isinstance(plan.solver, str):
        with ThreadPoolExecutor(jobs) as threads:
            yield threads
        return
    processes = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield processes
    finally:
        processes.shutdown(cancel_futures=True)


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster, and the number of its threads.  Raises `SchedulerError`."""
    try:
        from distributed import Client
    except ImportError:
        raise SchedulerError('--scheduler needs Dask: pip install "gjkscope[dask]"') from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as fault:
        raise SchedulerError(f"{address}: cannot be reached: {fault}") from None
    with client:
        yield client.get_executor(pure=False), max(sum(client.nthreads().values()), 1)


def _ignore_interrupts() -> None:
    """Ctrl+C in a terminal reaches all processes; only the first one acts on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
