"""Draws a draw list as seen by a camera, in passes that each set all the state they need.

1. *Solid*: background, surfaces, ground grid, then strokes and points with soft edges (colour first, depth second).
2. *Translucent*: surfaces in passes that depend on no order, then strokes and points; see `emit.glsl`.
3. *On top*: depth starts afresh, so that nothing before can hide it.  Strokes and points get a halo.

Strokes (lines and arrows) and points are quads that face the camera, one instance each, whose fragment shaders
compute the distance to the outline; core profiles have no wide lines.
"""

from collections.abc import Iterable
from itertools import product

import moderngl
import numpy as np

from app.camera import OrbitCamera
from app.drawing.drawlist import DrawList, Floats, Layer
from engine.dataclass import dataclass
from engine.vectors import Vec3

from .geometry import POINT, STROKE, SURFACE, VARIANTS, Geometry
from .ground import Ground
from .pictures import Pictures
from .programs import FRAME_BINDING, build, set_uniforms
from .view import Size, View

Rgb = tuple[float, float, float]
Rectangle = tuple[int, int, int, int]  # left, bottom, width, height in pixels


@dataclass(frozen=True)
class Background:
    """A vertical gradient, the ink of the ground grid on it, and how much of it the darkest shadow takes away."""

    top: Rgb
    bottom: Rgb
    ink: Rgb
    shadow: float = 0.5


DARK = Background(top=(0.169, 0.184, 0.212), bottom=(0.114, 0.125, 0.145), ink=(0.80, 0.84, 0.90), shadow=0.72)
LIGHT = Background(top=(0.98, 0.98, 0.98), bottom=(0.87, 0.88, 0.90), ink=(0.25, 0.28, 0.33), shadow=0.42)

HALO = 1.5  # pixels around what is drawn on top

# The most negative single: a maximum starts from it.
NOTHING = -3.4e38

