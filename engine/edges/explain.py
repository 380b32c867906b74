"""Describes the steps of a slide over a mesh."""

from gjkscope.engine.edges.decisions import NO_CONTACT, ContactFate, Decision
from gjkscope.engine.edges.steps import State
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number, series, vector
from gjkscope.engine.vectors import norm

NAMED = 3  # a sentence names at most this many contacts and counts the rest


def explain(step: State, a: str, _b: str) -> str:
    """The place of the body, its contacts, the policy's decisions about them, and their effects."""
    parts = [explain_move(step, a, _b), explain_contacts(step, a, _b)]
    if step.contacts:
        parts += [explain_decisions(step, a, _b), explain_response(step, a, _b)]
    return " ".join([*parts, *_ending(step)])


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit not in (Exit.RUNNING, Exit.COMPLETE):
        return step.exit.words
    if any(response.is_ghost for response in step.responses):
        return "ghost collision"
    changed = [decision for decision in step.decisions if decision.fate in (ContactFate.CORRECTED, ContactFate.VOIDED)]
    if changed:
        return f"{len(changed)} of {counted(len(step.contacts), 'contact')} {changed[0].fate.value}"
    return counted(len(step.contacts), "contact") if step.contacts else "no contact"


def explain_move(step: State, a: str, _b: str) -> str:
    """How the body arrived here."""
    if step.push_out > 1:
        return f"Push-out {step.push_out} of tick {step.tick}: the contacts of {a} are found again."
    if step.tick == 0:
        return f"At the start, {a} moves at {number(norm(step.closing), 4)} m/s."
    return f"In tick {step.tick}, {a} moves at {vector(step.closing)} m/s."


def explain_contacts(step: State, a: str, _b: str) -> str:
    """The triangles that the body overlaps."""
    if not step.contacts:
        return f"{a} overlaps no triangle."
    each = [f"triangle {contact.triangle} by {number(contact.depth, 3)} m" for contact in step.contacts]
    apart = ", each taken on its own" if len(each) > 1 else ""
    return f"{a} overlaps {series(each, NAMED)}{apart}."


def explain_decisions(step: State, _a: str, _b: str) -> str:
    """The decision about each contact, the unusual ones first."""
    unusual = [decision for decision in step.decisions if decision.fate is not ContactFate.ACCEPTED]
    if not unusual:
        return "All contacts are accepted."
    accepted = len(step.decisions) - len(unusual)
    words = series([_decision_words(step, decision) for decision in unusual], NAMED)
    return f"{counted(accepted, 'contact')} accepted; {words}."


def explain_response(step: State, a: str, _b: str) -> str:
    """The effects of the contacts on the body."""
    ghosts = [response for response in step.responses if response.is_ghost]
    if ghosts:
        first = ghosts[0]
        triangle, normal = step.contacts[first.contact].triangle, _normal(step, first.contact)
        return (
            f"Ghost collision: triangle {triangle} takes {number(first.stopped, 4)} m/s from {a} along "
            f"{vector(normal)}, where the surface continues and has no such normal."
        )
    pushed = max((response.push for response in step.responses), default=0.0)
    return f"{a} is pushed out by {number(pushed, 3)} m and moves on at {vector(step.velocity)} m/s."


def _normal(step: State, contact: int) -> tuple[float, float, float]:
    return next(decision.normal for decision in step.decisions if decision.contact == contact)


def _decision_words(step: State, decision: Decision) -> str:
    by = f" by triangle {step.contacts[decision.by].triangle}" if decision.by != NO_CONTACT else ""
    fate = "waits" if decision.fate is ContactFate.LATER else f"is {decision.fate.value}{by}"
    return f"triangle {step.contacts[decision.contact].triangle} {fate}, as {decision.reason}"


def _ending(step: State) -> list[str]:
    if step.exit is not Exit.COMPLETE:
        return []
    measures = step.measures
    lost = f"{number(100 * measures.lost, 3)} % of the speed is lost"
    ghosts = f"{'was' if measures.ghosts == 1 else 'were'} {counted(measures.ghosts, 'ghost collision')}"
    ended = f"After {counted(step.tick, 'tick')}, {lost} and there {ghosts}."
    return [ended, "The body went through the surface."] if measures.tunnelled else [ended]


def _has_contacts(step: State) -> bool:
    return bool(step.contacts)


def _has_unusual(step: State) -> bool:
    return any(decision.fate is not ContactFate.ACCEPTED for decision in step.decisions)


def _changes(step: State) -> bool:
    return step.velocity != step.closing or step.pose != step.moved


def _moves(step: State) -> bool:
    return step.before != step.moved


BEATS = (
    Beat("move", "Move", explain_move, _moves),
    Beat("contacts", "Contacts", explain_contacts, _has_contacts),
    Beat("decisions", "Decisions", explain_decisions, _has_unusual),
    Beat("response", "Response", explain_response, _changes),
)
