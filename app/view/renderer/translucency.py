"""Order-independent transparency: draws translucent surfaces and the marks among them; see `emit.glsl`."""

import moderngl

from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.renderer.geometry import Geometry
from gjkscope.app.view.renderer.passes import ADD, IN_PLACE, PREMULTIPLIED, Blend, Passes, Rectangle
from gjkscope.app.view.renderer.programs import build
from gjkscope.app.view.renderer.rows import MARKS, SURFACE
from gjkscope.app.view.renderer.view import ViewImage

# About the most negative float32: the identity of a maximum.
NOTHING = -3.4e38
# DIM multiplies the canvas, including its alpha of 1, by the transmittance; FILL_UP adds light until alpha is 1 again.
DIM = (moderngl.ZERO, moderngl.ONE_MINUS_SRC_ALPHA)
FILL_UP = (moderngl.ONE_MINUS_DST_ALPHA, moderngl.ONE, moderngl.ONE, moderngl.ONE)
# Blend equations: the maximum for the nearest and furthest depth of the layers at a pixel, the sum for absorbance.
LAYERS = (moderngl.MAX, moderngl.FUNC_ADD)
# Polygon offset towards the eye by the depth's slope over a pixel and the rounding of a depth (`ROUNDING` in
# emit.glsl, in steps of the depth buffer), so that a surface on a solid one stays visible.
NEARER = (-1.0, -16.0)


class Translucency:
    """Draws the layer `TRANSLUCENT` into a view's `canvas`."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._fill_up, self._lay_over = (
            ctx.vertex_array(build(ctx, "fullscreen.vert", "composite.frag", switch, light=0, layers=1), [])
            for switch in ("", "SINGLE")
        )

    def draw(self, passes: Passes, target: ViewImage, geometry: Geometry, room: Rectangle, within: Rectangle) -> None:
        """Draws the layer in `room`; `within` is the rectangle that contains its surfaces."""
        passes.clear(target.layers, room, (NOTHING, NOTHING, 0.0, 0.0))
        if geometry.has(Layer.TRANSLUCENT, SURFACE):
            self._gather(passes, target, geometry, room)
            if target.smooth:
                self._dim(passes, target, geometry)
            else:
                self._compose(passes, self._lay_over, target, target.paint, within, PREMULTIPLIED)
        if geometry.has(Layer.TRANSLUCENT, *MARKS):
            passes.add(target.found.use, 0)
            passes.begin(target.paint, moderngl.DEPTH_TEST | moderngl.BLEND)
            for kind in MARKS:
                geometry.draw(passes, Layer.TRANSLUCENT, kind, "VEILED")

    def finish(self, passes: Passes, target: ViewImage, within: Rectangle) -> None:
        """Adds the light of the surfaces per pixel, after the samples are resolved: all samples share it."""
        self._compose(passes, self._fill_up, target, target.picture, within, FILL_UP)

    def release(self) -> None:
        for array in (self._fill_up, self._lay_over):
            array.program.release()
            array.release()

    def _gather(self, passes: Passes, target: ViewImage, geometry: Geometry, room: Rectangle) -> None:
        """Finds the depth range and absorbance of the layers at each pixel, then sums their light."""
        switches, variant, offset = moderngl.BLEND, "", IN_PLACE
        if target.smooth:
            passes.add(target.solid_depth.use, 1)
        else:
            switches, variant, offset = switches | moderngl.DEPTH_TEST, " SINGLE", NEARER
        passes.begin(target.layers, switches, ADD, LAYERS, offset)
        geometry.draw(passes, Layer.TRANSLUCENT, SURFACE, f"LAYERS{variant}")
        passes.add(target.found.use, 0)
        passes.clear(target.gathering, room)
        passes.begin(target.gathering, switches, ADD, offset=offset)
        geometry.draw(passes, Layer.TRANSLUCENT, SURFACE, f"LIGHT{variant}")

    def _dim(self, passes: Passes, target: ViewImage, geometry: Geometry) -> None:
        passes.begin(target.paint, moderngl.DEPTH_TEST | moderngl.BLEND, DIM, offset=NEARER)
        geometry.draw(passes, Layer.TRANSLUCENT, SURFACE, "DIM")

    def _compose(
        self,
        passes: Passes,
        array: moderngl.VertexArray,
        target: ViewImage,
        onto: moderngl.Framebuffer,
        within: Rectangle,
        blend: Blend,
    ) -> None:
        passes.add(target.light.use, 0)
        passes.add(target.found.use, 1)
        passes.begin(onto, moderngl.BLEND, blend)
        passes.add(setattr, onto, "scissor", within)
        passes.add(array.render, moderngl.TRIANGLES, 3)
        passes.add(setattr, onto, "scissor", (0, 0, *target.size))
