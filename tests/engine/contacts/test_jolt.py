"""Jolt's policy as of Jolt Physics 5.5: faces that may touch, and corners that are projected along the normal."""

from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin, tan
from random import Random

import pytest

from gjkscope.engine import Box, Cone, Cylinder, Hull, Pose, manifold, query
from gjkscope.engine.contacts.jolt.faces import SupportingFace, jolt_face
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.steps import ContactPhase
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.precision import single
from gjkscope.engine.published.jolt.shapes import jolt_shape
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, sub
from tests.engine.samples import compose, random_box, random_pose, random_vector, scaled_shape

GROUND = Pose()
PADDED = 1e-5  # metres: EPA ends within 1e-4 of the depth of bodies that are padded by 20 mm
PRECISION = 1e-6  # metres, of bodies of 1 m: Jolt computes in single precision
CRATE = Box((0.5, 0.5, 0.5))
EIGHTH = 2**0.5 - 1  # the tangent of an eighth of a turn


def leaning(degrees: float) -> Vec3:
    """A unit vector that many degrees from the y axis, half way between x and z."""
    across = sin(radians(degrees)) / 2**0.5
    return across, cos(radians(degrees)), across


def face_along(shape: Shape, direction: Vec3) -> SupportingFace:
    transform = jolt_shape(shape, GROUND).transform
    return jolt_face(shape, transform, transform.local_direction(single(direction)), "A")


def round_prism(sides: int) -> Hull:
    """Upright, 0.2 m high."""
    return Hull(tuple((cos(2 * pi * k / sides), y, sin(2 * pi * k / sides)) for y in (-0.1, 0.1) for k in range(sides)))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [0.1, 1.0, 1e3])
def test_where_edges_cross_no_point_leaves_the_bodies(size: float) -> None:
    """Corners are projected along the normal; along that of A's face, some ended up far from both bodies."""
    random, found_points = Random(f"edges {size}"), 0
    for _ in range(20):
        a, b = (scaled_shape(random_box(random), size) for _ in range(2))
        up = Pose(rotation_from_quaternion((0.0, 0.0, EIGHTH, 1.0)))
        down = Pose(rotation_from_quaternion((EIGHTH + random.uniform(-0.1, 0.1), 0.0, 0.0, 1.0)), (0.0, 3 * size, 0.0))
        apart = query(a, up, b, down)
        assert apart.normal is not None
        assert apart.signed_distance is not None
        pose = down._replace(position=along(down.position, apart.normal, -apart.signed_distance - 0.01 * size))
        contact = manifold(a, up, b, pose, "jolt")
        judged = judge_manifold(contact, a, up, b, pose)
        assert (judged.phantoms, judged.depth_error) == (0, pytest.approx(0.0, abs=PRECISION * size + PADDED))
        found_points += len(contact.points)
    assert found_points >= 20


def test_both_places_of_a_point_are_apart_along_the_normal() -> None:
    random, seen = Random("along"), 0
    for _ in range(40):
        a, b = random_box(random), random_box(random)
        pose = random_pose(random)._replace(position=random_vector(random, 0.8))
        contact = manifold(a, GROUND, b, pose, "jolt")
        for point in contact.points:
            between = sub(point.position_a, point.position_b)
            assert dot(between, contact.normal) == pytest.approx(point.depth, abs=PRECISION)
            assert cross(between, contact.normal) == pytest.approx((0, 0, 0), abs=PRECISION)
            seen += 1
    assert seen > 40


def test_corners_are_kept_up_to_the_speculative_distance_and_the_manifold_tolerance() -> None:
    """A box tilted about z touches with its left edge; its right one is above the floor by 2 sin(angle)."""
    for height, count in ((0.0209, 4), (0.0211, 2)):
        angle = height / 2
        rotation = rotation_from_quaternion((0.0, 0.0, tan(angle / 2), 1.0))
        pose = Pose(rotation, (0.0, 1 + cos(angle) + sin(angle), 0.0))
        assert len(manifold(Box((2, 1, 2)), GROUND, Box((1, 1, 1)), pose, "jolt").points) == count


def test_faces_that_meet_in_a_line_have_the_point_of_the_query() -> None:
    contact = manifold(Box((1, 1, 1)), GROUND, Box((1, 1, 1)), Pose(position=(2.0, 2.0, 0.0)), "jolt")
    assert [point.id for point in contact.points] == ["deepest point"]
    clips = [step for step in contact.steps if step.phase is ContactPhase.CLIP]
    assert clips[-1].after == ()
    assert all(step.after for step in clips[:-1])


@pytest.mark.parametrize("shape", [Cylinder(0.1, 1), Cylinder(1, 0.1), Cylinder(1, 0.1, rounding=0.01)])
def test_a_cylinder_touches_with_its_side_beyond_45_degrees_whatever_its_proportions(shape: Cylinder) -> None:
    for degrees, corners in ((0, 8), (44, 8), (46, 2), (90, 2), (134, 2), (136, 8), (180, 8)):
        assert len(face_along(shape, leaning(degrees)).corners) == corners


