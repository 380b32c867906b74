"""Brute force: parity on surfaces with known answers, what the published test misses, and that the corrected one misses
nothing."""

from collections import Counter
from functools import cache
from itertools import pairwise
from math import hypot, inf, isfinite
from random import Random

import numpy as np
import pytest

from gjkscope.engine import Options, Pose, query
from gjkscope.engine.brute import explain as brute_words
from gjkscope.engine.brute import steps as brute
from gjkscope.engine.brute.parity import Location, locate
from gjkscope.engine.brute.steps import BrutePhase, State
from gjkscope.engine.brute.surface import PlacedSurface, place_surface, surface_of
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Capsule, Ellipsoid, Hull, Mesh, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.vectors import IDENTITY, Vec3, add, norm, sub
from tests.engine import voxels
from tests.engine.meshes import torus
from tests.engine.moving import at
from tests.engine.museum import exhibit, exhibits
from tests.engine.samples import Pair, move, random_box, random_hull, random_pose, random_vector, scale_pair, swap
from tests.engine.sentences import assert_well_said

PUBLISHED, CORRECTED = Options(), Options(crossings=True)

# Error bound, relative to the shapes' size, for a few dozen operations.
ROUNDING = 1e-13

PAIRS = 50

PROVED = (Exit.VERTEX_INSIDE, Exit.EDGES_CROSS, Exit.MIDDLE_INSIDE)

QUARTERS: tuple[Pose, ...] = (
    Pose(),
    Pose(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))),
    Pose(((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))),
    Pose(((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))),
)


