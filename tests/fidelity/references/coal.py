"""coal through its Python bindings, in a child process, since it may crash.

The bindings are in no extra: `pip install coal==3.0.3`, or with `--target DIR` and
`PYTHONPATH=DIR/cmeel.prefix/lib/python3.11/site-packages`.
"""

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.hulls import convex_hull
from tests.fidelity.child import Child
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference

NO_DISTANCE = 1e308  # metres: coal answers with the most negative double


def version() -> str:
    """Raises `ImportError` if it is not installed."""
    coal = import_module("coal")
    return f"{coal.COAL_MAJOR_VERSION}.{coal.COAL_MINOR_VERSION}.{coal.COAL_PATCH_VERSION}"


def distance(
    pair: Arguments, nesterov: bool = False, gjk_iterations: int = 128, epa_iterations: int = 64
) -> tuple[float, tuple[float, ...]]:
    """The signed distance and the normal, in this process."""
    coal = import_module("coal")
    _settle_box_supports(coal)
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    request.enable_signed_distance = True
    request.gjk_max_iterations, request.epa_max_iterations = gjk_iterations, epa_iterations
    if nesterov:
        request.gjk_variant = coal.GJKVariant.NesterovAcceleration
    shape_a, pose_a, shape_b, pose_b = pair
    a, b = placed(coal, shape_a, pose_a), placed(coal, shape_b, pose_b)
    signed_distance = float(coal.distance(*a, *b, request, result))
    return signed_distance, tuple(np.array(result.normal).ravel().tolist())


def placed(coal: Any, shape: kinds.Shape, pose: Any) -> tuple[Any, Any]:
    """A shape and its transform."""
    from gjkscope.app.ask.solvers.building import PlacedShape, axial_pose, rotation_array

    built = _BUILDERS[type(shape)](coal, shape)
    if shape.rounding > 0:
        built.setSweptSphereRadius(shape.rounding)
    turned = axial_pose(PlacedShape(shape, pose), "z")
    return built, coal.Transform3s(rotation_array(turned), np.array(turned.position))


@cache
def _settle_box_supports(coal: Any) -> None:
    """Asks about two boxes: the first direction decides how long the sides of boxes are from then on."""
    box, at_origin = coal.Box(1, 1, 1), coal.Transform3s()
    coal.distance(box, at_origin, box, at_origin, coal.DistanceRequest(), coal.DistanceResult())


def _answer(pair: Arguments) -> tuple[Any, ...]:
    signed_distance, normal = distance(pair)
    if abs(signed_distance) > NO_DISTANCE:
        return False, None, None, "the most negative double"
    return signed_distance <= 0, signed_distance, normal


def _convex(coal: Any, shape: kinds.Hull | kinds.Triangle) -> Any:
    hull = convex_hull(shape.vertices)
    points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for point in hull.vertices:
        points.append(point)
    for i, j, k in hull.triangles.tolist():
        triangles.append(coal.Triangle(i, j, k))
    return coal.Convex(points, triangles)


_BUILDERS: dict[type, Any] = {
    kinds.Box: lambda coal, shape: coal.Box(*(2 * half for half in shape.half_extents)),
    kinds.Sphere: lambda coal, shape: coal.Sphere(shape.radius),
    kinds.Capsule: lambda coal, shape: coal.Capsule(shape.radius, 2 * shape.half_height),
    kinds.Cylinder: lambda coal, shape: coal.Cylinder(shape.radius, 2 * shape.half_height),
    kinds.Cone: lambda coal, shape: coal.Cone(shape.radius, 2 * shape.half_height),
    kinds.Ellipsoid: lambda coal, shape: coal.Ellipsoid(*shape.radii),
    kinds.Hull: _convex,
    kinds.Triangle: _convex,
}

REFERENCE = Reference(
    "coal",
    "coal",
    version,
    Child(_answer).ask,
    tuple(_BUILDERS),
    "coal 3.0.3, commit cf759661, src/narrowphase/gjk.cpp",
    departures="The first direction that a process asks a box about decides whether negative sides of boxes are 1e-10 "
    "longer from then on; ours are, as after a direction along an axis, with which the reference begins.",
)
