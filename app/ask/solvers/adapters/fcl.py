"""FCL through python-fcl: the Flexible Collision Library, with libccd for general convex pairs."""

from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import (
    Ask,
    PlacedShape,
    as_vector3,
    axial_pose,
    is_of_mesh,
    normal_between,
    prepare,
    rotation_array,
    solid_hull,
    time_query,
)
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)


def _load() -> Ask:
    """Imports FCL and returns the function that asks it."""
    fcl = import_module("fcl")
    builders = _builders(fcl)

    @lru_cache(maxsize=64)
    def geometry(shape: Shape) -> Any:
        return builders[type(shape)](shape)

    def collision_object(placed: PlacedShape) -> Any:
        pose = axial_pose(placed, "z")
        return fcl.CollisionObject(geometry(placed.shape), fcl.Transform(rotation_array(pose), list(pose.position)))

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, builders)
        request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
        result = fcl.DistanceResult()
        objects = collision_object(pair.a), collision_object(pair.b)
        said, seconds = time_query(fcl.distance, *objects, request, result)
        distance = float(said)
        if distance <= 0 and is_of_mesh(pair):  # 0 or -1, as FCL looks for no depth
            return SolverAnswer("penetrating", note=pair.note, seconds=seconds)
        witness_a, witness_b = map(as_vector3, result.nearest_points)
        if isinstance(pair.b.shape, Mesh) and not isinstance(pair.a.shape, Mesh):  # FCL exchanges such a pair
            witness_a, witness_b = witness_b, witness_a
        normal = normal_between(witness_a, witness_b, distance, pair.reach)
        return SolverAnswer(None, distance, normal, witness_a, witness_b, note=pair.note, seconds=seconds)

    return ask


def _builders(fcl: Any) -> dict[type[Shape], Any]:
    return {
        Point: lambda _: fcl.Sphere(0.0),
        Segment: lambda shape: fcl.Capsule(0.0, 2 * shape.b[2]),
        Sphere: lambda shape: fcl.Sphere(shape.radius),
        Box: lambda shape: fcl.Box(*(2 * half for half in shape.half_extents)),
        Capsule: lambda shape: fcl.Capsule(shape.radius, 2 * shape.half_height),
        Cylinder: lambda shape: fcl.Cylinder(shape.radius, 2 * shape.half_height),
        Cone: lambda shape: fcl.Cone(shape.radius, 2 * shape.half_height),
        Ellipsoid: lambda shape: fcl.Ellipsoid(*shape.radii),
        Hull: lambda shape: _convex(fcl, shape),
        Triangle: lambda shape: _convex(fcl, shape),
        Mesh: lambda shape: _model(fcl, shape),
    }


def _model(fcl: Any, mesh: Mesh) -> Any:
    """A tree of oriented boxes and swept spheres over the triangles."""
    model = fcl.BVHModel()
    model.beginModel(len(mesh.faces), len(mesh.vertices))
    model.addSubModel(np.array(mesh.vertices), np.array(mesh.faces))
    model.endModel()
    return model


def _convex(fcl: Any, shape: Hull | Triangle) -> Any:
    hull = solid_hull(shape.vertices)
    if hull.dimension < 2:
        raise Unsupported(f"{shape.kind} without an area: FCL's Convex needs faces")
    faces = [entry for loop in hull.faces for entry in (len(loop), *loop)]
    return fcl.Convex(hull.vertices, len(hull.faces), faces)


register(
    Adapter(
        name="fcl",
        title="python-fcl",
        package=Wheel("python-fcl", "fcl"),
        shapes={
            "point": "Sphere of radius 0",
            "segment": "Capsule of radius 0",
            "sphere": "Sphere",
            "box": "Box, full sizes",
            "capsule": "Capsule, full length of the inner segment, axis z",
            "cylinder": "Cylinder, full height, axis z",
            "cone": "Cone, full height, axis z",
            "ellipsoid": "Ellipsoid",
            "triangle": "Convex with two faces",
            "hull": "Convex, with its polygons as faces; a flat one has two faces",
            "mesh": "BVHModel of its triangles",
            "halfspace": "Convex: the slab that gjkscope cuts it to",
        },
        answers=("distance", "depth", "normal", "witnesses"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="fcl.distance with enable_signed_distance and enable_nearest_points",
            distance="Negative when the shapes overlap: minus the depth found by EPA.  Of meshes that overlap it "
            "returns 0 or -1: the verdict alone is taken.",
            normal="fcl.distance returns none; taken from the witness points.",
            witnesses="World space, nearest_points[0] on A, [1] on B; exchanged if B alone is a mesh, as FCL exchanges "
            "the pair.",
            margin="None.",
            precision="double",
            tolerance="distance_tolerance 1e-6 m, absolute; libccd stops there.",
        ),
        accuracy=3e-5,
        least_error=1e-6,
        load=_load,
    )
)
