"""View commands for appearance: theme, lecture mode and UI scale."""

from gjkscope.app.state.actions import UI_SCALES, ChooseTheme, Lecture, SetUiScale, StepUiScale
from gjkscope.app.state.model import State, Theme
from gjkscope.app.view.panels.commands.command import Command


def _theme(theme: Theme) -> Command:
    return Command(
        f"{theme.value.capitalize()} theme",
        ChooseTheme(theme),
        "View/Theme",
        "looks",
        checked=lambda state: state.appearance.theme is theme,
    )


def _usual_size(state: State) -> str:
    return f"Reset text size (now {state.preferences.ui_scale:.0%})"


COMMANDS = (
    *(_theme(theme) for theme in Theme),
    Command(
        "Lecture mode",
        lambda state: Lecture(not state.appearance.lecture),
        "View",
        "looks",
        checked=lambda state: state.appearance.lecture,
        help="Large views with one sentence and the timeline, in large text, readable from the back of a room",
    ),
    Command(
        "Larger text",
        StepUiScale(1),
        "View",
        "size",
        ("Ctrl+=", "Ctrl+Shift+=", "Ctrl+Numpad plus"),
        enabled=lambda state: state.preferences.ui_scale < UI_SCALES[-1],
        help="Also enlarges buttons and lines",
    ),
    Command(
        "Smaller text",
        StepUiScale(-1),
        "View",
        "size",
        ("Ctrl+-", "Ctrl+Numpad minus"),
        enabled=lambda state: state.preferences.ui_scale > UI_SCALES[0],
        help="Also enlarges buttons and lines",
    ),
    Command("Reset text size", SetUiScale(1.0), "View", "size", ("Ctrl+0",), says=_usual_size),
)
