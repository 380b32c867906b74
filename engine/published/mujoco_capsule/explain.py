"""Describes the steps of MuJoCo's formula for a capsule and a box, and its tests."""

from gjkscope.engine.published.decisions import DecisionKind
from gjkscope.engine.published.engine_words import EngineAction, EngineWords

DECISIONS = {
    "near an end": DecisionKind(
        "the squared distance of an end of the axis from the box",
        "<",
        "the least so far",
        "the end is the nearest point so far",
        "the end is no nearer",
    ),
    "near an edge": DecisionKind(
        "the squared distance of the axis from an edge of the box",
        "<",
        "the least so far",
        "the nearest point of the axis is at this edge so far",
        "the edge is no nearer",
    ),
    "axis apart": DecisionKind(
        "the distance of the nearest point of the axis from the box",
        ">",
        "",
        "the point is taken to be outside, as MuJoCo never asks whether the axis crosses the box",
        "an end of the axis is in the box",
        None,
        lambda *_: False,
        "The axis crosses the box between its ends, and its deepest point is there. MuJoCo compares its ends and the "
        "edges of the box only; a correct implementation takes the least overlap along the box's axes and their cross "
        "products with the capsule's axis.",
    ),
}

_ACTIONS = {
    "ends": EngineAction("ends of the axis", "The ends of the capsule's axis are compared with the faces of the box."),
    "edges": EngineAction("edges of the box", "The axis is compared with the twelve edges of the box."),
    "second": EngineAction("second point", "The direction of the axis tells whether there is a second point."),
    "spheres": EngineAction("spheres", "A sphere at each point is compared with the box; the deepest is the answer."),
    "overlap": EngineAction("least overlap", "The least overlap along the axes of the box and their cross products."),
    "nothing": EngineAction("nothing near", "No feature of the box is near enough."),
}

WORDS = EngineWords("MuJoCo", _ACTIONS, DECISIONS)
