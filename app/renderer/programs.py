"""Compiles the shaders: adds `#include` and switches to GLSL, and says in which file and line an error is.

A *switch* is a macro that is defined before the file, such as the variant of `emit.glsl`.  Every program that
includes `frame.glsl` reads the block `Frame` from binding 0.
"""

import re
from dataclasses import dataclass, field

import moderngl

from app.resources import resource

FRAME_BINDING = 0

# Where a message names its place: Mesa `2:14(5):`, NVIDIA `2(14) :`, Apple and AMD `ERROR: 2:14:`.
_PLACE = re.compile(r"^(?:ERROR: |WARNING: )?(\d+)(?::(\d+)(?:\(\d+\))?|\((\d+)\)) ?:", re.MULTILINE)
_INCLUDE = re.compile(r'\s*#include\s+"([^"]+)"')


class ShaderError(RuntimeError):
    """A shader that does not compile or link; each message of the driver starts with file and line."""


def build(
    ctx: moderngl.Context, vertex: str, fragment: str, switch: str | None = None, **samplers: int
) -> moderngl.Program:
    """The program of two files in `shaders/`, its samplers bound to those texture units where it has them.

    Raises `ShaderError`, or `FileNotFoundError` for a missing file.
    """
    source = _Source(switch)
    try:
        program = ctx.program(vertex_shader=source.read(vertex), fragment_shader=source.read(fragment))
    except moderngl.Error as error:
        raise ShaderError(_PLACE.sub(source.place, str(error))) from None
    for name, unit in samplers.items():
        if name in program:
            program[name] = unit
    block = program.get("Frame", None)
    if isinstance(block, moderngl.UniformBlock):
        block.binding = FRAME_BINDING
    return program


@dataclass
class _Source:
    """Reads files with their includes, numbering them as `#line` directives and drivers do."""

    switch: str | None
    files: list[str] = field(default_factory=list)

    def read(self, name: str) -> str:
        return "\n".join(self._lines(name))

    def place(self, match: re.Match[str]) -> str:
        return f"{self.files[int(match[1])]}:{match[2] or match[3]}:"

    def _lines(self, name: str) -> list[str]:
        number = len(self.files)
        self.files.append(f"shaders/{name}")
        lines: list[str] = []
        for at, line in enumerate(resource("shaders", name).read_text(encoding="utf-8").splitlines(), start=1):
            if included := _INCLUDE.match(line):
                lines += ["#line 1 " + str(len(self.files)), *self._lines(included[1]), f"#line {at + 1} {number}"]
            elif line.startswith("#version"):
                lines += [line, *([f"#define {self.switch}"] if self.switch else []), f"#line {at + 1} {number}"]
            else:
                lines.append(line)
        return lines
