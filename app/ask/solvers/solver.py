"""The interface of solvers: anything that answers about a pair of shapes.

A solver is an engine with an adapter (`adapters`), a Python function (`FILE.py:FUNCTION`), or a program that speaks
JSON Lines (`messages.py`).  All of them run in child processes, so that `ask` always returns: a crash, an exception and
a timeout are answers.
"""

from typing import NamedTuple, Protocol

from gjkscope.app.scenes.reports import not_finite_words
from gjkscope.app.scenes.scene import Pair, Reported, ReportedPoint
from gjkscope.engine.iterations.records import Iteration
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3


class SolverAnswer(NamedTuple):
    """A solver's answer about a pair: world space, metres, our conventions; None: not reported.

    Numbers may be infinite or NaN if the solver reports that.
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
    seconds: float | None = None  # seconds of the query itself, without the adapter's work before and after it
    iterations: tuple[Iteration, ...] = ()  # of its GJK, finite
    fraction: float | None = None  # of a cast: the part of the displacement after which A touches B
    face_a: tuple[Vec3, ...] = ()  # the corners of the face, edge or vertex of A that it chose; not judged
    face_b: tuple[Vec3, ...] = ()

    @property
    def not_finite(self) -> str | None:
        """The numbers that are not finite, in words; None if all are finite."""
        return not_finite_words(self)


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
    """Whether to record iterations and contact points; blocks do so only if they are about contact points."""
    return _wants_iterations


def ask_without_iterations() -> None:
    """Stops recording iterations in this process."""
    global _wants_iterations
    _wants_iterations = False


def as_report(answer: SolverAnswer, pair: Pair, title: str) -> Reported:
    """The answer as a report of a scene, even if it is not finite."""
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
        answer.face_a,
        answer.face_b,
    )
