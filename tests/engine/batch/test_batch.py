"""Batch queries: bit-identical to single queries for all shapes; accepted and rejected arguments."""

import fcntl
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope import engine
from gjkscope.engine import (
    Box,
    Capsule,
    Exit,
    Hull,
    Options,
    Pose,
    Shape,
    Sphere,
    Verdict,
    alternating,
    batch,
    clamp,
    epa_newton,
    gjk,
    obb,
    trace,
)
from gjkscope.engine.batch.workers import in_threads
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.query import result_only
from gjkscope.engine.shapes.blocks import addresses_of
from gjkscope.engine.shapes.support import convex
from tests.engine.museum import FUZZ, exhibit, exhibits
from tests.engine.round_hulls import fibonacci, prism
from tests.engine.samples import random_pair, random_pose
from tests.fuzz.zoo import draw

RANDOM, DEGENERATE = 1200, 300
ARRAYS = ("signed_distance", "lower", "upper", "normal", "witness_a", "witness_b")


@pytest.fixture(scope="module", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first test process compiles; the others wait and load the cached code."""
    with (tmp_path_factory.getbasetemp().parent / "gjkscope-batch.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        batch.prepare()


def matrices(poses: list[Pose]) -> npt.NDArray[np.float64]:
    made = np.tile(np.eye(4), (len(poses), 1, 1))
    for matrix, pose in zip(made, poses, strict=True):
        matrix[:3, :3], matrix[:3, 3] = pose.rotation, pose.position
    return made


def answer(pairs: list[tuple[Shape, Pose, Shape, Pose]], tolerance: float = 0.0) -> batch.Results:
    a, pose_a, b, pose_b = zip(*pairs, strict=True)
    return batch.signed_distance(a, matrices(list(pose_a)), b, matrices(list(pose_b)), tolerance=tolerance)


def as_array(value: object) -> npt.NDArray[np.float64]:
    """A `None` in a single query's result is NaN in a batch."""
    return np.array(np.nan if value is None else value, dtype=np.float64)


def expected_result(pair: tuple[Shape, Pose, Shape, Pose], options: Options = DEFAULT) -> engine.Result:
    """The result of the closed form, or of the walks, if the pair has one, else of GJK and one of the two EPAs."""
    a, b = convex(pair[0], pair[1]), convex(pair[2], pair[3])
    if clamp.takes_ball_and_box(a, b):
        return trace(*pair, "clamp").result
    if obb.takes_boxes(a, b) and obb.balls_meet(*gjk.relative(a, b)):
        result = trace(*pair, "obb").result
        if result.exit == Exit.ALL_AXES_OVERLAP:
            return result
    if alternating.takes_cores(a, b):
        result = trace(*pair, "alternating", Options(tolerance=options.tolerance)).result
        if result.exit in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE):
            return result
    result = result_only(*pair, options=options)
    if result.algorithm == "gjk+epa" and epa_newton.takes_sums(a, b):
        newton = trace(*pair, "epa-newton", Options(tolerance=options.tolerance)).result
        _, distance = epa_newton.prepare(*pair, Options(tolerance=options.tolerance))
        return replace(newton, steps=newton.steps + distance.iteration + 1)
    return result


def assert_same(result: engine.Result, results: batch.Results, i: int) -> None:
    assert (result.verdict, result.exit, result.steps) == (results.verdict[i], results.exit[i], results.iterations[i])
    for name in ARRAYS:
        expected, got = as_array(getattr(result, name)), getattr(results, name)[i]
        assert np.array_equal(np.broadcast_to(expected, got.shape), got, equal_nan=True), (i, name, expected, got)


def some_pairs(kind: str) -> Iterator[tuple[Shape, Pose, Shape, Pose]]:
    random = Random(41)
    if kind == "random":
        for _ in range(RANDOM):
            yield random_pair(random)
    else:
        for number in range(DEGENERATE):
            yield draw(41, number).pair


