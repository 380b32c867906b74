"""The side on which each algorithm places the origin, compared with the exact side."""

from fractions import Fraction

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine import Box, Exit, Hull, Pose, Shape, trace
from gjkscope.engine.analysis.beliefs import Belief, beliefs, true_side
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.registry.belief import FaceSide
from gjkscope.engine.vectors import Vec3


def determinant(p: Vec3, q: Vec3, r: Vec3, s: Vec3) -> Fraction:
    """(q − p) × (r − p) · (s − p), computed with fractions."""
    a, b, c = ([Fraction(x) - Fraction(y) for x, y in zip(end, p, strict=True)] for end in (q, r, s))
    return (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2]


def drawn_pairs(count: int) -> list[tuple[Shape, Pose, Shape, Pose]]:
    rng = np.random.default_rng(11)
    pairs = []
    for _ in range(count):
        hull = Hull(tuple(map(tuple, rng.normal(size=(8, 3)).tolist())))
        pairs.append((Box((0.5, 0.7, 0.9)), Pose(), hull, Pose(position=tuple((0.9 * rng.normal(size=3)).tolist()))))
    return pairs


@pytest.mark.parametrize("algorithm", ["headbutt", "tetrahedron", "mpr"])
def test_the_true_side_is_the_sign_of_a_determinant(algorithm: str) -> None:
    sides = set()
    for pair in drawn_pairs(60):
        for step in trace(*pair, algorithm).steps:
            for belief in beliefs(step):
                sides.add(belief.believed)
                assert belief.believed in (FaceSide.INSIDE, FaceSide.OUTSIDE)
                assert belief.truth == truth_of(step, belief)
    assert sides == {FaceSide.INSIDE, FaceSide.OUTSIDE}


def truth_of(step: object, belief: Belief) -> FaceSide:
    origin = determinant(*belief.corners, (0.0, 0.0, 0.0))
    if isinstance(step, mpr.State) and step.phase == mpr.MprPhase.DISCOVER:
        return FaceSide.ON if origin == 0 else FaceSide.INSIDE if origin > 0 else FaceSide.OUTSIDE
    before = (step.interior, *step.before) if isinstance(step, mpr.State) else step.before  # type: ignore[attr-defined]
    [apex] = [vertex.point for vertex in before if vertex.point not in belief.corners]
    fourth = determinant(*belief.corners, apex)
    if fourth == 0:
        return FaceSide.FLAT
    return FaceSide.ON if origin == 0 else FaceSide.INSIDE if (origin > 0) == (fourth > 0) else FaceSide.OUTSIDE


@pytest.mark.parametrize("algorithm", ["tetrahedron", "mpr"])
def test_these_algorithms_are_right_on_well_shaped_pairs(algorithm: str) -> None:
    drawn_beliefs = [
        belief for pair in drawn_pairs(60) for step in trace(*pair, algorithm).steps for belief in beliefs(step)
    ]
    assert len(drawn_beliefs) > 100
    assert not any(belief.is_wrong for belief in drawn_beliefs)


def test_headbutt_cycles_because_it_confuses_inside_and_outside() -> None:
    scene = read_scene(resource("assets", "scenes", "museum", "hb-article-cycle-1.json"))
    a, b = scene.bodies
    run = trace(a.shape, a.pose, b.shape, b.pose, "headbutt")
    assert run.steps[-1].exit == Exit.CYCLE
    again = run.steps[-1].mark.iteration
    decisive = [beliefs(step)[-1] for step in run.steps[again + 1 :]]
    assert (FaceSide.OUTSIDE, FaceSide.INSIDE) in {(belief.believed, belief.truth) for belief in decisive}


def test_matches_headbutt_s_own_report_away_from_rounding() -> None:
    for pair in drawn_pairs(60):
        for step in trace(*pair, "headbutt").steps:
            asked = step.tests[: step.believes] if step.believes != headbutt.BelievedRegion.INSIDE else step.tests
            mistakes = [belief.is_wrong for belief in beliefs(step)][: len(asked)]
            assert mistakes == [headbutt.mistaken(test) for test in asked]


def test_a_flat_tetrahedron_and_a_face_through_the_origin() -> None:
    face = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, -1.0, 0.0))
    assert true_side(*face, (0.0, 0.0, 1.0)) == FaceSide.ON
    assert true_side(*face, (5.0, 5.0, 0.0)) == FaceSide.FLAT
    assert not Belief(face, (0.0, 0.0, 1.0), FaceSide.OUTSIDE, FaceSide.ON).is_wrong
    assert Belief(face, (0.0, 0.0, 1.0), FaceSide.INSIDE, FaceSide.FLAT).is_wrong


def test_algorithms_without_such_faces_report_no_belief() -> None:
    assert beliefs(trace(*drawn_pairs(1)[0], "gjk").steps[-1]) == ()
