"""A step of GJK in the plane: its numbers, the simplex with its weights, and why each Voronoi region won or lost."""

from typing import Any

from gjkscope.app.view.panels.step.details.simplex_rows import draw_region_rows, draw_search_numbers, draw_simplex_table
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane

STEPS = (gjk.State,)


def draw_details(step: gjk.State, before: Any, ui: Ui) -> Pointed:
    old = before if isinstance(before, gjk.State) else None
    draw_search_numbers(step, old, ui)
    births = {vertex.birth for vertex in old.simplex} if old else None
    draw_simplex_table(step.simplex, step.weights, births, "simplex", ui)
    return Pointed(region=draw_region_rows(region_tests_in_plane(step) if len(step.candidate) > 1 else (), ui))
