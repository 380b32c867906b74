"""Jolt: C++, in single precision; half sizes that include the convex radius, axes along y, quaternions x y z w."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.writing import (
    Printer,
    Writer,
    identify,
    no_shape,
    quaternion_along,
    register_writer,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, HalfSpace, Hull, Shape, Sphere, Triangle


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    parts = ["#include <Jolt/Jolt.h>\nusing namespace JPH;", *(_body(*placed, printer) for placed in identify(bodies))]
    return "\n\n".join(parts) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    """The shape, and settings of a body, which places the shape's frame, whereas queries place centres of mass."""
    position, rotation = printer.numbers(body.pose.position), printer.numbers(quaternion_along(body, "y"))
    return "\n".join(
        [
            *_shape(name, body.shape, printer),
            f"BodyCreationSettings {name}_body({name}, RVec3({position}),",
            f"    Quat({rotation}), EMotionType::Static, ObjectLayer(0));",
        ]
    )


def _shape(name: str, shape: Shape, printer: Printer) -> list[str]:
    def new(kind: str, *sizes: float) -> list[str]:
        return [f"auto {name} = new {kind}({printer.numbers(sizes)});"]

    radius = shape.rounding
    match shape:
        case Sphere():
            return new("SphereShape", shape.radius + radius)
        case Capsule():
            return new("CapsuleShape", shape.half_height, shape.radius + radius)
        case Box():
            x, y, z = (half + radius for half in shape.half_extents)
            return [f"auto {name} = new BoxShape(Vec3({printer.numbers((x, y, z))}), {printer.number(radius)});"]
        case Cylinder():
            return new("CylinderShape", shape.half_height + radius, shape.radius + radius, radius)
    sharp(shape, "Jolt")
    match shape:
        case Triangle():
            corners = ", ".join(f"Vec3({printer.numbers(corner)})" for corner in shape.vertices)
            return [f"auto {name} = new TriangleShape({corners});"]
        case Hull():
            points = [f"    Vec3({printer.numbers(vertex)})," for vertex in shape.vertices]
            settings = f"auto {name} = ConvexHullShapeSettings({name}_points, {printer.number(0.0)}).Create().Get();"
            return [f"Array<Vec3> {name}_points = {{", *points, "};", settings]
        case HalfSpace():
            normal = printer.numbers((0.0, 1.0, 0.0))
            return [f"auto {name} = new PlaneShape(Plane(Vec3({normal}), {printer.number(0.0)}));"]
        case _:
            raise no_shape(shape, "Jolt")


register_writer(Writer("jolt", "Jolt (C++)", True, _write, "jolt-cpp", suffix="f"))
