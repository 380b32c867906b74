"""Shared by the adapters of MuJoCo and of MuJoCo Warp: models of fixed geoms, and contacts as contact points."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from gjkscope.app.ask.solvers.building import PlacedShape, as_vector3, axial_pose, quaternion_xyzw
from gjkscope.app.ask.solvers.solver import Unsupported
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Ellipsoid, Hull, Shape, Sphere
from gjkscope.engine.vectors import along, scale

GEOMS: dict[type[Shape], Any] = {
    Sphere: lambda shape: ("SPHERE", [shape.radius, 0, 0]),
    Box: lambda shape: ("BOX", list(shape.half_extents)),
    Capsule: lambda shape: ("CAPSULE", [shape.radius, shape.half_height, 0]),
    Cylinder: lambda shape: ("CYLINDER", [shape.radius, shape.half_height, 0]),
    Ellipsoid: lambda shape: ("ELLIPSOID", list(shape.radii)),
    Hull: lambda _: ("MESH", [0, 0, 0]),
}

SHAPE_WORDS = {
    "sphere": "sphere",
    "box": "box, half sizes",
    "capsule": "capsule, half length, axis z",
    "cylinder": "cylinder, half height, axis z",
    "ellipsoid": "ellipsoid",
    "hull": "mesh; MuJoCo uses its convex hull and rejects flat ones",
    "mesh": "mesh; MuJoCo uses its convex hull",
    "halfspace": "mesh: the slab that gjkscope cuts it to",
}


def fixed_pairs(mujoco: Any, pairs: Sequence[tuple[PlacedShape, PlacedShape]]) -> Any:
    """A model of fixed geoms, in which pair i has the geoms 2i and 2i + 1 and collides with no other.

    Raises `Unsupported` with MuJoCo's reason if it rejects a geom.
    """
    spec = mujoco.MjSpec()
    for number, placed in enumerate(chain.from_iterable(pairs)):
        pose = axial_pose(placed, "z")
        x, y, z, w = quaternion_xyzw(pose)
        body = spec.worldbody.add_body(name=f"body{number}", pos=list(pose.position), quat=[w, x, y, z])
        kind, size = GEOMS[type(placed.shape)](placed.shape)
        geom = {"type": getattr(mujoco.mjtGeom, f"mjGEOM_{kind}"), "size": size}
        if isinstance(placed.shape, Hull):
            name = f"mesh{number}"
            vertices = [coordinate for vertex in placed.shape.vertices for coordinate in vertex]
            spec.add_mesh(name=name, uservert=vertices)
            geom["meshname"] = name
        body.add_geom(name=f"geom{number}", **geom)
    for i in range(len(pairs)):  # fixed bodies have no other contacts
        spec.add_pair(name=f"pair{i}", geomname1=f"geom{2 * i}", geomname2=f"geom{2 * i + 1}")
    try:
        return spec.compile()
    except ValueError as fault:
        raise Unsupported(f"MuJoCo rejects the model: {str(fault).splitlines()[0]}") from None


def contact_point(
    geoms: Sequence[int], position: Iterable[float], normal: Iterable[float], gap: float
) -> ReportedPoint:
    """A contact: half-way between the surfaces, with the depth along its normal.

    The normal points from the first to the second geom; A has an even number, and MuJoCo orders geoms by their types.
    """
    middle, outward, depth = as_vector3(position), as_vector3(normal), -float(gap)
    if geoms[0] % 2 == 1:
        outward = scale(outward, -1.0)
    return ReportedPoint(middle, depth, along(middle, outward, depth / 2), along(middle, outward, -depth / 2), outward)
