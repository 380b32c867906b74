"""Convex hulls: properties of every hull, and degenerate inputs that Qhull itself rejects."""

from collections.abc import Callable
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.engine.shapes import hulls, large_faces
from gjkscope.engine.shapes.hulls import ConvexHull, _surface_of_pyramids, convex_hull
from gjkscope.engine.shapes.qhull import TRIANGULATED, Triangulation, qhull

Floats = npt.NDArray[np.float64]

# Relative to the largest coordinate: a few dozen ulps, for sums and rotations here and in the module under test.
TOLERANCE = 1e-13

CUBE = np.array(list(product((-1.0, 1.0), repeat=3)))


def rotation(rng: np.random.Generator) -> Floats:
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def on_sphere(rng: np.random.Generator, count: int) -> Floats:
    points = rng.normal(size=(count, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def check(points: Floats, hull: ConvexHull) -> None:
    """Check the properties of a convex hull, in any dimension."""
    assert np.array_equal(hull.vertices, points[hull.indices])
    points = points / (np.abs(points).max() or 1.0)
    for face, normal in zip(hull.faces, hull.normals, strict=True):
        assert abs(np.linalg.norm(normal) - 1) <= TOLERANCE
        corners = points[hull.indices[list(face)]]
        assert ((points - corners[0]) @ normal).max() <= TOLERANCE, "a point is outside"
        assert np.abs((corners - corners[0]) @ normal).max() <= TOLERANCE, "a face is not flat"
    if hull.dimension >= 2:
        sides = hull.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2).tolist()
        assert sorted(sides) == sorted(side[::-1] for side in sides), "the surface is not closed"
    if hull.dimension == 3:
        assert len(hull.vertices) - len(hull.edges) + len(hull.faces) == 2
        assert len({tuple(side) for side in sides}) == len(sides), "an edge is used twice in one direction"


def volume(hull: ConvexHull) -> float:
    a, b, c = (hull.vertices[hull.triangles] - hull.vertices[0]).transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def test_a_cube_has_six_outward_square_faces() -> None:
    hull = convex_hull(CUBE)
    check(CUBE, hull)
    assert sorted(len(face) for face in hull.faces) == [4] * 6
    assert (len(hull.vertices), len(hull.edges), len(hull.triangles), hull.dimension) == (8, 12, 12, 3)
    assert volume(hull) == pytest.approx(8, rel=1e-14)
    for face, normal in zip(hull.faces, hull.normals, strict=True):
        assert hull.vertices[list(face)].mean(axis=0) == pytest.approx(normal)
        a, b, c = hull.vertices[list(face[:3])]
        assert np.cross(b - a, c - b) @ normal > 0, "not counter-clockwise"
    normals = np.cross(*np.diff(CUBE[hull.indices][hull.triangles], axis=1).transpose(1, 0, 2)) / 4
    assert hull.normals[hull.triangle_faces] == pytest.approx(normals, abs=1e-15)


@pytest.mark.parametrize("seed", range(10))
def test_random_sets_give_closed_outward_hulls_that_contain_all_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for points in (rng.normal(size=(40, 3)), on_sphere(rng, 60), rng.uniform(-1, 1, (200, 3)) * [1, 0.01, 3]):
        hull = convex_hull(points)
        check(points, hull)
        assert volume(hull) > 0
        assert len(hull.triangles) == 2 * len(hull.vertices) - 4


@pytest.mark.parametrize("seed", range(10))
def test_extra_coplanar_points_are_no_corners(seed: int) -> None:
    """A grid of points in any orientation has the eight corners and six faces of its box."""
    rng = np.random.default_rng(seed)
    axes = [np.linspace(-1, 1, n) for n in rng.integers(2, 7, 3)]
    points = np.array(list(product(*axes))) * rng.uniform(0.1, 2, 3) @ rotation(rng).T + rng.normal(size=3)
    hull = convex_hull(points)
    check(points, hull)
    assert (len(hull.vertices), len(hull.faces)) == (8, 6)


def test_points_on_polygon_sides_are_no_corners() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        axes = [np.linspace(-1, 1, n) for n in rng.integers(2, 8, 2)]
        points = np.array(list(product(*axes, [0.0]))) * rng.uniform(0.01, 2, 3) @ rotation(rng).T + rng.normal(size=3)
        hull = convex_hull(points)
        check(points, hull)
        assert (hull.dimension, len(hull.vertices)) == (2, 4)


@pytest.mark.parametrize("sides", [3, 5, 17, 64])
def test_each_end_of_a_prism_is_a_single_face(sides: int) -> None:
    angles = np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = np.concatenate([np.insert(ring, 2, height, axis=1) for height in (-1.0, 1.0)])
    hull = convex_hull(points @ rotation(np.random.default_rng(sides)).T)
    assert sorted(len(face) for face in hull.faces) == sorted([4] * sides + [sides] * 2)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_points_does_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = np.concatenate([rng.normal(size=(30, 3)), CUBE * 2])
    order = rng.permutation(len(points))
    hull, shuffled = convex_hull(points), convex_hull(points[order])
    assert set(hull.indices.tolist()) == set(order[shuffled.indices].tolist())
    assert outlines(hull, hull.indices) == outlines(shuffled, order[shuffled.indices])


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1e-6, 1e6, 1e12, 1e300])
def test_moving_rotating_and_scaling_changes_no_face(scale: float) -> None:
    rng = np.random.default_rng(7)
    points = np.concatenate([rng.normal(size=(30, 3)), CUBE * 2])
    hull = convex_hull(points)
    moved = convex_hull((points @ rotation(rng).T + rng.normal(size=3)) * scale)
    assert outlines(hull, hull.indices) == outlines(moved, moved.indices)


