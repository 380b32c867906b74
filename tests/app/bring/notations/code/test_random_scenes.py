"""Random pairs, written as code of each library by simple templates, are read back as they were."""

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Sphere
from tests.app.bring.notations.code.reading import reaches, read_bodies

SEEDS = range(4)


class Notation(NamedTuple):
    """How a library writes shapes and poses; `write` gets the two bodies."""

    axis: str
    kinds: tuple[str, ...]
    write: Callable[[list[Body]], str]


def random_shape(rng: random.Random, kind: str, axis: str) -> object:
    def size() -> float:
        return round(rng.uniform(0.05, 3.0), rng.randint(1, 6)) + 0.05

    def point() -> tuple[float, float, float]:
        return (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1))

    return {
        "box": lambda: Box((size(), size(), size())),
        "sphere": lambda: Sphere(size()),
        "capsule": lambda: Capsule(size(), size(), axis),
        "cylinder": lambda: Cylinder(size(), size(), axis),
        "cone": lambda: Cone(size(), size(), axis),
        "ellipsoid": lambda: Ellipsoid((size(), size(), size())),
        "hull": lambda: Hull(tuple(point() for _ in range(7))),
    }[kind]()


def random_body(rng: random.Random, name: str, notation: Notation) -> Body:
    shape = random_shape(rng, rng.choice(notation.kinds), notation.axis)
    position = (rng.uniform(-5, 5), rng.uniform(-5, 5), round(rng.uniform(-5, 5), 2))
    parts = [rng.gauss(0, 1) for _ in range(4)]
    length = sum(part * part for part in parts) ** 0.5
    x, y, z, w = (part / length for part in parts)
    return Body(name, shape, PositionOrientation(position, (x, y, z, w)))  # type: ignore[arg-type]


def join(numbers: tuple[float, ...], suffix: str = "") -> str:
    return ", ".join(f"{number!r}{suffix}" for number in numbers)


def sizes(body: Body) -> tuple[float, ...]:
    """The numbers of a shape: half extents; radius and half height; radii; none for hulls."""
    shape = body.shape
    if isinstance(shape, Box):
        return shape.half_extents
    if isinstance(shape, Ellipsoid):
        return shape.radii
    if isinstance(shape, Sphere):
        return (shape.radius,)
    assert isinstance(shape, (Capsule, Cylinder, Cone))
    return (shape.radius, shape.half_height)


def full(body: Body) -> tuple[float, ...]:
    """The numbers with full sizes and heights."""
    shape = body.shape
    if isinstance(shape, Box):
        a, b, c = shape.half_extents
        return (2 * a, 2 * b, 2 * c)
    if isinstance(shape, (Capsule, Cylinder, Cone)):
        return (shape.radius, 2 * shape.half_height)
    return sizes(body)


def kind(body: Body) -> str:
    return type(body.shape).__name__


def position(body: Body) -> tuple[float, ...]:
    return body.pose.position


def xyzw(body: Body) -> tuple[float, ...]:
    assert isinstance(body.placement, PositionOrientation)
    return body.placement.orientation


def wxyz(body: Body) -> tuple[float, ...]:
    x, y, z, w = xyzw(body)
    return (w, x, y, z)


def rows(body: Body) -> list[tuple[float, ...]]:
    pairs = zip(body.pose.rotation, body.pose.position, strict=True)
    return [*((*row, offset) for row, offset in pairs), (0.0, 0.0, 0.0, 1.0)]


# --- the notations ---


def write_fcl(pair: list[Body]) -> str:
    lines = []
    for body in pair:
        lines += [
            f"auto {body.name} = std::make_shared<fcl::{kind(body)}<double>>({join(full(body))});",
            f"fcl::Transform3<double> {body.name}_pose;",
            f"{body.name}_pose.matrix() << {join(tuple(x for row in rows(body) for x in row))};",
        ]
    return "\n".join(lines)


def write_coal(pair: list[Body]) -> str:
    lines = [f"coal::{kind(body)} {body.name}({join(full(body))});" for body in pair]
    for i, body in enumerate(pair):
        lines.append(
            f"const coal::Transform3s M{i}(coal::makeQuat({join(wxyz(body))}), coal::Vec3s({join(position(body))}));"
        )
    return "\n".join([*lines, f"coal::distance(&{pair[0].name}, M0, &{pair[1].name}, M1, request, result);"])


