"""The manifolds of real engines, to compare the policies with: Box3D 0.1.0, Bullet 3.27 and Jolt 5.6.0.

They are in robox3d, whose wheel has Box3D's shared library, in pybullet 3.2.7, and in the npm package jolt-physics
1.1.0, which Node runs.  The packages are imported on use.  Box3D and Jolt compute in single precision, Box3D in the
frame of A, so `rounded` places A at the origin and rounds sizes and B's pose before any engine is asked.
"""

import json
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.building import quaternion_xyzw
from gjkscope.engine.contacts.hulls import HullEdge, Loop, PlacedHull
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Hull, Shape, Sphere
from gjkscope.engine.vectors import Mat3, Vec3, add, dot, row_times, scale, sub, transposed_times, unit

CAPACITY = 64  # points that a local manifold has room for
MOST_VERTICES = 128  # of a hull in Box3D


NODE_MODULES = Path("out", "npm", "node_modules")  # where npm puts jolt-physics
TO_AXIS = {"x": (-0.5, -0.5, -0.5, 0.5), "y": (0.0, 0.0, 0.0, 1.0), "z": (0.5, 0.5, 0.5, 0.5)}  # turns y to the axis


class RealPoint(NamedTuple):
    """A contact point of an engine."""

    position: Vec3  # halfway between the bodies, world metres
    depth: float


class RealManifold(NamedTuple):
    """The contact points of an engine; the normal leads from A to B, and without points it is zero."""

    normal: Vec3
    points: tuple[RealPoint, ...]


class RealPair(NamedTuple):
    """Two shapes, A at the origin; all numbers are single precision, but for B's rotation, which is of `quaternion`."""

    shape_a: Shape
    shape_b: Shape
    position: Vec3
    quaternion: tuple[float, float, float, float]  # x, y, z, w

    @property
    def pose(self) -> Pose:
        return Pose(rotation_from_quaternion(self.quaternion), self.position)

    @property
    def placed(self) -> tuple[Shape, Pose, Shape, Pose]:
        return self.shape_a, Pose(), self.shape_b, self.pose


