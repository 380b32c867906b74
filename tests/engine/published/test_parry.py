"""parry's algorithm: pinned answers of Rapier, its failures in the museum, and what a corrected test changes."""

from math import isfinite

import pytest

from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.parry import steps
from gjkscope.engine.published.parry.exact_regions import exact_projection
from gjkscope.engine.published.parry.regions import project_on_tetrahedron, project_on_triangle
from gjkscope.engine.published.parry_old import steps as old_steps
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments, museum_pairs, seeded_pairs
from tests.fidelity.references.parry import REFERENCE

# [references.parry.ask(pair.arguments).signed_distance for pair in seeded_pairs(30, 7, REFERENCE.shapes)] with
# @dimforge/rapier3d-compat 0.21.0; None: no contact
ANSWERS = [
    None if word == "None" else float(word)
    for word in """
-0.29714277386665344 1.4105885028839111 0.022295597940683365 -0.15282121300697327 -0.30829575657844543
0.00019581975357141346 -0.475379079580307 0.46911412477493286 0.7211043834686279 0.4302188754081726
-0.6268734335899353 -0.49298369884490967 None 0.18670275807380676 -0.8816477656364441 0.3534959554672241
0.09454494714736938 -0.44086331129074097 -0.8648289442062378 5.323159712133929e-06 0.0723995640873909
0.9474916458129883 1.1757636070251465 0.33317580819129944 -0.5667764544487 -0.5032527446746826 1.205144144478254e-05
-0.25894129276275635 0.6048995852470398 -0.4156365394592285
""".split()
]
# The same of version 0.19.3.
OLD_ANSWERS = [
    None if word == "None" else float(word)
    for word in """
-0.2971428632736206 1.4105883836746216 0.02229565754532814 -0.1528211534023285 -0.30829569697380066
0.00019581994274631143 -0.47537901997566223 0.46911418437957764 0.7211043238639832 0.43021878600120544
-0.6268734931945801 -0.49298369884490967 1.205697117256932e-05 0.18670275807380676 -0.8816478848457336
0.3534959554672241 0.0945449098944664 -0.44086337089538574 -0.8648290038108826 1.163654997071717e-05
0.07239964604377747 0.9474912881851196 1.1757636070251465 0.33317580819129944 -0.5667763948440552 -0.5032526850700378
1.2051442354277242e-05 -0.2589411735534668 0.6048997044563293 -0.4156365692615509
""".split()
]
CUBE = kinds.Box((1.0, 1.0, 1.0))


def museum(name: str) -> Arguments:
    return next(pair.arguments for pair in museum_pairs(REFERENCE.shapes) if pair.name == name)


def first_mistake(run: Trace) -> str:
    """The kind of the first test that exact arithmetic answers otherwise."""
    return next(belief.decision.kind for step in run.steps for belief in beliefs(step) if belief.is_wrong)


def test_answers_are_those_of_rapier_to_the_last_digit() -> None:
    for pair, answer in zip(seeded_pairs(len(ANSWERS), 7, REFERENCE.shapes), ANSWERS, strict=True):
        claim = steps.trace(*pair.arguments).steps[-1].answer
        assert claim.signed_distance == answer, pair.name


def test_answers_of_parry_0_25_are_those_of_an_older_rapier() -> None:
    for pair, answer in zip(seeded_pairs(len(OLD_ANSWERS), 7, REFERENCE.shapes), OLD_ANSWERS, strict=True):
        claim = old_steps.trace(*pair.arguments).steps[-1].answer
        assert claim.signed_distance == answer, pair.name


def test_a_capsule_in_a_cylinder_is_apart_for_parry_0_25() -> None:
    """https://github.com/dimforge/parry/issues/396: a vertex in the plane of the simplex ends the search."""
    run = old_steps.trace(*museum("parry-396"))
    assert (run.result.verdict, first_mistake(run)) == (Verdict.SEPARATED, "same plane")


def test_ordinary_pairs_are_right_to_the_tolerances_of_parry() -> None:
    for pair in seeded_pairs(70, 3, REFERENCE.shapes):
        if pair.family not in ("ordinary", "nested"):
            continue
        truth, claim = query(*pair.arguments), steps.trace(*pair.arguments).steps[-1].answer
        if claim.signed_distance is not None and truth.signed_distance is not None:
            assert claim.signed_distance == pytest.approx(truth.signed_distance, rel=1.2e-3, abs=2e-3), pair.name