def correct(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Result:
    return brute.trace(a, pose_a, b, pose_b, CORRECTED).result


def publish(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Result:
    return brute.trace(a, pose_a, b, pose_b, PUBLISHED).result


def surface(shape: Shape, pose: Pose | None = None) -> PlacedSurface:
    boundary = surface_of(shape)
    assert boundary is not None
    return place_surface(boundary, pose or Pose())


def random_polytope(random: Random) -> Shape:
    flat = (
        lambda: Triangle((random_vector(random), random_vector(random), random_vector(random))),
        lambda: Segment(random_vector(random), random_vector(random)),
        lambda: Point(),
    )
    return random.choice((lambda: random_box(random), lambda: random_hull(random), random.choice(flat)))()


@cache
def polytope_pairs(count: int) -> tuple[Pair, ...]:
    """Random convex pairs, with the signed distance from exact arithmetic."""
    random, pairs = Random(1), []
    for _ in range(count):
        a, pose_a, b, pose_b = (
            random_polytope(random),
            random_pose(random, 0.7),
            random_polytope(random),
            random_pose(random),
        )
        truth = exact.trace(a, pose_a, b, pose_b).result.signed_distance
        assert truth is not None
        pairs.append(Pair(a, pose_a, b, pose_b, truth))
    return tuple(pairs)


# --- the verdict on convex pairs ---


def test_the_published_form_misses_pairs_and_the_corrected_form_misses_none() -> None:
    missed = met = 0
    for pair in polytope_pairs(PAIRS):
        size, truth = pair.extent, pair.signed_distance
        as_published, answer = publish(*pair.arguments), correct(*pair.arguments)
        assert answer.verdict == (Verdict.SEPARATED if truth > 0 else Verdict.PENETRATING)
        for result in (as_published, answer):
            assert result.lower - ROUNDING * size <= truth <= result.upper + ROUNDING * size
        if truth > 0:
            assert answer.signed_distance == pytest.approx(truth, abs=ROUNDING * size)
            assert as_published.exit == Exit.NO_VERTEX_INSIDE
        else:
            met += 1
            missed += as_published.verdict == Verdict.UNDECIDED
            assert answer.signed_distance is None
            assert as_published.exit in (Exit.NO_VERTEX_INSIDE, Exit.VERTEX_INSIDE)
            assert (as_published == answer) == (as_published.exit == Exit.VERTEX_INSIDE)
    assert 0.3 <= met / PAIRS <= 0.7
    assert 0.05 <= missed / met <= 0.4


def test_the_answer_is_invariant_under_motion_scale_and_swap() -> None:
    random, seen = Random(5), set()
    for pair in polytope_pairs(PAIRS)[:10]:
        expected = correct(*pair.arguments).verdict
        seen.add(expected)
        far = Pose(random_pose(random).rotation, random_vector(random, 1e6))
        for other in (swap(pair), move(pair, random_pose(random)), scale_pair(pair, 1e-12), scale_pair(pair, 1e12)):
            answer = correct(*other.arguments)
            assert answer.verdict == expected
            if answer.signed_distance is not None:
                assert answer.signed_distance == pytest.approx(other.signed_distance, abs=ROUNDING * other.extent)
        # At a million metres the poses themselves keep only ten decimals.
        assert correct(*move(pair, far).arguments).verdict == expected
    assert seen == {Verdict.SEPARATED, Verdict.PENETRATING}


def test_no_precision_is_lost_far_from_the_origin() -> None:
    """Adds exactly the same offset to both poses."""
    near = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(2.25, 0.5, 0)
    far = Box((1, 1, 1)), at(1e12, -1e12, 1e12), Box((1, 1, 1)), at(1e12 + 2.25, -1e12 + 0.5, 1e12)
    assert correct(*near).signed_distance == correct(*far).signed_distance == 0.25
    assert brute.trace(*near, CORRECTED).steps == brute.trace(*far, CORRECTED).steps


def lattice_shape(random: Random) -> Shape:
    n = random.choice((1, 2))

    def point() -> Vec3:
        return (float(random.randint(0, n)), float(random.randint(0, n)), float(random.randint(0, n)))

    half = tuple(random.choice((0.5, 1.0)) for _ in range(3))
    kinds = (
        lambda: Box((half[0], half[1], half[2])),
        lambda: Hull(tuple(point() for _ in range(random.choice((4, 6))))),
        lambda: Hull(tuple((*point()[:2], 0.0) for _ in range(4))),
        lambda: Triangle((point(), point(), point())),
        lambda: Segment(point(), point()),
    )
    return random.choices(kinds, (4, 3, 1, 1, 1))[0]()


def test_degenerate_contacts_are_distinguished_from_penetration() -> None:
    """On a lattice, vertices meet vertices, and edges and faces lie in faces; exact arithmetic gives the verdict."""
    random, counts = Random(6), Counter()
    for _ in range(45):
        position = (random.randint(-2, 2) / 2, random.randint(-2, 2) / 2, random.randint(-2, 2) / 2)
        turned = random.choice(QUARTERS)._replace(position=position)
        pair = lattice_shape(random), Pose(), lattice_shape(random), turned
        if random.random() < 0.1:
            pair = pair[0], turned, pair[0], turned
        truth = exact.trace(*pair).result
        answer, as_published = correct(*pair), publish(*pair)
        assert answer.verdict == truth.verdict, pair
        assert as_published.verdict in (truth.verdict, Verdict.UNDECIDED), pair
        counts[truth.verdict] += 1
        counts[answer.exit] += 1
    assert min(counts[verdict] for verdict in (Verdict.SEPARATED, Verdict.TOUCHING, Verdict.PENETRATING)) >= 6
    assert min(counts[reason] for reason in (*PROVED, Exit.TOUCHING, Exit.SURFACES_APART)) >= 2


@pytest.mark.thorough
@pytest.mark.parametrize("order", ["A B", "B A"])
def test_the_corrected_form_is_right_about_every_supported_exhibit(order: str) -> None:
    counts: Counter[object] = Counter()
    for name in exhibits():
        *pair, expected = exhibit(name, order)
        try:
            answer = correct(*pair)
        except NotApplicable:
            counts["refused"] += 1
            continue
        assert answer.verdict == expected["verdict"], name
        truth, tolerance = expected["signed_distance"], expected["tolerance"]
        assert answer.lower - tolerance <= truth <= answer.upper + tolerance, name
        if answer.signed_distance is not None:
            assert answer.signed_distance == pytest.approx(truth, abs=tolerance), name
        counts[answer.verdict] += 1
    assert counts == {"refused": 42, Verdict.PENETRATING: 51, Verdict.TOUCHING: 16, Verdict.SEPARATED: 16}


def test_the_published_form_is_never_wrong_about_an_exhibit_and_decides_half() -> None:
    known = 0
    for name in exhibits():
        *pair, expected = exhibit(name, "A B")
        try:
            answer = publish(*pair)
        except NotApplicable:
            continue
        assert answer.verdict in (expected["verdict"], Verdict.UNDECIDED), name
        known += answer.verdict != Verdict.UNDECIDED
    assert known == 40


# --- constructed cases ---


def test_crossed_bars_have_no_vertex_inside_each_other() -> None:
    bars = Box((2, 0.2, 0.2)), Pose(), Box((0.2, 2, 0.2)), at(0, 0, 0.1)
    assert publish(*bars).exit == Exit.NO_VERTEX_INSIDE
    assert publish(*bars).verdict == Verdict.UNDECIDED
    answer = correct(*bars)
    assert (answer.verdict, answer.exit) == (Verdict.PENETRATING, Exit.EDGES_CROSS)
    assert answer.upper == pytest.approx(-0.1, rel=1e-12)


def test_coincident_boxes_are_detected_by_the_middle_of_their_contacts() -> None:
    same = Box((1, 2, 3)), at(4, 5, 6), Box((1, 2, 3)), at(4, 5, 6)
    assert (publish(*same).exit, publish(*same).verdict) == (Exit.DEPTH_UNKNOWN, Verdict.UNDECIDED)
    answer = correct(*same)
    assert (answer.verdict, answer.exit, answer.lower, answer.upper) == (
        Verdict.PENETRATING,
        Exit.MIDDLE_INSIDE,
        -2,
        -2,
    )
    plus = Box((2, 0.5, 0.5)), Pose(), Box((0.5, 2, 0.5)), Pose()  # top and bottom in one plane
    assert correct(*plus).exit == Exit.MIDDLE_INSIDE
    assert (correct(*plus).lower, correct(*plus).upper) == (-1, -1)


@pytest.mark.parametrize("gap", [0.0, 0.4e-9, -0.4e-9, 9e-9, -9e-9, 1e-3, -1e-3])
@pytest.mark.parametrize("pose", ["face", "edge", "corner", "slabs"])
def test_resting_contact_is_touching_and_nothing_else_is(pose: str, gap: float) -> None:
    """The sizes are at least 1, so the tolerance is at least 1e-9."""
    r = hypot(1, 1)
    turned_edge = ((1 / r, -1 / r, 0.0), (1 / r, 1 / r, 0.0), (0.0, 0.0, 1.0))
    half = Box((0.5, 0.5, 0.5))
    cases: dict[str, tuple[Shape, Pose, Shape, Pose]] = {
        "face": (half, Pose(), half, at(1 + gap, 0.25, 0.125)),
        "edge": (half, Pose(), half, Pose(turned_edge, (0.5 + r / 2 + gap, 0.0, 0.1))),
        "corner": (half, Pose(), Hull(((0, 0, 0), (1, 0.3, 0), (1, -0.3, 0.2), (1, 0, -0.3))), at(0.5 + gap, 0.1, 0.2)),
        "slabs": (Box((2, 0.5, 0.5)), Pose(), Box((0.5, 2, 0.5)), at(0, 0, 1 + gap)),
    }
    pair = cases[pose]
    tolerance = TOUCHING * (4 if pose == "slabs" else r if pose == "edge" else 1)
    answer = correct(*pair)
    truth = exact.trace(*pair).result.signed_distance
    assert truth == pytest.approx(gap, abs=1e-15)
    expected = Verdict.TOUCHING if abs(gap) <= tolerance else Verdict.SEPARATED if gap > 0 else Verdict.PENETRATING
    assert answer.verdict == expected
    if expected == Verdict.TOUCHING:
        assert answer.exit in (Exit.TOUCHING, Exit.SURFACES_APART)
        assert answer.signed_distance == pytest.approx(gap, abs=1e-9 * 4)
        assert answer.normal is not None
        assert norm(answer.normal) == pytest.approx(1)


FLAT = Triangle(((0, 0, 0), (2, 0, 0), (0, 2, 0)))


@pytest.mark.parametrize(
    ("other", "pose", "verdict"),
    [
        (Triangle(((0.5, 0.5, -1), (0.5, 0.5, 1), (3, 3, 0))), Pose(), Verdict.PENETRATING),
        (Triangle(((0.5, 0.5, 0), (3, 3, 0), (3, 0, 0))), Pose(), Verdict.TOUCHING),  # in its plane
        (Triangle(((-1, -1, 0), (5, -1, 0), (-1, 5, 0))), Pose(), Verdict.TOUCHING),  # around it, in its plane
        (FLAT, Pose(), Verdict.TOUCHING),
        (FLAT, at(0, 0, 0.5), Verdict.SEPARATED),
        (FLAT, at(1, 1, 0), Verdict.TOUCHING),  # corner on edge
        (FLAT, at(1.5, 1.5, 0), Verdict.SEPARATED),
        (Segment((0.5, 0.5, -1), (0.5, 0.5, 1)), Pose(), Verdict.PENETRATING),
        (Segment((0.5, 0.5, 0), (0.5, 0.5, 1)), Pose(), Verdict.TOUCHING),
        (Segment((-1, 0.5, 0), (5, 0.5, 0)), Pose(), Verdict.TOUCHING),
        (Segment((-1, 5, 0), (5, 5, 0)), Pose(), Verdict.SEPARATED),
        (Point(), at(0.5, 0.5, 0), Verdict.TOUCHING),
        (Point(), at(0, 0, 0), Verdict.TOUCHING),
        (Point(), at(0.5, 0.5, 1e-3), Verdict.SEPARATED),
        (Box((0.5, 0.5, 0.5)), at(0.5, 0.5, 0.25), Verdict.PENETRATING),
        (Box((9, 9, 9)), Pose(), Verdict.PENETRATING),
        (Box((0.1, 0.1, 5)), at(0.5, 0.5, 0), Verdict.PENETRATING),
        (Box((0.5, 0.5, 0.5)), at(0.5, 0.5, 0.5), Verdict.TOUCHING),
        (Hull(((0, 0, 0), (1, 1, 0), (0, 1, 0), (1, 0, 0))), at(0.25, 0.25, 0), Verdict.TOUCHING),
    ],
    ids=str,
)
def test_flat_shapes_have_no_interior_but_still_collide(other: Shape, pose: Pose, verdict: Verdict) -> None:
    random = Random(7)
    assert correct(FLAT, Pose(), other, pose).verdict == verdict
    assert correct(other, pose, FLAT, Pose()).verdict == verdict
    pair = Pair(FLAT, Pose(), other, pose, inf)
    assert correct(*move(pair, random_pose(random)).arguments).verdict == verdict


@pytest.mark.parametrize(
    ("a", "b", "pose", "verdict"),
    [
        (Point(), Point(), Pose(), Verdict.TOUCHING),
        (Point(), Point(), at(0, 1, 0), Verdict.SEPARATED),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((0, -1, 0), (0, 1, 0)), Pose(), Verdict.TOUCHING),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((0, -1, 0), (0, 1, 0)), at(0, 0, 0.5), Verdict.SEPARATED),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((0, 0, 0), (5, 0, 0)), Pose(), Verdict.TOUCHING),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((0, 0, 0), (5, 0, 0)), at(2, 0, 0), Verdict.SEPARATED),
        (Segment((-1, 0, 0), (1, 0, 0)), Point(), at(0.3, 0, 0), Verdict.TOUCHING),
    ],
    ids=str,
)
def test_points_and_segments_meet_without_any_face(a: Shape, b: Shape, pose: Pose, verdict: Verdict) -> None:
    assert correct(a, Pose(), b, pose).verdict == verdict
    assert correct(b, pose, a, Pose()).verdict == verdict


