"""The options of the chosen algorithm, beside its name: only those that it takes."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from imgui_bundle import imgui

from app.actions import Action, SetOptions, Tell
from app.choices import CHOICES
from app.state import State
from engine.options import Options
from engine.vectors import Vec3
from engine.words import vector

from .commands.playing import SWITCHES, switched
from .fields import vector_fields
from .sideways import beside, tick_width
from .tips import tool_tip
from .ui import Ui

WIDTH = 120.0  # of the list with the direction, pixels at 100 %
FIRST_DIRECTION = (1.0, 0.0, 0.0)  # of the tetrahedron's search, when none is asked for


def draw_options(state: State, ui: Ui) -> list[Action]:
    """A widget an option, on the line that was begun, or below it."""
    actions: list[Action] = []
    for name in CHOICES[state.algorithm].options:
        actions += WIDGETS[name](state.options, ui)
    return actions


def _flag(name: str, options: Options, _: Ui) -> list[Action]:
    beside(tick_width(name))
    changed, _is_on = imgui.checkbox(name, getattr(options, name))
    tool_tip(SWITCHES[name])
    return [switched(options, name)] if changed else []


def _direction(options: Options, ui: Ui) -> list[Action]:
    """A list that opens to three numbers: there is no room for them beside the player."""
    direction = options.direction or FIRST_DIRECTION
    beside(WIDTH * ui.scale)
    imgui.set_next_item_width(WIDTH * ui.scale)
    actions: list[Action] = []
    if imgui.begin_combo("##direction", f"first d: {vector(direction)}"):
        help_text = "where the first support is looked for"
        actions += vector_fields("first direction", direction, ui, partial(_looking_along, options), help_text)
        if imgui.button("as published"):
            actions.append(SetOptions(replace(options, direction=None)))
        imgui.end_combo()
    elif imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("the direction in which the first support is looked for")
    return actions


def _looking_along(options: Options, direction: Vec3) -> Action:
    try:
        return SetOptions(replace(options, direction=direction))
    except ValueError as fault:
        return Tell(str(fault), is_error=True)


WIDGETS: dict[str, Callable[[Options, Ui], list[Action]]] = {
    **{name: partial(_flag, name) for name in SWITCHES},
    "direction": _direction,
}
"""How to choose each option, by its name in `engine.Options`."""
