"""The signed distance, its derivative and the smoothed distance while B moves along a line or turns about an axis."""

from collections.abc import Sequence
from dataclasses import dataclass

from gjkscope.engine.arguments import as_items, as_number, as_vector, length, positive_count
from gjkscope.engine.gradients.derivative import DistanceGradient, Kink, distance_gradient
from gjkscope.engine.gradients.smoothing import COUNT, SIGMA, SmoothedDistance, moved_pose, smoothed_distance
from gjkscope.engine.shapes.kinds import Shape, as_pair
from gjkscope.engine.vectors import Vec3, dot, neg, scale


@dataclass(frozen=True)
class SweptDistance:
    """The distance at one amount of a motion, and its derivatives by that amount.

    >>> from gjkscope import Pose, Sphere, sweep_distance
    >>> (swept,) = sweep_distance(Sphere(1), Pose(), Sphere(1), Pose(), (1, 0, 0), (0, 0, 0), (3.0,), count=0)
    >>> swept.amount, swept.signed_distance, swept.smoothed
    (3.0, 1.0, None)
    """

    amount: float  #: of the motion: metres, or radians
    signed_distance: float  #: metres
    before: float  #: the derivative to the smaller side
    after: float  #: the derivative to the larger side; equal unless there is a kink
    kink: Kink  #: why the derivative does not exist, or is not known to
    smoothed: float | None  #: the smoothed distance, metres; None without smoothing
    smoothed_slope: float | None  #: its derivative


def sweep_distance(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    shift: Vec3,
    turn: Vec3,
    amounts: Sequence[float],
    sigma: float = SIGMA,
    count: int = COUNT,
    seed: int = 1,
) -> tuple[SweptDistance, ...]:
    """For each amount t of `amounts`, the pair with B moved by t · `shift` metres and turned by t · `turn` radians.

    `shape_a`, `pose_a`, `shape_b` and `pose_b` are as for `query`; `sigma`, `count` and `seed` are those of
    `smoothed_distance`, and a `count` of 0 does without smoothing.  Where the derivatives to both sides are not known,
    both are that of one normal and witness point.

    Raises `ValueError` and `NotApplicable` as `distance_gradient` and `smoothed_distance` do.

    >>> from gjkscope import Pose, Sphere, sweep_distance
    >>> pair = Sphere(1), Pose(), Sphere(1), Pose()
    >>> [swept.after for swept in sweep_distance(*pair, (1, 0, 0), (0, 0, 0), (-3.0, 3.0), count=0)]
    [-1.0, 1.0]
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    shift, turn = as_vector("shift", shift), as_vector("turn", turn)
    sigma, seed = length("sigma", sigma), positive_count("seed", seed)
    count = positive_count("count", count) if count != 0 else 0
    swept = []
    for number, value in enumerate(as_items("amounts", amounts, "numbers")):
        amount = as_number(f"amounts[{number}]", value)
        pair = shape_a, a, shape_b, moved_pose(b, scale(shift, amount), scale(turn, amount))
        found = distance_gradient(*pair)
        blurred = smoothed_distance(*pair, sigma=sigma, count=count, seed=seed) if count else None
        swept.append(_swept(amount, found, blurred, shift, turn))
    return tuple(swept)


def _swept(
    amount: float, found: DistanceGradient, blurred: SmoothedDistance | None, shift: Vec3, turn: Vec3
) -> SweptDistance:
    own = found.gradient.rate(shift, turn)
    after, back = found.one_sided(shift, turn), found.one_sided(neg(shift), neg(turn))
    assert found.result.signed_distance is not None
    return SweptDistance(
        amount=amount,
        signed_distance=found.result.signed_distance,
        before=own if back is None else -back,
        after=own if after is None else after,
        kink=found.kink,
        smoothed=None if blurred is None else blurred.signed_distance,
        smoothed_slope=None if blurred is None else dot(blurred.translation, shift) + dot(blurred.rotation, turn),
    )
