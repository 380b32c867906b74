"""A step of GJK: its numbers, the simplex with its weights, and why each Voronoi region won or lost."""

from typing import Any

from gjkscope.app.view.panels.step.details.simplex_rows import draw_region_rows, draw_search_numbers, draw_simplex_table
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine import gjk
from gjkscope.engine.gjk.explain import region_tests

STEPS = (gjk.State,)


def draw_details(step: gjk.State, before: Any, ui: Ui) -> Pointed:
    old = before if isinstance(before, gjk.State) else None
    draw_search_numbers(step, old, ui)
    births = {vertex.birth for vertex in old.simplex.vertices} if old else None
    kept = step.simplex.vertices[: step.simplex.size]
    draw_simplex_table(kept, step.weights, births, "simplex.vertices", ui)
    return Pointed(region=draw_region_rows(region_tests(step) if step.candidate.size > 1 else (), ui))
