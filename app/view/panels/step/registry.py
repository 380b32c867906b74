"""Finds the function that draws a step: that of a module in `details`, or the table of its fields.

A module there declares `STEPS`, the types of the steps that it draws, and `draw_details`, which draws one.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.registry.discovery import modules_in

PACKAGE = f"{__package__}.details"


class Pointed(NamedTuple):
    """The part of a step under the pointer in the step panel, which the views highlight; None where there is none."""

    region: int | None = None  # of GJK, by its number
    face: int | None = None  # of EPA, by its number in the step


# Draws a step given the previous step's record; returns which part of it is under the pointer.
DrawDetails = Callable[[Any, Any, Ui], Pointed | None]


def details_of(step: Any) -> DrawDetails:
    """The function that draws the details of a step."""
    kind: Any = type(step)  # mypy compares its instances' hash with that of a type
    return _details_of(kind)


@cache
def _details_of(kind: type) -> DrawDetails:
    """Imports only the module named like the step's package, if there is one; it also draws subclasses of its steps."""
    for module in modules_in(PACKAGE, first=kind.__module__.split(".")):
        if issubclass(kind, getattr(module, "STEPS", ())):
            draw: DrawDetails = module.draw_details
            return draw
    return draw_record
