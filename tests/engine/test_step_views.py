"""What breakpoints and pictures read of a step: what changed, bounds, features, and beliefs, for the searches."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from gjkscope.engine import Box, Ellipsoid, Hull, Point, Pose, Shape, Sphere, Triangle, trace
from gjkscope.engine.epa.steps import SearchReason
from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.registry.algorithms import ALGORITHMS
from gjkscope.engine.registry.belief import FaceSide, true_side
from gjkscope.engine.registry.records import Change, Setting
from gjkscope.engine.vectors import cross, dot, sub
from tests.engine.moving import at

CUBE = Box((1, 1, 1))
TURNED = Pose(((0.36, 0.48, -0.8), (-0.8, 0.6, 0.0), (0.48, 0.64, 0.6)), (1.0, 0.5, 0.75))
PAIRS: dict[str, tuple[Shape, Pose, Shape, Pose]] = {
    "boxes": (CUBE, at(0), CUBE, at(1.5, 0.25, 0.5)),
    "one centre": (CUBE, at(0), CUBE, at(0)),
    "turned": (CUBE, at(0), Box((0.5, 1, 0.75)), TURNED),
    "apart": (CUBE, at(0), Hull(((3, 0, 0), (4, 1, 0), (4, 0, 1), (4, -1, -1))), at(0.25, 0.5)),
    "on a face": (Point(), at(1, 0.25, 0.5), CUBE, at(0)),
    "in the middle": (Point(), at(0), Hull(((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))), at(0)),
    "curved": (Ellipsoid((1, 0.5, 0.75)), at(0), Sphere(0.5, 0.125), at(0.75, 0.5, 0.25)),
    "flat": (Triangle(((0, 0, 0), (2, 0, 0), (0, 2, 0))), at(0), CUBE, at(0.5, 0.25, 0.5)),
}


def births(vertices: Any) -> set[int]:
    return {vertex.birth for vertex in vertices}


@pytest.mark.parametrize("name", ["headbutt", "tetrahedron"])
def test_a_simplex_gains_and_loses_vertices_as_its_step_says(name: str) -> None:
    algorithm, met = ALGORITHMS[name], Counter[Change]()
    assert algorithm.search is not None
    assert algorithm.simplex is not None
    for pair in PAIRS.values():
        steps = trace(*pair, name).steps
        for before, step in pairwise(steps):
            changes = set(algorithm.changes(before, step))
            assert (Change.VERTEX_ADDED in changes) == bool(births(step.simplex) - births(step.before))
            assert (Change.VERTEX_DROPPED in changes) == bool(births(step.before) - births(step.simplex))
            met.update(changes)
        for step in steps:
            assert algorithm.search.simplex(step) == tuple(vertex.point for vertex in step.simplex)
            assert algorithm.simplex(step) == step.simplex
            low, high = algorithm.bounds(step)
            assert (low, high) == (step.lower, float("inf"))
    assert set(met) == {Change.VERTEX_ADDED, Change.VERTEX_DROPPED, Change.NOTHING_NEW}


def test_headbutt_believes_in_the_faces_up_to_the_first_that_it_is_outside_of() -> None:
    algorithm, met = ALGORITHMS["headbutt"], Counter[int]()
    assert algorithm.beliefs is not None
    assert algorithm.search is not None
    for pair in PAIRS.values():
        for step in trace(*pair, "headbutt").steps:
            beliefs = algorithm.beliefs(step)
            outside = [test.origin > 0 for test in step.tests]
            asked = outside.index(True) + 1 if any(outside) else len(outside) + (step.untested is not None)
            assert len(beliefs) == asked
            for test, belief in zip(step.tests, beliefs, strict=False):
                assert belief.believed == (FaceSide.OUTSIDE if test.origin > 0 else FaceSide.INSIDE)
                p, q, r = (step.before[slot].point for slot in test.face)
                assert belief.corners == (p, q, r)
                assert belief.truth == true_side(p, q, r, step.before[test.opposite].point)
                assert belief.normal == test.normal
                assert test.origin == -dot(test.normal, r)
            assert algorithm.search.on_feature(step) == any(test.origin == 0 for test in step.tests)
            met[asked] += 1
    assert met[4] >= 2
    assert met[0] >= 10
    assert met[1] + met[2] + met[3] >= 2


def test_the_side_of_a_face_is_the_exact_one() -> None:
    p, q, r = (1.0, 0.0, 1.0), (-1.0, 1.0, 1.0), (-1.0, -1.0, 1.0)
    for height, opposite, side in (
        (1.0, -1.0, FaceSide.INSIDE), (1.0, 3.0, FaceSide.OUTSIDE), (0.0, 1.0, FaceSide.ON), (1.0, 1.0, FaceSide.FLAT),
        (0.0, 0.0, FaceSide.FLAT), (2.0**-1060, -1.0, FaceSide.INSIDE), (-(2.0**-1060), -1.0, FaceSide.OUTSIDE),
    ):  # fmt: skip
        corners = [(x, y, height) for x, y, _ in (p, q, r)]
        for order in (corners, corners[::-1]):
            assert true_side(*order, (0.25, 0.0, opposite)) == side


@pytest.mark.parametrize("name", PAIRS)
def test_epa_adds_vertices_and_changes_its_aim_as_its_step_says(name: str) -> None:
    algorithm = ALGORITHMS["epa"]
    assert algorithm.search is not None
    assert algorithm.evidence is not None
    steps = trace(*PAIRS[name], "epa").steps
    for before, step in pairwise(steps):
        changes = set(algorithm.changes(before, step))
        grown = len(step.vertices) > len(before.vertices)
        assert (Change.VERTEX_ADDED in changes) == grown == (Change.NOTHING_NEW not in changes)
        assert (Change.PHASE_CHANGED in changes) == (step.aim != before.aim)
    for step in steps:
        face = algorithm.search.simplex(step)
        assert algorithm.bounds(step) == (step.lower - step.radius, step.upper - step.radius)
        if step.nearest < 0:
            assert face == ()
            assert not algorithm.search.on_feature(step)
            continue
        nearest = step.faces[step.nearest]
        assert face == tuple(step.vertices[corner].point for corner in nearest.corners)
        rounding = ROUNDINGS * step.roundoff * step.reach
        assert algorithm.search.on_feature(step) == (abs(nearest.distance) <= rounding)
        for distance, on in ((rounding, True), (-rounding, True), (2 * rounding, False), (-2 * rounding, False)):
            faces = list(step.faces)
            faces[step.nearest] = nearest._replace(distance=distance)
            assert algorithm.search.on_feature(step._replace(faces=faces)) == on
    evidence = algorithm.evidence(steps[-1], Setting(*PAIRS[name]))
    assert evidence is not None
    alive = [face.corners for face in steps[-1].faces if face.death < 0]
    assert list(evidence.faces) == alive
    assert evidence.axis == steps[-1].normal
    assert evidence.weights == ()
    for i, j, k in alive:
        p, q, r = (steps[-1].vertices[corner].point for corner in (i, j, k))
        assert dot(cross(sub(q, p), sub(r, p)), p) >= -1e-12
    assert steps[0].aim == SearchReason.SEED


def test_epa_looks_for_evidence_in_the_last_step_of_gjk_and_then_in_its_own() -> None:
    prover, gjk = ALGORITHMS["epa"].prover, ALGORITHMS["gjk"]
    assert prover is not None
    assert gjk.evidence is not None
    for name, pair in PAIRS.items():
        setting = Setting(*pair)
        found = list(prover.evidence(setting, 10**6))
        assert found[0] == gjk.evidence(trace(*pair, "gjk").steps[-1], setting)
        run = trace(*pair, "epa").steps
        ended = ALGORITHMS["epa"].evidence
        assert ended is not None
        assert found[1:] == ([] if len(run) == 1 and run[0].exit else [ended(run[-1], setting)]), name
    deep = Setting(*PAIRS["boxes"])
    assert list(prover.evidence(deep, 0))[1] is None


def test_exact_arithmetic_looks_for_evidence_in_its_last_step_or_the_last_it_can_afford() -> None:
    prover, evidence = ALGORITHMS["exact"].prover, ALGORITHMS["exact"].evidence
    assert prover is not None
    assert evidence is not None
    setting = Setting(*PAIRS["turned"])
    run = trace(*PAIRS["turned"], "exact").steps
    assert list(prover.evidence(setting, 10**6)) == [evidence(run[-1], setting)]
    assert list(prover.evidence(setting, 0)) == [None, evidence(run[0], setting)]
    assert [prover.applies(Setting(*pair)) for pair in PAIRS.values()] == [name != "curved" for name in PAIRS]
