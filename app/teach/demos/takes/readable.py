"""Readable takes: turns recorded actions into steps that a person would write.

A recording consists of thousands of timed actions.  They become captions, camera moves, moves of bodies, and steps of
the run; actions that no such step expresses are kept as they are.  Playing the result must lead to the same states.
This is checked wherever a phrase begins, and differences are restored there.
"""

from typing import NamedTuple

from gjkscope.app.state.model import Cameras, Demo, State
from gjkscope.app.teach.demos.file import steps_of
from gjkscope.app.teach.demos.takes.camera_moves import camera_steps
from gjkscope.app.teach.demos.takes.events import Happening, happening_in
from gjkscope.app.teach.demos.takes.phrases import Phrase, phrases
from gjkscope.app.teach.demos.takes.timeline import (
    StepPiece,
    TakeError,
    Words,
    before_step,
    boundary_hashes,
    draft,
    edited_demo,
    repair,
    restoring_loosely,
    spans,
)

HELD = ("act", "algorithm", "caption", "open", "views")
"""Steps that happen at once, so that their `seconds` are a pause."""


def make_readable(demo: Demo) -> Demo:
    """The demo with its recorded actions as captions, camera moves, moves of bodies and steps of the run.

    Phrases that cannot be performed stay as they were recorded.
    """
    recordings = {
        i: _Recording(happening := happening_in(demo, i), phrases(happening.events))
        for i, (span, model) in enumerate(zip(spans(demo), steps_of(demo), strict=True))
        if span.step["do"] == "recorded" and span.length > 0 and not model.skip and not model.delay
    }
    while True:
        try:
            return _rewritten(demo, recordings)
        except TakeError as fault:
            fewer = {i: recording.without_words(fault.step) for i, recording in recordings.items()}
            if fewer == recordings:
                raise
            recordings = fewer


class _Recording(NamedTuple):
    """A recorded step, and its phrases."""

    happening: Happening
    phrases: list[Phrase]

    def without_words(self, step: Words | None) -> "_Recording":
        """The recording; phrases that contain the step stay as they were recorded."""
        return self._replace(
            phrases=[
                phrase.as_recorded() if step and any(step | own == step for own in phrase.steps) else phrase
                for phrase in self.phrases
            ]
        )


def _rewritten(demo: Demo, recordings: dict[int, _Recording]) -> Demo:
    """The demo with these recordings as phrases.  Raises `TakeError`."""
    pieces: list[StepPiece] = []
    for i, span in enumerate(spans(demo)):
        pieces += _in_phrases(recordings[i]) if i in recordings else [StepPiece(span.step, before_step(demo, i))]
    steps = [piece.step for piece in repair(demo, pieces, before_step(demo, len(spans(demo))), restoring_loosely)]
    return edited_demo(demo, steps, boundary_hashes(draft(demo, steps)))


def _in_phrases(recording: _Recording) -> list[StepPiece]:
    """The events as pieces; each phrase begins with the state that the recording has there."""
    happening = recording.happening
    pieces: list[StepPiece] = []
    tick, state = 0, happening.start.state
    for phrase in recording.phrases:
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
