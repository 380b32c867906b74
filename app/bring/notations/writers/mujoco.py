"""MuJoCo: an MJCF model, in double precision; half sizes, axes along z, quaternions w x y z."""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from gjkscope.app.bring.notations.writing import (
    NotExpressible,
    Printer,
    Writer,
    no_shape,
    quaternion_along,
    register_writer,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, Hull, Shape, Sphere

FEWEST_VERTICES = 4  # of a mesh in MuJoCo


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    names = [body.name for body in bodies]
    if len({*names}) < len(names):
        raise NotExpressible("the bodies need different names")
    assets = [_mesh(body, printer) for body in bodies if isinstance(body.shape, Hull)]
    lines = ["<mujoco>", "  <worldbody>", *(_geom(body, printer) for body in bodies), "  </worldbody>"]
    if assets:
        lines[1:1] = ["  <asset>", *assets, "  </asset>"]
    return "\n".join([*lines, "</mujoco>"]) + "\n"


def _geom(body: Body, printer: Printer) -> str:
    kind, size = _kind_and_size(body.shape)
    x, y, z, w = quaternion_along(body, "z")
    mesh = f" mesh={quoteattr(body.name)}" if kind == "mesh" else f' size="{printer.numbers(size, " ")}"'
    position, quaternion = printer.numbers(body.pose.position, " "), printer.numbers((w, x, y, z), " ")
    return f'    <geom name={quoteattr(body.name)} type="{kind}"{mesh} pos="{position}" quat="{quaternion}"/>'


def _kind_and_size(shape: Shape) -> tuple[str, tuple[float, ...]]:
    match shape:
        case Sphere():
            return "sphere", (shape.radius + shape.rounding,)
        case Capsule():
            return "capsule", (shape.radius + shape.rounding, shape.half_height)
    sharp(shape, "MuJoCo")
    match shape:
        case Box():
            return "box", shape.half_extents
        case Ellipsoid():
            return "ellipsoid", shape.radii
        case Cylinder():
            return "cylinder", (shape.radius, shape.half_height)
        case HalfSpace():
            return "plane", (shape.half_extent, shape.half_extent, 1.0)
        case Hull():
            if len(shape.vertices) < FEWEST_VERTICES:
                raise no_shape(shape, "MuJoCo", f"needs {FEWEST_VERTICES} vertices, this one has fewer")
            return "mesh", ()
        case _:
            raise no_shape(shape, "MuJoCo")


def _mesh(body: Body, printer: Printer) -> str:
    assert isinstance(body.shape, Hull)
    vertices = "  ".join(printer.numbers(vertex, " ") for vertex in body.shape.vertices)
    return f'    <mesh name={quoteattr(body.name)} vertex="{vertices}"/>'


register_writer(Writer("mujoco", "MuJoCo (MJCF)", False, _write, "mjcf", point=False, extension=".xml"))
