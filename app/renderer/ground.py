"""The ground under the shapes: a grid that adapts to the distance, and the soft shadow that ties the shapes to it.

The shadow is that of a wide sky: the shapes are drawn from above into a small picture, which keeps how far above the
ground they begin and end, and which is then blurred, the more the higher they are.  So a shape that rests on the
ground has a tight dark rim, and one that floats a wide pale one.  It depends on no camera, and is kept while nothing
that casts it moves.
"""

from collections.abc import Iterable
from math import floor, log10
from typing import NamedTuple

import moderngl

from gjkscope.app.cameras.camera import OrbitCamera
from gjkscope.app.drawing.drawlist import DrawList, Layer, Skin
from gjkscope.app.renderer.extent import extent_of
from gjkscope.app.renderer.geometry import Geometry
from gjkscope.app.renderer.passes import Passes
from gjkscope.app.renderer.programs import build, set_uniforms
from gjkscope.app.renderer.rows import SURFACE
from gjkscope.engine.vectors import Vec3, sub

GRID_REACH = 14.0  # the ground ends after so many camera distances
GRID_CELLS = 6.0  # fine cells in a camera distance, at least; at ten times as many they have faded out
GRID_DECADE = 10.0

SHADOW_SIDE = 64  # pixels
ROOM = 2.0  # of the shadow beside what casts it, as a multiple of that
# Polygon offset, by the depth's slope over a pixel and by its smallest unit: a hair further away than the ground lies,
# so that a floor at the same height is in front of it all over.
FURTHER = (1.0, 1.0)
HIGHEST = 1e4  # half sides above the ground, from where there is no shadow to speak of


class Patch(NamedTuple):
    """The square of ground that has a shadow."""

    x: float
    z: float
    half: float  # of its side, metres


class Ground:
    """Its grid, and the shadow on it; both are drawn in the pass that was begun last, which should have `FURTHER`."""

    def __init__(self, ctx: moderngl.Context, cast: moderngl.Program) -> None:
        """`cast` is what geometry is drawn with for the shadow."""
        self._cast = cast
        self._grid = ctx.vertex_array(build(ctx, "grid.vert", "grid.frag"), [])
        self._blurs = tuple(
            ctx.vertex_array(build(ctx, "fullscreen.vert", "blur.frag", switch, source=0), [])
            for switch in ("ALONG_X", "ALONG_Z")
        )
        self._shade = ctx.vertex_array(build(ctx, "shade.vert", "shade.frag", shadow=0), [])
        self._pictures = [ctx.texture((SHADOW_SIDE, SHADOW_SIDE), 4, dtype="f2") for _ in range(2)]
        for picture in self._pictures:
            picture.repeat_x = picture.repeat_y = False
        self._targets = [ctx.framebuffer(picture) for picture in self._pictures]
        self._known: tuple[tuple[Skin, ...], float] | None = None  # what cast the shadow, and how high the ground was
        self._patch: Patch | None = None

    def cast(self, passes: Passes, draw_list: DrawList, geometry: Geometry, height: float) -> None:
        """Makes the shadow on the ground at y = `height`, unless it is that of the last call.

        `geometry` is the draw list on the GPU, in use.
        """
        casters = tuple(skin for skin in draw_list.skins if skin.casts_shadow)
        if self._known == (casters, height):
            return
        self._known = (casters, height)
        self._patch = _patch(casters)
        if self._patch is not None:
            center = sub((self._patch.x, height, self._patch.z), draw_list.anchor)
            passes.add(set_uniforms, self._cast, {"center": center, "half_side": self._patch.half})
            self._draw_from_above(passes, geometry)
            self._blur(passes)

    def draw_grid(
        self,
        passes: Passes,
        camera: OrbitCamera,
        anchor: Vec3,
        height: float,
        ink: tuple[float, float, float],
        scale: float,
    ) -> None:
        x, _, z = camera.target
        cell, fineness = grid_cell(camera.distance)
        period = cell * GRID_DECADE**2  # the coarsest of the three decades
        uniforms = {
            "center": sub((x, height, z), anchor),
            "reach": camera.distance * GRID_REACH,
            "ink": ink,
            "cell": cell,
            "fineness": fineness,
            "phase": (x % period / cell, z % period / cell),
            "origin": (-x, -z),
            "line_width": scale,
        }
        passes.add(set_uniforms, self._grid.program, uniforms)
        passes.add(self._grid.render, moderngl.TRIANGLE_STRIP, 4)

    def draw_shadow(self, passes: Passes, anchor: Vec3, height: float, darkness: float) -> None:
        """Darkens the ground by what `cast` found; `darkness` is the most that it takes away, 0 … 1."""
        if self._patch is None:
            return
        center = sub((self._patch.x, height, self._patch.z), anchor)
        passes.add(self._pictures[0].use, 0)
        uniforms = {"center": center, "half_side": self._patch.half, "darkness": darkness}
        passes.add(set_uniforms, self._shade.program, uniforms)
        passes.add(self._shade.render, moderngl.TRIANGLE_STRIP, 4)

    def release(self) -> None:
        for array in (self._grid, *self._blurs, self._shade):
            array.program.release()
            array.release()
        for target in self._targets:
            target.release()
        for picture in self._pictures:
            picture.release()

    def _draw_from_above(self, passes: Passes, geometry: Geometry) -> None:
        passes.add(self._targets[0].clear, 0.0, 0.0, -HIGHEST, 0.0)
        passes.begin(self._targets[0], moderngl.BLEND, equation=(moderngl.MAX, moderngl.MAX))
        for layer in (Layer.SOLID, Layer.TRANSLUCENT):
            geometry.draw(passes, layer, SURFACE, "CAST")

    def _blur(self, passes: Passes) -> None:
        for source, (blur, target) in zip(
            self._pictures, zip(self._blurs, self._targets[::-1], strict=True), strict=True
        ):
            passes.begin(target, moderngl.NOTHING)
            passes.add(source.use, 0)
            passes.add(blur.render, moderngl.TRIANGLES, 3)


def grid_cell(distance: float) -> tuple[float, float]:
    """The side of the fine cells, a power of ten metres, and how much of their lines is seen (0…1)."""
    exponent = log10(distance / GRID_CELLS * GRID_DECADE)
    return GRID_DECADE ** floor(exponent - 1.0), 1.0 - (exponent - floor(exponent))


def _patch(casters: Iterable[Skin]) -> Patch | None:
    """The ground below and around what casts a shadow; None where nothing does."""
    extent = extent_of(casters)
    if extent is None:
        return None
    low, high = extent
    half = max(sub(high, low)) / 2 * ROOM
    return Patch((low[0] + high[0]) / 2, (low[2] + high[2]) / 2, half) if half > 0 else None
