"""The values that the conditions of a lesson's tasks can use; `inspection.situation` computes them."""

from enum import Enum
from typing import NamedTuple

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.state.model.view import Layout
from gjkscope.engine.caches.records import CacheFault, CacheOutcome
from gjkscope.engine.caches.registry import CACHES
from gjkscope.engine.result import Verdict
from gjkscope.engine.vectors import Vec3

Algorithm = Enum("Algorithm", {name.upper().replace("-", "_"): name for name in CHOICES})  # type: ignore[misc]


class ProbeSituation(NamedTuple):
    """The two points of the probe, and the difference a − b."""

    a: Vec3
    b: Vec3
    difference: Vec3
    distance: float  # of the difference from the origin, metres
    coincide: bool
    trail: int  # number of differences so far


CacheName = Enum("CacheName", {name.upper().replace("-", "_"): name for name in CACHES.unordered})  # type: ignore[misc]


class CacheSituation(NamedTuple):
    """What the chosen cache did with the pair in the shown tick."""

    name: CacheName
    tick: int
    outcome: CacheOutcome
    calls: int
    plain: int  # calls without the cache
    fault: CacheFault


class Situation(NamedTuple):
    verdict: Verdict  # on the pair, by the default algorithm
    distance: float | None  # signed, metres
    found: Verdict | None  # by the chosen algorithm, if it gives one
    algorithm: Algorithm
    beside: Algorithm | None  # the algorithm compared with it
    float32: bool
    step: int
    last: int
    line: int | None  # index among the lines that the step ran
    current: object  # the record of the shown step
    a: Vec3  # position of A
    b: Vec3
    bodies: int  # number of bodies
    moving: int  # number of bodies that are not at rest: those with an arrow of their velocity
    scene: str  # its name
    axis: int | None  # the row of the SAT table under the pointer
    layout: Layout
    probe: ProbeSituation | None  # the points that are dragged, and their difference; None if they are not shown
    turned: object  # the axis that has been turned by its ring; None if none has
    cached: CacheSituation | None  # None at rest, and if the cache does not support the pair
