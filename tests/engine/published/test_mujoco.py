"""MuJoCo's native convex collision: equal to `mjc_ccd` to the last digit, and wrong where it is wrong."""

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
from gjkscope.engine.analysis.beliefs import beliefs, is_mistaken
from gjkscope.engine.published import mujoco
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

CUBE = Box((1.0, 1.0, 1.0))
SHAPES = (Box, Sphere, Capsule, Cylinder, Ellipsoid, Hull)

RECORDED = {  # answers of `mjc_ccd` of MuJoCo 3.12.0, metres
    "mjwarp-1526": -0.00025056039999998836,
    "mjwarp-test_box_box_float": -2.2279383126819144e-06,
    "mjwarp-test_box_box_max2": -4.936969499999555e-05,
    "mujoco-1800": -0.607368022639867,
    "mjwarp-test_cylinder_box": -0.0016624178339902445,
    "mujoco-hunt-box-in-cylinder": -0.6,
    "mujoco-BoxMesh": -0.004800004629850945,
    "mujoco-LongBox": -0.009999999329447746,
    "jolt-epa-box-sphere": -0.009999999999999787,
    "mujoco-hunt-box-in-capsule": -0.44999966726599777,
    "jolt-longcapsule": -1.9562565540120336,
    "mujoco-CapsuleCapsule": 0.4711102550927979,
    "coal-hunt-sphere-on-capsule-axis": 0.0,
    "fcl-hunt-box-cylinder": 0.33567423046692146,
    "rapier-hunt-cylinder-on-cylinder": 2.7755575615628914e-17,
    "fcl-391": -1.5333941275064156e-07,
    "mujoco-EllipsoidEllipsoid": 0.754266466286371,
    "mujoco-EllipsoidEllipsoidSlowConvergence": -6.428754856651205e-08,
    "mujoco-hunt-ellipsoid-in-sphere": -1.1576002358906947,
    "drake-hunt-ellipsoid-sphere": 0.03809766502437795,
    "mjwarp-1527": -0.0031312626004480096,
    "mujoco-MeshEdge": -0.008832052805517241,
    "mujoco-SmallBoxMesh": -3.980232227140945e-09,
    "distance3d-72": -1.2071067690849304,
    "drake-convex1": -0.5747808846650186,
    "bullet-596": -0.26394588148872494,
    "parry-34": 1.414213562373095,
    "coal-hunt-sphere-in-cylinder": -0.8293999999447627,
    "fcl-275": 10.0,
    "fcl-hunt-sphere-in-sphere": 0.0,
}


@pytest.mark.parametrize("name", RECORDED)
def test_it_gives_the_answers_of_mujoco(name: str) -> None:
    answer = query(*exhibit(name, "A B")[:4], "mujoco")
    assert answer.signed_distance == pytest.approx(RECORDED[name], rel=1e-13, abs=1e-16)


def test_distances_and_depths_are_those_of_closed_forms() -> None:
    apart = query(CUBE, Pose(), CUBE, Pose(position=(3.0, 0.2, 0.1)), "mujoco")
    assert (apart.verdict, apart.signed_distance) == (Verdict.SEPARATED, 1.0)
    deep = query(CUBE, Pose(), CUBE, Pose(position=(1.5, 0.2, 0.1)), "mujoco")
    assert (deep.verdict, deep.signed_distance) == (Verdict.PENETRATING, pytest.approx(-0.5, abs=1e-15))
    assert deep.normal == pytest.approx((1.0, 0.0, 0.0), abs=1e-14)
    spheres = query(Sphere(1.0), Pose(), Sphere(2.0), Pose(position=(0.0, 4.0, 0.0)), "mujoco")
    assert spheres.signed_distance == pytest.approx(1.0, abs=1e-15)
    lines = query(Capsule(0.5, 2.0), Pose(), Capsule(0.25, 2.0), Pose(position=(3.0, 0.5, 0.0)), "mujoco")
    assert lines.signed_distance == pytest.approx(2.25, abs=1e-14)


@pytest.mark.thorough
def test_discrete_pairs_are_right_and_smooth_ones_within_the_tolerance() -> None:
    """Positions that coincide and horizons that are lost excepted: then the depth is 0."""
    right = 0
    for pair in seeded_pairs(210, 5, SHAPES):
        if pair.family in ("deep", "tiny"):
            continue
        own, true = query(*pair.arguments, "mujoco"), query(*pair.arguments)
        assert own.signed_distance is not None
        assert true.signed_distance is not None
        right += abs(own.signed_distance - true.signed_distance) < 2e-6
    assert right >= 145, right


