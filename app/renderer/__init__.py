"""From a draw list and a camera to a picture, with OpenGL 3.3.

`Renderer.order` and `Renderer.draw_ordered` are all there is to it; `create_headless_context` gives it a context where
there is no window.
"""

from gjkscope.app.renderer.context import NoGraphics, create_headless_context
from gjkscope.app.renderer.programs import ShaderError
from gjkscope.app.renderer.renderer import DARK, LIGHT, Background, Renderer
from gjkscope.app.renderer.view import View

__all__ = ["DARK", "LIGHT", "Background", "NoGraphics", "Renderer", "ShaderError", "View", "create_headless_context"]
