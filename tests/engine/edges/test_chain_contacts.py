"""Contacts of a body and a chain: closed forms on flat chains, the rules for ghost vertices, and their steps."""

import json
from collections import Counter
from math import atan2, copysign, cos, hypot, pi, sin
from pathlib import Path
from random import Random

import pytest

from gjkscope.engine import Box2, Capsule2, Chain, Circle, Point2, Polygon, Pose, Segment2, plane_pose
from gjkscope.engine.edges.chain_contacts import CHAIN_POLICIES, ChainContacts, ChainPhase, chain_contacts
from gjkscope.engine.edges.chain_rules import GhostRule, ghost_segment, judge_normal
from gjkscope.engine.edges.decisions import ContactFate
from gjkscope.engine.edges.explain_chain_contacts import conclude_chain_contacts, explain_chain_step
from gjkscope.engine.edges.policies.box2d import NormalClass
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.vectors import Vec2, dot2
from gjkscope.engine.result import Exit, NotApplicable
from gjkscope.engine.shapes.bounds import aabb


def at(x: float, y: float, angle: float = 0.0) -> Pose:
    return plane_pose((x, y), angle)


FLOOR = Chain(((3, 0), (1, 0), (-1, 0), (-3, 0)))
HILL = Chain(((3, -1), (1, 0), (-1, 0), (-3, -1)))
VALLEY = Chain(((3, 1), (1, 0), (-1, 0), (-3, 1)))
AT_A_VERTEX = at(-0.504, 0.49)


def random_body(random: Random, size: float) -> PlanarShape:
    corners = [(random.uniform(-size, size), random.uniform(-size, size)) for _ in range(random.randint(2, 7))]
    rounding = random.choice((0.0, 0.1 * size))
    return random.choice(
        (
            Circle(size),
            Capsule2(0.4 * size, 0.6 * size, random.choice(("x", "y"))),
            Box2((size, 0.5 * size), rounding),
            Polygon(tuple(corners), rounding),
        )
    )


def deepest(found: ChainContacts) -> float:
    return min(point.separation for decision in found.decisions for point in decision.points)


def turned(point: Vec2, angle: float) -> Vec2:
    return (cos(angle) * point[0] - sin(angle) * point[1], sin(angle) * point[0] + cos(angle) * point[1])


def random_on_flat(random: Random) -> tuple[PlanarShape, Pose, Chain, Pose, Vec2, float]:
    """A body that overlaps a flat chain of any direction and size, the chain's normal, and the depth."""
    size, slope = 10.0 ** random.uniform(-4, 4), random.uniform(-pi, pi)
    knots = sorted({random.uniform(-20, 20) * size for _ in range(9)} | {-30 * size, 30 * size}, reverse=True)
    chain, middle = Chain(tuple((x, 0.0) for x in knots)), random.choice(knots[1:-1])
    body, angle = random_body(random, size), random.uniform(-pi, pi)
    if is_at_a_vertex := random.random() < 0.5:
        body, angle = Box2((size, 0.5 * size)), 0.0
    (left, lowest, _), (right, _, _) = aabb(body, at(0, 0, angle))
    depth = random.uniform(0, 0.05) * size
    side = random.choice((-size, size)) if is_at_a_vertex else random.uniform(left, right)
    x, y = middle - side + copysign(random.uniform(0, 1.5) * depth, side), -lowest - depth
    place = turned((x, y), slope)
    normal = turned((0.0, 1.0), slope)
    return body, at(*place, angle + slope), chain, at(0, 0, slope), normal, depth


