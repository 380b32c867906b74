"""The built-in conditions, each on one real pair that satisfies it and one that does not."""

from math import inf, nan

import pytest

from gjkscope import engine
from gjkscope.app.ask.breakpoints import CONDITIONS, Truth
from gjkscope.app.ask.breakpoints.conditions import FLAT, thickness
from gjkscope.engine import Exit, Verdict
from gjkscope.engine.result import TOUCHING, NotApplicable, Trace
from gjkscope.engine.shapes.bounds import size
from tests.engine.museum import exhibit

HARD_PAIRS = (
    *(
        "coal-604",
        "distance3d-72",
        "drake-convex3",
        "fcl-493",
        "fcl-493-kiss-10.0-0.0",
        "hb-article-cycle-1",
        "libccd-25",
    ),
    *("meshes-jl-809", "mujoco-BoxEdgeEdge", "mujoco-hunt-same-box", "opengjk-52"),
)


def hits_of(condition: str, case: str, algorithm: str) -> list[int]:
    a, pose_a, b, pose_b, _ = exhibit(case, "A B")
    trace = engine.trace(a, pose_a, b, pose_b, algorithm)
    assert CONDITIONS[condition].applies_to(trace)
    return list(CONDITIONS[condition].find(trace, truth(case) if CONDITIONS[condition].needs_truth else Truth()))


def truth(case: str) -> Truth:
    a, pose_a, b, pose_b, _ = exhibit(case, "A B")
    proof = engine.trace(a, pose_a, b, pose_b, "exact").result
    return Truth(proof.lower, proof.upper, TOUCHING * size(a, pose_a, b, pose_b))


@pytest.mark.parametrize(
    ("condition", "case", "algorithm", "steps"),
    [
        ("zero_direction", "headbutt-same-cube", "headbutt", [0, 1, 2, 3]),  # concentric
        ("zero_direction", "hb-article-cycle-1", "headbutt", []),
        ("repeated_support", "coal-604", "headbutt", [6, 10, 12, 14, 15]),
        ("repeated_support", "coal-604", "gjk", []),  # it ends when a support repeats
        ("not_nearer", "fcl-408", "mpr", [15]),
        ("not_nearer", "fcl-319b", "gjk", []),
        ("flat", "fcl-445", "gjk", [6]),
        ("flat", "fcl-319b", "gjk", []),
        ("on_feature", "coal-144", "gjk", [1]),  # the shapes touch
        ("on_feature", "coal-604", "gjk", []),
        ("cycle", "hb-article-cycle-1", "headbutt", [17]),  # step 5 recurs; it is detected in step 27
        ("cycle", "hb-article-cycle-1", "gjk", []),
        ("limit", "jolt-parallel-tri-capsule-3", "headbutt", [200]),
        ("limit", "hb-article-cycle-1", "headbutt", []),  # detected before
        ("disagrees", "hb-article-cycle-1", "headbutt", [4]),
        ("disagrees", "hb-article-cycle-1", "gjk", []),
    ],
)
def test_a_case_that_satisfies_the_condition_and_one_that_does_not(
    condition: str, case: str, algorithm: str, steps: list[int]
) -> None:
    hits = hits_of(condition, case, algorithm)
    assert hits[: len(steps)] == steps
    assert bool(hits) == bool(steps)


def test_only_the_published_algorithms_and_rounded_signs_disagree_with_exact_arithmetic() -> None:
    """On pairs that are flat, far away, nested, turned, touching or in a cycle."""
    wrong: dict[str, set[str]] = {}
    for case in HARD_PAIRS:
        a, pose_a, b, pose_b, _ = exhibit(case, "A B")
        for algorithm in engine.ALGORITHMS:
            try:
                trace = engine.trace(a, pose_a, b, pose_b, algorithm)
            except NotApplicable:
                continue
            if list(CONDITIONS["disagrees"].find(trace, truth(case))):
                wrong.setdefault(algorithm, set()).add(case)
    assert wrong == {
        "headbutt": {*HARD_PAIRS} - {"drake-convex3"},
        "tetrahedron": {"fcl-493"},
        "mpr": {"fcl-493-kiss-10.0-0.0"},  # whose answer is right: a portal is 2e-16 m from the origin
    }


def test_bounds_and_verdicts_that_exclude_the_truth_are_found_at_the_first_step() -> None:
    a, pose_a, b, pose_b, _ = exhibit("fcl-319b", "A B")
    trace = engine.trace(a, pose_a, b, pose_b, "gjk")
    lower, upper = trace.result.lower, trace.result.upper
    find = CONDITIONS["disagrees"].find
    assert list(find(trace, Truth(lower, upper, TOUCHING))) == []
    nearest = min(step.upper - step.radius for step in trace.steps)
    [first] = find(trace, Truth(nearest * 1.5, nearest * 1.5))
    assert trace.steps[first].upper - trace.steps[first].radius < nearest * 1.5
    assert first == 0 or trace.steps[first - 1].upper - trace.steps[first - 1].radius >= nearest * 1.5
    assert trace.result.verdict is Verdict.SEPARATED
    unbounded = Trace("headbutt", engine.trace(a, pose_a, b, pose_b, "headbutt").steps[:1], trace.result)
    assert list(find(unbounded, Truth(-1.0, -1.0))) in ([0], [len(unbounded.steps) - 1])


def test_a_nan_direction_is_found() -> None:
    a, pose_a, b, pose_b, _ = exhibit("fcl-319b", "A B")
    trace = engine.trace(a, pose_a, b, pose_b, "gjk")
    steps = (*trace.steps[:2], trace.steps[2]._replace(direction=(nan, 0.0, 1.0)), *trace.steps[3:])
    assert list(CONDITIONS["zero_direction"].find(Trace("gjk", steps, trace.result), Truth())) == [2]


def test_search_conditions_do_not_apply_to_other_algorithms() -> None:
    a, pose_a, b, pose_b, _ = exhibit("hb-article-cycle-1", "A B")
    trace = engine.trace(a, pose_a, b, pose_b, "sat")
    applying = {name for name, condition in CONDITIONS.items() if condition.applies_to(trace)}
    assert applying == {"limit", "disagrees"}
    assert trace.steps[-1].exit is Exit.ALL_AXES_OVERLAP


def test_thickness_is_relative_to_the_cube_of_the_longest_edge() -> None:
    corner = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    assert thickness(corner[:1]) == inf
    assert thickness(corner[:2]) == 1
    assert thickness(corner[:3]) == pytest.approx(1 / 2)  # the longest edge is √2
    assert thickness(corner) == pytest.approx(1 / 2**1.5)
    for scale in (1e-300, 1e-12, 1e12):
        scaled = tuple((x * scale, y * scale, z * scale) for x, y, z in corner)
        assert thickness(scaled) == pytest.approx(thickness(corner))
    assert thickness((*corner[:3], (0.5, 0.5, 1e-9))) < FLAT
    assert thickness((corner[0], corner[0])) == 0
    assert thickness((corner[0], (inf, 0.0, 0.0))) == 0
