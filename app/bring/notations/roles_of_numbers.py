"""The role of a number from which no body was read, by the names and marks around it.

It is part of the structure of the text (an index, the length of an array, a pointer, the number of a line), or it
belongs to something other than geometry (a mass, a tolerance, the expectation of a test).  Otherwise it may be part of
a shape or a pose.
"""

import re
from enum import Enum, auto
from typing import Final

from gjkscope.app.bring.notations.reading import Span

_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Role(Enum):
    STRUCTURE = auto()
    SETTING = auto()
    UNREAD = auto()  # may be about a shape or a pose


# Functions whose numbers are sizes of lists, indices or bounds, and words that start a loop.
_STRUCTURE = frozenset(
    "eye identity zeros ones empty full reshape range arange enumerate repeat resize reserve block col row "
    "head tail head3 topleftcorner toprightcorner for while foreach axis dtype ndim shape_id sizeof sampled".split()
)

# Names of methods that take indices of a list, and the form of these: v.at(0), v.segment(0, 3).
_PLACES: Final = {"at": r"\d+", "segment": r"\d+(?:\s*,\s*\d+)?"}

# Words that never name geometry.  Velocities are missing on purpose: scenes have them.
_SETTINGS = frozenset(
    "mass masses inertia density friction mu restitution bounciness bounce damping stiffness kp kd ke kf "
    "gravity force impulse torque acceleration momentum solver tolerance tol tolerances epsilon eps threshold "
    "accuracy iteration iterations iter iters substeps dt time timestep timeout duration fps hz frequency seed "
    "rand random rng camera viewer color colour rgb rgba opacity category filter priority uid uuid guid "
    "capacity version format port thread breakpoint pid date assert expect expected require check print printf "
    "println log sleep precision subdivisions contype conaffinity solref solimp condim energy temperature "
    "getclosestpoints nconmax njmax exit predict maxcontacts request gjkscope seconds ms us elapsed runtime "
    "error quality dataclass "
    "cpbodynew".split()  # mass and moment of inertia
)

# Words that name a number or a bit mask if they are about one whole number, and may be a name of geometry otherwise:
# `group 3`, but not `group = (0.5, 1, 2)`.
_COUNTING = frozenset(
    "index idx count num nb id ids group groups layer layers mask flag flags bits step steps segments rings "
    "slices stacks sides resolution visual contacts manifold".split()
)

# Calls that make a world, whose numbers are settings such as gravity; so are those of pymunk.Body(mass, moment).
_WORLDS = frozenset({"world", "space"})

# Names of values of any meaning, which do not describe the number.
_NEUTRAL = frozenset({"x", "y", "z", "w", "vec", "vector", "value", "v", "new", "f", "d"})

# Names of results about the pair; not if the number is the argument of such a function.
_ANSWERS = frozenset(
    "distance dist depth penetration separation normal witness nearest closest result min_distance collision "
    "toi overlap contact fraction lambda".split()
)

# Words of parts of shapes and poses: a lone number with one of them is never taken for a setting.
_GEOMETRY = frozenset(
    "position pos rotation rot quat quaternion orientation transform pose tf translate translation rotate "
    "scale scaling size sizes extent extents radius radii height length width half point points vertex "
    "vertices verts corner corners center centre origin offset angle angles euler plane margin rounding matrix "
    "mat basis vec vector coords x y z w xyz rpy r h direction move moved extrude thickness sweep normal cast".split()
)

_TAG: Final = re.compile(r"<(\w+)\b[^<>]*$")
_POINTER: Final = re.compile(r"0[xX][0-9a-fA-F]+[uUlL]*")
_SUBSCRIPT: Final = re.compile(r"[\w\])]\s*\[[^\[\](){}=;]{0,40}$")
_INDEX_OF_ITEM: Final = re.compile(r"\[[^\[\](){}=;]{0,40}$")
_LOOP: Final = re.compile(r"\b(?:for|while|foreach)\s*\([^(){}]*$")
_TEMPLATE: Final = re.compile(r"\w\s*<[\w\s,:]{0,60}$")
_NAME_IN_QUOTES: Final = re.compile(
    r"\b(?:\w*name|class|childclass|mesh|parent|child|link|body\d?|geom\d?|joint|site|id|file|uri|material|group|label)"
    r"""["']?\s*[=:]\s*["'][^"'\n]*$"""
)
_FILE_LINE: Final = re.compile(r"(?:\.\w{1,4}:|Resource\s*\(\s*|\bline\s+|#)\s*$", re.IGNORECASE)
_LABEL: Final = re.compile(r"(?:^|[\n,;])[^\S\n]*[-*]?[^\S\n]*[A-Za-z]\w*[^\S\n]+$")
_AFTER_LABEL: Final = re.compile(r"[^\S\n]*(?:[:(\n-]|[A-Za-z]|$)")
_COUNT_LINE: Final = re.compile(r"[^\S\n]*(?:\r?\n|$)")


def role_of_numbers(text: str, span: Span, names: tuple[str, ...], calls: frozenset[str], is_code: bool) -> Role:
    """The role of the numbers of a part of the text.

    `names` are those of the statement, from the outside; `calls` are those among them whose brackets contain the part.
    """
    before, number = text[max(0, span.start - 100) : span.start], text[span.start : span.end]
    if _POINTER.fullmatch(number) or _is_structure(text, span, before, names, is_code):
        return Role.STRUCTURE
    tag = _TAG.search(before)
    known = {*calls, tag[1]} if tag else calls  # an element such as <collision> is not an answer
    near = {word.lower() for name in names[-3:] if name not in known for word in _WORDS.findall(name)}
    if near & _ANSWERS or _is_setting(number, names, calls):
        return Role.SETTING
    is_lone = re.fullmatch(r"[-+]?[\w.]+", number) is not None
    words = {word.lower() for name in names for word in (*_WORDS.findall(name), name)}
    if is_code and is_lone and not words & _GEOMETRY:
        return Role.SETTING
    return Role.UNREAD


def _is_setting(number: str, names: tuple[str, ...], calls: frozenset[str]) -> bool:
    """Whether the nearest descriptive name of the numbers names something other than geometry."""
    for name in reversed(names):
        words = {word.lower() for word in (*_WORDS.findall(name), name)}
        if words & _SETTINGS or (words & _COUNTING and number.isdecimal()):
            return True
        if (words & _WORLDS or (name == "Body" and "pymunk" in names)) and name in calls:
            return True
        if words & (_GEOMETRY - _NEUTRAL):
            return False
    return False


def _is_structure(text: str, span: Span, before: str, names: tuple[str, ...], is_code: bool) -> bool:
    if names and (names[-1].lower() in _STRUCTURE or names[0] in _STRUCTURE):
        return True
    if names and names[-1].lower() in _PLACES:
        return re.fullmatch(_PLACES[names[-1].lower()], text[span.start : span.end]) is not None
    after = text[span.end : span.end + 40]
    if is_code:
        if _LOOP.search(before):
            return True
        return bool(_SUBSCRIPT.search(before)) or bool(_TEMPLATE.search(before) and ">" in after.split("\n")[0])
    if _INDEX_OF_ITEM.search(before) and re.match(r"\s*\]\s*=", after):
        return True
    if _FILE_LINE.search(before) or _NAME_IN_QUOTES.search(before):
        return True
    is_integer = text[span.start : span.end].isdecimal()
    is_first = not before.strip(" \t") or before.rstrip(" \t").endswith("\n")
    if is_integer and is_first and _COUNT_LINE.match(after):
        return True
    return is_integer and bool(_LABEL.search(before)) and bool(_AFTER_LABEL.match(after))
