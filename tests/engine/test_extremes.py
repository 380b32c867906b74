"""Numbers at the limits of double range: every algorithm answers, or names why it cannot.

Nobody simulates shapes and positions from 5e-324 m to 1.7e308 m in one pair.  But a length of 1e-200 squares to 0, one
of 1e200 squares to infinity, and code that does not expect it divides by the former or trusts the latter.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from math import inf, isfinite
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import (
    ALGORITHMS,
    BROADPHASES,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    NotApplicable,
    Options,
    Point,
    Pose,
    Result,
    Segment,
    Shape,
    Sphere,
    Triangle,
    Verdict,
    broad_phase,
    compare,
    query,
    resolve_pair,
    resolve_terrain,
    trace,
)
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.resolution.terrain import place_triangles
from gjkscope.engine.result import TOUCHING, Exit, finite, verdict_of
from gjkscope.engine.shapes.bounds import aabb, bounding_sphere, loose_aabb, size
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, norm, sub

LENGTHS = (5e-324, 1e-320, 1e-308, 1e-300, 1e-200, 1e-160, 1e-150, 1e-100, 1e-75, 1e-30, 1.0)
LENGTHS += (1e30, 1e75, 1e76, 1e100, 1e150, 1e160, 1e200, 1e300, 1.7e308)

TURN: Mat3 = ((0.36, 0.48, -0.8), (-0.8, 0.6, 0.0), (0.48, 0.64, 0.6))

# Error bound for the coordinates of a pair and its answer: relative to the largest of them, and below the normal
# doubles a few of the smallest steps.
ROUNDING, LEAST = 1e-12, 64 * 5e-324

PUBLISHED = ("headbutt", "tetrahedron")
"""These algorithms have known wrong answers by design; no others may give any."""

# Single precision ends at 3.4e38.
SINGLE = ("gjk", "epa", "sat")

Pair = tuple[Shape, Pose, Shape, Pose]


def shapes(s: float) -> list[Shape]:
    """Shapes of all kinds, of length `s` in all directions or in one of them."""
    corners: tuple[Vec3, ...] = ((0, 0, 0), (s, 0, 0), (0, s, 0), (0, 0, s))
    return [
        *(Point(), Point(s), Segment((0, 0, 0), (s, 0, 0)), Segment((-s, s, 0), (s, 0, s), s)),
        *(Triangle(corners[:3]), Triangle(((-s, 0, 0), (s, 0, 0), (0, s, s)), s), Sphere(s)),
        *(Box((s, s, s)), Box((s, 1, 1)), Box((s, s, s), s), Ellipsoid((s, s, s)), Ellipsoid((s, 1, 1))),
        *(Capsule(s, s), Capsule(s, 1, "x"), Cylinder(s, s), Cylinder(s, 1, "z"), Cone(s, s), Cone(1, s)),
        *(Hull(corners), Hull(((0, 0, 0), (1, 0, 0), (0, s, 0), (0, 0, 1))), Hull(((s, s, s),))),
        Hull(((s, s, s), (s, s, s), (-s, s, s), (-s, -s, -s), (s, -s, -s))),
        Mesh(corners, ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))),
    ]


def poses(s: float) -> list[Pose]:
    """At the origin, and a few lengths `s` away."""
    far = min(2.5 * s, 1.7e308)
    return [Pose(), Pose(position=(s, 0, 0)), Pose(TURN, (s / 2, s / 2, -s / 2)), Pose(TURN, (far, s, s))]


def random_pair(random: Random) -> Pair:
    """Often both of the same length, so that the shapes interact."""
    a = random.choice(LENGTHS)
    b = a if random.random() < 0.4 else random.choice(LENGTHS)
    at_a = a if random.random() < 0.5 else random.choice(LENGTHS)
    at_b = at_a if random.random() < 0.5 else random.choice(LENGTHS)
    return (random.choice(shapes(a)), random.choice(poses(at_a)), random.choice(shapes(b)), random.choice(poses(at_b)))


@cache
def pairs(count: int) -> tuple[Pair, ...]:
    random = Random(1)
    return tuple(random_pair(random) for _ in range(count))


@cache
def truth(pair: Pair) -> Result | None:
    """Exact arithmetic, which handles numbers of any size."""
    try:
        return trace(*pair, "exact").result
    except NotApplicable:
        return None


def assert_sound(result: Result, reach: float, turn: float = 1e-12) -> None:
    """Check for no infinity, NaN or zero direction, and bounds in order up to rounding."""
    slack = ROUNDING * reach + LEAST
    assert result.signed_distance is None or isfinite(result.signed_distance)
    for vector in (result.normal, result.witness_a, result.witness_b):
        assert vector is None or all(isfinite(coordinate) for coordinate in vector)
    assert result.normal is None or norm(result.normal) == pytest.approx(1, abs=turn)
    assert result.lower <= result.upper + slack or result.verdict is Verdict.UNDECIDED


def assert_true(result: Result, pair: Pair, known: Result, reach: float) -> None:
    """Check that the verdict agrees with the exact distance within the touching tolerance."""
    slack = TOUCHING * size(*pair) + ROUNDING * reach + LEAST
    if result.verdict is Verdict.SEPARATED:
        assert known.upper >= -slack
    elif result.verdict is Verdict.PENETRATING:
        assert known.lower <= slack
    elif result.verdict is Verdict.TOUCHING:
        assert known.lower <= slack
        assert known.upper >= -slack


def reach_of(pair: Pair) -> float:
    """The largest coordinate of the pair relative to A's position, including intermediate values."""
    shape_a, pose_a, shape_b, pose_b = pair
    there = Pose(pose_b.rotation, sub(pose_b.position, pose_a.position))
    corners = (there.position, *aabb(shape_a, Pose(pose_a.rotation)), *aabb(shape_b, there))
    return max(abs(coordinate) for corner in corners for coordinate in corner)


