"""PhysX through the npm package physx-js-webidl: its GJK and EPA, `PxGjkQuery`, which shows each of its searches."""

from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)

PACKAGE = NpmPackage("physx-js-webidl")
TAKES: dict[type[Shape], str] = dict.fromkeys(
    (Point, Segment, Triangle, Sphere, Box, Capsule, Cylinder, Cone, Ellipsoid, Hull, Mesh), "physx.mjs"
)

register(
    Adapter(
        name="physx",
        title="PhysX (physx-js-webidl)",
        package=PACKAGE,
        shapes={
            "point": "CustomSupport",
            "segment": "CustomSupport: the further end",
            "triangle": "CustomSupport: its first vertex that is furthest",
            "sphere": "SphereSupport",
            "box": "BoxSupport, half sizes",
            "halfspace": "CustomSupport: the corners of the slab that gjkscope cuts it to",
            "capsule": "CapsuleSupport, half length of the inner segment, axis x",
            "cylinder": "CustomSupport of two circles",
            "cone": "CustomSupport of an apex and a circle",
            "ellipsoid": "CustomSupport",
            "hull": "CustomSupport: its first vertex that is furthest",
            "mesh": "PxTriangleMesh, for the verdict only; with spheres, boxes, capsules, hulls and meshes",
        },
        answers=("distance", "depth", "normal", "witnesses"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="PxGjkQuery.proximityInfo with a contact distance beyond the shapes and a tolerance length of 1 m, "
            "and PxGeometryQuery.overlap of meshes; PhysX refuses Node, which is hidden while it is loaded",
            distance="The separation: negative when the shapes overlap.",
            normal="The separating axis, from B to A; reversed.",
            witnesses="pointA and pointB, world space.",
            margin="0 for boxes; spheres and capsules are a point and a segment with their radius as margin.",
            precision="single",
            tolerance="GJK ends once a gap is known to 2.25e-4 of itself, and shapes may be several sizes apart.",
        ),
        accuracy=1e-3,
        least_error=0.0,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, SpatialQuestions(TAKES, axis="x").of),
    )
)