def write_bullet(pair: list[Body]) -> str:
    lines = []
    for body in pair:
        shape = body.shape
        arguments = join(full(body))
        if isinstance(shape, Box):
            arguments = f"btVector3({join(shape.half_extents)})"
        elif isinstance(shape, Cylinder):
            arguments = f"btVector3({join((shape.radius, shape.half_height, shape.radius))})"
        lines += [
            f"btCollisionShape* {body.name} = new bt{kind(body)}Shape({arguments});",
            f"btTransform {body.name}Tr(btQuaternion({join(xyzw(body))}), btVector3({join(position(body))}));",
        ]
    return "\n".join(lines)


def write_physx(pair: list[Body]) -> str:
    lines = []
    for i, body in enumerate(pair):
        lines += [
            f"PxTransform pose{i}(PxVec3({join(position(body))}), PxQuat({join(xyzw(body))}));",
            f"Px{kind(body)}Geometry geometry{i}({join(sizes(body))});",
        ]
    return "\n".join(lines)


def write_jolt(pair: list[Body]) -> str:
    lines = []
    for body in pair:
        shape = body.shape
        arguments = "" if isinstance(shape, Hull) else join(sizes(body)[::-1])
        if isinstance(shape, Box):
            arguments = f"Vec3({join(shape.half_extents)}), 0.0f"
        elif isinstance(shape, Cylinder):
            arguments += ", 0.0f"
        elif isinstance(shape, Hull):
            points = ", ".join(f"Vec3({join(vertex)})" for vertex in shape.vertices)
            lines.append(f"Array<Vec3> {body.name}_points = {{ {points} }};")
            arguments = f"{body.name}_points, 0.0f"
        name = "ConvexHullShapeSettings" if isinstance(shape, Hull) else f"{kind(body)}Shape"
        lines += [
            f"{name} {body.name}({arguments});",
            f"RMat44 {body.name}_tm = RMat44::sRotationTranslation(Quat({join(xyzw(body))}), "
            f"RVec3({join(position(body))}));",
        ]
    return "\n".join(lines)


def write_box3d(pair: list[Body]) -> str:
    lines = []
    for i, body in enumerate(pair):
        shape = body.shape
        if isinstance(shape, Box):
            lines.append(f"b3BoxHull shape{i} = b3MakeBoxHull({join(shape.half_extents)});")
        elif isinstance(shape, Sphere):
            lines.append(f"b3Sphere shape{i} = {{{{0.0f, 0.0f, 0.0f}}, {shape.radius!r}}};")
        elif isinstance(shape, Capsule):
            ends = f"{{0, {-shape.half_height!r}, 0}}, {{0, {shape.half_height!r}, 0}}"
            lines.append(f"b3Capsule shape{i} = {{{ends}, {shape.radius!r}}};")
        x, y, z, w = xyzw(body)
        lines.append(f"b3Transform xf{i} = {{{{{join(position(body))}}}, {{{{{join((x, y, z))}}}, {w!r}}}}};")
    return "\n".join(lines)


def write_libccd(pair: list[Body]) -> str:
    lines = []
    for body in pair:
        name, shape = body.name, body.shape
        if isinstance(shape, Box):
            x, y, z = full(body)
            lines.append(f"CCD_BOX({name}); {name}.x = {x!r}; {name}.y = {y!r}; {name}.z = {z!r};")
        elif isinstance(shape, Cylinder):
            lines.append(f"CCD_CYL({name}); {name}.radius = {shape.radius!r}; {name}.height = {full(body)[1]!r};")
        elif isinstance(shape, Sphere):
            lines.append(f"CCD_SPHERE({name}); {name}.radius = {shape.radius!r};")
        lines.append(f"ccdVec3Set(&{name}.pos, {join(position(body))});")
        lines.append(f"ccdQuatSet(&{name}.quat, {join(xyzw(body))});")
    return "\n".join(lines)


