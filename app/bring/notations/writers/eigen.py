"""FCL and coal: C++ with Eigen, in double precision; full sizes, axes along z, matrices by rows."""

from collections.abc import Callable, Sequence

from gjkscope.app.bring.notations import writing
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes import kinds

FEWEST_VERTICES = 4  # of a hull in both libraries


def _check_hull(shape: kinds.Hull, engine: str) -> None:
    if len(shape.vertices) < FEWEST_VERTICES:
        raise writing.no_shape(shape, engine, f"needs {FEWEST_VERTICES} vertices, this one has fewer")


Declare = Callable[[str, Body, writing.Printer], list[str]]


def _fcl(name: str, body: Body, printer: writing.Printer) -> list[str]:
    shape = body.shape
    lines: list[str]
    if not isinstance(shape, kinds.Sphere | kinds.Capsule):
        writing.sharp(shape, "FCL")
    match shape:
        case kinds.Triangle():
            corners = ", ".join(f"Vector3d({printer.numbers(corner)})" for corner in shape.vertices)
            lines = [f"auto {name} = std::make_shared<TriangleP<double>>({corners});"]
        case kinds.Hull():
            _check_hull(shape, "FCL")
            faces = writing.hull_triangles(shape)
            entries = ", ".join(f"3, {a}, {b}, {c}" for a, b, c in faces)
            lines = [
                f"auto {name}_points = std::make_shared<std::vector<Vector3d>>(std::initializer_list<Vector3d>{{",
                *(f"    Vector3d({printer.numbers(vertex)})," for vertex in shape.vertices),
                "});",
                f"auto {name}_faces = std::make_shared<std::vector<int>>(std::initializer_list<int>{{{entries}}});",
                f"auto {name} = std::make_shared<Convex<double>>({name}_points, {len(faces)}, {name}_faces);",
            ]
        case kinds.HalfSpace():
            lines = [f"auto {name} = std::make_shared<Halfspace<double>>(Vector3d(0.0, 0.0, 1.0), 0.0);"]
        case _:
            kind, sizes = _sizes(shape, "FCL")
            lines = [f"auto {name} = std::make_shared<{kind}<double>>({printer.numbers(sizes)});"]
    rows = [f"    {printer.numbers(row)}" for row in writing.rigid_rows(body, "z")]
    opening = [f"Transform3d {name}_pose;", f"{name}_pose.matrix() <<"]
    return [*lines, *opening, *(f"{row}," for row in rows[:-1]), f"{rows[-1]};"]


def _coal(name: str, body: Body, printer: writing.Printer) -> list[str]:
    """All shapes are smart pointers: `convexHull` allocates the hull that it returns."""
    shape = body.shape
    lines: list[str]
    match shape:
        case kinds.HalfSpace() if shape.rounding:
            raise writing.no_shape(shape, "coal", "cannot round it")
        case kinds.Triangle():
            corners = ", ".join(f"coal::Vec3s({printer.numbers(corner)})" for corner in shape.vertices)
            lines = [f"auto {name} = std::make_shared<coal::TriangleP>({corners});"]
        case kinds.Hull():
            _check_hull(shape, "coal")
            lines = [
                f"auto {name}_points = std::make_shared<std::vector<coal::Vec3s>>(std::initializer_list<coal::Vec3s>{{",
                *(f"    coal::Vec3s({printer.numbers(vertex)})," for vertex in shape.vertices),
                "});",
                f"std::unique_ptr<coal::ConvexBase> {name}(\n    "
                f"coal::ConvexBase::convexHull({name}_points, {len(shape.vertices)}, true));",
            ]
        case kinds.HalfSpace():
            lines = [f"auto {name} = std::make_shared<coal::Halfspace>(coal::Vec3s(0.0, 0.0, 1.0), 0.0);"]
        case _:
            kind, sizes = _sizes(shape, "coal")
            lines = [f"auto {name} = std::make_shared<coal::{kind}>({printer.numbers(sizes)});"]
    rows = [f"    {printer.numbers(row)}" for row in writing.rotation_along(body, "z")]
    if shape.rounding and not isinstance(shape, kinds.Sphere | kinds.Capsule):
        lines.append(f"{name}->setSweptSphereRadius({printer.number(shape.rounding)});")
    opening = [f"coal::Matrix3s {name}_rotation;", f"{name}_rotation <<"]
    position = printer.numbers(body.pose.position)
    pose = f"coal::Transform3s {name}_pose({name}_rotation, coal::Vec3s({position}));"
    return [*lines, *opening, *(f"{row}," for row in rows[:-1]), f"{rows[-1]};", pose]


def _sizes(shape: kinds.Shape, engine: str) -> tuple[str, tuple[float, ...]]:
    """The name of the shape in both libraries, and its full sizes."""
    match shape:
        case kinds.Sphere():
            return "Sphere", (shape.radius + shape.rounding,)
        case kinds.Capsule():
            return "Capsule", (shape.radius + shape.rounding, 2 * shape.half_height)
        case kinds.Box():
            return "Box", writing.double(shape.half_extents)
        case kinds.Ellipsoid():
            return "Ellipsoid", shape.radii
        case kinds.Cylinder() | kinds.Cone():
            return type(shape).__name__, (shape.radius, 2 * shape.half_height)
        case _:
            raise writing.no_shape(shape, engine)


def _write(declare: Declare, opening: str, closing: str) -> writing.Write:
    def write(bodies: Sequence[Body], printer: writing.Printer) -> str:
        pair = writing.identify(bodies)
        parts = ["\n".join(declare(name, body, printer)) for name, body in pair]
        return "\n\n".join([opening, *parts, closing.format(*(name for name, _ in pair))]) + "\n"

    return write


FCL_OPENING = """\
#include <fcl/fcl.h>
using namespace fcl;"""
FCL_CLOSING = """\
DistanceRequest<double> request(true, true);
DistanceResult<double> result;
distance({0}.get(), {0}_pose, {1}.get(), {1}_pose, request, result);"""
COAL_OPENING = """\
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>"""
COAL_CLOSING = """\
coal::DistanceRequest request(true, true);
coal::DistanceResult result;
coal::distance({0}.get(), {0}_pose, {1}.get(), {1}_pose, request, result);"""

writing.register_writer(writing.Writer("fcl", "FCL (C++)", False, _write(_fcl, FCL_OPENING, FCL_CLOSING), "eigen"))
writing.register_writer(writing.Writer("coal", "coal (C++)", False, _write(_coal, COAL_OPENING, COAL_CLOSING), "eigen"))
