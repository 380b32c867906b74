"""The step of the nearest feature of a simplex, in space and in the plane: weights, and why each region won or lost."""

from math import hypot
from typing import Any

from imgui_bundle import imgui

from gjkscope.app.view.panels.step.details.simplex_rows import draw_region_rows, draw_simplex_table
from gjkscope.app.view.panels.step.registry import Pointed
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_length, draw_vector
from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.plane.gjk.explain import region_tests_in_plane
from gjkscope.engine.tutorial import nearest, nearest_in_plane

STEPS = (nearest.State, nearest_in_plane.State)


def draw_details(step: nearest.State | nearest_in_plane.State, _: Any, ui: Ui) -> Pointed:
    # The regions are the subject of the step, so they come before the numbers.
    if isinstance(step, nearest.State):
        pointed = Pointed(region=draw_region_rows(region_tests(step) if step.candidate.size > 1 else (), ui))
    else:
        pointed = Pointed(region=draw_region_rows(region_tests_in_plane(step) if step.candidate.size > 1 else (), ui))
    imgui.separator_text("Numbers")
    words = "the point of the simplex closest to the origin, metres"
    draw_vector("closest", step.closest, None, "closest", words, ui)
    draw_length("|closest|", hypot(*step.closest), None, "norm(closest)", "its distance from the origin", ui)
    whole = step.candidate.vertices[: step.candidate.size]
    draw_simplex_table(whole, step.weights, None, "candidate.vertices", ui)
    return pointed
