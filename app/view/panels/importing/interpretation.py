"""The right half of the import dialog: how the text was interpreted, with a switch for everything that was assumed.

Pointing at a value highlights the text it was read from, and pointing at the text highlights the value.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.bring.notations.context import NOT_DATA
from gjkscope.app.bring.notations.describing import body_values, kind_of, reported_words
from gjkscope.app.bring.notations.importing import Imported
from gjkscope.app.bring.notations.reading import Assumption, Fact, Span
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view import tones
from gjkscope.app.view.panels.importing.interpreting import NOTATION
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.sideways import checkbox_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.engine.text import counted

KEEP = "keep"
DETAILED = 4  # with more bodies than these, only their names and types are listed
GAP = 8.0  # pixels at 100 % scale
LABEL = 132.0  # width of the column of labels, pixels at 100 %

Choice = tuple[str, str]


class Switched(NamedTuple):
    """What the user did in the pane."""

    choices: tuple[Choice, ...]
    pointed: Span | None  # what the value under the pointer was read from


class _Pane:
    """Collects what the user does while the pane is drawn."""

    def __init__(self, choices: Sequence[Choice], pointed: Span | None, ui: Ui) -> None:
        self.choices = dict(choices)
        self.ui = ui
        self.pointed: Span | None = None
        self._marked = pointed

    def follow(self, spans: Sequence[Span]) -> None:
        """Connects the last item with the parts of the text that it stands for."""
        if imgui.is_item_hovered() and spans:
            self.pointed = spans[0]

    def is_marked(self, spans: Iterable[Span]) -> bool:
        """Whether the pointer is on one of these parts of the text."""
        at = self._marked
        return at is not None and any(span.start <= at.start and at.end <= span.end for span in spans)


def draw_interpretation(imported: Imported, choices: Sequence[Choice], pointed: Span | None, ui: Ui) -> Switched:
    """Draws the questions, assumptions, bodies, reports and warnings; returns what the user did there."""
    pane = _Pane(choices, pointed, ui)
    assumed = _by_subject(guess for guess in imported.assumptions if guess.what not in (NOTATION, KEEP))
    _draw_questions(pane, {what: ones for what, ones in assumed.items() if any(guess.asked for guess in ones)})
    _draw_warnings(imported.warnings)
    _draw_assumptions(pane, {what: ones for what, ones in assumed.items() if not any(guess.asked for guess in ones)})
    _draw_bodies(pane, imported)
    for reported in imported.scene.reported:
        _heading("Reported", ui)
        imgui.text_wrapped(reported_words(reported))
    return Switched(tuple(pane.choices.items()), pane.pointed)


def draw_notation_choice(
    notation: str, automatic: bool, titles: dict[str, str], choices: Sequence[Choice], is_read: bool, width: float
) -> tuple[Choice, ...]:
    """Draws a list of all notations; choosing another one starts from that notation's own first guess.

    Returns the choices after that.

    `notation` is empty if none was recognised or, with `is_read` false, while the text is being read.
    """
    chosen = tuple(choices)
    imgui.set_next_item_width(width)
    title = titles.get(notation, "Not recognised" if is_read else "Recognising…")
    if imgui.begin_combo("##notation", f"{title} (recognised)" if automatic and notation else title):
        if imgui.selectable("Recognise##notation", automatic)[0]:
            chosen = ()
        for name, words in sorted(titles.items(), key=lambda title: title[1].lower()):
            if imgui.selectable(f"{words}##notation {name}", name == notation and not automatic)[0]:
                chosen = ((NOTATION, name),)
        imgui.end_combo()
    tool_tip("How the text is read")
    return chosen


def _by_subject(assumptions: Iterable[Assumption]) -> dict[str, list[Assumption]]:
    """The assumptions by what they are about: one switch decides all of the same kind."""
    by_subject: dict[str, list[Assumption]] = {}
    for guess in assumptions:
        by_subject.setdefault(guess.what, []).append(guess)
    return by_subject


def _draw_questions(pane: _Pane, asked: dict[str, list[Assumption]]) -> None:
    if not asked:
        return
    margin = 8 * pane.ui.scale
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    imgui.set_cursor_pos(imgui.get_cursor_pos() + ImVec2(margin, margin))
    imgui.begin_group()
    with imgui_ctx.push_font(*pane.ui.fonts.bold):
        words = "Please answer" if len(asked) == 1 else f"Please answer {len(asked)} questions"
        imgui.text_colored(theme.rgba(tones.WARNING), f"{icons_fontawesome_6.ICON_FA_CIRCLE_QUESTION} {words}")
    for what, ones in asked.items():
        _draw_switch(pane, what, ones, is_open=True)
    imgui.end_group()
    frame = corner, ImVec2(corner.x + width, imgui.get_item_rect_max().y + margin)
    imgui.get_window_draw_list().add_rect(*frame, pack_color(theme.rgba(tones.WARNING)), 4 * pane.ui.scale)
    imgui.dummy(ImVec2(0, margin))


def _draw_assumptions(pane: _Pane, assumed: dict[str, list[Assumption]]) -> None:
    """Draws what can be changed: alternative values, or what the user has confirmed."""
    open_ones = {
        what: ones for what, ones in assumed.items() if what in pane.choices or any(guess.others for guess in ones)
    }
    if not open_ones:
        return
    _heading("Assumed", pane.ui)
    for what, ones in open_ones.items():
        _draw_switch(pane, what, ones, is_open=False)


def _draw_switch(pane: _Pane, what: str, ones: Sequence[Assumption], is_open: bool) -> None:
    """The alternatives as radio buttons; none is selected while the question is open."""
    first, spans = ones[0], [guess.span for guess in ones if guess.span is not None]
    values = sorted({first.value, *first.others})
    imgui.begin_group()
    imgui.align_text_to_frame_padding()
    _mark(pane, spans)
    label = shorten_label(what, (LABEL - GAP) * pane.ui.scale)
    imgui.text_unformatted(label)
    if label != what:
        tool_tip(what)
    imgui.same_line(LABEL * pane.ui.scale)
    taken = None if is_open or len({guess.value for guess in ones}) > 1 else first.value
    for number_, value in enumerate(values):
        label = f"{value}##{what}"
        if number_:
            same_line_if_fits(checkbox_width(value))
        if imgui.radio_button(label, value == taken):
            if len(values) == 1 and value == taken:
                pane.choices.pop(what)  # the confirmed value is in question again
            else:
                pane.choices[what] = value
    why = _asked_words(first) if is_open else first.why
    same_line_if_fits(imgui.calc_text_size(why).x)
    imgui.push_text_wrap_pos(0)
    imgui.text_disabled(why)
    imgui.pop_text_wrap_pos()
    imgui.end_group()
    pane.follow(spans)


def _asked_words(guess: Assumption) -> str:
    """The reason for the question, and what the preview shows meanwhile."""
    shown = f"{guess.value} is shown"
    return f"{guess.why} {shown[0].upper()}{shown[1:]}." if guess.why.endswith("?") else f"{guess.why}; {shown}"


def _draw_bodies(pane: _Pane, imported: Imported) -> None:
    bodies, kept = imported.found, {*imported.scene.names}
    _heading("Bodies" if len(bodies) != 1 else "Body", pane.ui)
    if len(bodies) > 2:
        _draw_keep_buttons(pane, len(bodies), len(kept))
    facts = _facts_by_body(Identity(imported))
    is_detailed = len(kept) <= DETAILED
    if is_detailed and len(bodies) <= MOST_ROWS:
        for number_, body in enumerate(bodies):
            _draw_body(pane, number_, body, kept, imported, facts.get(body.name, ()) if body.name in kept else None)
        return
    clipper = imgui.ListClipper()
    clipper.begin(len(bodies), imgui.get_frame_height_with_spacing())
    while clipper.step():
        for number_ in range(clipper.display_start, clipper.display_end):
            _draw_body(pane, number_, bodies[number_], kept, imported, None)
    clipper.end()


def _draw_keep_buttons(pane: _Pane, total: int, kept: int) -> None:
    imgui.align_text_to_frame_padding()
    words = f"{kept:,} of {counted(total, 'body', 'bodies')} chosen"
    imgui.text_disabled(words)
    for title, keep, is_on in (("All", None, kept == total), ("First two", "#1,#2", False)):
        imgui.same_line()
        imgui.begin_disabled(is_on)
        if imgui.small_button(title):
            pane.choices.pop(KEEP, None)
            if keep:
                pane.choices[KEEP] = keep
        imgui.end_disabled()


def _draw_body(
    pane: _Pane, number_: int, body: Body, kept: set[str], imported: Imported, facts: Sequence[Fact] | None
) -> None:
    """The name and the type of a body, with a check box if there are more than two; `facts` are listed below it."""
    spans = [fact.span for fact in facts or ()]
    words = f"{body.name}  ·  {kind_of(body.shape)}"
    if len(imported.found) > 2:
        if imgui.checkbox(f"{words}##body {number_}", body.name in kept)[0]:
            _keep(pane, imported, kept ^ {body.name})
    else:
        with imgui_ctx.push_font(*pane.ui.fonts.bold):
            imgui.text_unformatted(words)
    pane.follow(spans[:1])
    if facts is None:
        return
    imgui.indent()
    shown = {_plain(fact.field) for fact in facts}
    for fact in facts:
        if (fact.field, fact.value.lower()) != ("shape", kind_of(body.shape)):  # the title says so
            _draw_value(pane, fact.field, fact.value, [fact.span])
    for field, value in body_values(body):
        if _plain(field) not in shown:
            _draw_value(pane, field, value.replace("; ", "\n"), [])  # a row of a matrix, or a vertex, to a line
    imgui.unindent()


def _keep(pane: _Pane, imported: Imported, kept: set[str]) -> None:
    numbers = [f"#{i}" for i, body in enumerate(imported.found, start=1) if body.name in kept]
    if len(numbers) == len(imported.found):
        pane.choices.pop(KEEP, None)
    elif numbers:
        pane.choices[KEEP] = ",".join(numbers)


def _draw_value(pane: _Pane, field: str, value: str, spans: Sequence[Span]) -> None:
    imgui.begin_group()
    _mark(pane, spans)
    imgui.text_disabled(shorten_label(field, LABEL * pane.ui.scale))
    imgui.same_line(LABEL * pane.ui.scale + imgui.get_style().indent_spacing)
    with imgui_ctx.push_font(*pane.ui.fonts.mono):
        imgui.text_wrapped(value)
    imgui.end_group()
    pane.follow(spans)


def _mark(pane: _Pane, spans: Sequence[Span]) -> None:
    """Highlights the line that is drawn next if the pointer is on the text that it comes from."""
    if not pane.is_marked(spans):
        return
    low, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    high = ImVec2(low.x + width, low.y + imgui.get_text_line_height_with_spacing())
    canvas = imgui.get_window_draw_list()
    canvas.add_rect_filled(low, high, pack_color(theme.rgba(tones.ACCENT, 0.35)), 2 * pane.ui.scale)


def _draw_warnings(warnings: Sequence[str]) -> None:
    """Draws the warnings, then what was skipped harmlessly."""
    icons, color = icons_fontawesome_6, imgui.get_style_color_vec4(imgui.Col_.text_disabled)
    ordered = sorted(warnings, key=lambda warning: warning.startswith(NOT_DATA))
    imgui.push_text_wrap_pos(0)
    for warning in ordered[:MOST_WARNINGS]:
        if warning.startswith(NOT_DATA):
            imgui.text_colored(color, f"{icons.ICON_FA_CIRCLE_INFO} {warning}")
        else:
            imgui.text_colored(theme.rgba(tones.WARNING), f"{icons.ICON_FA_TRIANGLE_EXCLAMATION} {warning}")
    imgui.pop_text_wrap_pos()
    if len(warnings) > MOST_WARNINGS:
        imgui.text_disabled(f"{len(warnings) - MOST_WARNINGS} more warnings")


@lru_cache(maxsize=2)
def _facts_by_body(known: Identity) -> dict[str, list[Fact]]:
    """The facts of each body.  A second value of a field is that of the next body of the same name."""
    imported: Imported = known.value
    names = {body.name for body in imported.found}
    facts: dict[str, list[Fact]] = {}
    counts: dict[str, int] = {}
    for fact in imported.facts:
        count = counts.setdefault(fact.body, 1)
        is_known = any(earlier.field == fact.field for earlier in facts.get(_nth(fact.body, count), ()))
        if is_known and _nth(fact.body, count + 1) in names:
            count = counts[fact.body] = count + 1
        facts.setdefault(_nth(fact.body, count), []).append(fact)
    return facts


def _nth(name: str, number_: int) -> str:
    return name if number_ == 1 else f"{name} ({number_})"


def _plain(field: str) -> str:
    return field.replace("_", " ").lower()


def _heading(words: str, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.separator_text(words)


MOST_ROWS = 60  # bodies listed without skipping those out of view
MOST_WARNINGS = 20
