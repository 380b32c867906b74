"""Closest points against closed forms, and for slivers against the exact minimum over their edges."""

from random import Random

import numpy as np
import pytest

from gjkscope.engine.brute.nearest import on_edges, on_segments, on_triangles
from gjkscope.engine.vectors import Vec3, add, along, norm, scale, sub
from tests.engine.samples import point_segment, point_triangle, random_vector, segment_segment

# Error bound for a few dozen operations on numbers of about 1.
ROUNDING = 1e-14


def triangles(random: Random, count: int) -> list[tuple[Vec3, Vec3, Vec3]]:
    return [(random_vector(random), random_vector(random), random_vector(random)) for _ in range(count)]


@pytest.mark.parametrize("factor", [1e-60, 1e-12, 1.0, 1e12, 1e60])
def test_point_triangle_distance_matches_the_closed_form(factor: float) -> None:
    random, over_face = Random(1), 0
    for _ in range(40):
        point, corners = random_vector(random), triangles(random, 10)
        places, distances = on_triangles(scale(point, factor), np.array(corners) * factor)
        for triangle, location, distance in zip(corners, places.tolist(), distances.tolist(), strict=True):
            truth = point_triangle(point, *triangle)
            assert distance / factor == pytest.approx(truth, abs=ROUNDING)
            assert norm(sub(scale((location[0], location[1], location[2]), 1 / factor), point)) == pytest.approx(
                truth, abs=ROUNDING
            )
            a, b, c = triangle
            edges = min(point_segment(point, a, b), point_segment(point, b, c), point_segment(point, c, a))
            over_face += truth < edges - ROUNDING
    assert 40 <= over_face <= 300


def test_segment_segment_distance_matches_the_closed_form() -> None:
    random, crossing = Random(2), 0
    for _ in range(300):
        p, q, r, s = (random_vector(random) for _ in range(4))
        here, there, distances = on_segments(p, q, np.array([(r, s)]))
        ends = min(point_segment(p, r, s), point_segment(q, r, s), point_segment(r, p, q), point_segment(s, p, q))
        truth = segment_segment(p, q, r, s)
        assert min(float(distances[0]), ends) == pytest.approx(truth, abs=ROUNDING)
        assert distances[0] >= truth - ROUNDING
        assert np.linalg.norm(here[0] - there[0]) == pytest.approx(distances[0], abs=ROUNDING)
        crossing += truth < ends - ROUNDING
    assert 60 <= crossing <= 240


def test_nearly_parallel_segments_keep_their_crossing() -> None:
    """Two segments cross at their midpoints at an angle of at most 1e-8: the crossing is found to within rounding."""
    random = Random(3)
    for angle in (1e-4, 1e-8, 1e-12, 1e-15):
        for _ in range(20):
            middle, d, turn = random_vector(random), random_vector(random), random_vector(random)
            e = add(d, scale(turn, angle))
            _, _, distances = on_segments(
                along(middle, d, -1.0),
                along(middle, d, 1.0),
                np.array([(along(middle, e, -1.0), along(middle, e, 1.0))]),
            )
            assert distances[0] <= ROUNDING


def test_sliver_distances_are_not_underestimated() -> None:
    random = Random(4)
    for thinness in (0.0, 1e-18, 1e-15, 1e-9):
        for _ in range(50):
            point, a, b, off = (random_vector(random) for _ in range(4))
            c = add(along(a, sub(b, a), random.uniform(0, 1)), scale(off, thinness))
            _, distances = on_triangles(point, np.array([(a, b, c), (a, a, a)]))
            assert distances[0] == pytest.approx(point_segment(point, a, b), abs=ROUNDING + 2 * thinness)
            assert distances[1] == pytest.approx(norm(sub(point, a)), abs=ROUNDING)


def test_point_to_edge_distances() -> None:
    random = Random(5)
    for _ in range(100):
        point, a, b = (random_vector(random) for _ in range(3))
        _, distances = on_edges(point, np.array([(a, b), (a, a)]))
        assert distances.tolist() == pytest.approx([point_segment(point, a, b), norm(sub(point, a))], abs=ROUNDING)
