"""The track of the editor: a ruler, the sections of the demo as blocks, its captions, and the playhead.

Click a section or a caption to select its time, Shift+click another section to select up to it, or drag over the
sections to select a span, which snaps to edges; with Shift, a drag selects wherever it begins.

Drag the end of a section to change its length, Ctrl+drag the end of the selection to change its speed, and drag the
beginning of a caption to move it; the views show the moment under the pointer meanwhile.  A second click on a caption,
however late, opens it: showing the moment may take longer than a double click.

The wheel zooms, and Shift+wheel scrolls.
"""

from math import ceil, floor

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.state.actions import DraftCaption, SelectSpan, ZoomTrack
from gjkscope.app.state.model import DemoPlayback
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.teach.demos.takes.edit import Section
from gjkscope.app.view import tones
from gjkscope.app.view.panels.demos.track_layout import (
    CAPTIONS,
    GAP,
    REACH,
    RULER,
    SECTIONS,
    CaptionBlock,
    Grab,
    TrackLayout,
    TrackPart,
    exact_time,
    ruler_step,
    track_layout,
)
from gjkscope.app.view.panels.requests import MoveCaption, Outcome, ResumeDemo, RetimeTake, StretchSpan
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.markup import plain_text

FOOT = 12.0  # below the rows: the strip of a zoomed track, pixels at 100 %
STRIP = 4.0
SNAP = 8.0  # pixels between the pointer and an edge that a selection snaps to
DRAGGED = 4.0  # pixels that the pointer moves before a press is a drag
ZOOM = 1.3  # per notch of the wheel
SCROLL = 0.1  # per notch, of the width
LABEL_ROOM = 58.0  # least spacing of the ruler's labels
NARROWEST_LABEL = 26.0  # blocks that are narrower have no label
ROUNDING = 3.0
EDGES = (TrackPart.BOUNDARY, TrackPart.CAPTION_EDGE, TrackPart.SPAN_END)
SELECTING = (
    "Click to select, Shift+click to select up to here, or drag over a span\n"
    "Shift+I and Shift+O select from or to the playhead; Ctrl+drag the end of the selection to change its speed"
)
# By the kind of a section: still ones recede.
KINDS = {"pause": tones.FIELD, "wait": tones.FIELD, "recorded": tones.RAISED, "act": tones.RAISED}


def track_height(ui: Ui) -> float:
    return (RULER + SECTIONS + GAP + CAPTIONS + FOOT) * ui.scale


def draw_edit_track(show: DemoPlayback, ui: Ui) -> tuple[TrackLayout, list[Outcome]]:
    """Draws the track at the cursor; returns its layout, and what the user asked for."""
    corner, width = imgui.get_cursor_screen_pos(), max(imgui.get_content_region_avail().x, 1.0)
    layout = track_layout(show, corner.x, corner.y, width, ui.scale)
    imgui.invisible_button("##track", ImVec2(width, track_height(ui)))
    outcomes = _gestures(show, layout, ui)
    with imgui_ctx.push_font(*ui.fonts.small):
        ends = ImVec2(layout.scale.left, corner.y), ImVec2(layout.scale.left + layout.scale.width, corner.y + width)
        imgui.push_clip_rect(*ends, True)
        _draw_blocks(show, layout, ui)
        imgui.pop_clip_rect()
        _draw_ruler(layout, ui)
    _draw_chapters(show, layout, ui)
    _draw_notes(show, layout, ui)
    _draw_playhead(show, layout, ui)
    _draw_strip(show, layout, ui)
    return layout, [*outcomes, *_following(show, layout)]


# --- gestures ---


