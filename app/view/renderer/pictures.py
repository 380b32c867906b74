"""`Pictures`: small image files as textures, loaded on first use."""

from pathlib import Path

import moderngl

MOST = 1000  # textures: more than are shown at once


class Pictures:
    """A cache of textures by path.  All methods require the context to be current."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._textures: dict[Path, moderngl.Texture | None] = {}

    def texture(self, path: Path) -> moderngl.Texture | None:
        """The image as a texture, top row first; None if the file cannot be read."""
        if path not in self._textures:
            self._make_room()
            self._textures[path] = self._read(path)
        return self._textures[path]

    def _make_room(self) -> None:
        """Forgets the oldest one if there are too many: pictures of previews are never shown again."""
        if len(self._textures) < MOST:
            return
        oldest = self._textures.pop(next(iter(self._textures)))
        if oldest is not None:
            oldest.release()

    def release(self) -> None:
        for texture in self._textures.values():
            if texture is not None:
                texture.release()
        self._textures.clear()

    def _read(self, path: Path) -> moderngl.Texture | None:
        from PIL import Image  # deferred: not needed to open the window

        try:
            with Image.open(path) as image:
                return self._ctx.texture(image.size, 3, image.convert("RGB").tobytes(), alignment=1)
        except OSError:
            return None
