"""Where contact points come from: the steps that made those of the shown manifold or a reported point."""

from imgui_bundle import imgui

from gjkscope.app.ask.runs.origins import judge_with_origins
from gjkscope.app.ask.runs.runs import Contacts
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.contacts.explain import with_body_names
from gjkscope.engine.contacts.explain_provenance import history_words
from gjkscope.engine.contacts.provenance import point_history


def draw_point_origins(whole: Contacts) -> None:
    """Draws the steps that made each point, collapsed; nothing for points merged from parts."""
    if whole.found.parts is not None:
        return
    names = [body.name for body in whole.bodies]
    imgui.separator_text("Origin of the points")
    for point in whole.found.manifold.points:
        if imgui.tree_node(f"{with_body_names(point.id, *names)}##origin {point.id}"):
            words = history_words(point_history(whole.found.manifold, point.id), *names)
            for line in words.split("; "):
                imgui.text_wrapped(in_page(f"{line[0].upper()}{line[1:]}"))
            imgui.tree_pop()


def draw_reported_origins(state: State, ui: Ui) -> None:
    """Draws where the wrong points of the drawn report come from, once the worker knows."""
    report = drawn_report(state)
    if report is None or not report.points:
        return
    known = ui.jobs.request("origins of reported points", judge_with_origins, report, *state.document.pair_bodies)
    if known is None or not known.current:
        return
    imgui.separator_text(f"Points of {report.by}")
    wrong = known.value.wrong_point_origins
    if not wrong:
        imgui.text_wrapped("None is wrong.")
    for number, sentences in wrong:
        imgui.text_colored(theme.rgba(tones.BAD), f"Point {number}")
        for sentence in sentences:
            imgui.text_wrapped(in_page(sentence))
