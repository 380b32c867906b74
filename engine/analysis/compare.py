"""Runs several algorithms on one pair and finds contradictory results; finds the first difference of two traces.

1. Run each algorithm that supports the pair, time it, and look for a certificate of its result.  For each algorithm
   that does not support the pair, record the reason.
2. Convert each result to a claim: bounds on the signed distance.  A distance is a single number; a verdict alone still
   claims the sign, or that the distance is close to 0.  `undecided` claims nothing.
3. Two claims that cannot both be true are a disagreement.

Not counted as disagreements:
- Verdicts on either side of the tolerance for touching: claims are compared by their numbers, to within `AGREE`.
- Rounding errors of the arithmetic that an algorithm ran in (`rounding_of`): in single precision they exceed `AGREE`.
- MPR's depth, which is measured along its portal's normal and is not the least depth: only its bounds count.
- Brute force on meshes: it tests the mesh itself, the others test its convex hull.  The hull may overlap the other
  shape even if the mesh does not; but if the meshes overlap, so must the hulls.

`first_difference` compares two traces step by step: of one algorithm with different options, of one algorithm on
A–B and B–A, or of two algorithms that move a simplex towards the origin (`simplex_methods`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from math import inf
from numbers import Integral, Rational, Real
from time import perf_counter
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_flag, as_items, choice, length, short_repr
from gjkscope.engine.evidence.search import of_surfaces, with_certificate
from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.query import known_options, trace
from gjkscope.engine.registry.algorithms import ALGORITHMS, algorithm_of, algorithms_for
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict
from gjkscope.engine.runtime.display import Displayed
from gjkscope.engine.sequences.versioned import LISTS
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import FacetedShape, PlacedPair, Shape, as_pair
from gjkscope.engine.vectors import DOUBLE, SINGLE, Vec3, neg, unit

# Claims agree if they differ by less than AGREE · size: ten times the tolerance for touching, because depths are found
# to about that tolerance.
AGREE = 1e-8

TETRAHEDRON = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class ComparisonRow:
    """The result of one algorithm for the pair."""

    algorithm: str
    title: str
    options: tuple[str, ...]  #: names of the non-default options that the algorithm supports
    result: Result  #: with a certificate if one is found
    seconds: float  #: run time of the algorithm, without the search for a certificate
    trace: Trace
    rounding: float = 0.0  #: possible rounding error of its distance, metres: see `rounding_of`

    @property
    def certified(self) -> bool:
        return self.result.certified


@dataclass(frozen=True)
class NotSupported:
    """An algorithm that does not support the pair, and why."""

    algorithm: str
    title: str
    reason: str


class DisagreementKind(StrEnum):
    """The quantity that two results disagree about."""

    VERDICT = "verdict"
    DISTANCE = "distance"  #: the same verdict, but distances that cannot both be true


@dataclass(frozen=True)
class Disagreement:
    """Two results that cannot both be right.

    >>> from gjkscope import Box, Disagreement, Pose, compare
    >>> rows = compare(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)), ["gjk", "sat"]).rows
    >>> made_up = Disagreement("distance", *rows, apart=0.5)
    >>> made_up.first.algorithm, made_up.second.algorithm, made_up.apart
    ('gjk', 'sat', 0.5)
    """

    kind: DisagreementKind  #: what contradicts: the verdicts, or the distances
    first: ComparisonRow  #: the row of one algorithm
    second: ComparisonRow  #: the row of the other
    apart: float  #: how far apart their claims about the signed distance are, in metres


@dataclass(frozen=True)
class Comparison(Displayed):
    """The results of all algorithms for one pair, in the order of the algorithms.

    >>> from gjkscope import Box, Pose, Sphere, compare
    >>> found = compare(Box((1, 1, 1)), Pose(), Sphere(1), Pose(position=(3, 0, 0)), ["gjk", "sat"])
    >>> [row.algorithm for row in found.rows], [one.algorithm for one in found.refusals], found.disagreements
    (['gjk'], ['sat'], ())
    """

    rows: tuple[ComparisonRow, ...]  #: an algorithm, its result and its time each
    disagreements: tuple[Disagreement, ...]  #: pairs of results that cannot both be right
    refusals: tuple[NotSupported, ...]  #: the algorithms that do not support the pair, and why


class Difference(NamedTuple):
    """The first difference of two traces; `first_difference` finds it.

    `field` is a Python path such as `simplex.vertices[2].point[0]`.  If one trace is a prefix of the other, `field` is
    `steps` and the values are the numbers of steps.

    >>> from gjkscope import Box, Options, Pose, first_difference, trace
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3.1, 0, 0))
    >>> found = first_difference(trace(*pair, "gjk"), trace(*pair, "gjk", Options(float32=True)))
    >>> found.step, found.field, abs(found.value_a - found.value_b) < 1e-6
    (0, 'support.point[0]', True)
    """

    step: int  #: its number, from 0
    field: str
    value_a: Any  #: in the first trace
    value_b: Any  #: in the second trace


class SimplexStep(NamedTuple):
    """The fields that the steps of all simplex methods share."""

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
    """Runs several algorithms on one pair and reports which results contradict each other.

    Shapes and poses are as for `query`.  `algorithms` are keys of `ALGORITHMS`, by default all that have a version for
    the shapes' dimension; each algorithm uses only those `options` that it supports.  Results agree if their claims
    about the signed distance differ by less than `tolerance` · size, where size is the longest side of the larger
    shape's bounding box.  `clock` returns the time in seconds.  Algorithms that do not support the pair are listed in
    `Comparison.refusals`.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid.

    >>> from gjkscope import Box, Pose, compare
    >>> found = compare(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)), ["gjk", "sat", "exact"])
    >>> [(row.algorithm, row.result.verdict.value) for row in found.rows]
    [('gjk', 'separated'), ('sat', 'separated'), ('exact', 'separated')]
    >>> found.disagreements
    ()
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    names = tuple(algorithms_for(shape_a)) if algorithms is None else _names(algorithms)
    size = size_of(shape_a, a, shape_b, b)
    tolerance = length("tolerance", tolerance, zero=True)
    if not isinstance(options, Options):
        raise ValueError(f"options: must be Options, got {short_repr(options)}")
    if not callable(clock):
        raise ValueError(f"clock: must be a function that returns the time in seconds, got {short_repr(clock)}")
    rows, refusals = [], []
    for name in names:
        try:
            rows.append(row_of(shape_a, a, shape_b, b, name, options, clock))
        except NotApplicable as reason:
            refusals.append(NotSupported(name, ALGORITHMS[name].title, str(reason)))
    meshes = isinstance(shape_a, FacetedShape) or isinstance(shape_b, FacetedShape)
    return Comparison(tuple(rows), disagreements(rows, size, tolerance * size, meshes), tuple(refusals))


