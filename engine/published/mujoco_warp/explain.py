"""Describes the steps of MuJoCo Warp, in the words for MuJoCo."""

from gjkscope.engine.published.engine_words import EngineWords
from gjkscope.engine.published.mujoco.explain import MUJOCO_ACTIONS
from gjkscope.engine.published.mujoco_warp.decisions import DECISIONS

WORDS = EngineWords("MuJoCo Warp", MUJOCO_ACTIONS, DECISIONS)