@pytest.mark.parametrize("algorithm", [None, *ALGORITHMS], ids=lambda name: name or "default")
def test_every_magnitude_gets_an_answer(algorithm: str | None) -> None:
    met: Counter[str] = Counter()
    for pair in pairs(900 if algorithm in ("clamp", "epa-newton") else 160):  # which take few shapes
        try:
            result = query(*pair) if algorithm is None else trace(*pair, algorithm).result
        except NotApplicable:
            continue
        reach = reach_of(pair)
        assert_sound(result, reach)
        known = truth(pair)
        if known is not None and algorithm not in PUBLISHED and not (algorithm == "brute" and has_mesh(pair)):
            assert_true(result, pair, known, reach)
            met["known"] += 1
        met["degenerate" if result.exit == Exit.DEGENERATE_INPUT else result.verdict] += 1
    assert met["known"] >= 10 or algorithm in PUBLISHED
    assert sum(met[verdict] for verdict in (Verdict.SEPARATED, Verdict.TOUCHING, Verdict.PENETRATING)) >= 5
    assert (met["degenerate"] >= 1) == (algorithm not in ("exact", "obb", "clamp"))


def has_mesh(pair: Pair) -> bool:
    """Brute force uses the mesh as is; the reference uses its convex hull."""
    return isinstance(pair[0], Mesh) or isinstance(pair[2], Mesh)


@pytest.mark.parametrize("algorithm", SINGLE)
def test_single_precision_overflows_sooner(algorithm: str) -> None:
    answered, refused = 0, 0
    for pair in pairs(80):
        try:
            result = query(*pair, algorithm, Options(float32=True))
        except NotApplicable:
            refused += 1
            continue
        answered += 1
        assert_sound(result, inf, 2**-22)
    assert min(answered, refused) >= 10


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_steps_that_overflow_are_explained_too(algorithm: str) -> None:
    sentences = set()
    for pair in pairs(900 if algorithm in ("clamp", "alternating") else 60):
        try:
            steps = trace(*pair, algorithm).steps
        except NotApplicable:
            continue
        for step in (steps[0], steps[-1]):
            assert headline(step)
            sentences.add(explain(step))
    assert len(sentences) >= 4


def test_an_answer_keeps_its_finite_values() -> None:
    whole = Result(
        "gjk", Verdict.SEPARATED, Exit.CONVERGED, 3, 2.0, (1.0, 0.0, 0.0), (0.0,) * 3, (2.0, 0.0, 0.0), 2.0, 2.0
    )
    assert finite(whole) is whole
    assert finite(Result("exact", Verdict.SEPARATED, Exit.CONVERGED, 3)) == Result(
        "exact", Verdict.SEPARATED, Exit.CONVERGED, 3
    )
    far = Result(
        "gjk", Verdict.SEPARATED, Exit.CONVERGED, 3, inf, (1.0, 0.0, 0.0), (-inf, 0.0, 0.0), (1.0, 2.0, 3.0), 1e308
    )
    assert finite(far) == Result(
        "gjk", Verdict.SEPARATED, Exit.CONVERGED, 3, None, (1.0, 0.0, 0.0), None, (1.0, 2.0, 3.0), 1e308
    )
    lost = Result("gjk", Verdict.TOUCHING, Exit.CONVERGED, 3, 0.0, (1.0, 0.0, 0.0), upper=float("nan"))
    assert finite(lost) == Result("gjk", Verdict.UNDECIDED, Exit.DEGENERATE_INPUT, 3)


def test_overflow_leaves_sat_without_axes() -> None:
    """Nor are there cells for sorting their directions."""
    large = Hull(((1.7e308,) * 3, (-1.7e308, 1.7e308, 1.7e308), (-1.7e308,) * 3, (1.7e308, -1.7e308, -1.7e308)))
    run = trace(large, Pose(), Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))), Pose(), "sat")
    assert [step.exit for step in run.steps] == [Exit.DEGENERATE_INPUT]
    assert explain(run.steps[0]).endswith("The lengths of A and B are too large: their sum overflows.")


