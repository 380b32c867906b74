"""Bullet through pybullet, in its simulation without a window."""

from importlib import import_module
from math import sqrt
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import (
    Ask,
    PlacedShape,
    as_vector3,
    axial_pose,
    check_one_mesh,
    prepare,
    quaternion_xyzw,
    time_query,
)
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, HalfSpace, Hull, Mesh, Shape, Sphere, Triangle
from gjkscope.engine.vectors import add, along, scale

# pybullet's collision margin, metres.  It lies outside of hulls and inside of boxes and cylinders.
MARGIN = 0.001
# A corner of a box is rounded by a ball of the margin's radius, which ends short of it by (√3 − 1) radii; both shapes
# may meet at corners.
ROUNDED_CORNERS = 2 * (sqrt(3) - 1) * MARGIN  # metres
BEYOND_REACH = 1.1  # pybullet reports pairs that are closer than a limit; the factor leaves room for rounding


def _load() -> Ask:
    """Imports pybullet, connects to it, and returns the function that asks it."""
    bullet = import_module("pybullet")
    bullet.connect(bullet.DIRECT)
    builders = _builders(bullet)

    def body(placed: PlacedShape) -> int:
        pose = axial_pose(placed, "z")
        shape = bullet.createCollisionShape(**builders[type(placed.shape)](placed.shape))
        if shape < 0:
            raise Unsupported(f"{placed.name}: Bullet rejects the shape")
        mass = 0.0 if isinstance(placed.shape, Mesh) else 1.0
        number: int = bullet.createMultiBody(mass, shape, -1, list(pose.position), list(quaternion_xyzw(pose)))
        return number

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, builders)
        check_one_mesh(pair, "Bullet")
        bullet.resetSimulation()
        first, second = body(pair.a), body(pair.b)
        contacts, seconds = time_query(bullet.getClosestPoints, first, second, BEYOND_REACH * pair.reach)
        if not contacts:
            return SolverAnswer(note="getClosestPoints returned no points", seconds=seconds)
        shapes = (pair.a.shape, pair.b.shape)
        with_margin = (Hull, Triangle) if any(isinstance(shape, Sphere) for shape in shapes) else (Hull, Triangle, Mesh)
        margins = [MARGIN if isinstance(shape, with_margin) else 0.0 for shape in shapes]
        return _answer(contacts, margins, pair.note)._replace(seconds=seconds)

    return ask


def _answer(contacts: Any, margins: list[float], note: str | None) -> SolverAnswer:
    """The answer from contact points, each a tuple: 5 and 6 are the points on A and B, 7 the normal on B, 8 the gap."""
    margin = sum(margins)
    nearest = min(contacts, key=lambda point: float(point[8]))
    deepest = _contact(nearest, margins)
    return SolverAnswer(
        None,
        nearest[8] + margin,
        deepest.normal,
        deepest.position_a,
        deepest.position_b,
        # The others only report that something is near.
        tuple(_contact(point, margins) for point in contacts if point[8] + margin <= 0),
        note=note,
    )


def _contact(point: Any, margins: list[float]) -> ReportedPoint:
    """A contact point on the shapes without their margins."""
    normal = scale(as_vector3(point[7]), -1.0)
    on_a = along(as_vector3(point[5]), normal, -margins[0])
    on_b = along(as_vector3(point[6]), normal, margins[1])
    return ReportedPoint(scale(add(on_a, on_b), 0.5), -(point[8] + sum(margins)), on_a, on_b, normal)


def _builders(bullet: Any) -> dict[type[Shape], Any]:
    return {
        Sphere: lambda shape: {"shapeType": bullet.GEOM_SPHERE, "radius": shape.radius},
        Box: lambda shape: {"shapeType": bullet.GEOM_BOX, "halfExtents": list(shape.half_extents)},
        Capsule: lambda shape: _axial(bullet.GEOM_CAPSULE, shape),
        Cylinder: lambda shape: _axial(bullet.GEOM_CYLINDER, shape),
        HalfSpace: lambda _: {"shapeType": bullet.GEOM_PLANE, "planeNormal": [0, 0, 1]},
        Hull: lambda shape: _mesh(bullet, shape),
        Triangle: lambda shape: _mesh(bullet, shape),
        Mesh: lambda shape: _triangles(bullet, shape),
    }


def _axial(kind: int, shape: Capsule | Cylinder) -> dict[str, Any]:
    return {"shapeType": kind, "radius": shape.radius, "height": 2 * shape.half_height}


def _mesh(bullet: Any, shape: Hull | Mesh | Triangle) -> dict[str, Any]:
    return {"shapeType": bullet.GEOM_MESH, "vertices": [list(vertex) for vertex in shape.vertices]}


def _triangles(bullet: Any, mesh: Mesh) -> dict[str, Any]:
    indices = [i for face in mesh.faces for i in face]
    return {**_mesh(bullet, mesh), "indices": indices, "flags": bullet.GEOM_FORCE_CONCAVE_TRIMESH}


register(
    Adapter(
        name="bullet",
        title="pybullet",
        package=Wheel("pybullet", "pybullet"),
        shapes={
            "sphere": "GEOM_SPHERE",
            "box": "GEOM_BOX, half sizes",
            "capsule": "GEOM_CAPSULE, full length of the inner segment, axis z",
            "cylinder": "GEOM_CYLINDER, full height, axis z",
            "triangle": "GEOM_MESH with three vertices, a convex hull",
            "hull": "GEOM_MESH without indices, a convex hull",
            "mesh": "GEOM_MESH with indices, a btBvhTriangleMeshShape; not with another one",
            "halfspace": "GEOM_PLANE, infinite",
        },
        answers=("distance", "depth", "normal", "witnesses", "contact points"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="getClosestPoints, with a limit beyond the shapes",
            distance="The deepest point's: negative when the shapes overlap.",
            normal="contactNormalOnB points from B to A; reversed.",
            witnesses="World space, positionOnA and positionOnB of the deepest point.",
            margin="0.001 m: inside of boxes and cylinders; outside of hulls, and of triangles unless "
            "a sphere is near them, where it is subtracted.",
            precision="double",
            tolerance="Edges of boxes and cylinders are rounded by the margin, vertices of hulls to 1e-4 of their "
            "size; shapes smaller than the margin are wrong.",
        ),
        accuracy=2e-4,
        least_error=ROUNDED_CORNERS,
        load=_load,
    )
)