@pytest.mark.parametrize("shape", [Cylinder(0.5, 0.3), Cone(0.5, 0.3)])
@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_a_rim_turns_towards_a_direction_more_than_5_degrees_from_the_axis(shape: Cylinder | Cone, axis: str) -> None:
    number = "xyz".index(axis)
    turned = type(shape)(0.5, 0.3, axis)
    for degrees, reach in ((4.9, cos(pi / 8)), (5.1, 1.0)):
        # Down, and across by an angle at which the corners of an unturned rim are furthest away.
        tilt, aside = radians(degrees), pi / 8
        local = (sin(tilt) * sin(aside), -cos(tilt), sin(tilt) * cos(aside))
        x, y, z = (local[(k - number + 1) % 3] for k in range(3))
        face = face_along(turned, (x, y, z))
        assert sorted(face.numbers) == list(range(8))
        assert all((before - after) % 8 == 1 for before, after in pairwise(face.numbers))
        across = [0.0 if k == number else value / sin(tilt) for k, value in enumerate((x, y, z))]
        furthest = max(sum(p * q for p, q in zip(corner, across, strict=True)) for corner in face.corners)
        assert furthest == pytest.approx(0.5 * reach)
        assert [dist(p, q) for p, q in pairwise(face.corners)] == pytest.approx([sin(pi / 8)] * 7)
        assert all(corner[number] == pytest.approx(-0.3) for corner in face.corners)


def test_a_face_of_a_turned_rim_is_counter_clockwise_from_outside() -> None:
    for degrees in (1, 20, 160, 179):
        face = face_along(Cylinder(0.5, 0.3), leaning(degrees)).corners
        outward = cross(sub(face[1], face[0]), sub(face[2], face[0]))
        assert (outward[1] > 0) == (degrees < 90)


@pytest.mark.parametrize(("sides", "kept"), [(15, 15), (16, 8), (17, 9), (31, 16), (32, 11)])
def test_of_a_face_with_many_corners_some_are_left_out(sides: int, kept: int) -> None:
    assert len(face_along(round_prism(sides), (0.0, 1.0, 0.0)).corners) == kept


def test_the_base_of_a_tiny_cone_is_a_point() -> None:
    for radius, corners in ((0.0011, 8), (0.001, 0), (0.0009, 0)):
        assert len(face_along(Cone(radius, 0.01), (0.0, -1.0, 0.0)).corners) == corners


def test_points_are_chosen_by_their_distance_from_the_centre_of_mass() -> None:
    """Not from the origin of A's frame: a hull whose frame has moved has the same points."""
    prism, floor = round_prism(8), Box((2, 1, 2))
    tilted = Pose(rotation_from_quaternion((0.001, 0.1, 0.002, 1.0)), (0.0, 1.09, 0.0))
    here = manifold(prism, tilted, floor, GROUND, "jolt")
    for shift in ((3.0, 0.0, 0.0), (0.0, 1.0, -2.0)):
        elsewhere = Hull(tuple(add(corner, shift) for corner in prism.vertices))
        back = compose(tilted, Pose(position=(-shift[0], -shift[1], -shift[2])))
        there = manifold(elsewhere, back, floor, GROUND, "jolt")
        assert [point.id for point in there.points] == [point.id for point in here.points]
    first = next(step for step in here.steps if step.phase is ContactPhase.REDUCE).candidates
    assert len(first) == 8
    assert hypot(*here.points[0].position[::2]) > 0.9


def test_with_nothing_on_one_side_three_points_are_left_as_in_jolt() -> None:
    """Two boxes of a stack: the deepest two of six corners are neighbours, and all others on one side of their line."""
    turned = rotation_from_quaternion((0.0003, -0.0001, 0.0002, 1.0))
    contact = manifold(CRATE, GROUND, CRATE, Pose(turned, (-0.0002, 0.9983, 0.0001)), "jolt")
    [measured] = [step for step in contact.steps if step.phase is ContactPhase.DEPTH]
    assert len(measured.candidates) == 6
    assert [point.id for point in contact.points] == ["A e2-6 × B e4-5", "A v3", "B v5"]
    places = (-0.4999995, 0.4989001, 0.4996999), (0.5000002, 0.4994000, -0.5), (0.4998997, 0.4991000, 0.4998999)
    for point, position, depth in zip(contact.points, places, (0.0021999, 0.0012, 0.0017999), strict=True):
        assert point.position == pytest.approx(position, abs=1e-6)
        assert point.depth == pytest.approx(depth, abs=1e-6)


def test_the_points_of_a_manifold_have_different_ids() -> None:
    random, seen = Random("ids"), set()
    for _ in range(150):
        turn = rotation_from_quaternion((*random_vector(random, 0.003), 1.0))
        contact = manifold(
            CRATE, GROUND, CRATE, Pose(turn, add((0.0, 0.998, 0.0), random_vector(random, 0.001))), "jolt"
        )
        assert len({point.id for point in contact.points}) == len(contact.points)
        seen.add(len(contact.points))
    assert seen == {3, 4}
