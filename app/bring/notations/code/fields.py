"""Parts of values: members and elements, and values with a part replaced."""

import re
from collections.abc import Sequence
from typing import cast

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import ZERO3, frame_of, position_of, rotation_of
from gjkscope.app.bring.notations.code.measures import measure_of
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Text,
    Thing,
    Value,
    array,
    as_placement,
    flatten,
    matrix_rows,
    motion_of,
    rotation_of_quaternion,
    tokens_of,
    transpose_matrix,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Site

_COMPONENTS = {"x": 0, "y": 1, "z": 2, "w": 3, "X": 0, "Y": 1, "Z": 2, "W": 3}
_GETTER = re.compile("^[Gg]et(?=[XYZW]$)")  # getX, GetX
_QUATERNION = {"x": 0, "y": 1, "z": 2, "w": 3, "i": 0, "j": 1, "k": 2, "s": 3}
_SAME = frozenset(
    "matrix affine toRotationMatrix to_rotation_matrix as_matrix getMatrix to_matrix v m q d coords vector "
    "array inner to_homogeneous to_mat4 data memptr rotation_matrix ToRotationMatrix homogeneous asMatrix "
    "GetAsMatrix4 GetAsMatrix34 GetAsIsometry3 as_slice to_array base GetMatrix".split()
)

Index = Value | slice | str


def member(site: Site, value: Value, name: str) -> Value:
    """A member of a value, or what a method without arguments returns.  Raises `Mismatch` or `TextError`."""
    if isinstance(value, Failed):
        raise value.fault
    role = names.role_of(name)
    if isinstance(value, Thing):
        return _of_thing(value, name, role, site)
    if isinstance(value, SolidValue):
        parameter = dict(value.form.names).get(name, name)
        if parameter not in value.arguments and (measure := measure_of(value, name)) is not None:
            return measure
        return value.arguments.get(parameter, value.arguments.get(role or parameter, value))
    if name in ("T", "transpose"):
        return transpose_matrix(value)
    if isinstance(value, Array):
        if (i := _COMPONENTS.get(_GETTER.sub("", name), len(value.items))) < len(value.items):
            return value.items[i]
        motion = motion_of(value) if role else None
        if motion is not None and role:
            return member(site, motion, name)
        if name in _SAME or role in ("placement", "position"):
            return value
    if isinstance(value, Rotation):
        return _of_rotation(value, name)
    if isinstance(value, PlacedFrame):
        if role == "position":
            return Array(value.position)
        if role == "rotation":
            return value.rotation
        if name in _SAME or role == "placement":
            return value
        if name in _COMPONENTS:
            return value.position[_COMPONENTS[name]]
    if name in _SAME:
        return value
    raise OperandMismatch(f"{quoted(name)} is not known here")


def _of_thing(thing: Thing, name: str, role: str | None, site: Site) -> Value:
    if name in thing.fields:
        return thing.fields[name]
    for key, value in thing.fields.items():
        if role and names.role_of(key) == role:
            return value
    if role == "shape" and len(thing.solids) == 1:
        return thing.solids[0]
    if site.vocabulary.fields.get(name) in ("euler", "euler degrees"):
        return ZERO3
    if thing.definition is not None:
        raise OperandMismatch(f"{quoted(name)} of {thing.type} has no value in the text")
    if role in ("placement", "position", "rotation"):  # not set yet: assigning to a part of it sets it
        return IDENTITY_PLACEMENT if role == "placement" else member(site, IDENTITY_PLACEMENT, role)
    if name in names.PASSING or name in _SAME:
        return thing
    hint = f": write what {thing.type} returns in numbers" if name in _COMPONENTS and thing.type else ""
    raise OperandMismatch(f"{quoted(name)} has no value in the text{hint}")


