"""Steps and support points of GJK with momentum, by family: a report, not a test.

    python -m tests.bench.accelerations 100 -o docs/acceleration.md

Hulls of many vertices and smooth shapes of the hunts' families, with the tolerance that engines use and with full
precision.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest
from gjkscope.engine import Ellipsoid, Hull, Options, Pose
from gjkscope.engine.options import ACCELERATIONS
from gjkscope.engine.pose import as_pose
from gjkscope.engine.query import trace
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape

KINDS = {"boxes": ("box",), "hulls": ("hull",), "smooth": ("ellipsoid", "cylinder", "cone")}
CHOSEN = ("apart", "nearly touching", "thin", "far apart")
TOLERANCES = (1e-6, 0.0)
DENSE = 500  # vertices of a dense hull

HEAD = """# Momentum for GJK

GJK is a Frank–Wolfe method: each step moves towards the point of A − B that is furthest along the negative gradient.
Momentum, as in gradient descent, makes a direction remember those before. `--acceleration nesterov` and `polyak` of
`gjk` follow [Montaut and others 2022](https://doi.org/10.15607/RSS.2022.XVIII.039); once a direction leads no nearer to
the origin, momentum is switched off for good, and GJK's own directions finish the search. `coal --nesterov` is the same
idea as an engine computes it.

Each direction proves a lower bound of the distance, so nothing is less certain with momentum. GJK's own direction here
is the normal of the nearest face, which leaves little to save for polytopes; what there is to gain is on smooth shapes
at the tolerance of engines, and full precision costs steps instead.

Mean steps, and in brackets support points, of which the step that switches momentum off takes two; {count} pairs of
each family, from `python -m tests.bench.accelerations {count} -o docs/acceleration.md`.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="pairs of each family")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    page = HEAD.format(count=options.count) + "".join(_tables(options.count))
    if options.output is None:
        print(page)
    else:
        options.output.write_text(page, encoding="utf-8")


def costs(pairs: list[tuple[Shape, Pose, Shape, Pose]], options: Options) -> tuple[float, float, int]:
    """The mean number of steps and of support points, and how many searches did not end with an answer."""
    steps = supports = open_ends = 0
    for pair in pairs:
        run = trace(*pair, "gjk", options)
        steps += len(run.steps)
        supports += len(run.steps) + any(step.momentum is not None and not step.momentum.is_on for step in run.steps)
        open_ends += run.result.exit in (Exit.NO_PROGRESS, Exit.ITERATION_LIMIT)
    return steps / len(pairs), supports / len(pairs), open_ends


def drawn_pairs(family: str, kinds: tuple[str, ...], count: int) -> list[tuple[Shape, Pose, Shape, Pose]]:
    block = FAMILIES[family].draw(PairRequest(np.random.default_rng(5), count, kinds))
    return [(a, as_pose(pa), b, as_pose(pb)) for a, pa, b, pb in map(block.pair, range(block.size))]


def dense_pairs(count: int) -> list[tuple[Shape, Pose, Shape, Pose]]:
    """Hulls of `DENSE` points of ellipsoids, 0.01 to 1 of their size apart."""
    random = np.random.default_rng(6)
    pairs: list[tuple[Shape, Pose, Shape, Pose]] = []
    for _ in range(count):
        hulls = [_dense_hull(random) for _ in "ab"]
        away = random.normal(size=3)
        away *= (2.0 + 10 ** random.uniform(-2, 0)) / np.linalg.norm(away)
        pairs.append((hulls[0], Pose(), hulls[1], Pose(position=(away[0], away[1], away[2]))))
    return pairs


def _dense_hull(random: np.random.Generator) -> Hull:
    points = random.normal(size=(DENSE, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return Hull((points * random.uniform(0.3, 1.0, 3)).tolist())


def _tables(count: int) -> Iterator[str]:
    dense, smooth = (
        dense_pairs(count),
        [(Ellipsoid((1.0, 0.5, 0.3)), *pair[1:2], Ellipsoid((0.4, 1.0, 0.6)), pair[3]) for pair in dense_pairs(count)],
    )
    for tolerance in TOLERANCES:
        yield f"## {f'Tolerance {tolerance:g}' if tolerance else 'Full precision'}\n\n"
        yield _row(["pairs", *(f"`{name}`" for name in ACCELERATIONS), "unfinished"]) + _row(["---"] * 5)
        for kind, kinds in KINDS.items():
            for family in CHOSEN:
                yield _line(f"{kind}, {family}", drawn_pairs(family, kinds, count), tolerance)
        yield _line(f"hulls of {DENSE} vertices", dense, tolerance)
        yield _line("ellipsoids", smooth, tolerance)
        yield "\n"
    yield "*Unfinished*: searches that end without progress, or at the limit of steps, with each of the three.\n"


def _line(name: str, pairs: list[tuple[Shape, Pose, Shape, Pose]], tolerance: float) -> str:
    found = [costs(pairs, Options(tolerance=tolerance, acceleration=acceleration)) for acceleration in ACCELERATIONS]
    cells = [f"{steps:.1f} ({supports:.1f})" for steps, supports, _ in found]
    return _row([name, *cells, ", ".join(str(open_ends) for _, _, open_ends in found)])


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


if __name__ == "__main__":
    main()
