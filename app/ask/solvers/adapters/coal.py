"""coal, formerly hpp-fcl: the collision library of Pinocchio."""

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
    prepare,
    rotation_array,
    solid_hull,
    time_query,
)
from gjkscope.app.ask.solvers.limiting import LimitedRun, iterations_by_limits
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported, wants_iterations
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import Vec3

GUESS = np.array([1.0, 0.0, 0.0])  # the first closest point, in A's frame
TOLERANCE = 1e-6  # `gjk_tolerance`

# Pairs that `coal.distance` answers by a formula.
_FORMULAS = {
    frozenset(("GEOM_SPHERE",)),
    frozenset(("GEOM_CAPSULE",)),
    *(frozenset(("GEOM_SPHERE", other)) for other in ("GEOM_BOX", "GEOM_CAPSULE", "GEOM_CYLINDER")),
}


def _load() -> Ask:
    """Imports coal and returns the function that asks it."""
    coal = import_module("coal")
    builders = _builders(coal)

    @lru_cache(maxsize=64)
    def geometry(shape: Shape) -> Any:
        built = builders[type(shape)](shape)
        if shape.rounding > 0:
            built.setSweptSphereRadius(shape.rounding)
        return built

    def transform(placed: PlacedShape) -> Any:
        # The normal of the half-space is passed to it; its frame is not turned.
        pose = placed.pose if isinstance(placed.shape, HalfSpace) else axial_pose(placed, "z")
        return coal.Transform3s(rotation_array(pose), np.array(pose.position))

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, builders, rounds=True)
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        request.enable_signed_distance = True
        first, second = geometry(pair.a.shape), geometry(pair.b.shape)
        poses = transform(pair.a), transform(pair.b)
        distance, seconds = time_query(coal.distance, first, poses[0], second, poses[1], request, result)
        shows_search = wants_iterations() and not is_of_mesh(pair)
        points = _patch(coal, first, poses[0], second, poses[1]) if shows_search else ()
        iterations = _iterations(coal, (first, poses[0]), (second, poses[1])) if shows_search else ()
        are_meshes = all(isinstance(placed.shape, Mesh) for placed in (pair.a, pair.b))
        if distance <= 0 and are_meshes:
            return SolverAnswer("penetrating", note=pair.note, seconds=seconds)
        return SolverAnswer(
            None,
            float(distance),
            None if are_meshes else as_vector3(result.normal),
            as_vector3(result.getNearestPoint1()),
            as_vector3(result.getNearestPoint2()),
            points,
            note=pair.note,
            seconds=seconds,
            iterations=iterations,
        )

    return ask


def _patch(coal: Any, *placed: Any) -> tuple[ReportedPoint, ...]:
    """The corners of the contact patch, without depths: a patch has one depth for all of them."""
    collision, patches = coal.CollisionResult(), coal.ContactPatchResult()
    if not coal.collide(*placed, coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 1), collision):
        return ()
    coal.computeContactPatch(*placed, collision, coal.ContactPatchRequest(), patches)
    if patches.numContactPatches() == 0:
        return ()
    patch = patches.getContactPatch(0)
    return tuple(ReportedPoint(as_vector3(patch.getPoint(i))) for i in range(patch.size()))


def _iterations(coal: Any, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Iteration, ...]:
    """The iterations of GJK, on cores without radii; none for pairs that coal answers by a formula."""
    nodes = frozenset((str(a[0].getNodeType()), str(b[0].getNodeType())))
    if "GEOM_HALFSPACE" in nodes or nodes in _FORMULAS:
        return ()
    frame, position = np.array(a[1].getRotation()), np.array(a[1].getTranslation()).ravel()
    point = coal.Sphere(0.0), a[1]  # coal keeps only a pointer to it

    def search(other: tuple[Any, Any], limit: int, guess: Any) -> tuple[Any, str, int]:
        """The last closest point in A's frame, the status, and the iterations of a limited run."""
        difference, gjk = coal.MinkowskiDiff(), coal.GJK(limit, TOLERANCE)
        difference.set(a[0], other[0], a[1], other[1], False)
        status = gjk.evaluate(difference, guess, coal.DistanceRequest().cached_support_func_guess)
        return np.array(gjk.ray).ravel(), str(status), gjk.getNumIterations()

    def run(limit: int) -> LimitedRun:
        ray, status, count = search(b, limit, GUESS)
        # The last search is not counted; a run that begins within the tolerance of the origin searches nothing.
        is_last = status in ("NoCollision", "CollisionWithPenetrationInformation") or (
            status == "Collision" and not ray.any()
        )
        return LimitedRun(as_vector3(frame @ ray), count + is_last, status != "Failed")

    def support(direction: Vec3) -> IterationVertex:
        against = -(frame.T @ np.array(direction))
        w, on_a = (frame @ search(other, 1, against)[0] for other in (b, point))
        return IterationVertex(as_vector3(w), as_vector3(on_a + position), as_vector3(on_a + position - w))

    return iterations_by_limits(run, support, as_vector3(frame @ GUESS))


