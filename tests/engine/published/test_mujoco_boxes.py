"""MuJoCo's own function for two boxes: equal to `mjc_BoxBox` to the last digit, and wrong where it is wrong."""

from collections import Counter

import pytest

from gjkscope.engine import Box, NotApplicable, Options, Pose, Sphere, query, trace
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published import mujoco_boxes
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

CUBE = Box((1.0, 1.0, 1.0))

RECORDED = {  # number of contacts and least distance of `mjc_BoxBox` of MuJoCo 3.10.0, metres; None: no contact
    "mjwarp-1526": (4, -0.00025056039999998836),
    "mjwarp-test_box_box_early2": (1, -2.503259084617529e-06),
    "mjwarp-test_box_box_float": (4, -2.227938309470062e-06),
    "mjwarp-test_box_box_max2": (2, -4.936969499999902e-05),
    "mujoco-1800": (0, None),
    "mujoco-3476": (5, -0.03578626247254322),
    "mujoco-BoxBoxDepth2": (4, -0.03340157941188682),
    "mujoco-BoxBoxDepth3": (8, -0.0030660815084896766),
    "mujoco-BoxBoxMultiCCD11": (4, -0.0002436540570930762),
    "mujoco-BoxBoxMultiCCD13": (4, -0.000847488452643097),
    "mujoco-BoxBoxMultiCCD14": (2, -7.33592469788491e-06),
    "mujoco-BoxBoxMultiCCD3": (4, -0.004572792627019193),
    "mujoco-BoxBoxMultiCCD4": (8, -0.0006042511926410961),
    "mujoco-BoxBoxMultiCCD5": (8, -0.00010778587469450593),
    "mujoco-BoxBoxMultiCCD7": (5, -0.0005285536845494734),
    "mujoco-BoxBoxSize05": (8, -0.10466913859913987),
    "mujoco-BoxEdge": (2, -0.008832052805517354),
    "mujoco-BoxEdge2": (2, -0.01746052771452608),
    "mujoco-BoxEdgeEdge": (2, -0.0026100425077189016),
    "mujoco-EdgeContactAtDepthBound_1": (1, -0.001048510285822937),
    "mujoco-EdgeContactAtDepthBound_2": (1, -0.0013812992042522081),
    "mujoco-ThinBoxGrazing": (0, None),
    "coal-144": (4, -9.999999999998899e-05),
    "coal-604": (0, None),
    "coal-685": (0, None),
    "coal-hunt-box-on-box": (4, 0.0),
    "distance3d-boxes": (0, None),
    "fcl-293": (0, None),
    "fcl-388": (0, None),
    "fcl-395": (2, -0.013408613773995295),
}


@pytest.mark.parametrize("name", RECORDED)
def test_it_gives_the_contacts_of_mujoco(name: str) -> None:
    count, distance = RECORDED[name]
    last = mujoco_boxes.trace(*exhibit(name, "A B")[:4]).steps[-1]
    assert len(last.memory.contacts.points) == count
    assert last.answer.signed_distance == (None if distance is None else pytest.approx(distance, rel=1e-13, abs=1e-17))


def test_it_is_right_about_ordinary_boxes() -> None:
    right = 0
    for pair in seeded_pairs(140, 5, (Box,)):
        own, true = query(*pair.arguments, "mujoco-boxes"), query(*pair.arguments)
        assert own.lower <= true.signed_distance + 1e-9
        if true.verdict is Verdict.SEPARATED:
            right += own.verdict is Verdict.SEPARATED
        else:
            right += own.signed_distance is not None and abs(own.signed_distance - true.signed_distance) < 1e-9
    assert right >= 110, right


def test_a_determinant_that_is_overwritten_makes_a_contact_too_deep() -> None:
    """https://github.com/google-deepmind/mujoco/issues/3476"""
    pair = exhibit("mujoco-3476", "A B")[:4]
    run = trace(*pair, "mujoco-boxes")
    assert run.result.signed_distance == pytest.approx(-0.03578626247254322, rel=1e-12)
    (wrong,) = (belief for step in run.steps for belief in beliefs(step) if belief.is_wrong)
    assert wrong.decision.kind == "deeper than overlap"
    assert wrong.decision.right == pytest.approx(1.000355e-05, rel=1e-5)
    corrected = query(*pair, "mujoco-boxes", Options(corrected="deeper than overlap"))
    assert corrected.signed_distance == pytest.approx(-1.000355e-05, rel=1e-6)


def test_points_outside_both_boxes_leave_no_contact() -> None:
    """https://github.com/google-deepmind/mujoco/issues/1800"""
    pair = exhibit("mujoco-1800", "A B")[:4]
    run = trace(*pair, "mujoco-boxes")
    assert run.result.verdict is Verdict.SEPARATED
    (wrong,) = (belief for step in run.steps for belief in beliefs(step) if belief.is_wrong)
    assert wrong.decision.kind == "none left"
    corrected = query(*pair, "mujoco-boxes", Options(corrected="none left"))
    assert corrected.signed_distance == pytest.approx(-0.607368022639867, abs=1e-12)


def test_every_phase_and_action_is_met() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(140, 3, (Box,)):
        steps = trace(*pair.arguments, "mujoco-boxes").steps
        met.update({step.phase for step in steps} | {step.action for step in steps})
    wanted = ("face axes", "edge axes", "clipping", "filter", "separated", "clip", "lay and clip")
    assert [name for name in wanted if met[name] < 3] == []


def test_other_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="takes boxes without rounding, got sphere"):
        query(Sphere(1), Pose(), CUBE, Pose(), "mujoco-boxes")
    with pytest.raises(NotApplicable):
        query(Box((1, 1, 1), rounding=0.1), Pose(), CUBE, Pose(), "mujoco-boxes")


@pytest.mark.parametrize("size", [1e160, 1e-160])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    box = Box((size, size, size))
    for x in (0.0, 0.1, 2.0, 5.0):
        last = mujoco_boxes.trace(box, Pose(), box, Pose(position=(x * size, 0.3 * x * size, 0.0))).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
