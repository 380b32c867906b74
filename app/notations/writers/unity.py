"""Unity: C#, in single precision, left-handed: z is mirrored.  Full sizes, total heights, axes along y."""

from collections.abc import Sequence

from gjkscope.app.notations.writing import (
    Printer,
    Writer,
    doubled,
    named,
    no_shape,
    quaternion_along,
    register_writer,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Shape, Sphere
from gjkscope.engine.vectors import Vec3


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    opening = "// Unity is left-handed: z and the rotations about x and y are mirrored.\nusing UnityEngine;"
    return "\n\n".join([opening, *(_body(name, body, printer) for name, body in named(bodies))]) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    x, y, z, w = quaternion_along(body, "y")
    return "\n".join(
        [
            f'var {name} = new GameObject("{body.name}");'.replace("\\", ""),
            *_collider(name, body.shape, printer),
            f"{name}.transform.position = new Vector3({printer.numbers(_mirrored(body.pose.position))});",
            f"{name}.transform.rotation = new Quaternion({printer.numbers((0.0 - x, 0.0 - y, z, w))});",
        ]
    )


def _mirrored(point: Vec3) -> Vec3:
    x, y, z = point
    return (x, y, 0.0 - z)


def _collider(name: str, shape: Shape, printer: Printer) -> list[str]:
    def added(kind: str, **properties: str) -> list[str]:
        lines = [f"{name}_collider.{key} = {value};" for key, value in properties.items()]
        return [f"var {name}_collider = {name}.AddComponent<{kind}>();", *lines]

    match shape:
        case Sphere():
            return added("SphereCollider", radius=printer.number(shape.radius + shape.rounding))
        case Capsule():
            radius = shape.radius + shape.rounding
            height = printer.number(2 * (shape.half_height + radius))
            return added("CapsuleCollider", radius=printer.number(radius), height=height, direction="1")
    sharp(shape, "Unity")
    match shape:
        case Box():
            return added("BoxCollider", size=f"new Vector3({printer.numbers(doubled(shape.half_extents))})")
        case Hull():
            points = [f"    new Vector3({printer.numbers(_mirrored(vertex))})," for vertex in shape.vertices]
            mesh = [f"var {name}_mesh = new Mesh();", f"{name}_mesh.vertices = new Vector3[] {{", *points, "};"]
            return [*mesh, *added("MeshCollider", convex="true", sharedMesh=f"{name}_mesh")]
        case _:
            raise no_shape(shape, "Unity")


register_writer(Writer("unity", "Unity (C#)", True, _write, "csharp", suffix="f"))
