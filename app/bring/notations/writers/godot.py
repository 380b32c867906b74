"""Godot: a scene file (.tscn), in single precision; full sizes, total heights, axes along y, basis by rows."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.writing import (
    Printer,
    Writer,
    double,
    no_shape,
    register_writer,
    rotation_along,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, HalfSpace, Hull, Shape, Sphere


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    shapes = [_shape(f"Shape_{i}", body.shape, printer) for i, body in enumerate(bodies, 1)]
    nodes = [_node(f"Shape_{i}", body, printer) for i, body in enumerate(bodies, 1)]
    opening = f"[gd_scene load_steps={len(shapes) + 1} format=3]"
    return "\n\n".join([opening, *shapes, '[node name="Pair" type="Node3D"]', *nodes]) + "\n"


def _node(identity: str, body: Body, printer: Printer) -> str:
    numbers = [number for row in rotation_along(body, "y") for number in row]
    name = body.name.replace('"', "'")
    return (
        f'[node name="{name}" type="CollisionShape3D" parent="."]\n'
        f"transform = Transform3D({printer.numbers([*numbers, *body.pose.position])})\n"
        f'shape = SubResource("{identity}")'
    )


def _shape(identity: str, shape: Shape, printer: Printer) -> str:
    kind, *properties = _properties(shape, printer)
    return "\n".join([f'[sub_resource type="{kind}" id="{identity}"]', *properties])


def _properties(shape: Shape, printer: Printer) -> list[str]:
    """The type of the resource, and its properties."""
    match shape:
        case Sphere():
            return ["SphereShape3D", f"radius = {printer.number(shape.radius + shape.rounding)}"]
        case Capsule():
            radius = shape.radius + shape.rounding
            height = 2 * (shape.half_height + radius)
            return ["CapsuleShape3D", f"radius = {printer.number(radius)}", f"height = {printer.number(height)}"]
    sharp(shape, "Godot")
    match shape:
        case Box():
            return ["BoxShape3D", f"size = Vector3({printer.numbers(double(shape.half_extents))})"]
        case Cylinder():
            full = printer.number(2 * shape.half_height)
            return ["CylinderShape3D", f"radius = {printer.number(shape.radius)}", f"height = {full}"]
        case Hull():
            points = printer.numbers([number for vertex in shape.vertices for number in vertex])
            return ["ConvexPolygonShape3D", f"points = PackedVector3Array({points})"]
        case HalfSpace():
            return ["WorldBoundaryShape3D", f"plane = Plane({printer.numbers((0.0, 1.0, 0.0, 0.0))})"]
        case _:
            raise no_shape(shape, "Godot")


register_writer(Writer("godot", "Godot (.tscn)", True, _write, "godot", point=False, extension=".tscn"))