# --- meshes ---


def test_face_orientation_does_not_matter() -> None:
    random, triangles = Random(3), voxels.surface(voxels.U)
    flipped = [(a, c, b) for a, b, c in triangles]
    mixed = [random.choice(((a, b, c), (a, c, b))) for a, b, c in triangles]
    others = [Box((0.3, 0.3, 0.3)) for _ in range(8)]
    poses = [random_pose(random, 1.5) for _ in others]
    verdicts = set()
    for other, pose in zip(others, poses, strict=True):
        there = pose._replace(position=add(pose.position, (1.5, 1.5, 0.5)))
        answers = [correct(voxels.mesh(faces), Pose(), other, there) for faces in (triangles, flipped, mixed)]
        assert len({(answer.verdict, answer.exit, answer.steps) for answer in answers}) == 1
        verdicts.add(answers[0].verdict)
    assert verdicts == {Verdict.PENETRATING, Verdict.SEPARATED}


def test_a_split_edge_closed_by_a_degenerate_triangle_is_watertight() -> None:
    """A corner on an edge of the neighbouring face leaves a hole of zero width; a zero-area face closes it."""
    o, x, y, z, m = (0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0)
    torn = [(o, y, m), (o, m, x), (o, x, z), (o, z, y), (x, y, z)]  # the base has m on its edge x–y, the slope does not
    assert correct(voxels.mesh(torn), Pose(), Point(), at(5, 5, 5)).exit == Exit.NOT_WATERTIGHT
    closed = voxels.mesh([*torn, (x, y, m)])
    assert correct(closed, Pose(), Point(), at(5, 5, 5)).exit == Exit.SURFACES_APART
    for point, location in (
        ((0.5, 0.5, 0.5), Location.INSIDE),
        ((0.5, 0.5, 0.0), Location.ON_SURFACE),
        ((1.0, 1.0, 0.0), Location.ON_SURFACE),
        ((-1.0, 1.0, 0.0), Location.OUTSIDE),
        ((-1.0, 0.5, 0.5), Location.OUTSIDE),
        ((0.0, 1.0, 1.5), Location.OUTSIDE),
    ):
        assert locate(surface(closed), point)[0] == location


