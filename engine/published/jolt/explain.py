"""Describes the steps of Jolt."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.jolt.decisions import DECISIONS

_KEPT = "The point of the simplex that is nearest to the origin depends on {kept}."
_ACTIONS = {
    "too far": EngineAction("separated", "The support shows that {a} and {b} are apart."),
    "not closer": EngineAction("no progress", "The new vertex is dropped, and the simplex {kept} stays."),
    "keep 1": EngineAction("vertex", _KEPT),
    "keep 2": EngineAction("edge", _KEPT),
    "keep 3": EngineAction("triangle", _KEPT),
    "inside": EngineAction("inside: EPA next", "The origin is inside the tetrahedron {kept}, where EPA begins."),
    "near zero": EngineAction("no distance: EPA next", "The simplex {kept} is at the origin, and EPA begins with it."),
    "hull of 3": EngineAction("first hull: triangle", "The hull is the triangle, with two faces back to back."),
    "hull of 4": EngineAction("first hull of 4 points", "The hull of these points is where EPA begins."),
    "hull of 5": EngineAction("first hull of 5 points", "Three supports around the edge complete the hull."),
    "no face": EngineAction("no face left", "All faces in the heap are removed ones."),
    "enclosed": EngineAction(
        "origin enclosed", "The origin is below all faces, and the search for the nearest begins."
    ),
    "grow to the origin": EngineAction("grow to the origin", "The hull grows by {w}, above the face with the origin."),
    "search a face": EngineAction("search a face", "The nearest face in the heap is searched along its normal."),
    "expand": EngineAction("expand", "The faces that {w} sees are replaced by faces from their border to {w}."),
    "no nearer": EngineAction("no nearer face", "A support point has shown that the last face is nearest."),
    "separated": EngineAction("separated", "Along the normal, {w} does not reach the origin."),
    "flip": EngineAction("flip the normal", "A − B reaches less far against the normal, which is turned over."),
}

WORDS = EngineWords("Jolt", _ACTIONS, DECISIONS)
