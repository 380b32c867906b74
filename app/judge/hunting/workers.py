"""The executors that chunks run on: processes of this machine, threads for a local function, or a Dask cluster."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from threading import Event as ThreadEvent
from threading import Lock, Thread
from types import SimpleNamespace
from typing import Any, TypeVar

from gjkscope.app.judge.hunting.chunks import HuntPlan, close_solvers, solver_of
from gjkscope.engine import batch
from gjkscope.engine.batch.processors import processors as processors
from gjkscope.engine.cancellation import cancellable_by
from gjkscope.engine.runtime.extras import extra_remedy

Result = TypeVar("Result")

CONNECT_SECONDS = 10
NICE = 5  # how much lower the priority of background work is
CLOSING_SECONDS = 1.0  # for solvers to end with their process
MOST_BYTES = 100  # of what a process says about compiling


class SchedulerError(ValueError):
    """A scheduler that cannot be used; the message says why."""


@contextmanager
def executor_for(plan: HuntPlan, jobs: int) -> Iterator[Executor]:
    """Processes, which are started afresh, so that they inherit neither threads nor windows; ended on exit.

    What they need to judge is compiled here first, so that each of them only loads it.

    A local function can be called only in this process and its forks.  On exit, chunks that still run are abandoned:
    their results are not wanted, and a solver that hangs could delay them for minutes.
    """
    if jobs == 1 or not isinstance(plan.solver, str):
        with _cancellable_threads(jobs) as threads:
            yield threads
        return
    batch.prepare()
    with _processes(jobs) as processes:
        try:
            yield processes.executor
        finally:
            processes.abandon()


class BackgroundWorkers:
    """The workers that run beside a window."""

    def __init__(self, executor: Executor, abandon: Callable[[], None], doing: Any = None) -> None:
        """`abandon` ends the processes at once; `doing` is the memory shared with them."""
        self.executor = executor
        self.abandon = abandon
        self._doing = doing or SimpleNamespace(value=b"")
        self._preparation: Future[None] | None = None

    def prepare(self) -> Future[None]:
        """Makes one process compile what judging needs, or load it; the others load it afterwards.  Once only."""
        if self._preparation is None:
            self._preparation = self.executor.submit(_prepare)
        return self._preparation

    @property
    def compiling(self) -> str:
        """ "compiling 12 of 240 functions" while this happens; otherwise empty."""
        return str(self._doing.value.decode(errors="replace"))


@contextmanager
def background_executor(jobs: int, is_urgent: bool = False) -> Iterator[BackgroundWorkers]:
    """Processes for work beside a window; of low priority unless it is urgent.

    They are processes even if `jobs` is 1: a thread would make the frames of the window wait for it.
    """
    with _processes(jobs, 0 if is_urgent else NICE) as processes:
        yield processes


def prepare_title(plan: HuntPlan) -> tuple[str, str | None]:
    """Starts the solver; returns its title, and the reason if it cannot be used."""
    solver = solver_of(plan)
    answer = solver.prepared()
    return solver.title, None if answer is None else answer.unsupported


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster, and the number of its threads.  Raises `SchedulerError`."""
    try:
        from distributed import Client
    except ImportError:
        raise SchedulerError(f"--scheduler needs Dask: {extra_remedy('dask')}") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as fault:
        raise SchedulerError(f"{address}: cannot be reached: {fault}") from None
    with client:
        yield client.get_executor(pure=False), max(sum(client.nthreads().values()), 1)


# --- processes ---


@contextmanager
def _processes(jobs: int, niceness: int = 0) -> Iterator[BackgroundWorkers]:
    """Newly started processes."""
    context = get_context("spawn")
    lifeline = _Lifeline(context)
    doing = context.RawArray("c", MOST_BYTES)  # without a lock, which a process that dies could keep
    processes = ProcessPoolExecutor(jobs, context, _begin, (lifeline.end, niceness, doing))
    try:
        yield BackgroundWorkers(processes, lifeline.cut, doing)
    finally:
        processes.shutdown(cancel_futures=True)
        lifeline.close()


class _Lifeline:
    """Ends processes at once.

    `set` of an event of multiprocessing waits for all processes that wait for it: for ever, if one of them has died.
    """

    def __init__(self, context: SpawnContext) -> None:
        self.end, self._ours = context.Pipe(duplex=False)
        self._lock = Lock()  # the window may cut it while the thread of the job closes it

    def cut(self) -> None:
        """Makes `end` readable, which ends the processes that have it."""
        with self._lock:
            if not self._ours.closed:
                self._ours.send_bytes(b"")  # closing is not enough: a fork of ours may have it open, too
                self._ours.close()

    def close(self) -> None:
        """Frees it, once the processes have ended."""
        self.cut()
        self.end.close()


def _begin(lifeline: Connection, niceness: int, doing: Any) -> None:
    """Ctrl+C in a terminal reaches all processes; only the first one acts on it."""
    global _doing
    _doing = doing
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    ending = ThreadEvent()
    _for_good.enter_context(cancellable_by(ending.is_set))
    Thread(target=_end_when, args=(lifeline, ending), name="end", daemon=True).start()


_for_good = ExitStack()  # of a process that works: until it ends
_doing: Any = SimpleNamespace(value=b"")  # of a process that works: where it says what it compiles


def _prepare() -> None:
    def report(doing: str, _: float) -> None:
        _doing.value = doing.encode()[: MOST_BYTES - 1]

    batch.prepare(report=report)


def _end_when(lifeline: Connection, ending: ThreadEvent) -> None:
    """Ends this process, whatever it is doing, once its lifeline is cut or its parent process has ended."""
    parent = parent_process()
    wait([lifeline] if parent is None else [lifeline, parent.sentinel])
    ending.set()  # first: a solver that ends would be started again for the next pairs
    closing = Thread(target=close_solvers, daemon=True)  # it waits for an answer that is being read
    closing.start()
    closing.join(CLOSING_SECONDS)
    os._exit(0)


# --- threads ---


@contextmanager
def _cancellable_threads(jobs: int) -> Iterator[Executor]:
    """Threads whose work is cancelled on exit."""
    threads = _CancellableThreads(jobs)
    try:
        yield threads
    finally:
        threads.abandoned.set()
        threads.shutdown(cancel_futures=True)


class _CancellableThreads(ThreadPoolExecutor):
    """Questions to solvers raise `Cancelled` once the work is abandoned."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        self.abandoned = ThreadEvent()

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        return super().submit(self._run, partial(fn, *args, **kwargs))

    def _run(self, work: Callable[[], Result]) -> Result:
        with cancellable_by(self.abandoned.is_set):
            return work()
