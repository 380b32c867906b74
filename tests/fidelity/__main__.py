"""`python -m tests.fidelity`: compares algorithms with their engines, and writes docs/fidelity.md.

Engines cannot all be installed side by side, so each result is kept in `out/fidelity/`; the page has all of them.
"""

import argparse
import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

from rich.progress import track

from gjkscope.engine.registry.discovery import modules_in
from tests.fidelity.page import page
from tests.fidelity.pairs import museum_pairs, seeded_pairs
from tests.fidelity.reference import Outcome, Reference, outcomes

KEPT = Path(__file__).parents[2] / "out" / "fidelity"
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
        entry = _compare(reference, version, options.count, options.seed)
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / f"{reference.algorithm}.json").write_text(json.dumps(entry, indent=1), encoding="utf-8")
        print("\n".join(_lines(reference, entry)), flush=True)
    if options.output:
        kept = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in KEPT.glob("*.json")}
        entries = [(reference, kept[reference.algorithm]) for reference in known if reference.algorithm in kept]
        options.output.write_text(page(entries), encoding="utf-8")
    return 0


def references() -> list[Reference]:
    return [module.REFERENCE for module in modules_in("tests.fidelity.references")]


def _compare(reference: Reference, version: str, count: int, seed: int) -> dict[str, Any]:
    """The names of the pairs by outcome, of the seeded ones and of the museum, with what they were asked of."""
    seeded = track(
        list(seeded_pairs(count, seed, reference.shapes)),
        reference.algorithm,
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    tallies = {"seeded": outcomes(reference, seeded), "museum": outcomes(reference, museum_pairs(reference.shapes))}
    named = {
        title: {outcome.value: [pair.name for pair in pairs] for outcome, pairs in tally.items()}
        for title, tally in tallies.items()
    }
    return {"version": version, "seed": seed, "date": date.today().isoformat(), **named}


def _lines(reference: Reference, entry: dict[str, Any]) -> list[str]:
    total = sum(map(len, entry["seeded"].values()))
    lines = [f"{reference.algorithm}: {reference.engine} {entry['version']}, {total:,} pairs"]
    for title in ("seeded", "museum"):
        for outcome, names in entry[title].items():
            examples = f"  {', '.join(names[:EXAMPLES])}" if outcome not in (Outcome.EQUAL, Outcome.CLOSE) else ""
            lines.append(f"  {title:6}  {len(names):6}  {outcome}{examples}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
