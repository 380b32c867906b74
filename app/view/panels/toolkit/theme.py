"""The theme of the user interface: colours, sizes and fonts.

Neutral greys, dark or light, with one accent colour, so that the colours of the scene stand out.  Every text colour has
a contrast of at least 4.5 : 1 on every background it is used on (WCAG 2.1, AA), which a test verifies.  The fonts ship
with imgui-bundle: Roboto for text, Inconsolata for numbers and code, Font Awesome 6 for icons.

    fonts = load_fonts()                       # once per Dear ImGui context
    apply_style(scale=1.0, theme=Theme.DARK)   # again when either changes
    with imgui_ctx.push_font(*fonts.mono): ...
"""

from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import imgui_bundle
from imgui_bundle import ImVec2, ImVec4, imgui

from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.palette import TEXT_CONTRAST

FONT_ASSETS = Path(imgui_bundle.__file__).with_name("assets")  # contains `fonts`
TEXT_SIZE = 15.0  # pixels at 100 % scale, as are all sizes here
SMALL_SIZE = 13.0
LARGE_SIZE = 24.0
# Inconsolata's x-height is 0.46 em, Roboto's 0.53: enlarge it by about half the difference and align the baselines.
MONO_FIT = {"extra_size_scale": 1.06, "glyph_offset": ImVec2(0, -0.6)}
ATLAS_SIZE = 1024  # texels, initially: the glyphs of every panel at 200 % fit
ICON_GROWTH = 0.86  # Font Awesome fills the em square; this matches Roboto's height from capitals to descenders


class Typeface(NamedTuple):
    """A font at a size in pixels at 100 % scale: `imgui.push_font(*face)`."""

    font: imgui.ImFont
    size: float

    def drawn_size(self, scale: float) -> float:
        """The size in pixels at that scale, for drawing at explicit positions."""
        return drawn_size(self.size * scale)


def drawn_size(size: float) -> float:
    """The size at which text of `size` pixels is drawn: whole, as measured by Dear ImGui, and at least 1.

    Dear ImGui rasterises glyphs at whole sizes.  At any other, it would draw them resampled: blurred, and with rounding
    that depends on where each glyph lies in the atlas, and so on all text drawn before.
    """
    return max(imgui.internal.get_rounded_font_size(size), 1.0)


class Fonts(NamedTuple):
    """The fonts.  Each includes the icons and mathematical symbols such as · ∈ ∩ → √ ₁ ².

    Latin Modern's ‖ is illegible below 20 pixels: write |v| in text.
    """

    regular: Typeface
    bold: Typeface
    italic: Typeface
    small: Typeface
    mono: Typeface  # numbers, code
    large: Typeface  # the verdict
    large_mono: Typeface  # the signed distance
    number: int  # unique ID for use in cache keys, as a later context's fonts may have the same addresses


_NUMBERS = count()


def load_fonts() -> Fonts:
    """Adds the fonts to the current Dear ImGui context, with `regular` as its default.

    This only reads six font files; glyphs are rasterised on first use, at the requested size.
    """
    _reserve_left_column(imgui.get_io().fonts)
    regular = _load("Roboto/Roboto-Regular.ttf", "Inconsolata-Medium.ttf")
    bold = _load("Roboto/Roboto-Bold.ttf", "Inconsolata-Medium.ttf")
    italic = _load("Roboto/Roboto-RegularItalic.ttf", "Inconsolata-Medium.ttf")
    mono = _load("Inconsolata-Medium.ttf", "Roboto/Roboto-Regular.ttf", **MONO_FIT)
    imgui.get_io().font_default = regular
    return Fonts(
        regular=Typeface(regular, TEXT_SIZE),
        bold=Typeface(bold, TEXT_SIZE),
        italic=Typeface(italic, TEXT_SIZE),
        small=Typeface(regular, SMALL_SIZE),
        mono=Typeface(mono, TEXT_SIZE),
        large=Typeface(bold, LARGE_SIZE),
        large_mono=Typeface(mono, LARGE_SIZE),
        number=next(_NUMBERS),
    )


def _reserve_left_column(atlas: imgui.ImFontAtlas) -> None:
    """Keeps glyphs out of the atlas's left column.

    Dear ImGui pads a glyph only on its right and bottom, and clamps the texture.  At a fractional position, a glyph
    blends with the padding of its left neighbour; in the left column it would blend with itself instead, and look
    different from the same glyph elsewhere.  Dear ImGui packs each rectangle as low and then as far left as possible,
    so a rectangle as wide as the atlas puts the next one in the left column.
    """
    atlas.tex_min_width = atlas.tex_min_height = ATLAS_SIZE
    row = _reserve(atlas, ATLAS_SIZE - atlas.tex_glyph_padding, 1)
    above = row.y + row.h + atlas.tex_glyph_padding
    _reserve(atlas, 1, ATLAS_SIZE - atlas.tex_glyph_padding - above)


