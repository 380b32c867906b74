"""Support mappings against the shapes' definitions, reimplemented here without the mappings."""

import weakref

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.cells import MANY_SEARCHES, MANY_VERTICES, candidates_along
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.support import NO_INDEX, Convex, cloud, convex, support
from gjkscope.engine.vectors import Vec3, dot, scale, sub
from tests.engine.kinds import CLOUD, POSES, SHAPES, shape_name

Floats = npt.NDArray[np.float64]

AROUND = np.linspace(0, 2 * np.pi, 721)
everything = pytest.mark.parametrize("shape", SHAPES, ids=shape_name)


def directions(count: int) -> list[Vec3]:
    """Random directions of all lengths, and the axes, where ties and divisions by zero occur."""
    rng = np.random.default_rng(1)
    spread = rng.normal(size=(count, 3)) * 10.0 ** rng.uniform(-8, 8, (count, 1))
    return [(x, y, z) for x, y, z in np.concatenate([spread, np.eye(3), -np.eye(3)]).tolist()]


def sampled_core(shape: kinds.Shape) -> Floats:
    """Points all over the core's surface, in local coordinates, from the definition of the shape."""
    match shape:
        case kinds.Point() | kinds.Sphere():
            return np.zeros((1, 3))
        case kinds.Segment():
            return np.array([shape.a, shape.b])
        case kinds.Triangle() | kinds.Hull() | kinds.Mesh():
            return np.array(shape.vertices)
        case kinds.Box():
            return np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * shape.half_extents
        case kinds.Ellipsoid():
            heights = np.linspace(-1, 1, 181)[:, None] * np.pi / 2
            units = [np.cos(heights) * np.cos(AROUND), np.sin(heights) * np.ones(721), np.cos(heights) * np.sin(AROUND)]
            return np.stack(units, axis=-1).reshape(-1, 3) * shape.radii
        case kinds.Superellipsoid():
            units = sampled_core(kinds.Ellipsoid((1, 1, 1)))
            return np.copysign(np.abs(units) ** (2 / shape.exponent), units) * shape.radii  # Σ |x/r|ᵖ is |u|² = 1
        case kinds.Capsule() | kinds.Cylinder() | kinds.Cone():
            return on_axis(shape)
        case _:  # registered, but without a formula here: no support point lies further than another one
            core = convex(shape, Pose())
            return np.array([support(core, (x, y, z))[0] for x, y, z in even_directions(4000).tolist()])


def on_axis(shape: kinds.Capsule | kinds.Cylinder | kinds.Cone) -> Floats:
    axis = "xyz".index(shape.axis)
    rings = {
        kinds.Capsule: [(0.0, 1.0), (0.0, -1.0)],
        kinds.Cylinder: [(1.0, 1.0), (1.0, -1.0)],
        kinds.Cone: [(0.0, 1.0), (1.0, -1.0)],
    }[type(shape)]
    points = np.zeros((len(rings), len(AROUND), 3))
    for ring, (radius, height) in zip(points, rings, strict=True):
        ring[:, axis] = height * shape.half_height
        ring[:, axis - 1] = radius * shape.radius * np.cos(AROUND)
        ring[:, axis - 2] = radius * shape.radius * np.sin(AROUND)
    return points.reshape(-1, 3)


def radius_of(shape: kinds.Shape) -> float:
    return shape.rounding + (shape.radius if isinstance(shape, kinds.Sphere | kinds.Capsule) else 0.0)


@pytest.mark.thorough
@everything
def test_no_point_of_the_core_lies_further_than_its_support_point(shape: kinds.Shape) -> None:
    sampled = sampled_core(shape)
    for pose in POSES.values():
        core = convex(shape, pose)
        points = sampled @ np.array(pose.rotation).T  # relative to the position, to compare to the last digits
        extent = np.linalg.norm(points, axis=1).max()
        for direction in directions(60):
            unit = np.array(direction) / np.linalg.norm(direction)
            height = float(np.dot(sub(support(core, direction)[0], pose.position), unit))
            rounding = 1e-15 * extent + 4 * np.spacing(np.abs(pose.position).max())
            assert (points @ unit).max() <= height + rounding
            # Samples half a degree apart miss a curved surface by 1 − cos(½°) of its size.
            assert height <= (points @ unit).max() + 4e-5 * extent + rounding
        assert core.radius == pytest.approx(radius_of(shape), rel=1e-15)


