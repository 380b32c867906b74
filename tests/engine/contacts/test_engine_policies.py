"""The policies of Box3D and Jolt: boxes on boxes against the exact manifold, each rule, and properties at all sizes."""

from collections import Counter
from itertools import pairwise
from math import cos, inf, pi, sin
from random import Random

import numpy as np
import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Pose, Sphere, Triangle, query
from gjkscope.engine.contacts.box3d.hull_builder import EndlessHull, create_hull
from gjkscope.engine.contacts.box3d.limits import EDGE_BIAS, EDGE_FACTOR, FACE_BIAS
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.policies import box3d, jolt
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.contacts.registry import POLICIES, last_contact_step, manifold
from gjkscope.engine.contacts.steps import ContactPhase, State
from gjkscope.engine.pose import apply, rotation_from_quaternion
from gjkscope.engine.precision import single
from gjkscope.engine.vectors import Mat3, dot, neg, norm, scale, sub
from tests.engine.samples import (
    compose,
    random_box,
    random_direction,
    random_hull,
    random_pose,
    random_rotation,
    random_shape,
    random_vector,
    scaled_shape,
)
from tests.thorough import cases

FLOOR = Box((1, 1, 1))
GROUND = Pose()
ENGINES = ("box3d", "jolt")
PRECISION = 1e-6  # metres, of bodies of 1 m: the engines compute in single precision
DOWN = 1.9  # of the upper box's centre, so that it is 0.1 m deep


