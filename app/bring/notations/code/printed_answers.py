"""Answers that an engine printed, inside or outside a comment of the text.

    // Some(Contact { point1: [0.5, 0.0, 0.0], point2: [0.5, 0.0, 0.0], normal1: [[1.0, 0.0, 0.0]], …, dist: 0.0 })

parry's `contact` answers in world coordinates: the normal points out of the first shape, and `dist` is negative inside.
"""

import re
from collections.abc import Sequence

from gjkscope.app.base.numbers import NOT_FINITE
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.scenes.scene import Body, Pair, Reported
from gjkscope.engine.vectors import Vec3

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+|NaN|nan|inf)(?!\w)")
_CONTACT = re.compile(r"\bContact\s*\{(?:[^{}]|\{[^{}]*\}){1,1000}\}")
_FIELD = re.compile(r"\b(point1|point2|normal1|normal2|dist|depth)\s*:")
_LOCAL = re.compile(r"\bpos12\b|\bcontact_manifold|\bTrackedContact\b|\bContactManifold\b")
_OTHER_ANSWERS = re.compile(
    r"\b(?:ShapeCastHit|TOI|NonlinearShapeCastHit|TrackedContact|ContactManifold)\s*\{\s*\w+\s*:"
)
OPPOSITE = 1e-3  # how far printed normals may be from opposite: they have single precision, often rounded


def parry_answers(context: ReadContext, bodies: Sequence[Body], pairs: Sequence[Pair] | None) -> tuple[Reported, ...]:
    """The answers of parry's `contact` about the pair, as the text gives them."""
    if other := _OTHER_ANSWERS.search(context.text):
        line = context.text.count("\n", 0, other.start()) + 1
        context.warn(f"line {line}: the answer {other[0].split('{')[0].strip()} is not read: compare it with `cast`")
    pair = pairs[0] if pairs else (bodies[0].name, bodies[1].name) if len(bodies) == 2 else None
    contacts = list(_CONTACT.finditer(context.text))
    if not contacts or pair is None:
        return ()
    contact = contacts[-1]
    line = context.text.count("\n", 0, contact.start()) + 1
    if len(contacts) > 1 or _LOCAL.search(context.text):
        why = "there are several" if len(contacts) > 1 else "it may be in the frames of the shapes"
        context.warn(f"line {line}: the answer Contact {{…}} is not read: {why}")
        return ()
    answer = _answer(contact[0], pair)
    if answer is None:
        context.warn(f"line {line}: the answer Contact {{…}} is not understood")
        return ()
    context.assume("answer", "world", "parry's contact answers in world coordinates", span=Span(*contact.span()))
    return (answer,)


def _answer(text: str, pair: Pair) -> Reported | None:
    _, *parts = _FIELD.split(text)
    fields = {
        name: tuple(map(_number, _NUMBER.findall(part))) for name, part in zip(parts[::2], parts[1::2], strict=True)
    }
    distance = fields.get("dist") or fields.get("depth") or ()
    normal, other = _vector(fields.get("normal1")), _vector(fields.get("normal2"))
    if len(distance) != 1 or normal is None:
        return None
    if other is not None and any(abs(a + b) > OPPOSITE for a, b in zip(normal, other, strict=True)):
        return None  # these are in the frames of the shapes
    value = distance[0] if "dist" in fields else -distance[0]  # ncollide: depth
    verdict = "separated" if value > 0.0 else "penetrating" if value < 0.0 else None
    witnesses = _vector(fields.get("point1")), _vector(fields.get("point2"))
    return Reported(pair, "parry", verdict, value, normal, *witnesses)


def _vector(numbers: Sequence[float] | None) -> Vec3 | None:
    if numbers is None or len(numbers) != 3:
        return None
    x, y, z = numbers
    return (x, y, z)


def _number(text: str) -> float:
    word = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(text.lower(), text)
    return NOT_FINITE[word] if word in NOT_FINITE else float(text)
