"""Draws the ground: a grid that adapts to the camera distance, and a soft shadow of the bodies.

The shadow approximates light from a wide sky: the bodies are drawn from above into a small texture that stores the
heights at which they begin and end, which is then blurred in proportion to the height.  A body that rests on the
ground gets a tight dark shadow, one that floats a wide pale one.  The shadow does not depend on the camera, and is
reused while no shadow caster changes.
"""

from collections.abc import Iterable
from math import floor, log10
from typing import NamedTuple

import moderngl

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.drawlist import DrawList, Layer, Skin
from gjkscope.app.view.renderer.extent import extent_of
from gjkscope.app.view.renderer.geometry import LARGE_SURFACE, Geometry
from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.view.renderer.programs import build, set_uniforms
from gjkscope.app.view.renderer.rows import SURFACE
from gjkscope.engine.vectors import Vec3, sub

GRID_REACH = 14.0  # radius of the ground in camera distances
GRID_CELLS = 6.0  # minimum number of fine cells per camera distance; at ten times as many they have faded out
GRID_DECADE = 10.0

SHADOW_SIDE = 64  # pixels
ROOM = 2.0  # size of the shadow patch relative to the casters
# Polygon offset (factor, units) that pushes the ground slightly away, so that a floor at the same height covers it.
FURTHER = (1.0, 1.0)
HIGHEST = 1e4  # half sides above the ground; from there a shadow is negligible


# The directions of the ground's two axes and its normal in the world, as columns of a matrix: with y and with z up.
UPRIGHT = {
    False: (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
    True: (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0),
}
Y_AXIS, Z_AXIS = (0.36, 0.62, 0.28), (0.30, 0.48, 0.80)  # their colours on the ground


class Patch(NamedTuple):
    """The square of ground that receives the shadow."""

    center: Vec3  # in the world
    half: float  # half its side, metres
    z_up: bool


class Ground:
    """The grid and the shadow; both are drawn in the current pass, which should use the offset `FURTHER`."""

    def __init__(self, ctx: moderngl.Context, cast: moderngl.Program) -> None:
        """`cast` is the program that draws geometry into the shadow texture."""
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
        self._known: tuple[tuple[Skin, ...], Vec3, float, bool] | None = None  # what the shadow is of
        self._patch: Patch | None = None
        self._is_shaded = False  # the view being drawn has shadow casters

    def cast(self, passes: Passes, draw_list: DrawList, geometry: Geometry, height: float, z_up: bool) -> None:
        """Renders the shadow on the ground at `height`, unless nothing has changed since the last call.

        `geometry` holds the uploaded draw list and must be bound.
        """
        casters = tuple(skin for skin in draw_list.skins if skin.casts_shadow)
        self._is_shaded = bool(casters)
        if not casters:  # keeps the shadow in another view
            return
        asked = (casters, draw_list.anchor, height, z_up)  # the anchor decides how positions are rounded
        if self._known == asked:
            return
        self._known = asked
        self._patch = _patch(casters, height, z_up)
        if self._patch is not None:
            center = sub(self._patch.center, draw_list.anchor)
            uniforms = {"center": center, "half_side": self._patch.half, "upright": UPRIGHT[z_up]}
            passes.add(set_uniforms, self._cast, uniforms)
            self._draw_from_above(passes, geometry)
            self._blur(passes)

    def draw_grid(
        self,
        passes: Passes,
        camera: OrbitCamera,
        height: float,
        ink: tuple[float, float, float],
        scale: float,
    ) -> None:
        """Draws the grid relative to its own centre instead of an anchor, so that no body affects its rounding."""
        upright = camera.ground_axis == 2
        x, z = _on_ground(camera.target, upright)
        cell, fineness = grid_cell(camera.distance)
        period = cell * GRID_DECADE**2  # the coarsest of the three decades
        uniforms = {
            "from_center": camera.view_matrix(_at_height(camera.target, height, upright)).ravel(),
            "upright": UPRIGHT[upright],
            "second_axis": Y_AXIS if upright else Z_AXIS,
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

    def draw_shadow(self, passes: Passes, anchor: Vec3, darkness: float) -> None:
        """Darkens the ground by the shadow of `cast`; `darkness` is the maximum reduction, 0 … 1."""
        if self._patch is None or not self._is_shaded:
            return
        center = sub(self._patch.center, anchor)
        passes.add(self._pictures[0].use, 0)
        upright = UPRIGHT[self._patch.z_up]
        uniforms = {"center": center, "half_side": self._patch.half, "darkness": darkness, "upright": upright}
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
        passes.clear(self._targets[0], (0, 0, SHADOW_SIDE, SHADOW_SIDE), (0.0, 0.0, -HIGHEST, 0.0))
        passes.begin(self._targets[0], moderngl.BLEND, equation=(moderngl.MAX, moderngl.MAX))
        for layer in (Layer.SOLID, Layer.TRANSLUCENT):
            geometry.draw(passes, layer, SURFACE, "CAST")
        if any(skin.casts_shadow for skin in geometry.large):
            geometry.draw(passes, Layer.SOLID, LARGE_SURFACE, "CAST")

    def _blur(self, passes: Passes) -> None:
        for source, (blur, target) in zip(
            self._pictures, zip(self._blurs, self._targets[::-1], strict=True), strict=True
        ):
            passes.begin(target, moderngl.NOTHING)
            passes.add(source.use, 0)
            passes.add(blur.render, moderngl.TRIANGLES, 3)


def grid_cell(distance: float) -> tuple[float, float]:
    """The side of the fine cells (a power of ten, metres) and the opacity of their lines (0…1)."""
    exponent = log10(distance / GRID_CELLS * GRID_DECADE)
    return GRID_DECADE ** floor(exponent - 1.0), 1.0 - (exponent - floor(exponent))


def _on_ground(point: Vec3, z_up: bool) -> tuple[float, float]:
    """The coordinates of a point along the ground's two axes."""
    return (point[0], -point[1]) if z_up else (point[0], point[2])


def _at_height(point: Vec3, height: float, z_up: bool) -> Vec3:
    """The point moved vertically to the ground."""
    return (point[0], point[1], height) if z_up else (point[0], height, point[2])


def _patch(casters: Iterable[Skin], height: float, z_up: bool) -> Patch | None:
    """The ground below and around the shadow casters; None if there are none."""
    extent = extent_of(casters)
    if extent is None:
        return None
    low, high = extent
    half = max(sub(high, low)) / 2 * ROOM
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
    return Patch(_at_height(middle, height, z_up), half, z_up) if half > 0 else None