def _gestures(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> list[Outcome]:
    mouse = imgui.get_mouse_pos()
    if not (imgui.is_item_active() or imgui.is_item_deactivated()):
        if not imgui.is_item_hovered():
            return []
        under = _grab(show, mouse, layout, ui)
        _show_hint(under, layout)
        return _wheel(layout, mouse.x)
    start = _press_position()
    held = _grab(show, start, layout, ui)
    is_drag = abs(mouse.x - start.x) > DRAGGED * ui.scale
    here = _tick_at(mouse.x, layout, show)
    match held.part:
        case TrackPart.TIME:
            return _seek(show, here)
        case TrackPart.SPAN if is_drag:
            return _select(show, *(_snap(x, layout, show, ui) for x in (start.x, mouse.x)))
        case TrackPart.SPAN:
            return [*_seek(show, here), *_click_section(show, layout, held.number)]
        case TrackPart.CAPTION:
            return _click_caption(show, layout.captions[held.number], held.number)
        case TrackPart.CAPTION_EDGE:
            return _move_caption(show, held.number, layout.captions[held.number], here, is_drag)
        case TrackPart.BOUNDARY:
            return _retime(show, layout.sections[held.number], here, is_drag)
        case TrackPart.SPAN_END:
            return _stretch(show, here, is_drag)


def _grab(show: DemoPlayback, at: ImVec2, layout: TrackLayout, ui: Ui) -> Grab:
    """The part of the track that a press at this position grabs, given the modifier keys."""
    io, span = imgui.get_io(), show.edits.span
    in_row = layout.rows.sections[0] <= at.y < layout.rows.sections[1]
    if io.key_ctrl and in_row and span is not None and abs(layout.scale.x(span[1]) - at.x) <= REACH * ui.scale:
        return Grab(TrackPart.SPAN_END)
    held = layout.grab(at.x, at.y, REACH * ui.scale)
    return Grab(TrackPart.SPAN, layout.section_at(at.x)) if io.key_shift else held


def _snap(x: float, layout: TrackLayout, show: DemoPlayback, ui: Ui) -> int:
    return min(max(layout.snapped(x, SNAP * ui.scale), 0), show.demo.length)


def _press_position() -> ImVec2:
    """Where the button that is held, or was just released, was pressed."""
    mouse, moved = imgui.get_mouse_pos(), imgui.get_mouse_drag_delta(imgui.MouseButton_.left, 0.0)
    return ImVec2(mouse.x - moved.x, mouse.y - moved.y)


def _tick_at(x: float, layout: TrackLayout, show: DemoPlayback) -> int:
    return min(max(round(layout.scale.tick(x)), 0), show.demo.length)


def _seek(show: DemoPlayback, tick: int) -> list[Outcome]:
    return [ResumeDemo(tick)] if tick != show.tick or show.taken_over else []


def _select(show: DemoPlayback, start: int, here: int) -> list[Outcome]:
    span = tuple(sorted((start, here)))
    return [*([SelectSpan(start, here)] if span != show.edits.span else []), *_seek(show, here)]


def _click_section(show: DemoPlayback, layout: TrackLayout, number: int) -> list[Outcome]:
    """Selects the section when the button is released, or nothing if it is selected; with Shift, also up to it."""
    if not imgui.is_item_deactivated() or not layout.sections:
        return []
    section = layout.sections[number]
    span, known = (section.first, section.last), show.edits.span
    if imgui.get_io().key_shift and known is not None:
        return [SelectSpan(min(known[0], span[0]), max(known[1], span[1]))]
    return [SelectSpan(0, 0) if show.edits.span == span else SelectSpan(*span)]


def _click_caption(show: DemoPlayback, caption: CaptionBlock, number: int) -> list[Outcome]:
    """Selects the caption and its time when the button is released, or opens it if it is selected already."""
    if not imgui.is_item_deactivated():
        return []
    span = (caption.first, caption.last)
    if show.edits.span == span and show.tick == caption.first and not show.taken_over:
        return [DraftCaption(number)]
    return [SelectSpan(*span), *_seek(show, caption.first)]


def _move_caption(show: DemoPlayback, number: int, caption: CaptionBlock, here: int, is_drag: bool) -> list[Outcome]:
    if imgui.is_item_deactivated():
        return [MoveCaption(number, here)] if is_drag and here != caption.first else []
    return _seek(show, here if is_drag else caption.first)


def _retime(show: DemoPlayback, section: Section, here: int, is_drag: bool) -> list[Outcome]:
    to = max(here, section.first + 1)
    if imgui.is_item_deactivated():
        return [RetimeTake(section.last, to)] if is_drag and to != section.last else []
    return _seek(show, section.last)


def _stretch(show: DemoPlayback, here: int, is_drag: bool) -> list[Outcome]:
    assert show.edits.span is not None
    first, last = show.edits.span
    to = max(here, first + 1)
    if imgui.is_item_deactivated():
        return [StretchSpan(to)] if is_drag and to != last else []
    return _seek(show, last)


def _wheel(layout: TrackLayout, x: float) -> list[Outcome]:
    io, scale = imgui.get_io(), layout.scale
    sideways = io.mouse_wheel_h + (io.mouse_wheel if io.key_shift else 0.0)
    if sideways:
        by = -sideways * SCROLL * (scale.last - scale.first)
        return [ZoomTrack(scale.first + by, scale.last + by)]
    return [ZoomTrack(*scale.zoomed(x, ZOOM**io.mouse_wheel))] if io.mouse_wheel else []


def _following(show: DemoPlayback, layout: TrackLayout) -> list[Outcome]:
    """Turns a zoomed track to the next part when the playhead leaves it during playback."""
    first, last = layout.scale.first, layout.scale.last
    if not show.playing or first <= show.tick <= last:
        return []
    return [ZoomTrack(show.tick, show.tick + last - first)]


def _show_hint(under: Grab, layout: TrackLayout) -> None:
    """The cursor and the tool tip for what is under the pointer."""
    if under.part in EDGES:
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
    if not imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        return
    match under.part:
        case TrackPart.TIME:
            words = "Click to seek; wheel to zoom, Shift+wheel to scroll"
        case TrackPart.CAPTION:
            words = f"{plain_text(layout.captions[under.number].text)}\nClick to select, click again to change"
        case TrackPart.CAPTION_EDGE:
            words = "Drag to move the beginning of the caption"
        case TrackPart.BOUNDARY:
            words = "Drag to change the timing; what follows moves along\nShift+drag selects"
        case TrackPart.SPAN:
            words = f"{_section_words(under.number, layout)}{SELECTING}"
        case TrackPart.SPAN_END:
            words = "Drag to change the speed of the selected time"
    _place_tip_above()
    imgui.set_tooltip(words)


def _place_tip_above() -> None:
    """Puts the next tool tip above the bar, so that it covers neither the track nor the buttons."""
    corner, width, x = imgui.get_window_pos(), imgui.get_window_width(), imgui.get_mouse_pos().x
    pivot = ImVec2((x - corner.x) / width, 1.0)  # inside of the window at either end
    imgui.set_next_window_pos(ImVec2(x, corner.y - imgui.get_style().item_spacing.y), imgui.Cond_.always, pivot)


def _section_words(number: int, layout: TrackLayout) -> str:
    if not layout.sections:
        return ""
    section = layout.sections[number]
    return f"{section.label}, {(section.last - section.first) / TICKS:.1f} s\n"


# --- drawing ---


def _draw_blocks(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> None:
    draft = show.edits.draft
    for section in layout.sections:
        tone = KINDS.get(section.kind, tones.ACCENT_GROUND)
        _draw_block((section.first, section.last), layout.rows.sections, section.label, tone, layout, ui)
    for number, caption in enumerate(layout.captions):
        if draft is None or draft.number != number:
            words = plain_text(caption.text).replace("\n", " ")
            _draw_block((caption.first, caption.last), layout.rows.captions, words, tones.RAISED, layout, ui)
    if show.edits.span is not None:
        _draw_span(show.edits.span, layout, ui)
    _draw_dragged(show, layout, ui)


def _draw_block(
    ticks: tuple[int, int], row: tuple[float, float], label: str, tone: Tone, layout: TrackLayout, ui: Ui
) -> None:
    left, right = (layout.scale.x(tick) for tick in ticks)
    seen = max(left, layout.scale.left), min(right, layout.scale.left + layout.scale.width)
    if seen[0] >= seen[1]:
        return
    canvas, gap = imgui.get_window_draw_list(), min(ui.scale, (right - left) / 3)
    low, high = ImVec2(left, row[0] + ui.scale), ImVec2(right - gap, row[1] - ui.scale)
    canvas.add_rect_filled(low, high, pack_color(theme.rgba(tone)), ROUNDING * ui.scale)
    canvas.add_rect(low, high, pack_color(theme.rgba(tones.EDGE)), ROUNDING * ui.scale)
    inset = 6 * ui.scale
    room = seen[1] - seen[0] - 2 * inset
    if label and room >= NARROWEST_LABEL * ui.scale:
        y = (row[0] + row[1] - imgui.get_font_size()) / 2
        words = shorten_label(label, room)
        canvas.add_text(ImVec2(seen[0] + inset, y), pack_color(theme.rgba(tones.TEXT)), words)


def _draw_span(span: tuple[int, int], layout: TrackLayout, ui: Ui) -> None:
    """Draws the selected span over the rows, and its length."""
    left, right = (layout.scale.x(tick) for tick in span)
    top, foot = layout.rows.sections[0], layout.rows.captions[1]
    canvas, accent = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.ACCENT))
    canvas.add_rect_filled(ImVec2(left, top), ImVec2(right, foot), pack_color(theme.rgba(tones.ACCENT.faded("38"))))
    for x in (left, right):
        canvas.add_line(ImVec2(x, top), ImVec2(x, foot), accent, 2 * ui.scale)


