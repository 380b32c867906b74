"""Chains: their segments, and distances against exact arithmetic over all pairs of segments."""

from collections import Counter
from itertools import product
from math import hypot
from random import Random
from typing import Any

import pytest

from gjkscope.engine import (
    Box2,
    Capsule2,
    Chain,
    Circle,
    Exit,
    Point2,
    Polygon,
    Segment2,
    Shape,
    Verdict,
    algorithm_for,
    plane_pose,
    query,
    trace,
)
from gjkscope.engine.plane.mesh_distance.steps import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.convexity import Convexity, convexity, is_hull
from tests.thorough import cases

COUNT = cases(60, 120)
ROUNDING = 1e-13  # of lengths of some metres
HOLLOW = Chain([(3, 1), (1, 1), (1, 0), (-1, 0), (-1, 1), (-3, 1)])
ORIGIN = plane_pose()


def answer(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Any:
    return query(a, pose_a, b, pose_b, "mesh-distance")


# --- segments ---


def test_a_loop_has_one_more_segment() -> None:
    corners = [(0, 0), (2, 0), (1, 1)]
    assert [Chain(corners).segment(i) for i in range(2)] == [((0, 0), (2, 0)), ((2, 0), (1, 1))]
    assert Chain(corners, loop=True).segment(2) == ((1, 1), (0, 0))
    assert (len(Chain(corners).faces), len(Chain(corners, loop=True).faces)) == (2, 3)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"vertices": [(0, 0)]}, "vertices: a chain needs at least 2, got 1"),
        ({"vertices": [(0, 0), (1, 0)], "loop": True}, "vertices: a loop needs at least 3, got 2"),
        ({"vertices": [(0, 0), (1, float("nan"))]}, r"vertices\[1\]\[1\]: must be finite, got nan"),
        ({"vertices": [(0, 0), (1, 0)], "loop": 1}, "loop: must be True or False, got 1"),
    ],
)
def test_a_fault_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Chain(**fields)


def test_only_a_straight_chain_is_its_hull() -> None:
    assert is_hull(Chain([(0, 0), (1, 1), (3, 3), (2, 2)]))
    assert not is_hull(HOLLOW)
    loop = Chain([(0, 0), (2, 0), (1, 1)], loop=True)
    assert convexity(loop) is Convexity.OPEN
    assert query(loop, ORIGIN, Circle(0.1), plane_pose((1, 0.3))).of_hulls


# --- against exact arithmetic over all pairs of segments ---


def random_chain(random: Random) -> Chain:
    """Whole coordinates, so that segments touch, overlap and are points."""
    count = random.randrange(2, 6)
    vertices = [(float(random.randrange(-3, 4)), float(random.randrange(-3, 4))) for _ in range(count)]
    return Chain(vertices, loop=count > 2 and random.random() < 0.5)


def random_other(random: Random) -> Shape:
    corners = [(float(random.randrange(-2, 3)), float(random.randrange(-2, 3))) for _ in range(3)]
    return random.choice((random_chain(random), Point2(), Segment2(*corners[:2]), Polygon(corners), Box2((1, 1))))


def parts_of(shape: Shape) -> list[Shape]:
    return [Segment2(*shape.segment(i)) for i in range(len(shape.faces))] if isinstance(shape, Chain) else [shape]


@pytest.mark.thorough
def test_distances_are_those_of_exact_arithmetic_over_all_pairs_of_segments() -> None:
    random, verdicts = Random("chains"), Counter[Verdict]()
    for _ in range(COUNT):
        a, b = random_chain(random), random_other(random)
        there = plane_pose((float(random.randrange(-4, 5)), float(random.randrange(-4, 5))))
        exact = [query(p, ORIGIN, q, there, "exact").signed_distance for p, q in product(parts_of(a), parts_of(b))]
        truth, found = min(exact), answer(a, ORIGIN, b, there)  # type: ignore[type-var]
        verdicts[found.verdict] += 1
        assert truth is not None
        assert_agrees(found, truth)
        back = answer(b, there, a, ORIGIN)
        assert (back.verdict is Verdict.SEPARATED) == (found.verdict is Verdict.SEPARATED)
    assert min(verdicts[verdict] for verdict in (Verdict.SEPARATED, Verdict.PENETRATING)) > COUNT // 8
    assert verdicts[Verdict.TOUCHING] + verdicts[Verdict.UNDECIDED] > COUNT // 24


