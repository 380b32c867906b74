"""Metamorphic fuzzing of the importer: texts of the tests, transformed so that it is known what becomes of the pair.

    tally = Tally()
    for finding in findings(drawn(1000, seed=1)):
        tally.add(finding)

A failure is a pair that silently becomes another one, a number that silently has no effect, or one that is read only if
it is not zero.  `python -m tests.fuzz.texts --metamorphic` prints them.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import NamedTuple

from tests.fuzz.texts.collecting import corpus
from tests.fuzz.texts.transforming import Variant, transformations
from tests.fuzz.texts.verdicts import Judgement, Outcome, judge

MOST_DRAWS = 200  # texts that are tried for one variant: some transformations fit few
MANY, MORE = ("perturbed numbers", "dropped lines"), 4  # transformations that are drawn more often


class Case(NamedTuple):
    """A variant of a text of the corpus."""

    transformation: str
    sample: int  # in the corpus
    variant: Variant


class Finding(NamedTuple):
    """A variant, and what became of it."""

    case: Case
    judgement: Judgement

    def __str__(self) -> str:
        origin = corpus()[self.case.sample].origin
        shown = f"{self.case.variant.texts[0][:400]!r}"
        return f"{self.case.transformation}: {self.judgement.why} ({self.case.variant.what}, {origin}): {shown}"


def all_cases() -> list[Case]:
    """All variants of all texts."""
    return [
        Case(name, number, variant)
        for name, change in transformations().items()
        for number, sample in enumerate(corpus())
        for variant in change.variants(sample)
    ]


def draw(count: int, seed: int) -> list[Case]:
    """Some variants, of each transformation about as many, but more of those with the most to find."""
    draw = random.Random(seed)
    cases: dict[Case, None] = {}  # in order
    often = [(name, transformations()[name]) for name in MANY] * MORE
    for name, change in cycle([*transformations().items(), *often]):
        for _ in range(MOST_DRAWS):
            number = draw.randrange(len(corpus()))
            if variants := list(change.variants(corpus()[number])):
                cases[Case(name, number, draw.choice(variants))] = None
                break
        if len(cases) >= count:
            return list(cases)
    raise AssertionError("transformations() is empty")


def findings(cases: Iterable[Case]) -> Iterator[Finding]:
    """What becomes of each variant."""
    for case in cases:
        yield Finding(case, judge(corpus()[case.sample], transformations()[case.transformation], case.variant))


@dataclass
class Tally:
    """How often each outcome was reached with each transformation."""

    counts: dict[str, Counter[Outcome]] = field(default_factory=lambda: defaultdict(Counter))
    failures: list[Finding] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        self.counts[finding.case.transformation][finding.judgement.outcome] += 1
        if finding.judgement.outcome is Outcome.FAILED:
            self.failures.append(finding)

    @property
    def total(self) -> Counter[Outcome]:
        return sum(self.counts.values(), Counter())

    def lines(self) -> Sequence[str]:
        """A table of the counts."""
        width = max(map(len, transformations())) + 1
        head = f"{'':{width}}" + "".join(f"{outcome.value:>9}" for outcome in Outcome)
        rows = [*sorted(self.counts.items()), ("all", self.total)]
        return [
            head,
            *(f"{name:{width}}" + "".join(f"{counts[outcome]:9,}" for outcome in Outcome) for name, counts in rows),
        ]
