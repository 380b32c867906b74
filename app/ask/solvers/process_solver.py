"""A solver in a warm child process: started at the first question, kept for the next ones, restarted after a crash."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from threading import Lock

import numpy as np

from gjkscope.app.ask.solvers.answer_block import PLAIN, AnswerBlock, answer_block, from_packed_line, pack_answer
from gjkscope.app.ask.solvers.forked import END, BlockRequest, block_line
from gjkscope.app.ask.solvers.messages import MessageError, parse_answer, printable_line, request_line
from gjkscope.app.ask.solvers.pair_block import PairBlock
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.base.processes.environments import command_in
from gjkscope.app.base.processes.line_process import TIMED_OUT, ChildFailure
from gjkscope.app.base.processes.warm import ChildCommand, WarmProcess
from gjkscope.engine.cancellation import checkpoint, holding
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

TIME_LIMIT = 5.0  # seconds for an answer: engines need microseconds to milliseconds
START_LIMIT = 180.0  # seconds to start: distance3d compiles for a minute when it is used for the first time
FORK_SECONDS = 5.0  # more than that for an answer of a fork, which has its own time limit
READY = b"ready"  # the first line of our own child module


def child_command(*words: str, environment: Path | None = None) -> tuple[str, ...]:
    """The command that runs our child module with these arguments, in the interpreter of an environment or in ours."""
    return command_in(environment, "gjkscope.app.ask.solvers.child", *words)


MOST_TIMEOUTS = 4  # in a block, after which its other pairs are not asked about
NOT_ASKED = SolverAnswer(unsupported="not asked: the solver has timed out too often")


class ProcessSolver:
    """A solver that speaks the protocol of `messages.py` on its standard input and output."""

    def __init__(
        self,
        title: str,
        command: ChildCommand,
        announces: bool = False,
        seconds: float = TIME_LIMIT,
        start_seconds: float = START_LIMIT,
        cwd: Path | None = None,
    ) -> None:
        """`announces`: whether it prints "ready" once it can answer; starting then has its own time limit."""
        self.title = title
        self._announces = announces
        self._seconds = seconds
        self._start_seconds = start_seconds
        self._lock = Lock()  # one question at a time
        # Our own child module needs no clean-up when it ends.
        self._process = WarmProcess(command, cwd, is_polite=not announces)
        self._asked = 0  # the id of the last request
        self._refusal: SolverAnswer | None = None  # why it cannot be started

    def ask(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, displacement: Vec3 | None = None) -> SolverAnswer:
        """The answer about a pair, or about a cast that moves A by a displacement; starts the process if necessary.

        Raises `Cancelled`.
        """
        with holding(self._lock):
            if self._refusal is None:
                self._start()
            if self._refusal is not None:
                return self._refusal
            return self._answer(request_line(self._asked + 1, a, pose_a, b, pose_b, displacement), a.dimension)

    def ask_many(self, block: PairBlock, contacts: bool = False) -> AnswerBlock:
        """The answers about many pairs, in order; engines leave out contact points unless requested.  Raises
        `Cancelled`.

        If a crash ends the process, a new one is asked about the rest; after `MOST_TIMEOUTS`, the answers are
        `NOT_ASKED`.
        """
        answers: list[SolverAnswer | bytes] = [NOT_ASKED] * block.size
        with holding(self._lock):
            done = timeouts = 0
            while done < block.size and timeouts < MOST_TIMEOUTS:
                checkpoint()  # a process that was ended because of it is not started again
                rest = block.only(np.arange(done, block.size))
                replies = self._answers(BlockRequest(rest, self._seconds, contacts, MOST_TIMEOUTS - timeouts))
                answers[done : done + len(replies)] = replies
                done += len(replies)
                timeouts += sum(map(_has_timed_out, replies))
        return answer_block(answers)

    def prepared(self) -> SolverAnswer | None:
        """Starts the process and waits until it is ready; returns the reason if that fails."""
        with holding(self._lock):
            if self._refusal is None:
                self._start()
            return self._refusal

    def start(self) -> None:
        """Starts the process without waiting until it is ready, so that several can start at once."""
        with self._lock:
            if self._refusal is None:
                self._start_with(self._process.launch)

    def close(self) -> None:
        """Ends the process, also while another thread waits for its answer.  A later `ask` starts it again."""
        if self._lock.locked():
            self._process.interrupt()  # so that the other thread releases the lock now
        with self._lock:
            self._process.end()
            self._refusal = None

    def _start(self) -> None:
        """Starts the process if it is not running, and waits until it is ready."""
        self._start_with(self._process.prepare)
        if self._refusal is not None or not self._announces:
            return
        try:
            line = self._process.announcement(self._start_seconds)
        except ChildFailure as fault:
            self._refuse(str(fault))
            return
        if line is not None and line != READY:
            self._refuse(f"printed {line[:80]!r} instead of {READY.decode()!r}")

    def _start_with(self, start: Callable[[], None]) -> None:
        try:
            start()
        except OSError as fault:
            self._refusal = SolverAnswer(unsupported=f"cannot be started: {fault.strerror or fault}")

    def _refuse(self, reason: str) -> None:
        words = self._process.last_words or reason
        self._refusal = SolverAnswer(unsupported=printable_line(f"cannot be loaded: {words}"))
        self._process.end()

    def _answer(self, request: bytes, dimension: int) -> SolverAnswer:
        checkpoint()  # after this, the process owes an answer
        self._asked += 1
        try:
            return parse_answer(self._process.ask(request, self._seconds), self._asked, dimension)
        except (ChildFailure, MessageError) as fault:
            answer = self._failure(fault)
        self._process.end()
        return answer

    def _answers(self, request: BlockRequest) -> Sequence[SolverAnswer | bytes]:
        """The answers up to and including the first pair that ends the process; those in bytes are packed."""
        if self._refusal is None:
            self._start()
        if self._refusal is not None:
            return [self._refusal] * request.block.size
        answers: list[SolverAnswer | bytes] = []
        try:
            # The lines come first: the one that ends them is read, too.
            for (line, number), shape in zip(self._lines(request), request.block.side_a, strict=False):
                answers.append(_parse(line, number, shape.dimension))
        except (ChildFailure, MessageError) as fault:
            answers.append(self._failure(fault))
            self._process.end()
        except BaseException:  # cancelled: pending answers would be taken for later ones
            self._process.end()
            raise
        return answers

    def _lines(self, request: BlockRequest) -> Iterator[tuple[bytes, int]]:
        """The answers as lines, and the ids that they must have."""
        if self._announces:
            line = self._process.exchange(block_line(request), self._seconds + FORK_SECONDS)
            for number in count():
                if line == END:
                    return
                yield line, number
                line = self._process.exchange(b"", self._seconds + FORK_SECONDS)
        block, first = request.block, self._asked + 1
        self._asked += block.size
        requests = b"".join(request_line(first + i, *block.pair(i)) for i in range(block.size))
        for number in range(first, first + block.size):
            yield self._process.exchange(requests, self._seconds), number
            requests = b""

    def _failure(self, fault: ChildFailure | MessageError) -> SolverAnswer:
        words = f"not an answer: {fault}" if isinstance(fault, MessageError) else str(fault)
        return SolverAnswer(crashed=printable_line(words), note=printable_line(self._process.last_words) or None)


def _parse(line: bytes, number: int, dimension: int) -> SolverAnswer | bytes:
    if line.startswith(PLAIN):
        return from_packed_line(line)
    answer = parse_answer(line, number, dimension)
    return pack_answer(answer) or answer


def _has_timed_out(answer: SolverAnswer | bytes) -> bool:
    return isinstance(answer, SolverAnswer) and (answer.crashed or "").startswith(TIMED_OUT)
