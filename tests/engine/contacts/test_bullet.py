"""Bullet's persistent manifold over several ticks, and its detector for two boxes, on a floor."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Hull, Pose, Sphere
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.matching import carry_points, matching
from gjkscope.engine.contacts.policies import bullet
from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.contacts.steps import ContactPhase, State
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import dot, norm, sub
from tests.engine.samples import random_box, random_pose, random_rotation, random_vector, scaled_shape

FLOOR, BOX = Box((10, 1, 10)), Box((0.5, 0.5, 0.5))
CUBE = Hull(BOX.corners())  # a hull has one point a query, a box four
GROUND = Pose()
PRISM = Hull(tuple((0.5 * cos(k * pi / 4), y, 0.5 * sin(k * pi / 4)) for k in range(8) for y in (-0.5, 0.5)))
BREAKING = bullet.BREAKING * 0.75**0.5  # times the radius of the cube


def tilt(x: float, z: float, height: float, along: float = 0.0) -> Pose:
    """The cube's pose with small rotations about x and z, its centre `height` above the floor."""
    return Pose(rotation_from_quaternion((x / 2, 0.0, z / 2, 1.0)), (along, 1.0 + height, 0.0))


def over_ticks(poses: list[Pose], shape: Shape = CUBE) -> list[Manifold]:
    manifolds: list[Manifold] = []
    for number, pose in enumerate(poses):
        before = GROUND, poses[max(0, number - 1)]
        earlier = carry_points(manifolds[-1].points, before, (GROUND, pose)) if manifolds else ()
        manifolds.append(manifold(FLOOR, GROUND, shape, pose, "bullet", earlier))
    return manifolds


def rocking(ticks: int) -> list[Pose]:
    """The cube rocks so that each corner is deepest in turn."""
    signs = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    return [tilt(0.004 * signs[k % 4][0], 0.004 * signs[k % 4][1], 0.499) for k in range(ticks)]


def test_the_first_query_gives_one_point() -> None:
    (only,) = over_ticks([tilt(0.01, 0.01, 0.5)])
    assert len(only.points) == 1
    assert only.points[0].id == "point 1"


def test_a_rocking_cube_collects_its_four_corners() -> None:
    ticks = over_ticks(rocking(6))
    assert [len(tick.points) for tick in ticks] == [1, 2, 3, 4, 4, 4]
    last = ticks[-1].points
    assert {(round(p.position_b[0], 1), round(p.position_b[2], 1)) for p in last} == {
        (x, z) for x in (-0.5, 0.5) for z in (-0.5, 0.5)
    }
    assert matching(ticks[-2].points, last).kept == tuple(point.id for point in last)


def test_a_lifted_cube_loses_its_points_at_the_breaking_distance() -> None:
    for gap, left in ((0.9 * BREAKING, 4), (1.1 * BREAKING, 0)):
        *_, landed, lifted = over_ticks([*rocking(4), tilt(0.0, 0.0, 0.5 + gap)])
        assert len(landed.points) == 4
        assert len(lifted.points) == left


def test_a_sliding_cube_loses_points_that_drift() -> None:
    *_, moved = over_ticks([*rocking(4), tilt(0.004, 0.004, 0.499, 1.1 * BREAKING)])
    assert len(moved.points) == 1
    assert moved.points[0].id not in {f"point {k}" for k in (1, 2, 3, 4)}
    reasons = [step.reason for step in states(moved) if step.phase is ContactPhase.MATCH]
    assert reasons.count("moved sideways by more than the breaking distance") == 3  # the new one replaced the fourth
    assert [step.phase for step in states(moved)].index(ContactPhase.REDUCE) == 2


def crowd(places: list[tuple[float, float, float]], depths: list[float]) -> State:
    """A step with five points, of which the last is new."""
    names = [*map(str, range(len(places) - 1)), "new"]
    points = tuple(
        ContactPoint(p, p, p, depth, name, (0.0, 1.0, 0.0))
        for p, depth, name in zip(places, depths, names, strict=True)
    )
    start = bullet.start(FLOOR, GROUND, CUBE, tilt(0.0, 0.0, 0.5))
    return start._replace(work=bullet.PersistentManifold(None, (), points, (), 1.0, frozenset()))


SQUARE = [(-1.0, 0.0, -1.0), (-1.0, 0.0, 1.0), (1.0, 0.0, -1.0), (1.0, 0.0, 1.0)]


