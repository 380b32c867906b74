"""The bodies of the scene: what can be seen, what is selected, which two are the pair, and all that is done to one."""

from imgui_bundle import ImVec2, ImVec4, icons_fontawesome_6, imgui, imgui_ctx

from app.actions import (
    Action,
    AddBody,
    BeginRename,
    ChoosePair,
    DeleteBody,
    DuplicateBody,
    FrameBody,
    HideBody,
    RandomPose,
    RenameBody,
    Select,
    SwapPair,
)
from app.drawing.world import body_color
from app.scene import Body, Pair
from app.state import State, View
from engine.shapes import SHAPE_TYPES

from .commands import hint
from .commands.bodies import KINDS
from .follow import keep_in_view, rows_in_sight
from .sideways import beside, button_width
from .tips import tool_tip
from .ui import Ui

MOST_ROWS = 10  # of more bodies the list is scrolled
SEEN, UNSEEN = icons_fontawesome_6.ICON_FA_EYE, icons_fontawesome_6.ICON_FA_EYE_SLASH


def draw_body_list(state: State, ui: Ui) -> list[Action]:
    actions = _buttons(state)
    rows = len(state.scene.bodies)
    height = (min(rows, MOST_ROWS) + 0.3) * imgui.get_text_line_height_with_spacing()
    if imgui.begin_child("bodies", ImVec2(0, height)):
        names = [body.name for body in state.scene.bodies]
        selected = names.index(state.selected) if state.selected in names else -1
        for number in rows_in_sight(rows, selected):
            actions += _row(state.scene.bodies[number], state, ui)
            if number == selected:
                keep_in_view(selected)
    imgui.end_child()
    return actions + _pair(state, ui) if rows > 2 else actions


def _buttons(state: State) -> list[Action]:
    """What is done to the list, and to the selected body."""
    actions: list[Action] = []
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PLUS} Add"):
        imgui.open_popup("kinds")
    if imgui.begin_popup("kinds"):
        for kind in SHAPE_TYPES:
            if imgui.menu_item(f"{kind.title()}##add", "", False)[0]:
                actions.append(AddBody(kind))
            if imgui.is_item_hovered():
                imgui.set_tooltip(KINDS[kind])
        imgui.end_popup()
    selected = state.selected_body
    imgui.begin_disabled(selected is None)
    name = selected.name if selected else ""
    for icon, words, action in (
        (icons_fontawesome_6.ICON_FA_CLONE, hint("Duplicate", "Duplicate"), DuplicateBody(name)),
        (icons_fontawesome_6.ICON_FA_TRASH, hint("Delete", "Delete"), DeleteBody(name)),
    ):
        actions += _button(icon, f"{words}: {name}", action)
    imgui.end_disabled()
    return actions + _button(icons_fontawesome_6.ICON_FA_RIGHT_LEFT, hint("Swap A and B", "Swap A and B"), SwapPair())


def _button(icon: str, words: str, action: Action) -> list[Action]:
    beside(button_width(icon))
    pressed = imgui.button(f"{icon}##{words.partition(':')[0]}")
    tool_tip(words)
    return [action] if pressed else []


def _row(body: Body, state: State, ui: Ui) -> list[Action]:
    actions = _eye(body, state, ui)
    imgui.same_line()
    color = ImVec4(*body_color(body, state.pair))
    imgui.color_button(f"##color {body.name}", color, COLOR_FLAGS, ImVec2(13 * ui.scale, 13 * ui.scale))
    imgui.same_line()
    if state.renaming == body.name:
        return actions + _name_field(body)
    left = imgui.get_cursor_pos_x()
    right = left + imgui.get_content_region_avail().x
    clicked, _ = imgui.selectable(f"{body.name}##row", body.name == state.selected, ROW_FLAGS)
    if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        actions.append(BeginRename(body.name))
    elif clicked:
        actions.append(Select(body.name))
    actions += _menu(body, state)
    role = f"{'AB'[state.pair.index(body.name)]} · " if body.name in state.pair and len(state.scene.bodies) > 2 else ""
    words = role + type(body.shape).__name__.lower()
    imgui.same_line(right - imgui.calc_text_size(words).x)
    if imgui.get_cursor_pos_x() > left + imgui.calc_text_size(body.name).x:  # else it would lie over the name
        imgui.text_disabled(words)
    else:
        imgui.new_line()
    return actions


