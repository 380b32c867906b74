"""Actions for the appearance: theme, lecture mode, the scale of the user interface, and how rotations are shown."""

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.rotations import EULER_ORDERS, RotationFormat
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.model import State, Theme

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


class ShowRotationsAs(Action, frozen=True):
    """Chooses how rotations are shown; `order` is that of Euler angles, None to keep it."""

    written: RotationFormat
    order: str | None = None
    passing = True


class AskEngines(Action, frozen=True):
    """Whether Compare asks installed engines about the pair."""

    on: bool
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


@updates(ShowRotationsAs)
def _show_rotations_as(state: State, action: ShowRotationsAs) -> State:
    order = action.order if action.order in EULER_ORDERS else state.preferences.euler_order
    return replace(state, preferences=replace(state.preferences, rotation_format=action.written, euler_order=order))


@updates(AskEngines)
def _ask_engines(state: State, action: AskEngines) -> State:
    return replace(state, preferences=replace(state.preferences, asks_engines=action.on))
