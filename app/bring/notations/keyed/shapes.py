"""Makes the shape of a draft: its kind is named in the text or implied by its sizes."""

from gjkscope.app.bring.notations.keyed.boxes import build_box
from gjkscope.app.bring.notations.keyed.drafts import SIZE_FIELDS
from gjkscope.app.bring.notations.keyed.fields import Quantity, ShapeKind
from gjkscope.app.bring.notations.keyed.round_shapes import (
    build_capsule,
    build_cone,
    build_cylinder,
    build_ellipsoid,
    build_sphere,
)
from gjkscope.app.bring.notations.keyed.shape_fields import BuiltShape, ShapeFields
from gjkscope.app.bring.notations.keyed.values import points_of, vector_of
from gjkscope.app.bring.notations.reading import Span
from gjkscope.engine.shapes.kinds import Hull, Point, Segment, Triangle


def build_shape(fields: ShapeFields) -> BuiltShape:
    """The shape, and its placement in the frame of the pose."""
    kind = _kind(fields)
    if fields.draft.kind_token is not None:
        token = fields.draft.kind_token
        fields.context.fact(fields.name, "shape", kind.value, Span(token.start, token.end))
    return _BUILDERS[kind](fields)


def _kind(fields: ShapeFields) -> ShapeKind:
    kind = fields.draft.kind
    if kind is ShapeKind.CYLINDER and fields.has(Quantity.RADIUS_TOP) and fields.value(Quantity.RADIUS_TOP).is_zero():
        return ShapeKind.CONE
    return kind or _inferred_kind(fields)


def _inferred_kind(fields: ShapeFields) -> ShapeKind:
    """The kind that the fields imply; zero fields imply nothing."""
    has = {field for field, value in fields.draft.values.items() if field in SIZE_FIELDS and not value.is_zero()}
    span = Span(fields.draft.start, fields.draft.start)
    if has & {Quantity.POINT_A} and Quantity.RADIUS in has:
        return ShapeKind.CAPSULE
    if Quantity.RADIUS in has and has & {Quantity.HALF_HEIGHT, Quantity.LENGTH, Quantity.HEIGHT}:
        chosen = fields.context.ask("kind", "capsule", "a radius and a height", "cylinder", "cone", span=span)
        return ShapeKind(chosen)
    for implying, kind in _IMPLIED:
        if has & implying:
            fields.context.assume("kind", kind.value, "implied by its sizes", span=span)
            return kind
    value = next(iter(fields.draft.values.values()))
    raise value.fault("the text does not say what kind of shape this is", fields.context)


def _hull(fields: ShapeFields) -> BuiltShape:
    if not fields.has(Quantity.VERTICES):
        raise fields.fault("the vertices are missing")
    value = fields.value(Quantity.VERTICES)
    points = points_of(value, fields.context)
    fields.fact("vertices", f"{len(points)} points", value)
    return Hull(points), None


def _triangle(fields: ShapeFields) -> BuiltShape:
    points = points_of(fields.value(Quantity.VERTICES), fields.context) if fields.has(Quantity.VERTICES) else ()
    if len(points) != 3:
        raise fields.fault(f"a triangle must have three vertices, got {len(points)}")
    return Triangle((points[0], points[1], points[2])), None


def _segment(fields: ShapeFields) -> BuiltShape:
    if fields.has(Quantity.POINT_A) and fields.has(Quantity.POINT_B):
        a = vector_of(fields.value(Quantity.POINT_A), fields.context)
        return Segment(a, vector_of(fields.value(Quantity.POINT_B), fields.context)), None
    points = points_of(fields.value(Quantity.VERTICES), fields.context) if fields.has(Quantity.VERTICES) else ()
    if len(points) != 2:
        raise fields.fault(f"a segment must have two ends, got {len(points)}")
    return Segment(points[0], points[1]), None


def _point(fields: ShapeFields) -> BuiltShape:
    return Point(), None


def _refuse(fields: ShapeFields) -> BuiltShape:
    word = fields.draft.kind_token.text if fields.draft.kind_token else "shape"
    raise fields.fault(f"{word} is not supported")


_BUILDERS = {
    ShapeKind.BOX: build_box,
    ShapeKind.SPHERE: build_sphere,
    ShapeKind.CAPSULE: build_capsule,
    ShapeKind.CYLINDER: build_cylinder,
    ShapeKind.CONE: build_cone,
    ShapeKind.ELLIPSOID: build_ellipsoid,
    ShapeKind.HULL: _hull,
    ShapeKind.TRIANGLE: _triangle,
    ShapeKind.SEGMENT: _segment,
    ShapeKind.POINT: _point,
    ShapeKind.UNSUPPORTED: _refuse,
}

_IMPLIED: tuple[tuple[set[Quantity], ShapeKind], ...] = (
    ({Quantity.VERTICES}, ShapeKind.HULL),
    ({Quantity.POINT_A}, ShapeKind.SEGMENT),
    ({Quantity.RADII}, ShapeKind.ELLIPSOID),
    (
        {Quantity.HALF_SIZES, Quantity.SIZES, Quantity.EXTENTS, Quantity.LOW, Quantity.WIDTH, Quantity.IMPLICIT_SIZES},
        ShapeKind.BOX,
    ),
    ({Quantity.RADIUS, Quantity.DIAMETER}, ShapeKind.SPHERE),
)
