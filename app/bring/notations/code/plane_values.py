"""2D code in the reader of 3D code: the plane is z = 0, and an angle is a rotation about z.

setTranslation(1, 2)                  # the position (1, 2, 0)
{ x: 1, y: 2 }                        # likewise
contactShape(p1, angle1, other, …)    # a position followed by an angle is a pose
"""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin, tau
from typing import cast

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.code.builders import blank, first, frame_of, in_radians, position_of, rotation_of
from gjkscope.app.bring.notations.code.names import words_of
from gjkscope.app.bring.notations.code.shape_arguments import plane_numbers
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_ROTATION,
    Array,
    Failed,
    FaultMark,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Thing,
    Value,
    scalars,
    sources,
    tokens_of,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Site
from gjkscope.app.scenes.scene import Planar
from gjkscope.engine.arithmetic.integers import as_integers
from gjkscope.engine.plane.outline import monotone_chain
from gjkscope.engine.plane.shapes.kinds import Box2, Capsule2, Polygon, Segment2
from gjkscope.engine.plane.vectors import Vec2, add2, cross2, scale2, sub2
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Mat3

TURN_TOLERANCE = 1e-2  # of the length of a cosine and a sine, which may be printed to two digits


def lifted_value(site: Site, value: Value, role: str | None) -> Value:
    """A position, angle or angular velocity of the plane as one of space; anything else as it is."""
    if not site.vocabulary.is_plane:
        return value
    if isinstance(value, Array) and len(value.items) == 2 and all(isinstance(item, Scalar) for item in value.items):
        return Array((*value.items, Scalar(0.0)))
    if isinstance(value, Array) and len(value.items) == 2:  # {{1, 2}, turn}, setTransform(Vec2(1, 2), angle)
        position, turn = vector_in(lifted_value(site, value.items[0], None)), value.items[1]
        if position is not None and isinstance(turn, (Rotation, Scalar)):
            return PlacedFrame(plane_rotation(site, turn) if isinstance(turn, Scalar) else turn, position)
    if isinstance(value, Scalar) and role == "angular velocity":
        return Array((Scalar(0.0), Scalar(0.0), value))
    return plane_rotation(site, value) if role == "rotation" and isinstance(value, Scalar) else value


def with_poses(site: Site, values: Sequence[Value]) -> list[Value]:
    """The arguments of a query, in which each position and the angle behind it are one pose.

    Raises `TextError` for a position that is not in the text.
    """
    arguments: list[Value] = []
    for value in values:
        point = vector_in(arguments[-1]) if arguments else None
        if point is not None and isinstance(value, Scalar):
            arguments[-1] = PlacedFrame(plane_rotation(site, value), point)
        elif isinstance(value, Scalar) and arguments and isinstance(arguments[-1], Thing) and not arguments[-1].solids:
            fault = site.fault("the position in front of the angle is not in the text: write its x and y")
            raise fault.marked(FaultMark.FATAL)
        elif point is not None and isinstance(value, Failed):
            arguments[-1] = value
        else:
            arguments.append(value)
    return arguments


def placed_arguments(site: Site, name: str, values: Sequence[Value]) -> list[Value]:
    """The arguments of a function with the pose of a body or a shape, which may be a position and an angle.

    createBody(Vec2(1, 2), angle), createBody(Vec2(1, 2)), addShape(shape, [1, 0], angle)
    """
    words = words_of(name)
    if "body" in words:
        return [frame_of(site, item) if vector_in(item) is not None else item for item in with_poses(site, values)]
    return with_poses(site, values) if "add" in words else list(values)


def planar(placement: PlacedFrame) -> Planar:
    """A placement of the plane.  Raises `OperandMismatch` for one that leaves it."""
    x, y, z = placement.position
    rows = placement.rotation.rows
    if z.value != 0.0 or rows[2] != (0.0, 0.0, 1.0):
        raise OperandMismatch("a pose of a 2D shape must stay in the plane: write 0 for a z that is a layer")
    turned = placement.rotation
    if turned.angle is not None:
        return Planar((x.value, y.value), turned.angle)
    angle = 0.0 if turned.rows[1][0] == 0.0 and turned.rows[0][0] > 0.0 else atan2(rows[1][0], rows[0][0])
    if turned.parts is not None and turned.parts[2] != 0.0:
        angle = 2.0 * atan2(turned.parts[2], turned.parts[3])
    return Planar((x.value, y.value), angle)


def is_at_origin(local: PlacedFrame) -> bool:
    return planar(local) == Planar()


def relocate_shape(shape: Shape, local: PlacedFrame, token: Token) -> Shape:
    """A shape with its points in the frame of its body, which turns about its origin.  Raises `TextError`."""
    if isinstance(shape, Box2):
        x, y = shape.half_extents
        return Polygon(_moved_points(((-x, -y), (x, -y), (x, y), (-x, y)), local), shape.rounding)
    if isinstance(shape, Polygon):
        return Polygon(_moved_points(shape.vertices, local), shape.rounding)
    if isinstance(shape, Segment2):
        a, b = _moved_points((shape.a, shape.b), local)
        return Segment2(a, b, shape.rounding)
    if isinstance(shape, Capsule2):
        half = shape.half_height
        end = (half, 0.0) if shape.axis == "x" else (0.0, half)
        a, b = _moved_points(((-end[0], -end[1]), end), local)
        return Segment2(a, b, shape.radius + shape.rounding)
    raise token.fault(f"a {shape.kind} that turns about a point beside its own centre is not read: leave a and q out")


