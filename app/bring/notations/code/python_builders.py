"""Builds values from the arguments of functions of Python, NumPy, SciPy and transforms3d."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import cast

from gjkscope.app.bring.notations.code.builders import (
    DEGREES,
    RADIANS,
    Values,
    assumed_order,
    euler_angles,
    from_quaternion,
    position_of,
    quaternion_in,
    rotation_about,
)
from gjkscope.app.bring.notations.code.matching import require_value
from gjkscope.app.bring.notations.code.values import (
    Array,
    OperandMismatch,
    PlacedFrame,
    Scalar,
    Text,
    Value,
    array,
    flatten,
    invert_motion,
    matrix_rows,
    normalize_value,
    scalars,
    tokens_of,
    transpose_matrix,
)
from gjkscope.app.bring.notations.code.vocabulary import Build, Site
from gjkscope.app.bring.notations.placing import WXYZ, XYZW

MOST_COUNTED = 10_000  # numbers of a range
MOST_ROWS = 100  # of a diagonal matrix


_SCIPY_ORDER = re.compile(r"(?!.*(.)\1)([xyz]{1,3}|[XYZ]{1,3})")  # neighbours differ


def axis_angle_list(site: Site, values: Values) -> Value:
    """The rotation of four numbers: the axis and the angle."""
    flat = flatten(values[0])
    if flat is None or len(flat) != 4:
        raise OperandMismatch("must be four numbers: axis and angle")
    return rotation_about(Array(flat[:3]), flat[3], site)


def scipy_quaternion(site: Site, values: Values) -> Value:
    """scipy.spatial.transform.Rotation.from_quat; it normalises."""
    is_first = len(values) > 1 and isinstance(values[1], Scalar) and values[1].value == 1.0
    return normalize_value(from_quaternion(WXYZ if is_first else XYZW)(site, [values[0]]))


def scipy_euler(site: Site, values: Values) -> Value:
    """scipy.spatial.transform.Rotation.from_euler."""
    order = cast(Text, values[0]).text
    angles = flatten(values[1])
    is_degrees = len(values) > 2 and isinstance(values[2], Scalar) and values[2].value == 1.0
    if not _SCIPY_ORDER.fullmatch(order):
        raise OperandMismatch(f"the order of angles {order!r} is not known")
    if angles is None or len(angles) != len(order):
        raise OperandMismatch(f"must be {len(order)} angles")
    return euler_angles(site, order, angles, DEGREES if is_degrees else RADIANS)


def transforms3d_euler(site: Site, values: Values) -> Value:
    """Three angles and an order such as "sxyz" (static, about fixed axes) or "rzyx" (rotating)."""
    word = cast(Text, values[3]).text if len(values) > 3 else "sxyz"
    order = word[1:] if word[:1] == "s" else word[1:].upper()
    if word[:1] not in "sr" or sorted(order.lower()) != ["x", "y", "z"]:
        raise OperandMismatch(f"the order of angles {word!r} is not known")
    return euler_angles(site, order, cast(Sequence[Scalar], values[:3]))


def basis_euler(site: Site, values: Values) -> Value:
    """pytransform3d's Euler angles: three angles, the numbers of the axes, and whether these are fixed ones."""
    angles = flatten(values[0])
    axes = [int(cast(Scalar, value).value) for value in values[1:4]]
    if angles is None or len(angles) != 3 or not set(axes) <= {0, 1, 2}:
        raise OperandMismatch("must be three angles and the numbers of three axes")
    is_fixed = cast(Scalar, values[4]).value != 0.0
    order = "".join("xyz"[axis] for axis in axes)
    return euler_angles(site, order if is_fixed else order.upper(), angles)


def passive(build: Build) -> Build:
    """The inverse of a rotation: of the coordinate system rather than of the points in it."""
    return lambda site, values: invert_motion(build(site, values))


def composed_matrix(site: Site, values: Values) -> Value:
    """trimesh's `compose_matrix(angles=…, translate=…)`: angles about fixed axes."""
    angles = cast(Sequence[Scalar], flatten(values[0]))
    return PlacedFrame(euler_angles(site, "xyz", angles), position_of(values[1]))


def seven_numbers(order: str) -> Build:
    """A pose of a position and a quaternion in one list."""

    def build(site: Site, values: Values) -> Value:
        flat = flatten(Array(tuple(values)))
        if flat is None or len(flat) != 7:
            raise OperandMismatch("must be seven numbers: position and quaternion")
        rotation = quaternion_in(assumed_order(site, order), flat[3:])
        return PlacedFrame(rotation, position_of(Array(flat[:3])))

    return build


