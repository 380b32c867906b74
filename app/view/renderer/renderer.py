"""`Renderer`: draws a draw list as seen by a camera, in passes that each set all the state they need.

1. *Ground*: background, grid and shadow.  Seen from below, the grid comes after the solid surfaces instead.
2. *Solid*: surfaces, then strokes and points with soft edges (first colour, then depth).
3. *Translucent*: surfaces with order-independent transparency, then strokes and points; see `emit.glsl`.
4. *On top*: after the depth buffer is cleared, so that nothing can occlude it.  Strokes and points get a halo.

Only surfaces need several samples per pixel, and the time of a software renderer grows with the number of samples.  So
the ground is drawn with one, the next two and the surfaces on top with several where there are any, and strokes and
points on top with one again.

Strokes (lines and arrows) and points are camera-facing quads, one instance each, whose fragment shaders compute the
distance to the outline, because core profiles have no wide lines.
"""

from math import ceil
from typing import NamedTuple

import moderngl
import numpy as np
from msgspec import Struct

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.drawlist import DrawList, Layer
from gjkscope.app.view.renderer.frame import FrameLook, ShellLook, Size
from gjkscope.app.view.renderer.geometry import LARGE_SURFACE, Geometry
from gjkscope.app.view.renderer.ground import FURTHER, Ground
from gjkscope.app.view.renderer.passes import Passes, Rectangle
from gjkscope.app.view.renderer.pictures import Pictures
from gjkscope.app.view.renderer.programs import build, set_uniforms
from gjkscope.app.view.renderer.rectangles import intersection, rectangle_of, shifted
from gjkscope.app.view.renderer.resolve import Resolve
from gjkscope.app.view.renderer.rows import ARROW, MARKS, POINT, STROKE, SURFACE
from gjkscope.app.view.renderer.translucency import Translucency
from gjkscope.app.view.renderer.view import ViewImage
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.vectors import Vec3

Rgb = tuple[float, float, float]


# In front of a dark background a shell is read as glass in front of a wall: its near side is thin, its far side dense
# and in shade.  On a light one that would be as dark as the edges: there the near side is milky, and the far side pale.
SMOKED, MILKY = ShellLook(0.55, 2.2, 0.4), ShellLook(1.4, 0.5, 1.0)


class Background(Struct, frozen=True):
    """A vertical gradient, and what depends on it: how things in front of it are drawn."""

    top: Rgb
    bottom: Rgb
    ink: Rgb  # of the ground grid
    shadow: float = 0.5  # how much the darkest shadow darkens the ground, 0 … 1
    shell: ShellLook = SMOKED


DARK = Background(top=(0.169, 0.184, 0.212), bottom=(0.114, 0.125, 0.145), ink=(0.80, 0.84, 0.90), shadow=0.72)
LIGHT = Background(top=(0.98, 0.98, 0.98), bottom=(0.87, 0.88, 0.90), ink=(0.25, 0.28, 0.33), shadow=0.42, shell=MILKY)

SOFT_EDGE = 2  # pixels by which lines and points exceed their width

Manner = tuple[OrbitCamera, Background, float | None, float]  # `Renderer.order`'s camera, background, grid and scale


class DrawRequest(NamedTuple):
    """A requested picture."""

    draw_list: DrawList
    target: ViewImage
    manner: Manner


