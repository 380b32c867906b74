"""Spheres, capsules, cylinders and cones in the manifolds of Box3D and Jolt: closed forms, symmetries and sizes."""

from collections import Counter
from itertools import pairwise
from math import hypot
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Pose, Sphere
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.policies import box3d, jolt
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.contacts.steps import ContactPhase
from gjkscope.engine.pose import apply, rotation_from_quaternion
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import Mat3, Vec3, dot, product, row_times, sub
from tests.engine.samples import random_box, random_rotation, random_vector, scaled_shape
from tests.thorough import cases

FLOOR, GROUND = Box((1, 1, 1)), Pose()
ENGINES = ("box3d", "jolt")
PRECISION = 1e-6  # metres, of bodies of 1 m: the engines compute in single precision
ACCURACY = {"box3d": 2e-6, "jolt": 5e-3}  # of normals and places: Jolt's EPA of a curved shape ends within a tolerance
MODULES = {"box3d": box3d, "jolt": jolt}
ON_SIDE = rotation_from_quaternion((0.0, 0.0, 1.0, 1.0))  # the y axis along −x

Place = tuple[float, ...]


def both_orders(shape: Shape, pose: Pose, policy: str) -> tuple[Manifold, Manifold]:
    """On the floor as B, and as A."""
    return manifold(FLOOR, GROUND, shape, pose, policy), manifold(shape, pose, FLOOR, GROUND, policy)


def places(contact: Manifold, digits: int = 6) -> list[Place]:
    return sorted(tuple(round(x, digits) + 0.0 for x in point.position) for point in contact.points)


def depths(contact: Manifold) -> list[float]:
    return [point.depth for point in contact.points]


@pytest.mark.parametrize("policy", [*ENGINES, "exact"])
@pytest.mark.parametrize("depth", [0.1, 0.0, -0.01])
def test_a_sphere_on_a_box_has_one_point(policy: str, depth: float) -> None:
    for contact in both_orders(Sphere(0.5), Pose(position=(0.3, 1.5 - depth, 0.2)), policy):
        assert places(contact) == [(0.3, round(1 - depth / 2, 6), 0.2)]
        assert depths(contact) == pytest.approx([depth], abs=PRECISION)
    contact, _ = both_orders(Sphere(0.5), Pose(position=(0.3, 1.4, 0.2)), policy)
    assert contact.normal == pytest.approx((0, 1, 0), abs=PRECISION)


@pytest.mark.parametrize("policy", ENGINES)
def test_a_sphere_whose_centre_is_inside_a_box_leaves_by_the_nearest_face(policy: str) -> None:
    for contact, sign in zip(both_orders(Sphere(0.5), Pose(position=(0.1, 0.8, 0.2)), policy), (1, -1), strict=True):
        assert contact.normal == pytest.approx((0, sign, 0), abs=ACCURACY[policy])
        assert depths(contact) == pytest.approx([0.7], abs=ACCURACY[policy])


@pytest.mark.parametrize("policy", [*ENGINES, "exact"])
@pytest.mark.parametrize(
    ("x", "ends"), [(0.0, (-0.6, 0.6)), (0.7, (0.1, 1.0)), (-0.9, (-1.0, -0.3))], ids=["inside", "across", "before"]
)
def test_a_lying_capsule_has_the_ends_of_its_clipped_segment(policy: str, x: float, ends: tuple[float, float]) -> None:
    pose = Pose(ON_SIDE, (x, 1.25, 0.3))
    for contact in both_orders(Capsule(radius=0.3, half_height=0.6), pose, policy):
        assert places(contact) == [(end, 0.975, 0.3) for end in ends]
        assert depths(contact) == pytest.approx([0.05, 0.05])
        assert len({point.id for point in contact.points}) == 2
    judged = judge_manifold(contact, Capsule(0.3, 0.6), pose, FLOOR, GROUND)
    assert (judged.phantoms, judged.depth_error) == (0, pytest.approx(0, abs=PRECISION))


@pytest.mark.parametrize("policy", ENGINES)
def test_a_standing_capsule_has_one_point_in_contact(policy: str) -> None:
    """Box3D adds the upper end, which is 1.15 m above the floor."""
    for contact in both_orders(Capsule(radius=0.3, half_height=0.6), Pose(position=(0.3, 1.85, 0.2)), policy):
        assert places(contact)[0] == (0.3, 0.975, 0.2)
        assert sorted(depths(contact)) == pytest.approx([-1.15, 0.05] if policy == "box3d" else [0.05], abs=PRECISION)


