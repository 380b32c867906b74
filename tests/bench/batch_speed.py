"""Benchmark of `engine.batch` against other libraries, called from Python on the same pairs; a report, not a test.

    make bench
    python -m tests.bench.batch_speed --rows boxes cylinders --libraries coal --pairs 500 --repeats 7
    python -m tests.bench.batch_speed --threads    # only one thread against several: needs idle processors

All of them compute the signed distance, normal and witness points on one thread. Its CPU time is measured, because
other load on the machine interrupts longer runs more often and would inflate their wall time.  Shapes, transforms and
everything else that can be prepared are ready before the clock starts, for every library.  coal gets a fresh result
object for each pair, because it returns immediately if given a used one.  Repeats are interleaved, so that a temporary
slowdown affects all of them; a ratio is the median over the repeats, followed by the least and the greatest.

What no second thread can shorten is the share of a call's CPU time outside compiled code, which other load does not
change: the table of threads has it, and the speed that it permits.

The batch is measured twice: with the tolerance of the other libraries, 1e-6, and with full precision.  Ratios are to
the former; with full precision only for coal.
"""

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from importlib.metadata import version
from math import nan
from pathlib import Path
from platform import machine
from statistics import median
from time import perf_counter, thread_time
from typing import Any, NamedTuple, Protocol
from unittest.mock import patch

import coal
import fcl
import mujoco
import numpy as np
import numpy.typing as npt

from gjkscope.engine import Box, Capsule, Cylinder, Ellipsoid, Hull, Pose, Shape, Sphere, batch
from gjkscope.engine.batch.processors import processors
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.hulls import convex_hull

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # numba's advice to the authors of distance3d
    from distance3d import colliders, epa, gjk

Floats = npt.NDArray[np.float64]

SEED = 20261120
PAIRS, REPEATS = 1000, 5
TARGET = 2  # times coal's speed
FEW = 50  # pairs for a library that is a hundred times slower
SHAPES = 10  # distinct shapes of a kind on each side
TOLERANCE = 1e-6  # of the size in ours, of metres in the others: shapes are 1 to 2 m
PREPARING = 30  # runs of ours, after which each large hull has occurred often enough to have its cells
AGREE = 1e-4  # metres
MANY = 20_000  # pairs for several threads


class Pairs(NamedTuple):
    """N pairs; poses have shape (N, 4, 4)."""

    shapes_a: tuple[Shape, ...]
    poses_a: Floats
    shapes_b: tuple[Shape, ...]
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
    def __init__(self, pairs: Pairs, tolerance: float = TOLERANCE) -> None:
        self.pairs, self.tolerance = pairs, tolerance
        for _ in range(PREPARING):
            self.run()

    def refresh(self) -> None:
        pass

    def run(self) -> None:
        self.found = batch.signed_distance(*self.pairs, tolerance=self.tolerance)

    def answers(self) -> Sequence[float]:
        return self.found.signed_distance.tolist()


def full(pairs: Pairs) -> Ours:
    return Ours(pairs, 0.0)


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


class MuJoCo:
    """A body-less model with one geometry for each side of each pair; meshes are moved to their own frames."""

    def __init__(self, pairs: Pairs) -> None:
        spec, meshes = mujoco.MjSpec(), {}
        shapes, poses = (*pairs.shapes_a, *pairs.shapes_b), (*pairs.poses_a, *pairs.poses_b)
        for i, (shape, pose) in enumerate(zip(shapes, poses, strict=True)):
            if isinstance(shape, Hull) and id(shape) not in meshes:
                meshes[id(shape)] = f"mesh{i}"
                spec.add_mesh(name=meshes[id(shape)], uservert=np.array(shape.vertices).ravel())
            turn = np.empty(4)
            mujoco.mju_mat2Quat(turn, pose[:3, :3].ravel())
            made = spec.worldbody.add_geom(pos=pose[:3, 3], quat=turn, **mujoco_geom(shape))
            if isinstance(shape, Hull):
                made.meshname = meshes[id(shape)]
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        mujoco.mj_kinematics(self.model, self.data)
        self.count = len(pairs.shapes_a)

    def refresh(self) -> None:
        self.ends = np.empty(6)

    def run(self) -> None:
        distance, model, data, count, ends = mujoco.mj_geomDistance, self.model, self.data, self.count, self.ends
        self.found = [distance(model, data, i, count + i, 100.0, ends) for i in range(count)]

    def answers(self) -> Sequence[float]:
        return self.found


LIBRARIES: dict[str, Callable[[Pairs], Library]] = {
    "batch, 1e-6": Ours,
    "batch": full,
    "coal": Coal,
    "python-fcl": Fcl,
    "mujoco": MuJoCo,
    "distance3d": Distance3d,
}
OURS = ("batch, 1e-6", "batch")


