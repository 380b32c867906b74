"""Makes spheres, capsules, cylinders, cones and ellipsoids from radii, heights and ends."""

from math import hypot

from gjkscope.app.bring.notations.describing import exact_numbers
from gjkscope.app.bring.notations.keyed.boxes import bullet_margin, half_sizes_of, inner_rounding
from gjkscope.app.bring.notations.keyed.conventions import FULL, HALF, INNER, TOTAL
from gjkscope.app.bring.notations.keyed.fields import Quantity, words_of_name
from gjkscope.app.bring.notations.keyed.shape_fields import BuiltShape, ShapeFields
from gjkscope.app.bring.notations.keyed.values import numbers_of, scalar, vector_of
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.shapes.kinds import Axis, Capsule, Cone, Cylinder, Ellipsoid, Sphere
from gjkscope.engine.vectors import Vec3, add, scale

_LETTERS: tuple[Axis, Axis, Axis] = ("x", "y", "z")


def build_sphere(fields: ShapeFields) -> BuiltShape:
    """The sphere of a radius or diameter."""
    if fields.has(Quantity.DIAMETER) and not fields.has(Quantity.RADIUS):
        return Sphere(0.5 * fields.positive(Quantity.DIAMETER)), None
    if fields.has(Quantity.RADII) and not fields.has(Quantity.RADIUS):
        return Sphere(fields.sizes(Quantity.RADII)[0]), None
    if fields.has(Quantity.IMPLICIT_SIZES) and not fields.has(Quantity.RADIUS):
        return _bullet_sphere(fields), None
    return Sphere(fields.one("radius", Quantity.RADIUS)[1]), None


def _bullet_sphere(fields: ShapeFields) -> Sphere:
    """Bullet keeps the radius in the first of the implicit sizes, and again in the margin."""
    value = fields.value(Quantity.IMPLICIT_SIZES)
    radius = vector_of(value, fields.context)[0]
    if not radius > 0.0:
        raise value.fault(f"the radius must be > 0, got {radius:g}", fields.context)
    fields.used.add(Quantity.MARGIN)
    fields.fact("radius", f"{radius:g}", value)
    return Sphere(radius)


def build_capsule(fields: ShapeFields) -> BuiltShape:
    """The capsule of a radius and a length, or of two ends; a sphere if its length is 0."""
    if fields.has(Quantity.POINT_A) and fields.has(Quantity.POINT_B):
        return _between_points(fields, Capsule)
    radius, half = _radius_and_half_height(fields, is_capsule=True)
    axis, turn = _axis_and_turn(fields)
    return (Capsule(radius, half, axis), turn) if half > 0.0 else (Sphere(radius), None)


def build_cylinder(fields: ShapeFields) -> BuiltShape:
    """The cylinder of a radius and a height, or of two ends."""
    if fields.has(Quantity.POINT_A) and fields.has(Quantity.POINT_B):
        return _between_points(fields, Cylinder)
    radius, half = _radius_and_half_height(fields)
    rounding = inner_rounding(fields, min(radius, half))
    axis, turn = _axis_and_turn(fields)
    return Cylinder(radius - rounding, half - rounding, axis, rounding), turn


def build_cone(fields: ShapeFields) -> BuiltShape:
    """The cone of a radius and a height."""
    radius, half = _radius_and_half_height(fields)
    axis, turn = _axis_and_turn(fields, has_apex=True)
    return Cone(radius, half, axis), turn


def _radius_and_half_height(fields: ShapeFields, is_capsule: bool = False) -> tuple[float, float]:
    if fields.has(Quantity.IMPLICIT_SIZES):
        return _implicit_axial(fields, is_capsule)
    radius = _radius(fields)
    if fields.has(Quantity.HALF_HEIGHT):
        value = fields.value(Quantity.HALF_HEIGHT)
        half = scalar(value, fields.context)
        if is_capsule and half == 0.0:
            return radius, 0.0
        return radius, fields.one("half height", Quantity.HALF_HEIGHT)[1]
    field, number = fields.one("height", Quantity.LENGTH, Quantity.HEIGHT, Quantity.DEPTH_SIZE)
    if not is_capsule:
        sizes = fields.context.assume("sizes", FULL, "a height or length is full unless it is called half", HALF)
        return radius, number if sizes == HALF else 0.5 * number
    return radius, _half_of_capsule(fields, field, number, radius)


def _half_of_capsule(fields: ShapeFields, field: Quantity, number: float, radius: float) -> float:
    words = words_of_name(fields.value(field).key)
    default = TOTAL if "total" in words or (fields.conventions.capsule == TOTAL and field is Quantity.HEIGHT) else INNER
    why = f"{fields.conventions.engine}'s convention" if fields.conventions.engine else "most engines' convention"
    other = INNER if default == TOTAL else TOTAL
    chosen = fields.context.assume("capsule length", default, why, other, HALF)
    if chosen == HALF:
        return number
    if chosen == INNER:
        return 0.5 * number
    if number < 2.0 * radius:
        raise fields.value(field).fault("the total height must be at least twice the radius", fields.context)
    return 0.5 * number - radius


def _radius(fields: ShapeFields) -> float:
    if fields.has(Quantity.DIAMETER) and not fields.has(Quantity.RADIUS):
        return 0.5 * fields.positive(Quantity.DIAMETER)
    if fields.has(Quantity.RADIUS_BOTTOM):
        return _radius_of_ends(fields)
    return fields.one("radius", Quantity.RADIUS)[1]


