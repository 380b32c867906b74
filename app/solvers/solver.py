"""The interface of solvers: anything that answers about a pair of shapes.

A solver is an engine with an adapter (`adapters`), a Python function (`FILE.py:FUNCTION`), or a program that speaks
JSON Lines (`messages.py`).  All of them run in child processes, so that `ask` always returns: a crash, an exception and
a timeout are answers.
"""

from typing import NamedTuple, Protocol

from gjkscope.app.scenes.scene import Pair, Reported, ReportedPoint
from gjkscope.engine.iterations.records import Iteration
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

# Some engines return the largest double, or its negative, where they have no result.
NO_RESULT = 1e300  # metres


class SolverAnswer(NamedTuple):
    """What a solver says about a pair: world space, metres, our conventions; None: it does not say.

    Numbers may be infinite or NaN if the solver says so.
    """

    verdict: str | None = None
    signed_distance: float | None = None
    normal: Vec3 | None = None  # from A to B
    witness_a: Vec3 | None = None
    witness_b: Vec3 | None = None
    points: tuple[ReportedPoint, ...] = ()
    crashed: str | None = None  # how it ended instead of an answer: SIGABRT, timed out after 5 s, …
    unsupported: str | None = None  # why it does not take the pair
    note: str | None = None
    seconds: float | None = None  # that the query itself took, without what the adapter does before and after it
    iterations: tuple[Iteration, ...] = ()  # of its GJK, finite

    @property
    def not_finite(self) -> str | None:
        """The numbers that are not finite, in words; None if all are finite."""
        numbers = (
            *(() if self.signed_distance is None else (self.signed_distance,)),
            *(self.normal or ()),
            *(self.witness_a or ()),
            *(self.witness_b or ()),
            *self._numbers_of_points,
        )
        return None if _all_finite(numbers) else self._what_is_not_finite()

    @property
    def _numbers_of_points(self) -> tuple[float, ...]:
        parts = (part for point in self.points for part in point if part is not None)
        return tuple(x for part in parts for x in (part if isinstance(part, tuple) else (part,)))

    def _what_is_not_finite(self) -> str:
        numbers = {
            "signed distance": () if self.signed_distance is None else (self.signed_distance,),
            "normal": self.normal or (),
            "witness on A": self.witness_a or (),
            "witness on B": self.witness_b or (),
            "contact points": self._numbers_of_points,
        }
        bad = [f"{name} {' '.join(map(str, parts))}" for name, parts in numbers.items() if not _all_finite(parts)]
        return ", ".join(bad)


class Unsupported(Exception):
    """The solver does not take the pair; the message says why."""


class Solver(Protocol):
    """Answers about pairs.  `ask` never raises because of the solver: a crash is an answer, too."""

    @property
    def title(self) -> str:
        """Its name and version, such as "coal 3.0.3"."""

    def ask(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        """The answer about a pair.  Raises `Cancelled` if the computation is cancelled meanwhile."""

    def close(self) -> None:
        """Ends its processes.  A later `ask` starts them again."""


_wants_iterations = True


def wants_iterations() -> bool:
    """Whether to record iterations and contact points: not in blocks, unless these are about contact points."""
    return _wants_iterations


def ask_without_iterations() -> None:
    """Records no more iterations in this process."""
    global _wants_iterations
    _wants_iterations = False


def as_report(answer: SolverAnswer, pair: Pair, title: str) -> Reported:
    """The answer as a report of a scene.  An answer that is not finite is reported as a crash, with its numbers."""
    if answer.not_finite is not None:
        crashed = f"no finite answer: {answer.not_finite}"
        return Reported(pair, title, crashed=crashed, note=answer.note, iterations=answer.iterations)
    return Reported(
        pair,
        title,
        answer.verdict,
        answer.signed_distance,
        answer.normal,
        answer.witness_a,
        answer.witness_b,
        answer.points,
        answer.crashed,
        answer.note,
        answer.iterations,
    )


def _all_finite(numbers: tuple[float, ...]) -> bool:
    return all(-NO_RESULT < number < NO_RESULT for number in numbers)  # false for NaN
