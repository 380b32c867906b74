"""The construction of A − B: its points, hull and sweep agree with the Minkowski difference itself."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from gjkscope.engine.construction.explain import explain, headline, probe_words
from gjkscope.engine.construction.nearest import first_point, nearest_point
from gjkscope.engine.construction.outline import shape_outline
from gjkscope.engine.construction.path import walk
from gjkscope.engine.construction.scatter import scatter_pairs
from gjkscope.engine.construction.steps import Construction, ConstructionPhase, construct
from gjkscope.engine.geometry.minkowski import SAMPLING_ERROR
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Circle, Point2, Polygon, Segment2
from gjkscope.engine.pose import Pose, plane_pose, rotation_from_quaternion
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.shapes.hulls import ConvexHull
from gjkscope.engine.shapes.kinds import Box, Ellipsoid, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.vectors import Vec3, scale
from tests.engine.kinds import of_all_kinds, shape_name

ROUNDING = 1e-12  # relative to the size of the pair
DIRECTIONS = np.random.default_rng(4).normal(size=(60, 3))
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)

TURNED = Pose(rotation_from_quaternion((0.3, -0.5, 0.2, 0.7)), (0.4, -0.2, 0.3))
TETRAHEDRON = Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
FLAT = Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)))
NEEDLE = Segment((0.0, 0.0, 0.0), (3.0, 0.0, 0.0))


def hull_of_points(random: Random, size: float) -> Hull:
    count = random.randint(1, 9)
    return Hull(tuple(tuple(random.uniform(-size, size) for _ in range(3)) for _ in range(count)))  # type: ignore[misc]


PAIRS: list[tuple[Shape, Shape]] = [
    (TETRAHEDRON, Box((0.5, 0.3, 0.2))),
    (FLAT, FLAT),
    (FLAT, NEEDLE),
    (NEEDLE, NEEDLE),
    (Point(), TETRAHEDRON),
    (TETRAHEDRON, Point()),
    (Point(), Point()),
    (Box((5.0, 5.0, 5.0)), TETRAHEDRON),
    (Triangle(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))), NEEDLE),
    (Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, -1)), ((0, 1, 2), (1, 0, 3), (2, 1, 3), (0, 2, 3))), FLAT),
]


def heights(hull: ConvexHull) -> np.ndarray:
    return np.asarray((hull.vertices @ DIRECTIONS.T).max(axis=0))


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_the_hull_of_the_differences_is_the_minkowski_difference(a: Shape, b: Shape, size: float) -> None:
    a, b = scale_shape(a, size), scale_shape(b, size)
    turned = Pose(TURNED.rotation, scale(TURNED.position, size))
    check_hull(construct(a, turned, b, Pose(position=(7 * size, 0.0, 0.0))), size)


def scale_shape(shape: Shape, size: float) -> Shape:
    if isinstance(shape, Point):
        return shape
    corners = shape.corners()  # type: ignore[attr-defined]
    return Hull(tuple(scale(corner, size) for corner in corners))


def check_hull(built: Construction, size: float) -> None:
    reach = 10 * size
    assert np.abs(heights(built.hull) - heights(built.difference.hull)).max() <= ROUNDING * reach
    flat = built.points.reshape(-1, 3) - np.array(built.offset)
    assert ((flat @ DIRECTIONS.T).max(axis=0) <= heights(built.difference.hull) + ROUNDING * reach).all()


def test_random_hulls_agree_and_the_origin_is_inside_exactly_if_they_overlap() -> None:
    random, overlapping = Random(11), 0
    for _ in range(40):
        a, b = hull_of_points(random, 1.0), hull_of_points(random, 1.0)
        pose = Pose(TURNED.rotation, tuple(random.uniform(-0.7, 0.7) for _ in range(3)))  # type: ignore[arg-type]
        built = construct(a, Pose(), b, pose)
        check_hull(built, 1.0)
        if built.hull.dimension == 3:
            hull = built.hull
            corners = hull.vertices[[face[0] for face in hull.faces]] + np.array(built.offset)
            inside = bool((np.einsum("ij,ij->i", hull.normals, corners) >= 0).all())
            assert inside == (query(a, Pose(), b, pose).verdict is Verdict.PENETRATING)
            overlapping += inside
    assert 5 <= overlapping <= 35


@pytest.mark.parametrize(("a", "b"), [*PAIRS, (Sphere(1.0), Box((0.5, 0.3, 0.2))), (Box((1, 1, 1), 0.1), NEEDLE)])
def test_the_sweep_covers_the_boundary_of_a_and_stays_inside(a: Shape, b: Shape) -> None:
    built = construct(a, TURNED, b, Pose())
    last = len(built.steps) - 2
    pieces = [built.piece(swept) for swept in built.swept(last)]
    if not built.edges_a:
        assert pieces == []
        return
    whole = heights(built.difference.hull)
    reached = np.max([heights(piece.hull) for piece in pieces], axis=0)
    assert (reached <= whole + ROUNDING * 10).all()
    lacking = 0.35 if shape_outline(a).sampled else ROUNDING * 10  # a coarse sample of A misses that much of it
    assert (reached >= whole - lacking).all()


def test_a_sweep_covers_more_from_moment_to_moment() -> None:
    built = construct(TETRAHEDRON, Pose(), Box((0.5, 0.3, 0.2)), Pose(position=(3.0, 0.0, 0.0)))
    first = next(i for i, step in enumerate(built.steps) if step.phase is ConstructionPhase.TRAVEL)
    assert built.swept(first - 1) == built.swept(first, 0.0) == ()
    moments = [(step, part) for step in range(first, len(built.steps) - 1) for part in (0.25, 0.5, 1.0)]
    reached = [
        np.max([heights(built.piece(number).hull) for number in built.swept(*moment)], axis=0) for moment in moments
    ]
    assert all((after >= before - ROUNDING * 10).all() for before, after in pairwise(reached))
    assert len(built.swept(len(built.steps) - 2)) == 4  # the faces of the tetrahedron contain all its edges


def test_steps_follow_the_plan_and_are_explained() -> None:
    built = construct(TETRAHEDRON, Pose(), Box((0.5, 0.3, 0.2)), Pose(position=(3.0, 0.0, 0.0)))
    phases = [step.phase for step in built.steps]
    assert phases == sorted(phases)
    assert set(phases) == set(ConstructionPhase)
    assert [step.exit for step in built.steps] == [Exit.RUNNING] * (len(phases) - 1) + [Exit.COMPLETE]
    assert built.steps[-1].travelled == built.steps[-1].edges == 6
    assert headline(built.steps[3], "A", "B") == "−B on a1"
    assert "Its corners are a1 − b0, a1 − b1, a1 − b2, a1 − b3 and 4 more." in explain(built.steps[3], "A", "B")
    assert all(explain(step, "P", "Q") and headline(step, "P", "Q") for step in built.steps)
    for step in built.steps[2:6]:
        assert np.allclose(np.mean(step.corners, axis=0), step.end)  # a box is centred


def test_minus_b_on_a_vertex_is_b_reflected_through_its_centre_on_that_vertex() -> None:
    built = construct(TETRAHEDRON, TURNED, Hull(((5.0, 5.0, 5.0), (6.0, 5.0, 5.0), (5.0, 7.0, 5.0))), TURNED)
    corner = np.array(((5.0, 7.0, 5.0),))
    pose = built.reflected_pose(built.steps[2].end)
    placed = -corner @ np.array(pose.rotation).T + np.array(pose.position)
    assert np.allclose(placed[0], built.points[0][built.names_b.index(2)])


PLANAR: list[Shape] = [
    Polygon(((0, 0), (2, 0), (1, 1.5))),
    Polygon(((0, 0), (2, 0), (1, 1.5)), 0.2),
    Box2((1, 0.5)),
    Circle(0.7),
    Capsule2(0.3, 0.8),
    Segment2((0, 0), (1, 2)),
    Point2(),
]


@pytest.mark.thorough
@pytest.mark.parametrize("shape", [*of_all_kinds(0.0), *of_all_kinds(0.2)[::6]], ids=shape_name)
def test_every_kind_of_shape_can_be_built_with(shape: Shape) -> None:
    check_sampled(construct(shape, TURNED, NEEDLE, Pose()))


@pytest.mark.thorough
@pytest.mark.parametrize("a", PLANAR, ids=str)
@pytest.mark.parametrize("b", PLANAR[::3], ids=str)
def test_2d_shapes_are_built_in_the_plane(a: Shape, b: Shape) -> None:
    built = construct(a, plane_pose((3, 1), 0.4), b, plane_pose((1, 1), -1.1))
    check_sampled(built)
    assert (built.points[..., 2] == 0).all()
    whole = built.difference.hull
    pieces = [built.piece(swept).hull for swept in built.swept(len(built.steps) - 2)]
    assert all((piece.vertices[:, 2] == 0).all() for piece in pieces)
    if len(built.edges_a) > 1:
        assert len(pieces) == len(built.edges_a)  # the inside is filled at the end
        reached = np.max([heights(piece) for piece in pieces], axis=0)
        # 24 points of a disc, or the sampled arcs of the difference itself.
        lacking = 0.03 if shape_outline(a).sampled else ROUNDING * 10 if built.difference.exact else 1e-3
        assert (heights(whole) - lacking <= reached).all()
        # The walk follows the boundary once, anticlockwise.
        assert not any(step.returning for step in built.steps)
        starts = built.centers[[move.start for move in built.moves]]
        area = sum(p[0] * q[1] - p[1] * q[0] for p, q in pairwise([*starts, starts[0]]))
        assert len(starts) == len(built.edges_a)
        assert len(starts) == 2 or area > 0


def check_sampled(built: Construction) -> None:
    assert built.exit is Exit.COMPLETE
    slack = ROUNDING * 10 if built.difference.exact else SAMPLING_ERROR * 10  # both may be sampled
    assert (heights(built.hull) <= heights(built.difference.hull) + slack).all()
    assert all(explain(step, "A", "B") for step in built.steps)


def test_a_2d_shape_and_a_3d_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="both must be 2D, or both 3D"):
        construct(Circle(1), Pose(), Sphere(1), Pose())


@pytest.mark.parametrize("shape", [Box((1, 2, 3)), TETRAHEDRON, Sphere(1.0), FLAT], ids=str)
def test_a_walk_travels_every_edge_and_moves_along_edges_only(shape: Shape) -> None:
    known = shape_outline(shape)
    moves = walk(known.edges, known.faces)
    assert all(first.end == second.start for first, second in pairwise(moves))
    fresh = [frozenset((move.start, move.end)) for move in moves if not move.returning]
    assert sorted(map(sorted, fresh)) == sorted(sorted(edge) for edge in known.edges)
    assert sorted(face for move in moves for face in move.completed) == list(range(len(known.faces)))
    assert len(moves) <= 1.6 * len(known.edges)


def test_a_walk_over_unconnected_edges_is_refused() -> None:
    with pytest.raises(ValueError, match="vertex 1 is not connected to all of them"):
        walk([(0, 1), (2, 3)], [])


@pytest.mark.parametrize(("a", "b"), [*PAIRS, (Ellipsoid((1.0, 0.5, 0.2)), Sphere(0.5))])
def test_scattered_pairs_are_points_of_the_shapes_and_fill_the_difference(a: Shape, b: Shape) -> None:
    built = construct(a, TURNED, b, Pose())
    of_a, of_b = scatter_pairs(built, 300, seed=3)
    assert (of_a.shape, of_b.shape) == ((300, 3), (300, 3))
    for points, shape in ((of_a, a), (of_b, b)):
        corners = shape_outline(shape).vertices
        assert ((points @ DIRECTIONS.T).max(axis=0) <= (corners @ DIRECTIONS.T).max(axis=0) + ROUNDING * 10).all()
    again, _ = scatter_pairs(built, 300, seed=3)
    assert (again == of_a).all()
    differences = of_a @ np.array(TURNED.rotation).T - of_b
    extent, whole = np.ptp(differences, axis=0), np.ptp(built.hull.vertices, axis=0)
    assert (extent >= 0.6 * whole - ROUNDING).all()  # 300 points come near all sides


def test_invalid_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="shape_b"):
        construct(TETRAHEDRON, Pose(), "box", Pose())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="pose_a"):
        construct(TETRAHEDRON, 3, TETRAHEDRON, Pose())


def test_equal_points_are_said_to_be_the_origin() -> None:
    a: Vec3 = (1.0, 2.0, 3.0)
    assert probe_words(a, a, 0.0).startswith("a and b are the same point, so a − b is the origin")
    assert probe_words(a, (1.0, 2.0, 2.5), 1e-9) == "a − b = (0, 0, 0.5): 0.5 m from the origin."


def test_the_nearest_point_of_a_2d_shape_lies_in_the_plane() -> None:
    triangle = Polygon(((0, 0), (2, 0), (0, 2)))
    assert nearest_point(triangle, Pose(), (2.0, 2.0, 5.0)) == pytest.approx((1.0, 1.0, 0.0))
    assert nearest_point(triangle, Pose(), (0.5, 0.5, 0.0)) == (0.5, 0.5, 0.0)


@pytest.mark.parametrize("shape", [*PLANAR, Sphere(0.5), Box((1, 2, 3), 0.2), TETRAHEDRON], ids=str)
def test_the_first_point_belongs_to_the_shape(shape: Shape) -> None:
    pose = plane_pose((1, 2), 0.3) if shape.dimension == 2 else TURNED
    point = first_point(shape, pose)
    assert nearest_point(shape, pose, point) == pytest.approx(point, abs=1e-9)
