"""Surfaces: closed, outward, on the shape, with the shape's own normals."""

from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.app.view.drawing.surfaces import SURFACES_KEPT, Surface, drawn_hull, surface, surface_at
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.pose import Pose, apply, rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import IDENTITY
from tests.engine.kinds import CLOUD, CORNERS, POSES, SHAPES, shape_name

Floats = npt.NDArray[np.float64]

MOST_TRIANGLES = 3000
TURN = rotation_from_quaternion((0.3, -0.5, 0.2, 0.7))

FLAT = kinds.Point | kinds.Segment | kinds.HeightField  # without a rounding
SOLID = [shape for shape in SHAPES if shape.rounding > 0 or not isinstance(shape, FLAT)]
CUBE = tuple((x, y, z) for x, y, z in product((-1.0, 1.0), repeat=3))

solid = pytest.mark.parametrize("shape", SOLID, ids=shape_name)


def test_a_heightfield_is_drawn_with_its_grid_and_diagonals() -> None:
    drawn = surface(kinds.HeightField([(0, 0, 0), (0, 0, 0)], diagonal="anti", holes=[(0, 1)]))
    edges = {frozenset(map(tuple, edge)) for edge in drawn.edges.tolist()}
    assert len(drawn.positions) == 2
    assert len(edges) == len(drawn.edges) == 5
    assert frozenset({(0.0, 0.0, -0.5), (-1.0, 0.0, 0.5)}) in edges
    assert (drawn.normals == (0, 1, 0)).all()


def check(skin: Surface) -> None:
    """Check that it is closed and faces outward, with unit normals that agree with the triangles."""
    _, corners = np.unique(skin.positions.reshape(-1, 3), axis=0, return_inverse=True)
    sides = corners.reshape(-1, 3)[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2).tolist()
    assert sorted(sides) == sorted(side[::-1] for side in sides), "the surface is not closed"
    assert volume(skin) >= 0
    assert np.linalg.norm(skin.normals, axis=2) == pytest.approx(1, abs=1e-14)
    a, b, c = skin.positions.transpose(1, 0, 2)
    areas = np.cross(b - a, c - a)
    assert (np.einsum("ij,ikj->ik", areas, skin.normals) > 0).all(), "a normal looks inward"


def volume(skin: Surface) -> float:
    a, b, c = (skin.positions - skin.positions[0, 0]).transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def extent(skin: Surface) -> float:
    return float(np.ptp(skin.positions.reshape(-1, 3), axis=0).max())


def beyond(shape: kinds.Shape, points: Floats, directions: Floats) -> Floats:
    """How far each point lies inside the shape's supporting plane in its direction; 0 on the surface."""
    core = convex(shape, Pose())
    heights = [np.dot(support(core, (x, y, z))[0], (x, y, z)) + core.radius for x, y, z in directions.tolist()]
    return np.asarray(heights - np.einsum("ij,ij->i", points, directions))


@solid
def test_surfaces_are_closed_and_face_outward(shape: kinds.Shape) -> None:
    skin = surface(shape)
    check(skin)
    assert 0 < len(skin.positions) < MOST_TRIANGLES


@solid
def test_each_corner_is_the_support_point_of_its_normal(shape: kinds.Shape) -> None:
    """So it is on the surface, and the normal is the shape's normal there."""
    skin = surface(shape)
    inside = beyond(shape, skin.positions.reshape(-1, 3)[::7], skin.normals.reshape(-1, 3)[::7])
    # At the tip of a cone each triangle has the normal of its own middle: off by half a segment, which is harmless.
    assert np.abs(inside).max() <= 1e-14 * extent(skin)


