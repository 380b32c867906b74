"""Picking, compared with rays whose first hit has a closed form."""

from math import cos, hypot, pi, sqrt

import numpy as np
import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation
from gjkscope.app.view.drawing.picking import pick, ray_triangles
from gjkscope.app.view.drawing.surfaces import SEGMENTS
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.vectors import Vec3, add, row_times, scale, sub, unit

CUBE = Box((1.0, 1.0, 1.0))
TURNED = (0.2, -0.4, 0.1, 0.7)
# How far inside a round surface its flat facets may lie, relative to the radius.
FACETED = 1 - cos(pi / SEGMENTS) ** 2


def body(name: str, shape: Shape, position: Vec3 = (0.0, 0.0, 0.0), orientation=(0.0, 0.0, 0.0, 1.0)) -> Body:
    return Body(name, shape, PositionOrientation(position, orientation))


def hit_point(bodies: tuple[Body, ...], origin: Vec3, target: Vec3) -> Vec3:
    hit = pick(bodies, origin, unit(sub(target, origin)))
    assert hit is not None
    return hit[1]


def test_a_ray_hits_a_box_where_the_slab_method_says() -> None:
    random = np.random.default_rng(3)
    hits = 0
    for _ in range(300):
        origin = unit(tuple(random.normal(size=3).tolist()))
        origin = scale(origin, 4.0)
        direction = unit(sub(tuple(random.uniform(-2.0, 2.0, 3).tolist()), origin))
        expected = slab_distance(origin, direction, (1.0, 1.0, 1.0))
        hit = pick((body("A", CUBE),), origin, direction)
        assert (hit is None) == (expected is None)
        if hit is not None and expected is not None:
            hits += 1
            assert hit[1] == pytest.approx(add(origin, scale(direction, expected)), abs=1e-12)
    assert 90 < hits < 210  # neither all rays hit nor all miss


def slab_distance(origin: Vec3, direction: Vec3, half: Vec3) -> float | None:
    enter, leave = 0.0, np.inf
    for o, d, h in zip(origin, direction, half, strict=True):
        near, far = sorted(((-h - o) / d, (h - o) / d))
        enter, leave = max(enter, near), min(leave, far)
    return enter if enter <= leave else None


def test_picking_follows_the_position_and_rotation_of_a_body() -> None:
    """The ray is transformed along with the body, and so is the hit."""
    placed = body("A", CUBE, (3.0, -1.0, 2.0), TURNED)
    pose = placed.pose
    for target in ((1.0, 0.3, -0.2), (0.1, 1.0, 0.4), (0.2, -0.3, -1.0)):
        origin = (5.0 * target[0], 4.0 * target[1], 6.0 * target[2])
        direction = unit(sub(target, origin))
        local = pick((body("A", CUBE),), origin, direction)
        world = pick((placed,), apply(pose, origin), row_times(pose.rotation, direction))
        assert local is not None
        assert world is not None
        assert world[1] == pytest.approx(apply(pose, local[1]), abs=1e-12)


@pytest.mark.parametrize("radius", [1e-6, 0.7, 1e6])
def test_a_ray_hits_a_sphere_where_the_quadratic_says(radius: float) -> None:
    random = np.random.default_rng(4)
    for _ in range(50):
        origin = scale(unit(tuple(random.normal(size=3).tolist())), 3.0 * radius)
        target = scale(unit(tuple(random.normal(size=3).tolist())), 0.5 * radius)
        direction = unit(sub(target, origin))
        b, c = np.dot(origin, direction), np.dot(origin, origin) - radius**2
        expected = -b - sqrt(b * b - c)
        hit = pick((body("A", Sphere(radius)),), origin, direction)
        assert hit is not None
        distance = hypot(*sub(hit[1], origin))
        # The facets lie inside; an oblique ray reaches them later by 1/cos of its angle, here at most 2/√3.
        assert -1e-12 * radius <= distance - expected <= 2 * FACETED * radius


def test_the_nearest_body_is_picked_whatever_the_order() -> None:
    near, far = body("near", CUBE, (0.0, 0.0, 5.0)), body("far", CUBE)
    for bodies in ((near, far), (far, near)):
        hit = pick(bodies, (0.2, 0.1, 20.0), (0.0, 0.0, -1.0))
        assert hit is not None
        assert hit[0] is near
        assert hit[1] == pytest.approx((0.2, 0.1, 6.0))


def test_the_first_of_two_coincident_bodies_is_picked() -> None:
    hit = pick((body("A", CUBE), body("B", CUBE)), (0.2, 0.1, 20.0), (0.0, 0.0, -1.0))
    assert hit is not None
    assert hit[0].name == "A"