def test_on_a_flat_chain_ghost_vertices_leave_no_sideways_normal_and_the_exact_depth() -> None:
    random, sideways, ghosts, exact, fates = Random("flat chains"), 0, 0, 0, Counter[ContactFate]()
    for _ in range(300):
        body, pose, chain, ground, normal, depth = random_on_flat(random)
        found = chain_contacts(body, pose, chain, ground)
        fates.update(decision.fate for decision in found.decisions)
        assert found.ghosts == ()
        assert all(dot2(each.normal, normal) > 1 - 1e-12 for each in found.decisions if each.points)
        if not isinstance(body, Polygon):  # the acute corner of one may be below a segment that it does not cross
            exact += 1
            assert deepest(found) == pytest.approx(-depth, abs=1e-9 * (1 + hypot(*pose.position)))
        naive = chain_contacts(body, pose, chain, ground, "none")
        sideways += any(dot2(each.normal, normal) < 0.9 for each in naive.decisions)
        ghosts += bool(naive.ghosts)
        assert {each.segment for each in found.decisions} == {each.segment for each in naive.decisions}
    assert 60 < sideways < 240
    assert ghosts >= sideways
    assert exact > 150
    assert min(fates[fate] for fate in (ContactFate.ACCEPTED, ContactFate.CORRECTED, ContactFate.VOIDED)) > 10


def test_normals_are_judged_by_the_angles_of_the_chain() -> None:
    """At a convex vertex, the angle of the neighbour's normal is the limit; at others, all normals are snapped."""
    random, verdicts = Random("judged normals"), Counter[NormalClass]()
    for _ in range(600):
        turns = random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5)
        before, after = turned((-1.0, 0.0), -turns[0]), turned((1.0, 0.0), turns[1])
        segment = ghost_segment(0, (0, (0.0, 0.0)), (1, (1.0, 0.0)), (before, (1 + after[0], after[1])), 0.0)
        lean = random.uniform(-1.5, 1.5)  # from the segment's normal, (0, −1), anticlockwise
        judged = judge_normal(segment, turned((0.0, -1.0), lean))
        turn = turns[1] if lean > 0 else turns[0]
        assert judged.end.vertex == (lean > 0)
        assert judged.end.turn == pytest.approx(turn)
        if abs(turn) < 0.02 or abs(abs(lean) - turn) < 0.02:
            continue
        inside = abs(lean) < turn
        expected = NormalClass.SNAP if turn < 0 else NormalClass.ADMIT if inside else NormalClass.SKIP
        assert judged.verdict is expected
        verdicts[judged.verdict] += 1
    assert min(verdicts.values()) > 60
    assert verdicts.keys() == {*NormalClass}


def test_a_disc_in_front_of_a_chain_keeps_its_nearest_point() -> None:
    """Whatever the neighbours, the deepest contact is the distance to the whole chain, and is never a ghost."""
    random, counts = Random("discs"), Counter[int]()
    for _ in range(200):
        heights = [random.uniform(-0.6, 0.6) for _ in range(7)]
        chain = Chain(tuple((3.0 - number, height) for number, height in enumerate(heights)))
        x = random.uniform(-2, 2)
        nearest = min(distance_to_segment((x, 1.0), *chain.segment(number)) for number in range(6))
        radius = nearest * random.uniform(1.001, 1.2)
        found = chain_contacts(Circle(radius), at(x, 1.0), chain, Pose())
        assert deepest(found) == pytest.approx(nearest - radius, abs=1e-12)
        assert found.ghosts == ()
        counts[sum(bool(each.points) for each in found.decisions)] += 1
    assert counts[1] > 50
    assert sum(counts.values()) - counts[1] > 5


def distance_to_segment(point: Vec2, start: Vec2, end: Vec2) -> float:
    along, offset = (end[0] - start[0], end[1] - start[1]), (point[0] - start[0], point[1] - start[1])
    share = min(max(dot2(along, offset) / dot2(along, along), 0.0), 1.0)
    return hypot(offset[0] - share * along[0], offset[1] - share * along[1])


def test_every_rule_is_reached_and_no_normal_that_counts_is_a_ghost() -> None:
    random, rules = Random("rules"), Counter[GhostRule]()
    for _ in range(500):
        chain = Chain(tuple((3.0 - number, random.uniform(-0.5, 0.5)) for number in range(7)))
        body, place = random_body(random, random.uniform(0.1, 0.6)), (random.uniform(-2, 2), random.uniform(-0.5, 1.0))
        found = chain_contacts(body, at(*place, random.uniform(-pi, pi)), chain, Pose(), margin=0.1)
        rules.update(decision.outcome.rule for decision in found.decisions if decision.outcome)
        assert found.ghosts == ()
        assert all(abs(hypot(*each.normal) - 1) < 1e-12 for each in found.decisions)
        assert all(bool(each.points) == (each.fate is not ContactFate.VOIDED) for each in found.decisions)
    assert rules.keys() == {*GhostRule}
    assert min(rules.values()) > 3, rules


