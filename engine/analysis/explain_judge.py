"""Describes judgements: what differs in a result, by how much, and which one is wrong."""

from gjkscope.engine.analysis.compare import ComparisonRow, DisagreementKind
from gjkscope.engine.analysis.judge import Assessment, Judgement
from gjkscope.engine.evidence.explain import interval_words, verdict_words
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.text import number

# Normals closer than this, in degrees, are reported as equal: a hundredth of what is visible.
SAME_NORMAL = 0.01

# Depths that differ by less than this fraction count as equal: EPA and exact arithmetic differ by about as much.
NARROW = 1e-8


def explain_judgement(judgement: Judgement) -> str:
    """Describes a judgement; empty if the result agrees with what is known."""
    parts = (_contradiction(judgement), _normal(judgement))
    return "; ".join(part for part in parts if part)


def _contradiction(judgement: Judgement) -> str:
    if judgement.kind is None or judgement.against is None:
        return ""
    other = judgement.against
    if judgement.standing is Assessment.WITHIN_ROUNDING:
        return f"{number(judgement.apart, 3)} m off, within the rounding of its arithmetic"
    if judgement.standing is Assessment.WITHIN_TOLERANCE:
        return f"{_answer_words(judgement.row)} is within the tolerance: {_certified_words(other)}"
    if judgement.standing is Assessment.WRONG:
        if judgement.kind is DisagreementKind.VERDICT:
            return f"wrong: {_certified_words(other)}"
        return f"wrong by {number(judgement.apart, 3)} m: {_certified_words(other)}"
    if judgement.kind is DisagreementKind.VERDICT:
        return f"contradicts {other.algorithm}: {_answer_words(other)}"
    return f"{number(judgement.apart, 3)} m from {other.algorithm}"


def _normal(judgement: Judgement) -> str:
    """How the normal differs, and the consequence."""
    other, result = judgement.against, judgement.row.result
    if judgement.turned is None or judgement.turned < SAME_NORMAL or other is None:
        return ""
    turned = f"{number(judgement.turned, 3)}° from that of {other.algorithm}"
    if judgement.kind is None and result.signed_distance is None:
        return f"a separating axis {turned}"
    if judgement.kind is None and result.verdict is Verdict.PENETRATING:
        return f"a translation {turned}, {_longer(result, other.result)}"
    return f"normal {turned}"


def _longer(result: Result, least: Result) -> str:
    """The excess of the translation over the least depth; MPR measures along its portal's normal."""
    if result.signed_distance is None or least.signed_distance is None:
        return "of unknown length"
    more = least.signed_distance - result.signed_distance
    return f"{number(more, 3)} m longer" if more > NARROW * abs(least.signed_distance) else "no longer"


def _certified_words(row: ComparisonRow) -> str:
    """For example "penetrating −0.25 m is certified (exact)"; with bounds if only the verdict is certified."""
    result = row.result
    if result.of_hulls:
        return f"{_answer_words(row)} is proved ({row.algorithm})"
    if result.certificate is None or result.proved is Proof.DISTANCE:
        return f"{_answer_words(row)} is certified ({row.algorithm})"
    between = interval_words(result.certificate)
    return f"{result.verdict.value} is certified, {between} ({row.algorithm})"


def _answer_words(row: ComparisonRow) -> str:
    """For example "penetrating −0.25 m"."""
    distance = row.result.signed_distance
    verdict = verdict_words(row.result)
    return verdict if distance is None else f"{verdict} {number(distance)} m"
