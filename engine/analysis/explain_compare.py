"""Disagreements and differences in plain language."""

from typing import Any

from gjkscope.engine.analysis.compare import Difference, Disagreement, Row
from gjkscope.engine.text import number
from gjkscope.engine.versioned import LISTS


def explain_disagreement(found: Disagreement, a: str, b: str) -> str:
    """What each says, and by how much they contradict each other."""
    return (
        f"{_says(found.first, a, b)}; {_says(found.second, a, b)}. Both cannot be true: they are "
        f"{number(found.apart)} m apart."
    )


def headline_disagreement(found: Disagreement, _a: str, _b: str) -> str:
    return f"{found.first.algorithm} against {found.second.algorithm}: {found.kind.value}"


def explain_difference(found: Difference, _a: str, _b: str) -> str:
    """Where two traces part, and what each has there."""
    if found.field == "steps":
        return f"The traces are alike until one ends: there are {found.value_a} and {found.value_b} steps."
    return f"The traces part in step {found.step}: {difference_words(found)}."


def difference_words(found: Difference) -> str:
    """ "exit is running and origin enclosed"."""
    return (
        f"{found.field} {'are' if found.field == 'steps' else 'is'} {_value(found.value_a)} and {_value(found.value_b)}"
    )


def headline_difference(found: Difference, _a: str, _b: str) -> str:
    return f"step {found.step}: {found.field}"


def _says(row: Row, a: str, b: str) -> str:
    """ "gjk says that A and B are separated, 0.5 m apart"."""
    result = row.result
    verdict = f"{row.algorithm} says that {a} and {b} are {result.verdict.value}"
    if result.signed_distance is None:
        return verdict
    if result.signed_distance < 0:
        return f"{verdict}, {number(-result.signed_distance)} m deep"
    return f"{verdict}, {number(result.signed_distance)} m apart"


def _value(value: Any) -> str:
    """All digits of a number, the words of an exit; of a list its length, for that is how two of them differ."""
    if isinstance(value, float):
        return number(value, 17)
    if isinstance(value, LISTS):
        return f"a list of {len(value)}"
    return "nothing" if value is None else str(getattr(value, "words", value))