class Measured(NamedTuple):
    """One library on one set of pairs."""

    times: Floats  # (repeats,) seconds a pair
    differ: float  # fraction of the pairs whose answer is not ours


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=list(ROWS))
    parser.add_argument("--overlaps", nargs="+", choices=OVERLAPS, default=list(OVERLAPS))
    parser.add_argument("--libraries", nargs="+", choices=list(LIBRARIES)[2:], default=list(LIBRARIES)[2:])
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--threads", action="store_true", help="only compare one thread with several")
    options = parser.parse_args()
    began = perf_counter()
    batch.prepare()
    print(f"Compiled or loaded in {perf_counter() - began:.1f} s", file=sys.stderr)
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", *options.libraries))
    print(f"{date.today()}, {processor()}; {versions}. {options.pairs} pairs, {options.repeats} repeats; median")
    print("(least–greatest). `batch` stops at 1e-6, as the others; `precise` is full precision.\n")
    if not options.threads:
        print_rows(options)
    print_threads(options)


def processor() -> str:
    """The model of the processor and the number of cores."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if sys.platform == "linux" else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), machine())
    return f"{model}, {os.cpu_count()} cores"


def print_rows(options: argparse.Namespace) -> None:
    others = options.libraries
    print("| pairs | batch, µs | " + " | ".join(f"{name} ÷ batch | differ" for name in others) + " | coal ÷ precise |")
    print("| --- " + "| ---: " * (2 + 2 * len(others)) + "|")
    slow = []
    for name in options.rows:
        for overlap in options.overlaps:
            measurements = measure(draw(ROWS[name], overlap, options.pairs), (*OURS, *others), options.repeats)
            print(f"| {name}, {overlap} | {' | '.join(cells(measurements))} |", flush=True)
            if "coal" in measurements and median(measurements["coal"].times / measurements[OURS[0]].times) < TARGET:
                slow.append(f"{name}, {overlap}")
    if "coal" in others:
        print(f"\nBelow {TARGET} × coal: {'; '.join(slow) or 'no row'}.")


def cells(measurements: dict[str, Measured]) -> Iterator[str]:
    """The cells of a row."""
    loose, precise = (measurements[name].times for name in OURS)
    yield spread(1e6 * loose)
    for name, other in measurements.items():
        if name not in OURS:
            yield spread(other.times / loose)
            yield f"{other.differ:.0%}"
    yield spread(measurements["coal"].times / precise) if "coal" in measurements else "–"


def spread(values: Floats) -> str:
    return f"{median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def measure(pairs: Pairs, names: Sequence[str], repeats: int) -> dict[str, Measured]:
    libraries = {name: LIBRARIES[name](pairs) for name in names}
    times: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(repeats):
        for name, library in libraries.items():
            times[name].append(time_test(library) / len(library.answers()))
    truth = np.array(libraries["batch"].answers())
    return {name: Measured(np.array(times[name]), differing(library, truth)) for name, library in libraries.items()}


def differing(library: Library, truth: Floats) -> float:
    answers = np.array(library.answers())
    return float((~(abs(answers - truth[: len(answers)]) < AGREE)).mean())


def time_test(library: Library) -> float:
    """The CPU time of a run right after another one: the first also brings the pairs back into the caches."""
    library.refresh()
    library.run()
    library.refresh()
    began = thread_time()
    library.run()
    return thread_time() - began


def print_threads(options: argparse.Namespace) -> None:
    """The wall time of one thread divided by that of several, which other load on the machine reduces."""
    counts = range(1, processors() + 1)
    several = " | ".join(f"{count} threads" for count in counts[1:])
    print(
        f"\nOne thread ÷ several, {MANY} pairs, wall time; *outside* is the share of CPU time outside compiled code\n"
    )
    print(f"| pairs | {several} | outside | at best with two |\n| --- {'| ---: ' * (len(counts) + 1)}|")
    for name in options.rows:
        pairs = repeat(draw(ROWS[name], "near", options.pairs), MANY)
        times = np.array([[wall_time(pairs, threads) for threads in counts] for _ in range(options.repeats)])
        ratios = " | ".join(spread(times[:, 0] / times[:, column]) for column in range(1, len(counts)))
        outside = np.array([share_outside(pairs) for _ in range(options.repeats)])
        print(f"| {name}, near | {ratios} | {spread(outside)} | {spread(2 / (1 + outside))} |", flush=True)


def share_outside(pairs: Pairs) -> float:
    """The share of the CPU time of a call that is spent outside the code that several threads run."""
    code, inside = batch._ready_code(), 0.0

    def solve(rows: int, first: int, last: int, tolerance: float) -> int:
        nonlocal inside
        began = thread_time()
        done = code.solve(rows, first, last, tolerance)
        inside += thread_time() - began
        return done

    with patch.object(batch, "_ready_code", lambda: code._replace(solve=solve)):
        began = thread_time()
        batch.signed_distance(*pairs, tolerance=TOLERANCE)
        return 1 - inside / (thread_time() - began)


def wall_time(pairs: Pairs, threads: int) -> float:
    began = perf_counter()
    batch.signed_distance(*pairs, threads=threads, tolerance=TOLERANCE)
    return perf_counter() - began


def repeat(pairs: Pairs, count: int) -> Pairs:
    times = -(-count // len(pairs.shapes_a))
    a, poses_a, b, poses_b = pairs
    return Pairs(a * times, np.tile(poses_a, (times, 1, 1)), b * times, np.tile(poses_b, (times, 1, 1)))


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


def ellipsoid(rng: np.random.Generator) -> Shape:
    return Ellipsoid(tuple(rng.uniform(0.3, 1, 3)))


Draw = Callable[[np.random.Generator], Shape]
ANY = (box, hull(32), hull(256), capsule, cylinder, sphere, ellipsoid)
ROWS: dict[str, tuple[tuple[Draw, ...], tuple[Draw, ...]]] = {
    "boxes": ((box,), (box,)),
    "32-vertex hulls": ((hull(32),), (hull(32),)),
    "256-vertex hulls": ((hull(256),), (hull(256),)),
    "1,500-vertex hulls": ((hull(1500),), (hull(1500),)),
    "capsule–box": ((capsule,), (box,)),
    "sphere–box": ((sphere,), (box,)),
    "cylinder–box": ((cylinder,), (box,)),
    "cylinders": ((cylinder,), (cylinder,)),
    "ellipsoid–box": ((ellipsoid,), (box,)),
    "mixed": (ANY, ANY),
}
OVERLAPS = ("separated", "near", "deep")
NEAR = 0.1  # metres: greatest distance of near pairs
DEEP = 0.3  # greatest distance of the centres of deep pairs, relative to the sum of the radii
FAR = 2.5  # the same of separated pairs, and of those from which near ones are moved together


def draw(kinds: tuple[tuple[Draw, ...], tuple[Draw, ...]], overlap: str, count: int) -> Pairs:
    """Separated, near (within `NEAR`, half of them overlapping) or deep pairs."""
    rng = np.random.default_rng(SEED)
    sides = [[draw(rng) for draw in draws for _ in range(SHAPES)] for draws in kinds]
    a, b = (tuple(shapes[i] for i in rng.integers(len(shapes), size=count)) for shapes in sides)
    apart = np.array(
        [
            bounding_sphere(first, Pose())[1] + bounding_sphere(second, Pose())[1]
            for first, second in zip(a, b, strict=True)
        ]
    )
    poses_a, poses_b = poses(count, rng), poses(count, rng)
    factor = rng.uniform(0, DEEP, count) if overlap == "deep" else rng.uniform(1, FAR, count)
    poses_b[:, :3, 3] = poses_a[:, :3, 3] + directions(count, rng) * (factor * apart)[:, None]
    if overlap == "near":
        results = batch.signed_distance(a, poses_a, b, poses_b)
        poses_b[:, :3, 3] -= results.normal * (results.signed_distance - rng.uniform(-NEAR, NEAR, count))[:, None]
    return Pairs(a, poses_a, b, poses_b)


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
        case Ellipsoid():
            return coal.Ellipsoid(*shape.radii)
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
        case Ellipsoid():
            return fcl.Ellipsoid(*shape.radii)
        case Hull():
            hull = convex_hull(np.array(shape.vertices))
            faces = np.column_stack([np.full(len(hull.triangles), 3), hull.triangles])
            return fcl.Convex(hull.vertices, len(faces), faces.flatten())
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
        case Ellipsoid():
            return colliders.Ellipsoid(pose, np.array(shape.radii))
        case Hull():
            return colliders.ConvexHullVertices(np.array(shape.vertices) @ pose[:3, :3].T + pose[:3, 3])
    raise TypeError(shape)


def mujoco_geom(shape: Shape) -> dict[str, Any]:
    kinds = mujoco.mjtGeom
    match shape:
        case Box():
            return {"type": kinds.mjGEOM_BOX, "size": shape.half_extents}
        case Capsule():
            return {"type": kinds.mjGEOM_CAPSULE, "size": (shape.radius, shape.half_height, 0)}
        case Cylinder():
            return {"type": kinds.mjGEOM_CYLINDER, "size": (shape.radius, shape.half_height, 0)}
        case Sphere():
            return {"type": kinds.mjGEOM_SPHERE, "size": (shape.radius, 0, 0)}
        case Ellipsoid():
            return {"type": kinds.mjGEOM_ELLIPSOID, "size": shape.radii}
        case Hull():
            return {"type": kinds.mjGEOM_MESH}
    raise TypeError(shape)


if __name__ == "__main__":
    main()
