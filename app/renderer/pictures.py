"""Small pictures from files as textures; each is read when it is shown for the first time."""

from pathlib import Path

import moderngl


class Pictures:
    """All methods need the context to be current."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._textures: dict[Path, moderngl.Texture | None] = {}

    def texture(self, path: Path) -> moderngl.Texture | None:
        """The picture, its first row the highest; None where there is none that can be read."""
        if path not in self._textures:
            self._textures[path] = self._read(path)
        return self._textures[path]

    def release(self) -> None:
        for texture in self._textures.values():
            if texture is not None:
                texture.release()
        self._textures.clear()

    def _read(self, path: Path) -> moderngl.Texture | None:
        from PIL import Image  # only where pictures are shown: the window opens without

        try:
            with Image.open(path) as image:
                return self._ctx.texture(image.size, 3, image.convert("RGB").tobytes(), alignment=1)
        except OSError:
            return None
