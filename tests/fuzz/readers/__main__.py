"""`make fuzz-readers`: mutates files, texts and links from outside, reads them, and prints what goes wrong.

    python -m tests.fuzz.readers --count 100000 --seed 1             # of each reader
    python -m tests.fuzz.readers --reader ply --seed 4711 --count 1  # one input again

Each input must be read, or refused with the reader's error for people: one line, which says what is wrong and where.
It must take no more than some seconds of processor time and 200 MB.  The readers run in child processes: a crash or a
hang is a failure, too.  The first input of each kind of failure is shortened as long as it fails in the same way, and
written to out/fuzz/.  The exit status is 1 if anything failed.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.base.processes.line_process import ChildFailure, LineProcess
from tests.fuzz.readers.kinds import READERS
from tests.fuzz.readers.trying import Failure, draw, outcome_of

CHUNK = 200  # inputs that are asked for at a time
CHUNK_SECONDS = 300.0  # for these; each has its own limit
PROGRESS = 10_000  # inputs between two lines of progress
TRIES = 400  # to shorten an input
OUTPUT = Path("out") / "fuzz"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.readers", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--reader", nargs="+", choices=READERS, default=[*READERS], help="default: all")
    parser.add_argument("--count", type=int, default=1000, help="inputs of each, default 1000")
    parser.add_argument("--seed", type=int, default=1, help="of the first one, default 1")
    options = parser.parse_args()
    if options.count < 1:
        parser.error("--count: must be > 0")
    seeds = range(options.seed, options.seed + options.count)
    failed = [name for name in options.reader if try_reader(name, seeds)]
    return int(bool(failed))


def try_reader(name: str, seeds: range) -> bool:
    """Reads these inputs; prints and returns whether one failed."""
    kinds, began, shown, read = Counter[str](), time.monotonic(), 0, 0
    for done, more, failures in tried(name, seeds):
        read += more
        for failure in failures:
            if kinds[failure.kind] == 0:
                report(failure)
            kinds[failure.kind] += 1
        if done // PROGRESS > shown:
            shown = done // PROGRESS
            print(f"  {name}: {done:,} inputs, {time.monotonic() - began:.0f} s", flush=True)
    words = f"{read:,} read, {len(seeds) - read - kinds.total():,} refused, {kinds.total()} failed"
    print(f"{name}: {len(seeds):,} inputs: {words}, {time.monotonic() - began:.0f} s", flush=True)
    for kind, count in kinds.most_common():
        print(f"  {count:6} {kind}", flush=True)
    return bool(kinds)


def tried(name: str, seeds: range) -> Iterator[tuple[int, int, list[Failure]]]:
    """Reads the inputs in chunks: yields how many have been tried, how many more were read, and the failures."""
    process = None
    waiting = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)][::-1]
    done = 0
    try:
        while waiting:
            chunk = waiting.pop()
            process = process or LineProcess(module_command("tests.fuzz.readers.worker", name))
            try:
                answer = process.exchange(f"{chunk[0]} {len(chunk)}\n".encode(), CHUNK_SECONDS)
                read, faults = json.loads(answer)
            except ChildFailure as ending:
                words = process.last_words
                process.kill()
                process = None
                if len(chunk) > 1:  # which of them is it?
                    waiting += [chunk[len(chunk) // 2 :], chunk[: len(chunk) // 2]]
                    continue
                read, faults = 0, [(chunk[0], f"the process {ending}", words)]
            done += len(chunk)
            yield done, read, [Failure(name, seed, kind, words, draw(name, seed)) for seed, kind, words in faults]
    finally:
        if process is not None:
            process.kill()


def report(failure: Failure) -> None:
    """Prints a failure, and writes its input, shortened unless that could crash or hang."""
    data = failure.data if failure.kind.startswith(("the process", "slow", "memory")) else shortened(failure)
    OUTPUT.mkdir(parents=True, exist_ok=True)
    path = OUTPUT / f"{failure.reader}-{failure.seed}.bin"
    path.write_bytes(data)
    print(f"{failure.reader}, seed {failure.seed}: {failure.kind}: {failure.words[:400]}")
    print(f"  {path}, {len(data)} bytes: {data[:200]!r}", flush=True)


def shortened(failure: Failure) -> bytes:
    """The input without the parts that the failure does not need (delta debugging)."""
    reader, data, tries = READERS[failure.reader], failure.data, 0
    part = len(data) // 2
    while part and tries < TRIES:
        at = 0
        while at < len(data) and tries < TRIES:
            shorter = data[:at] + data[at + part :]
            outcome, tries = outcome_of(reader, shorter), tries + 1
            if outcome.fault == failure.kind:
                data = shorter
            else:
                at += part
        part //= 2
    return data


if __name__ == "__main__":
    sys.exit(main())
