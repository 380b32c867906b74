"""The buttons of a player: all are of one width, so that nothing moves when what plays is halted."""

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
    """Whether it was pressed; `name` tells it from other buttons of its panel, whatever icon it has."""
    widest = max(imgui.calc_text_size(one).x for one in ICONS)
    pressed: bool = imgui.button(f"{icon}##{name}", ImVec2(widest + 2 * imgui.get_style().frame_padding.x, 0))
    tool_tip(help_text, when_disabled=True)
    return pressed


def play_icon(playing: bool) -> str:
    return icons.ICON_FA_PAUSE if playing else icons.ICON_FA_PLAY
