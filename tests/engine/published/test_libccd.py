"""libccd's GJK and EPA: equal to the shared library to the last digit, and wrong where it is wrong."""

from collections import Counter
from math import isnan

import pytest

from gjkscope.engine import Box, Cone, NotApplicable, Options, Pose, query, trace
from gjkscope.engine.analysis.beliefs import beliefs, is_mistaken
from gjkscope.engine.published import libccd
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs
from tests.fidelity.reference import Outcome, Said, outcomes, own_answer
from tests.fidelity.references.libccd import REFERENCE, ask

CUBE = Box((1.0, 1.0, 1.0))
HEIGHTS = [i / 100 for i in range(1, 200)]


def cubes(height: float) -> tuple[Box, Pose, Box, Pose]:
    return CUBE, Pose(), CUBE, Pose(position=(0.0, 0.0, height))


def test_it_gives_the_answers_of_the_library_to_the_last_digit() -> None:
    """Boxes, hulls, spheres and triangles: ordinary, on a grid, touching, nested, deep, tiny and far away."""
    tally = {
        outcome: len(pairs) for outcome, pairs in outcomes(REFERENCE, seeded_pairs(350, 7, REFERENCE.shapes)).items()
    }
    assert tally[Outcome.EQUAL] == 350, tally


def test_it_fails_on_the_same_heights_of_two_cubes_as_the_library() -> None:
    """Of 199 heights, the direction is NaN at 31, and the depth is finite and wrong at 28 others, such as 0.07."""
    answers = {height: own_answer("libccd", cubes(height)) for height in HEIGHTS}
    failed = [height for height, own in answers.items() if own.normal is not None and isnan(own.normal[2])]
    wrong = [
        height for height, own in answers.items() if height not in failed and abs(2 - height + _distance(own)) > 1e-9
    ]
    assert (len(failed), len(wrong), wrong[2]) == (31, 28, 0.07)
    for height, own in answers.items():
        assert repr(own._replace(searches=())) == repr(ask(cubes(height))), height


def _distance(own: Said) -> float:
    assert own.signed_distance is not None
    return own.signed_distance


def test_it_loses_the_origin_on_a_face_and_the_belief_says_so() -> None:
    """https://github.com/danfis/libccd/issues/25"""
    pair = exhibit("libccd-25", "A B")[:4]
    run = trace(*pair, "libccd")
    assert (run.result.exit, run.result.normal) == (Exit.NOT_A_NUMBER, None)
    assert run.result.signed_distance == 0
    first = next(step for step in run.steps if is_mistaken(step))
    (wrong,) = (belief for belief in beliefs(first) if belief.is_wrong)
    assert (wrong.decision.kind, wrong.exact) == ("origin on face", 0.0)
    assert abs(wrong.decision.left) > 2.0**-52


@pytest.mark.parametrize("kind", ["origin on face", "seed face"])
def test_with_that_test_corrected_it_is_right(kind: str) -> None:
    pair = exhibit("libccd-25", "A B")[:4]
    result = query(*pair, "libccd", Options(corrected=kind))
    assert result.signed_distance == pytest.approx(-0.1, abs=1e-12)
    assert result.verdict is Verdict.PENETRATING


def test_every_phase_and_ending_is_met() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(420, 3, REFERENCE.shapes):
        steps = trace(*pair.arguments, "libccd").steps
        met.update({step.phase for step in steps} | {steps[-1].ending} | {step.action for step in steps})
    wanted = (
        "GJK",
        "polytope",
        "EPA",
        "the support does not reach the origin",
        "tetrahedron",
        "two tetrahedra on a face",
    )
    wanted += ("expand face", "expand edge", "the support is no further by the tolerance")
    assert [name for name in wanted if met[name] < 5] == []


def test_shapes_without_a_support_function_are_refused() -> None:
    with pytest.raises(NotApplicable, match=r"boxes, spheres, capsules, cylinders, hulls and triangles .*, got cone"):
        query(Cone(1, 1), Pose(), CUBE, Pose(), "libccd")
    with pytest.raises(NotApplicable):
        query(Box((1, 1, 1), rounding=0.1), Pose(), CUBE, Pose(), "libccd")


def test_numbers_that_overflow_end_in_a_named_exit() -> None:
    huge = Box((1e160, 1e160, 1e160))
    last = libccd.trace(huge, Pose(), huge, Pose(position=(1e159, 2e158, 0.0))).steps[-1]
    assert last.exit is not Exit.RUNNING
    assert last.ending
    crash = libccd.trace(huge, Pose(), huge, Pose()).steps[-1]
    assert crash.exit in (Exit.ASSERTION_FAILED, Exit.NOT_A_NUMBER, Exit.ENGINE_STOPS)