def turn(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mat3:
    return rotation_from_quaternion((x, y, z, 1.0))


def on_floor(shape: Box | Hull, pose: Pose, policy: str) -> Manifold:
    return manifold(FLOOR, GROUND, shape, pose, policy)


def axis_alone(pair: box3d.HullPair, owner: str, face: int) -> box3d.FaceAxis:
    """`b3QueryFaceDirections` of one face, in Box3D's own words: without arrays."""
    hull, other = (pair.a, pair.b) if owner == "A" else (pair.b, pair.a)
    to_other = pair.to_a.inverse() if owner == "A" else pair.to_a.inverse().inverse()
    placed = to_other.plane(hull.planes[face])
    vertex = other.support(neg(placed.normal))
    outward = pair.world_direction(hull.planes[face].normal, owner)
    separation = float(placed.separation(other.points[vertex]))
    return box3d.FaceAxis(
        f"{owner} face {face}", outward if owner == "A" else neg(outward), separation, owner, face, vertex
    )


def test_axes_of_all_faces_at_once_are_those_of_each_to_the_bit() -> None:
    random = Random(11)
    for _ in range(cases(40, 400)):
        a, b = (random.choice((random_box, random_hull))(random) for _ in range(2))
        pair: box3d.HullPair = box3d.start(a, random_pose(random, 0.7), b, random_pose(random, 0.7)).work
        for owner, hull in (("A", pair.a), ("B", pair.b)):
            alone = [axis_alone(pair, owner, face) for face in range(len(hull.planes))]
            assert repr(box3d._face_axes(pair, owner)) == repr(alone)
            assert repr([box3d.face_axis(pair, owner, face) for face in range(len(alone))]) == repr(alone)


def test_steps_that_nobody_is_shown_end_with_the_same_points_to_the_bit() -> None:
    """Of solid and flat hulls, apart and deep, some so large that single precision overflows."""
    policies = [policy for policy in POLICIES.values() if policy.start_unseen]
    random, ends = Random(12), Counter[tuple[str, int]]()
    for number in range(cases(250, 3000)):
        a, b = (random.choice((random_box, random_hull, random_shape))(random) for _ in range(2))
        pair = a, random_pose(random, 0.3), b, random_pose(random, random.choice((0.3, 2.0)))
        if number % 50 == 0:
            pair = scaled_shape(a, 1e19), Pose(), scaled_shape(b, 1e19), random_pose(random, 1e19)
        for name in [policy.name for policy in policies if policy.applies(a, b)]:
            shown, unseen = manifold(*pair, name), last_contact_step(*pair, name, ())
            assert repr((shown.normal, shown.points, shown.exit)) == repr((unseen.normal, unseen.points, unseen.exit))
            ends[name, min(len(shown.points), 2)] += 1
    assert policies
    assert all(ends[policy.name, points] > 9 for policy in policies for points in range(3))


EDGE_UP = Pose(turn(z=(2**0.5 - 1)))  # 45° about z: an edge along z is on top


def edge_down(depth: float) -> Pose:
    """A box above that one with an edge along x at its bottom."""
    return Pose(turn(x=(2**0.5 - 1)), (0.0, 2 * 2**0.5 - depth, 0.0))


def states(contact: Manifold, phase: ContactPhase | None = None) -> list[State]:
    return [step for step in contact.steps if phase in (None, step.phase)]


@pytest.mark.parametrize("policy", ENGINES)
def test_an_aligned_box_has_the_exact_manifold(policy: str) -> None:
    pose = Pose(position=(0.5, DOWN, 0.25))
    contact, exact = on_floor(FLOOR, pose, policy), on_floor(FLOOR, pose, "exact")
    places = [{tuple(round(x, 6) for x in p.position) for p in both.points} for both in (contact, exact)]
    assert places[0] == places[1]
    assert [p.depth for p in contact.points] == pytest.approx([0.1] * 4, abs=PRECISION)
    judged = judge_manifold(contact, FLOOR, GROUND, FLOOR, pose)
    assert (judged.phantoms, judged.area_lost) == (0, pytest.approx(0.0, abs=PRECISION))


@pytest.mark.parametrize("policy", ENGINES)
def test_ids_stay_while_a_box_slides(policy: str) -> None:
    places = [Pose(turn(y=0.1), (x, DOWN, 0.5)) for x in (0.4, 0.45)]
    before, after = ({point.id for point in on_floor(FLOOR, pose, policy).points} for pose in places)
    assert before == after
    assert any("×" in name for name in before)


@pytest.mark.parametrize("policy", ENGINES)
def test_more_than_four_points_are_reduced(policy: str) -> None:
    prism = Hull(tuple((0.5 * cos(k * pi / 4), y, 0.5 * sin(k * pi / 4)) for k in range(8) for y in (-0.5, 0.5)))
    pose = Pose(turn(0.001, 0.1, 0.002), (0.0, 1.45, 0.0))
    contact = on_floor(prism, pose, policy)
    assert len(contact.points) == 4
    assert len(states(contact, ContactPhase.DEPTH)[0].after) == 8
    judged = judge_manifold(contact, FLOOR, GROUND, prism, pose)
    assert judged.phantoms == 0
    assert 0.0 < (judged.area_lost or 0.0) < 0.6
    steps = states(contact, ContactPhase.REDUCE)
    assert len(steps) == {"box3d": 4, "jolt": 3}[policy]
    assert all(any(candidate.chosen for candidate in step.candidates) for step in steps)


def comparison(contact: Manifold) -> State:
    """The step that compares the clipped face with the edges."""
    (compared,) = states(contact, ContactPhase.AXIS)[3:]
    return compared


def test_box3d_takes_edges_only_if_they_are_better_than_the_clipped_face() -> None:
    """The upper edges of a box cross the lower ones of another, both tilted: the more, the deeper the clipped face."""
    chosen = []
    for tilt, depth in ((0.1, 0.06), (0.4, 0.06), (0.5, 0.06), (0.5, 0.1), (0.6, 0.06)):
        aside = cos(tilt) - sin(tilt)  # of the edges from the boxes' centres
        below, above = (
            rotation_from_quaternion((x * sin(tilt / 2), 0.0, z * sin(tilt / 2), cos(tilt / 2)))
            for x, z in ((0, 1), (1, 0))
        )
        pose = Pose(above, (aside, 2 * (cos(tilt) + sin(tilt)) - depth, -aside))
        contact = manifold(FLOOR, Pose(below), FLOOR, pose, "box3d")
        face, edge = comparison(contact).candidates
        assert edge.value == max(candidate.value for candidate in states(contact)[2].candidates)
        assert edge.chosen == (edge.value > EDGE_FACTOR * face.value + EDGE_BIAS)
        assert face.chosen != edge.chosen
        assert (len(contact.points) == 1) == edge.chosen
        chosen.append(edge.chosen)
    assert chosen == [False, False, False, True, True]


@pytest.mark.parametrize("tilt", [1e-5, 0.003, 0.02])
@pytest.mark.parametrize("size", [1.0, 1e3])
def test_box3d_keeps_four_points_of_a_tilted_box(tilt: float, size: float) -> None:
    """Its edges cross those of the floor a little higher than its lowest corner; that costs no area."""
    floor, box = (scaled_shape(FLOOR, size) for _ in range(2))
    pose = Pose(turn(tilt, 0.3, 1.3 * tilt), (0.7 * size, DOWN * size, 0.5 * size))
    contact = manifold(floor, GROUND, box, pose, "box3d")
    assert len(contact.points) == 4
    face, edge = comparison(contact).candidates
    assert face.value < edge.value  # the best of all axes is that of the edges
    assert not edge.chosen
    judged = judge_manifold(contact, floor, GROUND, box, pose)
    assert (judged.area_lost or 0.0) < 0.36


def test_box3d_takes_a_face_of_b_only_if_it_is_better_by_the_bias() -> None:
    """A box in the corner of another: the axis along which B's face is better is turned by a little."""
    owners = []
    for better in (0.5, 2.0):
        angle = better * FACE_BIAS  # radians; A's corner is 1 m aside, so it sinks by as much into B's face
        pose = Pose(rotation_from_quaternion((0.0, 0.0, angle / 2, 1.0)), (0.0, 1.95, 0.0))
        contact = manifold(Box((1, 1, 1)), GROUND, Box((3, 1, 3)), pose, "box3d")
        a_face, b_face = (max(candidate.value for candidate in step.candidates) for step in states(contact)[:2])
        assert (b_face > a_face + FACE_BIAS) == (better > 1)
        owners.append(states(contact)[3].work.face.owner)
    assert owners == ["A", "B"]


def test_box3d_keeps_the_points_of_the_face_if_the_edges_pass_beyond_their_ends() -> None:
    """Such edges are no axis of least depth, so they are put in by hand."""
    contact = on_floor(FLOOR, Pose(turn(0.02, 0.3, 0.03), (0.7, DOWN, 0.5)), "box3d")
    compared = comparison(contact)
    axis = compared.work.edge
    works = (
        compared.work._replace(edge=axis._replace(edges=(axis.edges[0], edge)), then=box3d.Next.CROSSING)
        for edge in range(0, len(compared.work.b.edges), 2)
    )
    crossings = [box3d.step(compared._replace(work=work)) for work in works]
    crossed = next(step for step in crossings if step.reason.endswith("so the face's points stay"))
    assert crossed.normal == contact.normal
    assert box3d.step(crossed).points == contact.points


@pytest.mark.parametrize("policy", ["box3d", "bullet"])
def test_a_rigid_motion_of_both_bodies_changes_nothing(policy: str) -> None:
    """Also not which of more than four points stay: Box3D's fixed direction turns with the reference body."""
    random, reduced = Random("moved"), 0
    for _ in range(60):
        a, b = random_box(random), random_box(random)
        height = a.half_extents[1] + b.half_extents[1] - random.uniform(0.001, 0.01)
        pose = Pose(turn(0.002, random.uniform(-1, 1), 0.001), (random.uniform(-0.2, 0.2), height, 0.1))
        contact = manifold(a, GROUND, b, pose, policy)
        motion = Pose(random_rotation(random), random_vector(random, 5.0))
        moved = manifold(a, motion, b, compose(motion, pose), policy)
        assert [point.id for point in moved.points] == [point.id for point in contact.points]
        for first, second in zip(contact.points, moved.points, strict=True):
            assert second.position == pytest.approx(apply(motion, first.position), abs=PRECISION)
        reduced += any(step.phase is ContactPhase.REDUCE for step in contact.steps)
    assert reduced > 10


@pytest.mark.thorough
@pytest.mark.slow
def test_box3d_finds_no_contact_of_corners_apart_that_pass_each_other() -> None:
    """Within the speculative distance the axis of two edges may be the best although other features are nearest."""
    random, lost = Random("corners"), 0
    for _ in range(100):
        a, b = random_box(random), random_box(random)
        rotation, direction = random_rotation(random), random_direction(random)
        gap = query(a, GROUND, b, Pose(rotation, scale(direction, 9.0)))
        assert gap.signed_distance is not None
        assert gap.normal is not None
        pose = Pose(rotation, sub(scale(direction, 9.0), scale(gap.normal, gap.signed_distance - 0.015)))
        contact = manifold(a, GROUND, b, pose, "box3d")
        reasons = [step.reason for step in contact.steps]
        if any("beyond an end: no contact" in reason for reason in reasons):
            assert contact.points == ()
            lost += 1
    assert lost > 0


def test_box3d_gives_two_crossing_edges_one_point_between_them() -> None:
    (only,) = manifold(FLOOR, EDGE_UP, FLOOR, edge_down(0.01), "box3d").points
    assert only.depth == pytest.approx(0.01, abs=PRECISION)
    assert only.position == pytest.approx((0.0, 2**0.5 - 0.005, 0.0), abs=PRECISION)
    assert only.id.startswith("A e")
    assert " × B e" in only.id


@pytest.mark.parametrize("policy", ENGINES)
def test_bodies_apart_have_points_up_to_the_speculative_distance(policy: str) -> None:
    for gap, count in ((0.019, 4), (0.021, 0)):
        contact = on_floor(FLOOR, Pose(position=(0.5, 2.0 + gap, 0.25)), policy)
        assert len(contact.points) == count
        assert all(point.depth == pytest.approx(-gap, abs=PRECISION) for point in contact.points)


def test_jolt_uses_the_points_of_the_query_if_clipping_leaves_none() -> None:
    """The clipped face contains the query's point but for rounding, so the polygon is emptied by hand."""
    contact = on_floor(FLOOR, Pose(turn(0.1, 0.3, 0.2), (0.7, DOWN, 0.5)), "jolt")
    clipped = states(contact, ContactPhase.CLIP)[-1]
    emptied = jolt.step(clipped._replace(work=clipped.work._replace(polygon=())))
    assert emptied.reason.startswith("no corner is left")
    assert [point.id for point in jolt.step(emptied).points] == ["deepest point"]


@pytest.mark.thorough
@pytest.mark.parametrize("policy", ENGINES)
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_properties_of_random_pairs(policy: str, size: float) -> None:
    """Places differ by the depth along the normal; ids are unique; each step follows from the one before."""
    random, seen = Random(f"{policy} {size}"), Counter[int]()
    module = {"box3d": box3d, "jolt": jolt}[policy]
    count = cases(20, 40)
    for number in range(count):
        a, b = (scaled_shape(random_box(random) if number % 2 else random_hull(random), size) for _ in range(2))
        if not POLICIES[policy].applies(a, b):
            continue
        pose = Pose(random_rotation(random), random_vector(random, 0.8 * size))
        contact = manifold(a, GROUND, b, pose, policy)
        seen[len(contact.points)] += 1
        assert len({point.id for point in contact.points}) == len(contact.points) <= 4
        for point in contact.points:
            between = norm(sub(point.position_a, point.position_b))
            assert between == pytest.approx(abs(point.depth), abs=PRECISION * size)
        if policy == "box3d":
            depths = [dot(contact.normal, sub(point.position_a, point.position_b)) for point in contact.points]
            assert depths == pytest.approx([point.depth for point in contact.points], abs=PRECISION * size)
        assert norm(contact.normal) == pytest.approx(1.0)
        assert all(module.step(before) == after for before, after in pairwise(contact.steps))
    assert seen[4] >= (0 if size < 1e-2 and policy == "box3d" else 2)
    assert sum(seen.values()) >= 0.75 * count


def test_shapes_that_an_engine_does_not_have_are_refused() -> None:
    for policy in ENGINES:
        for shape in (Ellipsoid((1, 2, 1)), Box((1, 1, 1), 0.1), Cone(1, 1, rounding=0.1)):
            assert not POLICIES[policy].applies(FLOOR, shape)
            assert not POLICIES[policy].applies(shape, FLOOR)
        for known in (FLOOR, Sphere(1.0), Capsule(1, 1), Cylinder(1, 1), Cone(1, 1)):
            assert POLICIES[policy].applies(FLOOR, known)


@pytest.mark.slow
def test_box3d_finds_the_least_depth_of_a_box_and_a_triangle() -> None:
    random, edges = Random(3), 0
    for _ in range(70):
        box = Box((random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)))
        triangle = Triangle((random_vector(random), random_vector(random), random_vector(random)))
        pose = random_pose(random)._replace(position=scale(random_direction(random), random.uniform(0, 0.8)))
        truth = query(box, Pose(), triangle, pose).signed_distance
        if truth is None or truth >= 0:
            continue
        contact = manifold(box, Pose(), triangle, pose, "box3d")
        best = [max((candidate.value for candidate in step.candidates), default=-inf) for step in states(contact)[:3]]
        assert norm(contact.normal) == pytest.approx(1.0)
        assert max(best) == pytest.approx(truth, abs=PRECISION)
        edges += best[2] == max(best)
    assert edges > 6


# A splinter with a face of 0.03 mm²: Box3D 0.1.0 never returns from b3CreateHull.
SPLINTER = [(x, y, z) for y in (-0.02, 0.02) for x, z in ((0.0022, -0.0004), (0.00221, -0.0004), (0.0042, 0.0))]


def test_a_hull_with_which_box3d_never_ends_has_our_faces() -> None:
    with pytest.raises(EndlessHull), np.errstate(all="ignore"):
        create_hull(single(tuple(SPLINTER)))
    ball = Sphere(0.02)
    found = manifold(Hull(SPLINTER), Pose(), ball, Pose(position=(0.003, 0.035, 0.0)), "box3d")
    [point] = found.points
    assert point.depth == pytest.approx(0.005, abs=1e-5)
