"""How everything looks: theme, lecture mode, and the size of the user interface."""

from dataclasses import dataclass, replace

from ..state import State, Theme
from .action import Action, updates

# What can be chosen; between two of them a step is large enough to be seen.
UI_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


@dataclass(frozen=True)
class ChooseTheme(Action):
    theme: Theme
    passing = True


@dataclass(frozen=True)
class Lecture(Action):
    """Large text and thick lines, or the usual ones."""

    on: bool
    passing = True


@dataclass(frozen=True)
class SetUiScale(Action):
    """The size of the user interface, 1.0 is what the screen asks for; what is beyond the offered ones is cut."""

    scale: float
    passing = True


@dataclass(frozen=True)
class StepUiScale(Action):
    """So many of the offered sizes larger (> 0) or smaller."""

    by: int
    passing = True


@updates(ChooseTheme)
def _choose_theme(state: State, action: ChooseTheme) -> State:
    return replace(state, theme=action.theme)


@updates(Lecture)
def _lecture(state: State, action: Lecture) -> State:
    return replace(state, lecture=action.on)


@updates(SetUiScale)
def _set_ui_scale(state: State, action: SetUiScale) -> State:
    if action.scale != action.scale:  # no number
        return state
    return replace(state, ui_scale=min(max(action.scale, UI_SCALES[0]), UI_SCALES[-1]))


@updates(StepUiScale)
def _step_ui_scale(state: State, action: StepUiScale) -> State:
    nearest = min(range(len(UI_SCALES)), key=lambda i: abs(UI_SCALES[i] - state.ui_scale))
    return replace(state, ui_scale=UI_SCALES[min(max(nearest + action.by, 0), len(UI_SCALES) - 1)])
