"""Renders a draw list as seen by a camera, with OpenGL 3.3.

The interface is `Renderer.order` and `Renderer.draw_ordered`; `create_headless_context` creates a context without a
window.
"""

from gjkscope.app.view.renderer.context import NoGraphics, create_headless_context
from gjkscope.app.view.renderer.programs import ShaderError
from gjkscope.app.view.renderer.renderer import DARK, LIGHT, Background, Renderer
from gjkscope.app.view.renderer.view import ViewImage

__all__ = [
    "DARK",
    "LIGHT",
    "Background",
    "NoGraphics",
    "Renderer",
    "ShaderError",
    "ViewImage",
    "create_headless_context",
]
