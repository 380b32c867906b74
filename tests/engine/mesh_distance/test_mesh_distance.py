"""The distance of meshes: against brute force over all pairs of triangles, exact arithmetic, and known shapes."""

from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import inf, nextafter
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.engine import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Exit,
    Mesh,
    NotApplicable,
    Point,
    Pose,
    Segment,
    Shape,
    Sphere,
    Triangle,
    Verdict,
    batch,
    overlapping_triangles,
    query,
    trace,
)
from gjkscope.engine.brute.nearest import NEXT, on_segments, on_triangles
from gjkscope.engine.mesh_distance import MeshPhase, PairFate, State
from gjkscope.engine.meshes.tree import triangle_corners
from gjkscope.engine.result import Result, Trace
from gjkscope.engine.vectors import Vec3, norm, sub
from tests.engine.known_meshes import CUBE_FACES, angle, bowl, cube, ring
from tests.engine.meshes import torus
from tests.engine.moving import at
from tests.engine.samples import random_pose
from tests.thorough import cases

Floats = npt.NDArray[np.float64]

SEEDS = 40
ROUNDING = 1e-13  # of lengths of some metres


def run(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Trace:
    return trace(a, pose_a, b, pose_b, "mesh-distance")


def answer(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Result:
    return run(a, pose_a, b, pose_b).result


# --- brute force ---


def world(mesh: Mesh, pose: Pose) -> Floats:
    return np.asarray(triangle_corners(mesh) @ np.array(pose.rotation).T + pose.position)


def least_distance(a: Floats, b: Floats) -> float:
    """Of all pairs of triangles: vertices and faces, edges and edges; 0 if an edge passes through a triangle."""
    if any_pierces(a, b) or any_pierces(b, a):
        return 0.0
    edges_b = np.stack([b, b[:, NEXT]], axis=2).reshape(-1, 2, 3)
    return min(
        min(float(on_triangles(vec(point), b)[1].min()) for point in a.reshape(-1, 3)),
        min(float(on_triangles(vec(point), a)[1].min()) for point in b.reshape(-1, 3)),
        min(
            float(on_segments(vec(p), vec(q), edges_b)[2].min())
            for triangle in a
            for p, q in zip(triangle, triangle[NEXT], strict=True)
        ),
    )


def vec(numbers: Floats) -> Vec3:
    x, y, z = numbers.tolist()
    return (x, y, z)


def any_pierces(a: Floats, b: Floats) -> bool:
    """Whether an edge of a triangle of `a` passes through a triangle of `b`."""
    p, q = (each.reshape(-1, 1, 3) for each in (a, a[:, NEXT]))
    corners = [b[None, :, i] for i in range(3)]

    def volume(w: Floats, x: Floats, y: Floats, z: Floats) -> Floats:
        return np.asarray((np.cross(x - w, y - w) * (z - w)).sum(axis=-1))

    crosses = volume(*corners, p) * volume(*corners, q) < 0
    sides = [volume(p, q, corners[i], corners[i - 2]) for i in range(3)]
    inside = (np.minimum.reduce(sides) > 0) | (np.maximum.reduce(sides) < 0)
    return bool((crosses & inside).any())


def soup(random: Random, count: int, spread: float, size: float) -> Mesh:
    """Triangles that have nothing in common."""
    vertices: list[Vec3] = []
    for _ in range(count):
        middle = [random.uniform(-spread, spread) for _ in range(3)]
        vertices += [tuple(x + random.uniform(-size, size) for x in middle) for _ in range(3)]  # type: ignore[misc]
    return Mesh(vertices, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(count)])


@cache
def mesh_pairs() -> list[tuple[Mesh, Pose, Mesh, Pose]]:
    """Half of them soups, the others tori, rings, bowls and angles; near each other."""
    random, made = Random("mesh pairs"), list[tuple[Mesh, Pose, Mesh, Pose]]()
    solids = (torus(9, 6), ring(), bowl(), angle(), cube())
    for i in range(SEEDS):
        if i % 2:
            a, b = (soup(random, random.randrange(1, 30), 1.0, random.choice((0.1, 0.5))) for _ in range(2))
        else:
            a, b = random.choice(solids), random.choice(solids)
        made.append((a, random_pose(random, 1.0), b, random_pose(random, 1.3)))
    return made


@pytest.mark.thorough
def test_distances_are_those_of_brute_force_over_all_pairs_of_triangles() -> None:
    apart = 0
    for a, pose_a, b, pose_b in mesh_pairs():
        truth = least_distance(world(a, pose_a), world(b, pose_b))
        found = run(a, pose_a, b, pose_b)
        last: State = found.steps[-1]
        if truth == 0:
            assert found.result.verdict is Verdict.PENETRATING
            assert found.result.exit is Exit.TRIANGLES_OVERLAP
            continue
        assert last.upper == pytest.approx(truth, abs=ROUNDING)
        assert last.lower == pytest.approx(truth, abs=ROUNDING)
        if found.result.exit is not Exit.CONTAINED:
            assert_witnessed(found.result, truth)
            apart += 1
    assert 0.3 * SEEDS < apart < 0.7 * SEEDS


def assert_witnessed(result: Result, distance: float) -> None:
    """The result has that distance, and witness points and a normal that agree with it."""
    assert result.verdict is Verdict.SEPARATED
    assert result.signed_distance == pytest.approx(distance, abs=ROUNDING)
    assert result.witness_a is not None
    assert result.witness_b is not None
    assert norm(sub(result.witness_b, result.witness_a)) == pytest.approx(distance, abs=ROUNDING)


def test_bounds_close_and_nothing_pruned_is_nearer() -> None:
    for a, pose_a, b, pose_b in mesh_pairs()[::4]:
        steps = run(a, pose_a, b, pose_b).steps
        for before, after in pairwise(steps):
            assert after.lower >= before.lower
            assert after.upper <= before.upper
        last = steps[-1]
        assert all(pair.bound >= last.upper for pair in last.pairs if pair.fate is PairFate.PRUNED)
        assert last.waiting == sum(pair.fate is PairFate.WAITING for pair in last.pairs)
        assert last.pruned == sum(pair.fate is PairFate.PRUNED for pair in last.pairs)


# --- exact arithmetic ---


def grid_mesh(random: Random, count: int) -> Mesh:
    """Triangles with small whole coordinates, which often touch, are coplanar, or degenerate to segments and points."""
    vertices = [tuple(float(random.randrange(-3, 4)) for _ in range(3)) for _ in range(8)]
    return Mesh(vertices, [tuple(random.randrange(8) for _ in range(3)) for _ in range(count)])  # type: ignore[arg-type]


def exact_least(a: Mesh, b: Mesh, offset: Vec3) -> float:
    """The least signed distance of all pairs of triangles, by exact arithmetic."""
    triangles = [[tuple(mesh.vertices[i] for i in face) for face in mesh.faces] for mesh in (a, b)]
    there = Pose(position=offset)
    signed = (query(Triangle(p), Pose(), Triangle(q), there, "exact").signed_distance for p, q in product(*triangles))  # type: ignore[arg-type]
    return min(distance for distance in signed if distance is not None)


def test_small_whole_coordinates_agree_with_exact_arithmetic() -> None:
    random, verdicts = Random("whole"), Counter[Verdict]()
    count = cases(24, 60)
    for _ in range(count):
        a, b = grid_mesh(random, 4), grid_mesh(random, 4)
        offset = (float(random.randrange(-1, 8)), float(random.randrange(3)), 0.0)
        truth, found = exact_least(a, b, offset), answer(a, Pose(), b, Pose(position=offset))
        verdicts[found.verdict] += 1
        if truth > 0:
            assert_witnessed(found, truth)
        elif truth < 0:  # two triangles overlap
            assert found.verdict is Verdict.PENETRATING
            assert found.upper >= truth - ROUNDING
        else:
            assert found.verdict in (Verdict.TOUCHING, Verdict.UNDECIDED)
    assert min(verdicts[verdict] for verdict in (Verdict.SEPARATED, Verdict.PENETRATING)) > count / 6
    assert verdicts[Verdict.UNDECIDED] >= 1


def test_degenerate_triangles_are_points_and_segments() -> None:
    flat = Mesh([(0, 0, 0), (2, 0, 0), (1, 0, 0)], [(0, 1, 2), (0, 0, 0)])
    assert answer(flat, Pose(), Point(), at(1, 3)).signed_distance == 3
    assert answer(flat, Pose(), flat, at(0, 0.5, 0)).signed_distance == 0.5
    assert answer(flat, Pose(), flat, at(1.0)).verdict is Verdict.TOUCHING


# --- shapes with known answers ---


def test_a_torus_around_a_sphere_is_separated() -> None:
    hole = torus(24, 12, 1.0, 0.35)
    found = answer(hole, Pose(), Sphere(0.3), Pose())
    assert found.verdict is Verdict.SEPARATED
    assert found.signed_distance == pytest.approx(0.35, abs=0.02)
    assert query(hole, Pose(), Sphere(0.3), Pose()).hulled == (True, False)
    assert not found.of_hulls


def test_two_links_of_a_chain_are_separated() -> None:
    link = torus(16, 8, 1.0, 0.2)
    turned = Pose(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)), (1.0, 0.0, 0.0))
    found = answer(link, Pose(), link, turned)
    assert found.verdict is Verdict.SEPARATED
    assert found.signed_distance == pytest.approx(0.6, abs=0.05)


