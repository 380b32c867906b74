"""Readability of the user interface: contrast, available glyphs and every scale."""

from collections.abc import Iterator

import pytest
from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.base.resources import resource
from gjkscope.app.state.actions import UI_SCALES
from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme

READABLE = 4.5  # WCAG 2.1, success criterion 1.4.3, level AA
PANELS = (tones.ABYSS, tones.BACKGROUND, tones.FIELD, tones.POPUP)
WIDGETS = (tones.RAISED, tones.HOVERED, tones.PRESSED, tones.ACCENT_GROUND, tones.ACCENT_GROUND_HOVERED)
WORDS = (tones.TEXT_DIM, tones.ACCENT, tones.GOOD, tones.WARNING, tones.BAD, tones.CHOSEN, tones.NEW)
CODE = (tones.CODE_KEYWORD, tones.CODE_STRING, tones.CODE_NUMBER, tones.CODE_DEFINED)


@pytest.fixture
def context() -> Iterator[None]:
    context = imgui.create_context()
    imgui.set_current_context(context)
    imgui.get_io().set_ini_filename(None)  # otherwise destroying the context would write imgui.ini
    yield
    imgui.destroy_context(context)


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_matches_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_text_is_readable_on_every_background() -> None:
    for ground in PANELS + WIDGETS:
        for shown in Theme:
            assert contrast(tones.TEXT.of(shown), ground.of(shown)) >= READABLE, (ground, shown)


@pytest.mark.parametrize("shown", Theme)
def test_coloured_text_is_readable_on_every_panel(shown: Theme) -> None:
    for color in WORDS + CODE:
        for ground in PANELS:
            assert contrast(color.of(shown), ground.of(shown)) >= READABLE, (color, ground, shown)


@pytest.mark.usefixtures("context")
def test_the_style_matches_the_theme() -> None:
    grounds = []
    for shown in Theme:
        theme.apply_style(1.0, shown)
        grounds.append(tuple(imgui.get_style().color_(imgui.Col_.window_bg)))
        assert grounds[-1] == tuple(theme.rgba(tones.BACKGROUND))
    assert sum(grounds[1][:3]) > 2.5 > 0.5 > sum(grounds[0][:3])


@pytest.mark.usefixtures("context")
def test_every_dear_imgui_colour_is_set() -> None:
    """Otherwise a new version of it would add its default blue."""
    assert {int(color) for color in theme.COLORS} == set(range(imgui.Col_.count))


@pytest.mark.usefixtures("context")
def test_colours_are_hexadecimal_with_or_without_alpha() -> None:
    red = tones.Tone("#ff0033", "#ff0033")
    assert tuple(theme.rgba(red)) == pytest.approx((1, 0, 0.2, 1))
    assert tuple(theme.rgba(red.faded("80"), alpha=0.5)) == pytest.approx((1, 0, 0.2, 64 / 255))


@pytest.mark.usefixtures("context")
@pytest.mark.parametrize("face", [name for name, kind in theme.Fonts.__annotations__.items() if kind is theme.Typeface])
def test_each_typeface_has_the_glyphs_in_use(face: str) -> None:
    font = getattr(theme.load_fonts(), face).font
    signs = "AZaz09éñüΔδελΣ−·×√≤≥≠≈∞±‖→←↑↓∈∪∩⊂∇∠⟂⊖●○◆▶²³₀₁₂₃°…“”–"
    icons = (icons_fontawesome_6.ICON_FA_PLAY, icons_fontawesome_6.ICON_FA_EYE, icons_fontawesome_6.ICON_FA_ROTATE)
    wanted = {*signs, *icons, *signs_of_shipped_texts()}
    assert [sign for sign in wanted if not font.is_glyph_in_font(ord(sign))] == []


def signs_of_shipped_texts() -> set[str]:
    """The non-ASCII characters in lessons, demos and scenes."""
    assets = resource("assets")
    paths = [*assets.glob("lessons/*.md"), *assets.glob("demos/*.json"), *assets.glob("scenes/**/*.json")]
    assert len(paths) > 100
    return {sign for path in paths for sign in path.read_text(encoding="utf-8") if ord(sign) > 126}


@pytest.mark.usefixtures("context")
def test_digits_are_aligned_in_columns() -> None:
    fonts = theme.load_fonts()
    io = imgui.get_io()
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = imgui.ImVec2(100, 100)
    imgui.new_frame()
    imgui.push_font(*fonts.mono)
    widths = {imgui.calc_text_size(sign).x for sign in "0123456789+-.e "}
    imgui.pop_font()
    imgui.end_frame()
    assert len(widths) == 1


@pytest.mark.usefixtures("context")
@pytest.mark.parametrize("scale", UI_SCALES)
def test_fields_have_a_border_at_every_scale(scale: float) -> None:
    theme.apply_style(scale)
    assert imgui.get_style().frame_border_size >= 1
    assert len(theme.BORDERS) > 4


@pytest.mark.usefixtures("context")
def test_repeated_scale_changes_leave_no_trace() -> None:
    """Dear ImGui's own scaling rounds, which would accumulate."""

    def measures() -> dict[str, object]:
        style = imgui.get_style()
        values = {name: getattr(style, name) for name in dir(style) if not name.startswith("__")}
        numbers = {name: value for name, value in values.items() if isinstance(value, float)}
        return numbers | {name: tuple(value) for name, value in values.items() if isinstance(value, imgui.ImVec2)}

    theme.apply_style(1.0)
    before = measures()
    for scale in (1.25, 0.75, 2.0):
        theme.apply_style(scale)
        assert imgui.get_style().font_scale_dpi == scale
        assert imgui.get_style().item_spacing.x == int(8 * scale)
        assert measures() != before
    theme.apply_style(1.0)
    assert measures() == before


def test_fonts_of_different_contexts_are_distinguished_even_at_the_same_address() -> None:
    """Measurements are cached per font; sometimes one context's were used for another's."""
    numbers = set()
    for _ in range(2):
        context = imgui.create_context()
        numbers.add(theme.load_fonts().number)
        imgui.destroy_context(context)
    assert len(numbers) == 2
