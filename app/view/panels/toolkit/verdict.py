"""The verdict and the signed distance, large: the first thing that most users look for."""

from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.answers import agrees, expectation
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Expected, Scene
from gjkscope.app.state.inspection.claims import claim_faults
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.reports import draw_report_headline
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.claims import RunClaim, Standing
from gjkscope.app.view.words.markup import NO_BREAK
from gjkscope.app.view.words.verdict import (
    HULL_HELP,
    NO_PROOF_HELP,
    certificate_words,
    distance_text,
    distance_words,
    is_wrong_run,
    proof_mark,
    run_slack,
)
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.text import number

ROOM = 1.5  # text for an audience relative to that for one reader


class RunFailure(NamedTuple):
    """How the chosen run failed on a pair whose answer is known; shown beside that answer."""

    words: str  # "wrong"
    icon: str
    color: tones.Tone


def draw_verdict(
    answer: Result, scene: Scene, ui: Ui, failure: RunFailure | None = None, can_confirm: bool = False
) -> bool:
    """Draws the answer about a pair of the scene; returns whether the user confirms that unread text does not matter.

    `failure` is that of the chosen run, which must not be mistaken for the run that found the answer.
    """
    with imgui_ctx.push_font(*ui.fonts.large):
        imgui.text_colored(theme.rgba(tones.OF_VERDICT[answer.verdict]), answer.verdict.value.capitalize())
    if note := hull_words(answer):
        _draw_hull_note(note, ui)
    if failure is not None:
        _draw_failure(failure, ui)
    if not ui.plain:
        _draw_certificate(answer, ui)
    confirmed = draw_unread_note(scene) and can_confirm and _draw_confirmation()
    _draw_large(in_page(distance_text(answer)), ui)
    if answer.signed_distance is not None and imgui.is_item_hovered():
        imgui.set_tooltip(f"signed distance {answer.signed_distance!r} m, by {answer.algorithm}")
    if ui.plain:
        return confirmed
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(distance_words(answer))
        imgui.pop_text_wrap_pos()
    return confirmed


def _draw_hull_note(note: str, ui: Ui) -> None:
    """Draws a note beside the verdict that it is about a hull."""
    imgui.same_line()
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.text_colored(theme.rgba(tones.WARNING), note)
    if imgui.is_item_hovered():
        imgui.set_tooltip(HULL_HELP)


def draw_unread_note(scene: Scene) -> bool:
    """Draws how much of the scene's imported text was not read; returns whether there is any."""
    if not scene.unread:
        return False
    imgui.push_text_wrap_pos(0)
    imgui.text_colored(theme.rgba(tones.WARNING), _unread_text(scene))
    imgui.pop_text_wrap_pos()
    if imgui.is_item_hovered():
        imgui.set_tooltip("\n".join(part.text for part in scene.unread[:MOST_UNREAD]))
    return True


def unread_width(scene: Scene) -> float:
    """The width of the note, pixels."""
    return imgui.calc_text_size(_unread_text(scene)).x


def _unread_text(scene: Scene) -> str:
    return f"{icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION} {scene.unread_words}"


MOST_UNREAD = 20  # lines of a tool tip


def _draw_confirmation() -> bool:
    same_line_if_fits(button_width(CONFIRM))
    confirmed = imgui.small_button(CONFIRM)
    if imgui.is_item_hovered():
        imgui.set_tooltip("Confirms that what was not read is not part of the pair: answers no longer mention it")
    return confirmed


CONFIRM = "It does not matter"


def draw_verdict_over(state: State, corner: tuple[float, float], ui: Ui) -> None:
    """Draws the verdict in a view's upper left corner, for layouts without the panel that shows it.

    An audience sees only the verdict and the distance, larger: notes on proofs and methods are too small for a room.
    """
    failure = None if ui.plain else run_failure(state)
    if state.presenting.on:
        fonts = ui.fonts._replace(large=_for_room(ui.fonts.large), large_mono=_for_room(ui.fonts.large_mono))
        ui = replace(ui, plain=True, fonts=fonts)
    margin = 12 * ui.scale
    imgui.set_next_window_pos(ImVec2(corner[0] + margin, corner[1] + margin))
    imgui.set_next_window_size_constraints(
        ImVec2(OVER_WIDTH * ui.scale, 0), ImVec2(OVER_WIDTH * ui.scale, float("inf"))
    )
    imgui.set_next_window_bg_alpha(0.8)
    imgui.begin(OVER, None, OVER_FLAGS)
    draw_verdict(inspect(state).certified, state.document.scene, ui, failure)
    if not ui.plain:
        draw_report_headline(state, ui)
    imgui.end()


def _for_room(typeface: theme.Typeface) -> theme.Typeface:
    return typeface._replace(size=ROOM * typeface.size)


def verdict_box() -> LabelBox | None:
    """The box of the verdict over a view when it was last drawn, which labels avoid; None if it was never drawn."""
    window = imgui.internal.find_window_by_name(OVER)
    if window is None:
        return None
    left, top = window.pos
    return LabelBox(left, top, left + window.size.x, top + window.size.y)