def test_shapes_of_infinite_size_do_not_touch() -> None:
    assert verdict_of(-1e308, 1e308, inf) == Verdict.UNDECIDED
    assert query(Sphere(1.7e308), Pose(), Sphere(1.7e308), Pose()).verdict == Verdict.UNDECIDED


# --- other modules ---


def test_the_size_does_not_depend_on_the_position() -> None:
    """Far away, the sides of a box are below the resolution of the coordinates."""
    for far in (1e17, 1e200, 1.7e308):
        there = Pose(position=(far, -far, far))
        assert size(Box((1, 2, 3)), there, Sphere(1), there) == 6


def test_bounding_boxes_and_balls_contain_the_shape_or_are_infinite() -> None:
    infinite = 0
    for shape, pose, _, _ in pairs(200):
        for lo, hi in (aabb(shape, pose), loose_aabb(shape, pose)):
            assert all(least <= greatest for least, greatest in zip(lo, hi, strict=True))
            infinite += not all(isfinite(coordinate) for coordinate in (*lo, *hi))
        _, radius = bounding_sphere(shape, pose)
        assert radius >= 0 or radius != radius
    assert infinite >= 5


def outcome(call: Callable[[], Any]) -> Any:
    """The answer, or the name of the rejected argument."""
    try:
        return call()
    except ValueError as refusal:
        return re.split(r"\W", str(refusal))[0]


@pytest.mark.parametrize("name", BROADPHASES)
def test_broad_phases_agree_or_name_the_body_that_overflows(name: str) -> None:
    met, refused = 0, 0
    for shape_a, pose_a, shape_b, pose_b in pairs(120):
        bodies = [(shape_a, pose_a), (shape_b, pose_b), ((-1e308, -1e308, -1e308), (1.7e308, 1.7e308, 1.7e308))]
        answer, expected = (outcome(partial(broad_phase, algorithm, bodies)) for algorithm in (name, "allpairs"))
        if answer == expected == "bodies":
            refused += 1
        else:
            assert answer.pairs == expected.pairs
            met += len(answer.pairs)
    assert met >= 50
    assert refused >= 5


def test_push_outs_end_with_a_named_exit() -> None:
    exits: Counter[str] = Counter()
    for shape_a, pose_a, shape_b, pose_b in pairs(100):
        run = resolve_pair(shape_a, pose_a, shape_b, pose_b, 1.0, 1e-300)
        exits[run.exit.name] += 1
        assert all(isfinite(x) for x in (*run.pose_a.position, *run.pose_b.position))
    assert exits["CLEAR"] >= 20
    assert exits["DEPTH_UNKNOWN"] >= 5


def push_out(shape: Shape, pose: Pose, terrain: Mesh, placed: Pose, order: str) -> Any:
    return resolve_terrain(shape, pose, place_triangles(terrain, placed), order)


@pytest.mark.parametrize("order", ["greatest", "in order"])
def test_terrain_of_any_size(order: str) -> None:
    exits: Counter[str] = Counter()
    for shape_a, pose_a, _, pose_b in pairs(50):
        for length in LENGTHS[::4]:
            floor = Mesh(((-length, 0, -length), (0, 0, length), (length, 0, -length)), ((0, 1, 2),))
            run = outcome(partial(push_out, shape_a, pose_a, floor, pose_b, order))
            if run in ("pose", "triangles"):
                exits["refused"] += 1
            else:
                exits[run.exit.name] += 1
                assert all(isfinite(coordinate) for coordinate in run.pose.position)
    assert exits["CLEAR"] >= 50
    assert exits["refused"] >= 5


def test_a_comparison_works_for_any_numbers() -> None:
    rows = 0
    for pair in pairs(8):
        comparison = compare(*pair)
        rows += len(comparison.rows)
        for row in comparison.rows:
            assert_sound(row.result, inf)
    assert rows >= 50


@pytest.mark.parametrize("length", LENGTHS)
def test_hulls_of_any_size_have_their_corners(length: float) -> None:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) * length
    hull = convex_hull(corners)
    assert (hull.dimension, len(hull.vertices), len(hull.faces)) == (3, 4, 4)


@pytest.mark.parametrize("length", [1e-308, 1e-160, 1.0, 1e160, 1e300])
def test_differences_of_any_size_are_computed_or_rejected_by_name(length: float) -> None:
    cube = Box((length, length, length))
    assert len(minkowski_difference(cube, IDENTITY, cube, TURN).hull.faces) > 6
    with pytest.raises(ValueError, match=r"^shape_b: extends to 1\.7e\+308 m"):
        minkowski_difference(cube, IDENTITY, Sphere(1.7e308), TURN)
