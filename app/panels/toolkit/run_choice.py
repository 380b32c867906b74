"""Which of two runs a panel is about, where two are compared: one choice for all panels, and a click in a view does it.

run, actions = draw_run_choice(state)
...                                    # all that the panel shows is of `run`
"""

from imgui_bundle import imgui

from gjkscope.app.actions import Action, InspectRun
from gjkscope.app.inspection.comparison import inspected, other_state
from gjkscope.app.model import State
from gjkscope.app.panels.toolkit.sideways import beside, tick_width
from gjkscope.app.panels.toolkit.verdict import run_words


def draw_run_choice(state: State) -> tuple[State, list[Action]]:
    """The run that is inspected, under the two to choose from; without a comparison there is nothing to choose."""
    other = other_state(state)
    if other is None:
        return state, []
    actions: list[Action] = []
    for run in (state, other):
        words, is_second = run_words(run, state), run is other
        if is_second:
            beside(tick_width(words))
        if imgui.radio_button(f"{words}##run {is_second}", state.run.second_inspected == is_second):
            actions.append(InspectRun(is_second))
    return inspected(state), actions