def row_of(
    shape_a: Shape,
    pose_a: Any,
    shape_b: Shape,
    pose_b: Any,
    algorithm: str,
    options: Options = DEFAULT,
    clock: Callable[[], float] = perf_counter,
) -> ComparisonRow:
    """Runs one algorithm, with those options that it supports.

    Raises `NotApplicable` if the algorithm does not support the pair, and `ValueError` as `trace` does.
    """
    convex_hull(TETRAHEDRON)  # loads Qhull now, so that loading it is not counted as an algorithm's run time
    known = known_options(algorithm, options)
    began = clock()
    run = trace(shape_a, pose_a, shape_b, pose_b, algorithm, known)
    seconds = clock() - began
    result = with_certificate(run.result, shape_a, as_pose(pose_a), shape_b, as_pose(pose_b), run.steps[-1:])
    rounding = rounding_of(shape_a, as_pose(pose_a), shape_b, as_pose(pose_b), known)
    return ComparisonRow(algorithm, ALGORITHMS[algorithm].title, known.chosen(), result, seconds, run, rounding)


def rounding_of(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> float:
    """Bound on the rounding error of a pair's distance, in metres, for the precision chosen in `options`.

    Rounding is relative, so the largest coordinate of the pair determines the bound.
    """
    corners = (*aabb(shape_a, pose_a), *aabb(shape_b, pose_b))
    largest = max(abs(coordinate) for corner in corners for coordinate in corner)
    return ROUNDINGS * (SINGLE if options.float32 else DOUBLE) * largest


def agreement(pair: PlacedPair, options: Options) -> float:
    """The largest difference, in metres, of two distances of the pair that agree."""
    return AGREE * size_of(*pair) + rounding_of(*pair, options)


def first_difference(
    trace_a: Trace, trace_b: Trace, tolerance: float = 0.0, swapped: bool = False
) -> Difference | None:
    """Returns the first field of the first step in which `trace_a` and `trace_b` differ, or `None` if they are equal.

    Numbers may differ by `tolerance`, in the unit of their field; with `math.inf` only decisions are compared: vertex
    indices, regions, exits, counts.  If `swapped`, the second trace is of the pair B–A and is negated before the
    comparison.  Traces of different algorithms, and swapped ones, are compared by the fields that their steps share
    (`SimplexStep`).

    Raises `ValueError` if an argument is invalid, or if the traces have no fields in common.

    >>> from gjkscope import Box, Options, Pose, first_difference, trace
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3.1, 0, 0))
    >>> double, single = trace(*pair, "gjk"), trace(*pair, "gjk", Options(float32=True))
    >>> first_difference(double, double) is None
    True
    >>> first_difference(double, single).step
    0
    """
    for name, run in (("trace_a", trace_a), ("trace_b", trace_b)):
        if not isinstance(run, Trace):
            raise ValueError(f"{name}: must be a Trace, got {short_repr(run)}")
    if not (isinstance(tolerance, float) and tolerance == inf):
        tolerance = length("tolerance", tolerance, zero=True)
    as_flag("swapped", swapped)
    steps_a, steps_b = _comparable(trace_a, trace_b, swapped)
    for number, (a, b) in enumerate(zip(steps_a, steps_b, strict=False)):
        difference = _difference("", a, b, tolerance)
        if difference:
            return Difference(number, *difference)
    if len(steps_a) != len(steps_b):
        return Difference(min(len(steps_a), len(steps_b)), "steps", len(steps_a), len(steps_b))
    return None


# --- arguments ---


def _names(algorithms: Any) -> tuple[str, ...]:
    names = as_items("algorithms", algorithms, "names")
    return tuple(choice(f"algorithms[{i}]", name, ALGORITHMS) for i, name in enumerate(names))


# --- claims ---


class Claim(NamedTuple):
    """The bounds that a result claims for the signed distance, in metres."""

    lower: float
    upper: float


def disagreements(
    rows: Sequence[ComparisonRow], size: float, tolerance: float, meshes: bool
) -> tuple[Disagreement, ...]:
    """Pairs of rows that contradict each other: their claims differ by more than `tolerance` (metres) plus rounding.

    `size` is the size of the pair in metres; `meshes` says whether one of the shapes is a mesh.
    """
    decided = [row for row in rows if row.result.verdict is not Verdict.UNDECIDED]
    pairs = []
    for a, b in combinations(decided, 2):
        first, second = claim(a, size, meshes), claim(b, size, meshes)
        apart = max(first.lower, second.lower) - min(first.upper, second.upper)
        if apart > tolerance + a.rounding + b.rounding:
            kind = DisagreementKind.DISTANCE if a.result.verdict is b.result.verdict else DisagreementKind.VERDICT
            pairs.append(Disagreement(kind, a, b, apart))
    return tuple(pairs)


def claim(row: ComparisonRow, size: float, meshes: bool) -> Claim:
    """What a row claims about the signed distance; arguments as for `disagreements`."""
    result = row.result
    lower, upper = result.lower, result.upper
    if result.signed_distance is not None and ALGORITHMS[row.algorithm].least_depth:
        lower = upper = result.signed_distance
    if result.verdict is Verdict.SEPARATED:
        lower = max(lower, 0.0)
    elif result.verdict is Verdict.PENETRATING:
        upper = min(upper, 0.0)
    elif result.verdict is Verdict.TOUCHING:
        lower, upper = max(lower, -TOUCHING * size), min(upper, TOUCHING * size)
    return Claim(-inf if meshes and of_surfaces(row.algorithm) else lower, upper)


# --- differences ---


def _comparable(trace_a: Trace, trace_b: Trace, swapped: bool) -> tuple[Sequence[Any], Sequence[Any]]:
    if trace_a.algorithm == trace_b.algorithm and not swapped:
        return trace_a.steps, trace_b.steps
    for run in (trace_a, trace_b):
        if run.algorithm not in simplex_methods():
            what = "swapped" if swapped else f"{trace_a.algorithm} and {trace_b.algorithm}"
            raise ValueError(f"traces: {what} can be compared for {', '.join(simplex_methods())}, not {run.algorithm}")
    indices = trace_a.algorithm == trace_b.algorithm
    return (
        [_simplex_step(step, False, indices) for step in trace_a.steps],
        [_simplex_step(step, swapped, indices) for step in trace_b.steps],
    )


def _simplex_step(step: Any, swapped: bool, indices: bool) -> SimplexStep:
    """The shared fields; for a swapped trace, points and directions are negated, because B − A = −(A − B)."""
    vertices = _vertices(step)
    pairs = tuple((vertex.index_a, vertex.index_b) for vertex in vertices) if indices else ()
    points = tuple(_in_space(vertex.point) for vertex in vertices)
    direction = None if step.direction is None else unit(_in_space(step.direction))
    support = None if step.support is None else _in_space(step.support.point)
    if swapped:
        points = tuple(neg(point) for point in points)
        pairs = tuple((b, a) for a, b in pairs)
        direction = None if direction is None else neg(direction)
        support = None if support is None else neg(support)
    return SimplexStep(direction, support, points, pairs, step.exit)


def _in_space(vector: tuple[float, ...]) -> Vec3:
    """The vector; one of the plane, with z = 0."""
    x, y, z = vector if len(vector) == 3 else (*vector, 0.0)
    return (x, y, z)


def _vertices(step: Any) -> tuple[Vertex, ...]:
    simplex = algorithm_of(step).simplex
    assert simplex is not None
    return simplex(step)


@cache
def simplex_methods() -> tuple[str, ...]:
    """Algorithms that move a simplex in A − B towards the origin."""
    return tuple(name for name, algorithm in ALGORITHMS.items() if algorithm.simplex is not None)


def _difference(field: str, a: Any, b: Any, tolerance: float) -> tuple[str, Any, Any] | None:
    """The path to the first difference of two values, and the values there; `None` if there is none."""
    if isinstance(a, LISTS) and isinstance(b, LISTS):
        return _first_of_items(field, a, b, tolerance)
    return None if _alike(a, b, tolerance) else (field.lstrip("."), a, b)


def _first_of_items(field: str, a: Sequence[Any], b: Sequence[Any], tolerance: float) -> tuple[str, Any, Any] | None:
    names = getattr(a, "_fields", None)
    if len(a) != len(b) or names != getattr(b, "_fields", None):
        return field.lstrip("."), a, b
    for i, (item_a, item_b) in enumerate(zip(a, b, strict=True)):
        path = f"{field}[{i}]" if names is None else f"{field}.{names[i]}"
        difference = _difference(path, item_a, item_b, tolerance)
        if difference:
            return difference
    return None


def _alike(a: Any, b: Any, tolerance: float) -> bool:
    if not _is_measured(a) or not _is_measured(b):
        return bool(a == b)
    a, b = _exactly(a), _exactly(b)
    if a == b or (a != a and b != b):  # both are NaN
        return True
    return bool(tolerance > 0 and abs(a - b) <= tolerance)


def _is_measured(value: Any) -> bool:
    """Whether it is a measured quantity, as opposed to a count or a choice."""
    return isinstance(value, Real) and not isinstance(value, Integral)


def _exactly(value: Any) -> Any:
    """The number as a type that compares exactly: NumPy would round a double to compare it with a single."""
    return value if isinstance(value, Rational) else float(value)
