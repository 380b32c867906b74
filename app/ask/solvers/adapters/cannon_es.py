"""cannon-es, from npm: the contacts of its narrow phase, in double precision."""

from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.node.questions import SpatialQuestions
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage
from gjkscope.engine.shapes.kinds import Box, HalfSpace, Hull, Mesh, Point, Shape, Sphere, Triangle

PACKAGE = NpmPackage("cannon-es")
TAKES: dict[type[Shape], str] = dict.fromkeys((Point, Triangle, Sphere, Box, HalfSpace, Hull, Mesh), "cannon_es.mjs")

register(
    Adapter(
        name="cannon-es",
        title="cannon-es",
        package=PACKAGE,
        shapes={
            "point": "Particle",
            "triangle": "Trimesh of one triangle, for spheres and planes only",
            "sphere": "Sphere",
            "box": "Box, half sizes",
            "halfspace": "Plane, infinite",
            "hull": "ConvexPolyhedron with the faces of its hull, which must have a volume",
            "mesh": "Trimesh, for spheres and planes only",
        },
        answers=("depth", "normal", "contact points"),
        rounding="only of points, which become spheres; its cylinder is a polyhedron, and is not asked",
        conventions=EngineConventions(
            query="World.narrowphase.getContacts of two bodies",
            distance="Overlapping: the largest depth of a contact, that of its two points along its normal.  "
            "Separated: none.",
            normal="ni, from the first to the second body of the contact equation; reversed if cannon-es swaps them.",
            witnesses="None: contact points are ri and rj, relative to the bodies.",
            margin="None.",
            precision="double",
            tolerance="None: the contacts of polyhedra are faces that are clipped along a separating axis.",
        ),
        accuracy=1e-6,
        least_error=0.0,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, SpatialQuestions(TAKES, faces=True).of),
        supports=Supported(">=0.9.1", "it imports @babel/runtime, which it does not bring"),
    )
)