@pytest.mark.parametrize("kind", ["random", "degenerate"])
@pytest.mark.slow
def test_a_batch_matches_single_queries_bit_for_bit(kind: str) -> None:
    pairs = list(some_pairs(kind))
    results = answer(pairs)
    kinds, algorithms, verdicts = set(), Counter[str](), Counter(results.verdict.tolist())
    for i, pair in enumerate(pairs):
        result = expected_result(pair)
        assert_same(result, results, i)
        kinds |= {type(pair[0]).__name__, type(pair[2]).__name__}
        algorithms[result.algorithm] += 1
    assert len(kinds) == 11  # all except meshes, which GJK treats as hulls, and half-spaces
    assert min(algorithms[name] for name in ("gjk", "gjk+epa", "obb", "clamp", "alternating", "epa-newton")) >= 5, (
        algorithms
    )
    assert min(verdicts[Verdict.SEPARATED], verdicts[Verdict.PENETRATING]) >= len(pairs) / 5


@pytest.mark.parametrize("tolerance", [1e-9, 1e-6, 1e-2])
@pytest.mark.slow
def test_a_tolerance_gives_the_same_results_in_batches_and_traces(tolerance: float) -> None:
    pairs = [pair for kind in ("random", "degenerate") for pair in list(some_pairs(kind))[::10]]
    results = answer(pairs, tolerance)
    for i, pair in enumerate(pairs):
        assert_same(expected_result(pair, Options(tolerance=tolerance)), results, i)
    assert np.count_nonzero(results.exit == Exit.WITHIN_TOLERANCE) > len(pairs) / 10


def test_pairs_that_fuzzing_once_broke_match_single_queries() -> None:
    """Among them are pairs whose weights are refined: compiled code searches them a second time."""
    pairs = [exhibit(name, order, FUZZ)[:4] for name in exhibits(FUZZ) for order in ("A B", "B A")]
    assert sum(any(step.refined for step in trace(*pair, "gjk").steps) for pair in pairs) == 2
    results = answer(pairs)
    for i, pair in enumerate(pairs):
        assert_same(expected_result(pair), results, i)


def test_round_hulls_with_thousands_of_steps_match_single_queries() -> None:
    pairs: list[tuple[Shape, Pose, Shape, Pose]] = [
        (fibonacci(1000), Pose(), fibonacci(1000), Pose()),
        (fibonacci(500), Pose(), prism(100, 0.6, 0.4), Pose(position=(0.1, 0.2, 0.0))),
        (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose()),  # a later pair is not affected by the earlier ones
    ]
    results = answer(pairs)
    for i, pair in enumerate(pairs):
        assert_same(expected_result(pair), results, i)
    assert results.iterations[0] > 1000


def test_one_shape_is_broadcast_and_the_thread_count_does_not_matter() -> None:
    random = Random(5)
    box, hull = Box((0.5, 0.6, 0.7)), Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)))
    poses = [random_pose(random), *(random_pose(random) for _ in range(200))]
    there = matrices(poses)
    single = batch.signed_distance(box, np.tile(np.eye(4), (len(poses), 1, 1)), hull, there)
    many = batch.signed_distance([box] * len(poses), np.tile(np.eye(4), (len(poses), 1, 1)), hull, there, threads=3)
    for name in (*ARRAYS, "exit", "iterations", "verdict"):
        assert np.array_equal(getattr(single, name), getattr(many, name)), name


@pytest.mark.parametrize("count", [3, 3000])
def test_few_and_thousands_of_shapes_are_told_apart(count: int) -> None:
    radii = np.linspace(0.1, 0.2, count)
    balls, here = [Sphere(radius) for radius in radii.tolist()], np.tile(np.eye(4), (count, 1, 1))
    there = here.copy()
    there[:, 0, 3] = 5
    results = batch.signed_distance(balls, here, balls[::-1], there)
    assert results.signed_distance == pytest.approx(5 - radii - radii[::-1])


def test_distinct_shapes_are_found_in_the_order_of_their_addresses() -> None:
    kinds = [Sphere(radius) for radius in np.linspace(1, 2, 300).tolist()]
    random = Random(8)
    for chosen in (kinds[:1], kinds[:7], kinds, [kinds[0], *kinds, kinds[0]]):
        shapes = tuple(random.choice(chosen) for _ in range(400)) + tuple(chosen)
        distinct, places = batch._distinct(shapes)
        assert [id(shape) for shape in distinct] == sorted({id(shape) for shape in shapes})
        assert all(distinct[index] is shape for index, shape in zip(places, shapes, strict=True))


