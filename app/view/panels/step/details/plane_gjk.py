"""A step of GJK in the plane: its numbers, the simplex with its weights, and why each Voronoi region won or lost."""

from typing import Any

from gjkscope.app.view.panels.step.details.simplex_rows import draw_region_rows, draw_search_numbers, draw_simplex_table
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.plane.gjk.simplex import vertices_in_plane

STEPS = (gjk.State,)


def draw_details(step: gjk.State, before: Any, ui: Ui) -> Pointed:
    old = before if isinstance(before, gjk.State) else None
    draw_search_numbers(step, old, ui)
    births = {vertex.birth for vertex in vertices_in_plane(old.simplex)} if old else None
    draw_simplex_table(vertices_in_plane(step.simplex), step.weights, births, "simplex.vertices", ui)
    return Pointed(region=draw_region_rows(region_tests_in_plane(step) if step.candidate.size > 1 else (), ui))
