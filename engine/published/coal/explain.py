"""Describes the steps of coal."""

from gjkscope.engine.published.coal.decisions import DECISIONS
from gjkscope.engine.published.engine_words import EngineAction, EngineWords

_ACTIONS = {
    "formula": EngineAction("formula", "A formula answers this pair of shapes, and nothing is searched."),
    "vertex": EngineAction("nearest: vertex", "Vertex {kept} is nearest to the origin."),
    "segment": EngineAction("nearest: edge", "The origin is nearest to the edge {kept}."),
    "triangle": EngineAction("nearest: triangle", "The origin is nearest to the triangle {kept}."),
    "on triangle": EngineAction("on the triangle", "The origin lies in the triangle {kept}: the shapes intersect."),
    "inside": EngineAction(
        "inside the tetrahedron", "The origin lies inside the tetrahedron {kept}: the shapes intersect."
    ),
    "origin reached": EngineAction("touching", "The simplex {kept} comes within 1e-6 m of the origin."),
    "acceleration ends": EngineAction("acceleration ends", "The support is dropped, and GJK goes on as published."),
    "converged": EngineAction("converged", "The simplex {kept} stays as it is."),
    "tetrahedron": EngineAction(
        "seed: tetrahedron", "Supports along fixed axes complete the tetrahedron that is the first polytope of EPA."
    ),
    "fallback": EngineAction("fallback", "EPA goes into fallback mode, which it should never do."),
    "flat": EngineAction("flat difference", "The difference has no volume; the normal of its plane is the answer."),
    "expand": EngineAction(
        "expand", "The closest face, and those beside it that {w} is above, are replaced by faces at {w}."
    ),
    "answer": EngineAction("answer", "EPA answers from its closest face."),
}

WORDS = EngineWords("coal", _ACTIONS, DECISIONS)
