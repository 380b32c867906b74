"""`python -m tests.fidelity`: compares algorithms with their engines, and writes docs/fidelity.md.

Engines cannot all be installed side by side, so each result is kept in `results/`; the page has all of them.
"""

import argparse
import json
import sys
from datetime import date
from pathlib import Path

from rich.progress import track

from gjkscope.engine.registry.discovery import modules_in
from tests.fidelity.page import page
from tests.fidelity.pairs import museum_pairs, seeded_pairs
from tests.fidelity.reference import Outcome, Reference, Tally, outcomes

RESULTS = Path(__file__).with_name("results")
EXAMPLES = 3  # of pairs with another outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fidelity", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="algorithms (default: all whose engine is installed)")
    parser.add_argument("--count", type=int, default=10_000, help="default 10,000 seeded pairs; 0: only write the page")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, help="write the page, such as docs/fidelity.md")
    options = parser.parse_args()
    known = references()
    for reference in known if options.count else ():
        if options.names and reference.algorithm not in options.names:
            continue
        try:
            version = reference.version()
        except (ImportError, OSError) as fault:
            print(f"{reference.algorithm}: {fault}", file=sys.stderr)
            if options.names:
                return 1
            continue
        tallies = _compare(reference, options.count, options.seed)
        entry = {"version": version, "seed": options.seed, "date": date.today().isoformat(), **_counts(tallies)}
        (RESULTS / f"{reference.algorithm}.json").write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
        print("\n".join(_lines(reference, version, tallies)), flush=True)
    if options.output:
        kept = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in RESULTS.glob("*.json")}
        entries = [(reference, kept[reference.algorithm]) for reference in known if reference.algorithm in kept]
        options.output.write_text(page(entries), encoding="utf-8")
    return 0


def references() -> list[Reference]:
    return [module.REFERENCE for module in modules_in("tests.fidelity.references")]


def _compare(reference: Reference, count: int, seed: int) -> dict[str, Tally]:
    """The pairs by outcome: the seeded ones, and those of the museum."""
    seeded = track(
        list(seeded_pairs(count, seed, reference.shapes)),
        reference.algorithm,
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    return {"seeded": outcomes(reference, seeded), "museum": outcomes(reference, museum_pairs(reference.shapes))}


def _counts(tallies: dict[str, Tally]) -> dict[str, dict[str, int]]:
    """The numbers of pairs that the page shows."""
    seeded, museum = tallies["seeded"], tallies["museum"]
    equal = len(museum[Outcome.EQUAL]) + len(museum[Outcome.CLOSE])
    return {
        "seeded": {outcome.value: len(pairs) for outcome, pairs in seeded.items()},
        "museum": {"equal": equal, "of": sum(map(len, museum.values()))},
    }


def _lines(reference: Reference, version: str, tallies: dict[str, Tally]) -> list[str]:
    total = sum(map(len, tallies["seeded"].values()))
    lines = [f"{reference.algorithm}: {reference.engine} {version}, {total:,} pairs"]
    for title, tally in tallies.items():
        for outcome, pairs in tally.items():
            names = ", ".join(pair.name for pair in pairs[:EXAMPLES])
            examples = f"  {names}" if outcome not in (Outcome.EQUAL, Outcome.CLOSE) else ""
            lines.append(f"  {title:6}  {len(pairs):6}  {outcome}{examples}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
