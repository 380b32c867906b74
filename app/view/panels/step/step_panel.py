"""The step panel: the verdict, an explanation of the current step, and its numbers."""

from collections.abc import Iterator
from typing import Any

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.ask.runs.parts import parts_words
from gjkscope.app.ask.runs.progress import StepEvent, first_with
from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.ask.runs.runs import CANCELLED, Slid
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import (
    Action,
    ChooseAlgorithm,
    CompareWith,
    ConfirmUnread,
    GoToStep,
    HoverFace,
    HoverRegion,
    LookForRun,
    SetOptions,
)
from gjkscope.app.state.inspection.beats import is_complete, shown_beat, words_of_beats
from gjkscope.app.state.inspection.claims import claim_faults
from gjkscope.app.state.inspection.comparison import parting_step
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.inspection.traces import (
    current_step,
    inspect,
    last_step,
    names_in_steps,
    run_options,
    step_record,
)
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.registry import Pointed, details_of
from gjkscope.app.view.panels.step.run_details import draw_run_details
from gjkscope.app.view.panels.timeline.event_icons import ICONS
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.precision import in_page, tip_in_full
from gjkscope.app.view.panels.toolkit.reports import draw_report_headline
from gjkscope.app.view.panels.toolkit.run_choice import draw_run_choice
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_copy_buttons
from gjkscope.app.view.panels.toolkit.verdict import (
    draw_claim,
    draw_known_truth,
    draw_verdict,
)
from gjkscope.app.view.words.claims import claim_of
from gjkscope.app.view.words.markup import with_non_breaking_spaces
from gjkscope.app.view.words.verdict import algorithm_words
from gjkscope.engine.analysis.beliefs import beliefs, is_mistaken
from gjkscope.engine.explain import headline
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.published.decisions import DecisionBelief
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.engine_words import TESTS, test_sentences
from gjkscope.engine.published.sentences import corrected_words


def draw_step_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the panel: the pair and its verdict, then the inspected run."""
    if len(state.document.scene.bodies) > 2:
        imgui.text_disabled(" – ".join(state.document.pair))
    confirmed: list[Action] = []
    hidden = inspect(state).hidden
    if not ui.plain and not hidden:  # a page shows the verdict over its views, or not at all
        imgui.separator_text(_truth_title(state))
        if draw_verdict(inspect(state).certified, state.document.scene, ui, can_confirm=True):
            confirmed.append(ConfirmUnread())
        draw_known_truth(state, ui)
    if not hidden:
        draw_report_headline(state, ui)
    run, actions = draw_run_choice(state)
    if state.run.comparison is not None and not ui.plain:
        actions += _draw_comparison(state)
    return confirmed + actions + _draw_step(run, ui, is_chosen=run is state)


def _draw_comparison(state: State) -> list[Action]:
    """Draws what is used most while two runs are compared; the Compare panel, which has the rest, is then closed."""
    actions: list[Action] = []
    if (step := parting_step(state)) is not None:
        if imgui.small_button(f"First difference: step {step}"):
            actions.append(GoToStep(step))
        same_line_if_fits(button_width(END_COMPARISON))
    return [*actions, CompareWith(None)] if imgui.small_button(END_COMPARISON) else actions


END_COMPARISON = f"{icons_fontawesome_6.ICON_FA_XMARK} End comparison##step"


def _truth_title(state: State) -> str:
    inspection = inspect(state)
    slides = isinstance(inspection.trace, Run) and isinstance(inspection.trace.whole, Slid)
    return f"{'Truth' if inspection.certified.proved else 'Answer'}{' at the start' if slides else ''}"


def _draw_step(state: State, ui: Ui, is_chosen: bool) -> list[Action]:
    """Draws the run's current step; if the chosen run has none, offers a way to get one."""
    inspection, step = inspect(state), step_record(state)
    if step is None:
        imgui.spacing()
        refusal = inspection.refusal or ""
        imgui.text_wrapped(f"{refusal[:1].upper()}{refusal[1:]}.")
        if refusal == CANCELLED and imgui.button("Compute"):
            return [LookForRun()]
        instead = is_chosen and not inspection.hidden and imgui.button("Show GJK instead")
        return [SetOptions(DEFAULT), ChooseAlgorithm("gjk")] if instead else []
    actions: list[Action] = [] if ui.plain else _draw_claim(state, ui)
    _draw_parts(state, ui)
    _draw_sentence(state, step, ui)
    if shown_beat(state) is not None and not is_complete(state):
        return actions
    actions += [] if ui.plain else _draw_correction(state, step)
    if isinstance(inspection.trace, Run):
        return actions + draw_run_details(state, inspection.trace, ui)
    pointed = details_of(step)(step, _step_before(state), ui) or Pointed()
    actions += _point_at(pointed if ui.previews.shown else Pointed(), state)
    if not ui.plain:
        draw_copy_buttons(step)
    return actions


