"""Box3D: C, in single precision; half widths, quaternions as a vector and a scalar.

A hull of Box3D has a volume and no radius; other shapes are written as points with a radius, which its queries take.
"""

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
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Segment, Shape, Sphere, Triangle
from gjkscope.engine.vectors import Vec3

FEWEST_VERTICES = 4  # of a hull in Box3D


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    parts = ['#include "box3d/box3d.h"', *(_body(name, body, printer) for name, body in identify(bodies))]
    return "\n\n".join(parts) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    x, y, z, w = quaternion_along(body, "y")
    position = printer.numbers(body.pose.position)
    turn = f"{{ {printer.numbers((x, y, z))} }}, {printer.number(w)}"
    pose = f"b3Transform {name}_pose = {{ {{ {position} }}, {{ {turn} }} }};"
    return "\n".join([*_shape(name, body.shape, printer), pose])


def _shape(name: str, shape: Shape, printer: Printer) -> list[str]:
    def vector(point: Vec3) -> str:
        return f"{{ {printer.numbers(point)} }}"

    match shape:
        case Sphere():
            radius = printer.number(shape.radius + shape.rounding)
            return [f"b3Sphere {name} = {{ {vector((0.0, 0.0, 0.0))}, {radius} }};"]
        case Capsule():
            ends = ", ".join(vector((0.0, y, 0.0)) for y in (-shape.half_height, shape.half_height))
            return [f"b3Capsule {name} = {{ {ends}, {printer.number(shape.radius + shape.rounding)} }};"]
        case Segment() if shape.rounding:
            return [f"b3Capsule {name} = {{ {vector(shape.a)}, {vector(shape.b)}, {printer.number(shape.rounding)} }};"]
        case Box() if not shape.rounding:
            return [f"b3BoxHull {name} = b3MakeBoxHull({printer.numbers(shape.half_extents)});"]
        case Hull() if not shape.rounding and len(shape.vertices) >= FEWEST_VERTICES:
            count = len(shape.vertices)
            made = f"b3HullData* {name} = b3CreateHull({name}_points, {count}, {count});"
        case Hull() | Triangle():
            radius = printer.number(shape.rounding)
            made = f"b3ShapeProxy {name} = {{ {name}_points, {len(shape.vertices)}, {radius} }};"
        case _:
            sharp(shape, "Box3D")
            raise no_shape(shape, "Box3D")
    points = [f"    {vector(vertex)}," for vertex in shape.vertices]
    return [f"b3Vec3 {name}_points[] = {{", *points, "};", made]


register_writer(Writer("box3d", "Box3D (C)", True, _write, "box3d-c", suffix="f", extension=".c"))