@everything
def test_the_support_point_does_not_depend_on_the_length_of_the_direction(shape: kinds.Shape) -> None:
    core = convex(shape, POSES["turned"])
    for direction in directions(20):
        point, index = support(core, direction)
        longer = support(core, scale(direction, 4.0))  # a power of two: no rounding
        assert longer == (point, index)


@everything
def test_moving_a_shape_moves_its_support_points(shape: kinds.Shape) -> None:
    pose, offset = POSES["turned"], (16.0, -32.0, 64.0)
    here, there = convex(shape, Pose(pose.rotation)), convex(shape, Pose(pose.rotation, offset))
    for direction in directions(20):
        moved = sub(support(there, direction)[0], offset)
        assert moved == pytest.approx(support(here, direction)[0], abs=1e-13)


@everything
def test_the_centre_lies_well_inside(shape: kinds.Shape) -> None:
    """The core does not end before its centre in any direction."""
    for pose in POSES.values():
        core = convex(shape, pose)
        for direction in directions(60):
            unit = scale(direction, 1 / float(np.linalg.norm(direction)))
            assert dot(sub(support(core, unit)[0], core.center), unit) >= -4 * np.spacing(
                1 + np.abs(core.position).max()
            )


def index_points(core: Convex) -> dict[int, Vec3]:
    """Collect support points by index; the same index must always be the same point."""
    met: dict[int, Vec3] = {}
    for direction in directions(300):
        point, index = support(core, direction)
        assert met.setdefault(index, point) == point
    return met


def test_a_box_numbers_its_corners_by_their_signs() -> None:
    pose = POSES["turned"]
    met = index_points(convex(kinds.Box((1, 2, 3)), pose))
    assert set(met) == set(range(8))
    for index, point in met.items():
        x, y, z = (1 if index >> bit & 1 else -1 for bit in range(3))
        assert point == pytest.approx(apply(pose, (x, 2 * y, 3 * z)), abs=1e-14)


def test_a_hull_numbers_its_vertices_as_given() -> None:
    met = index_points(convex(kinds.Hull(CLOUD), POSES["turned"]))
    assert len(met) >= 10
    for index, point in met.items():
        assert point == pytest.approx(apply(POSES["turned"], CLOUD[index]), abs=1e-14)


@pytest.mark.parametrize("shape", [kinds.Cylinder(0.4, 0.9), kinds.Cone(0.4, 0.9), kinds.Ellipsoid((1, 2, 3))], ids=str)
def test_a_curved_core_has_no_indices(shape: kinds.Shape) -> None:
    core = convex(shape, Pose())
    assert {support(core, direction)[1] for direction in directions(20)} == {NO_INDEX}


def test_the_zero_direction_still_gives_a_point_of_the_shape() -> None:
    for shape in SHAPES:
        point, _ = support(convex(shape, Pose()), (0.0, 0.0, 0.0))
        assert np.isfinite(point).all()


def test_the_vertices_become_an_array_once_for_all_poses() -> None:
    here, there = (convex(kinds.Hull(CLOUD), pose).vertices for pose in (Pose(), POSES["turned"]))
    assert here is there
    with pytest.raises(ValueError, match="read-only"):
        here[0] = 0.0


@pytest.mark.parametrize("rounded", [True, False], ids=["ties", "spread"])
def test_a_large_hull_has_the_same_support_points_once_its_cells_are_found(rounded: bool) -> None:
    points = np.random.default_rng(3).normal(size=(MANY_VERTICES, 3))
    core = convex(kinds.Hull(points.round(1) if rounded else points), POSES["turned"])
    assert candidates_along(core.vertices, (1.0, 0.0, 0.0)) is None
    sought = directions(MANY_SEARCHES)
    before = [support(core, direction) for direction in sought]
    assert [support(core, direction) for direction in sought] == before
    few = candidates_along(core.vertices, (1.0, 0.0, 0.0))
    assert few is not None
    assert len(few.indices) < len(points) / 10
    assert candidates_along(core.vertices, (0.0, 0.0, 0.0)) is None


def test_the_cells_of_a_hull_are_forgotten_with_its_vertices() -> None:
    vertices = cloud(tuple(directions(MANY_VERTICES))).array
    tables = [candidates_along(vertices, direction) for direction in directions(MANY_SEARCHES)]
    assert tables[-1] is not None
    kept = weakref.ref(tables[-1].vertices)
    del tables
    assert kept() is not None
    del vertices
    assert kept() is None
