"""Box3D's shared library in the wheel robox3d, called through the package's own bindings (pip install robox3d)."""

from importlib import import_module
from importlib.metadata import version as version_of
from typing import Any, NamedTuple

from gjkscope.app.ask.solvers.building import rotation_array
from gjkscope.app.scenes.cameras.maths import quaternion_from_rotation
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Vec3, row_times
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

MOST_SIMPLEXES = 64


class Box3dAnswer(NamedTuple):
    """What `b3ShapeDistance` returns: `simplexes` as the indices of the points of A and B, and the cache."""

    distance: float
    normal: Vec3
    point_a: Vec3
    simplexes: tuple[tuple[tuple[int, int], ...], ...]
    cache: tuple[float, tuple[tuple[int, int], ...]]


def version() -> str:
    """Raises `ImportError` if it is not installed."""
    import_module("robox3d._ffi")
    return f"0.1.0 (robox3d {version_of('robox3d')})"


def ask(pair: Arguments) -> Said:
    answer = shape_distance(pair)
    if answer.distance <= 0:
        return Said(True)
    return Said(False, answer.distance, row_times(pair[1].rotation, answer.normal))


def shape_distance(pair: Arguments, cache: tuple[float, tuple[tuple[int, int], ...]] = (0.0, ())) -> Box3dAnswer:
    """`b3ShapeDistance` with radii, in A's frame; it starts from the cache."""
    ffi, lib = (getattr(import_module("robox3d._ffi"), name) for name in ("ffi", "lib"))
    shape_a, pose_a, shape_b, pose_b = pair
    given, kept, simplexes = (ffi.new(f"b3{name}") for name in ("DistanceInput *", "SimplexCache *", "Simplex[64]"))
    clouds = [_fill(ffi, *one) for one in ((given.proxyA, shape_a), (given.proxyB, shape_b))]
    given.transform, given.useRadii = _relative(pose_a, pose_b), True
    kept.metric, kept.count = cache[0], len(cache[1])
    for slot, (index_a, index_b) in enumerate(cache[1]):
        kept.indexA[slot], kept.indexB[slot] = index_a, index_b
    out = lib.b3ShapeDistance(given, kept, simplexes, MOST_SIMPLEXES)
    del clouds
    return Box3dAnswer(
        out.distance,
        _vector(out.normal),
        _vector(out.pointA),
        tuple(
            tuple((vertex.indexA, vertex.indexB) for vertex in simplexes[i].vertices[0 : simplexes[i].count])
            for i in range(out.simplexCount)
        ),
        (kept.metric, tuple((kept.indexA[i], kept.indexB[i]) for i in range(kept.count))),
    )


def _fill(ffi: Any, proxy: Any, shape: Any) -> Any:
    """Gives the proxy its points, and returns what must live as long."""
    points = ffi.new("b3Vec3[]", [dict(zip("xyz", point, strict=True)) for point in _points(shape)])
    proxy.points, proxy.count = points, len(points)
    proxy.radius = getattr(shape, "rounding", 0.0) + getattr(shape, "radius", 0.0)
    return points


def _points(shape: Any) -> list[Vec3]:
    """The corners of a box as `b3MakeBoxHull` counts them."""
    if not isinstance(shape, kinds.Box):
        return list(shape.corners())
    x, y, z = shape.half_extents
    return [(x, y, z), (-x, y, z), (-x, -y, z), (x, -y, z), (x, y, -z), (-x, y, -z), (-x, -y, -z), (x, -y, -z)]


def _relative(pose_a: Pose, pose_b: Pose) -> dict[str, Any]:
    """The pose of B in A's frame, in double precision."""
    a, b = rotation_array(pose_a), rotation_array(pose_b)
    x, y, z, w = quaternion_from_rotation((a.T @ b).tolist())
    position = a.T @ [q - p for p, q in zip(pose_a.position, pose_b.position, strict=True)]
    return {"p": dict(zip("xyz", position.tolist(), strict=True)), "q": {"v": {"x": x, "y": y, "z": z}, "s": w}}


def _vector(v: Any) -> Vec3:
    return (v.x, v.y, v.z)


REFERENCE = Reference(
    "box3d",
    "Box3D",
    version,
    ask,
    (kinds.Box, kinds.Capsule, kinds.Hull, kinds.Sphere, kinds.Triangle),
    "Box3D 0.1.0, commit 8441b4a, src/distance.c",
    roundoff=2.0**-24,
)
