"""View commands for appearance: theme, lecture mode and UI scale."""

from app.actions import UI_SCALES, ChooseTheme, Lecture, SetUiScale, StepUiScale
from app.state import State, Theme

from .command import Command


def _theme(theme: Theme) -> Command:
    return Command(
        f"{theme.value.capitalize()} theme",
        ChooseTheme(theme),
        "View/Theme",
        "looks",
        checked=lambda state: state.theme is theme,
    )


def _usual_size(state: State) -> str:
    return f"Reset text size (now {state.ui_scale:.0%})"


COMMANDS = (
    *(_theme(theme) for theme in Theme),
    Command(
        "Lecture mode",
        lambda state: Lecture(not state.lecture),
        "View",
        "looks",
        checked=lambda state: state.lecture,
        help="Large text and thick lines, readable from the back of a room",
    ),
    Command(
        "Larger text",
        StepUiScale(1),
        "View",
        "size",
        ("Ctrl+=", "Ctrl+Shift+=", "Ctrl+Numpad plus"),
        enabled=lambda state: state.ui_scale < UI_SCALES[-1],
        help="Also enlarges buttons and lines",
    ),
    Command(
        "Smaller text",
        StepUiScale(-1),
        "View",
        "size",
        ("Ctrl+-", "Ctrl+Numpad minus"),
        enabled=lambda state: state.ui_scale > UI_SCALES[0],
        help="Also shrinks buttons and lines",
    ),
    Command("Reset text size", SetUiScale(1.0), "View", "size", ("Ctrl+0",), says=_usual_size),
)
