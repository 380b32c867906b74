"""planck.js, Box2D 2.4 in JavaScript, from npm: its GJK distance, and the manifold of overlapping shapes."""

from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.node.questions import plane_question
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage

PACKAGE = NpmPackage("planck")

register(
    Adapter(
        name="planck",
        title="planck.js",
        package=PACKAGE,
        shapes={
            "point": "Circle of radius 0",
            "segment": "Edge; the depth of two of them is not asked, as planck does not collide them",
            "circle": "Circle",
            "box": "Polygon of its corners",
            "polygon": "Polygon of at most 12 vertices; Circle or Edge if it has one or two",
        },
        answers=("distance", "depth", "normal", "witnesses", "contact points"),
        rounding="only of points and circles, which are circles",
        conventions=EngineConventions(
            query="Distance with radii; if it is 0, CollidePolygons, CollidePolygonCircle, CollideEdgePolygon, "
            "CollideEdgeCircle or CollideCircles, and the manifold's getWorldManifold",
            distance="Separated: that of Distance.  Overlapping: the least separation of the manifold's points, which "
            "is negative.",
            normal="Separated: between the witness points.  Overlapping: that of the manifold, from the first to the "
            "second shape; reversed for a circle and a polygon or edge in this order.",
            witnesses="Separated: pointA and pointB.  Overlapping: half the depth from the deepest point, along the "
            "normal: points lie between the surfaces.",
            margin="0: linearSlop is set to 0.  Its default, 5 mm, rounds polygons and edges by 1 cm, moves contact "
            "points up to 2 cm beyond corners, and merges vertices that are less than 2.5 mm apart.",
            precision="double",
            tolerance="GJK ends after 20 iterations.  Between an edge and a polygon, the edge's normal is taken "
            "although it is up to 2 % of the depth and 1 mm worse.",
        ),
        accuracy=1e-9,
        least_error=1e-3,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, plane_question),
        dimension=2,
    )
)