def test_the_contacts_are_those_of_the_release() -> None:
    """Recorded from Box2D 3.1.1, built from its source at commit 8c66146, whose arithmetic is in single precision.

    For a disc, a capsule or a polygon, and the four points of a chain segment with its ghost vertices, the functions
    `b2CollideChainSegmentAndCircle`, `…AndCapsule` and `…AndPolygon` gave the normal and the points.
    """
    rules = Counter[GhostRule]()
    for case in json.loads((Path(__file__).parent / "box2d_chain_segments.json").read_text("utf-8")):
        corners, chain = tuple(map(tuple, case["corners"])), Chain(tuple(map(tuple, case["chain"])))
        found = chain_contacts(Polygon(corners, case["radius"]), Pose(), chain, Pose(), margin=0.02)
        (decision,) = (each for each in found.decisions if each.segment == 1)
        assert decision.outcome is not None
        rules[decision.outcome.rule] += 1
        assert len(decision.points) == len(case["points"])
        expected = sorted(tuple(point) for point in case["points"])
        points = sorted((point.separation, *point.position) for point in decision.points)
        if points and points[0][0] == pytest.approx(points[-1][0], abs=1e-5):  # equally deep: in the order of x
            expected.sort(key=lambda point: point[1])
            points.sort(key=lambda point: point[1])
        assert points == [pytest.approx(point, abs=1e-4) for point in expected]
        assert not points or decision.normal == pytest.approx(case["normal"], abs=1e-3)
    assert rules.keys() == {*GhostRule}


def test_a_box_at_a_flat_vertex_by_both_policies() -> None:
    ghost, smooth = (chain_contacts(Box2((0.5, 0.5)), AT_A_VERTEX, FLOOR, Pose(), edges) for edges in CHAIN_POLICIES)
    assert [each.normal for each in ghost.decisions] == [(0, 1), (1, 0)]
    assert [each.raw.separation for each in smooth.decisions] == pytest.approx([-0.01, -0.004])
    assert (ghost.ghosts, smooth.ghosts) == ((2,), ())
    outcome = smooth.decisions[1].outcome
    assert outcome is not None
    assert outcome.judged is not None
    assert (outcome.rule, outcome.judged.verdict, outcome.judged.end.vertex) == (
        GhostRule.SNAPPED,
        NormalClass.SNAP,
        2,
    )
    places = sorted(point.position[0] for each in smooth.decisions for point in each.points)
    assert places == pytest.approx([-1.004, -1, -1, -0.004])
    assert conclude_chain_contacts(ghost, "box", "floor").startswith("Ghost collision: segment 2 pushes box along")
    assert "without ghost vertices, one with segment 2" in conclude_chain_contacts(smooth, "box", "floor")


def test_a_vertex_that_is_truly_convex_keeps_its_normals() -> None:
    """Vertex over vertex: the direction between them is valid for both segments.  In a valley, each has its own."""
    for body in (Circle(0.5), Box2((0.35, 0.35), rounding=0.1)):
        direction = (0.1 / hypot(0.1, 0.45), 0.45 / hypot(0.1, 0.45))
        distance = 0.49 if isinstance(body, Circle) else hypot(0.35, 0.35) + 0.09
        place = at(1 + distance * direction[0], distance * direction[1], atan2(1, 1) - atan2(0.1, 0.45))
        found = chain_contacts(body, place, HILL, Pose())
        assert [each.segment for each in found.decisions] == [0, 1]
        for decision in found.decisions:
            assert decision.normal == pytest.approx(direction)
            assert decision.points[0].separation == pytest.approx(-0.01)
            assert decision.outcome is not None
            assert decision.outcome.rule is GhostRule.ADMITTED
    in_valley = chain_contacts(Circle(0.5), at(0.884, 0.49), VALLEY, Pose())
    assert [each.segment for each in in_valley.decisions if each.points] == [0, 1]


