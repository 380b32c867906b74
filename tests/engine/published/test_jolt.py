"""Jolt's algorithm: recorded answers of Jolt itself, exact distances, its failures, and what it refuses."""

from random import Random

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.jolt.arithmetic import body_transform, jolt_quaternion, rotated_by_jolt
from gjkscope.engine.published.jolt.decisions import COLLISION_TOLERANCE
from gjkscope.engine.published.jolt.steps import ENCLOSING_POINTS, JoltPhase, State, trace
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import ZERO, row_times
from tests.engine import samples
from tests.engine.moving import at
from tests.fidelity.pairs import Arguments, seeded_pairs

SHAPES = (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone)

# [tests.fidelity.references.jolt.ask(pair.arguments).signed_distance for pair in seeded_pairs(28, 7, SHAPES)]
# with jolt-physics 1.1.0
ANSWERS = """
-0.29714277386665344 None None -0.15282464027404785 -0.308344304561615 None -0.4753453731536865 -0.310884028673172
None None -0.2705417275428772 -0.49298253655433655 None -0.5615605711936951 -0.8816471099853516 None None
-0.44086331129074097 -1.7841123342514038 None -0.6429286003112793 -0.007790857460349798 -0.2715606689453125 None
-0.5618715882301331 -0.5032537579536438 None -0.08135050535202026
""".split()

UNIT = kinds.Box((1.0, 1.0, 1.0))


def last(pair: Arguments, options: Options = DEFAULT) -> State:
    step: State = trace(*pair, options).steps[-1]
    return step


def test_answers_are_those_of_jolt_to_the_last_digit() -> None:
    answers = [str(last(pair.arguments).answer.signed_distance) for pair in seeded_pairs(len(ANSWERS), 7, SHAPES)]
    assert answers == ANSWERS


def test_ordinary_pairs_have_the_right_verdict_and_nearly_the_right_depth() -> None:
    """EPA's tolerance is 1e-4 of the squared depth."""
    random, overlapping = Random("jolt"), 0
    for _ in range(60):
        a, b = (random.choice((samples.random_box, samples.random_hull))(random) for _ in range(2))
        pair = (a, samples.random_pose(random, 0.5), b, samples.random_pose(random, 1.5))
        truth, answer = query(*pair), last(pair).answer
        assert answer.verdict == truth.verdict, pair
        if truth.verdict is Verdict.PENETRATING:
            overlapping += 1
            assert answer.signed_distance == pytest.approx(truth.signed_distance, rel=2e-3, abs=1e-5), pair
    assert 15 <= overlapping <= 45


def test_no_bound_exceeds_the_distance() -> None:
    tight = 0
    for pair in seeded_pairs(70, 5, SHAPES):
        truth, result = query(*pair.arguments).signed_distance, trace(*pair.arguments).result
        assert truth is not None
        assert result.lower <= truth, pair.name
        tight += result.lower > truth - 0.05
    assert tight > 20


def museum_pair(name: str) -> Arguments:
    a, b = read_scene(resource("assets", "scenes", "museum") / f"{name}.json").bodies
    return a.shape, a.pose, b.shape, b.pose


def first_mistake(run: Trace) -> str:
    """The kind of the first test that a correct implementation answers otherwise."""
    return next(belief.decision.kind for step in run.steps for belief in beliefs(step) if belief.is_wrong)


def test_the_contact_points_of_a_sliver_give_a_wrong_depth() -> None:
    """Jolt's answer, 19 % too deep: the weights of the nearest point of a long face are rounding."""
    pair = museum_pair("ncollide-157")
    assert last(pair).answer.signed_distance == -0.023232856765389442
    assert first_mistake(trace(*pair)) == "contact"
    truth = query(*pair).signed_distance
    assert last(pair, Options(corrected="contact")).answer.signed_distance == pytest.approx(truth, abs=1e-6)


def test_curved_shapes_fill_the_hull() -> None:
    pair = museum_pair("coal-hunt-sphere-on-capsule-axis")
    end = last(pair)
    assert end.answer.signed_distance > query(*pair).signed_distance + 4e-3
    assert first_mistake(trace(*pair)) == "full"


def test_a_gap_that_gjk_takes_for_rounding_is_found_by_epa() -> None:
    """The triangle of 0.3 m is 6 cm from a box of 600 m."""
    run = trace(*museum_pair("jolt-smalltri-largebox"))
    assert run.steps[-1].ending == "the hull cannot grow to the origin"
    assert run.result.verdict is Verdict.SEPARATED


@pytest.mark.parametrize("gap", [-1.5, -0.5, -1e-3])
def test_spheres_need_no_epa(gap: float) -> None:
    run = trace(kinds.Sphere(1.0), Pose(), kinds.Sphere(1.0), at(2.0 + gap))
    assert {step.phase for step in run.steps} == {JoltPhase.GJK}
    answer = run.steps[-1].answer
    assert answer.signed_distance == pytest.approx(gap, abs=1e-6)
    assert answer.normal == (1.0, 0.0, 0.0)
    assert answer.witness_a == (1.0, 0.0, 0.0)


