"""Describes the steps of Bullet."""

from gjkscope.engine.published.bullet.decisions import DECISIONS
from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.libccd.explain import WORDS as LIBCCD

_CODES = {
    0: "The search is given up after its last iteration.",
    1: "The support is a vertex of the simplex.",
    2: "The support does not come nearer than the closest point.",
    3: "The solver finds no closest point: the simplex is flat, or a weight is negative.",
    6: "The closest point is the origin.",
    11: "The distance cannot fall by more than the tolerance.",
    12: "The distance did not fall.",
    13: "The simplex is a full tetrahedron.",
}

_ACTIONS = {
    **{name: action for name, action in LIBCCD.actions.items() if "polytope" not in action.sentence},
    **{
        f"code {code}": EngineAction(f"ends: code {code}", f"{sentence} m_degenerateSimplex becomes {code}.")
        for code, sentence in _CODES.items()
    },
    **{
        f"kept {count}": EngineAction(f"nearest: {feature}", f"The {feature} {{kept}} is nearest to the origin.")
        for count, feature in ((1, "vertex"), (2, "edge"), (3, "triangle"))
    },
    "kept 4": EngineAction("inside the tetrahedron", "The origin lies inside the tetrahedron {kept}."),
    "formula": EngineAction("formula", "Bullet computes the closest points of the two axes, without a search."),
    "first of depth": EngineAction(
        "depth: first vertex", "The search for the depth begins, in A's coordinates and with the margins it asks for."
    ),
    "origin on simplex": EngineAction("origin on the simplex", "The origin lies on {kept}: EPA is next."),
    "repeated support": EngineAction("repeated support", "The search ends outside."),
    "bound met": EngineAction("bounds meet", "The search ends outside."),
    "flat simplex": EngineAction("flat simplex", "The search ends as if outside."),
    "tetrahedron": EngineAction("seed: tetrahedron", "Further supports complete the simplex to the first polytope."),
    "fallback": EngineAction(
        "no tetrahedron", "There is no tetrahedron with a volume: the depth is 0 along the first direction."
    ),
    "expand": EngineAction("expand", "The faces that {w} sees are replaced by faces from their border to {w}."),
    "accuracy reached": EngineAction("accuracy reached", "The nearest face is taken for a face of A − B."),
    "invalid hull": EngineAction(
        "invalid hull", "The border of the visible patch is not closed: the last nearest face is the answer."
    ),
    "out of vertices": EngineAction("out of vertices", "No room for a vertex: the nearest face is the answer."),
    "check": EngineAction("check of the normal", "The distance along the normal is compared with those along others."),
}

WORDS = EngineWords("Bullet", _ACTIONS, DECISIONS)
