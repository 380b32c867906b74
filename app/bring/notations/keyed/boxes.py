"""Makes boxes of half sizes, full sizes, corners or named sides; other shapes share these sizes."""

from gjkscope.app.bring.notations.describing import exact_numbers
from gjkscope.app.bring.notations.keyed.conventions import FULL, HALF
from gjkscope.app.bring.notations.keyed.fields import Quantity, words_of_name
from gjkscope.app.bring.notations.keyed.shape_fields import BuiltShape, ShapeFields
from gjkscope.app.bring.notations.keyed.values import scalar, vector_of
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.shapes.kinds import Box
from gjkscope.engine.vectors import Vec3, scale

# Bullet's default collision margin, which its implicit sizes leave out; metres.
BULLET_MARGIN = 0.04


def build_box(fields: ShapeFields) -> BuiltShape:
    """The box of sizes or corners.  Raises `TextError` if its sizes are missing or not above 0."""
    if fields.has(Quantity.LOW) and fields.has(Quantity.HIGH) and not fields.has(Quantity.SIZES, Quantity.HALF_SIZES):
        return _box_of_corners(fields)
    half = half_sizes_of(fields)
    rounding = inner_rounding(fields, min(half))
    x, y, z = (number - rounding for number in half)
    return Box((x, y, z), rounding), None


def half_sizes_of(fields: ShapeFields) -> Vec3:
    """The half sizes, from any fields of the text.  Raises `TextError` if there are none."""
    values = fields.draft.values
    if Quantity.HALF_SIZES in values:
        half = fields.sizes(Quantity.HALF_SIZES)
        fields.fact("half extents", exact_numbers(half), values[Quantity.HALF_SIZES])
        return half
    if Quantity.IMPLICIT_SIZES in values:
        return _implicit_sizes(fields)
    for field, default, why in (
        (Quantity.SIZES, fields.conventions.sizes, "sizes are full unless they are called half"),
        (Quantity.EXTENTS, fields.conventions.extents, "extents are half sizes in most engines"),
    ):
        if field in values:
            return _sizes_of(fields, field, default, _reason(fields, why, field))
    if values.keys() & {Quantity.WIDTH, Quantity.HEIGHT, Quantity.DEPTH_SIZE, Quantity.LENGTH}:
        return _named_sides(fields)
    if Quantity.VERTICES in values:
        raise fields.fault("the vertices of a box are a hull: leave out its kind")
    raise fields.fault("the sizes are missing: expected half extents or full sizes")


def _reason(fields: ShapeFields, why: str, field: Quantity) -> str:
    return f"{fields.conventions.engine} names {fields.value(field).key!r}" if fields.conventions.engine else why


def _sizes_of(fields: ShapeFields, field: Quantity, default: str, why: str) -> Vec3:
    sizes = fields.sizes(field)
    chosen = fields.context.assume("sizes", default, why, HALF if default == FULL else FULL)
    factor = 0.5 if chosen == FULL else 1.0
    half = (factor * sizes[0], factor * sizes[1], factor * sizes[2])
    fields.fact("half extents", exact_numbers(half), fields.value(field))
    return half


def _implicit_sizes(fields: ShapeFields) -> Vec3:
    """Bullet's boxes: the half sizes without the margin."""
    x, y, z = fields.sizes(Quantity.IMPLICIT_SIZES)
    margin = bullet_margin(fields)
    half = (x + margin, y + margin, z + margin)
    fields.fact("half extents", exact_numbers(half), fields.value(Quantity.IMPLICIT_SIZES))
    return half


def bullet_margin(fields: ShapeFields) -> float:
    """The margin in the text, or Bullet's default, in the unit of the text."""
    if fields.has(Quantity.MARGIN):
        return scalar(fields.value(Quantity.MARGIN), fields.context)
    fields.context.assume("margin", f"{BULLET_MARGIN:g}", "Bullet's default; implicit sizes leave it out")
    return BULLET_MARGIN


def _named_sides(fields: ShapeFields) -> Vec3:
    """Width, height and depth: full sizes along x, y and z."""
    sides = [Quantity.WIDTH, Quantity.HEIGHT, Quantity.DEPTH_SIZE]
    if fields.has(Quantity.LENGTH) and not fields.has(Quantity.DEPTH_SIZE):
        sides = [Quantity.LENGTH, Quantity.WIDTH, Quantity.HEIGHT]
    for field in sides:
        if field not in fields.draft.values:
            raise fields.fault(f"the {field.name.split('_')[0].lower()} is missing")
    sizes = [fields.positive(field) for field in sides]
    chosen = fields.context.assume("sizes", FULL, "width, height and depth are full sizes", HALF)
    x, y, z = (number * (0.5 if chosen == FULL else 1.0) for number in sizes)
    fields.fact("half extents", exact_numbers((x, y, z)), fields.value(sides[0]))
    return (x, y, z)


def _box_of_corners(fields: ShapeFields) -> BuiltShape:
    low_value, high_value = fields.value(Quantity.LOW), fields.value(Quantity.HIGH)
    low, high = vector_of(low_value, fields.context), vector_of(high_value, fields.context)
    half = scale((high[0] - low[0], high[1] - low[1], high[2] - low[2]), 0.5)
    if not min(half) > 0.0:
        raise high_value.fault("the upper corner must be above the lower one in x, y and z", fields.context)
    fields.fact("half extents", exact_numbers(half), low_value)
    center = (low[0] + half[0], low[1] + half[1], low[2] + half[2])
    return Box(half), PositionOrientation(center)


def inner_rounding(fields: ShapeFields, most: float) -> float:
    """The convex radius of Jolt, which lies inside the sizes."""
    if not fields.has(Quantity.ROUNDING):
        return 0.0
    value = fields.value(Quantity.ROUNDING)
    radius = scalar(value, fields.context)
    if "convex" not in words_of_name(value.key):
        return 0.0 if radius == 0.0 else _outer_rounding(fields, radius)
    if radius == 0.0:
        return 0.0
    if not 0.0 < radius < most:
        raise value.fault(f"a convex radius must be from 0 to the smallest half size, {most:g}", fields.context)
    fields.context.warn(f"{fields.name}: the convex radius {radius:g} lies inside the sizes")
    fields.fact("rounding", f"{radius:g}", value)
    return radius


def _outer_rounding(fields: ShapeFields, radius: float) -> float:
    value = fields.value(Quantity.ROUNDING)
    raise value.fault(f"a rounding of {radius:g} outside the sizes: add `rounding` in the window", fields.context)