def outlines(hull: ConvexHull, names: npt.NDArray[np.intp]) -> set[tuple[int, ...]]:
    """The faces as input indices, each starting at its smallest one."""
    loops = [names[list(face)].tolist() for face in hull.faces]
    return {tuple(loop[loop.index(min(loop)) :] + loop[: loop.index(min(loop))]) for loop in loops}


FLAT = CUBE * [1, 1, 0]
LINE = CUBE * [1, 0, 0]
TURNED = rotation(np.random.default_rng(11)).T
FAR = np.array([1e6, -2e6, 3e5])

ZOO = {
    "one point": (np.array([[1.0, 2.0, 3.0]]), 0),
    "the origin": (np.zeros((1, 3)), 0),
    "one point many times": (np.ones((9, 3)), 0),
    "two points": (CUBE[[0, 7]], 1),
    "two points, the smallest numbers apart": (np.array([[0.0, 0, 0], [5e-324, 0, 0]]), 1),
    "three points in a row": (np.array([[0.0, 0, 0], [1, 1, 1], [3, 3, 3]]) / 7, 1),
    "a line turned": (LINE @ TURNED, 1),
    "a line far away": (LINE @ TURNED + FAR, 1),
    "three points": (CUBE[[0, 1, 2]] @ TURNED, 2),
    "a needle of a triangle": (np.array([[0.0, 0, 0], [1, 0, 0], [0.5, 1e-9, 0]]), 2),
    "a square with doubles": (FLAT, 2),
    "a square turned": (FLAT @ TURNED, 2),
    "a square far away": (FLAT @ TURNED + FAR, 2),
    "a square of 1e-12": (FLAT @ TURNED * 1e-12, 2),
    "a cube": (CUBE, 3),
    "a cube with doubles": (np.repeat(CUBE, 5, axis=0), 3),
    "a cube with doubles but for rounding": (np.repeat(CUBE, 8, axis=0) * (1 + 1e-16 * np.arange(64)[:, None]), 3),
    "a cube of 1e-300": (CUBE @ TURNED * 1e-300, 3),
    "a cube of the largest numbers": (CUBE * 1.7e308, 3),
    "a small cube far away": (CUBE @ TURNED * 1e-3 + FAR, 3),
    "a needle": (CUBE * [1, 1e-9, 1e-9] @ TURNED, 3),
    "a plate": (CUBE * [1, 1, 1e-11] @ TURNED, 3),
    "a blade": (CUBE * [1, 1e-5, 1e-10] @ TURNED, 3),
    "a plate too thin for its place": (CUBE * [1, 1, 1e-11] @ TURNED + FAR, 2),
}


@pytest.mark.parametrize("name", ZOO)
def test_degenerate_input_has_a_hull_of_its_own_dimension(name: str) -> None:
    points, dimension = ZOO[name]
    hull = convex_hull(points)
    check(points, hull)
    assert hull.dimension == dimension
    corners = {0: (1, 0, 0), 1: (2, 1, 0), 3: (8, 12, 6)}
    counts = (len(hull.vertices), len(hull.edges), len(hull.faces))
    if dimension == 2:
        assert counts == (counts[0], counts[0], 2)
        assert counts[0] == (4 if len(points) > 3 else 3)
        assert np.array_equal(hull.normals[0], -hull.normals[1])
        assert hull.faces[0] == hull.faces[1][::-1]
    else:
        assert counts == corners[dimension]