def test_a_mesh_is_used_as_is_not_as_its_hull() -> None:
    """A peg between the legs of a U, in the hole of a ring, in a cavity, between two parts: all overlap the hull."""
    peg = Box((0.25, 0.25, 0.25))
    for cells, position, gap in (
        (voxels.U, (1.5, 1.5, 0.5), 0.25),
        (voxels.U, (1.5, 2.0, 0.5), 0.25),
        (voxels.RING, (1.5, 1.5, 0.5), 0.25),
        (voxels.HOLLOW, (1.5, 1.5, 1.625), 0.125),
        (voxels.TWO, (1.5, 0.5, 0.5), 0.25),
    ):
        pair = voxels.of(cells), Pose(), peg, at(*position)
        assert query(*pair).verdict == Verdict.PENETRATING
        for a, pose_a, b, pose_b in (pair, (pair[2], pair[3], pair[0], pair[1])):
            answer = correct(a, pose_a, b, pose_b)
            assert (answer.verdict, answer.signed_distance) == (Verdict.SEPARATED, gap)
            assert publish(a, pose_a, b, pose_b).exit == Exit.NO_VERTEX_INSIDE


@pytest.mark.thorough
def test_cubes_in_a_lattice_of_cubes_are_as_far_apart_as_their_cells() -> None:
    """The true answer for two sets of unit cubes: the nearest pair of cubes, or an overlap of one cube."""
    random, counts = Random(8), Counter()
    for _ in range(10):
        cells_a, cells_b = voxels.random_cells(random, 5), voxels.random_cells(random, 2)
        shift = (random.randint(-3, 3) / 2, random.randint(-3, 3) / 2, random.randint(-3, 3) / 2)
        truth = min(cells_apart(p, q, shift) for p in cells_a for q in cells_b)
        turn = random_pose(random)
        pair = Pair(voxels.of(cells_a), Pose(), voxels.of(cells_b), Pose(IDENTITY, shift), truth)
        for variant in (pair, move(pair, turn)):
            answer = correct(*variant.arguments)
            if truth > 0:
                assert answer.signed_distance == pytest.approx(truth, abs=ROUNDING * 10)
                assert answer.verdict == Verdict.SEPARATED
            elif truth == 0:
                assert answer.verdict in (Verdict.TOUCHING, Verdict.UNDECIDED)
                assert answer.upper == pytest.approx(0, abs=ROUNDING * 10)
            else:
                assert answer.verdict in (Verdict.PENETRATING, Verdict.UNDECIDED)
                counts["missed"] += answer.verdict == Verdict.UNDECIDED
            counts[np.sign(truth)] += 1
    assert min(counts[1], counts[0], counts[-1]) >= 3, counts
    assert counts["missed"] <= 0.25 * counts[-1]


