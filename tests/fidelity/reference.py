"""`Reference`: a real engine that an algorithm is compared with, and how the comparison is counted."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from math import isfinite, isnan
from typing import NamedTuple

from gjkscope.engine.options import DEFAULT
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Exit, NotApplicable
from gjkscope.engine.vectors import Vec3
from tests.fidelity.pairs import Arguments, NamedPair

Search = tuple[Vec3, ...]
"""A direction that was searched, and the simplex after it, in world coordinates."""


class Said(NamedTuple):
    """An answer in the engine's own terms; NaN is kept, None is what it does not say."""

    overlaps: bool
    signed_distance: float | None = None
    normal: tuple[float, ...] | None = None
    failure: str = ""  # an exception, a crash or a limit of time, instead of an answer
    searches: tuple[Search, ...] = ()  # of an engine that shows its simplexes


class Outcome(StrEnum):
    """How two answers compare, best first."""

    EQUAL = "equal to the last digit"
    CLOSE = "equal within the engine's precision"
    NUMBERS = "other numbers"
    VERDICT = "other verdict"
    FAILURE = "other failure"


Tally = dict[Outcome, list[NamedPair]]
"""The pairs by how the answers compare."""


class Reference(NamedTuple):
    """A real engine."""

    algorithm: str  # a key of `ENGINE_ALGORITHMS`
    engine: str
    version: Callable[[], str]  # raises `ImportError` or `OSError` if it is not installed
    ask: Callable[[Arguments], Said]
    shapes: tuple[type, ...]
    source: str  # what the algorithm was written from: version and commit
    roundoff: float = 2.0**-53  # of the engine's arithmetic
    departures: str = ""  # where the algorithm is known to differ, and why
    # The pair as the engine's algorithm gets it, if the engine changes shapes on the way in.
    as_held: Callable[[Arguments], Arguments] = lambda pair: pair


CLOSE = 4  # roundoffs of the largest number


def own_answer(algorithm: str, pair: Arguments) -> Said:
    """What our algorithm says, with NaN as the engine has it."""
    steps = ENGINE_ALGORITHMS[algorithm].trace(*pair, DEFAULT).steps
    last = steps[-1]
    claim = last.answer
    failure = last.ending if last.exit in (Exit.ASSERTION_FAILED, Exit.CYCLE) else ""
    searches = tuple((step.direction, *(vertex.point for vertex in step.simplex)) for step in steps if step.direction)
    overlaps = claim.verdict.value not in ("separated", "undecided")
    return Said(overlaps, claim.signed_distance, claim.normal, failure, searches)


def compare(own: Said, real: Said, roundoff: float) -> Outcome:
    if bool(own.failure) != bool(real.failure):
        return Outcome.FAILURE
    if not own.failure and own.overlaps != real.overlaps:
        return Outcome.VERDICT
    if real.searches and own.searches != real.searches:
        return Outcome.NUMBERS
    if own.failure:
        return Outcome.EQUAL
    mine, theirs = _numbers(own), _numbers(real)
    numbers = [(a, b) for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None]
    if all(a == b or (isnan(a) and isnan(b)) for a, b in numbers):
        return Outcome.EQUAL
    if any(isfinite(a) != isfinite(b) for a, b in numbers):
        return Outcome.NUMBERS
    scale = max(1.0, *(abs(b) for _, b in numbers if isfinite(b)))
    close = all(not isfinite(a) or abs(a - b) <= CLOSE * roundoff * scale for a, b in numbers)
    return Outcome.CLOSE if close else Outcome.NUMBERS


def outcomes(reference: Reference, pairs: Iterable[NamedPair]) -> Tally:
    """The pairs by how the answers compare; pairs that the algorithm does not take are left out."""
    by_outcome: Tally = {outcome: [] for outcome in Outcome}
    for pair in pairs:
        try:
            own = own_answer(reference.algorithm, reference.as_held(pair.arguments))
        except NotApplicable:
            continue
        by_outcome[compare(own, reference.ask(pair.arguments), reference.roundoff)].append(pair)
    return by_outcome


def _numbers(said: Said) -> list[float | None]:
    return [said.signed_distance, *(said.normal or (None, None, None))]
