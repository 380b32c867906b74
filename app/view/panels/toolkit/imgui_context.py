"""Dear ImGui on an OpenGL context, without a window: the context, its renderer and its fonts.

`ImGuiContext` is shared by the window's backend (`pyglet_backend.py`) and off-screen rendering (`OffscreenImGui`).  It
renders with Dear ImGui's OpenGL 3 backend into the bound framebuffer.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import moderngl
from imgui_bundle import ImVec2, imgui, implot, rich_md

from gjkscope.app.state.model import Theme
from gjkscope.app.view.panels.toolkit import fallback_fonts, rasters
from gjkscope.app.view.panels.toolkit.fallback_fonts import FallbackFonts
from gjkscope.app.view.panels.toolkit.markdown import create_markdown
from gjkscope.app.view.panels.toolkit.rasters import RasterTextures
from gjkscope.app.view.panels.toolkit.theme import Fonts, apply_style, load_fonts
from gjkscope.app.view.panels.toolkit.ui import Rect

Size = tuple[int, int]

# Dear ImGui lays out a window from its contents in the previous frame, and needs two frames to dock it and add its tab.
SETTLING_FRAMES = 2
DOUBLE_CLICK_TIME = 0.4  # seconds between the two clicks, as on desktops; Dear ImGui's default is 0.3
FRAME_TIME = 1 / 60  # seconds, the nominal duration of an off-screen frame


class ImGuiContext:
    """A Dear ImGui context on the current OpenGL context.

    Attributes: `io` (Dear ImGui's input and settings) and `fonts`.  Raises `RuntimeError` if OpenGL 3.3 is unavailable.
    """

    def __init__(self, scale: float = 1.0, theme: Theme = Theme.DARK) -> None:
        self._context = imgui.create_context()
        imgui.set_current_context(self._context)
        self._plots = implot.create_context()
        self._markdown = create_markdown()
        self.io = imgui.get_io()
        self.io.set_ini_filename(None)  # or Dear ImGui would write imgui.ini to the working directory
        self.io.config_flags |= imgui.ConfigFlags_.docking_enable
        self.io.config_flags |= imgui.ConfigFlags_.nav_enable_keyboard  # also lets Escape close menus and dialogs
        self.io.mouse_double_click_time = DOUBLE_CLICK_TIME
        self.io.config_input_text_cursor_blink = False  # blinking would need frames while idle
        self.fonts: Fonts = load_fonts()
        self._rasters, self._fallbacks = RasterTextures(), FallbackFonts()
        apply_style(scale, theme)
        self._style = (scale, theme)
        self._begun = imgui.internal.ErrorRecoveryState()  # the stacks at the beginning of the frame
        if not imgui.backends.opengl3_init("#version 330"):
            raise RuntimeError("Dear ImGui needs an OpenGL 3.3 context, but none is available")

    @property
    def scale(self) -> float:
        return self._style[0]

    def set_style(self, scale: float, theme: Theme) -> None:
        """Sets the UI scale (1.0 is 100 %) and the theme, from the next frame on."""
        if (scale, theme) != self._style:
            self.make_current()
            apply_style(scale, theme)
            self._style = (scale, theme)

    @property
    def has_input_left(self) -> bool:
        """Whether input events are still queued: Dear ImGui processes at most one press or release per frame."""
        return not self._context.input_events_queue.empty()

    def make_current(self) -> None:
        imgui.set_current_context(self._context)
        implot.set_current_context(self._plots)
        rich_md.set_current_context(self._markdown)
        rasters.use_rasters(self._rasters)
        fallback_fonts.use_fallback_fonts(self._fallbacks)

    def new_frame(self, dt: float, size: Size, pixels: Size) -> None:
        """Begins a frame `dt` seconds (> 0) after the last one, on a display of `size` units and `pixels` pixels."""
        self.make_current()
        self.io.delta_time = dt
        self.io.display_size = ImVec2(*size)
        self.io.display_framebuffer_scale = ImVec2(pixels[0] / max(size[0], 1), pixels[1] / max(size[1], 1))
        self._rasters.begin_frame()
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        imgui.internal.error_recovery_store_state(self._begun)

    def render(self, part: Rect | None = None) -> None:
        """Ends the frame and draws all of it, or `part` (left, top, width, height), into the bound framebuffer."""
        self.make_current()
        imgui.render()
        drawn = imgui.get_draw_data()
        if part is not None:
            drawn.display_pos, drawn.display_size = ImVec2(*part[:2]), ImVec2(*part[2:])
        imgui.backends.opengl3_render_draw_data(drawn)

    def end_unseen(self) -> None:
        """Ends the frame without drawing it."""
        self.make_current()
        imgui.end_frame()

    def abandon(self) -> None:
        """Ends the frame, if any, that an exception interrupted, with windows and styles that were not ended."""
        self.make_current()
        if not imgui.get_current_context().within_frame_scope:
            return
        self._report_missing_ends(False)  # the exception is reported instead
        try:
            _let_windows_end_twice()
            imgui.internal.error_recovery_try_to_recover_state(self._begun)
            imgui.end_frame()
        finally:
            self._report_missing_ends(True)
        implot.destroy_context(self._plots)  # in which a plot may still be open
        self._plots = implot.create_context()

    def _report_missing_ends(self, reports: bool) -> None:
        for way in ("assert", "debug_log", "tooltip"):
            setattr(self.io, f"config_error_recovery_enable_{way}", reports)

    def close(self) -> None:
        """Releases all resources.  The OpenGL context must still exist and be current."""
        self.make_current()
        imgui.backends.opengl3_shutdown()
        rich_md.destroy_context(self._markdown)
        implot.destroy_context(self._plots)
        imgui.destroy_context(self._context)


def _let_windows_end_twice() -> None:
    """Adds to stacks what a window that an error has ended halfway took from them; the next frame begins with new ones.

    Otherwise ending it again fails.
    """
    context, window = imgui.get_current_context(), imgui.internal.get_current_window()
    while window is not None:
        for _ in range(3):  # one that the end of a table takes, one that the end of the window does, and one that stays
            window.draw_list.push_clip_rect_full_screen()
        context.begin_popup_stack.push_back(imgui.internal.PopupData())
        window = window.parent_window_in_begin_stack


@contextmanager
def first_error_only() -> Iterator[None]:
    """Raises the first error of a frame, with a note, instead of the last of those that follow from it.

    If an error interrupts Dear ImGui, or leaves something open, the windows and tables around it cannot be ended
    either, and their errors would hide the first one.
    """
    handled = sys.exception()
    try:
        yield
    except BaseException as fault:
        first = _first_error(fault, handled)
        if first is fault:
            raise
        first.add_note(f"Dear ImGui raised more errors, of which the last is {fault}")
        raise first from (first.__cause__ if first.__suppress_context__ else first.__context__)


def _first_error(fault: BaseException, handled: BaseException | None) -> BaseException:
    """The error during which Dear ImGui's error was raised, and so on; `handled` has been before the frame."""
    while _is_of_imgui(fault) and not fault.__suppress_context__:
        if fault.__context__ is None or fault.__context__ is handled:
            break
        fault = fault.__context__
    return fault


def _is_of_imgui(fault: BaseException) -> bool:
    return isinstance(fault, RuntimeError) and str(fault).startswith("IM_ASSERT(")


class OffscreenImGui:
    """Renders Dear ImGui into a moderngl framebuffer, without a window or input.

    `size` is the size of the picture in pixels; `scale` is the UI scale.  Dear ImGui lays out a window from its
    contents in the previous frame, so a single picture needs `SETTLING_FRAMES` undrawn frames first:

        gui = OffscreenImGui((1280, 720))
        for target in (None, None, framebuffer):
            with gui.frame(target):
                imgui.text(...)
    """

    def __init__(self, size: Size, scale: float = 1.0) -> None:
        self._gui = ImGuiContext(scale)
        self.size = size

    def set_style(self, scale: float, theme: Theme) -> None:
        self._gui.set_style(scale, theme)

    @property
    def fonts(self) -> Fonts:
        return self._gui.fonts

    @contextmanager
    def frame(
        self,
        framebuffer: moderngl.Framebuffer | None,
        part: Rect | None = None,
    ) -> Iterator[None]:
        """A frame that is drawn over the contents of `framebuffer` when the block ends; None only computes the layout.

        If the framebuffer is smaller than the picture, `part` (left, top, width, height) selects what to draw.
        """
        self._gui.new_frame(FRAME_TIME, self.size, self.size)
        with first_error_only():
            try:
                yield
                self._end(framebuffer, part)
            except BaseException:
                self._gui.abandon()  # or the next frame would fail because of this one's error
                raise

    def _end(self, framebuffer: moderngl.Framebuffer | None, part: Rect | None) -> None:
        if framebuffer is None:
            self._gui.end_unseen()
        else:
            framebuffer.use()
            self._gui.render(part)

    def close(self) -> None:
        self._gui.close()
