"""Heightfields: their triangles, holes and diagonals; distances against exact arithmetic over all triangles."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import (
    Box,
    Exit,
    HeightField,
    Mesh,
    NotApplicable,
    Point,
    Pose,
    Segment,
    Shape,
    Sphere,
    Triangle,
    Verdict,
    overlapping_triangles,
    query,
    resolve_terrain,
)
from gjkscope.engine.advancement.motion import EARTH, Motion
from gjkscope.engine.resolution.terrain import place_triangles
from gjkscope.engine.shapes.convexity import Convexity, convexity, is_hull
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.simulation.simulation import Rules, WorldBody, advance, world
from gjkscope.engine.vectors import Vec3
from tests.engine.moving import at

ROUNDING = 1e-13  # of lengths of some metres
COUNT = 40
AXES = ("x", "y", "z")
DIAGONALS = ("main", "anti")
STEP = HeightField([(0, 0, 1), (0, 0, 1), (0, 0, 1)])


def answer(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Any:
    return query(a, pose_a, b, pose_b, "mesh-distance")


# --- triangles ---


@pytest.mark.parametrize("diagonal", DIAGONALS)
@pytest.mark.parametrize("axis", AXES)
def test_samples_lie_where_the_convention_says(axis: str, diagonal: str) -> None:
    heights = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)]
    field = HeightField(heights, (0.5, 2.0), axis, diagonal)  # type: ignore[arg-type]
    up = AXES.index(axis)
    across, along = sorted({0, 1, 2} - {up})
    for number, vertex in enumerate(field.vertices):
        i, j = divmod(number, 4)
        assert vertex[up] == heights[i][j]
        assert vertex[across] == (j - 1.5) * 0.5
        assert vertex[along] == (i - 1.0) * 2.0


@pytest.mark.parametrize("diagonal", DIAGONALS)
@pytest.mark.parametrize("axis", AXES)
def test_fronts_look_along_the_axis_and_triangles_fill_their_cells(axis: str, diagonal: str) -> None:
    random = Random(f"{axis} {diagonal}")
    heights = [[random.uniform(-1, 1) for _ in range(4)] for _ in range(3)]
    field = HeightField(heights, (0.5, 2.0), axis, diagonal, holes=[(0, 1)])  # type: ignore[arg-type]
    corners = np.array(field.vertices)[np.array(field.faces)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert normals[:, AXES.index(axis)].tolist() == pytest.approx([1.0] * 10)  # twice the area of half a cell
    assert [field.cell_of(face) for face in range(0, 10, 2)] == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert [field.cell_of(face) for face in range(1, 10, 2)] == [field.cell_of(face) for face in range(0, 10, 2)]


@pytest.mark.parametrize(("diagonal", "ridge"), [("main", {0, 3}), ("anti", {1, 2})])
def test_the_diagonal_joins_the_corners_that_its_name_says(diagonal: Any, ridge: set[int]) -> None:
    first, second = HeightField([(0, 1), (2, 3)], diagonal=diagonal).faces
    assert {*first} & {*second} == ridge
    assert {0, 1} <= {*first}  # that at the side of row i


def test_samples_that_no_triangle_has_are_no_vertices() -> None:
    """They would count for the hull and the bounds."""
    field = HeightField([(9, 0, 0), (0, 0, 0)], holes=[(0, 0)])
    assert len(field.vertices) == 4
    assert max(y for _, y, _ in field.vertices) == 0
    assert field.faces == ((0, 1, 3)[::-1], (0, 3, 2)[::-1])


def test_it_is_an_open_surface_and_its_own_hull_only_if_it_is_flat_and_whole() -> None:
    flat = HeightField([(1, 1, 1), (1, 1, 1)])
    surface = STEP.surface()
    assert surface is not None
    assert surface.kind is SurfaceKind.OPEN
    assert is_hull(flat)
    assert convexity(HeightField([(1, 1, 1, 1), (1, 1, 1, 1)], holes=[(0, 1)])) is Convexity.OPEN
    assert convexity(STEP) is Convexity.OPEN
    assert convexity(HeightField([(0, 1, 0, 1), (0, 1, 0, 1)])) is Convexity.CONCAVE


def test_equal_heightfields_have_equal_hashes() -> None:
    assert HeightField(np.array([(0.0, 1.0), (2.0, 3.0)])) == HeightField([(0, 1), (2, 3)])
    assert hash(HeightField([(0, 1), (2, 3)])) == hash(HeightField([(0, 1), (2, 3)]))
    assert HeightField([(0, 1), (2, 3)]) != HeightField([(0, 1), (2, 3)], diagonal="anti")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"heights": []}, "heights: a heightfield needs at least 2 rows, got 0"),
        ({"heights": [(0, 1)]}, "heights: a heightfield needs at least 2 rows, got 1"),
        ({"heights": [(0,), (1,)]}, r"heights\[0\]: a row needs at least 2 heights, got 1"),
        ({"heights": [(0, 1), (1, 2, 3)]}, r"heights\[1\]: must have 2 heights like the first row, got 3"),
        ({"heights": [(0, 1), (1, float("nan"))]}, r"heights\[1\]\[1\]: must be finite, got nan"),
        ({"heights": [(0, 1), (1, "2")]}, r"heights\[1\]\[1\]: must be a number, got '2'"),
        ({"heights": [0, 1]}, r"heights\[0\]: must be a list of heights, got 0"),
        ({"cell_size": (1, 0)}, r"cell_size\[1\]: must be > 0, got 0\.0"),
        ({"cell_size": (1e308, 1)}, r"cell_size\[0\]: 2 cells must stay within double precision, got 1e\+308"),
        ({"axis": "w"}, "axis: must be x, y or z, got 'w'"),
        ({"diagonal": "left"}, "diagonal: must be main or anti, got 'left'"),
        ({"holes": [(0, 0), (0, 1)]}, "holes: must leave at least 1 cell, got all 2"),
        ({"holes": [(0, 1), (0, 1)]}, r"holes\[1\]: must be another cell than holes\[0\], got \(0, 1\)"),
        ({"holes": [(1, 0)]}, r"holes\[0\]: must be a cell from row 0 to 0 and column 0 to 1, got \(1, 0\)"),
        ({"holes": [(0, -1)]}, r"holes\[0\]: must be a cell from row 0 to 0 and column 0 to 1, got \(0, -1\)"),
        ({"holes": [(0, 0.5)]}, r"holes\[0\]: must be a row and a column, got \(0, 0\.5\)"),
    ],
)
def test_a_fault_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HeightField(**{"heights": [(0, 1, 2), (3, 4, 5)], **fields})


# --- against exact arithmetic over all triangles ---


def random_field(random: Random) -> HeightField:
    """Of 3 × 4 samples at whole coordinates, with or without holes, in any axis and diagonal."""
    heights = [[float(random.randrange(-2, 3)) for _ in range(3)] for _ in range(3)]
    cells = [*product(range(2), repeat=2)]
    holes = random.sample(cells, random.choice((0, 0, 1, 2)))
    return HeightField(heights, (1.0, 2.0), random.choice(AXES), random.choice(DIAGONALS), holes)  # type: ignore[arg-type]


def random_other(random: Random) -> Shape:
    corners: list[Vec3] = [
        (random.randrange(-2, 3), random.randrange(-2, 3), random.randrange(-2, 3)) for _ in range(3)
    ]
    return random.choice((random_field(random), Point(), Segment(*corners[:2]), Triangle(corners), Box((1, 1, 1))))  # type: ignore[arg-type]


def triangles_of(shape: Shape) -> list[Shape]:
    if isinstance(shape, HeightField):
        return [Triangle(tuple(shape.vertices[i] for i in face)) for face in shape.faces]  # type: ignore[arg-type]
    return [shape]


def test_distances_and_contacts_are_those_of_exact_arithmetic_over_all_triangles() -> None:
    random, verdicts = Random("heightfields"), Counter[Verdict]()
    for _ in range(COUNT):
        a, b = random_field(random), random_other(random)
        there = Pose(position=tuple(float(random.randrange(-3, 4)) for _ in range(3)))  # type: ignore[arg-type]
        parts = triangles_of(a), triangles_of(b)
        exact = {
            (i, j): query(p, Pose(), q, there, "exact").signed_distance
            for (i, p), (j, q) in product(*map(enumerate, parts))
        }
        truth, found = min(exact.values()), answer(a, Pose(), b, there)  # type: ignore[type-var]
        verdicts[found.verdict] += 1
        assert truth is not None
        assert_agrees(found, truth)
        touching = [(i, j) for (i, j), distance in exact.items() if distance <= 0]  # type: ignore[operator]
        pairs = overlapping_triangles(a, Pose(), b, there)
        assert [(pair.triangle_a, max(pair.triangle_b, 0)) for pair in pairs] == touching
    assert verdicts[Verdict.SEPARATED] > COUNT // 5
    assert verdicts[Verdict.PENETRATING] > COUNT // 10
    assert verdicts[Verdict.TOUCHING] + verdicts[Verdict.UNDECIDED] > 3


def assert_agrees(found: Any, truth: float) -> None:
    if truth > 0:
        assert found.verdict is Verdict.SEPARATED
        assert found.signed_distance == pytest.approx(truth, abs=ROUNDING)
    elif truth < 0:
        assert found.verdict is Verdict.PENETRATING
        assert found.upper >= truth - ROUNDING
    else:
        assert found.verdict in (Verdict.TOUCHING, Verdict.UNDECIDED)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
def test_the_size_does_not_matter(size: float) -> None:
    """Over the lower step of a stair, a ball is nearer to its riser than to the hull's slope."""
    stair = HeightField([(0, 0, size), (0, 0, size)], (size, 2 * size))
    found = answer(stair, Pose(), Sphere(size / 4), Pose(position=(-0.5 * size, 0.5 * size, 0.0)))
    assert found.verdict is Verdict.SEPARATED
    assert found.signed_distance == pytest.approx(size / 4, rel=1e-9)


