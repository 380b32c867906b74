"""`python -m tests.fuzz.texts`: mutates the texts of the tests, imports them, and prints what goes wrong.

    python -m tests.fuzz.texts --count 100000 --seed 1

Each must give a scene or one line for people within five seconds.  The exit status is 1 if anything failed.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.fuzz.texts.robustness import Failure, failures, texts_of_tests

CHUNK = 250  # texts that a process imports at a time
SHOWN = 40  # failures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.texts", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="mutated texts, default 2000")
    parser.add_argument("--seed", type=int, default=1, help="of the first one, default 1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes, default one a core")
    options = parser.parse_args()
    if options.count < 1 or options.jobs < 1:
        parser.error("--count, --jobs: must be > 0")
    texts = texts_of_tests()
    last = options.seed + options.count
    chunks = [range(first, min(first + CHUNK, last)) for first in range(options.seed, last, CHUNK)]
    found: list[Failure] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for chunk in pool.map(partial(_failed, texts), chunks):
            for one in chunk:
                found.append(one)
                if len(found) <= SHOWN:
                    print(f"seed {one.seed}: {one.what}: {one.text[:300]!r}", flush=True)
    print(f"{options.count:,} texts from {len(texts):,} of the tests, {len(found)} failed")
    return int(bool(found))


def _failed(texts: tuple[str, ...], seeds: Sequence[int]) -> list[Failure]:
    return [one for one in failures(texts, range(seeds[0], seeds[-1] + 1)) if one is not None]


if __name__ == "__main__":
    sys.exit(main())
