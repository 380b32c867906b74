"""Pictures as PNG files."""

from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .whole_file import write_whole


def write_png(pixels: npt.NDArray[np.uint8], path: Path) -> None:
    """All of the picture or nothing: what stood there still stands where this fails.  Raises `OSError`."""
    write_whole(path, png(pixels))


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    from PIL import Image  # only for pictures: the window hardly needs it

    data = BytesIO()
    Image.fromarray(pixels).save(data, format="PNG")
    return data.getvalue()
