"""Describes the steps of Box3D."""

from gjkscope.engine.published.box3d.decisions import DECISIONS
from gjkscope.engine.published.engine_words import EngineAction, EngineWords

_ACTIONS = {
    "first": EngineAction("first vertex", "The search starts at {kept}, the first point of each shape."),
    "vertex": EngineAction("nearest: vertex", "The origin is nearest to vertex {kept}."),
    "edge": EngineAction("nearest: edge", "The origin is nearest to edge {kept}."),
    "face": EngineAction("nearest: face", "The origin is nearest to face {kept}."),
    "inside": EngineAction(
        "inside the tetrahedron", "No other region of the tetrahedron {kept} has the origin, so it is inside."
    ),
    "no extent": EngineAction("no extent", "The new simplex has no extent: the one before, {kept}, is restored."),
    "no progress": EngineAction("no progress", "The new simplex is no nearer: the one before, {kept}, is restored."),
    "no direction": EngineAction("no direction", "The origin is taken to lie on {kept}, so the shapes overlap."),
    "repeated": EngineAction("repeated support", "The support {w} has the indices of a vertex of {kept}."),
    "limit": EngineAction("iteration limit", "{w} is added without a weight: it gets the one left in its slot."),
}

WORDS = EngineWords("Box3D", _ACTIONS, DECISIONS)
