"""Names, units and definitions of the fields of step records, as shown in the step panel.

A field name that means different things in different records has one entry for each: "epa.faces" for the steps of
EPA, "EpaFace.normal" for a record nested in a step.
"""

from typing import Any, NamedTuple


class Field(NamedTuple):
    """How a field is presented: its label, unit and definition."""

    label: str
    unit: str = ""
    help_text: str = ""

    @property
    def definition(self) -> str:
        """What it is and its unit, for the tool tip."""
        return ", ".join(filter(None, (self.help_text, self.unit)))


def field_of(record: Any, name: str) -> Field:
    """The definition of a field of that record; one that has none goes by its own name."""
    kind = type(record)
    owner = kind.__module__.rpartition(".")[2] if kind.__name__ == "State" else kind.__name__
    return FIELDS.get(f"{owner}.{name}") or FIELDS.get(name) or Field(name.replace("_", " "))


FIELDS = {
    # Of most searches.
    "direction": Field("direction d", "", "search direction, a unit vector"),
    "headbutt.direction": Field("direction d", "", "search direction, not normalised"),
    "support": Field("support", "m", "the point of A − B farthest along d"),
    "height": Field("height", "m", "d · support: the extent of A − B along d"),
    "headbutt.height": Field(
        "d · support", "", "positive if A − B extends past the origin along d; d is not normalised"
    ),
    "gain": Field("gain", "m", "how far the support lies beyond the current simplex or polytope"),
    "lower": Field("lower bound", "m", "lower bound on the signed distance"),
    "upper": Field("upper bound", "m", "upper bound on the signed distance"),
    "epa.lower": Field(
        "lower bound", "m", "lower bound on the signed distance of the cores: the depth is at most its magnitude"
    ),
    "epa.upper": Field(
        "upper bound", "m", "upper bound on the signed distance of the cores: the depth is at least its magnitude"
    ),
    "normal": Field("normal", "", "direction of the best lower bound"),
    "closest": Field("closest", "m", "the point of the simplex closest to the origin"),
    "weights": Field("weights", "", "barycentric weights of the corners in the closest point"),
    "exact.weights": Field(
        "weights", "", "weights of the corners in the closest point, scaled to whole numbers by their sum"
    ),
    "before": Field("before", "m", "the vertices before the step"),
    "simplex": Field("simplex", "m", "the vertices after the step"),
    "vertices": Field("vertices", "m", "points of A − B"),
    "phase": Field("phase", "", "the phase of the algorithm"),
    "exit": Field("exit", "", "why the search ended; none while it runs"),
    "exact": Field("exact", "", "whether the shapes are the actual volumes, so that the answer is about them"),
    "exact.exact": Field("whole numbers", "", "the same values in exact arithmetic"),
    "radius": Field("radius", "m", "sum of both shapes' radii: distance of the cores minus distance of the shapes"),
    "reach": Field("reach", "m", "the largest coordinate so far: the scale of rounding errors"),
    "roundoff": Field("round-off", "", "relative rounding error of one operation"),
    "slack": Field("slack", "m", "the part of the gain that may be rounding"),
    "tolerance": Field("tolerance", "m", "a gap of at most this counts as contact"),
    "mark": Field("mark", "", "a simplex kept to detect a cycle"),
    "patience": Field("patience", "", "number of steps for which it is kept"),
    "CycleMark.iteration": Field("since step", "", "when it was stored"),
    # Of a vertex.
    "point": Field("point", "m", "a point of A − B"),
    "a": Field("on A", "m", "the point of A that produced it"),
    "b": Field("on B", "m", "the point of B that produced it"),
    "index_a": Field("vertex of A", "", "index of the vertex, if it is one"),
    "index_b": Field("vertex of B", "", "index of the vertex, if it is one"),
    "birth": Field("found in step", "", "the step that found it"),
    "ExactVertex.exact": Field("whole numbers", "", "its coordinates in units, exact"),
    # Conservative advancement.
    "advancement.time": Field("time", "s", "time since the current placement"),
    "advancement.pose_a": Field("pose of A", "", "at this time"),
    "advancement.pose_b": Field("pose of B", "", "at this time"),
    "Pose.rotation": Field("rotation", "", "3×3 matrix, row by row"),
    "Pose.position": Field("position", "m", "of the body's origin, in world space"),
    "advancement.verdict": Field("verdict", "", "narrow-phase verdict at this time"),
    "advancement.gap": Field("gap", "m", "along the normal: at most the distance"),
    "advancement.normal": Field("normal", "", "unit vector from A to B"),
    "advancement.witness_a": Field("closest on A", "m", "in world space"),
    "advancement.witness_b": Field("closest on B", "m", "in world space"),
    "advancement.closing": Field(
        "closing", "m/s", "closing speed of the two origins along the normal: (v_A − v_B) · n"
    ),
    "advancement.turning_a": Field(
        "A turns", "m/s", "largest contribution of A's rotation: |ω × n| times A's longest arm"
    ),
    "advancement.turning_b": Field(
        "B turns", "m/s", "largest contribution of B's rotation: |ω × n| times B's longest arm"
    ),
    "advancement.bound": Field("bound μ", "m/s", "upper bound on the closing speed"),
    "advancement.advance": Field("advance", "s", "gap / bound: no contact is possible sooner"),
    # EPA.
    "aim": Field("aim", "", "why this direction was searched"),
    "epa.chosen": Field("face searched", "", "number of the face whose normal was searched or used for the push-out"),
    "epa.nearest": Field("nearest face", "", "number of the face to search next"),
    "faces": Field("faces", "", "faces of the polytope, including removed ones"),
    "tries": Field("tries", "", "directions tried since the seed last grew"),
    "contact": Field("contact", "m", "the point that the depth is measured to"),
    "corners": Field("corners", "", "vertex numbers, anticlockwise seen from outside"),
    "across": Field("neighbours", "", "the faces across its edges"),
    "EpaFace.normal": Field("normal", "", "outward normal of the face"),
    "EpaFace.distance": Field("distance", "m", "signed distance of the face's plane from the origin"),
    "rank": Field("rank", "m", "the distance, or ∞ if the face cannot be chosen: removed, or made of rounding"),
    "EpaFace.birth": Field("added in step", "", "the step that added it"),
    "death": Field("removed in step", "", "the step that removed it"),
    "face": Field("face", "", "a face number, or the slots of its corners"),
    "settling": Field("settling", "", "refinement of the best normal"),
    "Descent.normal": Field("pushed along", "", "the normal along which A was pushed out"),
    "pushed": Field("pushed", "m", "the distance that A was pushed"),
    "drift": Field("drift", "", "angle between that normal and the direction GJK then found"),
    "stride": Field("stride", "", "step length of the next iteration, in drifts"),
    "best": Field("best normal", "", "of this descent"),
    "bound": Field("its bound", "m", "the lower bound from that normal"),
    "idle": Field("idle", "", "recent steps without improvement"),
    "steps": Field("steps", "", "of this descent"),
    "descents": Field("descents", "", "number of descents started"),
    "tried": Field("tried", "", "normals that descents started from or found"),
    # MPR.
    "interior": Field("v0", "m", "the interior point of A − B where the ray starts"),
    "ray": Field("ray", "", "unit vector from v0 through the origin"),
    "sides": Field("sides", "m²", "signed volumes: the ray's side of each plane through v0"),
    "lost": Field("slot removed", "", "in the previous portal"),
    "portal": Field("portal", "m", "the triangle that the ray passes through"),
    "hit": Field("origin passed", "", "whether a portal beyond the origin has been found"),
    "mpr.nearest": Field("nearest", "m", "the point of v0 and the portal closest to the origin"),
    "region": Field("region", "", "the feature that contains it; A is v0"),
    "clearance": Field("clearance", "m", "radius of a ball around v0 inside A − B"),
    # The published forms of GJK.
    "tests": Field("faces tested", "", "in the article's order"),
    "tetrahedron.faces": Field("faces", "", "all four faces of the tetrahedron"),
    "tetrahedron.chosen": Field("face chosen", "", "the first face with the origin outside"),
    "opposite": Field("opposite", "", "slot of the vertex removed if the origin is outside"),
    "FaceTest.normal": Field("normal", "", "as computed in the article: not always outward"),
    "origin": Field("to the origin", "", "normal · vector to the origin: the article treats > 0 as outside"),
    "inner": Field("inwards", "", "normal · vector to the opposite vertex: > 0 if the normal points inward"),
    "untested": Field("face not tested", "", "the one opposite the newest vertex, which need not be tested"),
    "believes": Field(
        "origin believed", "", "where the article assumes the origin to be; a, b, c, d in order of arrival"
    ),
    "flipped": Field("flipped", "", "whether the triangle's normal was flipped towards the origin"),
    # Exact arithmetic.
    "polytope": Field("polytope", "", "after the step"),
    "exact.face": Field("face", "", "the face whose normal was searched"),
    "visible": Field("visible faces", "", "faces visible from the support: removed"),
    "horizon": Field("horizon", "", "boundary edges of the removed faces, as vertex numbers"),
    "ExactPolytope.nearest": Field("nearest face", "", "number of a face whose plane is closest to the origin"),
    "sign": Field("sign", "", "1 or −1"),
    "square": Field("square", "", "squared length"),
    "divisor": Field("divisor", "", "of the square"),
    "unit": Field("unit", "", "metres per unit of the whole numbers; a power of two"),
    # Brute force.
    "side": Field("side", "", "the shape that the vertex or edge belongs to"),
    "kind": Field("kind", "", "type of the surface that it is tested against"),
    "brute.vertices": Field("vertices", "", "vertex number, or those of an edge's two ends"),
    "points": Field("points", "m", "their positions"),
    "location": Field("location", "", "side of the other surface"),
    "crossings": Field("crossings", "", "intersections of the ray with faces: odd means inside"),
    "shared": Field("on an edge", "", "whether other faces may share the point; a shift then decides"),
    "grazed": Field("grazed", "", "faces that the ray only touches; not counted"),
    "meetings": Field("meetings", "", "intersections of the edge with faces, in order along it"),
    "how": Field("how", "", "how the edge meets the face"),
    "at": Field("at", "", "position along the edge, 0 … 1"),
    "probes": Field("probes", "", "test points on the edge between intersections"),
    "depth": Field("depth", "m", "the shortest translation that separates the shapes there"),
    "distance": Field("distance", "m", "to the other surface"),
    "gap": Field("gap", "m", "> 0: gap between the intervals; < 0: minus their overlap"),
    "brute.gap": Field("hole", "", "an edge that keeps a surface from being watertight"),
    "gap_side": Field("hole in", "", "the shape whose surface has the hole"),
    "known": Field("known so far", "", "proved by all steps so far"),
    "nearest": Field("nearest", "m", "the smallest distance so far"),
    "point_a": Field("on A", "m", "the closest point of A"),
    "point_b": Field("on B", "m", "the closest point of B"),
    "contacts": Field("contacts", "", "common points of both shapes found so far"),
    "contact_sum": Field("their sum", "m", "divided by their number: the mean contact point"),
    # Bounding volumes.
    "axis": Field("axis", "", "the axis tested"),
    "chosen": Field("chosen", "", "the axis with the largest gap so far, or the smallest overlap"),
    "number": Field("number", "", "0, 1, 2: x, y, z"),
    "AxisGap.sign": Field("sign", "", "direction in which A leaves B sooner: 1 is negative"),
    "closest_a": Field("closest on A", "m", "relative to A's position; 0 on axes not yet tested"),
    "closest_b": Field("closest on B", "m", "relative to A's position; 0 on axes not yet tested"),
    "volumes_a": Field("volumes of A", "", "its boxes and its ball"),
    "volumes_b": Field("volumes of B", "", "its boxes and its ball"),
    "interval_a": Field("A's interval", "m", "projection of A onto the axis"),
    "interval_b": Field("B's interval", "m", "projection of B onto the axis"),
    "test": Field("test", "", "the volumes tested"),
    "offset": Field("offset", "m", "from A's centre or clamped point to B's on this axis"),
    "sphere.square": Field("offset²", "m²", "contribution of this axis to distance²"),
    "squared": Field("distance²", "m²", "over the axes so far"),
    "limit": Field("both radii²", "m²", "(r_A + r_B)²"),
    "radius_a": Field("radius of A", "m", "of A's bounding ball; 0 if its box is tested"),
    "radius_b": Field("radius of B", "m", "of B's bounding ball; 0 if its box is tested"),
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
