"""The settings of a film of the open demo: File > Export > Film….

On the left is a preview of the film's first second; *Export…* asks for the file.
"""

import shutil
from pathlib import Path
from typing import TypeVar

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import CloseDialog, SetFilm, ShowFilm
from gjkscope.app.state.model import PREVIEW_RATE, DemoPlayback, Film, FilmCard, FilmKind, Purpose, State, Theme
from gjkscope.app.state.model.demo import TICKS, format_time
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import BrowseExport, CopyFilmCommand, Outcome, PreviewFilm
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import counted

TITLE = "Export film"
PREVIEW = (360.0, 220.0)  # room of the preview, pixels at 100 % scale, as below
LABELS = 92.0  # width of the left column of the settings
FIELDS = 236.0  # width of the right one
DRAG_SPEED = 0.05  # seconds per pixel
SIZES = {
    (640, 360): "640 × 360",
    (1280, 720): "1280 × 720 (HD)",
    (1920, 1080): "1920 × 1080 (Full HD)",
    (3840, 2160): "3840 × 2160 (4K)",
    (720, 1280): "720 × 1280 (portrait)",
    (1080, 1080): "1080 × 1080 (square)",
}
RATES = (10, 24, 25, 30, 50, 60)
GIF_RATES = (10, 20, 25, 50)  # whole numbers of hundredths of a second: others would be uneven
THEMES: dict[Theme | None, str] = {None: "As in the demo", Theme.DARK: "Dark", Theme.LIGHT: "Light"}
FORMATS = {FilmKind.MP4: "MP4", FilmKind.WEBM: "WebM", FilmKind.GIF: "GIF"}
FORMAT_HELP = {
    FilmKind.MP4: "Plays everywhere; the best choice for slides and video platforms",
    FilmKind.WEBM: "For web pages; takes longer to export",
    FilmKind.GIF: "Plays in documents and chats; 256 colours, no sound",
}
SILENT, ESPEAK, PIPER = "", "espeak-ng", "piper"
VOICES = {SILENT: "No speech", ESPEAK: "espeak-ng", PIPER: "piper"}
VOICE_HINTS = {ESPEAK: "voice, such as en-gb (optional)", PIPER: "path of the model, .onnx"}

Value = TypeVar("Value")


def draw_film_card(state: State, card: FilmCard, ui: Ui) -> list[Outcome]:
    """Draws the card; without a demo, says how to get one."""
    show = state.show
    if show is None:
        imgui.text_unformatted("Open a demo or record one first: Record > Record, or Record > Demos.")
        return [CloseDialog()] if imgui.button("Close", ImVec2(100 * ui.scale, 0)) else []
    film = state.preferences.film
    with imgui_ctx.begin_group():
        outcomes = _draw_preview(film, card, ui)
    imgui.same_line(0, 16 * ui.scale)
    with imgui_ctx.begin_group():
        wanted = _draw_settings(film, ui)
        outcomes += _draw_span(card, show, ui)
        _draw_length(film, card, show)
    imgui.push_text_wrap_pos((PREVIEW[0] + LABELS + FIELDS + 16) * ui.scale)
    for warning in card.warnings:
        imgui.text_colored(theme.rgba(tones.WARNING), icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION)
        imgui.same_line()
        imgui.text_unformatted(f"{warning[:1].upper()}{warning[1:]}.")
    imgui.pop_text_wrap_pos()
    imgui.separator()
    outcomes += _draw_buttons(film, ui)
    return [*([SetFilm(wanted)] if wanted != film else []), *outcomes]


def _draw_preview(film: Film, card: FilmCard, ui: Ui) -> list[Outcome]:
    """The pictures one after the other, over and over; asks for new ones when the settings have changed."""
    low, room = imgui.get_cursor_screen_pos(), ImVec2(PREVIEW[0] * ui.scale, PREVIEW[1] * ui.scale)
    imgui.dummy(room)
    canvas, high = imgui.get_window_draw_list(), ImVec2(low.x + room.x, low.y + room.y)
    canvas.add_rect_filled(low, high, imgui.get_color_u32(imgui.Col_.frame_bg))
    factor = min(room.x / film.size[0], room.y / film.size[1])
    width, height = film.size[0] * factor, film.size[1] * factor
    left, top = low.x + (room.x - width) / 2, low.y + (room.y - height) / 2
    if card.pictures and film == card.previewed:
        number = int(imgui.get_time() * PREVIEW_RATE) % len(card.pictures)
        if texture := ui.renderer.pictures.texture(Path(card.pictures[number])):
            canvas.add_image(imgui.ImTextureRef(texture.glo), ImVec2(left, top), ImVec2(left + width, top + height))
    words = card.fault or ("" if film == card.previewed else "Rendering the preview …")
    imgui.set_cursor_screen_pos(ImVec2(low.x + 8 * ui.scale, low.y + 8 * ui.scale))
    imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + room.x - 16 * ui.scale)
    imgui.text_disabled(words)
    imgui.pop_text_wrap_pos()
    imgui.set_cursor_screen_pos(ImVec2(low.x, high.y + imgui.get_style().item_spacing.y))
    imgui.text_disabled("Preview: the first second")
    return [] if film == card.previewed else [PreviewFilm(card.span)]


