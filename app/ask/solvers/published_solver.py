"""The algorithm of an engine (`engine/published`) as a solver, `algorithm:bullet`: it answers in this process.

Many pairs are answered by compiled code where there is any (`engine/batch/published.py`), and by the interpreter
otherwise.  The answers are those of a trace, so a pair that is found opens at the step that failed.
"""

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter
from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, AnswerBlock
from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.pair_block import PairBlock, block_of
from gjkscope.app.ask.solvers.process_solver import ProcessSolver
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.engine.batch import published
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

PREFIX = "algorithm:"


def algorithm_at(address: str) -> str | None:
    """The name of the algorithm that an address means; None if it means something else.

    Raises `ValueError` for an unknown algorithm.
    """
    if not address.startswith(PREFIX):
        return None
    name = address.removeprefix(PREFIX)
    if name not in ENGINE_ALGORITHMS:
        raise ValueError(f"{address}: the algorithms of engines are {', '.join(ENGINE_ALGORITHMS)}")
    return name


def algorithm_title(name: str) -> str:
    """With the version of its engine: "Bullet 3.27: GJK and EPA"."""
    return ENGINE_ALGORITHMS.listings[name].title


def engine_adapter(name: str) -> Adapter | None:
    """The adapter of the engine whose algorithm this is, which documents its tolerance; None if there is none."""
    return adapter_of(name) or adapter_of(name.partition("-")[0])


class PublishedSolver(ProcessSolver):
    """Answers as an engine's algorithm does.  Shapes that it does not take are unsupported."""

    def __init__(self, name: str) -> None:
        super().__init__(algorithm_title(name), ())
        self._name = name

    def ask(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, displacement: Vec3 | None = None) -> SolverAnswer:
        if displacement is not None:
            return SolverAnswer(unsupported=f"{self.title} answers no casts")
        return self.ask_many(block_of([(a, pose_a, b, pose_b)])).answer(0)

    def ask_many(self, block: PairBlock, contacts: bool = False) -> AnswerBlock:
        found = published.published_answers(self._name, block.side_a, block.poses_a, block.side_b, block.poses_b)
        refused = SolverAnswer(unsupported=f"{self.title} does not take these shapes")
        others = dict.fromkeys(np.flatnonzero(found.verdict == published.NOT_TAKEN).tolist(), refused)
        # An engine that gives up says nothing; an overlap without a depth is a verdict.
        undecided = found.verdict == list(Verdict).index(Verdict.UNDECIDED)
        verdict = np.where(undecided | (found.verdict < 0), NO_VERDICT, found.verdict).astype(np.int8)
        return AnswerBlock(
            verdict,
            found.signed_distance,
            found.normal,
            found.witness_a,
            found.witness_b,
            others,
            np.full(block.size, np.nan),
        )

    def prepared(self) -> SolverAnswer | None:
        published.prepare(self._name)
        return None

    def start(self) -> None:
        """Does nothing: there is no process."""

    def close(self) -> None:
        """Does nothing: there is no process."""