@pytest.mark.parametrize(
    "inner", [Sphere(0.1), Box((0.05, 0.05, 0.05)), Point(), Segment((0, 0, 0), (0, 0.1, 0)), cube()]
)
def test_what_is_inside_a_closed_mesh_overlaps_it_though_the_surfaces_are_apart(inner: Shape) -> None:
    solid = (
        cube()
        if not isinstance(inner, Mesh)
        else Mesh([(3 * x, 3 * y, 3 * z) for x, y, z in cube().vertices], CUBE_FACES)
    )
    for found in (answer(solid, Pose(), inner, Pose()), answer(inner, Pose(), solid, Pose())):
        assert (found.verdict, found.exit) == (Verdict.PENETRATING, Exit.CONTAINED)
        assert found.signed_distance is None
        assert found.upper <= -0.9


def fanned_box() -> Mesh:
    """Of half extents 1, 0.5 and 0.25; four triangles a side, so that the axes of its tree are its own."""
    corners = [(x, y / 2, z / 4) for x, y, z in cube().vertices]
    faces = []
    for first, second in zip(CUBE_FACES[::2], CUBE_FACES[1::2], strict=True):
        rim = (first[0], first[1], first[2], second[2])
        middle = np.mean([corners[i] for i in rim], axis=0)
        faces += [(rim[i], rim[i - 3], len(corners)) for i in range(4)]
        corners.append(vec(middle))
    return Mesh(corners, faces)