def _draw_dragged(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> None:
    """Draws where the dragged end of a section or beginning of a caption would be, and by how much it moves."""
    if not imgui.is_item_active():
        return
    start, mouse = _press_position(), imgui.get_mouse_pos()
    held = _grab(show, start, layout, ui)
    if held.part not in EDGES or abs(mouse.x - start.x) <= DRAGGED * ui.scale:
        return
    least, origin = _dragged_edge(show, held, layout)
    tick = max(_tick_at(mouse.x, layout, show), least)
    is_caption = held.part is TrackPart.CAPTION_EDGE
    x, row = layout.scale.x(tick), layout.rows.captions if is_caption else layout.rows.sections
    color = pack_color(theme.rgba(tones.CHOSEN))
    imgui.get_window_draw_list().add_line(ImVec2(x, row[0]), ImVec2(x, row[1]), color, 2 * ui.scale)
    _place_tip_above()
    imgui.set_tooltip(f"{exact_time(tick)}  ({(tick - origin) / TICKS:+.1f} s)".replace("-", "−"))


def _dragged_edge(show: DemoPlayback, held: Grab, layout: TrackLayout) -> tuple[int, int]:
    """The earliest tick to which the edge can be dragged, and its current tick."""
    if held.part is TrackPart.CAPTION_EDGE:
        return 0, layout.captions[held.number].first
    first, last = layout.sections[held.number][:2] if held.part is TrackPart.BOUNDARY else show.edits.span or (0, 0)
    return first + 1, last


def _draw_ruler(layout: TrackLayout, ui: Ui) -> None:
    scale, (top, foot) = layout.scale, layout.rows.ruler
    canvas, ink = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.TEXT_DIM))
    step = ruler_step(scale, LABEL_ROOM * ui.scale)
    for number in range(ceil(scale.first / TICKS / step), floor(scale.last / TICKS / step) + 1):
        tick = number * step * TICKS
        x = scale.x(tick)
        canvas.add_line(ImVec2(x, foot - 5 * ui.scale), ImVec2(x, foot), ink, ui.scale)
        words = exact_time(tick) if step < 1 else exact_time(tick).partition(".")[0]
        width = imgui.calc_text_size(words).x
        at = min(max(x - width / 2, scale.left - width / 2), scale.left + scale.width - width)
        canvas.add_text(ImVec2(at, top - 2 * ui.scale), ink, words)


