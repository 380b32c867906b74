"""The list of engines that opens above the table of Compare: which are installed, *Install…* and *Remove*.

While one is being installed, its card takes the place of the list: what is fetched and how large that is, the progress,
and *Cancel*.
"""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.inspection.engines import ListedEngine, listed_engines
from gjkscope.app.state.model import Installing, InstallPhase, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import (
    CancelInstallation,
    Outcome,
    PlanInstallation,
    RemoveEngine,
    StartInstallation,
)
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import button_width
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import counted

ICON = icons_fontawesome_6.ICON_FA_DOWNLOAD
BUTTON = "Engines…"
BUTTON_HELP = "Install other engines into a folder of gjkscope's own, and remove them"
POPUP = "engines"
WIDTH = 400.0  # pixels at 100 % scale, as below
BUTTONS = 92.0  # the right column
BAR = 6.0
MOST_LINES = 6  # packages that a card lists
HEIGHT = 0.8  # of the window, at most; the list scrolls


def manager_width() -> float:
    """The width of the button, in pixels."""
    return button_width(f"{ICON} {BUTTON}")


def draw_engine_manager(state: State, ui: Ui) -> list[Outcome]:
    """Draws the button, and the list or the card if it is open."""
    if imgui.button(f"{ICON} {BUTTON}"):
        imgui.open_popup(POPUP)
    tool_tip(BUTTON_HELP)
    room = imgui.get_main_viewport().work_size
    imgui.set_next_window_size_constraints(ImVec2(WIDTH * ui.scale, 0), ImVec2(room.x, HEIGHT * room.y))
    if not imgui.begin_popup(POPUP):
        return []
    outcomes = _draw_list(state, ui) if state.installing is None else _draw_card(state.installing, ui)
    imgui.end_popup()
    return outcomes


def _draw_list(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for engine in listed_engines(state.document.scene.dimension):
        (imgui.text_unformatted if engine.is_installed else imgui.text_disabled)(engine.title)
        imgui.same_line((WIDTH - BUTTONS) * ui.scale)
        outcomes += _draw_button(engine)
    return outcomes


def _draw_button(engine: ListedEngine) -> list[Outcome]:
    """What can be done with an engine: ours can be removed, those of the environment stay as they are."""
    if engine.is_own:
        if imgui.small_button(f"Remove##{engine.name}"):
            return [RemoveEngine(engine.name)]
        tool_tip(f"Deletes the folder {engine.name} that gjkscope has installed")
    elif engine.is_installed:
        imgui.text_disabled("installed")
    elif engine.can_be_installed:
        if imgui.small_button(f"Install…##{engine.name}"):
            return [PlanInstallation(engine.name, engine.title)]
        tool_tip("Says first what is fetched, and how large it is")
    else:
        imgui.text_disabled("by the system")
        tool_tip(engine.how_to_install)
    return []


def _draw_card(installing: Installing, ui: Ui) -> list[Outcome]:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_unformatted(f"Install {installing.engine if installing.fetched else installing.title}")
    imgui.push_text_wrap_pos(WIDTH * ui.scale)
    if installing.phase is InstallPhase.FAILED:
        imgui.text_colored(theme.rgba(tones.BAD), f"{icons_fontawesome_6.ICON_FA_CIRCLE_XMARK} {installing.fault}")
    elif installing.phase is InstallPhase.PLANNING:
        imgui.text_disabled("Looking up what is fetched …")
    else:
        imgui.text_unformatted(f"Fetches, {installing.size} in total:")
        imgui.text_disabled("\n".join(_largest(installing.fetched)))
    if installing.phase is InstallPhase.RUNNING:
        _draw_progress(installing, ui)
    imgui.pop_text_wrap_pos()
    return _draw_card_buttons(installing)


def _largest(fetched: tuple[str, ...]) -> list[str]:
    """The lines that have room: the largest packages come first."""
    rest = len(fetched) - MOST_LINES
    return [*fetched[:MOST_LINES], *([f"and {counted(rest, 'smaller package')}"] if rest > 0 else [])]


def _draw_progress(installing: Installing, ui: Ui) -> None:
    fraction = -imgui.get_time() if installing.fraction is None else installing.fraction  # negative: it moves
    imgui.progress_bar(fraction, ImVec2(WIDTH * ui.scale, BAR * ui.scale), "")
    imgui.text_disabled(installing.words or "Starting …")


def _draw_card_buttons(installing: Installing) -> list[Outcome]:
    if installing.phase is InstallPhase.PLANNED:
        pressed = imgui.button("Install")
        imgui.same_line()
        if pressed:
            return [StartInstallation()]
    words = "Back" if installing.phase is InstallPhase.FAILED else "Cancel"
    return [CancelInstallation()] if imgui.button(f"{words}##installation") else []
