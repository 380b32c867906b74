"""2D code in the reader of 3D code: the plane is z = 0, and an angle is a rotation about z.

setTranslation(1, 2)                  # the position (1, 2, 0)
{ x: 1, y: 2 }                        # likewise
contactShape(p1, angle1, other, …)    # a position followed by an angle is a pose
"""

from collections.abc import Sequence
from math import atan2

from gjkscope.app.bring.notations.code.builders import about
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    Mark,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    Thing,
    Value,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site
from gjkscope.app.scenes.scene import Planar


def lifted_value(site: Site, value: Value, role: str | None) -> Value:
    """A position or angle of the plane as one of space; anything else as it is."""
    if not site.vocabulary.is_plane:
        return value
    if isinstance(value, Array) and len(value.items) == 2 and all(isinstance(one, Scalar) for one in value.items):
        return Array((*value.items, Scalar(0.0)))
    return about("z")(site, [value]) if role == "rotation" and isinstance(value, Scalar) else value


def with_poses(site: Site, values: Sequence[Value]) -> list[Value]:
    """The arguments of a query, in which each position and the angle behind it are one pose.

    Raises `TextError` for a position that is not in the text.
    """
    found: list[Value] = []
    for value in values:
        point = vector_in(found[-1]) if found else None
        if point is not None and isinstance(value, Scalar):
            turn = lifted_value(site, value, "rotation")
            assert isinstance(turn, Rotation)
            found[-1] = PlacedFrame(turn, point)
        elif isinstance(value, Scalar) and found and isinstance(found[-1], Thing) and not found[-1].solids:
            fault = site.fault("the position in front of the angle is not in the text: write its x and y")
            raise fault.marked(Mark.FATAL)
        elif point is not None and isinstance(value, Failed):
            found[-1] = value
        else:
            found.append(value)
    return found


def planar(placement: PlacedFrame) -> Planar:
    """A placement of the plane.  Raises `OperandMismatch` for one that leaves it."""
    x, y, z = placement.position
    rows = placement.rotation.rows
    if z.value != 0.0 or rows[2] != (0.0, 0.0, 1.0):
        raise OperandMismatch("a pose of a 2D shape must stay in the plane: write 0 for a z that is a layer")
    turned = placement.rotation
    angle = 0.0 if turned.rows[1][0] == 0.0 and turned.rows[0][0] > 0.0 else atan2(rows[1][0], rows[0][0])
    if turned.parts is not None and turned.parts[2] != 0.0:
        angle = 2.0 * atan2(turned.parts[2], turned.parts[3])
    return Planar((x.value, y.value), angle)
