"""Steps and time of GJK with momentum and of Frank–Wolfe, by family and by distance: a report, not a test.

    make accelerations    # writes docs/acceleration.md and docs/pictures/acceleration.webp

Families of the hunts, and ellipsoids and hulls of many vertices at a chosen distance, as the papers on coal's
accelerations vary it.  Time is that of the traced run, in Python; only its proportions tell something about compiled
code.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from statistics import mean
from time import thread_time
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from PIL import Image

from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest
from gjkscope.engine import Ellipsoid, Hull, Options, Pose
from gjkscope.engine.options import ACCELERATIONS, FRANK_WOLFE_VARIANTS, NO_MOMENTUM
from gjkscope.engine.pose import as_pose
from gjkscope.engine.query import result_only, trace
from gjkscope.engine.result import Exit, Trace
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import along
from tests.bench.growth import DOTS

PAGE = Path(__file__).parents[2] / "docs" / "acceleration.md"
PICTURE = PAGE.with_name("pictures") / "acceleration.webp"
KINDS = {
    "boxes": ("box",),
    "hulls": ("hull",),
    "capsules": ("capsule",),
    "smooth": ("ellipsoid", "cylinder", "cone"),
}
CHOSEN = ("apart", "nearly touching", "shallow overlap", "deep overlap", "thin", "far apart")
TOLERANCES = (1e-6, 0.0)
DENSE = 500  # vertices of a dense hull
DISTANCES = (1.0, 0.1, 1e-2, 1e-3, 1e-4, -1e-4, -1e-2, -0.1)  # of the pairs at a chosen distance, metres
PLOTTED = DISTANCES[:5]
ROUNDS = 3  # of each run that is timed; the fastest counts

Pair = tuple[Shape, Pose, Shape, Pose]


class Method(NamedTuple):
    """What is compared."""

    name: str
    algorithm: str
    acceleration: str = NO_MOMENTUM
    frank_wolfe: str = FRANK_WOLFE_VARIANTS[0]

    def run(self, pair: Pair, tolerance: float) -> Trace:
        options = Options(tolerance=tolerance, acceleration=self.acceleration, frank_wolfe=self.frank_wolfe)
        return trace(*pair, self.algorithm, options)


METHODS = (
    *(Method("gjk" if name == NO_MOMENTUM else name, "gjk", acceleration=name) for name in ACCELERATIONS),
    *(Method(name, "frank-wolfe", frank_wolfe=name) for name in FRANK_WOLFE_VARIANTS),
)


class Costs(NamedTuple):
    """Means over the pairs of a family."""

    steps: float
    supports: float  # of A − B
    unfinished: int  # searches that ended without progress, or at the limit
    seconds: float


HEAD = """# Momentum and Frank–Wolfe

The distance of two shapes is the least norm over A − B, and GJK is a Frank–Wolfe method for it: each step asks for the
point of A − B that is furthest along the negative gradient. Two things can be varied.

**Momentum**, as in gradient descent, makes a direction remember those before. `--acceleration nesterov` and `polyak` of
`gjk` follow [Montaut and others 2022](https://doi.org/10.15607/RSS.2022.XVIII.039); once a direction leads no nearer to
the origin, momentum is switched off for good, and GJK's own directions finish the search. That step is marked in the
timeline. `coal --nesterov` is the same idea as an engine computes it.

**What a step does with the support point.** GJK keeps the feature of a simplex that is nearest to the origin. The
algorithm `frank-wolfe` keeps an *active set* of vertices whose weighted mean is the closest point v:

| `--frank-wolfe` | a step |
| --- | --- |
| `plain` | moves v towards the support point as far as the distance decreases |
| `away` | or moves v away from the active vertex that lies furthest back, if the distance then decreases faster |
| `min-norm` | moves v to the nearest point of the hull of the active set (Wolfe 1976): GJK's simplex, found otherwise |

Each step shows the duality gap g = v·(v − w) with the support point w. Divided by |v|, it is the difference of the
bounds that the step proves: |v| above, v·w / |v| below. So its answers are as certain as GJK's, but take more steps:
plain ones keep some weight on vertices that the closest point does not need, and zigzag.

"""
FINDINGS = """
*Unfinished*: searches that ended without progress, or at the limit of 200 steps.

GJK's own direction here is the normal of the nearest face, which leaves little to save for polytopes; what momentum can
save is on smooth shapes at the tolerance of engines, and full precision costs steps instead. Min-norm takes about the
steps of GJK; it ends earlier where rounding hides progress, as it has no rule for weights below rounding. Of spheres,
whose cores are points, the first direction is the answer. Away steps help on polytopes; on smooth shapes they hinder,
as each step finds a new vertex, from which later ones take weight away again.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=30, help="pairs of each family (default: 30)")
    count = parser.parse_args().count
    measured = {
        name: tuple(costs(method, pairs, TOLERANCES[0]) for method in METHODS) for name, pairs in at_distances(count)
    }
    PAGE.write_text(HEAD + "".join(_tables(count)) + _distance_table(measured) + FINDINGS, encoding="utf-8")
    PICTURE.write_bytes(_plots(measured))
    print(PAGE.relative_to(PAGE.parents[1]), PICTURE.relative_to(PAGE.parents[1]))


def _all_costs(pairs: Sequence[Pair], tolerance: float) -> tuple[Costs, ...]:
    return tuple(costs(method, pairs, tolerance) for method in METHODS)


