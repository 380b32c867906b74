"""`PolicyReference`: an engine whose manifolds a contact policy is compared with, and how the comparison is counted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.vectors import ZERO, Vec3, norm, sub
from tests.fidelity.pairs import Arguments, NamedPair
from tests.fidelity.reference import CLOSE


class RealPoint(NamedTuple):
    """A contact point of an engine."""

    position: Vec3  # halfway between the bodies, or where the engine puts it; world metres
    depth: float
    id: str | None = None  # in the words of the policy; None if the engine has none


class RealManifold(NamedTuple):
    """The contact points of an engine; the normal leads from A to B, and without points it is zero."""

    normal: Vec3 = ZERO
    points: tuple[RealPoint, ...] = ()


class PolicyOutcome(StrEnum):
    """How two manifolds compare, best first."""

    EQUAL = "equal to the last digit"
    CLOSE = "equal within the engine's precision"
    CHOICE = "other points"
    COUNT = "another number of points"
    NORMAL = "another normal"
    FEATURES = "other features"


class PolicyReference(NamedTuple):
    """A real engine."""

    policy: str  # a key of `POLICIES`
    engine: str
    version: Callable[[], str]  # raises `ImportError` or `OSError` if it is not installed
    ask: Callable[[Arguments], RealManifold | None]  # None for a pair that the engine rejects
    shapes: tuple[type, ...]
    source: str  # what the policy was written from: version, commit and files
    roundoff: float  # of the engine's arithmetic
    departures: str = ""  # where the policy is known to differ, and why
    # The pair as the engine's collision functions get it, if the engine changes shapes on the way in.
    as_held: Callable[[Arguments], Arguments] = lambda pair: pair


def own_manifold(policy: str, pair: Arguments) -> RealManifold:
    contact = manifold(*pair, policy)
    points = tuple(RealPoint(point.position, point.depth, point.id) for point in contact.points)
    return RealManifold(contact.normal, points)


def compare_manifolds(own: RealManifold, real: RealManifold, tolerance: float, length: float) -> PolicyOutcome:
    """Equal in any order of the points; `tolerance` is relative, for the normal, and `length` in metres the unit."""
    if not own.points and not real.points:
        return PolicyOutcome.EQUAL
    if own.points and real.points and norm(sub(own.normal, real.normal)) > tolerance:
        return PolicyOutcome.NORMAL
    if len(own.points) != len(real.points):
        return PolicyOutcome.COUNT
    matched = _matched(own.points, real.points, tolerance * length)
    if matched is None:
        return PolicyOutcome.CHOICE
    if any(mine.id != theirs.id for mine, theirs in matched if theirs.id is not None):
        return PolicyOutcome.FEATURES
    is_equal = own.normal == real.normal and all(mine[:2] == theirs[:2] for mine, theirs in matched)
    return PolicyOutcome.EQUAL if is_equal else PolicyOutcome.CLOSE


class ComparedPair(NamedTuple):
    """A pair with the engine's manifold, and how ours compares with it."""

    pair: NamedPair
    held: Arguments
    real: RealManifold
    outcome: PolicyOutcome


def compared_pairs(reference: PolicyReference, pairs: Iterable[NamedPair]) -> Iterator[ComparedPair]:
    """Pairs that the policy or the engine rejects are left out."""
    for pair in pairs:
        held = reference.as_held(pair.arguments)
        try:
            own = own_manifold(reference.policy, held)
        except NotApplicable:
            continue
        if (real := reference.ask(held)) is not None:
            yield ComparedPair(pair, held, real, compare_manifolds(own, real, CLOSE * reference.roundoff, size(*held)))


def _matched(
    own: Sequence[RealPoint], real: Sequence[RealPoint], within: float
) -> list[tuple[RealPoint, RealPoint]] | None:
    """Each point of ours with one of the engine's at the same place and depth; None if one has none."""
    left, matched = list(real), []
    for mine in own:
        near = [theirs for theirs in left if _distance(mine, theirs) <= within]
        if not near:
            return None
        # Of two at one place, the one with the same features.
        theirs = min(near, key=lambda point: (point.id != mine.id, _distance(mine, point)))
        left.remove(theirs)
        matched.append((mine, theirs))
    return matched


def _distance(first: RealPoint, second: RealPoint) -> float:
    return max(norm(sub(first.position, second.position)), abs(first.depth - second.depth))
