"""The derivative of the signed distance by the pose of B against differences of exact distances, and where it jumps."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from gjkscope.engine import Box, Cone, Cylinder, Ellipsoid, Mesh, NotApplicable, Point, Pose, Sphere, Triangle
from gjkscope.engine.exact import exact_signed_distance
from gjkscope.engine.gradients.derivative import DistanceGradient, Kink, distance_gradient
from gjkscope.engine.gradients.smoothing import moved_pose
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.query import result_only
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, norm, scale, sub
from tests.engine.samples import random_box, random_hull, random_pair, random_pose, random_vector

Setting = tuple[Shape, Pose, Shape, Pose]

BOX = Box((1, 1, 1))
STEP = 2.0**-17  # of a difference: its error is some STEP² · curvature, and 1e-16 / STEP
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def exact_distance(pair: Setting, shift: Vec3, turn: Vec3, by: float) -> float:
    """The exact distance after B moved by `by` times the motion."""
    result = exact_signed_distance(*pair[:3], moved_pose(pair[3], scale(shift, by), scale(turn, by)))
    assert result.signed_distance is not None
    return result.signed_distance


def slope(pair: Setting, shift: Vec3, turn: Vec3, step: float = STEP) -> float:
    return (exact_distance(pair, shift, turn, step) - exact_distance(pair, shift, turn, -step)) / (2 * step)


def test_gradients_of_polytopes_are_the_slopes_of_exact_distances() -> None:
    random, kinks = Random(11), Counter[tuple[Kink, bool]]()
    for number in range(30):
        makes = (random_box, random_hull) if number % 2 else (random_box, random_box)
        a, b = (make(random) for make in makes)
        pair = a, random_pose(random, 0.2), b, random_pose(random, 1.2)
        found = distance_gradient(*pair)
        assert found.result.signed_distance is not None
        kinks[found.kink, found.result.signed_distance > 0] += 1
        shift, turn = random_vector(random), random_vector(random)
        assert found.gradient.rate(shift, turn) == pytest.approx(slope(pair, shift, turn), abs=1e-7)
        assert found.one_sided(shift, turn) == found.gradient.rate(shift, turn)
    assert kinks[Kink.NONE, True] >= 8
    assert kinks[Kink.NONE, False] >= 8
    assert len(kinks) == 2  # random poses have no kinks


def test_a_translation_by_a_rational_step_has_an_exact_slope() -> None:
    """Over a face the distance is linear: the difference quotient is the gradient itself, in fractions."""
    pair = BOX, Pose(), Box((0.5, 0.25, 0.5)), Pose(position=(0.25, 2, 0.125))
    found = distance_gradient(*pair)
    quotient = (Fraction(exact_distance(pair, Y, ZERO, 0.5)) - Fraction(exact_distance(pair, Y, ZERO, -0.5))) / 1
    assert Fraction(found.gradient.translation[1]) == quotient == 1


def test_gradients_of_curved_shapes_are_the_slopes_of_distances() -> None:
    random, compared = Random(6), Counter[Kink]()
    for _ in range(60):
        pair = random_pair(random, 1.5)
        found = distance_gradient(*pair)
        shift, turn = random_vector(random), random_vector(random)
        ends = [
            result_only(*pair[:3], moved_pose(pair[3], scale(shift, by), scale(turn, by))).signed_distance
            for by in (1e-5, -1e-5)
        ]
        if found.kink is not Kink.WITNESSES and None not in ends:
            numeric = (ends[0] - ends[1]) / 2e-5  # type: ignore[operator]
            overlaps = found.result.signed_distance < 0  # type: ignore[operator]
            assert found.gradient.rate(shift, turn) == pytest.approx(numeric, abs=1e-3 if overlaps else 1e-5)
            compared[found.kink] += 1
    assert compared[Kink.NONE] >= 30
    assert compared[Kink.UNKNOWN] >= 3


MOTIONS = [(ZERO, Z), (ZERO, X), (X, ZERO), (scale(Y, -1), ZERO), ((0.2, 0.3, -0.3), (0.2, 0.1, -0.3)), (X, (-1, 2, 1))]
KINKS = {
    "a face over a face": (BOX, Pose(), BOX, Pose(position=(0.3, 2.5, 0.2)), Kink.WITNESSES, 1, 4),
    "a face in a face": (BOX, Pose(), BOX, Pose(position=(0.3, 1.5, 0.2)), Kink.WITNESSES, 1, 4),
    "a small face over a large one": (
        BOX,
        Pose(),
        Box((0.1, 0.2, 0.3)),
        Pose(position=(0, 2, 0)),
        Kink.WITNESSES,
        1,
        4,
    ),
    "edges side by side": (BOX, Pose(), BOX, Pose(position=(2.5, 2.5, 0.1)), Kink.WITNESSES, 1, 2),
    "two axes": (BOX, Pose(), BOX, Pose(position=(1.5, 1.5, 0)), Kink.AXES, 2, 4),
    "concentric": (BOX, Pose(), BOX, Pose(), Kink.AXES, 6, 4),
    "a ball in the middle": (BOX, Pose(), Sphere(0.5), Pose(), Kink.AXES, 6, 1),
    "a plate in a box": (BOX, Pose(), Triangle(((-1, 0, 0), (1, 0, 0), (0, 0, 1))), Pose(), Kink.AXES, 3, 3),
}


@pytest.mark.parametrize("name", KINKS)
def test_at_a_kink_the_derivatives_to_one_side_are_the_slopes_to_that_side(name: str) -> None:
    *setting, kink, normals, witnesses = KINKS[name]
    pair: Setting = tuple(setting)  # type: ignore[assignment]
    found = distance_gradient(*pair)
    assert (found.exists, found.kink) == (False, kink)
    assert (len(found.by_normal), len(found.by_normal[0].witnesses_b)) == (normals, witnesses)
    here, jumps = exact_distance(pair, ZERO, ZERO, 0), 0
    for shift, turn in MOTIONS:
        ahead = (exact_distance(pair, shift, turn, 1e-7) - here) / 1e-7
        back = (exact_distance(pair, shift, turn, -1e-7) - here) / 1e-7
        assert found.one_sided(shift, turn) == pytest.approx(ahead, abs=2e-6)
        assert found.one_sided(scale(shift, -1), scale(turn, -1)) == pytest.approx(back, abs=2e-6)
        jumps += abs(ahead + back) > 1e-3
    assert jumps >= 2


def test_a_cylinder_on_its_side_touches_along_a_line_and_on_its_cap_over_a_disc() -> None:
    lying = Pose(rotation_from_quaternion((1, 0, 0, 1)), (0, 2, 0))
    for shape, pose in ((Cylinder(0.3, 0.5), lying), (Cylinder(0.3, 0.5, "z"), Pose(position=(0, 2, 0)))):
        side = distance_gradient(BOX, Pose(), shape, pose)
        (line,) = side.by_normal
        assert side.kink is Kink.WITNESSES
        assert line.is_complete
        assert norm(sub(*line.witnesses_b)) == pytest.approx(1.0, abs=1e-9)
        assert side.one_sided(ZERO, X) == pytest.approx(-0.5)
    cap = distance_gradient(BOX, Pose(), Cylinder(0.3, 0.5), Pose(position=(0, 2, 0)))
    assert (cap.kink, cap.by_normal[0].is_complete) == (Kink.WITNESSES, False)
    assert cap.one_sided(Y, ZERO) == 1
    assert cap.one_sided(ZERO, X) is None
    tip = distance_gradient(BOX, Pose(), Cone(0.3, 0.5), Pose(rotation_from_quaternion((1, 0, 0, 0)), (0, 2, 0)))
    assert tip.kink is Kink.NONE


def test_curved_shapes_that_overlap_are_not_called_differentiable() -> None:
    found = distance_gradient(Ellipsoid((1, 0.5, 0.5)), Pose(), BOX, Pose(position=(1.2, 0.1, 0)))
    assert (found.exists, found.kink) == (None, Kink.UNKNOWN)
    assert found.one_sided(X, ZERO) is None
    assert found.gradient.translation == found.result.normal


def test_contact_is_smooth_on_a_face_and_has_normals_in_between_at_an_edge() -> None:
    on_face = distance_gradient(BOX, Pose(), Sphere(0.5), Pose(position=(1.5, 0.2, 0.1)))
    assert on_face.exists
    assert on_face.gradient.translation == pytest.approx(X)
    at_edge = distance_gradient(BOX, Pose(), BOX, Pose(position=(2, 2, 0)))
    assert (at_edge.exists, at_edge.at_corner) == (False, True)
    assert at_edge.one_sided(X, ZERO) is None  # along (1, 1, 0) it would be √2 · √½, more than along either normal


@pytest.mark.parametrize("factor", [1e-9, 1e-3, 1e9])
def test_gradients_scale_with_the_shapes(factor: float) -> None:
    """∂φ/∂t has no unit, ∂φ/∂ω is a length."""
    here = distance_gradient(BOX, Pose(), Box((0.3, 0.4, 0.5)), random_pose(Random(3), 3))
    place = random_pose(Random(3), 3)
    small = Box(scale((0.3, 0.4, 0.5), factor))
    there = distance_gradient(Box((factor,) * 3), Pose(), small, place._replace(position=scale(place.position, factor)))
    assert there.gradient.translation == pytest.approx(here.gradient.translation, abs=1e-12)
    assert there.gradient.rotation == pytest.approx(scale(here.gradient.rotation, factor), abs=1e-12 * factor)


def test_moving_both_shapes_rotates_the_gradient() -> None:
    """Seen from another place 1e3 m away: only the position of B matters for its turn."""
    pair = BOX, Pose(), Box((0.3, 0.4, 0.5)), random_pose(Random(3), 3)
    far = (1e3, -2e3, 5e2)
    moved = BOX, Pose(position=far), pair[2], pair[3]._replace(position=add(pair[3].position, far))
    here, there = distance_gradient(*pair), distance_gradient(*moved)
    assert there.gradient.rotation == pytest.approx(here.gradient.rotation, abs=1e-9)


def test_what_has_no_gradient_is_refused_with_a_reason() -> None:
    dent = Mesh(
        ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0.2, 0.2, 0.2), (0, 0, 2)), ((0, 1, 2), (0, 3, 1), (1, 3, 4), (2, 1, 4))
    )
    with pytest.raises(NotApplicable, match="a mesh that is not convex"):
        distance_gradient(dent, Pose(), BOX, Pose(position=(4, 0, 0)))
    with pytest.raises(NotApplicable, match="cores touch"):
        distance_gradient(Cylinder(1, 1), Pose(), Point(0.1), Pose(position=(1, 0, 0)))


def test_a_point_beyond_an_edge_has_the_slope_of_the_hypotenuse() -> None:
    found: DistanceGradient = distance_gradient(BOX, Pose(), Point(), Pose(position=(2, 3, 0)))
    assert found.gradient.translation == pytest.approx((1 / sqrt(5), 2 / sqrt(5), 0))
    assert found.gradient.rotation == ZERO
