"""Rapier through the rapier3d wheel: the contact manifolds of its narrow phase, computed by parry."""

from importlib import import_module
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
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    HalfSpace,
    Hull,
    Mesh,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import Vec3, scale

BEYOND_REACH = 1.1  # of the prediction distance; the factor leaves room for rounding to single precision


def _load() -> Ask:
    """Imports Rapier and returns the function that asks it."""
    rapier = import_module("rapier3d")

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, BUILDERS, rounds=True)
        bodies, colliders, narrow = rapier.RigidBodySet(), rapier.ColliderSet(), rapier.NarrowPhase()
        handles = [
            _insert(rapier, placed, pose, bodies, colliders)
            for placed, pose in zip(pair[:2], _poses(pair), strict=True)
        ]
        pipeline, islands, broad = rapier.CollisionPipeline(), rapier.IslandManager(), rapier.BroadPhaseBvh()
        _, seconds = time_query(pipeline.step, BEYOND_REACH * pair.reach, islands, broad, narrow, bodies, colliders)
        contact = narrow.contact_pair(*handles)
        is_swapped = contact.collider1 != handles[0] if contact else False
        return _answer(contact, is_swapped, _poses(pair), pair.note)._replace(seconds=seconds)

    return ask


def _poses(pair: Any) -> tuple[Pose, Pose]:
    return axial_pose(pair.a, "y"), axial_pose(pair.b, "y")


def _insert(rapier: Any, placed: PlacedShape, pose: Pose, bodies: Any, colliders: Any) -> Any:
    """Adds a body with a collider.  Raises `Unsupported` if Rapier rejects the shape."""
    x, y, z, w = quaternion_xyzw(pose)
    isometry = rapier.Isometry3(pose.position, rapier.Rotation3.from_quaternion(w, x, y, z))
    body = bodies.insert(rapier.RigidBody.dynamic(position=isometry))
    shape = placed.shape
    build = BUILDERS[type(shape)]
    try:
        name, sizes = build(shape)
        if shape.rounding > 0:
            name, sizes = ROUNDED[name], (*sizes, shape.rounding)
        collider = getattr(rapier.Collider, name)(*sizes)
    except KeyError:
        raise Unsupported(f"{placed.name} with rounding: Rapier has no such shape") from None
    except Exception as fault:  # each kind of shape has its own; none of them has been asked yet
        raise Unsupported(f"Rapier rejects the {placed.name}: {fault}") from None
    return colliders.insert_with_parent(collider, body, bodies)


def _answer(contact: Any, is_swapped: bool, poses: tuple[Pose, Pose], note: str | None) -> SolverAnswer:
    points = [(point, manifold) for manifold in (contact.manifolds if contact else ()) for point in manifold.points]
    if not points:
        return SolverAnswer("separated", note=_joined(note, "no contact in the manifold"))
    deepest, manifold = min(points, key=lambda entry: float(entry[0].dist))
    if deepest.dist > 0:
        nearest = f"the nearest contact in the manifold is {deepest.dist:g} m apart"
        return SolverAnswer("separated", note=_joined(note, nearest))
    witness_a, witness_b = _witnesses(deepest, is_swapped, poses)
    # The others only report that something is near: the prediction distance is larger than the shapes.
    reported = tuple(_report_point(point, of, is_swapped, poses) for point, of in points if point.dist <= 0)
    normal = _normal(manifold, is_swapped)
    return SolverAnswer(None, float(deepest.dist), normal, witness_a, witness_b, reported, note=note)


def _joined(note: str | None, words: str) -> str:
    return f"{note}, {words}" if note else words


def _report_point(point: Any, manifold: Any, is_swapped: bool, poses: tuple[Pose, Pose]) -> ReportedPoint:
    on_a, on_b = _witnesses(point, is_swapped, poses)
    return ReportedPoint(_middle(on_a, on_b), -float(point.dist), on_a, on_b, _normal(manifold, is_swapped))


def _normal(manifold: Any, is_swapped: bool) -> Vec3:
    normal = as_vector3(manifold.data.normal)
    return scale(normal, -1.0) if is_swapped else normal


def _witnesses(point: Any, is_swapped: bool, poses: tuple[Pose, Pose]) -> tuple[Vec3, Vec3]:
    """The points on A and B: Rapier gives each in the frame of its collider."""
    first, second = as_vector3(point.local_p1), as_vector3(point.local_p2)
    return (
        (apply(poses[0], second), apply(poses[1], first))
        if is_swapped
        else (
            apply(poses[0], first),
            apply(poses[1], second),
        )
    )


def _middle(a: Vec3, b: Vec3) -> Vec3:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)


BUILDERS: dict[type[Shape], Any] = {
    Sphere: lambda shape: ("ball", (shape.radius,)),
    Box: lambda shape: ("cuboid", shape.half_extents),
    Capsule: lambda shape: ("capsule_y", (shape.half_height, shape.radius)),
    Cylinder: lambda shape: ("cylinder", (shape.half_height, shape.radius)),
    Cone: lambda shape: ("cone", (shape.half_height, shape.radius)),
    Segment: lambda shape: ("segment", (shape.a, shape.b)),
    Triangle: lambda shape: ("triangle", shape.vertices),
    Hull: lambda shape: ("convex_hull", (np.array(shape.vertices),)),
    Mesh: lambda shape: ("trimesh", (np.array(shape.vertices), np.array(shape.faces))),
    HalfSpace: lambda _: ("halfspace", ((0.0, 1.0, 0.0),)),
}
ROUNDED = {
    "cuboid": "round_cuboid",
    "cylinder": "round_cylinder",
    "cone": "round_cone",
    "triangle": "round_triangle",
    "convex_hull": "round_convex_hull",
}

register(
    Adapter(
        name="rapier",
        title="Rapier",
        package=Wheel("rapier3d", "rapier3d"),
        shapes={
            "segment": "segment",
            "triangle": "triangle",
            "sphere": "ball",
            "box": "cuboid, half sizes",
            "halfspace": "halfspace, infinite",
            "capsule": "capsule_y, half length of the inner segment",
            "cylinder": "cylinder, half height, axis y",
            "cone": "cone, half height, axis y",
            "hull": "convex_hull; Rapier rejects flat ones",
            "mesh": "trimesh of its triangles",
        },
        answers=("depth", "normal", "witnesses", "contact points"),  # manifolds hold no gap
        rounding="round_cuboid, round_cylinder, round_cone, round_triangle, round_convex_hull",
        conventions=EngineConventions(
            query="narrow_phase.contact_pair after a collision step with a prediction distance beyond the shapes",
            distance="Overlapping: dist of the deepest contact of the manifolds, which is negative.  Separated: none.  "
            "Manifolds hold clipped features along a separating axis, which may be further apart than the shapes.",
            normal="Overlapping: from the first to the second collider; reversed if Rapier swaps the pair.",
            witnesses="local_p1 and local_p2, moved to world space.",
            margin="contact_skin 0, the default.",
            precision="single",
            tolerance="About 1e-5 of the size.",
        ),
        accuracy=1e-4,
        least_error=0.0,
        load=_load,
        forks=False,  # its thread pool would wait forever in the fork
    )
)
