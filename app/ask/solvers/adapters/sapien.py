"""PhysX 5 through the SAPIEN wheel: the contact points of a step so short that nothing moves."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

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
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Mesh, Shape, Sphere
from gjkscope.engine.vectors import scale

STEP = 1e-6  # seconds: bodies at rest move by less than single precision resolves
MOST_VERTICES = 255  # of PhysX's convex meshes
# Metres; PhysX needs one > 0, and creates contacts at twice that gap.
CONTACT_OFFSET = 1e-3


def _load() -> Ask:
    """Imports SAPIEN and returns the function that asks PhysX."""
    sapien = import_module("sapien")
    physx = import_module("sapien.physx")
    settings = physx.PhysxSceneConfig()
    settings.gravity = np.zeros(3, np.float32)
    physx.set_scene_config(settings)
    material = physx.PhysxMaterial(0.0, 0.0, 0.0)

    def body(placed: PlacedShape) -> tuple[Any, Any]:
        """An entity with a shape."""
        shape = BUILDERS[type(placed.shape)](physx, placed.shape, material)
        shape.contact_offset, shape.rest_offset = CONTACT_OFFSET, 0.0
        is_mesh = isinstance(placed.shape, Mesh)  # which no body that moves may have
        component = physx.PhysxRigidStaticComponent() if is_mesh else physx.PhysxRigidDynamicComponent()
        component.attach(shape)
        entity = sapien.Entity()
        entity.add_component(component)
        pose = axial_pose(placed, "x")
        x, y, z, w = quaternion_xyzw(pose)
        entity.set_pose(sapien.Pose(list(pose.position), [w, x, y, z]))
        return entity, component

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, BUILDERS)
        check_one_mesh(pair, "PhysX")
        system = physx.PhysxCpuSystem()
        scene = sapien.Scene([system])
        (first, component), (second, _) = body(pair.a), body(pair.b)
        scene.add_entity(first)
        scene.add_entity(second)
        scene.set_timestep(STEP)
        _, seconds = time_query(scene.step)
        return _answer(system.get_contacts(), component)._replace(note=pair.note, seconds=seconds)

    return ask


def _answer(contacts: list[Any], first: Any) -> SolverAnswer:
    """The answer from the contacts of the pair; `first` is the body of A."""
    points = tuple(_point(point, contact.bodies[0] != first) for contact in contacts for point in contact.points)
    touching = tuple(point for point in points if point.depth is not None and point.depth >= 0)
    if not touching:
        return SolverAnswer("separated")
    deepest = max(touching, key=lambda point: point.depth or 0.0)
    return SolverAnswer(None, -(deepest.depth or 0.0), deepest.normal, points=touching)


def _point(point: Any, is_swapped: bool) -> ReportedPoint:
    """PhysX's normal points into the first body.  On which of the two its position lies depends on their types."""
    outward = as_vector3(point.normal)
    normal = outward if is_swapped else scale(outward, -1.0)
    return ReportedPoint(as_vector3(point.position), -float(point.separation), normal=normal)


def _convex(physx: Any, hull: Hull, material: Any) -> Any:
    if len(hull.vertices) > MOST_VERTICES:
        raise Unsupported(f"hull of {len(hull.vertices)} vertices: PhysX's have at most {MOST_VERTICES}")
    try:
        return physx.PhysxCollisionShapeConvexMesh(
            np.array(hull.vertices, np.float32), np.ones(3, np.float32), material
        )
    except RuntimeError as fault:
        raise Unsupported(f"PhysX rejects the hull: {fault}") from None


def _triangles(physx: Any, mesh: Mesh, material: Any) -> Any:
    vertices, faces = np.array(mesh.vertices, np.float32), np.array(mesh.faces, np.uint32)
    return physx.PhysxCollisionShapeTriangleMesh(vertices, faces, np.ones(3, np.float32), material)


BUILDERS: dict[type[Shape], Callable[[Any, Any, Any], Any]] = {
    Sphere: lambda physx, shape, material: physx.PhysxCollisionShapeSphere(shape.radius, material),
    Box: lambda physx, shape, material: physx.PhysxCollisionShapeBox(list(shape.half_extents), material),
    Capsule: lambda physx, shape, material: physx.PhysxCollisionShapeCapsule(shape.radius, shape.half_height, material),
    Hull: _convex,
    Mesh: _triangles,
}

register(
    Adapter(
        name="sapien",
        title="SAPIEN (PhysX)",
        package=Wheel("sapien", "sapien"),
        shapes={
            "sphere": "sphere",
            "box": "box, half sizes",
            "capsule": "capsule, half length of the inner segment, axis x; SAPIEN's cylinder is a prism",
            "hull": "convex mesh of at most 255 vertices",
            "mesh": "triangle mesh of a static body; not with another one",
            "halfspace": "convex mesh: the slab that gjkscope cuts it to",
        },
        answers=("depth", "normal", "contact points"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="get_contacts after a step of 1e-6 s of the CPU system, between bodies at rest",
            distance="Overlapping: the least separation of the contact points, which is negative.  Separated: none.",
            normal="PhysX's points from the second to the first body; reversed.",
            witnesses="None: a contact point has one position, which is on the sphere for a sphere with a capsule or a "
            "convex mesh, on the box for a sphere with a box, and so on.",
            margin="None; contact_offset 1 mm, at which contacts are created, and rest_offset 0.",
            precision="single",
            tolerance="About 1e-6 of the size; persistent manifolds (PCM), whose GJK shrinks shapes by a margin.",
        ),
        accuracy=1e-5,
        least_error=1e-6,
        load=_load,
        forks=False,  # PhysX's threads
    )
)
