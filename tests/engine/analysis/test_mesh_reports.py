"""Reports about meshes as triangles: each field right, each one wrong, and what is not judged."""

from dataclasses import replace
from math import inf, nan
from random import Random

import pytest

from gjkscope import Reported, ReportedPoint
from gjkscope.engine import Box, Mesh, Pose, Shape, Sphere, Verdict, query
from gjkscope.engine.analysis.explain_report import assessment_words
from gjkscope.engine.analysis.mesh_reports import judge_mesh_report
from gjkscope.engine.analysis.reports import ReportJudgement, judge_report
from gjkscope.engine.shapes.kinds import PlacedPair
from tests.engine.known_meshes import bowl, cube, ring
from tests.engine.meshes import torus
from tests.engine.moving import at
from tests.engine.samples import random_pose

FRAME = Mesh([(x, y, 0) for x in (-2, -1, 1, 2) for y in (-2, 2)], [(0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7)])
IN_HOLE = (FRAME, Pose(), Sphere(0.25), at(0.25, 0.5))
RIGHT = Reported(("A", "B"), "E", "separated", 0.5, (-1, 0, 0), (1, 0.5, 0), (0.5, 0.5, 0))
TOLERANCE = 1e-6


def judged(report: Reported, pair: PlacedPair = IN_HOLE) -> ReportJudgement:
    return judge_mesh_report(report, query(*pair, "mesh-distance"), *pair, TOLERANCE)


def words(report: Reported, pair: PlacedPair = IN_HOLE) -> str:
    return assessment_words(judged(report, pair), "A", "B")


def test_a_right_report_is_right_in_every_field() -> None:
    found = judged(RIGHT)
    assert (found.right, words(RIGHT)) == (True, "right")
    parts = (found.verdict, found.signed_distance, found.normal, found.witness_a, found.witness_b, found.witnesses)
    assert [part.right for part in parts if part is not None] == [True] * 6


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"verdict": "penetrating", "signed_distance": None}, "A and B are 0.5 m apart"),
        (
            {"verdict": None, "signed_distance": -0.25},
            "A and B are 0.5 m apart; its points are 0.5 m apart, not 0.25 m",
        ),
        ({"signed_distance": 0.75}, "50 % too far; its points are 0.5 m apart, not 0.75 m"),
        ({"normal": (0.0, 1.0, 0.0)}, "moving A by the gap along its normal leaves 0.5 m of it"),
        ({"normal": (1.0, 0.0, 0.0)}, "its normal points the wrong way"),
        ({"normal": (0.0, 0.0, 0.0)}, "its normal is zero, no direction"),
        ({"witness_a": (0.9, 0.5, 0.3)}, "its point on A is 0.316 m outside the surface"),
        ({"witness_b": (0.25, 0.5, 0.0)}, "its point on B is 0.25 m inside the surface; its points are 0.75 m apart"),
        ({"signed_distance": nan}, "its signed distance is not finite"),
        ({"signed_distance": inf}, "its signed distance is not finite"),
        ({"witness_b": (nan, 0.0, 0.0)}, "its point on B is not finite"),
    ],
)
def test_each_wrong_field_is_named(changed: dict[str, object], expected: str) -> None:
    wrong = replace(RIGHT, **changed)  # type: ignore[arg-type]
    assert judged(wrong).right is False
    assert words(wrong).startswith(expected)


def test_answers_of_mesh_distance_are_right_and_those_about_hulls_are_not() -> None:
    """The hulls of some of these pairs overlap."""
    random, wrong, apart = Random("mesh reports"), 0, 0
    for _ in range(20):
        shapes: list[Shape] = [torus(9, 6), ring(), bowl(), Sphere(0.2), Box((0.1, 0.2, 0.3))]
        pair = (random.choice(shapes[:3]), random_pose(random, 0.7), random.choice(shapes), random_pose(random, 1.2))
        truth = query(*pair, "mesh-distance")
        said = Reported(
            ("A", "B"), "E", truth.verdict.value, truth.signed_distance, truth.normal, truth.witness_a, truth.witness_b
        )
        assert judge_mesh_report(said, truth, *pair, TOLERANCE).right is not False
        of_hull = replace(said, verdict=None, signed_distance=query(*pair).signed_distance)
        if truth.verdict is Verdict.SEPARATED:
            apart += 1
            wrong += judge_mesh_report(of_hull, truth, *pair, TOLERANCE).right is False
    assert apart >= 4
    assert wrong >= 1


def test_of_an_overlap_only_the_verdict_is_judged() -> None:
    pair = (FRAME, Pose(), Sphere(0.25), at(1.5, 0, 0.125))
    deep = Reported(("A", "B"), "E", None, -0.125, (0, 0, 1), (1.5, 0, 0), (1.5, 0, -0.125))
    found = judged(deep, pair)
    assert (found.right, found.signed_distance and found.signed_distance.right) == (True, None)
    assert words(deep, pair) == "right: their triangles overlap; meshes have no depth to judge"
    assert words(replace(deep, signed_distance=0.125), pair) == "their triangles overlap"
    assert words(replace(deep, signed_distance=None, verdict="separated"), pair) == "their triangles overlap"
    assert judged(replace(deep, normal=(nan, 0, 0)), pair).right is False
    points = (ReportedPoint((0.0, 0.0, 0.0), 9.0), ReportedPoint((0.0, nan, 0.0), 9.0))
    assert [point.said[0] for point in judged(replace(deep, points=points), pair).points] == [0.0]


def test_what_is_inside_a_closed_mesh_is_not_judged() -> None:
    """For an engine, a closed mesh may be a surface."""
    pair = (cube(), Pose(), Sphere(0.25), Pose())
    for distance in (0.75, -0.25):
        said = Reported(("A", "B"), "E", signed_distance=distance)
        assert judged(said, pair).right is None
        assert words(said, pair).startswith("not judged: A and B overlap as solids")


def test_surfaces_that_touch() -> None:
    pair = (FRAME, Pose(), Sphere(0.25), at(1.5, 0, 0.25))
    touching = Reported(("A", "B"), "E", "touching", 0.0, (0, 0, 1), (1.5, 0, 0), (1.5, 0, 0))
    assert words(touching, pair) == "right: their triangles touch; meshes have no depth to judge"
    assert words(replace(touching, verdict=None, signed_distance=0.25), pair).startswith("A and B touch")


def test_the_cost_of_a_normal_is_that_of_judge_report_for_parallel_faces() -> None:
    slab = (cube(), Pose(), Box((1, 1, 1)), at(0, 2.5, 0))
    tilted = Reported(("A", "B"), "E", normal=(0.0, 0.96, 0.28))
    plain = judge_report(tilted, query(*slab), *slab, TOLERANCE).normal
    of_triangles = judged(tilted, slab).normal
    assert plain is not None
    assert of_triangles is not None
    assert of_triangles.cost == pytest.approx(0.5 * (1 - 0.96))
    assert plain.right is of_triangles.right is False
