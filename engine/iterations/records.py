"""An iteration of an engine's GJK, as scene files, solvers and captures supply it.

All vectors are in world coordinates of A − B = { a − b }, metres.  An iteration is recorded at its end: `direction` is
what it searched, `simplex` what it kept, and `closest` the point of that simplex that is nearest to the origin.
Engines that work on B − A negate all vectors and exchange `a` and `b`.
"""

from typing import NamedTuple

from gjkscope.engine.vectors import Vec3

# GJK ends within a few dozen iterations; an engine that has not ended by then is in a cycle.
MOST_ITERATIONS = 1000

MOST_VERTICES = 4  # of a simplex


class IterationVertex(NamedTuple):
    """A vertex of a simplex: a point of A − B, and the points of A and B whose difference it is, if known."""

    point: Vec3
    a: Vec3 | None = None
    b: Vec3 | None = None


class Iteration(NamedTuple):
    """One iteration; None: the engine did not record it."""

    simplex: tuple[IterationVertex, ...]  # up to 4 vertices
    direction: Vec3 | None = None  # of any length
    closest: Vec3 | None = None
    note: str | None = None
    not_finite: str | None = None  # what was recorded, but is infinite or not a number: "direction nan nan nan"
