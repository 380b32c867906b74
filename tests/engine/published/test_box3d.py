"""Box3D's GJK: the numbers of the library, its false overlaps, its cache, and what a corrected test changes."""

from math import cos, inf, pi, sin

import pytest

from gjkscope.engine import (
    Box,
    Capsule,
    Cylinder,
    Hull,
    NotApplicable,
    Options,
    Point,
    Pose,
    Segment,
    Sphere,
    Triangle,
    query,
)
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.published.box3d import steps
from gjkscope.engine.published.box3d.steps import SimplexCache, State, trace
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.vectors import dot
from tests.engine.museum import exhibit
from tests.fidelity.pairs import Arguments, seeded_pairs
from tests.thorough import cases

SHAPES = (Box, Capsule, Hull, Sphere, Triangle)

# [tests.fidelity.references.box3d.shape_distance(pair.arguments) for pair in seeded_pairs(28, 7, SHAPES)]
# with robox3d 0.1.0: distance, and number of simplexes.
DISTANCES = [
    *(0.0, 0.7094703912734985, 0.02039623260498047, 0.0, 0.0, 9.161160051007755e-06, 0.0, 0.391663521528244),
    *(0.868855893611908, 0.08673889935016632, 0.0, 0.0, 3.4280651561857667e-06, 0.0, 0.0, 0.4991323947906494),
    *(0.09454488754272461, 0.0, 0.0, 0.0013747487682849169, 0.1248491108417511, 0.09283412992954254, 0.0),
    *(0.43329301476478577, 0.0, 0.0, 2.424230842734687e-05, 0.0),
]
SIMPLEXES = [5, 4, 3, 3, 4, 2, 5, 3, 2, 6, 5, 5, 5, 5, 5, 2, 6, 5, 5, 2, 3, 5, 3, 5, 3, 5, 3, 6]

TURNED = rotation_from_quaternion((0.0, 0.0, sin(pi / 8), cos(pi / 8)))


def cubes(half: float) -> Arguments:
    """Two cubes, the second one turned by 45° and about 2.5 half widths away."""
    cube = Box((half, half, half))
    return cube, Pose(), cube, Pose(TURNED, (4 * half, 3 * half, 2 * half))


def solved_simplexes(run: Trace) -> int:
    """The first one, and each that was solved: what Box3D records, but for one that it then rejects."""
    return 1 + sum(step.action in ("first", "vertex", "edge", "face", "inside", "no progress") for step in run.steps)


def first_mistake(run: Trace) -> str:
    return next(belief.decision.kind for step in run.steps for belief in beliefs(step) if belief.is_wrong)


def test_the_answer_alone_is_that_of_the_last_step_to_the_bit() -> None:
    for pair in seeded_pairs(cases(60, 600), 8, SHAPES):
        shown = trace(*pair.arguments).steps[-1].answer
        assert repr(steps.shape_distance(steps.prepare(*pair.arguments))) == repr(shown)


def test_distances_and_simplexes_are_those_of_the_library() -> None:
    for pair, distance, simplexes in zip(seeded_pairs(28, 7, SHAPES), DISTANCES, SIMPLEXES, strict=True):
        run = trace(*pair.arguments)
        answer = run.steps[-1].answer
        assert (answer.signed_distance or 0.0, solved_simplexes(run)) == (distance, simplexes), pair.name
        assert (answer.verdict is Verdict.SEPARATED) == (distance > 0), pair.name


