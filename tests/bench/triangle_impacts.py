"""Continuous tests of triangles against exact arithmetic: how often each misses a meeting, or reports one that is none.

    python -m tests.bench.triangle_impacts 1000 -o docs/triangle-impact.md

Each family has that many elements, half of them a vertex and a face, half two edges.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from gjkscope.engine.result import Exit
from gjkscope.engine.triangle_impact.cubic import cubic_test
from gjkscope.engine.triangle_impact.exact import Meeting, exact_impact
from gjkscope.engine.triangle_impact.inclusion import RESOLUTION, free_until, inclusion_test
from tests.engine.triangle_impact.families import FAMILIES, drawn_elements

TOLERANCES = (0.0, 1e-9, 1e-6)  # of the weights

HEAD = """# When do two triangles meet?

A triangle that moves may meet another one in two ways: a vertex meets a face, or an edge meets an edge. If the vertices
move on straight lines from the start to the end of a tick, each of these elementary tests has four moving points; they
meet at a root of a cubic polynomial, at which they are coplanar. Two triangles have 15 such tests.

- **The cubic**: solve it in floating point, and test the barycentric weights at each root (Provot 1997; Bridson,
  Fedkiw, Anderson 2002). Rounding loses roots, so that bodies pass through each other; a tolerance of the weights
  helps, and reports meetings that are none.
- **Inclusion**: halve boxes of (t, u, v), time and place on both features, until they cannot contain a meeting (Snyder
  1992; Wang and others 2021). It never misses one; it may report one if the features come as close as its resolution,
  {resolution:g} of the largest coordinate.

Exact arithmetic says what is right: the roots are isolated with rational numbers by Sturm's theorem.

## How often they are wrong

Of {count:,} elements of each family, from `python -m tests.bench.triangle_impacts {count} -o docs/triangle-impact.md`.
*Meet* counts those that meet exactly; *undecided* those in one plane, or degenerate at the root. *Missed* is a meeting
that is not found, *false* one that is none; the cubic is given with three tolerances of the weights. Steps and time are
means per element, in the interpreter.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="elements of each family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    page = HEAD.format(count=options.count, resolution=RESOLUTION) + "".join(_tables(options.count, options.seed))
    if options.output is None:
        print(page)
    else:
        options.output.write_text(page, encoding="utf-8")


def tally(family: str, count: int, seed: int) -> Counter[str]:
    """How many elements of the family meet, and how often each test is wrong."""
    total: Counter[str] = Counter()
    for element in drawn_elements(family, count, seed):
        exact = exact_impact(element)
        total[exact.meeting.value] += 1
        for tolerance in TOLERANCES:
            met = cubic_test(element, tolerance).time is not None
            total[f"{_fault(exact.meeting, met)} by {tolerance}"] += 1
        begun = perf_counter()
        last = inclusion_test(element)
        total["microseconds"] += round(1e6 * (perf_counter() - begun))
        total["steps"] += last.iteration + 1
        total["at the limit"] += last.exit is Exit.ITERATION_LIMIT
        total[f"{_fault(exact.meeting, last.exit is not Exit.NO_CONTACT)} by inclusion"] += 1
        total["late"] += exact.meeting is Meeting.MEETS and free_until(last) > exact.latest
    return total


def _fault(truth: Meeting, met: bool) -> str:
    if truth is Meeting.UNDECIDED:
        return "not judged"
    if met == (truth is Meeting.MEETS):
        return "right"
    return "false" if met else "missed"


def _tables(count: int, seed: int) -> Iterator[str]:
    heads = ["family", "meet", "undecided", *(f"cubic, {tolerance:g}" for tolerance in TOLERANCES), "inclusion"]
    yield _row([*heads, "steps", "ms"]) + _row(["---"] * (len(heads) + 2))
    whole: Counter[str] = Counter()
    for family in FAMILIES:
        total = tally(family, count, seed)
        whole += total
        yield _row([family, *_cells(total, count)])
    yield _row(["**all**", *_cells(whole, count * len(FAMILIES))])
    yield "\n" + "".join(f"- *{family}*: {about}\n" for family, (about, _) in FAMILIES.items())
    yield _summary(whole)


def _cells(total: Counter[str], count: int) -> list[str]:
    cells = [f"{total['meets']:,}", f"{total['undecided']:,}"]
    for way in (*map(str, TOLERANCES), "inclusion"):
        missed, false = total[f"missed by {way}"], total[f"false by {way}"]
        cells.append(", ".join([f"{missed:,} missed"] * (missed > 0) + [f"{false:,} false"] * (false > 0)) or "0")
    return [*cells, f"{total['steps'] / count:.0f}", f"{total['microseconds'] / count / 1000:.1f}"]


def _summary(whole: Counter[str]) -> str:
    missed, late, limit = whole["missed by inclusion"], whole["late"], whole["at the limit"]
    return (
        f"\nMeetings that inclusion misses: {missed}. Times of it that are later than the exact one: {late}. It "
        f"reaches its\nlimit of steps {limit:,} times; then nothing meets before the time that it has reached, and "
        "what follows is\nunknown, which counts as a meeting here.\n"
    )


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


if __name__ == "__main__":
    main()
