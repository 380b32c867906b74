"""A step of GJK: its numbers, the simplex with its weights, and why each Voronoi region won or lost."""

from typing import Any

from imgui_bundle import imgui

from gjkscope.app.panels.step.definitions import Field, Pointed
from gjkscope.app.panels.step.details.simplex_rows import draw_regions, draw_simplex_table
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.value_rows import draw_length, draw_vector
from gjkscope.engine import gjk
from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.vectors import norm

STEPS = (gjk.State,)

FIELDS: dict[str, Field] = {}


def draw_details(step: gjk.State, before: Any, ui: Ui) -> Pointed:
    old = before if isinstance(before, gjk.State) else None
    _numbers(step, old, ui)
    births = {vertex.birth for vertex in old.simplex.vertices} if old else None
    draw_simplex_table(step.simplex.vertices[: step.simplex.size], step.weights, births, ui)
    return Pointed(region=draw_regions(region_tests(step) if step.candidate.size > 1 else (), ui))


def _numbers(step: gjk.State, old: gjk.State | None, ui: Ui) -> None:
    imgui.separator_text("Numbers")
    way = "search direction, a unit vector"
    draw_vector("direction d", step.direction, old and old.direction, "direction", way, ui)
    point = old and old.support.point
    draw_vector(
        "support", step.support.point, point, "support.point", "the point of A − B furthest along d, metres", ui
    )
    nearest = "the point of the simplex closest to the origin, metres"
    draw_vector("closest", step.closest, old and old.closest, "closest", nearest, ui)
    distance = norm(step.closest)
    draw_length("|closest|", distance, old and norm(old.closest), "norm(closest)", "its distance from the origin", ui)
    draw_length(
        "lower bound", step.lower, old and old.lower, "lower", "lower bound on the signed distance of the cores", ui
    )
    draw_length(
        "upper bound", step.upper, old and old.upper, "upper", "upper bound on the signed distance of the cores", ui
    )
