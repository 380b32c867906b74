"""Compares narrow phases for GPUs with one for CPUs, on the same pairs: what each loses, and how long it compiles.

    python -m tests.engines.gpu [--count N] [--seed S] -o docs/gpu.md

MuJoCo Warp and Newton run on a CPU; they and MuJoCo must be installed (`gjkscope engines --install`).  Only pairs that
all of them take count.  Takes about ten minutes on two cores.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import reduce
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.answer_block import AnswerBlock
from gjkscope.app.ask.solvers.engines import adapter_solver, engine_solver, engine_title
from gjkscope.app.ask.solvers.pair_block import PairBlock
from gjkscope.app.ask.solvers.tolerance import Tolerance, documented_tolerance
from gjkscope.app.judge.hunting.batch_families import BATCH_FAMILIES
from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest, truth_of
from gjkscope.app.judge.hunting.judging import judge_pair, slack_of, wrong_answers
from gjkscope.app.judge.surveying.measuring import SERIOUS
from gjkscope.app.judge.surveying.suite import MUSEUM, exhibits, survey_block
from gjkscope.engine import Box, Capsule, Cylinder, Hull, Pose, Shape, Verdict
from gjkscope.engine.shapes.box import BOX_CORNERS

ON_CPU, *FOR_GPU = ENGINES = ("mujoco", "mujoco-warp", "newton")
KINDS = ("box", "cylinder", "capsule", "hull")
ABOUT = FAMILIES | BATCH_FAMILIES
FAMILY_NAMES = ("shallow overlap", "deep overlap", "stacked", "coincident", "coaxial", "nested", *BATCH_FAMILIES)
COMPILED: dict[str, Shape] = {
    "capsule": Capsule(0.5, 0.5),
    "box": Box((1, 1, 1)),
    "cylinder": Cylinder(0.5, 1),
    "hull": Hull(BOX_CORNERS),
}
SEPARATED = Verdict.SEPARATED.value
CACHE = "WARP_CACHE_PATH"  # the environment variable for the folder of Warp's compiled kernels

HEAD = """# GPU narrow phases on a CPU

MuJoCo Warp and Newton collide thousands of pairs in one launch, usually on a GPU. Here they ran on a CPU, with the same
kernels, beside MuJoCo, about the same pairs. This page says what each loses. To renew it:

```
gjkscope engines --install mujoco mujoco-warp newton
python -m tests.engines.gpu -o docs/gpu.md
```

Written on {date} with {titles}; {count} pairs of each family
and type, seed {seed}. Only pairs that all three take are counted. *Missed*: the shapes overlap, and there is no
contact. *Wrong*: the depth, the normal or a point is off by more than {serious:g} % of the size; *inexact*: by less,
but more than the engine documents.

