"""Closed forms of the simple shapes: ties of support points, balls, moments, exact reaches, and points at a surface."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import hypot, isqrt, sqrt

import numpy as np
import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Point, Pose, Segment, Sphere, Triangle
from gjkscope.engine.shapes.exact import INSIDE, Int3, root_above, split
from gjkscope.engine.shapes.fields import Axis
from gjkscope.engine.shapes.kinds import CurvedShape, Hull, PolytopeShape, Shape, Superellipsoid
from gjkscope.engine.shapes.shape import depth_of_mean, vertices_ball
from gjkscope.engine.shapes.support import NO_INDEX, convex, mean, support
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.vectors import Vec3, cross, dot, norm, scale, sub

AXES: tuple[Axis, ...] = ("x", "y", "z")


def along(axis: Axis, height: float, x: float = 0.0, z: float = 0.0) -> Vec3:
    """A point at this height on the axis, and across it along the next two axes in turn."""
    numbers, place = [0.0] * 3, AXES.index(axis)
    numbers[place], numbers[(place + 1) % 3], numbers[(place + 2) % 3] = height, z, x
    return (numbers[0], numbers[1], numbers[2])


# --- support points ---


def test_a_box_chooses_the_positive_side_of_ties_and_numbers_its_corners_by_bits() -> None:
    core = convex(Box((1, 2, 3)), Pose())
    for x, y, z in product((-1.0, -0.0, 0.0, 1.0), repeat=3):
        point, index = support(core, (x, y, z))
        signs = [1 if number >= 0 else -1 for number in (x, y, z)]
        assert point == (signs[0], 2 * signs[1], 3 * signs[2])
        assert index == sum(2**i for i in range(3) if signs[i] > 0)
        assert Box((1, 2, 3)).corners()[index] == point


@pytest.mark.parametrize("axis", AXES)
def test_where_an_end_is_a_tie_the_choice_is_fixed(axis: Axis) -> None:
    across = along(axis, 0.0, 1.0)
    assert support(convex(Capsule(1, 3, axis), Pose()), across) == (along(axis, -3.0), 0)
    assert support(convex(Capsule(1, 3, axis), Pose()), along(axis, 1e-9, 1.0)) == (along(axis, 3.0), 1)
    assert support(convex(Cylinder(2, 3, axis), Pose()), across) == (along(axis, 3.0, 2.0), NO_INDEX)
    assert support(convex(Cylinder(2, 3, axis), Pose()), along(axis, -1e-9, 1.0))[0] == along(axis, -3.0, 2.0)
    for end in (1.0, -1.0):
        assert support(convex(Cylinder(2, 3, axis), Pose()), along(axis, end))[0] == along(axis, 3 * end)


@pytest.mark.parametrize("axis", AXES)
def test_a_cone_is_furthest_at_its_apex_up_to_the_normal_of_its_side(axis: Axis) -> None:
    """Of radius 3 and height 4: normals of the side rise by 3 for 4 across."""
    core = convex(Cone(3, 2, axis), Pose())
    assert support(core, along(axis, 3.0, 4.0)) == (along(axis, 2.0), NO_INDEX)
    assert support(core, along(axis, 3.0 - 1e-9, 4.0))[0] == along(axis, -2.0, 3.0)
    assert support(core, along(axis, 1.0))[0] == along(axis, 2.0)
    assert support(core, along(axis, -1.0))[0] == along(axis, -2.0)


def test_vertices_that_are_equally_far_give_the_first() -> None:
    hull = Hull(((1, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 1)))
    assert support(convex(hull, Pose()), (1, 0, 0)) == ((1, 0, 0), 0)
    assert support(convex(hull, Pose()), (0, 1, 0)) == ((0, 1, 0), 1)
    assert support(convex(Hull(((1e308, 0, 0), (1e308, 1e308, 1e308))), Pose()), (1, 1, 1))[1] == 1


def test_a_superellipsoid_of_exponent_one_has_vertices() -> None:
    core = convex(Superellipsoid((2, 3, 4), 1), Pose())
    for d, point in (
        ((3, 1, 1), (2, 0, 0)), ((3, 2, 1.5), (2, 0, 0)), ((1, 3, 1), (0, 3, 0)), ((1, 4, 3), (0, 3, 0)),
        ((0, 0, 1), (0, 0, 4)), ((-3, 1, 1), (-2, 0, 0)), ((1, -3, 1), (0, -3, 0)), ((1, 1, -3), (0, 0, -4)),
    ):  # fmt: skip
        assert support(core, d)[0] == point
    assert support(core, (0, 0, 0)) == ((0, 0, 0), NO_INDEX)


# --- balls ---


@pytest.mark.parametrize(
    ("shape", "ball", "inner"),
    [
        (Box((1, 2, 2)), 3, 1), (Sphere(2), 0, 0), (Point(), 0, 0), (Capsule(1, 3), 3, 0), (Cylinder(3, 4), 5, 3),
        (Cylinder(4, 3), 5, 3), (Ellipsoid((3, 1, 2)), 3, 1), (Superellipsoid((3, 1, 2), 2), 3, 1),
        (Segment((1, 0, 0), (1, 0, 6)), 3, 0), (Triangle(((0, 0, 0), (4, 0, 0), (0, 1, 0))), sqrt(5), 0),
        (Cone(2, 1), 2, 1 / sqrt(2)), (Cone(3, 1), 3, 3 / sqrt(13)), (Cone(1.5, 1), (2 + 2.25 / 2) / 2, 1.5 / 2.5),
    ],
)  # fmt: skip
def test_the_balls_around_and_in_a_core(shape: Shape, ball: float, inner: float) -> None:
    center, radius = shape.core_ball()
    assert radius == pytest.approx(ball)
    assert shape.core_inner_radius() == pytest.approx(inner)
    core = convex(shape, Pose())
    furthest = max(norm(sub(support(core, d)[0], center)) for d in product((-2.0, -1.0, 0.0, 1.0, 3.0), repeat=3))
    assert furthest <= radius + 1e-12


@pytest.mark.parametrize("axis", AXES)
def test_a_cone_is_in_the_ball_of_its_apex_and_base(axis: Axis) -> None:
    for radius, half in ((1.0, 2.0), (3.0, 2.0), (4.0, 2.0), (5.0, 2.0)):
        center, ball = Cone(radius, half, axis).core_ball()
        assert norm(sub(center, along(axis, -half, radius))) == pytest.approx(ball)
        apex = norm(sub(center, along(axis, half)))
        assert apex == pytest.approx(ball) if radius < 2 * half else apex <= ball
        assert center == (along(axis, half - ball) if radius < 2 * half else along(axis, -half))


def test_the_ball_of_vertices_and_the_depth_of_their_mean() -> None:
    assert vertices_ball(((0, 0, 0), (2, 0, 0), (0, 8, 0), (0, 0, 4))) == ((0, 4, 0), sqrt(32))
    assert depth_of_mean(Hull(Box((1, 2, 3)).corners())) == pytest.approx(1)
    assert depth_of_mean(Hull(((0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4)))) == pytest.approx(1 / sqrt(3))
    assert depth_of_mean(Triangle(((0, 0, 0), (4, 0, 0), (0, 4, 0)))) == 0
    points = np.array([[1e308, -1e308, 0.0], [1e308, -1e308, 6.0], [1e308, 1e308, 6.0]])
    assert mean(points).tolist() == pytest.approx([1e308, -1e308 / 3, 4])


# --- moments ---


@pytest.mark.parametrize("axis", AXES)
def test_moments_of_round_shapes_are_those_of_the_textbook(axis: Axis) -> None:
    """About the centre: r²/4 and h²/12 of a cylinder of height h, 3r²/20 and 3h²/80 of a cone, r²/5 of a ball."""
    place = AXES.index(axis)
    for shape, center, on, across in (
        (Cylinder(2, 3, axis), 0.0, 36 / 12, 4 / 4), (Cylinder(2, 3, axis, 1), 0.0, 64 / 12, 9 / 4),
        (Cone(2, 3, axis), -1.5, 3 * 36 / 80, 3 * 4 / 20), (Cone(2, 3, axis, 1), -2.0, 3 * 64 / 80, 3 * 9 / 20),
    ):  # fmt: skip
        middle, means = shape.mass_moments()
        assert middle == along(axis, center)
        assert means == pytest.approx([on if i == place else across for i in range(3)])
    assert Ellipsoid((1, 2, 3), 1).mass_moments() == ((0, 0, 0), pytest.approx((4 / 5, 9 / 5, 16 / 5)))
    assert Superellipsoid((1, 2, 3), 2, 1).mass_moments()[1] == pytest.approx((4 / 5, 9 / 5, 16 / 5))
    assert Superellipsoid((1, 2, 3), 1).mass_moments()[1] == pytest.approx((1 / 10, 4 / 10, 9 / 10))


@pytest.mark.parametrize("shape", [Ellipsoid, Superellipsoid])
def test_a_turn_about_an_axis_of_revolution_changes_nothing(shape: type[Ellipsoid] | type[Superellipsoid]) -> None:
    turn = (1.0, 2.0, 3.0)
    exponent = {} if shape is Ellipsoid else {"exponent": 2}
    for radii, effective in (
        ((1, 1, 1), (0, 0, 0)), ((1, 2, 2), (0, 2, 3)), ((2, 1, 2), (1, 0, 3)), ((2, 2, 1), (1, 2, 0)),
        ((1, 2, 3), (1, 2, 3)),
    ):  # fmt: skip
        assert shape(radii, **exponent).effective_turn(turn) == effective
    assert Superellipsoid((1, 1, 1), 4).effective_turn(turn) == turn
    assert Cone(1, 1).effective_turn(turn) == Cylinder(1, 1).effective_turn(turn) == (1, 0, 3)
    assert (Cone(3, 4).arm(), Cylinder(3, 4).arm(), Ellipsoid((2, 3, 1)).arm()) == (5, 5, 3)


# --- exact arithmetic ---


def test_roots_are_rounded_up() -> None:
    for square in (0, 1, 2, 3, 4, 5, 99, 100, 101, 10**40, 10**40 + 1):
        for shift in (0, 1, 7):
            root = root_above(square, shift)
            assert root * root >= square << (2 * shift)
            assert root == 0 or (root - 1) ** 2 < square << (2 * shift)
            assert (root == isqrt(square) << shift) == (isqrt(square) ** 2 == square) or shift > 0


def test_vectors_are_split_along_and_across_an_axis() -> None:
    assert [split(axis, (3, -4, 12)) for axis in AXES] == [(3, 160), (-4, 153), (12, 25)]


@pytest.mark.parametrize("axis", AXES)
def test_round_shapes_reach_exactly_as_far_as_integers_say(axis: Axis) -> None:
    """Across by (3, 4), so by 5; roots of squares are whole."""

    def direction(height: int) -> Int3:
        x, y, z = along(axis, height, 3, 4)
        return (int(x), int(y), int(z))

    for shift in (0, 3):
        for height in (-7, 0, 7):
            assert (
                Cylinder(1, 1, axis).exact_reach((2, 6, 0), direction(height), shift)
                == (10 + 42 * (height != 0)) << shift
            )
        assert Cone(1, 1, axis).exact_reach((2, 6, 0), direction(7), shift) == 42 << shift
        assert Cone(1, 1, axis).exact_reach((2, 6, 0), direction(0), shift) == 10 << shift
        assert Cone(1, 1, axis).exact_reach((2, 6, 0), direction(-7), shift) == 52 << shift
        assert Ellipsoid((1, 1, 1)).exact_reach((1, 2, 3), (2, 3, 2), shift) == (root_above(4 + 36 + 36, shift))
        assert Ellipsoid((1, 1, 1)).exact_reach((1, 2, 2), (1, 1, 1), shift) == 3 << shift


@pytest.mark.parametrize("axis", AXES)
def test_points_at_a_surface_belong_to_it_and_the_next_do_not(axis: Axis) -> None:
    def at(height: int, x: int, z: int) -> Int3:
        p, q, r = along(axis, height, x, z)
        return (int(p), int(q), int(r))

    cylinder, cone = Cylinder(1, 1, axis), Cone(1, 1, axis)
    for height, x, z, inside in (
        (6, 3, 4, True),
        (7, 3, 4, False),
        (-6, 3, 4, True),
        (-7, 0, 0, False),
        (0, 4, 4, False),
    ):
        assert cylinder.exactly_contains((5, 6, 0), at(height, x, z)) == inside
    for height, x, z, inside in (  # 10 · (6 − height) / 12 wide
        (6, 0, 0, True), (7, 0, 0, False), (6, 1, 0, False), (-6, 6, 8, True), (-6, 7, 8, False), (0, 3, 4, True),
        (0, 4, 4, False), (-7, 0, 0, False), (-12, 0, 0, False),
    ):  # fmt: skip
        assert cone.exactly_contains((10, 6, 0), at(height, x, z)) == inside
    ellipsoid = Ellipsoid((1, 1, 1))
    for point, inside in (
        ((3, 0, 0), True), ((4, 0, 0), False), ((0, 6, 0), True), ((0, 7, 0), False), ((0, 0, 9), True),
        ((0, 0, -9), True), ((0, 0, 10), False), ((1, 4, 6), True), ((2, 4, 6), False),
    ):  # fmt: skip
        assert ellipsoid.exactly_contains((3, 6, 9), point) == inside
        assert (sum(Fraction(x, r) ** 2 for x, r in zip(point, (3, 6, 9), strict=True)) <= 1) == inside


@pytest.mark.parametrize("axis", AXES)
def test_points_outside_are_moved_just_inside_and_others_stay(axis: Axis) -> None:
    cylinder, cone = Cylinder(5, 6, axis), Cone(10, 6, axis)
    for shape, point, moved in (
        (cylinder, along(axis, 2, 1, 1), along(axis, 2, 1, 1)), (cylinder, along(axis, 7, 1, 1), along(axis, 6, 1, 1)),
        (cylinder, along(axis, -7, 1, 1), along(axis, -6, 1, 1)),
        (cylinder, along(axis, 1, 6, 8), along(axis, 1, 3 * INSIDE, 4 * INSIDE)),
        (cone, along(axis, 0, 6, 8), along(axis, 0, 3 * INSIDE, 4 * INSIDE)),
        (cone, along(axis, 0, 2, 2), along(axis, 0, 2, 2)),
        (cone, along(axis, 7, 3, 4), along(axis, 6, 0, 0)), (cone, along(axis, -9, 3, 4), along(axis, -6, 3, 4)),
    ):  # fmt: skip
        assert shape.move_inside(point) == pytest.approx(moved, abs=1e-15)
        again = shape.move_inside(shape.move_inside(point))
        assert again == pytest.approx(shape.move_inside(point), abs=1e-15)
    for round_one in (Ellipsoid((3, 6, 9)), Superellipsoid((3, 6, 9), 2)):
        assert round_one.move_inside((1, 1, 1)) == (1, 1, 1)
        assert round_one.move_inside((6, 0, 0)) == pytest.approx((3 * INSIDE, 0, 0), abs=1e-15)
        assert round_one.move_inside((0, -12, 0)) == pytest.approx((0, -6 * INSIDE, 0), abs=1e-15)
        assert round_one.move_inside((0, 0, 9)) == pytest.approx((0, 0, 9 * INSIDE), abs=1e-15)


# --- surfaces ---


@pytest.mark.parametrize("shape", [Box((1, 2, 3)), HalfSpace(2), Hull(Box((1, 2, 3)).corners())], ids=lambda s: s.kind)
def test_the_surface_of_a_box_is_closed_and_faces_outwards(shape: PolytopeShape) -> None:
    surface = shape.surface()
    assert surface is not None
    assert surface.kind == SurfaceKind.SOLID
    points = [tuple(vertex) for vertex in surface.vertices.tolist()]
    assert [points[i] for i in range(8)] == [shape.corners()[name] for name in surface.names]
    sides = [(i, j) for a, b, c in surface.triangles for i, j in ((a, b), (b, c), (c, a))]
    assert len(surface.triangles) == 12
    assert sorted(sides) == sorted((j, i) for i, j in sides)
    middle = tuple(np.mean(points, axis=0).tolist())
    planes = Counter[tuple[int, tuple[float, ...]]]()
    for (a, b, c), face in zip(surface.triangles, surface.faces.tolist(), strict=True):
        normal = cross(sub(points[b], points[a]), sub(points[c], points[a]))
        assert dot(normal, sub(points[a], middle)) > 0
        planes[face, tuple(round(x, 9) + 0.0 for x in scale(normal, 1 / norm(normal)))] += 1
    assert len(planes) == 6
    assert set(planes.values()) == {2}
    assert len({face for face, _ in planes}) == 6
    assert len(surface.edges) == len(set(surface.edges)) == 12
    for i, j in surface.edges:
        assert sum(x != y for x, y in zip(points[i], points[j], strict=True)) == 1


def test_a_half_space_ends_at_its_plane() -> None:
    corners = HalfSpace(2).corners()
    assert {y for _, y, _ in corners} == {0, -2}
    assert {(x, z) for x, _, z in corners} == set(product((-2, 2), repeat=2))
    assert len(set(corners)) == 8


def test_flat_shapes_are_their_own_surface() -> None:
    triangle = Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))).surface()
    assert triangle is not None
    assert (triangle.kind, triangle.triangles) == (SurfaceKind.THIN, ((0, 1, 2),))
    assert {frozenset(edge) for edge in triangle.edges} == {frozenset(pair) for pair in ((0, 1), (1, 2), (0, 2))}
    point = Point().surface()
    assert point is not None
    assert (point.triangles, point.edges, point.vertices.tolist()) == (((0, 0, 0),), (), [[0, 0, 0]])
    assert [shape.fills_ball() for shape in (Point(), Sphere(1), Box((1, 1, 1)))] == [True, True, False]
    filled = (Box((1, 1, 1)), Box((1, 1, 1), 0.5), HalfSpace(), HalfSpace(1, 0.5), Point(), Point(0.5), Sphere(1))
    assert [shape.fills_box(True) for shape in filled] == [True, False, True, False, True, False, False]
    assert [shape.fills_box(False) for shape in filled] == [False, False, False, False, True, False, False]


@pytest.mark.parametrize(
    "shape", [Cylinder(2, 1), Cone(2, 1), Ellipsoid((1, 2, 3)), Superellipsoid((1, 2, 3), 4)], ids=repr
)
def test_the_directions_of_a_curved_shape_lead_to_points_all_around_it(shape: CurvedShape) -> None:
    core = convex(shape, Pose())
    points = np.array([support(core, (x, y, z))[0] for x, y, z in shape.directions().tolist()])
    sizes = core.size if core.size[2] else (core.size[0], core.size[1], core.size[0])
    assert points.max(axis=0) == pytest.approx(sizes, rel=0.05)
    assert points.min(axis=0) == pytest.approx([-x for x in sizes], rel=0.05)
    if isinstance(shape, Cylinder | Cone):
        on_rims = Counter((round(y, 9), round(hypot(x, z), 9)) for x, y, z in points.tolist())
        expected = {(1, 2), (-1, 2)} if isinstance(shape, Cylinder) else {(1, 0), (-1, 2)}
        assert set(on_rims) == expected
    assert len(np.unique(points.round(9), axis=0)) >= 40


@pytest.mark.parametrize(("radius", "half"), [(2.0, 1.0), (3.0, 2.0), (0.5, 4.0)])
def test_the_rings_of_a_cone_are_beside_the_normals_of_its_side_and_of_its_base(radius: float, half: float) -> None:
    """Next to the side's normal, on either side of it: there the support point is the apex, and then the rim."""
    cone = Cone(radius, half)
    upper, lower, base = np.split(cone.directions(), 3)
    slope = np.array([radius, 2 * half]) / hypot(radius, 2 * half)  # from the axis outwards and down
    for ring, height in ((upper, half), (lower, -half), (base, -half)):
        across = np.hypot(ring[:, 0], ring[:, 2])
        for x, y, z in ring.tolist():
            assert support(convex(cone, Pose()), (x, y, z))[0][1] == height
        if ring is base:
            assert across == pytest.approx(1e-6)
            assert ring[:, 1].tolist() == [-1] * len(ring)
        else:
            assert across * slope[0] == pytest.approx(ring[:, 1] * slope[1], abs=1e-5)
            assert np.hypot(across, ring[:, 1]) == pytest.approx(1, abs=1e-5)
