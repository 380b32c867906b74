"""The three steps of a clamp by hand: what each axis adds, the nearest side, and the order of the shapes."""

from itertools import product

import pytest

from gjkscope.engine import Box, Exit, Point, Pose, Sphere, trace
from gjkscope.engine.clamp import steps as clamp
from gjkscope.engine.clamp.algorithm import ALGORITHM
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, add, dot, neg, scale, sub
from tests.engine.moving import at

BOX = Box((1, 2, 3))
QUARTER = Pose(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)), (10.0, 20.0, 30.0))


@pytest.mark.parametrize(
    ("center", "clamped", "sides", "rooms", "distances"),
    [
        ((0.5, 1.75, 0), (0.5, 1.75, 0), (0, 1, 1), (0.5, 0.25, 0.25), (-0.5, -0.25, -0.25)),
        ((0, 0, 0), (0, 0, 0), (0, 0, 0), (1, 1, 1), (-1, -1, -1)),
        ((4, 0, 7), (1, 0, 3), (0, 0, 2), (-3, -3, -4), (3, 3, 5)),
        ((-4, 6, 3), (-1, 2, 3), (0, 1, 1), (-3, -4, -4), (3, 5, 5)),
        ((0.5, -2.0, 2.75), (0.5, -2.0, 2.75), (0, 1, 1), (0.5, 0, 0), (-0.5, 0, 0)),
        ((0.75, 1.75, 2.75), (0.75, 1.75, 2.75), (0, 0, 0), (0.25, 0.25, 0.25), (-0.25, -0.25, -0.25)),
    ],
)
def test_each_axis_clamps_its_coordinate_and_may_have_a_nearer_side(
    center: Vec3, clamped: Vec3, sides: Vec3, rooms: Vec3, distances: Vec3
) -> None:
    for box_is_a, pose in product((True, False), (at(0), QUARTER)):
        x, y, z = center
        there = add(pose.position, (-y, x, z) if pose is QUARTER else center)
        ball = (Sphere(0.5), Pose(position=there))
        pair = (BOX, pose, *ball) if box_is_a else (*ball, BOX, pose)
        steps = trace(*pair, "clamp").steps
        assert [step.iteration for step in steps] == [0, 1, 2]
        assert [step.exit for step in steps] == [Exit.RUNNING, Exit.RUNNING, Exit.CONVERGED]
        assert [step.center for step in steps] == [center] * 3
        assert [step.clamped for step in steps] == [(*clamped[:i], *center[i:]) for i in (1, 2, 3)]
        assert tuple(step.side for step in steps) == sides
        assert tuple(step.room for step in steps) == rooms
        assert tuple(step.distance for step in steps) == distances
        assert {(step.box_is_a, step.radius) for step in steps} == {(box_is_a, 0.5)}
        assert clamp.step(clamp.prepare(*pair), steps[-1]) is steps[-1]


@pytest.mark.parametrize(
    ("center", "outward"),
    [((0.5, 1.75, 0), (0, 1, 0)), ((0.5, -1.75, 0), (0, -1, 0)), ((-0.75, 0, 0), (-1, 0, 0)), ((0, 0, 2.75), (0, 0, 1)),
     ((0, 0, 0), (1, 0, 0)), ((4, 0, 7), (0.6, 0, 0.8)), ((0, -5, 0), (0, -1, 0))],
)  # fmt: skip
def test_the_normal_is_that_of_the_nearest_side_and_the_witnesses_lie_on_it(center: Vec3, outward: Vec3) -> None:
    for box_is_a in (True, False):
        ball = (Sphere(0.5), Pose(position=center))
        pair = (BOX, at(0), *ball) if box_is_a else (*ball, BOX, at(0))
        run = trace(*pair, "clamp")
        last, result = run.steps[-1], run.result
        normal = outward if box_is_a else neg(outward)
        assert last.normal == pytest.approx(normal)
        assert result.normal == last.normal
        on_box, on_ball = (result.witness_a, result.witness_b) if box_is_a else (result.witness_b, result.witness_a)
        assert on_box is not None
        assert on_ball is not None
        assert on_ball == pytest.approx(sub(center, scale(outward, 0.5)))
        assert any(abs(x) == half for x, half in zip(on_box, BOX.half_extents, strict=True))
        assert result.signed_distance == pytest.approx(dot(outward, sub(on_ball, on_box)))
        assert result.signed_distance == last.distance - 0.5 == result.lower == result.upper


def test_bounds_are_known_once_the_centre_is_beyond_a_side() -> None:
    for center, bounds in (
        ((4.0, 0.0, 7.0), [(2.5, float("inf")), (2.5, float("inf")), (4.5, 4.5)]),
        ((0.5, 0.0, 0.0), [(float("-inf"), float("inf")), (float("-inf"), float("inf")), (-1.0, -1.0)]),
        ((1.0, 0.0, 0.0), [(float("-inf"), float("inf")), (float("-inf"), float("inf")), (-0.5, -0.5)]),
        ((0.5, 5.0, 0.0), [(float("-inf"), float("inf")), (2.5, float("inf")), (2.5, 2.5)]),
    ):
        steps = trace(BOX, at(0), Sphere(0.5), Pose(position=center), "clamp").steps
        assert [ALGORITHM.bounds(step) for step in steps] == bounds


def test_one_core_is_a_point_and_the_other_a_box() -> None:
    cores = {name: convex(shape, Pose()) for name, shape in (("box", BOX), ("point", Point()), ("ball", Sphere(1)))}
    taken = {(p, q) for p, q in product(cores, repeat=2) if clamp.takes_ball_and_box(cores[p], cores[q])}
    assert taken == {("box", "point"), ("point", "box"), ("box", "ball"), ("ball", "box")}