PREMULTIPLIED = (moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
ADD = (moderngl.ONE, moderngl.ONE)
# The alpha of the canvas is 1, but where translucent surfaces let less of it through; their light fills it up to 1.
DIM = (moderngl.ZERO, moderngl.ONE_MINUS_SRC_ALPHA)
FILL_UP = (moderngl.ONE_MINUS_DST_ALPHA, moderngl.ONE, moderngl.ONE, moderngl.ONE)


class Renderer:
    """Draws into views of its own, each known by a name; all methods need the context to be current."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Compiles the shaders.  Raises `ShaderError`."""
        self._ctx = ctx
        self._views: dict[str, View] = {}
        self._frame = ctx.buffer(reserve=144)  # two mat4 and four floats
        self._parking = ctx.framebuffer(ctx.renderbuffer((1, 1)))
        self._programs = {
            (kind, variant): build(ctx, f"{kind}.vert", f"{kind}.frag", variant, layers=0, solid_depth=1)
            for kind, variants in VARIANTS.items()
            for variant in variants
        }
        self._background = ctx.vertex_array(build(ctx, "fullscreen.vert", "background.frag"), [])
        self._composite = ctx.vertex_array(build(ctx, "fullscreen.vert", "composite.frag"), [])
        self._ground = Ground(ctx)
        self.pictures = Pictures(ctx)

    def draw(
        self,
        draw_list: DrawList,
        camera: OrbitCamera,
        size: Size,
        *,
        view: str = "main",
        background: Background = DARK,
        grid_height: float | None = None,
        scale: float = 1.0,
        smooth: bool = True,
    ) -> View:
        """The picture of `size` (width, height in pixels), in the view of that name.

        `grid_height` is the y of the ground grid, none without it; `scale` the pixels a pixel at 100 %; without
        `smooth` the silhouettes of surfaces have steps, lines and points do not, and it takes less time.  What was
        uploaded is kept for as long as the same `draw_list` object is drawn into the view, and a picture that is asked
        for again just as it was is not drawn again.  May leave the view's framebuffer bound; a window binds its own
        (`ctx.screen.use()`) before it draws on.
        """
        target = self._view(view, size, smooth)
        manner = (camera, background, grid_height, scale)
        if target.shows(draw_list, manner):
            return target
        geometry = target.geometry(draw_list)
        if grid_height is not None:
            self._ground.cast(draw_list, grid_height)
        self._write_frame(camera, draw_list.anchor, size, scale)
        self._solid(target, geometry, background)
        if grid_height is not None:
            self._draw_ground(target, draw_list, camera, grid_height, background, scale)
        self._solid_marks(target, (geometry, target.outlines(camera)))
        rectangle = _rectangle(geometry.translucent_corners, camera, size)
        if geometry.has(Layer.TRANSLUCENT):
            self._translucent(target, geometry, rectangle)
        self._on_top(target, geometry)
        target.resolve(manner)
        if geometry.has(Layer.TRANSLUCENT, SURFACE):
            self._fill_up(target, rectangle)
        return target

    def forget(self, view: str) -> None:
        """Frees the view of that name, if there is one."""
        if known := self._views.pop(view, None):
            self._parking.use()  # OpenGL refuses to go back to a framebuffer that was freed while bound
            known.release()

    def release(self) -> None:
        """Frees all views and buffers."""
        for view in tuple(self._views):
            self.forget(view)
        for array in (self._background, self._composite):
            array.program.release()
            array.release()
        self._ground.release()
        self.pictures.release()
        for program in self._programs.values():
            program.release()
        self._frame.release()
        self._parking.release()

    def _view(self, name: str, size: Size, smooth: bool) -> View:
        known = self._views.get(name)
        if known and (known.size, known.smooth) != (size, smooth):
            self._parking.use()
        self._views[name] = known.resized(size, smooth) if known else View(self._ctx, self._programs, size, smooth)
        return self._views[name]

    def _write_frame(self, camera: OrbitCamera, anchor: Vec3, size: Size, scale: float) -> None:
        matrices = (camera.view_matrix(anchor), camera.projection_matrix(size[0] / size[1]))
        numbers = np.concatenate([*(matrix.ravel() for matrix in matrices), (*size, scale, 0.0)])
        with np.errstate(under="ignore"):  # an almost-zero of a matrix is a zero
            self._frame.write(numbers.astype("f4").tobytes())
        self._frame.bind_to_uniform_block(FRAME_BINDING)

    def _solid(self, target: View, geometry: Geometry, background: Background) -> None:
        _open(target.canvas, color=False)  # the background is all over it
        target.canvas.clear(depth=1.0)
        _open(target.canvas)
        self._state(())
        set_uniforms(self._background, top=background.top, bottom=background.bottom)
        self._background.render(moderngl.TRIANGLES, vertices=3)
        self._state((moderngl.DEPTH_TEST,))
        geometry.draw(Layer.SOLID, SURFACE, "COLOR")

    def _draw_ground(
        self,
        target: View,
        draw_list: DrawList,
        camera: OrbitCamera,
        height: float,
        background: Background,
        scale: float,
    ) -> None:
        _open(target.canvas, depth=False)
        self._state((moderngl.DEPTH_TEST, moderngl.BLEND))
        self._ground.draw_grid(camera, draw_list.anchor, height, background.ink, scale)
        if camera.eye[1] > height:
            self._ground.draw_shadow(draw_list.anchor, height, background.shadow)

    def _solid_marks(self, target: View, geometries: Iterable[Geometry]) -> None:
        self._halo(0.0)
        self._state((moderngl.DEPTH_TEST, moderngl.BLEND))
        for variant in ("COLOR", "DEPTH"):
            _open(target.canvas, color=variant == "COLOR", depth=variant == "DEPTH")
            for kind, geometry in product((STROKE, POINT), geometries):
                geometry.draw(Layer.SOLID, kind, variant)

    def _translucent(self, target: View, geometry: Geometry, rectangle: Rectangle) -> None:
        _open(target.layers)
        target.layers.clear(NOTHING, NOTHING, 0.0, 0.0)
        if geometry.has(Layer.TRANSLUCENT, SURFACE):
            self._translucent_surfaces(target, geometry, rectangle)
        target.found.use(0)
        self._state((moderngl.DEPTH_TEST, moderngl.BLEND))
        _open(target.canvas, depth=False)
        for kind in (STROKE, POINT):
            geometry.draw(Layer.TRANSLUCENT, kind, "VEILED")

    def _translucent_surfaces(self, target: View, geometry: Geometry, rectangle: Rectangle) -> None:
        single = "" if target.smooth else " SINGLE"
        target.found.use(0)
        target.solid_depth.use(1)
        self._state((moderngl.BLEND,), ADD, (moderngl.MAX, moderngl.FUNC_ADD))
        _open(target.layers)
        geometry.draw(Layer.TRANSLUCENT, SURFACE, f"LAYERS{single}")
        self._state((moderngl.BLEND,), ADD)
        _open(target.gathering, within=rectangle)
        target.gathering.clear()
        geometry.draw(Layer.TRANSLUCENT, SURFACE, f"LIGHT{single}")

        _open(target.canvas, depth=False, within=rectangle)
        self._state((moderngl.DEPTH_TEST, moderngl.BLEND), DIM)
        geometry.draw(Layer.TRANSLUCENT, SURFACE, "DIM")

    def _fill_up(self, target: View, rectangle: Rectangle) -> None:
        """Adds the light of translucent surfaces, once a pixel: all of its samples have the same."""
        _open(target.picture, within=rectangle)
        target.light.use(0)
        self._state((moderngl.BLEND,), FILL_UP)
        self._composite.render(moderngl.TRIANGLES, vertices=3)

    def _on_top(self, target: View, geometry: Geometry) -> None:
        if geometry.has(Layer.ON_TOP, SURFACE):
            self._surfaces_on_top(target, geometry)
        self._state((moderngl.BLEND,))
        _open(target.canvas, depth=False)
        for kind in (STROKE, POINT):
            for halo in (HALO, 0.0):
                self._halo(halo)
                geometry.draw(Layer.ON_TOP, kind, "COLOR")

    def _surfaces_on_top(self, target: View, geometry: Geometry) -> None:
        _open(target.canvas, color=False)
        target.canvas.clear(depth=1.0)
        _open(target.canvas)
        # Back faces before front faces: right for a convex body, and these are simplices and handles.
        self._state((moderngl.DEPTH_TEST, moderngl.BLEND, moderngl.CULL_FACE))
        for hidden in ("front", "back"):
            self._ctx.cull_face = hidden
            geometry.draw(Layer.ON_TOP, SURFACE, "COLOR")

    def _halo(self, pixels: float) -> None:
        for kind in (STROKE, POINT):
            self._programs[kind, "COLOR"]["halo"] = pixels

    def _state(
        self,
        switches: Iterable[int],
        blend: tuple[int, ...] = PREMULTIPLIED,
        equation: tuple[int, int] = (moderngl.FUNC_ADD, moderngl.FUNC_ADD),
    ) -> None:
        """Sets all state that a pass depends on: whoever drew before may have changed any of it."""
        self._ctx.enable_only(sum(switches))
        self._ctx.blend_func = blend  # type: ignore[assignment]  # its stub leaves out the form with four
        self._ctx.blend_equation = equation
        self._ctx.depth_func = "<="
        self._ctx.front_face = "ccw"
        self._ctx.wireframe = False


def _open(
    framebuffer: moderngl.Framebuffer, *, color: bool = True, depth: bool = True, within: Rectangle | None = None
) -> None:
    """Binds a framebuffer for writing colour, depth or both, into the whole or a part of it."""
    framebuffer.color_mask = (color, color, color, color)
    framebuffer.depth_mask = depth
    framebuffer.scissor = within or (0, 0, *framebuffer.size)
    framebuffer.use()


def _rectangle(corners: Floats, camera: OrbitCamera, size: Size) -> Rectangle:
    """The part of the view that a box takes: passes over all pixels are slow without a GPU."""
    if not np.all((corners - np.array(camera.eye)) @ np.array(camera.basis[2]) < -camera.near):
        return (0, 0, *size)  # some of it is beside or behind the camera
    pixels, _ = camera.project(corners, size)
    low = np.clip(np.floor(pixels.min(axis=0)) - 1, 0, size).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)) + 1, 0, size).astype(int)
    return int(low[0]), size[1] - int(high[1]), int(high[0] - low[0]), int(high[1] - low[1])
