"""libccd's MPR: equal to the shared library to the last digit, and wrong where it is wrong."""

from collections import Counter
from math import isfinite

import pytest

from gjkscope.engine import Box, Cone, Hull, NotApplicable, Options, Pose, Triangle, query, trace
from gjkscope.engine.analysis.beliefs import beliefs, is_mistaken
from gjkscope.engine.published import libccd_mpr
from gjkscope.engine.published.ccd_supports import ccd_shape
from gjkscope.engine.published.libccd_mpr import steps
from gjkscope.engine.published.libccd_mpr.explain import WORDS
from gjkscope.engine.result import Exit, Verdict
from tests.fidelity.pairs import Arguments, museum_pairs, seeded_pairs
from tests.fidelity.reference import Outcome, outcomes
from tests.fidelity.references.libccd_mpr import REFERENCE

CUBE = Box((1.0, 1.0, 1.0))


def museum(name: str) -> Arguments:
    return next(pair.arguments for pair in museum_pairs(REFERENCE.shapes) if pair.name == name)


def test_it_gives_the_answers_of_the_library_to_the_last_digit() -> None:
    """Boxes, hulls, spheres and triangles: ordinary, on a grid, touching, nested, deep, tiny and far away."""
    for pairs in (list(seeded_pairs(350, 7, REFERENCE.shapes)), list(museum_pairs(REFERENCE.shapes))):
        tally = {outcome: len(equal) for outcome, equal in outcomes(REFERENCE, pairs).items()}
        assert tally[Outcome.EQUAL] == sum(tally.values()) > 80, tally


def test_a_first_support_near_the_ray_is_taken_for_the_depth_and_the_belief_says_so() -> None:
    pair = museum("mjwarp-1527")
    run = trace(*pair, "libccd-mpr")
    assert run.result.signed_distance == pytest.approx(-0.01628, abs=1e-5)
    first = next(step for step in run.steps if is_mistaken(step))
    (wrong,) = (belief for belief in beliefs(first) if belief.is_wrong)
    assert (wrong.decision.kind, wrong.decision.holds, wrong.should_hold) == ("on ray", True, False)
    assert "This is wrong" in WORDS.explain(first, "A", "B")


def test_with_that_test_corrected_it_is_right() -> None:
    pair = museum("mjwarp-1527")
    result = query(*pair, "libccd-mpr", Options(corrected="on ray"))
    assert result.signed_distance == pytest.approx(query(*pair).signed_distance, abs=1e-15)


def test_tiny_pairs_that_are_apart_overlap_until_that_test_is_corrected() -> None:
    """Each wrong "overlap" of a pair of 1e-5 m comes from this test alone."""
    wrong = 0
    for pair in seeded_pairs(700, 7, REFERENCE.shapes):
        if pair.family == "tiny" and query(*pair.arguments).verdict is Verdict.SEPARATED:
            wrong += query(*pair.arguments, "libccd-mpr").verdict is not Verdict.SEPARATED
            corrected = query(*pair.arguments, "libccd-mpr", Options(corrected="on ray"))
            assert corrected.verdict is Verdict.SEPARATED, pair.name
    assert wrong == 5


def test_the_absolute_tolerance_takes_a_slight_overlap_for_a_gap() -> None:
    pair = museum("fcl-445")
    run = trace(*pair, "libccd-mpr")
    assert (run.result.verdict, run.result.exit) == (Verdict.SEPARATED, Exit.ENGINE_STOPS)
    wrong = [belief.decision.kind for step in run.steps for belief in beliefs(step) if belief.is_wrong]
    assert wrong == ["no way out"]
    corrected = query(*pair, "libccd-mpr", Options(corrected="no way out"))
    assert corrected.signed_distance == pytest.approx(-4.6138e-11, rel=1e-4)


def test_it_measures_the_cubes_that_its_epa_cannot() -> None:
    """https://github.com/danfis/libccd/issues/25"""
    result = query(*museum("libccd-25"), "libccd-mpr")
    assert (result.signed_distance, result.normal) == (pytest.approx(-0.1, abs=1e-15), (0.0, 0.0, 1.0))


def test_the_depth_is_the_one_along_the_ray() -> None:
    """Boxes with one center: the ray leaves along x, however thin they are along z."""
    flat = Box((1.0, 1.0, 0.1))
    run = trace(flat, Pose(), flat, Pose(), "libccd-mpr")
    assert run.steps[0].action == "moved center"
    assert run.result.signed_distance == -2.0


def test_a_touching_contact_has_no_direction() -> None:
    run = trace(*museum("mathgeolib-12"), "libccd-mpr")
    assert (run.result.verdict, run.result.normal, run.steps[-1].answer.normal) == (Verdict.TOUCHING, None, (0, 0, 0))


def test_a_portal_that_recurs_is_a_named_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every plane taken to be passed, `discoverPortal` replaces a vertex by itself for ever."""
    pair = steps.prepare(CUBE, Pose(), CUBE, Pose(position=(0.3, 0.2, 0.1)))
    state = steps.step(pair, steps.step(pair, steps.start(pair)))
    outside = steps.DECISIONS["outside"]._replace(relation="|·| <")
    monkeypatch.setitem(steps.DECISIONS, "outside", outside)
    monkeypatch.setattr(steps.ccd, "EPSILON", -1e9)
    while state.exit is Exit.RUNNING:
        state = steps.step(pair, state)
    assert (state.exit, state.ending) == (Exit.CYCLE, "the portal recurs: libccd would run for ever")


def test_centers_are_those_of_fcl() -> None:
    corners = ((0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (0.0, 3.0, 0.0))
    moved = Pose(position=(1.0, 2.0, 3.0))
    assert ccd_shape(Triangle(corners), moved).center == (2.0, 3.0, 3.0)
    assert ccd_shape(Hull((*corners, (1.0, 1.0, 4.0))), moved).center == (2.0, 3.0, 4.0)
    assert ccd_shape(CUBE, moved).center == (1.0, 2.0, 3.0)


@pytest.mark.thorough
def test_every_phase_and_ending_is_met() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(420, 3, REFERENCE.shapes):
        run = trace(*pair.arguments, "libccd-mpr").steps
        met.update({step.phase for step in run} | {run[-1].ending} | {step.action for step in run})
        assert all(isfinite(belief.exact) for step in run for belief in beliefs(step) if belief.exact is not None)
    wanted = ("find portal", "refine portal", "depth", "v3 replaces v1", "v3 replaces v2", "last portal")
    wanted += ("v1 does not reach the origin", "v3 does not reach the origin")
    wanted += ("v4 does not reach the origin", "the origin is taken to lie on v0 v1")
    wanted += ("v4 replaces v1", "v4 replaces v2", "v4 replaces v3", "contains the origin")
    assert [name for name in wanted if not met[name]] == []


def test_shapes_without_a_support_function_are_refused() -> None:
    with pytest.raises(NotApplicable, match="got cone"):
        query(Cone(1, 1), Pose(), CUBE, Pose(), "libccd-mpr")


def test_numbers_that_overflow_end_in_a_named_exit() -> None:
    huge = Box((1e160, 1e160, 1e160))
    for position in ((1e159, 2e158, 0.0), (0.0, 0.0, 0.0)):
        last = libccd_mpr.trace(huge, Pose(), huge, Pose(position=position)).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
