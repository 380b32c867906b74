"""Small widgets: tool tips, folded sections and playback buttons."""

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx
from imgui_bundle import icons_fontawesome_6 as icons

from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme

HEADER_PADDING = 0.5  # of the padding of other frames: Dear ImGui puts three beside the arrow


def tool_tip(text: str, when_disabled: bool = False) -> None:
    """Shows a tool tip for the last item while it is hovered; with `when_disabled`, also for a disabled item.

    Pressing the item hides it until the pointer has left, so that it does not cover what the press has changed.
    """
    disabled = int(imgui.HoveredFlags_.allow_when_disabled) if when_disabled else 0
    pressed = _was_pressed(disabled)
    if imgui.is_item_hovered(disabled | int(imgui.HoveredFlags_.delay_normal)) and not pressed:
        imgui.set_tooltip(text)


def _was_pressed(flags: int) -> bool:
    """Whether the last item has been pressed since the pointer entered it; the press itself may have disabled it."""
    store, key = imgui.get_state_storage(), imgui.get_id(f"pressed {imgui.get_item_id()}")
    pressed = imgui.is_item_hovered(flags) and (imgui.is_item_activated() or store.get_bool(key))
    store.set_bool(key, pressed)
    return bool(pressed)


def collapsing_section(title: str, name: str = "") -> bool:
    """Draws the header and returns whether it is open.  `name` is an ID that stays the same when the title changes."""
    window, padding = imgui.internal.get_current_window(), imgui.get_style().frame_padding
    overhang = int(window.window_padding.x / 2)  # by which Dear ImGui extends a header beyond the margins
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(HEADER_PADDING * padding.x, padding.y))
    # A framed label begins a padding further to the right than an unframed one, and needs another one behind it.
    room = imgui.get_content_region_avail().x - imgui.get_tree_node_to_label_spacing()
    room -= 2 * imgui.get_style().frame_padding.x
    shown = shorten_label(title, room)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + overhang)
    window.work_rect.max.x -= overhang
    with imgui_ctx.push_style_color(imgui.Col_.header, theme.rgba(tones.FIELD)):  # unlike that of a selected row
        unfolded = imgui.collapsing_header(f"{shown}###{name or title}")
    imgui.pop_style_var()
    window.work_rect.max.x += overhang
    if shown != title:
        tool_tip(title)
    return unfolded


def shorten_label(text: str, room: float) -> str:
    """Truncates `text` with "…" to fit in `room` pixels."""
    if imgui.calc_text_size(text).x <= room:
        return text
    starts = (text[:length].rstrip() + "…" for length in range(len(text) - 1, 0, -1))
    return next((start for start in starts if imgui.calc_text_size(start).x <= room), "…")


def text_lines(text: str, room: float) -> list[str]:
    """The text, broken into lines of at most `room` pixels with the current font."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and imgui.calc_text_size(longer).x > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def narrow_text(text: str, room: float, color: ImVec4, tip: str = "") -> None:
    """Draws the text in lines of at most `room` text heights, with a tool tip if there is one."""
    imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + room * imgui.get_font_size())
    imgui.text_colored(color, text)
    imgui.pop_text_wrap_pos()
    if tip and imgui.is_item_hovered():
        imgui.set_tooltip(tip)


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
    widest = max(imgui.calc_text_size(glyph).x for glyph in ICONS)
    pressed: bool = imgui.button(f"{icon}##{name}", ImVec2(widest + 2 * imgui.get_style().frame_padding.x, 0))
    tool_tip(help_text, when_disabled=True)
    return pressed


def play_icon(playing: bool) -> str:
    return icons.ICON_FA_PAUSE if playing else icons.ICON_FA_PLAY
