"""Compares the contact policies: side by side on one pair, and tick by tick while a pair moves.

1. The truth of the pair is computed once: its exact distance and, unless a body is a cylinder, a cone or an ellipsoid,
   its exact manifold.
2. Each policy makes its manifold, which is judged by the truth (`judge.py`): phantom points, depth, normal and support
   area.
3. Over a motion, a policy also gets its points of the previous tick, carried along with the bodies.  Its ids of both
   ticks are matched: kept, new and lost.  A point whose id is lost although a new one is in its place has lost its
   identity: a solver forgets its impulse, and the bodies jolt.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_items
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.contacts.judge import ContactJudgement, ContactTruth, contact_truth, judge_by, lost_identities
from gjkscope.engine.contacts.matching import Matching, carry_points, matching
from gjkscope.engine.contacts.policy import check_solid
from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import PlacedPair, Shape, as_pair

# Points of two ticks are in the same place if they are nearer than this part of the smaller body's radius: half of
# Bullet's breaking distance, as the two may be on either side of the true place.
SAME_PLACE = 0.01

NO_MATCHES = Matching((), (), ())


class PolicyManifold(NamedTuple):
    """The contact points of one policy, judged; `refusal` says why there are none."""

    policy: str
    found: Manifold | None
    judged: ContactJudgement | None
    refusal: str | None


class ManifoldComparison(NamedTuple):
    """The contact points of all policies on one pair; `compare_manifolds` makes it.

    >>> from gjkscope import Box, Pose, compare_manifolds
    >>> found = compare_manifolds(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0)))
    >>> round(found.truth.result.signed_distance, 6), [len(one.found.points) for one in found.results]
    (-0.25, [4, 4, 4, 4])
    """

    truth: ContactTruth  #: the certified distance and the exact manifold, by which the others are judged
    results: tuple[PolicyManifold, ...]  #: a manifold, its judgement or its refusal each, in the order of the policies


class PolicyTick(NamedTuple):
    """The contact points of one policy in one tick."""

    found: Manifold
    judged: ContactJudgement
    ids: Matching  #: with the tick before
    renamed: tuple[tuple[str, str], ...]  #: (old, new): another id in the same place


class PolicyMotion(NamedTuple):
    """One policy over a motion; `follow_manifolds` makes it.

    >>> from gjkscope import Box, Pose, follow_manifolds
    >>> there = [Pose(position=(0.01 * tick, 1.49, 0)) for tick in range(5)]
    >>> exact, *_ = follow_manifolds(Box((1, 1, 1)), [Pose()] * 5, Box((0.5, 0.5, 0.5)), there)
    >>> exact.policy, len(exact.ticks), exact.ids_kept, exact.phantoms
    ('exact', 5, 16, 0)
    """

    policy: str  #: its name
    ticks: tuple[PolicyTick, ...]  #: a manifold, its judgement and its ids each; none if the policy is refused
    refusal: str | None  #: why the policy does not apply

    @property
    def phantoms(self) -> int:
        """Phantom points, of all ticks."""
        return sum(tick.judged.phantoms for tick in self.ticks)

    @property
    def area_lost(self) -> float | None:
        """The mean part of the support area that is lost, 0 … 1, of the ticks that have one; None if none has."""
        lost = [tick.judged.area_lost for tick in self.ticks if tick.judged.area_lost is not None]
        return sum(lost) / len(lost) if lost else None

    @property
    def depth_error(self) -> float | None:
        """The depth error of the worst tick, metres; None if no tick has points."""
        errors = [tick.judged.depth_error for tick in self.ticks if tick.judged.depth_error is not None]
        return max(errors, key=abs, default=None)

    @property
    def ids_kept(self) -> int:
        """Ids that the previous tick has, too."""
        return sum(len(tick.ids.kept) for tick in self.ticks)

    @property
    def ids_new(self) -> int:
        """Ids that the previous tick does not have; those of the first tick are not counted."""
        return sum(len(tick.ids.new) for tick in self.ticks)

    @property
    def ids_lost(self) -> int:
        """Ids that the next tick does not have."""
        return sum(len(tick.ids.lost) for tick in self.ticks)

    @property
    def ids_renamed(self) -> int:
        """Ids that changed although the point stayed in its place."""
        return sum(len(tick.renamed) for tick in self.ticks)


def compare_manifolds(shape_a: Shape, pose_a: Any, shape_b: Shape, pose_b: Any) -> ManifoldComparison:
    """The contact points of two shapes by all policies, each judged by the exact ones.

    Shapes and poses are as for `query`; lengths are in metres.  A policy that does not support the shapes has a
    `refusal`.  Raises `ValueError`, naming the argument and the value, if an argument is invalid, and `NotApplicable`
    for 2D shapes.

    >>> from gjkscope import Box, Hull, Pose, compare_manifolds
    >>> outline = (1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1)
    >>> hexagon = Hull([(x, y, z) for y in (-1, 1) for x, z in outline])
    >>> found = compare_manifolds(Box((1, 0.2, 1)), Pose(), hexagon, Pose(position=(0, 1.1, 0)))
    >>> [(one.policy, len(one.found.points), round(one.judged.area_lost, 2)) for one in found.results]
    [('exact', 6, 0.0), ('box3d', 4, 0.33), ('jolt', 4, 0.33), ('bullet', 1, 1.0)]
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    pair = shape_a, a, shape_b, b
    truth = contact_truth(*pair)
    return ManifoldComparison(truth, tuple(_compare_policy(name, truth, pair) for name in POLICIES))


