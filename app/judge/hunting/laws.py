"""Laws that hold for every pair, whatever its true distance is: a solver that breaks one is wrong about some pair.

A law derives another pair from a given one, and says how the signed distances of the two are related.  For a solver
that gives only verdicts, it implies which verdict the other pair must have.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, sin
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, VERDICTS
from gjkscope.app.ask.solvers.half_spaces import any_half_space
from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.base.records import replace
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.judge.hunting.truth import are_of_triangles
from gjkscope.app.scenes.shapes.entry import ENTRIES, FieldKind
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes.kinds import HalfSpace, Shape

SCALE = 4.0  # a power of two: the numbers of the scaled pair are exact
AWAY = 0.5  # metres that B is moved away from A, along the normal
NARROW = 2.0**-10  # a thousandth: hardly any body is above a half-space drawn this small

Verdicts = npt.NDArray[np.int8]
SEPARATED, TOUCHING, UNDECIDED = (
    VERDICTS.index(verdict) for verdict in (Verdict.SEPARATED, Verdict.TOUCHING, Verdict.UNDECIDED)
)

LENGTHS = {FieldKind.LENGTH, FieldKind.VECTOR, FieldKind.SIZES, FieldKind.TRIANGLE, FieldKind.POINTS, FieldKind.PARTS}
LENGTHS |= {FieldKind.HEIGHTS, FieldKind.CELL_SIZE}


class Law(NamedTuple):
    """The signed distance of the other pair is `factor` times that of the first, plus `moved` metres."""

    name: str  # for people: what was done to the pair
    symptom: Symptom
    other: Callable[[PairBlock, Floats], PairBlock]
    """Makes the other pairs of these and of their normals, (N, 3)."""
    factor: float = 1.0
    moved: float = 0.0
    is_about_half_spaces: bool = False

    @property
    def is_convex(self) -> bool:
        """Whether it holds for convex shapes only: a ring that moves may meet what it is around."""
        return self.moved != 0

    def concerns(self, block: PairBlock) -> npt.NDArray[np.bool_]:
        """(N,) whether the law says anything about each pair."""
        if self.is_about_half_spaces:
            return any_half_space(block)
        return ~are_of_triangles(block) if self.is_convex else np.ones(block.size, bool)

    def verdicts(self, said: Verdicts) -> Verdicts:
        """(N,) the verdicts of the other pairs that follow from these, as in `AnswerBlock`; `NO_VERDICT`: none does.

        Shapes that are moved apart stay separated; how deep others overlap is not known.
        """
        decided = np.where(said == UNDECIDED, NO_VERDICT, said)
        if self.moved == 0:
            return decided.astype(np.int8)
        is_apart = (decided == SEPARATED) | (decided == TOUCHING)
        return np.where(is_apart, SEPARATED, NO_VERDICT).astype(np.int8)


def swap(block: PairBlock, normals: Floats) -> PairBlock:
    return PairBlock(block.shapes, block.b, block.a, block.poses_b, block.poses_a)


def move(block: PairBlock, normals: Floats) -> PairBlock:
    """Rotated by an arbitrary angle about an arbitrary axis, and moved by about 2 m."""
    return block._replace(poses_a=MOTION @ block.poses_a, poses_b=MOTION @ block.poses_b)


def enlarge(block: PairBlock, normals: Floats) -> PairBlock:
    return scale_block(block, SCALE)


def move_apart(block: PairBlock, normals: Floats) -> PairBlock:
    """Moving B along the normal increases the signed distance by as much, whether or not the shapes overlap."""
    poses_b = block.poses_b.copy()
    poses_b[:, :3, 3] += AWAY * np.where(np.isfinite(normals), normals, 0.0)
    return block._replace(poses_b=poses_b)


def drawn_smaller(block: PairBlock, normals: Floats) -> PairBlock:
    """Half-spaces are infinite: it does not matter how far gjkscope draws them."""
    return block._replace(shapes=tuple(map(_drawn_smaller, block.shapes)))


def _drawn_smaller(shape: Shape) -> Shape:
    if isinstance(shape, HalfSpace):
        return replace(shape, half_extent=NARROW * shape.half_extent)
    return shape


def scale_block(block: PairBlock, factor: float) -> PairBlock:
    poses_a, poses_b = block.poses_a.copy(), block.poses_b.copy()
    poses_a[:, :3, 3] *= factor
    poses_b[:, :3, 3] *= factor
    return block._replace(
        shapes=tuple(enlarge_shape(shape, factor) for shape in block.shapes), poses_a=poses_a, poses_b=poses_b
    )


@lru_cache(maxsize=1 << 10)
def enlarge_shape(shape: Shape, factor: float) -> Shape:
    """The shape with all its lengths multiplied."""
    fields = [field.name for field in ENTRIES[type(shape)].fields if field.kind in LENGTHS]
    return replace(shape, **{name: _times(getattr(shape, name), factor) for name in (*fields, "rounding")})


def _times(value: object, factor: float) -> object:
    if isinstance(value, tuple):
        return tuple(_times(part, factor) for part in value)
    assert isinstance(value, float | int)
    return value * factor


def _motion() -> Floats:
    (cx, sx), (cz, sz) = (cos(0.7), sin(0.7)), (cos(2.1), sin(2.1))
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    motion = np.eye(4)
    motion[:3, :3], motion[:3, 3] = about_z @ about_x, (1.1, -0.7, 1.6)
    return motion


MOTION = _motion()

LAWS = (
    Law("A and B swapped", Symptom.ASYMMETRIC, swap),
    Law("both turned and moved together", Symptom.NOT_INVARIANT, move),
    Law("everything four times as large", Symptom.NOT_INVARIANT, enlarge, factor=SCALE),
    Law("B moved away by half a metre along the normal", Symptom.NOT_INVARIANT, move_apart, moved=AWAY),
    Law(
        "the half-space, which is infinite, drawn a thousand times smaller",
        Symptom.NOT_INVARIANT,
        drawn_smaller,
        is_about_half_spaces=True,
    ),
)
