"""The steps of a push-out in plain language."""

from . import resolve
from .resolve import Contact, PairState, TerrainState, Way
from .result import Exit, Verdict
from .vectors import norm
from .words import number, vector

NAMED = 4  # contacts that a sentence names; the rest is counted


def explain_pair(step: PairState, a: str, b: str) -> str:
    """How deep they overlap, and who moves how far; or why nobody does."""
    if step.exit == Exit.CLEAR:
        word = "touch" if step.result.verdict is Verdict.TOUCHING else "are apart"
        return f"{a} and {b} {word}: there is nothing {'left ' if step.iteration else ''}to push out."
    if step.exit == Exit.BOTH_FIXED:
        return f"{a} and {b} overlap{_by(step)}, but both are fixed: nothing moves."
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"Whether {a} and {b} overlap, and how deep, is not known: there is no push to make."
    push = f"{a} and {b} overlap{_by(step)} along {vector(step.result.normal or (0.0, 0.0, 0.0))}. "
    push += f"{_share(a, step.share_a, step.push_a)}; {_share(b, step.share_b, step.push_b)}."
    if step.exit == Exit.NO_PROGRESS:
        return f"{push} That is less than the coordinates can tell: nothing changes."
    if step.exit == Exit.ITERATION_LIMIT:
        return f"{push} The limit of {resolve.PAIR_LIMIT} pushes is reached."
    return push


def headline_pair(step: PairState, a: str, b: str) -> str:
    if step.exit not in (Exit.RUNNING, Exit.ITERATION_LIMIT):
        return step.exit.words
    movers = [name for name, share in ((a, step.share_a), (b, step.share_b)) if share > 0]
    return f"push {' and '.join(movers)}"


def explain_terrain(step: TerrainState, a: str, _b: str) -> str:
    """All contacts, which of them is chosen, and the push; or how it ended."""
    if step.chosen == resolve.NONE:
        return _rest(step, a)
    contacts, chosen = step.contacts, step.contacts[step.chosen]
    count = "one triangle" if len(contacts) == 1 else f"{len(contacts)} triangles"
    overlaps = f"{a} overlaps {count}: {_listed(contacts)}."
    push = f"It is pushed out of triangle {chosen.triangle} by {vector(step.push)}{_because(chosen)}."
    return " ".join([overlaps, push, *_ending(step)])


def headline_terrain(step: TerrainState, _a: str, _b: str) -> str:
    return step.exit.words if step.chosen == resolve.NONE else f"out of triangle {step.contacts[step.chosen].triangle}"


def _by(step: PairState) -> str:
    depth = step.result.signed_distance
    return "" if depth is None else f" by {number(-depth)} m"


def _share(name: str, share: float, push: tuple[float, float, float]) -> str:
    if share == 0:
        return f"{name} is fixed"
    part = "all of it" if share == 1 else f"{number(100 * share, 3)} % of it, {number(norm(push))} m"
    return f"{name} moves {part}, by {vector(push)}"


def _rest(step: TerrainState, a: str) -> str:
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"Whether {a} overlaps {_numbers(step.unknown)}, and how deep, is not known: there is no push to make."
    near = f"Of the {len(step.near)} triangles near it none" if step.near else "No triangle is near it: none"
    return f"{near} is overlapped: {a} is clear."


def _listed(contacts: tuple[Contact, ...]) -> str:
    named = [f"triangle {contact.triangle} by {number(contact.depth)} m" for contact in contacts[:NAMED]]
    more = [f"{len(contacts) - NAMED} more"] if len(contacts) > NAMED else []
    return ", ".join([*named, *more])


def _because(contact: Contact) -> str:
    if contact.way == Way.LEAST:
        return ""
    if contact.least == float("inf"):
        return ", along its normal, as the least way out is not known"
    return f", along its normal: the least way out, {number(contact.least)} m, leads behind it"


def _ending(step: TerrainState) -> list[str]:
    if step.exit == Exit.CYCLE:
        return ["There it has been before: the pushes go in a circle, and no place nearby is clear."]
    if step.exit == Exit.NO_PROGRESS:
        return ["That is less than the coordinates can tell: nothing changes."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {resolve.TERRAIN_LIMIT} pushes is reached."]
    return []


def _numbers(triangles: tuple[int, ...]) -> str:
    named = [f"triangle {number}" for number in triangles[:NAMED]]
    more = [f"{len(triangles) - NAMED} more"] if len(triangles) > NAMED else []
    return ", ".join([*named, *more])
