"""The passes of pictures: recorded first, each with all the state it needs, and then drawn one after another.

A software renderer takes the processor's caches from whatever runs between its draws, so what is to be decided is
decided before the first of them.
"""

from collections.abc import Callable
from typing import TypeVar

import moderngl

Blend = tuple[int, ...]  # of the source and of what is there; or of colour and opacity apart

PREMULTIPLIED = (moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
ADD = (moderngl.ONE, moderngl.ONE)
SUM = (moderngl.FUNC_ADD, moderngl.FUNC_ADD)
IN_PLACE = (0.0, 0.0)  # no polygon offset

Value = TypeVar("Value")


class Passes:
    """Those of one frame."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._commands: list[tuple[Callable[..., object], tuple[object, ...]]] = []
        self._onto: moderngl.Framebuffer | None = None
        self._switches: int | None = None
        self._blend: Blend | None = None
        self._equation: tuple[int, int] | None = None
        self._offset: tuple[float, float] | None = None
        self._cull_face: str | None = None
        # Whoever drew before may have changed what all passes share.
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
        """What follows is drawn into `onto`, with this state; what the pass before had as well is not set again."""
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
        """Something else that OpenGL is to do then."""
        self._commands.append((command, arguments))

    def draw(self) -> None:
        """Does all that was recorded."""
        for command, arguments in self._commands:
            command(*arguments)

    def _set(self, name: str, value: Value) -> Value:
        """Has an attribute of the context set."""
        self.add(setattr, self._ctx, name, value)
        return value