def assert_agrees(found: Any, truth: float) -> None:
    if truth > 0:
        assert (found.verdict, found.signed_distance) == (Verdict.SEPARATED, pytest.approx(truth, abs=ROUNDING))
        assert hypot(*(q - p for p, q in zip(found.witness_a, found.witness_b, strict=True))) == pytest.approx(truth)
    elif truth < 0:  # two parts overlap by that
        assert found.verdict is Verdict.PENETRATING
        assert found.upper >= truth - ROUNDING
    else:
        assert found.verdict in (Verdict.TOUCHING, Verdict.UNDECIDED)


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("at", [0.0, 1e6])
def test_the_size_and_the_place_do_not_matter(size: float, at: float) -> None:
    hollow = Chain([(x * size, y * size) for x, y in HOLLOW.vertices])
    there = plane_pose((at * size, at * size + 0.5 * size))
    found = answer(hollow, plane_pose((at * size, at * size)), Box2((0.25 * size, 0.25 * size)), there)
    assert found.verdict is Verdict.SEPARATED
    assert found.signed_distance == pytest.approx(0.25 * size, rel=1e-9)


def test_a_turned_chain_is_as_far_away() -> None:
    for angle in (0.3, 1.2, 2.9):
        turned = answer(HOLLOW, plane_pose((0, 0), angle), Circle(0.25), plane_pose((0, 0)))
        assert (turned.verdict, turned.exit) == (Verdict.PENETRATING, Exit.TRIANGLES_OVERLAP)
    assert answer(HOLLOW, ORIGIN, Capsule2(0.125, 0.25), plane_pose((0.5, 0.5), 0.0)).signed_distance == 0.125


def test_what_is_inside_a_loop_is_apart_from_it() -> None:
    ring = Chain([(-1, -1), (1, -1), (1, 1), (-1, 1)], loop=True)
    found = answer(ring, ORIGIN, Circle(0.25), ORIGIN)
    assert (found.verdict, found.signed_distance) == (Verdict.SEPARATED, 0.75)
    assert query(ring, ORIGIN, Circle(0.25), ORIGIN).of_hulls


def test_a_radius_belongs_to_the_segments() -> None:
    thick = Chain(HOLLOW.vertices, rounding=0.125)
    assert answer(thick, ORIGIN, Circle(0.25), plane_pose((0, 0.5))).signed_distance == 0.125
    assert answer(thick, ORIGIN, Circle(0.25), plane_pose((0, 0.375))).verdict is Verdict.TOUCHING
    assert answer(thick, ORIGIN, Circle(0.25), plane_pose((0, 0.25))).verdict is Verdict.PENETRATING


def test_a_depth_that_a_line_proves_is_named() -> None:
    """Two crossing segments, one of which sticks out by 0.5."""
    found = answer(Chain([(-2, 0), (2, 0)]), ORIGIN, Chain([(0, -0.5), (0, 3)]), ORIGIN)
    assert (found.signed_distance, found.normal) == (-0.5, (0, 1, 0))


def test_each_step_is_of_the_algorithm_and_says_segments() -> None:
    run = trace(HOLLOW, ORIGIN, Box2((0.25, 0.25)), plane_pose((0.1, 0.5)), "mesh-distance")
    algorithm = algorithm_for("mesh-distance", HOLLOW)
    assert {type(step) for step in run.steps} == {State} == {algorithm.state}
    words = " ".join(algorithm.explain(step, "A", "B") for step in run.steps)
    assert "segment 2 of A" in words
    assert "triangle" not in words


def test_a_step_can_be_recomputed() -> None:
    pair = (HOLLOW, ORIGIN, Circle(0.5), plane_pose((0.2, 0.3)))
    algorithm, run = algorithm_for("mesh-distance", HOLLOW), trace(*pair, "mesh-distance")
    stepping = algorithm.stepping(*pair, None)  # type: ignore[arg-type]
    state = stepping.start(*stepping.first)
    for wanted in run.steps:
        assert state == wanted
        state = stepping.step(*stepping.always, state)