def test_box3d_keeps_the_name_of_a_cut_end() -> None:
    poses = (Pose(ON_SIDE, (x, 1.25, 0.3)) for x in (0.0, 0.7))
    whole, cut = (manifold(FLOOR, GROUND, Capsule(0.3, 0.6), pose, "box3d") for pose in poses)
    assert {point.id for point in whole.points} == {point.id for point in cut.points} == {"B v0", "B v1"}
    assert [len(step.after) for step in cut.steps if step.phase is ContactPhase.CLIP] == [2] * 4


def test_box3d_gives_a_capsule_that_is_deep_in_an_edge_one_point_on_it() -> None:
    """The axis of the capsule crosses the edge x = y = 1 at a right angle, 0.2 m below it along the diagonal."""
    diagonal = rotation_from_quaternion((0.0, 0.0, 2**0.5 - 1, 1.0))  # y turned by 45° to (−1, 1, 0)
    center = 1 - 0.2 / 2**0.5
    for contact in both_orders(Capsule(0.3, 0.6), Pose(diagonal, (center, center, 0.2)), "box3d"):
        assert depths(contact) == pytest.approx([0.5])
        assert "e0-1" in contact.points[0].id
        assert places(contact)[0][2] == pytest.approx(0.2)
        assert [step.phase for step in contact.steps[:3]] == [ContactPhase.AXIS] * 3


def test_parallel_capsules_have_two_points_in_box3d_and_one_in_jolt() -> None:
    pair = Capsule(0.3, 0.6), Pose(ON_SIDE), Capsule(0.3, 0.6), Pose(ON_SIDE, (0.4, 0.55, 0.0))
    contact = manifold(*pair, "box3d")
    assert places(contact) == [(-0.2, 0.275, 0.0), (0.6, 0.275, 0.0)]
    assert places(contact) == places(manifold(*pair, "exact"))
    assert len(manifold(*pair, "jolt").points) == 1


def test_crossing_capsules_have_one_point_and_none_in_box3d_if_their_axes_meet() -> None:
    for height, count in ((0.55, 1), (0.0, 0)):
        contact = manifold(Capsule(0.3, 0.6), Pose(), Capsule(0.3, 0.6), Pose(ON_SIDE, (0.0, 0.0, height)), "box3d")
        assert len(contact.points) == count
    assert "cross" in contact.steps[0].reason


def test_box3d_has_no_speculative_points_of_two_spheres() -> None:
    """A sphere and a hull have: see `test_a_sphere_on_a_box_has_one_point`."""
    for gap, count in ((-0.01, 1), (0.01, 0)):
        assert len(manifold(Sphere(1), Pose(), Sphere(1), Pose(position=(0, 2 + gap, 0)), "box3d").points) == count
    assert manifold(Sphere(1), Pose(), Sphere(1), Pose(), "box3d").normal == (0, 1, 0)


@pytest.mark.parametrize("policy", ENGINES)
@pytest.mark.parametrize("shape", [Cylinder(0.5, 0.3), Cone(0.5, 0.3)], ids=["cylinder", "cone"])
def test_a_cylinder_or_a_cone_on_its_base_touches_with_its_rim(policy: str, shape: Shape) -> None:
    for contact in both_orders(shape, Pose(position=(0.1, 1.25, 0.2)), policy):
        assert len(contact.points) == 4
        assert depths(contact) == pytest.approx([0.05] * 4)
        assert [hypot(x - 0.1, z - 0.2) for x, _, z in places(contact)] == pytest.approx([0.5] * 4, abs=2e-6)


def test_a_cap_is_clipped_by_the_sides_of_a_box() -> None:
    contact = manifold(FLOOR, GROUND, Cylinder(0.5, 0.3), Pose(position=(1.0, 1.25, 0.0)), "jolt")
    assert max(x for x, _, _ in places(contact)) == pytest.approx(1.0)
    assert judge_manifold(contact, FLOOR, GROUND, Cylinder(0.5, 0.3), Pose(position=(1.0, 1.25, 0.0))).phantoms == 0


