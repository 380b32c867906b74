"""The values of expressions in source code, and their arithmetic.

Each number knows the tokens that it was computed from, so that errors, facts and the precision of printed digits refer
to the text.  Values are immutable except `Solid` and `Thing`, which have an identity: variables refer to them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import count
from math import hypot, isfinite, sqrt
from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code.syntax import Class
from gjkscope.app.bring.notations.reading import Span
from gjkscope.engine.pose import Quaternion, rotation_from_quaternion
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3

Tokens = tuple[Token, ...]

DEEPEST_LIST, LONGEST_LIST = 12, 100_000
MOST_TOKENS = 64  # of a computed number; more would only slow down long sums
LOOKED_AT = 4  # items of a list whose tokens are listed in the time of a unit of work


class OperandMismatch(ValueError):
    """An operation that is not defined for its operands."""


class Scalar(NamedTuple):
    value: float
    tokens: Tokens = ()  # the numbers of the text that it was computed from


class Text(NamedTuple):
    """A string or the name of a constant, such as "xyz" or EulerRot::XYZ."""

    text: str
    token: Token | None = None  # of the string in the text
    fills: tuple[tuple[int, tuple[int, str]], ...] = ()  # what was filled in (templates.py)
    sources: frozenset[int] = frozenset()  # the offsets of the other strings of the text that were joined to it


class _Items(NamedTuple):
    items: tuple["Value", ...]
    depth: int
    size: int


class Array(_Items):
    """A list: a vector, a matrix by rows, or a list of points.

    Raises `Mismatch` for lists that no pair of shapes needs: code can build them with few characters.
    """

    __slots__ = ()

    def __new__(cls, items: tuple["Value", ...]) -> "Array":
        depth, size = 1, 0
        for item in items:
            if isinstance(item, Array):
                depth, size = max(depth, item.depth + 1), size + item.size
            else:
                size += 1
        spend(len(items))
        if depth > DEEPEST_LIST or size > LONGEST_LIST:
            raise OperandMismatch(f"a list of {size:,} items, nested {depth} deep, is too large")
        return super().__new__(cls, items, depth, size)


class Rotation(NamedTuple):
    """A rotation as a matrix, or as a quaternion x, y, z, w if the text has one; not yet checked."""

    rows: Mat3
    parts: Quaternion | None
    tokens: Tokens = ()
    is_normalized: bool = False  # the code normalises it, so that any length is fine
    more: Tokens = ()  # numbers of the text that did not change it, such as those of an identity
    angle: float | None = None  # about z, in radians, if the text states it so: exact, and of any number of turns


class PlacedFrame(NamedTuple):
    rotation: Rotation
    position: tuple[Scalar, Scalar, Scalar]
    way: "Value | None" = None  # of what begins to move there: how far


class FaultMark(Enum):
    """The known facts about the fault of a value, and of each value computed from it."""

    FATAL = auto()  # ends the import, because a shape would be missing
    NOT_FINITE = auto()
    CONDITIONAL = auto()  # the value depends on a condition or a loop that is not executed
    OF_LIBRARY = auto()  # a function of the library makes the value: it may be a pose
    OF_POSE = auto()  # the value is that of a variable of the type of a pose


class Failed(NamedTuple):
    """A value that could not be computed; using it raises the fault.

    A pose with an unknown part keeps the known ones, until that part is set again.
    """

    fault: TextError
    part: str = ""  # the unknown part of a pose: position, rotation, or placement if it may be both
    known: "PlacedFrame | None" = None  # the pose with the parts that are known


class Thing:
    """An object of a type that is neither a number nor a shape: a body, a settings structure, a builder."""

    def __init__(self, type_name: str, token: Token, end: int) -> None:
        self.type, self.token, self.end = type_name, token, end
        self.fields: dict[str, Value] = {}
        self.solids: list[SolidValue] = []
        self.owners: list[Thing] = []  # the objects whose poses it has, the outermost first
        self.bears_shape = False  # whether a shape was attached to it
        self.is_absorbed = False  # whether another object was made from it
        self.is_computed = False  # the result of a function that the text does not define: it may be anything
        self.name: str | None = None
        self.title: str | None = None  # that the text gives it, besides the name of its variable
        self.definition: Class | None = None  # that the text defines and it is an instance of

    def snapshot(self) -> "Thing":
        """A copy that later changes do not affect."""
        copy = Thing(self.type, self.token, self.end)
        copy.fields, copy.solids = dict(self.fields), list(self.solids)
        copy.owners, copy.name, copy.title = list(self.owners), self.name, self.title
        copy.definition = self.definition
        return copy


_SOLIDS = count()


class SolidValue:
    """A shape that the code constructs: the form of its constructor and its arguments by parameter."""

    def __init__(self, form: "ShapeForm", constructor: str, token: Token, end: int) -> None:
        self.form, self.constructor, self.token, self.end = form, constructor, token, end
        self.arguments: dict[str, Value] = {}
        self.local: PlacedFrame | None = None  # relative to the body
        self.name: str | None = None
        self.has_name_of_description = False  # replaced by that of the object that is made from it
        self.is_component = False  # of an object, whose name is more descriptive than its own
        self.scales: list[tuple[Token, Value]] = []  # of the objects that it belongs to
        self.kinds: tuple[str, Mapping[str, ShapeForm]] | None = None  # the field that states the kind, and the kinds
        self.number = next(_SOLIDS)

    @property
    def span(self) -> Span:
        return Span(self.token.start, self.end)

    def moved(self, local: PlacedFrame) -> "SolidValue":
        """The same shape, placed relative to a body."""
        copy = SolidValue(self.form, self.constructor, self.token, self.end)
        copy.arguments, copy.name = self.arguments, self.name
        copy.scales = self.scales
        copy.local = local if self.local is None else compose_frames(local, self.local)
        return copy


class ShapeForm(NamedTuple):
    """A way to construct a shape: what each parameter means.

    Parameters in order: half_extents, sizes, half, size, radius, top_radius (of a cylinder), half_height, height
    (of a capsule: between the centres), total_height, radii, a, b, c, points, faces, convex_radius (inside the
    outer sizes), rounding (outside), center, placement, position, rotation, axis, min, max, bounds (both corners),
    segment (both ends), dims (a list of sizes), normal, offset, plane and equation (of a plane, normal · x = offset;
    plane is both, equation is the normal and -offset), velocity and distance (of a cast, along the direction of its
    velocity); "_" is anything and is ignored.  A trailing "?" marks an optional one.  A vector may be given as three
    numbers.

    Of heightfields: heights, cell (its side), or rows and columns (numbers of cells) and field_size (of the whole).

    Of shapes of the plane: half_width and half_depth, width and depth, half_sizes, full_sizes, least (the lower left
    corner), corner (that of a screen), between (of a capsule, its centres), angle, sides, count (of points), and as
    several numbers: xy (the position), center_xy, corner_xy and coordinates (x and y in turn).
    """

    kind: str
    parameters: tuple[str, ...]
    axis: str = ""  # of capsules, cylinders and cones; "" for others
    names: tuple[tuple[str, str], ...] = ()  # keyword or field → parameter, besides those of the parameters
    is_axis_named: bool = False  # the name of the constructor states the axis
    defaults: tuple[tuple[str, float], ...] = ()  # of lengths that the text does not state
    base_at_origin: bool = False  # the origin is at the base of the shape (a corner of a box), not at its centre
    euler: str = ""  # order and unit of the argument `euler`: "xyz degrees"
    dims: tuple[str, ...] = ()  # the parameters that the list `dims` holds, in its order
    is_centered: bool = False  # a polygon whose centroid is moved to its origin


Value = Scalar | Text | Array | Rotation | PlacedFrame | SolidValue | Thing | Failed

IDENTITY_ROTATION = Rotation(IDENTITY, (0.0, 0.0, 0.0, 1.0))
NOWHERE = (Scalar(0.0), Scalar(0.0), Scalar(0.0))
IDENTITY_PLACEMENT = PlacedFrame(IDENTITY_ROTATION, NOWHERE)


# --- numbers of values ---


def scalars(value: Value) -> tuple[Scalar, ...] | None:
    """The numbers of a flat list, or None."""
    if not isinstance(value, Array):
        return None
    spend(len(value.items))
    numbers = tuple(item for item in value.items if isinstance(item, Scalar))
    return numbers if len(numbers) == len(value.items) else None


def vector_in(value: Value) -> tuple[Scalar, Scalar, Scalar] | None:
    """The three numbers of a vector; a column or row matrix counts as one."""
    flat = flatten(value) if isinstance(value, Array) and len(value.items) in (1, 3) else None
    if flat is None or len(flat) != 3:
        return None
    x, y, z = flat
    return (x, y, z)


def flatten(value: Value) -> tuple[Scalar, ...] | None:
    """All numbers of nested lists, or None if there is anything else."""
    if isinstance(value, Scalar):
        return (value,)
    if not isinstance(value, Array):
        return None
    spend(len(value.items))
    numbers: list[Scalar] = []
    for item in value.items:
        if isinstance(item, Scalar):
            numbers.append(item)
            continue
        inner = flatten(item)
        if inner is None:
            return None
        numbers += inner
    return tuple(numbers)


def matrix_rows(value: Value) -> tuple[tuple[Scalar, ...], ...] | None:
    """The rows of a list of lists of equal length, or None."""
    if not isinstance(value, Array) or not value.items:
        return None
    rows: list[tuple[Scalar, ...]] = []
    for item in value.items:
        row = scalars(item)
        if row is None or (rows and len(row) != len(rows[0])):
            return None
        rows.append(row)
    return tuple(rows) if rows[0] else None


def array(rows: Iterable[Iterable[Scalar]]) -> Array:
    return Array(tuple(Array(tuple(row)) for row in rows))


def tokens_of(numbers: Iterable[Scalar]) -> Tokens:
    tokens: dict[int, Token] = {}
    for number in numbers:
        for token in number.tokens:
            tokens[token.start] = token
    return tuple(tokens.values())


def floats(numbers: Iterable[Scalar]) -> tuple[float, ...]:
    return tuple(number.value for number in numbers)


def as_vec3(numbers: Sequence[Scalar]) -> Vec3:
    x, y, z = floats(numbers)
    return (x, y, z)


def all_tokens(value: Value) -> Iterator[Token]:
    """The tokens from which a value was computed."""
    if isinstance(value, (Scalar, Rotation)):
        yield from value.tokens
    elif isinstance(value, Array):
        spend(len(value.items) // LOOKED_AT)
        for item in value.items:
            yield from all_tokens(item)
    elif isinstance(value, PlacedFrame):
        yield from value.rotation.tokens
        for number in value.position:
            yield from number.tokens


def sources(value: Value) -> Iterator[Token]:
    """The tokens from which a value was computed, and those that did not change it."""
    yield from all_tokens(value)
    if isinstance(value, PlacedFrame):
        yield from value.rotation.more
    elif isinstance(value, Rotation):
        yield from value.more


# --- scalars ---


def combine(operation: Callable[..., float], *numbers: Scalar) -> Scalar:
    """A number computed from others.  Raises `Mismatch` if the result is not finite and real."""
    spend(len(numbers))
    try:
        value = operation(*(number.value for number in numbers))
    except (ZeroDivisionError, OverflowError, ValueError) as fault:
        raise OperandMismatch(f"the result is not a finite number ({fault})") from None
    except TypeError:  # of a function called with too many or too few numbers
        raise OperandMismatch(f"{len(numbers)} numbers are not what this function takes") from None
    if isinstance(value, complex):  # (-8) ** (1 / 3)
        raise OperandMismatch("the result is not a real number")
    if not isfinite(value):
        raise OperandMismatch("the result is not a finite number")
    return Scalar(value, tokens_of(numbers)[:MOST_TOKENS])


def _sum(a: Scalar, b: Scalar) -> Scalar:
    if not a.tokens and a.value == 0.0:
        return b
    return a if not b.tokens and b.value == 0.0 else combine(float.__add__, a, b)


def _each(operation: Callable[[Scalar, Scalar], Scalar], a: Value, b: Value) -> Value:
    """An operation element by element; a scalar is combined with each element."""
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return operation(a, b)
    if isinstance(a, Array) and isinstance(b, Array):
        if len(a.items) != len(b.items):
            raise OperandMismatch(f"lists of {len(a.items)} and {len(b.items)} items cannot be combined")
        return Array(tuple(_each(operation, x, y) for x, y in zip(a.items, b.items, strict=True)))
    if isinstance(a, Array) and isinstance(b, Scalar):
        return Array(tuple(_each(operation, x, b) for x in a.items))
    if isinstance(a, Scalar) and isinstance(b, Array):
        return Array(tuple(_each(operation, a, y) for y in b.items))
    raise OperandMismatch(f"{describe_value(a)} and {describe_value(b)} cannot be combined")


def add_values(a: Value, b: Value) -> Value:
    if isinstance(a, PlacedFrame) and vector_in(b):
        return a._replace(position=_vector_sum(a.position, vector_in(b) or NOWHERE))
    return _each(_sum, a, b)


def negate_value(value: Value) -> Value:
    if isinstance(value, Scalar):
        return Scalar(-value.value, value.tokens)
    if isinstance(value, Array):
        return Array(tuple(negate_value(item) for item in value.items))
    if isinstance(value, Rotation) and value.parts:
        x, y, z, w = value.parts
        return value._replace(parts=(-x, -y, -z, -w))
    raise OperandMismatch(f"{describe_value(value)} has no sign")


def subtract(a: Value, b: Value) -> Value:
    return _each(lambda x, y: combine(float.__sub__, x, y), a, b)


def divide_values(a: Value, b: Value) -> Value:
    return _each(lambda x, y: combine(float.__truediv__, x, y), a, b)


def multiply_each(a: Value, b: Value) -> Value:
    return _each(lambda x, y: combine(float.__mul__, x, y), a, b)


def multiply(a: Value, b: Value) -> Value:
    """The product: of numbers, of a matrix or rotation and a vector, or a composition of poses."""
    if isinstance(a, (PlacedFrame, Rotation)) or isinstance(b, (PlacedFrame, Rotation)):
        return _transform(a, b)
    left, right = matrix_rows(a), matrix_rows(b)
    if left and right and len(left[0]) == len(right):
        columns = tuple(zip(*right, strict=True))
        return array(tuple(inner(row, column) for column in columns) for row in left)
    numbers = scalars(b)
    if left and numbers and len(left[0]) == len(numbers):
        return Array(tuple(inner(row, numbers) for row in left))
    return multiply_each(a, b)


def inner(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    """The inner product."""
    return combine(lambda *values: sum(x * y for x, y in zip(values[: len(a)], values[len(a) :], strict=True)), *a, *b)


def vector_product(a: Value, b: Value) -> Value:
    """The cross product of two vectors."""
    first, second = vector_in(a), vector_in(b)
    if first is None or second is None:
        raise OperandMismatch(f"{describe_value(a)} and {describe_value(b)} have no cross product")
    (ax, ay, az), (bx, by, bz) = first, second
    pairs = ((ay, bz, az, by), (az, bx, ax, bz), (ax, by, ay, bx))
    return Array(tuple(combine(lambda p, q, r, s: p * q - r * s, *pair) for pair in pairs))


def length_of(value: Value) -> Scalar:
    """The length of a vector."""
    numbers = scalars(value)
    if not numbers:
        raise OperandMismatch(f"{describe_value(value)} has no length")
    return combine(hypot, *numbers)


def _transform(a: Value, b: Value) -> Value:
    point = vector_in(b)
    if isinstance(a, (PlacedFrame, Rotation)) and point:
        moved = rotate_vector(a.rotation if isinstance(a, PlacedFrame) else a, point)
        return Array(_vector_sum(a.position, moved) if isinstance(a, PlacedFrame) else moved)
    first, second = motion_of(a), motion_of(b)
    if first is None or second is None:
        raise OperandMismatch(f"{describe_value(a)} and {describe_value(b)} cannot be multiplied")
    if isinstance(first, Rotation) and isinstance(second, Rotation):
        return rotations(first, second)
    return compose_frames(as_placement(first), as_placement(second))


# --- rotations and placements ---


def motion_of(value: Value) -> Rotation | PlacedFrame | None:
    """A value as a rotation or placement: matrices of 3×3, 3×4 and 4×4 too; None for anything else."""
    if isinstance(value, (Rotation, PlacedFrame)):
        return value
    rows = matrix_rows(value)
    if rows is None or len(rows) not in (3, 4):
        return None
    if len(rows) == 3 and len(rows[0]) == 3:
        return rotation_of_rows(rows)
    if len(rows[0]) != 4:
        return None
    if len(rows) == 4 and floats(rows[3]) != (0.0, 0.0, 0.0, 1.0):
        hint = ": is it by columns?" if floats(row[3] for row in rows[:3]) == (0.0, 0.0, 0.0) else ""
        token = next(iter(tokens_of(rows[3])), None) or next(iter(tokens_of(rows[0])), None)
        message = f"the last row of a pose must be 0 0 0 1{hint}"
        raise token.fault(message) if token else OperandMismatch(message)
    x, y, z = (row[3] for row in rows[:3])
    rotation = rotation_of_rows([row[:3] for row in rows[:3]])
    return PlacedFrame(rotation._replace(more=tokens_of(number for row in rows[3:] for number in row)), (x, y, z))


def rotation_of_rows(rows: Sequence[Sequence[Scalar]]) -> Rotation:
    a, b, c = (as_vec3(row) for row in rows)
    return Rotation((a, b, c), None, tokens_of(number for row in rows for number in row))


def rotation_of_quaternion(parts: Sequence[Scalar], tokens: Tokens | None = None) -> Rotation:
    """The rotation of x, y, z, w; a zero quaternion has no matrix and is rejected when the rotation is used."""
    x, y, z, w = floats(parts)
    rows = rotation_from_quaternion((x, y, z, w)) if hypot(x, y, z, w) > 0.0 else IDENTITY
    return Rotation(rows, (x, y, z, w), tokens_of(parts) if tokens is None else tokens)


def as_placement(motion: Rotation | PlacedFrame) -> PlacedFrame:
    return motion if isinstance(motion, PlacedFrame) else PlacedFrame(motion, NOWHERE)


def is_identity(rotation: Rotation) -> bool:
    return rotation.rows == IDENTITY and rotation.parts in (None, (0.0, 0.0, 0.0, 1.0))


def rotations(a: Rotation, b: Rotation) -> Rotation:
    """The product of two rotations; that with the identity is exact."""
    if is_identity(a):
        return _noting(b, a)
    if is_identity(b):
        return _noting(a, b)
    columns = tuple(zip(*b.rows, strict=True))
    rows = tuple(tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in columns) for row in a.rows)
    first, second, third = ((x, y, z) for x, y, z in rows)
    is_normalized = a.is_normalized or b.is_normalized
    angle = None if a.angle is None or b.angle is None else a.angle + b.angle
    more = merge_tokens(a.more, b.more)
    return Rotation((first, second, third), None, merge_tokens(a.tokens, b.tokens), is_normalized, more, angle)


def merge_tokens(a: Tokens, b: Tokens) -> Tokens:
    return tuple({token.start: token for token in (*a, *b)}.values())


def _noting(rotation: Rotation, other: Rotation) -> Rotation:
    """A rotation that remembers the numbers of another one that did not change it."""
    more = (*other.tokens, *other.more)
    return rotation._replace(more=merge_tokens(rotation.more, more)) if more else rotation


def rotate_vector(rotation: Rotation, point: Sequence[Scalar]) -> tuple[Scalar, Scalar, Scalar]:
    if is_identity(rotation):
        x, y, z = point
        return (x, y, z)
    p = as_vec3(point)
    tokens = merge_tokens(rotation.tokens, tokens_of(point))[:MOST_TOKENS]
    x, y, z = (Scalar(sum(a * b for a, b in zip(row, p, strict=True)), tokens) for row in rotation.rows)
    return (x, y, z)


def _vector_sum(a: Sequence[Scalar], b: Sequence[Scalar]) -> tuple[Scalar, Scalar, Scalar]:
    x, y, z = (_sum(p, q) for p, q in zip(a, b, strict=True))
    return (x, y, z)


def compose_frames(a: PlacedFrame, b: PlacedFrame) -> PlacedFrame:
    """The placement b, given in the frame a."""
    if b.position == NOWHERE:
        return PlacedFrame(rotations(a.rotation, b.rotation), a.position)
    return PlacedFrame(
        rotations(a.rotation, b.rotation), _vector_sum(a.position, rotate_vector(a.rotation, b.position))
    )


def invert_motion(value: Value) -> Value:
    motion = motion_of(value)
    if motion is None:
        raise OperandMismatch(f"{describe_value(value)} has no inverse")
    rotation = motion.rotation if isinstance(motion, PlacedFrame) else motion
    a, b, c = rotation.rows
    parts = rotation.parts and (-rotation.parts[0], -rotation.parts[1], -rotation.parts[2], rotation.parts[3])
    angle = None if rotation.angle is None else -rotation.angle
    back = rotation._replace(rows=(tuple(zip(a, b, c, strict=True))), parts=parts, angle=angle)  # type: ignore[arg-type]
    if isinstance(motion, Rotation):
        return back
    x, y, z = (Scalar(-coordinate.value, coordinate.tokens) for coordinate in rotate_vector(back, motion.position))
    return PlacedFrame(back, (x, y, z))


def transpose_matrix(value: Value) -> Value:
    rows = matrix_rows(value)
    if rows:
        return array(zip(*rows, strict=True))
    if isinstance(value, Rotation):
        return invert_motion(value)
    if isinstance(value, Array):
        return value
    raise OperandMismatch(f"{describe_value(value)} cannot be transposed")


def normalize_value(value: Value) -> Value:
    """A vector of length 1, or a rotation marked as normalised."""
    if isinstance(value, Rotation):
        return value._replace(is_normalized=True)
    numbers = scalars(value)
    if numbers is None:
        raise OperandMismatch(f"{describe_value(value)} cannot be normalised")
    length = sqrt(sum(x * x for x in floats(numbers)))
    if not length > 0.0:
        raise OperandMismatch("a zero vector cannot be normalised")
    tokens = tokens_of(numbers)
    return Array(tuple(Scalar(number.value / length, tokens) for number in numbers))


def describe_value(value: Value) -> str:
    """The kind of a value, for messages."""
    if isinstance(value, Scalar):
        return "a number"
    if isinstance(value, Array):
        rows = matrix_rows(value)
        return f"a matrix of {len(rows)} × {len(rows[0])}" if rows else f"a list of {len(value.items)}"
    if isinstance(value, SolidValue):
        return "a shape"
    if isinstance(value, Thing) and value.type:
        return f"an unknown value ({value.type})"
    return {Rotation: "a rotation", PlacedFrame: "a pose", Text: "a word"}.get(type(value), "an unknown value")