def test_a_point_is_inside_beyond_the_sides_of_the_box_of_an_oblique_pose() -> None:
    """A pose may be off a rotation by 1e-5."""
    oblique = Pose(((1.0, 9e-6, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    found = answer(fanned_box(), oblique, Point(), at(1.0 + 2.6e-6, 0.4))
    assert (found.verdict, found.exit) == (Verdict.PENETRATING, Exit.CONTAINED)
    assert answer(fanned_box(), oblique, Point(), at(1.0 + 4.6e-6, 0.4)).verdict is Verdict.SEPARATED


def test_an_open_mesh_contains_nothing() -> None:
    lidless = Mesh(cube().vertices, CUBE_FACES[:-1])
    found = answer(lidless, Pose(), Sphere(0.25), Pose())
    assert (found.verdict, found.signed_distance) == (Verdict.SEPARATED, 0.75)


def test_a_cavity_is_outside() -> None:
    vertices = [*cube().vertices, *((x / 2, y / 2, z / 2) for x, y, z in cube().vertices)]
    hollow = Mesh(vertices, [*CUBE_FACES, *((a + 8, c + 8, b + 8) for a, b, c in CUBE_FACES)])
    assert answer(hollow, Pose(), Sphere(0.25), Pose()).signed_distance == 0.25
    within = answer(hollow, Pose(), Sphere(0.125), at(0.75))
    assert (within.verdict, within.exit) == (Verdict.PENETRATING, Exit.CONTAINED)


def test_each_part_of_a_mesh_is_tested() -> None:
    """The first part is far away, the second is inside."""
    small = [(0.1 * x + 5 * (1 - i), 0.1 * y, 0.1 * z) for i in range(2) for x, y, z in cube().vertices]
    two = Mesh(small, [(a + 8 * i, b + 8 * i, c + 8 * i) for i in range(2) for a, b, c in CUBE_FACES])
    found = run(cube(), Pose(), two, Pose())
    assert (found.result.verdict, found.result.exit) == (Verdict.PENETRATING, Exit.CONTAINED)
    assert len([test for test in found.steps[0].inside if test.side == 0]) == 2


def floor() -> Mesh:
    """Of 2 m squares, open."""
    corners = [(x, 0.0, z) for x in (-4.0, -2.0, 0.0, 2.0, 4.0) for z in (-4.0, -2.0, 0.0, 2.0, 4.0)]
    squares = [5 * i + j for i in range(4) for j in range(4)]
    return Mesh(corners, [face for i in squares for face in ((i, i + 1, i + 6), (i, i + 6, i + 5))])


def test_a_box_that_rests_on_a_floor_touches_and_one_that_has_sunk_in_overlaps() -> None:
    resting = answer(floor(), Pose(), Box((1, 1, 1)), at(0.3, 1, 0.2))
    assert (resting.verdict, resting.signed_distance) == (Verdict.TOUCHING, 0)
    sunk = answer(floor(), Pose(), Box((1, 1, 1)), at(0.3, 0.9, 0.2))
    assert sunk.verdict is Verdict.PENETRATING
    assert sunk.upper <= -0.09
    assert (sunk.normal, sunk.signed_distance) == ((0, 1, 0), pytest.approx(-0.1)) or sunk.signed_distance is None


def test_a_ball_in_a_bowl_touches() -> None:
    """No plane separates their hulls."""
    bowl_of = bowl(0.5)
    gap = answer(bowl_of, Pose(), Sphere(0.2), at(1.0)).signed_distance
    assert gap is not None
    lowered = at(1.0 - gap * norm((0.5, 1.0, 0.0)))
    assert answer(bowl_of, Pose(), Sphere(0.2), lowered).verdict is Verdict.TOUCHING


def test_surfaces_that_cross_only_along_edges_are_undecided() -> None:
    found = answer(cube(), Pose(), cube(), Pose())
    assert (found.verdict, found.exit) == (Verdict.UNDECIDED, Exit.DEPTH_UNKNOWN)
    assert found.upper <= 0
    assert answer(cube(), Pose(), cube(), at(2)).verdict is Verdict.TOUCHING
    assert answer(cube(), Pose(), cube(), at(0.5, 0.3, 0.2)).verdict is Verdict.PENETRATING


def test_a_box_that_fills_a_closed_mesh_overlaps_it_though_it_only_touches_its_triangles() -> None:
    for found in (answer(cube(), Pose(), Box((1, 1, 1)), Pose()), answer(Box((1, 1, 1)), Pose(), cube(), Pose())):
        assert (found.verdict, found.exit) == (Verdict.PENETRATING, Exit.CONTAINED)
        assert found.lower <= -2
        assert found.upper == -1
        assert found.signed_distance is None


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize("kind", [Capsule, Cylinder, Cone])
def test_shapes_with_an_axis_are_as_far_from_a_convex_mesh_as_from_its_hull(kind: Any, axis: str) -> None:
    random, apart = Random(f"{kind} {axis}"), 0
    for _ in range(6):
        pair = kind(0.2, 0.9, axis), random_pose(random, 1.5), cube(), random_pose(random, 1.5)
        of_hull, found = query(*pair), answer(*pair)
        assert found.verdict is of_hull.verdict
        if of_hull.verdict is Verdict.SEPARATED:
            assert found.signed_distance == pytest.approx(of_hull.signed_distance, abs=1e-9)
            apart += 1
    assert apart > 0


def test_rounding_is_subtracted() -> None:
    rounded = Mesh(ring().vertices, ring().faces, rounding=0.25)
    assert answer(rounded, Pose(), Capsule(0.1, 0.2), Pose()).signed_distance == pytest.approx(
        answer(ring(), Pose(), Segment((0, -0.2, 0), (0, 0.2, 0)), Pose()).signed_distance - 0.35  # type: ignore[operator]
    )
    assert answer(rounded, Pose(), Sphere(0.6), Pose()).verdict is Verdict.PENETRATING


@pytest.mark.thorough
@pytest.mark.parametrize("place", [1e3, 1e8, nextafter(1e12, inf)])
def test_far_from_the_origin_only_the_positions_are_rounded(place: float) -> None:
    here = answer(torus(12, 7), Pose(), ring(), at(0.5, 1.25, 0.25)).signed_distance
    there = answer(torus(12, 7), at(place), ring(), at(place + 0.5, 1.25, 0.25)).signed_distance
    assert there == here or place > 1e11


@pytest.mark.thorough
@pytest.mark.parametrize("factor", [1e-60, 1e-9, 1e9, 1e60])
def test_tiny_and_huge_meshes(factor: float) -> None:
    a, b = (
        Mesh([(x * factor, y * factor, z * factor) for x, y, z in m.vertices], m.faces) for m in (torus(12, 7), ring())
    )
    here = answer(torus(12, 7), Pose(), ring(), at(0.5, 1.25, 0.25)).signed_distance
    there = answer(a, Pose(), b, at(0.5 * factor, 1.25 * factor, 0.25 * factor)).signed_distance
    assert here is not None
    assert there == pytest.approx(here * factor, rel=1e-12)


def test_a_mesh_without_faces_is_a_convex_solid() -> None:
    cloud = Mesh(cube().vertices, ())
    assert answer(cloud, Pose(), Sphere(1), at(3)).signed_distance == 1
    assert answer(cloud, Pose(), Sphere(0.1), Pose()).exit is Exit.TRIANGLES_OVERLAP


def test_the_phases_follow_each_other() -> None:
    phases = [step.phase for step in run(floor(), Pose(), Box((1, 1, 1)), at(0.3, 0.9, 0.2)).steps]
    assert phases[0] is MeshPhase.SEARCH
    assert phases[-1] is MeshPhase.DEPTH
    assert run(cube(), Pose(), cube(), at(5)).steps[0].phase is MeshPhase.INSIDE


# --- all triangles in contact ---


@pytest.mark.thorough
def test_the_triangles_in_contact_are_those_of_all_pairs() -> None:
    met = 0
    for a, pose_a, b, pose_b in mesh_pairs()[::3]:
        found = overlapping_triangles(a, pose_a, b, pose_b)
        corners_a, corners_b = world(a, pose_a), world(b, pose_b)
        truth = [
            (i, j)
            for i in range(len(corners_a))
            for j in np.flatnonzero(boxes_meet(corners_a[i], corners_b)).tolist()
            if least_distance(corners_a[i : i + 1], corners_b[j : j + 1]) == 0
        ]
        assert list(found) == truth
        first = overlapping_triangles(a, pose_a, b, pose_b, most=1)
        assert set(first) <= set(found)
        assert len(first) == min(len(found), 1)
        met += len(found) > 1
    assert met > 3


def boxes_meet(triangle: Floats, others: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray(
        ((others.min(axis=1) <= triangle.max(axis=0)) & (others.max(axis=1) >= triangle.min(axis=0))).all(axis=1)
    )


def test_a_box_on_a_floor_is_in_contact_with_the_triangles_below_it() -> None:
    found = overlapping_triangles(floor(), Pose(), Box((0.4, 1, 0.4)), at(1, 1, 1))
    assert found == ((20, -1), (21, -1))
    assert overlapping_triangles(floor(), Pose(), Box((0.4, 1, 0.4)), at(1, 1.001, 1)) == ()
    rounded = Mesh(floor().vertices, floor().faces, rounding=0.01)
    assert overlapping_triangles(rounded, Pose(), Box((0.4, 1, 0.4)), at(1, 1.001, 1)) == found


@pytest.mark.parametrize("most", [0, -1, 1.5, "all"])
def test_the_number_of_triangles_wanted_is_checked(most: object) -> None:
    with pytest.raises(ValueError, match="most: must be"):
        overlapping_triangles(cube(), Pose(), cube(), Pose(), most)  # type: ignore[arg-type]


def test_triangles_whose_coordinates_overflow_are_refused() -> None:
    huge = Mesh([(x * 1e200, y * 1e200, z * 1e200) for x, y, z in cube().vertices], CUBE_FACES)
    with pytest.raises(NotApplicable, match="too large or too small"):
        overlapping_triangles(huge, Pose(), cube(), Pose())


# --- 1,000 pairs ---

OFFSETS = 25


def whole_mesh(random: Random) -> Mesh:
    """Six triangles with small whole coordinates, some of which degenerate."""
    vertices = [tuple(float(random.randrange(-3, 4)) for _ in range(3)) for _ in range(9)]
    return Mesh(vertices, [tuple(random.randrange(9) for _ in range(3)) for _ in range(6)])  # type: ignore[arg-type]


def least_distances(a: Floats, b: Floats) -> Floats:
    """As `least_distance`, of triangles (n, 3, 3) and several places of others (k, m, 3, 3): (k,)."""
    places, rows = len(b), b.reshape(-1, 3, 3)
    edges_b = np.stack([rows, rows[:, NEXT]], axis=2).reshape(-1, 2, 3)
    edges_a = np.stack([a, a[:, NEXT]], axis=2).reshape(-1, 2, 3)
    least = np.full(places, inf)
    for point in a.reshape(-1, 3):
        least = np.minimum(least, on_triangles(vec(point), rows)[1].reshape(places, -1).min(axis=1))
    for p, q in edges_a:
        least = np.minimum(least, on_segments(vec(p), vec(q), edges_b)[2].reshape(places, -1).min(axis=1))
    corners_b = [on_triangles(vec(point), a)[1].min() for point in rows.reshape(-1, 3)]
    least = np.minimum(least, np.array(corners_b).reshape(places, -1).min(axis=1))
    pierced = [any_pierces(a, each) or any_pierces(each, a) for each in b]
    return np.where(pierced, -1.0, least)


@pytest.mark.thorough
def test_hundreds_of_pairs_agree_with_brute_force() -> None:
    """Signs of volumes of small whole numbers are exact, so whether triangles pierce each other is, too.

    Two different distances of such triangles differ by far more than rounding.
    """
    random, counts = Random("a thousand"), Counter[str]()
    count = cases(400, 1000)
    for _ in range(count // OFFSETS):
        a, b = whole_mesh(random), whole_mesh(random)
        offsets = np.array(
            [[random.randrange(-8, 9), random.randrange(-2, 6), random.randrange(-2, 3)] for _ in range(OFFSETS)]
        )
        poses = np.tile(np.eye(4), (OFFSETS, 1, 1))
        poses[:, :3, 3] = offsets
        truth = least_distances(triangle_corners(a), triangle_corners(b)[None] + offsets[:, None, None])
        found = batch.mesh_distance(a, np.tile(np.eye(4), (OFFSETS, 1, 1)), b, poses)
        apart, pierced = truth > ROUNDING, truth < 0
        inside = found.exit == Exit.CONTAINED  # a closed mesh is solid; brute force is about the surfaces
        assert (found.verdict[apart & ~inside] == Verdict.SEPARATED).all()
        assert np.abs(found.signed_distance - truth)[apart & ~inside].max(initial=0) < ROUNDING
        assert (found.verdict[pierced] == Verdict.PENETRATING).all()
        assert (found.verdict[~apart] != Verdict.SEPARATED).all()
        counts += Counter(
            apart=int((apart & ~inside).sum()), pierced=int(pierced.sum()), touching=int((truth == 0).sum())
        )
    assert min(counts["apart"], counts["pierced"]) > 0.2 * count
    assert counts["touching"] > 0.01 * count
