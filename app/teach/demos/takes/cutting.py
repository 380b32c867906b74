"""Cuts: removes time from a demo without changing the state afterwards.

Every step that lies partly in the cut skips that part (see `Step.skip`), and every step inside it happens at once,
unless it has no effect.  Actions restore what still differs, such as the bodies of a simulation that had less time to
move.
"""

from functools import partial
from typing import Any, NamedTuple

from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.demo_playback import move_by
from gjkscope.app.state.model import Cue, Demo, State
from gjkscope.app.state.model.demo import join_spans, with_spans
from gjkscope.app.teach.demos.file import steps_of
from gjkscope.app.teach.demos.takes import captions, timeline

LASTING = ("chapter", "notes")
"""Steps without effect on the state, which apply until the next of their kind."""


OF_TIME = ("seconds", "delay", "skip", "beats", "say")
"""The keys of a step without which it happens at once."""


class Parts(NamedTuple):
    """The steps of a demo around a span of ticks: those before it, those inside, without duration, and the rest."""

    before: list[timeline.StepPiece]
    inside: list[timeline.Words]
    after: list[timeline.StepPiece]


def cut(demo: Demo, first: int, last: int) -> Demo:
    """The demo without these ticks; the state that follows is unchanged."""
    return timeline.edited_demo(demo, cut_steps(demo, first, last), times=partial(after_cut, first=first, last=last))


def after_cut(tick: int, first: int, last: int) -> int:
    """The tick once the ticks from `first` to `last` have been removed."""
    return tick - max(min(tick, last) - first, 0)


def cut_steps(demo: Demo, first: int, last: int) -> list[timeline.Words]:
    """The steps of the demo without these ticks."""
    check_ticks(demo, first, last)
    parts = parts_around(demo, first, last)
    goal = (parts.after[0].origin if parts.after else None) or timeline.before_step(demo, len(timeline.spans(demo)))
    inside = _needed_steps(demo, parts, goal.state)
    pieces = [*parts.before, *map(timeline.StepPiece, inside)]
    following = [piece._replace(origin=None) for piece in parts.after]
    if following:
        following[0] = parts.after[0]
    joined = _with_seam(demo, timeline.repair(demo, [*pieces, *following], None if following else goal), first, last)
    if len(following) > 1:
        joined[1 - len(following) :] = parts.after[1:]
    return [
        piece.step for piece in timeline.repair(demo, joined, timeline.before_step(demo, len(timeline.spans(demo))))
    ]


def check_ticks(demo: Demo, first: int, last: int) -> None:
    """Raises `TakeError` unless these are ticks of the demo, in order."""
    if not 0 <= first < last <= demo.length:
        raise timeline.TakeError(f"The span must lie within the demo, 0 to {timeline.in_seconds(demo.length):g} s")
    if last - first == demo.length:
        raise timeline.TakeError("Nothing would be left of the demo")


def parts_around(demo: Demo, first: int, last: int, divided: bool = False) -> Parts:
    """The demo's steps before, inside and after these ticks; captions inside are removed.

    `divided`: a step on both sides becomes two, so that others can be inserted.  Otherwise it stays one.
    """
    parts = Parts([], [], [])
    steps = _without_captions(demo, first, last)
    for i, (span, model) in enumerate(zip(timeline.spans(demo), steps_of(demo), strict=True)):
        span = span._replace(step=steps[i])
        if span.last <= first and (span.first < first or divided):
            parts.before.append(timeline.StepPiece(span.step))
        elif span.first >= last:
            parts.after.append(timeline.StepPiece(span.step, timeline.before_step(demo, i)))
        elif span.first >= first and span.last <= last:
            parts.inside.extend(_at_once(span, model))
        elif span.step["do"] == "recorded" and not model.skip and not model.delay:
            _divide_recording(demo, span, first, last, parts)
        elif span.first < first and divided and last < span.last:
            _divide(demo, i, model, first, last, parts)
        elif span.first < first:
            parts.before.append(timeline.StepPiece(_shorten(span, model, first, last)))
        elif captions.is_instant(model) and not captions.is_heard(model) and span.step["do"] != "caption":
            parts.inside.extend(_at_once(span, model))
            wait = {"do": "wait", "seconds": timeline.in_seconds(span.last - last)}
            parts.after.append(timeline.StepPiece(wait, timeline.before_tick(demo, last)))
        else:
            parts.after.append(timeline.StepPiece(_shorten(span, model, first, last), timeline.before_step(demo, i)))
    _note_captions(parts.after)
    return parts


def _note_captions(after: list[timeline.StepPiece]) -> None:
    """Marks the pieces up to a caption that begins at the end of the cut."""
    for i, piece in enumerate(after):
        if piece.step["do"] == "caption":
            after[: i + 1] = [earlier._replace(is_recaptioned=True) for earlier in after[: i + 1]]
        if piece.step.get("seconds", 0) > 0 or piece.step["do"] in ("together", "recorded", "caption"):
            return


def _without_captions(demo: Demo, first: int, last: int) -> list[timeline.Words]:
    """The steps; those that show a caption between these ticks only wait.

    The caption shown at the end of the cut stays if it is inside a step that stays.
    """
    steps: list[timeline.Words] = timeline.document_of(demo)["steps"]
    within = (caption for caption in captions.captions_of(demo) if first <= caption.tick < last)
    inside = [caption for caption in within if not caption.is_recorded]
    for caption in inside:
        keys, span = caption.keys[1:], timeline.spans(demo)[int(caption.keys[1])]
        stays = span.first < first or last < span.last
        if caption is inside[-1] and stays and captions.shown_caption(timeline.state_at(demo, last)) == caption.text:
            continue
        steps = captions.with_value(steps, keys, captions.wait_of(captions.value_in(steps, keys)))
    return steps


