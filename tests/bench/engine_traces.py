"""Benchmark of the engines' own algorithms: the time of a trace, on the museum and on seeded pairs.

    make bench

CPU time of one thread, the least of several runs.  Deep pairs of curved shapes take longest: no face of A − B ends the
search.
"""

from collections.abc import Iterator
from os import cpu_count, getloadavg
from statistics import median, quantiles
from time import thread_time
from typing import NamedTuple

from gjkscope.engine import Capsule, Cylinder, Ellipsoid, Pose, Sphere
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.registry.records import Algorithm
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape
from tests.fidelity.pairs import NamedPair, museum_pairs, random_kinds, seeded_pairs

SEED, SEEDED, REPEATS = 47, 70, 3
TARGET = 50  # ms
NEAR = Pose(position=(0.3, 0.2, 0.1))


class Measured(NamedTuple):
    """A trace of a pair."""

    milliseconds: float
    steps: int
    pair: str


def main() -> None:
    print(f"Load average {getloadavg()[0]:.1f} on {cpu_count()} cores.\n")
    print("| algorithm | pairs | median, ms | 95 %, ms | worst, ms | steps | pair |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    pairs = list(all_pairs())
    for name, algorithm in ENGINE_ALGORITHMS.items():
        print(_row(name, list(measurements(algorithm, pairs))))


def all_pairs() -> Iterator[NamedPair]:
    """The museum, seeded pairs of all families, and round shapes that overlap deeply."""
    kinds = random_kinds()
    yield from museum_pairs(kinds)
    yield from seeded_pairs(SEEDED, SEED, kinds)
    yield from _round_pairs()


def measurements(algorithm: Algorithm, pairs: list[NamedPair]) -> Iterator[Measured]:
    """Of the pairs whose shapes the algorithm takes."""
    for pair in pairs:
        times = []
        try:
            for _ in range(REPEATS):
                began = thread_time()
                trace = algorithm.trace(*pair.arguments, DEFAULT)
                times.append(1e3 * (thread_time() - began))
        except NotApplicable:
            continue
        yield Measured(min(times), len(trace.steps), pair.name)


def _round_pairs() -> Iterator[NamedPair]:
    shapes: dict[str, tuple[Shape, Shape]] = {
        "spheres": (Sphere(1.0), Sphere(0.9)),
        "ellipsoids": (Ellipsoid((1.0, 2.0, 3.0)), Ellipsoid((3.0, 2.0, 1.0))),
        "capsules": (Capsule(1.0, 1.0), Capsule(0.5, 1.0)),
        "cylinders": (Cylinder(1.0, 1.0), Cylinder(0.5, 2.0)),
    }
    for name, (a, b) in shapes.items():
        yield NamedPair("deep", f"deep {name}", (a, Pose(), b, NEAR))


def _row(name: str, measured: list[Measured]) -> str:
    times = [one.milliseconds for one in measured]
    worst = max(measured)
    most = quantiles(times, n=20, method="inclusive")[-1]
    late = "**" if worst.milliseconds > TARGET else ""
    return (
        f"| `{name}` | {len(times)} | {median(times):.1f} | {most:.1f} | "
        f"{late}{worst.milliseconds:.1f}{late} | {worst.steps} | {worst.pair} |"
    )


if __name__ == "__main__":
    main()
