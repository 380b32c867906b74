"""Which meshes are their convex hulls, and what answers about the others say."""

from dataclasses import replace
from math import cos, pi, sin
from time import perf_counter

import numpy as np
import pytest
from scipy.spatial import cKDTree

from gjkscope import Box, Hull, Mesh, Options, Point, Pose, Result, Sphere, Verdict, compare, query, query_parts, trace
from gjkscope.engine.analysis.explain_judge import explain_judgement
from gjkscope.engine.analysis.judge import Assessment, judge
from gjkscope.engine.evidence.explain import proof_words, verdict_words
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.shapes.convexity import DENT, Convexity, _close_pairs, convexity, is_hull
from gjkscope.engine.shapes.hulls import convex_hull
from tests.engine.known_meshes import CORNERS, CUBE_FACES, angle, bowl, cube, gridded_cube, ring
from tests.engine.round_hulls import fibonacci

CONVEX, CONCAVE, OPEN, NO_FACES = Convexity.CONVEX, Convexity.CONCAVE, Convexity.OPEN, Convexity.NO_FACES
SQUARE = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)]
LINE = [(0, 0, 0), (1, 0, 0), (3, 0, 0)]
TURNED = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]


def reversed_faces(faces: tuple[tuple[int, int, int], ...]) -> list[tuple[int, int, int]]:
    return [(c, b, a) for a, b, c in faces]


def soup(mesh: Mesh) -> Mesh:
    """The mesh with vertices of its own for each face, as in STL files."""
    corners = [mesh.vertices[i] for face in mesh.faces for i in face]
    return Mesh(corners, np.arange(len(corners)).reshape(-1, 3))


def seamed_cylinder(count: int = 24) -> Mesh:
    """Both ends of its seam have vertices of their own, which differ by the rounding of sin(2π)."""
    ends = [(cos(2 * pi * i / count), y, sin(2 * pi * i / count)) for i in range(count + 1) for y in (-1, 1)]
    sides = [face for i in range(count) for face in ((2 * i, 2 * i + 1, 2 * i + 3), (2 * i, 2 * i + 3, 2 * i + 2))]
    caps = [face for i in range(1, count - 1) for face in ((0, 2 * i, 2 * i + 2), (1, 2 * i + 3, 2 * i + 1))]
    return Mesh(ends, sides + caps)


def merge(*meshes: Mesh) -> Mesh:
    vertices, faces = [], []
    for mesh in meshes:
        faces += [tuple(i + len(vertices) for i in face) for face in mesh.faces]
        vertices += mesh.vertices
    return Mesh(vertices, faces)


KNOWN = {
    "cube": (cube(), CONVEX),
    "cube, every face with its own vertices": (soup(cube()), CONVEX),
    "cube of mixed windings": (Mesh(CORNERS, (*CUBE_FACES[:5], *reversed_faces(CUBE_FACES[5:]))), CONVEX),
    "cube inside out": (Mesh(CORNERS, reversed_faces(CUBE_FACES)), CONVEX),
    "cube, every face twice": (Mesh(CORNERS, CUBE_FACES * 2), CONVEX),
    "cube of two-sided faces": (Mesh(CORNERS, [*CUBE_FACES, *reversed_faces(CUBE_FACES)]), CONVEX),
    "gridded cube": (gridded_cube(7), CONVEX),
    "cube with T-junctions": (gridded_cube(4, only=(1, 2)), CONVEX),
    "cylinder with a seam": (seamed_cylinder(), CONVEX),
    "unused vertices inside": (Mesh((*CORNERS, (0.1, 0.2, 0.3)), CUBE_FACES), CONVEX),
    "unused vertex outside": (Mesh((*CORNERS, (5, 0, 0)), CUBE_FACES), CONCAVE),
    "sheet": (Mesh(SQUARE, [(0, 1, 2), (0, 2, 3)]), CONVEX),
    "sheet of two sides, cut differently": (Mesh(SQUARE, [(0, 1, 2), (0, 2, 3), (3, 1, 0), (3, 2, 1)]), CONVEX),
    "triangle": (Mesh(SQUARE[:3], [(0, 1, 2)]), CONVEX),
    "half a sheet": (Mesh(SQUARE, [(0, 1, 2)]), OPEN),
    "segment": (Mesh(LINE, [(0, 1, 2)]), CONVEX),
    "segments with a gap": (Mesh([*LINE, (2, 0, 0)], [(0, 1, 1), (2, 3, 3)]), OPEN),
    "point": (Mesh([(1, 2, 3)], []), CONVEX),
    "vertices only": (Mesh(CORNERS, []), NO_FACES),
    "open box": (Mesh(CORNERS, CUBE_FACES[:-2]), OPEN),
    "open box of two sides": (Mesh(CORNERS, [*CUBE_FACES[:-2], *reversed_faces(CUBE_FACES[:-2])]), OPEN),
    "cube with a hole in a grid": (Mesh(gridded_cube(4).vertices, gridded_cube(4).faces[:-1]), OPEN),
    "cube with an open T-junction": (
        Mesh(gridded_cube(4, only=(5,)).vertices, gridded_cube(4, only=(5,)).faces[:-1]),
        OPEN,
    ),
    "cube with a cavity": (merge(cube(), Mesh(np.array(CORNERS) / 2, reversed_faces(CUBE_FACES))), CONCAVE),
    "cube with an inner wall": (Mesh(CORNERS, [*CUBE_FACES, (0, 1, 7)]), CONCAVE),
    "two cubes": (merge(cube(), Mesh(np.array(CORNERS) + 3, CUBE_FACES)), CONCAVE),
    "ring": (ring(), CONCAVE),
    "L": (angle(), CONCAVE),
    "bowl": (bowl(), CONCAVE),
}


