"""Punch-in: another take replaces a span of a demo.

At both ends of the new part, steps lead to the state that the next step needs; what they cannot express is restored.
"""

from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import Continuation, Demo, State
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.teach.demos.file import steps_of
from gjkscope.app.teach.demos.takes.captions import is_heard, shown_caption, shows_for_seconds
from gjkscope.app.teach.demos.takes.cutting import LASTING, check_ticks, parts_around
from gjkscope.app.teach.demos.takes.pauses import reading_ticks
from gjkscope.app.teach.demos.takes.retiming import scale_step
from gjkscope.app.teach.demos.takes.seam import leading
from gjkscope.app.teach.demos.takes.timeline import (
    StepPiece,
    TakeError,
    Words,
    before_step,
    before_tick,
    draft,
    edited_demo,
    in_seconds,
    repair,
    restoring_except_reach,
    spans,
)

BLENDING = TICKS
"""The ticks in which bodies and cameras move to where the demo goes on."""


def replace_span(demo: Demo, first: int, last: int, take: Demo, then: Continuation = Continuation.CUT) -> Demo:
    """The demo with `take` in place of these ticks, and `then` how the rest begins.

    Blending takes a second more if anything must move.  Raises `TakeError`, also if the rest is to begin from where the
    take ends but cannot be performed from there.
    """
    if take.length == 0:
        raise TakeError("The new take is empty")
    if first == last:  # only inserts
        _check_tick(demo, first)
    elif last - first < demo.length:
        check_ticks(demo, first, last)
    parts = parts_around(demo, first, last, divided=True)
    after = parts.after if last < demo.length else []
    middle = _pieces_of(take)
    entry = _to(middle[0], leading(_end_of(demo, parts.before), take.first))
    new = [*parts.before, *entry, *middle]
    begun = repair(demo, new, before_step(take, len(middle)), restoring_except_reach)
    lasting = {step["do"]: step for step in parts.inside if step["do"] in LASTING}
    rest = [*map(StepPiece, lasting.values()), *_rest(demo, last, after, _end_of(demo, begun), then)]
    try:
        return _assembled(demo, (first, last), take, [*begun, *rest])
    except TakeError as fault:
        if then is not Continuation.KEEP:
            raise
        raise TakeError(f"The demo cannot go on from the new places: {fault.message}; blend or cut instead") from None


def _pieces_of(take: Demo) -> list[StepPiece]:
    """Its steps; it need not begin with the caption that was shown if it replaces that before it could be read."""
    old, own = shown_caption(take.first), next(iter(take.marks_of(MarkKind.CAPTION)), None)
    until = -1 if old is None or own is None or own.tick >= reading_ticks(old) else own.tick
    steps = enumerate(spans(take))
    return [StepPiece(span.step, before_step(take, i), is_recaptioned=span.first <= until) for i, span in steps]


def _check_tick(demo: Demo, tick: int) -> None:
    if not 0 <= tick <= demo.length:
        raise TakeError("The new take must begin within the demo")


def _assembled(demo: Demo, span: tuple[int, int], take: Demo, pieces: list[StepPiece]) -> Demo:
    """The demo with these pieces, of which those of the take replace the span, and the hashes that it keeps."""
    first, last = span
    end = before_step(demo, len(spans(demo))) if last < demo.length and pieces[-1].origin is not None else None
    steps = [piece.step for piece in repair(demo, pieces, end, restoring_except_reach)]
    shift = draft(demo, steps).length - demo.length
    hashes = [
        *((tick, trace) for tick, trace in demo.hashes if tick < first),
        *((tick + shift, trace) for tick, trace in demo.hashes if tick > last),
        *((tick + first, trace) for tick, trace in take.hashes),
    ]
    return edited_demo(demo, steps, hashes, lambda tick: tick if tick <= first else max(tick + shift, first))


def _end_of(demo: Demo, pieces: list[StepPiece]) -> State:
    """The state to which the pieces lead."""
    if not pieces:
        return demo.first
    made = draft(demo, [piece.step for piece in pieces])
    return before_step(made, len(pieces)).state


def _rest(demo: Demo, last: int, after: list[StepPiece], start: State, then: Continuation) -> list[StepPiece]:
    """The pieces after the new part, which ends in `start`; those that lead to the first one precede it."""
    if not after:
        return []
    if then is Continuation.KEEP:
        return [StepPiece(_from_here(demo, last) or after[0].step), *(StepPiece(piece.step) for piece in after[1:])]
    assert after[0].origin is not None
    shown, goal = before_tick(demo, last).state, after[0].origin.state
    # A step that goes on may have changed the caption before: then it does so again, at once.
    is_recaptioned = after[0].is_recaptioned or shown_caption(shown) != shown_caption(goal)
    steps = (
        leading(start, shown, BLENDING) + leading(shown, goal) if then is Continuation.BLEND else leading(start, goal)
    )
    following = after[0]._replace(is_recaptioned=is_recaptioned)
    return [*_to(following, steps), following, *after[1:]]


def _to(following: StepPiece, steps: list[Words]) -> list[StepPiece]:
    """The steps that lead to a piece, without a caption if it shows one itself."""
    return [StepPiece(step) for step in steps if not (following.is_recaptioned and step["do"] == "caption")]


def _from_here(demo: Demo, last: int) -> Words | None:
    """The rest of the step that is performed at a tick, if there is one; motions go all their way in the time left."""
    for span, model in zip(spans(demo), steps_of(demo), strict=True):
        if span.first < last < span.last and _can_be_shortened(model):
            return _shortened(span.step, model, last - span.first)
    return None


def _can_be_shortened(model: Any) -> bool:
    if model.do == "together":
        return not model.skip and all(map(_can_be_shortened, model.steps))
    return model.moves or not (model.do == "recorded" or shows_for_seconds(model) or is_heard(model))


def _shortened(step: Words, model: Any, passed: int) -> Words:
    """The step without its first ticks; motions begin from where things are then."""
    bare = {key: value for key, value in step.items() if key not in ("delay", "skip")}
    if passed <= model.waits:
        return bare | {"delay": in_seconds(model.waits - passed)}
    if model.do == "together":
        inner = zip(step["steps"], model.steps, strict=True)
        return bare | {"steps": [_shortened(*part, passed - model.waits) for part in inner]}
    left = max(model.whole - passed, 0)
    if left == 0 or not model.moves:
        return {"do": "wait", "seconds": in_seconds(left)}
    return scale_step(bare, replace(model, delay=0.0, skip=()), left)