def _of_rotation(rotation: Rotation, name: str) -> Value:
    parts = rotation.parts
    if parts and name in _QUATERNION:
        return Scalar(parts[_QUATERNION[name]], rotation.tokens)
    if parts and name in ("coeffs", "as_quat", "xyzw"):
        return Array(tuple(Scalar(part, rotation.tokens) for part in parts))
    if parts and name in ("vec", "v", "imag", "xyz"):
        return Array(tuple(Scalar(part, rotation.tokens) for part in parts[:3]))
    return rotation


def replace_member(site: Site, value: Value, name: str, part: Value) -> Value:
    """The value with a member replaced.  Raises `Mismatch`."""
    if isinstance(part, Failed):
        raise part.fault
    role = names.role_of(name)
    if isinstance(value, Failed):
        return _replace_in_unknown(site, value, name, part)
    if name == "x" and isinstance(value, Array) and not value.items:
        return Array((part,))
    if isinstance(value, Array) and name in _COMPONENTS:
        return Array(_with_item(value.items, _COMPONENTS[name], part, name))
    if isinstance(value, Rotation):
        return _replace_in_rotation(site, value, name, part)
    if isinstance(value, Array) and role in ("position", "rotation") and (motion := motion_of(value)) is not None:
        value = as_placement(motion)
    changed = _replace_in_pose(site, value, name, part) if isinstance(value, PlacedFrame) else None
    if changed is not None:
        return changed
    if name in _SAME or role:
        return part
    raise OperandMismatch(f"{quoted(name)} is not known here")


def _with_item(items: tuple[Value, ...], i: int, part: Value, name: str) -> tuple[Value, ...]:
    if i >= len(items):
        raise OperandMismatch(f"{quoted(name)} is beyond the {len(items)} components")
    return (*items[:i], part, *items[i + 1 :])


def _replace_in_unknown(site: Site, value: Failed, name: str, part: Value) -> Value:
    """An unknown value with a member replaced; the other parts of a pose may be known."""
    role = names.role_of(name)
    if value.known is not None and role in ("position", "rotation"):
        changed = replace_member(site, value.known, name, part)
        return value._replace(known=changed) if role != value.part and isinstance(changed, PlacedFrame) else changed
    is_pose = role in ("position", "rotation", "placement")
    return replace_member(site, IDENTITY_PLACEMENT if is_pose else Array(()), name, part)


def _replace_in_pose(site: Site, pose: PlacedFrame, name: str, part: Value) -> Value | None:
    """A pose with a member replaced; None if it has no such member."""
    role = names.role_of(name)
    if role == "position":
        return pose._replace(position=position_of(part))
    if role == "rotation":
        return pose._replace(rotation=rotation_of(site, part))
    if role == "placement" or name in _SAME:
        return frame_of(site, part)
    if role == "euler" and "euler" in site.vocabulary.methods:
        form = site.vocabulary.methods["euler"][0]
        assert isinstance(form, Form)
        return pose._replace(rotation=rotation_of(site, form.build(site, [part])))
    if name.lower().endswith("scale"):
        raise OperandMismatch("the scale of a pose is not known here")
    if name in _COMPONENTS and isinstance(part, Scalar):
        position = _with_item(pose.position, _COMPONENTS[name], part, name)
        return pose._replace(position=cast(tuple[Scalar, Scalar, Scalar], position))
    return None


def _replace_in_rotation(site: Site, rotation: Rotation, name: str, part: Value) -> Value:
    parts = list(rotation.parts or (0.0, 0.0, 0.0, 1.0))
    if name in _QUATERNION and isinstance(part, Scalar):
        parts[_QUATERNION[name]] = part.value
        tokens = (*rotation.tokens, *part.tokens)
    elif name in ("v", "vec", "xyz") and vector_in(part):
        parts[:3] = [number.value for number in vector_in(part) or ()]
        tokens = (*rotation.tokens, *tokens_of(vector_in(part) or ()))
    elif name == "coeffs" and (flat := flatten(part)) and len(flat) == 4:
        return rotation_of_quaternion(flat)
    else:
        return rotation_of(site, part)
    return rotation_of_quaternion([Scalar(component) for component in parts], tokens)