@pytest.mark.parametrize("noise", [1e-17, 1e-15, 1e-14, 1e-12, 1e-9])
@pytest.mark.parametrize("thinness", [1.0, 1e-6, 1e-12])
def test_noise_around_corners_leaves_the_surface_closed(noise: float, thinness: float) -> None:
    rng = np.random.default_rng(3)
    for _ in range(5):
        crowd = np.repeat(CUBE, 8, axis=0)
        points = (crowd + noise * rng.normal(size=crowd.shape)) * [1, 1, thinness] @ rotation(rng).T
        check(points, convex_hull(points))


def test_arrays_are_read_only() -> None:
    hull = convex_hull(CUBE)
    with pytest.raises(ValueError, match="read-only"):
        hull.vertices[0, 0] = 5


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (np.empty((0, 3)), "n ≥ 1"),
        (np.zeros((4, 2)), r"shape \(4, 2\)"),
        (np.zeros(3), r"shape \(3,\)"),
        (np.array([[0, 0, np.nan]]), "finite"),
        (np.array([[0, 0, np.inf]]), "finite"),
    ],
)
def test_an_invalid_point_set_is_rejected(points: Floats, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        convex_hull(points)


# --- large faces ---


def prism_points(sides: int) -> Floats:
    angles = 2 * np.pi * np.arange(sides) / sides
    return np.array([(np.cos(angle), y, np.sin(angle)) for y in (-1, 1) for angle in angles])


def dome_on_a_base(rng: np.random.Generator) -> Floats:
    dome = on_sphere(rng, 300)
    dome[:, 1] = np.abs(dome[:, 1])
    return np.concatenate([dome, prism_points(240) * [1, 0, 1]])


def box_with_points_on_its_faces(rng: np.random.Generator) -> Floats:
    points = rng.uniform(-1, 1, (1200, 3))
    points[np.arange(1200), np.arange(1200) % 3] = rng.choice([-1, 1], 1200)
    return np.concatenate([points, CUBE])


def almost_flat_rims(_: np.random.Generator) -> Floats:
    """A disc, and around it a ring that leans by 0.001, on both sides."""
    return np.concatenate([prism_points(300), prism_points(300) * [0.5, 1.0005, 0.5]])


LARGE_FACED: dict[str, Callable[[np.random.Generator], Floats]] = {
    "prism": lambda _: prism_points(300),
    "cone": lambda _: np.concatenate([prism_points(400)[:400], [[0.3, 2.0, 0.1]]]),
    "pencil": lambda _: prism_points(300) * [0.01, 1, 0.02],
    "plate": lambda _: prism_points(300) * [1, 1e-4, 1],
    "twice": lambda _: np.repeat(prism_points(300), 2, axis=0),
    "dome": dome_on_a_base,
    "box": box_with_points_on_its_faces,
    "almost flat rims": almost_flat_rims,
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests with fewer points, as Qhull takes long to merge the faces that they are compared with."""
    monkeypatch.setattr(large_faces, "MANY", 400)
    monkeypatch.setattr(large_faces, "LARGE", 100)


def largest_faces(hull: ConvexHull) -> set[frozenset[tuple[float, ...]]]:
    most = max(len(face) for face in hull.faces)
    return {frozenset(map(tuple, hull.vertices[list(face)].tolist())) for face in hull.faces if len(face) == most}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", LARGE_FACED)
def test_large_faces_are_those_that_qhull_merges(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    points = LARGE_FACED[name](rng) @ rotation(rng).T
    hull = convex_hull(points)
    check(points, hull)
    monkeypatch.setattr(large_faces, "MANY", len(points) + 1)
    merged = convex_hull(points)
    assert largest_faces(hull) == largest_faces(merged)
    assert len(hull.vertices) == len(merged.vertices)


@pytest.mark.thorough
def test_a_prism_of_ten_thousand_sides_needs_no_merging(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def record(points: Floats, options: str = TRIANGULATED) -> Triangulation:
        calls.append((len(points), options))
        return qhull(points, options)

    for module in (hulls, large_faces):
        monkeypatch.setattr(module, "qhull", record)
    hull = convex_hull(prism_points(10_000))
    assert sorted(len(face) for face in hull.faces)[-2:] == [10_000, 10_000]
    assert max(count for count, options in calls if options == TRIANGULATED) < large_faces.MANY


@pytest.mark.usefixtures("small")
def test_a_face_with_neighbours_nearly_in_its_plane_is_merged_by_qhull() -> None:
    points = almost_flat_rims(np.random.default_rng(7))
    assert _surface_of_pyramids(points, np.ones(3)) is None
    assert max(len(face) for face in convex_hull(points).faces) == 300
