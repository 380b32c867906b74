"""`python -m tests.fuzz.readers.worker READER`: reads mutated inputs that it is asked for.

A request is a line with two numbers: the first seed, and how many.  The answer is a line of JSON: how
many were read, and the seeds, kinds and words of faults.
It runs under a supervisor (`app/base/processes`), so that a crash or a hang in compiled code is one more failure.
"""

import json
import resource
import sys

from gjkscope.app.base.processes.pipes import private_pipes
from tests.fuzz.readers.trying import outcomes

MOST_DATA = 2 << 30  # bytes: what is refused beyond is a `MemoryError`, a failure as any other


def main() -> None:
    requests, answers = private_pipes()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    name = sys.argv[1]
    for line in requests:
        first, count = map(int, line.split())
        tried = [*outcomes(name, range(first, first + count))]
        read = sum(not outcome.words for _, outcome in tried)
        faults = [(seed, outcome.fault, outcome.words) for seed, outcome in tried if outcome.fault]
        answers.write(json.dumps([read, faults]).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
