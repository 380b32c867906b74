"""URDF: whole robots, and links, collisions or geometry pasted from one."""

import re

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

_ROOT = re.compile(r"(?:<|&lt;)robot[\s>]")
_OTHER_ROOT = re.compile(r"(?:<|&lt;)(?:mujoco|sdf)[\s>]")
_INSIDE = re.compile(
    r"(?:<|&lt;)(?:origin\s+(?:xyz|rpy)|(?:\w+:)?(?:box|sphere|cylinder|capsule|ellipsoid)\s+(?:size|radius|length|a)|mesh\s+filename)\s*="
)


def _recognize(text: str) -> float:
    if _ROOT.search(text):
        return 1.0
    return 0.0 if _OTHER_ROOT.search(text) else 0.94 if _INSIDE.search(text) else 0.0


def _read(context: ReadContext) -> Reading:
    from gjkscope.app.bring.notations.xml.robots import read_urdf

    return read_urdf(context)


register(Notation("urdf", "URDF", _recognize, _read, (".urdf", ".xacro")))
