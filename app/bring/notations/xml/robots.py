"""Reads URDF and SDF, also both from one text: the robot in one format and its world in the other."""

import re

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.xml import sdf, urdf
from gjkscope.app.bring.notations.xml.document import parse_xml
from gjkscope.app.bring.notations.xml.fillings import fill_in
from gjkscope.app.bring.notations.xml.parts import reading_of, warn_of_loose_text

# PyBullet's and Isaac Gym's functions, with more than the name of the file
_LOADED_AT = re.compile(r"\bload(?:URDF|Urdf)\([^\n()]*,[^\n]*[\d\])]")


def read_urdf(context: ReadContext) -> Reading:
    """The collisions of a URDF text.  Raises `TextError` and `ImportFault`."""
    document = parse_xml(context.text, urdf.TAGS)
    fill_in(document, context)
    warn_of_loose_text(document, context)
    parts = urdf.urdf_parts(document, context)
    if any(root.name == "sdf" for root in document.roots):
        parts += sdf.sdf_parts(document, context)
    if _LOADED_AT.search(context.text):
        context.ask("pose", "origin", "code around the URDF loads it at a pose, which is not read")
    context.assume("up", "z", "URDF is z-up", "y")
    return reading_of(parts, context)


def read_sdf(context: ReadContext) -> Reading:
    """The collisions of an SDF text.  Raises `TextError` and `ImportFault`."""
    document = parse_xml(context.text, sdf.TAGS)
    fill_in(document, context)
    warn_of_loose_text(document, context)
    parts = sdf.sdf_parts(document, context)
    if any(root.name == "robot" for root in document.roots):
        parts += urdf.urdf_parts(document, context)
    context.assume("up", "z", "SDF is z-up", "y")
    return reading_of(parts, context)
