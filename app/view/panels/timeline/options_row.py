"""The options of the chosen algorithm, in a list beside its name: seldom needed, so they are shown on demand."""

from collections.abc import Callable, Sequence
from functools import partial

from imgui_bundle import imgui

from gjkscope.app.ask.runs.choices import choice_of
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, Notify, SetOptions
from gjkscope.app.state.inspection.traces import run_options
from gjkscope.app.state.model import State
from gjkscope.app.state.model.run import RunState
from gjkscope.app.view.panels.commands.playing import SWITCHES, choose_option, toggle_option
from gjkscope.app.view.panels.toolkit.fields import vector_fields
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.words.verdict import option_labels
from gjkscope.engine.gjk.subdistance.wording import method_heading
from gjkscope.engine.options import ACCELERATIONS, EDGE_PAIRS, FRANK_WOLFE_VARIANTS, SUBDISTANCES, Options
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.vectors import Vec3

WIDTH = 150.0  # of the list, pixels at 100 %
FIRST_DIRECTION = (1.0, 0.0, 0.0)  # default of the tetrahedron search


def draw_options(state: State, ui: Ui) -> list[Action]:
    """Draws a list named after the options that are not at their defaults; it has one widget for each option."""
    names = [name for name in choice_of(state.run.algorithm, state.document.scene.dimension).options if name in WIDGETS]
    if not names:
        return []
    same_line_if_fits(WIDTH * ui.scale)
    imgui.set_next_item_width(WIDTH * ui.scale)
    actions: list[Action] = []
    changed = ", ".join(option_labels(run_options(state)))
    if imgui.begin_combo("##options", changed or "default options", imgui.ComboFlags_.height_largest):
        for number, name in enumerate(names):
            if number:
                imgui.separator()
            actions += WIDGETS[name](state.run, ui)
        imgui.end_combo()
    else:
        tool_tip(f"Options of this algorithm: {changed}" if changed else "Options of this algorithm")
    return actions


def _flag(name: str, run: RunState, _: Ui) -> list[Action]:
    changed, _is_on = imgui.checkbox(SWITCHES[name].title, getattr(run.options, name))
    tool_tip(SWITCHES[name].help)
    return [toggle_option(run.options, name)] if changed else []


def _direction(run: RunState, ui: Ui) -> list[Action]:
    options = run.options
    imgui.text("Direction of the first support query")
    direction = options.direction or FIRST_DIRECTION
    actions = vector_fields("first direction", direction, ui, partial(_looking_along, options), "")
    if imgui.button("as published"):
        actions.append(SetOptions(replace(options, direction=None)))
    return actions


def _looking_along(options: Options, direction: Vec3) -> Action:
    try:
        return SetOptions(replace(options, direction=direction))
    except ValueError as fault:
        return Notify(str(fault), is_error=True)


def _corrected(run: RunState, _: Ui) -> list[Action]:
    """Draws the engine's tests; exact arithmetic decides the chosen ones."""
    imgui.text("Tests decided by exact arithmetic")
    tool_tip("Everything else is as in the engine")
    actions: list[Action] = []
    tests = ENGINE_ALGORITHMS[run.algorithm].tests
    chosen = [test for test in tests if test in run.options.corrected]
    for test in tests:
        pressed, is_exact = imgui.checkbox(test, test in chosen)
        if pressed:
            exact = [*chosen, test] if is_exact else [other for other in chosen if other != test]
            actions.append(SetOptions(replace(run.options, corrected=tuple(exact))))
    return actions


def _subdistance(run: RunState, _: Ui) -> list[Action]:
    imgui.text("Nearest feature of a simplex by")
    tool_tip("Sub-distance methods: all find the same feature, but for rounding")
    return _radio_buttons(run, "subdistance", SUBDISTANCES, method_heading)


def _acceleration(run: RunState, _: Ui) -> list[Action]:
    imgui.text("Momentum of the search directions")
    tool_tip("With momentum, directions remember those before, which may save steps")
    return _radio_buttons(run, "acceleration", ACCELERATIONS, lambda name: f"{name.capitalize()}##momentum")


def _frank_wolfe(run: RunState, _: Ui) -> list[Action]:
    imgui.text("Steps of the closest point")
    tool_tip("Plain: towards the support point. Away: or away from an active vertex. Min-norm: to the nearest point")
    return _radio_buttons(run, "frank_wolfe", FRANK_WOLFE_VARIANTS, str.capitalize)


def _radio_buttons(run: RunState, option: str, values: Sequence[str], label: Callable[[str], str]) -> list[Action]:
    return [
        choose_option(run.options, option, value)
        for value in values
        if imgui.radio_button(label(value), value == getattr(run.options, option))
    ]


def _edge_pairs(run: RunState, _: Ui) -> list[Action]:
    imgui.text("Edge pairs that are tested")
    tool_tip("Only pairs whose arcs on the Gauss map cross form faces of A − B")
    words = {"usual": "Crossing ones of hulls", "all": "All", "crossing": "Crossing ones"}
    return _radio_buttons(run, "edge_pairs", EDGE_PAIRS, words.__getitem__)


WIDGETS: dict[str, Callable[[RunState, Ui], list[Action]]] = {
    **{name: partial(_flag, name) for name in SWITCHES},
    "direction": _direction,
    "corrected": _corrected,
    "subdistance": _subdistance,
    "acceleration": _acceleration,
    "frank_wolfe": _frank_wolfe,
    "edge_pairs": _edge_pairs,
}
"""The widget of each option, by its name in `engine.Options`; `tolerance` is for code."""
