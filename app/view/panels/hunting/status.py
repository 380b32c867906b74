"""The progress of a hunt, and its result."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.state.model import HuntPhase, HuntRun
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.text import counted

BAR = 5.0  # height, pixels at 100 % scale
INTRODUCTION = (
    "Draws random pairs of 3D shapes, ordinary ones first, and asks a solver about them. Each wrong answer is proved "
    "to be wrong, or contradicts another answer of the solver. The pairs appear above with pictures."
)


def draw_hunt_status(run: HuntRun | None, ui: Ui) -> None:
    """Draws how far the hunt is, or what it has found; without one, what a hunt does."""
    if run is None:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(INTRODUCTION)
        imgui.pop_text_wrap_pos()
    else:
        _draw_status(run, ui)


def _draw_status(run: HuntRun, ui: Ui) -> None:
    if run.phase is HuntPhase.FAILED:
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(tones.BAD), f"{icons_fontawesome_6.ICON_FA_CIRCLE_XMARK} {run.fault}")
        imgui.pop_text_wrap_pos()
        return
    if run.is_running:
        imgui.progress_bar(run.progress, ImVec2(-1, BAR * ui.scale), "")
    imgui.push_text_wrap_pos(0)
    words = progress_words(run)
    if not run.is_running and run.failures == 0 and run.pairs > run.skipped:
        imgui.text_colored(theme.rgba(tones.GOOD), f"{icons_fontawesome_6.ICON_FA_CHECK} {words}")
    else:
        imgui.text_unformatted(words)
    imgui.pop_text_wrap_pos()


def progress_words(run: HuntRun) -> str:
    """ "4,500 pairs, 1,200/s, 31 wrong answers, 12 s left"."""
    if run.phase is HuntPhase.STARTING:
        if run.compiling:
            return f"{run.compiling.capitalize()}, once on this machine…"
        return f"Asking {run.solver} about the first pairs…" if run.solver else "Starting the solver…"
    wrong = f"{run.failures:,} wrong {'answer' if run.failures == 1 else 'answers'}"
    if run.phase is HuntPhase.MINIMISING:
        return f"Simplifying: {run.minimised} of {len(run.found)} examples, {wrong}"
    if run.is_running:
        words = [f"{run.pairs:,} pairs", f"{run.rate:,.0f}/s", wrong]
        if run.phase is HuntPhase.STOPPING:
            words.append("stopping…")
        elif run.seconds_left is not None:
            words.append(f"{run.seconds_left:,.0f} s left")
        return ", ".join(words)
    words = [f"{wrong if run.failures else 'nothing wrong'} in {counted(run.pairs, 'pair')}"]
    if run.skipped:
        words.append(f"{run.skipped:,} of them not supported")
    words.append(f"{run.rate:,.0f}/s")
    if run.phase is HuntPhase.STOPPED:
        words.append("stopped")
    return f"{run.solver}: {', '.join(words)}"
