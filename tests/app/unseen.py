"""Frames that nobody looks at, without their pixels.

On a software renderer pixels are three quarters of what a frame takes, and a test looks at few of them.  All else is
done in every frame: OpenGL takes and checks each call, runs the vertex shaders, and then throws the triangles away.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from moderngl import RASTERIZER_DISCARD

from gjkscope.app.panels.toolkit.theme import BACKGROUND, rgba
from gjkscope.app.renderer.renderer import Order
from gjkscope.app.window.window import MainWindow


class Unseen:
    """Draws the frames of `main` so; `look` gives the last one its pixels, without a change to anything else."""

    def __init__(self, main: MainWindow) -> None:
        self._graphics, self._renderer, self._gui = main._graphics, main._renderer, main._layer._gui
        self._draw, self._render = self._renderer.draw_ordered, self._gui.render
        self._orders: dict[str, Order] = {}  # of the pictures without pixels
        self._begin()

    def look(self) -> None:
        self._renderer._ground._known = None  # the shadow has none either
        for view, order in self._orders.items():
            if self._renderer._views.get(view) is order.target:
                order.target.manner = order.target.backdrop_manner = None  # what was kept of it is nothing
                self._renderer._orders[view] = order
        self._orders.clear()
        self._draw()
        self._graphics.screen.use()
        self._graphics.clear(*rgba(BACKGROUND))
        self._render()

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """Within it every frame has its pixels."""
        self.look()
        self._renderer.draw_ordered, self._gui.render = self._draw, self._render
        yield
        self._begin()

    def _begin(self) -> None:
        self._renderer.draw_ordered = self._draw_unseen
        self._gui.render = self._without_pixels(self._render)

    def _draw_unseen(self) -> None:
        ordered = self._renderer._orders.items()
        self._orders |= {view: it for view, it in ordered if not it.target.shows(it.draw_list, it.manner)}
        self._without_pixels(self._draw)()

    def _without_pixels(self, draw: Callable[..., None]) -> Callable[..., None]:
        def unseen(*args: Any) -> None:
            graphics = self._graphics
            enable_only = graphics.enable_only
            graphics.enable_only = lambda switches: enable_only(switches | RASTERIZER_DISCARD)
            graphics.enable(RASTERIZER_DISCARD)  # Dear ImGui knows nothing of it
            try:
                draw(*args)
            finally:
                del graphics.enable_only
                graphics.disable(RASTERIZER_DISCARD)

        return unseen
