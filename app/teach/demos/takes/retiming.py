"""Changes of timing: moves the boundary of a section, or gives a span another length."""

from typing import Any

from gjkscope.app.state.model import Demo
from gjkscope.app.state.model.demo import TICKS, format_time
from gjkscope.app.teach.demos.file import steps_of
from gjkscope.app.teach.demos.takes.captions import is_heard, is_instant
from gjkscope.app.teach.demos.takes.sections import demo_sections
from gjkscope.app.teach.demos.takes.timeline import (
    StepPiece,
    StepSpan,
    TakeError,
    Times,
    Words,
    before_step,
    edited_demo,
    in_seconds,
    repair,
    spans,
)


def retime(demo: Demo, tick: int, to: int) -> Demo:
    """The demo with the end of the section at `tick`, and everything after it, moved to another tick."""
    section = next((candidate for candidate in demo_sections(demo) if candidate.last == tick), None)
    if section is None:
        raise TakeError(f"No section ends at {format_time(tick)}")
    if to <= section.first:
        raise TakeError(f"The section begins at {format_time(section.first)}: it must end later")
    return stretch(demo, section.first, tick, to - section.first)


def stretch(demo: Demo, first: int, last: int, ticks: int) -> Demo:
    """The demo with the span from `first` to `last` taking `ticks` instead; steps partly inside change accordingly."""
    if not 0 <= first < last <= demo.length:
        raise TakeError(f"The span must lie within the demo, 0 to {in_seconds(demo.length):g} s")
    if ticks < 1:
        raise TakeError("A span must take some time: cut it instead")

    def times(tick: int) -> int:
        inside = min(max(tick - first, 0), last - first)
        return tick - inside + round(inside * ticks / (last - first))

    pieces, is_replayed = [], False
    for i, (span, model) in enumerate(zip(spans(demo), steps_of(demo), strict=True)):
        pieces.append(StepPiece(_retime_step(span, model, times), before_step(demo, i) if is_replayed else None))
        # The actions of a recording depend on the time between them.
        is_replayed |= span.step["do"] == "recorded" and first < span.last and span.first < last
    end = before_step(demo, len(pieces)) if is_replayed else None
    steps = [piece.step for piece in repair(demo, pieces, end)]
    return edited_demo(demo, steps, times=times)


def _retime_step(span: StepSpan, model: Any, times: Times) -> Words:
    """The step with its ticks moved to their new times."""
    begin = times(span.first)
    length = times(span.last) - begin
    if length == span.length:
        return span.step
    if model.do == "recorded" and not model.skip and not model.delay:
        actions = [action | {"tick": times(span.first + action["tick"]) - begin} for action in span.step["actions"]]
        return span.step | {"seconds": in_seconds(length), "actions": actions}
    return scale_step(span.step, model, length)


def scale_step(step: Words, model: Any, length: int) -> Words:
    """The step taking `length` ticks among the others, with everything inside in proportion."""
    if is_instant(model):
        return step | {"seconds": in_seconds(length)}
    if is_heard(model):  # the sound keeps its speed
        return step | {"seconds": in_seconds(length - model.waits + sum(b - a for a, b in model.skips))}
    factor = length / model.whole
    waits = round(model.waits * factor)
    skips = [(round(a * factor), round(b * factor)) for a, b in model.skips]
    own = length - waits + sum(b - a for a, b in skips)
    scaled = dict(step)
    if model.waits:
        scaled["delay"] = in_seconds(waits)
    if model.skips:
        scaled["skip"] = [[in_seconds(a), in_seconds(b)] for a, b in skips]
    if model.do == "together":
        inner = zip(step["steps"], model.steps, strict=True)
        scaled["steps"] = [scale_step(part, known, round(known.whole * own / model.length)) for part, known in inner]
        return scaled
    if model.do == "recorded":
        moved = [action | {"tick": round(action["tick"] * own / model.length)} for action in step["actions"]]
        return scaled | {"seconds": in_seconds(own), "actions": moved}
    if type(step.get("beats")) in (int, float):
        scaled["beats"] = step["beats"] * (own / TICKS) / step["seconds"]
    return scaled | {"seconds": in_seconds(own)}