# --- elements ---


def subscript(value: Value, indices: Sequence[Index], token: Token) -> Value:
    """An element, row, column or block of a list or matrix; of a pose, of its 4×4 matrix."""
    if not indices:
        raise token.fault("must be given an index")
    if isinstance(value, (PlacedFrame, Rotation)):
        value = _matrix_of(value, indices)
    if isinstance(value, Thing):
        return _element_of_thing(value, indices, token)
    if not isinstance(value, Array):
        raise token.fault("must be a list")
    indices = _plain_indices(indices)
    if len(indices) == 1:
        return _item(value, indices[0], token)
    rows = _items(value, indices[0], token)
    items = [_item(row, indices[1], token) if isinstance(row, Array) else row for row in rows]
    return Array(tuple(items)) if isinstance(indices[0], slice) else items[0]


def _element_of_thing(thing: Thing, indices: Sequence[Index], token: Token) -> Value:
    index = indices[0]
    key = index.text if isinstance(index, Text) else str(int(index.value)) if isinstance(index, Scalar) else ""
    if key in thing.fields:
        return thing.fields[key]
    if isinstance(index, Scalar) and thing.type and not thing.solids:  # plant, scene_graph = AddMultibodyPlant…(…)
        part = Thing(thing.type, thing.token, thing.end)
        part.is_computed = thing.type[:1].islower()
        return part
    raise token.fault(f"{quoted(key)} has no value in the text")


def without_part(value: Value, role: str | None, fault: TextError) -> Failed:
    """A pose after an assignment to a part of it that failed."""
    if isinstance(value, Failed) and value.known is not None:
        return value if value.part == role else Failed(fault, "placement", value.known)
    part = role if role in ("position", "rotation") else "placement"
    return Failed(fault, part, value if isinstance(value, PlacedFrame) else IDENTITY_PLACEMENT)


def matrix_of_motion(motion: PlacedFrame | Rotation) -> Array:
    """The 4×4 or 3×3 matrix of a pose or rotation."""
    if isinstance(motion, Rotation):
        if motion.parts is not None:
            return Array(tuple(Scalar(part, motion.tokens) for part in motion.parts))
        return array([Scalar(number, motion.tokens) for number in row] for row in motion.rows)
    rotation = motion.rotation
    rows = [
        [*(Scalar(number, rotation.tokens) for number in row), coordinate]
        for row, coordinate in zip(rotation.rows, motion.position, strict=True)
    ]
    return array([*rows, [Scalar(0.0), Scalar(0.0), Scalar(0.0), Scalar(1.0)]])


def _matrix_of(motion: PlacedFrame | Rotation, indices: Sequence[Index]) -> Array:
    """The matrix that the indices are about; a single index of a quaternion is about its four numbers."""
    if isinstance(motion, Rotation) and len(indices) > 1:
        motion = motion._replace(parts=None)
    return matrix_of_motion(motion)


# Methods that return a part of a matrix of Eigen.
PARTS_OF_MATRICES = frozenset({"block", "topLeftCorner", "topRightCorner", "row", "col", "head", "tail", "segment"})


def _plain_indices(indices: Sequence[Index]) -> list[Index]:
    """The parts of matrices, such as block(0, 3), row(1), col(2) and topLeftCorner, as indices and slices."""
    if not isinstance(indices[0], str):
        return list(indices)
    kind, numbers = indices[0], [_number(index) for index in indices[1:]]
    if kind in ("row", "Row") and numbers:
        return [Scalar(float(numbers[0]))]
    if kind in ("col", "column", "Column", "GetColumn", "setColumn", "SetColumn") and numbers:
        return [slice(None), Scalar(float(numbers[0]))]
    if kind in ("block", "fixed_view") and len(numbers) >= 2:
        height = numbers[2] if len(numbers) > 2 else 3
        width = numbers[3] if len(numbers) > 3 else 3 if numbers[1] == 0 else 1
        last_column: Index = slice(numbers[1], numbers[1] + width) if width > 1 else Scalar(float(numbers[1]))
        return [slice(numbers[0], numbers[0] + height), last_column]
    if kind in ("topLeftCorner", "topRightCorner"):
        return [slice(0, 3), slice(0, 3) if kind == "topLeftCorner" else Scalar(3.0)]
    if kind == "head":
        return [slice(0, numbers[0] if numbers else 3)]
    if kind == "tail":
        return [slice(-numbers[0] if numbers else -3, None)]
    if kind == "segment" and numbers:
        return [slice(numbers[0], numbers[0] + (numbers[1] if len(numbers) > 1 else 3))]
    raise OperandMismatch(f"{quoted(kind)} is not known here")


