"""Answers about many pairs, in arrays, and a compact encoding of single answers for other processes."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from math import nan
from struct import Struct
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.pair_block import Floats, Integers
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.engine.iterations.records import Iteration
from gjkscope.engine.result import Verdict

VERDICTS = tuple(verdict.value for verdict in Verdict)
NO_VERDICT = -1

NOTHING = (nan, nan, nan)

# The index of the verdict, the signed distance, the normal, the witness points, and the seconds; NaN: not reported.
PACKED = Struct("<b11d")
PLAIN = b"="  # begins the line of a packed answer


class AnswerBlock(NamedTuple):
    """The answers about N pairs, metres, world space; NaN where the solver reports nothing."""

    verdict: npt.NDArray[np.int8]  # (N,) indices into `VERDICTS`, or `NO_VERDICT`
    signed_distance: Floats  # (N,)
    normal: Floats  # (N, 3)
    witness_a: Floats  # (N, 3)
    witness_b: Floats  # (N, 3)
    others: dict[int, SolverAnswer]
    """The answers that are not in the arrays, by index: crashes, unsupported or not finite ones, points, faces."""
    seconds: Floats = np.empty(0)  # (N,) that each query took; empty if it was not measured
    iterations: Mapping[int, Callable[[], tuple[Iteration, ...]]] = MappingProxyType({})
    """By index, functions that read the iterations that led to the answer."""

    def answer(self, i: int) -> SolverAnswer:
        """The answer about pair `i`, without its time."""
        answer = self.others.get(i) or self._plain_answer(i)
        return answer._replace(iterations=self.iterations[i]()) if i in self.iterations else answer

    def _plain_answer(self, i: int) -> SolverAnswer:
        numbers = (self.signed_distance[i], *self.normal[i], *self.witness_a[i], *self.witness_b[i])
        return _answer(int(self.verdict[i]), tuple(map(float, numbers)))

    def only(self, which: Integers) -> "AnswerBlock":
        """The answers with these indices."""
        others, iterations = (_choose(known, which) if known else {} for known in (self.others, self.iterations))
        return AnswerBlock(
            self.verdict[which],
            self.signed_distance[which],
            self.normal[which],
            self.witness_a[which],
            self.witness_b[which],
            others,
            iterations=iterations,
        )

    def joined(self, other: "AnswerBlock") -> "AnswerBlock":
        """These answers, followed by those of the other block."""
        count = len(self.verdict)
        return AnswerBlock(
            np.concatenate([self.verdict, other.verdict]),
            np.concatenate([self.signed_distance, other.signed_distance]),
            np.concatenate([self.normal, other.normal]),
            np.concatenate([self.witness_a, other.witness_a]),
            np.concatenate([self.witness_b, other.witness_b]),
            self.others | {count + index: answer for index, answer in other.others.items()},
            iterations={**self.iterations, **{count + index: read for index, read in other.iterations.items()}},
        )


def _choose(known: Mapping[int, Any], which: Integers) -> dict[int, Any]:
    """The values by their new indices."""
    return {i: known[old] for i, old in enumerate(which.tolist()) if old in known}


def answer_block(answers: Sequence[SolverAnswer | bytes]) -> AnswerBlock:
    """The block of these answers; those given as bytes are packed."""
    others = {i: answer for i, answer in enumerate(answers) if isinstance(answer, SolverAnswer)}
    packed = b"".join(answer if isinstance(answer, bytes) else EMPTY for answer in answers)
    columns = np.frombuffer(packed, np.dtype([("verdict", np.int8), ("numbers", "<f8", 11)]))
    numbers = columns["numbers"]
    seconds = numbers[:, 10].copy()
    for i, answer in others.items():
        seconds[i] = nan if answer.seconds is None else answer.seconds
    return AnswerBlock(
        columns["verdict"], numbers[:, 0], numbers[:, 1:4], numbers[:, 4:7], numbers[:, 7:10], others, seconds
    )


def pack_answer(answer: SolverAnswer) -> bytes | None:
    """The answer in a few bytes; None if it contains more than numbers, or a number that is not finite.

    Iterations are left out: blocks are asked without them.
    """
    if answer.crashed is not None or answer.unsupported is not None or answer.points or answer.note is not None:
        return None
    if answer.not_finite is not None or answer.fraction is not None or answer.face_a or answer.face_b:
        return None
    return PACKED.pack(
        NO_VERDICT if answer.verdict is None else VERDICTS.index(answer.verdict),
        nan if answer.signed_distance is None else answer.signed_distance,
        *(answer.normal or NOTHING),
        *(answer.witness_a or NOTHING),
        *(answer.witness_b or NOTHING),
        nan if answer.seconds is None else answer.seconds,
    )


EMPTY = PACKED.pack(NO_VERDICT, *(11 * [nan]))


def pack_line(packed: bytes) -> bytes:
    """A packed answer as a line, with a line break."""
    return PLAIN + b64encode(packed) + b"\n"


def from_packed_line(line: bytes) -> bytes:
    """The packed answer in a line that begins with `PLAIN`."""
    return b64decode(line[1:])


def _answer(verdict: int, numbers: tuple[float, ...]) -> SolverAnswer:
    distance, *vectors = numbers
    normal, witness_a, witness_b = (
        None if vectors[i] != vectors[i] else (vectors[i], vectors[i + 1], vectors[i + 2]) for i in (0, 3, 6)
    )
    return SolverAnswer(
        None if verdict == NO_VERDICT else VERDICTS[verdict],
        None if distance != distance else distance,
        normal,
        witness_a,
        witness_b,
    )
