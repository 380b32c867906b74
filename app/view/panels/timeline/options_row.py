"""The options of the chosen algorithm, beside its name."""

from collections.abc import Callable
from functools import partial

from imgui_bundle import imgui

from gjkscope.app.ask.runs.choices import choice_of
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, Notify, SetOptions
from gjkscope.app.state.model import State
from gjkscope.app.state.model.run import RunState
from gjkscope.app.view.panels.commands.playing import SWITCHES, toggle_option
from gjkscope.app.view.panels.toolkit.fields import vector_fields
from gjkscope.app.view.panels.toolkit.sideways import checkbox_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.options import SUBDISTANCES, Options
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.text import vector
from gjkscope.engine.vectors import Vec3

WIDTH = 120.0  # of the direction list, pixels at 100 %
FIRST_DIRECTION = (1.0, 0.0, 0.0)  # default of the tetrahedron search


def draw_options(state: State, ui: Ui) -> list[Action]:
    """Draws one widget per option that has one, on the current line or below it."""
    actions: list[Action] = []
    for name in choice_of(state.run.algorithm, state.document.scene.dimension).options:
        if name in WIDGETS:
            actions += WIDGETS[name](state.run, ui)
    return actions


def _flag(name: str, run: RunState, _: Ui) -> list[Action]:
    same_line_if_fits(checkbox_width(name))
    changed, _is_on = imgui.checkbox(name, getattr(run.options, name))
    tool_tip(SWITCHES[name])
    return [toggle_option(run.options, name)] if changed else []


def _direction(run: RunState, ui: Ui) -> list[Action]:
    """Draws a list that opens to three numbers, as they do not fit beside the player."""
    options = run.options
    direction = options.direction or FIRST_DIRECTION
    same_line_if_fits(WIDTH * ui.scale)
    imgui.set_next_item_width(WIDTH * ui.scale)
    actions: list[Action] = []
    if imgui.begin_combo("##direction", f"first d: {vector(direction)}"):
        help_text = "direction of the first support query"
        actions += vector_fields("first direction", direction, ui, partial(_looking_along, options), help_text)
        if imgui.button("as published"):
            actions.append(SetOptions(replace(options, direction=None)))
        imgui.end_combo()
    elif imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("Direction of the first support query")
    return actions


def _looking_along(options: Options, direction: Vec3) -> Action:
    try:
        return SetOptions(replace(options, direction=direction))
    except ValueError as fault:
        return Notify(str(fault), is_error=True)


def _corrected(run: RunState, ui: Ui) -> list[Action]:
    """Draws a list of the engine's tests; exact arithmetic decides the chosen ones."""
    same_line_if_fits(WIDTH * ui.scale)
    imgui.set_next_item_width(WIDTH * ui.scale)
    actions: list[Action] = []
    tests = ENGINE_ALGORITHMS[run.algorithm].tests
    chosen = [test for test in tests if test in run.options.corrected]
    if imgui.begin_combo("##corrected", f"exact: {', '.join(chosen) or 'none'}"):
        if imgui.selectable("none", not chosen)[0]:
            actions.append(SetOptions(replace(run.options, corrected=())))
        for test in tests:
            pressed, is_exact = imgui.checkbox(test, test in chosen)
            if pressed:
                exact = [*chosen, test] if is_exact else [other for other in chosen if other != test]
                actions.append(SetOptions(replace(run.options, corrected=tuple(exact))))
        imgui.end_combo()
    tool_tip("The tests that exact arithmetic decides; everything else is as in the engine")
    return actions


def _subdistance(run: RunState, ui: Ui) -> list[Action]:
    """Draws a list of the ways to find the nearest feature of a simplex."""
    same_line_if_fits(WIDTH * ui.scale)
    imgui.set_next_item_width(WIDTH * ui.scale)
    actions: list[Action] = []
    if imgui.begin_combo("##subdistance", run.options.subdistance):
        for name in SUBDISTANCES:
            if imgui.selectable(name, name == run.options.subdistance)[0]:
                actions.append(SetOptions(replace(run.options, subdistance=name)))
            tool_tip(METHODS[name].title)
        imgui.end_combo()
    tool_tip("How the nearest feature of a simplex is found: by Voronoi regions, or by another sub-distance method")
    return actions


WIDGETS: dict[str, Callable[[RunState, Ui], list[Action]]] = {
    **{name: partial(_flag, name) for name in SWITCHES},
    "direction": _direction,
    "corrected": _corrected,
    "subdistance": _subdistance,
}
"""The widget of each option, by its name in `engine.Options`; `tolerance` is for code."""
