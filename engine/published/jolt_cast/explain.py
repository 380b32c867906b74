"""Describes the steps of Jolt's shape cast."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.jolt_cast.decisions import DECISIONS

_ACTIONS = {
    "stays": EngineAction("search", "The point of the simplex that is nearest to the origin depends on {kept}."),
    "advances": EngineAction("advance", "{a} advances along the cast. The nearest simplex is then {kept}."),
    "restart": EngineAction("restart", "The simplex was built for another place, and only {kept} is kept."),
    "rejected vertex kept": EngineAction(
        "rejected vertex kept", "{w} brings the simplex no nearer, but stays in it: {kept}."
    ),
    "no hit": EngineAction("no hit", "The cast of {a} does not hit {b}."),
}

WORDS = EngineWords("Jolt", _ACTIONS, DECISIONS)
