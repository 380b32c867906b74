"""The steps of a push-out of a terrain in plain language."""

from math import inf

from . import terrain
from .result import Exit
from .terrain import Contact, State, Way
from .words import number, series, vector

NAMED = 4  # triangles that a sentence names; the rest is counted


def explain(step: State, a: str, _b: str) -> str:
    """All contacts, which of them is chosen, and the push; or how it ended."""
    if step.chosen == terrain.NONE:
        return _rest(step, a)
    contacts, chosen = step.contacts, step.contacts[step.chosen]
    count = "one triangle" if len(contacts) == 1 else f"{len(contacts)} triangles"
    each = series([f"triangle {contact.triangle} by {number(contact.depth)} m" for contact in contacts], NAMED)
    push = f"It is pushed out of triangle {chosen.triangle} by {vector(step.push)}{_because(chosen)}."
    return " ".join([f"{a} overlaps {count}: {each}.", push, *_ending(step)])


def headline(step: State, _a: str, _b: str) -> str:
    return step.exit.words if step.exit != Exit.RUNNING else f"out of triangle {step.contacts[step.chosen].triangle}"


def _rest(step: State, a: str) -> str:
    if step.exit == Exit.DEPTH_UNKNOWN:
        triangles = series([f"triangle {triangle}" for triangle in step.unknown], NAMED)
        return f"Whether {a} overlaps {triangles}, and how deep, is not known: there is no push to make."
    if not step.near:
        return f"No triangle is near {a}: it is clear."
    if len(step.near) == 1:
        return f"{a} does not overlap the one triangle near it: it is clear."
    return f"{a} overlaps none of the {len(step.near)} triangles near it: it is clear."


def _because(contact: Contact) -> str:
    if contact.way == Way.LEAST:
        return ""
    if contact.least == inf:
        return ", along its normal, as the least way out is not known"
    return f", along its normal: the least way out, {number(contact.least)} m, leads behind it"


def _ending(step: State) -> list[str]:
    if step.exit == Exit.CYCLE:
        return ["There it has been before: the pushes go in a circle, and would for ever."]
    if step.exit == Exit.NO_PROGRESS:
        return ["That is less than the coordinates can tell: nothing changes."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {terrain.ITERATION_LIMIT} pushes is reached."]
    return []
