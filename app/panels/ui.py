"""What every panel is given besides the state: typefaces, the renderer, and the scale of the user interface."""

from dataclasses import dataclass

from app.renderer.renderer import Renderer

from .theme import Fonts


@dataclass(frozen=True)
class Ui:
    fonts: Fonts
    renderer: Renderer
    scale: float = 1.0  # of the user interface: lines, labels and margins grow with it
    pixel_ratio: float = 1.0  # framebuffer pixels a unit of Dear ImGui's
