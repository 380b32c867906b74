"""Details of a step by its type, for the step panel: the numbers, and the tests that decided, as tables."""

from collections.abc import Callable
from typing import Any

from gjkscope.app.panels.step.details.epa_details import draw_epa
from gjkscope.app.panels.step.details.gjk_details import draw_gjk
from gjkscope.app.panels.step.details.mpr_details import draw_mpr
from gjkscope.app.panels.step.details.pointed import Pointed
from gjkscope.app.panels.step.details.published_details import draw_headbutt, draw_tetrahedron
from gjkscope.app.panels.step.details.sat_details import draw_axis
from gjkscope.app.panels.step.record import draw_record
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.tetrahedron import steps as tetrahedron

Draw = Callable[[Any, Any, Ui], Pointed | None]
"""Draws a step given the previous step's record; returns which part of it is under the pointer."""

DETAILS: dict[type, Draw] = {
    gjk.State: draw_gjk,
    sat.State: draw_axis,
    epa.State: draw_epa,
    mpr.State: draw_mpr,
    headbutt.State: draw_headbutt,
    tetrahedron.State: draw_tetrahedron,
}


def draw_details(step: Any, before: Any, ui: Ui) -> Pointed:
    """Draws a step of any pair algorithm; an unregistered type is drawn as a plain record."""
    return DETAILS.get(type(step), draw_record)(step, before, ui) or Pointed()
