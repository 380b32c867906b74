"""Skips rasterisation in frames that no test looks at.

On a software renderer, rasterisation takes three quarters of a frame, and a test looks at few frames.  The views are
otherwise drawn in every frame: OpenGL accepts and checks each call, runs the vertex shaders, and then discards the
triangles.  Dear ImGui lays out its windows, and makes triangles of them only for frames that are looked at.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from moderngl import RASTERIZER_DISCARD

from gjkscope.app.view.panels.toolkit.theme import rgba
from gjkscope.app.view.renderer.renderer import DrawRequest
from gjkscope.app.view.tones import BACKGROUND
from gjkscope.app.window.window import MainWindow


class Unseen:
    """Draws the frames of `main` this way; `look` adds the pixels of the last one and changes nothing else."""

    def __init__(self, main: MainWindow) -> None:
        self._graphics, self._renderer, self._gui = main._graphics, main._renderer, main._layer._gui
        self._draw, self._render = self._renderer.draw_ordered, self._gui.render
        self._orders: dict[str, DrawRequest] = {}  # for pictures without pixels
        self._begin()

    def look(self) -> None:
        self._renderer._ground._known = None  # the shadow has none either
        for view, order in self._orders.items():
            if self._renderer._views.get(view) is order.target:
                order.target.invalidate()
                self._renderer._orders[view] = order
        self._orders.clear()
        self._draw()
        self._graphics.screen.use()
        self._graphics.clear(*rgba(BACKGROUND))
        self._render()

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """Within this block every frame has its pixels."""
        self.look()
        self._renderer.draw_ordered, self._gui.render = self._draw, self._render
        yield
        self._begin()

    def _begin(self) -> None:
        self._renderer.draw_ordered = self._draw_unseen
        self._gui.render = self._gui.end_unseen

    def _draw_unseen(self) -> None:
        ordered = self._renderer._orders.items()
        self._orders |= {view: it for view, it in ordered if not it.target.shows(it.draw_list, it.manner)}
        self._without_pixels(self._draw)()

    def _without_pixels(self, draw: Callable[..., None]) -> Callable[..., None]:
        def unseen(*args: Any) -> None:
            graphics = self._graphics
            enable_only = graphics.enable_only
            graphics.enable_only = lambda switches: enable_only(switches | RASTERIZER_DISCARD)
            graphics.enable(RASTERIZER_DISCARD)  # unknown to Dear ImGui
            try:
                draw(*args)
            finally:
                del graphics.enable_only
                graphics.disable(RASTERIZER_DISCARD)

        return unseen
