"""Assigns the arguments of shape constructors to their parameters."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    all_tokens,
    as_vec3,
    flatten,
    matrix_rows,
    motion_of,
    scalars,
    vector_in,
)
from gjkscope.engine.vectors import Vec3

_VECTORS = {"half_extents", "sizes", "radii", "a", "b", "c", "center", "position", "min", "max", "normal", "velocity"}
_VECTORS |= {"corner", "least", "field_size"}
# Parameters that are several numbers, and what these are: x and y, or the coordinates of all points.
_OF_NUMBERS = {"xy": "position", "center_xy": "center", "corner_xy": "corner", "coordinates": "points"}


def fits(letter: str, value: Value) -> bool:
    """Whether a value can be the argument for a letter of `Form.kinds`; a failed one can be any."""
    if isinstance(value, Failed) or letter in "*_":
        return True
    tests: dict[str, Callable[[], bool]] = {
        "s": lambda: isinstance(value, Scalar),
        "v": lambda: vector_in(value) is not None,
        "4": lambda: len(scalars(value) or ()) == 4,
        "3": lambda: isinstance(value, Rotation) or _is_square(value, 3),
        "r": lambda: isinstance(value, Rotation) or _is_square(value, 3) or _is_quaternion(value),
        "p": lambda: isinstance(value, PlacedFrame) or motion_of(value) is not None,
        "a": lambda: isinstance(value, Array),
        "o": lambda: isinstance(value, SolidValue),
        "t": lambda: isinstance(value, Text),
    }
    return tests[letter]()


def _is_square(value: Value, size: int) -> bool:
    rows = matrix_rows(value)
    return rows is not None and len(rows) == size and len(rows[0]) == size


def _is_quaternion(value: Value) -> bool:
    flat = flatten(value) if isinstance(value, Array) else None
    return flat is not None and len(flat) == 4


def bound_arguments(form: ShapeForm, values: Sequence[Value], named: dict[str, Value]) -> dict[str, Value] | None:
    """The arguments by parameter, or None if they do not fit.  Keywords that are not parameters are left out."""
    arguments: dict[str, Value] = {}
    used = 0
    parameters = [name for name in form.parameters if name.rstrip("?") not in _named_parameters(form, named)]
    for parameter in parameters:
        name, is_optional = parameter.rstrip("?"), parameter.endswith("?")
        if name == "_…":
            used = len(values)
            break
        count = _count_taken(name, values[used:])
        if count == 0:
            if is_optional or (named and not values[used:]):
                continue
            return None
        if name in _OF_NUMBERS:
            parts = values[used : used + count]
            arguments[_OF_NUMBERS[name]] = Array((*parts, *((Scalar(0.0),) if name.endswith("xy") else ())))
        elif name != "_":
            arguments[name] = values[used] if count == 1 else Array(tuple(values[used : used + count]))
        used += count
    if used < len(values):
        return None
    for keyword, value in named.items():
        if (own := parameter_of(form, keyword)) is not None:
            arguments[own] = value
        elif (role := names.role_of(keyword)) in ("position", "rotation", "placement") and not isinstance(value, Thing):
            arguments[role] = value
        elif role == "euler":
            arguments["rpy" if keyword == "rpy" else "euler"] = value
    return arguments


def parameter_of(form: ShapeForm, keyword: str) -> str | None:
    """The parameter of a keyword or field, however its words are joined; None if the form has no such parameter."""
    known, parameters = dict(form.names), {name.rstrip("?") for name in form.parameters}
    snake = "_".join(names.words_of(keyword))
    for word in (keyword, snake):
        parameter = known.get(word, word)
        if word in known or parameter.split(".")[0] in parameters:
            return parameter
    return None


def _named_parameters(form: ShapeForm, named: dict[str, Value]) -> set[str]:
    return {(parameter_of(form, keyword) or keyword).split(".")[0] for keyword in named}


def _count_taken(name: str, values: Sequence[Value]) -> int:
    """The number of values that a parameter takes; 0 if it cannot take the first one."""
    if not values:
        return 0
    value = values[0]
    if isinstance(value, Failed) or name == "_":
        return 1
    if name in _VECTORS:
        if vector_in(value) is not None or (isinstance(value, Array) and _has_failed(value) and len(value.items) == 3):
            return 1
        is_three = len(values) >= 3 and all(isinstance(item, (Scalar, Failed)) for item in values[:3])
        return 3 if is_three and name not in ("a", "b", "c") else 0
    if name in _OF_NUMBERS:
        numbers = sum(1 for _ in takewhile(lambda item: isinstance(item, (Scalar, Failed)), values))
        return numbers if name == "coordinates" else 2 if numbers > 1 else 0
    return int(any(accepts(value) for accepts in _ACCEPTED.get(name, (_is_number,))))


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar)


def _is_list(value: Value) -> bool:
    return isinstance(value, (Array, Thing)) and vector_in(value) is None


def _is_pair(value: Value) -> bool:
    """Whether a value is a vector of the plane."""
    return isinstance(value, Array) and len(plane_numbers(value)) == 2


# The arguments of parameters that are neither vectors nor numbers.
_ACCEPTED: Mapping[str, tuple[Callable[[Value], bool], ...]] = {
    **dict.fromkeys(("half_sizes", "full_sizes"), (_is_pair,)),
    "bounds": (_is_list,),
    "points": (_is_list, lambda value: isinstance(value, SolidValue)),  # a mesh that another constructor made
    "faces": (_is_list, lambda value: isinstance(value, Array)),  # a triangle may be three numbers
    "heights": (lambda value: isinstance(value, Array),),
    "plane": (lambda value: fits("4", value),),
    "equation": (lambda value: fits("4", value),),
    "placement": (lambda value: motion_of(value) is not None,),
    "rotation": (lambda value: fits("r", value),),
    "axis": (_is_number, lambda value: isinstance(value, Text), lambda value: vector_in(value) is not None),
    "body": (_is_number, lambda value: isinstance(value, Thing)),
}


def _has_failed(value: Value) -> bool:
    return isinstance(value, Failed) or (isinstance(value, Array) and any(_has_failed(item) for item in value.items))


# Parameters that are lists of two points, and the parameters of these points.
_PAIRS = {"bounds": ("min", "max"), "segment": ("a", "b")}


def expand_arguments(solid: SolidValue) -> dict[str, Value]:
    """The arguments of a shape with the parameters that lists of several hold.  Raises `TextError`."""
    arguments = dict(solid.arguments)
    for name, parts in _PAIRS.items():
        if (value := arguments.pop(name, None)) is None:
            continue
        rows = matrix_rows(value)
        if rows is None or len(rows) != 2 or len(rows[0]) != 3:
            raise _argument_fault(solid, value, f"the {name} must be two points of three numbers each")
        arguments |= {part: Array(row) for part, row in zip(parts, rows, strict=True)}
    if (value := arguments.pop("dims", None)) is not None:
        arguments = _sizes_of(solid, value) | arguments
    return arguments


def _sizes_of(solid: SolidValue, value: Value) -> dict[str, Value]:
    """The sizes in a list, such as the radius and half the height: those of the form, in its order."""
    if isinstance(value, Array) and value.items and isinstance(value.items[0], Array):  # sizes and a margin
        margins = flatten(Array(value.items[1:]))
        if margins is None or any(number.value for number in margins):
            raise _argument_fault(solid, value, "a margin besides the sizes: must be 0")
        value = value.items[0]
    numbers = (value,) if isinstance(value, Scalar) else scalars(value)
    order = solid.form.dims
    if numbers is None:
        raise _argument_fault(solid, value, "the sizes must be numbers")
    if len(order) == 1 and order[0] in _VECTORS and len(numbers) >= 3:
        return {order[0]: Array(numbers[:3])}
    if len(numbers) < len(order):
        raise _argument_fault(solid, value, f"got {len(numbers)} sizes, must be {len(order)}")
    return dict(zip(order, numbers, strict=False))


def plane_numbers(value: Value) -> tuple[Scalar, ...]:
    """The numbers of a value; a point of the plane that is stored as one of space loses its z."""
    numbers = scalars(value) or ()
    is_lifted = len(numbers) == 3 and numbers[2].value == 0.0 and not numbers[2].tokens
    return numbers[:2] if is_lifted else numbers


def _argument_fault(solid: SolidValue, value: Value, message: str) -> TextError:
    if isinstance(value, Failed):
        return value.fault
    if isinstance(value, Array):
        for item in value.items:
            if isinstance(item, Failed):
                return item.fault
    return next(all_tokens(value), solid.token).fault(f"{solid.constructor}: {message}")


def list_of_points(value: Value) -> list[Vec3] | None:
    """The points of nested or flat numbers, or None if they are not points."""
    if not isinstance(value, Array):
        return None
    rows = [vector_in(item) for item in value.items]
    points = [row for row in rows if row is not None]
    if points and len(points) == len(rows):
        return [as_vec3(row) for row in points]
    table = matrix_rows(value)
    if table is not None and len(table) == 3:  # 3 × n: all x, all y, all z
        return [as_vec3(column) for column in zip(*table, strict=True)]
    if table is not None and len(table[0]) == 4 and all(row[3].value == 1.0 for row in table):
        return [as_vec3(row[:3]) for row in table]
    flat = scalars(value)
    if flat and len(flat) % 3 == 0:
        return [as_vec3(flat[i : i + 3]) for i in range(0, len(flat), 3)]
    return None
