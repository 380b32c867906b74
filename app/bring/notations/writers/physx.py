"""PhysX: C++, in single precision; half extents, capsules and normals of planes along x, quaternions x y z w."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.writing import (
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
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Shape, Sphere


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    pair = named(bodies)
    opening = "#include <PxPhysicsAPI.h>\nusing namespace physx;"
    if any(isinstance(body.shape, Hull) for body in bodies):
        opening += "\nconst PxCookingParams params{PxTolerancesScale()};"
    parts = [
        opening,
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
        case Box() | Cylinder() | Cone() | Ellipsoid() if not isinstance(shape, Box) or shape.rounding:
            margin = printer.number(shape.rounding)
            return [f"PxConvexCoreGeometry {name}({_core(shape, printer)}, {margin});"]
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


def _core(shape: Box | Cylinder | Cone | Ellipsoid, printer: Printer) -> str:
    """The core of a shape with a margin, which PhysX has from 5.5 on; full sizes, axes along x."""
    match shape:
        case Box():
            return f"PxConvexCore::Box(PxVec3({printer.numbers(doubled(shape.half_extents))}))"
        case Ellipsoid():
            return f"PxConvexCore::Ellipsoid(PxVec3({printer.numbers(shape.radii)}))"
        case Cylinder() | Cone():
            sizes = printer.numbers((2 * shape.half_height, shape.radius))
            return f"PxConvexCore::{type(shape).__name__}({sizes})"


register_writer(Writer("physx", "PhysX (C++)", True, _write, "physx-cpp", suffix="f"))
