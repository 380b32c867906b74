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
    FilterBodies,
    FrameBody,
    HideBody,
    RandomPose,
    RenameBody,
    Select,
    SwapPair,
)
from gjkscope.app.state.inspection.body_filter import HINT, filtered_bodies
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing.palette import BLACK, A, B, faded
from gjkscope.app.view.drawing.world import body_color
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

FILTER_HELP = f"Shows only bodies with that {HINT}"
MOST_ROWS = 10  # visible rows; longer lists scroll
ROLE_COLORS = (A, B)
OFFERED = 0.55  # opacity of the letter of a role that the body does not have
SEEN, UNSEEN = icons_fontawesome_6.ICON_FA_EYE, icons_fontawesome_6.ICON_FA_EYE_SLASH


def draw_body_list(state: State, ui: Ui) -> list[Action]:
    """Draws the list with its buttons, and a filter if there are many bodies."""
    actions = _buttons(state)
    if len(state.document.scene.bodies) > MOST_ROWS:
        actions += _filter_field(state)
    bodies = filtered_bodies(state.document, state.shell.body_filter)
    if not bodies:
        imgui.text_disabled("No matches")
        return actions
    height = (min(len(bodies), MOST_ROWS) + 0.3) * imgui.get_text_line_height_with_spacing()
    if imgui.begin_child("bodies", ImVec2(0, height)):
        selected = next((i for i, body in enumerate(bodies) if body.name == state.document.selected), -1)
        for number in visible_rows(len(bodies), selected):
            actions += _row(bodies[number], state, ui)
            if number == selected:
                keep_in_view(selected)
    imgui.end_child()
    return actions


def _filter_field(state: State) -> list[Action]:
    imgui.set_next_item_width(-1)
    changed, text = imgui.input_text_with_hint("##filter bodies", "Filter", state.shell.body_filter)
    tool_tip(FILTER_HELP)
    return [FilterBodies(text)] if changed else []


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
    chips = 2 * (_chip_size(ui) + imgui.get_style().item_inner_spacing.x)
    words = body.shape.kind
    imgui.same_line(right - chips - imgui.calc_text_size(words).x)
    if imgui.get_cursor_pos_x() > left + imgui.calc_text_size(body.name).x:  # otherwise it would cover the name
        imgui.text_disabled(words)
    imgui.same_line(right - chips)
    return actions + _chips(body, state, ui)


def _chips(body: Body, state: State, ui: Ui) -> list[Action]:
    """Draws the roles A and B at the end of a row: filled if the body has that role; a press gives it the role."""
    actions: list[Action] = []
    size = ImVec2(_chip_size(ui), imgui.get_text_line_height())
    for role, letter in enumerate("AB"):
        imgui.same_line(0, imgui.get_style().item_inner_spacing.x)
        has_role = state.document.pair[role] == body.name
        fill = ImVec4(*faded(ROLE_COLORS[role], 1.0 if has_role else 0.0))
        ink = ImVec4(*(BLACK if has_role else faded(ROLE_COLORS[role], OFFERED)))
        with (
            imgui_ctx.push_style_color(imgui.Col_.button, fill),
            imgui_ctx.push_style_color(imgui.Col_.text, ink),
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(0, 0)),
        ):
            pressed = imgui.button(f"{letter}##role of {body.name}", size)
        tool_tip(f"{body.name} is {letter}" if has_role else f"Make {body.name} {letter}")
        if pressed and not has_role:
            actions.append(ChoosePair(pair_with(state.document.pair, role, body.name)))
    return actions


def _chip_size(ui: Ui) -> float:
    return 16 * ui.scale


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
    if not imgui.begin_popup_context_item(f"menu {body.name}"):
        return []
    actions = draw_body_commands(body, state)
    imgui.end_popup()
    return actions


def draw_body_commands(body: Body, state: State) -> list[Action]:
    """Draws the entries of a menu about the body."""
    actions: list[Action] = []
    hidden = body.name in state.document.hidden
    for words, keys, action in (
        ("Make this A", "", ChoosePair(pair_with(state.document.pair, 0, body.name))),
        ("Make this B", "", ChoosePair(pair_with(state.document.pair, 1, body.name))),
        ("Frame", "Shift+F", FrameBody(View.WORLD, body.name)),
        ("Rename", "F2", BeginRename(body.name)),
        ("Randomise pose", "Ctrl+R", RandomPose(body.name)),
        ("Duplicate", "Ctrl+D", DuplicateBody(body.name)),
        ("Show" if hidden else "Hide", "H", HideBody(body.name, not hidden)),
        ("Delete", "Delete", DeleteBody(body.name)),
    ):
        if imgui.menu_item(f"{words}##body", keys, False)[0]:
            actions += [Select(body.name), action]
    return actions


def pair_with(pair: Pair, role: int, name: str) -> Pair:
    """The pair with that body as A (0) or B (1); if it already has the other role, the two are swapped."""
    other = pair[1 - role] if pair[1 - role] != name else pair[role]
    return (name, other) if role == 0 else (other, name)


COLOR_FLAGS = imgui.ColorEditFlags_.no_tooltip | imgui.ColorEditFlags_.no_drag_drop | imgui.ColorEditFlags_.no_border
ROW_FLAGS = imgui.SelectableFlags_.allow_double_click | imgui.SelectableFlags_.allow_overlap
