"""Dear ImGui draws into a picture without a window."""

from collections.abc import Callable, Iterator

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from imgui_bundle import ImVec2, imgui, imgui_ctx, implot

from gjkscope.app.view.panels.toolkit.imgui_context import SETTLING_FRAMES, OffscreenImGui, first_error_only

SIZE = (320, 200)
GROUND = (10, 20, 30)
Picture = npt.NDArray[np.uint8]


class Studio:
    def __init__(self) -> None:
        self.ctx = moderngl.create_standalone_context(backend="egl", require=330)
        self.target = self.ctx.framebuffer([self.ctx.texture(SIZE, 4)])
        self.gui = OffscreenImGui(SIZE)

    def clear(self) -> None:
        self.target.clear(*(channel / 255 for channel in GROUND), 1.0)

    def picture(self) -> Picture:
        """Pixels of shape (height, width, 3), the top row first."""
        pixels = np.frombuffer(self.target.read(components=3), np.uint8)
        return pixels.reshape(SIZE[1], SIZE[0], 3)[::-1]


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    studio.clear()
    yield studio
    studio.gui.close()
    studio.ctx.release()


def test_text_is_drawn_only_where_requested(studio: Studio) -> None:
    with studio.gui.frame(studio.target):
        imgui.get_foreground_draw_list().add_text((100, 50), 0xFFFFFFFF, "gjkscope")
    changed = np.argwhere((studio.picture() != GROUND).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    assert 50 <= top < bottom <= 70
    assert 100 <= left < right <= 180
    assert len(changed) > 100
    assert studio.picture().max() > 200


def test_a_moderngl_texture_is_shown_the_right_way_up(studio: Studio) -> None:
    pixels = np.zeros((2, 2, 4), np.uint8)
    pixels[0] = (255, 0, 0, 255)  # Dear ImGui shows the first row of a texture on top
    pixels[1] = (0, 0, 255, 255)
    texture = studio.ctx.texture((2, 2), 4, pixels.tobytes())
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    with studio.gui.frame(studio.target):
        imgui.get_foreground_draw_list().add_image(imgui.ImTextureRef(texture.glo), (100, 100), (200, 200))
    assert tuple(studio.picture()[110, 150]) == (255, 0, 0)
    assert tuple(studio.picture()[190, 150]) == (0, 0, 255)


def test_an_auto_sized_window_is_complete_after_the_settling_frames(studio: Studio) -> None:
    for target in (*[None] * SETTLING_FRAMES, studio.target):
        with studio.gui.frame(target):
            imgui.set_next_window_pos((20, 20))
            imgui.begin("Verdict", None, imgui.WindowFlags_.always_auto_resize)
            imgui.text("penetrating")
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            imgui.end()
    words = studio.picture()[int(low.y) : int(high.y), int(low.x) : int(high.x)]
    assert words.max() > 200


def test_the_same_panels_give_the_same_pixels(studio: Studio) -> None:
    pictures = []
    for _ in range(2):
        studio.clear()
        with studio.gui.frame(studio.target):
            imgui.get_foreground_draw_list().add_text((10, 10), 0xFFFFFFFF, "0.1 + 0.2 = 0.30000000000000004")
        pictures.append(studio.picture().copy())
    assert (pictures[0] == pictures[1]).all()


def test_an_error_in_a_panel_does_not_affect_the_next_frame(studio: Studio) -> None:
    with pytest.raises(ZeroDivisionError), studio.gui.frame(studio.target):
        imgui.text(str(1 // 0))
    assert (studio.picture() == GROUND).all()
    with studio.gui.frame(studio.target):
        imgui.get_foreground_draw_list().add_text((10, 10), 0xFFFFFFFF, "again")
    assert (studio.picture() != GROUND).any()


def leave_cursor_outside() -> None:
    imgui.set_cursor_screen_pos(ImVec2(10, 1000))


def in_window() -> None:
    with imgui_ctx.begin("panel"):
        leave_cursor_outside()


def without_context_manager() -> None:
    imgui.begin("panel")
    leave_cursor_outside()
    imgui.end()


def in_child() -> None:
    with imgui_ctx.begin("panel"), imgui_ctx.begin_child("list"), imgui_ctx.begin_child("row"):
        leave_cursor_outside()


def in_table() -> None:
    with imgui_ctx.begin("panel"), imgui_ctx.begin_table("table", 2, imgui.TableFlags_.scroll_y, ImVec2(80, 80)):
        imgui.table_next_column()
        leave_cursor_outside()


def in_popup() -> None:
    with imgui_ctx.begin("panel"):
        imgui.open_popup("menu")
        with imgui_ctx.begin_popup("menu"), imgui_ctx.begin_child("list", ImVec2(50, 50)):
            leave_cursor_outside()


@pytest.mark.parametrize("draw", [in_window, without_context_manager, in_child, in_table, in_popup])
def test_an_error_inside_dear_imgui_is_raised_and_the_next_frame_is_drawn(
    studio: Studio, draw: Callable[[], None]
) -> None:
    """Its `end` has then taken from some stacks but not from others, so that it failed again, with another error."""
    boundaries = pytest.raises(RuntimeError, match="to extend window/parent boundaries")
    with boundaries as raised, first_error_only(), studio.gui.frame(studio.target):
        draw()
    assert raised.value.__cause__ is None
    assert (studio.picture() == GROUND).all()
    with studio.gui.frame(studio.target):
        imgui.get_foreground_draw_list().add_text((10, 10), 0xFFFFFFFF, "again")
    assert (studio.picture() != GROUND).any()


def test_a_window_that_is_not_ended_is_reported_and_the_next_frame_is_drawn(studio: Studio) -> None:
    with pytest.raises(RuntimeError, match="Missing End"), studio.gui.frame(studio.target):
        imgui.begin("panel")
    with studio.gui.frame(studio.target):
        imgui.get_foreground_draw_list().add_text((10, 10), 0xFFFFFFFF, "again")
    assert (studio.picture() != GROUND).any()


def fail_in_row() -> None:
    imgui.push_id("row")
    imgui.text(str(1 // 0))  # so that the end of the window misses the end of the row


def test_what_an_error_leaves_open_does_not_hide_it(studio: Studio) -> None:
    with pytest.raises(ZeroDivisionError) as raised, studio.gui.frame(None), imgui_ctx.begin("panel"):
        fail_in_row()
    [note] = raised.value.__notes__
    assert "Missing PopID" in note


def fail_in_plot() -> None:
    assert implot.begin_plot("curve")
    imgui.text(str(1 // 0))


def test_an_error_inside_a_plot_does_not_affect_the_next_frame(studio: Studio) -> None:
    with pytest.raises(ZeroDivisionError), studio.gui.frame(None), imgui_ctx.begin("panel"):
        fail_in_plot()
    with studio.gui.frame(None), imgui_ctx.begin("panel"):
        assert implot.begin_plot("curve")
        implot.end_plot()


def test_an_error_that_was_handled_before_is_not_the_first(studio: Studio) -> None:
    try:
        raise KeyError("handled")
    except KeyError:
        with pytest.raises(RuntimeError, match="Missing PopID"), studio.gui.frame(None), imgui_ctx.begin("panel"):
            imgui.push_id("row")


def fail_during_another_error() -> None:
    imgui.push_id("row")
    try:
        raise KeyError("context")
    except KeyError:
        raise ValueError("first")  # noqa: B904


def test_the_first_error_keeps_its_context(studio: Studio) -> None:
    with pytest.raises(ValueError, match="first") as raised, studio.gui.frame(None), imgui_ctx.begin("panel"):
        fail_during_another_error()
    assert isinstance(raised.value.__cause__, KeyError)


def test_two_contexts_are_independent(studio: Studio) -> None:
    other = OffscreenImGui((100, 100), scale=2.0)
    with studio.gui.frame(studio.target):
        assert tuple(imgui.get_io().display_size) == SIZE
        assert imgui.get_font_size() == studio.gui.fonts.regular.size
    with other.frame(None):
        assert tuple(imgui.get_io().display_size) == (100, 100)
        assert imgui.get_font_size() == 2 * other.fonts.regular.size
    other.close()


def test_no_glyph_is_in_the_left_column_of_the_atlas(studio: Studio) -> None:
    """There it would lack the padding on its left, and look different at a fractional position."""
    characters = range(ord("!"), ord("~") + 1)
    sizes = (11.0, 12.0, 13.0, 15.0, 17.0, 19.0)
    with studio.gui.frame(studio.target):
        for size in sizes:
            for face in (studio.gui.fonts.regular, studio.gui.fonts.mono):
                imgui.push_font(face.font, size)
                baked = imgui.get_font_baked()
                left = [baked.find_glyph(character).u0 for character in characters]
                imgui.pop_font()
                assert min(left) > 0