def _builders(coal: Any) -> dict[type[Shape], Any]:
    return {
        Point: lambda _: coal.Sphere(0.0),
        Segment: lambda shape: coal.Capsule(0.0, 2 * shape.b[2]),
        Sphere: lambda shape: coal.Sphere(shape.radius),
        Box: lambda shape: coal.Box(*(2 * half for half in shape.half_extents)),
        Capsule: lambda shape: coal.Capsule(shape.radius, 2 * shape.half_height),
        Cylinder: lambda shape: coal.Cylinder(shape.radius, 2 * shape.half_height),
        Cone: lambda shape: coal.Cone(shape.radius, 2 * shape.half_height),
        Ellipsoid: lambda shape: coal.Ellipsoid(*shape.radii),
        HalfSpace: lambda _: coal.Halfspace(np.array([0.0, 1.0, 0.0]), 0.0),
        Hull: lambda shape: _convex(coal, shape),
        Triangle: lambda shape: _convex(coal, shape),
        Mesh: lambda shape: _model(coal, shape),
    }


def _model(coal: Any, mesh: Mesh) -> Any:
    """A tree of oriented boxes and swept spheres over the triangles."""
    points, triangles = _soup(coal, mesh.vertices, mesh.faces)
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(mesh.faces), len(mesh.vertices))
    model.addSubModel(points, triangles)
    model.endModel()
    return model


def _convex(coal: Any, shape: Hull | Triangle) -> Any:
    """coal's own `Convex.convexHull` ends the process if the points are flat, so the faces are ours."""
    hull = solid_hull(shape.vertices)
    if hull.dimension < 2:
        raise Unsupported(f"{shape.kind} without an area: coal's Convex needs triangles")
    return coal.Convex(*_soup(coal, hull.vertices, hull.triangles.tolist()))


def _soup(coal: Any, vertices: Any, faces: Any) -> tuple[Any, Any]:
    """Vertices and triangles in coal's containers."""
    points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for point in vertices:
        points.append(np.array(point))
    for i, j, k in faces:
        triangles.append(coal.Triangle(i, j, k))
    return points, triangles


register(
    Adapter(
        name="coal",
        title="coal",
        package=Wheel("coal", "coal"),
        shapes={
            "point": "Sphere of radius 0",
            "segment": "Capsule of radius 0",
            "sphere": "Sphere",
            "box": "Box, full sizes",
            "capsule": "Capsule, full length of the inner segment, axis z",
            "cylinder": "Cylinder, full height, axis z",
            "cone": "Cone, full height, axis z",
            "ellipsoid": "Ellipsoid",
            "triangle": "Convex with two triangles: coal::distance does not take TriangleP",
            "hull": "Convex; a flat one has two sides",
            "mesh": "BVHModelOBBRSS of its triangles",
            "halfspace": "Halfspace, infinite",
        },
        answers=("distance", "depth", "normal", "witnesses", "contact points"),
        rounding="setSweptSphereRadius",
        conventions=EngineConventions(
            query="coal.distance with enable_signed_distance; contact points from computeContactPatch",
            distance="Negative when the shapes overlap: minus the depth found by EPA, of meshes that of one "
            "triangle.  Of two meshes that overlap coal returns 0: the verdict alone is taken.",
            normal="From A to B, as ours; none of two meshes.",
            witnesses="World space; rounding is included.",
            margin="None.",
            precision="double",
            tolerance="gjk_tolerance and epa_tolerance 1e-6.",
        ),
        accuracy=1e-5,
        least_error=1e-6,
        load=_load,
    )
)
