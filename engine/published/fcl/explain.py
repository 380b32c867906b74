"""Describes the steps of FCL."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.fcl.decisions import DECISIONS
from gjkscope.engine.published.libccd.explain import WORDS as LIBCCD

_ACTIONS = {
    **{name: action for name, action in LIBCCD.actions.items() if not name.startswith("two tetrahedra")},
    "separated": EngineAction("separated: distance next", "The simplex {kept} is where the distance search begins."),
    "tetrahedron on a face": EngineAction(
        "seed: tetrahedron on a face", "The origin lies on a face, and a tetrahedron is built on its further side."
    ),
    "closest on vertex": EngineAction("distance of a vertex", "The distance is that of vertex {kept}."),
    "closest on edge": EngineAction("distance of an edge", "The distance is that of edge {kept}."),
    "closest on triangle": EngineAction("distance of a triangle", "The distance is that of triangle {kept}."),
    "reduced to triangle": EngineAction(
        "distance of a triangle",
        "Of the faces at the newest vertex, the nearest one is kept: {kept}. The opposite face is not looked at.",
    ),
    "expand": EngineAction("expand", "The faces that {w} sees are replaced by faces from their border to {w}."),
    "failed": EngineAction("exception", "FCL throws FailedAtThisConfiguration."),
}

WORDS = EngineWords("FCL", _ACTIONS, DECISIONS)
