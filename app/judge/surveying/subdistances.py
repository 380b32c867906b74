"""How often sub-distance methods fail, by precision and family: `gjkscope simplex --rates`, and its page in the docs.

Two tables.  The first solves single simplices.  The second runs all of GJK on pairs of the hunt, whose distance the
default run knows to within its bounds: what fails in one simplex may be made good by the next support point.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest, truth_of
from gjkscope.app.judge.hunting.simplex_families import SIMPLEX_FAMILIES, drawn_simplices
from gjkscope.engine.analysis.compare import rounding_of
from gjkscope.engine.analysis.subdistances import ROUNDOFFS, SubdistanceFault, solve_by_method
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.options import Options
from gjkscope.engine.pose import as_pose
from gjkscope.engine.query import certify_run, trace
from gjkscope.engine.result import TOUCHING, Exit, Result
from gjkscope.engine.shapes.bounds import size

PRECISIONS = tuple(precision for precision in ROUNDOFFS if precision != "exact")
SHAPES = ("box", "hull")
PAIR_FAMILIES = ("any pose", "nearly touching", "nearly parallel", "grid", "thin", "nearly flat", "nearly collinear")
FAULTS = (
    (SubdistanceFault.TOO_FAR, "far"),
    (SubdistanceFault.TOO_NEAR, "near"),
    (SubdistanceFault.NOTHING, "nothing"),
)
WRONG = ("verdict", "distance")
CERTIFIED = "certified"
PAIRS_PER_SIMPLEX = 10  # one pair is run for so many simplices, as GJK solves several for each pair

HEAD = """# Sub-distance methods

GJK has to find the point of a simplex that is nearest to the origin in each of its steps. gjkscope can do this in four
ways, which are options of `gjk`: `--subdistance NAME` of `query` and `render`, the list beside the algorithm's name in
the window, and `Options(subdistance=NAME)`. In exact arithmetic all of them find the same point.

| name | method | source |
| --- | --- | --- |
| `regions` | Voronoi regions, one guarded test each; the default | [Ericson 2005][1] |
| `johnson` | signs of the determinants of all subsets; may find nothing | [Gilbert, Johnson, Keerthi 1988][2] |
| `johnson-backup` | the same; if no subset passes, the nearest one whose determinants are positive | the same |
| `signed-volumes` | ratios of volumes, areas and lengths, largest first | [Montanari and others 2017][3] |

[1]: https://doi.org/10.1201/b14581
[2]: https://doi.org/10.1109/56.2083
[3]: https://doi.org/10.1145/3083724

`gjkscope simplex SCENE` shows one simplex solved by all of them in single precision, in double precision and exactly,
with each wrong sign. The Step panel shows the same for the current step. This page is made by:

```
gjkscope simplex --rates {count} --seed {seed} -o docs/subdistance.md
```

## One simplex

How often the distance of {count:,} simplices of each family is off by more than 64 roundoffs of the largest coordinate,
in %: too *far*, too *near* (an origin that is outside is found inside), or *nothing* found. In brackets, how often a
sign is wrong, whether or not it matters. Voronoi regions count a tetrahedron that is flat to rounding as having no
inside, which costs signs but no answers.

"""
PAIRS = """
## All of GJK

How often GJK gives a wrong *verdict*, a wrong *distance*, or *none*, on {pairs:,} pairs of boxes and hulls of each of
these families of hunts, in %. A distance is wrong if it is off by more than the rounding of its precision; *none* is a
search that ends before its bounds have met, without progress or at a contact within rounding.

