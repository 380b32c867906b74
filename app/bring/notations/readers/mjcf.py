"""MJCF, the XML of MuJoCo: whole models, fragments of them, and poses assigned in code below."""

import re

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

_ROOT = re.compile(r"(?:<|&lt;)mujoco(?:include)?[\s>]")
_OTHER_ROOT = re.compile(r"(?:<|&lt;)(?:robot|sdf)[\s>]")
_INSIDE = re.compile(r"(?:<|&lt;)(?:worldbody|geom|freejoint)[\s/>]")


def _recognize(text: str) -> float:
    if _OTHER_ROOT.search(text):
        return 0.0
    return 1.0 if _ROOT.search(text) else 0.97 if _INSIDE.search(text) else 0.0


def _read(context: ReadContext) -> Reading:
    from gjkscope.app.bring.notations.xml.mjcf.reading import read_mjcf

    return read_mjcf(context)


register(Notation("mjcf", "MuJoCo XML (MJCF)", _recognize, _read, (".xml", ".mjcf")))
