"""PhysX: C++, in single precision; half extents, capsules and normals of planes along x, quaternions x y z w."""

from collections.abc import Sequence

from gjkscope.app.notations.writing import (
    Printer,
    Writer,
    named,
    no_shape,
    quaternion_along,
    register_writer,
    sharp,
)
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import Box, Capsule, HalfSpace, Hull, Shape, Sphere


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    pair = named(bodies)
    parts = [
        "#include <PxPhysicsAPI.h>\nusing namespace physx;",
        *(_body(name, body, printer) for name, body in pair),
        "PxGeometryQuery::overlap({0}, {0}_pose, {1}, {1}_pose);".format(*(name for name, _ in pair)),
    ]
    return "\n\n".join(parts) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    position, quaternion = printer.numbers(body.pose.position), printer.numbers(quaternion_along(body, "x"))
    pose = f"PxTransform {name}_pose(PxVec3({position}), PxQuat({quaternion}));"
    return "\n".join([*_shape(name, body.shape, printer), pose])


def _shape(name: str, shape: Shape, printer: Printer) -> list[str]:
    match shape:
        case Sphere():
            return [f"PxSphereGeometry {name}({printer.number(shape.radius + shape.rounding)});"]
        case Capsule():
            sizes = (shape.radius + shape.rounding, shape.half_height)
            return [f"PxCapsuleGeometry {name}({printer.numbers(sizes)});"]
    sharp(shape, "PhysX")
    match shape:
        case Box():
            return [f"PxBoxGeometry {name}({printer.numbers(shape.half_extents)});"]
        case HalfSpace():
            return [f"PxPlaneGeometry {name};"]
        case Hull():
            points = [f"    PxVec3({printer.numbers(vertex)})," for vertex in shape.vertices]
            return [
                f"const PxVec3 {name}_points[] = {{",
                *points,
                "};",
                f"PxConvexMeshDesc {name}_desc;",
                f"{name}_desc.points.count = {len(shape.vertices)};",
                f"{name}_desc.points.stride = sizeof(PxVec3);",
                f"{name}_desc.points.data = {name}_points;",
                f"{name}_desc.flags = PxConvexFlag::eCOMPUTE_CONVEX;",
                f"PxConvexMeshGeometry {name}(PxCreateConvexMesh(params, {name}_desc));",
            ]
        case _:
            raise no_shape(shape, "PhysX")


register_writer(Writer("physx", "PhysX (C++)", True, _write, "physx-cpp", suffix="f"))
