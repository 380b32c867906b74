"""`python -m tests.fidelity`: compares algorithms with their engines, and writes docs/fidelity.md."""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import NamedTuple

from rich.progress import track

from gjkscope.engine.registry.discovery import modules_in
from tests.fidelity.pairs import museum_pairs, seeded_pairs
from tests.fidelity.reference import Outcome, Reference, outcomes

PAGE = Path(__file__).parents[2] / "docs" / "fidelity.md"
EXAMPLES = 3  # of pairs with another outcome


class Row(NamedTuple):
    """One engine on the seeded pairs, and on the museum."""

    reference: Reference
    version: str
    seeded: dict[Outcome, list[str]]
    museum: dict[Outcome, list[str]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fidelity", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="algorithms (default: all whose engine is installed)")
    parser.add_argument("--count", type=int, default=10_000, help="seeded pairs, default 10,000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, help="write the page, such as docs/fidelity.md")
    options = parser.parse_args()
    rows = []
    for reference in references():
        if options.names and reference.algorithm not in options.names:
            continue
        try:
            version = reference.version()
        except (ImportError, OSError) as fault:
            print(f"{reference.algorithm}: {fault}", file=sys.stderr)
            if options.names:
                return 1
            continue
        rows.append(_row(reference, version, options.count, options.seed))
        print("\n".join(_lines(rows[-1])), flush=True)
    if options.output:
        options.output.write_text(page(rows, options.count, options.seed), encoding="utf-8")
    return 0


def references() -> list[Reference]:
    return [module.REFERENCE for module in modules_in("tests.fidelity.references")]


def _row(reference: Reference, version: str, count: int, seed: int) -> Row:
    seeded = track(
        list(seeded_pairs(count, seed, reference.shapes)),
        reference.algorithm,
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    by_outcome = outcomes(reference, seeded), outcomes(reference, museum_pairs(reference.shapes))
    named = [{outcome: [pair.name for pair in pairs] for outcome, pairs in one.items()} for one in by_outcome]
    return Row(reference, version, *named)


def _lines(row: Row) -> list[str]:
    total = sum(map(len, row.seeded.values()))
    lines = [f"{row.reference.algorithm}: {row.reference.engine} {row.version}, {total:,} pairs"]
    for title, tally in (("seeded", row.seeded), ("museum", row.museum)):
        for outcome, names in tally.items():
            examples = f"  {', '.join(names[:EXAMPLES])}" if outcome not in (Outcome.EQUAL, Outcome.CLOSE) else ""
            lines.append(f"  {title:6}  {len(names):6}  {outcome.value}{examples}")
    return lines


def page(rows: list[Row], count: int, seed: int) -> str:
    """The page of the documentation."""
    heads = ("algorithm", "engine", "written from", *(outcome.value for outcome in Outcome), "museum: equal")
    table = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    table += [f"| {' | '.join(_cells(row))} |" for row in rows]
    departures = [
        f"- `{row.reference.algorithm}`: {row.reference.departures}" for row in rows if row.reference.departures
    ]
    return HEAD.format(count=count, seed=seed, date=date.today().isoformat()) + "\n".join(
        [*table, "", *(["## Departures", "", *departures, ""] if departures else [])]
    )


def _cells(row: Row) -> list[str]:
    total = sum(map(len, row.seeded.values())) or 1
    shares = [f"{100 * len(names) / total:.2f} %" for names in row.seeded.values()]
    museum = sum(map(len, row.museum.values()))
    equal = len(row.museum[Outcome.EQUAL]) + len(row.museum[Outcome.CLOSE])
    reference = row.reference
    return [
        f"`{reference.algorithm}`",
        f"{reference.engine} {row.version}",
        reference.source,
        *shares,
        f"{equal} of {museum}",
    ]


HEAD = """# Fidelity

The algorithms of engines are written from the engines' public sources, in the order of their operations and in their
precision. This page says how often they give the same answer as the real engine. It is written by

```
python -m tests.fidelity --count {count} --seed {seed} -o docs/fidelity.md
```

on {date}. The pairs are seeded: ordinary, on a grid, touching, nested, deep, tiny, and far from the origin.
"Equal within the engine's precision" allows 4 roundoffs of the largest number.

"""


if __name__ == "__main__":
    sys.exit(main())
