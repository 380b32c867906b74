"""Draws the application's icon: `python -m gjkscope.bundle.icon FILE.png [PIXELS]`.

Two shapes that overlap in a triangle, with the origin inside: what GJK looks for.  PyInstaller converts the file for
Windows and macOS, and the Debian package has it in several sizes.
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

PIXELS = 512  # of a side, unless another number is asked for
SUPERSAMPLING = 4  # the factor by which it is drawn larger, for smooth edges

# Those of the window's dark theme.
GROUND, A, B, SHARED, ORIGIN = "#15171a", "#e69f00", "#56b4e9", "#f4f5f7", "#15171a"

# In a square of side 1, y down.
CORNER = 0.18  # the radius of the square's corners
SHAPE_A = ((0.12, 0.30), (0.47, 0.14), (0.70, 0.52), (0.34, 0.72))
SHAPE_B = ((0.46, 0.48), (0.86, 0.36), (0.88, 0.84), (0.44, 0.86))
SHARED_SHAPE = ((0.46, 0.48), (0.648, 0.434), (0.70, 0.52), (0.453, 0.657))
CENTRE, RADIUS = (0.56, 0.53), 0.05


def icon(pixels: int) -> Image.Image:
    """The icon as a square image with that many pixels on a side, transparent outside its rounded corners."""
    side = pixels * SUPERSAMPLING
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), CORNER * side, GROUND)
    for shape, color in ((SHAPE_A, A), (SHAPE_B, B), (SHARED_SHAPE, SHARED)):
        draw.polygon([(x * side, y * side) for x, y in shape], color)
    x, y = CENTRE
    draw.ellipse([side * (x - RADIUS), side * (y - RADIUS), side * (x + RADIUS), side * (y + RADIUS)], ORIGIN)
    return image.resize((pixels, pixels), Image.Resampling.LANCZOS)


def write_icon(path: Path, pixels: int = PIXELS) -> None:
    """Writes the icon as a PNG file, and creates its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    icon(pixels).save(path)


if __name__ == "__main__":
    write_icon(Path(sys.argv[1]), *map(int, sys.argv[2:]))
