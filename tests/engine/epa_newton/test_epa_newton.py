"""EPA with Newton's method, against EPA and closed forms; what its caps prove, against heights in many directions."""

from collections import Counter
from itertools import pairwise
from math import acos, cos, sin
from random import Random

import pytest

from gjkscope.engine import (
    Box,
    Cone,
    Cylinder,
    Ellipsoid,
    Exit,
    NotApplicable,
    Options,
    Point,
    Pose,
    Shape,
    Sphere,
    Verdict,
    query,
    trace,
)
from gjkscope.engine.epa_newton import steps as newton
from gjkscope.engine.epa_newton.bending import furthest_of, summands_of
from gjkscope.engine.epa_newton.explain import explain
from gjkscope.engine.epa_newton.steps import Reason
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.steps import difference_support
from gjkscope.engine.shapes.bounds import least_size, size
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, norm, scale, sub, unit
from tests.engine.epa_newton.pairs import a_shape, pairs, square_pose
from tests.engine.samples import random_direction, random_pose, random_sizes, scaled_shape
from tests.engine.sentences import assert_well_said

CLOSE = 1e-9  # of the size
SAMPLES = 200  # directions in which what a cap proves is checked


@pytest.mark.thorough
@pytest.mark.slow
def test_depths_agree_with_epa() -> None:
    ways, exits = Counter[Reason](), Counter[Exit]()
    for pair in pairs(3, 400):
        run, known = trace(*pair, "epa-newton"), trace(*pair, "epa").result
        result, slack = run.result, CLOSE * size(*pair)
        exits[result.exit] += 1
        if result.exit == Exit.DISTANCE_KNOWN:
            assert result.signed_distance == known.signed_distance
            continue
        ways[run.steps[-1].reason] += 1
        assert result.signed_distance is not None
        assert known.signed_distance is not None
        assert result.lower == result.signed_distance <= result.upper
        assert result.lower <= known.upper + slack
        assert result.upper >= known.lower - slack
        assert result.lower >= known.lower - slack, "a deeper normal than EPA's"
        assert result.verdict == known.verdict == Verdict.PENETRATING
        assert result.normal is not None
        assert result.witness_a is not None
        assert result.witness_b is not None
        assert norm(sub(sub(result.witness_b, result.witness_a), scale(result.normal, result.lower))) <= slack
    assert exits[Exit.CONVERGED] >= 200, exits
    assert min(ways[Reason.NEWTON], ways[Reason.OUTSIDE]) >= 60, ways


@pytest.mark.slow
def test_witness_points_belong_to_the_shapes() -> None:
    met = 0
    for pair in pairs(4, 150):
        result = trace(*pair, "epa-newton").result
        if result.exit != Exit.CONVERGED or result.witness_a is None or result.witness_b is None:
            continue
        met += 1
        for shape, pose, witness in ((pair[0], pair[1], result.witness_a), (pair[2], pair[3], result.witness_b)):
            apart = query(shape, pose, Point(), Pose(position=witness)).signed_distance
            assert apart is not None
            assert apart == pytest.approx(0, abs=1e-6 * size(*pair))
    assert met >= 60


def test_within_a_tolerance_the_bounds_are_that_close() -> None:
    exits = Counter[Exit]()
    for pair in pairs(5, 150):
        result = trace(*pair, "epa-newton", Options(tolerance=1e-4)).result
        exits[result.exit] += 1
        if result.exit == Exit.WITHIN_TOLERANCE and result.upper < 0:
            known = trace(*pair, "epa").result
            gap, slack = 1e-4 * least_size(pair[0], pair[2]), CLOSE * size(*pair)
            assert result.upper - result.lower <= gap
            assert known.signed_distance is not None
            assert result.lower - slack <= known.signed_distance <= result.upper + slack
    assert exits[Exit.WITHIN_TOLERANCE] >= 60, exits


@pytest.mark.slow
def test_the_height_is_as_proved_in_the_cap_and_everywhere_at_the_end() -> None:
    random, caps = Random(7), Counter[bool]()
    for pair in pairs(8, 120):
        run = trace(*pair, "epa-newton", Options(tolerance=random.choice((0.0, 1e-3))))
        a, b = gjk.relative(convex(pair[0], pair[1]), convex(pair[2], pair[3]))
        slack = 1e-12 * size(*pair)
        for step in run.steps:
            if step.reason == Reason.NEWTON and step.minimum.cosine < 1:
                caps[step.minimum.cosine == -1] += 1
                angle = acos(step.minimum.cosine)
                for _ in range(SAMPLES):
                    n = near(random, step.minimum.normal, random.uniform(0, angle))
                    assert dot(n, difference_support(a, b, n, 0).point) >= step.minimum.proved - slack
        last = run.steps[-1]
        if last.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE) and last.minimum.cosine < 1:
            for _ in range(SAMPLES):
                n = random_direction(random)
                assert dot(n, difference_support(a, b, n, 0).point) >= -last.polytope.upper - slack
    assert min(caps.values()) >= 15, caps