@pytest.mark.parametrize("count", [0, 1, 40])
def test_the_addresses_of_objects_are_read_from_their_tuple(count: int) -> None:
    objects = tuple(object() for _ in range(count))
    assert addresses_of(objects).tolist() == [id(each) for each in objects]


def test_a_tuple_of_shapes_is_read_once_and_a_list_each_time() -> None:
    balls, here = [Sphere(0.1), Sphere(0.2), Box((0.3, 0.3, 0.3))], np.tile(np.eye(4), (3, 1, 1))
    there = here.copy()
    there[:, 0, 3] = 5
    kept, before = tuple(balls), batch._kept_shapes.cache_info()
    first, again = (batch.signed_distance(kept, here, Sphere(1), there) for _ in range(2))
    assert first.signed_distance.tolist() == again.signed_distance.tolist()
    sphere = Sphere(1)
    for _ in range(3):
        batch.signed_distance(kept, here, sphere, there)
    after = batch._kept_shapes.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (3, 2)
    assert batch.signed_distance(balls, here, sphere, there).signed_distance[0] == pytest.approx(3.9)
    balls[0] = Sphere(0.5)
    assert batch.signed_distance(balls, here, sphere, there).signed_distance[0] == pytest.approx(3.5)
    with pytest.raises(ValueError, match="shape_a: must be one shape or one for each of the 2 poses, got 3"):
        batch.signed_distance(kept, here[:2], sphere, there[:2])


def test_an_empty_batch_gives_empty_results() -> None:
    assert len(batch.signed_distance(Sphere(1), np.empty((0, 4, 4)), Sphere(1), np.empty((0, 4, 4))).verdict) == 0


SHEARED = np.eye(4) + np.eye(4, k=1)
GOOD = np.tile(np.eye(4), (2, 1, 1))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ((Sphere(1), np.eye(4), Sphere(1), GOOD), "poses_a: must be of shape"),
        ((Sphere(1), GOOD, Sphere(1), GOOD[:1]), "poses_b: must have the same length as poses_a, 2, got 1"),
        ((Sphere(1), GOOD, Sphere(1), np.stack((np.eye(4), SHEARED))), r"poses_b\[1\]: "),
        ((Sphere(1), GOOD * np.nan, Sphere(1), GOOD), r"poses_a\[0\]: "),
        ((Sphere(1), "poses", Sphere(1), GOOD), "poses_a: must be numbers"),
        (("sphere", GOOD, Sphere(1), GOOD), "shape_a"),
        (([Sphere(1)], GOOD, Sphere(1), GOOD), "shape_a: must be one shape or one for each of the 2 poses, got 1"),
        ((Sphere(1), GOOD, [Sphere(1), None], GOOD), r"shape_b\[1\]: must be one of"),
        ((Sphere(1), GOOD, Capsule(1, 1), GOOD, 0), "threads: must be ≥ 1, got 0"),
        ((Sphere(1), GOOD, Capsule(1, 1), GOOD, 1, -1), "tolerance: must be ≥ 0, got -1"),
        ((Sphere(1), GOOD, Capsule(1, 1), GOOD, 1.5), "threads: must be a whole number, got 1.5"),
    ],
)
def test_bad_arguments_are_rejected_by_name(arguments: tuple[object, ...], fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}"):
        batch.signed_distance(*arguments)  # type: ignore[arg-type]


def test_no_more_threads_work_than_there_are_processors_or_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[int] = []

    def note(work: Callable[[], bool], threads: int) -> list[bool]:
        wanted.append(threads)
        return in_threads(work, threads)

    monkeypatch.setattr(batch, "in_threads", note)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(3), raising=False)
    ball, here = Sphere(1.0), np.tile(np.eye(4), (5, 1, 1))
    there = here + np.array([[0, 0, 0, 3.0], *[[0] * 4] * 3])
    for threads, pairs, expected in ((100_000, 5, 3), (10**30, 2, 2), (2, 5, 2), (100_000, 1, 1)):
        results = batch.signed_distance(ball, here[:pairs], ball, there[:pairs], threads=threads)
        assert wanted.pop() == expected
        assert list(results.signed_distance) == [1.0] * pairs
