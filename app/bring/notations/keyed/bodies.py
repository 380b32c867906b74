"""Makes a body from a description: its name, shape, placement and scale."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.drafts import SIZE_FIELDS, BodyDraft, ancestors
from gjkscope.app.bring.notations.keyed.fields import Quantity
from gjkscope.app.bring.notations.keyed.poses import placement_of_draft
from gjkscope.app.bring.notations.keyed.scaling import rescaled_shape
from gjkscope.app.bring.notations.keyed.shape_fields import ShapeFields
from gjkscope.app.bring.notations.keyed.shapes import build_shape
from gjkscope.app.bring.notations.keyed.values import vector_of
from gjkscope.app.bring.notations.poses import compose
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.vectors import ZERO, Vec3


def name_of_draft(draft: BodyDraft, index: int, drafts: Sequence[BodyDraft]) -> str:
    """The name in the text, the tag or kind that tells the body apart, or a letter."""
    if draft.name:
        return draft.name
    for owner in (draft, *ancestors(draft)):
        if owner.name and not owner.has_shape and sum(owner in (other, *ancestors(other)) for other in drafts) == 1:
            return owner.name
        if owner.tag:
            return owner.tag.upper() if owner.tag.isalpha() else f"shape {owner.tag}"
    if draft.kind is not None and sum(other.kind is draft.kind for other in drafts) == 1:
        return draft.kind.value
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index] if index < 26 else f"shape {index + 1}"


def described_body(draft: BodyDraft, name: str, conventions: Conventions, context: ReadContext) -> Body:
    """The body of one description.  Raises `TextError`."""
    fields = ShapeFields(draft, name, conventions, context)
    shape, local = build_shape(fields)
    placement = placement_of_draft(draft, conventions, context, name)
    for parent in ancestors(draft):
        if parent.has_pose and not parent.has_shape:
            outer = placement_of_draft(parent, conventions, context, name)
            placement = compose(outer, placement)
    if local is not None:
        placement = compose(placement, local)
    if scale := draft.values.get(Quantity.SCALE):
        shape = rescaled_shape(shape, scale, context)
    _mention_unused(fields)
    velocity, turning = (_motion(draft, field, context) for field in (Quantity.VELOCITY, Quantity.ANGULAR_VELOCITY))
    return Body(name, shape, placement, velocity=velocity, angular_velocity=turning)


def _motion(draft: BodyDraft, field: Quantity, context: ReadContext) -> Vec3:
    """The velocity or angular velocity of a body or of its enclosing record.  Raises `TextError`."""
    owners = (draft, *(owner for owner in ancestors(draft) if not owner.has_shape))
    value = next((owner.values[field] for owner in owners if field in owner.values), None)
    return vector_of(value, context) if value is not None else ZERO


def _mention_unused(fields: ShapeFields) -> None:
    for field, value in fields.draft.values.items():
        if (
            field in SIZE_FIELDS | {Quantity.MARGIN, Quantity.ROUNDING}
            and field not in fields.used
            and not value.is_zero()
        ):
            text = " ".join(token.text for token in value.tokens[:3])
            fields.context.warn(f"{fields.name}: not used: {value.key or field.name.lower()} = {text}")
