"""Chooses which of two compared runs the panels show: one choice for all panels, also made by clicking in a view.

run, actions = draw_run_choice(state)
...                                    # everything the panel shows comes from `run`
"""

from imgui_bundle import imgui

from gjkscope.app.state.actions import Action, InspectRun
from gjkscope.app.state.inspection.comparison import inspected_state, other_state
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.toolkit.sideways import checkbox_width, same_line_if_fits
from gjkscope.app.view.words.verdict import run_words


def draw_run_choice(state: State) -> tuple[State, list[Action]]:
    """Draws the choice and returns the inspected run; without a comparison there is nothing to choose."""
    other = other_state(state)
    if other is None:
        return state, []
    actions: list[Action] = []
    for run in (state, other):
        words, is_second = run_words(run, state), run is other
        if is_second:
            same_line_if_fits(checkbox_width(words))
        if imgui.radio_button(f"{words}##run {is_second}", state.run.second_inspected == is_second):
            actions.append(InspectRun(is_second))
    return inspected_state(state), actions
