"""distance3d's GJK: right about hulls apart, and the reported assertion about hulls that overlap."""

from collections import Counter
from math import dist

import pytest

from gjkscope.engine import Box, Hull, NotApplicable, Options, Pose, Sphere, query, trace
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published import distance3d
from gjkscope.engine.published.distance3d.closest import closest_to_origin, weights_of
from gjkscope.engine.published.distance3d.explain import WORDS
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

ALGORITHM = "distance3d"
SIMPLEX = Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))

# [tests.fidelity.references.distance3d.ask(pair.arguments) for pair in seeded_pairs(14, 7, (Box, Hull))] with
# distance3d 0.7.1: the distance and the number of searches
ANSWERS = [
    *((None, 4), (0.5482228630232366, 5), (0.06500565931850086, 6), (None, 4), (None, 4), (5.949997381911342e-07, 7)),
    *((0.4506386566075876, 6), (None, 4), (0.9338131885735083, 4), (0.04329541610271991, 7), (None, 4), (None, 4)),
    *((0.0014389566440569327, 6), (None, 4)),
]


def test_distances_and_searches_are_those_of_distance3d() -> None:
    runs = [trace(*pair.arguments, ALGORITHM).steps for pair in seeded_pairs(14, 7, (Box, Hull))]
    assert [(steps[-1].answer.signed_distance, len(steps)) for steps in runs] == ANSWERS


def test_the_reported_assertion_fails_until_corrected() -> None:
    """https://github.com/AlexanderFabisch/distance3d/issues/72"""
    pair = exhibit("distance3d-72", "A B")[:4]
    last = trace(*pair, ALGORITHM).steps[-1]
    assert (last.exit, last.ending.startswith("AssertionError")) == (Exit.ASSERTION_FAILED, True)
    (wrong,) = (one for one in beliefs(last) if one.is_wrong)
    assert wrong.decision.kind == "consistent"
    assert "This is wrong" in WORDS.explain(last, "A", "B")
    corrected = trace(*pair, ALGORITHM, Options(corrected="consistent")).steps[-1].answer
    assert (corrected.verdict, corrected.signed_distance) == (Verdict.PENETRATING, None)
    # The points that distance3d 0.8.0, without that failure, returns for this pair.
    assert corrected.witness_a == pytest.approx((-90.65276493, -119.99999999, -119.99999999), abs=1e-7)


@pytest.mark.thorough
def test_hulls_apart_have_the_right_distance_and_overlaps_none() -> None:
    asked: Counter[Verdict] = Counter()
    for pair in seeded_pairs(420, 4, (Hull, Box)):
        true = query(*pair.arguments)
        if pair.family in ("far", "tiny", "flat") or true.signed_distance is None or abs(true.signed_distance) < 1e-6:
            continue
        asked[true.verdict] += 1
        last = trace(*pair.arguments, ALGORITHM).steps[-1]
        if true.verdict is Verdict.SEPARATED:
            assert last.answer.signed_distance == pytest.approx(true.signed_distance, rel=1e-7, abs=1e-9), pair.name
            assert dist(last.answer.witness_a, last.answer.witness_b) == pytest.approx(true.signed_distance, abs=1e-6)
        else:
            assert last.exit is Exit.ASSERTION_FAILED or last.answer.verdict is Verdict.PENETRATING, pair.name
    assert min(asked.values()) > 30


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_nearest_point_of_a_simplex_is_that_of_its_weights(count: int) -> None:
    points = ((1.0, 2.0, 3.0), (1.0, -2.0, 3.0), (-3.0, 0.5, 3.0), (0.0, 0.0, -4.0))[:count]
    nearest, chosen = closest_to_origin(points)
    kept = tuple(point for i, point in enumerate(points) if chosen >> i & 1)
    weights = weights_of(kept)
    assert sum(weights) == pytest.approx(1.0)
    combined = [sum(weight * point[i] for weight, point in zip(weights, kept, strict=True)) for i in range(3)]
    assert combined == pytest.approx(nearest, abs=1e-12)


def test_shapes_beyond_the_limit_are_infinitely_far() -> None:
    result = query(SIMPLEX, Pose(), SIMPLEX, Pose(position=(-400.0, 0.0, 0.0)), ALGORITHM)
    far = query(SIMPLEX, Pose(), SIMPLEX, Pose(position=(400.0, 0.0, 0.0)), ALGORITHM)
    assert (result.verdict, far.verdict, far.signed_distance) == (Verdict.SEPARATED, Verdict.SEPARATED, None)


def test_other_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="got sphere"):
        query(Sphere(1.0), Pose(), SIMPLEX, Pose(), ALGORITHM)


@pytest.mark.parametrize("size", [1e160, 1e-160])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    hull = Hull(tuple(tuple(part * size for part in vertex) for vertex in SIMPLEX.vertices))
    for x in (0.0, 0.3, 5.0):
        last = distance3d.trace(hull, Pose(), hull, Pose(position=(x * size, 0.2 * x * size, 0.0))).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