@solid
def test_surfaces_fill_the_shape(shape: kinds.Shape) -> None:
    """In no direction does the shape extend visibly further than its surface."""
    skin = surface(shape)
    directions = np.random.default_rng(1).normal(size=(60, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    reach = (skin.positions.reshape(-1, 3) @ directions.T).max(axis=0)
    missing = beyond(shape, directions * reach[:, None], directions)
    assert missing.min() >= -1e-14 * extent(skin)
    assert missing.max() <= 0.005 * extent(skin)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (kinds.Box((1, 2, 3)), 48.0),
        (kinds.Sphere(1.0), 4 / 3 * np.pi),
        (kinds.Ellipsoid((1, 2, 3)), 8 * np.pi),
        (kinds.Cylinder(0.5, 1.0, "x"), 0.5 * np.pi),
        (kinds.Cone(0.5, 1.0, "z"), 0.5 * np.pi / 3),
        (kinds.Capsule(0.5, 1.0), 0.5 * np.pi + np.pi / 6),
        (kinds.Box((1, 1, 1), 0.5), 8 + 6 * 4 * 0.5 + 12 * 2 * np.pi / 16 + np.pi / 6),
        (kinds.Triangle(CORNERS), 0.0),
    ],
    ids=str,
)
def test_volumes_match_the_formulas(shape: kinds.Shape, expected: float) -> None:
    assert volume(surface(shape)) == pytest.approx(expected, rel=0.01, abs=1e-15)


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        (kinds.Point(), 0),
        (kinds.Segment((0, 0, 0), (1, 2, 3)), 1),
        (kinds.Triangle(CORNERS), 3),
        (kinds.Triangle(((0, 0, 0), (1, 1, 1), (3, 3, 3))), 1),
        (kinds.Triangle(((1, 1, 1), (1, 1, 1), (1, 1, 1))), 0),
        (kinds.Box((1, 2, 3)), 12),
        (kinds.Box((1, 2, 3), 0.1), 24),
        (kinds.Sphere(1), 3 * 48),
        (kinds.Ellipsoid((1, 2, 3)), 3 * 48),
        (kinds.Capsule(1, 2), 2 * 48),
        (kinds.Cylinder(1, 2), 2 * 48),
        (kinds.Cylinder(1, 2, "y", 0.1), 4 * 48),
        (kinds.Cone(1, 2), 48),
        (kinds.Hull(CUBE), 12),
        (kinds.Hull(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))), 4),
        (kinds.Hull(((0, 0, 0),)), 0),
    ],
    ids=str,
)
def test_the_number_of_edges_of_each_kind(shape: kinds.Shape, count: int) -> None:
    assert surface(shape).edges.shape == (count, 2, 3)


def test_the_edges_of_a_box_are_its_twelve_edges() -> None:
    starts, ends = surface(kinds.Box((1, 2, 3))).edges.transpose(1, 0, 2)
    assert (np.abs(starts) == [1, 2, 3]).all()
    assert (np.count_nonzero(starts - ends, axis=1) == 1).all()
    assert len({tuple(edge) for edge in np.concatenate([starts, ends], axis=1).tolist()}) == 12


def test_a_round_shape_with_an_axis_lies_along_it() -> None:
    for axis, index in zip("xyz", range(3), strict=True):
        for kind in (kinds.Capsule, kinds.Cylinder, kinds.Cone):
            reach = np.ptp(surface(kind(0.1, 5.0, axis)).positions.reshape(-1, 3), axis=0)
            assert reach.argmax() == index
        tip = surface(kinds.Cone(1.0, 2.0, axis)).positions.reshape(-1, 3)[:, index]
        assert np.count_nonzero(tip == 2.0) == 48
        assert np.count_nonzero(tip == -2.0) > 48


def cube_mesh(hole: bool = False) -> kinds.Mesh:
    squares = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [triangle for a, b, c, d in squares for triangle in ((a, b, c), (a, c, d))]
    return kinds.Mesh(CUBE, tuple(faces[2:] if hole else faces))


def test_a_mesh_is_drawn_unchanged_and_flat_between_its_creases() -> None:
    skin = surface(cube_mesh())
    check(skin)
    assert (len(skin.positions), len(skin.edges)) == (12, 12)
    assert np.abs(skin.normals).max(axis=2) == pytest.approx(1)


def test_a_mesh_shows_its_boundary() -> None:
    skin = surface(cube_mesh(hole=True))
    assert len(skin.positions) == 10
    assert len(skin.edges) == 12