def test_a_lying_cylinder_has_the_ends_of_its_side_in_jolt() -> None:
    for x, ends in ((0.0, (-0.6, 0.6)), (0.7, (0.1, 1.0))):
        for contact in both_orders(Cylinder(0.3, 0.6), Pose(ON_SIDE, (x, 1.25, 0.3)), "jolt"):
            assert places(contact) == [(end, 0.975, 0.3) for end in ends]


def test_a_lying_cylinder_is_a_prism_in_box3d() -> None:
    """On a facet it has its four corners; on an edge of the prism, those of the facet beside it, one side of which is
    off the floor."""
    eighth = rotation_from_quaternion((0.0, 0.09849140335716425, 0.0, 1.0))  # by half a facet about its axis
    apothem, half_facet = 0.5 * 0.9807852804032304, 0.5 * 0.19509032201612828
    on_facet = manifold(FLOOR, GROUND, Cylinder(0.5, 0.6), Pose(product(ON_SIDE, eighth), (0, 1.45, 0)), "box3d")
    assert [abs(z) for _, _, z in places(on_facet)] == pytest.approx([half_facet] * 4, abs=PRECISION)
    assert depths(on_facet) == pytest.approx([apothem - 0.45] * 4, abs=PRECISION)
    on_edge = manifold(FLOOR, GROUND, Cylinder(0.5, 0.6), Pose(ON_SIDE, (0, 1.45, 0)), "box3d")
    assert sorted(round(z, 9) != 0 for _, _, z in places(on_edge)) == [False, False, True, True]