"""


class Lost(NamedTuple):
    """What an engine gets wrong about some pairs."""

    missed: int
    wrong: int  # otherwise, by more than `SERIOUS`
    inexact: int  # by less than that, but more than the engine documents
    milliseconds: float  # per pair, the median; NaN if the engine did not measure it

    @property
    def words(self) -> str:
        counts = {"missed": self.missed, "wrong": self.wrong, "inexact": self.inexact}
        return ", ".join(f"{number} {word}" for word, number in counts.items() if number) or "–"

    def plus(self, other: "Lost") -> "Lost":
        """Both together."""
        return Lost(self.missed + other.missed, self.wrong + other.wrong, self.inexact + other.inexact, nan)


class Row(NamedTuple):
    """Some pairs, and what each engine loses."""

    name: str
    kind: str
    overlaps: int
    lost: tuple[Lost, ...]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.gpu", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100, help="pairs of each family and type (default: 100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    compiled = list(compile_times())
    rows = list(compared(options.count, options.seed))
    text = page(rows, compiled, options.count, options.seed)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


def compared(count: int, seed: int) -> Iterator[Row]:
    """The rows of the table: the museum, and each family of each type."""
    yield _row(MUSEUM, "any", survey_block(MUSEUM, 0, len(exhibits()), seed).pairs)
    for place, (name, kind) in enumerate((name, kind) for name in FAMILY_NAMES for kind in KINDS):
        random = np.random.default_rng([seed, place])
        yield _row(name, kind, ABOUT[name].draw(PairRequest(random, count, (kind,))))


def _row(name: str, kind: str, block: PairBlock) -> Row:
    answers = [engine_solver(engine).ask_many(block) for engine in ENGINES]
    taken = np.array([i for i in range(block.size) if all(_takes(said, i) for said in answers)])
    pairs = block.only(taken)
    overlaps = np.flatnonzero(truth_of(pairs).signed_distance < -slack_of(pairs, Tolerance()))
    lost = tuple(
        _lost(engine, pairs, said.only(taken), said.seconds[taken])
        for engine, said in zip(ENGINES, answers, strict=True)
    )
    print(name, kind, len(overlaps), *(one.words for one in lost), sep="  ", file=sys.stderr, flush=True)
    return Row(name, kind, len(overlaps), lost)


def _takes(said: AnswerBlock, index: int) -> bool:
    answer = said.others.get(index)
    return answer is None or answer.unsupported is None


def _lost(engine: str, pairs: PairBlock, said: AnswerBlock, seconds: np.ndarray) -> Lost:
    found = list(wrong_answers(pairs, said, truth_of(pairs), documented_tolerance(adapters()[engine])))
    others = [wrong for wrong in found if wrong.answer.verdict != SEPARATED]
    serious = sum(judge_pair(wrong.answer, pairs.pair(wrong.place), SERIOUS)[0] is not None for wrong in others)
    missed, inexact = len(found) - len(others), len(others) - serious
    return Lost(missed, serious, inexact, 1000 * float(np.nanmedian(seconds)))


def compile_times() -> Iterator[tuple[str, str, float, float]]:
    """Engine, type, and the seconds of the first answer about a pair of that type and of the second one."""
    for engine in FOR_GPU:
        with TemporaryDirectory(prefix="gjkscope-kernels-") as folder:
            os.environ[CACHE] = folder
            solver = adapter_solver(engine)
            solver.prepared()
            for kind, shape in COMPILED.items():
                times = []
                for _ in range(2):
                    started = perf_counter()
                    solver.ask(shape, Pose(), shape, Pose(position=(0.3, 0.2, 0.1)))
                    times.append(perf_counter() - started)
                print(engine, kind, *times, file=sys.stderr, flush=True)
                yield engine, kind, times[0], times[1]
            solver.close()
            del os.environ[CACHE]


def page(rows: Sequence[Row], compiled: Sequence[tuple[str, str, float, float]], count: int, seed: int) -> str:
    titles = ", ".join(map(engine_title, ENGINES))
    head = HEAD.format(
        date=datetime.now(UTC).date().isoformat(), titles=titles, count=count, seed=seed, serious=100 * SERIOUS.relative
    )
    return head + "\n".join([*_table(rows), "", *_times(rows, compiled)]) + "\n"


def _table(rows: Sequence[Row]) -> Iterator[str]:
    names = [adapters()[engine].title for engine in ENGINES]
    yield "| pairs | types | overlaps | " + " | ".join(names) + " |"
    yield "| --- | --- | ---: |" + " --- |" * len(names)
    for row in rows:
        cells = " | ".join(lost.words for lost in row.lost)
        yield f"| {row.name} | {row.kind} | {row.overlaps} | {cells} |"
    totals = [reduce(Lost.plus, (row.lost[i] for row in rows)) for i in range(len(ENGINES))]
    yield f"| **all** | | {sum(row.overlaps for row in rows)} | " + " | ".join(total.words for total in totals) + " |"


def _times(rows: Sequence[Row], compiled: Sequence[tuple[str, str, float, float]]) -> Iterator[str]:
    yield "## Times"
    yield ""
    yield "Kernels are compiled at the first question about each pair of types, and kept in a folder of Warp. Times"
    yield "of a first answer with an empty folder, and of the second one, with all that happens around the launch:"
    yield ""
    yield "| engine | types | first answer, s | second answer, s |"
    yield "| --- | --- | ---: | ---: |"
    for engine, kind, first, second in compiled:
        yield f"| {adapters()[engine].title} | {kind} | {first:.1f} | {second:.2f} |"
    yield ""
    for i, engine in enumerate(ENGINES):
        each = float(np.median([row.lost[i].milliseconds for row in rows]))
        yield f"- {adapters()[engine].title}: {each:.2g} ms per pair in a batch, the median of the rows above"


if __name__ == "__main__":
    sys.exit(main())