def _eye(body: Body, state: State, ui: Ui) -> list[Action]:
    hidden = body.name in state.hidden
    imgui.push_style_color(imgui.Col_.button, ImVec4(0, 0, 0, 0))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0)
    clicked = imgui.small_button(f"{UNSEEN if hidden else SEEN}##eye {body.name}")
    imgui.pop_style_var()
    imgui.pop_style_color()
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        words = hint(f"{'show' if hidden else 'hide'} {body.name}", "Hide")
        imgui.set_tooltip(f"{words}; hidden, it still counts in every answer")
    return [HideBody(body.name, not hidden)] if clicked else []


def _name_field(body: Body) -> list[Action]:
    """The name is being typed; Escape, or the same name, leaves it as it was."""
    opened = imgui.get_state_storage()
    key = imgui.get_id(f"renaming {body.name}")
    if not opened.get_bool(key):
        imgui.set_keyboard_focus_here()
        opened.set_bool(key, True)
    imgui.set_next_item_width(-1)
    with imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(imgui.get_style().frame_padding.x, 0)):
        _, typed = imgui.input_text(f"##name {body.name}", body.name, imgui.InputTextFlags_.auto_select_all)
    if not imgui.is_item_deactivated():
        return []
    opened.set_bool(key, False)
    return [RenameBody(body.name, typed)]


def _menu(body: Body, state: State) -> list[Action]:
    """What can be done to the body, at a press of the right button."""
    actions: list[Action] = []
    if not imgui.begin_popup_context_item(f"menu {body.name}"):
        return actions
    hidden = body.name in state.hidden
    for words, keys, action in (
        ("Is A", "", ChoosePair(pair_with(state.pair, 0, body.name))),
        ("Is B", "", ChoosePair(pair_with(state.pair, 1, body.name))),
        ("Frame", "Shift+F", FrameBody(View.WORLD, body.name)),
        ("Rename", "F2", BeginRename(body.name)),
        ("Randomise pose", "Ctrl+R", RandomPose(body.name)),
        ("Duplicate", "Ctrl+D", DuplicateBody(body.name)),
        ("Show" if hidden else "Hide", "H", HideBody(body.name, not hidden)),
        ("Delete", "Delete", DeleteBody(body.name)),
    ):
        if imgui.menu_item(f"{words}##body", keys, False)[0]:
            actions += [Select(body.name), action]
    imgui.end_popup()
    return actions


def _pair(state: State, ui: Ui) -> list[Action]:
    """Which two of many bodies are looked at, in which order."""
    actions: list[Action] = []
    for role, name in enumerate(state.pair):
        letter = "AB"[role]
        imgui.set_next_item_width(-imgui.calc_text_size("is B").x - 12 * ui.scale)
        if imgui.begin_combo(f"is {letter}##pair", name):
            actions += _choices(state, role)
            imgui.end_combo()
    return actions


def _choices(state: State, role: int) -> list[Action]:
    actions: list[Action] = []
    bodies = state.scene.bodies
    for number in rows_in_sight(len(bodies)):
        name = bodies[number].name
        if imgui.selectable(f"{name}##is {'AB'[role]}", name == state.pair[role])[0]:
            actions.append(ChoosePair(pair_with(state.pair, role, name)))
    return actions


def pair_with(pair: Pair, role: int, name: str) -> Pair:
    """The pair with that body as A (0) or B (1); where it is the other one already, the two change places."""
    other = pair[1 - role] if pair[1 - role] != name else pair[role]
    return (name, other) if role == 0 else (other, name)


COLOR_FLAGS = imgui.ColorEditFlags_.no_tooltip | imgui.ColorEditFlags_.no_drag_drop | imgui.ColorEditFlags_.no_border
ROW_FLAGS = imgui.SelectableFlags_.allow_double_click | imgui.SelectableFlags_.allow_overlap
