"""Builds values from the arguments of known functions; vocabularies refer to these functions."""

import re
from collections.abc import Callable, Sequence
from math import cos, hypot, radians, sin
from typing import cast

from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    NOWHERE,
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Text,
    Value,
    add_values,
    all_tokens,
    array,
    as_placement,
    as_vec3,
    flatten,
    floats,
    inner,
    invert_motion,
    is_identity,
    motion_of,
    multiply,
    multiply_each,
    negate_value,
    normalize_value,
    rotation_of_quaternion,
    rotation_of_rows,
    rotations,
    subtract,
    tokens_of,
    transpose_matrix,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Build, Form, Site
from gjkscope.app.bring.notations.inference import asked_order
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, WXYZ, XYZW
from gjkscope.app.bring.notations.planes import turn_to
from gjkscope.app.scenes.turns import turn_by_euler

RADIANS, DEGREES = "radians", "degrees"

Values = Sequence[Value]


# --- vectors ---


def as_list(_: Site, values: Values) -> Value:
    """A list of the arguments."""
    return Array(tuple(values))


def first_three(_: Site, values: Values) -> Value:
    """A list of the first three arguments: of a triangle, whose others are materials."""
    return Array(tuple(values[:3]))


def first(_: Site, values: Values) -> Value:
    """The first argument: for casts, copies and smart pointers."""
    return values[0]


def last(_: Site, values: Values) -> Value:
    return values[-1]


def constant(value: Value) -> Build:
    """The same value for any arguments."""
    return lambda _site, _values: value


def numbers(*given: float) -> Array:
    """A vector of numbers that are not in the text."""
    return Array(tuple(Scalar(number) for number in given))


def repeat(count: int) -> Build:
    """A vector that repeats one number."""
    return lambda _, values: Array((values[0],) * count)


def unset(site: Site, *shape: int) -> Value:
    """A vector or matrix without values; using them raises a fault."""
    item: Value = Failed(site.fault("has no value in the text"))
    for length in reversed(shape):
        item = Array((item,) * length)
    return item


def blank(*shape: int) -> Build:
    return lambda site, _: unset(site, *shape)


def blank_of_sizes(site: Site, values: Values) -> Value:
    """A vector or matrix without values; its sizes are arguments."""
    sizes = [int(number.value) for number in flatten(Array(tuple(values))) or ()]
    if not all(1 <= size <= 10_000 for size in sizes):
        raise OperandMismatch("must be the sizes of a matrix")
    return unset(site, *sizes)


VECTOR3 = (Form("sss", as_list, ("x", "y", "z")), Form("v", first), Form("a", first), Form("", blank(3)))
VECTOR4 = (Form("ssss", as_list, ("x", "y", "z", "w")), Form("vs", lambda _, v: Array((*vec(v[0]).items, v[1]))))
AXES = {"x": numbers(1.0, 0.0, 0.0), "y": numbers(0.0, 1.0, 0.0), "z": numbers(0.0, 0.0, 1.0)}
ZERO3, ONE3 = numbers(0.0, 0.0, 0.0), numbers(1.0, 1.0, 1.0)


def vec(value: Value) -> Array:
    vector = vector_in(value)
    if vector is None:
        raise OperandMismatch("must be a vector of three numbers")
    return Array(vector)


# --- rotations ---


def assumed_order(site: Site, default: str, why: str = "") -> str:
    """The order of the parts of a quaternion: the user's choice, or that of the library."""
    other = WXYZ if default == XYZW else XYZW
    return site.context.assume("quaternion", default, why or f"{site.name} takes {', '.join(default)}", other)


def from_quaternion(default: str) -> Build:
    """The rotation of four numbers in the order of the library."""

    def build(site: Site, values: Values) -> Value:
        parts = flatten(Array(tuple(values)))
        if parts is None or len(parts) != 4:
            raise OperandMismatch("must be the four numbers of a quaternion")
        return quaternion_in(assumed_order(site, default), parts)

    return build


def quaternion_in(order: str, parts: Sequence[Scalar]) -> Rotation:
    a, b, c, d = parts
    return rotation_of_quaternion((a, b, c, d) if order == XYZW else (b, c, d, a))


def normalized_quaternion(default: str) -> Build:
    build = from_quaternion(default)
    return lambda site, values: normalize_value(build(site, values))


