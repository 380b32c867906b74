"""`python -m tests.fuzz.texts`: changes the texts of the tests, imports them, and prints what goes wrong.

    python -m tests.fuzz.texts --count 100000 --seed 1                 # mutated by accident
    python -m tests.fuzz.texts --metamorphic --count 3000 --seed 1     # transformed so that the pair is known
    python -m tests.fuzz.texts --metamorphic --all

A mutated text must give a scene or one line for people within five seconds.  A transformed one must give the pair that
the transformation says, or the importer must refuse it or say something about it; a table shows how often each outcome
was reached.  The exit status is 1 if anything failed.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.fuzz.texts import metamorphic
from tests.fuzz.texts.robustness import Failure, failures, texts_of_tests

CHUNK = 250  # texts that a process imports at a time
SHOWN = 40  # failures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.texts", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="texts, default 2000")
    parser.add_argument("--seed", type=int, default=1, help="of the first one, default 1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes, default one a core")
    parser.add_argument("--metamorphic", action="store_true", help="transform the texts so that the pair is known")
    parser.add_argument("--all", action="store_true", help="with --metamorphic: all transformations of all texts")
    options = parser.parse_args()
    if options.count < 1 or options.jobs < 1:
        parser.error("--count, --jobs: must be > 0")
    if options.all and not options.metamorphic:
        parser.error("--all: only with --metamorphic")
    return _run_metamorphic(options) if options.metamorphic else _run_mutations(options)


def _run_mutations(options: argparse.Namespace) -> int:
    texts = texts_of_tests()
    last = options.seed + options.count
    chunks = [range(first, min(first + CHUNK, last)) for first in range(options.seed, last, CHUNK)]
    failed: list[Failure] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for chunk in pool.map(partial(_find_failures, texts), chunks):
            for failure in chunk:
                failed.append(failure)
                if len(failed) <= SHOWN:
                    print(f"seed {failure.seed}: {failure.what}: {failure.text[:300]!r}", flush=True)
    print(f"{options.count:,} texts from {len(texts):,} of the tests, {len(failed)} failed")
    return int(bool(failed))


def _find_failures(texts: tuple[str, ...], seeds: Sequence[int]) -> list[Failure]:
    return [failure for failure in failures(texts, range(seeds[0], seeds[-1] + 1)) if failure is not None]


def _run_metamorphic(options: argparse.Namespace) -> int:
    cases = metamorphic.all_cases() if options.all else metamorphic.draw(options.count, options.seed)
    chunks = [cases[start : start + CHUNK] for start in range(0, len(cases), CHUNK)]
    tally = metamorphic.Tally()
    with ProcessPoolExecutor(options.jobs) as pool:
        for chunk in pool.map(_judge, chunks):
            for outcome in chunk:
                tally.add(outcome)
                if tally.failures and outcome is tally.failures[-1] and len(tally.failures) <= SHOWN:
                    print(outcome, flush=True)
    print("\n".join(tally.lines()))
    return int(bool(tally.failures))


def _judge(cases: Sequence[metamorphic.Case]) -> list[metamorphic.Finding]:
    return list(metamorphic.findings(cases))


if __name__ == "__main__":
    sys.exit(main())
