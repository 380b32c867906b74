"""Comparing all algorithms on one pair: which results contradict each other, and where two traces diverge."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import inf, nan
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from gjkscope.engine import ALGORITHMS, Options, Pose, Result, Trace, Verdict, compare, first_difference, trace
from gjkscope.engine.analysis.compare import AGREE, Comparison, Difference, DisagreementKind
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.registry.listing import state_name
from gjkscope.engine.registry.records import Algorithm
from gjkscope.engine.result import Exit, NotApplicable
from gjkscope.engine.shapes.kinds import Box, Hull, Mesh, Shape, Sphere
from gjkscope.engine.vectors import dot, neg
from tests.engine.samples import random_box, random_hull, random_pair, random_pose, scaled_shape

Placed = tuple[Shape, Pose, Shape, Pose]

APART: Placed = (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2.5, 0, 0)))
DEEP: Placed = (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0, 0)))
TRUE = ("gjk", "epa", "sat", "exact")
"""Algorithms that are never wrong about polytopes."""


class Said(NamedTuple):
    """A step of an algorithm that returns a prescribed answer."""

    exit: Exit


@pytest.fixture
def tell(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Registers an algorithm that always gives the same answer."""

    def register(name: str, verdict: Verdict, **fields: Any) -> None:
        result = Result(name, verdict, Exit.CONVERGED, 1, **fields)
        run = Trace(name, (Said(Exit.CONVERGED),), result)
        like = "gjk" if name not in ALGORITHMS else name
        changes = {"name": name, "title": name.title(), "state": Said, "options": (), "evidence": None}
        algorithm = Algorithm(**vars(ALGORITHMS[like]) | changes | {"trace": lambda *_: run})
        listing = ALGORITHMS.listings[like]._replace(name=name, title=name.title(), state=state_name(Said), options=())
        monkeypatch.setitem(ALGORITHMS.listings, name, listing)
        monkeypatch.setitem(ALGORITHMS.records, name, algorithm)

    return register


def verdicts(comparison: Comparison) -> dict[str, Verdict]:
    return {row.algorithm: row.result.verdict for row in comparison.rows}


def disagreements(comparison: Comparison) -> set[tuple[str, str, DisagreementKind]]:
    return {
        (disagreement.first.algorithm, disagreement.second.algorithm, disagreement.kind)
        for disagreement in comparison.disagreements
    }


# --- rows ---


def test_every_algorithm_has_a_result_or_a_rejection() -> None:
    random, rows, refusals = Random(1), 0, 0
    for _ in range(8):
        comparison = compare(*random_pair(random))
        assert comparison.disagreements == ()
        assert {row.algorithm for row in comparison.rows} | {
            refusal.algorithm for refusal in comparison.refusals
        } == set(ALGORITHMS)
        assert [row.algorithm for row in comparison.rows] == [n for n in ALGORITHMS if n in verdicts(comparison)]
        for refusal in comparison.refusals:
            assert refusal.title == ALGORITHMS[refusal.algorithm].title
            assert refusal.reason
        rows, refusals = rows + len(comparison.rows), refusals + len(comparison.refusals)
    assert rows >= 24
    assert refusals >= 3


def test_a_row_holds_the_algorithm_s_own_result() -> None:
    comparison = compare(*DEEP)
    for row in comparison.rows:
        run = trace(*DEEP, row.algorithm)
        assert (row.trace, row.result, row.title) == (run, run.result, ALGORITHMS[row.algorithm].title)


def test_true_answers_are_certified_and_false_ones_are_not(tell: Callable[..., None]) -> None:
    tell("liar", Verdict.PENETRATING, signed_distance=-0.25, normal=(1.0, 0.0, 0.0), lower=-0.25, upper=-0.25)
    for pair in (APART, DEEP):
        comparison = compare(*pair, algorithms=("epa", "exact", "liar"))
        assert [row.certified for row in comparison.rows] == [True, True, False]
        assert [row.trace.result.certified for row in comparison.rows] == [False, False, False]
    random, certified = Random(10), 0
    for _ in range(10):
        pair = random_box(random), random_pose(random), random_hull(random), random_pose(random)
        certified += sum(row.certified for row in compare(*pair, algorithms=("epa", "exact")).rows)
    assert certified >= 18


