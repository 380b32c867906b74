"""The tests of parry's projection of a point, and its sentences."""

from fractions import Fraction

from gjkscope.engine.published.decisions import DecisionKind, EngineDecision, squared_distance_to_triangle
from gjkscope.engine.published.engine_words import EngineAction, EngineWords


def _lies_in_triangle(exact: Fraction, _: EngineDecision) -> bool | None:
    """Where there is no area, only a point on the triangle lies in it."""
    return False if exact > 0 else None


DECISIONS = {
    "no area": DecisionKind(
        "the sum of the three weights of a point in the face",
        "≤",
        "",
        "no edge is nearest and the face has no area, so the point itself is taken for its nearest point",
        "the weights give the nearest point",
        squared_distance_to_triangle,
        _lies_in_triangle,
        "A correct implementation projects the point on the longest edge of a triangle without area, as parry 0.31 "
        "does.",
        measures="the squared distance of the point from the triangle {names}",
    ),
    "on the surface": DecisionKind(
        "the distance of the centre from its nearest point",
        "≤",
        "ε",
        "the two points give no normal, and no contact is returned",
        "the two points give the normal",
        None,
        lambda *_: False,
        "The centre is on the surface, so the depth is the radius. A correct implementation takes the normal of the "
        "face that the centre lies on, as parry 0.5.1 does.",
    ),
}

_ACTIONS = {
    "vertex": EngineAction("nearest: a vertex", "A vertex is nearest to the point."),
    "edge": EngineAction("nearest: an edge", "A point of an edge is nearest to the point."),
    "face": EngineAction("nearest: the face", "A point in the face is nearest to the point."),
    "itself": EngineAction("nearest: itself", "The point itself is taken for its nearest point."),
    "outside": EngineAction("outside the box", "The centre is clamped to the box."),
    "inside": EngineAction("inside the box", "The centre is in the box, or on it, and is moved to the nearest face."),
    "contact": EngineAction("contact", "The radius is subtracted from the distance of the centre."),
    "distance": EngineAction("distance", "The distance of the two points is the answer."),
}

WORDS = EngineWords("parry", _ACTIONS, DECISIONS)