class Renderer:
    """Draws into named views that it owns.  All methods require the context to be current."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Compiles the shaders that every picture needs, and the others when they are needed.

        This and drawing raise `ShaderError`.
        """
        self._ctx = ctx
        self._views: dict[str, ViewImage] = {}
        self._orders: dict[str, DrawRequest] = {}  # by view
        self._parking_colors = ctx.renderbuffer((1, 1))
        self._parking = ctx.framebuffer(self._parking_colors)
        self._programs = ProgramsOnDemand(ctx)
        self._background = ctx.vertex_array(build(ctx, "fullscreen.vert", "background.frag"), [])
        self._translucency = Translucency(ctx)
        self._resolve = Resolve(ctx)
        self._ground = Ground(ctx, self._programs[SURFACE, "CAST"])
        self.pictures = Pictures(ctx)

    def order(
        self,
        draw_list: DrawList,
        camera: OrbitCamera,
        size: Size,
        *,
        part: Rectangle | None = None,
        view: str = "main",
        background: Background = DARK,
        grid_height: float | None = None,
        scale: float = 1.0,
        smooth: bool = True,
    ) -> ViewImage:
        """Requests a picture of `size` (width, height in pixels) in the named view; `draw_ordered` draws it.

        With `part` the view contains only that rectangle of the picture. `grid_height` is the height of the ground grid
        along the camera's vertical axis; None draws no ground. `scale` is the number of pixels per pixel at 100 %.
        `smooth=False` is faster, but the silhouettes of surfaces are aliased (lines and points are not). Uploads are
        reused while the same `draw_list` object is drawn into the view, and an unchanged picture is not drawn again.
        """
        left, bottom, width, height = part or (0, 0, *size)
        target = self._view(view, (width, height), smooth)
        target.place(size, (left, bottom))
        self._orders[view] = DrawRequest(draw_list, target, (camera, background, grid_height, scale))
        return target

    def cancel_ordered(self) -> None:
        """Draws none of the pictures ordered since the last call of `draw_ordered`."""
        self._orders.clear()

    def draw_ordered(self) -> None:
        """Draws all pictures ordered since the last call.

        A window orders pictures during its layout and draws them together at the end, because a software renderer
        evicts the CPU caches of code that runs between its passes.  May leave a view's framebuffer bound; a window must
        bind its own (`ctx.screen.use()`) before drawing.
        """
        orders = [order for order in self._orders.values() if not order.target.shows(order.draw_list, order.manner)]
        self._orders.clear()
        # A value that underflows in single precision is far smaller than a pixel.
        with np.errstate(under="ignore"):
            passes = Passes(self._ctx)
            for order in orders:
                order.target.fill(passes, order.draw_list, order.manner[0])
            for order in orders:
                self._record(passes, *order)
        passes.draw()

    def _record(self, passes: Passes, draw_list: DrawList, target: ViewImage, manner: Manner) -> None:
        camera, background, _, scale = manner
        look = FrameLook(
            camera, draw_list.anchor, target.whole, target.corner, scale, background.shell, draw_list.focus
        )
        target.frame.use(passes, look)
        target.geometry.use(passes)
        if target.keeps_below(draw_list, manner):
            passes.add(self._ctx.copy_framebuffer, target.picture, target.below)
        else:
            self._below_marks(passes, draw_list, target, manner)
            passes.add(self._ctx.copy_framebuffer, target.below, target.picture)
            target.note_below(draw_list, manner)
        self._surfaces_on_top(passes, target, draw_list.anchor)
        self._marks_on_top(passes, target)
        target.note_drawn(manner)

    def _below_marks(self, passes: Passes, draw_list: DrawList, target: ViewImage, manner: Manner) -> None:
        """Draws all but the layer on top."""
        camera, _, grid_height, _ = manner
        geometry, anchor = target.geometry, draw_list.anchor
        if grid_height is not None and not camera.flat:
            self._ground.cast(passes, draw_list, geometry, grid_height, camera.z_up)
        room = self._room(target, geometry, anchor, manner)
        within = shifted(rectangle_of(geometry.translucent, anchor, target.frame.to_clip, target.whole), target.corner)
        self._draw_ground(passes, target, anchor, manner)
        if room[2] and room[3]:
            target.limit(passes, room)
            self._large(passes, target, geometry, room)
            self._solid(passes, target, geometry, manner)
            if geometry.has(Layer.TRANSLUCENT, SURFACE, *MARKS):
                self._translucency.draw(passes, target, geometry, room, within)
            if target.smooth:
                self._resolve.finish(passes, target, room)
        if target.smooth and geometry.has(Layer.TRANSLUCENT, SURFACE):
            self._translucency.finish(passes, target, within)

    def _room(self, target: ViewImage, geometry: Geometry, anchor: Vec3, manner: Manner) -> Rectangle:
        """The part of the view with surfaces, marks among them, or a grid in front of them."""
        camera, _, grid_height, scale = manner
        if grid_height is not None and not camera.flat and not _is_above(camera, grid_height):
            return (0, 0, *target.size)
        margin = ceil(geometry.widest * scale / 2) + SOFT_EDGE
        return _room_of(target, geometry.below_marks, anchor, margin)

    def forget(self, view: str) -> None:
        """Frees the view of that name, if there is one."""
        self._orders.pop(view, None)
        if known := self._views.pop(view, None):
            self._parking.use()  # a framebuffer must not be bound when it is freed
            known.release()

    def release(self) -> None:
        """Frees all views and buffers."""
        for view in tuple(self._views):
            self.forget(view)
        self._ctx.detect_framebuffer(0).use()  # leave none bound that is freed here
        self._background.program.release()
        self._background.release()
        self._translucency.release()
        self._resolve.release()
        self._ground.release()
        self.pictures.release()
        for program in self._programs.values():
            program.release()
        self._parking.release()
        self._parking_colors.release()

    def _view(self, name: str, size: Size, smooth: bool) -> ViewImage:
        known = self._views.get(name)
        if known and (known.size, known.smooth) != (size, smooth):
            self._parking.use()
        self._views[name] = known.resized(size, smooth) if known else ViewImage(self._ctx, self._programs, size, smooth)
        return self._views[name]

    def _draw_ground(self, passes: Passes, target: ViewImage, anchor: Vec3, manner: Manner) -> None:
        """Draws the ground as seen from above, as then all bodies are in front of it; else only the background."""
        camera, background, grid_height, _ = manner
        self._backdrop(passes, target, manner)
        if grid_height is not None and not camera.flat and _is_above(camera, grid_height):
            passes.begin(target.picture, moderngl.BLEND)
            self._ground.draw_shadow(passes, anchor, background.shadow)

    def _large(self, passes: Passes, target: ViewImage, geometry: Geometry, room: Rectangle) -> None:
        """Fills the canvas with the background and the large surfaces in front of it, and their depths."""
        content = (target.frame.solid_look, geometry.large)
        is_kept = bool(geometry.large) and target.still.want(content)
        if is_kept and target.still.begin(passes, content, target.canvas.viewport):
            geometry.draw(passes, Layer.SOLID, LARGE_SURFACE, "COLOR")
        if is_kept:
            self._resolve.begin_with_still(passes, target)
            return
        if target.smooth:
            self._resolve.begin(passes, target)
        passes.clear(target.depths, room)
        passes.begin(target.canvas, moderngl.DEPTH_TEST)
        geometry.draw(passes, Layer.SOLID, LARGE_SURFACE, "COLOR")

    def _solid(self, passes: Passes, target: ViewImage, geometry: Geometry, manner: Manner) -> None:
        camera, background, grid_height, scale = manner
        switches = moderngl.DEPTH_TEST | moderngl.BLEND
        passes.begin(target.canvas, moderngl.DEPTH_TEST)
        geometry.draw(passes, Layer.SOLID, SURFACE, "COLOR")
        if grid_height is not None and not camera.flat and not _is_above(camera, grid_height):
            passes.begin(target.paint, switches, offset=FURTHER)
            self._ground.draw_grid(passes, camera, grid_height, background.ink, scale)
        passes.begin(target.paint, switches)
        for kind in MARKS:
            geometry.draw(passes, Layer.SOLID, kind, "COLOR")
        if geometry.has(Layer.TRANSLUCENT, SURFACE, *MARKS):  # only these are tested against the marks' depth
            passes.begin(target.depths, switches)
            for kind in MARKS:
                geometry.draw(passes, Layer.SOLID, kind, "DEPTH")

    def _backdrop(self, passes: Passes, target: ViewImage, manner: Manner) -> None:
        """Draws the background, including the grid when seen from above.

        It does not depend on the draw list, so it can be kept while bodies move.  It is kept only when requested a
        second time: while the camera moves, a copy would be wasted work.
        """
        camera, background, grid_height, scale = manner
        if target.backdrop_manner == manner:
            passes.add(self._ctx.copy_framebuffer, target.picture, target.backdrop)
            return
        self._draw_gradient(passes, target, background)
        if grid_height is not None and _is_above(camera, grid_height):
            passes.begin(target.picture, moderngl.BLEND)
            self._ground.draw_grid(passes, camera, grid_height, background.ink, scale)
        if target.manner == manner:
            passes.add(self._ctx.copy_framebuffer, target.backdrop, target.picture)
            target.backdrop_manner = manner

    def _draw_gradient(self, passes: Passes, target: ViewImage, background: Background) -> None:
        """Draws the background, which a moving camera does not change."""
        if target.gradient_of != background:
            passes.begin(target.gradient, moderngl.NOTHING)
            passes.add(set_uniforms, self._background.program, {"top": background.top, "bottom": background.bottom})
            passes.add(self._background.render, moderngl.TRIANGLES, 3)
            target.gradient_of = background
        passes.add(self._ctx.copy_framebuffer, target.picture, target.gradient)

    def _marks_on_top(self, passes: Passes, target: ViewImage) -> None:
        passes.begin(target.picture, moderngl.BLEND)
        for kinds in ((STROKE, ARROW), (POINT,)):
            for variant in ("HALO", "COLOR"):
                for kind in kinds:
                    target.geometry.draw(passes, Layer.ON_TOP, kind, variant)

    def _surfaces_on_top(self, passes: Passes, target: ViewImage, anchor: Vec3) -> None:
        room = _room_of(target, target.geometry.on_top, anchor)
        if not (room[2] and room[3]):
            return
        target.limit(passes, room)
        if target.smooth:
            self._resolve.begin(passes, target)
        passes.clear(target.depths, room)
        # Back faces before front faces: correct for convex bodies, and these are simplices and handles.
        for hidden in ("front", "back"):
            passes.begin(target.canvas, moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.CULL_FACE, cull_face=hidden)
            target.geometry.draw(passes, Layer.ON_TOP, SURFACE, "COLOR")
        if target.smooth:
            self._resolve.finish(passes, target, room)


