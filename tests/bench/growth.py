"""How the time of a query grows with vertices, bodies and steps, as log-log plots; a report, not a test.

make growth    # writes docs/pictures/growth.webp
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from time import thread_time
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from PIL import Image

from gjkscope import BROADPHASES, Ellipsoid, Hull, Pose, batch, broad_phase, trace

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "growth.webp"
SEED, PAIRS = 20261128, 200
VERTICES = (8, 32, 128, 512, 2048, 8192)
BODIES = (100, 300, 1000, 3000, 10_000)
ROUNDNESS = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0)  # ratios of the axes of ellipsoids: longer ones take more steps
# Seconds that a measurement takes at least, and that a call takes which is not repeated.
LEAST, LONG = 0.05, 0.5
WIDTH, HEIGHT, DOTS = 12.0, 3.9, 110


class Series(NamedTuple):
    name: str
    counts: list[float]
    seconds: list[float]


def seconds_of(work: Callable[[], object]) -> float:
    """The CPU time of one call: the least of several, or of one that takes long."""
    taken: list[float] = []
    while sum(taken) < LEAST or len(taken) < 4:  # the first one fills caches
        began = thread_time()
        work()
        taken.append(thread_time() - began)
        if taken[-1] > LONG:
            break
    return min(taken)


def ball_of_points(count: int, random: np.random.Generator) -> Hull:
    points = random.normal(size=(count, 3))
    return Hull((points / np.linalg.norm(points, axis=1, keepdims=True)).tolist())


def over_vertices() -> list[Series]:
    """A pair of hulls a third of a radius apart, and one that overlaps as much."""
    batch.prepare()
    random = np.random.default_rng(SEED)
    measured = []
    for name, x in (("batch, separated", 2.3), ("batch, overlapping", 1.7)):
        seconds = []
        for count in VERTICES:
            a, b = ball_of_points(count, random), ball_of_points(count, random)
            here = np.tile(np.eye(4), (PAIRS, 1, 1))
            there = here.copy()
            there[:, :3, 3] = (x, 0.1, 0.2)
            seconds.append(
                seconds_of(lambda a=a, b=b, here=here, there=there: batch.signed_distance(a, here, b, there)) / PAIRS
            )
        measured.append(Series(name, list(map(float, VERTICES)), seconds))
    return measured


def over_bodies() -> list[Series]:
    """Boxes in a cube that grows with them, so that each meets as many others."""
    random = np.random.default_rng(SEED)
    crowds = {count: boxes(count, random) for count in BODIES}
    by_name = {name: Series(name, [], []) for name in BROADPHASES}
    for name, series in by_name.items():
        broad_phase(name, crowds[BODIES[-1]])  # large scenes run compiled code, which this loads
        for count, crowd in crowds.items():
            series.counts.append(float(count))
            series.seconds.append(seconds_of(lambda name=name, crowd=crowd: broad_phase(name, crowd)))
    return list(by_name.values())


def boxes(count: int, random: np.random.Generator) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    lows = random.uniform(0, count ** (1 / 3), (count, 3))
    return [(tuple(low), tuple(high)) for low, high in zip(lows.tolist(), (lows + 0.5).tolist(), strict=True)]


def over_steps() -> list[Series]:
    """Traces of ellipsoids of growing length."""
    measured = []
    for name, x in (("gjk", 6.0), ("epa", 0.4)):
        points = []
        for ratio in ROUNDNESS:
            shape = Ellipsoid((ratio, 1.0, 1.0))
            pose = Pose(position=(x, 1.3, 0.4)) if name == "epa" else Pose(position=(x + 2 * ratio, 1.3, 0.4))
            run = lambda shape=shape, pose=pose, name=name: trace(shape, Pose(), shape, pose, name)  # noqa: E731
            points.append((float(len(run().steps)), seconds_of(run)))
        points.sort()
        measured.append(Series(f"trace of {name}", [n for n, _ in points], [t for _, t in points]))
    return measured


def plots(columns: Sequence[tuple[str, list[Series]]]) -> bytes:
    """The plots side by side, as WebP."""
    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(columns), figsize=(WIDTH, HEIGHT), dpi=DOTS, layout="constrained")
    for axis, (title, all_series) in zip(axes, columns, strict=True):
        for series in all_series:
            axis.loglog(series.counts, [1e3 * value for value in series.seconds], "o-", markersize=4, label=series.name)
        axis.set_xlabel(title)
        axis.set_ylabel("ms")
        axis.grid(visible=True, which="both", alpha=0.25)
        axis.legend(fontsize=8)
    drawn, packed = BytesIO(), BytesIO()
    figure.savefig(drawn, format="png")
    Image.open(drawn).convert("RGB").save(packed, "WEBP", quality=88)
    return packed.getvalue()


def main() -> None:
    columns = [
        ("vertices of each hull", over_vertices()),
        ("bodies, all traced broad phases", over_bodies()),
        ("steps", over_steps()),
    ]
    for title, all_series in columns:
        for series in all_series:
            pairs = zip(series.counts, series.seconds, strict=True)
            print(
                title, series.name, ", ".join(f"{count:g}: {1e3 * value:.3f} ms" for count, value in pairs), sep=" · "
            )
    PICTURE.write_bytes(plots(columns))
    print(PICTURE.relative_to(PICTURE.parents[2]))


if __name__ == "__main__":
    main()