def _radius_of_ends(fields: ShapeFields) -> float:
    bottom = fields.positive(Quantity.RADIUS_BOTTOM)
    if fields.has(Quantity.RADIUS_TOP):
        top = scalar(fields.value(Quantity.RADIUS_TOP), fields.context)
        if top not in (0.0, bottom):
            fault = "a truncated cone is not supported: its radii must be equal, or the top one 0"
            raise fields.value(Quantity.RADIUS_TOP).fault(fault, fields.context)
    return bottom


def _implicit_axial(fields: ShapeFields, is_capsule: bool) -> tuple[float, float]:
    """Bullet's capsules and cylinders: radius, half height and radius in the order of the axes."""
    sizes = fields.sizes(Quantity.IMPLICIT_SIZES)
    up = {"x": 0, "y": 1, "z": 2}[_axis(fields)]
    margin = 0.0 if is_capsule else bullet_margin(fields)
    return sizes[(up + 1) % 3] + margin, sizes[up] + margin


def _axis_and_turn(fields: ShapeFields, has_apex: bool = False) -> tuple[Axis, PositionOrientation | None]:
    """The axis of symmetry, and the rotation to the direction in the text if this is not along an axis.

    The direction of a shape with an apex points to it, so its sign matters.
    """
    value = fields.draft.values.get(Quantity.AXIS)
    if value is None or len(value) != 3 or Quantity.ANGLE in fields.draft.values:
        return _axis(fields), None
    direction = vector_of(value, fields.context)
    length = hypot(*direction)
    if not length > 0.0:
        raise value.fault("the axis must not be zero", fields.context)
    for axis, part in zip(_LETTERS, direction, strict=True):
        if abs(part) == length and (part > 0.0 or not has_apex):
            return axis, None
    fields.fact("axis", exact_numbers(direction), value)
    return "z", PositionOrientation((0.0, 0.0, 0.0), _turn_to(scale(direction, 1.0 / length)))


def _axis(fields: ShapeFields) -> Axis:
    named = _named_axis(fields)
    if named:
        return named
    default: Axis = fields.conventions.axis
    why = f"{fields.conventions.engine}'s axis"
    if not fields.conventions.engine:
        default = "z" if fields.has(Quantity.LENGTH) else "y"
        why = "engines that say length use z, those that say height use y"
    others = [axis for axis in "xyz" if axis != default]
    chosen: Axis = fields.context.assume("axis", default, why, *others)  # type: ignore[assignment]
    return chosen


def _named_axis(fields: ShapeFields) -> Axis | None:
    """The axis that the text names, as a letter, an index (Unity) or a unit vector."""
    if word := fields.draft.words.get(Quantity.AXIS):
        text = word.text.lower().strip("+").removesuffix("-axis").removesuffix("axis").strip("_")
        return next((axis for axis in _LETTERS if axis == text), None)
    if value := fields.draft.values.get(Quantity.AXIS):
        if len(value) == 1 and value.tokens[0].value in (0.0, 1.0, 2.0):
            return _LETTERS[int(numbers_of(value, fields.context)[0])]
        if len(value) == 3 and Quantity.ANGLE not in fields.draft.values:
            components = [abs(number) for number in numbers_of(value, fields.context)]
            if sorted(components) == [0.0, 0.0, 1.0]:
                return _LETTERS[components.index(1.0)]
    return next((axis for axis in _LETTERS if axis == fields.draft.axis), None)


def _between_points(fields: ShapeFields, kind: type[Capsule] | type[Cylinder]) -> BuiltShape:
    first, second = fields.value(Quantity.POINT_A), fields.value(Quantity.POINT_B)
    a, b = vector_of(first, fields.context), vector_of(second, fields.context)
    along = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    length = hypot(*along)
    radius = _radius(fields)
    fields.fact("ends", f"{exact_numbers(a)} to {exact_numbers(b)}", first)
    middle = PositionOrientation(scale(add(a, b), 0.5))
    if length == 0.0:
        return Sphere(radius), middle
    for axis, part in zip(_LETTERS, along, strict=True):
        if abs(part) == length:  # along an axis: no rotation is needed
            return kind(radius, 0.5 * length, axis), middle
    return kind(radius, 0.5 * length, "z"), PositionOrientation(middle.position, _turn_to(scale(along, 1 / length)))


def build_ellipsoid(fields: ShapeFields) -> BuiltShape:
    """The ellipsoid of radii or half sizes."""
    if fields.has(Quantity.RADII):
        radii = fields.sizes(Quantity.RADII)
        fields.fact("radii", exact_numbers(radii), fields.value(Quantity.RADII))
        return Ellipsoid(radii), None
    return Ellipsoid(half_sizes_of(fields)), None


def _turn_to(direction: Vec3) -> Quaternion:
    """The shortest rotation that takes the z axis to a unit direction."""
    x, y, z = direction
    if z < -1.0 + 1e-15:  # opposite directions have no shortest turn; any half turn about an axis across will do
        return (1.0, 0.0, 0.0, 0.0)
    length = hypot(-y, x, 1.0 + z)
    return (-y / length, x / length, 0.0, (1.0 + z) / length)
