"""The window's shaders for web pages: the files in `shaders/` as GLSL ES 3.00, the language of WebGL2.

The two languages differ in the first line and in default precisions; where a page needs something else, a file has a
branch for `GL_ES`, which the language predefines.  The page assembles each program as
`gjkscope.app.view.renderer.programs` does in the window: `SHADER_HEAD`, a line for each *switch* such as the variant of
`emit.glsl`, and the file of the stage, in which each `#include` is replaced by the file that it names.
"""

import json
import re

from msgspec import structs

from gjkscope.app.base.resources import resource
from gjkscope.app.view.renderer import DARK, LIGHT

SHADER_HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\n"

# All but what reads single samples of a pixel, which WebGL2 cannot.
SHADER_FILES = (
    "background.frag",
    "blur.frag",
    "cast.frag",
    "cast.vert",
    "composite.frag",
    "emit.glsl",
    "frame.glsl",
    "fullscreen.vert",
    "grid.frag",
    "grid.vert",
    "halo.glsl",
    "placement.glsl",
    "point.frag",
    "point.vert",
    "shade.frag",
    "shade.vert",
    "spread.frag",
    "stroke.frag",
    "stroke.vert",
    "surface.frag",
    "surface.vert",
)

_COMMENT = re.compile(r"[ \t]*//.*")


def web_shaders() -> dict[str, str]:
    """The text of each file by name, without its first line, comments and indentation.

    Raises `FileNotFoundError` if the installation lacks a shader.

    >>> web_shaders()["spread.frag"].splitlines()[0]
    'uniform sampler2D picture;'
    """
    return {name: _bare(resource("shaders", name).read_text(encoding="utf-8")) for name in SHADER_FILES}


def web_looks() -> dict[str, dict[str, object]]:
    """The backgrounds of the window's two themes.

    >>> sorted(web_looks()), web_looks()["light"]["shadow"]
    (['dark', 'light'], 0.42)
    """
    return {name: structs.asdict(look) for name, look in (("dark", DARK), ("light", LIGHT))}


def shader_script() -> str:
    """The JavaScript that fills the constants of `player/shaders.js`."""
    shaders = {"head": SHADER_HEAD, **web_shaders()}
    return f"Object.assign(SHADERS, {json.dumps(shaders)});\nObject.assign(LOOKS, {json.dumps(web_looks())});\n"


def _bare(text: str) -> str:
    lines = (_COMMENT.sub("", line).strip() for line in text.splitlines() if not line.startswith("#version"))
    return "".join(f"{line}\n" for line in lines if line)