@pytest.mark.parametrize("name", KNOWN)
def test_whether_a_mesh_is_its_hull(name: str) -> None:
    mesh, expected = KNOWN[name]
    assert convexity(mesh) is expected
    for scale in (1e-200, 1e-3, 1e6, 1e200):
        assert convexity(replace(mesh, vertices=np.array(mesh.vertices) * scale)) is expected
    turned = np.array(mesh.vertices) @ TURNED.T + (4, 5, 6)
    assert convexity(replace(mesh, vertices=turned)) is expected
    assert is_hull(mesh) is (expected is CONVEX)


def test_other_shapes_are_their_hulls() -> None:
    assert is_hull(Box((1, 1, 1)))
    assert is_hull(Hull(CORNERS))
    assert is_hull(Sphere(1))


@pytest.mark.parametrize("inwards", [1e-16, 1e-12, 1e-9, 1e-6, 0.1, 0.9])
def test_a_pushed_vertex_of_a_gridded_cube_is_a_dent(inwards: float) -> None:
    """The middle of a side's grid: beyond the tolerance, the mesh is concave, however little."""
    mesh = gridded_cube(2)
    middle = mesh.vertices.index((1.0, 0.0, 0.0))
    vertices = [*mesh.vertices]
    vertices[middle] = (1 - inwards, 0, 0)
    assert convexity(Mesh(vertices, mesh.faces)) is (CONVEX if inwards < 2 * DENT else CONCAVE)
    assert convexity(bowl(inwards)) is (CONVEX if inwards < 2 * DENT else CONCAVE)
    assert convexity(bowl(-inwards)) is CONVEX  # outwards, it is the tip of a pyramid


