"""The record of a broad phase that builds a tree and then queries it for each body."""

from collections.abc import Callable
from typing import Any

from gjkscope.engine.broadphase import tree
from gjkscope.engine.broadphase.explain_tree import BEATS, explain, headline
from gjkscope.engine.registry.records import BroadPhase

MOST_BODIES = 2500


def tree_phase(name: str, title: str, order: int, run: Callable[..., Any]) -> BroadPhase:
    """Broad phases with trees differ in how they build them: their steps are read by the same functions."""
    return BroadPhase(
        name=name,
        title=title,
        order=order,
        state=tree.State,
        run=run,
        explain=explain,
        headline=headline,
        of_pair=False,
        beats=BEATS,
        changes=tree.changes,
        most_bodies=MOST_BODIES,
    )
