"""Scales shapes and converts them to metres."""

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.drafts import Gathered
from gjkscope.app.bring.notations.keyed.values import ValueTokens, numbers_of, vector_of
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Vec3

UNITS = {"m": 1.0, "cm": 100.0, "mm": 1000.0}  # in a metre
_UNIT_NAMES = {
    "m": "m",
    "meter": "m",
    "metre": "m",
    "meters": "m",
    "metres": "m",
    "cm": "cm",
    "centimeter": "cm",
    "centimetre": "cm",
    "centimeters": "cm",
    "centimetres": "cm",
    "mm": "mm",
    "millimeter": "mm",
    "millimetre": "mm",
    "millimeters": "mm",
    "millimetres": "mm",
}


def unit_of(token: Token) -> str:
    """The unit of length that a word names; "" if it names none."""
    return _UNIT_NAMES.get(token.text.lower(), "") if token.kind is Kind.NAME else ""


def bodies_in_metres(bodies: tuple[Body, ...], gathered: Gathered, context: ReadContext) -> tuple[Body, ...]:
    """The bodies in metres."""
    word = gathered.units or next(
        (
            word
            for draft in gathered.drafts
            for value in draft.values.values()
            for word in value.words
            if word.text.lower() in _UNIT_NAMES and word.start > value.start
        ),
        None,
    )
    if word is not None and word.text.lower() in _UNIT_NAMES:
        known = _UNIT_NAMES[word.text.lower()]
        unit = context.assume("units", known, "named in the text", *(other for other in UNITS if other != known))
    else:
        unit = context.assume("units", "m", "the text names no unit", "cm", "mm")
    return tuple(_in_metres(body, UNITS[unit]) for body in bodies) if unit != "m" else bodies


def _in_metres(body: Body, per_metre: float) -> Body:
    x, y, z = body.pose.position
    placement = body.placement.moved((x / per_metre, y / per_metre, z / per_metre))
    return replace(body, shape=_scaled_shape(body.shape, (1.0, 1.0, 1.0), per_metre), placement=placement)


def rescaled_shape(shape: kinds.Shape, scale: ValueTokens, context: ReadContext) -> kinds.Shape:
    """The shape, scaled by the factors in the text.  Raises `TextError` if the result is not such a shape."""
    factors = numbers_of(scale, context)
    x, y, z = factors * 3 if len(factors) == 1 else vector_of(scale, context)
    if (x, y, z) == (1.0, 1.0, 1.0):
        return shape
    if not min(x, y, z) > 0.0:
        raise scale.fault("a scale must be > 0: it would mirror the shape", context)
    if not can_stretch(shape, (x, y, z)):
        raise scale.fault("this shape can only be scaled by the same factor in x, y and z", context)
    context.warn(f"the scale {x:g}, {y:g}, {z:g} was applied to the shape")
    return stretched_shape(shape, (x, y, z))


def can_stretch(shape: kinds.Shape, factors: Vec3) -> bool:
    """Whether a shape scaled along its axes is a shape of the same kind."""
    if isinstance(shape, kinds.Box | kinds.Hull | kinds.Ellipsoid | kinds.Triangle | kinds.Segment):
        return True
    if isinstance(shape, kinds.Cylinder | kinds.Cone):
        a, b = (factor for axis, factor in zip("xyz", factors, strict=True) if axis != shape.axis)
        return a == b and (shape.rounding == 0.0 or factors[0] == factors[1] == factors[2])
    return factors[0] == factors[1] == factors[2]


def stretched_shape(shape: kinds.Shape, factors: Vec3) -> kinds.Shape:
    """The shape scaled along its axes, if `can_stretch`."""
    if isinstance(shape, kinds.Cylinder | kinds.Cone):
        along = "xyz".index(shape.axis)
        across = factors[along - 1]
        return replace(
            shape,
            radius=across * shape.radius,
            half_height=factors[along] * shape.half_height,
            rounding=across * shape.rounding,
        )
    return _scaled_shape(shape, factors)


def _scaled_shape(shape: kinds.Shape, factors: Vec3, divisor: float = 1.0) -> kinds.Shape:
    """The shape scaled along its axes; dividing is exact where multiplying by 0.001 is not."""

    def along(v: Vec3) -> Vec3:
        return (factors[0] * v[0] / divisor, factors[1] * v[1] / divisor, factors[2] * v[2] / divisor)

    def scaled(number: float) -> float:
        return factors[0] * number / divisor

    rounding = scaled(shape.rounding)
    if isinstance(shape, kinds.Box):
        return kinds.Box(along(shape.half_extents), rounding)
    if isinstance(shape, kinds.Ellipsoid):
        return kinds.Ellipsoid(along(shape.radii), rounding)
    if isinstance(shape, kinds.Hull):
        return kinds.Hull(tuple(along(vertex) for vertex in shape.vertices), rounding)
    if isinstance(shape, kinds.Triangle):
        a, b, c = (along(vertex) for vertex in shape.vertices)
        return kinds.Triangle((a, b, c), rounding)
    if isinstance(shape, kinds.Segment):
        return kinds.Segment(along(shape.a), along(shape.b), rounding)
    if isinstance(shape, kinds.Sphere):
        return kinds.Sphere(scaled(shape.radius), rounding)
    if isinstance(shape, kinds.Capsule | kinds.Cylinder | kinds.Cone):
        return replace(shape, radius=scaled(shape.radius), half_height=scaled(shape.half_height), rounding=rounding)
    if isinstance(shape, kinds.Point):
        return shape
    raise TypeError(f"no reader makes a {type(shape).__name__}")
