"""A step of GJK: its numbers, the simplex with its weights, and why each Voronoi region won or lost."""

from typing import Any

from gjkscope.app.view.panels.step.details.simplex_rows import draw_region_rows, draw_search_numbers, draw_simplex_table
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.step.subdistances import draw_subdistances
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine import gjk
from gjkscope.engine.gjk.explain import own_region_tests
from gjkscope.engine.gjk.stepping import vertex_points
from gjkscope.engine.gjk.wording import vertex_name
from gjkscope.engine.options import REGIONS
from gjkscope.engine.vectors import SINGLE

STEPS = (gjk.State,)


def draw_details(step: gjk.State, before: Any, ui: Ui) -> Pointed:
    old = before if isinstance(before, gjk.State) else None
    draw_search_numbers(step, old, ui)
    births = {vertex.birth for vertex in old.simplex.vertices} if old else None
    kept = step.simplex.vertices[: step.simplex.size]
    draw_simplex_table(kept, step.weights, births, "simplex.vertices", ui)
    region = draw_region_rows(own_region_tests(step) if step.candidate.size > 1 else (), ui)
    names = [vertex_name(vertex) for vertex in step.candidate.vertices]
    method = step.solution.method if step.solution else REGIONS
    draw_subdistances(vertex_points(step.candidate), names, method, step.roundoff == SINGLE, ui)
    return Pointed(region=region)