"""
CERTIFICATES = "\n{count} of the {wrong:,} wrong answers {have} a certificate.\n"


def rates_page(count: int, seed: int) -> str:
    """The page of the documentation, from `count` simplices of each family."""
    pairs = max(1, count // PAIRS_PER_SIMPLEX)
    text = [HEAD.format(count=count, seed=seed), *_simplex_tables(count, seed)]
    text += [PAIRS.format(pairs=pairs), *_pair_tables(pairs, seed)]
    return "".join(text)


def simplex_faults(family: str, method: str, precision: str, count: int, seed: int) -> tuple[Counter[str], int]:
    """How many simplices of the family had each fault, and in how many a sign was wrong."""
    faults: Counter[str] = Counter()
    wrong = 0
    for points in drawn_simplices(family, count, seed):
        row = solve_by_method(points, method, precision)
        faults[row.fault.value] += 1
        wrong += row.wrong_signs > 0
    return faults, wrong


def pair_faults(family: str, method: str, precision: str, pairs: int, seed: int) -> Counter[str]:
    """How many pairs of the family had a wrong verdict, a wrong distance or none; the rest are "right".

    Wrong ones with a certificate are counted as `CERTIFIED`, too.
    """
    block = FAMILIES[family].draw(PairRequest(np.random.default_rng(seed), pairs, SHAPES))
    truth = truth_of(block)
    options = Options(float32=precision == "float32", subdistance=method)
    faults: Counter[str] = Counter()
    for i in range(block.size):
        shape_a, pose_a, shape_b, pose_b = block.pair(i)
        a, b = as_pose(pose_a), as_pose(pose_b)
        run = trace(shape_a, a, shape_b, b, "gjk", options)
        slack = rounding_of(shape_a, a, shape_b, b, options) + TOUCHING * size(shape_a, a, shape_b, b)
        fault = _pair_fault(run.result, truth.lower[i], truth.upper[i], slack)
        faults[fault] += 1
        if fault in WRONG:
            faults[CERTIFIED] += certify_run(run, shape_a, a, shape_b, b).certificate is not None
    return faults


def _pair_fault(result: Result, lower: float, upper: float, slack: float) -> str:
    """What is wrong with the result of GJK, given bounds of the true signed distance."""
    if result.exit is Exit.ORIGIN_ENCLOSED:
        return "verdict" if lower > slack else "right"
    if result.signed_distance is None:
        return "none"
    if upper < -slack:
        return "verdict" if result.signed_distance > slack else "right"
    return "right" if lower - slack <= result.signed_distance <= max(upper, 0.0) + slack else "distance"


def _simplex_tables(count: int, seed: int) -> Iterator[str]:
    for precision in PRECISIONS:
        yield f"### {precision}\n\n" + _head("simplices", list(METHODS))
        for family in SIMPLEX_FAMILIES.values():
            cells = [_simplex_cell(family.name, method, precision, count, seed) for method in METHODS]
            yield _row(family.name, cells)
        yield "\n"
    yield from (f"- *{family.name}*: {family.about}\n" for family in SIMPLEX_FAMILIES.values())


def _simplex_cell(family: str, method: str, precision: str, count: int, seed: int) -> str:
    faults, wrong = simplex_faults(family, method, precision, count, seed)
    found = [f"{words} {_share(faults[kind.value], count)}" for kind, words in FAULTS if faults[kind.value]]
    return f"{', '.join(found) or '0'} ({_share(wrong, count)})"


def _pair_tables(pairs: int, seed: int) -> Iterator[str]:
    total: Counter[str] = Counter()
    for precision in PRECISIONS:
        yield f"### {precision}\n\n" + _head("pairs", list(METHODS))
        for family in PAIR_FAMILIES:
            counts = [pair_faults(family, method, precision, pairs, seed) for method in METHODS]
            total.update({kind: sum(faults[kind] for faults in counts) for kind in (*WRONG, CERTIFIED)})
            yield _row(family, [_pair_cell(faults, pairs) for faults in counts])
        yield "\n"
    wrong, certified = sum(total[kind] for kind in WRONG), total[CERTIFIED]
    yield CERTIFICATES.format(count=certified or "None", wrong=wrong, have="have" if certified > 1 else "has")


def _pair_cell(faults: Counter[str], pairs: int) -> str:
    return ", ".join(f"{kind} {_share(faults[kind], pairs)}" for kind in (*WRONG, "none") if faults[kind]) or "0"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.3g}"


def _head(first: str, methods: Sequence[str]) -> str:
    names = [first, *(f"`{name}`" for name in methods)]
    return _row(names[0], names[1:]) + "|" + " --- |" * len(names) + "\n"


def _row(first: str, cells: Sequence[str]) -> str:
    return "| " + " | ".join((first, *cells)) + " |\n"
