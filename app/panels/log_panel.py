"""The log: a line for every step of the run, with what it did as an icon; all of it can be copied as text."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from app.actions import Action, GoToStep
from app.choices import AnyRun
from app.progress import events, main_event
from app.state import State
from app.stops import stops
from app.traces import current_step, inspect, names_in_steps
from engine.explain import explain, headline

from .event_icons import BREAKPOINT, ICONS, draw_icon
from .follow import keep_in_view, rows_in_sight
from .ui import Ui


def draw_log_panel(state: State, ui: Ui) -> list[Action]:
    trace = inspect(state).trace
    if trace is None:
        imgui.text_wrapped(f"No steps: {inspect(state).refusal}.")
        return []
    for words, whole in ((f"{icons_fontawesome_6.ICON_FA_COPY} Copy log", False), ("with all sentences", True)):
        if imgui.small_button(words):
            imgui.set_clipboard_text(log_text(trace, names_in_steps(state), whole))
        imgui.same_line()
    imgui.new_line()
    actions: list[Action] = []
    imgui.begin_child("log", ImVec2(0, 0))
    hits = stops(state)
    for index in rows_in_sight(len(trace.steps), current_step(state)):
        actions += _line(state, trace, index, index in hits, ui)
    imgui.end_child()
    return actions


def log_text(trace: AnyRun, names: tuple[str, ...], whole: bool = False) -> str:
    """A line a step: its number and its headline, or all that is to be said of it; then how the run ended."""
    say = explain if whole else headline
    lines = [f"{i:>4}  {say(step, *names)}" for i, step in enumerate(trace.steps)]
    verdict = f"{trace.result.verdict.value} " if trace.result else ""
    return "\n".join((*lines, f"{trace.algorithm}: {verdict}({trace.steps[-1].exit.words})"))


def _line(state: State, trace: AnyRun, index: int, hit: bool, ui: Ui) -> list[Action]:
    chosen = index == current_step(state)
    clicked, _ = imgui.selectable(f"##log {index}", chosen)
    if chosen:
        keep_in_view(f"log of {state.algorithm}", index)
    imgui.same_line(6 * ui.scale)
    draw_icon(ICONS[main_event(events(trace)[index])])
    imgui.text(f"{index:>3}   {headline(trace.steps[index], *names_in_steps(state))}")
    if hit:
        imgui.same_line()
        draw_icon(BREAKPOINT)
        imgui.new_line()
    return [GoToStep(index)] if clicked else []
