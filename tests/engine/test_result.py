"""Results: what they leave open, and what becomes of numbers that are infinite or not a number."""

from dataclasses import replace
from math import inf, nan

import pytest

from gjkscope.engine.result import Exit, Result, Verdict, finite

OPEN = Result("gjk", Verdict.UNDECIDED, Exit.ITERATION_LIMIT, 3)
KNOWN = replace(OPEN, verdict=Verdict.SEPARATED, signed_distance=2.0, lower=2.0, upper=2.0, normal=(1.0, 0.0, 0.0))


def test_every_exit_has_a_number_and_words_of_its_own() -> None:
    assert [exit_.value for exit_ in Exit] == list(range(len(Exit.__members__)))
    assert len({exit_.words for exit_ in Exit}) == len(Exit)


def test_a_result_leaves_open_what_it_does_not_state() -> None:
    assert (OPEN.lower, OPEN.upper, OPEN.hulled, OPEN.certified) == (-inf, inf, (False, False), False)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_a_vector_with_a_number_that_is_not_finite_is_unknown(place: int, number: float) -> None:
    normal = tuple(number if i == place else 0.0 for i in range(3))
    assert finite(replace(KNOWN, normal=normal)) == replace(KNOWN, normal=None)  # type: ignore[arg-type]


def test_finite_results_stay_and_bounds_that_cross_the_distance_are_moved_to_it() -> None:
    assert finite(KNOWN) is KNOWN
    assert finite(replace(KNOWN, lower=2.5)) == KNOWN
    assert finite(replace(KNOWN, upper=1.5)) == KNOWN
    wide = replace(KNOWN, lower=1.0, upper=3.0)
    assert finite(wide) is wide
    assert finite(replace(wide, signed_distance=inf)) == replace(wide, signed_distance=None)


@pytest.mark.parametrize("bound", ["lower", "upper"])
def test_with_a_bound_that_is_no_number_nothing_is_known(bound: str) -> None:
    assert finite(replace(KNOWN, **{bound: nan})) == replace(OPEN, exit=Exit.DEGENERATE_INPUT)
