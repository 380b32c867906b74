"""Momentum for GJK: directions that remember those before, as in gradient descent.

Montaut, Le Lidec, Petrik, Sivic, Carpentier, Collision Detection Accelerated: An Optimization Perspective, RSS 2022;
GJK as a Frank–Wolfe method for the least norm of A − B.

GJK searches along −v, where v is the closest point so far.  With momentum, k is the number of steps before, w the last
support point and s the direction before, both of them pointing from the origin:

    Polyak:      s ← δ s + (1 − δ) v,                                        δ = 1 / (k + 1)
    Nesterov:    y = δ v + (1 − δ) w,    s ← δ s + (1 − δ) y,                δ = (k + 1) / (k + 3)

and the search is along −s.  The support point proves a lower bound along any direction.  It leads nearer to the origin
if it lies beyond the plane through v perpendicular to v.  Otherwise the momentum has run into the optimum: it is
switched off for good, and the step is done along GJK's own direction, with a second support point.

Departure: the paper switches off when the Frank–Wolfe duality gap v·(v − w) is below a tolerance; here when it is below
rounding, or the support point is in the simplex already.

How it can fail: it only costs steps.  For polytopes in contact, and near the optimum, momentum turns away from the face
that GJK's own direction would find.
"""

from typing import NamedTuple, Protocol

from gjkscope.engine.vectors import ZERO, Vec3, add, scale

NONE = "none"
NESTEROV = "nesterov"
POLYAK = "polyak"


class Momentum(NamedTuple):
    """How the direction of a step was accelerated."""

    method: str  # "nesterov" or "polyak"
    heading: Vec3  # s, from the origin, metres; zero once it is off
    weight: float  # δ of this step
    plain: Vec3  # the unit direction that GJK would have searched
    gap: float  # v·(v − w), with the support point w along −s, square metres
    is_on: bool  # whether this step searched along −s; once off, it stays off


def first_momentum(method: str, closest: Vec3) -> Momentum:
    return Momentum(method, closest, 1.0, ZERO, 0.0, True)


def with_heading(momentum: Momentum, steps: int, closest: Vec3, support: Vec3) -> Momentum:
    """The momentum after `steps` steps, with the next heading."""
    if momentum.method == POLYAK:
        weight = 1 / (steps + 1)
        towards = closest
    else:
        weight = (steps + 1) / (steps + 3)
        towards = add(scale(closest, weight), scale(support, 1 - weight))
    heading = add(scale(momentum.heading, weight), scale(towards, 1 - weight))
    return momentum._replace(heading=heading, weight=weight)


def switched_off(momentum: Momentum, gap: float) -> Momentum:
    return momentum._replace(heading=ZERO, gap=gap, is_on=False)


class Accelerated(Protocol):
    """A step of GJK."""

    @property
    def momentum(self) -> Momentum | None: ...


def leaves_momentum(before: Accelerated | None, step: Accelerated) -> bool:
    """Whether the step falls back to GJK's own direction, for good."""
    if before is None or before.momentum is None or step.momentum is None:
        return False
    return before.momentum.is_on and not step.momentum.is_on
