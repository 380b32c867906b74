"""Compares the placements with those of MuJoCo, if it is installed.

The reader does not depend on it: MuJoCo gives no positions in the text, accepts no fragments, and moves meshes to their
centre of mass.  MuJoCo runs in a child process with a time limit, and only for texts that refer to no files, because it
would read them from anywhere.
"""

import json
import re
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import transform
from gjkscope.app.bring.notations.poses import HERE, Z_NORMAL, Placement, compose
from gjkscope.app.bring.notations.xml.parts import Part
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.scenes.turns import turn_about
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import HalfSpace
from gjkscope.engine.vectors import ZERO, unit

SECONDS = 10.0  # a humanoid compiles in a fraction of a second
# Relative to the coordinates: both compute in double precision, and bounds of curved shapes are exact to 1e-12.
AGREEMENT = 1e-9
# Choices that do not change what the text means to MuJoCo.
NEUTRAL = {"keep", "notation", "up", "visual", "margin", "keyframe"}

_REFERS = re.compile(r"\bfile\w*\s*=|<(?:extension|attach|plugin)[\s>]")
# Bounds in these two frames distinguish placements that differ by more than a symmetry of the shape.
_FRAMES = (PositionOrientation(), PositionOrientation(ZERO, turn_about(unit((1.0, 2.0, 3.0)), 1.0)))

MODULE = "gjkscope.app.bring.notations.xml.mjcf.mujoco_child"


class Compiled(NamedTuple):
    """MuJoCo's result for a text: the placements of all geoms, by id, or the fault that it finds."""

    version: str
    geoms: tuple[Placement, ...] = ()
    fault: str = ""


def can_compile(text: str) -> bool:
    """Whether MuJoCo is installed, and the text refers to no other files."""
    return find_spec("mujoco") is not None and not refers_to_files(text)


def refers_to_files(text: str) -> bool:
    return _REFERS.search(text) is not None


@lru_cache(maxsize=8)  # the same text is imported again for each choice
def compile_model(text: str, key: int) -> Compiled:
    """Compiles the text, at the reference position or at the keyframe `key` ≥ 0, in a child process."""
    run, question = module_command(MODULE), json.dumps([text, key])
    try:
        with TemporaryDirectory() as folder:  # MuJoCo writes its log to the current directory
            done = subprocess.run(
                run, input=question, capture_output=True, text=True, timeout=SECONDS, check=True, cwd=folder
            )
        answer = json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return Compiled("", fault=f"it took longer than {SECONDS:g} s")
    except subprocess.CalledProcessError as error:
        return Compiled("", fault=f"it ended with exit status {error.returncode}")
    if "fault" in answer:
        return Compiled(answer["version"], fault=" ".join(answer["fault"].split()))
    placements = tuple(transform(rotation, position) for rotation, position in answer["geoms"])
    return Compiled(answer["version"], placements)


def warn_of_differences(parts: Mapping[int, Part], geoms: int, text: str, key: int, context: ReadContext) -> None:
    """Warns if MuJoCo refuses the text, or places a part elsewhere.  `parts` are by the ids of their geoms."""
    if not can_compile(text) or not set(context.choices) <= NEUTRAL:
        return
    compiled = compile_model(text, key)
    name = f"MuJoCo {compiled.version}".strip()
    if compiled.fault:
        context.warn(f"{name} does not compile this model: {compiled.fault}")
    elif len(compiled.geoms) == geoms:
        for index, part in parts.items():
            inner = Z_NORMAL if isinstance(part.shape, HalfSpace) else HERE
            if not _covers_the_same(part, compose(compiled.geoms[index], inner)):
                label = "/".join(name for name in part.names if name) or f"geom {index}"
                context.warn(f"{name} places {label} elsewhere: at {compiled.geoms[index].pose.position}")


def _covers_the_same(part: Part, other: Placement) -> bool:
    for frame in _FRAMES:
        ours, theirs = (aabb(part.shape, compose(frame, placement).pose) for placement in (part.placement, other))
        size = max(abs(number) for corner in ours for number in corner)
        pairs = zip((*ours[0], *ours[1]), (*theirs[0], *theirs[1]), strict=True)
        if any(abs(a - b) > AGREEMENT * size for a, b in pairs):
            return False
    return True