def test_a_rejection_states_the_reason() -> None:
    comparison = compare(Sphere(1), Pose(), random_box(Random(2)), Pose(), algorithms=("gjk", "sat"))
    assert [row.algorithm for row in comparison.rows] == ["gjk"]
    [refusal] = comparison.refusals
    with pytest.raises(NotApplicable) as raised:
        trace(Sphere(1), Pose(), random_box(Random(2)), Pose(), "sat")
    assert (refusal.algorithm, refusal.reason) == ("sat", str(raised.value))


def test_time_is_read_from_the_given_clock() -> None:
    ticks = count(0, 3)
    comparison = compare(*DEEP, algorithms=("gjk", "sat"), clock=lambda: next(ticks) / 2)
    assert [row.seconds for row in comparison.rows] == [1.5, 1.5]
    assert all(0 < row.seconds < 10 for row in compare(*DEEP, algorithms=("gjk", "sat")).rows)


def test_the_same_pair_has_the_same_comparison() -> None:
    pair = random_pair(Random(3))
    assert compare(*pair, clock=lambda: 0.0) == compare(*pair, clock=lambda: 0.0)


def test_each_algorithm_receives_the_options_it_supports() -> None:
    comparison = compare(*APART, options=Options(float32=True, direction=(0, 1, 0)))
    for row in comparison.rows:
        known = [name for name in ("float32", "direction") if name in ALGORITHMS[row.algorithm].options]
        assert row.options == tuple(known)


def test_an_unknown_algorithm_and_a_bad_pose_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"^algorithms\[0\]: unknown name 'jgk'"):
        compare(*DEEP, algorithms=("jgk",))
    with pytest.raises(ValueError, match=r"^pose_b: expected a 4×4 matrix"):
        compare(DEEP[0], DEEP[1], DEEP[2], 7)


# --- disagreements ---


def test_correct_algorithms_do_not_disagree() -> None:
    """Random polytopes, rotated, scaled and swapped; about half of them overlap."""
    random, seen = Random(4), dict.fromkeys(Verdict, 0)
    for _ in range(20):
        a, b = (random.choice((random_box, random_hull))(random) for _ in range(2))
        pose_a, pose_b, factor = random_pose(random), random_pose(random), 10 ** random.uniform(-6, 6)
        big_a, big_b = scaled_shape(a, factor), scaled_shape(b, factor)
        far_a, far_b = (Pose(p.rotation, tuple(x * factor for x in p.position)) for p in (pose_a, pose_b))  # type: ignore[arg-type]
        for pair in ((a, pose_a, b, pose_b), (big_b, far_b, big_a, far_a)):
            comparison = compare(*pair, algorithms=TRUE)
            assert comparison.disagreements == ()
            seen[comparison.rows[0].result.verdict] += 1
    assert seen[Verdict.SEPARATED] >= 8
    assert seen[Verdict.PENETRATING] >= 8


@pytest.mark.parametrize("gap", [0.0, 1e-17, -1e-17, 0.9e-9, -0.9e-9, 1.5e-9, -1.5e-9])
def test_no_algorithm_is_wrong_within_the_touching_tolerance(gap: float) -> None:
    """Exact arithmetic distinguishes 1e-17 m from contact; the others do not, and need not."""
    stacked = Box((0.5, 0.5, 0.5)), Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0.25, 1 + gap, 0))
    comparison = compare(*stacked, algorithms=TRUE)
    assert len(comparison.rows) == 4
    assert comparison.disagreements == ()


def test_touching_and_separated_do_not_contradict_within_tolerance(tell: Callable[..., None]) -> None:
    pair = Box((0.5, 0.5, 0.5)), Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0.25, 1 + 2**-40, 0))
    tell("yes or no", Verdict.SEPARATED)
    comparison = compare(*pair, algorithms=("gjk", "exact", "yes or no"))
    assert list(verdicts(comparison).values()) == [Verdict.TOUCHING, Verdict.SEPARATED, Verdict.SEPARATED]
    assert comparison.disagreements == ()


def test_a_wrong_verdict_disagrees_with_every_correct_one(tell: Callable[..., None]) -> None:
    tell("liar", Verdict.PENETRATING)
    comparison = compare(*APART, algorithms=("gjk", "sat", "liar"))
    assert disagreements(comparison) == {
        ("gjk", "liar", DisagreementKind.VERDICT),
        ("sat", "liar", DisagreementKind.VERDICT),
    }
    assert [disagreement.apart for disagreement in comparison.disagreements] == [0.5, 0.5]
    tell("liar", Verdict.SEPARATED)
    assert disagreements(compare(*DEEP, algorithms=("epa", "liar"))) == {("epa", "liar", DisagreementKind.VERDICT)}


