"""Voronoi regions as half-spaces: the origin lies in those of the region that the simplex tests choose."""

import numpy as np
import pytest

from gjkscope.engine.gjk.simplex import SLOTS, Region, closest_on_segment, closest_on_tetrahedron, closest_on_triangle
from gjkscope.engine.gjk.voronoi import half_spaces
from gjkscope.engine.vectors import Vec3, dot, neg, norm, sub

CLOSEST = {2: closest_on_segment, 3: closest_on_triangle, 4: closest_on_tetrahedron}


def simplices(size: int, count: int) -> list[list[Vec3]]:
    drawn = np.random.default_rng(size).normal(size=(count, size, 3)) + np.array([0.4, 0.2, -0.1])
    return [[tuple(point) for point in points] for points in drawn.tolist()]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_origin_is_in_the_winning_region_and_in_no_other(size: int) -> None:
    won = set()
    for points in simplices(size, 300):
        region = CLOSEST[size](*points).region
        won.add(region)
        for other in Region:
            if max(SLOTS[other]) < size:
                inside = all(dot(plane.normal, neg(plane.point)) <= 0 for plane in half_spaces(points, other))
                assert inside == (other == region), (points, other)
    assert won == {region for region in Region if max(SLOTS[region]) < size}


def test_every_feature_lies_in_its_own_region() -> None:
    for points in simplices(4, 50):
        for region in Region:
            middle = np.mean([points[slot] for slot in SLOTS[region]], axis=0)
            for plane in half_spaces(points, region):
                assert norm(plane.normal) == pytest.approx(1)
                assert dot(plane.normal, sub(tuple(middle.tolist()), plane.point)) <= 1e-12


def test_a_degenerate_feature_has_no_plane() -> None:
    assert half_spaces([(1.0, 0.0, 0.0), (1.0, 0.0, 0.0)], Region.VERTEX_A) == ()
