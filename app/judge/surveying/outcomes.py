"""The outcomes of a pair, one character each: a survey stores those of a family as a text, and counts characters.

A failure beyond `SERIOUS`, a tolerance that all engines share, is in upper case; one that only exceeds the tolerance
that the engine documents is in lower case.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from gjkscope.app.judge.hunting.symptoms import Symptom

RIGHT, UNSUPPORTED, OUT_OF_RANGE, NOT_ASKED, SILENT = ".", "-", "~", "_", "?"
NOT_TAKEN = {UNSUPPORTED, OUT_OF_RANGE, SILENT}
NOT_JUDGED = {*NOT_TAKEN, NOT_ASKED}

EXCEPTION = "E"
NO_ANSWER = {Symptom.CRASH: "C", Symptom.HANG: "H", Symptom.NOT_FINITE: "N"}
WRONG = {
    Symptom.WRONG_VERDICT: "V",
    Symptom.WRONG_DISTANCE: "G",
    Symptom.WRONG_DEPTH: "D",
    Symptom.WRONG_NORMAL: "O",
    Symptom.WRONG_WITNESSES: "W",
}

FAILURES = {"C": "crash", "H": "hang", EXCEPTION: "exception", "N": "not finite"} | {
    code: symptom.value for symptom, code in WRONG.items()
}
"""The failures by their codes, worst first."""

LEGEND = {
    RIGHT: "right",
    UNSUPPORTED: "the engine does not take the pair",
    OUT_OF_RANGE: "not judged: the absolute tolerance that the engine documents is large compared with the pair",
    NOT_ASKED: "not asked, because the engine hung too often",
    SILENT: "the engine said nothing that can be judged",
    **{code: f"{title}, serious" for code, title in FAILURES.items()},
    **{code.lower(): f"{FAILURES[code]}, within the tolerance for serious failures" for code in WRONG.values()},
}
"""What each character means."""

# How a process ends, as `LineProcess` and `serve_block` say it; anything else was said by the engine's interface.
_DIED = re.compile(r"SIG[A-Z0-9+]+$|signal \d+$|exited with status")


def failure_code(symptom: Symptom, is_serious: bool, crashed: str | None) -> str:
    """The character for a failure; `crashed` tells an exception from the death of the process."""
    if symptom is Symptom.CRASH and not _DIED.match(crashed or ""):
        return EXCEPTION
    if symptom in NO_ANSWER:
        return NO_ANSWER[symptom]
    return WRONG[symptom] if is_serious else WRONG[symptom].lower()


class Tally(NamedTuple):
    """Counts of pairs."""

    pairs: int
    unsupported: int
    out_of_range: int
    not_asked: int
    silent: int
    failures: dict[str, int]  # by code in upper case, all codes
    serious: int

    @property
    def judged(self) -> int:
        """Those with an answer, right or wrong, and those that the engine crashed or hung on."""
        return self.pairs - self.unsupported - self.out_of_range - self.not_asked - self.silent

    @property
    def failed(self) -> int:
        return sum(self.failures.values())

    @property
    def failed_share(self) -> float:
        """Of those judged; 0 if there are none."""
        return self.failed / self.judged if self.judged else 0.0

    @property
    def serious_share(self) -> float:
        return self.serious / self.judged if self.judged else 0.0


def tally(outcomes: Iterable[str]) -> Tally:
    """Counts the characters of several texts."""
    counts = Counter[str]()
    for text in outcomes:
        counts.update(text)
    serious = sum(counts[code] for code in FAILURES)
    failures = {code: counts[code] + counts[code.lower()] for code in FAILURES}
    return Tally(
        counts.total(),
        counts[UNSUPPORTED],
        counts[OUT_OF_RANGE],
        counts[NOT_ASKED],
        counts[SILENT],
        failures,
        serious,
    )
