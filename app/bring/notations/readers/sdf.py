"""SDF, the format of Gazebo: whole worlds and models, and links, collisions or geometry pasted from one."""

import re

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

_ROOT = re.compile(r"(?:<|&lt;)sdf[\s>]")
_OTHER_ROOT = re.compile(r"(?:<|&lt;)(?:mujoco|robot)[\s>]")
_INSIDE = re.compile(r"(?:<|&lt;)(?:pose[^<>&]*|size|radius|radii)(?:>|&gt;)\s*[-+.\d]|<uri>\s*model://")


def _recognize(text: str) -> float:
    if _ROOT.search(text):
        return 1.0
    return 0.0 if _OTHER_ROOT.search(text) else 0.95 if _INSIDE.search(text) else 0.0


def _read(context: ReadContext) -> Reading:
    from gjkscope.app.bring.notations.xml.robots import read_sdf

    return read_sdf(context)


register(Notation("sdf", "SDFormat (SDF)", _recognize, _read, (".sdf", ".world")))
