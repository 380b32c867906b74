"""The timeline: the algorithm, the position in its run, and the playback buttons."""

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.ask.runs.choices import CHOICES, Group, by_engine, choice_of, group_of, is_offered, names_in
from gjkscope.app.state.actions import Action, ChooseAlgorithm, ToggleLoop
from gjkscope.app.state.inspection.breakpoint_hits import hit_steps
from gjkscope.app.state.inspection.transport import Unit, transport_unit
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.commands.offered import groups_in
from gjkscope.app.view.panels.timeline.beat_strip import draw_beat_strip, draw_beat_switch
from gjkscope.app.view.panels.timeline.options_row import draw_options
from gjkscope.app.view.panels.timeline.player import draw_buttons, draw_rate, position_words
from gjkscope.app.view.panels.timeline.tick_track import draw_tick_track
from gjkscope.app.view.panels.timeline.track import draw_track, run_track_height
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui

# Pixels at 100 %: the playback buttons together with what is beside them, and the latter alone.
PLAYER_WIDTH, BESIDE_WIDTH = 560.0, 270.0
STEPS_ONLY = 140.0  # of these: the loop and the beats
MOST_COMBO = 0.45  # of the width, so that with large text the options fit beside the algorithm
SECTION_GAP = 28.0  # before the playback buttons
BUTTONS_WIDTH, LEAST_TRACK = 180.0, 240.0  # of the playback buttons alone; of a track beside other widgets
STEP_WIDTH, STRIP_WIDTH = 90.0, 150.0  # of the step's number; of its beats


def draw_timeline(state: State, ui: Ui) -> list[Action]:
    """Draws the choice of the algorithm and its options, the playback controls, and the track."""
    actions = _algorithm(state, ui)
    actions += draw_options(state, ui)
    unit = transport_unit(state)
    width = PLAYER_WIDTH if unit is Unit.STEP else PLAYER_WIDTH - STEPS_ONLY
    is_wide = same_line_if_fits(width * ui.scale, SECTION_GAP * ui.scale)  # options are not about playback
    if unit is Unit.STEP and not is_wide:
        return actions + _draw_narrow(state, ui)
    actions += draw_buttons(state)
    same_line_if_fits(BESIDE_WIDTH * ui.scale)
    actions += draw_rate(state, ui)
    imgui.same_line()
    if unit is Unit.STEP:
        actions += _draw_loop_and_beats(state, ui)
        same_line_if_fits((STEP_WIDTH + STRIP_WIDTH * _has_beats(state)) * ui.scale)
    actions += _draw_position(state, ui)
    if unit is Unit.TICK:
        return actions + draw_tick_track(state, run_track_height(state) * ui.scale, ui)
    return actions + draw_track(state, hit_steps(state), ui)


def _draw_narrow(state: State, ui: Ui) -> list[Action]:
    """Draws what does not fit on one line: the buttons beside the algorithm, the rest beside the track."""
    same_line_if_fits(BUTTONS_WIDTH * ui.scale)
    actions = draw_buttons(state)
    same_line_if_fits((STEP_WIDTH + STRIP_WIDTH * _has_beats(state)) * ui.scale)
    actions += _draw_position(state, ui)
    actions += draw_rate(state, ui)
    imgui.same_line()
    actions += _draw_loop_and_beats(state, ui)
    same_line_if_fits(LEAST_TRACK * ui.scale)
    return actions + draw_track(state, hit_steps(state), ui)


def _draw_loop_and_beats(state: State, ui: Ui) -> list[Action]:
    actions = _loop(state)
    imgui.same_line()
    return actions + draw_beat_switch(state, ui)


def _draw_position(state: State, ui: Ui) -> list[Action]:
    """Draws which step or tick is shown, and the beats of a step while they are shown."""
    imgui.align_text_to_frame_padding()
    if words := position_words(state):
        imgui.text(words)
        return draw_beat_strip(state, ui) if _has_beats(state) else []
    imgui.text_disabled(f"no {transport_unit(state)}s")
    return []


def _has_beats(state: State) -> bool:
    return transport_unit(state) is Unit.STEP and (state.run.beats.on or state.run.beat is not None)


def _algorithm(state: State, ui: Ui) -> list[Action]:
    imgui.set_next_item_width(min(_combo_width(), MOST_COMBO * imgui.get_content_region_avail().x))
    chosen: list[Action] = []
    # Full height, so that every algorithm is visible without scrolling.
    dimension = state.document.scene.dimension
    title = choice_of(state.run.algorithm, dimension).title
    if imgui.begin_combo("##algorithm", title, imgui.ComboFlags_.height_largest):
        chosen += _algorithms(state)
        imgui.end_combo()
    return chosen


def _algorithms(state: State) -> list[Action]:
    """The algorithms of the workspace by question, and those of engines in a submenu."""
    dimension, chosen = state.document.scene.dimension, list[Action]()
    groups = groups_in(state.workspace)
    here = group_of(state.run.algorithm)
    if here not in groups and is_offered(state.run.algorithm, dimension):
        imgui.separator_text(here)
        chosen += _choices([state.run.algorithm], state)
    for group in groups:
        names = names_in(group, dimension)
        if names and group is not Group.ENGINE:
            imgui.separator_text(group)
            chosen += _choices(names, state)
    if (Group.ENGINE in groups) and (names := names_in(Group.ENGINE, dimension)):
        imgui.separator()
        if imgui.begin_menu(str(Group.ENGINE).partition(":")[0]):
            chosen += _of_engines(names, state)
            imgui.end_menu()
    return chosen


def _of_engines(names: Sequence[str], state: State) -> list[Action]:
    """The algorithms of engines; those of one engine, or its versions, share a submenu."""
    chosen: list[Action] = []
    for engine, parts in by_engine(names).items():
        if len(parts) == 1:
            chosen += _choices(parts, state)
        elif imgui.begin_menu(f"{engine}##engine"):
            chosen += _choices(parts, state)
            imgui.end_menu()
    return chosen


def _choices(names: Sequence[str], state: State) -> list[Action]:
    dimension = state.document.scene.dimension
    return [
        ChooseAlgorithm(name)
        for name in names
        if imgui.selectable(choice_of(name, dimension).title, name == state.run.algorithm)[0]
    ]


def _combo_width() -> float:
    """The width of the list, for the longest title and the arrow."""
    titles = max(imgui.calc_text_size(algorithm.title).x for algorithm in CHOICES.values())
    return titles + imgui.get_frame_height() + 2 * imgui.get_style().frame_padding.x


def _loop(state: State) -> list[Action]:
    """Draws the loop toggle."""
    loop = state.run.playback.loop
    imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND if loop else tones.RAISED))
    pressed = imgui.button(f"{icons_fontawesome_6.ICON_FA_REPEAT}##loop")
    imgui.pop_style_color()
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(f"{hint('Loop', 'Loop')}: {'on' if loop else 'off'}")
    return [ToggleLoop()] if pressed else []
