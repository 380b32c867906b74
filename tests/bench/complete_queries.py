"""Benchmark of complete queries: what a certificate costs besides the answer, and what exact arithmetic costs.

    make bench

CPU time of one thread.  The answer alone (`result_only`, the trace without a certificate) and the complete `query` are
timed in turn, so that a slow moment affects both, and each pair counts with the ratio of its medians.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median, quantiles
from time import thread_time
from typing import NamedTuple, TypeVar

import numpy as np

from gjkscope.engine import Box, Hull, Pose, Shape, query
from gjkscope.engine.exact import exact_signed_distance
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.query import result_only
from gjkscope.engine.vectors import scale
from tests.engine.samples import random_direction

T = TypeVar("T")
Pair = tuple[Shape, Pose, Shape, Pose]

SEED = 20261128
BOXES, REPEATS = 200, 5
VERY_MANY, MANY = 20_000, 1000  # vertices

# Distances between the centres of boxes with half extents from 0.5 to 2 m.
BOX_DISTANCES = {"separated": (2.5, 5.0), "near": (0.9, 1.8), "deep": (0.0, 0.5)}


class Times(NamedTuple):
    """CPU seconds for one pair."""

    answer: float
    complete: float

    @property
    def ratio(self) -> float:
        return self.complete / self.answer


def main() -> None:
    print("Boxes: CPU time of a query with its certificate, relative to the answer alone (200 pairs)")
    print(f"{'':24} {'answer':>10} {'query':>10} {'ratio':>6}  10–90 %     certified")
    for name, distances in BOX_DISTANCES.items():
        _print_boxes(name, list(box_pairs(*distances)))
    print("\nRound hulls of 20,000 vertices: answer, then the query with its certificate, first and second time")
    for name, pair in hull_pairs(VERY_MANY):
        _print_hulls(name, pair)
    print("\nRound hulls of 20,000 vertices: MPR, whose depth nothing proves: what the search for a certificate costs")
    for name, pair in hull_pairs(VERY_MANY):
        _print_hulls(name, pair, "mpr")
    print("\nExact arithmetic on round hulls of 1,000 vertices")
    for name, pair in hull_pairs(MANY):
        times, steps = _time_test(lambda pair=pair: exact_signed_distance(*pair).steps)  # type: ignore[misc]
        print(f"{name:24} {times * 1e3:7.1f} ms {steps:6} steps")


def box_pairs(nearest: float, furthest: float) -> Iterator[Pair]:
    random = Random(SEED)
    for _ in range(BOXES):
        a, b = (Box((random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2))) for _ in range(2))
        apart = scale(random_direction(random), random.uniform(nearest, furthest))
        yield a, turn(random), b, turn(random)._replace(position=apart)


def hull_pairs(count: int) -> Iterator[tuple[str, Pair]]:
    random, generator = Random(SEED), np.random.default_rng(SEED)
    ball, other = round_hull(generator, count, (1, 1, 1)), round_hull(generator, count, (1, 1, 1))
    egg = round_hull(generator, count, (1, 2, 3))
    yield "apart", (ball, turn(random), other, Pose(position=(2.5, 0, 0)))
    yield "nearly touching", (ball, turn(random), other, Pose(position=(2, 0, 0)))
    yield "half deep", (ball, turn(random), other, Pose(position=(1, 0.1, 0.2)))
    yield "ellipsoids, one centre", (egg, turn(random), egg, turn(random))
    yield "balls, one centre", (ball, turn(random), other, turn(random))
    yield "the same ball twice", (ball, Pose(), ball, Pose())


def round_hull(generator: np.random.Generator, count: int, radii: tuple[float, float, float]) -> Hull:
    points = generator.normal(size=(count, 3))
    return Hull((points / np.linalg.norm(points, axis=1)[:, None] * radii).tolist())


def turn(random: Random) -> Pose:
    x, y, z, w = (random.gauss(0, 1) for _ in range(4))
    return Pose(rotation_from_quaternion((x, y, z, w)))


def _print_boxes(name: str, pairs: Sequence[Pair]) -> None:
    times = [_times(pair) for pair in pairs]
    certified = sum(query(*pair).certified for pair in pairs)
    ratios = quantiles([time.ratio for time in times], n=10)
    answer, complete = median(time.answer for time in times), median(time.complete for time in times)
    spread = f"{ratios[0]:.2f}–{ratios[-1]:.2f}"
    print(
        f"{name:24} {answer * 1e3:7.3f} ms {complete * 1e3:7.3f} ms {median(time.ratio for time in times):6.2f}  "
        f"{spread:11} {certified} of {len(pairs)}"
    )


def _times(pair: Pair) -> Times:
    answers, queries = [], []
    for _ in range(REPEATS):
        answers.append(_time_test(lambda: result_only(*pair))[0])
        queries.append(_time_test(lambda: query(*pair))[0])
    return Times(median(answers), median(queries))


def _print_hulls(name: str, pair: Pair, algorithm: str | None = None) -> None:
    result_only(*pair, algorithm)  # builds what belongs to the shapes
    answer, _ = _time_test(lambda: result_only(*pair, algorithm))
    first, result = _time_test(lambda: query(*pair, algorithm))
    second, _ = _time_test(lambda: query(*pair, algorithm))
    proved = f"proves the {result.proved}" if result.proved else f"not certified {result.uncertified}".rstrip()
    print(f"{name:24} {answer * 1e3:7.0f} ms {first * 1e3:7.0f} ms {second * 1e3:7.0f} ms  {proved}")


def _time_test(run: Callable[[], T]) -> tuple[float, T]:
    began = thread_time()
    answer = run()
    return thread_time() - began, answer


if __name__ == "__main__":
    main()