def test_a_chain_is_one_sided_and_its_open_ends_admit_every_normal() -> None:
    below = chain_contacts(Box2((0.5, 0.5)), at(0, -0.49), FLOOR, Pose())
    assert [each.outcome and each.outcome.rule for each in below.decisions] == [GhostRule.BEHIND]
    assert conclude_chain_contacts(below, "box", "floor") == "box has no contact point with floor."
    past = chain_contacts(Box2((0.5, 0.5)), at(3.496, 0.3), FLOOR, Pose())
    assert past.decisions[0].normal == pytest.approx((1, 0))
    assert past.decisions[0].outcome is not None
    assert past.decisions[0].outcome.rule is GhostRule.ADMITTED
    ring = Chain(((-2, -2), (2, -2), (2, 2), (-2, 2)), loop=True)
    outside, inside = at(0, 2.49), at(0, 1.51)
    assert [
        len(chain_contacts(Box2((0.5, 0.5)), pose, ring, Pose()).decisions[0].points) for pose in (outside, inside)
    ] == [
        2,
        0,
    ]


def test_the_steps_are_the_candidates_each_segment_and_each_decision() -> None:
    for edges in CHAIN_POLICIES:
        found = chain_contacts(Box2((0.5, 0.5)), AT_A_VERTEX, FLOOR, Pose(), edges)
        phases = [step.phase for step in found.steps]
        assert phases == sorted(phases)
        assert Counter(phases) == {
            ChainPhase.CANDIDATES: 1,
            ChainPhase.SEGMENT: 2,
            ChainPhase.DECISION: 2,
            ChainPhase.POINTS: 1,
        }
        assert [step.iteration for step in found.steps] == [*range(len(found.steps))]
        assert found.steps[-1].exit is Exit.COMPLETE
        sentences = [explain_chain_step(step, "box", "floor") for step in found.steps]
        assert all(sentence.endswith(".") for sentence in sentences)
        assert len({*sentences}) == len(sentences)
    apart = chain_contacts(Box2((0.5, 0.5)), at(0, 5), FLOOR, Pose())
    assert [step.exit for step in apart.steps] == [Exit.NO_CONTACT]


@pytest.mark.parametrize("edges", CHAIN_POLICIES)
def test_touching_flat_and_tiny_bodies_have_unit_normals(edges: str) -> None:
    bodies = [Point2(), Segment2((-1, 0), (1, 0)), Segment2((0, -1), (0, 1)), Circle(1e-9), Box2((1e9, 1e9))]
    for body in (*bodies, Polygon(((0, 0), (1e-9, 0), (0, 1e-9)))):
        for x in (-1.0, 0.0, 0.5, 3.0):
            found = chain_contacts(body, at(x, 0), FLOOR, Pose(), edges)
            assert found.decisions
            assert all(hypot(*each.normal) == pytest.approx(1) for each in found.decisions)
            assert edges == "none" or all(each.normal[1] > 0 for each in found.decisions if each.points and x < 2)


def test_invalid_arguments_of_chain_contacts_are_named() -> None:
    with pytest.raises(ValueError, match="edges: unknown policy for chains 'bullet'"):
        chain_contacts(Circle(1), Pose(), FLOOR, Pose(), "bullet")
    with pytest.raises(ValueError, match="chain: must be a chain"):
        chain_contacts(Circle(1), Pose(), Circle(1), Pose())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="shape: must be convex"):
        chain_contacts(HILL, Pose(), VALLEY, Pose())
    with pytest.raises(ValueError, match="margin"):
        chain_contacts(Circle(1), Pose(), FLOOR, Pose(), margin=-1)
    with pytest.raises(ValueError, match="chain: segment 1 must have a length"):
        chain_contacts(Circle(1), Pose(), Chain(((0, 0), (1, 0), (1, 0))), Pose())
    with pytest.raises(NotApplicable, match="coordinates are too large"):
        chain_contacts(Circle(1e200), Pose(), Chain(((-1e200, 0), (1e200, 0))), Pose())
