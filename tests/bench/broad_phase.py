"""Benchmark of the broad phases of `engine.batch` against coal; a report, not a test.

    make bench

Both get the same axis-aligned boxes and find the same pairs, on one thread, whose CPU time is measured.  coal's time is
that of registering ready collision objects with its dynamic AABB tree from Python, setting it up, and collecting the
pairs.  Repeats are interleaved, so that other load on the machine affects both; a ratio is the median over the repeats
of the ratios within each.
"""

from collections.abc import Callable
from statistics import median
from time import thread_time

import coal
import numpy as np

from gjkscope.engine import BROADPHASES, batch, broad_phase
from gjkscope.engine.batch.arrays import Floats

SEED, REPEATS = 20261128, 7
COUNTS = (1_000, 10_000, 100_000)
MOST = {"allpairs": 10_000}  # boxes: all pairs of 100,000 take half a minute
MOVED = 100  # one box in a hundred moves
TRACED = 10_000


def main() -> None:
    print(f"Broad phases: ms of CPU time, median (least–greatest) of {REPEATS}; × is the time relative to coal's\n")
    print(
        "| scene | boxes | pairs | coal | " + " | ".join(f"{name} | ×" for name in (*BROADPHASES, "1 % moved")) + " |"
    )
    print("| --- | ---: | ---: | ---: " + "| ---: " * (2 * len(BROADPHASES) + 2) + "|")
    for scene, make in SCENES.items():
        for count in COUNTS:
            print(row(scene, make(count)))
    print(f"\nTraces of {TRACED:,} scattered boxes, s of CPU time, median (least–greatest) of 3\n")
    print("| " + " | ".join(BROADPHASES) + " |\n" + "| ---: " * len(BROADPHASES) + "|")
    print("| " + " | ".join(trace_times(name) for name in BROADPHASES) + " |")


def row(scene: str, boxes: Floats) -> str:
    names = [name for name in BROADPHASES if len(boxes) <= MOST.get(name, len(boxes))]
    runs: dict[str, Callable[[], int]] = {"coal": coal_run(boxes)}
    runs |= {name: batch_run(boxes, name) for name in names}
    counts = {run() for run in runs.values()}
    assert len(counts) == 1, f"{scene}: the numbers of pairs differ: {counts}"
    runs["1 % moved"] = moving_run(boxes)
    times = repeat(runs)
    cells = [f"{scene} | {len(boxes):,} | {counts.pop():,} | {spread(times['coal'], 1e3)}"]
    for name in (*BROADPHASES, "1 % moved"):
        if name not in times:
            cells.append("– | –")
            continue
        ratios = [mine / coals for mine, coals in zip(times[name], times["coal"], strict=True)]
        cells.append(f"{spread(times[name], 1e3)} | {median(ratios):.2f}")
    return f"| {' | '.join(cells)} |"


def repeat(runs: dict[str, Callable[[], int]]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(REPEATS):
        for name, run in runs.items():
            began = thread_time()
            run()
            times[name].append(thread_time() - began)
    return times


def spread(times: list[float], scale: float) -> str:
    low, middle, high = (scale * time for time in (min(times), median(times), max(times)))
    return f"{middle:.3g} ({low:.3g}–{high:.3g})"


def trace_times(name: str) -> str:
    boxes, times = scatter(TRACED).tolist(), []
    broad_phase(name, boxes)
    for _ in range(3):
        began = thread_time()
        broad_phase(name, boxes)
        times.append(thread_time() - began)
    return spread(times, 1)


# --- the runs: each returns the number of pairs ---


def coal_run(boxes: Floats) -> Callable[[], int]:
    sizes, centers = boxes[:, 1] - boxes[:, 0], boxes.mean(axis=1)
    objects = [
        coal.CollisionObject(coal.Box(*size), coal.Transform3s(np.eye(3), center))
        for size, center in zip(sizes, centers, strict=True)
    ]

    def run() -> int:
        manager, collector = coal.DynamicAABBTreeCollisionManager(), coal.CollisionCallBackCollect(100 * len(boxes))
        register = manager.registerObject
        for box in objects:
            register(box)
        manager.setup()
        manager.collide(collector)
        return int(collector.numCollisionPairs())

    return run


def batch_run(boxes: Floats, name: str) -> Callable[[], int]:
    return lambda: len(batch.broad_phase(boxes, name))


def moving_run(boxes: Floats) -> Callable[[], int]:
    moving, rng, count = batch.MovingBoxes(boxes), np.random.default_rng(SEED), len(boxes) // MOVED

    def run() -> int:
        moved = rng.choice(len(boxes), count, replace=False)
        moving.update(moved, boxes[moved] + rng.normal(0, 0.1, (count, 1, 3)))
        return len(moving.pairs)

    run()  # compiles
    return run


# --- the boxes, (count, 2, 3), metres ---


def scatter(count: int) -> Floats:
    """In a cube, about one pair for two boxes."""
    rng = np.random.default_rng(SEED)
    return around(rng.uniform(0, 2 * count ** (1 / 3), (count, 3)), rng.uniform(0.2, 0.8, (count, 3)))


def flat(count: int) -> Floats:
    """On the ground, about two pairs for a box."""
    rng = np.random.default_rng(SEED)
    centers = rng.uniform(0, 1.5 * count ** (1 / 2), (count, 3)) * (1, 0, 1)
    return around(centers, rng.uniform(0.2, 0.8, (count, 3)))


def cluster(count: int) -> Floats:
    """In dense heaps far apart, about ten pairs for a box."""
    rng = np.random.default_rng(SEED)
    heaps = rng.uniform(-1000, 1000, (max(count // 500, 1), 3))
    centers = heaps[rng.integers(0, len(heaps), count)] + rng.normal(0, 1.6, (count, 3))
    return around(centers, rng.uniform(0.1, 0.3, (count, 3)))


def around(centers: Floats, half: Floats) -> Floats:
    return np.stack([centers - half, centers + half], axis=1)


SCENES: dict[str, Callable[[int], Floats]] = {"scattered": scatter, "flat": flat, "clustered": cluster}

if __name__ == "__main__":
    main()
