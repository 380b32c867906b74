"""Meshes.jl's GJK: the reported infinite loop, in one order of the shapes only, and right where no test is wrong."""

from collections import Counter

import pytest

from gjkscope.engine import Box, Hull, NotApplicable, Options, Pose, Sphere, Triangle, query, trace
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published.meshes_jl.explain import WORDS
from gjkscope.engine.result import Exit, Trace, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

ALGORITHM = "meshes-jl"
CUBE = Box((1.0, 1.0, 1.0))
SHAPES = (Box, Hull, Triangle)


def wrong_tests(run: Trace) -> list[str]:
    return [one.decision.kind for step in run.steps for one in beliefs(step) if one.is_wrong]


def test_the_reported_pair_cycles_until_corrected() -> None:
    """https://github.com/JuliaGeometry/Meshes.jl/issues/809; with its fix, pull request 1227, both orders intersect."""
    run = trace(*exhibit("meshes-jl-809", "A B")[:4], ALGORITHM)
    assert (run.result.exit, run.steps[-1].ending) == (
        Exit.CYCLE,
        "the simplex repeats that of step 7: from here the search cycles forever, with a period of 8 steps",
    )
    [mistake, *_] = (step for step in run.steps if any(one.is_wrong for one in beliefs(step)))
    assert mistake.iteration == 4
    assert "This is wrong. In exact arithmetic that height" in WORDS.explain(mistake, "A", "B")
    corrected = query(*exhibit("meshes-jl-809", "A B")[:4], ALGORITHM, Options(corrected="outside"))
    assert (corrected.verdict, corrected.exit) == (Verdict.PENETRATING, Exit.ENGINE_STOPS)


def test_the_other_order_of_the_reported_pair_intersects() -> None:
    assert query(*exhibit("meshes-jl-809", "B A")[:4], ALGORITHM).verdict is Verdict.PENETRATING


def test_verdicts_are_right_if_the_sides_of_faces_are_corrected() -> None:
    met: Counter[str] = Counter()
    for pair in seeded_pairs(280, 4, SHAPES):
        true = query(*pair.arguments)
        if (
            pair.family in ("far", "tiny", "touching")
            or true.signed_distance is None
            or abs(true.signed_distance) < 1e-6
        ):
            continue
        run = trace(*pair.arguments, ALGORITHM)
        corrected = trace(*pair.arguments, ALGORITHM, Options(corrected="outside"))
        met[true.verdict.value] += 1
        met["wrong"] += bool(wrong_tests(run))
        met.update({step.action for step in run.steps})
        assert (corrected.result.verdict is Verdict.SEPARATED) == (true.verdict is Verdict.SEPARATED), pair.name
        if not wrong_tests(run):
            assert run.result.verdict is corrected.result.verdict, pair.name
    assert min(met["separated"], met["penetrating"]) > 30
    assert met["wrong"] > 2
    assert met.keys() >= {"boxes", "first", "edge", "triangle", "face", "inside", "short"}


def test_centroids_that_coincide_are_searched_along_x() -> None:
    run = trace(CUBE, Pose(), CUBE, Pose(), ALGORITHM)
    assert run.steps[0].direction == (1.0, 0.0, 0.0)
    assert run.result.verdict is Verdict.PENETRATING


def test_other_shapes_are_refused() -> None:
    for shape in (Sphere(1.0), Box((1.0, 1.0, 1.0), rounding=0.1)):
        with pytest.raises(NotApplicable, match=r"Meshes\.jl's GJK is traced of boxes, triangles and hulls"):
            query(shape, Pose(), CUBE, Pose(), ALGORITHM)


@pytest.mark.parametrize("size", [1e160, 1e-160])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    cube = Box((size, size, size))
    for x in (0.0, 0.3, 5.0):
        last = trace(cube, Pose(), cube, Pose(position=(x * size, 0.2 * x * size, 0.0)), ALGORITHM).steps[-1]
        assert last.exit is not Exit.RUNNING
        assert last.ending
