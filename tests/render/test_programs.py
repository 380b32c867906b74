"""Shader errors name the file and line, including those in included files."""

from itertools import product

import moderngl
import pytest

from gjkscope.app.view.renderer import ShaderError, programs
from gjkscope.app.view.renderer.renderer import ProgramsOnDemand


@pytest.fixture
def shaders(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """Write shaders to a folder that `build` then reads."""
    monkeypatch.setattr(programs, "resource", lambda _, name: tmp_path / name)

    def write(**texts: str) -> None:
        for name, text in texts.items():
            (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")

    return write


VERTEX = "#version 330\nvoid main() {\n    gl_Position = vec4(0.0);\n}\n"


def test_an_error_names_its_file_and_line(context: moderngl.Context, shaders) -> None:
    shaders(a_vert=VERTEX, a_frag="#version 330\nout vec4 color;\nvoid main() {\n    color = nonsense;\n}\n")
    with context, pytest.raises(ShaderError, match=r"^shaders/a\.frag:4:.*nonsense"):
        programs.build(context, "a.vert", "a.frag")


def test_an_error_in_an_included_file_names_that_file(context: moderngl.Context, shaders) -> None:
    shaders(
        a_vert=VERTEX,
        b_glsl="float one() {\n    return wrong;\n}\n",
        a_frag='#version 330\n#include "b.glsl"\nout vec4 color;\nvoid main() {\n    color = vec4(one());\n}\n',
    )
    with context, pytest.raises(ShaderError, match=r"shaders/b\.glsl:2:.*wrong"):
        programs.build(context, "a.vert", "a.frag")


def test_line_numbers_after_an_include_and_a_conditional_are_right(context: moderngl.Context, shaders) -> None:
    shaders(
        a_vert=VERTEX,
        b_glsl="float one() {\n    return 1.0;\n}\n",
        a_frag='#version 330\n#include "b.glsl"\n\nvoid main() {\n#ifdef BAD\n    wrong = one();\n#endif\n}\n',
    )
    with context:
        programs.build(context, "a.vert", "a.frag", "GOOD").release()
        with pytest.raises(ShaderError, match=r"shaders/a\.frag:6:.*wrong"):
            programs.build(context, "a.vert", "a.frag", "BAD")


SURFACES = ("COLOR", "LAYERS", "LAYERS SINGLE", "LIGHT", "LIGHT SINGLE", "DIM", "CAST")
MARKS = tuple(product(("stroke", "arrow", "point"), ("COLOR", "HALO", "DEPTH", "VEILED")))


def test_every_variant_compiles_and_is_built_when_it_is_needed(context: moderngl.Context) -> None:
    with context:
        known = ProgramsOnDemand(context)
        variants = [*product(("surface",), SURFACES), *MARKS]
        for count, key in enumerate(variants):
            assert len(known) == count
            assert known[key] is known[key]
        for program in known.values():
            program.release()


def test_a_missing_shader_is_named(context: moderngl.Context) -> None:
    with context, pytest.raises(FileNotFoundError, match=r"no_such\.vert"):
        programs.build(context, "no_such.vert", "surface.frag")