def _moved_points(points: Sequence[Vec2], local: PlacedFrame) -> tuple[Vec2, ...]:
    (a, b, _), (c, d, _), _ = local.rotation.rows
    x, y, _ = (number.value for number in local.position)
    return tuple((x + a * p + b * q, y + c * p + d * q) for p, q in points)


# --- functions for vocabularies of the plane ---


def plane_rotation(site: Site, angle: Scalar) -> Rotation:
    """The rotation by an angle; warns of one that is more than a turn."""
    if angle.value == 0.0:
        return IDENTITY_ROTATION._replace(tokens=angle.tokens, angle=0.0)
    value = in_radians(site, angle.value, site.vocabulary.angles)
    if value == angle.value and abs(value) > tau:
        line = angle.tokens[0].line if angle.tokens else site.token.line
        site.context.warn(f"line {line}: an angle of {value:g} rad is more than a turn: is it in degrees?")
    return turn_in_plane(value, angle.tokens)


def turn_in_plane(angle: float, tokens: tuple[Token, ...]) -> Rotation:
    """The rotation by an angle in radians."""
    c, s = cos(angle), sin(angle)
    rows: Mat3 = ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0))
    return Rotation(rows, None, tokens, angle=angle)


def plane_points(value: Value) -> tuple[Vec2, ...] | None:
    """The points of a list of points, or of one of coordinates, x and y in turn; None if it is neither."""
    items = value.items if isinstance(value, Array) else ()
    rows = [plane_numbers(item) for item in items if isinstance(item, Array)]
    if rows and len(rows) == len(items) and all(len(row) == 2 for row in rows):
        return tuple((x.value, y.value) for x, y in rows)
    flat = [number.value for number in scalars(value) or ()]
    return tuple(zip(flat[::2], flat[1::2], strict=True)) if flat and len(flat) % 2 == 0 else None


def plane_centroid(points: Sequence[Vec2]) -> Vec2:
    """The centroid of the area of the convex hull; the first point if it has no area."""
    numbers, _ = as_integers(coordinate for point in points for coordinate in point)
    corners = [points[i] for i in monotone_chain(list(zip(numbers[::2], numbers[1::2], strict=True)))]
    start, area, moment = corners[0], 0.0, (0.0, 0.0)
    for p, q in pairwise(corners[1:]):
        u, v = sub2(p, start), sub2(q, start)
        area, moment = area + cross2(u, v), add2(moment, scale2(add2(u, v), cross2(u, v) / 3))
    return add2(start, scale2(moment, 1 / area)) if area else start


def turn_by_angle(site: Site, values: Sequence[Value]) -> Value:
    return plane_rotation(site, cast(Scalar, values[0]))


def cosine_and_sine(site: Site, values: Sequence[Value]) -> Value:
    """The rotation of a cosine and a sine.  Raises `TextError` unless their squares add up to 1."""
    c, s = (cast(Scalar, value) for value in values)
    if not abs(hypot(c.value, s.value) - 1.0) <= TURN_TOLERANCE:
        raise site.fault("the cosine and the sine of an angle must have squares that add up to 1")
    return turn_in_plane(atan2(s.value, c.value), tokens_of((c, s)))


def point(_: Site, values: Sequence[Value]) -> Value:
    """A point of two numbers as one of space."""
    return Array((*values, Scalar(0.0)))


def point_of(_: Site, values: Sequence[Value]) -> Value:
    """A point of a list of two numbers."""
    numbers = scalars(values[0]) or ()
    if len(numbers) != 2:
        raise OperandMismatch("must be two numbers")
    return Array((*numbers, Scalar(0.0)))


def pose_by_angle(site: Site, values: Sequence[Value]) -> Value:
    """A pose of a position and an angle or a rotation."""
    turn = values[1]
    return PlacedFrame(
        plane_rotation(site, turn) if isinstance(turn, Scalar) else rotation_of(site, turn), position_of(values[0])
    )


def plane_bounds(_: Site, values: Sequence[Value]) -> Value:
    """The corners of a box by its left, bottom, right and top."""
    left, bottom, right, top = values
    return Array((Array((left, bottom, Scalar(0.0))), Array((right, top, Scalar(0.0)))))


POINT: Forms = (Form("ss", point, ("x", "y")), Form("v", first), Form("a", point_of), Form("", blank(3)))


def placing(role: str) -> Forms:
    """A function that sets the position, rotation or placement of its first argument, a shape or a body."""

    def build(site: Site, values: Sequence[Value]) -> Value:
        target, part = values[0], values[1] if len(values) == 2 else Array(tuple(values[1:]))
        part = lifted_value(site, part, role)
        if not isinstance(target, (SolidValue, Thing)):
            raise OperandMismatch("must be a shape or a body")
        parts = target.arguments if isinstance(target, SolidValue) else target.fields
        if role in parts:
            site.context.account(sources(parts[role]))
        parts[role] = part
        return target

    return tuple(Form(kinds, build) for kinds in _KINDS_OF_PARTS[role].split())


_KINDS_OF_PARTS = {"position": "*ss *sss *v *a", "rotation": "*s *r *4", "placement": "*vr *vs *p"}
