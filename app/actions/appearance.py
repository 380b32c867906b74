"""Actions for the appearance: theme, lecture mode, and the scale of the user interface."""

from gjkscope.app.actions.action import Action, updates
from gjkscope.app.base.records import replace
from gjkscope.app.model import State, Theme

# The selectable scales, with clearly visible steps between them.
UI_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


class ChooseTheme(Action, frozen=True):
    """Chooses the dark or the light theme."""

    theme: Theme
    passing = True


class Lecture(Action, frozen=True):
    """Turns lecture mode (large text and thick lines) on or off."""

    on: bool
    passing = True


class SetUiScale(Action, frozen=True):
    """Sets the scale of the user interface relative to the screen's own; clamped to the range of `UI_SCALES`."""

    scale: float
    passing = True


class StepUiScale(Action, frozen=True):
    """Changes the scale by a number of `UI_SCALES` entries; positive is larger."""

    by: int
    passing = True


@updates(ChooseTheme)
def _choose_theme(state: State, action: ChooseTheme) -> State:
    return replace(state, appearance=replace(state.appearance, theme=action.theme))


@updates(Lecture)
def _lecture(state: State, action: Lecture) -> State:
    return replace(state, appearance=replace(state.appearance, lecture=action.on))


@updates(SetUiScale)
def _set_ui_scale(state: State, action: SetUiScale) -> State:
    if action.scale != action.scale:  # NaN
        return state
    return replace(
        state, preferences=replace(state.preferences, ui_scale=min(max(action.scale, UI_SCALES[0]), UI_SCALES[-1]))
    )


@updates(StepUiScale)
def _step_ui_scale(state: State, action: StepUiScale) -> State:
    nearest = min(range(len(UI_SCALES)), key=lambda i: abs(UI_SCALES[i] - state.preferences.ui_scale))
    return replace(
        state,
        preferences=replace(
            state.preferences, ui_scale=UI_SCALES[min(max(nearest + action.by, 0), len(UI_SCALES) - 1)]
        ),
    )
