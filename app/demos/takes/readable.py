"""Readable takes: turns recorded actions into steps that a person would write.

A recording consists of thousands of timed actions.  They become captions, camera moves, moves of bodies, and steps of
the run; actions without such words stay what they are.  Playing the result must lead to the same states, which is
checked wherever a phrase begins: what differs is restored there.
"""

from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.demos.file import steps_of
from gjkscope.app.demos.takes.camera_moves import camera_steps
from gjkscope.app.demos.takes.events import Happening, happening_in
from gjkscope.app.demos.takes.phrases import phrases
from gjkscope.app.demos.takes.timeline import (
    StepPiece,
    TakeError,
    before_step,
    boundary_hashes,
    draft,
    edited_demo,
    repaired,
    spans,
)
from gjkscope.app.model import Cameras, Demo, State

HELD = ("act", "algorithm", "caption", "open", "views")
"""Steps that happen at once, so that their `seconds` are a pause."""


def readable(demo: Demo) -> Demo:
    """The demo with its recorded actions as captions, camera moves, moves of bodies and steps of the run."""
    pieces: list[StepPiece] = []
    for i, (span, model) in enumerate(zip(spans(demo), steps_of(demo), strict=True)):
        if span.step["do"] == "recorded" and span.length > 0 and not model.skip and not model.delay:
            pieces += _retold(happening_in(demo, i))
        else:
            pieces.append(StepPiece(span.step, before_step(demo, i)))
    try:
        whole = repaired(demo, pieces, before_step(demo, len(spans(demo))), loosely=True)
    except ValueMismatch as fault:
        raise TakeError(f"{fault.place}: {fault.message}") from None
    steps = [piece.step for piece in whole]
    return edited_demo(demo, steps, boundary_hashes(draft(demo, steps)))


def _retold(happening: Happening) -> list[StepPiece]:
    """What happened as pieces; each phrase begins with the state that the recording has there."""
    known = phrases(happening.events)
    pieces: list[StepPiece] = []
    tick, state = 0, happening.start.state
    for phrase in known:
        before = happening.events[phrase.number].before
        _pass(pieces, state, happening.cameras_between(tick, phrase.first, state, before))
        origin = happening.moment(phrase.first, phrase.number)
        pieces += [StepPiece(step, origin if i == 0 else None) for i, step in enumerate(phrase.steps)]
        tick, state = phrase.last, phrase.after
    _pass(pieces, state, happening.cameras_between(tick, happening.length, state, None))
    return pieces


def _pass(pieces: list[StepPiece], state: State, cameras: list[Cameras]) -> None:
    """Adds the camera moves and waits until the next phrase; the first wait extends the step before if it can."""
    if len(cameras) < 2:
        return
    first, *others = camera_steps(state, cameras)
    if pieces and first["do"] == "wait" and pieces[-1].step["do"] in HELD and "seconds" not in pieces[-1].step:
        pieces[-1] = pieces[-1]._replace(step=pieces[-1].step | {"seconds": first["seconds"]})
    else:
        pieces.append(StepPiece(first))
    pieces += map(StepPiece, others)
