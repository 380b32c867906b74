"""MuJoCo's formula for a capsule and a box: equal to `mjc_CapsuleBox` to the last digit, right or wrong."""

from collections import Counter

import pytest

from gjkscope.engine import Box, Capsule, NotApplicable, Options, Pose, Sphere, query, trace
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published import mujoco_capsule
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import NamedPair, seeded_pairs

CUBE = Box((1.0, 1.0, 1.0))


def capsules_and_boxes(count: int, seed: int) -> list[NamedPair]:
    pairs = seeded_pairs(count, seed, (Capsule, Box))
    return [pair for pair in pairs if type(pair.arguments[0]) is not type(pair.arguments[2])]


RECORDED = {  # least distance of `mjc_CapsuleBox` of MuJoCo 3.12.0 on grids of pairs without rotations, metres
    1: -0.4296182733032803,
    8: -0.4330850212701187,
    22: 0.4979464316830573,
    36: 0.45873227501753067,
    50: 1.0089803469377416,
    78: 0.8501075556920805,
    85: 0.04416717000090345,
    92: 1.007904379211395,
    99: 0.2564658060872803,
    106: -0.196643515810919,
    120: 1.0875161598149712,
    127: 0.36947335309870566,
    162: -0.49950393414946415,
    176: 0.008883823385544748,
    190: 0.00493477990629676,
    197: 0.7152244033995584,
    211: 0.1971617337137409,
    225: 1.2224760720813657,
    232: -0.1374381104448369,
    246: 0.8083134995115966,
}


@pytest.mark.parametrize("number", RECORDED)
def test_it_gives_the_answers_of_mujoco(number: int) -> None:
    pair = next(one for one in seeded_pairs(number + 1, 1, (Capsule, Box)) if one.name == f"grid {number}")
    answer = query(*pair.arguments, "mujoco-capsule")
    assert answer.signed_distance == pytest.approx(RECORDED[number], rel=1e-13, abs=1e-16)


def test_it_is_right_about_shapes_apart() -> None:
    asked = 0
    for pair in capsules_and_boxes(280, 5):
        own, true = query(*pair.arguments, "mujoco-capsule"), query(*pair.arguments)
        if true.verdict is Verdict.SEPARATED and own.signed_distance is not None:
            asked += 1
            assert own.signed_distance == pytest.approx(true.signed_distance, abs=1e-9), pair.name
            assert own.normal == pytest.approx(true.normal, abs=1e-6) or true.signed_distance < 1e-6
    assert asked > 25


def test_an_axis_that_crosses_the_box_gives_a_depth_that_is_too_small() -> None:
    pair = exhibit("mujoco-hunt-box-in-capsule", "A B")[:4]
    run = trace(*pair, "mujoco-capsule")
    assert run.result.signed_distance == pytest.approx(-0.22, abs=1e-15)
    (wrong,) = (belief for step in run.steps for belief in beliefs(step) if belief.is_wrong)
    assert wrong.decision.kind == "axis apart"
    corrected = query(*pair, "mujoco-capsule", Options(corrected="axis apart"))
    assert corrected.signed_distance == pytest.approx(-0.45, abs=1e-15)


def test_with_that_test_corrected_all_crossing_axes_are_right() -> None:
    asked = 0
    for pair in capsules_and_boxes(280, 6):
        steps = trace(*pair.arguments, "mujoco-capsule").steps
        if not any(belief.is_wrong for step in steps for belief in beliefs(step)):
            continue
        asked += 1
        own = query(*pair.arguments, "mujoco-capsule", Options(corrected="axis apart"))
        assert own.signed_distance == pytest.approx(query(*pair.arguments).signed_distance, abs=1e-9), pair.name
    assert asked > 5


def test_the_order_of_the_shapes_turns_the_normal_only() -> None:
    capsule, box = (Capsule(0.5, 1.0), Pose()), (CUBE, Pose(position=(1.7, 0.3, 0.2)))
    one, other = query(*capsule, *box, "mujoco-capsule"), query(*box, *capsule, "mujoco-capsule")
    assert one.signed_distance == other.signed_distance
    assert one.normal == tuple(-part for part in other.normal)


def test_every_phase_and_action_is_met() -> None:
    met: Counter[str] = Counter()
    for pair in capsules_and_boxes(140, 3):
        steps = trace(*pair.arguments, "mujoco-capsule").steps
        met.update({step.phase for step in steps} | {step.action for step in steps})
    assert [name for name in ("edges", "spheres", "ends") if met[name] < 3] == []


def test_other_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="takes a capsule and a box, got box and box"):
        query(CUBE, Pose(), CUBE, Pose(), "mujoco-capsule")
    with pytest.raises(NotApplicable):
        query(Sphere(1), Pose(), CUBE, Pose(), "mujoco-capsule")


@pytest.mark.parametrize("size", [1e160, 1e-160])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    for x in (0.0, 0.1, 2.0, 5.0):
        pose = Pose(position=(x * size, 0.3 * x * size, 0.0))
        last = mujoco_capsule.trace(Capsule(size, size), Pose(), Box((size, size, size)), pose).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
