"""Drake: the signed distance of its scene graph, computed by its own functions and a fork of FCL."""

from importlib import import_module
from math import isnan
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import (
    Ask,
    PlacedShape,
    as_vector3,
    axial_pose,
    prepare,
    quaternion_xyzw,
    time_query,
)
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Point,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import Vec3, scale

ACCURACY = 3e-5  # relative to the size, of distances that FCL's fork computes


def _load() -> Ask:
    """Imports Drake and returns the function that asks it."""
    geometry, maths = import_module("pydrake.geometry"), import_module("pydrake.math")
    quaternions = import_module("pydrake.common.eigen_geometry")
    builders = _builders(geometry)

    def rigid(pose: Pose) -> Any:
        x, y, z, w = quaternion_xyzw(pose)
        return maths.RigidTransform(quaternions.Quaternion(wxyz=np.array([w, x, y, z])), np.array(pose.position))

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, builders)
        placed = (pair.a, pair.b)
        poses = (axial_pose(pair.a, "z"), axial_pose(pair.b, "z"))
        query, numbers = _scene(geometry, builders, placed, [rigid(pose) for pose in poses])
        try:
            gap, seconds = time_query(query.ComputeSignedDistancePairClosestPoints, *numbers)
        except RuntimeError as fault:
            if "not supported" in str(fault):
                raise Unsupported(f"Drake: {str(fault).splitlines()[0]}") from None
            raise
        is_swapped = gap.id_A != numbers[0]
        on_a, on_b = (gap.p_BCb, gap.p_ACa) if is_swapped else (gap.p_ACa, gap.p_BCb)
        return SolverAnswer(
            None,
            float(gap.distance),
            _normal(as_vector3(gap.nhat_BA_W), is_swapped) if abs(gap.distance) > ACCURACY * pair.reach else None,
            apply(poses[0], as_vector3(on_a)),
            apply(poses[1], as_vector3(on_b)),
            note=pair.note,
            seconds=seconds,
        )

    return ask


def _normal(normal: Vec3, is_swapped: bool) -> Vec3 | None:
    """From A to B; Drake returns NaN if it has none."""
    if any(map(isnan, normal)):
        return None
    return normal if is_swapped else scale(normal, -1.0)


def _scene(geometry: Any, builders: Any, placed: tuple[PlacedShape, ...], poses: list[Any]) -> tuple[Any, list[Any]]:
    """A query of a scene graph with two geometries, and their ids."""
    graph = geometry.SceneGraph()
    source = graph.RegisterSource("gjkscope")
    numbers, values = [], geometry.FramePoseVector()
    identity = type(poses[0])()
    for i, (body, pose) in enumerate(zip(placed, poses, strict=True)):
        frame = graph.RegisterFrame(source, geometry.GeometryFrame(f"frame{i}"))
        shape = builders[type(body.shape)](body.shape)
        number = graph.RegisterGeometry(source, frame, geometry.GeometryInstance(identity, shape, f"shape{i}"))
        try:
            graph.AssignRole(source, number, geometry.ProximityProperties())
        except RuntimeError as fault:
            raise Unsupported(f"Drake rejects the {body.name}: {str(fault).splitlines()[0]}") from None
        numbers.append(number)
        values.set_value(frame, pose)
    context = graph.CreateDefaultContext()
    graph.get_source_pose_port(source).FixValue(context, values)
    # The query refers to the graph and the context without owning them.
    query = graph.get_query_output_port().Eval(context)
    return _Kept(query, graph, context), numbers


class _Kept:
    """A query together with the objects that it refers to."""

    def __init__(self, query: Any, *owners: Any) -> None:
        self._query, self._owners = query, owners

    def __getattr__(self, name: str) -> Any:
        return getattr(self._query, name)


def _builders(geometry: Any) -> dict[type[Shape], Any]:
    def convex(shape: Hull | Triangle) -> Any:
        return geometry.Convex(points=np.array(shape.vertices).T, label="hull")

    return {
        Point: lambda _: geometry.Sphere(0.0),
        Sphere: lambda shape: geometry.Sphere(shape.radius),
        Box: lambda shape: geometry.Box(*(2 * half for half in shape.half_extents)),
        Capsule: lambda shape: geometry.Capsule(shape.radius, 2 * shape.half_height),
        Cylinder: lambda shape: geometry.Cylinder(shape.radius, 2 * shape.half_height),
        Ellipsoid: lambda shape: geometry.Ellipsoid(*shape.radii),
        HalfSpace: lambda _: geometry.HalfSpace(),
        Hull: convex,
        Triangle: convex,
    }


register(
    Adapter(
        name="drake",
        title="Drake",
        package=Wheel("drake", "pydrake"),
        shapes={
            "point": "Sphere of radius 0",
            "sphere": "Sphere",
            "box": "Box, full sizes",
            "halfspace": "HalfSpace, infinite; Drake takes it with spheres only",
            "capsule": "Capsule, full length of the inner segment, axis z",
            "cylinder": "Cylinder, full height, axis z",
            "ellipsoid": "Ellipsoid",
            "triangle": "Convex with three points",
            "hull": "Convex; Drake rejects points and segments",
            "mesh": "its hull, as Convex: Drake has no distance of meshes that are not convex",
        },
        answers=("distance", "depth", "normal", "witnesses"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="ComputeSignedDistancePairClosestPoints",
            distance="Negative when the shapes overlap: minus the depth.",
            normal="nhat_BA_W points from B to A; reversed.  None for shapes that touch, up to the accuracy: Drake "
            "documents that it is not reliable there.",
            witnesses="p_ACa and p_BCb are in the frames of the bodies; moved to world space.",
            margin="None.",
            precision="double",
            tolerance="1e-6 m, absolute, for pairs that FCL's fork computes.",
        ),
        accuracy=ACCURACY,
        least_error=1e-6,
        load=_load,
    )
)