def write_nalgebra(pair: list[Body]) -> str:
    lines = []
    for i, body in enumerate(pair):
        made = {
            "Box": f"Cuboid::new(Vector3::new({join(sizes(body))}))",
            "Sphere": f"Ball::new({join(sizes(body))})",
            "Capsule": f"Capsule::new_y({join(sizes(body)[::-1])})",
            "Cylinder": f"Cylinder::new({join(sizes(body)[::-1])})",
            "Cone": f"Cone::new({join(sizes(body)[::-1])})",
        }[kind(body)]
        lines += [
            f"let {body.name} = {made};",
            f"let pos{i} = Isometry3::from_parts(Translation3::new({join(position(body))}), "
            f"UnitQuaternion::from_quaternion(Quaternion::new({join(wxyz(body))})));",
        ]
    return "\n".join([*lines, f"let d = query::distance(&pos0, &{pair[0].name}, &pos1, &{pair[1].name});"])


def write_glam(pair: list[Body]) -> str:
    lines = ["use glam::{Quat, Vec3};", "fn main() {"]
    for body in pair:
        points = ", ".join(f"Vec3::new({join(vertex, '_f64')})" for vertex in getattr(body.shape, "vertices", ()))
        made = {
            "Box": lambda body=body: f"SharedShape::cuboid({join(sizes(body))})",
            "Sphere": lambda body=body: f"SharedShape::ball({join(sizes(body))})",
            "Hull": lambda points=points: f"SharedShape::convex_hull(&[{points}]).unwrap()",
        }[kind(body)]()
        lines += [
            f"    let {body.name} = {made};",
            f"    let {body.name}_pose = Pose::from_parts(Vec3::new({join(position(body))}), "
            f"Quat::from_xyzw({join(xyzw(body))}));",
        ]
    return "\n".join([*lines, "}"])


def write_python_coal(pair: list[Body]) -> str:
    lines = ["import coal", "import numpy as np"]
    for i, body in enumerate(pair):
        r = ", ".join(f"[{join(row)}]" for row in body.pose.rotation)
        lines += [
            f"{body.name} = coal.{kind(body)}({join(full(body))})",
            f"T{i} = coal.Transform3s(np.array([{r}]), np.array([{join(position(body))}]))",
        ]
    return "\n".join([*lines, f"coal.distance({pair[0].name}, T0, {pair[1].name}, T1, request, result)"])


def write_pybullet(pair: list[Body]) -> str:
    lines = ["import pybullet as p"]
    for body in pair:
        shape = body.shape
        arguments = f"halfExtents=[{join(sizes(body))}]" if isinstance(shape, Box) else ""
        if isinstance(shape, (Sphere, Capsule, Cylinder)):
            arguments = f"radius={shape.radius!r}"
        if isinstance(shape, (Capsule, Cylinder)):
            arguments += f", height={full(body)[1]!r}"
        lines += [
            f"{body.name} = p.createCollisionShape(p.GEOM_{kind(body).upper()}, {arguments})",
            f"p.createMultiBody(1.0, {body.name}, -1, [{join(position(body))}], [{join(xyzw(body))}])",
        ]
    return "\n".join(lines)


def write_newton(pair: list[Body]) -> str:
    lines = ["builder = newton.ModelBuilder()"]
    for i, body in enumerate(pair):
        names = ("hx", "hy", "hz") if isinstance(body.shape, Box) else ("radius", "half_height")
        arguments = ", ".join(f"{name}={size!r}" for name, size in zip(names, sizes(body), strict=False))
        lines += [
            f"q{i} = wp.quat({join(xyzw(body))})",
            f"{body.name} = builder.add_body(xform=wp.transform(p=wp.vec3({join(position(body))}), q=q{i}))",
            f"builder.add_shape_{kind(body).lower()}(body={body.name}, {arguments})",
        ]
    return "\n".join(lines)


def write_distance3d(pair: list[Body]) -> str:
    lines = ["import numpy as np", "from distance3d import colliders"]
    for body in pair:
        matrix = ", ".join(f"[{join(row)}]" for row in rows(body))
        arguments = f"np.array([{join(full(body))}])" if isinstance(body.shape, (Box, Ellipsoid)) else join(full(body))
        lines += [
            f"{body.name}2origin = np.array([{matrix}])",
            f"{body.name} = colliders.{kind(body)}({body.name}2origin, {arguments})",
        ]
    return "\n".join(lines)


