"""The executors that chunks run on: processes of this machine, threads for a local function, or a Dask cluster."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from threading import Thread

from gjkscope.app.hunting.chunks import HuntPlan, close_solvers, solver_of

CONNECT_SECONDS = 10
NICE = 5  # how much lower the priority of background work is
LOOK_SECONDS = 1.0  # between two looks at whether the window's process is gone


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
def background_executor(jobs: int, is_urgent: bool = False) -> Iterator[tuple[Executor, Callable[[], None]]]:
    """Processes for work beside a window, and a function that ends them at once; of low priority unless it is urgent.

    They are processes even if `jobs` is 1: a thread would make the frames of the window wait for it.
    """
    context = get_context("spawn")
    abandoned = context.Event()
    processes = ProcessPoolExecutor(jobs, context, _begin_in_background, (abandoned, is_urgent))
    try:
        yield processes, abandoned.set
    finally:
        processes.shutdown(cancel_futures=True)


def prepared_title(plan: HuntPlan) -> tuple[str, str | None]:
    """Starts the solver; returns its title, and why it cannot be used, if that is so."""
    solver = solver_of(plan)
    answer = solver.prepared()
    return solver.title, None if answer is None else answer.unsupported


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


def _begin_in_background(abandoned: Event, is_urgent: bool) -> None:
    _ignore_interrupts()
    if hasattr(os, "nice") and not is_urgent:
        os.nice(NICE)
    Thread(target=_end_when, args=(abandoned,), name="end", daemon=True).start()


def _end_when(abandoned: Event) -> None:
    """Ends this process, whatever it does, once it is abandoned or the window's process is gone."""
    parent = parent_process()
    while not abandoned.wait(LOOK_SECONDS) and (parent is None or parent.is_alive()):
        pass
    closing = Thread(target=close_solvers, daemon=True)  # it waits for an answer that is being read
    closing.start()
    closing.join(LOOK_SECONDS)
    os._exit(0)