def test_coinciding_positions_are_taken_for_touching() -> None:
    pair = exhibit("mujoco-hunt-same-box", "A B")[:4]
    run = trace(*pair, "mujoco")
    assert (run.result.verdict, run.result.signed_distance) == (Verdict.TOUCHING, 0.0)
    (wrong,) = (belief for step in run.steps for belief in beliefs(step) if belief.is_wrong)
    assert (wrong.decision.kind, wrong.decision.left, wrong.decision.right) == ("has simplex", 0, 1)
    corrected = query(*pair, "mujoco", Options(corrected="has simplex"))
    assert corrected.signed_distance == pytest.approx(-0.2, abs=1e-15)


def test_the_limit_of_iterations_returns_a_depth_that_is_too_small() -> None:
    pair = exhibit("mujoco-hunt-ellipsoid-in-sphere", "A B")[:4]
    run = trace(*pair, "mujoco")
    assert run.result.signed_distance == pytest.approx(-1.1576002358906952, abs=1e-14)
    assert [step.iteration for step in run.steps if is_mistaken(step)] == [len(run.steps) - 1]
    corrected = query(*pair, "mujoco", Options(corrected="rounds"))
    assert corrected.signed_distance == pytest.approx(-1.1918036165803139, abs=2e-6)


def test_a_projection_outside_the_face_puts_a_witness_off_its_shape() -> None:
    pair = exhibit("mujoco-hunt-box-in-cylinder", "A B")[:4]
    run = trace(*pair, "mujoco")
    assert run.result.witness_a is not None
    assert run.result.witness_a[0] < -0.4  # the box ends at -0.3
    (wrong,) = (belief for belief in beliefs(run.steps[-1]) if belief.is_wrong)
    assert wrong.decision.kind == "projection in face"
    assert wrong.exact == pytest.approx(wrong.decision.left, rel=1e-6)
    corrected = query(*pair, "mujoco", Options(corrected="projection in face")).witness_a
    assert corrected is not None
    assert -0.3 <= corrected[0] <= 0.3


@pytest.mark.thorough
def test_every_phase_and_many_endings_are_met() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(350, 3, SHAPES):
        steps = trace(*pair.arguments, "mujoco").steps
        met.update({step.phase for step in steps} | {step.action for step in steps})
    wanted = (
        "GJK of the cores",
        "GJK",
        "separation check",
        "polytope",
        "EPA",
        "stagnated",
        "converged",
        "whole shapes",
    )
    wanted += ("tetrahedron", "two tetrahedra on a face", "nearest face", "expand face", "tetrahedron kept")
    assert [name for name in wanted if met[name] < 3] == []


def test_the_lower_bound_of_shrunk_shapes_counts_their_radii() -> None:
    for pair in seeded_pairs(70, 9, (Sphere, Capsule)):
        true, steps = query(*pair.arguments), trace(*pair.arguments, "mujoco").steps
        assert true.signed_distance is not None
        assert steps[-1].lower <= true.signed_distance + 1e-9 * max(1.0, steps[-1].reach)


def test_shapes_that_mujoco_does_not_have_are_refused() -> None:
    with pytest.raises(NotApplicable, match=r"MuJoCo takes spheres, capsules, .* got cone"):
        query(Cone(1, 1), Pose(), CUBE, Pose(), "mujoco")
    with pytest.raises(NotApplicable, match="without rounding"):
        query(Box((1, 1, 1), rounding=0.1), Pose(), CUBE, Pose(), "mujoco")
    with pytest.raises(NotApplicable, match="with a volume"):
        query(Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), Pose(), CUBE, Pose(), "mujoco")
    with pytest.raises(NotApplicable, match=r"below 3\.4e38"):
        query(Hull([(0, 0, 0), (1e39, 0, 0), (0, 1e39, 0), (0, 0, 1e39)]), Pose(), CUBE, Pose(), "mujoco")


@pytest.mark.parametrize("size", [1e160, 1e-160])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    box = Box((size, size, size))
    for x in (0.0, 0.1, 2.0, 5.0):
        last = mujoco.trace(box, Pose(), box, Pose(position=(x * size, 0.3 * x * size, 0.0))).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
