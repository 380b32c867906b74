"""Jolt through the npm package jolt-physics: `CollideShape` with a separation distance beyond the shapes."""

from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, Shape, Sphere, Triangle

PACKAGE = NpmPackage("jolt-physics")
TAKES: dict[type[Shape], str] = dict.fromkeys(
    (Sphere, Box, Capsule, Cylinder, Cone, HalfSpace, Hull, Triangle, Mesh), "jolt.mjs"
)

register(
    Adapter(
        name="jolt",
        title="Jolt",
        package=PACKAGE,
        shapes={
            "sphere": "SphereShape",
            "box": "BoxShape, half sizes",
            "capsule": "CapsuleShape, half length of the inner segment, axis y",
            "cylinder": "CylinderShape, half height, axis y",
            "cone": "TaperedCylinderShape with a top radius of 0, axis y",
            "halfspace": "PlaneShape, infinite",
            "triangle": "MeshShape of one triangle; both sides collide, but not with another one",
            "hull": "ConvexHullShape; Jolt rejects flat ones",
            "mesh": "MeshShape of its triangles; both sides collide, but not with another one, or a plane",
        },
        answers=("distance", "depth", "normal", "witnesses", "casts"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="NarrowPhaseQuery.CollideShape of A against a static body B, relative to A's position, with a "
            "separation distance beyond the shapes",
            distance="-mPenetrationDepth of the deepest hit: the depth is negative for separated shapes.",
            normal="mPenetrationAxis, from A to B, as ours; its length is arbitrary.",
            witnesses="mContactPointOn1 and mContactPointOn2, world space.  mShape1Face and mShape2Face, the "
            "supporting faces along the normal, are drawn; spheres have none.",
            margin="Convex radius 0.  Jolt's default is 0.05 m: boxes, cylinders and hulls keep their size, but their "
            "edges and corners are rounded by it, so that gaps there are too long.",
            precision="single",
            tolerance="mCollisionTolerance 1e-4 m for gaps, mPenetrationTolerance 1e-4 of the depth.",
        ),
        accuracy=1e-4,
        least_error=1e-4,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, SpatialQuestions(TAKES).of),
        supports=Supported(">=0.28", "it has no ObjectLayerPairFilterTable"),
    )
)
