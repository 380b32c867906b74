"""The contents of the Capture panel: the progress of judging, and the ticks; the pairs are in the list of pairs."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.state.model import CapturePhase, CaptureRun, CaptureState, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.capture.live_line import draw_live, draw_start
from gjkscope.app.view.panels.capture.tick_plot import draw_ticks, tick_words
from gjkscope.app.view.panels.capture.tolerance import TOLERANCE_WIDTH, draw_tolerance
from gjkscope.app.view.panels.requests import BrowseCapture, CancelCapture, CloseCapture, Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import button_width
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.engine.text import counted

INTRODUCTION = (
    "Opens a .gjkcap file: the pairs that an engine was asked about while it ran, with its answers. Each answer is "
    "judged; the wrong ones are listed first, and the bodies of each tick are shown in the World view. Record one with "
    "the header that “gjkscope header” prints, or with gjkscope.Recorder in Python."
)
TICKS_HEIGHT = 96.0  # pixels at 100 % scale, as are the sizes below
BAR = 5.0
BETWEEN = 24.0  # the result and the tick, at least


def draw_capture(state: State, ui: Ui) -> list[Outcome]:
    run = state.capture.run
    if run is None:
        return _draw_introduction(state, ui) if state.live.link is None else draw_live(state, ui)
    outcomes = draw_live(state, ui) if state.live.link is not None else []
    if state.live.link is None or not state.live.link.peer:
        outcomes += _draw_status(run, state.capture, ui)
    imgui.begin_child("ticks", ImVec2(0, max(imgui.get_content_region_avail().y, TICKS_HEIGHT * ui.scale)))
    outcomes += draw_ticks(state, ui, 0.0)
    imgui.end_child()
    return outcomes


def _draw_introduction(state: State, ui: Ui) -> list[Outcome]:
    imgui.push_text_wrap_pos(0)
    imgui.text_disabled(INTRODUCTION)
    imgui.pop_text_wrap_pos()
    imgui.spacing()
    pressed = imgui.button(f"{icons_fontawesome_6.ICON_FA_FOLDER_OPEN} Open capture…")
    imgui.spacing()
    return [*([BrowseCapture()] if pressed else []), *draw_start(state, ui)]


def _draw_status(run: CaptureRun, capture: CaptureState, ui: Ui) -> list[Outcome]:
    """Draws the name of the capture, the result so far, the tick, and the button that cancels or closes."""
    icons = icons_fontawesome_6
    label = "Cancel" if run.is_running else "Close"
    style, words = imgui.get_style(), status_words(run)
    room = imgui.get_content_region_avail().x - button_width(label) - style.item_spacing.x
    room -= TOLERANCE_WIDTH * ui.scale + style.item_spacing.x
    icon = imgui.calc_text_size(f"{icons.ICON_FA_CHECK} ").x
    shown = shorten_label(words, room - icon)
    tick = tick_words(run.table, capture.tick_index) if run.table is not None and run.table.timeline.size else ""
    tick_width = imgui.calc_text_size(tick).x
    imgui.align_text_to_frame_padding()
    if run.fault:
        imgui.text_colored(theme.rgba(tones.BAD), f"{icons.ICON_FA_CIRCLE_XMARK} {shown}")
    elif run.phase is CapturePhase.DONE and not run.wrong and not run.suspects:
        imgui.text_colored(theme.rgba(tones.GOOD), f"{icons.ICON_FA_CHECK} {shown}")
    else:
        imgui.text_unformatted(shown)
    tool_tip(about_words(run))
    if imgui.calc_text_size(shown).x + icon + tick_width + BETWEEN * ui.scale < room:
        imgui.same_line(room - tick_width)
        imgui.text_disabled(tick)
    imgui.same_line(room + style.item_spacing.x)
    outcomes = draw_tolerance(run, ui)
    imgui.same_line()
    pressed = imgui.button(f"{label}##capture")
    tool_tip(
        "Stops judging; the answers judged so far are kept" if run.is_running else "Closes the capture; the scene stays"
    )
    if run.is_running:
        imgui.progress_bar(run.progress if run.total else 0.0, ImVec2(-1, BAR * ui.scale), "")
    outcome: Outcome = CancelCapture() if run.is_running else CloseCapture()
    return [*outcomes, outcome] if pressed else outcomes


def status_words(run: CaptureRun) -> str:
    """ "bad.gjkcap: 45 % judged, 90,000/s, 3 wrong", or the result."""
    if run.fault:
        return f"{run.name}: {run.fault}"
    words = [f"{run.wrong:,} wrong"] if run.wrong else []
    if run.suspects:
        words.append(f"{counted(run.suspects, 'suspect')}")
    if run.compiling:
        return f"{run.name}: {run.compiling}, once on this machine…"
    if run.is_running and run.total and run.done >= run.total and run.suspects:
        return f"{run.name}: {', '.join(words)}, certifying…"
    if run.is_running:
        share = f"{100 * run.progress:.0f} %" if run.total else f"{run.done:,} pairs"
        rate = [f"{run.rate:,.0f} pairs/s"] if run.rate else []
        return f"{run.name}: {', '.join([f'{share} judged', *rate, *words])}"
    total = run.total if run.total is not None else run.done
    if run.phase is CapturePhase.CANCELLED and run.done < total:
        words.insert(0, f"{run.done:,} of {total:,} pairs judged")
    elif not total:
        words.insert(0, "no pairs")
    elif sum(pairs for pairs, _ in run.skipped) == total:
        words.insert(0, f"nothing judged of {counted(total, 'pair')}")
    else:
        words = [" and ".join(words) if words else "nothing wrong"]
        words[0] += f" of {counted(total, 'pair')}"
    if run.remarks:
        words.append("incomplete file")
    return f"{run.name}: {', '.join(words)}"


def about_words(run: CaptureRun) -> str:
    """The tool tip of the capture."""
    lines = [run.path or run.name, f"Engine: {run.by}"]
    if run.suspects and not run.is_running:
        lines.append(
            "Suspects may be wrong: they have not been compared with certified answers. Click one to compare it."
        )
    lines += [f"{pairs:,} pairs cannot be judged: {reason}" for pairs, reason in run.skipped]
    return "\n".join([*lines, *run.remarks])