def _draw_chapters(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> None:
    """Draws a flag at each chapter, with its name if there is room before the next one."""
    chapters = show.demo.marks_of(MarkKind.CHAPTER)
    canvas, color = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.WARNING))
    size, foot = 7 * ui.scale, layout.rows.ruler[1]
    for chapter in chapters:
        if layout.scale.first <= chapter.tick <= layout.scale.last:
            x = layout.scale.x(chapter.tick)
            top = foot - 1.6 * size
            canvas.add_line(ImVec2(x, top), ImVec2(x, layout.rows.sections[1]), color, 1.5 * ui.scale)
            corners = ImVec2(x, top), ImVec2(x + size, top + size / 2), ImVec2(x, top + size)
            canvas.add_triangle_filled(*corners, color)
            if imgui.is_mouse_hovering_rect(ImVec2(x - size, top), ImVec2(x + 2 * size, foot)):
                _place_tip_above()
                imgui.set_tooltip(f"Chapter: {chapter.text}")


def _draw_notes(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> None:
    """Draws a sheet in the ruler where notes of the presenter begin."""
    canvas, color = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.TEXT_DIM))
    size, foot = 6 * ui.scale, layout.rows.ruler[1]
    for notes in show.demo.marks_of(MarkKind.NOTES):
        if layout.scale.first <= notes.tick <= layout.scale.last:
            x, top = layout.scale.x(notes.tick), foot - 1.5 * size
            canvas.add_rect_filled(ImVec2(x, top), ImVec2(x + size, foot), color)
            if imgui.is_mouse_hovering_rect(ImVec2(x - size, top), ImVec2(x + 2 * size, foot)):
                _place_tip_above()
                imgui.set_tooltip(f"Notes: {notes.text or 'none from here on'}")


def _draw_playhead(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> None:
    if not layout.scale.first <= show.tick <= layout.scale.last:
        return
    x, top, foot = layout.scale.x(show.tick), layout.rows.ruler[0], layout.rows.captions[1]
    canvas, color = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.BAD))
    size = 5 * ui.scale
    y = layout.rows.ruler[1] - size
    canvas.add_line(ImVec2(x, top + 0.6 * RULER * ui.scale), ImVec2(x, foot), color, 1.5 * ui.scale)
    canvas.add_triangle_filled(ImVec2(x - size, y - size), ImVec2(x + size, y - size), ImVec2(x, y + size / 2), color)


def _draw_strip(show: DemoPlayback, layout: TrackLayout, ui: Ui) -> None:
    """Draws which part of the demo a zoomed track shows."""
    if show.edits.shown is None:
        return
    scale, length = layout.scale, max(show.demo.length, 1)
    top = layout.rows.captions[1] + 0.35 * FOOT * ui.scale
    canvas, foot = imgui.get_window_draw_list(), top + STRIP * ui.scale
    left, right = (scale.left + scale.width * tick / length for tick in show.edits.shown)
    whole = ImVec2(scale.left, top), ImVec2(scale.left + scale.width, foot)
    canvas.add_rect_filled(*whole, pack_color(theme.rgba(tones.FIELD)), 2 * ui.scale)
    part = ImVec2(left, top), ImVec2(right, foot)
    canvas.add_rect_filled(*part, pack_color(theme.rgba(tones.TEXT_DIM)), 2 * ui.scale)
