"""Punch-in: another take replaces a span of a demo."""

from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.takes.cutting import check_ticks, parts_around
from gjkscope.app.teach.demos.takes.timeline import StepPiece, TakeError, before_step, edited_demo, repair, spans


def replace_span(demo: Demo, first: int, last: int, take: Demo) -> Demo:
    """The demo with `take` in place of these ticks; the rest begins from the same state as before."""
    if take.length == 0:
        raise TakeError("The new take is empty")
    if first == last:  # only inserts
        _check_tick(demo, first)
    elif last - first < demo.length:
        check_ticks(demo, first, last)
    parts = parts_around(demo, first, last, divided=True)
    middle = [StepPiece(span.step, before_step(take, i)) for i, span in enumerate(spans(take))]
    end = before_step(demo, len(spans(demo))) if last < demo.length else before_step(take, len(spans(take)))
    pieces = repair(demo, [*parts.before, *middle, *parts.after], end)
    shift = take.length - (last - first)
    hashes = [
        *((tick, trace) for tick, trace in demo.hashes if tick < first),
        *((tick + shift, trace) for tick, trace in demo.hashes if tick > last),
        *((tick + first, trace) for tick, trace in take.hashes),
    ]
    return edited_demo(
        demo, [piece.step for piece in pieces], hashes, lambda tick: tick if tick <= first else max(tick + shift, first)
    )


def _check_tick(demo: Demo, tick: int) -> None:
    if not 0 <= tick <= demo.length:
        raise TakeError("The new take must begin within the demo")