def test_far_from_the_origin_it_is_as_exact_as_the_coordinates() -> None:
    far = (1e9, 1e9, -1e9)
    found = answer(STEP, Pose(position=far), Point(), Pose(position=(1e9 - 0.5, 1e9 + 0.25, -1e9)))
    assert found.signed_distance == 0.25


def test_a_ball_falls_through_a_hole_and_rests_beside_it() -> None:
    heights = [[0.0] * 4] * 4
    whole, holed = HeightField(heights), HeightField(heights, holes=[(1, 1)])
    for field, verdict in ((whole, Verdict.PENETRATING), (holed, Verdict.SEPARATED)):
        assert answer(field, Pose(), Sphere(0.25), Pose()).verdict is verdict
        assert answer(field, Pose(), Sphere(0.25), at(1.0)).verdict is Verdict.PENETRATING
    assert answer(holed, Pose(), Sphere(0.25), Pose()).signed_distance == 0.25


def test_below_it_is_outside() -> None:
    assert answer(STEP, Pose(), Box((0.1, 0.1, 0.1)), at(0, -5)).verdict is Verdict.SEPARATED


# --- algorithms for convex shapes ---


def test_convex_algorithms_take_the_hull_and_say_so() -> None:
    result = query(STEP, Pose(), Sphere(0.1), at(0.5, 0.7))
    assert result.of_hulls
    assert result.hulled == (True, False)
    with pytest.raises(NotApplicable, match="heightfield"):
        query(STEP, Pose(), Sphere(0.1), at(0.5, 0.7), "clamp")


