"""Bullet in the wheel pybullet, through `getClosestPoints` of two collision shapes."""

from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from typing import Any

from gjkscope.app.ask.solvers.building import PlacedShape, axial_pose, quaternion_xyzw
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import Mat3
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

UNLIMITED = 1e9  # metres: no limit of the distance
SHAPES_KEPT = 500  # in the simulation, before it is emptied


def version() -> str:
    """Raises `ImportError` if it is not installed."""
    bullet_engine()
    return version_of("pybullet")


def as_held(pair: Arguments) -> Arguments:
    """The pair as the detector gets it: rotations by quaternions, axes along z, hulls on a grid and first."""
    shape_a, pose_a, shape_b, pose_b = pair
    held = [_held(shape_a, pose_a), _held(shape_b, pose_b)]
    if _is_hull(shape_b) and not _is_hull(shape_a):
        held.reverse()
    return (*held[0], *held[1])


def ask(pair: Arguments) -> Said:
    shape_a, pose_a, shape_b, pose_b = pair
    arguments: dict[str, Any] = {}
    for letter, shape, pose in (("A", shape_a, pose_a), ("B", shape_b, pose_b)):
        turned = axial_pose(PlacedShape(shape, pose), "z")
        arguments[f"collisionShape{letter}"] = collision_shape(shape)
        arguments[f"collisionShapePosition{letter}"] = turned.position
        arguments[f"collisionShapeOrientation{letter}"] = quaternion_xyzw(turned)
    points = bullet_engine().getClosestPoints(
        bodyA=-1, bodyB=-1, distance=UNLIMITED, physicsClientId=bullet_client(), **arguments
    )
    if not points:
        return Said(False, failure="no points")
    normal, distance = points[0][7:9]
    return Said(distance <= 0, distance, tuple(-x for x in normal))


@cache
def bullet_engine() -> Any:
    return import_module("pybullet")


@cache
def bullet_client() -> int:
    bullet = bullet_engine()
    client: int = bullet.connect(bullet.DIRECT)
    return client


def _is_hull(shape: kinds.Shape) -> bool:
    return isinstance(shape, kinds.Hull | kinds.Triangle)


def _held(shape: kinds.Shape, pose: Pose) -> tuple[kinds.Shape, Pose]:
    turned = axial_pose(PlacedShape(shape, pose), "z")
    matrix = _bullet_matrix(quaternion_xyzw(turned))
    if _is_hull(shape):
        vertices = _vertices(shape)
        shape = kinds.Hull(vertices)
    elif isinstance(shape, kinds.Capsule | kinds.Cylinder):
        shape = type(shape)(shape.radius, shape.half_height, axis="z")
    return shape, Pose(matrix, turned.position)


def _bullet_matrix(quaternion: tuple[float, float, float, float]) -> Mat3:
    """`btMatrix3x3::setRotation`."""
    x, y, z, w = quaternion
    s = 2.0 / (x * x + y * y + z * z + w * w)
    xs, ys, zs = x * s, y * s, z * s
    wx, wy, wz = w * xs, w * ys, w * zs
    xx, xy, xz = x * xs, x * ys, x * zs
    yy, yz, zz = y * ys, y * zs, z * zs
    return (
        (1.0 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1.0 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1.0 - (xx + yy)),
    )


def _vertices(shape: Any) -> tuple[tuple[float, ...], ...]:
    """The vertices of a hull as pybullet rounds and orders them."""
    bullet, client = bullet_engine(), bullet_client()
    body = bullet.createMultiBody(0.0, collision_shape(shape), physicsClientId=client)
    _, vertices = bullet.getMeshData(body, -1, physicsClientId=client)
    bullet.removeBody(body, physicsClientId=client)
    return tuple(tuple(vertex) for vertex in vertices)


def collision_shape(shape: kinds.Shape) -> int:
    shapes = _shapes()
    if shape not in shapes:
        if len(shapes) >= SHAPES_KEPT:
            bullet_engine().resetSimulation(physicsClientId=bullet_client())
            shapes.clear()
        bullet = bullet_engine()
        shapes[shape] = bullet.createCollisionShape(
            physicsClientId=bullet_client(), **_BUILDERS[type(shape)](bullet, shape)
        )
    return shapes[shape]


@cache
def _shapes() -> dict[kinds.Shape, int]:
    return {}


def _round(kind: int, shape: kinds.Capsule | kinds.Cylinder) -> dict[str, Any]:
    return {"shapeType": kind, "radius": shape.radius, "height": 2 * shape.half_height}


def _mesh(bullet: Any, shape: kinds.Hull | kinds.Triangle) -> dict[str, Any]:
    return {"shapeType": bullet.GEOM_MESH, "vertices": [list(vertex) for vertex in shape.vertices]}


_BUILDERS: dict[type, Any] = {
    kinds.Box: lambda bullet, shape: {"shapeType": bullet.GEOM_BOX, "halfExtents": list(shape.half_extents)},
    kinds.Sphere: lambda bullet, shape: {"shapeType": bullet.GEOM_SPHERE, "radius": shape.radius},
    kinds.Capsule: lambda bullet, shape: _round(bullet.GEOM_CAPSULE, shape),
    kinds.Cylinder: lambda bullet, shape: _round(bullet.GEOM_CYLINDER, shape),
    kinds.Hull: _mesh,
    kinds.Triangle: _mesh,
}

REFERENCE = Reference(
    "bullet",
    "Bullet (pybullet)",
    version,
    ask,
    tuple(_BUILDERS),
    "Bullet 3.27, commit 6c888f4, btGjkPairDetector.cpp, btVoronoiSimplexSolver.cpp, btGjkEpa2.cpp",
    as_held=as_held,
    departures="pybullet moves the vertices of hulls to a grid of 1/10216 of their extents, and puts a hull first in a "
    "pair; our hulls are compared as pybullet holds them.",
)
