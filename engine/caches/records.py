"""The records of caches: a pair in one tick, what a policy remembers and answers, and what that is worth."""

from collections.abc import Callable
from enum import StrEnum
from math import inf
from typing import Any, NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.shapes.shape import Shape


class CacheOutcome(StrEnum):
    """What became of the memory in a tick."""

    HIT = "hit"  # it answered: nothing had to be found again
    REBUILD = "rebuild"  # it was tried, but did not suffice; it is found again, possibly with a head start
    MISS = "miss"  # there was none, or it was discarded unused


class CacheFault(StrEnum):
    """What is wrong with an answer."""

    NONE = "right"
    VERDICT = "wrong verdict"
    DISTANCE = "wrong distance"
    UNKNOWN = "not judged"  # the truth is not proved to the accuracy that the judgement takes


class TickPair(NamedTuple):
    """Two shapes in one tick."""

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose


class CacheClaim(NamedTuple):
    """What a policy answers: a verdict, and `lower` ≤ signed distance ≤ `upper`, metres; infinite: not claimed."""

    verdict: Verdict
    lower: float = -inf
    upper: float = inf


class CacheUse(NamedTuple):
    """How a policy came to its answer in a tick, and what it remembers for the next one."""

    outcome: CacheOutcome
    reason: str  # a clause without numbers: why it is a hit, a rebuild or a miss
    detail: str  # the names and numbers that decided it, or nothing
    claim: CacheClaim
    calls: int  # support points of A − B that were searched for, or axes that were tested
    looked: int  # vertices whose height along a direction was computed; 1 for each point of a curved surface
    memory: Any
    steps: tuple[Any, ...] = ()  # of the search, if there was one


class PlainCost(NamedTuple):
    """What a tick costs without memory."""

    calls: int
    looked: int


class CachePolicy(NamedTuple):
    """A way to remember.  `use` takes the memory of the previous tick, None in the first."""

    name: str
    title: str  # for a menu
    order: int  # in menus and lists
    about: str  # a sentence: what is remembered, and what for
    use: Callable[[TickPair, Any], CacheUse]
    applies: Callable[[Shape, Shape], bool]
    supports: str  # the shapes for which `applies` is true, in words
    plain: Callable[[TickPair], PlainCost]  # the cost of the same answer without memory
    slack: float = 0.0  # metres by which its distances may be off by design
    accuracy: float = 0.0  # of its arithmetic, relative to the size of the pair


class CertifiedBounds(NamedTuple):
    """Bounds of the signed distance, metres, and whether a certificate proves them."""

    lower: float
    upper: float
    is_certified: bool


class CacheTick(NamedTuple):
    """A tick: the answer with the memory, the cost without any, and the truth."""

    number: int  # from 0
    use: CacheUse
    plain: PlainCost
    truth: CertifiedBounds
    fault: CacheFault
    error: float  # metres between the claimed and the true interval of distances

    @property
    def saved(self) -> int:
        """Support calls saved; negative if the memory cost some."""
        return self.plain.calls - self.use.calls
