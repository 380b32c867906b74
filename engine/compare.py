"""One pair through all algorithms: who says what, who contradicts whom, and where two runs part.

1. Run each algorithm that takes the pair, measure its time, and look for a certificate of its answer; one that
   refuses says why.
2. Make of each answer what it claims: between which bounds the signed distance lies.  A distance is one number; a bare
   verdict still says on which side of 0, or how near to it.  `undecided` claims nothing.
3. Two claims that cannot both be true are a disagreement.

What is no disagreement, although it may look like one:
- Contact to one and a hair's breadth to another: verdicts differ there by the tolerance of touching, so claims are
  compared by their numbers, to `AGREE`.
- The depth that MPR gives is along its portal's normal, and not the least one: only its bounds count.
- Brute force looks at a mesh itself, the others at its convex hull.  Where it finds the mesh clear of the other shape,
  the hull may well not be; only what it finds to meet must meet for the hulls too.

`first_difference` compares two traces step by step: of one algorithm under different options, of one algorithm on
A–B and on B–A, or of two that walk a simplex to the origin (`SIMPLEX_METHODS`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from math import inf
from numbers import Integral, Rational, Real
from time import perf_counter
from typing import Any, NamedTuple

from . import gjk
from .arguments import choice, flag, length, listed, shown
from .bounds import size as size_of
from .certify import OF_SURFACES, certify
from .gjk import Vertex
from .hulls import convex_hull
from .options import DEFAULT, Options
from .pose import as_pose
from .query import ALGORITHMS, known_options, trace
from .result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict
from .shapes import Mesh, Shape, as_shape
from .vectors import Vec3, neg, unit

# Claims that are this part of the size apart agree: ten times the tolerance of touching, as depths are found to.
AGREE = 1e-8

TETRAHEDRON = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

NOT_THE_LEAST_DEPTH = frozenset({"mpr"})
"""Algorithms whose depth is along an axis of their own."""


@dataclass(frozen=True)
class Row:
    """What one algorithm says about the pair."""

    algorithm: str
    title: str
    options: tuple[str, ...]  # the names of the chosen options that it knows
    result: Result  # with a certificate where one is found
    seconds: float  # that the algorithm took; the certificate is looked for afterwards
    trace: Trace

    @property
    def certified(self) -> bool:
        return self.result.certified


@dataclass(frozen=True)
class Refusal:
    """An algorithm that does not take the pair."""

    algorithm: str
    title: str
    reason: str


class Kind(StrEnum):
    """What two answers disagree about."""

    VERDICT = "verdict"
    DISTANCE = "distance"  # the same verdict, but distances that cannot both be true


@dataclass(frozen=True)
class Disagreement:
    """Two algorithms that cannot both be right."""

    kind: Kind
    first: Row
    second: Row
    apart: float  # how far apart their claims about the signed distance are, metres


@dataclass(frozen=True)
class Comparison:
    """All answers about a pair, in the order of the algorithms."""

    rows: tuple[Row, ...]
    disagreements: tuple[Disagreement, ...]
    refusals: tuple[Refusal, ...]


class Difference(NamedTuple):
    """Where two traces part: the step, the field of its record, and what each has there.

    `field` is a path as in Python: `simplex.vertices[2].point[0]`.  Where one trace ends before the other, it is
    `steps`, and the values are how many there are.
    """

    step: int
    field: str
    value_a: Any
    value_b: Any


class SimplexStep(NamedTuple):
    """What the steps of all simplex methods have in common."""

    direction: Vec3 | None  # unit
    support: Vec3 | None  # of A − B
    simplex: tuple[Vec3, ...]  # after the step
    vertices: tuple[tuple[int, int], ...]  # its vertex indices in A and in B
    exit: Exit


def compare(
    shape_a: Shape,
    pose_a: Any,
    shape_b: Shape,
    pose_b: Any,
    algorithms: Sequence[str] | None = None,
    options: Options = DEFAULT,
    tolerance: float = AGREE,
    clock: Callable[[], float] = perf_counter,
) -> Comparison:
    """The pair through the algorithms named, or through all; each takes of the options those that it knows.

    Claims that are less than `tolerance` times the size of the larger shape apart agree.  Raises `ValueError` that
    names the argument and the value.
    """
    names = tuple(ALGORITHMS) if algorithms is None else _names(algorithms)
    a, b = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    size = size_of(as_shape(shape_a, "shape_a"), a, as_shape(shape_b, "shape_b"), b)
    tolerance = length("tolerance", tolerance, zero=True)
    if not isinstance(options, Options):
        raise ValueError(f"options: must be Options, got {shown(options)}")
    if not callable(clock):
        raise ValueError(f"clock: must be a function that tells the time in seconds, got {shown(clock)}")
    rows, refusals = [], []
    for name in names:
        try:
            rows.append(row_of(shape_a, a, shape_b, b, name, options, clock))
        except NotApplicable as reason:
            refusals.append(Refusal(name, ALGORITHMS[name].title, str(reason)))
    meshes = isinstance(shape_a, Mesh) or isinstance(shape_b, Mesh)
    return Comparison(tuple(rows), disagreements(rows, size, tolerance * size, meshes), tuple(refusals))


def row_of(
    shape_a: Shape,
    pose_a: Any,
    shape_b: Shape,
    pose_b: Any,
    algorithm: str,
    options: Options = DEFAULT,
    clock: Callable[[], float] = perf_counter,
) -> Row:
    """What one algorithm says; it takes of the options those that it knows.

    Raises `NotApplicable` where it does not take the pair, and `ValueError` as `trace` does.
    """
    convex_hull(TETRAHEDRON)  # loads Qhull, once for all: no algorithm is charged for it
    known = known_options(algorithm, options)
    began = clock()
    run = trace(shape_a, pose_a, shape_b, pose_b, algorithm, known)
    seconds = clock() - began
    certificate = certify(run.result, shape_a, as_pose(pose_a), shape_b, as_pose(pose_b), run.steps[-1:])
    result = replace(run.result, certificate=certificate)
    return Row(algorithm, ALGORITHMS[algorithm].title, known.chosen(), result, seconds, run)


def first_difference(
    trace_a: Trace, trace_b: Trace, tolerance: float = 0.0, swapped: bool = False
) -> Difference | None:
    """The first field of the first step in which two traces differ; `None` where they are alike.

    Numbers may differ by `tolerance`, in the unit of their field; with `inf` only decisions are compared: vertex
    indices, regions, exits, how many there are of something.  `swapped`: the second trace is of the pair B–A, and is
    turned round before it is compared.  Traces of different algorithms, and swapped ones, are compared by what their
    steps have in common (`SimplexStep`).  Raises `ValueError` where that is nothing, and for what is no trace.
    """
    for name, run in (("trace_a", trace_a), ("trace_b", trace_b)):
        if not isinstance(run, Trace):
            raise ValueError(f"{name}: must be a Trace, got {shown(run)}")
    if not (isinstance(tolerance, float) and tolerance == inf):
        tolerance = length("tolerance", tolerance, zero=True)
    flag("swapped", swapped)
    steps_a, steps_b = _comparable(trace_a, trace_b, swapped)
    for number, (a, b) in enumerate(zip(steps_a, steps_b, strict=False)):
        found = _difference("", a, b, tolerance)
        if found:
            return Difference(number, *found)
    if len(steps_a) != len(steps_b):
        return Difference(min(len(steps_a), len(steps_b)), "steps", len(steps_a), len(steps_b))
    return None


# --- arguments ---


def _names(algorithms: Any) -> tuple[str, ...]:
    names = listed("algorithms", algorithms, "names")
    return tuple(choice(f"algorithms[{i}]", name, ALGORITHMS) for i, name in enumerate(names))


# --- claims ---


class Claim(NamedTuple):
    """Between which bounds an answer says that the signed distance lies."""

    lower: float
    upper: float


def disagreements(rows: Sequence[Row], size: float, tolerance: float, meshes: bool) -> tuple[Disagreement, ...]:
    """Which of the rows cannot both be right: their claims are more than `tolerance` (metres) apart.

    `size` is that of the pair, metres; `meshes` whether one of the shapes is a mesh.
    """
    decided = [row for row in rows if row.result.verdict is not Verdict.UNDECIDED]
    found = []
    for a, b in combinations(decided, 2):
        one, other = claim(a, size, meshes), claim(b, size, meshes)
        apart = max(one.lower, other.lower) - min(one.upper, other.upper)
        if apart > tolerance:
            kind = Kind.DISTANCE if a.result.verdict is b.result.verdict else Kind.VERDICT
            found.append(Disagreement(kind, a, b, apart))
    return tuple(found)


def claim(row: Row, size: float, meshes: bool) -> Claim:
    """What a row says of the signed distance; arguments as for `disagreements`."""
    result = row.result
    lower, upper = result.lower, result.upper
    if result.signed_distance is not None and row.algorithm not in NOT_THE_LEAST_DEPTH:
        lower = upper = result.signed_distance
    if result.verdict is Verdict.SEPARATED:
        lower = max(lower, 0.0)
    elif result.verdict is Verdict.PENETRATING:
        upper = min(upper, 0.0)
    elif result.verdict is Verdict.TOUCHING:
        lower, upper = max(lower, -TOUCHING * size), min(upper, TOUCHING * size)
    return Claim(-inf if meshes and row.algorithm in OF_SURFACES else lower, upper)


# --- differences ---


def _comparable(trace_a: Trace, trace_b: Trace, swapped: bool) -> tuple[Sequence[Any], Sequence[Any]]:
    if trace_a.algorithm == trace_b.algorithm and not swapped:
        return trace_a.steps, trace_b.steps
    for run in (trace_a, trace_b):
        if run.algorithm not in SIMPLEX_METHODS:
            what = "swapped" if swapped else f"{trace_a.algorithm} and {trace_b.algorithm}"
            raise ValueError(f"traces: {what} can be compared for {', '.join(SIMPLEX_METHODS)}, not {run.algorithm}")
    indices = trace_a.algorithm == trace_b.algorithm
    return (
        [_simplex_step(step, False, indices) for step in trace_a.steps],
        [_simplex_step(step, swapped, indices) for step in trace_b.steps],
    )


def _simplex_step(step: Any, swapped: bool, indices: bool) -> SimplexStep:
    """B − A is A − B turned round: every point and direction is its opposite."""
    vertices = _vertices(step)
    points = tuple(vertex.point for vertex in vertices)
    pairs = tuple((vertex.index_a, vertex.index_b) for vertex in vertices) if indices else ()
    direction = None if step.direction is None else unit(step.direction)
    support = None if step.support is None else step.support.point
    if swapped:
        points = tuple(neg(point) for point in points)
        pairs = tuple((b, a) for a, b in pairs)
        direction = None if direction is None else neg(direction)
        support = None if support is None else neg(support)
    return SimplexStep(direction, support, points, pairs, step.exit)


def _vertices(step: Any) -> tuple[Vertex, ...]:
    if isinstance(step, gjk.State):
        return step.simplex.vertices[: step.simplex.size]
    vertices: tuple[Vertex, ...] = step.simplex
    return vertices


SIMPLEX_METHODS = ("gjk", "headbutt", "tetrahedron")
"""They walk a simplex of A − B towards the origin."""


def _difference(field: str, a: Any, b: Any, tolerance: float) -> tuple[str, Any, Any] | None:
    """The path to the first difference of two values and what stands there; `None` where there is none."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return _first_of_items(field, a, b, tolerance)
    return None if _alike(a, b, tolerance) else (field.lstrip("."), a, b)


def _first_of_items(field: str, a: Sequence[Any], b: Sequence[Any], tolerance: float) -> tuple[str, Any, Any] | None:
    names = getattr(a, "_fields", None)
    if len(a) != len(b) or names != getattr(b, "_fields", None):
        return field.lstrip("."), a, b
    for i, (item_a, item_b) in enumerate(zip(a, b, strict=True)):
        path = f"{field}[{i}]" if names is None else f"{field}.{names[i]}"
        found = _difference(path, item_a, item_b, tolerance)
        if found:
            return found
    return None


def _alike(a: Any, b: Any, tolerance: float) -> bool:
    if not _is_measured(a) or not _is_measured(b):
        return bool(a == b)
    a, b = _exactly(a), _exactly(b)
    if a == b or (a != a and b != b):  # no number is not the same as itself
        return True
    return bool(tolerance > 0 and abs(a - b) <= tolerance)


def _is_measured(value: Any) -> bool:
    """Whether it is a quantity, and not a number of something or a choice."""
    return isinstance(value, Real) and not isinstance(value, Integral)


def _exactly(value: Any) -> Any:
    """The number as one that compares exactly: NumPy would round a double to compare it with a single."""
    return value if isinstance(value, Rational) else float(value)