def identity_matrix(_: Site, values: Values) -> Value:
    size = int(cast(Scalar, values[0]).value)
    if not 1 <= size <= 4:
        raise OperandMismatch("must be 3 or 4 rows")
    return array([Scalar(float(i == j)) for j in range(size)] for i in range(size))


def repeated_array(number: float | None) -> Build:
    """An array of one number: np.zeros(3), np.ones((2, 3)), np.full(3, 0.5)."""

    def build(_: Site, values: Values) -> Value:
        sizes = flatten(values[0])
        if sizes is None or any(not 1 <= size.value <= 10_000 for size in sizes):
            raise OperandMismatch("must be the sizes of an array")
        item: Value = Scalar(number) if number is not None else values[1]
        for size in reversed(sizes):
            item = Array((item,) * int(size.value))
        return item

    return build


def diagonal(_: Site, values: Values) -> Value:
    numbers_ = flatten(values[0]) or ()
    if len(numbers_) > MOST_ROWS:
        raise OperandMismatch(f"a matrix of {len(numbers_):,} rows is too large")
    zero = Scalar(0.0)
    return array([number if i == j else zero for j in range(len(numbers_))] for i, number in enumerate(numbers_))


def stack_arrays(_: Site, values: Values) -> Value:
    """Arrays one below the other."""
    parts = _lists(values[0])
    are_matrices = all(part.items and isinstance(part.items[0], Array) for part in parts)
    if are_matrices or len({len(part.items) for part in parts}) > 1:
        return Array(tuple(item for part in parts for item in part.items))
    return values[0]


def side_by_side(_: Site, values: Values) -> Value:
    """Arrays side by side; vectors are columns of a matrix with others, or joined."""
    parts = _lists(values[0])
    if not any(matrix_rows(part) for part in parts):
        return transpose_matrix(values[0]) if all(len(part.items) == 3 for part in parts) else stack_arrays(_, values)
    rows = [matrix_rows(part) or tuple((item,) for item in _numbers(part)) for part in parts]
    if len({len(part) for part in rows}) > 1:
        raise OperandMismatch("arrays side by side must have as many rows")
    return array(tuple(chain.from_iterable(row)) for row in zip(*rows, strict=True))


def zip_lists(_: Site, values: Values) -> Value:
    """Python's zip: tuples of the items of several lists, as many as in the shortest."""
    lists = [_items(value) for value in values]
    return Array(tuple(Array(items) for items in zip(*lists, strict=False)))


def number_items(_: Site, values: Values) -> Value:
    """Python's enumerate: tuples of a number and an item."""
    first_number = int(cast(Scalar, values[1]).value) if len(values) > 1 else 0
    items = enumerate(_items(values[0]), first_number)
    return Array(tuple(Array((Scalar(float(i)), item)) for i, item in items))


def number_range(_: Site, values: Values) -> Value:
    """Python's range."""
    limits = [int(cast(Scalar, value).value) for value in values]
    if len(limits) == 3 and not limits[2]:
        raise OperandMismatch("the step of a range must not be 0")
    if len(numbers := range(*limits)) > MOST_COUNTED:
        raise OperandMismatch(f"a range of {len(numbers):,} numbers is too long")
    return Array(tuple(Scalar(float(number)) for number in numbers))


def space_evenly(_: Site, values: Values) -> Value:
    """NumPy's linspace: evenly spaced numbers, with both ends."""
    start, stop = (cast(Scalar, value) for value in values[:2])
    count = int(cast(Scalar, values[2]).value) if len(values) > 2 else 50
    if not 2 <= count <= MOST_COUNTED:
        raise OperandMismatch(f"must be 2 to {MOST_COUNTED:,} numbers")
    tokens = tokens_of((start, stop))
    step = (stop.value - start.value) / (count - 1)
    return Array((*(Scalar(start.value + i * step, tokens) for i in range(count - 1)), stop))


def _lists(value: Value) -> list[Array]:
    """The lists in a list.  Raises `TextError` for one that could not be computed, and `OperandMismatch`."""
    items = [require_value(part) for part in _items(value)]
    lists = [part for part in items if isinstance(part, Array)]
    if not lists or len(lists) < len(items):
        raise OperandMismatch("must be a list of lists")
    return lists


def _numbers(value: Array) -> tuple[Scalar, ...]:
    numbers = scalars(value)
    if numbers is None:
        raise OperandMismatch("must be a list of numbers")
    return numbers


def _items(value: Value) -> tuple[Value, ...]:
    if not isinstance(value, Array):
        raise OperandMismatch("must be a list")
    return value.items