def _reserve(atlas: imgui.ImFontAtlas, width: int, height: int) -> imgui.ImFontAtlasRect:
    reserved = imgui.ImFontAtlasRect()
    atlas.get_custom_rect(atlas.add_custom_rect(width, height), reserved)
    return reserved


def apply_style(scale: float = 1.0, theme: Theme = Theme.DARK) -> None:
    """Sets the colours of `theme` and all sizes times `scale` (1.0 is 100 %) in the current Dear ImGui context."""
    _shown[0] = theme
    style = imgui.get_style()
    _reset_measures(style)
    for name, pixels in MEASURES.items():
        setattr(style, name, ImVec2(*pixels) if isinstance(pixels, tuple) else pixels)
    style.window_menu_button_position = imgui.Dir.none  # with few panels, the tabs are enough
    style.scale_all_sizes(scale)
    for name in BORDERS:  # scaling rounds down; without a border, light fields on light panels are invisible
        setattr(style, name, max(getattr(style, name), 1.0))
    style.font_size_base = TEXT_SIZE
    style.font_scale_dpi = scale
    for color, tone in COLORS.items():
        style.set_color_(color, rgba(tone))


# The theme last set by `apply_style`: global, like Dear ImGui's style.
_shown = [Theme.DARK]


def rgba(tone: tones.Tone, alpha: float = 1.0) -> ImVec4:
    """A tone in the current theme, as Dear ImGui's colour type; its own alpha is multiplied by `alpha`."""
    return _rgba(tone.of(_shown[0]), alpha)


@lru_cache(maxsize=256)
def _rgba(text: str, alpha: float) -> ImVec4:
    red, green, blue, *own = (channel / 255 for channel in bytes.fromhex(text.removeprefix("#")))
    return ImVec4(red, green, blue, alpha * (own[0] if own else 1.0))


def legible(color: Color, contrast: float = TEXT_CONTRAST) -> Color:
    """A palette colour, darkened or lightened as needed to have `contrast` on the current theme's background."""
    return palette.legible_on(palette.inked(color, _shown[0]), _shown[0], contrast)


MEASURES: dict[str, float | tuple[float, float]] = {
    "window_padding": (10, 9),
    "frame_padding": (8, 4),
    "item_spacing": (8, 6),
    "item_inner_spacing": (6, 4),
    "cell_padding": (6, 3),
    "indent_spacing": 18,
    "scrollbar_size": 12,
    "grab_min_size": 12,
    "window_rounding": 4,
    "child_rounding": 4,
    "popup_rounding": 4,
    "frame_rounding": 4,
    "grab_rounding": 4,
    "tab_rounding": 4,
    "image_rounding": 0,
    "menu_item_rounding": 4,
    "selectable_rounding": 4,
    "scrollbar_rounding": 6,
    "window_border_size": 1,
    "child_border_size": 1,
    "popup_border_size": 1,
    "frame_border_size": 1,
    "tab_bar_border_size": 1,
    "tab_bar_overline_size": 2,
    "docking_separator_size": 3,
    "tab_min_width_shrink": 400,  # tabs that do not fit scroll: truncated titles are hard to tell apart
    "separator_text_border_size": 1,
    "separator_text_padding": (0, 6),
}

BORDERS = [name for name in MEASURES if name.endswith("border_size")]

