"""MuJoCo Warp's contacts in single precision: equal to `ccd` on a CPU to the last digit, also where it is wrong."""

from collections import Counter

import pytest

from gjkscope.engine import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    NotApplicable,
    Options,
    Pose,
    Sphere,
    query,
    trace,
)
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published import mujoco_warp
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

CUBE = Box((1.0, 1.0, 1.0))
SHAPES = (Box, Sphere, Capsule, Cylinder, Ellipsoid, Hull)

RECORDED = {  # answers of `ccd` of mujoco_warp 3.10.0.2 on a CPU, metres; None: no contact
    "mjwarp-1526": None,
    "mjwarp-test_box_box_float": None,
    "mjwarp-test_box_box_max2": -4.937499761581421e-05,
    "mujoco-1800": -0.6073681712150574,
    "mjwarp-test_cylinder_box": -0.0016624229028820992,
    "mujoco-hunt-box-in-cylinder": -0.6000000238418579,
    "mujoco-BoxMesh": -0.004800006281584501,
    "mujoco-LongBox": -0.009999999776482582,
    "jolt-epa-box-sphere": -0.009999990463256836,
    "mujoco-hunt-box-in-capsule": -0.24999994039535522,
    "jolt-longcapsule": -1.535463571548462,
    "mujoco-CapsuleCapsule": None,
    "coal-hunt-sphere-on-capsule-axis": None,
    "fcl-hunt-box-cylinder": None,
    "rapier-hunt-cylinder-on-cylinder": None,
    "fcl-391": -1.1175870895385742e-07,
    "mujoco-EllipsoidEllipsoid": None,
    "mujoco-EllipsoidEllipsoidSlowConvergence": None,
    "mujoco-hunt-ellipsoid-in-sphere": -0.7999999523162842,
    "drake-hunt-ellipsoid-sphere": None,
    "mjwarp-1527": None,
    "mujoco-MeshEdge": -0.008831977844238281,
    "mujoco-SmallBoxMesh": None,
    "distance3d-72": -1.2071073055267334,
    "drake-convex1": -0.574781060218811,
    "bullet-596": -0.26394587755203247,
    "parry-34": None,
    "coal-hunt-sphere-in-cylinder": -0.5946977138519287,
    "fcl-275": None,
    "fcl-hunt-sphere-in-sphere": None,
}


@pytest.mark.parametrize("name", RECORDED)
def test_it_gives_the_answers_of_mujoco_warp(name: str) -> None:
    answer = query(*exhibit(name, "A B")[:4], "mujoco-warp")
    assert answer.signed_distance == RECORDED[name]
    assert (answer.verdict is Verdict.SEPARATED) == (RECORDED[name] is None)


def test_all_its_numbers_are_in_single_precision() -> None:
    run = trace(CUBE, Pose(), CUBE, Pose(position=(1.5, 0.2, 0.1)), "mujoco-warp")
    assert run.result.signed_distance == pytest.approx(-0.5, abs=1e-7)
    points = [vertex.point for step in run.steps for vertex in step.simplex]
    assert points
    for point in points:
        assert all(type(number) is float and float.fromhex(number.hex()) == number for number in point)
        assert all(number == float(f"{number:.9g}") or abs(number) < 1 or number * 2**23 % 1 == 0 for number in point)


def test_two_slow_steps_end_gjk_outside_shapes_that_overlap() -> None:
    """https://github.com/google-deepmind/mujoco_warp/issues/1527"""
    pair = exhibit("mjwarp-1527", "A B")[:4]
    run = trace(*pair, "mujoco-warp")
    assert run.result.verdict is Verdict.SEPARATED
    (wrong,) = (belief for step in run.steps for belief in beliefs(step) if belief.is_wrong)
    assert (wrong.decision.kind, wrong.decision.right) == ("stagnates", pytest.approx(1e-6))
    corrected = query(*pair, "mujoco-warp", Options(corrected="stagnates"))
    assert corrected.signed_distance == pytest.approx(-0.0031312, abs=1e-7)


