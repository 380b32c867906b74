"""V-Clip against GJK, EPA and closed forms, on random and on degenerate pairs."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from gjkscope.engine import (
    Box,
    Cone,
    Exit,
    Hull,
    NotApplicable,
    Options,
    Point,
    Pose,
    Segment,
    Shape,
    Sphere,
    Triangle,
    Verdict,
    gjk,
    query,
    trace,
)
from gjkscope.engine.explain import explain
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.proof.certificate import Proof, prove
from gjkscope.engine.registry.algorithms import ALGORITHMS
from gjkscope.engine.registry.records import Setting
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.v_clip.features import BoundaryFeature, FeatureKind, place_features, planes_between
from gjkscope.engine.v_clip.walk import MoveReason
from gjkscope.engine.vectors import IDENTITY, ZERO, neg, norm, sub
from gjkscope.engine.vectors import scale as resized
from tests.engine.samples import compose, random_box, random_hull, random_pose
from tests.thorough import cases

CLOSE = 1e-12  # of lengths of about 1 m
UNIT = Box((1, 1, 1))
OBLIQUE = rotation_from_quaternion((0.1, 0.2, 0.3, 0.9))


def shapes(random: Random) -> list[Shape]:
    """Boxes, hulls, and thin ones; few, as a hull takes longer than a walk."""
    thin: list[Shape] = [
        Triangle(((0.0, 0.0, 0.0), (1.0, 0.1, 0.0), (0.2, 0.9, 0.3))),
        Segment((-0.5, 0.1, 0.0), (0.6, 0.0, 0.2)),
        Hull(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))),
        Point(),
    ]
    return [random_box(random) for _ in range(4)] + [random_hull(random) for _ in range(6)] + thin


def test_the_walk_finds_the_distance_that_gjk_finds() -> None:
    random, exits, lengths = Random("v-clip"), Counter[Exit](), []
    kinds = shapes(random)
    count = cases(600, 2000)
    for _ in range(count):
        pair = random.choice(kinds), random_pose(random), random.choice(kinds), random_pose(random)
        run = trace(*pair, "v-clip")
        found = run.result
        exits[found.exit] += 1
        lengths.append(len(run.steps))
        known = gjk.run(convex(pair[0], pair[1]), convex(pair[2], pair[3]))[-1]
        if found.exit is Exit.CONVERGED:
            assert found.signed_distance == pytest.approx(known.upper, abs=CLOSE)
            assert found.witness_a is not None
            assert found.witness_b is not None
            assert norm(sub(found.witness_b, found.witness_a)) == pytest.approx(known.upper, abs=CLOSE)
        else:
            assert found.verdict is Verdict.PENETRATING
            assert known.upper <= CLOSE
    assert set(exits) == {Exit.CONVERGED, Exit.EDGES_CROSS, Exit.VERTEX_INSIDE}
    assert 0.4 < exits[Exit.CONVERGED] / count < 0.8
    assert exits[Exit.VERTEX_INSIDE] > 0.015 * count
    assert 12 < max(lengths) < 40


def test_bounds_contain_the_depth_and_answers_are_certified() -> None:
    random, certified, exits = Random("depths"), Counter[Verdict](), Counter[Exit]()
    kinds = shapes(random)
    for _ in range(36):
        pair = random.choice(kinds), random_pose(random), random.choice(kinds), random_pose(random)
        known, found = query(*pair), query(*pair, algorithm="v-clip")
        assert known.signed_distance is not None
        assert found.lower - CLOSE <= known.signed_distance <= found.upper + CLOSE
        assert found.verdict is known.verdict
        assert found.certified
        certified[found.verdict] += 1
        exits[found.exit] += 1
    assert min(certified[Verdict.SEPARATED], certified[Verdict.PENETRATING]) >= 8
    assert exits[Exit.EDGES_CROSS] >= 6


def test_the_weights_of_the_closest_points_prove_the_distance() -> None:
    """Without the exact algorithm, which proves any distance of polytopes."""
    evidence = ALGORITHMS["v-clip"].evidence
    assert evidence is not None
    random, kinds = Random("weights"), Counter[tuple[FeatureKind, FeatureKind]]()
    hulls = shapes(random)[:10]
    for _ in range(60):
        pair = random.choice(hulls), random_pose(random, 2.0), random.choice(hulls), random_pose(random, 2.0)
        run = trace(*pair, "v-clip")
        if run.result.exit is Exit.CONVERGED:
            last = run.steps[-1]
            kinds[last.feature_a.feature.kind, last.feature_b.feature.kind] += 1
            certificate = prove(evidence(last, Setting(*pair)), *pair)
            assert (certificate.verdict, certificate.proves) == (Verdict.SEPARATED, Proof.DISTANCE)
    assert len(kinds) >= 5


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("motion", [Pose(), Pose(OBLIQUE, (0.3, -0.2, 0.7)), Pose(OBLIQUE, (1e6, 0.0, 0.0))])
def test_boxes_in_special_positions(scale: float, motion: Pose) -> None:
    """Face to face, edge to edge, parallel, touching, coincident; at some distance from the origin, too."""
    box = Box((scale, scale, scale))
    for (x, y, z), gap in SPECIAL:
        there = Pose(position=(x * scale, y * scale, z * scale))
        small = motion._replace(position=resized(motion.position, scale))
        found = trace(box, small, box, compose(small, there), "v-clip").result
        slack = scale * (1e-8 if motion.position[0] > 1e3 else 1e-12)
        assert found.lower - slack <= gap * scale <= found.upper + slack
        if gap > 0:
            assert found.exit in (Exit.CONVERGED, Exit.NO_PROGRESS)
            assert found.signed_distance == pytest.approx(gap * scale, abs=slack)
        elif gap == 0:
            assert found.verdict in (Verdict.TOUCHING, Verdict.UNDECIDED) or abs(found.upper) <= slack
        else:
            assert found.exit in (Exit.DEPTH_UNKNOWN, Exit.EDGES_CROSS, Exit.VERTEX_INSIDE)


SPECIAL = [
    ((2.5, 0.0, 0.0), 0.5),
    ((2.5, 0.5, 0.25), 0.5),
    ((2.3, 2.4, 0.0), 0.5),
    ((2.3, 2.4, 0.7), 0.5),
    ((2.2, 2.4, 2.4), 0.6),
    ((2.0, 0.0, 0.0), 0.0),
    ((2.0, 2.0, 0.5), 0.0),
    ((2.0, 2.0, 2.0), 0.0),
    ((0.0, 0.0, 0.0), -2.0),
    ((1.5, 0.0, 0.0), -0.5),
    ((0.5, 0.5, 1.75), -0.25),
]


@pytest.mark.parametrize(
    ("shape_a", "shape_b", "at", "distance"),
    [
        (Point(), Point(), (0.0, 0.0, 0.0), 0.0),
        (Point(), Point(), (3.0, 4.0, 0.0), 5.0),
        (Sphere(0.5), Sphere(0.25), (0.0, 0.0, 0.0), -0.75),
        (Sphere(0.5), UNIT, (0.0, 2.0, 0.0), 0.5),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((0, -1, 0), (0, 1, 0)), (0.0, 0.0, 0.5), 0.5),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((0, -1, 0), (0, 1, 0)), (0.0, 0.0, 0.0), 0.0),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((-1, 0, 0), (1, 0, 0)), (0.5, 0.0, 0.0), 0.0),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((-1, 0, 0), (1, 0, 0)), (3.0, 0.0, 0.0), 1.0),
        (Segment((-1, 0, 0), (1, 0, 0)), Segment((-1, 0, 0), (1, 0, 0)), (0.5, 2.0, 0.0), 2.0),
        (Segment((-1, 0, 0), (1, 0, 0)), Point(), (1.0, 0.0, 0.0), 0.0),
        (UNIT, Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), (0.0, 0.0, 1.0), 0.0),
        (UNIT, Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), (0.0, 0.0, -1.5), 0.5),
        (UNIT, Box((1, 1, 1), 0.25), (2.0, 0.0, 0.0), -0.25),
    ],
)
def test_thin_and_rounded_shapes(
    shape_a: Shape, shape_b: Shape, at: tuple[float, float, float], distance: float
) -> None:
    for pair in ((shape_a, Pose(), shape_b, Pose(position=at)), (shape_b, Pose(position=at), shape_a, Pose())):
        found = query(*pair, algorithm="v-clip")
        assert found.signed_distance == pytest.approx(distance, abs=CLOSE)
        assert found.certified


def test_coplanar_triangles_of_a_hull_are_one_face() -> None:
    corners = [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 0.0, 1.0) for z in (-1.0, 0.0, 1.0)]
    placed = place_features(Hull(tuple(corners)), IDENTITY, ZERO)
    assert sorted(map(len, placed.faces)) == [4] * 6
    assert (len(placed.vertices), len(placed.edges)) == (8, 12)


def test_regions_beside_a_plane_share_its_numbers() -> None:
    placed = place_features(random_hull(Random(5)), OBLIQUE, (0.1, 0.2, 0.3))
    counts = (len(placed.vertices), len(placed.edges), len(placed.faces))
    features = [
        BoundaryFeature(kind, number)
        for kind, count in zip(FeatureKind, counts, strict=True)
        for number in range(count)
    ]
    planes = {(feature, plane.neighbour): plane for feature in features for plane in planes_between(placed, feature)}
    assert len(planes) == 8 * len(placed.edges)
    for (feature, neighbour), plane in planes.items():
        other_side = planes[neighbour, feature]
        assert (other_side.point, other_side.normal) == (plane.point, neg(plane.normal))


def test_each_step_is_nearer_or_of_lower_dimension() -> None:
    random, reasons, falls = Random("steps"), Counter[MoveReason](), 0
    kinds = shapes(random)
    for _ in range(200):
        pair = random.choice(kinds), random_pose(random), random.choice(kinds), random_pose(random)
        steps = trace(*pair, "v-clip").steps
        reasons.update(step.move.reason for step in steps)
        for before, after in pairwise(steps):
            dimensions = [step.feature_a.feature.kind + step.feature_b.feature.kind for step in (before, after)]
            if before.move.reason != MoveReason.LOCAL_MINIMUM:
                assert after.distance < before.distance + CLOSE
                assert after.distance < before.distance - CLOSE or dimensions[0] != dimensions[1]
                falls += 1
    assert set(reasons) == set(MoveReason)
    assert falls > 600


def test_lin_canny_finds_the_same_distance_and_never_ends_where_shapes_overlap() -> None:
    random, exits = Random("lin-canny"), Counter[tuple[Verdict, Exit]]()
    kinds = shapes(random)[:10]
    for _ in range(80):
        pair = random.choice(kinds), random_pose(random, 1.5), random.choice(kinds), random_pose(random, 1.5)
        ours, theirs = trace(*pair, "v-clip").result, trace(*pair, "v-clip", Options(lin_canny=True)).result
        exits[ours.verdict, theirs.exit] += 1
        if theirs.signed_distance is not None:  # which a walk that cycles may have passed
            assert theirs.signed_distance == pytest.approx(ours.signed_distance, abs=CLOSE)
    assert exits[Verdict.SEPARATED, Exit.CONVERGED] > 20
    assert exits[Verdict.PENETRATING, Exit.CYCLE] > 5
    assert exits[Verdict.PENETRATING, Exit.CONVERGED] == 0


def test_the_cycle_of_two_boxes_returns_to_the_edge_that_passes_through_the_face() -> None:
    turned = rotation_from_quaternion((0, 0, 0.3826834323650898, 0.9238795325112867))
    pair = UNIT, Pose(), Box((0.5, 0.5, 0.5)), Pose(turned, (0.3, 1.4, -0.2))
    assert query(*pair).verdict is Verdict.PENETRATING
    steps = trace(*pair, "v-clip", Options(lin_canny=True)).steps
    assert steps[-1].exit is Exit.CYCLE
    assert (steps[-1].feature_a, steps[-1].replacement) == (steps[-2].feature_a, steps[-2].feature_b)
    assert "never end" in explain(steps[-1], "A", "B")


def test_curved_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="V-Clip takes polytopes, rounded or not, spheres and capsules, not cone"):
        trace(UNIT, Pose(), Cone(1, 1), Pose(), "v-clip")