def test_brute_force_finds_that_it_is_open() -> None:
    brute = query(STEP, Pose(), Box((0.25, 0.25, 0.25)), at(-0.5, 0.75), "brute")
    assert (brute.verdict, brute.exit) == (Verdict.UNDECIDED, Exit.NOT_WATERTIGHT)
    assert answer(STEP, Pose(), Box((0.25, 0.25, 0.25)), at(-0.5, 0.75)).signed_distance == 0.5


def test_a_terrain_pushes_a_body_out_upwards() -> None:
    flat = HeightField([[0.0] * 3] * 3)
    triangles = place_triangles(flat, Pose())
    assert len(triangles) == 8
    resolved = resolve_terrain(Box((0.25, 0.25, 0.25)), at(0.1, 0.2, 0.1), triangles)
    assert resolved.pose.position == pytest.approx((0.1, 0.25, 0.1))


def test_a_mesh_of_the_same_triangles_gives_the_same_answer() -> None:
    mesh = Mesh(STEP.vertices, STEP.faces)
    for height in (0.1, 0.6, 2.0):
        pair = (Box((0.2, 0.3, 0.2)), Pose(position=(0.3, height, 0.2)))
        assert answer(STEP, Pose(), *pair) == answer(mesh, Pose(), *pair)


def test_in_a_simulation_a_ball_rests_on_a_fixed_one_or_falls_through_its_hole() -> None:
    ground = WorldBody(HeightField([[0.0] * 7] * 3, holes=[(0, 4), (1, 4)]), Pose(), mass=0.0, friction=0.0)
    heights = []
    for x in (-2.0, 1.5):
        ball = WorldBody(Sphere(0.3), at(x, 0.5, 0.1), Motion((0.0, 0.0, 0.0)), 1.0, 0.0)
        started = world([ground, ball], EARTH, "impulses")
        tick = started.first
        for _ in range(40):
            tick = advance(started, tick, Rules())
        heights.append(tick.places[1].pose.position[1])
    assert heights == [pytest.approx(0.3, abs=0.01), pytest.approx(-1.7, abs=0.1)]
