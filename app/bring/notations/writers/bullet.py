"""Bullet: C++, in single precision; half extents, axes along y, matrices by rows."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.writing import (
    Printer,
    Writer,
    identify,
    no_shape,
    register_writer,
    rotation_along,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes import kinds


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    parts = ["#include <btBulletCollisionCommon.h>", *(_body(name, body, printer) for name, body in identify(bodies))]
    return "\n\n".join(parts) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    rows = ",\n    ".join(printer.numbers(row) for row in rotation_along(body, "y"))
    return "\n".join(
        [
            *_shape(name, body.shape, printer),
            f"btTransform {name}_pose(btMatrix3x3(\n    {rows}),",
            f"    btVector3({printer.numbers(body.pose.position)}));",
        ]
    )


def _shape(name: str, shape: kinds.Shape, printer: Printer) -> list[str]:
    match shape:
        case kinds.Sphere():
            return [f"btSphereShape {name}({printer.number(shape.radius + shape.rounding)});"]
        case kinds.Capsule():
            sizes = (shape.radius + shape.rounding, 2 * shape.half_height)
            return [f"btCapsuleShape {name}({printer.numbers(sizes)});"]
    sharp(shape, "Bullet")
    match shape:
        case kinds.Box():
            return [f"btBoxShape {name}(btVector3({printer.numbers(shape.half_extents)}));"]
        case kinds.Cylinder():
            half = (shape.radius, shape.half_height, shape.radius)
            return [f"btCylinderShape {name}(btVector3({printer.numbers(half)}));"]
        case kinds.Cone():
            return [f"btConeShape {name}({printer.numbers((shape.radius, 2 * shape.half_height))});"]
        case kinds.Triangle():
            corners = ", ".join(f"btVector3({printer.numbers(corner)})" for corner in shape.vertices)
            return [f"btTriangleShape {name}({corners});", f"{name}.setMargin({printer.number(0.0)});"]
        case kinds.Hull():
            points = [f"{name}.addPoint(btVector3({printer.numbers(vertex)}));" for vertex in shape.vertices]
            return [f"btConvexHullShape {name};", *points, f"{name}.setMargin({printer.number(0.0)});"]
        case kinds.HalfSpace():
            normal = printer.numbers((0.0, 1.0, 0.0))
            return [f"btStaticPlaneShape {name}(btVector3({normal}), {printer.number(0.0)});"]
        case _:
            raise no_shape(shape, "Bullet")


register_writer(Writer("bullet", "Bullet (C++)", True, _write, "bullet-cpp", suffix="f"))