@pytest.mark.parametrize("direction", [(0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
def test_bodies_beside_or_behind_the_ray_are_not_hit(direction: Vec3) -> None:
    assert pick((body("A", CUBE),), (0.2, 0.1, 20.0), direction) is None


def test_without_bodies_there_is_no_hit() -> None:
    assert pick((), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)) is None


def test_from_inside_a_body_its_far_wall_is_hit() -> None:
    assert hit_point((body("A", CUBE),), (0.2, 0.1, 0.0), (0.2, 0.1, 5.0)) == pytest.approx((0.2, 0.1, 1.0))


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_flat_shape_is_hit_from_both_sides(side: float) -> None:
    corners = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0))
    for shape in (Triangle(corners), Hull(corners), Mesh(corners, ((0, 1, 2),))):
        assert hit_point((body("A", shape),), (0.0, 0.0, 3 * side), (0.1, 0.1, 0.0)) == pytest.approx((0.1, 0.1, 0.0))


def test_a_ray_in_the_plane_of_a_flat_shape_misses() -> None:
    shape = Triangle(((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0)))
    assert pick((body("A", shape),), (-5.0, 0.0, 0.0), (1.0, 0.0, 0.0)) is None


def test_a_capsule_and_a_cylinder_are_hit_on_their_sides_and_ends() -> None:
    for shape, top in ((Capsule(0.5, 1.0), 1.5), (Cylinder(0.5, 1.0), 1.0)):
        ends = hit_point((body("A", shape),), (0.0, 9.0, 0.0), (0.0, 0.0, 0.0))
        assert ends == pytest.approx((0.0, top, 0.0), abs=FACETED)
        side = hit_point((body("A", shape),), (9.0, 0.3, 0.0), (0.0, 0.3, 0.0))
        assert side == pytest.approx((0.5, 0.3, 0.0), abs=FACETED)


def test_the_edge_between_two_triangles_has_no_gap() -> None:
    """Rays at the diagonal of a box face, which two triangles share."""
    for t in np.linspace(-0.99, 0.99, 67).tolist():
        for diagonal in ((t, t), (t, -t)):
            hit = pick((body("A", CUBE),), (*diagonal, 7.0), (0.0, 0.0, -1.0))
            assert hit is not None
            assert hit[1] == pytest.approx((*diagonal, 1.0))


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("away", [0.0, 1e6])
def test_size_and_position_do_not_matter(size: float, away: float) -> None:
    position = (away, -away, away)
    origin = add(position, (0.3 * size, 0.2 * size, 10.0 * size))
    hit = pick((body("A", Box((size, size, size)), position),), origin, (0.0, 0.0, -1.0))
    assert hit is not None
    assert hit[1][2] - position[2] == pytest.approx(size, abs=1e-12 * size + 4 * np.spacing(away))


def test_a_shape_without_a_surface_is_not_hit_without_a_tolerance_slope() -> None:
    for shape in (Point(), Segment((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), Hull(((0.0, 0.0, 0.0),))):
        assert pick((body("A", shape),), (0.0, 0.001, 5.0), (0.0, 0.0, -1.0)) is None


def test_degenerate_triangles_are_ignored() -> None:
    flat = np.array([[[0.0, 0.0, 0.0]] * 3, [[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]])
    whole = np.array([[[-1.0, -1.0, -2.0], [1.0, -1.0, -2.0], [0.0, 1.0, -2.0]]])
    origin, direction = np.array([0.0, 0.0, 3.0]), np.array([0.0, 0.0, -1.0])
    assert ray_triangles(flat, origin, direction) == np.inf
    assert ray_triangles(np.concatenate([flat, whole]), origin, direction) == pytest.approx(5.0)
    assert ray_triangles(np.empty((0, 3, 3)), origin, direction) == np.inf


def test_a_point_and_a_segment_can_be_picked_near_them() -> None:
    """They have no surface to hit: passing within the slope is enough, and nearer bodies take precedence."""
    point = Body("P", Point(), PositionOrientation((0.0, 0.0, -10.0)))
    segment = Body("S", Segment((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)), PositionOrientation((0.0, 0.5, -20.0)))
    forward = (0.0, 0.0, -1.0)
    assert pick((point, segment), (0.09, 0.0, 0.0), forward, slope=0.01) == (point, (0.09, 0.0, -10.0))
    assert pick((point, segment), (0.11, 0.0, 0.0), forward, slope=0.01) is None
    assert pick((point, segment), (0.8, 0.65, 0.0), forward, slope=0.01) == (segment, (0.8, 0.65, -20.0))
    assert pick((point, segment), (1.3, 0.5, 0.0), forward, slope=0.01) is None
    assert pick((point,), (0.0, 0.0, -11.0), forward, slope=0.01) is None  # behind
