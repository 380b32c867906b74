"""Names, units and definitions of the fields of step records that several algorithms have, and `field_of`.

Fields of one algorithm only are defined in its module in `fields`.  A field name that means different things in
different records has one entry for each: "Ball.radius" is the field `radius` of the record `Ball`.  Fields that are
terms of the course have the definitions of its glossary.
"""

from functools import cache
from typing import Any, NamedTuple

from gjkscope.app.teach.lessons.glossary import definition
from gjkscope.engine.registry.discovery import modules_in

FIELDS_OF_ALGORITHMS = f"{__package__}.fields"


class Field(NamedTuple):
    """How a field is presented: its label, unit and definition."""

    label: str
    unit: str = ""
    help_text: str = ""

    @property
    def definition(self) -> str:
        """The definition and the unit, for the tool tip."""
        return ", ".join(filter(None, (self.help_text, self.unit)))


# Of a face, whatever the algorithm.
NORMAL = Field("normal", "", "outward normal of the face")
DISTANCE = Field("distance", "m", "signed distance of the face's plane from the origin")

SHARED = {
    "direction": Field("direction d", "", "search direction, a unit vector"),
    "support": Field("support", "m", "the point of A − B furthest along d"),
    "height": Field("height", "m", "d · support: the extent of A − B along d"),
    "gain": Field("gain", "m", "how far the support lies beyond the current simplex or polytope"),
    "lower": Field("lower bound", "m", definition("lower bound")),
    "upper": Field("upper bound", "m", definition("upper bound")),
    "normal": Field("normal", "", "direction of the best lower bound"),
    "closest": Field("closest", "m", "the point of the simplex closest to the origin"),
    "weights": Field("weights", "", "barycentric weights of the corners in the closest point"),
    "Motion.velocity": Field("velocity", "m/s", "of the body's origin"),
    "Motion.angular_velocity": Field("angular velocity", "rad/s", "about the body's origin"),
    "before": Field("before", "m", "the vertices before the step"),
    "simplex": Field("simplex", "m", "the vertices after the step"),
    "vertices": Field("vertices", "m", "points of A − B"),
    "phase": Field("phase", "", "the phase of the algorithm"),
    "exit": Field("exit", "", "why the search ended; none while it runs"),
    "exact": Field("exact", "", "whether the shapes equal their volumes, which makes the answer exact"),
    "radius": Field("radius", "m", "sum of both shapes' radii: distance of the cores minus distance of the shapes"),
    "reach": Field("reach", "m", "the largest coordinate so far: the scale of rounding errors"),
    "gap": Field("wanted gap", "m", "difference of the bounds at which the search may end; 0: full precision"),
    "roundoff": Field("round-off", "", "relative rounding error of one operation"),
    "mark": Field("mark", "", "a simplex kept to detect a cycle"),
    "patience": Field("patience", "", "number of steps for which it is kept"),
    "CycleMark.iteration": Field("since step", "", "when it was stored"),
    "point": Field("point", "m", "a point of A − B"),
    "a": Field("on A", "m", "the point of A that produced it"),
    "b": Field("on B", "m", "the point of B that produced it"),
    "index_a": Field("vertex of A", "", "index of the vertex, if it is one"),
    "index_b": Field("vertex of B", "", "index of the vertex, if it is one"),
    "birth": Field("found in step", "", "the step that found it"),
    "Pose.rotation": Field("rotation", "", "3×3 matrix, row by row"),
    "Pose.position": Field("position", "m", "of the body's origin, in world space"),
    "faces": Field("faces", "", "faces of the polytope, including removed ones"),
    "corners": Field("corners", "", "vertex numbers, anticlockwise seen from outside"),
    **{f"{kind}.normal": NORMAL for kind in ("EpaFace", "ExactFace", "TetrahedronFace")},
    **{f"{kind}.distance": DISTANCE for kind in ("EpaFace", "TetrahedronFace")},
    "face": Field("face", "", "a face number, or the slots of its corners"),
    "ray": Field("ray", "", "unit vector from v0 through the origin"),
    "sides": Field("sides", "m²", "signed volumes: the ray's side of each plane through v0"),
    "region": Field("region", "", "the feature that contains it; A is v0"),
    "tests": Field("faces tested", "", "in the article's order"),
    "opposite": Field("opposite", "", "slot of the vertex removed if the origin is outside"),
    "sign": Field("sign", "", "1 or −1"),
    "square": Field("square", "", "squared length"),
    "divisor": Field("divisor", "", "of the square"),
    "unit": Field("unit", "", "metres per unit of the whole numbers; a power of two"),
    "kind": Field("kind", "", "type of the surface that it is tested against"),
    "axis": Field("axis", "", "the axis tested"),
    "chosen": Field("chosen", "", "the axis with the largest gap so far, or the smallest overlap"),
    "closest_a": Field("closest on A", "m", "relative to A's position; 0 on axes not yet tested"),
    "closest_b": Field("closest on B", "m", "relative to A's position; 0 on axes not yet tested"),
    "volumes_a": Field("volumes of A", "", "its boxes and its ball"),
    "volumes_b": Field("volumes of B", "", "its boxes and its ball"),
    "interval_a": Field("A's interval", "m", "projection of A onto the axis"),
    "interval_b": Field("B's interval", "m", "projection of B onto the axis"),
    "offset": Field("offset", "m", "from A's centre or clamped point to B's on this axis"),
    "squared": Field("distance²", "m²", "over the axes so far"),
    "box": Field("box", "m", "tight axis-aligned bounding box"),
    "loose": Field("loose box", "m", "box around the rotated local bounding box"),
    "ball": Field("ball", "m", "bounding ball of the shape"),
    "lo": Field("min corner", "m", "smallest coordinates"),
    "hi": Field("max corner", "m", "largest coordinates"),
    "center": Field("centre", "m", "of the ball"),
    "Ball.radius": Field("radius", "m", "of the ball"),
    "is_box": Field("is a box", "", "whether the shape equals its tight box"),
    "is_ball": Field("is a ball", "", "whether the shape equals its ball"),
}


def field_of(record: Any, name: str) -> Field:
    """The definition of a field of that record; a field without one keeps its own name."""
    return field_of_type(type(record), name)


def field_of_type(kind: type, name: str) -> Field:
    """`field_of` records of a type."""
    tables = (_fields_of_package(_package_of(kind)), SHARED)
    keys = (f"{kind.__name__}.{name}", name)
    known = (table[key] for table in tables for key in keys if key in table)
    return next(known, None) or Field(name.replace("_", " "))


@cache
def _fields_of_package(package: str) -> dict[str, Field]:
    """The definitions for the algorithm in that package of the engine or in its parents; none if there are none."""
    for module in modules_in(FIELDS_OF_ALGORITHMS, first=package.split(".")):
        if any(f"{package}.".startswith(f"{_package_of(kind)}.") for kind in module.STEPS):
            definitions: dict[str, Field] = module.FIELDS
            return definitions
    return {}


def _package_of(kind: type) -> str:
    return kind.__module__.rpartition(".")[0]
