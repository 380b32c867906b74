"""Engines that answer many pairs in one launch of their kernels, as on a GPU.

Their kernels are compiled at the first question about each pair of types, which takes up to a minute.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from gjkscope.app.ask.solvers.pair_block import PlacedPair
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape


class BatchEngine(ABC):
    """What `Adapter.load` returns for such an engine: single pairs are asked as a batch of one."""

    def __call__(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        return self.answers([(a, pose_a, b, pose_b)])[0]

    @abstractmethod
    def answers(self, pairs: Sequence[PlacedPair]) -> list[SolverAnswer]:
        """The answers about all pairs, in order; those about pairs that the engine does not take say so."""
