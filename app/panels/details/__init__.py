"""Details of a step by its type, for the step panel: the numbers, and the tests that decided, as tables."""

from collections.abc import Callable
from typing import Any

from engine import epa, gjk, headbutt, mpr, sat, tetrahedron

from ..record import draw_record
from ..ui import Ui
from .epa_details import draw_epa
from .gjk_details import draw_gjk
from .mpr_details import draw_mpr
from .pointed import Pointed
from .published_details import draw_headbutt, draw_tetrahedron
from .sat_details import draw_axis

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
