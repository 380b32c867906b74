"""Playback buttons.  All have the same width, so that the layout does not shift between Play and Pause."""

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from gjkscope.app.panels.toolkit.tips import tool_tip

ICONS = (
    icons.ICON_FA_BACKWARD_FAST,
    icons.ICON_FA_BACKWARD_STEP,
    icons.ICON_FA_PLAY,
    icons.ICON_FA_PAUSE,
    icons.ICON_FA_FORWARD_STEP,
    icons.ICON_FA_FORWARD_FAST,
)


def player_button(icon: str, name: str, help_text: str) -> bool:
    """Draws a button and returns whether it was pressed.  `name` is its ID in the panel, whatever icon it shows."""
    widest = max(imgui.calc_text_size(one).x for one in ICONS)
    pressed: bool = imgui.button(f"{icon}##{name}", ImVec2(widest + 2 * imgui.get_style().frame_padding.x, 0))
    tool_tip(help_text, when_disabled=True)
    return pressed


def play_icon(playing: bool) -> str:
    return icons.ICON_FA_PAUSE if playing else icons.ICON_FA_PLAY
