"""Dear ImGui on an OpenGL context, without a window: the context, its renderer and its fonts.

`ImGuiContext` is shared by the window's backend (`pyglet_backend.py`) and off-screen rendering (`OffscreenImGui`).  It
renders with Dear ImGui's OpenGL 3 backend into the bound framebuffer.
"""

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
        reports = ("enable_assert", "enable_debug_log", "enable_tooltip")  # the exception is reported instead
        for report in reports:
            setattr(self.io, f"config_error_recovery_{report}", False)
        imgui.internal.error_recovery_try_to_recover_state(self._begun)
        imgui.end_frame()
        for report in reports:
            setattr(self.io, f"config_error_recovery_{report}", True)

    def close(self) -> None:
        """Releases all resources.  The OpenGL context must still exist and be current."""
        self.make_current()
        imgui.backends.opengl3_shutdown()
        rich_md.destroy_context(self._markdown)
        implot.destroy_context(self._plots)
        imgui.destroy_context(self._context)


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
        try:
            yield
        except BaseException:
            self._gui.abandon()  # or the next frame would fail because of this one's error
            raise
        if framebuffer is None:
            self._gui.end_unseen()
        else:
            framebuffer.use()
            self._gui.render(part)

    def close(self) -> None:
        self._gui.close()
