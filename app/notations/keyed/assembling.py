"""Assembles the bodies of a text, and the answers about them, from the fields that were gathered."""

from collections.abc import Sequence

from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.keyed.answers import reported_answers
from gjkscope.app.notations.keyed.conventions import Conventions
from gjkscope.app.notations.keyed.drafts import Gathered
from gjkscope.app.notations.keyed.pairing import paired_drafts
from gjkscope.app.notations.keyed.poses import infer_quaternion_order
from gjkscope.app.notations.keyed.repeated import body_of_draft, distinct_bodies
from gjkscope.app.notations.keyed.scaling import bodies_in_metres
from gjkscope.app.notations.reading import Reading


def assemble(gathered: Gathered, conventions: Conventions, context: ReadContext) -> Reading:
    """The bodies of a text.  Raises `TextError` and `ImportFault`."""
    infer_quaternion_order(gathered, conventions, context)
    drafts = paired_drafts(gathered, context)
    built = [body_of_draft(draft, index, drafts, conventions, context) for index, draft in enumerate(drafts)]
    bodies = bodies_in_metres(distinct_bodies(built, context), gathered, context)
    _mention(gathered, context)
    reported = reported_answers(gathered, bodies, conventions, context)
    return Reading(bodies, reported)


def _mention(gathered: Gathered, context: ReadContext) -> None:
    if gathered.settings:
        context.skip(_listed(gathered.settings))
    if gathered.unknown:
        named = _listed([f"{name!r}" for name, _ in gathered.unknown])
        first = gathered.unknown[0][1]
        line = context.text.count("\n", 0, first.start) + 1
        context.warn(f"not known and not used: {named} (first in line {line})")


def _listed(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    return ", ".join(unique[:6]) + (f" and {len(unique) - 6} more" if len(unique) > 6 else "")
