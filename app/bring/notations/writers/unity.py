"""Unity: C#, in single precision; full sizes, total heights, axes along y.

Unity's coordinates are left-handed.  The numbers are those of the scene, so Unity shows its mirror image, in which all
distances and depths are the same; the reader of C# also keeps the numbers.
"""

from collections.abc import Sequence

from gjkscope.app.bring.notations.writing import (
    Printer,
    Writer,
    double,
    identify,
    no_shape,
    quaternion_along,
    register_writer,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Shape, Sphere


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    opening = "// Unity is left-handed: it shows the mirror image, with the same distances.\nusing UnityEngine;"
    return "\n\n".join([opening, *(_body(name, body, printer) for name, body in identify(bodies))]) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    title = body.name.replace("\\", "").replace('"', "'")
    return "\n".join(
        [
            f'var {name} = new GameObject("{title}");',
            *_collider(name, body.shape, printer),
            f"{name}.transform.position = new Vector3({printer.numbers(body.pose.position)});",
            f"{name}.transform.rotation = new Quaternion({printer.numbers(quaternion_along(body, 'y'))});",
        ]
    )


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
            return added("BoxCollider", size=f"new Vector3({printer.numbers(double(shape.half_extents))})")
        case Hull():
            points = [f"    new Vector3({printer.numbers(vertex)})," for vertex in shape.vertices]
            mesh = [f"var {name}_mesh = new Mesh();", f"{name}_mesh.vertices = new Vector3[] {{", *points, "};"]
            return [*mesh, *added("MeshCollider", convex="true", sharedMesh=f"{name}_mesh")]
        case _:
            raise no_shape(shape, "Unity")


register_writer(Writer("unity", "Unity (C#)", True, _write, "unity", suffix="f", extension=".cs"))
