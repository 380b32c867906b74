"""A step of Frank–Wolfe: its numbers, the duality gap and what it proves, and the active set with its weights."""

from typing import Any

from gjkscope.app.view.panels.step.details.simplex_rows import draw_search_numbers, draw_simplex_table
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_length
from gjkscope.engine import frank_wolfe
from gjkscope.engine.frank_wolfe.explain import bound_width

STEPS = (frank_wolfe.State,)

# Shown by the rows above.
ELSEWHERE = ("direction", "support", "closest", "lower", "upper", "active", "before", "closest_before")


def draw_details(step: frank_wolfe.State, before: Any, ui: Ui) -> None:
    old = before if isinstance(before, frank_wolfe.State) else None
    draw_search_numbers(step, old, ui)
    words = "the duality gap v·(v − w) divided by |v|: the difference of the bounds that this step proves"
    was = bound_width(old) if old else None
    draw_length("gap / |v|", bound_width(step), was, "gap_of_step / norm(closest_before)", words, ui)
    births = {vertex.birth for vertex in old.active.vertices} if old else None
    vertices, weights = step.active
    draw_simplex_table(vertices, weights, births, "active.vertices", ui, "active.weights", "Active set")
    draw_record(step, before, ui, ELSEWHERE, "Move")