def test_linked_chain_links_do_not_overlap() -> None:
    ring = torus(24, 12)
    across = Pose(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)), (1.0, 0.0, 0.0))
    pair = ring, Pose(), ring, across
    assert query(*pair).verdict == Verdict.PENETRATING
    answer = correct(*pair)
    assert answer.exit == Exit.SURFACES_APART
    assert answer.signed_distance == pytest.approx(0.2, abs=0.03)  # of the smooth rings: 1 − 2 · 0.4
    assert answer.witness_a is not None
    assert answer.witness_b is not None
    assert norm(sub(answer.witness_b, answer.witness_a)) == pytest.approx(answer.signed_distance, rel=1e-12)
    stuck = across._replace(position=(1.3, 0.0, 0.0))
    assert correct(ring, Pose(), ring, stuck).verdict == Verdict.PENETRATING


def test_an_open_mesh_can_only_prove_contact() -> None:
    cube = voxels.surface({(0, 0, 0)})
    for missing in (0, 5):
        bowl = voxels.mesh(cube[:missing] + cube[missing + 1 :])
        within = bowl, Pose(), Box((0.1, 0.1, 0.1)), at(0.5, 0.5, 0.5)
        beside = bowl, Pose(), Box((0.1, 0.1, 0.1)), at(3, 0.5, 0.5)
        for pair in (within, beside, (*within[2:], *within[:2])):
            for answer in (publish(*pair), correct(*pair)):
                assert (answer.verdict, answer.exit) == (Verdict.UNDECIDED, Exit.NOT_WATERTIGHT)
                assert answer.signed_distance is None
        through = bowl, Pose(), Box((5, 0.1, 0.1)), at(0.5, 0.4, 0.4)
        assert publish(*through).exit == Exit.NOT_WATERTIGHT
        assert (correct(*through).verdict, correct(*through).exit) == (Verdict.PENETRATING, Exit.EDGES_CROSS)
        around = bowl, Pose(), Box((2, 2, 2)), Pose()
        assert (publish(*around).verdict, publish(*around).exit) == (Verdict.PENETRATING, Exit.VERTEX_INSIDE)
        last = brute.trace(*within, CORRECTED).steps[-1]
        assert last.gap is not None
        assert (last.gap_side, last.gap.faces) == (0, 1)


