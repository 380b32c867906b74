"""Dear ImGui over an OpenGL context, with no window: one context, its renderer and its typefaces.

`ImGuiContext` is what a window's layer (`imgui_pyglet.py`) and a picture drawn without any window have in common.
It renders with Dear ImGui's own OpenGL 3 backend, into whatever framebuffer is bound.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import moderngl
from imgui_bundle import ImVec2, imgui, implot, rich_md

from gjkscope.app.model import Theme
from gjkscope.app.panels.toolkit.markdown import create_markdown
from gjkscope.app.panels.toolkit.theme import Fonts, apply_style, load_fonts
from gjkscope.app.panels.toolkit.ui import Rect

Size = tuple[int, int]

# A window is laid out from what stood in it in the frame before, and docked and given a tab in two of its own.
SETTLING_FRAMES = 2
DOUBLE_CLICK_TIME = 0.4  # seconds between its halves, as desktops have it; Dear ImGui has 0.3
FRAME_TIME = 1 / 60  # seconds, of frames that nobody waits for


class ImGuiContext:
    """A Dear ImGui context on the OpenGL context that is current now.

    Attributes: `io`, Dear ImGui's input and settings, and `fonts`.  Raises `RuntimeError` when OpenGL cannot be used.
    """

    def __init__(self, scale: float = 1.0, theme: Theme = Theme.DARK) -> None:
        self._context = imgui.create_context()
        imgui.set_current_context(self._context)
        self._plots = implot.create_context()
        self._markdown = create_markdown()
        self.io = imgui.get_io()
        self.io.set_ini_filename(None)  # Dear ImGui would write imgui.ini into the working directory
        self.io.config_flags |= imgui.ConfigFlags_.docking_enable
        self.io.config_flags |= imgui.ConfigFlags_.nav_enable_keyboard  # also: Escape closes menus and dialogs
        self.io.mouse_double_click_time = DOUBLE_CLICK_TIME
        self.io.config_input_text_cursor_blink = False  # it would need frames while nothing happens
        self.fonts: Fonts = load_fonts()
        apply_style(scale, theme)
        self._style = (scale, theme)
        if not imgui.backends.opengl3_init("#version 330"):
            raise RuntimeError("Dear ImGui found no usable OpenGL 3.3 context")

    @property
    def scale(self) -> float:
        return self._style[0]

    def set_style(self, scale: float, theme: Theme) -> None:
        """The user interface at `scale` (1.0 is 100 %) in the colours of `theme`, from the next frame on."""
        if (scale, theme) != self._style:
            self.make_current()
            apply_style(scale, theme)
            self._style = (scale, theme)

    @property
    def has_input_left(self) -> bool:
        """Whether events wait for later frames: of a fast series Dear ImGui takes one press or release a frame."""
        return not self._context.input_events_queue.empty()

    def make_current(self) -> None:
        imgui.set_current_context(self._context)
        implot.set_current_context(self._plots)
        rich_md.set_current_context(self._markdown)

    def new_frame(self, dt: float, size: Size, pixels: Size) -> None:
        """Begins a frame `dt` seconds (> 0) after the last one, on a display of `size` units or `pixels` pixels."""
        self.make_current()
        self.io.delta_time = dt
        self.io.display_size = ImVec2(*size)
        self.io.display_framebuffer_scale = ImVec2(pixels[0] / max(size[0], 1), pixels[1] / max(size[1], 1))
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()

    def render(self, part: Rect | None = None) -> None:
        """Ends the frame and draws it, or a part of it (left, top, width, height), into what framebuffer is bound."""
        self.make_current()
        imgui.render()
        drawn = imgui.get_draw_data()
        if part is not None:
            drawn.display_pos, drawn.display_size = ImVec2(*part[:2]), ImVec2(*part[2:])
        imgui.backends.opengl3_render_draw_data(drawn)

    def end_unseen(self) -> None:
        """Ends a frame that only laid out."""
        self.make_current()
        imgui.end_frame()

    def close(self) -> None:
        """Gives everything back; the OpenGL context must still be there and current."""
        self.make_current()
        imgui.backends.opengl3_shutdown()
        rich_md.destroy_context(self._markdown)
        implot.destroy_context(self._plots)
        imgui.destroy_context(self._context)


class OffscreenImGui:
    """Dear ImGui into a moderngl framebuffer, without a window and without input.

    `size` is the picture's in pixels; `scale` enlarges the user interface in it.  A window is laid out from what
    stood in it in the frame before, so a single picture first takes `SETTLING_FRAMES` frames that are not drawn:

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
        """One frame, drawn over what `framebuffer` holds when the block ends; with None, laid out only.

        A framebuffer smaller than the picture takes a `part` of it: left, top, width, height.
        """
        self._gui.new_frame(FRAME_TIME, self.size, self.size)
        try:
            yield
        except BaseException:
            self._gui.end_unseen()  # or the next frame would fail for this one's mistake
            raise
        if framebuffer is None:
            self._gui.end_unseen()
        else:
            framebuffer.use()
            self._gui.render(part)

    def close(self) -> None:
        self._gui.close()
