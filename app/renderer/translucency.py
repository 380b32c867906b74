"""The passes that draw translucent surfaces in no order, and what is among them; see `emit.glsl`."""

import moderngl

from app.drawing.drawlist import Layer

from .geometry import Geometry
from .passes import ADD, PREMULTIPLIED, SUM, Rectangle, set_state
from .programs import build
from .rows import MARKS, SURFACE
from .view import View

# The most negative single: a maximum starts from it.
NOTHING = -3.4e38
# The alpha of the canvas is 1, but where translucent surfaces let less of it through; their light fills it up to 1.
DIM = (moderngl.ZERO, moderngl.ONE_MINUS_SRC_ALPHA)
FILL_UP = (moderngl.ONE_MINUS_DST_ALPHA, moderngl.ONE, moderngl.ONE, moderngl.ONE)
# A surface that lies on a solid one is seen: nearer by what the depth changes from one pixel to the next.
NEARER = (-1.0, -1.0)


class Translucency:
    """Draws the layer TRANSLUCENT into a view's `canvas`."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._fill_up, self._lay_over = (
            ctx.vertex_array(build(ctx, "fullscreen.vert", "composite.frag", switch, light=0, layers=1), [])
            for switch in ("", "SINGLE")
        )

    def draw(self, target: View, geometry: Geometry, within: Rectangle) -> None:
        """`within` is where its surfaces are."""
        target.layers.clear(NOTHING, NOTHING, 0.0, 0.0)
        if geometry.has(Layer.TRANSLUCENT, SURFACE):
            self._gather(target, geometry)
            if target.smooth:
                self._dim(target, geometry)
            else:
                self._compose(self._lay_over, target, target.paint, within, PREMULTIPLIED)
        if geometry.has(Layer.TRANSLUCENT, *MARKS):
            target.found.use(0)
            set_state(self._ctx, moderngl.DEPTH_TEST | moderngl.BLEND)
            target.paint.use()
            for kind in MARKS:
                geometry.draw(Layer.TRANSLUCENT, kind, "VEILED")

    def finish(self, target: View, within: Rectangle) -> None:
        """Adds the light of the surfaces once a pixel, once the samples were averaged: all of these have the same."""
        self._compose(self._fill_up, target, target.picture, within, FILL_UP)

    def release(self) -> None:
        for array in (self._fill_up, self._lay_over):
            array.program.release()
            array.release()

    def _gather(self, target: View, geometry: Geometry) -> None:
        """Finds the layers at each pixel, and adds up their light."""
        switches, variant = moderngl.BLEND, ""
        if target.smooth:
            target.solid_depth.use(1)
        else:
            switches, variant = switches | moderngl.DEPTH_TEST, " SINGLE"
            self._ctx.polygon_offset = NEARER
        set_state(self._ctx, switches, ADD)
        self._ctx.blend_equation = (moderngl.MAX, moderngl.FUNC_ADD)
        target.layers.use()
        geometry.draw(Layer.TRANSLUCENT, SURFACE, f"LAYERS{variant}")
        self._ctx.blend_equation = SUM
        target.found.use(0)
        target.gathering.clear()
        target.gathering.use()
        geometry.draw(Layer.TRANSLUCENT, SURFACE, f"LIGHT{variant}")
        self._ctx.polygon_offset = (0.0, 0.0)

    def _dim(self, target: View, geometry: Geometry) -> None:
        set_state(self._ctx, moderngl.DEPTH_TEST | moderngl.BLEND, DIM)
        target.paint.use()
        geometry.draw(Layer.TRANSLUCENT, SURFACE, "DIM")

    def _compose(
        self,
        array: moderngl.VertexArray,
        target: View,
        onto: moderngl.Framebuffer,
        within: Rectangle,
        blend: tuple[int, ...],
    ) -> None:
        set_state(self._ctx, moderngl.BLEND, blend)
        target.light.use(0)
        target.found.use(1)
        onto.scissor = within
        onto.use()
        array.render(moderngl.TRIANGLES, vertices=3)
        onto.scissor = (0, 0, *target.size)
