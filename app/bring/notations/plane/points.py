"""Points in parsed code: pairs of numbers, and lists of them.

A pair of numbers is a point: (0, 1), {x: 0, y: 1}, Vec2(0, 1), new Vector2(0, 1), glm::vec2(0, 1).
"""

from collections.abc import Sequence

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.plane.parsing import ItemsValue, NumberValue, Value
from gjkscope.engine.plane.vectors import Vec2

LEAST_POINTS = 3  # in a list that only its form makes a polygon; two may be a matrix


def points_in(value: Value) -> tuple[Vec2, ...] | None:
    """The points of a list of pairs, also inside of calls such as np.array; None if it has anything else."""
    if not isinstance(value, ItemsValue):
        return None
    value = list_in(value)
    if value.fields:
        return None
    pairs = [point_in(item) for item in value.items]
    points = tuple(pair for pair in pairs if pair is not None)
    return points if points and len(points) == len(pairs) else None


def list_in(value: ItemsValue) -> ItemsValue:
    """The list inside of calls: np.array([[0, 0], [1, 0]], dtype=float)."""
    while value.items and isinstance(inner := value.items[0], ItemsValue) and point_in(inner) is None:
        if any(isinstance(item, ItemsValue) for item in value.items[1:]):
            break
        value = inner
    return value


def point_in(value: Value | None) -> Vec2 | None:
    """A value as a point of the plane."""
    if not isinstance(value, ItemsValue):
        return None
    if value.fields:
        x, y = value.fields.get("x"), value.fields.get("y")
        is_pair = {*value.fields} == {"x", "y"} and not value.items
        return (x.value, y.value) if is_pair and isinstance(x, NumberValue) and isinstance(y, NumberValue) else None
    if len(value.items) == 1:
        return point_in(value.items[0]) if value.name else None
    if len(value.items) != 2:
        return None
    x, y = value.items
    return (x.value, y.value) if isinstance(x, NumberValue) and isinstance(y, NumberValue) else None


def flat_points(values: Sequence[Value]) -> tuple[Vec2, ...] | None:
    """The points of a list of coordinates, x and y in turn; None if it is anything else, or too short for a polygon."""
    numbers = [value.value for value in values if isinstance(value, NumberValue)]
    if len(numbers) != len(values) or len(numbers) % 2 or len(numbers) < 2 * LEAST_POINTS:
        return None
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def fault_of_ragged(value: ItemsValue) -> TextError | None:
    """The fault of the first item that is not a pair in a list of pairs."""
    pairs = [point_in(item) is not None for item in value.items]
    if sum(pairs) < LEAST_POINTS or all(pairs):
        return None
    item = value.items[pairs.index(False)]
    token = item.tokens[0] if isinstance(item, NumberValue) else item.token
    return token.fault("must be a pair of numbers, like the others")


def first_points(points: tuple[Vec2, ...], count: Value | None) -> tuple[Vec2, ...]:
    """The points, or as many as a count states.  Raises `TextError` if there are fewer."""
    if not isinstance(count, NumberValue) or not points:
        return points
    if count.value != int(count.value) or not 0 < count.value <= len(points):
        raise count.tokens[0].fault(f"must be a number of points, at most {len(points)}, got {count.value:g}")
    return points[: int(count.value)]


def item_at(value: ItemsValue, index: int) -> Value | None:
    return value.items[index] if index < len(value.items) else None