def test_a_wrong_contact_is_a_disagreement(tell: Callable[..., None]) -> None:
    tell("liar", Verdict.TOUCHING)
    for pair in (APART, DEEP):
        assert disagreements(compare(*pair, algorithms=("epa", "liar"))) == {("epa", "liar", DisagreementKind.VERDICT)}


def test_a_wrong_distance_is_a_disagreement(tell: Callable[..., None]) -> None:
    for wrong in (-0.4, -0.6, -0.5 + 3 * AGREE, -0.5 - 3 * AGREE):
        tell("liar", Verdict.PENETRATING, signed_distance=wrong, lower=wrong, upper=wrong)
        comparison = compare(*DEEP, algorithms=("epa", "liar"))
        assert disagreements(comparison) == {("epa", "liar", DisagreementKind.DISTANCE)}
        assert comparison.disagreements[0].apart == pytest.approx(abs(wrong + 0.5), abs=1e-12)
    tell("near", Verdict.PENETRATING, signed_distance=-0.5 + AGREE, lower=-0.5, upper=-0.5 + AGREE)
    assert compare(*DEEP, algorithms=("epa", "near")).disagreements == ()
    assert len(compare(*DEEP, algorithms=("epa", "near"), tolerance=0.1 * AGREE).disagreements) == 1


def test_a_violated_bound_is_a_disagreement(tell: Callable[..., None]) -> None:
    tell("bounds", Verdict.SEPARATED, lower=0.6)
    assert disagreements(compare(*APART, algorithms=("gjk", "bounds"))) == {
        ("gjk", "bounds", DisagreementKind.DISTANCE)
    }
    tell("bounds", Verdict.SEPARATED, lower=0.4)
    assert compare(*APART, algorithms=("gjk", "bounds")).disagreements == ()


def test_undecided_contradicts_nothing(tell: Callable[..., None]) -> None:
    tell("unsure", Verdict.UNDECIDED, lower=7.0, upper=8.0)
    assert compare(*DEEP, algorithms=("epa", "unsure")).disagreements == ()


def test_a_depth_along_another_axis_is_no_disagreement(tell: Callable[..., None]) -> None:
    """MPR's depth is along its portal normal: at least the minimum depth, so it is not compared as a distance."""
    tell("mpr", Verdict.PENETRATING, signed_distance=-0.75, lower=-0.75, upper=0.0)
    assert compare(*DEEP, algorithms=("epa", "mpr")).disagreements == ()
    tell("mpr", Verdict.PENETRATING, signed_distance=-0.25, lower=-0.25, upper=0.0)
    assert disagreements(compare(*DEEP, algorithms=("epa", "mpr"))) == {("epa", "mpr", DisagreementKind.DISTANCE)}


def test_brute_force_may_separate_a_mesh_whose_hull_overlaps(tell: Callable[..., None]) -> None:
    corners = ((0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4))
    mesh, hull = Mesh(corners, ((0, 1, 2), (0, 1, 3))), Hull(corners)
    inside = Sphere(0.1), Pose(position=(0.5, 0.5, 0.5))
    tell("brute", Verdict.SEPARATED)
    assert compare(mesh, Pose(), *inside, algorithms=("gjk", "brute")).disagreements == ()
    assert len(compare(hull, Pose(), *inside, algorithms=("gjk", "brute")).disagreements) == 1
    tell("brute", Verdict.PENETRATING)
    outside = Sphere(0.1), Pose(position=(5, 5, 5))
    assert len(compare(mesh, Pose(), *outside, algorithms=("gjk", "brute")).disagreements) == 1


# --- the first difference ---


def test_a_trace_does_not_differ_from_itself() -> None:
    random = Random(5)
    for _ in range(6):
        pair = random_pair(random)
        for row in compare(*pair).rows:
            assert first_difference(row.trace, trace(*pair, row.algorithm)) is None


