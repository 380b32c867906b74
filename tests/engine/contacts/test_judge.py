"""Judging manifolds: the exact one has no fault, and each fault that is made on purpose is found, and no other."""

from collections import Counter
from math import pi
from random import Random

import pytest

from gjkscope.engine import Box, ContactPoint, Hull, Manifold, Pose, Sphere, manifold
from gjkscope.engine.contacts.judge import MOST_TILT, judge_manifold, lost_identities
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.vectors import Vec3, add, neg
from tests.engine.samples import random_rotation, random_vector

CUBE_HULL = Hull(Box((1, 1, 1)).corners())  # of which Bullet has one point a query
PAIR = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0.5, 1.9, 0.25))


@pytest.fixture
def right() -> Manifold:
    return manifold(*PAIR)


def move_point(point: ContactPoint, by: Vec3) -> ContactPoint:
    return point._replace(
        position=add(point.position, by), position_a=add(point.position_a, by), position_b=add(point.position_b, by)
    )


def test_the_exact_manifold_has_no_fault(right: Manifold) -> None:
    judged = judge_manifold(right, *PAIR)
    assert judged.phantoms == 0
    assert judged.area == judged.exact_area == pytest.approx(1.5 * 1.75)
    assert (judged.area_lost, judged.depth_error) == (0, pytest.approx(0, abs=1e-15))
    assert judged.normal_error == pytest.approx(0, abs=1e-15)


def test_a_point_beside_the_bodies_is_a_phantom(right: Manifold) -> None:
    beside = move_point(right.points[0], (-0.6, 0.0, 0.0))
    judged = judge_manifold(right._replace(points=(beside, *right.points[1:])), *PAIR)
    assert judged.phantoms == 1
    near = move_point(right.points[0], (-0.05, 0.0, 0.0))  # less than the depth
    assert judge_manifold(right._replace(points=(near, *right.points[1:])), *PAIR).phantoms == 0


def test_a_missing_corner_costs_area(right: Manifold) -> None:
    judged = judge_manifold(right._replace(points=right.points[1:]), *PAIR)
    assert judged.area_lost == pytest.approx(0.5)
    assert judge_manifold(right._replace(points=right.points[:2]), *PAIR).area_lost == 1.0
    assert judge_manifold(right._replace(points=()), *PAIR).depth_error is None


def test_a_wrong_depth_and_a_flipped_normal(right: Manifold) -> None:
    deeper = tuple(point._replace(depth=point.depth + 0.25) for point in right.points)
    judged = judge_manifold(right._replace(points=deeper, normal=neg(right.normal)), *PAIR)
    assert (judged.depth_error, judged.normal_error) == (pytest.approx(0.25), pytest.approx(pi))


def test_a_curved_pair_is_judged_by_its_distance() -> None:
    pair = Box((1, 1, 1)), Pose(), Sphere(1.0), Pose(position=(0.0, 1.75, 0.0))
    judged = judge_manifold(manifold(*pair, "bullet"), *pair)
    assert (judged.phantoms, judged.depth_error) == (0, pytest.approx(0, abs=1e-9))


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_the_query_of_bullet_is_right_at_every_size(size: float) -> None:
    """Its single point never is a phantom."""
    random, seen = Random(f"judge {size}"), Counter[str]()
    for _ in range(15):
        position = random_vector(random, 1.2 * size)
        pair = Box((size,) * 3), Pose(), Box((size,) * 3), Pose(random_rotation(random), position)
        judged = judge_manifold(manifold(*pair, "bullet"), *pair)
        assert judged.phantoms == 0
        seen["some" if judged.points else "none"] += 1
    assert seen["some"] > 10


def test_only_faces_that_are_nearly_parallel_have_an_area_to_lose() -> None:
    for slope, lost in ((0.0, 1.0), (0.9 * MOST_TILT, 1.0), (1.1 * MOST_TILT, None), (0.5, None)):
        tilted = Pose(rotation_from_quaternion((slope / 2, 0.0, 0.0, 1.0)), (0.5, 1.8, 0.25))
        pair = Box((1, 1, 1)), Pose(), CUBE_HULL, tilted
        judged = judge_manifold(manifold(*pair, "bullet"), *pair)
        assert judged.exact_area
        assert judged.area_lost == lost


def test_faces_that_meet_within_the_area_have_no_area_to_lose() -> None:
    """Slightly tilted, and so shallow that one side is apart: an engine leaves out the corners there."""
    tilted = rotation_from_quaternion((0.002, 0.0, 0.0, 1.0))
    for height, lost in ((1.9, 1.0), (1.999, None)):
        pair = Box((1, 1, 1)), Pose(), CUBE_HULL, Pose(tilted, (0.5, height, 0.25))
        judged = judge_manifold(manifold(*pair, "bullet"), *pair)
        assert judged.exact_area
        assert judged.area_lost == lost


def test_a_thin_strip_under_a_tilted_face_is_no_area_to_lose() -> None:
    """An edge rests on a face: 1 mm deep, it is 2 mm wide and 2 m long."""
    edge_down = Pose(rotation_from_quaternion((0.0, 0.0, 2**0.5 - 1, 1.0)), (0.0, 1 + 2**0.5 - 0.001, 0.0))
    pair = Box((3, 1, 3)), Pose(), Box((1, 1, 1)), edge_down
    judged = judge_manifold(manifold(*pair, "bullet"), *pair)
    assert judged.exact_area
    assert judged.area_lost is None


def test_an_id_that_changes_in_place_is_lost(right: Manifold) -> None:
    renamed = tuple(point._replace(id=f"other {point.id}") for point in right.points)
    assert lost_identities(right.points, right.points, 1e-6) == ()
    assert len(lost_identities(right.points, renamed, 1e-6)) == 4
    away = tuple(move_point(point, (0.0, 0.0, 0.1)) for point in renamed)
    assert lost_identities(right.points, away, 1e-6) == ()
