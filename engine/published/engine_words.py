"""Sentences that all algorithms of engines share: the search, each decision with its numbers, and what is wrong.

An engine adds a sentence for each of its actions, and for each of its endings.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gjkscope.engine.published.decisions import DecisionBelief, DecisionKind, beliefs_of
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.text import number, separation, vector

TESTS = "Tests"  # the title of the beat


class EngineAction(NamedTuple):
    """What an engine does in a step."""

    headline: str
    sentence: str  # "{a}", "{b}" are the shapes, "{w}" is the new support point, "{kept}" the vertices that are kept


class EngineWords(NamedTuple):
    """The words of one engine."""

    engine: str  # "libccd"
    actions: Mapping[str, EngineAction]
    decisions: Mapping[str, DecisionKind]

    def explain(self, step: Any, a: str, b: str) -> str:
        """The search, the decisions, what the engine does, and how it ends."""
        parts = (
            _search(step, a, b),
            *test_sentences(self.beliefs(step)),
            self._action(step, a, b),
            self._ending(step, a, b),
        )
        return " ".join(part for part in parts if part)

    def headline(self, step: Any, _a: str, _b: str) -> str:
        return step.ending if step.exit != Exit.RUNNING else self.actions[step.action].headline

    def beliefs(self, step: Any) -> tuple[DecisionBelief, ...]:
        return beliefs_of(step.decisions, self.decisions)

    def beats(self) -> tuple[Beat, ...]:
        """The search, the tests, and what the engine does."""
        return (
            Beat("support", "Support", _search, _searches),
            Beat("tests", TESTS, self._explain_tests, _decides),
            Beat("outcome", "Outcome", self._explain_outcome),
        )

    def _explain_tests(self, step: Any, _a: str, _b: str) -> str:
        return " ".join(test_sentences(self.beliefs(step)))

    def _explain_outcome(self, step: Any, a: str, b: str) -> str:
        return " ".join(part for part in (self._action(step, a, b), self._ending(step, a, b)) if part)

    def _action(self, step: EngineStep, a: str, b: str) -> str:
        w = f"w{step.support.birth}" if step.support else ""
        kept = " ".join(f"w{vertex.birth}" for vertex in step.simplex)
        return self.actions[step.action].sentence.format(a=a, b=b, w=w, kept=kept)

    def _ending(self, step: EngineStep, a: str, b: str) -> str:
        if step.answer is None:
            return ""
        return f"{self.engine} ends: {step.ending}. {answer_words(step, self.engine, a, b)}"


def test_sentences(beliefs: Sequence[DecisionBelief]) -> Iterator[str]:
    """Of the last test of a step, which decided, and of those before it that were wrong or corrected.

    The remedy is said once of each kind.
    """
    told = set[str]()
    for one in beliefs:
        if one.is_wrong or one.is_corrected or one is beliefs[-1]:
            yield decision_sentence(one, with_remedy=one.decision.kind not in told)
            told.add(one.decision.kind)


def decision_sentence(belief: DecisionBelief, with_remedy: bool = True) -> str:
    """A test with its numbers and its conclusion; if it is wrong or corrected, the truth and the remedy."""
    remedy = belief.kind.remedy if with_remedy and (belief.is_wrong or belief.is_corrected) else ""
    return " ".join(part for part in (*_decision_parts(belief), remedy) if part)


def _decision_parts(belief: DecisionBelief) -> Iterator[str]:
    holds, kind = belief.decision.holds, belief.kind
    yield f"Is {belief.subject} {_relation(kind, belief.decision.right)}?"
    found = f"holds: {kind.if_holds}" if holds else f"fails: {kind.otherwise}"
    if belief.is_corrected:
        yield f"{_capital(belief.inequality)} {'fails' if holds else 'holds'} by the engine's numbers."
        yield f"Corrected: exact arithmetic decides that it {found}."
    else:
        yield f"{_capital(belief.inequality)} {found}."
    if belief.is_wrong:
        yield "This is wrong."
    if belief.is_wrong or belief.is_corrected:
        yield belief.truth


def answer_words(step: EngineStep, engine: str, a: str, b: str) -> str:
    """What the engine returns, as a sentence."""
    answer = step.answer
    if answer is None:
        return ""
    if step.exit == Exit.NOT_A_NUMBER:
        return f"{engine} returns NaN (not a number)."
    if answer.verdict is Verdict.UNDECIDED:
        return f"{engine} gives no answer."
    if answer.signed_distance is None:
        they = {Verdict.SEPARATED: "do not intersect", Verdict.TOUCHING: "touch"}.get(answer.verdict, "intersect")
        return f"{engine} answers that {a} and {b} {they}."
    if answer.verdict is Verdict.SEPARATED:
        distance = answer.signed_distance
        return f"{engine} answers that {separation(a, b, distance, distance)}."
    return f"{engine} answers that {a} and {b} overlap, with a depth of {number(-answer.signed_distance)} m."


def _search(step: EngineStep, a: str, b: str) -> str:
    if step.direction is None or step.support is None:
        return ""
    w = f"w{step.support.birth}"
    return f"Along d = {vector(step.direction)} the support point of {a} − {b} is {w} = {vector(step.support.point)}."


def _searches(step: EngineStep) -> bool:
    return step.direction is not None and step.support is not None


def _decides(step: EngineStep) -> bool:
    return bool(step.decisions)


def _relation(kind: DecisionKind, right: float) -> str:
    bound = kind.bound or number(right)
    return {
        "<": f"below {bound}",
        "≤": f"at most {bound}",
        ">": f"above {bound}",
        "≥": f"at least {bound}",
        "|·| <": f"zero to within {bound}",
    }[kind.relation]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
