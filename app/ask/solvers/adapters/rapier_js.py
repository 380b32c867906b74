"""Rapier through the npm package @dimforge/rapier3d-compat: `contactShape`, which also answers about gaps."""

from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    HalfSpace,
    Hull,
    Mesh,
    Segment,
    Shape,
    Sphere,
    Triangle,
)

PACKAGE = NpmPackage("@dimforge/rapier3d-compat")
TAKES: dict[type[Shape], str] = dict.fromkeys(
    (Segment, Triangle, Sphere, Box, HalfSpace, Capsule, Cylinder, Cone, Hull, Mesh), "rapier_js.mjs"
)

register(
    Adapter(
        name="rapier-js",
        title="Rapier (rapier3d-compat)",
        package=PACKAGE,
        shapes={
            "segment": "Segment",
            "triangle": "Triangle",
            "sphere": "Ball",
            "box": "Cuboid, half sizes",
            "halfspace": "HalfSpace, infinite",
            "capsule": "Capsule, half length of the inner segment, axis y",
            "cylinder": "Cylinder, half height, axis y",
            "cone": "Cone, half height, axis y",
            "hull": "ConvexPolyhedron; Rapier rejects flat ones",
            "mesh": "TriMesh of its triangles",
        },
        answers=("distance", "depth", "normal", "witnesses", "casts"),
        rounding="RoundCuboid, RoundCylinder, RoundCone, RoundTriangle, RoundConvexPolyhedron",
        conventions=EngineConventions(
            query="contactShape of A with B, with a prediction distance beyond the shapes",
            distance="distance: negative when the shapes overlap.",
            normal="normal1, from A to B, as ours.",
            witnesses="point1 and point2, world space.",
            margin="None.",
            precision="single",
            tolerance="About 1e-5 of the size.",
        ),
        accuracy=1e-4,
        least_error=0.0,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, SpatialQuestions(TAKES, rounds=True).of),
        supports=Supported(">=0.8", "its shapes have no contactShape"),
    )
)
