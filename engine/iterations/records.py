"""An iteration of an engine's GJK, as scene files, solvers and captures supply it.

All vectors are in world coordinates of A − B = { a − b }, metres.  An iteration is recorded at its end: `direction` is
what it searched, `simplex` what it kept, and `closest` the point of that simplex that is nearest to the origin.
Engines that work on B − A negate all vectors and exchange `a` and `b`.
"""

from math import isfinite
from typing import NamedTuple

from gjkscope.engine.vectors import Vec3

# GJK ends within a few dozen iterations; an engine that has not ended by then is in a cycle.
MOST_ITERATIONS = 1000

MOST_VERTICES = 4  # of a simplex


class IterationVertex(NamedTuple):
    """A vertex of a simplex, in metres.

    >>> from gjkscope import IterationVertex
    >>> IterationVertex(point=(-2, 1, 0), a=(1, 1, 0), b=(3, 0, 0)).point
    (-2, 1, 0)
    """

    point: Vec3  #: of A − B
    a: Vec3 | None = None  #: the point of A whose difference it is, if known
    b: Vec3 | None = None  #: the point of B


class Iteration(NamedTuple):
    """An iteration of another GJK as recorded, in world coordinates of A − B and metres; None means not recorded.

    >>> from gjkscope import Iteration, IterationVertex
    >>> first = Iteration((IterationVertex((-2, 0, 0.5)),), direction=(1, 0, 0))
    >>> len(first.simplex), first.closest
    (1, None)
    """

    simplex: tuple[IterationVertex, ...]  #: up to 4 vertices, at the end of the iteration
    direction: Vec3 | None = None  #: that it searched, of any length
    closest: Vec3 | None = None  #: the point of the simplex that is nearest to the origin
    note: str | None = None  #: anything else worth knowing
    not_finite: str | None = None  #: what was recorded, but is infinite or not a number: "direction nan nan nan"


def finite_iteration(iteration: Iteration) -> Iteration:
    """The iteration without parts that are infinite or NaN, which `not_finite` then names."""
    wrong = [f"w{i} {_text(vertex.point)}" for i, vertex in enumerate(iteration.simplex) if not _finite(vertex.point)]
    simplex = tuple(
        vertex._replace(a=_finite(vertex.a), b=_finite(vertex.b))
        for vertex in iteration.simplex
        if _finite(vertex.point)
    )
    for i, vertex in enumerate(iteration.simplex):
        wrong += [f"w{i}.{name} {_text(value)}" for name, value in (("a", vertex.a), ("b", vertex.b)) if _is_bad(value)]
    for name, value in (("direction", iteration.direction), ("closest", iteration.closest)):
        wrong += [f"{name} {_text(value)}"] if value is not None and _is_bad(value) else []
    if not wrong:
        return iteration
    wrong = [*filter(None, (iteration.not_finite,)), *wrong]
    direction, closest = _finite(iteration.direction), _finite(iteration.closest)
    return Iteration(simplex, direction, closest, iteration.note, ", ".join(wrong))


def _finite(vector: Vec3 | None) -> Vec3 | None:
    return None if _is_bad(vector) else vector


def _is_bad(vector: Vec3 | None) -> bool:
    return vector is not None and not all(map(isfinite, vector))


def _text(vector: Vec3 | None) -> str:
    return " ".join(map(str, vector or ()))
