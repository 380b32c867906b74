"""Supports of whole shapes, and the detection of cycles in a search."""

from math import inf
from random import Random

import pytest

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.vertices import (
    CycleMark,
    bound,
    comes_back,
    next_mark,
    rounded_difference_support,
    whole_support,
)
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX, convex, support
from gjkscope.engine.vectors import ZERO, Vec3, dot, neg, scale, sub
from tests.engine.kinds import POSES, SHAPES, shape_name
from tests.engine.samples import random_direction


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_a_full_support_lies_a_radius_beyond_the_core_s(shape: Shape, pose: Pose) -> None:
    random, core = Random(1), convex(shape, pose)
    for _ in range(10):
        direction = random_direction(random)
        point, index = whole_support(core, direction)
        of_core, core_index = support(core, direction)
        rounding = 1e-15 * max(1, *map(abs, of_core))
        assert dot(direction, sub(point, of_core)) == pytest.approx(core.radius, abs=4 * rounding)
        assert index == (core_index if core.radius == 0 else NO_INDEX)


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
@pytest.mark.parametrize("length", [1e-290, 1e-150, 1e150, 1e290])
def test_the_length_of_the_direction_does_not_matter(shape: Shape, length: float) -> None:
    random, core = Random(2), convex(shape, POSES["turned"])
    for _ in range(5):
        direction = random_direction(random)
        here, there = whole_support(core, direction), whole_support(core, scale(direction, length))
        assert there[0] == pytest.approx(here[0], abs=1e-14)
        assert there[1] == here[1]


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_the_zero_direction_gives_a_point_and_no_bound(shape: Shape) -> None:
    core = convex(shape, POSES["turned"])
    point, _ = whole_support(core, ZERO)
    random = Random(3)
    for _ in range(10):
        direction = random_direction(random)
        assert dot(direction, point) <= dot(direction, whole_support(core, direction)[0]) + 1e-14
    assert bound(ZERO, rounded_difference_support(core, core, ZERO, 0)) == -inf


def test_a_difference_vertex_has_its_witnesses_and_bounds_the_distance() -> None:
    random = Random(4)
    for shape_a, shape_b in zip(SHAPES, reversed(SHAPES), strict=True):
        a, b = convex(shape_a, POSES["at rest"]), convex(shape_b, POSES["turned"])
        direction = random_direction(random)
        vertex = rounded_difference_support(a, b, scale(direction, 3.0), 7)
        assert vertex.birth == 7
        assert vertex.point == sub(vertex.a, vertex.b)
        assert vertex.a == pytest.approx(whole_support(a, direction)[0], abs=1e-14)
        assert vertex.b == pytest.approx(whole_support(b, neg(direction))[0], abs=1e-14)
        assert bound(scale(direction, 3.0), vertex) == pytest.approx(-dot(direction, vertex.point), abs=1e-14)


def vertex_at(point: Vec3, birth: int = 0) -> Vertex:
    return Vertex(point, point, ZERO, NO_INDEX, NO_INDEX, birth)


@pytest.mark.parametrize("tail", [0, 1, 2, 7, 50])
@pytest.mark.parametrize("length", [1, 2, 3, 12, 60])
def test_every_cycle_is_detected_after_a_few_rounds_with_its_exact_length(tail: int, length: int) -> None:
    mark, iteration = CycleMark((), 0, 1), 0
    for iteration in range(1000):
        place = iteration if iteration < tail else tail + (iteration - tail) % length
        vertices = (vertex_at((float(place), 0.0, 0.0), iteration),)
        if comes_back(mark, vertices):
            break
        mark = next_mark(mark, vertices, iteration)
    assert iteration - mark.iteration == length
    assert iteration <= 3 * max(tail + 1, length) + length


def test_a_search_without_a_cycle_is_never_reported_as_one() -> None:
    mark = CycleMark((), 0, 1)
    for iteration in range(1, 500):
        vertices = (vertex_at((float(iteration), 0.0, 0.0)), vertex_at((0.0, float(iteration), 0.0)))
        assert not comes_back(mark, vertices)
        assert not comes_back(CycleMark(vertices, 0, 1), vertices[::-1])  # the order of arrival counts
        mark = next_mark(mark, vertices, iteration)
