"""Small pictures in texts, such as formulas: rasterised once for each size, in white, and tinted when drawn.

Each Dear ImGui context has its own `RasterTextures`, which `ImGuiContext` makes current with the context.
"""

from collections.abc import Callable, Hashable
from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui

MOST = 64  # textures of a context; more are sizes that a window had while it was resized
CLEAR = 1  # pixels around a picture, so that its edges blend with nothing
WHITE = 255


class Raster(NamedTuple):
    """The coverage of a picture, from 0 to 255, and where its top left corner lies from the start of the baseline."""

    coverage: np.ndarray
    left: int
    top: int


class RasterTextures:
    """The textures of a Dear ImGui context, which must be current in every call."""

    def __init__(self) -> None:
        self._textures: dict[Hashable, tuple[imgui.ImTextureData, Raster]] = {}
        self._retired: list[imgui.ImTextureData] = []

    def texture(self, key: Hashable, make: Callable[[], Raster]) -> tuple[imgui.ImTextureData, Raster]:
        """The texture of the picture with that key, which `make` draws if it is not known."""
        found = self._textures.get(key)
        if found is None:
            if len(self._textures) >= MOST:
                self._retire()
            raster = make()
            found = self._textures[key] = (_uploaded(raster.coverage), raster)
        return found

    def begin_frame(self) -> None:
        """Has retired textures released when this frame is rendered, and forgets those that have been."""
        for texture in list(self._retired):
            if texture.status == imgui.ImTextureStatus.destroyed:
                imgui.internal.unregister_user_texture(texture)
                self._retired.remove(texture)
            elif texture.status == imgui.ImTextureStatus.ok:
                texture.unused_frames = 1  # the backend releases only what the last frame did not use
                texture.want_destroy_next_frame = True  # or it would be created again
                texture.set_status(imgui.ImTextureStatus.want_destroy)

    def _retire(self) -> None:
        """Retires all textures: this frame may still refer to them, the next one does not."""
        self._retired += [texture for texture, _ in self._textures.values()]
        self._textures.clear()


_current = [RasterTextures()]


def use_rasters(textures: RasterTextures) -> None:
    _current[0] = textures


def draw_raster(
    canvas: imgui.ImDrawList, key: Hashable, make: Callable[[], Raster], baseline: ImVec2, color: int
) -> None:
    """Draws a picture at the left end of a baseline, with its pixels on those of the screen."""
    texture, raster = _current[0].texture(key, make)
    left, top = round(baseline.x) + raster.left, round(baseline.y) + raster.top
    high, wide = raster.coverage.shape
    corners = ImVec2(left, top), ImVec2(left + wide, top + high)
    canvas.add_image(texture.get_tex_ref(), *corners, ImVec2(0, 0), ImVec2(1, 1), color)


def _uploaded(coverage: np.ndarray) -> imgui.ImTextureData:
    """A texture of white pixels with this opacity, registered with the context: its backend uploads it."""
    high, wide = coverage.shape
    texture = imgui.ImTextureData()
    texture.create(imgui.ImTextureFormat.rgba32, wide, high)
    pixels = texture.get_pixels_array().reshape(high, wide, 4)
    pixels[..., :3], pixels[..., 3] = WHITE, coverage
    imgui.internal.register_user_texture(texture)
    return texture
