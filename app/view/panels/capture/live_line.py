"""The live part of the Capture panel: the port, what arrives, and whether the window follows it."""

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import BreakOnWrong, FollowLive, SetLivePort, ShowTickBodies
from gjkscope.app.state.model import CaptureRun, LiveLink, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.capture.tolerance import draw_tolerance
from gjkscope.app.view.panels.requests import Outcome, StartListening, StopListening
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import button_width, checkbox_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip

PORT_WIDTH = 74.0  # pixels at 100 % scale
BREAK = "Break"
BREAK_HELP = "Stops following at the first wrong answer, and opens its pair; the engine keeps running"
PAUSED = "Paused: a new connection waits"
PREPARING = "preparing to judge"
PREPARING_HELP = "The code that judges is compiled once on this machine; until then, pairs are received, not judged"
BEHIND_HELP = "Pairs that arrived faster than they are judged, or before judging was ready; the oldest are left out"
CALLS = 'gjkscope_connect("127.0.0.1", {port});  /* once */\ngjkscope_stream();  /* after each tick */'
PYTHON_CALL = "recorder = gjkscope.Recorder.connect({port})"


def draw_start(state: State, ui: Ui) -> list[Outcome]:
    """Draws the button that begins to listen, and the port."""
    pressed = imgui.button(f"{icons_fontawesome_6.ICON_FA_TOWER_BROADCAST} Connect…")
    tool_tip("Listens for an engine that streams its pairs while it runs, on this machine only")
    same_line_if_fits(PORT_WIDTH * ui.scale + imgui.calc_text_size("Port").x)
    imgui.set_next_item_width(PORT_WIDTH * ui.scale)
    changed, port = imgui.input_int("Port", state.live.port, 0)
    outcomes: list[Outcome] = [SetLivePort(port)] if changed else []
    same_line_if_fits(checkbox_width(BREAK))
    return [*outcomes, *_draw_break(state), *([StartListening()] if pressed else [])]


def draw_live(state: State, ui: Ui) -> list[Outcome]:
    """Draws the state of the connection and its controls.  The window must be listening."""
    link = state.live.link
    assert link is not None
    icons, style = icons_fontawesome_6, imgui.get_style()
    color = tones.GOOD if link.peer else tones.TEXT_DIM
    imgui.align_text_to_frame_padding()
    imgui.text_colored(theme.rgba(color), icons.ICON_FA_TOWER_BROADCAST)
    imgui.same_line(0, style.item_inner_spacing.x)
    label = "Disconnect" if link.peer else "Stop"
    room = imgui.get_content_region_avail().x - button_width(label) - style.item_spacing.x
    imgui.text_unformatted(shorten_label(link_words(link), room))
    tool_tip(link_details(link))
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - button_width(label))
    outcomes: list[Outcome] = [StopListening()] if imgui.button(f"{label}##live") else []
    tool_tip("Closes the connection and stops listening; pairs received so far are kept")
    if link.peer:
        outcomes += _draw_counts(state, link, ui)
    elif not state.live.following:
        outcomes += _draw_resume()
    elif state.capture.run is None:
        _draw_calls(state, ui)
    return outcomes


def _draw_resume() -> list[Outcome]:
    """The control that accepts the next connection, which waits while paused, so that the capture shown is kept."""
    pressed = imgui.button(f"{icons_fontawesome_6.ICON_FA_PLAY} Follow##follow")
    tool_tip("Shows the next connection in place of this capture")
    same_line_if_fits(imgui.calc_text_size(PAUSED).x)
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(PAUSED)
    return [FollowLive(True)] if pressed else []


def link_words(link: LiveLink) -> str:
    """The connected program, on one line."""
    if not link.peer:
        return f"Listening on {link.address}" + (f" · {link.remark}" if link.remark else "")
    return f"{link.by or 'Engine'} at {link.peer}: {link.rate:,.0f} pairs/s"


def link_details(link: LiveLink) -> str:
    """The tool tip of the connection."""
    lines = [f"Listening on {link.address}"]
    if link.peer:
        lines.append(f"{link.pairs:,} pairs from {link.peer}")
    if link.latency is not None:
        lines.append(f"{1000 * link.latency:,.0f} ms from sending a pair to showing it")
    if link.lost or link.dropped:
        lines.append(f"Dropped by the engine: {link.lost:,}; dropped here: {link.dropped:,}")
    return "\n".join(lines)


def dropped_words(link: LiveLink) -> str:
    """ "1,200 dropped", or "none dropped"."""
    return f"{link.lost + link.dropped:,} dropped" if link.lost + link.dropped else "none dropped"


def _draw_counts(state: State, link: LiveLink, ui: Ui) -> list[Outcome]:
    icons, live = icons_fontawesome_6, state.live
    outcomes: list[Outcome] = []
    label = f"{icons.ICON_FA_PAUSE} Pause" if live.following else f"{icons.ICON_FA_PLAY} Follow"
    if imgui.button(f"{label}##follow"):
        outcomes += [FollowLive(not live.following)]
        if not live.following and live.traced is None:
            outcomes += [ShowTickBodies(True)]
    tool_tip(
        "Stays at this tick; pairs are received and judged all the same" if live.following else "Shows the newest tick"
    )
    imgui.same_line()
    outcomes += _draw_break(state)
    run = state.capture.run
    if run is not None:
        imgui.same_line()
        outcomes += draw_tolerance(run, ui)
    wrong = 0 if run is None else run.wrong
    imgui.same_line()
    imgui.align_text_to_frame_padding()
    imgui.text_colored(theme.rgba(tones.BAD if wrong else tones.TEXT), f"{wrong:,} wrong")
    words = dropped_words(link)
    same_line_if_fits(imgui.calc_text_size(words).x)
    imgui.text_colored(theme.rgba(tones.WARNING if link.lost + link.dropped else tones.TEXT_DIM), words)
    tool_tip(link_details(link))
    waiting = _waiting(run, link)
    if run is not None and waiting > link.rate:  # judging is more than a second behind
        is_first = run.done == 0
        words = (run.compiling or PREPARING) if is_first else f"{waiting:,} not judged"
        same_line_if_fits(imgui.calc_text_size(words).x)
        imgui.text_colored(theme.rgba(tones.WARNING), words)
        tool_tip(PREPARING_HELP if is_first else BEHIND_HELP)
    if live.traced is not None and live.following:
        words = f"tracing {live.traced[0]}, {live.traced[1]}"
        same_line_if_fits(imgui.calc_text_size(words).x)
        imgui.text_disabled(words)
        tool_tip("The pair of this scene, at the newest tick")
    return outcomes


def _waiting(run: CaptureRun | None, link: LiveLink) -> int:
    """The number of pairs that arrived and are not judged yet."""
    return 0 if run is None else max(link.pairs - run.done - sum(pairs for pairs, _ in run.skipped), 0)


def _draw_break(state: State) -> list[Outcome]:
    changed, on = imgui.checkbox(BREAK, state.live.stops)
    tool_tip(BREAK_HELP)
    return [BreakOnWrong(on)] if changed else []


def _draw_calls(state: State, ui: Ui) -> None:
    """Draws the calls that the engine has to make."""
    link = state.live.link
    if link is not None and link.remark:
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(tones.WARNING), link.remark)
        imgui.pop_text_wrap_pos()
    imgui.text_disabled("Call this in the engine (gjkscope header), in either order:")
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_unformatted(CALLS.format(port=state.live.port))
    imgui.text_disabled("or in Python:")
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text_unformatted(PYTHON_CALL.format(port=state.live.port))
