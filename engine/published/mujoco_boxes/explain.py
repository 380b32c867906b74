"""Describes the steps of MuJoCo's function for boxes."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.mujoco_boxes.decisions import DECISIONS

_ACTIONS = {
    "separated": EngineAction("separated", ""),
    "faces overlap": EngineAction("face axes", "{a} and {b} overlap along all six face normals."),
    "faces overlap least": EngineAction(
        "edge axes", "No cross product of edges has a smaller overlap than a face normal: the contact is at a face."
    ),
    "edges overlap least": EngineAction(
        "edge axes", "A cross product of edges has the least overlap: the contact is between two edges."
    ),
    "clip": EngineAction("clip at the face", "The nearest feature of the other box is clipped at the face."),
    "lay and clip": EngineAction(
        "clip in the plane", "A face of {b} is laid into the plane of a face of {a} and clipped there."
    ),
    "filter": EngineAction("filter", "Points outside the boxes and repeated ones are dropped."),
}

WORDS = EngineWords("MuJoCo", _ACTIONS, DECISIONS)