def write_numpy(pair: list[Body]) -> str:
    lines = []
    for body in pair:
        assert isinstance(body.shape, Hull)
        r = body.pose.rotation
        placed = [tuple(sum(a * b for a, b in zip(row, v, strict=True)) for row in r) for v in body.shape.vertices]
        world = [tuple(a + b for a, b in zip(point, position(body), strict=True)) for point in placed]
        points = ",\n    ".join(f"[{join(point)}]" for point in world)
        lines.append(f"{body.name} = np.array([\n    {points}], dtype=np.float64)")
    return "\n".join(lines)


def write_bepu(pair: list[Body]) -> str:
    lines = []
    for i, body in enumerate(pair):
        lines += [
            f"var {body.name} = new {kind(body)}({join(full(body))});",
            f"var pose{i} = new RigidPose(new Vector3({join(position(body))}), new Quaternion({join(xyzw(body))}));",
            f"simulation.Bodies.Add(BodyDescription.CreateDynamic(pose{i}, inertia, {body.name}, 0.01f));",
        ]
    return "\n".join(lines)


def write_unity(pair: list[Body]) -> str:
    lines = ["using UnityEngine;"]
    for i, body in enumerate(pair):
        shape = body.shape
        lines += [
            f"var go{i} = new GameObject();",
            f"go{i}.transform.position = new Vector3({join(position(body), 'f')});",
            f"go{i}.transform.rotation = new Quaternion({join(xyzw(body), 'f')});",
            f"var {body.name} = go{i}.AddComponent<{kind(body)}Collider>();",
        ]
        if isinstance(shape, Box):
            lines.append(f"{body.name}.size = new Vector3({join(full(body), 'f')});")
        else:
            lines.append(f"{body.name}.radius = {sizes(body)[0]!r}f;")
        if isinstance(shape, Capsule):
            lines.append(f"{body.name}.height = {2 * (shape.half_height + shape.radius)!r}f;")
    return "\n".join(lines)


ROUND = ("box", "sphere", "capsule", "cylinder", "cone")

NOTATIONS = {
    "eigen": [Notation("z", (*ROUND, "ellipsoid"), write_fcl), Notation("z", (*ROUND, "ellipsoid"), write_coal)],
    "bullet-cpp": [Notation("y", ROUND, write_bullet)],
    "physx-cpp": [Notation("x", ("box", "sphere", "capsule"), write_physx)],
    "jolt-cpp": [Notation("y", ("box", "sphere", "capsule", "cylinder", "hull"), write_jolt)],
    "box3d-c": [Notation("y", ("box", "sphere", "capsule"), write_box3d)],
    "libccd-c": [Notation("z", ("box", "sphere", "cylinder"), write_libccd)],
    "rust": [Notation("y", ROUND, write_nalgebra), Notation("y", ("box", "sphere", "hull"), write_glam)],
    "python": [
        Notation("z", (*ROUND, "ellipsoid"), write_python_coal),
        Notation("z", ("box", "sphere", "capsule", "cylinder"), write_pybullet),
        Notation("z", ROUND, write_newton),
        Notation("z", ("box", "capsule", "cylinder", "ellipsoid"), write_distance3d),
        Notation("z", ("hull",), write_numpy),
    ],
    "csharp": [Notation("y", ("box", "sphere", "capsule", "cylinder"), write_bepu)],
    "unity": [Notation("y", ("box", "sphere", "capsule"), write_unity)],
}
CASES = [(name, notation) for name, notations in NOTATIONS.items() for notation in notations]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "notation"), CASES, ids=[f"{name}-{notation.write.__name__[6:]}" for name, notation in CASES]
)
def test_a_random_pair_is_read_back(name: str, notation: Notation, seed: int) -> None:
    rng = random.Random(f"{notation.write.__name__} {seed}")
    pair = [random_body(rng, label, notation) for label in ("crate", "drum")]
    bodies = list(read_bodies(notation.write(pair), name).values())
    assert len(bodies) == 2
    for body, original in zip(bodies, pair, strict=True):
        assert type(body.shape) is type(original.shape)
        assert reaches(body) == pytest.approx(reaches(original), rel=1e-12, abs=1e-12)
