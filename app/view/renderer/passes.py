"""`Passes`: a command list.  Render passes are recorded with all the state they need, then executed in one go.

A software renderer evicts the CPU caches of any code that runs between its draw calls, so all decisions are made
before the first of them.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import moderngl

Rectangle = tuple[int, int, int, int]  # left, bottom, width, height in pixels
Rgba = tuple[float, float, float, float]
Blend = tuple[int, ...]  # source and destination factors, for all channels or for colour and alpha separately

PREMULTIPLIED = (moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
ADD = (moderngl.ONE, moderngl.ONE)
SUM = (moderngl.FUNC_ADD, moderngl.FUNC_ADD)
NO_COLOR = (0.0, 0.0, 0.0, 0.0)
IN_PLACE = (0.0, 0.0)  # no polygon offset

Value = TypeVar("Value")


class Passes:
    """The passes of one frame."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._commands: list[tuple[Callable[..., object], tuple[object, ...]]] = []
        self._onto: moderngl.Framebuffer | None = None
        self._switches: int | None = None
        self._blend: Blend | None = None
        self._equation: tuple[int, int] | None = None
        self._offset: tuple[float, float] | None = None
        self._cull_face: str | None = None
        # Earlier drawing code may have changed this shared state.
        self._set("depth_func", "<=")
        self._set("front_face", "ccw")
        self._set("wireframe", False)

    def begin(
        self,
        onto: moderngl.Framebuffer,
        switches: int,
        blend: Blend = PREMULTIPLIED,
        equation: tuple[int, int] = SUM,
        offset: tuple[float, float] = IN_PLACE,
        cull_face: str = "back",
    ) -> None:
        """Starts a pass that draws into `onto` with this state; state unchanged from the last pass is not set again."""
        if onto is not self._onto:
            self._onto = onto
            self.add(onto.use)
        if switches != self._switches:
            self._switches = switches
            self.add(self._ctx.enable_only, switches)
        if blend is not self._blend:
            self._blend = self._set("blend_func", blend)
        if equation is not self._equation:
            self._equation = self._set("blend_equation", equation)
        if offset is not self._offset:
            self._offset = self._set("polygon_offset", offset)
        if cull_face is not self._cull_face:
            self._cull_face = self._set("cull_face", cull_face)

    def add(self, command: Callable[..., object], *arguments: object) -> None:
        """Records any other OpenGL call."""
        self._commands.append((command, arguments))

    def clear(self, onto: moderngl.Framebuffer, within: Rectangle, color: Rgba = NO_COLOR) -> None:
        """Records that a rectangle of a framebuffer is cleared; depths become 1."""
        self.add(partial(onto.clear, viewport=within, color=color))

    def draw(self) -> None:
        """Executes all recorded commands."""
        for command, arguments in self._commands:
            command(*arguments)

    def _set(self, name: str, value: Value) -> Value:
        """Records the assignment of a context attribute; returns the value."""
        self.add(setattr, self._ctx, name, value)
        return value