def test_the_first_difference_is_found_anywhere() -> None:
    """Changes one number in one step of a trace by one bit."""
    run = trace(*APART, "gjk")
    for at, step in enumerate(run.steps):
        changed = step._replace(closest=(step.closest[0], step.closest[1], step.closest[2] + 1e-9))
        other = replace(run, steps=(*run.steps[:at], changed, *run.steps[at + 1 :]))
        expected = Difference(at, "closest[2]", step.closest[2], changed.closest[2])
        assert first_difference(run, other) == expected
        assert first_difference(run, other, tolerance=1e-8) is None


def test_a_field_is_named_as_in_python() -> None:
    run = trace(*APART, "gjk")
    vertex = run.steps[1].simplex.vertices[2]
    vertices = list(run.steps[1].simplex.vertices)
    vertices[2] = vertex._replace(point=(vertex.point[0], vertex.point[1] + 1, vertex.point[2]))
    changed = run.steps[1]._replace(simplex=run.steps[1].simplex._replace(vertices=tuple(vertices)))
    difference = first_difference(run, replace(run, steps=(run.steps[0], changed, *run.steps[2:])))
    assert difference == Difference(1, "simplex.vertices[2].point[1]", vertex.point[1], vertex.point[1] + 1)
    assert explain(difference).startswith("The traces first differ in step 1: simplex.vertices[2].point[1] is ")
    assert headline(difference) == "step 1: simplex.vertices[2].point[1]"


def test_different_lengths_and_missing_values_are_differences() -> None:
    run = trace(*DEEP, "headbutt")
    shorter = run.steps[2]._replace(simplex=run.steps[2].simplex[:1])
    difference = first_difference(run, replace(run, steps=(*run.steps[:2], shorter, *run.steps[3:])))
    assert difference is not None
    assert explain(difference) == "The traces first differ in step 2: simplex is a list of 3 and a list of 1."
    silent = run.steps[1]._replace(height=None)
    difference = first_difference(run, replace(run, steps=(run.steps[0], silent, *run.steps[2:])))
    assert difference is not None
    assert explain(difference).endswith(" and none.")


def test_decisions_are_compared_whatever_the_tolerance() -> None:
    run = trace(*APART, "gjk")
    last = run.steps[-1]
    for changed, field in (
        (last._replace(exit=Exit.ITERATION_LIMIT), "exit"),
        (last._replace(support=last.support._replace(index_a=99)), "support.index_a"),
        (last._replace(lower=last.lower + 5), None),
    ):
        difference = first_difference(run, replace(run, steps=(*run.steps[:-1], changed)), tolerance=inf)
        assert (difference.field if difference else None) == field


def test_a_trace_that_ends_first_differs_at_its_end() -> None:
    run = trace(*APART, "gjk")
    difference = first_difference(run, replace(run, steps=run.steps[:1]))
    assert difference == Difference(1, "steps", len(run.steps), 1)
    assert explain(difference) == f"The traces are equal until one ends: they have {len(run.steps)} and 1 steps."


class Numbers(NamedTuple):
    """A step with a number and lists, like EPA's."""

    value: float
    items: list[Any]
    exit: Exit


@pytest.mark.parametrize(
    ("a", "b", "field"),
    [
        (Numbers(nan, [], Exit.RUNNING), Numbers(nan, [], Exit.RUNNING), None),
        (Numbers(nan, [], Exit.RUNNING), Numbers(1, [], Exit.RUNNING), "value"),
        (Numbers(inf, [], Exit.RUNNING), Numbers(inf, [], Exit.RUNNING), None),
        (Numbers(inf, [], Exit.RUNNING), Numbers(-inf, [], Exit.RUNNING), "value"),
        (Numbers(0.0, [], Exit.RUNNING), Numbers(-0.0, [], Exit.RUNNING), None),
        (Numbers(0.0, [1, 2], Exit.RUNNING), Numbers(0.0, [1, 3], Exit.RUNNING), "items[1]"),
        (Numbers(0.0, [1], Exit.RUNNING), Numbers(0.0, [1, 3], Exit.RUNNING), "items"),
        (Numbers(0.0, [None], Exit.RUNNING), Numbers(0.0, [(1.0,)], Exit.RUNNING), "items[0]"),
        (Numbers(0.0, [], Exit.RUNNING), Said(Exit.RUNNING), ""),
        (Numbers(0.1, [], Exit.RUNNING), Numbers(np.float32(0.1), [], Exit.RUNNING), "value"),  # type: ignore[arg-type]
        (Numbers(0.5, [], Exit.RUNNING), Numbers(np.float32(0.5), [], Exit.RUNNING), None),  # type: ignore[arg-type]
        (Numbers(0, [Fraction(1, 3)], Exit.RUNNING), Numbers(0, [Fraction(1, 3)], Exit.RUNNING), None),
        (Numbers(0, [Fraction(1, 3)], Exit.RUNNING), Numbers(0, [1 / 3], Exit.RUNNING), "items[0]"),
    ],
)
def test_numbers_lists_and_types_are_compared(a: Any, b: Any, field: str | None) -> None:
    first, second = (Trace("gjk", (step,), Result("gjk", Verdict.UNDECIDED, Exit.RUNNING, 1)) for step in (a, b))
    difference = first_difference(first, second)
    assert (difference.field if difference else None) == field