def run_failure(state: State) -> RunFailure | None:
    """How the chosen run failed: its verdict is wrong or missing; None if it did not fail, or if this is hidden."""
    inspection = inspect(state)
    if inspection.hidden or inspection.trace is None or inspection.trace.result is None:
        return None
    own, answer = inspection.trace.result, inspection.answer
    if is_wrong_run(own, answer, run_slack(state)) or claim_faults(state):
        return RunFailure("wrong", icons_fontawesome_6.ICON_FA_XMARK, tones.BAD)
    if Verdict.UNDECIDED in (own.verdict, answer.verdict) and own.verdict is not answer.verdict:
        words = "without an answer" if own.algorithm in ENGINE_ALGORITHMS else "undecided"
        return RunFailure(words, icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION, tones.WARNING)
    return None


def _draw_failure(failure: RunFailure, ui: Ui) -> None:
    """Draws the failure beside the verdict, as large as fits, or below it if it would be smaller than other text."""
    imgui.same_line()
    room = imgui.get_content_region_avail().x
    font, text = ui.fonts.large, f"{failure.icon} this run is {failure.words}"
    if _width(font, text) > room:
        text = f"{failure.icon} run {failure.words}"
        share = min(room / _width(font, text), 1.0)
        if share * font.size < ui.fonts.bold.size:
            imgui.new_line()
        else:
            font = font._replace(size=float(int(share * font.size)))  # whole sizes are sharp
    with imgui_ctx.push_font(*font):
        imgui.text_colored(theme.rgba(failure.color), text)


def _width(font: theme.Typeface, text: str) -> float:
    with imgui_ctx.push_font(*font):
        return imgui.calc_text_size(text).x


def _draw_certificate(answer: Result, ui: Ui) -> None:
    """Draws the proof status beside the verdict, or below it in a narrow panel; the tool tip gives the proof."""
    words, color = proof_mark(answer)
    text = f"{icons_fontawesome_6.ICON_FA_CERTIFICATE} {words}" if answer.proved else words
    with imgui_ctx.push_font(*ui.fonts.small):
        same_line_if_fits(imgui.calc_text_size(text).x)
        imgui.text_colored(theme.rgba(color), text)
    if imgui.is_item_hovered():
        imgui.set_tooltip(NO_PROOF_HELP.get(answer.uncertified) or certificate_words(answer.certificate))


def _draw_large(text: str, ui: Ui) -> None:
    """Draws a number in large type, or in normal type if it would not fit."""
    fits = _width(ui.fonts.large_mono, text) <= imgui.get_content_region_avail().x
    with imgui_ctx.push_font(*(ui.fonts.large_mono if fits else ui.fonts.mono)):
        imgui.text(text)


def draw_known_truth(state: State, ui: Ui) -> None:
    """Draws the known truth about the pair.  Always takes one line, so that the layout does not shift."""
    expected = expectation(state.document.scene, state.document.pair)
    words, color = truth_words(inspect(state).certified, expected)
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(color), words)
        imgui.pop_text_wrap_pos()
        if expected is not None and expected.method and imgui.is_item_hovered():
            imgui.set_tooltip(f"from the scene file; method: {expected.method}")


def truth_words(answer: Result, expected: Expected | None) -> tuple[str, tones.Tone]:
    """Whether the answer is correct, by its certificate or by the scene's expected result; and a colour."""
    if expected is None:
        return UNEXPECTED[answer.proved]
    agreed = agrees(answer, expected)
    words, color = DISPROVED if agreed is False and answer.certified else AGREEMENT[agreed]
    distance = "" if expected.signed_distance is None else f" {number(expected.signed_distance)} m"
    # No line break before the number or its unit.
    return f"{words} {f'{expected.verdict}{distance}'.replace(' ', NO_BREAK)}", color


def draw_claim(claim: RunClaim, ui: Ui) -> None:
    """Draws what the chosen run says, as large as the verdict, and whether that agrees with it."""
    icon, stands = STANDINGS[claim.standing]
    has_failed = claim.standing in (Standing.WRONG, Standing.SILENT)
    of_verdict = tones.TEXT if claim.verdict is None else tones.OF_VERDICT[claim.verdict]
    color = stands if has_failed else of_verdict
    with imgui_ctx.push_font(*ui.fonts.large):
        imgui.text_colored(theme.rgba(color), f"{icon} {in_page(claim.title)}".lstrip())
    if claim.number:
        same_line_if_fits(_width(ui.fonts.large_mono, in_page(claim.number)))
        _draw_large(in_page(claim.number), ui)
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(stands), in_page(claim.words))
        imgui.pop_text_wrap_pos()


STANDINGS = {
    Standing.OPEN: ("", tones.TEXT_DIM),
    Standing.RIGHT: ("", tones.GOOD),
    Standing.WRONG: (icons_fontawesome_6.ICON_FA_XMARK, tones.BAD),
    Standing.SILENT: (icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION, tones.WARNING),
}
UNEXPECTED = {
    None: ("not certified; the scene gives no expected result", tones.TEXT_DIM),
    Proof.VERDICT: ("verdict certified: proved correct for this pair", tones.TEXT_DIM),
    Proof.DISTANCE: ("certified: proved correct for this pair", tones.TEXT_DIM),
}
DISPROVED = (f"{icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION} certified, but the scene expects:", tones.WARNING)
AGREEMENT = {
    True: (f"{icons_fontawesome_6.ICON_FA_CHECK} agrees with the known truth:", tones.GOOD),
    False: (f"{icons_fontawesome_6.ICON_FA_XMARK} contradicts the known truth:", tones.BAD),
    None: ("known truth:", tones.TEXT_DIM),
}


OVER = "##verdict"  # the name of its window over a view
OVER_WIDTH = 250.0  # pixels at 100 %
OVER_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_inputs
    | imgui.WindowFlags_.always_auto_resize
)
