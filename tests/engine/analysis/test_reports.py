"""Reports of engines: each field is judged separately, by closed forms and on seeded pairs."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice, product
from math import cos, radians, sin, tan
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from gjkscope.engine import Box, Capsule, Cylinder, Hull, Mesh, Pose, Segment, Shape, Sphere, Triangle, query
from gjkscope.engine.analysis.explain_report import explain_report, faults_of_report
from gjkscope.engine.analysis.reports import MOST_AREA_LOST, ReportJudgement, judge_report
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.vectors import Vec3, add, neg, scale
from tests.engine import samples
from tests.engine.known_meshes import cube, ring

CUBE = Box((1.0, 1.0, 1.0))
Placed = tuple[Shape, Pose, Shape, Pose]


def above(height: float, a: Shape = CUBE, b: Shape = CUBE) -> Placed:
    return a, Pose(), b, Pose(position=(0.0, height, 0.0))


DEEP, APART, TOUCHING = above(1.9), above(2.5), above(2.0)


@dataclass(frozen=True)
class Said:
    """A report."""

    verdict: str | None = None
    signed_distance: float | None = None
    normal: Vec3 | None = None
    witness_a: Vec3 | None = None
    witness_b: Vec3 | None = None
    points: tuple[SimpleNamespace, ...] = ()
    crashed: str | None = None


def point(x: float, y: float, z: float, depth: float | None = None) -> SimpleNamespace:
    return SimpleNamespace(position=(x, y, z), depth=depth, position_a=None, position_b=None, normal=None)


def assess(pair: Placed, said: Said, tolerance: float = 1e-6) -> ReportJudgement:
    return judge_report(said, query(*pair), *pair, tolerance, asked_hulls=True)


def words(pair: Placed, said: Said) -> str:
    return explain_report(assess(pair, said), "FCL", "A", "B")


# --- the example of the file format ---


def test_each_field_of_a_report_is_judged_separately() -> None:
    said = Said(
        "penetrating", -0.12, (0.0, 1.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.88, 0.0), (point(0.0, 1.0, 0.0, depth=0.1),)
    )
    judgement = assess(DEEP, said)
    assert judgement.right is False
    assert judgement.verdict is not None
    assert judgement.verdict.right is True
    assert judgement.signed_distance is not None
    assert judgement.signed_distance[:6] == pytest.approx((-0.12, -0.1, -0.1, -0.1, -0.02, 0.2))
    assert judgement.signed_distance.right is False
    assert judgement.normal is not None
    assert (judgement.normal.cost, judgement.normal.flipped, judgement.normal.unique) == (0.0, False, True)
    assert judgement.normal.right is True
    assert judgement.witness_a is not None
    assert judgement.witness_b is not None
    assert (judgement.witness_a.off_surface, judgement.witness_a.right) == (0.0, True)
    assert (judgement.witness_b.off_surface, judgement.witness_b.right) == (pytest.approx(0.02), False)
    assert judgement.witnesses == (pytest.approx(0.12), 0.12, True)
    assert judgement.points[0].right is True
    assert explain_report(judgement, "FCL 0.7", "A", "B") == (
        "FCL 0.7 reports −0.12 m: 20 % too deep; moving along its normal separates A after 0.1 m; "
        "its point on B is 0.02 m outside the surface"
    )


# --- verdict ---


@pytest.mark.parametrize(
    ("pair", "right"),
    [(DEEP, (False, False, True)), (APART, (True, False, False)), (TOUCHING, (True, True, True))],
    ids=["deep", "apart", "touching"],
)
def test_the_verdict_is_judged_with_tolerance(pair: Placed, right: tuple[bool, ...]) -> None:
    verdicts = (assess(pair, Said(said)).verdict for said in ("separated", "touching", "penetrating"))
    assert tuple(verdict.right for verdict in verdicts if verdict) == right


def test_an_undecided_report_claims_nothing() -> None:
    assert assess(DEEP, Said("undecided")).right is None


def test_a_pair_within_the_tolerance_of_contact_may_have_either_verdict() -> None:
    near = above(2.0 + 1e-7)
    assert assess(near, Said("penetrating")).right is True
    assert assess(near, Said("penetrating"), 1e-9).right is False


# --- distance ---


@pytest.mark.parametrize(
    ("pair", "said", "reason"),
    [
        (DEEP, -0.12, "20 % too deep"),
        (DEEP, -0.05, "50 % too shallow"),
        (DEEP, -3.0, "2.9 m too deep"),
        (DEEP, 0.1, "its sign is inverted"),
        (DEEP, 0.3, "A and B overlap by 0.1 m"),
        (APART, 0.6, "20 % too far"),
        (APART, 0.4, "20 % too near"),
        (APART, -0.1, "A and B are 0.5 m apart"),
        (TOUCHING, -0.1, "A and B touch"),
    ],
)
def test_a_wrong_distance_is_described(pair: Placed, said: float, reason: str) -> None:
    assert faults_of_report(assess(pair, Said(signed_distance=said)), "A", "B") == (reason,)


def test_a_distance_is_judged_against_the_proved_interval() -> None:
    truth = query(*DEEP)
    assert truth.certificate is not None
    wide = replace(truth.certificate, proves=Proof.VERDICT, lower=-0.11, upper=-0.09)
    for said, right in ((-0.105, True), (-0.112, False), (-0.085, False)):
        known = replace(truth, certificate=wide, lower=-0.11, upper=-0.09)
        assert judge_report(Said(signed_distance=said), known, *DEEP).right is right


def test_without_a_decided_truth_only_contradictions_are_found() -> None:
    unknown = Result("gjk", Verdict.UNDECIDED, Exit.ITERATION_LIMIT, 1, lower=-1.0, upper=1.0)
    assert judge_report(Said("penetrating", -0.5, (0.0, 1.0, 0.0)), unknown, *DEEP).right is None
    assert judge_report(Said("penetrating", -1.5), unknown, *DEEP).right is False


# --- normal ---


@pytest.mark.parametrize(
    ("pair", "normal", "cost", "flipped", "right"),
    [
        (DEEP, (0.0, 2.0, 0.0), 0.0, False, True),  # of any length
        (DEEP, (0.0, -1.0, 0.0), 3.8, True, False),
        (DEEP, (1.0, 0.0, 0.0), 1.9, False, False),
        (APART, (0.0, 1.0, 0.0), 0.0, False, True),
        (APART, (0.0, -1.0, 0.0), 5.0, True, False),
        (APART, (1.0, 0.0, 0.0), 2.5, False, False),
        (TOUCHING, (0.0, 1.0, 0.0), 0.0, False, True),
        (TOUCHING, (1.0, 0.0, 0.0), 2.0, False, False),
    ],
)
def test_the_cost_of_a_normal_is_the_depth_it_adds(
    pair: Placed, normal: Vec3, cost: float, flipped: bool, right: bool
) -> None:
    judgement = assess(pair, Said(normal=normal)).normal
    assert judgement is not None
    assert (judgement.cost, judgement.flipped, judgement.right) == (pytest.approx(cost), flipped, right)


def test_the_cost_of_a_tilted_normal_between_balls_follows_the_cosine() -> None:
    balls = above(1.5, Sphere(1.0), Sphere(1.0))
    for degrees in (0.0, 1.0, 30.0, 90.0):
        tilted = (sin(radians(degrees)), cos(radians(degrees)), 0.0)
        judgement = assess(balls, Said(normal=tilted)).normal
        assert judgement is not None
        assert judgement.cost == pytest.approx(1.5 * (1 - cos(radians(degrees))), abs=1e-12)


@pytest.mark.parametrize(
    ("pair", "normals"),
    [
        (above(0.0), [(1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0)]),  # coincident boxes
        (above(0.0, Sphere(1.0), Sphere(0.5)), [(1.0, 0.0, 0.0), (0.6, 0.0, -0.8)]),  # nested balls
        (above(0.0, Cylinder(0.5, 2.0), Cylinder(0.5, 2.0)), [(1.0, 0.0, 0.0), (0.6, 0.0, 0.8)]),
        (  # crossed segments
            (Segment((-1, 0, 0), (1, 0, 0)), Pose(), Segment((0, 0, -1), (0, 0, 1)), Pose()),
            [(0.0, 1.0, 0.0), (0.0, -1.0, 0.0)],
        ),
        (  # a flat pair: either side
            (
                Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))),
                Pose(),
                Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))),
                Pose(position=(0.25, 0.25, 0.0)),
            ),
            [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)],
        ),
    ],
    ids=["boxes", "balls", "cylinders", "segments", "triangles"],
)
def test_equally_good_normals_are_all_right_and_not_unique(pair: Placed, normals: list[Vec3]) -> None:
    for normal in normals:
        judgement = assess(pair, Said(normal=normal)).normal
        assert judgement is not None
        assert (judgement.right, judgement.unique, judgement.flipped) == (True, False, False)


def test_equally_good_faces_of_a_hull_make_the_normal_ambiguous() -> None:
    octahedron = Hull(((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)))
    center = (octahedron, Pose(), Sphere(0.1), Pose())
    root = 3**-0.5
    for signs in product((-root, root), repeat=3):
        judgement = assess(center, Said(normal=signs)).normal
        assert judgement is not None
        assert (judgement.right, judgement.unique) == (True, False)


def test_a_zero_normal_is_wrong() -> None:
    judgement = assess(DEEP, Said(normal=(0.0, 0.0, 0.0)))
    assert judgement.right is False
    assert faults_of_report(judgement, "A", "B") == ("its normal is zero, no direction",)


@pytest.mark.parametrize(
    ("pair", "normal", "reason"),
    [
        (DEEP, (1.0, 0.0, 0.0), "moving along its normal separates A after 2 m, 1.9 m more than needed"),
        (DEEP, (0.0, -1.0, 0.0), "its normal points the wrong way"),
        (APART, (0.6, 0.8, 0.0), "its normal does not separate them"),
        (APART, (0.1, 1.0, 0.0), "its normal proves only 0.29851 m of the gap"),
    ],
)
def test_a_wrong_normal_is_described(pair: Placed, normal: Vec3, reason: str) -> None:
    assert faults_of_report(assess(pair, Said(normal=normal)), "A", "B") == (reason,)


# --- points ---


@pytest.mark.parametrize(
    ("shape", "at", "off", "inside"),
    [
        (Sphere(1.0), (0.0, 1.25, 0.0), 0.25, False),
        (Sphere(1.0), (0.0, 0.75, 0.0), 0.25, True),
        (CUBE, (2.0, 2.0, 1.0), 2**0.5, False),
        (CUBE, (0.0, 0.0, 0.0), 1.0, True),
        (Box((1.0, 1.0, 1.0), 0.5), (0.0, 1.5, 0.0), 0.0, False),
        (Capsule(0.5, 1.0), (0.5, 0.0, 0.0), 0.0, False),
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), (0.2, 0.2, 0.5), 0.5, False),
        (Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 3))), (0.1, 0.1, -0.1), 0.1, False),
    ],
)
def test_a_witness_point_is_measured_from_its_surface(shape: Shape, at: Vec3, off: float, inside: bool) -> None:
    judgement = assess(above(9.0, shape, CUBE), Said(witness_a=at)).witness_a
    assert judgement is not None
    assert (judgement.off_surface, judgement.right) == (pytest.approx(off, abs=1e-9), off == 0.0)
    assert judgement.inside is inside or off == 0.0


def test_witness_points_must_be_as_far_apart_as_the_distance_claims() -> None:
    on_both = Said(None, -0.3, None, (0.0, 1.0, 0.0), (0.0, 0.9, 0.0))
    judgement = assess(DEEP, on_both)
    assert judgement.witnesses == (pytest.approx(0.1), 0.3, False)
    assert "its points are 0.1 m apart, not 0.3 m" in faults_of_report(judgement, "A", "B")
    assert assess(DEEP, replace(on_both, signed_distance=None)).witnesses == (
        pytest.approx(0.1),
        pytest.approx(0.1),
        True,
    )


@pytest.mark.parametrize(
    ("pair", "contact", "right"),
    [
        (DEEP, point(0.0, 1.0, 0.0, 0.1), True),  # on A
        (DEEP, point(1.0, 0.95, 1.0, 0.1), True),  # half-way, as in MuJoCo
        (DEEP, point(0.0, 0.9, 0.0, 0.1), True),  # on B
        (DEEP, point(0.0, 0.9, 0.0, 0.05), False),  # less deep than the overlap there
        (DEEP, point(0.0, 1.0, 0.0, 0.2), False),
        (DEEP, point(0.0, 1.2, 0.0), False),
        (above(0.5, Sphere(2.0), Sphere(0.5)), point(0.0, 2.0, 0.0), True),  # deep: on A, and far from B
        (DEEP, point(2.0, 0.95, 0.0), False),
        (APART, point(0.0, 1.2, 0.0), True),  # between them, within a margin
        (APART, point(0.0, 1.2, 0.0, 0.1), False),
        (APART, point(0.0, 4.0, 0.0), False),
    ],
)
def test_a_contact_point_lies_in_the_overlap_or_in_the_gap(pair: Placed, contact: SimpleNamespace, right: bool) -> None:
    judgement = assess(pair, Said(points=(contact,)))
    assert [point.right for point in judgement.points] == [right]
    assert bool(faults_of_report(judgement, "A", "B")) is not right


def test_wrong_contact_points_are_counted() -> None:
    points = (point(0.0, 1.0, 0.0, 0.1), point(0.0, 1.5, 0.0, 0.1), point(0.0, 1.0, 0.0, 0.4))
    assert words(DEEP, Said("penetrating", points=points)) == (
        "FCL reports penetrating: contact point (0, 1.5, 0), 1 of 3, is a phantom, 0.4 m outside; "
        "contact point (0, 1, 0), 1 of 3, is 0.3 m too deep; "
        "its contact points leave out 100 % of the support area"
    )
    phantoms = words(DEEP, Said(points=(points[1], points[1])))
    assert "2 of its 2 contact points are phantoms, up to 0.4 m outside" in phantoms
    alone = words(DEEP, Said(points=(point(0.0, 1.0, 0.0, 0.0),)))
    assert alone == "FCL reports no distance: its contact point (0, 1, 0) is 0.1 m too shallow"


CORNERS = tuple(point(x, 0.95, z, 0.1) for x, z in ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)))


def test_the_support_area_is_that_of_the_polygon_of_the_points() -> None:
    whole = assess(DEEP, Said(points=CORNERS))
    assert (whole.support_area, whole.right) == ((4.0, 4.0, 0.0, True), True)
    half = assess(DEEP, Said(points=CORNERS[:3]))
    assert (half.support_area, half.right) == ((2.0, 4.0, 0.5, False), False)
    assert faults_of_report(half, "A", "B") == ("its contact points leave out 50 % of the support area",)
    single = assess(DEEP, Said(points=CORNERS[:1]))  # on purpose, perhaps
    assert (single.support_area, single.right) == ((0.0, 4.0, 1.0, None), True)
    for pair in (APART, above(1.9, Sphere(1.0), CUBE)):  # no contact, or none with an area
        assert assess(pair, Said(points=CORNERS)).support_area is None


@pytest.mark.parametrize(("tilt", "judged_area"), [(0.005, True), (0.02, False)])
def test_the_support_area_of_tilted_faces_is_not_judged(tilt: float, judged_area: bool) -> None:
    """A tilted face rests on an edge, so that two points are as good as four."""
    pose = Pose(rotation_from_quaternion((sin(tilt / 2), 0.0, 0.0, cos(tilt / 2))), (0.0, 1.9, 0.0))
    judgement = assess((CUBE, Pose(), CUBE, pose), Said(points=CORNERS[:2])).support_area
    assert (judgement is not None) == judged_area


def test_a_good_reduction_to_four_points_loses_less_than_is_allowed() -> None:
    angles = [radians(22.5 * k) for k in range(16)]
    column = Hull(tuple((cos(angle), y, sin(angle)) for angle in angles for y in (-1.0, 1.0)))
    four = tuple(point(cos(angle), 0.95, sin(angle), 0.1) for angle in angles[::4])
    judgement = assess(above(1.9, Box((3.0, 1.0, 3.0)), column), Said(points=four)).support_area
    assert judgement is not None
    assert judgement.right is True
    assert 0.3 < judgement.lost < MOST_AREA_LOST


def test_the_places_on_both_bodies_and_the_normal_of_a_point_are_judged() -> None:
    right = point(0.0, 0.95, 0.0, 0.1)
    right.position_a, right.position_b, right.normal = (0.0, 1.0, 0.0), (0.0, 0.9, 0.0), (0.0, 1.0, 0.0)
    assert assess(DEEP, Said(points=(right,))).right is True
    far = SimpleNamespace(**{**vars(right), "position_a": (0.0, 1.3, 0.0)})
    [judgement] = assess(DEEP, Said(points=(far,))).points
    assert (judgement.is_phantom, judgement.off_surface_a, judgement.off_surface_b) == (
        True,
        pytest.approx(0.3),
        pytest.approx(0.0),
    )
    flipped = SimpleNamespace(**{**vars(right), "normal": (0.0, -1.0, 0.0)})
    report = assess(DEEP, Said(points=(flipped,)))
    assert report.points[0].normal is not None
    assert report.points[0].normal.flipped
    assert faults_of_report(report, "A", "B") == ("the normal of its contact point (0, 0.95, 0) is wrong",)


def test_the_phantom_of_mujoco_3476_is_found_among_its_contacts() -> None:
    """Two boxes 71 mm wide; the contacts of MuJoCo 3.10.0: half-way, with `dist` along the normal of all of them.

    The pose is ours: it makes MuJoCo 3.10.0 fail as in https://github.com/google-deepmind/mujoco/issues/3476.
    """
    box = Box((0.0355, 0.0355, 0.0355))
    turn = rotation_from_quaternion((-3e-8, 2e-8, -2e-8, 1.0))
    pair = box, Pose(), box, Pose(turn, (0.0, 0.07099, 0.0))
    normal = (0.0, 1.0, -6e-8)
    contacts = (
        ((0.0355, 0.03549500035499992, 0.03549999862803195), 9.999290000155909e-06),
        ((-0.0355, 0.035494999645, -0.0354999964503001), 1.0000710000005483e-05),
        ((-0.0355, 0.03549500177499992, 0.0355), 9.996450000161648e-06),
        ((0.03549999789977129, 0.0354949992814122, 0.01760686946252143), 0.03578626247254322),
        ((0.03549999716, 0.03549499822500001, -0.0354999992903), 1.000354999997421e-05),
    )
    said = [point(*at, depth=depth) for at, depth in contacts]
    for contact in said:
        contact.position_a = add(contact.position, scale(normal, contact.depth / 2))
        contact.position_b = add(contact.position, scale(normal, -contact.depth / 2))
    judgement = assess(pair, Said(normal=normal, points=tuple(said)), tolerance=1e-5)
    assert [point.is_phantom for point in judgement.points] == [False, False, False, True, False]
    assert [point.right for point in judgement.points] == [True, True, True, False, True]
    assert judgement.points[3].off_surface_a == pytest.approx(0.01789, abs=1e-4)


def test_the_depth_of_a_point_is_that_of_the_overlap_at_its_place() -> None:
    """A box tilted by 0.1 about z: along the true normal, it overlaps more at one edge than at the other."""
    tilted = (
        CUBE,
        Pose(),
        Box((0.5, 0.5, 0.5)),
        Pose(rotation_from_quaternion((0, 0, sin(0.05), cos(0.05))), (0, 1.5, 0)),
    )
    for x in (-0.4, 0.0, 0.4):
        overlap = 1.0 - (1.5 - 0.5 / cos(0.1) + x * tan(0.1))
        for error in (0.0, 1e-7, 1e-3, -1e-3):
            [judgement] = assess(tilted, Said(points=(point(x, 1.0 - overlap / 2, 0.2, overlap + error),))).points
            assert judgement.depth_error == pytest.approx(error, abs=1e-8)
            assert judgement.is_depth_wrong is (abs(error) > 1e-4)


# --- reports without an answer ---


def test_a_crash_is_wrong_and_a_report_without_claims_is_neither() -> None:
    assert assess(DEEP, Said(crashed="SIGABRT")).right is False
    assert words(DEEP, Said(crashed="SIGABRT")) == "FCL gave no answer: SIGABRT"
    assert assess(DEEP, Said()).right is None
    assert words(DEEP, Said()) == "FCL reports no distance: cannot be judged"


@pytest.mark.parametrize("tolerance", [-1.0, float("nan"), float("inf"), "1"])
def test_a_tolerance_must_be_a_number(tolerance: float) -> None:
    with pytest.raises(ValueError, match="tolerance: must be"):
        judge_report(Said(), query(*DEEP), *DEEP, tolerance)


def test_numbers_near_the_largest_double_are_wrong_not_an_error() -> None:
    huge = 1.7e308
    said = Said(
        "separated", huge, (huge, 0.0, huge), (huge, 0.0, 0.0), (-huge, 0.0, 0.0), (point(huge, huge, huge, huge),)
    )
    judgement = assess(DEEP, said)
    assert judgement.right is False
    assert [field.right for field in (judgement.witness_a, judgement.witness_b, judgement.points[0]) if field] == [
        False
    ] * 3
    assert len(faults_of_report(judgement, "A", "B")) == 6
    assert not any("nan" in fault for fault in faults_of_report(judgement, "A", "B"))


# --- seeded pairs ---


def report_of(truth: Result, single: bool = False) -> Said:
    """The truth as a report, in single precision if asked."""
    precise: Callable[[float], float] = (lambda value: float(np.float32(value))) if single else float

    def shorten(v: Vec3 | None) -> Vec3 | None:
        return None if v is None else (precise(v[0]), precise(v[1]), precise(v[2]))

    distance = None if truth.signed_distance is None else precise(truth.signed_distance)
    contact = None if truth.witness_a is None or not truth.lower < 0 else shorten(truth.witness_a)
    points = () if contact is None else (point(*contact, depth=max(-(distance or 0.0), 0.0)),)
    return Said(
        truth.verdict.value,
        distance,
        shorten(truth.normal),
        shorten(truth.witness_a),
        shorten(truth.witness_b),
        points,
    )


FEW = 3  # pairs of each family
PAIRS = [pair for family in samples.FAMILIES for pair in islice(samples.pairs(family, FEW), FEW)]


@pytest.mark.thorough
@pytest.mark.slow
def test_the_truth_is_right_in_double_and_in_single_precision() -> None:
    far = Pose(rotation_from_quaternion((0.1, 0.2, 0.3, 0.9)), (300.0, -200.0, 100.0))
    overlapping = 0
    for pair in PAIRS[::2]:
        for placed in (pair, samples.move(pair, far)):
            truth = query(*placed.arguments)
            overlapping += truth.verdict is Verdict.PENETRATING
            for single in (False, True):
                judgement = judge_report(report_of(truth, single), truth, *placed.arguments)
                assert judgement.right is True, (placed, judgement)
    assert 0.3 < overlapping / (2 * len(PAIRS[::2])) < 0.7


@pytest.mark.slow
def test_the_judgement_is_invariant_under_scaling_motion_and_swapping() -> None:
    random = Random(7)
    motion = samples.random_pose(random)
    for pair in PAIRS[1::2]:
        truth = query(*pair.arguments)
        if truth.signed_distance is None or truth.normal is None or abs(truth.signed_distance) < 1e-3:
            continue
        said = Said(truth.verdict.value, 1.3 * truth.signed_distance, samples.random_direction(random))
        first = judge_report(said, truth, *pair.arguments)
        assert first.normal is not None
        assert first.normal.cost is not None
        assert said.normal is not None
        assert said.signed_distance is not None
        turned = replace(said, normal=turn(motion, said.normal))
        bigger = replace(said, signed_distance=1e3 * said.signed_distance)
        flipped = replace(said, normal=neg(said.normal))
        others = (
            (samples.move(pair, motion), turned, 1.0),
            (samples.scale_pair(pair, 1e3), bigger, 1e3),
            (samples.swap(pair), flipped, 1.0),
        )
        for other, about_it, factor in others:
            second = judge_report(about_it, query(*other.arguments), *other.arguments)
            assert second.normal is not None
            assert second.signed_distance is not None
            assert (second.normal.right, second.normal.flipped) == (first.normal.right, first.normal.flipped)
            assert second.normal.cost == pytest.approx(first.normal.cost * factor, abs=1e-8 * factor)
            assert second.signed_distance.relative == pytest.approx(0.3, abs=1e-6)


def turn(motion: Pose, v: Vec3) -> Vec3:
    rotation = np.array(motion.rotation)
    x, y, z = (rotation @ np.array(v)).tolist()
    return (x, y, z)


def test_a_wrong_field_is_found_and_no_other_is_blamed() -> None:
    random = Random(11)
    found_wrong = {"signed_distance": 0, "normal": 0, "witness_a": 0, "witness_b": 0}
    for pair in PAIRS:
        truth = query(*pair.arguments)
        right = report_of(truth)
        off = scale(samples.random_direction(random), 0.3)
        changes = {
            "signed_distance": (right.signed_distance or 0.0) + 0.1,
            "normal": samples.random_direction(random),
            "witness_a": add(right.witness_a or off, off),
            "witness_b": add(right.witness_b or off, off),
        }
        for name, value in changes.items():
            judgement = judge_report(replace(right, **{name: value}), truth, *pair.arguments)
            parts = {other: getattr(judgement, other) for other in found_wrong}
            wrong = {other for other, part in parts.items() if part is not None and part.right is False}
            assert wrong <= {name}
            found_wrong[name] += name in wrong
    # A random direction may be right for a ball in a ball, and a random step may slide along a flat surface.
    assert all(count > 0.9 * len(PAIRS) for count in found_wrong.values()), found_wrong


@pytest.mark.parametrize("factor", [1e-6, 1e-3, 1e6, 1e12])
def test_tiny_and_huge_pairs_are_judged_alike(factor: float) -> None:
    half, height = factor * 1.0, factor * 1.9
    pair = above(height, Box((half, half, half)), Box((half, half, half)))
    right = Said("penetrating", -0.1 * factor, (0.0, 1.0, 0.0), (0.0, half, 0.0), (0.0, height - half, 0.0))
    assert assess(pair, right).right is True
    judgement = assess(pair, replace(right, signed_distance=-0.12 * factor))
    assert judgement.signed_distance is not None
    assert judgement.signed_distance.right is False
    assert judgement.signed_distance.relative == pytest.approx(0.2)


def test_a_distant_pair_allows_for_the_rounding_of_its_coordinates() -> None:
    pair = CUBE, Pose(position=(1e5, 0.0, 0.0)), CUBE, Pose(position=(1e5, 1.9, 0.0))
    assert assess(pair, Said("penetrating", -0.1 - 1e-2)).right is True  # 1e5 m is known to 6e-3 m in single precision
    assert assess(pair, Said("penetrating", -0.3)).right is False
    assert assess(pair, Said("penetrating", -0.1 - 1e-2), 1e-9).right is False


# --- meshes that are not convex: the truth is of the hull, the engine's answer of the mesh ---

IN_THE_HOLE: Placed = (ring(), Pose(), Sphere(0.5), Pose())
OFF_THE_RING: Placed = (ring(), Pose(), Sphere(0.5), Pose(position=(0.0, 3.0, 0.0)))  # 2.25 m above it


def judge_as_mesh(pair: Placed, said: Said) -> ReportJudgement:
    return judge_report(said, query(*pair), *pair)


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (IN_THE_HOLE, Said("separated", 0.235)),
        (IN_THE_HOLE, Said("penetrating", -0.75, (0.0, 1.0, 0.0))),
        (IN_THE_HOLE, Said(normal=(1.0, 0.0, 0.0), witness_a=(0.735, 0.0, 0.0), witness_b=(0.5, 0.0, 0.0))),
        (IN_THE_HOLE, Said(points=(point(0.0, -0.125, 0.0, 0.75),))),
        (OFF_THE_RING, Said("separated", 2.4)),
    ],
)
def test_an_answer_about_a_concave_mesh_is_not_judged_by_its_hull(pair: Placed, said: Said) -> None:
    judgement = judge_as_mesh(pair, said)
    assert (judgement.right, judgement.of_mesh) == (None, True)
    assert explain_report(judgement, "FCL", "A", "B").endswith(
        "; not judged: our answer is for the hull, the engine's is for the mesh"
    )


@pytest.mark.parametrize(
    ("said", "reasons"),
    [
        (Said("penetrating"), ("A and B are at least 2.25 m apart",)),
        (Said(signed_distance=2.0), ("the signed distance is at least 2.25 m",)),
        (Said(signed_distance=math.nan), ("its signed distance is not finite",)),
        (Said(normal=(0.0, 0.0, 0.0)), ("its normal is zero, no direction",)),
        (Said(normal=(math.inf, 0.0, 0.0)), ("its normal is not finite",)),
        (Said(witness_a=(math.nan, 0.0, 0.0)), ("its point on A is not finite",)),
        (Said(witness_b=(math.nan, 0.0, 0.0)), ("its point on B is not finite",)),
        (Said(points=(point(math.nan, 0.0, 0.0),)), ("its contact point (nan, 0, 0) has numbers that are not finite",)),
    ],
)
def test_what_no_mesh_with_this_hull_allows_is_wrong(said: Said, reasons: tuple[str, ...]) -> None:
    judgement = judge_as_mesh(OFF_THE_RING, said)
    assert judgement.right is False
    assert faults_of_report(judgement, "A", "B") == reasons


def test_an_engine_that_crashes_on_a_concave_mesh_gave_no_answer() -> None:
    assert judge_as_mesh(IN_THE_HOLE, Said(crashed="SIGABRT")).right is False


def test_convex_meshes_and_surfaces_are_judged_as_ever() -> None:
    pair: Placed = (cube(), Pose(), Sphere(0.5), Pose(position=(0.0, 3.0, 0.0)))
    assert judge_as_mesh(pair, Said("separated", 1.5)).right
    box: Placed = (ring(), Pose(), Box((0.3, 0.3, 0.3)), Pose(position=(1.0, 0.0, 0.0)))
    judgement = judge_report(Said("penetrating"), query(*box, "brute"), *box)
    assert (judgement.right, judgement.of_mesh) == (True, False)
