"""Writes pictures as PNG files."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.engine.cancellation import checkpoint

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def write_png(pixels: npt.NDArray[np.uint8], path: Path) -> None:
    """Writes the picture completely or leaves an existing file unchanged.  Raises `OSError`."""
    write_atomically(path, png(pixels))


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    from PIL import Image  # imported late: startup does not need it

    data = _Interruptible()
    Image.fromarray(pixels).save(data, format="PNG")
    return data.getvalue()


class _Interruptible(BytesIO):
    """A buffer that checks for cancellation (`engine.cancellation`) at each write."""

    def write(self, part: "ReadableBuffer", /) -> int:
        checkpoint()
        return super().write(part)
