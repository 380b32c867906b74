"""The list of bodies: visibility, selection, the choice of the pair, and all commands for a body."""

from imgui_bundle import ImVec2, ImVec4, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.scenes.scene import Body, Pair
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.state.actions import (
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
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing.world import body_color
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

MOST_ROWS = 10  # visible rows; longer lists scroll
SEEN, UNSEEN = icons_fontawesome_6.ICON_FA_EYE, icons_fontawesome_6.ICON_FA_EYE_SLASH


def draw_body_list(state: State, ui: Ui) -> list[Action]:
    """Draws the list with its buttons."""
    actions = _buttons(state)
    rows = len(state.document.scene.bodies)
    height = (min(rows, MOST_ROWS) + 0.3) * imgui.get_text_line_height_with_spacing()
    if imgui.begin_child("bodies", ImVec2(0, height)):
        names = [body.name for body in state.document.scene.bodies]
        selected = names.index(state.document.selected) if state.document.selected in names else -1
        for number in visible_rows(rows, selected):
            actions += _row(state.document.scene.bodies[number], state, ui)
            if number == selected:
                keep_in_view(selected)
    imgui.end_child()
    return actions + _pair(state, ui) if rows > 2 else actions


def _buttons(state: State) -> list[Action]:
    """Draws the buttons for the list and for the selected body."""
    actions: list[Action] = []
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_PLUS} Add"):
        imgui.open_popup("kinds")
    if imgui.begin_popup("kinds"):
        for kind, entry in ENTRIES_OF[state.document.scene.dimension].items():
            if imgui.menu_item(f"{kind.title()}##add", "", False)[0]:
                actions.append(AddBody(kind))
            if imgui.is_item_hovered():
                imgui.set_tooltip(entry.tip)
        imgui.end_popup()
    selected = state.document.selected_body
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
    same_line_if_fits(button_width(icon))
    pressed = imgui.button(f"{icon}##{words.partition(':')[0]}")
    tool_tip(words)
    return [action] if pressed else []


def _row(body: Body, state: State, ui: Ui) -> list[Action]:
    actions = _eye(body, state, ui)
    imgui.same_line()
    color = ImVec4(*body_color(body, state.document.pair))
    imgui.color_button(f"##color {body.name}", color, COLOR_FLAGS, ImVec2(13 * ui.scale, 13 * ui.scale))
    imgui.same_line()
    if state.shell.renaming == body.name:
        return actions + _name_field(body)
    left = imgui.get_cursor_pos_x()
    right = left + imgui.get_content_region_avail().x
    clicked, _ = imgui.selectable(f"{body.name}##row", body.name == state.document.selected, ROW_FLAGS)
    if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        actions.append(BeginRename(body.name))
    elif clicked:
        actions.append(Select(body.name))
    actions += _menu(body, state)
    role = (
        f"{'AB'[state.document.pair.index(body.name)]} · "
        if body.name in state.document.pair and len(state.document.scene.bodies) > 2
        else ""
    )
    words = role + body.shape.kind
    imgui.same_line(right - imgui.calc_text_size(words).x)
    if imgui.get_cursor_pos_x() > left + imgui.calc_text_size(body.name).x:  # otherwise it would cover the name
        imgui.text_disabled(words)
    else:
        imgui.new_line()
    return actions


def _eye(body: Body, state: State, ui: Ui) -> list[Action]:
    hidden = body.name in state.document.hidden
    imgui.push_style_color(imgui.Col_.button, ImVec4(0, 0, 0, 0))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0)
    clicked = imgui.small_button(f"{UNSEEN if hidden else SEEN}##eye {body.name}")
    imgui.pop_style_var()
    imgui.pop_style_color()
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        words = hint(f"{'Show' if hidden else 'Hide'} {body.name}", "Hide")
        imgui.set_tooltip(f"{words}; hidden bodies still take part in every query")
    return [HideBody(body.name, not hidden)] if clicked else []


def _name_field(body: Body) -> list[Action]:
    """Edits the name in place; Escape or an unchanged name cancels."""
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
    """Draws the context menu of the body."""
    actions: list[Action] = []
    if not imgui.begin_popup_context_item(f"menu {body.name}"):
        return actions
    hidden = body.name in state.document.hidden
    for words, keys, action in (
        ("Set as A", "", ChoosePair(pair_with(state.document.pair, 0, body.name))),
        ("Set as B", "", ChoosePair(pair_with(state.document.pair, 1, body.name))),
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
    """Draws the choice of A and B among the bodies."""
    actions: list[Action] = []
    for role, name in enumerate(state.document.pair):
        letter = "AB"[role]
        imgui.set_next_item_width(-imgui.calc_text_size("B").x - 12 * ui.scale)
        if imgui.begin_combo(f"{letter}##pair", name):
            actions += _choices(state, role)
            imgui.end_combo()
    return actions


def _choices(state: State, role: int) -> list[Action]:
    actions: list[Action] = []
    bodies = state.document.scene.bodies
    for number in visible_rows(len(bodies)):
        name = bodies[number].name
        if imgui.selectable(f"{name}##is {'AB'[role]}", name == state.document.pair[role])[0]:
            actions.append(ChoosePair(pair_with(state.document.pair, role, name)))
    return actions


def pair_with(pair: Pair, role: int, name: str) -> Pair:
    """The pair with that body as A (0) or B (1); if it already has the other role, the two are swapped."""
    other = pair[1 - role] if pair[1 - role] != name else pair[role]
    return (name, other) if role == 0 else (other, name)


COLOR_FLAGS = imgui.ColorEditFlags_.no_tooltip | imgui.ColorEditFlags_.no_drag_drop | imgui.ColorEditFlags_.no_border
ROW_FLAGS = imgui.SelectableFlags_.allow_double_click | imgui.SelectableFlags_.allow_overlap
