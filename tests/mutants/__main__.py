"""`make mutants`: changes the engine's core in one place at a time, and counts the changes that no test notices.

    python -m tests.mutants                                  # all mutants: an hour or more
    python -m tests.mutants --sample 600 --seed 1            # as many, in proportion from each file
    python -m tests.mutants --only engine/proof              # those of a file or package
    python -m tests.mutants --keep                           # of files that are unchanged, only those that survived

A mutant meets the tests that reach its line, the quick ones of its own package first, until one fails: it is killed.
Tests that fail to import, or take ten times as long, have noticed it, too.  The survivors are written, each with its
change, to out/mutants/survivors.txt; docs/developing/mutants.md says what remains of them, and why.
"""

import argparse
import difflib
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tests.mutants.forks import killer, test_files
from tests.mutants.mutants import Mutant, core_files, mutants_of, mutated_source
from tests.mutants.reach import Reach, measure
from tests.mutants.sampling import interval, sample

FOLDERS = "proof arithmetic exact gjk epa epa_newton sat mpr clamp tetrahedron headbutt shapes plane".split()
RECORDED_RUNS = Path("tests/engine/test_recorded_runs.py")
OUTPUT = Path("out/mutants")
RESULTS, SURVIVORS = OUTPUT / "results.json", OUTPUT / "survivors.txt"
AT_FIRST = 1.0  # seconds of tests in the first attempt, which kills most mutants
Killers = defaultdict[str, Counter[str]]
"""How many mutants each test has killed, by file."""

LESS_LIKELY = 4  # a test of another package runs before the mutant's own only if it is this many times quicker
SURVIVED, UNREACHED = "survived", "reached by no test"


def main() -> int:
    options = _options()
    mutants = [mutant for path in core_files() if path.startswith(options.only) for mutant in mutants_of(path)]
    chosen = sample(mutants, options.sample, options.seed) if options.sample else mutants
    console = Console()
    reach = measure(test_files(FOLDERS), core_files(), lambda file: console.print(f"[dim]{file}[/]", end="\r"))
    kept = _kept() if options.keep else {}
    outcomes: dict[Mutant, str] = {}
    killers: Killers = defaultdict(Counter)
    with _progress(console) as progress:
        for mutant in progress.track(chosen):
            name = _name(mutant)
            outcomes[mutant] = kept[name] if name in kept else _outcome(mutant, reach, killers, options.seconds)
            if outcomes[mutant] in (SURVIVED, UNREACHED):
                progress.console.print(f"{mutant}: {outcomes[mutant]}", highlight=False, soft_wrap=True)
    _write(outcomes, kept)
    console.print(_table(outcomes, len(mutants)))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, in proportion from each file")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", default="engine", metavar="PATH", help="only files whose path begins so")
    parser.add_argument("--seconds", type=float, default=4.0, help="of tests that a mutant must survive, default 4")
    parser.add_argument("--keep", action="store_true", help="keep who was killed in an unchanged file")
    return parser.parse_args()


def _outcome(mutant: Mutant, reach: Reach, killers: Killers, most: float) -> str:
    tests = _in_order(mutant, reach, killers[mutant.path])
    if not tests:
        return UNREACHED
    source = mutated_source(mutant)
    for seconds in _attempts(tests, reach, most):
        killed = killer(mutant.path, source, seconds)
        if killed:
            killers[mutant.path][killed] += 1
            return killed
    return SURVIVED


def _in_order(mutant: Mutant, reach: Reach, killers: Counter[str]) -> list[str]:
    """The tests that reach the mutant: first those that killed most in its file, then quick ones and its package's."""

    def rank(test: str) -> tuple[int, float]:
        worth = 1 if _is_own(test, Path(mutant.path)) else LESS_LIKELY
        return -killers[test], worth * reach.seconds[test]

    return sorted(reach.tests(mutant.path, mutant.line), key=rank)


def _is_own(test: str, path: Path) -> bool:
    """Whether a test is in the folder that mirrors the package, or the file that mirrors a module of the engine.

    The recorded runs are every module's own: they notice another path to the same answer.
    """
    file = Path(test.partition("::")[0])
    if file == RECORDED_RUNS:
        return True
    if len(path.parts) == 2:
        return file == Path("tests/engine", f"test_{path.name}")
    return Path("tests", *path.parts[:2]) in file.parents


def _attempts(tests: Sequence[str], reach: Reach, most: float) -> Iterator[dict[str, float]]:
    """The tests in two parts: few files first, as importing the others may take longer than the tests themselves."""
    first: dict[str, float] = {}
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))[:2]
    spent = 0.0
    for test in tests:
        if test.partition("::")[0] in files and (not first or spent + reach.seconds[test] <= AT_FIRST):
            first[test] = reach.seconds[test]
            spent += reach.seconds[test]
    yield first
    rest: dict[str, float] = {}
    for test in tests:
        if test not in first and spent + reach.seconds[test] <= most:
            rest[test] = reach.seconds[test]
            spent += reach.seconds[test]
    if rest:
        yield rest


def _name(mutant: Mutant) -> str:
    return f"{mutant} {hashlib.sha256(Path(mutant.path).read_bytes()).hexdigest()[:12]}"


def _kept() -> dict[str, str]:
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return {name: outcome for name, outcome in results.items() if outcome not in (SURVIVED, UNREACHED)}


def _write(outcomes: dict[Mutant, str], kept: dict[str, str]) -> None:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(kept | {_name(mutant): outcome for mutant, outcome in outcomes.items()}, indent=0))
    survivors = [mutant for mutant, outcome in outcomes.items() if outcome in (SURVIVED, UNREACHED)]
    SURVIVORS.write_text("\n".join(f"{mutant}: {outcomes[mutant]}\n{_change(mutant)}" for mutant in survivors))


def _change(mutant: Mutant) -> str:
    lines = difflib.unified_diff(
        Path(mutant.path).read_text().splitlines(), mutated_source(mutant).splitlines(), n=0, lineterm=""
    )
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@"))) + "\n"


def _table(outcomes: dict[Mutant, str], of: int) -> Table:
    table = Table("file", "mutants", "killed", "survived", "unreached", "killed, %")
    for path in dict.fromkeys(mutant.path for mutant in outcomes):
        _add_row(table, path, [outcome for mutant, outcome in outcomes.items() if mutant.path == path])
    table.add_section()
    _add_row(table, "all" if len(outcomes) == of else f"sample of {of}", list(outcomes.values()))
    alive = sum(outcome in (SURVIVED, UNREACHED) for outcome in outcomes.values())
    low, high = interval(len(outcomes) - alive, len(outcomes))
    table.caption = "" if len(outcomes) == of else f"95 % confidence: {100 * low:.1f} to {100 * high:.1f} % killed"
    return table


def _add_row(table: Table, name: str, outcomes: Sequence[str]) -> None:
    survived, unreached = outcomes.count(SURVIVED), outcomes.count(UNREACHED)
    killed = len(outcomes) - survived - unreached
    table.add_row(name, *map(str, (len(outcomes), killed, survived, unreached)), f"{100 * killed / len(outcomes):.1f}")


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console)


if __name__ == "__main__":
    raise SystemExit(main())
