"""JSON of engines, possibly cut from a log: objects of shapes and poses, and scenes of gjkscope.

JSON that breaks off, or whose braces do not match, is read as far as it goes.  The names of its members decide the
meaning of a value (`app/bring/notations/keyed/fields.py`).
"""

import json
import re

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.assembling import assemble
from gjkscope.app.bring.notations.keyed.conventions import conventions_of
from gjkscope.app.bring.notations.keyed.gathering import gather
from gjkscope.app.bring.notations.keyed.kind_headings import with_kinds_inside
from gjkscope.app.bring.notations.keyed.scanning import scan
from gjkscope.app.bring.notations.keyed.trees import tree
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register
from gjkscope.app.scenes.scene_file import parse_scene

_MEMBER = re.compile(r'"[^"\n]{1,80}"\s*:\s*["\[{\d.tfn-]')
_SCENE = re.compile(r'"gjkscope"\s*:\s*1')
_CODE = re.compile(
    r";[ \t]*$|^[^\S\n]*(import|def|from|let|const|var)\b|^[^\S\n]*\w+\s*=", re.MULTILINE
)  # JSON-like literals in code
_START = 20_000  # characters in which the first member must occur


def recognize(text: str) -> float:
    start = text[:_START]
    if not _MEMBER.search(start):
        return 0.0
    if start.lstrip()[:1] in ("{", "["):
        return 0.97
    return 0.5 if _CODE.search(start) else 0.93


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    if _SCENE.search(context.text[:_START]) and _is_complete(context.text):
        scene = parse_scene(context.text, "the pasted scene", context.folder)
        context.account_span(0, len(context.text))  # its format has no other numbers
        return Reading(scene.bodies, scene.reported, scene.pairs, dimension=scene.dimension)
    gathered = gather(with_kinds_inside(tree(scan(context.text))), context)
    return assemble(gathered, conventions_of(context.text), context)


def _is_complete(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


register(Notation("json", "JSON", recognize, read, (".json",)))
