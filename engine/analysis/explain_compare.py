"""Describes disagreements between results, and differences between traces, in words."""

from typing import Any

from gjkscope.engine.analysis.compare import ComparisonRow, Difference, Disagreement
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.sequences.versioned import LISTS
from gjkscope.engine.text import number


def explain_disagreement(disagreement: Disagreement, a: str, b: str) -> str:
    """States the result of each algorithm, and by how much they contradict each other."""
    return (
        f"{_says(disagreement.first, a, b)}; {_says(disagreement.second, a, b)}. They contradict each other by "
        f"{number(disagreement.apart)} m."
    )


def headline_disagreement(disagreement: Disagreement, _a: str, _b: str) -> str:
    return f"{disagreement.first.algorithm} against {disagreement.second.algorithm}: {disagreement.kind.value}"


def explain_difference(difference: Difference, _a: str, _b: str) -> str:
    """Where two traces first differ, and the two values."""
    if difference.field == "steps":
        return f"The traces are equal until one ends: they have {difference.value_a} and {difference.value_b} steps."
    return f"The traces first differ in step {difference.step}: {difference_words(difference)}."


def difference_words(difference: Difference) -> str:
    """For example "exit is running and origin enclosed"."""
    verb = "are" if difference.field == "steps" else "is"
    return f"{difference.field} {verb} {_value(difference.value_a)} and {_value(difference.value_b)}"


def headline_difference(difference: Difference, _a: str, _b: str) -> str:
    return f"step {difference.step}: {difference.field}"


def _says(row: ComparisonRow, a: str, b: str) -> str:
    """For example "gjk reports that A and B are separated, distance 0.5 m"."""
    result = row.result
    verdict = f"{row.algorithm} reports that {a} and {b} are {verdict_words(result)}"
    if result.signed_distance is None:
        return verdict
    if result.signed_distance < 0:
        return f"{verdict}, depth {number(-result.signed_distance)} m"
    return f"{verdict}, distance {number(result.signed_distance)} m"


def _value(value: Any) -> str:
    """All digits of a number, the phrase of an exit, the length of a list (two lists that differ differ in length)."""
    if isinstance(value, float):
        return number(value, 17)
    if isinstance(value, LISTS):
        return f"a list of {len(value)}"
    return "none" if value is None else str(getattr(value, "words", value))
