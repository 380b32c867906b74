"""`make fuzz`: draws pairs, checks every answer against the truth, shows progress and records failures.

    python -m tests.fuzz --count 100000 --seconds 900 --seed 1
    python -m tests.fuzz --seed 22 --only 2830 7454    # two pairs of that seed

Ends with a table of pairs, verdicts and worst errors per family.  The exit status is 1 if anything failed. Each failure
is minimised and written as a scene to out/fuzz/.  Once fixed, move it to assets/scenes/fuzz/ with the true answer.
"""

import argparse
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NoReturn

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from gjkscope import engine
from tests.fuzz.judge import Finding, judge
from tests.fuzz.minimise import minimise, write
from tests.fuzz.zoo import Case, draw

CHUNK = 50  # pairs that a process draws at a time
TIMEOUT = 20  # seconds; a pair that takes longer counts as hung
FAILURES_SHOWN = 20
OUTPUT = Path("out") / "fuzz"


@dataclass
class Tally:
    """Statistics of one family."""

    pairs: int = 0
    verdicts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    worst: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="pairs to draw, default 2000")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="draw only the pairs with these numbers")
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so long, default 600")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes, default one a core")
    parser.add_argument("--algorithms", default="default,sat,mpr", help="default is GJK and EPA")
    options = parser.parse_args()
    if options.count < 1 or options.seconds <= 0 or options.jobs < 1:
        parser.error("--count, --seconds and --jobs: must be > 0")
    algorithms = tuple(options.algorithms.split(","))
    for name in algorithms:
        if name != "default" and name not in engine.ALGORITHMS:
            parser.error(f"--algorithms: unknown name {name!r}; default or one of {', '.join(engine.ALGORITHMS)}")

    tallies: dict[str, Tally] = defaultdict(Tally)
    failures: list[tuple[int, str, Finding]] = []
    started = time.monotonic()
    for number, family, findings in _findings(options, algorithms):
        tally = tallies[family]
        tally.pairs += 1
        for finding in findings:
            tally.verdicts[f"{finding.algorithm} {finding.verdict}"] += 1
            if finding.fault is None:
                tally.worst[finding.algorithm] = max(tally.worst[finding.algorithm], finding.error)
            else:
                failures.append((number, family, finding))
    _report(tallies, algorithms, time.monotonic() - started)
    return _write_failures(failures, options.seed)


Judged = tuple[int, str, list[Finding]]


def _findings(options: argparse.Namespace, algorithms: tuple[str, ...]) -> Iterator[Judged]:
    """Yield the findings for each pair as they arrive, until the count or the time is used up."""
    deadline = time.monotonic() + options.seconds
    numbers: Sequence[int] = options.only or range(options.count)
    columns = (TextColumn("fuzz"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with ProcessPoolExecutor(options.jobs) as pool, Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("fuzz", total=len(numbers))
        starts = iter(range(0, len(numbers), CHUNK))
        pending: set[Future[list[Judged]]] = set()
        while True:
            while len(pending) < 2 * options.jobs and time.monotonic() < deadline:
                if (start := next(starts, None)) is None:
                    break
                pending.add(pool.submit(_judge_numbers, options.seed, numbers[start : start + CHUNK], algorithms))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                for judged in future.result():
                    progress.advance(task)
                    yield judged


def _judge_numbers(seed: int, numbers: Sequence[int], algorithms: tuple[str, ...]) -> list[Judged]:
    judged = []
    for number in numbers:
        case = draw(seed, number)
        judged.append((number, case.family, _judge_case(case, algorithms)))
    return judged


def _judge_case(case: Case, algorithms: tuple[str, ...]) -> list[Finding]:
    findings = []
    for name in algorithms:
        try:
            findings.append(_judge_in_time(case, None if name == "default" else name))
        except engine.NotApplicable:
            continue
    return findings


def _judge_in_time(case: Case, algorithm: str | None) -> Finding:
    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(TIMEOUT)
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise", under="ignore"):
            return judge(case, algorithm)
    finally:
        signal.alarm(0)


def _hangs(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TimeoutError(f"no answer within {TIMEOUT} s")


def _report(tallies: dict[str, Tally], algorithms: tuple[str, ...], seconds: float) -> None:
    table = Table("family", "pairs", *(f"{name}: worst error" for name in algorithms), "apart / touch / deep")
    for family in sorted(tallies):
        tally = tallies[family]
        worst = [f"{tally.worst[name]:.1e}" if name in tally.worst else "–" for name in algorithms]
        table.add_row(family, str(tally.pairs), *worst, _share(tally, algorithms[0]))
    pairs = sum(tally.pairs for tally in tallies.values())
    print(f"{pairs} pairs in {seconds:.0f} s")
    Console(width=140).print(table)


def _share(tally: Tally, algorithm: str) -> str:
    words = ("separated", "touching", "penetrating")
    return " / ".join(str(tally.verdicts[f"{algorithm} {verdict}"]) for verdict in words)


def _write_failures(failures: list[tuple[int, str, Finding]], seed: int) -> int:
    for number, family, finding in failures[:FAILURES_SHOWN]:
        algorithm = None if finding.algorithm == "default" else finding.algorithm
        plain = minimise(draw(seed, number), lambda case, name=algorithm: _fails(case, name))
        about = f"{family}, {finding.algorithm}: {finding.fault}"
        path = write(plain, f"{family}-{seed}-{number}-{finding.algorithm}", about, OUTPUT)
        print(f"FAILED  {path}  {about}")
    if len(failures) > FAILURES_SHOWN:
        print(f"… and {len(failures) - FAILURES_SHOWN} more")
    print(f"{len(failures)} failures" if failures else "no failure")
    return 1 if failures else 0


def _fails(case: Case, algorithm: str | None) -> bool:
    try:
        return _judge_in_time(case, algorithm).fault is not None
    except engine.NotApplicable:
        return False


if __name__ == "__main__":
    sys.exit(main())
