"""Compiles the shaders: adds `#include` and macros to GLSL, and reports errors by file and line.

*Switches* are macros defined at the top of a file, such as the variant of `emit.glsl`.  A program that includes
`frame.glsl` reads the block `Frame` from binding 0; `placement.glsl` reads the block `Placements` from binding 1.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import moderngl

from gjkscope.app.base.resources import resource
from gjkscope.app.view.renderer.context import NoGraphics

FRAME_BINDING, PLACEMENT_BINDING = 0, 1
_BLOCKS = {"Frame": FRAME_BINDING, "Placements": PLACEMENT_BINDING}

# How drivers write the line of a message: Mesa `0:14(5):`, NVIDIA `0(14) :`, Apple and AMD `ERROR: 0:14:`.
_PLACE = re.compile(r"^(?:ERROR: |WARNING: )?\d+(?::(\d+)(?:\(\d+\))?|\((\d+)\)) ?:", re.MULTILINE)
_RULED = re.compile(r"^=+$", re.MULTILINE)  # moderngl writes it between the stage and the driver's message


class ShaderError(NoGraphics):
    """A shader failed to compile or link; each driver message starts with file and line."""


def build(ctx: moderngl.Context, vertex: str, fragment: str, switches: str = "", **samplers: int) -> moderngl.Program:
    """Builds a program from two files in `shaders/`; `samplers` maps its samplers to texture units.

    `switches` are macro names separated by spaces.  Samplers that the program does not use are ignored.

    Raises `ShaderError`, or `FileNotFoundError` for a missing file.
    """
    files = {"vertex_shader": vertex, "fragment_shader": fragment}
    stages = {stage: _lines(resource("shaders", name), switches) for stage, name in files.items()}
    try:
        vertex_source, fragment_source = ("\n".join(line.text for line in lines) for lines in stages.values())
        program = ctx.program(vertex_shader=vertex_source, fragment_shader=fragment_source)
    except moderngl.Error as error:
        raise ShaderError(_with_places(str(error), stages)) from None
    for name, unit in samplers.items():
        if name in program:
            program[name] = unit
    for name, binding in _BLOCKS.items():
        block = program.get(name, None)
        if isinstance(block, moderngl.UniformBlock):
            block.binding = binding
    return program


def set_uniforms(program: moderngl.Program, uniforms: Mapping[str, object]) -> None:
    for name, value in uniforms.items():
        program[name] = value


class _Line(NamedTuple):
    text: str
    file: str
    number: int

    @property
    def place(self) -> str:
        return f"shaders/{self.file}:{self.number}"


@cache
def _lines(path: Path, switches: str = "") -> list[_Line]:
    """A file with its includes expanded, and the switches defined below its `#version`."""
    lines = _expand(path)
    version = next((n for n, line in enumerate(lines) if line.text.startswith("#version")), len(lines))
    defines = [lines[version]._replace(text=f"#define {switch}") for switch in switches.split()]
    return [*lines[: version + 1], *defines, *lines[version + 1 :]]


@cache
def _expand(path: Path) -> list[_Line]:
    """A file with its includes expanded.  Each line keeps its origin, as drivers disagree about `#line`."""
    lines: list[_Line] = []
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if text.startswith("#include"):
            lines += _expand(resource("shaders", text.split('"')[1]))
        else:
            lines.append(_Line(text, path.name, number))
    return lines


def _with_places(message: str, stages: dict[str, list[_Line]]) -> str:
    """Translates the line numbers in a driver's message; moderngl names the stage above them."""
    stage = next((lines for name, lines in stages.items() if name in message), [])

    def place(match: re.Match[str]) -> str:
        number = int(match[1] or match[2])
        return f"{stage[number - 1].place}:" if 0 < number <= len(stage) else match[0]

    return _PLACE.sub(place, _RULED.split(message)[-1].strip())
