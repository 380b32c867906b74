"""The shaders of web pages: all programs that a page builds compile as GLSL ES 3.00, with Mesa instead of a browser."""

import re
from collections.abc import Iterator

import moderngl
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.share.web.shaders import SHADER_HEAD, shader_script, web_looks, web_shaders
from gjkscope.app.view.renderer import DARK, create_headless_context

SURFACE = [("surface.vert", "surface.frag", variant) for variant in ("COLOR", "LAYERS SINGLE", "LIGHT SINGLE", "DIM")]
VARIANTS = ("COLOR", "HALO", "DEPTH", "VEILED")
PLAYER = resource("app", "share", "web", "player")
STROKES = [("stroke.vert", "stroke.frag", kind + variant) for kind in ("", "ARROW ") for variant in VARIANTS]
POINTS = [("point.vert", "point.frag", variant) for variant in VARIANTS]
OTHERS = [
    ("fullscreen.vert", "background.frag", ""),
    ("fullscreen.vert", "blur.frag", "ALONG_X"),
    ("fullscreen.vert", "blur.frag", "ALONG_Z"),
    ("fullscreen.vert", "composite.frag", ""),
    ("fullscreen.vert", "spread.frag", ""),
    ("cast.vert", "cast.frag", ""),
    ("grid.vert", "grid.frag", ""),
    ("shade.vert", "shade.frag", ""),
]


@pytest.fixture(scope="module")
def ctx() -> Iterator[moderngl.Context]:
    """Mesa compiles GLSL ES 3.00 in a desktop context: GL_ARB_ES3_compatibility."""
    ctx = create_headless_context()
    assert "GL_ARB_ES3_compatibility" in ctx.extensions
    yield ctx
    ctx.release()


def stage(name: str, switches: str) -> str:
    """What `stageSource` of player/shaders.js puts together."""
    shaders = web_shaders()
    defines = "".join(f"#define {switch}\n" for switch in switches.split())
    return SHADER_HEAD + defines + re.sub('#include "(.*)"\n', lambda match: shaders[match[1]], shaders[name])


@pytest.mark.parametrize(("vertex", "fragment", "switches"), [*SURFACE, *STROKES, *POINTS, *OTHERS])
def test_a_program_compiles(ctx: moderngl.Context, vertex: str, fragment: str, switches: str) -> None:
    program = ctx.program(vertex_shader=stage(vertex, switches), fragment_shader=stage(fragment, switches))
    assert "Placements" not in set(program)  # pages set one placement at a time
    program.release()


def test_what_webgl_lacks_is_rejected(ctx: moderngl.Context) -> None:
    """The variants for several samples per pixel: otherwise the tests above would prove nothing."""
    with pytest.raises(moderngl.Error, match="sampler2DMS"):
        ctx.program(vertex_shader=stage("surface.vert", "LIGHT"), fragment_shader=stage("surface.frag", "LIGHT"))


def test_every_file_is_used_and_every_used_file_is_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in PLAYER.glob("*.js"))
    shaders = web_shaders()
    included = {name for text in shaders.values() for name in re.findall('#include "(.*)"', text)}
    kinds = {f"{kind}.{stage}" for kind in ("surface", "stroke", "point") for stage in ("vert", "frag")}
    assert set(shaders) == {*re.findall(r'"(\w+\.(?:vert|frag))"', source), *kinds, *included}


def test_the_text_has_no_comments_and_keeps_the_code() -> None:
    shaders = web_shaders()
    assert not [name for name, text in shaders.items() if "//" in text or "\n\n" in text or "#version" in text]
    original = resource("shaders", "fullscreen.vert").read_text(encoding="utf-8")
    assert shaders["fullscreen.vert"].splitlines()[-4:] == [line.strip() for line in original.splitlines()[-4:]]


def test_the_script_closes_no_element_and_carries_the_looks() -> None:
    assert "</" not in shader_script()
    assert web_looks()["dark"]["shell"] == DARK.shell