def _room_of(target: ViewImage, box: Aabb | None, anchor: Vec3, margin: int = 1) -> Rectangle:
    """The part of the view around that box in the world."""
    around = rectangle_of(box, anchor, target.frame.to_clip, target.whole, margin)
    return intersection(shifted(around, target.corner), target.size)


def _is_above(camera: OrbitCamera, grid_height: float) -> bool:
    return camera.eye[camera.ground_axis] > grid_height


class ProgramsOnDemand(dict[tuple[str, str], moderngl.Program]):
    """By kind and variant of `emit.glsl`, or CAST.  Each takes a millisecond and a megabyte; a picture needs half."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__()
        self._ctx = ctx

    def __missing__(self, key: tuple[str, str]) -> moderngl.Program:
        self[key] = _program(self._ctx, *key)
        return self[key]


def _program(ctx: moderngl.Context, kind: str, variant: str) -> moderngl.Program:
    """Builds the program of a variant.  Arrows share the stroke shaders; the shadow needs only positions."""
    if variant == "CAST":
        return build(ctx, "cast.vert", "cast.frag")
    files, switches = (STROKE, f"ARROW {variant}") if kind == ARROW else (kind, variant)
    return build(ctx, f"{files}.vert", f"{files}.frag", switches, layers=0, solid_depth=1)
