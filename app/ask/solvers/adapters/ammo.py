"""Bullet through the npm package ammojs-typed: contact points, in single precision."""

from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, Shape, Sphere, Triangle

PACKAGE = NpmPackage("ammojs-typed")
TAKES: dict[type[Shape], str] = dict.fromkeys(
    (Sphere, Box, Capsule, Cylinder, Cone, HalfSpace, Hull, Triangle, Mesh), "ammo.mjs"
)

register(
    Adapter(
        name="ammo",
        title="ammo.js (ammojs-typed)",
        package=PACKAGE,
        shapes={
            "sphere": "btSphereShape",
            "box": "btBoxShape, half sizes",
            "halfspace": "btStaticPlaneShape, infinite",
            "capsule": "btCapsuleShape, full length of the inner segment, axis y",
            "cylinder": "btCylinderShape, half sizes, axis y",
            "cone": "btConeShape, full height, axis y",
            "triangle": "btConvexHullShape of three vertices",
            "hull": "btConvexHullShape",
            "mesh": "btBvhTriangleMeshShape; not with another one, or a plane",
        },
        answers=("depth", "normal", "witnesses", "contact points"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="btCollisionWorld.contactPairTest of two objects",
            distance="Overlapping: that of the deepest point, which is negative.  Separated: none.",
            normal="m_normalWorldOnB points from B to A; reversed.",
            witnesses="World space, m_positionWorldOnA and m_positionWorldOnB of the deepest point.",
            margin="0 for boxes, cylinders, cones and hulls.  Bullet's default is 0.04 m: hulls are larger by it, and "
            "edges of boxes, cylinders and cones are rounded by it.",
            precision="single",
            tolerance="Depths from EPA are accurate to about 2e-4 of the size.",
        ),
        accuracy=2e-4,
        least_error=0.0,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, SpatialQuestions(TAKES).of),
        supports=Supported(">=1.0.6", "its module never finishes loading"),
    )
)
