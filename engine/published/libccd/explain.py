"""Describes the steps of libccd."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.libccd.decisions import DECISIONS

_SIMPLEX = {
    "vertex A": "Only {kept} is kept: the origin lies beyond the newest vertex, A.",
    "edge AB": "The origin is nearest to the edge {kept}.",
    "edge AC": "The origin is nearest to the edge {kept}.",
    "face ABC": "The origin lies above the triangle {kept}.",
    "face ABC, turned over": "The origin lies below the triangle, which is turned over: {kept}.",
    "on segment": "The origin lies on the segment {kept}, so the shapes intersect.",
    "on face": "The origin lies on a face of {kept}, so the shapes intersect.",
    "repeated vertex": "The newest vertex repeats another one, so there is no triangle.",
}
_ACTIONS = {
    "first": EngineAction("first vertex", "The search starts along +x."),
    "separated": EngineAction("separated", ""),
    **{name: EngineAction(name, sentence) for name, sentence in _SIMPLEX.items()},
    **{
        f"drop {letter}, {name}": EngineAction(
            f"drop {letter}, {name}",
            f"The origin is not on {letter}'s side of the opposite face: {letter} is dropped. {sentence}",
        )
        for letter in "BCD"
        for name, sentence in _SIMPLEX.items()
    },
    "flat tetrahedron": EngineAction("flat tetrahedron", "The tetrahedron {kept} is taken to be flat."),
    "inside": EngineAction(
        "inside the tetrahedron", "The origin lies inside the tetrahedron {kept}: the shapes intersect."
    ),
    "tetrahedron": EngineAction("seed: tetrahedron", "The tetrahedron is the first polytope of EPA."),
    "two tetrahedra on a face": EngineAction(
        "seed: two tetrahedra", "The origin lies on a face, so the polytope is two tetrahedra, one on each side of it."
    ),
    "face on the boundary": EngineAction(
        "seed: face on the boundary", "A support along the normal lies on the face itself."
    ),
    "octahedron around a segment": EngineAction(
        "seed: octahedron", "The origin lies on a segment, so the polytope is an octahedron around it."
    ),
    "segment on the boundary": EngineAction(
        "seed: segment on the boundary", "A support around the segment is one of its ends."
    ),
    "nothing nearest": EngineAction("nothing nearest", "No element of the polytope is nearest to the origin."),
    "nearest vertex": EngineAction("nearest: vertex", "The element nearest to the origin is a vertex."),
    "nearest edge": EngineAction("nearest: edge", "The element nearest to the origin is an edge."),
    "nearest face": EngineAction("nearest: face", "The element nearest to the origin is a face."),
    "expand edge": EngineAction("expand edge", "The faces at the nearest edge are replaced by faces at {w}."),
    "expand face": EngineAction("expand face", "The nearest face is replaced by three faces at {w}."),
}

WORDS = EngineWords("libccd", _ACTIONS, DECISIONS)
