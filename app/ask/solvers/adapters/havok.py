"""Havok through the npm package @babylonjs/havok: the proximity of a shape to a body."""

from math import sqrt
from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Mesh, Shape, Sphere, Triangle

PACKAGE = NpmPackage("@babylonjs/havok")
TAKES: dict[type[Shape], str] = dict.fromkeys((Sphere, Box, Capsule, Cylinder, Hull, Triangle, Mesh), "havok.mjs")

RADIUS = 0.015  # metres: the largest radius by which Havok rounds edges and corners; its interface cannot change it
# The corner of a box is rounded by a ball, which ends short of it by (√3 − 1) radii; both shapes may meet at corners.
ROUNDED_CORNERS = 2 * (sqrt(3) - 1) * RADIUS  # metres

register(
    Adapter(
        name="havok",
        title="Havok",
        package=PACKAGE,
        shapes={
            "sphere": "HP_Shape_CreateSphere",
            "box": "HP_Shape_CreateBox, full sizes",
            "halfspace": "HP_Shape_CreateConvexHull of the corners of the slab that gjkscope cuts it to",
            "capsule": "HP_Shape_CreateCapsule between two points",
            "cylinder": "HP_Shape_CreateCylinder between two points",
            "triangle": "HP_Shape_CreateMesh of one triangle; both sides collide, but not with another one",
            "hull": "HP_Shape_CreateConvexHull",
            "mesh": "HP_Shape_CreateMesh of its triangles; not with another one",
        },
        answers=("distance", "depth", "normal", "witnesses", "casts"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="HP_World_ShapeProximityWithCollector of A, up to a distance beyond the shapes, to a static body B",
            distance="The distance of the nearest hit: negative when the shapes overlap.",
            normal="The normal at the contact on A, in A's frame, from A to B.",
            witnesses="The contact on A is in A's frame, that on B in world space.",
            margin="Edges and corners are rounded by a hidden radius, and faces stay where they are.  It is 15 mm for "
            "boxes, or their smallest half extent, so that a cube of up to 3 cm is a ball; 15 mm for cylinders, or a "
            "tenth of their size; up to 9 mm for hulls.  Flat hulls are up to 15 mm thicker on each side.",
            precision="single",
            tolerance="Gaps at edges and corners are too long by what the radius takes from them.",
        ),
        accuracy=1e-4,
        least_error=ROUNDED_CORNERS,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, SpatialQuestions(TAKES).of),
        supports=Supported(">=1.3", "it has no proximity of shapes"),
    )
)
