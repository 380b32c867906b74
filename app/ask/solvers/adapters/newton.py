"""Newton, on a CPU: the contacts of many pairs in one run of its collision pipeline."""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.batch_engine import BatchEngine, answer_of_contacts, prepare_batch
from gjkscope.app.ask.solvers.building import (
    PreparedPair,
    as_vector3,
    axial_pose,
    quaternion_xyzw,
    solid_hull,
    time_query,
)
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, PlacedPair, Shape, Sphere
from gjkscope.engine.vectors import Vec3, along, dot, neg, sub

MOST_CONTACTS = 32  # room for those of a pair
COMPILING = 600.0  # seconds, at the first question


class Newton(BatchEngine):
    """The engine, on the CPU."""

    def __init__(self) -> None:
        self._warp = import_module("warp")
        self._newton = import_module("newton")
        self._warp.init()

    def answers(self, pairs: Sequence[PlacedPair]) -> list[SolverAnswer]:
        return prepare_batch(pairs, BUILDERS, self._ask)

    def _ask(self, pairs: Sequence[PreparedPair]) -> list[SolverAnswer]:
        builder = self._newton.ModelBuilder(gravity=(0.0, 0.0, 0.0))
        settings = self._newton.ModelBuilder.ShapeConfig(margin=0.0, gap=0.0)
        placed = list(chain.from_iterable((pair.a, pair.b) for pair in pairs))
        poses = [axial_pose(one, "z") for one in placed]
        for one, pose in zip(placed, poses, strict=True):
            body = builder.add_body(xform=self._warp.transform(pose.position, quaternion_xyzw(pose)))
            BUILDERS[type(one.shape)](self._newton, builder, body, one.shape, settings)
        with self._warp.ScopedDevice("cpu"):
            contacts, seconds = self._contacts(builder.finalize(device="cpu"), len(pairs))
        points: list[list[ReportedPoint]] = [[] for _ in pairs]
        for contact in contacts:
            point = _point(contact, poses)
            if point.depth is not None and point.depth >= 0:
                points[contact.shape0 // 2].append(point)
        share = seconds / len(pairs)
        return [answer_of_contacts(own, pair.note, share) for own, pair in zip(points, pairs, strict=True)]

    def _contacts(self, model: Any, pairs: int) -> tuple[list["NewtonContact"], float]:
        """The contacts of the model, and the seconds that the pipeline took."""
        numbers = np.arange(2 * pairs, dtype=np.int32).reshape(-1, 2)
        room = MOST_CONTACTS * pairs
        pipeline = self._newton.CollisionPipeline(
            model,
            broad_phase="explicit",
            shape_pairs_filtered=self._warp.array(numbers, dtype=self._warp.vec2i),
            rigid_contact_max=room,
        )
        state, contacts = model.state(), pipeline.contacts()
        pipeline.collide(state, contacts)  # compiles what is new
        _, seconds = time_query(pipeline.collide, state, contacts)
        count = int(contacts.rigid_contact_count.numpy()[0])
        if count > room:
            raise OverflowError(f"{count} contacts, with room for {room}")
        return _contacts_of(contacts, count), seconds


class NewtonContact(NamedTuple):
    """A contact as Newton gives it: each point in the frame of its body, within a radius below the surface."""

    shape0: int
    shape1: int
    point0: Vec3
    point1: Vec3
    normal: Vec3  # from shape 0 to shape 1
    margin0: float  # that radius
    margin1: float


def _contacts_of(contacts: Any, count: int) -> list[NewtonContact]:
    columns = (getattr(contacts, f"rigid_contact_{name}").numpy()[:count].tolist() for name in NewtonContact._fields)
    return [NewtonContact(*values) for values in zip(*columns, strict=True)]


def _point(contact: NewtonContact, poses: Sequence[Pose]) -> ReportedPoint:
    """The contact in world space, from A, whose shape has an even number, to B."""
    outward = as_vector3(contact.normal)
    on_first = along(apply(poses[contact.shape0], as_vector3(contact.point0)), outward, contact.margin0)
    on_second = along(apply(poses[contact.shape1], as_vector3(contact.point1)), outward, -contact.margin1)
    gap = dot(sub(on_second, on_first), outward)
    on_a, on_b, normal = on_first, on_second, outward
    if contact.shape0 % 2 == 1:
        on_a, on_b, normal = on_second, on_first, neg(outward)
    return ReportedPoint(along(on_a, normal, gap / 2), -gap, on_a, on_b, normal)


def _box(_newton: Any, builder: Any, body: int, box: Any, settings: Any) -> None:
    x, y, z = box.half_extents
    builder.add_shape_box(body, hx=x, hy=y, hz=z, cfg=settings)


def _ellipsoid(_newton: Any, builder: Any, body: int, ellipsoid: Any, settings: Any) -> None:
    x, y, z = ellipsoid.radii
    builder.add_shape_ellipsoid(body, rx=x, ry=y, rz=z, cfg=settings)


def _sphere(_newton: Any, builder: Any, body: int, sphere: Any, settings: Any) -> None:
    builder.add_shape_sphere(body, radius=sphere.radius, cfg=settings)


def _axial(name: str) -> "Add":
    """Adds a capsule, cylinder or cone."""

    def add(_newton: Any, builder: Any, body: int, shape: Any, settings: Any) -> None:
        getattr(builder, name)(body, radius=shape.radius, half_height=shape.half_height, cfg=settings)

    return add


def _hull(newton: Any, builder: Any, body: int, hull: Any, settings: Any) -> None:
    solid = solid_hull(hull.vertices)
    if solid.dimension < 3:
        raise Unsupported("hull without a volume: Newton's convex hulls are meshes")
    vertices, triangles = solid.vertices.astype(np.float32), solid.triangles.ravel().astype(np.int32)
    mesh = newton.Mesh(vertices, triangles, compute_inertia=False)
    builder.add_shape_convex_hull(body, mesh=mesh, cfg=settings)


Add = Callable[[Any, Any, int, Any, Any], None]
"""Adds a shape to a body: the package, the builder, the number of the body, our shape, and Newton's settings."""

BUILDERS: dict[type[Shape], Add] = {
    Sphere: _sphere,
    Box: _box,
    Capsule: _axial("add_shape_capsule"),
    Cylinder: _axial("add_shape_cylinder"),
    Cone: _axial("add_shape_cone"),
    Ellipsoid: _ellipsoid,
    Hull: _hull,
}


register(
    Adapter(
        name="newton",
        title="Newton",
        package=Wheel("newton", "newton"),
        shapes={
            "sphere": "sphere",
            "box": "box, half sizes",
            "capsule": "capsule, half length of the inner segment, axis z",
            "cylinder": "cylinder, half height, axis z",
            "cone": "cone, half height, axis z",
            "ellipsoid": "ellipsoid",
            "hull": "convex hull: a mesh with its triangles",
            "mesh": "its convex hull",
            "halfspace": "convex hull: the slab that gjkscope cuts it to",
        },
        answers=("depth", "normal", "witnesses", "contact points"),
        rounding="only of points, segments, spheres and capsules; a shape's margin is not a rounding",
        conventions=EngineConventions(
            query="CollisionPipeline.collide on the CPU, with an explicit list of pairs: one run for all of them",
            distance="Overlapping: along the normal, from point to point of the deepest contact, less the radii that "
            "Newton gives with them.  Separated: none, no contact.",
            normal="From the first to the second shape; reversed if Newton swaps the pair.",
            witnesses="World space, of the deepest contact: points of the bodies, moved by those radii.",
            margin="margin 0 and gap 0.",
            precision="single",
            tolerance="None documented.",
        ),
        accuracy=1e-4,
        least_error=1e-5,
        load=Newton,
        patience=COMPILING,
        forks=False,  # Warp's threads
    )
)