def test_a_corrected_search_at_coinciding_positions_begins_along_x() -> None:
    pair = exhibit("mjwarp-same-boxes", "A B")[:4]
    assert query(*pair, "mujoco-warp").verdict is Verdict.SEPARATED
    corrected = query(*pair, "mujoco-warp", Options(corrected="has simplex"))
    assert corrected.signed_distance == pytest.approx(-2.0, abs=1e-6)


def test_the_origin_on_a_face_drops_the_contact() -> None:
    """https://github.com/google-deepmind/mujoco_warp/issues/1526"""
    pair = exhibit("mjwarp-1526", "A B")[:4]
    last = mujoco_warp.trace(*pair).steps[-1]
    assert last.answer.verdict is Verdict.SEPARATED
    assert last.ending.startswith("status 12")
    wrong = next(belief for belief in beliefs(last) if belief.is_wrong)
    assert (wrong.decision.kind, wrong.decision.left) == ("inside", 0.0)
    assert wrong.exact is not None
    assert wrong.exact > 0
    corrected = query(*pair, "mujoco-warp", Options(corrected="inside"))
    assert corrected.signed_distance == pytest.approx(-0.00025056, abs=1e-7)


def test_a_face_within_ten_micrometres_drops_the_contact() -> None:
    height = 0.3 - 5e-6
    pair = Box((0.2, 0.2, 0.2)), Pose(), Box((0.1, 0.1, 0.1)), Pose(position=(1e-7, 1e-7, height))
    last = mujoco_warp.trace(*pair).steps[-1]
    assert last.answer.verdict is Verdict.SEPARATED
    assert "10 µm" in last.ending
    assert query(*pair).signed_distance == pytest.approx(-5e-6, abs=1e-12)


def test_a_box_loses_its_first_size_beside_a_capsule() -> None:
    """`gjk_phase` resets it to 0 for all shapes but spheres and capsules."""
    pair = exhibit("mujoco-hunt-box-in-capsule", "A B")[:4]
    run = trace(*pair, "mujoco-warp")
    assert run.result.signed_distance == pytest.approx(-0.25, abs=1e-6)  # 0.2 less than the depth, 0.45
    assert "the first size of the box was 0" in run.steps[-1].ending
    assert run.steps[-1].lower <= -0.45


@pytest.mark.thorough
def test_the_lower_bound_is_proved_for_the_shapes_as_given() -> None:
    for pair in seeded_pairs(140, 9, SHAPES):
        true, last = query(*pair.arguments), trace(*pair.arguments, "mujoco-warp").steps[-1]
        assert true.signed_distance is not None
        assert last.lower <= true.signed_distance + 1e-6


def test_every_phase_and_many_endings_are_met() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(210, 3, SHAPES):
        steps = trace(*pair.arguments, "mujoco-warp").steps
        met.update({step.phase for step in steps} | {step.action for step in steps})
    wanted = ("GJK of the cores", "GJK", "polytope", "EPA", "stagnated", "converged", "whole shapes", "separated")
    wanted += ("tetrahedron", "two tetrahedra on a face", "nearest face", "expand face", "tetrahedron kept")
    assert [name for name in wanted if met[name] < 2] == []


def test_what_it_does_not_take_is_refused() -> None:
    with pytest.raises(NotApplicable, match="got cone"):
        query(Cone(1, 1), Pose(), CUBE, Pose(), "mujoco-warp")
    with pytest.raises(NotApplicable, match=r"must not exceed 3\.4e38"):
        query(Box((1e39, 1, 1)), Pose(), CUBE, Pose(), "mujoco-warp")


@pytest.mark.parametrize("size", [1e30, 1e-30])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    box = Box((size, size, size))
    for x in (0.0, 0.1, 2.0, 5.0):
        last = mujoco_warp.trace(box, Pose(), box, Pose(position=(x * size, 0.3 * x * size, 0.0))).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