def test_of_five_points_the_deepest_and_the_largest_area_stay() -> None:
    reduced = bullet.step(crowd([*SQUARE, (0.5, 0.0, 0.5)], [0.1, 0.01, 0.01, 0.01, 0.02]))
    assert reduced.phase is ContactPhase.REDUCE
    assert "0" not in [candidate.name for candidate in reduced.candidates]  # the deepest is safe
    (chosen,) = (candidate.name for candidate in reduced.candidates if candidate.chosen)
    assert chosen == "3"  # in whose corner the new point lies
    assert [point.id for point in reduced.work.points] == ["0", "1", "2", "new"]


def test_the_area_is_that_of_one_pairing_by_slots() -> None:
    """In slots that go round a square, sides are taken for diagonals: "3", next to the new point, should go."""
    turned = [SQUARE[0], SQUARE[1], SQUARE[3], SQUARE[2]]
    reduced = bullet.step(crowd([*turned, (2.0, 0.0, -0.5)], [0.01, 0.01, 0.01, 0.01, 0.1]))
    assert {candidate.name: candidate.value for candidate in reduced.candidates} == {
        "0": 6.0,
        "1": 6.0,
        "2": 7.0,
        "3": 1.0,
    }
    assert [point.id for point in reduced.work.points] == ["0", "1", "new", "3"]


def test_a_random_walk_keeps_the_rules() -> None:
    """At most four points, no id twice, no point beyond the breaking distance; all phases occur."""
    random, phases, full = Random("bullet"), set[ContactPhase](), 0
    walk = [[random.uniform(-limit, limit) for limit in (0.01, 0.01, 0.005, 0.005)] for _ in range(120)]
    for tick in over_ticks([tilt(x, z, 0.5 + rise, aside) for x, z, rise, aside in walk], PRISM):
        ids = [point.id for point in tick.points]
        assert len(ids) == len({*ids}) <= bullet.MOST_POINTS
        assert all(-point.depth <= BREAKING for point in tick.points)
        phases |= {step.phase for step in states(tick)}
        full += len(ids) == bullet.MOST_POINTS
    assert phases == {ContactPhase.AXIS, ContactPhase.MATCH, ContactPhase.REDUCE, ContactPhase.POINTS}
    assert full > 30


@pytest.mark.parametrize("shape", [CUBE, BOX])
def test_each_step_can_be_repeated(shape: Shape) -> None:
    steps = states(over_ticks(rocking(5), shape)[-1])
    assert all(bullet.step(before) == after for before, after in pairwise(steps))
    assert bullet.step(steps[-1]) == steps[-1]


def test_a_ball_has_one_point_that_moves_along() -> None:
    ticks = over_ticks([Pose(position=(0.005 * k, 1.49, 0.0)) for k in range(8)], Sphere(0.5))
    assert all(len(tick.points) == 1 for tick in ticks)
    assert {tick.points[0].id for tick in ticks} == {"point 1"}


@pytest.mark.parametrize("shape", [CUBE, BOX])
def test_bodies_far_apart_have_none(shape: Shape) -> None:
    (only,) = over_ticks([tilt(0.0, 0.0, 3.0)], shape)
    assert only.points == ()


def test_the_breaking_distance_is_a_part_of_the_smaller_body_s_radius() -> None:
    """Of its bounding box, also of a ball; and from its origin, which may lie outside."""
    assert bullet.breaking_distance(FLOOR, BOX) == pytest.approx(0.02 * 0.75**0.5)
    assert bullet.breaking_distance(FLOOR, Sphere(0.5)) == pytest.approx(0.02 * 0.75**0.5)
    assert bullet.breaking_distance(FLOOR, Capsule(0.5, 1.0)) == pytest.approx(0.02 * norm((0.5, 1.5, 0.5)))
    aside = Hull(tuple((x + 3, y, z) for x, y, z in BOX.corners()))
    assert bullet.breaking_distance(FLOOR, aside) == pytest.approx(0.02 * (0.75**0.5 + 3))
    for size in (1e-3, 1e3):
        floor, box = scaled_shape(FLOOR, size), scaled_shape(BOX, size)
        assert bullet.breaking_distance(box, floor) == pytest.approx(size * BREAKING)


