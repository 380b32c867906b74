"""Answers blocks of pairs, in forks of the child process, so that a crash costs a fork, not the start of an engine.

The request is one line, "block " and a pickle in Base64.  The answers are lines, one per pair, in order, then "end".
When a fork dies, the answer says how, and a new fork answers the remaining pairs, unless too many have timed out.

The time limit is kept by the process that forks: a solver may ignore or block every signal but SIGKILL.
"""

import gc
import os
import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from mmap import mmap
from select import select
from struct import Struct
from time import monotonic, perf_counter, sleep
from typing import NamedTuple

from gjkscope.app.ask.solvers.answer_block import pack_answer, pack_line
from gjkscope.app.ask.solvers.messages import answer_line
from gjkscope.app.ask.solvers.pair_block import PairBlock
from gjkscope.app.ask.solvers.solver import SolverAnswer, ask_without_iterations
from gjkscope.app.base.processes.line_process import TIMED_OUT, signal_name
from gjkscope.app.base.processes.supervision import adopt_orphans, descendants, end_descendants, exit_status
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import PlacedPair, Shape

Answer = Callable[[Shape, Pose, Shape, Pose], SolverAnswer]

BLOCK = b"block "
END = b"end"
# The pair that is next or being asked about, and its start: seconds of `monotonic`, 0: not now.
PROGRESS = Struct("<Qd")
LEAST_WAIT = 0.001  # seconds between two looks at a fork that ends
MOST_WAIT = 0.05  # seconds between two looks at one that works
CUBE = tuple(product((0.0, 1.0), repeat=3))


class BlockRequest(NamedTuple):
    """What is asked."""

    block: PairBlock
    seconds: float  # for each pair
    contacts: bool  # whether contact points are wanted, which engines compute in a query of their own
    timeouts: int  # after which the other pairs are not asked about


def block_line(request: BlockRequest) -> bytes:
    """The request as a line, with a line break."""
    return BLOCK + b64encode(pickle.dumps(request)) + b"\n"


def serve_block(line: bytes, answer: Answer, output: int, forks: bool) -> None:
    """Answers the block in the line, on a file descriptor.

    Without `forks`, for engines that a fork would deadlock, this process answers, and a crash ends it.
    """
    request: BlockRequest = pickle.loads(b64decode(line[len(BLOCK) :]))  # from our own parent process
    if forks:
        _serve_in_forks(request, answer, output)
    else:
        _answer_all(request, answer, output, bytearray(PROGRESS.size))
    _write(output, END + b"\n")


def serve_batch(line: bytes, answers: Callable[[Sequence[PlacedPair]], list[SolverAnswer]], output: int) -> None:
    """Answers the block in the line in one call; the time of each answer is its share of that call."""
    request: BlockRequest = pickle.loads(b64decode(line[len(BLOCK) :]))  # from our own parent process
    if not request.contacts:
        ask_without_iterations()
    size = request.block.size
    started = perf_counter()
    said = answers([request.block.pair(i) for i in range(size)])
    share = (perf_counter() - started) / max(size, 1)
    for i, answer in enumerate(said):
        timed = answer if answer.seconds is not None else answer._replace(seconds=share)
        packed = pack_answer(timed)
        _write(output, answer_line(i, timed) if packed is None else pack_line(packed))
    _write(output, END + b"\n")


def _serve_in_forks(request: BlockRequest, answer: Answer, output: int) -> None:
    _warm_up()
    timeouts, first = 0, 0
    with mmap(-1, PROGRESS.size) as shared:
        while first < request.block.size and timeouts < request.timeouts:
            PROGRESS.pack_into(shared, 0, first, 0.0)
            ending = _run_fork(request, answer, output, shared)
            failed, _ = PROGRESS.unpack_from(shared)
            if failed < request.block.size:
                _write(output, answer_line(failed, SolverAnswer(crashed=ending)))
            timeouts += ending.startswith(TIMED_OUT)
            first = failed + 1


@cache
def _warm_up() -> None:
    """Imports what adapters need for hulls, before each fork would do so, and prepares this process for forking."""
    convex_hull(CUBE)
    adopt_orphans()
    gc.freeze()  # so that a collection in a fork copies no pages


def _run_fork(request: BlockRequest, answer: Answer, output: int, shared: mmap) -> str:
    """Makes a fork answer the pairs from the one in `shared` on; returns how it ended, in words.

    Processes that the fork started end with it, but not those that the engine started when it was loaded.
    """
    older = descendants(os.getpid())
    end, held = os.pipe()  # reaches its end when the fork, which holds the other one, ends
    pid = os.fork()
    if pid == 0:
        os.close(end)
        _answer_and_exit(request, answer, output, shared)
    os.close(held)
    try:
        status = _wait_for_fork(pid, end, request.seconds, shared)
    finally:
        os.close(end)
        end_descendants(pid, older)
    return f"{TIMED_OUT} {request.seconds:g} s" if status is None else _ending(status)


def _wait_for_fork(pid: int, end: int, seconds: float, shared: mmap) -> int | None:
    """The wait status of a fork; None if it has exceeded the time limit for a pair."""
    has_let_go = False
    while True:
        if has_let_go:
            sleep(LEAST_WAIT)  # it is ending, or has closed all its files
        else:
            readable, _, _ = select([end], [], [], min(max(seconds, LEAST_WAIT), MOST_WAIT))
            has_let_go = bool(readable)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        _, asked = PROGRESS.unpack_from(shared)
        if asked and monotonic() - asked > seconds:
            return None


def _answer_and_exit(request: BlockRequest, answer: Answer, output: int, shared: mmap) -> None:
    """Runs in the fork and ends it, without the clean-up that belongs to its parent."""
    status = 1
    try:
        os.setpgid(0, 0)
        _answer_all(request, answer, output, shared)
        status = 0
    except SystemExit as ending:
        status = exit_status(ending)
    finally:
        os._exit(status)


def _answer_all(request: BlockRequest, answer: Answer, output: int, shared: mmap | bytearray) -> None:
    if not request.contacts:
        ask_without_iterations()
    first, _ = PROGRESS.unpack_from(shared)
    for i in range(first, request.block.size):
        PROGRESS.pack_into(shared, 0, i, monotonic())
        said = _time_answer(answer, request.block.pair(i))
        if said.iterations:
            said = said._replace(iterations=())
        packed = pack_answer(said)
        line = answer_line(i, said) if packed is None else pack_line(packed)
        PROGRESS.pack_into(shared, 0, i, 0.0)  # the parent process may read slowly
        _write(output, line)
        PROGRESS.pack_into(shared, 0, i + 1, 0.0)


def _time_answer(answer: Answer, pair: PlacedPair) -> SolverAnswer:
    """The answer, with the time of the whole call unless the solver gives that of its query."""
    started = perf_counter()
    said = answer(*pair)
    if said.seconds is not None or said.crashed is not None or said.unsupported is not None:
        return said
    return said._replace(seconds=perf_counter() - started)


def _ending(status: int) -> str:
    """How a fork ended, in words."""
    if os.WIFSIGNALED(status):
        return signal_name(os.WTERMSIG(status))
    return f"exited with status {os.waitstatus_to_exitcode(status)}"


def _write(output: int, data: bytes) -> None:
    while data:
        data = data[os.write(output, data) :]
