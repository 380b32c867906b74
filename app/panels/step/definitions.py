"""What the values of a step are: each field of the records with its name on the screen, its unit and its definition.

A field whose name says different things in different records is defined for each of them: "epa.faces" for the steps of
EPA, "Meeting.depth" for a record within a step.
"""

from typing import Any, NamedTuple


class Field(NamedTuple):
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
    "direction": Field("direction d", "", "unit vector, the way that was searched"),
    "headbutt.direction": Field("direction d", "", "the way that was searched, of any length"),
    "support": Field("support", "m", "the furthest point of A − B along d"),
    "height": Field("height", "m", "d · support: how far A − B reaches along d"),
    "headbutt.height": Field(
        "d · support", "", "its sign tells whether A − B reaches past the origin; d has any length"
    ),
    "gain": Field("gain", "m", "how far the support stands out of what was there before"),
    "lower": Field("lower bound", "m", "the signed distance is no less"),
    "upper": Field("upper bound", "m", "the signed distance is no more"),
    "epa.lower": Field("lower bound", "m", "the signed distance of the cores is no less: minus the depth at most"),
    "epa.upper": Field("upper bound", "m", "the signed distance of the cores is no more: minus the depth at least"),
    "normal": Field("normal", "", "the direction that gave the best lower bound"),
    "closest": Field("closest", "m", "the point of the simplex nearest to the origin"),
    "weights": Field("weights", "", "barycentric: of the corners in the closest point"),
    "exact.weights": Field("weights", "", "of the corners in the closest point, times their sum: whole numbers"),
    "before": Field("before", "m", "the vertices that the step set out from"),
    "simplex": Field("simplex", "m", "the vertices after the step"),
    "vertices": Field("vertices", "m", "points of A − B"),
    "phase": Field("phase", "", "the part of the algorithm that the step belongs to"),
    "exit": Field("exit", "", "why the search ended, if it has"),
    "exact": Field("exact", "", "whether the shapes are the volumes themselves, so that the answer is about them"),
    "exact.exact": Field("whole numbers", "", "the same values as exact arithmetic has them"),
    "radius": Field("radius", "m", "of both shapes together: their distance is less than that of the cores by it"),
    "reach": Field("reach", "m", "the largest coordinate met: what rounding is measured against"),
    "roundoff": Field("round-off", "", "of one operation of the arithmetic"),
    "slack": Field("slack", "m", "how much of the gain may be rounding"),
    "tolerance": Field("tolerance", "m", "a gap of no more is contact"),
    "mark": Field("mark", "", "the simplex that is remembered, to notice when it comes back"),
    "patience": Field("patience", "", "how many steps it is remembered"),
    "Mark.iteration": Field("since step", "", "when it was taken down"),
    # Of a vertex.
    "point": Field("point", "m", "of A − B"),
    "a": Field("on A", "m", "the point of A that it is made of"),
    "b": Field("on B", "m", "the point of B that it is made of"),
    "index_a": Field("vertex of A", "", "its number, where it is one"),
    "index_b": Field("vertex of B", "", "its number, where it is one"),
    "birth": Field("found in step", "", "the step that found it"),
    "Vertex.exact": Field("whole numbers", "", "its coordinates in units, without rounding"),
    # Conservative advancement.
    "advancement.time": Field("time", "s", "since the bodies were where they are now"),
    "advancement.pose_a": Field("pose of A", "", "at this time"),
    "advancement.pose_b": Field("pose of B", "", "at this time"),
    "Pose.rotation": Field("rotation", "", "3×3, row by row"),
    "Pose.position": Field("position", "m", "of the body's origin, in world space"),
    "advancement.verdict": Field("verdict", "", "of the narrow phase, at this time"),
    "advancement.gap": Field("gap", "m", "along the normal: never more than the distance"),
    "advancement.normal": Field("normal", "", "unit vector from A to B"),
    "advancement.witness_a": Field("nearest on A", "m", "in world space"),
    "advancement.witness_b": Field("nearest on B", "m", "in world space"),
    "advancement.closing": Field("closing", "m/s", "of the two origins along the normal: (v_A − v_B) · n"),
    "advancement.turning_a": Field("A turns", "m/s", "what turning can add at most: |ω × n| times A's longest arm"),
    "advancement.turning_b": Field("B turns", "m/s", "what turning can add at most: |ω × n| times B's longest arm"),
    "advancement.bound": Field("bound μ", "m/s", "nothing closes the gap faster"),
    "advancement.advance": Field("advance", "s", "gap / bound: nothing can touch before"),
    # EPA.
    "aim": Field("aim", "", "why the direction was searched"),
    "epa.chosen": Field("face searched", "", "the number of the face whose normal was searched, or pushed out along"),
    "epa.nearest": Field("nearest face", "", "the number of the face that is searched next"),
    "faces": Field("faces", "", "of the polytope, those that are gone among them"),
    "tries": Field("tries", "", "directions tried since the seed grew last"),
    "contact": Field("contact", "m", "the point that the depth is measured to"),
    "corners": Field("corners", "", "numbers of the vertices, anticlockwise seen from outside"),
    "across": Field("neighbours", "", "the faces beyond its edges"),
    "Face.normal": Field("normal", "", "of the face"),
    "Face.distance": Field("distance", "m", "of the face's plane from the origin; its sign is the side"),
    "rank": Field("rank", "m", "the distance, or ∞ where it is not to be chosen: made of rounding, or gone"),
    "Face.birth": Field("made in step", "", "the step that made it"),
    "death": Field("gone in step", "", "the step that removed it"),
    "face": Field("face", "", "a number, or the corners' slots"),
    "settling": Field("settling", "", "how the best normal is made better on its own"),
    "Settling.normal": Field("pushed along", "", "the normal that A was pushed out along"),
    "pushed": Field("pushed", "m", "how far A was moved"),
    "drift": Field("drift", "", "of the direction that GJK then found, from that normal"),
    "stride": Field("stride", "", "how many drifts from the normal the next step begins"),
    "best": Field("best normal", "", "of this descent"),
    "bound": Field("its bound", "m", "the lower bound that it gives"),
    "idle": Field("idle", "", "how many of the last steps gained nothing"),
    "steps": Field("steps", "", "of this descent"),
    "descents": Field("descents", "", "begun so far"),
    "tried": Field("tried", "", "normals that descents began at or found"),
    # MPR.
    "interior": Field("v0", "m", "the point of A − B that the ray starts from"),
    "ray": Field("ray", "", "unit vector, from v0 through the origin"),
    "sides": Field("sides", "m²", "on which side of the planes through v0 the ray passes"),
    "lost": Field("slot that goes", "", "of the portal before"),
    "portal": Field("portal", "m", "the triangle that the ray passes through"),
    "hit": Field("origin passed", "", "whether the origin has been seen to lie before a portal"),
    "mpr.nearest": Field("nearest", "m", "the point of v0 and the portal that is nearest to the origin"),
    "region": Field("region", "", "the feature that it lies on, A being v0"),
    "clearance": Field("clearance", "m", "the radius of a ball around v0 that belongs to A − B"),
    # The published forms of GJK.
    "tests": Field("faces asked", "", "in the article's order"),
    "tetrahedron.faces": Field("faces", "", "all four of the tetrahedron"),
    "tetrahedron.chosen": Field("face chosen", "", "the first that the origin is outside of"),
    "opposite": Field("opposite", "", "the slot of the vertex that goes when the origin is outside"),
    "FaceTest.normal": Field("normal", "", "as the article computes it: not always outwards"),
    "origin": Field("to the origin", "", "normal · way to the origin: the article takes > 0 for outside"),
    "inner": Field("inwards", "", "normal · way to the opposite vertex: > 0 when the normal points inwards"),
    "untested": Field("face left out", "", "the one opposite the newest vertex, which need not be asked"),
    "believes": Field(
        "origin believed", "", "where the article takes the origin to be; a, b, c, d in order of arrival"
    ),
    "flipped": Field("flipped", "", "whether the triangle's normal was turned towards the origin"),
    # Exact arithmetic.
    "polytope": Field("polytope", "", "after the step"),
    "exact.face": Field("face", "", "the one along whose normal was searched"),
    "visible": Field("faces seen", "", "by the support: they are gone"),
    "horizon": Field("horizon", "", "the edges around them, by vertices"),
    "Polytope.nearest": Field("nearest face", "", "the number of one whose plane is nearest to the origin"),
    "sign": Field("sign", "", "1 or −1"),
    "square": Field("square", "", "of the length"),
    "divisor": Field("divisor", "", "of the square"),
    "unit": Field("unit", "", "a power of two: of a metre, what the whole numbers count"),
    # Brute force.
    "side": Field("side", "", "whose vertex or edge is tested"),
    "kind": Field("kind", "", "of the surface that it is tested against"),
    "brute.vertices": Field("vertices", "", "numbers: of one, or of the two ends of an edge"),
    "points": Field("points", "m", "where they are"),
    "location": Field("location", "", "on which side of the other surface"),
    "crossings": Field("crossings", "", "of the ray with faces: an odd number is inside"),
    "shared": Field("on an edge", "", "whether other faces may share the point, and a shift decides"),
    "grazed": Field("grazed", "", "faces that the ray touches, and that do not count"),
    "meetings": Field("meetings", "", "of the edge with faces, in order along it"),
    "how": Field("how", "", "the edge meets the face"),
    "at": Field("at", "", "the place along the edge, 0 … 1"),
    "probes": Field("probes", "", "points of the edge between the meetings"),
    "depth": Field("depth", "m", "how far the shapes must be moved, at the least, to part there"),
    "distance": Field("distance", "m", "to the other surface"),
    "gap": Field("gap", "m", "> 0 between the intervals; < 0 minus what they share"),
    "brute.gap": Field("hole", "", "an edge that keeps a surface from being watertight"),
    "gap_side": Field("hole of", "", "whose surface it is"),
    "known": Field("known so far", "", "what all steps have proved"),
    "nearest": Field("nearest", "m", "the smallest distance met"),
    "point_a": Field("on A", "m", "the point of A that is nearest"),
    "point_b": Field("on B", "m", "the point of B that is nearest"),
    "contacts": Field("contacts", "", "points that both shapes have, counted as they are met"),
    "contact_sum": Field("their sum", "m", "divided by their number: the middle of all contacts"),
    # Bounding volumes.
    "axis": Field("axis", "", "the one that is tested"),
    "chosen": Field("chosen", "", "the axis of the widest gap so far, or the least overlap"),
    "number": Field("number", "", "0, 1, 2: x, y, z"),
    "Axis.sign": Field("sign", "", "the way that A leaves B sooner: 1 towards the negative end"),
    "closest_a": Field("closest on A", "m", "from A's position; 0 on the axes that come later"),
    "closest_b": Field("closest on B", "m", "from A's position; 0 on the axes that come later"),
    "volumes_a": Field("volumes of A", "", "its boxes and its ball"),
    "volumes_b": Field("volumes of B", "", "its boxes and its ball"),
    "interval_a": Field("A's interval", "m", "from its least to its greatest coordinate on the axis"),
    "interval_b": Field("B's interval", "m", "from its least to its greatest coordinate on the axis"),
    "test": Field("test", "", "which volumes are tested"),
    "offset": Field("offset", "m", "from A's centre or clamped point to B's on this axis"),
    "sphere.square": Field("offset²", "m²", "what this axis adds to the distance²"),
    "squared": Field("distance²", "m²", "from the axes so far"),
    "limit": Field("both radii²", "m²", "the square of the two radii together"),
    "radius_a": Field("radius of A", "m", "of the ball around A; 0 where its box is tested"),
    "radius_b": Field("radius of B", "m", "of the ball around B; 0 where its box is tested"),
    "box": Field("box", "m", "the tight one along the axes"),
    "loose": Field("loose box", "m", "around the box that turns with the shape"),
    "ball": Field("ball", "m", "around the shape"),
    "lo": Field("low corner", "m", "the least coordinates"),
    "hi": Field("high corner", "m", "the greatest coordinates"),
    "center": Field("centre", "m", "of the ball"),
    "Ball.radius": Field("radius", "m", "of the ball"),
    "is_box": Field("is a box", "", "whether the shape fills its tight box"),
    "is_ball": Field("is a ball", "", "whether the shape fills its ball"),
}
