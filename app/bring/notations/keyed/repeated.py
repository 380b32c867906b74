"""Bodies that a text describes twice: by different descriptions, which are compared, or by the same one."""

from collections.abc import Sequence
from math import hypot

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.bodies import described_body, name_of_draft
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.drafts import BodyDraft
from gjkscope.app.bring.notations.keyed.fields import Quantity
from gjkscope.app.scenes.scene import Body

# Two descriptions agree if they differ by less than this, relative to their size: reports round to three digits or
# more.
SAME = 1e-2


def body_of_draft(
    draft: BodyDraft, index: int, drafts: Sequence[BodyDraft], conventions: Conventions, context: ReadContext
) -> Body:
    """The body of a draft and of its other descriptions, which must agree.  Raises `TextError`."""
    name = name_of_draft(draft, index, drafts)
    before = _Record(context)
    try:
        body = described_body(draft, name, conventions, context)
    except TextError as fault:
        before.restore()
        for other in draft.alternatives:
            return _other_description(draft, other, name, conventions, fault, context)
        raise
    for other in draft.alternatives:
        before = _Record(context)
        again = described_body(_complete(other, draft), name, conventions, context)
        before.restore()
        if not _is_same(body, again):
            start = min((value.start for value in other.values.values()), default=other.start)
            raise context.fault_at(start, f"{name} is described twice, differently: leave one description out")
        context.warn(f"{name} is described twice; both descriptions agree")
    return body


def _other_description(
    draft: BodyDraft, other: BodyDraft, name: str, conventions: Conventions, fault: TextError, context: ReadContext
) -> Body:
    """The body by its other description, if the readable part of the first one agrees with it."""
    body = described_body(_complete(other, draft), name, conventions, context)
    before = _Record(context)
    _check_same(draft, body, conventions, fault, context)
    before.restore()
    context.warn(f"{name} is described twice; the other description was used, because {_fault_words(fault)}")
    return body


class _Record:
    """A snapshot of a context's records, to forget an unused description."""

    def __init__(self, context: ReadContext) -> None:
        self._context = context
        self._assumptions, self._warnings = list(context.assumptions), list(context.warnings)
        self._facts = list(context.facts)
        self._numbers = dict(context.numbers)

    def restore(self) -> None:
        context = self._context
        context.assumptions[:], context.warnings = self._assumptions, dict.fromkeys(self._warnings)
        context.facts[:] = self._facts
        context.account(context.numbers.values())  # they were compared
        context.numbers = self._numbers


def _fault_words(fault: TextError) -> str:
    return f"in line {fault.line} {fault.message.split(':', 1)[-1].strip()}"


def _complete(other: BodyDraft, first: BodyDraft) -> BodyDraft:
    """The alternative description, of the same kind."""
    if other.kind is None and first.kind_token is not None and first.kind is not None:
        other.set_kind(first.kind_token, first.kind)
    return other


def _check_same(draft: BodyDraft, body: Body, conventions: Conventions, fault: TextError, context: ReadContext) -> None:
    """Raises `fault` if what can be read of a description contradicts the other one."""
    without = BodyDraft(draft.parent, draft.start, draft.name)
    without.kind, without.kind_token, without.axis = draft.kind, draft.kind_token, draft.axis
    rotations = {Quantity.ROTATION, Quantity.QUATERNION, Quantity.EULER}
    without.values = {field: value for field, value in draft.values.items() if field not in rotations}
    readable = described_body(without, body.name, conventions, context)
    size = _size(body)
    apart = hypot(*(a - b for a, b in zip(readable.pose.position, body.pose.position, strict=True)))
    if apart > SAME * size or abs(_size(readable) - size) > SAME * size:
        raise fault


def _is_same(a: Body, b: Body) -> bool:
    (low_a, high_a), (low_b, high_b) = a.box, b.box
    size = max(_size(a), _size(b))
    return type(a.shape) is type(b.shape) and all(
        abs(x - y) <= SAME * size for x, y in zip((*low_a, *high_a), (*low_b, *high_b), strict=True)
    )


def _size(body: Body) -> float:
    """The diameter of the shape, whatever its pose."""
    return 2.0 * Body("", body.shape).ball[1]


def distinct_bodies(bodies: list[Body], context: ReadContext) -> tuple[Body, ...]:
    """The bodies without exact repetitions of the same name: a log prints them once per step."""
    distinct: list[Body] = []
    for body in bodies:
        if body in distinct:
            context.warn(f"{body.name} is described twice in the same way: it was read once")
        else:
            distinct.append(body)
    return tuple(distinct)
