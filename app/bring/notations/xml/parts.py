"""The shapes of a model, and their conversion to named bodies.

A body is named by the innermost name that is unique: that of the geom or collision, of its body or link, of the
model; then by a path of these, such as `forearm/0`; and without any name, by its type and number, such as `box1`.
"""

import re
from collections import Counter
from typing import NamedTuple

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.poses import Placement
from gjkscope.app.bring.notations.reading import Fact, Reading, Span
from gjkscope.app.bring.notations.xml.document import XmlDocument
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import HalfSpace, Shape


class Noted(NamedTuple):
    """A value and the part of the text that it was read from."""

    field: str
    value: str
    span: Span


class Part(NamedTuple):
    """A shape of a model, in world space.  `names` lead from the model to the shape; "" for an unnamed one."""

    names: tuple[str, ...]
    place: int  # among the shapes of its link or body, from 0
    shape: Shape
    placement: Placement
    notes: tuple[Noted, ...] = ()


def reading_of(parts: list[Part], context: ReadContext) -> Reading:
    """The parts as named bodies, with the facts about them."""
    names = _names(parts)
    for part, name in zip(parts, names, strict=True):
        for note in part.notes:
            context.fact(name, *note)
    bodies = tuple(Body(name, part.shape, part.placement) for part, name in zip(parts, names, strict=True))
    facts: list[Fact] = context.facts
    planes = frozenset(body.name for body in bodies if isinstance(body.shape, HalfSpace))
    return Reading(bodies, facts=facts, planes=planes)


def warn_of_notes(document: XmlDocument, context: ReadContext) -> None:
    """Warns of what was left out of the text before it was read as XML."""
    context.account_blanked(document.text)
    for note in document.notes:
        context.warn(note)


def warn_of_loose_text(document: XmlDocument, context: ReadContext) -> None:
    """Warns of numbers outside of the XML, which no reader looks at."""
    warn_of_notes(document, context)
    for start, end in document.loose:
        if number := _NUMBER.search(_MARKUP.sub(_blank, document.text[start:end])):
            line, _ = document.position(start + number.start())
            context.warn(f"line {line}: text outside of the XML is not read")
            return


_NUMBER = re.compile(r"\d")
_MARKUP = re.compile(r"<\?.*?\?>|<!--.*?-->", re.DOTALL)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _names(parts: list[Part]) -> list[str]:
    choices = [_candidates(part, number) for number, part in enumerate(parts, 1)]
    level = [0] * len(parts)
    while True:
        names = [names[at] for names, at in zip(choices, level, strict=True)]
        counts = Counter(names)
        clashing = [i for i, name in enumerate(names) if counts[name] > 1 and level[i] + 1 < len(choices[i])]
        if not clashing:
            return names
        for i in clashing:
            level[i] += 1


def _candidates(part: Part, number: int) -> list[str]:
    *outer, own = part.names
    known = [name for name in outer if name]
    label = own or str(part.place)
    paths = ["/".join([*known[-count:], label]) for count in range(1, len(known) + 1)]
    plain = f"{part.shape.kind}{number}"
    last = [f"{paths[-1]}/{part.place}"] if paths and own else []
    return [*([own] if own else []), *reversed(known), *paths, *last, *([] if own or known else [plain])]
