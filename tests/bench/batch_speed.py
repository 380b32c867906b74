"""Benchmark of `engine.batch` against other libraries, called from Python on the same pairs; a report, not a test.

    make bench

All of them compute the signed distance, normal and witness points on one thread. Its CPU time is measured, because
other load on the machine interrupts longer runs more often and would inflate their wall time.  Shapes, transforms and
everything else that can be prepared are ready before the clock starts, for every library.  coal gets a fresh result
object for each pair, because it returns immediately if given a used one.  Repeats are interleaved, so that a temporary
slowdown affects all of them; a ratio is the median over the repeats.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from math import nan
from statistics import median
from time import thread_time
from typing import Any, NamedTuple, Protocol

import coal
import fcl
import numpy as np
import numpy.typing as npt

from gjkscope.engine import Box, Capsule, Cylinder, Hull, Pose, Shape, Sphere, batch
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.hulls import convex_hull

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # numba's advice to the authors of distance3d
    from distance3d import colliders, epa, gjk

Floats = npt.NDArray[np.float64]

SEED = 20261120
PAIRS, REPEATS = 1000, 21
FEW = 50  # pairs for a library that is a hundred times slower
SHAPES = 10  # distinct shapes of a kind on each side
AGREE = 1e-4  # metres; the shapes are 1 to 2 m, and the others stop at about 1e-6


class Pairs(NamedTuple):
    """N pairs; poses have shape (N, 4, 4)."""

    shapes_a: list[Shape]
    poses_a: Floats
    shapes_b: list[Shape]
    poses_b: Floats


class Library(Protocol):
    """One library with N pairs prepared for it."""

    def refresh(self) -> None:
        """Prepare for another run."""

    def run(self) -> None:
        """The timed part."""

    def answers(self) -> Sequence[float]:
        """The signed distances of the last run; NaN where it failed."""


class Ours:
    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs

    def refresh(self) -> None:
        pass

    def run(self) -> None:
        self.found = batch.signed_distance(*self.pairs)

    def answers(self) -> Sequence[float]:
        return self.found.signed_distance.tolist()


class Coal:
    def __init__(self, pairs: Pairs) -> None:
        shapes = {id(shape): coal_shape(shape) for shape in (*pairs.shapes_a, *pairs.shapes_b)}
        self.pairs = [
            (shapes[id(a)], coal.Transform3s(m[:3, :3], m[:3, 3]), shapes[id(b)], coal.Transform3s(n[:3, :3], n[:3, 3]))
            for a, m, b, n in zip(*pairs, strict=True)
        ]
        self.request = coal.DistanceRequest()
        self.request.enable_signed_distance = True

    def refresh(self) -> None:
        self.results = [coal.DistanceResult() for _ in self.pairs]

    def run(self) -> None:
        distance, request = coal.distance, self.request
        for (a, m, b, n), result in zip(self.pairs, self.results, strict=True):
            distance(a, m, b, n, request, result)

    def answers(self) -> Sequence[float]:
        return [result.min_distance for result in self.results]


class Fcl:
    def __init__(self, pairs: Pairs) -> None:
        shapes = {id(shape): fcl_shape(shape) for shape in (*pairs.shapes_a, *pairs.shapes_b)}
        self.pairs = [
            (
                fcl.CollisionObject(shapes[id(a)], fcl.Transform(m[:3, :3], m[:3, 3])),
                fcl.CollisionObject(shapes[id(b)], fcl.Transform(n[:3, :3], n[:3, 3])),
            )
            for a, m, b, n in zip(*pairs, strict=True)
        ]
        self.request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)

    def refresh(self) -> None:
        self.results = [fcl.DistanceResult() for _ in self.pairs]

    def run(self) -> None:
        distance, request = fcl.distance, self.request
        self.found = [distance(a, b, request, result) for (a, b), result in zip(self.pairs, self.results, strict=True)]

    def answers(self) -> Sequence[float]:
        return self.found


class Distance3d:
    def __init__(self, pairs: Pairs) -> None:
        self.pairs = [
            (distance3d_shape(a, m), distance3d_shape(b, n)) for a, m, b, n in list(zip(*pairs, strict=True))[:FEW]
        ]

    def refresh(self) -> None:
        pass

    def run(self) -> None:
        self.found = [self.signed_distance(a, b) for a, b in self.pairs]

    def answers(self) -> Sequence[float]:
        return self.found

    def signed_distance(self, a: Any, b: Any) -> float:
        distance, _, _, simplex = gjk.gjk(a, b)
        if distance > 0:
            return float(distance)
        try:
            return -float(np.linalg.norm(epa.epa(simplex, a, b)[0]))
        except AssertionError:  # more faces than it has room for
            return nan


OTHERS: dict[str, Callable[[Pairs], Library]] = {"coal": Coal, "python-fcl": Fcl, "distance3d": Distance3d}


def main() -> None:
    print("Compiling, or loading what was compiled before")
    batch.prepare()
    rng = np.random.default_rng(SEED)
    print(f"\n{PAIRS} pairs, median of {REPEATS} repeats; µs a pair, and how many times as long the others take")
    print("\n| pairs | overlapping | batch, µs | " + " | ".join(f"{name}, µs | × | differ" for name in OTHERS) + " |")
    print("| --- " + "| ---: " * (2 + 3 * len(OTHERS)) + "|")
    for name, kinds in ROWS.items():
        for pairs in drawn(kinds, rng):
            print(f"| {name} | {' | '.join(measured(pairs))} |", flush=True)


def measured(pairs: Pairs) -> Iterator[str]:
    """The cells of a row."""
    ours, others = Ours(pairs), {name: make(pairs) for name, make in OTHERS.items()}
    times: dict[str, list[float]] = {name: [] for name in ("batch", *others)}
    for _ in range(REPEATS):
        for name, library in {"batch": ours, **others}.items():
            times[name].append(timed(library) / len(library.answers()))
    truth = np.array(ours.answers())
    yield f"{(truth < 0).mean():.0%}"
    yield f"{1e6 * median(times['batch']):.2f}"
    for name, library in others.items():
        found = np.array(library.answers())
        yield f"{1e6 * median(times[name]):.2f}"
        yield f"{median(np.divide(times[name], times['batch'])):.2f}"
        yield f"{(~(abs(found - truth[: len(found)]) < AGREE)).mean():.0%}"


def timed(library: Library) -> float:
    library.refresh()
    began = thread_time()
    library.run()
    return thread_time() - began


# --- the pairs ---


def box(rng: np.random.Generator) -> Shape:
    return Box(tuple(rng.uniform(0.3, 1, 3)))


def hull(count: int) -> Callable[[np.random.Generator], Shape]:
    """All vertices lie on an ellipsoid, so none is interior."""

    def draw(rng: np.random.Generator) -> Shape:
        points = rng.normal(size=(count, 3))
        return Hull((points / np.linalg.norm(points, axis=1)[:, None] * rng.uniform(0.5, 1, 3)).tolist())

    return draw


def capsule(rng: np.random.Generator) -> Shape:
    return Capsule(rng.uniform(0.2, 0.6), rng.uniform(0.3, 1), "z")


def cylinder(rng: np.random.Generator) -> Shape:
    return Cylinder(rng.uniform(0.3, 0.8), rng.uniform(0.3, 1), "z")


def sphere(rng: np.random.Generator) -> Shape:
    return Sphere(rng.uniform(0.3, 1))


Draw = Callable[[np.random.Generator], Shape]
ANY = (box, hull(32), hull(256), capsule, cylinder, sphere)
ROWS: dict[str, tuple[tuple[Draw, ...], tuple[Draw, ...]]] = {
    "boxes": ((box,), (box,)),
    "32-vertex hulls": ((hull(32),), (hull(32),)),
    "256-vertex hulls": ((hull(256),), (hull(256),)),
    "capsule–box": ((capsule,), (box,)),
    "mixed": (ANY, ANY),
}


def drawn(kinds: tuple[tuple[Draw, ...], tuple[Draw, ...]], rng: np.random.Generator) -> Iterator[Pairs]:
    """Separated pairs first, then pairs of which every third overlaps."""
    count = 8 * PAIRS
    sides = [[draw(rng) for draw in draws for _ in range(SHAPES)] for draws in kinds]
    a, b = ([shapes[i] for i in rng.integers(len(shapes), size=count)] for shapes in sides)
    apart = [
        bounding_sphere(one, Pose())[1] + bounding_sphere(other, Pose())[1] for one, other in zip(a, b, strict=True)
    ]
    poses_a, poses_b = poses(count, rng), poses(count, rng)
    poses_b[:, :3, 3] = poses_a[:, :3, 3] + directions(count, rng) * (rng.uniform(0.2, 1.5, count) * apart)[:, None]
    overlap = batch.signed_distance(a, poses_a, b, poses_b).signed_distance < 0
    separated, overlapping = np.flatnonzero(~overlap), np.flatnonzero(overlap)
    third = rng.permutation(np.concatenate([overlapping[: PAIRS // 3], separated[: PAIRS - PAIRS // 3]]))
    for chosen in (separated[:PAIRS], third):
        assert len(chosen) == PAIRS
        yield Pairs([a[i] for i in chosen], poses_a[chosen], [b[i] for i in chosen], poses_b[chosen])


def poses(count: int, rng: np.random.Generator) -> Floats:
    """Rotations from random quaternions, positions within a few metres."""
    x, y, z, w = rng.normal(size=(4, count))
    rotations = np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z],
        ]
    ) / (x * x + y * y + z * z + w * w)
    made = np.tile(np.eye(4), (count, 1, 1))
    made[:, :3, :3] = np.moveaxis(rotations, 2, 0)
    made[:, :3, 3] = rng.normal(size=(count, 3))
    return made


def directions(count: int, rng: np.random.Generator) -> Floats:
    vectors = rng.normal(size=(count, 3))
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]


# --- the shapes as each library represents them ---


def coal_shape(shape: Shape) -> Any:
    match shape:
        case Box():
            return coal.Box(*(2 * half for half in shape.half_extents))
        case Capsule():
            return coal.Capsule(shape.radius, 2 * shape.half_height)
        case Cylinder():
            return coal.Cylinder(shape.radius, 2 * shape.half_height)
        case Sphere():
            return coal.Sphere(shape.radius)
        case Hull():
            points = coal.StdVec_Vec3s()
            for vertex in shape.vertices:
                points.append(np.array(vertex))
            return coal.Convex.convexHull(points, False, "")
    raise TypeError(shape)


def fcl_shape(shape: Shape) -> Any:
    match shape:
        case Box():
            return fcl.Box(*(2 * half for half in shape.half_extents))
        case Capsule():
            return fcl.Capsule(shape.radius, 2 * shape.half_height)
        case Cylinder():
            return fcl.Cylinder(shape.radius, 2 * shape.half_height)
        case Sphere():
            return fcl.Sphere(shape.radius)
        case Hull():
            found = convex_hull(np.array(shape.vertices))
            faces = np.column_stack([np.full(len(found.triangles), 3), found.triangles])
            return fcl.Convex(found.vertices, len(faces), faces.flatten())
    raise TypeError(shape)


def distance3d_shape(shape: Shape, pose: Floats) -> Any:
    match shape:
        case Box():
            return colliders.Box(pose, 2 * np.array(shape.half_extents))
        case Capsule():
            return colliders.Capsule(pose, shape.radius, 2 * shape.half_height)
        case Cylinder():
            return colliders.Cylinder(pose, shape.radius, 2 * shape.half_height)
        case Sphere():
            return colliders.Sphere(pose[:3, 3], shape.radius)
        case Hull():
            return colliders.ConvexHullVertices(np.array(shape.vertices) @ pose[:3, :3].T + pose[:3, 3])
    raise TypeError(shape)


if __name__ == "__main__":
    main()
