"""An iteration of an engine's GJK, EPA, MPR or SAT, as scene files, solvers and captures supply it.

All vectors are in world coordinates of A − B = { a − b }, metres.  An iteration is recorded at its end: `direction` is
what it searched, `simplex` what it kept, and `closest` the point of that simplex that is nearest to the origin.
Engines that work on B − A negate all vectors and exchange `a` and `b`.

An iteration of EPA has a polytope, one of MPR an interior point besides the portal, which is its simplex, and one of
SAT the signed distance along its direction.
"""

from math import isfinite
from typing import NamedTuple

from gjkscope.engine.vectors import Vec3

# GJK ends within a few dozen iterations; an engine that has not ended by then is in a cycle.
MOST_ITERATIONS = 1000

MOST_VERTICES = 4  # of a simplex

MOST_FACES = 1000  # of a polytope; engines stop at some hundreds

FaceCorners = tuple[Vec3, Vec3, Vec3]
"""A face of a polytope: points of A − B."""


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
    """An iteration as recorded, in world coordinates of A − B and metres; None means not recorded.

    >>> from gjkscope import Iteration, IterationVertex
    >>> first = Iteration((IterationVertex((-2, 0, 0.5)),), direction=(1, 0, 0))
    >>> len(first.simplex), first.closest
    (1, None)
    """

    simplex: tuple[IterationVertex, ...] = ()  #: up to 4 vertices, at the end of the iteration; of MPR the portal
    direction: Vec3 | None = None  #: that it searched, of any length
    closest: Vec3 | None = None  #: the point of the simplex that is nearest to the origin
    note: str | None = None  #: anything else worth knowing
    not_finite: str | None = None  #: what was recorded, but is infinite or not a number: "direction nan nan nan"
    faces: tuple[FaceCorners, ...] = ()  #: EPA: the polytope at the end of the iteration
    face: FaceCorners | None = None  #: EPA: the face of the polytope before that was expanded
    interior: Vec3 | None = None  #: MPR: the point inside A − B that the ray through the origin begins at
    separation: float | None = None  #: SAT: the signed distance along `direction`, metres; below 0: an overlap


def finite_iteration(iteration: Iteration) -> Iteration:
    """The iteration without parts that are infinite or NaN, which `not_finite` then names."""
    wrong = [f"w{i} {_text(vertex.point)}" for i, vertex in enumerate(iteration.simplex) if not _finite(vertex.point)]
    for i, vertex in enumerate(iteration.simplex):
        wrong += [f"w{i}.{name} {_text(value)}" for name, value in (("a", vertex.a), ("b", vertex.b)) if _is_bad(value)]
    vectors = ("direction", "closest", "interior")
    wrong += [f"{name} {_text(getattr(iteration, name))}" for name in vectors if _is_bad(getattr(iteration, name))]
    named_faces = (*((f"faces[{i}]", face) for i, face in enumerate(iteration.faces)), ("face", iteration.face))
    wrong += [f"{name} {' '.join(map(_text, face))}" for name, face in named_faces if face and _is_bad_face(face)]
    if iteration.separation is not None and not isfinite(iteration.separation):
        wrong.append(f"separation {iteration.separation}")
    return iteration if not wrong else _without_bad_parts(iteration, wrong)


def _without_bad_parts(iteration: Iteration, wrong: list[str]) -> Iteration:
    face, separation = iteration.face, iteration.separation
    return iteration._replace(
        simplex=tuple(
            vertex._replace(a=_finite(vertex.a), b=_finite(vertex.b))
            for vertex in iteration.simplex
            if _finite(vertex.point)
        ),
        direction=_finite(iteration.direction),
        closest=_finite(iteration.closest),
        not_finite=", ".join([*filter(None, (iteration.not_finite,)), *wrong]),
        faces=tuple(one for one in iteration.faces if not _is_bad_face(one)),
        face=None if face is None or _is_bad_face(face) else face,
        interior=_finite(iteration.interior),
        separation=separation if separation is not None and isfinite(separation) else None,
    )


def _is_bad_face(face: FaceCorners) -> bool:
    return any(map(_is_bad, face))


def _finite(vector: Vec3 | None) -> Vec3 | None:
    return None if _is_bad(vector) else vector


def _is_bad(vector: Vec3 | None) -> bool:
    return vector is not None and not all(map(isfinite, vector))


def _text(vector: Vec3 | None) -> str:
    return " ".join(map(str, vector or ()))