def test_answers_are_true_to_single_precision() -> None:
    separated = 0
    for pair in seeded_pairs(140, 11, SHAPES):
        run, truth = trace(*pair.arguments), query(*pair.arguments).signed_distance
        answer = run.steps[-1].answer
        if answer.signed_distance is None:
            assert truth < 1e-5, pair.name
            continue
        separated += 1
        assert answer.signed_distance == pytest.approx(truth, abs=1e-5), pair.name
        between = [q - p for p, q in zip(answer.witness_a, answer.witness_b, strict=True)]
        along = sum(x * y for x, y in zip(between, answer.normal, strict=True))
        assert along == pytest.approx(truth, abs=1e-3 if pair.family == "far" else 2e-5), pair.name
    assert 40 < separated < 120


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        (Sphere(0.5), Sphere(0.25), 1.25),
        (Sphere(0.5, rounding=0.25), Point(rounding=0.25), 1.0),
        (Capsule(0.5, 1.0, "x"), Sphere(0.25), 0.25),
        (Box((0.5, 0.5, 0.5), rounding=0.25), Triangle(((0, -1, 0), (0, 1, 0), (1, 0, 0)), rounding=0.25), 1.0),
    ],
)
def test_radii_are_subtracted(a: object, b: object, distance: float) -> None:
    answer = trace(a, Pose(), b, Pose(position=(2.0, 0.0, 0.0))).steps[-1].answer
    assert (answer.signed_distance, answer.normal) == (distance, (1.0, 0.0, 0.0))
    assert answer.witness_b[0] - answer.witness_a[0] == distance


def test_radii_that_meet_overlap_with_a_normal() -> None:
    answer = trace(Sphere(1.5), Pose(), Sphere(1.0), Pose(position=(2.0, 0.0, 0.0))).steps[-1].answer
    assert (answer.verdict, answer.signed_distance) == (Verdict.PENETRATING, None)
    assert (answer.normal, answer.witness_a, answer.witness_b) == ((1.0, 0.0, 0.0), (1.5, 0.0, 0.0), (1.0, 0.0, 0.0))


@pytest.mark.parametrize(("half", "kind"), [(5e-7, "no direction"), (2e6, "unit")])
def test_tiny_and_huge_cubes_overlap_as_in_the_library_unless_corrected(half: float, kind: str) -> None:
    """The library answers 0, although the cubes are 2.5 half widths apart."""
    run = trace(*cubes(half))
    assert run.steps[-1].answer.verdict is Verdict.PENETRATING
    assert first_mistake(run) == kind
    corrected = trace(*cubes(half), Options(corrected=kind)).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(query(*cubes(half)).signed_distance, rel=1e-6)


def test_a_distance_that_does_not_fall_ends_too_early_unless_corrected() -> None:
    """The library answers 3.07e-8, where the boxes overlap by 3.38e-5 m."""
    pair = exhibit("fcl-399", "A B")[:4]
    run = trace(*pair)
    assert run.steps[-1].answer.signed_distance == 3.0719530030864917e-08
    assert first_mistake(run) == "no progress"
    corrected = trace(*pair, Options(corrected="no progress")).steps[-1].answer
    assert corrected.verdict is Verdict.PENETRATING


def test_the_wrong_side_of_a_face_is_searched_unless_corrected() -> None:
    """The library answers 1.49e-8, with this normal, where the shapes overlap by 3.86e-9 m."""
    pair = exhibit("rapier-hunt-hull-triangle", "A B")[:4]
    run, truth = trace(*pair), query(*pair)
    assert run.steps[-1].answer.signed_distance == 1.4901161193847656e-08
    assert dot(run.steps[-1].answer.normal, truth.normal) < -0.99
    assert first_mistake(run) == "side"
    corrected = trace(*pair, Options(corrected="side")).steps[-1].answer
    assert dot(corrected.normal, truth.normal) > 0.99


def test_witness_points_of_large_coordinates_are_off_unless_corrected() -> None:
    """The third query of Box3D's sample ShapeCastDebug at full size: the library answers a distance of 0.0477."""
    triangle = Triangle(((0, 0, 0), (0, -6400, 0), (6400, 0, 22.609375)))
    capsule = Segment((43616.2109375, -100213, 132631.8125), (342231.96875, 359711.6875, 132631.8125), rounding=1)
    pair = (triangle, Pose(), capsule, Pose(position=(-115199.9921875, -19200.0, -132613.90625)))
    run = trace(*pair)
    assert run.steps[-1].answer.signed_distance == 0.04765760898590088
    assert "0.9012 m too far apart, 33 roundoffs" in run.steps[-1].ending
    assert query(*pair).signed_distance == pytest.approx(-0.8535, abs=1e-4)
    assert first_mistake(run) == "apart"
    assert trace(*pair, Options(corrected="apart")).steps[-1].answer.verdict is Verdict.PENETRATING