# EPA's best normal is that of the cylinder's end, and the lines of its side seem to touch.
END_AND_LINES = (
    Cylinder(0.32587916579993326, 0.4273995681543218, "y"),
    Pose(
        (
            (-0.8304411532172841, 0.5556014557160392, 0.04092081926556867),
            (-0.556852920495183, -0.8300364592342101, -0.0308917671543812),
            (0.016802261131540555, -0.04844067245769162, 0.9986847276657004),
        ),
        (0.0, -0.0, -0.0),
    ),
    Ellipsoid((0.8955369237293567, 0.7290741158296059, 0.46768352175781003)),
    Pose(
        (
            (0.8389488740042923, 0.5378182007911049, 0.08316471430089202),
            (0.22654389708032088, -0.20618872957431483, -0.9519265047744973),
            (-0.4948157732960734, 0.8174581277927015, -0.2948212336366903),
        ),
        (1.0210509040087784e-09, -1.5253910304628269e-09, -8.902135135692973e-11),
    ),
)


def concentric(seed: int, count: int) -> list[tuple[Shape, Pose, Shape, Pose]]:
    """Cylinders around nearly the same centre as another shape."""
    random, drawn = Random(seed), []
    for _ in range(count):
        offset = scale(random_direction(random), random.choice((0.0, 1e-9, 1e-3)))
        pose_a, pose_b = square_pose(random, 0.0), square_pose(random, 0.0)
        x, y, z = random_sizes(random)
        other = random.choice((Ellipsoid((x, y, z)), a_shape(random)))
        drawn.append((Cylinder(y, z), Pose(pose_a.rotation), other, Pose(pose_b.rotation, offset)))
    return drawn


@pytest.mark.thorough
def test_each_search_of_newtons_method_finds_the_support_point() -> None:
    searched = Counter[tuple[bool, bool]]()
    for shape_a, pose_a, shape_b, pose_b in (END_AND_LINES, *concentric(8, 200), *pairs(8, 50)):
        pair, _ = newton.prepare(shape_a, pose_a, shape_b, pose_b, Options())
        for step in trace(shape_a, pose_a, shape_b, pose_b, "epa-newton").steps:
            if step.reason == Reason.NEWTON:
                normal, found = step.polytope.direction, step.polytope.support.point
                furthest = difference_support(pair.a, pair.b, normal, 0).point
                assert dot(normal, found) == pytest.approx(dot(normal, furthest), abs=1e-14 * step.polytope.reach)
                searched[step.trial.line >= 0, step.trial.end >= 0] += 1
    assert min(searched[kind] for kind in ((True, False), (False, False), (False, True))) >= 20, searched


def near(random: Random, normal: Vec3, angle: float) -> Vec3:
    """A unit vector at this angle from the normal."""
    across = unit(cross(normal, random_direction(random)))
    return along(scale(normal, cos(angle)), across, sin(angle))


def test_bounds_tighten_at_every_step_and_any_step_can_be_replayed() -> None:
    reasons = Counter[Reason]()
    for pair in pairs(12, 30):
        prepared, distance = newton.prepare(*pair)
        steps = newton.run(prepared, distance)
        assert newton.start(prepared, distance) == steps[0]
        for before, after in pairwise(steps):
            reasons[after.reason] += 1
            assert newton.step(prepared, before) == after
            assert before.polytope.lower <= after.polytope.lower
            assert before.polytope.upper >= after.polytope.upper
        assert newton.step(prepared, steps[-1]) is steps[-1]
    assert min(reasons[reason] for reason in Reason) >= 20, reasons