def _draw_correction(state: State, step: Any) -> list[Action]:
    """Offers to decide a test that an engine got wrong by exact arithmetic, or to stop doing so."""
    options = run_options(state)
    tests, chosen = options.corrected, list[tuple[str, ...]]()
    for test in tests:
        if imgui.button(f"Undo {test!r}"):
            chosen.append(tuple(other for other in tests if other != test))
    wrong = next((one for one in beliefs(step) if isinstance(one, DecisionBelief) and one.is_wrong), None)
    also = " as well" if tests else ""
    if wrong is not None and imgui.button(f"Run with {corrected_words((wrong.decision.kind,))}{also}"):
        chosen.append((*tests, wrong.decision.kind))
    return [SetOptions(replace(options, corrected=corrected)) for corrected in chosen]


def draw_sentence(state: State, ui: Ui) -> list[Action]:
    """Draws what the current step does, in words; a panel of lessons."""
    run, actions = draw_run_choice(state)
    step = step_record(run)
    if step is not None:
        _draw_sentence(run, step, ui)
    return actions


def _draw_parts(state: State, ui: Ui) -> None:
    """Draws which convex parts decide, if the run is about parts and no question hides the answer."""
    inspection = inspect(state)
    if inspection.of_parts and not inspection.hidden:
        _draw_small(in_page(parts_words(*state.document.pair_bodies)), ui)


def _draw_sentence(state: State, step: Any, ui: Ui) -> None:
    """Draws what the current step does; during its beats, what the beats so far did."""
    imgui.separator_text(f"Step {current_step(state)} of {last_step(state)}")
    if shown_beat(state) is not None and not is_complete(state):
        _draw_beats(state, ui)
        return
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_wrapped(in_page(headline(step, *names_in_steps(state))))
    if is_mistaken(step):
        _draw_mistake("a test is decided wrongly" if isinstance(step, EngineStep) else str(StepEvent.MISTAKEN))
    parts = [*_engine_paragraphs(state, step)] if isinstance(step, EngineStep) else [step_sentence(state)]
    for paragraph in map(with_non_breaking_spaces, parts):
        imgui.text_wrapped(in_page(paragraph))
        tip_in_full(paragraph)
        imgui.spacing()


def _engine_paragraphs(state: State, step: EngineStep) -> Iterator[str]:
    """The search, each test, and the consequences."""
    for _, title, sentence in words_of_beats(state):
        asked = beliefs(step) if title == TESTS else ()
        yield from test_sentences([one for one in asked if isinstance(one, DecisionBelief)]) if asked else (sentence,)


def _draw_beats(state: State, ui: Ui) -> None:
    """Draws the sentences of the beats shown so far, and only the titles of those to come."""
    at = shown_beat(state)
    for number, title, sentence in words_of_beats(state):
        if at is None or number > at.number:
            imgui.text_disabled(title)
            continue
        with imgui_ctx.push_font(*ui.fonts.bold):
            imgui.text_colored(theme.rgba(tones.ACCENT if number == at.number else tones.TEXT), title)
        imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM if number < at.number else tones.TEXT))
        imgui.text_wrapped(in_page(with_non_breaking_spaces(sentence)))
        imgui.pop_style_color()
        imgui.spacing()


def _draw_claim(state: State, ui: Ui) -> list[Action]:
    """Draws what the chosen algorithm says at this step, and a link to its first wrong decision."""
    claim = claim_of(state)
    if claim is None:
        return []
    imgui.separator_text("This run")
    _draw_small(algorithm_words(state), ui)
    draw_claim(claim, ui)
    if current_step(state) == last_step(state):
        for fault in claim_faults(state):
            _draw_fault(fault, ui)
    return _first_mistake(state, ui)


def _point_at(pointed: Pointed, state: State) -> list[Action]:
    """The actions needed to update what is highlighted."""
    actions: list[Action] = [HoverRegion(pointed.region)] if pointed.region != state.pointer.hovered_region else []
    return [*actions, HoverFace(pointed.face)] if pointed.face != state.pointer.hovered_face else actions


def _draw_small(words: str, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(words)
        imgui.pop_text_wrap_pos()


def _draw_fault(words: str, ui: Ui) -> None:
    """Draws a fault of the normal or a witness point, below the run's answer."""
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(tones.BAD), in_page(f"{icons_fontawesome_6.ICON_FA_XMARK} {words}"))
        imgui.pop_text_wrap_pos()


def _first_mistake(state: State, ui: Ui) -> list[Action]:
    """A link to the first step that decides wrongly; nothing if there is none."""
    trace = inspect(state).trace
    first = first_with(StepEvent.MISTAKEN, trace) if trace else None
    if first is None:
        return []
    with imgui_ctx.push_font(*ui.fonts.small):
        return [GoToStep(first)] if imgui.text_link(f"first mistake in step {first}") else []


def _draw_mistake(words: str) -> None:
    icon = ICONS[StepEvent.MISTAKEN]
    imgui.push_style_color(imgui.Col_.text, theme.rgba(icon.color))
    imgui.text_wrapped(f"{icon.glyph} {words}")
    imgui.pop_style_color()


def _step_before(state: State) -> Any:
    """The record of the previous step."""
    trace, number = inspect(state).trace, current_step(state)
    return trace.steps[number - 1] if trace is not None and number > 0 else MISSING