def test_a_cone_on_its_side_has_its_apex_and_a_point_of_the_rim_in_jolt() -> None:
    cone = Cone(0.3, 0.4)
    slope = hypot(0.3, 0.8)
    sine, cosine = 0.3 / slope, 0.8 / slope  # of half the opening
    lying: Mat3 = ((cosine, sine, 0.0), (-sine, cosine, 0.0), (0.0, 0.0, 1.0))
    lying = product(lying, ((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    heights = [row_times(lying, (x, y, 0.0))[1] for x, y in ((0.0, 0.4), (0.3, -0.4), (-0.3, -0.4))]
    contact = manifold(FLOOR, GROUND, cone, Pose(lying, (0.0, 1 - min(heights) - 0.01, 0.0)), "jolt")
    assert depths(contact) == pytest.approx([0.01, 0.01], abs=PRECISION)
    xs = [x for x, _, _ in places(contact)]
    assert xs[1] - xs[0] == pytest.approx(slope)


@pytest.mark.parametrize("policy", ENGINES)
def test_the_apex_of_a_cone_is_one_point(policy: str) -> None:
    down: Mat3 = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
    contact = manifold(FLOOR, GROUND, Cone(0.3, 0.4), Pose(down, (0.1, 1.39, 0.2)), policy)
    assert max(depths(contact)) == pytest.approx(0.01, abs=PRECISION)
    if policy == "jolt":
        assert places(contact) == [(0.1, 0.995, 0.2)]


def test_a_short_capsule_lies_on_its_side_in_jolt_however_it_is_tilted() -> None:
    """At 30°, its lower end sinks in by 4.5 mm, which the segment on its side does not reach."""
    capsule, tilted = Capsule(0.1, 0.009), Pose(rotation_from_quaternion((0.0, 0.0, 3**-0.5, 1.0)), (0.0, 1.1, 0.0))
    for contact in both_orders(capsule, tilted, "jolt"):
        assert len(contact.points) == 2
        assert max(depths(contact)) < 0.0
    judged = judge_manifold(contact, capsule, tilted, FLOOR, GROUND)
    assert judged.depth_error == pytest.approx(max(depths(contact)) - 0.0045)
    longer = both_orders(Capsule(0.1, 0.9), tilted._replace(position=(0.0, 1.545, 0.0)), "jolt")[0]
    assert depths(longer) == pytest.approx([0.005])


def random_round(random: Random, policy: str) -> Shape:
    sizes = random.uniform(0.2, 0.6), random.uniform(0.3, 0.8), random.choice("xyz")
    kinds = (Sphere(sizes[0]), Capsule(*sizes), Cylinder(*sizes), Cone(*sizes))
    return random.choice(kinds[:2] if policy == "box3d" else kinds)


def random_pair(random: Random, policy: str) -> tuple[Shape, Pose, Shape, Pose]:
    first = random_box(random) if random.random() < 0.5 else random_round(random, policy)
    rotation, tilt = random_rotation(random), rotation_from_quaternion((*random_vector(random, 0.01), 1.0))
    nearly = product(rotation, tilt) if random.random() < 0.5 else random_rotation(random)
    there = Pose(nearly, random_vector(random, 0.9))
    return first, Pose(rotation), random_round(random, policy), there


def move_pose_by(pose: Pose, by: Pose) -> Pose:
    return Pose(product(by.rotation, pose.rotation), apply(by, pose.position))


@pytest.mark.parametrize("policy", ENGINES)
def test_contacts_move_with_the_bodies(policy: str) -> None:
    random, seen = Random(f"moved {policy}"), Counter[int]()
    for _ in range(40):
        a, pose_a, b, pose_b = random_pair(random, policy)
        by = Pose(random_rotation(random), random_vector(random, 3.0))
        here, there = (
            manifold(a, pose_a, b, pose_b, policy),
            manifold(a, move_pose_by(pose_a, by), b, move_pose_by(pose_b, by), policy),
        )
        if any(step.phase is ContactPhase.REDUCE for step in here.steps):
            continue  # the points of a rim are equally good but for rounding
        seen[len(here.points)] += 1
        assert row_times(by.rotation, here.normal) == pytest.approx(there.normal, abs=ACCURACY[policy])
        assert {point.id for point in here.points} == {point.id for point in there.points}
        moves = {point.id: apply(by, point.position) for point in here.points}
        for point in there.points:
            assert point.position == pytest.approx(moves[point.id], abs=ACCURACY[policy])
    assert min(seen[1], seen[2] + seen[3] + seen[4]) > 2, seen


@pytest.mark.parametrize("policy", ENGINES)
def test_the_order_of_round_bodies_does_not_matter(policy: str) -> None:
    random, seen = Random(f"order {policy}"), Counter[int]()
    for _ in range(40):
        round_body = random_round(random, "box3d")  # Jolt's faces of a cylinder are clipped by those of the first body
        a, pose_a, _, pose_b = random_pair(random, "box3d")
        if isinstance(a, Capsule) and isinstance(round_body, Capsule):
            continue  # Box3D clips the segment of the second by the ends of the first
        here, swapped = manifold(a, pose_a, round_body, pose_b, policy), manifold(round_body, pose_b, a, pose_a, policy)
        seen[len(here.points)] += 1
        assert sorted(depths(here)) == pytest.approx(sorted(depths(swapped)), abs=ACCURACY[policy])
        for point, other in zip(places(here), places(swapped), strict=True):
            assert point == pytest.approx(other, abs=ACCURACY[policy])
    assert seen[1] > 10


@pytest.mark.thorough
@pytest.mark.parametrize("policy", ENGINES)
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_properties_of_random_round_pairs(policy: str, size: float) -> None:
    random, seen = Random(f"round {policy} {size}"), Counter[str]()
    for _ in range(cases(18, 30)):
        a, pose_a, b, pose_b = random_pair(random, policy)
        pair = scaled_shape(a, size), pose_a, scaled_shape(b, size), pose_b._replace(position=scale_to(pose_b, size))
        contact = manifold(*pair, policy)
        assert all(MODULES[policy].step(before) == after for before, after in pairwise(contact.steps))
        assert len({point.id for point in contact.points}) == len(contact.points) <= 4
        for point in contact.points:
            apart = dot(sub(point.position_a, point.position_b), contact.normal)
            assert abs(apart) <= abs(point.depth) + PRECISION * size
        judged = judge_manifold(contact, *pair)
        seen["points" if contact.points else "none"] += 1
        seen["phantom" if judged.phantoms else "no phantom"] += 1
        seen["depth"] += judged.depth_error is not None and abs(judged.depth_error) < 1e-6 * size
    assert seen["points"] >= 5, seen
    assert seen["no phantom"] >= 6, seen
    assert seen["depth"] >= 3, seen


def scale_to(pose: Pose, size: float) -> Vec3:
    x, y, z = pose.position
    return x * size, y * size, z * size
