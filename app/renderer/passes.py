"""The passes of pictures: recorded first, each with all the state it needs, and then drawn one after another.

A software renderer takes the processor's caches from whatever runs between its draws, so what is to be decided is
decided before the first of them.
"""

from collections.abc import Callable

import moderngl

PREMULTIPLIED = (moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
ADD = (moderngl.ONE, moderngl.ONE)
SUM = (moderngl.FUNC_ADD, moderngl.FUNC_ADD)
IN_PLACE = (0.0, 0.0)  # no polygon offset

# The attributes of a context that a pass may have in its own way; the others stay as `Passes` begins with them.
ATTRIBUTES = ("blend_func", "blend_equation", "polygon_offset", "cull_face")


class Passes:
    """Those of one frame."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._commands: list[tuple[Callable[..., object], tuple[object, ...]]] = []
        self._onto: moderngl.Framebuffer | None = None
        self._switches: int | None = None
        self._values: tuple[object, ...] = (None,) * len(ATTRIBUTES)
        for name, value in (("depth_func", "<="), ("front_face", "ccw"), ("wireframe", False)):
            self.add(setattr, ctx, name, value)  # whoever drew before may have changed it

    def begin(
        self,
        onto: moderngl.Framebuffer,
        switches: int,
        blend: tuple[int, ...] = PREMULTIPLIED,
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
        values = (blend, equation, offset, cull_face)
        if values != self._values:
            for name, value, before in zip(ATTRIBUTES, values, self._values, strict=True):
                if value != before:
                    self.add(setattr, self._ctx, name, value)
            self._values = values

    def add(self, command: Callable[..., object], *arguments: object) -> None:
        """Something else that OpenGL is to do then."""
        self._commands.append((command, arguments))

    def draw(self) -> None:
        """Does all that was recorded."""
        for command, arguments in self._commands:
            command(*arguments)
