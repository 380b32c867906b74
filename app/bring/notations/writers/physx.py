"""PhysX: C++, in single precision; half extents, capsules and normals of planes along x, quaternions x y z w."""

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
from gjkscope.engine.shapes import kinds


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    pair = identify(bodies)
    opening = "#include <PxPhysicsAPI.h>\nusing namespace physx;"
    if any(isinstance(body.shape, kinds.Hull) for body in bodies):
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


def _shape(name: str, shape: kinds.Shape, printer: Printer) -> list[str]:
    match shape:
        case kinds.Sphere():
            return [f"PxSphereGeometry {name}({printer.number(shape.radius + shape.rounding)});"]
        case kinds.Capsule():
            sizes = (shape.radius + shape.rounding, shape.half_height)
            return [f"PxCapsuleGeometry {name}({printer.numbers(sizes)});"]
        case kinds.Box() | kinds.Cylinder() | kinds.Cone() | kinds.Ellipsoid() if (
            not isinstance(shape, kinds.Box) or shape.rounding
        ):
            margin = printer.number(shape.rounding)
            return [f"PxConvexCoreGeometry {name}({_core(shape, printer)}, {margin});"]
    sharp(shape, "PhysX")
    match shape:
        case kinds.Box():
            return [f"PxBoxGeometry {name}({printer.numbers(shape.half_extents)});"]
        case kinds.HalfSpace():
            return [f"PxPlaneGeometry {name};"]
        case kinds.Hull():
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


def _core(shape: kinds.Box | kinds.Cylinder | kinds.Cone | kinds.Ellipsoid, printer: Printer) -> str:
    """The core of a shape with a margin, which PhysX has from 5.5 on; full sizes, axes along x."""
    match shape:
        case kinds.Box():
            return f"PxConvexCore::Box(PxVec3({printer.numbers(double(shape.half_extents))}))"
        case kinds.Ellipsoid():
            return f"PxConvexCore::Ellipsoid(PxVec3({printer.numbers(shape.radii)}))"
        case kinds.Cylinder() | kinds.Cone():
            sizes = printer.numbers((2 * shape.half_height, shape.radius))
            return f"PxConvexCore::{type(shape).__name__}({sizes})"


register_writer(Writer("physx", "PhysX (C++)", True, _write, "physx-cpp", suffix="f"))