def test_a_box_has_all_its_corners_in_the_first_tick() -> None:
    for size in (1e-3, 1.0, 1e3):
        floor, box = scaled_shape(FLOOR, size), scaled_shape(BOX, size)
        pose = Pose(rotation_from_quaternion((0.0, 0.2, 0.0, 1.0)), (0.1 * size, 1.49 * size, 0.0))
        contact = manifold(floor, GROUND, box, pose, "bullet")
        assert [point.depth for point in contact.points] == pytest.approx([0.01 * size] * 4)
        judged = judge_manifold(contact, floor, GROUND, box, pose)
        assert (judged.phantoms, judged.area_lost) == (0, pytest.approx(0.0))


def test_a_box_apart_has_no_point_and_keeps_earlier_ones_up_to_the_breaking_distance() -> None:
    for gap, left in ((0.9 * BREAKING, 4), (1.1 * BREAKING, 0)):
        landed, lifted = over_ticks([tilt(0.0, 0.0, 0.499), tilt(0.0, 0.0, 0.5 + gap)], BOX)
        assert len(landed.points) == 4
        assert len(lifted.points) == left
        assert states(lifted)[0].reason == "the boxes are apart along it"
    (above,) = over_ticks([tilt(0.0, 0.0, 0.501)], BOX)
    assert above.points == ()


def test_an_octagon_of_two_boxes_is_culled_by_directions() -> None:
    """A box turned by an eighth on another of its size: the deepest corner, and those a quarter of a turn on."""
    pose = Pose(rotation_from_quaternion((0.002, 2**0.5 - 1, 0.001, 1.0)), (0.0, 0.99, 0.0))
    contact = manifold(BOX, GROUND, BOX, pose, "bullet")
    (measured,) = (step for step in states(contact) if step.phase is ContactPhase.DEPTH)
    culled = [step for step in states(contact) if step.phase is ContactPhase.REDUCE]
    assert len(measured.after) == 8
    assert [len(step.candidates) for step in culled] == [8, 7, 6, 5]
    assert max(point.depth for point in contact.points) == max(candidate.value for candidate in measured.candidates)
    angles = [step.candidates[0].value for step in culled[1:]]
    assert all(0 <= angle <= pi for angle in angles)
    judged = judge_manifold(contact, BOX, GROUND, BOX, pose)
    assert judged.phantoms == 0
    assert (judged.area_lost or 0.0) < 0.36


def test_two_edges_must_be_better_by_five_per_cent() -> None:
    """Boxes whose edges cross: the more they are tilted, the better is the product of the edges."""
    chosen = []
    for tilt, depth in ((0.005, 0.5), (0.1, 0.06), (0.4, 0.06)):
        aside = cos(tilt) - sin(tilt)
        below, above = (
            rotation_from_quaternion((x * sin(tilt / 2), 0.0, z * sin(tilt / 2), cos(tilt / 2)))
            for x, z in ((0, 1), (1, 0))
        )
        pose = Pose(above, (aside, 2 * (cos(tilt) + sin(tilt)) - depth, -aside))
        cube = Box((1, 1, 1))
        contact = manifold(cube, Pose(below), cube, pose, "bullet")
        *faces, edges = (max(candidate.value for candidate in step.candidates) for step in states(contact)[:3])
        assert (len(contact.points) == 1) == (edges * 1.05 > max(faces))
        chosen.append(len(contact.points) == 1)
    assert chosen == [False, True, True]


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_points_of_random_boxes_are_on_both_bodies(size: float) -> None:
    """Places on both bodies differ by the depth along the normal, and overlapping pairs have points."""
    random, counts = Random(f"boxes {size}"), [0] * 5
    for _ in range(150):
        a, b = (scaled_shape(random_box(random), size) for _ in range(2))
        pose_a, pose_b = random_pose(random), Pose(random_rotation(random), random_vector(random, size))
        contact = manifold(a, pose_a._replace(position=(0.0, 0.0, 0.0)), b, pose_b, "bullet")
        counts[len(contact.points)] += 1
        for point in contact.points:
            assert point.depth >= 0
            assert dot(contact.normal, sub(point.position_a, point.position_b)) == pytest.approx(point.depth)
            assert norm(sub(point.position_a, point.position_b)) == pytest.approx(point.depth)
    assert counts[0] > 5
    assert counts[1] > 5
    assert counts[4] > 5


def states(contact: Manifold) -> list[State]:
    return [step for step in contact.steps if isinstance(step, State)]