def test_the_cache_starts_a_search_where_the_last_one_ended() -> None:
    """As in the library; and a metric that differs by more than a factor of two starts again."""
    a, b = Box((1.0, 1.0, 1.0)), Box((0.5, 1.0, 2.0))
    pair, moved = (steps.prepare(a, Pose(), b, Pose(TURNED, (x, 0.5, 0.25))) for x in (3.0, 3.01))
    cold = run_from(pair, SimplexCache())
    cache = cold[-1].memory.cache
    warm = run_from(moved, cache)
    assert cache == SimplexCache(6.0, ((0, 5), (4, 1), (3, 1)))
    assert [len(run) for run in (cold, warm)] == [5, 2]
    assert cold[-1].answer.signed_distance == 0.9393398761749268
    assert warm[-1].answer.signed_distance == 0.9493398666381836
    assert run_from(pair, cache._replace(metric=2.01 * cache.metric)) == cold


def run_from(pair: steps.Box3dPair, cache: SimplexCache) -> list[State]:
    run = [steps.start(pair, cache)]
    while run[-1].exit is Exit.RUNNING:
        run.append(steps.step(pair, run[-1]))
    return run


def test_the_last_vertex_has_the_weight_of_its_slot_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The distance is that of Box3D's source with `B3_MAX_GJK_ITERATIONS` 3."""
    monkeypatch.setattr(steps, "ITERATIONS", 3)
    run = trace(*cubes(1.0))
    assert (run.result.exit, run.steps[-1].answer.signed_distance) == (Exit.ITERATION_LIMIT, 2.808209180831909)


@pytest.mark.parametrize(
    "b",
    [
        (Box((1, 1, 1)), Pose()),
        (Box((1, 1, 1)), Pose(position=(2.0, 2.0, 2.0))),
        (Point(), Pose(position=(1.0, 1.0, 1.0))),
        (Triangle(((0, 0, 0), (1, 0, 0), (0.5, 1e-30, 0))), Pose(position=(2.0, 0.0, 0.0))),
        (Hull(((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))), Pose(position=(1.5, 0.0, 0.0))),
        (Box((1e-30, 1e-30, 1e-30)), Pose(position=(1.0, 0.0, 0.0))),
        (Box((1e-45, 1e30, 1e30)), Pose(position=(1e35, 0.0, 0.0))),
        (Sphere(1e38), Pose(position=(3e38, 3e38, 3e38))),
    ],
)
def test_bad_input_has_a_named_end(b: tuple[object, Pose]) -> None:
    for pair in ((Box((1, 1, 1)), Pose(), *b), (*b, Box((1, 1, 1)), Pose())):
        last = trace(*pair).steps[-1]
        assert last.exit in (Exit.ENGINE_STOPS, Exit.NOT_A_NUMBER)
        assert last.ending
        assert last.iteration <= 32
        assert all(abs(one.left) < inf for one in last.decisions)


def test_a_step_depends_on_the_one_before_alone() -> None:
    pair = steps.prepare(*cubes(1.0))
    run = trace(*cubes(1.0))
    for before, after in zip(run.steps, run.steps[1:], strict=False):
        assert steps.step(pair, before) == after


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (Cylinder(1.0, 1.0), "b3ShapeDistance takes boxes"),
        (Hull(tuple((cos(i), sin(i), i / 100) for i in range(256))), "at most 255 vertices, got 256"),
        (Sphere(1e39), "must not exceed 3.4e38"),
    ],
)
def test_what_box3d_does_not_have_is_refused(shape: object, why: str) -> None:
    with pytest.raises(NotApplicable, match=why):
        trace(shape, Pose(), Sphere(1.0), Pose())
