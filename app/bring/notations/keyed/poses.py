"""Poses of drafts: positions with matrices, quaternions, Euler angles, or an axis and an angle."""

from math import pi

import numpy as np

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.describing import exact_numbers
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.drafts import BodyDraft, Gathered
from gjkscope.app.bring.notations.keyed.fields import Quantity, words_of_name
from gjkscope.app.bring.notations.keyed.matrices import pose_of_value, quaternion_order, rotation_of_numbers
from gjkscope.app.bring.notations.keyed.values import ValueTokens, in_order, numbers_of, scalar, vector_of
from gjkscope.app.bring.notations.placing import WXYZ, XYZW, euler_placement, quaternion, transform
from gjkscope.app.bring.notations.poses import compose
from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.app.scenes.turns import turn_by_vector
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.vectors import ZERO, Vec3

Placement = PositionOrientation | Transform


def placement_of_draft(draft: BodyDraft, conventions: Conventions, context: ReadContext, name: str) -> Placement:
    """The placement of one draft in the frame of its parent; the identity if the text gives none."""
    values = draft.values
    center = values.get(Quantity.CENTER)
    matrix = values.get(Quantity.MATRIX)
    if matrix is not None and (len(matrix) > 9 or Quantity.POSITION not in values):
        context.fact(name, "pose", f"{len(matrix)} numbers", matrix.span)
        placement = pose_of_value(matrix, conventions, context, f"{name}: {matrix.key or 'matrix'}")
        return _with_center(placement, center, name, context) if center else placement
    position_value = values.get(Quantity.POSITION) or center
    position = ZERO
    if position_value is not None:
        position = vector_of(position_value, context)
        context.fact(name, "position", exact_numbers(position), position_value.span)
    placement = _rotate(draft, position, conventions, context, name)
    if center is not None and center is not position_value:
        placement = _with_center(placement, center, name, context)
    return placement


def _with_center(placement: Placement, center: ValueTokens, name: str, context: ReadContext) -> Placement:
    """The placement of a shape whose centre is given in the frame of its body."""
    local = vector_of(center, context)
    context.fact(name, "centre", exact_numbers(local), center.span)
    if local == ZERO:
        return placement
    chosen = context.assume("center", "in the body's frame", "the text has a position and a centre", "ignored")
    return compose(placement, PositionOrientation(local)) if chosen != "ignored" else placement


def _rotate(draft: BodyDraft, position: Vec3, conventions: Conventions, context: ReadContext, name: str) -> Placement:
    values = draft.values
    for field in (Quantity.ROTATION, Quantity.QUATERNION, Quantity.MATRIX, Quantity.EULER, Quantity.AXIS_ANGLE):
        value = values.get(field)
        if value is None:
            continue
        context.fact(name, "orientation", " ".join(token.text for token in value.tokens[:9]), value.span)
        what = f"{name}: {value.key or 'rotation'}"
        if len(value) == 4 and field is not Quantity.AXIS_ANGLE:
            return PositionOrientation(position, quaternion_of_value(value, conventions, context, what))
        if len(value) in (9, 12) and field in (Quantity.ROTATION, Quantity.MATRIX):
            return transform(rotation_of_numbers(value, conventions, context, what), position)
        if field is Quantity.AXIS_ANGLE or (field is Quantity.ROTATION and "vector" in words_of_name(value.key)):
            return _by_axis_angle(value, position, context)
        if len(value) == 3 and field in (Quantity.ROTATION, Quantity.EULER):
            return _by_euler(value, position, conventions, context)
        raise value.fault(f"a rotation must have 3, 4 or 9 numbers, got {len(value)}", context)
    return _by_angle(draft, position, context)


def quaternion_of_value(value: ValueTokens, conventions: Conventions, context: ReadContext, what: str) -> Quaternion:
    """The quaternion of four numbers; its order is named in the text, or assumed.  Raises `TextError`."""
    if len(value) != 4:
        raise value.fault(f"a quaternion must have four numbers, got {len(value)}", context)
    if set(value.labels) == set("xyzw"):
        value = in_order(value, XYZW)
        return quaternion(numbers_of(value, context), value.tokens, XYZW, context, what)
    said = value.key.lower() + " " + "".join(word.text.lower() for word in value.words)
    named = next((order for order in (XYZW, WXYZ) if order in said), None)
    order = named or quaternion_order(conventions, context)
    return quaternion(numbers_of(value, context), value.tokens, order, context, what)


