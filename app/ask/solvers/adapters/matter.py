"""matter.js, from npm: the separating axis test of its narrow phase, in which a circle is a polygon."""

from math import cos, pi
from pathlib import Path

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.node.questions import plane_question
from gjkscope.app.ask.solvers.node.script import NodeScript
from gjkscope.app.ask.solvers.packages import NpmPackage

PACKAGE = NpmPackage("matter-js")

FEWEST_SIDES = 10  # of Bodies.circle, up to a radius of 10
FLATTEST = (1 - cos(pi / FEWEST_SIDES)) / 2  # by which its sides are inside the circle, relative to the diameter

register(
    Adapter(
        name="matter",
        title="matter.js",
        package=PACKAGE,
        shapes={
            "circle": "Bodies.circle: an inscribed polygon of 10 vertices, of up to 26 for radii above 10",
            "box": "Body with its corners as vertices",
            "polygon": "Body with its corners as vertices, at least three",
        },
        answers=("depth", "normal", "contact points"),
        rounding="only of points and circles, which are circles; chamfers are polygons that are not symmetric",
        conventions=EngineConventions(
            query="Collision.collides of two bodies",
            distance="Overlapping: -depth; the depth is positive, and is the least overlap along the normals of the "
            "edges.  Separated: none, null is returned; so it is for shapes that touch.",
            normal="From the younger to the older body, so reversed for A and B; its sign is that which leads from one "
            "centre of mass to the other.",
            witnesses="None: contact points are supports, vertices of either body in the other.",
            margin="None.",
            precision="double",
            tolerance="A circle's sides are up to 4.9 % of its radius inside, and its vertices have three decimals.  "
            "Edges whose directions differ by less than about 1e-3 share one normal.",
        ),
        accuracy=1e-9,
        least_error=1e-3,
        load=NodeScript(Path(__file__).with_suffix(".mjs"), PACKAGE.package, plane_question),
        supports=Supported(">=0.18", "its Collision has no collides"),
        dimension=2,
        replaced={"circle": FLATTEST, "point": FLATTEST},
    )
)
