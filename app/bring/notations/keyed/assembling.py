"""Assembles the bodies of a text, and the answers about them, from the fields that were gathered."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.context import NAMED, ReadContext
from gjkscope.app.bring.notations.keyed.answers import reported_answers
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.drafts import IN_BODY, PLACE_FIELDS, TURN_FIELDS, BodyDraft, Gathered, ancestors
from gjkscope.app.bring.notations.keyed.fields import Quantity
from gjkscope.app.bring.notations.keyed.pairing import pair_drafts
from gjkscope.app.bring.notations.keyed.poses import infer_quaternion_order
from gjkscope.app.bring.notations.keyed.repeated import body_of_draft, distinct_bodies
from gjkscope.app.bring.notations.keyed.scaling import bodies_in_metres
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.text import series


def assemble(gathered: Gathered, conventions: Conventions, context: ReadContext) -> Reading:
    """The bodies of a text.  Raises `TextError` and `ImportFault`."""
    infer_quaternion_order(gathered, conventions, context)
    drafts = pair_drafts(gathered, context)
    built = [body_of_draft(draft, index, drafts, conventions, context) for index, draft in enumerate(drafts)]
    _mention_unplaced(drafts, built, gathered.is_list_of_values, context)
    bodies = bodies_in_metres(distinct_bodies(built, context), gathered, context)
    _mention(gathered, context)
    reported = reported_answers(gathered, bodies, conventions, context)
    return Reading(bodies, reported)


def _mention_unplaced(
    drafts: Sequence[BodyDraft], bodies: Sequence[Body], are_values: bool, context: ReadContext
) -> None:
    """Notes which shapes are assumed to be at the origin, or unrotated beside rotated ones.

    Points and centres in values that a debugger prints are in the frame of their body.
    """
    places = PLACE_FIELDS - IN_BODY if are_values else PLACE_FIELDS
    named = [(draft, body.name) for draft, body in zip(drafts, bodies, strict=True)]
    context.assume_at_origin([name for draft, name in named if not _says(draft, places)])
    straight = [name for draft, name in named if not _says(draft, TURN_FIELDS)]
    if 0 < len(straight) < len(named):
        context.assume("rotation", "none", f"the text does not turn {series(straight, NAMED)}")


def _says(draft: BodyDraft, fields: set[Quantity]) -> bool:
    """Whether a draft or one that contains it has one of the fields."""
    return any(part.values.keys() & fields or part.parts.keys() & fields for part in (draft, *ancestors(draft)))


def _mention(gathered: Gathered, context: ReadContext) -> None:
    if gathered.settings:
        context.skip(_join_names(gathered.settings))
    if gathered.unknown:
        named = _join_names([f"{name!r}" for name, _ in gathered.unknown])
        first = gathered.unknown[0][1]
        line = context.text.count("\n", 0, first.start) + 1
        context.warn(f"not known and not used: {named} (first in line {line})")


def _join_names(names: Sequence[str]) -> str:
    unique = list(dict.fromkeys(names))
    return ", ".join(unique[:6]) + (f" and {len(unique) - 6} more" if len(unique) > 6 else "")