def test_a_fine_round_mesh_is_shaded_smooth() -> None:
    ball = surface(kinds.Sphere(1.0))
    points, numbers = np.unique(ball.positions.reshape(-1, 3), axis=0, return_inverse=True)
    mesh = kinds.Mesh(tuple(map(tuple, points.tolist())), tuple(map(tuple, numbers.reshape(-1, 3).tolist())))
    skin = surface(mesh)
    check(skin)
    assert len(skin.edges) == 0
    assert np.abs(skin.normals - ball.positions).max() < 0.03


def test_a_mesh_with_rounding_or_without_faces_is_drawn_as_its_hull() -> None:
    check(surface(kinds.Mesh(CUBE, cube_mesh().faces, rounding=0.25)))
    assert volume(surface(kinds.Mesh(CUBE, ()))) == pytest.approx(8)


def test_an_exact_difference_is_flat_and_a_sampled_one_smooth() -> None:
    boxes = minkowski_difference(kinds.Box((1, 1, 1)), IDENTITY, kinds.Box((0.5, 0.5, 0.5)), TURN)
    skin = drawn_hull(boxes.hull, boxes.smooth)
    check(skin)
    assert np.array_equal(skin.normals[:, 0], skin.normals[:, 1])
    assert len(skin.edges) == len(boxes.hull.edges)
    round_box = minkowski_difference(kinds.Sphere(0.5), IDENTITY, kinds.Box((1, 1, 1)), TURN)
    skin = drawn_hull(round_box.hull, round_box.smooth)
    check(skin)
    assert len(skin.edges) == 0
    assert not np.array_equal(skin.normals[:, 0], skin.normals[:, 1])
    # On the flat sides the normals are those of the box.
    largest = np.linalg.norm(np.cross(*np.diff(skin.positions, axis=1).transpose(1, 0, 2)), axis=1) > 1.9
    assert np.count_nonzero(largest) == 12
    assert np.abs(skin.normals[largest] @ np.array(TURN)).max(axis=2) == pytest.approx(1, abs=1e-3)


def test_a_sampled_rim_stays_sharp() -> None:
    can = minkowski_difference(kinds.Cylinder(0.5, 1.0), TURN, kinds.Point(), IDENTITY)
    skin = drawn_hull(can.hull, can.smooth)
    check(skin)
    along = skin.normals @ np.array(TURN)[:, 1]
    assert np.minimum(np.abs(along), np.abs(np.abs(along) - 1)).max() < 0.02
    assert len(skin.edges) >= 2 * 64


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_placing_a_surface_applies_the_pose(pose: Pose) -> None:
    local = surface(kinds.Hull(CLOUD))
    there = surface_at(local, pose)
    for kind, exact in (("positions", pose), ("normals", Pose(pose.rotation)), ("edges", pose)):
        mine = getattr(there, kind).reshape(-1, 3)[::5]
        expected = [apply(exact, (x, y, z)) for x, y, z in getattr(local, kind).reshape(-1, 3)[::5].tolist()]
        assert mine == pytest.approx(np.array(expected), abs=4 * np.spacing(1 + np.abs(exact.position).max()))


def test_a_surface_is_cached_and_read_only() -> None:
    assert 2 * len(SHAPES) < SURFACES_KEPT
    first = surface(kinds.Sphere(0.7))
    assert surface(kinds.Sphere(0.7)) is first
    with pytest.raises(ValueError, match="read-only"):
        first.positions[0] = 0


@pytest.mark.parametrize("scale", [1e-12, 1e-6, 1e6, 1e12])
def test_size_does_not_matter(scale: float) -> None:
    cloud = kinds.Hull(tuple((x * scale, y * scale, z * scale) for x, y, z in CUBE), scale / 3)
    for shape in (
        kinds.Box((scale, scale, 2 * scale), scale / 10),
        kinds.Cone(scale, scale),
        kinds.Ellipsoid((scale, 2 * scale, scale)),
        cloud,
    ):
        check(surface(shape))


@pytest.mark.parametrize("rounding", [1e-3, 1e-9, 1e-14, 1e-16])
def test_a_tiny_rounding_is_harmless(rounding: float) -> None:
    skin = surface(kinds.Box((1, 1, 1), rounding))
    check(skin)
    assert volume(skin) == pytest.approx(8, rel=2 * 3 * rounding + 1e-12)
