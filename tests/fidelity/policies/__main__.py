"""`python -m tests.fidelity.policies`: compares the contact policies with their engines.

    python -m tests.fidelity.policies box3d            # compare; the result is kept in `results/`
    python -m tests.fidelity.policies box3d --record   # store some manifolds, with which the tests compare

`python -m tests.fidelity --count 0 -o docs/fidelity.md` writes the page from the results.
"""

import argparse
import json
import sys
from datetime import date

from rich.progress import track

from tests.fidelity.policies.page import RESULTS, policy_references
from tests.fidelity.policies.pairs import contact_pairs
from tests.fidelity.policies.reference import ComparedPair, PolicyOutcome, PolicyReference, compared_pairs
from tests.fidelity.policies.samples import record

EXAMPLES = 3  # of pairs with another outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fidelity.policies", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="policies (default: all whose engine is installed)")
    parser.add_argument("--count", type=int, default=10_000, help="default 10,000 seeded pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="store a pair of each kind for the tests, and end")
    options = parser.parse_args()
    for reference in policy_references():
        if options.names and reference.policy not in options.names:
            continue
        try:
            version = reference.version()
        except (ImportError, OSError) as fault:
            print(f"{reference.policy}: {fault}", file=sys.stderr)
            if options.names:
                return 1
            continue
        if options.record:
            record(reference, version, options.seed)
        else:
            _compare(reference, version, options.count, options.seed)
    return 0


def _compare(reference: PolicyReference, version: str, count: int, seed: int) -> None:
    pairs = track(
        list(contact_pairs(count, seed, reference.shapes)),
        reference.policy,
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    compared = list(compared_pairs(reference, pairs))
    tally = {outcome: [one for one in compared if one.outcome is outcome] for outcome in PolicyOutcome}
    result = {
        "version": version,
        "seed": seed,
        "date": date.today().isoformat(),
        "touching": sum(bool(one.real.points) for one in compared),
        "outcomes": {outcome.value: len(pairs) for outcome, pairs in tally.items()},
    }
    (RESULTS / f"{reference.policy}.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(
        f"{reference.policy}: {reference.engine} {version}, {len(compared):,} pairs, {result['touching']:,} with points"
    )
    for outcome, pairs_of in tally.items():
        print(f"  {len(pairs_of):6}  {outcome}{_examples(outcome, pairs_of)}", flush=True)


def _examples(outcome: PolicyOutcome, pairs: list[ComparedPair]) -> str:
    if outcome in (PolicyOutcome.EQUAL, PolicyOutcome.CLOSE) or not pairs:
        return ""
    return "  " + "; ".join(one.pair.name for one in pairs[:EXAMPLES])


if __name__ == "__main__":
    sys.exit(main())