def quaternion_of_vector(site: Site, values: Values) -> Value:
    """A quaternion from its vector part and its scalar part."""
    return rotation_of_quaternion((*cast(tuple[Scalar, ...], vec(values[0]).items), cast(Scalar, values[1])))


def assumed_unit(site: Site, default: str, why: str = "") -> str:
    other = DEGREES if default == RADIANS else RADIANS
    return site.context.assume("angles", default, why or f"{site.name} takes {default}", other)


def in_radians(site: Site, angle: float, unit: str = RADIANS) -> float:
    return angle if assumed_unit(site, unit) == RADIANS else radians(angle)


def rotation_about(axis: Value, angle: Scalar, site: Site, unit: str = RADIANS) -> Rotation:
    """The rotation about an axis; the axis need not have length 1."""
    along = vector_in(axis)
    if along is None:
        raise OperandMismatch("the axis must be a vector of three numbers")
    x, y, z = as_vec3(along)
    length = hypot(x, y, z)
    if not length > 0.0:
        raise OperandMismatch("the axis of a rotation must not be zero")
    half = in_radians(site, angle.value, unit) / 2.0
    s = sin(half) / length
    tokens = tokens_of((*along, angle))
    return rotation_of_quaternion([Scalar(part) for part in (x * s, y * s, z * s, cos(half))], tokens)


def about(axis: str, unit: str = RADIANS) -> Build:
    """The rotation by an angle about a coordinate axis."""
    return lambda site, values: rotation_about(AXES[axis], cast(Scalar, values[0]), site, unit)


def axis_angle(unit: str = RADIANS) -> Build:
    """The rotation by an axis and an angle, in either order."""

    def build(site: Site, values: Values) -> Value:
        angle, axis = (values[0], values[1]) if isinstance(values[0], Scalar) else (values[1], values[0])
        return rotation_about(axis, cast(Scalar, angle), site, unit)

    return build


def rotation_vector(site: Site, values: Values) -> Value:
    """The rotation about a vector by its length in radians."""
    along = vector_in(values[0])
    if along is None:
        raise OperandMismatch("must be a vector: axis times angle")
    length = hypot(*as_vec3(along))
    if length == 0.0:
        return IDENTITY_ROTATION._replace(tokens=tokens_of(along))
    return rotation_about(Array(along), Scalar(length), site)._replace(tokens=tokens_of(along))


def euler(order: str, unit: str = RADIANS, places: Sequence[int] = (0, 1, 2)) -> Build:
    """Euler angles; `order` as for `turn_by_euler`, `places` of its angles among the arguments."""

    def build(site: Site, values: Values) -> Value:
        angles = flatten(Array(tuple(values)))
        if angles is None or len(angles) != 3:
            raise OperandMismatch("must be three angles")
        return euler_angles(site, order, [angles[position] for position in places], unit)

    return build


def euler_angles(site: Site, order: str, angles: Sequence[Scalar], unit: str = RADIANS) -> Rotation:
    turns = [in_radians(site, angle.value, unit) for angle in angles]
    return rotation_of_quaternion([Scalar(part) for part in turn_by_euler(order, turns)], tokens_of(angles))


def glam_euler(site: Site, values: Values) -> Value:
    """glam's Euler angles: EulerRot::XYZ is about moving axes, EulerRot::XYZEx about fixed ones."""
    word = cast(Text, values[0]).text
    order = word[:3].lower() if word.endswith("Ex") else word[:3].upper()
    return euler_angles(site, order, cast(Sequence[Scalar], values[1:4]))


def euler_in_order(site: Site, values: Values) -> Value:
    """three.js and cannon-es: Euler angles about moving axes, with their order as a word ("XYZ" without one)."""
    order = cast(Text, values[3]).text.upper() if len(values) > 3 else "XYZ"
    if sorted(order) != ["X", "Y", "Z"]:
        raise OperandMismatch(f"the order of angles {order!r} is not known")
    return euler_angles(site, order, cast(Sequence[Scalar], values[:3]))