def round_value(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> RealPair:
    """The pair in A's frame, rounded."""
    columns = [transposed_times(pose_a.rotation, column) for column in zip(*pose_b.rotation, strict=True)]
    first, second, third = zip(*columns, strict=True)
    rotation: Mat3 = (_vec3(first), _vec3(second), _vec3(third))
    position = transposed_times(pose_a.rotation, sub(pose_b.position, pose_a.position))
    x, y, z, w = (_single(number) for number in quaternion_xyzw(Pose(rotation)))
    return RealPair(_rounded_shape(shape_a), _rounded_shape(shape_b), _single3(position), (x, y, z, w))


def _rounded_shape(shape: Shape) -> Shape:
    match shape:
        case Box():
            return Box(_single3(shape.half_extents))
        case Hull():
            return Hull(tuple(_single3(vertex) for vertex in shape.vertices))
        case Sphere():
            return Sphere(_single(shape.radius))
        case Capsule():
            return Capsule(_single(shape.radius), _single(shape.half_height), shape.axis)
        case Cylinder() | Cone():
            return type(shape)(_single(shape.radius), _single(shape.half_height))
    raise TypeError(f"no real engine is asked about {shape.kind}")


def _single(number: float) -> float:
    return float(np.float32(number))


def _single3(vector: Sequence[float]) -> Vec3:
    x, y, z = vector
    return (_single(x), _single(y), _single(z))


def _vec3(vector: Sequence[float]) -> Vec3:
    x, y, z = vector
    return (x, y, z)


# --- Box3D ---


def box3d_manifold(pair: RealPair) -> RealManifold:
    """What Box3D's function for these two shapes finds without a cache."""
    if _rank(pair.shape_a) > _rank(pair.shape_b):
        return _swap(pair)
    ffi, lib = _box3d()
    contact, points = ffi.new("b3LocalManifold*"), ffi.new("b3LocalManifoldPoint[]", CAPACITY)
    contact.points = points
    bodies = [Box3DBody(shape) for shape in (pair.shape_a, pair.shape_b)]
    x, y, z, w = pair.quaternion
    pose = ffi.new("b3Transform*", {"p": _xyz(pair.position), "q": {"v": _xyz((x, y, z)), "s": w}})[0]
    name = "".join(type(body.shape).__name__[0].replace("B", "H") for body in bodies)
    functions = {
        "HH": (lib.b3CollideHulls, "b3SATCache*"),
        "HC": (lib.b3CollideHullAndCapsule, "b3SimplexCache*"),
        "HS": (lib.b3CollideHullAndSphere, "b3SimplexCache*"),
        "CC": (lib.b3CollideCapsules, None),
        "CS": (lib.b3CollideCapsuleAndSphere, None),
        "SS": (lib.b3CollideSpheres, None),
    }
    collide, kind = functions[name]
    cache_ = () if kind is None else (ffi.new(kind),)
    collide(contact, CAPACITY, bodies[0].made, bodies[1].made, pose, *cache_)
    kept = tuple(RealPoint(_tuple(point.point), -point.separation) for point in points[0 : contact.pointCount])
    return RealManifold(_tuple(contact.normal) if kept else (0.0, 0.0, 0.0), kept)


def _swap(pair: RealPair) -> RealManifold:
    """Of B and A: Box3D has one function for both orders."""
    back = pair.pose
    x, y, z, w = pair.quaternion
    position = scale(transposed_times(back.rotation, pair.position), -1.0)
    contact = box3d_manifold(RealPair(pair.shape_b, pair.shape_a, _single3(position), (-x, -y, -z, w)))
    points = tuple(RealPoint(add(row_times(back.rotation, p), pair.position), depth) for p, depth in contact.points)
    return RealManifold(scale(row_times(back.rotation, contact.normal), -1.0), points)


def _rank(shape: Shape) -> int:
    return {Box: 0, Hull: 0, Capsule: 1, Sphere: 2}[type(shape)]


class Box3DBody:
    """A shape of Box3D; the memory is Python's, but for that of a hull, which is freed at the end."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.ffi, self.lib = _box3d()
        self.owned: Any = None
        match shape:
            case Box():
                self._box = self.ffi.new("b3BoxHull*", self.lib.b3MakeBoxHull(*shape.half_extents))
                self.made = self.ffi.addressof(self._box, "base")
            case Hull():
                points = self.ffi.new("b3Vec3[]", [_xyz(vertex) for vertex in shape.vertices])
                self.made = self.owned = self.lib.b3CreateHull(points, len(shape.vertices), MOST_VERTICES)
                if self.made == self.ffi.NULL:
                    raise ValueError("Box3D rejects the hull")
            case Sphere():
                self.made = self.ffi.new("b3Sphere*", {"center": _xyz((0, 0, 0)), "radius": shape.radius})
            case Capsule():
                start, end = shape.corners()
                fields = {"center1": _xyz(start), "center2": _xyz(end), "radius": shape.radius}
                self.made = self.ffi.new("b3Capsule*", fields)

    def __del__(self) -> None:
        if self.owned is not None and self.owned != self.ffi.NULL:
            self.lib.b3DestroyHull(self.owned)

    def hull(self) -> PlacedHull:
        """The hull in its own frame, with Box3D's faces, edges and corners in Box3D's order."""
        data = self.made
        points = self._part("b3Vec3*", data.pointOffset)
        edges = self._part("b3HullHalfEdge*", data.edgeOffset)
        faces = self._part("b3HullFace*", data.faceOffset)
        planes = self._part("b3Plane*", data.planeOffset)
        corners = tuple(_tuple(points[k]) for k in range(data.vertexCount))
        sides = tuple(
            HullEdge((edges[k].origin, edges[k + 1].origin), (edges[k].face, edges[k + 1].face))
            for k in range(0, data.edgeCount, 2)
        )
        return PlacedHull(
            corners,
            tuple(range(data.vertexCount)),
            tuple(_loop(edges, faces[k].edge) for k in range(data.faceCount)),
            tuple(unit(_tuple(planes[k].normal)) for k in range(data.faceCount)),
            sides,
            _tuple(data.center),
        )

    def _part(self, kind: str, offset: int) -> Any:
        return self.ffi.cast(kind, self.ffi.cast("char*", self.made) + offset)


def _loop(edges: Any, first: int) -> Loop:
    loop, edge = [], first
    while not loop or edge != first:
        loop.append(edges[edge].origin)
        edge = edges[edge].next
    return tuple(loop)


@cache
def _box3d() -> tuple[Any, Any]:
    module = import_module("robox3d._ffi")
    return module.ffi, module.lib


def _xyz(vector: Sequence[float]) -> dict[str, float]:
    return dict(zip("xyz", map(float, vector), strict=True))


def _tuple(vector: Any) -> Vec3:
    return (vector.x, vector.y, vector.z)


# --- Bullet ---


def bullet_manifold(pair: RealPair) -> RealManifold:
    """What Bullet's collision detection finds in a first tick: for two boxes, what its detector for boxes does."""
    bullet = _bullet()
    bullet.resetSimulation()
    for shape, position, quaternion in (
        (pair.shape_a, (0, 0, 0), (0, 0, 0, 1)),
        (pair.shape_b, pair.position, pair.quaternion),
    ):
        assert isinstance(shape, Box)
        made = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=list(shape.half_extents))
        bullet.createMultiBody(1.0, made, -1, list(position), list(quaternion))
    bullet.performCollisionDetection()
    contacts = bullet.getContactPoints(0, 1)
    points = tuple(RealPoint(scale(add(contact[5], contact[6]), 0.5), -contact[8]) for contact in contacts)
    return RealManifold(scale(_vec3(contacts[0][7]), -1.0) if contacts else (0.0, 0.0, 0.0), points)