@pytest.mark.parametrize(
    ("a", "b", "pose_b", "depth"),
    [
        (Cylinder(0.5, 2), Cylinder(0.25, 2), Pose(), 0.75),  # coaxial: the nearest points form a ring
        (Cylinder(2, 0.5), Cylinder(2, 0.25), Pose(), 0.75),
        (Ellipsoid((1, 2, 3)), Ellipsoid((1, 2, 3)), Pose(), 2.0),
        (Ellipsoid((1, 1, 1)), Ellipsoid((0.5, 0.5, 0.5)), Pose(), 1.5),  # the nearest points form a sphere
        (Ellipsoid((1, 2, 3)), Sphere(0.5), Pose(position=(0.9, 0, 0)), 0.6),
        (Ellipsoid((1, 2, 3)), Box((0.5, 0.5, 0.5)), Pose(position=(1.25, 0, 0)), 0.25),
        (Cylinder(1, 2), Box((0.5, 0.5, 0.5)), Pose(position=(0, 2.25, 0)), 0.25),  # end on face
        (Cylinder(1, 2), Point(), Pose(position=(0.75, 0.5, 0)), 0.25),
        (Box((1, 1, 1)), Box((1, 1, 1)), Pose(position=(1.5, 0.25, 0)), 0.5),
        # Ends on ends: B has no ball at A's end, which it is not on.
        (Cylinder(1.5, 0.4), Cylinder(0.9, 0.1), Pose(position=(-0.3, -0.1, -0.6)), 0.4),
        (Cylinder(1.4, 1.0), Cylinder(1.4, 0.2), Pose(position=(0.3, -0.1, 0)), 1.1),
    ],
)
@pytest.mark.parametrize("unit_length", [1e-20, 1.0, 1e20])
def test_closed_forms(a: Shape, b: Shape, pose_b: Pose, depth: float, unit_length: float) -> None:
    a, b = scaled_shape(a, unit_length), scaled_shape(b, unit_length)
    pose_b = Pose(position=scale(pose_b.position, unit_length))
    for pair in ((a, Pose(), b, pose_b), (b, pose_b, a, Pose())):
        result = trace(*pair, "epa-newton").result
        assert result.signed_distance == pytest.approx(-depth * unit_length, rel=1e-6)
        assert result.verdict == Verdict.PENETRATING


def test_touching_and_separated_shapes_are_left_to_gjk_and_epa() -> None:
    ball, upright = Ellipsoid((1, 1, 1)), Cylinder(0.5, 1)
    for offset, verdict in ((1.5, Verdict.TOUCHING), (1.5 - 1e-13, Verdict.TOUCHING), (2.0, Verdict.SEPARATED)):
        result = trace(ball, Pose(), upright, Pose(position=(offset, 0, 0)), "epa-newton").result
        assert result.verdict == verdict
        assert result.lower - 1e-9 <= offset - 1.5 <= result.upper + 1e-9


def test_far_from_the_origin_no_precision_is_lost() -> None:
    here = trace(Cylinder(1, 2), Pose(), Ellipsoid((1, 2, 1)), Pose(position=(1.5, 0.25, 0.5)), "epa-newton").result
    far = (2.0**40, -(2.0**40), 2.0**40)
    there = add((1.5, 0.25, 0.5), far)
    moved = trace(Cylinder(1, 2), Pose(position=far), Ellipsoid((1, 2, 1)), Pose(position=there), "epa-newton").result
    assert moved.signed_distance == here.signed_distance


def test_support_points_are_those_of_the_cores() -> None:
    random = Random(21)
    for _ in range(200):
        shape, pose, direction = a_shape(random), random_pose(random), random_direction(random)
        core = convex(shape, pose)
        found = add(furthest_of(summands_of(core), core.rotation, direction), core.position)
        point, _ = support(core, direction)
        assert dot(found, direction) == pytest.approx(dot(point, direction), abs=1e-12)


def test_other_shapes_and_skewed_poses_are_refused() -> None:
    with pytest.raises(NotApplicable, match="takes boxes, capsules"):
        trace(Cone(1, 1), Pose(), Sphere(1), Pose(), "epa-newton")
    skewed = Pose(((1.0, 1e-9, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    with pytest.raises(NotApplicable, match="perpendicular"):
        trace(Cylinder(1, 1), skewed, Sphere(1), Pose(), "epa-newton")


def test_every_step_is_said() -> None:
    said = " ".join(
        explain(step, "Left", "Right") for pair in pairs(31, 60) for step in said_well(trace(*pair, "epa-newton").steps)
    )
    for words in (
        "curved surfaces are in contact",
        "a straight line of",
        "a flat face of",
        "straight lines of Left and Right cross",
        "flat end of",
        "Newton's method turns the normal by",
        "so EPA goes on",
        "Two balls",
        "from (",
        "Outside, the polytope does not reach so far yet",
        "Outside, the polytope reaches as far",
    ):
        assert words in said, words


def said_well(steps: tuple[newton.State, ...]) -> tuple[newton.State, ...]:
    assert_well_said(steps, "Left", "Right")
    return steps


def test_it_takes_a_third_of_the_steps_of_epa_on_deep_ellipsoids() -> None:
    random, steps = Random(41), Counter[str]()
    for _ in range(20):
        shapes = Ellipsoid(random_sizes(random)), Ellipsoid(random_sizes(random))
        pair = shapes[0], square_pose(random, 0.2), shapes[1], square_pose(random, 0.2)
        for name in ("epa", "epa-newton"):
            steps[name] += trace(*pair, name).result.steps
    assert 3 * steps["epa-newton"] < steps["epa"], steps