def _draw_settings(film: Film, ui: Ui) -> Film:
    """The film as set."""
    _label("Format", ui)
    for kind, title in FORMATS.items():
        if imgui.radio_button(title, film.format is kind):
            film = _in_format(film, kind)
        tool_tip(FORMAT_HELP[kind])
        imgui.same_line()
    imgui.new_line()
    size = _choose("Size", film.size, SIZES, ui)
    rates = GIF_RATES if film.format is FilmKind.GIF else RATES
    rate = _choose("Pictures/s", film.rate, {rate: str(rate) for rate in rates}, ui)
    look = _choose("Theme", film.theme, THEMES, ui)
    film = replace(film, size=size, rate=rate, theme=look)
    _label("Captions", ui)
    _, captions = imgui.checkbox("In the picture", film.captions)
    tool_tip("Off: the captions are in the file, and the player shows them on request")
    imgui.same_line()
    _, subtitles = imgui.checkbox("As .srt file", film.subtitles)
    tool_tip("Also writes the captions as subtitles beside the film, for video platforms")
    return replace(film, captions=captions, subtitles=subtitles, voice=_draw_voice(film.voice, ui))


def _in_format(film: Film, kind: FilmKind) -> Film:
    """The film in another format, whose rate that format can have; a GIF has no sound."""
    if kind is not FilmKind.GIF:
        return replace(film, format=kind)
    return replace(film, format=kind, rate=min(GIF_RATES, key=lambda rate: abs(rate - film.rate)), voice=SILENT)


def _draw_voice(voice: str, ui: Ui) -> str:
    """Chooses the program that reads the captions aloud, among those installed, and its voice."""
    name, _, speaker = voice.partition(":")
    known = {program: words for program, words in VOICES.items() if program in (SILENT, name) or shutil.which(program)}
    chosen = _choose("Speech", name, known, ui)
    tool_tip("Reads the captions aloud" if len(known) > 1 else "Needs espeak-ng or piper, which are not installed")
    if chosen == SILENT:
        return SILENT
    _label("", ui)
    _, speaker = imgui.input_text_with_hint("##speaker", VOICE_HINTS[chosen], speaker if chosen == name else "")
    return f"{chosen}:{speaker}" if speaker else chosen


def _draw_span(card: FilmCard, show: DemoPlayback, ui: Ui) -> list[Outcome]:
    """Chooses the part of the demo; the whole demo if it is all of it."""
    last = show.demo.length
    first, end = card.span or (0, last)
    _label("Part", ui)
    length = last / TICKS
    formats = "from %.2f s", "to %.2f s"
    changed, begin, until = imgui.drag_float_range2(
        "##span", first / TICKS, end / TICKS, DRAG_SPEED, 0.0, length, *formats, imgui.SliderFlags_.always_clamp
    )
    tool_tip("Drag, or double-click to type: the part of the demo that the film shows")
    if not changed:
        return []
    span = (round(begin * TICKS), max(round(until * TICKS), round(begin * TICKS) + 1))
    return [ShowFilm(replace(card, span=None if span == (0, last) else span, previewed=None))]


def _draw_length(film: Film, card: FilmCard, show: DemoPlayback) -> None:
    first, last = card.span or (0, show.demo.length)
    count = max(round((last - first) * film.rate / TICKS), 1)
    imgui.text_disabled(f"{format_time(last - first)} min, {counted(count, 'picture')}")


def _draw_buttons(film: Film, ui: Ui) -> list[Outcome]:
    size = ImVec2(100 * ui.scale, 0)
    if imgui.button("Cancel", size):
        return [CloseDialog()]
    imgui.same_line()
    if imgui.button("Export…", size):
        return [BrowseExport(Purpose.FILM)]
    imgui.set_item_default_focus()
    imgui.same_line()
    pressed = imgui.button("Copy command")
    tool_tip("The gjkscope record command line that renders the same film")
    return [CopyFilmCommand()] if pressed else []


def _label(words: str, ui: Ui) -> None:
    left = imgui.get_cursor_pos_x()
    imgui.align_text_to_frame_padding()
    imgui.text_unformatted(words)
    imgui.same_line()
    imgui.set_cursor_pos_x(left + LABELS * ui.scale)
    imgui.set_next_item_width(FIELDS * ui.scale)


def _choose(label: str, known: Value, offered: dict[Value, str], ui: Ui) -> Value:
    """A list with a label; the choice."""
    _label(label, ui)
    chosen = known
    if imgui.begin_combo(f"##{label}", offered.get(known, str(known)), imgui.ComboFlags_.height_largest):
        for value, words in offered.items():
            if imgui.selectable(words, value == known)[0]:
                chosen = value
        imgui.end_combo()
    return chosen