def costs(method: Method, pairs: Sequence[Pair], tolerance: float) -> Costs:
    runs = [method.run(pair, tolerance) for pair in pairs]
    return Costs(
        mean(len(run.steps) for run in runs),
        mean(len(run.steps) + _leaves_momentum(run) for run in runs),
        sum(run.result.exit in (Exit.NO_PROGRESS, Exit.ITERATION_LIMIT) for run in runs),
        mean(_seconds(method, pair, tolerance) for pair in pairs),
    )


def _leaves_momentum(run: Trace) -> bool:
    """Whether a step searched twice, as it switched momentum off."""
    momenta = (getattr(step, "momentum", None) for step in run.steps)
    return any(momentum is not None and not momentum.is_on for momentum in momenta)


def _seconds(method: Method, pair: Pair, tolerance: float) -> float:
    taken = []
    for _ in range(ROUNDS):
        began = thread_time()
        method.run(pair, tolerance)
        taken.append(thread_time() - began)
    return min(taken)


def families(count: int) -> Iterator[tuple[str, list[Pair]]]:
    for kind, kinds in KINDS.items():
        for family in CHOSEN:
            block = FAMILIES[family].draw(PairRequest(np.random.default_rng(5), count, kinds))
            pairs = map(block.pair, range(block.size))
            yield f"{kind}, {family}", [(a, as_pose(pose_a), b, as_pose(pose_b)) for a, pose_a, b, pose_b in pairs]


def at_distances(count: int) -> Iterator[tuple[str, list[Pair]]]:
    """Ellipsoids and dense hulls, B moved along the normal until they are as far apart."""
    for name, make in (("ellipsoids", _ellipsoid), (f"hulls of {DENSE} vertices", _dense_hull)):
        for distance in DISTANCES:
            random = np.random.default_rng(6)
            yield f"{name}, {distance:g} m", [_at_distance(make, random, distance) for _ in range(count)]


def _at_distance(make: Callable[[np.random.Generator], Shape], random: np.random.Generator, distance: float) -> Pair:
    a, b = make(random), make(random)
    away = random.normal(size=3)
    x, y, z = (3 * away / np.linalg.norm(away)).tolist()
    found = result_only(a, Pose(), b, Pose(position=(x, y, z)))
    assert found.normal is not None
    assert found.signed_distance is not None
    return a, Pose(), b, Pose(position=along((x, y, z), found.normal, distance - found.signed_distance))


def _ellipsoid(random: np.random.Generator) -> Shape:
    x, y, z = random.uniform(0.1, 1.0, 3).tolist()
    return Ellipsoid((x, y, z))


def _dense_hull(random: np.random.Generator) -> Shape:
    points = random.normal(size=(DENSE, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return Hull((points * random.uniform(0.3, 1.0, 3)).tolist())


def _tables(count: int) -> Iterator[str]:
    drawn = list(families(count))
    yield f"## By family\n\nMean steps of {count} pairs of each family, in brackets unfinished searches, "
    yield "and the mean time of the\ntraced run; written by `make accelerations`.\n"
    for tolerance in TOLERANCES:
        yield f"\n{f'Tolerance {tolerance:g}, as of engines' if tolerance else 'Full precision'}:\n\n"
        yield _row(["pairs", *(f"`{method.name}`" for method in METHODS)]) + _row(["---"] * (len(METHODS) + 1))
        for name, pairs in drawn:
            yield _row([name, *map(_cell, _all_costs(pairs, tolerance))])


def _cell(cost: Costs) -> str:
    unfinished = f" ({cost.unfinished})" if cost.unfinished else ""
    return f"{cost.steps:.1f}{unfinished}, {1e3 * cost.seconds:.1f} ms"


def _distance_table(measured: dict[str, tuple[Costs, ...]]) -> str:
    head = "\n## By distance\n\n![Steps and time of six methods over the distance of ellipsoids and of hulls]"
    head += "(pictures/acceleration.webp)\n\nMean steps, support points in brackets, and time relative to GJK, "
    head += f"at tolerance {TOLERANCES[0]:g}; time is that of the traced run:\n\n"
    lines = [_row(["pairs", *(f"`{method.name}`" for method in METHODS)]), _row(["---"] * (len(METHODS) + 1))]
    for name, found in measured.items():
        cells = [f"{each.steps:.1f} ({each.supports:.1f}), ×{each.seconds / found[0].seconds:.1f}" for each in found]
        lines.append(_row([name, *cells]))
    return head + "".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def _plots(measured: dict[str, tuple[Costs, ...]]) -> bytes:
    """Steps and time over the distance, as WebP."""
    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 4, figsize=(14.0, 3.9), dpi=DOTS, layout="constrained")
    kinds = list(dict.fromkeys(name.rpartition(", ")[0] for name in measured))
    for column, (kind, what) in enumerate((kind, what) for kind in kinds for what in ("steps", "ms")):
        axis = axes[column]
        rows = [measured[f"{kind}, {distance:g} m"] for distance in PLOTTED]
        for number, method in enumerate(METHODS):
            values = [row[number].steps if what == "steps" else 1e3 * row[number].seconds for row in rows]
            axis.loglog(PLOTTED, values, "o-" if method.algorithm == "gjk" else "s--", markersize=4, label=method.name)
        axis.set_title(kind, fontsize=10)
        axis.set_xlabel("distance, m")
        axis.set_ylabel(what)
        axis.grid(visible=True, which="both", alpha=0.25)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(METHODS), fontsize=8)
    drawn, packed = BytesIO(), BytesIO()
    figure.savefig(drawn, format="png")
    Image.open(drawn).convert("RGB").save(packed, "WEBP", quality=85)
    return packed.getvalue()


if __name__ == "__main__":
    main()
