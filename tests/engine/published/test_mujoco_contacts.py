"""MuJoCo's search for a contact: equal to `mjc_ccd` without a wish for distances, to the last digit."""

from collections import Counter

import pytest

from gjkscope.engine import Box, Capsule, Cylinder, Ellipsoid, Hull, Pose, Sphere, query, trace
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

SHAPES = (Box, Sphere, Capsule, Cylinder, Ellipsoid, Hull)
RECORDED = {  # answers of `mjc_ccd` of MuJoCo 3.12.0 with `dist_cutoff` 0, metres; None: no contact
    "mjwarp-1526": -0.00025056039999998836,
    "mjwarp-test_box_box_max2": -4.936969499999555e-05,
    "mjwarp-test_cylinder_box": -0.0016624178339902445,
    "mujoco-BoxMesh": -0.004800004629850945,
    "jolt-epa-box-sphere": -0.009999999999999787,
    "jolt-longcapsule": -1.9562569990188912,
    "coal-hunt-sphere-on-capsule-axis": None,
    "rapier-hunt-cylinder-on-cylinder": None,
    "mujoco-EllipsoidEllipsoid": None,
    "mujoco-hunt-ellipsoid-in-sphere": -1.1576002358906947,
    "mjwarp-1527": -0.0031312626004480096,
    "mujoco-SmallBoxMesh": -3.980232227140945e-09,
    "drake-convex1": -0.5747808846650186,
    "parry-34": None,
    "fcl-275": None,
}


@pytest.mark.parametrize("name", RECORDED)
def test_it_gives_the_answers_of_mujoco(name: str) -> None:
    answer = query(*exhibit(name, "A B")[:4], "mujoco-contacts")
    expected = RECORDED[name]
    assert answer.signed_distance == (None if expected is None else pytest.approx(expected, rel=1e-13, abs=1e-16))
    assert (answer.verdict is Verdict.SEPARATED) == (expected is None)


def test_boxes_apart_end_with_a_separating_axis() -> None:
    run = trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3.0, 0.2, 0.1)), "mujoco-contacts")
    assert (run.result.verdict, run.result.exit) == (Verdict.SEPARATED, Exit.SEPARATING_AXIS)
    assert len(run.steps) == 2


def test_it_reaches_every_part_of_gjk_intersect() -> None:
    met: Counter[str] = Counter()
    on_plane = Box((1, 1, 1)), Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0.0, 0.1, 1.5))
    for arguments in (on_plane, *(pair.arguments for pair in seeded_pairs(210, 3, SHAPES))):
        steps = trace(*arguments, "mujoco-contacts").steps
        met.update({step.phase for step in steps} | {step.action for step in steps})
    wanted = (
        "gjkIntersect",
        "first tetrahedron",
        "replace a vertex",
        "origin inside",
        "origin on a plane",
        "separated",
    )
    assert [name for name in wanted if not met[name]] == []


def test_contacts_and_distances_agree_but_for_the_limit_of_iterations() -> None:
    for pair in seeded_pairs(140, 4, SHAPES):
        if pair.family in ("grid", "touching", "deep"):
            continue
        distance = query(*pair.arguments, "mujoco").signed_distance
        contact = query(*pair.arguments, "mujoco-contacts").signed_distance
        assert distance is not None
        assert contact == (pytest.approx(distance, abs=2e-3) if distance < 0 else None), pair.name