def infer_quaternion_order(gathered: Gathered, conventions: Conventions, context: ReadContext) -> None:
    """Notes the order that an identity shows: 1 0 0 0 is one with w first, 0 0 0 1 one with w last."""
    if "quaternion" in context.choices:
        return
    quaternions = [
        [token.value for token in value.tokens]
        for draft in gathered.drafts
        for field, value in draft.values.items()
        if field in (Quantity.ROTATION, Quantity.QUATERNION) and len(value) == 4 and not value.labels
    ]
    first, last = [1.0, 0.0, 0.0, 0.0] in quaternions, [0.0, 0.0, 0.0, 1.0] in quaternions
    if first != last and not conventions.engine:
        order, other = (WXYZ, XYZW) if first else (XYZW, WXYZ)
        context.assume("quaternion", order, "one of the quaternions is then the identity", other)


def _by_euler(value: ValueTokens, position: Vec3, conventions: Conventions, context: ReadContext) -> Placement:
    words = set(words_of_name(value.key))
    angles = list(vector_of(value, context))
    if not any(angles):
        return PositionOrientation(position)
    is_large = max(map(abs, angles)) > 2.0 * pi
    unit = "degrees" if words & {"degrees", "deg", "euler"} and "rad" not in words else conventions.angles
    if is_large:
        unit = "degrees"
    why = "larger than a full turn in radians" if is_large else f"{conventions.engine or 'the common'} convention"
    unit = context.assume("angles", unit, why, "radians" if unit == "degrees" else "degrees")
    order = "xyz" if words & {"rpy", "roll"} else conventions.euler
    others = [sequence for sequence in ("xyz", "XYZ", "zyx", "ZYX", "YXZ") if sequence != order]
    decide = context.assume if conventions.engine else context.ask
    order = decide("euler", order, "upper case means moving axes, lower case fixed axes", *others)
    if unit == "degrees":
        angles = [angle * pi / 180.0 for angle in angles]
    by_axis = dict(zip("xyz", angles, strict=True))
    return euler_placement([by_axis[letter.lower()] for letter in order], order, position)


def _by_axis_angle(value: ValueTokens, position: Vec3, context: ReadContext) -> Placement:
    numbers = numbers_of(value, context)
    if len(numbers) == 4:
        axis, angle = np.array(numbers[:3]), numbers[3]
        length = float(np.linalg.norm(axis))
        if not length > 0.0:
            raise value.fault("the axis of a rotation must not be zero", context)
        numbers = (axis * (angle / length)).tolist()
    elif len(numbers) != 3:
        raise value.fault(f"an axis and an angle must be 3 or 4 numbers, got {len(numbers)}", context)
    x, y, z = numbers
    return PositionOrientation(position, turn_by_vector((x, y, z)))


def _by_angle(draft: BodyDraft, position: Vec3, context: ReadContext) -> Placement:
    axis = draft.values.get(Quantity.ROTATION_AXIS) or draft.values.get(Quantity.AXIS)
    value = draft.values.get(Quantity.ANGLE)
    if value is None:
        return PositionOrientation(position)
    if axis is None:
        raise value.fault("an angle needs the axis of the rotation", context)
    angle = scalar(value, context)
    is_degrees = bool({"deg", "degrees", "°"} & {*words_of_name(value.key), *(word.text for word in value.words)})
    unit = "degrees" if is_degrees or abs(angle) > 2.0 * pi else "radians"
    unit = context.assume("angles", unit, "the size of the angle", "radians" if unit == "degrees" else "degrees")
    direction = np.array(vector_of(axis, context))
    length = float(np.linalg.norm(direction))
    if not length > 0.0:
        raise axis.fault("the axis of a rotation must not be zero", context)
    x, y, z = (direction * ((angle * pi / 180.0 if unit == "degrees" else angle) / length)).tolist()
    return PositionOrientation(position, turn_by_vector((x, y, z)))
