"""Answers blocks of pairs, in a fork of the child process, so that a crash costs a fork, not the start of an engine.

The request is one line, "block " and a pickle in Base64.  The answers are lines, one per pair, in order, then "end".
They stop at the first pair that the fork does not survive, whose answer says how it ended.
"""

import os
import pickle
import signal
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cache
from itertools import product
from mmap import mmap
from time import perf_counter
from typing import NamedTuple

from gjkscope.app.solvers.answer_block import packed_answer, packed_line
from gjkscope.app.solvers.line_process import TIMED_OUT, signal_name
from gjkscope.app.solvers.messages import answer_line
from gjkscope.app.solvers.pair_block import PairBlock, PlacedPair
from gjkscope.app.solvers.solver import SolverAnswer, ask_without_iterations
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Shape

Answer = Callable[[Shape, Pose, Shape, Pose], SolverAnswer]

BLOCK = b"block "
END = b"end"
COUNTER_BYTES = 8
CUBE = tuple(product((0.0, 1.0), repeat=3))


class BlockRequest(NamedTuple):
    """What is asked."""

    block: PairBlock
    seconds: float  # for each pair
    contacts: bool  # whether contact points are wanted, which engines compute in a query of their own


def block_line(block: PairBlock, seconds: float, contacts: bool) -> bytes:
    """The request for a block, with a line break; `seconds` is the time limit for each pair."""
    return BLOCK + b64encode(pickle.dumps(BlockRequest(block, seconds, contacts))) + b"\n"


def serve_block(line: bytes, answer: Answer, output: int, forks: bool) -> None:
    """Answers the block in the line, on a file descriptor, up to the first pair that ends the fork.

    Without `forks`, for engines that a fork would deadlock, this process answers, and a crash ends it.
    """
    request: BlockRequest = pickle.loads(b64decode(line[len(BLOCK) :]))  # from our own parent process
    if forks:
        _serve_in_fork(request, answer, output)
    else:
        _answer_all(request, answer, output, bytearray(COUNTER_BYTES))
    _write(output, END + b"\n")


def _serve_in_fork(request: BlockRequest, answer: Answer, output: int) -> None:
    _warm_up()
    with mmap(-1, COUNTER_BYTES) as answered:  # shared with the fork
        pid = os.fork()
        if pid == 0:
            _answer_and_exit(request, answer, output, answered)
        _, status = os.waitpid(pid, 0)
        first = int.from_bytes(answered[:])  # that it has not answered
        if first < request.block.size:
            _write(output, answer_line(first, SolverAnswer(crashed=_ending(status, request.seconds))))


@cache
def _warm_up() -> None:
    """Imports what adapters need for hulls, before each fork would do so."""
    convex_hull(CUBE)


def _answer_and_exit(request: BlockRequest, answer: Answer, output: int, answered: mmap) -> None:
    """Runs in the fork and ends it, without the cleaning up that is its parent's."""
    status = 1
    try:
        _answer_all(request, answer, output, answered)
        status = 0
    except SystemExit as ending:
        status = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    finally:
        os._exit(status)


def _answer_all(request: BlockRequest, answer: Answer, output: int, answered: mmap | bytearray) -> None:
    if not request.contacts:
        ask_without_iterations()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process even while the engine never returns to Python
    for i in range(request.block.size):
        signal.setitimer(signal.ITIMER_REAL, request.seconds)
        said = _timed(answer, request.block.pair(i))
        if said.iterations:
            said = said._replace(iterations=())
        packed = packed_answer(said)
        line = answer_line(i, said) if packed is None else packed_line(packed)
        signal.setitimer(signal.ITIMER_REAL, 0.0)  # the parent process may take its time to read
        _write(output, line)
        answered[:] = (i + 1).to_bytes(COUNTER_BYTES)


def _timed(answer: Answer, pair: PlacedPair) -> SolverAnswer:
    """The answer, with the time of the whole call unless the solver gives that of its query."""
    started = perf_counter()
    said = answer(*pair)
    if said.seconds is not None or said.crashed is not None or said.unsupported is not None:
        return said
    return said._replace(seconds=perf_counter() - started)


def _ending(status: int, seconds: float) -> str:
    """How the fork ended, in words."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return f"{TIMED_OUT} {seconds:g} s" if number == signal.SIGALRM else signal_name(number)
    return f"exited with status {os.waitstatus_to_exitcode(status)}"


def _write(output: int, data: bytes) -> None:
    while data:
        data = data[os.write(output, data) :]
