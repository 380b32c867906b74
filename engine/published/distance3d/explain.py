"""The tests of distance3d's GJK, and its sentences."""

from gjkscope.engine.published.decisions import DecisionKind, squared_distance_to_triangle
from gjkscope.engine.published.engine_words import EngineAction, EngineWords

DECISIONS = {
    "too far": DecisionKind(
        "the squared height of the support below the origin",
        ">",
        "100 000 times ‖v‖²",
        "the shapes are taken to be infinitely far apart",
        "the shapes are near enough",
    ),
    "closer": DecisionKind(
        "the squared distance of the simplex with the new vertex",
        "<",
        "the last one",
        "the simplex comes nearer",
        "nothing is nearer, and the last simplex stays",
    ),
    "within tolerance": DecisionKind(
        "the squared distance of the simplex {names}",
        "≤",
        "the squared tolerance",
        "the shapes are taken to touch",
        "the shapes are further apart",
        squared_distance_to_triangle,
    ),
    "within precision": DecisionKind(
        "the squared distance of the simplex {names}",
        "≤",
        "ε max ‖w‖²",
        "the distance is rounding, and is set to 0; v is not",
        "the distance is more than rounding",
        squared_distance_to_triangle,
    ),
    "stalls": DecisionKind(
        "the fall of the squared distance",
        "≤",
        "ε ‖v‖²",
        "the distance is the answer",
        "the distance is still falling",
    ),
    "consistent": DecisionKind(
        "the difference between ‖v‖² and the squared distance that is returned",
        "|·| <",
        "ε",
        "the assertion holds",
        "the assertion fails",
        None,
        lambda *_: True,
        "The search has ended since ‖v‖² was rounding, by a tolerance that grows with the shapes, and has set the "
        "distance to 0. A correct implementation compares the two with that tolerance, or sets v to 0, too.",
    ),
}
"""By name; ε = 2.2e-16."""

_KEPT = "The point of the simplex that is nearest to the origin depends on {kept}."
_ACTIONS = {
    "keep 1": EngineAction("vertex", _KEPT),
    "keep 2": EngineAction("edge", _KEPT),
    "keep 3": EngineAction("triangle", _KEPT),
    "keep 4": EngineAction("inside", "The origin is inside the tetrahedron {kept}."),
    "not closer": EngineAction("no progress", "The new vertex is dropped, and the simplex {kept} stays."),
    "no number": EngineAction("no number", "The squared distance overflows."),
    "clipped": EngineAction("too far", "The support shows that {a} and {b} are far apart."),
}

WORDS = EngineWords("distance3d", _ACTIONS, DECISIONS)