def looking_between(_: Site, values: Values) -> Value:
    """The shortest rotation that takes one vector to another."""
    a, b = (normalize_value(vec(value)) for value in values[:2])
    p, q = (as_vec3(cast(tuple[Scalar, ...], cast(Array, direction).items)) for direction in (a, b))
    w = 1.0 + sum(x * y for x, y in zip(p, q, strict=True))
    if not w > 1e-12:  # opposite directions: the axis is not determined
        raise OperandMismatch("opposite directions do not determine a rotation")
    cross = (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
    length = hypot(*cross, w)
    parts = [Scalar(part / length) for part in (*cross, w)]
    return rotation_of_quaternion(parts, tuple(all_tokens(Array(tuple(values[:2])))))


def rotation_matrix(layout: str) -> Build:
    """A 3×3 matrix of nine numbers, or of three vectors that are its rows or columns."""

    def build(site: Site, values: Values) -> Value:
        flat = flatten(Array(tuple(values)))
        if flat is None or len(flat) != 9:
            raise OperandMismatch("must be the nine numbers of a rotation matrix")
        rows = array((flat[:3], flat[3:6], flat[6:]))
        return rows if assumed_layout(site, layout) == ROWS else transpose_matrix(rows)

    return build


def assumed_layout(site: Site, default: str) -> str:
    other = COLUMNS if default == ROWS else ROWS
    return site.context.assume("matrix", default, f"{site.name} takes {default}", other)


def matrix_of(layout: str) -> Build:
    """A 4×4 matrix of 16 numbers (or 3×4 of 12), flat or nested."""

    def build(site: Site, values: Values) -> Value:
        flat = flatten(Array(tuple(values)))
        if flat is None or len(flat) not in (12, 16):
            got = "" if flat is None else f", got {len(flat)}"
            raise OperandMismatch(f"must be the 16 numbers of a matrix{got}")
        if assumed_layout(site, layout) == ROWS:
            return array(flat[i : i + 4] for i in range(0, len(flat), 4))
        height = len(flat) // 4
        return array(tuple(flat[i + height * j] for j in range(4)) for i in range(height))

    return build


def mapped_matrix(site: Site, values: Values) -> Value:
    """Eigen::Map of numbers: matrices are by columns unless the type says RowMajor."""
    flat = flatten(Array(tuple(values)))
    size = {9: 3, 16: 4}.get(len(flat or ()))
    if flat is None or size is None:
        return values[0]
    is_rows = "RowMajor" in site.context.text[site.token.start : site.end]
    rows = array(flat[i : i + size] for i in range(0, len(flat), size))
    return rows if assumed_layout(site, ROWS if is_rows else COLUMNS) == ROWS else transpose_matrix(rows)


# --- poses ---


def rotation_of(site: Site, value: Value) -> Rotation:
    """A value as a rotation.  Raises `Mismatch`."""
    if isinstance(value, Failed):
        raise value.fault
    motion = motion_of(value)
    if motion is not None:
        return motion.rotation if isinstance(motion, PlacedFrame) else motion
    flat = flatten(value)
    if flat is not None and len(flat) == 4:
        return quaternion_in(_order_of_four(site, flat), flat)
    if flat is not None and len(flat) == 9:
        return rotation_of_rows((flat[:3], flat[3:6], flat[6:]))
    if flat is not None and len(flat) == 3:
        return cast(Rotation, rotation_vector(site, [value]))
    raise OperandMismatch("must be a rotation")


def _order_of_four(site: Site, parts: Sequence[Scalar]) -> str:
    """The order of four bare numbers as a quaternion; it does not matter for symmetric ones."""
    vocabulary = site.vocabulary
    why = vocabulary.order_why or vocabulary.title
    if vocabulary.is_order_known:
        return assumed_order(site, vocabulary.order, why)
    for order, sign in vocabulary.order_signs:
        if match := re.search(sign, site.context.text):
            return assumed_order(site, order, f"{match[0].strip('.')} uses {', '.join(order)}")
    is_first = floats(parts) == (1.0, 0.0, 0.0, 0.0)
    is_last = floats(parts) == (0.0, 0.0, 0.0, 1.0)
    if is_first or is_last:  # the identity; other quaternions of the text may decide differently
        return WXYZ if is_first else XYZW
    return asked_order(site.context, vocabulary.order, why)


def position_of(value: Value) -> tuple[Scalar, Scalar, Scalar]:
    """A value as a position.  Raises `Mismatch`."""
    if isinstance(value, Failed):
        raise value.fault
    if isinstance(value, PlacedFrame):
        return value.position
    vector = vector_in(value)
    if vector is None:
        if isinstance(value, Array):
            for item in value.items:
                if isinstance(item, Failed):
                    raise item.fault
        raise OperandMismatch("must be a position of three numbers")
    return vector


def frame_of(site: Site, value: Value) -> PlacedFrame:
    """A value as a pose: a vector is a translation.  Raises `Mismatch`."""
    if isinstance(value, Failed):
        raise value.fault
    motion = motion_of(value)
    if motion is not None:
        return as_placement(motion)
    translation = vector_in(value)
    if translation is not None:
        return PlacedFrame(IDENTITY_ROTATION, translation)
    flat = flatten(value)
    if flat is not None and len(flat) == 7:
        return PlacedFrame(rotation_of(site, Array(flat[3:])), position_of(Array(flat[:3])))
    if isinstance(value, Array) and len(value.items) == 2:  # C: {{x, y, z}, {…}}
        return PlacedFrame(rotation_of(site, value.items[1]), position_of(value.items[0]))
    raise OperandMismatch("must be a pose")


def pose(site: Site, values: Values) -> Value:
    """A pose of a position and a rotation, in either order; either may be missing."""
    position, rotation = NOWHERE, IDENTITY_ROTATION
    for value in values:
        if motion_of(value) is not None and not isinstance(value, PlacedFrame):
            rotation = rotation_of(site, value)
        elif isinstance(value, PlacedFrame):
            if any(number.tokens or number.value for number in value.position):
                position = value.position
            turn = value.rotation
            rotation = rotations(rotation, turn) if is_identity(turn) else turn
        elif vector_in(value) is not None:
            position = position_of(value)
        else:
            rotation = rotation_of(site, value)
    return PlacedFrame(rotation, position)


def compose_affine(site: Site, values: Values) -> Value:
    """transforms3d's compose: a position, a rotation and factors, which must be 1."""
    if len(values) > 2 and any(number.value != 1.0 for number in flatten(values[2]) or ()):
        raise OperandMismatch("the scale of a pose is not known here")
    return pose(site, values[:2])


def only_turned(build: Build) -> Build:
    """A pose without translation, with the rotation that another function builds."""
    return lambda site, values: PlacedFrame(rotation_of(site, build(site, values)), NOWHERE)


def turn_about_point(site: Site, values: Values) -> Value:
    """A pose of an angle, an axis and optionally a fixed point."""
    rotation = cast(Rotation, axis_angle()(site, values[:2]))
    if len(values) < 3:
        return PlacedFrame(rotation, NOWHERE)
    point = vec(values[2])
    moved = subtract(point, multiply(rotation, point))
    return PlacedFrame(rotation, position_of(moved))


def product_of_three(_: Site, values: Values) -> Value:
    return multiply(multiply(values[0], values[1]), values[2])


def pose_in_order(position_first: bool) -> Build:
    """A pose of a position and a rotation (also as a rotation vector) in a known order."""

    def build(site: Site, values: Values) -> Value:
        position, rotation = values if position_first else (values[1], values[0])
        return PlacedFrame(rotation_of(site, rotation), position_of(position))

    return build


def translation(_: Site, values: Values) -> Value:
    """A translation by a vector, or by three numbers."""
    value = Array(tuple(values)) if len(values) == 3 else values[0]
    return PlacedFrame(IDENTITY_ROTATION, position_of(value))


def translate_and_turn(_: Site, values: Values) -> Value:
    """A pose of three coordinates and optionally a rotation, or of three columns and a position."""
    if isinstance(values[0], Array):
        columns = [vec(value).items for value in values]
        rows = [cast(tuple[Scalar, ...], row) for row in zip(*columns[:3], strict=True)]
        return PlacedFrame(rotation_of_rows(rows), position_of(values[3]))
    rotation = values[3] if len(values) > 3 else IDENTITY_ROTATION
    return PlacedFrame(cast(Rotation, rotation), position_of(Array(tuple(values[:3]))))


def pose_from(site: Site, values: Values) -> Value:
    return frame_of(site, values[0])


def as_rotation(site: Site, values: Values) -> Value:
    return rotation_of(site, values[0])


def apply_function(operation: Callable[..., Value]) -> Build:
    """A function of values, such as the sum of two."""
    return lambda _, values: operation(*values)


def plus_multiple(sign: float) -> Build:
    """a + s · b, or a − s · b, of the arguments a, s, b."""

    def build(_: Site, values: Values) -> Value:
        a, s, b = values
        return (add_values if sign > 0.0 else subtract)(a, multiply_each(s, b))

    return build


def interpolate_values(_: Site, values: Values) -> Value:
    """(1 − t) · a + t · b of the arguments a, b, t."""
    a, b, t = values
    return add_values(a, multiply_each(t, subtract(b, a)))


def product_of(_: Site, values: Values) -> Value:
    return multiply(values[0], values[1])


def inverse_of(_: Site, values: Values) -> Value:
    return invert_motion(values[0])


def inverse_product(_: Site, values: Values) -> Value:
    """The second pose, seen from the first."""
    return multiply(invert_motion(values[0]), values[1])


def negative(_: Site, values: Values) -> Value:
    return negate_value(values[0])


def unit_value(_: Site, values: Values) -> Value:
    return normalize_value(values[0])


IDENTITY_POSE = Form("…", constant(IDENTITY_PLACEMENT))
IDENTITY_TURN = Form("…", constant(IDENTITY_ROTATION))
TRANSLATION = (Form("sss", translation, ("x", "y", "z")), Form("v", translation), Form("p", pose_from))


# --- shapes ---


def moved_shape(placed: Build) -> Build:
    """A shape that another one places: the arguments are those of the pose, and then the shape."""

    def build(site: Site, values: Values) -> Value:
        solid = next(value for value in values if isinstance(value, SolidValue))
        others = [value for value in values if value is not solid]
        return solid.moved(frame_of(site, placed(site, others)))

    return build


def scaled_shape(site: Site, values: Values) -> Value:
    """A shape and the factors that scale it."""
    inner_solid = cast(SolidValue, values[0])
    solid = inner_solid.moved(IDENTITY_PLACEMENT)
    solid.local, solid.name = inner_solid.local, None  # the outer shape has its own name
    solid.scales = [*inner_solid.scales, (site.token, values[1])]
    return solid


def unturned_scale(_: Site, values: Values) -> Value:
    """The factors of a scale along axes, which must not be turned: sheared shapes are not supported."""
    if not is_identity(cast(Rotation, values[1])):
        raise OperandMismatch("a scale along turned axes is not supported")
    return values[0]


def shape_of_description(_: Site, values: Values) -> Value:
    """A shape made from its description; it gets the name of the variable that it is assigned to."""
    solid = cast(SolidValue, values[0])
    solid.has_name_of_description = True
    return solid


def plane(sign: float) -> Build:
    """A plane by a normal and a number, or by four numbers, as the four of normal · x = offset.

    `sign` is that of the offset in the library's equation: −1 if it is normal · x + number = 0.
    """

    def build(_: Site, values: Values) -> Value:
        flat = flatten(Array(tuple(values)))
        if flat is None or len(flat) != 4:
            raise OperandMismatch("must be the four numbers of a plane")
        return Array((*flat[:3], Scalar(sign * flat[3].value, flat[3].tokens)))

    return build


def plane_through(_: Site, values: Values) -> Value:
    """A plane by a point and a normal, as the four numbers of normal · x = offset."""
    point, normal = (cast(tuple[Scalar, ...], vec(value).items) for value in values)
    return Array((*normal, inner(normal, point)))


def pose_on_plane(_: Site, values: Values) -> Value:
    """The pose that takes the plane x = 0 to a plane, which has a unit normal."""
    numbers = cast(tuple[Scalar, ...], cast(Array, values[0]).items)
    normal, offset = as_vec3(numbers[:3]), numbers[3].value
    a, b, c = ((row[1], row[2], row[0]) for row in turn_to(normal))
    x, y, z = (Scalar(part * offset, tokens_of(numbers)) for part in normal)
    return PlacedFrame(Rotation((a, b, c), None, tokens_of(numbers[:3])), (x, y, z))


def rounded_shape(_: Site, values: Values) -> Value:
    """A shape with a radius around it."""
    solid = cast(SolidValue, values[0])
    solid.arguments["rounding"] = values[1]
    return solid


def round_further(_: Site, values: Values) -> Value:
    """A shape with a radius, the last argument, around it; 0 leaves it as it is."""
    solid, radius = cast(SolidValue, values[0]), cast(Scalar, values[-1])
    if radius.value:
        solid.arguments["rounding"] = radius
    return solid


def extents_of_bounds(_: Site, values: Values) -> Value:
    """The corners of a box: minimum and maximum."""
    return Array((vec(values[0]), vec(values[1])))


def words(*texts: str) -> dict[str, Value]:
    """Constants that are words, such as GEOM_BOX."""
    return {text: Text(text) for text in texts}
