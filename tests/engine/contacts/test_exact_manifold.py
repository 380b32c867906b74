"""The exact manifold: boxes on boxes against shapely, and properties of random pairs at all sizes."""

from collections import Counter
from math import cos, sin
from random import Random

import pytest
from shapely import Polygon

from gjkscope.engine import Exit, Manifold, NotApplicable, Pose, Verdict, manifold, trace
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.steps import ContactPhase
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.shapes.kinds import Box, Capsule, Ellipsoid, Point, PolytopeShape, Segment, Triangle
from gjkscope.engine.vectors import Mat3, along, dot, norm, sub
from tests.engine.samples import compose, random_box, random_hull, random_rotation, random_vector, scaled_shape
from tests.thorough import cases

UPRIGHT = Pose()


def spin(angle: float) -> Mat3:
    return ((cos(angle), 0.0, sin(angle)), (0.0, 1.0, 0.0), (-sin(angle), 0.0, cos(angle)))


def on_ground(box: Box, pose: Pose) -> Polygon:
    """The box, rotated about y only, as seen from above: x and z."""
    x, _, z = box.half_extents
    corners = [(i * x, 0.0, k * z) for i, k in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return Polygon(
        [(dot(pose.rotation[0], c) + pose.position[0], dot(pose.rotation[2], c) + pose.position[2]) for c in corners]
    )


def view_from_above(contact: Manifold) -> Polygon:
    return Polygon([(point.position[0], point.position[2]) for point in contact.points])


@pytest.mark.parametrize("depth", [0.01, 0.0, -0.3])
def test_a_box_on_a_box_touches_where_their_faces_overlap(depth: float) -> None:
    """The depth is along y, as both boxes are wide; a depth of 0 is touching, one below 0 a gap."""
    random = Random(f"boxes {depth}")
    for _ in range(10):
        below, above = (Box((random.uniform(0.5, 1), 0.5, random.uniform(0.5, 1))) for _ in range(2))
        there = (random.uniform(-0.4, 0.4), 1.0 - depth, random.uniform(-0.4, 0.4))
        lower, upper = Pose(spin(random.uniform(-3, 3))), Pose(spin(random.uniform(-3, 3)), there)
        contact = manifold(below, lower, above, upper)
        expected = on_ground(below, lower).intersection(on_ground(above, upper))
        assert view_from_above(contact).symmetric_difference(expected).area < 1e-12
        assert len(contact.points) == len(expected.exterior.coords) - 1
        assert contact.normal == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)
        assert {round(point.depth, 12) for point in contact.points} == {depth}


@pytest.mark.slow
def test_a_stack_keeps_its_area_however_both_are_turned_together() -> None:
    """Rounding tilts the faces by 1e-16; a side of the upper box is then seen from behind or from the front."""
    random, sides = Random("turned stacks"), Counter[int]()
    for _ in range(cases(12, 24)):
        below, above = random_box(random), random_box(random)
        pose = Pose(spin(random.uniform(-1, 1)), (0.1, below.half_extents[1] + above.half_extents[1] - 0.01, 0.1))
        area = view_from_above(manifold(below, Pose(), above, pose)).area
        together = Pose(random_rotation(random))
        turned = below, compose(together, Pose()), above, compose(together, pose)
        judged = judge_manifold(manifold(*turned), *turned)
        assert judged.exact_area == pytest.approx(area, rel=1e-12)
        sides[len(judged.points)] += 1
    assert sides[4] > 1
    assert sides[6] > 1


def random_polytope(random: Random) -> PolytopeShape:
    kind = random.randrange(6)
    if kind == 5:
        flat = (Point(), Segment((0, 0, 0), (1, 0, 0)), Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))))
        return random.choice(flat)
    if kind == 4:
        return Box((0.5, 0.5, 1.0), rounding=0.1)
    return random_hull(random) if kind > 1 else random_box(random)


def random_tilt(random: Random) -> Mat3:
    """Aligned, slightly tilted or anything."""
    kind = random.randrange(3)
    tilt = (0.0, 1e-9, 0.0)[kind]
    return random_rotation(random) if kind == 2 else rotation_from_quaternion((tilt, 0.5 * tilt, -tilt, 1.0))


@pytest.mark.thorough
@pytest.mark.slow
def test_every_point_is_on_both_surfaces_and_the_deepest_has_the_true_depth() -> None:
    random, seen = Random("manifolds"), Counter[str]()
    for _ in range(80):
        size = 10.0 ** random.randint(-3, 3)
        a, b = (scaled_shape(random_polytope(random), size) for _ in range(2))
        poses = (Pose(random_tilt(random)), Pose(random_tilt(random), random_vector(random, 1.6 * size)))
        contact = manifold(a, poses[0], b, poses[1])
        truth = trace(a, poses[0], b, poses[1], "exact").result
        assert truth.signed_distance is not None
        assert max(point.depth for point in contact.points) == pytest.approx(-truth.signed_distance, abs=1e-12 * size)
        for point in contact.points:
            assert dot(sub(point.position_a, point.position_b), contact.normal) == pytest.approx(
                point.depth, abs=1e-12 * size
            )
            assert norm(sub(along(point.position_b, contact.normal, point.depth), point.position_a)) < 1e-12 * size
            assert point.depth >= min(0.0, -truth.signed_distance) - 1e-12 * size
        assert len({point.id for point in contact.points}) == len(contact.points)
        seen[truth.verdict.name] += 1
        seen["area" if len(contact.points) > 2 else "no area"] += 1
    assert min(seen[Verdict.PENETRATING.name], seen[Verdict.SEPARATED.name], seen["area"], seen["no area"]) > 15, seen


def test_the_steps_clip_by_each_side_and_then_by_depth() -> None:
    steps = manifold(Box((1, 1, 1)), UPRIGHT, Box((1, 1, 1)), Pose(spin(0.4), (0.2, 1.9, 0.1))).steps
    phases = [step.phase for step in steps]
    clips = [ContactPhase.CLIP] * 4
    assert phases == [ContactPhase.AXIS, ContactPhase.FACES, *clips, ContactPhase.DEPTH, ContactPhase.POINTS]
    assert {step.plane.name for step in steps if step.plane} == {"A e2-3", "A e2-6", "A e6-7", "A e3-7"}
    assert [step.exit for step in steps] == [Exit.RUNNING] * 7 + [Exit.COMPLETE]


def test_a_tilted_box_keeps_its_overlap_and_an_edge_keeps_its_name() -> None:
    tilted = Pose(rotation_from_quaternion((0.3, 0.0, 0.0, 1.0)), (0.0, 2.2, 0.0))
    contact = manifold(Box((1, 1, 1)), UPRIGHT, Box((1, 1, 1)), tilted)
    assert sum("depth" in point.id for point in contact.points) == 2
    nearer = manifold(Box((1, 1, 1)), UPRIGHT, Box((1, 1, 1)), tilted._replace(position=(0.0, 2.19, 0.0)))
    assert [point.id for point in nearer.points] == [point.id for point in contact.points]


def test_the_ends_of_a_capsule_have_different_names() -> None:
    lying = Pose(rotation_from_quaternion((0.0, 0.0, 1.0, 1.0)), (0.0, 1.25, 0.3))
    contact = manifold(Capsule(0.3, 0.6), lying, Box((1, 1, 1)), UPRIGHT)
    assert {point.id for point in contact.points} == {"A v0", "A v1"}


def test_curved_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="polytopes"):
        manifold(Ellipsoid((1.0, 2.0, 1.0)), UPRIGHT, Box((1, 1, 1)), UPRIGHT)
