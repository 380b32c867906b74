"""Engines that answer many pairs in one launch of their kernels, as on a GPU.

Their kernels are compiled at the first question about each pair of types, which takes up to a minute.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from gjkscope.app.ask.solvers.building import PreparedPair, prepare
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import PlacedPair, Shape


class BatchEngine(ABC):
    """What `Adapter.load` returns for such an engine: single pairs are asked as a batch of one."""

    def __call__(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        return self.answers([(a, pose_a, b, pose_b)])[0]

    @abstractmethod
    def answers(self, pairs: Sequence[PlacedPair]) -> list[SolverAnswer]:
        """The answers about all pairs, in order; those about pairs that the engine does not take say so."""


def prepare_batch(
    pairs: Sequence[PlacedPair],
    builders: Mapping[type[Shape], object],
    ask: Callable[[Sequence[PreparedPair]], list[SolverAnswer]],
) -> list[SolverAnswer]:
    """The answers of `ask` about those pairs that the engine takes; the others' say why it does not."""
    prepared = [_prepare(pair, builders) for pair in pairs]
    taken = [entry for entry in prepared if isinstance(entry, PreparedPair)]
    answers = iter(ask(taken) if taken else ())
    return [next(answers) if isinstance(entry, PreparedPair) else entry for entry in prepared]


def _prepare(pair: PlacedPair, builders: Mapping[type[Shape], object]) -> PreparedPair | SolverAnswer:
    try:
        return prepare(*pair, builders)
    except Unsupported as reason:
        return SolverAnswer(unsupported=str(reason))


def answer_of_contacts(points: Sequence[ReportedPoint], note: str | None, seconds: float) -> SolverAnswer:
    """The answer of an engine that reports contacts of overlapping shapes only: the deepest one; separated if none."""
    if not points:
        return SolverAnswer("separated", note=note, seconds=seconds)
    deepest = max(points, key=lambda point: point.depth or 0.0)
    depth, ends = deepest.depth or 0.0, (deepest.position_a, deepest.position_b)
    return SolverAnswer(None, -depth, deepest.normal, *ends, tuple(points), note=note, seconds=seconds)