@pytest.mark.parametrize("inwards", [1e-12, 1e-9, 1e-6, 0.1, 0.5])
def test_a_pushed_corner_of_a_cube_bends_diagonals_in_or_out(inwards: float) -> None:
    """The three sides at corner 7 bend along their diagonals: those that start at the corner bend inwards."""
    corners = [*CORNERS[:7], (1 - inwards,) * 3]
    through = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)]
    through += [(2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
    across = [*CUBE_FACES[:2], *CUBE_FACES[4:6], *CUBE_FACES[8:10]]
    across += [(4, 6, 5), (6, 7, 5), (2, 3, 6), (3, 7, 6), (1, 5, 3), (5, 7, 3)]
    assert convexity(Mesh(corners, across)) is CONVEX
    assert convexity(Mesh(corners, through)) is (CONVEX if inwards < DENT else CONCAVE)


@pytest.mark.thorough
@pytest.mark.slow
def test_large_meshes_take_no_longer_than_their_hulls() -> None:
    corners = np.array(fibonacci(8_000).vertices)
    hull = convex_hull(corners)
    mesh = Mesh(corners, hull.indices[hull.triangles])
    began = perf_counter()
    convex_hull(corners)
    of_hull = perf_counter() - began
    query(mesh, Pose(), Point(), Pose(position=(3, 0, 0)))  # finds the hull
    convexity.cache_clear()
    began = perf_counter()
    assert convexity(mesh) is CONVEX
    assert perf_counter() - began < of_hull + 0.2
    dented = corners.copy()
    dented[3_000] *= 0.999
    assert convexity(Mesh(dented, mesh.faces)) is CONCAVE
    assert convexity(Mesh(corners, mesh.faces[1:])) is OPEN


# --- answers ---


def test_a_ball_in_the_hole_of_a_ring_is_penetrating_only_of_its_hull() -> None:
    result = query(ring(), Pose(), Sphere(0.5), Pose())
    assert (result.verdict, round(result.signed_distance, 12)) == (Verdict.PENETRATING, -0.75)  # of the hull
    assert (result.hulled, result.of_hulls) == ((True, False), True)
    assert (result.certified, result.proved) == (False, None)
    assert (verdict_words(result), proof_words(result)) == ("penetrating (of its hull)", "not certified (of its hull)")
    assert result.certificate is not None
    assert result.certificate.of_hulls


OF_TRIANGLES = {"brute", "mesh-distance"}
"""What does not take the hull."""


@pytest.mark.parametrize("mesh", [ring(), angle(), bowl(), KNOWN["open box"][0]])
def test_no_algorithm_calls_an_answer_about_a_hull_certified(mesh: Mesh) -> None:
    for position in ((0.2, 0.1, 0.3), (9, 0, 0)):
        pair = mesh, Pose(), Box((0.1, 0.1, 0.1)), Pose(position=position)
        comparison = compare(*pair)
        for row in comparison.rows:
            if row.algorithm in OF_TRIANGLES:
                assert not row.result.of_hulls
            else:
                assert row.result.of_hulls
                assert not row.certified
                assert row.result.proved is None
                assert "not certified (of its hull)" in proof_words(row.result)
                assert trace(*pair, row.algorithm).result.hulled == (True, False)
        for judged in judge(comparison.rows, 1.0, meshes=True):
            assert judged.row.algorithm in OF_TRIANGLES or judged.standing is not Assessment.CERTIFIED
            assert judged.row.algorithm in OF_TRIANGLES or judged.standing is not Assessment.VERDICT_CERTIFIED
            assert "certified" not in explain_judgement(judged)


def test_brute_force_is_about_the_mesh_itself() -> None:
    """In the hole, its verdict is that of the mesh; the hulls prove nothing about it."""
    crossings = Options(crossings=True)
    inside = query(ring(), Pose(), Box((0.1, 0.1, 0.1)), Pose(), "brute", crossings)
    assert (inside.verdict, inside.of_hulls, inside.certified) == (Verdict.SEPARATED, False, False)
    assert verdict_words(inside) == "separated"
    beyond = query(ring(), Pose(), Box((0.1, 0.1, 0.1)), Pose(position=(3, 0, 0)), "brute", crossings)
    assert (beyond.verdict, beyond.of_hulls) == (Verdict.SEPARATED, False)
    assert proof_words(beyond) == "verdict certified, distance at least 1.65 m"


def test_both_meshes_may_be_taken_as_hulls() -> None:
    result = query(ring(), Pose(), angle(), Pose())
    assert (result.hulled, hull_words(result)) == ((True, True), "of their hulls")


def test_convex_meshes_stay_certified() -> None:
    for mesh in (cube(), gridded_cube(5), seamed_cylinder(), Mesh(SQUARE, [(0, 1, 2), (0, 2, 3)])):
        result = query(mesh, Pose(), Point(), Pose(position=(0.5, 4, 0.25)))
        assert result.certified
        assert not result.of_hulls
        assert verdict_words(result) == "separated"
        assert result.certificate is not None
        assert not result.certificate.of_hulls


def test_parts_answer_for_the_mesh() -> None:
    """In the corner of an L, the ball is 0.25 m from both arms; its hull contains the ball's centre."""
    arms = [[(x, y, z) for x in (0, u) for y in (0, v) for z in (0, 1)] for u, v in ((2, 1), (1, 2))]
    pair = replace(angle(), parts=arms), Pose(), Sphere(0.125), Pose(position=(1.375, 1.375, 0.5))
    search = query_parts(*pair)
    assert round(search.result.signed_distance, 12) == 0.25
    assert not search.result.of_hulls
    assert verdict_words(search.result) == "separated"
    whole: Result = query(*pair)
    assert whole.verdict is Verdict.PENETRATING
    assert whole.of_hulls
    other = query_parts(*pair[:2], ring(), Pose(position=(5, 0, 0)))
    assert other.result.hulled == (False, True)
    assert "(of its hull)" in verdict_words(other.result)


def test_a_single_part_of_a_concave_mesh_is_its_hull() -> None:
    """As where CoACD is not installed."""
    hull = [corner for corner in angle().vertices if corner[:2] != (1, 1)]
    search = query_parts(replace(angle(), parts=[hull]), Pose(), Sphere(0.125), Pose(position=(1.375, 1.375, 0.5)))
    assert search.result.verdict is Verdict.PENETRATING
    assert verdict_words(search.result) == "penetrating (of its hull)"
    assert query_parts(replace(cube(), parts=[CORNERS]), Pose(), Point(), Pose()).result.hulled == (False, False)


def test_close_points_are_found_as_by_a_tree() -> None:
    rng = np.random.default_rng(5)
    for width in (2, 4, 30):  # of the cube that 200 points are in, in units of the distance
        cells = np.unique(rng.integers(-width, width, (200, 3)), axis=0)
        points = (cells + rng.uniform(-0.5, 0.5, cells.shape)) * DENT
        expected = cKDTree(points).query_pairs(DENT)
        assert {(min(pair), max(pair)) for pair in _close_pairs(points, cells).tolist()} == expected
        assert len(expected) > 5 or width > 4
