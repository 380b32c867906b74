"""parry: Rust with nalgebra, in single precision; half extents, axes along y, quaternions w x y z."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.writing import Printer, Writer, identify, no_shape, quaternion_along, register_writer
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Vec3


def _write(bodies: Sequence[Body], printer: Printer) -> str:
    pair = identify(bodies)
    first, second = (name for name, _ in pair)
    parts = [
        "use parry3d::na::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};\n"
        "use parry3d::query;\nuse parry3d::shape::*;",
        *(_body(name, body, printer) for name, body in pair),
        f"let contact = query::contact(&{first}_pose, &{first}, &{second}_pose, &{second}, 1000.0);",
    ]
    return "\n\n".join(parts) + "\n"


def _body(name: str, body: Body, printer: Printer) -> str:
    x, y, z, w = quaternion_along(body, "y")
    return "\n".join(
        [
            f"let {name} = {_shape(body.shape, printer)};",
            f"let {name}_pose = Isometry3::from_parts(",
            f"    Translation3::new({printer.numbers(body.pose.position)}),",
            f"    UnitQuaternion::from_quaternion(Quaternion::new({printer.numbers((w, x, y, z))})),",
            ");",
        ]
    )


def _shape(shape: kinds.Shape, printer: Printer) -> str:
    def point(position: Vec3) -> str:
        return f"Point3::new({printer.numbers(position)})"

    match shape:
        case kinds.Sphere():
            return f"Ball::new({printer.number(shape.radius + shape.rounding)})"
        case kinds.Capsule():
            return f"Capsule::new_y({printer.numbers((shape.half_height, shape.radius + shape.rounding))})"
        case kinds.Segment() if shape.rounding:
            return f"Capsule::new({point(shape.a)}, {point(shape.b)}, {printer.number(shape.rounding)})"
    if isinstance(shape, kinds.HalfSpace) and shape.rounding:
        raise no_shape(shape, "parry", "cannot round it")
    sharp = _sharp(shape, printer)
    if not shape.rounding:
        return sharp
    return f"RoundShape {{ inner_shape: {sharp}, border_radius: {printer.number(shape.rounding)} }}"


def _sharp(shape: kinds.Shape, printer: Printer) -> str:
    """The shape without its rounding."""

    def point(position: Vec3) -> str:
        return f"Point3::new({printer.numbers(position)})"

    match shape:
        case kinds.Box():
            return f"Cuboid::new(Vector3::new({printer.numbers(shape.half_extents)}))"
        case kinds.Cylinder() | kinds.Cone():
            return f"{type(shape).__name__}::new({printer.numbers((shape.half_height, shape.radius))})"
        case kinds.Segment():
            return f"Segment::new({point(shape.a)}, {point(shape.b)})"
        case kinds.Triangle():
            return f"Triangle::new({', '.join(map(point, shape.vertices))})"
        case kinds.Hull():
            points = ",\n    ".join(map(point, shape.vertices))
            return f"ConvexPolyhedron::from_convex_hull(&[\n    {points},\n]).unwrap()"
        case kinds.HalfSpace():
            return "HalfSpace::new(Vector3::y_axis())"
        case _:
            raise no_shape(shape, "parry")


register_writer(Writer("parry", "parry (Rust)", True, _write, "rust", extension=".rs"))