# --- the trace ---


def runs() -> list[Trace]:
    random = Random(9)
    pairs = [
        (random_polytope(random), random_pose(random, 0.6), random_polytope(random), random_pose(random, 0.6))
        for _ in range(12)
    ]
    bowl = voxels.mesh(voxels.surface({(0, 0, 0)})[1:])
    pairs += [
        (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose()),
        (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(2, 0.5, 0)),
        (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(5, 0, 0)),
        (Box((2, 0.2, 0.2)), Pose(), Box((0.2, 2, 0.2)), at(0, 0, 0.1)),
        (voxels.of(voxels.U), Pose(), voxels.of(voxels.RING), at(0.5, 0.5, 0.5)),
        (bowl, Pose(), Box((0.1, 0.1, 0.1)), at(0.5, 0.5, 0.5)),
        (voxels.of(voxels.RING), Pose(), voxels.of({(0, 0, 0)}), at(1, 1, 0)),
        (Point(), Pose(), Box((1e80, 1, 1)), Pose()),
        (FLAT, Pose(), Segment((0.5, 0.5, -1), (0.5, 0.5, 1)), Pose()),
    ]
    return [brute.trace(*pair, options) for pair in pairs for options in (PUBLISHED, CORRECTED)]


@pytest.fixture(scope="module")
def all_runs() -> list[Trace]:
    return runs()


