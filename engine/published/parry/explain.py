"""Describes the steps of parry."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.parry.decisions import DECISIONS, OLD_DECISIONS

_ACTIONS = {
    "first": EngineAction("first vertex", "The search starts along the vector between the positions."),
    "first at the origin": EngineAction("vertex at the origin", "The only vertex, {kept}, is at the origin."),
    "on the origin": EngineAction("on the origin", "The nearest point of {kept} is taken for the origin."),
    "stuck": EngineAction("stuck", "The search is stuck at {kept}, and the shapes are taken to intersect."),
    "rejected": EngineAction("vertex rejected", "{w} is not added to the simplex {kept}: the search is stuck."),
    "vertex": EngineAction("vertex", "The origin is nearest to the vertex {kept}."),
    "edge": EngineAction("edge", "The origin is nearest to the edge {kept}."),
    "face": EngineAction("face", "The origin is nearest to the triangle {kept}."),
    "inside": EngineAction("inside the tetrahedron", "The tetrahedron {kept} is taken to contain the origin."),
    "distance": EngineAction("distance", "The distance is that of {kept}, along the direction of the search."),
    "with the simplex before": EngineAction(
        "distance of the simplex before",
        "The distance is that of the simplex before, with its weights.",
    ),
    "tetrahedron": EngineAction("seed: tetrahedron", "The tetrahedron is the first polytope of EPA."),
    "triangle, two-sided": EngineAction(
        "seed: two-sided triangle", "The polytope is a triangle with two sides, both at distance 0."
    ),
    "a single point": EngineAction("a single point", "Supports along the axes find no other point."),
    "not projected": EngineAction("gives up", "EPA gives up."),
    "outside": EngineAction("gives up", "EPA gives up."),
    "no border": EngineAction("gives up", "EPA gives up: the polytope is not closed."),
    "nearest face": EngineAction("nearest face", "The nearest face of the polytope is searched along its normal."),
    "expand": EngineAction("expand", "The faces that {w} sees are replaced by faces from their border to {w}."),
    "nearer": EngineAction("numerical errors", "The faces that {w} sees are being replaced when a test ends it."),
    "no face": EngineAction("no face left", "No face is left onto which the origin projects."),
    "panic": EngineAction("panic", "An assertion of parry fails."),
}

WORDS = EngineWords("parry", _ACTIONS, DECISIONS)
OLD_WORDS = EngineWords("parry", _ACTIONS, OLD_DECISIONS)