def test_the_proved_bound_is_below_the_true_distance() -> None:
    for pair in seeded_pairs(70, 5, REFERENCE.shapes):
        truth, last = query(*pair.arguments).signed_distance, steps.trace(*pair.arguments).steps[-1]
        assert truth is None or last.lower <= truth, pair.name


def test_of_touching_cylinders_a_rounding_error_ends_epa_with_a_horizontal_normal() -> None:
    run = steps.trace(*museum("rapier-hunt-cylinder-on-cylinder"))
    assert run.steps[-1].answer.normal == (0.0, 0.0, 1.0)
    assert run.steps[-1].action == "nearer"
    assert first_mistake(run) == "nearer"


@pytest.mark.parametrize("name", ["rapier-hunt-cone-on-cone", "rapier-hunt-cylinder-on-cylinder"])
def test_with_that_test_corrected_the_normal_is_vertical(name: str) -> None:
    claim = steps.trace(*museum(name), Options(corrected="nearer")).steps[-1].answer
    assert claim.normal == (0.0, 1.0, 0.0)
    assert claim.signed_distance == pytest.approx(0.0, abs=1e-7)


def test_at_its_limit_epa_answers_the_first_face_until_corrected() -> None:
    """https://github.com/dimforge/parry/issues/396"""
    run = steps.trace(*museum("parry-396"))
    assert (run.steps[-1].answer.signed_distance, run.result.exit) == (0.0, Exit.ITERATION_LIMIT)
    assert first_mistake(run) == "limit"
    corrected = steps.trace(*museum("parry-396"), Options(corrected="limit")).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(-110.0, rel=0.004)


def test_millimetres_that_overlap_have_no_contact_until_corrected() -> None:
    """Each triangle of a new vertex and an edge is below the tolerance, so that no border is left."""
    pair = list(seeded_pairs(97, 3, REFERENCE.shapes))[96].arguments
    truth, run = query(*pair).signed_distance, steps.trace(*pair)
    assert truth == pytest.approx(-7.63e-4, rel=1e-3)
    assert (run.result.verdict, run.result.signed_distance) == (Verdict.SEPARATED, None)
    assert "in line" in {belief.decision.kind for belief in beliefs(run.steps[-1]) if belief.is_wrong}
    corrected = steps.trace(*pair, Options(corrected="in line")).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(truth, rel=2e-3)


@pytest.mark.parametrize("kind", ["same line", "in line"])
def test_two_cubes_of_two_millimetres_have_no_contact_until_corrected(kind: str) -> None:
    """Rapier 0.35 answers null, too; of cubes of 2 m it finds the depth."""
    cube = kinds.Box((1e-3, 1e-3, 1e-3))
    pair = cube, Pose(), cube, Pose(position=(1.5e-3, 0.0, 0.5e-3))
    run = steps.trace(*pair)
    assert (run.result.verdict, run.steps[-1].action) == (Verdict.SEPARATED, "no border")
    assert first_mistake(run) == "same line"
    corrected = steps.trace(*pair, Options(corrected=kind)).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(-5e-4, rel=1e-6)
    large = steps.trace(CUBE, Pose(), CUBE, Pose(position=(1.5, 0.0, 0.5))).steps[-1].answer
    assert large.signed_distance == -0.5


@pytest.mark.thorough
def test_every_phase_and_way_to_end_is_met() -> None:
    met: set[str] = set()
    for pair in (*seeded_pairs(98, 3, REFERENCE.shapes), *museum_pairs(REFERENCE.shapes)):
        if any(isinstance(shape, kinds.Hull) and len(shape.vertices) < 3 for shape in pair.arguments[::2]):
            continue
        run = steps.trace(*pair.arguments).steps
        met |= {step.action for step in run} | {run[-1].ending}
    wanted = {"vertex", "edge", "face", "inside", "rejected", "stuck", "on the origin", "first at the origin"}
    wanted |= {"tetrahedron", "triangle, two-sided", "expand", "nearest face", "nearer", "no border", "no face"}
    wanted |= {"101 iterations", "the search is stuck, and a bound says that they are apart"}
    assert wanted - met == set()