def test_steps_are_numbered_end_once_and_only_add_information(all_runs: list[Trace]) -> None:
    exits = set()
    for run in all_runs:
        steps: tuple[State, ...] = run.steps
        assert run.algorithm == run.result.algorithm == "brute"
        assert [step.iteration for step in steps] == list(range(len(steps)))
        assert all(step.exit == Exit.RUNNING for step in steps[:-1])
        assert run.result.exit == steps[-1].exit != Exit.RUNNING
        assert run.result.steps == len(steps)
        exits.add(run.result.exit)
        for before, after in pairwise(steps):
            assert after.known.nearest.distance <= before.known.nearest.distance
            assert after.known.depth >= before.known.depth
            assert after.known.lower >= before.known.lower
            assert after.known.contacts >= before.known.contacts
    assert exits >= {*PROVED, Exit.NO_VERTEX_INSIDE, Exit.SURFACES_APART, Exit.NOT_WATERTIGHT, Exit.TOUCHING}
    assert exits >= {Exit.DEPTH_UNKNOWN, Exit.DEGENERATE_INPUT}


def test_every_vertex_and_edge_is_tested() -> None:
    """Separated boxes: 8 + 8 vertices, then 12 + 12 edges, by the shapes' own numbering."""
    run = brute.trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(5, 0, 0), CORRECTED)
    seen = [(step.phase, step.side, step.vertices) for step in run.steps]
    assert len(set(seen)) == len(seen) == 40
    assert [(phase, side) for phase, side, _ in seen] == (
        [(BrutePhase.VERTEX, 0)] * 8
        + [(BrutePhase.VERTEX, 1)] * 8
        + [(BrutePhase.EDGE, 0)] * 12
        + [(BrutePhase.EDGE, 1)] * 12
    )
    assert [vertices for _, _, vertices in seen[:16]] == [(i,) for i in range(8)] * 2
    for step in run.steps:
        for vertex, (x, y, z) in zip(step.vertices, step.points, strict=True):
            assert [x > 5 * step.side, y > 0, z > 0] == [bool(vertex & bit) for bit in (1, 2, 4)]
    shorter = brute.trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(5, 0, 0), PUBLISHED)
    assert [replace_exit(step) for step in shorter.steps] == [replace_exit(step) for step in run.steps[:16]]


def replace_exit(step: State) -> State:
    return step._replace(exit=Exit.RUNNING)


@pytest.mark.parametrize("factor", [1e-90, 1e90, 1e160])
def test_coordinates_whose_products_overflow_are_reported(factor: float) -> None:
    box = Box((factor, factor, factor))
    answer = brute.trace(box, Pose(), box, Pose(position=(3 * factor, 0, 0)), CORRECTED).result
    assert (answer.verdict, answer.exit) == (Verdict.UNDECIDED, Exit.DEGENERATE_INPUT)
    assert (answer.lower, answer.upper) == (-inf, inf)


@pytest.mark.parametrize("factor", [1e-70, 1e70])
def test_coordinates_below_that_limit_work(factor: float) -> None:
    box = Box((factor, factor, factor))
    assert correct(box, Pose(), box, Pose(position=(3 * factor, 0, 0))).signed_distance == pytest.approx(factor)
    assert correct(box, Pose(), box, Pose(position=(factor, 0, 0))).verdict == Verdict.PENETRATING


