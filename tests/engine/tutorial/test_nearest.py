"""The nearest feature of a simplex: a point against a point, segment, triangle or tetrahedron, in 2D and 3D."""

import random
from typing import Any

import pytest

from gjkscope import (
    Box,
    Circle,
    Hull,
    NotApplicable,
    Point,
    Point2,
    Polygon,
    Pose,
    Segment,
    Segment2,
    Sphere,
    Triangle,
    algorithm_for,
    explain,
    headline,
    plane_pose,
    query,
    trace,
)
from gjkscope.engine import ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.analysis.replay import replay
from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane

TRIANGLE = Polygon([(0, 0), (2, 0), (0, 1)])
TETRAHEDRON = Hull([(0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1)])
SPACE: list[Any] = [
    TETRAHEDRON,
    Triangle([(0, 0, 0), (2, 0, 0), (0, 1, 0)]),
    Segment((0, 0, 0), (1, 1, 1)),
    Sphere(0.5),
]
PLANE: list[Any] = [TRIANGLE, Segment2((0, 0), (1, 1)), Circle(0.5), Polygon([(0, 0), (1, 0), (0, 1)], 0.25)]


def pairs() -> list[tuple[Any, Pose, Any, Pose]]:
    rng = random.Random(11)
    settings: list[tuple[Any, Pose, Any, Pose]] = []
    for _ in range(12):
        spot = tuple(rng.uniform(-0.5, 1.5) for _ in range(3))
        settings += [(shape, Pose(), Point(), Pose(position=spot)) for shape in SPACE]  # type: ignore[arg-type]
        at = plane_pose(spot[:2])
        settings += [(Point2(0.1), at, shape, plane_pose((0, 0), rng.uniform(-3, 3))) for shape in PLANE]
    return settings


def test_the_region_of_the_whole_simplex_gives_the_distance_of_the_pair() -> None:
    headlines = set()
    for number, pair in enumerate(pairs()):
        result, truth = query(*pair, algorithm="nearest"), trace(*pair, "exact").result
        assert result.signed_distance == pytest.approx(truth.signed_distance, abs=1e-12)
        assert result.verdict == truth.verdict
        assert result.certified
        assert result.witness_a is not None
        assert result.witness_b is not None
        apart = sum((b - a) ** 2 for a, b in zip(result.witness_a, result.witness_b, strict=True)) ** 0.5
        assert apart == pytest.approx(abs(result.signed_distance or 0.0), abs=1e-12)
        (step,) = trace(*pair, "nearest").steps
        headlines.add(headline(step))
        rows = region_tests(step) if pair[0].dimension == 3 else region_tests_in_plane(step)
        assert [row.name for row in rows if row.won] == [headline(step)]
        if number < 8:
            assert replay(*pair, trace(*pair, "nearest"), 0).result == step
    assert {"vertex w0", "edge w0 w1", "face w0 w1 w2", "the interior"} <= headlines


def test_the_step_is_explained() -> None:
    step = trace(TRIANGLE, plane_pose(), Point2(), plane_pose((3, 0)), "nearest").steps[0]
    assert explain(step) == "A − B is a simplex: w0 w1 w2. The origin is nearest to vertex w1: A and B are 1 m apart."
    inside = trace(TRIANGLE, plane_pose(), Circle(0.1), plane_pose((0.5, 0.25)), "nearest").steps[0]
    assert "in the interior: the cores of A and B overlap by 0.25 m; after subtracting the radii" in explain(inside)
    touching = query(TRIANGLE, plane_pose(), Point2(), plane_pose((1, 0)), "nearest")
    assert (touching.verdict, touching.lower, touching.upper) == ("touching", 0.0, 0.0)


def test_pairs_that_are_no_simplex_are_refused() -> None:
    with pytest.raises(NotApplicable, match="a point and a shape of up to 4 vertices, got box and point"):
        query(Box((1, 1, 1)), Pose(), Point(), Pose(), "nearest")
    with pytest.raises(NotApplicable, match="a point and a shape of up to 3 vertices, got segment and segment"):
        query(Segment2((0, 0), (1, 0)), plane_pose(), Segment2((0, 0), (1, 0)), plane_pose(), "nearest")


def test_it_is_not_offered_among_the_algorithms() -> None:
    assert "nearest" not in ALGORITHMS.keys() | PLANAR_ALGORITHMS.keys()
    assert algorithm_for("nearest", TRIANGLE).state is not algorithm_for("nearest", TETRAHEDRON).state


def test_a_moved_simplex_has_the_features_of_the_pair_that_is_moved_as_much() -> None:
    for shape, point, algorithm in (
        (TRIANGLE, Point2(), algorithm_for("nearest", TRIANGLE)),
        (TETRAHEDRON, Point(), algorithm_for("nearest", TETRAHEDRON)),
    ):
        view = algorithm.features
        assert view is not None
        first = trace(shape, Pose(), point, Pose(), algorithm="nearest").steps[0]
        won = set()
        for shift in ((3.0, 0.5, 0.0), (-0.5, -0.2, 0.0), (-3.0, 1.0, 0.0), (0.5, 1.0, 0.0), (-0.5, 3.0, 0.0)):
            step = trace(shape, Pose(position=shift), point, Pose(), algorithm="nearest").steps[0]
            moved = view.features(view.moved(first, shift))
            assert [test.won for test in moved] == [test.won for test in view.features(step)]
            assert [test.key for test in moved] == sorted(
                (test.key for test in moved), key=list(type(step.region).__members__).index
            )
            assert [weight > 0 for weight in view.weights(step)] == [
                vertex.birth in {w for test in moved if test.won for w in test.slots} for vertex in view.candidate(step)
            ]
            won |= {test.key for test in moved if test.won}
        assert len(won) > 2
