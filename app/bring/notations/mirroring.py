"""The choice whether y points up, as in gjkscope, or down, as on screens."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.engine.plane.shapes.kinds import Polygon, Segment2


def turn_up(bodies: Sequence[Body], context: ReadContext, why: str = "") -> tuple[Body, ...]:
    """The bodies, mirrored if the user chooses y down."""
    chosen = context.assume("y axis", "up", f"the numbers are kept as they are{why}", "down")
    return tuple(map(_mirror, bodies)) if chosen == "down" else tuple(bodies)


def _mirror(body: Body) -> Body:
    """The body with y pointing the other way; its other shapes are symmetric."""
    shape, placement = body.shape, body.placement
    assert isinstance(placement, Planar)
    if isinstance(shape, Polygon):
        shape = Polygon(tuple((x, -y) for x, y in shape.vertices), shape.rounding)
    elif isinstance(shape, Segment2):
        shape = Segment2((shape.a[0], -shape.a[1]), (shape.b[0], -shape.b[1]), shape.rounding)
    x, y = placement.position
    (vx, vy, _), turning = body.velocity, body.angular_velocity[2]
    velocity, angular = (vx, -vy, 0.0), (0.0, 0.0, -turning)
    return Body(body.name, shape, Planar((x, -y), -placement.angle), velocity=velocity, angular_velocity=angular)