def test_a_tiny_shape_beside_a_huge_one() -> None:
    speck, giant = Box((1e-9, 1e-9, 1e-9)), Box((1e6, 1e6, 1e6))
    assert correct(speck, at(1e6 + 1, 0, 0), giant, Pose()).verdict == Verdict.SEPARATED
    assert correct(giant, Pose(), speck, at(5e5, 0, 0)).verdict == Verdict.PENETRATING
    assert correct(giant, Pose(), Box((1e-200, 1e-200, 1e-200)), at(5e5, 0, 0)).verdict == Verdict.PENETRATING


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (Sphere(1), "not a sphere"),
        (Capsule(1, 1), "not a capsule"),
        (Ellipsoid((1, 1, 1)), "not an ellipsoid"),
        (Box((1, 1, 1), 0.1), "not a rounded box"),
        (Mesh(((0, 0, 0),), ()), "not a mesh without faces"),
    ],
    ids=["sphere", "capsule", "ellipsoid", "rounded box", "mesh"],
)
def test_curved_shapes_are_rejected_not_sampled(shape: Shape, words: str) -> None:
    for pair in ((shape, Pose(), Point(), Pose()), (Point(), Pose(), shape, Pose())):
        with pytest.raises(NotApplicable, match=rf"^brute force takes points, .*, {words}$"):
            brute.trace(*pair)


# --- words ---


def test_every_step_has_a_sentence_and_a_headline(all_runs: list[Trace]) -> None:
    assert_well_said((step for run in all_runs for step in run.steps), "Left", "Right")


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Exit.VERTEX_INSIDE, "This proves penetration: left and right overlap by at least "),
        (Exit.EDGES_CROSS, "This proves penetration: left and right overlap by at least "),
        (Exit.MIDDLE_INSIDE, "This proves penetration: left and right overlap by at least "),
        (Exit.NO_VERTEX_INSIDE, "This proves nothing: edges may still cross"),
        (Exit.SURFACES_APART, "left and right are "),
        (Exit.NOT_WATERTIGHT, "is not watertight: edge "),
        (Exit.TOUCHING, "left and right touch: "),
        (Exit.DEPTH_UNKNOWN, "share points; this test cannot tell whether they overlap or only touch"),
        (Exit.DEGENERATE_INPUT, "too large or too small"),
    ],
    ids=lambda value: value.name if isinstance(value, Exit) else "",
)
def test_each_exit_has_its_own_explanation(all_runs: list[Trace], reason: Exit, words: str) -> None:
    sentences = [brute_words.explain(run.steps[-1], "left", "right") for run in all_runs if run.result.exit == reason]
    assert sentences
    assert all(words in sentence for sentence in sentences)
    others = [brute_words.explain(step, "left", "right") for run in all_runs for step in run.steps[:-1]]
    assert not any(words in sentence for sentence in others)


def test_a_ray_is_explained_with_its_crossings_and_their_parity(all_runs: list[Trace]) -> None:
    counts = Counter()
    for run in all_runs:
        for step in run.steps:
            if step.phase != BrutePhase.VERTEX or step.ray is None:
                continue
            sentence, count = brute_words.explain(step, "left", "right"), len(step.ray.crossings)
            assert ("The count is odd: the vertex is inside" in sentence) == (count % 2 == 1)
            assert (f"it crosses {count} face" in sentence) == (count > 0)
            assert ("infinitesimal amount" in sentence) == bool(
                step.ray.grazed or any(crossing.shared for crossing in step.ray.crossings)
            )
            if isfinite(step.distance) and step.location == Location.INSIDE:
                assert f"{step.distance:.5g} m deep" in sentence
            counts[min(count, 2), "infinitesimal amount" in sentence] += 1
    assert min(counts[0, False], counts[1, False], counts[2, False], counts[2, True]) >= 2


# --- helpers ---


def cells_apart(p: voxels.Cell, q: voxels.Cell, shift: Vec3) -> float:
    """The distance between two unit cubes, the second shifted; −1 if they overlap."""
    gaps = [abs(p[i] - q[i] - shift[i]) - 1 for i in range(3)]
    if max(gaps) < 0:
        return -1.0
    return norm((max(gaps[0], 0), max(gaps[1], 0), max(gaps[2], 0)))


def test_too_many_vertices_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brute, "MOST_VERTICES", 15)
    with pytest.raises(NotApplicable, match="brute force takes up to 15 vertices, the two have 16"):
        brute.trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose())