def test_a_swapped_pair_is_searched_identically_except_for_ties() -> None:
    """GJK's run on B − A mirrors that on A − B up to rounding, until it has to choose between tied vertices."""
    random, alike, ties = Random(6), 0, 0
    for _ in range(40):
        a, pose_a, b, pose_b = random_hull(random), random_pose(random), random_hull(random), random_pose(random, 2)
        first, second = trace(a, pose_a, b, pose_b, "gjk"), trace(b, pose_b, a, pose_a, "gjk")
        assert first_difference(first, second) is not None
        difference = first_difference(first, second, tolerance=1e-9, swapped=True)
        alike += difference is None
        if difference:
            ties += 1
            assert difference.field.startswith("support")
            step, turned = first.steps[difference.step], second.steps[difference.step]
            heights = dot(step.direction, step.support.point), dot(step.direction, neg(turned.support.point))
            assert heights[0] == pytest.approx(heights[1], abs=1e-9)
    assert alike >= 15
    assert ties >= 3


def test_simplex_methods_are_compared_by_their_common_fields() -> None:
    """Headbutt starts like GJK, but accepts any gap, or turns back where GJK continues."""
    random, fields = Random(7), []
    for _ in range(40):
        pair = random_hull(random), random_pose(random), random_hull(random), random_pose(random, 1.5)
        gjk, headbutt, tetrahedron = (trace(*pair, name) for name in ("gjk", "headbutt", "tetrahedron"))
        difference = first_difference(gjk, headbutt, tolerance=1e-9)
        assert difference is not None
        assert (difference.step, difference.field.split("[")[0]) in ((0, "exit"), (1, "direction"))
        fields.append(difference.field)
        assert first_difference(gjk, gjk, swapped=False) is None
        first = first_difference(headbutt, tetrahedron, tolerance=1e-9)
        assert first is not None
        assert (first.step, first.field.split("[")[0]) == (0, "direction")
    assert 5 <= fields.count("exit") <= 35


def test_headbutt_and_tetrahedron_start_alike_from_the_same_direction() -> None:
    """Both then search the opposite way; after that, each finds the direction perpendicular to the edge differently."""
    pair = random_hull(Random(8)), Pose(), random_hull(Random(9)), Pose(position=(0.5, 0.25, 0.125))
    headbutt = trace(*pair, "headbutt")
    direction = headbutt.steps[0].direction
    tetrahedron = trace(*pair, "tetrahedron", Options(direction=direction))
    difference = first_difference(headbutt, tetrahedron, tolerance=1e-9)
    assert difference is None or difference.step >= 1


def test_traces_with_nothing_in_common_are_rejected() -> None:
    gjk, sat = trace(*APART, "gjk"), trace(*APART, "sat")
    with pytest.raises(ValueError, match=r"^traces: gjk and sat can be compared for .*, not sat$"):
        first_difference(gjk, sat)
    with pytest.raises(ValueError, match=r"^traces: swapped can be compared for gjk, .*, not sat$"):
        first_difference(sat, sat, swapped=True)


# --- wording ---


def test_a_disagreement_names_both_sides_and_their_answers(tell: Callable[..., None]) -> None:
    tell("liar", Verdict.PENETRATING, signed_distance=-0.25, lower=-0.25, upper=-0.25)
    [disagreement] = compare(*APART, algorithms=("gjk", "liar")).disagreements
    assert explain(disagreement, "crate", "wall") == (
        "gjk reports that crate and wall are separated, distance 0.5 m; liar reports that crate and wall are "
        "penetrating, depth 0.25 m. They contradict each other by 0.75 m."
    )
    assert headline(disagreement) == "gjk against liar: verdict"