def _at_once(span: timeline.StepSpan, model: Any) -> list[timeline.Words]:
    """The step without duration: it jumps to its end."""
    if span.step["do"] in ("recorded", "wait", "pause", "say") or captions.shows_for_seconds(model):
        return []
    if model.moves or captions.is_instant(replace(model, skip=(), delay=0.0)):
        return [{key: value for key, value in span.step.items() if key not in OF_TIME}]
    return [_shorten(span, model, span.first, span.last)] if span.length else [span.step]


def _divide_recording(demo: Demo, span: timeline.StepSpan, first: int, last: int, parts: Parts) -> None:
    """Divides recorded actions: those inside are dropped."""
    start, end = max(first - span.first, 0), min(last, span.last) - span.first
    earlier, later = captions.split_recording(span, start, end)
    if span.first < first:
        parts.before.append(timeline.StepPiece(earlier))
    if span.last > last:
        parts.after.append(timeline.StepPiece(later, timeline.before_tick(demo, last)))


def _divide(demo: Demo, number: int, model: Any, first: int, last: int, parts: Parts) -> None:
    """Divides a step into two: the first jumps to its end, and the second over its beginning."""
    span = timeline.spans(demo)[number]
    parts.before.append(timeline.StepPiece(_shorten(span, model, first, span.last)))
    if not captions.is_instant(model) or captions.is_heard(model):
        parts.after.append(
            timeline.StepPiece(_shorten(span, model, span.first, last), timeline.before_step(demo, number))
        )
        return
    later = span.step if span.step["do"] == "caption" else {"do": "wait"}
    parts.after.append(
        timeline.StepPiece(later | {"seconds": timeline.in_seconds(span.last - last)}, timeline.before_tick(demo, last))
    )


def _shorten(span: timeline.StepSpan, model: Any, first: int, last: int) -> timeline.Words:
    """The step without its time between these ticks."""
    start, end = max(first, span.first) - span.first, min(last, span.last) - span.first
    if captions.is_instant(model) and not captions.is_heard(model):
        return span.step | {"seconds": timeline.in_seconds(span.length - (end - start))}
    waits = model.waits
    delay = waits - (min(end, waits) - min(start, waits))
    low, high = (with_spans(max(tick - waits, 0), model.skips) for tick in (start, end))
    left_out = join_spans([*model.skips, (low, high)])
    words = span.step | {"skip": [[timeline.in_seconds(a), timeline.in_seconds(b)] for a, b in left_out]}
    return words | {"delay": timeline.in_seconds(delay)} if waits else words


def _needed_steps(demo: Demo, parts: Parts, goal: State) -> list[timeline.Words]:
    """The inner steps if they lead to the state after the cut, otherwise none."""
    made = timeline.draft(demo, [*(piece.step for piece in parts.before), *parts.inside, {"do": "wait", "seconds": 1}])
    count = len(parts.before)
    start = timeline.before_step(made, count).state
    cues = [[cue for cue in made.cues if cue.place[1] == count + i] for i in range(len(parts.inside))]
    kept = list(range(len(cues)))
    if _leads(start, cues, goal):
        kinds = [step["do"] for step in parts.inside]
        others = [[i for i in kept if kinds[i] != kind] for kind in dict.fromkeys(kinds)]
        alike = [[i for i in kept if kinds[i] == kind] for kind in dict.fromkeys(kinds)]
        singles = [[i] for i in reversed(kept)]
        for left_out in [kept, *others, *alike, *singles]:
            fewer = [i for i in kept if i not in left_out]
            kept = fewer if _leads(start, [cues[i] for i in fewer], goal) else kept
    else:
        kept = []
    lasting = {step["do"]: i for i, step in enumerate(parts.inside) if step["do"] in LASTING}
    needed = [parts.inside[i] for i in sorted({*kept, *lasting.values()})]
    want, have = captions.shown_caption(goal), captions.shown_caption(start)
    is_replaced = bool(parts.after) and parts.after[0].is_recaptioned
    return needed if want == have or is_replaced else [*needed, {"do": "caption", "text": want}]


def _leads(state: State, steps: list[list[Cue]], goal: State) -> bool:
    """Whether these steps, without duration, lead to the goal, apart from its caption."""
    try:
        for cues in steps:
            for cue in cues:
                state = move_by(state, cue.begin(state), 1.0)
    except ValueMismatch:  # a step that depends on another
        return False
    return timeline.shows_same(timeline.without_caption(state), timeline.without_caption(goal))


def _with_seam(demo: Demo, pieces: list[timeline.StepPiece], first: int, last: int) -> list[timeline.StepPiece]:
    """The pieces, which show at tick `first` what the demo shows at tick `last`."""
    made = timeline.draft(demo, [piece.step for piece in pieces])
    if first >= made.length:
        return pieces
    missing = timeline.restoring(timeline.state_at(made, first), timeline.state_at(demo, last))
    if not missing:
        return pieces
    known = zip(timeline.spans(made), steps_of(made), pieces, strict=True)
    sewn: list[timeline.StepPiece] = []
    for span, model, piece in known:
        if not span.first <= first < span.last:
            sewn.append(piece)
            continue
        head, *others = captions.with_inner_steps(span, model, first - span.first, missing)
        sewn += [timeline.StepPiece(head, piece.origin), *map(timeline.StepPiece, others)]
    return sewn
