"""Caches over ticks in words."""

from math import isfinite

from gjkscope.engine.caches.following import cache_totals
from gjkscope.engine.caches.records import CacheClaim, CacheFault, CacheTick
from gjkscope.engine.text import counted, number


def outcome_words(tick: CacheTick) -> str:
    """ "hit: 1 call instead of 5"."""
    return f"{tick.use.outcome.value}: {counted(tick.use.calls, 'call')} instead of {tick.plain.calls}"


def reason_words(tick: CacheTick) -> str:
    """ "the axis still separates (gap 0.2 m)"."""
    return f"{tick.use.reason} ({tick.use.detail})" if tick.use.detail else tick.use.reason


def cached_answer_words(tick: CacheTick) -> str:
    """ "says separated; true is −0.0179 m", or that it is right."""
    said, truth = cached_claim_words(tick.use.claim), _true_words(tick)
    if tick.fault is CacheFault.NONE:
        return f"says {said}: right"
    if tick.fault is CacheFault.UNKNOWN:
        return f"says {said}: not judged, as the truth is not proved"
    return f"{tick.fault.value}: says {said}, but {truth}"


def cached_claim_words(claim: CacheClaim) -> str:
    """ "separated by at least 0.2 m", "penetrating, −0.01 m", "separated"."""
    verdict = claim.verdict.value
    if claim.lower == claim.upper and isfinite(claim.lower):
        return f"{verdict}, {number(claim.lower, 4)} m"
    if isfinite(claim.lower) and claim.lower > 0 and not isfinite(claim.upper):
        return f"{verdict} by at least {number(claim.lower, 4)} m"
    if isfinite(claim.lower) and isfinite(claim.upper) and claim.lower > 0:
        return f"{verdict}, {number(claim.upper, 4)} m"
    return verdict


def _true_words(tick: CacheTick) -> str:
    return f"the signed distance is {number(tick.truth.upper, 4)} m"


def totals_words(ticks: tuple[CacheTick, ...]) -> str:
    """ "58 hits, 1 rebuild, 1 miss: 76 % of the calls saved, 2 wrong answers"."""
    totals = cache_totals(ticks)
    parts = [counted(totals.hits, "hit"), counted(totals.rebuilds, "rebuild"), counted(totals.misses, "miss", "misses")]
    saved = round(100 * totals.saved)
    share = f"{saved} % of the calls saved" if saved >= 0 else f"{-saved} % more calls"
    wrong = counted(totals.wrong, "wrong answer") if totals.wrong else "no wrong answer"
    return f"{', '.join(parts)}; {share}; {wrong}"
