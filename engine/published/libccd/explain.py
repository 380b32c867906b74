"""Describes the steps of libccd."""

from gjkscope.engine.published.engine_words import Action, EngineWords
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
    "first": Action("first vertex", "The search starts along +x."),
    "separated": Action("separated", ""),
    **{name: Action(name, sentence) for name, sentence in _SIMPLEX.items()},
    **{
        f"drop {letter}, {name}": Action(
            f"drop {letter}, {name}",
            f"The origin is not on {letter}'s side of the opposite face: {letter} is dropped. {sentence}",
        )
        for letter in "BCD"
        for name, sentence in _SIMPLEX.items()
    },
    "flat tetrahedron": Action("flat tetrahedron", "The tetrahedron {kept} is taken to be flat."),
    "inside": Action("inside the tetrahedron", "The origin lies inside the tetrahedron {kept}: the shapes intersect."),
    "tetrahedron": Action("seed: tetrahedron", "The tetrahedron is the first polytope of EPA."),
    "two tetrahedra on a face": Action(
        "seed: two tetrahedra", "The origin lies on a face, so the polytope is two tetrahedra, one on each side of it."
    ),
    "face on the boundary": Action("seed: face on the boundary", "A support along the normal lies on the face itself."),
    "octahedron around a segment": Action(
        "seed: octahedron", "The origin lies on a segment, so the polytope is an octahedron around it."
    ),
    "segment on the boundary": Action(
        "seed: segment on the boundary", "A support around the segment is one of its ends."
    ),
    "nothing nearest": Action("nothing nearest", "No element of the polytope is nearest to the origin."),
    "nearest vertex": Action("nearest: vertex", "The element nearest to the origin is a vertex."),
    "nearest edge": Action("nearest: edge", "The element nearest to the origin is an edge."),
    "nearest face": Action("nearest: face", "The element nearest to the origin is a face."),
    "expand edge": Action("expand edge", "The faces at the nearest edge are replaced by faces at {w}."),
    "expand face": Action("expand face", "The nearest face is replaced by three faces at {w}."),
}

WORDS = EngineWords("libccd", _ACTIONS, DECISIONS)