@cache
def _bullet() -> Any:
    bullet = import_module("pybullet")
    bullet.connect(bullet.DIRECT)
    return bullet


# --- Jolt ---


def jolt_manifold(pair: RealPair) -> RealManifold:
    """What a contact listener of Jolt gets in a step of two bodies at rest, without a convex radius."""
    process = _jolt()
    assert process.stdin is not None
    assert process.stdout is not None
    question = {
        "a": _jolt_body(pair.shape_a, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)),
        "b": _jolt_body(pair.shape_b, pair.position, pair.quaternion),
    }
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    if "error" in answer:
        raise ValueError(f"Jolt rejects a shape: {answer['error']}")
    normal = _vec3(answer["normal"])
    # The end of a segment may be listed twice:
    places = dict.fromkeys((_vec3(on_a), _vec3(on_b)) for on_a, on_b in answer["points"])
    points = tuple(RealPoint(scale(add(on_a, on_b), 0.5), dot(sub(on_a, on_b), normal)) for on_a, on_b in places)
    return RealManifold(normal, points)


def _jolt_body(shape: Shape, position: Vec3, quaternion: tuple[float, float, float, float]) -> dict[str, Any]:
    """Jolt's capsules, cylinders and cones are along y, so the body turns."""
    body: dict[str, Any] = {"type": shape.kind, "position": position, "quaternion": quaternion}
    match shape:
        case Box():
            return body | {"half_extents": shape.half_extents}
        case Hull():
            return body | {"vertices": shape.vertices}
        case Sphere():
            return body | {"radius": shape.radius}
        case Capsule() | Cylinder() | Cone():
            turned = _quaternion_product(quaternion, TO_AXIS[shape.axis])
            return body | {"radius": shape.radius, "half_height": shape.half_height, "quaternion": turned}
    raise TypeError(f"Jolt is not asked about {shape.kind}")


def _quaternion_product(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float, float]:
    (x, y, z, w), (a, b, c, d) = first, second
    return (
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    )


@cache
def _jolt() -> "subprocess.Popen[str]":
    """Ends when this process does, as its input ends."""
    script = Path(__file__).with_name("jolt_manifolds.mjs")
    command = ["node", str(script), str(NODE_MODULES.resolve())]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