def _number(index: Index) -> int:
    if not isinstance(index, Scalar):
        raise OperandMismatch("an index must be a number")
    return int(index.value)


def _item(value: Array, index: Index, token: Token) -> Value:
    if isinstance(index, slice):
        return Array(value.items[index])
    if isinstance(index, Array):  # NumPy: q[[3, 0, 1, 2]]
        return Array(tuple(_item(value, number, token) for number in index.items))
    i = _number(index)
    if not -len(value.items) <= i < len(value.items):
        raise token.fault(f"the index {i} is beyond the {len(value.items)} items")
    return value.items[i]


def _items(value: Array, index: Index, token: Token) -> list[Value]:
    item = _item(value, index, token)
    return list(item.items) if isinstance(index, slice) and isinstance(item, Array) else [item]


def replace_subscript(value: Value, indices: Sequence[Index], part: Value, token: Token) -> Value:
    """A list or matrix with an element, row, column or block replaced; a pose becomes a matrix and back."""
    if not indices:
        raise token.fault("must be given an index")
    if isinstance(value, Thing):
        index = indices[0]
        value.fields[index.text if isinstance(index, Text) else str(_number(index))] = part
        return value
    if isinstance(value, (PlacedFrame, Rotation)):
        changed = replace_subscript(_matrix_of(value, indices), indices, part, token)
        if isinstance(value, PlacedFrame):
            return as_placement(motion_of(changed) or value)
        flat = flatten(changed)
        return rotation_of_quaternion(flat) if flat and len(flat) == 4 else changed
    if not isinstance(value, Array):
        raise token.fault("must be a list")
    if isinstance(part, PlacedFrame):  # a pose that only turns, as a matrix of 3×3
        if any(number.value for number in part.position):
            raise token.fault("a pose does not fit here")
        part = part.rotation
    first, *columns = _plain_indices(indices)
    items = list(value.items)
    rows = range(len(items))[first] if isinstance(first, slice) else [_number(first)]
    for row, new in zip(rows, _parts_of_rows(first, columns, part, len(rows), token), strict=True):
        if not -len(items) <= row < len(items):
            raise token.fault(f"the index {row} is beyond the {len(items)} items")
        items[row] = replace_subscript(items[row], columns, new, token) if columns else new
    return Array(tuple(items))


def _parts_of_rows(first: Index, columns: Sequence[Index], part: Value, rows: int, token: Token) -> Sequence[Value]:
    """The value assigned to each row: its part of a list or matrix, or the same value for all."""
    if not isinstance(first, slice) or not isinstance(part, (Array, Rotation)):
        return [part] * rows
    parts = _as_rows(part, is_column=bool(columns) and not isinstance(columns[0], slice))
    if len(parts) != rows:
        raise token.fault(f"{len(parts)} values do not fit {rows} places")
    return parts


def _as_rows(part: Value, is_column: bool) -> tuple[Value, ...]:
    if isinstance(part, Rotation):
        return array([Scalar(number, part.tokens) for number in row] for row in part.rows).items
    assert isinstance(part, Array)
    rows = matrix_rows(part)
    if is_column and rows and len(rows[0]) == 1:
        return tuple(row[0] for row in rows)
    return part.items
