"""A sample of the mutants, in proportion from each file, and how precisely it tells the rate of all."""

import random
from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from typing import Protocol, TypeVar

CONFIDENT = 1.96  # standard deviations on either side, for 95 %


class InFile(Protocol):
    """A mutant, of whatever kind."""

    @property
    def path(self) -> str: ...


T = TypeVar("T", bound=InFile)


def sample(mutants: Sequence[T], count: int, seed: int) -> list[T]:
    """`count` of the mutants, which are sorted by file: of each file its share, to within one, drawn at random."""
    shuffled: list[T] = []
    for path, of_file in groupby(mutants, key=lambda mutant: mutant.path):
        these = list(of_file)
        shuffled += random.Random(f"{seed} {path}").sample(these, len(these))
    number = min(count, len(shuffled))
    return [shuffled[len(shuffled) * place // number] for place in range(number)]


def interval(killed: int, of: int) -> tuple[float, float]:
    """The 95 % confidence interval of a rate, by Wilson's score.  A sample in proportion is at least as precise."""
    rate, weight = killed / of, CONFIDENT**2 / of
    middle, half = rate + weight / 2, CONFIDENT * sqrt(rate * (1 - rate) / of + weight / (4 * of))
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)
