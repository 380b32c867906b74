"""Describes the steps of MuJoCo."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.mujoco.decisions import DECISIONS

MUJOCO_ACTIONS = {
    "first": EngineAction("start", "GJK starts at x, the difference of the positions of {a} and {b}."),
    "keep 1": EngineAction("keep 1 vertex", "Signed volumes: the origin is nearest to {kept}."),
    "keep 2": EngineAction("keep 2 vertices", "Signed volumes: the origin is nearest to the edge {kept}."),
    "keep 3": EngineAction("keep 3 vertices", "Signed volumes: the origin is nearest to the triangle {kept}."),
    "tetrahedron kept": EngineAction("tetrahedron", "Signed volumes: all parts of {kept} have one sign."),
    "no weights": EngineAction("no weights", ""),
    "origin reached": EngineAction("origin reached", "GJK ends at {kept}."),
    "stagnated": EngineAction("stagnated", "GJK ends at {kept}."),
    "converged": EngineAction("converged", "GJK ends at {kept}: {w} is not added."),
    "limit of GJK": EngineAction("limit of iterations", "GJK ends at {kept}."),
    "checked": EngineAction("separation check", "A last support, {w}, tells whether the shapes are separated."),
    "whole shapes": EngineAction("again, with the whole shapes", "GJK starts again with the whole shapes."),
    "separated": EngineAction("separated", ""),
    "first tetrahedron": EngineAction(
        "first tetrahedron", "gjkIntersect takes over the tetrahedron {kept}, as contacts need no distance."
    ),
    "replace a vertex": EngineAction("replace a vertex", "{w} replaces the vertex opposite the face: {kept}."),
    "origin inside": EngineAction("origin inside", "The tetrahedron {kept} contains the origin."),
    "origin on a plane": EngineAction(
        "origin on a plane", "The function gjkIntersect stops, and GJK continues with {kept}."
    ),
    "limit of gjkIntersect": EngineAction("limit of iterations", "The function gjkIntersect stops; GJK has {kept}."),
    "tetrahedron": EngineAction("seed: tetrahedron", "The tetrahedron is the first polytope of EPA."),
    "tetrahedron without the origin": EngineAction("seed: origin outside", "The tetrahedron is given up."),
    "two tetrahedra on a face": EngineAction(
        "seed: two tetrahedra", "The first polytope is two tetrahedra, one on each side of the face."
    ),
    "six faces around a segment": EngineAction(
        "seed: six faces", "The first polytope is six faces around the segment, through three supports."
    ),
    "triangle without a normal": EngineAction("seed: no normal", "The triangle is given up."),
    "support on the triangle": EngineAction("seed: flat", "A support along the normal lies on the triangle."),
    "origin on a face": EngineAction("seed: origin on a face", "The origin lies on a face of the polytope."),
    "face before": EngineAction("face before", "The face that was nearest in the step before is the answer."),
    "nearest face": EngineAction("nearest face", "The nearest face is the answer."),
    "expand face": EngineAction("expand face", "The faces that are visible from {w} are replaced by faces at {w}."),
}

WORDS = EngineWords("MuJoCo", MUJOCO_ACTIONS, DECISIONS)