def test_a_tiny_pair_is_stuck_by_an_absolute_tolerance_and_corrected() -> None:
    pair = list(seeded_pairs(6, 7, REFERENCE.shapes))[5].arguments
    truth, run = query(*pair).signed_distance, steps.trace(*pair)
    assert run.steps[-1].answer.signed_distance == pytest.approx(1.126 * truth, rel=1e-3)
    assert first_mistake(run) == "same line"
    corrected = steps.trace(*pair, Options(corrected="same line")).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(truth, rel=2e-3)


def test_a_single_point_touches_along_y() -> None:
    point = kinds.Segment((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    last = steps.trace(point, Pose(), point, Pose()).steps[-1]
    assert (last.answer.verdict, last.answer.normal) == (Verdict.TOUCHING, (0.0, 1.0, 0.0))
    assert last.action == "a single point"


def test_regions_are_those_of_exact_arithmetic_where_nothing_is_rounded() -> None:
    corners = ((-1.0, -1.0, -1.0), (3.0, -1.0, -1.0), (-1.0, 3.0, -1.0), (-1.0, -1.0, 3.0))
    for shift in ((0, 0, 0), (2, 0, 0), (2, 2, 0), (-3, -3, -3), (-2, -1, 3), (0, 0, 5), (-4, 1, 1), (0, -3, -3)):
        a, b, c, d = (tuple(x + y for x, y in zip(corner, shift, strict=True)) for corner in corners)
        assert project_on_tetrahedron(a, b, c, d).point == pytest.approx(exact_projection((a, b, c, d)).point)
        assert project_on_triangle(a, b, c).point == pytest.approx(exact_projection((a, b, c)).point)


def test_a_triangle_without_area_is_its_longest_edge() -> None:
    nearest = project_on_triangle((-1.0, 1.0, 0.0), (3.0, 1.0, 0.0), (-1.0, 1.0, 0.0))
    assert (nearest.on, nearest.point) == ((0, 1), (0.0, 1.0, 0.0))


def test_a_step_can_be_run_again() -> None:
    pair = steps.prepare(CUBE, Pose(), CUBE, Pose(position=(1.8, 0.3, 0.1)))
    state = steps.start(pair)
    for recorded in steps.trace(CUBE, Pose(), CUBE, Pose(position=(1.8, 0.3, 0.1))).steps:
        assert state == recorded
        state = steps.step(pair, state)


@pytest.mark.parametrize("size", [1e-30, 1e-12, 1e-3, 1e6, 1e15, 1e25])
def test_tiny_and_huge_pairs_end_in_a_named_exit(size: float) -> None:
    box = kinds.Box((size, size, size))
    for position in ((0.0, 0.0, 0.0), (size, 0.5 * size, 0.0), (3 * size, 0.0, 0.0)):
        last = steps.trace(box, Pose(), box, Pose(position=position)).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
        assert all(isfinite(number) for vertex in last.simplex for number in vertex.point)


def test_flat_and_coincident_pairs_end_in_a_named_exit() -> None:
    triangle = kinds.Triangle(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    for a, b in ((triangle, triangle), (triangle, CUBE), (CUBE, CUBE)):
        assert steps.trace(a, Pose(), b, Pose()).steps[-1].exit in (Exit.ENGINE_STOPS, Exit.ITERATION_LIMIT)


def test_balls_do_not_go_this_way() -> None:
    with pytest.raises(NotApplicable, match="got sphere"):
        steps.trace(kinds.Sphere(1.0), Pose(), CUBE, Pose())


def test_rounded_shapes_are_those_that_parry_has() -> None:
    """Recorded as `ANSWERS`, with two `RoundCuboid`s."""
    rounded = kinds.Box((0.5, 0.4, 0.3), rounding=0.1)
    last = steps.trace(rounded, Pose(), rounded, Pose(position=(0.9, 0.7, 0.2))).steps[-1]
    assert last.answer.signed_distance == -0.30000001192092896
    with pytest.raises(NotApplicable, match="at least 3 vertices, got 2"):
        steps.trace(kinds.Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))), Pose(), CUBE, Pose())
    with pytest.raises(NotApplicable, match="got rounded capsule"):
        steps.trace(kinds.Capsule(0.1, 0.2, rounding=0.1), Pose(), CUBE, Pose())