COLORS: dict[imgui.Col_, tones.Tone] = {
    imgui.Col_.text: tones.TEXT,
    imgui.Col_.text_disabled: tones.TEXT_DIM,
    imgui.Col_.text_link: tones.ACCENT,
    imgui.Col_.text_selected_bg: tones.ACCENT_GROUND_HOVERED,
    imgui.Col_.input_text_cursor: tones.TEXT,
    imgui.Col_.window_bg: tones.BACKGROUND,
    imgui.Col_.child_bg: tones.CLEAR,
    imgui.Col_.popup_bg: tones.POPUP,
    imgui.Col_.border: tones.EDGE,
    imgui.Col_.border_shadow: tones.CLEAR,
    imgui.Col_.frame_bg: tones.FIELD,
    imgui.Col_.frame_bg_hovered: tones.RAISED,
    imgui.Col_.frame_bg_active: tones.HOVERED,
    imgui.Col_.title_bg: tones.ABYSS,
    imgui.Col_.title_bg_active: tones.ABYSS,
    imgui.Col_.title_bg_collapsed: tones.ABYSS,
    imgui.Col_.menu_bar_bg: tones.ABYSS,
    imgui.Col_.scrollbar_bg: tones.CLEAR,
    imgui.Col_.scrollbar_grab: tones.EDGE,
    imgui.Col_.scrollbar_grab_hovered: tones.PRESSED,
    imgui.Col_.scrollbar_grab_active: tones.TEXT_DIM,
    imgui.Col_.check_mark: tones.ACCENT,
    imgui.Col_.checkbox_selected_bg: tones.ACCENT_GROUND,
    imgui.Col_.slider_grab: tones.ACCENT,
    imgui.Col_.slider_grab_active: tones.ACCENT,
    imgui.Col_.button: tones.RAISED,
    imgui.Col_.button_hovered: tones.HOVERED,
    imgui.Col_.button_active: tones.PRESSED,
    imgui.Col_.header: tones.ACCENT_GROUND,
    imgui.Col_.header_hovered: tones.RAISED,
    imgui.Col_.header_active: tones.ACCENT_GROUND_HOVERED,
    imgui.Col_.separator: tones.EDGE,
    imgui.Col_.separator_hovered: tones.ACCENT,
    imgui.Col_.separator_active: tones.ACCENT,
    imgui.Col_.resize_grip: tones.EDGE,
    imgui.Col_.resize_grip_hovered: tones.ACCENT,
    imgui.Col_.resize_grip_active: tones.ACCENT,
    imgui.Col_.tab: tones.ABYSS,
    imgui.Col_.tab_hovered: tones.HOVERED,
    imgui.Col_.tab_selected: tones.FIELD,
    imgui.Col_.tab_selected_overline: tones.ACCENT,
    imgui.Col_.tab_dimmed: tones.ABYSS,
    imgui.Col_.tab_dimmed_selected: tones.FIELD,
    imgui.Col_.tab_dimmed_selected_overline: tones.EDGE,
    imgui.Col_.docking_preview: tones.ACCENT.faded("80"),
    imgui.Col_.docking_empty_bg: tones.ABYSS,
    imgui.Col_.plot_lines: tones.ACCENT,
    imgui.Col_.plot_lines_hovered: tones.TEXT,
    imgui.Col_.plot_histogram: tones.ACCENT,
    imgui.Col_.plot_histogram_hovered: tones.TEXT,
    imgui.Col_.table_header_bg: tones.FIELD,
    imgui.Col_.table_border_strong: tones.EDGE,
    imgui.Col_.table_border_light: tones.FIELD,
    imgui.Col_.table_row_bg: tones.CLEAR,
    imgui.Col_.table_row_bg_alt: tones.STRIPE,
    imgui.Col_.tree_lines: tones.EDGE,
    imgui.Col_.drag_drop_target: tones.ACCENT,
    imgui.Col_.drag_drop_target_bg: tones.ACCENT.faded("20"),
    imgui.Col_.nav_cursor: tones.ACCENT,
    imgui.Col_.nav_windowing_highlight: tones.ACCENT,
    imgui.Col_.nav_windowing_dim_bg: tones.SHADE,
    imgui.Col_.modal_window_dim_bg: tones.SHADE,
    imgui.Col_.unsaved_marker: tones.TEXT,
}


def _load(first: str, second: str, **first_options: object) -> imgui.ImFont:
    """Loads the font `first`, with missing glyphs from `second`, Font Awesome and Latin Modern Math."""
    font = _add(first, **first_options)
    _add(second, merge_mode=True)
    _add("Font_Awesome_6_Free-Solid-900.otf", merge_mode=True, extra_size_scale=ICON_GROWTH)
    # Its strokes are very thin; pixel snapping and brightening make them legible at text size.
    _add("latex/latinmodern-math.otf", merge_mode=True, pixel_snap_h=True, rasterizer_multiply=1.5)
    return font


def _add(name: str, **options: object) -> imgui.ImFont:
    config = imgui.ImFontConfig()
    for option, value in options.items():
        setattr(config, option, value)
    path = FONT_ASSETS / "fonts" / name
    return imgui.get_io().fonts.add_font_from_file_ttf(str(path), TEXT_SIZE, config)


def _reset_measures(style: imgui.Style) -> None:
    """Resets all sizes to Dear ImGui's defaults: its scaling multiplies and rounds, so it must not be applied twice."""
    pristine = imgui.Style()
    for name in dir(pristine):
        value = getattr(pristine, name)
        if not name.startswith("_") and isinstance(value, float | int | ImVec2):
            setattr(style, name, value)
    style._main_scale = 1.0  # the scale of close buttons and the focus frame, which accumulates as well
