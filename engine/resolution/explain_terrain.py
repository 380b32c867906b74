"""Describes the steps of a push-out of a terrain."""

from math import inf

from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.resolution import terrain
from gjkscope.engine.resolution.terrain import ExitDirection, State, TriangleOverlap
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, series, vector

NAMED = 4  # a sentence names at most this many triangles and counts the rest


def explain(step: State, a: str, _b: str) -> str:
    """All contacts, the one chosen, and the push; or how the push-out ended."""
    if step.chosen == terrain.NONE:
        return _rest(step, a)
    contacts, chosen = step.contacts, step.contacts[step.chosen]
    count = "one triangle" if len(contacts) == 1 else f"{len(contacts)} triangles"
    each = series([f"triangle {contact.triangle} by {number(contact.depth)} m" for contact in contacts], NAMED)
    push = f"It is pushed out of triangle {chosen.triangle} by {vector(step.push)}{_because(chosen)}."
    return " ".join([f"{a} overlaps {count}: {each}.", push, *_ending(step)])


def headline(step: State, _a: str, _b: str) -> str:
    return step.exit.words if step.exit != Exit.RUNNING else f"out of triangle {step.contacts[step.chosen].triangle}"


def _explain_contacts(step: State, a: str, _b: str) -> str:
    each = [f"triangle {contact.triangle} by {number(contact.depth)} m" for contact in step.contacts]
    return f"{a} overlaps {series(each, NAMED)}."


def _explain_push(step: State, a: str, _b: str) -> str:
    chosen = step.contacts[step.chosen]
    push = f"{a} is pushed out of triangle {chosen.triangle} by {vector(step.push)}{_because(chosen)}."
    return " ".join([push, *_ending(step)])


def _pushes(step: State) -> bool:
    return step.chosen != terrain.NONE


BEATS = (
    Beat("contacts", "Contacts", _explain_contacts, _pushes),
    Beat("push", "Push", _explain_push, _pushes),
)


def _rest(step: State, a: str) -> str:
    if step.exit == Exit.DEPTH_UNKNOWN:
        triangles = series([f"triangle {triangle}" for triangle in step.unknown], NAMED)
        return f"Whether {a} overlaps {triangles}, and how deep, is not known, so no push-out is possible."
    if not step.near:
        return f"No triangle is near {a}: it is clear."
    if len(step.near) == 1:
        return f"{a} does not overlap the one triangle near it: it is clear."
    return f"{a} overlaps none of the {len(step.near)} triangles near it: it is clear."


def _because(contact: TriangleOverlap) -> str:
    if contact.way == ExitDirection.LEAST:
        return ""
    if contact.least == inf:
        return ", along its normal because the shortest way out is not known"
    return f", along its normal because the shortest way out, {number(contact.least)} m, leads behind it"


def _ending(step: State) -> list[str]:
    if step.exit == Exit.CYCLE:
        return ["It has been there before: the pushes repeat forever."]
    if step.exit == Exit.NO_PROGRESS:
        return ["This is lost in the rounding of the coordinates: nothing changes."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {terrain.ITERATION_LIMIT} pushes is reached."]
    return []
