"""Many pairs in arrays.  They share a pool of shapes, as preparing a shape costs more than asking about it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import PlacedPair, Shape

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class PairBlock(NamedTuple):
    """N pairs: shapes as indices into a pool, and poses as rigid 4×4 matrices, local to world, metres."""

    shapes: tuple[Shape, ...]
    a: Integers  # (N,)
    b: Integers  # (N,)
    poses_a: Floats  # (N, 4, 4)
    poses_b: Floats  # (N, 4, 4)

    @property
    def size(self) -> int:
        """The number of pairs.  There is no `len`: that of a named tuple is the number of its fields."""
        return len(self.a)

    @property
    def side_a(self) -> list[Shape]:
        return [self.shapes[index] for index in self.a.tolist()]

    @property
    def side_b(self) -> list[Shape]:
        return [self.shapes[index] for index in self.b.tolist()]

    def pair(self, i: int) -> PlacedPair:
        """Pair `i`, as arguments of `query`."""
        return self.shapes[self.a[i]], pose_of(self.poses_a[i]), self.shapes[self.b[i]], pose_of(self.poses_b[i])

    def only(self, which: Integers) -> "PairBlock":
        """The pairs with these indices."""
        return PairBlock(self.shapes, self.a[which], self.b[which], self.poses_a[which], self.poses_b[which])

    def joined(self, other: "PairBlock") -> "PairBlock":
        """These pairs, followed by those of the other block."""
        count = len(self.shapes)
        return PairBlock(
            (*self.shapes, *other.shapes),
            np.concatenate([self.a, other.a + count]),
            np.concatenate([self.b, other.b + count]),
            np.concatenate([self.poses_a, other.poses_a]),
            np.concatenate([self.poses_b, other.poses_b]),
        )


def block_of(pairs: Sequence[PlacedPair]) -> PairBlock:
    """The block of some pairs."""
    shapes = tuple(shape for a, _, b, _ in pairs for shape in (a, b))
    places = np.arange(len(shapes)).reshape(-1, 2)
    poses_a = np.array([pose_array(pose) for _, pose, _, _ in pairs]).reshape(-1, 4, 4)
    poses_b = np.array([pose_array(pose) for _, _, _, pose in pairs]).reshape(-1, 4, 4)
    return PairBlock(shapes, places[:, 0], places[:, 1], poses_a, poses_b)


def pose_of(matrix: Floats) -> Pose:
    """The pose of a rigid 4×4 matrix, which is not checked."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = matrix.tolist()
    return Pose(((a, b, c), (d, e, f), (g, h, i)), (x, y, z))


def pose_array(pose: Pose) -> Floats:
    """The rigid 4×4 matrix of a pose."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = pose.rotation, pose.position
    return matrix
