"""Describes how the contacts of a body and a chain come about."""

from math import degrees, pi

from gjkscope.engine.edges.chain_contacts import (
    ChainContacts,
    ChainPhase,
    SegmentContact,
    SegmentDecision,
    State,
)
from gjkscope.engine.edges.chain_rules import ChainAxis, GhostEnd, GhostOutcome, GhostRule, NormalAtEnd
from gjkscope.engine.edges.decisions import ContactFate
from gjkscope.engine.edges.policies.box2d import TOLERANCE, NormalClass
from gjkscope.engine.text import counted, number, series, vector

MOST_SEGMENTS = 8  # named in a sentence


_PLAIN = {
    GhostRule.SEGMENT: "its own normal counts",
    GhostRule.OVER_NEIGHBOUR: "the centre of the disc is over the neighbour",
    GhostRule.BEHIND: "the body is behind it",
    GhostRule.BESIDE: "the edge of the body that faces it is beside it",
}


def explain_chain_step(step: State, body: str, chain: str) -> str:
    """What the step did, with its numbers."""
    if step.phase is ChainPhase.CANDIDATES:
        named = series([str(segment) for segment in step.candidates], MOST_SEGMENTS)
        listed = f": {named}" if step.candidates else ""
        return f"The box of {body} meets those of {counted(len(step.candidates), 'segment')} of {chain}{listed}."
    if step.phase is ChainPhase.SEGMENT:
        return _measured(step, step.measured[-1], body)
    if step.phase is ChainPhase.DECISION:
        words = chain_decision_words(step.decisions[-1])
        return f"{words[0].upper()}{words[1:]}.{_compared(step.decisions[-1])}"
    points = sum(len(decision.points) for decision in step.decisions)
    return f"{counted(points, 'point')} remain{'s' if points == 1 else ''}."


def chain_decision_words(decision: SegmentDecision) -> str:
    """ "segment 1 is corrected, as …: (0, 1), 0.01 m deep"."""
    start = f"segment {decision.segment} is {decision.fate.value}, as {_reason(decision)}"
    if not decision.points:
        return start
    least = min(point.separation for point in decision.points)
    return f"{start}: {vector(decision.normal)}, {_separation_words(least)}"


def conclude_chain_contacts(found: ChainContacts, body: str, chain: str) -> str:
    """What became of the normals that the chain does not have."""
    counting = [decision for decision in found.decisions if decision.points]
    if not counting:
        return f"{body} has no contact point with {chain}."
    if found.ghosts:
        first = next(each for each in counting if each.is_ghost)
        return (
            f"Ghost collision: segment {first.segment} pushes {body} along {vector(first.normal)}, "
            f"where {chain} continues and has no such normal."
        )
    avoided = [str(each.segment) for each in found.decisions if each.raw_is_ghost]
    would = f"; without ghost vertices, one with segment {series(avoided, MOST_SEGMENTS)}" if avoided else ""
    return f"No ghost collision at a vertex of {chain}{would}."


def _measured(step: State, contact: SegmentContact, body: str) -> str:
    start = f"Segment {contact.segment}, on its own:"
    if contact.separation > step.work.contact:
        return f"{start} {_separation_words(contact.separation)}. It is not in contact."
    if contact.separation >= 0:
        return f"{start} {_separation_words(contact.separation)} along {vector(contact.normal)}."
    return f"{start} {body} leaves it along {vector(contact.normal)} by {number(-contact.separation, 3)} m."


def _reason(decision: SegmentDecision) -> str:
    outcome = decision.outcome
    if outcome is None:
        return "every shortest way out counts"
    if outcome.rule in _PLAIN:
        return _PLAIN[outcome.rule]
    if outcome.rule is GhostRule.NEIGHBOUR:
        return _neighbour_reason(outcome)
    assert outcome.judged is not None, "these rules judge a normal"
    words = judged_words(outcome.judged)
    if outcome.rule is GhostRule.ADMITTED:
        return f"{words}; it is admitted"
    if outcome.rule is GhostRule.SNAPPED:
        return f"{words}; it is snapped to the segment's"
    return f"{words}; it is skipped, as the neighbour has it"


def _neighbour_reason(outcome: GhostOutcome) -> str:
    nearer = [axis for axis in outcome.axes if axis.name.startswith("neighbour")]
    if not nearer or max(nearer, key=_separation).separation <= outcome.axes[0].separation:
        return "the neighbour faces the body more"
    best, own = max(nearer, key=_separation), outcome.axes[0]
    both = f"{number(best.separation, 3)} m against {number(own.separation, 3)} m"
    return f"the normal of the {best.name} separates more, {both}"


def _separation(axis: ChainAxis) -> float:
    return axis.separation


def judged_words(judged: NormalAtEnd) -> str:
    """ "(1, 0) points to vertex 2, where the chain is flat"."""
    start = f"{vector(judged.normal)} points to vertex {judged.end.vertex}, {_end_words(judged.end)}"
    if judged.verdict is NormalClass.SKIP:
        return f"{start}, and is beyond the neighbour's normal by a sine of {number(judged.beyond, 3)}"
    return start


def _end_words(end: GhostEnd) -> str:
    if not end.has_ghost:
        return "where the chain ends"
    angle = f"{degrees(abs(end.turn)):.3g}°"
    if end.is_convex:
        return f"where the chain is convex by {angle}"
    if abs(end.turn) > pi / 2 and end.turn > 0:
        return f"where the chain folds back by {angle}"
    return "where the chain is flat" if abs(end.turn) < TOLERANCE else f"where the chain is concave by {angle}"


def _compared(decision: SegmentDecision) -> str:
    """What would have counted without ghost vertices, if that is another normal."""
    if decision.outcome is None or decision.fate is ContactFate.ACCEPTED:
        return ""
    raw = decision.raw
    return f" Without ghost vertices, {vector(raw.normal)} would count, {_separation_words(raw.separation)}."


def _separation_words(separation: float) -> str:
    return f"{number(separation, 3)} m apart" if separation > 0 else f"{number(-separation + 0.0, 3)} m deep"
