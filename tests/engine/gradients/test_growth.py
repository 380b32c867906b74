"""The growth distance against closed forms, all planes of polytopes, and slopes."""

from itertools import product
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, NotApplicable, Point, Pose, Sphere, Triangle
from gjkscope.engine.geometry.polytope import polytope
from gjkscope.engine.gradients.growth import growth_distance
from gjkscope.engine.gradients.smoothing import moved_pose
from gjkscope.engine.pose import apply
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import PolytopeShape
from gjkscope.engine.vectors import Vec3, cross, dot, neg, norm, scale, sub, unit
from tests.engine.samples import random_box, random_hull, random_pair, random_pose, random_vector


def by_all_planes(a: PolytopeShape, pose_a: Pose, b: PolytopeShape, pose_b: Pose) -> float:
    """The greatest n·c / h(n) over the normals of all faces of A − B: of A, of B, and of an edge of each."""
    one, other = polytope(a, pose_a), polytope(b, pose_b)
    normals = [*one.normals, *other.normals]
    normals += [unit(cross(p, q)) for p, q in product(one.edges, other.edges) if norm(cross(p, q)) > 1e-9]
    at = sub(pose_b.position, pose_a.position)
    return max(dot(n, at) / height(a, pose_a, b, pose_b, n) for normal in normals for n in (normal, neg(normal)))


def height(a: PolytopeShape, pose_a: Pose, b: PolytopeShape, pose_b: Pose, n: Vec3) -> float:
    top = max(dot(n, sub(apply(pose_a, corner), pose_a.position)) for corner in a.corners())
    return top - min(dot(n, sub(apply(pose_b, corner), pose_b.position)) for corner in b.corners())


def test_closed_forms() -> None:
    at = Pose(position=(3, 1, 0))
    assert growth_distance(Sphere(1), Pose(), Sphere(0.5), at).alpha == pytest.approx(10**0.5 / 1.5, rel=1e-12)
    assert growth_distance(Box((1, 2, 3)), Pose(), Box((1, 1, 1)), at).alpha == pytest.approx(1.5, rel=1e-12)
    assert growth_distance(Capsule(0.5, 1), Pose(), Capsule(0.25, 1), at).alpha == pytest.approx(4, rel=1e-9)
    assert growth_distance(Cylinder(0.5, 1), Pose(), Sphere(0.5), Pose(position=(0, 3, 0))).alpha == pytest.approx(2)
    equal = Ellipsoid((2, 1, 1)), Pose(), Ellipsoid((2, 1, 1)), Pose(position=(8, 0, 0))
    assert growth_distance(*equal).alpha == pytest.approx(2, rel=1e-9)
    assert growth_distance(Cone(1, 1), Pose(), Sphere(1), Pose(position=(0, -6, 0))).alpha == pytest.approx(3)


def test_polytopes_grow_until_the_tightest_of_all_planes_holds_them() -> None:
    random, apart = Random(13), 0
    for _ in range(20):
        pair = random_hull(random, 8), random_pose(random, 0.3), random_box(random), random_pose(random, 1.5)
        if result_only(pair[0], Pose(), Point(), Pose()).upper >= 0:
            continue
        found = growth_distance(*pair)
        assert found.alpha == pytest.approx(by_all_planes(*pair), rel=1e-9)
        assert found.alpha <= found.upper <= found.alpha * (1 + 1e-9)
        apart += found.alpha > 1
    assert 5 <= apart <= 15


def test_alpha_tells_overlap_and_its_gradient_is_its_slope() -> None:
    random, apart, compared = Random(5), 0, 0
    for _ in range(50):
        pair = random_pair(random, 1.5)
        try:
            found = growth_distance(*pair)
        except NotApplicable:
            continue
        signed = result_only(*pair).signed_distance
        assert signed is not None
        assert (found.alpha > 1) == (signed > 0)
        assert found.exit is Exit.CONVERGED
        alphas = [step.alpha for step in found.steps]
        assert alphas == sorted(alphas)
        shift, turn, step = random_vector(random), random_vector(random), 1e-5
        ends = [
            growth_distance(*pair[:3], moved_pose(pair[3], scale(shift, by), scale(turn, by))).alpha
            for by in (step, -step)
        ]
        slope = (ends[0] - ends[1]) / (2 * step)
        assert dot(found.translation, shift) + dot(found.rotation, turn) == pytest.approx(slope, rel=1e-4, abs=1e-3)
        apart += found.alpha > 1
        compared += 1
    assert compared >= 18
    assert 5 <= apart <= compared - 5


@pytest.mark.parametrize("factor", [1e-9, 1e9])
def test_scaling_everything_leaves_alpha(factor: float) -> None:
    place = random_pose(Random(1), 3)
    here = growth_distance(Box((1, 2, 3)), Pose(), Sphere(1), place)
    large = place._replace(position=scale(place.position, factor))
    there = growth_distance(Box(scale((1, 2, 3), factor)), Pose(), Sphere(factor), large)
    assert there.alpha == pytest.approx(here.alpha, rel=1e-9)
    assert there.translation == pytest.approx(scale(here.translation, 1 / factor), rel=1e-6)


def test_touching_nested_and_swapped() -> None:
    a, b, at = Box((1, 1, 1)), Sphere(0.5), Pose(position=(1.5, 0.2, 0.1))
    touching, swapped = growth_distance(a, Pose(), b, at), growth_distance(b, at, a, Pose())
    assert touching.alpha == pytest.approx(1, rel=1e-12)
    assert touching.point == pytest.approx((1, 0.2, 0.1), abs=1e-9)
    assert swapped.alpha == pytest.approx(1, rel=1e-12)
    assert growth_distance(a, Pose(), Box((0.1, 0.1, 0.1)), Pose(position=(0.55, 0, 0))).alpha == pytest.approx(0.5)


def test_shapes_without_growth_about_their_position_are_refused() -> None:
    away = Pose(position=(3, 0, 0))
    beside = Hull(((1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)))
    for shape, name in ((Point(), "A"), (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), "A"), (beside, "A")):
        with pytest.raises(NotApplicable, match=f"{name} does not contain its position inside"):
            growth_distance(shape, Pose(), Sphere(1), away)
    with pytest.raises(NotApplicable, match="whether A contains its position is not known: degenerate input"):
        growth_distance(Box((1e160,) * 3), Pose(), Sphere(1), away)
    with pytest.raises(NotApplicable, match="the same position"):
        growth_distance(Sphere(1), away, Sphere(2), away)
    assert growth_distance(Point(0.1), Pose(), Sphere(1), away).alpha == pytest.approx(3 / 1.1)