def test_a_rounded_box_is_sharp_for_epa() -> None:
    """Jolt's convex radius rounds the corners of a box in GJK only."""
    rounded = kinds.Box((0.96, 0.96, 0.96), rounding=0.04)
    shallow = last((rounded, Pose(), rounded, at(1.97, 1.97))).answer
    assert shallow.signed_distance == pytest.approx(0.05 * 2**0.5 - 0.08, abs=1e-6)
    deep = last((rounded, Pose(), rounded, at(1.5, 0.2, 0.1))).answer
    assert deep.signed_distance == pytest.approx(-0.5, abs=1e-6)


def test_the_first_shape_may_be_the_triangle() -> None:
    triangle = kinds.Triangle(((-2, 0, -2), (2, 0, -2), (0, 0, 2)))
    one = last((triangle, Pose(), UNIT, at(0, 0.7))).answer
    other = last((UNIT, at(0, 0.7), triangle, Pose())).answer
    assert one.signed_distance == other.signed_distance == pytest.approx(-0.3, abs=1e-6)
    assert one.normal == pytest.approx((0, 1, 0), abs=1e-6)
    assert other.normal == pytest.approx((0, -1, 0), abs=1e-6)
    assert one.witness_a == other.witness_b
    assert one.witness_a == pytest.approx((one.witness_a[0], 0.0, one.witness_a[2]), abs=1e-6)


def test_boxes_of_tenths_of_millimetres_are_wrong_for_an_absolute_tolerance_and_corrected() -> None:
    small = kinds.Box((1e-4, 1e-4, 1e-4))
    pair = (small, Pose(), small, at(1.1e-4, 0.3e-4, 0.2e-4))
    assert last(pair).answer.verdict is Verdict.SEPARATED
    assert first_mistake(trace(*pair)) == "area"
    corrected = last(pair, Options(corrected="area")).answer
    assert corrected.signed_distance == pytest.approx(query(*pair).signed_distance, abs=1e-8)


def test_a_gap_within_the_tolerance_is_left_to_epa() -> None:
    run = trace(UNIT, Pose(), UNIT, at(2 + COLLISION_TOLERANCE / 2, 0.1))
    assert run.steps[-1].answer.verdict is Verdict.SEPARATED
    assert {JoltPhase.SEED, JoltPhase.ENCLOSE} & {step.phase for step in run.steps}


@pytest.mark.parametrize(
    ("pair", "exits"),
    [
        ((UNIT, Pose(), UNIT, Pose()), {Exit.ENGINE_STOPS}),
        ((kinds.Sphere(1.0), Pose(), kinds.Sphere(1.0), Pose()), {Exit.ENGINE_STOPS}),
        ((kinds.Sphere(1e-20), Pose(), kinds.Sphere(1e-20), at(1e-20)), {Exit.ENGINE_STOPS}),
        ((kinds.Box((1e-6, 1, 1)), Pose(), kinds.Box((1, 1, 1e-6)), Pose()), {Exit.ENGINE_STOPS}),
        ((kinds.Box((1e30,) * 3), Pose(), UNIT, at(1.0)), {Exit.ENGINE_STOPS, Exit.NOT_A_NUMBER}),
        ((kinds.Box((1e15,) * 3), Pose(), UNIT, at(1.0)), {Exit.ENGINE_STOPS, Exit.NOT_A_NUMBER}),
        ((UNIT, at(1e6), UNIT, at(1e6 + 1.5)), {Exit.ENGINE_STOPS}),
    ],
)
def test_awkward_pairs_end_with_a_named_exit(pair: Arguments, exits: set[Exit]) -> None:
    end = last(pair)
    assert end.exit in exits
    assert end.answer.verdict is Verdict.UNDECIDED or end.answer.signed_distance != 0 or end.ending


def test_no_hull_takes_more_points_than_the_limits() -> None:
    for pair in seeded_pairs(140, 3, SHAPES):
        steps = trace(*pair.arguments).steps
        assert len(steps) < 200
        enclosing = [step for step in steps if step.phase == JoltPhase.ENCLOSE and step.polytope is not None]
        assert all(len(step.polytope.vertices) <= ENCLOSING_POINTS for step in enclosing)


def test_a_body_is_placed_by_its_center_of_mass() -> None:
    random, center = Random(2), (0.1, -0.2, 0.3)
    for axis in "xyz":
        pose = samples.random_pose(random, 1.0)
        moved = body_transform(pose, axis, ZERO).point(center)
        assert body_transform(pose, axis, center).position == pytest.approx(moved, abs=1e-6)
    turned = rotated_by_jolt(jolt_quaternion(pose._replace(position=ZERO), "y"), center)
    assert turned == pytest.approx(row_times(pose.rotation, center), abs=1e-6)


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (kinds.Ellipsoid((1.0, 2.0, 3.0)), "Jolt's shapes are"),
        (kinds.Cone(1.0, 1.0, rounding=0.1), "Jolt's shapes are"),
        (kinds.Hull(((0, 0, 0), (1, 0, 0))), "no hull"),
        (kinds.Box((1e39, 1.0, 1.0)), "3.4e38"),
        (kinds.Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), "by a formula"),
    ],
)
def test_what_jolt_does_not_take_is_refused(shape: kinds.Shape, why: str) -> None:
    with pytest.raises(NotApplicable, match=why):
        trace(shape, Pose(), kinds.Sphere(1.0), Pose())
