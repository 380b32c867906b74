"""FCL's shared library through python-fcl, in a child process, since it may crash."""

import os
from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from typing import Any

import numpy as np

from gjkscope.engine.shapes import kinds
from tests.fidelity.child import Child
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference


def version() -> str:
    """Raises `ImportError` if it is not installed."""
    import_module("fcl")
    return version_of("python-fcl")


def _answer(pair: Arguments) -> tuple[Any, ...]:
    _silence()
    try:
        distance = _distance(*pair)
    except RuntimeError as failure:
        return False, None, None, str(failure)
    return distance <= 0, distance


@cache
def _silence() -> None:
    """Drops FCL's messages about its exceptions."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _distance(shape_a: kinds.Shape, pose_a: Any, shape_b: kinds.Shape, pose_b: Any) -> float:
    fcl = import_module("fcl")
    request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
    objects = [_place(fcl, shape, pose) for shape, pose in ((shape_a, pose_a), (shape_b, pose_b))]
    return float(fcl.distance(*objects, request, fcl.DistanceResult()))


def _place(fcl: Any, shape: kinds.Shape, pose: Any) -> Any:
    from gjkscope.app.ask.solvers.building import PlacedShape, axial_pose, rotation_array

    turned = axial_pose(PlacedShape(shape, pose), "z")
    return fcl.CollisionObject(
        _BUILDERS[type(shape)](fcl, shape), fcl.Transform(rotation_array(turned), list(turned.position))
    )


def _convex(fcl: Any, shape: kinds.Hull | kinds.Triangle) -> Any:
    """With one face only, so that FCL looks at all vertices in their order."""
    return fcl.Convex(np.array(shape.vertices), 1, np.array([3, 0, 1, 2]))


_BUILDERS: dict[type, Any] = {
    kinds.Box: lambda fcl, shape: fcl.Box(*(2 * half for half in shape.half_extents)),
    kinds.Sphere: lambda fcl, shape: fcl.Sphere(shape.radius),
    kinds.Capsule: lambda fcl, shape: fcl.Capsule(shape.radius, 2 * shape.half_height),
    kinds.Cylinder: lambda fcl, shape: fcl.Cylinder(shape.radius, 2 * shape.half_height),
    kinds.Cone: lambda fcl, shape: fcl.Cone(shape.radius, 2 * shape.half_height),
    kinds.Ellipsoid: lambda fcl, shape: fcl.Ellipsoid(*shape.radii),
    kinds.Hull: _convex,
    kinds.Triangle: _convex,
}

REFERENCE = Reference(
    "fcl",
    "FCL (python-fcl)",
    version,
    Child(_answer).ask,
    tuple(_BUILDERS),
    "FCL 0.7.0, commit df2702ca, include/fcl/narrowphase/detail/convexity_based_algorithm/gjk_libccd-inl.h",
    departures="The order of the border of a visible patch is that of a hash table of addresses, which differs "
    "between runs; it decides which of several equally near elements is nearest. Hulls of more than 32 vertices are "
    "searched by walking along their edges, ours are always searched in order: another vertex may win a tie. Our EPA "
    "ends after 500 rounds, FCL's never: two spheres may need more.",
)