def follow_manifolds(
    shape_a: Shape, poses_a: Iterable[Any], shape_b: Shape, poses_b: Iterable[Any]
) -> tuple[PolicyMotion, ...]:
    """The contact points of two moving shapes by all policies, tick by tick, each judged by the exact ones.

    Shapes are as for `query`.  `poses_a` and `poses_b` are the poses of the ticks, as many of each: `Pose` values or
    rigid 4×4 matrices.  Raises `ValueError`, naming the argument and the value, if an argument is invalid, and
    `NotApplicable` for 2D shapes.

    >>> from gjkscope import Box, Pose, follow_manifolds
    >>> there = [Pose(position=(0.01 * tick, 1.49, 0)) for tick in range(5)]
    >>> for one in follow_manifolds(Box((1, 1, 1)), [Pose()] * 5, Box((0.5, 0.5, 0.5)), there):
    ...     print(one.policy, one.ids_kept, one.ids_new, one.ids_lost)
    exact 16 0 0
    box3d 16 0 0
    jolt 16 0 0
    bullet 16 0 0
    """
    motion = poses_of_motion(shape_a, poses_a, shape_b, poses_b)
    check_solid(shape_a, shape_b)
    truths = [_cancellable_truth(shape_a, a, shape_b, b) for a, b in motion]
    return tuple(_follow_policy(name, shape_a, shape_b, motion, truths) for name in POLICIES)


# --- one pair ---


def _compare_policy(name: str, truth: ContactTruth, pair: PlacedPair) -> PolicyManifold:
    checkpoint()
    try:
        answer = manifold(*pair, policy=name)
    except NotApplicable as refusal:
        return PolicyManifold(name, None, None, str(refusal).removeprefix("policy: "))
    return PolicyManifold(name, answer, judge_by(truth, answer, *pair), None)


# --- over a motion ---

TickPoses = tuple[Pose, Pose]


def poses_of_motion(
    shape_a: Shape, poses_a: Iterable[Any], shape_b: Shape, poses_b: Iterable[Any]
) -> tuple[TickPoses, ...]:
    """The poses of two shapes in each tick, validated.  Raises `ValueError` that names the argument and the value."""
    as_pair(shape_a, Pose(), shape_b, Pose())
    all_a, all_b = _poses("poses_a", poses_a), _poses("poses_b", poses_b)
    if len(all_a) != len(all_b):
        raise ValueError(f"poses_b: must be as many poses as poses_a, {len(all_a)}, got {len(all_b)}")
    return tuple(zip(all_a, all_b, strict=True))


def _poses(name: str, poses: Iterable[Any]) -> tuple[Pose, ...]:
    return tuple(as_pose(pose, f"{name}[{k}]") for k, pose in enumerate(as_items(name, poses, "poses")))


def _cancellable_truth(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> ContactTruth:
    checkpoint()
    return contact_truth(shape_a, pose_a, shape_b, pose_b)


def _follow_policy(
    name: str, shape_a: Shape, shape_b: Shape, motion: Sequence[TickPoses], truths: Sequence[ContactTruth]
) -> PolicyMotion:
    chosen = POLICIES[name]
    if not chosen.applies(shape_a, shape_b):
        return PolicyMotion(name, (), f"{name} {chosen.refusal(shape_a, shape_b)}")
    ticks: list[PolicyTick] = []
    for number, (poses, truth) in enumerate(zip(motion, truths, strict=True)):
        checkpoint()
        last = ticks[-1] if ticks else None
        carried = carry_points(last.found.points, motion[number - 1], poses) if last else None
        ticks.append(_tick(name, shape_a, shape_b, poses, truth, carried))
    return PolicyMotion(name, tuple(ticks), None)


def _tick(
    name: str,
    shape_a: Shape,
    shape_b: Shape,
    poses: TickPoses,
    truth: ContactTruth,
    carried: tuple[ContactPoint, ...] | None,
) -> PolicyTick:
    pair = shape_a, poses[0], shape_b, poses[1]
    answer = manifold(*pair, policy=name, earlier=carried or ())
    judged = judge_by(truth, answer, *pair)
    if carried is None:
        return PolicyTick(answer, judged, NO_MATCHES, ())
    ids = matching(carried, answer.points)
    return PolicyTick(answer, judged, ids, _renamed_ids(carried, answer, ids, _same_place(pair)))


def _renamed_ids(
    carried: tuple[ContactPoint, ...], current: Manifold, ids: Matching, within: float
) -> tuple[tuple[str, str], ...]:
    """Pairs of a lost and a new id in the same place; a point that moves into another's place keeps its own."""
    pairs = lost_identities(carried, current.points, within)
    return tuple((old, new) for old, new in pairs if old in ids.lost and new in ids.new)


def _same_place(pair: PlacedPair) -> float:
    shape_a, pose_a, shape_b, pose_b = pair
    return SAME_PLACE * min(bounding_sphere(shape_a, pose_a)[1], bounding_sphere(shape_b, pose_b)[1])
